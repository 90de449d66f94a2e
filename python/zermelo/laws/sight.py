"""What each player does not see: no law can know what an author means to hide, so a check shows what is hidden, and the author sees what is missing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import RuleError
from zermelo.laws.evidence import Evidence, Suspicion, hint
from zermelo.laws.result import Hint, Sight
from zermelo.laws.worlds import told

_POSITIONS = 300
"""Positions that are looked at, evenly spread over those that were checked."""
_MOST = 6
"""Fields and entries that are named for each player."""


@dataclass
class _Entry:
    """A field or an entry of a row, as one player sees it."""

    hidden: list[int] = field(default_factory=list)
    """What is there where something else is seen."""
    seen: list[int] = field(default_factory=list)
    """What is there in all other positions."""

    @property
    def shown(self) -> int:
        """In how many positions the player sees what is hidden at other times; the sign of a missing or played card is no such thing."""
        known = set(self.hidden)
        return sum(value in known for value in self.seen)


def sights(evidence: Evidence) -> tuple[Sight, ...]:
    """For each player what is hidden from it while the game goes on; nothing if the game hides nothing, or `hide` fails."""
    if not evidence.game.hides:
        return ()
    try:
        return tuple(Sight(name, _unseen(evidence, player)) for player, name in enumerate(evidence.game.players))
    except RuleError:
        return ()


def _unseen(evidence: Evidence, player: int) -> tuple[str, ...]:
    rows: dict[str, list[_Entry]] = {}
    for sample in evidence.samples(_POSITIONS):
        if sample.over:
            continue
        here, seen = sample.state(), sample.view(player).state()
        for name in evidence.game.layout.fields:
            pairs = list(zip(_values(getattr(here, name)), _values(getattr(seen, name)), strict=True))
            for entry, (value, view) in zip(rows.setdefault(name, [_Entry() for _ in pairs]), pairs, strict=True):
                (entry.seen if value == view else entry.hidden).append(value)
    told = [_told(name, entries) for name, entries in rows.items() if any(entry.hidden for entry in entries)]
    return (*told[:_MOST], f"{len(told) - _MOST} more") if len(told) > _MOST else tuple(told)


def _values(value: Any) -> list[int]:
    return value if isinstance(value, list) else [value]


def _told(name: str, entries: list[_Entry]) -> str:
    """A field by name, with the entries of a row that are ever hidden, and how often they are if not always."""
    places = [at for at, entry in enumerate(entries) if entry.hidden]
    where = "" if len(places) == len(entries) else f"[{_ranges(places)}]"
    hidden = sum(len(entries[at].hidden) for at in places)
    shown = sum(entries[at].shown for at in places)
    part = f" in {hidden / (hidden + shown):.0%} of positions" if shown else ""
    return f"{name}{where}{part}"


def _ranges(places: list[int]) -> str:
    """Numbers in short: 0-3, 5."""
    found: list[list[int]] = []
    for at in places:
        if found and found[-1][1] == at - 1:
            found[-1][1] = at
        else:
            found.append([at, at])
    words = [str(first) if first == last else f"{first}-{last}" for first, last in found]
    return ", ".join(words[:_MOST]) + (", ..." if len(words) > _MOST else "")


def hidden(evidence: Evidence) -> Hint | None:
    """A player from whom nothing is ever hidden, though the game hides something."""
    seeing = [sight.player for sight in sights(evidence) if not sight.unseen]
    if not seeing:
        return None
    rule = "hide" if evidence.game.defines("hide") else "state"
    told = (
        f"nothing is ever hidden from {' or '.join(seeing)}; does `hide` write to the state that it is given, for every player?"
    )
    return hint(evidence, "hidden", told, rule)


def needless(evidence: Evidence) -> Hint | None:
    """A `guess` in a game that hides nothing."""
    if evidence.game.hides or evidence.game.shows_all or not evidence.game.defines("guess"):
        return None
    told = "`guess` is never asked, because the game hides nothing; name rows in `secret`, or write `hide`"
    return hint(evidence, "needless", told, "guess")


SUSPICIONS = (
    Suspicion("hidden", "Nothing is ever hidden from a player, though the game hides something.", hidden),
    Suspicion("told", "A field is hidden from a player who can always tell what is there.", told),
    Suspicion("needless", "The game has a `guess`, though it hides nothing.", needless),
)
