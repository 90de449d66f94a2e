"""What a search may use besides alpha and beta: each technique switchable by name.

None of them but quiescence changes the value, only how fast it is found; quiescence looks beyond the depth limit.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.errors import AgentError, nearest
from zermelo.game import Game

ORDERINGS = ("pv", "order", "killers", "history")


@dataclass(frozen=True)
class Options:
    """The techniques of one search; all off is plain alpha-beta."""

    ordering: tuple[str, ...] = ()
    table: bool = False
    deepening: bool = False
    """Search depth 1, 2, 3 ... even when the depth is given."""
    inner_deepening: bool = False
    """Search less deep first where there is no table move to begin with."""
    pvs: bool = False
    aspiration: bool = False
    mtdf: bool = False
    windows: bool = False
    """Settle win and loss by empty windows, near ends first."""
    quiescence: bool = False

    def techniques(self) -> list[str]:
        """Names of what is switched on, as the twin takes them."""
        switches = ("inner_deepening", "pvs", "aspiration", "mtdf", "windows", "quiescence")
        return [*self.ordering, *(name for name in switches if getattr(self, name))]

    def taste(self) -> tuple[str, ...]:
        """What the search will ask the game besides its rules."""
        asked = {"evaluate": True, "noisy": self.quiescence, "order": "order" in self.ordering, "key": self.table}
        return tuple(name for name, wanted in asked.items() if wanted)

    def __str__(self) -> str:
        """As it is written in an agent: only what is switched on."""
        names = ["ordering=" + ("all" if self.ordering == ORDERINGS else repr("+".join(self.ordering)))] if self.ordering else []
        switches = ("table", "deepening", "inner_deepening", "pvs", "aspiration", "mtdf", "windows", "quiescence")
        return ", ".join([*names, *(f"{name}=True" for name in switches if getattr(self, name))])


def ordering_names(text: str | bool | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Orderings from what users write: "all", "none", or names such as "killers+history".

    >>> ordering_names("killers + pv")
    ('pv', 'killers')
    """
    if text is True or text == "all":
        return ORDERINGS
    if text is False or text == "none":
        return ()
    names = [name.strip() for name in text.replace(",", "+").split("+")] if isinstance(text, str) else list(text)
    for name in names:
        if name not in ORDERINGS:
            raise AgentError(
                f"there is no ordering `{name}`; there are {', '.join(ORDERINGS)}, all and none.{nearest(str(name), ORDERINGS)}"
            )
    return tuple(name for name in ORDERINGS if name in names)


def check_options(options: Options, game: Game, who: str) -> None:
    """Refuse, with the reason, what does not apply to a game or does not go together."""
    if options.quiescence and not game.defines("noisy"):
        raise AgentError(f"{who}: quiescence needs a rule `noisy` that tells which moves upset the evaluation; {game} has none")
    for name in ("inner_deepening", "mtdf", "windows"):
        if getattr(options, name) and not options.table:
            raise AgentError(f"{who}: {name} needs table=True, which keeps what it finds")
    rivals = [name for name in ("mtdf", "aspiration", "windows") if getattr(options, name)]
    if len(rivals) > 1:
        raise AgentError(f"{who}: {' and '.join(rivals)} are {len(rivals)} answers to one question; choose one")
