"""What chess promises: known numbers, ends, mates, and heuristics that are the same in both languages.

FEN, standard notation and pictures are in test_chess_display.py.
"""

from __future__ import annotations

import json
import random
import warnings
from pathlib import Path

import pytest
from long_runs import LONG
from sampling import SPECIFICATION, reports

import zermelo
from zermelo.engine.backends import available, open_backend
from zermelo.errors import CompileError, MoveError
from zermelo.game.constants import DRAW, ONGOING
from zermelo.games.chess.features import COUNTS
from zermelo.games.chess.rules import Chess
from zermelo.search.perft import perft

KNOWN = json.loads((Path(__file__).parent / "data" / "chess.json").read_text())
GAME, PLAIN = Chess(), Chess(material=False)
KIWIPETE = KNOWN["perft"][1]["fen"]


def counted(game, fen, depth, backend="native"):
    return open_backend(game, backend).core.perft(game.read(fen).pack(), depth)


def random_states(games, seed=1, plies=160):
    """Every state of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        s = GAME.fresh()
        for _ in range(plies):
            yield s
            choices = GAME.rules.choices(s)
            if not choices:
                break
            s = GAME.rules.play(s, chance.choice(choices))


# Known numbers


@pytest.mark.parametrize("row", KNOWN["perft"], ids=lambda row: row["fen"].split("/")[0])
def test_perft(row):
    assert [counted(PLAIN, row["fen"], depth) for depth in range(1, len(row["counts"]) + 1)] == row["counts"]
    assert [counted(PLAIN, row["fen"], depth, "interpreted") for depth in (1, 2)] == row["counts"][:2]
    assert [perft(PLAIN.rules, PLAIN.read(row["fen"]), depth) for depth in (1, 2)] == row["counts"][:2]


def test_perft_of_random_positions():
    """With castling, en passant, promotions, checks, mates and stalemates; the Python specification counts them too."""
    for row in KNOWN["more"]:
        assert [counted(PLAIN, row["fen"], depth) for depth in (1, 2, 3)] == row["counts"], row
        assert perft(PLAIN.rules, PLAIN.read(row["fen"]), 1) == row["counts"][0], row


def test_perft_stops_where_neither_player_can_win():
    fen = "4k3/8/8/8/8/8/4n3/4K3 w - -"
    assert counted(PLAIN, fen, 2) > counted(GAME, fen, 2) == 0


# Ends

ENDS = {
    "fool's mate": ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 1),
    "mate on the back rank": ("3R2k1/5ppp/8/8/8/8/8/6K1 b - -", 0),
    "mate is mate even if the fiftieth move gives it": ("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", 0),
    "stalemate": ("7k/5Q2/6K1/8/8/8/8/8 b - -", DRAW),
    "stalemate with pawns that are stuck": ("8/8/8/8/8/p7/P1k5/K7 w - -", DRAW),
    "fifty moves by each": ("7k/8/8/8/8/8/8/KQ6 w - - 100 90", DRAW),
    "one ply less": ("7k/8/8/8/8/8/8/KQ6 w - - 99 90", ONGOING),
    "bare kings": ("7k/8/8/8/8/8/8/K7 w - -", DRAW),
    "a knight": ("7k/8/8/8/8/8/8/KN6 w - -", DRAW),
    "a bishop": ("7k/7b/8/8/8/8/8/K7 b - -", DRAW),
    "bishops on squares of one colour": ("7k/6b1/8/8/8/2B5/1B6/K7 w - -", DRAW),
    "bishops on squares of both colours": ("k7/7b/8/8/8/2B5/8/K7 w - -", ONGOING),
    "two knights": ("7k/8/8/8/8/8/8/KNN5 w - -", ONGOING),
    "a knight each": ("6nk/8/8/8/8/8/8/KN6 w - -", ONGOING),
    "a pawn": ("7k/8/8/8/8/8/P7/K7 w - -", ONGOING),
    "a rook": ("7k/8/8/8/8/8/8/KR6 w - -", ONGOING),
}


@pytest.mark.parametrize("what", ENDS)
def test_ends(what):
    fen, winner = ENDS[what]
    position = GAME.position(fen)
    assert GAME.winner(position.state) == winner
    assert position.over == (position.moves == ()) == (winner != ONGOING)


def test_material_alone_ends_no_game_if_that_is_switched_off():
    assert Chess(material=False).position(ENDS["a knight"][0]).moves
    assert Chess(material=False).position(ENDS["fifty moves by each"][0]).over


def test_the_clock_runs_and_is_set_back():
    position = GAME.start().play("Nf3 Nf6 Ng1 Ng8")
    assert (position.state.clock, position.state.number) == (4, 3)
    assert position.state.board == GAME.fresh().board
    assert position.play("e4").state.clock == position.play("Nf3 e5 Nxe5").state.clock == 0


def test_random_games_end():
    (first, second), plies = open_backend(GAME).core.playouts(GAME.fresh().pack(), 50, 1)
    assert first == -second
    assert plies > 50 * 50


def test_castling_moves_the_rook_and_is_lost_with_the_king_or_the_rook():
    position = GAME.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    short, long = position.play("O-O"), position.play("e1c1")
    assert short.state.board[4:8] == [0, 4, 6, 0]
    assert long.state.board[0:5] == [0, 0, 6, 4, 0]
    assert short.state.castling == long.state.castling == 12
    assert position.play("Ra2").state.castling == 13
    assert position.play("Rxh8").state.castling == 10
    with pytest.raises(MoveError):
        GAME.position("r3k2r/8/8/8/8/8/5r2/R3K2R w KQkq -").play("O-O")


def test_in_passing():
    position = GAME.start().play("e4 a6 e5 d5")
    assert position.state.passant == 43
    taken = position.play("exd6")
    assert taken.state.board[35] == 0
    assert taken.state.passant == -1
    assert GAME.start().play("e4").state.passant == -1, "nobody can take"
    pinned = GAME.position("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3")
    assert pinned.state.passant == -1, "taking would lay the king bare"


def test_in_check():
    assert GAME._attacked(GAME.position("4k3/8/8/8/8/8/8/4R1K1 b - -").state.pack())
    assert not GAME._attacked(GAME.position("4k3/8/8/8/8/8/8/3R2K1 b - -").state.pack())


@pytest.mark.parametrize("move", [-1, 0, 796 * 8 + 7, 12 * 512 + 28 * 8 + 5, (4 * 64 + 7) * 8, 1 << 20, (1 << 31) - 1])
def test_moves_that_are_none_are_refused(move):
    with pytest.raises(MoveError, match=f"move number {move} is not legal here"):
        GAME.rules.play(GAME.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -").state, move)


# Backends


def test_native_is_the_default_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert open_backend(Chess()).name == "native"
        assert zermelo.alphabeta(depth=1)(Chess().start()).backend == "native"
    assert [backend.name for backend in available(Chess())] == ["native", "interpreted"]


def test_compiled_rules_cannot_be_had():
    with pytest.raises(CompileError, match="rule `moves` cannot be compiled"):
        open_backend(Chess(), "compiled")


AGENTS = {
    "minimax": zermelo.minimax(depth=2),
    "alphabeta": zermelo.alphabeta(depth=3),
    "quiescence": zermelo.alphabeta(depth=2, quiescence=True, ordering="order"),
    "strong": zermelo.strong(depth=3, memory="8MB"),
    "null move": zermelo.alphabeta(depth=4, null_move=True, exact=False, ordering="order"),
    "futility": zermelo.alphabeta(depth=3, futility=True, exact=False),
}


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("fen", ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", "6k1/5ppp/8/8/1b6/8/r4PPP/1R4K1 w - - 97 60"])
def test_backends_search_alike(fen, agent):
    native, interpreted, specification = (
        reports(AGENTS[agent], GAME.position(fen), name, tree=200) for name in ("native", "interpreted", SPECIFICATION)
    )
    assert native == interpreted == specification


def test_passing_in_check_loses_the_king():
    s = GAME.position("4k3/8/8/8/8/8/8/4R1K1 b - -").state
    passed = GAME.rules.with_turn(s, 0)
    assert GAME.winner(passed) == 0
    assert list(GAME.moves(passed)) == []


# Heuristics


class Still(Chess):
    """Rules that can be compiled, so that heuristics can be, too."""

    native = None

    def moves(self, s):
        yield 0

    def play(self, s, move):
        s.clock += 1

    def winner(self, s):
        return DRAW if s.clock > 99 else ONGOING

    def key(self, s):
        return s.clock


def test_heuristics_are_the_same_in_python_in_rust_and_compiled():
    native = open_backend(GAME).core
    still = open_backend(Still(), "compiled", ("evaluate", "noisy", "order")).core
    seen = noisy = 0
    for s in random_states(12 if LONG else 2, seed=5):
        packed = s.pack()
        for player in (0, 1):
            assert GAME.evaluate(s, player) == native.evaluate(packed, player) == still.evaluate(packed, player)
        for move in GAME.moves(s):
            assert GAME.order(s, move) == native.order(packed, move) == still.order(packed, move)
            assert GAME.noisy(s, move) == native.noisy(packed, move) == still.noisy(packed, move)
            noisy += GAME.noisy(s, move)
        seen += 1
    assert seen > (150 if LONG else 40)
    assert noisy > (100 if LONG else 25)


def test_what_is_noisy_changes_the_number_of_men_or_their_kind():
    for s in random_states(6, seed=6):
        for move in GAME.moves(s):
            after = GAME.rules.play(s, move)
            assert GAME.noisy(s, move) == (sorted(after.board) != sorted(s.board))


def test_colours_are_treated_alike():
    """A position upside down, with colours swapped, is worth as much to the other player."""
    for s in random_states(6, seed=7):
        turned = s.copy()
        turned.board = [-s.board[square ^ 56] for square in range(64)]
        turned.turn = 1 - s.turn
        assert GAME.evaluate(turned, 1) == GAME.evaluate(s, 0)


def test_material_tells():
    start = GAME.fresh()
    assert GAME.evaluate(start, 0) == GAME.weights["turn"]
    values = []
    for square in (8, 1, 2, 0, 3):
        s = start.copy()
        s.board[square] = 0
        values.append(GAME.evaluate(start, 0) - GAME.evaluate(s, 0))
    assert 0 < values[0] < 1.5 < values[1] <= values[2] + 0.5 < values[3] < values[4]


@pytest.mark.parametrize(
    ("fen", "known"),
    [
        (
            "4k3/8/8/3P4/8/8/P6p/R3K3 w - -",
            {
                "pawns": 1,
                "rooks": 1,
                "rook_mobility": 3,
                "passed": 17 - 36,
                "escort": 4 * (2 - 5) - 6 * (3 - 7),
                "storm": -1,
                "king_files": 2 - 3,
                "isolated": 1,
                "turn": 1,
            },
        ),
        (
            "6k1/5p1p/6p1/8/8/8/5PPP/4R1K1 b - -",
            {
                "rooks": 1,
                "rook_mobility": 12 - 1,
                "checks": 1,
                "shelter": 6 - 5,
                "protected": -1,
                "phalanx": 3,
                "half_open": 1,
                "open": 1,
                "turn": -1,
            },
        ),
        ("6k1/5ppp/8/4N3/8/8/5PPP/6K1 w - -", {"knights": 1, "knight_mobility": 7, "attack": 2, "turn": 1}),
        ("6k1/8/3p1p2/4N3/3P4/8/1R6/6K1 w - -", {"outposts": 0, "protected": 0, "pawn_threats": -2, "seventh": 0}),
        ("6k1/1R6/5p2/3pN3/3P4/8/8/6K1 w - -", {"outposts": 0, "protected": 0, "pawn_threats": -1, "seventh": 1}),
        ("6k1/1R6/8/3pN3/3P4/8/8/6K1 w - -", {"outposts": 1, "protected": 0, "pawn_threats": 0, "seventh": 1}),
        ("3rk3/8/2N5/8/8/8/8/4K3 w - -", {"minor_threats": 1, "rook_threats": 0, "hanging": 0}),
        ("4k3/8/8/8/q6R/8/8/4K3 w - -", {"minor_threats": 0, "rook_threats": 1, "hanging": 1 - 1}),
        ("4k3/8/8/2p5/4P3/3P4/8/4K3 w - -", {"backward": 1, "protected": 1, "isolated": -1, "phalanx": 0, "blocked": 0}),
        ("4k3/8/4r3/4P3/8/2B5/1P1P4/4K3 w - -", {"bad_bishop": 3, "blocked": 16, "passed": 16 + 1 + 1}),
        ("6k1/p7/8/8/8/8/8/RQ2K3 w - -", {"attack": 5, "danger": 0}),
        ("6k1/p7/8/6R1/8/8/8/1Q2K3 b - -", {"attack": 5 + 3, "danger": 64}),
        ("k7/8/8/3K4/8/8/8/BN6 w - -", {"lone_king": 20 * 0 + 5 * 3 - 4 * 6 - 2 * 7}),
        ("8/8/8/3K4/8/8/8/BN5k b - -", {"lone_king": 20 * 0 + 5 * 3 - 4 * 8 - 2 * 6}),
        ("7k/8/8/3K4/8/8/8/BN6 b - -", {"lone_king": 20 * 7 + 5 * 3 - 4 * 7 - 2 * 7}),
        ("k7/8/8/3K4/8/8/8/R7 b - -", {"lone_king": 4 * 6 - 3 - 3}),
        ("4k3/2b5/3b4/8/8/3P4/P2P4/3QK3 w - -", {"pair": -1, "doubled": 1, "isolated": 3, "passed": 1 + 1 + 4, "pawns": 3}),
    ],
)
def test_features_count_what_they_say(fen, known):
    """Counted by hand; those that are not named are 0 where `turn` is named. The two parts of a count add up to it."""
    features = dict(zip(GAME.weights, GAME.features(GAME.read(fen), 0), strict=True))
    for name in COUNTS:
        features[name] = round(features[name] + features.pop(f"{name}_end"), 9)
    assert {name: features[name] for name in known} == known
    if "turn" in known:
        assert {name for name, value in features.items() if value and name != "squares"} == set(known)


def test_captures_come_before_quiet_moves_and_the_dearest_first():
    position = GAME.position("k2q4/4P3/8/2p5/3P4/2N5/8/K7 w - -")
    ordered = sorted(position.choices, key=lambda move: -GAME.order(position.state, move))
    assert [position.name(move) for move in ordered[:4]] == ["exd8=Q+", "exd8=R+", "exd8=N", "exd8=B"]
    assert position.name(ordered[4]) == "e8=Q"
    assert {GAME.order(position.state, move) for move in ordered[9:]} == {0}


def test_keys():
    start = GAME.position()
    again = start.play("Nf3 Nf6 Ng1 Ng8")
    assert GAME.key(start.state) == GAME.key(again.state), "neither the clock nor the number counts"
    late = [GAME.position(f"7k/8/8/8/8/8/8/KQ6 w - - {clock} 90").state for clock in (0, 79, 80, 81, 99)]
    assert len({GAME.key(s) for s in late}) == 4
    once, twice = GAME.start().play("e4 a6 e5 d5"), GAME.start().play("e4 a6 e5 d6 Nf3 d5 Ng1 a5")
    assert GAME.key(once.state) != GAME.key(twice.state)
    assert GAME.key(GAME.position(KIWIPETE).state) != GAME.key(GAME.position(KIWIPETE.replace("KQkq", "KQk")).state)


# Mates


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_mates_are_found(moves):
    plies = 2 * moves - 1
    for fen in KNOWN["mates"][str(moves)]:
        position = GAME.position(fen)
        for agent in (zermelo.alphabeta(depth=plies), zermelo.strong(depth=plies, memory="8MB")):
            report = agent(position)
            assert (report.value, report.plies) == (1, plies), fen
            assert position.play(*report.line).result == f"{position.turn} won"
