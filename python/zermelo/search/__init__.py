"""Search, the specification: one idea a file, with the same file names as in crates/zermelo/src/search.

The Rust twin of each algorithm enters the same positions in the same order and reports the same value, move and line.

Read `alphabeta/minimax` first, then `alphabeta/search`. The families are folders: `alphabeta/` for two players, `multiplayer/`,
`chance/`, `montecarlo/` and `proof/`. They share these files:

* `control` counts nodes and checks limits, `deepening` is iterative deepening, `cancel` stops searches from another thread;
* `score`, `payoff` and `known` say what positions are worth;
* `options` and `parameter` declare what users can switch on;
* `ordering`, `ads` and `transposition_table` make search faster;
* `trace` records the tree, `perft` counts it, `recursion` raises Python's recursion limit.

The families and other rooms import the names below from here; the shared files import each other.
"""

from zermelo.search.control import Control, Found, Line, Stop, Stopped
from zermelo.search.deepening import Searcher, deepen
from zermelo.search.known import Verdict
from zermelo.search.options import ORDERINGS, Options
from zermelo.search.payoff import Payoff, Values
from zermelo.search.recursion import deep
from zermelo.search.score import is_proven, shallower, turned
from zermelo.search.trace import HORIZON, OPEN, PRUNED, Trace, Visit
from zermelo.search.transposition_table import EXACT, LOWER, UPPER, Entry, TranspositionTable

__all__ = ["EXACT", "HORIZON", "LOWER", "OPEN", "ORDERINGS", "PRUNED", "UPPER", "Control", "Entry", "Found", "Line", "Options"]
__all__ += ["Payoff", "Searcher", "Stop", "Stopped", "Trace", "TranspositionTable", "Values", "Verdict", "Visit", "deep"]
__all__ += ["deepen", "is_proven", "shallower", "turned"]
