//! Positions of chess by number: the side to move, the kings, then the other pieces one by one.
//!
//! Without pawns the board may be turned and mirrored in eight ways, so the white king can be placed on one of ten squares: a1,
//! d1, d4 and those between. With a black king that is not next to it, that makes 462 pairs; if the white king is on the long
//! diagonal, the black king is on it or below. With pawns only left and right can be swapped: the white king is on files a to d,
//! and there are 1806 pairs. Other pieces have 64 squares, pawns 48. A position has several numbers if both kings are on the
//! diagonal, or if there are two pieces of a kind; only the lowest is used.
//!
//! If both sides have a pawn, positions in which one may be captured en passant have numbers of their own, after all others: by
//! the file of the pawn that moved two squares, and by the side on which the other pawn stands.

use std::cmp::Ordering;
use std::sync::OnceLock;

use super::material::{KING, Kind, MOST, Material, PAWN};
use crate::tablebases::AnyNumbers;

/// Places beside a pawn: two numbers for each file, although a pawn at the edge has only one neighbour.
const BESIDE: u64 = 16;

/// Where the pieces of an ending are, in the order of its tablebase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The squares, a1 = 0, b1 = 1.
    pub squares: [u8; MOST],
    pub black: bool,
    /// The square that a pawn has just skipped, if another pawn can capture it there.
    pub passant: Option<u8>,
}

/// Pairs of squares for the kings.
#[derive(Debug)]
struct Kings {
    number: Vec<u16>,
    pairs: Vec<(u8, u8)>,
}

const NO_PAIR: u16 = u16::MAX;

impl Kings {
    fn new(pawns: bool) -> Self {
        let mut kings = Self { number: vec![NO_PAIR; 4096], pairs: Vec::new() };
        for white in 0..64_u8 {
            for black in 0..64_u8 {
                if distance(white, black) > 1 && (if pawns { white & 7 < 4 } else { is_first(white, black) }) {
                    kings.number[usize::from(white) << 6 | usize::from(black)] = kings.pairs.len() as u16;
                    kings.pairs.push((white, black));
                }
            }
        }
        kings
    }

    fn get(pawns: bool) -> &'static Self {
        static KINGS: [OnceLock<Kings>; 2] = [const { OnceLock::new() }; 2];
        KINGS[usize::from(pawns)].get_or_init(|| Self::new(pawns))
    }
}

fn distance(one: u8, other: u8) -> u8 {
    (one & 7).abs_diff(other & 7).max((one >> 3).abs_diff(other >> 3))
}

/// On which side of the long diagonal a square is.
#[inline]
fn above(square: u8) -> Ordering {
    (square >> 3).cmp(&(square & 7))
}

/// Whether the kings are on standard squares, to which the board is turned and mirrored.
fn is_first(white: u8, black: u8) -> bool {
    white & 7 < 4 && above(white).then(above(black)).is_le()
}

#[inline]
fn transposed(square: u8) -> u8 {
    (square & 7) << 3 | square >> 3
}

#[derive(Clone, Debug)]
pub struct Numbers {
    pub material: Material,
    /// The kinds of the pieces, in order; 0 for none.
    pub kinds: [Kind; MOST],
    /// Whether each piece is White's.
    pub white: [bool; MOST],
    pub pieces: usize,
    kings: &'static Kings,
    pawns: bool,
    /// Whether two pieces of a kind follow each other.
    twins: bool,
    /// Numbers for each pair of kings.
    each: u64,
    /// Whether a pawn may be captured en passant.
    passing: bool,
}

impl Numbers {
    fn pairs(&self) -> u64 {
        self.kings.pairs.len() as u64
    }

    /// How many numbers positions without en passant have.
    fn main(&self) -> u64 {
        2 * self.pairs() * self.each
    }

    /// The number of a position whose kings are on standard squares.
    #[inline]
    fn number(&self, mut squares: [u8; MOST], position: &Position) -> Option<u64> {
        let pair = self.kings.number[usize::from(squares[0]) << 6 | usize::from(squares[1])];
        if pair == NO_PAIR {
            return None;
        }
        let first = u64::from(position.black) * self.pairs() + u64::from(pair);
        if position.passant.is_some() {
            let (pushed, other) = if position.black { (squares[2], squares[3]) } else { (squares[3], squares[2]) };
            return Some(self.main() + first * BESIDE + u64::from(2 * (pushed & 7) + u8::from(other > pushed)));
        }
        if self.twins && squares[2] > squares[3] {
            squares.swap(2, 3);
        }
        let mut number = first;
        for (&square, &kind) in squares[2..self.pieces].iter().zip(&self.kinds[2..]) {
            let place = if kind == PAWN { square.wrapping_sub(8) } else { square };
            if u64::from(place) >= room(kind) {
                return None;
            }
            number = number * room(kind) + u64::from(place);
        }
        Some(number)
    }

    /// The position that has a number; None if the number is not used.
    #[inline]
    pub fn position(&self, index: u64) -> Option<Position> {
        let mut squares = [0; MOST];
        let (mut rest, passing) = match index.checked_sub(self.main()) {
            Some(beyond) => (beyond, true),
            None => (index, false),
        };
        let beside = (rest % BESIDE) as u8;
        if passing {
            rest /= BESIDE;
        } else {
            for at in (2..self.pieces).rev() {
                let room = room(self.kinds[at]);
                squares[at] = (rest % room) as u8 + if self.kinds[at] == PAWN { 8 } else { 0 };
                rest /= room;
            }
        }
        let black = rest >= self.pairs();
        (squares[0], squares[1]) = self.kings.pairs[(rest % self.pairs()) as usize];
        let mut position = Position { squares, black, passant: None };
        if passing {
            position = stepped(position, beside)?;
        }
        let occupied = position.squares[..self.pieces].iter().fold(0_u64, |all, &square| all | 1 << square);
        let clear = position.passant.is_none_or(|skipped| occupied & (1 << skipped | 1 << behind(skipped)) == 0);
        let whole = occupied.count_ones() as usize == self.pieces && clear;
        let lowest = (self.pawns && !self.twins) || self.index(&position) == Some(index);
        (whole && lowest).then_some(position)
    }

    /// The square that a pawn of the side not to move may just have skipped, if another pawn can capture it there.
    #[inline]
    pub fn skipped(&self, position: &Position) -> Option<u8> {
        if !self.passing {
            return None;
        }
        let [_, _, white, black] = position.squares;
        let (pushed, other, rank) = if position.black { (white, black, 3) } else { (black, white, 4) };
        let beside = pushed >> 3 == rank && other >> 3 == rank && pushed.abs_diff(other) == 1;
        let skipped = if position.black { pushed.wrapping_sub(8) } else { pushed + 8 };
        let free = |square: u8| !position.squares.contains(&square);
        (beside && free(skipped) && free(behind(skipped))).then_some(skipped)
    }

    /// How many positions on the board share the number of this position; those with en passant are not counted.
    pub fn weight(&self, position: &Position) -> u64 {
        if position.passant.is_some() {
            return 0;
        }
        if self.pawns {
            return 2;
        }
        let mut other = position.squares.map(transposed);
        let mut squares = position.squares;
        if self.twins {
            other[2..].sort_unstable();
            squares[2..].sort_unstable();
        }
        if other[..self.pieces] == squares[..self.pieces] { 4 } else { 8 }
    }
}

impl AnyNumbers for Numbers {
    type Material = Material;
    type Position = Position;

    fn new(material: Material) -> Self {
        let pieces = material.pieces();
        let (mut kinds, mut white) = ([0; MOST], [false; MOST]);
        for (at, piece) in pieces.iter().enumerate() {
            (kinds[at], white[at]) = (piece.kind, piece.white);
        }
        let pawns = kinds.contains(&PAWN);
        let each = kinds[2..pieces.len()].iter().map(|&kind| room(kind)).product();
        let twins = pieces.len() == 4 && kinds[2] == kinds[3] && white[2] == white[3];
        let passing = kinds[2..] == [PAWN, PAWN] && !twins;
        Self { material, kinds, white, pieces: pieces.len(), kings: Kings::get(pawns), pawns, twins, each, passing }
    }

    fn size(&self) -> u64 {
        self.main() + if self.passing { 2 * self.pairs() * BESIDE } else { 0 }
    }

    /// None if the kings touch, or a pawn is on the first or last rank.
    #[inline]
    fn index(&self, position: &Position) -> Option<u64> {
        let [white, ..] = position.squares;
        let left = if white & 7 > 3 { 7 } else { 0 };
        let down = if !self.pawns && white >> 3 > 3 { 56 } else { 0 };
        let mut squares = position.squares.map(|square| square ^ left ^ down);
        if !self.pawns {
            match above(squares[0]).then(above(squares[1])) {
                Ordering::Less => {}
                Ordering::Greater => squares = squares.map(transposed),
                Ordering::Equal => {
                    let other = squares.map(transposed);
                    return Some(self.number(squares, position)?.min(self.number(other, position)?));
                }
            }
        }
        self.number(squares, position)
    }
}

/// The position in which a pawn has just moved two squares; `beside` gives its file and the side of the other pawn.
fn stepped(position: Position, beside: u8) -> Option<Position> {
    let file = beside / 2;
    let other = if beside % 2 == 1 { Some(file + 1).filter(|&file| file < 8) } else { file.checked_sub(1) }?;
    let rank = if position.black { 3 } else { 4 };
    let (pushed, other) = (8 * rank + file, 8 * rank + other);
    let mut squares = position.squares;
    (squares[2], squares[3]) = if position.black { (pushed, other) } else { (other, pushed) };
    let skipped = if position.black { pushed - 8 } else { pushed + 8 };
    Some(Position { squares, black: position.black, passant: Some(skipped) })
}

/// The square from which a pawn moved that skipped this one.
#[inline]
fn behind(skipped: u8) -> u8 {
    if skipped < 32 { skipped - 8 } else { skipped + 8 }
}

#[inline]
fn room(kind: Kind) -> u64 {
    debug_assert!(kind > 0 && kind < KING);
    if kind == PAWN { 48 } else { 64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_pairs_of_kings_as_usual() {
        assert_eq!((Kings::get(false).pairs.len(), Kings::get(true).pairs.len()), (462, 1806));
    }

    #[test]
    fn placements_are_all_counted_and_have_one_number_each() {
        for name in ["KQK", "KPK", "KRRK", "KPKP"] {
            let numbers = Numbers::new(Material::named(name).unwrap());
            let mut placements = 0;
            for index in 0..numbers.size() {
                if let Some(position) = numbers.position(index) {
                    assert_eq!(numbers.index(&position), Some(index), "{name}");
                    placements += numbers.weight(&position);
                }
            }
            // 3612 pairs of kings; other pieces have the squares that the kings leave, pawns only those of their own 48.
            let kings = 2 * 3612;
            let pawn_kings: u64 = Kings::get(true)
                .pairs
                .iter()
                .map(|&(one, other)| [one, other].iter().filter(|&&square| (8..56).contains(&square)).count() as u64)
                .map(|taken| match name {
                    "KPK" => 48 - taken,
                    _ => (48 - taken) * (47 - taken),
                })
                .sum();
            let expected = match name {
                "KQK" => kings * 62,
                "KRRK" => kings * 62 * 61 / 2,
                _ => 4 * pawn_kings,
            };
            assert_eq!(placements, expected, "{name}");
        }
    }
}
