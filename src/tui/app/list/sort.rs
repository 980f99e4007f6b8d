//! Sorting by a column: the candidates here, the table of groups in [`crate::tui::app::screen::groups`]. A key chooses the column in both.
//!
//! Of the candidates only the rows change places: ranks, ties and the top K stay those of the order shown, and `P` puts the rows back. The order
//! is that of the moment when it was asked for: a label given later moves nothing. Texts are put in order by a worker, and the list
//! follows when that is done.

use std::sync::Arc;

use rayon::prelude::*;

use crate::model::{Corpus, Failure, FailureId, Label, OracleKind};
use crate::tui::app::Screen;
use crate::tui::app::keys::key::{Key, KeyCode};
use crate::tui::app::screen::groups::GroupColumn;
use crate::tui::app::{Action, App, Cx, GroupTable, Job, Modal, Session, Ticket};

/// Puts the candidates back.
const PAPER_ORDER: char = 'P';

/// A column of the candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the column of that name")]
pub enum Column {
    Score,
    Oracle,
    Exception,
    Test,
    Label,
}

impl Column {
    /// In the order of the list.
    pub const ALL: [Column; 5] =
        [Column::Score, Column::Oracle, Column::Exception, Column::Test, Column::Label];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Column::Score => "score",
            Column::Oracle => "oracle",
            Column::Exception => "exception",
            Column::Test => "test",
            Column::Label => "label",
        }
    }

    fn is_text(self) -> bool {
        matches!(self, Column::Exception | Column::Test)
    }

    /// The key that chooses it: its first letter.
    pub fn letter(self) -> char {
        self.title().chars().next().unwrap_or_default()
    }
}

/// The column and direction that the candidates are sorted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sorted {
    /// The column.
    pub column: Column,
    /// From the last to the first.
    pub is_reversed: bool,
    /// By failure: where its value stands among those of all.
    keys: Arc<Vec<u32>>,
}

impl Sorted {
    /// Puts positions in order; equal values stay in the order of the list.
    pub(in crate::tui::app) fn sort(
        &self,
        positions: &mut Vec<usize>,
        failure_at: impl Fn(usize) -> FailureId,
    ) {
        let key = |position: usize| self.keys.get(failure_at(position).index()).copied().unwrap_or(u32::MAX);
        let turned = |key: u32| if self.is_reversed { u32::MAX - key } else { key };
        // Numbers with their places are sorted several times faster than positions whose numbers lie elsewhere.
        let places = positions.iter().enumerate();
        let mut keyed: Vec<(u32, usize)> =
            places.map(|(place, &position)| (turned(key(position)), place)).collect();
        keyed.sort_unstable();
        *positions = keyed.into_iter().map(|(_, place)| positions[place]).collect();
    }
}

/// A column that the candidates will be sorted by as soon as its texts are in order.
#[derive(Debug)]
pub(in crate::tui::app) struct Sorting {
    ticket: Ticket,
    column: Column,
    is_reversed: bool,
}

/// Texts to put in order, on a worker.
#[derive(Debug, Clone, PartialEq)]
pub struct SortJob {
    ticket: Ticket,
    corpus: Arc<Corpus>,
    column: Column,
}

impl SortJob {
    /// Puts them in order. This takes longer than a frame where there are many failures.
    pub fn answer(self) -> Action {
        fn text(failure: &Failure, column: Column) -> &str {
            if column == Column::Test { &failure.test } else { failure.trace.exception_name() }
        }
        let failures = self.corpus.failures.par_iter().enumerate().with_min_len(1024);
        let mut texts: Vec<(&str, FailureId)> =
            failures.map(|(index, failure)| (text(failure, self.column), FailureId::new(index))).collect();
        texts.par_sort_unstable();
        Action::TextsSorted { ticket: self.ticket, keys: Arc::new(numbered(&texts)) }
    }
}

/// By failure, the place of its value among these, which are in order; equal ones have the same place.
fn numbered<T: PartialEq>(values: &[(T, FailureId)]) -> Vec<u32> {
    let mut keys = vec![0; values.len()];
    let mut key = 0;
    for (place, (value, failure)) in values.iter().enumerate() {
        key += u32::from(place > 0 && values[place - 1].0 != *value);
        keys[*failure] = key;
    }
    keys
}

impl Session {
    /// By failure, where its value in a column stands among those of all; None of a column of texts.
    fn given_keys(&self, column: Column) -> Option<Vec<u32>> {
        let failures = self.corpus.failures_with_ids().map(|(id, _)| id);
        match column {
            Column::Exception | Column::Test => None,
            Column::Score => {
                let entries = self.groups.iter().flat_map(|group| &group.ranking.entries);
                let mut scores: Vec<(f64, FailureId)> =
                    entries.map(|entry| (entry.score, entry.failure)).collect();
                // Of one group they are in order already.
                scores.sort_by(|a, b| b.0.total_cmp(&a.0));
                Some(numbered(&scores))
            }
            Column::Oracle => {
                let kind = |failure: FailureId| match self.corpus.failures[failure].oracle_kind() {
                    Some(OracleKind::Exception) => 0,
                    Some(OracleKind::Assertion) => 1,
                    Some(OracleKind::NoException) => 2,
                    None => 3,
                };
                Some(failures.map(kind).collect())
            }
            Column::Label => {
                let label = |failure: FailureId| match self.labels.label(failure) {
                    Some(Label::TruePositive) => 0,
                    Some(Label::FalsePositive) => 1,
                    Some(Label::Unsure) => 2,
                    None => 3,
                };
                Some(failures.map(label).collect())
            }
        }
    }
}

impl Cx {
    /// Sorts the lists by a column; by the same one again the other way round.
    fn sort_by(&mut self, column: Column) {
        let again = self.session.list.sorted.as_ref().filter(|sorted| sorted.column == column);
        let is_reversed = again.is_some_and(|sorted| !sorted.is_reversed);
        self.session.list.sorting = None;
        let known = again.filter(|_| column.is_text()).map(|sorted| Arc::clone(&sorted.keys));
        match known.or_else(|| self.session.given_keys(column).map(Arc::new)) {
            Some(keys) => self.take_sorted(Sorted { column, is_reversed, keys }),
            None => self.ask_for_texts(column, is_reversed),
        }
    }

    /// Asks for the order of a column's texts.
    fn ask_for_texts(&mut self, column: Column, is_reversed: bool) {
        let ticket = self.session.tickets.next();
        self.session.list.sorting = Some(Sorting { ticket, column, is_reversed });
        self.start(Job::SortTexts(SortJob { ticket, corpus: Arc::clone(&self.session.corpus), column }));
    }

    /// Takes over the order of texts, if it is that of the newest request.
    pub(in crate::tui::app) fn texts_sorted(&mut self, ticket: Ticket, keys: Arc<Vec<u32>>) {
        if let Some(Sorting { column, is_reversed, .. }) =
            self.session.list.sorting.take_if(|sorting| sorting.ticket == ticket)
        {
            self.take_sorted(Sorted { column, is_reversed, keys });
        }
    }

    fn take_sorted(&mut self, sorted: Sorted) {
        let way = if sorted.is_reversed { ", the other way round" } else { "" };
        let title = sorted.column.title();
        self.messages
            .info(self.keys.fill(&format!("sorted by {title}{way} ({{paper-order}}: the paper's order)")));
        self.session.list.sorted = Some(sorted);
        self.refold_all();
        self.dirty.layout = true;
    }

    /// Sorts anew after the results were read again; `moved` says where each failure is now. Texts keep their order until
    /// that of the new ones is there.
    pub(in crate::tui::app) fn sort_again(&mut self, moved: &[Option<FailureId>]) {
        let waiting = self.session.list.sorting.take().map(|sorting| (sorting.column, sorting.is_reversed));
        let shown = self.session.list.sorted.take();
        let wanted = waiting.or(shown.as_ref().map(|sorted| (sorted.column, sorted.is_reversed)));
        self.session.list.sorted = shown.map(|sorted| {
            let keys = self.session.given_keys(sorted.column).unwrap_or_else(|| {
                let mut keys = vec![u32::MAX; self.session.corpus.failures.len()];
                let places = moved.iter().zip(sorted.keys.iter());
                places
                    .filter_map(|(place, &key)| Some(((*place)?, key)))
                    .for_each(|(place, key)| keys[place] = key);
                keys
            });
            Sorted { keys: Arc::new(keys), ..sorted }
        });
        match wanted {
            Some((column, is_reversed)) if column.is_text() => self.ask_for_texts(column, is_reversed),
            _ => {}
        }
    }
}

impl GroupTable {
    /// Returns the columns that the screen can be sorted by: keys and headings.
    pub fn sort_choices(&self, cx: &Cx) -> Vec<(char, &'static str)> {
        if cx.screen == Screen::Groups {
            let shown = self.group_columns(cx).into_iter().map(|placed| placed.column);
            let choices = shown.map(|column| match column {
                GroupColumn::Number => (column.letter(), "number"),
                _ => (column.letter(), column.title()),
            });
            return choices.collect();
        }
        let columns = Column::ALL.map(|column| (column.letter(), column.title()));
        columns.into_iter().chain([(PAPER_ORDER, "the paper's order")]).collect()
    }

    fn say_no_column(&mut self, letter: char, cx: &mut Cx) {
        let keys: Vec<String> = self.sort_choices(cx).iter().map(|(letter, _)| letter.to_string()).collect();
        cx.messages.info(format!("no column has the key {letter}, but {} have", keys.join(" ")));
    }
}

impl App {
    /// A key while a column is chosen.
    pub(in crate::tui::app) fn sort_key(&mut self, key: Key) {
        let KeyCode::Char(letter) = key.code else {
            self.modal = (key.code != KeyCode::Esc).then_some(Modal::Sort);
            return;
        };
        if self.cx.screen == Screen::Groups {
            let found = GroupColumn::ALL.into_iter().find(|column| column.letter() == letter);
            match found {
                Some(column) => self.table.sort_groups_by(column, &mut self.cx),
                None => self.table.say_no_column(letter, &mut self.cx),
            }
            return;
        }
        if letter == PAPER_ORDER {
            return self.cx.show_order(self.cx.session.paper_order());
        }
        if let Some(column) = Column::ALL.into_iter().find(|column| column.letter() == letter) {
            return self.cx.sort_by(column);
        }
        self.table.say_no_column(letter, &mut self.cx);
    }
}
