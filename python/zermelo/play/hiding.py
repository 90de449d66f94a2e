"""What people may be told in a game that hides something: only what they see from their own seats, until the game is over."""

from collections.abc import Collection

from zermelo.errors import ZermeloError
from zermelo.game import Position, State

WHILE_IT_LASTS = "{what} would show what is hidden; ask again when the game is over"


def can_see(position: Position, move: int, people: Collection[int]) -> bool:
    """Whether every one of these players sees which move was made: every other choice would look different to them."""
    if not position.game.hides:
        return True
    rules, s = position.rules, position.state
    after = rules.play(s, move)
    for player in people:
        seen = rules.hide(after, player)
        others = (choice for choice in position.choices if choice != move)
        if player != position.player and any(rules.hide(rules.play(s, choice), player) == seen for choice in others):
            return False
    return True


def visible(position: Position, seat: int | None) -> State:
    """What a player sees of a position; for somebody who only watches, what all players see."""
    rules, s = position.rules, position.state
    if seat is not None:
        return rules.hide(s, seat)
    shown = s.copy()
    for player in range(rules.players):
        seen = rules.hide(s, player)
        for name, field in position.game.layout.fields.items():
            true, view = getattr(s, name), getattr(seen, name)
            if field.length is None:
                if view != true:
                    setattr(shown, name, view)
                continue
            row = getattr(shown, name)
            for place, (known, hidden) in enumerate(zip(true, view, strict=True)):
                if known != hidden:
                    row[place] = hidden
    return shown


def check_open(position: Position, what: str) -> None:
    """Refuse what would show hidden things while a game lasts."""
    if position.game.hides and not position.over:
        raise ZermeloError(WHILE_IT_LASTS.format(what=what))
