"""Files of records: nothing is lost by a kill, nothing is counted twice, and wrong files are told in a sentence."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_runner import assert_one_sentence, process, run
from long_runs import LONG
from test_tournament import AGENTS, SMALL, lasting

import zermelo
from zermelo.arena.store import Archive, RecordError, RecordStore
from zermelo.arena.tournament import Tournament

AGENTS_OF_CUP = ["alphabeta(depth=1)", "uct(playouts=10)", f"{AGENTS}:slow", "random"]


def cup(games=4):
    return Tournament(SMALL, AGENTS_OF_CUP, games=games)


def test_every_game_is_in_the_file(tmp_path):
    file = tmp_path / "cup.sqlite"
    standings = cup().play(record=file)
    archive = Archive(file)
    assert tuple(archive.records()) == standings.records
    assert (archive.games, archive.agents) == ([str(SMALL)], [str(agent) for agent in cup().contest.agents])
    record = standings.records[0]
    position = SMALL.start().play(*record.before, *record.moves)
    assert position.outcome == record.outcome
    assert len(record.moves) == len(record.scores) == len(record.times)


def test_a_second_run_plays_nothing_again_and_a_longer_one_only_what_is_missing(tmp_path):
    file = tmp_path / "cup.sqlite"
    first = cup(2).play(record=file)
    again = cup(2).play(record=file)
    assert again.records == first.records
    assert again.known == len(first.records) == 12
    longer = cup(6).play(record=file)
    assert longer.known == 12
    assert len(longer.records) == 36
    assert lasting(longer.records) == lasting(cup(6).play().records)


def test_killed_and_resumed(tmp_path):
    """Of the command, with workers; the standings are those of an unbroken run."""
    games, times = (84, 5) if LONG else (16, 2)
    file = tmp_path / "cup.sqlite"
    command = ("tournament", str(SMALL), *AGENTS_OF_CUP, "--games", str(games), "--json", "--quiet", "--jobs", "2")
    chance, kills, seen = random.Random(7), 0, []
    while kills < times:
        child = process(*command, "--record", str(file), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wanted = (seen[-1] if seen else 0) + chance.randint(1, max(2, games // 2))
        while child.poll() is None and (not file.exists() or _count(file) < wanted):
            time.sleep(0.002)
        if child.poll() is not None:
            break
        child.send_signal(signal.SIGKILL)
        child.communicate()
        kills += 1
        seen.append(_count(file))
    assert seen == sorted(seen)
    assert kills == times
    resumed, unbroken = run(*command, "--record", str(file)).object, run(*command).object
    assert resumed["games"] == unbroken["games"] == games * 6
    assert resumed["known"] == seen[-1]
    assert len({record.number for record in Archive(file).records()}) == games * 6
    for answer in (resumed, unbroken):
        answer.update(seconds=0, known=0)
        for row in answer["agents"]:
            row["milliseconds"] = 0
    assert resumed == unbroken


def _count(file):
    try:
        return len(Archive(file))
    except RecordError:  # the tables are not made yet
        return 0


def test_swiss_tournaments_go_on_where_they_were(tmp_path):
    file, whole = tmp_path / "swiss.sqlite", Tournament(SMALL, AGENTS_OF_CUP, games=2, format="swiss", rounds=3)
    stored = whole.play()
    with RecordStore(file, about(whole)) as store:
        for record in stored.records[:5]:
            store.add(record)
    again = Tournament(SMALL, AGENTS_OF_CUP, games=2, format="swiss", rounds=3).play(record=file)
    assert again.known == 5
    assert lasting(again.records) == lasting(stored.records)


def about(tournament):
    from zermelo.arena.running import about as identity

    return identity(tournament.contest, tournament.format) | {"swiss": tournament.total}


# Files that cannot be used


def test_two_writers_are_refused(tmp_path):
    file = tmp_path / "cup.sqlite"
    with RecordStore(file, {"kind": "test"}):
        assert_one_sentence(run("match", "tictactoe", "random", "random", "--record", str(file)), "is in use by another run")
        assert len(Archive(file)) == 0, "reading is allowed"
    with RecordStore(file, {"kind": "test"}):
        pass


def test_a_file_of_another_contest_is_refused(tmp_path):
    file = str(tmp_path / "a.sqlite")
    assert run("match", "tictactoe", "random", "random", "--games", "2", "--record", file).code == 0
    for other in (
        ("match", "tictactoe", "random", "random(seed=2)"),
        ("match", "connect4", "random", "random"),
        ("match", "tictactoe", "random", "random", "--seed", "2"),
        ("match", "tictactoe", "random", "random", "--opening", "2"),
        ("tournament", "tictactoe", "random", "random"),
    ):
        assert_one_sentence(run(*other, "--record", file), "has games of another contest", "give another file")


def test_a_changed_agent_is_another_contest(tmp_path):
    mine, file = tmp_path / "mine.py", str(tmp_path / "a.sqlite")
    mine.write_text("def mine(position):\n    return position.moves[0]\n")
    command = ("match", "tictactoe", f"{mine}:mine", "random", "--games", "2", "--record", file)
    assert run(*command).code == 0
    assert run(*command).code == 0
    mine.write_text("def mine(position):\n    return position.moves[-1]\n")
    assert_one_sentence(run(*command), "another contest", "sources")


def test_files_that_are_not_records(tmp_path):
    text, other = tmp_path / "a.txt", tmp_path / "b.sqlite"
    text.write_text("hello, this is a text that is not a data base\n" * 30)
    with sqlite3.connect(other) as connection:
        connection.execute("create table mine (x)")
    connection.close()
    for file in (text, other):
        before = file.read_bytes()
        assert_one_sentence(run("match", "tictactoe", "random", "random", "--record", str(file)), "is not a file of records")
        assert file.read_bytes() == before, "it is left alone"
        with pytest.raises(RecordError, match="not a file of records"):
            Archive(file)
    with pytest.raises(RecordError, match="there is no file"):
        Archive(tmp_path / "none.sqlite")
    assert_one_sentence(run("match", "tictactoe", "random", "random", "--record", str(tmp_path)), "it is a folder")


def test_damaged_files_are_told(tmp_path):
    file = tmp_path / "a.sqlite"
    cup(2).play(record=file)
    data = file.read_bytes()
    chance = random.Random(1)
    told = 0
    for _ in range(60 if LONG else 15):
        broken = bytearray(data)
        for _ in range(20):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        file.write_bytes(bytes(broken))
        try:
            assert all(len(record.seats) == 2 for record in Archive(file).records())
        except zermelo.ZermeloError:
            told += 1
    assert told > 5


@pytest.mark.skipif(sys.platform != "linux", reason="uses a limit on the size of files")
def test_a_full_disk_is_told_and_loses_nothing(tmp_path):
    """A limit on the size of files stands for a disk without room."""
    file = tmp_path / "a.sqlite"
    code = (
        "import resource, signal, sys, zermelo\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))\n"
        "try:\n"
        f"    zermelo.match('tictactoe', 'random', 'random', games=4000, record={str(file)!r})\n"
        "except zermelo.ZermeloError as error:\n"
        "    print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "cannot be written" in told
    assert "all games before are in it" in told
    stored = len(Archive(file))
    assert stored > 20
    result = zermelo.match("tictactoe", "random", "random", games=400, record=str(file))
    assert len(result.records) == 400


def test_records_say_what_they_were_played_with(tmp_path):
    file = tmp_path / "a.sqlite"
    zermelo.match("tictactoe", "random", "random", games=2, record=str(file))
    with sqlite3.connect(file) as connection:
        versions = {row[0] for row in connection.execute("select version from games")}
    connection.close()
    assert len(versions) == 1
    assert versions.pop().startswith(f"zermelo {zermelo.__version__}, python ")
    assert Path(file).exists()
