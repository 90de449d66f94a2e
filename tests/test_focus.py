"""What Focus promises: agreement with slow and obvious rules, stacks of more than five by hand, which players are skipped and who wins."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from long_runs import few, lawful_backends

import zermelo
from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.game.constants import DRAW, ONGOING
from zermelo.games.focus import Focus
from zermelo.search.perft import perft

ROWS = [
    [x + y for x in letters]
    for y, letters in zip("87654321", ("cdef", "bcdefg", *["abcdefgh"] * 4, "bcdefg", "cdef"), strict=True)
]
SQUARES = [square for row in reversed(ROWS) for square in row]
GAMES = [
    Focus(),
    Focus(short=True),
    Focus(players=3),
    Focus(players=3, pieces=12, short=True, evaluation="own"),
    Focus(players=4, limit=120, evaluation="own"),
    Focus(players=4, short=True),
]


def random_states(game, games, seed=1, plies=120):
    """Every state of some games at random, in which half of the moves add to a stack so that reserves and captures come soon."""
    chance = random.Random(seed)
    for _ in range(games):
        s = game.fresh()
        yield s
        while s.plies < plies and (choices := game.rules.choices(s)):
            tall = sorted(choices, key=lambda move: game.order(s, move))[-5:]
            s = game.rules.play(s, chance.choice(tall if chance.random() < 0.5 else choices))
            yield s


def placed(squares, *lines):
    """The text of a position, from a dict of stacks and further lines."""
    return "/".join([*(" ".join(squares.get(square, ".") for square in row) for row in ROWS), *lines])


# Agreement with slow and obvious rules


class Table:
    """A game of Focus as it lies on the table: stacks are lists of letters, the bottom first."""

    def __init__(self, game, s):
        self.signs = [name[0] for name in game.players]
        text = game.show(s).splitlines()
        words = [word for line in text[1:9] for word in line.split()[1:-1]]
        names = [square for row in ROWS for square in row]
        self.stacks = {name: list(reversed(word.strip("."))) for name, word in zip(names, words, strict=True)}
        self.reserve, self.captured = Counter(), Counter()
        for line in text[10:-1]:
            what, _, counts = line.partition(": ")
            for count in counts.split(", "):
                owner, number = count.split()
                if what == "reserve":
                    self.reserve[owner[0]] = int(number)
                else:
                    self.captured[what.split()[-1][0], owner[0]] = int(number)

    def facts(self):
        return self.stacks, +self.reserve, +self.captured

    def moves(self, mine):
        """Every move by its name."""
        found = set()
        for source, stack in self.stacks.items():
            if stack and stack[-1] == mine:
                for pieces, (right, up) in product(range(1, len(stack) + 1), ((0, 1), (1, 0), (0, -1), (-1, 0))):
                    target = chr(ord(source[0]) + right * pieces) + chr(ord(source[1]) + up * pieces)
                    if target in self.stacks:
                        found.add(f"{source}-{target}")
        return found | ({f"*{square}" for square in self.stacks} if self.reserve[mine] else set())

    def play(self, mine, name):
        if name[0] == "*":
            lifted, target = [mine], name[1:]
            self.reserve[mine] -= 1
        else:
            source, target = name.split("-")
            pieces = abs(ord(source[0]) - ord(target[0])) + abs(int(source[1]) - int(target[1]))
            lifted, self.stacks[source] = self.stacks[source][-pieces:], self.stacks[source][:-pieces]
        self.stacks[target] = self.stacks[target] + lifted
        while len(self.stacks[target]) > 5:
            piece = self.stacks[target].pop(0)
            if piece == mine:
                self.reserve[mine] += 1
            else:
                self.captured[mine, piece] += 1

    def can_play(self, sign):
        return self.reserve[sign] > 0 or any(stack and stack[-1] == sign for stack in self.stacks.values())

    def next(self, mine):
        at = self.signs.index(mine)
        return next(sign for sign in self.signs[at + 1 :] + self.signs[: at + 1] if self.can_play(sign))

    def winner(self, game, mine, plies):
        """Who has won after a move of `mine`."""
        taken = [self.captured[mine, other] for other in self.signs if other != mine]
        enough = {2: (6, 6), 3: (3, 10), 4: (2, 10)}[len(self.signs)]
        if self.next(mine) == mine or (game.short and (min(taken) >= enough[0] or sum(taken) >= enough[1])):
            return self.signs.index(mine)
        return DRAW if plies == game.limit else ONGOING

    def worth(self, sign):
        controlled = sum(len(stack) for stack in self.stacks.values() if stack and stack[-1] == sign)
        return controlled + 4 * (self.reserve[sign] + sum(self.captured[sign, other] for other in self.signs))


def check_moves(game, s, chance):
    """What the player on turn may do, and what comes of some of it, whether or not it is really that player's turn."""
    table = Table(game, s)
    mine = table.signs[s.turn]
    moves = list(game.moves(s))
    names = [game.name(s, move) for move in moves]
    assert len(names) == len(set(names))
    assert {*names} == table.moves(mine)
    for move in chance.sample(moves, min(6, len(moves))):
        after, expected = game.rules.play(s, move), Table(game, s)
        expected.play(mine, game.name(s, move))
        assert Table(game, after).facts() == expected.facts()
        assert (game.players[after.turn][0], after.plies) == (expected.next(mine), s.plies + 1)
        assert game.winner(after) == expected.winner(game, mine, after.plies)
        assert game.order(s, move) == expected.worth(mine) - table.worth(mine)
        assert game.noisy(s, move) == (expected.captured != table.captured)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_rules_agree_with_obvious_ones(game):
    chance = random.Random(5)
    reserves = captures = 0
    for s in list(random_states(game, games=5))[::5]:
        if game.winner(s) == ONGOING:
            reserves, captures = reserves + any(s.reserve), captures + any(s.captured)
            for turn in range(game.seats):  # best-reply search asks for moves out of turn
                other = s.copy()
                other.turn = turn
                check_moves(game, other, chance)
    assert reserves > 3
    assert captures > 3


def obvious_perft(game, s, depth):
    """Sequences of moves by obvious rules; what a move leads to is read back from the text of the obvious table."""
    if depth == 1:
        return len(Table(game, s).moves(game.players[s.turn][0]))
    mine, total = game.players[s.turn][0], 0
    for name in Table(game, s).moves(mine):
        table = Table(game, s)
        table.play(mine, name)
        if table.winner(game, mine, s.plies + 1) == ONGOING:
            total += obvious_perft(game, game.read(as_text(game, table, mine, s.plies + 1)), depth - 1)
    return total


def as_text(game, table, mine, plies):
    full = {name[0]: name for name in game.players}
    stacks = {square: "".join(reversed(stack)) for square, stack in table.stacks.items() if stack}
    hoards = [f"reserve: {full[sign]} {count}" for sign, count in table.reserve.items() if count]
    hoards += [f"captured by {full[by]}: {full[of]} {count}" for (by, of), count in table.captured.items() if count]
    return placed(stacks, *hoards, f"{full[table.next(mine)]} to move after {plies} plies")


@pytest.mark.parametrize("game", few([GAMES[0], GAMES[5]], 1), ids=str)
def test_perft_in_every_backend(game):
    states = list(random_states(game, games=1, plies=60))
    for s in (states[0], states[25], states[-1]):
        counts = [obvious_perft(game, s, depth) for depth in (1, 2)]
        compiled, interpreted = (open_backend(game, backend).core for backend in ("compiled", "interpreted"))
        assert [compiled.perft(s.pack(), depth) for depth in (1, 2)] == counts
        assert [interpreted.perft(s.pack(), depth) for depth in (1, 2)] == counts
        assert perft(game.rules, s, 2) == counts[1]
        sampled = game.rules.choices(s)[::12]
        deeper = [obvious_perft(game, game.rules.play(s, move), 2) for move in sampled]
        assert [compiled.perft(game.rules.play(s, move).pack(), 2) for move in sampled] == deeper


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_no_piece_is_ever_lost_and_no_stack_is_too_high(game):
    for s in random_states(game, games=4):
        table = Table(game, s)
        on_board = Counter(piece for stack in table.stacks.values() for piece in stack)
        for player, sign in enumerate(table.signs):
            captured = sum(count for (_, of), count in table.captured.items() if of == sign)
            assert on_board[sign] + table.reserve[sign] + captured == game.pieces
            assert s.controlled[player] == sum(len(stack) for stack in table.stacks.values() if stack and stack[-1] == sign)
        assert max(map(len, table.stacks.values())) <= 5
        assert not any(by == of for by, of in table.captured)


# The start


def rows(game):
    return [line[2:-2].replace(" ", "") for line in str(game.start()).splitlines()[1:9]]


def test_two_players_begin_as_published():
    assert rows(Focus()) == ["....", "bbrrbb", ".rrbbrr.", ".bbrrbb.", ".rrbbrr.", ".bbrrbb.", "rrbbrr", "...."]
    assert len(Focus().start().moves) == 18 * 4 - 4  # in the corners b7 and g7 two ways lead off the board


def test_four_players_begin_alike_and_apart():
    text = "".join(rows(Focus(players=4)))
    assert Counter(text) == dict(b=13, r=13, g=13, p=13)
    start = dict(zip([square for row in ROWS for square in row], text, strict=True))
    following = dict(zip("brgp", "rgpb", strict=True))
    for square, sign in start.items():
        x, y = "abcdefgh".index(square[0]), int(square[1]) - 1
        assert start["abcdefgh"[y] + str(8 - x)] == following[sign]  # a quarter turn clockwise
        assert sign not in {
            start.get("abcdefgh"[min(x + 1, 7)] + square[1], "") if x < 7 else "",
            start.get(f"{square[0]}{y + 2}"),
        }


def test_three_players_begin_like_four_without_one_or_with_twelve_pieces():
    assert rows(Focus(players=3)) == [row.replace("p", ".") for row in rows(Focus(players=4))]
    assert rows(Focus(players=3, pieces=12))[:4] == ["....", "bbrrgg", ".rrggbb.", ".ggbbrr."]
    assert Counter("".join(rows(Focus(players=3, pieces=12)))) == {"b": 12, "r": 12, "g": 12, ".": 16}


# The rule of five, by hand. Stacks are written from the top down.


def played(game, squares, *lines, move):
    return str(game.position(placed(squares, *lines)).play(move)).splitlines()


def words_at(position, square):
    row = position[9 - int(square[1])].split()[1:-1]
    return row[[name for name in SQUARES if name[1] == square[1]].index(square)]


def test_pieces_beyond_five_leave_from_the_bottom():
    # Three blue pieces go three squares up onto red, red, blue, red: the lowest red is captured, then blue goes to the reserve.
    after = played(Focus(), {"d4": "bbb", "d7": "rrbr", "a5": "r"}, "blue to move", move="d4-d7")
    assert words_at(after, "d7") == "bbbrr"
    assert words_at(after, "d4") == "."
    assert after[-3:] == ["reserve: blue 1", "captured by blue: red 1", "red to move after 1 ply"]


def test_five_onto_five_sends_five_away():
    after = played(Focus(players=3), {"a5": "bbrrg", "f5": "rgbrg"}, "blue to move", move="a5-f5")
    assert words_at(after, "f5") == "bbrrg"
    assert after[-3:-1] == ["reserve: blue 1", "captured by blue: red 2, green 2"]


def test_a_stack_of_five_is_not_too_high():
    after = played(Focus(), {"d4": "brr", "d7": "rb", "a5": "r"}, "blue to move", move="d4-d7")
    assert words_at(after, "d7") == "brrrb"
    assert after[-2:] == ["  a     b     c     d     e     f     g     h", "red to move after 1 ply"]


def test_a_piece_from_the_reserve_goes_anywhere_by_the_same_rule():
    squares = {"d4": "rbrbr", "e5": "rrrrb", "c8": "r"}
    game, lines = Focus(), ("reserve: blue 1", "blue to move")
    assert game.position(placed(squares, *lines)).moves == tuple(f"*{square}" for square in SQUARES)
    after = played(game, squares, *lines, move="*d4")
    assert words_at(after, "d4") == "brbrb"
    assert after[-2] == "captured by blue: red 1"
    after = played(game, squares, *lines, move="*e5")
    assert words_at(after, "e5") == "brrrr"
    assert after[-2] == "reserve: blue 1"
    assert words_at(played(game, squares, *lines, move="*h3"), "h3") == "b"


def test_part_of_a_stack_moves_as_many_squares_as_pieces():
    position = Focus().position(placed({"d4": "brrb", "d5": "r", "d6": "bb"}, "blue to move"))
    ways = ("d5 d6 d7 d8", "e4 f4 g4 h4", "d3 d2 d1", "c4 b4 a4")
    assert [name for name in position.moves if name.startswith("d4")] == [f"d4-{to}" for way in ways for to in way.split()]
    after = str(position.play("d4-d6")).splitlines()  # over the red piece on d5
    assert (words_at(after, "d4"), words_at(after, "d5"), words_at(after, "d6")) == ("rb", "r", "brbb")


# Who is passed over, and who wins


def test_who_can_do_nothing_is_passed_over_until_a_piece_is_laid_bare():
    game = Focus(players=3)
    position = game.position(placed({"c3": "bg", "f8": "r"}, "blue to move"))
    assert position.play("c3-e3").turn == "red"
    covered = position.play("c3-e3", "f8-f7")
    assert covered.turn == "blue"
    assert covered.play("e3-e4", "f7-f8").turn == "green"
    bare = position.play("c3-d3", "f8-f7")
    assert (bare.turn, bare.moves) == ("green", ("c3-c4", "c3-d3", "c3-c2", "c3-b3"))


def test_a_reserve_keeps_a_player_in_the_game():
    position = Focus().position(placed({"c3": "b", "d3": "r"}, "reserve: red 1", "blue to move")).play("c3-d3")
    assert (position.turn, len(position.moves)) == ("red", 52)


@pytest.mark.parametrize(("players", "values"), [(2, (1, -1)), (3, (2, -1, -1)), (4, (3, -1, -1, -1))])
def test_the_last_one_who_can_move_wins_all_that_others_lose(players, values):
    position = Focus(players=players).position(placed({"c3": "b", "d3": "r"}, "blue to move")).play("c3-d3")
    assert (position.result, position.values) == ("blue won", values)


ENOUGH = [
    (2, "red 5", False),
    (2, "red 6", True),
    (3, "red 3, green 2", False),
    (3, "red 9", False),
    (3, "red 3, green 3", True),
    (3, "red 8, green 2", True),
    (4, "red 2, green 2, pink 1", False),
    (4, "red 9", False),
    (4, "red 2, green 2, pink 2", True),
    (4, "red 9, pink 1", True),
]


@pytest.mark.parametrize(("players", "captured", "enough"), ENOUGH)
def test_the_short_game_is_won_by_captures(players, captured, enough):
    squares, lines = {"c3": "b", "d3": "r"}, (f"captured by blue: {captured}", "blue to move")
    short, long = (Focus(players=players, short=short).position(placed(squares, *lines)) for short in (True, False))
    assert (short.over, long.over) == (enough, False)
    assert short.result == ("blue won" if enough else "blue to move")


def test_the_capture_that_wins_the_short_game_ends_it():
    squares, lines = {"c3": "b", "d3": "rrrrr", "h5": "r"}, ("captured by blue: red 5", "blue to move")
    assert Focus(short=True).position(placed(squares, *lines)).play("c3-d3").result == "blue won"
    assert Focus().position(placed(squares, *lines)).play("c3-d3").result == "red to move"


def test_it_is_a_draw_by_length_unless_the_last_move_wins():
    game, line = Focus(limit=9), "blue to move after 8 plies"
    assert game.position(placed({"c3": "b", "e3": "r"}, line)).play("c3-d3").result == "draw"
    assert game.position(placed({"c3": "b", "d3": "r"}, line)).play("c3-d3").result == "blue won"
    assert game.position(placed({"c3": "b", "d3": "r"}, "blue to move after 9 plies")).result == "draw"
    assert all(game.winner(s) == (DRAW if s.plies == 9 else ONGOING) for s in random_states(game, games=3))


def test_search_takes_the_last_stack_and_keeps_its_own():
    position = Focus().position(placed({"c3": "b", "e3": "bb", "g3": "r"}, "blue to move"))
    report = zermelo.alphabeta(depth=3, backend="interpreted")(position)
    assert (report.move, report.value, report.plies) == ("e3-g3", 1, 1)


# Heuristics


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_evaluations_add_up_to_zero_within_bounds(game):
    for s in list(random_states(game, games=3))[::2]:
        table = Table(game, s)
        worths = [table.worth(sign) for sign in table.signs]
        values = [game.rules.evaluate(s, player) for player in range(game.seats)]
        if game.bounded_evaluation:
            assert sum(values) == 0
            assert all(-1 < value < game.seats - 1 for value in values)
            assert [value / game.scale for value in values] == [game.seats * worth - sum(worths) for worth in worths]
        else:
            assert values == worths


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES[3:5], ids=str)
def test_other_games_keep_every_law(game):
    verdict = laws.check(game, examples=10, backends=lawful_backends(game) if game is GAMES[3] else [])
    assert verdict.ok, str(verdict)
