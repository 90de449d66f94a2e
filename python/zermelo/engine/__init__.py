"""The one door to search.

`algorithm` is what the engine knows of one algorithm, and `algorithms` has a row for each, with the maker of its agents (`maker`). `agent` is what
an agent is, `requirements` what each algorithm needs of a game. `search` is a search under way and `montecarlo` one that plays random games; `backends` finds the
fastest rules that a game has. `memory` keeps a transposition table or tree from one search to the next, `tablebases_and_books` lets searches ask opening books and
tablebases, and `solution` builds the tree that proves a result. `equilibrium` solves games that hide something on their `sequence_tree`, whose size `game_size` knows
before; a `policy` is what it finds, and is kept in a `policy_file` with a `rules_mark`. Searches of such games are in `hidden`; agents of users get positions as they are
`seen`. Other rooms import the names below from here.
"""

from zermelo.engine.agent import Agent, SearchAgent, check_agent, fits, fresh, legal_move, think
from zermelo.engine.algorithm import ALGORITHMS, DEFAULT_MEMORY, SPECIFICATION, Task
from zermelo.engine.algorithms import (
    MAKERS,
    alphabeta,
    bestreply,
    minimal,
    minimax,
    paranoid,
    proof,
    selective,
    strong,
    uct,
)
from zermelo.engine.backends import BACKENDS, available, open_backend
from zermelo.engine.requirements import check_minimax_game, check_turn, check_unfinished
from zermelo.engine.search import Search

__all__ = [
    "ALGORITHMS",
    "BACKENDS",
    "DEFAULT_MEMORY",
    "MAKERS",
    "SPECIFICATION",
    "Agent",
    "Search",
    "SearchAgent",
]
__all__ += ["Task", "alphabeta", "available", "bestreply", "check_agent", "check_minimax_game", "check_turn", "check_unfinished"]
__all__ += [
    "fits",
    "fresh",
    "legal_move",
    "minimal",
    "minimax",
    "open_backend",
    "paranoid",
    "proof",
    "selective",
    "strong",
    "think",
    "uct",
]
