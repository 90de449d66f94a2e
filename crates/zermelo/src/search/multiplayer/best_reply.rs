//! Best-reply search: all opponents together have one turn (Schadd and Winands 2011).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::view::{NOTHING, STRIDE, Seat, Show, View};
use crate::game::{Answer, Game, Move, Outcome, Player};
use crate::search::Job;
use crate::search::ads::{Rule, ask};

/// The search takes at most this many opponents.
const MOST_OPPONENTS: usize = 8;

/// The opponents of one player in the order in which their replies are tried, one byte each; 0 before the first search. May be
/// passed from one search of that player to the next.
#[derive(Debug, Default)]
pub struct OpponentList(AtomicU64);

impl OpponentList {
    #[inline]
    fn get(&self) -> [u8; MOST_OPPONENTS] {
        self.0.load(Ordering::Relaxed).to_le_bytes()
    }

    #[inline]
    fn set(&self, opponents: [u8; MOST_OPPONENTS]) {
        self.0.store(u64::from_le_bytes(opponents), Ordering::Relaxed);
    }
}

pub struct BestReply {
    opponents: Arc<OpponentList>,
    number: usize,
    /// Who comes after us.
    next: Player,
    /// The rule of Threat-ADS, which orders the opponents.
    threat: Option<Rule>,
}

impl BestReply {
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
    fn new(seat: &Seat<'_, G>, job: &Job) -> Self {
        let seats = seat.game.facts().players as Player;
        let others = (1..seats).map(|step| (seat.us + step) % seats).filter(|&who| !seat.is_ours(who));
        let in_turn: Vec<u8> = others.map(|who| who as u8).take(MOST_OPPONENTS).collect();
        let opponents = job.threats.clone().filter(|_| job.options.keep_threat).unwrap_or_default();
        if opponents.get() == [0; MOST_OPPONENTS] {
            let mut packed = [0; MOST_OPPONENTS];
            packed[..in_turn.len()].copy_from_slice(&in_turn);
            opponents.set(packed);
        }
        Self {
            opponents,
            number: in_turn.len(),
            next: in_turn.first().map_or(seat.us, |&who| Player::from(who)),
            threat: job.options.threat,
        }
    }

    /// Our moves, or those of all opponents.
    fn moves(&self, seat: &Seat<'_, G>, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        if seat.is_our_turn(s)? {
            return Self::own_moves(seat, s, out);
        }
        let begin = out.len();
        let opponents = self.opponents.get();
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
        let mut opponents = self.opponents.get();
        let list = &mut opponents[..self.number];
        if let Some(place) = list.iter().position(|&who| Move::from(who) == choice / STRIDE) {
            ask(list, place, rule);
            self.opponents.set(opponents);
        }
        Ok(())
    }
}
