"""The constructs of ordinary Python (`constructs_for_tests.py`): what they answer in plain Python, interpreted, and compiled."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest
from constructs_for_tests import CONSTRUCTS
from sandbox import HEAD, NUMBERS, assert_agree, bundle, interpreted, make, states
from test_compile import body

from zermelo.errors import CompileError

REFUSED = frozenset(
    {
        "a row of an array equals a number",
        "a sum of rows of an array",
        "a nan in a list",
        "a truth or a number, asked what it is",
        "a truth or a number, asked whether it is True",
        "a list of truths and numbers, asked what they are",
        "a whole number or a fraction, asked what it is",
        "a quotient of a number that is no fraction",
        "a sum of truths of an array",
        "a number in an array with rows",
        "small integers of an array",
        "a difference of unsigned integers of an array",
        "an iterator in two loops",
        "an iterator that unpacking has read",
        "an iterator that a test has read",
        "an iterator is read once",
        "equal objects in a set",
        "named tuples that are equal in their own way in a set",
        "a deque with a bound",
        "a generator expression by a name",
        "a generator seen through next",
        "a list of objects",
        "a list or a tuple",
        "a name on both paths",
        "and and or with containers",
        "closures in a loop see the last value",
        "closures with a default keep their value",
        "division that may fail",
        "groups of equals",
        "match on a named tuple",
        "mutual recursion",
        "next",
        "numerator and real",
        "rows of an array of constants",
        "texts by split and join",
    }
)
"""Constructs that cannot be compiled yet. They are refused, and interpreted; no answer is ever another one."""
SIGNATURE = "evaluate(self, s, player)"
IMPORT = "from zermelo import CHANCE, DRAW, ONGOING, Game, i8, i16, i32, i64"


class PlainState(SimpleNamespace):
    """The fields of a state, without Zermelo."""

    def copy(self):
        return PlainState(**{**vars(self), "row": self.row[:]})

    def __deepcopy__(self, _):
        return self.copy()


@pytest.fixture(scope="module")
def plain():
    """An object with a method for each construct, in plain Python."""
    assert IMPORT in HEAD
    methods = [f"def body{n}(self, s, player):\n" + textwrap.indent(text, "    ") for n, text in enumerate(CONSTRUCTS.values())]
    names = {"__name__": "plain"}
    text = HEAD.replace(IMPORT, "Game = object") + textwrap.indent("\n\n".join(methods), "    ")
    exec(compile(text, "<plain>", "exec", dont_inherit=True), names)
    return names["Sandbox"]()


@pytest.fixture(scope="module")
def interpreted_games(tmp_path_factory):
    """For each construct a game that has it among others, and its number there."""
    folder, names, found = tmp_path_factory.mktemp("constructs"), list(CONSTRUCTS), {}
    for start in range(0, len(names), 100):
        group = names[start : start + 100]
        game = bundle(folder, SIGNATURE, [CONSTRUCTS[name] for name in group])
        found |= {name: (game, case) for case, name in enumerate(group)}
    return found


def plain_answers(plain, number):
    """In each state and for each player: the number, or None where Python raises."""
    for a, b, c in NUMBERS:
        answers = []
        for player in (0, 1):
            s = PlainState(a=a, b=b, c=c, row=[a, b, 1, -1], case=0, turn=0)
            try:
                answers.append(float(getattr(plain, f"body{number}")(s, player)))
            except Exception:
                answers.append(None)
        yield answers


def test_there_are_many_constructs():
    assert len(CONSTRUCTS) >= 150


@pytest.mark.parametrize("what", CONSTRUCTS)
def test_interpreted_rules_answer_what_plain_python_answers(what, plain, interpreted_games):
    game, case = interpreted_games[what]
    answered = 0
    for s, expected in zip(states(game, case), plain_answers(plain, list(CONSTRUCTS).index(what)), strict=True):
        for ours, theirs in zip(interpreted(game, "evaluate", s), expected, strict=True):
            if theirs is None or not -1e8 <= theirs <= 1e8:
                assert isinstance(ours, str), (s, ours)
            else:
                assert ours == theirs, s
                answered += 1
    assert answered > 0, "this construct fails in every state"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("compiled")


@pytest.mark.parametrize("what", CONSTRUCTS)
def test_compiled_rules_answer_what_interpreted_rules_answer(what, folder):
    """Each in a game of its own: together they would compile no faster, and all again where one is refused."""
    game = make(folder, body(SIGNATURE, CONSTRUCTS[what]))
    if what in REFUSED:
        with pytest.raises(CompileError):
            assert_agree(game, "evaluate")
    else:
        assert_agree(game, "evaluate")
