"""Games in which all players get the same: no player wins, so portraits tell the mean and speak of no draws."""

import pytest

import zermelo
from zermelo import Game, i8


class Tower(Game):
    """Ann and bob build a tower together; each storey is as high as its builder likes."""

    players = ("ann", "bob")
    zero_sum = False
    bounds = (0, 9)

    def state(self):
        return dict(made=i8, height=i8)

    def to_move(self, s):
        return s.made % 2

    def moves(self, s):
        yield from range(4)

    def play(self, s, move):
        s.made += 1
        s.height += move

    def over(self, s):
        return s.made == 3

    def utility(self, s, player):
        return s.height


class Greedy(Tower):
    """Whoever builds last gets one more."""

    bounds = (0, 10)

    def utility(self, s, player):
        return s.height + (player == 0)


def test_a_portrait_tells_what_each_player_got():
    told = zermelo.describe(Tower(), games=100, levels=(1,), level_games=4)
    random = told.summaries[0]
    assert all(each.shared for each in told.summaries)
    assert ("each player got", f"{random.seats[0].value:,.4g}", f"{told.summaries[1].seats[0].value:,.4g}") in told.table().rows
    assert not any(word in str(told) for word in ("draw", "won", "points"))
    assert told.cut == ("Leads were not measured: all players got the same in each random game, so no player is ahead.",)
    assert told.to_json()["plays"][0]["shared"] is True
    assert "each player got" in told.text(full=False)


def test_random_games_tell_it_for_each_first_move():
    found = zermelo.playouts(Tower(), 200)
    assert found.table().head == ("first move", "games", "each player got", "plies")
    assert found.table().rows[0][0] == "3"
    assert found.table().rows[-1][2] == f"{found.values['ann']:,.4g}"


@pytest.mark.parametrize("game", ["tictactoe", Greedy()])
def test_other_games_are_told_as_before(game):
    told = zermelo.describe(game, games=30, levels=(), level_games=1)
    assert not told.summaries[0].shared
    assert "draws" in str(told)


def test_a_zero_sum_game_of_draws_has_draws():
    told = zermelo.describe("tictactoe", games=30, levels=(9,), level_games=2, seed=3)
    level = told.summaries[-1]
    assert level.draws == 2
    assert not level.shared
