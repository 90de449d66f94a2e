//! Implicit minimax backups: the tree's evaluations, backed up by minimax beside the means.

use super::tree::Growth;

/// Brings the guesses along a path of nodes and moves up to date, from its end to the root.
pub fn back_up(growth: &Growth, path: &[(u32, u32)]) {
    for pair in path.windows(2).rev() {
        let ((above, edge), (node, _)) = (pair[0], pair[1]);
        let tried = growth.edges(node).filter(|&child| growth.visits(child) > 0);
        let best = tried.map(|child| growth.extra(child).guess()).fold(f64::NEG_INFINITY, f64::max);
        let same = growth.player(node) == growth.player(above);
        growth.extra(edge).set_guess(if same { best } else { 1.0 - best });
    }
}
