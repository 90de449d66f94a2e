"""The form for a new game: the game and its parameters, the seats, the clocks and the first position."""

from collections.abc import Awaitable, Callable, Sequence

from nicegui import ui

from zermelo.game import Game
from zermelo.game.kind import kind
from zermelo.games import catalog
from zermelo.hosting.limits import FILES_ARE_OFF
from zermelo.play.transcript import PERSON
from zermelo.studio.descriptions import sentence
from zermelo.studio.elements import TextFile, button, code_field, error_label, errors_in, heading, position_field
from zermelo.studio.frame import Visit
from zermelo.studio.game_setup import FIRST_LEVEL, Setup, asked_for, in_words, opponents, parameters
from zermelo.studio.rulefiles import keep_file

_OTHER = "other"
_CLOCKS = {
    "": "none",
    "1": "1 minute",
    "3+2": "3 minutes + 2 s",
    "5": "5 minutes",
    "10+5": "10 minutes + 5 s",
    "30": "30 minutes",
}


class NewGame:
    """A dialog; `begin` gets what was chosen and raises an error if it is not possible."""

    def __init__(self, visit: Visit, begin: Callable[[Setup], Awaitable[None]]) -> None:
        self.visit, self.begin = visit, begin
        self.fields: dict[str, ui.input] = {}
        self.kinds: list[ui.select] = []
        self.others: list[ui.input] = []
        self.own: dict[str, str] = {}
        """Games from files that the visitor opened."""
        self.own_agents: dict[str, str] = {}
        with ui.dialog() as self.dialog, ui.card().classes("form"):
            heading("New game", 1)
            self.game = ui.select(_games(), value="connect4", label="Game", on_change=self._choose_game).props("outlined dense")
            self.about = ui.label().classes("soft")
            self.parameters = ui.element("div").classes("fields")
            self._own_rules()
            heading("Players")
            self.seats = ui.element("div").classes("fields")
            self.clock = ui.select(_CLOCKS, value="", label="Clock for each player").props("outlined dense")
            with ui.element("details"):
                ui.html("Start from another position", tag="summary", sanitize=False)
                self.position = position_field()
            self.error = error_label()
            with ui.element("div").classes("row"):
                button("Begin", self._begin, main=True)
                button("Cancel", self.dialog.close)

    async def open(self, game: str) -> None:
        """Open the form; `game` is the one on the board and is offered first."""
        self.error.text = ""
        self.dialog.open()
        title = game.partition("(")[0]
        if title != self.game.value and title in self.game.options:
            self.game.value = title
        elif not self.kinds:
            await self._choose_game()

    def _own_rules(self) -> None:
        if self.visit.limits.files:
            TextFile("Open your own rules or agents (.py)", ".py", self._open_file, lambda words: self.error.set_text(words))
        else:
            ui.label(FILES_ARE_OFF).classes("soft")

    async def _open_file(self, name: str, text: str) -> None:
        with errors_in(self.error):
            found = await self.visit.workers.quick(lambda: keep_file(name, text))
            self.own_agents |= found.agents
            if not found.games:
                await self._choose_seats()
                return
            first = next(iter(found.games))
            await self.visit.workers.quick(lambda: self.visit.limits.game(first))
            self.own = {**self.own, **found.games}
            self.game.set_options({**self.own, **_games()}, value=first)

    @property
    def asked(self) -> str:
        title, values = str(self.game.value), {name: str(field.value or "") for name, field in self.fields.items()}
        return asked_for(title, values) if title in catalog() else title

    async def _choose_game(self) -> None:
        """Show the parameters and the players of the chosen game."""
        title = str(self.game.value)
        self.parameters.clear()
        self.fields = {}
        with self.parameters:
            for name, usual in parameters(title).items() if title in catalog() else ():
                self.fields[name] = ui.input(name, value=usual).props("outlined dense").on("blur", self._choose_seats)
        self.position.value = ""
        await self._choose_seats()

    async def _choose_seats(self) -> None:
        with errors_in(self.error):
            start = await self.visit.workers.quick(lambda: self.visit.limits.game(self.asked).start())
            self._show_seats(start.game, await self.visit.workers.quick(lambda: opponents(start)))

    def _show_seats(self, game: Game, known: Sequence[str]) -> None:
        self.about.text = sentence(game)
        before = [str(kind.value) for kind in self.kinds]
        options = {PERSON: "a person", **self.own_agents, **{text: in_words(text) for text in known}, _OTHER: "another agent ..."}
        usual = FIRST_LEVEL if FIRST_LEVEL in known else known[0] if known else PERSON
        self.seats.clear()
        self.kinds, self.others = [], []
        with self.seats:
            for number, player in enumerate(game.players):
                was = before[number] if number < len(before) and before[number] in options else usual if number else PERSON
                self._seat(player, options, was)

    def _seat(self, player: str, options: dict[str, str], value: str) -> None:
        with ui.element("div"):
            kind = ui.select(options, value=value, label=player).props("outlined dense")
            other = code_field("agent", placeholder="alphabeta(depth=6)")
            other.bind_visibility_from(kind, "value", value=_OTHER)
        self.kinds.append(kind)
        self.others.append(other)

    async def _begin(self) -> None:
        pairs = zip(self.kinds, self.others, strict=True)
        seats = tuple(str(other.value or "") if kind.value == _OTHER else str(kind.value) for kind, other in pairs)
        setup = Setup(self.asked, seats, str(self.clock.value or ""), str(self.position.value or ""))
        with errors_in(self.error):
            await self.begin(setup)
            self.dialog.close()


def _games() -> dict[str, str]:
    return {title: title for title, game in catalog().items() if title != "tree" and not kind(game).hidden}
