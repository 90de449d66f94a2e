//! Late-move reductions: a late move is first searched less deep.

use super::technique::{Candidate, Node, Technique};
use crate::search::Ordering;
use crate::search::score::UNLIMITED;

const LEAST_DEPTH: u32 = 3;
/// This many moves are searched to full depth.
const EARLY: usize = 2;
/// By which the product of the logarithms becomes plies.
const OFFSET: i32 = 150;
const UNIT: i32 = 300;
/// A power of two: a record in `replies` of this size takes off one ply less, or one more if it is negative.
const WORTH: u32 = 13;

#[derive(Default)]
pub struct Reductions;

impl Technique for Reductions {
    const ASKS_QUIET: bool = true;
    const ASKS_THREAT: bool = true;

    fn reduction(ordering: &Ordering, node: &Node, candidate: Candidate) -> u32 {
        let place = node.place;
        let less = reduction(place.depth, candidate.index);
        if less == 0 || node.threatened {
            return 0;
        }
        let worth = ordering.worth(place.player, candidate.choice, place.choice);
        let less = less - i32::from(node.is_open()) - (worth >> WORTH);
        less.clamp(0, place.depth as i32 - 2) as u32
    }
}

/// By how many plies the depth of the move with this index is reduced, as a rule.
fn reduction(depth: u32, index: usize) -> i32 {
    if !(LEAST_DEPTH..UNLIMITED).contains(&depth) || index < EARLY {
        return 0;
    }
    (OFFSET + eighths(depth as usize) * eighths(index)) / UNIT
}

static EIGHTHS: [i32; 256] = table();

const fn table() -> [i32; 256] {
    let mut table = [0; 256];
    let mut number = 1;
    while number < 256 {
        table[number] = (number as u64).pow(8).ilog2() as i32;
        number += 1;
    }
    table
}

/// Eight times the logarithm to base two, rounded down; numbers from 255 on count as 255.
fn eighths(number: usize) -> i32 {
    EIGHTHS[number.min(255)]
}
