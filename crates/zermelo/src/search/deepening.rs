//! Runs a search by its limits: with iterative deepening, or at one depth.

use super::score::{MAX_PLY, UNLIMITED};
use super::{Found, Halt, Job, Report, Searcher};
use crate::game::{Game, Move};

/// Runs a searcher by the limits of its job and emits its reports; the last one is the answer.
pub fn drive<G: Game, S: Searcher<G>>(
    game: &G,
    root: &G::State,
    job: &Job,
    searcher: &mut S,
    emit: &mut dyn FnMut(Report),
) -> Result<(), Halt> {
    let mut last = None;
    if job.options.deepening {
        for depth in 1..=job.depth.unwrap_or(MAX_PLY) {
            searcher.control().horizon = false;
            match searcher.decide(root, depth) {
                Ok(found) => last = Some((Some(depth), found)),
                Err(Halt::Stopped) => {
                    let control = searcher.control();
                    last = match last {
                        None => control.best.take().map(|best| (Some(depth), best)),
                        Some((depth, found)) if control.improves_on(&found) => control.best.take().map(|best| (depth, best)),
                        last => last,
                    };
                    break;
                }
                Err(halt) => return Err(halt),
            }
            if let Some((depth, found)) = &last {
                emit(report(searcher, *depth, found.clone()));
            }
            if !searcher.control().horizon || last.as_ref().is_some_and(|(_, found)| is_settled(found)) {
                return Ok(());
            }
        }
        if searcher.control().stop.reason().is_none() {
            return Ok(());
        }
    } else {
        match searcher.decide(root, job.depth.unwrap_or(UNLIMITED)) {
            Ok(found) => last = Some((job.depth, found)),
            Err(Halt::Stopped) => last = searcher.control().best.take().map(|best| (job.depth, best)),
            Err(halt) => return Err(halt),
        }
    }
    let (depth, found) = match last {
        Some(last) => last,
        None => (Some(0), first_move(game, root, &job.among)?),
    };
    emit(report(searcher, depth, found));
    Ok(())
}

/// Whether every line is proven, so that no greater depth can change it.
fn is_settled(found: &Found) -> bool {
    std::iter::once(found).chain(&found.others).all(Found::is_final)
}

/// The first move, which is the answer if no move was searched.
pub fn first_move<G: Game>(game: &G, root: &G::State, among: &[Move]) -> Result<Found, Halt> {
    let mut moves = among.to_vec();
    game.moves(root, &mut moves)?;
    Ok(Found { choice: moves[0], ..Found::default() })
}

fn report<G: Game, S: Searcher<G>>(searcher: &mut S, depth: Option<u32>, found: Found) -> Report {
    let tree = searcher.tree();
    let control = searcher.control();
    let exact = (found.is_final() || !control.horizon) && control.stop.reason().is_none();
    Report { tree, ..control.report(depth, found, exact) }
}
