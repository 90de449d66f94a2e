"""What 2048 promises: agreement with OpenSpiel and with slow and obvious rules, numbers that others have published, scores that
the tiles account for, an evaluation on the scale of the score, and boards that can be read and written.

Counts of positions and chances to win on small boards are J. Lees-Miller's, The Mathematics of 2048 (2017 and 2018).
"""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from long_runs import LONG

from zermelo import find, laws
from zermelo.engine.backends import open_backend
from zermelo.errors import MoveError, PositionError
from zermelo.game.constants import CHANCE
from zermelo.games.twentyfortyeight import EDGE, FREE, INSIDE, SIDES, TwentyFortyEight

GAME, SMALL = TwentyFortyEight(), TwentyFortyEight(2)
GAMES = [SMALL, TwentyFortyEight(3), GAME]
LEFT, RIGHT, UP, DOWN = range(4)


def random_states(game, games, seed=1):
    """Every state of some random games; tiles come as likely as they do."""
    dice = random.Random(seed)
    for _ in range(games):
        s = game.fresh()
        yield s
        while not game.over(s):
            s = game.rules.play(s, drawn(game, s, dice))
            yield s


def drawn(game, s, dice):
    if game.to_move(s) != CHANCE:
        return dice.choice(game.rules.moves(s))
    outcomes, odds = zip(*game.rules.chances(s), strict=True)
    return dice.choices(outcomes, odds)[0]


# Slow and obvious rules, on rows of tiles with the top row first


def board(game, s):
    tiles = [2**tile if tile else 0 for tile in s.cells]
    return [tiles[start : start + game.size] for start in range(0, game.squares, game.size)][::-1]


def squeezed(row):
    """A row after a slide to its beginning, and the points that brings."""
    tiles, points = [tile for tile in row if tile], 0
    for index in range(len(tiles)):
        if index + 1 < len(tiles) and tiles[index] == tiles[index + 1]:
            tiles[index] *= 2
            points += tiles[index]
            del tiles[index + 1]
    return tiles + [0] * (len(row) - len(tiles)), points


def turned(rows):
    """The board after a quarter turn to the left: what was at the right is on top."""
    return [list(col) for col in zip(*rows, strict=True)][::-1]


def obvious_slide(rows, side):
    """The board after a slide, by turning that side to the left and back."""
    turns = (LEFT, UP, RIGHT, DOWN).index(side)
    for _ in range(turns):
        rows = turned(rows)
    found = [squeezed(row) for row in rows]
    rows = [row for row, _ in found]
    for _ in range(-turns % 4):
        rows = turned(rows)
    return rows, sum(points for _, points in found)


def images(rows):
    """A board turned and mirrored in all eight ways."""
    for _ in range(4):
        rows = turned(rows)
        yield rows
        yield rows[::-1]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_rules_agree_with_obvious_ones(game):
    core = open_backend(game, "compiled" if LONG or game is GAME else "interpreted").core
    ends = 0
    for s in random_states(game, games=120 if game.size < 4 else 12):
        rows = board(game, s)
        if s.due > 0:
            assert not game.over(s)
            continue
        legal = [side for side in range(4) if obvious_slide(rows, side)[0] != rows]
        assert game.over(s) == (not legal)
        ends += not legal
        assert game.rules.choices(s) == legal
        for side in legal:
            after = game.rules.play(s, side)
            assert (board(game, after), after.score - s.score) == obvious_slide(rows, side)
            assert after.due == 1
            assert core.play(s.pack(), side) == after.pack()
    assert ends >= 12


def test_known_examples_of_slides():
    rows = {"2 2 2 2": "4 4 . .", "4 4 8 .": "8 8 . .", "2 2 4 .": "4 4 . .", "2 2 2 .": "4 2 . .", "4 2 2 4": "4 4 4 ."}
    for before, after in {**rows, "2 . . 2": "4 . . .", ". 1024 . 1024": "2048 . . ."}.items():
        for side, step in (("left", 1), ("right", -1)):
            slid = GAME.position(f"{' '.join(before.split()[::step])}/. . . ./. . . ./. . . .").play(side)
            assert str(slid).splitlines()[1].split()[1:-1] == after.split()[::step]
    position = GAME.position(". . . ./. 2 . ./. . . ./. 2 . .")
    assert [position.play(side).state.cells.index(2) for side in ("up", "down")] == [13, 1]
    assert [position.play(side).state.cells.index(1) for side in ("left", "right")] == [0, 3]


# OpenSpiel


def test_games_agree_with_open_spiel():
    """Its list of legal moves lacks those that only join a tile that the move before has made; it plays them all the same."""
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    actions = {UP: 0, RIGHT: 1, DOWN: 2, LEFT: 3}
    dice, positions, unlisted = random.Random(5), 0, 0
    for _ in range(30):
        theirs, s, joined = pyspiel.load_game("2048", {"max_tile": 131072}).new_initial_state(), GAME.fresh(), False
        while not theirs.is_terminal():
            positions += 1
            assert not GAME.over(s)
            assert [list(map(int, line.split())) for line in str(theirs).splitlines() if line.strip()] == board(GAME, s)
            assert theirs.is_chance_node() == (GAME.to_move(s) == CHANCE)
            if theirs.is_chance_node():  # their cells count from the top
                known = {2 * (place // 2 % 4 + 4 * (3 - place // 8)) + place % 2: place for place, _ in theirs.chance_outcomes()}
                odds = dict(theirs.chance_outcomes())
                assert dict(GAME.rules.chances(s)) == pytest.approx({move: odds[place] for move, place in known.items()})
                move = drawn(GAME, s, dice)
                theirs.apply_action(known[move])
            else:
                moves, listed = GAME.rules.moves(s), theirs.legal_actions()
                assert set(listed) <= {actions[move] for move in moves}
                assert joined or len(listed) == len(moves)
                unlisted += len(moves) - len(listed)
                move = dice.choice(moves)
                theirs.apply_action(actions[move])
            after = GAME.rules.play(s, move)
            joined, s = after.score > s.score if s.due == 0 else joined, after
        assert GAME.over(s)
        assert theirs.returns() == list(GAME.rules.utilities(s))
    assert positions > 6000
    assert unlisted < positions / 20


# Published numbers


def starts(game):
    """Every position after the first two tiles, with its probability."""
    found = {}
    for first, likely in game.rules.chances(game.fresh()):
        half = game.rules.play(game.fresh(), first)
        for second, odds in game.rules.chances(half):
            s = game.rules.play(half, second)
            found[s.pack()] = found.get(s.pack(), 0) + likely * odds
    return found


def test_start_positions():
    assert [len(starts(game)) for game in GAMES] == [6 * 4, 36 * 4, 120 * 4]
    likely = starts(GAME)
    assert sum(likely.values()) == pytest.approx(1)
    assert likely[GAME.read("2 2 . ./. . . ./. . . ./. . . ./score 0").pack()] == pytest.approx(0.81 / 120)
    assert likely[GAME.read("2 . . ./. . . ./. . . ./. . . 4/score 0").pack()] == pytest.approx(0.09 / 120)


def reachable(game, goal=2**17):
    """Every state of a game that is left as soon as it has reached a tile."""
    found = {game.fresh().pack(): game.fresh()}
    for s in (queue := list(found.values())):
        for move in game.rules.choices(s) if game.best_tile(s) < goal else ():
            after = game.rules.play(s, move)
            if found.setdefault(after.pack(), after) is after:
                queue.append(after)
    return queue


def live_boards(game, goal):
    return [board(game, s) for s in reachable(game, goal) if s.due == 0 and not game.over(s) and game.best_tile(s) < goal]


def test_positions_of_the_smallest_board():
    """Up to the 32, 57 that differ by more than turning and mirroring; up to the 8, 70 with one for won and one for lost."""
    assert len({str(min(images(rows))) for rows in live_boards(SMALL, 32)}) == 57
    assert len(set(map(str, live_boards(SMALL, 8)))) == 70 - 2


@pytest.mark.parametrize(("goal", "chance"), [(8, 1.0), (16, 0.96), (32, 0.08)])
def test_chances_to_win_on_the_smallest_board(goal, chance):
    @cache
    def likely(packed):
        s = SMALL.layout.unpack(packed)
        if SMALL.best_tile(s) >= goal:
            return 1.0
        if s.due > 0:
            return sum(odds * likely(SMALL.rules.play(s, move).pack()) for move, odds in SMALL.rules.chances(s))
        return max((likely(SMALL.rules.play(s, move).pack()) for move in SMALL.rules.choices(s)), default=0.0)

    assert likely(SMALL.fresh().pack()) == pytest.approx(chance, abs=0.005)


def test_greatest_score():
    """Every 4 costs 4 points, and the greatest board takes one for each of its tiles."""
    assert GAME.bounds == (0, 3_932_100 + 16 * 4)
    states = reachable(SMALL)
    assert max(s.score for s in states) == SMALL.bounds[1] - 4 * 4 == 180
    assert max(map(SMALL.best_tile, states)) == 32
    greatest = GAME.position("131072 65536 32768 16384/1024 2048 4096 8192/512 256 128 64/4 8 16 32/score 3932100")
    assert greatest.values == (3_932_100,)


# The score, and what comes


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_tiles_account_for_the_score(game):
    dice = random.Random(3)
    for _ in range(12):
        s, fours = game.fresh(), 0
        while not game.over(s):
            move = drawn(game, s, dice)
            fours += s.due > 0 and move % 2 == 1
            s = game.rules.play(s, move)
            assert s.score == sum((exponent - 1) * 2**exponent for exponent in s.cells if exponent) - 4 * fours
        assert game.rules.utilities(s) == (s.score,)


def test_a_tile_comes_to_any_free_cell():
    position = GAME.position("2 4 8 16/32 . 64 128/256 512 . 2/4 8 16 32/one tile to come")
    odds = {position.name(outcome): probability for outcome, probability in GAME.rules.chances(position.state)}
    assert odds == pytest.approx({"2@b3": 0.45, "4@b3": 0.05, "2@c2": 0.45, "4@c2": 0.05})
    assert position.play("4@c2").state.cells == [2, 3, 4, 5, 8, 9, 2, 1, 5, 0, 6, 7, 1, 2, 3, 4]


def test_the_game_goes_on_after_2048():
    position = GAME.position("1024 1024 . ./. . . ./. . . ./. . . .").play("left", "2@d1")
    assert (GAME.best_tile(position.state), position.over, position.turn) == (2048, False, "player")


# Taste


def obvious_guess(rows):
    """By reading each row and column of the board; 4 x 4 only."""
    total = FREE[sum(row.count(0) for row in rows)]
    for lines in (rows, turned(rows)):
        for index, line in enumerate(lines):
            table = EDGE if index in (0, 3) else INSIDE
            ranks = [min(tile.bit_length() - 1, 13) if tile else 0 for tile in line]
            total += sum(table[max(pair)][min(pair)] for pair in pairwise(ranks))
    return max(0, total)


def boards_of_all_kinds(count):
    """Boards as no random game gets them, with tiles up to 131072."""
    dice = random.Random(8)
    for _ in range(count):
        tiles = [2**exponent for exponent in range(2, 18) if dice.random() < 0.6] + [2] * dice.randrange(1, 4)
        cells = dice.sample(tiles + [0] * 16, 16) if len(tiles) < 16 else tiles[:16]
        if sum(cell > 0 for cell in cells) >= 2:
            yield [cells[start : start + 4] for start in range(0, 16, 4)]


def test_evaluation_is_the_score_and_what_neighbours_promise():
    core = open_backend(GAME, "compiled", ("evaluate",)).core
    boards = list(boards_of_all_kinds(300))
    assert max(max(map(max, rows)) for rows in boards) == 131072
    for rows in boards:
        for image in images(rows):
            s = GAME.read("/".join(" ".join(str(tile or ".") for tile in row) for row in image))
            assert GAME.evaluate(s, 0) == min(s.score + obvious_guess(rows), GAME.bounds[1]) == core.evaluate(s.pack(), 0)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_evaluation_stays_within_bounds_and_never_prefers_an_end(game):
    assert game.bounded_evaluation
    for s in random_states(game, games=15):
        assert s.score <= game.evaluate(s, 0) <= game.bounds[1]


def test_evaluation_plays_well_with_no_search_at_all():
    """The move after which the evaluation is best."""
    core, dice = open_backend(GAME, "compiled", ("evaluate",)).core, random.Random(2048)
    tiles = []
    for _ in range(20):
        packed = GAME.fresh().pack()
        while not GAME.over(s := GAME.layout.unpack(packed)):
            after = [core.play(packed, move) for move in (core.moves(packed) if s.due == 0 else [drawn(GAME, s, dice)])]
            packed = max(after, key=lambda each: core.evaluate(each, 0))
        tiles.append(GAME.best_tile(s))
    assert sum(tile >= 1024 for tile in tiles) >= 15
    assert sum(tile >= 2048 for tile in tiles) >= 5


def test_laws():
    backends = [open_backend(GAME, name, ("evaluate",)) for name in ("compiled", "interpreted")]
    verdict = laws.check(GAME, examples=30 if LONG else 8, backends=backends)
    assert verdict.ok, str(verdict)
    for smaller in GAMES[:2]:
        verdict = laws.check(smaller, examples=15 if LONG else 6, backends=[])
        assert verdict.ok, str(verdict)


# Faces


def test_board_as_text():
    position = find("twentyfortyeight").start().play("2@a1", "4@c3", "right", "2@b2", "d")
    rows = "  a b c d/4 . . . . 4/3 . . . . 3/2 . . . 4 2/1 . 2 . 2 1/  a b c d"
    assert str(position).splitlines() == [*rows.split("/"), "score 0", "one tile to come"]
    wide = GAME.position("1024 . . 2/. . . ./. . . 16/. . . .")
    assert str(wide).splitlines()[:2] == ["     a    b    c    d", "4 1024    .    .    2 4"]
    assert str(GAME.start()).splitlines()[-1] == "two tiles to come"


def test_short_names():
    position = GAME.position("2 . . ./. . . ./. . . ./. . . 2")
    assert position.moves == SIDES
    assert [position.parse(word) for word in ("l", "R", "u", " D ")] == [LEFT, RIGHT, UP, DOWN]
    after = position.play("l")
    assert after.parse("2b1") == after.parse("2@B1") == 2
    for word in ("w", "lef", "2@b1", ""):
        with pytest.raises(MoveError):
            position.parse(word)
    with pytest.raises(MoveError, match="legal are: right down"):
        GAME.position("2 . . ./4 . . ./8 . . ./. . . .").parse("left")


def test_what_is_not_said_is_filled_in():
    rest = "/. . . ./. . . ./. . . ."
    assert [GAME.read(row + rest).score for row in ("4 . 8 .", "2 . 2 .", "16 . . .")] == [4 + 16, 0, 48]
    assert [GAME.read(row + rest).due for row in ("4 . 8 .", "4 . . .", ". . . .")] == [0, 1, 2]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "4 rows, but the text has 0"),
        ("2 2 . ./. . . ./. . . ./. . .", "row `\\. \\. \\.` has 3 cells instead of 4"),
        ("2 3 . ./. . . ./. . . ./. . . .", "`3` is not a tile of twentyfortyeight"),
        ("262144 2 . ./. . . ./. . . ./. . . .", "`262144` is not a tile of twentyfortyeight"),
        ("131072 131072 . ./. . . ./. . . ./. . . .", "the board is too small for 2 tiles of 131072 or more"),
        ("8 16 8 16/16 8 16 8/8 16 8 16/16 8 16 8", "the board is too small for 16 tiles of 8 or more"),
        ("5 2 2 . . 5/. . . ./. . . ./. . . .", "must have the number 4 at both ends"),
        ("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2/one tile to come", "no cell is free"),
        (
            "2 2 . ./. . . ./. . . ./. . . ./two tiles to come",
            "`two tiles to come` is impossible with 2 tiles on the board: two tiles appear before the first",
        ),
        (
            "2 . . ./. . . ./. . . ./. . . ./player to move",
            "`player to move` is impossible with 1 tiles on the board: two tiles appear before the first",
        ),
        (
            "8 8 . ./. . . ./. . . ./. . . ./score 36",
            "the score 36 is impossible: with these tiles it is 32 minus 4 for each 4 that appeared",
        ),
        (
            "8 8 . ./. . . ./. . . ./. . . ./score 30",
            "the score 30 is impossible: with these tiles it is 32 minus 4 for each 4 that appeared",
        ),
        ("8 8 . ./. . . ./. . . ./. . . ./score many", "the line `score many` does not belong to a board of twentyfortyeight"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text, reason):
    with pytest.raises(PositionError, match=reason):
        GAME.position(text)


def test_picture_shows_every_tile_and_the_score():
    for text, told in (
        ("2 4 8 16/32 64 128 256/512 1024 2048 4096/. . . .", "player to move"),
        ("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2", "no move left"),
        (". . . ./. . . ./. . . ./. . . .", "two tiles to come"),
    ):
        s = GAME.read(text)
        picture = ElementTree.fromstring(GAME.svg(s))
        words = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        shown = [str(tile) for row in board(GAME, s) for tile in row if tile]
        assert sorted(words) == sorted([*shown, told, f"score {s.score}", f"best {GAME.best_tile(s)}"])
