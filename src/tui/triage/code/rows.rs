//! The rows of the code pane: a line has one, or is wrapped into several, and some lines can be folded into one.

use std::ops::Range;

use crate::model::text;

/// The piece of a line shown in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub line: usize,
    pub bytes: Range<usize>,
    /// Its indentation in cells, which aligns it with the beginning of its line.
    pub indent: usize,
}

/// A line with rows below it that are no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Captioned {
    pub line: usize,
    pub rows: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodeRows {
    pub(in crate::tui) lines: usize,
    /// The wrapped rows; None if each line has one row.
    wrapped: Option<Wrapped>,
    /// The lines that have one row together, which says so.
    pub folded: Range<usize>,
    /// The number of rows that are left out by folding.
    pub(in crate::tui) hidden: usize,
}

/// Rows of a width in cells: the line and the first byte of each, as a huge line has millions of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Wrapped {
    cells: usize,
    starts: Vec<(u32, u32)>,
}

impl CodeRows {
    /// Creates the rows of these lines, perhaps wrapped. `captioned` are lines with a number of rows at
    /// places behind their ends.
    pub fn new(lines: &[String], cells: Option<usize>, captioned: &[Captioned]) -> CodeRows {
        let wrapped = cells.map(|cells| {
            let parts = lines.iter().enumerate().flat_map(|(index, line)| {
                let rows = captioned.iter().filter(|captioned| captioned.line == index);
                let rows: usize = rows.map(|captioned| captioned.rows).sum();
                let places = line.len()..line.len() + rows;
                let captions = places.map(move |at| Part { line: index, bytes: at..at, indent: 0 });
                parts_of(index, line, cells).chain(captions)
            });
            // Of a line, 4 GB can be shown.
            Wrapped {
                cells,
                starts: parts
                    .filter_map(|part| Some((part.line.try_into().ok()?, part.bytes.start.try_into().ok()?)))
                    .collect(),
            }
        });
        CodeRows { lines: lines.len(), wrapped, folded: 0..0, hidden: 0 }
    }

    /// Folds the last of these lines, if possible from a paragraph that `starts` on, if then at most `height`
    /// rows are left.
    pub(crate) fn fold(&mut self, lines: Range<usize>, starts: impl Fn(usize) -> bool, height: usize) {
        let end = self.row_of((lines.end, 0));
        let count = self.count();
        let left = |start: usize| count + 1 - (end - self.row_of((start, 0)));
        let mut fitting = lines.clone().rev().filter(|&line| left(line) <= height);
        let Some(latest) = fitting.next() else { return };
        let start = fitting.find(|&line| starts(line)).filter(|_| !starts(latest)).unwrap_or(latest);
        // A paragraph is cut where more than a row would be left; a single one shows how they end.
        let start = if left(start) + 1 < height { latest } else { start };
        let is_closed = left(start) < height && end - self.row_of((lines.end - 1, 0)) == 1;
        if let Some(Wrapped { starts, .. }) = &mut self.wrapped {
            self.folded = start..lines.end - usize::from(is_closed && start + 2 < lines.end);
            starts.retain(|&(line, byte)| {
                let line = line as usize;
                !self.folded.contains(&line) || (line == start && byte == 0)
            });
            self.hidden = count - starts.len();
        }
    }

    pub fn count(&self) -> usize {
        self.wrapped.as_ref().map_or(self.lines, |wrapped| wrapped.starts.len())
    }

    pub fn line(&self, row: usize) -> usize {
        match &self.wrapped {
            Some(Wrapped { starts, .. }) => {
                starts.get(row).or(starts.last()).map_or(0, |(line, _)| *line as usize)
            }
            None => row.min(self.lines.saturating_sub(1)),
        }
    }

    /// Returns the piece in a row; `lines` are those that the rows were created from.
    pub fn part(&self, row: usize, lines: &[String]) -> Option<Part> {
        let Some(Wrapped { cells, starts }) = &self.wrapped else {
            return lines.get(row).map(|line| Part { line: row, bytes: 0..line.len(), indent: 0 });
        };
        let (index, start) = starts.get(row).map(|&(line, start)| (line as usize, start as usize))?;
        let line = lines.get(index)?;
        let next = starts.get(row + 1).filter(|(line, _)| *line as usize == index);
        let end = next.map_or(line.len(), |(_, start)| *start as usize).min(line.len()).max(start);
        let indent = if start == 0 { 0 } else { margin(line, *cells) };
        Some(Part { line: index, bytes: start..end, indent })
    }

    pub(crate) fn row_of(&self, place: (usize, usize)) -> usize {
        match &self.wrapped {
            Some(Wrapped { starts, .. }) => starts
                .partition_point(|&(line, start)| (line as usize, start as usize) <= place)
                .saturating_sub(1),
            None => place.0,
        }
    }
}

/// Splits a line into pieces of at most `cells` cells, indented like the line: after a blank unless that
/// leaves a large gap, else not within a name.
pub(crate) fn parts_of(index: usize, line: &str, cells: usize) -> impl Iterator<Item = Part> {
    let cells = cells.max(1);
    let margin = margin(line, cells);
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let indent = if start == 0 { 0 } else { margin };
        let rest = &line[start..];
        let fitting = text::take_cells(rest, cells - indent);
        let len = if fitting.len() == rest.len() {
            rest.len()
        } else if fitting.is_empty() {
            text::first_character(rest).len()
        } else {
            place_of_break(rest, fitting, cells, margin).unwrap_or(fitting.len())
        };
        let end = start + len;
        next = Some(end).filter(|&end| end < line.len());
        Some(Part { line: index, bytes: start..end, indent })
    })
}

/// Returns the place at which a piece ends whose beginning fits into a row of `cells` cells; the rows of what
/// follows begin with a margin.
fn place_of_break(rest: &str, fitting: &str, cells: usize, margin: usize) -> Option<usize> {
    let begun = fitting.len() - fitting.trim_start().len();
    let outside =
        |characters: &[char], least| last_outside_string(fitting, characters).filter(|&after| after > least);
    let after = |characters: &[char], least| {
        fitting.rfind(characters).map(|at| at + 1).filter(|&after| after > least)
    };
    // A statement that begins in this row is not broken.
    let statement = outside(&[';', '{'], fitting.len() / 3).filter(|&end| fitting[end..].starts_with(' '));
    if let Some(at) = statement.map(|end| end + 1) {
        let count = |sign| fitting[..at].matches(sign).count();
        let statement = rest[at..].split_inclusive(';').next().unwrap_or_default();
        if at > begun && count('(') == count(')') && text::width(statement) <= cells - margin {
            return Some(at);
        }
    }
    if let Some(at) = outside(&[' '], fitting.len() / 2) {
        // The name of a class stays with its `new`.
        let before_new = fitting[..at].strip_suffix("new ").filter(|before| before.ends_with(' '));
        let at = before_new.map(str::len).filter(|&before| before > begun).unwrap_or(at);
        // Nor is a list that has room in a row.
        let list = fitting[..at].rfind(" [").map(|before| before + 1).filter(|&open| {
            let has_room = text::width(text::take_cells(&rest[open..], cells)) <= cells - margin;
            has_room && open > fitting.len() / 2 && !fitting[open..at].contains(']')
        });
        return Some(list.unwrap_or(at));
    }
    outside(BREAKS, begun.max(fitting.len() / 3))
        .or_else(|| after(&[' '], fitting.len() / 2))
        .or_else(|| after(BREAKS, begun))
}

/// The characters after which a line without blanks is broken.
const BREAKS: &[char] = &[' ', '.', ',', '(', '[', '{'];

/// Returns the place after the last of these characters that is in no string.
fn last_outside_string(piece: &str, characters: &[char]) -> Option<usize> {
    let (mut is_inside, mut before, mut last) = (false, ' ', None);
    for (at, c) in piece.char_indices() {
        is_inside ^= c == '"' && before != '\\';
        last = if !is_inside && characters.contains(&c) { Some(at + 1) } else { last };
        before = c;
    }
    last
}

fn margin(line: &str, cells: usize) -> usize {
    // In a wide pane, 24 cells are enough for the text.
    (line.len() - line.trim_start_matches(' ').len()).min((cells / 3).max(cells.saturating_sub(24)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    fn shown(line: &str, cells: usize) -> Vec<String> {
        parts_of(0, line, cells)
            .map(|part| format!("{}{}", " ".repeat(part.indent), &line[part.bytes.clone()]))
            .collect()
    }

    #[test]
    fn a_long_line_continues_below_its_beginning() {
        assert_eq!(shown("  call(alpha, beta, gamma);", 16), ["  call(alpha, ", "  beta, gamma);"]);
        assert_eq!(shown("  requireNonNull(source.name());", 20), ["  requireNonNull(", "  source.name());"]);
        assert_eq!(shown("Pen pen0 = new Pen(1);", 16), ["Pen pen0 = ", "new Pen(1);"]);
        assert_eq!(shown("throw error(\"is: \" + it);", 17), ["throw error(", "\"is: \" + it);"]);
        assert_eq!(shown("  assert sorted == [1, 2, 3]", 24), ["  assert sorted == ", "  [1, 2, 3]"]);
        assert_eq!(shown("void f() { Pen a = b(); c(); }", 22), ["void f() { ", "Pen a = b(); c(); }"]);
        assert_eq!(shown("aaaaaaaaaa bbbb", 8), ["aaaaaaaa", "aa bbbb"]);
        assert_eq!(shown("日本語日本語", 5), ["日本", "語日", "本語"]);
        assert_eq!(shown("日本", 1), ["日", "本"]);
        assert_eq!(shown("e\u{301}e\u{301}", 1), ["e\u{301}", "e\u{301}"]);
        assert_eq!(shown("", 8), [""]);
    }

    #[test]
    fn folded_lines_leave_no_row_free() {
        let text = lines(&["/**", " * A.", " *", " * B", " * b", " * c", " */", "code"]);
        let folded = |height| {
            let mut rows = CodeRows::new(&text, Some(9), &[]);
            rows.fold(2..7, |line| [2, 3].contains(&line), height);
            (rows.folded.clone(), rows.count())
        };
        assert_eq!(folded(4), (2..7, 4), "from a paragraph on");
        assert_eq!(folded(5), (3..7, 5));
        assert_eq!(folded(6), (3..6, 6), "a row that is left shows the end");
        assert_eq!(folded(7), (5..7, 7), "more of them show more of the paragraph");
        assert_eq!(folded(3), (0..0, 8), "too few");
    }

    #[test]
    fn positions_are_found_in_rows_and_rows_in_lines() {
        let text = lines(&["a", "bbbb bbbb", "", "c"]);
        let wrapped = CodeRows::new(&text, Some(5), &[]);
        assert_eq!(wrapped.count(), 5);
        assert_eq!((0..6).map(|row| wrapped.line(row)).collect::<Vec<_>>(), [0, 1, 1, 2, 3, 3]);
        assert_eq!(
            [(0, 0), (1, 4), (1, 5), (2, 0), (3, 0), (9, 0)].map(|place| wrapped.row_of(place)),
            [0, 1, 2, 3, 4, 4]
        );
        let plain = CodeRows::new(&text, None, &[]);
        assert_eq!((plain.count(), plain.row_of((1, 5)), plain.line(9)), (4, 1, 3));
        assert_eq!(plain.part(1, &text), Some(Part { line: 1, bytes: 0..9, indent: 0 }));
    }

    proptest! {
        #[test]
        fn no_text_is_lost_and_everything_fits(line in " {0,9}([a-c ]|\\PC){0,40}", cells in 1usize..20) {
            let parts: Vec<Part> = parts_of(0, &line, cells).collect();
            let lines = [line.clone(), line.clone()];
            let rows = CodeRows::new(&lines, Some(cells), &[]);
            let shown: Vec<Part> = (0..parts.len()).filter_map(|row| rows.part(row, &lines)).collect();
            prop_assert_eq!(&shown, &parts);
            prop_assert_eq!(rows.part(parts.len(), &lines).map(|part| (part.line, part.bytes.start)), Some((1, 0)));
            prop_assert_eq!(parts.iter().map(|part| &line[part.bytes.clone()]).collect::<String>(), line.clone());
            for part in parts {
                let piece = &line[part.bytes];
                let is_single = text::first_character(piece).len() == piece.len();
                prop_assert!(part.indent + text::width(piece) <= cells || is_single, "{piece:?}");
            }
        }
    }
}
