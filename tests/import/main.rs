//! Importing, format by format: through the library to check values, through the program to check
//! messages.

mod around_tests;
mod attempts;
mod corpus;
#[path = "../support/corpus.rs"]
mod corpus_folder;
mod cut_off;
mod damaged;
mod every_report;
#[path = "../support/folder.rs"]
mod folder;
mod formats;
mod fuzz_replay;
#[path = "../../fuzz/src/lib.rs"]
mod fuzz_targets;
mod hooks;
mod hostile;
mod javascript;
mod json_lines;
mod junit;
mod junit_broken;
mod logs;
mod mapping_demo;
mod mapping_fixtures;
mod mapping_reports;
mod other_tools;
mod plain_sources;
mod program;
mod python;
mod red_and_green;
mod run_folder;
mod runs;
#[path = "../support/schema.rs"]
mod schema;
mod support;
mod table;
mod versions;
mod versions_flaky;
mod writers;
