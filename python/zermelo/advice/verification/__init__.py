"""Verification: does an advice table do what it promises, from every position it is about, against every defence?

    >>> from zermelo.advice.verification import verify
    >>> verify("tictactoe").ok
    True

Read the files in this order:

    positions.py       which positions a table is about, and what it promises there
    chess_endings.py   all legal chess positions with given pieces, such as KRK
    solved_game.py     the value of every position with best play
    specification.py   the algorithm in plain Python: play the table against every defence
    verifier.py        the function `verify`, which runs the specification, or its fast twin in Rust
    result.py          the result: how many positions are secured, how the others fail, how many moves it takes; and its text
"""

from zermelo.advice.verification.result import Verification
from zermelo.advice.verification.verifier import verify

__all__ = ["Verification", "verify"]
