//! The credit of features in the paths of a row: `rank::path_credit` says how it is given.

use std::ops::AddAssign;

use super::TREES;
use super::path::{Path, STEP, average_path};
use super::tree::Tree;
use crate::model::FEATURE_COUNT;

/// The sums over the trees of one seed for a row, and the contribution of one leaf to them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Trail {
    pub(crate) credit: [Path; FEATURE_COUNT],
    pub(crate) path: Path,
    /// The sum of the squared path lengths, in units of 2^-62.
    pub(crate) squares: u128,
}

impl Trail {
    /// Returns the sums for some equal rows, each tree of which is a single leaf.
    pub(super) fn of_equal_rows(rows: usize) -> Trail {
        let path = average_path(u16::try_from(rows).unwrap_or(u16::MAX));
        let trees = u32::try_from(TREES).unwrap_or(u32::MAX);
        Trail {
            path: path * Path::from(trees),
            squares: square(path) * u128::from(trees),
            ..Trail::default()
        }
    }

    pub(crate) fn of_nodes(tree: &Tree) -> Vec<Trail> {
        (0..).zip(tree.nodes()).map(|(node, _)| Trail::of(tree, node)).collect()
    }

    fn of(tree: &Tree, leaf: u16) -> Trail {
        let path = tree.node(leaf).path();
        let mut trail = Trail { path, squares: square(path), ..Trail::default() };
        let mut place = leaf;
        while place != 0 {
            let node = tree.node(place);
            let above = tree.node(node.parent);
            trail.credit[usize::from(above.feature)] +=
                average_path(above.rows) - STEP - average_path(node.rows);
            place = node.parent;
        }
        trail
    }
}

impl AddAssign<&Trail> for Trail {
    fn add_assign(&mut self, other: &Trail) {
        for (sum, more) in self.credit.iter_mut().zip(other.credit) {
            *sum += more;
        }
        self.path += other.path;
        self.squares += other.squares;
    }
}

/// Returns the square of a path in units of 2^-62, after rounding the path to 2^-31.
pub(super) fn square(path: Path) -> u128 {
    u128::from((path >> 20).unsigned_abs()).pow(2)
}
