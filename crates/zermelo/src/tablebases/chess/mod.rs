//! Endings of chess: distance to mate in plies, for all with three and four pieces.
//!
//! There is no castling. Draws by the fifty-move rule and by repetition are not considered.

mod index;
pub mod material;
mod moves;

use crate::game::read_int;
use crate::tablebases::chess::index::{Numbers, Position};
use crate::tablebases::chess::material::{Arranged, KING, MOST, Material, PAWN, Piece, arrange};
use crate::tablebases::chess::moves::Endgame;
use crate::tablebases::{Answer, AnyNumbers, DRAW, Family, Seen, TablebaseError, Verdict};

/// Bytes of the game's record, and where castling, en passant, the clock, the move number and the turn are in it.
const RECORD: usize = 72;
const CASTLING: usize = 64;
const PASSANT: usize = 65;
const CLOCK: usize = 66;
const NUMBER: usize = 68;
const TURN: usize = 70;

/// The endings of chess.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chess;

impl Family for Chess {
    type Material = Material;
    type Position = Position;
    type Numbers = Numbers;
    type Ending = Endgame;
    const GAME: &'static str = "chess";
    const MOST: usize = MOST;

    fn named(name: &str) -> Answer<Material> {
        let unknown = || format!("`{name}` is not an ending of chess; write 3 or 4 pieces, kings included, such as KRK or KQKR");
        let material = Material::named(name).ok_or_else(|| TablebaseError::Unknown(unknown()))?;
        if material.is_bare() {
            return Err(TablebaseError::Unknown(format!(
                "{material} is always a draw, so it has no tablebase; choose another ending"
            )));
        }
        Ok(material)
    }

    fn read(&self, record: &[u8]) -> Option<Seen<Material, Position>> {
        if record.len() != RECORD || record[CASTLING] != 0 {
            return None;
        }
        let arranged = arranged(&record[..CASTLING])?;
        let turn = if arranged.turned { 56 } else { 0 };
        let black = (record[TURN] == 1) != arranged.turned;
        let mut position = Position { squares: arranged.tags.map(|square| square ^ turn), black, passant: None };
        if (0..64).contains(&record[PASSANT]) {
            let skipped = Numbers::new(arranged.material).skipped(&position);
            position.passant = skipped.filter(|&skipped| skipped == record[PASSANT] ^ turn);
        }
        let clock = read_int(&record[CLOCK..CLOCK + 2]).max(0) as u32;
        Some(Seen { material: arranged.material, position, clock })
    }

    fn record(&self, material: Material, index: u64) -> Option<Vec<u8>> {
        let position = Numbers::new(material).position(index)?;
        let mut record = vec![0; RECORD];
        for (piece, square) in material.pieces().into_iter().zip(position.squares) {
            record[usize::from(square)] = if piece.white { piece.kind } else { piece.kind.wrapping_neg() };
        }
        record[PASSANT] = position.passant.unwrap_or(u8::MAX);
        record[NUMBER] = 1;
        record[TURN] = u8::from(position.black);
        Some(record)
    }

    fn obvious(material: Material) -> Option<Verdict> {
        material.is_bare().then_some(DRAW)
    }
}

/// The pieces on a board, with their squares as tags; None if there are too many, or a pawn on the first or last rank.
fn arranged(board: &[u8]) -> Option<Arranged> {
    let mut pieces = [Piece { kind: 0, white: false, tag: 0 }; MOST];
    let mut number = 0;
    for (square, &cell) in board.iter().enumerate().filter(|(_, cell)| **cell != 0) {
        let (cell, tag) = (cell as i8, square as u8);
        let kind = cell.unsigned_abs();
        if kind > KING || (kind == PAWN && !(8..56).contains(&tag)) {
            return None;
        }
        *pieces.get_mut(number)? = Piece { kind, white: cell > 0, tag };
        number += 1;
    }
    arrange(&pieces[..number])
}
