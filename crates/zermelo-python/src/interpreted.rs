//! Rules that stay in Python: every question goes back to `zermelo.game.rules.Rules`. An exception travels in the fault.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use zermelo::game::{Answer, Facts, Fault, Game, Move, NO_MOVE, Outcome, Player, hash_record};
use zermelo::search::score::UNLIMITED;

/// A game whose rules are Python. States are Python's own state objects, which rules never change.
pub struct Interpreted {
    facts: Facts,
    rules: Py<PyAny>,
    layout: Py<PyAny>,
}

/// A state object.
#[derive(Clone)]
pub struct Held(Arc<Py<PyAny>>);

impl Interpreted {
    /// A game from its checked rules.
    pub fn new(rules: Bound<'_, PyAny>, facts: Facts) -> PyResult<Self> {
        let layout = rules.getattr("layout")?.unbind();
        Ok(Self { facts, rules: rules.unbind(), layout })
    }

    fn ask<T>(
        &self,
        rule: &'static str,
        s: &Held,
        choice: Move,
        question: impl for<'py> FnOnce(&Bound<'py, PyAny>, &Bound<'py, PyAny>) -> PyResult<T>,
    ) -> Answer<T> {
        Python::attach(|py| {
            question(self.rules.bind(py), s.0.bind(py))
                .map_err(|error| Box::new(Fault { rule, state: Vec::new(), choice, code: -1, raised: Some(Arc::new(error)) }))
        })
    }
}

impl Game for Interpreted {
    type State = Held;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(&self, record: &[u8]) -> Held {
        Python::attach(|py| {
            let state = self.layout.bind(py).call_method1("unpack", (PyBytes::new(py, record),));
            Held(Arc::new(state.expect("a record of the right size can be unpacked").unbind()))
        })
    }

    fn write(&self, s: &Held) -> Vec<u8> {
        Python::attach(|py| {
            let record = s.0.bind(py).call_method0("pack").and_then(|bytes| bytes.extract::<Vec<u8>>());
            record.expect("a checked state can be packed")
        })
    }

    fn to_move(&self, s: &Held) -> Answer<Player> {
        self.ask("to_move", s, NO_MOVE, |rules, s| rules.call_method1("to_move", (s,))?.extract())
    }

    fn outcome(&self, s: &Held) -> Answer<Outcome> {
        self.ask("winner", s, NO_MOVE, |rules, s| {
            let over = !rules.call_method1("utilities", (s,))?.is_none();
            Ok(if over { Outcome::Scored } else { Outcome::Ongoing })
        })
    }

    fn utility(&self, s: &Held, player: Player) -> Answer<f64> {
        self.ask("utility", s, NO_MOVE, |rules, s| rules.call_method1("utilities", (s,))?.get_item(player)?.extract())
    }

    fn moves(&self, s: &Held, out: &mut Vec<Move>) -> Answer<()> {
        out.extend(self.ask("moves", s, NO_MOVE, |rules, s| rules.call_method1("moves", (s,))?.extract::<Vec<Move>>())?);
        Ok(())
    }

    fn moves_out_of_turn(&self, s: &Held, out: &mut Vec<Move>) -> Answer<()> {
        out.extend(self.ask("moves", s, NO_MOVE, |rules, s| rules.call_method1("list_moves", (s,))?.extract::<Vec<Move>>())?);
        Ok(())
    }

    fn chances(&self, s: &Held, out: &mut Vec<(Move, f64)>) -> Answer<()> {
        out.extend(
            self.ask("chances", s, NO_MOVE, |rules, s| rules.call_method1("chances", (s,))?.extract::<Vec<(Move, f64)>>())?,
        );
        Ok(())
    }

    fn play(&self, s: &mut Held, choice: Move) -> Answer<()> {
        let after = self.ask("play", s, choice, |rules, s| Ok(rules.call_method1("play", (s, choice))?.unbind()))?;
        *s = Held(Arc::new(after));
        Ok(())
    }

    fn evaluate(&self, s: &Held, player: Player) -> Answer<f64> {
        self.ask("evaluate", s, NO_MOVE, |rules, s| rules.call_method1("evaluate", (s, player))?.extract())
    }

    fn noisy(&self, s: &Held, choice: Move) -> Answer<bool> {
        self.ask("noisy", s, choice, |rules, s| rules.call_method1("noisy", (s, choice))?.extract())
    }

    fn order(&self, s: &Held, choice: Move) -> Answer<f64> {
        self.ask("order", s, choice, |rules, s| rules.call_method1("order", (s, choice))?.extract())
    }

    fn hide(&self, s: &mut Held, player: Player) -> Answer<()> {
        let seen = self.ask("hide", s, NO_MOVE, |rules, s| Ok(rules.call_method1("hide", (s, player))?.unbind()))?;
        *s = Held(Arc::new(seen));
        Ok(())
    }

    fn guess(&self, s: &mut Held, player: Player, dice: i64) -> Answer<bool> {
        let found = self.ask("guess", s, NO_MOVE, |rules, s| {
            let guessed = rules.call_method1("guess", (s, player, dice))?;
            Ok((!guessed.is_none()).then(|| guessed.unbind()))
        })?;
        Ok(found.map(|guessed| *s = Held(Arc::new(guessed))).is_some())
    }

    fn exchange(&self, s: &Held, choice: Move) -> Answer<f64> {
        if !self.facts.has_exchange {
            return Ok(0.0);
        }
        self.ask("exchange", s, choice, |rules, s| rules.call_method1("exchange", (s, choice))?.extract())
    }

    fn threatened(&self, s: &Held) -> Answer<bool> {
        if !self.facts.has_threatened {
            return Ok(false);
        }
        self.ask("threatened", s, NO_MOVE, |rules, s| rules.call_method1("threatened", (s,))?.extract())
    }

    fn forced(&self, s: &Held, out: &mut Vec<Move>) -> Answer<()> {
        if !self.facts.has_forced {
            return self.moves(s, out);
        }
        out.extend(self.ask("forced", s, NO_MOVE, |rules, s| rules.call_method1("forced", (s,))?.extract::<Vec<Move>>())?);
        Ok(())
    }

    fn at_most(&self, s: &Held, player: Player) -> Answer<f64> {
        if !self.facts.has_at_most {
            return Ok(self.facts.high);
        }
        self.ask("at_most", s, NO_MOVE, |rules, s| rules.call_method1("at_most", (s, player))?.extract())
    }

    fn plies_left(&self, s: &Held) -> Answer<u32> {
        if !self.facts.has_plies_left {
            return Ok(UNLIMITED);
        }
        self.ask("plies_left", s, NO_MOVE, |rules, s| rules.call_method1("plies_left", (s,))?.extract())
    }

    fn has_playout(&self) -> bool {
        self.facts.has_playout
    }

    fn playout(&self, s: &Held, dice: i64) -> Answer<Move> {
        self.ask("playout", s, NO_MOVE, |rules, s| rules.call_method1("playout", (s, dice))?.extract())
    }

    fn key(&self, s: &Held) -> Answer<u64> {
        if self.facts.has_key {
            return self.ask("key", s, NO_MOVE, |rules, s| rules.call_method1("key", (s,))?.extract());
        }
        Ok(hash_record(&self.write(s)))
    }
}
