"""Recordings of UCT: in every iteration a step for each selected move, then expansion, playout and backup.

The specification (`search/montecarlo/uct.py`) runs unchanged; `uct_observer` reports each iteration, and `UctSteps` turns it into
steps, with the sentences of `uct_phrases`. A move joins the tree when it is first tried, in its place among the moves of its
position. A shared position is shown where it was first reached. Iterations beyond the limit on steps are summed up in one step.
"""

from dataclasses import replace

import zermelo.animation.uct_phrases as phrases
from zermelo.animation.uct_observer import Choice, ObservedUct
from zermelo.engine.montecarlo import UctSearch
from zermelo.game import CHANCE, Position, Rules, State
from zermelo.report import Report
from zermelo.search.control import Control
from zermelo.search.montecarlo.batches import LeafPlayer
from zermelo.search.montecarlo.final_move import final
from zermelo.search.montecarlo.tree import Edge, Grown, Node
from zermelo.search.montecarlo.uct import UCT, Kept
from zermelo.trees.drawing import words
from zermelo.trees.montecarlo import mark_line, node_of, value_of
from zermelo.trees.node import TreeNode
from zermelo.trees.player.recording import Captions, Recording, Round
from zermelo.trees.player.step import BEST, DONE, LABEL, NOTE, OPEN, STATUS, TERMS, VALUE, VISITS, Change, Step
from zermelo.trees.tree import Tree

LONGEST = 4
"""The most moves of a path that a sentence names; of longer paths the last ones."""
CAPTIONS = Captions(value="rate")
SIGNS = (
    ("rate", "rate of the player who moved there: 0 lost, 1 won; at the root, that of the best move"),
    ("terms", "exploitation + exploration = UCT value, while moves are compared"),
    ("visits", "the wider an edge, the more visits"),
    ("best", "the moves that would be played"),
)


class RecordedUct(UctSearch):
    steps: "UctSteps"

    def specification(
        self, rules: Rules, control: Control, kept: Kept, since: tuple[int, ...] | None, player: LeafPlayer | None
    ) -> UCT:
        assert player is None, "`watch` refuses batches"
        search = ObservedUct(rules, control, self.options, kept, since)
        self.steps = UctSteps(self.task.position, search, self.task.tree)
        search.on_iteration = self.steps.note
        return search

    def record(self) -> Recording:
        """Run the search to its end."""
        report = self.last()
        position = self.task.position
        made = self.steps.round(report)
        return Recording(
            report.game,
            report.agent,
            position.turn,
            [made],
            rules=position.game,
            stopped=report.stopped,
            captions=CAPTIONS,
            grows=True,
        )


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
        self.told = 0
        """Iterations that have steps."""
        self.steps = [
            Step("enter", 0, f"{position.turn} is to move at the root. No move has been tried yet.", 0, ((0, STATUS, OPEN),))
        ]

    # One iteration

    def note(self) -> None:
        """Record the last iteration, unless the limit is reached."""
        search = self.search
        if search.playouts > self.room:
            return
        self.told += 1
        path: list[int] = []
        for step in search.path:
            self.owners.setdefault(id(step.node), path[-1] if path else 0)
            path.append(self.place(step.node, step.edge, step.view, step.state))
        new = search.path[-1].edge.visits == 1
        nodes = search.control.nodes
        early = nodes - (search.playing.plies or 0)
        self.select(path, new, early)
        end = path[-1]
        if new:
            changes = ((end, STATUS, OPEN), (end, LABEL, self.label(end)))
            self.add_step("expand", end, f"Expansion: {self.name(end)} is new, so it joins the tree.", early, *changes)
        played = phrases.playout(self.outcome(search.rates), search.playing.plies)
        self.add_step("playout", end, played, nodes)
        detours = [self.place(each.node, each.edge, each.view, None) for each in search.detours]
        self.add_step("backup", 0, self.backup(path), nodes, *self.updates([*path, *detours]))

    def select(self, path: list[int], new: bool, nodes: int) -> None:
        """A step for each selected move: what it was compared with, and why it was chosen."""
        plain = not self.search.choosing.techniques
        for place, (step, index) in enumerate(zip(self.search.path, path, strict=True)):
            here = self.owners[id(step.node)]
            made = [each for each in self.search.choosing.choices if each.node is step.node]
            choice = next((each for each in reversed(made) if each.edge is step.edge), None)
            skipped = [self.name(self.places[id(each.edge)]) for each in made if each is not choice]
            visit = step.node.passes if choice is None else choice.visits
            where = f"{'the root' if here == 0 else self.name(here)}, visit {visit:,}"
            text = phrases.selection(where, self.name(index), choice, skipped, plain)
            unborn = new and place == len(path) - 1
            self.add_step("select", here if unborn else index, text, nodes, *self.comparison(choice))

    def comparison(self, choice: Choice | None) -> list[Change]:
        """The terms of the moves that were compared, at their nodes."""
        if choice is None or len(choice.terms) < 2:
            return []
        shown = {self.places[edge]: found for edge, found in choice.terms.items() if edge in self.places}
        return [(index, TERMS, phrases.terms(found)) for index, found in shown.items()]

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
        """A step; terms that the step before has shown go, unless they are shown again."""
        shown = {index for index, name, _ in changes if name == TERMS}
        last = self.steps[-1].changes
        gone = [(index, TERMS, "") for index, name, value in last if name == TERMS and value and index not in shown]
        self.steps.append(Step(kind, node, text, nodes, (*gone, *changes)))

    def name(self, index: int) -> str:
        return words.short(self.nodes[index].move or "the root", 30)

    def outcome(self, rates: tuple[float, ...]) -> str:
        values = [self.search.scale.utility(rate) for rate in rates]
        players, rules = self.position.game.players, self.position.rules
        if rules.has_winner:
            winners = [words.clean(name) for name, value in zip(players, values, strict=True) if value >= rules.bounds[1]]
            if winners or max(rates) == min(rates):
                return f"a win for {' and '.join(winners)}" if winners else f"a draw, rate {phrases.rate(rates[0])}"
        if rules.two_sided:
            mine = self.position.player
            return f"{words.number(values[mine])} for {words.clean(self.position.turn)}, rate {phrases.rate(rates[mine])}"
        return f"{words.value_tuple(tuple(values))}, rates ({', '.join(map(phrases.rate, rates))})"

    def backup(self, path: list[int]) -> str:
        told = path[-LONGEST:]
        moves = [(self.name(index), self.rate(index), self.visits(index)) for index in told]
        proven = [self.name(index) for index in told if self.is_proven(index)]
        return phrases.backup(moves, proven, len(path) > len(told))

    # What the tree shows

    def visits(self, index: int) -> int:
        edge = self.edges[index]
        return self.search.playouts if edge is None else edge.visits

    def rate(self, index: int) -> str:
        """The rate of the player who moved to a node; at the root that of the best move, for the player to move."""
        edge, view = self.edges[index], self.views[index]
        edge = final(self.search, self.search.root) if edge is None else edge
        if edge.proof is not None:
            return phrases.rate(self.search.scale.rates(edge.proof)[view])
        return phrases.rate(edge.mean) if edge.visits else ""

    def is_proven(self, index: int) -> bool:
        """Whether an unfinished position is proven."""
        edge = self.edges[index]
        return edge is not None and edge.proof is not None and self.nodes[index].kind != "end"

    def label(self, index: int) -> str:
        """The move, and below it its visits."""
        node, edge = self.nodes[index], self.edges[index]
        node.visits = None
        name = words.move(node)
        node.visits = None if edge is None else edge.visits
        return name if edge is None else f"{name}\n×{edge.visits:,}"

    def updates(self, indexes: list[int]) -> tuple[Change, ...]:
        """Visits, means, proofs and best moves of these nodes."""
        changes: list[Change] = []
        for index in dict.fromkeys([0, *indexes]):
            edge = self.edges[index]
            changes += [(index, VALUE, self.rate(index)), (index, VISITS, self.visits(index))]
            changes += [] if edge is None else [(index, LABEL, self.label(index)), (index, STATUS, DONE)]
            changes += [(index, NOTE, "proven")] if self.is_proven(index) else []
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
        playouts = report.playouts or 0
        if self.told < playouts:
            everything = self.updates(list(range(len(self.nodes))))
            self.add_step("rest", 0, f"{playouts - self.told:,} more playouts, without steps.", report.nodes, *everything)
        for index in sorted(range(1, len(self.nodes)), key=lambda index: self.ranks[index]):
            self.nodes[self.parents[index]].children.append(self.nodes[index])
        for index, edge in enumerate(self.edges):
            if edge is not None:
                found = Grown(-1, edge.move, edge.visits, edge.total, edge.proof)
                self.nodes[index].value = value_of(self.position, found, self.views[index])
        mark_line(self.nodes[0], report)
        tree = Tree(str(self.position.game), report.agent, self.position.turn, self.nodes[0], report.nodes, False)
        self.add_step("result", 0, self.result(report), report.nodes, (0, STATUS, DONE))
        rates = replace(tree, root=self.in_rates())
        return Round(tree, self.nodes, self.parents, self.steps, states=list(self.states), legend=self.legend(), outline=rates)

    def result(self, report: Report) -> str:
        best = final(self.search, self.search.root)
        name = words.short(report.move, 30)
        by_visits = self.search.options.final == "visits"
        return phrases.result(report, words.clean(self.position.turn), name, self.rate(0), best.visits, by_visits)

    def in_rates(self) -> TreeNode:
        """A copy of the tree with rates for values, to be printed beside the steps."""
        copies = [replace(node, children=[]) for node in self.nodes]
        places = {id(node): index for index, node in enumerate(self.nodes)}
        for index, copy in enumerate(copies):
            copy.value = float(self.rate(index)) if self.rate(index) else None
            copy.children = [copies[places[id(child)]] for child in self.nodes[index].children]
        return copies[0]

    def legend(self) -> list[tuple[str, str]]:
        """Signs of those who are to move somewhere, and what the numbers mean."""
        seats = {name: seat for seat, name in enumerate(self.position.game.players)}
        found: dict[str, str] = {}
        for node in self.nodes:
            if node.kind in ("max", "min", "own"):
                code = f"own{seats[node.player] % 8}" if node.kind == "own" else node.kind
                found[code] = f"{words.clean(node.player)} is to move"
            elif node.kind == "chance":
                found["chance"] = "chance draws a move"
        proven = [("proven", "proven")] if any(map(self.is_proven, range(len(self.nodes)))) else []
        return [*sorted(found.items()), *SIGNS, *proven]
