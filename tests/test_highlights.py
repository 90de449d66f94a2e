"""What boards mark for people: the line that won, a king in check, and pictures of moves on the same squares."""

from __future__ import annotations

import random
from collections import Counter, deque
from itertools import pairwise

import pytest

from zermelo import find
from zermelo.studio.scene import look


@pytest.mark.parametrize("text", ["connect4", "connect(5,6,3)", "connect(12,2,3)", "connect(3,12,3)", "connect(4,4,3,players=3)"])
def test_the_stones_of_every_line_are_highlighted_and_no_others(text):
    """Compared with all lines that there are on the board."""
    chance, game = random.Random(1), find(text)
    for _ in range(30):
        position = game.start()
        while not position.over:
            assert game.highlights(position.state) == {}
            position = position.advance(chance.choice(position.choices))
        grid = {tuple(map(int, name.split(","))): position.board.content(name) for name in position.board.squares}
        lines = [
            [(row + down * at, column + right * at) for at in range(game.line)]
            for row, column in grid
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        ]
        whole = [line for line in lines if len({grid.get(cell, ".") for cell in line}) == 1 and grid[line[0]] != "."]
        assert set(game.highlights(position.state)) == {f"{row},{column}" for line in whole for row, column in line}


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8])
def test_the_chain_in_hex_joins_the_edges_and_none_is_shorter(size):
    chance, game = random.Random(size), find(f"hex({size})")
    near = {cell: [other for other in game.near[6 * cell : 6 * cell + 6] if other < game.area] for cell in range(game.area)}
    for _ in range(10):
        position = game.start()
        while not position.over:
            assert game.highlights(position.state) == {}
            position = position.advance(chance.choice(position.choices))
        winner = position.outcome.winner
        own = {cell for cell in range(game.area) if position.state.cells[cell] & 3 == 1 + winner}
        chain = [
            next(c for c in range(game.area) if game.name(position.state, c) == name) for name in game.highlights(position.state)
        ]
        along = [cell // size if winner == 0 else cell % size for cell in chain]
        assert set(chain) <= own
        assert (along[0], along[-1]) == (0, size - 1)
        assert all(second in near[first] for first, second in pairwise(chain))
        lengths = {cell: 1 for cell in own if (cell // size if winner == 0 else cell % size) == 0}
        queue = deque(lengths)
        while queue:
            cell = queue.popleft()
            for other in set(near[cell]) & own - lengths.keys():
                lengths[other] = lengths[cell] + 1
                queue.append(other)
        assert len(chain) == min(lengths[c] for c in lengths if (c // size if winner == 0 else c % size) == size - 1)


@pytest.mark.parametrize("text", ["tictactoe", "phantomtictactoe"])
def test_three_in_a_row_are_highlighted(text):
    chance, game = random.Random(2), find(text)
    for _ in range(40):
        position = game.start()
        while not position.over:
            position = position.advance(chance.choice(position.choices))
        found = set(game.highlights(position.state))
        assert (len(found) >= 3) == (position.outcome.winner is not None)
        assert len({position.board.content(name) for name in found}) <= 1
        columns, rows = {name[0] for name in found}, {name[1] for name in found}
        assert len(found) != 3 or len(columns) == 1 or len(rows) == 1 or found in ({"a1", "b2", "c3"}, {"a3", "b2", "c1"})


def test_the_king_in_check_is_highlighted_as_the_notation_says():
    chance, game = random.Random(5), find("chess")
    seen = Counter()
    for _ in range(12):
        position, sign = game.start(), ""
        while not position.over and len(position.history) < 90:
            found = game.highlights(position.state)
            assert list(found.values()) == (["check"] if sign == "+" else [])
            seen[sign] += 1
            king = "Kk"[position.player]
            assert all(position.board.content(name) == king for name in found)
            move = chance.choice(position.choices)
            name = position.name(move)
            sign = name[-1] if name[-1] in "+#" else ""
            position = position.advance(move)
    assert seen["+"] > 10
    assert game.highlights(game.start().play("f3 e5 g4 Qh4").state) == {"e1": "checkmate"}


def test_only_moves_that_look_different_on_their_last_square_have_pictures():
    position = find("chess").position("7k/P6P/8/8/8/8/8/K7 w - - 0 1")
    drawn = [choice for choice in look(position, asked=True).choices if choice.picture]
    assert [choice.name for choice in drawn] == ["a8=N", "a8=B", "a8=R+", "a8=Q+"]
    assert not any(choice.picture for choice in look(find("chess").start(), asked=True).choices)
    game = type("Twice", (type(find("tictactoe")),), {"squares_of": lambda self, s, move: ("b2",)})()
    assert not any(choice.picture for choice in look(game.start(), asked=True).choices)
