"""The lesson on the horizon effect: a shallow search gives a man away, because that pushes a loss beyond its depth limit.

A program found the position: it searched random endings for a sacrifice that is best at one depth and bad two plies deeper. Red will
make a king, and nothing stops it. Two plies deep, black sees the king after every move but one: the sacrifice, which red must capture.
"""

from zermelo.agents.registry import agent
from zermelo.animation.comparisons.joined import Part, conclude, joined
from zermelo.animation.search import record
from zermelo.engine import SearchAgent
from zermelo.game import Position
from zermelo.games import find
from zermelo.trees.drawing import words
from zermelo.trees.player.recording import Recording

GAME = "checkers(start=study)"
PLACE = "B:W11,27:BK5,20"
SHALLOW, DEEP, DEEPEST = 2, 4, 11


def horizon() -> Recording:
    position = find(GAME).position(PLACE)
    shallow, deep = (record(position, _agent(f"depth={depth}, ordering=order")) for depth in (SHALLOW, DEEP))
    tempting, sound = (_best(each) for each in (shallow, deep))
    now = words.number(position.rules.evaluate(position.state, position.player))
    before = f"Black is to move. The evaluation says {now}: 5 for a king, 1 for a man, less what red has. Search {SHALLOW} plies."
    parts = [
        Part(f"depth {SHALLOW}", before, shallow),
        Part(f"depth {DEEP}", f"The same position, {DEEP - SHALLOW} plies deeper.", deep),
    ]
    quiet = _agent(f"depth={SHALLOW}, quiescence=True")(position).move
    noisy = "Quiescence search" + (" does not help here" if quiet == tempting else " helps, too") + f": it plays {quiet}."
    return conclude(
        joined(parts),
        f"At depth {SHALLOW}, {tempting} seemed to be worth {_value(position, tempting, SHALLOW)}; it is worth "
        f"{_value(position, tempting, DEEP)} at depth {DEEP} and {_value(position, tempting, DEEPEST)} at depth {DEEPEST}.",
        f"{sound} is worth {_value(position, sound, DEEP)} and {_value(position, sound, DEEPEST)} there.",
        f"The sacrifice did not prevent the king, it only moved it beyond the horizon. {noisy}",
    )


def _agent(parameters: str) -> SearchAgent:
    made = agent(f"alphabeta({parameters})")
    assert isinstance(made, SearchAgent)
    return made


def _best(recording: Recording) -> str:
    return next(child.move or "" for child in recording.tree.root.children if child.best)


def _value(position: Position, move: str, depth: int) -> str:
    """What a move is worth to the player who makes it, if it counts as the first ply."""
    report = _agent(f"depth={depth - 1}, ordering=all, table=True")(position.play(move))
    assert report.values is not None
    return words.number(report.values[position.player])
