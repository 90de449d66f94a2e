"""Pages that play a search: one file that needs nothing else, with valid JSON for any names of games and moves; and lessons."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from animation_for_tests import watched
from cli_runner import assert_one_sentence, run, write_game
from pages import page
from trees_for_tests import LECTURE, SAMPLES, at, hostile

import zermelo
from zermelo.animation import record, replay
from zermelo.animation.lessons import LESSONS, lesson
from zermelo.errors import ZermeloError
from zermelo.trees.player import picture
from zermelo.trees.player.page import PARTS, asset, player_script
from zermelo.trees.tree import Tree

STEPS = Path(zermelo.__file__).parent / "trees" / "player"
OUTSIDE = re.compile(r"(?:https?:)?//[\w.-]+\.\w|@import|url\(")


class Page(HTMLParser):
    """What a page consists of."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.found, self.tags = [], {}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.open.append(dict(attributes).get("id") or tag)

    def handle_endtag(self, tag):
        self.open.pop()

    def handle_data(self, data):
        if self.open:
            self.found[self.open[-1]] = self.found.get(self.open[-1], "") + data

    @property
    def data(self):
        return json.loads(self.found["recording"])


def lecture():
    return record(zermelo.TreeGame(LECTURE).start(), zermelo.alphabeta())


def outside(text):
    """Addresses in a text, except the name of SVG, which is not an address."""
    return OUTSIDE.findall(text.replace("http://www.w3.org/2000/svg", ""))


# One file


@pytest.mark.parametrize("name", ["alphabeta", "checkers", "uct", "maxn"])
def test_a_page_needs_nothing_else(name):
    text = lesson(name).record().to_html()
    page = Page(text)
    assert not outside(text)
    assert not [attributes for _, attributes in page.tags if {"src", "href", "srcset"} & set(attributes)]
    assert {tag for tag, _ in page.tags} <= {"html", "head", "meta", "title", "style", "body", "main", "noscript", "script"}
    policy = next(attributes["content"] for _, attributes in page.tags if "http-equiv" in attributes)
    assert "default-src 'none'" in policy
    assert "https:" not in policy


def test_the_player_neither_loads_nor_sends():
    source = player_script()
    for word in ("fetch", "XMLHttpRequest", "WebSocket", "sendBeacon", "import", "eval(", "Function(", "localStorage", "script"):
        assert word not in source, word
    assert not outside(source + asset("player.css"))


def test_the_player_is_part_of_the_package():
    assert {path.name for path in STEPS.iterdir() if path.suffix in (".js", ".css")} == {*PARTS, "player.css"}
    assert player_script() == "".join((STEPS / name).read_text(encoding="utf-8") for name in PARTS)


def test_the_json_in_a_page_is_the_recording():
    recording = lecture()
    assert Page(recording.to_html()).data == json.loads(json.dumps(recording.to_json()))


def test_names_cannot_break_out():
    """Names with quotes, tags and line breaks stay texts: the page has the same elements as any other."""
    tree = hostile()
    tree.root.children[0].children[0].move = "</script><script>alert(1)</script>"
    page, plain_page = Page(replay(tree).to_html()), Page(lecture().to_html())
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in plain_page.tags]
    assert page.found["title"].startswith('g<&>"\\')
    assert "</script><script>alert(1)</script>"[:20] in json.dumps(page.data, ensure_ascii=False)
    frame = Page(replay(tree)._repr_html_())
    ((tag, attributes),) = frame.tags
    assert tag == "iframe"
    assert Page(attributes["srcdoc"]).data == page.data


def test_a_page_is_written_whole_or_not_at_all(tmp_path):
    lecture().save(tmp_path / "tree.html")
    assert [path.name for path in tmp_path.iterdir()] == ["tree.html"]
    assert Page((tmp_path / "tree.html").read_text(encoding="utf-8")).data["player"] == "MAX"
    with pytest.raises(ZermeloError, match="cannot be written"):
        lecture().save(tmp_path / "nowhere" / "tree.html")


def test_a_tree_makes_a_page_of_itself(tmp_path):
    tree = lecture().tree
    tree.save(tmp_path / "tree.html")
    assert (tmp_path / "tree.html").read_text(encoding="utf-8") == tree.to_html().rstrip("\n") + "\n"
    again = Tree.loads(tree.dumps())
    assert Page(again.to_html()).data == Page(tree.to_html()).data


# What is drawn


@pytest.mark.parametrize("name", SAMPLES)
def test_nodes_have_places_of_their_own(name):
    """In every row nodes stand side by side, and nothing that will ever be written at one runs into another."""
    (made,) = replay(SAMPLES[name]()).to_json()["rounds"]
    columns = [made[key] for key in ("parent", "x", "left", "right", "width", "kind", "form", "who", "move", "board")]
    assert len({len(column) for column in columns}) == 1
    depths = []
    for parent in made["parent"]:
        depths.append(0 if parent < 0 else depths[parent] + 1)
    assert len(made["rows"]) == max(depths) + 1
    assert made["rows"] == sorted(made["rows"])
    for row in range(max(depths) + 1):
        here = sorted((made["x"][node], node) for node, depth in enumerate(depths) if depth == row)
        for (x, node), (other_x, other) in pairwise(here):
            assert x + made["right"][node] <= other_x - made["left"][other] + 2  # places are rounded


def test_ten_thousand_nodes_make_a_page():
    chance = random.Random(1)

    def grow(depth):
        return chance.randrange(-50, 50) if depth == 0 else [grow(depth - 1) for _ in range(10)]

    recording = record(zermelo.TreeGame(grow(4)).start(), zermelo.minimax(), 20_000)
    data = Page(recording.to_html()).data
    (made,) = data["rounds"]
    assert (len(made["x"]), data["plain"]) == (11_111, [11_111, True, "plain minimax"])
    assert len(made["steps"]) == sum(1 for _ in recording.steps) == 33_333


def test_boards_are_pictures_texts_or_nothing(monkeypatch):
    recording = record(at("tictactoe"), zermelo.minimax(depth=2))
    drawn = recording.to_json()
    assert drawn["boards"]["kind"] == "svg"
    assert len(drawn["boards"]["list"]) == 1 + 9 + 72
    last = drawn["rounds"][0]["board"][-1]
    assert drawn["boards"]["list"][last] == at("tictactoe", "c3 b3").game.svg(at("tictactoe", "c3 b3").state)
    monkeypatch.setattr(picture, "MOST_PICTURES", 50)
    assert recording.to_json()["boards"]["list"][last] == str(at("tictactoe", "c3 b3"))
    monkeypatch.setattr(picture, "MOST_LETTERS", 50)
    assert recording.to_json()["boards"] == {"kind": "none", "list": []}
    assert lecture().to_json()["boards"]["kind"] == "none"


def test_positions_that_come_again_share_a_board():
    recording = record(at("tictactoe", "b2 a1 a3"), zermelo.alphabeta(depth=2, deepening=True))
    data = recording.to_json()
    first, second = data["rounds"]
    assert first["board"][0] == second["board"][0]
    assert len(data["boards"]["list"]) == len({each for made in data["rounds"] for each in made["board"] if each >= 0})


def test_every_player_has_a_colour_and_a_line_in_the_key():
    (made,) = lesson("maxn").record().to_json()["rounds"]
    assert made["kind"][:2] == ["own0", "own1"]
    assert made["key"][:2] == [("own0", "A takes the most for A"), ("own1", "B takes the most for B")]


# Lessons


@pytest.mark.parametrize("name", LESSONS)
def test_lessons_are_short_and_whole(name):
    each = lesson(name)
    recording = each.record()
    assert each.name == name
    assert 100 < len(each.about) < 320
    assert sum(len(made.nodes) for made in recording.rounds) <= 250
    assert not recording.tree.truncated
    assert recording.to_json()["about"] == each.about
    for watcher in watched(recording):
        assert watcher.nodes[0].v


def test_lessons_say_what_is_so():
    """Numbers in their texts, held against the searches."""
    found = {name: each.record().tree for name, each in LESSONS.items()}
    assert [child.value for child in found["minimax"].root.children] == [3, 2, 2]
    assert [child.why for child in found["ordering"].root.children] == ["", "alpha cutoff", "alpha cutoff"]
    assert [child.move for child in found["tictactoe"].root.children if child.best] == ["b2"]
    assert (found["nim"].root.value, found["nim"].root.plies) == (-1, 4)
    assert [child.value for child in found["chance"].root.children] == [3, -1]
    assert found["maxn"].root.values == (6, 3, 0)
    assert [child.move for child in found["paranoid"].root.children if child.best] == ["2"]
    assert [child.why for child in found["shallow"].root.children] == ["", "shallow"]
    kinds = {name: {step.kind for step in each.record().steps} for name, each in LESSONS.items()}
    assert "again" in kinds["questions"]
    assert {name for name, each in kinds.items() if "cut" not in each} == {
        "minimax", "tictactoe", "nim", "chance", "maxn", "paranoid", "uct", "fusion", "regret", "belief",
        "affine", "lists", "solution", "krk",
    }  # fmt: skip
    assert len(LESSONS["deepening"].record().rounds) == 3
    assert any(node.why == "table" for node in found["table"].walk())
    assert any(node.why == "depth limit" and node.children for node in found["quiescence"].walk())


def test_the_documents_list_all_lessons_and_kinds_of_steps():
    tables = re.findall(r"(?:^\|.*\n)+", page("watch-a-search.md"), re.MULTILINE)
    lessons, kinds = (
        [word for row in part.splitlines() for word in re.findall(r"`(\w+)`", row.split("|")[1])] for part in tables
    )
    assert sorted(lessons) == sorted(LESSONS)
    agents = (zermelo.uct(playouts=50), zermelo.alphabeta(depth=2, futility=True, exact=False), zermelo.alphabeta(nodes=9))
    met = {step.kind for agent in agents for step in record(at("checkers(start=study)"), agent, 30).steps}
    met |= {step.kind for each in LESSONS.values() for step in each.record().steps}
    assert met <= set(kinds)
    assert set(kinds) - met <= {"skip"}


def test_an_unknown_lesson_is_named_with_the_nearest():
    with pytest.raises(ZermeloError, match=r"there is no lesson `alphabet`; .* Did you mean `alphabeta`\?"):
        lesson("alphabet")


# The command line


def test_tree_writes_a_page(tmp_path):
    for option, name in (("--html", "a.html"), ("--out", "b.html"), ("--html", "c.htm")):
        outcome = run("tree", f"tree({LECTURE})", "--agent", "alphabeta()", option, str(tmp_path / name))
        assert (outcome.code, outcome.out) == (0, "")
        assert outcome.err == f"note: wrote 34 steps to {tmp_path / name}; open it in a browser\n"
        assert Page((tmp_path / name).read_text(encoding="utf-8")).data["agent"] == "alphabeta()"


def test_tree_writes_a_page_beside_the_rest(tmp_path):
    page, picture = tmp_path / "a.html", tmp_path / "a.svg"
    outcome = run("tree", "nim([1,2])", "--agent", "alphabeta()", "--html", str(page), "--out", str(picture), "--json")
    assert outcome.object["root"]["value"] == 1
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert Page(page.read_text(encoding="utf-8")).data["rounds"][0]["name"] == ""


def test_a_solution_is_walked_through(tmp_path):
    outcome = run("tree", "nim([1,2])", "--agent", "alphabeta()", "--solution", "--html", str(tmp_path / "a.html"))
    assert outcome.code == 0
    assert Page((tmp_path / "a.html").read_text(encoding="utf-8")).data["plain"] is None


def test_a_game_of_ones_own_is_watched(tmp_path):
    outcome = run("tree", write_game(tmp_path), "--agent", "alphabeta()", "--html", str(tmp_path / "a.html"))
    assert outcome.code == 0, outcome.err
    data = Page((tmp_path / "a.html").read_text(encoding="utf-8")).data
    assert (data["game"], data["boards"]["kind"]) == ("last", "svg")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--html", "tree.txt"), "its name must end in .html"),
        (("--html", "nowhere/tree.html"), "there is no folder"),
        (("--html", "a.html", "--backend", "native"), "leave out --backend native"),
        (("--html", "a.html", "--agent", "random"), "does not search step by step"),
        (("--html", "a.html", "--agent", "proof()"), "keeps no tree"),
    ],
)
def test_what_cannot_be_a_page_is_refused(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert_one_sentence(run("tree", "connect4", *arguments), words)
    assert not list(tmp_path.iterdir())


def test_lessons_are_listed():
    outcome = run("lesson")
    assert [line.split()[0] for line in outcome.out.splitlines()[: len(LESSONS)]] == list(LESSONS)
    assert [each["name"] for each in run("lesson", "--json").object["lessons"]] == list(LESSONS)


def test_a_lesson_is_told(tmp_path):
    out = run("lesson", "alphabeta").out
    assert out.startswith("Alpha-beta\n\nThe same tree")
    assert "  18  Alpha cutoff: 2 ≤ 3. MAX already has 3 elsewhere" in out
    page = tmp_path / "a.html"
    assert run("lesson", "alphabeta", "--html", str(page)).out == ""
    assert Page(page.read_text(encoding="utf-8")).data == run("lesson", "alphabeta", "--json").object
    assert_one_sentence(run("lesson", "nothing"), "there is no lesson `nothing`")
