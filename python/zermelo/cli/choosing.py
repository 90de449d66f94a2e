"""Choosing with the keys: a cursor on the board, arrows that are moves, or a list.

What there is to choose from decides. Moves that touch squares are made by pointing at these, one after the other; a game whose
moves are called up, down, left and right is played with the arrows themselves; all else is a list. Where pointing leaves
several moves, as when a pawn may become a queen or a knight, a list of those settles it. A name can be typed at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from zermelo.cli.board import Marks, last_move, show, width
from zermelo.cli.keys import ARROWS
from zermelo.game.board import touched

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from zermelo.game.position import Position

_ROWS = 8
"""Of a list, at most so many are shown at once."""


class Chooser(Protocol):
    """Something that keys choose from."""

    advice: str
    """What the keys do here, in a few words."""
    needs: int
    """How many columns of the screen it needs."""
    names: Sequence[str]
    """What can be typed instead."""

    def draw(self, typed: str) -> Text:
        """What it looks like now; `typed` is the beginning of a name."""

    def arrow(self, key: str) -> str | None:
        """An arrow was pressed; the answer if that decides."""

    def enter(self) -> str | None:
        """Enter was pressed; the answer if that decides."""

    def escape(self) -> None:
        """Take back what was pointed at."""

    def tab(self) -> None:
        """Show what can be chosen, or hide it again."""


def chooser(position: Position, out: Console, cursor: str | None = None) -> Chooser:
    """The way to choose a move here."""
    names = position.moves
    if set(names) <= set(ARROWS):
        return Arrows(position, out)
    board = Pointing(position, out, cursor)
    return board if board.paths else Listing(names, out, position)


class Pointing:
    """A cursor on the board."""

    def __init__(self, position: Position, out: Console, cursor: str | None) -> None:
        self.position, self.out, self.board = position, out, position.board
        found = {position.name(move): touched(position, move) for move in position.choices}
        self.paths = {name: squares for name, squares in found.items() if squares}
        self.others = [name for name, squares in found.items() if not squares]
        self.names: Sequence[str] = list(found)
        self.needs = width(position)
        self.picked: tuple[str, ...] = ()
        self.showing = False
        self.notice = ""
        self.options: Listing | None = None
        self.cursor = cursor if self.board and cursor in self.board.squares else self._first()
        more = f", or type {' or '.join(self.others)}" if 0 < len(self.others) < 4 else ""
        self.advice = f"arrows and Enter, or type a move{more} · Tab shows where · help"

    def _first(self) -> str:
        """Where the cursor begins: on the square that a move begins with which is nearest to the middle of the board."""
        if self.board is None or not self.paths:
            return ""
        squares, middle = self.board.squares, self.board.squares[self.board.middle]
        begin = [squares[path[0]] for path in self.paths.values()]
        return min(begin, key=lambda each: (abs(each.line - middle.line) * 2 + abs(each.start - middle.start), each.name)).name

    def draw(self, typed: str) -> Text:
        if self.options is not None:
            return self.options.draw(typed)
        marks = Marks(
            last=() if self.picked else last_move(self.position),
            targets=set(self._next()) if self.picked or self.showing else (),
            picked=self.picked,
            cursor=self.cursor,
        )
        drawn = show(self.position, self.out, marks)
        return drawn.append(f"\n{self.notice}") if self.notice else drawn

    def arrow(self, key: str) -> str | None:
        if self.options is not None:
            return self.options.arrow(key)
        assert self.board is not None
        self.notice = ""
        self.cursor = self.board.step(self.cursor, *ARROWS[key])
        return None

    def enter(self) -> str | None:
        if self.options is not None:
            return self.options.enter()
        aim = self._aim()
        fitting = [name for name, path in self._open().items() if path[len(self.picked)] == aim]
        if not fitting:
            self._miss(aim)
            return None
        self.picked += (aim,)
        exact = [name for name in fitting if self.paths[name] == self.picked]
        if len(fitting) == len(exact) == 1:
            return exact[0]
        if exact:
            queens_first = sorted(fitting, key=lambda name: "=Q" not in name)  # what nearly everybody wants of a pawn
            self.options = Listing(queens_first, self.out, self.position)
        return None

    def escape(self) -> None:
        self.options, self.notice, self.picked = None, "", ()

    def tab(self) -> None:
        self.showing = not self.showing

    def _open(self) -> dict[str, tuple[str, ...]]:
        """The moves that go on from what was pointed at."""
        count = len(self.picked)
        return {name: path for name, path in self.paths.items() if path[:count] == self.picked and len(path) > count}

    def _next(self) -> list[str]:
        """The squares that may be pointed at now."""
        return [path[len(self.picked)] for path in self._open().values()]

    def _aim(self) -> str:
        """The square that is meant: the one under the cursor, or the one in its column into which a stone would fall."""
        assert self.board is not None
        if self.board.dropping:
            column = self.board.squares[self.cursor].column
            return next((name for name in self._next() if self.board.squares[name].column == column), self.cursor)
        return self.cursor

    def _miss(self, aim: str) -> None:
        """Enter on a square from which nothing goes on: another piece is taken up, or the one in hand put down."""
        begins = any(path[0] == aim for path in self.paths.values())
        if self.picked and begins and aim != self.picked[0]:
            self.picked = (aim,)
        elif aim in self.picked:
            self.picked = ()
        else:
            self.notice = "That square is not for you now; Tab shows which are."


class Listing:
    """A list, with one entry marked."""

    advice = "arrows and Enter, or type"

    def __init__(self, options: Sequence[str], out: Console, position: Position | None = None) -> None:
        self.options, self.out, self.position, self.at = list(options), out, position, 0
        self.names: Sequence[str] = self.options
        self.width = max(map(len, self.options)) + 3
        self.columns = max(1, min((out.width - 2) // self.width, 6))
        self.needs = self.width if position is None else max(self.width, width(position))
        if position is not None:
            self.advice = "arrows and Enter, or type a move · help"

    def draw(self, typed: str) -> Text:
        from rich.text import Text

        head = Text() if self.position is None else show(self.position, self.out).append("\n")
        fitting = [name for name in self.options if name.lower().startswith(typed.lower())] if typed else self.options
        shown = fitting or self.options
        marked = shown.index(self.options[self.at]) if self.options[self.at] in shown else -1
        first = max(0, marked // self.columns - _ROWS + 1) * self.columns
        rows = [shown[at : at + self.columns] for at in range(first, len(shown), self.columns)][:_ROWS]
        for row in rows:
            head.append("\n")
            for name in row:
                chosen = name == self.options[self.at] and not typed
                head.append((f"[{name}]" if chosen else f" {name} ").ljust(self.width), "reverse" if chosen else "")
        left = len(shown) - first - sum(map(len, rows))
        return head.append(f"\n and {left} more", "dim") if left > 0 else head

    def arrow(self, key: str) -> str | None:
        down, right = ARROWS[key]
        at = self.at + down * self.columns + right
        self.at = at if 0 <= at < len(self.options) else self.at
        return None

    def enter(self) -> str | None:
        return self.options[self.at]

    def escape(self) -> None:
        self.at = 0

    def tab(self) -> None:
        """Everything is shown already."""


class Arrows:
    """Every arrow is a move."""

    advice = "arrows move · help"

    def __init__(self, position: Position, out: Console) -> None:
        self.position, self.out, self.notice, self.needs = position, out, "", width(position)
        self.names: Sequence[str] = position.moves

    def draw(self, typed: str) -> Text:  # noqa: ARG002
        drawn = show(self.position, self.out)
        return drawn.append(f"\n{self.notice}") if self.notice else drawn

    def arrow(self, key: str) -> str | None:
        if key in self.position.moves:
            return key
        self.notice = f"Nothing can move {key}; there are {', '.join(self.position.moves)}."
        return None

    def enter(self) -> str | None:
        self.notice = f"Press an arrow: {', '.join(self.position.moves)}."
        return None

    def escape(self) -> None:
        self.notice = ""

    def tab(self) -> None:
        """The moves are known."""
        self.enter()
