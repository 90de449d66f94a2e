"""MCTS-Solver: if the tree reaches finished games, values are proven and need no more playouts (Winands et al. 2008).

A proof is the utility of each player with best play. A finished game is proven. A position is proven

* by one move that gives the player to move the upper bound, if that also fixes what the others get;
* by all its moves, if each is proven: then the best of them counts. If several are equally good for the player to move, they
  prove nothing unless they are equally good for all players (Nijssen and Winands 2011);
* at chance, by all outcomes, if each is proven: then the expectation counts.

If selection takes a proven move, the moves above are credited with its proven value, but the descent continues with the best move
that is not proven yet. Otherwise that move would hardly ever be tried, for example where a draw is proven.
"""

from zermelo.game import CHANCE, Rules, State
from zermelo.search.montecarlo.tree import Node

Proof = tuple[float, ...]


def prove(rules: Rules, s: State, node: Node) -> Proof | None:
    """The proof of a position, from those of its moves."""
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
    """Whether a player gets the upper bound, and that fixes what the others get."""
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
