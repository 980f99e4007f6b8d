//! The filter line while it is typed: completion, earlier and saved filters, and what is wrong with it.

use super::ActiveFilter;
use super::completion::{Completions, Known, complete, exceptions};
use super::language::{FIELDS, FilterError, expanded, parse};
use crate::tui::app::keys::key::{Key, KeyCode};
use crate::tui::app::modal::prompt::LineEditor;
use crate::tui::app::modal::prompt::Prompt;
use crate::tui::app::search::failures::ViewPosition;
use crate::tui::app::session_state::SessionChange;
use crate::tui::app::{App, Cx, Modal, Request};

/// The line, and what belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct FilterPrompt {
    /// The line that is being edited.
    pub prompt: Prompt,
    /// The error in the line.
    pub error: Option<FilterError>,
    /// Completions at the cursor.
    pub completions: Completions,
    /// The completion that was inserted.
    pub chosen: Option<usize>,
    /// The name that the filter is being saved under, while that is typed.
    pub name: Option<LineEditor>,
    /// Values that completion offers behind a field.
    known: Known,
    /// The filter before, and where one was.
    before: (Option<ActiveFilter>, ViewPosition),
}

impl Cx {
    /// Saves a filter under a name; an empty one takes the name away. Returns false if this can be no name.
    fn save_filter(&mut self, name: &str, typed: &str) -> bool {
        if name.is_empty() || name.contains(|c: char| !c.is_alphanumeric() && c != '-' && c != '_') {
            self.messages.error("a name is made of letters, digits, - and _");
            return false;
        }
        let filter = Some(expanded(typed, &self.last_session.filters)).filter(|text| !text.is_empty());
        self.messages.info(match (&filter, self.last_session.filters.contains_key(name)) {
            (Some(_), _) => format!("saved: @{name} stands for it from now on"),
            (None, true) => format!("@{name} is forgotten"),
            (None, false) => format!("there is nothing to save, and no @{name} to forget"),
        });
        let change = SessionChange::Filter { name: name.to_owned(), filter };
        self.last_session.apply(change.clone());
        self.ask(Request::Remember(change));
        true
    }
}

impl App {
    /// Opens the filter line.
    pub(in crate::tui::app) fn open_filter(&mut self) {
        let Some((group, _)) = self.cx.session.current_group() else {
            self.cx.messages.info("there are no failures to filter");
            return;
        };
        let failures = group.failures.iter().filter_map(|&failure| self.cx.session.corpus.failure(failure));
        let groups =
            self.cx.session.order.iter().filter_map(|&group| self.cx.session.corpus.groups.get(group));
        let known = Known {
            exceptions: exceptions(failures),
            groups: groups.map(|group| self.cx.session.group_title(group)).collect(),
        };
        let text = self
            .cx
            .session
            .list
            .active_filter
            .as_ref()
            .map_or(String::new(), |filtering| format!("{} ", filtering.text));
        let line = FilterPrompt {
            prompt: Prompt::new(&text),
            error: None,
            completions: Completions::default(),
            chosen: None,
            name: None,
            known,
            before: (self.cx.session.list.active_filter.clone(), self.triage.view_position(&self.cx)),
        };
        self.show_filter_line(line);
    }

    /// A key in the filter line.
    pub(in crate::tui::app) fn filter_key(&mut self, mut line: FilterPrompt, key: Key) {
        if line.name.is_some() {
            return self.filter_name_key(line, key);
        }
        match key {
            Key { code: KeyCode::Esc, .. } => {
                self.cx.session.list.pending_filter = None;
                let (filtering, position) = line.before;
                if self.cx.session.list.active_filter != filtering {
                    self.triage.take_filter(filtering, &mut self.cx);
                }
                self.triage.go_back_to(&position, &mut self.cx);
            }
            Key { code: KeyCode::Enter, .. } if line.error.is_none() => {
                let typed = line.prompt.text();
                self.cx.session.list.filter_history.keep(typed.trim());
                if begins_field(typed)
                    && let Ok(filter) = parse(typed, &self.cx.last_session.filters)
                {
                    self.triage.filter_by(typed, filter, &mut self.cx);
                }
                self.cx.ask(Request::Remember(SessionChange::Filtered(typed.trim().to_owned())));
            }
            Key { code: KeyCode::Enter, .. } => self.modal = Some(Modal::Filter(Box::new(line))),
            Key { code: KeyCode::Tab | KeyCode::BackTab, .. } => {
                line.put_in(key.code == KeyCode::Tab);
                self.filter_typed(line);
            }
            Key { code: KeyCode::Char('s'), ctrl: true, .. } if line.error.is_none() => {
                line.name = Some(LineEditor::default());
                self.modal = Some(Modal::Filter(Box::new(line)));
            }
            _ => {
                line.chosen = None;
                let before = line.prompt.text().to_owned();
                line.prompt.press(key, &self.cx.session.list.filter_history);
                if line.prompt.text() == before {
                    self.show_filter_line(line);
                } else {
                    self.filter_typed(line);
                }
            }
        }
    }

    /// Filters by what is typed so far, if it can be read.
    pub(in crate::tui::app) fn filter_typed(&mut self, mut line: FilterPrompt) {
        let typed = line.prompt.text().to_owned();
        match parse(&typed, &self.cx.last_session.filters) {
            Ok(_) if begins_field(&typed) => {
                line.error = None;
            }
            Ok(filter) => {
                line.error = None;
                self.triage.filter_by(&typed, filter, &mut self.cx);
            }
            Err(error) => {
                line.error = Some(error);
            }
        }
        self.show_filter_line(line);
    }

    fn show_filter_line(&mut self, mut line: FilterPrompt) {
        if line.chosen.is_none() {
            let cursor = line.prompt.editor.split().0.len();
            let saved = &self.cx.last_session.filters;
            line.completions = complete(line.prompt.text(), cursor, &line.known, saved);
        }
        self.modal = Some(Modal::Filter(Box::new(line)));
    }

    /// A key while the name is typed under which the filter is saved.
    fn filter_name_key(&mut self, mut line: FilterPrompt, key: Key) {
        let Some(mut name) = line.name.take() else { return };
        match key.code {
            KeyCode::Esc => {}
            KeyCode::Enter => {
                if !self.cx.save_filter(name.text().trim(), line.prompt.text()) {
                    line.name = Some(name);
                }
            }
            _ => {
                name.press(key);
                line.name = Some(name);
            }
        }
        self.show_filter_line(line);
    }
}

/// Returns true if a line ends in what may become a field: until that is clear, the lists wait.
fn begins_field(typed: &str) -> bool {
    let last = typed.rsplit(char::is_whitespace).next().unwrap_or_default();
    let last = last.strip_prefix(['-', '!']).unwrap_or(last);
    !last.is_empty() && FIELDS.iter().any(|field| field.word.starts_with(last) && field.word != last)
}

impl FilterPrompt {
    /// Puts the next completion in, or the one before.
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
        let behind = text.get(to..).unwrap_or_default().to_owned();
        let before = format!("{}{}", text.get(..from).unwrap_or_default(), choice.word);
        self.completions.to = before.len();
        let mut editor = LineEditor::new(&before);
        editor.append(&behind);
        self.prompt = Prompt::of(editor);
        self.chosen = Some(chosen);
    }
}
