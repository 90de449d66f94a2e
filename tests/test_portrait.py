"""Portraits: measured games agree with published and exact numbers, the same seed gives the same games, and what is cut is told."""

from __future__ import annotations

import json
import sys
from functools import cache
from types import SimpleNamespace

import pytest
from cli_runner import ALONE, DICE, assert_one_sentence, run, write_game
from games_for_tests import Climb, Race, Thirds

import zermelo
from zermelo import Game, i8
from zermelo.errors import LimitError, PositionError, ZermeloError
from zermelo.portrait import describe as describing
from zermelo.portrait.describe import Plan, portrait
from zermelo.portrait.leads import judged, leads_of
from zermelo.portrait.playing import Deadline, agent_game
from zermelo.portrait.record import GameRecord
from zermelo.portrait.summary import Tally, interval

TICTACTOE = zermelo.find("tictactoe")
GAMES_OF_TICTACTOE = 255_168
"""All games of tic-tac-toe, as counted by many."""
X_WINS, O_WINS, DRAWS, PLIES = 0.5849, 0.2881, 0.1270, 7.626
"""Shares of random games of tic-tac-toe as published, with four digits, and their mean length."""
EXAMPLE = Plan(games=30, levels=(1,), level_games=3)


@cache
def exactly(packed):
    """(games, probability that x wins, that o wins, of a draw, mean plies) of random games from a state, by going through all."""
    rules = TICTACTOE.rules
    s = TICTACTOE.layout.unpack(packed)
    values = rules.utilities(s)
    if values is not None:
        return 1, float(values[0] > 0), float(values[1] > 0), float(values[0] == 0), 0.0
    below = [exactly(rules.play(s, move).pack()) for move in rules.moves(s)]
    means = [sum(each[at] for each in below) / len(below) for at in range(1, 5)]
    return sum(each[0] for each in below), *means[:3], means[3] + 1


# Random games


def test_random_games_of_tictactoe_have_the_published_shares():
    games, x, o, draws, plies = exactly(TICTACTOE.fresh().pack())
    assert games == GAMES_OF_TICTACTOE
    assert (round(x, 4), round(o, 4), round(draws, 4)) == (X_WINS, O_WINS, DRAWS)
    assert plies == pytest.approx(PLIES, abs=0.001)
    found = zermelo.playouts("tictactoe", 8000, seed=3)
    assert found.wins["x"] / found.games == pytest.approx(X_WINS, abs=0.02)
    assert found.wins["o"] / found.games == pytest.approx(O_WINS, abs=0.02)
    assert found.draws / found.games == pytest.approx(DRAWS, abs=0.02)
    assert found.plies.mean == pytest.approx(PLIES, abs=0.06)
    assert (found.plies.least, found.plies.most, found.summary.most_choices) == (5, 9, 9)


def test_random_games_of_connect_four_have_the_published_length_and_score():
    found = zermelo.playouts("connect4", 4000)
    assert found.plies.mean == pytest.approx(21.3, abs=0.6)
    assert found.values["x"] == pytest.approx(0.114, abs=0.06)
    assert found.values["o"] == -found.values["x"]
    assert found.backend == "native"


def test_chess_has_twenty_first_moves():
    found = zermelo.playouts("chess", 300)
    assert len(found.moves) == 20
    assert {"e4", "Nf3", "a3"} < {move.move for move in found.moves}
    assert 15 < found.branching < 40


def test_first_moves_add_up_and_the_best_comes_first():
    found = zermelo.playouts(TICTACTOE, 3000)
    assert sum(move.games for move in found.moves) == found.games == 3000
    assert sum(move.seats[0].wins for move in found.moves) == found.wins["x"]
    assert found.moves[0].move == "b2"
    values = [move.seats[0].value for move in found.moves]
    assert values == sorted(values, reverse=True)


def test_the_same_seed_gives_the_same_games_on_every_backend():
    results = {zermelo.playouts("nim", 40, seed=7, backend=backend).results for backend in ("compiled", "interpreted")}
    assert len(results) == 1
    assert zermelo.playouts("nim", 40, seed=8, backend="interpreted").results not in results


def test_playouts_from_a_position():
    found = zermelo.playouts("tictactoe", 50, position="x x . / o o . / . . .")
    assert found.moves[0].move == "c3"
    assert found.moves[0].seats[0].wins == found.moves[0].games
    with pytest.raises(PositionError, match="the game is over"):
        zermelo.playouts("tictactoe", 5, position="x x x / o o . / . . .")


@pytest.mark.parametrize("games", [0, -3, 2.5, True, "many"])
def test_the_number_of_games_must_be_one(games):
    with pytest.raises(LimitError, match="whole number of at least 1"):
        zermelo.playouts("nim", games)


def test_playouts_where_chance_begins(tmp_path):
    found = zermelo.playouts(write_game(tmp_path, DICE), 60, backend="interpreted")
    assert {move.move for move in found.moves} == {"0", "1"}
    assert found.summary.seats[0].moves == 1


def test_playouts_say_what_they_are():
    text = str(zermelo.playouts("tictactoe", 200))
    assert text.startswith("tictactoe · 200 random games · 5.")
    assert "\nall         200    " in text
    told = json.loads(json.dumps(zermelo.playouts("nim", 10).to_json()))
    assert told["summary"]["games"] == sum(move["games"] for move in told["moves"]) == 10


# What games show together


def test_a_tally_counts_by_hand():
    tally = Tally("by hand", ("x", "o"))
    tally.add(GameRecord((0, 1, 0), (3, 1, 2), (b"a", b"b", b"c", b"d"), (1.0, -1.0)))
    tally.add(GameRecord((0, 1), (3, 3), (b"a", b"b", b"e"), (0.0, 0.0)))
    tally.add(GameRecord((0,) * 9, (3,) * 9, (b"a",), None))
    found = tally.summary()
    assert (found.games, found.unfinished, found.draws) == (2, 1, 1)
    assert [(seat.wins, seat.share, seat.value, seat.moves) for seat in found.seats] == [
        (1, 0.75, 0.5, 1.5),
        (0, 0.25, -0.5, 1.0),
    ]
    assert (found.branching, found.most_choices, found.forced) == (12 / 5, 3, 1 / 5)
    assert (found.states, found.positions, found.plies.mean) == (5, 7, 2.5)


def test_points_are_shared_among_many_players():
    record = GameRecord((0,), (2,), (b"",), (1.0, 1.0, -2.0))
    assert [record.points(player) for player in range(3)] == [0.5, 0.5, 0]
    assert GameRecord((0,), (2,), (b"",), (0.0, 0.0, 0.0)).points(2) == 1 / 3


def test_intervals_are_wilsons():
    """As published by Newcombe (1998) for 81 of 263 and 15 of 148, and for none of 20."""
    for successes, number, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        assert interval(successes, number) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_leads_by_hand():
    shares = [0, 0.25, 0.5, 0.75, 1]
    assert judged([None, 0, 1, 0, 0], shares, (0,)) == describing.Leads(2, True, 0.75)
    assert judged([0, 0, 0, 0, 0], shares, (0,)) == describing.Leads(0, False, 0)
    assert judged([0, 0, None, 1, None], shares, ()) == describing.Leads(1, False, None)


def test_a_game_that_is_lost_from_the_start_is_decided_at_once():
    """Four heaps of one: o takes the last one, whatever is played."""
    game = zermelo.Nim([1, 1, 1, 1])
    record = agent_game(game.start(), zermelo.random(), 1)
    core = zermelo.engine.backends.open_backend(game, "interpreted").core
    assert leads_of(core, game.rules.bounds, record, 1) == describing.Leads(changes=0, comeback=False, decided=0.0)
    assert leads_of(core, game.rules.bounds, record, 1, Deadline.after(-1)) is None


# Portraits


@pytest.mark.parametrize("game", [TICTACTOE, Race(), Thirds(), Climb()], ids=str)
def test_portraits_of_every_kind_of_game(game):
    found = portrait(game, EXAMPLE)
    assert [(each.name, each.games) for each in found.summaries] == [("random", 30), ("level 1", 3)]
    assert found.cut == ()
    for each in found.summaries:
        assert len(each.seats) == len(game.players)
        assert sum(seat.share for seat in each.seats) == pytest.approx(1)
        assert (each.drama is not None) == (len(game.players) > 1)
    assert portrait(game, EXAMPLE).summaries == found.summaries, "the same seed"
    assert str(found).startswith(f"portrait of {game} · compiled")
    assert "<table>" in found._repr_html_()


def test_a_better_player_draws_more_often():
    """Tic-tac-toe is a draw with best play: the higher the level, the more draws."""
    found = portrait(TICTACTOE, Plan(games=50, levels=(1, 8), level_games=15, leads=0))
    _, low, high = found.summaries
    assert high.draws > 10 > low.draws


def test_time_that_is_up_is_told():
    found = portrait(TICTACTOE, Plan(games=1000, levels=(3,), seconds=1e-9))
    assert found.summaries == ()
    assert found.cut == ("In 1e-09 s, random play finished no game.", "In 1e-09 s, level 3 play finished no game.")
    assert str(found).startswith("portrait of tictactoe: no game was finished\nIn 1e-09 s, random")


def test_interpreted_rules_have_no_leads():
    found = portrait(zermelo.Nim([2, 3]), Plan(games=5, levels=(), backend="interpreted"))
    assert found.summaries[0].drama is None
    assert found.cut == ("Leads were not measured, because the rules are interpreted.",)


@pytest.mark.long
def test_leads_are_not_measured_where_random_games_are_drawn():
    found = portrait(zermelo.find("chess"), Plan(games=20, levels=(1,), level_games=1))
    assert [each.drama for each in found.summaries] == [None, None]
    (told,) = found.cut
    assert told.startswith("Leads were not measured: ")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (dict(games=0), "games=0 must be"),
        (dict(levels=(0,)), "levels=0 must be from 1 to 9"),
        (dict(levels=(10,)), "level 10 never slips"),
        (dict(seconds=-1), "seconds=-1 must be"),
        (dict(level_games=True), "level_games=True"),
    ],
)
def test_wrong_plans_are_refused(wrong, told):
    with pytest.raises(LimitError, match=told):
        Plan(**wrong)


def test_a_portrait_can_be_interrupted(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(describing, "agent_game", interrupted)
    found = portrait(TICTACTOE, Plan(games=20))
    assert [each.name for each in found.summaries] == ["random"]
    assert found.stopped == "interrupt"
    assert found.cut == ("Interrupted: later games are missing.",)
    monkeypatch.setattr(describing, "random_game", interrupted)
    with pytest.raises(KeyboardInterrupt):
        portrait(TICTACTOE, Plan(games=20))


def test_variants_side_by_side():
    found = zermelo.describe("connect(rows=4, cols=4)", "connect(rows=5, cols=4)", games=40, levels=[2], level_games=2)
    head = str(found).splitlines()[1].split("  ")
    assert [each.strip() for each in head if each.strip()] == [
        "random: connect(rows=4, cols=4)",
        "random: connect(rows=5, cols=4)",
        "level 2: connect(rows=4, cols=4)",
        "level 2: connect(rows=5, cols=4)",
    ]
    longer = [each.summaries[0].plies.mean for each in found.portraits]
    assert longer[0] < longer[1]


def test_variants_with_different_players_are_told_by_seat():
    text = str(zermelo.describe("pig", "tictactoe", games=5, levels=()))
    assert "seat 1 won" in text
    assert "ann" not in text


# The commands


def test_describe_as_text_and_json(tmp_path):
    words = ("describe", "tictactoe", "--games", "20", "--levels", "1", "--level-games", "2")
    outcome = run(*words)
    assert outcome.code == 0
    for label in ("x won", "points of o", "draws", "plies", "branching factor", "forced moves", "lead changes", "decided after"):
        assert f"\n{label}  " in outcome.out
    told = run(*words, "--json").object
    assert [each["name"] for each in told["plays"]] == ["random", "level 1"]
    assert (told["game"], told["cut"], told["stopped"]) == ("tictactoe", [], None)
    both = run("describe", "nim", "grundy", "--games", "5", "--levels", "none", "--json").object
    assert [each["game"] for each in both["portraits"]] == ["nim", "grundy"]


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_describe_draws(suffix, tmp_path):
    path = tmp_path / f"picture{suffix}"
    outcome = run("describe", "nim", "nim([2,3])", "--games", "5", "--levels", "1", "--level-games", "1", "--plot", str(path))
    assert (outcome.code, outcome.err) == (0, f"note: drew {path}\n")
    assert path.stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nim", "--levels", "strong"), "--levels takes numbers"),
        (("nim", "--levels", "10"), "never slips"),
        (("nim", "--plot", "picture.gif"), "must end in .png, .svg, .pdf"),
        (("nim", "--plot", "nowhere/picture.png"), "there is no folder"),
        (("nim", "nowhere"), "there is no game `nowhere`"),
        (("nim", "--games", "0"), "out of range"),
    ],
)
def test_describe_refuses_in_one_sentence(words, told):
    assert_one_sentence(run("describe", *words), told)


def test_an_interrupted_command_prints_what_it_has(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(describing, "agent_game", interrupted)
    outcome = run("describe", "nim", "grundy", "--games", "20")
    assert outcome.code == 130
    assert "Interrupted: later games are missing." in outcome.out
    assert "random: grundy" not in outcome.out


def test_a_game_for_one_shows_what_it_got(tmp_path):
    outcome = run("describe", write_game(tmp_path, ALONE), "--games", "10", "--levels", "none", "--backend", "interpreted")
    assert "you got" in outcome.out
    assert "draws" not in outcome.out


# Tables of data


def test_matches_and_playouts_as_tables_of_data(monkeypatch):
    frames = []
    library = SimpleNamespace(DataFrame=lambda rows: frames.append(rows) or "table")
    monkeypatch.setitem(sys.modules, "pandas", library)
    monkeypatch.setitem(sys.modules, "polars", library)
    result = zermelo.match("nim", "random", "random", games=2)
    found = zermelo.playouts("nim", 3)
    assert [result.to_pandas(), result.to_polars(), found.to_pandas(), found.to_polars()] == ["table"] * 4
    assert frames[0] == frames[1] == result.rows()
    assert [row["points"] for row in frames[0]] == [record.points for record in result.records]
    assert all(isinstance(value, str | int | float) for row in frames[0] for value in row.values())
    assert [row["x"] for row in frames[2]] == [values[0] for _, values, _ in found.results]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_missing_library_is_named_in_one_sentence(library, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    result = zermelo.match("nim", "random", "random", games=2)
    with pytest.raises(
        ZermeloError, match=f"`to_{library}` needs {library}, which is not installed; install it with `pip install {library}`"
    ):
        getattr(result, f"to_{library}")()


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables_of_data_where_the_library_is_installed(library):
    pytest.importorskip(library)
    frame = getattr(zermelo.playouts("nim", 5), f"to_{library}")()
    assert frame.shape == (5, 5)


@pytest.mark.parametrize("most", [6, 600])
def test_leads_do_not_depend_on_how_wide_the_bounds_are(most):
    """The bounds of a game with points are only promised, not reached."""

    class Points(Game):
        bounds = (-most, most)

        def state(self):
            return dict(lead=i8, ply=i8, turn=i8)

        def moves(self, s):
            yield from (0, 1)

        def play(self, s, move):
            s.lead += move if s.turn == 0 else -move
            s.ply += 1
            s.turn = 1 - s.turn

        def over(self, s):
            return s.ply == 10

        def utility(self, s, player):
            return s.lead if player == 0 else -s.lead

    drama = zermelo.describe(Points(), games=60, levels=()).summaries[0].drama
    assert drama.changes > 0
    assert drama.decided < 1
