"""The techniques of alpha-beta, each switched on by name and declared in its own file.

There are three kinds. Most keep the value and only find it faster. `quiescence` and `singular` search beyond the depth limit.
`null_move`, `reductions` and `futility` skip what is unlikely to matter; they may change the value, and need `exact=False`.

Besides, textbooks differ in two points: the window with which the root is searched (`alpha`, `beta`), and whether a move must reach beta or be above
it to cut off the others (`cut`). Neither changes the value.
"""

from dataclasses import dataclass
from math import inf

from zermelo.errors import AgentError
from zermelo.game import Game
from zermelo.search import Options
from zermelo.search.alphabeta.aspiration import Aspiration
from zermelo.search.alphabeta.futility import Futility
from zermelo.search.alphabeta.inner_deepening import InnerDeepening
from zermelo.search.alphabeta.mtdf import Mtdf
from zermelo.search.alphabeta.null_move import NullMove
from zermelo.search.alphabeta.quiescence import Quiescence
from zermelo.search.alphabeta.reductions import Reductions
from zermelo.search.alphabeta.repetition import Repetition
from zermelo.search.alphabeta.singular import Singular
from zermelo.search.alphabeta.technique import Technique
from zermelo.search.alphabeta.windows import Windows
from zermelo.search.parameter import any_number, choice, switch

_IN_ORDER = (Windows, Mtdf, Aspiration, Repetition, Quiescence, NullMove, InnerDeepening, Singular, Futility, Reductions)
TECHNIQUES: dict[str, type[Technique]] = {each.__module__.rpartition(".")[2]: each for each in _IN_ORDER}
"""The techniques by the parameter that switches them on, which is also the name of the file; in the order in which they are called."""

CUTS = (">=", ">")


@dataclass(frozen=True)
class AlphaBetaOptions(Options):
    """The techniques of one alpha-beta search; all off is plain alpha-beta."""

    inner_deepening: bool = switch("Find the first move by a shallower search if the table has none.")
    aspiration: bool = switch("Start with a narrow window around the last value.")
    mtdf: bool = switch("Find the value with empty windows only (MTD(f)).")
    windows: bool = switch("For solving: find wins and losses with empty windows, short ones first.")
    repetition: bool = switch("Count a position that occurs again as the draw that the rules say, with the game's history.")
    quiescence: bool = switch("Search noisy moves beyond the depth limit.")
    singular: bool = switch("Search a move deeper if all others look much worse.")
    null_move: bool = switch("Cut off if even passing reaches beta. Needs exact=False.")
    reductions: bool = switch("Search late moves less deep. Needs exact=False.")
    futility: bool = switch("Skip quiet moves that are unlikely to reach alpha, one ply before the depth limit. Needs exact=False.")  # fmt: skip
    alpha: float = any_number(-inf, "The lower bound of the window at the root. If the value is outside the window, the root is searched again.")  # fmt: skip
    beta: float = any_number(inf, "The upper bound of the window at the root.")
    cut: str = choice(">=", CUTS, 'When a move cuts off the others: when it reaches beta (">=") or only above beta (">"), as in some textbooks.')  # fmt: skip

    def on(self) -> dict[str, type[Technique]]:
        """The techniques that are switched on."""
        return {name: made for name, made in TECHNIQUES.items() if getattr(self, name)}

    @property
    def has_window(self) -> bool:
        """Whether the root has a window of its own."""
        return self.alpha > -inf or self.beta < inf

    @property
    def deepens_within_limits(self) -> bool:
        return not self.windows

    def heuristics(self) -> tuple[str, ...]:
        asked = (name for each in self.on().values() for name in each.heuristics)
        return tuple(dict.fromkeys((*super().heuristics(), *asked)))


def check_alphabeta_options(options: AlphaBetaOptions, game: Game, who: str) -> None:
    """Raise AgentError if an option does not fit the game or another option."""
    for name, technique in options.on().items():
        if technique.needs_noisy and not game.defines("noisy"):
            raise AgentError(
                f"{who}: {name} needs a method `noisy` that says which moves may change the evaluation a lot; {game} has none"
            )
        if technique.needs_table and not options.table:
            raise AgentError(f"{who}: {name} needs table=True, because it relies on the transposition table")
        if technique.one_line and options.lines > 1:
            raise AgentError(f"{who}: {name} finds only one line; leave out {name} or lines={options.lines}")
        if technique.needs_exact and not options.exact:
            raise AgentError(f"{who}: {name} is for solving and needs exact values; leave out {name} or exact=False")
        if technique.changes_value and options.exact:
            raise AgentError(f"{who}: {name} may change the value; add exact=False to allow that")
        technique.check(game, who)
    rivals = [name for name, made in options.on().items() if made.root_value is not Technique.root_value]
    if len(rivals) > 1:
        raise AgentError(f"{who}: use only one of {' and '.join(rivals)}")
    if not options.alpha < options.beta:
        raise AgentError(f"{who}: alpha={options.alpha:g} must be less than beta={options.beta:g}")
    if rivals and options.has_window:
        raise AgentError(f"{who}: {rivals[0]} chooses the windows of the root itself; leave out {rivals[0]}, or alpha and beta")
    if options.threads > 1 and not options.table:
        raise AgentError(f"{who}: threads share results through the transposition table; add table=True, or leave threads out")
