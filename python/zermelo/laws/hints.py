"""All hints. A hint tells what is a mistake in most games, but may be meant in this one; it does not break a law."""

import zermelo.laws.foresight as foresight
import zermelo.laws.indices as indices
import zermelo.laws.outcomes as outcomes
import zermelo.laws.sight as sight
import zermelo.laws.sources as sources
import zermelo.laws.symmetry as symmetry
from zermelo.errors import ZermeloError
from zermelo.laws.evidence import Evidence
from zermelo.laws.result import Hint

HINTS = (
    *outcomes.SUSPICIONS,
    *symmetry.SUSPICIONS,
    *foresight.SUSPICIONS,
    *indices.SUSPICIONS,
    *sources.SUSPICIONS,
    *sight.SUSPICIONS,
)


def hints(evidence: Evidence, playable: bool) -> tuple[Hint, ...]:
    """What may be a mistake. If a game is not `playable`, because its rules fail, only what does not need games is told."""
    found: list[Hint] = []
    for suspicion in HINTS:
        if suspicion.plays and not playable:
            continue
        try:
            told = suspicion.find(evidence)
        except ZermeloError:  # of rules that fail here; their laws report that
            continue
        if told is not None:
            found.append(told)
            playable = playable and not suspicion.explains
    return tuple(found)
