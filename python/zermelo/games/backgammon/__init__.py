"""Backgammon: `rules` is the game, `plays` reads and writes moves, `evaluation` estimates who is ahead, `board` writes, reads and draws the
board, and `position_id` reads and writes position IDs of GNU Backgammon.
"""
