"""Random games by kernels: those of a GPU, compiled for this machine, play the games of the specification and of its twin, move by move."""

from __future__ import annotations

import re
from dataclasses import replace

import gpu_games_for_tests as own
import numpy as np
import pytest
from gpu_for_tests import Group, HostLibrary, lend
from long_runs import LONG, few
from sampling import game as any_game, refused, samples
from strangers_cases import CASES, FOLDER

import zermelo
import zermelo.gpu.random_games as gpu_random_games
from zermelo.compile import cache
from zermelo.compile.kernels import ptx
from zermelo.compile.kernels.endings import detail_size
from zermelo.compile.kernels.games import PARAMETERS, Form, kernel_text, rules_needed
from zermelo.compile.kernels.text import DEEPEST, Kernel
from zermelo.engine.random_games import Counted, cpu_games, games_player, gpu_games, policy_of
from zermelo.errors import AgentError, CompileError, GpuError, RuleError
from zermelo.game.hashing import mix
from zermelo.gpu import driver
from zermelo.gpu.loading import ROOM, STACK, Memory
from zermelo.search.montecarlo.random_games import HEAD, ROW, Plan, is_careful, play_games

NATIVE_ONLY = ("chess", "chess960")
CATALOG = [name for name in zermelo.catalog() if name not in NATIVE_ONLY]
STRANGERS = (
    "amazons",
    "cant_stop",
    "chomp_for_three",
    "ludo",
    "oware",
    "peg15",
    "quoridor",
    "tron",
    "dice_poker",
    "kalah",
    "sokoban",
)
SMALL = ("thirds", "race", "harvest", "climb", "boxes", "chase", "thicket")
OWN = {each.__name__: each for each in own.CORRECT}
GAMES = [*CATALOG, *SMALL, *OWN, *few(STRANGERS, 4)]
MANY, SOME = 300, 24
CAREFUL = next(number for number in range(64, 1 << 20) if is_careful(number))
"""The first game, but for those from 0 on, in which moves are always counted and checked."""


def made(name):
    if name in OWN:
        return OWN[name]()
    return any_game(f"{FOLDER}/{CASES[name].text}" if name in STRANGERS else name)


def plan_of(game, count, policy=None, **changes):
    """Games from the start, some of them careful; some first moves are told apart."""
    start = game.start()
    firsts = tuple(start.choices)[::2] if start.player >= 0 else (0, 2)
    plan = Plan(start.state.pack(), count, firsts, CAREFUL - 48, count, 5, 400, 12, policy or policy_of(game), details=True)
    return replace(plan, **changes)


def same(one, other, plan, players):
    """Whether two results are the same, byte for byte; sums of utilities that are no sums of halves may be rounded otherwise."""
    if one == other:
        return True
    head, width = len(HEAD) + players + plan.bins, len(ROW) + 3 * players
    mine, yours = (np.frombuffer(table, np.int64) for table, _ in (one, other))
    utilities = np.frombuffer(one[1], np.float64).reshape(-1, detail_size(players) // 8)[:, 4:]
    of_values = np.zeros(len(mine), bool)
    of_values[head:].reshape(-1, width)[:, width - players :] = True
    close = np.allclose(mine[of_values].view(np.float64), yours[of_values].view(np.float64), rtol=1e-12)
    exact = np.array_equal(mine[~of_values], yours[~of_values]) and one[1] == other[1]
    return exact and close and not np.array_equal(utilities * 2, np.round(utilities * 2))


@pytest.fixture
def host(monkeypatch):
    return lend(monkeypatch, HostLibrary(), (gpu_random_games, "kernel_text"))


def players_of(game, policy):
    """What plays on the device, and what plays on the CPU."""
    _, cpu = cpu_games(game, policy, threads=1)
    return gpu_games(game, policy), cpu


@pytest.mark.parametrize("name", GAMES)
def test_games_are_those_of_the_specification_and_of_rust(host, name):
    game = made(name)
    plan = plan_of(game, MANY)
    gpu, cpu = players_of(game, plan.policy)
    found = gpu(plan)
    assert same(found, cpu(plan), plan, len(game.players))
    assert (
        Counted.of(found[0], plan, len(game.players)).given_up
        + sum(row.games for row in Counted.of(found[0], plan, len(game.players)).rows.values())
        == MANY
    )
    short = plan_of(game, SOME, begin=CAREFUL - 8, cap=400 if LONG else 40)  # which has careful games, and others
    assert same(gpu(short), play_games(game.rules, short), short, len(game.players))


@pytest.mark.parametrize("name", few(GAMES, 9))
def test_games_from_many_positions(host, name):
    game = made(name)
    positions = samples(game, 5)
    states = b"".join(each.state.pack() for each in positions)
    plan = plan_of(game, 7 * len(positions) - 3, states=states, per=7, firsts=None, begin=1 << 40)
    gpu, cpu = players_of(game, plan.policy)
    assert same(gpu(plan), cpu(plan), plan, len(game.players))
    few_games = replace(plan, per=2, count=2 * len(positions), cap=30, bins=0)
    assert same(gpu(few_games), play_games(game.rules, few_games), few_games, len(game.players))
    assert same(gpu(replace(plan, details=False)), cpu(replace(plan, details=False)), plan, len(game.players)) or name in (
        "Five",
        "rolit",
    )


@pytest.mark.parametrize(
    ("name", "policy"), [("hex", "moves"), ("go", "moves"), ("pig", "moves"), ("Choosy", "forced"), ("connect4", "forced")]
)
def test_every_policy(host, name, policy):
    game = made(name)
    assert game.defines(policy)
    plan = plan_of(game, 64, policy, cap=60)
    gpu, cpu = players_of(game, policy)
    assert gpu(plan) == cpu(plan)
    short = replace(plan, count=6)
    assert gpu(short) == play_games(game.rules, short)


def test_a_position_in_which_the_game_is_over_counts_as_a_game_without_moves(host):
    game = made("tictactoe")
    over = game.start().play("a1 b1 a2 b2 a3")
    plan = plan_of(game, 40, states=over.state.pack())
    gpu, cpu = players_of(game, "moves")
    found = gpu(plan)
    assert found == cpu(plan) == play_games(game.rules, plan)
    rows = Counted.of(found[0], plan, 2).rows
    assert [(row.games, row.plies, row.wins) for row in rows.values()] == [(40, 0, (40, 0))]


@pytest.mark.parametrize(
    "changes",
    [dict(cap=0), dict(cap=3), dict(cap=1 << 40), dict(firsts=()), dict(bins=0), dict(bins=1), dict(count=1), dict(seed=-1)],
)
def test_plans_at_their_limits(host, changes):
    for name in ("tictactoe", "race", "Exactly"):
        game = made(name)
        plan = replace(plan_of(game, 50), **changes)
        gpu, cpu = players_of(game, plan.policy)
        assert gpu(plan) == cpu(plan)
        if plan.cap < 5:
            assert Counted.of(gpu(plan)[0], plan, len(game.players)).given_up == 50


def test_no_games_are_no_error(host):
    game = made("tictactoe")
    gpu, _ = players_of(game, "moves")
    plan = plan_of(game, 1)
    table, details = gpu(replace(plan, count=0))
    assert set(table) == {0}
    assert details == b""
    with pytest.raises(ValueError, match="fewer states"):
        gpu(replace(plan, count=10, per=1))


def test_tables_of_many_blocks_are_added_up(monkeypatch):
    library = lend(monkeypatch, HostLibrary(blocks=5), (gpu_random_games, "kernel_text"))
    for name in ("tictactoe", "rolit", "harvest"):
        game = made(name)
        gpu, cpu = players_of(game, policy_of(game))
        for count in (1, 128, 129, 3000):
            plan = plan_of(game, count)
            assert same(gpu(plan), cpu(plan), plan, len(game.players))
        assert gpu.copies == 10
    assert {1, 10} <= {blocks for _, blocks, _ in library.launches}
    monkeypatch.setattr(gpu_random_games, "_TABLES", 1)
    assert gpu(plan)[1] == cpu(plan)[1]
    assert gpu.copies == 1


def test_memory_is_kept_from_call_to_call_and_given_back(host):
    game = made("tictactoe")
    gpu, cpu = players_of(game, "moves")
    for count in (500, 20, 500):
        plan = plan_of(game, count)
        assert gpu(plan) == cpu(plan)
        kept = set(host.buffers)
        assert len(kept) == 4
        assert len(host.host) == 1
    del gpu
    assert not host.buffers
    assert not host.host


# Rules that fail


@pytest.mark.parametrize("details", [True, False])
@pytest.mark.parametrize("firsts", [(1, 2), None])
def test_a_rule_that_gives_up_on_the_gpu_is_asked_on_the_cpu(host, details, firsts):
    game = own.Hoard(heap=24)
    plan = plan_of(game, 2000, details=details, firsts=firsts, per=400)
    plan = replace(plan, states=plan.states * 5)
    gpu, cpu = players_of(game, "moves")
    found = gpu(plan)
    assert 10 < gpu.failed < ROOM
    assert found == cpu(plan)


@pytest.mark.parametrize("details", [True, False])
def test_games_are_played_again_carefully_if_a_thread_has_ended(host, details, monkeypatch):
    """On a GPU the thread in which a rule fails ends; here one thread more than there are is waited for."""
    game = own.Hoard(heap=24)
    plan = plan_of(game, 500, details=details)
    gpu, cpu = players_of(game, "moves")
    gpu.start(plan)
    gpu._started += 1
    assert gpu.quits
    assert gpu.result() == cpu(plan)
    assert not gpu.quits
    assert [form.quits for form in gpu._kernels] == [True, False]
    assert gpu(plan) == cpu(plan)


def test_threads_end_only_where_no_rule_catches_a_failure():
    for game, quits in ((own.Trap(), True), (own.Catching(), False)):
        text = kernel_text(game, Form("moves", quits=True))
        assert ("call void @zk_quit()" in text) == quits, game
        assert ("exit;" in ptx.to_ptx(text)) == quits


def test_calls_deeper_than_the_stack_of_a_gpu_are_made_on_the_cpu(host):
    game = own.Staircase(step=9)
    plan = plan_of(game, 100)
    gpu, cpu = players_of(game, "moves")
    found = gpu(plan)
    assert found == cpu(plan)
    heights = np.frombuffer(found[1], np.float64).reshape(100, -1)[:, 4]
    assert heights.min() < DEEPEST - 9 < DEEPEST + 9 < heights.max()


@pytest.mark.parametrize("game", [own.Trap(), own.Doubled(), own.Loaded(), own.Tables()], ids=str)
def test_one_failure_in_thousands_is_told_as_on_the_cpu(host, game):
    policy = policy_of(game)
    plan = plan_of(game, 3000, policy)
    gpu, cpu = players_of(game, policy)
    with pytest.raises(RuleError) as told:
        gpu(plan)
    with pytest.raises(RuleError) as expected:
        cpu(plan)
    assert str(told.value) == str(expected.value)
    assert (told.value.rule, told.value.place) == (expected.value.rule, expected.value.place)
    if type(game) is own.Doubled:  # the order of moves is checked in some games only
        assert game.layout.unpack(told.value.state).heap == game.layout.unpack(expected.value.state).heap == 11
    else:
        assert told.value.state == expected.value.state is not None
    if type(game) is own.Trap:
        assert "a trap" in str(told.value)
        assert "gpu_games_for_tests.py, line" in str(told.value)
    calm = replace(plan, cap=3)
    assert gpu(calm) == cpu(calm)


def test_too_many_failures_offer_the_cpu(host):
    game = own.Hoard(heap=12, bad=12, plies=0)
    gpu, _ = players_of(game, "moves")
    refused(
        lambda: gpu(plan_of(game, ROOM + 500, details=False)),
        f"{ROOM + 500} of {ROOM + 500} games",
        "where='cpu'",
        error=GpuError,
    )


# The machine


@pytest.mark.parametrize("name", NATIVE_ONLY)
def test_chess_has_no_kernel(host, name):
    game = zermelo.find(name)
    with pytest.raises(CompileError):
        kernel_text(game, Form("moves"))
    refused(lambda: gpu_games(game, "moves")(plan_of(game, 1)), name, "does not run on a GPU", "where='cpu'", error=GpuError)


def test_without_a_driver_the_cpu_is_offered(monkeypatch):
    lend(monkeypatch, None, (gpu_random_games, "kernel_text"))
    refused(lambda: games_player(made("tictactoe"), "moves", "gpu"), "no driver", "where='cpu'", error=GpuError)


@pytest.mark.parametrize(
    ("library", "words"),
    [
        (dict(devices=0), ["no GPU"]),
        (dict(capability=61), ["this machine is too old", "6.1", "7.0"]),
    ],
)
def test_a_machine_without_a_usable_gpu(monkeypatch, library, words):
    lend(monkeypatch, HostLibrary(**library), (gpu_random_games, "kernel_text"))
    refused(lambda: gpu_games(made("tictactoe"), "moves"), *words, "where='cpu'", error=GpuError)


CODES = [
    ("cuInit", 100, "no GPU"),
    ("cuModuleLoadDataEx", 218, "refuses"),
    ("cuModuleLoadDataEx", 222, "driver is too old"),
    ("cuLaunchKernel", 701, "registers"),
    ("cuLaunchKernel", 1, "more memory for each thread"),
    ("cuStreamSynchronize", 702, "too long"),
    ("cuStreamSynchronize", 700, "not its own"),
    ("cuMemAlloc_v2", 2, "too little free memory"),
    ("cuMemAlloc_v2", 1, "failed in cuMemAlloc_v2: a made-up error"),
    ("cuLaunchKernel", 999, "failed in cuLaunchKernel: a made-up error"),
]


@pytest.mark.parametrize(("function", "code", "word"), CODES)
def test_errors_of_the_driver_are_one_sentence(monkeypatch, function, code, word):
    library = lend(monkeypatch, HostLibrary(), (gpu_random_games, "kernel_text"))
    library.fail[function] = code
    game = made("tictactoe")
    refused(lambda: gpu_games(game, "moves")(plan_of(game, 10)), word, "where='cpu'", error=GpuError)


def test_too_little_memory_and_too_few_registers(monkeypatch):
    game = made("tictactoe")
    library = lend(monkeypatch, HostLibrary(memory=100_000), (gpu_random_games, "kernel_text"))
    gpu, cpu = players_of(game, "moves")
    refused(lambda: gpu(plan_of(game, 5000)), "too little free memory", "where='cpu'", error=GpuError)
    assert gpu(plan_of(game, 50)) == cpu(plan_of(game, 50)), "the device still works"
    library.blocks = 0
    refused(lambda: gpu_games(game, "moves")(plan_of(game, 10)), "registers or memory", error=GpuError)


def test_the_device_says_what_it_is_and_keeps_kernels(host):
    found = driver.device()
    assert found is driver.device()
    stream = driver.Stream(found)
    assert (found.name, found.capability, stream.busy) == ("this machine", 90, False)
    game = made("tictactoe")
    gpu, again = gpu_games(game, "moves"), gpu_games(game, "moves")
    assert gpu(plan_of(game, 9)) == again(plan_of(game, 9))
    assert len(host.modules) == 1, "loaded once"
    before = found.free_memory()
    memory = Memory(stream)
    memory.cleared("some", 1000)
    assert found.free_memory() < before
    assert memory.fetched("some", 1000).bytes.raw == bytes(1000)
    host.fail["cuStreamQuery"] = 600
    assert stream.busy
    host.fail["cuStreamQuery"] = 700
    refused(lambda: stream.busy, "not its own", error=GpuError)


def test_only_rules_that_call_themselves_get_a_larger_stack(host):
    for name, limits in (("tictactoe", {}), ("Islands", {0: STACK})):
        game = made(name)
        gpu_games(game, "moves")(plan_of(game, 1))
        assert host.limits == limits
    assert Kernel(own.Islands(), ["play"]).recursive


@pytest.mark.parametrize("name", few([each for each in CASES if each not in STRANGERS], 2))
def test_games_of_strangers(host, name):
    """Also those whose rules make so many lists that the CPU has to play."""
    game = any_game(f"{FOLDER}/{CASES[name].text}")
    plan = plan_of(game, 100, cap=200)
    gpu, cpu = players_of(game, plan.policy)
    assert same(gpu(plan), cpu(plan), plan, len(game.players))


def test_small_lists_never_overwrite_each_other(host):
    """Breadth-first search makes more lists than a kernel has room for; it fails before it reads what is not there."""
    game = made("quoridor")
    plan = plan_of(game, 10)
    gpu, cpu = players_of(game, "moves")
    assert gpu(plan) == cpu(plan)
    assert gpu.failed == 10
    assert "@zm_small(" not in kernel_text(game, Form("moves"))


def test_places_are_checked():
    game = made("tictactoe")
    refused(lambda: games_player(game, "moves", "gqu"), "gqu", "cpu or gpu", "gpu", error=AgentError)
    refused(lambda: games_player(game, "moves", "gpu", "compiled"), "backend", error=AgentError)


# The code of a GPU

TO_PTX = few([*CATALOG, *OWN], 3)


@pytest.mark.parametrize("capability", [70, 90])
@pytest.mark.parametrize("name", TO_PTX)
def test_kernels_compile_for_a_gpu(name, capability):
    game = made(name)
    text = ptx.to_ptx(kernel_text(game, Form(policy_of(game), details=LONG)), capability)
    assert f".target sm_{capability}" in text
    assert ".visible .entry games(" in text
    assert not re.search(r"\bfma\.|\.approx|\.extern \.func", text), "the GPU computes as the CPU does"
    assert text.startswith(ptx.RECURSIVE_CODE) == (name in ("Islands", "Staircase", "battleship"))


@pytest.mark.parametrize(("capability", "expected"), [(70, 70), (72, 70), (75, 75), (89, 89), (90, 90), (120, 90)])
def test_newer_gpus_run_the_code_of_older_ones(capability, expected):
    assert ptx.architecture(capability) == expected


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A cache of its own, empty."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept(game, capability=90, kind="a"):
    """The PTX of a kernel, and whether it was made now."""
    texts = []

    def make():
        texts.append(kernel_text(game, Form("moves", counts=False)))
        return texts[0]

    return ptx.kept_ptx(game, rules_needed(game, "moves"), kind, make, capability), bool(texts)


def test_code_is_kept_and_a_damaged_file_is_replaced(place):
    game = made("nim")
    text, was_made = kept(game)
    assert was_made
    assert kept(game) == (text, False)
    (file,) = place.iterdir()
    assert file.name.startswith("nim")
    file.write_text(file.read_text()[:-100])
    assert kept(game) == (text, True)
    assert kept(game) == (text, False)
    file.write_bytes(b"\xff\x00")
    assert kept(game) == (text, True)
    assert cache.read(file.name) == text


def test_code_is_made_again_for_other_rules_gpus_and_kernels(place, monkeypatch):
    game = made("harvest")
    assert kept(game)[1]
    assert kept(game, 80)[1]
    assert kept(game, 90, "b")[1]
    assert kept(own.Trap())[1]
    assert kept(own.Trap(bad=6))[1]
    other = type(game)(game.sacks)
    other.bounds = (0, 99)
    assert kept(other)[1], "the bounds of utilities are in the code"
    assert not kept(type(game)(game.sacks))[1]
    monkeypatch.setattr(ptx, "_own_versions", lambda: ["another version of Zermelo"])
    assert kept(game)[1]


def test_a_folder_that_cannot_be_written_costs_only_time(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "file"))
    text, was_made = kept(made("nim"))
    assert was_made
    assert kept(made("nim")) == (text, True)
    assert STACK % DEEPEST == 0


# Threads of a group


GROUPED = [
    made("tictactoe"),
    made("race"),
    own.Five(),
    own.Hoard(heap=14, bad=4, plies=5),
    own.Tables(heap=12),
    own.Loaded(heap=12),
    own.Doubled(heap=14),
    own.Late(heap=14, bad=4, plies=5),
]


@pytest.mark.parametrize("game", few(GROUPED, 4), ids=str)
@pytest.mark.parametrize(("details", "lanes"), [(True, 32), (False, 4)])
def test_threads_of_a_group_wait_for_each_other(game, details, lanes):
    """They meet at the same places whatever happens in their games, also where a rule fails; on a GPU they would wait for ever."""
    count, players = 80, len(game.players)
    plan = plan_of(game, count, details=details, cap=25, begin=CAREFUL - 18)
    table, told, failures = (
        np.zeros(plan.words(players), np.int64),
        np.zeros(count * detail_size(players), np.uint8),
        np.zeros(102, np.int64),
    )
    arguments = [
        np.frombuffer(plan.states, np.uint8),
        plan.per,
        np.array(plan.firsts, np.int64),
        len(plan.firsts),
        table,
        told if details else None,
        failures,
        100,
        plan.begin,
        count,
        mix(plan.seed),
        plan.cap,
        plan.bins,
        lanes,
        8,
    ]
    text = kernel_text(game, Form(plan.policy, details=details), gpu=False)
    assert [name for _, name in PARAMETERS][-2:] == ["lanes", "stretch"]
    assert Group().run(text, "games", *arguments) is None
    failed = sorted(failures[1 : 1 + failures[0]])
    assert (len(failed) == 0) == (type(game) not in (own.Hoard, own.Tables, own.Loaded, own.Doubled, own.Late))
    assert Counted.of(table.tobytes(), plan, players).given_up + table[
        len(HEAD) + players : len(HEAD) + players + plan.bins
    ].sum() == count - len(failed)
    if details and not failed:
        gpu_table, gpu_told = play_games(game.rules, plan)
        complete_details = told.reshape(count, -1)[:, :32]  # what a game is worth follows on the host
        assert np.array_equal(complete_details, np.frombuffer(gpu_told, np.uint8).reshape(count, -1)[:, :32])
        assert table[: len(HEAD)].tolist() == np.frombuffer(gpu_table, np.int64)[: len(HEAD)].tolist()


def test_a_group_whose_threads_do_not_meet_is_found_out():
    game = own.Late(heap=14, bad=4, plies=5)
    plan = plan_of(game, 64)
    text = kernel_text(game, Form("moves"), gpu=False)
    place = "  store i32 2, ptr %phase\n  br label %ply_done"
    assert text.count(place) == 1
    wrong = text.replace(place, "  call void @zk_meet()\n" + place)
    table, failures = np.zeros(plan.words(2), np.int64), np.zeros(102, np.int64)
    arguments = [
        np.frombuffer(plan.states, np.uint8),
        64,
        np.zeros(1, np.int64),
        0,
        table,
        None,
        failures,
        100,
        0,
        64,
        1,
        100,
        0,
        32,
        8,
    ]
    assert Group().run(text, "games", *arguments) is None
    assert failures[0] > 0
    assert "some threads" in Group().run(wrong, "games", *arguments)
