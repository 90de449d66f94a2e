//! Compiled rules that list moves or outcomes: what they wrote is checked before it is used.

use std::cell::RefCell;

use super::{AskMoves, Compiled, FAILED, IMPOSSIBLE, Record};
use crate::game::{Answer, Game, Move, NO_MOVE};

thread_local! {
    /// Where compiled `chances` write outcomes and probabilities; reused, because there are many chance nodes and `max_moves`
    /// may be large.
    static BUFFERS: RefCell<(Vec<Move>, Vec<f64>)> = const { RefCell::new((Vec::new(), Vec::new())) };
}

impl<const N: usize> Compiled<N> {
    /// Appends the moves, and returns their number.
    #[inline]
    pub(super) fn list_moves(&self, rule: &'static str, ask: AskMoves, s: &Record<N>, out: &mut Vec<Move>) -> Answer<usize> {
        let start = out.len();
        out.reserve(self.facts.max_moves);
        // SAFETY: see `new`; there is room for `max_moves` numbers behind `start`, all of which it may write.
        let count = unsafe {
            let count = ask(s.as_ptr(), out.as_mut_ptr().add(start));
            out.set_len(start + usize::try_from(count).unwrap_or(0).min(self.facts.max_moves));
            count
        };
        let mut previous = -1;
        let ascending = out[start..].iter().all(|&choice| std::mem::replace(&mut previous, choice) < choice);
        if count < 0 || !ascending {
            out.truncate(start);
            return Err(self.fault(rule, s, NO_MOVE, if count < 0 { count } else { IMPOSSIBLE }));
        }
        Ok(out.len() - start)
    }

    /// Appends the moves that are worth a search, if all of them are legal.
    pub(super) fn list_forced(&self, s: &Record<N>, out: &mut Vec<Move>) -> Answer<()> {
        let start = out.len();
        let Some(ask) = self.functions.forced else { return Err(self.fault("forced", s, NO_MOVE, FAILED)) };
        let count = self.list_moves("forced", ask, s, out)?;
        let middle = out.len();
        Game::moves(self, s, out)?;
        let are_legal = out[start..middle].iter().all(|choice| out[middle..].binary_search(choice).is_ok());
        out.truncate(middle);
        if count == 0 || !are_legal {
            out.truncate(start);
            return Err(self.fault("forced", s, NO_MOVE, IMPOSSIBLE));
        }
        Ok(())
    }

    /// Appends the outcomes of a chance node.
    pub(super) fn list_chances(&self, s: &Record<N>, out: &mut Vec<(Move, f64)>) -> Answer<()> {
        let Some(ask) = self.functions.chances else { return Err(self.fault("chances", s, NO_MOVE, FAILED)) };
        BUFFERS.with_borrow_mut(|(outcomes, probabilities)| {
            if outcomes.len() < self.facts.max_moves {
                outcomes.resize(self.facts.max_moves, 0);
                probabilities.resize(self.facts.max_moves, 0.0);
            }
            // SAFETY: see `new`; both buffers hold at least `max_moves` entries.
            let count = unsafe { ask(s.as_ptr(), outcomes.as_mut_ptr(), probabilities.as_mut_ptr()) };
            let number = usize::try_from(count).unwrap_or(0).min(self.facts.max_moves);
            let mut previous = -1;
            let mut total = 0.0;
            for (&outcome, &probability) in outcomes[..number].iter().zip(&*probabilities) {
                if outcome <= previous || !(probability > 0.0 && probability <= 1.0) {
                    return Err(self.fault("chances", s, NO_MOVE, IMPOSSIBLE));
                }
                previous = outcome;
                total += probability;
                out.push((outcome, probability));
            }
            if count <= 0 || (total - 1.0).abs() > 1e-9 {
                return Err(self.fault("chances", s, NO_MOVE, if count < 0 { count } else { IMPOSSIBLE }));
            }
            Ok(())
        })
    }
}
