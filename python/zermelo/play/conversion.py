"""Files of games and positions turned into other formats: what `zermelo convert` does.

The moves of all main lines, and of variations in PGN and PDN, are checked by the rules on the way. Several games stay in one file where the format can hold them; saved games become files with numbers, game-1.json and so on.
What the new format cannot hold is counted, never dropped in silence. No file is written before all games were read.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from zermelo.errors import ZermeloError
from zermelo.files import check_allowed, check_place, expanded, write_whole
from zermelo.game import Game
from zermelo.play.notation.entry import Entry, NotationError
from zermelo.play.notation.formats import ENDINGS, Format, endings, format_of, read_file
from zermelo.play.notation.transcripts import transcript
from zermelo.play.transcript import SUFFIXES, Transcript
from zermelo.score import counted

MOST_FILES = 10_000
"""The most files that one conversion writes."""


@dataclass(frozen=True)
class Conversion:
    """What was written, and what the new format could not hold."""

    game: str
    entries: int
    plies: int
    files: tuple[str, ...]
    lost: dict[str, int]
    """How many moves, variations, comments, tags and answers are left out; only what is not 0."""
    ending: str

    def note(self) -> str:
        """One sentence about what is left out; empty if nothing is."""
        if not self.lost:
            return ""
        parts = [counted(number, what.removesuffix("s")) for what, number in self.lost.items()]
        told = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
        verb = "is" if sum(self.lost.values()) == 1 else "are"
        return f"{told} {verb} left out: {_HOLDS[self.ending]}"


_HOLDS = {
    ".ggf": "a .ggf file holds the main line",
    ".json": "a .json file holds the main line and who played",
    ".epd": "a .epd file holds positions",
    ".obf": "a .obf file holds positions with values",
    ".txt": "a .txt file holds only moves or positions",
    ".pgn": "a .pgn file holds no such thing",
    ".pdn": "a .pdn file holds no such thing",
    ".sgf": "a .sgf file holds only some of the tags",
}
_KINDS = ("moves", "variations", "comments", "tags", "answers", "cube actions")
_SGF_TAGS = ("Event", "Round", "Site", "Date")


def convert(source: str | Path, target: str | Path, game: Game | None = None, force: bool = False) -> Conversion:
    """Write the games or positions of a file in the format that the ending of another name means."""
    check_allowed()
    old, new = format_of(source), format_of(target)
    place = expanded(target)
    check_place(place, NotationError)
    if place.exists() and expanded(source).exists() and place.resolve() == expanded(source).resolve():
        raise NotationError(f"`{target}` is the file that is read; give another name")
    texts: list[str] = []
    lost: Counter[str] = Counter()
    plies, name = 0, ""
    for entry in read_file(source, game):  # one by one: the positions of many games would fill the memory
        if not new.fits(entry.position.game):
            known = ", ".join(endings(entry.position.game))
            raise NotationError(f"{new.name} is for {new.games}, not for {entry.position.game}; it can be written as {known}")
        texts.append(new.write(entry))
        lost += _lost(entry, old, new)
        plies += entry.plies
        name = name or str(entry.position.game)
    whole = dict(_files(place, new, texts))
    if not force:
        for path in whole:
            _check_kind(path, new)
    for path, text in whole.items():
        write_whole(path, text, NotationError)
    told = {what: lost[what] for what in _KINDS if lost[what]}
    return Conversion(name, len(texts), plies, tuple(map(str, whole)), told, new.ending)


def load(path: str | Path, game: Game) -> Transcript:
    """The first game of a file of any format, as a saved game. A name without an ending, .json and .pgn are what they are for saved games."""
    suffix = Path(path).suffix.lower()
    if not suffix or suffix in SUFFIXES or suffix not in ENDINGS:
        return Transcript.load(path)
    return transcript(next(read_file(path, game)))


def _files(place: Path, new: Format, texts: Sequence[str]) -> Iterator[tuple[Path, str]]:
    """The files and what they will contain."""
    if new.several or len(texts) == 1:
        yield place, new.between.join(texts)
        return
    if len(texts) > MOST_FILES:
        raise NotationError(
            f"there are {len(texts)} games, but {new.name} holds one, and at most {MOST_FILES} files are written; choose another format"
        )
    digits = len(str(len(texts)))
    for number, text in enumerate(texts, 1):
        numbered = place.with_name(f"{place.stem}-{number:0{digits}}{place.suffix}")
        check_place(numbered, NotationError)
        yield numbered, text


def _check_kind(path: Path, new: Format) -> None:
    """Refuse to replace a file that is not of the format."""
    if not path.exists() or path.stat().st_size == 0:
        return
    try:
        if new.ending == ".txt":
            raise NotationError("any text could be a plain list")
        next(read_file(path))
    except ZermeloError:
        what = "a file that could be anything" if new.ending == ".txt" else f"not {new.name}"
        raise NotationError(f"`{path}` already exists and is {what}; choose another name, or add --force to replace it") from None


def _lost(entry: Entry, old: Format, new: Format) -> Counter[str]:
    """What the new format does not hold of an entry, with numbers."""
    if old is new:
        return Counter()
    numbers = (entry.plies, entry.variations, entry.comments, _tags(entry, new), entry.answers, entry.cube)
    held = set(new.holds) | ({"answers"} if "comments" in new.holds else set())
    if new.ending == ".sgf":
        held -= {"tags"}
    return Counter({what: number for what, number in zip(_KINDS, numbers, strict=True) if what not in held})


def _tags(entry: Entry, new: Format) -> int:
    if new.ending == ".sgf":
        return sum(bool(value.strip("?. ")) for tag, value in entry.told.tags.items() if tag not in _SGF_TAGS)
    return entry.tags
