//! The candidates: which failures are listed, and in which order.

pub mod filter;
pub mod flaky;
pub mod fold;
pub mod folded;
pub mod group;
pub mod learning;
pub mod name_widths;
pub mod order;
pub mod rows;
pub mod sort;
