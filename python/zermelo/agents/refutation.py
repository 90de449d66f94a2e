"""A second look at the move that random games prefer: does the opponent have a win against it?

Random games judge a move by how games go on average. A move that loses to one reply looks good to them until they have played that reply
often enough, and with few games for each move they have not. So alpha-beta searches the positions after the best moves, a few nodes
each: the first move without a proven refutation is played. In Connect Four and Gomoku this is worth more than many more random games.
"""

from collections.abc import Sequence
from dataclasses import replace

from zermelo.engine import SearchAgent
from zermelo.game import Position
from zermelo.report import Report
from zermelo.score import Score

TRIES = 4
"""How many moves are looked at; if all are refuted, alpha-beta's own move is played."""


def unrefuted(position: Position, found: Report, searcher: SearchAgent, otherwise: str) -> Report:
    """The report of random games with the first of its best moves that a search does not refute; `otherwise` if it refutes them all."""
    if found.exact or found.stopped in ("stop", "interrupt"):
        return found
    nodes, seconds = 0, 0.0
    for move in _candidates(found):
        after = position.advance(position.parse(move))
        if after.over or after.player == position.player:
            return _chosen(found, move, nodes, seconds)
        reply = searcher(after)
        nodes, seconds = nodes + reply.nodes, seconds + reply.seconds
        if reply.stopped == "interrupt":
            return replace(found, stopped="interrupt")
        if reply.score is None or not reply.score.is_proven or (reply.value or 0) <= 0:
            return _chosen(found, move, nodes, seconds)
    return _chosen(found, otherwise, nodes, seconds)


def _candidates(found: Report) -> Sequence[str]:
    """The moves to look at: the chosen one, then the most visited."""
    others = [choice.move for choice in found.choices if choice.move != found.move and choice.visits]
    return [found.move, *others][:TRIES]


def _chosen(found: Report, move: str, nodes: int, seconds: float) -> Report:
    """The same report with another move."""
    known = replace(found, nodes=found.nodes + nodes, seconds=found.seconds + seconds)
    if move == found.move:
        return known
    value = next((choice.value for choice in found.choices if choice.move == move), None)
    score = None if value is None else Score.guess(value)
    return replace(known, move=move, value=value, values=_values(found, value), score=score, line=(move,))


def _values(found: Report, value: float | None) -> tuple[float, ...] | None:
    """The values of all players, of which the one to move has this one; their order is that of the report."""
    if value is None or found.values is None or found.value is None:
        return None
    if len(found.values) == 1:
        return (value,)
    return (value, -value) if found.values[0] == found.value else (-value, value)
