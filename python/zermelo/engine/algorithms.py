"""Every algorithm: its row and the maker of its agents. A row says how users write it, what it needs of a game, how it runs and how its numbers are read.

A new algorithm is one file in `search/`, one of the same name in Rust, and a row here and in Rust. Agents, help pages, checks and
the border to Rust derive from the rows; nothing else compares names of algorithms.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import zermelo.engine.requirements as requirements
from zermelo.engine.algorithm import Algorithm, Shared, Task
from zermelo.engine.hidden import HiddenSearch
from zermelo.engine.maker import Maker
from zermelo.engine.montecarlo import FlatSearch, UctSearch
from zermelo.engine.search import Search
from zermelo.engine.tablebases_and_books import BUILT
from zermelo.errors import AgentError
from zermelo.game import Rules
from zermelo.search import Control, Payoff, Searcher, Trace, TranspositionTable, Visit
from zermelo.search.alphabeta.minimal import OPTIONS as MINIMAL_OPTIONS, Minimal
from zermelo.search.alphabeta.minimax import Minimax
from zermelo.search.alphabeta.options import FOR_PLAY, KEEP_VALUE, ROOT_WINDOWS, AlphaBetaOptions
from zermelo.search.alphabeta.search import AlphaBeta
from zermelo.search.chance.expectimaxn import ExpectimaxN
from zermelo.search.chance.expectiminimax import Expectiminimax
from zermelo.search.montecarlo.options import MonteCarloOptions, settle_lecture
from zermelo.search.multiplayer.best_reply import BestReply
from zermelo.search.multiplayer.best_reply_plus import BestReplyPlus
from zermelo.search.multiplayer.maxn import MaxN
from zermelo.search.multiplayer.paranoid import Paranoid
from zermelo.search.options import PRUNINGS, STARS, Options
from zermelo.search.parameter import parameters
from zermelo.search.proof.dfpn import OPTIONS as PROOF_OPTIONS, ProofNumber
from zermelo.trees.multiplayer import average, complete
from zermelo.trees.reading import AverageReading, VectorReading
from zermelo.trees.tree import Tree


def _all_of(options: type, *but: str) -> tuple[str, ...]:
    """Every parameter of an options class except those that belong to other algorithms."""
    return tuple(name for name in parameters(options) if name not in but)


def _expectiminimax(
    rules: Rules, control: Control, trace: Trace | None, table: TranspositionTable | None, options: Options
) -> Searcher:
    """Numbers for one player or two with opposite interests, tuples for all others."""
    if rules.two_sided:
        return Expectiminimax(rules, control, trace, table, options)
    return ExpectimaxN(rules, control, options, trace)


def _memory_means_table(given: dict[str, Any]) -> None:
    """Memory is for the transposition table, so it switches the table on."""
    if given.get("memory") is not None:
        given["table"] = True


def _one_second(given: dict[str, Any]) -> None:
    if given.get("playouts") is None and given.get("seconds") is None:
        given["seconds"] = 1.0


def _settle_uct(given: dict[str, Any]) -> None:
    settle_lecture(given)
    _one_second(given)
    _settle_batches(given, 1024, 32)


def _settle_montecarlo(given: dict[str, Any]) -> None:
    _settle_batches(given, 64, 1024)
    if given.get("where") == "gpu":
        given.setdefault("games", 100_000)


def _settle_batches(given: dict[str, Any], batch: int, leaf_games: int) -> None:
    """On a GPU games are played in batches, whose size users may choose."""
    if given.get("where") == "gpu":
        if not given.setdefault("batch", batch):
            raise AgentError("where='gpu' plays games in batches; leave out batch=0")
        if not given.get("wide"):
            given.setdefault("exploration", 0.2)  # a mean of many games needs less of it, but a wide leaf has many means
        given.setdefault("leaf_games", leaf_games)


def _finish_vectors(tree: Tree, task: Task, visits: list[Visit]) -> None:
    complete(tree, visits, Payoff(task.position.rules), task.techniques.ties == "average")


def _finish_averages(tree: Tree, task: Task, visits: list[Visit]) -> None:
    if not task.position.rules.two_sided:
        average(tree, visits, Payoff(task.position.rules))


def _finish_view(tree: Tree, task: Task, visits: list[Visit]) -> None:  # noqa: ARG001
    if task.position.rules.players > 2:
        tree.rescale(*task.position.rules.bounds)


_LIMITS = ("depth", "nodes", "seconds")
_ELSEWHERE = ("threat", "keep_threat", "ads", "pruning", "ties")
"""Options that alpha-beta for two players does not take."""
_VIEW = ("ordering", "ads", "table", "memory", "deepening", "pvs", "quiescence", "evaluate", "backend")


@dataclass(frozen=True)
class _LookAhead(AlphaBetaOptions, Shared):
    """The parameters of searches that look ahead, for type checkers; each maker takes those that its row names."""

    ordering: str | bool | tuple[str, ...] = "none"  # type: ignore[assignment]


@dataclass(frozen=True)
class _RandomGames(MonteCarloOptions, Shared):
    """The parameters of Monte-Carlo searches, for type checkers."""


_MINIMAX = Algorithm(
    "minimax",
    "Minimax, as the lecture has it: looks at everything within its limits.",
    (*_LIMITS, "evaluate", "backend"),
    requirements.minimax,
    Search,
    lambda rules, control, trace, *_: Minimax(rules, control, trace),
    plain="minimax",
)
minimax = Maker(_LookAhead, _MINIMAX)
_ALPHABETA = Algorithm(
    "alphabeta",
    "Alpha-beta: the same answer as minimax with far fewer nodes. Every technique is off unless it is named.",
    (*_LIMITS, *_all_of(AlphaBetaOptions, *_ELSEWHERE), "memory", "book", "tables", "evaluate", "backend"),
    requirements.alphabeta,
    Search,
    AlphaBeta,
    options=AlphaBetaOptions,
    settle=_memory_means_table,
    plain="minimax",
    takes_moves=True,
)
alphabeta = Maker(_LookAhead, _ALPHABETA)
_MAXN = Algorithm(
    "maxn",
    "Max^n, for any number of players: every player maximises their own value. Pruning needs a game with bounded_evaluation.",
    (*_LIMITS, "pruning", "ties", "ordering", "ads", "deepening", "evaluate", "backend"),
    requirements.maxn,
    Search,
    lambda rules, control, trace, _table, options: MaxN(rules, control, options, trace),
    words={"pruning": PRUNINGS},
    reading=VectorReading,
    finish_tree=_finish_vectors,
    plain="maxn",
    many_players=True,
)
maxn = Maker(_LookAhead, _MAXN)
_view_row = partial(
    Algorithm,
    requires=requirements.view,
    runs=Search,
    specification=AlphaBeta,
    options=AlphaBetaOptions,
    settle=_memory_means_table,
    finish_tree=_finish_view,
    many_players=True,
)
_PARANOID = _view_row(
    "paranoid",
    "Paranoid search, for any number of players: all opponents are taken to play together against us.",
    (*_LIMITS, "at_most", *ROOT_WINDOWS, *_VIEW),
    view=Paranoid,
)
paranoid = Maker(_LookAhead, _PARANOID)
_BESTREPLY = _view_row(
    "bestreply",
    "Best-reply search, for any number of players: of all opponents only the one with the strongest reply moves.",
    (*_LIMITS, "threat", "keep_threat", *_VIEW),
    view=BestReply,
)
bestreply = Maker(_LookAhead, _BESTREPLY)
_BESTREPLYPLUS = _view_row(
    "bestreplyplus",
    "BRS+, for any number of players: all opponents move in turn, but only one is searched; the others follow the game's `order`.",
    (*_LIMITS, *_VIEW),
    view=BestReplyPlus,
    heuristics=("order",),
)
bestreplyplus = Maker(_LookAhead, _BESTREPLYPLUS)
_EXPECTIMINIMAX = Algorithm(
    "expectiminimax",
    "Expectiminimax: minimax with averages where chance decides, for any number of players. With a limit, a game's `evaluate` must be "
    "bounded_evaluation. Pruning finds the same move and value with fewer nodes, for one player or two with zero sum.",
    (*_LIMITS, "pruning", "ordering", "table", "memory", "deepening", "evaluate", "backend"),
    requirements.expectiminimax,
    Search,
    _expectiminimax,
    words={"pruning": ("none", *STARS)},
    settle=_memory_means_table,
    reading=AverageReading,
    finish_tree=_finish_averages,
    plain="expectiminimax",
)
expectiminimax = Maker(_LookAhead, _EXPECTIMINIMAX)
_UCT = Algorithm(
    "uct",
    "UCT: random games, and a tree that grows where the better moves seem to be. It searches for one second without a limit. "
    "`uct(lecture=True)` is UCT as lecture notes have it.",
    ("playouts", "seconds", "memory", *_all_of(MonteCarloOptions, "games"), "evaluate", "backend"),
    requirements.uct,
    UctSearch,
    options=MonteCarloOptions,
    defaults={"memory": "64MB"},
    settle=_settle_uct,
    many_players=True,
)
uct = Maker(_RandomGames, _UCT)
_MONTECARLO = Algorithm(
    "montecarlo",
    "Flat Monte-Carlo search: random games for each move; the one with the best win rate is played. In batches, as on a GPU, more of the games go to "
    "the moves that look best.",
    (
        "games",
        "seconds",
        "policy",
        "cutoff",
        "cap",
        "batch",
        "leaf_games",
        "exploration",
        "where",
        "seed",
        "threads",
        "evaluate",
        "backend",
    ),
    requirements.montecarlo,
    FlatSearch,
    options=MonteCarloOptions,
    settle=_settle_montecarlo,
    defaults={"solver": False, "forced": False},  # nothing to prove, and no knowledge of the game
)
montecarlo = Maker(_RandomGames, _MONTECARLO)
_ISMCTS = Algorithm(
    "ismcts",
    "UCT for games in which players do not see everything: random games in worlds that fit what the player has seen, and a tree of information "
    "sets. It searches for one second without a limit.",
    ("playouts", "seconds", "exploration", "cutoff", "cap", "seed", "evaluate", "backend"),
    requirements.ismcts,
    HiddenSearch,
    options=MonteCarloOptions,
    defaults={"solver": False, "forced": False},
    settle=_one_second,
    many_players=True,
    hidden=True,
    watchable=False,
)
ismcts = Maker(_RandomGames, _ISMCTS)
_MINIMAL = Algorithm(
    "minimal",
    "Counts the minimal tree: the nodes that alpha-beta visits when every first move is the best one.",
    ("depth", "seconds", "backend"),
    requirements.minimal,
    Search,
    lambda rules, control, *_: Minimal(rules, control),
    fixed=MINIMAL_OPTIONS,
    watchable=False,
)
minimal = Maker(_LookAhead, _MINIMAL)
_PROOF = Algorithm(
    "proof",
    "Proof-number search: proves who wins, usually with fewer nodes than alpha-beta, but not how soon.",
    ("nodes", "seconds", "memory", "tables", "backend"),
    requirements.proof,
    Search,
    lambda rules, control, *_: ProofNumber(rules, control),
    defaults={"memory": "64MB"},
    fixed=PROOF_OPTIONS,
    to_the_end=True,
)
proof = Maker(_LookAhead, _PROOF)
strong = Maker(
    _LookAhead,
    alphabeta.row,
    "strong",
    "Alpha-beta with everything that keeps the value exact: ordering, table, deepening, PVS and aspiration windows. Games with `noisy` get "
    "quiescence search, games with `forced` search only the moves that it keeps, games with `at_most` leave what is decided, games with `repetitions` "
    "count a position that occurs again as a draw. Positions are looked up in the tablebases of the game that are built.",
    {**KEEP_VALUE, "memory": "64MB", "tables": BUILT},
    ("depth", "nodes", "seconds", "memory", "lines", "threads", "book", "tables", "evaluate", "backend"),
)
selective = Maker(
    _LookAhead,
    alphabeta.row,
    "selective",
    "Alpha-beta for play: it looks much deeper than strong(), because it skips what is unlikely to matter. Its value is a guess unless it is proven. Takes from its "
    "techniques those that the game supports.",
    {**FOR_PLAY, "memory": "64MB", "tables": BUILT},
    ("depth", "nodes", "seconds", "memory", "lines", "threads", "book", "tables", "evaluate", "backend"),
)
__all__ = ["alphabeta", "bestreply", "bestreplyplus", "expectiminimax", "ismcts", "maxn", "minimal", "minimax", "montecarlo"]
__all__ += ["paranoid", "proof", "selective", "strong", "uct"]
MAKERS: dict[str, Maker[Any]] = {name: globals()[name] for name in __all__}
"""Every maker, by name."""
