//! The formats of results: each has a file or a folder, which reads one test at a time and passes it to the collector.

pub(crate) mod jsonl;
pub(crate) mod junit;
pub(crate) mod log;
pub(crate) mod run_folder;
pub(crate) mod table;
pub(crate) mod trace_header;
