"""What visitors of the studio may ask for, and how the worker pool does it: within limits, in turn, and only while a visitor waits."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import weakref
from pathlib import Path

import pytest
from studio_for_tests import RULES

from zermelo import find
from zermelo.agents.registry import agent
from zermelo.errors import AgentError, GameError, PositionError, ZermeloError
from zermelo.files import FilesOffError
from zermelo.hosting.limits import FILES_ARE_OFF, Limits
from zermelo.hosting.workers import BusyError, Job, Workers
from zermelo.play.transcript import TranscriptError
from zermelo.studio import game_setup
from zermelo.studio.game_setup import Setup, asked_for, opponents, parameters
from zermelo.studio.rulefiles import keep_file

LIMITS = Limits(seconds=20, searches=1, waiting=2)


@pytest.fixture
def workers():
    made = Workers(LIMITS)
    yield made
    made.close()


# Limits


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("my_game.py", "--allow-files"),
        ("../secret.py:Game", "--allow-files"),
        ("chekers", "Did you mean `checkers`"),
        ("connect(rows=", "closing bracket"),
        ("connect(rows=5000,cols=5000)", "from 1 to 30"),
        ("connect(rows=__import__('os'))", "not a plain value"),
        ("tree(" + "[" * 5000, "closing bracket"),
        ("x" * 30_000, "too long"),
        ("nim([1000000])", "too large"),
        ("hex(size=100000000000)", "hex"),
    ],
)
def test_games_that_are_none_or_too_large_are_refused(text, told):
    with pytest.raises(ZermeloError, match=told.replace("(", r"\(")):
        LIMITS.game(text)


def test_own_rules_are_off_and_the_reason_is_told():
    with pytest.raises(FilesOffError) as refused:
        LIMITS.game("twentyone.py")
    assert str(refused.value) == FILES_ARE_OFF
    assert "--allow-files" in FILES_ARE_OFF


def test_own_rules_can_be_allowed():
    [(path, called)] = keep_file("twenty one.py", RULES).games.items()
    assert [path] == list(keep_file("twenty one.py", RULES).games), "the same rules are the same file"
    assert called == "twenty one.py (yours)"
    game = Limits(files=True).game(path)
    assert game.players == ("ann", "bob")
    with pytest.raises(GameError, match=r"broken\.py, line 1"):
        keep_file("broken.py", "class )")
    with pytest.raises(GameError, match=r"^plain\.py has no game"):
        keep_file("plain.py", "from zermelo import Game")
    with pytest.raises(GameError, match=r"end in \.py"):
        keep_file("rules.txt", RULES)
    with pytest.raises(GameError, match="takes too long"):
        keep_file("endless.py", "while True: pass")


def test_a_file_may_hold_several_games():
    found = keep_file("race.py", (Path(__file__).parents[1] / "examples" / "race.py").read_text(encoding="utf-8")).games
    assert list(found.values()) == ["Race of race.py (yours)", "Stroll of race.py (yours)"]
    assert {Limits(files=True).game(path).title() for path in found} == {"race", "stroll"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("strong(memory=1GB)", "more than this studio gives"),
        ("strong(threads=2)", "one thread"),
        ("advised(tictactoe, 'strong(memory=2000000000)')", "more than this studio gives"),
        ("table(otherwise='strong(memory=2000000000)')", "more than this studio gives"),
        ("advice(tictactoe, otherwise='strong(memory=2000000000)')", "more than this studio gives"),
        ("alphabeta(backend=python, table=True)", "Watch shows it"),
        ("deepthought", "there is no agent"),
        ("alphabeta(depth=)", "cannot be read"),
        ("expectiminimax(depth=2, table=maybe)", "True or False"),
        ("strong(threads=10000)", "cores"),
    ],
)
def test_agents_that_ask_for_too_much_are_refused(text, told):
    with pytest.raises(ZermeloError, match=told):
        LIMITS.agent(text, find("tictactoe").start())


def test_an_agent_that_cannot_play_a_game_says_why():
    with pytest.raises(AgentError, match="at most two players"):
        LIMITS.agent("alphabeta(depth=3)", find("rolit").start())


def test_positions_are_read_or_refused():
    game = find("tictactoe")
    assert LIMITS.position(game, "  ") == game.start()
    with pytest.raises(PositionError, match="rows"):
        LIMITS.position(game, "x x x x")
    with pytest.raises(PositionError, match="too long"):
        LIMITS.position(game, "x" * 50_000)


# How games begin


def test_an_address_says_how_a_game_begins():
    assert Setup.from_address({}) is None
    asked = Setup.from_address({"game": "connect(rows=5)", "seats": "person | level(2)", "moves": "3 3", "clock": "5+3"})
    table = asked.session(LIMITS, seed=1)
    assert (str(table.game), [seat.text for seat in table.seats], table.at) == ("connect(rows=5)", ["person", "level(2)"], 2)
    assert str(table.control) == "5+3"


@pytest.mark.parametrize(
    "game", ["tictactoe", "rolit", "backgammon", "twentyfortyeight", "pig(players=4)", "tree([[1,2],[3,4]])"]
)
def test_every_game_has_an_opponent_that_fits(game):
    table = Setup(game).session(LIMITS, seed=1)
    assert table.seats[0].is_person
    assert not any(seat.is_person for seat in table.seats[1:])
    assert set(opponents(table.position)) <= {*opponents(table.position)}
    assert "random" in opponents(table.position) or table.position.over


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"game": "chess", "position": "nonsense"}, "FEN"),
        ({"game": "chess", "moves": "e5"}, "not a legal move"),
        ({"game": "tictactoe", "seats": "person"}, "has 2 players, but 1 seats"),
        ({"game": "tictactoe", "clock": "soon"}, "is not a clock"),
        ({"game": "tictactoe", "clock": "soon", "seats": "person|person"}, "is not a clock"),
    ],
)
def test_addresses_that_make_no_sense_are_refused(query, told):
    with pytest.raises(ZermeloError, match=told):
        Setup.from_address(query).session(LIMITS, seed=1)


def test_forms_offer_parameters_and_leave_out_the_usual_ones():
    assert parameters("hex")["size"] == "11"
    assert asked_for("tictactoe", {}) == "tictactoe"
    assert LIMITS.game(asked_for("nim", {"heaps": "[1,2]"})).start().moves == ("1:1", "2:1", "2:2")


def test_a_browser_keeps_a_game_and_brings_it_back():
    table = Setup("connect4", ("person", "level(3)"), "5+3").session(LIMITS, seed=1)
    table.play("4")
    again, asked = game_setup.recall(game_setup.keep(table, "connect4"), LIMITS, seed=2)
    assert (again.position, asked, again.waiting_for) == (table.position, "connect4", "agent")
    assert again.left()[0] == pytest.approx(table.left()[0], abs=1)


@pytest.mark.parametrize(
    "text", ["", "{}", "[1,2]", '{"game": 3}', '{"game": "chess", "clock": "", "left": "x", "transcript": {}}']
)
def test_what_a_browser_brings_may_be_anything(text):
    with pytest.raises(ZermeloError):
        game_setup.recall(text, LIMITS, seed=1)


def test_saved_games_are_loaded_and_broken_ones_refused():
    table = Setup("connect4", ("person", "level(3)")).session(LIMITS, seed=1)
    table.play("4")
    text = table.transcript().dumps()
    assert game_setup.load(text, "game.json", LIMITS, seed=1).position == table.position
    with pytest.raises(TranscriptError, match="not JSON"):
        game_setup.load(text[:-20], "game.json", LIMITS, seed=1)
    with pytest.raises(TranscriptError, match="move 1"):
        game_setup.load(text.replace('"4"', '"9"'), "game.json", LIMITS, seed=1)
    with pytest.raises(TranscriptError, match="not built in"):
        game_setup.load(json.dumps({**json.loads(text), "game": "mine.py"}), "game.json", LIMITS, seed=1)


def test_a_pgn_is_loaded_and_its_players_become_people():
    text = '[White "Morphy"]\n[Black "level(2)"]\n\n1. e4 e5 2. Nf3 *\n'
    table = game_setup.load(text, "Opera.PGN", LIMITS, seed=1)
    assert (table.at, [seat.text for seat in table.seats]) == (3, ["person", "level(2)"])
    resigned = game_setup.load("1. e4 e5 1-0", "short.pgn", LIMITS, seed=1)
    assert (resigned.over, resigned.result) == (True, "white won")


# The workers


def test_a_search_is_done_away_from_the_loop_and_told_on_the_way(workers):
    heard = []

    async def work():
        report = await workers.search(Job(), agent("strong(depth=5)"), find("connect4").start(), heard.append)
        await asyncio.sleep(0)
        return report

    report = asyncio.run(work())
    assert [each.depth for each in heard] == [1, 2, 3, 4, 5]
    assert heard[-1] == report


def test_the_loop_goes_on_while_a_search_runs(workers):
    async def work():
        job, beats = Job(), 0
        searching = asyncio.ensure_future(workers.search(job, agent("alphabeta()"), find("connect4").start()))
        while not job.begun or beats < 20:
            await asyncio.sleep(0.001)
            beats += 1
        job.end()
        return await searching

    assert asyncio.run(work()).stopped == "stop"


def test_searches_wait_for_their_turn_and_too_many_are_refused(workers):
    async def work():
        jobs = [Job() for _ in range(3)]
        position, endless, heard = find("connect4").start(), agent("alphabeta(deepening=True)"), asyncio.Event()
        waiting = [asyncio.ensure_future(workers.search(job, endless, position, lambda _: heard.set())) for job in jobs]
        await heard.wait()
        assert [job.begun for job in jobs] == [True, False, False]
        with pytest.raises(BusyError, match="the studio is busy"):
            await workers.search(Job(), endless, position)
        for job in jobs[::-1]:
            job.end()
        return await asyncio.gather(*waiting)

    first, *others = asyncio.run(work())
    assert first.move in find("connect4").start().moves, "the best so far"
    assert others == [None, None], "what was ended before it began has found nothing"
    assert workers.jobs == 0


def test_time_is_up_when_it_is_up(workers):
    async def work():
        return await workers.search(Job(), agent("alphabeta()"), find("connect4").start(), seconds=0.05)

    assert asyncio.run(work()).stopped == "seconds"


def test_a_caller_that_stops_waiting_ends_the_search(workers):
    async def work():
        job = Job()
        searching = asyncio.ensure_future(workers.search(job, agent("alphabeta()"), find("connect4").start()))
        while not job.begun:
            await asyncio.sleep(0.001)
        searching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await searching
        return job.ended

    assert asyncio.run(work())


def test_errors_come_back_to_the_caller(workers):
    def fail():
        raise AgentError("no")

    async def work():
        with pytest.raises(AgentError, match="no"):
            await workers.do(Job(), fail)
        return await workers.quick(lambda: threading.current_thread().name)

    assert asyncio.run(work()).startswith("zermelo-small")


def test_games_that_are_over_leave_nothing_behind(workers):
    """A hundred games: every session can be collected once it is not used, and no job is left."""
    gone = []

    async def play(number):
        table = Setup("tictactoe", ("random", "level(2)")).session(LIMITS, seed=number)
        while table.waiting_for != "nothing":
            position = table.position
            table.answer(position, await workers.search(Job(), table.agent, position))
        gone.append(weakref.ref(table))

    async def work():
        for number in range(100):
            await play(number)

    asyncio.run(work())
    gc.collect()
    assert (len(gone), [each for each in gone if each() is not None], workers.jobs) == (100, [], 0)
