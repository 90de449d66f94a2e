//! Late-move reductions: a late move is first searched less deep.

use super::technique::{Node, Technique};
use crate::search::options::options;

const LEAST_DEPTH: u32 = 3;
/// This many moves are searched to full depth.
const EARLY: usize = 3;
/// From this place on, moves are reduced more.
const LATE: usize = 8;

options! {
    pub struct Options {
        /// Search late moves less deep.
        reductions: bool = false,
    }
}

impl Technique for Options {
    type Learned = ();

    #[inline(always)]
    fn asks_quiet(self) -> bool {
        self.reductions
    }

    #[inline(always)]
    fn reduction(self, node: &Node, index: usize) -> u32 {
        let depth = node.place.depth;
        if !self.reductions || depth < LEAST_DEPTH || index < EARLY {
            0
        } else if index >= LATE && depth >= 2 * LEAST_DEPTH {
            2
        } else {
            1
        }
    }
}
