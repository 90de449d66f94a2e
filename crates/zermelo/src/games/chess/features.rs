//! What the pieces of chess do from their squares. The Python file of the same name says what each feature means; the numbers are the same.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

/// The features that are counted, but the turn.
pub const COUNTS: usize = 28;
/// The pieces that attack from afar or by jumps, with what an attack on a square beside the king counts.
const UNITS: [(Piece, i32); 4] = [(Piece::Knight, 2), (Piece::Bishop, 2), (Piece::Rook, 3), (Piece::Queen, 5)];

/// The pieces of one side, and the squares that they attack.
struct Army<'a> {
    board: &'a Board,
    side: Color,
    own: BitBoard,
    pawns: BitBoard,
    king: Square,
    /// What pawns attack, towards the a-file and towards the h-file.
    pawn_targets: [BitBoard; 2],
    /// What each kind of `UNITS` attacks.
    by_kind: [BitBoard; 4],
    /// What is attacked at all.
    targets: BitBoard,
    mobility: [i32; 4],
    attack: i32,
    attackers: i32,
}

impl<'a> Army<'a> {
    fn new(board: &'a Board, side: Color) -> Self {
        let (own, all) = (board.colors(side), board.occupied());
        let pawns = own & board.pieces(Piece::Pawn);
        let pawn_targets = pawn_targets(pawns, side);
        let [left, right] = self::pawn_targets(board.colored_pieces(!side, Piece::Pawn), !side);
        let (open, zone) = (!(own | left | right), get_king_moves(board.king(!side)));
        let (mut by_kind, mut mobility, mut attack, mut attackers) = ([BitBoard::EMPTY; 4], [0; 4], 0, 0);
        for (place, &(piece, units)) in UNITS.iter().enumerate() {
            for square in own & board.pieces(piece) {
                let targets = reach(piece, square, all);
                by_kind[place] |= targets;
                mobility[place] += size(targets & open);
                let hits = size(targets & zone);
                attack += units * hits;
                attackers += i32::from(hits > 0);
            }
        }
        let king = board.king(side);
        let pieces = by_kind[0] | by_kind[1] | by_kind[2] | by_kind[3];
        let targets = pieces | pawn_targets[0] | pawn_targets[1] | get_king_moves(king);
        Self { board, side, own, pawns, king, pawn_targets, by_kind, targets, mobility, attack, attackers }
    }

    fn of(&self, piece: Piece) -> BitBoard {
        self.own & self.board.pieces(piece)
    }

    fn covered(&self) -> BitBoard {
        self.pawn_targets[0] | self.pawn_targets[1]
    }

    fn counts(&self, other: &Self) -> [i32; COUNTS] {
        let [knights, bishops, rooks, queens] = self.mobility;
        let danger = if self.attackers >= 2 { self.attack * self.attack } else { 0 };
        let [shelter, storm, king_files] = self.shelter(other);
        let [passed, blocked, escort, isolated, doubled, backward] = self.pawns(other);
        let [protected, phalanx, bad_bishop] = self.chains();
        let [outposts, half_open, open, seventh] = self.posts(other);
        let [by_pawns, by_minor, by_rooks, hanging] = self.threats(other);
        let pair = i32::from(self.of(Piece::Bishop).len() >= 2);
        [
            pair,
            knights,
            bishops,
            rooks,
            queens,
            self.attack,
            danger,
            self.checks(other),
            shelter,
            storm,
            king_files,
            passed,
            blocked,
            escort,
            isolated,
            doubled,
            backward,
            protected,
            phalanx,
            bad_bishop,
            outposts,
            half_open,
            open,
            seventh,
            by_pawns,
            by_minor,
            by_rooks,
            hanging,
        ]
    }

    fn checks(&self, other: &Self) -> i32 {
        let (all, safe) = (self.board.occupied(), !(self.own | other.targets));
        let (diagonals, lines) = (get_bishop_moves(other.king, all), get_rook_moves(other.king, all));
        let from = [get_knight_moves(other.king), diagonals, lines, diagonals | lines];
        (0..4).map(|kind| size(self.by_kind[kind] & from[kind] & safe)).sum()
    }

    fn shelter(&self, other: &Self) -> [i32; 3] {
        let files = files_at(self.king.file());
        let ahead = |steps: u32| {
            let height = self.king.rank().relative_to(self.side) as u32 + steps;
            if height > 7 { BitBoard::EMPTY } else { rank(height, self.side) & files }
        };
        let [one, two, three] = [ahead(1), ahead(2), ahead(3)];
        let without = File::ALL.into_iter().filter(|file| (files & file.bitboard() & self.pawns).is_empty());
        let without = without.filter(|file| !(files & file.bitboard()).is_empty()).count();
        [2 * size(one & self.pawns) + size(two & self.pawns), size((one | two | three) & other.pawns), without as i32]
    }

    /// Passed pawns, those that are blocked, and how near the kings are; isolated, doubled and backward pawns.
    fn pawns(&self, other: &Self) -> [i32; 6] {
        let (all, covered) = (self.board.occupied(), other.covered());
        let [mut passed, mut blocked, mut escort, mut isolated, mut doubled, mut backward] = [0; 6];
        for pawn in self.pawns {
            let (file, beside) = (pawn.file().bitboard(), pawn.file().adjacent());
            let (front, height) = (ahead(pawn, self.side), pawn.rank().relative_to(self.side) as i32);
            let Some(next) = pawn.try_offset(0, if self.side == Color::White { 1 } else { -1 }) else { continue };
            if (other.pawns & front & (file | beside)).is_empty() {
                passed += height * height;
                blocked += if all.has(next) { height * height } else { 0 };
                if height >= 3 {
                    escort += height * (apart(other.king, next) - apart(self.king, next));
                }
            }
            let near = self.pawns & beside;
            isolated += i32::from(near.is_empty());
            doubled += i32::from(!(self.pawns & front & file).is_empty());
            backward += i32::from(!near.is_empty() && (near - front).is_empty() && covered.has(next));
        }
        [passed, blocked, escort, isolated, doubled, backward]
    }

    fn chains(&self) -> [i32; 3] {
        let (left, right) = (self.pawns - File::A.bitboard(), self.pawns - File::H.bitboard());
        let beside = BitBoard((left.0 >> 1) | (right.0 << 1));
        let (dark, bishops) = (BitBoard::DARK_SQUARES, self.of(Piece::Bishop));
        let bad = size(bishops & dark) * size(self.pawns & dark) + size(bishops - dark) * size(self.pawns - dark);
        [size(self.pawns & self.covered()), size(self.pawns & beside), bad]
    }

    fn posts(&self, other: &Self) -> [i32; 4] {
        let mut outposts = 0;
        for square in (self.of(Piece::Knight) | self.of(Piece::Bishop)) & self.covered() {
            let height = square.rank().relative_to(self.side) as i32;
            let attackers = other.pawns & ahead(square, self.side) & square.file().adjacent();
            outposts += i32::from((3..=5).contains(&height) && attackers.is_empty());
        }
        let [mut half_open, mut open] = [0; 2];
        for rook in self.of(Piece::Rook) {
            let file = rook.file().bitboard();
            let free = (file & self.pawns).is_empty();
            half_open += i32::from(free);
            open += i32::from(free && (file & other.pawns).is_empty());
        }
        [outposts, half_open, open, size(self.of(Piece::Rook) & rank(6, self.side))]
    }

    fn threats(&self, other: &Self) -> [i32; 4] {
        let king = other.king.bitboard();
        let pieces = other.own - other.pawns - king;
        let heavy = other.of(Piece::Rook) | other.of(Piece::Queen);
        let [left, right] = self.pawn_targets;
        [
            size(left & pieces) + size(right & pieces),
            size(heavy & (self.by_kind[0] | self.by_kind[1])),
            size(other.of(Piece::Queen) & self.by_kind[2]),
            size((other.own - king) & (self.targets - other.targets)),
        ]
    }
}

/// White's lead in all features that are counted, but the turn.
pub fn counted(board: &Board) -> [i32; COUNTS] {
    let (white, black) = (Army::new(board, Color::White), Army::new(board, Color::Black));
    let (ours, theirs) = (white.counts(&black), black.counts(&white));
    std::array::from_fn(|place| ours[place] - theirs[place])
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
    let lone = board.king(!side);
    let place = |square: Square| (square as i32 / 8, square as i32 % 8);
    let ((rank, file), (near_rank, near_file)) = (place(lone), place(board.king(side)));
    let (bishops, knights) = (own & board.pieces(Piece::Bishop), own & board.pieces(Piece::Knight));
    let dark = bishops & BitBoard::DARK_SQUARES;
    let only_minor = own.len() == bishops.len() + knights.len() + 1;
    let one_colour = dark.is_empty() || dark == bishops;
    let steps = (near_rank - rank).abs() + (near_file - file).abs();
    if only_minor && !bishops.is_empty() && !knights.is_empty() && one_colour {
        let corner = if dark.is_empty() { (rank - file).abs() } else { (rank + file - 7).abs() };
        let away: i32 = knights.into_iter().map(|knight| apart(knight, lone)).sum();
        let edge = (3 - rank).max(rank - 4).max(3 - file).max(file - 4);
        return 20 * corner + 5 * edge - 4 * steps - 2 * away;
    }
    4 * ((3 - rank).max(rank - 4) + (3 - file).max(file - 4)) - steps
}

#[inline]
fn reach(piece: Piece, square: Square, all: BitBoard) -> BitBoard {
    match piece {
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, all),
        Piece::Rook => get_rook_moves(square, all),
        _ => get_bishop_moves(square, all) | get_rook_moves(square, all),
    }
}

/// The squares that pawns attack, towards the a-file and towards the h-file.
fn pawn_targets(pawns: BitBoard, side: Color) -> [BitBoard; 2] {
    let (left, right) = (pawns - File::A.bitboard(), pawns - File::H.bitboard());
    match side {
        Color::White => [BitBoard(left.0 << 7), BitBoard(right.0 << 9)],
        Color::Black => [BitBoard(left.0 >> 9), BitBoard(right.0 >> 7)],
    }
}

/// A file and those beside it.
fn files_at(file: File) -> BitBoard {
    file.bitboard() | file.adjacent()
}

/// All squares on higher ranks, as seen by a side.
#[inline]
fn ahead(square: Square, side: Color) -> BitBoard {
    let above = square as u32 / 8 * 8;
    match side {
        Color::White => BitBoard(u64::MAX.checked_shl(above + 8).unwrap_or(0)),
        Color::Black => BitBoard((1_u64 << above) - 1),
    }
}

/// The squares of a rank, counted from 0 by its side.
fn rank(height: u32, side: Color) -> BitBoard {
    Rank::index(height as usize).relative_to(side).bitboard()
}

/// The moves of a king from one square to another.
#[inline]
fn apart(one: Square, other: Square) -> i32 {
    let (files, ranks) = (one.file() as i32 - other.file() as i32, one.rank() as i32 - other.rank() as i32);
    files.abs().max(ranks.abs())
}

#[inline]
fn size(squares: BitBoard) -> i32 {
    squares.len() as i32
}
