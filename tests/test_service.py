"""The service answers what the library answers, for every game; the library, called directly, is the oracle."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from long_runs import LONG

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from service_for_tests import LIMITS, asked, server
from studio_for_tests import Visitor, opened_browser

from zermelo import find
from zermelo.agents.registry import agent
from zermelo.errors import GameError
from zermelo.game import CHANCE
from zermelo.games import catalog
from zermelo.service.answers import Answers, Kept
from zermelo.service.app import Service
from zermelo.service.asked import KNOWN
from zermelo.service.openapi import ENDPOINTS

VARIANTS = [
    *catalog(),
    "connect(rows=5,cols=5,line=4,players=3)",
    "isolation(4,4)",
    "nim([1,2])",
    "tree([[3,12],[2,4]])",
    "virus(players=3)",
]
GAMES = [text for text in VARIANTS if text != "tree"]
PLIES = 200 if LONG else 12
MY_GAME = """
from zermelo import *
class CountUp(Game):
    '''Count up by 1, 2 or 3; the player who reaches the goal wins.'''
    players = ("ann", "bob")
    def __init__(self, goal=21): self.goal = goal
    def state(self): return dict(count=i8, turn=i8)
    def moves(self, s): return [step for step in range(1, 4) if s.count + step <= self.goal]
    def play(self, s, step):
        s.count += step
        s.turn = 1 - s.turn
    def winner(self, s): return 1 - s.turn if s.count == self.goal else ONGOING
"""


@pytest.fixture
def service():
    made = Service(Answers(LIMITS))
    yield made
    made.close()


def fine(service, path, **body):
    got = asked(service, path, body)
    assert got.status == 200, got.body
    return got.found


def assert_describes(found, here):
    assert found["moves"] == list(here.history)
    assert found["position"] == str(here)
    assert found["legal"] == list(here.moves)
    assert (found["over"], found["result"]) == (here.over, here.result)
    chance = not here.over and here.player == CHANCE
    assert found["player"] == (None if here.over or chance else here.player)
    assert found["outcome"] == (None if here.outcome is None else here.outcome.to_json())
    assert ("chances" in found) == chance


# Every game


@pytest.mark.parametrize("text", GAMES)
def test_a_random_walk_is_the_same_in_the_service_and_in_the_library(service, text):
    here, source = find(text).start(), random.Random(text)
    for _ in range(PLIES):
        found = fine(service, "/moves", game=text, moves=list(here.history), open=True)
        assert_describes(found, here)
        if here.over:
            break
        name = source.choice(here.moves)
        after = here.advance(here.parse(name))
        if here.player == CHANCE:
            assert sum(found["chances"].values()) == pytest.approx(1)
        else:
            played = fine(service, "/play", game=text, moves=found["moves"], move=name, seed=7, open=True)
            assert played["played"][0] == after.history[-1]
            assert played["moves"] == [*found["moves"], *played["played"]]
            assert_describes(played, replayed(text, played["moves"]))
            assert played["player"] is not None or played["over"]
        here = after


def replayed(text, moves):
    here = find(text).start()
    for name in moves:
        here = here.advance(here.parse(name))
    return here


@pytest.mark.parametrize("text", GAMES)
def test_an_agent_answers_until_the_same_player_is_to_move(service, text):
    here = find(text).start()
    while here.player == CHANCE:
        here = here.roll(3)
    mover, moves = here.player, list(here.history)
    found = fine(service, "/play", game=text, moves=moves, move=here.moves[0], agent="random(seed=2)", seed=3, open=True)
    assert found["over"] or found["player"] == mover
    assert found["played"][0] == here.moves[0]
    assert_describes(found, replayed(text, found["moves"]))


@pytest.mark.parametrize("text", GAMES)
def test_the_best_move_is_that_of_the_library(service, text):
    here = find(text).start()
    while here.player == CHANCE:
        here = here.roll(3)
    found = fine(service, "/best", game=text, moves=list(here.history), agent="level(2)")
    expected = json.loads(json.dumps(agent("level(2)")(here).to_json()))
    assert {**found, "seconds": 0} == {**expected, "seconds": 0}


# Playing


def test_an_agent_begins_where_no_move_is_given(service):
    found = fine(service, "/play", game="tictactoe", agent="alphabeta()")
    assert (len(found["moves"]), found["turn"]) == (1, "o")
    assert found["report"]["move"] == found["played"][0]


def test_without_an_agent_nobody_answers(service):
    found = fine(service, "/play", game="tictactoe", move="b2")
    assert (found["moves"], found["turn"], found["report"]) == (["b2"], "o", None)
    assert fine(service, "/play", game="tictactoe")["moves"] == []


def test_a_perfect_agent_never_loses_over_the_wire(service):
    source = random.Random(4)
    for _ in range(3):
        moves = []
        while True:
            legal = fine(service, "/moves", game="tictactoe", moves=moves)["legal"]
            found = fine(service, "/play", game="tictactoe", moves=moves, move=source.choice(legal), agent="alphabeta()")
            moves = found["moves"]
            if found["over"]:
                break
        assert found["result"] in ("draw", "o won")


def test_a_seed_decides_what_chance_does_and_is_told(service):
    drawn = fine(service, "/play", game="pig", move="roll")
    again = fine(service, "/play", game="pig", move="roll", seed=drawn["seed"])
    assert again == drawn
    rolls = {fine(service, "/play", game="pig", move="roll", seed=seed)["played"][1] for seed in range(40)}
    assert rolls == set("123456")


def test_chance_moves_alone_where_it_is_to_move(service):
    assert fine(service, "/moves", game="pig", moves=["roll"])["turn"] == "chance"
    found = fine(service, "/play", game="pig", moves=["roll"], seed=1)
    assert (found["player"] is not None, len(found["moves"])) == (True, 2)
    for path, more in (("/play", {"move": "1"}), ("/best", {})):
        got = asked(service, path, {"game": "pig", "moves": ["roll"], **more})
        assert (got.status, "chance is to move" in got.found["error"]) == (422, True)


def test_a_position_is_text_with_slashes_or_lines(service):
    for text in ("x x . / o o . / . . .", "x x .\no o .\n. . ."):
        found = fine(service, "/best", game="tictactoe", position=text, agent="alphabeta()")
        assert (found["move"], found["score"]["kind"]) == ("c3", "win")
    assert fine(service, "/moves", game="tictactoe", position="x x . / o o . / . . .", moves=["c3"])["result"] == "x won"


def test_moves_may_be_one_text_and_the_board_a_picture(service):
    found = fine(service, "/moves", game="connect4", moves="4 4 5", svg=True)
    assert found["moves"] == ["4", "4", "5"]
    assert found["svg"].startswith("<svg")
    assert "svg" not in fine(service, "/moves", game="connect4")


def test_a_search_ends_with_its_time_and_says_so(service):
    found = fine(service, "/best", game="connect4", agent="strong()", seconds=0.05)
    assert (found["stopped"], found["move"] in "1234567") == ("seconds", True)
    assert fine(service, "/best", game="connect4", seconds=0.05)["agent"] == "strong(seconds=0.05)"


def test_an_analysis_is_a_line_for_each_depth(service):
    got = asked(service, "/analyse", {"game": "connect4", "agent": "strong(depth=5)"})
    depths = [each["depth"] for each in got.lines]
    assert got.headers["content-type"] == "application/x-ndjson"
    assert depths == sorted(depths)
    assert depths[-1] == 5
    assert [each["final"] for each in got.lines] == [False] * (len(depths) - 1) + [True]
    expected = agent("strong(depth=5)")(find("connect4").start())
    assert (got.lines[-1]["move"], got.lines[-1]["nodes"]) == (expected.move, expected.nodes)


def test_the_answer_in_the_documents_is_the_one_that_comes(service):
    page = (Path(__file__).parent.parent / "docs" / "how-to" / "serve.md").read_text(encoding="utf-8")
    body, path, answer = re.search(r"\$ curl -d '(.*)' http://127.0.0.1:8000(/\w+)\n(.*), \.\.\.}\n", page).groups()
    shown, found = json.loads(answer + "}"), fine(service, path, **json.loads(body))
    assert shown == {name: found[name] for name in shown}
    assert len(shown) > 4


# What it offers


def test_games_are_listed_with_players_and_parameters(service):
    rows = {row["name"]: row for row in asked(service, "/games", method="GET").found["games"]}
    assert set(rows) == set(catalog())
    assert rows["connect"]["parameters"]["rows"] == 6
    assert rows["chess"]["players"] == ["white", "black"]


def test_an_owner_offers_games_of_their_own_by_name(tmp_path):
    file = tmp_path / "count_up.py"
    file.write_text(MY_GAME)
    made = Service(Answers(LIMITS, [find(str(file))]))
    assert fine(made, "/moves", game="CountUp(goal=2)")["legal"] == ["1", "2"]
    assert fine(made, "/best", game="countup", moves=["3"] * 5, agent="alphabeta()")["move"] == "2"
    assert "countup" in {row["name"] for row in asked(made, "/games", method="GET").found["games"]}
    assert asked(made, "/moves", {"game": str(file)}).status == 403
    made.close()
    with pytest.raises(GameError, match="two games are called"):
        Answers(LIMITS, [find(str(file)), find(str(file))])
    with pytest.raises(GameError, match="two games are called"):
        Answers(LIMITS, [find("nim")])


def test_the_openapi_document_says_what_is_taken(service):
    document = asked(service, "/openapi.json", method="GET").found
    assert set(document["paths"]) == {"/games", *ENDPOINTS}
    for path, endpoint in ENDPOINTS.items():
        body = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        assert tuple(body["schema"]["properties"]) == endpoint.fields
        assert set(body["example"]) <= set(endpoint.fields) <= set(KNOWN)
        assert asked(service, path, body["example"]).status == 200


def test_the_page_for_people_explains_every_path_and_loads_nothing(service):
    page = asked(service, "/", method="GET").body.decode()
    assert all(f"POST {path}" in page for path in ENDPOINTS)
    assert "<!--" not in page
    for path in ("/", "/docs", "/example"):
        text = asked(service, path, method="GET").body.decode()
        assert not re.search(r"(src|href)=[\"']?(https?:)?//", text)


def test_the_example_is_short_and_the_one_in_the_folder_of_examples(service):
    ours = asked(service, "/example", method="GET").body.decode()
    assert ours == (Path(__file__).parent.parent / "examples" / "connect4.html").read_text(encoding="utf-8")
    script = ours.partition("<script>")[2].partition("</script>")[0].strip().splitlines()
    assert 10 < len(script) <= 40


def test_a_cache_keeps_what_was_used_last():
    kept = Kept(2)
    for key in "ab":
        kept.put(key, key)
    kept.get("a")
    kept.put("c", "c")
    assert [kept.get(key) for key in "abc"] == ["a", None, "c"]


def test_the_example_plays_a_game_in_a_browser():
    with server("--processes", "1") as (place, _), opened_browser() as browser:
        visitor = Visitor(browser, place).go("/example")
        page, source = visitor.page, random.Random(5)
        page.fill("#level", "10")
        for _ in range(30):
            visitor.wait("() => !busy && document.querySelectorAll('#board button').length == 42")
            if not page.inner_text("#status").startswith("Your move"):
                break
            page.click(f"#board button:nth-child({source.randrange(7) + 1})")
        assert page.inner_text("#status") == "o won"
        moves = page.evaluate("moves")
        assert replayed("connect4", moves).result == "o won"
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.click("#again")
        visitor.wait("() => !busy && moves.length == 0 && document.getElementById('status').textContent.startsWith('Your move')")
        visitor.go("/docs")
        for path in ENDPOINTS:
            page.click(f"{path.replace('/', '#')} button")
            visitor.wait("id => document.querySelector(id + ' form pre').textContent.startsWith('200')", path.replace("/", "#"))
        visitor.leave()
