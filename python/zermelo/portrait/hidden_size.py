"""How large a game with hidden information is, and three figures that predict whether determinising works in it.

A determinising search guesses what is hidden, searches as if it were known, and averages. Long, Sturtevant, Buro and Furtak
("Understanding the Success of Perfect Information Monte Carlo Sampling in Game Tree Search", 2010) found that it plays well if three figures
are high. Here they are measured with random play, in which every legal move is equally likely:

* leaf correlation: the probability that two moves that both end the game from the same position end it with the same payoffs. A random game
  is played to its end; if its last move was a player's, and other moves there end the game as well, one of these is drawn and compared. Other
  games do not count.
* bias: the share of decided random games that the player wins who wins the most. It is 0.5 in a fair game of two, and 1 if one player always wins.
* disambiguation: how much of what a player thought possible is ruled out from one of its decisions to its next one. Of the positions of the
  information set at the earlier decision, count the share from which a position of the later information set can be reached; the
  disambiguation is 1 less the mean of that share over all such pairs of decisions in random games, without those whose earlier set has one
  position. It is 0 if nothing is ever learnt and near 1 if everything is learnt at once. It needs the whole tree, so large games have none.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random as Dice

from zermelo import _core
from zermelo.engine.backends import diagnose, open_backend
from zermelo.game import CHANCE, HIDING, Game, draw
from zermelo.outcome import Outcome
from zermelo.portrait.playing import MOST_PLIES

MOST_NODES = 200_000
GAMES = 1000


@dataclass(frozen=True)
class TreeSize:
    """The whole tree of a game: every position once for each way to it."""

    decisions: int
    chances: int
    ends: int
    sets: tuple[int, ...]
    """For each player the information sets in which the player decides."""
    disambiguation: float | None
    """None if no player decides twice in doubt."""


@dataclass(frozen=True)
class HiddenSize:
    """The size of a game that hides something, and the three figures; None where there was nothing to measure."""

    players: tuple[str, ...]
    tree: TreeSize | None
    """None if the tree has more than `most` nodes."""
    most: int
    games: int
    leaf_correlation: float | None
    bias: float | None

    def lines(self) -> tuple[str, ...]:
        """Two sentences."""
        size = f"The tree has more than {self.most:,} nodes."
        if self.tree is not None:
            sets = ", ".join(f"{number:,} of {name}" for name, number in zip(self.players, self.tree.sets, strict=True))
            nodes = f"{self.tree.decisions:,} decision, {self.tree.chances:,} chance and {self.tree.ends:,} terminal nodes"
            size = f"The tree has {nodes}; information sets: {sets}."
        figures = {
            "leaf correlation": self.leaf_correlation,
            "bias": self.bias,
            "disambiguation": None if self.tree is None else self.tree.disambiguation,
        }
        told = ", ".join(f"{name} {'-' if value is None else f'{value:.2f}'}" for name, value in figures.items())
        return size, f"Determinising: {told} ({self.games:,} random games)."


def hidden_size(game: Game, most: int = MOST_NODES, games: int = GAMES, seed: int = 1, backend: str | None = None) -> HiddenSize:
    """Count the tree of a game and play random games of it.

    >>> from zermelo import find
    >>> print(hidden_size(find("kuhn")).lines()[0])
    The tree has 24 decision, 4 chance and 30 terminal nodes; information sets: 6 of first, 6 of second.
    """
    core = open_backend(game, backend, HIDING).core
    start = game.fresh().pack()
    with diagnose(game):
        correlation, bias = _ends(core, start, games, Dice(seed))
        return HiddenSize(game.players, tree_size(core, start, len(game.players), most), most, games, correlation, bias)


def _ends(core: _core.Backend, start: bytes, games: int, dice: Dice) -> tuple[float | None, float | None]:
    """Leaf correlation and bias."""
    alike, pairs, won, decided = 0, 0, Counter[int](), 0
    for _ in range(games):
        packed, before, last = start, start, -1
        for _ in range(MOST_PLIES):
            values = core.utilities(packed)
            if values is not None:
                break
            before, last = packed, -1
            if core.to_move(packed) == CHANCE:
                packed = core.play(packed, draw(core.chances(packed), dice))
            else:
                last = dice.choice(core.moves(packed))
                packed = core.play(packed, last)
        if values is None:
            continue
        winners = Outcome.by_rules(values).winners
        won.update(winners)
        decided += bool(winners)
        afters = [core.play(before, move) for move in core.moves(before) if move != last] if last >= 0 else []
        others = [other for after in afters if (other := core.utilities(after)) is not None]
        if others:
            pairs += 1
            alike += list(dice.choice(others)) == list(values)
    return alike / pairs if pairs else None, max(won.values()) / decided if decided else None


def tree_size(core: _core.Backend, start: bytes, players: int, most: int) -> TreeSize | None:
    """The size of the tree below a position; None if it has more than `most` nodes."""
    walk = _Walk(core, players)
    walk.add(start, -1, CHANCE, -1, 1.0)
    at = 0
    while at < len(walk.packed):
        if not walk.expand(at, most):
            return None
        at += 1
    sets = tuple(len({walk.sets[player][node] for node in walk.deciding[player]}) for player in range(players))
    decisions = sum(map(len, walk.deciding))
    return TreeSize(decisions, walk.chances, walk.ends, sets, walk.disambiguation())


class _Walk:
    """The tree so far, in the order of distance from the start."""

    def __init__(self, core: _core.Backend, players: int) -> None:
        self.core, self.players = core, range(players)
        self.packed: list[bytes] = []
        self.reach: list[float] = []
        """The probability of each node in random play."""
        self.views: list[list[bytes]] = [[] for _ in self.players]
        self.sets: list[list[int]] = [[] for _ in self.players]
        """For each player and node the number of the information set: views and own moves since the start."""
        self.earlier: list[list[int]] = [[] for _ in self.players]
        """For each player and node the player's last decision before it; -1 for none."""
        self.deciding: list[list[int]] = [[] for _ in self.players]
        self.chances = self.ends = 0
        self._numbers: dict[tuple[int, int, int, bytes], int] = {}

    def add(self, packed: bytes, parent: int, mover: int, move: int, reach: float) -> None:
        self.packed.append(packed)
        self.reach.append(reach)
        for player in self.players:
            view, known = self.core.hide(packed, player), -1
            earlier, before = -1, None
            if parent >= 0:
                known, before, earlier = self.sets[player][parent], self.views[player][parent], self.earlier[player][parent]
            if mover == player:
                known, earlier = self._number(player, known, move, b""), parent
            self.sets[player].append(known if view == before else self._number(player, known, -1, view))
            self.views[player].append(view)
            self.earlier[player].append(earlier)

    def _number(self, player: int, known: int, move: int, view: bytes) -> int:
        return self._numbers.setdefault((player, known, move, view), len(self._numbers))

    def expand(self, at: int, most: int) -> bool:
        """Add the nodes after a node; False if there would be too many."""
        packed = self.packed[at]
        if self.core.utilities(packed) is not None:
            self.ends += 1
            return True
        player = self.core.to_move(packed)
        if player == CHANCE:
            self.chances += 1
            choices = self.core.chances(packed)
        else:
            self.deciding[player].append(at)
            moves = self.core.moves(packed)
            choices = [(move, 1 / len(moves)) for move in moves]
        if len(self.packed) + len(choices) > most:
            return False
        for move, probability in choices:
            self.add(self.core.play(packed, move), at, player, move, self.reach[at] * probability)
        return True

    def disambiguation(self) -> float | None:
        """As the module defines it, exactly: decisions count by their probability in random play."""
        ruled_out, weight = 0.0, 0.0
        for player in self.players:
            sets, earlier = self.sets[player], self.earlier[player]
            sizes = Counter(sets[node] for node in self.deciding[player])
            kept: dict[int, set[int]] = {}
            for node in self.deciding[player]:
                kept.setdefault(sets[node], set()).add(earlier[node])
            for node in self.deciding[player]:
                size = sizes[sets[earlier[node]]] if earlier[node] >= 0 else 1
                if size > 1:
                    weight += self.reach[node]
                    ruled_out += self.reach[node] * (1 - len(kept[sets[node]]) / size)
        return ruled_out / weight if weight else None
