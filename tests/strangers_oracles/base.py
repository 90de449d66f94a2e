"""What an oracle is, and what brute force finds with it."""

from __future__ import annotations

from functools import cache

CHANCE = -3


class Oracle:
    """Rules over positions that are plain values. `after` lists the position after each move, with repetitions if moves lead to the same one."""

    players = 2

    def start(self):
        raise NotImplementedError

    def read(self, s):
        """The position that a state of the game stands for."""
        raise NotImplementedError

    def player(self, position):
        """The player to move, or CHANCE; a position ends with its player unless an oracle says otherwise."""
        return position[-1]

    def result(self, position):
        """What the end is worth to each player; None while the game goes on."""
        raise NotImplementedError

    def after(self, position):
        """The position after each move; for chance, pairs of position and probability."""
        raise NotImplementedError

    def won(self, player):
        """What it is worth to each player that one has won; DRAW is None."""
        if player is None:
            return (0.0,) * self.players
        high = float(max(1, self.players - 1))
        return tuple(high if each == player else -1.0 for each in range(self.players))

    def following(self, position):
        """The positions after each move or outcome, without probabilities."""
        if self.player(position) == CHANCE:
            return [after for after, _ in self.after(position)]
        return self.after(position)


def perft(oracle, depth):
    """The number of sequences of moves of one length from the start."""

    @cache
    def count(position, depth):
        if depth == 0:
            return 1
        if oracle.result(position) is not None:
            return 0
        return sum(count(after, depth - 1) for after in oracle.following(position))

    return count(oracle.start(), depth)


def values(oracle, position=None):
    """What a position is worth to each player, for two players and fewer: minimax, with averages over chance."""

    @cache
    def value(position):
        result = oracle.result(position)
        if result is not None:
            return result
        player = oracle.player(position)
        if player == CHANCE:
            weighted = [(value(after), probability) for after, probability in oracle.after(position)]
            return tuple(sum(each[i] * probability for each, probability in weighted) for i in range(oracle.players))
        return max((value(after) for after in oracle.after(position)), key=lambda worth: worth[player])

    return value(oracle.start() if position is None else position)


def paranoid(oracle):
    """What the first player gets if all others only want that to be little."""

    @cache
    def value(position):
        result = oracle.result(position)
        if result is not None:
            return result[0]
        return (max if oracle.player(position) == 0 else min)(value(after) for after in oracle.after(position))

    return value(oracle.start())
