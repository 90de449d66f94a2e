"""Figures as PDF: one page for each, without any other program.

The file has the few objects that a picture needs: a catalog, pages, one content stream a page, and the standard fonts (`pdf_fonts`).
Nothing in it depends on the time or the machine, so the same figures give the same bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from zermelo.trees.drawing.figure import Figure, Path, Text
from zermelo.trees.drawing.pdf_fonts import DINGBATS, FONTS, SYMBOL, runs, text_width

_PARTS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_STEPS = 20
"""Opacities are rounded to so many parts of 1, each of which is an object of the file."""


def to_pdf(figures: Sequence[Figure]) -> bytes:
    """The figures as pages of one document; the title is that of the first."""
    objects: list[bytes] = [b""] * 3  # catalog, list of pages and information; filled in below
    fonts = [_add(objects, _font(number)) for number in range(len(FONTS))]
    shades = {step: _add(objects, f"<< /CA {step / _STEPS:g} /ca {step / _STEPS:g} >>") for step in _opacities(figures)}
    resources = f"<< /Font << {_names('F', dict(enumerate(fonts)))} >>"
    resources += f" /ExtGState << {_names('G', shades)} >> >>" if shades else " >>"
    shared = _add(objects, resources)
    pages = []
    for figure in figures:
        stream = zlib.compress(_content(figure).encode("latin-1"))
        content = _add(objects, b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(stream), stream))
        box = f"[0 0 {_number(figure.width)} {_number(figure.height)}]"
        pages.append(
            _add(objects, f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources {shared} 0 R /Contents {content} 0 R >>")
        )
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R /Lang (en) >>"
    objects[1] = f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{page} 0 R' for page in pages)}] >>".encode()
    objects[2] = f"<< /Title {_unicode(figures[0].title if figures else '')} /Creator (Zermelo) >>".encode()
    return _file(objects)


def _file(objects: list[bytes]) -> bytes:
    """The objects one after the other, and the table that says where each begins."""
    data = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, body in enumerate(objects, 1):
        starts.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % start for start in starts)
    data += b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(data)


def _add(objects: list[bytes], body: str | bytes) -> int:
    """Add an object; returns its number."""
    objects.append(body.encode("latin-1") if isinstance(body, str) else body)
    return len(objects)


def _font(number: int) -> str:
    encoding = "" if number in (SYMBOL, DINGBATS) else " /Encoding /WinAnsiEncoding"
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{FONTS[number]}{encoding} >>"


def _names(letter: str, numbers: dict[int, int]) -> str:
    return " ".join(f"/{letter}{name} {number} 0 R" for name, number in numbers.items())


def _opacities(figures: Sequence[Figure]) -> list[int]:
    return sorted({_shade(part) for figure in figures for part in figure.parts if isinstance(part, Path)} - {_STEPS})


def _shade(path: Path) -> int:
    return round(path.opacity * _STEPS)


# Content


def _content(figure: Figure) -> str:
    """What is drawn on a page; PDF counts y upwards."""
    height = figure.height
    drawn = (_text(part, height) if isinstance(part, Text) else _path(part, height) for part in figure.parts)
    return "\n".join(["1 J 1 j", *drawn])  # round ends and corners


def _path(path: Path, height: float) -> str:
    if path.fill is None and path.stroke is None:
        return ""
    look = ["q"]
    look += [f"/G{_shade(path)} gs"] if _shade(path) != _STEPS else []
    look += [f"{_colour(path.fill)} rg"] if path.fill else []
    if path.stroke:
        look.append(f"{_colour(path.stroke)} RG {_number(path.width)} w")
    look += [f"[{' '.join(map(_number, path.dash))}] 0 d"] if path.dash else []
    for name, numbers in path.commands:
        places = " ".join(_number(height - number if at % 2 else number) for at, number in enumerate(numbers))
        look.append({"M": f"{places} m", "L": f"{places} l", "C": f"{places} c", "Z": "h"}[name])
    return "\n".join([*look, "B" if path.fill and path.stroke else "f" if path.fill else "S", "Q"])


def _text(text: Text, height: float) -> str:
    x = text.x - _PARTS[text.anchor] * text_width(text.content, text.size, text.bold, text.mono)
    size = _number(text.size)
    shown = (f"/F{run.font} {size} Tf ({_string(run.codes)}) Tj" for run in runs(text.content, text.bold, text.italic, text.mono))
    place = f"{_number(x)} {_number(height - text.y)} Td"
    return "\n".join([f"BT\n{_colour(text.colour)} rg", place, *shown, "ET"])


def _string(codes: bytes) -> str:
    return "".join(
        f"\\{chr(code)}" if chr(code) in "()\\" else chr(code) if 32 <= code < 127 else f"\\{code:03o}" for code in codes
    )


def _unicode(text: str) -> str:
    """A text of the document's information, in UTF-16 as hexadecimal numbers."""
    return f"<FEFF{text.encode('utf-16-be', 'replace').hex().upper()}>"


def _colour(colour: str) -> str:
    """Red, green and blue from 0 to 1.

    >>> _colour("#ff8000"), _colour("#fff")
    ('1 0.502 0', '1 1 1')
    """
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    return " ".join(f"{int(digits[at : at + 2], 16) / 255:.3g}" for at in (0, 2, 4))


def _number(value: float) -> str:
    """A number without an exponent, which PDF does not know.

    >>> _number(3.0), _number(-0.0001), _number(1234567.5)
    ('3', '0', '1234567.5')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
