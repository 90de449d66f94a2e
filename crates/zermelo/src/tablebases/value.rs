//! The meaning of an entry of a tablebase.
//!
//! | bytes | draw | won or lost | no position |
//! |---|---|---|---|
//! | 1 | 0 | 1 + plies; an odd number of plies is a win for the side to move, an even one a loss | 255 |
//! | 2 | 0 | 1 + 2 * plies, and 1 more for a loss | 65535 |
//!
//! Where players alternate, the last move is the winner's, so the parity of the plies says who wins, and one byte is enough for
//! games of up to 253 plies. Two bytes are for longer ones and for games in which a player may move twice in a row.

use super::{DRAW, Verdict};

/// Plies of the longest game that an entry of one byte can hold.
pub const MOST_IN_ONE: u32 = 253;
/// Plies of the longest game that an entry of two bytes can hold.
pub const MOST_IN_TWO: u32 = 32_766;

/// The entry of this many bytes that says "no position".
#[inline]
pub fn nothing(width: usize) -> u16 {
    if width == 1 { 255 } else { u16::MAX }
}

/// What an entry of this many bytes says; None if there is no position.
#[inline]
pub fn decode(entry: u16, width: usize) -> Option<Verdict> {
    if entry == nothing(width) {
        return None;
    }
    if entry == 0 {
        return Some(DRAW);
    }
    let rest = u32::from(entry - 1);
    let (plies, lost) = if width == 1 { (rest, rest % 2 == 0) } else { (rest / 2, rest % 2 == 1) };
    Some(Verdict { outcome: if lost { -1 } else { 1 }, plies })
}

/// The entry of this many bytes for a verdict, or for no position; None if it takes too many plies.
#[inline]
pub fn encode(verdict: Option<Verdict>, width: usize) -> Option<u16> {
    let Some(verdict) = verdict else { return Some(nothing(width)) };
    if verdict.outcome == 0 {
        return Some(0);
    }
    let lost = verdict.outcome < 0;
    if width == 1 {
        let fits = verdict.plies <= MOST_IN_ONE && (verdict.plies % 2 == 0) == lost;
        return fits.then_some(1 + verdict.plies as u16);
    }
    (verdict.plies <= MOST_IN_TWO).then_some(1 + 2 * verdict.plies as u16 + u16::from(lost))
}
