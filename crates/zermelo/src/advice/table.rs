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
    /// The part does not hold.
    Not(Box<Facts>),
    /// All parts hold; they are evaluated in order.
    All(Vec<Facts>),
    /// At least one part holds; they are evaluated in order.
    Any(Vec<Facts>),
}

/// A constraint: which legal moves are allowed, and in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Moves of a kind, by the number of its word; those with the greatest number first.
    Kind(usize),
    /// Any move, this many plies after the root.
    At(u32),
    /// Any move, less than this many plies after the root.
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

/// Takes the last `number` values from a stack.
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

    /// Whether a constraint that depends on depth alone allows moves at this depth; None if it depends on more.
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
    /// The goal to reach.
    pub better: Facts,
    /// What must hold at every node.
    pub holding: Facts,
    /// Moves that we may make.
    pub us: Moves,
    /// Replies to consider.
    pub them: Moves,
}

/// What a rule does if its condition holds.
#[derive(Clone, Debug)]
pub enum Consequence {
    /// These pieces of advice of the same table, in order.
    Advice(Vec<usize>),
    /// Another table takes over.
    Use(usize),
}

/// A rule of an advice table.
#[derive(Clone, Debug)]
pub struct Rule {
    pub condition: Facts,
    /// What to do if it holds at the root.
    pub consequence: Consequence,
}

/// An advice table.
#[derive(Clone, Debug)]
pub struct AdviceTable {
    /// Tried in order.
    pub rules: Vec<Rule>,
    /// The pieces of advice, by number.
    pub advice: Vec<Advice>,
    /// Whether the next rule is tried when all advice of a rule fails.
    pub fall_through: bool,
}

/// An advice table, the tables that it hands over to, and the words that they use.
pub struct Library {
    /// The first one is asked first. They do not hand over in a circle.
    pub tables: Vec<AdviceTable>,
    pub words: Vec<Word>,
    /// Answers for words that were not compiled.
    pub source: Option<Box<dyn WordSource>>,
}
