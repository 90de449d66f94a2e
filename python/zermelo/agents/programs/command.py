"""Any program as an agent, by lines: one question in JSON, one answer.

    {"game": "connect4", "position": "...", "moves": ["1", "2", ...], "history": ["4", "4"], "player": "x", "seconds": null, "seed": 42}

The answer is a line with a move: its name, or its number in the list `choices` of the position if no move has that name. Or it is an object,
`{"move": "4", "value": 0.5}`: there a text is a name and a number is a number, and `value` is what the program thinks the position is worth to
the player to move. Limits that users give (`depth`, `nodes`, `playouts`) are further keys, and with clocks `left` and `increment`.

In a game that hides something the position is what the player sees, moves of others are "?" in the history, and `views` has all that the player has
seen so far, one text for each step of the history and one for the beginning.

A question says everything, so a program needs no memory. It may keep one: it lives for one game and one seat.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.agents.own_answers import move_of
from zermelo.agents.programs.agent import ProgramAgent, for_both
from zermelo.agents.programs.process import Broken, Process
from zermelo.files import check_allowed
from zermelo.game import Position, Random
from zermelo.limit import Limit
from zermelo.report import Report, plain
from zermelo.score import Score, is_number

_MOVES = 20
"""The share of the time on a clock that a program is told to use for a move."""
_HINT = "one line on stdout is the answer; print everything else to stderr"


@dataclass(frozen=True, repr=False)
class CommandAgent(ProgramAgent):
    """A program that answers questions in JSON; see the top of this file."""

    CALLED = "command"
    LIMITS = ("depth", "nodes", "playouts", "seconds")

    def check_game(self, position: Position) -> None:
        """Every game can be asked about."""

    def introduce(self, process: Process, position: Position) -> None:
        """Each question says everything."""

    def question(self, position: Position) -> dict[str, Any]:
        """What the program is asked."""
        limits = {name: getattr(self.limit, name) for name in self.LIMITS}
        clocks = {"left": list(self.left), "increment": self.increment} if self.left else {}
        return {
            "game": str(position.game),
            "position": str(position),
            "moves": list(position.moves),
            "history": list(position.history),
            **({"views": [str(each) for each in position.line()]} if position.game.hides else {}),
            "player": position.turn,
            "seconds": self._share(position),
            "seed": Random(self.seed ^ position.stamp).bits() >> 11,  # JavaScript has whole numbers up to 53 bits
            **{name: value for name, value in limits.items() if value is not None and name != "seconds"},
            **clocks,
        }

    def _share(self, position: Position) -> float | None:
        """The seconds for a move: the limit, and no more than a share of the time on the clock."""
        most = self.limit.seconds
        if not self.left:
            return most
        share = self.left[position.player] / _MOVES + self.increment / 2
        return share if most is None else min(most, share)

    def ask(self, process: Process, position: Position) -> Iterator[Report]:
        started = time.perf_counter()
        process.tell(json.dumps(self.question(position)))
        answer = process.line(self.deadline(position))
        try:
            text = answer.decode().strip()
        except UnicodeDecodeError:
            raise Broken("answered bytes that are not UTF-8") from None
        move, value = self._read(position, text)
        known: dict[str, Any] = {}
        if value is not None:
            known = {"value": plain(value), "values": for_both(position, value), "score": Score.guess(value)}
        yield self.report(position, (position.name(move),), started, **known)

    def _read(self, position: Position, text: str) -> tuple[int, float | None]:
        """The move of an answer, and the value if it has one."""
        if text.startswith("{"):
            return self._read_object(position, text)
        if text.isascii() and text.isdigit() and len(text) < 10 and text not in position.moves and int(text) in position.choices:
            return int(text), None
        if not text:
            raise Broken("answered an empty line")
        return self.move(position, text, _HINT), None

    def _read_object(self, position: Position, text: str) -> tuple[int, float | None]:
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            raise self.failure(position, f"answered `{text[:60]}`, which is not JSON,") from None
        move, value = answer.get("move"), answer.get("value")
        if not isinstance(move, str | int) or isinstance(move, bool):
            raise self.failure(position, f"answered `{text[:60]}` without a `move`", 'write it like {"move": "a1"}')
        if value is not None and not is_number(value):
            raise self.failure(position, f"answered the value {value!r:.60}, which is not a number,")
        number = self.move(position, move) if isinstance(move, str) else move_of(self, position, move)
        return number, value


def command(
    program: str,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    playouts: int | None = None,
    patience: float | None = None,
) -> CommandAgent:
    """Asks any program, such as `command("./my_program --level 3")`: one line of JSON is the question, one line is the answer.

    Limits are passed on to the program. `patience` says after how many seconds without an answer it is ended: by default three times its limit,
    at least 10, and 60 if it has no limit.
    """
    check_allowed(programs=True)
    return CommandAgent(program, Limit(depth=depth, nodes=nodes, playouts=playouts, seconds=seconds), patience)
