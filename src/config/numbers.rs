//! Numbers that a person chooses, on the command line or for good.

use std::num::{NonZeroU32, NonZeroUsize};

/// A list of this many seeds is surer than anybody needs; each takes memory until the list is done.
const MOST_SEEDS: NonZeroU32 = NonZeroU32::new(1000).unwrap();

/// How many seeds.
pub fn seeds(text: &str) -> Result<NonZeroU32, String> {
    let seeds = text.parse().ok().filter(|seeds| *seeds <= MOST_SEEDS);
    seeds.ok_or_else(|| {
        format!("expected a whole number from 1 to {MOST_SEEDS} (every seed is held in memory)")
    })
}

/// The K of the top K.
pub fn top(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number from 1 up".to_owned())
}
