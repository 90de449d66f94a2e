"""The advice tables that come with Zermelo. `NAME.advice` is a table; the Python files define the words that the tables use.

    krk, krk-published, krk-corrected, kqk   king and rook, or king and queen, against king: words in `mates.py`
    kpk                                      king and pawn against king: words in `kpk.py`, the rules of thumb in `kpk_rules.py`
    tictactoe, connect4                      words in `tictactoe.py` and `connect.py`

`kings.py` has the distances on a chessboard that the endings share. Read `tictactoe.advice` and `tictactoe.py` first.
"""
