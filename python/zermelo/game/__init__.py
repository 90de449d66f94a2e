"""What a game is, before anything searches it. Other rooms import the names below from here.

`protocol` is the class that authors derive from, `record` the flat record of a state. `rules` calls a game's methods and checks every
answer, `raw` are the same rules without checks, `position` is a state with its game and its history. `display` draws boards as text and pictures, `board` knows their squares by
name, `turn_line` writes the line below a board. `evaluation` and `explanation` are evaluations and what they are made of, `declarations` checks what a class declares. `calls` reads texts such as `connect(rows=5)`, `random` is the random number generator
that both languages share, `kind` the class of a game. `watchdog` stops rules that loop for ever, `child_process` holds another program, `loading` runs users' files.
"""

from zermelo.game.board import EMPTY, owners, touched
from zermelo.game.constants import CHANCE, DRAW, HEURISTICS, HIDDEN, HIDING, ONGOING
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.game.random import Random, draw
from zermelo.game.record import Field, Layout, State, i8, i16, i32, i64, u8, u16, u32, u64
from zermelo.game.rules import Rules

__all__ = [
    "CHANCE",
    "DRAW",
    "EMPTY",
    "HEURISTICS",
    "HIDDEN",
    "HIDING",
    "ONGOING",
    "Field",
    "Game",
    "Layout",
    "Position",
    "Random",
    "Rules",
]
__all__ += ["State", "draw", "i8", "i16", "i32", "i64", "owners", "touched", "u8", "u16", "u32", "u64"]
