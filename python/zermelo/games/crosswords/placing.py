"""Words on the board: where they can be placed, which tiles they take, and how many points they make.

A word may begin at any square that has no tile before it. From there it grows square by square, and all words grow together: `parts` are
the beginnings that fit so far. A part is a node of the lexicon, the number of words before it, and a set of tiles that are left on the
rack, as bits. A square with a tile keeps only the parts that go on with its letter. An empty square takes each letter that is left and, where
it has neighbours across, makes a word with them. Most words begin with squares that allow every letter; these beginnings are the
same everywhere and are made once.
"""

from __future__ import annotations

from zermelo.errors import GameError
from zermelo.game import Game, State
from zermelo.games.crosswords import board
from zermelo.games.crosswords.board import BLANK, BONUS, KINDS, VALUES
from zermelo.games.crosswords.lexicon import ANY, FIRST, WORD, lexicon_of
from zermelo.games.shared import parameters

FREE = ANY | 1 << WORD
"""What an empty square allows that has no neighbours across: every letter, and a bit that tells it from others."""
MOST_PLACEMENTS = 60_000
SEATS = ("first", "second", "third", "fourth")
LEAST_RACK, MOST_RACK = 2, 9
Part = tuple[int, int, int]


class Placing(Game):
    """A board with tiles, racks, and a list of words."""

    playable = False

    def __init__(
        self, players: int = 2, size: int = 15, rack: int = 7, words: str | tuple[str, ...] | list[str] = "basic"
    ) -> None:
        parameters.whole("crosswords", "players", players, 2, len(SEATS))
        parameters.choice("crosswords", "size", size, board.SIZES)
        parameters.whole("crosswords", "rack", rack, LEAST_RACK, MOST_RACK)
        self.tiles = board.tile_counts(size)
        self.total = sum(self.tiles)
        if players * rack > self.total:
            told = f"crosswords with size={size} has {self.total} tiles, too few for {players} racks of {rack}"
            raise GameError(f"{told}; use a larger board or rack={self.total // players}")
        self.players = SEATS[:players]
        self.size, self.squares, self.rack_size = size, size * size, rack
        self.middle = self.squares // 2
        self.premiums = board.premiums(size)
        self.letter_factor = tuple(board.LETTER_PREMIUMS.get(sign, 1) for sign in self.premiums)
        self.word_factor = tuple(board.WORD_PREMIUMS.get(sign, 1) for sign in self.premiums)
        self.worth = (0, *VALUES[:BLANK], *(0,) * BLANK)
        """The points of what is on a square: nothing, 1 + a letter, or 27 + the letter that a blank stands for."""
        self.lexicon = lexicon_of(words, size)
        self.span = 2 * self.squares
        self.passing = len(self.lexicon.words) * self.span
        """The move that passes; it has the first number that places no word."""
        self.max_moves = MOST_PLACEMENTS + (1 << rack)

    # Finding words

    def placements(self, s: State) -> list[int]:
        """The moves that place a word, ascending; if they are more than `MOST_PLACEMENTS`, the first ones."""
        rack = self.tiles_of(s, s.turn)
        places = [0] * KINDS
        for index, kind in enumerate(rack):
            places[kind] |= 1 << index
        left = self.letters_left(rack)
        full = len(left) - 1
        free: list[list[Part]] = [[(self.lexicon.root, 0, full)]]
        found: list[int] = []
        for direction in range(2):
            step = 1 if direction == 0 else self.size
            allowed = self.allowed(s, direction)
            for line in range(self.size):
                begin = line * self.size if direction == 0 else line
                for start in range(self.size):
                    if start == 0 or s.cells[begin + (start - 1) * step] == 0:
                        place = start
                        while place < self.size and allowed[begin + place * step] == FREE:
                            place += 1
                        if place < self.size and place - start <= len(rack):
                            while len(free) <= place - start:
                                free.append(self.grown(free[-1], ANY, left, places))
                            move = direction * self.squares + begin + start * step
                            self.complete(s, free[place - start], allowed, left, places, move, place, found)
        found.sort()
        return found[:MOST_PLACEMENTS]

    def complete(
        self,
        s: State,
        parts: list[Part],
        allowed: list[int],
        left: list[int],
        places: list[int],
        move: int,
        place: int,
        found: list[int],
    ) -> None:
        """Let parts grow from a place of their line on; note the words that end before an empty square. `move` is the first square.

        A single tile may make a word in both directions. Then it is placed across.
        """
        upright = move >= self.squares
        step = self.size if upright else 1
        first = move % self.squares
        start = first // self.size if upright else first % self.size
        full, fresh, twice = len(left) - 1, place == start, False
        while place < self.size and len(parts) > 0:
            cell = first + (place - start) * step
            if s.cells[cell] != 0:
                parts = self.through(parts, (s.cells[cell] - 1) % BLANK)
            else:
                if fresh:
                    twice, fresh = upright and allowed[cell] != FREE, False
                parts = self.grown(parts, allowed[cell], left, places)
            place += 1
            if place == self.size or s.cells[cell + step] == 0:
                for node, number, tiles in parts:
                    if node >> WORD & 1 and tiles != full and (not twice or (full ^ tiles).bit_count() > 1):
                        found.append(number * self.span + move)

    def grown(self, parts: list[Part], allowed: int, left: list[int], places: list[int]) -> list[Part]:
        """The parts with one more tile, on a square that allows some letters; a blank is taken if no other tile has the letter."""
        edges, skips = self.lexicon.edges, self.lexicon.skips
        found: list[Part] = []
        for node, number, tiles in parts:
            letters = node & allowed & left[tiles]
            while letters != 0:
                bit = letters & -letters
                edge = (node >> FIRST) + (node & (bit - 1)).bit_count()
                own = tiles & places[bit.bit_length() - 1]
                if own == 0:
                    own = tiles & places[BLANK]
                found.append((edges[edge], number + skips[edge], tiles ^ (own & -own)))
                letters ^= bit
        return found

    def through(self, parts: list[Part], letter: int) -> list[Part]:
        """The parts that go on with a letter that is on the board."""
        edges, skips = self.lexicon.edges, self.lexicon.skips
        found: list[Part] = []
        bit = 1 << letter
        for node, number, tiles in parts:
            if node & bit != 0:
                edge = (node >> FIRST) + (node & (bit - 1)).bit_count()
                found.append((edges[edge], number + skips[edge], tiles))
        return found

    def letters_left(self, rack: list[int]) -> list[int]:
        """For each set of tiles of a rack the letters that they can stand for, as bits."""
        left = [0]
        for kind in rack:
            letters = ANY if kind == BLANK else 1 << kind
            for index in range(len(left)):
                left.append(left[index] | letters)
        return left

    def allowed(self, s: State, direction: int) -> list[int]:
        """For each square the letters that make a word across the direction; 0 where a tile is, and FREE where it has no neighbours.

        The first word covers the square in the middle, which counts as one with neighbours that allows every letter.
        """
        step = self.size if direction == 0 else 1
        found, is_empty = [FREE] * self.squares, True
        for cell in range(self.squares):
            if s.cells[cell] != 0:
                found[cell], is_empty = 0, False
            else:
                before, after = self.run(s, cell, -step), self.run(s, cell, step)
                if before + after > 0:
                    found[cell] = self.fitting(s, cell - before * step, cell, after, step)
        if is_empty:
            found[self.middle] = ANY
        return found

    def run(self, s: State, cell: int, step: int) -> int:
        """How many tiles follow a square without a gap."""
        length, here = 0, cell + step
        while 0 <= here < self.squares and s.cells[here] != 0 and (abs(step) > 1 or here // self.size == cell // self.size):
            length += 1
            here += step
        return length

    def fitting(self, s: State, first: int, cell: int, after: int, step: int) -> int:
        """The letters that make a word on a square, with the tiles from a first one on before it and so many after it."""
        node = self.lexicon.root
        while first < cell:
            node = self.next_node(node, (s.cells[first] - 1) % BLANK)
            first += step
        found, letters = 0, node & ANY
        while letters != 0:
            bit = letters & -letters
            end = self.next_node(node, bit.bit_length() - 1)
            for index in range(after):
                end = self.next_node(end, (s.cells[cell + (1 + index) * step] - 1) % BLANK)
            if end >> WORD & 1:
                found |= bit
            letters ^= bit
        return found

    def next_node(self, node: int, letter: int) -> int:
        """The node after one more letter; 0, from which nothing leads on, if no word goes on so."""
        if node >> letter & 1 == 0:
            return 0
        return self.lexicon.edges[(node >> FIRST) + (node & ((1 << letter) - 1)).bit_count()]

    # Placing them

    def spell(self, number: int) -> list[int]:
        """The letters of a word."""
        edges, skips = self.lexicon.edges, self.lexicon.skips
        node, letters = self.lexicon.root, list[int]()
        while number > 0 or node >> WORD & 1 == 0:
            bits, edge = node & ANY, node >> FIRST
            bits &= bits - 1
            letter = (node & -node).bit_length() - 1
            while bits != 0 and skips[edge + 1] <= number:
                letter = (bits & -bits).bit_length() - 1
                bits &= bits - 1
                edge += 1
            letters.append(letter)
            number -= skips[edge]
            node = edges[edge]
        return letters

    def place(self, s: State, move: int) -> int:
        """Put a word on the board, and its tiles off the rack of the player to move; returns the points."""
        letters, start = self.spell(move // self.span), move % self.squares
        step = 1 if move % self.span < self.squares else self.size
        factor, used, points, crossing = 1, 0, 0, 0
        for index in range(len(letters)):
            cell = start + index * step
            if s.cells[cell] == 0:
                factor *= self.word_factor[cell]
                used += 1
        blanks = self.blanks(s, letters, start, step, factor)
        for index, letter in enumerate(letters):
            cell = start + index * step
            if s.cells[cell] != 0:
                points += self.worth[s.cells[cell]]
                continue
            is_blank = blanks >> index & 1
            s.cells[cell] = 1 + letter + BLANK * is_blank
            s.rack[s.turn * KINDS + (BLANK if is_blank else letter)] -= 1
            own = self.worth[s.cells[cell]] * self.letter_factor[cell]
            points += own
            crossing += self.crossed(s, cell, self.size if step == 1 else 1, own)
        s.held[s.turn] -= used
        return int(points * factor + crossing + (BONUS if used == self.rack_size else 0))

    def blanks(self, s: State, letters: list[int], start: int, step: int, factor: int) -> int:
        """For which letters of a word a blank stands, as bits: where the rack has too few of a letter, for those that lose the fewest points."""
        found, across = 0, self.size if step == 1 else 1
        lost = [0] * len(letters)
        for index, letter in enumerate(letters):
            cell = start + index * step
            if s.cells[cell] != 0:
                lost[index] = -1
            else:
                crosses = self.run(s, cell, across) + self.run(s, cell, -across) > 0
                times = factor + (self.word_factor[cell] if crosses else 0)
                lost[index] = VALUES[letter] * self.letter_factor[cell] * times
        for index, letter in enumerate(letters):
            needed, cheaper = 0, 0
            for other in range(len(letters)):
                if letters[other] == letter and lost[other] >= 0:
                    needed += 1
                    cheaper += lost[other] < lost[index] or (lost[other] == lost[index] and other < index)
            if lost[index] >= 0 and cheaper < needed - s.rack[s.turn * KINDS + letter]:
                found |= 1 << index
        return found

    def crossed(self, s: State, cell: int, step: int, own: int) -> int:
        """The points of the word that a new tile makes across, whose own points are given; 0 if it has no neighbours there."""
        points, before, after = own, self.run(s, cell, -step), self.run(s, cell, step)
        for index in range(before):
            points += self.worth[s.cells[cell - (1 + index) * step]]
        for index in range(after):
            points += self.worth[s.cells[cell + (1 + index) * step]]
        return int(points * self.word_factor[cell]) if before + after > 0 else 0

    def tiles_of(self, s: State, player: int) -> list[int]:
        """The tiles of a rack in order, a blank last."""
        return [kind for kind in range(KINDS) for _ in range(s.rack[player * KINDS + kind])]

    def unseen(self, s: State) -> list[int]:
        """How many tiles of each kind are neither on the board nor among those that a state or view shows."""
        left = list(self.tiles)
        for content in s.cells:
            if content > 0:
                left[content - 1 if content <= BLANK else BLANK] -= 1
        for index in range(len(self.players) * KINDS):
            left[index % KINDS] -= max(s.rack[index], 0) + max(s.aside[index], 0)
        return left
