"""The features of checkers: each compared with a slow count on a board of rows and columns, and what the evaluation prefers."""

from __future__ import annotations

import random

import pytest

from zermelo.engine.backends import open_backend
from zermelo.games.checkers.evaluation import MATERIAL, WEIGHTS
from zermelo.games.checkers.rules import Checkers

GAME, STUDY = Checkers(), Checkers(start="study")


def where(number):
    row, column = divmod(number - 1, 4)
    return row, 2 * column + 1 - row % 2


NUMBERS = {where(number): number for number in range(1, 33)}
WAYS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def board(game, s):
    """Pieces by row and column, as (player, is king)."""
    cells = game.diagram(s).cells
    return {where(index + 1): ("bw".index(sign.lower()), sign.isupper()) for index, sign in enumerate(cells) if sign != "."}


def ways(game, player, king):
    forward = 1 if (player == 0) != game.turned else -1
    return [way for way in WAYS if king or way[0] == forward]


def is_captured(game, pieces, square, owner):
    """Whether a piece of the other player could jump over this empty square if one of the owner's stood there."""
    for place, (player, king) in pieces.items():
        for up, right in ways(game, player, king):
            over, behind = (place[0] + up, place[1] + right), (place[0] + 2 * up, place[1] + 2 * right)
            if player != owner and over == square and behind in NUMBERS and behind not in pieces:
                return True
    return False


def obvious(game, s, player):
    """What one player has, without the other's."""
    pieces = board(game, s)
    mine = {place: king for place, (owner, king) in pieces.items() if owner == player}
    lead, gone = 2 * len(mine) - len(pieces), 24 - len(pieces)
    men = [place for place, king in mine.items() if not king]
    first = 0 if (player == 0) != game.turned else 7
    steps = {}
    for place, king in mine.items():
        ends = [(place[0] + up, place[1] + right) for up, right in ways(game, player, king)]
        free = [end for end in ends if end in NUMBERS and end not in pieces]
        steps[place] = len([end for end in free if not is_captured(game, pieces, end, player)])
    advance = sum(abs(row - first) for row, _ in men)
    corners = [place for place, king in mine.items() if king and NUMBERS[place] in (1, 5, 28, 32)]
    return {
        "men": len(men),
        "kings": len(mine) - len(men),
        "advance": advance,
        "late_advance": advance * gone,
        "home": sum(row == first for row, _ in men),
        "centre": sum(NUMBERS[place] in (10, 11, 14, 15, 18, 19, 22, 23) for place in men),
        "mobility": sum(steps.values()),
        "trapped": sum(steps[place] == 0 for place in men),
        "trade": len(mine) * gone,
        "refuge": len(corners) if lead < 0 else 0,
    }


def positions(game, number):
    chance, found = random.Random(3), []
    while len(found) < number:
        position = game.start()
        for _ in range(chance.randrange(120)):
            if position.over:
                break
            position = position.advance(chance.choice(position.choices))
        if not position.over:
            found.append(position)
    return found


@pytest.mark.parametrize("game", [GAME, STUDY], ids=str)
def test_features_are_what_can_be_counted(game):
    seen = set()
    for position in positions(game, 60):
        for player in (0, 1):
            expected = [
                obvious(game, position.state, player)[name] - obvious(game, position.state, 1 - player)[name] for name in WEIGHTS
            ]
            assert list(game.features(position.state, player)) == expected, f"\n{position}"
            seen |= {name for name, value in zip(WEIGHTS, expected, strict=True) if value}
    assert seen == set(WEIGHTS) or game is STUDY


def test_features_are_compiled():
    rules = open_backend(GAME, "compiled", ("evaluate",))
    assert rules.name == "compiled"
    assert not rules.asks_python
    for position in positions(GAME, 20):
        assert rules.core.evaluate(position.state.pack(), 0) == GAME.rules.evaluate(position.state, 0)


def test_the_evaluation_is_fair():
    """Turned by 180 degrees with the colours exchanged, a position is worth as much to the other player."""
    for position in positions(GAME, 20):
        groups = GAME.fen(position.state).split(":")
        turned = {group[0]: group[1:] for group in groups[1:] if group[0] in "BW"}
        other = {"B": flipped(turned["W"]), "W": flipped(turned["B"])}
        mirrored = GAME.position(f"{'W' if groups[0] == 'B' else 'B'}:W{other['W']}:B{other['B']}")
        assert GAME.evaluate(mirrored.state, 1) == GAME.evaluate(position.state, 0) == -GAME.evaluate(position.state, 1)


def flipped(squares):
    return ",".join(f"{word[: word.startswith('K')]}{33 - int(word.lstrip('K'))}" for word in squares.split(","))


def test_the_study_counts_as_the_lecture_does():
    assert {name: weight for name, weight in STUDY.weights.items() if weight} == MATERIAL == {"men": 1, "kings": 5}
    assert list(STUDY.weights) == list(GAME.weights)


def better(one, other):
    return GAME.evaluate(GAME.position(one).state, 0) > GAME.evaluate(GAME.position(other).state, 0)


def test_what_it_prefers():
    assert better("B:WK32:BK10,18", "B:WK32:BK10,14")  # few pieces are left: a man further on
    assert better("B:WK18:BK14,K15", "B:WK28:BK14,K15")  # the king that is behind is outside its corner
    assert better("B:W30:BK14,K15,1", "B:W30,31,29:BK14,K15,1,2,3")  # two ahead, with fewer pieces on the board
