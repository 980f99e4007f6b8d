//! A grown tree with weights: which nodes a leaf hangs from, and what labels make of their lengths.

use super::super::forest::{SAMPLE_SIZE, TREES, Tree, average_path_length};
use super::STEP_SIZE;

/// What weights add to a path, in units of 2^-24. As a whole number it is the same in whatever order labels come. A node
/// adds less than 2^31 per example, so with a million examples a forest's hundred paths stay far below 2^63.
pub(super) type Extra = i64;

const UNIT: f64 = (1_u32 << 24) as f64;

/// A tree has no more leaves than rows.
pub(super) const LEAVES: usize = SAMPLE_SIZE;

/// The mean over a forest's trees.
pub(super) fn mean_extra(sum: Extra) -> f64 {
    sum as f64 / (UNIT * TREES as f64)
}

/// A tree without its splits.
#[derive(Debug)]
pub(super) struct TreeShape {
    /// As in the tree: every node behind the one above it, the root first.
    nodes: Vec<WeightedNode>,
    /// The nodes that are leaves, ascending: a leaf's number is its place in here.
    leaves: Vec<u16>,
}

#[derive(Debug, Clone, Copy)]
struct WeightedNode {
    /// The node above; the root is its own.
    parent: u16,
    /// The numbers of the leaves below, or of this one.
    first_leaf: u8,
    last_leaf: u8,
    /// How much longer a path grows by this node, while its weight is 1: a step, and c(rows) for a leaf.
    length: Extra,
    /// How much longer yet with each example below that is an FP, and shorter with each TP.
    step: Extra,
    /// Examples below that are labelled FP, less those labelled TP.
    against: i64,
}

impl WeightedNode {
    /// What the weight, which is 0 or more, adds to the node's length.
    fn extra(&self) -> Extra {
        (self.against * self.step).max(-self.length)
    }
}

impl TreeShape {
    #[expect(clippy::cast_possible_truncation, reason = "a tree has at most 511 nodes, 256 of them leaves")]
    pub(super) fn new(tree: &Tree) -> TreeShape {
        let grown = tree.nodes();
        let mut is_leaf = vec![true; grown.len()];
        for node in grown {
            is_leaf[usize::from(node.parent)] = false;
        }
        // The root above nothing is above itself.
        is_leaf[0] = grown.len() == 1;
        let leaves: Vec<u16> = (0..grown.len() as u16).filter(|&node| is_leaf[usize::from(node)]).collect();
        let mut nodes: Vec<WeightedNode> = grown
            .iter()
            .zip(&is_leaf)
            .map(|(node, &is_leaf)| {
                let rest = if is_leaf { average_path_length(usize::from(node.rows)) } else { 0.0 };
                let length = if node.depth == 0 { 0.0 } else { 1.0 + rest };
                WeightedNode {
                    parent: node.parent,
                    first_leaf: u8::MAX,
                    last_leaf: 0,
                    length: in_units(length),
                    step: in_units(STEP_SIZE * length * length),
                    against: 0,
                }
            })
            .collect();
        for (number, &leaf) in leaves.iter().enumerate() {
            nodes[usize::from(leaf)].first_leaf = number as u8;
            nodes[usize::from(leaf)].last_leaf = number as u8;
        }
        for place in (1..nodes.len()).rev() {
            let WeightedNode { parent, first_leaf, last_leaf, .. } = nodes[place];
            let above = &mut nodes[usize::from(parent)];
            above.first_leaf = above.first_leaf.min(first_leaf);
            above.last_leaf = above.last_leaf.max(last_leaf);
        }
        TreeShape { nodes, leaves }
    }

    /// The number of a node that is a leaf.
    pub(super) fn leaf_number(&self, node: u16) -> u8 {
        self.nodes[usize::from(node)].first_leaf
    }

    /// Changes the weights on the way to a leaf by the steps of `change` examples labelled FP; tells for each leaf how much
    /// longer its path has become.
    pub(super) fn learn(&mut self, leaf: u8, change: i64, added: &mut [Extra; LEAVES]) {
        let mut place = self.leaves[usize::from(leaf)];
        // The root weighs nothing: all paths begin there.
        while place != 0 {
            let node = &mut self.nodes[usize::from(place)];
            let before = node.extra();
            node.against += change;
            let more = node.extra() - before;
            for added in &mut added[usize::from(node.first_leaf)..=usize::from(node.last_leaf)] {
                *added += more;
            }
            place = node.parent;
        }
    }

    /// The least weight of any node.
    #[cfg(test)]
    pub(super) fn least_weight(&self) -> f64 {
        let weights = self.nodes.iter().skip(1).map(|node| 1.0 + node.extra() as f64 / node.length as f64);
        weights.fold(f64::INFINITY, f64::min)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "lengths are below 12, their squares below 2^8")]
fn in_units(length: f64) -> Extra {
    (length * UNIT).round() as Extra
}
