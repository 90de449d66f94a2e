"""Native rules: used only where a game overrides nothing that they cover, so that every backend plays the same game."""

from __future__ import annotations

import functools

import pytest
from long_runs import LONG
from sampling import told

import zermelo
from zermelo import DRAW, ONGOING, Connect, Connect4
from zermelo.engine.backends import BACKENDS, NOT_COVERED, available, open_backend, overridden
from zermelo.errors import AgentError, CompileWarning, GameError, PositionError, ZermeloError
from zermelo.game.constants import HEURISTICS
from zermelo.games.checkers.rules import Checkers
from zermelo.games.chess.rules import Chess
from zermelo.tablebases.endings import family

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
        return self.run(s, cell, -self.cols - 1, min(row, col), s.cells[cell]) >= others


class Flat(Connect4):
    """Other weights, which native rules do not know as a parameter."""

    def __init__(self):
        super().__init__()
        self.square_weights = tuple(col for _ in range(6) for col in range(7))


class Renamed(Connect):
    """Other names, another picture, a new helper: the same game."""

    players = ("red", "yellow")
    colours = ("#ff0000", "#ffff00")

    def show(self, s):
        return super().show(s)

    def threats(self, s):
        return 0


CHANGED = {Drawn: "winner", Narrow: "moves", Diagonal: "completes", Flat: "square_weights"}
COMPILED = (Diagonal,)
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


def test_another_evaluation_is_compiled_and_asked_by_native_rules():
    position = Edges().start().play("4 4 3")
    expected = told(zermelo.alphabeta(depth=4, backend="python")(position))
    assert expected != told(zermelo.alphabeta(depth=4)(Connect4().start().play("4 4 3")))
    for backend in (None, "native", "compiled", "interpreted"):
        report = zermelo.alphabeta(depth=4, backend=backend)(position)
        assert report.backend == (backend or "native")
        assert told(report) == expected


def test_a_game_without_a_winner_is_a_draw_everywhere():
    position = Drawn().start().play("4 4 3 3 5 5")
    assert {zermelo.alphabeta(depth=3, backend=name)(position).values for name in (None, "python")} != {(1, -1)}
    assert position.play("2").values == (0, 0)


# Everything that native rules cover, overridden in every way


def covered(cls):
    """The names of what native rules cover."""
    return [name for name in cls.__original__ if name not in {*NOT_COVERED, "native"}]


def subclass(cls, name, value, _):
    return type("Changed", (cls,), {name: value})()


def mixin(cls, name, value, _):
    return type("Mixed", (type("Mixin", (), {name: value}), cls), {})()


def patched_subclass(cls, name, value, monkeypatch):
    game = type("Plain", (cls,), {})()
    monkeypatch.setattr(type(game), name, value)
    return game


def patched_class(cls, name, value, monkeypatch):
    game = cls()
    monkeypatch.setattr(cls, name, value)
    return game


def patched_base(cls, name, value, monkeypatch):
    game = cls()
    monkeypatch.setattr(Connect if cls is Connect4 else cls, name, value)
    return game


def described(cls, name, value, _):
    found = value if not callable(value) else lambda self: value.__get__(self)
    return type("Described", (cls,), {name: property(found if callable(found) else lambda self: found)})()


def looked_up(cls, name, value, _):
    """Attributes are found by a method of its own."""

    def find(self, wanted):
        if wanted != name:
            return object.__getattribute__(self, wanted)
        return value.__get__(self) if callable(value) else value

    return type("LookedUp", (cls,), {"__getattribute__": find})()


CLASSES = [Connect4, Connect, Chess]
WAYS = [subclass, mixin, patched_subclass, patched_class, patched_base, described]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("cls", "name"), [(cls, name) for cls in CLASSES for name in covered(cls)])
def test_nothing_can_be_overridden_unnoticed(cls, name, way, monkeypatch):
    """The list of names is what the classes have; so it includes helpers, parameters of the class, and what is added to them later."""
    original = getattr(cls, name)

    def other(*arguments):
        return original(*arguments)

    try:
        game = way(cls, name, other if callable(original) else original, monkeypatch)
    except AttributeError:  # a property that the class would set
        assert way is described
        return
    same = original is getattr(type(game), name)  # the same value again changes nothing
    assert (overridden(game) is None) == same
    assert not same or not callable(original)


def test_looking_attributes_up_in_another_way_is_noticed():
    for cls in CLASSES:
        assert overridden(looked_up(cls, "nothing", None, None)) == "__getattribute__"


@pytest.mark.parametrize(("cls", "name"), [(cls, name) for cls in CLASSES for name in vars(cls()) if not name.startswith("_")])
def test_no_parameter_can_be_changed_unnoticed(cls, name):
    game = cls()
    value = getattr(game, name)
    setattr(game, name, not value if isinstance(value, bool) else value - 1 if isinstance(value, int) else value[1:])
    changed = overridden(game)
    if changed is None:  # a parameter that native rules know
        assert name in game.native_parameters()


def flipped(cls, name):
    """Another version of a method, which gives other answers."""
    original = getattr(cls, name)

    def moves(self, s):
        yield from list(original(self, s))[:2]

    def play(self, s, move):
        original(self, s, move)
        if cls is not Chess:
            s.potential = -s.potential

    def winner(self, s):
        return DRAW if original(self, s) >= 0 else original(self, s)

    def evaluate(self, s, player):
        return -original(self, s, player)

    def order(self, s, move):
        return -move

    def noisy(self, s, move):
        return move % 2 == 0

    def key(self, s):
        return 3 * original(self, s)

    def playout(self, s, dice):
        return self.rules.choices(s)[-1]

    def completes(self, s, row, col):
        return row >= 1 and original(self, s, row, col)

    def run(self, s, cell, step, room, stone):
        return 0

    def column_code(self, s, col):
        return 1 + original(self, s, col)

    def victim(self, s, move):
        return 1 - min(1, original(self, s, move))

    return locals()[name]


FLIPPED = ["moves", "play", "winner", "evaluate", "order", "noisy", "key", "playout"]
HELPERS = {Connect4: ["completes", "run", "column_code"], Chess: ["victim"]}
QUESTIONS = {
    Connect4: [
        "alphabeta(depth=3)",
        "alphabeta(depth=2, ordering=order, table=True, quiescence=True)",
        "uct(playouts=20, seed=2)",
    ],
    Chess: ["alphabeta(depth=1)", "alphabeta(depth=1, ordering=order, table=True)", "uct(playouts=2, seed=2)"],
}
"""Together they ask for everything that a search may ask of a game."""


@pytest.mark.filterwarnings("ignore::zermelo.errors.CompileWarning")
@pytest.mark.parametrize("way", [*WAYS, looked_up, "instance"])
@pytest.mark.parametrize(("cls", "name"), [(cls, name) for cls in HELPERS for name in [*FLIPPED, *HELPERS[cls]]])
def test_what_is_overridden_counts_on_every_backend(cls, name, way, monkeypatch):
    if cls is Chess and way not in (WAYS[0], "instance") and not LONG:
        pytest.skip("long: compiles chess again")
    if way == "instance":
        game = cls()
        setattr(game, name, flipped(cls, name).__get__(game))
        if name in FLIPPED:
            with pytest.raises(GameError, match=f"sets self.{name}, but `{name}` is a method of every game"):
                game.start()
            return
    else:
        game = way(cls, name, flipped(cls, name), monkeypatch)
    try:
        position = game.position(MATE) if cls is Chess else game.start().play("1 2 1")
    except PositionError:
        assert cls is Chess  # without a winner the text may be refused
        return
    for question in QUESTIONS[cls]:
        expected = answer(question, position, "python")
        assert answer(question, position, None) == expected
        assert answer(question, position, "interpreted") == expected


def answer(question, position, backend):
    """What an agent answers, or why it does not."""
    try:
        return told(zermelo.agent(question, backend)(position)) | {"backend": None}
    except ZermeloError as error:
        return type(error)


@pytest.mark.parametrize("cls", [Chess, Checkers])
def test_tablebases_are_for_the_rules_that_they_were_built_with(cls, monkeypatch):
    """Heuristics and display may be changed."""
    for name in cls.__original__:
        if callable(getattr(cls, name)) and name != "__getattribute__":
            game = type("Changed", (cls,), {name: lambda *arguments: None})()
            assert family(game) == (cls.title() if name in {*NOT_COVERED, *HEURISTICS} else None), name
    game = cls()
    assert family(game) == cls.title()
    monkeypatch.setattr(cls, "winner", lambda self, s: DRAW)
    assert family(game) is None


def doubled(function):
    @functools.wraps(function)
    def decorated(self, s, player):
        return 2 * function(self, s, player)

    return decorated


class Decorated(Connect4):
    """A rule with a decorator, which machine code would leave out."""

    @doubled
    def evaluate(self, s, player):
        return s.cells[3] * (1 if player == 0 else -1)


def test_decorators_count():
    position = Decorated().start()
    with pytest.warns(CompileWarning, match=r"rule `evaluate` cannot be compiled .* no decorator"):
        assert told(zermelo.alphabeta(depth=2)(position)) == told(zermelo.alphabeta(depth=2, backend="python")(position))


def test_parameters_that_native_rules_do_not_know_are_noticed():
    for name, value in (("square_weights", ()), ("max_moves", 3), ("completes", None), ("seats", 3)):
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


def test_a_mixin_that_names_native_rules_answers_for_them():
    mixed = type("Mixed", (type("Mixin", (), {"native": "connect"}), Connect4), {})
    assert open_backend(mixed()).name == "native"


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


def test_a_chess_with_another_evaluation_stays_native():
    position = Greedy().position("7k/8/8/3q4/8/8/3R4/K7 w - - 0 1")
    expected = zermelo.alphabeta(depth=2, backend="python")(position)
    report = zermelo.alphabeta(depth=2)(position)
    assert (report.backend, told(report)) == ("native", told(expected))
    assert (report.move, report.value) == ("Rxd5", 0)


def test_a_chess_with_other_rules_uses_them_with_the_moves_of_chess():
    position = Bare().position(MATE)
    expected = zermelo.alphabeta(depth=2, backend="python")(position)
    with pytest.warns(CompileWarning, match="is interpreted, which is slower"):
        report = zermelo.alphabeta(depth=2)(position)
    assert (report.backend, told(report)) == ("interpreted", told(expected))
    assert expected.value != 1
    assert zermelo.alphabeta(depth=2)(Chess().position(MATE)).value == 1
    with pytest.raises(AgentError, match="do not know"):
        zermelo.alphabeta(depth=2, backend="native")(position)
