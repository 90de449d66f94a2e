"""The laws of hiding about a game as a whole: what is hidden cannot always be told, and `guess` makes what can be there.

A small game is played out in every way, with what each player has seen and done. A larger one is only tried: games go on from guessed states.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count

from zermelo.errors import RuleError
from zermelo.game import CHANCE, Game, Random, Rules, State, draw
from zermelo.laws.evidence import Evidence, hint
from zermelo.laws.hiding import all_shown, unguessed
from zermelo.laws.law import Complaint
from zermelo.laws.result import Hint
from zermelo.laws.samples import GameUnderTest, Sample
from zermelo.laws.tracing import defined
from zermelo.score import counted

SMALL = 3000
"""A game with at most so many positions, each counted once for each way to it, is played out in every way."""
_VIEWS, _STATES, _GUESSES, _EACH = 40, 64, 10_000, 50
"""Views from which all states are guessed, the most states of one, the most guesses, and guesses for each state before one is missed."""
_TRIED, _PLIES = 30, 200
"""Positions from which a game goes on in a guessed state, and the most plies of such a game."""
Found = tuple[Sample, Complaint] | None


@dataclass(frozen=True)
class Node:
    """A position of the whole game tree."""

    parent: int
    move: int
    """The choice that led here; -1 at the start."""
    mover: int
    """Who made it."""
    player: int
    """Who is to move here."""
    over: bool
    packed: bytes
    views: tuple[bytes, ...]
    """For each player."""


def whole_tree(rules: Rules, most: int = SMALL) -> list[Node] | None:
    """Every position of a game, once for each way to it, in the order of distance; None if there are more than `most`, or if a rule fails."""
    with suppress(RuleError):
        return _tree(rules, most)
    return None


def _tree(rules: Rules, most: int) -> list[Node] | None:
    nodes = [_node(rules, rules.layout.start(), -1, -1, CHANCE)]
    for at in count():
        if at == len(nodes):
            return nodes
        s = rules.layout.unpack(nodes[at].packed)
        for move in () if nodes[at].over else rules.choices(s):
            if len(nodes) == most:
                return None
            nodes.append(_node(rules, rules.play(s, move), at, move, nodes[at].player))
    return None


def _node(rules: Rules, s: State, parent: int, move: int, mover: int) -> Node:
    views = tuple(rules.hide(s, player).pack() for player in range(rules.players))
    return Node(parent, move, mover, rules.to_move(s), rules.utilities(s) is not None, s.pack(), views)


def information_sets(nodes: list[Node], player: int, veiled: slice = slice(0)) -> list[int]:
    """For each node the number of the player's information set, as `Information` chains views and own moves; `veiled` bytes do not count."""
    numbers: dict[tuple[int, int, bytes], int] = {}
    sets: list[int] = []
    for node in nodes:
        known, before = -1, None
        if node.parent >= 0:
            known, before = sets[node.parent], _veil(nodes[node.parent].views[player], veiled)
        if node.mover == player:
            known = numbers.setdefault((known, node.move, b""), len(numbers))
        view = _veil(node.views[player], veiled)
        sets.append(known if view == before else numbers.setdefault((known, -1, view), len(numbers)))
    return sets


def _veil(view: bytes, veiled: slice) -> bytes:
    return view[: veiled.start or 0] + bytes(veiled.stop - (veiled.start or 0)) + view[veiled.stop :]


def _in_doubt(nodes: list[Node], player: int) -> bool:
    """Whether a player ever cannot tell two states of an unfinished game apart."""
    states: dict[int, bytes] = {}
    sets = information_sets(nodes, player)
    return any(
        not node.over and states.setdefault(known, node.packed) != node.packed for node, known in zip(nodes, sets, strict=True)
    )


def leak(evidence: Evidence, nodes: list[Node] | None) -> Found:
    """A player who can always tell what is hidden from it, in a game that was played out in every way."""
    if all_shown(evidence.game) or nodes is None:
        return None
    for player, name in enumerate(evidence.game.players):
        at = _hidden(nodes, player)
        if at is None or _in_doubt(nodes, player):
            continue
        telling = _telling(evidence.game, nodes, player)
        source = "other fields tell it together" if telling is None else f"`{telling}` tells it, now or earlier"
        told = (
            f"{name} can always tell what is hidden: no two of the {counted(len(nodes), 'position')} of {evidence.game} look the same to "
            f"{name} before the end, if {name} remembers earlier views; {source}, so blot that out in `hide` as well"
        )
        where = partial(defined, evidence.game, "hide")
        return _sample(evidence.subject, nodes, at), Complaint(told, "hide", (player,), where)
    return None


def _telling(game: Game, nodes: list[Node], player: int) -> str | None:
    """The field without which a player would be in doubt about the most positions that are equally far from the start."""
    depths = list[int]()
    for node in nodes:
        depths.append(0 if node.parent < 0 else depths[node.parent] + 1)
    doubts: dict[str, int] = {}
    for name, span in _spans(game).items():
        sets = information_sets(nodes, player, span)
        states: dict[tuple[int, int], set[bytes]] = {}
        for node, known, depth in zip(nodes, sets, depths, strict=True):
            states.setdefault((known, depth), set()).add(node.packed)
        doubts[name] = sum(len(each) for each in states.values() if len(each) > 1)
    found = max(doubts, key=doubts.__getitem__)
    return found if doubts[found] else None


def told(evidence: Evidence) -> Hint | None:
    """A field that is hidden from a player who can always tell it, in a small game in which the player cannot tell all."""
    nodes = None if all_shown(evidence.game) else whole_tree(evidence.subject.rules)
    if nodes is None:
        return None
    spans = _spans(evidence.game)
    for player, name in enumerate(evidence.game.players):
        if not _in_doubt(nodes, player):  # the law `leak` reports this
            continue
        sets = information_sets(nodes, player)
        for field, span in spans.items():
            at = _hidden(nodes, player, span)
            if at is None or _doubts(nodes, sets, span):
                continue
            others = {other: _doubts(nodes, information_sets(nodes, player, veiled), span) for other, veiled in spans.items()}
            source = max(others, key=others.__getitem__)
            why = f"`{source}` tells it, now or earlier" if others[source] else "other fields tell it together"
            message = f"`{field}` is hidden from {name}, who can always tell it: {why}; is that meant?"
            return hint(evidence, "told", message, "hide", at=_sample(evidence.subject, nodes, at))
    return None


def _spans(game: Game) -> dict[str, slice]:
    """Where each field is in a packed state."""
    layout = game.layout
    return {
        name: slice(layout.offsets[name], layout.offsets[name] + field.size * (field.length or 1))
        for name, field in layout.fields.items()
    }


def _doubts(nodes: list[Node], sets: list[int], span: slice) -> int:
    """How many positions of an unfinished game differ there from the first one that the player cannot tell apart from them."""
    first: dict[int, bytes] = {}
    return sum(
        not node.over and first.setdefault(known, node.packed[span]) != node.packed[span]
        for node, known in zip(nodes, sets, strict=True)
    )


def _hidden(nodes: list[Node], player: int, span: slice = slice(None)) -> int | None:
    """The first position of an unfinished game where something is hidden from a player that has changed since the start."""
    start = nodes[0].packed
    for at, node in enumerate(nodes):
        rows = zip(node.packed[span], node.views[player][span], start[span], strict=True)
        if not node.over and any(here != seen and here != first for here, seen, first in rows):
            return at
    return None


def _sample(subject: GameUnderTest, nodes: list[Node], at: int) -> Sample:
    packed, path = nodes[at].packed, list[int]()
    while at:
        path.append(nodes[at].move)
        at = nodes[at].parent
    return subject.meet(packed, tuple(reversed(path)))


def misguessed(evidence: Evidence, nodes: list[Node] | None) -> Found:
    """A guessed state that cannot occur, or one that can occur and is never guessed."""
    if unguessed(evidence.game):
        return None
    return (_in_small_game(evidence, nodes) if nodes is not None else None) or _by_playing(evidence)


def _in_small_game(evidence: Evidence, nodes: list[Node]) -> Found:
    alike: dict[tuple[int, bytes], dict[bytes, int]] = {}
    for at, node in enumerate(nodes):
        if not node.over and node.player != CHANCE:
            alike.setdefault((node.player, node.views[node.player]), {}).setdefault(node.packed, at)
    every = [(*key, states) for key, states in alike.items() if len(states) <= _STATES]
    for player, view, states in every[:: max(1, len(every) // _VIEWS)]:
        found = _guess_all(evidence, nodes, player, view, states)
        if found is not None:
            return found
    return None


def _guess_all(evidence: Evidence, nodes: list[Node], player: int, view: bytes, states: dict[bytes, int]) -> Found:
    """Guess from one view until all states have come that look like it."""
    rules, game, random = evidence.subject.rules, evidence.game, Random(evidence.seed)
    missing, worked = set(states), 0
    for _ in range(_GUESSES):
        dice = random.dice()
        guessed = rules.guess(game.layout.unpack(view), player, dice)
        if guessed is None:
            continue
        worked += 1
        packed = guessed.pack()
        if packed not in states:
            at = min(states.values())
            told = (
                f"rule `guess` of {game} makes {guessed!r} of the view of {game.players[player]}, a state that no game leads to; "
                "fill in only what can be there"
            )
            return _sample(evidence.subject, nodes, at), Complaint(told, "guess", (player, dice))
        missing.discard(packed)
        if not missing:
            return None
    if worked < _EACH * len(states):
        return None
    told = (
        f"rule `guess` of {game} never makes this state of the view of {game.players[player]} in {counted(worked, 'guess', 'guesses')}, "
        f"and only {len(states) - len(missing)} of {len(states)} that look the same; draw with `pick` from all that can be there"
    )
    return _sample(evidence.subject, nodes, min(states[packed] for packed in missing)), Complaint(told, "guess", (player, 0))


def _by_playing(evidence: Evidence) -> Found:
    """A guessed state from which a random game breaks the rules."""
    rules, game, random = evidence.subject.rules, evidence.game, Random(evidence.seed)
    for sample in evidence.samples(_TRIED):
        if sample.over or sample.player == CHANCE:
            continue
        dice = random.dice()
        s = sample.ask("guess", sample.player, dice)
        try:
            for _ in range(0 if s is None else _PLIES):
                if rules.utilities(s) is not None:
                    break
                s = rules.play(s, draw(rules.chances(s), random) if rules.to_move(s) == CHANCE else _any(rules.moves(s), random))
        except RuleError as error:
            told = (
                f"in a random game from a state that rule `guess` of {game} makes of the view of {game.players[sample.player]}, "
                f"{error}; fill in only what can be there"
            )
            return sample, Complaint(told, "guess", (sample.player, dice))
    return None


def _any(moves: list[int], random: Random) -> int:
    return moves[random.below(len(moves))]
