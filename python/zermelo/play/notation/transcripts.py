"""Saved games (`zermelo.play.transcript`) as one of the formats: the main line of one game, for every game."""

from collections.abc import Iterator
from dataclasses import replace

from zermelo.game import Game
from zermelo.play.notation.entry import Entry, Told
from zermelo.play.transcript import Transcript


def read_transcript(text: str, game: Game | None = None) -> Iterator[Entry]:
    played = Transcript.loads(text)
    yield Entry(played.replay(game), Told(played.seats, played.outcome), played)


def write_transcript(entry: Entry) -> str:
    return transcript(entry).dumps()


def transcript(entry: Entry) -> Transcript:
    """The game of an entry as a saved game. Its outcome is what the file says, if the rules end the game differently."""
    if isinstance(entry.whole, Transcript):
        return entry.whole
    made, told = Transcript.of(entry.position, entry.told.seats, entry.told.outcome), entry.told.outcome
    if told is not None and made.outcome is not None and told.winner != made.outcome.winner:
        return replace(made, outcome=told)
    return made
