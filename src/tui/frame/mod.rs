//! The frame around every screen: its layout, the top and the bottom line, colours, and the drawing of a whole frame.
//!
//! ```text
//! App ──layout──▶ areas of panes ──draw──▶ header, a screen, what lies over it, status ──canvas──▶ ratatui's buffer
//!                                                        theme, color: styles for this terminal
//! ```

pub(crate) mod canvas;
pub mod color;
pub(crate) mod draw;
pub(crate) mod header;
pub mod layout;
pub(crate) mod status;
pub mod theme;

pub use draw::draw;
