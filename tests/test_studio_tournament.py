"""The page that follows a tournament: in a browser while games come in, and its model without one."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace

import pytest
from studio_for_tests import RULES, Visitor, opened_browser, server

import zermelo
from zermelo import find
from zermelo.arena.store import Archive, RecordError, RecordStore
from zermelo.errors import ZermeloError
from zermelo.files import FilesOffError
from zermelo.hosting.limits import Limits
from zermelo.studio import contests
from zermelo.studio.bars import Interval, intervals
from zermelo.studio.contests import Contest, Replay, chosen_contest, line, listed

EVIL = '<img src=x onerror="window.harmed=1">'


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A finished tournament, whose games a test may add to another file one by one."""
    file = tmp_path_factory.mktemp("cup") / "played.sqlite"
    zermelo.tournament("connect4", ["alphabeta(depth=2)", "random", "uct(playouts=20)"], record=file)
    return Archive(file)


def begun(played, path, games, **changed):
    """A file with the first games of a tournament, open for writing."""
    about = {key: value for key, value in played.about.items() if key != "total"} | changed
    store = RecordStore(path, about, total=6)
    for record in played.records()[:games]:
        store.add(record)
    return store


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(contests, "_PAUSE", 0.0)


# In a browser


def test_a_tournament_is_followed_and_its_games_replayed(played, tmp_path):
    records = played.records()
    harmful = [EVIL, *played.about["agents"][1:]]
    with (
        opened_browser() as browser,
        begun(played, tmp_path / "cup.sqlite", 3, agents=harmful) as store,
        server("--records", str(tmp_path / "cup.sqlite"), "--records", str(played.path)) as address,
    ):
        visitor = Visitor(browser, address)
        visitor.go("/tournament")
        visitor.wait("document.querySelectorAll('.standings tbody tr').length == 3")
        visitor.wait("document.body.innerText.includes('cup.sqlite · round-robin · 3 of 6 games')")
        assert visitor.page.locator(".crosstable tbody tr").count() == 3
        assert visitor.page.locator(".intervals .point").count() == 3
        assert visitor.page.locator(".picks.games button").count() == 3

        # A game on the board
        visitor.page.locator(".picks.games button").last.click()
        visitor.until_status("Game 0: ")
        visitor.wait("document.querySelector('.move').innerText == 'the first position'")
        names = [*records[0].before, *records[0].moves]
        assert visitor.moves == names
        visitor.press("Next")
        visitor.wait("words => document.querySelector('.move').innerText.startsWith(words)", f"1. x plays {names[0]}")
        visitor.press("Last")
        last = len(names)
        visitor.wait("words => document.querySelector('.move').innerText.startsWith(words)", f"{last}. ")
        assert visitor.page.get_by_role("button", name="Next", exact=True).is_disabled()
        visitor.press("Back")
        visitor.wait("words => document.querySelector('.move').innerText.startsWith(words)", f"{last - 1}. ")
        visitor.page.locator(".picks.made button").nth(2).click()
        visitor.wait("words => document.querySelector('.move').innerText.startsWith(words)", "2. o plays")
        visitor.press("First")
        visitor.wait("document.querySelector('.move').innerText == 'the first position'")

        # A new game arrives
        store.add(records[3])
        visitor.wait("document.body.innerText.includes('4 of 6 games')")
        visitor.wait("document.querySelectorAll('.picks.games button').length == 4")
        visitor.until_status("Game 0: ")

        # Foreign text stays text
        assert visitor.page.evaluate("window.harmed") is None
        assert EVIL in visitor.page.inner_text(".standings")

        # Another file, and one that no visitor may name
        visitor.go("/tournament?file=2&game=5")
        visitor.until_status("Game 5: ")
        visitor.go("/tournament?file=7")
        visitor.until_told("there is no tournament 7")
        visitor.go(f"/tournament?file={tmp_path}/cup.sqlite&game=99")
        visitor.until_told("there is no game 99")
        visitor.page.set_viewport_size({"width": 390, "height": 844})
        visitor.wait("document.documentElement.scrollWidth <= innerWidth")
        visitor.leave()


def test_without_files_the_page_says_what_to_do():
    with opened_browser() as browser, server() as address:
        visitor = Visitor(browser, address)
        visitor.go("/tournament")
        visitor.wait("document.querySelector('main').innerText.includes('No tournament is open')")
        assert "zermelo" not in visitor.page.inner_text(".page"), "commands are behind a fold"
        visitor.page.get_by_text("How to open one").click()
        visitor.wait("document.querySelector('.page').innerText.includes('zermelo studio --records')")
        visitor.leave()


# Without a browser


def test_only_new_games_are_read(played, tmp_path, at_once):
    with begun(played, tmp_path / "cup.sqlite", 2) as store:
        contest = Contest(tmp_path / "cup.sqlite")
        first = contest.view()
        assert (first.progress, first.share) == ("2 of 6 games", pytest.approx(1 / 3))
        assert contest.view() is first
        store.add(played.records()[5])
        store.add(played.records()[3])
        assert [record.number for record in contest.view().recorded.records] == [0, 1, 3, 5]


def test_visitors_do_not_need_the_right_to_open_files(played, at_once):
    contest = Contest(played.path)
    with Limits().file_guard():
        assert contest.view().progress == "6 of 6 games"
        with pytest.raises(FilesOffError):
            Contest(played.path)


def test_a_file_that_goes_away_or_begins_again(played, tmp_path, at_once):
    path = tmp_path / "cup.sqlite"
    begun(played, path, 4).close()
    contest = Contest(path)
    path.unlink()
    with pytest.raises(RecordError):
        contest.view()
    begun(played, path, 2).close()
    assert contest.view().progress == "2 of 6 games"


def test_a_replay_has_values_times_and_the_end(played):
    found = Contest(played.path).view().recorded
    record = found.records[0]
    replay = Replay(found, 0)
    opening = len(record.before)
    for at, value in enumerate(record.scores):
        values = replay.session.plies[opening + at].values
        if value is not None and opening + at < len(replay.line) - 1:
            assert values[replay.line[opening + at].player] == value
    replay.session.show(record.plies)
    assert replay.words.startswith(f"{record.plies}. ")
    assert replay.words.endswith(f" · {record.times[-1]:.3f} s")
    with pytest.raises(ZermeloError, match="there is no game 77"):
        Replay(found, 77)


def test_a_game_that_an_agent_forfeited_can_be_replayed(played, tmp_path):
    record = played.records()[0]
    lost = replace(
        record, moves=(), scores=(), times=(), outcome=zermelo.Outcome.lost(0, 2, "forfeit"), note="it failed", number=0
    )
    with begun(played, tmp_path / "cup.sqlite", 0) as store:
        store.add(lost)
        replay = Replay(Contest(tmp_path / "cup.sqlite").view().recorded, 0)
    assert replay.title == "Game 0: x forfeited (it failed)"
    assert replay.words == "the first position"


def test_games_are_listed_in_pages(played, tmp_path):
    record = played.records()[0]
    with begun(played, tmp_path / "cup.sqlite", 0) as store:
        for number in range(120):
            store.add(replace(record, number=number))
        found = Contest(tmp_path / "cup.sqlite").view().recorded
    for page, numbers in ((0, (119, 70)), (1, (69, 20)), (2, (19, 0)), (9, (19, 0)), (-1, (119, 70))):
        games, _, pages = listed(found, "", page)
        assert ((games[0].number, games[-1].number), pages) == (numbers, 3)
    assert listed(found, "uct(playouts=20)", 0)[0] == []
    assert line(found, record).startswith("alphabeta(depth=2) – random(seed=1) · ")


def test_a_file_without_games_and_rules_of_the_user(tmp_path):
    rules = tmp_path / "mine.py"
    rules.write_text(RULES)
    file = tmp_path / "own.sqlite"
    zermelo.match(str(rules), "random", "random(seed=2)", games=2, record=str(file))
    with pytest.raises(ZermeloError, match="not built in"):
        Replay(Contest(file).view().recorded, 0)
    assert Replay(Contest(file, [find(str(rules))]).view().recorded, 0).session.game.players == ("ann", "bob")
    with sqlite3.connect(file) as connection:
        connection.execute("delete from games")
    connection.close()
    assert Contest(file).view().share == 0


def test_files_that_are_not_records_are_refused_at_the_start(tmp_path, capfd):
    from cli_runner import assert_one_sentence, run

    pytest.importorskip("nicegui")
    (tmp_path / "text.sqlite").write_text("hello" * 1000)
    for name, told in (("text.sqlite", "is not a file of records"), ("missing.sqlite", "there is no file of records")):
        assert_one_sentence(run("studio", "--no-browser", "--port", "0", "--records", str(tmp_path / name)), told)


def test_a_contest_is_chosen_by_its_number(played):
    contest = Contest(played.path)
    assert chosen_contest([contest], "") is chosen_contest([contest], "1") is chosen_contest([contest], "/etc/passwd") is contest
    for text in ("0", "2", "9" * 40):
        with pytest.raises(ZermeloError, match="there is no tournament"):
            chosen_contest([contest], text)
    with pytest.raises(RecordError, match="--records FILE"):
        chosen_contest([], "1")


def test_names_are_escaped(played, tmp_path):
    path = tmp_path / "cup.sqlite"
    with begun(played, path, 3, agents=[EVIL, EVIL, "c"]):
        view = Contest(path).view()
    for shown in (view.standings, view.crosstable, view.chart):
        assert "<img" not in shown
        assert "&lt;img" in shown
    assert json.dumps(view.recorded.agents[1]) == json.dumps(f"{EVIL} #2")


def test_intervals_tell_what_they_show():
    drawn = intervals("Elo", [Interval("a & b", 10, -5, 25), Interval("c", 0, 0, 0)])
    assert 'aria-label="Elo: a &amp; b +10 (-5 to +25), c +0 (+0 to +0)"' in drawn
    assert intervals("Elo", [Interval("a", 0, 0, 0)]).count("point") == 1
