"""Boards for the player: the game's pictures if they are few, its texts if they are many, none if the game has none.

Equal positions share one board. Pictures are passed as text, and the player shows them as images, so that nothing in them can
run code in the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.game import State
from zermelo.games.tree import TreeGame

if TYPE_CHECKING:
    from zermelo.trees.player.recording import Recording

MOST_PICTURES = 400
MOST_LETTERS = 3_000_000
"""The most characters of all boards together."""


def boards(recording: Recording) -> tuple[dict[str, Any], list[list[int]]]:
    """The boards, and for every node of every round the index of its board; -1 without one."""
    none = [[-1] * len(each.nodes) for each in recording.rounds]
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
