"""Zermelo plays games: write the rules as a Python class, and every search plays, solves and explains it.

>>> import zermelo
>>> position = zermelo.find("connect4").start().play("4 4")
>>> report = zermelo.alphabeta(depth=6)(position)
>>> report.move in position.moves
True
"""

from __future__ import annotations

import zermelo.advice  # registers its agent
from zermelo.agents import Agent, agent, alphabeta, minimal, minimax, proof, random, strong
from zermelo.chance import expectiminimax
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
from zermelo.game import CHANCE, DRAW, ONGOING, Game
from zermelo.games import catalog, find
from zermelo.games.ataxx import Ataxx
from zermelo.games.backgammon import Backgammon
from zermelo.games.breakthrough import Breakthrough
from zermelo.games.checkers import Checkers
from zermelo.games.chess import Chess
from zermelo.games.chinesecheckers import ChineseCheckers
from zermelo.games.connect import Connect, Connect4
from zermelo.games.einstein import Einstein
from zermelo.games.focus import Focus
from zermelo.games.go import Go
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
from zermelo.levels import level
from zermelo.limit import Limit
from zermelo.luck import montecarlo, uct
from zermelo.many import bestreply, bestreplyplus, maxn, paranoid
from zermelo.position import Position
from zermelo.record import State, i8, i16, i32, i64
from zermelo.report import Report
from zermelo.tables.agent import table

__version__ = "0.1.0"
