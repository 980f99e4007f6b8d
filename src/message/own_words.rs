//! The words with which libraries begin what they say about two values: what stands before them, a person wrote.

/// The beginnings of what libraries write about values themselves; what stands before it, a person wrote.
const OWN_WORDS: [&str; 20] = [
    "Actual and expected ",
    "Element differ",
    "==> ",
    "expected",
    "Expected",
    "Expecting",
    "assert ",
    "expect(",
    "array",
    "iterable",
    "Lists differ",
    "Tuples differ",
    "Sequences differ",
    "got",
    "Failed asserting",
    "Snapshot ",
    "Items in the ",
    "Argument(s) are different",
    "Element counts were",
    "Calls not found",
];

/// The names that Sinon gives to mocks that have none.
const UNNAMED: [&str; 6] = ["spy", "stub", "fake", "anonymous", "functionStub", "proxy"];

/// Returns true if a mock of Sinon has a name of its own.
pub(super) fn is_name_of_mock(name: &str) -> bool {
    !name.contains([' ', '"', '[']) && !UNNAMED.contains(&name)
}

/// Returns the words that tell what two values are of, in the first line of a message: a person's, or the
/// name of a matcher.
pub(super) fn words_before(line: &str) -> &str {
    if let Some(called) = line.strip_prefix("expect(").and_then(|rest| rest.split_once(").")) {
        return called.1.split('(').next().unwrap_or("");
    }
    // Go's custom, `Ink() = 4, want 3`.
    if let Some((call, _)) = line.split_once(", want").and_then(|(left, _)| left.rsplit_once(" = ")) {
        return call.trim_end();
    }
    let own = OWN_WORDS.iter().filter_map(|words| {
        let mut places = line.match_indices(words).map(|(at, _)| at);
        places.find(|&at| line[..at].chars().next_back().is_none_or(char::is_whitespace))
    });
    let own = own.min();
    let is_comparison = line.contains(" != ") || line.contains(" == ");
    let words = &line[..own.unwrap_or(if is_comparison { 0 } else { line.len() })];
    words.trim_end_matches([' ', ':', ',', ';', '.', '='])
}
