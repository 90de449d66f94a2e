"""Counting a game as our rules do: in Go by area, and all stones on the board are alive; in Othello by discs; in Hex somebody has won.

Programs that expect dead stones to be agreed on capture them first: the engine does not pass before that.
"""

from collections.abc import Iterator

from zermelo.games.hex import Hex
from zermelo.games.othello import Othello
from zermelo.protocols.gtp.board import Board
from zermelo.protocols.gtp.messages import COLOURS, GtpError

STATUSES = ("alive", "dead", "seki", "black_territory", "white_territory")


def lead(board: Board) -> float:
    """By how much Black leads."""
    if isinstance(board.game, Othello):
        return len(board.stones_of(0)) - len(board.stones_of(1))
    return float(board.game.score(board.position.state))


def final_score(board: Board) -> str:
    """Who wins, and by how much, as in W+3.5; 0 if nobody does. In Hex there are no points: B+."""
    if isinstance(board.game, Hex):
        if board.position.values is None:
            raise GtpError("cannot score")
        return "B+" if board.position.values[0] > 0 else "W+"
    points = lead(board)
    return f"{'B' if points > 0 else 'W'}+{abs(points):g}" if points else "0"


def status_list(board: Board, status: str) -> str:
    """The points with a status, one chain or region on each line."""
    if not board.is_go:
        raise GtpError("only stones of Go have a status")
    if status not in STATUSES:
        raise GtpError(f"syntax error: `{status[:20]}` is not a status; there are {', '.join(STATUSES)}")
    groups = list(_groups(board))
    if status == "alive":
        found = [points for stone, points, _ in groups if stone]
    elif status in ("dead", "seki"):
        found = []
    else:
        owner = 1 + COLOURS.index(status.removesuffix("_territory"))
        found = [points for stone, points, touched in groups if stone == 0 and touched == {owner}]
    return "\n".join(" ".join(board.game.grid.name(point) for point in points) for points in found)


def _groups(board: Board) -> Iterator[tuple[int, list[int], set[int]]]:
    """All chains and empty regions: the stone (0 for none), the points, and what they touch."""
    cells, near, points = board.position.state.cells, board.game.near, board.game.points
    seen: set[int] = set()
    for start in range(points):
        if start in seen:
            continue
        group, touched = [start], set()
        seen.add(start)
        for point in group:
            for neighbour in near[4 * point : 4 * point + 4]:
                if neighbour < points and cells[neighbour] != cells[start]:
                    touched.add(cells[neighbour])
                elif neighbour < points and neighbour not in seen:
                    seen.add(neighbour)
                    group.append(neighbour)
        yield cells[start], sorted(group), touched
