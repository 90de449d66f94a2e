"""Endgame tables by material: published numbers, agreement with the rules of the games, and damaged files."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo._core import TableFile, TableSet, build_tables, plan_tables, table_name, table_names, verify_table
from zermelo.errors import PositionError, TablebaseError
from zermelo.game.constants import ONGOING
from zermelo.games.checkers.rules import Checkers
from zermelo.games.chess.rules import Chess

DATA = Path(__file__).parents[2] / "shared" / "data"
with_data = pytest.mark.skipif(not DATA.is_dir(), reason="skipped: no data folder")
CHESS, CHECKERS, STUDY = Chess(), Checkers(), Checkers(start="study")
MATES = {
    "KQK": [2448, 5012, 9064, 19964, 26164, 32064, 32104, 15000, 2680, 8],
    "KRK": [1512, 4676, 3852, 1900, 4848, 8708, 11320, 17172, 20088, 19016, 20476, 21480, 17824, 16136, 5244, 916],
}
"""How many positions are mate in 1, 2, 3, ... with White to move, anywhere on the board."""


@pytest.fixture(scope="session")
def folder(made_once):
    """Chess with three pieces and some of four, checkers with up to four."""

    def build(folder):
        build_tables(folder, "chess", ["KPK", "KBNK", "KRRK"], threads=2)
        build_tables(folder, "checkers", table_names("checkers", 4), threads=2)

    return made_once("endings", build)


def facts(folder, game, name):
    return json.loads(TableFile(folder / f"{game}-{name}.table").facts)


def counts(side):
    return [side["win"], side["draw"], side["loss"]]


# Published numbers


@pytest.mark.long
def test_chess_of_three_pieces(folder):
    expected = {
        "KQK": ([144508, 0, 0], [0, 23048, 200896], 10, 364),
        "KRK": ([175168, 0, 0], [0, 22244, 201700], 16, 216),
        "KPK": ([124960, 38368, 0], [0, 70420, 97604], 28, 0),
    }
    for name, (white, black, moves, mates) in expected.items():
        found = facts(folder, "chess", name)
        assert [side["to_move"] for side in found["sides"]] == ["white", "black"]
        assert [counts(side) for side in found["sides"]] == [white, black]
        assert found["longest_win"] == 2 * moves - 1
        assert found["sides"][1]["plies"][0] == mates


@pytest.mark.parametrize("name", MATES)
def test_mates_by_their_length(folder, name):
    assert facts(folder, "chess", name)["sides"][0]["plies"][1::2] == MATES[name]


def test_the_longest_mates_of_four_pieces(folder):
    assert {name: (facts(folder, "chess", name)["longest_win"] + 1) // 2 for name in ("KBNK", "KRRK")} == {"KBNK": 33, "KRRK": 7}


@pytest.mark.parametrize(
    ("pieces", "total", "longest"),
    [(2, [716, 2370, 402], 13), (3, [100250, 8477, 87305], 62), (4, [2574304, 1717922, 1917090], 109)],
)
def test_checkers(folder, pieces, total, longest):
    sides = [side for name in table_names("checkers", pieces) for side in facts(folder, "checkers", name)["sides"]]
    assert [sum(column) for column in zip(*map(counts, sides), strict=True)] == total
    assert max(max(side["longest_win"], side["longest_loss"]) for side in sides) == longest


@with_data
def test_checkers_ending_by_ending(folder):
    pattern = r"stm (\d)m(\d)k v (\d)m(\d)k: total \d+ W (\d+) D (\d+) L (\d+) longestwin (\d+)"
    rows = re.findall(pattern, (DATA / "draughts" / "endgame_wdl_2_3_4_pieces.txt").read_text())
    assert len(rows) == 41
    for row in rows:
        men, kings, their_men, their_kings, *numbers = map(int, row)
        mine, yours = "K" * kings + "M" * men, "K" * their_kings + "M" * their_men
        sides = facts(folder, "checkers", table_name("checkers", f"{mine}v{yours}"))["sides"]
        (side,) = [side for side in sides if side["to_move"] == mine]
        assert [*counts(side), side["longest_win"]] == numbers


@with_data
def test_chess_against_published_mates(folder):
    tables, seen = TableSet(folder, "chess"), 0
    for line in (DATA / "chess" / "pychess-endgame-dm-4.epd").read_text().splitlines():
        found = re.fullmatch(r"(\S+ \S+ \S+ \S+) dm (-?\d+);", line)
        record = found and CHESS.read(f"{found[1]} 0 1").pack()
        if record and tables.name(record) in tables.names():
            seen += 1
            moves = int(found[2])
            assert tables.ask(record) == (moves > 0) * (1, 2 * moves - 1) + (moves < 0) * (-1, -2 * moves) + (moves == 0) * (0, 0)
    assert seen == 6


# The rules of the games agree


def worth(game, tables, s):
    """What the table says of a position, or how the game has ended."""
    found = tables.ask(s.pack())
    if found is None:
        winner = game.winner(s)
        assert winner != ONGOING
        return (1, 0) if winner == s.turn else (-1, 0)
    return found


def looked_ahead(game, tables, s):
    """What the moves of a position make of it."""
    replies = [worth(game, tables, game.rules.play(s, move)) for move in game.rules.choices(s)]
    if not replies:
        return (0, 0) if game.winner(s) < 0 else (-1, 0)
    lost = [plies for outcome, plies in replies if outcome < 0]
    if lost:
        return 1, 1 + min(lost)
    return (0, 0) if any(outcome == 0 for outcome, _ in replies) else (-1, 1 + max(plies for _, plies in replies))


def draughts(game, chance):
    """A random position of two to four pieces; None if it is not one."""
    squares = chance.sample(range(1, 33), chance.randint(2, 4))
    cut = chance.randint(1, len(squares) - 1)
    sides = [",".join(chance.choice(["", "K"]) + str(square) for square in part) for part in (squares[:cut], squares[cut:])]
    try:
        return game.read(f"{chance.choice('BW')}:W{sides[0]}:B{sides[1]}")
    except PositionError:
        return None


def chessmen(chance, endings=("Kkq", "Kkr", "Kkp", "KkQ", "KkR", "KkP", "KkBN", "KkRR", "Kkbn", "Kkrr")):
    """A random position of three pieces and some of four, with either side the stronger; None if it is not one."""
    pieces = chance.choice(endings)
    cells = dict(zip(chance.sample(range(64), len(pieces)), pieces, strict=True))
    ranks = ["".join(cells.get(8 * rank + file, "1") for file in range(8)) for rank in reversed(range(8))]
    try:
        return CHESS.read(f"{'/'.join(ranks)} {chance.choice('wb')} - - 0 1")
    except PositionError:
        return None


@pytest.mark.parametrize("game", [CHECKERS, STUDY], ids=["down", "up"])
def test_checkers_and_its_rules(folder, game):
    tables, chance, seen = TableSet(folder, "checkers", upwards=game is STUDY), random.Random(5), 0
    while seen < 500:
        s = draughts(game, chance)
        if s is not None:
            seen += 1
            assert worth(game, tables, s) == looked_ahead(game, tables, s), game.show(s)


def test_chess_and_its_rules(folder):
    tables, chance, seen = TableSet(folder, "chess"), random.Random(5), 0
    while seen < 500:
        s = chessmen(chance)
        if s is not None:
            seen += 1
            assert worth(CHESS, tables, s) == looked_ahead(CHESS, tables, s), CHESS.show(s)


def test_positions_outside(folder):
    tables = TableSet(folder, "chess")
    assert tables.ask(CHESS.fresh().pack()) is None
    assert tables.name(CHESS.fresh().pack()) is None
    elsewhere = CHESS.read("8/8/8/8/2r5/8/2k5/K6Q w - - 0 1").pack()
    assert (tables.ask(elsewhere), tables.name(elsewhere)) == (None, "KQKR")
    assert tables.ask(CHESS.read("8/8/8/8/2r5/8/k7/4K2R w K - 0 1").pack()) is None
    assert tables.ask(CHESS.read("8/8/8/8/2b5/8/2k5/K7 w - - 0 1").pack()) == (0, 0)
    assert tables.ask(b"") is None


def test_what_is_certain_depends_on_the_clock(folder):
    tables = TableSet(folder, "chess", quiet=100)
    certain = tables.known_positions()
    longest = "8/8/8/8/8/2k5/1R6/K7 w - - {} 1"
    assert [certain.probe(CHESS.read(longest.format(clock)).pack()) for clock in (0, 68, 69)] == [(1, 31), (1, 31), None]
    assert tables.ask(CHESS.read(longest.format(69)).pack()) == (1, 31)
    drawn = CHESS.read("K7/8/8/8/8/1k6/1R6/8 b - - 99 1").pack()
    assert certain.probe(drawn) == (0, 0)


def test_each_value_follows_from_its_successors(folder):
    told = []
    verify_table(folder, "chess", "KPK", threads=2, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 2 * 1806 * 48)
    for name in ("KvK", "MMvM", "KMvKM"):
        verify_table(folder, "checkers", name, threads=2)


# Files


def test_a_file_says_what_it_is(folder):
    path = folder / "chess-KRK.table"
    table = TableFile(path)
    assert (table.game, table.name, table.size) == ("chess", "KRK", path.stat().st_size)
    with pytest.raises(TablebaseError, match=r"no entry 1000000 in a tablebase of \d+ entries"):
        table.entry(1_000_000)


def spoilt(whole, how):
    changed = bytearray(whole)
    if how == "version":
        changed[8] = 9
    elif how == "head":
        changed[70] ^= 1
    elif how == "block":
        changed[-1] ^= 1
    return {"kind": b"PNG" + whole, "end": whole[:-1], "empty": b""}.get(how, bytes(changed))


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("kind", "is not a tablebase"),
        ("empty", "is not a tablebase"),
        ("version", "has version 9, but this Zermelo reads version 1"),
        ("end", "is incomplete: its end is missing"),
        ("head", "is damaged in its head"),
        ("block", "is damaged in block 14"),
    ],
)
def test_what_is_not_whole_is_refused(folder, tmp_path, how, message):
    path = tmp_path / "chess-KRK.table"
    path.write_bytes(spoilt((folder / path.name).read_bytes(), how))
    with pytest.raises(TablebaseError, match=f"chess-KRK.table` {message}; build it again with `zermelo tablebase build`"):
        TableFile(path).check()
    assert plan_tables(tmp_path, "chess", ["KRK"])[0] == ["KRK"]
    build_tables(tmp_path, "chess", ["KRK"], threads=2)
    assert path.read_bytes() == (folder / path.name).read_bytes()


def test_a_damaged_block_gives_an_error(folder, tmp_path):
    path = tmp_path / "chess-KRK.table"
    path.write_bytes(spoilt((folder / path.name).read_bytes(), "block"))
    tables, whole, chance, damaged = TableSet(tmp_path, "chess"), TableSet(folder, "chess"), random.Random(5), 0
    for s in filter(None, (chessmen(chance, ["KkR", "Kkr"]) for _ in range(1000))):
        found = tables.known_positions().probe(s.pack())
        if found is None:
            damaged += 1
            with pytest.raises(TablebaseError, match=r"chess-KRK\.table` is damaged in block 14"):
                tables.ask(s.pack())
        else:
            assert found == whole.ask(s.pack())
    assert damaged > 0


def test_a_table_under_a_wrong_name_is_refused(folder, tmp_path):
    (tmp_path / "chess-KRK.table").write_bytes((folder / "chess-KQK.table").read_bytes())
    with pytest.raises(TablebaseError, match="is the tablebase chess KQK, not chess KRK; build it again"):
        TableSet(tmp_path, "chess")


@pytest.mark.parametrize(
    ("game", "name", "message"),
    [
        ("chess", "KXK", "`KXK` is not an ending of chess; write 3 or 4 pieces, kings included, such as KRK or KQKR"),
        ("chess", "KBK", "KBK is always a draw, so it has no tablebase; choose another ending"),
        ("checkers", "KK", "`KK` is not an ending of checkers; write kings and men, such as KKvK or KMvMM, 8 at most"),
        ("nim", "K", "`nim` has no endings by material; use chess or checkers"),
    ],
)
def test_names_that_are_none(tmp_path, game, name, message):
    for ask in (lambda: table_name(game, name), lambda: build_tables(tmp_path / "new", game, [name], threads=1)):
        with pytest.raises(TablebaseError) as refusal:
            ask()
        assert str(refusal.value) == message
    assert not (tmp_path / "new").exists()


def test_verifying_needs_what_a_table_rests_on(folder, tmp_path):
    (tmp_path / "chess-KPK.table").write_bytes((folder / "chess-KPK.table").read_bytes())
    with pytest.raises(TablebaseError, match=r"chess-KRK\.table` is needed first; build it with `zermelo tablebase build`"):
        verify_table(tmp_path, "chess", "KPK", threads=1)


# Interrupted


def run(program, *arguments):
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent / "python")}
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_full_disk_leaves_nothing_behind(tmp_path):
    program = """
import resource, sys
from zermelo._core import build_tables
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
build_tables(sys.argv[1], "chess", ["KRK"], threads=1)
"""
    done = run(program, tmp_path)
    assert done.stderr.splitlines()[-1] == (
        f"zermelo.errors.TablebaseError: there is no room on the disk for `{tmp_path}/chess-KRK.table`; "
        "free some space, or choose another folder"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_killed_build_goes_on(folder, tmp_path):
    program = """
import os, signal, sys
from zermelo._core import build_tables
def watch(name, number, tables, level, done, total):
    if level == 12:
        os.kill(os.getpid(), signal.SIGKILL)
build_tables(sys.argv[1], "chess", ["KRK"], threads=2, seconds=0, progress=watch)
"""
    assert run(program, tmp_path).returncode == -signal.SIGKILL
    assert [path.name for path in tmp_path.iterdir()] == ["chess-KRK.table.partial"]
    told = []
    build_tables(tmp_path, "chess", ["KRK"], threads=2, progress=lambda *step: told.append(step))
    assert told[0][:4] == ("KRK", 1, 1, 12)
    assert all(done <= total for *_, done, total in told)
    assert [path.name for path in tmp_path.iterdir()] == ["chess-KRK.table"]
    assert (tmp_path / "chess-KRK.table").read_bytes() == (folder / "chess-KRK.table").read_bytes()


def test_ctrl_c_and_errors_stop_a_build(tmp_path):
    program = """
import os, signal, sys
from zermelo._core import build_tables
told = []
def watch(*step):
    told.append(step)
    if len(told) == 1:
        os.kill(os.getpid(), signal.SIGINT)
build_tables(sys.argv[1], "chess", ["KPKP"], threads=2, progress=watch)
"""
    assert run(program, tmp_path).stderr.splitlines()[-1] == "KeyboardInterrupt"
    with pytest.raises(ZeroDivisionError):
        build_tables(tmp_path, "chess", ["KPKP"], threads=2, progress=lambda *step: 1 // 0)
    assert not list(tmp_path.glob("*KPKP*"))
