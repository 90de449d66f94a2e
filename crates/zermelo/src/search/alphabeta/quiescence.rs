//! Quiescence search: at the depth limit, search on while the position is noisy.

use super::search::AlphaBeta;
use super::technique::{Maybe, Place, Technique};
use crate::game::{Game, Move, Player};
use crate::search::{Halt, Spot, Tracer, Why, Window};

/// Plies beyond the depth limit after which even a noisy position is evaluated.
const MAX_QUIESCENCE: u32 = 6;

#[derive(Default)]
pub struct Quiescence;

impl Technique for Quiescence {
    fn horizon<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, place: Place, window: Window) -> Maybe<f64> {
        search.quiesce(s, place.player, 0, place.ply, window).map(Some)
    }
}

impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
    /// Value of a position for the player to move, who may stop here. The node has been counted already.
    fn quiesce(&mut self, s: &G::State, player: Player, plies: u32, ply: u32, window: Window) -> Result<f64, Halt> {
        let Window { alpha, beta } = window;
        let threatened = plies < MAX_QUIESCENCE && self.game.facts().has_threatened && self.game.threatened(s)?;
        let mut best = if threatened { f64::NEG_INFINITY } else { self.game.evaluate(s, player)? };
        if best >= beta || plies == MAX_QUIESCENCE {
            return Ok(best);
        }
        let mut low = alpha.max(best);
        let start = self.moves.len();
        if threatened {
            self.game.moves(s, &mut self.moves)?;
        } else {
            self.moves_worth_a_try(s)?;
        }
        self.sort_moves(s, start, Spot { only_sound: !threatened, ..Spot::at(player, ply) })?;
        for index in start..self.moves.len() {
            let choice = self.moves[index];
            let mut child = self.game.copy(s);
            self.game.play_listed(&mut child, choice).map_err(|fault| self.game.blame(fault, s))?;
            let mover = self.game.to_move(&child)?;
            let value = if mover == player {
                self.enter_quiescence(&child, choice, mover, plies + 1, ply + 1, Window { alpha: low, beta })?
            } else {
                -self.enter_quiescence(&child, choice, mover, plies + 1, ply + 1, Window { alpha: -beta, beta: -low })?
            };
            if value > best {
                best = value;
                if value > low {
                    low = value;
                    self.lines.lead(ply, choice);
                }
            }
            if low >= beta {
                break;
            }
        }
        self.moves.truncate(start);
        Ok(best)
    }

    /// One node beyond the depth limit.
    fn enter_quiescence(
        &mut self,
        s: &G::State,
        choice: Move,
        player: Player,
        plies: u32,
        ply: u32,
        window: Window,
    ) -> Result<f64, Halt> {
        self.control.enter(ply)?;
        self.lines.clear(ply);
        self.enter(choice, player, window);
        if let Some(value) = self.certain(s, player, ply)? {
            return Ok(value);
        }
        let value = self.quiesce(s, player, plies, ply, window)?;
        Ok(self.leave(player, value, Why::Horizon))
    }

    /// Pushes the noisy moves that do not lose by exchanges.
    fn moves_worth_a_try(&mut self, s: &G::State) -> Result<(), Halt> {
        let by_exchange = self.game.facts().has_exchange;
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        let mut kept = start;
        for index in start..self.moves.len() {
            let choice = self.moves[index];
            if self.game.noisy(s, choice)? && !(by_exchange && self.game.loses_exchange(s, choice)?) {
                self.moves[kept] = choice;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        Ok(())
    }
}
