"""Recordings of UCT: every iteration is four steps, selection, expansion, playout and backup.

The specification (`search/montecarlo/uct.py`) runs unchanged; `uct_observer` reports each iteration, and `UctSteps` turns it into
steps. A move joins the tree when it is first tried, in its place among the moves of its position. A shared position is shown
where it was first reached. Iterations beyond the limit on steps are summed up in one step.
"""

from zermelo.animation.uct_observer import ObservedUct
from zermelo.engine.montecarlo import UctSearch
from zermelo.game import CHANCE, Position, Rules, State
from zermelo.report import Report
from zermelo.score import counted
from zermelo.search.control import Control
from zermelo.search.montecarlo.final_move import final, worth
from zermelo.search.montecarlo.tree import Edge, Grown, Node
from zermelo.search.montecarlo.uct import UCT, Kept
from zermelo.trees.drawing import words
from zermelo.trees.montecarlo import mark_line, node_of, value_of
from zermelo.trees.player.recording import Recording, Round, result
from zermelo.trees.player.step import BEST, DONE, LABEL, NOTE, OPEN, STATUS, VALUE, Change, Step
from zermelo.trees.tree import Tree

LONGEST = 4
"""The most moves of an iteration that a sentence names; of longer paths the last ones."""


class RecordedUct(UctSearch):
    steps: "UctSteps"

    def specification(self, rules: Rules, control: Control, kept: Kept, since: tuple[int, ...] | None) -> UCT:
        search = ObservedUct(rules, control, self.options, kept, since)
        self.steps = UctSteps(self.task.position, search, self.task.tree)
        search.on_iteration = self.steps.note
        return search

    def record(self) -> Recording:
        """Run the search to its end."""
        report = self.last()
        position = self.task.position
        made = self.steps.round(report)
        return Recording(report.game, report.agent, position.turn, [made], rules=position.game, stopped=report.stopped)


class UctSteps:
    """The growing tree, and its steps."""

    def __init__(self, position: Position, search: ObservedUct, room: int) -> None:
        self.position, self.search, self.room = position, search, room
        root = node_of(position, position, None)
        self.nodes, self.parents, self.states = [root], [-1], [position.state]
        self.edges: list[Edge | None] = [None]
        self.ranks, self.views = [0], [position.player]
        self.places: dict[int, int] = {}
        """Indexes of nodes, by the edges that lead to them."""
        self.owners: dict[int, int] = {}
        """Indexes of nodes, by the nodes of the search that they show."""
        self.steps = [
            Step("enter", 0, f"{position.turn} is to move at the root. No move has been tried yet.", 0, ((0, STATUS, OPEN),))
        ]

    # One iteration

    def note(self) -> None:
        """Record the last iteration, unless the limit is reached."""
        search = self.search
        if search.playouts > self.room:
            return
        path: list[int] = []
        for step in search.path:
            self.owners.setdefault(id(step.node), path[-1] if path else 0)
            path.append(self.place(step.node, step.edge, step.view, step.state))
        end, before = path[-1], path[-2] if len(path) > 1 else 0
        new = search.path[-1].edge.visits == 1
        nodes = search.control.nodes
        early = nodes - (search.playing.plies or 0)
        self.add_step("select", before if new else end, self.selection(), early)
        if new:
            changes = ((end, STATUS, OPEN), (end, LABEL, self.label(end)))
            self.add_step("expand", end, f"Expansion: {self.name(end)} is new, so it joins the tree.", early, *changes)
        self.add_step("playout", end, self.playout(), nodes)
        detours = [self.place(each.node, each.edge, each.view, None) for each in search.detours]
        self.add_step("backup", 0, self.backup(path), nodes, *self.updates([*path, *detours]))

    def place(self, node: Node, edge: Edge, view: int, before: State | None) -> int:
        """The index of the node after a move; a new node joins the tree."""
        if id(edge) in self.places:
            return self.places[id(edge)]
        parent = self.owners[id(node)]
        state = self.states[parent] if before is None else before
        here = Position(self.position.game, state)
        after = here.advance(edge.move)
        made = node_of(after, self.position, here.name(edge.move))
        if here.player == CHANCE:
            made.probability = dict(here.rules.chances(here.state))[edge.move]
        index = self.places[id(edge)] = len(self.nodes)
        self.nodes.append(made)
        self.parents.append(parent)
        self.states.append(after.state)
        self.edges.append(edge)
        self.ranks.append(node.edges.index(edge))
        self.views.append(view)
        return index

    # Sentences

    def add_step(self, kind: str, node: int, text: str, nodes: int, *changes: Change) -> None:
        self.steps.append(Step(kind, node, text, nodes, changes))

    def name(self, index: int) -> str:
        return words.short(self.nodes[index].move or "the root", 30)

    def selection(self) -> str:
        reasons = {id(choice.edge): choice for choice in self.search.choosing.choices}
        told = []
        for step in self.search.path[-LONGEST:]:
            name, choice = self.name(self.places[id(step.edge)]), reasons.get(id(step.edge))
            if step.node.player == CHANCE:
                told.append(f"{name} (drawn by chance)")
            elif choice is None:
                told.append(name)
            elif choice.mean is None:
                told.append(f"{name} (not tried yet)")
            else:
                told.append(f"{name} (rate {choice.mean:.2f} + {choice.bonus:.2f}, the greatest UCT value)")
        more = len(self.search.path) - len(told)
        proven = " A proven move is skipped, since more visits to it are useless." if self.search.detours else ""
        return f"Selection: {'... ' if more else ''}{', then '.join(told)}.{proven}"

    def playout(self) -> str:
        result, plies = self.outcome(self.search.rates), self.search.playing.plies
        if plies is not None:
            return f"Playout: a random game of {counted(plies)} from here ends with {result}."
        return f"Playout: not needed, the result is known: {result}."

    def outcome(self, rates: tuple[float, ...]) -> str:
        values = [self.search.scale.utility(rate) for rate in rates]
        players, rules = self.position.game.players, self.position.rules
        if rules.has_winner:
            winners = [words.clean(name) for name, value in zip(players, values, strict=True) if value >= rules.bounds[1]]
            if winners or max(rates) == min(rates):
                return f"a win for {' and '.join(winners)}" if winners else "a draw"
        if rules.two_sided:
            return f"{words.number(values[self.position.player])} for {words.clean(self.position.turn)}"
        return words.value_tuple(tuple(values))

    def backup(self, path: list[int]) -> str:
        told = path[-LONGEST:]
        moves = [
            f"{self.name(index)} is worth {self.value(index)} after {counted(self.visits(index), 'try', 'tries')}"
            for index in told
        ]
        proven = [self.name(index) for index in told if self.is_proven(index)]
        proof = f" Proven now: {', '.join(proven)}." if proven else ""
        return f"Backup: {'; '.join(moves)}.{proof}"

    # What the tree shows

    def visits(self, index: int) -> int:
        edge = self.edges[index]
        return self.search.playouts if edge is None else edge.visits

    def value(self, index: int) -> str:
        edge = self.edges[index]
        if edge is None:
            found = worth(self.search, final(self.search, self.search.root))
            return "" if found is None else words.number(found)
        made = value_of(self.position, Grown(-1, edge.move, edge.visits, edge.total, edge.proof), self.views[index])
        return "" if made is None else words.number(made)

    def is_proven(self, index: int) -> bool:
        """Whether an unfinished position is proven."""
        edge = self.edges[index]
        return edge is not None and edge.proof is not None and self.nodes[index].kind != "end"

    def label(self, index: int) -> str:
        node, edge = self.nodes[index], self.edges[index]
        node.visits = None if edge is None else edge.visits
        return words.move(node)

    def updates(self, indexes: list[int]) -> tuple[Change, ...]:
        """Visits, means, proofs and best moves of these nodes."""
        changes: list[Change] = []
        for index in dict.fromkeys([0, *indexes]):
            edge = self.edges[index]
            changes += [(index, VALUE, self.value(index))] + ([] if edge is None else [(index, LABEL, self.label(index))])
            changes += [(index, NOTE, "proven")] if self.is_proven(index) else []
            changes += [(index, STATUS, DONE)] if edge is not None else []
            node = self.search.root if edge is None else edge.node
            if node is not None:
                changes += self.best_child(index, node)
        return tuple(changes)

    def best_child(self, index: int, node: Node) -> list[Change]:
        """The move that would be played at a node."""
        if node.player == CHANCE or not node.passes:
            return []
        best = self.places.get(id(final(self.search, node)))
        return [] if best is None else [(index, BEST, best)]

    # The result

    def round(self, report: Report) -> Round:
        told = (len([step for step in self.steps if step.kind == "backup"]), report.playouts or 0)
        everything = self.updates(list(range(len(self.nodes))))
        if told[0] < told[1]:
            text = f"{told[1] - told[0]:,} more playouts, without steps."
            self.add_step("rest", 0, text, report.nodes, *everything)
        for index in sorted(range(1, len(self.nodes)), key=lambda index: self.ranks[index]):
            self.nodes[self.parents[index]].children.append(self.nodes[index])
        mark_line(self.nodes[0], report)
        tree = Tree(str(self.position.game), report.agent, self.position.turn, self.nodes[0], report.nodes, False)
        self.add_step("result", 0, result(tree), report.nodes, (0, STATUS, DONE))
        return Round(tree, self.nodes, self.parents, self.steps, states=list(self.states))
