"""The answer of an advice table about a position, for the page Advice: the move, the reasons, and the plan as a picture."""

from dataclasses import dataclass
from random import Random

from zermelo.advice import AdviceTable, Expert, Explanation, consult
from zermelo.advice.catalog import about, find, names
from zermelo.advice.verification.positions import example
from zermelo.engine.algorithms import alphabeta
from zermelo.errors import ZermeloError
from zermelo.game import Position
from zermelo.hosting.limits import Limits
from zermelo.studio.scene import Scene, look

LARGEST = 400
"""Most nodes of a plan that is drawn."""
DEFENDER = alphabeta(depth=4)
"""The agent that replies for the side without advice."""


@dataclass(frozen=True)
class Answer:
    scene: Scene
    headline: str
    reasons: str
    """A list in HTML."""
    plan: str
    """The plan as a picture; empty if there is none, or if it is too large."""
    squares: tuple[str, ...]
    """The squares of the advised move."""
    move: str | None
    note: str


def tables() -> dict[str, str]:
    """The advice tables that come with Zermelo, each with its description."""
    return {name: about(find(name)) for name in names()}


def opened(name: str, limits: Limits) -> AdviceTable:
    with limits.file_guard():
        return find(name)


def start(name: str, game: str, position: str, moves: str, limits: Limits) -> Position:
    """The position that the visitor asks about."""
    return limits.position(limits.game(game.strip() or opened(name, limits).game), position, moves)


def any_position(name: str, limits: Limits, chance: Random) -> Position:
    table = opened(name, limits)
    return example(Expert(table, limits.game(table.game)), chance)


def ask(name: str, position: Position, limits: Limits) -> Answer:
    if position.over:
        return _told(position, f"The game is over: {position.result}.", "", "", None, "")
    expert = Expert(opened(name, limits), position.game)
    expert.check(position)
    asked = consult(expert, position)
    told, tree = Explanation(asked), asked.tree
    note = f"{asked.nodes:,} positions in {asked.seconds:.2f} s"
    if tree is None:
        return _told(position, told.headline, told.reasons, "", None, note)
    plan = tree.to_svg() if len(tree) <= LARGEST else ""
    note += "" if plan else f"; the plan has {len(tree):,} nodes, too many to draw"
    return _told(position, told.headline, told.reasons, plan, tree.line[0], note)


def reply(position: Position) -> Position:
    """The position after a move for the side without advice."""
    return position.play(DEFENDER(position).move)


def _told(position: Position, headline: str, reasons: str, plan: str, move: str | None, note: str) -> Answer:
    scene = look(position, asked=not position.over, captioned=True)
    return Answer(scene, headline, reasons, plan, scene.touched(move), move, note)


def sentence(error: ZermeloError) -> str:
    """The message of an error, with the line of the advice table that caused it."""
    snippet = str(getattr(error, "snippet", "") or "")
    return f"{snippet}\n{error}" if snippet else str(error)
