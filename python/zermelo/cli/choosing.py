"""Choosing a move with the keys: a cursor on the board, arrows that are moves, or a list.

Moves that touch squares are made by pointing at the squares one after the other. A game with the moves up, down, left and right is played
with the arrow keys. All other moves are chosen from a list, and so are moves with the same squares, such as promotions to a queen or a
knight. The name of a move can be typed at any time.
"""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from zermelo.cli.board import Marks, last_move, show, width
from zermelo.cli.keys import ARROWS
from zermelo.game import Position, touched

_ROWS = 8
"""Rows of a list that are shown at once."""


class Chooser:
    """Lets a person choose a move with keys. `arrow` and `enter` return the answer, or None as long as there is none."""

    advice: str
    """What the keys do, in a few words."""
    names: Sequence[str]
    """What can be typed instead."""
    needs: int
    """How many columns the screen must have."""

    def __init__(self, out: Console, names: Sequence[str], needs: int) -> None:
        self.out, self.names, self.needs, self.notice = out, names, needs, ""

    def draw(self, typed: str) -> Text:
        """The picture for the screen; `typed` is the beginning of a name."""
        raise NotImplementedError

    def arrow(self, key: str) -> str | None:
        """An arrow key was pressed."""
        raise NotImplementedError

    def enter(self) -> str | None:
        """Enter was pressed."""
        raise NotImplementedError

    def escape(self) -> None:
        """Cancel the selection."""
        self.notice = ""

    def tab(self) -> None:
        """Show or hide what can be chosen."""

    def noticed(self, drawn: Text) -> Text:
        return drawn.append(f"\n{self.notice}") if self.notice else drawn


def chooser(position: Position, out: Console, cursor: str | None = None) -> Chooser:
    """The chooser for the moves of a position."""
    if set(position.moves) <= set(ARROWS):
        return Arrows(position, out)
    board = Pointing(position, out, cursor)
    return board if board.paths else Listing(position.moves, out, position)


class Pointing(Chooser):
    """A cursor on the board."""

    def __init__(self, position: Position, out: Console, cursor: str | None) -> None:
        super().__init__(out, position.moves, width(position))
        self.position, self.board = position, position.board
        found = {position.name(move): touched(position, move) for move in position.choices}
        self.paths = {name: squares for name, squares in found.items() if squares}
        self.others = [name for name, squares in found.items() if not squares]
        self.picked: tuple[str, ...] = ()
        self.showing = False
        self.options: Listing | None = None
        self.cursor = cursor if self.board and cursor in self.board.squares else self._first()
        more = f", or type {' or '.join(self.others)}" if 0 < len(self.others) < 4 else ""
        self.advice = f"arrows and Enter, or type a move{more} · Tab shows where · help"

    def _first(self) -> str:
        """Where the cursor begins: on the first square of a move, as near to the middle of the board as possible."""
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
        return self.noticed(show(self.position, self.out, marks))

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
            queens_first = sorted(fitting, key=lambda name: "=Q" not in name)  # what most players want
            self.options = Listing(queens_first, self.out, self.position)
        return None

    def escape(self) -> None:
        super().escape()
        self.options, self.picked = None, ()

    def tab(self) -> None:
        self.showing = not self.showing

    def _open(self) -> dict[str, tuple[str, ...]]:
        """The moves that begin with the chosen squares."""
        count = len(self.picked)
        return {name: path for name, path in self.paths.items() if path[:count] == self.picked and len(path) > count}

    def _next(self) -> list[str]:
        """The squares that may be chosen now."""
        return [path[len(self.picked)] for path in self._open().values()]

    def _aim(self) -> str:
        """The square under the cursor, or the one in its column to which a stone would drop."""
        assert self.board is not None
        if self.board.dropping:
            column = self.board.squares[self.cursor].column
            return next((name for name in self._next() if self.board.squares[name].column == column), self.cursor)
        return self.cursor

    def _miss(self, aim: str) -> None:
        """Enter on a square where the move cannot go on: pick up another piece, or put down the one picked up."""
        begins = any(path[0] == aim for path in self.paths.values())
        if self.picked and begins and aim != self.picked[0]:
            self.picked = (aim,)
        elif aim in self.picked:
            self.picked = ()
        else:
            self.notice = "You cannot choose that square now; Tab shows those that you can."


class Listing(Chooser):
    """A list with one entry marked."""

    def __init__(self, options: Sequence[str], out: Console, position: Position | None = None) -> None:
        self.options, self.position, self.at = list(options), position, 0
        self.width = max(map(len, self.options)) + 3
        super().__init__(out, self.options, max(self.width, 0 if position is None else width(position)))
        self.columns = max(1, min((out.width - 2) // self.width, 6))
        self.advice = "arrows and Enter, or type" + ("" if position is None else " a move · help")

    def draw(self, typed: str) -> Text:
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


class Arrows(Chooser):
    """Every arrow key is a move."""

    advice = "arrows move · help"

    def __init__(self, position: Position, out: Console) -> None:
        super().__init__(out, position.moves, width(position))
        self.position = position

    def draw(self, typed: str) -> Text:  # noqa: ARG002
        return self.noticed(show(self.position, self.out))

    def arrow(self, key: str) -> str | None:
        if key in self.position.moves:
            return key
        self.notice = f"Nothing can move {key}; you can move {', '.join(self.position.moves)}."
        return None

    def enter(self) -> str | None:
        self.notice = f"Press an arrow key: {', '.join(self.position.moves)}."
        return None

    def tab(self) -> None:
        self.enter()
