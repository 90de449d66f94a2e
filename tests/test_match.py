"""Matches: the stronger agent wins, no side is favoured, the same seed gives the same match, and the score says how sure it is."""

from __future__ import annotations

import itertools
import os
import pty
import re
import signal
import subprocess
from collections import Counter
from dataclasses import replace

import pytest
from cli_runner import ALONE, DICE, assert_one_sentence, process, run, write_game
from games_for_tests import Harvest, Race, Strip

from zermelo import ONGOING, Game, alphabeta, find, i8, random, strong
from zermelo.arena import Match, Record, Result, interval
from zermelo.arena.match import fresh
from zermelo.arena.openings import openings
from zermelo.game.random import Random

PERFECT = alphabeta(table=True)
TICTACTOE = find("tictactoe")
CONNECT = find("connect(rows=4,cols=4,line=3)")


class Endless(Game):
    """Walk around for ever."""

    max_moves = 2

    def state(self):
        return dict(place=i8, turn=i8)

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, step):
        s.place = (s.place + step) % 3
        s.turn = 1 - s.turn

    def winner(self, s):
        return ONGOING


class Fork(Endless):
    """One move, and it is over."""

    def winner(self, s):
        return 0 if s.turn == 1 else ONGOING


class Cheat:
    """Plays what does not exist."""

    def __call__(self, position):
        return replace(random()(position), move="z9")


class Interrupted:
    """Plays at random until Ctrl-C, which it reports as searches do."""

    def __init__(self, moves):
        self.left, self.random = moves, random()

    def fresh(self, seed):
        """The same for all games; without this method, each game would get a copy."""
        return self

    def __call__(self, position):
        self.left -= 1
        return replace(self.random(position), stopped=None if self.left >= 0 else "interrupt")


def points(result):
    return [record.points for record in result.records]


def pairs_of(result):
    return zip(result.records[::2], result.records[1::2], strict=True)


# Who wins


def test_perfect_play_never_loses_at_tictactoe():
    """From the start, where the draw is certain; random openings may be lost already."""
    result = Match(TICTACTOE, PERFECT, random(), games=40, opening=0).play()
    assert result.losses == 0
    assert result.wins > 20
    assert len({record.moves for record in result.records}) > 20


def test_perfect_play_gets_from_every_opening_what_it_is_worth():
    """The oracle is the value of the opening itself, asked of plain minimax."""
    from zermelo import minimax

    match = Match(TICTACTOE, PERFECT, PERFECT, games=40, opening=3)
    solver = minimax()
    for record in match.play().records:
        opening = TICTACTOE.start().play(*record.opening)
        value = solver(opening).values[TICTACTOE.players.index(record.seat)]
        assert record.points == (value + 1) / 2


def test_perfect_against_perfect_is_a_draw():
    result = Match(TICTACTOE, PERFECT, PERFECT, games=10, opening=1).play()
    assert (result.wins, result.draws, result.losses) == (0, 10, 0)
    assert (result.score, result.decided, result.elo) == (0.5, None, 0)


def test_search_beats_chance():
    result = Match(CONNECT, strong(depth=4), random(), games=40, opening=2).play()
    assert result.score >= 0.9
    assert result.interval[0] > 0.5


def test_deeper_beats_shallower():
    result = Match(find("connect4"), alphabeta(depth=4), alphabeta(depth=1), games=20).play()
    assert result.score > 0.5
    assert result.decided > 0.5


def test_an_agent_is_its_own_equal():
    """Both games of a pair are the same game, so what one side gains in the first, the other gains in the second."""
    result = Match(CONNECT, alphabeta(depth=3), alphabeta(depth=3), games=20).play()
    assert result.wins == result.losses > 0
    for first, second in pairs_of(result):
        assert first.moves == second.moves
        assert first.points + second.points == 1


# Fairness


def test_each_opening_is_played_from_both_sides():
    result = Match(CONNECT, alphabeta(depth=1), random(), games=20).play()
    seats = Counter((record.opening, record.seat) for record in result.records)
    assert len(seats) == 20
    assert {seat for _, seat in seats} == {"x", "o"}
    assert len({record.opening for record in result.records}) == 10
    for first, second in pairs_of(result):
        assert (first.pair, first.opening) == (second.pair, second.opening)


@pytest.mark.parametrize("game", [CONNECT, Race(), Harvest()], ids=str)
def test_swapping_the_agents_mirrors_the_match(game):
    """With dice too: they depend on the pair, not on who is called first."""
    searching = alphabeta(depth=2) if game is CONNECT else random(seed=9)
    one = Match(game, searching, random(seed=3), games=30, opening=2, seed=5).play()
    other = Match(game, random(seed=3), searching, games=30, opening=2, seed=5).play()
    assert (one.wins, one.draws, one.losses) == (other.losses, other.draws, other.wins)
    for pair in range(15):
        games = [{(record.moves, 1 - record.points) for record in one.records if record.pair == pair}]
        games.append({(record.moves, record.points) for record in other.records if record.pair == pair})
        assert games[0] == games[1]


def test_random_agents_vary_from_game_to_game_and_repeat_from_match_to_match():
    agent = random(seed=4)
    first = Match(CONNECT, agent, agent, games=10, opening=0).play()
    second = Match(CONNECT, agent, agent, games=10, opening=0).play()
    assert [record.moves for record in first.records] == [record.moves for record in second.records]
    assert len({record.moves for record in first.records}) == 5  # the same agent on both sides: pairs repeat, by design
    third = Match(CONNECT, agent, agent, games=10, opening=0, seed=2).play()
    assert [record.moves for record in first.records] != [record.moves for record in third.records]


def test_an_agent_of_your_own_may_begin_afresh():
    class Mine:
        def fresh(self, seed):
            return random(seed)

    assert fresh(Mine(), 17).seed == 17
    assert fresh(PERFECT, 17).memory is not fresh(PERFECT, 17).memory


# Openings


@pytest.mark.parametrize(("plies", "number"), [(0, 1), (1, 9), (2, 72), (3, 252)])
def test_openings_are_all_there_are(plies, number):
    """Positions of tic-tac-toe by ply: 1, 9, 9 * 8, 9 * 8 * 7 / 2."""
    found = openings(TICTACTOE.start(), 10_000, plies, Random(1))
    assert len(found) == len(set(found)) == number
    assert {len(position.history) for position in found} == {plies}
    assert not any(position.over for position in found)


def test_every_opening_is_found_when_exactly_all_are_asked_for():
    assert len(set(openings(TICTACTOE.start(), 252, 3, Random(2)))) == 252


def test_openings_depend_on_the_seed():
    drawn = [openings(CONNECT.start(), 8, 4, Random(seed)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_short_games_have_shorter_openings():
    assert [position.history for position in openings(Fork().start(), 3, 4, Random(1))] == [()]
    found = openings(TICTACTOE.start(), 5, 99, Random(1))
    assert {len(position.history) for position in found} == {8}
    match = Match(Strip(3), random(), random(), games=8, opening=4)
    assert len(match.play().records) == 8


# The score


def test_the_interval_of_a_worked_example():
    """4 pairs won, 4 shared, 2 lost; with one more won and one more lost: mean 7/12, variance 6/12 - 49/144 = 23/144.

    1.96 * sqrt(23/144/12) = 0.2261.
    """
    low, high = interval([(1, 1)] * 4 + [(1, 0), (0.5, 0.5)] * 2 + [(0, 0)] * 2)
    assert low == pytest.approx(7 / 12 - 0.226125, abs=1e-5)
    assert high == pytest.approx(7 / 12 + 0.226125, abs=1e-5)


def test_the_interval_counts_pairs_not_games():
    """Wins and losses shared out within pairs are less of a surprise than whole pairs won and lost."""
    within, between = interval([(1, 0)] * 20), interval([(1, 1)] * 10 + [(0, 0)] * 10)
    assert within[0] > between[0]
    assert within[1] < between[1]
    plain = 1.96 * (0.25 / 20_000) ** 0.5
    assert interval([(1, 1), (0, 0)] * 10_000)[1] - 0.5 == pytest.approx(plain, rel=1e-3)


def test_a_few_wins_prove_little():
    low, high = interval([(1, 1)])
    assert low < 0.5
    assert high == 1


@pytest.mark.parametrize("pairs", [1, 2, 3])
def test_the_score_is_in_its_interval_and_mirrors(pairs):
    """Whatever the games, and also when the last pair was never finished."""
    for length in (2 * pairs, 2 * pairs - 1):
        for results in itertools.product((0, 0.5, 1), repeat=length):
            games = [results[index : index + 2] for index in range(0, length, 2)]
            low, high = interval(games)
            assert 0 <= low <= sum(results) / length <= high <= 1
            mirrored = interval([[1 - result for result in pair] for pair in games])
            assert mirrored == pytest.approx((1 - high, 1 - low))


def record(pair, result):
    return Record(pair, (), "x", ("a1",), "", result, True, (1, 1), (0.0, 0.0))


def test_results_add_up():
    result = Result(tuple(record(index // 2, points) for index, points in enumerate((1, 1, 0.5, 1, 0, 0.5))), 1.0)
    assert (result.wins, result.draws, result.losses) == (3, 2, 1)
    assert (result.score, result.decided) == (4 / 6, 3 / 4)
    assert 90 < result.elo < 400 * 0.30103, "the prior draws it towards 0"
    assert result.rating[1] < result.elo < result.rating[2]
    assert result.interval == interval([(1, 1), (0.5, 1), (0, 0.5)])
    assert 0 < Result((record(0, 1), record(0, 1)), 1.0).elo < 1000, "finite, though everything was won"


# Games that go wrong


def test_endless_games_are_drawn_and_reported():
    result = Match(Endless(), random(), random(), games=4, opening=2, plies=20).play()
    assert points(result) == [0.5] * 4
    assert result.unfinished == 4
    assert {record.plies for record in result.records} == {20}


def test_records_can_be_played_again():
    result = Match(CONNECT, alphabeta(depth=2), random(), games=6).play()
    for game in result.records:
        position = CONNECT.start().play(*game.opening, *game.moves)
        assert position.over
        assert (position.result, len(position.history)) == (game.result, game.plies)
        assert game.points == {f"{game.seat} won": 1, "draw": 0.5}.get(game.result, 0)
    assert sum(game.nodes[0] for game in result.records) > sum(game.nodes[1] for game in result.records) > 0


def forfeited(agent):
    """The reason for which an agent forfeits all games of a match."""
    result = Match(TICTACTOE, agent, random(), games=2).play()
    assert [(game.points, game.reason) for game in result.records] == [(0, "forfeit")] * 2
    ((_, why, number),) = result.forfeits()
    assert number == 2
    return why


def test_an_illegal_move_forfeits_the_game():
    told = r"Cheat answered `z9` in tictactoe after .*, which is not a legal move there; legal are: .*"
    assert re.fullmatch(told, forfeited(Cheat()))


def test_ctrl_c_keeps_the_games_that_were_played():
    result = Match(TICTACTOE, Interrupted(8), random(), games=40, opening=4).play()
    assert result.stopped == "interrupt"
    assert 1 <= len(result.records) < 5
    assert result.interval[0] <= result.score <= result.interval[1]
    with pytest.raises(KeyboardInterrupt):
        Match(TICTACTOE, Interrupted(0), random()).play()


# The command


def same(outcome):
    """The answer without what differs from time to time."""
    answer = outcome.object
    for each in (answer, *answer.get("records", ())):
        del each["seconds"]
    return answer


def test_the_same_seed_gives_the_same_answer():
    command = ("match", "connect(4,4,3)", "alphabeta(depth=2)", "random", "--games", "8", "--json", "--records")
    one, again, other = run(*command, "--seed", "3"), run(*command, "--seed", "3"), run(*command, "--seed", "4")
    assert one.code == 0
    assert one.err == ""
    assert same(one) == same(again) != same(other)


def test_the_answer_for_programs():
    command = ("match", "connect(4,4,3)", "alphabeta(depth=2)", "random(seed=2)", "--games", "6", "--json")
    answer = run(*command).object
    assert (answer["game"], answer["first"], answer["second"]) == ("connect(4, 4, 3)", "alphabeta(depth=2)", "random(seed=2)")
    assert answer["wins"] + answer["draws"] + answer["losses"] == answer["games"] == 6
    assert answer["score"] == pytest.approx((answer["wins"] + answer["draws"] / 2) / 6, abs=1e-6)
    assert answer["decided"] == pytest.approx(answer["wins"] / (answer["wins"] + answer["losses"]), abs=1e-6)
    assert 0 <= answer["score_low"] <= answer["score"] <= answer["score_high"] <= 1
    assert answer["low"] <= answer["elo"] <= answer["high"]
    assert 0 < answer["superiority"] < 1
    assert (answer["opening"], answer["openings"], answer["unfinished"], answer["stopped"]) == (4, 3, 0, None)
    assert "records" not in answer
    assert len(run(*command, "--records").object["records"]) == 6


def test_the_answer_for_people():
    command = ("match", "connect(4,4,3)", "alphabeta(depth=2)", "random", "--games", "4", "--records")
    answer, lines = run(*command, "--json").object, run(*command).out.splitlines()
    for line, game in zip(lines[:4], answer["records"], strict=True):
        outcome = {1: "won", 0.5: "drawn", 0: "lost"}[game["points"]]
        assert line.split()[:4] == [str(game["pair"] + 1), "as", f"{game['seat']}:", outcome]
        assert " ".join(game["opening"]) + " | " in line
    assert lines[4].startswith("connect(4, 4, 3) · 4 games")
    counts = [str(answer[name]) for name in ("wins", "draws", "losses")]
    assert lines[6].split()[:4] == ["alphabeta(depth=2)", *counts]
    assert lines[7].split()[:4] == ["random(seed=1)", *reversed(counts)]
    assert f"{answer['score_low']:.1%} to {answer['score_high']:.1%}" in lines[6]
    assert f"{1 - answer['score_high']:.1%} to {1 - answer['score_low']:.1%}" in lines[7]
    assert f"({answer['low']:+.0f} to {answer['high']:+.0f})" in lines[9]


def test_repeated_openings_are_owned_up_to():
    text = run("match", "tictactoe", "alphabeta(depth=1)", "alphabeta(depth=1)", "--games", "4", "--opening", "0").out
    assert "Different openings of 0 plies in this game: 1." in text


@pytest.mark.parametrize(
    ("arguments", "phrases"),
    [
        (("tictactoe", "random", "random", "--games", "3"), ("games=3", "even number")),
        (("tictactoe", "random", "random", "--games", "0"), ("--games 0 is out of range",)),
        (("tictactoe", "random", "random", "--games", "-2"), ("--games -2 is out of range",)),
        (("tictactoe", "random", "random", "--games", "2.5"), ("--games takes a whole number",)),
        (("tictactoe", "random", "random", "--opening", "-1"), ("--opening -1 is out of range",)),
        (("tictactoe", "random", "random", "--plies", "4"), ("must be more than the 4 plies of the opening",)),
        (("tictactoe", "random", "rando"), ("no agent `rando`", "Did you mean `random`?")),
        (("tictactoe", "alphabeta(quiescence=True)", "random"), ("noisy",)),
        (("tictactoe", "random"), ("needs SECOND",)),
        (("chezz", "random", "random"), ("chezz",)),
    ],
)
def test_bad_input_is_told_in_one_sentence(arguments, phrases):
    assert_one_sentence(run("match", *arguments), *phrases)


def test_games_that_are_not_for_two_are_refused(tmp_path):
    assert_one_sentence(run("match", write_game(tmp_path, DICE), "random", "random"), "two players", "has 3")
    assert_one_sentence(run("match", write_game(tmp_path, ALONE), "random", "random"), "two players", "has 1")


def test_a_game_without_any_opening_is_refused(tmp_path):
    game = write_game(tmp_path, winner="return 0")
    assert_one_sentence(run("match", game, "random", "random"), "over before it begins")


def test_ctrl_c_prints_what_was_played():
    """On a terminal, where the bar tells when the first game is over."""
    ours, theirs = pty.openpty()
    command = ("match", "tictactoe", "random", "random", "--games", "100000", "--json")
    child = process(*command, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    seen = b""
    while b" of " not in seen:
        seen += os.read(ours, 1024)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate()
    os.close(ours)
    assert child.returncode == 130
    assert b'"stopped": "interrupt"' in out
    assert b"100000" in seen


@pytest.mark.parametrize("answer", [None, 2.5, ["a1"]])
def test_an_agent_that_returns_something_else_than_a_move_forfeits(answer):
    told = rf"lambda answered {re.escape(repr(answer))} in tictactoe after .*, but an agent returns a move: .*"
    assert re.fullmatch(told, forfeited(lambda _: answer))


def test_losses_on_time_are_told(tmp_path):
    """With an eighth of a second for the whole game, an agent that sleeps longer loses both of its games."""
    path = tmp_path / "sleeper.py"
    path.write_text("import time\n\ndef sleeps(position):\n    time.sleep(0.4)\n    return position.moves[0]\n")
    found = run("match", "tictactoe", f"{path}:sleeps", "random", "--games", "2", "--clock", "0.002")
    assert found.code == 0, found
    assert f"{path}:sleeps lost 2 games on time." in found.out


def test_one_pair_of_games_has_no_interval_of_utilities():
    told = run("match", "kuhn", "random", "random", "--games", "2").out
    assert re.search(r"^Mean utility of \S+: \S+ a game\.$", told, re.MULTILINE)
    assert "inf" not in told
    assert " to " in run("match", "kuhn", "random", "random", "--games", "8").out.partition("Mean utility")[2]


@pytest.mark.parametrize(
    ("text", "plies"), [("kuhn", 2), ("leduc", 2), ("liarsdice", 2), ("phantomtictactoe", 2), ("tictactoe", 4)]
)
def test_openings_of_short_games_that_hide_something_are_the_deal(text, plies):
    game = find(text)
    assert {len(opening.history) for opening in Match(game, random(), random(), games=4).openings} == {plies}
    assert {len(opening.history) for opening in Match(game, random(), random(), games=4, opening=3).openings} == {3}
