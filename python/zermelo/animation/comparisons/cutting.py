"""The lesson on the condition of a cutoff: alpha-beta may cut off when a value reaches the bound, or only when it passes it.

Textbooks differ. Both are right, because a value that only reaches the bound cannot change the result either. The tree has a tie, so
that the two differ on it.
"""

from typing import NamedTuple

from zermelo.agents.registry import agent
from zermelo.animation.comparisons.joined import Part, conclude, joined
from zermelo.animation.search import record
from zermelo.games import find
from zermelo.trees.drawing import words
from zermelo.trees.player.recording import Recording

TREE = "tree([[7,6,5],[3,4,8],[6,5,9]])"
GAME = "tictactoe"


class Condition(NamedTuple):
    """When a move cuts off the others."""

    sign: str
    words: str

    @property
    def agent(self) -> str:
        return f'alphabeta(cut="{self.sign}")'


REACHES = Condition(">=", "reaches the bound")
PASSES = Condition(">", "is beyond the bound")


def cutting() -> Recording:
    """The lesson: the same tree under both conditions, and then a whole game."""
    parts = []
    for condition in (REACHES, PASSES):
        text = f'With cut="{condition.sign}" a node is left when its value {condition.words}.'
        parts.append(Part(f"cut {condition.sign}", text, record(find(TREE).start(), agent(condition.agent))))
    reached, passed = (part.recording.tree for part in parts)
    where = next(one for one, other in zip(reached.root.children, passed.root.children, strict=True) if one.why and not other.why)
    start = find(GAME).start()
    larger = [agent(condition.agent)(start) for condition in (REACHES, PASSES)]
    same = reached.root.value == passed.root.value and larger[0].value == larger[1].value
    return conclude(
        joined(parts, agent=" and ".join(condition.agent for condition in (REACHES, PASSES))),
        f"They differ after move {where.move}: there MIN's {words.number(where.value or 0)} only reaches the bound.",
        f"So {REACHES.sign} enters {reached.total} nodes and {PASSES.sign} enters {passed.total}.",
        f"In {GAME}, where only few values occur, it is {larger[0].nodes:,} against {larger[1].nodes:,}.",
        f"The values are {'the same' if same else 'different'}.",
    )
