//! The workbench without a terminal: each test types keys into the headless workbench and reads the screen.

#![allow(missing_docs)]

mod changes;
mod code_pane;
mod compare;
mod disagreements;
mod filter;
mod flaky;
#[path = "../support/folder.rs"]
mod folder;
mod groups;
mod judge;
mod keys_and_themes;
mod labelling;
mod layout;
mod legibility;
mod oracles;
mod other_screens;
mod paper_order;
mod pass_aware;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/project.rs"]
mod project;
mod quality;
mod read_only;
mod reload;
mod reruns;
mod screen_space;
mod search;
mod signatures;
mod sort_palette_marks;
mod source_files;
#[path = "../support/mod.rs"]
mod support;
mod tour;
mod triage;
mod why;
