"""What a search may use besides alpha and beta: each technique switchable by name.

Three kinds. Most leave the value as it is and only find it faster. `quiescence` and `singular` look beyond the depth limit
where that seems to matter. The rest, `null_move`, `reductions` and `futility`, are bets: they skip what is unlikely to
matter and may now and then be wrong, so they are taken only by a search that says `exact=False`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from zermelo.errors import AgentError, nearest
from zermelo.game.protocol import Game

ORDERINGS = ("pv", "order", "killers", "history")
"""Those of `ordering="all"`."""
EVERY_ORDERING = (*ORDERINGS, "ads")
PRUNINGS = ("none", "immediate", "shallow", "last_branch", "speculative")
"""Those of max^n."""
STARS = ("star1", "star2", "star2.5")
"""Those of expectiminimax; each includes the ones before it."""
TIES = ("first", "paranoid", "average")
DEFAULTS = {"threat": "", "ads": "move_to_front", "pruning": "none", "ties": "first"}
FAITHFUL = ("inner_deepening", "pvs", "aspiration", "mtdf", "windows")
"""Leave the value as it is."""
BEYOND = ("quiescence", "singular")
"""Look beyond the depth limit."""
BETS = ("null_move", "reductions", "futility")
"""May be wrong."""


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
    singular: bool = False
    """Search a move deeper when the others look much worse."""
    null_move: bool = False
    """Stop where even passing is too good."""
    reductions: bool = False
    """Search late moves less deep."""
    futility: bool = False
    """Skip quiet moves before the depth limit where they cannot make up for the deficit."""
    exact: bool = True
    """Whether the value must be the one that plain alpha-beta finds (or, with quiescence and extensions, would find)."""
    threat: str = ""
    """The rule of Threat-ADS, by which best-reply search orders the opponents; none where it is empty."""
    ads: str = "move_to_front"
    """The rule of History-ADS, where `ordering` has it."""
    pruning: str = "none"
    """What max^n or expectiminimax may prune."""
    ties: str = "first"
    """Which of several best moves max^n takes."""
    lines: int = 1
    """How many moves get a value and a line of their own."""
    threads: int = 1

    def techniques(self) -> dict[str, bool | int | float | str]:
        """Every option by name, as the twin takes them."""
        return {**{field.name: getattr(self, field.name) for field in fields(self)}, "ordering": "+".join(self.ordering)}

    def taste(self) -> tuple[str, ...]:
        """What the search will ask the game besides its rules."""
        asks_noisy = self.quiescence or self.reductions or self.futility
        asked = {"evaluate": True, "noisy": asks_noisy, "order": "order" in self.ordering, "key": self.table}
        return tuple(name for name, wanted in asked.items() if wanted)

    def __str__(self) -> str:
        """As it is written in an agent: only what is switched on."""
        names = ["ordering=" + ("all" if self.ordering == ORDERINGS else repr("+".join(self.ordering)))] if self.ordering else []
        names += [f"{name}=True" for name in ("table", "deepening", *FAITHFUL, *BEYOND, *BETS) if getattr(self, name)]
        names += [] if self.exact else ["exact=False"]
        names += [
            f"{name}={value!r}"
            for name in ("threat", "ads", "pruning", "ties")
            if (value := getattr(self, name)) != DEFAULTS[name]
        ]
        names += [f"{name}={getattr(self, name)}" for name in ("lines", "threads") if getattr(self, name) != 1]
        return ", ".join(names)


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
        if name not in EVERY_ORDERING:
            raise AgentError(
                f"there is no ordering `{name}`; there are {', '.join(EVERY_ORDERING)}, all and none."
                f"{nearest(str(name), EVERY_ORDERING)}"
            )
    return tuple(name for name in EVERY_ORDERING if name in names)


def check_options(options: Options, game: Game, who: str) -> None:
    """Refuse, with the reason, what does not apply to a game or does not go together."""
    for name in ("quiescence", "futility"):
        if getattr(options, name) and not game.defines("noisy"):
            raise AgentError(f"{who}: {name} needs a rule `noisy` that tells which moves upset the evaluation; {game} has none")
    for name in ("inner_deepening", "mtdf", "windows", "singular"):
        if getattr(options, name) and not options.table:
            raise AgentError(f"{who}: {name} needs table=True, which keeps what it finds")
    rivals = [name for name in ("mtdf", "aspiration", "windows") if getattr(options, name)]
    if len(rivals) > 1:
        raise AgentError(f"{who}: {' and '.join(rivals)} are {len(rivals)} answers to one question; choose one")
    for name in ("mtdf", "windows"):
        if getattr(options, name) and options.lines > 1:
            raise AgentError(f"{who}: {name} finds one value; leave it out, or lines={options.lines}")
    for name in BETS:
        if getattr(options, name) and options.exact:
            raise AgentError(f"{who}: {name} may change the value; add exact=False if that is all right")
    if options.null_move:
        _check_passing(game, who)
    if options.threads > 1 and not options.table:
        raise AgentError(f"{who}: threads work together through the table; add table=True, or leave threads out")


def _check_passing(game: Game, who: str) -> None:
    """Whether a player may be imagined to pass."""
    why = None
    if not game.out_of_turn:
        why = "says out_of_turn = False"
    elif game.defines("to_move") or "turn" not in game.layout.fields:
        why = "decides by itself whose turn it is"
    elif game.rules.players != 2:
        why = "is not for two"
    if why is not None:
        raise AgentError(f"{who}: null_move needs a game in which a player can be imagined to pass, but {game} {why}")
