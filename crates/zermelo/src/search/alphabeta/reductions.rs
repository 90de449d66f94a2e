//! Late-move reductions: a late move is first searched less deep.

use super::technique::{Node, Technique};
use crate::search::score::UNLIMITED;

const LEAST_DEPTH: u32 = 3;
/// This many moves are searched to full depth.
const EARLY: usize = 3;
/// From this place on, moves are reduced more.
const LATE: usize = 8;

#[derive(Default)]
pub struct Reductions;

impl Technique for Reductions {
    const ASKS_QUIET: bool = true;

    fn reduction(node: &Node, index: usize) -> u32 {
        let depth = node.place.depth;
        if !(LEAST_DEPTH..UNLIMITED).contains(&depth) || index < EARLY {
            0
        } else if index >= LATE && depth >= 2 * LEAST_DEPTH {
            2
        } else {
            1
        }
    }
}
