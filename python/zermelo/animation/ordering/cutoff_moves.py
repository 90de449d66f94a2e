"""The lessons on killer moves and the history heuristic: what made a cutoff once is tried first the next time.

A killer move is remembered for one ply, the history of a move for all plies. Both are alpha-beta's own ordering, observed.
"""

from zermelo.agents.registry import agent
from zermelo.animation.comparisons.joined import Part, conclude, joined
from zermelo.animation.ordering.observer import CutoffMove, OrderedSearch, SortedMoves, ordered_search
from zermelo.animation.ordering.remarks import NOTED, Remark, add_remarks
from zermelo.animation.search import record
from zermelo.engine import SearchAgent
from zermelo.game import State
from zermelo.games import find
from zermelo.score import counted
from zermelo.trees.player.recording import Recording

GAME = "tictactoe"
KILLER_MOVES, KILLER_DEPTH = "a3 b2 b3", 2
HISTORY_MOVES, HISTORY_DEPTH = "b1 a1 a3 c2", 4


def killers() -> Recording:
    """The lesson on killers: the same search without and with them."""
    position = find(GAME).start().play(KILLER_MOVES)
    plain, better = _agent(KILLER_DEPTH, "none"), _agent(KILLER_DEPTH, "killers")
    parts = [
        Part("without killers", "Without killers: every node tries its moves in the order of the game.", record(position, plain)),
        Part(
            "with killers",
            "With killers: a move that has ended the search of a node is tried first at the same ply.",
            _with_remarks(ordered_search(position, better)),
        ),
    ]
    nodes = [part.recording.tree.total for part in parts]
    made = joined(parts)
    made.captions = NOTED
    return conclude(made, f"The same move and value, with {nodes[1]} nodes instead of {nodes[0]}.")


def history() -> Recording:
    """The lesson on the history heuristic, and how many nodes other orderings need."""
    position = find(GAME).start().play(HISTORY_MOVES)
    search = ordered_search(position, _agent(HISTORY_DEPTH, "history"))
    made = _with_remarks(search)
    made.captions = NOTED
    names, other = ("none", "killers", "history"), HISTORY_DEPTH - 1
    nodes, shallower = ({name: _agent(depth, name)(position).nodes for name in names} for depth in (HISTORY_DEPTH, other))
    return conclude(
        made,
        f"Without an ordering the search enters {nodes['none']} nodes, with killers {nodes['killers']}, with history",
        f"{nodes['history']}. {_at_two_plies(search, made)} Killers are kept for each ply, so they do not know such a move.",
        f"The example was chosen for that; at depth {other} it is {', '.join(str(shallower[name]) for name in names)}.",
    )


def _at_two_plies(search: OrderedSearch, made: Recording) -> str:
    """The first move that ended the search of nodes at two different plies, in a sentence."""
    earlier: dict[tuple[int, int], int] = {}
    states = made.rounds[0].states
    for node, seen in search.ordering.cutoffs.items():
        state = states[node]
        assert state is not None
        player = search.task.position.rules.to_move(state)
        depth = earlier.setdefault((player, seen.move), seen.depth)
        if depth != seen.depth:
            name, mover = search.task.position.game.name(state, seen.move), search.task.position.game.players[player]
            return f"{mover}'s {name} first ended the search of a node with {counted(depth)} left, then with {counted(seen.depth)} left."
    return "No move was good at two plies here."


def _agent(depth: int, ordering: str) -> SearchAgent:
    made = agent(f"alphabeta(depth={depth}, ordering={ordering})")
    assert isinstance(made, SearchAgent)
    return made


def _with_remarks(search: OrderedSearch) -> Recording:
    """A recorded search, with remarks on the order of moves."""
    made = search.record()
    (only,) = made.rounds
    states = {index: state for index, state in enumerate(only.states) if state is not None}
    explain = Explainer(search)
    entering = {node: explain.order(states[node], seen) for node, seen in search.ordering.sorts.items()}
    leaving = {node: explain.memory(states[node], seen) for node, seen in search.ordering.cutoffs.items()}
    add_remarks(only, *({node: each for node, each in found.items() if each.text} for found in (entering, leaving)))
    return made


class Explainer:
    """Sentences on the order of moves; an empty one where there is nothing to say."""

    def __init__(self, search: OrderedSearch) -> None:
        self.game, self.ordering = search.task.position.game, search.ordering

    def order(self, s: State, seen: SortedMoves) -> Remark:
        """Which move comes first, and why."""
        player = self.player(s)
        if self.ordering.use_killers and seen.killers:
            names = [self.game.name(s, move) for move in seen.killers]
            known = "a killer move" if len(names) == 1 else "killer moves"
            return Remark(
                f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} {known} of this ply: {player} tries {names[0]} first.",
                f"killer {names[0]}",
            )
        if self.ordering.use_history and seen.counters:
            ranked = [move for move in seen.order if move in seen.counters]
            told = ", ".join(f"{self.game.name(s, move)} {seen.counters[move]}" for move in ranked)
            first = self.game.name(s, ranked[0])
            return Remark(f"The history of {player}'s moves: {told}. {first} is tried first.", f"first {first}")
        return Remark("")

    def memory(self, s: State, seen: CutoffMove) -> Remark:
        """What is remembered of a move that made a cutoff."""
        name, player = self.game.name(s, seen.move), self.player(s)
        if self.ordering.use_killers and seen.is_new_killer:
            return Remark(f"{name} ends the search of this node, so it becomes a killer move of this ply.")
        if self.ordering.use_history:
            left, added = counted(seen.depth), min(seen.depth, 64) ** 2
            return Remark(
                f"{name} ends the search of this node with {left} left: the history of {player}'s {name} rises by {seen.depth}² = {added}, "
                f"to {seen.counter}."
            )
        return Remark("")

    def player(self, s: State) -> str:
        return self.game.players[self.game.rules.to_move(s)]
