//! The places of reports, by which repetitions are told from the cells of a matrix, and the names of these cells.
//!
//! `build/test-results/testDebug` and `testRelease` are two variants, `run-1` and `run-2` two runs of one, `target` and
//! `surefire-reports` only the names of a tool.

use std::collections::HashSet;

use super::ReadReport;
use super::suite_facts::date;
use crate::project::build::Place;

/// Words that name a run, if a number follows.
const RUN_WORDS: [&str; 10] =
    ["run", "attempt", "try", "retry", "rerun", "iteration", "repeat", "repetition", "round", "build"];

/// The number of digits from which a number is that of a run, and no version.
const NUMBER_OF_A_RUN: usize = 5;

/// The characters between the words of a name.
const SEPARATORS: [char; 4] = ['-', '_', '.', ' '];

/// The place of a report, in the forms in which it is compared with those of others.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The folders that are no run's, and the name: equal for repetitions.
    pub place: String,
    /// The folders and the name with `#` in place of numbers of runs; None without such a number.
    pub without_run: Option<String>,
}

impl Placement {
    pub(crate) fn of(place: &Place, stem: &str) -> Placement {
        let parts: Vec<&str> = place.telling_folders().chain([stem]).collect();
        // A folder of a number is that of a run.
        let folders = parts[..parts.len() - 1]
            .iter()
            .filter(|folder| without_numbers(folder).trim_matches(SEPARATORS) != "#");
        let lasting: Vec<&str> = folders.copied().chain([stem]).collect();
        let without_run = parts.iter().map(|part| without_numbers(part)).collect::<Vec<_>>().join("/");
        let has_run = without_run.contains('#');
        Placement { place: lasting.join("/"), without_run: has_run.then_some(without_run) }
    }
}

/// Returns a name with `#` in place of a run and its number, such as `run-2` or `attempt_1_of_3`, of a date
/// and of a long number.
fn without_numbers(name: &str) -> String {
    let mut kept = String::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let is_start = kept.is_empty() || kept.ends_with(|last: char| !last.is_alphanumeric());
        let length = if is_start { run_and_number(rest) } else { 0 };
        if length > 0 {
            kept.push('#');
            rest = &rest[length..];
        } else {
            kept.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    kept
}

/// Returns the length of a run and its number at the beginning of a text; 0 without.
fn run_and_number(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let word = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    if word == 0 {
        let number = digits(text);
        return date(text).max(if number >= NUMBER_OF_A_RUN { number } else { 0 });
    }
    if !RUN_WORDS.iter().any(|run| text[..word].eq_ignore_ascii_case(run)) {
        return 0;
    }
    let after = &text[word..];
    let separator = usize::from(after.starts_with(SEPARATORS));
    let number = digits(&after[separator..]);
    if number == 0 {
        return 0;
    }
    let length = word + separator + number;
    let total =
        ["_of_", "-of-"].iter().find_map(|between| text[length..].strip_prefix(between)).map_or(0, digits);
    length + if total > 0 { "_of_".len() + total } else { 0 }
}

/// Returns the names of reports that hold the same tests: the parts of their paths that differ, or else their machines.
pub(crate) fn cell_names(reports: &[&ReadReport]) -> Vec<String> {
    let mut paths: Vec<Vec<String>> = reports
        .iter()
        .map(|read| -> Vec<String> {
            read.place.telling_folders().chain([&*read.stem]).map(str::to_owned).collect()
        })
        .collect();
    if !are_different(&paths) {
        paths = reports
            .iter()
            .map(|read| -> Vec<String> {
                read.place.folders.iter().cloned().chain([read.stem.clone()]).collect()
            })
            .collect();
    }
    let names = differing_parts(&paths);
    let hostnames: Vec<&str> = reports.iter().map(|read| read.hostname()).collect();
    let are_named = hostnames.iter().all(|name| !name.trim().is_empty()) && are_different(&hostnames);
    match names.iter().any(|name| !name.contains(char::is_alphabetic)) {
        true if are_named => hostnames.into_iter().map(str::to_owned).collect(),
        true => paths.iter().map(|path| path.join("/")).collect(),
        false => names,
    }
}

fn are_different<T: std::hash::Hash + Eq>(items: &[T]) -> bool {
    items.iter().collect::<HashSet<_>>().len() == items.len()
}

/// Returns the parts in which some paths differ; each is a list of folders and a name.
fn differing_parts(paths: &[Vec<String>]) -> Vec<String> {
    let is_common = |at: &dyn Fn(&[String]) -> Option<String>| {
        let first = at(&paths[0]);
        first.is_some() && paths.iter().all(|path| at(path) == first)
    };
    let shortest = paths.iter().map(Vec::len).min().unwrap_or_default();
    let front = (0..shortest.saturating_sub(1))
        .take_while(|&index| is_common(&|path| path.get(index).cloned()))
        .count();
    let back = (0..shortest - front)
        .take_while(|&index| is_common(&|path| path.iter().rev().nth(index).cloned()))
        .count()
        .min((shortest - front).saturating_sub(1));
    let mut paths: Vec<&[String]> = paths.iter().map(|path| &path[front..path.len() - back]).collect();
    // Where the folders tell the reports apart, their names don't matter.
    let folders: Vec<&[String]> =
        paths.iter().map(|path| &path[..path.len().saturating_sub(1).max(1)]).collect();
    if are_different(&folders) {
        paths = folders;
    }
    let names: Vec<String> = paths.iter().map(|path| path.join("/")).collect();
    let [before, after] = common_words(&names);
    let inner = names.iter().map(|name| name.get(before..name.len().saturating_sub(after)).unwrap_or(""));
    let inner: Vec<String> = inner.map(str::to_owned).collect();
    if inner.iter().any(String::is_empty) || !are_different(&inner) { names } else { inner }
}

/// Returns the lengths of the words that are common to the beginnings and to the ends of all names.
fn common_words(names: &[String]) -> [usize; 2] {
    let is_separator = |c: char| SEPARATORS.contains(&c);
    let (first, others) = (&names[0], &names[1..]);
    let mut before = 0;
    for (index, separator) in first.match_indices(is_separator) {
        let end = index + separator.len();
        if others.iter().all(|name| name.starts_with(&first[..end])) {
            before = end;
        }
    }
    let mut after = 0;
    for (index, _) in first.rmatch_indices(is_separator) {
        let rest = &first[index..];
        if index >= before
            && names.iter().all(|name| name.ends_with(rest) && name.len() - before > rest.len())
        {
            after = rest.len();
        }
    }
    [before, after]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(paths: &[&str]) -> Vec<String> {
        let paths: Vec<Vec<String>> =
            paths.iter().map(|path| path.split('/').map(str::to_owned).collect()).collect();
        differing_parts(&paths)
    }

    #[test]
    fn cells_are_named_by_what_differs_in_their_paths() {
        for (paths, names) in [
            (&["junit-linux", "junit-windows"][..], &["linux", "windows"][..]),
            (&["junit-py310", "junit-py311"], &["py310", "py311"]),
            (&["linux.results", "mac.os.results"], &["linux", "mac.os"]),
            (&["linux/junit", "windows/junit"], &["linux", "windows"]),
            (&["ink/linux/x/junit", "ink/windows/x/junit"], &["linux", "windows"]),
            (&["junit", "junit-rerun"], &["junit", "junit-rerun"]),
            (&["junit", "old/junit"], &["junit", "old"]),
            (&["a/junit", "b/other"], &["a", "b"]),
            (&["a/junit", "a/other", "b/other"], &["a/junit", "a/other", "b/other"]),
            (&["TEST-é-a", "TEST-ü-a", "TEST-ü.b-a"], &["é", "ü", "ü.b"]),
        ] {
            assert_eq!(parts(paths), names, "{paths:?}");
        }
    }

    #[test]
    fn numbers_of_runs_are_no_versions() {
        for (name, expected) in [
            ("run1", "#"),
            ("Run-12", "#"),
            ("run_1_of_3", "#"),
            ("shop-attempt 2", "shop-#"),
            ("2026-11-28", "#"),
            ("2026-11-28T10-00-00", "#"),
            ("98765432101", "#"),
            ("node18", "node18"),
            ("py310", "py310"),
            ("17", "17"),
            ("rerun", "rerun"),
            ("trunk1", "trunk1"),
            ("prun1", "prun1"),
        ] {
            assert_eq!(without_numbers(name), expected);
        }
    }
}
