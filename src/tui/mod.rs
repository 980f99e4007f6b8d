//! The interactive program, in three layers; each uses only those above it:
//!
//! - [`app`]: the program as pure state, without terminal, clock or disk
//! - [`view`]: drawing of that state
//! - [`runtime`]: the terminal, the event loop, threads

#![allow(missing_docs, reason = "no library: a comment says what a name and its type do not")]

pub mod app;
pub mod runtime;
pub mod view;
