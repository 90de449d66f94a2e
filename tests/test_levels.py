"""Levels: always legal, never endless, the same for the same seed, and stronger than much lower ones."""

from __future__ import annotations

import itertools
import re

import pytest
from cli_runner import assert_one_sentence, run
from games_for_tests import Boxes, Harvest, Race, Thirds
from long_runs import few
from pages import page

from zermelo import ONGOING, AgentError, Game, PositionError, agent, find, i8, random
from zermelo.agents.levels import LEVELS, SECONDS, level
from zermelo.arena import Match
from zermelo.arena.calibration import MARK
from zermelo.engine.agent import first_turn
from zermelo.game.constants import CHANCE
from zermelo.game.random import Random

ALL = range(1, len(LEVELS) + 1)
CONNECT4 = find("connect4")
PAGE = page("levels.md")


class Steps(Game):
    """Count up to twelve by ones and twos; after a two only a one is allowed. Nobody has written an `evaluate`."""

    max_moves = 3

    def state(self):
        return dict(count=i8, last=i8, turn=i8)

    def moves(self, s):
        yield 1
        if s.last != 2 and s.count < 11:
            yield 2

    def play(self, s, step):
        s.count += step
        s.last = step
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.count == 12 else ONGOING


GAMES = (find("tictactoe"), find("connect(rows=4,cols=4,line=3)"), find("othello(size=4)"), Boxes(), Steps())


def positions(game, number, plies=24, seed=1):
    """Unfinished positions from random walks of up to so many plies."""
    drawn = Random(seed)
    while number:
        position = game.start()
        for _ in range(drawn.below(plies + 1)):
            after = position.advance(position.choices[drawn.below(len(position.choices))])
            if after.over:
                break
            position = after
        number -= 1
        yield position


def whole_game(game, *agents):
    position = game.start()
    while not position.over:
        report = agents[position.player](position)
        assert report.move in position.moves
        assert report.line[0] == report.move
        position = position.play(report.move)
    return position.history


def slipped(report):
    """A search has a value to report; a slip has none."""
    return report.value is None


# The table


def test_levels_rise():
    """Each level looks at four times as much, slips less often, and misses no more when it slips."""
    assert len(LEVELS) == 10
    for lower, higher in itertools.pairwise(LEVELS):
        assert higher.nodes == 4 * lower.nodes
        assert higher.slips < lower.slips
        assert higher.glance >= lower.glance
    assert LEVELS[-1].slips == 0


def test_the_page_has_the_table():
    rows = re.findall(r"^\| (\d+) \| ([\d,]+) \| ([\d.]+) % \| (\d) \|$", PAGE, re.MULTILINE)
    told = [(int(row[0]), int(row[1].replace(",", "")), float(row[2]), int(row[3])) for row in rows]
    assert told == [(number, each.nodes, round(100 * each.slips, 3), each.glance) for number, each in enumerate(LEVELS, 1)]
    assert f"{SECONDS:g} seconds" in PAGE
    assert f"{100 * MARK:.0f} %" in PAGE


# Play


@pytest.mark.parametrize("number", ALL)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_whole_games_are_legal(game, number):
    backend = "interpreted" if isinstance(game, Steps) else None
    assert whole_game(game, level(number, backend=backend), random(seed=number))
    assert whole_game(game, random(seed=number), level(number, backend=backend))


def test_a_single_move_is_played_without_a_search():
    position = Steps().start().play("2")
    assert position.moves == ("1",)
    for number in ALL:
        report = level(number)(position)
        assert (report.move, report.nodes) == ("1", 1)


@pytest.mark.parametrize("number", range(1, 8))
def test_nodes_are_limited(number):
    for position in positions(CONNECT4, 20, seed=number):
        report = level(number)(position)
        moves = len(position.moves)
        if slipped(report):
            assert report.nodes <= 1 + moves + moves * moves
        else:
            assert report.nodes <= max(LEVELS[number - 1].nodes, 1 + 2 * moves)
            assert report.depth >= 1


def test_every_move_is_looked_at_where_there_are_many():
    """A game with more moves than the first level has nodes."""
    start = find("nim([30])").start()
    assert len(start.moves) > LEVELS[0].nodes
    made = [level(1, seed=seed, backend="interpreted")(start) for seed in range(20)]
    searched = [report for report in made if not slipped(report)]
    assert {report.move for report in searched} == {"1:30"}  # taking all wins, and comes last


@pytest.mark.parametrize("number", range(2, 7))
def test_a_win_at_hand_is_taken(number):
    """The oracle tries all moves. Only the first level may overlook such a thing."""
    tried = 0
    for seed, position in enumerate(positions(CONNECT4, 60, plies=30)):
        wins = {name for name in position.moves if position.play(name).over and position.play(name).result != "draw"}
        if wins:
            tried += 1
            assert level(number, seed=seed)(position).move in wins
    assert tried > 10


@pytest.mark.long
@pytest.mark.parametrize("number", [5, 6, 7])
def test_a_threat_is_answered_from_the_middle_on(number):
    """Where some move leaves the opponent no win at once, such a move is played, slip or not."""

    def safe(position):
        return not any(position.play(name).over and position.play(name).result != "draw" for name in position.moves)

    tried = slips = 0
    for seed, position in enumerate(positions(CONNECT4, 150, plies=24, seed=9)):
        after = {name: position.play(name) for name in position.moves}
        good = {name for name, each in after.items() if each.over or safe(each)}
        if good and len(good) < len(after):
            report = level(number, seed=seed)(position)
            tried, slips = tried + 1, slips + slipped(report)
            assert report.move in good
    assert tried > 30
    assert slips


@pytest.mark.long
def test_slips_are_as_frequent_as_the_table_says():
    start = find("connect(rows=4,cols=4,line=3)").start()
    for number in (1, 3, 5):
        share = sum(slipped(level(number, seed=seed)(start)) for seed in range(400)) / 400
        expected = LEVELS[number - 1].slips
        assert share == pytest.approx(expected, abs=4 * (expected * (1 - expected) / 400) ** 0.5)
    assert not any(slipped(level(10, seed=seed)(start)) for seed in range(20))


def test_slips_of_the_first_level_may_be_any_move():
    moves = [level(1, seed=seed)(CONNECT4.start()).move for seed in range(100)]
    assert set(moves) == set(CONNECT4.start().moves)


# Repeatable


def test_the_same_seed_gives_the_same_game():
    for number in (1, 3, 5):
        games = [whole_game(CONNECT4, level(number, seed=seed), level(number, seed=seed + 1)) for seed in (1, 1, 2, 3)]
        assert games[0] == games[1]
        assert len(set(games)) == 3


def test_asking_again_changes_nothing():
    """Whatever was asked in between: a level keeps no state."""
    asked = level(2, seed=7)
    first = [asked(position).move for position in positions(CONNECT4, 30)]
    assert [asked(position).move for position in reversed(list(positions(CONNECT4, 30)))] == first[::-1]


def test_a_fresh_level_slips_elsewhere():
    before = level(2)
    one, again, other = before.fresh(5), before.fresh(5), before.fresh(6)
    assert one == again != other
    assert (one.number, before) == (2, level(2))
    assert level(2, seed=2).fresh(5) != one


def test_backends_play_the_same():
    game = find("connect(rows=4,cols=4,line=3)")
    games = {whole_game(game, *(level(number, backend=backend) for number in (2, 4))) for backend in ("interpreted", "native")}
    assert len(games) == 1


# Names


def test_levels_are_written_like_calls():
    assert str(level(3)) == "level(3)"
    assert str(level(3, seed=9)) == "level(3, seed=9)"
    assert agent("level(3, seed=9)") == level(3, seed=9)
    assert agent("level(3)", backend="interpreted") == level(3, backend="interpreted")
    assert level(10)(find("tictactoe").start()).agent == "level(10)"


# Refusals


@pytest.mark.parametrize("number", [0, 11, -1, "3", True, 2.5, None], ids=repr)
def test_only_ten_levels(number):
    with pytest.raises(AgentError, match=rf"^there is no level {re.escape(repr(number))}: give a whole number from 1 to 10$"):
        level(number)


@pytest.mark.parametrize("seed", ["7", 1.5, True, None], ids=repr)
def test_seeds_are_whole_numbers(seed):
    with pytest.raises(AgentError, match="must be a whole number"):
        level(1, seed=seed)


ELSEWHERE = (
    ("backgammon", "expectiminimax"),  # chance, and an evaluation with bounds
    ("einstein", "expectiminimax"),
    ("twentyfortyeight", "expectiminimax"),  # alone
    ("rolit", "paranoid"),  # four players
    ("connect(players=3)", "paranoid"),
    (Thirds(), "paranoid"),
    (Race(), "uct"),  # chance, no evaluation
    (Harvest(), "uct"),  # two, but not zero-sum
)


@pytest.mark.parametrize(("game", "algorithm"), ELSEWHERE, ids=str)
def test_every_game_has_levels(game, algorithm):
    """Where alpha-beta cannot play, another search does, within the same limits."""
    start = first_turn((find(game) if isinstance(game, str) else game).start())
    assert level(4).chosen(start).agent.algorithm == algorithm
    *_, report = level(4).chosen(start).reports(start)
    assert report.move in start.moves
    assert (report.playouts or 0) <= LEVELS[3].nodes // 8
    assert algorithm == "uct" or report.nodes <= max(LEVELS[3].nodes, 1 + 2 * len(start.choices))
    for number in (1, 2, 5):
        assert level(number)(start).move in start.moves


def test_a_slip_does_not_end_a_one_player_game():
    """So the game lasts, although the game's end is all that counts in 2048 and is always worth something."""
    lengths = []
    for number in (1, 6):
        position, chance = find("twentyfortyeight").start(), Random(7)
        while not position.over and len(position.history) < 400:
            moves = position.choices
            position = (
                position.advance(moves[chance.below(len(moves))])
                if position.player == CHANCE
                else position.play(level(number)(position).move)
            )
        lengths.append(len(position.history))
    assert lengths[0] < lengths[1]


@pytest.mark.long
@pytest.mark.parametrize(("game", "higher", "lower"), few([("backgammon", 4, 1), ("pig", 5, 1), ("einstein", 6, 1)], 2))
def test_a_higher_level_wins_with_dice_too(game, higher, lower):
    result = Match(find(game), level(higher), level(lower), games=40, seed=1).play()
    assert result.wins >= 26, "by luck alone one match in twenty comes to that"


def test_a_higher_level_wins_among_four():
    """One of level 5 among three of level 1: a quarter of the games would be its share."""
    game, won = find("rolit"), 0.0
    for number in range(16):
        seat = number % 4
        agents = [level(5 if place == seat else 1).fresh(10 * number + place) for place in range(4)]
        position = game.start()
        while not position.over:
            position = position.play(agents[position.player](position).move)
        winners = [place for place, value in enumerate(position.values) if value == max(position.values)]
        won += (seat in winners) / len(winners)
    assert won >= 8


def test_a_finished_game_is_refused():
    over = find("tictactoe").start().play("a1 b1 a2 b2 a3")
    with pytest.raises(PositionError, match="over"):
        level(1)(over)


def test_there_is_no_tree():
    with pytest.raises(AgentError, match=r"no tree to show; strong\(nodes=640\) searches as many nodes"):
        next(level(4).reports(CONNECT4.start(), tree=10))


# Matches


@pytest.mark.long
def test_a_much_higher_level_wins_clearly():
    for game in (CONNECT4, find("othello"), find("checkers")):
        result = Match(game, level(6), level(1), games=10, seed=1).play()
        assert result.wins >= 9, game


def test_levels_play_matches():
    answer = run("match", "connect(4,4,3)", "level(7)", "level(1)", "--games", "6", "--json").object
    assert (answer["first"], answer["second"], answer["games"]) == ("level(7)", "level(1)", 6)
    assert answer["wins"] > answer["losses"]


def test_the_command_refuses_them_too():
    assert_one_sentence(run("match", "tictactoe", "level(11)", "random"), "there is no level 11")
    assert_one_sentence(run("match", "tictactoe", "level(three)", "random"), "there is no level 'three'")
