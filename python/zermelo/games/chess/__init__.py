"""Chess: `rules` is the game, whose moves come from Rust; `evaluation` holds its tables, `board` draws it, and `fen`, `san` and `pgn` are its
notations for positions, moves and whole games.
"""
