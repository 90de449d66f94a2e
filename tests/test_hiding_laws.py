"""What the laws of hiding tell, beyond the broken games that test_laws.py tries for every law."""

from __future__ import annotations

import random
import re

import pytest
from broken_games import NO_COIN, Coins, DealsAgain, GuessedCoins, NeverGuesses, ShowsLastCoin

import zermelo
from zermelo import laws
from zermelo.errors import RuleError
from zermelo.game.constants import CHANCE, HIDDEN, ONGOING
from zermelo.game.dice import pick
from zermelo.game.protocol import Game
from zermelo.game.record import i8, u8
from zermelo.games.kuhn import Kuhn
from zermelo.laws import hiding, worlds
from zermelo.portrait.describe import Plan, portrait
from zermelo.portrait.hidden_size import hidden_size

FEW = 30
NAMES = {law.name for law in hiding.LAWS}


def status(result):
    return {row.law: row.status for row in result.laws if row.law in NAMES}


def checked(game, **options):
    return laws.check(game, examples=FEW, backends=[], **options)


# Games that keep the laws


def test_kuhn_poker_keeps_every_law_that_applies():
    result = laws.check(Kuhn(), examples=FEW)
    assert result.ok, str(result)
    guessing = Kuhn().defines("guess")
    assert {law for law, found in status(result).items() if found == laws.OK} == NAMES - (
        set() if guessing else {"guess", "worlds"}
    )


@pytest.mark.parametrize("game_class", [Coins, GuessedCoins])
def test_a_correct_game_keeps_them_compiled_and_interpreted(game_class):
    result = laws.check(game_class(), examples=FEW)
    assert result.ok, str(result)
    (row,) = [row for row in result.laws if row.law == "backends"]
    assert row.status == laws.OK
    assert "compiled, interpreted" in row.says


def test_nothing_is_asked_of_a_game_that_shows_everything():
    result = checked(GuessedCoins().opened)
    assert result.ok
    assert set(status(result).values()) == {laws.NOT_APPLICABLE}
    assert {row.note for row in result.laws if row.law in NAMES} == {"the game hides nothing"}


def test_a_game_may_hide_something_from_one_player_only():
    class OneCoin(Coins):
        def state(self):
            return dict(coin=i8[2](NO_COIN), dealt=i8(1), said=i8[2], spoken=i8)

        def play(self, s, move):
            if s.dealt < 2:
                s.coin[0] = move
                s.dealt = 2
            else:
                super().play(s, move)

    assert checked(OneCoin()).ok


# What is told


def test_the_advice_for_a_turn_that_follows_from_a_hidden_coin():
    (violation,) = checked(DealsAgain()).violations
    assert violation.message == (
        "rule `to_move` of dealsagain says CHANCE on the view of ann, but 0 on the state; "
        "do not derive it from what is hidden, keep a counter such as `dealt`"
    )
    assert violation.moves == ("0", "0")
    assert "HIDDEN" in violation.place.code


def test_the_field_that_tells_what_is_hidden_is_named():
    (violation,) = checked(ShowsLastCoin()).violations
    assert "`last` tells it" in violation.message
    assert violation.message.startswith("ann can always tell")


def test_the_rate_of_guesses_that_work_out_is_told():
    (violation,) = checked(NeverGuesses()).violations
    assert "in 100 tries" in violation.message
    assert "13.3% of 120 tries" in violation.message


def test_a_guess_that_seldom_works_out_is_enough():
    class Seldom(GuessedCoins):
        def guess(self, s, player, dice):
            return super().guess(s, player, dice) and pick(dice, 10)[0] == 0

    assert checked(Seldom()).ok


def test_hiding_that_draws_random_numbers_breaks_only_the_law_of_reading():
    class Moody(Coins):
        def hide(self, s, player):
            s.said[1 - player] = random.randrange(100)

    result = checked(Moody())
    assert [violation.law for violation in result.violations] == ["reading"]
    assert "`hide`" in result.violations[0].message
    assert "random" in {hint.hint for hint in result.hints}


def test_a_rule_that_fails_on_views_is_not_said_to_fail_on_states():
    class Tripping(Coins):
        def moves(self, s):
            assert HIDDEN not in s.coin
            yield from super().moves(s)

    (violation,) = checked(Tripping()).violations
    assert violation.law == "own moves"
    assert violation.message.startswith("on the view of ann, rule `moves` of tripping raised AssertionError")


# The game as a whole


def test_information_sets_are_those_of_positions():
    game = Kuhn()
    nodes = worlds.whole_tree(game.rules)
    deciding = [node.player for node in nodes if node.player != CHANCE and not node.over]
    assert len(nodes) == 58
    assert len(deciding) == 24
    for player in range(2):
        sets = worlds.information_sets(nodes, player)
        positions = [game.start()]
        for node in nodes[1:]:
            positions.append(positions[node.parent].advance(node.move))
        keys = [position.information(player) for position in positions]
        assert len(set(sets)) == len(set(keys)) == len(set(zip(sets, keys, strict=True)))
        own = {known for known, node in zip(sets, nodes, strict=True) if node.player == player and not node.over}
        assert len(own) == 6


class Purse(GuessedCoins):
    """Too many positions to see them all: the players go on to talk for a long time."""

    def state(self):
        return dict(coin=i8[2](NO_COIN), dealt=i8, said=i8[20], spoken=i8)

    def winner(self, s):
        return ONGOING if s.spoken < 20 else int(s.coin[0] < s.coin[1])


def test_in_a_large_game_only_impossible_guesses_are_found():
    assert worlds.whole_tree(Purse().rules) is None
    assert checked(Purse()).ok

    class Hollow(Purse):
        def guess(self, s, player, dice):
            return True

        def winner(self, s):
            return super().winner(s) if s.spoken < 20 or HIDDEN not in s.coin else s.spoken

    (violation,) = checked(Hollow()).violations
    assert violation.law == "worlds"
    assert violation.message.startswith("in a random game from a state that rule `guess` of hollow makes of the view of")


def test_the_same_seed_gives_the_same_verdict():
    assert checked(NeverGuesses(), seed=3) == checked(NeverGuesses(), seed=3)


# Size


@pytest.mark.parametrize(
    ("text", "decisions", "chances", "ends", "sets"),
    [("kuhn", 24, 4, 30, (6, 6)), ("coins", 9 + 18, 1 + 3, 36, (3, 6))],
)
def test_trees_are_counted(text, decisions, chances, ends, sets):
    game = Coins() if text == "coins" else Kuhn()
    tree = hidden_size(game, games=10).tree
    assert (tree.decisions, tree.chances, tree.ends, tree.sets) == (decisions, chances, ends, sets)


def test_a_large_tree_is_not_counted():
    found = hidden_size(Kuhn(), most=57, games=10)
    assert found.tree is None
    assert found.lines()[0] == "The tree has more than 57 nodes."
    assert hidden_size(Kuhn(), most=58, games=10).tree is not None


class Match(Coins):
    """Bob speaks, ann speaks and shows her coin, bob speaks again and wins."""

    def state(self):
        return dict(coin=i8[2](NO_COIN), shown=i8(HIDDEN), dealt=i8, said=i8[3], spoken=i8)

    def to_move(self, s):
        return CHANCE if s.dealt < 2 else 1 - s.spoken % 2

    def play(self, s, move):
        super().play(s, move)
        if s.spoken == 2:
            s.shown = s.coin[0]

    def winner(self, s):
        return ONGOING if s.spoken < 3 else 1


def test_figures_that_can_be_worked_out_by_hand():
    found = hidden_size(Match(), games=50)
    assert found.leaf_correlation == 1  # whatever is said last
    assert found.bias == 1
    assert found.tree.disambiguation == pytest.approx(2 / 3)  # one of three coins is left when bob decides again


def test_moves_that_all_end_differently_have_no_leaf_correlation():
    found = hidden_size(Coins(), games=50)
    assert found.leaf_correlation == 0
    assert found.tree.disambiguation is None  # each player decides once
    assert hidden_size(Coins(), games=50, seed=4) == hidden_size(Coins(), games=50, seed=4)


def test_a_portrait_ends_with_the_size_of_a_game_that_hides():
    shown = str(portrait(Kuhn(), Plan(games=5, levels=(), leads=0)))
    assert "24 decision, 4 chance and 30 terminal nodes; information sets: 6 of first, 6 of second." in shown
    assert "Determinising: leaf correlation" in shown


# What is hidden is shown


def unseen(game):
    return {sight.player: sight.unseen for sight in checked(game).sights}


def test_a_check_shows_what_each_player_does_not_see():
    assert unseen(Coins()) == {"ann": ("coin[1]",), "bob": ("coin[0]",)}
    shown = str(checked(Coins()))
    assert "  sight   ann          does not see: coin[1]\n  sight   bob          does not see: coin[0]" in shown
    assert checked(Coins()).to_json()["unseen"] == {"ann": ["coin[1]"], "bob": ["coin[0]"]}
    assert unseen(Kuhn()) == {"first": ("card[1]",), "second": ("card[0]",)}
    assert unseen(Coins().opened) == {}


def test_what_is_hidden_only_at_times_is_shown_with_its_part():
    class Late(Coins):
        secret = ()

        def hide(self, s, player):
            if s.spoken == 0:
                s.coin[1 - player] = NO_COIN

    (told,) = unseen(Late())["ann"]
    assert re.fullmatch(r"coin\[1\] in [1-9]\d% of positions", told)


def test_what_is_hidden_in_a_large_state_is_told_shortly():
    class Large(Coins):
        def state(self):
            return super().state() | dict(board=i8[400], **{f"more{number}": i8[9] for number in range(10)})

        def play(self, s, move):
            if s.dealt < 2:
                for cell in range(0, 400, 2):
                    s.board[cell] = 1
                for number in range(10):
                    getattr(s, f"more{number}")[3] = s.dealt + 1
            super().play(s, move)

        def hide(self, s, player):
            for cell in range(400):
                s.board[cell] = HIDDEN if cell % 2 == 0 and s.dealt else s.board[cell]
            for number in range(10):
                getattr(s, f"more{number}")[3] = HIDDEN

    told = ", ".join(unseen(Large())["ann"])
    assert "board[0, 2, 4, 6, 8, 10, ...]" in told
    assert told.endswith("more0[3], more1[3], more2[3], more3[3], 6 more")


def test_a_row_of_numbers_without_a_sign_cannot_be_secret():
    """0 would hide it, which is a card like any other."""

    class Unsigned(Coins):
        def state(self):
            return dict(coin=u8[2](9), dealt=i8, said=i8[2], spoken=i8)

    (violation,) = checked(Unsigned()).violations
    assert violation.message == (
        "unsigned has secret = ('coin',), but `coin` is u8, which has no -1 that can hide a number; use i8, "
        "or u32 for sets of bits, which are hidden as 0"
    )


@pytest.mark.parametrize("name", ["copy", "pack", "layout"])
def test_a_name_that_states_have_already_is_not_said_to_be_no_word(name):
    class Taken(Coins):
        def state(self):
            return super().state() | {name: i8}

    (violation,) = checked(Taken()).violations
    assert violation.message == (
        f"'{name}' cannot be the name of a field, because every state has something of this name; use another word"
    )


@pytest.mark.parametrize("answer", [None, "yes", 2])
def test_what_guess_must_return_is_told(answer):
    class Odd(GuessedCoins):
        def guess(self, s, player, dice):
            super().guess(s, player, dice)
            return answer

    (violation,) = checked(Odd()).violations
    assert violation.message == (
        f"rule `guess` of odd returned {answer!r}; it must return True, or False if the guess did not work out"
    )


def test_players_who_win_together_are_not_said_never_to_win():
    class Together(Coins):
        zero_sum, bounds = False, (0, 1)
        winner = Game.winner

        def over(self, s):
            return s.spoken == 2

        def utility(self, s, player):
            return int(s.said[0] == (s.coin[0] > s.coin[1]))

    assert "winner" not in {hint.hint for hint in checked(Together()).hints}


class OwnCoinUnseen(Coins):
    """Nobody sees the own coin, but it decides what may be said."""

    def moves(self, s):
        yield 0
        if s.coin[s.spoken % 2] != 2:
            yield 1

    secret = ()

    def hide(self, s, player):
        s.coin[0] = s.coin[1] = HIDDEN

    def evaluate(self, s, player):
        return 0


@pytest.mark.parametrize(
    "agent", ["pimc('uct(playouts=20)')", "ismcts(playouts=50)", "ismcts(playouts=50,backend=python)", "belief()"]
)
def test_agents_say_that_moves_tell_what_is_hidden(agent):
    with pytest.raises(RuleError, match="yields other moves than in a position that ann cannot tell apart from this one"):
        zermelo.agent(agent)(OwnCoinUnseen().start().play("0 1"))
