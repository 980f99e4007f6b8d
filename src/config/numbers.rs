//! Parsers of numbers, for the command line and for the configuration.

use std::num::{NonZeroU32, NonZeroUsize};

/// The largest number of seeds: more give no surer list, and each takes memory until the list is done.
const MOST_SEEDS: NonZeroU32 = NonZeroU32::new(1000).unwrap(); // a constant: the compiler checks it

/// Parses the number of seeds.
pub fn seeds(text: &str) -> Result<NonZeroU32, String> {
    let seeds = text.parse().ok().filter(|seeds| *seeds <= MOST_SEEDS);
    seeds.ok_or_else(|| {
        format!("expected a whole number from 1 to {MOST_SEEDS} (every seed is held in memory)")
    })
}

/// Parses the K of the top K.
pub fn top(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number from 1 up".to_owned())
}
