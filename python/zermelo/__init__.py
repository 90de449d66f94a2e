"""Zermelo plays games: write the rules as a Python class, and every search plays, solves and explains it.

>>> import zermelo
>>> position = zermelo.find("connect4").start().play("4 4")
>>> report = zermelo.alphabeta(depth=6)(position)
>>> report.move in position.moves
True
"""

from __future__ import annotations

from zermelo import startup as _startup  # isort: split  (first: it handles Ctrl-C during the other imports)

from zermelo.agents.alphabeta import alphabeta, minimal, minimax, proof, strong
from zermelo.agents.chance import expectiminimax
from zermelo.agents.levels import level
from zermelo.agents.montecarlo import montecarlo, uct
from zermelo.agents.multiplayer import bestreply, bestreplyplus, maxn, paranoid
from zermelo.agents.random import random
from zermelo.agents.registry import agent
from zermelo.agents.tablebase import table
from zermelo.engine.agent import Agent
from zermelo.errors import (
    AgentError,
    CompileError,
    CompileWarning,
    GameError,
    LimitError,
    MoveError,
    PositionError,
    RuleError,
    TableError,
    ZermeloError,
)
from zermelo.game.constants import CHANCE, DRAW, ONGOING
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.game.record import State, i8, i16, i32, i64
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
from zermelo.report import Report

__version__ = "0.1.0"
