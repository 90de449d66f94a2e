//! What a search may use besides alpha and beta.
//!
//! An option is declared once, in a struct made by `options!`: its name, type, default and meaning. From outside it is set by
//! name, with a [`Value`]. Alpha-beta and Monte-Carlo search have more, see their `mod.rs`.

use super::ads::Rule;

/// The value of an option, as it comes from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
}

/// A type that an option may have.
pub trait Setting: Sized {
    /// What is expected, for messages.
    fn expected() -> String;
    /// Reads a value of the right type.
    fn read(value: &Value) -> Option<Self>;
}

/// A struct of options, each of which can be set by name.
pub trait Settings {
    /// Sets an option; false if there is none of that name.
    ///
    /// # Errors
    /// When the value has the wrong type. The message says which type is right.
    fn set(&mut self, name: &str, value: &Value) -> Result<bool, String>;
}

macro_rules! options {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$doc:meta])* $field:ident: $kind:ty = $default:expr,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            $($(#[$doc])* pub $field: $kind,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::search::options::Settings for $name {
            fn set(&mut self, name: &str, value: &$crate::search::options::Value) -> Result<bool, String> {
                $(if name == stringify!($field).trim_start_matches("r#") {
                    self.$field = $crate::search::options::read(name, value)?;
                    return Ok(true);
                })*
                Ok(false)
            }
        }
    };
}
pub(crate) use options;

/// Declares an enum whose values have names.
macro_rules! named {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $crate::search::options::Setting for $name {
            fn expected() -> String {
                format!("one of {}", [$($text),*].join(", "))
            }

            fn read(value: &$crate::search::options::Value) -> Option<Self> {
                if let $crate::search::options::Value::Text(name) = value { Self::named(name) } else { None }
            }
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }

            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }
    };
}
pub(crate) use named;

/// Reads the value of an option.
pub fn read<S: Setting>(name: &str, value: &Value) -> Result<S, String> {
    S::read(value).ok_or_else(|| format!("option `{name}` must be {}, not {value:?}", S::expected()))
}

impl Setting for bool {
    fn expected() -> String {
        "True or False".into()
    }

    fn read(value: &Value) -> Option<Self> {
        if let Value::Bool(value) = value { Some(*value) } else { None }
    }
}

impl Setting for f64 {
    fn expected() -> String {
        "a number".into()
    }

    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Int(value) => Some(*value as Self),
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }
}

/// Whole numbers of each width.
macro_rules! whole {
    ($($kind:ty),*) => {
        $(impl Setting for $kind {
            fn expected() -> String {
                format!("a whole number of at least 0 and at most {}", <$kind>::MAX)
            }

            fn read(value: &Value) -> Option<Self> {
                if let Value::Int(value) = value { (*value).try_into().ok() } else { None }
            }
        })*
    };
}
whole!(u32, u64, usize);

options! {
    /// The options that several families of searches share.
    pub struct Options {
        /// What moves are ordered by.
        ordering: Orderings = Orderings::default(),
        /// Remember positions in a transposition table.
        table: bool = false,
        /// Search depth 1, 2, 3 and so on, not the last depth at once.
        deepening: bool = false,
        /// Ask later moves only whether they are better at all.
        pvs: bool = false,
        /// The value must be the one that plain alpha-beta finds.
        exact: bool = true,
        /// The rule of Threat-ADS, which orders the opponents in best-reply search.
        threat: Option<Rule> = None,
        /// Begin with the list that the last search left, not with the order of turns.
        keep_threat: bool = false,
        /// The rule of History-ADS, if moves are ordered by it.
        ads: Rule = Rule::default(),
        /// What max^n or expectiminimax may prune.
        pruning: Pruning = Pruning::None,
        /// Which of several best moves max^n takes.
        ties: Ties = Ties::First,
        /// How many moves get a value and a line of their own.
        lines: usize = 1,
        threads: usize = 1,
        /// The least depth at which the table is used.
        table_depth: u32 = 0,
        /// The window of alpha-beta at the root.
        alpha: f64 = f64::NEG_INFINITY,
        beta: f64 = f64::INFINITY,
        /// When a move of alpha-beta cuts off the others.
        cut: Cut = Cut::Reaching,
    }
}

named! {
    /// When a move cuts off the others.
    pub enum Cut {
        /// When it reaches beta.
        Reaching = ">=",
        /// Only above beta.
        Above = ">",
    }
}

named! {
    /// What max^n or expectiminimax may prune; each includes those before it.
    pub enum Pruning {
        None = "none",
        /// What follows when a player has everything.
        Immediate = "immediate",
        /// What cannot be better for the player before.
        Shallow = "shallow",
        /// What cannot matter to the two players before, at the last move.
        LastBranch = "last_branch",
        /// The same at any move, searched again where that was too early.
        Speculative = "speculative",
        /// At chance nodes: outcomes that cannot make up for the rest, or spoil it.
        Star1 = "star1",
        /// The same after a look at one move of every outcome.
        Star2 = "star2",
        /// The same after a look at several.
        Star25 = "star2.5",
    }
}

named! {
    /// Which of several best moves max^n takes.
    pub enum Ties {
        First = "first",
        /// The worst for the player at the root.
        Paranoid = "paranoid",
        /// The mean of all.
        Average = "average",
    }
}

/// What moves are ordered by, in this order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Orderings {
    /// The last line's or the table's move first.
    pub pv: bool,
    /// Noisy moves that lose by exchanges last.
    pub exchange: bool,
    /// The game's own order.
    pub order: bool,
    /// Moves that cut at the same ply.
    pub killers: bool,
    /// What moves were worth as answers, and in general.
    pub replies: bool,
    /// Moves that cut anywhere, by how often.
    pub history: bool,
    /// Moves that cut anywhere, by how recently.
    pub ads: bool,
}

impl Setting for Orderings {
    fn expected() -> String {
        "names of orderings joined by +, from pv, exchange, order, killers, replies, history and ads".into()
    }

    fn read(value: &Value) -> Option<Self> {
        let Value::Text(text) = value else { return None };
        let mut orderings = Self::default();
        for name in text.split('+').filter(|name| !name.is_empty()) {
            *match name {
                "pv" => &mut orderings.pv,
                "exchange" => &mut orderings.exchange,
                "order" => &mut orderings.order,
                "killers" => &mut orderings.killers,
                "replies" => &mut orderings.replies,
                "history" => &mut orderings.history,
                "ads" => &mut orderings.ads,
                _ => return None,
            } = true;
        }
        Some(orderings)
    }
}
