"""Lessons on plans: an answer to every reply, not just one move.

`solution_tree` shows the AND/OR tree of a won game. `rook_ending` lets an advice table mate with king and rook, move by move.
"""
