//! The language of the filter line, and its predicates: the conditions under which a failure is listed.
//!
//! ```text
//! exc:NullPointer|IndexOut  oracle:throws  -label:fp  score>0.6  msg:"out of"
//! ```
//!
//! All terms must hold; `-` or `!` before one negates it; `|` in one separates alternative values. A term is a field
//! with a value, or a text that may occur in any of the five texts that a search covers ([`Field`]). Texts
//! are words as in a [search](crate::tui::search::query), with `^` and `$`; a character after a backslash is
//! literal, and so is every character within `"…"`, which may also contain blanks and quotes (as `\"`). Any
//! text is either a filter or an error with its position and the expected input.
//!
//! Texts are long, so a worker searches them, once for each filter. Everything else changes during the cx, and
//! is evaluated each time the rows of a list are built.

use std::cmp::Ordering;

use crate::model::{
    Cancel, Changed, Corpus, Extent, Failure, Group, Label, OracleCategory, OracleKind, Phase, Verdict,
};
use crate::parallel;
use crate::rank::{KnownBefore, Since, may_be_of_environment};
use crate::tui::search::query::{Field, Found, Word};
use crate::tui::triage::judging::Mark;

type Parsed<T> = Result<T, FilterError>;
type Read = fn(&mut Reader<'_>) -> Parsed<Test>;

#[derive(Debug, Clone, Copy)]
pub struct FieldWord {
    /// The name with the operator that follows it.
    pub word: &'static str,
    pub meaning: &'static str,
    read: Read,
}

impl FieldWord {
    fn name(self) -> &'static str {
        self.word.trim_end_matches([':', '<', '>'])
    }

    fn is_compared(self) -> bool {
        !self.word.ends_with(':')
    }
}

const fn field(word: &'static str, meaning: &'static str, read: Read) -> FieldWord {
    FieldWord { word, meaning, read }
}

/// The error of a field without a text.
const NO_TEXT: &str = "a text is missing here";

#[rustfmt::skip]
pub(crate) const FIELDS: [FieldWord; 18] = [
    field("exc:", "the exception's name has this text", |value| value.searched(Field::Exception)),
    field("msg:", "its message has it", |value| value.searched(Field::Message)),
    field("test:", "its name or its cell has it", |value| value.searched(Field::Test)),
    field("code:", "the generated test has it", |value| value.searched(Field::Code)),
    field("trace:", "the trace has it", |value| value.searched(Field::Trace)),
    field("focal:", "the focal method or its Javadoc has it", |value| value.words(NO_TEXT).map(Test::Focal)),
    field("note:", "your note has it", |value| value.words(NO_TEXT).map(Test::Note)),
    field("group:", "its group or module has it; Lang-1 is not in Lang-10", |value| value.words("a name is missing here").map(Test::Group)),
    field("oracle:", "throw, value or no-throw", |value| value.one_of(&ORACLES, &ORACLE_SPELLINGS).map(Test::Oracle)),
    field("kind:", "the kind of the oracle, if the sources show it", |value| value.one_of(&KINDS, &[]).map(Test::Kind)),
    field("label:", "tp, fp, unsure, environment, none or any", |value| value.one_of(&LABELS, &LABEL_SPELLINGS).map(Test::Label)),
    field("is:", "top, stale, noted, flaky, not-run, earlier or environment", |value| value.one_of(&STATES, &[]).map(Test::Is)),
    field("phase:", "loading, setup, test or teardown: where it failed", |value| value.one_of(&PHASES, &[]).map(Test::Phase)),
    field("changed:", "line, method, file or test, with --changes", |value| value.one_of(&CHANGES, &[]).map(Test::Changed)),
    field("judge:", "tp, fp, unsure, none or disagrees, with --show-judge", |value| value.one_of(&JUDGED, &LABEL_SPELLINGS).map(Test::Judge)),
    field("before:", "tp, fp, new, changed or as-before, with --before", |value| value.one_of(&BEFORE, &[]).map(Test::Before)),
    field("score>", "score, such as score>0.6; also < >= <=", |value| value.score().map(|(sign, number)| Test::Score(sign, number))),
    field("rank<", "rank, such as rank<20; also > >= <= =", |value| value.rank().map(|(sign, number)| Test::Rank(sign, number))),
];

/// The values of `oracle:`, as the list names them.
pub(crate) const ORACLES: [(&str, OracleKind); 3] = [
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

pub(crate) const KINDS: [(&str, OracleCategory); 7] = [
    ("assertion", OracleCategory::AssertionOnly),
    ("must-throw", OracleCategory::MustThrow),
    ("must-not-throw", OracleCategory::MustNotThrow),
    ("if-thrown", OracleCategory::IfThrownAssert),
    ("must-throw-with", OracleCategory::MustThrowWithProperties),
    ("fail", OracleCategory::FailOnly),
    ("none", OracleCategory::NoException),
];

pub(crate) const LABELS: [(&str, LabelValue); 6] = [
    ("tp", LabelValue::Is(Some(Label::TruePositive))),
    ("fp", LabelValue::Is(Some(Label::FalsePositive))),
    ("unsure", LabelValue::Is(Some(Label::Unsure))),
    ("none", LabelValue::Is(None)),
    ("any", LabelValue::Any),
    ("environment", LabelValue::Environment),
];

/// A developer's words for these.
const LABEL_SPELLINGS: [(&str, LabelValue); 3] =
    [("bug", LABELS[0].1), ("wrong test", LABELS[1].1), ("wrong-test", LABELS[1].1)];

pub(crate) const JUDGED: [(&str, LabelValue); 5] =
    [LABELS[0], LABELS[1], LABELS[2], LABELS[3], ("disagrees", LabelValue::Disagrees)];

pub(crate) const STATES: [(&str, Is); 7] = [
    ("top", Is::InTop),
    ("stale", Is::Stale),
    ("noted", Is::Noted),
    ("flaky", Is::Flaky),
    ("not-run", Is::NotRun),
    ("earlier", Is::Earlier),
    ("environment", Is::Environment),
];

/// The values of `phase:`, as reports name them.
pub(crate) const PHASES: [(&str, Phase); 4] = [
    (Phase::Loading.name(), Phase::Loading),
    (Phase::SetUp.name(), Phase::SetUp),
    ("test", Phase::Test),
    (Phase::TearDown.name(), Phase::TearDown),
];

pub(crate) const CHANGES: [(&str, &str); 4] =
    [("line", "line"), ("method", "method"), ("file", "file"), ("test", "test")];

/// The values of `before:`: the labels of failures like it in earlier runs, and how it compares with these.
pub(crate) const BEFORE: [(&str, BeforeValue); 5] = [
    ("tp", BeforeValue::Judged(Label::TruePositive)),
    ("fp", BeforeValue::Judged(Label::FalsePositive)),
    ("new", BeforeValue::Is(Since::New)),
    ("changed", BeforeValue::Is(Since::Changed)),
    ("as-before", BeforeValue::Is(Since::AsBefore)),
];

/// The error of an invalid filter: its position, and the expected input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {expected}")]
pub struct FilterError {
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

/// Returns the message for an unknown field, with the fields that begin like it.
fn no_field(name: &str) -> String {
    let all = FIELDS.map(FieldWord::name);
    let similar: Vec<&str> = all
        .into_iter()
        .filter(|field| field.starts_with(name) || name.starts_with(field.get(..3).unwrap_or(field)))
        .collect();
    let similar = if similar.is_empty() { "" } else { &*format!(" Did you mean {}?", similar.join(" or ")) };
    format!("{NO_FIELD} `{name}`.{similar}")
}

pub fn parse(text: &str) -> Parsed<Filter> {
    let mut reader = Reader { text, at: 0 };
    let mut terms = Vec::new();
    loop {
        reader.at = text.len() - reader.rest().trim_start().len();
        if reader.rest().is_empty() {
            return Ok(Filter { terms });
        }
        terms.push(reader.term()?);
    }
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
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

    fn term(&mut self) -> Parsed<Term> {
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
            let words = self.words("a text to look for is missing here")?;
            return Ok(Term { negated, test: Test::Anywhere(words) });
        }
        self.at += letters;
        let field = field.ok_or_else(|| self.error(name_start, self.at, no_field(&written)))?;
        if !field.is_compared() && !self.takes(":") {
            return Err(self.error(self.at, self.at + 1, format!("`:` is missing after `{written}`")));
        }
        Ok(Term { negated, test: (field.read)(self)? })
    }

    /// Checks that a comparison has no blanks and a known operator.
    fn check_comparison(&self, field: Option<&FieldWord>, letters: usize) -> Parsed<()> {
        let Some(field) = field.filter(|field| field.is_compared()) else { return Ok(()) };
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

    fn searched(&mut self, field: Field) -> Parsed<Test> {
        self.words(NO_TEXT).map(|words| Test::Searched(field, words))
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let all: [(&str, Comparison); 7] = [
            ("<=", &[Ordering::Less, Ordering::Equal]),
            (">=", &[Ordering::Greater, Ordering::Equal]),
            ("<", &[Ordering::Less]),
            (">", &[Ordering::Greater]),
            ("==", &EQUAL),
            ("=", &EQUAL),
            (":", &EQUAL),
        ];
        all.into_iter().find(|(sign, _)| self.takes(sign)).map(|(_, comparison)| comparison)
    }

    fn score(&mut self) -> Parsed<(Comparison, f64)> {
        let sign = self.at;
        let needs = "`score` needs < <= > or >= and a number, as in score>0.6";
        let comparison = self.comparison().filter(|comparison| *comparison != EQUAL);
        let comparison = comparison.ok_or_else(|| self.error(sign, sign + 1, needs))?;
        let value = self.value()?;
        match value.text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok((comparison, number)),
            _ => Err(self.error(value.start, value.end, "expected a number, such as 0.6")),
        }
    }

    fn rank(&mut self) -> Parsed<(Comparison, usize)> {
        let comparison = self.comparison().unwrap_or(&EQUAL);
        let value = self.value()?;
        match value.text.parse::<usize>() {
            Ok(number) => Ok((comparison, number)),
            Err(_) => Err(self.error(value.start, value.end, "expected a rank, such as 20")),
        }
    }

    /// Parses known values, in these or other spellings, separated by `|`.
    fn one_of<T: Copy>(&mut self, known: &[(&str, T)], spellings: &[(&str, T)]) -> Parsed<Vec<T>> {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        self.any_of(&format!("expected one of {}", words.join(", ")), |value| {
            let mut all = known.iter().chain(spellings);
            all.find(|(word, _)| word.eq_ignore_ascii_case(&value.text)).map(|(_, meaning)| *meaning)
        })
    }

    /// Parses texts separated by `|`, none of them empty.
    fn words(&mut self, expected: &str) -> Parsed<Vec<Word>> {
        self.any_of(expected, |value| match &*value.text {
            "" if value.is_quoted => None,
            text if value.is_quoted => Some(Word::literal(text)),
            text => Word::wanted(text),
        })
    }

    fn any_of<T>(&mut self, expected: &str, read: impl Fn(&Value) -> Option<T>) -> Parsed<Vec<T>> {
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
    fn value(&mut self) -> Parsed<Value> {
        let start = self.at;
        if !self.takes("\"") {
            let mut is_escaped = false;
            let end = self
                .rest()
                .find(|c: char| {
                    let ends = !is_escaped && (c.is_whitespace() || c == '|');
                    is_escaped = c == '\\' && !is_escaped;
                    ends
                })
                .unwrap_or(self.rest().len());
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
    pub(super) terms: Vec<Term>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    pub(super) negated: bool,
    pub(super) test: Test,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Test {
    Searched(Field, Vec<Word>),
    Focal(Vec<Word>),
    /// One of these words occurs in any of the texts that a search covers.
    Anywhere(Vec<Word>),
    Note(Vec<Word>),
    Group(Vec<Word>),
    Oracle(Vec<OracleKind>),
    Kind(Vec<OracleCategory>),
    Label(Vec<LabelValue>),
    Is(Vec<Is>),
    Phase(Vec<Phase>),
    Changed(Vec<&'static str>),
    Judge(Vec<LabelValue>),
    Before(Vec<BeforeValue>),
    Score(Comparison, f64),
    Rank(Comparison, usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelValue {
    /// This label, or none that counts.
    Is(Option<Label>),
    Any,
    /// A false positive whose reason is the environment.
    Environment,
    /// The label of a judge, which differs from that of the person.
    Disagrees,
}

impl LabelValue {
    /// Returns true if a label has this value; `own` is that of the person.
    pub(super) fn is_of(self, label: Option<Label>, own: Option<Label>) -> bool {
        match self {
            LabelValue::Is(value) => label == value,
            LabelValue::Any => label.is_some(),
            // Only a person's label has a reason.
            LabelValue::Environment => false,
            LabelValue::Disagrees => label.zip(own).is_some_and(|(label, own)| label != own),
        }
    }
}

/// A value of what is known of a failure from earlier runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BeforeValue {
    /// A failure like it was judged so.
    Judged(Label),
    Is(Since),
}

impl BeforeValue {
    fn is_of(self, known: &KnownBefore) -> bool {
        match self {
            BeforeValue::Judged(Label::TruePositive) => known.judged.true_positives > 0,
            BeforeValue::Judged(Label::FalsePositive) => known.judged.false_positives > 0,
            BeforeValue::Judged(Label::Unsure) => false,
            BeforeValue::Is(since) => known.since == since,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    InTop,
    /// Its label was given to another text of the test.
    Stale,
    Noted,
    /// It failed and passed on the same version.
    Flaky,
    /// Its test did not run: its set-up failed, nothing of it was loaded or executed, or it was not run again.
    NotRun,
    /// It is a failure of earlier results, whose test was not run again.
    Earlier,
    /// The environment may be its reason, as its trace and its message say; it need not have a label.
    Environment,
}

/// The orders in which a failure's number may stand to the given one.
pub(super) type Comparison = &'static [Ordering];

const EQUAL: [Ordering; 1] = [Ordering::Equal];

/// The properties of a failure besides its texts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts<'a> {
    pub(super) failure: &'a Failure,
    pub(super) mark: Option<&'a Mark>,
    pub(super) judged: Option<Label>,
    /// The knowledge of it from earlier runs.
    pub(super) known: Option<&'a KnownBefore>,
    pub(super) group: &'a str,
    /// The rank in the order shown, from 1.
    pub(super) rank: usize,
    pub(super) score: f64,
    pub(super) top: usize,
}

impl Filter {
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    pub(crate) fn has_texts(&self) -> bool {
        self.terms.iter().any(|term| term.test.is_of_texts())
    }

    pub(super) fn depends_on_labels(&self) -> bool {
        self.terms
            .iter()
            .any(|term| matches!(term.test, Test::Label(_) | Test::Note(_) | Test::Is(_) | Test::Judge(_)))
    }

    /// Finds the failures whose texts pass. Stops early if requested.
    pub(super) fn find(&self, corpus: &Corpus, cancel: &Cancel) -> Found {
        Found::new(parallel::map(&corpus.failures, |failure| {
            !cancel.is_requested() && self.texts_pass(failure)
        }))
    }

    fn texts_pass(&self, failure: &Failure) -> bool {
        let mut terms = self.terms.iter().filter(|term| term.test.is_of_texts());
        terms.all(|term| term.test.is_in(failure) != term.negated)
    }

    /// Returns true if all conditions besides the texts hold.
    pub(super) fn given_passes(&self, facts: Facts<'_>) -> bool {
        let mut terms = self.terms.iter().filter(|term| !term.test.is_of_texts());
        terms.all(|term| term.test.holds(facts) != term.negated)
    }
}

impl Test {
    /// Returns true for texts, which are long: a worker searches them.
    fn is_of_texts(&self) -> bool {
        match self {
            Test::Searched(..) | Test::Focal(_) | Test::Anywhere(_) => true,
            Test::Is(states) => states.iter().all(|state| *state == Is::Environment),
            _ => false,
        }
    }

    fn is_in(&self, failure: &Failure) -> bool {
        match self {
            Test::Searched(field, words) => words.iter().any(|word| word.is_in_field(*field, failure)),
            Test::Focal(words) => {
                words.iter().any(|word| word.is_in(&failure.focal_method) || word.is_in(&failure.docstring))
            }
            Test::Anywhere(words) => words.iter().any(|word| word.is_of(failure)),
            Test::Is(_) => may_be_of_environment(failure),
            _ => true,
        }
    }

    fn holds(&self, facts: Facts<'_>) -> bool {
        let Facts { failure, mark, judged, known, group, rank, score, top } = facts;
        let verdict = mark.filter(|mark| !mark.stale).and_then(|mark| mark.judgement.verdict());
        let label = verdict.map(|verdict| verdict.label);
        match self {
            Test::Searched(..) | Test::Focal(_) | Test::Anywhere(_) => true,
            Test::Note(words) => {
                mark.is_some_and(|mark| words.iter().any(|word| word.is_in(&mark.judgement.note)))
            }
            // The failures of a build's list have the names of their modules.
            Test::Group(names) => {
                let module = Group::name_of(&failure.project, &failure.bug);
                names.iter().any(|name| name.is_in_name(group) || name.is_in_name(&module))
            }
            Test::Oracle(kinds) => failure.oracle_kind().is_some_and(|kind| kinds.contains(&kind)),
            Test::Kind(kinds) => failure.category.is_some_and(|kind| kinds.contains(&kind)),
            Test::Label(values) => values.iter().any(|value| match value {
                LabelValue::Environment => verdict.is_some_and(Verdict::is_environment),
                value => value.is_of(label, label),
            }),
            Test::Judge(values) => values.iter().any(|value| value.is_of(judged, label)),
            Test::Before(values) => known.is_some_and(|known| values.iter().any(|value| value.is_of(known))),
            Test::Is(states) => states.iter().any(|state| match state {
                Is::InTop => rank <= top,
                Is::Stale => mark.is_some_and(|mark| mark.stale),
                Is::Noted => mark.is_some_and(|mark| !mark.judgement.note.is_empty()),
                Is::Flaky => failure.is_flaky,
                Is::NotRun => {
                    matches!(failure.phase, Phase::Loading | Phase::SetUp)
                        || failure.extent != Extent::Test
                        || failure.not_run().is_some()
                }
                Is::Earlier => failure.not_run().is_some(),
                Is::Environment => may_be_of_environment(failure),
            }),
            Test::Phase(phases) => phases.contains(&failure.phase),
            Test::Changed(names) => failure.changes.as_ref().is_some_and(|changes| {
                let code = changes.code.map(Changed::name);
                names.iter().any(|name| code == Some(*name) || (changes.is_test && *name == "test"))
            }),
            Test::Score(comparison, value) => {
                score.partial_cmp(value).is_some_and(|order| comparison.contains(&order))
            }
            Test::Rank(comparison, value) => comparison.contains(&rank.cmp(value)),
        }
    }
}
