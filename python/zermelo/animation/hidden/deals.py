"""The tree of all deals of a game, each node with its information set and the sequences that lead to it.

The sequence form (`search/hidden/sequence_form.py`) forgets the tree. Readers want to see it, so it is walked once more, with the
same numbers of sets and sequences.
"""

from dataclasses import dataclass, field

from zermelo.animation.round_builder import RoundBuilder, end, inner
from zermelo.game import CHANCE, Position
from zermelo.game.information import Information
from zermelo.search.hidden.sequence_form import SequenceForm
from zermelo.trees.node import TreeNode


@dataclass
class Deal:
    """A node of the tree."""

    parent: int
    move: str | None
    player: int | None
    """Who is to move, CHANCE included; None if the game is over."""
    probability: float | None
    """Of the outcome of chance that leads here; None after a player's move."""
    sequence: int | None
    """The sequence that the last move has made; None after chance."""
    here: int | None
    """The index of the information set; None where no player is to move."""
    chance: float
    """The probability of all outcomes of chance on the way here."""
    sequences: tuple[int, ...]
    """For each player the last sequence."""
    payoff: float = 0.0
    """To the first player, if the game is over."""
    children: list[int] = field(default_factory=list)


class Deals:
    """The whole tree. Parents come first."""

    def __init__(self, start: Position, form: SequenceForm) -> None:
        self.start, self.form, self.deals = start, form, list[Deal]()
        self.numbers = {(here.player, here.key): index for index, here in enumerate(form.sets)}
        players = range(form.players)
        known = tuple(Information.of(start.rules, start.state, player) for player in players)
        self._walk(start, known, Deal(-1, None, None, None, None, None, 1.0, tuple(players)))
        self.members: list[list[int]] = [[] for _ in form.sets]
        """For each information set its positions."""
        for index, deal in enumerate(self.deals):
            if deal.here is not None:
                self.members[deal.here].append(index)

    def _walk(self, position: Position, known: tuple[Information, ...], deal: Deal) -> None:
        index = len(self.deals)
        self.deals.append(deal)
        if deal.parent >= 0:
            self.deals[deal.parent].children.append(index)
        if position.values is not None:
            deal.payoff = position.values[0]
            return
        rules, player = position.rules, position.player
        deal.player = player
        if player != CHANCE:
            deal.here = self.numbers[player, known[player].key]
        odds = dict(rules.chances(position.state)) if player == CHANCE else {}
        for place, move in enumerate(position.choices):
            after, sequences, sequence = position.advance(move), deal.sequences, None
            if deal.here is not None:
                sequence = self.form.sets[deal.here].first + place
                sequences = (*sequences[:player], sequence, *sequences[player + 1 :])
            seen = tuple(each.after(rules, after.state, move if each.player == player else None) for each in known)
            chance = deal.chance * odds.get(move, 1.0)
            self._walk(after, seen, Deal(index, position.name(move), None, odds.get(move), sequence, None, chance, sequences))

    def values(self, policy: list[float]) -> list[float]:
        """What each node is worth to the first player if all play by a policy, which has a probability for each sequence."""
        found = [deal.payoff for deal in self.deals]
        for index in reversed(range(len(self.deals))):
            children = self.deals[index].children
            if children:
                found[index] = sum(self.share(child, policy) * found[child] for child in children)
        return found

    def share(self, index: int, policy: list[float]) -> float:
        """The probability of the last move or outcome that leads to a node."""
        deal = self.deals[index]
        return policy[deal.sequence] if deal.sequence is not None else deal.probability or 0.0

    def reach(self, here: int, reach: list[float]) -> float:
        """How likely chance and the other players lead to an information set; `reach` has each player's part, by sequence."""
        player, total = self.form.sets[here].player, 0.0
        for index in self.members[here]:
            part = self.deals[index].chance
            for other, sequence in enumerate(self.deals[index].sequences):
                part *= reach[sequence] if other != player else 1.0
            total += part
        return total

    def builder(self) -> RoundBuilder:
        """A round with this tree and no steps."""
        made = RoundBuilder(self._node(0))
        for index in range(1, len(self.deals)):
            made.add(self.deals[index].parent, self._node(index))
        return made

    def _node(self, index: int) -> TreeNode:
        deal, players = self.deals[index], self.start.game.players
        if deal.player is None:
            return end(deal.move or "", deal.probability)
        if deal.player == CHANCE:
            return inner(deal.move, "chance", "chance", deal.probability)
        return inner(deal.move, players[deal.player], "max" if deal.player == 0 else "min", deal.probability)
