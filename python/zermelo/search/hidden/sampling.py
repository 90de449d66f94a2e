"""Monte-Carlo regret minimisation: each iteration looks at a sample of the game, and nothing but what it has met is kept.

(Lanctot, Waugh, Zinkevich and Bowling 2009.) Two ways of sampling:
    external    tries every move of the player who looks back; chance and all other players are sampled
    outcome     samples one game from beginning to end; the player who looks back explores

The average approaches an equilibrium as that of CFR does, with many cheap iterations instead of few expensive ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.game import CHANCE, Random, Rules, State, draw
from zermelo.game.information import Information

SAMPLINGS = ("external", "outcome")
EXPLORATION = 0.6
"""How often outcome sampling plays at random for the player who looks back."""


@dataclass
class Row:
    """What is known of an information set."""

    player: int
    key: int
    view: bytes
    moves: list[int]
    regret: list[float]
    total: list[float]
    """The sum of strategies."""

    def strategy(self) -> list[float]:
        """Moves in proportion to their positive regrets; evenly if there are none."""
        positive = 0.0
        for regret in self.regret:
            positive += max(regret, 0.0)
        if positive <= 0:
            return [1 / len(self.moves)] * len(self.moves)
        return [max(regret, 0.0) / positive for regret in self.regret]


class SampledRegrets:
    """One run."""

    def __init__(self, rules: Rules, root: State, sampling: str, seed: int) -> None:
        self.rules, self.root, self.sampling = rules, root, sampling
        self.random = Random(seed)
        self.rows: dict[tuple[int, int], Row] = {}
        self.iterations = 0

    def iterate(self) -> None:
        self.iterations += 1
        for player in range(self.rules.players):
            known = tuple(Information.of(self.rules, self.root, each) for each in range(self.rules.players))
            if self.sampling == "external":
                self.external(self.root, known, player)
            else:
                self.outcome(self.root, known, player, 1.0, 1.0, 1.0)

    def external(self, s: State, known: tuple[Information, ...], player: int) -> float:
        """What a position is worth to the player who looks back, by a sample."""
        rules = self.rules
        utilities = rules.utilities(s)
        if utilities is not None:
            return utilities[player]
        mover = rules.to_move(s)
        if mover == CHANCE:
            child = rules.play(s, draw(rules.chances(s), self.random))
            return self.external(child, self.after(known, child, mover, 0), player)
        row = self.row(s, known[mover])
        strategy = row.strategy()
        if mover != player:
            place = self.drawn(strategy)
            if mover == (player + 1) % rules.players:
                for each, share in enumerate(strategy):
                    row.total[each] += share
            child = rules.play(s, row.moves[place])
            return self.external(child, self.after(known, child, mover, row.moves[place]), player)
        values, worth = [], 0.0
        for move, share in zip(row.moves, strategy, strict=True):
            child = rules.play(s, move)
            values.append(self.external(child, self.after(known, child, mover, move), player))
            worth += share * values[-1]
        for each, value in enumerate(values):
            row.regret[each] += value - worth
        return worth

    def outcome(self, s: State, known: tuple[Information, ...], player: int, mine: float, others: float, drawn: float) -> float:
        """The same from a single game. `mine`, `others` and `drawn` are how likely the player, all others and the sampling come here."""
        rules = self.rules
        utilities = rules.utilities(s)
        if utilities is not None:
            return utilities[player]
        mover = rules.to_move(s)
        if mover == CHANCE:
            chances = rules.chances(s)
            choice = draw(chances, self.random)
            share = dict(chances)[choice]
            child = rules.play(s, choice)
            return self.outcome(child, self.after(known, child, mover, 0), player, mine, others * share, drawn * share)
        row = self.row(s, known[mover])
        strategy = row.strategy()
        even = EXPLORATION / len(strategy)
        sampling = [even + (1 - EXPLORATION) * share for share in strategy] if mover == player else strategy
        place = self.drawn(sampling)
        share, child = strategy[place], rules.play(s, row.moves[place])
        if mover == player:
            reach = (mine * share, others)
        else:
            reach = (mine, others * share)
        value = self.outcome(child, self.after(known, child, mover, row.moves[place]), player, *reach, drawn * sampling[place])
        value /= sampling[place]
        worth = share * value
        if mover == player:
            weight = others / drawn
            for each, part in enumerate(strategy):
                row.regret[each] += ((value if each == place else 0.0) - worth) * weight
                row.total[each] += mine * part / drawn
        return worth

    def after(self, known: tuple[Information, ...], child: State, mover: int, move: int) -> tuple[Information, ...]:
        return tuple(each.after(self.rules, child, move if each.player == mover else None) for each in known)

    def row(self, s: State, known: Information) -> Row:
        """The row of an information set, which may be new."""
        found = self.rows.get((known.player, known.key))
        if found is None:
            moves = self.rules.moves(s)
            found = Row(known.player, known.key, known.view, moves, [0.0] * len(moves), [0.0] * len(moves))
            self.rows[known.player, known.key] = found
        return found

    def drawn(self, shares: list[float]) -> int:
        """A place, drawn by the shares."""
        left = self.random.uniform()
        for place, share in enumerate(shares):
            left -= share
            if left < 0:
                return place
        return len(shares) - 1

    def average(self) -> list[tuple[int, int, bytes, list[int], list[float]]]:
        """For each information set player, key, view, moves and the average strategy; even where nothing was added up."""
        found = []
        for row in self.rows.values():
            whole = 0.0
            for total in row.total:
                whole += total
            shares = [total / whole if whole > 0 else 1 / len(row.moves) for total in row.total]
            found.append((row.player, row.key, row.view, row.moves, shares))
        return found
