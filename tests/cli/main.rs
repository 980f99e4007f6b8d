//! The command line from outside, and the rules that the source code and the README keep to.

#![allow(missing_docs)]

mod agreement;
mod assess;
mod benchmark_formats;
mod commands;
mod config;
mod demo_data;
mod documentation;
mod evaluate;
#[path = "../support/folder.rs"]
mod folder;
mod generated_tests;
mod label_inputs;
mod label_journal;
mod layers;
mod memory;
mod no_input;
mod page_commands;
mod pictures;
mod pictures_in_browser;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/purse.rs"]
mod purse;
mod quality_report;
mod shards;
