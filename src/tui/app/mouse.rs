//! Mouse events as the program knows them, independent of any terminal library.

/// A mouse event at a column and row counted from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    /// The kind of event.
    pub kind: MouseKind,
    /// Column of the cell.
    pub column: u16,
    /// Row of the cell.
    pub row: u16,
}

/// The mouse events that fossick reacts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MouseKind {
    Click,
    Drag,
    Release,
    ScrollUp,
    ScrollDown,
}
