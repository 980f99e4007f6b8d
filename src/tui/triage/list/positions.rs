//! Positions in possibly long lists.

/// The maximum number of failures whose rows are built within a frame.
pub(in crate::tui) const MOST_AT_ONCE: usize = 20_000;

/// Returns the first result of `find` for the positions of a list, those nearest to `place` first.
pub(crate) fn nearest<R>(count: usize, place: usize, find: impl Fn(usize) -> Option<R>) -> Option<R> {
    (0..=count).find_map(|distance| {
        let after = place.checked_add(distance).filter(|&after| after < count).and_then(&find);
        after.or_else(|| place.checked_sub(distance).filter(|&before| before < count).and_then(&find))
    })
}
