"""Chess: `rules` is the game, with its moves from Rust; `evaluation` has its numbers and `features` what they weigh, `board` draws it, and `fen`, `san` and `pgn` are the
notations for positions, moves and games.
"""
