"""SGF: nothing is lost, GNU Go and GNU Backgammon agree, every move is checked, and a damaged text gets one sentence."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess

import pytest
from long_runs import LONG

from zermelo import find
from zermelo.errors import ZermeloError
from zermelo.games.shared import sgf
from zermelo.games.shared.sgf import SgfError, SgfNode, SgfTree
from zermelo.play.notation.entry import Entry, NotationError, Told
from zermelo.play.notation.formats import ENDINGS

PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
GNUGO, GNUBG = shutil.which("gnugo", path=PATH), shutil.which("gnubg", path=PATH)
WHOLE = """some words before
(;FF[4]GM[1]SZ[9] KM[5.5]PB[a \\] b]C[two
lines \\\\ and \\
one]AB[aa][cc:dd]PL[W]XX[own][values]
 (;W[ee] C[x:y \\: z];B[ff](;W[gg])(;W[])(;W[tt];B[gg]))
 (;W[ed]N[other]))
between
(;GM[2])"""


def entries(text, game=None):
    return list(ENDINGS[".sgf"].read(text, game))


def played(game, seed, most=1000):
    """The position after random moves."""
    source, position = random.Random(seed), game.start()
    while not position.over and len(position.line()) <= most:
        position = position.advance(source.choice(position.choices))
    return position


# Nothing is lost


def test_a_whole_tree_is_read():
    tree, other = sgf.read_all(WHOLE)
    assert (len(tree.nodes), tree.variations, other.variations) == (8, 3, 0)
    root = tree.nodes[0]
    assert root.value("PB") == "a ] b"
    assert root.value("C") == "two\nlines \\ and one"
    assert root.values("XX") == ("own", "values")
    assert [node.value("B") or node.value("W") for node in tree.main_line()[1:]] == ["ee", "ff", "gg"]
    assert [node.line for node in tree.nodes[:3]] == [2, 5, 5]


def test_what_is_written_is_read_as_the_same_tree():
    trees = list(sgf.read_all(WHOLE))
    assert list(sgf.read_all("\n".join(tree.written() for tree in trees))) == trees


@pytest.mark.parametrize("seed", range(2000 if LONG else 100))
def test_random_trees_are_read_as_they_were_written(seed):
    source = random.Random(seed)
    values = ["", "aa", "x\\]", "a\nb", "\\\\", "(;B[", "a:b", "\u00fc", " "]
    nodes = [
        SgfNode(
            tuple(
                (
                    source.choice(["B", "W", "C", "Black", "ZZ"]),
                    tuple(source.choices(values[:5] + values[6:], k=source.randrange(1, 4))),
                )
                for _ in range(source.randrange(4))
            ),
            number - 1 - (source.randrange(min(number, 3)) if number > 1 else 0),
        )
        for number in range(source.randrange(1, 20))
    ]
    (first,) = sgf.read_all(SgfTree(tuple(nodes)).written())
    assert list(sgf.read_all(first.written())) == [first]
    assert sorted(str(node.properties) for node in first.nodes) == sorted(str(node.properties) for node in nodes)


def test_any_depth_is_read_and_written():
    deep = "(" + ";B[aa](;B[bb])(" * 20_000 + ";" + ")" * 20_001
    (tree,) = sgf.read_all(deep)
    assert tree.variations == 20_000
    assert list(sgf.read_all(tree.written())) == [tree]


def test_older_files_are_read():
    (entry,) = entries("(;GaMe[1]SiZe[5]Black[aa]White[bb];Black[cc];White[tt])")
    assert entry.position.game.size == 5
    (entry,) = entries("(;GaMe[1]SiZe[5];Black[cc];White[tt];Black[])")
    assert entry.position.history == ("C3", "pass", "pass")


# The rules


def test_stones_are_set_up():
    (entry,) = entries("(;GM[1]SZ[5]KM[0.5]AB[aa:ba][ee]AW[ae];AE[ee]PL[W];W[cc];B[])")
    assert str(entry.position.game) == "go(size=5, komi=0.5)" or entry.position.game.twice_komi == 1
    cells = entry.position.state.cells
    assert [point for point in range(25) if cells[point]] == [0, 12, 20, 21]
    (entry,) = entries("(;GM[1]SZ[5]HA[2]AB[aa][ee];W[cc])")
    assert entry.first.turn == "white"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(;GM[1]SZ[5];B[aa]\n;W[aa])", r"line 2 of the SGF: move 2, W\[aa\], is not legal there"),
        ("(;GM[1]SZ[5];B[aa];B[bb])", "is a move of black, but white is to move"),
        ("(;GM[1]SZ[5];B[zz])", "`zz` is not a point of a board of size 5"),
        ("(;GM[1]SZ[5];B[a])", "`a` is not a point"),
        ("(;GM[1]SZ[5];B[];W[];B[aa])", "comes after the end of the game"),
        ("(;GM[1]SZ[5];B[aa];AB[bb])", "stones are set up in the middle of the game"),
        ("(;GM[1]SZ[5:7])", r"SZ\[5:7\] is not the size of a square board"),
        ("(;GM[1]SZ[99])", "size"),
        ("(;GM[1]SZ[9]KM[x])", r"KM\[x\] is not a number of points"),
        ("(;GM[3])", r"GM\[3\] is not a game that can be read"),
        ("(;GM[2];B[aa])", r"B\[aa\], is not legal there"),
        ("(;GM[2]AB[aa])", "the position that is set up is invalid"),
        ("(;GM[11]SZ[5];B[f1])", "`f1` is not a point"),
        ("(;GM[6];B[11])", "is wrong"),
        ("(;GM[6];B[31ab])", r"B\[31ab\] is wrong"),
        ("(;GM[6];B[xx])", "is not a move; write two dice"),
        ("(;GM[1]SZ[5]PL[Q])", "is not a player"),
    ],
)
def test_wrong_games_are_refused_with_line_and_move(text, reason):
    with pytest.raises(SgfError, match=reason) as caught:
        entries(text)
    assert re.search("line [0-9]+ of the SGF", str(caught.value))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(;B[aa]\n\n", "line 3 of the SGF cannot be read: the tree does not end"),
        ("(;\nB[aa", "line 2 of the SGF: the value in square brackets does not end"),
        ("(;B[aa]\nx)", "line 2 of the SGF cannot be read at `x\\)`"),
        ("(;(B[aa]))", "line 1 of the SGF: a variation begins without a node"),
    ],
)
def test_a_damaged_text_gets_one_sentence_with_the_line(text, reason):
    with pytest.raises(SgfError, match=reason):
        list(sgf.read_all(text))


@pytest.mark.parametrize(
    "name", ["go(size=5)", "go(size=9)", "othello", "othello(size=6)", "hex(size=5)", "hex(size=5,swap=True)", "backgammon"]
)
def test_random_games_are_read_as_they_were_written(name):
    game = find(name)
    for seed in range(40 if LONG else 3):
        position = played(game, seed)
        text = ENDINGS[".sgf"].write(Entry(position, Told(("ann", "bob"), comments=["note ]"] * 9, remark="first")))
        (entry,) = entries(text, game)
        assert entry.position == position
        assert (entry.told.seats, entry.told.remark) == (("ann", "bob"), "first")
        if not name.startswith("backgammon"):
            assert entry.position.history == position.history
            assert list(entry.told.comments[:9]) == ["note ]"] * 9
        (alone,) = entries(text)
        assert alone.position.state == position.state


def test_games_from_other_positions_are_read_as_they_were_written():
    for name in ("go(size=5)", "othello", "hex(size=4)", "backgammon"):
        game = find(name)
        (begun,) = entries(ENDINGS[".sgf"].write(Entry(game.position(str(played(game, 1, 7))))), game)
        middle = after = begun.position
        for _ in range(4):
            after = after if after.over else after.advance(after.choices[len(after.choices) // 2])
        (entry,) = entries(ENDINGS[".sgf"].write(Entry(after)), game)
        assert entry.first == middle
        if name != "backgammon":  # a roll at the end has no move to be written with
            assert entry.position == after


def test_forced_passes_of_othello_may_be_left_out():
    game = find("othello(size=4)")
    found = 0
    for seed in range(60):
        position = played(game, seed)
        if "pass" in position.history:
            text = ENDINGS[".sgf"].write(Entry(position)).replace(";B[]", "").replace(";W[]", "")
            assert entries(text)[0].position == position
            found += 1
    assert found > 3


def test_the_cube_is_left_out_and_counted():
    (entry,) = entries("(;GM[6];W[31heFe];B[double];W[take])".replace("F", "f"))
    assert (entry.cube, entry.plies) == (2, 2)


def test_a_resignation_of_hex_is_no_move():
    (entry,) = entries("(;GM[11]SZ[5]RE[W+R];B[a1];W[bb];B[resign])")
    assert (entry.position.history, entry.told.outcome.winner) == (("a1", "b2"), 1)


# Other programs agree


@pytest.mark.skipif(GNUGO is None, reason="needs GNU Go")
@pytest.mark.parametrize("size", [5, 9, 19])
def test_gnu_go_sees_the_same_position(size, tmp_path):
    game = find(f"go(size={size})")
    for seed in range(10 if LONG else 2):
        position = played(game, seed, 3 * size * size // 2 if size < 19 else 120)
        (tmp_path / "game.sgf").write_text(ENDINGS[".sgf"].write(Entry(position)))
        asked = f"loadsgf {tmp_path / 'game.sgf'}\nlist_stones black\nlist_stones white\nquit\n"
        done = subprocess.run([GNUGO, "--mode", "gtp"], input=asked, capture_output=True, text=True, check=True, timeout=60)
        _, black, white, *_ = (answer[1:].split() for answer in done.stdout.split("\n\n"))
        cells = position.state.cells
        for colour, theirs in ((1, black), (2, white)):
            assert {game.grid.name(point) for point in range(size * size) if cells[point] == colour} == set(theirs)


@pytest.mark.skipif(GNUGO is None, reason="needs GNU Go")
def test_a_game_of_gnu_go_is_read(tmp_path):
    asked = (
        "boardsize 7\nclear_board\n"
        + "genmove black\ngenmove white\n" * 8
        + f"printsgf {tmp_path / 'x.sgf'}\nlist_stones black\nquit\n"
    )
    done = subprocess.run(
        [GNUGO, "--mode", "gtp", "--level", "1"], input=asked, capture_output=True, text=True, check=True, timeout=60
    )
    theirs = set(done.stdout.split("\n\n")[-3][1:].split())
    (entry,) = entries((tmp_path / "x.sgf").read_text())
    game, cells = entry.position.game, entry.position.state.cells
    assert {game.grid.name(point) for point in range(49) if cells[point] == 1} == theirs


def gnubg(folder, *commands):
    settings = ["set player 0 gnubg", "set player 1 gnubg", "set automatic game off", "set cube use off"]
    settings += [f"set player {each} chequer evaluation plies 0" for each in (0, 1)]
    (folder / "commands").write_text("\n".join([*settings, *commands, "quit", "y", ""]))
    with (folder / "commands").open() as typed:
        subprocess.run([GNUBG, "-t", "-q"], stdin=typed, capture_output=True, cwd=folder, check=False, timeout=100)


@pytest.mark.skipif(GNUBG is None, reason="needs GNU Backgammon")
def test_gnu_backgammon_and_we_see_the_same_positions(tmp_path):
    """The IDs of all positions of a game that it played."""
    for seed in range(5 if LONG else 1):
        gnubg(
            tmp_path,
            f"set seed {seed + 3}",
            "new game",
            "end game",
            "save game a.sgf",
            "export game text a.txt",
            "save match m.sgf",
        )
        theirs = re.findall("Position ID: (\\S+)", (tmp_path / "a.txt").read_text())
        for place in ("a.sgf", "m.sgf"):
            (entry,) = entries((tmp_path / place).read_text())
            line = [each for each in entry.position.line() if each.player >= 0]
            ours = [each.game.position_id(each.state) for each in line]
            assert len(ours) > 10
            assert ours == theirs[: len(ours)]
        for path in ("a.txt", "a.sgf", "m.sgf"):
            (tmp_path / path).unlink()


@pytest.mark.skipif(GNUBG is None, reason="needs GNU Backgammon")
def test_gnu_backgammon_reads_our_games(tmp_path):
    game = find("backgammon")
    for seed in range(5 if LONG else 1):
        position = played(game, seed)
        (tmp_path / "ours.sgf").write_text(ENDINGS[".sgf"].write(Entry(position)))
        gnubg(tmp_path, "load match ours.sgf", "save match theirs.sgf")
        (entry,) = entries((tmp_path / "theirs.sgf").read_text())
        assert entry.position == position
        assert entry.plies == len(position.line()) - 1
        (tmp_path / "theirs.sgf").unlink()


def test_other_games_are_refused():
    with pytest.raises(ZermeloError, match="the game is go, not othello"):
        entries("(;GM[1]SZ[9])", find("othello"))
    with pytest.raises(NotationError, match="PGN is for chess, not for go"):
        list(ENDINGS[".pgn"].read("1. e4", find("go")))
