"""The picture of a chessboard: the six pieces as simple shapes in a square of 48 by 48.

Each piece is one or two outlines on a common foot. White pieces are light with dark lines, Black pieces dark with light lines inside, so they
can be told apart without colours. The symbols of a font would look different on every screen.
"""

from collections.abc import Sequence

from zermelo.game import Game, display

DARK, LIGHT = "#a7b48f", "#f2ecdc"
FILLS = ("#fffdf6", "#2e2e2e")
_FOOT = "M12 42.5 Q12 37.5 16 37.5 H32 Q36 37.5 36 42.5 Z"
_SHAPES = (
    "",
    # pawn: a ball on a cone
    "M17.5 37.5 Q18 31 21.8 25 H26.2 Q30 31 30.5 37.5 Z M24 25.4 A6.2 6.2 0 1 1 24.01 25.4 Z",
    # knight: the head of a horse, looking left
    "M16 37.5 Q15.5 31.5 21.5 25.5 Q17.5 26.5 15.5 29.2 Q12 29.5 11.5 26 Q15.5 21 17.3 15.5 L17 10 L21.4 13.2 "
    "Q31 14 33 24 Q34 30.5 32.6 37.5 Z",
    # bishop: a mitre with a knob
    "M17.8 37.5 Q20 34 19.3 31.2 H28.7 Q28 34 30.2 37.5 Z M24 10.8 Q33.5 18.5 31 26.5 Q29.8 30 28.7 31.2 H19.3 "
    "Q18.2 30 17 26.5 Q14.5 18.5 24 10.8 Z M24 10.8 A2.5 2.5 0 1 1 24.01 10.8 Z",
    # rook: a tower with three merlons
    "M17 37.5 L18.6 20.5 H29.4 L31 37.5 Z M15 20.5 V10.5 H19.4 V14 H21.8 V10.5 H26.2 V14 H28.6 V10.5 H33 V20.5 Z",
    # queen: a crown of five points
    "M15.6 37.5 L10 16.8 L17.2 25.6 L17.6 12.6 L22.2 24.6 L24 10.4 L25.8 24.6 L30.4 12.6 L30.8 25.6 L38 16.8 L32.4 37.5 Z",
    # king: a cross above a broad crown
    "M22.6 22 V13.8 H18.8 V10.8 H22.6 V6.8 H25.4 V10.8 H29.2 V13.8 H25.4 V22 Z "
    "M16.4 37.5 Q7.5 28.5 12.8 21.8 Q18 16.4 24 24 Q30 16.4 35.2 21.8 Q40.5 28.5 31.6 37.5 Z",
)
_DETAILS = (
    "",
    "",
    "M19.2 19.2 h1.4 M13.6 26.2 h0.8",
    "M24 18.5 V26 M20.6 22.2 H27.4",
    "M18.2 24.5 H29.8",
    "M16.4 32.6 Q24 30 31.6 32.6",
    "M24 24 V33 M16.2 33.4 Q24 30.4 31.8 33.4",
)
_BALLS = ((10, 15.6), (17.4, 11), (24, 8.8), (30.6, 11), (38, 15.6))
"""The pearls on the crown of a queen."""
QUEEN = 5


def svg(game: Game, words: str, board: Sequence[int]) -> str:
    """The board with White at the bottom and a line of words below."""
    picture = display.BoardPicture(game, words, 8, 8, (LIGHT, DARK))
    for square, x, y in picture.squares():
        if board[square]:
            picture.shapes.append(f'<g transform="translate({x:g} {y:g})">{_piece(board[square])}</g>')
    return str(picture)


def _piece(piece: int) -> str:
    fill, line, detail = (FILLS[0], "#262626", "#262626") if piece > 0 else (FILLS[1], "#111111", LIGHT)
    kind = abs(piece)
    body = f'<path d="{_SHAPES[kind]} {_FOOT}" fill="{fill}" stroke="{line}" stroke-width="1.5" stroke-linejoin="round"/>'
    if kind == QUEEN:
        body += "".join(
            f'<circle cx="{x:g}" cy="{y:g}" r="2" fill="{fill}" stroke="{line}" stroke-width="1.2"/>' for x, y in _BALLS
        )
    if _DETAILS[kind]:
        body += f'<path d="{_DETAILS[kind]}" fill="none" stroke="{detail}" stroke-width="1.5" stroke-linecap="round"/>'
    return body
