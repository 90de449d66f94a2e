//! Scores: every proven win above every guess, sooner wins above later ones.

/// The score of a win at the root; a later win scores one less per ply.
pub const WIN: f64 = 1e9;
/// The deepest ply of any search.
pub const MAX_PLY: u32 = 4096;
/// The depth of a search to the end of the game. It stays the same at every ply.
pub const UNLIMITED: u32 = 1 << 20;
const PROVEN: f64 = WIN - 2.0 * MAX_PLY as f64;

/// An open interval of scores.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl Window {
    pub(crate) const OPEN: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The window from the other side's view.
    #[inline]
    pub(crate) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// Score of a finished game, `ply` moves after the root.
#[inline]
pub fn terminal(utility: f64, bound: f64, ply: u32) -> f64 {
    if utility >= bound {
        WIN - f64::from(ply)
    } else if utility <= -bound {
        f64::from(ply) - WIN
    } else {
        utility
    }
}

/// The most that a position `ply` moves after the root can be worth while the game goes on: a win with the next move.
#[inline]
pub fn soonest(ply: u32) -> f64 {
    WIN - f64::from(ply + 1)
}

/// Whether a score is a proven win or loss.
#[inline]
pub fn is_proven(score: f64) -> bool {
    score.abs() > PROVEN
}

/// Whether a score is a proven loss, or no score yet.
#[inline]
pub fn is_lost(score: f64) -> bool {
    score < -PROVEN
}

/// Plies to the end of a proven win or loss.
#[inline]
pub fn distance(score: f64) -> Option<u32> {
    is_proven(score).then(|| (WIN - score.abs()).round() as u32)
}

/// A score for the transposition table, where distances count from the position itself.
#[inline]
pub fn to_table(score: f64, ply: u32) -> f64 {
    shift(score, f64::from(ply))
}

/// The inverse of [`to_table`].
#[inline]
pub fn from_table(score: f64, ply: u32) -> f64 {
    shift(score, -f64::from(ply))
}

#[inline]
fn shift(score: f64, plies: f64) -> f64 {
    if score > PROVEN {
        score + plies
    } else if score < -PROVEN {
        score - plies
    } else {
        score
    }
}

/// Depth left one ply further down.
#[inline]
pub fn shallower(depth: u32) -> u32 {
    if depth == UNLIMITED { depth } else { depth - 1 }
}
