"""PettingZoo and Gymnasium: environments of our games pass the tests of these libraries, and hold what the documents promise."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
import random
import sys

import pytest
from long_runs import LONG

import zermelo
from zermelo.adapters.encoding import Encoding
from zermelo.errors import GameError, MoveError
from zermelo.game.constants import CHANCE
from zermelo.games import catalog, find

pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="skipped: PettingZoo is not installed")
env_checker = pytest.importorskip("gymnasium.utils.env_checker", reason="skipped: Gymnasium is not installed")

USERS_FILE = '''
from zermelo import CHANCE, Game, i64, i8

class Walk(Game):
    """One player walks left or right, and the wind blows; five steps to the right are the goal."""
    players = ("walker",)
    bounds = (-20, 20)
    zero_sum = False
    def state(self):
        return dict(place=i8, wind=i8, steps=i64, turn=i8)
    def to_move(self, s):
        return CHANCE if s.wind else 0
    def chances(self, s):
        return [(3, 0.25), (4, 0.5), (5, 0.25)]
    def moves(self, s):
        return [10, 1000000] if s.place > -2 else [1000000]
    def play(self, s, move):
        if s.wind:
            s.place, s.wind = s.place + move - 4, 0
        else:
            s.place, s.wind, s.steps = s.place + (1 if move > 10 else -1), 1, s.steps + 1
    def over(self, s):
        return not s.wind and (s.place >= 5 or s.steps == 15)
    def utility(self, s, player):
        return s.place - s.steps
'''


@pytest.fixture
def users_file(tmp_path):
    path = tmp_path / "walk.py"
    path.write_text(USERS_FILE)
    return str(path)


def api_tests(make, cycles):
    """PettingZoo's own tests, without what they print."""
    with contextlib.redirect_stdout(io.StringIO()):
        pettingzoo_test.api_test(make(), num_cycles=cycles)
        pettingzoo_test.seed_test(make, num_cycles=cycles)


RECOMMENDED = pytest.mark.filterwarnings(
    "ignore:We recommend agents to be named",  # ours have the names of the players
    "ignore:Observation is not a NumPy array",  # but a dictionary, as in the classic games, whose names the test knows
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation numpy array is all zeros",  # the start of a game with an empty board
    "ignore:Action mask numpy array is all zeros",  # a player who is not to move
)


@RECOMMENDED
@pytest.mark.parametrize("name", catalog())
def test_built_in_games_pass_their_tests(name):
    api_tests(lambda: zermelo.to_pettingzoo(name), 500 if LONG else 30)


@RECOMMENDED
@pytest.mark.parametrize("text", ["pig(goal=20,players=4)", "connect(5,5,3,players=3)", "einstein(random)", "hex(3,swap=True)"])
def test_variants_pass_their_tests(text):
    api_tests(lambda: zermelo.to_pettingzoo(text), 50)


@RECOMMENDED
def test_games_of_openspiel_pass_their_tests():
    pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    for name in ("leduc_poker", "goofspiel, num_cards=4", "hearts"):
        api_tests(lambda name=name: zermelo.to_pettingzoo(f"openspiel({name})"), 20)


@RECOMMENDED
def test_a_users_file_passes_their_tests(users_file):
    api_tests(lambda: zermelo.to_pettingzoo(users_file), 50)
    env_checker.check_env(zermelo.to_gymnasium(users_file).unwrapped, skip_render_check=True)


def played(environment, seed):
    """A random game: agents, actions and rewards."""
    environment.reset(seed=seed)
    dice, told, total = random.Random(seed), [], dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, over, late, _ = environment.last()
        assert environment.observation_space(agent).contains(observation)
        total[agent] += reward
        legal = [action for action, mark in enumerate(observation["action_mask"]) if mark]
        action = None if over or late else dice.choice(legal)
        told.append((agent, action))
        environment.step(action)
    return told, total


@pytest.mark.parametrize(
    "text", ["tictactoe", "pig(goal=10,players=3)", "chess", "backgammon", "connect(4,4,3)", "rolit(size=4)"]
)
def test_games_are_those_of_the_rules(text):
    environment = zermelo.to_pettingzoo(text, max_game_length=60)
    for seed in range(3):
        told, total = played(environment, seed)
        line = environment.position.line()
        assert [agent for agent, action in told if action is not None] == [
            before.turn for before in line[:-1] if before.player != CHANCE
        ]
        assert tuple(total.values()) == (environment.position.values or (0.0,) * len(total))
        assert played(environment, seed) == (told, total), "the same seed, the same game"


def test_chance_follows_the_seed():
    def faces(seed):
        environment = zermelo.to_pettingzoo("pig")
        environment.reset(seed=seed)
        for _ in range(8):
            environment.step(0)
        return environment.state().tolist()

    assert faces(5) == faces(5)
    assert len({tuple(faces(seed)) for seed in range(10)}) > 5


def test_observations_hold_the_player_and_the_state():
    environment = zermelo.to_pettingzoo("tictactoe")
    environment.reset()
    environment.step(4)
    for seat, agent in enumerate(("x", "o")):
        seen = environment.observe(agent)
        state = environment.position.state
        fields = [getattr(state, name) for name in find("tictactoe").layout.fields]
        flat = [number for value in fields for number in (value if isinstance(value, list) else [value])]
        assert seen["observation"].tolist() == [seat, *flat]
        assert seen["action_mask"].tolist() == [int(cell != 4 and seat == 1) for cell in range(9)]


def test_numbers_of_64_bits_become_their_bits():
    game = find("othello")
    numbers = Encoding(game).numbers(game.start())
    assert len(numbers) == 2 * 64 + 1
    assert [bit for bit in range(64) if numbers[bit]] == [28, 35]
    assert [bit for bit in range(64) if numbers[64 + bit]] == [27, 36]


@pytest.mark.parametrize("name", catalog())
def test_moves_are_less_than_what_games_declare(name):
    """Also in variants: each game is walked in its usual form, and those below in others."""
    check_numbers(find(name), 20 if LONG else 3)


VARIANTS = (
    "ataxx(4) breakthrough(5,3) chinesecheckers(2,holes=73) connect(4,9,3) einstein(free) focus(4) focus(3) go(3) grundy([3,9])"
)
VARIANTS += " hex(3,swap=True) isolation(3,6,start=free) isolation(moves=knight) nim([1,9,2]) othello(4) pig(sides=12,goal=30)"
VARIANTS += " rolit(3,size=6) tree([[1,2,3],[4,5]]) twentyfortyeight(2) virus(2,5,4)"


@pytest.mark.parametrize("text", VARIANTS.split())
def test_moves_of_variants_are_less_than_what_games_declare(text):
    check_numbers(find(text), 5)


@pytest.mark.parametrize(
    "text", ["8/PPPPPPPP/8/8/k6K/8/8/8 w - - 0 1", "8/8/8/8/k6K/8/pppppppp/8 b - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]
)
def test_promotions_and_castling_are_less_than_what_chess_declares(text):
    position = find("chess").position(text)
    assert max(position.choices) < find("chess").move_numbers
    assert Encoding(position.game).legal(position) == list(position.choices)


def check_numbers(game, games):
    if game.move_numbers is None:
        assert game.title() in ("backgammon", "checkers", "crosswords")
        return
    dice, raw = random.Random(1), game.rules.raw
    for _ in range(games):
        state, plies = game.fresh(), 0
        while raw.values(state) is None and plies < 300:
            if raw.to_move(state) == CHANCE:
                move = dice.choice([outcome for outcome, _ in raw.chances(state)])
            else:
                moves = list(raw.moves(state))
                assert moves[-1] < game.move_numbers
                move = dice.choice(moves)
            state, plies = raw.after(state, move), plies + 1


def test_a_declaration_that_is_too_small_is_told(users_file, tmp_path):
    path = tmp_path / "small.py"
    path.write_text(USERS_FILE.replace("zero_sum = False", "zero_sum = False\n    move_numbers = 100"))
    environment = zermelo.to_pettingzoo(str(path))
    environment.reset()
    with pytest.raises(GameError, match="move_numbers = 100, but its move 1000000 is not less"):
        environment.last()
    path.write_text(USERS_FILE.replace("zero_sum = False", "zero_sum = False\n    move_numbers = 0"))
    with pytest.raises(GameError, match="move_numbers must be None or a whole number"):
        zermelo.to_pettingzoo(str(path))


def test_environments_can_be_copied_and_pickled():
    for environment in (zermelo.to_pettingzoo("pig"), zermelo.to_gymnasium("twentyfortyeight")):
        environment.reset(seed=3)
        twins = [environment, pickle.loads(pickle.dumps(environment)), copy.deepcopy(environment)]
        for twin in twins:
            for _ in range(5):
                twin.step(Encoding(twin.game).legal(twin.position)[0])
        assert twins[0].position == twins[1].position == twins[2].position


def test_long_games_are_truncated():
    environment = zermelo.to_pettingzoo("chess", max_game_length=5)
    told, total = played(environment, 1)
    assert [action is None for _, action in told] == [False] * 5 + [True] * 2
    assert set(total.values()) == {0}


def test_positions_are_rendered_as_text(capsys):
    environment = zermelo.to_pettingzoo("tictactoe", render_mode="ansi")
    environment.reset()
    assert environment.render() == str(find("tictactoe").start())
    assert capsys.readouterr().out == ""
    environment = zermelo.to_pettingzoo("tictactoe", render_mode="human")
    environment.reset()
    environment.step(0)
    assert capsys.readouterr().out == f"{find('tictactoe').start()}\n{find('tictactoe').start().play(0)}\n"


def test_wrong_uses_are_told():
    environment = zermelo.to_pettingzoo("tictactoe")
    with pytest.raises(GameError, match=r"call reset\(\) first"):
        environment.step(0)
    with pytest.raises(GameError, match="a seed must be a whole number, not 'x'"):
        environment.reset(seed="x")
    environment.reset()
    environment.step(0)
    for wrong in (0, 9, -1, None, "1", 1.0, True):
        with pytest.raises(MoveError, match=r"not legal here; legal are: 1 2 3 4 5 6 7 8$"):
            environment.step(wrong)
    environment.step(1)
    with pytest.raises(GameError, match="choose how to render"):
        environment.render()
    for make in (zermelo.to_pettingzoo, zermelo.to_gymnasium):
        with pytest.raises(GameError, match="render_mode must be None, ansi or human"):
            make("twentyfortyeight", render_mode="rgb_array")
        with pytest.raises(GameError, match="max_game_length must be a whole number"):
            make("twentyfortyeight", max_game_length=0)
    with pytest.raises(GameError, match="has 2 players, and Gymnasium is for one; use to_pettingzoo"):
        zermelo.to_gymnasium("tictactoe")


@pytest.mark.parametrize(("make", "package"), [("to_pettingzoo", "pettingzoo"), ("to_gymnasium", "gymnasium")])
def test_a_missing_library_is_named(make, package, monkeypatch):
    from zermelo.adapters import gymnasium, pettingzoo

    for module in (gymnasium, pettingzoo):
        monkeypatch.setattr(module, "_environment_class", module._environment_class.__wrapped__)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(GameError, match=r'pip install "zermelo\[pettingzoo\]"'):
        getattr(zermelo, make)("twentyfortyeight")


# Gymnasium


@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
@pytest.mark.parametrize("text", ["twentyfortyeight", "twentyfortyeight(2)"])
def test_games_for_one_player_pass_the_checker(text):
    env_checker.check_env(zermelo.to_gymnasium(text))


def test_a_game_of_2048_is_played_to_its_end():
    environment = zermelo.to_gymnasium("twentyfortyeight(3)")
    _, info = environment.reset(seed=7)
    dice, rewards, over = random.Random(7), [], False
    while not over:
        observation, reward, over, late, info = environment.step(
            dice.choice([a for a, mark in enumerate(info["action_mask"]) if mark] or [0])
        )
        assert environment.observation_space.contains(observation)
        assert not late
        assert not info["illegal_action"]
        rewards.append(reward)
    assert set(rewards[:-1]) == {0.0}
    assert rewards[-1] == environment.position.values[0] > 0
    assert not info["action_mask"].any()
    with pytest.raises(GameError, match=r"call reset\(\) first"):
        environment.step(0)


def test_illegal_actions_change_nothing_in_gymnasium(users_file):
    environment = zermelo.to_gymnasium(users_file, max_game_length=3)
    before, info = environment.reset(seed=1)
    assert info["action_mask"].tolist()[:3] == [1, 1, 0]
    for number in range(3):
        after, reward, over, late, info = environment.step(2)
        assert (after == before).all()
        assert (reward, over, late, info["illegal_action"]) == (0.0, False, number == 2, True)
