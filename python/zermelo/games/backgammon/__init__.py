"""Backgammon: `rules` is the game, `plays` builds whole turns out of steps, `evaluation` guesses who is ahead, `board` is how a board is
written and drawn, and `position_id` reads and writes GNU Backgammon's position IDs.
"""
