"""Narrates a search log: what the search did, and why, step by step.

Events say when nodes were entered and left, and with what value. What follows at the parent is computed here, by the rules of the
search: MAX and MIN take the best, chance averages, and max^n's own `compare` breaks ties. So a step "better" or "keep" is what
the search's variables did at that moment, and after the last step the tree is as the search left it.
"""

from math import inf, isnan, nextafter

from zermelo.search.multiplayer.maxn import MaxN, Result
from zermelo.trees.drawing import words
from zermelo.trees.node import CUT_NAMES, TreeNode
from zermelo.trees.player import phrases
from zermelo.trees.player.log import ENTER, HIDDEN, LEAVE, PRUNE, WEIGH, Event, SearchLog
from zermelo.trees.player.node_state import NodeStates
from zermelo.trees.player.step import BEST, CUT, DONE, NOTE, OPEN, PRUNED, STATUS, VALUE, WINDOW, Change, Step
from zermelo.trees.reading import NodeValue, RankedReading

EARLY = (*CUT_NAMES, *words.PRUNINGS, "soonest")
"""The reasons to leave a node before all its moves are searched."""


class Narrator:
    """Makes the steps of one log."""

    def __init__(self, log: SearchLog, reading: RankedReading, max_n: MaxN | None = None) -> None:
        self.log, self.reading, self.max_n = log, reading, max_n
        self.nodes, self.parents, self.visits, self.events = log.nodes, log.parents, log.visits, log.events
        self.states = NodeStates(log, reading)
        self.windows = words.has_windows(log.tree)
        self.player = words.clean(log.tree.max)
        self.exact: set[int] = set()
        """Nodes whose values are exact."""
        self.made: list[Step] = []

    def steps(self) -> list[Step]:
        handlers = {ENTER: self.enter, LEAVE: self.leave, PRUNE: self.prune, HIDDEN: self.hidden, WEIGH: self.weigh}
        for place, event in enumerate(self.events):
            handlers[event.kind](place, event)
        if self.events and isnan(self.visits[0].value):
            self.add_step("stop", 0, "The search was stopped here: the best move so far counts.", self.events[-1].nodes)
        return self.made

    def add_step(self, kind: str, node: int, text: str, nodes: int, *changes: Change) -> None:
        self.made.append(Step(kind, node, text, nodes, changes))

    # Events

    def enter(self, _place: int, event: Event) -> None:
        index = event.node
        node, parent = self.nodes[index], self.parents[index]
        self.states.enter(index)
        text = phrases.tries(self.nodes[parent] if parent >= 0 else None, node)
        shown = words.window(node) if self.windows else ""
        if shown:
            text += " " + self.about_window(index, shown)
        changes: list[Change] = [(index, STATUS, OPEN)] + ([(index, WINDOW, shown)] if shown else [])
        self.add_step("enter", index, text, event.nodes, *changes)
        if index in self.log.guesses:
            self.stand(index, event)

    def stand(self, index: int, event: Event) -> None:
        """At the depth limit the player to move may stand pat or search on."""
        node, worth = self.nodes[index], self.states[index].worth
        content = f"{phrases.who(node)} may stand pat with {phrases.amount(worth, self.player)}"
        window: list[Change] = [(index, WINDOW, self.states.window(index))] if self.windows else []
        value: Change = (index, VALUE, self.lines(worth, node))
        self.add_step("better", index, f"The depth limit: {content}, or search noisy moves.", event.nodes, value, *window)

    def about_window(self, index: int, shown: str) -> str:
        """Why a node has this window, or what an empty one asks."""
        low, high = self.visits[index].alpha, self.visits[index].beta
        alpha_of, alpha = self.states.owner(index, "alpha")
        beta_of, beta = self.states.owner(index, "beta")
        if low > -inf and high == nextafter(low, inf):
            return f"The window is empty: {phrases.question(low, high, alpha, beta)}"
        parent = self.parents[index]
        return phrases.window(shown, alpha, beta, alpha_of, beta_of, parent >= 0 and self.nodes[parent].kind == "chance")

    def prune(self, _place: int, event: Event) -> None:
        """A pruned move: part of the later step "cut", or its own step if the search goes on."""
        parent = self.parents[event.node]
        self.states[parent].pruned.append(event.node)
        if self.nodes[parent].why not in EARLY:
            text = f"{words.move(self.nodes[event.node])} is skipped: a quiet move is unlikely to gain enough."
            self.add_step("skip", parent, text, event.nodes, (event.node, STATUS, PRUNED))

    def leave(self, place: int, event: Event) -> None:
        index = event.node
        node, worth = self.nodes[index], self.states.worth(index)
        entered = any(child.kind != "pruned" for child in node.children)
        if node.why in EARLY and self.states[index].pruned:
            self.cut(index, event)
        status = CUT if node.why in EARLY else DONE
        changes: list[Change] = [
            (index, STATUS, status),
            (index, VALUE, self.lines(worth, node)),
            (index, NOTE, self.note(index)),
        ]
        if node.kind in ("max", "min") and self.states[index].best_child >= 0 and not self.states.bears_out(index):
            changes.append((index, BEST, -1))
        kind, phrase = ("leave", phrases.leave) if entered else ("leaf", phrases.leaf)
        self.add_step(kind, index, phrase(node, worth, self.bound(index), self.player), event.nodes, *changes)
        if self.parents[index] >= 0:
            self.react(place, self.parents[index], index, event)

    def hidden(self, place: int, event: Event) -> None:
        """A move of a kept node was searched, but its nodes are not kept."""
        index, node = event.node, self.nodes[event.node]
        self.states[index].hidden = True
        worth = self.reading.worth(event.low, event.values, self.log.depths[index])
        if self.searched_again(place, index, event.move):
            return
        text = "One more move is searched; its nodes are not kept."
        if node.kind == "own":
            self.compare(index, -1, worth, event, text)
        elif node.kind in ("max", "min"):
            self.choose(index, -1, event.low, worth, event, text)

    # What follows at the parent

    def react(self, place: int, parent: int, child: int, event: Event) -> None:
        node, worth = self.nodes[parent], self.states.worth(child, 1)
        if node.kind in ("max", "min"):
            if self.searched_again(place, parent, self.visits[child].move):
                self.add_step("again", parent, phrases.again(node, self.nodes[child], worth, self.player), event.nodes)
            else:
                self.choose(parent, child, self.visits[child].value, worth, event)
        elif node.kind == "own" and self.visits[parent].player < 0:
            self.take(parent, child, worth, event)
        elif node.kind == "own":
            self.compare(parent, child, worth, event)
        elif node.kind == "chance" and not self.weighs(place):
            self.add(parent, child, worth, event)

    def choose(self, index: int, child: int, found: float, worth: NodeValue, event: Event, before: str = "") -> None:
        """MAX takes the greatest, MIN the least; the first of equals."""
        state, node, sign = self.states[index], self.nodes[index], self.states.sign(index)
        if state.best is not None and sign * found <= sign * state.best:
            self.add_step("keep", index, f"{before} {phrases.keep(node, worth, state.worth, self.player)}".strip(), event.nodes)
            return
        state.best, state.worth = found, worth
        moved = self.states.narrow(index, found)
        state.best_child = child if moved else state.best_child
        edge = ("α" if sign > 0 else "β") if moved and self.windows else ""
        below = "" if moved else self.outweighed(index)
        text = phrases.better(node, worth, edge, below, self.player)
        changes: list[Change] = [(index, VALUE, self.lines(worth, node))]
        changes += [(index, BEST, child)] if moved else []  # only a value inside the window has a line
        changes += [(index, WINDOW, self.states.window(index))] if edge else []
        self.add_step("better", index, f"{before} {text}".strip(), event.nodes, *changes)

    def outweighed(self, index: int) -> str:
        """Which player has more elsewhere than the best at this node."""
        owner, amount = self.states.owner(index, "alpha" if self.nodes[index].kind == "max" else "beta")
        if owner or not amount:
            return f"{owner} has {amount} elsewhere" if owner else ""
        return f"the window asks for {'more' if self.nodes[index].kind == 'max' else 'less'}"

    def compare(self, index: int, child: int, worth: NodeValue, event: Event, before: str = "") -> None:
        """Each player takes what is best for itself; ties as in the search."""
        state, node = self.states[index], self.nodes[index]
        seat, found = self.visits[index].player, event if child < 0 else self.visits[child]
        values = tuple(found.values)
        if child >= 0 and self.nodes[child].why == "given up":
            self.add_step("keep", index, f"{words.move(self.nodes[child])} is postponed; it may never matter.", event.nodes)
            return
        old = state.own.values
        if self.max_n is not None:
            self.max_n.compare(state.own, Result(values, ()), seat, self.rank(index, found.move))
        elif not old or values[seat] > old[seat]:
            state.own.values = values
        if state.own.values == old:
            self.add_step("keep", index, f"{before} {phrases.own_keep(node, worth, state.worth, seat)}".strip(), event.nodes)
            return
        mixed = state.own.number > 1 and values != state.own.values
        state.worth = self.reading.worth(0, state.own.values, 0) if mixed else worth
        state.best_child = state.best_child if mixed else child
        tie = f"Equally good for {phrases.who(node)}: the mean of the best moves counts."
        text = tie if mixed else phrases.own_better(node, worth, seat)
        changes = ((index, VALUE, self.lines(state.worth, node)), (index, BEST, state.best_child))
        self.add_step("better", index, f"{before} {text}".strip(), event.nodes, *changes)

    def take(self, index: int, child: int, worth: NodeValue, event: Event) -> None:
        """The same if the tree does not say which value belongs to which player: only the chosen move gets a step."""
        state, node = self.states[index], self.nodes[index]
        if state.best_child < 0 and worth.values == node.values and self.nodes[child].why != "given up":
            state.best_child = child
            text = f"{phrases.amount(worth, self.player)} is the best for {phrases.who(node)} here."
            self.add_step("better", index, text, event.nodes, (index, VALUE, self.lines(worth, node)), (index, BEST, child))

    def add(self, index: int, child: int, worth: NodeValue, event: Event) -> None:
        state, node = self.states[index], self.nodes[index]
        state.parts.append((self.nodes[child].probability or 0.0, worth))
        total = average(state.parts)
        single = worth.value if worth.values is None else None
        added = "" if single is None else words.number((self.nodes[child].probability or 0) * single)
        text = phrases.average(self.nodes[child], phrases.amount(worth, self.player), added, phrases.amount(total, self.player))
        self.add_step("average", index, text, event.nodes, (index, VALUE, self.lines(total, node)))

    def weigh(self, _place: int, event: Event) -> None:
        state, bounds = self.states[event.node], (event.low, event.high)
        if bounds == state.bounds:
            return
        state.bounds = bounds
        low, high = (words.number(self.reading.plainly(bound)) for bound in bounds)
        shown = low if low == high else f"{low}…{high}"
        self.add_step("average", event.node, phrases.between(low, high), event.nodes, (event.node, VALUE, shown))

    def cut(self, index: int, event: Event) -> None:
        node, state = self.nodes[index], self.states[index]
        reason = words.cut(node, self.log.depths[index])
        if node.why in CUT_NAMES and reason is not None:
            owner, edge = self.states.owner(index, node.why.split()[0])
            text = phrases.cut(node, reason[1], owner, edge, len(state.pruned), self.states.under_chance(index))
        elif node.why in words.PRUNINGS:
            parent = self.parents[index]
            before, has = ("no player", "nothing") if parent < 0 else (phrases.who(self.nodes[parent]), self.share(parent))
            text = phrases.own_cut(node, self.share(index), before, has, len(state.pruned))
        else:
            text = phrases.soonest(node, len(state.pruned))
        crossed: list[Change] = [(each, STATUS, PRUNED) for each in state.pruned]
        self.add_step("cut", index, text, event.nodes, (index, NOTE, self.note(index)), *crossed)

    def share(self, index: int) -> str:
        """What a player of max^n is sure of at an open node."""
        values, seat = self.states[index].worth.values, self.visits[index].player
        return "as much" if values is None or seat < 0 else words.number(values[seat])

    # Helpers

    def searched_again(self, place: int, parent: int, move: int) -> bool:
        """Whether the same move is searched next: then this search was only a test."""
        if place + 1 >= len(self.events):
            return False
        following = self.events[place + 1]
        if following.kind == ENTER:
            return self.visits[following.node].parent == parent and self.visits[following.node].move == move
        return following.kind == HIDDEN and following.node == parent and following.move == move

    def weighs(self, place: int) -> bool:
        return place + 1 < len(self.events) and self.events[place + 1].kind == WEIGH

    def rank(self, index: int, move: int) -> int:
        """The index of a move among those of its node, which breaks ties; moves that are not kept come last."""
        order = list(dict.fromkeys(self.visits[each].move for each in self.log.below[index]))
        return order.index(move) if move in order else len(order)

    def bound(self, index: int) -> str:
        """`at least ` or `at most ` if a value is only a bound, else empty."""
        visit = self.visits[index]
        if visit.alpha < visit.value < visit.beta or self.whole(index):
            self.exact.add(index)
            return ""
        return "at least " if visit.value >= visit.beta else "at most "

    def whole(self, index: int) -> bool:
        """Whether a value is exact for any window."""
        node, below = self.nodes[index], self.log.below[index]
        if not below:
            return node.why in ("end", "depth limit")
        return node.why == "" and not self.states[index].hidden and self.exact.issuperset(below)

    def lines(self, worth: NodeValue, node: TreeNode) -> str:
        """A value for little space."""
        seen = TreeNode(None, node.player, node.kind, worth.value, worth.plies, None, None, "", values=worth.values)
        if worth.values is not None:
            seen.value = worth.values[0]
        return "\n".join(words.value_lines(seen))

    def note(self, index: int) -> str:
        """The note beside a node: why it was left."""
        node = self.nodes[index]
        reason = words.cut(node, self.log.depths[index])
        if reason is None:
            return "" if node.why in ("end", "depth limit") else words.note(node, self.log.depths[index])
        if node.why in CUT_NAMES:
            owner, edge = self.states.owner(index, node.why.split()[0])
            return ": ".join(reason) + (f"\n{owner} already has {edge}" if owner else "")
        parent = self.parents[index]
        if node.why == "shallow" and parent >= 0:
            return f"{reason[0]}:\n{phrases.who(self.nodes[parent])} has {self.share(parent)} elsewhere"
        return f"{reason[0]}:\n{reason[1]}"


def average(parts: list[tuple[float, NodeValue]]) -> NodeValue:
    """The sum of outcomes, weighted by their probabilities."""
    if all(worth.values is None for _, worth in parts):
        return NodeValue(sum(share * (worth.value or 0) for share, worth in parts))
    columns = zip(*(worth.values or () for _, worth in parts), strict=True)
    shares = [share for share, _ in parts]
    return NodeValue(
        None, None, tuple(sum(share * value for share, value in zip(shares, column, strict=True)) for column in columns)
    )
