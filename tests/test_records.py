"""A file of records: standings, lists, replays, exports that other programs read, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import os
import pickle
import re
import shutil
import sqlite3
import subprocess
from dataclasses import replace

import pytest
from cli_runner import Terminal, assert_one_sentence, run, write_game

import zermelo
from zermelo import find
from zermelo.arena.recorded import Recorded
from zermelo.arena.store import Archive, RecordError, RecordStore
from zermelo.errors import ZermeloError
from zermelo.games.checkers import pdn
from zermelo.games.chess import pgn
from zermelo.play.notation import Told, notations, write
from zermelo.play.transcript import Transcript

GNUGO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")

EVIL = "\x1b]0;mine\x07random\x1b[31m"


@pytest.fixture(scope="module")
def cup(made_once):
    """Three agents on two games, and one match at each game that has a notation."""

    def fill(folder):
        agents = ["alphabeta(depth=2)", "random", "uct(playouts=20)"]
        zermelo.tournament(["tictactoe", "nim([3,4,5])"], agents, record=str(folder / "cup.sqlite"))
        for game, plies in (
            ("chess", 30),
            ("checkers", 60),
            ("go(size=5)", 60),
            ("othello(size=6)", 60),
            ("hex(size=4,swap=True)", 60),
        ):
            name = folder / f"{game.partition('(')[0]}.sqlite"
            zermelo.match(game, "alphabeta(depth=1)", "random", games=6, plies=plies, opening=1, record=str(name))

    return made_once("records", fill)


@pytest.fixture
def files(cup, tmp_path):
    """Copies that a test may change."""
    for path in cup.glob("*.sqlite"):
        shutil.copy(path, tmp_path)
    return tmp_path


# Standings and lists


def test_standings_are_those_of_the_tournament(tmp_path):
    file = str(tmp_path / "cup.sqlite")
    played = run(
        "tournament", "tictactoe", "alphabeta()", "random", "random(seed=2)", "--record", file, "--quiet", "--json"
    ).object
    found = run("records", file, "--json").object
    assert {**found, "seconds": 0} == {**played, "seconds": 0}
    text = run("records", file).out
    assert text.startswith("tictactoe: 6 of 6 games\n")
    assert "1  alphabeta()" in text
    assert re.search(r"1  alphabeta\(\) +- +\d", text), "the crosstable"


def test_a_run_can_be_read_while_it_writes(files):
    archive = Archive(files / "cup.sqlite")
    records = archive.records()
    path = files / "now.sqlite"
    with RecordStore(path, {key: archive.about[key] for key in archive.about if key != "total"}, total=12) as store:
        for number, record in enumerate(records[:3]):
            store.add(record)
            assert run("records", str(path)).out.startswith(f"tictactoe, nim([3, 4, 5]): {number + 1} of 12 games")
        watched = Archive(path)
        known = {record.number for record in watched.records()}
        store.add(records[3])
        assert [record.number for record in watched.records(known)] == [records[3].number]
        assert len(watched) == 4


def test_a_longer_run_continues_a_shorter_one(tmp_path):
    file = str(tmp_path / "match.sqlite")
    zermelo.match("tictactoe", "random", "random(seed=2)", games=2, record=file)
    assert Archive(file).total == 2
    zermelo.match("tictactoe", "random", "random(seed=2)", games=6, record=file)
    assert (Archive(file).total, len(Archive(file))) == (6, 6)


def test_a_file_without_a_total_is_read(files):
    with sqlite3.connect(files / "cup.sqlite") as connection:
        connection.execute("delete from about where key = 'total'")
    connection.close()
    assert run("records", str(files / "cup.sqlite")).out.startswith("tictactoe, nim([3, 4, 5]): 12 games\n")


def test_games_are_listed_and_selected(cup):
    file = str(cup / "cup.sqlite")
    lines = run("records", file, "--list").out.splitlines()
    assert len(lines) == 12
    assert re.match(r" *0  tictactoe: .* - .*  [0-9.:]+ +\d+ pl(y|ies)  (\w+ won|draw)", lines[0])
    rows = run("records", file, "--list", "--json").object["records"]
    assert [row["number"] for row in rows] == list(range(12))
    only = run("records", file, "--list", "--json", "--game", "nim", "--agent", "RANDOM", "--lost").object["records"]
    expected = [
        row["number"]
        for row in rows
        if row["game"].startswith("nim") and any("random" in row[f"agent_{n}"] and row[f"points_{n}"] == 0 for n in (1, 2))
    ]
    assert [row["number"] for row in only] == expected
    drawn = run("records", file, "--list", "--json", "--drawn").object["records"]
    assert [row["number"] for row in drawn] == [row["number"] for row in rows if row["points_1"] == 0.5]
    assert run("records", file, "--list", "--game-number", "3", "--json").object["records"] == [rows[3]]
    assert run("records", file, "--game", "nim").out.startswith("tictactoe, nim([3, 4, 5]): 6 games\n")


# Replays


def test_a_game_is_replayed_as_text(cup):
    found = zermelo.records(cup / "cup.sqlite")
    out = run("records", str(cup / "cup.sqlite"), "--show", "0").out
    last = found.replay(0)
    for position in last.line():
        assert str(position) in out
    for number, move in enumerate(last.history, 1):
        assert re.search(rf"^{number}\. [xo] plays {move} · ", out, re.MULTILINE)
    assert "· opening" in out
    assert re.search(r"value [+-]\S+ · \d+\.\d+ s", out)


def test_keys_step_through_a_game(cup):
    found = zermelo.records(cup / "cup.sqlite")
    plies = found.record(0).plies
    with Terminal("records", str(cup / "cup.sqlite"), "--show", "0") as terminal:
        terminal.until("the first position", f"move 0 of {plies}")
        terminal.press(Terminal.RIGHT)
        terminal.until("1. x plays", f"move 1 of {plies}")
        terminal.press(Terminal.DOWN)
        terminal.until(f"move {plies} of {plies}")
        terminal.press(Terminal.LEFT)
        terminal.until(f"move {plies - 1} of {plies}")
        terminal.press("q")
        assert terminal.finish() == 0


def test_names_of_agents_do_not_reach_the_terminal_as_they_are(files):
    with sqlite3.connect(files / "cup.sqlite") as connection:
        connection.execute("update about set value = ? where key = 'agents'", [json.dumps([EVIL, "b", "c"])])
        connection.execute("update games set note = ?", [EVIL])
    connection.close()
    for options in ((), ("--list",), ("--show", "0"), ("--agent", "nothing")):
        outcome = run("records", str(files / "cup.sqlite"), *options)
        assert "\x1b" not in outcome.out + outcome.err
        assert r"\x1b]0;mine" in outcome.out + outcome.err


# Exports


def exported(folder, game, ending, *options):
    target = folder / f"games{ending}"
    outcome = run("records", str(folder / f"{game}.sqlite"), "--export", str(target), *options)
    assert outcome.code == 0, outcome.err
    return target


def test_pgn_is_read_by_python_chess_and_by_us(files):
    chess = pytest.importorskip("chess.pgn")
    text = exported(files, "chess", ".pgn").read_text()
    found = zermelo.records(files / "chess.sqlite")
    ours, stream = pgn.read_all(text), io.StringIO(text)
    assert len(ours) == len(found.records) == 6
    for record, game in zip(found.records, ours, strict=True):
        theirs = chess.read_game(stream)
        assert theirs.errors == []
        assert [each.san() for each in theirs.mainline()] == list(game.moves) == [*record.before, *record.moves]
        assert (theirs.headers["White"], theirs.headers["Black"]) == found.seats(record)
        assert (theirs.headers["Event"], theirs.headers["Round"]) == ("match", str(record.number))
        expected = "unterminated" if record.outcome.reason == "length" else "normal"
        assert (theirs.headers["Termination"], theirs.headers["Result"]) == (expected, game.result)
        comments = [each.comment for each in theirs.mainline()]
        assert comments[0] == "opening"
        values = [None if len(each.split()) == 1 else float(each.split()[0]) for each in comments[1:]]
        assert values == [None if each is None else pytest.approx(each, abs=0.006) for each in record.scores]
    assert chess.read_game(stream) is None


def test_pgn_of_positions_has_their_fen(tmp_path):
    chess = pytest.importorskip("chess.pgn")
    openings = tmp_path / "openings.txt"
    openings.write_text("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\n")
    file = tmp_path / "chess.sqlite"
    zermelo.match("chess", "random", "random(seed=3)", games=2, plies=9, openings=str(openings), record=str(file))
    text = exported(tmp_path, "chess", ".pgn", "--game-number", "1").read_text()
    theirs = chess.read_game(io.StringIO(text))
    assert theirs.headers["FEN"] == "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"
    assert theirs.errors == []
    assert tuple(each.san() for each in theirs.mainline()) == zermelo.records(file).record(1).moves
    assert "7... K" in text


def test_pdn_can_be_played_again(files):
    text = exported(files, "checkers", ".pdn").read_text()
    found = zermelo.records(files / "checkers.sqlite")
    games = re.split(r"\n(?=\[Event )", text)
    assert len(games) == len(found.records)
    for record, game in zip(found.records, games, strict=True):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.MULTILINE))
        assert (tags["Black"], tags["White"], tags["GameType"]) == (*found.seats(record), "21")
        won = record.outcome.winner
        expected = "*" if record.outcome.reason == "length" else {0: "0-1", 1: "1-0", None: "1/2-1/2"}[won]
        words = re.sub(r"\{[^}]*\}|\b\d+\.+", "", game.split("\n\n", 1)[1]).split()
        assert tags["Result"] == words[-1] == expected
        assert all(pdn.read_move(word) for word in words[:-1])
        assert find("checkers").start().play(*words[:-1]) == found.replay(record.number)


def trees(text):
    """The games of an SGF collection: for each a list of nodes, each a dict of lists of values. Knows nothing of our writer."""
    found, nodes, at = [], None, 0
    while at < len(text):
        if text[at] == "(":
            nodes, at = [], at + 1
        elif text[at] == ")":
            found.append(nodes)
            nodes, at = None, at + 1
        elif text[at] == ";":
            nodes.append({})
            at += 1
        elif text[at].isspace():
            at += 1
        else:
            name = re.match("[A-Z]+", text[at:])[0]
            at += len(name)
            values = []
            while text[at : at + 1] == "[":
                value = re.match(r"\[((?:[^\]\\]|\\.)*)\]", text[at:], re.DOTALL)
                values.append(re.sub(r"\\(.)", r"\1", value[1]))
                at += len(value[0])
            assert values
            assert name not in nodes[-1]
            nodes[-1][name] = values
    assert nodes is None
    return found


def by_letters(game, size):
    """The name that our game gives to a point of SGF."""

    def name(point):
        if not point:
            return "pass"
        column, row = ord(point[0]) - ord("a"), ord(point[1]) - ord("a")
        return f"{'ABCDEFGHJ'[column]}{size - row}" if game == "go" else f"{'abcdefgh'[column]}{row + 1}"

    return name


@pytest.mark.parametrize(("game", "number", "size"), [("go", "1", 5), ("othello", "2", 6), ("hex", "11", 4)])
def test_sgf_is_read_by_an_independent_reader(files, game, number, size):
    found = zermelo.records(files / f"{game}.sqlite")
    parsed = trees(exported(files, game, ".sgf").read_text())
    assert len(parsed) == len(found.records) == 6
    for record, (root, *nodes) in zip(found.records, parsed, strict=True):
        seats = found.seats(record)
        assert [root[name] for name in ("FF", "GM", "SZ", "PB", "PW")] == [["4"], [number], [str(size)], [seats[0]], [seats[1]]]
        assert ("KM" in root) == (game == "go")
        winner = record.outcome.winner
        assert root["RE"][0].startswith({None: "0", 0: "B+", 1: "W+"}[winner] if record.outcome.reason == "rules" else "Void")
        names = by_letters(game, size)
        moves = [({**node}.get("B") or node["W"])[0] for node in nodes]
        moves = [move.replace("swap-pieces", "swap") if game == "hex" else names(move) for move in moves]
        assert tuple(moves) == (*record.before, *record.moves)
        assert nodes[0]["C"] == ["opening"]
        assert all("B" in node for node in nodes[::2])
        assert all(re.fullmatch(r"([+-]\d+\.\d\d )?\d+\.\d{3}s", node["C"][0]) for node in nodes[1:])


def test_sgf_of_hex_knows_the_swap():
    position = find("hex(size=4,swap=True)").start().play("b1 swap c3")
    text = write(".sgf", position, Told(("a]b\\c", "d")))
    (root, *nodes) = trees(text)[0]
    assert [node.get("B") or node.get("W") for node in nodes] == [["b1"], ["swap-pieces"], ["c3"]]
    assert (root["PB"], root["RE"]) == (["a]b\\c"], ["?"])


def test_sgf_of_positions_sets_up_their_stones():
    start = find("go(size=5)").start().play("A1 B2 C3").state
    position = find("go(size=5)").position(find("go(size=5)").show(start).replace("moves: A1 B2 C3\n", "")).play("D4")
    (root, node) = trees(write(".sgf", position, Told()))[0]
    assert (sorted(root["AB"]), root["AW"], root["PL"], node["W"]) == (["ae", "cc"], ["bd"], ["W"], ["db"])
    assert trees(write(".sgf", find("othello").start(), Told()))[0][0]["AW"] == ["dd", "ee"]


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_sgf_is_read_by_gnu_go(files):
    found = zermelo.records(files / "go.sqlite")
    for record in found.records:
        target = exported(files, "go", ".sgf", "--game-number", str(record.number))
        told = subprocess.run(
            [GNUGO, "--mode", "gtp"], input=f"loadsgf {target}\nlist_stones black\nlist_stones white\nget_komi\nquit\n",
            capture_output=True, text=True, check=True, timeout=60,
        ).stdout  # fmt: skip
        answers = [line[1:].split() for line in told.splitlines() if line.startswith("=")]
        last = found.replay(record.number)
        for colour, stones in enumerate(answers[1:3], 1):
            assert sorted(stones) == sorted(
                last.game.grid.name(point) for point in range(25) if last.state.cells[point] == colour
            )
        assert float(answers[3][0]) == 7


def test_tables_and_json(files):
    found = zermelo.records(files / "cup.sqlite")
    with exported(files, "cup", ".csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["moves"] for row in rows] == [row["moves"] for row in found.rows()]
    assert [float(row["points_1"]) for row in rows] == [record.points[0] for record in found.records]
    data = json.loads(exported(files, "cup", ".json").read_text())
    assert [game["moves"] for game in data["games"]] == [list(record.moves) for record in found.records]
    assert data["about"]["kind"] == "round-robin"
    fewer = exported(files, "cup", ".csv", "--agent", "uct", "--game", "nim").read_text()
    assert len(fewer.splitlines()) == 1 + 4


def test_parquet(files):
    pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    rows = pandas.read_parquet(exported(files, "cup", ".parquet")).to_dict("records")
    assert [row["moves"] for row in rows] == [row["moves"] for row in zermelo.records(files / "cup.sqlite").rows()]


def test_parquet_needs_a_library(files, monkeypatch):
    for library in ("pandas", "polars"):
        monkeypatch.setitem(__import__("sys").modules, library, None)
    outcome = run("records", str(files / "cup.sqlite"), "--export", str(files / "cup.parquet"))
    assert_one_sentence(outcome, "needs pandas and pyarrow, or Polars")
    assert not (files / "cup.parquet").exists()


def test_a_table_starts_no_formula(files):
    with sqlite3.connect(files / "cup.sqlite") as connection:
        connection.execute("update about set value = ? where key = 'agents'", [json.dumps(["=1+1", "b", "c"])])
    connection.close()
    assert ",'=1+1," in exported(files, "cup", ".csv").read_text()


def test_every_game_says_what_it_has():
    assert {title: notations(find(title)) for title in ("chess", "checkers", "go", "hex", "othello", "connect4")} == {
        "chess": (".pgn",),
        "checkers": (".pdn",),
        "go": (".sgf",),
        "hex": (".sgf",),
        "othello": (".sgf", ".ggf"),
        "connect4": (),
    }


# Python


def test_records_in_python(cup):
    found = zermelo.records(str(cup / "cup.sqlite"))
    assert str(found).startswith("tictactoe, nim([3, 4, 5]): 12 of 12 games\n")
    assert repr(found) == str(found)
    assert found._repr_html_().startswith("<table>")
    assert found.standings.ranked()[0].games == 8
    assert pickle.loads(pickle.dumps(found)) == found
    played = found.game(3)
    assert isinstance(played, Transcript)
    assert Transcript.loads(played.dumps()).replay().outcome == found.record(3).outcome
    assert [row["number"] for row in found.rows()] == list(range(12))


def test_records_as_a_data_frame(cup):
    pytest.importorskip("pandas")
    frame = zermelo.records(cup / "cup.sqlite").to_pandas()
    assert list(frame["number"]) == list(range(12))


def test_records_of_a_game_of_the_user(tmp_path):
    game, file = write_game(tmp_path), str(tmp_path / "own.sqlite")
    assert run("match", game, "random", "random(seed=2)", "--games", "2", "--opening", "1", "--record", file, "--quiet").code == 0
    assert "2 of 2 games" in run("records", file).out
    assert "seat" in run("records", file, "--list").out
    assert_one_sentence(run("records", file, "--show", "0"), "not built in", "--rules my_game.py")
    shown = run("records", file, "--show", "0", "--rules", game)
    assert shown.code == 0, shown.err
    assert "x plays" in shown.out
    assert "seat" not in run("records", file, "--list", "--rules", game).out
    assert zermelo.records(file, rules=game).game(0).players == ("x", "o")
    assert_one_sentence(run("records", file, "--show", "0", "--rules", "nim"), "is another game")


def test_rules_that_a_file_names_are_not_run(files):
    evil = files / "evil.py"
    evil.write_text("raise SystemExit('harmed')")
    with sqlite3.connect(files / "cup.sqlite") as connection:
        connection.execute("update about set value = ? where key = 'games'", [json.dumps([f"{evil}:X", f"nim({evil}:Y)"])])
    connection.close()
    for number in ("0", "6"):
        outcome = run("records", str(files / "cup.sqlite"), "--show", number)
        assert outcome.code == 2
        assert "harmed" not in outcome.err


# Refusals


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--show", "99"), "there is no game 99 among these records; there are games from 0 to 11"),
        (("--show", "-1"), "there is no game -1"),
        (("--game-number", "12"), "there is no game 12"),
        (("--export", "cup.xyz"), "its name must end in .pgn, .pdn, .sgf, .ggf, .json, .csv or .parquet"),
        (("--export", "cup"), "its name must end in"),
        (("--export", "cup.pgn"), "PGN is for chess, not for tictactoe; it can be written as .json"),
        (("--export", "nowhere/cup.csv"), "there is no folder"),
        (("--export", "cup.csv", "--drawn", "--game", "nim"), "there are no games to write"),
        (("--agent", "deepthought"), "no agent of these records is called `deepthought`"),
        (("--game", "chess"), "there are no games of `chess`"),
        (("--won",), "name the agent who won or lost"),
        (("--list", "--show", "1"), "one of --list, --show and --export"),
        (("--rules", "nowhere.py"), "nowhere.py"),
    ],
)
def test_wrong_options_are_refused(files, monkeypatch, options, told):
    monkeypatch.chdir(files)
    before = sorted(files.iterdir())
    assert_one_sentence(run("records", "cup.sqlite", *options), told)
    assert sorted(files.iterdir()) == before


def test_the_records_are_not_replaced_by_their_export(files):
    target = files / "cup.json"
    shutil.copy(files / "cup.sqlite", target)
    assert_one_sentence(run("records", str(target), "--export", str(target)), "is the file of records itself")
    assert len(Archive(target)) == 12


def test_files_that_are_not_records_are_refused(files, tmp_path):
    missing, text, other = files / "missing.sqlite", files / "text.sqlite", files / "other.sqlite"
    text.write_text("hello" * 1000)
    with sqlite3.connect(other) as connection:
        connection.execute("create table games (number)")
    connection.close()
    with sqlite3.connect(files / "chess.sqlite") as connection:
        connection.execute("pragma user_version = 99")
    connection.close()
    whole = (files / "hex.sqlite").read_bytes()
    (files / "hex.sqlite").write_bytes(whole[:5000] + b"\xff" * 3000 + whole[8000:])
    (files / "go.sqlite").write_bytes(whole[:1000])
    empty = files / "empty.sqlite"
    empty.write_bytes(b"")
    for file, told in (
        (missing, "there is no file of records"),
        (files, "there is no file of records"),
        (text, "is not a file of records"),
        (other, "is not a file of records"),
        (empty, "is not a file of records"),
        (files / "chess.sqlite", "another format"),
        (files / "hex.sqlite", "damaged"),
        (files / "go.sqlite", "damaged"),
    ):
        for options in ((), ("--list",), ("--show", "0"), ("--export", str(tmp_path / "out.csv"))):
            assert_one_sentence(run("records", str(file), *options), told)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("update games set seats = '[0, 9]' where number = 2", "damaged at game 2"),
        ("update games set game = 7 where number = 2", "damaged at game 2"),
        ("update games set scores = '[]' where number = 2", "damaged at game 2"),
        ("update games set moves = '[1, 2' where number = 2", "damaged at game 2"),
        ("update games set turns = '[1]' where number = 2", "damaged at game 2"),
        ("update games set outcome = '{}' where number = 2", "damaged at game 2"),
        ("update about set value = '[' where key = 'agents'", ""),
        ("update about set value = '[]' where key = 'agents'", "does not name its games and agents"),
        ("update about set value = '7' where key = 'games'", "does not name its games and agents"),
        ("drop table games", ""),
    ],
)
def test_damaged_records_are_refused(files, change, told):
    with sqlite3.connect(files / "cup.sqlite") as connection:
        connection.execute(change)
    connection.close()
    assert_one_sentence(run("records", str(files / "cup.sqlite")), told)


def test_moves_against_the_rules_are_refused(files):
    with sqlite3.connect(files / "cup.sqlite") as connection:
        connection.execute('update games set before = \'["a1", "a1", "b1", "b2"]\' where number = 0')
    connection.close()
    for options in (("--show", "0"),):
        assert_one_sentence(run("records", str(files / "cup.sqlite"), *options), "damaged at game 0", "move 2")


def test_a_record_that_claims_another_result_is_refused(files):
    found = zermelo.records(files / "cup.sqlite")
    first = found.record(0)
    other = replace(first, outcome=zermelo.Outcome.by_rules((-1, 1) if first.points[0] else (1, -1)))
    with pytest.raises(RecordError, match="do not lead to its outcome"):
        Recorded(found.path, found.about, (other,)).replay(0)
    with pytest.raises(ZermeloError, match="there is no game 5"):
        Recorded(found.path, found.about, (other,)).game(5)
