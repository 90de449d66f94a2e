"""Native rules: used only where a game overrides nothing that they cover, so that every backend plays the same game."""

from __future__ import annotations

import pytest
from long_runs import LONG
from sampling import told

import zermelo
from zermelo import DRAW, ONGOING, Connect, Connect4
from zermelo.engine.backends import BACKENDS, available, open_backend, overridden
from zermelo.errors import AgentError, CompileWarning
from zermelo.game.constants import HEURISTICS
from zermelo.games.chess.rules import Chess

RULES = ("state", "moves", "play", "winner", "over", "utility", "to_move", "chances")
MATE = "7k/5ppp/8/8/8/8/8/R6K w - - 0 1"


class Drawn(Connect4):
    """Nobody wins."""

    def winner(self, s):
        return DRAW if s.result != ONGOING else ONGOING


class Edges(Connect4):
    """The left-most stones are worth most."""

    def evaluate(self, s, player):
        value = 0
        for cell in range(self.rows * self.cols):
            if s.cells[cell] != 0:
                value += (self.cols - cell % self.cols) * (1 if s.cells[cell] == 1 + player else -1)
        return value


class Narrow(Connect4):
    """The outer columns are closed."""

    def moves(self, s):
        for col in range(1, self.cols - 1):
            if s.height[col] < self.rows:
                yield col


class Diagonal(Connect4):
    """A helper of a rule is overridden: only diagonals count."""

    def completes(self, s, row, col):
        cell = row * self.cols + col
        others = self.line - 1
        return self.run(s, cell, -self.cols - 1, min(row, col)) >= others


class Flat(Connect4):
    """Other weights, which native rules do not know as a parameter."""

    def __init__(self):
        super().__init__()
        self.weights = tuple(col for _ in range(6) for col in range(7))


class Renamed(Connect):
    """Other names, another picture, a new helper: the same game."""

    players = ("red", "yellow")
    colours = ("#ff0000", "#ffff00")

    def show(self, s):
        return super().show(s)

    def threats(self, s):
        return 0


CHANGED = {Drawn: "winner", Edges: "evaluate", Narrow: "moves", Diagonal: "completes", Flat: "weights"}
COMPILED = (Edges, Diagonal)
"""Those that the short tests compile."""


@pytest.mark.parametrize("cls", CHANGED)
def test_a_game_that_overrides_native_rules_is_not_searched_natively(cls):
    position = cls().start().play("4 4 3")
    expected = told(zermelo.alphabeta(depth=4, backend="python")(position))
    assert expected != told(zermelo.alphabeta(depth=4)(Connect4().start().play("4 4 3"))) or cls is Drawn
    assert overridden(cls()) == CHANGED[cls]
    for backend in (None, "compiled", "interpreted") if LONG or cls in COMPILED else ("interpreted",):
        report = zermelo.alphabeta(depth=4, backend=backend)(position)
        assert report.backend == (backend or "compiled")
        assert told(report) == expected
    if LONG or cls in COMPILED:
        assert [backend.name for backend in available(cls())] == ["compiled", "interpreted"]
    with pytest.raises(AgentError, match=f"{cls.title()} changes `{CHANGED[cls]}`, which its native rules do not know; use comp"):
        open_backend(cls(), "native")


def test_a_game_in_which_nobody_wins_is_a_draw_everywhere():
    position = Drawn().start().play("4 4 3 3 5 5")
    assert {zermelo.alphabeta(depth=3, backend=name)(position).values for name in (None, "python")} != {(1, -1)}
    assert position.play("2").values == (0, 0)


@pytest.mark.parametrize("base", [Connect4, Chess])
@pytest.mark.parametrize("rule", [*RULES, *HEURISTICS])
def test_no_rule_can_be_overridden_unnoticed(rule, base):
    changed = type("Changed", (base,), {rule: lambda *arguments: getattr(base, rule)(*arguments)})
    assert overridden(changed()) == rule
    mixin = type("Mixin", (), {rule: lambda *arguments: getattr(base, rule)(*arguments)})
    assert overridden(type("Mixed", (mixin, base), {})()) == rule


def test_parameters_that_native_rules_do_not_know_are_noticed():
    for name, value in (("weights", ()), ("max_moves", 3), ("completes", None), ("seats", 3), ("bounded_evaluation", True)):
        game = Connect4()
        setattr(game, name, value)
        assert overridden(game) == name
    game = Connect4()
    game.note = "mine"
    assert overridden(game) is None
    assert overridden(type("Three", (Connect,), {"players": ("a", "b", "c")})()) == "players"


@pytest.mark.parametrize("game", [Connect4(), Connect(5, 6, 3), Renamed(rows=5), Chess(), Chess(material=False)], ids=str)
def test_games_that_override_nothing_stay_native(game):
    assert overridden(game) is None
    assert open_backend(game).name == "native"
    if LONG or not isinstance(game, Connect) or type(game) is Connect4:  # this compiles every heuristic
        assert available(game)[0].name == "native"
    with pytest.raises(AgentError, match="there is no backend `rust`; use native, compiled, interpreted"):
        open_backend(game, "rust")
    assert set(BACKENDS) == {"native", "compiled", "interpreted"}


def test_a_class_that_names_native_rules_itself_answers_for_them():
    class Same(Connect4):
        native = "connect"

        def winner(self, s):
            return s.result

    assert open_backend(Same()).name == "native"


class Greedy(Chess):
    """Chess with another evaluation: only queens count."""

    def evaluate(self, s, player):
        return sum((piece == 5) - (piece == -5) for piece in s.board) * (1 if player == 0 else -1)


class Bare(Chess):
    """Chess without mate: the game is drawn where it would be won."""

    def winner(self, s):
        found = super().winner(s)
        return DRAW if found >= 0 else found


@pytest.mark.parametrize("cls", [Greedy, Bare])
def test_a_chess_with_other_rules_uses_them_with_the_moves_of_chess(cls):
    position = cls().position(MATE)
    expected = zermelo.alphabeta(depth=2, backend="python")(position)
    with pytest.warns(CompileWarning, match="is interpreted, which is slower"):
        report = zermelo.alphabeta(depth=2)(position)
    assert (report.backend, told(report)) == ("interpreted", told(expected))
    assert (expected.value == 1) == (cls is Greedy)
    assert zermelo.alphabeta(depth=2)(Chess().position(MATE)).value == 1
    with pytest.raises(AgentError, match="do not know"):
        zermelo.alphabeta(depth=2, backend="native")(position)
