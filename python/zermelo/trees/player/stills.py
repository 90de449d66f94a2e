"""The stills of a recording: its tree, board and sentence at each step. They are made from what the player gets, by its rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import ZermeloError
from zermelo.score import counted
from zermelo.trees.drawing.figure import INK, Figure, Text
from zermelo.trees.drawing.pdf_fonts import text_width
from zermelo.trees.drawing.read_svg import UnreadableSvgError, read_svg
from zermelo.trees.drawing.still import CROSSED, INNER, UNSEEN, Still, StillNode
from zermelo.trees.player.step import BEST, LABEL, NOTE, PICTURE, STATUS, TERMS, VALUE, VISITS, WINDOW

if TYPE_CHECKING:
    from zermelo.trees.player.recording import Recording

MONO = 13.0
"""The font size of boards that are texts."""


def still_at(recording: Recording, number: int) -> Still:
    """The still of a step, counted from 1 through all rounds."""
    steps = sum(1 for _ in recording.steps)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= steps:
        raise ZermeloError(f"there is no step {number!r}: the recording has {counted(steps, 'step')}, counted from 1")
    return next(islice(stills(recording, number), 1))


def stills(recording: Recording, first: int = 1) -> Iterator[Still]:
    """The stills of all steps from one on."""
    data, number = recording.to_json(), 0
    boards = Boards(data["boards"])
    for made in data["rounds"]:
        state = RoundState(made, data, boards)
        for step in made["steps"]:
            state.apply(step)
            number += 1
            if number >= first:
                yield state.still(number, step)


class Boards:
    """The boards of a recording as figures; each is read once."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.kind, self.list = data["kind"], data["list"]
        self.texts = data.get("texts", [""] * len(self.list))
        self.known: dict[int, Figure | None] = {}

    def get(self, index: int) -> Figure | None:
        if index not in self.known:
            self.known[index] = None if index < 0 else self._read(index)
        return self.known[index]

    def _read(self, index: int) -> Figure | None:
        if self.kind == "text":
            return _typed(self.list[index])
        try:
            return read_svg(self.list[index])
        except UnreadableSvgError:
            return _typed(self.texts[index]) if self.texts[index] else None


def _typed(text: str) -> Figure:
    """A board as terminals show it."""
    lines = text.split("\n")
    width = max(text_width(each, MONO, mono=True) for each in lines)
    parts = [Text(4, 4 + MONO * (1 + 1.3 * row), each, MONO, "start", INK, mono=True) for row, each in enumerate(lines)]
    return Figure(width + 8, 1.3 * MONO * len(lines) + 8, [*parts])


class RoundState:
    """What is known at the nodes of a round so far."""

    def __init__(self, made: dict[str, Any], data: dict[str, Any], boards: Boards) -> None:
        self.made, self.data, self.boards = made, data, boards
        size = len(made["parent"])
        self.fields: dict[str, list[Any]] = {name: [""] * size for name in (VALUE, WINDOW, NOTE, TERMS)}
        self.fields |= {STATUS: [UNSEEN] * size, BEST: [-1] * size, VISITS: [0] * size}
        self.fields |= {LABEL: list(made["move"]), PICTURE: list(made["board"])}
        self.depths: list[int] = []
        for parent in made["parent"]:
            self.depths.append(0 if parent < 0 else self.depths[parent] + 1)

    def apply(self, step: list[Any]) -> None:
        changes = step[4]
        for node, name, value in zip(changes[::3], changes[1::3], changes[2::3], strict=True):
            self.fields[name][node] = value

    def still(self, number: int, step: list[Any]) -> Still:
        made, current = self.made, step[1]
        nodes = {index: self.node(index) for index in range(len(made["parent"])) if self.is_shown(index)}
        for index in self.best_line():
            nodes[index].best = True
        node = current
        while node >= 0:
            nodes[node].on_way = True
            node = made["parent"][node]
        return Still(
            nodes,
            made["side"],
            made["tall"],
            made["foot"],
            not made["terms"],
            made["bent"],
            made["kind"][0].startswith("own"),
            current,
            self.data["title"],
            step[2],
            number,
            self.boards.get(self.picture(current)),
            self.box(list(nodes.values())),
        )

    def is_shown(self, index: int) -> bool:
        """Whether a node is drawn; in a tree that grows, nodes that come later are not."""
        return not self.data["grows"] or self.fields[STATUS][index] != UNSEEN or index == 0

    def node(self, index: int) -> StillNode:
        made, known = self.made, self.fields
        value = tuple(known[VALUE][index].split("\n")) if known[VALUE][index] else ()
        form = made["form"][index]
        tall = made["tall"] if form == INNER else 18.0 if form == CROSSED else 24.0 + 12.0 * max(0, len(value) - 1)
        note, terms = known[NOTE][index], known[TERMS][index]
        return StillNode(
            index=index,
            parent=made["parent"][index],
            kind=made["kind"][index],
            form=form,
            status=known[STATUS][index],
            x=made["x"][index],
            y=made["rows"][self.depths[index]],
            left=made["left"][index],
            right=made["right"][index],
            wide=made["width"][index],
            tall=tall,
            move=tuple(known[LABEL][index].split("\n")) if known[LABEL][index] else (),
            value=value,
            window=known[WINDOW][index],
            note=tuple(note.split("\n")[: made["lines"]]) if note else (),
            terms=tuple(terms.split("\n")) if terms else (),
            visits=known[VISITS][index],
        )

    def best_line(self) -> list[int]:
        """The root and the best moves so far, if the recording has a best line."""
        found, node = [0], self.fields[BEST][0]
        while node > 0 and self.fields[STATUS][node] != UNSEEN:
            found.append(node)
            node = self.fields[BEST][node]
        return found if self.data["captions"]["line"] else []

    def picture(self, node: int) -> int:
        """The board of a node; of pictures that steps put to nodes, one counts for all nodes below."""
        while self.boards.kind == "own" and self.fields[PICTURE][node] < 0 and node > 0:
            node = self.made["parent"][node]
        return int(self.fields[PICTURE][node])

    def box(self, nodes: list[StillNode]) -> tuple[float, float, float, float]:
        tall = self.made["tall"]
        below = max(node.y + node.tall / 2 + (46 if self.made["terms"] or node.note or node.window else 6) for node in nodes)
        left, right = min(node.x - node.left for node in nodes), max(node.x + node.right for node in nodes)
        turns = any(node.parent >= 0 and node.y == 0 for node in nodes)  # a line that goes on in another column
        return left, -tall / 2 - (40 if turns else 8), right, below
