//! Heuristics of chess: evaluation, noisy moves and move order, with the same numbers as the Python game.

use cozy_chess::{Board, Color, Move as Step, Piece, Square};

use super::features::{COUNTS, counted, lone_king};

/// What a piece is worth by the rank it stands on, seen from its own side, then by its file, counted from the edge: in
/// hundredths of a pawn, in the middle game and in the endgame. The numbers and the reasons are in the Python file.
type Worth = (i32, [i32; 8], [i32; 4]);

const MIDDLE: [Worth; 6] = [
    (82, [0, -8, -8, -4, 5, 41, 75, 0], [-19, 3, -1, 11]),
    (307, [-20, 4, 12, 23, 8, 7, -5, -44], [-30, -1, -7, 8]),
    (332, [4, 7, 8, 8, 12, 5, -7, -24], [-13, 11, 0, 10]),
    (474, [4, -24, -13, -11, -7, 27, 31, 14], [-8, -7, 6, 8]),
    (1020, [11, 6, -10, -1, 15, 17, 10, 24], [2, 19, 18, 21]),
    (0, [11, 5, -22, -54, -51, -50, -42, -45], [-8, 21, 6, -3]),
];
const END: [Worth; 6] = [
    (95, [0, 30, 23, 27, 46, 36, 46, 0], [5, -8, 1, -9]),
    (316, [-15, 3, -5, 15, 14, 19, 3, -24], [-27, 4, 17, 18]),
    (348, [-37, -7, 23, 14, 20, 13, 12, -3], [3, 12, 14, 1]),
    (559, [-17, -2, -4, 1, 27, 13, 4, 29], [13, 8, 2, 6]),
    (1011, [-45, -20, -8, 20, 26, 36, 31, 24], [9, -8, 19, 11]),
    (0, [-25, -22, -20, -6, -2, -5, 51, 37], [-13, 1, 6, 3]),
];
/// How much each piece counts for the middle game.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;
/// The usual value of a piece, in hundredths of a pawn.
const MATERIAL: [i32; 6] = [100, 325, 325, 500, 975, 0];
/// The place of the feature of the squares, after the lead in each kind of piece but the king. Behind it each count has two weights.
const SQUARES: usize = 5;
/// The number of all features: these, two for each count and the turn, and that of a lone king.
pub const FEATURES: usize = SQUARES + 1 + 2 * (COUNTS + 1) + 1;
/// What a piece is worth in exchanges.
pub(super) const VALUE: [i32; 6] = [1, 3, 3, 5, 9, 0];

type SquareValues = [[(i32, i32); 64]; 6];
static TABLE: SquareValues = spread();

/// The value of each piece on each square, in the middle game and the endgame.
const fn spread() -> SquareValues {
    let mut table = [[(0, 0); 64]; 6];
    let mut at = 0;
    while at < 6 * 64 {
        let (piece, rank, file) = (at / 64, at / 8 % 8, at % 8);
        let edge = if file < 4 { file } else { 7 - file };
        let (middle, end) = (&MIDDLE[piece], &END[piece]);
        table[piece][at % 64] = (middle.0 + middle.1[rank] + middle.2[edge], end.0 + end.1[rank] + end.2[edge]);
        at += 1;
    }
    table
}

/// What the pieces are worth on their squares: White's lead in the middle game and in the endgame, and how many pieces there are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed {
    middle: i32,
    end: i32,
    phase: i32,
}

impl Placed {
    pub fn on(board: &Board) -> Self {
        let mut placed = Self::default();
        for piece in Piece::ALL {
            for square in board.pieces(piece) {
                placed.put(piece, if board.colors(Color::White).has(square) { Color::White } else { Color::Black }, square, 1);
            }
        }
        placed
    }

    /// The same after a step that is not castling.
    pub fn after(mut self, board: &Board, step: Step) -> Self {
        let Some(piece) = board.piece_on(step.from) else { return self };
        let side = board.side_to_move();
        if let Some(victim) = board.piece_on(step.to) {
            self.put(victim, !side, step.to, -1);
        } else if takes_in_passing(board, step) {
            self.put(Piece::Pawn, !side, Square::new(step.to.file(), step.from.rank()), -1);
        }
        self.put(piece, side, step.from, -1);
        self.put(step.promotion.unwrap_or(piece), side, step.to, 1);
        self
    }

    /// Puts a piece on a square, or with -1 takes it away.
    #[inline]
    fn put(&mut self, piece: Piece, side: Color, square: Square, times: i32) {
        let white = side == Color::White;
        let (middle, end) = TABLE[piece as usize][if white { square as usize } else { square as usize ^ 56 }];
        let sign = if white { times } else { -times };
        self.middle += sign * middle;
        self.end += sign * end;
        self.phase += times * PHASE[piece as usize];
    }
}

/// The value of White's position less that of Black's, in pawns: the sum of its features, each with its weight. What they are is in the Python
/// file.
pub fn evaluate(board: &Board, placed: Placed, weights: &[f64; FEATURES]) -> f64 {
    let Placed { middle, end, phase } = placed;
    let phase = phase.min(FULL_PHASE);
    let late = FULL_PHASE - phase;
    let whole = (middle * phase + end * late) / FULL_PHASE;
    let (white, black) = (board.colors(Color::White), board.colors(Color::Black));
    let mut total = 0.0;
    let mut material = 0;
    for (piece, weight) in Piece::ALL.into_iter().zip(&weights[..SQUARES]) {
        let all = board.pieces(piece);
        let lead = (all & white).len() as i32 - (all & black).len() as i32;
        material += lead * MATERIAL[piece as usize];
        total += weight * f64::from(lead);
    }
    let driven = lone_king(board);
    if driven != 0 {
        return total + weights[FEATURES - 1] * f64::from(driven); // nothing else matters
    }
    total += weights[SQUARES] * (f64::from(whole - material) / 100.0);
    let rest = &weights[SQUARES + 1..];
    if rest.iter().all(|&weight| weight == 0.0) {
        return total;
    }
    let turn = if board.side_to_move() == Color::White { 1 } else { -1 };
    for (count, pair) in counted(board).into_iter().chain([turn]).zip(rest.chunks(2)) {
        total += pair[0] * (f64::from(count * phase) / f64::from(FULL_PHASE));
        total += pair[1] * (f64::from(count * late) / f64::from(FULL_PHASE));
    }
    total
}

/// Whether a move is noisy: captures and promotions are.
#[inline]
pub fn noisy(board: &Board, step: Step) -> bool {
    board.colors(!board.side_to_move()).has(step.to) || step.promotion.is_some() || takes_in_passing(board, step)
}

/// Orders captures by the most valuable victim, then the least valuable attacker, and promotions by the new piece.
#[inline]
pub fn order(board: &Board, step: Step) -> f64 {
    if !noisy(board, step) {
        return 0.0;
    }
    let promoted = step.promotion.map_or(0, |piece| VALUE[piece as usize] - 1);
    let victim = board.piece_on(step.to).or_else(|| takes_in_passing(board, step).then_some(Piece::Pawn));
    let taken = victim.map_or(0, |victim| {
        let taker = board.piece_on(step.from).map_or(0, |piece| piece as i32);
        16 * VALUE[victim as usize] + 6 - taker
    });
    f64::from(16 * promoted + taken)
}

/// Whether a pawn changes its file; onto an empty square, it captures en passant.
#[inline]
pub(super) fn takes_in_passing(board: &Board, step: Step) -> bool {
    step.from.file() != step.to.file() && board.pieces(Piece::Pawn).has(step.from)
}
