"""Files that users name: regular ones of a bounded size, and none at all for visitors of the studio."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from cli_runner import assert_one_sentence, run

import zermelo
from zermelo import files, find
from zermelo.errors import GameError, ZermeloError
from zermelo.hosting.limits import Limits
from zermelo.studio.game_setup import Setup, load, recall
from zermelo.studio.recordings import WatchRequest

OWN = tuple(str(Path(place).resolve()) for place in (Path(zermelo.__file__).parent, sys.prefix, sys.base_prefix))
_touched: list[str] | None = None


def _note(path: object) -> None:
    if _touched is not None and isinstance(path, str | bytes | os.PathLike):
        name = os.fsdecode(path)
        if not os.path.abspath(name).startswith(OWN) and "__pycache__" not in name:
            _touched.append(name)


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("open", "os.listdir", "os.scandir", "os.mkdir", "os.remove", "os.rename", "sqlite3.connect") and arguments:
        _note(arguments[0])


sys.addaudithook(_hear)


@pytest.fixture
def touched(tmp_path, monkeypatch):
    """What is opened, listed, made or looked for outside the program itself, in a folder that is full of tempting files."""
    global _touched
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "notes.json").write_text("[[1,2],[3,4]]")
    (tmp_path / "x.book").write_text("zermelo book 1\n")
    (tmp_path / "x.advice").write_text("table x for chess\n")
    (tmp_path / "my.py").write_text("open('harm', 'w').write('done')\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "all").mkdir()
    really = os.stat
    monkeypatch.setattr(os, "stat", lambda path, *rest, **options: (_note(path), really(path, *rest, **options))[1])
    _touched = found = []
    yield found
    _touched = None
    assert not (tmp_path / "harm").exists()


GAMES = [
    'tree("notes.json")',
    "tree('notes.' 'json')",
    "tree('notes' '.' 'j' 'son')",
    r"tree('notes\x2ejson')",
    r"tree('notes\N{FULL STOP}json')",
    "tree(tree='notes.json')",
    "tree('''notes.json''')",
    "tree('~/notes.json')",
    "tree('~root/notes.json')",
    "tree('/dev/zero')",
    "tree('/etc/passwd')",
    "tree('missing.json')",
    "tree(' notes.json')",
    "my.py",
    "my.py:Harm",
    "my.py:Harm(size=3)",
    "./my.py",
    "~/my.py",
    "~root/my.py",
    "MY.PY",
    "my.ｐｙ",
    "missing.py",
    "/dev/zero.py",
]
AGENTS = [
    "strong(book='x.book')",
    "strong(book='x.' 'book')",
    "strong(book=x)",
    "strong(ｂｏｏｋ=x)",
    "strong(1, 2, 3, '64MB', 1, 1, 'x.book')",
    "alphabeta(2, None, None, 'none', False, None, False, False, False, False, False, False, False, False, False, False, False, "
    "True, 1, 1, 'x.book')",
    "alphabeta(depth=2, tables='folder')",
    "alphabeta(depth=2, tables='./all')",
    "alphabeta(depth=2, tables=late)",
    "alphabeta(depth=2, tables='~')",
    "strong(depth=2, tables='/etc')",
    "strong(1, 2, 3, '64MB', 1, 1, None, 'folder')",
    "proof(tables='folder')",
    "proof(10, None, '1MB', 'folder')",
    "table(folder)",
    "table('/etc', otherwise='random')",
    "table('fol' 'der', 'random')",
    "table(otherwise=\"strong(book='x.book')\")",
    "table(otherwise=\"table('folder', otherwise='random')\")",
    "advice('x.advice')",
    "advice('x.' 'advice')",
    "advice(x)",
    r'advice("\x2fetc\x2fpasswd")',
    "advice('/dev/zero')",
    "advice('~/x.advice')",
    "advice('../x')",
    "advice(tictactoe, otherwise=\"strong(book='x.book')\")",
    "advice(tictactoe, \"advice(tictactoe, 'strong(tables=folder)')\")",
    "command('touch x')",
    "command(program='./x')",
    "uci(stockfish)",
    "gtp('gnugo --mode gtp')",
    "gnubg()",
    "table(otherwise=\"command('touch x')\")",
    "advice(tictactoe, otherwise=\"command('touch x')\")",
    "advised('x.advice')",
    "advised(tictactoe, \"strong(depth=2, book='x.book')\")",
    "advised(tictactoe, \"strong(depth=2, tables='folder')\")",
]


def refused(ask, touched):
    """The one sentence with which something is refused, before anything was touched."""
    touched.clear()
    with pytest.raises(ZermeloError) as caught:
        ask()
    seen = list(touched)
    assert seen == []
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("text", GAMES)
def test_no_game_that_a_visitor_types_touches_a_file(text, touched):
    limits = Limits()
    refused(lambda: limits.game(text), touched)
    refused(lambda: Setup(text).session(limits, 1), touched)
    refused(lambda: WatchRequest(game=text).record(limits), touched)


@pytest.mark.parametrize("text", AGENTS)
def test_no_agent_that_a_visitor_types_touches_a_file(text, touched):
    limits, here = Limits(), find("tictactoe").start()
    limits.agent("advice(tictactoe)", here)  # imports what advice needs
    refused(lambda: limits.agent(text, here), touched)
    refused(lambda: limits.any_agent(text), touched)
    refused(lambda: Setup("tictactoe", (text, "person")).session(limits, 1), touched)
    refused(lambda: WatchRequest(game="tictactoe", agent=text).record(limits), touched)


def test_no_saved_game_touches_a_file(touched):
    evil = "tree('notes.' 'json')"
    saved = {"zermelo": "transcript", "version": 1, "players": ["MAX", "MIN"], "seats": [], "moves": [], "game": evil}
    refused(lambda: load(json.dumps(saved), "x.json", Limits(), 1), touched)
    for game in ("connect4", "tree", evil):
        kept = {"game": game, "clock": "", "left": [], "transcript": saved}
        refused(lambda kept=kept: recall(json.dumps(kept), Limits(), 1), touched)


@pytest.mark.parametrize("name", ["x", "x.advice", "../x", "/dev/zero", "~/x.advice", "missing"])
def test_no_advice_table_that_a_visitor_names_touches_a_file(name, touched):
    from random import Random

    from zermelo.studio import advice_answers

    here = find("tictactoe").start()
    advice_answers.ask("tictactoe", here, Limits())
    refused(lambda: advice_answers.ask(name, here, Limits()), touched)
    refused(lambda: advice_answers.start(name, "", "", "", Limits()), touched)
    refused(lambda: advice_answers.any_position(name, Limits(), Random(1)), touched)


def test_files_are_read_again_where_the_owner_allows_them(tmp_path):
    (tmp_path / "notes.json").write_text("[[1,2],[3,4]]")
    text = f"tree('{tmp_path}/notes.' 'json')"
    assert Limits(files=True).game(text).start().moves == ("1", "2")
    with pytest.raises(ZermeloError, match="--allow-files"):
        Limits().game(text)


def test_tables_of_the_owner_are_not_files_of_the_visitor(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    from zermelo.tablebases import build

    game = find("tictactoe")
    build(game)
    limits = Limits()
    for text in ("table()", "alphabeta(depth=2, tables=all)", "strong(depth=1, tables='all')"):
        assert limits.agent(text, game.start())(game.start()).move in game.start().moves


# What is read at all


@pytest.fixture
def odd(tmp_path):
    """Files that are none: a name for each, with the ending that is asked for."""

    def make(kind: str, ending: str) -> Path:
        path = tmp_path / f"{kind}{ending}"
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "folder":
            path.mkdir()
        elif kind == "device":
            path.symlink_to("/dev/zero")
        else:
            with path.open("wb") as file:
                file.truncate(files.MOST_BYTES + 1)
        return path

    return make


COMMANDS = {
    "solution": (["check-solution", "{}", "tictactoe"], ".json"),
    "advice": (["advise", "{}"], ".advice"),
    "advice to verify": (["verify", "{}"], ".advice"),
    "settings": (["experiment", "threat-ads", "--config", "{}"], ".toml"),
    "experiment": (["experiment", "{}"], ".py"),
    "rules": (["best", "{}"], ".py"),
    "tree": (["best", "tree('{}')"], ".json"),
    "book": (["book", "dump", "{}"], ".book"),
    "book to merge": (["book", "merge", "{}", "--out", "out.book"], ".book"),
    "book of an agent": (["best", "tictactoe", "--agent", "strong(book='{}')"], ".book"),
    "saved game": (["play", "tictactoe", "--load", "{}"], ".json"),
    "saved chess": (["play", "chess", "--load", "{}"], ".pgn"),
}


@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "huge"])
@pytest.mark.parametrize("case", COMMANDS)
def test_only_regular_files_of_a_bounded_size_are_read(odd, tmp_path, monkeypatch, case, kind):
    monkeypatch.chdir(tmp_path)
    words, ending = COMMANDS[case]
    path = odd(kind, ending)
    outcome = run(*(word.format(path) for word in words))
    told = {"device": "device", "pipe": "pipe", "folder": "folder", "huge": "larger than"}[kind]
    assert outcome.code in (1, 2), outcome
    assert told in outcome.out + outcome.err, outcome
    if outcome.code == 2:
        assert_one_sentence(outcome)


@pytest.mark.parametrize("case", ["advice", "advice to verify", "settings", "experiment", "rules", "tree", "saved game"])
def test_what_takes_long_to_read_is_small(tmp_path, case):
    words, ending = COMMANDS[case]
    path = tmp_path / f"large{ending}"
    path.write_bytes(b"[" * ((16 << 20) + 1))
    assert_one_sentence(run(*(word.format(path) for word in words)), " MB, the most that is read")


OUTPUTS = [
    "tree nim([1,2]) --out {}.svg",
    "tree nim([1,2]) --html {}.html",
    "solve nim([1,2]) --out {}.json",
    "lesson minimax --html {}.html",
    "advise tictactoe --svg {}.svg",
    "book build nim([1,2]) --agent minimax --out {}.book",
    "ablate nim([1,2]) --depth 2 --plot {}.svg",
    *(
        f"experiment threat-ads --only virus --games 1 --set depth=1 --{kind}"
        for kind in ("csv {}.csv", "markdown {}.md", "plot {}.svg")
    ),
    "experiment threat-ads --only virus --games 1 --set depth=1 --out {}.sqlite",
]


@pytest.mark.parametrize("words", OUTPUTS)
def test_nothing_is_written_over_a_pipe_or_a_device(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    link = Path("link" + Path(words.split()[-1]).suffix)
    os.mkfifo("pipe")
    link.symlink_to("pipe")
    assert_one_sentence(run(*words.format("link").split()), "link")
    assert Path("pipe").is_fifo()
    assert link.is_symlink()


def test_no_object_writes_over_a_pipe_or_a_device(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(ZermeloError, match="a device or a pipe"):
        zermelo.tree("nim([1,2])").save(tmp_path / "pipe.json")
    assert (tmp_path / "pipe.json").is_fifo()


def test_a_file_that_grows_while_it_is_read_is_cut_off_with_a_sentence(tmp_path, monkeypatch):
    path = tmp_path / "long"
    path.write_bytes(b"x" * 100)
    with pytest.raises(GameError, match="larger than 99 bytes"):
        files.read_bytes(path, GameError, most=99)
    monkeypatch.setattr(files, "_check_regular", lambda *_: None)  # as if it had been small a moment ago
    with pytest.raises(GameError, match="larger than 99 bytes"):
        files.read_bytes(path, GameError, most=99)
    assert files.read_bytes(path, most=100) == b"x" * 100


def test_a_byte_order_mark_is_not_part_of_a_text(tmp_path):
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfhello")
    assert files.read_text(tmp_path / "a") == "hello"
    (tmp_path / "b").write_bytes(b"\xff\xfe")
    with pytest.raises(ZermeloError, match="not a text file in UTF-8"):
        files.read_text(tmp_path / "b")


@pytest.mark.parametrize(
    "words",
    [
        "list --from {}",
        "probe tictactoe --from {}",
        "probe chess --from {}",
        "verify chess KRK --from {}",
        "build chess KRK --to {}",
    ],
)
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_a_folder_with_something_else_than_tables_is_refused(odd, tmp_path, words, kind):
    odd(kind, "-KRK.table")
    assert_one_sentence(run("table", *words.format(tmp_path).split()), "is not a regular file")
