//! The workbench as pure state: events in, effects out.
//!
//! ```text
//! event ──action──▶ update ──command──▶ a screen changes its state ──▶ derive: what a frame needs ──▶ frame draws it
//!                      └──effect──▶ runtime ──▶ its answer is an event again
//! ```

pub mod action;
pub mod command;
pub(crate) mod derive;
pub mod details;
pub(crate) mod direction;
pub mod effect;
pub(crate) mod jump_list;
pub mod lists;
pub(crate) mod messages;
pub mod navigate;
pub mod reloaded;
pub mod results;
pub mod session_state;
pub(crate) mod update;
