"""The form for a new game: the game and its parameters, the seats, the clocks and the first position."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.value_element import ValueElement

from zermelo.game import Game
from zermelo.games import catalog
from zermelo.games.shared.names import display_name
from zermelo.play.transcript import PERSON
from zermelo.studio.controls import USUAL, Control, controls, text_of
from zermelo.studio.descriptions import sentence
from zermelo.studio.elements import TextFile, button, code_field, error_label, errors_in, heading, position_field
from zermelo.studio.frame import Visit
from zermelo.studio.game_setup import FIRST_LEVEL, Setup, asked_for, in_words, opponents
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
    """A dialog; `begin` gets what was chosen and raises an error if it is not possible. `all_games` adds a link to the gallery."""

    def __init__(self, visit: Visit, begin: Callable[[Setup], Awaitable[None]], all_games: bool = True) -> None:
        self.visit, self.begin = visit, begin
        self.fields: dict[str, ValueElement[Any]] = {}
        """The controls of the parameters."""
        self.known: dict[str, Control] = {}
        self.seats_of = ""
        """The game, with its parameters, whose players are shown."""
        self.kinds: list[ui.select] = []
        self.others: list[ui.input] = []
        self.own: dict[str, str] = {}
        """Games from files that the visitor opened."""
        self.own_agents: dict[str, str] = {}
        with ui.dialog().props('aria-label="New game"') as self.dialog, ui.card().classes("form"):
            with ui.element("div").classes("row spread"):
                heading("New game", 1)
                if all_games:
                    ui.link("All games", "/games").classes("all-games")
            self.game = ui.select(_games(), value="connect4", label="Game", on_change=self._choose_game).props("outlined dense")
            self.about = ui.label().classes("soft")
            self.parameters = ui.element("div").classes("fields")
            if visit.limits.files:
                self._own_rules()
            heading("Players")
            self.seats = ui.element("div").classes("fields")
            self.shared = ui.switch("Each person plays in their own browser, by a link").props("dense")
            self.clock = ui.select(_CLOCKS, value="", label="Clock for each player").props("outlined dense")
            with ui.element("details"):
                ui.html("Start from another position", tag="summary", sanitize=False)
                self.position = position_field()
            self.error = error_label()
            if not visit.limits.files:
                ui.label("Games and agents from files are off in this studio; its owner can allow them.").classes("soft")
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
        TextFile("Open your own rules or agents (.py)", ".py", self._open_file, lambda words: self.error.set_text(words))

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
    def values(self) -> dict[str, str]:
        return {name: text_of(field.value) for name, field in self.fields.items()}

    @property
    def asked(self) -> str:
        title = str(self.game.value)
        return asked_for(title, self.values) if title in catalog() else title

    async def _choose_game(self) -> None:
        """Show the parameters and the players of the chosen game."""
        title = str(self.game.value)
        found = await self._controls(title, {})
        if title != self.game.value:  # the visitor has chosen another game meanwhile
            return
        self.parameters.clear()
        self.known = {each.name: each for each in found}
        with self.parameters:
            self.fields = {each.name: self._control(each) for each in found}
        self.position.value = ""
        await self._choose_seats()

    async def _controls(self, title: str, values: Mapping[str, str]) -> list[Control]:
        return await self.visit.workers.quick(lambda: controls(title, values)) if title in catalog() else []

    def _control(self, control: Control) -> ValueElement[Any]:
        """The control of a parameter. A text or a number counts when the visitor leaves it."""
        label = control.name.replace("_", " ")
        if control.kind == "flag":
            return ui.switch(label, value=control.usual == "True", on_change=self._choose_seats).props("dense")
        if control.kind == "choice":
            made = ui.select(_choices(control), value=control.usual, label=label, on_change=self._choose_seats)
            return made.props("outlined dense")
        if control.kind == "number":
            value = None if control.usual == USUAL else float(control.usual)
            places = 0 if control.step == 1 else 1
            number = ui.number(label, value=value, min=control.least, max=control.most, step=control.step, precision=places)
            field: ValueElement[Any] = number.props("outlined dense hide-bottom-space")
        else:
            field = ui.input(label, value=control.usual).props("outlined dense hide-bottom-space").classes("mono")
        field._props["hint"] = control.hint
        return field.on("blur", self._choose_seats)

    async def _limit(self) -> None:
        """What a parameter may be can depend on the others: change limits and choices."""
        title = str(self.game.value)
        found = await self._controls(title, self.values)
        for control in found if title == self.game.value else ():
            if self.known.get(control.name) == control:
                continue
            field, self.known[control.name] = self.fields[control.name], control
            if isinstance(field, ui.select):
                field.set_options(_choices(control), value=field.value if field.value in control.choices else control.usual)
            elif isinstance(field, ui.number) and control.least is not None and control.most is not None:
                field.min, field.max = control.least, control.most
                field._props["hint"] = control.hint
                field.update()

    async def _choose_seats(self) -> None:
        with errors_in(self.error):
            await self._limit()
            asked = self.asked
            start = await self.visit.workers.quick(lambda: self.visit.limits.game(asked).start())
            known = await self.visit.workers.quick(lambda: opponents(start))
            if asked == self.asked:
                self._show_seats(start.game, known)
                self.seats_of = asked

    def _show_seats(self, game: Game, known: Sequence[str]) -> None:
        self.about.text = sentence(game)
        self.shared.set_visibility(not game.hides)
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
        if self.asked != self.seats_of:  # the visitor came here straight from a field
            await self._choose_seats()
            if self.error.text:
                return
        pairs = zip(self.kinds, self.others, strict=True)
        seats = tuple(str(other.value or "") if kind.value == _OTHER else str(kind.value) for kind, other in pairs)
        setup = Setup(
            self.asked, seats, str(self.clock.value or ""), str(self.position.value or ""), shared=bool(self.shared.value)
        )
        with errors_in(self.error):
            await self.begin(setup)
            self.dialog.close()


def _games() -> dict[str, str]:
    """The names of all games, in alphabetical order."""
    return dict(sorted(((title, display_name(game)) for title, game in catalog().items()), key=lambda each: each[1].lower()))


def _choices(control: Control) -> dict[str, str]:
    return {each: "usual" if each == USUAL else each for each in control.choices}
