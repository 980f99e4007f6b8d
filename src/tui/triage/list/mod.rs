//! The list: the listed failures, and their order.
//!
//! ```text
//! scores ──order──▶ the order ──filter──▶ the rest ──fold, sort──▶ rows
//! ```

pub mod across;
pub(crate) mod causes;
pub mod columns;
pub mod counts;
pub(crate) mod draw;
pub(crate) mod draw_groups;
pub mod filter;
pub mod fold;
pub mod group;
pub mod names;
pub mod next_bugs;
pub mod order;
pub(crate) mod positions;
pub mod row_heights;
mod row_message;
pub mod rows;

use self::filter::ActiveFilter;
use self::fold::Fold;
use self::order::{ListOrder, Sorted};
use crate::rank::Ranker;
use crate::tui::{Cx, Ticket};

#[derive(Debug, Default)]
pub struct Listing {
    /// The K of the top K, where not all is to be judged.
    pub top: usize,
    /// True if a person chose that K.
    pub(crate) is_top_chosen: bool,
    /// A description of the ranking ("isolation forest, 10 seeds").
    pub ranker: String,
    pub ranked_by: Ranker,
    pub fold: Fold,
    /// True if a person chose by what the list is folded, or that it is not.
    pub(crate) is_fold_chosen: bool,
    pub order: ListOrder,
    pub active_filter: Option<ActiveFilter>,
    /// The filter that will be applied as soon as its texts are searched.
    pub(crate) pending_filter: Option<(Ticket, ActiveFilter)>,
    pub sorted: Option<Sorted>,
    /// The sorting that will be applied as soon as its texts are sorted; it has no keys yet.
    pub(crate) sorting: Option<(Ticket, Sorted)>,
}

impl Cx {
    /// Changes the K of the top K.
    pub(crate) fn change_top(&mut self, top: usize) {
        (self.lists.listing.top, self.lists.listing.is_top_chosen) = (top.max(1), true);
        self.judging.counted.all_stale = true;
        if self.lists.listing.active_filter.is_some() {
            self.refold_all();
        }
        self.lists.changed();
        self.messages.info(format!("top {}", self.lists.listing.top));
    }
}
