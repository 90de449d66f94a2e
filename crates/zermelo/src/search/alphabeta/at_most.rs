//! The most that a player can still get: where that is too little, the moves need no search.

use super::search::AlphaBeta;
use super::technique::{Maybe, Node, Place, Technique};
use crate::game::{Game, MAX_EVALUATION};
use crate::search::score::{MAX_PLY, UNLIMITED, WIN};
use crate::search::{Tracer, Window};

#[derive(Default)]
pub struct AtMost;

impl Technique for AtMost {
    #[inline]
    fn cut<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &Node) -> Maybe<f64> {
        let (Place { player, depth, ply, .. }, Window { alpha, beta }) = (node.place, node.window);
        let to_end = depth == UNLIMITED;
        let least = if to_end { 0.0 } else { MAX_EVALUATION };
        if ply == 0 {
            return Ok(None);
        }
        if alpha >= least {
            let most = ceiling(search.game.at_most(s, player)?, search.bound, to_end);
            if most <= alpha {
                return Ok(Some(most));
            }
        }
        if beta <= -least && search.game.facts().players == 2 {
            let most = ceiling(search.game.at_most(s, 1 - player)?, search.bound, to_end);
            if -most >= beta {
                return Ok(Some(-most));
            }
        }
        Ok(None)
    }
}

/// The highest score of a player who gets at most this: a win may be near, and a loss as far off as can be.
#[inline]
fn ceiling(most: f64, bound: f64, to_end: bool) -> f64 {
    match most {
        most if most >= bound => f64::INFINITY,
        _ if !to_end => MAX_EVALUATION,
        most if most <= -bound => f64::from(MAX_PLY) - WIN,
        most => most,
    }
}
