//! Extensions: a position in which the player to move must answer a threat is searched one ply deeper.

use super::technique::Technique;
use crate::search::score::UNLIMITED;

#[derive(Default)]
pub struct Extensions;

impl Technique for Extensions {
    const ASKS_THREAT: bool = true;

    fn deeper(iteration: u32, depth: u32, ply: u32) -> u32 {
        u32::from(depth < UNLIMITED && ply > 0 && ply < 2 * iteration)
    }
}
