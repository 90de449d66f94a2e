"""The default agent: chosen by what the game has and by a short trial, the same every time, and told with its reason."""

from __future__ import annotations

import itertools
import json
import re
import time
from dataclasses import replace
from fractions import Fraction

import pytest
from cli_runner import ALONE, DICE, run, write_game
from games_for_tests import Harvest, Race, Thirds
from sampling import refused, samples

import zermelo
from zermelo import CHANCE, DRAW, ONGOING, AgentError, Connect4, Game, Limit, agent, auto, find, i8
from zermelo.agents import choice
from zermelo.agents.auto import AutoAgent
from zermelo.agents.choice import choose
from zermelo.agents.levels import level
from zermelo.agents.refutation import unrefuted
from zermelo.agents.registry import AGENTS
from zermelo.agents.traits import Traits, traits
from zermelo.arena import Match
from zermelo.engine import MAKERS
from zermelo.engine.agent import first_turn
from zermelo.play import hints
from zermelo.play.seats import Seat
from zermelo.play.session import Session
from zermelo.studio import descriptions

SECOND = Limit(seconds=1)


class Fives(Game):
    """A row of four on a square board, as a beginner would write it: without `evaluate`, `order` or anything else."""

    def __init__(self, size=7, line=4):
        self.size, self.line = size, line
        self.board = (size, size)

    def state(self):
        return dict(cells=i8[self.size * self.size], turn=i8, filled=i8)

    def moves(self, s):
        for cell in range(self.size * self.size):
            if s.cells[cell] == 0:
                yield cell

    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn
        s.filled += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        for row in range(self.size):
            for col in range(self.size):
                piece = s.cells[row * self.size + col]
                if piece != 0 and (
                    self.reaches(s, row, col, 0, 1)
                    or self.reaches(s, row, col, 1, 0)
                    or self.reaches(s, row, col, 1, 1)
                    or self.reaches(s, row, col, 1, -1)
                ):
                    return piece - 1
        return DRAW if s.filled == self.size * self.size else ONGOING

    def reaches(self, s, row, col, down, right):
        piece = s.cells[row * self.size + col]
        last_row, last_col = row + down * (self.line - 1), col + right * (self.line - 1)
        if last_row >= self.size or last_col < 0 or last_col >= self.size:
            return False
        return all(s.cells[(row + step * down) * self.size + col + step * right] == piece for step in range(1, self.line))


class Zero(Connect4):
    """An evaluation that says nothing."""

    def evaluate(self, s, player):
        return 0


class Tempo(Connect4):
    """An evaluation that says only who is to move."""

    def evaluate(self, s, player):
        return 1 if s.turn == player else -1


class Fails(Connect4):
    def evaluate(self, s, player):
        return 1 // 0


class Endless(Game):
    """Step left or right for ever, without an evaluation."""

    def state(self):
        return dict(at=i8, turn=i8)

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, move):
        s.at = (s.at + 1 + move) % 100
        s.turn = 1 - s.turn

    def winner(self, s):
        return ONGOING


class ThreeHeaps(Game):
    """Take one or two of seven, three players in turn; whoever takes the last one wins."""

    players = ("a", "b", "c")

    def state(self):
        return dict(left=i8(7), turn=i8)

    def moves(self, s):
        yield from range(1, min(2, s.left) + 1)

    def play(self, s, take):
        s.left -= take
        s.turn = (s.turn + 1) % 3

    def winner(self, s):
        return (s.turn + 2) % 3 if s.left == 0 else ONGOING


class Blindfold(Race):
    """Chance, and no evaluation."""

    evaluate = Game.evaluate


class Gleaning(Harvest):
    """Two players without zero sum, and no evaluation."""

    evaluate = Game.evaluate


class Crowd(Race):
    """Chance, and more players than any search takes."""

    players = tuple("abcdefghij")


CROWD = (
    DICE.replace("class Dice", "class Crowd")
    .replace('("ann", "bob", "cal")', 'tuple("abcdefghij")')
    .replace("i8[3]", "i8[10]")
    .replace("== 3", "== 10")
)

# Traits


@pytest.mark.parametrize("name", zermelo.catalog())
def test_the_evaluations_of_all_built_in_games_tell_moves_apart(name):
    game = find(name)
    assert traits(game).evaluates == game.defines("evaluate")


@pytest.mark.parametrize(
    ("game", "evaluates", "differs"),
    [(Zero(), False, True), (Tempo(), False, True), (Fails(), True, True), (Fives(), False, True), (Endless(), False, False)],
    ids=repr,
)
def test_an_evaluation_that_says_nothing_is_found_out(game, evaluates, differs):
    found = Traits(game)
    assert (found.evaluates, found.differs) == (evaluates, differs)


def test_a_trial_is_made_once_and_is_no_part_of_the_game():
    game, calls = Zero(), []
    type(game).calls = calls
    before = traits(game)
    assert before.evaluates is False
    assert traits(game) is before
    assert game == Zero()
    assert zermelo.find("connect4") == zermelo.find("connect4")


class Ranked(Fives):
    """With an order of moves: the middle first."""

    def order(self, s, cell):
        return -abs(cell - self.size * self.size // 2)


class Unranked(Fives):
    """With an order that says nothing."""

    def order(self, s, cell):
        return 3


def test_an_order_of_moves_is_better_than_a_few_random_games():
    start = Ranked().start()
    few = choose(start, Limit(nodes=2000))
    assert (few.agent.algorithm, few.look) == ("alphabeta", None)
    assert few.why == "ranked has no `evaluate`, but `order` ranks the moves better than 250 random games do"
    assert choose(start, Limit(nodes=8 * 64 * 49)).agent.algorithm == "uct"
    assert choose(start, SECOND).agent.algorithm == "uct"
    assert choose(Unranked().start(), Limit(nodes=2000)).agent.algorithm == "uct"


def test_a_move_that_random_games_like_is_played_only_if_it_is_not_refuted():
    """X has three in a row with one open end: o has to block it, whatever else looks good."""
    position = Fives().start().play("21 0 22 1 23")
    found = zermelo.uct(playouts=20)(position)
    assert found.move != "24"
    liked = replace(
        found, move="30", choices=tuple(replace(found.choices[0], move=move, value=0.5) for move in ("30", "31", "24", "32"))
    )
    searcher = zermelo.strong(nodes=200)
    chosen = unrefuted(position, liked, searcher, "33")
    assert (chosen.move, chosen.line, chosen.value, chosen.values) == ("24", ("24",), 0.5, (-0.5, 0.5))
    assert chosen.nodes > liked.nodes
    hopeless = unrefuted(position, replace(liked, choices=liked.choices[:2]), searcher, "33")
    assert (hopeless.move, hopeless.value) == ("33", None)
    fine = unrefuted(Fives().start(), replace(liked, move="30"), searcher, "33")
    assert (fine.move, fine.value) == ("30", liked.value)
    for kept in (replace(liked, exact=True), replace(liked, stopped="interrupt")):
        assert unrefuted(position, kept, searcher, "33") is kept
    assert auto(nodes=4000)(position).move == "24"


# The choice

AS_BEFORE = {
    "connect4": "strong(seconds=1)",
    "chess": "selective(seconds=1)",
    "checkers": "strong(seconds=1)",
    "othello": "selective(seconds=1)",
    "go": "strong(seconds=1)",
    "hex": "strong(seconds=1)",
    "breakthrough": "strong(seconds=1)",
    "isolation": "strong(seconds=1)",
    "chinesecheckers(1)": "strong(seconds=1)",
    "rolit": "bestreply(seconds=1, ordering=all, table=True)",
    "connect(players=3)": "bestreply(seconds=1, ordering=all, table=True)",
    "virus": "bestreply(seconds=1, ordering=all, table=True)",
}


@pytest.mark.parametrize("name", AS_BEFORE)
def test_with_an_evaluation_the_agent_looks_ahead(name):
    found = choose(first_turn(find(name).start()), SECOND)
    assert (str(found.agent), found.look) == (AS_BEFORE[name], None)
    assert "`evaluate` tells moves apart" in found.why


@pytest.mark.parametrize(
    ("game", "agent", "look"),
    [
        (Fives(), "uct", "alphabeta"),
        (Zero(), "uct", "alphabeta"),
        (find("nim"), "uct", "alphabeta"),
        (ThreeHeaps(), "uct", "maxn"),
        (Blindfold(), "uct", "expectiminimax"),
        (Gleaning(), "uct", "maxn"),
        (Race(), "uct", None),
        (Harvest(), "bestreply", None),
        (Thirds(), "paranoid", None),
        (find("backgammon"), "expectiminimax", None),
        (find("twentyfortyeight"), "expectiminimax", None),
        (Endless(), "alphabeta", None),
    ],
    ids=repr,
)
def test_the_choice_follows_from_the_game(game, agent, look):
    found = choose(first_turn(game.start()), SECOND)
    assert found.agent.algorithm == agent
    assert (None if found.look is None else found.look.algorithm) == look


HIDING = "players do not see everything, "


@pytest.mark.parametrize(
    ("text", "limit", "cutoff"),
    [
        ("battleship", SECOND, 1),
        ("crosswords", SECOND, 1),
        ("whist", SECOND, 0),
        ("goofspiel", SECOND, 0),
        ("battleship", Limit(nodes=100_000), 1),
        ("whist", Limit(nodes=100_000), 0),
        ("whist", Limit(playouts=800), 1),
        ("whist", Limit(playouts=832), 0),
        ("goofspiel", Limit(playouts=10), 0),
    ],
)
def test_evaluate_judges_what_few_random_games_cannot(text, limit, cutoff):
    position, seeds = find(text).start(), itertools.count()
    while position.player == CHANCE:
        position = position.roll(next(seeds))
    found = choose(position, limit)
    assert (found.agent.algorithm, found.agent.options.cutoff, found.look) == ("ismcts", cutoff, None)
    assert found.why.startswith(HIDING + ("and `evaluate` judges" if cutoff else "so random games"))


@pytest.mark.long
def test_the_default_agent_beats_random_games_in_worlds_where_they_are_few():
    result = Match(find("battleship(rows=7, cols=7)"), auto(playouts=300), zermelo.ismcts(playouts=300), games=12).play()
    assert result.interval[0] > 0.5, str(result)


def test_the_choice_does_not_depend_on_the_clock_or_the_backend(monkeypatch):
    positions = [position for game in (Fives(4, 3), find("connect(4,4,3)"), find("nim")) for position in samples(game, 4)]
    before = [choose(position, SECOND) for position in positions]
    ticks = iter(range(0, 10**9, 1000))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    assert [choose(position, SECOND) for position in positions] == before
    for backend in ("interpreted", "python"):
        chosen = [choose(position, SECOND, backend) for position in positions]
        assert [(each.agent.algorithm, each.why) for each in chosen] == [(each.agent.algorithm, each.why) for each in before]


def test_a_short_game_is_searched_to_its_end():
    report = auto()(Fives(3, 3).start())
    assert (report.agent, report.score) == ("strong(seconds=1)", zermelo.Score.draw())
    assert report.why == "fives(3, 3) has no `evaluate`, but the game can be searched to its end from here"
    for game in (Blindfold(), Gleaning(), ThreeHeaps()):
        assert auto()(game.start()).exact


def test_a_long_game_is_judged_by_random_games():
    report = auto(nodes=4000)(Fives().start())
    assert (report.agent, report.playouts) == ("uct(playouts=500)", 500)
    assert report.why == "fives has no `evaluate`, so random games judge the moves"
    assert report.nodes > 4000, "the look counts, too"
    assert {auto(nodes=4000)(position).move for position in samples(Fives(), 5)} != {"0"}, "alpha-beta plays in the corner"


def test_where_nothing_tells_moves_apart_the_answer_says_so():
    found = choose(Endless().start(), SECOND)
    assert found.why == "endless has no `evaluate`, and random games all end alike; an `evaluate` would help it"
    assert auto(nodes=100)(Endless().start()).move in ("0", "1")


def test_limits_say_what_may_be_chosen():
    start = Fives().start()
    assert str(choose(start, Limit(depth=3)).agent) == "strong(depth=3)"
    assert str(choose(start, Limit(nodes=800)).agent) == "uct(playouts=100)"
    assert str(choose(start, Limit(playouts=70)).agent) == "uct(playouts=70)"
    assert choose(start, Limit(playouts=70)).look is None
    assert str(choose(find("connect4").start(), Limit(playouts=70)).agent) == "uct(playouts=70)"
    assert choose(Blindfold().start(), Limit(depth=2)).agent.algorithm == "expectiminimax"
    refused(lambda: choose(Race().start(), Limit(depth=2)), "no search that fits race takes depth=2", "bounded_evaluation")
    assert auto(depth=2)(find("connect4").start()).depth == 2
    refused(lambda: auto(depth=2, playouts=3)(start), "no search that fits fives takes depth=2")


def test_several_moves_are_compared_by_every_agent():
    for game in (Fives(), find("connect4"), find("rolit"), Race()):
        report = auto(playouts=50, lines=3)(game.start()) if game.defines("chances") else auto(nodes=500, lines=3)(game.start())
        assert len(report.lines) == min(3, len(game.start().moves))
        assert report.lines[0].move == report.move
    why = run("best", "rolit", "--lines", "3", "--why", "--seconds", "0.05").out
    assert "is worth" in why


@pytest.mark.long
def test_the_new_default_beats_the_old_one_without_an_evaluation():
    """At equal nodes, so that it is the same match every time; the figures at equal time are in CHANGELOG."""
    result = Match(Fives(), auto(nodes=2000), zermelo.strong(nodes=2000), games=60).play()
    assert result.interval[0] > 0.5, str(result)


def test_levels_choose_alike():
    start = Fives().start()
    found = level(6).chosen(start)
    assert (found.agent.algorithm, found.look.algorithm) == ("uct", "alphabeta")
    seed = next(seed for seed in range(100) if level(6, seed)(start).value is not None)
    report = level(6, seed)(start)
    assert (report.agent, report.why) == (f"level(6, seed={seed})" if seed != 1 else "level(6)", found.why)
    result = Match(Fives(), level(6), zermelo.strong(nodes=10_240), games=10).play()
    assert result.wins > result.losses
    assert level(6).chosen(find("connect4").start()).look is None


# The agent


def test_it_is_written_like_other_agents():
    assert str(auto()) == "auto(seconds=1)"
    assert str(auto(depth=3, lines=2)) == "auto(depth=3, lines=2)"
    assert agent("auto(nodes=500)") == auto(nodes=500)
    assert agent("auto(nodes=500)", "interpreted") == auto(nodes=500, backend="interpreted")
    assert "auto" in AGENTS
    assert repr(auto()) == "<agent auto(seconds=1)>"
    refused(lambda: auto().changed(width=3), "auto takes no parameter `width`")
    for wrong in (0, True, "2", 1.5):
        refused(lambda wrong=wrong: auto(lines=wrong), "lines=")
    refused(lambda: auto(depth=-1), "depth=-1", error=zermelo.LimitError)


def test_it_keeps_what_each_algorithm_has_found():
    playing = auto(playouts=100).fresh(7)
    assert isinstance(playing, AutoAgent)
    position = Fives().start()
    playing(position)
    kept = playing.memories["uct"].table
    playing(position.play("0 1"))
    assert playing.memories["uct"].table is kept
    assert playing.fresh(7).memories == {}
    assert auto().memories is None
    twice = [auto(playouts=50).fresh(seed)(position).choices for seed in (1, 1, 2)]
    assert twice[0] == twice[1] != twice[2]


def test_ctrl_c_during_the_look_is_the_answer(monkeypatch):
    def stopped(self, position, tree=0):
        yield next(zermelo.random().reports(position)).__class__(**{**vars(zermelo.random()(position)), "stopped": "interrupt"})

    monkeypatch.setattr(choice.SearchAgent, "reports", stopped)
    assert auto()(Fives().start()).stopped == "interrupt"


# What it says


def test_reports_say_which_agent_it_was_and_why(tmp_path):
    answer = run("best", "nim", "--json").object
    assert (answer["agent"], answer["why"]) == (
        "strong(seconds=1)",
        "nim has no `evaluate`, but the game can be searched to its end from here",
    )
    assert run("best", "nim", "--agent", "alphabeta", "--json").object["why"] is None
    told = run("best", "connect4", "--depth", "3").out
    assert "  agent   strong(depth=3): `evaluate` tells moves apart\n" in told
    assert "agent" not in run("best", "connect4", "--agent", "alphabeta(depth=3)").out
    report = zermelo.best("nim")
    assert "strong(seconds=1), compiled: nim has no `evaluate`" in re.sub("<[^>]*>", "", report._repr_html_())


def test_a_game_begins_with_which_agent_plays_and_why():
    greeting = run("play", "nim", "--as", "x", typed="quit\n").out
    assert (
        "auto(seconds=1) is uct(seconds=1), or strong(seconds=1) where it can search to the end of the game: nim has no"
        in greeting
    )
    assert (
        "level(3, seed=5): nim has no `evaluate`"
        in run("play", "nim", "--as", "x", "--level", "3", "--seed", "5", typed="quit\n").out
    )
    assert "is uct" not in run("play", "nim", "--as", "x", "--against", "uct(playouts=9)", typed="quit\n").out
    session = Session(Fives().start(), [Seat.of(auto(nodes=100)), Seat.of(level(2))])
    assert len(list(hints.choices(session))) == 2
    session.answer(session.position, session.agent(session.position))
    (line,) = descriptions.chosen(session)
    assert line == "x · uct(playouts=12): fives has no `evaluate`, so random games judge the moves"
    assert "random games judge" in descriptions.seats(session)


def test_an_explanation_names_the_agent():
    position = Fives().start()
    told = hints.explain(position, "a1", auto(nodes=100)(position))
    assert told[-1] == "It was uct(playouts=12): fives has no `evaluate`, so random games judge the moves."


# Nothing is refused with the name of an algorithm that nobody asked for


def names_no_algorithm(text):
    return not any(re.search(rf"\b{name}\b", text) for name in MAKERS)


COMMANDS = [
    ("best", "--depth", "1"),
    ("best", "--nodes", "50"),
    ("best", "--lines", "2", "--nodes", "50"),
    ("best", "--why", "--nodes", "50"),
    ("tree", "--nodes", "20"),
    ("tree", "--solution", "--nodes", "20"),
    ("solve", "--seconds", "0.05"),
    ("play", "--as", "all"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("game", ["dice", "alone", "crowd", "thirds", "pig", "rolit", "twentyfortyeight", "chinesecheckers(1)"])
def test_no_refusal_names_an_algorithm(command, game, tmp_path, monkeypatch):
    texts = {"dice": DICE, "alone": ALONE}
    if game in texts:
        game = write_game(tmp_path, texts[game])
    elif game in ("crowd", "thirds"):
        made = {"crowd": Crowd, "thirds": Thirds}[game]()
        for module in ("zermelo.cli.options", "zermelo.cli.play", "zermelo.facade"):
            monkeypatch.setattr(f"{module}.find", lambda _: made)
    first, *rest = command
    moves = {"twentyfortyeight": ["--moves", "2@a1 2@b1"]}.get(game, [])
    outcome = run(first, game, *moves, *rest, typed="quit\n")
    assert outcome.code in (0, 1, 2), outcome
    assert names_no_algorithm(outcome.err), outcome.err


def test_no_opponent_names_an_algorithm(tmp_path):
    """A game against the default agent, which falls back to random moves where no search fits."""
    outcome = run("play", write_game(tmp_path, CROWD), "--as", "a", typed="quit\n")
    assert outcome.code == 0
    assert (
        "no search fits crowd, which has 10 players and chance; name an agent such as random, so you play against random"
        in outcome.err
    )
    assert names_no_algorithm(outcome.err)


def test_a_game_that_no_search_plays_is_told_without_one():
    text = refused(lambda: auto()(first_turn(Crowd().start())), "no search fits crowd, which has 10 players and chance")
    assert names_no_algorithm(text)


# Solving other games, against values that are worked out here


def expected(position):
    """The value of a position for each player by the rules alone: the mean over chance, else the best for whoever moves."""
    if position.values is not None:
        return tuple(Fraction(value).limit_denominator() for value in position.values)
    children = [expected(child) for child in position.children]
    if position.player == CHANCE:
        weights = [Fraction(chance).limit_denominator(1000) for _, chance in position.chances]
        return tuple(sum(w * c[seat] for w, c in zip(weights, children, strict=True)) for seat in range(position.rules.players))
    return max(children, key=lambda values: values[position.player])


def test_games_with_chance_or_more_players_are_solved(tmp_path):
    three = zermelo.solve(ThreeHeaps())
    assert three.values == tuple(map(float, expected(ThreeHeaps().start())))
    assert three.score.is_proven
    path = write_game(tmp_path, DICE)
    game = find(path)
    start = first_turn(game.start())
    assert zermelo.solve(start).values == pytest.approx(tuple(map(float, expected(start))))
    name = start.history[-1]
    answer = run("solve", path, "--moves", name, "--json").object
    assert answer["values"] == pytest.approx(list(map(float, expected(start))))
    assert "With best play it is worth" in run("solve", path, "--moves", name).out
    assert "on average" in run("solve", path, "--moves", name).out
    with pytest.raises(AgentError, match="alphabeta is for games of at most two players"):
        zermelo.solve(ThreeHeaps(), by="alphabeta")
    assert json.loads(run("solve", "nim([1,2])", "--json").out)["outcome"] == "win"
    refused(lambda: zermelo.solve(first_turn(Crowd().start())), "cannot be solved")
