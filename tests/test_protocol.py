"""The protocol: positions and fields as users meet them, and the README's first game."""

from __future__ import annotations

import re
import warnings

import pytest
from hypothesis import given, strategies as st
from sampling import game, readme_game

import zermelo
from zermelo import Game, TicTacToe, laws
from zermelo.errors import AgentError, GameError, MoveError, PositionError, RuleError
from zermelo.game.position import Position
from zermelo.game.record import Field, Layout, i8, i16, i32, i64

# Positions


def test_playing_leaves_the_position_as_it_was():
    before = TicTacToe().start()
    text, packed = str(before), before.state.pack()
    after = before.play("b2")
    assert (str(before), before.state.pack(), before.history, before.turn) == (text, packed, (), "x")
    assert (after.turn, after.parent) == ("o", before)


def test_a_position_cannot_be_changed_from_outside():
    position = TicTacToe().start()
    position.state.cells[0] = 2
    assert position.state.cells[0] == 0
    for name in ("game", "state", "player", "turn", "over", "values", "moves", "choices", "history", "parent"):
        with pytest.raises(AttributeError):
            setattr(position, name, None)
    with pytest.raises(AttributeError):
        position.note = "mine"


def test_equal_positions_are_equal_however_they_came_about():
    start = TicTacToe().start()
    one, other = start.play("a1 b2 c3"), start.play("c3 b2 a1")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, start}) == 2
    assert one.history != other.history
    assert one == TicTacToe().position(str(one))


def test_positions_of_different_games_differ():
    assert zermelo.find("connect4").start() != zermelo.find("connect(rows=5,cols=7)").start()
    assert zermelo.Nim([1, 2]).start() != zermelo.Nim([1, 2], misere=True).start()
    assert TicTacToe().start() != "a position"


@pytest.mark.parametrize("moves", [("4", "4", "5"), ("4 4 5",), (3, 3, 4), ("4", 3, " 5 "), ("4 4", 4)])
def test_moves_are_given_by_name_or_by_number(moves):
    position = game("connect4").start().play(*moves)
    assert position.history == ("4", "4", "5")
    assert position == game("connect4").start().play("4").play("4").play("5")


def test_names_are_read_in_capitals_too():
    assert TicTacToe().start().play("B2").history == ("b2",)


def test_history_reaches_back_to_the_first_known_position():
    position = TicTacToe().position("x../.o./...")
    assert position.history == ()
    assert position.play("c3").history == ("c3",)


def test_a_finished_game_says_so():
    position = TicTacToe().start().play("a1 b1 a2 b2 a3")
    assert (position.over, position.values, position.moves, position.choices) == (True, (1, -1), (), ())
    assert position.result == "x won"
    assert TicTacToe().start().play("a1 b1 c1 a2 c2 b2 a3 c3 b3").result == "draw"
    assert game("thirds").start().play("3 3 3").values == (-1, -1, 2)
    assert TicTacToe().start().values is None


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("z9", ["`z9` is not a legal move here", "legal are: b2"]),
        ("a1", ["`a1` is not a legal move", "legal are: b2"]),
        ("b", ["Did you mean `b2`?"]),
        ("\N{SNOWMAN}", ["not a legal move"]),
    ],
)
def test_illegal_moves_are_refused_with_the_legal_ones(text, phrases):
    with pytest.raises(MoveError) as caught:
        TicTacToe().position("xox/o.o/xxo").play(text)
    for phrase in phrases:
        assert phrase in str(caught.value)


def test_no_move_is_legal_when_the_game_is_over():
    position = TicTacToe().start().play("a1 b1 a2 b2 a3")
    with pytest.raises(MoveError, match=r"`c3` cannot be played: the game is over \(x won\)"):
        position.play("c3")
    with pytest.raises(MoveError, match="move number 8"):
        position.advance(8)
    with pytest.raises(PositionError, match="the game is over"):
        zermelo.alphabeta()(position)


def test_a_text_that_is_not_a_position_is_refused():
    for text in ("", "hello", "xxx/xxx/xxx", "x../...", "x..|...|..."):
        with pytest.raises(PositionError):
            TicTacToe().position(text)


def test_chance_is_on_turn_by_name():
    position = game("race").start().play("roll")
    assert (position.turn, position.player, position.moves) == ("chance", zermelo.CHANCE, ("rolled-1", "rolled-2", "rolled-3"))


@pytest.mark.parametrize(
    ("text", "reason"), [("thirds", "at most two players"), ("race", "without chance"), ("harvest", "zero-sum")]
)
def test_searches_refuse_games_that_they_cannot_play(text, reason):
    for agent in (zermelo.minimax(depth=1), zermelo.alphabeta(depth=1)):
        with pytest.raises(AgentError, match=reason):
            agent(game(text).start())


# Fields


widths = st.sampled_from([8, 16, 32, 64])


@st.composite
def layouts(draw):
    """Fields of any width and length with any start values, and one state of theirs."""
    names = draw(st.lists(st.from_regex(r"[a-z][a-z0-9]{0,5}", fullmatch=True), min_size=1, max_size=6, unique=True))
    fields, values = {}, {}
    for name in names:
        bits, length = draw(widths), draw(st.none() | st.integers(1, 9))
        numbers = st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        rows = numbers if length is None else st.lists(numbers, min_size=length, max_size=length)
        fields[name] = Field(bits)(draw(rows))
        values[name] = draw(rows)
    return fields, values


def is_fit(fields):
    try:
        return Layout(fields)
    except GameError:  # a name that means something else, such as `if` or `pack`
        return None


@given(layouts())
def test_states_survive_packing(made):
    fields, values = made
    layout = is_fit(fields)
    if layout is None:
        return
    start, state = layout.start(), layout.start()
    for name, value in values.items():
        setattr(state, name, value)
    packed = state.pack()
    assert len(packed) == layout.size
    assert layout.size % 8 == 0
    again = layout.unpack(packed)
    assert again == state
    assert {name: getattr(again, name) for name in fields} == values
    assert (start == state) == (start.pack() == packed)
    for name, field in fields.items():
        assert layout.offsets[name] % field.size == 0


@given(layouts())
def test_copies_are_independent(made):
    fields, values = made
    layout = is_fit(fields)
    if layout is None:
        return
    state = layout.start()
    twin = state.copy()
    for name, value in values.items():
        if isinstance(value, list):
            getattr(twin, name)[:] = value
        else:
            setattr(twin, name, value)
    assert state == layout.start()
    assert {name: getattr(twin, name) for name in fields} == values


@pytest.mark.parametrize("field", [i8, i16, i32, i64])
def test_what_does_not_fit_a_field_is_named(field):
    layout = Layout(dict(one=field, row=field[3]))
    for value in (field.low, field.high):
        state = layout.start()
        state.one = state.row[2] = value
        assert layout.unpack(state.pack()) == state
    for value, phrase in ((field.high + 1, "does not fit"), (field.low - 1, "does not fit"), (0.5, "not a whole number")):
        state = layout.start()
        state.row[1] = value
        with pytest.raises(RuleError, match=rf"field `row\[1\]` holds .*{phrase}"):
            state.pack()
    state = layout.start()
    state.row = [1, 2]
    with pytest.raises(RuleError, match="must stay a list of 3 numbers"):
        state.pack()


@pytest.mark.parametrize(
    "declare",
    [
        lambda: i8[0],
        lambda: i8[-1],
        lambda: i8[2.5],
        lambda: i8[True],
        lambda: i64[1 << 60],
        lambda: i8(range(10**12)),
        lambda: i8(int),
        lambda: Layout({1: i8}),
        lambda: Layout({"": i8}),
        lambda: Layout({"a": Field(7)}),
        lambda: Layout({f"a{number}": i64[1 << 16] for number in range(3)}),
        lambda: i8(128),
        lambda: i8(-129),
        lambda: i8(0.5),
        lambda: i8([]),
        lambda: i8[3]([1, 2]),
        lambda: i8([1, 300]),
        lambda: Layout({}),
        lambda: Layout([i8]),
        lambda: Layout(dict(a=3)),
        lambda: Layout({"class": i8}),
        lambda: Layout({"_a": i8}),
        lambda: Layout({"pack": i8}),
        lambda: Layout({"a b": i8}),
    ],
)
def test_bad_fields_are_refused(declare):
    with pytest.raises(GameError):
        declare()


class Plain(zermelo.Game):
    """A game with everything right, to spoil."""

    def state(self):
        return dict(cells=i8[4], clock=i8, turn=i8)

    def moves(self, s):
        yield 0

    def play(self, s, move):
        s.turn = 1 - s.turn

    def winner(self, s):
        return zermelo.ONGOING


class Scored(Plain):
    """The same with `utility`, for which `bounds` count."""

    winner = Game.winner

    def over(self, s):
        return False

    def utility(self, s, player):
        return 0


DECLARED = [name for name, kind in Game.__annotations__.items() if "ClassVar" not in str(kind) and not name.startswith("_")]
NEVER_RIGHT = [3.5, {"a": 1}, [object()], int, b"x"]
WRONG = {
    "players": [(), ("x", "x"), ("x", ""), ("x", 1), ("x", "a\nb"), "xo", None],
    "bounds": ["ab", (1, -1), (0,), (0, float("nan")), (0, 1e9), ("a", "b"), (0, 1, 2), None, (int, float)],
    "zero_sum": ["yes", 1, None],
    "bounded_evaluation": [1],
    "teams": [(0,), (0, "a"), "ab", (0, 1, 2), (int, int), None],
    "max_moves": [0, -1, True, "8", 1 << 40, None],
    "repetitions": [1, -3, True, "3", 1 << 17],
    "move_numbers": [0, -1, True, "8", 1 << 40],
    "interpreted": ["yes", 1, None],
    "counters": ["clock", ("nothing",), (1,), None],
    "out_of_turn": [0],
    "secret": ["hand", ("nothing",), (1,), None],
    "shows_all": [0],
    "chance_first": [1],
    "board": [(3, 3), (0, 0), (2,), (2, "2"), "22", (True, 4), (-2, -2), (int, int), ()],
    "piece_symbols": ["xo", (1, 2), None],
    "patterns": ["edge", (0, 1), None],
    "men": ["xo", (1, 2), None],
    "colours": [(), "red", (1, 2), None],
    "native": [True, 7],
    "playable": [None],
}


def test_every_attribute_is_tried():
    later = {
        name for name in DECLARED if name == "weights" or name.startswith("pattern_")
    }  # checked where features or patterns are declared
    assert set(WRONG) == {*DECLARED, "men"} - later
    assert type("Fine", (Scored,), dict(board=(2, 2), counters=("clock",), teams=(0, 1), bounds=[-1, 2.5]))().rules


@pytest.mark.parametrize("base", [Plain, Scored])
@pytest.mark.parametrize("name", WRONG)
def test_attributes_of_the_wrong_kind_are_refused_in_one_sentence(name, base):
    for value in (*WRONG[name], *NEVER_RIGHT):
        with pytest.raises(GameError, match=rf"(?i)^wrong.*\b{name}\b") as caught:
            _ = type("Wrong", (base,), {name: value})().rules
        assert len(str(caught.value)) < 300, value
        assert "\n" not in str(caught.value), value


@pytest.mark.parametrize("state", ["{1: i8}", "dict(turn=i64[1 << 60])", "{'if': i8}", "[i8]", "None", "dict(turn=3)", "i8"])
def test_bad_fields_are_refused_before_the_game_starts(state, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(re.sub(r"return dict\(.*\)", f"return {state}", readme_game()).replace("import ", "import i64, "))
    assert state in path.read_text()
    with pytest.raises(GameError):
        zermelo.find(str(path))


def test_an_error_in_the_constructor_is_a_game_error(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(readme_game() + "\n    def __init__(self, size=0):\n        self.half = 1 // size\n")
    with pytest.raises(GameError, match="`MyGame` refuses these arguments: ZeroDivisionError"):
        zermelo.find(str(path))
    assert zermelo.find(f"{path}:MyGame(size=1)").half == 1


def test_parameters_of_a_base_class_are_known(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text('from zermelo import Connect\nclass Mine(Connect):\n    """Connect by another name."""\n')
    assert zermelo.find(f"{path}:Mine(rows=5)").rows == 5
    with pytest.raises(GameError, match=r"no parameter `row`.*Did you mean `rows`"):
        zermelo.find(f"{path}:Mine(row=5)")
    with pytest.raises(TypeError):
        Plain(3)


def test_fields_start_as_they_are_declared():
    state = Layout(dict(a=i8, b=i16(-1), c=i8[3], d=i8[3](7), e=i32([1, 2]))).start()
    assert [state.a, state.b, state.c, state.d, state.e] == [0, -1, [0, 0, 0], [7, 7, 7], [1, 2]]


def test_unpacking_something_else_is_refused():
    with pytest.raises(RuleError, match="8 bytes, not 3"):
        Layout(dict(a=i8)).unpack(b"abc")


# The first game that anyone writes


def test_the_readme_game_plays_compiles_and_keeps_the_laws(tmp_path):
    text = readme_game()
    assert len(text.splitlines()) <= 30
    path = tmp_path / "fresh.py"
    path.write_text(text)
    mine = zermelo.find(str(path))
    position = mine.start()
    assert isinstance(position, Position)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        report = zermelo.minimax()(position)
    assert (report.backend, report.nodes, report.value) == ("compiled", 549946, 0)
    while not position.over:
        position = position.play(zermelo.alphabeta()(position).move)
    assert position.result == "draw"
    verdict = laws.check(mine)
    assert verdict.ok, str(verdict)
