//! Adaptive data structures: lists in which what is asked for often comes to stand in front.

/// A rule as a number: the places that an item moves forward; 0 for all the way.
pub type Rule = u32;

/// Reorders a list after the item at this place was asked for.
pub fn ask<T>(items: &mut [T], place: usize, rule: Rule) {
    let target = if rule == 0 { 0 } else { place.saturating_sub(rule as usize) };
    items[target..=place].rotate_right(1);
}
