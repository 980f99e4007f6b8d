//! Sorting the candidates by a column.
//!
//! Only the rows change places: ranks, ties and the top K stay those of the order shown, and `P` puts the rows back. The order
//! is that of the moment when it was asked for: a label given later moves nothing.

use std::cmp::Ordering;
use std::sync::Arc;

use rayon::prelude::*;

use super::action::Effect;
use super::key::{Key, KeyCode};
use super::{Message, Overlay, State};
use crate::model::{Label, OracleKind};

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

    /// The key that chooses it: its first letter.
    pub fn letter(self) -> char {
        self.title().chars().next().unwrap_or_default()
    }
}

/// What the candidates are sorted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sorted {
    /// The column.
    pub column: Column,
    /// From the last to the first.
    pub is_reversed: bool,
    /// By failure: where its value stands among those of its group.
    keys: Arc<Vec<u32>>,
}

impl Sorted {
    /// Puts positions in order; equal values stay in the order of the list.
    pub(super) fn sort(&self, positions: &mut [usize], failure_at: impl Fn(usize) -> usize + Sync) {
        let key = |position: usize| self.keys.get(failure_at(position)).copied().unwrap_or(u32::MAX);
        if self.is_reversed {
            positions.par_sort_by_key(|&position| std::cmp::Reverse(key(position)));
        } else {
            positions.par_sort_by_key(|&position| key(position));
        }
    }
}

/// What stands in a column.
#[derive(Clone, Copy)]
enum Value<'a> {
    Number(f64),
    Text(&'a str),
}

impl Value<'_> {
    fn compare(self, other: Value<'_>) -> Ordering {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.total_cmp(&b),
            (Value::Text(a), Value::Text(b)) => a.cmp(b),
            (Value::Number(_), Value::Text(_)) => Ordering::Less,
            (Value::Text(_), Value::Number(_)) => Ordering::Greater,
        }
    }
}

impl State {
    /// A key while a column is chosen.
    pub(super) fn sort_key(&mut self, key: Key) -> Vec<Effect> {
        match key.code {
            KeyCode::Esc => Vec::new(),
            KeyCode::Char('P') => self.show_order(self.paper_order()),
            KeyCode::Char(letter) => match Column::ALL.into_iter().find(|column| column.letter() == letter) {
                Some(column) => self.sort_by(column),
                None => {
                    self.message = Some(Message::info(format!("no column begins with {letter}")));
                    Vec::new()
                }
            },
            _ => {
                self.overlay = Some(Overlay::Sort);
                Vec::new()
            }
        }
    }

    /// Sorts the lists by a column; by the same one again the other way round.
    fn sort_by(&mut self, column: Column) -> Vec<Effect> {
        let again = self.sorted.as_ref().filter(|sorted| sorted.column == column);
        let is_reversed = again.is_some_and(|sorted| !sorted.is_reversed);
        self.sorted = Some(Sorted { column, is_reversed, keys: Arc::new(self.keys_of(column)) });
        let way = if is_reversed { ", the other way round" } else { "" };
        self.message = Some(Message::info(
            self.keys
                .fill(&format!("sorted by {}{way} ({{paper-order}}: the paper's order)", column.title())),
        ));
        self.refold_all();
        self.fit()
    }

    /// Sorts anew after the results were read again.
    pub(super) fn sort_rows_again(&mut self) {
        if let Some(sorted) = self.sorted.take() {
            let keys = Arc::new(self.keys_of(sorted.column));
            self.sorted = Some(Sorted { keys, ..sorted });
        }
    }

    /// By failure, where its value in a column stands among those of its group.
    fn keys_of(&self, column: Column) -> Vec<u32> {
        let mut keys = vec![0; self.corpus.failures.len()];
        for group in &self.groups {
            // What is compared is looked up once, not at each comparison.
            let value = |failure: usize, score: f64| {
                let shown = &self.corpus.failures[failure];
                match column {
                    Column::Score => Value::Number(-score),
                    Column::Oracle => Value::Number(match shown.oracle.kind() {
                        OracleKind::Exception => 0.0,
                        OracleKind::Assertion => 1.0,
                        OracleKind::NoException => 2.0,
                    }),
                    Column::Exception => Value::Text(shown.trace.exception_name()),
                    Column::Test => Value::Text(&shown.test),
                    Column::Label => Value::Number(match self.judging.label(failure) {
                        Some(Label::TruePositive) => 0.0,
                        Some(Label::FalsePositive) => 1.0,
                        Some(Label::Unsure) => 2.0,
                        None => 3.0,
                    }),
                }
            };
            let ranked = group.ranking.entries.par_iter().with_min_len(1024);
            let mut entries: Vec<(usize, Value<'_>)> =
                ranked.map(|entry| (entry.failure, value(entry.failure, entry.score))).collect();
            let compare = |a: &(usize, Value<'_>), b: &(usize, Value<'_>)| a.1.compare(b.1);
            entries.par_sort_by(compare);
            let mut key = 0;
            for (place, entry) in entries.iter().enumerate() {
                let is_new = place > 0 && compare(&entries[place - 1], entry).is_ne();
                key += u32::from(is_new);
                keys[entry.0] = key;
            }
        }
        keys
    }
}
