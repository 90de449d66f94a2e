"""Chess: `rules` is the game, with its moves from Rust; `evaluation` holds its tables, `board` draws it, and `fen`, `san` and `pgn` are the
notations for positions, moves and games.
"""
