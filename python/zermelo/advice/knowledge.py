"""What advice knows about a game: a class whose methods are the words of a table.

Knowledge is a subclass of the game's own class, with the mixin `Knowledge` in front:

    class Corners(Knowledge, TicTacToe):
        '''Where stones stand.'''

        def centre_is_ours(self, s, root):              # a fact about a position and the root of the tree
            '''Our stone is in the middle.'''
            return s.cells[4] == 1 + root.turn

        def corner(self, s, move):                      # a kind of move: 0 for other moves; greater numbers are tried first
            '''Into a corner.'''
            return move in (0, 2, 6, 8)

The parameters tell facts and kinds of moves apart: `(self, s)` and `(self, s, root)` are facts, `(self, s, move)` is a kind of
move. Facts return True or False, kinds a whole number from 0. Methods that begin with an underscore, and methods of the game
itself, are not words. States are the game's own records, and the restrictions of compiled rules apply: no recursion, numbers
only. The methods may use everything that the game keeps on `self`; an `__init__` that calls `super().__init__` may add more.

"Us" is the player to move at the root, `root.turn`. This does not change within a tree, even where the other player is to move in
`s`. Explanations quote the first line of a method's docstring.

Every table can also use the built-in words below, for any game.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from zermelo.advice.errors import AdviceError
from zermelo.game import Game, State

FACT, KIND = "fact", "kind"
HEADINGS = ("table", "for", "using", "strategy", "rule", "if", "use", "advice", "better", "holding", "us", "them")
RESERVED = frozenset((*HEADINGS, "and", "or", "not", "then", "depth"))
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
    """The first line of its docstring; empty if there is none."""
    holds: Callable[[Any], bool] | None = None
    """Whether a built-in fact holds in a `Situation`."""


BUILT_IN = {
    word.name: word
    for word in (
        Word("true", FACT, False, "always", lambda _: True),
        Word("false", FACT, False, "never", lambda _: False),
        Word("won", FACT, True, "the game is over, and we have won", lambda here: here.edge is not None and here.edge > 0),
        Word("lost", FACT, True, "the game is over, and we have lost", lambda here: here.edge is not None and here.edge < 0),
        Word("drawn", FACT, True, "the game is over without a winner", lambda here: here.edge == 0),
        Word("over", FACT, False, "the game is over", lambda here: here.values is not None),
        Word("us_to_move", FACT, True, "it is our turn", lambda here: here.ours),
        Word("them_to_move", FACT, True, "it is their turn", lambda here: not here.ours),
        Word("legal", KIND, False, "any legal move"),
        Word("none", KIND, False, "no move"),
    )
}
"""The words that every table can use."""


class Knowledge:
    """Marks a subclass of a game as knowledge about it; the module's docstring has an example.

    The verifier reads `aim`, and `ending` or `positions`, to find out what tables with this knowledge promise, and where.
    """

    playable = False
    aim: str = "win"
    """What its tables promise: "win" to win every won position, "draw" to lose no position that is not lost."""
    ending: str = ""
    """Chess only: the pieces of the ending, the stronger side's first, such as "KRK"."""

    def positions(self) -> Iterable[State]:
        """The positions that the knowledge is about, each with us to move. By default, all positions that can occur."""
        return ()


def game_class(knowledge: type) -> type[Game]:
    """The game that a knowledge class is about: its nearest base class that is a game and not knowledge."""
    name = knowledge.__name__
    if not issubclass(knowledge, Knowledge):
        raise AdviceError(
            f"{name} is not a knowledge class; derive it from zermelo.advice.Knowledge and the game's class, in this order"
        )
    for cls in knowledge.__mro__:
        if issubclass(cls, Game) and not issubclass(cls, Knowledge) and cls is not Game:
            return cls
    raise AdviceError(f"{name} has no game as a base class; write for example `class {name}(Knowledge, TicTacToe)`")


def own_vocabulary(knowledge: type) -> dict[str, Word]:
    """The words that a class adds to the built-in ones, in the order of their definition."""
    game = game_class(knowledge)
    words: dict[str, Word] = {}
    for cls in reversed(knowledge.__mro__):
        if cls in game.__mro__ or cls is Knowledge:
            continue
        for name, value in vars(cls).items():
            is_method = inspect.isfunction(value) or isinstance(value, staticmethod | classmethod)
            if is_method and not name.startswith("_") and not hasattr(game, name) and not hasattr(Knowledge, name):
                words[name] = _word(knowledge, name, value)
    return words


def vocabulary(knowledge: type | None) -> dict[str, Word]:
    """All words that a table may use: the built-in ones and those of its knowledge, if any."""
    return BUILT_IN | ({} if knowledge is None else own_vocabulary(knowledge))


def _word(knowledge: type, name: str, value: Any) -> Word:
    called = f"`{name}` of {knowledge.__name__}"
    if name in RESERVED or name in BUILT_IN:
        whose = "built in" if name in BUILT_IN else "a word of the language"
        raise AdviceError(f"{called} has a reserved name, because `{name}` is {whose}; choose another name")
    if not inspect.isfunction(value):
        raise AdviceError(f"{called} must be an ordinary method: {_SHAPES}; begin the names of helpers with an underscore")
    role, needs_root = _shape(called, value)
    about = (inspect.getdoc(value) or "").partition("\n")[0].strip().rstrip(".")
    return Word(name, role, needs_root, about)


def _shape(called: str, function: Callable[..., Any]) -> tuple[str, bool]:
    """Whether the parameters are those of a fact or of a kind of move, and whether a fact takes the root."""
    parameters = inspect.signature(function).parameters
    names = list(parameters)
    plain = all(each.kind is each.POSITIONAL_OR_KEYWORD and each.default is each.empty for each in parameters.values())
    if plain and len(names) == 2:
        return FACT, False
    if plain and len(names) == 3 and names[2] in ("root", "move"):
        return (FACT, True) if names[2] == "root" else (KIND, False)
    raise AdviceError(f"{called} takes ({', '.join(names)}), but {_SHAPES}; begin the names of helpers with an underscore")
