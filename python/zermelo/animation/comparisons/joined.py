"""Several recordings as the rounds of one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from zermelo.trees.player.recording import Recording
from zermelo.trees.player.step import Change, Step


class Part(NamedTuple):
    """A recording, with a name for its round and a sentence that comes first."""

    name: str
    before: str
    recording: Recording


def joined(parts: Sequence[Part], game: str = "", agent: str = "") -> Recording:
    """One recording of all parts. Nodes are counted through; boards are kept if all parts have the same game."""
    first = parts[0].recording
    made = Recording(
        game or first.game,
        agent or " and ".join(dict.fromkeys(part.recording.agent for part in parts)),
        first.player,
        [],
        rules=first.rules if all(part.recording.rules == first.rules for part in parts) else None,
    )
    nodes = 0
    for part in parts:
        rounds = part.recording.rounds
        for each in rounds:
            each.name = ", ".join(name for name in (part.name, each.name) if name)
            each.steps = [replace(step, nodes=step.nodes + nodes) for step in each.steps]
        rounds[0].steps.insert(0, Step("round", 0, part.before, nodes))
        nodes = rounds[-1].steps[-1].nodes
        made.rounds += rounds
    return made


def conclude(recording: Recording, *sentences: str, changes: Sequence[Change] = ()) -> Recording:
    """The same recording, with a last step."""
    steps = recording.rounds[-1].steps
    steps.append(Step("result", 0, " ".join(sentences), steps[-1].nodes, tuple(changes)))
    return recording
