"""The techniques of alpha-beta, each switched on by name and declared in its own file.

There are three kinds. Most keep the value and only find it faster. `quiescence` and `singular` search beyond the depth limit.
`null_move`, `reductions` and `futility` skip what is unlikely to matter; they may change the value, and need `exact=False`.
"""

from dataclasses import dataclass

from zermelo.errors import AgentError
from zermelo.game import Game
from zermelo.search import Options
from zermelo.search.alphabeta import (
    aspiration,
    futility,
    inner_deepening,
    mtdf,
    null_move,
    quiescence,
    reductions,
    singular,
    windows,
)
from zermelo.search.alphabeta.technique import Technique

TECHNIQUES: tuple[type[Technique], ...] = (
    windows.Windows,
    mtdf.Mtdf,
    aspiration.Aspiration,
    quiescence.Quiescence,
    null_move.NullMove,
    inner_deepening.InnerDeepening,
    singular.Singular,
    futility.Futility,
    reductions.Reductions,
)
"""In the order in which their hooks are called."""


@dataclass(frozen=True)
class AlphaBetaOptions(
    reductions.Options,
    futility.Options,
    null_move.Options,
    singular.Options,
    quiescence.Options,
    windows.Options,
    mtdf.Options,
    aspiration.Options,
    inner_deepening.Options,
    Options,
):
    """The techniques of one alpha-beta search; all off is plain alpha-beta."""

    def on(self) -> list[type[Technique]]:
        """The techniques that are switched on."""
        return [technique for technique in TECHNIQUES if getattr(self, technique.option)]

    @property
    def deepens_within_limits(self) -> bool:
        return not self.windows

    def heuristics(self) -> tuple[str, ...]:
        asked = (name for technique in self.on() for name in technique.heuristics)
        return tuple(dict.fromkeys((*super().heuristics(), *asked)))


def check_alphabeta_options(options: AlphaBetaOptions, game: Game, who: str) -> None:
    """Raise AgentError if an option does not fit the game or another option."""
    for technique in options.on():
        name = technique.option
        if technique.needs_noisy and not game.defines("noisy"):
            raise AgentError(
                f"{who}: {name} needs a method `noisy` that says which moves may change the evaluation a lot; {game} has none"
            )
        if technique.needs_table and not options.table:
            raise AgentError(f"{who}: {name} needs table=True, because it relies on the transposition table")
        if technique.one_line and options.lines > 1:
            raise AgentError(f"{who}: {name} finds only one line; leave out {name} or lines={options.lines}")
        if technique.changes_value and options.exact:
            raise AgentError(f"{who}: {name} may change the value; add exact=False to allow that")
        technique.check(game, who)
    rivals = [technique.option for technique in options.on() if technique.root_value is not Technique.root_value]
    if len(rivals) > 1:
        raise AgentError(f"{who}: use only one of {' and '.join(rivals)}")
    if options.threads > 1 and not options.table:
        raise AgentError(f"{who}: threads share results through the transposition table; add table=True, or leave threads out")
