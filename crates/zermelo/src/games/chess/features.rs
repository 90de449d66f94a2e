//! What the pieces of chess do from their squares: mobility, attacks on the king, pawns and files. The numbers are those of the Python game, which says
//! what each of them means.

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves};

/// White's lead in squares that knights and bishops, rooks, and queens attack, and in those beside the opponent's king.
pub fn activity(board: &Board) -> [i32; 4] {
    let (white, black) = (attacked(board, Color::White), attacked(board, Color::Black));
    std::array::from_fn(|place| white[place] - black[place])
}

fn attacked(board: &Board, side: Color) -> [i32; 4] {
    let (own, all) = (board.colors(side), board.occupied());
    let zone = get_king_moves(board.king(!side));
    let mut found = [0; 4];
    let mut add = |place: usize, targets: BitBoard| {
        found[place] += size(targets - own);
        found[3] += size((targets - own) & zone);
    };
    for square in own & board.pieces(Piece::Knight) {
        add(0, get_knight_moves(square));
    }
    for square in own & board.pieces(Piece::Bishop) {
        add(0, get_bishop_moves(square, all));
    }
    for square in own & board.pieces(Piece::Rook) {
        add(1, get_rook_moves(square, all));
    }
    for square in own & board.pieces(Piece::Queen) {
        add(2, get_bishop_moves(square, all) | get_rook_moves(square, all));
    }
    found
}

/// White's lead in passed, isolated and doubled pawns, in rooks on open files, and in pawns before the king.
pub fn structure(board: &Board) -> [i32; 5] {
    let (white, black) = (pawns(board, Color::White), pawns(board, Color::Black));
    std::array::from_fn(|place| white[place] - black[place])
}

fn pawns(board: &Board, side: Color) -> [i32; 5] {
    let pawns = board.pieces(Piece::Pawn);
    let (own, others) = (pawns & board.colors(side), pawns & board.colors(!side));
    let [mut passed, mut isolated, mut doubled, mut open_files] = [0; 4];
    for square in own {
        let (file, beside) = (square.file().bitboard(), square.file().adjacent());
        let front = ahead(square, side);
        if (others & front & (file | beside)).is_empty() {
            let height = square.rank().relative_to(side) as i32;
            passed += height * height;
        }
        isolated += i32::from((own & beside).is_empty());
        doubled += i32::from(!(own & front & file).is_empty());
    }
    for square in board.colors(side) & board.pieces(Piece::Rook) {
        open_files += i32::from((own & square.file().bitboard()).is_empty());
    }
    let king = board.king(side);
    let files = own & (king.file().bitboard() | king.file().adjacent());
    let (one, two) = match side {
        Color::White => (rank(king as u32 / 8 + 1), rank(king as u32 / 8 + 2)),
        Color::Black => (rank((king as u32 / 8).wrapping_sub(1)), rank((king as u32 / 8).wrapping_sub(2))),
    };
    [passed, isolated, doubled, open_files, 2 * size(files & one) + size(files & two)]
}

/// All squares on higher ranks, as seen by a side.
fn ahead(square: Square, side: Color) -> BitBoard {
    let above = square as u32 / 8 * 8;
    match side {
        Color::White => BitBoard(u64::MAX.checked_shl(above + 8).unwrap_or(0)),
        Color::Black => BitBoard((1_u64 << above) - 1),
    }
}

/// The squares of a rank; none if it is not on the board.
fn rank(number: u32) -> BitBoard {
    if number < 8 { BitBoard(0xFF << (8 * number)) } else { BitBoard::EMPTY }
}

fn size(squares: BitBoard) -> i32 {
    squares.len() as i32
}
