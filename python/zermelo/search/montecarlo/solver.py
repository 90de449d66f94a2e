"""MCTS-Solver: where the tree reaches the ends of games, values are proven and need no more sampling (Winands et al. 2008).

A proof is everybody's utility with best play. A finished game proves itself. A position is proven

* by one move that gives the player to move all there is to have, the upper bound, if that leaves nothing open for the others;
* by all its moves, if each is proven: then the best of them counts. Several that are equally good for the player to move prove
  nothing unless they are equally good for everybody (Nijssen and Winands 2011 for many players: nobody knows which is chosen);
* at chance, by all outcomes, if each is proven: then the expectation counts.

A proven move is taken at its proven value, and exploring it any further is worth nothing. So a walk down that would take one is
worth that much to everybody above, but goes on with the best move that is not proven yet, whose turn to be proven would otherwise come
late: where there is a draw for sure, a worse move is hardly ever tried.
"""

from __future__ import annotations

from zermelo.game.constants import CHANCE
from zermelo.game.record import State
from zermelo.game.rules import Rules
from zermelo.search.montecarlo.tree import Node

Proof = tuple[float, ...]


def prove(rules: Rules, s: State, node: Node) -> Proof | None:
    """What follows from the proofs of a position's moves."""
    if node.player == CHANCE:
        return _expect(rules, s, node)
    proofs = [edge.proof for edge in node.edges]
    known = [proof for proof in proofs if proof is not None]
    best = max(known, key=lambda proof: proof[node.player], default=None)  # the first of the best
    if best is None or _takes_all(rules, best, node.player):
        return best
    if len(known) < len(proofs) or any(proof != best for proof in known if proof[node.player] == best[node.player]):
        return None
    return best


def _takes_all(rules: Rules, proof: Proof, player: int) -> bool:
    """Whether a player gets all there is to have, and everybody else what they must get then."""
    low, high = rules.bounds
    least = all(utility <= low for seat, utility in enumerate(proof) if seat != player)
    return proof[player] >= high and (rules.two_sided or (rules.zero_sum and least))


def _expect(rules: Rules, s: State, node: Node) -> Proof | None:
    """The mean of all outcomes, weighted by their probabilities."""
    if any(edge.proof is None for edge in node.edges):
        return None
    total = [0.0] * rules.players
    chances = rules.chances(s)
    if len(chances) != len(node.edges):
        raise rules.changed_chances(s, chances[0][0])
    for edge, (outcome, probability) in zip(node.edges, chances, strict=True):
        if edge.move != outcome:
            raise rules.changed_chances(s, outcome)
        assert edge.proof is not None
        for player, utility in enumerate(edge.proof):
            total[player] += probability * utility
    return tuple(total)
