"""Battleship and whist: views keep the laws of hiding, `guess` makes worlds that fit, and results are those of slow, obvious scorers."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

import zermelo
from zermelo.engine import open_backend
from zermelo.errors import GameError, PositionError
from zermelo.game.constants import CHANCE, ONGOING
from zermelo.game.information import Information
from zermelo.games.battleship import rules as battleship
from zermelo.games.battleship.rules import Battleship
from zermelo.games.whist import rules as whist
from zermelo.games.whist.rules import Whist

SMALL = [
    Battleship(2, 2, (1,), 2),
    Battleship(3, 4, (2, 1, 1)),
    Battleship(5, 1, (2,)),
    Battleship(5, 5, [2, 2, 3], 20),
    Whist(ranks=4, suits=2),
    Whist(ranks=3, hand=2, trumps="hearts"),
    Whist(ranks=3, trumps="notrump"),
]
USUAL = [Battleship(), Whist()]


def random_states(game, games, seed=1):
    """Every state of some random games."""
    chance, rules = random.Random(seed), game.rules
    for _ in range(games):
        s = game.fresh()
        yield s
        while choices := rules.choices(s):
            s = rules.play(s, chance.choice(choices))
            yield s


def middle_states(game, number, seed=2):
    """Positions with a player to move, each at a random moment of a random game."""
    chance = random.Random(seed)
    for _ in range(number):
        game_states = [s for s in random_states(game, 1, chance.random()) if game.rules.choices(s) and game.to_move(s) != CHANCE]
        yield chance.choice(game_states)


# Views


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_views_keep_the_laws_of_hiding(game):
    rules = game.rules
    for s in random_states(game, games=4):
        for player in range(len(game.players)):
            view = rules.hide(s, player)
            assert rules.hide(view, player) == view
            assert rules.to_move(view) == rules.to_move(s)
            assert (rules.utilities(view) is None) == (rules.utilities(s) is None)
            assert game.read(game.show(view)) == view
            assert game.read(game.show(view).replace("\n", "/")) == view
            if rules.choices(s) and rules.to_move(s) == player:
                assert rules.moves(view) == rules.moves(s)
        assert game.read(game.show(s)) == s


@pytest.mark.parametrize("game", [*SMALL, *USUAL], ids=str)
def test_compiled_hiding_and_guessing_equal_the_rules_in_python(game):
    core, chance = open_backend(game, "compiled", ("hide", "guess")).core, random.Random(3)
    for s in random_states(game, games=1 if game in USUAL else 4):
        for player in range(len(game.players)):
            view = game.rules.hide(s, player)
            assert core.hide(s.pack(), player) == view.pack()
            if chance.random() < 0.3:
                dice = chance.getrandbits(62)
                world = game.rules.guess(view, player, dice)
                assert core.guess(view.pack(), player, dice) == (None if world is None else world.pack())
    assert core.fallbacks() == 0


@pytest.mark.parametrize("game", [*SMALL, *USUAL], ids=str)
def test_guessed_worlds_look_as_the_view_does_and_mostly_work_out(game):
    core, chance, worked, tries = open_backend(game, "compiled", ("hide", "guess")).core, random.Random(4), 0, 0
    for s in middle_states(game, number=40):
        player = game.to_move(s)
        view = core.hide(s.pack(), player)
        for _ in range(10):
            world = core.guess(view, player, chance.getrandbits(62))
            worked, tries = worked + (world is not None), tries + 1
            assert world is None or core.hide(world, player) == view
    print(f"{game}: {worked} of {tries} guesses worked out")
    assert worked > 0.95 * tries


@pytest.mark.parametrize(("module", "game", "width"), [(battleship, Battleship(4, 4, (3, 2)), 37), (whist, Whist(), 33)])
def test_the_picture_of_the_text_is_one(module, game, width):
    picture = module.__doc__.split("\n\n")[1]
    text = "\n".join(line[:width].rstrip() for line in picture.splitlines())
    assert [line.split() for line in game.show(game.read(text)).splitlines()] == [line.split() for line in text.splitlines()]


# Battleship


def fleets(game, ship=0, taken=frozenset(), places=()):
    """All ways to place a fleet, by trying everything; ships of equal length in ascending order."""
    if ship == len(game.fleet):
        yield places
        return
    for place in range(2 * game.cells):
        cells = covered(game, ship, place)
        later = not places or game.fleet[ship] != game.fleet[ship - 1] or place > places[-1]
        if cells and later and taken.isdisjoint(cells):
            yield from fleets(game, ship + 1, taken | cells, (*places, place))


def covered(game, ship, place):
    """The cells of a ship; none if it does not fit on the board, or lies upwards with a length of 1."""
    (row, column), upwards, length = divmod(place // 2, game.cols), place % 2, game.fleet[ship]
    cells = [(row + upwards * index, column + (1 - upwards) * index) for index in range(length)]
    on_board = cells[-1][0] < game.rows and cells[-1][1] < game.cols and not (upwards and length == 1)
    return frozenset(row * game.cols + column for row, column in cells) if on_board else frozenset()


def fits_shots(game, marks, places):
    """Whether a fleet explains all marks: misses, hits, and the letters of ships that are sunk."""
    water = dict.fromkeys(range(game.cells), True)
    for ship, place in enumerate(places):
        cells = covered(game, ship, place)
        water |= dict.fromkeys(cells, False)
        seen = {marks[cell] for cell in cells}
        sunk = len(seen) == 1 and {*seen} <= {
            battleship.SUNK + other for other, length in enumerate(game.fleet) if length == game.fleet[ship]
        }
        if not sunk and not (0 in seen and seen <= {0, battleship.HIT}):
            return False
    return all(water[cell] == (mark == battleship.MISS) for cell, mark in enumerate(marks) if mark)


@pytest.mark.parametrize("game", [Battleship(3, 3, (2, 2)), Battleship(3, 4, (2, 1, 1)), Battleship(4, 4, (3, 2))], ids=str)
def test_every_fleet_can_be_placed_in_one_way(game):
    found, waiting = Counter(), [game.fresh()]
    while waiting:
        s = waiting.pop()
        if s.placed == game.ships:
            found[tuple(s.place[: game.ships])] += 1
        else:
            waiting += [game.rules.play(s, move) for move in game.rules.moves(s)]
    assert found == Counter(fleets(game))


def test_guesses_are_all_fleets_that_fit_the_shots():
    game, chance = Battleship(4, 4, (3, 2, 2)), random.Random(6)
    everything = list(fleets(game))
    core = open_backend(game, "compiled", ("hide", "guess")).core
    for s in middle_states(game, number=30):
        if s.fired < 6:
            continue
        player = game.to_move(s)
        other, view = 1 - player, game.rules.hide(s, player)
        marks = s.mark[other * game.cells : (other + 1) * game.cells]
        wanted = {fleet for fleet in everything if fits_shots(game, marks, fleet)}
        worlds = (core.guess(view.pack(), player, chance.getrandbits(62)) for _ in range(100 * len(wanted)))
        found = {tuple(game.layout.unpack(world).place[other * 3 : other * 3 + 3]) for world in worlds if world}
        assert found == wanted


def test_guessed_fleets_of_the_usual_game_fit_the_shots():
    game, chance, failures = Battleship(), random.Random(7), 0
    for s in middle_states(game, number=60):
        player = game.to_move(s)
        world = game.rules.guess(game.rules.hide(s, player), player, chance.getrandbits(62))
        if world is None:
            failures += 1
            continue
        other = 1 - player
        places = world.place[other * game.ships : (other + 1) * game.ships] if s.placed == 2 * game.ships else ()
        assert fits_shots(game, s.mark[other * game.cells : (other + 1) * game.cells], places)
    assert failures <= 3


def test_what_shots_tell():
    game = Battleship(4, 4, (2, 2, 1))
    position = game.start().play("a1h a2h d4", "a1v c3h d4")
    position = position.play("c3 a2 d3")  # the second of the two ships of length 2 is sunk first, and is A
    assert position.state.mark[game.cells + 10 : game.cells + 12] == [battleship.SUNK] * 2
    assert (position.state.left, position.turn) == ([4, 3], "second")
    position = position.play("a4 a1 b4 a2")
    assert [position.state.mark[game.cells + cell] for cell in (0, 4)] == [battleship.SUNK + 1] * 2
    position = position.play("c4 d4")
    assert (position.result, position.values) == ("first won", (1, -1))


@pytest.mark.long
def test_random_shots_take_as_many_as_they_should():
    """The last of 17 cells among 100 in random order comes after 17 * 101 / 18 = 95.39 shots in the mean."""
    game, chance, total, games = Battleship(), random.Random(8), 0, 400
    for _ in range(games):
        s = game.fresh()
        while s.placed < 2 * game.ships:
            s = game.rules.play(s, chance.choice(list(game.moves(s))))
        for cell in chance.sample(range(game.cells), game.cells):
            game.play(s, cell)
            s.fired = 0  # the first player shoots again
            total += 1
            if game.winner(s) != ONGOING:
                break
    print(f"{total / games:.2f} shots in the mean of {games} games; {17 * 101 / 18:.2f} are exact")
    assert abs(total / games - 17 * 101 / 18) < 1


def test_the_smallest_game_is_the_one_of_openspiel():
    """With one ship nobody can tell the rules apart: who sinks it wins, and else the game is drawn."""
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    sizes = "board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=2"
    theirs = pyspiel.load_game(f"battleship({sizes},allow_repeated_shots=False,loss_multiplier=1.0)")
    nodes, ends, sets = Counter(), Counter(), (set(), set())

    def walk_theirs(state):
        if state.is_terminal():
            ends[tuple(state.returns())] += 1
            return
        nodes[state.current_player()] += 1
        sets[state.current_player()].add(state.information_state_string())
        for action in state.legal_actions():
            walk_theirs(state.child(action))

    walk_theirs(theirs.new_initial_state())
    game = Battleship(2, 2, (1,), 2)
    our_nodes, our_ends, our_sets = Counter(), Counter(), (set(), set())

    def walk_ours(s, known):
        values = game.rules.utilities(s)
        if values is not None:
            our_ends[tuple(values)] += 1
            return
        player = game.to_move(s)
        our_nodes[player] += 1
        our_sets[player].add(known[player].key)
        for move in game.rules.moves(s):
            after = game.rules.play(s, move)
            walk_ours(after, [each.after(game.rules, after, move if each.player == player else None) for each in known])

    walk_ours(game.fresh(), [Information.of(game.rules, game.fresh(), player) for player in range(2)])
    assert (our_nodes, our_ends) == (nodes, ends)
    assert [len(each) for each in our_sets] == [len(each) for each in sets] == [53, 109]
    assert sum(our_ends.values()) == 1072


# Whist


def scored(game, deal, plays):
    """The tricks of both teams, by the book: `plays` are names of cards in order, `deal` the four hands. Checks that players follow suit."""
    trumps = None if game.trumps < 0 else "cdhs"[-game.suits :][game.trumps]
    hands, won, leader = [set(hand) for hand in deal], [0, 0], 0
    for at in range(0, len(plays), 4):
        trick = list(zip([(leader + place) % 4 for place in range(4)], plays[at : at + 4], strict=True))
        led = trick[0][1][0]
        for player, card in trick:
            assert card in hands[player]
            assert card[0] == led or all(other[0] != led for other in hands[player])
            hands[player].remove(card)
        strong = trumps if any(card[0] == trumps for _, card in trick) else led
        _, leader = max(("23456789TJQKA".index(card[1]), player) for player, card in trick if card[0] == strong)
        won[leader % 2] += 1
    return won


@pytest.mark.parametrize("game", [Whist(), Whist(trumps="notrump"), Whist(ranks=4, suits=3, trumps="hearts")], ids=str)
def test_results_are_those_of_a_slow_scorer(game):
    chance = random.Random(9)
    for _ in range(15):
        position = game.start()
        while not position.over:
            if position.player != CHANCE:
                hand = position.state.hand[position.player]
                own = {name for card, name in enumerate(game.names) if hand >> card & 1}
                led = position.state.trick[0]
                following = {name for name in own if led >= 0 and name[0] == game.names[led][0]}
                assert set(position.moves) == (following or own)
            position = position.advance(chance.choice(position.choices))
        names = position.history
        dealt, plays = names[: 4 * game.tricks], names[4 * game.tricks :]
        won = scored(game, [dealt[player::4] for player in range(4)], plays)
        lead = won[0] - won[1]
        assert position.values == (lead, -lead, lead, -lead)


def test_guesses_respect_voids_and_numbers_of_cards():
    game, chance, voids = Whist(), random.Random(10), 0
    for s in middle_states(game, number=60):
        player = game.to_move(s)
        world = game.rules.guess(game.rules.hide(s, player), player, chance.getrandbits(62))
        assert [hand.bit_count() for hand in world.hand] == [hand.bit_count() for hand in s.hand]
        everything = [world.played, *world.hand]
        assert all(one & other == 0 for one, other in combinations(everything, 2))
        assert sum(everything) == (1 << 52) - 1
        for hand, void in zip(world.hand, s.void, strict=True):
            voids += void.bit_count()
            assert all(hand & game.whole_suit[suit] == 0 for suit in range(4) if void >> suit & 1)
    assert voids > 50


def test_guessed_deals_are_about_equally_likely():
    """Two players who could not follow different suits; without exchanges after dealing, some deals would come too often."""
    game, chance = Whist(ranks=4), random.Random(11)
    text = "north dK hQ/east ? 2/south ? 2/west ? 2/played cAQ dAQJ hJ sKJ/void east h south c/won 2 0/north to move"
    view = game.read(text)
    core = open_backend(game, "compiled", ("hide", "guess")).core
    worlds = Counter(core.guess(view.pack(), 0, chance.getrandbits(62)) for _ in range(20_000))
    unseen = [card for card in range(16) if not (view.hand[0] | view.played) >> card & 1]
    wanted = 0
    for east in combinations(unseen, 2):
        for south in combinations([card for card in unseen if card not in east], 2):
            suits = [{game.names[card][0] for card in hand} for hand in (east, south)]
            wanted += "h" not in suits[0] and "c" not in suits[1]
    assert len(worlds) == wanted
    assert max(worlds.values()) < 1.15 * 20_000 / wanted
    assert min(worlds.values()) > 0.85 * 20_000 / wanted


# Refusals


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("battleship(rows=17)", "battleship takes rows as a whole number from 1 to 16, not 17"),
        ("battleship(fleet=5)", "battleship takes fleet as a list of 1 to 10 lengths of ships from 1 to 10, not 5"),
        ("battleship(fleet=[])", "battleship takes fleet as a list of 1 to 10 lengths"),
        ("battleship(fleet=[11])", "lengths of ships from 1 to 10, not [11]"),
        ("battleship(3, 3, [3, 3])", "may have no room for a ship of 3 on 3 x 3 cells; use a larger board or a smaller fleet"),
        ("battleship(shots=0)", "battleship takes shots as a whole number from 1 to 100, not 0"),
        ("whist(ranks=14)", "whist takes ranks as a whole number from 1 to 13, not 14"),
        ("whist(suits=2)", "whist cannot deal 26 cards to four players; set hand to the number of cards of each"),
        ("whist(hand=14)", "whist takes hand as a whole number from 1 to 13, not 14"),
        ("whist(1, 2, 1)", "whist has 2 cards, too few for 1 in each of four hands; use more ranks or suits"),
        ("whist(4, 2, trumps=clubs)", "whist takes trumps as notrump, hearts or spades, not 'clubs'"),
    ],
)
def test_bad_parameters_are_refused_in_one_sentence(text, reason):
    with pytest.raises(GameError) as refusal:
        zermelo.find(text)
    assert reason in str(refusal.value)


SEA = Battleship(2, 3, (2, 1), 4)
DEAL = Whist(ranks=2)
BAD_TEXTS = [
    (SEA, "", "is not a position; a position looks like this"),
    (SEA, "first - -/. . . . . ./. . . . . ./first to move", "the first line must have first, 2 places, second and 2 places"),
    (SEA, "first - a1 second - -/. . . . . ./. . . . . ./first to move", "a ship comes after `-`"),
    (SEA, "first ? a1 second - -/. . . . . ./. . . . . ./first to move", "first has hidden ships and others"),
    (SEA, "first c1h - second - -/. . . . . ./. . . . . ./first to move", "first cannot have a ship of 2 at `c1h`"),
    (SEA, "first a1h b1 second - -/. . . . . ./# # . . . ./first to move", "first cannot have a ship of 1 at `b1`"),
    (SEA, "first - - second - -/. . . . . y/. . . . . ./first to move", "row 2 must have 3 cells for each player"),
    (
        SEA,
        "first a1h - second - -/# . . . . ./# # . . . ./first to move",
        "`#` on a2 contradicts the line about the ships of first",
    ),
    (SEA, "first ? ? second ? ?/# . . . . ./. . . . . ./first to move", "`#` on a2 contradicts"),
    (SEA, "first ? ? second ? ?/. . . A . ./. . . . A ./first to move", "the cells `A` of second are not a ship of 2"),
    (SEA, "first a1h a2 second ? ?/# . . . . ./x x . . o ./first to move", "must be `A` if it is hit everywhere, and only then"),
    (
        SEA,
        "first ? ? second ? ?/. . . o o ./. . . . . ./first to move",
        "first has fired 2 shots and second 0, which is impossible",
    ),
    (SEA, "first ? ? second ? ?/o o . B . ./o . . A A ./first to move", "or shots after the fleet was sunk"),
    (
        SEA,
        "first ? ? second ? ?/. . . o . ./. . . . . ./first to move",
        "the last line must be `second to move`, not `first to move`",
    ),
    (Battleship(2, 4, (1, 1)), "first ? ? second ? ?/. . . . B . . ./. . . . . . . ./second to move", "sunk first is `A`"),
    (DEAL, "", "a text has a line for each player"),
    (DEAL, "north sA/east ? 1/south ? 1/west ? 1/west to move/north to move", "a text has a line for each player"),
    (DEAL, "north s2/east -/south -/west -/east is dealt a card", "`s2` must be a suit, c d h s, and ranks from K to A"),
    (DEAL, "north sAA/east -/south -/west -/east is dealt a card", "the card sA is there twice"),
    (DEAL, "north sA/east sA/south -/west -/south is dealt a card", "the text has sA twice"),
    (DEAL, "north ? x/east -/south -/west -/east is dealt a card", "`? x` must be ? and the number of hidden cards, from 1 to 2"),
    (DEAL, "north sA/east -/south sK/west -/south is dealt a card", "hands of 1, 0, 1, 0 cards"),
    (DEAL, "north ? 2/east ? 2/south ? 2/west ? 2/won 1/north to move", "`won 1` must have the tricks of north and south"),
    (
        DEAL,
        "north ? 2/east ? 2/south ? 2/west ? 2/won 1 0/north to move",
        "hands of 2, 2, 2, 2 cards with 0 played do not fit 1 tricks",
    ),
    (DEAL, "north ? 1/east ? 2/south ? 2/west ? 2/trick north/east to move", "must have up to three players, each with a card"),
    (DEAL, "north ? 1/east ? 2/south ? 1/west ? 2/trick north sA south sK/west to move", "must be in order"),
    (DEAL, "north ? 1/east hA/south ? 2/west ? 2/trick north hK east cK/south to move", "east has hA, but could not follow"),
    (DEAL, "north ? 2/east ? 2/south ? 2/west ? 2/void east x/north to move", "must have players, each with letters of suits"),
    (DEAL, "north ? 2/east ? 2/south ? 2/west ? 2/dealt", "the last line must be `north to move`, not `dealt`"),
]


@pytest.mark.parametrize(("game", "text", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(game, text, reason):
    with pytest.raises(PositionError) as refusal:
        game.read(text)
    assert reason in str(refusal.value)
