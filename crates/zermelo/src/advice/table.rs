//! Advice tables as trees of numbers, made from the postfix form that `python/zermelo/advice/table.py` writes.

use super::vocabulary::{Word, WordSource};

/// One step of a postfix form: "fact", "kind", "=", "<" with a number, or "not", "and", "or", "then" with how many values it
/// takes.
pub type Step = (String, u32);

/// A condition or a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facts {
    /// A fact, by the number of its word.
    Fact(usize),
    /// The opposite.
    Not(Box<Facts>),
    /// All of them, asked in order.
    All(Vec<Facts>),
    /// At least one of them, asked in order.
    Any(Vec<Facts>),
}

/// A constraint: which legal moves are meant, and in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Moves of a kind, by the number of its word; those with the greatest number first.
    Kind(usize),
    /// Any move, so many plies after the root.
    At(u32),
    /// Any move, less than so many plies after the root.
    Below(u32),
    /// Moves of all parts; the first part that is not about depth gives the order.
    Filter(Vec<Moves>),
    /// Moves of the first part, then those of the next that are left, and so on.
    Then(Vec<Moves>),
}

impl Facts {
    /// The tree that a postfix form stands for; None if it is not such a form.
    pub fn read(steps: &[Step]) -> Option<Self> {
        read_postfix(steps, |word, number, stack| {
            Some(match word {
                "fact" => Self::Fact(number as usize),
                "not" => Self::Not(Box::new(stack.pop()?)),
                "and" => Self::All(take(stack, number)?),
                "or" => Self::Any(take(stack, number)?),
                _ => return None,
            })
        })
    }
}

/// The tree that a postfix form stands for; `make` makes a node from what is on the stack.
fn read_postfix<T>(steps: &[Step], make: impl Fn(&str, u32, &mut Vec<T>) -> Option<T>) -> Option<T> {
    let mut stack = Vec::new();
    for (word, number) in steps {
        let made = make(word, *number, &mut stack)?;
        stack.push(made);
    }
    (stack.len() == 1).then(|| stack.pop())?
}

/// The last so many values of a stack.
fn take<T>(stack: &mut Vec<T>, number: u32) -> Option<Vec<T>> {
    Some(stack.split_off(stack.len().checked_sub(number as usize)?))
}

impl Moves {
    /// The tree that a postfix form stands for; None if it is not such a form.
    pub fn read(steps: &[Step]) -> Option<Self> {
        read_postfix(steps, |word, number, stack| {
            Some(match word {
                "kind" => Self::Kind(number as usize),
                "=" => Self::At(number),
                "<" => Self::Below(number),
                "and" => Self::Filter(take(stack, number)?),
                "then" => Self::Then(take(stack, number)?),
                _ => return None,
            })
        })
    }

    /// Whether nothing but depth decides; if so, whether it allows moves at this depth.
    pub fn allows(&self, depth: u32) -> Option<bool> {
        match self {
            Self::Kind(_) => None,
            Self::At(number) => Some(depth == *number),
            Self::Below(number) => Some(depth < *number),
            Self::Filter(parts) => parts.iter().try_fold(true, |all, part| Some(all & part.allows(depth)?)),
            Self::Then(parts) => parts.iter().try_fold(false, |any, part| Some(any | part.allows(depth)?)),
        }
    }
}

/// A piece of advice.
#[derive(Clone, Debug)]
pub struct Advice {
    /// What to reach.
    pub better: Facts,
    /// What to keep meanwhile.
    pub holding: Facts,
    /// Moves that we may make.
    pub us: Moves,
    /// Replies that we reckon with.
    pub them: Moves,
}

/// What a rule says when its condition holds.
#[derive(Clone, Debug)]
pub enum Consequence {
    /// These pieces of advice of the same table, in order.
    Advice(Vec<usize>),
    /// Another table takes over.
    Use(usize),
}

/// If the condition holds at the root, then.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The precondition.
    pub condition: Facts,
    /// What follows.
    pub consequence: Consequence,
}

/// An advice table.
#[derive(Clone, Debug)]
pub struct AdviceTable {
    /// Asked in order.
    pub rules: Vec<Rule>,
    /// What rules refer to.
    pub advice: Vec<Advice>,
    /// Whether later rules have their turn when a rule's advice fails.
    pub fall_through: bool,
}

/// Tables that hand over to each other, the one that is asked first in front, and the words that they use.
pub struct Library {
    /// Without circles.
    pub tables: Vec<AdviceTable>,
    /// What facts and kinds refer to.
    pub words: Vec<Word>,
    /// Who is asked about words that were not compiled.
    pub source: Option<Box<dyn WordSource>>,
}
