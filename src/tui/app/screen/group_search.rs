//! Searching the table of groups by their names, going from one that fits to the next, and to one by its number.
//!
//! The query is that of any search ([`Query`]), here for the name as it stands in the table. All names are looked
//! through at each letter; that is a matter of milliseconds for thousands of groups. The search stays shown until `esc`.

use crate::tui::app::keys::key::{Key, KeyCode};
use crate::tui::app::modal::editor::LineEditor;
use crate::tui::app::search::query::Query;
use crate::tui::app::{App, Cx, GroupTable, Message, Modal, text};

/// A search in the names of the groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupSearch {
    /// As it was typed.
    pub text: String,
    /// The words whose places are marked.
    pub words: Query,
    /// By group: whether its name fits.
    fits: Vec<bool>,
}

impl GroupSearch {
    fn new(text: &str, titles: &[String]) -> GroupSearch {
        let mut search = GroupSearch { text: text.to_owned(), words: Query::parse(text), fits: Vec::new() };
        search.look_through(titles);
        search
    }

    /// Looks through the names of all groups, anew where they have changed.
    pub(in crate::tui::app) fn look_through(&mut self, titles: &[String]) {
        self.fits = titles.iter().map(|title| self.words.fit_text(title)).collect();
    }

    fn fits(&self, group: usize) -> bool {
        self.fits.get(group).copied().unwrap_or(false)
    }
}

impl GroupTable {
    /// `3 of 17`, or that nothing fits; empty while nothing is searched.
    pub fn group_matches_in_words(&self) -> String {
        let Some(search) = self.search.as_ref().filter(|search| !search.words.is_empty()) else {
            return String::new();
        };
        let fitting = |groups: &[usize]| groups.iter().filter(|&&group| search.fits(group)).count();
        let marked = self.marked().filter(|&group| search.fits(group));
        match (marked, fitting(&self.listed)) {
            (_, 0) => "not found".to_owned(),
            (Some(_), all) => {
                let place = fitting(&self.listed[..=self.selected]);
                format!("{} of {}", text::number(place), text::number(all))
            }
            (None, 1) => "1 fits".to_owned(),
            (None, all) => format!("{} fit", text::number(all)),
        }
    }

    fn show_group_search(&mut self, text: &str, cx: &mut Cx) {
        let titles: Vec<String> =
            cx.session.corpus.groups.iter().map(|group| cx.session.group_title(group)).collect();
        self.search = Some(GroupSearch::new(text, &titles));
    }

    /// Goes to the next group that fits, or the one before, round and round; searches anew for what was searched last.
    pub(in crate::tui::app) fn step_group_match(&mut self, down: bool, cx: &mut Cx) {
        if self.search.is_none() {
            if self.searched.is_empty() {
                let said = cx.keys.fill("no group was searched yet: {search} searches their names");
                cx.messages.current = Some(Message::info(said));
                return;
            }
            self.show_group_search(&self.searched.clone(), cx);
        }
        let found = self.group_match(down, false);
        self.mark_group(found, cx);
    }

    /// The next group that fits, or the one before, round and round: from the marked one, which itself counts first or last.
    fn group_match(&self, down: bool, itself_first: bool) -> Option<usize> {
        let search = self.search.as_ref()?;
        let listed = &self.listed;
        let at = (self.selected + usize::from(down && !itself_first)).min(listed.len());
        let (before, behind) = listed.split_at(at);
        let fits = |group: &&usize| search.fits(**group);
        let found = if down {
            behind.iter().chain(before).find(fits)
        } else {
            before.iter().rev().chain(behind.iter().rev()).find(fits)
        };
        found.copied()
    }

    /// Marks a group, if it has a row.
    fn mark_group(&mut self, group: Option<usize>, cx: &mut Cx) {
        if let Some(place) = self.listed.iter().position(|&listed| Some(listed) == group) {
            self.selected = place;
            self.fit_groups(cx);
        }
    }

    /// Marks the group of this number in the input.
    pub(in crate::tui::app) fn jump_to_group(&mut self, typed: &str, cx: &mut Cx) {
        let groups = cx.session.order.len();
        let number = typed.trim().parse::<usize>().ok().filter(|number| (1..=groups).contains(number));
        let Some(number) = number else {
            cx.messages.current = Some(Message::error(format!("a group's number is one from 1 to {groups}")));
            return;
        };
        let has_number = |group: &usize| self.row(*group).is_some_and(|row| row.number == number);
        match self.listed.iter().copied().find(has_number) {
            Some(group) => self.mark_group(Some(group), cx),
            None => {
                let said = format!("in group {number} nothing passes the filter");
                cx.messages.current = Some(Message::info(said));
            }
        }
    }
}

impl App {
    /// Opens the prompt for what is to be searched in the names.
    pub(in crate::tui::app) fn open_group_search(&mut self) {
        self.table.search = None;
        self.modal = Some(Modal::FindGroup { editor: LineEditor::default(), from: self.table.marked() });
    }

    /// A key in the prompt: the first group that fits is marked while one types.
    pub(in crate::tui::app) fn group_search_key(
        &mut self,
        mut editor: LineEditor,
        from: Option<usize>,
        key: Key,
    ) {
        match key.code {
            KeyCode::Esc => {
                self.table.search = None;
                self.table.mark_group(from, &mut self.cx);
            }
            KeyCode::Enter if editor.text().is_empty() => self.table.step_group_match(true, &mut self.cx),
            KeyCode::Enter => {
                editor.text().clone_into(&mut self.table.searched);
                if self.table.search.is_some() && self.table.group_match(true, true).is_none() {
                    let shown = text::sanitize(editor.text());
                    self.cx.messages.current =
                        Some(Message::warning(format!("{shown}: no group has it in its name")));
                    self.table.search = None;
                }
            }
            _ => {
                editor.press(key);
                self.search_groups(editor, from);
            }
        }
    }

    /// Marks the first group that fits what is typed so far, from where the search began on.
    pub(in crate::tui::app) fn search_groups(&mut self, editor: LineEditor, from: Option<usize>) {
        self.table.mark_group(from, &mut self.cx);
        self.table.search = None;
        if !editor.text().trim().is_empty() {
            self.table.show_group_search(editor.text(), &mut self.cx);
            let found = self.table.group_match(true, true);
            self.table.mark_group(found, &mut self.cx);
        }
        self.modal = Some(Modal::FindGroup { editor, from });
    }
}
