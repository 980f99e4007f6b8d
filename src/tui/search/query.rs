//! The query typed after `/`: words that a failure must have, and words that it must not have; and the search for one
//! of them in a text.
//!
//! | notation | a failure matches if |
//! |---|---|
//! | `index` | one of its texts has it: test (and the cells of a matrix), exception, message, code or trace |
//! | `index take(` | each of the words is in one of them |
//! | `!index` | none of them has it |
//! | `^java` `15$` | a line of them begins with it, or ends with it |
//! | `was\ <4>` | a blank (or a first `!` or `^`, or a last `$`) after a backslash is literal |
//!
//! These symbols are those of fzf and nucleo. A word without capital letters ignores case; one with a capital letter
//! is case-sensitive. Words are found without gaps: users search messages, code and traces for literal pieces (`<3>
//! but`, `.take(`), and with gaps nearly every word would occur in nearly every trace. (nucleo's fuzzy matching is
//! for short names, such as those of commands. Its substring matching, in nucleo-matcher 0.3.1, misses needles that
//! begin with two symbols: `<3> but`.)

use strum::IntoStaticStr;

use crate::model::{Cancel, Corpus, Failure, FailureId, is_generated};
use crate::parallel;
use crate::tui::triage::list::names::{qualified_method, test_method};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    words: Vec<Word>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Word {
    needle: Matcher,
    is_unwanted: bool,
    begins: bool,
    ends: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Field {
    Test,
    /// The name of the exception, with its package.
    Exception,
    Message,
    /// The generated test, or else the prefix.
    Code,
    Trace,
}

impl Field {
    pub const ALL: [Field; 5] = [Field::Test, Field::Exception, Field::Message, Field::Code, Field::Trace];

    pub fn title(self) -> &'static str {
        self.into()
    }

    pub fn of(self, failure: &Failure) -> &str {
        match self {
            Field::Test => &failure.test,
            Field::Exception => failure.trace.exception(),
            Field::Message => failure.message(),
            Field::Code if failure.generated_test.is_empty() => &failure.test_prefix,
            Field::Code => &failure.generated_test,
            Field::Trace => &failure.trace.0,
        }
    }

    /// Returns true if this text of a failure passes a check. The test's name includes what its row tells
    /// beside it, and all cells of a matrix in which it failed; traces include those of further failures, and the exceptions of
    /// tests that people wrote those that the row names.
    pub(in crate::tui) fn any_of(self, failure: &Failure, is_so: impl Fn(&str) -> bool) -> bool {
        is_so(self.of(failure))
            || match self {
                Field::Test => {
                    let mut cells = failure.cells().into_iter().flat_map(|cells| &cells.failed);
                    cells.any(|cell| is_so(cell)) || failure.remarks().any(|remark| is_so(&remark))
                }
                Field::Trace => failure.further().iter().any(|further| is_so(&further.trace.0)),
                // The row names the exception that was met, or that is behind the one that ended the test.
                Field::Exception => !is_generated(failure) && is_so(&failure.exception_in_words()),
                Field::Message | Field::Code => false,
            }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// True for each matching failure, by index.
    fits: Vec<bool>,
}

impl Found {
    /// Creates the result from a value per failure, true if it matches.
    pub(in crate::tui) fn new(fits: Vec<bool>) -> Found {
        Found { fits }
    }

    /// Returns the same result after a reload; `moved` gives the new index of each failure, `count` their number.
    pub(in crate::tui) fn moved(&self, moved: &[Option<FailureId>], failures: usize) -> Found {
        let mut fits = vec![false; failures];
        for (failure, place) in moved.iter().enumerate() {
            if let Some(place) = *place {
                fits[place] = self.has(FailureId::new(failure));
            }
        }
        Found { fits }
    }

    pub fn has(&self, failure: FailureId) -> bool {
        self.fits.get(failure.index()).copied().unwrap_or(false)
    }
}

impl Word {
    /// Parses a word; None if nothing is left of it without its symbols.
    fn parse(written: &str) -> Option<Word> {
        let (is_unwanted, rest) = unescaped(written, '!');
        Some(Word { is_unwanted, ..Word::wanted(rest)? })
    }

    /// Creates a word that is found anywhere, with all characters literal.
    pub(in crate::tui) fn literal(text: &str) -> Word {
        Word { needle: Matcher::new(text), is_unwanted: false, begins: false, ends: false }
    }

    /// Parses a word that must occur; None if nothing is left of it without its symbols.
    pub(in crate::tui) fn wanted(written: &str) -> Option<Word> {
        let (begins, rest) = unescaped(written, '^');
        let (rest, ends) = match rest.strip_suffix('$') {
            Some(rest) if !rest.ends_with('\\') => (rest.to_owned(), true),
            Some(rest) => (format!("{}$", &rest[..rest.len() - 1]), false),
            None => (rest.to_owned(), false),
        };
        let needle = Matcher::new(&rest.replace("\\ ", " "));
        (!needle.text.is_empty()).then_some(Word { needle, is_unwanted: false, begins, ends })
    }

    fn is_anchored(&self) -> bool {
        self.begins || self.ends
    }

    pub(in crate::tui) fn is_in(&self, text: &str) -> bool {
        if self.is_anchored() {
            text.lines().any(|line| self.anchored(line).is_some())
        } else {
            self.needle.is_in(text)
        }
    }

    /// Returns true if a name contains it without splitting a number: `Lang-1` is not in `Lang-10`.
    pub(in crate::tui) fn is_in_name(&self, name: &str) -> bool {
        let ends_in_digit = self.needle.text.ends_with(|c: char| c.is_ascii_digit());
        self.places(name)
            .iter()
            .any(|&(_, end)| !(ends_in_digit && (name[end..].starts_with(|c: char| c.is_ascii_digit()))))
    }

    /// Returns the byte ranges of its occurrences in a line.
    fn places(&self, line: &str) -> Vec<(usize, usize)> {
        if self.is_anchored() { self.anchored(line).into_iter().collect() } else { self.needle.all_in(line) }
    }

    /// Returns its position at the beginning or the end of a line, ignoring blanks.
    fn anchored(&self, line: &str) -> Option<(usize, usize)> {
        let (start, end) = (line.len() - line.trim_start().len(), line.trim_end().len());
        let line = line.get(start..end)?;
        let at_start = self.needle.at_start(line).map(|length| (start, start + length));
        let at_end = self.needle.at_end(line).map(|at| (start + at, end));
        match (self.begins, self.ends) {
            (true, true) => at_start.filter(|&(_, to)| to == end),
            (true, false) => at_start,
            (false, _) => at_end,
        }
    }

    /// Returns true if a field of a failure contains it; in a name, the last part counts as a beginning as well.
    pub(in crate::tui) fn is_in_field(&self, field: Field, failure: &Failure) -> bool {
        if field.any_of(failure, |text| self.is_in(text)) {
            return true;
        }
        let parts = match field {
            Field::Test => [qualified_method(&failure.test), test_method(&failure.test)],
            Field::Exception => [failure.trace.exception_name(); 2],
            Field::Message | Field::Code | Field::Trace => return false,
        };
        self.is_anchored() && parts.iter().any(|part| self.anchored(part).is_some())
    }

    pub(in crate::tui) fn is_of(&self, failure: &Failure) -> bool {
        // The trace contains exception and message, but they do not begin a line of it.
        let fields =
            if self.is_anchored() { &Field::ALL[..] } else { &[Field::Test, Field::Trace, Field::Code] };
        fields.iter().any(|&field| self.is_in_field(field, failure))
    }

    /// Returns true if every failure that contains `self` contains the other word as well.
    fn implies(&self, other: &Word) -> bool {
        let is_literal = !other.is_unwanted && !other.is_anchored() && !self.is_unwanted;
        self == other || (is_literal && other.needle.is_in(&self.needle.text))
    }
}

/// Returns true if a text begins with a symbol, and the text after it; a backslash makes the symbol literal.
fn unescaped(text: &str, sign: char) -> (bool, &str) {
    match text.strip_prefix(sign) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('\\').filter(|rest| rest.starts_with(sign)).unwrap_or(text)),
    }
}

impl Query {
    /// Parses the words of a text; any text is valid.
    pub fn parse(text: &str) -> Query {
        let mut is_escaped = false;
        let written = text.split(|c: char| {
            let splits = c == ' ' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            splits
        });
        Query { words: written.filter_map(Word::parse).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns true if a failure has all words that it must have and none that it must not have.
    pub fn matches(&self, failure: &Failure) -> bool {
        self.words.iter().all(|word| word.is_of(failure) != word.is_unwanted)
    }

    /// Returns true if a single text has all words that it must have and none that it must not have.
    pub(crate) fn matches_text(&self, text: &str) -> bool {
        self.words.iter().all(|word| word.is_in(text) != word.is_unwanted)
    }

    /// Returns the failures that match; none for an empty query. `within` contains the failures that match a query
    /// which this one narrows ([`Query::narrow`]). Stops early if requested.
    pub fn find(&self, corpus: &Corpus, within: Option<&Found>, cancel: &Cancel) -> Found {
        if self.is_empty() {
            return Found::default();
        }
        let fits = parallel::indexes(corpus.failures.len(), |index| {
            let is_wanted = within.is_none_or(|within| within.has(FailureId::new(index)));
            is_wanted && !cancel.is_requested() && self.matches(&corpus.failures[index])
        });
        Found { fits }
    }

    /// Returns true if everything that matches this query certainly matches the other one.
    pub fn narrow(&self, others: &Query) -> bool {
        !others.is_empty()
            && others.words.iter().all(|other| self.words.iter().any(|word| word.implies(other)))
    }

    /// Returns the texts of a failure that contain a wanted word.
    pub fn fields(&self, failure: &Failure) -> Vec<Field> {
        let mut fields: Vec<Field> = Field::ALL
            .into_iter()
            .filter(|field| self.wanted().any(|word| field.any_of(failure, |text| word.is_in(text))))
            .collect();
        // The trace repeats the test's name, the exception and the message: it is listed only for the rest.
        let beginning: usize = failure.trace.0.lines().take(2).map(|line| line.len() + 1).sum();
        let frames = failure.trace.0.get(beginning..).unwrap_or_default();
        let mut texts = failure.further().iter().map(|further| &*further.trace.0).chain([frames]);
        if fields.len() > 1 && !texts.any(|text| self.wanted().any(|word| word.is_in(text))) {
            fields.retain(|&field| field != Field::Trace);
        }
        fields
    }

    /// Returns the byte ranges of wanted words in a drawn line, ascending and without overlap.
    pub(crate) fn spans(&self, line: &str) -> Vec<(usize, usize)> {
        let mut spans: Vec<(usize, usize)> = self.wanted().flat_map(|word| word.places(line)).collect();
        spans.sort_unstable();
        let mut merged: Vec<(usize, usize)> = Vec::with_capacity(spans.len());
        for (start, end) in spans {
            match merged.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => merged.push((start, end)),
            }
        }
        merged
    }

    pub(in crate::tui) fn wanted_alone(&self) -> impl Iterator<Item = Query> {
        self.wanted().map(|word| Query { words: vec![word.clone()] })
    }

    fn wanted(&self) -> impl Iterator<Item = &Word> {
        self.words.iter().filter(|word| !word.is_unwanted)
    }
}

/// The bytes of Java code and traces, the most frequent first: a needle is searched for by its rarest byte.
const FREQUENT: &[u8] = b" etaonrsil.ucdpmgv(h)0jbfy;:x1w\"E=TSA2k";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matcher {
    text: String,
    is_exact: bool,
    /// The byte to search for first, and its position in the text.
    rarest: (u8, usize),
}

impl Matcher {
    /// Creates a matcher; an empty one is found nowhere.
    pub fn new(text: &str) -> Matcher {
        let is_exact = text.chars().any(char::is_uppercase);
        let rarest = text.bytes().enumerate().min_by_key(|&(_, byte)| {
            let place = FREQUENT.iter().position(|&frequent| frequent == byte);
            FREQUENT.len() - place.unwrap_or(FREQUENT.len())
        });
        let rarest = rarest.map_or((0, 0), |(at, byte)| (byte, at));
        Matcher { text: text.to_owned(), is_exact, rarest }
    }

    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.find(text, 0).is_some()
    }

    /// Returns the byte ranges of all occurrences in a text, ascending and without overlap.
    pub(crate) fn all_in(&self, text: &str) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        let mut from = 0;
        while let Some((start, end)) = self.find(text, from) {
            places.push((start, end));
            from = end;
        }
        places
    }

    /// Returns the byte after it if a text begins with it.
    pub(crate) fn at_start(&self, text: &str) -> Option<usize> {
        if self.text.is_empty() { None } else { self.fits(text) }
    }

    /// Returns its first byte if a text ends with it.
    pub(crate) fn at_end(&self, text: &str) -> Option<usize> {
        let all = self.text.chars().count();
        let (start, _) = text.char_indices().rev().nth(all.checked_sub(1)?)?;
        (self.fits(&text[start..]) == Some(text.len() - start)).then_some(start)
    }

    fn find(&self, text: &str, from: usize) -> Option<(usize, usize)> {
        if self.text.is_empty() {
            return None;
        }
        if !self.is_exact && !self.text.is_ascii() {
            let mut places = text[from..].char_indices().map(|(at, _)| from + at);
            return places.find_map(|start| Some((start, start + self.fits(&text[start..])?)));
        }
        let (bytes, needle) = (text.as_bytes(), self.text.as_bytes());
        let (rarest, offset) = self.rarest;
        let mut at = from + offset;
        // Only positions of the rarest byte can be part of a match.
        while let Some(rest) = bytes.get(at..) {
            let next = if self.is_exact {
                memchr::memchr(rarest, rest)
            } else {
                memchr::memchr2(rarest.to_ascii_lowercase(), rarest.to_ascii_uppercase(), rest)
            };
            let start = at + next? - offset;
            let found = bytes.get(start..start + needle.len())?;
            if if self.is_exact { found == needle } else { found.eq_ignore_ascii_case(needle) } {
                return Some((start, start + needle.len()));
            }
            at = start + offset + 1;
        }
        None
    }

    /// Returns the byte after it, if it is at the very beginning.
    fn fits(&self, text: &str) -> Option<usize> {
        let mut rest = text.char_indices();
        for wanted in self.text.chars() {
            let (_, c) = rest.next()?;
            let equal = c == wanted
                || !self.is_exact
                    && if wanted.is_ascii() {
                        c.eq_ignore_ascii_case(&wanted)
                    } else {
                        c.to_lowercase().eq(wanted.to_lowercase())
                    };
            if !equal {
                return None;
            }
        }
        Some(rest.next().map_or(text.len(), |(at, _)| at))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Cells, Execution, StackTrace};
    use proptest::prelude::*;

    fn failure() -> Failure {
        Failure {
            test: "shop.Purse_ESTest::test07".into(),
            generated_test: "@Test\n  public void test07() {\n      purse0.take(7);\n  }".into(),
            trace: StackTrace(
                "shop.Purse_ESTest::test07\njava.lang.IllegalStateException: not enough: 7 < 15\n\tat shop.Purse.take(Purse.java:31)\n"
                    .into(),
            ),
            ..Failure::default()
        }
    }

    fn fits(words: &str) -> bool {
        Query::parse(words).matches(&failure())
    }

    #[test]
    fn all_wanted_words_and_no_unwanted_word_must_occur() {
        assert!(
            fits("illegal purse0") && fits("PURSE.JAVA:31".to_lowercase().as_str()) && fits("Exception:")
        );
        assert!(!fits("illegal purse1") && !fits("ILLEGAL"));
        assert!(fits("take !put") && !fits("take !enough"));
        assert!(fits("7\\ <") && !fits("enough\\ 7"), "a blank can be part of a word");
        assert!(fits("") && fits("! ^ $ !^"), "symbols alone have no effect");
    }

    #[test]
    fn a_failure_in_a_matrix_is_found_by_its_cells() {
        let failed = ["linux", "macos", "windows", "bsd"].map(Into::into).to_vec();
        let cells = Arc::new(Cells { failed, passed: vec!["plan9".into()] });
        let failure = Failure {
            execution: Some(Execution { cells: Some(cells), ..Execution::default() }.into()),
            ..failure()
        };
        let fits = |words: &str| Query::parse(words).matches(&failure);
        assert!(
            fits("windows") && fits("^bsd") && fits("not\\ plan9") && !fits("solaris") && !fits("!linux")
        );
        assert_eq!(Query::parse("macos").fields(&failure), [Field::Test]);
    }

    #[test]
    fn the_exception_of_a_persons_test_is_the_one_that_its_row_names() {
        let trace = "shop.DeskTest::sells\norg.opentest4j.AssertionFailedError: Unexpected exception type thrown, expected: <java.io.IOException> but was: <java.lang.NullPointerException>\n\tat shop.DeskTest.sells(DeskTest.java:5)\nCaused by: java.lang.NullPointerException: x\n\tat shop.Desk.sell(Desk.java:3)\n";
        let failure =
            Failure { test: "shop.DeskTest::sells".into(), is_reported: true, ..Failure::with_trace(trace) };
        assert_eq!(failure.exception_in_words(), "NullPointerException, not IOException");
        let has = |text: &str| Field::Exception.any_of(&failure, |exception| exception.contains(text));
        assert!(has("NullPointer") && has("AssertionFailed") && !has("Illegal"));
    }

    #[test]
    fn words_can_begin_and_end_a_line_or_a_name() {
        assert!(fits("^test07") && fits("^java.lang") && fits("^Illegal") && fits("^not") && fits("^@Test"));
        assert!(fits("^purse0.take") && fits("15$") && fits("31)$") && fits("^test07$") && fits("7);$"));
        assert!(!fits("^enough") && !fits("^test0$") && !fits("!^test07") && fits("!^est07"));
        assert!(
            !fits("\\^test07") && !fits("15\\$") && !fits("\\!put"),
            "after a backslash they are literal"
        );
    }

    #[test]
    fn the_fields_of_a_match_are_found() {
        let fields = |words: &str| Query::parse(words).fields(&failure());
        assert_eq!(fields("state"), [Field::Exception]);
        assert_eq!(fields("take"), [Field::Code, Field::Trace]);
        assert_eq!(fields("test07 !put"), [Field::Test, Field::Code]);
        assert_eq!(fields("java:31"), [Field::Trace]);
        assert_eq!(fields("Exception: not".replace(' ', "\\ ").as_str()), [Field::Trace]);
    }

    #[test]
    fn spans_are_merged() {
        assert_eq!(Query::parse("take ake( !x").spans("  take(7).take"), [(2, 7), (10, 14)]);
        assert_eq!(Query::parse("^take 7)$").spans("  take(7) "), [(2, 6), (7, 9)]);
    }

    proptest! {
        #[test]
        fn narrowing_loses_no_match(older in "[aAb!^$\\\\ ]{0,6}", added in "[aAb!^$\\\\ ]{0,3}", texts in prop::collection::vec("[aAb $!\n]{0,12}", 8)) {
            let failures = texts.iter().map(|text| Failure { generated_test: text.as_str().into(), ..Failure::default() });
            let corpus = Corpus { failures: failures.collect(), ..Corpus::default() };
            let (older, newer) = (Query::parse(&older), Query::parse(&format!("{older}{added}")));
            if newer.narrow(&older) {
                let within = older.find(&corpus, None, &Cancel::default());
                let never = Cancel::default();
                prop_assert_eq!(newer.find(&corpus, Some(&within), &never), newer.find(&corpus, None, &never));
            }
        }

        #[test]
        fn any_text_can_be_searched_for(words in "\\PC*", line in "\\PC*") {
            let words = Query::parse(&words);
            let failure = Failure { generated_test: line.as_str().into(), ..Failure::default() };
            words.matches(&failure);
            for (start, end) in words.spans(&line) {
                prop_assert!(start < end && line.get(start..end).is_some());
            }
        }
    }

    fn found<'a>(needle: &str, text: &'a str) -> Vec<&'a str> {
        Matcher::new(needle).all_in(text).into_iter().map(|(start, end)| &text[start..end]).collect()
    }

    #[test]
    fn lower_case_matches_capitals_and_not_vice_versa() {
        assert_eq!(found("size", "int size = Size.of(SIZE);").len(), 3);
        assert_eq!(found("Size", "int size = Size.of(SIZE);"), ["Size"]);
        assert_eq!(found("größe", "Größe GRÖSSE größe"), ["Größe", "größe"]);
        assert_eq!(found("<3> but", "expected:<3> BUT was"), ["<3> BUT"]);
        assert_eq!(found("", "text"), [""; 0]);
    }

    #[test]
    fn a_text_can_begin_and_end_with_it() {
        let needle = Matcher::new("take");
        assert_eq!((needle.at_start("Takes"), needle.at_end("retake")), (Some(4), Some(2)));
        assert_eq!((needle.at_start("retake"), needle.at_end("takes")), (None, None));
        assert_eq!((needle.at_start("tak"), needle.at_end("ake")), (None, None));
        assert_eq!(Matcher::new("").at_start("x"), None);
        assert_eq!(Matcher::new("").at_end("x"), None);
    }

    proptest! {
        /// The optimized search gives the same result as comparing at every position.
        #[test]
        fn no_match_is_missed(needle in "[aAbB(é]{0,3}", text in "[aAbB(éÉ ]{0,24}") {
            let needle = Matcher::new(&needle);
            let mut places = Vec::new();
            let mut from = 0;
            for (start, _) in text.char_indices() {
                if start >= from && let Some(length) = needle.at_start(&text[start..]) {
                    places.push((start, start + length));
                    from = start + length;
                }
            }
            prop_assert_eq!(needle.all_in(&text), places);
        }
    }
}
