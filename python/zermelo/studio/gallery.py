"""The page with all games, on which a visitor begins: a card for each game with a picture, in groups. A card opens the form for a new game.

What a card says follows from the game's class, its rules in words, and `assets/lengths.json`, the mean length of games of level 4. No game is played
for it. Cards are made once, in a thread, because pictures take a moment; afterwards every visitor gets the same ones.
"""

import json
import re
import secrets
from collections.abc import Mapping
from functools import cache
from typing import TypedDict
from urllib.parse import quote

from nicegui import ui

from zermelo.errors import GameError
from zermelo.game import Game
from zermelo.game.kind import Kind, kind
from zermelo.game.rules_text import RulesText, picture
from zermelo.games import catalog
from zermelo.games.shared.names import display_name
from zermelo.studio.elements import ASSETS, Handler, heading
from zermelo.studio.frame import Visit
from zermelo.studio.game_setup import Setup, address_of
from zermelo.studio.newgame import NewGame
from zermelo.studio.room import enter
from zermelo.studio.rooms import Rooms

LENGTHS = ASSETS / "lengths.json"
"""The mean number of moves of each game, as in the portraits on the page about games."""
SHORT, MEDIUM = 25, 85
"""A game with fewer moves is short, or medium."""
GROUPS = {
    "Board games for two": "Nothing is hidden, and chance has no part.",
    "Lines and connections": "Make a row, or join two sides.",
    "Three players and more": "Most of them can also be played by two.",
    "Dice and chance": "Chance has a part, but nothing is hidden.",
    "Hidden information": "Cards, dice or ships that the others do not see.",
    "One player": "You play alone, for points.",
    "Small games for theory": "Short games that a search can solve.",
}
"""The groups in the order of the page, each with a sentence."""
_LINE = re.compile(r"\bin a (straight )?line\b|\bchain\b")
_PAPER = re.compile(r'<rect x="0" y="0" [^>]*fill="#ffffff"/>\n?')
"""The white background of a picture; a card has its own, which suits the theme."""
_PLAIN = " !$&'()*+,-./:;=?@_~"
"""Characters that need no escape in an address."""


class Card(TypedDict):
    """What a card shows."""

    key: str
    """The name that users type."""
    name: str
    about: str
    facts: list[str]
    players: str
    """All possible numbers of players, for the search."""
    picture: str


class CardGroup(TypedDict):
    name: str
    about: str
    cards: list[Card]


def group_of(game: type[Game]) -> str:
    """The group of a game, by its traits; the first that fits."""
    known = kind(game)
    if known.players == (1,):
        return "One player"
    if known.hidden:
        return "Hidden information"
    if known.chance == "yes":
        return "Dice and chance"
    made = game()
    if any(each.label == "Goal" and _LINE.search(each.text) for each in RulesText.of(made).paragraphs):
        return "Lines and connections"
    if len(made.players) > 2:
        return "Three players and more"
    moves = lengths().get(game.title())
    return "Small games for theory" if moves is not None and moves < SHORT else "Board games for two"


@cache
def lengths() -> Mapping[str, int]:
    found: dict[str, int] = json.loads(LENGTHS.read_text(encoding="utf-8"))
    return found


def length_in_words(moves: int | None) -> str:
    """How long a game is.

    >>> length_in_words(8), length_in_words(118), length_in_words(None)
    ('short, about 8 moves', 'long, about 120 moves', '')
    """
    if moves is None:
        return ""
    word = "short" if moves < SHORT else "medium" if moves < MEDIUM else "long"
    return f"{word}, about {moves if moves < SHORT else round(moves, -1)} moves"


def facts(known: Kind, moves: int | None) -> list[str]:
    """Number of players, length, and whether there is chance or something hidden, in words, line by line."""
    hidden = "hidden information" if known.hidden else "nothing hidden"
    return list(filter(None, (known.players_in_words, length_in_words(moves), f"{known.chance_in_words} · {hidden}")))


@cache
def groups() -> list[CardGroup]:
    """All cards in their groups. The first call takes a moment."""
    made: dict[str, list[Card]] = {name: [] for name in GROUPS}
    for title, game in catalog().items():
        made[group_of(game)].append(card(title, game))
    return [
        {"name": name, "about": GROUPS[name], "cards": sorted(cards, key=lambda each: each["name"].lower())}
        for name, cards in made.items()
        if cards
    ]


def card(title: str, game: type[Game]) -> Card:
    one = game()
    return {
        "key": title,
        "name": display_name(game),
        "about": RulesText.of(one).sentence.replace("`", ""),
        "facts": facts(kind(game), lengths().get(title)),
        "players": " ".join(map(str, kind(game).players)),
        "picture": f"data:image/svg+xml,{quote(_PAPER.sub('', picture(one), count=1), safe=_PLAIN)}",
    }


class Cards(ui.element, component=ASSETS / "gallery.js"):
    """The cards of all games with a field to search; `on_pick` gets the name of the game whose card was pressed."""

    def __init__(self, on_pick: Handler) -> None:
        super().__init__()
        self._props["groups"] = []
        self.on("pick", lambda event: on_pick(str(event.args.get("key", "")) if isinstance(event.args, dict) else ""))

    def show(self, cards: list[CardGroup]) -> None:
        self._props["groups"] = cards
        self.update()


class Gallery:
    """The page. An address such as `/games?game=hex` opens the form for a game at once."""

    def __init__(self, visit: Visit, rooms: Rooms, query: Mapping[str, str]) -> None:
        self.visit, self.rooms, self.wanted = visit, rooms, query.get("game", "")
        with ui.element("div").classes("gallery-head"):
            heading("Choose a game", 1)
            ui.label("Play against agents or people. A click on a game asks who plays, and begins.").classes("soft")
        self.cards = Cards(self._choose)
        self.form = NewGame(visit, self._begin, all_games=False)
        self.shown = groups.cache_info().currsize > 0
        if self.shown:
            self.cards.show(groups())

    async def arrive(self) -> None:
        if not self.shown:
            self.cards.show(await self.visit.workers.quick(groups))
        if self.wanted:
            await self._choose(self.wanted)

    async def _choose(self, title: str) -> None:
        async def open_form() -> None:
            if title not in catalog():
                raise GameError(f"there is no game `{title}`; choose one of the cards")
            await self.form.open(title)

        await self.visit.guard(open_form())

    async def _begin(self, setup: Setup) -> None:
        """Check that the game can begin, and go to its board or its room."""
        limits = self.visit.limits
        session = await self.visit.workers.quick(lambda: setup.session(limits, secrets.randbits(32)))
        if setup.shared or session.game.hides:
            enter(self.rooms.add(session, setup.game))
        else:
            ui.navigate.to(address_of(setup))
