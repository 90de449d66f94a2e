"""Zermelo plays games: write the rules as a Python class, and every search plays, solves and explains it.

>>> import zermelo
>>> print(zermelo.best("tictactoe", position="x x . / o o . / . . .").score)
win in 1 ply

What is imported below for type checkers is imported at run time when it is first used, so that `import zermelo` takes next to no time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo import startup as _startup  # first: it handles Ctrl-C during all other imports

__version__ = "0.1.0"

if TYPE_CHECKING:
    from zermelo.agents.advice import advice
    from zermelo.agents.advised import advised
    from zermelo.agents.levels import level
    from zermelo.agents.random import random
    from zermelo.agents.registry import agent
    from zermelo.agents.tablebase import table, tablebase
    from zermelo.cli.play import play_game as play
    from zermelo.engine import algorithms
    from zermelo.engine.agent import Agent
    from zermelo.engine.algorithms import *  # noqa: F403
    from zermelo.errors import (
        AgentError,
        CompileError,
        CompileWarning,
        GameError,
        LimitError,
        MoveError,
        PositionError,
        RuleError,
        TablebaseError,
        TableError,
        ZermeloError,
    )
    from zermelo.facade import best, check, match, perft, solve, tree
    from zermelo.game import CHANCE, DRAW, ONGOING, Game, Position, State, i8, i16, i32, i64
    from zermelo.games import catalog, find
    from zermelo.games.ataxx import Ataxx
    from zermelo.games.backgammon.rules import Backgammon
    from zermelo.games.breakthrough import Breakthrough
    from zermelo.games.checkers.rules import Checkers
    from zermelo.games.chess.rules import Chess
    from zermelo.games.chinesecheckers import ChineseCheckers
    from zermelo.games.connect import Connect, Connect4
    from zermelo.games.einstein import Einstein
    from zermelo.games.focus import Focus
    from zermelo.games.go.rules import Go
    from zermelo.games.grundy import Grundy
    from zermelo.games.hex import Hex
    from zermelo.games.isolation import Isolation
    from zermelo.games.nim import Nim
    from zermelo.games.othello import Othello
    from zermelo.games.pig import Pig
    from zermelo.games.rolit import Rolit
    from zermelo.games.tictactoe import TicTacToe
    from zermelo.games.tree import TreeGame
    from zermelo.games.twentyfortyeight import TwentyFortyEight
    from zermelo.games.virus import Virus
    from zermelo.limit import Limit
    from zermelo.outcome import Outcome
    from zermelo.report import Report
    from zermelo.score import Score

    __all__ = [
        "CHANCE",
        "DRAW",
        "ONGOING",
        "Agent",
        "AgentError",
        "Ataxx",
        "Backgammon",
        "Breakthrough",
        "Checkers",
        "Chess",
        "ChineseCheckers",
        "CompileError",
        "CompileWarning",
        "Connect",
        "Connect4",
        "Einstein",
        "Focus",
        "Game",
        "GameError",
        "Go",
        "Grundy",
        "Hex",
        "Isolation",
        "Limit",
        "LimitError",
        "MoveError",
        "Nim",
        "Othello",
        "Outcome",
        "Pig",
        "Position",
        "PositionError",
        "Report",
        "Rolit",
        "RuleError",
        "Score",
        "State",
        "TableError",
        "TablebaseError",
        "TicTacToe",
        "TreeGame",
        "TwentyFortyEight",
        "Virus",
        "ZermeloError",
        "advice",
        "advised",
        "agent",
        "best",
        "catalog",
        "check",
        "find",
        "i8",
        "i16",
        "i32",
        "i64",
        "level",
        "match",
        "perft",
        "play",
        "random",
        "solve",
        "table",
        "tablebase",
        "tree",
    ]
    __all__ += algorithms.__all__
else:
    from zermelo.lazy import exports

    __all__, __getattr__, __dir__ = exports(__file__)
