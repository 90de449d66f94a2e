"""PGN, PDN and EPD: nothing is lost, other programs agree, every move is checked, and a damaged text gets one sentence."""

from __future__ import annotations

import io
import random

import pytest
from long_runs import LONG
from position_sets import SETS

from zermelo import find
from zermelo.errors import ZermeloError
from zermelo.files import decoded
from zermelo.games.chess import epd
from zermelo.games.chess.epd import EpdError
from zermelo.games.shared.movetext import DRAUGHTS_RESULTS, MOST_NESTED, Comment, GameText, Glyph, MovetextError, Ply, Variation
from zermelo.games.shared.movetext_reader import Reader
from zermelo.play.notation.entry import NotationError
from zermelo.play.notation.formats import ENDINGS

SUITES = SETS / "chess"
WHOLE = """%eco-program: 3
[Event "A \\"big\\" cup"]
[Event "again"]
[White "M\u00fcller, J. \\\\ K."]
[Black "?"]
[Result "1/2-1/2"]
[Custom_Tag "a; b {c} [d]"]

{[%clk 1:30:00] before
the first move} 1.e4! $14 {good
 text} e5 (1...c5 $6 (1... e6 {French} 2. d4 (2. d3?! ; slow
2... c5) d5) 2.Nf3 +/- d6) {after} 2 Nf3?! ; to the end of the line (not a variation)
% for another program
Nc6 3. Bb5 (3. -- Nf6 4. Bc4) (3. Bc4 Bc5 1-0) 3 ... a6 1/2-1/2

[White "bob"] 1. d4 d5 *

[White "cy"]

1. c4
"""


def read(text, kind="PGN"):
    results = DRAUGHTS_RESULTS if kind == "PDN" else ("1-0", "0-1", "1/2-1/2", "*")
    return list(Reader(text, kind, results).games())


def entries(ending, text, game=None):
    return list(ENDINGS[ending].read(text, game))


# Nothing is lost


def test_a_whole_game_is_read():
    first, second, third = read(WHOLE)
    assert [name for name, _ in first.tags] == ["Event", "Event", "White", "Black", "Result", "Custom_Tag"]
    assert first.tag("event") == 'A "big" cup'
    assert first.tag("White") == "M\u00fcller, J. \\ K."
    assert first.tag("Custom_Tag") == "a; b {c} [d]"
    assert first.moves == ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
    assert first.result == "1/2-1/2"
    assert first.line.before == (Comment("eco-program: 3", "%"), Comment("[%clk 1:30:00] before\nthe first move"))
    assert first.line.plies[0] == Ply("e4", (Glyph("!"), Glyph("$14"), Comment("good\n text")))
    e5, knight = first.line.plies[1:3]
    assert e5.comments == ("after",)
    assert [each.moves for each in e5.variations] == [("c5", "Nf3", "d6")]
    assert [each.moves for each in e5.variations[0].plies[0].variations] == [("e6", "d4", "d5")]
    assert knight.glyphs == ("?!",)
    assert knight.after[1:] == (Comment(" to the end of the line (not a variation)", ";"), Comment(" for another program", "%"))
    assert [each.moves for each in first.line.plies[4].variations] == [("--", "Nf6", "Bc4"), ("Bc4", "Bc5")]
    assert (second.tag("White"), second.moves, third.moves, third.result) == ("bob", ("d4", "d5"), ("c4",), None)
    assert len(first.variations()) == 5


def test_what_is_written_is_read_as_the_same_tree():
    games = read(WHOLE)
    assert read("\n".join(game.written() for game in games)) == games


def test_games_of_tags_alone_stay_apart():
    text = '[Event "a"]\n[White "x"]\n\n[Event "b"]\n\n[Event "c"]\n[Event "d"]\n\n1. e4 *\n'
    games = read(text)
    assert [game.tags for game in games] == [
        (("Event", "a"), ("White", "x")),
        (("Event", "b"),),
        (("Event", "c"), ("Event", "d")),
    ]
    assert read("\n".join(game.written() for game in games)) == games


def random_things(source, depth):
    texts = ["a", "", "x\ny", "% no line", "1. e4 (", "two  spaces", " [%clk 0:01:02] "]
    for _ in range(source.choice([0, 0, 0, 1, 2])):
        kind = source.randrange(5)
        if kind == 0:
            yield Comment(source.choice(texts))
        elif kind == 1:
            yield Comment(source.choice(["", " note", "{not a comment}"]), source.choice(";%"))
        elif kind == 2:
            yield Glyph(source.choice(["$1", "!", "??", "+-", "=", "e.p.", *(["1-0", "*"] if depth < 3 else [])]))
        elif depth:
            yield random_line(source, depth - 1)


def random_line(source, depth):
    moves = ["e4", "O-O", "0-0-0", "Nbd7+", "--", "exd8=Q#", "e8(Q)", "11-15", "22x15x8", "Z0", "e7e8q"]
    plies = [Ply(source.choice(moves), tuple(random_things(source, depth))) for _ in range(source.randrange(5))]
    before = tuple(each for each in random_things(source, 0) if isinstance(each, Comment | Glyph))
    return Variation(tuple(plies), before)


@pytest.mark.parametrize("seed", range(2000 if LONG else 100))
def test_random_trees_are_read_as_they_were_written(seed):
    source = random.Random(seed)
    tags = tuple((f"T{at}", source.choice(["", 'a "b"', "\\", "]", 'x\\"', "a  b"])) for at in range(source.randrange(1, 4)))
    line = random_line(source, 3)
    before = tuple(each for each in line.before if isinstance(each, Comment))
    game = GameText(tags, Variation(line.plies, before), source.choice(["1-0", "*"]))
    assert read(game.written(source.randrange(1, 90), source.random() < 0.5)) == [game]


def test_old_files_are_in_latin_1():
    assert read(decoded('[White "H\u00fcbner"] 1. e4 *'.encode("latin-1")))[0].tag("White") == "H\u00fcbner"
    with pytest.raises(ValueError, match="not a text file"):
        decoded("1. e4".encode("utf-16-le"))


def test_every_style_of_numbers_and_castling():
    for text in ("1.e4 e5 2.Nf3", "1. e4 1... e5 2. Nf3", "1 e4 e5 2 Nf3", "e4 e5 Nf3", "1.e4 1\u2026e5 2.Nf3", "1e4 e5 2Nf3"):
        assert read(text)[0].moves == ("e4", "e5", "Nf3"), text
    assert read("1. 0-0 0-0-0 2. 1-0x *")[0].moves[:2] == ("0-0", "0-0-0")


# Other programs agree


def python_chess_game(chess, source):
    """A random game with variations and comments."""
    game = chess.pgn.Game()
    game.headers["White"] = "a [q] (b) {c}"  # python-chess does not escape quotes
    nodes = [game]
    for _ in range(source.randrange(3, 30)):
        node = source.choice(nodes[-3:])
        moves = list(node.board().legal_moves)
        if not moves:
            break
        child = node.add_variation(source.choice(moves), nags=source.sample([1, 2, 14, 146], source.randrange(2)))
        if source.random() < 0.3:
            child.comment = source.choice(["good", "[%clk 0:10:00] x", "a; b (c)"])
        if source.random() < 0.1 and child.starts_variation():
            child.starting_comment = "or"
        nodes.append(child)
    return game


def same(node, chess_node):
    """Whether a line and all its variations are those of a node of python-chess."""
    for ply in node.plies:
        assert chess_node.variations
        board = chess_node.board()
        main, *others = chess_node.variations
        assert board.parse_san(ply.move) == main.move
        assert len(ply.variations) == len(others)
        for ours, theirs in zip(ply.variations, others, strict=True):
            assert board.parse_san(ours.plies[0].move) == theirs.move
            same(Variation(ours.plies[1:]), theirs)
        assert sorted(int(glyph[1:]) for glyph in ply.glyphs) == sorted(main.nags)
        assert " ".join(" ".join(ply.comments).split()) == main.comment.strip()  # python-chess writes spaces inside braces
        chess_node = main
    assert not chess_node.variations


@pytest.mark.parametrize("seed", range(300 if LONG else 30))
def test_python_chess_reads_and_writes_the_same_trees(seed):
    chess = pytest.importorskip("chess.pgn") and pytest.importorskip("chess")
    game = python_chess_game(chess, random.Random(seed))
    text = str(game)
    (ours,) = read(text)
    same(ours.line, game)
    (entry,) = entries(".pgn", text)
    assert entry.position.game.fen(entry.position.state).split()[:4] == game.end().board().fen().split()[:4]
    theirs = chess.pgn.read_game(io.StringIO(ours.written()))
    assert not theirs.errors
    same(ours.line, theirs)
    assert dict(theirs.headers) == dict(ours.tags)


# The rules


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. e4 e5 2. Ke3 *", "the game on line 1: move 2. Ke3 is wrong"),
        ("1. e4 e5 2. -- *", r"move 2. -- is a null move, which can stand only in a variation"),
        ("1. e4 e5 (1... c5 2. Nf6) *", r"move 2. Nf6 of a variation is wrong"),
        ("\n\n1. f3 e5 2. g4 Qh4# 3. a3", "the game on line 3: move 3. a3 is wrong: .*the game is over"),
        ('[FEN "8/8 w"]\n1. e4', "the game on line 2: the first position is invalid"),
        ('[FEN "8/8/8/8/8/k7/8/K6R b - - 0 40"]\n1. e4', "move 40... e4 is wrong"),
        ('[Variant "Chess960"]\n1. e4', "variant Chess960; only standard chess can be read"),
    ],
)
def test_wrong_chess_is_refused_with_the_number_of_the_move(text, reason):
    with pytest.raises(NotationError, match=reason):
        entries(".pgn", text)


def test_what_follows_a_null_move_is_checked():
    assert len(entries(".pgn", "1. e4 e5 (1... -- 2. d4 Z0 3. d5) *")) == 1
    with pytest.raises(NotationError, match=r"move 2. e5 of a variation is wrong|move 2. d6 of a variation is wrong"):
        entries(".pgn", "1. e4 e5 (1... -- 2. d6) *")


def test_deep_variations_are_refused_and_not_fatal():
    deep = "1. e4 " + "(1. d4 " * MOST_NESTED + ")" * MOST_NESTED
    (game,) = read(deep)
    assert read(game.written()) == [game]
    assert hash(game) == hash(read(deep)[0])
    assert len(repr(game)) > MOST_NESTED
    assert len(entries(".pgn", deep)) == 1
    for depth in (MOST_NESTED + 1, 100_000):
        with pytest.raises(MovetextError, match=f"more than {MOST_NESTED} variations"):
            read("1. e4 " + "(1. d4 " * depth + ")" * depth)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. e4\n{ no end", "line 2 of the PGN cannot be read at `{ no end`: the comment does not end"),
        ("1. e4\n\n) e5", "line 3 of the PGN cannot be read at `\\) e5`: it closes a variation that was not opened"),
        ("1. e4 (e5\n", "line 2 of the PGN: the text ends inside round brackets"),
        ("(1. e4)", "line 1 of the PGN: a variation comes before any move"),
        ('[White "ann]\n1. e4', "line 1 of the PGN is not a tag"),
        ("1. e4 (1. d4 [x])", "line 1 of the PGN cannot be read at `\\[x"),
        ("1. e4 & e5", "line 1 of the PGN cannot be read at `& e5`"),
    ],
)
def test_a_damaged_text_gets_one_sentence_with_the_line(text, reason):
    with pytest.raises(MovetextError, match=reason):
        read(text)


# PDN

DRAUGHTS = """[Event "x"]
[Black "ann"]
[White "bob"]
[Result "2-0"]
[GameType "21,B,8,8,N1,0"]

1. 11-15 23-19 2. 8-11 {solid} 22-17 (2... 26-23 3. 11-16) 3. 11-16! 24-20 4. 16x23 27x11 2-0

[Result "1-1"] 1. 9-14 22-18 1-1

[FEN "W:W21,22,K31:B1-12"] 1... 22-18 0-2
"""


def test_pdn_is_the_same_tree():
    games = read(DRAUGHTS, "PDN")
    assert read("\n".join(game.written() for game in games), "PDN") == games
    first, second, third = entries(".pdn", DRAUGHTS)
    assert first.position.history[:3] == ("11-15", "23-19", "8-11")
    assert (first.told.seats, first.told.outcome.winner, first.variations) == (("ann", "bob"), 1, 1)
    assert (second.told.outcome.winner, third.told.outcome.winner) == (None, 0)
    assert third.first.turn == "white"
    assert "1... 22-18" in ENDINGS[".pdn"].write(third)


def test_other_draughts_are_refused():
    with pytest.raises(NotationError, match="GameType 20; only 21, English draughts"):
        entries(".pdn", '[GameType "20"] 1. 32-28 *')
    with pytest.raises(NotationError, match=r"move 1... 11-15 is wrong"):
        entries(".pdn", "1. 11-15 11-15 *")


# EPD


def test_epd_keeps_everything():
    line = 'k7/8/8/8/8/8/8/KR6 w - - bm Rb3 Rb4; am Ka2; pv Rb2 Ka7; acd 12; ce -30; id "a; b \\"c\\" \\\\"; c0 "x"; zz_9 q 1; hmvc 7; fmvn 33; noop;'
    found = epd.read(line)
    assert str(found) == line
    assert epd.read(str(found)) == found
    assert found.operands("id") == ('a; b "c" \\',)
    position = found.position(find("chess"))
    assert (position.state.clock, position.state.number) == (7, 33)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("k7/8/8/8/8/8/8/KR6 w - - bm Rb9;", "line 2 of the EPD: `bm` is wrong: `Rb9` is not a legal move"),
        ("k7/8/8/8/8/8/8/KR6 w - - pv Rb2 Rb3;", "`pv` is wrong: `Rb3`"),
        ("k7/8/8/8/8/8/8/KR6 w - - dm x;", "`dm` needs one whole number"),
        ("k7/8/8/8/8/8/8/KR6 w - - bm;", "`bm` needs at least one move"),
        ('k7/8/8/8/8/8/8/KR6 w - - id "x;', "a text in quotes does not end"),
        ("k7/8/8/8/8/8/8/KR6 w - - 12 x;", "`12` is not an operation"),
        ("k7/8/8/8/8/8/8/KR6 x - -", "does not begin with four fields"),
        ("8/8/8/8/8/8/8/KR6 w - -", "Black has 0 kings"),
    ],
)
def test_damaged_epd_gets_one_sentence_with_the_line(line, reason):
    with pytest.raises(ZermeloError, match=reason) as caught:
        entries(".epd", f"# a comment\n{line}\n")
    assert "line 2" in str(caught.value)


@pytest.mark.skipif(not SUITES.exists(), reason="needs the test suites")
@pytest.mark.parametrize(
    "name", ["wac", "bratko-kopec", "nolot", "hard-mates-blass-uri", "pychess-endgame-dm-4", "perftsuite-rocechess"]
)
def test_suites_of_the_world_are_read(name):
    text = decoded((SUITES / f"{name}.epd").read_bytes())
    wanted = sum(bool(line.strip()) and not line.startswith("#") for line in text.splitlines())
    found = list(epd.read_all(text))
    assert len(found) == wanted > 0
    for _, each in found if LONG else found[:20]:
        assert epd.read(str(each)) == each
        each.position(find("chess"))


def test_python_chess_reads_our_epd():
    chess = pytest.importorskip("chess")
    found = epd.read('6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back; rank"; hmvc 4; fmvn 20;')
    _, told = chess.Board.from_epd(str(found))
    assert (told["id"], [move.uci() for move in told["bm"]]) == ("back; rank", ["a1a8"])
    line = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").epd(bm=[chess.Move.from_uci("a1a8")], id='x "y" \\ z', c9="a;b")
    assert epd.read(line).operands("id") == ('x "y" \\ z',)
    assert epd.read(line).operands("c9") == ("a;b",)


def test_epd_errors_are_one_class():
    with pytest.raises(EpdError):
        epd.read("")
