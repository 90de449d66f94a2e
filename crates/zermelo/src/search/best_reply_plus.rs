//! BRS+: best-reply search that keeps the turn order. See `search/best_reply_plus.py`.

use super::view::{STRIDE, View};
use crate::game::{Answer, Game, Move, Outcome, Player};

/// When our turn does not come, a round ends after as many moves as everybody has in so many.
const ROUNDS: usize = 4;

impl<G: Game> View<'_, G> {
    /// Appends whole rounds of the others, in each of which one chooses.
    pub(super) fn rounds(&self, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        let begin = out.len();
        let mut now = self.inner.copy(s);
        let mut seen: Vec<Player> = Vec::new();
        let mut moves = Vec::new();
        for _ in 0..self.longest() {
            if self.is_done(&now)? {
                break;
            }
            let who = self.inner.to_move(&now)?;
            moves.clear();
            self.inner.moves(&now, &mut moves)?;
            let usual = self.usual(&now, &moves)?;
            if !seen.contains(&who) && !self.is_ours(who) {
                // The round in which everybody does the usual is there once; our team does the usual.
                let first = out.len() == begin;
                let start = out.len();
                out.extend(moves.iter().filter(|&&choice| choice != usual || first));
                self.number(&now, who, &mut out[start..])?;
                seen.push(who);
            }
            self.inner.play(&mut now, usual)?;
        }
        if out.len() == begin {
            out.push(STRIDE * self.us); // nobody but our team is on turn
        }
        Ok(())
    }

    /// Carries a round out, and shows each of its moves first.
    pub(super) fn play_round(
        &self,
        s: &mut G::State,
        choice: Move,
        show: &mut dyn FnMut(&G::State, Move) -> Answer<()>,
    ) -> Answer<()> {
        let (mut who, chosen) = (choice / STRIDE, choice % STRIDE);
        let mut moves = Vec::new();
        for _ in 0..self.longest() {
            if self.is_done(s)? {
                break;
            }
            let now = if self.inner.to_move(s)? == who {
                who = -1;
                chosen
            } else {
                moves.clear();
                self.inner.moves(s, &mut moves)?;
                self.usual(s, &moves)?
            };
            show(s, now)?;
            self.inner.play(s, now)?;
        }
        Ok(())
    }

    fn longest(&self) -> usize {
        ROUNDS * self.inner.facts().players
    }

    fn is_done(&self, s: &G::State) -> Answer<bool> {
        Ok(self.inner.outcome(s)? != Outcome::Ongoing || self.is_our_turn(s)?)
    }

    /// What an opponent does who is not searched: the first of the moves that the game's order likes most.
    fn usual(&self, s: &G::State, moves: &[Move]) -> Answer<Move> {
        let mut best = (f64::NEG_INFINITY, moves[0]);
        for &choice in moves {
            let order = self.inner.order(s, choice)?;
            if order > best.0 {
                best = (order, choice);
            }
        }
        Ok(best.1)
    }
}
