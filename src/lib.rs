//! fossick ranks the failed tests of a test-oracle generator as outliers and lets a person judge the top K.
//!
//! # The way of the data
//!
//! ```text
//! results on disk ──import──▶ Failure ──features──▶ 11 numbers ──rank──▶ ordered candidates ──app/ui──▶ a person
//!                                ▲                                                                        │ label
//!           Java sources ──java──┘                                 labels (journal on disk) ◀─────────────┘
//!                                                                      └──▶ report (tables, files)
//! ```
//!
//! # Rooms, and what each may use
//!
//! | module | what lives there | may use |
//! |---|---|---|
//! | [`model`] | the nouns: failure, oracle, stack trace, group, label, ranking | – |
//! | [`java`] | Java source text: method names, catch clauses, the failing line | model |
//! | [`import`] | one file per input format, and detection | model, java |
//! | [`features`] | the eleven features of a failed test | model, java |
//! | [`rank`] | the isolation forest, its explanation, learning from labels, other rankers | model, features |
//! | [`labels`] | the append-only label journal | model |
//! | [`evaluate`] | confusion counts, Found@K, replayed judging, statistics, gates | model |
//! | [`report`] | what is written for others: CSV, JSON Lines, Markdown | all above |
//! | [`app`] | the interactive program as pure state | all above but report and import |
//! | [`ui`] | drawing of that state | app, model |
//! | [`config`] | what a person has chosen for good: settings, keys, themes | all above |
//! | [`runtime`] | the terminal, the event loop, workers | all |
//! | [`cli`] | one file per subcommand | all |
//!
//! Beside the rooms, `split_mix` is the one generator of random numbers for all of them.
//!
//! The core (everything above `runtime`) knows no terminal, no clock and no threads of its own but rayon's:
//! the same input gives the same bytes of output on every machine.

pub mod app;
pub mod cli;
pub mod config;
pub mod evaluate;
pub mod features;
pub mod import;
pub mod java;
pub mod labels;
pub mod model;
pub mod rank;
pub mod report;
pub mod runtime;
mod split_mix;
pub mod ui;
