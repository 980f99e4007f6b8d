//! The workbench without a terminal: each test types keys into the headless workbench and reads the screen.

#![allow(missing_docs)]

mod across;
mod bookmarks;
mod build_rows;
mod causes;
mod changes;
mod code_pane;
mod compare;
mod disagreements;
mod filter;
mod flaky;
#[path = "../support/folder.rs"]
mod folder;
mod frames;
mod groups;
mod header;
mod judge;
mod keys;
mod labelling;
mod layout;
mod list_rows;
mod menus;
mod messages;
mod modules;
mod oracles;
mod own_commands;
mod palette;
mod paper_order;
mod pass_aware;
#[path = "../support/program.rs"]
mod program;
mod progress;
#[path = "../support/project.rs"]
mod project;
mod prompts;
mod read_only;
mod reload;
mod reruns;
mod search;
mod signatures;
mod sorting;
mod source_files;
#[path = "../support/mod.rs"]
mod support;
mod themes;
mod tour;
mod trace;
mod triage;
mod why;
