//! The list: the listed failures, and their order.
//!
//! ```text
//! scores ──order──▶ the order ──filter──▶ the rest ──fold──▶ rows
//! ```
//!
//! - `group`: a group's lists, its selection and its rows; `names`: the names in these, and their widths
//! - `order`: by score, or in another order
//! - `filter`: the failures that are listed; `fold`: one row per signature; `rows`: the building of the rows;
//!   `counts`: their numbers in all groups
//! - `row_heights`: the lines of each row; `next_bugs`: the bugs that a short list has room to name

pub mod counts;
pub mod filter;
pub mod fold;
pub mod group;
pub mod names;
pub mod next_bugs;
pub mod order;
pub(super) mod positions;
pub mod row_heights;
pub mod rows;

use self::filter::{ActiveFilter, PendingFilter};
use self::order::ListOrder;
use super::modal::prompt::History;
use crate::rank::Ranker;

/// The listed failures, and their order.
#[derive(Debug, Default)]
pub struct Listing {
    /// The K of the top K.
    pub top: usize,
    /// A description of the ranking ("isolation forest, 10 seeds").
    pub ranker: String,
    /// The ranker of the lists.
    pub ranked_by: Ranker,
    /// True if the list is folded by signature.
    pub is_folded: bool,
    /// The order of the failures of each group.
    pub order: ListOrder,
    /// The filter applied to the lists.
    pub active_filter: Option<ActiveFilter>,
    /// The filter that will be applied as soon as its texts are searched.
    pub(in crate::tui::app) pending_filter: Option<PendingFilter>,
    /// The previously typed filters.
    pub(in crate::tui::app) filter_history: History,
}
