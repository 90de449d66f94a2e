"""Pictures of card games: a row of cards for each player."""

from collections.abc import Sequence

from zermelo.game import Game, display

WIDE, HIGH, GAP = 44, 62, 8


def table(game: Game, rows: Sequence[Sequence[str]], middle: str, words: str, board: Sequence[str] = ()) -> str:
    """Each player's cards as a row; "?" is a card face down, "" an empty place. `board` are cards that lie open for all."""
    every = [*(row for row in rows), *([board] if board else [])]
    width = max(220, 110 + max(len(row) for row in every) * (WIDE + GAP))
    picture = display.Picture(width, 30 + len(every) * (HIGH + 14) + 56, f"{game}: {words}")
    names = [*game.players, *(["table"] if board else [])]
    for place, (name, row) in enumerate(zip(names, every, strict=True)):
        y = 14 + place * (HIGH + 14)
        picture.text(14, y + HIGH / 2 + 5, name, anchor="start")
        for index, card in enumerate(row):
            _card(picture, 96 + index * (WIDE + GAP), y, card)
    picture.text(width / 2, picture.height - 40, middle, size=14)
    picture.text(width / 2, picture.height - 16, words)
    return str(picture)


def _card(picture: display.Picture, x: float, y: float, card: str) -> None:
    if card == "?":
        picture.rectangle(x, y, WIDE, HIGH, "#3b5b7a", rounded=6)
        picture.rectangle(x + 6, y + 6, WIDE - 12, HIGH - 12, "#6f8fae", rounded=4)
    elif card:
        picture.rectangle(x, y, WIDE, HIGH, "#8a8a8a", rounded=6)
        picture.rectangle(x + 1, y + 1, WIDE - 2, HIGH - 2, "#ffffff", rounded=5)
        picture.text(x + WIDE / 2, y + HIGH / 2 + 7, card, size=20)
    else:
        picture.rectangle(x, y, WIDE, HIGH, "#e8e4da", rounded=6)
