"""What advice knows about a game: a class whose methods are the words of a table.

Knowledge is a subclass of the game's own class, with the mixin `Knowledge` in front:

    class Corners(Knowledge, TicTacToe):
        '''Where stones stand.'''

        def centre_is_ours(self, s, root):              # a fact about a position and the root of the tree
            '''Our stone is in the middle.'''
            return s.cells[4] == 1 + root.turn

        def corner(self, s, move):                      # a kind of move: 0 is "not of this kind", more is tried sooner
            '''Into a corner.'''
            return move in (0, 2, 6, 8)

Methods are told apart by their parameters: `(self, s)` and `(self, s, root)` are facts, `(self, s, move)` is a kind of move. Facts
answer True or False, kinds a whole number from 0. What begins with an underscore is a helper, and so is whatever the game itself
has. States are the game's own records, and rules of compiled Python apply: no recursion, numbers only. Everything that the game
keeps on `self` is there, and an `__init__` of one's own that calls `super().__init__` may add tables.

"Us" is the player on turn at the root, `root.turn`, and stays so all through a tree, whoever is to move in `s`. The first line of a
method's docstring is what explanations say in its place.

Every table has the built-in words below, whatever the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from zermelo.advice.errors import AdviceError
from zermelo.game.protocol import Game
from zermelo.game.record import State

FACT, KIND = "fact", "kind"
HEADINGS = ("table", "for", "using", "strategy", "rule", "if", "use", "advice", "better", "holding", "us", "them")
OPERATORS = ("and", "or", "not", "then", "depth")
RESERVED = frozenset((*HEADINGS, *OPERATORS))
"""Words of the language itself."""
_SHAPES = "a fact is `(self, s)` or `(self, s, root)`, a kind of move `(self, s, move)`"


@dataclass(frozen=True)
class Word:
    """One word of a vocabulary."""

    name: str
    role: str
    """"fact" or "kind"."""
    needs_root: bool
    """Whether a fact compares with the root of the tree."""
    about: str
    """What it says, in one line; empty where its author did not say."""


BUILT_IN = {
    word.name: word
    for word in (
        Word("true", FACT, False, "always"),
        Word("false", FACT, False, "never"),
        Word("won", FACT, True, "the game is over, and we have won"),
        Word("lost", FACT, True, "the game is over, and we have lost"),
        Word("drawn", FACT, True, "the game is over, and nobody has won"),
        Word("over", FACT, False, "the game is over"),
        Word("us_to_move", FACT, True, "it is our turn"),
        Word("them_to_move", FACT, True, "it is their turn"),
        Word("legal", KIND, False, "any legal move"),
        Word("none", KIND, False, "no move"),
    )
}
"""Words of every table."""


class Knowledge:
    """Marks a subclass of a game as knowledge about it; see the module's text for the shape of one.

    What it is meant for is said by `aim`, and by `ending` or a method `positions`; the verifier goes by that.
    """

    playable = False
    aim: str = "win"
    """What its tables promise: "win" where a position is won, or "draw", not to lose where it is not lost."""
    ending: str = ""
    """Chess only: the men of the ending that it is about, the stronger side's first, as "KRK"."""

    def positions(self) -> Iterable[State]:
        """The positions that it is about, each with us to move; unless it says so, all that can come up."""
        return ()


def game_class(knowledge: type) -> type[Game]:
    """The game that knowledge is about: the nearest class above it that is a game and not knowledge."""
    name = knowledge.__name__
    if not issubclass(knowledge, Knowledge):
        raise AdviceError(f"{name} is no knowledge: derive it from zermelo.advice.Knowledge and the game's class, in this order")
    for cls in knowledge.__mro__:
        if issubclass(cls, Game) and not issubclass(cls, Knowledge) and cls is not Game:
            return cls
    raise AdviceError(f"{name} is about no game: write `class {name}(Knowledge, TicTacToe)`, or whichever game it is")


def own_vocabulary(knowledge: type) -> dict[str, Word]:
    """The words that a class adds to the built-in ones, in the order in which they are written."""
    game = game_class(knowledge)
    words: dict[str, Word] = {}
    for cls in reversed(knowledge.__mro__):
        if cls in game.__mro__ or cls is Knowledge:
            continue
        for name, value in vars(cls).items():
            if not name.startswith("_") and not hasattr(game, name) and not hasattr(Knowledge, name) and _is_method(value):
                words[name] = _word(knowledge, name, value)
    return words


def vocabulary(knowledge: type | None) -> dict[str, Word]:
    """All words that a table may use: the built-in ones, and those of its knowledge if it has any."""
    return BUILT_IN | ({} if knowledge is None else own_vocabulary(knowledge))


def _is_method(value: Any) -> bool:
    return inspect.isfunction(value) or isinstance(value, staticmethod | classmethod)


def _word(knowledge: type, name: str, value: Any) -> Word:
    called = f"`{name}` of {knowledge.__name__}"
    if name in RESERVED or name in BUILT_IN:
        whose = "built in" if name in BUILT_IN else "a word of the language"
        raise AdviceError(f"{called} cannot be called that, because `{name}` is {whose}; choose another name")
    if not inspect.isfunction(value):
        raise AdviceError(f"{called} is no ordinary method: {_SHAPES}; names of helpers begin with an underscore")
    role, needs_root = _shape(called, value)
    about = (inspect.getdoc(value) or "").partition("\n")[0].strip().rstrip(".")
    return Word(name, role, needs_root, about)


def _shape(called: str, function: Callable[..., Any]) -> tuple[str, bool]:
    """Whether parameters are those of a fact or of a kind of move, and whether it asks for the root."""
    parameters = list(inspect.signature(function).parameters.values())
    plain = all(
        parameter.kind is parameter.POSITIONAL_OR_KEYWORD and parameter.default is parameter.empty for parameter in parameters
    )
    names = [parameter.name for parameter in parameters]
    if plain and len(names) == 2:
        return FACT, False
    if plain and len(names) == 3 and names[2] in ("root", "move"):
        return (FACT, True) if names[2] == "root" else (KIND, False)
    raise AdviceError(f"{called} takes ({', '.join(names)}), but {_SHAPES}; names of helpers begin with an underscore")
