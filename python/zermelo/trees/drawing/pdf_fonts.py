"""The fonts of PDF files: which of the standard ones has a character, under which code, and how wide it is.

Every program that shows PDF files has these fonts, so none is part of a file. Helvetica and Courier have the characters of WinAnsi (Windows
code page 1252); Greek letters and mathematical signs are in Symbol, a few shapes in ZapfDingbats. The widths are Adobe's, in
thousandths of the font's size.
"""

from functools import lru_cache
from typing import NamedTuple

FONTS = (
    "Helvetica",
    "Helvetica-Bold",
    "Helvetica-Oblique",
    "Helvetica-BoldOblique",
    "Courier",
    "Courier-Bold",
    "Symbol",
    "ZapfDingbats",
)
SYMBOL, DINGBATS = 6, 7
FIXED = 600
"""The width of every character of Courier."""
_PLAIN = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 "
    "1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 "
    "333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584 0 "
    "556 0 222 556 333 1000 556 556 333 1000 667 333 1000 0 611 0 0 222 222 333 333 350 556 1000 333 1000 500 333 944 0 500 667 "
    "278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333 400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611 "
    "667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 "
    "556 556 556 556 556 556 889 500 556 556 556 556 278 278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500"
)
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 "
    "975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 "
    "333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584 0 "
    "556 0 278 556 500 1000 556 556 333 1000 667 333 1000 0 611 0 0 278 278 500 500 350 556 1000 333 1000 556 333 944 0 500 667 "
    "278 333 556 556 556 556 280 556 333 737 370 556 584 333 737 333 400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611 "
    "722 722 722 722 722 722 1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 "
    "556 556 556 556 556 556 889 556 556 556 556 556 278 278 278 278 611 611 611 611 611 611 611 584 611 611 611 611 611 556 611 556"
)
FIRST = 32
WIDTHS = {name: tuple(map(int, text.split())) for name, text in (("plain", _PLAIN), ("bold", _BOLD))}
"""The widths of WinAnsi's characters from the space on."""
SYMBOLS = {
    "α": (0x61, 631), "β": (0x62, 549), "γ": (0x67, 411), "δ": (0x64, 494), "ε": (0x65, 439), "λ": (0x6C, 549), "π": (0x70, 549),
    "σ": (0x73, 603), "Δ": (0x44, 612), "Σ": (0xE5, 713), "∞": (0xA5, 713), "−": (0x2D, 549), "≤": (0xA3, 549), "≥": (0xB3, 549),
    "≠": (0xB9, 549), "≈": (0xBB, 549), "√": (0xD6, 549), "→": (0xAE, 987), "←": (0xAC, 987), "↑": (0xAD, 603), "↓": (0xAF, 603),
    "∈": (0xCE, 713), "◇": (0xE0, 494), "♠": (0xAA, 753), "♥": (0xA9, 753), "♦": (0xA8, 753), "♣": (0xA7, 753),
}  # fmt: skip
SHAPES = {
    "●": (0x6C, 791), "■": (0x6E, 761), "▲": (0x73, 892), "▼": (0x74, 892), "◆": (0x75, 788), "★": (0x48, 816), "✓": (0x33, 755),
    "✂": (0x22, 961),
}  # fmt: skip
ALIKE = {"▸": "›", "‐": "-", "‑": "-", "ﬁ": "fi", "\u2009": " ", "\u202f": " "}
"""Characters that are written as others."""


class Run(NamedTuple):
    """A part of a text in one font."""

    font: int
    codes: bytes
    width: float
    """For a font of size 1."""


@lru_cache(maxsize=4096)
def runs(content: str, bold: bool = False, italic: bool = False, mono: bool = False) -> tuple[Run, ...]:
    r"""A text as parts in the fonts that have its characters; a character that none has becomes a question mark.

    >>> [(FONTS[run.font], run.codes) for run in runs("α ≥ −2")]
    [('Symbol', b'a'), ('Helvetica', b' '), ('Symbol', b'\xb3'), ('Helvetica', b' '), ('Symbol', b'-'), ('Helvetica', b'2')]
    """
    base = 4 + bold if mono else bold + 2 * italic
    widths = WIDTHS["bold" if bold else "plain"]
    found: list[tuple[int, bytes, float]] = []
    for letter in "".join(ALIKE.get(each, each) for each in content):
        if letter in SYMBOLS or letter in SHAPES:
            font = SYMBOL if letter in SYMBOLS else DINGBATS
            code, width = (SYMBOLS | SHAPES)[letter]
        else:
            font, code = base, letter.encode("cp1252", "replace")[0]
            width = FIXED if mono else widths[code - FIRST] if code >= FIRST else 0
        if found and found[-1][0] == font:
            found[-1] = font, found[-1][1] + bytes([code]), found[-1][2] + width / 1000
        else:
            found.append((font, bytes([code]), width / 1000))
    return tuple(Run(*each) for each in found)


def text_width(content: str, size: float, bold: bool = False, mono: bool = False) -> float:
    """The width of a text in Helvetica or Courier.

    >>> text_width("MAX", 10), round(text_width("beta ≥ 5", 10), 2)
    (21.67, 36.07)
    """
    return round(size * sum(run.width for run in runs(content, bold, False, mono)), 6)


def wrapped(content: str, size: float, width: float, bold: bool = False) -> list[str]:
    """A text in lines that are no wider than `width`; a longer word has a line of its own.

    >>> wrapped("MAX takes the greatest value", 10, 80)
    ['MAX takes the', 'greatest value']
    """
    lines = [""]
    for word in content.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size, bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
