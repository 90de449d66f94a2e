"""Games with very many first moves: random games cost what is played, not what could be played."""

import zermelo
from zermelo import DRAW, Game, i32
from zermelo.engine.random_games import Counted, cpu_games
from zermelo.search.montecarlo.random_games import Plan

WIDTH = 30_000


class Wide(Game):
    """Two players say a number each; the greater one wins."""

    players = ("ann", "bob")
    max_moves = WIDTH
    asked = 0

    def state(self):
        return dict(said=i32[2], made=i32)

    def to_move(self, s):
        return s.made % 2

    def moves(self, s):
        yield from range(WIDTH)

    def play(self, s, move):
        s.said[s.made] = move
        s.made += 1

    def winner(self, s):
        if s.made < 2:
            return zermelo.ONGOING
        return DRAW if s.said[0] == s.said[1] else 0 if s.said[0] > s.said[1] else 1


def test_only_first_moves_that_were_played_are_counted():
    game = Wide()
    plan = Plan(game.fresh().pack(), 50, tuple(range(WIDTH)), 0, 50, 1, 100, 8)
    counted = Counted.of(cpu_games(game, "moves")[1](plan)[0], plan, 2)
    assert len(counted.rows) <= 50
    assert sum(row.games for row in counted.rows.values()) == 50
    assert counted == Counted.of(cpu_games(game, "moves", "python")[1](plan)[0], plan, 2)
    twice = counted + counted
    assert twice.rows.keys() == counted.rows.keys()
    assert sum(row.games for row in twice.rows.values()) == 100


def test_only_first_moves_that_were_played_are_named(monkeypatch):
    asked = []
    monkeypatch.setattr(Wide, "name", lambda self, s, move: asked.append(move) or str(move))
    found = zermelo.playouts(Wide(), 40)
    assert found.games == 40
    assert len(found.moves) <= 40
    assert len(asked) <= 3 * 40
    assert {row["first"] for row in found.rows()} == {move.move for move in found.moves}
