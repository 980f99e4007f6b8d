//! The functions of Rust around the lines of a failure: the test itself, a helper, code that panicked.
//!
//! Rust's formatter indents the lines of a function, so that its end is found without reading the language: the first
//! closing brace below it that is indented as it is.

use std::ops::Range;
use std::path::Path;

/// The words before `fn` in a declaration, besides `pub(…)` and the name of an ABI.
const QUALIFIERS: [&str; 4] = ["const", "async", "unsafe", "extern"];

/// A function in a file of Rust.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RustFunction<'s> {
    pub name: &'s str,
    /// The type whose method it is; none of a free function.
    of_type: Option<&'s str>,
    /// The line of its name, from 1.
    pub line: usize,
    /// Its lines from 0, with its attributes and its documentation.
    pub rows: Range<usize>,
}

impl<'s> RustFunction<'s> {
    /// Returns the innermost function around a line, from 1; None in a file of another language.
    pub(super) fn around(file: &Path, text: &'s str, line: usize) -> Option<RustFunction<'s>> {
        functions(file, text).filter(|function| function.rows.contains(&(line.saturating_sub(1)))).last()
    }

    /// Returns the function of a test by its path, `clock::tests::strikes`, or of one with cases, `clock::tests::strikes::case_1`.
    pub(super) fn of_test(file: &Path, text: &'s str, path: &str) -> Option<RustFunction<'s>> {
        let mut names = path.rsplit("::").take(2);
        names.find_map(|name| functions(file, text).find(|function| function.name == name))
    }

    /// Returns its name, behind that of its type.
    pub(super) fn full_name(&self) -> String {
        self.of_type.map_or_else(|| self.name.to_owned(), |of| format!("{of}::{}", self.name))
    }
}

fn functions<'s>(file: &Path, text: &'s str) -> impl Iterator<Item = RustFunction<'s>> {
    let is_of_rust = file.extension().is_some_and(|ending| ending == "rs");
    let lines: Vec<&str> = if is_of_rust { text.lines().collect() } else { Vec::new() };
    (0..lines.len()).filter_map(move |row| {
        let name = declared_name(lines[row])?;
        let above = lines[..row].iter().rev().take_while(|line| is_of_declaration(line)).count();
        let rows = row - above..row + rows_below(&lines[row..]);
        Some(RustFunction { name, of_type: type_around(&lines[..=row]), line: row + 1, rows })
    })
}

/// Returns the name of the function that a line declares.
fn declared_name(line: &str) -> Option<&str> {
    let (before, declared) = line.trim_start().split_once("fn ")?;
    let is_qualifier =
        |word: &str| word.starts_with("pub") || word.starts_with('"') || QUALIFIERS.contains(&word);
    let name = declared.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (!name.is_empty() && before.split_whitespace().all(is_qualifier)).then_some(name)
}

/// Returns true for an attribute or a line of documentation.
fn is_of_declaration(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("#[") || line.starts_with("///")
}

/// Returns the number of lines of the function that the first of some lines declares.
fn rows_below(lines: &[&str]) -> usize {
    if lines[0].trim_end().ends_with(['}', ';']) {
        return 1;
    }
    let indentation = indentation_of(lines[0]);
    let end = lines
        .iter()
        .skip(1)
        .position(|line| indentation_of(line) == indentation && line.trim_start().starts_with('}'));
    end.map_or(lines.len(), |end| end + 2)
}

/// Returns the type of the `impl` around the last of some lines.
fn type_around<'s>(lines: &[&'s str]) -> Option<&'s str> {
    let indentation = indentation_of(lines.last()?);
    let mut above = lines.iter().rev();
    let around = above.find(|line| !line.trim().is_empty() && indentation_of(line) < indentation)?;
    let declared = around.trim_start().strip_prefix("impl")?;
    let declared = declared.rsplit_once(" for ").map_or(declared, |(_, of)| of);
    // What stands before the name are the parameters of the `impl`.
    let name = declared.trim_start().split(['<', ' ', '{']).find(|part| !part.is_empty())?;
    Some(name.rsplit("::").next().unwrap_or(name))
}

fn indentation_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
impl Well {
    /// Fills it.
    pub fn fill(&mut self, drops: u8) {
        self.drops += drops;
    }
}

pub(crate) const fn least() -> u8 { 3 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic]
    fn overflows() {
        fn inner() {
            Well::new().fill(255);
        }
        inner();
    }

    #[rstest]
    #[case(1)]
    async fn takes<T>(
        #[case] drops: u8,
    ) -> T {
        T::from(drops)
    }
}
";

    #[test]
    fn a_line_is_in_the_innermost_function_with_what_is_declared_of_it() {
        let file = Path::new("src/well.rs");
        for (line, name, rows) in [
            (2, "Well::fill", 1..5),
            (4, "Well::fill", 1..5),
            (8, "least", 7..8),
            (15, "overflows", 13..21),
            (18, "inner", 16..19),
            (20, "overflows", 13..21),
            (27, "takes", 22..29),
        ] {
            let function = RustFunction::around(file, FILE, line).expect("a function");
            assert_eq!((function.full_name(), function.rows), (name.to_owned(), rows), "{line}");
        }
        assert_eq!(RustFunction::around(file, FILE, 11), None);
        assert_eq!(RustFunction::around(Path::new("src/well.go"), FILE, 4), None);
    }

    #[test]
    fn the_function_of_a_test_is_found_by_the_end_of_its_path() {
        let of_test = |test: &str| {
            RustFunction::of_test(Path::new("src/well.rs"), FILE, test).map(|function| function.line)
        };
        assert_eq!(of_test("ink::well::tests::overflows"), Some(16));
        assert_eq!(of_test("ink::well::tests::takes::case_1"), Some(25));
        assert_eq!(of_test("ink::well::tests::dries"), None);
    }
}
