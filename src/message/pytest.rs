//! Sentences for what pytest says of checks that compare no two values for equality: an item in a container,
//! a message and a pattern, the warnings of a block.
//!
//! ```text
//! assert 'Emma' in {'Dune': Book(…), 'Ada': Book(…)}                         ──▶  'Emma' not in {'Dune', 'Ada'}
//! Regex pattern did not match.  Regex: 'no book'  Input: 'no pen'            ──▶  'no pen' does not match 'no book'
//! DID NOT WARN. No warnings of type (<class 'InkWarning'>,) were emitted.    ──▶  did not warn InkWarning
//! ```

use super::difference::{Parts, outside};

/// The labels of a pattern and of the text that does not match it, in pytest 7, 8 and 9.
const LABELS: [(&str, &str); 2] = [("Expected regex: ", "Actual message: "), ("Regex: ", "Input: ")];

/// Returns what a failed check of pytest says as a sentence; None for other messages.
pub(super) fn sentence_of_pytest(message: &str) -> Option<String> {
    membership(message).or_else(|| unmatched_pattern(message)).or_else(|| missing_warning(message))
}

/// Reads `assert 'Emma' in {…}` and `assert 'Emma' not in […]`: what was not to be is.
fn membership(message: &str) -> Option<String> {
    let asserted = message.lines().next()?.strip_prefix("assert ")?;
    let blanks = outside(asserted, ' ')?;
    let at = |word: &str| {
        let mut found = blanks.iter().copied().filter(|&at| asserted[at..].starts_with(word));
        found.next().filter(|_| found.next().is_none())
    };
    let (start, word, is_in) = match (at(" not in "), at(" in ")) {
        (Some(start), _) => (start, " not in ", "in"),
        (None, Some(start)) => (start, " in ", "not in"),
        (None, None) => return None,
    };
    let (item, container) = (&asserted[..start], &asserted[start + word.len()..]);
    Some(match Parts::of(container) {
        // The values of a dictionary do not matter.
        Some(Parts::Fields(fields)) if container.starts_with('{') => {
            let keys: Vec<&str> = fields.iter().map(|(key, _)| *key).collect();
            format!("{item} {is_in} {{{}}}", keys.join(", "))
        }
        _ => format!("{item} {is_in} {container}"),
    })
}

/// Reads the text and the pattern of `pytest.raises(…, match=…)`, which stand on lines of their own.
fn unmatched_pattern(message: &str) -> Option<String> {
    let mut lines = message.lines().map(str::trim);
    lines.next().filter(|line| line.starts_with("Regex pattern did not match"))?;
    let lines: Vec<&str> = lines.collect();
    let value = |label: &str| lines.iter().find_map(|line| line.strip_prefix(label));
    LABELS
        .iter()
        .find_map(|(pattern, text)| Some(format!("{} does not match {}", value(text)?, value(pattern)?)))
}

/// Reads what `pytest.warns` and `pytest.deprecated_call` missed, and the warnings that they met in place of it.
fn missing_warning(message: &str) -> Option<String> {
    let first = message.lines().next()?;
    let classes = first.strip_prefix("DID NOT WARN. No warnings of type ");
    let is_pattern_alone = first.starts_with("Regex pattern did not match any of the ");
    if classes.is_none() && !is_pattern_alone {
        return None;
    }
    let value = |label: &str| message.lines().find_map(|line| line.trim().strip_prefix(label));
    let expected = match (value("Regex: "), classes) {
        (Some(pattern), _) => pattern.trim_end_matches('.').to_owned(),
        (None, classes) => names_of_classes(classes?),
    };
    // With pytest 7, `The list of emitted warnings is: []`.
    let (_, met) = message.split_once("mitted warnings")?;
    let met = met.split_once('[')?.1.trim_end().trim_end_matches('.').strip_suffix(']')?;
    let met = met.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(match &*met {
        "" => format!("did not warn {expected}"),
        met => format!("warned {met}, not {expected}"),
    })
}

/// Returns `InkWarning or UserWarning` of `(<class 'pens.InkWarning'>, <class 'UserWarning'>) were emitted`.
fn names_of_classes(classes: &str) -> String {
    let names: Vec<&str> = classes
        .split("<class '")
        .skip(1)
        .filter_map(|class| class.split_once('\'')?.0.rsplit('.').next())
        .collect();
    names.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_told_with_the_keys_of_a_dictionary() {
        for (message, sentence) in [
            (
                "assert 'Ada' in {'Pen': Pen(ink=1, in_use=True), 'Nib': Pen(ink=2)}",
                "'Ada' not in {'Pen', 'Nib'}",
            ),
            ("assert 'Ada' not in {'Ada': 1}\n +  where {'Ada': 1} = pens()", "'Ada' in {'Ada'}"),
            ("assert 3 in [1, 2]", "3 not in [1, 2]"),
            ("assert 'ink in a pen' in 'a pen'", "'ink in a pen' not in 'a pen'"),
        ] {
            assert_eq!(sentence_of_pytest(message).as_deref(), Some(sentence), "{message}");
        }
        for other in
            ["assert 1 == 2", "'Ada' in pens", "assert [a in b for a in c] in d in e", "assert 'in a"]
        {
            assert_eq!(sentence_of_pytest(other), None, "{other}");
        }
    }

    #[test]
    fn a_message_that_does_not_match_is_told_with_its_pattern() {
        for message in [
            "Regex pattern did not match.\n  Expected regex: 'no ink'\n  Actual message: 'no pen'",
            "Regex pattern did not match.\n Regex: 'no ink'\n Input: 'no pen'",
        ] {
            assert_eq!(sentence_of_pytest(message).as_deref(), Some("'no pen' does not match 'no ink'"));
        }
        assert_eq!(sentence_of_pytest("Regex pattern did not match."), None);
    }

    #[test]
    fn a_missing_warning_is_told_with_the_warnings_that_were_met() {
        for (message, sentence) in [
            (
                "DID NOT WARN. No warnings of type (<class 'pens.InkWarning'>,) were emitted.\n Emitted warnings: [].",
                "did not warn InkWarning",
            ),
            (
                "DID NOT WARN. No warnings of type (<class 'UserWarning'>, <class 'FutureWarning'>) were emitted.\nThe list of emitted warnings is: [].",
                "did not warn UserWarning or FutureWarning",
            ),
            (
                "DID NOT WARN. No warnings of type (<class 'UserWarning'>,) were emitted.\n Emitted warnings: [FutureWarning('a'),\n InkWarning('b')].",
                "warned FutureWarning('a'), InkWarning('b'), not UserWarning",
            ),
            (
                "Regex pattern did not match any of the 1 warnings emitted.\n Regex: 'old'\n Emitted warnings: [UserWarning('new')].",
                "warned UserWarning('new'), not 'old'",
            ),
            (
                "DID NOT WARN. No warnings of type (<class 'UserWarning'>,) matching the regex were emitted.\n Regex: old\n Emitted warnings: [UserWarning('new')].",
                "warned UserWarning('new'), not old",
            ),
        ] {
            assert_eq!(sentence_of_pytest(message).as_deref(), Some(sentence), "{message}");
        }
        assert_eq!(sentence_of_pytest("DID NOT WARN"), None);
    }
}
