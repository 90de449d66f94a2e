"""What the rules of the built-in games promise: known numbers, and agreement with slow and obvious rules."""

from __future__ import annotations

import inspect
import json
import random
import re
from collections import Counter
from functools import reduce
from itertools import combinations_with_replacement, product
from operator import xor
from pathlib import Path

import pytest
from long_runs import LONG
from pages import page as page_named

import zermelo
from zermelo import Connect, Connect4, Grundy, Isolation, Nim, TicTacToe, TreeGame
from zermelo.game.constants import CHANCE, DRAW, ONGOING
from zermelo.game.kind import kind
from zermelo.search.perft import perft

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "python" / "zermelo" / "games"
KNOWN = json.loads((ROOT / "tests" / "data" / "known.json").read_text())
SOLVE = zermelo.alphabeta(backend="python", table=True)


def layers(game, plies):
    """After 0, 1, ... plies: each distinct state with the number of ways to reach it."""
    layer = {game.fresh().pack(): 1}
    for _ in range(plies):
        yield layer
        after = Counter()
        for packed, ways in layer.items():
            s = game.layout.unpack(packed)
            for move in game.rules.choices(s):
                after[game.rules.play(s, move).pack()] += ways
        layer = after
    yield layer


def random_states(game, games=6, seed=1):
    """Every state of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        position = game.start()
        yield position.state
        while not position.over:
            position = position.advance(chance.choice(position.choices))
            yield position.state


def wins(game):
    """Whether the first player wins."""
    position = game.start()
    return position.values[0] > 0 if position.over else SOLVE(position).value > 0


# All games


@pytest.mark.parametrize(("title", "kind"), [(title, kind(game)) for title, game in zermelo.catalog().items()])
def test_the_class_of_a_game_is_true_and_on_its_page(title, kind):
    information, kind = kind.information, str(kind)
    game = zermelo.catalog()[title]
    page = page_named("games.md").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert f"| class | {kind}, {information} information |" in page
    assert (information == "hidden") == game().hides
    assert ("no chance" not in kind) == (game.chances is not zermelo.Game.chances)
    rolls = any(game().to_move(s) == CHANCE for s in random_states(game(), games=1))
    assert ("no chance" not in kind) == rolls or title in ("tree", "goofspiel"), (
        "these two have chance only with other parameters"
    )
    parameter = inspect.signature(game).parameters.get("players")
    for players in range(12):
        if parameter is None:
            assert kind.startswith(f"{len(game().players)} player")
        elif players in game.player_counts:
            assert len(game(players=players).players) == players
        else:
            with pytest.raises(zermelo.GameError, match=f"{title} takes players as"):
                game(players=players)


def test_games_import_each_other_only_through_the_shared_folder():
    found = set()
    for path in GAMES.rglob("*.py"):
        own = path.relative_to(GAMES).with_suffix("").parts[0]
        for module in re.findall(r"^\s*(?:from|import) zermelo\.games(?:\.(\w+))?", path.read_text(), re.MULTILINE):
            allowed = (
                (own, "shared", "outside") if own == "__init__" else (own, "shared")
            )  # it finds games of other programs, too
            assert module in allowed, f"{path.name} imports {module or 'all games'}"
            found.add((own, module))
    assert {("othello", "shared"), ("chess", "chess")} <= found


def test_finding_a_game_by_its_title_or_by_its_class():
    for title, game in zermelo.catalog().items():
        assert type(zermelo.find(title)) is game
        assert zermelo.find(title).title() == title


# Tic-tac-toe


def test_tictactoe_counts_games_and_states():
    game, known = TicTacToe(), KNOWN["tictactoe"]
    all_layers = list(layers(game, 9))
    assert [sum(layer.values()) for layer in all_layers[1:]] == counts("perft", "tictactoe")
    states = {packed: game.layout.unpack(packed) for layer in all_layers for packed in layer}
    assert len(states) == known["states"]
    assert len({game.key(s) for s in states.values()}) == known["classes"]
    final = {packed: game.winner(s) for packed, s in states.items() if game.winner(s) != ONGOING}
    names = {0: "x", 1: "o", DRAW: "draw"}
    assert Counter(names[winner] for winner in final.values()) == known["final_states"]
    assert len({game.key(states[packed]) for packed in final}) == known["final_classes"]
    games, lengths = Counter(), Counter()
    for ply, layer in enumerate(all_layers):
        for packed, ways in layer.items():
            if packed in final:
                games[names[final[packed]]] += ways
                lengths[str(ply)] += ways
    assert games == known["games"]
    assert lengths == known["games_by_length"]


def test_tictactoe_evaluation_is_open_lines_for_me_minus_open_lines_for_you():
    game = TicTacToe()
    for text, value in (
        ("...", 0),
        ("x.. ... ...", 3),
        (".x. ... ...", 2),
        ("... .x. ...", 4),
        ("o.. .x. ...", 1),
        ("x.. .o. ...", -1),
    ):
        s = game.read(text.replace(" ", "/") if " " in text else "/".join([text] * 3))
        assert game.evaluate(s, 0) == value
        assert game.evaluate(s, 1) == -value


def test_tictactoe_is_a_draw():
    assert SOLVE(TicTacToe().start()).value == KNOWN["tictactoe"]["value"]


def test_tictactoe_squares_have_numbers_in_reading_order():
    position = TicTacToe().start()
    assert [position.name(position.parse(str(number))) for number in range(1, 10)] == [
        "a3",
        "b3",
        "c3",
        "a2",
        "b2",
        "c2",
        "a1",
        "b1",
        "c1",
    ]


# Connect


def counts(what, game):
    return next(row["counts"] for row in KNOWN[what] if row["game"] == game)


def test_connect4_perft_and_positions():
    found = list(layers(Connect4(), 6))
    assert [sum(layer.values()) for layer in found[1:]] == counts("perft", "connect4")[:6]
    assert [len(layer) for layer in found] == counts("positions_by_ply", "connect4")[:7]
    game = Connect4()
    assert [perft(game.rules, game.fresh(), depth) for depth in (1, 2, 3, 4)] == counts("perft", "connect4")[:4]


def lines_of(game):
    """Every line of a board as a list of cells, by brute force."""
    for row, col, (up, right) in product(range(game.rows), range(game.cols), ((0, 1), (1, 0), (1, 1), (1, -1))):
        places = [(row + step * up, col + step * right) for step in range(game.line)]
        if all(0 <= y < game.rows and 0 <= x < game.cols for y, x in places):
            yield [y * game.cols + x for y, x in places]


CONNECTS = [
    Connect4(),
    Connect(4, 4, 3),
    Connect(1, 5, 3),
    Connect(7, 1, 2),
    Connect(8, 9, 5),
    Connect(5, 20, 4),
    Connect(10, 10, 4),
]


@pytest.mark.parametrize("game", CONNECTS, ids=str)
def test_connect_agrees_with_brute_force(game):
    lines = list(lines_of(game))
    assert list(game.square_weights) == [sum(cell in line for line in lines) for cell in range(game.rows * game.cols)]
    for s in random_states(game, games=8):
        worth = [sum(game.square_weights[cell] for cell, stone in enumerate(s.cells) if stone == player) for player in (1, 2)]
        assert s.potential == worth[0] - worth[1] == game.evaluate(s, 0) == -game.evaluate(s, 1)
        winners = {s.cells[line[0]] for line in lines if s.cells[line[0]] and len({s.cells[cell] for cell in line}) == 1}
        result = winners.pop() - 1 if winners else ONGOING if 0 in s.cells else DRAW
        assert game.winner(s) == result
        assert s.stones == sum(s.height) == len(s.cells) - s.cells.count(0)


@pytest.mark.parametrize("game", [Connect4(), Connect(3, 4, 3), Connect(5, 20, 4)], ids=str)
def test_connect_key_is_shared_by_mirror_images_and_by_nothing_else(game):
    folded = {}
    for s in random_states(game, games=40):
        columns = [tuple(s.cells[col :: game.cols]) for col in range(game.cols)]
        assert 0 <= game.key(s) < 2**63
        image = tuple(min(columns, columns[::-1]))
        assert folded.setdefault(game.key(s), image) == image
    assert len(set(folded.values())) == len(folded)


def test_connect_prefers_the_centre():
    game = Connect4()
    assert sorted(range(7), key=lambda col: -game.order(game.fresh(), col)) == [3, 2, 4, 1, 5, 0, 6]


# Nim and Grundy's game


def test_nim_is_lost_when_the_exclusive_or_is_zero():
    for heaps in combinations_with_replacement(range(1, 5), 3):
        assert wins(Nim(heaps)) == (reduce(xor, heaps) != 0)


def test_misere_nim_differs_only_when_all_heaps_are_one():
    for heaps in combinations_with_replacement(range(1, 4), 3):
        expected = (reduce(xor, heaps) != 0) if max(heaps) > 1 else len(heaps) % 2 == 0
        assert wins(Nim(heaps, misere=True)) == expected


@pytest.mark.parametrize("game", [Nim([2, 1, 3]), Nim([7] * 30)], ids=("exact key", "hashed key"))
def test_nim_key_forgets_the_order_of_heaps_and_nothing_else(game):
    folded = {}
    for s in random_states(game, games=10):
        what = (sorted(s.heaps), s.turn)
        assert folded.setdefault(game.key(s), what) == what
        s.heaps.reverse()
        assert folded[game.key(s)] == what


def test_grundy_lost_heaps():
    assert [heap for heap in range(1, 27) if not wins(Grundy(heap))] == [heap for heap in KNOWN["grundy"]["lost"] if heap < 27]


def test_grundy_with_several_piles_follows_the_sum_of_grundy_values():
    values = KNOWN["grundy"]["values"]
    for piles in combinations_with_replacement((3, 5, 6, 8, 13), 2):
        assert wins(Grundy(piles)) == (reduce(xor, (values[size] for size in piles)) != 0)


def test_grundy_states_are_as_few_as_the_text_says():
    """Ways to choose piles of three or more with at most 60 in all."""
    ways = [1] + [0] * 60
    for size in range(3, 61):
        for total in range(size, 61):
            ways[total] += ways[total - size]
    assert round(sum(ways), -4) == 250_000


# Isolation

TOO_LARGE = [(4, "queen", "free"), (5, "knight", "free")]  # about a million nodes, too many for Python
LARGE = [] if LONG else [(4, "king", "free"), (4, "queen", "edge"), (4, "queen", "corners")]
SOLVABLE = [fact for fact in KNOWN["isolation"] if (fact["size"], fact["moves"], fact["start"]) not in TOO_LARGE + LARGE]


@pytest.mark.parametrize("fact", SOLVABLE, ids=lambda fact: f"{fact['size']} {fact['moves']} {fact['start']}")
def test_isolation_facts(fact):
    assert wins(Isolation(fact["size"], fact["size"], fact["moves"], fact["start"])) == fact["first_wins"]


def obvious_moves(game, s, player, kind):
    """Targets of a piece by walking every direction on a set of free squares."""
    free = {divmod(square, game.cols) for square, cell in enumerate(s.cells) if cell == 0}
    if s.place[player] < 0:
        return sorted(row * game.cols + col for row, col in free)
    row, col = divmod(s.place[player], game.cols)
    near, far = (-1, 0, 1), (-2, -1, 1, 2)
    steps = [step for step in product(near, near) if any(step)]
    if kind == "knight":
        steps = [(up, right) for up, right in product(far, far) if abs(up) != abs(right)]
    found = []
    for up, right in steps:
        for distance in range(1, 10 if kind == "queen" else 2):
            if (row + distance * up, col + distance * right) not in free:
                break
            found.append((row + distance * up) * game.cols + col + distance * right)
    return sorted(found)


@pytest.mark.parametrize("start", ["edge", "corners", "free"])
@pytest.mark.parametrize("kind", ["queen", "king", "knight"])
def test_isolation_moves_agree_with_obvious_ones(kind, start):
    game = Isolation(5, 6, kind, start)
    for s in random_states(game):
        mine, yours = (obvious_moves(game, s, player, kind) for player in (s.turn, 1 - s.turn))
        assert list(game.moves(s)) == mine
        assert game.evaluate(s, s.turn) == len(mine) - len(yours)
        assert (game.winner(s) == ONGOING) == bool(mine)


# Trees


@pytest.mark.parametrize("known", KNOWN["tree"], ids=lambda known: str(known["tree"]))
def test_tree_value_and_leaves_that_alphabeta_never_enters(known):
    position = TreeGame(known["tree"]).start()
    report = zermelo.alphabeta(backend="python").search(position, tree=100).last()
    assert report.value == known["value"]
    assert list(report.line) == known["line"]
    pruned = [
        f"{child.move} {leaf.move}" for child in report.tree.root.children for leaf in child.children if leaf.kind == "pruned"
    ]
    assert pruned == known["never_entered"]


def test_tree_from_text_and_file(tmp_path):
    (tmp_path / "small.json").write_text("[[1, 2.5], -3]")
    for tree in ("[[1, 2.5], -3]", str(tmp_path / "small.json"), [[1, 2.5], -3]):
        position = TreeGame(tree).start()
        assert position.play("1 2").values == (2.5, -2.5)
        assert position.play("2").values == (-3, 3)
        assert zermelo.minimax(backend="python")(position).value == 1


def test_tree_leaves_never_count_as_wins():
    report = zermelo.minimax(backend="python")(TreeGame([[7, -7], [7, 7]]).start())
    assert (report.value, report.plies) == (7, None)


def test_tictactoe_may_begin_with_either_sign():
    game = zermelo.find("tictactoe(begins=o)")
    here = game.start().play("b2")
    assert (game.start().turn, here.turn, str(here).count("o")) == ("o", "x", 1)
    assert game.position(str(here)) == here
    with pytest.raises(zermelo.PositionError, match="1 o and 2 x are impossible: o begins"):
        game.position("x.x / .o. / ...")
    assert zermelo.alphabeta(table=True)(game.start()).value == 0
    assert zermelo.perft(game, 5).nodes == 15120
