//! Positions in lists that may be long.

/// The most failures of which rows are made within a frame.
pub(in crate::tui::app) const MOST_AT_ONCE: usize = 20_000;

/// Returns the first result of `find` for the places among so many, those nearest to `place` first; the later one of two equally near.
pub(in crate::tui::app) fn nearest<R>(
    count: usize,
    place: usize,
    find: impl Fn(usize) -> Option<R>,
) -> Option<R> {
    (0..=count).find_map(|distance| {
        let after = place.checked_add(distance).filter(|&after| after < count).and_then(&find);
        after.or_else(|| place.checked_sub(distance).filter(|&before| before < count).and_then(&find))
    })
}
