//! The command line from outside, and the rules that the source code and the README keep to.

#![allow(missing_docs)]

mod agreement;
mod assess;
mod benchmark_formats;
mod causes;
#[cfg(unix)]
mod changes;
mod commands;
mod config;
#[path = "../support/corpus.rs"]
mod corpus_folder;
mod demo_data;
mod documentation;
mod evaluate;
#[path = "../support/folder.rs"]
mod folder;
mod former_labels;
mod generated_tests;
#[cfg(unix)]
mod judge;
mod label_inputs;
mod label_journal;
mod layers;
mod looks;
mod memory;
mod no_input;
#[cfg(unix)]
mod output_files;
mod page_commands;
mod pictures;
mod pictures_in_browser;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/project.rs"]
mod project;
#[path = "../support/purse.rs"]
mod purse;
mod quality_report;
mod rerun;
#[path = "../support/schema.rs"]
mod schema;
mod scripts;
mod shards;
mod whole_tests;
