//! Best-reply search: all opponents together have one turn (Schadd and Winands 2011).

use std::sync::atomic::{AtomicU64, Ordering};

use super::view::{NOTHING, STRIDE, Seat, Show, View};
use crate::game::{Answer, Game, Move, Outcome, Player};
use crate::search::Options;
use crate::search::ads::{Rule, ask};

/// The search takes at most this many opponents.
const MOST_OPPONENTS: usize = 8;

pub struct BestReply {
    /// The opponents in the order in which their replies are tried, one byte each.
    opponents: AtomicU64,
    number: usize,
    /// Who comes after us.
    next: Player,
    /// The rule of Threat-ADS, which orders the opponents.
    threat: Option<Rule>,
}

impl BestReply {
    #[inline]
    fn opponents(&self) -> [u8; MOST_OPPONENTS] {
        self.opponents.load(Ordering::Relaxed).to_le_bytes()
    }

    fn own_moves<G: Game>(seat: &Seat<'_, G>, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        let begin = out.len();
        seat.game.moves_out_of_turn(s, out)?;
        if out.len() == begin {
            out.push(NOTHING);
            return Ok(());
        }
        seat.number(s, 0, &mut out[begin..])
    }
}

impl<G: Game> View<G> for BestReply {
    fn new(seat: &Seat<'_, G>, options: &Options) -> Self {
        let seats = seat.game.facts().players as Player;
        let others = (1..seats).map(|step| (seat.us + step) % seats).filter(|&who| !seat.is_ours(who));
        let opponents: Vec<u8> = others.map(|who| who as u8).take(MOST_OPPONENTS).collect();
        let mut packed = [0; MOST_OPPONENTS];
        packed[..opponents.len()].copy_from_slice(&opponents);
        Self {
            opponents: AtomicU64::new(u64::from_le_bytes(packed)),
            number: opponents.len(),
            next: opponents.first().map_or(seat.us, |&who| Player::from(who)),
            threat: options.threat,
        }
    }

    /// Our moves, or those of all opponents.
    fn moves(&self, seat: &Seat<'_, G>, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        if seat.is_our_turn(s)? {
            return Self::own_moves(seat, s, out);
        }
        let begin = out.len();
        let opponents = self.opponents();
        for &who in &opponents[..self.number] {
            let mut turned = seat.game.copy(s);
            seat.game.set_turn(&mut turned, Player::from(who));
            if seat.game.outcome(&turned)? != Outcome::Ongoing {
                continue;
            }
            let start = out.len();
            seat.game.moves_out_of_turn(&turned, out)?;
            seat.number(&turned, Player::from(who), &mut out[start..])?;
        }
        if out.len() == begin {
            out.push(STRIDE * Move::from(opponents[0]) + NOTHING);
        }
        Ok(())
    }

    /// After our move it is their turn; after a reply it is ours.
    fn play(&self, seat: &Seat<'_, G>, s: &mut G::State, choice: Move) -> Answer<()> {
        if !seat.is_our_turn(s)? {
            let reply = choice % STRIDE;
            if reply != NOTHING {
                seat.game.set_turn(s, choice / STRIDE);
                seat.game.play(s, reply)?;
            }
            seat.game.set_turn(s, seat.us);
        } else if choice == NOTHING {
            seat.game.set_turn(s, self.next);
        } else {
            seat.game.play(s, choice)?;
        }
        Ok(())
    }

    fn unfold(&self, seat: &Seat<'_, G>, s: &G::State, choice: Move, show: &mut Show<'_, G>) -> Answer<()> {
        let reply = choice % STRIDE;
        if reply == NOTHING {
            return Ok(());
        }
        if seat.is_our_turn(s)? {
            return show(s, choice);
        }
        let mut turned = seat.game.copy(s);
        seat.game.set_turn(&mut turned, choice / STRIDE);
        show(&turned, reply)
    }

    /// Threat-ADS: the opponent whose reply was best moves forward in the list.
    #[inline]
    fn credit(&self, seat: &Seat<'_, G>, s: &G::State, choice: Move) -> Answer<()> {
        let Some(rule) = self.threat else { return Ok(()) };
        if seat.is_our_turn(s)? {
            return Ok(());
        }
        let mut opponents = self.opponents();
        let list = &mut opponents[..self.number];
        if let Some(place) = list.iter().position(|&who| Move::from(who) == choice / STRIDE) {
            ask(list, place, rule);
            self.opponents.store(u64::from_le_bytes(opponents), Ordering::Relaxed);
        }
        Ok(())
    }
}
