"""The gallery of the studio: cards of all games with true facts, controls that follow from the games, and a browser that begins there.

`python tests/test_studio_gallery.py` writes the lengths of games anew from the portraits in docs/reference/games.md.
"""

from __future__ import annotations

import json
import re
from inspect import signature
from pathlib import Path
from urllib.parse import parse_qsl, unquote
from xml.etree import ElementTree

import pytest

from zermelo import Game, catalog, find
from zermelo.errors import GameError
from zermelo.games.shared.names import NAMES, display_name
from zermelo.hosting.limits import Limits
from zermelo.studio import gallery
from zermelo.studio.controls import USUAL, controls
from zermelo.studio.game_setup import Setup, address_of, asked_for

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "games.md"
GROUPS = {
    "Board games for two": "ataxx breakthrough checkers chess chess960 focus go othello",
    "Lines and connections": "connect connect4 hex tictactoe",
    "Three players and more": "chinesecheckers rolit virus",
    "Dice and chance": "backgammon einstein pig",
    "Hidden information": "battleship crosswords goofspiel kuhn leduc liarsdice phantomtictactoe holdem whist",
    "One player": "twentyfortyeight",
    "Small games for theory": "tree grundy isolation nim",
}
TEXTS = {
    ("battleship", "fleet"),
    ("crosswords", "words"),
    ("einstein", "setup"),
    ("grundy", "heap"),
    ("nim", "heaps"),
    ("tree", "tree"),
    ("virus", "pattern"),
}
"""The parameters that are lists, or a word or a list."""
CONTROLS = [(title, each) for title in catalog() for each in controls(title)]


def portrait_lengths():
    """The mean number of plies of games of level 4, from the page about games."""
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    found = {
        text.split("\n")[0]: re.search(r"^\| portrait \|.* games of level 4: ([\d.]+) plies", text, re.MULTILINE)
        for text in sections
    }
    return {title: round(float(match[1])) for title, match in sorted(found.items()) if match}


# Cards


def test_every_game_is_in_one_group():
    found = {group["name"]: " ".join(card["key"] for card in group["cards"]) for group in gallery.groups()}
    assert list(found) == list(GROUPS)
    assert {name: sorted(keys.split()) for name, keys in found.items()} == {
        name: sorted(keys.split()) for name, keys in GROUPS.items()
    }
    assert sorted(" ".join(found.values()).split()) == sorted(catalog())


def test_lengths_are_those_of_the_portraits():
    assert gallery.lengths() == portrait_lengths(), "run python tests/test_studio_gallery.py"
    assert set(gallery.lengths()) == set(catalog())


def test_cards_tell_players_length_chance_and_what_is_hidden():
    cards = {card["key"]: card for group in gallery.groups() for card in group["cards"]}
    assert cards["pig"]["facts"] == ["2 to 10 players", "medium, about 80 moves", "chance · nothing hidden"]
    assert cards["phantomtictactoe"]["facts"] == ["2 players", "short, about 10 moves", "no chance · hidden information"]
    assert cards["goofspiel"]["facts"][2] == "optional chance · hidden information"
    assert cards["chinesecheckers"]["players"] == "1 2 3 4 6"
    assert cards["chess"]["about"] == "Checkmate the opponent's king."


def test_pictures_are_drawings_without_programs():
    for group in gallery.groups():
        for card in group["cards"]:
            head, _, data = card["picture"].partition(",")
            assert head == "data:image/svg+xml"
            tags = {each.tag.rpartition("}")[2] for each in ElementTree.fromstring(unquote(data)).iter()}
            assert "svg" in tags
            assert not tags & {"script", "foreignObject", "image"}


def test_games_have_names_for_people():
    assert [
        display_name(catalog()[title]) for title in ("twentyfortyeight", "tictactoe", "connect4", "chinesecheckers", "holdem")
    ] == [
        "2048",
        "Tic-tac-toe",
        "Connect Four",
        "Chinese Checkers",
        "Texas hold'em",
    ]
    assert set(NAMES) <= set(catalog())
    assert len({display_name(game) for game in catalog().values()}) == len(catalog())
    own = type("ConnectHTTPFour2", (Game,), {})
    assert display_name(own) == "Connect HTTPFour2"
    assert display_name(type("Nim", (Game,), {})) == "Nim"
    assert display_name(type("Kuhn", (Game,), {})) == "Kuhn", "a user's game of the same name is another game"


# Controls


def test_text_fields_are_only_for_lists():
    assert {(title, each.name) for title, each in CONTROLS if each.kind == "text"} == TEXTS
    assert all(each.hint for title, each in CONTROLS if each.kind == "text" and title != "tree")


def test_every_parameter_has_a_control():
    for title, game in catalog().items():
        assert [each.name for each in controls(title)] == list(signature(game).parameters)


@pytest.mark.parametrize(("title", "control"), [(title, each) for title, each in CONTROLS if each.kind == "number"])
def test_limits_of_numbers_are_those_of_the_game(title, control):
    refused = rf"takes {control.name} as"
    for value in (control.least - 1, control.most + 1):
        with pytest.raises(GameError, match=refused):
            find(asked_for(title, {control.name: str(value)}))
    told = [answer(title, control.name, value) for value in (control.least, control.most)]
    assert not any(re.search(refused, each) for each in told), (
        "it may only not fit others, as a line that is longer than the board"
    )


def answer(title, name, value):
    """What a game with one parameter of its own says against it; empty for nothing."""
    try:
        find(asked_for(title, {name: str(value)}))
    except GameError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("title", "control"), [(title, each) for title, each in CONTROLS if each.kind == "choice"])
def test_choices_are_those_of_the_game(title, control):
    assert control.usual in control.choices
    assert find(asked_for(title, {control.name: control.usual})) == find(title)
    assert not any(re.search(rf"takes {control.name} as", answer(title, control.name, value)) for value in control.choices)
    with pytest.raises(GameError, match=rf"takes {control.name} as"):
        find(asked_for(title, {control.name: "another"}))


@pytest.mark.parametrize(("title", "control"), [(title, each) for title, each in CONTROLS if each.kind == "flag"])
def test_flags_are_on_or_off(title, control):
    assert {control.usual} < {"True", "False"}
    assert find(asked_for(title, {control.name: control.usual})) == find(title)
    find(asked_for(title, {control.name: str(control.usual == "False")}))


def test_choices_follow_the_other_parameters():
    def pieces(players):
        return next(each.choices for each in controls("focus", {"players": players}) if each.name == "pieces")

    assert [pieces(players) for players in ("2", "3", "4", "99")] == [
        (USUAL, "18"),
        (USUAL, "13", "12"),
        (USUAL, "13"),
        (USUAL, "18"),
    ]
    assert next(each.most for each in controls("whist", {"ranks": "8"}) if each.name == "hand") == 8


def test_an_address_leads_to_the_board_that_was_asked_for():
    for setup in (
        Setup("hex(size=5, swap=True)", ("person", "level(3)"), "3+2"),
        Setup("tictactoe", ("uct(playouts=10)", "person"), position="x . .\n. o .\n. . ."),
    ):
        address = address_of(setup)
        read = Setup.from_address(dict(parse_qsl(address.removeprefix("/?"))))
        assert read == setup
        assert read.session(Limits(), 1).game == find(setup.game)
    with pytest.raises(GameError, match=r"an address cannot name an agent with `\|`"):
        address_of(Setup("tictactoe", ("person", "mine.py:f('a|b')")))


# In the browser


def cards(visitor):
    return visitor.page.locator(".game-card .name").all_inner_texts()


def test_a_newcomer_sees_the_gallery_and_goes_back_to_where_they_came_from(visitor):
    visitor.go("/watch")
    visitor.wait("document.querySelector('.zp')")
    visitor.page.get_by_role("link", name="Play", exact=True).click()
    visitor.page.wait_for_url("**/games")
    visitor.wait(f"document.querySelectorAll('.game-card').length == {len(catalog())}")
    assert visitor.page.locator("nav [aria-current=page]").inner_text() == "Games"
    visitor.wait("[...document.querySelectorAll('.game-card img')].every(image => image.complete && image.naturalWidth > 0)")
    visitor.page.go_back()
    visitor.page.wait_for_url("**/watch")


def test_a_game_that_goes_on_is_shown_instead(visitor):
    visitor.go("/?game=tictactoe&seats=person|person")
    visitor.click("b2")
    visitor.until_moves(1)
    visitor.page.get_by_role("link", name="Games", exact=True).click()
    visitor.wait("document.querySelector('.game-card')")
    visitor.page.get_by_role("link", name="Play", exact=True).click()
    visitor.until_moves(1)
    assert visitor.moves == ["b2"]


def test_a_game_is_found_and_begun_with_keys_alone(visitor):
    visitor.go("/games")
    visitor.wait("document.querySelector('.game-card')")
    keys = visitor.page.keyboard
    visitor.page.get_by_role("searchbox", name="Search").focus()
    for words, found in (
        ("tic tac", ["Tic-tac-toe", "Phantom tic-tac-toe"]),
        ("wurfelt", ["EinStein würfelt nicht!"]),
        ("3 players no chance", ["Focus", "Connect (any size)", "Chinese Checkers", "Rolit", "Virus"]),
        ("poker short", ["Kuhn poker", "Leduc poker"]),
        ("zzz", []),
    ):
        keys.press("Control+a")
        keys.type(words)
        visitor.wait("n => document.querySelectorAll('.game-card').length == n", len(found))
        assert cards(visitor) == found
    assert "No game" in visitor.page.inner_text(".found")
    keys.press("Escape")
    keys.type("hex")
    visitor.wait("document.querySelectorAll('.game-card').length == 1")
    keys.press("Tab")
    keys.press("Enter")
    size = visitor.page.get_by_role("spinbutton", name="size")
    size.fill("5")
    visitor.page.get_by_role("switch", name="swap").press("Space")
    visitor.page.get_by_role("button", name="Begin").press("Enter")
    visitor.page.wait_for_url("**/?game=**")
    visitor.until_status("x to move")
    assert "game=hex(size=5, swap=True)" in unquote(visitor.page.url).replace("+", " ")
    visitor.wait("document.querySelectorAll('.spot').length == 25")


def test_parameters_are_controls_and_the_seats_follow_them(visitor):
    visitor.go("/games?game=chinesecheckers")
    form = visitor.page.locator(".form")
    visitor.wait("document.querySelector('.form')?.innerText.includes('orange')")
    form.get_by_label("players", exact=True).click()
    visitor.page.get_by_role("option", name="2", exact=True).click()
    visitor.wait("!document.querySelector('.form').innerText.includes('orange')")
    turns = form.get_by_role("spinbutton", name="turns")
    assert (turns.get_attribute("min"), turns.get_attribute("max")) == ("0", "5000")
    turns.fill("99999")
    turns.blur()
    visitor.wait("document.querySelector('.form [type=number]').value == '5000'")
    visitor.press("Begin")
    visitor.page.wait_for_url("**/?game=**")
    visitor.until_status("blue to move")
    assert "chinesecheckers(players=2, turns=5000)" in unquote(visitor.page.url).replace("+", " ")


def test_a_wrong_list_is_told_in_the_form_and_can_be_mended(visitor):
    visitor.go("/games?game=nim")
    heaps = visitor.page.get_by_role("textbox", name="heaps")
    heaps.fill("none")
    visitor.press("Begin")
    visitor.until_told("takes heaps as whole numbers")
    heaps.fill("[2, 3]")
    visitor.press("Begin")
    visitor.page.wait_for_url("**/?game=**")
    visitor.until_status("x to move")
    assert visitor.page.inner_text("aside h1") == "Nim heaps [2, 3]"


def test_a_game_that_hides_something_begins_in_a_room(visitor):
    visitor.go("/games")
    visitor.page.click("[data-game=kuhn]")
    visitor.wait("document.querySelector('.form')?.innerText.includes('first')")
    visitor.press("Begin")
    visitor.page.wait_for_url("**/room/*")
    visitor.wait("document.querySelector('.status')?.innerText.includes('Your turn')")


def test_on_a_phone_nothing_is_wider_than_the_screen(visitor):
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.go("/games?game=virus")
    visitor.wait("document.querySelector('.form')?.innerText.includes('pink')")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == 390
    assert visitor.page.evaluate("document.querySelector('.form').getBoundingClientRect().right") <= 390


def test_a_name_that_is_no_game_gets_a_message(visitor):
    visitor.go("/games?game=solitaire")
    visitor.until_told("there is no game `solitaire`; choose one of the cards")


if __name__ == "__main__":
    gallery.LENGTHS.write_text(json.dumps(portrait_lengths(), indent=2) + "\n", encoding="utf-8")
