"""A game at the terminal: asks people for moves, lets agents and chance act, and says how the game ended.

An input is the name of a legal move or one of the `words`, such as help, undo and hint. If a move has the name of a word, it is the
move. After the end of the game the words still work: to undo, to ask why, to save.
"""

from contextlib import suppress

from rich.console import Console
from rich.text import Text

from zermelo.cli import board, paint, words
from zermelo.cli.choosing import Chooser, Listing, Pointing, chooser
from zermelo.cli.prompt import Prompt, Quit
from zermelo.cli.thinking import think
from zermelo.errors import GameError, MoveError, Resigned, nearest
from zermelo.game import Game, Position
from zermelo.game.listing import about
from zermelo.play import hints
from zermelo.play.chance import faces
from zermelo.play.clock import shown
from zermelo.play.onlooker import Onlooker
from zermelo.play.seats import ALL, find_players
from zermelo.play.session import Session
from zermelo.report import Report

_AFTERWARDS = "why, save FILE, or Enter to leave: "


class Playing:
    """Plays one session at a terminal."""

    def __init__(self, session: Session, out: Console, prompt: Prompt, backend: str | None = None) -> None:
        self.session, self.out, self.prompt, self.backend = session, out, prompt, backend
        self.players = session.game.players
        self.choose: Chooser | None = None
        """The chooser, while a person is asked for a move."""
        self.cursor: str | None = None
        self.onlookers = [Onlooker(session.game, player) for player in session.people]

    def play(self) -> None:
        """Play to the end of the game, and on if a person undoes it."""
        self._greet()
        while True:
            while not self.session.over:
                self._turn()
            self.out.print("\n", board.show(self.session.position, self.out), sep="")
            self._tell_result()
            if not self._goes_on():
                return

    def _tell_result(self) -> None:
        outcome, people = self.session.outcome, self.session.people
        won = outcome is not None and outcome.reason == "rules" and any(player in outcome.winners for player in people)
        self.say(paint.paint(f"Game over: {self.session.result}{' - congratulations!' if won else ''}", self.players))

    def say(self, told: Text | str) -> None:
        paint.say(self.out, told)

    @property
    def on_screen(self) -> bool:
        """Whether a board is drawn that disappears when the game is left."""
        return self.choose is not None

    def _greet(self) -> None:
        session = self.session
        against = " and ".join(dict.fromkeys(seat.text for seat in session.seats if not seat.is_person))
        you = " and ".join(self.players[player] for player in session.people)
        alone = "You play alone." if len(self.players) == 1 else f"You play all sides: {you}."
        if self.out.is_terminal and (rules := about(type(session.game))):
            self.say(Text(rules, paint.QUIET))
        greeting = f"You are {you} against {against}." if against else alone
        self.say(paint.paint(f"{greeting} Type a move, or help.", self.players))
        self._tell_choices()

    def _tell_choices(self) -> None:
        """Say which agent plays where it was not named, and why."""
        for line in hints.choices(self.session):
            self.say(Text(line, paint.QUIET))

    def _goes_on(self) -> bool:
        """After the end, ask for words. True if one of them, such as `undo`, lets the game go on."""
        with suppress(Quit):
            while self.session.over:
                text = self.prompt.may_ask(f"undo, {_AFTERWARDS}" if self.session.can_undo else _AFTERWARDS)
                if not text:
                    return False
                if not words.obey(self, text):
                    self.say(f"The game is over, so `{text}` cannot be played; the words are {', '.join(words.WORDS)}.")
            return True
        return False

    def _turn(self) -> None:
        waiting = self.session.waiting_for
        if waiting == "person":
            self._ask_person()
        elif waiting == "resume":
            self.session.resume()
        elif waiting == "agent":
            self._let_agent_move()
        else:
            self._let_chance_decide()

    def _let_agent_move(self) -> None:
        position = self.session.position
        try:
            found = self.think(self.session)
        except Resigned:
            self.session.give_up(position)
            return
        if found.stopped == "interrupt":
            raise KeyboardInterrupt
        if not position.game.hides:
            self.say(paint.summary(found, self.players))
        self.session.answer(position, found)
        after = self.session.position
        if position.game.hides and after.parent is position and all(each.notices(after) for each in self.onlookers):
            told = f"plays {found.move}" if self._may_tell() else "has moved"
            self.say(paint.paint(f"{position.turn} {told}", self.players))

    def think(self, session: Session) -> Report:
        label = f"{session.position.turn} is thinking"
        return think(session.position, session.thinker, label, secret=session.has_secrets)

    def _may_tell(self) -> bool:
        """Whether the people at the keyboard may be told the last move, all of them."""
        return all(onlooker.knows(self.session.position) for onlooker in self.onlookers)

    def _let_chance_decide(self) -> None:
        before = self.session.position
        outcome = self.session.roll()
        if self._may_tell():
            self.out.print(chance_line(before, outcome, self.out))

    def _ask_person(self) -> None:
        """Ask until the position changes."""
        before = self.session.position
        choose = self.choose = self._chooser()
        self.out.print()
        if choose is None:
            self.out.print(board.show(before, self.out))
        while self.session.position is before and not self.session.over:
            left = self.session.left()
            question = f"your move ({before.turn}{f', {shown(left[before.player])}' if left else ''}): "
            text = self.prompt.ask(question, choose)
            is_move = self._is_move(text)
            if choose is not None and is_move:
                self.out.print(board.show(before, self.out))
            if self.prompt.keyboard is not None:
                self.out.print(f"{question}{text}")
            if is_move or not words.obey(self, text or "moves"):
                self._try(text)
            elif choose is not None:
                choose.escape()
        if isinstance(choose, Pointing):
            self.cursor = choose.cursor
        self.choose = None

    def _chooser(self) -> Chooser | None:
        """The chooser for keys; None without keys, or if the screen is too small."""
        if self.prompt.keyboard is None:
            return None
        choose = chooser(self.session.position.seen(), self.out, self.cursor)
        choose.names = [*choose.names, *words.WORDS]
        return choose if self.prompt.fits(choose) else None

    def _is_move(self, text: str) -> bool:
        with suppress(MoveError):
            self.session.position.parse(text)
            return True
        return False

    def _try(self, text: str) -> None:
        try:
            self.session.play(text)
        except MoveError as error:
            meant = nearest(text.partition(" ")[0], words.WORDS)
            self.say(f"{str(error).partition(' Did you mean')[0]}{meant}" if meant else str(error))


def chance_line(position: Position, outcome: int, out: Console) -> str:
    """What chance decided, with dice on a terminal that can show them."""
    name = position.name(outcome)
    dice = faces(name, len(position.choices)) if out.is_terminal and out.encoding.startswith("utf") else ""
    return f"Chance decides: {name}{f'  {dice}' if dice else ''}"


def ask_players(game: Game, out: Console, prompt: Prompt) -> frozenset[int]:
    """Ask which players are people."""
    players = game.players
    if len(players) == 1:
        return frozenset([0])
    question = f"{', '.join(players[:-1])} or {players[-1]}? "
    choose = Listing([*players, ALL], out) if prompt.keyboard is not None else None
    while True:
        text = prompt.ask(question, choose)
        if text.lower() in ("quit", "q", "exit") and text not in players:
            raise Quit
        try:
            return find_players(game, [text] if text in players else text.replace(",", " ").split() or [text])
        except GameError:
            paint.say(out, f"Please answer with one of these names: {', '.join(players)}; or {ALL}.")
