//! The names of lists and the values of figures, as tables and charts write them.

/// Returns the name of a list; a random one that is only compared with the shown list has exact figures.
pub(super) fn name_of(number: usize, ranker: &str) -> String {
    if number > 0 && ranker == "random" { "random (exact)".to_owned() } else { ranker.to_owned() }
}

/// Formats a value with two digits, or without any if it is whole.
pub(super) fn value(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| {
        let text = format!("{value:.2}");
        text.strip_suffix(".00").map(str::to_owned).unwrap_or(text)
    })
}
