"""A game written in Prolog, in the form that lecture notes have.

    moves(Pos, Successors)    the positions that follow; fails where the game is over
    staticval(Pos, Value)     the value for MAX of a position where the game is over
    max_to_move(Pos)          MAX is on turn
    min_to_move(Pos)          MIN is on turn
    start(Pos)                where the game begins; the only addition to the notes

Where `moves` is missing, move(Pos, Next) gives one successor at a time; in place of `staticval` and `max_to_move` a program may have utility(Pos, Value)
and isMinPlayer(Pos). Optional are move_name(Pos, Next, Name), which says what people call a move, and bounds(Low, High), between which all
values lie: a value that reaches a bound is a win or a loss. Without bounds no end counts as a win, and values are shown as they are.

A state is the text of a term. Prolog writes it, so equal terms are equal texts. A move is the number of a successor in the list. `staticval` also evaluates
positions at a depth limit, if it has a value for the start position.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from zermelo import files
from zermelo.errors import GameError, MoveError, PositionError, RuleError
from zermelo.game import Field, Game, State, i8, u8
from zermelo.game.declarations import MOST_MOVES
from zermelo.games.outside.prolog_process import MAX_WORTH, Facts, Program, Session, session, shortly

SUFFIX = ".pl"
MOST_BYTES = 4 << 20
MOST_SIZE = 8192
"""The longest text of a position, in bytes."""
_LONG = 60
"""A move is called by its number if the text of its position is longer than this."""


class PrologGame(Game):
    """A game written in Prolog: a file with moves/2, staticval/2, max_to_move/1 and min_to_move/1."""

    interpreted = True
    out_of_turn = False
    players = ("MAX", "MIN")
    max_moves = MOST_MOVES

    def __init__(self, file: str | os.PathLike[str], start: str | None = None, size: int = 256) -> None:
        """The game in a file. `start` is its first position if the file has no `start`; `size` is the greatest length of a position's text."""
        if not isinstance(size, int) or not 1 <= size <= MOST_SIZE:
            raise GameError(f"size={size!r} is not a length in bytes; give a whole number from 1 to {MOST_SIZE}")
        if start is not None and not isinstance(start, str | int):
            raise GameError(f'start={start!r} is not a position; write a term in quotes, such as start="pos(x,[])"')
        self.program = program(file)
        self.size = size
        self._check_interface()
        self.first = self._first(None if start is None else str(start))
        self.evaluates = self.first is not None and self.session.value(self.first) is not None
        self.bounds = self._bounds()

    @classmethod
    def title(cls) -> str:
        return "prolog"

    @property
    def session(self) -> Session:
        """The Prolog that answers, in this process."""
        found: Session | None = vars(self).get("_outside")
        if found is None or not found.is_ours:
            found = vars(self)["_outside"] = session(self.program)
        return found

    # Rules

    def state(self) -> Mapping[str, Field]:
        if self.first is None:
            return dict(text=u8[self.size], turn=i8)
        facts = self.session.facts(self.first)
        return dict(text=u8(self._packed(facts.text)), turn=i8(facts.turn))

    def facts(self, s: State) -> Facts:
        """What Prolog says about a state."""
        text = bytes(s.text).rstrip(b"\0").decode(errors="replace")
        if not text:
            raise GameError(self._no_start())
        return self.session.facts(text)

    def moves(self, s: State) -> Iterator[int]:
        yield from range(len(self.facts(s).successors))

    def play(self, s: State, move: int) -> None:
        text = self.facts(s).successors[move]
        s.text = self._packed(text)
        s.turn = self.session.facts(text).turn

    def over(self, s: State) -> bool:
        return not self.facts(s).successors

    def utility(self, s: State, player: int) -> float:
        value = self.facts(s).value
        return value if player == 0 else 0.0 - value

    # Heuristics

    def evaluate(self, s: State, player: int) -> float:
        if not self.evaluates:
            return 0.0
        facts = self.facts(s)
        value = self.session.value(facts.text)
        if value is None:
            raise RuleError(
                f"{self.program.name}: staticval({shortly(facts.text)}, _) fails, although it has a value for the start position, so a "
                "search with a depth limit cannot value this position; define staticval for all positions, or only for ends"
            )
        return value if player == 0 else 0.0 - value

    def defines(self, rule: str) -> bool:
        """A program whose `staticval` fails in the start position has no evaluation: it values ends only."""
        return super().defines(rule) and (rule != "evaluate" or self.evaluates or "_evaluation" in vars(self))

    # Display

    def show(self, s: State) -> str:
        return self.facts(s).text

    def read(self, text: str) -> State:
        """The state of a term, with or without the full stop."""
        text = text.strip()
        try:
            text.encode()
            facts = self._read(text)
            s = self.fresh()
            s.text, s.turn = self._packed(facts.text), facts.turn
        except UnicodeError:
            raise PositionError("the text of a position must be valid Unicode") from None
        except (RuleError, GameError) as error:
            raise PositionError(str(error)) from error
        return s

    def name(self, s: State, move: int) -> str:
        return self._names(s)[move]

    def parse(self, s: State, text: str) -> int:
        """A move by its name, or by the position that it leads to."""
        wanted, names = "_".join(text.split()), self._names(s)
        positions = ["_".join(each.split()) for each in self.facts(s).successors]
        lower = [each.lower() for each in names]
        for known, word in ((names, wanted), (positions, wanted), (lower, wanted.lower())):
            if known.count(word) == 1 or (known is positions and word in known):
                return known.index(word)
        raise MoveError(f"`{text}` is not the name of a legal move here")

    def _names(self, s: State) -> list[str]:
        """Names without spaces, each different: what `move_name` says, the position itself if it is short, or a number."""
        facts = self.facts(s)
        given = zip(self.session.names(facts.text), facts.successors, strict=True)
        names: list[str] = []
        for number, (name, text) in enumerate(given, 1):
            word = "_".join((name or text).split())
            word = word if len(word) <= _LONG else str(number)
            names.append(word if word not in names else f"{word}#{number}")
        return names

    def __str__(self) -> str:
        (file, *args), kwargs = self._arguments if self._arguments[0] else ((self._arguments[1]["file"],), self._arguments[1])
        given = [repr(each) for each in args] + [f"{name}={value!r}" for name, value in kwargs.items() if name != "file"]
        return f"{os.fspath(file)}" + (f"({', '.join(given)})" if given else "")

    # What the program has

    def _check_interface(self) -> None:
        self.session.start()
        defined, name = self.session.defined, self.program.name
        for one, other in (("moves/2", "move/2"), ("staticval/2", "utility/2"), ("max_to_move/1", "isMinPlayer/1")):
            if not defined & {one, other, "min_to_move/1" if one == "max_to_move/1" else one}:
                raise GameError(
                    f"{name} does not define {one} (nor {other}); a game in Prolog needs moves/2, staticval/2, max_to_move/1 and min_to_move/1"
                )

    def _first(self, start: str | None) -> str | None:
        """The text of the start position; None if the program has none."""
        if start is None and not self.session.defined & {"start/1", "initial/1"}:
            return None
        try:
            text = self.session.ask("start", None)[0] if start is None else self._read(start).text
            self._packed(text)
        except (PositionError, RuleError) as error:
            raise GameError(str(error)) from error
        return text

    def _bounds(self) -> tuple[float, float]:
        """What the program declares, or more than any value may be."""
        if "bounds/2" not in self.session.defined:
            return (-MAX_WORTH, MAX_WORTH)
        low, high = (self.session.number(each, "a bound") for each in self.session.ask("bounds", None))
        if not low < high:
            raise GameError(f"{self.program.name}: bounds({low:g}, {high:g}) must name the least value first, then the greatest")
        return (low, high)

    def _read(self, text: str) -> Facts:
        try:
            return self.session.facts(text)
        except PositionError:
            if not text.endswith("."):
                raise
            return self.session.facts(text[:-1])

    def _packed(self, text: str) -> list[int]:
        data = text.encode()
        if len(data) > self.size:
            raise GameError(
                f"the position {shortly(text)} of {self.program.name} has {len(data)} bytes, more than size={self.size}; "
                f"give the game a greater size, such as {self.program.name}(size={min(MOST_SIZE, 2 * len(data))})"
            )
        return [*data, *bytes(self.size - len(data))]

    def _no_start(self) -> str:
        name = self.program.name
        return (
            f"{name} does not say where the game begins: add a fact such as start(a). to the file, or give a position, "
            f'such as {name}(start="a") or --position a'
        )


def program(file: str | os.PathLike[str], *others: str | os.PathLike[str]) -> Program:
    """The program in a file, with others that are loaded after it."""
    files.check_allowed(programs=True)
    found: list[tuple[str, str]] = []
    for each in (file, *others):
        path = files.expanded(each)
        if not path.exists():
            raise GameError(f"there is no file {each}")
        found.append((str(Path(path).absolute()), files.read_text(path, GameError, MOST_BYTES)))
    return Program(tuple(found))
