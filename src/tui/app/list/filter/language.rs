//! The language of the filter line, and its predicates: the conditions under which a failure is listed.
//!
//! ```text
//! exc:NullPointer|IndexOut  oracle:throws  -label:fp  score>0.6  msg:"out of"
//! ```
//!
//! All terms must hold; `-` or `!` before one negates it; `|` in one separates alternative values. A term is a field
//! with a value, or a text that may occur in any of the five texts that a search covers ([`Field`]). Texts are words as in a [search](crate::tui::app::search::query), with `^` and `$`; a character
//! after a backslash is literal, and so is every character within `"…"`, which may also contain blanks and quotes (as
//! `\"`). Any text is either a filter or an error with its position and the expected input.
//!
//! Texts are long, so a worker searches them, once for each filter. Everything else changes during the session, and
//! is evaluated each time the rows of a list are built.

use crate::model::{Cancel, Changed, Corpus, Failure, Label, OracleCategory, OracleKind};
use crate::tui::app::labelling::Mark;
use crate::tui::app::search::query::{Field, Found, Word};
use rayon::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldWord {
    /// The name with the operator that follows it.
    pub word: &'static str,
    pub meaning: &'static str,
    kind: FieldKind,
}

impl FieldWord {
    /// Returns the name without the operator.
    fn name(self) -> &'static str {
        self.word.trim_end_matches([':', '<', '>'])
    }
}

/// The property of a failure that the value of a field is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FieldKind {
    Text(TextField),
    Group,
    Note,
    Oracle,
    Kind,
    Label,
    Is,
    Changed,
    Judge,
    Score,
    Rank,
}

const fn field(word: &'static str, kind: FieldKind, meaning: &'static str) -> FieldWord {
    FieldWord { word, meaning, kind }
}

const fn searched(field: Field) -> FieldKind {
    FieldKind::Text(TextField::Searched(field))
}

/// All fields, in the order of completion and documentation.
pub const FIELDS: [FieldWord; 16] = [
    field("exc:", searched(Field::Exception), "the exception's name has this text"),
    field("msg:", searched(Field::Message), "its message has it"),
    field("test:", searched(Field::Test), "the test's name has it"),
    field("code:", searched(Field::Code), "the generated test has it"),
    field("trace:", searched(Field::Trace), "the trace has it"),
    field("focal:", FieldKind::Text(TextField::Focal), "the focal method or its Javadoc has it"),
    field("note:", FieldKind::Note, "your note has it"),
    field("group:", FieldKind::Group, "the name of its group has it; Lang-1 is not in Lang-10"),
    field("oracle:", FieldKind::Oracle, "throw, value or no-throw"),
    field("kind:", FieldKind::Kind, "the kind of the oracle, if the sources show it"),
    field("label:", FieldKind::Label, "tp, fp, unsure, none or any"),
    field("is:", FieldKind::Is, "top, stale, noted or flaky"),
    field("changed:", FieldKind::Changed, "line, method, file or test, with --changes"),
    field("judge:", FieldKind::Judge, "tp, fp, unsure, none or disagrees, with --show-judge"),
    field("score>", FieldKind::Score, "score, such as score>0.6; also < >= <="),
    field("rank<", FieldKind::Rank, "rank, such as rank<20; also > >= <= ="),
];

/// The values of `oracle:`, as the list names them.
pub const ORACLES: [(&str, OracleKind); 3] = [
    ("throw", OracleKind::Exception),
    ("value", OracleKind::Assertion),
    ("no-throw", OracleKind::NoException),
];

/// Other spellings of these: Python's words, and such as filters that were saved before have.
const ORACLE_SPELLINGS: [(&str, OracleKind); 5] = [
    ("raise", OracleKind::Exception),
    ("no-raise", OracleKind::NoException),
    ("throws", OracleKind::Exception),
    ("none", OracleKind::NoException),
    ("no throw", OracleKind::NoException),
];

/// The values of `kind:`.
pub const KINDS: [(&str, OracleCategory); 7] = [
    ("assertion", OracleCategory::AssertionOnly),
    ("must-throw", OracleCategory::MustThrow),
    ("must-not-throw", OracleCategory::MustNotThrow),
    ("if-thrown", OracleCategory::IfThrownAssert),
    ("must-throw-with", OracleCategory::MustThrowWithProperties),
    ("fail", OracleCategory::FailOnly),
    ("none", OracleCategory::NoException),
];

/// The values of `label:`.
pub const LABELS: [(&str, LabelValue); 5] = [
    ("tp", LabelValue::TruePositive),
    ("fp", LabelValue::FalsePositive),
    ("unsure", LabelValue::Unsure),
    ("none", LabelValue::Missing),
    ("any", LabelValue::Any),
];

/// The values of `judge:`; None for a label that differs from the person's.
pub const JUDGED: [(&str, Option<LabelValue>); 5] = [
    ("tp", Some(LabelValue::TruePositive)),
    ("fp", Some(LabelValue::FalsePositive)),
    ("unsure", Some(LabelValue::Unsure)),
    ("none", Some(LabelValue::Missing)),
    ("disagrees", None),
];

/// The values of `is:`.
pub const STATES: [(&str, Is); 4] =
    [("top", Is::InTop), ("stale", Is::Stale), ("noted", Is::Noted), ("flaky", Is::Flaky)];

/// The values of `changed:`.
pub const CHANGES: [(&str, &str); 4] =
    [("line", "line"), ("method", "method"), ("file", "file"), ("test", "test")];

/// The error of an invalid filter: its position, and the expected input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {expected}")]
pub struct FilterError {
    /// The first byte of the error.
    pub start: usize,
    /// The byte after the last one; equal to `start` if something is missing.
    pub end: usize,
    /// The position in characters, from 1.
    pub column: usize,
    pub expected: String,
}

impl FilterError {
    pub(super) fn is_unknown_field(&self) -> bool {
        self.expected.starts_with(NO_FIELD)
    }
}

/// The beginning of the message for an unknown field.
const NO_FIELD: &str = "unknown field";

struct Value {
    text: String,
    start: usize,
    end: usize,
    /// True if all its characters are literal.
    is_quoted: bool,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

/// Returns the message for an unknown field, with the fields that begin similarly.
fn no_field(name: &str) -> String {
    let all = FIELDS.map(FieldWord::name);
    let similar: Vec<&str> = all.into_iter().filter(|field| field.get(..1) == name.get(..1)).collect();
    let similar = if similar.is_empty() { "" } else { &*format!(" Did you mean {}?", similar.join(" or ")) };
    format!("{NO_FIELD} `{name}`.{similar}")
}

pub fn parse(text: &str) -> Result<Filter, FilterError> {
    let mut reader = Reader { text, at: 0 };
    let mut terms = Vec::new();
    loop {
        reader.skip_blanks();
        if reader.rest().is_empty() {
            return Ok(Filter { terms });
        }
        reader.term(&mut terms)?;
    }
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Skips a symbol, if it is next.
    fn takes(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    fn error(&self, start: usize, end: usize, expected: impl Into<String>) -> FilterError {
        let column = self.text.get(..start).unwrap_or_default().chars().count() + 1;
        FilterError { start, end, column, expected: expected.into() }
    }

    fn term(&mut self, terms: &mut Vec<Term>) -> Result<(), FilterError> {
        let negated = self.takes("-") || self.takes("!");
        let name_start = self.at;
        let letters =
            self.rest().len() - self.rest().trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let written = self.rest()[..letters].to_owned();
        let after = self.rest()[letters..].chars().next();
        let field = FIELDS.iter().find(|field| field.name().eq_ignore_ascii_case(&written));
        self.check_comparison(field, letters)?;
        // With a capital letter it may be the beginning of a name: `IllegalStateException:`.
        let may_be_field = field.is_some() || !written.contains(|c: char| c.is_ascii_uppercase());
        if letters == 0 || !may_be_field || !after.is_some_and(|sign| ":<>=".contains(sign)) {
            let is_escaped = self.rest().starts_with(['\\']) && self.rest()[1..].starts_with(['-', '!']);
            self.at += usize::from(is_escaped);
            let test = Test::Anywhere(self.words("a text to look for is missing here")?);
            terms.push(Term { negated, test });
            return Ok(());
        }
        let name = written;
        self.at += letters;
        let Some(field) = field else {
            return Err(self.error(name_start, self.at, no_field(&name)));
        };
        let takes_signs = matches!(field.kind, FieldKind::Score | FieldKind::Rank);
        if !takes_signs && !self.takes(":") {
            return Err(self.error(self.at, self.at + 1, format!("`:` is missing after `{name}`")));
        }
        let test = self.test_of(field.kind)?;
        terms.push(Term { negated, test });
        Ok(())
    }

    /// Checks that a comparison has no blanks and a known operator.
    fn check_comparison(&self, field: Option<&FieldWord>, letters: usize) -> Result<(), FilterError> {
        let Some(field) = field.filter(|field| matches!(field.kind, FieldKind::Score | FieldKind::Rank))
        else {
            return Ok(());
        };
        let name = field.name();
        let (at, after) = (self.at + letters, &self.rest()[letters..]);
        let blanks = after.len() - after.trim_start().len();
        if after.starts_with("!=") {
            return Err(self.error(at, at + 2, format!("`-{name}=…` means `!=`")));
        }
        if blanks > 0 && after.trim_start().starts_with(['<', '>', '=', ':']) {
            return Err(self.error(at, at + blanks, format!("there must be no blank after `{name}`")));
        }
        Ok(())
    }

    fn test_of(&mut self, kind: FieldKind) -> Result<Test, FilterError> {
        Ok(Test::Given(match kind {
            FieldKind::Text(field) => return Ok(Test::Text(field, self.words("a text is missing here")?)),
            FieldKind::Group => Given::Group(self.words("a name is missing here")?),
            FieldKind::Note => Given::Note(self.words("a text is missing here")?),
            FieldKind::Oracle => Given::Oracle(self.one_of(&ORACLES, &ORACLE_SPELLINGS)?),
            FieldKind::Kind => Given::Kind(self.one_of(&KINDS, &[])?),
            FieldKind::Label => Given::Label(self.one_of(&LABELS, &[])?),
            FieldKind::Is => Given::Is(self.one_of(&STATES, &[])?),
            FieldKind::Changed => Given::Changed(self.one_of(&CHANGES, &[])?),
            FieldKind::Judge => Given::Judge(self.one_of(&JUDGED, &[])?),
            FieldKind::Score => self.score()?,
            FieldKind::Rank => self.rank()?,
        }))
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let all = [
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("<", Comparison::Below),
            (">", Comparison::Above),
            ("==", Comparison::Equal),
            ("=", Comparison::Equal),
            (":", Comparison::Equal),
        ];
        all.into_iter().find(|(sign, _)| self.takes(sign)).map(|(_, comparison)| comparison)
    }

    fn score(&mut self) -> Result<Given, FilterError> {
        let sign = self.at;
        let comparison = self.comparison().filter(|comparison| *comparison != Comparison::Equal);
        let Some(comparison) = comparison else {
            return Err(self.error(
                sign,
                sign + 1,
                "`score` needs < <= > or >= and a number, as in score>0.6",
            ));
        };
        let value = self.value()?;
        match value.text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Given::Score(comparison, number)),
            _ => Err(self.error(value.start, value.end, "expected a number, such as 0.6")),
        }
    }

    fn rank(&mut self) -> Result<Given, FilterError> {
        let comparison = self.comparison().unwrap_or(Comparison::Equal);
        let value = self.value()?;
        match value.text.parse::<usize>() {
            Ok(number) => Ok(Given::Rank(comparison, number)),
            Err(_) => Err(self.error(value.start, value.end, "expected a rank, such as 20")),
        }
    }

    /// Parses known values, in these or other spellings, separated by `|`.
    fn one_of<T: Copy>(
        &mut self,
        known: &[(&str, T)],
        spellings: &[(&str, T)],
    ) -> Result<Vec<T>, FilterError> {
        let mut chosen = Vec::new();
        loop {
            let value = self.value()?;
            match known.iter().chain(spellings).find(|(word, _)| word.eq_ignore_ascii_case(&value.text)) {
                Some((_, meaning)) => chosen.push(*meaning),
                None => {
                    let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
                    let expected = format!("expected one of {}", words.join(", "));
                    return Err(self.error(value.start, value.end, expected));
                }
            }
            if !self.takes("|") {
                return Ok(chosen);
            }
        }
    }

    /// Parses texts separated by `|`, none of them empty.
    fn words(&mut self, expected: &str) -> Result<Vec<Word>, FilterError> {
        self.any_of(expected, |value| {
            let literal = || (!value.text.is_empty()).then(|| Word::literal(&value.text));
            if value.is_quoted { literal() } else { Word::wanted(&value.text) }
        })
    }

    fn any_of<T>(
        &mut self,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Vec<T>, FilterError> {
        let mut all = Vec::new();
        loop {
            let value = self.value()?;
            all.push(read(&value).ok_or_else(|| self.error(value.start, value.end, expected))?);
            if !self.takes("|") {
                return Ok(all);
            }
        }
    }

    /// Parses a value: a text in quotes, or up to a blank or a `|`. It may be empty.
    fn value(&mut self) -> Result<Value, FilterError> {
        let start = self.at;
        if !self.takes("\"") {
            let mut is_escaped = false;
            let ends = |c: char| {
                let ends = !is_escaped && (c.is_whitespace() || c == '|');
                is_escaped = c == '\\' && !is_escaped;
                ends
            };
            let end = self.rest().find(ends).unwrap_or(self.rest().len());
            // Other backslashes belong to the word.
            let text = self.rest()[..end].replace("\\|", "|");
            self.at += end;
            return Ok(Value { text, start, end: self.at, is_quoted: false });
        }
        let mut text = String::new();
        let mut is_escaped = false;
        for (at, c) in self.rest().char_indices() {
            match c {
                '\\' if !is_escaped => is_escaped = true,
                '"' if !is_escaped => {
                    self.at += at + 1;
                    return Ok(Value { text, start, end: self.at, is_quoted: true });
                }
                _ => {
                    if is_escaped && c != '"' && c != '\\' {
                        text.push('\\');
                    }
                    is_escaped = false;
                    text.push(c);
                }
            }
        }
        Err(self.error(start, self.text.len(), "this quotation is not closed"))
    }
}

/// A filter: the conditions under which a failure is listed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filter {
    /// The terms, all of which must hold.
    pub(super) terms: Vec<Term>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    pub(super) negated: bool,
    pub(super) test: Test,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Test {
    /// One of these words occurs in a text.
    Text(TextField, Vec<Word>),
    /// One of these words occurs in any of the texts that a search covers.
    Anywhere(Vec<Word>),
    /// A condition that does not need long texts.
    Given(Given),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextField {
    Searched(Field),
    Focal,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    Note(Vec<Word>),
    Group(Vec<Word>),
    Oracle(Vec<OracleKind>),
    Kind(Vec<OracleCategory>),
    Label(Vec<LabelValue>),
    Is(Vec<Is>),
    Changed(Vec<&'static str>),
    Judge(Vec<Option<LabelValue>>),
    Score(Comparison, f64),
    Rank(Comparison, usize),
}

/// A value of `label:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelValue {
    TruePositive,
    FalsePositive,
    Unsure,
    /// No label that counts.
    Missing,
    Any,
}

impl LabelValue {
    fn is_of(self, label: Option<Label>) -> bool {
        match self {
            LabelValue::TruePositive => label == Some(Label::TruePositive),
            LabelValue::FalsePositive => label == Some(Label::FalsePositive),
            LabelValue::Unsure => label == Some(Label::Unsure),
            LabelValue::Missing => label.is_none(),
            LabelValue::Any => label.is_some(),
        }
    }
}

/// Returns true if the label of a judge has this value, or differs from that of the person.
pub(super) fn judged_so(value: Option<LabelValue>, judged: Option<Label>, own: Option<Label>) -> bool {
    match value {
        Some(value) => value.is_of(judged),
        None => judged.zip(own).is_some_and(|(judged, own)| judged != own),
    }
}

/// A value of `is:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    /// In the top K of the order shown.
    InTop,
    /// Its label was given to another text of the test.
    Stale,
    Noted,
    /// It failed and passed on the same version.
    Flaky,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Below,
    AtMost,
    Above,
    AtLeast,
    Equal,
}

impl Comparison {
    fn holds<T: PartialOrd + Copy>(self, a: T, b: T) -> bool {
        match self {
            Comparison::Below => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Above => a > b,
            Comparison::AtLeast => a >= b,
            Comparison::Equal => a == b,
        }
    }
}

/// The properties of a failure besides its texts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts<'a> {
    pub(super) failure: &'a Failure,
    pub(super) mark: Option<&'a Mark>,
    pub(super) judged: Option<Label>,
    pub(super) group: &'a str,
    /// The rank in the order shown, from 1.
    pub(super) rank: usize,
    pub(super) score: f64,
    pub(super) top: usize,
}

impl Filter {
    /// Returns true if it has no terms.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns true if it searches long texts.
    pub fn has_texts(&self) -> bool {
        self.terms.iter().any(|term| !matches!(term.test, Test::Given(_)))
    }

    /// Returns true if it depends on labels or notes.
    pub(super) fn depends_on_labels(&self) -> bool {
        self.terms.iter().any(|term| {
            matches!(
                term.test,
                Test::Given(Given::Label(_) | Given::Note(_) | Given::Is(_) | Given::Judge(_))
            )
        })
    }

    /// Finds the failures whose texts pass. Stops early if requested.
    pub(super) fn find(&self, corpus: &Corpus, cancel: &Cancel) -> Found {
        let failures = corpus.failures.par_iter().with_min_len(256);
        Found::new(failures.map(|failure| !cancel.is_requested() && self.texts_pass(failure)).collect())
    }

    fn texts_pass(&self, failure: &Failure) -> bool {
        self.terms.iter().all(|term| {
            let holds = match &term.test {
                Test::Text(TextField::Searched(field), words) => {
                    words.iter().any(|word| word.is_in_field(*field, failure))
                }
                Test::Text(TextField::Focal, words) => words
                    .iter()
                    .any(|word| word.is_in(&failure.focal_method) || word.is_in(&failure.docstring)),
                Test::Anywhere(words) => words.iter().any(|word| word.is_of(failure)),
                Test::Given(_) => return true,
            };
            holds != term.negated
        })
    }

    /// Returns true if all conditions besides the texts hold.
    pub(super) fn given_passes(&self, facts: Facts<'_>) -> bool {
        self.terms.iter().all(|term| match &term.test {
            Test::Given(given) => given.holds(facts) != term.negated,
            Test::Text(..) | Test::Anywhere(_) => true,
        })
    }
}

impl Given {
    fn holds(&self, facts: Facts<'_>) -> bool {
        let Facts { failure, mark, judged, group, rank, score, top } = facts;
        let label = mark.filter(|mark| !mark.stale).and_then(|mark| mark.judgement.label);
        match self {
            Given::Note(words) => {
                mark.is_some_and(|mark| words.iter().any(|word| word.is_in(&mark.judgement.note)))
            }
            Given::Group(names) => names.iter().any(|name| name.is_in_name(group)),
            Given::Oracle(kinds) => failure.oracle_kind().is_some_and(|kind| kinds.contains(&kind)),
            Given::Kind(kinds) => failure.category.is_some_and(|kind| kinds.contains(&kind)),
            Given::Label(labels) => labels.iter().any(|value| value.is_of(label)),
            Given::Judge(values) => values.iter().any(|&value| judged_so(value, judged, label)),
            Given::Is(states) => states.iter().any(|state| match state {
                Is::InTop => rank <= top,
                Is::Stale => mark.is_some_and(|mark| mark.stale),
                Is::Noted => mark.is_some_and(|mark| !mark.judgement.note.is_empty()),
                Is::Flaky => failure.is_flaky,
            }),
            Given::Changed(names) => failure.changes.as_ref().is_some_and(|changes| {
                let code = changes.code.map(Changed::name);
                names.iter().any(|name| code == Some(*name) || (changes.is_test && *name == "test"))
            }),
            Given::Score(comparison, value) => comparison.holds(score, *value),
            Given::Rank(comparison, value) => comparison.holds(rank, *value),
        }
    }
}
