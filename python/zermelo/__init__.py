"""Zermelo plays games: write the rules as a Python class, and every search plays, solves and explains it.

>>> import zermelo
>>> print(zermelo.best("tictactoe", position="x x . / o o . / . . .").score)
win in 1 ply

What is imported below for type checkers is imported at run time when it is first used, so that `import zermelo` takes next to no time.
"""

from typing import TYPE_CHECKING

from zermelo import startup as _startup  # first: it handles Ctrl-C during all other imports

__version__ = "0.1.0"

if TYPE_CHECKING:
    from zermelo.adapters.gymnasium import to_gymnasium as to_gymnasium
    from zermelo.adapters.openspiel import to_openspiel as to_openspiel
    from zermelo.adapters.pettingzoo import to_pettingzoo as to_pettingzoo
    from zermelo.agents.advice import advice as advice
    from zermelo.agents.advised import advised as advised
    from zermelo.agents.auto import auto as auto
    from zermelo.agents.levels import level as level
    from zermelo.agents.policy import cfr as cfr, cfrplus as cfrplus, dcfr as dcfr, mccfr as mccfr, policy as policy
    from zermelo.agents.programs.command import command as command
    from zermelo.agents.programs.gnubg import gnubg as gnubg
    from zermelo.agents.programs.gtp import gtp as gtp
    from zermelo.agents.programs.uci import uci as uci
    from zermelo.agents.random import random as random
    from zermelo.agents.registry import agent as agent
    from zermelo.agents.tablebase import table as table, tablebase as tablebase
    from zermelo.agents.worlds import belief as belief, cheat as cheat, pimc as pimc
    from zermelo.cli.play import play_game
    from zermelo.engine.agent import Agent as Agent
    from zermelo.engine.algorithms import *  # noqa: F403
    from zermelo.engine.policy import Policy as Policy
    from zermelo.errors import *  # noqa: F403
    from zermelo.facade import (
        best as best,
        check as check,
        describe as describe,
        equilibrium as equilibrium,
        evaluations as evaluations,
        match as match,
        perft as perft,
        playouts as playouts,
        records as records,
        solve as solve,
        tournament as tournament,
        tree as tree,
        tune as tune,
    )
    from zermelo.game.constants import CHANCE as CHANCE, DRAW as DRAW, HIDDEN as HIDDEN, ONGOING as ONGOING
    from zermelo.game.dice import pick as pick
    from zermelo.game.evaluation import linear as linear
    from zermelo.game.position import Position as Position
    from zermelo.game.protocol import Game as Game
    from zermelo.game.record import (
        Field as Field,
        State as State,
        i8 as i8,
        i16 as i16,
        i32 as i32,
        i64 as i64,
        u8 as u8,
        u16 as u16,
        u32 as u32,
        u64 as u64,
    )
    from zermelo.games import catalog as catalog, find as find
    from zermelo.games.ataxx import Ataxx as Ataxx
    from zermelo.games.backgammon.rules import Backgammon as Backgammon
    from zermelo.games.battleship.rules import Battleship as Battleship
    from zermelo.games.breakthrough import Breakthrough as Breakthrough
    from zermelo.games.checkers.rules import Checkers as Checkers
    from zermelo.games.chess.rules import Chess as Chess
    from zermelo.games.chinesecheckers import ChineseCheckers as ChineseCheckers
    from zermelo.games.connect import Connect as Connect, Connect4 as Connect4
    from zermelo.games.crosswords.rules import Crosswords as Crosswords
    from zermelo.games.einstein import Einstein as Einstein
    from zermelo.games.focus import Focus as Focus
    from zermelo.games.go.rules import Go as Go
    from zermelo.games.goofspiel import Goofspiel as Goofspiel
    from zermelo.games.grundy import Grundy as Grundy
    from zermelo.games.hex import Hex as Hex
    from zermelo.games.holdem import Holdem as Holdem
    from zermelo.games.isolation import Isolation as Isolation
    from zermelo.games.kuhn import Kuhn as Kuhn
    from zermelo.games.leduc import Leduc as Leduc
    from zermelo.games.liarsdice import LiarsDice as LiarsDice
    from zermelo.games.nim import Nim as Nim
    from zermelo.games.othello import Othello as Othello
    from zermelo.games.outside.openspiel import from_openspiel as from_openspiel
    from zermelo.games.phantomtictactoe import PhantomTicTacToe as PhantomTicTacToe
    from zermelo.games.pig import Pig as Pig
    from zermelo.games.rolit import Rolit as Rolit
    from zermelo.games.tictactoe import TicTacToe as TicTacToe
    from zermelo.games.tree import TreeGame as TreeGame
    from zermelo.games.twentyfortyeight import TwentyFortyEight as TwentyFortyEight
    from zermelo.games.virus import Virus as Virus
    from zermelo.games.whist.rules import Whist as Whist
    from zermelo.limit import Limit as Limit
    from zermelo.outcome import Outcome as Outcome
    from zermelo.report import Report as Report
    from zermelo.score import Score as Score

    play = play_game
else:
    from zermelo.lazy import exports

    __all__, __getattr__, __dir__ = exports(__file__)
