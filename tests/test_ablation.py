"""What `zermelo ablate` measures: every technique has a row, and the full search judges the moves of those that may be wrong."""

import pytest

import zermelo
from zermelo.arena.ablation import Judge, ablate, full_search, rows
from zermelo.search.alphabeta.options import FOR_PLAY, TECHNIQUES
from zermelo.search.options import EVERY_ORDERING


@pytest.mark.parametrize("name", ["chess", "checkers", "othello", "connect4", "breakthrough", "nim"])
def test_every_technique_that_a_game_supports_has_a_row(name):
    game = zermelo.find(name)
    shown = [row for row, _ in rows(game, 3)]
    assert len(set(shown)) == len(shown)
    for technique, made in TECHNIQUES.items():
        assert ((technique in shown) or (f"with {technique}" in shown)) == (made.lacks(game) == "")
        in_use = FOR_PLAY.get(technique) is True and made.pays(game)
        assert (f"without {technique}" in shown) == in_use


def test_every_ordering_has_a_row_in_chess():
    shown = [row for row, _ in rows(zermelo.find("chess"), 3)]
    assert all(ordering in shown or f"with ordering {ordering}" in shown for ordering in EVERY_ORDERING)
    assert all(f"without ordering {ordering}" in shown for ordering in FOR_PLAY["ordering"])


@pytest.mark.long
@pytest.mark.parametrize(("name", "depth"), [("checkers", 5), ("othello", 4), ("breakthrough", 4)])
def test_techniques_that_keep_the_value_play_no_worse_move(name, depth):
    game = zermelo.find(name)
    found = {row.name: row for row in ablate(game, depth, positions=6)}
    keeps = [
        key for key, made in TECHNIQUES.items() if not made.changes_value and key not in ("singular", "extensions", "quiescence")
    ]
    judged = [found[f"with {key}"] for key in keeps if f"with {key}" in found]
    assert judged
    assert {row.worse for row in judged} == {0}
    assert found["pvs"].worse is None
    assert found["selective"].worse is not None


def test_a_row_is_the_set_without_one_technique():
    game = zermelo.find("checkers")
    by_name = dict(rows(game, 5))
    report = by_name["without reductions"](game.start())
    assert by_name["without reductions"].options.reductions is False
    assert report.nodes != by_name["selective"](game.start()).nodes


def test_a_move_that_loses_is_worse_and_an_equal_one_is_not():
    game = zermelo.find("tictactoe")
    position = game.start().play("a1 b2 b1")  # o must block c1; all else loses
    judge = Judge(full_search(game, 6), position)
    best = zermelo.alphabeta(depth=6)(position)
    loses = zermelo.alphabeta(depth=6).search(position, among=(position.parse("a3"),))
    *_, lost = loses
    assert (best.move, lost.move) == ("c1", "a3")
    assert (judge.is_worse(best), judge.is_worse(lost)) == (False, True)
    judge = Judge(full_search(game, 9), game.start())  # every first move draws
    *_, other = zermelo.alphabeta().search(game.start(), among=(game.start().parse("b1"),))
    assert not judge.is_worse(other)
