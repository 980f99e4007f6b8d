//! The workbench by key scripts: keys go into the real update loop, the screen comes out of the real drawing code.

#![allow(missing_docs)]

mod basics;
mod beside;
mod disagreements;
mod everywhere;
mod filter;
mod finding;
mod flaky;
mod groups;
mod judging;
mod layout;
mod live;
mod look_only;
mod looks;
mod map;
mod moving;
mod own_keys;
mod paper_order;
#[path = "../support/project.rs"]
mod project;
mod quality;
mod reading;
mod signatures;
mod source;
mod space;
#[path = "../support/mod.rs"]
mod support;
mod tour;
mod why;
