"""The sequence form of a game: for each player the sequences of own moves, and what their combinations are worth (von Stengel 1996).

A player who remembers everything reaches an information set by one sequence of own moves only. So a strategy is a number for each sequence,
and the value of a game is a sum over its ends: the probability of chance times each player's number for the sequence that leads there.
Ends with the same sequences are one entry. That is all that equilibria and best responses need; the tree itself is walked once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from zermelo.errors import AgentError, LimitError, RuleError
from zermelo.game import CHANCE, Rules, State
from zermelo.game.information import Information
from zermelo.limit import MAX_PLY
from zermelo.search.recursion import deep

FRAMES = 2 * MAX_PLY + 1000
"""Python's recursion limit for a walk to the deepest ply."""


class InformationSet(NamedTuple):
    """Positions that their player cannot tell apart."""

    player: int
    parent: int
    """The player's last sequence before it."""
    first: int
    """The sequence of its first move; those of the other moves follow."""
    moves: tuple[int, ...]
    key: int
    view: bytes
    """What the player sees."""

    @property
    def sequences(self) -> range:
        return range(self.first, self.first + len(self.moves))


class End(NamedTuple):
    """All ends of the game with the same sequences."""

    sequences: tuple[int, ...]
    """For each player the last sequence."""
    payoffs: tuple[float, ...]
    """For each player the sum of utilities times the probabilities of chance."""


@dataclass
class SequenceForm:
    """A game in sequence form. Sequences 0 to players - 1 are empty, one for each player."""

    players: int
    sets: list[InformationSet] = field(default_factory=list)
    """A set comes after those that lead to it."""
    ends: list[End] = field(default_factory=list)
    size: int = 0
    """The number of sequences."""
    decisions: int = 0
    chances: int = 0
    terminals: int = 0
    """How many nodes of each kind the tree has."""

    def sets_of(self, player: int) -> Iterator[InformationSet]:
        return (each for each in self.sets if each.player == player)


class Builder:
    """Walks through the tree of a game once."""

    def __init__(self, rules: Rules, most: int) -> None:
        self.rules, self.most = rules, most
        self.form = SequenceForm(rules.players, size=rules.players)
        self.by_key: dict[tuple[int, int], InformationSet] = {}
        self.payoffs: dict[tuple[int, ...], list[float]] = {}

    def build(self, root: State) -> SequenceForm:
        known = tuple(Information.of(self.rules, root, player) for player in range(self.rules.players))
        with deep(FRAMES):
            self.walk(root, known, tuple(range(self.rules.players)), 1.0, 0)
        self.form.ends = [End(sequences, tuple(payoffs)) for sequences, payoffs in self.payoffs.items()]
        return self.form

    def walk(self, s: State, known: tuple[Information, ...], sequences: tuple[int, ...], chance: float, ply: int) -> None:
        """Adds a position; `chance` is the probability that chance leads there if the players want to go there."""
        rules, form = self.rules, self.form
        if form.decisions + form.chances + form.terminals >= self.most:
            raise too_large(rules, self.most)
        if ply > MAX_PLY:
            raise too_long(rules)
        utilities = rules.utilities(s)
        if utilities is not None:
            form.terminals += 1
            sums = self.payoffs.setdefault(sequences, [0.0] * rules.players)
            for player, utility in enumerate(utilities):
                sums[player] += chance * utility
            return
        player = rules.to_move(s)
        if player == CHANCE:
            form.chances += 1
            for outcome, probability in rules.chances(s):
                child = rules.play(s, outcome)
                self.walk(child, tuple(each.after(rules, child) for each in known), sequences, chance * probability, ply + 1)
            return
        form.decisions += 1
        here = self.set_of(s, known[player], sequences[player])
        for sequence, move in zip(here.sequences, here.moves, strict=True):
            child = rules.play(s, move)
            after = tuple(each.after(rules, child, move if each.player == player else None) for each in known)
            self.walk(child, after, (*sequences[:player], sequence, *sequences[player + 1 :]), chance, ply + 1)

    def set_of(self, s: State, known: Information, parent: int) -> InformationSet:
        """The information set of a position, which may be new."""
        moves = tuple(self.rules.moves(s))
        found = self.by_key.get((known.player, known.key))
        if found is None:
            found = InformationSet(known.player, parent, self.form.size, moves, known.key, known.view)
            self.by_key[known.player, known.key] = found
            self.form.sets.append(found)
            self.form.size += len(moves)
        elif found.moves != moves:
            raise leaking(self.rules, s, known.player)
        return found


def too_large(rules: Rules, most: int) -> AgentError:
    """The error for a game that has too many positions."""
    return AgentError(
        f"{rules.game} has more than {most:,} positions, too many to be solved as a whole; choose smaller parameters, or let ismcts or "
        "pimc play it"
    )


def too_long(rules: Rules) -> LimitError:
    """The error for a game that goes on for too many plies, or for ever."""
    return LimitError(
        f"a game of {rules.game} did not end within {MAX_PLY:,} plies, the most that solvers look ahead; let it end sooner, or let ismcts "
        "or pimc play it"
    )


def leaking(rules: Rules, s: State, player: int) -> RuleError:
    """The error for moves that tell what the player must not see."""
    name = rules.game.players[player]
    reason = f"yields other moves than in a position that {name} cannot tell apart from this one; let `hide` show what decides the moves"
    return rules.broken("moves", s, reason)


def sequence_form(rules: Rules, root: State, most: int) -> SequenceForm:
    """A game from a position on, if it has at most so many positions."""
    return Builder(rules, most).build(root)
