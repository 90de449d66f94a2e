"""A mark of a game's rules: a hash of what they answer in some random games, so that a file can say by which rules it was made.

The code of the rules is no mark: another version of Python translates it differently, and a change that changes no answer does no harm.
"""

from __future__ import annotations

import hashlib

from zermelo.game import Game, Random, State

_GAMES, _PLIES = 40, 600
"""Random games, and the most plies of all together."""


def rules_mark(game: Game) -> str:
    """Equal for games that answer alike in the same random games: same positions, views, moves, chances and results."""
    digest, rules, random = hashlib.blake2b(digest_size=16), game.rules, Random(1)
    fields = [(name, field.name, field.length) for name, field in game.layout.fields.items()]
    digest.update(repr((fields, rules.players, rules.bounds, rules.zero_sum)).encode())
    plies = 0
    for _ in range(_GAMES):
        s = game.layout.start()
        while plies < _PLIES:
            plies += 1
            choices = _answers(game, s, digest)
            if not choices:
                break
            s = rules.play(s, choices[random.below(len(choices))])
    return digest.hexdigest()


def _answers(game: Game, s: State, digest: hashlib.blake2b) -> list[int]:
    """Adds what the rules answer about a state; returns the choices there."""
    rules = game.rules
    digest.update(s.pack())
    for player in range(rules.players):
        digest.update(rules.hide(s, player).pack())
    utilities = rules.utilities(s)
    if utilities is not None:
        digest.update(repr([round(float(each), 9) for each in utilities]).encode())
        return []
    mover, choices = rules.to_move(s), list(rules.choices(s))
    chances = [round(float(share), 9) for _, share in rules.chances(s)] if mover < 0 else []
    digest.update(repr((mover, choices, chances)).encode())
    return choices
