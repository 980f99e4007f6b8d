//! The name that was probably meant.

/// The nearest of these names, if one is near enough to be meant by what was typed.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Of two letters every other word is near.
    let most = match typed.chars().count() {
        0..=2 => return None,
        3..=8 => 2,
        _ => 3,
    };
    let near = names.into_iter().map(|name| (edits(typed, name), name)).filter(|(edits, _)| *edits <= most);
    near.min().map(|(_, name)| name)
}

/// How many letters must be put in, taken out or replaced to make one word of the other.
fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (line, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], line + 1);
        for (column, to) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_the_name_and_another_word_does_not() {
        let names = ["undo", "unsure", "next-unlabelled"];
        assert_eq!(nearest("undoo", names), Some("undo"));
        assert_eq!(nearest("next-unlabeled", names), Some("next-unlabelled"));
        assert_eq!(nearest("un", names), None);
        assert_eq!(nearest("quality", names), None);
    }
}
