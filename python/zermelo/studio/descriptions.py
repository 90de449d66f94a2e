"""A session in words and small pictures: who is to move, who won, the players, the rules, and dice.

Colour is never the only difference: the player to move has an arrow and a note, and pieces have names.
"""

import re
from html import escape
from itertools import pairwise

from zermelo.game import CHANCE, Game
from zermelo.game.rules_text import RulesText
from zermelo.games.shared.names import display_name
from zermelo.play.clock import shown
from zermelo.play.session import Session
from zermelo.studio.game_setup import in_words
from zermelo.studio.scene import Scene

_LOW = 20.0
"""Seconds below which a clock is marked."""
_ON_OFF = {"True": "on", "False": "off"}
_DOTS = {"1": "5", "2": "19", "3": "159", "4": "1379", "5": "13579", "6": "134679"}
"""The places of the dots on each face, numbered like the keys of a telephone."""


def status(session: Session, scene: Scene, thinking: bool) -> str:
    waiting, words = session.waiting_for, scene.caption or session.result
    if session.over:
        return f"Game over: {words if session.position.over else session.result}{_verdict(session, scene.caption)}"
    if waiting == "agent" and thinking:
        return f"{session.position.turn} is thinking"
    if waiting == "resume":
        return f"{words} (paused)"
    return f"Your turn: {words}" if waiting == "person" and len(session.people) == 1 < len(session.seats) else words


def news(session: Session, scene: Scene) -> str:
    """What happened last: an opponent's move and the outcomes of chance. Dice are drawn instead."""
    at = session.at
    while at > 0 and session.plies[at].by == CHANCE:
        at -= 1
    ply, told = session.plies[at], []
    if ply.by is not None and ply.by not in (CHANCE, session.position.player):
        told.append(f"{session.game.players[ply.by]} played {ply.move}")
    if scene.rolls and not scene.dice:
        told.append(f"chance: {' '.join(scene.rolls[-3:])}")
    return " · ".join(told)


def _verdict(session: Session, caption: str) -> str:
    """The end of the game: won or lost for the only person, else who won, or the points of a single player; empty if `caption` says it."""
    outcome = session.outcome
    if len(session.seats) == 1 and caption not in ("", session.result):
        return f" · {session.result}"
    if outcome is None or outcome.winner is None:
        return ""
    if len(session.people) == 1 < len(session.seats):
        return " · you won" if session.people[0] == outcome.winner else " · you lost"
    return f" · {session.game.players[outcome.winner]} won" if outcome.reason in ("resignation", "time") else ""


def seats(session: Session) -> str:
    """A line for each player: colour, name, who plays, and the time left."""
    left, rows, outcome = session.left(), [], session.outcome
    for number, (player, seat) in enumerate(zip(session.game.players, session.seats, strict=True)):
        turn = outcome is None and session.position.player == number
        note = "to move" if turn else "won" if outcome is not None and number == outcome.winner else ""
        low = " low" if left and left[number] < _LOW else ""
        time = f'<span class="time{low}" role="timer">{shown(left[number])}</span>' if left else ""
        rows.append(
            f'<div class="seat{" turn" if turn else ""}"{" aria-current=true" if turn else ""}>'
            f'<span class="arrow" aria-hidden="true">{"▸" if turn else ""}</span>'
            f'<span class="chip" style="background:{colour(session.game, number)}"></span>'
            f'<b>{escape(player)}</b><span class="who">{escape(in_words(seat.text))}</span>'
            f"{f'<span class=note>{note}</span>' if note else ''}{time}</div>"
        )
    return "".join(rows) + "".join(f'<div class="soft">{escape(line)}</div>' for line in chosen(session))


def chosen(session: Session) -> list[str]:
    """Which agents have moved that nobody named, and why, one line for each player; levels are named beside their players."""
    found: dict[int, str] = {}
    for ply, after in pairwise(session.plies[: session.at + 1]):
        report = ply.report
        if report is not None and report.why is not None and after.by is not None and not report.agent.startswith("level("):
            found[after.by] = f"{session.game.players[after.by]} · {report.agent}: {report.why}"
    return [found[player] for player in sorted(found)]


def colour(game: Game, player: int) -> str:
    """A player's colour in pictures, escaped, because a game may come from an untrusted file."""
    known = game.colours
    return escape(str(known[player % len(known)])) if known else "transparent"


def title(game: Game) -> str:
    """The name of a game for people and, in small letters, the parameters that are not the usual ones, as HTML.

    >>> from zermelo import find
    >>> title(find("twentyfortyeight")), title(find("hex(size=5, swap=True)"))
    ('2048', 'Hex <small>size 5, swap on</small>')
    """
    told = re.sub(r"\b([a-z_]+)=", r"\1 ", str(game).partition("(")[2].removesuffix(")"))
    settings = re.sub(r"\b(True|False)\b", lambda word: _ON_OFF[word[0]], told)
    return escape(display_name(type(game))) + (f" <small>{escape(settings)}</small>" if settings else "")


def sentence(game: Game) -> str:
    """A game in one sentence: the first paragraph of its class's docstring."""
    return RulesText.of(game).sentence


def rules(game: Game) -> str:
    """The rules of a game for players, and below a fold the notes for programmers, as HTML; empty if they say no more than `sentence`.

    All texts are escaped, because a game may come from an untrusted file.
    """
    text = RulesText.of(game)
    if not text.paragraphs and text.notes in ("", text.sentence):
        return ""
    parts = [f"<p>{escape(text.sentence)}</p>" if text.sentence else ""]
    for label, words in text.paragraphs:
        if "\n" in words:
            parts.append(f"<pre>{escape(words)}</pre>")
        else:
            parts.append(f"<p>{f'<b>{label}:</b> ' if label else ''}{escape(words)}</p>")
    if text.notes:
        parts.append(f"<details><summary>Notes for programmers</summary><pre>{escape(text.notes)}</pre></details>")
    return "".join(parts)


def die(number: str) -> str:
    """The picture of a die; screen readers read its number."""
    dots = "".join(
        f'<circle cx="{8 + 8 * ((int(place) - 1) % 3)}" cy="{8 + 8 * ((int(place) - 1) // 3)}" r="2.6" fill="#222222"/>'
        for place in _DOTS[number]
    )
    body = '<rect x="1" y="1" width="30" height="30" rx="6" fill="#fffdf6" stroke="#8a8578"/>'
    return f'<svg viewBox="0 0 32 32" role="img" aria-label="{number} on a die">{body}{dots}</svg>'
