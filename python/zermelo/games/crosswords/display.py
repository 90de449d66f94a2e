"""Positions of crosswords as text and as pictures, and the names of moves: `rules` has an example of the text.

8d-HOUSE        across from the square d8; the row comes first
d8-HOUSe        downwards from d8; a blank stands for the last E
exchange-AB_    exchange these tiles, of which one is blank
pass
"""

from __future__ import annotations

import re
from bisect import bisect_left

from zermelo.errors import MoveError, PositionError
from zermelo.game import CHANCE, HIDDEN, State, display
from zermelo.games.crosswords.board import BLANK, KINDS, PREMIUMS, TILES, VALUES
from zermelo.games.crosswords.lexicon import LETTERS
from zermelo.games.crosswords.placing import Placing

_PLAIN = ("#ebe5d5", "#e3dbc6")
_COLOURS = {"-": "#f2b8a8", "=": "#e0705f", "'": "#b7d7e8", '"': "#5b9fc4"}
_TILE = "#f7dfa4"
_PLACED = re.compile(r"(?:(\d+)([a-o])|([a-o])(\d+))[-\s]([a-z]+)")


class Shown(Placing):
    """A board that is written, read and drawn."""

    playable = False

    # Text

    def show(self, s: State) -> str:
        signs = [self._sign(s, cell) for cell in range(self.squares)]
        rows = [" ".join(signs[at : at + self.size]) for at in range(0, self.squares, self.size)]
        lines = display.framed(rows, " ".join(display.letters(self.size)), range(1, self.size + 1))[:-1]
        for player, name in enumerate(self.players):
            lines.append(f"{name} {s.points[player]} {self._tiles(s.rack, player, s.held[player])}")
        if s.returned:
            lines.append(f"{self.players[s.turn]} returns {self._tiles(s.aside, s.turn, s.returned)}")
        lines += [f"bag {s.bag}"] + ([f"scoreless {s.scoreless}"] if s.scoreless else [])
        return "\n".join([*lines, self._words(s)])

    def read(self, text: str) -> State:
        lines, s = display.lines_of(text), self.fresh()
        lines = [line for line in lines if "".join(line.split()) != display.letters(self.size)]
        if len(lines) < self.size + len(self.players) + 1:
            raise display.unreadable(self, f"a text of {len(lines)} lines is not a position")
        rows = display.read_rows(lines[: self.size], "", range(1, self.size + 1))
        s.cells = [
            self._read_sign(sign) for row in display.checked_rows(self, rows, self.size, self.size, _SIGNS) for sign in row
        ]
        rest = lines[self.size :]
        for player, name in enumerate(self.players):
            self._read_player(s, player, name, rest.pop(0).split())
        last = rest.pop().split() if rest else []
        if last == ["over"]:
            s.done = 1
        elif len(last) < 2 or last[0] not in self.players:
            raise PositionError(f"the last line must be `{self.players[0]} to move` or the like, not `{' '.join(last)}`")
        else:
            s.turn = self.players.index(last[0])
        self._read_rest(s, [line.split() for line in rest])
        if self._words(s) != " ".join(last):
            raise PositionError(f"the last line must be `{self._words(s)}`, not `{' '.join(last)}`")
        return s

    def _sign(self, s: State, cell: int) -> str:
        content = s.cells[cell]
        return self.premiums[cell] if content == 0 else TILES[content - 1] if content <= BLANK else LETTERS[content - BLANK - 1]

    def _read_sign(self, sign: str) -> int:
        return TILES.index(sign) + 1 if sign.isupper() else LETTERS.index(sign) + 1 + BLANK if sign.islower() else 0

    def _tiles(self, row: list[int], player: int, count: int) -> str:
        """Tiles in order; - for none, and their number if they are hidden."""
        own = row[player * KINDS : (player + 1) * KINDS]
        if HIDDEN in own:
            return f"? {count}"
        return "".join(TILES[kind] * number for kind, number in enumerate(own)) or "-"

    def _words(self, s: State) -> str:
        if s.done:
            return "over"
        return f"{self.players[s.turn]} {'draws' if self._draws(s) else 'to move'}"

    def _draws(self, s: State) -> bool:
        return self.rules.to_move(s) == CHANCE

    def _read_player(self, s: State, player: int, name: str, words: list[str]) -> None:
        """Read a line such as `first 10 AINOTUY` or `second 6 ? 7`."""
        if len(words) not in (3, 4) or words[0] != name or not re.fullmatch(r"-?\d{1,5}", words[1]):
            told = f"{name} needs a line with points and tiles, such as `{name} 10 AEI_` or `{name} 10 ? 4` for hidden tiles"
            raise PositionError(f"{told}, not `{' '.join(words)}`")
        s.points[player] = int(words[1])
        s.held[player] = self._read_tiles(s, "rack", player, words[2:])

    def _read_tiles(self, s: State, row: str, player: int, words: list[str]) -> int:
        """Fill a player's share of a row; the number of tiles."""
        counts = [0] * KINDS
        if words[0] == "?" and len(words) == 2 and words[1].isdecimal() and len(words[1]) == 1:
            number, counts = int(words[1]), [HIDDEN] * KINDS
        elif len(words) == 1 and (words[0] == "-" or all(tile in TILES for tile in words[0].upper())):
            tiles = words[0].upper().removeprefix("-")
            number, counts = len(tiles), [tiles.count(tile) for tile in TILES]
        else:
            raise PositionError(
                f"`{' '.join(words)}` is no rack: write letters and _ for blanks, `-` for none, or `? 7` for seven that are hidden"
            )
        if number > self.rack_size:
            raise PositionError(f"{self.players[player]} has {number} tiles, but a rack has room for {self.rack_size}")
        getattr(s, row)[player * KINDS : (player + 1) * KINDS] = counts
        return number

    def _read_rest(self, s: State, lines: list[list[str]]) -> None:
        """Read the lines about exchanged tiles, the bag and turns without points, and compute what is in the bag."""
        hidden = [player for player in range(len(self.players)) if s.rack[player * KINDS] == HIDDEN]
        for player in hidden:
            s.aside[player * KINDS : (player + 1) * KINDS] = [HIDDEN] * KINDS
        known: dict[str, int] = {}
        for words in lines:
            if words[:2] == [self.players[s.turn], "returns"] and len(words) > 2:
                s.returned = self._read_tiles(s, "aside", s.turn, words[2:])
            elif len(words) == 2 and words[0] in ("bag", "scoreless") and re.fullmatch(r"\d{1,3}", words[1]):
                known[words[0]] = int(words[1])
            else:
                raise PositionError(f"the line `{' '.join(words)}` does not belong to a position of {self}")
        s.scoreless = min(known.get("scoreless", 0), 100)
        placed = self.squares - s.cells.count(0)
        s.bag = max(self.total - placed - sum(s.held) - s.returned, 0)
        if known.get("bag", s.bag) != s.bag:
            raise PositionError(f"{s.bag} tiles are left for the bag, not {known['bag']}")
        self._check(s, placed)

    def _check(self, s: State, placed: int) -> None:
        """Refuse tiles that are not there so often, and boards on which no game begins."""
        for kind, left in enumerate(self.unseen(s)):
            if left < 0:
                raise PositionError(f"{self.tiles[kind] - left} tiles `{TILES[kind]}` are too many; there are {self.tiles[kind]}")
        if placed + sum(s.held) + s.returned > self.total:
            raise PositionError(f"there are only {self.total} tiles, but the text has {placed + sum(s.held) + s.returned}")
        if placed and s.cells[self.middle] == 0:
            raise PositionError(f"the first word covers {display.square(self.middle, self.size)}; put a tile there")

    # Moves

    def name(self, s: State, move: int) -> str:
        if self._draws(s):
            return TILES[move]
        if move >= self.passing:
            chosen = [kind for index, kind in enumerate(self.tiles_of(s, s.turn)) if move - self.passing >> index & 1]
            return f"exchange-{''.join(TILES[kind] for kind in chosen)}" if chosen else "pass"
        word, cells = self.lexicon.words[move // self.span], self._cells(move)
        signs = self._signs(s, word, cells)
        where = display.square(cells[0], self.size)
        return f"{where[1:] + where[0] if move % self.span < self.squares else where}-{signs}"

    def _cells(self, move: int) -> list[int]:
        """The squares of a word."""
        step = 1 if move % self.span < self.squares else self.size
        return [move % self.squares + index * step for index in range(len(self.lexicon.words[move // self.span]))]

    def _signs(self, s: State, word: str, cells: list[int]) -> str:
        """A word as it will be on the board, blanks in lower case."""
        new = [letter for letter, cell in zip(word, cells, strict=True) if s.cells[cell] == 0]
        rack = s.rack[s.turn * KINDS : s.turn * KINDS + BLANK]
        if all(new.count(letter) <= rack[LETTERS.index(letter)] for letter in new):  # no blank is needed
            return "".join(
                self._sign(s, cell) if s.cells[cell] else letter.upper() for letter, cell in zip(word, cells, strict=True)
            )
        after, step = s.copy(), cells[1] - cells[0]
        self.place(after, bisect_left(self.lexicon.words, word) * self.span + (self.squares if step > 1 else 0) + cells[0])
        return "".join(self._sign(after, cell) for cell in cells)

    def parse(self, s: State, text: str) -> int:
        told = text.strip().lower()
        if self._draws(s):
            if len(told) == 1 and told.upper() in TILES:
                return TILES.index(told.upper())
        elif told == "pass":
            return self.passing
        elif re.fullmatch(r"exchange[-\s][a-z_]+", told):
            return self._parse_exchange(s, sorted(told[len("exchange") + 1 :], key=TILES.lower().index))
        elif found := _PLACED.fullmatch(told):
            row, column = int(found[1] or found[4]), LETTERS.index(found[2] or found[3])
            if 1 <= row <= self.size and column < self.size:
                return self._parse_word(s, found[5], (row - 1) * self.size + column, upright=found[3] is not None)
        raise MoveError(f"`{text}` is not the name of a move; write 8d-HOUSE across, d8-HOUSE downwards, exchange-ABC or pass")

    def _parse_word(self, s: State, word: str, cell: int, *, upright: bool) -> int:
        """The move that places a word; a single tile that makes a word in both directions is placed across."""
        new = [cell + index * self.size for index in range(len(word)) if upright and cell + index * self.size < self.squares]
        new = [each for each in new if s.cells[each] == 0]
        if len(new) == 1:
            before, after = self.run(s, new[0], -1), self.run(s, new[0], 1)
            if before + after:
                letters = [self._sign(s, new[0] + at).lower() for at in range(-before, after + 1)]
                letters[before] = word[(new[0] - cell) // self.size]
                word, cell, upright = "".join(letters), new[0] - before, False
        number = bisect_left(self.lexicon.words, word)
        if number == len(self.lexicon.words) or self.lexicon.words[number] != word:
            raise MoveError(f"`{word}` is not in the list of words")
        return number * self.span + (self.squares if upright else 0) + cell

    def _parse_exchange(self, s: State, wanted: list[str]) -> int:
        chosen = 0
        for index, kind in enumerate(self.tiles_of(s, s.turn)):
            if wanted and TILES[kind].lower() == wanted[0]:
                chosen |= 1 << index
                wanted = wanted[1:]
        if wanted:
            raise MoveError(f"the rack has no `{wanted[0].upper()}` that is left to exchange")
        return self.passing + chosen

    def squares_of(self, s: State, move: int) -> tuple[str, ...]:
        """The first and the last square of a word; none for other moves."""
        if self._draws(s) or move >= self.passing:
            return ()
        cells = self._cells(move)
        return display.square(cells[0], self.size), display.square(cells[-1], self.size)

    # Picture

    def svg(self, s: State) -> str:
        told = [f"{name} {s.points[player]}: {self._rack_words(s, player)}" for player, name in enumerate(self.players)]
        words = "\n".join([*told, f"bag: {s.bag} tiles", display.caption(self, s)])
        picture = display.BoardPicture(self, words, self.size, self.size, _PLAIN, down=True)
        for cell, x, y in picture.squares():
            size, content = picture.size, s.cells[cell]
            if self.premiums[cell] in _COLOURS:
                picture.rectangle(x + 1, y + 1, size - 2, size - 2, _COLOURS[self.premiums[cell]])
            if content:
                picture.rectangle(x + 3, y + 3, size - 6, size - 6, _TILE, rounded=4)
                picture.text(x + size * 0.45, y + size * 0.68, self._sign(s, cell), size=26)
                if self.worth[content]:
                    picture.text(x + size * 0.8, y + size * 0.84, str(self.worth[content]), size=11)
            elif cell == self.middle:
                picture.text(x + size / 2, y + size * 0.62, "★", size=20)
            elif self.premiums[cell] in PREMIUMS:
                picture.text(x + size / 2, y + size * 0.6, PREMIUMS[self.premiums[cell]], size=13)
        return str(picture)

    def _rack_words(self, s: State, player: int) -> str:
        """The tiles of a rack with their values, or how many are hidden."""
        own = s.rack[player * KINDS : (player + 1) * KINDS]
        if HIDDEN in own:
            return f"{s.held[player]} tiles"
        return " ".join(f"{TILES[kind]}{VALUES[kind] or ''}" for kind, number in enumerate(own) for _ in range(number))


_SIGNS = "".join(PREMIUMS) + "." + TILES[:BLANK] + LETTERS
"""What may be on a square of a text."""
