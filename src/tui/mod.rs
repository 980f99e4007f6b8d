//! The interactive program, in three layers; each uses only those above it:
//!
//! - [`app`]: the program as pure state, without terminal, clock or disk
//! - [`view`]: drawing of that state
//! - [`runtime`]: the terminal, the event loop, threads

pub mod app;
pub mod runtime;
pub mod view;
