"""What people see of every game: texts that can be read back, valid pictures, and a reason for everything that is refused."""

from __future__ import annotations

import inspect
import random
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo import Connect, Game, Grundy, Isolation, MoveError, Nim, PositionError, TicTacToe, TreeGame
from zermelo.game import display
from zermelo.game.record import i8, i16

GAMES = [
    "ataxx",
    "ataxx(size=3,quiet=20)",
    "backgammon",
    "backgammon(gammons=False)",
    "breakthrough",
    "breakthrough(rows=4,cols=10)",
    "breakthrough(rows=10,cols=2)",
    "checkers",
    "checkers(start=study)",
    "chess",
    "chess960(3)",
    "chinesecheckers(players=3,holes=73,evaluation=own)",
    "chinesecheckers(players=2,holes=37,turns=0)",
    "chinesecheckers(players=1,holes=37)",
    "connect4",
    "connect(3,12,3)",
    "connect(12,2,3)",
    "connect(4,4,3,players=4)",
    "einstein",
    "einstein(setup=random)",
    "einstein(setup=free)",
    "focus",
    "focus(3,12)",
    "focus(4,short=True,evaluation=own)",
    "go",
    "go(1)",
    "go(5,0.5)",
    "go(12)",
    "grundy",
    "grundy([4,3,3,1])",
    "hex(1)",
    "hex(5)",
    "hex(12,swap=True)",
    "isolation",
    "isolation(10,3,knight,free)",
    "isolation(4,4,king,corners)",
    "nim",
    "nim([12,1],misere=True)",
    "nim([40,2])",
    "othello",
    "othello(6)",
    "othello(4)",
    "pig",
    "pig(goal=30,players=4,sides=8)",
    "rolit",
    "rolit(2,6)",
    "rolit(3,4,own)",
    "tictactoe",
    "tree",
    "tree([[[1,2],3.5],[[4],-5]])",
    "tree('{1/6:3,1/3:[2,{4,5,6}],1/2:-1.5}')",
    "twentyfortyeight",
    "twentyfortyeight(3)",
    "twentyfortyeight(2)",
    "virus(2,5,6,plus)",
    "virus(6,16,16,limit=60)",
    "battleship(4,5,[3,2])",
    "crosswords(size=7)",
    "crosswords(players=3,size=9)",
    "goofspiel",
    "goofspiel(5,order=random)",
    "goofspiel(players=3)",
    "goofspiel(5,players=5,order=random)",
    "holdem",
    "holdem(5,limit=True)",
    "kuhn",
    "leduc",
    "leduc(suits=False)",
    "liarsdice(sides=4)",
    "liarsdice(players=4,dice=2)",
    "phantomtictactoe",
    "whist",
    "whist(ranks=4,suits=2,trumps=notrump)",
]
"""Every built-in game, most of them with several parameters."""
ANY_CASE = ("breakthrough", "einstein", "focus", "go", "hex", "othello", "pig", "rolit", "twentyfortyeight", "virus")
"""Games whose texts may be written in capitals."""


def random_states(game, games, seed=1):
    """Every state of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        position = game.start()
        yield position.state
        while not position.over and len(position.history) < 120:
            position = position.advance(chance.choice(position.choices))
            yield position.state


def test_every_game_is_tried():
    assert {text.partition("(")[0] for text in GAMES} | {"connect"} == set(zermelo.catalog())


@pytest.mark.parametrize("text", GAMES)
def test_show_and_read_name_and_parse_are_inverse_and_pictures_are_valid(text):
    game = zermelo.find(text)
    for number, s in enumerate(list(random_states(game, games=2))[::3]):
        shown = game.show(s)
        assert game.read(shown) == game.read("\n".join(f"  {line}  " for line in shown.splitlines())) == s
        if game.title() not in ("chess", "chess960"):  # whose notation has slashes of its own
            assert game.read(shown.replace("\n", "/")) == s
        if game.title() in ANY_CASE:
            assert game.read(shown.upper()) == s
        choices = game.rules.choices(s)
        assert [game.parse(s, game.name(s, choice)) for choice in choices] == choices
        assert all(first < second for first, second in pairwise(choices))
        if number % 4 == 0:
            check_picture(game, s)


def check_picture(game, s):
    root = ElementTree.fromstring(game.svg(s))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert root[0].tag.endswith("title")
    assert root[0].text.startswith(f"{game}: ")


def test_compact_texts():
    assert str(TicTacToe().position("x.o/.x./..o")) == "  a b c\n3 x . o 3\n2 . x . 2\n1 . . o 1\n  a b c"
    assert Connect(3, 4, 3).position("..../.o../.xX.") == Connect(3, 4, 3).start().play("2 2 3")
    assert Isolation(3, 3).position(".o./.x./.#.") == Isolation(3, 3).start().play("b2")
    assert Nim().position("0 4 2") == Nim().start().play("1:3 3:3")
    assert Grundy(20).position("12, 7/o to move") != Grundy(20).position("12 7 1")
    assert Grundy(20).start().play("8+12 12=2+10") == Grundy(20).position("piles 10 8 2\nx to move")
    assert TreeGame().position("at 2").moves == ("1", "2", "3")


BAD_TEXTS = [
    (TicTacToe(), "xx./.../...", "2 x and 0 o are impossible: x begins, so there is one x more than o, or as many"),
    (TicTacToe(), "xxx/ooo/...", "both players have three in a row"),
    (TicTacToe(), "xxx/oo./o..", "has moved after that"),
    (TicTacToe(), "xy./.../...", "`y` is not a piece"),
    (TicTacToe(), "x.../.../...", "instead of 3"),
    (TicTacToe(), ".../...", "3 rows, but the text has 2"),
    (TicTacToe(), "1 ... 1\n2 ... 2\n3 ... 3", "must have the number 3"),
    (Connect(3, 4, 3), "..../x.../....", "a stone in column 1 has an empty cell below it"),
    (Connect(3, 4, 3), "..../..../oo..", "0 x and 2 o"),
    (Connect(3, 4, 3), "..../ooo./xxx.", "2 players have 3 in line"),
    (Connect(3, 4, 3), "..../oo../xxxo", "x has 3 in line, but another player has moved after that"),
    (Connect(3, 7, 3), "......./oo.oo../xxxoxxx", "no last stone"),
    (Nim(), "heaps 3 4", "3 heaps"),
    (Nim(), "heaps 3 4 6", "heap 3 has 6, but starts with 5"),
    (Nim(), "x to move", "the text has no line about the heaps"),
    (Nim(), "heaps 3 4 -1", "the line `heaps 3 4 -1` does not belong to a position of nim"),
    (Grundy(9), "piles 8 7", "piles 8 7 are too large: grundy\\(9\\) starts with \\(9,\\)"),
    (Grundy([5, 5]), "piles 6", "piles 6 are too large: grundy\\(\\[5, 5\\]\\) starts with \\(5, 5\\)"),
    (Isolation(3, 3), "xx./.../.o.", "the board has 2 pieces x instead of one"),
    (Isolation(3, 3), ".../.x./...", "the board has 0 pieces o instead of one"),
    (Isolation(3, 3), ".o./.x./...", "x starts on b1"),
    (
        Isolation(3, 3, start="free"),
        "#../.x./...",
        "a square is blocked before both pieces are on the board: first x and then o put their pieces",
    ),
    (TreeGame(), "at 4", "`4` in `at 4` is not a move: this node has [03] moves"),
    (TreeGame(), "at 1 1 1", "`1` in `at 1 1 1` is not a move: this node has [03] moves"),
    (TreeGame(), "at 1: [3, 12]", "the tree below this node is \\[3, 12, 8\\], not \\[3, 12\\]"),
    (TreeGame(), "", "the text does not name a node"),
]


@pytest.mark.parametrize(("game", "text", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(game, text, reason):
    with pytest.raises(PositionError, match=reason):
        game.position(text)


ILLEGAL = [
    ("breakthrough", "a2a4"),
    ("breakthrough", "a1a2"),
    ("breakthrough", "h2i3"),
    ("breakthrough", "a7a6"),
    ("einstein", "7"),
    ("einstein", "a1a2"),
    ("einstein", "1 a2b3"),
    ("einstein", "1 a1a0"),
    ("focus", "b2-b3"),
    ("focus", "b3-b5"),
    ("focus", "*c3"),
    ("focus", "c1-c2"),
    ("go", "I5"),
    ("go", "J10"),
    ("go", "A0"),
    ("go", "E5 E5"),
    ("hex", "f6 f6"),
    ("hex", "l1"),
    ("hex", "a0"),
    ("hex", "swap"),
    ("othello", "pass"),
    ("othello", "d4"),
    ("othello", "i9"),
    ("pig", "hold"),
    ("pig", "roll 7"),
    ("pig", "roll roll"),
    ("virus", "a1"),
    ("virus", "c3"),
    ("virus", "i1"),
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


WRONG = (None, "nonsense", -1, 2.5, True, [2], 10**23, float("nan"))
VALID = [("nim", "heaps", [2]), ("grundy", "heap", [2]), ("go", "komi", -1), ("go", "komi", 2.5), ("focus", "pieces", None)]
VALID += [("nim", "misere", True), ("hex", "swap", True), ("focus", "short", True), ("virus", "majority", True)]
VALID += [
    ("chess", "material", True),
    ("othello", "discs", True),
    ("chess960", "number", 3),
    ("chess960", "material", True),
    ("backgammon", "gammons", True),
    ("holdem", "limit", True),
    ("leduc", "suits", True),
    ("battleship", "fleet", [2]),
    ("battleship", "shots", None),
    ("whist", "hand", None),
]


@pytest.mark.parametrize("title", sorted(set(zermelo.catalog()) - {"tree"}))
def test_every_parameter_refuses_wrong_values_and_names_itself(title):
    game = zermelo.catalog()[title]
    for name, value in product(inspect.signature(game).parameters, WRONG):
        if (title, name, value) in VALID:
            game(**{name: value})
            continue
        with pytest.raises(zermelo.GameError) as refusal:
            game(**{name: value})
        assert str(refusal.value).startswith(title)
        if value != 10**23:
            assert f"{title} takes {name} as" in str(refusal.value)
            assert repr(value) in str(refusal.value)


BAD_PARAMETERS = [
    ("ataxx(size=8)", "ataxx takes size as a whole number from 3 to 7, not 8"),
    ("checkers(start=usal)", "checkers takes start as usual or study, not 'usal'. Did you mean `usual`?"),
    ("chinesecheckers(players=5)", "players as 1, 2, 3, 4 or 6, not 5"),
    ("chinesecheckers(players=2,evaluation=own)", "evaluation=own only with three players or more"),
    ("connect(rows=0)", "rows as a whole number from 1 to 30"),
    ("connect(line=1)", "line as a whole number from 2 to 30"),
    ("connect(3, 3, 4)", "no line of 4 fits"),
    ("connect(rows=31, cols=1)", "rows as a whole number from 1 to 30"),
    ("connect(rows=11, cols=10)", "too large"),
    ("einstein(setup=123455)", "einstein takes setup as random, free, or the numbers 1 to 6 in some order"),
    ("focus(pieces=13)", "pieces as 18, not 13"),
    ("focus(3, 18)", "pieces as 13 or 12, not 18"),
    ("focus(evaluation=own)", "evaluation=own only with three players or more"),
    ("go(komi=0.25)", "komi as a multiple of 0.5 from -361 to 361"),
    ("rolit(evaluation=mine)", "evaluation as relative or own, not 'mine'"),
    ("rolit(2, evaluation=own)", "evaluation=own only with three players or more"),
    ("virus(pattern=pluss)", "pattern as none, plus, square, or as steps .* not 'pluss'. Did you mean `plus`"),
    ("virus(pattern=((1, 0), (0, 16)))", "pattern as none, plus, square, or as steps"),
    ("virus(2, evaluation=own)", "evaluation=own only with three players or more"),
    ("virus(6, 2, 3, starts=2)", "virus with 2 rows and 3 columns has no 12 edge squares"),
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
    ("tree('[1, 2')", "the tree is not valid JSON: Expecting ',' delimiter: line 1 column 6 \\(char 5\\)"),
    ("tree('nowhere.json')", "cannot be read"),
    ("tree('nowhere.txt')", "`nowhere\\.txt` is not a tree"),
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


# The display that games get for free


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
    variant(players=("<&>", '"')),
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


def test_other_pieces_are_letters():
    s = Plain().fresh()
    s.cells, s.turn = [1, 3, 2, -1, 7, 0], 1
    text = "x A o\na E .\npieces a=-1 A=3 E=7\ngold: 7 7\nround: -1\no to move"
    assert display.show(Plain(), s) == text
    assert display.read(Plain(), text) == s
    assert display.read(Plain(), "xAo/aE./pieces A=3 a=-1 E=7/o to move") == s
    signs = [shape.text for shape in ElementTree.fromstring(Plain().svg(s)) if shape.tag.endswith("text")]
    assert signs[1:6] == ["x", "A", "o", "a", "E"]
    s.cells[0] = 100
    assert display.show(Plain(), s).startswith("cells: 100 3 2 -1 7 0\n")
    assert display.read(Plain(), display.show(Plain(), s)) == s


@pytest.mark.parametrize("legend", ["pieces z=", "pieces z=three", "pieces x=3", "pieces z=3 z=4", "pieces zz=3"])
def test_a_legend_names_each_letter_once(legend):
    with pytest.raises(PositionError, match="does not say which number a letter stands for, as in A=3"):
        display.read(Plain(), f"x.o/.z./{legend}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "an empty text"),
        ("x.o", "2 rows, but the text has 1"),
        ("x.o/.x", "`.x` has 2 squares"),
        ("x.o/.z.", "`z` is not a piece"),
        ("x.o/.x./gold: 1", "takes 2 numbers"),
        ("x.o/.x./gold: 1 a", "must list whole numbers"),
        ("x.o/.x./round: 128", "numbers from -128 to 127"),
        ("x.o/.x./silver: 1", "the line `silver: 1` does not belong to a position of plain"),
        ("x.o/.x./x to move/o to move", "`turn` is given twice"),
        ("x.o/.x./cells: 0 0 0 0 0 0", "the text has both `cells` and the row `x\\.o`"),
    ],
)
def test_bad_texts_of_free_boards_are_refused(text, reason):
    with pytest.raises(PositionError, match=reason):
        display.read(Plain(), text)


# Pictures


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: f"{game} {game.players[:2]} {game.board}")
def test_free_pictures_are_valid_and_say_what_they_show(game):
    check_picture(game, game.fresh())
    result = zermelo.Position(game, game.fresh()).result
    assert result in [shape.text for shape in ElementTree.fromstring(game.svg(game.fresh()))]


def test_a_board_shows_each_piece_in_its_players_colour():
    s = Plain().fresh()
    s.cells = [1, 0, 2, 0, 1, 0]
    discs = [shape.get("fill") for shape in ElementTree.fromstring(Plain().svg(s)) if shape.tag.endswith("circle")]
    assert discs == [display.COLOURS[0], display.COLOURS[1], display.COLOURS[0]]
    assert len(set(display.COLOURS)) >= 6
