//! One interface to a game, for rules in any language.

use crate::advice::graph::Workers;
use crate::advice::inference::{Consultation, Halt as AdviceHalt, Inference};
use crate::advice::table::Library;
use crate::advice::verify::{self, Verified};
use crate::compile::ByRecord;
use crate::game::{Answer, Game, Move, Outcome, Player};
use crate::search::hidden::expectation::expected_values;
use crate::search::hidden::sampling::SampledRegrets;
use crate::search::hidden::sequence_form::SequenceForm;
use crate::search::montecarlo::playout;
use crate::search::montecarlo::random_games::{self, Played};
use crate::search::{Control, Halt, Job, Report, Stop, perft, run};
use crate::tablebases::check::{Checked, Inspection};
use crate::tablebases::error::AnalysisError;
use crate::tablebases::graph::{Plan, Summary};
use crate::tablebases::hashed::StateTablebase;
use crate::tablebases::progress::Progress;

/// Everything that can be asked of a game, with states as records, besides its rules. Implemented for every [`Game`].
pub trait Backend: ByRecord {
    /// Runs a search and hands over its reports.
    fn search(&self, job: &Job, record: &[u8], stop: Stop, emit: &mut dyn FnMut(Report)) -> Result<(), Halt>;
    fn perft(&self, record: &[u8], depth: u32, stop: &Stop) -> Result<u64, Halt>;
    /// Sums of utilities and of lengths over random games.
    fn playouts(&self, record: &[u8], games: u64, seed: u64, stop: &Stop) -> Result<(Vec<f64>, u64), Halt>;
    /// Random games by number, counted in a table.
    fn random_games(&self, plan: &random_games::Plan, stop: &Stop) -> Result<Played, Halt>;
    /// The game from a position on in sequence form; None if it has more positions than `most`.
    fn sequence_form(&self, record: &[u8], most: u64, stop: &Stop) -> Result<Option<SequenceForm>, Halt>;
    /// So many iterations of sampled regret minimisation from a position.
    fn sample_regrets(&self, run: &mut SampledRegrets, record: &[u8], iterations: u64, stop: &Stop) -> Result<u64, Halt>;
    /// What each move is worth to a player on average, one ply ahead, over these worlds.
    fn expected_values(&self, worlds: &[(Vec<u8>, f64)], player: Player, stop: &Stop) -> Result<Vec<(Move, f64)>, Halt>;
    /// Retrograde analysis of every state that can be reached.
    fn build_table(&self, plan: &Plan, watch: &Progress) -> Result<Summary, AnalysisError>;
    /// Checks a tablebase: the number of states, and the first that is wrong.
    fn check_table(&self, how: &Inspection, table: &StateTablebase, watch: &Progress) -> Checked;
    /// What an advice table says about a position.
    fn consult(&self, library: &Library, record: &[u8], nodes: Option<u64>, stop: Stop) -> Result<Consultation, AdviceHalt>;
    /// Plays an advice table against every defence.
    fn verify(&self, library: &Library, job: &verify::Job, workers: Workers<'_>) -> Result<Verified, AdviceHalt>;
    /// Bytes of a record.
    fn size(&self) -> usize;
    /// What a finished game is worth to each player; None while it goes on.
    fn utilities(&self, record: &[u8]) -> Answer<Option<Vec<f64>>>;
    /// How many questions compiled code has left to the rules as they are written.
    fn fallbacks(&self) -> u64;
}

impl<G: Game> Backend for G {
    fn search(&self, job: &Job, record: &[u8], stop: Stop, emit: &mut dyn FnMut(Report)) -> Result<(), Halt> {
        run(self, &self.read(record), job, Control::new(job, stop), emit)
    }

    fn perft(&self, record: &[u8], depth: u32, stop: &Stop) -> Result<u64, Halt> {
        perft::perft(self, &self.read(record), depth, stop)
    }

    fn playouts(&self, record: &[u8], games: u64, seed: u64, stop: &Stop) -> Result<(Vec<f64>, u64), Halt> {
        playout::playouts(self, &self.read(record), games, seed, stop)
    }

    fn random_games(&self, plan: &random_games::Plan, stop: &Stop) -> Result<Played, Halt> {
        plan.play(self, stop)
    }

    fn sequence_form(&self, record: &[u8], most: u64, stop: &Stop) -> Result<Option<SequenceForm>, Halt> {
        SequenceForm::build(self, &self.read(record), most, stop)
    }

    fn sample_regrets(&self, run: &mut SampledRegrets, record: &[u8], iterations: u64, stop: &Stop) -> Result<u64, Halt> {
        run.iterate(self, &self.read(record), iterations, stop)
    }

    fn expected_values(&self, worlds: &[(Vec<u8>, f64)], player: Player, stop: &Stop) -> Result<Vec<(Move, f64)>, Halt> {
        expected_values(self, worlds, player, stop)
    }

    fn build_table(&self, plan: &Plan, watch: &Progress) -> Result<Summary, AnalysisError> {
        plan.build(self, watch)
    }

    fn check_table(&self, how: &Inspection, table: &StateTablebase, watch: &Progress) -> Checked {
        how.check(self, table, watch)
    }

    fn consult(&self, library: &Library, record: &[u8], nodes: Option<u64>, stop: Stop) -> Result<Consultation, AdviceHalt> {
        Inference::new(self, library, nodes, stop).consult_fully(&self.read(record))
    }

    fn verify(&self, library: &Library, job: &verify::Job, workers: Workers<'_>) -> Result<Verified, AdviceHalt> {
        verify::verify(self, library, job, workers)
    }

    fn size(&self) -> usize {
        self.facts().size
    }

    fn utilities(&self, record: &[u8]) -> Answer<Option<Vec<f64>>> {
        let s = self.read(record);
        let outcome = self.outcome(&s)?;
        if outcome == Outcome::Ongoing {
            return Ok(None);
        }
        (0..self.facts().players as Player).map(|player| self.worth(&s, outcome, player)).collect::<Answer<_>>().map(Some)
    }

    fn fallbacks(&self) -> u64 {
        Game::fallbacks(self)
    }
}
