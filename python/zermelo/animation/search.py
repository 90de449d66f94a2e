"""Recordings of tree searches: the specification runs, and every step is recorded.

`watch` makes a search like any other: it has limits, and any thread can stop it. Its method `record` runs it. A recording starts
with an empty transposition table and an empty tree, and always runs in Python: it is for learning, not for playing. `nodes` limits the nodes that
are kept; the search itself goes on to its end.
"""

from dataclasses import replace
from math import inf, nextafter

from zermelo.animation.baseline import count_baseline
from zermelo.animation.uct import RecordedUct
from zermelo.engine import SPECIFICATION, Agent, Search, SearchAgent
from zermelo.engine.montecarlo import UctSearch
from zermelo.errors import AgentError, LimitError
from zermelo.game import Position, Rules, State
from zermelo.report import Report
from zermelo.search import HORIZON, PRUNED, Control, Trace
from zermelo.search.multiplayer.maxn import MaxN
from zermelo.trees.drawing import words
from zermelo.trees.player.log import LogDraft, Recorder, SearchLog
from zermelo.trees.player.narration import Narrator
from zermelo.trees.player.phrases import question
from zermelo.trees.player.recording import Recording, Round, result
from zermelo.trees.player.step import Step
from zermelo.trees.reading import VectorReading

NODES = 1000
"""Nodes that are kept by default."""


def record(position: Position, agent: Agent, nodes: int = NODES) -> Recording:
    """An agent's search of a position, step by step."""
    return watch(position, agent, nodes).record()


def watch(position: Position, agent: Agent, nodes: int = NODES) -> "RecordedSearch | RecordedUct":
    """An agent's search of a position, not yet started; raises AgentError if it cannot be recorded."""
    if not isinstance(nodes, int) or isinstance(nodes, bool) or nodes < 1:
        raise LimitError(f"nodes={nodes!r} must be a whole number of at least 1: the nodes to keep")
    if not isinstance(agent, SearchAgent):
        raise AgentError(f"{agent} does not search step by step; use an agent such as alphabeta(depth=3)")
    if not agent.row.watchable:
        raise AgentError(
            f"{agent.algorithm} only counts nodes, so it cannot be recorded; use an agent such as alphabeta(depth=3)"
        )
    task = replace(agent.task(position, nodes), backend=SPECIFICATION, memory=None)
    if getattr(task.options, "batch", 0):
        raise AgentError("a search in batches cannot be recorded step by step; leave out batch and where")
    if task.options.threads > 1:
        task = replace(task, options=replace(task.options, threads=1))
    return RecordedUct(task, str(agent)) if agent.row.runs is UctSearch else RecordedSearch(task, str(agent))


class RecordedSearch(Search):
    notes: Recorder

    def recorder(self, control: Control) -> Trace:
        self.notes = Recorder(self.task.tree, control)
        return self.notes

    def record(self) -> Recording:
        """Run the search to its end."""
        reports = []
        for report in self:
            reports.append(report)
            begun = self.notes.rounds[-1:]
            beyond = len(reports) > 1 and not all(draft.finished for draft in begun)  # an unfinished depth
            for draft in self.notes.rounds:
                draft.depth = max(1, (report.depth or 0) + beyond) if draft.depth is None else draft.depth
        return self._recording(reports[-1])

    def _recording(self, report: Report) -> Recording:
        position, drafts = self.task.position, self.notes.rounds
        rounds = [self._round(draft) for draft in drafts] or [self._nothing()]
        before = 0
        for made, name in zip(rounds, self._names_of_rounds(rounds), strict=True):
            made.name = name
            if name:
                text = f"{name[0].upper()}{name[1:]}{'' if name.endswith('?') else '.'}"
                made.steps.insert(0, Step("round", 0, text, before))
            before = made.steps[-1].nodes if made.steps else 0
        rules = self.view or position.rules
        plain = count_baseline(self.task, rules, report.depth, self._stop)
        recording = Recording(
            report.game, report.agent, position.turn, rounds, plain, rules=position.game, stopped=report.stopped
        )
        told = replace(recording.tree, total=report.nodes)
        rounds[-1].steps.append(Step("result", 0, result(told, plain), report.nodes))
        return recording

    def _round(self, draft: LogDraft) -> Round:
        position = self.task.position
        log = SearchLog(self._tree(draft.visits, draft.total), draft.visits, draft.events)
        rules = self.view or position.rules
        states = _states(draft, rules, position.state)
        log.guesses = _guesses(draft, log, rules, states)
        max_n = MaxN(rules, self.notes.control, self.task.techniques) if isinstance(self.reading, VectorReading) else None
        if max_n is not None:
            max_n.root = position.player
        narrator = Narrator(log, self.reading, max_n)
        return Round(log.tree, log.nodes, log.parents, narrator.steps(), states=states)

    def _nothing(self) -> Round:
        """The round of a search that was stopped before it entered a node."""
        tree = self._tree([], 0)
        return Round(tree, [tree.root], [-1], [], states=[self.task.position.state])

    def _names_of_rounds(self, rounds: list[Round]) -> list[str]:
        """The depth and question of each round, if there are several."""
        if len(rounds) == 1:
            return [""]
        depths = [draft.depth for draft in self.notes.rounds]
        names = []
        for made, draft in zip(rounds, self.notes.rounds, strict=True):
            depth = [f"depth {draft.depth}"] if self.deepens else []
            root = made.tree.root
            asks = depths.count(draft.depth) > 1 or root.alpha is not None or root.beta is not None
            names.append(", ".join(depth + ([_question(draft, made)] if asks else [])))
        return names


def _question(draft: LogDraft, made: Round) -> str:
    """What a round asks with its window."""
    root, first = made.tree.root, draft.visits[0]
    if first.alpha > -inf and first.beta == nextafter(first.alpha, inf) and root.alpha is not None:
        edges = words.edge(root.alpha, root.alpha_ply), words.edge(root.beta or 0, root.beta_ply)
        return question(first.alpha, first.beta, *edges)
    return f"window {words.window(root)}"


def _states(draft: LogDraft, rules: Rules, root: State) -> list[State | None]:
    """The positions of all entered nodes."""
    states: list[State | None] = []
    for visit in draft.visits:
        before = None if visit.parent < 0 or visit.why == PRUNED else states[visit.parent]
        states.append(root if visit.parent < 0 else None if before is None else rules.play(before, visit.move))
    return states


def _guesses(draft: LogDraft, log: SearchLog, rules: Rules, states: list[State | None]) -> dict[int, float]:
    """Evaluations at the depth limit, for nodes where quiescence search goes on."""
    side = rules.to_move(states[0]) if states and states[0] is not None else 0
    return {
        index: rules.evaluate(state, side)
        for index, (visit, state) in enumerate(zip(draft.visits, states, strict=True))
        if visit.why == HORIZON and log.below[index] and state is not None
    }
