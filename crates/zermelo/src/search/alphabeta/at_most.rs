//! The most that a player can still get: where that is too little, the moves need no search.

use super::search::AlphaBeta;
use super::technique::{Maybe, Node, Place, Technique};
use crate::game::{Game, MAX_EVALUATION, Player};
use crate::search::score::{MAX_PLY, UNLIMITED, WIN};
use crate::search::{Tracer, Window};

/// It is asked so often before what it saves is counted; then one success in [`RARE`] cases pays.
const TRIALS: u64 = 1000;
const RARE: u64 = 16;

/// How often it was asked where the player was not expected to be ahead, and how often it was enough.
#[derive(Default)]
pub struct AtMost {
    asked: u64,
    enough: u64,
}

impl Technique for AtMost {
    #[inline]
    fn cut<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &Node) -> Maybe<f64> {
        let (Place { player, depth, ply, .. }, Window { alpha, beta }) = (node.place, node.window);
        if ply == 0 {
            return Ok(None);
        }
        let most = search.limit(s, depth == UNLIMITED, player, alpha)?;
        if most.is_none() && search.game.facts().players == 2 {
            return Ok(search.limit(s, depth == UNLIMITED, 1 - player, -beta)?.map(|most| -most));
        }
        Ok(most)
    }
}

impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
    /// The highest score of a player, if it is not more than needed.
    #[inline]
    fn limit(&mut self, s: &G::State, to_end: bool, player: Player, needed: f64) -> Maybe<f64> {
        let is_ahead = needed >= if to_end { 0.0 } else { MAX_EVALUATION };
        let known = &self.learned.at_most;
        let pays = known.asked < TRIALS || RARE * known.enough >= known.asked;
        if !(is_ahead || (to_end && needed > f64::NEG_INFINITY && pays)) {
            return Ok(None);
        }
        let most = ceiling(self.game.at_most(s, player)?, self.bound, to_end);
        if !is_ahead {
            self.learned.at_most.asked += 1;
            self.learned.at_most.enough += u64::from(most <= needed);
        }
        Ok((most <= needed).then_some(most))
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
