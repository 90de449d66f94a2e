"""A game of chance numbers, knowledge about it, random tables for it, and inference written once more, for comparison.

`Thicket` is a tree of threes in which everything is decided by arithmetic on the number of a node: who is to move, when the game is
over, who wins, which facts hold and how moves rank. So whatever a table may say, it says sometimes.

The oracle shares nothing with the library but the syntax trees' text: facts become Python expressions and are evaluated by Python,
moves become lists of (part, rank, number) that are sorted.
"""

from __future__ import annotations

import random

from zermelo.advice import Advice, AdviceTable, Fact, Kind, Knowledge, Rule, at, below
from zermelo.advice.table import And, Depth, Filter, Not, Or, Then
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i32

DEEPEST = 6


def mixed(number, salt):
    """Some number that follows from two others."""
    return ((number + 7) * 2654435761 + (salt + 1) * 40503 * (number % 1013 + 3)) // 64 % 4093


class Thicket(Game):
    """Walk down a tree of threes."""

    max_moves = 3

    def __init__(self, seed=0, wild=0):
        self.seed, self.wild = seed, wild

    def state(self):
        return dict(node=i32, ply=i8, turn=i8)

    def moves(self, s):
        for move in range(3):
            if move == 0 or mixed(3 * s.node + move, self.seed) % 4 > 0:
                yield move

    def play(self, s, move):
        s.node = 3 * s.node + 1 + move
        s.ply += 1
        stays = self.wild > 0 and mixed(s.node, self.seed + 5) % 4 == 0
        s.turn = s.turn if stays else 1 - s.turn

    def winner(self, s):
        if s.ply < DEEPEST and mixed(s.node, self.seed + 1) % 9 > 0:
            return ONGOING
        return (0, 1, DRAW)[mixed(s.node, self.seed + 2) % 3] if s.ply > 0 else ONGOING


class Undergrowth(Knowledge, Thicket):
    """Facts and kinds that come and go."""

    def red(self, s):
        """The node is red."""
        return mixed(s.node, self.seed + 11) % 3 == 0

    def tall(self, s):
        return mixed(s.node, self.seed + 12) % 3 > 0

    def higher(self, s, root):
        """Its number outranks the root's."""
        return mixed(s.node, self.seed + 13) > mixed(root.node, self.seed + 13)

    def ranked(self, s, move):
        """Any move, but some sooner."""
        return mixed(3 * s.node + move, self.seed + 14) % 4

    def odd(self, s, move):
        return move % 2 == 1

    def _helper(self, s):
        return 0


FACTS = ("red", "tall", "higher", "won", "lost", "drawn", "over", "us_to_move", "them_to_move", "true", "false")
KINDS = ("ranked", "odd", "legal", "none")


def some_facts(dice, depth=2):
    kind = dice.random()
    if depth == 0 or kind < 0.4:
        return Fact(dice.choice(FACTS))
    if kind < 0.55:
        return Not(some_facts(dice, depth - 1))
    parts = tuple(some_facts(dice, depth - 1) for _ in range(dice.choice((2, 2, 3))))
    return And(parts) if kind < 0.8 else Or(parts)


def some_moves(dice, depth=2):
    """Moves without a bound, as nested as may be."""
    kind = dice.random()
    if depth == 0 or kind < 0.45:
        return (
            Kind(dice.choices(KINDS, (5, 1, 4, 0.1))[0])
            if dice.random() < 0.8
            else Depth("=<"[dice.randrange(2)], dice.randrange(5))
        )
    parts = tuple(some_moves(dice, depth - 1) for _ in range(dice.choice((2, 2, 3))))
    return Filter(parts) if kind < 0.75 else Then(parts)


def some_advice(dice, name):
    better = And((Fact(dice.choice(("red", "higher", "them_to_move", "won", "over"))), some_facts(dice, 1)))
    holding = Or((Fact("tall"), some_facts(dice, 1))) if dice.random() < 0.4 else Fact("true")
    us, them = (below(dice.randrange(1, 7)) & some_moves(dice, dice.randrange(3)) for _ in range(2))
    return Advice(name, better if dice.random() < 0.8 else some_facts(dice), holding, us, them)


def some_table(seed):
    dice = random.Random(seed)
    pieces = tuple(some_advice(dice, f"piece{number}") for number in range(4))
    rules = tuple(
        Rule(
            f"rule{number}",
            some_facts(dice, 1) | Fact(dice.choice(FACTS)),
            tuple(dice.sample([piece.name for piece in pieces], dice.choice((1, 2, 3)))),
        )
        for number in range(3)
    )
    return AdviceTable("random", "thicket", rules, pieces, __file__ + ":Undergrowth", dice.choice(("first", "fall_through")))


def one_piece(
    better="them_to_move", holding="true", us="depth = 0 and legal", them="none", condition="true", name="piece", **more
):
    """A table with one rule and one piece of advice."""
    from zermelo.advice import facts, moves

    piece = Advice(name, facts(better), facts(holding), moves(us), moves(them))
    rule = Rule("only", facts(condition), (name,))
    return AdviceTable("small", **{"game": "tictactoe", "rules": (rule,), "advice": (piece,)} | more)


# The oracle


class Oracle:
    """Inference by the definition, with its own reading of facts and moves."""

    def __init__(self, game, root):
        self.game, self.root = game, root
        self.us = root.turn
        self.nodes = 0

    def truth(self, facts, s):
        winner = self.game.winner(s)
        over = winner != ONGOING
        named = dict(true=True, false=False, over=over, won=winner == self.us, lost=over and winner == 1 - self.us)
        named |= dict(drawn=winner == DRAW, us_to_move=s.turn == self.us, them_to_move=s.turn != self.us)
        named |= dict(red=self.game.red(s), tall=self.game.tall(s), higher=self.game.higher(s, self.root))
        return eval(str(facts).replace("true", "True").replace("false", "False"), {}, named)

    def ordered(self, moves, s, depth):
        legal = [] if self.game.winner(s) != ONGOING else list(self.game.moves(s))
        ranks = [(key, move) for move in legal if (key := self.rank(moves, s, depth, move)) is not None]
        return [move for _, move in sorted(ranks)]

    def rank(self, moves, s, depth, move):
        """A key to sort by; None for moves that are not meant."""
        match moves:
            case Kind("none"):
                return None
            case Kind("legal"):
                return (0,)
            case Kind(name):
                number = int(getattr(self.game, name)(s, move))
                return (-number,) if number else None
            case Depth("=", number):
                return (0,) if depth == number else None
            case Depth("<", number):
                return (0,) if depth < number else None
        keys = [self.rank(part, s, depth, move) for part in moves.parts]
        if isinstance(moves, Then):
            return next(((index, *key) for index, key in enumerate(keys) if key is not None), None)
        if None in keys:
            return None
        telling = [key for key, part in zip(keys, moves.parts, strict=True) if "depth" not in kinds_in(part)]
        return (telling or keys)[0]

    def played(self, s, move):
        after = s.copy()
        self.game.play(after, move)
        return after

    def tree(self, advice, s, depth=0):
        """The first solution tree, as {move: subtree}; None where there is none."""
        self.nodes += 1
        if not self.truth(advice.holding, s):
            return None
        if self.truth(advice.better, s):
            return {}
        ours = s.turn == self.us
        found = {}
        for move in self.ordered(advice.us if ours else advice.them, s, depth):
            below = self.tree(advice, self.played(s, move), depth + 1)
            if ours and below is not None:
                return {move: below}
            if not ours and below is None:
                return None
            if not ours:
                found[move] = below
        return found or None

    def answer(self, table):
        """(rule, advice, tree) or None."""
        for rule in table.rules:
            if not self.truth(rule.condition, self.root):
                continue
            for name in rule.advice:
                (piece,) = (piece for piece in table.advice if piece.name == name)
                tree = self.tree(piece, self.root)
                if tree:
                    return rule.name, name, tree
            if table.strategy == "first":
                return None
        return None


def kinds_in(moves):
    """{"depth"} where nothing but depth is spoken of; otherwise names of kinds."""
    if isinstance(moves, Depth):
        return {"depth"}
    if isinstance(moves, Kind):
        return {moves.name}
    found = set().union(*(kinds_in(part) for part in moves.parts))
    return found if found == {"depth"} else found - {"depth"}


def as_dicts(branch):
    """A plan in the oracle's form."""
    return {child.move: as_dicts(child) for child in branch.children}


__all__ = ["Oracle", "Thicket", "Undergrowth", "as_dicts", "at", "one_piece", "some_table"]
