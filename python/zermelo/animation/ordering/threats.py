"""The lesson on Threat-ADS: best-reply search that tries first the opponent whose reply was the best last time.

The search is the specification, and so is its list of opponents; the view is only observed.
"""

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.agents.registry import agent
from zermelo.animation.comparisons.joined import conclude
from zermelo.animation.ordering.remarks import NOTED, Remark, add_remarks
from zermelo.animation.search import RecordedSearch, watch
from zermelo.engine import SearchAgent, Task
from zermelo.game import State
from zermelo.games import find
from zermelo.search import Control, Trace
from zermelo.search.ads import RULES
from zermelo.search.multiplayer.best_reply import BestReply
from zermelo.search.multiplayer.view import STRIDE
from zermelo.trees.player.recording import Recording

GAME = "virus(rows=6,cols=6,players=4,evaluation=own)"
MOVES = "a2 b6 e6 e1"
DEPTH = 2
RULE = RULES[0]
CHOSEN = "The position was chosen because the list helps here; elsewhere it may save nothing."


class Credit(NamedTuple):
    """An opponent who had the best reply, and the list afterwards."""

    opponent: int
    opponents: list[int]


class ObservedBestReply(BestReply):
    """Keeps the list of opponents at each node, by its index in the trace."""

    path: Sequence[int] = ()

    def observe(self, trace: Trace) -> None:
        self.path = trace.path
        self.tried: dict[int, list[int]] = {}
        self.credits: dict[int, Credit] = {}

    def moves(self, s: State) -> list[int]:
        if self.path and self.inner.to_move(s) != self.us:
            self.tried[self.path[-1]] = list(self.opponents)
        return super().moves(s)

    def credit(self, s: State, move: int) -> None:
        super().credit(s, move)
        if self.inner.to_move(s) != self.us:
            self.credits[self.path[-1]] = Credit(move // STRIDE, list(self.opponents))


class ThreatSearch(RecordedSearch):
    def __init__(self, task: Task, called: str) -> None:
        super().__init__(task, called)
        self.seen = ObservedBestReply(task.position.rules, task.position.player, task.techniques)
        self.view = self.seen

    def recorder(self, control: Control) -> Trace:
        trace = super().recorder(control)
        self.seen.observe(trace)
        return trace


def threats() -> Recording:
    """The lesson: one search with the list, and how many nodes it saves."""
    position = find(GAME).start().play(MOVES)
    names = position.game.players
    searcher = _agent(RULE)
    search = ThreatSearch(watch(position, searcher).task, str(searcher))
    made = search.record()
    entering: dict[int, Remark] = {}
    leaving: dict[int, Remark] = {}
    for node, opponents in search.seen.tried.items():
        listed = ", ".join(names[who] for who in opponents)
        entering[node] = Remark(f"The list is {listed}: the replies of {names[opponents[0]]} are tried first.", listed)
    for node, (opponent, opponents) in search.seen.credits.items():
        kept = opponents == search.seen.tried[node]
        where = "stays at the front" if kept else "moves to the front"
        told = "" if kept else f" The list is now {', '.join(names[who] for who in opponents)}."
        leaving[node] = Remark(f"{names[opponent]} had the best reply here, so {names[opponent]} {where}.{told}")
    add_remarks(made.rounds[0], entering, leaving)
    made.captions = NOTED
    nodes = {rule: _agent(rule)(position).nodes for rule in ("", *RULES[:2])}
    values = {_agent(rule)(position).value for rule in nodes}
    same = "The value is the same with each." if len(values) == 1 else "The values differ."
    told = ", ".join(f"with {rule} {number}" for rule, number in nodes.items() if rule)
    return conclude(made, f"Without a list, in the order of turns, the search enters {nodes['']} nodes, {told}. {same}", CHOSEN)


def _agent(rule: str) -> SearchAgent:
    made = agent(f"bestreply(depth={DEPTH}{f', threat={rule}' if rule else ''})")
    assert isinstance(made, SearchAgent)
    return made
