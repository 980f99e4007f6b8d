//! fossick ranks the failed tests of a test-oracle generator as outliers and lets a person judge the top K.
//!
//! # Data flow
//!
//! ```text
//! results on disk ──import──▶ Failure ──features──▶ 11 numbers ──rank──▶ ranked list ──tui──▶ a person
//!                                ▲                                                            │ label
//!        sources ──────lang──────┘              evaluate ◀── labels (journal on disk) ◀───────┘
//!                                                   └──▶ report (tables, files, charts)
//! ```
//!
//! # Layers
//!
//! Each uses only those above it; `tests/cli/layers.rs` checks every file.
//!
//! | module | contents |
//! |---|---|
//! | [`model`] | failure, oracle, group, label, corpus |
//! | [`trace`] | stack traces: lines, frames, exceptions, folding |
//! | [`lang`] | source text: what every language answers, and each language in a folder of its own |
//! | [`message`] | messages: headlines, expected and actual values, masks |
//! | [`project`] | a checkout: its build, test runners, sources, and changes |
//! | [`import`] | input formats, and detection |
//! | [`features`] | the eleven features of a failed test |
//! | [`rank`] | the isolation forest, other rankers, signatures, explanations |
//! | [`evaluate`] | confusion counts, Found@K, intervals, statistics, agreement, gates |
//! | [`assess`] | generated tests and oracles themselves: the stages that tests pass, coverage; similarity to references, structure, kinds, accuracy, correlation |
//! | [`labels`] | the append-only label journal |
//! | [`report`] | results as JSON, CSV, Markdown and HTML |
//! | [`tui`] | the interactive program: its core and its screens as pure state, drawn by `frame` and by files called `draw` |
//! | [`config`] | the user's settings, keys and themes |
//! | [`tui::runtime`] | the terminal, the event loop, workers |
//! | [`judge`] | runs the user's command as an annotator: prompts, processes, answers |
//! | [`cli`] | one file per subcommand |
//!
//! Outside the layers, for all: `parallel` shares work between cores, `split_mix` generates random numbers,
//! `regular_file` opens files without blocking, `encoding` decodes them, `written_file` replaces files as a
//! whole, `ignored_signals` knows what `nohup` asks for.
//!
//! The core (all above `tui::runtime`) uses no terminal, clock or threads except rayon's: the same input
//! gives the same bytes.

pub mod assess;
pub mod cli;
pub mod config;
#[cfg(test)]
#[path = "../tests/support/corpus.rs"]
mod corpus_folder;
mod encoding;
pub mod evaluate;
pub mod features;
#[cfg(unix)]
mod ignored_signals;
pub mod import;
pub mod judge;
pub mod labels;
pub mod lang;
pub mod message;
pub mod model;
mod parallel;
pub mod project;
pub mod rank;
mod regular_file;
pub mod report;
mod split_mix;
pub mod trace;
pub mod tui;
mod written_file;
