//! Late-move reductions: a late move is first searched less deep.

const LEAST_DEPTH: u32 = 3;
/// This many moves are searched to full depth.
const EARLY: usize = 3;
/// From this place on, moves are reduced more.
const LATE: usize = 8;

/// Plies by which the move at this place in the order is searched less deep.
pub fn reduction(depth: u32, index: usize) -> u32 {
    if depth < LEAST_DEPTH || index < EARLY {
        0
    } else if index >= LATE && depth >= 2 * LEAST_DEPTH {
        2
    } else {
        1
    }
}
