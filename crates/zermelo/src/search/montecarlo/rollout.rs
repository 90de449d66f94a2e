//! Random games as Monte-Carlo search plays them: by the moves that the game's `forced` keeps, if it has one.

use super::options::Sampling;
use super::playout::{SAMPLE, check, draw};
use super::scale::Scale;
use super::{Rates, Technique};
use crate::game::{CHANCE, Game, Move, Outcome, Player};
use crate::search::{Control, Halt, Random};

/// A random game checks every so many plies whether to stop.
const CHECK: u32 = 16;

/// Plays random games by one policy, and remembers who played what.
pub struct Rollout {
    /// Values of finished games.
    pub scale: Scale,
    pub techniques: Vec<Box<dyn Technique>>,
    /// Whether no technique changes the values of moves in the tree.
    pub is_plain: bool,
    /// Whether a technique values moves that were never tried.
    pub values_untried: bool,
    /// Who made which move in the last game, without chance.
    pub played: Vec<(Player, Move)>,
    pub capped: u64,
    pub random: Random,
    /// Whether only the moves that the game's `forced` keeps are made.
    pub forced: bool,
    cutoff: u32,
    cap: u32,
    remembers: bool,
    /// The technique that chooses the moves, if one does.
    policy: Option<usize>,
    games: u64,
    moves: Vec<Move>,
    chances: Vec<(Move, f64)>,
}

impl Rollout {
    /// Nothing played yet.
    pub fn new<G: Game>(game: &G, sampling: &Sampling, seed: u64) -> Self {
        let techniques = sampling.techniques.start();
        Self {
            scale: Scale::new(game),
            is_plain: !techniques.iter().any(|technique| technique.needs().changes_values),
            values_untried: techniques.iter().any(|technique| technique.needs().values_untried),
            remembers: techniques.iter().any(|technique| technique.needs().wants_moves),
            policy: techniques.iter().position(|technique| technique.needs().chooses),
            techniques,
            played: Vec::new(),
            capped: 0,
            random: Random::new(seed),
            forced: sampling.general.forced && game.facts().two_sided() && game.facts().has_forced,
            cutoff: sampling.general.cutoff,
            cap: sampling.general.cap,
            games: 0,
            moves: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// Plays one random game on from `s`; its rates for all players.
    #[inline]
    pub fn play<G: Game>(&mut self, game: &G, s: &mut G::State, control: &mut Control) -> Result<Rates, Halt> {
        let (start, random) = (game.copy(s), self.random.clone());
        self.games += 1;
        let checks = game.has_playout() && self.games % SAMPLE == 1;
        let end = if checks { self.run::<G, true>(game, s, control) } else { self.run::<G, false>(game, s, control) };
        match end {
            Err(Halt::Rule(fault)) if fault.rule == "play" && !checks => {
                *s = start; // again, to find the move that failed
                self.random = random;
                self.run::<G, true>(game, s, control)
            }
            end => end,
        }
    }

    #[inline]
    fn run<G: Game, const CAREFUL: bool>(&mut self, game: &G, s: &mut G::State, control: &mut Control) -> Result<Rates, Halt> {
        for plies in 0..=self.cap {
            let outcome = game.outcome(s)?;
            if outcome != Outcome::Ongoing {
                return Ok(self.scale.rates(self.scale.utilities(game, s, outcome)?));
            }
            if self.cutoff > 0 && plies == self.cutoff {
                return Ok(self.scale.guess(game, s)?);
            }
            if plies == self.cap {
                break;
            }
            let choice = self.choose::<G, CAREFUL>(game, s)?;
            if CAREFUL {
                *s = game.after(s, choice)?;
            } else {
                game.play(s, choice)?;
            }
            control.nodes += 1;
            if plies % CHECK == CHECK - 1 {
                control.look_up()?;
            }
        }
        self.capped += 1;
        Ok(self.scale.even())
    }

    #[inline]
    fn choose<G: Game, const CAREFUL: bool>(&mut self, game: &G, s: &G::State) -> Result<Move, Halt> {
        let player = game.to_move(s)?;
        if player == CHANCE {
            return self.throw(game, s);
        }
        let choice = if let Some(policy) = self.policy {
            self.moves.clear();
            if self.forced {
                game.forced(s, &mut self.moves)?;
            } else {
                game.moves(s, &mut self.moves)?;
            }
            self.techniques[policy].choose(player, &self.moves, &mut self.random)
        } else if self.forced && !game.has_playout() {
            game.random_forced(s, &mut self.random, &mut self.moves)?
        } else {
            game.random_move(s, &mut self.random, &mut self.moves)?
        };
        if CAREFUL && game.has_playout() && self.policy.is_none() {
            check(game, s, choice, &mut self.moves)?;
        }
        if self.remembers {
            self.played.push((player, choice));
        }
        Ok(choice)
    }

    pub fn throw<G: Game>(&mut self, game: &G, s: &G::State) -> Result<Move, Halt> {
        self.chances.clear();
        game.chances(s, &mut self.chances)?;
        Ok(draw(&self.chances, &mut self.random))
    }
}
