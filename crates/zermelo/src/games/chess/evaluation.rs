//! Heuristics of chess: evaluation, noisy moves and move order, with the same numbers as the Python game.

use cozy_chess::{Board, Color, Move as Step, Piece};

use super::features::{activity, lone_king, posts, structure};

/// What a piece is worth by the rank it stands on, seen from its own side, then by its file, counted from the edge: in
/// hundredths of a pawn, in the middle game and in the endgame. The numbers and the reasons are in the Python file.
type Worth = (i32, [i32; 8], [i32; 4]);

const MIDDLE: [Worth; 6] = [
    (90, [0, 0, 0, 6, 14, 30, 60, 0], [-6, -2, 2, 8]),
    (320, [-30, -10, 4, 12, 18, 18, 6, -20], [-24, -8, 4, 10]),
    (330, [-14, 4, 6, 8, 8, 6, 2, -8], [-6, 4, 2, 6]),
    (480, [0, -4, -4, -2, 0, 6, 20, 10], [-6, 0, 4, 8]),
    (960, [-6, 2, 4, 4, 4, 4, 0, 0], [-6, 0, 2, 4]),
    (0, [24, 4, -20, -36, -48, -54, -58, -60], [12, 20, -6, -10]),
];
const END: [Worth; 6] = [
    (110, [0, 0, 4, 14, 32, 64, 110, 0], [4, 2, 0, -2]),
    (290, [-24, -8, 4, 12, 14, 10, -4, -20], [-22, -6, 4, 10]),
    (320, [-10, -2, 4, 8, 8, 6, 0, -6], [-6, 0, 2, 6]),
    (530, [-4, -4, -2, 2, 6, 8, 10, 6], [0, 0, 0, 0]),
    (980, [-24, -12, 0, 12, 20, 20, 14, 4], [-14, -4, 6, 12]),
    (0, [-36, -12, 2, 14, 22, 22, 10, -14], [-22, -4, 8, 14]),
];
/// How much each piece counts for the middle game.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;
/// The usual value of a piece, in hundredths of a pawn.
const MATERIAL: [i32; 6] = [100, 325, 325, 500, 975, 0];
/// The feature of the squares stands in the place of the king, of which nobody leads.
const SQUARES: usize = 5;
const FEATURES: usize = 24;
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

/// The value of White's position less that of Black's, in pawns: the sum of its features, each with its weight. What they are is in the Python
/// file.
pub fn evaluate(board: &Board, weights: &[f64]) -> f64 {
    let (mut middle, mut end, mut phase) = (0, 0, 0);
    let mut lead = [0; 6];
    for piece in Piece::ALL {
        let table = &TABLE[piece as usize];
        let all = board.pieces(piece);
        let (white, black) = (all & board.colors(Color::White), all & board.colors(Color::Black));
        phase += PHASE[piece as usize] * all.len() as i32;
        lead[piece as usize] = white.len() as i32 - black.len() as i32;
        for square in white {
            let (more, later) = table[square as usize];
            middle += more;
            end += later;
        }
        for square in black {
            let (more, later) = table[square as usize ^ 56];
            middle -= more;
            end -= later;
        }
    }
    let phase = phase.min(FULL_PHASE);
    let whole = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    let material: i32 = lead.iter().zip(MATERIAL).map(|(lead, value)| lead * value).sum();
    let mut features = [0.0; FEATURES];
    features[..6].copy_from_slice(&lead.map(f64::from));
    features[SQUARES] = f64::from(whole - material) / 100.0;
    if weights.iter().skip(SQUARES + 1).any(|&weight| weight != 0.0) {
        let early = |number: i32| f64::from(number * phase) / f64::from(FULL_PHASE);
        let bishops = |side| (board.pieces(Piece::Bishop) & board.colors(side)).len();
        features[6] = f64::from(bishops(Color::White) >= 2) - f64::from(bishops(Color::Black) >= 2);
        let late = |number: i32| f64::from(number * (FULL_PHASE - phase)) / f64::from(FULL_PHASE);
        let [minor, rooks, queens, attack, danger] = activity(board);
        let [passed, isolated, doubled, open_files, shelter] = structure(board);
        let counted = [minor, rooks, queens, 0, passed, isolated, doubled, open_files];
        features[7..15].copy_from_slice(&counted.map(f64::from));
        features[10] = early(attack);
        features[15] = early(shelter);
        features[16] = early(danger);
        features[17] = late(passed);
        features[18..22].copy_from_slice(&posts(board).map(f64::from));
        features[22] = f64::from(lone_king(board));
        features[23] = if board.side_to_move() == Color::White { 1.0 } else { -1.0 };
    }
    weights.iter().zip(features).fold(0.0, |total, (weight, feature)| total + weight * feature)
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
