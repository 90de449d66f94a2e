"""Rules that are compiled while a heuristic is not, and rules that are not what they should be: answers stay right, errors say what to do."""

from __future__ import annotations

import warnings

import pytest
from cli_runner import run
from sampling import told

import zermelo
from zermelo import DRAW, ONGOING, Game, RuleError, i8, laws
from zermelo.engine.backends import available, open_backend
from zermelo.errors import CompileWarning


class Lines(Game):
    """Tic-tac-toe whose heuristics use texts, which cannot be compiled."""

    board = (3, 3)
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def state(self):
        return dict(cells=i8[9], turn=i8)

    def moves(self, s):
        yield from (cell for cell in range(9) if s.cells[cell] == 0)

    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        for a, b, c in self.LINES:
            if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a] - 1
        return ONGOING if 0 in s.cells else DRAW

    def evaluate(self, s, player):
        lead = int(f"{s.cells[4]}")
        return 0 if lead == 0 else 1 if lead == 1 + player else -1

    def order(self, s, move):
        return len(f"{move * 7 % 11}") + (move == 4)

    def noisy(self, s, move):
        return int(str(move)) % 3 == 0

    def key(self, s):
        return int("".join(str(cell) for cell in s.cells) + str(s.turn))

    def playout(self, s, dice):
        found = [cell for cell in range(9) if s.cells[cell] == 0]
        return found[int(str(dice)) % len(found)]


AGENTS = (
    "alphabeta(depth=3)",
    "alphabeta(depth=4, ordering=order, table=True, quiescence=True)",
    "strong(depth=4)",
    "uct(playouts=60, seed=3)",
    "uct(playouts=60, seed=3, cutoff=2)",
    "minimax(depth=3)",
)


@pytest.mark.filterwarnings("ignore::zermelo.errors.CompileWarning")
@pytest.mark.parametrize("text", AGENTS)
def test_heuristics_that_cannot_be_compiled_are_asked_in_python(text):
    position = Lines().start().play("4 0")
    found = zermelo.agent(text)(position)
    assert found.backend == "compiled"
    expected = told(zermelo.agent(text, "python")(position)) | {"backend": None}
    assert told(found) | {"backend": None} == expected


def test_each_of_them_is_told():
    with pytest.warns(CompileWarning) as found:
        zermelo.alphabeta(depth=2, ordering="order")(Lines().start())
    sentences = [str(each.message) for each in found]
    assert [sentence.split("`")[1] for sentence in sentences] == ["evaluate", "order"]
    assert all("it is interpreted, which is slower" in sentence for sentence in sentences)


@pytest.mark.filterwarnings("ignore::zermelo.errors.CompileWarning")
def test_the_law_of_backends_checks_what_is_compiled():
    """Also where a heuristic is not: searches use the compiled rules."""
    assert [backend.name for backend in available(Lines())] == ["compiled", "interpreted"]
    assert laws.check(Lines(), examples=20).ok


def test_many_answers_that_are_left_to_python_are_told_once():
    class Wide(Lines):
        """Its evaluation needs more than 64 bits."""

        def evaluate(self, s, player):
            return ((1 << 70) + s.cells[4] * (1 if player == 0 else -1)) % 5 / 5

        order, noisy, key, playout = Game.order, Game.noisy, Game.key, Game.playout

    position = Wide().start()
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        first = zermelo.alphabeta(depth=7)(position)
        zermelo.alphabeta(depth=7)(position)
    assert open_backend(position.game, None, ("evaluate",)).core.fallbacks() > 2000
    assert sum("answers of wide were left to Python" in str(each.message) for each in found) == 1
    assert first.backend == "compiled"


# Rules that change their mind

COUNTING = """
from zermelo import DRAW, ONGOING, Game, i8

class Counting(Game):
    board = (2, 2)
    def __init__(self): self.count = 0
    def state(self): return dict(cells=i8[4], turn=i8)
    def moves(self, s): yield from (cell for cell in range(4) if s.cells[cell] == 0)
    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn
        self.count += 1
    def winner(self, s): return DRAW if self.count >= 4 else ONGOING
"""


@pytest.mark.parametrize(
    "words",
    [
        ("best",),
        ("best", "--agent", "alphabeta(depth=3)"),
        ("best", "--agent", "alphabeta(depth=3)", "--backend", "python"),
        ("best", "--agent", "minimax(depth=3)"),
        ("best", "--agent", "expectiminimax(depth=2)"),
        ("best", "--agent", "maxn(depth=2)"),
        ("best", "--agent", "uct(playouts=20)"),
        ("match", "random", "level(3)", "--games", "2"),
        ("match", "random", "random", "--games", "2"),
    ],
    ids=" ".join,
)
def test_rules_that_count_on_self_are_told_in_a_sentence(words, tmp_path):
    path = tmp_path / "counting.py"
    path.write_text(COUNTING)
    command, *rest = words
    outcome = run(command, str(path), *rest)
    assert outcome.code in (0, 2), outcome.err
    assert "bug in Zermelo" not in outcome.err


def test_a_position_whose_rules_change_their_mind_says_so():
    class Fickle(Lines):
        asked = 0

        def winner(self, s):
            type(self).asked += 1
            return DRAW if self.asked > 1 else ONGOING

    position = Fickle().start()
    with pytest.raises(RuleError, match="says of the same state that the game goes on, and then that it is over"):
        _ = position.choices


def test_evaluations_may_differ_by_rounding():
    class Thirds(Lines):
        def evaluate(self, s, player):
            return sum((cell == 1 + player) * 0.1 for cell in s.cells) - 0.1 * sum(cell == 2 - player for cell in s.cells)

        order, noisy, key, playout = Game.order, Game.noisy, Game.key, Game.playout

    assert laws.check(Thirds(), examples=30).ok
