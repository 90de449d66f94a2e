"""Monte-Carlo regret minimisation: each iteration looks at a sample of the game, and nothing but what it has met is kept.

(Lanctot, Waugh, Zinkevich and Bowling 2009.) Two ways of sampling:
    external    tries every move of the player who looks back; chance and all other players are sampled
    outcome     samples one game from beginning to end; the player who looks back explores

The average approaches an equilibrium as that of CFR does, with many cheap iterations instead of few expensive ones.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.game import CHANCE, Random, Rules, State, draw
from zermelo.game.information import Information
from zermelo.limit import MAX_PLY
from zermelo.search.control import Stop, Stopped
from zermelo.search.hidden.sequence_form import FRAMES, too_long
from zermelo.search.recursion import deep

SAMPLINGS = ("external", "outcome")
SET_BYTES, MOVE_BYTES = 1000, 100
"""About what an information set takes, and each of its moves, in Rust and while a policy is made of it."""
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


class Reach(NamedTuple):
    """How likely the player who looks back, all others and the sampling come to a position."""

    mine: float
    others: float
    drawn: float


class SampledRegrets:
    """One run. It keeps as many information sets as fit into the memory, in bytes."""

    def __init__(self, rules: Rules, root: State, sampling: str, seed: int, memory: int) -> None:
        self.rules, self.root, self.sampling, self.memory = rules, root, sampling, memory
        self.used, self.full = 0, False
        self.stop: Stop | None = None
        self.random = Random(seed)
        self.walks = max(rules.players, 2) if sampling == "external" else rules.players
        """In each iteration. A walk of one player adds to the average strategies of the others. A game for one player gets a second walk, of no player."""
        self.rows: dict[tuple[int, int], Row] = {}
        self.iterations = 0

    def iterate(self, stop: Stop | None = None) -> bool:
        """One iteration; False if it was stopped, or if the memory is full. What it has found by then stays."""
        self.stop = stop
        with suppress(Stopped), deep(FRAMES):
            for player in range(self.walks):
                known = tuple(Information.of(self.rules, self.root, each) for each in range(self.rules.players))
                if self.sampling == "external":
                    self.external(self.root, known, player, 0)
                else:
                    self.outcome(self.root, known, player, Reach(1.0, 1.0, 1.0), 0)
            self.iterations += 1
            return True
        return False

    def external(self, s: State, known: tuple[Information, ...], player: int, ply: int) -> float:
        """What a position is worth to the player who looks back, by a sample."""
        rules = self.rules
        utilities = self.end(s, ply)
        if utilities is not None:
            return utilities[player] if player < rules.players else 0.0
        mover = rules.to_move(s)
        if mover == CHANCE:
            child = rules.play(s, draw(rules.chances(s), self.random))
            return self.external(child, self.after(known, child, mover, 0), player, ply + 1)
        row = self.row(s, known[mover])
        strategy = row.strategy()
        if mover != player:
            place = self.drawn(strategy)
            if mover == (player + 1) % rules.players:
                for each, share in enumerate(strategy):
                    row.total[each] += share
            child = rules.play(s, row.moves[place])
            return self.external(child, self.after(known, child, mover, row.moves[place]), player, ply + 1)
        values, worth = [], 0.0
        for move, share in zip(row.moves, strategy, strict=True):
            child = rules.play(s, move)
            values.append(self.external(child, self.after(known, child, mover, move), player, ply + 1))
            worth += share * values[-1]
        for each, value in enumerate(values):
            row.regret[each] += value - worth
        return worth

    def outcome(self, s: State, known: tuple[Information, ...], player: int, reach: Reach, ply: int) -> float:
        """The same from a single game."""
        rules = self.rules
        utilities = self.end(s, ply)
        if utilities is not None:
            return utilities[player]
        mover, (mine, others, drawn) = rules.to_move(s), reach
        if mover == CHANCE:
            chances = rules.chances(s)
            choice = draw(chances, self.random)
            share = dict(chances)[choice]
            child = rules.play(s, choice)
            reach = Reach(mine, others * share, drawn * share)
            return self.outcome(child, self.after(known, child, mover, 0), player, reach, ply + 1)
        row = self.row(s, known[mover])
        strategy = row.strategy()
        even = EXPLORATION / len(strategy)
        sampling = [even + (1 - EXPLORATION) * share for share in strategy] if mover == player else strategy
        place = self.drawn(sampling)
        share, child = strategy[place], rules.play(s, row.moves[place])
        if mover == player:
            reach = Reach(mine * share, others, drawn * sampling[place])
        else:
            reach = Reach(mine, others * share, drawn * sampling[place])
        value = self.outcome(child, self.after(known, child, mover, row.moves[place]), player, reach, ply + 1)
        value /= sampling[place]
        worth = share * value
        if mover == player:
            weight = others / drawn
            for each, part in enumerate(strategy):
                row.regret[each] += ((value if each == place else 0.0) - worth) * weight
                row.total[each] += mine * part / drawn
        return worth

    def end(self, s: State, ply: int) -> tuple[float, ...] | None:
        """What each player gets if the game is over; LimitError if it has lasted too long."""
        if self.stop is not None and self.stop.reason is not None:
            raise Stopped
        if ply > MAX_PLY:
            raise too_long(self.rules)
        return self.rules.utilities(s)

    def after(self, known: tuple[Information, ...], child: State, mover: int, move: int) -> tuple[Information, ...]:
        return tuple(each.after(self.rules, child, move if each.player == mover else None) for each in known)

    def row(self, s: State, known: Information) -> Row:
        """The row of an information set, which may be new."""
        found = self.rows.get((known.player, known.key))
        if found is None:
            moves = self.rules.moves(s)
            self.used += SET_BYTES + MOVE_BYTES * len(moves) + 2 * len(known.view)
            if self.used > self.memory:
                self.full = True
                raise Stopped
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
