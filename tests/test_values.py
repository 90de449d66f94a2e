"""Games and states are values: equal ones are equal, and they can be copied, pickled and sent to another process."""

from __future__ import annotations

import copy
import multiprocessing
import operator
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import numpy as np
import pytest
from sampling import readme_game

import zermelo
from zermelo import Connect, Connect4, Game, Nim, TicTacToe, i8
from zermelo.advice import AdviceError
from zermelo.engine.agent import first_turn
from zermelo.errors import CompileError, GameError, RuleError
from zermelo.game.record import Layout
from zermelo.games import catalog

ALIKE = [
    (Connect4(), Connect4()),
    (Connect(), Connect(6, cols=7)),
    (Nim([3, 4]), Nim((3, 4))),
    (Nim([3, 4]), Nim(heaps=[3, 4], misere=False)),
    (zermelo.find("connect(5,5,4)"), Connect(rows=5, cols=5)),
]
UNLIKE = [
    (Connect4(), Connect()),
    (Nim([3, 4]), Nim([4, 3])),
    (Nim([3, 4]), Nim([3, 4], misere=True)),
    (Connect(players=2), Connect(players=3)),
    (TicTacToe(), "tictactoe"),
]


class Helper:
    """An object without `__eq__`."""

    def __init__(self, size):
        self.size = size


class Odd(TicTacToe):
    """Parameters of many kinds."""

    def __init__(self, size, table=None):
        self.helper, self.helpers, self.table, self.limit = Helper(size), [Helper(1)], table or {"a": [1, 2]}, size > 3


@pytest.mark.parametrize(("one", "other"), ALIKE, ids=str)
def test_equal_games_are_equal_and_hash_alike(one, other):
    assert one == other
    assert len({one, other}) == 1
    one.start()
    assert one == other, "what the library keeps on a game does not count"


@pytest.mark.parametrize(("one", "other"), UNLIKE, ids=str)
def test_different_games_differ(one, other):
    assert one != other
    assert len({one, other}) == 2


def test_parameters_of_many_kinds_are_compared():
    assert Odd(1) == Odd(size=1)
    assert len({Odd(1), Odd(2), Odd(1), Odd(1, {"a": [1, 3]}), Odd(1, {"b": {1, 2}})}) == 4
    changed = Odd(1)
    changed.limit = True
    assert changed != Odd(1)


@dataclass
class Config:
    """Equal by value, without a hash."""

    size: int = 1


class Weighed(TicTacToe):
    """A parameter of any kind."""

    def __init__(self, weight=None):
        super().__init__()
        self.weight = weight

    def evaluate(self, s, player):
        return self.weight(s) * (1 if player == 0 else -1)


class Circle(TicTacToe):
    """A helper that knows its game."""

    def __init__(self, size=1):
        super().__init__()
        self.helper = Helper(self)
        self.helper.more = Helper(self.helper)


def first_cell(s):
    return s.cells[0]


def last_cell(s):
    return -s.cells[8]


def times(number):
    return lambda s: number


VALUES = [
    Config(1), Config(2), Helper(1), Helper(2), Helper(Helper(1)), partial(max, 1), partial(max, 2), int, str, len, first_cell, last_cell,
    times(1), times(2), {"a": [1]}, {"a": [2]}, {1, 2}, {1, 3}, [1, 2], [2, 1], "ab", b"ab", 1, 2.5, None, Nim([1, 2]), Nim([1, 3]),
    [Config(1)], [Helper(1)], np.eye(2), np.ones(3),
]  # fmt: skip


@pytest.mark.parametrize("at", range(len(VALUES)))
def test_games_differ_by_parameters_of_any_kind(at):
    """Also if these have no hash, or only equal themselves; a copy stays equal."""
    game = Weighed(VALUES[at])
    assert [other for other, value in enumerate(VALUES) if Weighed(value) == game] == [at]
    assert copy.deepcopy(game) == game
    assert hash(copy.deepcopy(game)) == hash(game)


def test_equal_parameters_in_other_forms():
    for one, other in (
        ([1, [2]], (1, (2,))),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({1}, frozenset({1})),
        (b"a", bytearray(b"a")),
        (3, 3.0),
    ):
        assert Weighed(one) == Weighed(other)
        assert len({Weighed(one), Weighed(other)}) == 1
    assert Weighed(np.array([1, 2])) == Weighed([1, 2])
    assert Circle() == Circle() == copy.deepcopy(Circle())
    assert Circle(1) != Circle(2)


class Lazy(TicTacToe):
    """Works something out when it is first needed."""

    @cached_property
    def weights(self):
        return (3, 2, 3, 2, 4, 2, 3, 2, 3)

    def evaluate(self, s, player):
        return sum(self.weights[cell] * ((s.cells[cell] == 1 + player) - (s.cells[cell] == 2 - player)) for cell in range(9))


@pytest.mark.parametrize("make", [Lazy, Connect4, Nim, *catalog().values()], ids=lambda cls: cls.__name__)
def test_using_a_game_does_not_change_its_value(make):
    used, unused = make(), make()
    before = hash(used)
    here = first_turn(used.start())
    (zermelo.ismcts if used.hides else zermelo.uct)(playouts=5, backend="interpreted")(here)
    if make is Lazy:
        zermelo.alphabeta(depth=2, backend="python")(here)
        assert "weights" in vars(used)
    for text in (here._repr_svg_(), str(here), here.moves, here.legs(here.choices[0]), zermelo.perft(used, 1)):
        assert text is not None
    assert used == unused == copy.deepcopy(used) == pickle.loads(pickle.dumps(used))
    assert used.start() == unused.start()
    assert hash(used) == before == hash(unused)


OTHER_GAMES = [
    "ataxx(5,quiet=20)",
    "breakthrough(5,4)",
    "chess(material=False)",
    "chinesecheckers(players=3)",
    "connect(5,6,3)",
    "connect(players=3)",
    "einstein(random)",
    "focus(players=3)",
    "go(5)",
    "grundy([7,5])",
    "hex(4,swap=True)",
    "isolation(4,4,moves=knight)",
    "nim([3,4],misere=True)",
    "othello(6)",
    "pig(30,players=3,sides=4)",
    "rolit(players=3,size=6)",
    "tree([[3,12],[2,4]])",
    "twentyfortyeight(3)",
]


def test_positions_of_any_game_go_to_another_process_and_back():
    """With parameters and history; also a long game, and from the main module."""
    positions = [zermelo.find("chess").start().play(*("Nf3", "Nf6", "Ng1", "Ng8") * 20)]
    for text in (*OTHER_GAMES, *catalog()):
        position = zermelo.find(text).start()
        for ply in range(5):
            position = position if position.over else position.advance(position.choices[7 * ply % len(position.choices)])
        positions.append(position)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(copy.copy, positions))
        shown = list(pool.map(str, positions))
    assert found == positions
    assert [position.history for position in found] == [position.history for position in positions]
    assert [position.game for position in found] == [position.game for position in positions]
    assert shown == list(map(str, positions))
    assert [str(position.game) for position in found] == [str(position.game) for position in positions]


MAIN = """
import copy, multiprocessing, pickle
import zermelo

class Mine(zermelo.Nim):
    def __init__(self, more=1):
        super().__init__([more, 2])

if __name__ == "__main__":
    position = Mine(3).start().play("1:1")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        again = pool.apply(copy.copy, (position,))
        report = pool.apply(zermelo.alphabeta(), (position,))
    print(again == position, again.history, report.move == zermelo.alphabeta()(position).move)
"""


def test_a_game_of_the_main_module_goes_to_another_process(tmp_path):
    (tmp_path / "mine.py").write_text(MAIN)
    path = {**os.environ, "PYTHONPATH": str(Path(zermelo.__file__).parent.parent)}
    done = subprocess.run([sys.executable, tmp_path / "mine.py"], env=path, capture_output=True, text=True, check=True)
    assert done.stdout == "True ('1:1',) True\n"


@pytest.mark.parametrize(
    "error",
    [GameError("a game"), RuleError("a rule", "moves", b"12"), CompileError("moves", "line 3", "why"), AdviceError("a table")],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_from_another_process(error):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_a_memory_is_not_kept_for_another_function():
    """Games that differ in a function are different, so the table of one does not answer for the other."""
    agent = zermelo.alphabeta(depth=2, table=True, memory="1MB", backend="interpreted")
    remembering = agent.remembering()
    for weight in (first_cell, last_cell, times(1), times(2)):
        position = Weighed(weight).start()
        assert remembering(position).value == agent(position).value


@pytest.mark.parametrize("name", catalog())
def test_every_game_is_the_same_after_pickling_and_copying(name):
    game = catalog()[name]()
    state = game.start().state
    for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert again is not game
        assert (again, hash(again), str(again)) == (game, hash(game), str(game))
        assert again.start().state == state
    for same in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert same == state
        assert same is not state


def test_a_game_that_has_been_searched_can_still_be_pickled():
    game = Connect4()
    value = zermelo.alphabeta(depth=2)(game.start()).value
    assert zermelo.alphabeta(depth=2)(pickle.loads(pickle.dumps(game)).start()).value == value


def test_copies_of_a_state_share_nothing():
    state = Layout(dict(row=i8[2], turn=i8)).start()
    for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        other.row[0] = 5
    assert state.row == [0, 0]


def test_states_that_do_not_fit_can_be_pickled_too():
    state = Layout(dict(turn=i8)).start()
    state.turn = 1000
    assert pickle.loads(pickle.dumps(state)).turn == 1000


@pytest.fixture
def file(tmp_path):
    """A user's file with a game that has a parameter, and a helper module beside it."""
    (tmp_path / "beside.py").write_text("class Piece:\n    worth = 3\n")
    path = tmp_path / "my_game.py"
    init = "\n    def __init__(self, size=3):\n        from beside import Piece\n        self.size, self.piece = size, Piece()\n"
    path.write_text("import beside\n" + readme_game() + init)
    return path


def test_a_game_from_a_users_file_goes_to_another_process_and_back(file):
    game = zermelo.find(f"{file}:MyGame(size=5)")
    state = game.start().play("4").state
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        again, name = pool.apply(copy.copy, (game,)), pool.apply(operator.methodcaller("show", state), (game,))
        same = pool.apply(copy.copy, (state,))
    assert (again, again.size, again.piece.worth) == (game, 5, 3)
    assert type(again) is type(game)
    assert (name, same) == (game.show(state), state)


def test_a_users_file_that_has_changed_is_not_taken_for_the_same_game(file):
    game = zermelo.find(f"{file}:MyGame")
    pickled = pickle.dumps(game)
    file.write_text(file.read_text() + "\n# changed\n")
    assert pickle.loads(pickled) == copy.deepcopy(game) == game, "the game that is loaded is still known"
    del sys.modules[type(game).__module__]
    with pytest.raises(GameError, match="has changed since `MyGame` was pickled"):
        pickle.loads(pickled)
    file.unlink()
    with pytest.raises(GameError, match="there is no file"):
        pickle.loads(pickled)


def test_a_class_inside_a_function_can_be_copied():
    class Local(TicTacToe):
        pass

    assert copy.deepcopy(Local()) == Local()
    assert isinstance(Local(), Game)
