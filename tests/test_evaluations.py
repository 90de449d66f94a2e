"""Evaluations that take the place of a game's own: functions, features, weights and files; in every backend, for every agent that evaluates."""

from __future__ import annotations

import copy
import json
import pickle
import warnings

import pytest
from cli_runner import run as command

import zermelo
from zermelo import AgentError, GameError, PositionError, RuleError, linear
from zermelo.engine import open_backend
from zermelo.errors import CompileWarning
from zermelo.files import FilesOffError, files_off, programs_off
from zermelo.game.evaluation import evaluation, weighted
from zermelo.play.explain import explain

PLAIN = {
    "tictactoe": "tictactoe",
    "isolation": "isolation(4,5)",
    "checkers": "checkers",
    "othello": "othello",
    "chess": "chess",
}
"""Games with features."""


OLD_WEIGHTS = {
    "tictactoe": {"mine": 1, "yours": -1},
    "isolation": {"mine": 1, "yours": -1},
    "checkers": {"men": 1, "kings": 5},
    "othello": {"mobility": 6, "edges": 3, "corners": 30, "risk": -16},
    "chess": {"pawns": 1, "knights": 3.25, "bishops": 3.25, "rooks": 5, "queens": 9.75, "squares": 1},
}


def middle(position, plies=7):
    for ply in range(plies):
        if position.over:
            break
        position = position.play(position.choices[(3 * ply) % len(position.choices)])
    return position


def seen(report):
    return report.move, report.value, report.line, report.nodes, report.depth


def mine(game, s, player):
    return game.mobility(s, player)


def cells(s, player):
    return sum((index + 1) * (cell == 1 + player) for index, cell in enumerate(s.cells)) % 7


def old_evaluations():
    """What the games' own evaluations were before they had features, written in another way."""

    def tictactoe(game, s, player):
        open_lines = [{s.cells[cell] for cell in line} for line in game.lines]
        return sum(2 - player not in line for line in open_lines) - sum(1 + player not in line for line in open_lines)

    def isolation(game, s, player):
        def moves(who):
            other = s.copy()
            other.turn = who
            return len(list(game.moves(other)))

        return moves(player) - moves(1 - player)

    def checkers(game, s, player):
        mine, yours = s.pieces[player], s.pieces[1 - player]
        kings = (mine & s.kings).bit_count() - (yours & s.kings).bit_count()
        return mine.bit_count() - yours.bit_count() + 4 * kings

    def othello(game, s, player):
        def worth(mine, yours):
            value = 6 * game.targets(mine, yours).bit_count() + 3 * (mine & game.edges).bit_count()
            for corner, nearby in game.corners:
                if mine & corner != 0:
                    value += 30
                elif yours & corner == 0:
                    value -= 16 * (mine & nearby).bit_count()
            return value

        return worth(s.discs[player], s.discs[1 - player]) - worth(s.discs[1 - player], s.discs[player])

    def chess(game, s, player):
        from zermelo.games.chess.evaluation import END, FULL_PHASE, MIDDLE, PHASE

        def sums(table):
            white = sum(table[64 * piece + square] for square, piece in enumerate(s.board) if piece > 0)
            return white - sum(table[64 * -piece + (square ^ 56)] for square, piece in enumerate(s.board) if piece < 0)

        phase = min(sum(PHASE[abs(piece)] for piece in s.board), FULL_PHASE)
        value = int((sums(MIDDLE) * phase + sums(END) * (FULL_PHASE - phase)) / FULL_PHASE) / 100
        return value if player == 0 else -value

    return locals()


# Features of games


@pytest.mark.parametrize("name", PLAIN)
def test_features_add_up_to_the_evaluation_that_the_game_had_before(name):
    """With the weights of that time, and 0 for features that have come since."""
    plain, old = zermelo.find(PLAIN[name]), old_evaluations()[name]
    game = plain.with_evaluation(dict.fromkeys(plain.weights, 0) | OLD_WEIGHTS[name])
    for plies in range(0, 40, 3):
        position = middle(game.start(), plies)
        if not position.over:
            for player in (0, 1):
                assert position.evaluate(player) == pytest.approx(old(game, position.state, player), abs=1e-9)
                assert position.explain(player).total == position.evaluate(player)


@pytest.mark.parametrize("name", PLAIN)
def test_weights_by_hand_give_the_same_as_the_games_own(name):
    """The weighted sum in every backend is the one in Python, also with weights that the game does not have."""
    game = zermelo.find(PLAIN[name])
    weights = {feature: number + 0.3 for number, feature in enumerate(game.weights)}
    for given in ({}, weights):
        reports = {
            seen(zermelo.alphabeta(depth=2, evaluate=given or None, backend=backend)(middle(game.start())))
            for backend in ("python", "interpreted", None)
        }
        assert len(reports) == 1


def test_the_shares_of_features_are_weights_times_values():
    found = zermelo.Othello().start().play("d3 c3 c4 e3").explain(1)
    assert [share.share for share in found.shares] == [share.weight * share.value for share in found.shares]
    assert found.total == pytest.approx(sum(share.share for share in found.shares))
    assert found.player == "o"
    assert json.loads(json.dumps(found.to_json()))["total"] == found.total


def test_the_lectures_two_evaluations_of_isolation():
    """E = my moves, and E = my moves - your moves; minimax by hand for one move each."""
    game = zermelo.Isolation(4, 4)
    position = game.start()
    for given, worth in (
        ({"yours": 0}, lambda s: game.mobility(s, 0)),
        ({}, lambda s: game.mobility(s, 0) - game.mobility(s, 1)),
    ):
        best = max(min(worth(reply.state) for reply in child.children) for child in position.children if not child.over)
        for agent in (zermelo.minimax, zermelo.alphabeta):
            assert agent(depth=2, evaluate=given or None)(position).value == best


def test_a_subclass_may_go_back_to_evaluate_or_change_features():
    class Whole(zermelo.Othello):
        def evaluate(self, s, player):
            return 1.5 if player == 0 else -1.5

    class Other(Whole):
        weights = {"one": 2}

        def features(self, s, player):
            yield 4 if player == 0 else -4

    assert Whole().start().evaluate(0) == 1.5
    assert zermelo.alphabeta(depth=1)(Whole().start()).value == 1.5
    assert Other().start().evaluate(0) == 8
    assert zermelo.alphabeta(depth=1)(Other().start()).value == 8
    with pytest.raises(PositionError, match="no features"):
        Whole().start().explain()


# Functions


@pytest.mark.parametrize("backend", ["python", "interpreted", "compiled", None])
def test_a_function_of_ones_own_is_asked_in_every_backend(backend):
    position = zermelo.Isolation(4, 4).start()
    expected = zermelo.minimax(depth=3, evaluate={"yours": 0})(position)
    assert seen(zermelo.alphabeta(depth=3, evaluate=mine, backend=backend)(position))[:2] == seen(expected)[:2]


@pytest.mark.parametrize("game", ["connect4", "chess", "tictactoe"])
@pytest.mark.parametrize("agent", ["alphabeta", "strong"])
def test_native_rules_take_functions_too(game, agent):
    def stones(s, player):
        board = s.board if hasattr(s, "board") else s.cells
        return sum((index % 5) * board[index] for index in range(len(board))) % 11

    def of_cells(s, player):
        return sum((index % 5) * s.cells[index] for index in range(len(s.cells))) % 11

    def of_board(s, player):
        return sum((index % 5) * s.board[index] for index in range(64)) % 11

    function = of_board if game == "chess" else of_cells
    position = middle(zermelo.find(game).start(), 3)
    found = {
        backend: seen(getattr(zermelo, agent)(depth=3, evaluate=function, backend=backend)(position))
        for backend in ("python", "interpreted", None)
    }
    assert len(set(found.values())) == 1, found
    assert zermelo.alphabeta(depth=3, evaluate=function)(position).backend == ("compiled" if game == "tictactoe" else "native")


def test_an_evaluation_that_cannot_be_compiled_is_asked_in_python_and_the_rules_stay_fast():
    def odd(s, player):
        return len(str(s.cells)) + int(f"{player}")

    def native(s, player):
        return eval("sum(s.board)")

    position = zermelo.Isolation(4, 4).start()
    with pytest.warns(CompileWarning, match="evaluation odd is interpreted"):
        found = zermelo.alphabeta(depth=2, evaluate=odd)(position)
    assert found.backend == "compiled"
    assert seen(found) == seen(zermelo.alphabeta(depth=2, evaluate=odd, backend="python")(position))
    with pytest.warns(CompileWarning, match="evaluation native is interpreted"):
        found = zermelo.alphabeta(depth=2, evaluate=native)(zermelo.Chess().start())
    assert found.backend == "native"


def test_an_evaluation_of_one_side_means_the_same_to_every_search():
    """In a game of two, it is asked for the player for whom the search began."""
    position = middle(zermelo.find("isolation(4,5)").start(), 2)
    values = {
        made(depth=3, evaluate=mine, **more)(position).value
        for made, more in (
            (zermelo.minimax, {}),
            (zermelo.alphabeta, {}),
            (zermelo.alphabeta, {"pvs": True, "table": True, "ordering": "all"}),
            (zermelo.expectiminimax, {"backend": "python"}),
            (zermelo.paranoid, {}),
        )
        if made is not zermelo.expectiminimax
    }
    assert len(values) == 1


def test_a_key_that_folds_mirror_images_is_not_used_with_a_function():
    """A function may tell mirror images apart: with a table the value must stay that of minimax."""
    position = zermelo.find("tictactoe").start()
    for depth in (3, 4, 5):
        plain = zermelo.minimax(depth=depth, evaluate=cells)(position).value
        for backend in ("python", None):
            table = zermelo.alphabeta(depth=depth, evaluate=cells, table=True, backend=backend)(position).value
            assert table == plain
    connect = middle(zermelo.find("connect(rows=4,cols=5,line=3)").start(), 2)
    assert zermelo.strong(depth=4, evaluate=cells)(connect).value == zermelo.minimax(depth=4, evaluate=cells)(connect).value


def test_every_agent_that_evaluates_takes_one():
    def lead(s, player):
        return (s.cells[player] == 1 + player) / 4

    lead.bounded = True
    game = zermelo.find("rolit(players=3)")
    for text in ("maxn", "paranoid", "bestreply", "bestreplyplus"):
        made = getattr(zermelo, text)(depth=2, evaluate=lambda s, player: s.turn + player)
        assert made(game.start()).value is not None
    position = zermelo.find("tictactoe").start()
    for made in (
        zermelo.uct(playouts=50, cutoff=2, evaluate=lead),
        zermelo.montecarlo(games=3, cutoff=1, evaluate=lead),
        zermelo.expectiminimax(depth=2, evaluate=lead),
        zermelo.auto(nodes=500, evaluate=lead),
        zermelo.level(5, evaluate=lead),
    ):
        assert made(position).move in position.moves
        assert "evaluate=lead" in str(made)
    with pytest.raises(AgentError, match="never evaluates"):
        zermelo.uct(playouts=50, evaluate=lead)(position)
    with pytest.raises(AgentError, match="bounded_evaluation"):
        zermelo.expectiminimax(depth=2, evaluate=cells)(position)


def test_the_default_agent_looks_ahead_by_an_evaluation_of_ones_own():
    """Nim has no `evaluate`; with one, the default agent searches by it."""
    position = zermelo.find("nim([9,9,9,9,9])").start()
    assert zermelo.auto(nodes=2000, evaluate=lambda s, player: sum(s.heaps) % 5 - 2)(position).agent.startswith("strong")


# Features of one's own


def test_linear_is_the_weighted_sum_in_every_backend():
    def features(game, s, player):
        yield game.mobility(s, player)
        for square in range(3):
            yield s.cells[square] / 4

    made = linear(features, {"moves": 0.1, "a": 0.7, "b": -3, "c": 1e-3})
    position = middle(zermelo.find("isolation(4,5)").start(), 3)
    numbers = list(features(position.game, position.state, 1))
    assert position.evaluated_by(made).rules.evaluate(position.state, position.player) == weighted(
        (0.1, 0.7, -3, 1e-3), list(features(position.game, position.state, position.player))
    )
    assert len(numbers) == 4
    found = {
        seen(zermelo.alphabeta(depth=3, evaluate=made, backend=each)(position)) for each in ("python", "interpreted", "compiled")
    }
    assert len(found) == 1


def test_features_may_be_returned_as_a_list():
    def listed(s, player):
        return [s.turn, player, 2.5]

    made = linear(listed, {"turn": 1, "player": 10, "constant": 100})
    found = {
        zermelo.alphabeta(depth=1, evaluate=made, backend=each)(zermelo.find("tictactoe").start()).value
        for each in ("python", "interpreted", "compiled")
    }
    assert found == {251.0}


def test_a_changed_weight_compiles_nothing(monkeypatch):
    from zermelo.compile import native

    position = zermelo.Othello(6).start()
    zermelo.alphabeta(depth=1, evaluate={"corners": 7}, backend="compiled")(position)
    monkeypatch.setattr(native, "_built", lambda *_: pytest.fail("compiled again"))
    for corners in range(40):
        found = zermelo.alphabeta(depth=1, evaluate={"corners": corners}, backend="compiled")(position)
        assert found.backend == "compiled"


# Texts and files


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "import zermelo\n\n\ndef first(s, player):\n    return s.cells[0]\n\n\ndef third(game, s, player):\n    return game.mobility(s, player)\n\n\n"
        "def parts(game, s, player):\n    yield game.mobility(s, player)\n\n\nsum_of_parts = zermelo.linear(parts, {'mobility': 2})\nheavy = {'yours': -3}\n"
    )
    return path


def test_evaluations_in_files(file, tmp_path):
    position = zermelo.Isolation(4, 4).start()
    by_file = zermelo.agent(f"alphabeta(depth=2, evaluate='{file}:third')")
    assert by_file(position).value == zermelo.alphabeta(depth=2, evaluate=mine)(position).value
    assert zermelo.agent(str(by_file))(position).value == by_file(position).value
    assert zermelo.alphabeta(depth=2, evaluate=f"{file}:sum_of_parts")(position).value == 2 * by_file(position).value
    heavy = zermelo.alphabeta(depth=2, evaluate={"yours": -3})(position).value
    assert zermelo.alphabeta(depth=2, evaluate=f"{file}:heavy")(position).value == heavy
    for text in ("yours = -3\n", "[weights]\nyours = -3.0\n"):
        (tmp_path / "w.toml").write_text(text)
        assert zermelo.alphabeta(depth=2, evaluate=str(tmp_path / "w.toml"))(position).value == heavy
    assert zermelo.alphabeta(depth=2, evaluate="yours=-3")(position).value == heavy


def test_agents_and_games_with_evaluations_are_values(file):
    for given in (f"{file}:third", {"yours": -3}, f"{file}:sum_of_parts", mine):
        agent = zermelo.alphabeta(depth=2, evaluate=given)
        game = zermelo.Isolation(4, 4).with_evaluation(given)
        for copied in (pickle.loads(pickle.dumps(agent)), copy.deepcopy(agent)):
            assert copied == agent
            assert seen(copied(zermelo.Isolation(4, 4).start())) == seen(agent(zermelo.Isolation(4, 4).start()))
        assert pickle.loads(pickle.dumps(game)) == game
        assert game != zermelo.Isolation(4, 4)
        assert str(game) == "isolation(4, 4)"
    assert zermelo.Isolation(4, 4).with_evaluation({"yours": -2}) != zermelo.Isolation(4, 4).with_evaluation({"yours": -3})


@pytest.mark.long
def test_a_match_of_two_evaluations():
    """Counting discs is a beginner's evaluation of Othello; the game's own wins."""
    discs = zermelo.alphabeta(depth=2, evaluate=lambda s, player: s.discs[player].bit_count() - s.discs[1 - player].bit_count())
    result = zermelo.match("othello", discs, zermelo.alphabeta(depth=2), games=20)
    assert result.losses > 2 * result.wins


# What is refused


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (3, "takes a function"),
        (int, "takes a function"),
        ("nothing", "must be a function"),
        ("missing.py:f", "no file"),
        ("missing.toml", "cannot be read"),
        ({"mine": "a"}, "must be a number"),
        ({"mine": float("nan")}, "must be a number"),
        ({"mine": 1e300}, "must be a number"),
        ({"mine": True}, "must be a number"),
        ({1: 2}, "names of features"),
        ("mine=", "is not a weight"),
        ("mine=1,,", "is not a weight"),
        ("=3", "is not a weight"),
        ("mine=3,mine=4", "gives `mine` twice"),
        ("{1: 2}", "names of features"),
        ("{'mine'", "must be a function"),
        (lambda: 0, "called as f(s, player)"),
        (lambda a, b, c, d: 0, "called as f(s, player)"),
        (lambda a, b, *, c: 0, "called as f(s, player)"),
    ],
)
def test_what_is_not_an_evaluation_is_told_in_a_sentence(given, told):
    with pytest.raises(AgentError, match="(?s)" + told.replace("(", r"\(").replace(")", r"\)")) as error:
        evaluation(given)
    assert "\n" not in str(error.value)


def test_files_that_are_wrong_are_told_in_a_sentence(tmp_path, file):
    for text, told in (
        ("corners = [1]", "must be a number"),
        ("corners", "cannot be read as TOML"),
        ("weights = 3", "must be a dictionary"),
        ("\x00\xff", "cannot be read as TOML"),
    ):
        (tmp_path / "w.toml").write_bytes(text.encode("latin-1"))
        with pytest.raises(AgentError, match=told):
            zermelo.alphabeta(depth=1, evaluate=str(tmp_path / "w.toml"))
    with pytest.raises(AgentError, match=r"no evaluation `nope`.*first, third"):
        zermelo.alphabeta(depth=1, evaluate=f"{file}:nope")
    with pytest.raises(AgentError, match="several evaluations"):
        zermelo.alphabeta(depth=1, evaluate=str(file))


def test_unknown_features_and_games_without_any_are_told():
    with pytest.raises(AgentError, match=r"no feature `corner`.*Did you mean `corners`"):
        zermelo.alphabeta(depth=1, evaluate={"corner": 3})(zermelo.Othello().start())
    with pytest.raises(AgentError, match="has no features"):
        zermelo.alphabeta(depth=1, evaluate={"corner": 3})(zermelo.Connect4().start())
    with pytest.raises(AgentError, match="has no `evaluate`"):
        zermelo.alphabeta(depth=1, evaluate={"corner": 3})(zermelo.Nim().start())


@pytest.mark.parametrize("backend", ["python", "interpreted", "compiled"])
@pytest.mark.parametrize(
    ("function", "told"),
    [
        (lambda s, player: 1e9, "between -1e8 and 1e8"),
        (lambda s, player: "a", "must be a number"),
        (lambda s, player: None, "must be a number"),
        (lambda s, player: (x for x in s.cells), "yields numbers"),
        (lambda s, player: 1 // 0, "ZeroDivisionError"),
        (lambda s, player: s.nothing, "nothing"),
    ],
)
def test_a_wrong_answer_names_the_evaluation(function, told, backend):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CompileWarning)
        agent = zermelo.alphabeta(depth=1, evaluate=function, backend=None if backend == "compiled" else backend)
        with pytest.raises(RuleError, match=rf"the evaluation lambda of tictactoe .*{told}"):
            agent(zermelo.find("tictactoe").start())


def test_the_wrong_number_of_features_is_told():
    def two(s, player):
        yield 1
        yield 2

    for weights, told in (({"a": 1}, "more numbers than there are weights"), ({"a": 1, "b": 2, "c": 3}, "fewer numbers than")):
        for backend in ("python", "compiled"):
            with pytest.raises(RuleError, match=told):
                zermelo.alphabeta(depth=1, evaluate=linear(two, weights), backend=backend)(zermelo.find("tictactoe").start())


def test_a_game_that_declares_its_weights_wrongly_is_told():
    class Bare(zermelo.TicTacToe):
        weights = {}

    class Words(zermelo.TicTacToe):
        weights = {"mine": "much"}

    class Few(zermelo.TicTacToe):
        weights = {"mine": 1}

    for wrong, told in ((Bare, "must be a dictionary of names and numbers"), (Words, "must be a number")):
        with pytest.raises(GameError, match=told):
            wrong().start()
    verdict = zermelo.check(Few(), examples=20, portrait=False)
    assert not verdict.ok
    assert "more numbers than there are weights; these are mine" in str(verdict)


def test_visitors_open_no_files(tmp_path, file):
    """Weights may be typed; files are refused, and files that would be run also where only programs are off."""
    (tmp_path / "w.toml").write_text("yours = -3\n")
    with files_off("no files here"):
        assert zermelo.agent("alphabeta(depth=1, evaluate={'yours': -3})")(zermelo.Isolation(4, 4).start()).value is not None
        for text in (tmp_path / "w.toml", f"{file}:third", file, "/dev/zero.toml", "nothing.toml", "nothing.py:f"):
            with pytest.raises(FilesOffError, match="no files here"):
                zermelo.agent(f"auto(evaluate='{text}')")
    with programs_off("no programs here"), pytest.raises(FilesOffError, match="no programs here"):
        zermelo.agent(f"level(3, evaluate='{file}:third')")


# The command line


def test_best_explains_and_takes_evaluations(tmp_path):
    (tmp_path / "w.toml").write_text("yours = -2\n")
    told = command("best", "isolation(4,4)", "--depth", "2", "--evaluate", str(tmp_path / "w.toml"), "--explain")
    assert told.code == 0
    assert "at the end" in told.out
    answer = json.loads(command("best", "isolation(4,4)", "--depth", "2", "--evaluate", "yours=-2", "--explain", "--json").out)
    now, after = answer["explanation"]["now"], answer["explanation"]["after_the_line"]
    assert [row["weight"] for row in now["features"]] == [1, -2]
    assert after["total"] == answer["value"]
    refused = command("best", "connect4", "--depth", "2", "--explain")
    assert refused.code != 0
    assert "has no features to explain" in refused.err


def test_the_value_is_the_evaluation_at_the_end_of_the_line():
    for name in PLAIN.values():
        position = middle(zermelo.find(name).start())
        report = zermelo.alphabeta(depth=3)(position)
        shares = explain(position, report)
        if shares.after is not None:
            assert shares.after.total == report.value


def test_check_shows_features_as_a_rule(tmp_path):
    told = command("check", "isolation(3,3)", "--examples", "10", "--compile")
    assert told.code == 0
    assert "features" in told.out


def test_backends_agree_on_variants():
    game = zermelo.Othello(6).with_evaluation({"risk": 0.5})
    position = middle(game.start(), 4)
    core = open_backend(game, "compiled", ("evaluate",)).core
    for player in (0, 1):
        assert core.evaluate(position.state.pack(), player) == position.evaluate(player)
