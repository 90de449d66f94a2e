//! Adaptive data structures: lists in which items that are asked for often move to the front.

use super::options::{Setting, Value};

/// How many places an item moves forward when it is asked for; 0 for all the way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule(u32);

/// Reorders a list after the item at this place was asked for.
pub fn ask<T>(items: &mut [T], place: usize, Rule(places): Rule) {
    let target = if places == 0 { 0 } else { place.saturating_sub(places as usize) };
    items[target..=place].rotate_right(1);
}

impl Setting for Rule {
    fn expected() -> String {
        "move_to_front, transposition or move_ahead_k with k from 1 to 99".into()
    }

    fn read(value: &Value) -> Option<Self> {
        let Value::Text(text) = value else { return None };
        match text.as_str() {
            "move_to_front" => Some(Self(0)),
            "transposition" => Some(Self(1)),
            text => text.strip_prefix("move_ahead_")?.parse().ok().filter(|places| (1..100).contains(places)).map(Self),
        }
    }
}

/// The empty text means no rule.
impl Setting for Option<Rule> {
    fn expected() -> String {
        format!("{}, or empty", Rule::expected())
    }

    fn read(value: &Value) -> Option<Self> {
        if *value == Value::Text(String::new()) { Some(None) } else { Rule::read(value).map(Some) }
    }
}
