"""What the rules of Go promise: published numbers, agreement with slow and obvious rules and with other programs, and random games
that make sense.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from collections import Counter
from itertools import product

import pytest
from long_runs import LONG

import zermelo
from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.errors import PositionError
from zermelo.game.constants import DRAW, ONGOING
from zermelo.games.go.rules import Go

GAME = Go()
BOARDS = [Go(1, 0), Go(2, 1), Go(3, 0.5), Go(4, 2), Go(5, -1.5), Go(9)]
THREE = Go(3, 9)
GNUGO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")


def walk(game, chance, start=None, passes=0.04):
    """The states of a random game that passes now and then."""
    s = game.fresh() if start is None else start
    yield s
    while game.winner(s) == ONGOING:
        *points, passing = game.moves(s)
        s = game.rules.play(s, chance.choice(points) if points and chance.random() > passes else passing)
        yield s


def random_states(game, games, seed=1):
    """Every state of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        yield from walk(game, chance)


# Published numbers


@pytest.mark.parametrize(("size", "known"), [(1, 1), (2, 57), (3, 12675)])
def test_legal_boards(size, known):
    """The numbers of Tromp and Farnebäck, A094777. With compiled rules the next one, 24318165, is right as well."""
    game = Go(size)
    boards = ("/".join(re.findall("." * size, "".join(signs))) for signs in product(".xo", repeat=size * size))
    assert sum(is_legal(game, text) for text in boards) == known


def is_legal(game, text):
    """Whether every chain of a board has a liberty."""
    try:
        s = game.read(f"{text}/black to move")
    except PositionError:
        return False
    return game.grid.read(game, game.show(s)).cells == s.cells[:-1]


@pytest.mark.parametrize(("game", "backend"), [(Go(2, 1), "python"), (THREE, "compiled")], ids=str)
def test_values_of_small_boards(game, backend):
    """Black wins by 1 on 2 by 2 points and by 9 on 3 by 3 (van der Werf 2002): with that as komi it is a draw."""
    report = zermelo.proof(backend=backend)(game.start())
    assert (report.value, report.exact) == (0, True)


def test_on_the_smallest_board_half_a_point_decides():
    assert [zermelo.proof(backend="python")(Go(2, komi).start()).value for komi in (0.5, 1.5)] == [1, -1]


# Agreement with slow and obvious rules


def around(place, size):
    x, y = place
    return [(a, b) for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if 0 <= a < size and 0 <= b < size]


def joined(cells, size, start):
    """Places of the same kind that are joined to one, and everything next to them."""
    found, border, todo = {start}, set(), [start]
    while todo:
        for place in around(todo.pop(), size):
            if cells[place] != cells[start]:
                border.add(place)
            elif place not in found:
                found.add(place)
                todo.append(place)
    return found, border


def breathes(cells, size, place):
    return any(cells[other] == 0 for other in joined(cells, size, place)[1])


def obvious_put(cells, size, place, colour):
    """The board after a stone; None where that would be suicide."""
    after = cells | {place: colour}
    for other in around(place, size):
        if after[other] == 3 - colour and not breathes(after, size, other):
            after |= dict.fromkeys(joined(after, size, other)[0], 0)
    return after if breathes(after, size, place) else None


def obvious_lead(cells, size, komi):
    area = {1: 0, 2: 0}
    for place, stone in cells.items():
        owners = {stone} if stone else {cells[other] for other in joined(cells, size, place)[1]}
        if owners in ({1}, {2}):
            area[owners.pop()] += 1
    return area[1] - area[2] - komi


def board(game, s):
    """The board as a dict from (column, row) to 0, 1 for black, or 2."""
    rows = [line.split()[1:-1] for line in game.show(s).splitlines()[1 : game.size + 1]]
    return {(x, game.size - 1 - y): ".XO".index(sign) for y, row in enumerate(rows) for x, sign in enumerate(row)}


def named(place):
    return f"{'ABCDEFGHJKLMNOPQRST'[place[0]]}{place[1] + 1}"


def number(cells):
    return tuple(cells[place] for place in sorted(cells))


def check_moves(game, s, history):
    """Moves and where they lead, against the obvious ones; answers how many would make an earlier board."""
    cells = board(game, s)
    puts = {place: obvious_put(cells, game.size, place, 1 + s.turn) for place, stone in cells.items() if not stone}
    legal = {place: after for place, after in puts.items() if after and number(after) not in history}
    assert {game.name(s, move) for move in game.moves(s)} == {*map(named, legal), "pass"}
    for place, after in legal.items():
        played = game.rules.play(s, game.parse(s, named(place)))
        assert (board(game, played), played.turn) == (after, 1 - s.turn)
    return sum(after is not None for after in puts.values()) - len(legal)


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_rules_agree_with_obvious_ones(game):
    repeated, chance = 0, random.Random(1)
    for _ in range(max(1, 20 // game.size)):
        history, passes = set(), 0
        for s in walk(game, chance):
            cells = board(game, s)
            history.add(number(cells))
            assert len(history) == len(set(s.history) - {0}) == sum(board != 0 for board in s.history)
            assert game.score(s) == obvious_lead(cells, game.size, game.twice_komi / 2)
            passes = passes + 1 if s.plies and game.name(s, s.record[s.plies - 1]) == "pass" else 0
            assert game.winner(s) == (verdict(game.score(s)) if passes == 2 or s.plies == game.limit else ONGOING)
            if game.winner(s) == ONGOING and s.plies % (1 + game.size // 3) == 0:
                repeated += check_moves(game, s, history)
    assert repeated > 0 or game.size not in (2, 3, 4)


def verdict(lead):
    return DRAW if lead == 0 else 0 if lead > 0 else 1


@pytest.mark.long
def test_compiled_rules_agree_on_the_largest_board():
    game = Go(19)
    core = open_backend(game, "compiled").core
    assert game.layout.size <= 16384
    for s in list(walk(game, random.Random(3)))[::9]:
        packed, values = s.pack(), game.rules.utilities(s)
        assert core.utilities(packed) == (values and list(values))
        if values is None:
            moves = list(game.moves(s))
            assert core.moves(packed) == moves
            assert core.play(packed, moves[0]) == game.rules.play(s, moves[0]).pack()


# Agreement with other programs


class GnuGo:
    """GNU Go as a referee, asked by the Go text protocol."""

    def __init__(self):
        words = [GNUGO, "--mode", "gtp", "--positional-superko", "--forbid-suicide"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate("quit\n")

    def ask(self, command):
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer.startswith("="), f"{command}: {answer}"
        while (line := self.process.stdout.readline()).strip():
            answer += line
        return answer[1:].split()


@pytest.mark.skipif(GNUGO is None, reason="skipped: GNU Go is not installed")
@pytest.mark.parametrize(("size", "games"), [(2, 12), (3, 12), (4, 8), (5, 6), (9, 2), (19, 1)])
def test_gnu_go_allows_the_same_moves_and_takes_the_same_stones(size, games):
    game, chance = Go(size), random.Random(size)
    with GnuGo() as referee:
        referee.ask(f"boardsize {size}")
        for _ in range(games):
            referee.ask("clear_board")
            for s in walk(game, chance):
                turn, cells = game.players[s.turn], board(game, s)
                if s.plies:
                    referee.ask(f"play {game.players[1 - s.turn]} {game.name(s, s.record[s.plies - 1])}")
                for colour, name in enumerate(game.players, 1):
                    stones = {named(place) for place, stone in cells.items() if stone == colour}
                    assert set(referee.ask(f"list_stones {name}")) == stones
                if game.winner(s) == ONGOING:
                    assert {game.name(s, move) for move in game.moves(s)} == {*referee.ask(f"all_legal {turn}"), "pass"}


@pytest.mark.parametrize(("size", "games"), [(2, 40), (3, 40), (5, 25), (9, 5), (19, 1)])
def test_openspiel_allows_the_same_moves_and_agrees_who_won(size, games):
    """OpenSpiel calls a game a draw when a board comes again, where we do not let it; all else is the same."""
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    game, chance = Go(size, 5.5), random.Random(size)
    theirs = pyspiel.load_game("go", {"board_size": size, "komi": 5.5, "max_game_length": game.limit})
    for _ in range(games):
        state, actions = theirs.new_initial_state(), {}
        for s in walk(game, chance):
            if s.plies:
                state.apply_action(actions[game.name(s, s.record[s.plies - 1]).lower()])
            if game.winner(s) != ONGOING:
                assert state.is_terminal()
                assert [value > 0 for value in state.returns()] == [game.winner(s) == 0, game.winner(s) == 1]
                continue
            player = state.current_player()
            actions = {state.action_to_string(player, action).split()[-1].lower(): action for action in state.legal_actions()}
            names = {game.name(s, move).lower() for move in game.moves(s)}
            assert names <= actions.keys()
            for name in actions.keys() - names:
                after = state.child(actions[name])
                assert (after.is_terminal(), after.returns()) == (True, [0, 0])


# Rules that are easily got wrong


def test_a_ko_may_be_taken_back_after_a_move_elsewhere():
    """The board that was set up counts among those that may not come again."""
    start = Go(5).position(".xo../xo.o./.xo../...../...../black to move").play("C4")
    assert (start.state.cells[16], start.state.cells[17]) == (0, 1)
    assert "B4" not in start.moves
    later = start.play("E1", "E2")
    assert "B4" in later.moves
    assert later.play("B4").state.cells[16:18] == [2, 0]


def test_no_suicide_but_capture_without_liberties():
    position = Go(4).position(".xo./xxo./ooo./..../black to move")
    assert "A4" not in position.moves
    after = position.play("pass", "A4").state
    assert [after.cells[place] for place in (8, 9, 12, 13)] == [0, 0, 2, 0]
    assert Counter(after.cells[:16]) == {0: 10, 2: 6}


def test_two_passes_in_a_row_end_the_game():
    position = Go(3, 0).start().play("pass", "B2", "pass")
    assert not position.over
    assert position.play("pass").result == "white won"
    assert Go(3, 0).start().play("pass", "pass").result == "draw"
    assert Go(3).start().play("B2", "pass", "pass").result == "black won"
    assert Go(3, 9.5).start().play("B2", "pass", "pass").result == "white won"


def test_a_game_that_goes_on_and_on_is_scored_where_its_record_is_full():
    game = Go(4)
    *_, s = walk(game, random.Random(1), passes=0)
    assert (s.plies, s.passes, game.limit) == (128, 0, 128)
    assert game.winner(s) == verdict(game.score(s))


# Heuristics


def sensible(game, s):
    """The points that a random game may choose, slowly."""
    cells, mine = board(game, s), 1 + s.turn
    found = set()
    for move in game.moves(s):
        x, y = place = (move % game.size, move // game.size)
        if move == game.points:
            continue
        corners = [cells.get(corner) for corner in ((x - 1, y - 1), (x - 1, y + 1), (x + 1, y - 1), (x + 1, y + 1))]
        strangers = corners.count(3 - mine) + (None in corners)
        if any(cells[other] != mine for other in around(place, game.size)) or strangers > 1:
            found.add(move)
    return found


@pytest.mark.parametrize("game", [Go(1), Go(2), Go(5), Go(9)], ids=str)
def test_random_games_put_stones_anywhere_but_into_their_own_eyes(game):
    chance = random.Random(1)
    for _ in range(3):
        s, eyes = game.fresh(), 0
        while game.winner(s) == ONGOING:
            wanted = sensible(game, s) or {game.points}
            chosen = {game.playout(s, chance.getrandbits(62)) for _ in range(20 * len(wanted) if len(wanted) < 7 else 5)}
            assert chosen <= wanted if len(wanted) > 6 else chosen == wanted
            eyes = len(list(game.moves(s))) - 1
            s = game.rules.play(s, min(chosen))
        assert eyes > 0 or game.size < 5


def test_random_games_are_fair():
    """Of 24 empty points and 24 * 250 draws each gets 250, give or take four standard deviations."""
    game, chance = Go(5), random.Random(1)
    s = game.start().play("C3").state
    counts = Counter(game.playout(s, chance.getrandbits(62)) for _ in range(24 * 250))
    assert len(counts) == 24
    assert all(abs(count - 250) < 4 * 250**0.5 for count in counts.values())


def test_random_games_end_with_two_passes():
    game = THREE
    core = open_backend(game, "compiled", ("playout",)).core
    totals, plies = core.playouts(game.fresh().pack(), 2000, 1)
    assert totals[0] == -totals[1]
    assert 2000 * 9 < plies < 2000 * game.limit
    chance, s = random.Random(1), game.fresh()
    while game.winner(s) == ONGOING:
        s = game.rules.play(s, game.playout(s, chance.getrandbits(62)))
    assert s.passes == 2


def test_evaluation_is_a_rough_area():
    game = Go(5, 0.5)
    s = game.read("...../.x.../...../...o./...../black to move")
    assert game.evaluate(s, 0) == -0.5 / (0.5 + 5) == -game.evaluate(s, 1)
    s = game.read(".x.../x..../...../...../...../black to move")
    assert game.evaluate(s, 0) == (6 - 0.5) / (6 - 0.5 + 5)


def test_order_is_from_the_middle_outwards():
    moves = sorted(GAME.moves(GAME.fresh()), key=lambda move: -GAME.order(GAME.fresh(), move))
    assert [GAME.name(GAME.fresh(), move) for move in (moves[0], moves[1], moves[-1])] == ["E5", "D4", "pass"]


def test_key_knows_the_history():
    one, other = (Go(5).start().play(moves).state for moves in ("A1 E5 B1 D5", "B1 D5 A1 E5"))
    assert one.cells == other.cells
    assert Go(5).key(one) != Go(5).key(other)
    states = list(walk(GAME, random.Random(1)))
    assert len({GAME.key(s) for s in states}) == len(states)


@pytest.mark.long
def test_small_boards_keep_every_law():
    verdict = laws.check(THREE, examples=30 if LONG else 10)
    assert verdict.ok, str(verdict)
