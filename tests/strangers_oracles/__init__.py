"""The games of `tests/strangers` written a second time, in another representation, to compare with.

An oracle knows nothing of the game's class. Its positions are plain values: sets of coordinates, texts, numbers. `read` says which of them
a state of the game stands for. So a test can ask whether the rules lead to the same positions and the same results.

    base.py         what an oracle is; perft and values by brute force
    placing.py      games where stones are put and stay
    moving.py       games where pieces move on a board
    capturing.py    games where pieces are taken
    sowing.py       games with pits and seeds
    heaps.py        heaps, rows of pins, and other games with a theory
    puzzles.py      games for one
    dice.py         games with chance
    walls.py        games where the board shrinks
"""
