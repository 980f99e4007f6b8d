//! Numbers in sentences.

/// `1 record`, `1,234 records`.
pub fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", number(count))
}

/// With a comma before each three digits.
pub(super) fn number(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three_digits() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (10541, "10,541"), (1_234_567, "1,234,567")];
        for (count, text) in cases {
            assert_eq!(number(count), text);
        }
    }

    #[test]
    fn only_one_is_singular() {
        assert_eq!(
            [0, 1, 2000].map(|count| counted(count, "label")),
            ["0 labels", "1 label", "2,000 labels"]
        );
    }
}
