"""The table of formats: `zermelo convert`, GGF and OBF, what is left out is said, and damaged files of every format get one sentence."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from cli_runner import assert_one_sentence, run
from long_runs import LONG
from position_sets import SETS

from zermelo import find
from zermelo.arena.openings import from_file
from zermelo.errors import PositionError, ZermeloError
from zermelo.files import FilesOffError, files_off
from zermelo.play.conversion import convert, load
from zermelo.play.notation.entry import Entry, Told
from zermelo.play.notation.formats import ENDINGS, FORMATS, endings, read_file

FORUM = SETS / "othello"
GGF = (
    "noise (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:23:14]PB[Saio3000]PW[Saio1200]RB[2197.01]TI[05:00//02:00]TY[8r18]RE[+4.000:r]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5/-1.2/3]B[d6];)"
)
OBF = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
PGN = '[White "ann"]\n[Event "cup"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 1-0\n\n[White "bob"]\n\n1. d4 d5 *\n'


def entries(ending, text, game=None):
    return list(ENDINGS[ending].read(text, game))


# GGF and OBF


def test_ggf_is_read_and_written():
    (entry,) = entries(".ggf", GGF)
    assert entry.position.history == ("d3", "c5", "d6")
    assert entry.told.seats == ("Saio3000", "Saio1200")
    assert (entry.told.outcome.winner, entry.told.outcome.reason) == (0, "resignation")
    assert entry.told.comments[1] == "-1.2 3s"
    assert entries(".ggf", ENDINGS[".ggf"].write(entry))[0].whole == entry.whole
    game = find("othello")
    for seed in range(5):
        source, position = random.Random(seed), game.start()
        while not position.over:
            position = position.advance(source.choice(position.choices))
        text = ENDINGS[".ggf"].write(Entry(position, Told(("a]", "b"))))
        (found,) = entries(".ggf", text)
        assert (found.position, found.position.history, found.told.seats) == (position, position.history, ("a]", "b"))
        assert found.told.outcome.winner == position.outcome.winner


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("c5/-1.2/3", "a1", r"move 2, W\[a1\], is wrong"),
        ("W[c5", "B[c5", "is a move of x, but o is to move"),
        (";)", "", "does not end"),
        ("BO[8 ", "BO[7 ", "size"),
        ("BO", "BX", "has no board"),
        ("Othello", "Amazons", "is Amazons, not Othello"),
        ("]B[d3", "]??B[d3", "cannot be read at"),
    ],
)
def test_damaged_ggf_gets_one_sentence(old, new, reason):
    assert old in GGF
    with pytest.raises(ZermeloError, match=reason) as caught:
        entries(".ggf", GGF.replace(old, new))
    assert "line 1" in str(caught.value)


def test_obf_and_ffo_sets():
    text = f"% set\n{OBF} X; A2:+38; C7:+36;\n\n{OBF} Black % 40. A2:+38\n{OBF}\nWhite to move\n"
    first, second, third = entries(".obf", text)
    assert first.whole.answers == (("A2", "+38"), ("C7", "+36"))
    assert (second.whole.remark, third.position.turn, second.position.turn) == ("40. A2:+38", "o", "x")
    assert ENDINGS[".obf"].write(first) == f"{OBF} X; A2:+38; C7:+36;\n"
    again = entries(".obf", "".join(map(ENDINGS[".obf"].write, (first, second, third))))
    assert [(each.position, each.whole) for each in again] == [(each.position, each.whole) for each in (first, second, third)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"{OBF} X; A1:+2;", "`a1` is not a legal move"),
        (f"{OBF} X; A2=2;", "`A2=2` is not a move with its value"),
        (OBF, "does not say who is to move"),
        (f"{OBF[:-1]} X;", "64 squares"),
        ("hello", "is not a position"),
    ],
)
def test_damaged_obf_gets_one_sentence(line, reason):
    with pytest.raises(ZermeloError, match=reason) as caught:
        entries(".obf", f"\n{line}\n")
    assert "line 2" in str(caught.value)


@pytest.mark.skipif(not FORUM.exists(), reason="needs the FFO sets")
def test_the_ffo_sets_are_read():
    for path in sorted(FORUM.glob("*.obf")):
        found = list(read_file(path))
        lines = [line for line in path.read_text().splitlines() if line.strip()]
        assert len(found) == len(lines) > 15
        assert [ENDINGS[".obf"].write(each).split() for each in found] == [line.split() for line in lines]


# Conversion


def test_every_game_has_two_formats_at_least():
    assert {row.ending for row in FORMATS} == {".pgn", ".pdn", ".sgf", ".ggf", ".epd", ".obf", ".json", ".txt"}
    wanted = {
        "chess": (".pgn", ".epd"),
        "checkers": (".pdn",),
        "othello": (".sgf", ".ggf", ".obf"),
        "backgammon": (".sgf",),
        "nim": (),
    }
    assert {name: endings(find(name)) for name in wanted} == {name: (*own, ".json", ".txt") for name, own in wanted.items()}


ROUNDS = [
    ("chess", "f3 e5 g4 Qh4#", (".pgn", ".json", ".txt", ".pgn", ".epd", ".txt", ".json")),
    ("checkers", "11-15 23-19 8-11", (".pdn", ".json", ".txt", ".pdn")),
    ("othello", "d3 c5 d6", (".sgf", ".ggf", ".json", ".txt", ".sgf", ".obf", ".txt", ".obf", ".json", ".ggf")),
    ("go(size=5)", "C3 pass B2", (".sgf", ".json", ".txt", ".sgf")),
    ("hex(size=4)", "b2 c3", (".sgf", ".json", ".txt", ".sgf")),
    ("backgammon", "31 8/5,6/5", (".sgf", ".json", ".txt", ".sgf")),
    ("connect4", "4 4 5", (".json", ".txt", ".json")),
]


@pytest.mark.parametrize(("name", "moves", "steps"), ROUNDS)
def test_a_game_keeps_its_position_from_format_to_format(name, moves, steps, tmp_path):
    game = find(name)
    position = game.start().play(moves)
    before = tmp_path / f"0{steps[0]}"
    before.write_text(ENDINGS[steps[0]].write(Entry(position, Told(("ann", "bob")))))
    for number, step in enumerate(steps[1:], 1):
        after = tmp_path / f"{number}{step}"
        done = convert(before, after, game)
        assert (done.entries, done.files) == (1, (str(after),))
        (entry,) = read_file(after, game)
        assert entry.position == position
        before = after


def test_what_is_left_out_is_said(tmp_path):
    (tmp_path / "games.pgn").write_text(PGN)
    outcome = run("convert", str(tmp_path / "games.pgn"), str(tmp_path / "out.json"))
    assert outcome.code == 0
    assert outcome.err == "note: 1 variation, 1 comment and 1 tag are left out: a .json file holds the main line and who played\n"
    assert outcome.out == f"wrote 2 games of chess to {tmp_path / 'out-1.json'} ... {tmp_path / 'out-2.json'}\n"
    outcome = run("convert", str(tmp_path / "games.pgn"), str(tmp_path / "out.epd"), "--json")
    assert outcome.object["left_out"] == {"moves": 5, "variations": 1, "comments": 1, "tags": 1}
    assert outcome.object["entries"] == 2
    outcome = run("convert", str(tmp_path / "games.pgn"), str(tmp_path / "again.pgn"), "--json")
    assert (outcome.object["left_out"], outcome.err) == ({}, "")
    wanted = [entry.whole for entry in entries(".pgn", PGN)]
    assert [entry.whole for entry in entries(".pgn", (tmp_path / "again.pgn").read_text())] == wanted


def test_answers_go_into_comments(tmp_path):
    (tmp_path / "set.epd").write_text('6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "mate";\n')
    assert convert(tmp_path / "set.epd", tmp_path / "set.pgn").lost == {}
    (game,) = entries(".pgn", (tmp_path / "set.pgn").read_text())
    assert (game.told.remark, game.told.tags["Event"]) == ('bm Ra8#; id "mate";', "mate")
    assert convert(tmp_path / "set.epd", tmp_path / "set.txt").lost == {"tags": 1, "answers": 2}


def test_a_file_of_something_else_is_not_replaced(tmp_path):
    (tmp_path / "games.pgn").write_text(PGN)
    for name, content in (("keep.json", '{"my": "settings"}'), ("keep.txt", "my diary"), ("keep.epd", "my diary")):
        (tmp_path / name).write_text(content)
        single = tmp_path / "one.pgn"
        single.write_text("1. e4 *")
        assert_one_sentence(run("convert", str(single), str(tmp_path / name)), "already exists", "--force")
        assert (tmp_path / name).read_text() == content
        assert run("convert", str(single), str(tmp_path / name), "--force").code == 0
        assert (tmp_path / name).read_text() != content
    (tmp_path / "old.pgn").write_text("1. d4 *")
    assert run("convert", str(tmp_path / "games.pgn"), str(tmp_path / "old.pgn")).code == 0
    (tmp_path / "many-2.json").write_text("[]")
    assert_one_sentence(run("convert", str(tmp_path / "games.pgn"), str(tmp_path / "many.json")), "many-2.json", "already exists")
    assert not (tmp_path / "many-1.json").exists()


@pytest.mark.parametrize(
    ("words", "phrases"),
    [
        (["none.pgn", "out.json"], ["none.pgn", "no such file"]),
        (["games.pgn", "out.xyz"], ["no known ending", ".pgn"]),
        (["games.pgn", "out.sgf"], ["SGF is for go, othello, hex and backgammon, not for chess", ".pgn, .epd, .json, .txt"]),
        (["games.pgn", "games.pgn"], ["is the file that is read"]),
        (["games.pgn", "no/folder/out.json"], ["there is no folder"]),
        (["list.txt", "out.json"], ["name it with --game"]),
        (["list.txt", "out.json", "--game", "chess"], ["line 2 is neither moves nor a position of chess"]),
        (["games.pgn", "out.json", "--game", "go"], ["PGN is for chess, not for go"]),
        (["empty.pgn", "out.json"], ["has no games in PGN"]),
        (["empty.epd", "out.json"], ["has no positions in EPD"]),
        (["bad.pgn", "out.json"], ["bad.pgn", "the game on line 2: move 1... e4 is wrong"]),
        ([".", "out.json"], ["no known ending"]),
        (["games.pgn", "out.json", "--game", "nosuchgame"], ["nosuchgame"]),
    ],
)
def test_every_mistake_gets_one_sentence(words, phrases, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("games.pgn").write_text(PGN)
    Path("list.txt").write_text("# list\ne5 e5\n")
    Path("empty.pgn").write_text("\n")
    Path("empty.epd").write_text("# nothing\n")
    Path("bad.pgn").write_text("\n1. e4 e4 *\n")
    assert_one_sentence(run("convert", *words), *phrases)
    assert not list(Path().glob("out*"))


def test_files_are_refused_where_they_are_not_allowed(tmp_path):
    (tmp_path / "games.pgn").write_text(PGN)
    with files_off("no files here"), pytest.raises(FilesOffError):
        convert(tmp_path / "games.pgn", tmp_path / "out.json")


# Where files are used


def test_a_game_of_any_format_can_be_gone_on_with(tmp_path):
    game = find("othello")
    for ending in (".sgf", ".ggf", ".json", ".txt"):
        path = tmp_path / f"game{ending}"
        path.write_text(ENDINGS[ending].write(Entry(game.start().play("d3 c5"))))
        assert load(path, game).replay(game) == game.start().play("d3 c5")
    outcome = run(
        "play",
        "othello",
        "--load",
        str(tmp_path / "game.sgf"),
        "--watch",
        "--against",
        "random(seed=1)",
        "--against",
        "random(seed=2)",
    )
    assert outcome.code == 0, outcome
    assert_one_sentence(run("play", "go", "--load", str(tmp_path / "game.sgf")), "the game is othello, not go")


def test_old_files_and_empty_targets(tmp_path):
    (tmp_path / "old.pgn").write_bytes('[White "H\u00fcbner"]\n\n1. e4 *\n'.encode("latin-1"))
    assert load(tmp_path / "old.pgn", find("chess")).seats[0] == "H\u00fcbner"
    (tmp_path / "new.pgn").touch()
    assert run("convert", str(tmp_path / "old.pgn"), str(tmp_path / "new.pgn")).code == 0
    assert "H\u00fcbner" in (tmp_path / "new.pgn").read_text(encoding="utf-8")


def test_openings_come_from_any_format(tmp_path):
    (tmp_path / "open.pgn").write_text("1. e4 e5 *\n\n1. d4 *\n\n1. e4 e5 *\n")
    chess = find("chess")
    assert from_file(chess, str(tmp_path / "open.pgn")) == [chess.start().play("e4 e5"), chess.start().play("d4")]
    (tmp_path / "over.pgn").write_text("1. f3 e5 2. g4 Qh4# 0-1")
    with pytest.raises(PositionError, match="after opening 1 of chess the game is over"):
        from_file(chess, str(tmp_path / "over.pgn"))


# Damaged files of every format

SAMPLES = {
    ".pgn": '[White "a \\" b"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n{c} 1.e4! e5 (1...c5 $2 (1... -- 2. d4) 2.Nf3 ; x\n) 2 Nf3\n% y\nNc6 1/2-1/2\n',
    ".pdn": '[GameType "21"]\n[FEN "B:W21,22,K31:B1-12:H0"]\n1. 11-15 {x} (1. 9-13) 22-18! 2-0\n',
    ".sgf": "(;FF[4]GM[1]SZ[5]KM[5.5]AB[aa:ba]AW[ee]PL[W]C[a \\] b];W[cc](;B[bb];W[])(;B[tt]))(;GM[6];W[31hefe];B[66agaglrlr])(;GM[11]SZ[4];B[a1];W[swap-pieces])(;GM[2];B[dc])",
    ".ggf": GGF,
    ".epd": '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "a; \\" b"; pv Ra7 h6; hmvc 4; fmvn 20; ce -3; zz;\n',
    ".obf": f"% c\n{OBF} X; A2:+38; C7:+36;\n{OBF} Black % 40\n{OBF}\nwhite to move\n",
    ".json": "",
    ".txt": "# c\n1. e4 e5\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
}
PIECES = [
    '"',
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ";",
    "\\",
    "\n",
    "%",
    "*",
    "1",
    "-",
    "x",
    "\u00e9",
    "\0",
    ":",
    "/",
    " ",
    "(;",
    "B[",
    "--",
    "9" * 30,
    "GM[6]",
]


def damaged(source, text):
    """A text with some places changed, taken out, repeated or exchanged."""
    for _ in range(source.randrange(1, 4)):
        at, to = sorted(source.randrange(len(text) + 1) for _ in range(2))
        kind = source.randrange(4)
        if kind == 0:
            text = text[:at] + source.choice(PIECES) + text[at:]
        elif kind == 1:
            text = text[:at] + text[min(to, at + 6) :]
        elif kind == 2:
            text = text[:at] + text[at : at + 12] * source.randrange(2, 4) + text[at + 12 :]
        else:
            text = text[:at] + source.choice(PIECES) + text[at + 1 :]
    return text


@pytest.mark.parametrize("ending", SAMPLES)
def test_damaged_files_end_in_one_sentence_or_are_read(ending):
    """Whatever is read is written, and read again as the same positions."""
    chess = find("chess")
    text = SAMPLES[ending] or ENDINGS[".json"].write(Entry(chess.start().play("e4 e5")))
    row, game = ENDINGS[ending], chess if ending == ".txt" else None
    assert len(entries(ending, text, game)) > 0
    read = refused = 0
    number = 12_500 if LONG else 250
    for seed in range(number):
        broken = damaged(random.Random(seed), text)
        try:
            found = entries(ending, broken, game)
        except ZermeloError as error:
            refused += 10 < len(str(error)) < 2000
            continue
        read += 1
        if found:
            again = entries(ending, row.between.join(map(row.write, found)), game)
            assert [each.position for each in again] == [each.position for each in found], broken
            if ending != ".txt":
                assert [each.whole for each in again] == [each.whole for each in found], broken
    assert read > 5
    assert refused == number - read > 5, "an error is one sentence"


@pytest.mark.parametrize("ending", SAMPLES)
def test_long_nonsense_is_read_in_linear_time(ending):
    """A quadratic pattern would take hours for these."""
    for piece in (
        "(",
        ")",
        "[",
        "]",
        "{",
        ";",
        "%",
        '"',
        "\\",
        "a",
        "1",
        "1.",
        "B[",
        "(;",
        "(;B[",
        '[a "',
        "-",
        "\n",
        " ",
        "x:",
        "((;",
        "e4 (d4 ",
        "1-",
    ):
        for tail in ("", "\n", "]", ")"):
            with suppress(ZermeloError):
                entries(ending, piece * 60_000 + tail, find("chess") if ending == ".txt" else None)


def test_json_counts_are_numbers(tmp_path):
    (tmp_path / "a.pgn").write_text(PGN)
    outcome = run("convert", str(tmp_path / "a.pgn"), str(tmp_path / "a.txt"), "--json")
    assert json.loads(outcome.out)["plies"] == 5
