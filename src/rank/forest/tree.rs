//! One isolation tree: its growth, and the search for the leaf of a row.

use super::DEPTH_LIMIT;
use super::path::{Path, STEP, average_path};
use super::table::Cells;
use super::walk::{CellRanges, FeatureWalk, Split};

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Node {
    pub(super) threshold: f32,
    /// The children; a leaf is its own child on both sides, so that a walk may continue after its end.
    pub(super) left: u16,
    pub(super) right: u16,
    /// The node above; the root is its own parent.
    pub(crate) parent: u16,
    pub(crate) rows: u16,
    /// The index of the feature that splits it; meaningless in a leaf.
    pub(crate) feature: u8,
    pub(crate) depth: u8,
}

impl Node {
    pub(super) fn is_leaf(&self, id: u16) -> bool {
        self.left == id
    }

    /// Returns the path length of a row that ends in this leaf.
    pub(crate) fn path(&self) -> Path {
        Path::from(self.depth) * STEP + average_path(self.rows)
    }
}

/// The number of nodes in a full tree, rounded up to a power of two.
pub(super) const ARENA: usize = 1 << (DEPTH_LIMIT + 1);

/// A tree as an arena; node 0 is the root.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tree {
    nodes: Box<[Node; ARENA]>,
    size: u16,
    depth: u8,
}

/// The rows of a sub-sample while they are split.
pub(super) trait Rows {
    type Part: Copy;
    type Error;

    fn whole(&self) -> Self::Part;
    fn count(&self, part: &Self::Part) -> u16;
    /// Returns true if the part's targets have no variance left to explain; such a part becomes a leaf.
    fn is_pure(&self, part: &Self::Part) -> Result<bool, Self::Error>;
    fn ranges(&self, part: &Self::Part) -> CellRanges;
    /// Splits the rows into two parts; None if they must stay together.
    fn split(&mut self, part: &Self::Part, split: Split) -> Result<Option<[Self::Part; 2]>, Self::Error>;
}

struct Pending<P> {
    part: P,
    depth: u8,
    known_constants: usize,
    parent: u16,
    is_right: bool,
}

impl Tree {
    pub(super) fn new() -> Tree {
        Tree { nodes: Box::new([Node::default(); ARENA]), size: 0, depth: 0 }
    }

    pub(super) fn depth(&self) -> u8 {
        self.depth
    }

    pub(crate) fn node(&self, id: u16) -> &Node {
        &self.nodes[usize::from(id) % ARENA]
    }

    /// Returns all nodes; each comes after its parent.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes[..usize::from(self.size)]
    }

    fn node_mut(&mut self, id: u16) -> &mut Node {
        &mut self.nodes[usize::from(id) % ARENA]
    }

    /// Grows the tree again from the start, depth first and left before right: the order in which `walk` draws.
    pub(super) fn grow<R: Rows>(
        &mut self,
        rows: &mut R,
        max_depth: u8,
        mut walk: FeatureWalk,
    ) -> Result<(), R::Error> {
        self.size = 0;
        self.depth = 0;
        let root = Pending { part: rows.whole(), depth: 0, known_constants: 0, parent: 0, is_right: false };
        let mut pending = Vec::with_capacity(usize::from(DEPTH_LIMIT) + 1);
        pending.push(root);
        while let Some(node) = pending.pop() {
            let id = self.add_leaf(node.parent, node.is_right, rows.count(&node.part), node.depth);
            if node.depth == max_depth || rows.count(&node.part) == 1 || rows.is_pure(&node.part)? {
                continue;
            }
            let (split, known_constants) = walk.next_split(node.known_constants, &rows.ranges(&node.part));
            let Some(split) = split else { continue };
            let Some([left, right]) = rows.split(&node.part, split)? else { continue };
            self.part_leaf(id, split);
            let child = |part, is_right| Pending {
                part,
                depth: node.depth + 1,
                known_constants,
                parent: id,
                is_right,
            };
            pending.push(child(right, true));
            pending.push(child(left, false));
        }
        Ok(())
    }

    fn add_leaf(&mut self, parent: u16, is_right: bool, rows: u16, depth: u8) -> u16 {
        let id = self.size;
        self.size += 1;
        self.depth = self.depth.max(depth);
        *self.node_mut(id) = Node { threshold: 0.0, left: id, right: id, parent, rows, feature: 0, depth };
        if id > 0 {
            let above = self.node_mut(parent);
            *(if is_right { &mut above.right } else { &mut above.left }) = id;
        }
        id
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are eleven features")]
    fn part_leaf(&mut self, id: u16, split: Split) {
        let node = self.node_mut(id);
        node.feature = split.feature as u8;
        node.threshold = split.single_threshold();
    }

    pub(crate) fn leaf_of(&self, row: &Cells) -> u16 {
        let [leaf] = self.leaves_of(std::array::from_ref(row));
        leaf
    }

    /// Returns the leaves that some rows fall into. Rows that walk side by side do not wait for each other's loads.
    pub(super) fn leaves_of<const N: usize>(&self, rows: &[Cells; N]) -> [u16; N] {
        let mut places = [0; N];
        for _ in 0..self.depth {
            for (place, row) in places.iter_mut().zip(rows) {
                let node = &self.nodes[usize::from(*place) % ARENA];
                let goes_left = row[usize::from(node.feature)] <= node.threshold;
                *place = if goes_left { node.left } else { node.right };
            }
        }
        places
    }
}
