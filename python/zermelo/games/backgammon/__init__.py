"""Backgammon: `rules` is the game, `plays` reads and writes moves, `evaluation` estimates who is ahead, `board` writes, reads and draws the
board, and `position_id` and `match_id` read and write the IDs of GNU Backgammon.
"""
