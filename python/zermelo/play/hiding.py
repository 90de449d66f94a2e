"""What people may be told in a game that hides something: only what they see from their own seats, until the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.errors import ZermeloError
from zermelo.game import HIDDEN, Game, Position, State

if TYPE_CHECKING:
    from zermelo.play.session import Session

WHILE_IT_LASTS = "{what} would show what is hidden; ask again when the game is over"
MOST_ROUNDS = 20
"""Rounds in which a state is hidden from all players in turn: two or three are enough for rules that only blot out."""


def visible(position: Position, seat: int | None) -> State:
    """What a player sees of a position; for a spectator (None), what all players see."""
    return seen_from(position.game, position.state, seat)


def seen_from(game: Game, s: State, seat: int | None) -> State:
    """What a player sees of a state; for a spectator (None), what all players see and know that the others see.

    A spectator may be a player on a second page, so a spectator should see nothing that does not follow from the view of each player. What all players see
    is too much: in phantom tic-tac-toe x sees a mark of o that x has found, and o sees the own mark, but o does not know that x has found it. So
    what is left is hidden from all players again, until nothing changes. As long as rules hide no less where they see less, the result is the same
    for all states that look the same to any of the players.
    """
    if seat is not None:
        return game.rules.hide(s, seat)
    shown = s
    for _ in range(MOST_ROUNDS):
        before, shown = shown, _hidden_from_all(game, shown)
        if shown == before:
            break
    return shown


def _hidden_from_all(game: Game, s: State) -> State:
    """A state without what some player does not see of it. Rules may take HIDDEN for a sign that something is seen, so it is also tried as nothing."""
    rules, shown, cleared = game.rules, s.copy(), _cleared(game, s)
    for there in (s,) if cleared is None else (s, cleared):
        for player in range(rules.players):
            view = rules.hide(there, player)
            for name, field in game.layout.fields.items():
                true, seen = getattr(there, name), getattr(view, name)
                if true == seen:
                    continue
                if field.length is None:
                    setattr(shown, name, seen)
                else:
                    rows = zip(getattr(shown, name), true, seen, strict=True)
                    setattr(shown, name, [place if known == hidden else hidden for place, known, hidden in rows])
    return shown


def _cleared(game: Game, s: State) -> State | None:
    """A state with the values of the start in place of hidden ones; None if that is the same state."""
    found, start, is_changed = s.copy(), game.layout.start(), False
    for name, field in game.layout.fields.items():
        value, first = getattr(s, name), getattr(start, name)
        if field.length is None:
            new = first if value == HIDDEN else value
        else:
            new = (
                [begun if place == HIDDEN else place for place, begun in zip(value, first, strict=True)]
                if HIDDEN in value
                else value
            )
        if new != value:
            setattr(found, name, new)
            is_changed = True
    return found if is_changed else None


def check_open(session: Session, what: str) -> None:
    """Refuse what would show hidden things while a game lasts."""
    if session.has_secrets:
        raise ZermeloError(WHILE_IT_LASTS.format(what=what))
