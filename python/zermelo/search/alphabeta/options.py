"""The techniques of alpha-beta, each switched on by name and declared in its own file.

There are three kinds. Most keep the value and only find it faster. `quiescence`, `extensions` and `singular` search beyond the depth limit.
`null_move`, `probcut`, `reductions`, `futility`, `move_count` and `exchanges` skip what is unlikely to matter; they may change the value, and need `exact=False`.

Besides, textbooks differ in two points: the window with which the root is searched (`alpha`, `beta`), and whether a move must reach beta or be above
it to cut off the others (`cut`). Neither changes the value.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Any

from zermelo.errors import AgentError
from zermelo.game import Game
from zermelo.search import Options
from zermelo.search.alphabeta.aspiration import Aspiration
from zermelo.search.alphabeta.at_most import AtMost
from zermelo.search.alphabeta.exchanges import Exchanges
from zermelo.search.alphabeta.extensions import Extensions
from zermelo.search.alphabeta.forced import Forced
from zermelo.search.alphabeta.futility import Futility
from zermelo.search.alphabeta.inner_deepening import InnerDeepening
from zermelo.search.alphabeta.move_count import MoveCount
from zermelo.search.alphabeta.mtdf import Mtdf
from zermelo.search.alphabeta.null_move import NullMove
from zermelo.search.alphabeta.probcut import Probcut
from zermelo.search.alphabeta.quiescence import Quiescence
from zermelo.search.alphabeta.reductions import Reductions
from zermelo.search.alphabeta.repetition import Repetition
from zermelo.search.alphabeta.singular import Singular
from zermelo.search.alphabeta.technique import Technique
from zermelo.search.alphabeta.windows import Windows
from zermelo.search.options import ORDERINGS, Ordering
from zermelo.search.parameter import any_number, choice, switch, whole

_IN_ORDER = (
    Windows, Mtdf, Aspiration, Repetition, Extensions, Forced, Quiescence, AtMost, Futility, NullMove, Probcut, InnerDeepening,
    Singular, MoveCount, Exchanges, Reductions,
)  # fmt: skip
TECHNIQUES: dict[str, type[Technique]] = {each.__module__.rpartition(".")[2]: each for each in _IN_ORDER}
"""The techniques by the parameter that switches them on, which is also the name of the file; in the order in which they are called."""

ROOT_WINDOWS = ("aspiration", "mtdf")
"""How else a search may choose its window at the root."""
CUTS = (">=", ">")
KEEP_VALUE: dict[str, Any] = {
    "ordering": Ordering(ORDERINGS),
    **dict.fromkeys(("table", "deepening", "inner_deepening", "pvs", "aspiration"), True),
    **dict.fromkeys(("forced", "at_most", "quiescence", "repetition"), True),
}
"""Everything that keeps the value exact and pays; for `strong`."""
FOR_PLAY: dict[str, Any] = {
    "ordering": Ordering(("pv", "exchange", "order", "killers", "replies")),
    "exact": False,
    **dict.fromkeys(("table", "deepening", "pvs", "aspiration"), True),
    **dict.fromkeys(("forced", "at_most", "quiescence", "repetition", "extensions"), True),
    **dict.fromkeys(("null_move", "probcut", "reductions", "futility", "move_count", "exchanges"), True),
}
"""What pays for play: other orderings, extensions, and all that skips what is unlikely to matter; for `selective`."""


@dataclass(frozen=True)
class AlphaBetaOptions(Options):
    """The techniques of one alpha-beta search; all off is plain alpha-beta."""

    inner_deepening: bool = switch("Find the first move by a shallower search if the table has none.")
    aspiration: bool = switch("Start with a narrow window around the last value.")
    mtdf: bool = switch("Find the value with empty windows only (MTD(f)).")
    windows: bool = switch("For solving: find wins and losses with empty windows, short ones first.")
    repetition: bool = switch("Count a position that occurs again as the draw that the rules say, with the game's history.")
    forced: bool = switch("Below the root, search only the moves that the game's `forced` keeps.")
    quiescence: bool = switch("Search noisy moves beyond the depth limit.")
    extensions: bool = switch("Search positions deeper in which a threat must be answered, as in check.")
    singular: bool = switch("Search a move deeper if all others look much worse.")
    at_most: bool = switch("Leave a position where a player cannot get enough any more, as the game's `at_most` says.")
    null_move: bool = switch("Cut off if even passing reaches beta. Needs exact=False.")
    probcut: bool = switch(
        "Cut off where a shallow search predicts a value far outside the window (Multi-ProbCut). Needs exact=False."
    )
    reductions: bool = switch("Search late moves less deep. Needs exact=False.")
    futility: bool = switch("Near the depth limit, leave positions and skip quiet moves whose evaluation is far outside the window. Needs exact=False.")  # fmt: skip
    move_count: bool = switch("Near the depth limit, skip late quiet moves. Needs exact=False.")
    exchanges: bool = switch("Near the depth limit, skip moves that lose by `exchange`. Needs exact=False.")
    table_depth: int = whole(0, "The least depth at which the table is used; in a search to the end, the game's `plies_left` stands for the depth.")  # fmt: skip
    alpha: float = any_number(-inf, "The lower bound of the window at the root. If the value is outside the window, the root is searched again.")  # fmt: skip
    beta: float = any_number(inf, "The upper bound of the window at the root.")
    cut: str = choice(">=", CUTS, 'When a move cuts off the others: when it reaches beta (">=") or only above beta (">"), as in some textbooks.')  # fmt: skip

    def on(self) -> dict[str, type[Technique]]:
        """The techniques that are switched on."""
        return {name: made for name, made in TECHNIQUES.items() if getattr(self, name)}

    def fitted(self, game: Game, viewed: bool = False) -> "AlphaBetaOptions":
        """The same without the techniques that do not pay in a game, or on a view of it, for ready-made sets of options."""
        fits = {name: made.pays(game) and (made.on_views or not viewed) for name, made in self.on().items()}
        unfit: dict[str, Any] = {name: False for name, kept in fits.items() if not kept}
        return replace(self, **unfit)

    def without_bets(self) -> "AlphaBetaOptions":
        """The same with the techniques that keep the value, and no others."""
        others: dict[str, Any] = dict.fromkeys(self.on(), False)
        return self if self.exact else replace(self, exact=True, **(others | KEEP_VALUE))

    @property
    def has_window(self) -> bool:
        """Whether the root has a window of its own."""
        return self.alpha > -inf or self.beta < inf

    @property
    def deepens_within_limits(self) -> bool:
        return not self.windows

    def heuristics(self) -> tuple[str, ...]:
        asked = (name for each in self.on().values() for name in each.heuristics)
        left = ("plies_left",) if self.table_depth > 0 else ()
        return tuple(dict.fromkeys((*super().heuristics(), *asked, *left)))


def check_alphabeta_options(options: AlphaBetaOptions, game: Game, who: str) -> None:
    """Raise AgentError if an option does not fit the game or another option."""
    for name, technique in options.on().items():
        if lack := technique.lacks(game):
            raise AgentError(f"{who}: {name} {lack}")
        if technique.needs_table and not options.table:
            raise AgentError(f"{who}: {name} needs table=True, because it relies on the transposition table")
        if technique.one_line and options.lines > 1:
            raise AgentError(f"{who}: {name} finds only one line; leave out {name} or lines={options.lines}")
        if technique.needs_exact and not options.exact:
            raise AgentError(f"{who}: {name} is for solving and needs exact values; leave out {name} or exact=False")
        if technique.changes_value and options.exact:
            raise AgentError(f"{who}: {name} may change the value; add exact=False to allow that")
    rivals = [name for name, made in options.on().items() if made.root_value is not Technique.root_value]
    if len(rivals) > 1:
        raise AgentError(f"{who}: use only one of {' and '.join(rivals)}")
    if not options.alpha < options.beta:
        raise AgentError(f"{who}: alpha={options.alpha:g} must be less than beta={options.beta:g}")
    if rivals and options.has_window:
        raise AgentError(f"{who}: {rivals[0]} chooses the windows of the root itself; leave out {rivals[0]}, or alpha and beta")
    if options.table_depth > 0 and not options.table:
        raise AgentError(f"{who}: table_depth={options.table_depth} is about the transposition table; add table=True")
    if options.threads > 1 and not options.table:
        raise AgentError(f"{who}: threads share results through the transposition table; add table=True, or leave threads out")
