"""Crosswords: moves and points against a slow and obvious version of the rules, points worked out by hand, draws, ends, lists of words, texts."""

from __future__ import annotations

import itertools
import math
import pickle
import random
import subprocess
import sys
import warnings

import pytest

import zermelo
from zermelo import CHANCE, Crosswords, laws
from zermelo.engine import open_backend
from zermelo.engine.hidden import belief
from zermelo.errors import GameError, MoveError, PositionError
from zermelo.game.constants import HIDDEN
from zermelo.games.crosswords import board, lexicon, placing, rules
from zermelo.games.crosswords.board import KINDS, TILES

LETTERS = lexicon.LETTERS
VALUE = dict(zip(LETTERS, (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10), strict=True))
DOUBLE_WORDS = ["b2", "c3", "d4", "e5", "k5", "l4", "m3", "n2", "b14", "c13", "d12", "e11", "k11", "l12", "m13", "n14", "h8"]
TRIPLE_WORDS = ["a1", "a8", "a15", "h1", "h15", "o1", "o8", "o15"]
DOUBLE_LETTERS = [
    "a4",
    "a12",
    "c7",
    "c9",
    "d1",
    "d8",
    "d15",
    "g3",
    "g7",
    "g9",
    "g13",
    "h4",
    "h12",
    "i3",
    "i7",
    "i9",
    "i13",
    "l1",
    "l8",
    "l15",
    "m7",
    "m9",
    "o4",
    "o12",
]
TRIPLE_LETTERS = ["b6", "b10", "f2", "f6", "f10", "f14", "j2", "j6", "j10", "j14", "n6", "n10"]
SHORT = [
    "aa",
    "ab",
    "ad",
    "at",
    "as",
    "ta",
    "to",
    "tea",
    "eat",
    "ate",
    "east",
    "seat",
    "sea",
    "tin",
    "nit",
    "in",
    "it",
    "is",
    "his",
    "hit",
    "hat",
    "that",
    "then",
    "hen",
    "net",
    "ten",
    "on",
    "no",
    "one",
    "tone",
    "note",
    "stone",
]
"""A list whose words cross often."""


# A slow and obvious version of the rules


def cells_of(game, s):
    """The letter on each square; None where there is none."""
    return [None if content == 0 else LETTERS[(content - 1) % 26] for content in s.cells]


def rack_of(s, player):
    return [TILES[kind].lower() for kind in range(KINDS) for _ in range(s.rack[player * KINDS + kind])]


def lines(size):
    """The squares of every row and column."""
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def runs(letters, size):
    """The squares of every word of at least two letters on a board."""
    for line in lines(size):
        for filled, group in itertools.groupby(line, key=lambda cell: letters[cell] is not None):
            word = list(group)
            if filled and len(word) > 1:
                yield word


def is_legal(game, before, rack, new, words):
    """Whether letters may be put on empty squares at once, by the rules as they are told."""
    size, after = game.size, list(before)
    for cell, letter in new.items():
        after[cell] = letter
    missing = [letter for letter in LETTERS for _ in range(max([*new.values()].count(letter) - rack.count(letter), 0))]
    if len(missing) > rack.count("_"):
        return False
    if any("".join(after[cell] for cell in word) not in words for word in runs(after, size)):
        return False
    if all(letter is None for letter in before):
        return size * size // 2 in new
    beside = {near for cell in new for near in neighbours(cell, size)}
    return any(before[cell] is not None for cell in beside)


def neighbours(cell, size):
    row, column = divmod(cell, size)
    near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [y * size + x for y, x in near if 0 <= y < size and 0 <= x < size]


def every_placement(game, s):
    """Try every word at every place. Each placement is the set of its new squares with their letters."""
    before, rack, size = cells_of(game, s), rack_of(s, s.turn), game.size
    words, found = {*game.lexicon.words}, set()
    for word, line in itertools.product(words, lines(size)):
        for start in range(size - len(word) + 1):
            places = list(zip(line[start : start + len(word)], word, strict=True))
            if all(before[cell] in (None, letter) for cell, letter in places):
                new = {cell: letter for cell, letter in places if before[cell] is None}
                if new and len(new) <= len(rack) and is_legal(game, before, rack, new, words):
                    found.add(frozenset(new.items()))
    return found


def placement(game, s, move):
    """The new squares of a move with their letters."""
    word, at = game.lexicon.words[move // game.span], move % game.squares
    step = 1 if move % game.span < game.squares else game.size
    cells = [at + index * step for index in range(len(word))]
    return frozenset((cell, letter) for cell, letter in zip(cells, word, strict=True) if s.cells[cell] == 0)


def premiums(game):
    """By how much each square multiplies letters and words; of the large board as it is printed."""
    if game.size < 15:
        return game.letter_factor, game.word_factor
    names = [zermelo.game.display.square(cell, 15) for cell in range(225)]
    letter = [3 if name in TRIPLE_LETTERS else 2 if name in DOUBLE_LETTERS else 1 for name in names]
    return letter, [3 if name in TRIPLE_WORDS else 2 if name in DOUBLE_WORDS else 1 for name in names]


def points(game, s, new, blanks):
    """The points of a placement in which the tiles on some squares are blanks."""
    letter_factor, word_factor = premiums(game)
    after = cells_of(game, s)
    for cell, letter in new:
        after[cell] = letter
    squares, whole = {cell for cell, _ in new}, 50 if len(new) == game.rack_size else 0
    for word in runs(after, game.size):
        if squares & {*word}:
            values = [0 if s.cells[cell] > 26 or cell in blanks else VALUE[after[cell]] for cell in word]
            values = [value * letter_factor[cell] if cell in squares else value for value, cell in zip(values, word, strict=True)]
            whole += sum(values) * math.prod(word_factor[cell] for cell in word if cell in squares)
    return whole


def best_points(game, s, new):
    """The most points of all ways to use as few blanks as possible."""
    rack, cells = rack_of(s, s.turn), sorted(cell for cell, _ in new)
    needed = [letter for _, letter in new]
    short = {letter: max(needed.count(letter) - rack.count(letter), 0) for letter in set(needed)}
    ways = [
        itertools.combinations([cell for cell, letter in sorted(new) if letter == wanted], number)
        for wanted, number in short.items()
    ]
    assert cells
    return max(points(game, s, new, {cell for part in way for cell in part}) for way in itertools.product(*ways))


def walk(game, seed, wild=0.2):
    """Positions of a game in which a player is to move; now and then two tiles of the rack become blanks, whatever the bag says."""
    chance, position = random.Random(seed), game.start()
    while not position.over:
        if position.player == CHANCE:
            position = position.roll(chance)
            continue
        yield position.state
        places = [move for move in position.choices if move < game.passing]
        if chance.random() < wild:
            s = position.state
            held = [kind for kind in range(26) if s.rack[s.turn * KINDS + kind]]
            for kind in held[: chance.randrange(1, 3)]:
                s.rack[s.turn * KINDS + kind] -= 1
                s.rack[s.turn * KINDS + board.BLANK] += 1
            yield s
        position = position.advance(chance.choice(places or position.choices))


VARIANTS = [
    Crosswords(size=7, words=SHORT),
    Crosswords(size=7, rack=4, words=SHORT),
    Crosswords(players=3, size=9, words=SHORT, rack=5),
    Crosswords(players=4, size=11, words=SHORT),
    Crosswords(size=5, rack=3, words=("ab", "ba", "aba", "bab", "abba", "de", "ed", "deed", "aid", "side", "sit", "its")),
    Crosswords(size=15, words=SHORT),
]


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_placements_are_those_of_a_search_through_all_words_and_places(game):
    tried = wild = 0
    for seed in range(40):
        for s in walk(game, seed):
            moves = [move for move in game.rules.moves(s) if move < game.passing]
            found = [placement(game, s, move) for move in moves]
            assert len({*found}) == len(found), "equal placements are one move"
            assert {*found} == every_placement(game, s), game.show(s)
            tried, wild = tried + 1, wild + (s.rack[s.turn * KINDS + board.BLANK] > 0)
        if tried > 60:
            break
    assert tried > 60
    assert wild > 5


@pytest.mark.parametrize("game", [Crosswords(size=7), Crosswords(size=5, rack=4, words="english")], ids=str)
def test_placements_are_complete_with_the_lists_that_come_along(game):
    for s in itertools.islice(walk(game, 3), 5):
        moves = [move for move in game.rules.moves(s) if move < game.passing]
        assert {placement(game, s, move) for move in moves} == every_placement(game, s), game.show(s)


@pytest.mark.parametrize("game", [*VARIANTS, Crosswords(), Crosswords(words="english")], ids=str)
def test_points_are_those_of_a_slow_count(game):
    chance, tried = random.Random(5), 0
    for seed in range(8):
        for s in walk(game, seed):
            moves = [move for move in game.rules.moves(s) if move < game.passing]
            for move in chance.sample(moves, min(len(moves), 12)):
                after, new = game.rules.play(s, move), placement(game, s, move)
                blanks = {cell for cell, _ in new if after.cells[cell] > 26}
                expected = best_points(game, s, new)
                assert points(game, s, new, blanks) == expected, game.name(s, move)
                copied = s.copy()
                assert game.place(copied, move) == expected, game.name(s, move)
                tried += 1
    assert tried > 50


# Points worked out by hand

EMPTY = "/".join(["." * 15] * 15)
HAND = ["house", "cat", "cats", "so", "at", "ta", "as", "tests", "aa", "trained", "trainers", "neat", "launder"]


def with_words(*placed):
    """The text of the large board with words on it, each with the row and column of its first letter, counted from 0, and its direction."""
    cells = ["."] * 225
    for row, column, step, word in placed:
        for index, letter in enumerate(word):
            cells[row * 15 + column + index * step] = letter
    return "/".join("".join(cells[at : at + 15]) for at in range(0, 225, 15))


CAT = with_words((7, 5, 1, "CAT"))


@pytest.mark.parametrize(
    ("text", "rack", "name", "expected"),
    [
        (EMPTY, "BCEHOSU", "8d-HOUSE", (4 * 2 + 1 + 1 + 1 + 1) * 2),  # d8 doubles the H, h8 the word
        (EMPTY, "BCEHOSU", "8h-HOUSE", (4 + 1 + 1 + 1 + 1 * 2) * 2),  # l8 doubles the E
        (EMPTY, "BCEHOSU", "h4-HOUSE", (4 * 2 + 1 + 1 + 1 + 1) * 2),  # the board is the same downwards
        (EMPTY, "BCEHSU_", "8d-HoUSE", (4 * 2 + 0 + 1 + 1 + 1) * 2),  # a blank counts nothing
        (EMPTY, "ADEINRT", "8d-TRAINED", (1 * 2 + 1 + 1 + 1 + 1 + 1 + 2) * 2 + 50),  # all tiles
        (CAT, "BCDFGOS", "i8-SO", (1 + 1 * 2) + (3 + 1 + 1 + 1)),  # makes CATS, too; i9 doubles the O
        (CAT, "BCDFGOS", "8f-CATS", 3 + 1 + 1 + 1),  # h8 doubles no word again
        (CAT, "ABCDFGT", "9g-TA", (1 * 2 + 1) + (1 + 1 * 2) + (1 + 1)),  # g9 doubles the T in both words; AT and TA downwards
        (CAT, "AEINRRS", "h8-TRAINERS", (1 + 1 + 1 + 1 + 1 * 2 + 1 + 1 + 1) * 3 + 50),  # h12 doubles the N, h15 triples the word
        (with_words((4, 7, 15, "NEAT")), "ADELRUB", "5e-LAUNDER", (1 + 1 + 1 + 1 + 2 + 1 + 1) * 2 * 2),  # from e5 to k5
        (EMPTY, "BCESST_", "8d-TEStS", (1 * 2 + 1 + 1 + 0 + 1) * 2),  # the blank is the T that is not doubled
        (EMPTY, "ABCDFG_", "8h-aA", (0 + 1) * 2),  # both As count the same, so the blank is the first
    ],
)
def test_points_by_hand(text, rack, name, expected):
    position = Crosswords(words=tuple(HAND)).position(f"{text}/first 0 {rack}/second 0 ? 7/first to move")
    after = position.play(name)
    assert (after.state.points[0], position.name(after.move)) == (expected, name)


# Tiles


def test_the_large_set_of_tiles_is_the_usual_one():
    assert (sum(board.COUNTS), sum(count * value for count, value in zip(board.COUNTS, board.VALUES, strict=True))) == (100, 187)
    assert board.tile_counts(15) == board.COUNTS
    assert dict(zip(TILES, board.VALUES, strict=True)) == {**{letter.upper(): value for letter, value in VALUE.items()}, "_": 0}


@pytest.mark.parametrize(("size", "tiles"), [(5, 11), (7, 22), (9, 36), (11, 54), (13, 75), (15, 100)])
def test_smaller_boards_have_as_many_tiles_for_each_square(size, tiles):
    assert sum(board.tile_counts(size)) == round(100 * size * size / 225) == tiles
    assert all(
        abs(count - full * size * size / 225) < 1 for count, full in zip(board.tile_counts(size), board.COUNTS, strict=True)
    )


@pytest.mark.parametrize("size", board.SIZES)
def test_premiums_lie_evenly(size):
    rows = [board.premiums(size)[at : at + size] for at in range(0, size * size, size)]
    assert rows == rows[::-1] == [row[::-1] for row in rows] == ["".join(column) for column in zip(*rows, strict=True)]
    assert rows[size // 2][size // 2] == "-"
    assert rows[0][0] == rows[0][size // 2] == "="


def test_the_large_board_is_the_usual_one():
    names = {sign: [] for sign in ".'\"-="}
    for cell, sign in enumerate(board.premiums(15)):
        names[sign].append(zermelo.game.display.square(cell, 15))
    expected = {"=": TRIPLE_WORDS, "-": DOUBLE_WORDS, '"': TRIPLE_LETTERS, "'": DOUBLE_LETTERS}
    assert {sign: sorted(names[sign]) for sign in expected} == {sign: sorted(each) for sign, each in expected.items()}


def test_tiles_are_drawn_with_the_probabilities_of_the_bag():
    position = Crosswords().start()
    assert dict(position.chances) == {kind: count / 100 for kind, count in enumerate(board.COUNTS)}
    drawn = position.play("E", "Z")
    shares = dict(drawn.chances)
    assert 25 not in shares
    assert (shares[4], shares[0]) == (pytest.approx(11 / 98), pytest.approx(9 / 98))


def test_players_fill_their_racks_in_turn():
    game = Crosswords(players=3, size=9, rack=2)
    position, owners = game.start(), []
    while position.player == CHANCE:
        owners.append(position.state.turn)
        position = position.roll(1)
    assert (owners, position.turn, position.state.bag) == ([0, 0, 1, 1, 2, 2], "first", 30)


# Passing, exchanging, and the end


def started(text, **given):
    return Crosswords(words=("ab", "ba", "cab", "cabs"), size=7, **given).position(text)


SEVEN = "/".join(["." * 7] * 7)


def test_equal_exchanges_are_one_move():
    position = Crosswords().position(f"{EMPTY}/first 0 AAEEEX_/second 0 ? 7/first to move")
    exchanges = [name for name in position.moves if name.startswith("exchange")]
    assert len(exchanges) == 3 * 4 * 2 * 2 - 1
    assert "exchange-AEE_" in exchanges
    assert len({tuple(sorted(name)) for name in exchanges}) == len(exchanges)


def test_exchanged_tiles_come_back_only_after_the_others_are_drawn():
    position = started(f"{SEVEN}/first 0 ABCDEHI/second 0 EFGILNO/bag 8/first to move").play("exchange-CE")
    assert position.player == CHANCE
    assert str(position).splitlines()[8:] == [
        "first 0 ABDHI",
        "second 0 EFGILNO",
        "first returns CE",
        "bag 8",
        "scoreless 1",
        "first draws",
    ]
    assert str(position.game.rules.hide(position.state, 1).aside[:3]) == "[-1, -1, -1]"
    kinds = [TILES[kind] for kind, _ in position.chances]
    assert kinds == list("AEORSTU_")
    after = position.play("S", "T")
    assert str(after).splitlines()[8:] == ["first 0 ABDHIST", "second 0 EFGILNO", "bag 8", "scoreless 1", "second to move"]


def test_tiles_are_exchanged_only_while_the_bag_has_a_rack_of_them():
    with_seven = started(
        "......./......./......./..AB.../......./......./......./first 0 CDEHINO/second 0 EFGILRS/bag 6/first to move"
    )
    assert not any(name.startswith("exchange") for name in with_seven.moves)
    assert "pass" in with_seven.moves


@pytest.mark.parametrize(("players", "turns"), [(2, 4), (3, 6), (4, 8)])
def test_the_game_ends_when_all_have_made_no_points_twice(players, turns):
    position = Crosswords(players=players, words=("ab", "ba"), size=11).start()
    while position.player == CHANCE:
        position = position.roll(4)
    racks = [rack_of(position.state, player) for player in range(players)]
    for _ in range(turns):
        assert not position.over
        position = position.play("pass")
    assert position.over
    left = [-sum(VALUE.get(tile, 0) for tile in rack) for rack in racks]
    assert position.state.points == left
    assert position.values == tuple(sum(left[player] - other for other in left) for player in range(players))


def test_an_exchange_ends_the_game_only_when_it_is_complete():
    position = started(f"{SEVEN}/first 0 ABCDEHI/second 0 EFGILNO/bag 8/scoreless 3/first to move").play("exchange-H")
    assert (position.over, position.player) == (False, CHANCE)
    after = position.play("_")
    assert (after.over, after.state.points) == (True, [-11, -11])


def test_points_begin_the_count_anew():
    position = started(f"{SEVEN}/first 0 ABCDEHI/second 0 EFGILNO/scoreless 3/first to move").play("4c-CAB")
    assert position.state.scoreless == 0


def test_who_goes_out_gets_what_the_others_lose():
    game = Crosswords(words=("stain", "lad", "no"), size=5, rack=3)
    position = game.position("..... / ..L.. / STAIN / ..D.. / ..... / first 10 O / second 20 ERU / bag 0 / first to move")
    assert position.moves == ("e3-NO", "pass")
    after = position.play("e3-NO")
    assert (after.over, after.state.points) == (True, [10 + 2 + 3, 20 - 3])
    assert after.values == (15 - 17, 17 - 15)


def test_blanks_alone_make_no_points():
    game = Crosswords(words=("ab", "ba"))
    after = game.position(f"{EMPTY}/first 0 CDEFG__/second 0 ? 7/first to move").play("8g-ab").state
    assert (after.points[0], after.scoreless) == (0, 1)


# What is hidden


def dealt(game, seed=1):
    position = game.start()
    while position.player == CHANCE:
        position = position.roll(seed)
    return position


def test_players_see_neither_other_racks_nor_the_bag():
    game = Crosswords(players=3)
    position = dealt(game)
    view = game.rules.hide(position.state, 1)
    assert view.rack[:KINDS] == view.rack[2 * KINDS :] == [HIDDEN] * KINDS
    assert view.rack[KINDS : 2 * KINDS] == position.state.rack[KINDS : 2 * KINDS]
    assert "first 0 ? 7" in game.show(view)
    assert "bag 79" in game.show(view)


def test_guesses_deal_every_unseen_tile_equally_often():
    game = Crosswords(size=7, words=SHORT)
    position = dealt(game)
    unseen = game.unseen(game.rules.hide(position.state, 0))
    found = belief(position, seed=3)
    assert found.way == "guessed"
    assert found.accepted == 1
    worlds = [(game.layout.unpack(packed), weight) for packed, weight in found.worlds]
    whole = sum(weight for _, weight in worlds)
    for kind, count in enumerate(unseen):
        mean = sum(weight * s.rack[KINDS + kind] for s, weight in worlds) / whole
        assert mean == pytest.approx(count * 7 / sum(unseen), abs=0.06)


@pytest.mark.parametrize(
    "game",
    [
        Crosswords(),
        Crosswords(size=7),
        Crosswords(players=3),
        Crosswords(players=4, size=9),
        Crosswords(size=7, words=SHORT),
        Crosswords(words="english"),
    ],
    ids=str,
)
def test_every_law_holds(game):
    assert laws.check(game, 8).ok


# Moves in large numbers


@pytest.mark.parametrize("words", ["basic", "english"])
def test_two_blanks_are_found_alike_by_compiled_rules_and_python(words):
    game = Crosswords(words=words)
    core = open_backend(game, "compiled").core
    for seed in range(3):
        for s in itertools.islice(walk(game, seed, wild=0.5), 12):
            assert core.moves(s.pack()) == game.rules.moves(s)


def test_more_placements_than_a_position_may_have_are_cut_off():
    game = Crosswords(rack=9, words=tuple(map("".join, itertools.product(LETTERS, repeat=3))))
    s = game.position(f"{EMPTY}/first 0 ABCDEFG__/second 0 ? 9/first to move").state
    moves = game.rules.moves(s)
    assert len([move for move in moves if move < game.passing]) == placing.MOST_PLACEMENTS
    assert game.passing in moves
    assert open_backend(game, "compiled").core.moves(s.pack()) == moves


# Lists of words


def test_the_common_words_are_words():
    words = lexicon.BASIC.read_text().split()
    assert words == sorted({*words})
    assert all(2 <= len(word) <= 8 and {*word} <= {*LETTERS} for word in words)
    assert 2800 < len(words) < 2950  # the documents say about 2,900


@pytest.mark.parametrize(("words", "count"), [("basic", None), ("english", 204_212)])
def test_a_lexicon_has_every_word_and_no_other(words, count):
    game = Crosswords(words=words)
    found = game.lexicon.words
    assert count in (None, len(found))
    for number in random.Random(1).sample(range(len(found)), 500):
        assert "".join(LETTERS[letter] for letter in game.spell(number)) == found[number]
    todo, ends = [(game.lexicon.root, "")], []
    while todo:
        node, word = todo.pop()
        ends += [word] if node >> lexicon.WORD & 1 else []
        todo += [(game.next_node(node, letter), word + LETTERS[letter]) for letter in range(26) if node >> letter & 1]
    assert sorted(ends) == list(found)


def test_the_order_of_a_list_does_not_matter_and_games_are_values():
    assert Crosswords(words=("tea", "EAT", "tea")).lexicon == Crosswords(words=["eat", "tea"]).lexicon
    game = Crosswords(words="english")
    packed = pickle.dumps(game)
    assert len(packed) < 10_000
    assert pickle.loads(packed) == game != Crosswords()
    assert pickle.loads(packed).lexicon is game.lexicon


def test_the_package_of_words_is_imported_only_for_its_list():
    program = "import sys, zermelo; zermelo.catalog(); zermelo.find('crosswords').start(); print('english_words' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_missing_package_is_one_sentence(monkeypatch):
    lexicon.named.cache_clear()
    monkeypatch.setitem(sys.modules, "english_words", None)
    with pytest.raises(GameError) as caught:
        zermelo.find("crosswords(words=english)")
    assert str(caught.value) == "crosswords(words=english) needs a list of words: pip install 'zermelo[words]'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("crosswords(words=englsh)", "takes words as basic, english or a list of words, not 'englsh'. Did you mean `english`?"),
        ("crosswords(words='/etc/passwd')", "takes words as basic, english or a list of words, not '/etc/passwd'"),
        (
            "crosswords(words='basic.txt')",
            "takes words as basic, english or a list of words, not 'basic.txt'. Did you mean `basic`?",
        ),
        ("crosswords(words=3)", "takes words as basic, english or a list of words such as ['cat', 'dog'], not 3"),
        (
            "crosswords(words=['cat', 3])",
            "takes words as basic, english or a list of words such as ['cat', 'dog'], not ['cat', 3]",
        ),
        ("crosswords(words=['cat'])", "takes a list of 2 to 400000 different words, not of 1"),
        ("crosswords(words=[])", "takes a list of 2 to 400000 different words, not of 0"),
        ("crosswords(words=['cat', 'd0g'])", "takes words of the letters a to z, but 'd0g' has others; leave it out"),
        ("crosswords(words=['cat', ''])", "takes words of the letters a to z, but '' has others; leave it out"),
        ("crosswords(words=['cat', 'a'])", "takes words of 2 to 15 letters, but `a` is too short; leave it out"),
        (
            "crosswords(size=5, rack=3, words=['cat', 'horses'])",
            "with size=5 takes words of 2 to 5 letters, but `horses` is longer than the board",
        ),
        ("crosswords(size=8)", "takes size as 5, 7, 9, 11, 13 or 15, not 8"),
        ("crosswords(size=17)", "takes size as 5, 7, 9, 11, 13 or 15, not 17"),
        ("crosswords(players=1)", "takes players as a whole number from 2 to 4, not 1"),
        ("crosswords(rack=10)", "takes rack as a whole number from 2 to 9, not 10"),
        ("crosswords(players=4, size=7)", "has 22 tiles, too few for 4 racks of 7; use a larger board or rack=5"),
    ],
)
def test_wrong_parameters_are_refused_in_one_sentence(text, message):
    with pytest.raises(GameError) as caught:
        zermelo.find(text)
    assert message in str(caught.value)


# Texts


def test_the_position_of_the_module_can_be_read():
    picture = "\n".join(line[:24].rstrip() for line in rules.__doc__.split("\n\n")[1].splitlines())
    game = Crosswords(size=7)
    position = game.position(picture)
    assert game.position(game.show(position.state)) == position
    assert (position.state.points, position.state.bag, position.turn) == ([6, 13], 3, "first")


def test_points_of_that_position_are_right():
    start = Crosswords(size=7).start().play(*"ODAINT_", *"HGEELRS")
    found = start.play("4c-ODe", "A", "I", "U", "c3-HOG")
    assert found.state.points == [6, 13]


def test_moves_may_be_typed_in_several_ways():
    position = Crosswords(words=("cat", "cats", "so")).position(f"{CAT}/first 0 BCDFGOS/second 0 ? 7/first to move")
    game, s = position.game, position.state
    assert game.parse(s, "8f cats") == game.parse(s, "8F-CATS") == position.parse("8f-CATS")
    assert game.parse(s, "exchange gb") == position.parse("exchange-BG")
    assert game.squares_of(s, game.parse(s, "8f-CATS")) == ("f8", "i8")
    assert game.squares_of(s, game.passing) == ()


def test_a_single_tile_that_makes_two_words_is_placed_across_however_it_is_typed():
    text = with_words((7, 5, 1, "CAT"), (8, 8, 1, "O"))
    position = Crosswords(words=("cat", "cats", "so")).position(f"{text}/first 0 BCDFGES/second 0 ? 7/first to move")
    assert [name for name in position.moves if not name.startswith("exchange")] == ["8f-CATS", "pass"]
    assert position.parse("i8-SO") == position.parse("8f-CATS")


@pytest.mark.parametrize(
    "move", ["8f-DOG", "9a-CATS", "8f-CAT", "99z-CAT", "8f", "exchange-Z", "exchange-SS", "exchange-", "", "pass-1"]
)
def test_other_moves_are_refused(move):
    position = Crosswords(words=("cat", "cats", "so")).position(f"{CAT}/first 0 BCDFGOS/second 0 ? 7/first to move")
    with pytest.raises(MoveError):
        position.parse(move)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a text of 0 lines is not a position"),
        (f"{SEVEN}/first 0 ABC/second 0 ? 7", "a text of 9 lines is not a position"),
        (f"{SEVEN}/first 0 ABC/second 0 ? 7/third to move", "the last line must be"),
        (f"{SEVEN}/first 0 ABCDEHI/second 0 ? 7/first draws", "the last line must be `first to move`"),
        (f"{SEVEN}/first 0 ABC/second 0 ? 7/first to move", "the last line must be `first draws`"),
        (f"{SEVEN}/first 0 AB1/second 0 ? 7/first to move", "`AB1` is no rack"),
        (f"{SEVEN}/first x ABC/second 0 ? 7/first to move", "first needs a line with points and tiles"),
        (f"{SEVEN}/second 0 ABC/first 0 ? 7/first to move", "first needs a line with points and tiles"),
        (f"{SEVEN}/first 0 ABCDEHIL/second 0 ? 7/first to move", "first has 8 tiles, but a rack has room for 7"),
        (f"{SEVEN}/first 0 BBCDEHI/second 0 ? 7/first to move", "2 tiles `B` are too many; there are 1"),
        (f"{SEVEN}/first 0 ABCDEHI/second 0 ? 7/bag 9/first to move", "8 tiles are left for the bag, not 9"),
        (f"{SEVEN}/first 0 ABCDEHI/second 0 ? 7/luck 9/first to move", "the line `luck 9` does not belong to a position"),
        (f"AB...../{SEVEN[8:]}/first 0 CDEHILS/second 0 ? 7/first to move", "the first word covers d4; put a tile there"),
        (f"A#...../{SEVEN[8:]}/first 0 CDEHILS/second 0 ? 7/first to move", "`#` is not a piece"),
        (f"A..../{SEVEN[8:]}/first 0 CDEHILS/second 0 ? 7/first to move", "has 5 squares instead of 7"),
    ],
)
def test_bad_texts_are_refused(text, message):
    with pytest.raises(PositionError) as caught:
        Crosswords(size=7, words=SHORT).position(text)
    assert message in str(caught.value)


# Agents


@pytest.mark.parametrize("words", ["basic", "english"])
@pytest.mark.parametrize(
    "agent", ["random", "belief(worlds=2)", "ismcts(playouts=20)", "pimc('expectiminimax(depth=1)',worlds=1)", "level(1)"]
)
def test_agents_play_it(words, agent):
    position = dealt(Crosswords(words=words))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert zermelo.agent(agent)(position).move in position.moves


def test_belief_plays_the_move_with_the_most_points():
    game = Crosswords(size=7)
    position = dealt(game)
    places = [move for move in position.choices if move < game.passing]
    most = max(best_points(game, position.state, placement(game, position.state, move)) for move in places)
    after = position.play(zermelo.belief(worlds=3)(position).move)
    assert after.state.points[0] == most
