//! Random games by number: game i of a seed is the same game on every backend, and on a GPU.
//!
//! Results are counted in a table of whole numbers: a head about all games, then how many games had each length, then a row for each first
//! move or, where games begin in several positions, for each position.

use std::thread;

use super::playout::{check, draw};
use crate::game::{CHANCE, Game, Move, NO_MOVE, Outcome, Player, mix};
use crate::search::options::named;
use crate::search::{Halt, Random, Stop};

/// A won game in a table; it can be divided among up to 8 players.
const POINT: i64 = 840;
/// What a table begins with: decisions, their legal moves, decisions with one legal move, the most legal moves of one, games given up.
/// Moves of each player follow.
pub const HEAD: usize = 5;
const MOST: usize = 3;
/// What a row begins with: games, draws, plies, games given up. The wins of each player follow, then points, then sums of utilities.
pub const ROW: usize = 4;
/// How a game ended that was given up.
const GIVEN_UP: i64 = -2;
const STACK: usize = 64 << 20;

named! {
    /// How moves are chosen.
    pub enum Policy {
        /// Any legal move.
        Moves = "moves",
        /// One that the game's `forced` keeps.
        Forced = "forced",
        /// By the game's own `playout`.
        Playout = "playout",
    }
}

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Records, one after another.
    pub starts: Vec<u8>,
    /// Games from each of them.
    pub per: u64,
    /// First moves that are told apart, ascending; None if positions are told apart instead.
    pub firsts: Option<Vec<i64>>,
    /// The number of the first game.
    pub begin: u64,
    pub count: u64,
    pub seed: u64,
    /// Moves and outcomes of chance after which a game is given up.
    pub cap: u64,
    /// Lengths that are told apart, or 0.
    pub bins: usize,
    pub policy: Policy,
    /// Whether each game is told.
    pub details: bool,
    pub threads: usize,
}

/// What the games came to.
#[derive(Clone, Debug, Default)]
pub struct Played {
    pub table: Vec<i64>,
    /// The sums of utilities, which have their places in the table as well: for each row, one for each player.
    pub values: Vec<f64>,
    /// For each game its trace, first move, plies, how it ended, and the utilities.
    pub details: Vec<u8>,
}

impl Plan {
    fn rows(&self) -> u64 {
        self.firsts.as_ref().map_or(self.count.div_ceil(self.per), |firsts| firsts.len() as u64 + 1)
    }

    /// Plays the games, in several threads if the rules allow it.
    pub fn play<G: Game>(&self, game: &G, stop: &Stop) -> Result<Played, Halt> {
        let threads = (self.threads.max(1) as u64).min(self.count.max(1));
        let bounds: Vec<u64> = (0..=threads).map(|part| self.count * part / threads).collect();
        let parts = thread::scope(|scope| -> Result<Vec<Played>, Halt> {
            let mut helpers = Vec::new();
            for part in bounds.windows(2).skip(1) {
                let (first, last) = (part[0], part[1]);
                let work = move || Games::new(game, self).play(first, last, stop);
                let helper = thread::Builder::new().name("zermelo-helper".into()).stack_size(STACK).spawn_scoped(scope, work);
                helpers.push(helper.map_err(|_| Halt::NoMemory)?);
            }
            let mut parts = vec![Games::new(game, self).play(bounds[0], bounds[1], stop)];
            parts.extend(helpers.into_iter().map(|helper| helper.join().unwrap_or(Err(Halt::Stopped))));
            parts.into_iter().collect()
        })?;
        let mut whole = parts.into_iter();
        let mut sum = whole.next().unwrap_or_default();
        for part in whole {
            for (at, (total, number)) in sum.table.iter_mut().zip(&part.table).enumerate() {
                *total = if at == MOST { (*total).max(*number) } else { *total + number };
            }
            for (total, number) in sum.values.iter_mut().zip(&part.values) {
                *total += number;
            }
            sum.details.extend(part.details);
        }
        let (players, width) = (game.facts().players, ROW + 3 * game.facts().players);
        let begin = HEAD + players + self.bins;
        for (index, value) in sum.values.iter().enumerate() {
            let (row, player) = (index / players, index % players);
            sum.table[begin + row * width + ROW + 2 * players + player] = value.to_bits() as i64;
        }
        Ok(sum)
    }
}

/// The games of one thread.
struct Games<'a, G: Game> {
    game: &'a G,
    plan: &'a Plan,
    players: usize,
    played: Played,
    moves: Vec<Move>,
    chances: Vec<(Move, f64)>,
    made: Vec<i64>,
}

/// What one game adds to the head.
#[derive(Clone, Copy, Default)]
struct Counts {
    decisions: i64,
    choices: i64,
    single: i64,
    most: i64,
}

/// The end of one game.
struct End {
    trace: u64,
    first: i64,
    plies: i64,
    ending: i64,
    utilities: Vec<f64>,
    counts: Counts,
}

impl<'a, G: Game> Games<'a, G> {
    fn new(game: &'a G, plan: &'a Plan) -> Self {
        let players = game.facts().players;
        let rows = plan.rows() as usize;
        let table = vec![0; HEAD + players + plan.bins + rows * (ROW + 3 * players)];
        let played = Played { table, values: vec![0.0; rows * players], details: Vec::new() };
        Self { game, plan, players, played, moves: Vec::new(), chances: Vec::new(), made: vec![0; players] }
    }

    fn play(mut self, first: u64, last: u64, stop: &Stop) -> Result<Played, Halt> {
        let size = self.game.facts().size;
        let (mut at, mut start) = (u64::MAX, None);
        for n in first..last {
            if stop.is_set() {
                return Err(Halt::Stopped);
            }
            if n / self.plan.per != at {
                at = n / self.plan.per;
                let offset = at as usize * size;
                start = Some(self.game.read(&self.plan.starts[offset..offset + size]));
            }
            let Some(start) = &start else { continue };
            let number = self.plan.begin.wrapping_add(n);
            let end = match self.game_of::<false>(start, number) {
                Err(Halt::Rule(fault)) if fault.rule == "play" => self.game_of::<true>(start, number), // to find the move that failed
                end => end,
            }?;
            self.count(at, &end);
            if self.plan.details {
                self.tell(&end);
            }
        }
        Ok(self.played)
    }

    /// Plays one game.
    fn game_of<const CAREFUL: bool>(&mut self, start: &G::State, number: u64) -> Result<End, Halt> {
        let game = self.game;
        let mut random = Random::new(mix(mix(self.plan.seed).wrapping_add(number)));
        let mut s = game.copy(start);
        let (mut trace, mut first, mut plies, mut counts) = (0_u64, i64::from(NO_MOVE), 0, Counts::default());
        self.made.fill(0);
        for taken in 0.. {
            let outcome = game.outcome(&s)?;
            if outcome != Outcome::Ongoing {
                let utilities = (0..self.players).map(|player| game.worth(&s, outcome, player as Player));
                let utilities = utilities.collect::<Result<Vec<f64>, _>>()?;
                let winner =
                    utilities.iter().position(|&utility| utility > -1.0 && utilities.iter().any(|&other| other < utility));
                let ending = winner.filter(|_| game.facts().has_winner).map_or(-1, |winner| winner as i64);
                return Ok(End { trace, first, plies, ending, utilities, counts });
            }
            if taken >= self.plan.cap {
                break;
            }
            let player = game.to_move(&s)?;
            let choice = if player == CHANCE {
                self.chances.clear();
                game.chances(&s, &mut self.chances)?;
                draw(&self.chances, &mut random)
            } else {
                let choice = self.choose(&s, &mut random, number, &mut counts)?;
                first = if first < 0 { i64::from(choice) } else { first };
                plies += 1;
                self.made[player as usize] += 1;
                choice
            };
            trace = (trace ^ (choice as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            if CAREFUL {
                s = game.after(&s, choice)?;
            } else {
                game.play(&mut s, choice)?;
            }
        }
        Ok(End { trace, first, plies, ending: GIVEN_UP, utilities: Vec::new(), counts })
    }

    fn choose(&mut self, s: &G::State, random: &mut Random, number: u64, counts: &mut Counts) -> Result<Move, Halt> {
        self.moves.clear();
        let choice = match self.plan.policy {
            Policy::Playout => {
                let choice = self.game.playout(s, random.dice())?;
                if !is_careful(number) {
                    return Ok(choice);
                }
                check(self.game, s, choice, &mut self.moves)?;
                choice
            }
            Policy::Forced => {
                self.game.forced(s, &mut self.moves)?;
                self.moves[random.below(self.moves.len())]
            }
            Policy::Moves => {
                self.game.moves(s, &mut self.moves)?;
                self.moves[random.below(self.moves.len())]
            }
        };
        let listed = self.moves.len() as i64;
        counts.decisions += 1;
        counts.choices += listed;
        counts.single += i64::from(listed == 1);
        counts.most = counts.most.max(listed);
        Ok(choice)
    }

    /// Adds a game to the table.
    fn count(&mut self, position: u64, end: &End) {
        let row = match &self.plan.firsts {
            None => position as usize,
            Some(firsts) => firsts.binary_search(&end.first).unwrap_or(firsts.len()),
        };
        let (players, table) = (self.players, &mut self.played.table);
        let at = HEAD + players + self.plan.bins + row * (ROW + 3 * players);
        if end.ending == GIVEN_UP {
            table[at + 3] += 1;
            table[4] += 1;
            return;
        }
        table[at] += 1;
        table[at + 2] += end.plies;
        let most = end.utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let winners = end.utilities.iter().filter(|&&utility| utility == most).count();
        table[at + 1] += i64::from(winners == players);
        for (player, &utility) in end.utilities.iter().enumerate() {
            if utility == most {
                table[at + ROW + player] += i64::from(winners < players);
                table[at + ROW + players + player] += POINT / winners as i64;
            }
            self.played.values[row * players + player] += utility;
        }
        if self.plan.bins > 0 {
            table[HEAD + players + (end.plies as usize).min(self.plan.bins - 1)] += 1;
        }
        if self.plan.firsts.is_none() {
            return;
        }
        let Counts { decisions, choices, single, most } = end.counts;
        for (at, number) in [decisions, choices, single].into_iter().enumerate() {
            table[at] += number;
        }
        table[MOST] = table[MOST].max(most);
        for (player, &made) in self.made.iter().enumerate() {
            table[HEAD + player] += made;
        }
    }

    fn tell(&mut self, end: &End) {
        let words = [end.trace as i64, end.first, end.plies, end.ending];
        let details = &mut self.played.details;
        words.iter().for_each(|word| details.extend(word.to_le_bytes()));
        let none = vec![0.0; self.players];
        let utilities = if end.utilities.is_empty() { &none } else { &end.utilities };
        utilities.iter().for_each(|utility| details.extend(utility.to_le_bytes()));
    }
}

/// Whether legal moves are counted, and checked, even if the game's own `playout` chooses: in 32 games out of 16384.
fn is_careful(number: u64) -> bool {
    (number >> 5).is_multiple_of(512)
}
