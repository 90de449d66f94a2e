//! Inner deepening: a shallower search finds the first move to try.

use super::search::AlphaBeta;
use super::technique::{Node, Place, Technique};
use crate::game::{Game, NO_MOVE};
use crate::search::{Halt, Tracer, score};

/// The least depth for it, and how much less deep it searches.
const INNER_DEPTH: u32 = 4;
const INNER_LESS: u32 = 2;

#[derive(Default)]
pub struct InnerDeepening;

impl Technique for InnerDeepening {
    fn prepare<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &mut Node) -> Result<(), Halt> {
        let Node { place, window, .. } = *node;
        let unknown = node.kept && node.entry.is_none() && node.first == NO_MOVE;
        if unknown && place.ply > 0 && (INNER_DEPTH..score::UNLIMITED).contains(&place.depth) {
            let inner = Place { choice: NO_MOVE, depth: place.depth - INNER_LESS, follow: false, ..place };
            search.aside(|search| search.search(s, inner, window))?;
            node.first = search.probe(node.key).map_or(NO_MOVE, |entry| entry.choice);
        }
        Ok(())
    }
}
