"""What advice, verification, laws, books and tablebases return can be pickled and deep-copied, also for another process."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from zermelo import laws
from zermelo.advice import Expert, Explanation, check, consult, find_table, read
from zermelo.advice.errors import AdviceError
from zermelo.advice.verification import verify
from zermelo.agents.advice import advice
from zermelo.agents.advised import advised
from zermelo.books import Book, BookPlayer, BookStatistics
from zermelo.game.random import Random
from zermelo.tablebases import build

TICTACTOE = zermelo.find("tictactoe")
POSITION = TICTACTOE.position("x . . / . o . / . . x")
COPIES = {"pickle": lambda value: pickle.loads(pickle.dumps(value)), "deep copy": copy.deepcopy}


@pytest.fixture(params=COPIES)
def copied(request):
    return COPIES[request.param]


def asked():
    return consult(Expert.find("tictactoe", TICTACTOE), POSITION, every=True)


@pytest.mark.parametrize("name", ["krk", "kpk", "tictactoe"])
def test_tables_and_findings(copied, name):
    table = find_table(name)
    assert copied(table) == table
    assert copied(table).file == table.file
    assert copied(check(table)) == check(table)


def test_errors_keep_their_line(copied):
    with pytest.raises(AdviceError) as told:
        read("table mine for nim\nrule one", "mine.advice")
    again = copied(told.value)
    assert (str(again), again.snippet) == (str(told.value), told.value.snippet)


def test_consultations_plans_and_explanations(copied):
    found = asked()
    again = copied(found)
    assert Explanation(again).to_json() == Explanation(found).to_json()
    assert str(copied(Explanation(found))) == str(Explanation(found))
    assert str(copied(found.tree)) == str(found.tree)
    assert copied(found.tree).to_json() == found.tree.to_json()
    assert [rule.missing for rule in again.rules] == [rule.missing for rule in found.rules]


def test_a_copied_expert_gives_the_same_advice(copied):
    again = consult(copied(Expert.find("tictactoe", TICTACTOE)), POSITION)
    assert (again.tree.line, again.nodes) == (asked().tree.line, consult(Expert.find("tictactoe", TICTACTOE), POSITION).nodes)


def test_verifications(copied):
    found = verify("tictactoe")
    again = copied(found)
    assert again == found
    assert again.rows() == found.rows()
    assert (again.to_json(), str(again)) == (found.to_json(), str(found))


def test_results_of_laws(copied):
    found = laws.check(TICTACTOE, examples=3, backends=[])
    assert copied(found) == found


def test_books_and_their_players(copied):
    book = Book(TICTACTOE)
    book.add(TICTACTOE.start(), "a1", BookStatistics(3))
    book.add(TICTACTOE.start(), "b2", BookStatistics(1))
    assert copied(book) == book
    player = BookPlayer(book, seed=4)
    chosen = [copied(player).report(TICTACTOE.start(), "me").move for _ in range(3)]
    assert chosen == [player.book.choose(TICTACTOE.start(), Random(4)).name] * 3


def test_tablebases_are_opened_again(copied, tmp_path):
    game = zermelo.find("nim([2,3])")
    tables = build(game, folder=tmp_path)
    again = copied(tables)
    assert again.moves(game.start()) == copied(tables.moves(game.start())) == tables.moves(game.start())
    assert again.facts("all") == tables.facts("all")


def test_agents_and_their_reports(copied, tmp_path):
    build(TICTACTOE, folder=tmp_path)
    for agent in (advice("tictactoe"), advised("tictactoe", "alphabeta(depth=3)"), zermelo.tablebase(str(tmp_path))):
        report = agent(POSITION)
        assert str(copied(agent)) == str(agent)
        assert copied(agent)(POSITION).move == copied(report).move == report.move
    explained = advice("tictactoe")(POSITION)
    assert str(copied(explained).explanation) == str(explained.explanation)


def test_another_process_reads_them(tmp_path):
    (tmp_path / "found").write_bytes(pickle.dumps((asked(), verify("tictactoe"))))
    program = "import pickle, sys; found, verified = pickle.load(open(sys.argv[1], 'rb')); print(found.tree.line[0], verified.ok)"
    path = {"PYTHONPATH": str(Path(zermelo.__file__).parent.parent)}
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "found"], env=path, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{asked().tree.line[0]} True\n"
