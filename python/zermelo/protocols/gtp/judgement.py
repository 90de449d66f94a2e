"""When to resign, and when to pass.

The engine resigns if its chance of winning was below a limit at two moves in a row, or if its loss is proven. It sees a chance only in reports of random games.

In Go it passes at once if the opponent has passed and it is ahead, with all stones on the board counted as alive. If it is ahead and a pass is worth about as
much as the best move, it passes first: nothing is left to gain. Otherwise a search that is winning anyway would fill its own area to the end.
"""

from zermelo.game import Position
from zermelo.protocols.gtp.board import Board
from zermelo.protocols.gtp.messages import COLOURS
from zermelo.report import Report

_IN_A_ROW = 2
_AS_GOOD = 0.05
"""How much less a pass may be worth, on the scale from -1 to 1."""
_LEAST_VISITS = 20


class Resignation:
    """Remembers how hopeless the last positions of each colour were."""

    def __init__(self, percent: float) -> None:
        self.percent = percent
        """Resign below this chance of winning; 0 for never."""
        self._hopeless = [0, 0]

    def start(self) -> None:
        self._hopeless = [0, 0]

    def resigns(self, colour: int, report: Report) -> bool:
        """Whether to resign after this search."""
        if self.percent <= 0:
            return False
        if report.score is not None and report.score.kind == "loss":
            return True
        if not report.choices or report.value is None:
            return False
        hopeless = 50 * (report.value + 1) < self.percent
        self._hopeless[colour] = self._hopeless[colour] + 1 if hopeless else 0
        return self._hopeless[colour] >= _IN_A_ROW


def leads(board: Board, position: Position) -> bool:
    """Whether the player to move is ahead in Go."""
    score = float(board.game.score(position.state))
    return (score if position.player == COLOURS.index("black") else -score) > 0


def passes_at_once(board: Board, position: Position) -> bool:
    """Whether a pass ends the game and wins it."""
    return board.is_go and position.state.passes == 1 and leads(board, position)


def passes_instead(board: Board, position: Position, report: Report) -> bool:
    """Whether a pass is as good as the move that was found."""
    if not board.is_go or not report.choices or report.value is None:
        return False
    found = next((choice for choice in report.choices if choice.move == "pass"), None)
    if found is None or found.value is None or found.visits < _LEAST_VISITS or found.value < report.value - _AS_GOOD:
        return False
    return leads(board, position)
