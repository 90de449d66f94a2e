//! BRS+: best-reply search that keeps the turn order.
//!
//! The usual move is asked for again and again: all rounds begin alike, and each is gone through to order it and once more to play it. So
//! usual moves are remembered for a while.

use std::sync::{Mutex, PoisonError};

use super::view::{STRIDE, View};
use crate::game::{Answer, Game, Move, NO_MOVE, Outcome, Player, hash_record};

/// When our turn does not come, a round ends after as many moves as everybody has in so many.
const ROUNDS: usize = 4;
/// Positions whose usual move is remembered.
const SLOTS: usize = 1 << 13;

/// Usual moves with the keys of their positions, those that were looked for last.
#[derive(Default)]
pub(super) struct Customs(Mutex<Vec<(u64, Move)>>);

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
            let usual = self.usual(&now, &mut moves)?;
            if !seen.contains(&who) && !self.is_ours(who) {
                // The round in which everybody does the usual is there once; our team does the usual.
                let start = out.len();
                moves.clear();
                self.inner.moves(&now, &mut moves)?;
                out.extend(moves.iter().filter(|&&choice| choice != usual || start == begin));
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
                self.usual(s, &mut moves)?
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
    fn usual(&self, s: &G::State, room: &mut Vec<Move>) -> Answer<Move> {
        let key = hash_record(&self.inner.write(s));
        let mut customs = self.customs.0.lock().unwrap_or_else(PoisonError::into_inner);
        customs.resize(SLOTS, (0, NO_MOVE));
        let slot = &mut customs[key as usize % SLOTS];
        if slot.0 == key && slot.1 != NO_MOVE {
            return Ok(slot.1);
        }
        room.clear();
        self.inner.moves(s, room)?;
        let mut best = (f64::NEG_INFINITY, room[0]);
        for &choice in room.iter() {
            let order = self.inner.order(s, choice)?;
            if order > best.0 {
                best = (order, choice);
            }
        }
        *slot = (key, best.1);
        Ok(best.1)
    }
}
