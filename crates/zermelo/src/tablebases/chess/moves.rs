//! Moves of a few pieces, forwards and backwards.

use std::sync::Arc;

use cozy_chess::{
    BitBoard, Color, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_pawn_quiets,
    get_rook_moves,
};

use super::index::{Numbers, Position};
use super::material::{KING, Kind, MOST, Material, PAWN, PROMOTIONS};
use crate::tablebases::{Answer, AnyMaterial, AnyNumbers, DRAW, Ending, Exits, Loaded, Verdict};

const NO_PIECE: usize = MOST;

/// Squares that a piece attacks.
#[inline]
fn attacks(kind: Kind, white: bool, square: u8, occupied: u64) -> u64 {
    let (square, blockers) = (Square::index(usize::from(square)), BitBoard(occupied));
    match kind {
        PAWN => get_pawn_attacks(square, if white { Color::White } else { Color::Black }).0,
        2 => get_knight_moves(square).0,
        3 => get_bishop_moves(square, blockers).0,
        4 => get_rook_moves(square, blockers).0,
        5 => get_bishop_moves(square, blockers).0 | get_rook_moves(square, blockers).0,
        _ => get_king_moves(square).0,
    }
}

/// A tablebase to which a move leads, and how the position is looked up there.
struct Exit {
    /// None when all its positions are drawn.
    table: Option<Arc<(Numbers, Loaded)>>,
    /// Whether the board must be turned upside down.
    turned: bool,
    /// For each piece there, in order, the number of the same piece here.
    order: [u8; MOST],
}

/// An ending of chess with the tablebases to which it leads.
pub struct Endgame {
    numbers: Numbers,
    /// By the moving piece, the captured piece, and the promotion.
    exits: Vec<Option<Exit>>,
}

fn at(mover: usize, captured: usize, promotion: Kind) -> usize {
    (mover * (MOST + 1) + captured) * usize::from(KING) + usize::from(promotion)
}

impl Endgame {
    /// The value of the position after a capture or a promotion.
    #[inline]
    fn exit(&self, which: usize, squares: &[u8; MOST], black: bool) -> Verdict {
        let Some(Exit { table: Some(table), turned, order }) = &self.exits[which] else { return DRAW };
        let turn = if *turned { 56 } else { 0 };
        let squares = order.map(|from| squares[usize::from(from)] ^ turn);
        let position = Position { squares, black: black != *turned, passant: None };
        table.0.index(&position).and_then(|index| table.1.verdict(index)).unwrap_or(DRAW)
    }

    fn occupied(&self, squares: &[u8; MOST]) -> u64 {
        squares[..self.numbers.pieces].iter().fold(0, |all, &square| all | 1 << square)
    }

    /// Whether a side attacks a square, possibly with one of its pieces captured.
    #[inline]
    fn is_attacked(&self, target: u8, by_white: bool, squares: &[u8; MOST], occupied: u64, captured: usize) -> bool {
        (0..self.numbers.pieces).any(|piece| {
            self.numbers.white[piece] == by_white
                && piece != captured
                && attacks(self.numbers.kinds[piece], by_white, squares[piece], occupied) >> target & 1 == 1
        })
    }

    #[inline]
    fn is_checked(&self, white: bool, squares: &[u8; MOST], occupied: u64, captured: usize) -> bool {
        self.is_attacked(squares[usize::from(!white)], !white, squares, occupied, captured)
    }

    /// Squares to which a piece may move; whether its own king is then attacked is not checked.
    #[inline]
    fn targets(&self, piece: usize, position: &Position, occupied: u64) -> u64 {
        let (kind, white, square) = (self.numbers.kinds[piece], self.numbers.white[piece], position.squares[piece]);
        let attacked = attacks(kind, white, square, occupied);
        if kind != PAWN {
            return attacked & !self.side(white, &position.squares);
        }
        let color = if white { Color::White } else { Color::Black };
        let steps = get_pawn_quiets(Square::index(usize::from(square)), color, BitBoard(occupied)).0;
        let passant = position.passant.map_or(0, |skipped| 1 << skipped);
        steps | attacked & (self.side(!white, &position.squares) | passant)
    }

    fn side(&self, white: bool, squares: &[u8; MOST]) -> u64 {
        let of = |piece: &usize| self.numbers.white[*piece] == white;
        (0..self.numbers.pieces).filter(of).fold(0, |all, piece| all | 1 << squares[piece])
    }

    /// Calls a function with each legal move: the piece, the piece that it captures, and the squares of all pieces after it.
    #[inline]
    fn moves(&self, position: &Position, mut call: impl FnMut(usize, usize, [u8; MOST])) {
        let white = !position.black;
        let occupied = self.occupied(&position.squares);
        for piece in (0..self.numbers.pieces).filter(|&piece| self.numbers.white[piece] == white) {
            each(self.targets(piece, position, occupied), |target| {
                let mut captured = self.at(target, &position.squares);
                let mut left = occupied & !(1 << position.squares[piece]) | 1 << target;
                if position.passant == Some(target) && self.numbers.kinds[piece] == PAWN {
                    captured = if white { 3 } else { 2 };
                    left &= !(1 << position.squares[captured]);
                }
                let mut squares = position.squares;
                squares[piece] = target;
                if !self.is_checked(white, &squares, left, captured) {
                    call(piece, captured, squares);
                }
            });
        }
    }

    /// The piece on a square.
    #[inline]
    fn at(&self, square: u8, squares: &[u8; MOST]) -> usize {
        (0..self.numbers.pieces).find(|&piece| squares[piece] == square).unwrap_or(NO_PIECE)
    }

    /// The position after a quiet move.
    #[inline]
    fn after(&self, position: &Position, piece: usize, squares: [u8; MOST]) -> Position {
        let mut next = Position { squares, black: !position.black, passant: None };
        if self.numbers.kinds[piece] == PAWN && squares[piece].abs_diff(position.squares[piece]) == 16 {
            next.passant = self.numbers.skipped(&next);
        }
        next
    }

    /// Squares from which a piece may have come without a capture or a promotion.
    #[inline]
    fn origins(&self, piece: usize, position: &Position, occupied: u64) -> u64 {
        let (kind, white, square) = (self.numbers.kinds[piece], self.numbers.white[piece], position.squares[piece]);
        if kind != PAWN {
            return attacks(kind, white, square, occupied) & !occupied;
        }
        let back = |steps: u8| if white { square.checked_sub(8 * steps) } else { Some(square + 8 * steps) };
        let one = back(1).filter(|origin| (8..56).contains(origin) && occupied >> origin & 1 == 0);
        let rank = if white { square >> 3 } else { 7 - (square >> 3) };
        let two = one.and_then(|_| back(2)).filter(|origin| rank == 3 && occupied >> origin & 1 == 0);
        let two = two.filter(|_| self.numbers.skipped(position).is_none());
        one.map_or(0, |origin| 1 << origin) | two.map_or(0, |origin| 1 << origin)
    }

    /// Appends the number of an earlier position, if it is legal, and of the same position with en passant.
    #[inline]
    fn came_from(&self, earlier: &Position, out: &mut Vec<u64>) {
        if self.is_checked(earlier.black, &earlier.squares, self.occupied(&earlier.squares), NO_PIECE) {
            return;
        }
        out.extend(self.numbers.index(earlier));
        if let Some(skipped) = self.numbers.skipped(earlier) {
            out.extend(self.numbers.index(&Position { passant: Some(skipped), ..*earlier }));
        }
    }
}

/// Calls a function with each square of a set.
#[inline]
fn each(mut set: u64, mut call: impl FnMut(u8)) {
    while set != 0 {
        call(set.trailing_zeros() as u8);
        set &= set - 1;
    }
}

/// Removes duplicates: in symmetric positions, two moves may lead to the same number.
fn once(numbers: &mut Vec<u64>) {
    numbers.sort_unstable();
    numbers.dedup();
}

impl Ending for Endgame {
    type Material = Material;

    fn new(material: Material, load: &mut dyn FnMut(Material) -> Answer<Loaded>) -> Answer<Self> {
        let mut tables: Vec<(Material, Arc<(Numbers, Loaded)>)> = Vec::new();
        for exit in material.exits().into_iter().filter(|exit| !exit.is_bare()) {
            tables.push((exit, Arc::new((Numbers::new(exit), load(exit)?))));
        }
        let mut exits: Vec<Option<Exit>> = (0..at(MOST, 0, 0)).map(|_| None).collect();
        for mover in 0..material.pieces().len() {
            for captured in 0..=NO_PIECE {
                for promotion in [0].into_iter().chain(PROMOTIONS) {
                    let Some(left) = material.exit(mover, captured, promotion) else { continue };
                    let table = tables.iter().find(|(known, _)| *known == left.material).map(|(_, table)| table.clone());
                    exits[at(mover, captured, promotion)] = Some(Exit { table, turned: left.turned, order: left.tags });
                }
            }
        }
        Ok(Self { numbers: Numbers::new(material), exits })
    }

    fn size(&self) -> u64 {
        self.numbers.size()
    }

    fn look(&self, index: u64, quiet: &mut Vec<u64>) -> Option<Exits> {
        let position = self.numbers.position(index)?;
        let (white, occupied) = (!position.black, self.occupied(&position.squares));
        if self.is_checked(!white, &position.squares, occupied, NO_PIECE) {
            return None;
        }
        let (mut exits, mut stuck) = (Exits::default(), true);
        self.moves(&position, |piece, captured, squares| {
            stuck = false;
            let crowned = self.numbers.kinds[piece] == PAWN && !(8..56).contains(&squares[piece]);
            if crowned {
                let reached = |promotion| self.exit(at(piece, captured, promotion), &squares, white);
                PROMOTIONS.into_iter().for_each(|promotion| exits.add(reached(promotion)));
            } else if captured != NO_PIECE {
                exits.add(self.exit(at(piece, captured, 0), &squares, white));
            } else {
                quiet.extend(self.numbers.index(&self.after(&position, piece, squares)));
            }
        });
        exits.drawn |= stuck && !self.is_checked(white, &position.squares, occupied, NO_PIECE);
        once(quiet);
        Some(exits)
    }

    fn before(&self, index: u64, out: &mut Vec<u64>) {
        let Some(position) = self.numbers.position(index) else { return };
        let earlier = |piece: usize, origin: u8| {
            let mut squares = position.squares;
            squares[piece] = origin;
            Position { squares, black: !position.black, passant: None }
        };
        if let Some(skipped) = position.passant {
            let (piece, origin) = if position.black { (2, skipped - 8) } else { (3, skipped + 8) };
            self.came_from(&earlier(piece, origin), out);
            return;
        }
        let occupied = self.occupied(&position.squares);
        for piece in (0..self.numbers.pieces).filter(|&piece| self.numbers.white[piece] == position.black) {
            each(self.origins(piece, &position, occupied), |origin| self.came_from(&earlier(piece, origin), out));
        }
        once(out);
    }

    fn sides(&self) -> Vec<String> {
        vec!["white".into(), "black".into()]
    }

    fn side(&self, index: u64) -> usize {
        usize::from(self.numbers.position(index).is_some_and(|position| position.black))
    }

    fn weight(&self, index: u64) -> u64 {
        self.numbers.position(index).map_or(0, |position| self.numbers.weight(&position))
    }
}
