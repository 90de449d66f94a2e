"""How a game begins: the game, the seats, the clocks and the first position. This comes from a form, from an address such as
`/?game=connect4&seats=person|level(3)&moves=4 4`, from a saved game, or from what the browser kept when the page was left.

All of these are untrusted texts. Here they become a session, or an error that says what is wrong.
"""

import inspect
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

from zermelo.agents.auto import DEFAULT
from zermelo.agents.levels import LEVELS
from zermelo.agents.registry import agent
from zermelo.engine.agent import fits
from zermelo.errors import GameError, ZermeloError
from zermelo.files import programs_off
from zermelo.game import Game, Position
from zermelo.game.loading import split_name
from zermelo.games import catalog
from zermelo.hosting.limits import Limits, renewed
from zermelo.play.clock import TimeControl
from zermelo.play.seats import seated
from zermelo.play.session import Session
from zermelo.play.transcript import PERSON, Transcript, TranscriptError
from zermelo.studio.scene import look

FIRST_GAME = "connect4"
FIRST_LEVEL = "level(3)"
_SEPARATOR = "|"
"""Between two seats in an address; agents contain commas and brackets."""
_LONGEST_ADDRESS = 1800
_FEN = re.compile(r"([1-8KQRBNPkqrbnp]+/){7}[1-8KQRBNPkqrbnp]+(\s|$)")
_MOVETEXT = re.compile(r"1\s*\.+\s*[a-hKQRBNO]")
"""How the moves of a chess game begin; many programs copy them without tags."""
_AUTO = "the agent that fits"
_SAID = {
    "level": "level {1}",
    "seconds=": "{0}, {1} s a move",
    "playouts=": "{0}, {1} playouts a move",
    "games=": "{0}, {1} games a move",
}


@dataclass(frozen=True)
class Setup:
    game: str = FIRST_GAME
    seats: tuple[str, ...] = ()
    """Empty for one person against suitable opponents."""
    clock: str = ""
    position: str = ""
    moves: str = ""
    shared: bool = False
    """Whether each person plays in their own browser. Always so where something is hidden."""

    @classmethod
    def from_address(cls, query: Mapping[str, str]) -> "Setup | None":
        """The game that an address asks for; None if it asks for nothing."""
        if not any(query.get(name) for name in ("game", "seats", "position", "moves")):
            return None
        seats = tuple(filter(None, (seat.strip() for seat in query.get("seats", "").split(_SEPARATOR))))
        texts = {name: query.get(name, "") for name in ("clock", "position", "moves")}
        return cls(query.get("game") or FIRST_GAME, seats, **texts, shared=bool(query.get("shared")))

    def session(self, limits: Limits, seed: int) -> Session:
        """The session, ready to begin."""
        position = limits.position(limits.game(self.game), self.position, self.moves)
        if ".py" in self.game or ".pl" in self.game:
            look(position, asked=True)  # fails now if the board cannot be drawn
        made = _session(position, self.seats or _default_seats(position), limits, seed, TimeControl.read(self.clock))
        if not made.people and (self.shared or made.game.hides):
            raise GameError(f"at least one player of {made.game} must be a person here; choose `a person` for a player")
        return made


def load(text: str, name: str, limits: Limits, seed: int, known: Game | None = None) -> Session:
    """The session of a saved game; `known` is the current game, which may be a game that is not built in."""
    played = Transcript.from_pgn(text) if name.lower().endswith(".pgn") else Transcript.loads(text)
    with limits.file_guard(), programs_off("nothing that a saved game names is run; choose the agent again"):
        if known is not None and str(known) == played.game:
            return _resume(played, limits, seed, known, None)
        if played.game.partition("(")[0].strip().lower() not in catalog():
            raise TranscriptError(
                f"the saved game is of {played.game}, which is not built in; open its rules first, then load it again"
            )
        return _resume(played, limits, seed, limits.game(played.game), None)


def keep(session: Session, game: str) -> str:
    """What the browser keeps so that the game goes on after a reload; `game` is the text that the visitor chose it with."""
    clock = "" if session.control is None else str(session.control)
    return json.dumps({"game": game, "clock": clock, "left": session.left(), "transcript": session.transcript().to_json()})


def address(session: Session, game: str) -> str:
    """The address that opens the game on the board with its moves; only the game and its seats if that would be too long."""
    played, seats = session.transcript(), tuple(seat.text for seat in session.seats)
    clock = "" if session.control is None else str(session.control)
    try:
        whole = address_of(Setup(game, seats, clock, _shorter(session.game, played.start or ""), " ".join(played.moves)))
    except GameError:  # of a seat that no address can name
        return f"/?{urlencode({'game': game})}"
    return whole if len(whole) <= _LONGEST_ADDRESS else address_of(Setup(game, seats))


def _shorter(game: Game, position: str) -> str:
    """The last line of a position if it says all, as a FEN does; else the whole text."""
    last = position.strip().rpartition("\n")[2].strip()
    with suppress(ZermeloError):
        return last if game.position(last) == game.position(position) else position
    return position


def pasted(text: str, limits: Limits, seed: int, known: Game | None) -> Session:
    """The session of a text that a visitor has pasted: a saved game, a PGN with or without tags, or a position of the current game; of chess, if it is a FEN."""
    stripped = text.strip()
    if stripped.startswith("{"):
        return load(stripped, "pasted.json", limits, seed, known)
    if (stripped.startswith("[") and not stripped.startswith("[[")) or _MOVETEXT.match(stripped):
        return load(stripped, "pasted.pgn", limits, seed, known)
    game = limits.game("chess") if known is None or (_FEN.match(stripped) and known.title() != "chess960") else known
    if game.hides:
        raise GameError(f"{game} hides something from its players; begin it by the form for a new game")
    position = limits.position(game, stripped)
    return _session(position, [PERSON] * len(game.players), limits, seed, None)


def recall(text: str, limits: Limits, seed: int) -> tuple[Session, str]:
    """The session that a browser kept, and the text of its game."""
    try:
        kept = json.loads(text)
        asked, clock, left = str(kept["game"]), str(kept["clock"]), [float(each) for each in kept["left"]]
        played = Transcript.from_json(kept["transcript"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise TranscriptError("the game that the browser kept cannot be read; a new one begins") from None
    with limits.file_guard():
        session = _resume(played, limits, seed, limits.game(asked), TimeControl.read(clock))
    if session.clocks is not None and len(left) == len(session.seats):
        session.clocks.left = [min(max(0.0, each), 1e6) for each in left]  # infinity cannot be shown
    return session, asked


def _resume(played: Transcript, limits: Limits, seed: int, game: Game, control: TimeControl | None) -> Session:
    if game.hides:
        raise GameError(
            f"{game} hides something from its players, and a saved game shows everything; `zermelo play {game.title()} --load FILE` opens it"
        )
    position = played.replay(game)

    def seat(text: str) -> str:
        """The agent if it can play here; else a person, because a PGN has names of people."""
        with suppress(ZermeloError):
            limits.agent(text, position)
            return text
        return PERSON

    seats = [PERSON if text == PERSON else seat(text) for text in played.seats] or [PERSON] * len(game.players)
    session = _session(position, seats, limits, seed, control)
    session.ended = None if position.over else played.outcome
    return session


def _session(position: Position, seats: Sequence[str], limits: Limits, seed: int, control: TimeControl | None) -> Session:
    return Session(position, seated(seats, lambda text: limits.agent(text, position)), control, seed, renew=renewed)


# Choices for forms


def parameters(title: str) -> dict[str, str]:
    """The parameters of a game with their defaults.

    >>> parameters("connect")
    {'rows': '6', 'cols': '7', 'line': '4', 'players': '2'}
    """
    signature = inspect.signature(catalog()[title])
    return {
        name: str(each.default) if isinstance(each.default, str) else repr(each.default)
        for name, each in signature.parameters.items()
        if each.default is not inspect.Parameter.empty and each.kind is not inspect.Parameter.VAR_KEYWORD
    }


def asked_for(title: str, values: Mapping[str, str]) -> str:
    """The text of a game with these parameters; defaults are left out.

    >>> asked_for("connect", {"rows": "5", "cols": "7", "line": " 4"})
    'connect(rows=5)'
    """
    usual = parameters(title)
    changed = [f"{name}={value.strip()}" for name, value in values.items() if value.strip() not in ("", usual.get(name))]
    return f"{title}({', '.join(changed)})" if changed else title


def address_of(setup: Setup) -> str:
    """The address of the board at which a game begins; `Setup.from_address` reads it.

    >>> address_of(Setup("hex(size=5)", ("person", "level(3)")))
    '/?game=hex%28size%3D5%29&seats=person%7Clevel%283%29'
    """
    if any(_SEPARATOR in seat for seat in setup.seats):
        raise GameError(f"an address cannot name an agent with `{_SEPARATOR}`; begin without it, then choose it under New game")
    parts = {"game": setup.game, "seats": _SEPARATOR.join(setup.seats), "clock": setup.clock, "position": setup.position}
    parts |= {"moves": setup.moves, "shared": "1" if setup.shared else ""}
    return f"/?{urlencode({name: text for name, text in parts.items() if text})}"


def opponents(position: Position) -> list[str]:
    """Agents that can play a game, levels first."""
    texts = [*(f"level({number})" for number in range(1, len(LEVELS) + 1)), str(DEFAULT)]
    texts += ["uct(playouts=200)", "uct(seconds=1)", "montecarlo(games=20)", "random"]
    return [text for text in dict.fromkeys(texts) if fits(agent(text), position)]


def in_words(text: str) -> str:
    """A seat in words.

    >>> in_words("level(3)"), in_words("uct(seconds=1)"), in_words("alphabeta(depth=3, table=True)")
    ('level 3', 'uct, 1 s a move', 'alphabeta(depth=3, table=True)')
    >>> in_words("auto(seconds=1)"), in_words("a/b/my_agents.py:center")
    ('the agent that fits, 1 s a move', 'center of my_agents.py')
    """
    named = split_name(text.partition("(")[0])
    if named is not None:
        return f"{text[len(str(named[0])) + 1 :] or 'agent'} of {named[0].name}"
    match = re.fullmatch(r"(\w+)\((\w+=)?([\d.]+)(, ordering=all, table=True)?\)", text)
    said = _SAID.get("level" if match[1] == "level" else str(match[2])) if match else None
    return said.format(_AUTO if match[1] == "auto" else match[1], match[3]) if match and said else text


def _default_seats(position: Position) -> Sequence[str]:
    if position.over:
        return [PERSON] * len(position.game.players)
    known = opponents(position)
    other = FIRST_LEVEL if FIRST_LEVEL in known else next((text for text in known if text != "random"), "random")
    return [PERSON] + [other] * (len(position.game.players) - 1)
