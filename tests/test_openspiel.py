"""OpenSpiel both ways: its games are games here, with the same moves, chances and results; games here pass its own tests there."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys

import pytest
from long_runs import LONG, few

import zermelo
from zermelo import files
from zermelo.errors import AgentError, GameError, MoveError, PositionError
from zermelo.game.constants import CHANCE
from zermelo.games import catalog, find
from zermelo.games.outside import openspiel_library as library
from zermelo.games.outside.openspiel import OpenSpiel

pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")

REFUSED = {
    "bridge_uncontested_bidding": "probabilities",
    "crossword": "not numbers",
    "mfg_crowd_modelling": "mean-field",
    "mfg_crowd_modelling_2d": "mean-field",
    "mfg_dynamic_routing": "mean-field",
    "mfg_garnet": "mean-field",
    "negotiation": "probabilities",
    "stones_and_gems": "probabilities",
    "tarok": "probabilities",
}
OURS = ("python_", "zermelo_")
LOADABLE = sorted(
    each.short_name for each in pyspiel.registered_games() if each.default_loadable and not each.short_name.startswith(OURS)
)
LONG_GAMES = {"capture_the_flag", "chinese_checkers", "laser_tag"}
"""Their random games have more than 1024 moves and random events."""


# Their games here


def walk(game, seed, most=400):
    """A random game here and there at once: the same legal actions, probabilities, players and returns."""
    dice, position, theirs = random.Random(seed), game.start(), game._outside.game.new_initial_state()
    while not theirs.is_terminal() and most > 0:
        assert not position.over
        assert list(position.choices) == sorted(theirs.legal_actions())
        if theirs.is_chance_node():
            assert position.player == CHANCE
            told = {outcome: chance for outcome, chance in theirs.chance_outcomes() if chance > 0}
            assert dict(position.chances) == pytest.approx(told, rel=1e-6)
        else:
            assert position.player == theirs.current_player()
        action, most = dice.choice(position.choices), most - 1
        assert position.parse(position.name(action)) == action
        position = position.advance(action)
        theirs.apply_action(action)
    if theirs.is_terminal():
        assert position.values == tuple(theirs.returns())
    assert game.position(str(position)) == position
    return position


def test_games_of_openspiel_have_the_same_rules_here():
    playable = [name for name in LOADABLE if name not in REFUSED]
    assert len(playable) > 100
    ended = [walk(OpenSpiel(name, length=3000), seed).over for name in few(playable, 35) for seed in range(3 if LONG else 1)]
    assert sum(ended) > 30


@pytest.mark.long
def test_every_game_of_openspiel_has_room_for_a_random_game():
    for name in set(LOADABLE) - set(REFUSED) - LONG_GAMES:
        assert walk(OpenSpiel(name), 1, 5000).over, name


@pytest.mark.parametrize(
    "text", ["tic_tac_toe", "kuhn_poker", "goofspiel,num_cards=3", "connect_four,rows=4,columns=4", "'misere(game=nim())'"]
)
def test_games_of_openspiel_keep_the_laws(text):
    assert zermelo.check(find(f"openspiel({text})"), 20, portrait=False).ok


def test_a_key_by_text_keeps_the_laws_where_texts_say_all():
    assert zermelo.check(find("openspiel(tic_tac_toe, key=True)"), 20, portrait=False).ok
    tables = [zermelo.alphabeta(table=True)(find(f"openspiel(tic_tac_toe, key={key})").start()) for key in (True, False)]
    assert tables[0].value == tables[1].value == 0
    assert tables[0].nodes < tables[1].nodes / 2


def test_known_values_are_found():
    assert str(zermelo.solve("openspiel(tic_tac_toe, key=True)").score) == "draw"
    for heaps, first_wins in (("1;2;3", False), ("1;2;4", True), ("2;2", False)):
        found = zermelo.solve(find(f"openspiel(nim, pile_sizes='{heaps}', is_misere=False)")).score
        assert found.value == (1 if first_wins else -1), heaps


@pytest.mark.parametrize(
    ("theirs", "ours", "depth"),
    [
        ("connect_four", "connect4", 4),
        ("tic_tac_toe", "tictactoe", 5),
        ("breakthrough", "breakthrough", 2),
        ("othello", "othello", 3),
    ],
)
def test_perft_counts_are_those_of_our_own_rules(theirs, ours, depth):
    assert zermelo.perft(find(f"openspiel({theirs})"), depth).nodes == zermelo.perft(ours, depth).nodes


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("tic_tac_toe", "minimax(depth=3)"),
        ("tic_tac_toe", "alphabeta()"),
        ("tic_tac_toe", "proof()"),
        ("connect_four", "strong(depth=3)"),
        ("connect_four", "level(2)"),
        ("pig, horizon=20", "expectiminimax(depth=3)"),
        ("kuhn_poker, players=3", "uct(playouts=30)"),
        ("matching_pennies_3p", "maxn()"),
        ("matching_pennies_3p", "paranoid(depth=2)"),
        ("hearts", "uct(playouts=10)"),
        ("2048", "random"),
        ("goofspiel, num_cards=3", "auto"),
    ],
)
def test_every_kind_of_agent_plays(text, agent, recwarn):
    position = find(f"openspiel({text})").start()
    while position.player == CHANCE:
        position = position.roll(1)
    assert zermelo.agent(agent)(position).move in position.moves
    assert [str(each.message) for each in recwarn] == [], "rules outside Python are interpreted without a word about it"


def test_other_backends_are_refused_with_the_reason():
    position = find("openspiel(tic_tac_toe)").start()
    assert zermelo.alphabeta(depth=2)(position).backend == "interpreted"
    with pytest.raises(zermelo.CompileError, match="the rules are not written in Python"):
        zermelo.alphabeta(depth=2, backend="compiled")(position)


def test_players_who_move_at_once_move_one_after_the_other():
    game = find("openspiel(matrix_rps)")
    position = game.start().play("Rock", "Paper")
    assert position.values == (-1.0, 1.0)


def test_games_and_positions_are_values():
    game = find("openspiel(go, board_size=5)")
    assert game == find("openspiel('go', board_size=5)")
    assert game != find("openspiel(go, board_size=6)")
    assert str(game) == "openspiel('go', board_size=5)"
    assert find(str(game)) == game
    position = game.start().play("B_a1", "W_b2")
    assert pickle.loads(pickle.dumps(position)) == position
    assert position != game.start().play("B_b2", "W_a1")
    code = "import pickle, sys; p = pickle.load(sys.stdin.buffer); print(p.turn, len(p.moves), p.game)"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(position), capture_output=True, check=True)
    assert done.stdout.decode() == "p0 24 openspiel('go', board_size=5)\n"


def test_matches_are_played_in_worker_processes():
    result = zermelo.match("openspiel(tic_tac_toe)", "alphabeta(depth=9)", "random", 4, opening=0, jobs=2)
    assert result.losses == 0
    assert result.wins + result.draws == 4


def test_states_that_were_forgotten_are_found_again(monkeypatch):
    monkeypatch.setattr(library, "_MOST_STATES", 3)
    game = find("openspiel(breakthrough, rows=5, columns=4)")
    ends = [walk(game, seed) for seed in range(5)]
    assert len(game._outside.states) <= 4
    assert [game.position(str(end)).values for end in ends] == [end.values for end in ends]


def test_objects_of_pyspiel_are_taken():
    assert zermelo.from_openspiel(pyspiel.load_game("tic_tac_toe")) == find("openspiel(tic_tac_toe)")
    payoffs = [[3, 0], [5, 1]], [[3, 5], [0, 1]]
    mine = zermelo.from_openspiel(pyspiel.create_matrix_game(*payoffs))
    other = zermelo.from_openspiel(pyspiel.create_matrix_game([[3, 0], [5, 2]], payoffs[1]))
    assert mine != other
    assert [mine.start().play(a, b).values for a in (0, 1) for b in (0, 1)] == [(3, 3), (0, 5), (5, 0), (1, 1)]
    assert zermelo.maxn()(mine.start()).values == (1, 1)
    code = "import pickle, sys; pickle.load(sys.stdin.buffer).start()"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(mine), capture_output=True, check=False)
    assert b"was made in another process" in done.stderr


# Refusals


@pytest.mark.parametrize("name", REFUSED)
def test_games_that_cannot_be_held_are_refused_with_the_reason(name):
    with pytest.raises(GameError, match=REFUSED[name]):
        find(f"openspiel({name})")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("openspiel()", "missing a required argument"),
        ("openspiel(tictactoe)", "Did you mean `tic_tac_toe`"),
        ("openspiel('')", "no game"),
        ("openspiel(['go'])", "takes the name of a game"),
        ("openspiel(True)", "takes the name of a game"),
        ("openspiel(go, bord_size=5)", "Did you mean `board_size`"),
        ("openspiel(tic_tac_toe, size=5)", "takes none"),
        ("openspiel(go, board_size=x)", "Wrong type"),
        ("openspiel(go, board_size=None)", "must be a number"),
        ("openspiel(go, board_size=-1)", "unsupported board size"),
        ("openspiel('go(board_size=5)', komi=1.5)", "has parameters already"),
        ("openspiel('go(')", "closing bracket"),
        ("openspiel(connect_four, rows=0)", "ends its process"),
        ("openspiel(hex, board_size=0)", "cannot play"),
        ("openspiel(misere)", "Missing parameter game"),
        ("openspiel(efg_game, filename='no such file')", "refuses"),
        ("openspiel(chess, length=0)", "whole number from 1 to"),
        ("openspiel(chess, length=1.5)", "whole number from 1 to"),
        ("openspiel(chess, key=3)", "True or False"),
        ("openspil(chess)", "Did you mean `openspiel`"),
    ],
)
def test_wrong_texts_are_told_in_one_sentence(text, told, capfd):
    with pytest.raises(GameError, match=told) as caught:
        find(text)
    assert "\n" not in str(caught.value)
    assert capfd.readouterr().err == "", "OpenSpiel's own message is not printed besides"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "ends with the actions"),
        ("...\n...\n...", "ends with the actions"),
        ("history: a", "ends with the actions"),
        ("history: 4 4", "not legal after 1 actions"),
        ("history: 99999999999", "ends with the actions"),
        ("history: 0 3 1 4 2 5", "not legal after 5 actions"),
        ("x..\n...\n...\nhistory: 4", "not the position after these actions"),
    ],
)
def test_wrong_positions_are_told(text, told):
    with pytest.raises(PositionError, match=told):
        find("openspiel(tic_tac_toe)").position(text)


def test_positions_may_be_written_on_one_line():
    game = find("openspiel(tic_tac_toe)")
    for text in ("history: 4 1", " history:4 1 ", ".o. / .x. / ... / history: 4 1", ".o.\n.x.\n...\nhistory: 4 1"):
        assert game.position(text) == game.start().play(4, 1)
    assert game.position("history:") == game.start()
    chess = find("openspiel(chess)").start().play("e4", "e5")
    assert chess.game.position(str(chess)) == chess


def test_games_that_are_too_long_say_how_to_give_more():
    position = find("openspiel(chess, length=3)").start()
    for _ in range(3):
        position = position.advance(position.choices[0])
    with pytest.raises(GameError, match=r"openspiel\(chess, length=6\)"):
        position.advance(position.choices[0])
    with pytest.raises(GameError, match="length"):
        zermelo.uct(playouts=50)(find("openspiel(chess, length=3)").start())


def test_programs_that_serve_strangers_switch_it_off():
    with files.programs_off("not for visitors"), pytest.raises(zermelo.ZermeloError, match="not for visitors"):
        find("openspiel(tic_tac_toe, length=20)")


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    for make in (lambda: find("openspiel(pig)"), lambda: zermelo.to_openspiel("pig"), lambda: zermelo.from_openspiel(3)):
        with pytest.raises(GameError, match=r'pip install "zermelo\[openspiel\]"'):
            make()


# Our games there

USERS_FILE = '''
from zermelo import CHANCE, Game, i8, i32

class Dice(Game):
    """Two players roll a die each; the higher number wins. The first may roll again."""
    bounds = (-5, 5)
    def state(self):
        return dict(rolled=i8[2], rolling=i8(1), again=i8, big=i32, turn=i8)
    def to_move(self, s):
        return CHANCE if s.rolling else s.turn
    def chances(self, s):
        return [(face, 1 / 6) for face in range(100, 106)]
    def moves(self, s):
        return [7, 123456789] if s.turn == 0 else [8]
    def play(self, s, move):
        if s.rolling:
            s.rolled[s.turn], s.rolling = move - 99, 0
        elif move == 7 and not s.again:
            s.again = s.rolling = 1
        else:
            s.turn, s.rolling = s.turn + 1, int(s.turn == 0)
            if s.turn == 2:
                s.turn, s.big = 0, 1
    def over(self, s):
        return s.big == 1
    def utility(self, s, player):
        lead = s.rolled[0] - s.rolled[1]
        return lead if player == 0 else -lead
'''


@pytest.fixture
def users_file(tmp_path):
    path = tmp_path / "dice.py"
    path.write_text(USERS_FILE)
    return str(path)


SLOW = {"chinesecheckers", "focus", "virus"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long if name in SLOW else ()) for name in catalog()])
def test_built_in_games_pass_their_test(name):
    pyspiel.random_sim_test(
        zermelo.to_openspiel(name, max_game_length=1000), num_sims=3 if LONG else 1, serialize=True, verbose=False
    )


VARIANTS = [
    "connect(5,5,3,players=3)",
    "pig(goal=20,players=4)",
    "einstein(free)",
    "einstein(random)",
    "hex(3,swap=True)",
    "go(3)",
]


@pytest.mark.parametrize("text", [*VARIANTS, "tree([[3,12],[2,4]])", "openspiel(kuhn_poker)"])
def test_variants_pass_their_test(text):
    pyspiel.random_sim_test(zermelo.to_openspiel(text), num_sims=2, serialize=True, verbose=False)


def test_a_users_file_passes_their_test(users_file):
    game = zermelo.to_openspiel(users_file)
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)
    assert str(game) == "zermelo_dice()"
    assert game.num_players() == 2


def test_games_that_end_too_late_are_worth_nothing():
    state = zermelo.to_openspiel("chess", max_game_length=4).new_initial_state()
    for _ in range(4):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    pyspiel.random_sim_test(zermelo.to_openspiel("pig", max_game_length=3), num_sims=3, serialize=True, verbose=False)


def test_names_there_stand_for_one_game_each():
    texts = ("grundy(7)", "grundy([7, 8])", "grundy((7, 8))", "grundy(heap=7)", "grundy(7)")
    names = [str(zermelo.to_openspiel(text)) for text in texts]
    assert names == ["zermelo_grundy_7()", "zermelo_grundy_7_8()", "zermelo_grundy_7_8()", "zermelo_grundy_heap_7()", names[0]]
    shorter = zermelo.to_openspiel("grundy(7)", max_game_length=3)
    assert str(shorter) == "zermelo_grundy_7_2()"
    assert [pyspiel.load_game(name).max_game_length() for name in ("zermelo_grundy_7", "zermelo_grundy_7_2")] == [10_000, 3]


def test_games_and_states_there_can_be_pickled_for_another_process():
    state = zermelo.to_openspiel("pig").new_initial_state()
    for action in (0, 3, 1):
        state.apply_action(action)
    code = "import pickle, sys; s = pickle.load(sys.stdin.buffer); print(s.history(), s.get_game()); print(s)"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(state), capture_output=True, check=True)
    assert done.stdout.decode() == f"[0, 3, 1] zermelo_pig()\n{state}\n"
    assert done.stderr == b"", "the process ends without a word"


@pytest.mark.parametrize(
    "text", ["tictactoe", "nim([1,2,3])", "nim([1,2,4])", "connect(3,3,3)", "hex(2)", "tree([[3,12],[2,4]])"]
)
def test_their_minimax_finds_our_values(text):
    value, _ = minimax.alpha_beta_search(zermelo.to_openspiel(text), maximum_depth=20, maximizing_player_id=0)
    assert value == zermelo.solve(text).score.value


def test_their_expectiminimax_finds_our_values(users_file):
    state = zermelo.to_openspiel(users_file).new_initial_state()
    for action in (2, 0, 1):  # a three, roll again, a two
        state.apply_action(action)
    value, _ = minimax.expectiminimax(state, 9, lambda _: 0.0, 0)
    ours = zermelo.expectiminimax()(find(users_file).start().advance(102).advance(7).advance(101))
    assert value == pytest.approx(ours.value)
    assert value == pytest.approx(-1.5)


def test_their_monte_carlo_search_beats_random_play():
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    numpy = pytest.importorskip("numpy")
    game, dice, points = zermelo.to_openspiel("tictactoe"), numpy.random.RandomState(1), 0
    bot = mcts.MCTSBot(game, 1.4, 40, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    for number in range(10):
        state = game.new_initial_state()
        while not state.is_terminal():
            ours = state.current_player() == number % 2
            state.apply_action(bot.step(state) if ours else int(dice.choice(state.legal_actions())))
        points += state.returns()[number % 2]
    assert points >= 5


def test_their_regret_minimization_learns_to_win_nim():
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    game = zermelo.to_openspiel("nim([1,2])")
    solver = cfr.CFRSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.02


def test_a_game_that_goes_there_and_comes_back_is_the_same():
    back = zermelo.from_openspiel(zermelo.to_openspiel("connect4"))
    assert zermelo.perft(back, 4).nodes == zermelo.perft("connect4", 4).nodes == 2401
    there = zermelo.to_openspiel("openspiel(tic_tac_toe)")
    assert minimax.alpha_beta_search(there)[0] == 0
    assert there.num_distinct_actions() == 9


def test_wrong_arguments_are_told():
    for wrong in (0, -1, 1.5, "x", True, None):
        with pytest.raises(GameError, match="max_game_length must be a whole number"):
            zermelo.to_openspiel("nim", max_game_length=wrong)
    with pytest.raises(GameError, match="a game is needed"):
        zermelo.to_openspiel(3)
    with pytest.raises(GameError, match="there is no game"):
        zermelo.to_openspiel("no such game")
    with pytest.raises(GameError, match="needs a game of OpenSpiel"):
        zermelo.from_openspiel(find("nim"))
    state = zermelo.to_openspiel("tictactoe").new_initial_state()
    with pytest.raises(MoveError, match="action 77 is not legal here; legal are: 0 1 2"):
        state.apply_action(77)


@pytest.mark.parametrize(("name", "ours"), [("kuhn_poker", "; our own `kuhn` hides what they hide"), ("matrix_rps", "")])
def test_an_equilibrium_with_open_cards_is_refused(name, ours):
    with pytest.raises(AgentError) as refused:
        zermelo.equilibrium(OpenSpiel(name))
    assert str(refused.value) == (
        f"an equilibrium would be that of another game: players of {OpenSpiel(name)} do not see everything in OpenSpiel, "
        f"but here they do{ours}"
    )
    assert zermelo.equilibrium(OpenSpiel("nim", pile_sizes="1;2"), iterations=50).about["iterations"] == 50
