//! (to come)
pub mod forest;
