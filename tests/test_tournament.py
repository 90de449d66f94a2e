"""Tournaments: everybody sits everywhere equally often, the stronger agent leads, and a contest is the same wherever it is played."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from cli_runner import assert_one_sentence, run

import zermelo
from zermelo import AgentError, find
from zermelo.arena.conditions import Conditions
from zermelo.arena.fixtures import RoundRobin, Swiss, seatings
from zermelo.arena.match import Match
from zermelo.arena.records import points_of
from zermelo.arena.sprt import Sprt
from zermelo.arena.standings import compared
from zermelo.arena.tournament import Tournament
from zermelo.errors import LimitError, PositionError
from zermelo.outcome import Outcome

AGENTS = str(Path(__file__).with_name("arena_agents.py"))
SMALL = find("connect(rows=4,cols=4,line=3)")


def lasting(records):
    """What does not depend on the time that it took."""
    return [replace(record, times=(), seconds=()) for record in records]


# Who sits where


@pytest.mark.parametrize(("agents", "seats"), [(2, 2), (3, 3), (4, 4), (2, 4), (2, 3), (3, 6), (4, 6), (1, 1), (6, 6), (10, 10)])
def test_every_agent_sits_on_every_seat_equally_often(agents, seats):
    found = seatings(tuple(range(agents)), seats)
    counts = Counter((agent, seat) for seating in found for seat, agent in enumerate(seating))
    assert len(found) == len(set(found))
    assert len({counts[agent, seat] for agent in range(agents) for seat in range(seats)}) == 1


def test_a_round_robin_has_every_pair_from_every_opening():
    fixtures = RoundRobin(5, (2,), openings=3).next_round(0, ())
    assert len(fixtures) == 5 * 4 * 3
    assert Counter(fixture.seats for fixture in fixtures) == Counter({(a, b): 3 for a in range(5) for b in range(5) if a != b})
    assert [fixture.number for fixture in fixtures] == list(range(60))


def test_a_longer_contest_contains_the_shorter_one():
    short, long = (RoundRobin(4, (2, 3), openings=number).next_round(0, ()) for number in (2, 5))
    assert long[: len(short)] == short


def test_a_gauntlet_has_the_first_agent_in_every_game():
    fixtures = RoundRobin(4, (2,), openings=2, gauntlet=True).next_round(0, ())
    assert len(fixtures) == 3 * 2 * 2
    assert all(0 in fixture.seats for fixture in fixtures)


class Won:
    def __init__(self, seats, points):
        self.seats, self.points = seats, points


@pytest.mark.parametrize("agents", [4, 5, 8, 9])
def test_a_swiss_tournament_repeats_no_meeting_and_pairs_equals(agents):
    """The agent of the smaller number always wins, so the points are known."""
    swiss, played, meetings, rounds = Swiss(agents, (2,), 1, rounds=3), [], [], []
    for number in range(3):
        fixtures = swiss.next_round(number, played)
        rounds.append(fixtures)
        pairs = {frozenset(fixture.seats) for fixture in fixtures}
        assert len(pairs) == agents // 2
        assert len(set().union(*pairs)) == 2 * len(pairs), "nobody plays twice in a round"
        meetings += pairs
        played += [Won(f.seats, tuple(float(seat == min(f.seats)) for seat in f.seats)) for f in fixtures]
    assert len(set(meetings)) == len(meetings), "nobody meets the same agent twice"
    assert [f.number for fixtures in rounds for f in fixtures] == list(range(swiss.total()))
    assert swiss.next_round(3, played) == []
    points = Counter()
    for game in played:
        for agent, gained in zip(game.seats, game.points, strict=True):
            points[agent] += gained
    assert points[0] == max(points.values())


def test_points_are_shared():
    assert points_of(Outcome.by_rules((3, 3, 1)), 3) == (0.5, 0.5, 0)
    assert points_of(Outcome.by_rules((1, 1, 1)), 3) == pytest.approx((1 / 3,) * 3)
    assert points_of(Outcome(None, "length"), 2) == (0.5, 0.5)
    assert points_of(Outcome.by_rules((7,)), 1) == (7,)


# Who is stronger


def test_the_deeper_search_leads_and_the_numbers_add_up():
    standings = Tournament(SMALL, ["alphabeta(depth=1)", "alphabeta(depth=5)", "random"], games=30).play()
    ranked = standings.ranked()
    assert [each.agent for each in ranked] == ["alphabeta(depth=5)", "alphabeta(depth=1)", "random(seed=1)"]
    assert all(each.low <= each.elo <= each.high for each in ranked)
    assert sum(each.elo for each in ranked) == pytest.approx(0, abs=1e-6)
    assert sum(each.points for each in ranked) == len(standings.records) == 3 * 30
    table = standings.crosstable()
    for one in range(3):
        assert table[one][one] is None
        for other in range(3):
            if one != other:
                assert table[one][other][0] + table[other][one][0] == table[one][other][1] == 30


@pytest.mark.parametrize(
    ("game", "best"),
    [
        ("virus(players=3)", "bestreply(depth=2)"),
        ("rolit(players=4)", "uct(playouts=40)"),
        ("pig(goal=20,players=3)", "uct(playouts=40)"),
    ],
)
def test_games_of_many_players(game, best):
    standings = zermelo.tournament(game, ["random", "random(seed=2)", best], games=12, opening=2)
    each = [entry.games for entry in standings.ranked()]
    assert sum(each) == len(standings.records) * len(find(game).players)
    assert sum(entry.points for entry in standings.ranked()) == pytest.approx(len(standings.records))
    assert standings.ranked()[0].agent == best


def test_one_player_games_are_ranked_by_what_each_gets():
    standings = zermelo.tournament("twentyfortyeight", ["random", "expectiminimax(depth=1)"], games=4, plies=60)
    assert len(standings.records) == 8
    openings = Counter(record.opening for record in standings.records)
    assert set(openings.values()) == {2}, "both play each opening"
    assert len(compared(standings.records)) == 4


def test_several_games_at_once():
    standings = zermelo.tournament(["tictactoe", "nim([3,4])", "pig(goal=10)"], ["random", "random(seed=5)"], games=4, opening=1)
    assert Counter(record.game for record in standings.records) == {0: 4, 1: 4, 2: 4}
    assert standings.games == ("tictactoe", "nim([3, 4])", "pig(goal=10)")


# The same contest anywhere


def test_workers_and_this_process_play_the_same_games():
    agents = ["alphabeta(depth=2)", "uct(playouts=20)", f"{AGENTS}:Seeded", "random"]
    here = Tournament(SMALL, agents, games=4).play()
    there = Tournament(SMALL, agents, games=4).play(jobs=2)
    assert lasting(here.records) == lasting(there.records)
    assert here.ratings == there.ratings


def test_equal_limits_replace_those_of_the_agents():
    match = Match(SMALL, "alphabeta(depth=9)", "strong(seconds=5)", games=2, conditions=Conditions(limits=(("nodes", 50),)))
    assert {match.first, match.second} == {"alphabeta(nodes=50)", "strong(nodes=50)"}
    with pytest.raises(AgentError, match=r"uct.* takes no `nodes`, so it cannot play under equal nodes"):
        Match(SMALL, "uct()", "strong()", conditions=Conditions(limits=(("nodes", 50),)))


def test_an_agent_without_time_loses():
    result = zermelo.match("tictactoe", f"{AGENTS}:slow", "random", games=2, clock="0.00001")
    assert [(record.points, record.reason) for record in result.records] == [(0, "time")] * 2


def test_a_clock_bounds_the_time_of_a_search():
    result = zermelo.match("connect4", "strong()", "random", games=2, clock="0.005", opening=10)
    assert {record.reason for record in result.records} <= {"rules"}
    assert all(record.seconds[0] < 0.3 for record in result.records)


def test_tablebases_adjudicate(tmp_path):
    assert run("tablebase", "build", "nim([2,2])", "--to", str(tmp_path)).code == 0
    game, tables = "nim([2,2])", str(tmp_path)
    result = zermelo.match(game, "random", "random(seed=2)", games=2, opening=1, tables=tables)
    assert [record.reason for record in result.records] == ["adjudication"] * 2
    assert all(record.moves == () and record.note.startswith("by the tablebase") for record in result.records)
    solved = zermelo.match(game, "alphabeta()", "alphabeta()", games=2, opening=1)
    assert [record.points for record in result.records] == [record.points for record in solved.records]


def test_a_sequential_test_ends_a_match_at_the_same_pair_everywhere():
    match = Match(SMALL, "alphabeta(depth=4)", "random", games=400, sprt=Sprt(0, 50))
    here, there = match.play(), match.play(jobs=2)
    assert here.stopped == "decided"
    assert here.sprt_state.verdict == "accepted"
    assert 10 <= len(here.records) < 200
    assert [record.moves for record in here.records] == [record.moves for record in there.records]
    assert here.to_json()["sprt"]["verdict"] == "accepted"


# Openings


def test_openings_from_a_file(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("# two openings\nb2 a1\n\n1. a3 2. c1  # with numbers\nx . . / . o . / . . .\n")
    result = zermelo.match("tictactoe", "random", "random", games=6, openings=str(file))
    assert [record.opening for record in result.records] == [("b2", "a1")] * 2 + [("a3", "c1")] * 2 + [()] * 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("b2 a1\nb2 b2\n", "line 2, is not an opening of tictactoe: `b2` is not a legal move"),
        ("b2 zz", "line 1, is not an opening of tictactoe: `zz` is not a legal move"),
        ("a1 b1 a2 b2 a3", "line 1: after this opening of tictactoe the game is over"),
        ("# nothing", "has no openings"),
    ],
)
def test_wrong_openings_are_told(tmp_path, text, told):
    (tmp_path / "openings.txt").write_text(text)
    with pytest.raises(PositionError, match=told):
        zermelo.match("tictactoe", "random", "random", openings=str(tmp_path / "openings.txt"))


def test_openings_from_a_book(tmp_path):
    book = str(tmp_path / "c4.book")
    assert run("book", "build", "tictactoe", "--plies", "2", "--agent", "alphabeta(depth=2)", "--out", book).code == 0
    result = zermelo.match("tictactoe", "random", "random", games=4, opening=2, book=book)
    assert all(len(record.opening) == 2 for record in result.records)


# The command


def test_the_command_for_programs():
    command = ("tournament", "tictactoe", "random", "alphabeta()", "minimax(depth=1)", "--games", "4", "--json", "--jobs", "1")
    answer = run(*command).object
    assert answer["games"] == answer["total"] == 12
    assert [row["rank"] for row in answer["agents"]] == [1, 2, 3]
    for row in answer["agents"]:
        assert {"agent", "games", "wins", "draws", "losses", "points", "elo", "low", "high"} <= set(row)
        assert all(math.isfinite(row[name]) for name in ("elo", "low", "high"))
    json.dumps(answer)


def test_the_command_for_people(tmp_path):
    plot = tmp_path / "elo.svg"
    command = ("tournament", "tictactoe", "random", "alphabeta()", f"{AGENTS}:raises", "--games", "2", "--plot", str(plot))
    text = run(*command).out
    assert "tictactoe: 6 games" in text
    assert "arena_agents.py:raises forfeited 4 games, the first because: " in text
    assert "raised ValueError: not today" in text
    assert plot.read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "phrases"),
    [
        (("tictactoe", "random"), ("at least two agents",)),
        (("tictactoe", "random", "random", "--format", "cup"), ("cup",)),
        (("virus(players=3)", "random", "random", "--format", "swiss"), ("games of two players",)),
        (("tictactoe", "random", "random", "--rounds", "3"), ("Swiss",)),
        (("tictactoe", "random", "random", "--openings", "/nowhere"), ("/nowhere",)),
        (("tictactoe", "random", "random", "--openings", "a", "--book", "b"), ("by a file or by a book",)),
        (("tictactoe", "random", "random", "--clock", "soon"), ("is not a clock",)),
        (("tictactoe", "random", "random", "--seconds", "-1"), ("--seconds -1 is out of range",)),
        (("tictactoe", "random", "random", "--jobs", "0"), ("--jobs 0 is out of range",)),
        (("tictactoe", "random", "random", "--plot", "elo.gif"), ("elo.gif",)),
        (("tictactoe", "random", "random", "--tables", "/nowhere"), ("/nowhere",)),
        (("tictactoe", "random", "random", "--record", "/nowhere/a.sqlite"), ("/nowhere",)),
    ],
)
def test_bad_input_is_told_in_one_sentence(arguments, phrases):
    assert_one_sentence(run("tournament", *arguments), *phrases)


def test_a_bad_sequential_test_is_told():
    assert_one_sentence(run("match", "tictactoe", "random", "random", "--sprt", "10"), "--sprt takes two Elo")
    assert_one_sentence(run("match", "tictactoe", "random", "random", "--sprt", "10,0"), "elo0=10")
    with pytest.raises(LimitError, match="no condition `node`"):
        zermelo.match("tictactoe", "random", "random", node=3)
