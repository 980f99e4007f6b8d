//! Searching in the text of the code pane, and going from one match to the next.
//!
//! The text is searched as drawn: tabs are blanks. [`super::failures`] searches the failures themselves.

use super::matches_in_words;
use super::query::Matcher;
use crate::tui::{CodePane, Cx, Direction, Message, text};

/// A piece of a line that matches a query, as byte positions in the drawn line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    pub line: usize,
    pub start: usize,
    pub end: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    matches: Vec<Match>,
    current: usize,
}

impl Search {
    /// Finds a query in lines; the current match is the first one from this line on, or else the first of all.
    pub fn new(lines: &[String], query: &str, from: usize) -> Search {
        let matches = find_all(lines, query);
        let next = matches.partition_point(|found| found.line < from);
        let current = if next < matches.len() { next } else { 0 };
        Search { matches, current }
    }

    pub fn current(&self) -> Option<Match> {
        self.matches.get(self.current).copied()
    }

    pub(crate) fn in_line(&self, line: usize) -> &[Match] {
        let start = self.matches.partition_point(|found| found.line < line);
        let end = self.matches.partition_point(|found| found.line <= line);
        &self.matches[start..end]
    }

    pub(crate) fn in_words(&self) -> String {
        matches_in_words(Some(self.current + 1), self.matches.len())
    }

    fn step(&mut self, direction: Direction) {
        if !self.matches.is_empty() {
            self.current = direction.around(self.current, 1, self.matches.len());
        }
    }
}

#[derive(Debug, Default)]
pub struct CodeSearch {
    pub(in crate::tui) query: String,
    /// The matches in the shown text, while they are marked.
    pub found: Option<Search>,
}

/// Returns all matches of a query in these lines; none for an empty query.
pub(crate) fn find_all(lines: &[String], query: &str) -> Vec<Match> {
    let needle = Matcher::new(query);
    lines
        .iter()
        .enumerate()
        .flat_map(|(line, text)| {
            needle.all_in(text).into_iter().map(move |(start, end)| Match { line, start, end })
        })
        .collect()
}

impl CodePane {
    /// Shows the first match of the typed text, starting at the previously visible rows and cells.
    pub(super) fn search_code(&mut self, typed: &str, from: (usize, usize), cx: &mut Cx) {
        (self.offset, self.column) = from;
        self.search.found = None;
        let first = self.visible_line(cx);
        let lines = self.document.as_ref().map(|document| &document.lines);
        self.search.found = lines.filter(|_| !typed.is_empty()).map(|lines| Search::new(lines, typed, first));
        self.show_match(cx);
    }

    /// Goes to the next or the previous match; searches again if another text is shown now.
    pub(in crate::tui) fn step_code_match(&mut self, direction: Direction, cx: &mut Cx) {
        if self.search.query.is_empty() {
            return cx.messages.info(cx.keys.fill("nothing was searched here yet: {search} searches"));
        }
        match &mut self.search.found {
            Some(search) => search.step(direction),
            None => {
                let first = self.visible_line(cx);
                let Some(document) = &self.document else { return };
                let mut search = Search::new(&document.lines, &self.search.query, first);
                if direction == Direction::Backward {
                    search.step(direction);
                }
                self.search.found = Some(search);
            }
        }
        self.show_match(cx);
        self.tell_match(cx);
    }

    pub(super) fn tell_match(&mut self, cx: &mut Cx) {
        let Some(search) = &self.search.found else { return };
        let shown = text::sanitize(&self.search.query);
        cx.messages.current = Some(match search.current() {
            Some(_) => {
                let keys = cx.keys.fill("next {next-found}  previous {previous-found}");
                Message::info(format!("{shown}: {} · {keys}", search.in_words()))
            }
            None => Message::warning(format!("{shown}: not found in this text")),
        });
    }

    fn show_match(&mut self, cx: &mut Cx) {
        if let Some(found) = self.search.found.as_ref().and_then(Search::current) {
            self.show_code_place(found.line, found.start..found.end, cx);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(lines: &[&str], query: &str) -> Vec<(usize, String)> {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        find_all(&lines, query).iter().map(|m| (m.line, lines[m.line][m.start..m.end].to_owned())).collect()
    }

    #[test]
    fn matches_do_not_overlap_and_symbols_are_literal() {
        assert_eq!(found(&["aaaaa", "a.*b(", "a.*"], "aa").len(), 2);
        assert_eq!(found(&["aaaaa", "a.*b(", "a.*"], ".*b("), [(1, ".*b(".to_owned())]);
    }

    #[test]
    fn the_next_match_wraps_around() {
        let lines: Vec<String> = ["x", "", "x x"].iter().map(|line| (*line).to_owned()).collect();
        let mut search = Search::new(&lines, "x", 1);
        assert_eq!(
            (search.current().map(|m| (m.line, m.start)), search.in_words()),
            (Some((2, 0)), "2 of 3".into())
        );
        search.step(Direction::Forward);
        search.step(Direction::Forward);
        assert_eq!(search.in_words(), "1 of 3");
        search.step(Direction::Backward);
        assert_eq!(search.current().map(|m| (m.line, m.start)), Some((2, 2)));
        assert_eq!(Search::new(&lines, "x", 3).in_words(), "1 of 3");
        let mut nothing = Search::new(&lines, "y", 0);
        nothing.step(Direction::Forward);
        assert_eq!((nothing.current(), nothing.in_words()), (None, "not found".to_owned()));
    }
}
