"""How a game begins: which game, who sits where, with which clocks and from which position. It comes as a form that somebody filled in,
as an address such as `/?game=connect4&seats=person|level(3)&moves=4 4`, as a saved game, or as what a browser kept when a page was left.

All of these are texts by strangers. They become a table here, or an error that says what is wrong with them.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from zermelo.agents.default import default_agent
from zermelo.agents.levels import LEVELS
from zermelo.errors import AgentError, ZermeloError
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.games import catalog
from zermelo.play.transcript import PERSON, Transcript, TranscriptError
from zermelo.studio.limits import Limits
from zermelo.studio.scene import seen
from zermelo.studio.table import Table, seated
from zermelo.studio.timing import Pace

FIRST_GAME = "connect4"
FIRST_LEVEL = "level(3)"
_SEATS = "|"
"""Between one seat and the next in an address; agents have commas and brackets of their own."""


_SAID = {
    "level": "level {1}",
    "seconds=": "{0}, {1} s a move",
    "playouts=": "{0}, {1} playouts a move",
    "games=": "{0}, {1} games a move",
}


@dataclass(frozen=True)
class Opening:
    """How a game begins."""

    game: str = FIRST_GAME
    seats: tuple[str, ...] = ()
    """Empty for one person against opponents that fit."""
    clock: str = ""
    position: str = ""
    moves: str = ""

    @classmethod
    def from_address(cls, query: Mapping[str, str]) -> Opening | None:
        """What an address asks for; None where it asks for nothing."""
        if not any(query.get(name) for name in ("game", "seats", "position", "moves")):
            return None
        seats = tuple(filter(None, (seat.strip() for seat in query.get("seats", "").split(_SEATS))))
        texts = {name: query.get(name, "") for name in ("clock", "position", "moves")}
        return cls(query.get("game") or FIRST_GAME, seats, **texts)

    def lay(self, limits: Limits, seed: int) -> Table:
        """The table, ready to begin."""
        position = limits.position(limits.game(self.game), self.position)
        if self.moves.strip():
            position = position.play(self.moves)
        if ".py" in self.game:
            seen(position, True)  # a board that cannot be drawn is better known before anybody sits down at it
        seats = self.seats or _default_seats(position)
        return Table(position, seated(seats, lambda text: limits.agent(text, position)), Pace.read(self.clock), seed)


def load(text: str, name: str, limits: Limits, seed: int, known: Game | None = None) -> Table:
    """The table of a saved game; `known` is the game at hand, for one with rules in a file."""
    played = Transcript.from_pgn(text) if name.lower().endswith(".pgn") else Transcript.loads(text)
    with limits.fence():
        return _resume(played, limits, seed, _its_game(played, limits, known), None)


def keep(table: Table, game: str) -> str:
    """Everything that a browser has to keep so that a page can be left and come back to; `game` is how it was asked for."""
    clock = "" if table.pace is None else str(table.pace)
    return json.dumps({"game": game, "clock": clock, "left": table.left(), "transcript": table.transcript().to_json()})


def recall(text: str, limits: Limits, seed: int) -> tuple[Table, str]:
    """The table that a browser has kept, and how its game was asked for."""
    try:
        kept = json.loads(text)
        asked, clock, left = str(kept["game"]), str(kept["clock"]), [float(each) for each in kept["left"]]
        played = Transcript.from_json(kept["transcript"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise TranscriptError("what the browser has kept of the last game cannot be read; a new one begins") from None
    with limits.fence():
        table = _resume(played, limits, seed, limits.game(asked), Pace.read(clock))
    if table.clocks is not None and len(left) == len(table.seats):
        table.clocks.left = [max(0.0, each) for each in left]
    return table, asked


def _resume(played: Transcript, limits: Limits, seed: int, game: Game, pace: Pace | None) -> Table:
    position = played.replay(game)

    def sits(text: str) -> str:
        """An agent that can play here, or a person for anybody else: a PGN has names of people."""
        with suppress(ZermeloError):
            limits.agent(text, position)
            return text
        return PERSON

    seats = [text if text == PERSON else sits(text) for text in played.seats] or [PERSON] * len(game.players)
    table = Table(position, seated(seats, lambda text: limits.agent(text, position)), pace, seed)
    if played.result is not None and not position.over:
        table.ended = played.result
    return table


def _its_game(played: Transcript, limits: Limits, known: Game | None) -> Game:
    if known is not None and str(known) == played.game:
        return known
    if played.game.partition("(")[0].strip().lower() not in catalog():
        raise TranscriptError(
            f"the saved game is of {played.game}, which is not built in; open its rules first, then load it again"
        )
    return limits.game(played.game)


# Choices for forms


def parameters(title: str) -> dict[str, str]:
    """What a game can be asked to vary, with the usual values.

    >>> parameters("connect")
    {'rows': '6', 'cols': '7', 'line': '4', 'players': '2'}
    """
    signature = inspect.signature(catalog()[title])
    return {
        name: str(each.default) if isinstance(each.default, str) else repr(each.default)
        for name, each in signature.parameters.items()
        if each.default is not inspect.Parameter.empty and each.kind is not inspect.Parameter.VAR_KEYWORD
    }


def asked_for(title: str, values: Mapping[str, str]) -> str:
    """The game with these values, as one asks for it; usual ones are left out.

    >>> asked_for("connect", {"rows": "5", "cols": "7", "line": " 4"})
    'connect(rows=5)'
    """
    usual = parameters(title)
    changed = [f"{name}={value.strip()}" for name, value in values.items() if value.strip() not in ("", usual.get(name))]
    return f"{title}({', '.join(changed)})" if changed else title


def opponents(position: Position) -> list[str]:
    """Agents that can play a game, those for people first."""
    from zermelo.agents.registry import agent
    from zermelo.engine.agent import check_agent

    texts = [*(f"level({number})" for number in range(1, len(LEVELS) + 1)), default_agent(position)]
    texts += ["uct(playouts=200)", "uct(seconds=1)", "montecarlo(games=20)", "random"]
    found: dict[str, None] = {}
    for text in texts:
        with suppress(AgentError):
            check_agent(agent(text), position)
            found[text] = None
    return list(found)


def in_words(text: str) -> str:
    """A seat the way people say it.

    >>> in_words("level(3)"), in_words("uct(seconds=1)"), in_words("alphabeta(depth=3, table=True)")
    ('level 3', 'uct, 1 s a move', 'alphabeta(depth=3, table=True)')
    """
    match = re.fullmatch(r"(\w+)\((\w+=)?([\d.]+)(, ordering=all, table=True)?\)", text)
    said = _SAID.get("level" if match[1] == "level" else str(match[2])) if match else None
    return said.format(match[1], match[3]) if match and said else text


def _default_seats(position: Position) -> Sequence[str]:
    if position.over:
        return [PERSON] * len(position.game.players)
    known = opponents(position)
    other = FIRST_LEVEL if FIRST_LEVEL in known else next((text for text in known if text != "random"), "random")
    return [PERSON] + [other] * (len(position.game.players) - 1)
