"""What Connect for more than two promises: the game for two where there are two, agreement with slow and obvious rules,
evaluations that add up to zero, and positions that can be read and written.
"""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest
from long_runs import LONG

from zermelo import Connect, Connect4, find, laws
from zermelo.engine.backends import open_backend
from zermelo.errors import AgentError, GameError, PositionError
from zermelo.game.constants import DRAW, ONGOING
from zermelo.search.perft import perft

GAMES = [
    Connect(players=3),
    Connect(players=4),
    Connect(3, 4, 3, players=3),
    Connect(2, 3, 2, players=4),
    Connect(10, 10, 4, players=4),
    Connect(30, 2, 3, players=3),
]


def random_states(game, games, seed=1):
    """Every state of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        s = game.fresh()
        yield s
        while choices := game.rules.choices(s):
            s = game.rules.play(s, chance.choice(choices))
            yield s


# Slow and obvious rules: a board is a tuple of columns, each the names of its stones from the bottom up


def obvious_winner(columns, line):
    """The player who has a line, if there is one."""
    stones = {(x, y): name for x, column in enumerate(columns) for y, name in enumerate(column)}
    for (x, y), name in stones.items():
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if all(stones.get((x + step * right, y + step * up)) == name for step in range(line)):
                return name
    return None


def obvious_moves(columns, game):
    over = obvious_winner(columns, game.line) is not None
    return [] if over else [col for col, column in enumerate(columns) if len(column) < game.rows]


def obvious_play(columns, col, name):
    return (*columns[:col], (*columns[col], name), *columns[col + 1 :])


def obvious_perft(columns, game, turn, depth):
    if depth == 0:
        return 1
    total = 0
    for col in obvious_moves(columns, game):
        after = obvious_play(columns, col, game.players[turn])
        total += obvious_perft(after, game, (turn + 1) % len(game.players), depth - 1)
    return total


def columns_of(game, s):
    """The board as it is drawn, column by column."""
    rows = [line.split() for line in game.show(s).splitlines()[: game.rows]]
    return tuple(tuple(row[col] for row in reversed(rows) if row[col] != ".") for col in range(game.cols))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_rules_agree_with_obvious_ones(game):
    for s in random_states(game, games=6):
        columns, turn = columns_of(game, s), s.turn
        winner = obvious_winner(columns, game.line)
        full = all(len(column) == game.rows for column in columns)
        expected = game.players.index(winner) if winner else DRAW if full else ONGOING
        assert game.winner(s) == expected
        assert game.rules.choices(s) == obvious_moves(columns, game)
        assert s.turn == s.stones % game.seats
        for col in game.rules.choices(s):
            after = game.rules.play(s, col)
            assert columns_of(game, after) == obvious_play(columns, col, game.players[turn])
            assert after.turn == (turn + 1) % game.seats


@pytest.mark.parametrize(
    ("game", "depths"),
    [
        (Connect(3, 3, 3, players=3), range(1, 11)),
        (GAMES[0], range(1, 5)),
    ],
    ids=str,
)
def test_perft(game, depths):
    counts = [obvious_perft(((),) * game.cols, game, 0, depth) for depth in depths]
    assert [perft(game.rules, game.fresh(), depth) for depth in depths[:5]] == counts[:5]
    for name in ("compiled", "interpreted"):
        core = open_backend(game, name).core
        assert [core.perft(game.fresh().pack(), depth) for depth in depths] == counts


def test_a_winner_wins_against_all_others():
    end = Connect(players=3).start().play("1 2 3 1 2 3 1 2 3 1")
    assert (end.result, end.values) == ("x won", (2, -1, -1))
    end = Connect(2, 4, 4, players=3).start().play("1 1 2 2 3 3 4 4")
    assert (end.result, end.values) == ("draw", (0, 0, 0))


def test_moving_out_of_turn():
    """As best-reply search does: after any player's move, the next player in order follows."""
    game = Connect(players=4)
    for s in random_states(game, games=2):
        for player in range(4) if game.winner(s) == ONGOING else ():
            here = s.copy()
            here.turn = player
            move = random.Random(player).choice(game.rules.moves(here))
            after = game.rules.play(here, move)
            assert after.turn == (player + 1) % 4
            assert columns_of(game, after) == obvious_play(columns_of(game, here), move, game.players[player])
            assert game.read(game.show(after)) == after


# Two players


def test_two_players_play_what_they_always_did():
    """Move for move the native rules, which know of no more than two."""
    game = Connect(players=2)
    assert (game.players, game.native, game.bounded_evaluation) == (("x", "o"), "connect", False)
    native, compiled = (open_backend(game, name, ("evaluate", "key")).core for name in ("native", "compiled"))
    for s in random_states(game, games=12):
        packed = s.pack()
        assert Connect4().show(s) == game.show(s)
        assert Connect4().read(game.show(s)).pack() == packed
        for core in (native, compiled):
            assert tuple(core.utilities(packed) or ()) == (game.rules.utilities(s) or ())
            assert core.key(packed) == game.rules.key(s)
            for player in range(2):
                assert core.evaluate(packed, player) == game.rules.evaluate(s, player)
            for move in game.rules.choices(s):
                assert move in core.moves(packed)
                assert core.play(packed, move) == game.rules.play(s, move).pack()


def test_connect4_has_no_parameter_players():
    with pytest.raises(GameError, match="no parameter `players`"):
        find("connect4(players=3)")


def test_more_than_two_have_no_native_rules():
    with pytest.raises(AgentError, match="no native rules"):
        open_backend(Connect(players=3), "native")
    assert Connect.native == "connect"


# Heuristics


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_evaluations_add_up_to_nothing_and_stay_within_bounds(game):
    assert game.bounded_evaluation
    low, high = game.rules.bounds
    assert (low, high) == (-1, game.seats - 1)
    for s in random_states(game, games=5):
        worth = [sum(w for w, cell in zip(game.square_weights, s.cells, strict=True) if cell == 1 + p) for p in range(game.seats)]
        assert s.potential == worth
        values = [game.rules.evaluate(s, player) for player in range(game.seats)]
        assert sum(values) == 0
        assert all(low < value < high for value in values)
        assert values == [(game.seats * mine - sum(worth)) * game.scale for mine in worth]
    assert game.scale.as_integer_ratio()[0] == 1
    assert sum(game.square_weights) < 1 / game.scale <= 2 * sum(game.square_weights)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_key_is_shared_by_mirror_images_and_by_nothing_else(game):
    folded = {}
    for s in random_states(game, games=30):
        for skipped in range(game.seats):
            s.turn = skipped
            columns = columns_of(game, s)
            image = min(columns, columns[::-1]), skipped
            assert 0 <= game.key(s) < 2**63
            assert folded.setdefault(game.key(s), image) == image
    assert len(set(folded.values())) == len(folded)


def test_laws():
    game = GAMES[0]
    backends = [open_backend(game, name, ("evaluate", "order", "key", "forced")) for name in ("compiled", "interpreted")]
    verdict = laws.check(game, examples=40 if LONG else 10, backends=backends)
    assert verdict.ok, str(verdict)


@pytest.mark.parametrize("game", GAMES[1:4], ids=str)
def test_laws_of_other_boards(game):
    verdict = laws.check(game, examples=20 if LONG else 8, backends=[])
    assert verdict.ok, str(verdict)


# Faces


def test_boards_say_whose_turn_it_is():
    game = Connect(2, 4, 3, players=4)
    assert str(game.start()).splitlines()[-1] == "x to move"
    assert str(game.start().play("1 2 3 4 1")) == "x . . .\nx o * +\n1 2 3 4\no to move"
    assert game.start().play("1 2 3").turn == "+"


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_show_and_read_are_inverse(game):
    for s in random_states(game, games=3):
        text = game.show(s)
        assert game.read(text) == game.read(text.upper()) == game.read("/".join(text.splitlines())) == s
        assert game.read("\n".join(text.splitlines()[:-1])) == s  # the stones tell whose turn it is
        assert game.show(game.read(text)) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "3 rows, but the text has 0"),
        ("..../..../+...", "`\\+` is not a piece of connect"),
        ("..../x.../....", "a stone in column 1 has an empty cell below it"),
        ("..../..../oo..", "0 x, 2 o, 0 \\* do not tell who is to move"),
        ("..../..../x.../z to move", "`z` is not a player of .*; the players are x, o, \\*"),
        ("..../..../xxx./x to move", "x has 3 in line, but another player has moved after that"),
        ("..../..../xxx./* to move", "x has 3 in line, but another player has moved after that"),
        ("..../ooo./xxx./o to move", "2 players have 3 in line, but the game ends with the first line"),
        (".x.x/.ox*/xxxo/o to move", "no last stone completes every line of 3, so the game must have ended before"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text, reason):
    with pytest.raises(PositionError, match=reason):
        Connect(3, 4, 3, players=3).position(text)


def test_picture_shows_every_stone():
    game = Connect(players=4)
    picture = ElementTree.fromstring(game.svg(game.start().play("4 4 4 4 4 5").state))
    words = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert [words.count(name) for name in game.players] == [2, 2, 1, 1]
    fills = [element.get("fill") for element in picture.iter("{http://www.w3.org/2000/svg}circle")]
    assert len(set(fills)) == 5
    assert "* to move" in words
