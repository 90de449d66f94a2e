//! What the pieces of chess do from their squares: mobility, attacks on the king, pawns and files. The numbers are those of the Python game, which says
//! what each of them means.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

/// White's lead in squares that knights and bishops, rooks, and queens attack, in those beside the opponent's king, and in the square of that number.
pub fn activity(board: &Board) -> [i32; 5] {
    let (white, black) = (attacked(board, Color::White), attacked(board, Color::Black));
    let [minor, rooks, queens, attack] = std::array::from_fn(|place| white[place] - black[place]);
    [minor, rooks, queens, attack, white[3] * white[3] - black[3] * black[3]]
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

/// White's lead in protected pawns, outposts, pieces that pawns attack, and rooks on the seventh rank.
pub fn posts(board: &Board) -> [i32; 4] {
    let (white, black) = (posts_of(board, Color::White), posts_of(board, Color::Black));
    std::array::from_fn(|place| white[place] - black[place])
}

fn posts_of(board: &Board, side: Color) -> [i32; 4] {
    let (own, others, pawns) = (board.colors(side), board.colors(!side), board.pieces(Piece::Pawn));
    let [left, right] = pawn_targets(own & pawns, side);
    let targets = left | right;
    let pieces = others - pawns - board.pieces(Piece::King);
    let mut outposts = 0;
    for square in own & (board.pieces(Piece::Knight) | board.pieces(Piece::Bishop)) & targets {
        let height = square.rank().relative_to(side) as i32;
        let attackers = others & pawns & ahead(square, side) & square.file().adjacent();
        outposts += i32::from((3..=5).contains(&height) && attackers.is_empty());
    }
    let seventh = if side == Color::White { rank(6) } else { rank(1) };
    let rooks = size(own & board.pieces(Piece::Rook) & seventh);
    [size(own & pawns & targets), outposts, size(left & pieces) + size(right & pieces), rooks]
}

/// The squares that pawns attack, towards the a-file and towards the h-file.
fn pawn_targets(pawns: BitBoard, side: Color) -> [BitBoard; 2] {
    let (left, right) = (pawns - File::A.bitboard(), pawns - File::H.bitboard());
    match side {
        Color::White => [BitBoard(left.0 << 7), BitBoard(right.0 << 9)],
        Color::Black => [BitBoard(left.0 >> 9), BitBoard(right.0 >> 7)],
    }
}

/// How far White has driven a lone king, less how far Black has.
pub fn lone_king(board: &Board) -> i32 {
    driven_by(board, Color::White) - driven_by(board, Color::Black)
}

fn driven_by(board: &Board, side: Color) -> i32 {
    let own = board.colors(side);
    if board.colors(!side).len() != 1 || own.len() == 1 || !(own & board.pieces(Piece::Pawn)).is_empty() {
        return 0;
    }
    let place = |square: Square| (square as i32 / 8, square as i32 % 8);
    let ((rank, file), (near_rank, near_file)) = (place(board.king(!side)), place(board.king(side)));
    let (bishops, knights) = (own & board.pieces(Piece::Bishop), own & board.pieces(Piece::Knight));
    let dark = bishops & BitBoard::DARK_SQUARES;
    let only_minor = own.len() == bishops.len() + knights.len() + 1;
    let one_colour = dark.is_empty() || dark == bishops;
    let apart = (near_rank - rank).abs() + (near_file - file).abs();
    if only_minor && !bishops.is_empty() && !knights.is_empty() && one_colour {
        let corner = if dark.is_empty() { (rank - file).abs() } else { (rank + file - 7).abs() };
        let far = |(up, right): (i32, i32)| (up - rank).abs().max((right - file).abs());
        let away: i32 = knights.into_iter().map(|knight| far(place(knight))).sum();
        let edge = (3 - rank).max(rank - 4).max(3 - file).max(file - 4);
        return 20 * corner + 10 * edge - 2 * apart - away;
    }
    4 * ((3 - rank).max(rank - 4) + (3 - file).max(file - 4)) - apart
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
