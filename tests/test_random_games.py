"""Random games by number: each backend, and the specification, play the same ones, in chunks of any size; known figures; what is counted and told."""

from __future__ import annotations

import json
import os
import signal
import struct
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import pytest
from cli_runner import ALONE, DICE, assert_one_sentence, run, write_game
from games_for_tests import Boxes, Climb, Harvest, Race, Strip, Thirds
from gpu_for_tests import HostLibrary, lend

import zermelo
import zermelo.gpu.random_games as gpu_random_games
from zermelo.arena import bench
from zermelo.engine.random_games import Counted, cpu_games, policy_of
from zermelo.errors import AgentError, GpuError, LimitError, RuleError
from zermelo.portrait import random_games as chunks
from zermelo.portrait.describe import Plan as PortraitPlan, portrait
from zermelo.portrait.playouts import OTHER, playouts
from zermelo.portrait.random_games import RandomGames
from zermelo.portrait.record import GameRecord
from zermelo.portrait.summary import Spread, Tally
from zermelo.search.montecarlo.random_games import Plan, random_game

SCORE_OF_TICTACTOE, PLIES_OF_TICTACTOE = 0.2968, 7.6257
"""The first player's mean score in random games, and their mean length, by going through all games."""
SCORE_OF_CONNECT4, PLIES_OF_CONNECT4 = 0.1139, 21.315
"""The same from 10^9 games of a GPU."""
GAMES = {
    "tictactoe": (),
    "connect(rows=4, cols=4)": (),
    "pig": (),
    "hex(5)": (),
    "go(5)": (),
    "kuhn": (),
    "strip": Strip,
    "thirds": Thirds,
    "race": Race,
    "harvest": Harvest,
    "climb": Climb,
    "boxes": Boxes,
}
"""Two players, more and one; wins and points; chance, also at the start; heuristics for random games."""


def made(name):
    return GAMES[name]() if GAMES[name] else zermelo.find(name)


@cache
def specified(name, games, seed, policy):
    """Games of the specification."""
    game = made(name)
    return [random_game(game.rules, game.fresh(), seed, number, chunks.MOST_PLIES, policy) for number in range(games)]


def of(game, seed=1, **options):
    return RandomGames(game.start(), seed, details=True, **options)


def everything(played):
    return played.summary(), played.by_first_move(), list(played.single(())), played.games


@pytest.fixture
def host(monkeypatch):
    """A GPU that is this machine."""
    return lend(monkeypatch, HostLibrary(), (gpu_random_games, "kernel_text"))


@pytest.fixture
def short(monkeypatch):
    """Games are given up after six moves."""
    monkeypatch.setattr(chunks, "MOST_PLIES", 6)


# The same games everywhere


@pytest.mark.parametrize("name", GAMES)
def test_every_backend_plays_the_games_of_the_specification(name):
    game = made(name)
    expected = specified(name, 40, 7, policy_of(game))
    told = [(each.utilities, each.plies) for each in expected]
    for backend in ("python", "interpreted", "compiled", None):
        found = zermelo.playouts(game, 40, seed=7, backend=backend)
        assert [(values, plies) for _, values, plies in found.results] == told, backend


@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_is_what_the_games_show(name):
    game = made(name)
    policy = policy_of(game)
    tally = Tally("random", game.players)
    for each in specified(name, 80, 3, policy):
        tally.add(GameRecord(each.movers, each.choices, (), each.utilities, each.first))
    found = zermelo.playouts(game, 80, seed=3).summary
    assert found.to_json() == replace(tally.summary(), states=None, positions=None).to_json()


@pytest.mark.parametrize("name", GAMES)
def test_first_moves_are_told_apart(name):
    game = made(name)
    found = zermelo.playouts(game, 80, seed=3)
    assert sum(move.games for move in found.moves) == found.games == 80
    for move in found.moves:
        games = [(values, plies) for first, values, plies in found.results if first == move.move]
        assert len(games) == move.games
        assert move.plies == pytest.approx(sum(plies for _, plies in games) / len(games), abs=1e-6)
        for player, seat in enumerate(move.seats):
            assert seat.value == pytest.approx(sum(values[player] for values, _ in games) / len(games))


@pytest.mark.parametrize("name", ["thirds", "race", "pig", "climb"])
def test_chunks_of_any_size_give_the_same(name):
    game = made(name)
    whole = of(game)
    whole.add(90)
    for sizes in ([1] * 90, [64, 16, 8, 2], [7, 80, 3]):
        parts = of(game)
        for size in sizes:
            parts.add(size)
        assert everything(parts) == everything(whole), sizes


def test_chunks_grow_where_games_take_no_time(monkeypatch):
    monkeypatch.setattr(chunks, "time", SimpleNamespace(perf_counter=lambda: 0.0))
    played, seen = of(made("tictactoe")), []
    played.play(20_000, seen.append)
    assert seen[:3] == [1, 17, 273]
    assert seen[-1] == played.games == 20_000


def test_games_may_begin_with_any_number():
    game = made("race")
    start = game.start().state.pack()
    _, play = cpu_games(game, "moves", threads=3)
    plan = Plan(start, 60, tuple(range(4)), 0, 60, 9, 500, 80, details=True)
    table, told = play(plan)
    size = len(told) // 60
    parts = [play(replace(plan, begin=begin, per=count, count=count)) for begin, count in ((0, 25), (25, 34), (59, 1))]
    assert b"".join(each for _, each in parts) == told
    whole = Counted.of(table, plan, 2)
    assert Counted.of(parts[0][0], plan, 2) + Counted.of(parts[1][0], plan, 2) + Counted.of(parts[2][0], plan, 2) == whole
    assert play(replace(plan, begin=25, per=1, count=1))[1] == told[25 * size : 26 * size]


def test_the_number_of_threads_does_not_matter():
    game = made("hex(5)")
    plan = Plan(game.start().state.pack(), 500, tuple(game.start().choices), 0, 500, 1, 500, 64, "playout", True)
    assert len({cpu_games(game, "playout", threads=threads)[1](plan) for threads in (1, 2, 5)}) == 1


def test_other_seeds_are_other_games():
    results = [zermelo.playouts("tictactoe", 30, seed=seed).results for seed in (1, 2, -1, 1 << 70)]
    assert len(set(results)) == 4
    assert results[0][:10] == zermelo.playouts("tictactoe", 10, seed=1).results


# Known figures


def test_tictactoe_at_random():
    found = zermelo.playouts("tictactoe", 200_000)
    assert found.values["x"] == pytest.approx(SCORE_OF_TICTACTOE, abs=0.01)
    assert found.plies.mean == pytest.approx(PLIES_OF_TICTACTOE, abs=0.015)
    assert sum(found.wins.values()) + found.draws == found.games == 200_000


def test_connect4_at_random():
    found = zermelo.playouts("connect4", 200_000)
    assert found.values["x"] == pytest.approx(SCORE_OF_CONNECT4, abs=0.012)
    assert found.plies.mean == pytest.approx(PLIES_OF_CONNECT4, abs=0.08)
    assert (found.plies.least, found.plies.most, found.summary.most_choices) == (7, 42, 7)
    assert found.moves[0].move == "4"


def test_dice_are_fair(tmp_path):
    """Half of the rolls of a die are kept."""
    found = zermelo.playouts(write_game(tmp_path, DICE), 40_000)
    assert list(found.values.values()) == pytest.approx([3.5 / 2] * 3, abs=0.05)


# What is counted and told


def test_long_games_are_measured_exactly():
    found = zermelo.playouts("pig", 500)
    lengths = [plies for _, _, plies in found.results]
    assert max(lengths) > chunks.BINS
    assert found.plies == Spread.of(lengths)


def test_games_that_are_given_up_are_counted_and_told(short):
    found = zermelo.playouts("tictactoe", 2000)
    assert found.games + found.given_up == 2000
    assert 0.05 < found.games / 2000 < 0.2
    assert found.plies.most <= 6
    assert f" · {found.given_up:,} too long and given up · " in str(found)
    assert found.to_json()["summary"]["unfinished"] == found.given_up
    rows = found.rows()
    assert len(rows) == len(found.results) == found.games
    assert rows[-1]["game"] >= found.games
    numbered = random_game(made("tictactoe").rules, made("tictactoe").fresh(), 1, rows[-1]["game"], 100)
    assert (rows[-1]["x"], rows[-1]["plies"]) == (numbered.utilities[0], numbered.plies)


def test_a_game_that_never_ends_is_refused(short):
    with pytest.raises(LimitError, match="no random game of connect4 ended; does the game end at all"):
        zermelo.playouts("connect4", 50)


def test_single_games_are_kept_up_to_a_million(monkeypatch):
    monkeypatch.setattr("zermelo.portrait.playouts.MOST_SINGLE", 50)
    assert len(zermelo.playouts("nim", 50).rows()) == 50
    found = zermelo.playouts("nim", 51)
    assert found.games == 51
    for ask in (found.rows, lambda: found.results):
        with pytest.raises(LimitError, match="single games are kept only if at most 50 are asked for"):
            ask()


def test_from_a_position():
    found = zermelo.playouts("connect4", 3000, moves="4 4 3")
    assert {move.move for move in found.moves} == set("1234567")
    assert found.moves == tuple(sorted(found.moves, key=lambda move: -move.seats[1].value)), "the best for the player to move"
    same = zermelo.playouts(zermelo.find("connect4").start().play("4 4 3"), 3000)
    assert same.summary == found.summary


def test_where_chance_begins_first_moves_are_numbers():
    found = zermelo.playouts("backgammon", 400)
    assert all(move.move.isdigit() or move.move == OTHER for move in found.moves)
    assert sum(move.games for move in found.moves) == 400


def test_first_moves_that_are_not_foreseen_count_together(monkeypatch):
    monkeypatch.setattr(chunks, "OPENED", 1)
    found = zermelo.playouts("backgammon", 300)
    assert OTHER in {move.move for move in found.moves}
    assert sum(move.games for move in found.moves) == 300


def test_a_game_for_one_player(tmp_path):
    found = zermelo.playouts(write_game(tmp_path, ALONE), 400)
    assert (found.draws, found.games) == (0, 400)
    assert found.values["you"] == pytest.approx(sum(values[0] for _, values, _ in found.results) / 400)


def test_many_players_and_points(tmp_path):
    found = zermelo.playouts(write_game(tmp_path, DICE), 600, backend="compiled")
    assert sum(seat.share for seat in found.summary.seats) == pytest.approx(1)
    assert [seat.moves for seat in found.summary.seats] == [1, 1, 1]
    assert found.values["ann"] == pytest.approx(sum(values[0] for _, values, _ in found.results) / 600)


def test_how_moves_were_chosen_is_told():
    own, uniform = zermelo.playouts("pig", 200), zermelo.playouts("pig", 200, policy="moves")
    assert (own.policy, uniform.policy) == ("playout", "moves")
    assert "200 random games by the game's own playout · " in str(own)
    assert "200 random games · " in str(uniform)
    assert own.to_json()["policy"] == "playout"
    assert own.results != uniform.results
    assert zermelo.playouts("tictactoe", 5).policy == "moves"


def test_with_a_playout_of_the_game_moves_are_counted_in_some_games():
    """In 32 of 16384: the same 32 give the branching of 40 games."""
    some, more = zermelo.playouts("pig", 32), zermelo.playouts("pig", 40)
    assert more.branching == some.branching > 1
    assert more.games == 40


def test_games_of_moves_that_a_game_forces():
    found = zermelo.playouts("connect4", 2000, policy="forced")
    assert found.policy == "forced"
    assert "random games of forced moves" in str(found)
    assert found.branching < zermelo.playouts("connect4", 2000).branching


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (dict(where="moon"), "where='moon' is not a place; use cpu or gpu"),
        (dict(policy="plaout"), "policy='plaout' must be moves, forced or playout. Did you mean `playout`"),
        (dict(policy="playout"), "nim defines no `playout`; use policy='moves'"),
        (dict(where="gpu", backend="native"), "leave out backend='native'"),
        (dict(backend="fast"), "there is no backend `fast`"),
    ],
)
def test_wrong_places_and_policies_are_refused(options, told):
    with pytest.raises(AgentError, match=told):
        zermelo.playouts("nim", 10, **options)


def test_a_rule_that_fails_is_named(tmp_path):
    text = DICE.replace("yield face, 1 / 6", "yield face, (1 if s.turn < 2 else 2) / 6")
    game = zermelo.find(write_game(tmp_path, text))
    for backend in ("python", "interpreted", "compiled"):
        with pytest.raises(RuleError, match="chances"):
            zermelo.playouts(game, 20, backend=backend)


# Ctrl-C


def interrupt_after(games):
    def step(done):
        if done >= games:
            os.kill(os.getpid(), signal.SIGINT)

    return step


def test_games_before_an_interruption_count():
    found = playouts(zermelo.find("tictactoe").start(), 10**9, step=interrupt_after(1000))
    assert found.stopped == "interrupt"
    assert 1000 <= found.games < 10**6
    assert found.summary == zermelo.playouts("tictactoe", found.games).summary


def test_an_interruption_before_the_first_game_is_raised(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(RandomGames, "add", interrupted)
    with pytest.raises(KeyboardInterrupt):
        zermelo.playouts("tictactoe", 10)


# A GPU


@pytest.mark.parametrize("name", ["tictactoe", "pig", "thirds", "race", "harvest", "climb"])
def test_a_gpu_plays_the_same_games(host, name):
    there, here = zermelo.playouts(made(name), 300, seed=5, where="gpu"), zermelo.playouts(made(name), 300, seed=5)
    assert (there.backend, there.policy) == ("gpu", here.policy)
    assert there.results == here.results
    assert (there.summary, there.moves) == (here.summary, here.moves)
    assert host.launches


def test_a_gpu_plays_from_positions_and_in_chunks(host):
    there = zermelo.playouts("connect4", 3000, moves="4 4 3", where="gpu")
    assert there.summary == zermelo.playouts("connect4", 3000, moves="4 4 3").summary
    assert len(host.launches) > 2


def test_a_portrait_with_a_gpu(host):
    found = portrait(zermelo.find("tictactoe"), PortraitPlan(games=40, levels=(1,), level_games=2, gpu_games=5000))
    assert [each.name for each in found.summaries] == ["random", "random (GPU)", "level 1"]
    _, there, _ = found.summaries
    assert there.games == 5000
    assert (there.states, there.drama) == (None, None)
    assert replace(there, name="random") == zermelo.playouts("tictactoe", 5000).summary
    assert found.summaries[0].drama is not None
    row = next(line for line in str(found).splitlines() if line.startswith("different states"))
    assert row.split()[-4] == "-"


def test_a_portrait_with_a_gpu_plays_any_legal_move(host):
    found = zermelo.describe("pig", games=400, levels=(), where="gpu").summaries
    assert [each.games for each in found] == [1000, 400]
    assert found[1].seats == zermelo.playouts("pig", 400, policy="moves").summary.seats


def test_the_time_for_a_gpu_is_limited(host):
    found = portrait(zermelo.find("tictactoe"), PortraitPlan(levels=(), seconds=1e-9, gpu_games=10**9))
    assert found.cut[-1] == "In 1e-09 s, random (GPU) play finished no game."


def test_describe_with_a_gpu(host):
    told = run("describe", "tictactoe", "--games", "300", "--levels", "none", "--where", "gpu", "--json").object
    assert [(each["name"], each["games"], each["states"] is None) for each in told["plays"]] == [
        ("random", 1000, False),
        ("random (GPU)", 300, True),
    ]


def test_bench_with_a_gpu(host, monkeypatch):
    monkeypatch.setattr(bench, "ON_GPU", ("tictactoe", "pig"))
    told = run("bench", "--where", "gpu", "--seconds", "0.001", "--json").object
    assert set(told) == {"device", "cores", "speed"}
    assert told["device"] == "this machine"
    assert told["speed"]["pig"].keys() == {"gpu", "cpu", "backend", "policy", "ratio"}
    assert told["speed"]["pig"]["policy"] == "playout"
    text = run("bench", "--where", "gpu", "--seconds", "0.001").out
    assert text.startswith("this machine, and ")
    assert "by the game's own playout" in text


@pytest.mark.parametrize(
    "words",
    [
        ("bench", "--where", "gpu"),
        ("describe", "nim", "--where", "gpu"),
        ("describe", "nim", "--where", "moon"),
        ("describe", "nim", "--games", "2000000"),
    ],
)
def test_commands_without_a_gpu_say_one_sentence(words, monkeypatch):
    lend(monkeypatch, None)
    outcome = run(*words)
    assert outcome.code == 2
    assert_one_sentence(outcome, "--" if "gpu" not in words else "driver of an NVIDIA GPU on this machine")


def test_without_a_gpu_there_is_one_sentence(monkeypatch):
    lend(monkeypatch, None)
    for ask in (zermelo.playouts, zermelo.describe):
        with pytest.raises(GpuError, match="driver of an NVIDIA GPU on this machine"):
            ask("nim", games=10, where="gpu")


def test_results_can_be_stored():
    found = zermelo.playouts("tictactoe", 20)
    assert json.loads(json.dumps(found.to_json()))["summary"]["states"] is None
    assert struct.calcsize("<Qqqq2d") * 20 == len(found.single.packed)
