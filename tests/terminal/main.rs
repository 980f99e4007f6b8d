//! The workbench in a real pseudo-terminal of Unix.

#![cfg(unix)]
#![allow(missing_docs)]

mod colors;
mod config;
mod editor;
#[path = "../support/folder.rs"]
mod folder;
mod label_locations;
mod label_rule;
mod live;
#[path = "../support/opened.rs"]
mod opened;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/project.rs"]
mod project;
#[path = "../support/terminal.rs"]
mod pty;
#[path = "../robustness/mod.rs"]
mod robustness;
mod session;
mod session_state;
#[path = "../support/mod.rs"]
mod support;
mod unusual_files;
