"""The games of `tests/strangers`, in sizes for tests, each with its oracle; and how they are asked through a backend."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from strangers_oracles import capturing, dice, heaps, moving, placing, puzzles, sowing, walls
from strangers_oracles.base import Oracle

import zermelo
from zermelo.engine.backends import open_backend
from zermelo.game.constants import CHANCE, HEURISTICS

FOLDER = Path(__file__).parent / "strangers"


@dataclass(frozen=True)
class Case:
    """A game as a user names it, after its file; an oracle for it; and how deep both are counted in short tests."""

    text: str
    oracle: Oracle
    depth: int = 3


MAGIC = "276951438"  # every row, column and diagonal adds up to fifteen
HOT = ["HOT", "FORM", "WOES", "TANK", "HEAR", "WASP", "TIED", "BRIM", "SHIP"]
HOT_ORDER = ["HOT", "HEAR", "TIED", "FORM", "WASP", "BRIM", "TANK", "SHIP", "WOES"]

CASES = {
    "abalone": Case("abalone.py:Abalone(side=3,limit=30)", capturing.Abalone(3, 2, 30), 2),
    "amazons": Case("amazons.py:Amazons(size=4)", walls.Amazons(4), 2),
    "atari_go": Case("atari_go.py:AtariGo(size=3)", capturing.AtariGo(3), 4),
    "bridg_it_small": Case("bridg_it.py:BridgIt(n=2)", placing.BridgIt(2), 5),
    "brandubh": Case("brandubh.py:Brandubh(limit=40)", capturing.Brandubh(40), 2),
    "bridg_it": Case("bridg_it.py:BridgIt(n=3)", placing.BridgIt(3), 3),
    "cant_stop": Case("cant_stop.py:CantStop(sides=4,columns_to_win=2)", dice.CantStop(4, 2), 4),
    "chomp": Case("chomp.py:Chomp(rows=3,cols=4)", heaps.Chomp(3, 4), 4),
    "chomp_for_three": Case("chomp_for_three.py:ChompForThree(rows=2,cols=3)", heaps.ChompForThree(2, 3), 5),
    "clobber": Case("clobber.py:Clobber(rows=3,cols=4)", capturing.Clobber(3, 4), 3),
    "cram": Case("cram.py:Cram(rows=4,cols=4)", walls.Cram(4, 4), 3),
    "cram_oblong": Case("cram.py:Cram(rows=3,cols=4)", walls.Cram(3, 4), 3),
    "dice_poker": Case("dice_poker.py:DicePoker(sides=3,rounds=2)", dice.DicePoker(3, 2), 3),
    "dice_poker_short": Case("dice_poker.py:DicePoker(sides=3,rounds=1)", dice.DicePoker(3, 1), 3),
    "dodgem": Case("dodgem.py:Dodgem(n=3)", moving.Dodgem(3, 40), 5),
    "dots_and_boxes": Case("dots_and_boxes.py:DotsAndBoxes(rows=2,cols=2)", walls.DotsAndBoxes(2, 2), 3),
    "eight_puzzle": Case("eight_puzzle.py:EightPuzzle(tiles=(8,6,7,2,5,4,3,0,1))", puzzles.EightPuzzle("867254301", 31), 7),
    "eight_puzzle_easy": Case(
        "eight_puzzle.py:EightPuzzle(tiles=(1,2,3,0,5,6,4,7,8),most=6)", puzzles.EightPuzzle("123056478", 6), 7
    ),
    "farkle": Case("farkle.py:Farkle(goal=6)", dice.Farkle(6), 4),
    "fifteen": Case("fifteen.py:Fifteen", placing.TicTacToe(MAGIC, "123456789"), 4),
    "fox_and_hounds": Case("fox_and_hounds.py:FoxAndHounds(size=6)", moving.FoxAndHounds(6), 4),
    "gomoku": Case("gomoku.py:Gomoku(size=5,goal=4)", placing.Gomoku(5, 4), 2),
    "guarini": Case("guarini.py:Guarini", puzzles.Guarini(16), 5),
    "halma": Case("halma.py:Halma(size=5,camp=2)", moving.Halma(5, 2, 60), 3),
    "hanoi": Case("hanoi.py:Hanoi(discs=4)", puzzles.Hanoi(4), 6),
    "hare_and_hounds": Case("hare_and_hounds.py:HareAndHounds", moving.HareAndHounds(10), 4),
    "hexapawn": Case("hexapawn.py:Hexapawn(rows=4,cols=4)", capturing.Hexapawn(4, 4), 4),
    "hexapawn_three": Case("hexapawn.py:Hexapawn(rows=3,cols=3)", capturing.Hexapawn(3, 3), 5),
    "hot": Case("hot.py:Hot", placing.TicTacToe(HOT, HOT_ORDER), 4),
    "jugs": Case("jugs.py:Jugs", puzzles.Jugs(3, 5, 4, 8), 5),
    "kalah": Case("kalah.py:Kalah(houses=3,seeds=2)", sowing.Kalah(3, 2), 5),
    "kayles": Case("kayles.py:Kayles(3,5)", heaps.Kayles(3, 5), 3),
    "konane": Case("konane.py:Konane(size=4)", capturing.Konane(4), 5),
    "l_game": Case("l_game.py:LGame(limit=10)", moving.LGame(10), 1),
    "lights_out": Case("lights_out.py:LightsOut", puzzles.LightsOut(3, 9), 3),
    "lines_of_action": Case("lines_of_action.py:LinesOfAction(size=5,limit=30)", moving.LinesOfAction(5, 30), 2),
    "ludo": Case("ludo.py:Ludo(ring=6)", dice.Ludo(6, 2), 5),
    "minichess": Case("minichess.py:MiniChess(limit=40)", capturing.MiniChess(40), 3),
    "misere_nim": Case("misere_nim.py:MisereNim(heaps=(2,3,4))", heaps.MisereNim(2, 3, 4), 3),
    "mu_torere": Case("mu_torere.py:MuTorere(limit=30)", moving.MuTorere(30), 6),
    "nine_mens_morris": Case("nine_mens_morris.py:NineMensMorris(patience=20)", capturing.NineMensMorris(20), 2),
    "onitama": Case("onitama.py:Onitama(limit=30)", capturing.Onitama(30), 3),
    "order_and_chaos": Case("order_and_chaos.py:OrderAndChaos(size=4,line=3)", placing.OrderAndChaos(4, 3), 2),
    "oware": Case("oware.py:Oware(houses=3,seeds=2,limit=40)", sowing.Oware(3, 2, 40), 5),
    "map_painting": Case("map_colouring.py:Painting", placing.Painting("painting"), 3),
    "map_col": Case("map_colouring.py:Col", placing.Painting("col"), 3),
    "map_snort": Case("map_colouring.py:Snort", placing.Painting("snort"), 3),
    "peg15": Case("peg15.py:PegSolitaire", puzzles.PegSolitaire(), 6),
    "pentago": Case("pentago.py:Pentago", placing.Pentago(4), 2),
    "pong_hau_ki": Case("pong_hau_ki.py:PongHauKi(patience=12)", moving.PongHauKi(12), 8),
    "quarto": Case("quarto.py:Quarto", placing.Quarto(), 2),
    "quoridor": Case("quoridor.py:Quoridor(size=3,walls=1,limit=20)", walls.Quoridor(3, 1, 20), 3),
    "red_or_black": Case("red_or_black.py:RedOrBlack(red=3,black=3)", dice.RedOrBlack(3, 3), 6),
    "reversi": Case("reversi.py:Reversi(size=4)", capturing.Reversi(4), 4),
    "river_crossing": Case("river_crossing.py:RiverCrossing", puzzles.RiverCrossing(12), 7),
    "score_four": Case("score_four.py:ScoreFour(n=3)", placing.ScoreFour(3), 3),
    "sim": Case("sim.py:Sim(points=5)", placing.Sim(5), 3),
    "snakes": Case("snakes.py:Snakes", dice.Snakes(16, 3), 5),
    "sokoban": Case("sokoban.py:Sokoban(level='first')", puzzles.Sokoban("first", 30), 6),
    "sokoban_corner": Case("sokoban.py:Sokoban(level='corner')", puzzles.Sokoban("corner", 30), 6),
    "tapatan": Case("tapatan.py:Tapatan(most=30)", moving.Tapatan(30), 4),
    "teeko": Case("teeko.py:Teeko(size=4,limit=20)", moving.Teeko(4, 20), 3),
    "three_musketeers": Case("three_musketeers.py:ThreeMusketeers", capturing.ThreeMusketeers(5), 3),
    "toads_and_frogs": Case("toads_and_frogs.py:ToadsAndFrogs(row='TTT__FFF')", moving.ToadsAndFrogs("TTT__FFF"), 6),
    "treasure_race": Case("treasure_race.py:TreasureRace", dice.TreasureRace(8), 6),
    "tron": Case("tron.py:Tron(width=4,height=3)", walls.Tron(4, 3), 6),
    "ultimate": Case("ultimate.py:Ultimate", placing.Ultimate(), 2),
    "wythoff": Case("wythoff.py:Wythoff(5,8)", heaps.Wythoff(5, 8), 3),
}


@cache
def game(text):
    """A game of the folder, made once."""
    return zermelo.find(f"{FOLDER}/{text}")


def heuristics(made):
    return tuple(name for name in HEURISTICS if made.defines(name))


class Asked:
    """The rules of a game as a backend answers them, on states rather than bytes."""

    def __init__(self, text, backend):
        self.game = game(text)
        self.core = open_backend(self.game, backend, heuristics(self.game)).core

    def start(self):
        return self.game.fresh()

    def player(self, s):
        return self.core.to_move(s.pack())

    def result(self, s):
        utilities = self.core.utilities(s.pack())
        return None if utilities is None else tuple(utilities)

    def chances(self, s):
        """The state after each outcome, with its probability."""
        return [(self.played(s, outcome), probability) for outcome, probability in self.core.chances(s.pack())]

    def after(self, s):
        """The state after each move."""
        return [self.played(s, move) for move in self.core.moves(s.pack())]

    def following(self, s):
        return [after for after, _ in self.chances(s)] if self.player(s) == CHANCE else self.after(s)

    def played(self, s, move):
        return self.game.layout.unpack(self.core.play(s.pack(), move))

    def perft(self, depth):
        return self.core.perft(self.start().pack(), depth)


def walk(rules, chance):
    """The states of one random game."""
    s = rules.start()
    yield s
    while rules.result(s) is None:
        s = chance.choice(rules.following(s))
        yield s
