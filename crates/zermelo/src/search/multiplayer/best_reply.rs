//! Best-reply search: all opponents together have one turn.

use std::sync::atomic::Ordering;

use super::view::{NOTHING, STRIDE, View};
use crate::game::{Answer, Game, Move, Outcome, Player};
use crate::search::ads::ask;

impl<G: Game> View<'_, G> {
    /// Appends the moves of all opponents.
    pub(super) fn replies(&self, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        let begin = out.len();
        let opponents = self.order_of_opponents();
        for &who in &opponents[..self.number] {
            let mut turned = self.inner.copy(s);
            self.inner.set_turn(&mut turned, Player::from(who));
            if self.inner.outcome(&turned)? != Outcome::Ongoing {
                continue;
            }
            let start = out.len();
            self.inner.moves_out_of_turn(&turned, out)?;
            self.number(&turned, Player::from(who), &mut out[start..])?;
        }
        if out.len() == begin {
            out.push(STRIDE * Move::from(opponents[0]) + NOTHING);
        }
        Ok(())
    }

    /// Appends our own moves.
    pub(super) fn own_moves(&self, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        let begin = out.len();
        self.inner.moves_out_of_turn(s, out)?;
        if out.len() == begin {
            out.push(NOTHING);
            return Ok(());
        }
        self.number(s, 0, &mut out[begin..])
    }

    /// Carries our move out; then it is their turn.
    #[inline]
    pub(super) fn play_own(&self, s: &mut G::State, choice: Move) -> Answer<()> {
        if choice == NOTHING {
            self.inner.set_turn(s, self.next);
            return Ok(());
        }
        self.inner.play(s, choice)
    }

    /// Carries a reply out; then it is our turn.
    pub(super) fn play_reply(&self, s: &mut G::State, choice: Move) -> Answer<()> {
        let reply = choice % STRIDE;
        if reply != NOTHING {
            self.inner.set_turn(s, choice / STRIDE);
            self.inner.play(s, reply)?;
        }
        self.inner.set_turn(s, self.us);
        Ok(())
    }

    /// Shows a reply with the position in which it is made.
    pub(super) fn show_reply(
        &self,
        s: &G::State,
        choice: Move,
        show: &mut dyn FnMut(&G::State, Move) -> Answer<()>,
    ) -> Answer<()> {
        let reply = choice % STRIDE;
        if reply == NOTHING {
            return Ok(());
        }
        if self.is_our_turn(s)? {
            return show(s, choice);
        }
        let mut turned = self.inner.copy(s);
        self.inner.set_turn(&mut turned, choice / STRIDE);
        show(&turned, reply)
    }

    /// Threat-ADS: the opponent whose reply it is was dangerous.
    #[inline]
    pub(super) fn threatened(&self, s: &G::State, choice: Move) -> Answer<()> {
        let Some(rule) = self.options.threat else { return Ok(()) };
        if self.is_our_turn(s)? {
            return Ok(());
        }
        let mut opponents = self.order_of_opponents();
        let list = &mut opponents[..self.number];
        if let Some(place) = list.iter().position(|&who| Move::from(who) == choice / STRIDE) {
            ask(list, place, rule);
            self.opponents.store(u64::from_le_bytes(opponents), Ordering::Relaxed);
        }
        Ok(())
    }
}
