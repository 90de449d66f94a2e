"""A game in a file, with rules to be filled in, for tests of the compiler."""

from __future__ import annotations

import itertools
import textwrap

from zermelo.engine.backends import diagnose, open_backend
from zermelo.errors import RuleError
from zermelo.games import load

HEAD = '''
import collections
import copy
import functools
import itertools
import math
import random
import operator
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass
from enum import Enum, IntEnum, IntFlag, auto
from itertools import accumulate, chain, combinations, permutations, product, takewhile
from typing import NamedTuple

import numpy as np

from zermelo import CHANCE, DRAW, ONGOING, Game, i8, i16, i32, i64

SIZE = 4
TABLE = ((1, 2, 3), (4, 5, 6))
STEPS = {"north": (-1, 0), "west": (0, -1), "east": (0, 1), "south": (1, 0)}
WORTH = {1: 10, 2: 20, 3: 35, -7: 5}
PRIMES = {2, 3, 5, 7, 11, 127}
VOWELS = frozenset("aeiou")
GRID = np.arange(6).reshape(2, 3)
NESTED = [[1], [2, 3], [], [4, 5, 6]]

class Colour(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3

class Rank(IntEnum):
    LOW = auto()
    MID = 5
    TOP = 9

Point = namedtuple("Point", "x y")
POINTS = [Point(0, 1), Point(2, 3), Point(-4, 5)]

class Card(NamedTuple):
    name: str
    value: int = 3

    def doubled(self):
        return 2 * self.value

CARDS = (Card("ace", 11), Card("king", 4), Card("two"))

@dataclass(frozen=True)
class Way:
    dx: int
    dy: int
    cost: float = 1.5

    @property
    def length(self):
        return abs(self.dx) + abs(self.dy)

    def turned(self):
        return Way(-self.dy, self.dx, self.cost)

WAYS = [Way(1, 0), Way(0, 1, 2.5), Way(-2, 3)]

class Box:
    """An object that rules make while they run."""

    def __init__(self, width, height=2):
        self.width = width
        self.height = height

    @property
    def area(self):
        return self.width * self.height

    def grown(self, by):
        return Box(self.width + by, self.height)

class Piece:
    worth = 1

    def reach(self, row, at):
        for step in self.steps:
            if 0 <= at + step < len(row):
                yield row[at + step]

class Pawn(Piece):
    steps = (1,)

class Queen(Piece):
    worth = 9
    steps = (-2, -1, 1, 2)

PIECES = {1: Pawn(), 2: Queen()}

class Vector(NamedTuple):
    """A named tuple with operators of its own."""

    q: int
    r: int

    def __add__(self, other):
        return Vector(self.q + other.q, self.r + other.r)

    def __mul__(self, times):
        return Vector(self.q * times, self.r * times)

    def __rmul__(self, times):
        return self * times

    def __neg__(self):
        return Vector(-self.q, -self.r)

    def __abs__(self):
        return abs(self.q) + abs(self.r)

    def __bool__(self):
        return self.q != 0

    def __contains__(self, number):
        return number == self.r

    def __getitem__(self, at):
        return 100 + at

VECTORS = [Vector(1, 0), Vector(0, 1), Vector(1, 0)]

class Odd(NamedTuple):
    """Equal and ordered in its own way."""

    x: int
    y: int

    def __eq__(self, other):
        return self.x == other.x

    def __hash__(self):
        return hash(self.x)

    def __lt__(self, other):
        return self.y < other.y

@dataclass
class Spot:
    """Objects that may be changed, equal by their fields."""

    x: int
    y: int = 1

@dataclass(order=True, frozen=True)
class Score:
    points: int
    name: int = 0

class Named:
    """Equal if the names are equal."""

    def __init__(self, name, number):
        self.name, self.number = name, number

    def __eq__(self, other):
        return isinstance(other, Named) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __add__(self, other):
        return self.number + other.number

NAMED = [Named(1, 10), Named(1, 20), Named(2, 30)]
SPOTS = [Spot(0), Spot(1), Spot(0)]
COLOURS = [Colour.RED, Colour.RED, Colour.BLUE]
WORDS = ["red", "green", "red"]
SMALL = np.array([100, 120], np.int8)
BYTES = np.array([1, 2], np.uint8)
TRUTHS = np.array([True, False, True])

class Right(IntFlag):
    READ = 1
    WRITE = 2
    RUN = 4

def count_up(n, step=1):
    """A generator of the module."""
    x = 0
    while x < n:
        yield x
        x += step

def maybe(x):
    """A number or None."""
    if x > 0:
        return x

def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)

def spread(*numbers, scale=1):
    return scale * (max(numbers) - min(numbers)) if numbers else 0

def keyed(x, /, y=2, *, twice=False):
    return (x - y) * (2 if twice else 1)

def fill(row, value):
    """Change a list that was passed."""
    for i in range(len(row)):
        row[i] = value

@functools.cache
def squared(n):
    return n * n

def double(x, times=2):
    """A function of the user's module."""
    return x * times

def put(state, cell):
    state.row[cell] = 2
    state.turn = 1 - state.turn

class Base(Game):
    step = 3

    def inherited(self, s, x):
        return x + self.step + s.a

class Sandbox(Base):
    max_moves = 8
    small = (5, 6, 7)

    def __init__(self):
        self.size = 4
        self.kind = "king"
        self.half = 0.5
        self.lines = ((0, 1, 2), (1, 2, 3))
        self.jagged = ((0,), (1, 2), (), (3, 4, 5))
        self.long = tuple(range(300))
        self.shares = (0.5, 1.5, -2.25)
        self.words = {"one": 1}
        self.nothing = None
        self.huge = 2**70
        self.near = {0: [1, 2], 1: [0], 2: [0, 1, 3], 3: []}
        self.corners = {(0, 0), (0, 3), (3, 0), (3, 3)}
        self.array = np.array([[1, 2], [3, 4]])
        self.letters = ["b", "a", "c"]
        self.ways = [Way(x, y) for x in (-1, 1) for y in (0, 2)]

    def state(self):
        return dict(a=i8, b=i8, c=i64, row=i8[4], case=i8, turn=i8)

    def helper(self, s, x, y=3):
        return x + y + s.b

    def both(self, s):
        yield 1
        yield 3

    @staticmethod
    def static(x):
        return x + 1

    @classmethod
    def stepped(cls, x):
        return x + cls.step

    @property
    def doubled_size(self):
        return 2 * self.size

    def positive(self, s):
        """A generator that ends early."""
        for x in s.row:
            if x < 0:
                return
            yield x

    def first_above(self, s, limit):
        """A number or None."""
        for i, x in enumerate(s.row):
            if x > limit:
                return i
        return None

    def depth(self, n):
        return 0 if n <= 0 else 1 + self.depth(n // 2)

    def pair(self, s):
        return s.a, s.b

    def twice_inherited(self, s, x):
        return 2 * super().inherited(s, x)

'''
RULES = {
    "moves": "def moves(self, s):\n    yield 0",
    "play": "def play(self, s, move):\n    s.turn = 1 - s.turn",
    "winner": "def winner(self, s):\n    return ONGOING",
}
NUMBERS = [(0, 0, 0), (1, 2, 3), (-7, 2, 5), (3, -2, -5), (127, 127, 2**40), (2, 70, 2**63 - 1), (-128, 1, -(2**63))]
MOVES = (0, 1, 3, 7, 2_000_000_000)
HEURISTICS = ("evaluate", "noisy", "order", "key")
_count = itertools.count()


def write(folder, *rules):
    """A file with a game in it whose rules are these, and those of `RULES` that are not among them."""
    texts = dict(RULES)
    for text in rules:
        text = textwrap.dedent(text).strip("\n")
        texts[name_of(text)] = text
    path = folder / f"sandbox{next(_count)}.py"
    path.write_text(HEAD + "\n\n".join(textwrap.indent(text, "    ") for text in texts.values()) + "\n")
    return path


def name_of(text):
    return text.partition("def ")[2].partition("(")[0]


def make(folder, *rules):
    return load(write(folder, *rules)).Sandbox()


def line_of(path, mark="# here"):
    """The number of the line that bears a mark, as messages write it."""
    number = next(number for number, line in enumerate(path.read_text().splitlines(), 1) if mark in line)
    return f"{path.name}, line {number}"


def bundle(folder, signature, bodies):
    """One game for many bodies of one rule: the field `case` chooses. Compiling it takes little longer than compiling one."""
    arguments = signature.partition("(self, ")[2]
    cases = [f"def case{number}(self, {arguments}:\n" + textwrap.indent(body, "    ") for number, body in enumerate(bodies)]
    choices = [f"if s.case == {number}:\n    return self.case{number}({arguments}" for number in range(len(bodies))]
    last = f"return self.case0({arguments}"
    return make(folder, *cases, f"def {signature}:\n" + textwrap.indent("\n".join([*choices, last]), "    "))


def states(game, case=0):
    for a, b, c in NUMBERS:
        s = game.fresh()
        s.a, s.b, s.c, s.row, s.case = a, b, c, [a, b, 1, -1], case
        yield s


def ask(question):
    """An answer, or what the rule is accused of."""
    try:
        return question()
    except RuleError as error:
        return f"{error.rule}: {error}"


def interpreted(game, rule, s):
    rules = game.rules
    if rule == "play":
        return [ask(lambda move=move: rules.play(s, move).pack()) for move in MOVES]
    if rule in ("noisy", "order"):
        return [ask(lambda move=move: getattr(rules, rule)(s, move)) for move in MOVES]
    if rule == "evaluate":
        return [ask(lambda player=player: rules.evaluate(s, player)) for player in (0, 1)]
    if rule == "winner":
        return ask(lambda: (lambda values: values and list(values))(rules.utilities(s)))
    return ask(lambda: getattr(rules, rule)(s))


def compiled(game, rule, s):
    core, packed = open_backend(game, "compiled", tuple(name for name in HEURISTICS if game.defines(name))).core, s.pack()

    def diagnosed(question, *arguments):
        with diagnose(game):
            return question(packed, *arguments)

    if rule in ("play", "noisy", "order"):
        return [ask(lambda move=move: diagnosed(getattr(core, rule), move)) for move in MOVES]
    if rule == "evaluate":
        return [ask(lambda player=player: diagnosed(core.evaluate, player)) for player in (0, 1)]
    return ask(lambda: diagnosed(getattr(core, "utilities" if rule == "winner" else rule)))


def assert_agree(game, rule, case=0):
    """Compiled and interpreted rules give the same answers and the same complaints, on ordinary and on extreme states."""
    for s in states(game, case):
        before = s.copy()
        assert compiled(game, rule, s) == interpreted(game, rule, s), s
        assert s == before
