//! Singular extensions: a move that is much better than all others is searched one ply deeper.

use super::aspiration::width;
use super::search::AlphaBeta;
use super::technique::{Node, Place, Technique};
use crate::game::Game;
use crate::search::{Bound, Halt, Tracer, Window, score};

const LEAST_DEPTH: u32 = 4;
/// The table's entry may be this many plies less deep.
const RECENT: u32 = 3;

#[derive(Default)]
pub struct Singular;

impl Technique for Singular {
    fn prepare<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &mut Node) -> Result<(), Halt> {
        let Place { depth, ply, .. } = node.place;
        let Some(entry) = node.entry.filter(|entry| node.kept && entry.bound != Bound::Upper) else { return Ok(()) };
        if ply == 0 || !(LEAST_DEPTH..score::UNLIMITED).contains(&depth) {
            return Ok(());
        }
        if entry.depth + RECENT < depth || score::is_proven(entry.score) || ply + depth >= 2 * search.depth {
            return Ok(());
        }
        let beta = entry.score - width(entry.score, 0);
        let others = Place { depth: depth / 2, follow: false, excluded: entry.choice, ..node.place };
        let window = Window { alpha: beta.next_down(), beta };
        if search.aside(|search| search.search(s, others, window))? < beta {
            node.extended = entry.choice;
        }
        Ok(())
    }
}
