"""A table in words: whose turn it is and who has won, who sits where, and what the game is about.

Nothing is told by colour alone: whoever is on turn has an arrow and the words for it, and pieces have their names.
"""

from __future__ import annotations

import inspect
from html import escape

from zermelo.game.constants import CHANCE
from zermelo.game.protocol import Game
from zermelo.studio.opening import in_words
from zermelo.studio.scene import Scene
from zermelo.studio.table import Table
from zermelo.studio.timing import shown


def status(table: Table, scene: Scene, thinking: bool) -> str:
    """What goes on."""
    words = scene.caption or table.result
    if table.over:
        return f"Game over: {words if table.position.over else table.result}{_verdict(table, scene.caption)}"
    if table.doing == "agent" and thinking:
        words = f"{table.position.turn} is thinking"
    elif table.doing == "held":
        words = f"{words} (waiting)"
    elif table.doing == "person" and len(table.people) == 1 < len(table.seats):
        words = f"Your turn: {words}"
    return words


def news(table: Table, scene: Scene) -> str:
    """What has happened last: what an opponent has played, and what chance has brought; dice are drawn, not told."""
    told = []
    at = table.at
    while at > 0 and table.plies[at].by == CHANCE:
        at -= 1
    ply = table.plies[at]
    if ply.by is not None and ply.by != CHANCE and ply.by != table.position.player:
        told.append(f"{table.game.players[ply.by]} played {ply.move}")
    if scene.throws and not scene.pips:
        told.append(f"chance: {' '.join(scene.throws[-3:])}")
    return " · ".join(told)


def winner(table: Table) -> int | None:
    """Who alone has won; also where one of two gave up or ran out of time."""
    values, players = table.position.values, table.game.players
    if not table.over or len(players) < 2:
        return None
    if values is None:
        named = [number for number, player in enumerate(players) if (table.ended or "").startswith(f"{player} ")]
        if (table.ended or "").endswith(" won"):
            return named[0] if named else None
        return 1 - named[0] if named and len(players) == 2 else None
    best = [number for number, value in enumerate(values) if value == max(values)]
    return best[0] if len(best) == 1 else None


def _verdict(table: Table, caption: str) -> str:
    """What that means to the one person who plays, or who has won, or what somebody alone has scored, where the words do not say."""
    first = winner(table)
    if len(table.seats) == 1 and caption not in ("", table.result):
        return f" · {table.result}"
    if first is None:
        return ""
    if len(table.people) == 1 < len(table.seats):
        return " · you won" if table.people[0] == first else " · you lost"
    return "" if table.result.endswith(" won") or table.position.over else f" · {table.game.players[first]} won"


def seats(table: Table) -> str:
    """A line for each player: colour, name, who it is, and what is left on the clock."""
    left, rows, first = table.left(), [], winner(table)
    for number, (player, seat) in enumerate(zip(table.game.players, table.seats, strict=True)):
        turn = not table.over and table.position.player == number
        note = "to move" if turn else "won" if number == first else ""
        time = f'<span class="time" role="timer">{shown(left[number])}</span>' if left else ""
        rows.append(
            f'<div class="seat{" turn" if turn else ""}"{" aria-current=true" if turn else ""}>'
            f'<span class="arrow" aria-hidden="true">{"▸" if turn else ""}</span>'
            f'<span class="chip" style="background:{colour(table.game, number)}"></span>'
            f'<b>{escape(player)}</b><span class="who">{escape(in_words(seat.text))}</span>'
            f"{f'<span class=note>{note}</span>' if note else ''}{time}</div>"
        )
    return "".join(rows)


def colour(game: Game, player: int) -> str:
    """A player's colour in pictures; texts of a game's own are not to be trusted, for they stand in a page."""
    known = game.colours
    return escape(str(known[player % len(known)])) if known else "transparent"


def sentence(game: Game) -> str:
    """What a game is about: the first line of what its class says of itself."""
    return (type(game).__doc__ or "").strip().partition("\n")[0].strip()


def rules(game: Game) -> str:
    """All that a rules file says of its game; empty where that is no more than the sentence."""
    module = inspect.getmodule(type(game))
    texts = [inspect.cleandoc(text) for text in (type(game).__doc__, module.__doc__ if module else None) if text]
    whole = "\n\n".join(text for at, text in enumerate(texts) if text not in texts[:at])
    return "" if whole == sentence(game) else whole
