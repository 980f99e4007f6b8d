//! fossick ranks the failed tests of a test-oracle generator as outliers and lets a person judge the top K.
//!
//! # Data flow
//!
//! ```text
//! results on disk ──import──▶ Failure ──features──▶ 11 numbers ──rank──▶ ranked list ──tui──▶ a person
//!                                ▲                                                            │ label
//!           Java sources ──java──┘              evaluate ◀── labels (journal on disk) ◀───────┘
//!                                                   └──▶ report (tables, files, charts)
//! ```
//!
//! # Layers
//!
//! Each uses only those above it; `tests/cli/layers.rs` holds every file to that.
//!
//! | module | what lives there |
//! |---|---|
//! | [`model`] | failure, trace, oracle, group, label, corpus |
//! | [`java`] | Java source text: parsing, the index of a project, the mapping from a failed test to its code |
//! | [`import`] | input formats, and detection |
//! | [`features`] | the eleven features of a failed test |
//! | [`rank`] | the isolation forest, other rankers, signatures, explanations |
//! | [`evaluate`] | confusion counts, Found@K, intervals, statistics, agreement, gates |
//! | [`assess`] | the generated oracles themselves: likeness to references, structure, kinds, accuracy, correlation |
//! | [`labels`] | the append-only label journal |
//! | [`report`] | results written for others: JSON, CSV, Markdown, HTML |
//! | [`tui::app`] | the interactive program as pure state |
//! | [`tui::view`] | drawing of that state |
//! | [`config`] | settings, keys and themes that a person has chosen |
//! | [`tui::runtime`] | the terminal, the event loop, workers |
//! | [`cli`] | one file per subcommand |
//!
//! Outside the layers, for all of them: `split_mix`, the one generator of random numbers, and `regular_file`, which opens files that
//! must not hold the program up.
//!
//! The core (everything above `tui::runtime`) knows no terminal, no clock and no threads of its own but rayon's: the same
//! input gives the same bytes of output on every machine.

pub mod assess;
pub mod cli;
pub mod config;
pub mod evaluate;
pub mod features;
pub mod import;
pub mod java;
pub mod labels;
pub mod model;
pub mod rank;
mod regular_file;
pub mod report;
mod split_mix;
pub mod tui;
