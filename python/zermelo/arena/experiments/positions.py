"""Helpers for multi-player experiments: random openings, random moves, and an agent's report."""

from __future__ import annotations

from zermelo.arena.openings import at_random
from zermelo.engine.agent import Agent
from zermelo.errors import PositionError
from zermelo.game import Game, Position, Random
from zermelo.report import Report

_ATTEMPTS = 1000


def think(agent: Agent, position: Position) -> Report:
    """The agent's report; Ctrl-C during its search ends the experiment."""
    *_, report = agent.reports(position)
    if report.stopped == "interrupt":
        raise KeyboardInterrupt
    return report


def opening(game: Game, rounds: int, random: Random, player: int = 0) -> Position:
    """A position with `player` to move, after so many random moves of each player.

    If others are out of the game, rounds are shorter. If the player is out, or the game is over, it tries again.
    """
    for _ in range(_ATTEMPTS):
        found = _walk(game.start(), rounds, random, player)
        if found is not None:
            return found
    name = game.players[player]
    raise PositionError(f"after {rounds} random rounds of {game}, {name} had no move in {_ATTEMPTS} attempts; use fewer rounds")


def _walk(position: Position, rounds: int, random: Random, player: int) -> Position | None:
    """One attempt; None if it fails."""
    turns = 0
    most = (rounds + 1) * len(position.game.players) * 2
    for _ in range(most):
        if position.over:
            return None
        if position.player == player:
            if turns == rounds:
                return position
            turns += 1
        position = at_random(position, random)
    return None
