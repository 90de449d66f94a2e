"""Games with hidden cards, dice and marks: sizes of their trees, the same rules as OpenSpiel's, and views that tell no more than they should."""

from __future__ import annotations

import random

import pytest

from zermelo.engine import open_backend
from zermelo.errors import GameError, PositionError
from zermelo.game.constants import CHANCE, HIDDEN
from zermelo.game.information import Information
from zermelo.games import find

GAMES = (
    "leduc",
    "leduc(suits=False)",
    "liarsdice",
    "liarsdice(players=3,dice=2,wild=ones)",
    "goofspiel",
    "goofspiel(6,order=random)",
    "goofspiel(5,players=3)",
    "goofspiel(6,players=5,order=random)",
    "phantomtictactoe",
)
OPENSPIEL = {
    "kuhn": "kuhn_poker",
    "leduc": "leduc_poker",
    "leduc(suits=False)": "leduc_poker(suit_isomorphism=True)",
    "liarsdice(sides=3)": "liars_dice(dice_sides=3)",
    "liarsdice(dice=2,sides=2)": "liars_dice(numdice=2,dice_sides=2)",
    "goofspiel": "goofspiel(imp_info=True,num_cards=4,points_order=descending)",
    "goofspiel(order=ascending)": "goofspiel(imp_info=True,num_cards=4,points_order=ascending)",
    "goofspiel(3,order=random)": "goofspiel(imp_info=True,num_cards=3,points_order=random)",
    "goofspiel(3,players=3)": "goofspiel(imp_info=True,num_cards=3,points_order=descending,players=3)",
    "goofspiel(3,players=3,order=ascending)": "goofspiel(imp_info=True,num_cards=3,points_order=ascending,players=3)",
    "goofspiel(3,players=3,order=random)": "goofspiel(imp_info=True,num_cards=3,points_order=random,players=3)",
    "goofspiel(3,players=4)": "goofspiel(imp_info=True,num_cards=3,points_order=descending,players=4)",
    "goofspiel(2,players=5)": "goofspiel(imp_info=True,num_cards=2,points_order=descending,players=5)",
    "goofspiel(5,players=3)": "goofspiel(imp_info=True,num_cards=5,points_order=descending,players=3)",
    "goofspiel(7,players=5,order=random)": "goofspiel(imp_info=True,num_cards=7,points_order=random,players=5)",
    "phantomtictactoe": "phantom_ttt",
}
"""The same games there."""
LARGE = ("leduc", "leduc(suits=False)", "phantomtictactoe", "goofspiel(5,players=3)", "goofspiel(7,players=5,order=random)")
"""Too large to count there in a moment."""


def count(game):
    """Decisions, chance nodes and ends of the whole tree, and the information sets of all players."""
    rules, nodes, sets = game.rules, [0, 0, 0], set()
    start = game.fresh()
    todo = [(start, tuple(Information.of(rules, start, player) for player in range(rules.players)))]
    while todo:
        s, known = todo.pop()
        if rules.utilities(s) is not None:
            nodes[2] += 1
            continue
        mover = rules.to_move(s)
        nodes[mover == CHANCE] += 1
        if mover != CHANCE:
            sets.add((mover, known[mover].key))
        for move in rules.choices(s):
            after = rules.play(s, move)
            todo.append((after, tuple(each.after(rules, after, move if each.player == mover else None) for each in known)))
    return *nodes, len(sets)


def load(name):
    """The game of OpenSpiel, where players who move at the same time move in turn."""
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    return pyspiel.convert_to_turn_based(pyspiel.load_game(name)) if name.startswith("goofspiel") else pyspiel.load_game(name)


def count_theirs(theirs):
    nodes, sets, todo = [0, 0, 0], set(), [theirs.new_initial_state()]
    while todo:
        s = todo.pop()
        nodes[2 if s.is_terminal() else s.is_chance_node()] += 1
        if not s.is_terminal() and not s.is_chance_node():
            sets.add((s.current_player(), s.information_state_string()))
        todo += [s.child(action) for action in s.legal_actions()]
    return *nodes, len(sets)


def positions(game, games=12, seed=1):
    """All positions of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        position = game.start()
        yield position
        while not position.over:
            position = position.advance(chance.choice(position.choices))
            yield position


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("kuhn", (24, 4, 30, 12)),
        ("leduc", (3780, 157, 5520, 936)),
        ("leduc(suits=False)", (774, 49, 1116, 288)),
        ("goofspiel", (501, 0, 576, 162)),
        ("goofspiel(3,players=3)", (202, 0, 216, 30)),
    ],
)
def test_known_sizes_of_trees(name, counts):
    assert count(find(name)) == counts


@pytest.mark.parametrize("name", [name for name in OPENSPIEL if name not in LARGE])
def test_trees_are_as_large_as_in_openspiel(name):
    assert count(find(name)) == count_theirs(load(OPENSPIEL[name]))


@pytest.mark.parametrize("name", OPENSPIEL)
def test_random_games_are_the_same_in_openspiel(name):
    game, theirs = find(name), load(OPENSPIEL[name])
    dice = random.Random(7)
    for _ in range(60):
        position, state = game.start(), theirs.new_initial_state()
        while not state.is_terminal():
            assert position.player == (CHANCE if state.is_chance_node() else state.current_player())
            is_first = game.title() == "goofspiel" or (game.title() == "liarsdice" and state.is_chance_node())
            assert [choice - is_first for choice in position.choices] == sorted(state.legal_actions())
            if state.is_chance_node():
                assert [chance for _, chance in position.chances] == pytest.approx(
                    [chance for _, chance in state.chance_outcomes()]
                )
            move = dice.choice(position.choices)
            position = position.advance(move)
            state.apply_action(move - is_first)
        assert position.values == tuple(state.returns())


@pytest.mark.parametrize("name", GAMES)
def test_compiled_views_and_guesses_are_those_of_python(name):
    game = find(name)
    rules, dice = game.rules, random.Random(3)
    core = open_backend(game, "compiled", ("hide", "guess")).core
    worked = 0
    for position in positions(game):
        for player in range(rules.players):
            view = rules.hide(position.state, player)
            assert core.hide(position.state.pack(), player) == view.pack()
            number = dice.getrandbits(62)
            guessed = rules.guess(view, player, number)
            assert core.guess(view.pack(), player, number) == (None if guessed is None else guessed.pack())
            if guessed is not None:
                worked += 1
                assert rules.hide(guessed, player) == view
                assert game.read(game.show(guessed)) == guessed
    assert core.fallbacks() == 0
    assert worked > 50


@pytest.mark.parametrize("name", GAMES)
def test_views_can_be_read_and_say_whose_turn_it_is(name):
    game = find(name)
    for position in positions(game):
        for player in range(game.rules.players):
            view = game.rules.hide(position.state, player)
            assert game.read(game.show(view)) == view
            assert game.rules.hide(view, player) == view
            assert game.to_move(view) == position.player
            assert game.svg(view).startswith("<svg")
            if position.player == player and not position.over:
                assert game.rules.moves(view) == list(position.choices)
                assert tuple(game.name(view, move) for move in position.choices) == position.moves


def test_leduc_pairs_beat_kings_and_folding_loses_what_was_paid():
    start = find("leduc").start()
    pair = start.play("Js", "Kh", "call", "call", "Jh", "raise", "raise", "call")
    assert pair.values == (9, -9)
    assert start.play("Js", "Kh", "raise", "fold").values == (1, -1)
    assert start.play("Js", "Jh", "raise", "raise", "call", "Qs", "call", "call").values == (0, 0)
    assert str(pair.view(1)) == "cards ? Kh\ntable Jh\nbets call call, raise raise call\nover"
    assert start.play("Js", "Kh").moves == ("call", "raise")
    assert start.play("Js", "Kh", "call", "raise", "raise").moves == ("fold", "call")


@pytest.mark.parametrize(("wild", "winner"), [("high", 1), ("none", 2), ("ones", 1)])
def test_wild_faces_count_as_any_face(wild, winner):
    """Bob bids three twos, with one two on the table and two dice that may be wild; cleo calls him a liar."""
    game = find(f"liarsdice(players=3,wild={wild})")
    faces = ("6", "2", "6") if wild == "high" else ("1", "2", "1")
    position = game.start().play(*faces, "1x2", "3x2", "liar")
    assert position.values == tuple(0 if player == 0 else 1 if player == winner else -1 for player in range(3))
    wild_itself = game.start().play(*faces, "3x6" if wild == "high" else "3x1", "liar")
    assert wild_itself.values == (-1, 1, 0)


def test_dice_are_sorted_and_seen_when_all_are_rolled():
    game = find("liarsdice(dice=2)")
    one, other = (game.start().play(*faces.split()) for faces in ("5 3 2 4", "3 5 4 2"))
    assert one == other
    assert one.information(0) == other.information(0)
    assert str(one.view(0)) == "ann 3 5\nbob ? ?\nann to move"
    assert str(game.start().play("5").view(0)) == "ann ? -\nbob - -\na die is rolled"


def test_goofspiel_tells_who_has_won_and_not_by_which_card():
    game = find("goofspiel")
    one, other = (game.start().play("2", card) for card in ("3", "4"))
    assert one.view(0).state == other.view(0).state
    assert one.view(1).state != other.view(1).state
    assert game.start().play("1").view(1).state == game.start().play("4").view(1).state
    assert str(one.view(0)) == "prizes 4 3 - -\nwon second\nfirst 2\nsecond ?\nfirst to move"
    ended = one.play("3", "1", "4", "2")
    assert ended.values == (0, 0)  # the prizes 3 and 2 against 4 and 1, for which the last cards were bid by themselves
    assert [*ended.state.bids] == [2, 3, 4, 1, 3, 1, 2, 4]


def test_goofspiel_discards_a_prize_for_which_several_bid_the_highest_card():
    game = find("goofspiel(players=3)")
    position = game.start().play("4", "4", "1", "3", "1", "2")
    assert str(position.view(2)) == "prizes 4 3 2 -\nwon nobody first\nfirst ? ?\nsecond ? ?\nthird 1 2\nfirst to move"
    assert position.view(0).state == game.start().play("4", "1", "4", "3", "2", "1").view(0).state
    assert position.play("1", "2", "4").values == (1, -0.5, -0.5)  # 3 points against none and 2; the prize 1 goes to nobody
    assert game.start().play(*"111", *"222", *"333").values == (0, 0, 0)


def test_players_of_goofspiel_with_the_most_points_share_the_win():
    shared = find("goofspiel(players=3)").start().play(*"412", *"121", *"334")
    assert [*shared.state.won] == [0, 1, 2, 1]
    assert shared.values == (0.5, 0.5, -1)  # 4 points, 3 and 1 points, and 2 points
    assert shared.result == "first +0.5, second +0.5, third -1"


def test_every_bid_that_fits_is_guessed_and_no_other():
    """All states with the same view as some states of three players, and what their guesses find."""
    rules = find("goofspiel(players=3)").rules
    states, seen, todo = [], set(), [rules.game.fresh()]
    while todo:
        s = todo.pop()
        if rules.utilities(s) is None and s.pack() not in seen:
            seen.add(s.pack())
            states.append(s)
            todo += [rules.play(s, move) for move in rules.moves(s)]
    fitting = {}
    for s in states:
        fitting.setdefault(rules.hide(s, 1).pack(), set()).add(s.pack())
    dice, failed, tried = random.Random(9), 0, 0
    for packed in dice.sample(sorted(fitting), 60):
        view = rules.layout.unpack(packed)
        guesses = [rules.guess(view, 1, dice.getrandbits(62)) for _ in range(60 * len(fitting[packed]))]
        assert {guessed.pack() for guessed in guesses if guessed is not None} == fitting[packed]
        failed, tried = failed + guesses.count(None), tried + len(guesses)
    assert failed < tried / 10  # in single positions up to a quarter


def test_a_try_in_vain_shows_the_square_and_only_to_the_player_who_tried():
    start = find("phantomtictactoe").start().play("b2")
    tried = start.play("b2")
    assert tried.turn == "o"
    assert start.information(0) == tried.information(0)
    assert start.information(1) != tried.information(1)
    assert "b2" not in tried.moves
    assert len(tried.moves) == 8
    assert str(tried.view(0)) == "  a b c\n3 ? ? ? 3\n2 ? x ? 2\n1 ? ? ? 1\n  a b c\no found ?\no to move"
    assert tried.view(1).state.cells == [HIDDEN] * 4 + [1] + [HIDDEN] * 4


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("leduc(suits=2)", "takes suits as True or False"),
        ("liarsdice(players=7)", "takes players as a whole number from 2 to 6"),
        ("liarsdice(dice=0)", "takes dice as a whole number from 1 to 6"),
        ("liarsdice(sides=1)", "takes sides as a whole number from 2 to 12"),
        ("liarsdice(wild=sixes)", "takes wild as high, ones or none"),
        ("goofspiel(14)", "takes cards as a whole number from 2 to 13"),
        ("goofspiel(players=1)", "takes players as a whole number from 2 to 5"),
        ("goofspiel(players=6)", "takes players as a whole number from 2 to 5"),
        ("goofspiel(order=up)", "takes order as descending, ascending or random"),
    ],
)
def test_bad_parameters(call, says):
    with pytest.raises(GameError, match=says):
        find(call)


PHANTOM = "? ? ?/? x ?/? ? ?/"
BAD_TEXTS = [
    ("leduc", "", "both players' cards"),
    ("leduc", "cards Js Qx", "both players' cards"),
    ("leduc", "cards Js Js", "more than the deck has"),
    ("leduc(suits=False)", "cards J J/table J/bets call call", "more than the deck has"),
    ("leduc", "cards - Js", "the first player gets the first card"),
    ("leduc", "cards Js -/bets call", "bets come after both cards"),
    ("leduc", "cards Js ?/table Kh", "after the first round of bets"),
    ("leduc", "cards Js ?/table K", "must say one card"),
    ("leduc", "cards Js ?/bets call call, raise", "add a line such as `table Js`"),
    ("leduc", "cards Js ?/bets fold", "`fold` is not legal as move 1"),
    ("leduc", "cards Js ?/bets raise raise raise", "`raise` is not legal as move 3"),
    ("leduc", "cards Js ?/bets call/first to move", "write `second to move`"),
    ("liarsdice", "ann 3", "a line for bob is missing"),
    ("liarsdice", "ann 7/bob ?", "must have a number from 1 to 6"),
    ("liarsdice", "ann -/bob 2", "no number comes after a -"),
    ("liarsdice(dice=2)", "ann 1 ?/bob ? ?", "sees all dice of a hand, or none"),
    ("liarsdice", "ann 3/bob ?/bids 1x5 1x2", "`1x2` is not a bid here"),
    ("liarsdice", "ann 3/bob -/bids 1x5", "when all dice are rolled"),
    ("liarsdice", "ann 3/bob ?/ann calls liar", "must be `ann to move`"),
    ("goofspiel", "prizes 3 4 - -/won first/first 2/second 1", "come in the order 4 3 2 1"),
    ("goofspiel", "prizes 4 3 2 -/won first/first 2/second 1", "must have 4 signs"),
    ("goofspiel(order=random)", "prizes 4 4 - -/won first/first 2/second 1", "different numbers from 1 to 4"),
    ("goofspiel", "prizes 4 3 - -/won second/first 2/second 1", "`won` must agree with the cards"),
    ("goofspiel", "prizes 4 3 - -/won first/first 1/second ?", "`won` must agree with the cards"),
    ("goofspiel", "prizes 4 3 - -/won bob/first 1/second ?", "`won` must list"),
    ("goofspiel", "prizes 4 3 - -/won first/first 2/second ? ?", "a card for each prize"),
    ("goofspiel", "prizes 4 - - -/third 2", "must be a line of its own"),
    ("goofspiel", "prizes 4 - - -/second to move", "the last line must be `first to move`"),
    ("goofspiel(players=3)", "prizes 4 3 - -/won first/first 2/second 1/third 2", "`won` must agree with the cards"),
    ("goofspiel(players=3)", "prizes 4 3 - -/won nobody/first 2/second 1/third 1", "`won` must agree with the cards"),
    ("goofspiel(players=3)", "prizes 4 3 - -/won third/first ?/second 4/third ?", "`won` must agree with the cards"),
    ("goofspiel(players=3)", "prizes 4 3 - -/won nobody/first 2/second 2", "a card for each prize"),
    ("goofspiel(players=3)", "prizes 4 - - -/first 2/second 2/third 1", "but not all of them"),
    ("goofspiel(players=3)", "prizes 4 - - -/second 2", "`first` before the others"),
    ("goofspiel(players=3)", "prizes 4 - - -/fourth 2", "`first`, `second` or `third`"),
    ("goofspiel(players=3,order=random)", "prizes - - - -/first 2/second 1", "that of this round"),
    ("phantomtictactoe", PHANTOM, "must say who is to move"),
    ("phantomtictactoe", PHANTOM.replace("?", ".", 1) + "o to move", "does not know which squares are empty"),
    ("phantomtictactoe", PHANTOM + "x found b2/o to move", "cannot have found b2"),
    ("phantomtictactoe", PHANTOM + "o found d4/o to move", "must name squares"),
    ("phantomtictactoe", "x x x/o o ./. . ./o to move", "must be `x has won`"),
    ("phantomtictactoe", "x x x/? o ?/? ? ?/o to move", "three in a row end the game"),
    ("phantomtictactoe", "o o o/x x ./x . ./x to move", "must be `o has won`"),
    ("phantomtictactoe", "o o o/x x ./x x .", "three in a row end the game"),
    ("phantomtictactoe", "x x ./. . ./. . .", "x begins"),
]


@pytest.mark.parametrize(("name", "text", "says"), BAD_TEXTS)
def test_bad_texts(name, text, says):
    with pytest.raises(PositionError, match=says):
        find(name).position(text)
