//! The candidates: which failures are listed, and in which order.
//!
//! ```text
//! scores ──order──▶ the order ──flaky, filter──▶ what is left ──fold, sort──▶ rows
//! ```
//!
//! - `group`: a group's lists, its selection and its rows; `names`: the names in these, and their widths
//! - `order`: by score, in another order, or by a column
//! - `filter`: what is left out; `fold`: one row per signature; `rows`: when they are made
//! - `next_bugs`: the bugs that a short list has room to name

pub mod filter;
pub mod fold;
pub mod group;
pub mod names;
pub mod next_bugs;
pub mod order;
pub(super) mod positions;
pub mod rows;

use self::filter::{ActiveFilter, PendingFilter};
use self::fold::Fold;
use self::order::{ListOrder, Sorted, Sorting};
use super::modal::prompt::History;
use crate::rank::Ranker;

/// The failures that are listed, and their order.
#[derive(Debug, Default)]
pub struct Listing {
    /// The K of the top K.
    pub top: usize,
    /// In words, how the list came about ("isolation forest, 10 seeds").
    pub ranker: String,
    /// The ranker of the lists.
    pub ranked_by: Ranker,
    /// The kind of signature that the candidates are folded by.
    pub fold: Fold,
    /// The order of the candidates of each group.
    pub order: ListOrder,
    /// Flaky failures are hidden.
    pub flaky_hidden: bool,
    /// The filter that the lists follow.
    pub active_filter: Option<ActiveFilter>,
    /// The filter that they will follow as soon as its texts are looked through.
    pub(in crate::tui::app) pending_filter: Option<PendingFilter>,
    /// Filters that were typed before.
    pub(in crate::tui::app) filter_history: History,
    /// The column that the candidates are sorted by.
    pub sorted: Option<Sorted>,
    /// The column that they will be sorted by as soon as its texts are in order.
    pub(in crate::tui::app) sorting: Option<Sorting>,
}
