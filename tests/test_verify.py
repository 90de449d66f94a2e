"""The verifier: its results are those computed by hand or published, and the same in both languages."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import maze_for_tests
import pytest
from advice_for_tests import Thicket, some_table
from cli_runner import run
from maze_for_tests import OURS, PLACES, Maze

import zermelo
from zermelo import _core
from zermelo.advice import AdviceError, Expert, Knowledge, find_table, names
from zermelo.advice.verification import verify
from zermelo.advice.verification.chess_endings import men, records
from zermelo.advice.verification.positions import domain, forgotten
from zermelo.advice.verification.specification import KINDS
from zermelo.errors import AgentError, GameError, LimitError

BACKENDS = ("python", "interpreted")
KNOWN = {
    "start": (1 + 1 + 1, None),
    "near": (1, None),
    "far": (2, None),
    "round": (None, "endless"),
    "lure": (None, "endless"),
    "drawer": (None, "drawn"),
    "bait": (None, "drawn"),
    "loser": (None, "lost"),
    "mute": (None, "no_rule"),
    "stuck": (None, "no_advice"),
}
"""For each place of the maze where we are to move: our moves at worst, or how the table fails."""


def by_place(found, game):
    return {PLACES[game.layout.unpack(record).place]: row for record, row in found.rows().items()}


# A maze whose answers are known by hand


@pytest.mark.parametrize("backend", [*BACKENDS, "compiled"])
def test_the_maze(backend):
    game = Maze()
    found = verify(maze_for_tests.table(), game, backend=backend)
    rows = by_place(found, game)
    told = {
        place: (row.worst if row.worst >= 0 else None, KINDS[row.failure] if row.failure >= 0 else None)
        for place, row in rows.items()
    }
    assert told == KNOWN
    assert (found.positions, found.worthy, found.secured) == (10, 10, 3)
    assert {kind: failure.count for kind, failure in found.failures.items()} == {
        "no_rule": 1,
        "no_advice": 1,
        "drawn": 2,
        "lost": 1,
        "endless": 2,
    }
    assert found.worst.worst == 4 - 1
    assert found.worst.mean == pytest.approx((3 + 1 + 2) / 3)
    assert not found.ok


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_shortest_examples(backend):
    found = verify(maze_for_tests.table(), Maze(), backend=backend)
    lines = {kind: failure.example.line for kind, failure in found.failures.items()}
    assert lines == {
        "no_rule": (),
        "no_advice": (),
        "drawn": ("drawn",),
        "lost": ("cliff", "lost"),
        "endless": ("loop", "round"),
    }
    assert found.failures["lost"].example.result == "b won"
    assert found.failures["drawn"].advice == {"walk": 2}


@pytest.mark.parametrize("backend", BACKENDS)
def test_distances_with_best_play(backend):
    """In plies: `b` delays where it can, and `a` takes the way out at once."""
    rows = by_place(verify(maze_for_tests.table(), Maze(), backend=backend), Maze())
    assert {place: row.value - 1 for place, row in rows.items()} == dict.fromkeys(OURS, 1) | {"start": 5, "far": 3}


@pytest.mark.parametrize("backend", BACKENDS)
def test_where_a_draw_will_do(backend):
    found = verify(maze_for_tests.table(), Maze(), aim="draw", backend=backend)
    assert found.secured == 5
    assert set(found.failures) == {"no_rule", "no_advice", "lost", "endless"}


# The same in both languages


def both(table, game, **options):
    plain = verify(table, game, backend="python", **options)
    twin = verify(table, game, backend="interpreted", **options)
    assert list(plain.rows().items()) == list(twin.rows().items())
    told = [found.to_json() | {"seconds": 0} for found in (plain, twin)]
    for each in told:
        each["failures_by_kind"].get("endless", {}).pop("example", None)  # any circle will do
    assert told[0] == told[1]
    return twin


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("aim", ["win", "draw"])
def test_random_mazes(seed, aim):
    """Whoever is to move anywhere, circles, draws, and plans that look one reply ahead."""
    both(maze_for_tests.table(draws_ok=seed % 2 == 1), Maze(seed), aim=aim)


def test_random_mazes_have_everything():
    found = [verify(maze_for_tests.table(), Maze(seed), backend="interpreted") for seed in range(40)]
    assert {kind for each in found for kind in each.failures} == set(KINDS)
    assert sum(each.secured for each in found) > 20


@pytest.mark.parametrize("seed", range(4))
def test_random_tables(seed):
    both(some_table(seed), Thicket(seed, wild=seed % 2), aim="draw")


@pytest.mark.parametrize("start", [True, False])
def test_tic_tac_toe(start):
    found = both("tictactoe", None, start=start)
    if start:
        assert found.ok  # never loses
        assert found.positions == 1 + 9
    else:
        assert (found.explored, found.positions) == (5478, 4520)


def test_every_example_is_a_game_that_goes_wrong():
    for seed in range(40):
        game = Maze(seed)
        for kind, failure in verify(maze_for_tests.table(), game, backend="interpreted").failures.items():
            position = start = game.position(failure.example.position)
            for move in failure.example.line:
                position = position.advance(int(move))
            if kind == "endless":
                assert position.state.place == start.state.place
                assert failure.example.line
            else:
                assert position.over == (kind in ("drawn", "lost"))


def test_threads_change_nothing():
    one, two = (verify("tictactoe", threads=threads) for threads in (1, 2))
    assert one.rows() == two.rows()


def test_kinds_have_the_same_names_in_both_languages():
    assert _core.Verified.kinds() == list(KINDS)


# Endings of chess


@pytest.mark.parametrize(
    ("ending", "white", "black"), [("KRK", 175_168, 223_944), ("KQK", 144_508, 223_944), ("KPK", 2 * 81_664, 2 * 84_012)]
)
def test_endings_have_as_many_positions_as_published(ending, white, black):
    chess = zermelo.find("chess")
    assert [len(records(chess, ending, turn)) // chess.layout.size for turn in (0, 1)] == [white, black]


def test_endings_are_legal_positions():
    chess = zermelo.find("chess")
    size = chess.layout.size
    for turn in (0, 1):
        packed = records(chess, "KPK", turn)
        for at in range(0, len(packed), 997 * size):
            s = chess.layout.unpack(packed[at : at + size])
            assert chess.position(chess.fen(s)).state.pack() == s.pack()


@pytest.mark.parametrize("text", ["", "KR", "RKK", "KXK", "KRKRK", "KRRRK"])
def test_no_such_ending(text):
    with pytest.raises(GameError, match="invalid ending"):
        men(text)


NORMALISED = (273, 718, 555, 346, 842, 1391, 1771, 2614, 2851, 2950, 2996, 3135, 3004, 2714, 1005, 187)
"""King and rook against king with White to move and the black king in the triangle a1-d1-d4: positions by moves to mate."""


@pytest.mark.skipif("krk-published" not in names(), reason="the table krk-published is not there")
def test_king_and_rook_as_published():
    found = verify("krk-published")
    assert (found.positions, found.worthy, found.secured) == (175_168, 175_168, 175_120)
    assert {kind: failure.count for kind, failure in found.failures.items()} == {"drawn": 48}
    assert found.failures["drawn"].advice == {"approach": 24, "keeproom": 16, "divide_in_2": 8}
    assert found.worst.worst == 34
    assert found.optimal.worst == 16
    assert found.optimal.mean == pytest.approx(9.865, abs=0.0005)
    unpack = zermelo.find("chess").layout.unpack
    kings = ((unpack(record).board.index(-6), row) for record, row in found.rows().items())
    lengths = [row.value // 2 for king, row in kings if king % 8 < 4 and king // 8 <= king % 8]
    assert tuple(map(lengths.count, range(1, 17))) == NORMALISED


# Bad input


def test_a_game_that_is_too_large(monkeypatch):
    monkeypatch.setattr(sys.modules["zermelo.advice.verification.verifier"], "MOST", 1000)
    with pytest.raises(LimitError, match="more than 1000 positions"):
        verify("tictactoe")
    assert verify("tictactoe", start=True, exact=False).ok


def test_a_game_of_chance_or_for_three():
    with pytest.raises((AgentError, AdviceError)):
        verify(replace(find_table("tictactoe"), game="pig", knowledge=None))
    with pytest.raises((AgentError, AdviceError)):
        verify(replace(find_table("connect4"), game="connect(players=3)"), zermelo.find("connect(players=3)"))


def test_knowledge_may_say_what_it_is_about():
    game = Maze()
    expert = Expert(maze_for_tests.table(), game)
    assert len(domain(expert).seeds) == len(OURS) * game.layout.size
    assert forgotten(game) == [(game.layout.offsets["steps"], b"\0")]
    assert "positions" not in expert.words
    assert Knowledge.aim == "win"


def test_an_ending_of_another_game():
    expert = Expert(maze_for_tests.table(), Maze())
    expert.knowledge.ending = "KRK"
    with pytest.raises(AdviceError, match="works only for chess"):
        domain(expert)


# The command


def test_the_command_prints_what_it_found():
    done = run("verify", "tictactoe", "--start")
    assert done.code == 0
    assert done.out.startswith("tictactoe does what it promises\n")
    assert "10, against every defence" in done.out


def test_the_command_fails_where_the_table_does(tmp_path):
    path = tmp_path / "lazy.advice"
    path.write_text(
        "table lazy for tictactoe\nrule r: if true then go\nadvice go:\n    better: them_to_move\n    us: depth = 0 and legal\n"
    )
    done = run("verify", str(path), "--aim", "draw")
    assert done.code == 1
    assert "the game is lost from" in done.out
    told = json.loads(run("verify", str(path), "--aim", "draw", "--json").out)
    assert {"table", "positions", "secured", "failures", "worst", "mean", "optimal_mean", "seconds"} <= set(told)
    assert told["failures"] == told["worthy"] - told["secured"] > 0
    assert told["failures_by_kind"]["lost"]["count"] == told["failures"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing"], "there is no advice table `nothing`"),
        (["tictactoe", "--threads", "0"], "threads=0 must be a whole number"),
        (["tictactoe", "--aim", "lose"], "aim"),
        (["tictactoe", "--game", "nim"], "tictactoe"),
    ],
)
def test_bad_input_is_one_sentence(arguments, words):
    done = run("verify", *arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.strip().splitlines()) == 1
