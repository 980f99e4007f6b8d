//! A line of a message with what stands around it, as the readers of libraries get it.

/// A line of a message that may begin the words of a library.
pub(super) struct Words<'m> {
    pub(super) line: &'m str,
    pub(super) above: &'m [&'m str],
    pub(super) below: &'m [&'m str],
    pub(super) message: &'m str,
    /// True if square brackets in the message mark the difference.
    pub(super) has_marks: bool,
}

impl<'m> Words<'m> {
    /// Returns a line below; empty if there is none.
    pub(super) fn below(&self, row: usize) -> &'m str {
        self.below.get(row).copied().unwrap_or("")
    }
}
