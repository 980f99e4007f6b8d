//! The direction of a step: to what is next, or to what is before.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}

impl Direction {
    pub(crate) fn is_forward(self) -> bool {
        self == Direction::Forward
    }

    /// Returns the index so many steps away, of `count`, around the ends. There are at most `count` steps.
    pub(crate) fn around(self, index: usize, steps: usize, count: usize) -> usize {
        match self {
            Direction::Forward => (index + steps) % count,
            Direction::Backward => (index + count - steps) % count,
        }
    }
}
