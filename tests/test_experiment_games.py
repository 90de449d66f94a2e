"""The experiments that come with Zermelo: they count what they say, and neither seats nor random numbers favour an algorithm."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.agents.registry import AGENTS
from zermelo.arena.experiments import ExperimentError, Run, opening, think
from zermelo.arena.experiments.multiplayer import Multiplayer, seating, share
from zermelo.arena.experiments.threat_ads import BOARDS, DEPTHS, EVALUATIONS, PLANS, ThreatAds
from zermelo.engine import Agent
from zermelo.engine.algorithms import bestreply
from zermelo.errors import GameError, LimitError, PositionError
from zermelo.game.random import Random
from zermelo.report import Report

# Threat-ADS


def test_the_cells_are_those_of_the_notes():
    cells = [(cell["game"], cell["board"]) for cell in ThreatAds().cells()]
    assert cells == [(game, board) for game in ("virus", "focus", "chinesecheckers") for board in ("start", "midgame")]
    grid = [tuple(cell.values()) for cell in ThreatAds().grid()]
    assert (
        len(set(grid))
        == len(grid)
        == sum(len(plan.grid) for plan in PLANS.values()) * len(BOARDS) * len(DEPTHS) * len(EVALUATIONS)
    )
    assert {tuple(cell.values()) for cell in ThreatAds().cells()} <= set(grid)


def test_published_cuts():
    """As the notes have them, to one decimal."""
    games = [{"without": 10, "with": 9}]
    found = {(cell["game"], cell["board"]): ThreatAds().summarise(cell, games)["published_cut"] for cell in ThreatAds().cells()}
    told = {"virus": (10.2, 10.4), "focus": (6.1, 9.8), "chinesecheckers": (11.9, 6.0)}
    assert found == {(game, board): value for game, pair in told.items() for board, value in zip(BOARDS, pair, strict=True)}


def virus(board="start", depth=2):
    return {"game": "virus", "board": board, "players": 3, "depth": depth, "evaluation": "relative"}


def test_both_searches_are_counted_on_the_same_positions():
    """Played again by hand, from the same lots."""
    game = ThreatAds(backend="python").play(virus(), 0, Random(5))
    random, position, nodes, turns = Random(5), zermelo.find("virus(players=3)").start(), [0, 0], 0
    agents = [bestreply(depth=2, threat=threat, backend="python") for threat in ("", "move_to_front")]
    while turns < PLANS["virus"].turns and not position.over:
        if position.player:
            position = position.advance(position.choices[random.below(len(position.choices))])
            continue
        reports = [agent(position) for agent in agents]
        assert reports[0].value == reports[1].value
        nodes = [before + report.nodes for before, report in zip(nodes, reports, strict=True)]
        position, turns = position.play(reports[0].move), turns + 1
    assert game == {"without": nodes[0], "with": nodes[1], "turns": turns}


@pytest.mark.long
def test_a_kept_list_lasts_for_the_whole_game_and_no_longer():
    """Both languages count the same nodes; the list of one game is not that of the next."""
    cell = virus("midgame", 4) | {"players": 4}
    counts = {}
    for keep, backend in ((True, "python"), (True, "interpreted"), (False, "interpreted")):
        experiment = ThreatAds(keep=keep, size=5, turns=4, midgame=2, backend=backend)
        counts[keep, backend] = [experiment.play(cell, number, Random(number)) for number in (1, 2, 1)]
    assert counts[True, "python"] == counts[True, "interpreted"]
    assert counts[True, "python"][0] == counts[True, "python"][2]
    kept, anew = counts[True, "interpreted"], counts[False, "interpreted"]
    assert [game["without"] for game in kept] == [game["without"] for game in anew]
    assert [game["with"] for game in kept] != [game["with"] for game in anew]


def test_the_board_of_virus_is_a_setting():
    usual, large, thin = (ThreatAds(**settings).rules(virus()) for settings in ({}, {"size": 10}, {"pattern": "plus"}))
    assert [each.squares for each in (usual, large, thin)] == [64, 100, 64]
    assert [each.width for each in (usual, thin)] == [9, 5]
    assert str(ThreatAds(size=10).rules(virus() | {"game": "focus"})) == str(ThreatAds().rules(virus() | {"game": "focus"}))


def test_a_row_is_made_of_its_games():
    experiment = ThreatAds(backend="interpreted")
    games = [experiment.play(virus("midgame", 3), number, Random(number)) for number in range(2)]
    row = experiment.summarise(virus("midgame", 3), games)
    assert row["nodes_without"] == round(sum(game["without"] for game in games) / 2)
    assert row["cut"] == pytest.approx(
        100 * (1 - sum(game["with"] for game in games) / sum(game["without"] for game in games)), abs=0.01
    )
    assert all(game["turns"] > 0 for game in games)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"midgame": 0}, "at least 1"),
        ({"turns": -1}, "turns=-1"),
        ({"players": 9}, "players as a whole number from 2 to 6, not 9"),
        ({"players": 2}, "at least 3 players"),
        ({"rule": "hope"}, "no rule `hope`"),
        ({"depth": 0}, "depth=0 must be a whole number"),
        ({"evaluation": "mine"}, "relative or own, not 'mine'"),
        ({"backend": "fast"}, "no backend `fast`"),
        ({"size": 1}, "rows as a whole number from 2 to 16, not 1"),
        ({"size": "large"}, "must be a value like 8"),
        ({"pattern": "star"}, "star"),
        ({"keep": 1}, "must be a value like False"),
    ],
)
def test_settings_that_make_no_sense_are_refused_before_anything_begins(settings, sentence):
    with pytest.raises(zermelo.errors.ZermeloError, match=sentence):
        Run(ThreatAds(**settings), games=1, only=["virus"])


def test_remarks_count_the_cells():
    cells = [
        {**cell, "low": low, "high": high}
        for cell, low, high in zip(ThreatAds().cells(), (1, 1, -1, -9, None, 1), (9, 9, 9, -1, None, 9), strict=True)
    ]
    assert next(iter(ThreatAds().remarks(cells))).startswith("Threat-ADS saves nodes in 3 of 6 cells, costs nodes in 1, and in 2")


# Multiplayer


def test_seats_are_shared_out_evenly():
    seats = [seating(4, pair, swapped) for pair in range(3) for swapped in (False, True)]
    assert len(set(seats)) == 6
    assert all(sum(seat in chosen for chosen in seats) == 3 for seat in range(4))
    assert len({seating(6, pair, False) for pair in range(10)}) == 10


def test_a_win_is_shared():
    assert share((1, 1, -1, -1), frozenset({0, 1})) == 1
    assert share((0, 0, 0, 0), frozenset({0, 1})) == 0.5
    assert share((2, 2, 2, -6), frozenset({0, 3})) == pytest.approx(1 / 3)


def test_the_two_games_of_a_pair_have_one_opening_and_the_same_agents_score_even():
    """An algorithm against itself wins exactly half of each pair, because nothing but the seats is different."""
    experiment = Multiplayer(nodes=30, backend="interpreted")
    cell = {"game": "rolit", "players": 4, "first": "bestreply", "second": "bestreply"}
    games = [experiment.play(cell, number, experiment.random(1, cell, number)) for number in range(2)]
    assert games[0]["points"] + games[1]["points"] == 1
    assert games[0]["result"] == games[1]["result"]
    assert experiment.summarise(cell, games)["score"] == 50


def test_every_pair_of_algorithms_meets_and_can_play():
    cells = list(Multiplayer(nodes=100).cells())
    entrants = {name for name in ("bestreply", "bestreplyplus", "paranoid", "maxn") if name in AGENTS}
    assert {frozenset((cell["first"], cell["second"])) for cell in cells if cell["game"] == "focus"} >= {
        frozenset((one, other)) for one in entrants for other in entrants if one != other
    }
    assert len(Run(Multiplayer(nodes=100), games=2).cells) == len(cells)


def test_scores_come_with_the_interval_of_a_match():
    """Four pairs won, four shared, two lost: the numbers of arena.interval's own example."""
    points = [1, 1] * 4 + [1, 0] * 4 + [0, 0] * 2
    row = Multiplayer().summarise({}, [{"points": point, "plies": 10} for point in points])
    assert (row["wins"], row["losses"], row["score"], row["low"], row["high"]) == (12, 8, 60, 35.72, 80.95)


@pytest.mark.parametrize(
    ("settings", "kind", "sentence"),
    [
        ({"players": 3}, ExperimentError, "even number"),
        ({"players": 8}, GameError, "8"),
        ({"seconds": 0.0}, LimitError, "above 0"),
        ({"nodes": -1}, LimitError, "nodes=-1"),
        ({"rounds": -1}, ExperimentError, "rounds=-1"),
    ],
)
def test_contests_that_cannot_be_played_are_refused(settings, kind, sentence):
    with pytest.raises(kind, match=sentence):
        Run(Multiplayer(**settings), games=2)


# Positions


def test_an_opening_is_so_many_rounds_and_leaves_the_player_to_move():
    position = opening(zermelo.find("rolit(players=4)"), 3, Random(2), player=1)
    assert (position.player, len(position.history)) == (1, 13)


def test_an_opening_that_no_lots_lead_to_is_refused():
    with pytest.raises(PositionError, match="use fewer rounds"):
        opening(zermelo.find("tictactoe"), 6, Random(1))


def test_ctrl_c_that_a_search_took_for_itself_is_passed_on():
    class Stopped(Agent):
        def reports(self, position, tree=0):
            yield Report("tictactoe", "a", "b", "x", "a1", None, None, (), 1, 1, 0.0, stopped="interrupt")

    with pytest.raises(KeyboardInterrupt):
        think(Stopped(), zermelo.TicTacToe().start())
