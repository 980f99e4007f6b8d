//! The forms in which one run lies side by side: a runner can write its tests in several formats at once.
//!
//! ```text
//! reports of a module ──by format, the most detailed first──▶ tests by title ──with the same outcome──▶ once
//! ```
//!
//! A test that a more detailed form has with the same outcome is left out of the other. What only one form
//! has, or has with another outcome, stays: each loses something, and no failure may get lost.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

use super::ReadReport;
use super::plain::without_lost_colours;
use super::tests::{Reported, ReportedTest};
use crate::import::formats::InputFormat;
use crate::model::Tool;

/// The parts of the smaller of two forms that must be in the other, and of these that may have another
/// outcome, in percent.
const COMMON: usize = 60;
const CONFLICTING: usize = 20;

/// The places of tests by their titles.
type Titles = HashMap<String, Vec<PlaceOfTest>, RandomState>;

/// The reports of a module in one form.
struct Form {
    /// The names of the format and of its form.
    names: (&'static str, &'static str),
    detail: u8,
    /// The indices of the reports.
    reports: Vec<usize>,
}

/// Leaves out of all reports the tests that another form of the same run has.
pub(super) fn leave_out(reads: &mut [ReadReport]) {
    let mut modules: Vec<String> = reads.iter().map(|read| read.place.module.clone()).collect();
    modules.sort_unstable();
    modules.dedup();
    for module in modules {
        let mut forms: Vec<Form> = Vec::new();
        for (index, read) in reads.iter().enumerate().filter(|(_, read)| read.place.module == module) {
            let row = read.format.row();
            let names = (row.name, read.report.form);
            match forms.iter_mut().find(|form| form.names == names) {
                Some(form) => form.reports.push(index),
                None if read.report.beside.is_none() => {
                    forms.push(Form { names, detail: detail_of(read), reports: vec![index] });
                }
                None => {}
            }
        }
        if forms.len() < 2 {
            continue;
        }
        // A failure that only the poorer one has stays.
        forms.sort_by_cached_key(|form| {
            let tests = form.reports.iter().flat_map(|&index| &reads[index].report.tests);
            std::cmp::Reverse((form.detail, tests.filter(|test| test.has_failed()).count()))
        });
        for (number, poorer) in forms.iter().enumerate() {
            for richer in &forms[..number] {
                leave_out_of(reads, &richer.reports, &poorer.reports);
            }
        }
    }
}

/// Returns the title of a test by which it is compared.
type Title = fn(&ReportedTest) -> String;

/// The titles by which the tests of the richer form and those of the poorer one are compared, in this order:
/// one may have titles in the class that the other has in the name.
const TITLES: [(Title, Title); 6] = [
    (whole_title, whole_title),
    (whole_title, title_with_class),
    (title_with_class, whole_title),
    (whole_title, title_behind_rule),
    (title_behind_rule, whole_title),
    (last_title, last_title),
];

/// Returns the detail of a report: that of its format. Vitest's JUnit XML has the values of comparisons,
/// which its JSON leaves out.
fn detail_of(read: &ReadReport) -> u8 {
    let has_values = read.format == InputFormat::JUNIT && read.report.tool == Some(Tool::Vitest);
    if has_values { u8::MAX } else { read.format.row().detail }
}

/// The place of a test: the index of the report, and that in the report.
type PlaceOfTest = (usize, usize);

/// A test of the poorer form, and the same one in the richer form.
struct Pair {
    own: PlaceOfTest,
    known: PlaceOfTest,
}

/// Leaves out the tests of `poorer` reports that the `richer` ones have with the same outcome, if they are of one run.
fn leave_out_of(reads: &mut [ReadReport], richer: &[usize], poorer: &[usize]) {
    let are_one_run = TITLES.iter().any(|titles| are_one_run(reads, richer, poorer, *titles));
    if !are_one_run {
        return;
    }
    // Once that is known, a test may have a title of any kind. One that was found is not found again.
    let mut found = HashSet::default();
    for titles in TITLES {
        leave_out_by(reads, richer, poorer, titles, &mut found);
    }
}

/// Returns the tests of two forms that have one title.
fn pairs_of(
    reads: &[ReadReport],
    richer: &[usize],
    poorer: &[usize],
    (known, own): (Title, Title),
) -> Vec<Pair> {
    let known = titles(reads, richer, known);
    let own = titles(reads, poorer, own);
    let pairs =
        own.iter().flat_map(|(title, places)| places.iter().zip(known.get(title).into_iter().flatten()));
    pairs.map(|(own, known)| Pair { own: *own, known: *known }).collect()
}

/// Returns true if most tests of the smaller form are in the other one, nearly all with the same outcome.
fn are_one_run(reads: &[ReadReport], richer: &[usize], poorer: &[usize], titles: (Title, Title)) -> bool {
    let pairs = pairs_of(reads, richer, poorer, titles);
    let count =
        |reports: &[usize]| -> usize { reports.iter().map(|&report| reads[report].report.tests.len()).sum() };
    let smaller = count(richer).min(count(poorer));
    let conflicts = pairs.iter().filter(|pair| !has_same_outcome(reads, pair)).count();
    !pairs.is_empty() && pairs.len() * 100 >= smaller * COMMON && conflicts * 100 <= pairs.len() * CONFLICTING
}

fn has_same_outcome(reads: &[ReadReport], pair: &Pair) -> bool {
    let has_failed = |(report, test): PlaceOfTest| reads[report].report.tests[test].has_failed();
    has_failed(pair.own) == has_failed(pair.known)
}

/// Leaves out the tests that have one title and one outcome in both forms.
fn leave_out_by(
    reads: &mut [ReadReport],
    richer: &[usize],
    poorer: &[usize],
    titles: (Title, Title),
    found: &mut HashSet<PlaceOfTest, RandomState>,
) {
    let mut pairs = pairs_of(reads, richer, poorer, titles);
    pairs.retain(|pair| has_same_outcome(reads, pair) && found.insert(pair.known));
    let mut gone: HashMap<usize, Vec<usize>, RandomState> = HashMap::default();
    for Pair { own: (report, test), known: (other, known) } in pairs {
        let is_flaky = reads[report].report.tests[test].is_flaky;
        let known = &mut reads[other].report.tests[known];
        known.is_flaky |= is_flaky && known.reported == Reported::Passed;
        gone.entry(report).or_default().push(test);
    }
    for (report, tests) in gone {
        let read = &mut reads[report];
        let mut is_gone = vec![false; read.report.tests.len()];
        for &test in &tests {
            is_gone[test] = true;
        }
        let example = tests.iter().min().map(|&test| read.report.tests[test].name.to_string());
        read.in_other_form = read.in_other_form.take().or(example);
        read.count_in_other_form += tests.len();
        let mut gone = is_gone.into_iter();
        read.report.tests.retain(|_| gone.next() == Some(false));
    }
}

fn titles(reads: &[ReadReport], indices: &[usize], title: Title) -> Titles {
    let mut titles = Titles::default();
    for &report in indices {
        for (index, test) in reads[report].report.tests.iter().enumerate() {
            titles.entry(title(test)).or_default().push((report, index));
        }
    }
    titles
}

/// Returns the letters of the name of a test without its class: formats join titles in different ways.
fn whole_title(test: &ReportedTest) -> String {
    letters(test.name.split_once("::").map_or(&*test.name, |(_, name)| name))
}

/// Returns the letters of the name of a test with its class.
fn title_with_class(test: &ReportedTest) -> String {
    letters(test.name.strip_prefix(WITHOUT_CLASS).unwrap_or(&test.name))
}

/// The class that a test of Mocha has in its xunit if it is in no suite.
const WITHOUT_CLASS: &str = "Mocha Tests::";

/// Returns the letters of a scenario without the rule that Cucumber has before it.
fn title_behind_rule(test: &ReportedTest) -> String {
    let name = test.name.split_once("::").map_or(&*test.name, |(_, name)| name);
    letters([" - ", ": "].iter().find_map(|sign| name.split_once(sign)).map_or(name, |(_, name)| name))
}

/// Returns the letters of its last title.
fn last_title(test: &ReportedTest) -> String {
    let name = test.name.split_once("::").map_or(&*test.name, |(_, name)| name);
    letters(name.rsplit(['>', '›']).next().unwrap_or(name))
}

fn letters(name: &str) -> String {
    // behave adds the number of the row of an outline.
    let name = name.split_once(" -- @").map_or(name, |(name, _)| name);
    // Some forms keep the colours in a title, and the end of a line as two signs.
    let name = name.replace("\\u001b[", "[").replace("\\n", " ");
    let name = without_lost_colours(&name);
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
