//! Static exchange evaluation: what a move gains or loses by the captures that follow on its square. The Python file says how.

use cozy_chess::{
    BitBoard, Board, Color, Move as Step, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

use super::evaluation::{VALUE, takes_in_passing};

/// No exchange has more captures: two kings and thirty other pieces.
const LONGEST: usize = 33;

/// Whether a piece takes one that is worth no less, so that nothing can be lost.
#[inline]
pub fn takes_no_less(board: &Board, step: Step) -> bool {
    let (Some(piece), Some(victim)) = (board.piece_on(step.from), board.piece_on(step.to)) else { return false };
    VALUE[victim as usize] >= VALUE[piece as usize] && board.colors(!board.side_to_move()).has(step.to)
}

/// What a move gains, in pawns.
pub fn exchange(board: &Board, step: Step) -> i32 {
    let (source, target) = (step.from, step.to);
    let Some(piece) = board.piece_on(source) else { return 0 };
    let side = board.side_to_move();
    let in_passing = takes_in_passing(board, step) && board.piece_on(target).is_none();
    let victim = if board.colors(!side).has(target) { board.piece_on(target) } else { in_passing.then_some(Piece::Pawn) };
    if piece == Piece::King && victim.is_none() {
        return 0;
    }
    let mut occupied = board.occupied() - source.bitboard() - target.bitboard();
    if in_passing {
        occupied -= Square::new(target.file(), source.rank()).bitboard();
    }
    let mut standing = step.promotion.unwrap_or(piece);
    let mut gains = [0; LONGEST];
    gains[0] = victim.map_or(0, |victim| VALUE[victim as usize]) + step.promotion.map_or(0, |piece| VALUE[piece as usize] - 1);
    let (mut last, mut mover) = (0, !side);
    while let Some((attacker, taker)) = least_attacker(board, target, mover, occupied) {
        occupied -= attacker.bitboard();
        if taker == Piece::King && least_attacker(board, target, !mover, occupied).is_some() {
            break;
        }
        gains[last + 1] = VALUE[standing as usize] - gains[last];
        last += 1;
        standing = taker;
        mover = !mover;
    }
    for place in (0..last).rev() {
        gains[place] = gains[place].min(-gains[place + 1]);
    }
    gains[0]
}

/// The least valuable piece of a side that attacks a square, the one on the lowest square of equals.
fn least_attacker(board: &Board, target: Square, side: Color, occupied: BitBoard) -> Option<(Square, Piece)> {
    let own = board.colors(side) & occupied;
    let of = |piece: Piece| own & board.pieces(piece);
    let (diagonals, lines) = (get_bishop_moves(target, occupied), get_rook_moves(target, occupied));
    let by_kind = [
        (Piece::Pawn, get_pawn_attacks(target, !side)),
        (Piece::Knight, get_knight_moves(target)),
        (Piece::Bishop, diagonals),
        (Piece::Rook, lines),
        (Piece::Queen, diagonals | lines),
        (Piece::King, get_king_moves(target)),
    ];
    by_kind.into_iter().find_map(|(piece, from)| (of(piece) & from).next_square().map(|square| (square, piece)))
}
