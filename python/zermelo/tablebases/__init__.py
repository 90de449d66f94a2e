"""Tablebases: the exact value of every position of a small game, or of every ending of chess and checkers with few pieces.

A tablebase is one file. For every position in it, it has the outcome for the player to move and the number of plies to the end. A
search need not go on from such a position; the agent `tablebase()` plays without any search. The class `Tablebase` holds all open
tablebases of a game.

Read the files in this order:

    retrograde.py   the algorithm, in plain Python: solve all positions, from the ends of the game backwards
    file_names.py   where the files are kept, and how they are named
    tablebase.py    the open tablebases of a game: look up a position, rank its moves, refuse files of other rules
    build.py        build and verify a tablebase of all states of a game
    endings.py      the same for endings of chess and checkers, one tablebase for each set of pieces
    open.py         open the tablebases of a game, by name or folder

Tablebases are built and read in Rust, in the crate's module of the same name; tests compare it with `retrograde`. When this package is
imported, it registers `open_tablebase` with the engine, so that `alphabeta(tables="KRK")` finds its files, and `built_tablebase`, so that
`strong`, levels and the default agent find whatever is built.
"""

from zermelo.engine.tablebases_and_books import register_openers
from zermelo.search.known import Verdict
from zermelo.tablebases.build import build, verify
from zermelo.tablebases.file_names import folder
from zermelo.tablebases.open import built_tablebase, open_tablebase
from zermelo.tablebases.tablebase import StateTablebase, Tablebase, TablebaseMove

__all__ = ["StateTablebase", "Tablebase", "TablebaseMove", "Verdict", "build", "folder", "open_tablebase", "verify"]

register_openers(tablebases=open_tablebase, built=built_tablebase)
