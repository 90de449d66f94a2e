"""What the player draws: places of nodes, sizes, boards and steps, as plain values.

Places, shapes and sizes are those of `drawing`. There is room at each node for its longest text, so nothing moves while
the search runs. Columns instead of objects keep large trees small.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from zermelo.game import State
from zermelo.games.tree import TreeGame
from zermelo.trees.drawing import words
from zermelo.trees.drawing.legend import entries
from zermelo.trees.drawing.shapes import LABEL, VALUE, text_width
from zermelo.trees.drawing.svg import CLOSE, EDGE, MANY, ROOMY, TALL
from zermelo.trees.drawing.tidy import TALLEST, Place, tidy
from zermelo.trees.node import TreeNode
from zermelo.trees.player.step import LABEL as MOVE, NOTE, PICTURE, TERMS, VALUE as WORTH, WINDOW, Step

if TYPE_CHECKING:
    from zermelo.trees.player.recording import Recording, Round

INNER, END, JUDGED, PRUNED = range(4)
"""Forms: the shape of its kind, a box, a rounded box, a small dashed box."""
FLATTEST, FLATTEST_BENT = 5.0, 24.0
"""How many times wider than high an edge may be: more than on paper, since screens are low."""
SMALL = 11.0
TERMS_TALL = 40.0
"""Room below a node for the three lines of its UCT value."""
SEVERAL, SNUG = 14, 10.0
"""With more leaves than this the gap between them is smaller, so that the tree fits into a window."""
LONG_LINE = range(6, 61)
"""Lines of so many nodes, where no node has two children, go on in several columns."""
SLIM = 1.8
"""How many times more rows than columns these have."""
LINES, FEWER_LINES = 3, 2
"""The most lines of a note, and the most in trees with many leaves."""
MOST_PICTURES = 400
MOST_LETTERS = 3_000_000
"""The most characters of all boards together."""


def to_json(recording: Recording) -> dict[str, Any]:
    drawn, places = _boards(recording)
    return {
        "title": recording.title or words.short(recording.game),
        "about": recording.about,
        "game": words.short(recording.game),
        "agent": words.short(recording.agent),
        "player": words.clean(recording.player),
        "plain": None if recording.plain is None else [recording.plain.nodes, recording.plain.exact, recording.plain.search],
        "grows": recording.grows or any(step.kind == "expand" for step in recording.steps),
        "captions": recording.captions._asdict(),
        "boards": drawn,
        "rounds": [
            _round(recording, each, board, before)
            for each, board, before in zip(recording.rounds, places, _pictures_before(recording), strict=True)
        ],
    }


def _round(recording: Recording, made: Round, board: list[int], before: int) -> dict[str, Any]:
    """One round; `before` is the number of pictures of the rounds before it."""
    sheet = Sheet(made)
    places = {id(place.node): place for place in sheet.places}
    ordered = [places[id(node)] for node in made.nodes]
    seats = _seats(recording, made)
    return {
        "name": made.name,
        "side": round(sheet.side),
        "tall": round(sheet.tall),
        "foot": round(sheet.foot),
        "bent": sheet.bent,
        "lines": sheet.lines,
        "terms": sheet.terms,
        "gaps": [round(sheet.row), sheet.edge, sheet.flattest, TALLEST],
        "rows": [round(y) for y in {place.depth: place.y for place in sheet.places}.values()],
        "parent": made.parents,
        "x": [round(place.x) for place in ordered],
        "left": [round(sheet.extents[id(node)][0]) for node in made.nodes],
        "right": [round(sheet.extents[id(node)][1]) for node in made.nodes],
        "width": [round(sheet.width(node)) for node in made.nodes],
        "kind": [f"own{seats[node.player] % 8}" if node.kind == "own" else node.kind for node in made.nodes],
        "form": [_form(node) for node in made.nodes],
        "who": [words.side(node) for node in made.nodes],
        "move": [_move(node) for node in made.nodes],
        "board": board,
        "key": made.legend or _key(made, seats, sheet.windows),
        "steps": [_step(step, before) for step in made.steps],
    }


def _boards(recording: Recording) -> tuple[dict[str, Any], list[list[int]]]:
    """The boards, and for every node of every round the index of its board; -1 without one.

    The game's pictures if they are few, its texts if they are many, nothing if it has no board. Equal positions share one board.
    Pictures are passed as text, and the player shows them as images, so that nothing in them can run code in the page. Pictures that
    rounds bring with them take the place of boards.
    """
    none = [[-1] * len(each.nodes) for each in recording.rounds]
    own = [picture for each in recording.rounds for picture in each.pictures]
    if own:
        return {"kind": "own", "list": [picture.svg for picture in own], "texts": [picture.text for picture in own]}, none
    game = recording.rules
    if game is None or isinstance(game, TreeGame):
        return {"kind": "none", "list": []}, none
    known: dict[bytes, int] = {}
    states: list[State] = []
    places = []
    for each in recording.rounds:
        row = []
        for state in each.states:
            if state is not None and known.setdefault(state.pack(), len(states)) == len(states):
                states.append(state)
            row.append(-1 if state is None else known[state.pack()])
        places.append(row)
    for kind, draw, most in (("svg", game.svg, MOST_PICTURES), ("text", game.show, len(states))):
        if len(states) <= most:
            drawn = [draw(state) for state in states]
            if sum(map(len, drawn)) <= MOST_LETTERS:
                return {"kind": kind, "list": drawn}, places
    return {"kind": "none", "list": []}, none


def _pictures_before(recording: Recording) -> list[int]:
    """For each round how many pictures the rounds before it have."""
    return list(accumulate((len(each.pictures) for each in recording.rounds[:-1]), initial=0))


def _step(step: Step, before: int) -> list[Any]:
    changes: list[int | str] = []
    for node, field, value in step.changes:
        changes += [node, field, before + value if field == PICTURE and isinstance(value, int) else value]
    return [step.kind, step.node, step.text, step.nodes, changes]


def _move(node: TreeNode) -> str:
    """The move without its visits, which change with the steps."""
    return words.move(node if node.visits is None else replace(node, visits=None))


def _form(node: TreeNode) -> int:
    if node.kind == "pruned":
        return PRUNED
    return INNER if node.children else END if node.kind == "end" else JUDGED


def _seats(recording: Recording, made: Round) -> dict[str, int]:
    """A number for each player, for colours; the game's own if it is known."""
    players = [] if recording.rules is None else list(recording.rules.players)
    names = dict.fromkeys([*players, *(node.player for node in made.nodes if node.player)])
    return {name: index for index, name in enumerate(names)} | {"": 0}


def _key(made: Round, seats: dict[str, int], windows: bool) -> list[tuple[str, str]]:
    """Signs and their meanings; in max^n one for each player."""
    key: list[tuple[str, str]] = []
    movers = dict.fromkeys(node.player for node in made.nodes if node.kind == "own" and node.children)
    for code, meaning in entries(made.tree, windows):
        if code == "own":
            key += [(f"own{seats[name] % 8}", f"{words.clean(name)} takes the most for {words.clean(name)}") for name in movers]
        else:
            key.append((code, "current window [alpha, beta]" if code == "window" else meaning))
    return [*key, ("proven", "proven")] if any(node.why == "proven" for node in made.nodes) else key


class Sheet:
    def __init__(self, made: Round) -> None:
        tree = made.tree
        self.windows = words.has_windows(tree)
        leaves = sum(not node.children for node in made.nodes)
        self.bent = leaves > MANY
        self.snug = leaves > SEVERAL
        self.gap, self.lines = (CLOSE, FEWER_LINES) if self.bent else (SNUG if self.snug else ROOMY, LINES)
        self.texts = _texts(made, self.lines)
        longest = max((len(self.value(node)) for node in made.nodes if node.children), default=0)
        self.side = min(56.0 + 6.0 * max(0, longest - 4), 92.0)
        self.tall = 0.82 * self.side
        if tree.root.kind == "own":
            self.side, self.tall = max(92.0, 0.62 * VALUE * longest + TALL / 2 + 8), TALL
        self.terms = any(known[TERMS] for known in self.texts.values())
        self.foot = self.tall / 2 + (20.0 if self.windows else TERMS_TALL if self.terms else 0.0)
        self.extents: dict[int, tuple[float, float]] = {}
        self.row, self.flattest = self.foot + self.tall / 2, FLATTEST_BENT if self.bent else FLATTEST
        self.edge = EDGE - (20.0 if self.terms else 0.0)  # edges are longer where no terms are written
        self.places: list[Place] = tidy(tree.root, self.extent, self.row, self.edge, self.flattest, compact=True)
        if len(made.nodes) in LONG_LINE and all(len(node.children) < 2 for node in made.nodes):
            self.put_into_columns()

    def put_into_columns(self) -> None:
        """Place a long line of nodes in columns, from left to right."""
        rows = round((SLIM * len(self.places)) ** 0.5)
        left, right = (max(side) for side in zip(*self.extents.values(), strict=True))
        for place in self.places:
            column, row = divmod(place.depth, rows)
            place.x, place.y = left + column * (left + right), row * (self.row + EDGE)

    def value(self, node: TreeNode) -> str:
        return self.texts[id(node)][WORTH]

    def width(self, node: TreeNode) -> float:
        if node.children:
            return self.side
        return 18.0 if node.kind == "pruned" else max(30.0, 12.0 + text_width(self.value(node), VALUE))

    def extent(self, node: TreeNode, _depth: int) -> tuple[float, float]:
        """The room for a node with its longest texts."""
        texts = self.texts[id(node)]
        label = text_width(texts[MOVE], LABEL) * (1.0 if self.bent else 1.2 if self.snug else 1.4) + 6
        half = max(label, self.width(node)) / 2
        if node.children:
            half = max(half, text_width(texts[WINDOW], SMALL) / 2)
            beside = self.width(node) * (0.34 if node.kind == "min" else 0.5) + 4 + text_width(texts[NOTE], SMALL)
        else:
            half = max(half, text_width(texts[NOTE], SMALL) / 2)
            beside = 0.0
        half = max(half, text_width(texts[TERMS], SMALL) / 2) + self.gap / 2
        self.extents[id(node)] = half, max(half, beside + self.gap / 2 if texts[NOTE] else 0.0)
        return self.extents[id(node)]


def _texts(made: Round, lines: int) -> dict[int, dict[str, str]]:
    """The longest text of each field of each node."""
    texts = [{WORTH: "", WINDOW: "", NOTE: "", TERMS: "", MOVE: _move(node)} for node in made.nodes]
    for step in made.steps:
        for index, field, value in step.changes:
            if isinstance(value, str) and (field, value) != (NOTE, "proven"):  # that is drawn as a double outline
                longest = max((line for line in value.split("\n")[:lines]), key=len)
                texts[index][field] = max(texts[index][field], longest, key=len)
    return {id(node): known for node, known in zip(made.nodes, texts, strict=True)}
