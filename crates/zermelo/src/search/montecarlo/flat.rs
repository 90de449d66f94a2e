//! Flat Monte-Carlo: the same number of random games for each move.

use super::Rates;
use super::rollout::Rollout;
use crate::game::{Game, Move, Player};
use crate::search::{Control, Found, Halt, Report, Sampled, Task, Trial};

/// A move at the root, the position after it, and the results of its games.
struct Entry<S> {
    choice: Move,
    after: S,
    visits: u32,
    totals: Rates,
}

/// Plays the games and emits one report.
pub fn run<G: Game, T>(task: Task<'_, G, T>) -> Result<(), Halt> {
    let Task { game, root, job, mut control, emit, .. } = task;
    let player = game.to_move(root)? as usize;
    let mut rollout = Rollout::new(game, &job.sampling, job.sampling.general.seed);
    let mut moves = Vec::new();
    game.moves(root, &mut moves)?;
    let mut entries = Vec::with_capacity(moves.len());
    for choice in moves {
        entries.push(Entry { choice, after: game.after(root, choice)?, visits: 0, totals: Rates::default() });
    }
    match play_all(game, player as Player, job.sampling.general.games, &mut entries, &mut rollout, &mut control) {
        Ok(()) | Err(Halt::Stopped) => {}
        Err(halt) => return Err(halt),
    }
    let mean = |entry: &Entry<G::State>, seat: usize| entry.totals[seat] / f64::from(entry.visits);
    let merit = |entry: &Entry<G::State>| if entry.visits > 0 { mean(entry, player) } else { -1.0 };
    let mut best = &entries[0];
    for entry in &entries {
        if merit(entry) > merit(best) {
            best = entry;
        }
    }
    let utility = |rate: f64| rollout.scale.utility(rate);
    let worth = |entry: &Entry<G::State>| (entry.visits > 0).then(|| utility(mean(entry, player)));
    let trial = |entry: &Entry<G::State>| Trial { choice: entry.choice, visits: entry.visits, value: worth(entry), proof: None };
    let everybody = (0..rollout.scale.facts.players).map(|seat| utility(mean(best, seat)));
    let values = (best.visits > 0).then(|| everybody.collect());
    let trials: Vec<Trial> = entries.iter().map(trial).collect();
    let playouts = trials.iter().map(|trial| u64::from(trial.visits)).sum();
    let line = if best.visits > 0 { vec![best.choice] } else { Vec::new() };
    let found = Found { choice: best.choice, score: worth(best), line, values, trials, ..Found::default() };
    let sampled = Some(Sampled { playouts, capped: rollout.capped, grown: Vec::new() });
    emit(Report { sampled, ..control.report(Some(u32::from(best.visits > 0)), found, false) });
    Ok(())
}

/// One game for each move, then the next one for each.
fn play_all<G: Game>(
    game: &G,
    player: Player,
    games: u64,
    entries: &mut [Entry<G::State>],
    rollout: &mut Rollout,
    control: &mut Control,
) -> Result<(), Halt> {
    for _ in 0..games {
        for entry in &mut *entries {
            control.enter(0)?;
            rollout.played.clear();
            let rates = rollout.play(game, &mut game.copy(&entry.after), control)?;
            for technique in &mut rollout.techniques {
                technique.learn(&[(player, entry.choice)], &rates);
                technique.learn(&rollout.played, &rates);
            }
            entry.visits += 1;
            for (total, rate) in entry.totals.iter_mut().zip(rates) {
                *total += rate;
            }
        }
    }
    Ok(())
}
