"""The search for play: what exchanges gain, threats that are answered, zugzwang, and endings that are won.

Positions and moves are published: exchanges and zugzwang from collections for testing programs, tactics from "Win at Chess" (Reinfeld).
"""

from __future__ import annotations

import random

import pytest
from long_runs import LONG
from sampling import SPECIFICATION, game, told, wander, with_backend

import zermelo
from zermelo.engine import open_backend
from zermelo.errors import AgentError
from zermelo.games import catalog

CHESS = game("chess")


def position(fen):
    return CHESS.position(f"{fen} 0 1")


# What a move gains by exchanges

EXCHANGES = [
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "Rxe5", 1),
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "Nxe5", -2),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "exd5", 1),
    ("4k3/8/2p5/3p4/8/8/8/3RK3 w - -", "Rxd5", -4),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", 1),
    ("3r4/4P3/8/8/8/8/k6K/8 w - -", "exd8=Q", 13),
    ("3rr3/4P3/8/8/8/8/k6K/8 w - -", "exd8=Q", 4),
    ("4k3/8/8/8/8/5p2/8/4K2N w - -", "Ng3", 0),
    ("4k3/8/8/8/5p2/8/8/4K2N w - -", "Ng3", -3),
    ("3r3k/3r4/8/8/3p4/8/3R4/3R3K w - -", "Rxd4", -4),
    ("3r3k/8/8/8/3p4/8/3R4/3R3K w - -", "Rxd4", 1),
]


@pytest.mark.parametrize(("fen", "move", "gain"), EXCHANGES)
def test_exchanges_are_worth_what_they_gain(fen, move, gain):
    s = position(fen).state
    assert CHESS.rules.exchange(s, CHESS.parse(s, move)) == gain


@pytest.mark.parametrize("title", ["chess", "chess960"])
def test_both_languages_agree_on_exchanges_and_threats(title):
    played, chance = game(title), random.Random(1)
    core = open_backend(played, "native").core
    for _ in range(300 if LONG else 40):
        found = wander(played.start(), chance.randrange(3, 120), chance)
        packed = found.state.pack()
        assert core.threatened(packed) == played.rules.threatened(found.state)
        for move in found.choices:
            assert core.exchange(packed, move) == played.rules.exchange(found.state, move), (found, move)


# Play

TACTICS = [
    ("5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - -", "Rg3"),
    ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -", "Qxh7+"),
    ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -", "Qc4+"),
    ("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -", "Rb7"),
    ("rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq -", "Ne3"),
    # The next three need checks that are not reduced.
    ("6k1/p5p1/5p2/2P2Q2/3pN2p/3PbK1P/7P/6q1 b - -", "Qf1+"),
    ("r1bq2kr/p1pp1ppp/1pn1p3/4P3/2Pb2Q1/BR6/P4PPP/3K1BNR w - -", "Qxg7+"),
    ("2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - -", "Rxh7+"),
]
ZUGZWANG = [
    ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - -", "Rf1"),
    ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - -", "Kh6"),
]


@pytest.mark.parametrize(("fen", "move"), TACTICS)
def test_tactics_are_seen(fen, move):
    assert zermelo.selective(nodes=60_000)(position(fen)).move == move


@pytest.mark.parametrize(("fen", "move"), ZUGZWANG if LONG else ZUGZWANG[1:])
def test_zugzwang_is_not_passed_over(fen, move):
    assert zermelo.selective(nodes=1_500_000 if LONG else 400_000)(position(fen)).move == move


WON = ["8/8/8/3k4/8/8/8/KBB5 w - -", "8/8/8/3k4/8/8/8/KR6 w - -", "8/8/8/3k4/8/8/8/KQ6 w - -", "4k3/8/8/8/8/8/4P3/4K2R w - -"]
HARD = ["8/8/8/3k4/8/8/8/KBN5 w - -", "8/8/8/3k4/8/8/8/KBN5 b - -", "8/8/2r5/3k4/8/8/8/KQ6 w - -"]


@pytest.mark.parametrize("fen", WON + HARD if LONG else WON[:2])
def test_won_endings_are_won(fen):
    """Against a defence that looks ahead as well, and with the draw by repetition."""
    at, agents = position(fen), [zermelo.selective(nodes=100_000).fresh(1), zermelo.selective(nodes=10_000).fresh(2)]
    while not at.over and not at.is_repeated:
        at = at.play(agents[at.player](at).move)
    assert at.over, "the position was repeated"
    assert at.values[0] == 1


def test_no_bets_where_long_plans_decide():
    """With bishop and knight against a lone king, `selective` searches as `strong` does; with one pawn more it does not."""
    lone, other = position("8/8/8/3k4/8/8/8/KBN5 w - -"), position("8/8/3p4/3k4/8/8/8/KBN5 w - -")
    strong, selective = zermelo.strong(nodes=3000), zermelo.selective(nodes=3000)
    assert (selective(lone).nodes, selective(lone).line) == (strong(lone).nodes, strong(lone).line)
    assert selective.task(lone).options.exact
    assert not selective.task(other).options.exact


# Every game


@pytest.mark.parametrize("title", catalog())
def test_it_plays_every_game_for_two(title):
    start = game(title).start()
    try:
        agent = zermelo.selective(nodes=150)
        agent.check(start)
    except AgentError:
        pytest.skip("not a game for two with opposite interests")
    found = wander(start, 6, random.Random(3))
    report = agent(found)
    assert report.move in [found.name(move) for move in found.choices]
    assert told(with_backend(agent, SPECIFICATION)(found)) == told(report)


def test_what_a_game_lacks_is_said():
    start = game("tictactoe").start()
    for name, missing in [("exchanges", "`exchange`"), ("extensions", "`threatened`"), ("move_count", "`noisy`")]:
        with pytest.raises(AgentError, match=missing):
            zermelo.alphabeta(depth=2, exact=False, **{name: True})(start)
