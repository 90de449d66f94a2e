//! Moves of chess as numbers: `(from * 64 + to) * 8 + promotion`, with promotion 0 or 2 to 5 for knight, bishop, rook, queen.
//!
//! The crate writes castling as the king taking its own rook; here it is the king's own step, e1g1, except in Chess960.

use cozy_chess::{BitBoard, Board, File, Move as Step, Piece, Rank, Square};

use crate::game::Move;

/// Appends all legal moves, ascending. There are few pieces, so insertion sort is used.
pub fn list(board: &Board, takes_rook: bool, out: &mut Vec<Move>) {
    let mut rows = [(Square::A1, BitBoard::EMPTY); 32];
    let mut count = 0;
    let pawns = board.pieces(Piece::Pawn);
    board.generate_moves(|moves| {
        let to = if moves.piece == Piece::King && !takes_rook { castling(board, moves.from, moves.to) } else { moves.to };
        let mut at = count;
        while at > 0 && rows[at - 1].0 > moves.from {
            rows[at] = rows[at - 1];
            at -= 1;
        }
        if at > 0 && rows[at - 1].0 == moves.from {
            // En passant captures come separately.
            rows[at - 1].1 |= to;
            rows.copy_within(at + 1..count + 1, at);
            return false;
        }
        rows[at] = (moves.from, to);
        count += 1;
        false
    });
    for &(from, to) in &rows[..count] {
        let promotes = pawns.has(from);
        for target in to {
            let number = ((from as Move) << 6 | target as Move) << 3;
            if promotes && matches!(target.rank(), Rank::First | Rank::Eighth) {
                out.extend([number | 2, number | 3, number | 4, number | 5]);
            } else {
                out.push(number);
            }
        }
    }
}

/// The king's targets, with castling as its own step instead of the rook's square.
#[inline]
fn castling(board: &Board, king: Square, targets: BitBoard) -> BitBoard {
    let rooks = targets & board.colors(board.side_to_move());
    if rooks.is_empty() {
        return targets;
    }
    rooks.into_iter().fold(targets ^ rooks, |targets, rook| {
        let file = if rook.file() > king.file() { File::G } else { File::C };
        targets | Square::new(file, king.rank()).bitboard()
    })
}

/// A move's squares and promotion; None for a number that is not a move.
#[inline]
pub fn read(choice: Move) -> Option<Step> {
    let number = usize::try_from(choice).ok()?;
    let promotion = match number & 7 {
        0 => None,
        kind @ 2..=5 => Piece::try_index(kind - 1),
        _ => return None,
    };
    Some(Step { from: Square::try_index(number >> 9)?, to: Square::index(number >> 3 & 63), promotion })
}

/// A step as the crate writes it: castling is the king taking its own rook. None if a piece of the same side is in the way.
#[inline]
pub fn towards_rook(board: &Board, step: Step) -> Option<Step> {
    if board.colors(board.side_to_move()).has(step.to) {
        return None;
    }
    let rank = step.from.rank();
    let file = match (step.from.file(), step.to.file()) {
        (File::E, File::G) => File::H,
        (File::E, File::C) => File::A,
        _ => return Some(step),
    };
    let castles = step.to.rank() == rank && board.pieces(Piece::King).has(step.from);
    Some(if castles { Step { to: Square::new(file, rank), ..step } } else { step })
}
