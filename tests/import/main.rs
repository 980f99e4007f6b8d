//! What importing does, format by format: through the library where values matter, through the program where a person
//! sees the result.

mod corpus;
mod cut_off;
mod hostile;
mod json_lines;
mod junit;
mod junit_broken;
mod logs;
mod program;
mod run_folder;
mod support;
mod table;
mod versions;
mod versions_flaky;
