"""Every game is played to its end in the browser by clicks of the mouse, from its start, by people on all seats.

Games without chance and without secrets follow a plan: the shortest of some random games. In the others the page alone says what can be clicked,
as it does to a person, and one of these squares, pictures or buttons is clicked at random. Games that hide something have a page for each
player, in one room. Nothing is typed.
"""

from __future__ import annotations

import random
from contextlib import ExitStack

import pytest
from studio_for_tests import Visitor

from zermelo import catalog, find
from zermelo.studio.scene import look

SHORTER = {
    "backgammon": "backgammon(gammons=False)",
    "battleship": "battleship(rows=4, cols=4, fleet=[2, 2])",
    "chinesecheckers": "chinesecheckers(players=3, turns=6)",
    "focus": "focus(players=2, limit=30)",
    "go": "go(size=5)",
    "hex": "hex(size=5)",
    "othello": "othello(size=6)",
    "pig": "pig(goal=20, players=3)",
    "rolit": "rolit(players=3, size=6)",
    "twentyfortyeight": "twentyfortyeight(size=3)",
    "virus": "virus(players=3, rows=5, cols=5, limit=40)",
    "whist": "whist(ranks=4, suits=2)",
}
"""Games that last long are played on smaller boards, or with a limit of moves that the game has itself."""
PLANS = {"go": "C3 B2 D4 pass pass"}
"""Games that two passes end at once."""
TRIES, WIDE, MOST = 12, 80, 3000
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
OFFERED = "[...document.querySelectorAll('.offers button')].some(each => each.checkVisibility())"
AIM = """share => {
    const seen = name => [...document.querySelectorAll(name)].filter(each => each.checkVisibility());
    const offers = seen('.offers button:not(.quiet)'), targets = seen('.spot.target');
    const starts = [...seen('.board.asked .spot.start'), ...seen('.column > .picks.choose button')];
    const ways = offers.length ? offers : targets.length ? targets : starts, way = ways[Math.floor(share * ways.length)];
    if (!way) return null;
    way.scrollIntoView({block: 'nearest'});
    const {x, y, width, height} = way.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
"""The place of one of the squares or buttons that a person may click next."""


def plan(text):
    """The moves of the shortest of some random games; a move that ends the game is taken."""
    best = None
    for seed in range(TRIES):
        dice, here = random.Random(seed), find(text).start()
        while not here.over and (best is None or len(here.history) < len(best)):
            after = [here.advance(move) for move in here.choices] if len(here.choices) < WIDE else []
            here = next((each for each in after if each.over), None) or here.advance(dice.choice(here.choices))
        if here.over and (best is None or len(here.history) < len(best)):
            best = here.history
    return best


def follow(visitor, text, moves):
    """Click the squares of each move, or its button."""
    here = find(text).start()
    for number, move in enumerate(moves):
        choice = next(each for each in look(here, asked=True).choices if each.name == move)
        for square in choice.squares:
            if visitor.page.evaluate("document.querySelectorAll('.picks.made button').length") > number + 1:
                break  # one way only led there
            visitor.click(square)
        if not choice.squares or visitor.page.evaluate(OFFERED):
            place = ".offers" if choice.squares else ".column > .picks.choose"
            visitor.page.locator(place).get_by_role("button", name=move, exact=True).click()
        visitor.until_moves(number + 1)
        here = here.play(move)
        assert tuple(visitor.moves) == here.history
    visitor.until_status("Game over")


def wander(pages, dice):
    """Click at random what can be clicked, on the page of whoever is to move, until the game is over."""
    for _ in range(MOST):
        if "Game over" in pages[0].status:
            break
        for each in pages:
            aim = each.page.evaluate(AIM, dice.random())
            if aim:
                each.page.mouse.click(*aim)
        pages[0].page.evaluate(PAINTED)
    for each in pages:
        each.until_status("Game over")


@pytest.mark.parametrize("title", catalog())
def test_every_game_is_finished_by_clicks(browser, address, title):
    text = SHORTER.get(title, title)
    game = find(text)
    people = "|".join(["person"] * len(game.players))
    with ExitStack() as stack:
        pages = []
        for seat, player in enumerate(game.players if game.hides else game.players[:1]):
            pages.append(Visitor(browser, address))
            stack.callback(pages[-1].leave)
            if seat == 0:
                pages[0].go(f"/?game={text}&seats={people}")
                pages[0].page.wait_for_url("**/room/*" if game.hides else "**/?game=*")
            else:
                pages[-1].go(pages[0].page.url.removeprefix(address))
                pages[-1].press(f"Sit down as {player}")
        if game.hides or game.defines("chances"):
            wander(pages, random.Random(1))
        else:
            follow(pages[0], text, PLANS[title].split() if title in PLANS else plan(text))
        assert pages[0].page.get_by_role("button", name="Rematch").is_visible()
