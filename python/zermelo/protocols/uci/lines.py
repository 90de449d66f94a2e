"""The lines that we write about a search: `info` for each depth, and `bestmove`.

A value is told from the view of the player to move: in hundredths of a pawn or, if it is proven, in moves to mate.
"""

from collections.abc import Iterator, Sequence

from zermelo.errors import MoveError
from zermelo.game import Position
from zermelo.games.chess import san
from zermelo.report import Line, Report
from zermelo.score import Score

_MOST_CENTIPAWNS = 30_000


def info(position: Position, report: Report) -> Iterator[str]:
    """One line for each variation of a report."""
    found: Sequence[Line | Report] = report.lines or (report,)
    speed = round(report.nodes_per_second)
    for number, each in enumerate(found, 1):
        if each.score is None or not each.line:
            continue
        rank = f"multipv {number} " if report.lines else ""
        moves = " ".join(squares(position, each.line))
        cost = f"nodes {report.nodes} nps {speed} time {round(1000 * report.seconds)}"
        yield f"info depth {max(1, report.depth or len(each.line))} {rank}score {value(each.score)} {cost} pv {moves}"


def value(score: Score) -> str:
    """A value as UCI writes it.

    >>> value(Score.guess(0.31)), value(Score.win(3)), value(Score.loss(2)), value(Score.draw())
    ('cp 31', 'mate 2', 'mate -1', 'cp 0')
    """
    if score.kind in ("win", "loss") and score.plies is not None:
        return f"mate {(score.plies + 1) // 2}" if score.kind == "win" else f"mate -{score.plies // 2}"
    if score.kind in ("win", "loss"):
        return f"cp {_MOST_CENTIPAWNS if score.kind == 'win' else -_MOST_CENTIPAWNS}"
    return f"cp {max(-_MOST_CENTIPAWNS, min(_MOST_CENTIPAWNS, round(100 * score.value)))}"


def best_move(position: Position, report: Report) -> str:
    """The last line of a search, with the reply that is expected."""
    first, *replies = squares(position, report.line[:2] or (report.move,))
    return f"bestmove {first}" + (f" ponder {replies[0]}" if replies else "")


def squares(position: Position, line: Sequence[str]) -> list[str]:
    """Moves by their squares, as far as they are legal."""
    found: list[str] = []
    for name in line:
        try:
            move = position.parse(name)
        except MoveError:
            break
        found.append(san.uci(move))
        position = position.advance(move)
    return found


def any_move(moves: Sequence[int]) -> str:
    """The answer without a search: the first of some moves; (none) where there is none."""
    return f"bestmove {san.uci(moves[0]) if moves else '(none)'}"
