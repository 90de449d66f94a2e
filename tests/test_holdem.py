"""Texas hold'em: bets keep the rules of OpenSpiel's universal poker, views tell no more than they should, and chances are those that are published.

Wins by boards of two open hands were counted with the poker-eval library (Mark VandeWettering, 2005);
the shares of hands against a hand that nobody knows are those of Jazbo Burns, who counted all of them.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb

import pytest

import zermelo
from zermelo import laws
from zermelo.engine import open_backend
from zermelo.engine.hidden import belief
from zermelo.errors import GameError, MoveError, PositionError
from zermelo.game import CHANCE
from zermelo.games import holdem
from zermelo.games.holdem import Holdem

VARIANTS = [Holdem(), Holdem(limit=True), Holdem(2), Holdem(3, limit=True), Holdem(200)]
BOARDS = [
    ("Ad Ac Ks Kh", 1_388_072, 317_694),
    ("Ad Ac Td 9d", 1_338_249, 367_143),
    ("Ad Ac Qc Jh", 1_450_987, 254_763),
]
"""Two open hands, and how many of the 1,712,304 boards the first one wins and loses."""
UNKNOWN = [("Ah Ad", 0.8520371), ("8s 8c", 0.6916304), ("As Ks", 0.6704463), ("Kd 2d", 0.5321173), ("8h 5c", 0.4142753)]
"""A hand, and its share of the pots against a hand that is not known."""


def positions(game, games=12, seed=1):
    """All positions of some random games, in which players do not fold too soon."""
    chance = random.Random(seed)
    for _ in range(games):
        position = game.start()
        yield position
        while not position.over:
            choices = position.choices
            if position.player != CHANCE and chance.random() < 0.8:
                choices = [each for each in choices if each != holdem.FOLD][:3]
            position = position.advance(chance.choice(choices))
            yield position


# Showdowns


@pytest.mark.parametrize(
    ("first", "second", "table", "result"),
    [
        ("As 2d", "6h 7h", "5c 4d 3s Kd Kh", -1),  # the straight to the five is the lowest
        ("As 2d", "Kc Kh", "5c 4d 3s Kd 9h", 1),  # and beats three kings
        ("As Ks", "9d 8d", "Qd 7s 6s 5c 2s", 1),  # a flush beats a straight
        ("As 3c", "Qc Jc", "Ks 9s 7s 4s 2d", 1),  # a flush by one card
        ("As Qd", "Ac Jd", "Ah 9c 7s 5d 2c", 1),  # the queen is the better kicker
        ("As 3d", "Ac 2d", "Ah Kc Qs Jd 9c", 0),  # neither kicker is among the best five
        ("7c 2d", "4h 3s", "As Ks Qs Js Ts", 0),  # the table plays
        ("9c 2d", "8h 3s", "Kc Kd Kh Ks As", 0),
        ("Ac 2d", "Qh Qs", "Kc Kd Kh Ks Js", 1),  # the fifth card decides
        ("9c 9d", "8h 8s", "Ac Ad 2h 2s Kc", 1),  # a third pair
        ("4c 4d", "Qh 3s", "Kc Kd 9h 9s Ac", 0),  # a third pair that does not count
        ("Qc Qd", "Ah 9s", "9c 9d Kh 4s 2c", -1),  # three nines beat two pairs
        ("Tc Td", "9h 9s", "Kc Kd Kh Qs 2c", 1),  # the pair of a full house
        ("Tc 8d", "Td 8h", "Tc 8c 4h 3s 2d", None),  # the ten of clubs twice
        ("Th 8d", "Td 8h", "Tc 8c 4h 3s 2d", 0),
        ("Js 2s", "Qs 3d", "As Ks 9s 8s 4c", -1),  # the third card of a flush
    ],
)
def test_showdowns(first, second, table, result):
    game = Holdem(stack=2)
    text = f"cards {first}, {second}/table {table}/bets call"
    if result is None:
        with pytest.raises(PositionError, match="Tc is there twice"):
            game.position(text)
    else:
        position = game.position(text)
        assert position.over
        assert position.values == (2 * result, -2 * result)


# Bets


def test_the_text_of_a_game():
    position = Holdem().start().play("As Kd 8h 8c raise4 call Qh 7s 2c check raise6")
    assert (
        str(position) == "cards As Kd, 8h 8c\ntable Qh 7s 2c\nbets raise4 call, check raise6\npot 14, 6 to call\nbigblind to move"
    )
    assert str(position.view(0)).startswith("cards As Kd, ? ?\n")
    ended = position.play("call 8d check raise10 fold")
    assert str(ended) == (
        "cards As Kd, 8h 8c\ntable Qh 7s 2c 8d\nbets raise4 call, check raise6 call, check raise10 fold\npot 30\nover"
    )
    assert ended.values == (10, -10)


def test_who_begins_and_what_the_blinds_may_do():
    deal = Holdem().start().play("As Kd 8h 8c")
    assert (deal.turn, deal.moves[:3], deal.moves[-1]) == ("button", ("fold", "call", "raise4"), "raise20")
    limped = deal.play("call")
    assert (limped.turn, limped.moves[:2]) == ("bigblind", ("check", "raise4"))
    flop = limped.play("check Qh 7s 2c")
    assert (flop.turn, flop.moves[:2], flop.moves[-1]) == ("bigblind", ("check", "raise2"), "raise18")
    assert deal.play("fold").values == (-1, 1)
    assert deal.play("raise19 fold").values == (2, -2)  # what was not called is returned
    assert limped.play("raise20 fold").values == (-2, 2)


@pytest.mark.parametrize(
    ("bets", "least"),
    [
        ("", "raise4"),
        ("raise5", "raise8"),
        ("raise10", "raise18"),
        ("raise4 raise9", "raise14"),
        ("raise4 raise6 raise8", "raise10"),
        ("raise11", "raise20"),  # all-in, although twice the raise would be more
        ("raise19", "raise20"),
        ("raise20", None),
        ("raise8 call Qh 7s 2c raise5", "raise10"),
        ("raise8 call Qh 7s 2c raise5 call 2h", "raise2"),  # the big blind again
        ("raise18 call Qh 7s 2c check", "raise2"),
        ("raise19 call Qh 7s 2c", "raise1"),  # all-in with the last chip
        ("raise19 call Qh 7s 2c raise1", None),
    ],
)
def test_least_raises(bets, least):
    names = Holdem().start().play("As Kd 8h 8c", *bets.split()).moves
    raises = [name for name in names if name.startswith("raise")]
    assert (raises[0] if raises else None) == least
    if raises:
        assert [int(name[5:]) for name in raises] == [*range(int(least[5:]), int(raises[-1][5:]) + 1)]


def test_all_in_ends_the_bets():
    deal = Holdem().start().play("As Kd 8h 8c")
    called = deal.play("raise20")
    assert called.moves == ("fold", "call")
    called = called.play("call")
    assert called.turn == "chance"
    assert called.play("Qh 7s 2c 3d 4d").values == (-20, 20)
    later = deal.play("call check Qh 7s 2c check raise18 call")
    assert (later.turn, later.play("Ah 3d").values) == ("chance", (20, -20))
    blind = Holdem(2).start().play("As Kd 8h 8c")
    assert blind.moves == ("fold", "call")
    assert blind.play("call Qh 7s 2c 3d 4d").values == (-2, 2)


def test_limits():
    deal = Holdem(100, limit=True).start().play("As Kd 8h 8c")
    assert deal.moves == ("fold", "call", "raise4")
    capped = deal.play("raise4 raise6 raise8")
    assert capped.moves == ("fold", "call")  # the big blind was the first of four bets
    flop = capped.play("call Qh 7s 2c")
    assert flop.moves == ("check", "raise2")
    capped = flop.play("raise2 raise4 raise6 raise8")
    assert capped.moves == ("fold", "call")
    turn = capped.play("call 3d")
    assert turn.moves == ("check", "raise4")
    assert turn.play("raise4 raise8 raise12 raise16").moves == ("fold", "call")
    river = turn.play("raise4 raise8 raise12 raise16 call 4d raise4 raise8 raise12 raise16 call")
    assert river.values == (-48, 48)


def test_limits_end_at_the_stack():
    flop = Holdem(9, limit=True).start().play("As Kd 8h 8c raise4 raise6 call Qh 7s 2c")
    assert flop.moves == ("check", "raise2")
    assert flop.play("raise2").moves == ("fold", "call", "raise3")
    assert flop.play("raise2 raise3").moves == ("fold", "call")
    assert flop.play("raise2 raise3 call 3d 4d").values == (-9, 9)


def test_the_longest_game_fits_its_row():
    game = Holdem()
    position = game.start().play(
        "As Kd 8h 8c call raise4 raise6 call Qh 7s 2c check raise2 raise4 call 3d check raise2 raise4 call 4d"
    )
    position = position.play("check raise2 raise4 raise6 call")
    assert position.state.made == len(position.state.bets) == game.longest
    assert position.values == (-20, 20)


UNIVERSAL = "universal_poker(numPlayers=2,numRounds=4,blind=1 2,firstPlayer=1 2 2 2,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
FREE = "betting=nolimit,bettingAbstraction=fullgame,stack={0} {0})"
LIMITED = "betting=limit,raiseSize=2 2 4 4,maxRaises=3 4 4 4)"


@pytest.mark.parametrize(
    ("game", "theirs"),
    [
        *((Holdem(stack), FREE.format(stack)) for stack in (2, 3, 20, 55, 200)),
        (Holdem(48, limit=True), LIMITED),  # there all players have chips for all bets
    ],
    ids=str,
)
def test_random_games_are_the_same_in_openspiel(game, theirs):
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    theirs, chance, results = pyspiel.load_game(UNIVERSAL + theirs), random.Random(7), Counter()
    for _ in range(100):
        position, state = game.start(), theirs.new_initial_state()
        while not position.over:
            assert position.player == (CHANCE if state.is_chance_node() else state.current_player())
            choices = position.choices
            if position.player == CHANCE:
                move = action = chance.choices(choices, [share for _, share in position.chances])[0]
            else:
                before = 0 if game.limit else position.state.before
                named = {move: move if move < 2 else 2 if game.limit else before + move - 1 for move in choices}
                assert [*named.values()] == state.legal_actions()
                if chance.random() < 0.8:
                    choices = [each for each in choices if each != holdem.FOLD][:4]
                move = chance.choice(choices)
                action = named[move]
            position = position.advance(move)
            state.apply_action(action)
        assert state.is_terminal()
        assert position.values == tuple(state.returns())
        results[position.state.rounds] += 1
    assert results[holdem.ROUNDS] > 20


# Cards


def test_all_hands_and_flops_are_equally_likely():
    chance = random.Random(4)
    for _ in range(200):
        position, share, hands = Holdem(2).start(), 1.0, []
        while not position.over:
            if position.player == CHANCE:
                outcome = chance.choice(position.choices)
                share *= dict(position.chances)[outcome]
                position = position.advance(outcome)
                if position.state.dealt in (2, 4, 7, 8, 9):
                    hands.append(share)
                    share = 1.0
            else:
                position = position.play("call")
        assert hands == pytest.approx([1 / comb(52, 2), 1 / comb(50, 2), 1 / comb(48, 3), 1 / 45, 1 / 44])


def test_every_hand_can_be_dealt():
    found = set()
    for first, _ in Holdem().start().chances:
        dealt = Holdem().start().advance(first)
        found |= {(first, second) for second, _ in dealt.chances}
    assert found == {(max(pair), min(pair)) for pair in combinations(range(52), 2)}


def test_guesses_are_all_hands_equally_often():
    game, chance = Holdem(), random.Random(5)
    core = open_backend(game, "compiled", ("hide", "guess")).core
    position = game.start().play("As Kd 8h 8c call check Qh 7s 2c")
    view = game.rules.hide(position.state, 1).pack()
    found = Counter(core.guess(view, 1, chance.getrandbits(62)) for _ in range(100 * comb(47, 2)))
    assert len(found) == comb(47, 2)
    assert min(found.values()) > 50
    assert max(found.values()) < 150
    carried = belief(position, seed=1)
    assert carried.way == "exact"
    assert {state for state, _ in carried.worlds} == set(found)
    weights = [weight for _, weight in carried.worlds]
    assert min(weights) == pytest.approx(max(weights))


def test_the_first_card_of_a_guessed_hand_leaves_a_lower_one():
    game, chance = Holdem(), random.Random(6)
    view = game.rules.hide(game.start().play("As").state, 1)
    found = Counter(game.rules.guess(view, 1, chance.getrandbits(62)).card[0] for _ in range(20_000))
    assert 0 not in found
    assert found[51] / 20_000 == pytest.approx(51 / comb(52, 2), abs=0.01)


def test_guesses_leave_cards_for_the_rest_of_the_flop():
    """Below the two of hearts there are two cards. One of them comes next, so the other player has the other one, or neither."""
    game, chance = Holdem(), random.Random(9)
    view = game.rules.hide(game.start().play("As Kd 8h 8c call check Qh 2h").state, 0)
    found = Counter(sum(card < 2 for card in game.rules.guess(view, 0, chance.getrandbits(62)).card) for _ in range(20_000))
    assert found[2] == 0
    assert found[1] / 20_000 == pytest.approx(2 / 47, abs=0.01)


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_views_keep_the_laws_of_hiding_and_are_compiled(game):
    rules, chance = game.rules, random.Random(8)
    core = open_backend(game, "compiled", ("hide", "guess")).core
    for position in positions(game):
        s = position.state
        assert game.read(game.show(s)) == game.read(game.show(s).replace("\n", "/")) == s
        assert core.utilities(s.pack()) == (None if not position.over else list(position.values))
        for player in range(2):
            view = rules.hide(s, player)
            assert core.hide(s.pack(), player) == view.pack()
            assert rules.hide(view, player) == view
            assert game.read(game.show(view)) == view
            assert game.svg(view).startswith("<svg")
            assert rules.to_move(view) == position.player
            number = chance.getrandbits(62)
            world = rules.guess(view, player, number)
            assert core.guess(view.pack(), player, number) == world.pack()
            assert rules.hide(world, player) == view
            assert position.over or rules.choices(world)
            if position.player == player and not position.over:
                assert rules.moves(view) == list(position.choices)
    assert core.fallbacks() == 0


@pytest.mark.parametrize("game", VARIANTS[1:], ids=str)
def test_variants_keep_every_law(game):
    result = laws.check(game, examples=8)
    assert result.ok, str(result)


# Play


@pytest.mark.long
@pytest.mark.parametrize(("hands", "won", "lost"), BOARDS)
def test_samples_agree_with_published_chances(hands, won, lost):
    """Utilities of a showdown for 2 chips have a deviation below 2, so that the mean of 200,000 is within 0.02 of its own."""
    report = zermelo.uct(playouts=200_000)(Holdem(2).opened.start().play(hands))
    assert report.move == "call"
    assert report.value == pytest.approx(2 * (won - lost) / comb(48, 5), abs=0.02)


@pytest.mark.long
@pytest.mark.parametrize(("hands", "won", "lost"), BOARDS)
def test_exact_chances_are_those_published(hands, won, lost):
    report = zermelo.expectiminimax()(Holdem(2).opened.start().play(hands))
    assert report.value == pytest.approx(2 * (won - lost) / comb(48, 5), abs=1e-9)


@pytest.mark.parametrize(("hand", "share"), UNKNOWN)
def test_ismcts_knows_the_chances_against_an_unknown_hand(hand, share):
    report = zermelo.ismcts(playouts=50_000)(Holdem(2).start().play(hand, "Qs 3c"))
    (called,) = [choice for choice in report.choices if choice.move == "call"]
    assert called.value == pytest.approx(2 * (2 * share - 1), abs=0.04)


@pytest.mark.parametrize("agent", ["ismcts(playouts=200)", "pimc('uct(playouts=50)', worlds=5)"])
@pytest.mark.parametrize("game", VARIANTS[:2], ids=str)
def test_agents_for_hidden_information_play_it(game, agent):
    result = zermelo.match(game, agent, "random", games=2, jobs=1)
    assert (result.wins + result.draws + result.losses, result.unfinished) == (2, 0)


def test_ismcts_folds_a_weak_hand_and_calls_with_a_strong_one():
    for hand, move in (("As Ah", "call"), ("7d 2c", "fold")):
        position = Holdem().start().play("Qs 3c", hand, "raise20")
        assert zermelo.ismcts(playouts=20_000)(position).move == move


# Refusals


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("holdem(1)", "holdem takes stack as a whole number from 2 to 1000, not 1"),
        ("holdem(stack=1001)", "holdem takes stack as a whole number from 2 to 1000, not 1001"),
        ("holdem(limit=2)", "holdem takes limit as True or False, not 2"),
    ],
)
def test_bad_parameters(call, says):
    with pytest.raises(GameError, match=says):
        zermelo.find(call)


@pytest.mark.parametrize("moves", ["Kd As", "As As", "As Kd As", "As Kd 8h 8c call check 7s Qh"])
def test_cards_that_cannot_be_dealt(moves):
    """Each card is there once, and a hand and the flop are dealt from high to low."""
    with pytest.raises(MoveError, match=f"`{moves.split()[-1]}` is not a legal move here; legal are: 2"):
        Holdem().start().play(moves)


@pytest.mark.parametrize("move", ["check", "raise3", "raise21", "raise", "As"])
def test_moves_that_are_not_legal(move):
    with pytest.raises(MoveError, match=f"`{move}` is not a legal move here; legal are: fold call raise4"):
        Holdem().start().play("As Kd 8h 8c", move)


DEAL = "cards As Kd, ? ?/"
BAD_TEXTS = [
    ("", "two cards of each player"),
    ("cards As Kd", "two cards of each player"),
    ("cards As, Kd", "two cards of each player"),
    ("cards As Kx, ? ?", "two cards of each player"),
    ("cards As Kd, As 2c", "As is there twice"),
    ("cards As ?, ? ?", "sees both cards of a hand, or none"),
    ("cards - -, As Kd", "the button gets two cards"),
    ("cards As -, Kd Qd", "the button gets two cards"),
    ("cards As Kd, Qd -/table 2c", "the button gets two cards"),
    ("cards 2c -, - -", "there is no lower one left"),
    (DEAL + "table Qh 7s 2c", "at most 0 cards on the table"),
    (DEAL + "table Qh 7s 2c 3c/bets call check", "at most 3 cards on the table"),
    (DEAL + "table Qh 7s/bets call check, check", "with both hands dealt and 3 cards on the table"),
    ("cards As Kd, - -/bets call", "with both hands dealt and 0 cards on the table"),
    (DEAL + "table Qh 7s 2c 3c 4c 5c/bets call check", "at most five cards"),
    (DEAL + "table Qx/bets call check", "at most five cards"),
    (DEAL + "table 2d 2c/bets call check", "there is no lower one left"),
    (DEAL + "bets check", "`check` is not legal as move 1"),
    (DEAL + "bets raise3", "`raise3` is not legal as move 1"),
    (DEAL + "bets fold call", "`call` is not legal as move 2"),
    (DEAL + "bets raise20 call, check", "`check` is not legal as move 3"),
    (DEAL + "bets call/pot 5", "write `pot 4` in place of `pot 5`"),
    (DEAL + "bets call/button to move", "write `bigblind to move` in place of `button to move`"),
    (DEAL + DEAL, "write `button to move`"),
]


@pytest.mark.parametrize(("text", "says"), BAD_TEXTS)
def test_bad_texts(text, says):
    with pytest.raises(PositionError, match=says):
        Holdem().position(text)


def test_texts_may_leave_out_what_follows_and_have_cards_in_any_order():
    game = Holdem()
    short = game.read("cards Kd As, ? ?/table 2c Qh 7s/bets raise4 call, check raise6")
    assert (
        game.show(short)
        == "cards As Kd, ? ?\ntable Qh 7s 2c\nbets raise4 call, check raise6\npot 14, 6 to call\nbigblind to move"
    )
    picture = holdem.__doc__.split("\n\n")[1]
    assert game.show(short).split("\n") == [line.partition("    what")[0].strip() for line in picture.splitlines()]
