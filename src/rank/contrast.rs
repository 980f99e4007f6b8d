//! The comparison of a failure with its neighbours: the traits that it shares with them, and those that set it apart.
//!
//! A trait that all failures of the group have is left out.

use std::collections::HashMap;

use serde::Serialize;

use super::Neighbours;
use super::feature_words::{Values, similarity};
use super::statement::{Trait, with_singular_verb};
use crate::features::is_not_in_input;
use crate::lang::method_name;
use crate::model::{Failure, Feature, FeatureVector, OracleKind};

const QUOTED: usize = 50;
/// The value of a failure whose assertion failed, as its kind of exception.
const ASSERTION: &str = "assertion";

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Contrast {
    /// The number of other failures with exactly the same features.
    #[serde(rename = "alike")]
    pub equal: usize,
    pub neighbours: usize,
    /// True if the neighbours are all the other failures.
    #[serde(skip)]
    pub are_all: bool,
    /// The traits of at least two in three of the neighbours, with their number: `38 throw X`.
    #[serde(rename = "neighbours_share")]
    pub shared: Vec<String>,
    /// The traits of the failure that at most one in three of the neighbours have, while at least half of the
    /// neighbours agree on another value; and its two numbers where they are outside the range of the
    /// neighbours'.
    pub apart: Vec<String>,
    #[serde(skip)]
    differs_in: Vec<String>,
    /// True if it throws an exception where the neighbours' assertions fail.
    #[serde(skip)]
    throws: bool,
    /// True if the neighbours' exception is among the shared traits.
    #[serde(skip)]
    names_exception: bool,
}

/// The traits by which failures are compared, besides two numbers: the lines of its own, and the similarity
/// to its Javadoc.
const TRAITS: [Feature; 6] = [
    Feature::IsException,
    Feature::TraceExceptionCount,
    Feature::IsExpTraceException,
    Feature::TraceExceptionMsgCount,
    Feature::FocalMethodNameCount,
    Feature::TestPrefixException,
];

/// Returns a failure's value of a trait, to compare, and the words for many failures; None if its input lacks
/// that. `names` keeps the names of focal methods: finding one takes a parser, and there can be thousands of
/// neighbours.
fn trait_value<'a>(
    feature: Feature,
    failure: &'a Failure,
    row: &FeatureVector,
    names: &mut HashMap<&'a str, String>,
) -> Option<(String, String)> {
    if is_not_in_input(feature, failure) {
        return None;
    }
    let words = |words: &str| failure.language.in_its_words(words).into_owned();
    let (key, phrase) = match feature {
        Feature::IsException => match failure.oracle.kind() {
            OracleKind::Exception => ("throw", words("expect a throw")),
            OracleKind::Assertion => ("value", words("expect a value")),
            OracleKind::NoException => ("none", words("expect no throw")),
        },
        Feature::TraceExceptionCount => {
            let phrase = format!("{} {}", words("throw"), failure.trace.exception_name());
            (failure.trace.exception(), phrase)
        }
        Feature::TraceExceptionMsgCount => match failure.message() {
            "" => ("", "have no message".to_owned()),
            message => (message, format!("have the message “{}”", quoted(message))),
        },
        Feature::FocalMethodNameCount => {
            let name = || method_name(&failure.focal_method, failure.language);
            let name = names.entry(&failure.focal_method).or_insert_with(name);
            (&**name, format!("test {name}"))
        }
        Feature::TestPrefixException if row[feature] > 0.0 => ("catches", words("have a catch block")),
        Feature::TestPrefixException => ("", words("have no catch block")),
        _ if failure.is_assertion_failure() => (ASSERTION, "fail an assertion".to_owned()),
        _ if row[feature] > 0.0 => ("expected", words("end with an expected exception")),
        _ => ("", words("end with an unexpected exception")),
    };
    Some((key.to_owned(), phrase))
}

/// Returns true if failures of the group differ in a trait of row `row`: a trait of all failures says nothing
/// about some.
fn varies(feature: Feature, rows: &[FeatureVector], row: usize) -> bool {
    let differs =
        |feature: Feature| rows.iter().any(|other| (other[feature] - rows[row][feature]).abs() > 0.0);
    match feature {
        Feature::IsException => differs(Feature::IsException) || differs(Feature::IsNoException),
        Feature::TestPrefixException | Feature::IsExpTraceException => differs(feature),
        // The other features count the failures with the same value.
        _ => rows[row][feature] < rows.len() as f64,
    }
}

fn quoted(message: &str) -> String {
    let mut quoted: String = message.chars().take(QUOTED).collect();
    if quoted.len() < message.len() {
        quoted.push('…');
    }
    quoted
}

impl Contrast {
    /// Compares row `row` of a group with its neighbours; `failures` and `rows` are the whole group's.
    pub(crate) fn new(
        failures: &[&Failure],
        rows: &[FeatureVector],
        row: usize,
        neighbours: &Neighbours,
    ) -> Contrast {
        let near = &neighbours.nearest;
        let mut contrast = Contrast {
            equal: neighbours.equal.len(),
            neighbours: near.len(),
            are_all: 1 + neighbours.equal.len() + near.len() == rows.len(),
            ..Contrast::default()
        };
        if near.is_empty() {
            return contrast;
        }
        for feature in TRAITS {
            contrast.compare(feature, failures, rows, row, near);
        }
        contrast.compare_number(Feature::TestDistinctCodeLine, failures, rows, row, near);
        contrast.compare_number(Feature::TestDocSim, failures, rows, row, near);
        contrast
    }

    fn compare(
        &mut self,
        feature: Feature,
        failures: &[&Failure],
        rows: &[FeatureVector],
        row: usize,
        near: &[usize],
    ) {
        let mut names = HashMap::new();
        let Some((own, own_words)) = trait_value(feature, failures[row], &rows[row], &mut names) else {
            return;
        };
        let mut counts: HashMap<String, (usize, usize, String)> = HashMap::new();
        for (place, &other) in near.iter().enumerate() {
            if let Some((key, phrase)) = trait_value(feature, failures[other], &rows[other], &mut names) {
                let phrase = if near.len() == 1 { with_singular_verb(&phrase) } else { phrase };
                counts.entry(key).or_insert((0, place, phrase)).0 += 1;
            }
        }
        // Of several equally common values, the one of the nearest neighbour is taken.
        let common = counts.iter().max_by_key(|(_, (count, place, _))| (*count, std::cmp::Reverse(*place)));
        let Some((key, (count, _, words))) = common else { return };
        let total = near.len();
        // The name of its exception says as much.
        let is_said = key == ASSERTION && self.names_exception;
        if count * 3 >= total * 2 && !is_said && (*key != own || varies(feature, rows, row)) {
            self.shared.push(counted(words, *count, total));
            self.names_exception |= feature == Feature::TraceExceptionCount;
        }
        // Never true of its own value, if that is the common one.
        let as_it = counts.get(&own).map_or(0, |(count, ..)| *count);
        if as_it * 3 <= total && count * 2 >= total {
            let theirs = if as_it == 0 { "none".to_owned() } else { as_it.to_string() };
            self.apart.push(format!("{} ({theirs} of them)", with_singular_verb(&own_words)));
            let word = match feature {
                Feature::IsException => "expectation",
                Feature::TraceExceptionMsgCount => "message",
                Feature::FocalMethodNameCount => "method",
                Feature::TestPrefixException => "catch in the prefix",
                _ => "exception",
            };
            self.throws |= key == ASSERTION;
            self.differs_in.push(failures[row].language.in_its_words(word).into_owned());
        }
    }

    fn compare_number(
        &mut self,
        feature: Feature,
        failures: &[&Failure],
        rows: &[FeatureVector],
        row: usize,
        near: &[usize],
    ) {
        let values = || {
            near.iter()
                .filter(|&&other| !is_not_in_input(feature, failures[other]))
                .map(|&o| rows[o][feature])
        };
        if is_not_in_input(feature, failures[row]) || values().next().is_none() {
            return;
        }
        let own = rows[row][feature];
        let (least, most) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
            (value.min(least), value.max(most))
        });
        if (least..=most).contains(&own) {
            return;
        }
        let shown = |value: f64| match feature {
            Feature::TestDocSim => similarity(value),
            _ => format!("{value:.0}"),
        };
        let (own, least, most) = (shown(own), shown(least), shown(most));
        if own == least || own == most {
            return; // they differ only in digits that are not shown
        }
        let theirs = if least == most { least } else { format!("{least} to {most}") };
        let word = match feature {
            Feature::TestDocSim => "similarity to the Javadoc",
            _ => "number of own lines",
        };
        self.differs_in.push(failures[row].language.in_its_words(word).into_owned());
        self.apart.push(match feature {
            Feature::TestDocSim => {
                let phrase = format!("is like its Javadoc by {own} (theirs: {theirs})");
                failures[row].language.in_its_words(&phrase).into_owned()
            }
            _ if own == "0" => format!("shares every line with other tests (lines of their own: {theirs})"),
            _ if own == "1" => format!("has 1 line of its own (theirs: {theirs})"),
            _ => format!("has {own} lines of its own (theirs: {theirs})"),
        });
    }

    pub(crate) fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.equal > 0 {
            let (others, have) = if self.equal == 1 { ("other", "has") } else { ("others", "have") };
            sentences.push(format!("{} {others} {have} exactly the same features.", self.equal));
        }
        let traits: Vec<&str> = self.shared.iter().filter_map(|it| it.strip_prefix("all ")).collect();
        let one = if self.are_all { "The one failure unlike it" } else { "The most similar failure" };
        let others = match (self.are_all, self.equal) {
            (true, 0) => "others",
            (true, _) => "failures unlike it",
            (false, _) => "similar failures",
        };
        sentences.push(match (self.neighbours, &self.shared[..]) {
            (0, _) => return sentences,
            (1, []) => format!("{one} has little in common with it."),
            (1, shared) => format!("{one} {}.", listed(shared)),
            (count, []) => format!("All {count} {others} have little in common."),
            // Traits that all of them share need no numbers.
            (count, shared) if traits.len() == shared.len() => {
                format!("All {count} {others} {}.", listed(&traits))
            }
            (count, [shared]) => {
                let (some, does) = shared.split_once(' ').unwrap_or(("", shared));
                format!("{some} of {count} {others} {does}.")
            }
            (count, shared) => format!("Of {count} {others}: {}.", shared.join(", ")),
        });
        if self.shared.is_empty() {
            return sentences;
        }
        let mut differs_in = self.differs_in.clone();
        differs_in.dedup();
        sentences.push(match differs_in.last() {
            Some(_) if self.throws && differs_in.len() == 1 => "This one throws an exception.".to_owned(),
            None if self.neighbours == 1 => "It is much like that one.".to_owned(),
            None => "It is much like them.".to_owned(),
            Some(_) => format!("This one differs in its {}.", listed(&differs_in)),
        });
        sentences
    }
}

/// Returns what two failures of a group have in common that is rare: `near: 6 of 28 expect a throw · different method`,
/// or `little in common: different …`; empty without such a trait.
pub(crate) fn rare_in_common([one, other]: &[Values<'_>; 2], failures: [&Failure; 2]) -> String {
    let all = one.rows.len();
    let (mut own, mut shared) = (Vec::new(), Vec::new());
    for (of_one, of_other) in one.traits(failures[0]).into_iter().zip(other.traits(failures[1])) {
        let is_shared = of_one == of_other;
        let Trait { features, counted, value } = of_one;
        let is_missing =
            features.iter().any(|&feature| failures.iter().any(|failure| is_not_in_input(feature, failure)));
        // Exception and method have traits of their own.
        if !is_shared || is_missing || features == [Feature::FocalUnexpTraceECount] {
            continue;
        }
        let Some(counted) = counted else { continue };
        match value {
            Some(value) if counted.count == 1 => own.push(value),
            None if counted.is_rare(all) => {
                shared.push(format!("{} of {all} {}", counted.count, counted.text));
            }
            _ => {}
        }
    }
    let start = if shared.is_empty() { "little in common: " } else { "near: " };
    let [exception, others] = failures.map(|failure| failure.trace.exception_name());
    if exception != others && !own.is_empty() && !own.contains(&"exception") {
        own.insert(0, "exception");
    }
    let own = (!own.is_empty()).then(|| format!("different {}", listed(&own)));
    let traits = shared.into_iter().chain(own).collect::<Vec<_>>().join(" · ");
    let phrase = if traits.is_empty() { traits } else { start.to_owned() + &traits };
    failures[0].language.in_its_words(&phrase).into_owned()
}

/// Returns words as in `a, b and c`.
fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// Returns a trait with the number of failures that have it; nothing is counted of one failure.
fn counted(words: &str, count: usize, total: usize) -> String {
    match total {
        1 => words.to_owned(),
        _ if count == total => format!("all {words}"),
        _ => format!("{count} {words}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::StackTrace;

    fn failure(exception: &str, focal_method: &str, docstring: &str) -> Failure {
        Failure {
            project: "Shop".into(),
            bug: "1".into(),
            test: "a.B::t".into(),
            focal_method: format!("int {focal_method}() {{ return 0; }}").into(),
            docstring: docstring.into(),
            test_prefix: "f();".into(),
            generated_test: "f();".into(),
            trace: StackTrace(format!("a.B::t\n{exception}\n").into()),
            ..Failure::default()
        }
    }

    /// Returns twelve failures that overdraw a purse, and one that finds it empty by an unexpected error.
    fn group() -> (Vec<Failure>, Vec<FeatureVector>) {
        let crowd = (0..12).map(|_| failure("java.lang.IllegalArgumentException: not enough", "take", "doc"));
        let failures: Vec<Failure> = crowd.chain([failure("java.lang.Error", "size", "doc")]).collect();
        let rows = (0..13).map(|i| {
            let mut row = FeatureVector::default();
            let count = if i == 12 { 1.0 } else { 12.0 };
            row[Feature::TraceExceptionCount] = count;
            row[Feature::TraceExceptionMsgCount] = count;
            row[Feature::FocalMethodNameCount] = count;
            row[Feature::IsNoException] = 1.0;
            row[Feature::IsExpTraceException] = if i == 12 { 0.0 } else { 1.0 };
            row[Feature::TestDocSim] = if i == 12 { 0.9 } else { f64::from(i) / 100.0 };
            row[Feature::TestDistinctCodeLine] = 1.0;
            row
        });
        (failures.clone(), rows.collect())
    }

    fn contrast(row: usize, neighbours: &Neighbours) -> Contrast {
        let (failures, rows) = group();
        let failures: Vec<&Failure> = failures.iter().collect();
        Contrast::new(&failures, &rows, row, neighbours)
    }

    #[test]
    fn shared_and_distinguishing_traits_are_stated() {
        let outlier = contrast(12, &Neighbours { equal: vec![], nearest: (0..12).collect() });
        assert_eq!(
            outlier.sentences(),
            [
                "All 12 others throw IllegalArgumentException, end with an expected exception, have the message \
                 “not enough” and test take.",
                "This one differs in its exception, message, method and similarity to the Javadoc.",
            ],
            "a trait of the whole group is not mentioned"
        );
    }

    #[test]
    fn an_exception_among_failed_assertions_is_named_so() {
        let (mut failures, rows) = group();
        for (index, failure) in failures.iter_mut().enumerate().take(12) {
            let library = ["java.lang.AssertionError", "org.junit.ComparisonFailure"][index % 2];
            failure.trace = StackTrace(format!("a.B::t\n{library}: not {index}\n").into());
            failure.focal_method = "int take() { return 0; }".into();
        }
        failures[12].focal_method = "int take() { return 0; }".into();
        let failures: Vec<&Failure> = failures.iter().collect();
        let all = Neighbours { equal: vec![], nearest: (0..12).collect() };
        let sentences = Contrast::new(&failures, &rows, 12, &all).sentences().join(" ");
        assert!(sentences.starts_with("All 12 others fail an assertion"), "{sentences}");
    }

    #[test]
    fn a_typical_failure_is_much_like_its_neighbours() {
        let crowd = contrast(3, &Neighbours { equal: vec![4], nearest: vec![2, 5, 1, 6] });
        assert_eq!(crowd.apart, [""; 0]);
        assert_eq!(crowd.sentences()[0], "1 other has exactly the same features.");
        assert!(crowd.sentences()[1].starts_with("All 4 similar failures throw Illegal"));
        assert_eq!(crowd.sentences()[2], "It is much like them.");
    }

    #[test]
    fn without_neighbours_there_is_no_comparison() {
        assert_eq!(contrast(0, &Neighbours::default()).sentences(), [""; 0]);
        let copies = contrast(0, &Neighbours { equal: vec![1, 2], nearest: vec![] });
        assert_eq!(copies.sentences(), ["2 others have exactly the same features."]);
    }

    #[test]
    fn missing_inputs_are_not_compared() {
        let (mut failures, mut rows) = group();
        for failure in &mut failures {
            failure.focal_method = "".into();
        }
        failures[12].docstring = "".into();
        rows[12][Feature::TestDocSim] = 0.0;
        let failures: Vec<&Failure> = failures.iter().collect();
        let all = Neighbours { equal: vec![], nearest: (0..12).collect() };
        let contrast = Contrast::new(&failures, &rows, 12, &all);
        assert!(
            contrast
                .sentences()
                .iter()
                .all(|sentence| !sentence.contains("test ") && !sentence.contains("Javadoc"))
        );
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(quoted(&"é".repeat(60)), format!("{}…", "é".repeat(50)));
        assert_eq!(quoted("short"), "short");
    }
}
