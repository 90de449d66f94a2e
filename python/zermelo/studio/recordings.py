"""Recordings for the page Watch: of a lesson, of a tree that the visitor typed, or of a search of any position."""

import ast
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from zermelo.agents.registry import agent
from zermelo.animation import Recording, watch
from zermelo.animation.lessons import lesson
from zermelo.engine.agent import check_agent
from zermelo.errors import GameError, ZermeloError
from zermelo.game import Position
from zermelo.game.calls import steadily
from zermelo.games.tree import TreeGame
from zermelo.hosting.limits import Limits, make_within_limits

AGENTS = (
    "minimax(depth=2)",
    "alphabeta(depth=3)",
    "alphabeta(depth=3, ordering=all, deepening=True)",
    "alphabeta(depth=3, pvs=True)",
    "alphabeta(depth=2, quiescence=True)",
    "maxn(depth=3)",
    "paranoid(depth=3)",
    "bestreply(depth=2)",
    "expectiminimax(depth=2)",
    "expectiminimax(depth=2, pruning=star1)",
    "uct(playouts=40)",
)
"""Suggestions; the visitor may type any other agent."""
KEPT = (300, 1000, 3000, 10_000)
"""Choices for the largest number of nodes in a recording."""
FIRST_TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


@dataclass(frozen=True)
class WatchRequest:
    lesson: str = ""
    game: str = FIRST_TREE
    position: str = ""
    moves: str = ""
    agent: str = "alphabeta()"
    nodes: int = 1000

    @classmethod
    def from_address(cls, query: Mapping[str, str]) -> "WatchRequest":
        given: dict[str, Any] = {
            name: query[name] for name in ("lesson", "game", "position", "moves", "agent") if query.get(name)
        }
        if "game" in given and "agent" not in given:
            given["agent"] = ""
        if query.get("nodes", "").isdecimal():
            given["nodes"] = min(max(int(query["nodes"][:9]), KEPT[0]), KEPT[-1])
        return cls(**given) if given else cls(lesson="alphabeta")

    @classmethod
    def of_lesson(cls, name: str) -> "WatchRequest":
        """A lesson as a visitor would type it, so that they can change it; of a lesson that is no search, only its game."""
        told = lesson(name)
        if told.make is not None:
            return cls("", str(told.game), "", "", "")
        game = told.game if isinstance(told.game, str) else str(told.game)
        if game.startswith("tree("):
            game = game.removeprefix("tree(").removesuffix(")").strip("'\"")
        return cls("", game, "", told.moves, told.agent)

    def record(self, limits: Limits) -> Recording:
        if self.lesson:
            return lesson(self.lesson).record()
        start = self.start(limits)
        text = self.agent or suggested(start)[0]
        made = watch(start, limits.any_agent(text), min(self.nodes, KEPT[-1])).record()
        made.title = str(start.game) if len(str(start.game)) < 60 else start.game.title()
        return made

    def start(self, limits: Limits) -> Position:
        tree = self.game.strip()
        game = read_tree(tree) if tree[:1] in ("[", "{", "(") else limits.game(tree)
        return limits.position(game, self.position, self.moves)


def suggested(start: Position) -> list[str]:
    """The agents of `AGENTS` that can search this position, simple ones first."""
    found: list[str] = []
    for text in AGENTS:
        with suppress(ZermeloError):
            check_agent(agent(text), start)
            found.append(text)
    if isinstance(start.game, TreeGame):  # such trees are small, so no depth limit is needed
        found = [re.sub(r"depth=\d(, )?", "", text) for text in found]
    return list(dict.fromkeys(found)) or ["alphabeta(depth=2)"]


def fitting(start: Position, text: str) -> str:
    """The agent, if it can search this position; else the simplest one that can."""
    with suppress(ZermeloError):
        check_agent(agent(text), start)
        return text
    return suggested(start)[0]


def read_tree(text: str) -> TreeGame:
    """A game that is given by its tree: nested lists with numbers at the leaves, braces for chance, tuples for several players.

    >>> read_tree("[[3,12],[2,4]]").start().moves, read_tree("[[(1,2,3),(4,5,6)]]").players
    (('1', '2'), ('A', 'B', 'C'))
    """
    if len(text) > 100_000:
        raise GameError("the tree has more than 100,000 characters; give a smaller one")
    return make_within_limits(lambda: TreeGame(_plain(text)), "the tree")


def _plain(text: str) -> Any:
    """The nested list if the text is one, which makes a shorter name of the game; else the text, which the game reads or refuses."""
    try:
        found = steadily(lambda: ast.literal_eval(text))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text
    return found if isinstance(found, list) and text.startswith("[") and "{" not in text else text


def as_text(recording: Recording) -> str:
    """A recording as JSON, for the player in the browser."""
    return json.dumps(recording.to_json(), ensure_ascii=False, separators=(",", ":"))
