"""Agents of your own: functions and classes from a position to a move. docs/how-to/write-an-agent.md explains them.

zermelo play tictactoe --against my_agents.py:center
zermelo match connect4 "my_agents.py:Search(depth=3)" "level(3)"
zermelo match connect4 "my_agents.py:playouts(games=20)" my_agents.py:center --games 4
"""

import random
from math import inf

from zermelo import CHANCE, Position, State
from zermelo.game.raw import RawRules


def center(position: Position) -> str:
    """The move in the middle of the list; a win at once if there is one."""
    for child in position.children:
        if child.values is not None and child.values[position.player] > 0:
            return child.history[-1]
    return position.moves[len(position.moves) // 2]


class Search:
    """Alpha-beta to a fixed depth, for two players without chance."""

    def __init__(self, depth: int = 3) -> None:
        self.depth = depth

    def __call__(self, position: Position) -> Position:
        best, alpha = position.children[0], -inf
        for child in position.children:
            value = self.value(child, self.depth - 1, alpha, inf, position.player)
            if value > alpha:
                best, alpha = child, value
        return best

    def value(self, position: Position, depth: int, alpha: float, beta: float, player: int) -> float:
        """What a position is worth to a player: between alpha and beta it is exact, outside it is a bound."""
        if depth == 0 or position.over:
            return position.evaluate(player)
        for child in position.children:
            value = self.value(child, depth - 1, alpha, beta, player)
            if position.player == player:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if position.player == player else beta


class Fast:
    """The same search with the rules themselves: states and move numbers instead of positions, and nothing is checked."""

    def __init__(self, depth: int = 3) -> None:
        self.depth = depth

    def __call__(self, position: Position) -> int:
        raw, state, player = position.rules.raw, position.state, position.player
        best, alpha = position.choices[0], -inf
        for move in position.choices:
            value = self.value(raw, raw.after(state, move), self.depth - 1, alpha, inf, player)
            if value > alpha:
                best, alpha = move, value
        return best

    def value(self, raw: RawRules, s: State, depth: int, alpha: float, beta: float, player: int) -> float:
        values = raw.values(s)
        if values is not None:
            return 1e9 * values[player]
        if depth == 0:
            return raw.evaluate(s, player)
        ours = raw.to_move(s) == player
        for move in raw.moves(s):
            value = self.value(raw, raw.after(s, move), depth - 1, alpha, beta, player)
            if ours:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if ours else beta


def playouts(position: Position, games: int = 10, seed: int = 1) -> Position:
    """Flat Monte-Carlo search with a playout policy of its own: a win at once is never missed."""
    draw, player = random.Random(seed), position.player

    def result(end: Position) -> float:
        while end.values is None:
            end = end.roll(draw) if end.player == CHANCE else policy(end, draw)
        return end.values[player]

    return max(position.children, key=lambda child: sum(result(child) for _ in range(games)))


def policy(position: Position, draw: random.Random) -> Position:
    """How random games are played: with a winning move if there is one, else with any."""
    children = position.children
    wins = [child for child in children if child.values is not None and child.values[position.player] > 0]
    return draw.choice(wins or children)
