//! The fast method to follow the rows of a large group down the trees of a forest.
//!
//! Most rows of such a group are in no tree's sub-sample, so nearly all time goes into the walks from root to
//! leaf. Here a tree contains only the data for that walk, eight bytes per node; blocks of rows that fit into
//! a processor's cache go down several trees one after the other; and its rows walk side by side, so that
//! none waits for another.

use std::ops::AddAssign;

use super::table::{Cells, WIDTH};
use super::tree::{ARENA, Tree};

/// The number of rows that go down all trees before the next rows do.
pub(super) const BLOCK: usize = 1024;

const SIDE_BY_SIDE: usize = 8;

/// A node, inner or leaf. A leaf is its own left child and has a threshold that no value exceeds.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    threshold: f32,
    /// The left child; the right one follows it.
    left: u16,
    feature: u16,
}

/// A tree in the form in which rows are followed down it, with a value for each leaf.
pub(super) struct Descent<V> {
    steps: Box<[Step; ARENA]>,
    /// The values of its nodes; only those of leaves count.
    values: Vec<V>,
    depth: u8,
}

impl<V: Default + Clone + for<'a> AddAssign<&'a V>> Descent<V> {
    /// Copies a tree, level by level. `of_nodes` are the values of its nodes; only those of leaves count.
    #[expect(clippy::cast_possible_truncation, reason = "a tree has fewer than 512 nodes")]
    pub(super) fn new(tree: &Tree, of_nodes: &[V]) -> Descent<V> {
        let mut steps = Box::new([Step::default(); ARENA]);
        let mut values = Vec::with_capacity(of_nodes.len());
        let mut order = Vec::with_capacity(ARENA);
        order.push(0);
        let mut at = 0;
        while let Some(&id) = order.get(at) {
            let node = tree.node(id);
            values.push(of_nodes[usize::from(id)].clone());
            steps[at] = if node.is_leaf(id) {
                Step { threshold: f32::INFINITY, left: at as u16, feature: 0 }
            } else {
                let left = order.len() as u16;
                order.extend([node.left, node.right]);
                Step { threshold: node.threshold, left, feature: u16::from(node.feature) }
            };
            at += 1;
        }
        Descent { steps, values, depth: tree.depth() }
    }

    fn add_values<const N: usize>(&self, rows: &[Cells; N], sums: &mut [V; N]) {
        let mut places = [0_u16; N];
        for _ in 0..self.depth {
            for (index, place) in places.iter_mut().enumerate() {
                let step = self.steps[usize::from(*place) % ARENA];
                let is_left = rows[index][usize::from(step.feature) % WIDTH] <= step.threshold;
                *place = step.left + u16::from(!is_left);
            }
        }
        for (place, sum) in places.into_iter().zip(sums) {
            *sum += &self.values[usize::from(place)];
        }
    }
}

/// Returns the sum of the values of each row over some trees. There are at most [`BLOCK`] rows.
pub(super) fn sums<V: Default + Clone + for<'a> AddAssign<&'a V>>(
    rows: &[Cells],
    trees: &[Descent<V>],
) -> Vec<V> {
    let mut sums = vec![V::default(); rows.len()];
    let (many, rest) = rows.as_chunks::<SIDE_BY_SIDE>();
    let (many_sums, rest_sums) = sums.as_chunks_mut::<SIDE_BY_SIDE>();
    for tree in trees {
        for (rows, sums) in many.iter().zip(&mut *many_sums) {
            tree.add_values(rows, sums);
        }
        for (row, sum) in rest.iter().zip(&mut *rest_sums) {
            tree.add_values(std::array::from_ref(row), std::array::from_mut(sum));
        }
    }
    sums
}
