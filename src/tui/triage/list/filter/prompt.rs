//! The filter line while it is typed: completion, earlier filters, and errors.

use std::collections::HashMap;

use super::ActiveFilter;
use super::language::{
    BEFORE, CHANGES, FIELDS, FieldWord, FilterError, JUDGED, KINDS, LABELS, ORACLES, PHASES, STATES, parse,
};
use crate::model::{Cancel, Corpus, Group, Phase, VerdictWords};
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::core::session_state::SessionChange;
use crate::tui::modal::prompt::{LineEditor, Prompt};
use crate::tui::search::failures::ViewPosition;
use crate::tui::triage::list::positions::MOST_AT_ONCE;
use crate::tui::{App, Job, Modal, Screen};

#[derive(Debug, Clone, Default, PartialEq)]
pub struct FilterPrompt {
    pub prompt: Prompt,
    /// The error in the line, shown or not.
    pub error: Option<FilterError>,
    /// True after enter, until more is typed.
    is_entered: bool,
    pub completions: Completions,
    pub chosen: Option<usize>,
    known: KnownValues,
    before: (Option<ActiveFilter>, ViewPosition),
}

impl App {
    pub(in crate::tui) fn open_filter(&mut self) {
        if self.cx.screen == Screen::Progress {
            self.turn_to(Screen::Triage);
        }
        let Some((group, _)) = self.cx.lists.current_group() else {
            return self.cx.messages.info("there are no failures to filter");
        };
        let labels = &self.cx.judging.labels;
        let judged = JUDGED.map(|(word, value)| {
            let failures = group.failures.iter();
            (word, failures.filter(|&&id| value.is_of(labels.judged(id), labels.label(id))).count())
        });
        let words = self.cx.lists.verdict_words();
        let mut known = KnownValues {
            judged,
            words,
            without_effect: self.filters_without_effect(),
            ..KnownValues::default()
        };
        if group.failures.len() <= MOST_AT_ONCE {
            known.exceptions = exceptions(&self.cx.lists.corpus, group, &Cancel::default());
        } else if let Some(group) = self.cx.lists.current_index() {
            self.cx.start(Job::CountExceptions { group });
        }
        let active = self.cx.lists.listing.active_filter.clone();
        let text = active.as_ref().map_or(String::new(), |active| format!("{} ", active.text));
        let line = FilterPrompt {
            prompt: Prompt::new(LineEditor::new(&text)),
            known,
            before: (active, self.triage.view_position(&self.cx.lists)),
            ..FilterPrompt::default()
        };
        self.show_filter_line(line);
    }

    /// Returns the fields that no failure of a build of whole tests could pass or miss; of generated tests, which have no set-up, that
    /// of the phase.
    fn filters_without_effect(&self) -> Vec<&'static str> {
        let (lists, marks) = (&self.cx.lists, self.cx.judging.labels.marks());
        if lists.verdict_words() == VerdictWords::Generated {
            return vec!["phase:"];
        }
        let has_phases = lists.corpus.failures.iter().any(|failure| failure.phase != Phase::Test);
        let has_modules = lists.groups.iter().any(|group| group.module_width > 0);
        let is_by_cause = lists.current_group().is_some_and(|(_, group)| group.is_by_cause());
        let effects = [
            ("oracle:", false),
            ("phase:", has_phases),
            ("kind:", false),
            ("group:", lists.order.len() > 1 || has_modules),
            ("changed:", lists.corpus.knows_changes),
            ("judge:", self.cx.judging.labels.shown_judge().is_some()),
            ("before:", marks.before.is_some()),
            ("score>", !is_by_cause),
        ];
        effects.into_iter().filter(|(_, has_effect)| !has_effect).map(|(field, _)| field).collect()
    }

    pub(in crate::tui) fn filter_key(&mut self, mut line: FilterPrompt, key: Key) {
        match key {
            Key { code: KeyCode::Esc, .. } => {
                self.cx.lists.listing.pending_filter = None;
                let (filtering, position) = line.before;
                if self.cx.lists.listing.active_filter != filtering {
                    self.cx.take_filter(filtering);
                }
                self.triage.go_back_to(&position, &mut self.cx);
            }
            Key { code: KeyCode::Enter, .. } if line.error.is_none() => {
                let typed = line.prompt.text();
                if begins_field(typed)
                    && let Ok(filter) = parse(typed)
                {
                    self.cx.filter_by(typed, filter);
                }
                self.cx.remember(SessionChange::Filtered(typed.trim().to_owned()));
            }
            Key { code: KeyCode::Enter, .. } => {
                line.is_entered = true;
                self.modal = Some(Modal::Filter(Box::new(line)));
            }
            Key { code: KeyCode::Tab | KeyCode::BackTab, .. } => {
                line.put_in(key.code == KeyCode::Tab);
                self.filter_typed(line);
            }
            _ => {
                line.chosen = None;
                let before = line.prompt.text().to_owned();
                line.prompt.press(key, &self.cx.last_session.filtered);
                if line.prompt.text() == before {
                    self.show_filter_line(line);
                } else {
                    self.filter_typed(line);
                }
            }
        }
    }

    pub(in crate::tui) fn filter_typed(&mut self, mut line: FilterPrompt) {
        let typed = line.prompt.text().to_owned();
        line.is_entered = false;
        match parse(&typed) {
            Ok(_) if begins_field(&typed) => line.error = None,
            Ok(filter) => {
                line.error = None;
                self.cx.filter_by(&typed, filter);
            }
            Err(error) => {
                // Before its colon, an unknown field was a text, which nothing may have.
                if error.is_unknown_field()
                    && let Ok(filter) = parse(typed[..error.start].trim_end_matches(['-', '!']))
                {
                    self.cx.filter_by(&typed[..error.start], filter);
                }
                line.error = Some(error);
            }
        }
        self.show_filter_line(line);
    }

    pub(in crate::tui) fn exceptions_counted(&mut self, counts: Vec<(String, usize)>) {
        match self.modal.take() {
            Some(Modal::Filter(mut line)) => {
                line.known.exceptions = counts;
                self.show_filter_line(*line);
            }
            other => self.modal = other,
        }
    }

    fn show_filter_line(&mut self, mut line: FilterPrompt) {
        if line.known.groups.is_empty() && line.prompt.text().contains("group:") {
            let corpus = &self.cx.lists.corpus;
            let groups = self.cx.lists.order.iter().filter_map(|&group| corpus.groups.get(group));
            line.known.groups = groups.map(|group| self.cx.lists.group_title(group)).collect();
        }
        if line.chosen.is_none() {
            let cursor = line.prompt.editor.split().0.len();
            line.completions = match &line.error {
                Some(error) if error.is_unknown_field() => {
                    instead_of(line.prompt.text(), error.start, &line.known)
                }
                _ => complete(line.prompt.text(), cursor, &line.known),
            };
        }
        self.modal = Some(Modal::Filter(Box::new(line)));
    }
}

/// Returns true if a line ends with the possible beginning of a field: until that is clear, the lists do not change.
fn begins_field(typed: &str) -> bool {
    let last = typed.rsplit(char::is_whitespace).next().unwrap_or_default();
    let last = last.strip_prefix(['-', '!']).unwrap_or(last);
    !last.is_empty() && FIELDS.iter().any(|field| field.word.starts_with(last) && field.word != last)
}

impl FilterPrompt {
    /// Returns the error after enter, or as soon as a further term follows it: a term that is still typed is
    /// not wrong, but for the name of a field before its colon.
    pub(crate) fn shown_error(&self) -> Option<&FilterError> {
        self.error.as_ref().filter(|error| {
            let rest = self.prompt.text().get(error.end..).unwrap_or_default();
            self.is_entered || error.is_unknown_field() || rest.contains(char::is_whitespace)
        })
    }

    fn put_in(&mut self, next: bool) {
        let all = self.completions.choices.len();
        if all == 0 {
            return;
        }
        let chosen = match self.chosen {
            None if next => 0,
            None => all - 1,
            Some(chosen) => (chosen + if next { 1 } else { all - 1 }) % all,
        };
        let choice = &self.completions.choices[chosen];
        let Completions { from, to, .. } = self.completions;
        let text = self.prompt.text();
        let after = text.get(to..).unwrap_or_default().to_owned();
        let before = format!("{}{}", text.get(..from).unwrap_or_default(), choice.word);
        self.completions.to = before.len();
        let mut editor = LineEditor::new(&before);
        editor.append(&after);
        self.prompt = Prompt::new(editor);
        self.chosen = Some(chosen);
    }
}

const MAX_SUGGESTIONS: usize = 8;
/// The values of `label:` in a developer's words.
const WRITTEN_LABELS: [&str; 6] = ["bug", "wrong-test", "unsure", "none", "any", "environment"];

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completions {
    /// The first byte of the text that they replace.
    pub from: usize,
    /// The byte after its last one.
    pub to: usize,
    pub choices: Vec<Choice>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub word: String,
    pub meaning: String,
}

/// Values that occur in the failures, to be completed after a field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct KnownValues {
    /// The exceptions of the group by their short names, the most frequent first, with their counts.
    pub(super) exceptions: Vec<(String, usize)>,
    pub(super) groups: Vec<String>,
    /// The values of `judge:`, with the numbers of failures of the group that have them.
    pub(super) judged: [(&'static str, usize); JUDGED.len()],
    pub(super) words: VerdictWords,
    /// The fields that are not offered.
    pub(super) without_effect: Vec<&'static str>,
}

impl KnownValues {
    /// Iterates over the fields that have an effect here.
    fn fields(&self) -> impl Iterator<Item = FieldWord> {
        FIELDS.into_iter().filter(|field| !self.without_effect.contains(&field.word))
    }

    /// Returns a field as a completion.
    fn choice(&self, field: FieldWord) -> Choice {
        let meaning = match (field.word, self.words) {
            ("label:", VerdictWords::Written) => "bug, wrong-test, unsure, environment, none or any".into(),
            _ => self.words.in_plain_words(field.meaning),
        };
        Choice { word: field.word.to_owned(), meaning: meaning.into_owned() }
    }
}

/// Returns the exceptions of a group's failures by their short names, the most frequent first.
pub fn exceptions(corpus: &Corpus, group: &Group, cancel: &Cancel) -> Vec<(String, usize)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let failures = group.failures.iter().filter_map(|&failure| corpus.failure(failure));
    for failure in failures.take_while(|_| !cancel.is_requested()) {
        *counts.entry(failure.trace.exception_name()).or_default() += 1;
    }
    // Names that would need quotes are left out.
    counts.retain(|name, _| {
        !name.is_empty() && !name.contains(|c: char| matches!(c, '|' | '"') || c.is_whitespace())
    });
    let mut counts: Vec<_> = counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts
}

/// Returns the completions at a byte of a filter: fields at the beginning of a term, values after a field.
pub(super) fn complete(text: &str, cursor: usize, seen: &KnownValues) -> Completions {
    let before = text.get(..cursor).unwrap_or_default();
    let Some(term_start) = open_term(before) else { return Completions::default() };
    let term = &before[term_start..];
    let term = term.strip_prefix(['-', '!']).unwrap_or(term);
    let choice = |word: &str, meaning: &str| Choice { word: word.to_owned(), meaning: meaning.to_owned() };
    let (typed, choices): (&str, Vec<Choice>) = match term.split_once(':') {
        None => (term, seen.fields().map(|field| seen.choice(field)).collect()),
        Some((field, values)) => {
            let value = values.rsplit('|').next().unwrap_or_default();
            let words = |words: &[&str]| words.iter().map(|word| choice(word, "")).collect::<Vec<_>>();
            let counted = |word: &str, count: usize| choice(word, &format!("{count} in this group"));
            let known = match field {
                "exc" => seen.exceptions.iter().map(|(name, count)| counted(name, *count)).collect(),
                "group" => seen.groups.iter().map(|name| choice(&quoted(name), "")).collect(),
                "oracle" => words(&ORACLES.map(|(word, _)| word)),
                "before" => words(&BEFORE.map(|(word, _)| word)),
                "judge" => seen.judged.iter().map(|(word, count)| counted(word, *count)).collect(),
                "label" if seen.words == VerdictWords::Written => words(&WRITTEN_LABELS),
                "label" => words(&LABELS.map(|(word, _)| word)),
                "phase" => words(&PHASES.map(|(word, _)| word)),
                "changed" => words(&CHANGES.map(|(word, _)| word)),
                "is" => words(&STATES.map(|(word, _)| word)),
                "kind" => KINDS.iter().map(|(word, kind)| choice(word, kind.words())).collect(),
                _ => Vec::new(),
            };
            (value, known)
        }
    };
    let small = typed.to_lowercase();
    let (mut fitting, rest): (Vec<Choice>, Vec<Choice>) =
        choices.into_iter().partition(|choice| choice.word.to_lowercase().starts_with(&small));
    fitting.extend(rest.into_iter().filter(|choice| {
        term.contains(':') && small.len() > 1 && choice.word.to_lowercase().contains(&small)
    }));
    // Text that is already complete needs no completion.
    fitting.retain(|choice| choice.word != typed);
    fitting.truncate(if term.contains(':') { MAX_SUGGESTIONS } else { FIELDS.len() });
    Completions { from: cursor - typed.len(), to: cursor, choices: fitting }
}

/// Returns all fields as completions in place of the unknown one that begins at a byte, those with its first
/// letter first.
fn instead_of(text: &str, from: usize, seen: &KnownValues) -> Completions {
    let field = text.get(from..).unwrap_or_default();
    let to = from + field.find(':').map_or(field.len(), |colon| colon + 1);
    let mut fields: Vec<FieldWord> = seen.fields().collect();
    fields.sort_by_key(|known| known.word.get(..1) != field.get(..1));
    let choices = fields.into_iter().map(|known| seen.choice(known)).collect();
    Completions { from, to, choices }
}

fn quoted(text: &str) -> String {
    if text.contains(['|', '"', '\\']) || text.contains(char::is_whitespace) {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        text.to_owned()
    }
}

/// Returns the start of the term at the end of a text; None inside quotes.
fn open_term(before: &str) -> Option<usize> {
    let (mut start, mut is_quoted, mut is_escaped) = (0, false, false);
    for (at, c) in before.char_indices() {
        match c {
            '"' if !is_escaped => is_quoted = !is_quoted,
            c if c.is_whitespace() && !is_quoted => start = at + c.len_utf8(),
            _ => {}
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    (!is_quoted).then_some(start)
}
