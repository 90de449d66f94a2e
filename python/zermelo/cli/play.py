"""`zermelo play`: people and agents play a game. `playing` asks people for moves, `watching` shows a game of agents."""

import secrets
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from zermelo.agents.registry import AnyAgent
from zermelo.cli.board import show
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import BackendName, GameText, MovesText, PositionText, open_position, prepare, whole
from zermelo.cli.output import note, program
from zermelo.cli.paint import console
from zermelo.cli.playing import Playing, ask_players
from zermelo.cli.prompt import Quit, prompting
from zermelo.cli.seats import choose_opponents, make_opponents, seats_of, take_seats
from zermelo.cli.watching import Watching
from zermelo.engine.agent import Agent
from zermelo.errors import AgentError, PositionError
from zermelo.facade import position_of
from zermelo.game import Game, Position
from zermelo.games import find
from zermelo.outcome import Outcome
from zermelo.play.clock import TimeControl
from zermelo.play.conversion import load as load_game
from zermelo.play.seats import find_players
from zermelo.play.session import Session
from zermelo.play.transcript import Transcript


def play(
    game: GameText,
    /,
    *,
    seat: Annotated[
        list[str] | None,
        Parameter(
            name="--as",
            help="The player that you play. Repeat it for several people, or write all. Without it, you are asked.",
            consume_multiple=False,
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        Parameter(
            help="Your opponent: an agent, or one of your own such as my_agents.py:center; by default auto(seconds=1). "
            "Repeat it for games with more players.",
            consume_multiple=False,
        ),
    ] = None,
    level: Annotated[
        int | None, Parameter(converter=whole, help="The level of your opponents, from 1 (beginner) to 10; not with --against.")
    ] = None,
    watch: Annotated[bool, Parameter(help="Watch: all players are agents, in the order of --against.")] = False,
    load: Annotated[
        Path | None,
        Parameter(help="Go on with a saved game: a .json file, or the first game of a .pgn, .pdn, .sgf or .ggf file."),
    ] = None,
    position: PositionText = None,
    moves: MovesText = None,
    clock: Annotated[str | None, Parameter(help="Minutes for each player, and seconds for each move: 5+3.")] = None,
    backend: BackendName = None,
    seed: Annotated[int | None, Parameter(converter=whole, help="Makes dice and other chance moves repeatable.")] = None,
    plain: Annotated[bool, Parameter(help="Ask for lines of text, without cursor keys.")] = False,
) -> int:
    """Play against agents, against other people, or watch agents play.

    Choose a move with the arrow keys and Enter, or type its name. Type help for other words: hint, why, undo, redo, save and more.
    Moves may also come from a pipe, one a line.

        zermelo play tictactoe
        zermelo play connect4 --as o --against "alphabeta(depth=6)"
        zermelo play "nim([3,4,5])" --as x --against random
        zermelo play othello --level 3
        zermelo play chess --as all
        zermelo play connect4 --watch --against "uct(seconds=1)" --against "level(8)"
        zermelo play connect4 --moves "4 4 5" --as o
        zermelo play chess --load my-game.pgn --as white
        zermelo play my_game.py
        zermelo play tictactoe --as x --against my_agents.py:center
    """
    # Refuse everything that cannot be played before anything is printed or asked.
    if watch and seat:
        raise AgentError("use either --watch or --as, not both: with --watch, all players are agents")
    texts, control = choose_opponents(against, level, seed), TimeControl.read(clock or "")
    start, played = (open_position(game, position, moves), None) if load is None else _load(game, load, position, moves)
    people = find_players(start.game, seat) if seat else frozenset() if watch else None
    if played is not None and people is None and not texts:
        people, texts = seats_of(played)
    opponents = make_opponents(start, texts, backend, 1 if people is None else len(people))
    prepare(start, opponents, backend)

    asked = Asked(game, position, moves, texts, clock, backend, seed)
    return _run(start, people, opponents, control, seed, plain, asked, None if played is None else played.outcome)[0]


@dataclass(frozen=True)
class Asked:
    """The options of this command; `_resume` writes them into the command that continues the game."""

    game: str
    position: str | None = None
    moves: str | None = None
    against: Sequence[str] = ()
    clock: str | None = None
    backend: str | None = None
    seed: int | None = None

    def is_all_of(self, start: Position) -> bool:
        """Whether these options say all about where the game began: it was not loaded."""
        first, moves = start.line()[0], (self.moves or "").split()
        return (self.position is not None or first == start.game.start()) and len(moves) == len(start.history)


def play_game(
    game: str | Game | Position,
    against: AnyAgent | None = None,
    seat: str | None = None,
    *,
    position: str | None = None,
    moves: str | None = None,
    clock: str | None = None,
    seed: int | None = None,
    plain: bool = False,
) -> Transcript:
    """Play a game in this terminal, as `zermelo play` does. Returns the game as it was played, to its end or until you quit; only its
    beginning if you quit while something is hidden from you.

    `against` is your opponent: a text, an agent, or a function from a position to a move; by default the agent that fits the game, for a
    second a move. `seat` is the player that you play; without it, you are asked.
    """
    start = position_of(game, position, moves)
    people = None if seat is None else find_players(start.game, [str(seat)])
    opponents = make_opponents(start, [] if against is None else [against], None, 1 if people is None else len(people))
    prepare(start, opponents, None)
    texts = [against] if isinstance(against, str) else []
    asked = Asked(str(start.game), position, moves, texts, clock, seed=seed)
    session = _run(start, people, opponents, TimeControl.read(str(clock or "")), seed, plain, asked)[1]
    return Transcript.of(start) if session is None or session.has_secrets else session.transcript()


def _run(
    start: Position,
    people: frozenset[int] | None,
    opponents: list[Agent],
    control: TimeControl | None,
    seed: int | None,
    plain: bool,
    asked: Asked,
    ended: Outcome | None = None,
) -> tuple[int, Session | None]:
    """Ask who plays, unless `people` says so, and play to the end. Returns the exit code, and the session if it began."""
    out = console()
    shown: Playing | None = None
    with prompting(out, plain) as prompt:
        try:
            people = ask_players(start.game, out, prompt) if people is None else people
            seats = take_seats(len(start.game.players), people, opponents)
            session = Session(start, seats, control, secrets.randbits(64) if seed is None else seed, ended)
            shown = (Playing if people else Watching)(session, out, prompt, asked.backend)
            shown.play()
            code = 0
        except (Quit, KeyboardInterrupt) as leaving:
            if shown is not None and shown.on_screen:  # the board on the screen has disappeared
                out.print(show(shown.session.position, out))
            out.print(f"\nGoodbye. {_farewell(asked, start, None if shown is None else shown.session, people)}")
            code = 0 if isinstance(leaving, Quit) else INTERRUPTED
        except Exception:
            if shown is not None:
                told = _farewell(asked, start, shown.session, people)
                note(f"{told[0].lower()}{told[1:]}")
            raise
    return code, None if shown is None else shown.session


def _load(game: str, path: Path, position: str | None, moves: str | None) -> tuple[Position, Transcript]:
    if position is not None or moves is not None:
        raise PositionError("use either --load, or --position and --moves, not both")
    rules = find(game)
    played = load_game(path, rules)
    return played.replay(rules), played


def _farewell(asked: Asked, start: Position, session: Session | None, people: frozenset[int] | None) -> str:
    """How to go on with a game that is left. Where something is hidden from people, moves that they have not typed are not told."""
    here = start if session is None else session.position
    secret = start.game.hides and people != frozenset() if session is None else session.has_secrets
    if not secret or (session is None and asked.is_all_of(start)):
        return f"To go on from here: {_resume(asked, here, people)}"
    told = "This game cannot be continued from its moves: they would show what is hidden."
    if asked.seed is None or not asked.is_all_of(start):
        return told
    return f"{told} To begin it again: {_resume(asked, start, people)} --seed {asked.seed}"


def _resume(asked: Asked, here: Position, people: frozenset[int] | None) -> str:
    """The command that goes on with this game."""
    first, words = here.line()[0], ["play", asked.game]
    if asked.position is not None or first != here.game.start():
        words += ["--position", asked.position or str(first)]
    if here.history:
        words += ["--moves", " ".join(here.history)]
    words += ["--watch"] if people == frozenset() else []
    for each in sorted(people or ()):
        words += ["--as", here.game.players[each]]
    for opponent in asked.against:
        words += ["--against", opponent]
    for option, value in (("--clock", asked.clock), ("--backend", asked.backend)):
        words += [] if value is None else [option, value]
    return f"{program()} {shlex.join(words)}"
