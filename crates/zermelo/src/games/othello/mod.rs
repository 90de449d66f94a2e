//! Othello: turn the discs between two of yours. The twin of `games/othello.py`, which has the rules, the squares and the evaluation.
//!
//! A state keeps the squares to which the player to move may move, because every search asks for them more than once.
//! [`runs`] finds the discs that turn, and those that never will.

mod patterns;
mod runs;

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::compile::{GivenEvaluation, IMPOSSIBLE};
use crate::game::{Answer, Facts, Fault, Field, Game, MAX_EVALUATION, Move, NO_MOVE, Outcome, Player};
use crate::search::Random;

use self::patterns::PatternBoard;
use self::runs::{Runs, STEPS, board};

const PASS: Move = 64;
/// Up to this number of discs mirror images share a key.
const OPENING: u32 = 20;
/// With at most so many free squares, parity counts in the order of moves; with at most so many, nothing else does but corners.
const LATE: u32 = 20;
const LAST: u32 = 5;
/// Discs of one stage of the patterns.
const BAND: u32 = 4;
const DIAGONAL: [(u32, u64); 3] = [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)];

/// A board of 4 x 4, 6 x 6 or 8 x 8 squares.
pub struct Othello {
    facts: Facts,
    area: u32,
    /// Whether results are differences of discs.
    discs: bool,
    runs: Runs,
    edges: u64,
    /// Each corner with the three squares next to it.
    corners: [(u64, u64); 4],
    every_corner: u64,
    diagonals: u64,
    /// For each square its quarter of the board, and the corner that it touches, if it does.
    places: [(u64, u64); 64],
    fields: [Field; 2],
    /// Evaluates by patterns; None if the evaluation consists of features.
    patterns: Option<PatternBoard>,
    /// An evaluation of the user.
    given: Option<GivenEvaluation>,
}

/// The discs of both players, and where the player to move may move.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    discs: [u64; 2],
    targets: u64,
    turn: u32,
    over: bool,
}

impl Othello {
    pub fn new(parameters: &HashMap<String, i64>, facts: Facts, given: Option<GivenEvaluation>) -> Option<Self> {
        let size = *parameters.get("size").filter(|size| [4, 6, 8].contains(*size))?;
        let (first, last) = (4 - size / 2, 3 + size / 2);
        let is_end = |place: i64| place == first || place == last;
        let is_inner = |place: i64| place == first + 1 || place == last - 1;
        let corners = [(first, first), (first, last), (last, first), (last, last)].map(|(row, col)| {
            let away = |r: i64, c: i64| (r - row).abs().max((c - col).abs());
            (board(size, |r, c| away(r, c) == 0), board(size, |r, c| away(r, c) == 1))
        });
        let place = |at: usize| {
            let (top, left) = (at < 32, at % 8 < 4);
            let touched = corners.iter().filter(|(_, near)| near >> at & 1 == 1).fold(0, |bits, (corner, _)| bits | corner);
            (board(size, |row, col| (row < 4) == top && (col < 4) == left), touched)
        };
        let field = |name: &str| facts.field(name).cloned();
        Some(Self {
            area: (size * size) as u32,
            discs: parameters.get("discs").is_some_and(|&discs| discs != 0),
            runs: Runs::new(size),
            edges: board(size, |row, col| is_end(row) != is_end(col)),
            corners,
            every_corner: board(size, |row, col| is_end(row) && is_end(col)),
            diagonals: board(size, |row, col| is_inner(row) && is_inner(col)),
            places: std::array::from_fn(place),
            fields: [field("discs")?, field("turn")?],
            patterns: facts.patterns.as_ref().map(|found| PatternBoard::new(found).ok_or(())).transpose().ok()?,
            facts,
            given,
        })
    }

    /// What a number of discs for each player is worth to the first of them; free squares go to the winner.
    fn result(&self, mine: u32, yours: u32) -> f64 {
        let (mine, yours, area) = (f64::from(mine), f64::from(yours), f64::from(self.area));
        let lead = if mine > yours { area - 2.0 * yours } else { 2.0 * mine - area };
        let lead = if mine == yours { 0.0 } else { lead };
        if self.discs || lead == 0.0 { lead } else { lead.signum() }
    }

    #[inline(always)]
    fn settle(&self, s: &mut Board) {
        let (mine, yours) = (s.discs[s.turn as usize], s.discs[1 - s.turn as usize]);
        if mine | yours == self.runs.whole {
            (s.targets, s.over) = (0, true); // common in a search to the end
            return;
        }
        s.targets = self.runs.targets(mine, yours);
        s.over = s.targets == 0 && self.runs.targets(yours, mine) == 0;
    }

    fn free(&self, s: &Board) -> u64 {
        self.runs.whole & !(s.discs[0] | s.discs[1])
    }

    /// What a player has more of than the opponent, in the order of the weights.
    fn features(&self, s: &Board, player: usize) -> [f64; 8] {
        let (mine, yours) = (s.discs[player], s.discs[1 - player]);
        let difference = |set: u64| f64::from((mine & set).count_ones() as i32 - (yours & set).count_ones() as i32);
        let (mut corners, mut around) = (0.0, 0);
        for &(corner, near) in &self.corners {
            if mine & corner != 0 {
                corners += 1.0;
            } else if yours & corner != 0 {
                corners -= 1.0;
            } else {
                around |= near;
            }
        }
        let free = !(mine | yours);
        let border =
            STEPS.iter().zip(self.runs.inside).fold(0, |bits, (step, inside)| bits | inside & ((free << step) | (free >> step)));
        let filled = (mine | yours).count_ones();
        let lead =
            f64::from(self.runs.targets(mine, yours).count_ones() as i32 - self.runs.targets(yours, mine).count_ones() as i32);
        let last = ((self.area - filled) % 2 == 1) == (s.turn as usize == player);
        [
            lead,
            difference(self.edges),
            corners,
            difference(around),
            difference(around & self.diagonals),
            difference(border),
            if last { 1.0 } else { -1.0 },
            lead * f64::from(filled) / f64::from(self.area),
        ]
    }
}

impl Game for Othello {
    type State = Board;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(&self, record: &[u8]) -> Board {
        let [discs, turn] = &self.fields;
        let discs = [0, 1].map(|player| discs.get(record, player) as u64);
        let mut board = Board { discs, targets: 0, turn: turn.get(record, 0) as u32 & 1, over: false };
        self.settle(&mut board);
        board
    }

    fn write(&self, s: &Board) -> Vec<u8> {
        let mut record = vec![0; self.facts.size];
        for (player, &discs) in s.discs.iter().enumerate() {
            self.fields[0].set(&mut record, player, discs as i64);
        }
        self.fields[1].set(&mut record, 0, i64::from(s.turn));
        record
    }

    #[inline(always)]
    fn to_move(&self, s: &Board) -> Answer<Player> {
        Ok(s.turn as Player)
    }

    #[inline(always)]
    fn outcome(&self, s: &Board) -> Answer<Outcome> {
        if !s.over {
            return Ok(Outcome::Ongoing);
        }
        let [x, o] = s.discs.map(u64::count_ones);
        Ok(match x.cmp(&o) {
            _ if self.discs => Outcome::Scored,
            Ordering::Equal => Outcome::Draw,
            more => Outcome::Win(Player::from(more == Ordering::Less)),
        })
    }

    fn utility(&self, s: &Board, player: Player) -> Answer<f64> {
        let [mine, yours] = [player, 1 - player].map(|each| s.discs[each as usize & 1].count_ones());
        Ok(self.result(mine, yours))
    }

    #[inline]
    fn moves(&self, s: &Board, out: &mut Vec<Move>) -> Answer<()> {
        let mut targets = s.targets;
        if targets == 0 {
            out.push(PASS);
        }
        while targets != 0 {
            out.push(targets.trailing_zeros() as Move);
            targets &= targets - 1;
        }
        Ok(())
    }

    #[inline]
    fn random_move(&self, s: &Board, random: &mut Random, _: &mut Vec<Move>) -> Answer<Move> {
        let mut targets = s.targets;
        for _ in 0..random.below(targets.count_ones().max(1) as usize) {
            targets &= targets - 1;
        }
        Ok(targets.trailing_zeros() as Move) // 64, a pass, if there are none
    }

    #[inline(always)]
    fn play(&self, s: &mut Board, choice: Move) -> Answer<()> {
        let (mine, yours) = (s.discs[s.turn as usize], s.discs[1 - s.turn as usize]);
        if choice < PASS {
            let turned = self.runs.turned(mine, yours, choice as usize);
            s.discs[s.turn as usize] = mine | turned | 1 << choice;
            s.discs[1 - s.turn as usize] = yours & !turned;
        }
        s.turn = 1 - s.turn;
        self.settle(s);
        Ok(())
    }

    fn evaluate(&self, s: &Board, player: Player) -> Answer<f64> {
        if let Some(given) = &self.given {
            return given.ask(&self.facts, &self.write(s), player, self.to_move(s)?);
        }
        if let Some(patterns) = &self.patterns {
            let (mine, yours) = (s.discs[s.turn as usize], s.discs[1 - s.turn as usize]);
            let stage = (mine | yours).count_ones().saturating_sub(4) / BAND;
            let value = patterns.value(stage as usize, mine, yours);
            return Ok(if s.turn as Player == player { value } else { 0.0 - value });
        }
        let seen = self.facts.viewpoint.unwrap_or(player);
        let features = self.features(s, seen as usize & 1);
        let value = self.facts.weights.iter().zip(features).fold(0.0, |total, (weight, feature)| total + weight * feature);
        if value.abs() > MAX_EVALUATION {
            return Err(Fault::new("evaluate", self.write(s), NO_MOVE, IMPOSSIBLE));
        }
        Ok(if seen == player { value } else { 0.0 - value })
    }

    fn noisy(&self, _: &Board, choice: Move) -> Answer<bool> {
        Ok(choice < PASS && self.every_corner >> choice & 1 == 1)
    }

    fn order(&self, s: &Board, choice: Move) -> Answer<f64> {
        if choice >= PASS {
            return Ok(0.0);
        }
        let (mine, yours) = (s.discs[s.turn as usize], s.discs[1 - s.turn as usize]);
        let (disc, free) = (1_u64 << choice, self.free(s));
        let (quarter, corner) = self.places[choice as usize & 63];
        let (left, mut value) = (free.count_ones(), 0);
        if left <= LATE && (free & quarter).count_ones() % 2 == 1 {
            value += 4;
        }
        if left > LAST {
            let turned = self.runs.turned(mine, yours, choice as usize);
            let (mine, yours) = (mine | turned | disc, yours & !turned);
            let replies = self.runs.targets(yours, mine);
            value -= 8 * replies.count_ones() as i32 + 16 * (replies & self.every_corner).count_ones() as i32;
            let around = STEPS.into_iter().enumerate().fold(0, |bits, (axis, step)| bits | self.runs.beside(mine, axis, step));
            value -= 3 * (around & free & !disc).count_ones() as i32;
        }
        if disc & self.every_corner != 0 {
            value += 20;
        } else if corner & free != 0 {
            value -= 10;
        }
        Ok(f64::from(value))
    }

    #[inline]
    fn at_most(&self, s: &Board, player: Player) -> Answer<f64> {
        let (mine, yours) = (s.discs[player as usize & 1], s.discs[(1 - player) as usize & 1]);
        let kept = self.runs.stable(yours, mine).count_ones();
        Ok(self.result(self.area - kept, kept))
    }

    #[inline]
    fn plies_left(&self, s: &Board) -> Answer<u32> {
        Ok(self.free(s).count_ones())
    }

    #[inline]
    fn key(&self, s: &Board) -> Answer<u64> {
        let [x, o] = s.discs;
        let mut code = hashed(x, o);
        if self.facts.has_key && (x | o).count_ones() <= OPENING {
            // To an evaluation of the user, mirror images may differ.
            for (x, o) in [(x, o), (x.reverse_bits(), o.reverse_bits())] {
                code = code.min(hashed(x, o)).min(hashed(diagonal(x), diagonal(o)));
            }
        }
        Ok(code ^ u64::from(s.turn))
    }

    fn set_turn(&self, s: &mut Board, player: Player) {
        s.turn = player as u32 & 1;
        self.settle(s);
    }

    fn count(&self, s: &Board, _: &mut Vec<Move>) -> Answer<u64> {
        Ok(if s.over { 0 } else { u64::from(s.targets.count_ones().max(1)) })
    }
}

/// The board mirrored at its diagonal.
fn diagonal(mut discs: u64) -> u64 {
    for (step, mask) in DIAGONAL {
        let moved = (discs ^ (discs >> step)) & mask;
        discs ^= moved ^ (moved << step);
    }
    discs
}

/// A number of 63 bits for two bitboards.
#[inline(always)]
fn hashed(x: u64, o: u64) -> u64 {
    const LOW: u64 = 0xFFFF_FFFF;
    [x & LOW, x >> 32, o & LOW, o >> 32, 0]
        .into_iter()
        .fold(0, |code: u64, half| ((code ^ half) & LOW).wrapping_mul(0x5F35_6495) ^ (code >> 32).wrapping_mul(0x9E37_79B1))
}
