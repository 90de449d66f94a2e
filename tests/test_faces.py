"""What faces promise: texts that can be read back, pictures that are valid, and a reason for whatever is refused."""

from __future__ import annotations

import random
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo import Connect, Connect4, Game, Grundy, Isolation, MoveError, Nim, PositionError, TicTacToe, TreeGame
from zermelo.game import display
from zermelo.game.record import i8, i16


def random_states(game, games=6, seed=1):
    """Every state of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        position = game.start()
        yield position.state
        while not position.over:
            position = position.advance(chance.choice(position.choices))
            yield position.state


GAMES = [
    TicTacToe(),
    Connect4(),
    Connect(3, 12, 3),
    Connect(12, 2, 3),
    Nim(),
    Nim([12, 1], misere=True),
    Nim([40, 2]),
    Grundy(),
    Grundy([4, 3, 3, 1]),
    Isolation(),
    Isolation(10, 3, "knight", "free"),
    Isolation(4, 4, "king", "corners"),
    TreeGame(),
    TreeGame([[[1, 2], 3.5], [[4], -5]]),
    TreeGame([list(range(300)), [1, 2]]),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_show_and_read_name_and_parse_are_inverse(game):
    for s in random_states(game):
        text = game.show(s)
        assert game.read(text) == s
        assert game.read("\n".join(f"  {line}  " for line in text.splitlines())) == s
        moves = game.rules.choices(s)
        assert [game.parse(s, game.name(s, move)) for move in moves] == moves
        assert all(first < second for first, second in pairwise(moves))


def test_compact_texts():
    assert str(TicTacToe().position("x.o/.x./..o")) == "  a b c\n3 x . o 3\n2 . x . 2\n1 . . o 1\n  a b c"
    assert Connect(3, 4, 3).position("..../.o../.xX.") == Connect(3, 4, 3).start().play("2 2 3")
    assert Isolation(3, 3).position(".o./.x./.#.") == Isolation(3, 3).start().play("b2")
    assert Nim().position("0 4 2") == Nim().start().play("1:3 3:3")
    assert Grundy(20).position("12, 7/o to move") != Grundy(20).position("12 7 1")
    assert Grundy(20).start().play("8+12 12=2+10") == Grundy(20).position("piles 10 8 2\nx to move")
    assert TreeGame().position("at 2").moves == ("1", "2", "3")


BAD_TEXTS = [
    (TicTacToe(), "xx./.../...", "2 x and 0 o cannot be"),
    (TicTacToe(), "xxx/ooo/...", "both players"),
    (TicTacToe(), "xxx/oo./o..", "has moved after that"),
    (TicTacToe(), "xy./.../...", "`y` is no piece"),
    (TicTacToe(), "x.../.../...", "3 wide"),
    (TicTacToe(), ".../...", "3 rows, but the text has 2"),
    (TicTacToe(), "1 ... 1\n2 ... 2\n3 ... 3", "should bear the number 3"),
    (Connect(3, 4, 3), "..../x.../....", "hangs in the air"),
    (Connect(3, 4, 3), "..../..../oo..", "0 x and 2 o"),
    (Connect(3, 4, 3), "..../ooo./xxx.", "both players"),
    (Connect(3, 4, 3), "..../oo../xxxo", "x has 3 in line, yet"),
    (Connect(3, 7, 3), "......./oo.oo../xxxoxxx", "no last stone"),
    (Nim(), "heaps 3 4", "3 heaps"),
    (Nim(), "heaps 3 4 6", "cannot have grown to 6"),
    (Nim(), "x to move", "nothing about the heaps"),
    (Nim(), "heaps 3 4 -1", "is no line"),
    (Grundy(9), "piles 8 7", "cannot come from"),
    (Grundy([5, 5]), "piles 6", "cannot come from"),
    (Isolation(3, 3), "xx./.../.o.", "one piece x"),
    (Isolation(3, 3), ".../.x./...", "one piece o"),
    (Isolation(3, 3), ".o./.x./...", "x starts on b1"),
    (Isolation(3, 3, start="free"), "#../.x./...", "before any square is blocked"),
    (TreeGame(), "at 4", "leads nowhere"),
    (TreeGame(), "at 1 1 1", "leads nowhere"),
    (TreeGame(), "at 1: [3, 12]", "what lies below is"),
    (TreeGame(), "", "names no node"),
]


@pytest.mark.parametrize(("game", "text", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(game, text, reason):
    with pytest.raises(PositionError, match=reason):
        game.position(text)


ILLEGAL = [
    ("tictactoe", "d4"),
    ("tictactoe", "0"),
    ("connect4", "8"),
    ("connect4", "4 4 4 4 4 4 4"),
    ("nim", "1:4"),
    ("nim", "1:0"),
    ("grundy", "10+10"),
    ("grundy", "19=3+17"),
    ("isolation", "c5"),
    ("isolation", "z9"),
    ("tree", "0"),
    ("tree", "1 1 1"),
]


@pytest.mark.parametrize(("game", "moves"), ILLEGAL)
def test_illegal_moves_are_refused(game, moves):
    with pytest.raises(MoveError):
        zermelo.find(game).start().play(moves)


BAD_PARAMETERS = [
    ("connect(rows=0)", "rows as a whole number of at least 1"),
    ("connect(cols=2.5)", "cols as a whole number"),
    ("connect(line=1)", "line as a whole number of at least 2"),
    ("connect(3, 3, 4)", "no line of 4 fits"),
    ("connect(rows=31, cols=1)", "too large"),
    ("connect(rows=11, cols=10)", "too large"),
    ("connect4(rows=5)", "no parameter `rows`"),
    ("nim([])", "whole numbers of at least 1"),
    ("nim([3, 0])", "whole numbers of at least 1"),
    ("nim(3, 4)", "misere as True or False"),
    ("nim([999, 2])", "too large"),
    ("grundy(0)", "whole numbers of at least 1"),
    ("grundy(301)", "too large"),
    ("isolation(rows=1)", "rows as a whole number from 2 to 10"),
    ("isolation(moves=quen)", "Did you mean `queen`"),
    ("isolation(start=middle)", "edge, corners or free"),
    ("tree(3)", "a list with"),
    ("tree([])", "empty list"),
    ("tree([[1], []])", "empty list"),
    ("tree([1, 'x'])", "the leaf 'x'"),
    ("tree([1, True])", "the leaf True"),
    ("tree([1, 1e9])", "leaves are numbers from"),
    ("tree('[1, NaN]')", "leaves are numbers from"),
    ("tree('[1, 2')", "no JSON"),
    ("tree('nowhere.json')", "cannot be read"),
    ("tree('nowhere.txt')", "is no tree"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_PARAMETERS)
def test_bad_parameters_are_refused_with_the_reason(text, reason):
    with pytest.raises(zermelo.GameError, match=reason):
        zermelo.find(text)


def test_a_tree_may_not_be_too_deep():
    deep = []
    deep.append(deep)
    with pytest.raises(zermelo.GameError, match="too large"):
        TreeGame(deep)


# Faces that games get for free


class Plain(Game):
    """A game with the fewest rules, to be given other players, boards and fields."""

    players = ("x", "o")
    board = (2, 3)

    def state(self):
        return dict(cells=i8[6], gold=i16[2](7), round=i8(-1), turn=i8)

    def moves(self, s):
        yield 0

    def play(self, s, move):
        s.turn = 1 - s.turn

    def winner(self, s):
        return zermelo.ONGOING


class SameMover(Plain):
    """A game whose `turn` is not the player to move."""

    def to_move(self, s):
        return 0


def variant(**changes):
    return type("Variant", (Plain,), changes)()


VARIANTS = [
    Plain(),
    variant(board=None),
    variant(players=("black", "white")),
    variant(players=("2", "bob")),
    variant(players=(".", "/")),
    variant(players=("a: b", "c/d")),
    variant(players=(" x", "two words")),
    variant(players=("<&>", '"\x00')),
    variant(players=tuple("abcdefghijkl")),
    variant(players=tuple(f"player {number}" for number in range(12))),
    variant(players=tuple(f"player {number}" for number in range(50))),
    SameMover(),
]


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: f"{game.players[:2]} {game.board}")
def test_any_state_of_any_game_can_be_read_back(game):
    chance = random.Random(2)
    for top in (2, len(game.players), 127):
        for _ in range(20):
            s = game.fresh()
            s.cells = [chance.randint(0, top) for _ in s.cells]
            s.gold = [chance.randint(-999, 999) for _ in s.gold]
            s.round, s.turn = chance.randint(-128, 127), chance.randint(-1, top)
            assert display.read(game, display.show(game, s)) == s
            assert display.read(game, display.show(game, s).replace("\n", "/")) == s


def test_the_free_board_looks_like_this():
    s = Plain().fresh()
    s.cells, s.turn = [1, 0, 2, 0, 1, 0], 1
    assert display.show(Plain(), s) == "x . o\n. x .\ngold: 7 7\nround: -1\no to move"
    assert display.read(Plain(), "x.o/.x./o to move") == s
    assert display.grid_lines(variant(players=("black", "w")), s) == ["1 . w", ". 1 ."]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "an empty text"),
        ("x.o", "2 rows, but the text has 1"),
        ("x.o/.x", "`.x` has 2 squares"),
        ("x.o/.z.", "`z` is no piece"),
        ("x.o/.x./gold: 1", "takes 2 numbers"),
        ("x.o/.x./gold: 1 a", "must list whole numbers"),
        ("x.o/.x./round: 128", "numbers from -128 to 127"),
        ("x.o/.x./silver: 1", "is no line"),
        ("x.o/.x./x to move/o to move", "`turn` is given twice"),
        ("x.o/.x./cells: 0 0 0 0 0 0", "leave one of them out"),
    ],
)
def test_bad_texts_of_free_boards_are_refused(text, reason):
    with pytest.raises(PositionError, match=reason):
        display.read(Plain(), text)


# Pictures


@pytest.mark.parametrize("game", GAMES + VARIANTS, ids=lambda game: f"{game} {game.players[:2]} {game.board}")
def test_pictures_are_valid_and_say_what_they_show(game):
    for s in [game.fresh()] if isinstance(game, Plain) else random_states(game, games=1):
        root = ElementTree.fromstring(game.svg(s))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
        result = zermelo.Position(game, s).result.replace("\x00", "\ufffd")
        assert root[0].text == f"{game}: {result}"
        assert root[0].tag.endswith("title")
        assert result in [shape.text for shape in root]


def test_a_board_shows_each_piece_in_its_players_colour():
    s = Plain().fresh()
    s.cells = [1, 0, 2, 0, 1, 0]
    discs = [shape.get("fill") for shape in ElementTree.fromstring(Plain().svg(s)) if shape.tag.endswith("circle")]
    assert discs == [display.COLOURS[0], display.COLOURS[1], display.COLOURS[0]]
    assert len(set(display.COLOURS)) >= 6
