"""The two seas of Battleship: parameters, the cells of ships, and how seas are written, read and drawn. `rules` says how the game goes on."""

from collections.abc import Iterator, Sequence

from zermelo.errors import GameError, PositionError
from zermelo.game import HIDDEN, Game, State, display
from zermelo.games.shared import parameters

MAX_SIDE, MAX_SHIPS = 16, 10
MISS, HIT, SUNK = 1, 2, 3
"""Marks of cells that were shot at, 0 elsewhere; SUNK + the letter of the ship."""
_WATER, _HULL, _SIZE, _EDGE = "#cfe3ee", "#6b7580", 30, 32


class Seas(Game):
    """The seas of two players, with their fleets."""

    playable = False
    players = ("first", "second")

    def __init__(self, rows: int = 10, cols: int = 10, fleet: Sequence[int] = (5, 4, 3, 3, 2), shots: int | None = None) -> None:
        parameters.whole("battleship", "rows", rows, 1, MAX_SIDE)
        parameters.whole("battleship", "cols", cols, 1, MAX_SIDE)
        self.rows, self.cols, self.cells = rows, cols, rows * cols
        self.fleet = self._checked(fleet)
        if shots is not None:
            parameters.whole("battleship", "shots", shots, 1, self.cells)
        self.ships, self.total = len(self.fleet), sum(self.fleet)
        self.last = 2 * (self.cells if shots is None else shots)
        self.group = tuple(self.fleet.index(length) for length in self.fleet)
        """For each ship the first one of the same length."""
        self.signs, self.hull = ".ox" + "ABCDEFGHIJ"[: self.ships] + "#", SUNK + self.ships
        """How marks are drawn, and last a ship that has not been hit there."""
        self.places = self.max_moves = self.move_numbers = 2 * self.cells

    def _checked(self, fleet: object) -> tuple[int, ...]:
        """The fleet, longest ship first; refuses one that might find no room."""
        longest, lengths = max(self.rows, self.cols), fleet if isinstance(fleet, tuple | list) else ()
        if not 1 <= len(lengths) <= MAX_SHIPS or any(type(ship) is not int or not 1 <= ship <= longest for ship in lengths):
            told = f"battleship takes fleet as a list of 1 to {MAX_SHIPS} lengths of ships from 1 to {longest}, not {fleet!r}"
            raise GameError(told)
        ships, taken = tuple(sorted(lengths, reverse=True)), 0
        for ship in ships:  # each cell that is taken spoils at most one of these places, which do not overlap
            if max(self.rows * (self.cols // ship), self.cols * (self.rows // ship)) <= taken:
                told = f"battleship with fleet={fleet!r} may have no room for a ship of {ship} on {self.rows} x {self.cols} cells"
                raise GameError(f"{told}; use a larger board or a smaller fleet")
            taken += ship
        return ships

    # Ships

    def step(self, place: int) -> int:
        """From one cell of a ship to the next."""
        return self.cols if place % 2 == 1 else 1

    def fits(self, taken: list[int], ship: int, place: int) -> bool:
        """Whether a ship that lies there is on the board, and on free cells."""
        length, cell, step = self.fleet[ship], place // 2, self.step(place)
        room = self.cols - cell % self.cols if place % 2 == 0 else self.rows - cell // self.cols if length > 1 else 0
        if length > room:
            return False
        for index in range(length):  # noqa: SIM110  # a loop is faster where it is interpreted
            if taken[cell + index * step] != 0:
                return False
        return True

    def put(self, taken: list[int], ship: int, place: int, value: int) -> None:
        """Take the cells of a ship, or free them again."""
        for index in range(self.fleet[ship]):
            taken[place // 2 + index * self.step(place)] = value

    def has_room(self, taken: list[int], ship: int, least: int) -> bool:
        """Whether this ship and those after it find room from a place on; yes if it is shorter than the ship before."""
        if ship == self.ships or self.group[ship] == ship:
            return True
        for place in range(least, self.places):
            if self.fits(taken, ship, place):
                self.put(taken, ship, place, 1)
                found = self.has_room(taken, ship + 1, place + 1)
                self.put(taken, ship, place, 0)
                if found:
                    return True
        return False

    def covers(self, ship: int, place: int, cell: int) -> bool:
        ahead, step = cell - place // 2, self.step(place)
        return ahead % step == 0 and 0 <= ahead // step < self.fleet[ship]

    # Display

    def show(self, s: State) -> str:
        blocks = []
        for player, name in enumerate(self.players):
            rows = [" ".join(row) for row in display.cell_rows(self._signs(s, player), self.cols, self.signs)]
            board = display.framed(rows, " ".join(display.letters(self.cols)), range(self.rows, 0, -1))
            blocks.append([f"{name}  {' '.join(self._places(s, player))}", *board])
        width = max(map(len, blocks[0])) + 4
        return "\n".join([*(f"{left:{width}}{right}" for left, right in zip(*blocks, strict=True)), display.caption(self, s)])

    def read(self, text: str) -> State:
        lines = [line.split() for line in display.lines_of(text)]
        lines = [words for words in lines if "".join(words) != 2 * display.letters(self.cols)]
        if len(lines) != self.rows + 2:
            raise display.unreadable(
                self, f"a text of {len(lines)} lines, not counting the letters of columns, is not a position"
            )
        s = self.fresh()
        self._read_ships(s, lines[0])
        seas: list[list[int]] = [[], []]
        for rank, words in zip(range(self.rows, 0, -1), lines[1:-1], strict=True):
            signs = [word for word in words if word != str(rank)]
            if len(signs) != 2 * self.cols or any(sign not in tuple(self.signs) for sign in signs):
                raise PositionError(f"row {rank} must have {self.cols} cells for each player, each one of {' '.join(self.signs)}")
            for player in range(2):
                seas[player][:0] = [self.signs.index(sign) for sign in signs[player * self.cols : (player + 1) * self.cols]]
        s.mark = [0 if sign == self.hull else sign for signs in seas for sign in signs]
        for player in range(2):
            self._check_sea(s, player, seas[player])
        self._count_shots(s)
        if lines[-1] != display.caption(self, s).split():
            raise PositionError(f"the last line must be `{display.caption(self, s)}`, not `{' '.join(lines[-1])}`")
        return s

    def name(self, s: State, move: int) -> str:
        if s.placed == 2 * self.ships:
            return display.square(move, self.cols)
        return self._place_name(s.placed % self.ships, move)

    def squares_of(self, s: State, move: int) -> tuple[str, ...]:
        """The cell to shoot at, or both ends of a ship; each with the player whose sea it is."""
        if s.placed == 2 * self.ships:
            return (self._spot(1 - s.fired % 2, move),)
        cells = self._cells(s.placed % self.ships, move)
        return tuple(self._spot(s.placed // self.ships, cell) for cell in dict.fromkeys((cells[0], cells[-1])))

    def svg(self, s: State) -> str:
        wide, high, words = self.cols * _SIZE, self.rows * _SIZE, display.caption(self, s)
        picture = display.Picture(max(2 * (wide + _EDGE) + 20, 240), high + 2 * _EDGE + 40, f"{self}: {words}")
        for player, name in enumerate(self.players):
            left, low = _EDGE + player * (wide + _EDGE), _EDGE + high
            picture.text(left + wide / 2, _EDGE - 10, name)
            for column, letter in enumerate(display.letters(self.cols)):
                picture.text(left + (column + 0.5) * _SIZE, low + 16, letter, size=13)
            for row in range(self.rows):
                picture.text(left - 12, low - (row + 0.35) * _SIZE, str(row + 1), size=13)
            for cell, sign in enumerate(self._signs(s, player)):
                x, y = left + cell % self.cols * _SIZE, low - (cell // self.cols + 1) * _SIZE
                picture.rectangle(x + 1, y + 1, _SIZE - 2, _SIZE - 2, _HULL if sign >= SUNK else _WATER)
                if sign not in (0, self.hull):
                    fill, label = "#ffffff" if sign == MISS else self.colours[1], self.signs[sign] if sign >= SUNK else ""
                    picture.disc(x + _SIZE / 2, y + _SIZE / 2, _SIZE * (0.2 if sign == MISS else 0.36), fill, label)
                picture.spot(self._spot(player, cell), x, y, _SIZE, _SIZE)
        picture.text(picture.width / 2, picture.height - 16, words)
        return str(picture)

    def _signs(self, s: State, player: int) -> list[int]:
        """What is drawn on each cell of a player's sea: its mark, or a ship that has not been hit there."""
        marks, known = s.mark[player * self.cells : (player + 1) * self.cells], self._known(s, player)
        return [self.hull if mark == 0 and cell in known else mark for cell, mark in enumerate(marks)]

    def _known(self, s: State, player: int) -> dict[int, int]:
        """The ship on each cell of a player's sea on which one is seen."""
        places = s.place[player * self.ships : (player + 1) * self.ships]
        return {cell: ship for ship, place in enumerate(places) if place != HIDDEN for cell in self._cells(ship, place)}

    def _cells(self, ship: int, place: int) -> list[int]:
        return [place // 2 + index * self.step(place) for index in range(self.fleet[ship])]

    def _spot(self, player: int, cell: int) -> str:
        return f"{self.players[player]} {display.square(cell, self.cols)}"

    def _place_name(self, ship: int, place: int) -> str:
        return display.square(place // 2, self.cols) + ("" if self.fleet[ship] == 1 else "hv"[place % 2])

    def _places(self, s: State, player: int) -> Iterator[str]:
        """The places of a player's ships by name; ? for hidden ones, - for those not placed yet."""
        for ship in range(self.ships):
            number = player * self.ships + ship
            place = s.place[number]
            yield self._place_name(ship, place) if place != HIDDEN else "?" if number < s.placed else "-"

    def _read_ships(self, s: State, words: list[str]) -> None:
        """Read the line about both fleets."""
        first, second = self.players
        if len(words) != 2 * self.ships + 2 or (words[0], words[self.ships + 1]) != (first, second):
            raise PositionError(f"the first line must have {first}, {self.ships} places, {second} and {self.ships} places")
        found = words[1 : self.ships + 1] + words[self.ships + 2 :]
        s.placed = found.index("-") if "-" in found else 2 * self.ships
        if any(word != "-" for word in found[s.placed :]):
            raise PositionError(f"a ship comes after `-`, but {first} places all ships in order, and then {second} does")
        for player, name in enumerate(self.players):
            taken = [0] * self.cells
            fleet = [word for word in found[player * self.ships : (player + 1) * self.ships] if word != "-"]
            if "?" in fleet and fleet.count("?") < len(fleet):
                raise PositionError(f"{name} has hidden ships and others; hide all of them with ?, or none")
            for ship, word in enumerate(fleet if "?" not in fleet else ()):
                s.place[player * self.ships + ship] = self._read_place(s, taken, player, ship, word)

    def _read_place(self, s: State, taken: list[int], player: int, ship: int, word: str) -> int:
        """The place that a word names; takes its cells."""
        least = s.place[player * self.ships + ship - 1] + 1 if self.group[ship] < ship else 0
        for place in range(least, self.places):
            if self.fits(taken, ship, place) and self._place_name(ship, place) == word:
                self.put(taken, ship, place, 1)
                if self.has_room(taken, ship + 1, place + 1):
                    return place
        told = (
            f"{self.players[player]} cannot have a ship of {self.fleet[ship]} at `{word}`: ships are on the board, do not overlap"
        )
        raise PositionError(f"{told}, and are in ascending order if they are equally long")

    def _check_sea(self, s: State, player: int, signs: list[int]) -> None:
        """Refuse what contradicts the places of the ships, and ships that cannot be sunk there."""
        name, known, free = self.players[player], self._known(s, player), [0] * self.cells
        hidden = not known and s.placed > player * self.ships
        for cell, sign in enumerate(signs):
            if sign == self.hull if hidden else (sign >= HIT) != (cell in known):
                where = display.square(cell, self.cols)
                raise PositionError(f"`{self.signs[sign]}` on {where} contradicts the line about the ships of {name}")
        for letter in range(self.ships):
            cells = [cell for cell, sign in enumerate(signs) if sign == SUNK + letter]
            places = [2 * cell + upwards for cell in cells[:1] for upwards in range(2)]
            if cells and not any(self.fits(free, letter, place) and cells == self._cells(letter, place) for place in places):
                raise PositionError(f"the cells `{self.signs[SUNK + letter]}` of {name} are not a ship of {self.fleet[letter]}")
            if cells and self.group[letter] < letter and SUNK + letter - 1 not in signs:
                raise PositionError(f"of ships of equal length, the one that is sunk first is `{self.signs[SUNK + letter - 1]}`")
        for ship in set(known.values()):
            seen = {signs[cell] for cell in known if known[cell] == ship}
            alike = {SUNK + other for other in range(self.ships) if self.group[other] == self.group[ship]}
            if not (self.hull in seen and seen <= {HIT, self.hull}) and not (len(seen) == 1 and seen <= alike):
                told = f"a ship of {self.fleet[ship]} of {name} must be `{self.signs[min(alike)]}` if it is hit everywhere"
                raise PositionError(f"{told}, and only then")

    def _count_shots(self, s: State) -> None:
        """Compute the other fields from the marks; refuse a number of shots that cannot be."""
        seas = [s.mark[: self.cells], s.mark[self.cells :]]
        received = [self.cells - sea.count(0) for sea in seas]
        s.fired = sum(received)
        s.left = [self.total - sum(mark >= HIT for mark in sea) for sea in seas]
        if received[1] - received[0] not in (0, 1) or s.fired > self.last or (s.fired and s.placed < 2 * self.ships):
            told = f"{self.players[0]} has fired {received[1]} shots and {self.players[1]} {received[0]}, which is impossible"
            raise PositionError(f"{told}: they take turns after all ships are placed")
        if min(s.left) < 0 or s.left[(s.fired + 1) % 2] == 0:
            raise PositionError("there are more hits than the fleet has cells, or shots after the fleet was sunk")
