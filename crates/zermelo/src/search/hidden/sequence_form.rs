//! The sequence form of a game: the sequences of moves of each player, and what their combinations are worth (von Stengel 1996).

use std::collections::HashMap;
use std::thread;

use super::information::Information;
use crate::game::{CHANCE, Fault, Game, Move, NO_MOVE, Outcome, Player};
use crate::search::score::MAX_PLY;
use crate::search::{Halt, Stop};

/// The code of the fault when moves differ between positions that their player cannot tell apart.
const LEAKING: i32 = -23;

/// Positions that their player cannot tell apart.
#[derive(Debug)]
pub struct InformationSet {
    pub player: Player,
    /// The player's last sequence before it.
    pub parent: u32,
    /// The sequence of its first move; those of the other moves follow.
    pub first: u32,
    pub moves: Vec<Move>,
    pub key: u64,
    /// What the player sees.
    pub view: Vec<u8>,
}

/// Where the moves of an information set are, for loops.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub parent: u32,
    pub first: u32,
    pub end: u32,
}

/// The ends of the game as one player sees them, by the player's last sequence.
#[derive(Debug, Default)]
pub(super) struct Side {
    pub sets: Vec<Place>,
    /// The player's sequences, each with the place where its ends begin; they end where those of the next begin.
    pub sequences: Vec<(u32, u32)>,
    /// What the player gets, times the probability of chance.
    pub payoffs: Vec<f64>,
    /// For each end the last sequences of all other players.
    pub others: Vec<u32>,
}

/// A game in sequence form. Sequences 0 to `players` - 1 are empty, one for each player.
#[derive(Debug, Default)]
pub struct SequenceForm {
    pub players: usize,
    /// A set comes after those that lead to it.
    pub sets: Vec<InformationSet>,
    /// For each end the last sequence of each player.
    pub ends: Vec<u32>,
    /// For each end and player the sum of utilities times the probabilities of chance.
    pub payoffs: Vec<f64>,
    /// The number of sequences.
    pub size: usize,
    /// How many nodes of each kind the tree has.
    pub decisions: u64,
    pub chances: u64,
    pub terminals: u64,
    pub(super) sides: Vec<Side>,
}

impl SequenceForm {
    /// A game from a position on; None if it has more positions than `most`. `stop` is looked at for every position.
    pub fn build<G: Game>(game: &G, root: &G::State, most: u64, stop: &Stop) -> Result<Option<Self>, Halt> {
        let players = game.facts().players;
        let form = Self { players, size: players, ..Self::default() };
        let mut builder = Builder { game, most, stop, form, by_key: HashMap::new(), by_sequences: HashMap::new() };
        let known = (0..players as Player).map(|player| Information::of(game, root, player)).collect::<Result<Vec<_>, _>>()?;
        let sequences: Vec<u32> = (0..players as u32).collect();
        let walked = builder.walk(root, &known, &sequences, 1.0, 0);
        let Builder { mut form, by_key, by_sequences, .. } = builder;
        free((by_key, by_sequences));
        if !matches!(walked, Ok(true)) {
            free(form);
            return walked.map(|_| None);
        }
        for player in 0..players {
            match form.side(player, stop) {
                Ok(side) => form.sides.push(side),
                Err(halt) => {
                    free(form);
                    return Err(halt);
                }
            }
        }
        Ok(Some(form))
    }

    fn side(&self, player: usize, stop: &Stop) -> Result<Side, Halt> {
        let check = || if stop.is_set() { Err(Halt::Stopped) } else { Ok(()) };
        let mut side = Side::default();
        let mut own = vec![player as u32];
        for set in self.sets.iter().filter(|set| set.player as usize == player) {
            let end = set.first + set.moves.len() as u32;
            side.sets.push(Place { parent: set.parent, first: set.first, end });
            own.extend(set.first..end);
        }
        let mut begins = vec![0_u32; self.size + 1]; // for each sequence where its ends begin in `by_sequence`
        for sequences in self.ends.chunks_exact(self.players) {
            check()?;
            begins[sequences[player] as usize + 1] += 1;
        }
        for sequence in 0..self.size {
            begins[sequence + 1] += begins[sequence];
        }
        let (mut next, mut by_sequence) = (begins.clone(), vec![0_usize; self.ends.len() / self.players]);
        for (end, sequences) in self.ends.chunks_exact(self.players).enumerate() {
            check()?;
            let at = &mut next[sequences[player] as usize];
            by_sequence[*at as usize] = end;
            *at += 1;
        }
        for sequence in own {
            check()?;
            side.sequences.push((sequence, side.payoffs.len() as u32));
            let (first, last) = (begins[sequence as usize] as usize, begins[sequence as usize + 1] as usize);
            for &end in &by_sequence[first..last] {
                side.payoffs.push(self.payoffs[end * self.players + player]);
                let sequences = &self.ends[end * self.players..(end + 1) * self.players];
                side.others.extend(sequences.iter().enumerate().filter(|&(other, _)| other != player).map(|(_, &each)| each));
            }
        }
        side.sequences.push((u32::MAX, side.payoffs.len() as u32));
        Ok(side)
    }
}

/// Frees memory in another thread. Millions of small pieces take a second, and a caller who has stopped the work should not wait for them.
fn free<T: Send + 'static>(what: T) {
    drop(thread::Builder::new().name("zermelo-helper".into()).spawn(move || drop(what)));
}

/// Walks through the tree of a game once.
struct Builder<'a, G> {
    game: &'a G,
    most: u64,
    stop: &'a Stop,
    form: SequenceForm,
    by_key: HashMap<(Player, u64), usize>,
    by_sequences: HashMap<Box<[u32]>, usize>,
}

impl<G: Game> Builder<'_, G> {
    /// Adds a position; false if there are too many.
    fn walk(&mut self, s: &G::State, known: &[Information], sequences: &[u32], chance: f64, ply: u32) -> Result<bool, Halt> {
        if self.stop.is_set() {
            return Err(Halt::Stopped);
        }
        if self.form.decisions + self.form.chances + self.form.terminals >= self.most {
            return Ok(false);
        }
        if ply > MAX_PLY {
            return Err(Halt::TooDeep);
        }
        let (game, players) = (self.game, self.form.players);
        let outcome = game.outcome(s)?;
        if outcome != Outcome::Ongoing {
            self.form.terminals += 1;
            let end = self.end(sequences);
            for player in 0..players {
                self.form.payoffs[end * players + player] += chance * game.worth(s, outcome, player as Player)?;
            }
            return Ok(true);
        }
        let player = game.to_move(s)?;
        let after = |child: &G::State, choice: Move| -> Result<Vec<Information>, Halt> {
            let own = |other: usize| (other as Player == player).then_some(choice);
            let next = known.iter().enumerate().map(|(other, each)| each.after(game, child, other as Player, own(other)));
            Ok(next.collect::<Result<_, _>>()?)
        };
        if player == CHANCE {
            self.form.chances += 1;
            let mut chances = Vec::new();
            game.chances(s, &mut chances)?;
            for (outcome, probability) in chances {
                let child = game.after(s, outcome)?;
                if !self.walk(&child, &after(&child, outcome)?, sequences, chance * probability, ply + 1)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        self.form.decisions += 1;
        let mut moves = Vec::new();
        game.moves(s, &mut moves)?;
        let first = self.first_sequence(s, player, &known[player as usize], sequences[player as usize], &moves)?;
        let mut sequences = sequences.to_vec();
        for (index, &choice) in moves.iter().enumerate() {
            let child = game.after(s, choice)?;
            sequences[player as usize] = first + index as u32;
            if !self.walk(&child, &after(&child, choice)?, &sequences, chance, ply + 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The number of the end with these sequences, which may be new.
    fn end(&mut self, sequences: &[u32]) -> usize {
        if let Some(&found) = self.by_sequences.get(sequences) {
            return found;
        }
        let number = self.by_sequences.len();
        self.by_sequences.insert(sequences.into(), number);
        self.form.ends.extend(sequences);
        self.form.payoffs.resize((number + 1) * self.form.players, 0.0);
        number
    }

    /// The sequence of the first move in the information set of a position, which may be new.
    fn first_sequence(
        &mut self,
        s: &G::State,
        player: Player,
        known: &Information,
        parent: u32,
        moves: &[Move],
    ) -> Result<u32, Halt> {
        if let Some(&found) = self.by_key.get(&(player, known.key)) {
            let set = &self.form.sets[found];
            if set.moves != moves {
                return Err(Halt::Rule(Fault::new("moves", self.game.write(s), NO_MOVE, LEAKING)));
            }
            return Ok(set.first);
        }
        let first = self.form.size as u32;
        self.by_key.insert((player, known.key), self.form.sets.len());
        let (moves, key, view) = (moves.to_vec(), known.key, known.view.clone());
        self.form.size += moves.len();
        self.form.sets.push(InformationSet { player, parent, first, moves, key, view });
        Ok(first)
    }
}
