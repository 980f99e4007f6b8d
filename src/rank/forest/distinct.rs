//! The fast method to grow a tree: with distinct rows and their weights.
//!
//! The draws of a tree depend on a node's rows only through the least and greatest values of features, so copies of a
//! row and the order of rows do not matter, with one exception: the random targets that scikit-learn fits its trees
//! to. They matter when their variance in a node vanishes in rounding errors. This method keeps exact whole-number
//! moments of the targets, gives up if a variance comes near that, and leaves the tree to [`super::exact`].

use std::ops::{AddAssign, Sub};

use super::SAMPLE_SIZE;
use super::table::{Cells, Table, WIDTH};
use super::tree::Rows;
use super::walk::{CellRanges, Split};

/// Below this variance, rounding errors may decide. Those of scikit-learn stay below 3e-11: a sum of n ≤ 256
/// numbers below 1 is off by at most n²·2^-53, the impurity of a child of two by three times as much.
const DOUBTFUL: f64 = 1e-10;

/// Targets are counted in units of 2^-27, so that 256 squares fit into 64 bits.
const TARGET_UNITS: f64 = (1_u64 << 27) as f64;

/// The reason to give up: the tree depends on the last bits of the targets.
pub(super) struct Undecided;

/// The number of rows, the sum of their targets, and the sum of the squares of these.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moments {
    rows: u64,
    sum: u64,
    squares: u64,
}

/// The distinct rows of a sub-sample, one slot each.
pub(super) struct DistinctRows {
    cells: [Cells; SAMPLE_SIZE],
    moments: [Moments; SAMPLE_SIZE],
    /// The slots, ordered by node.
    order: [u8; SAMPLE_SIZE],
    aside: [u8; SAMPLE_SIZE],
    /// The index into [`Table::distinct`] of each slot.
    origins: Vec<u32>,
    /// The slot of each row of [`Table::distinct`], if it is in the sub-sample.
    slots: Vec<Option<u8>>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct SlotRange {
    start: usize,
    end: usize,
    moments: Moments,
}

impl DistinctRows {
    pub(super) fn new(table: &Table) -> DistinctRows {
        DistinctRows {
            cells: [[0.0; WIDTH]; SAMPLE_SIZE],
            moments: [Moments::default(); SAMPLE_SIZE],
            order: [0; SAMPLE_SIZE],
            aside: [0; SAMPLE_SIZE],
            origins: Vec::with_capacity(SAMPLE_SIZE),
            slots: vec![None; table.distinct.len()],
        }
    }

    /// Loads a sub-sample; `sample` holds rows of the table.
    pub(super) fn load(&mut self, table: &Table, sample: &[u32], targets: &[f64]) {
        for &origin in &self.origins {
            self.slots[origin as usize] = None;
        }
        self.origins.clear();
        for &row in sample {
            let origin = table.of_row[row as usize];
            let slot = self.slot(table, origin);
            self.moments[usize::from(slot)] += Moments::of(targets[row as usize]);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a sub-sample has at most 256 rows")]
    fn slot(&mut self, table: &Table, origin: u32) -> u8 {
        if let Some(slot) = self.slots[origin as usize] {
            return slot;
        }
        let slot = self.origins.len();
        self.origins.push(origin);
        self.slots[origin as usize] = Some(slot as u8);
        self.cells[slot] = table.distinct[origin as usize];
        self.moments[slot] = Moments::default();
        self.order[slot] = slot as u8;
        slot as u8
    }

    fn total(&self, slots: &[u8]) -> Moments {
        let mut total = Moments::default();
        for &slot in slots {
            total += self.moments[usize::from(slot)];
        }
        total
    }

    /// Moves the slots with a value above the threshold after the others; returns the number of the others.
    ///
    /// Every slot is written to both ends of the part that is not yet ordered, and one of the ends moves on.
    /// This avoids a branch that the processor cannot predict.
    #[expect(clippy::cast_possible_truncation, reason = "slots and places are below 256")]
    fn partition(&mut self, part: &SlotRange, split: Split) -> usize {
        let threshold = split.single_threshold();
        let slots = &mut self.aside[..part.end - part.start];
        slots.copy_from_slice(&self.order[part.start..part.end]);
        let (mut left, mut right) = (part.start as u8, (part.end - 1) as u8);
        let mut count = 0;
        for &slot in &*slots {
            let is_left = self.cells[usize::from(slot)][split.feature] <= threshold;
            self.order[usize::from(left)] = slot;
            self.order[usize::from(right)] = slot;
            left = left.wrapping_add(u8::from(is_left));
            right = right.wrapping_sub(u8::from(!is_left));
            count += usize::from(is_left);
        }
        count
    }
}

impl Rows for DistinctRows {
    type Part = SlotRange;
    type Error = Undecided;

    fn whole(&self) -> SlotRange {
        let end = self.origins.len();
        SlotRange { start: 0, end, moments: self.total(&self.order[..end]) }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a sub-sample has at most 256 rows")]
    fn count(&self, part: &SlotRange) -> u16 {
        part.moments.rows as u16
    }

    fn is_pure(&self, part: &SlotRange) -> Result<bool, Undecided> {
        if part.moments.has_doubtful_variance() { Err(Undecided) } else { Ok(false) }
    }

    fn ranges(&self, part: &SlotRange) -> CellRanges {
        CellRanges::of_rows(
            self.order[part.start..part.end].iter().map(|&slot| &self.cells[usize::from(slot)]),
        )
    }

    fn split(&mut self, part: &SlotRange, split: Split) -> Result<Option<[SlotRange; 2]>, Undecided> {
        let &SlotRange { start, end, moments } = part;
        let middle = start + self.partition(part, split);
        if middle == end {
            return Ok(None);
        }
        // The moments of the smaller half are summed; those of the other half follow from them.
        let (left, right) = if middle - start <= end - middle {
            let left = self.total(&self.order[start..middle]);
            (left, moments - left)
        } else {
            let right = self.total(&self.order[middle..end]);
            (moments - right, right)
        };
        Ok(Some([
            SlotRange { start, end: middle, moments: left },
            SlotRange { start: middle, end, moments: right },
        ]))
    }
}

impl Moments {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a target is in 0..1")]
    pub(super) fn of(target: f64) -> Moments {
        let sum = (target * TARGET_UNITS) as u64;
        Moments { rows: 1, sum, squares: sum * sum }
    }

    /// Returns true if the variance Q/n − (S/n)² is below [`DOUBTFUL`].
    pub(super) fn has_doubtful_variance(self) -> bool {
        let (rows, sum) = (self.rows as f64, self.sum as f64);
        rows * self.squares as f64 - sum * sum < DOUBTFUL * (TARGET_UNITS * rows).powi(2)
    }
}

impl AddAssign for Moments {
    fn add_assign(&mut self, other: Moments) {
        self.rows += other.rows;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl Sub for Moments {
    type Output = Moments;

    fn sub(self, other: Moments) -> Moments {
        Moments {
            rows: self.rows - other.rows,
            sum: self.sum - other.sum,
            squares: self.squares - other.squares,
        }
    }
}
