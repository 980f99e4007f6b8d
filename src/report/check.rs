//! The output of `fossick check`: for each run the records that were read, the missing inputs and their effect on the
//! features, and the records that were left out, with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde::Serialize;

use super::writers;
use crate::import::{FixedVersion, Import, Outcome, Rejected, Source, Unmatched};
use crate::model::text::{number, plural, sanitize};
use crate::model::{FocalLocation, Language, OracleCategory, TestKey, Truth, failed_in_words};
use crate::rank::{Rankers, Sentence};

/// The number of records listed per kind; the others are only counted.
const LISTED: usize = 20;

/// The counts of one run that are not part of its source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct Counts {
    /// Bugs with at least one executed test.
    groups: usize,
    groups_with_failures: usize,
    true_positives: usize,
    false_positives: usize,
    /// Tests that passed on both versions.
    true_negatives: usize,
    /// Tests that passed but fail on the fixed version.
    false_negatives: usize,
    /// Passed tests whose oracle and focal method are known.
    passed_of_known_kind: usize,
    /// Failed tests that also passed.
    flaky_failed: usize,
    /// Passed tests that also failed, either earlier or in another run.
    flaky_passed: usize,
    /// True if some of its groups are ordered by cause.
    #[serde(skip)]
    has_whole_tests: bool,
    /// The language of the failed tests, if it is the same for all; else Java.
    #[serde(skip)]
    language: Language,
}

impl Counts {
    fn of(import: &Import, run: usize) -> Counts {
        let mut counts = Counts::default();
        let mut languages = BTreeSet::new();
        for group in import.corpus.groups.iter().filter(|group| group.run == run) {
            counts.groups += 1;
            counts.groups_with_failures += usize::from(!import.corpus.tests_of(group).is_empty());
            counts.true_negatives += group.passed.true_negatives;
            counts.false_negatives += group.passed.false_negatives;
            counts.flaky_passed += group.passed.flaky;
            counts.passed_of_known_kind += group.passed.kinds.values().sum::<usize>();
            for &failure in &group.failures {
                let failure = &import.corpus.failures[failure];
                counts.flaky_failed += usize::from(failure.is_flaky);
                languages.insert(failure.language);
                match failure.truth {
                    Some(Truth::TruePositive) => counts.true_positives += 1,
                    Some(Truth::FalsePositive) => counts.false_positives += 1,
                    None => {}
                }
            }
        }
        counts.language = languages.pop_first().filter(|_| languages.is_empty()).unwrap_or_default();
        counts
    }
}

/// Writes one JSON object: `{"runs": [{…}]}`, with `fixed` if a fixed version was read, and `useless` if
/// files were left out.
pub fn json(import: &Import, out: &mut impl Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct RunReport<'a> {
        #[serde(flatten)]
        source: &'a Source,
        #[serde(flatten)]
        counts: Counts,
        #[serde(rename = "sources", skip_serializing_if = "Option::is_none")]
        mapped: Option<MappingCheck>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        flaky_tests: Vec<String>,
    }
    #[derive(Serialize)]
    struct Report<'a> {
        runs: Vec<RunReport<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        fixed: Option<&'a FixedVersion>,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        useless: &'a [Rejected],
    }
    let runs = import.sources.iter().enumerate();
    let runs = runs
        .map(|(run, source)| RunReport {
            source,
            counts: Counts::of(import, run),
            mapped: MappingCheck::of(import, run),
            flaky_tests: flaky(import, run),
        })
        .collect();
    writers::write_json(&Report { runs, fixed: import.fixed.as_ref(), useless: &import.useless }, out)
}

/// Writes text for people, one block per run.
pub fn text(import: &Import, out: &mut impl Write) -> io::Result<()> {
    let whole = runs_of_whole_tests(import);
    for (run, source) in import.sources.iter().enumerate() {
        if run > 0 {
            writeln!(out)?;
        }
        let counts = Counts { has_whole_tests: whole.contains(&run), ..Counts::of(import, run) };
        // If nothing is known of a fixed version, unknown outcomes are not reported.
        let outcomes =
            [counts.true_positives, counts.false_positives, counts.true_negatives, counts.false_negatives];
        let is_fixed_known = import.fixed.is_some() || outcomes.iter().any(|count| *count > 0);
        block(source, counts, is_fixed_known, MappingCheck::of(import, run), out)?;
        listed("flaky: failed and passed on one version", "  ", flaky(import, run).into_iter(), out)?;
        let unmatched = source.unmatched.iter().map(|Unmatched { key, outcome, reason }| {
            let outcome = if *outcome == Outcome::Failed { "failed" } else { "passed" };
            let TestKey { project, bug, test } = key;
            format!("{project} {bug} {test} ({outcome}): {reason}")
        });
        listed("not known on the fixed version", "  ", unmatched, out)?;
    }
    if let Some(fixed) = &import.fixed {
        fixed_version(fixed, out)?;
    }
    listed("left out", "", import.useless.iter().map(Rejected::to_string), out)?;
    if import.sources.len() > 1 {
        let runs = plural(import.sources.len(), "run");
        let groups = plural(import.corpus.groups.len(), "group");
        let failed = failed_in_words(&import.corpus.failures.iter());
        writeln!(out, "\n{runs}, {groups}, {failed}")?;
    }
    Ok(())
}

/// Returns the runs of which some groups are ordered by cause.
fn runs_of_whole_tests(import: &Import) -> BTreeSet<usize> {
    let (groups, rankers) = (&import.corpus.groups, Rankers::default_for(import));
    (0..groups.len())
        .filter(|index| !groups[*index].failures.is_empty() && rankers.of(*index).is_for_whole_tests())
        .map(|index| groups[index].run)
        .collect()
}

/// Returns project, bug and name of the tests that both failed and passed on one version, failed ones first.
fn flaky(import: &Import, run: usize) -> Vec<String> {
    let name =
        |project: &str, bug: &str, test: &str, outcome: &str| format!("{project} {bug} {test} ({outcome})");
    let groups = import.corpus.groups.iter().filter(|group| group.run == run);
    let failures = groups.flat_map(|group| &group.failures).map(|&failure| &import.corpus.failures[failure]);
    let failed = failures
        .filter(|failure| failure.is_flaky)
        .map(|failure| name(&failure.project, &failure.bug, &failure.test, "failed"));
    let others = import.others.iter().filter(|other| other.run() == run && other.is_flaky);
    let others = others.map(|other| name(&other.group.project, &other.group.bug, &other.test, "passed"));
    failed.chain(others).collect()
}

fn fixed_version(fixed: &FixedVersion, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nthe fixed version")?;
    for source in &fixed.sources {
        let path =
            source.path.as_ref().map_or("not from a file".to_owned(), |path| path.display().to_string());
        let Source { format, failed, passed, not_executed, rejected, .. } = source;
        let counts = details(&[
            (*failed, "failed"),
            (*passed, "passed"),
            (*not_executed, "not executed"),
            (rejected.len(), "not usable"),
        ]);
        let counts = if counts.is_empty() { "nothing failed".to_owned() } else { counts };
        line(out, &format!("  {}: {counts}", sanitize(&format!("{path} ({})", format.row().description))))?;
    }
    if fixed.new > 0 {
        let tests = plural(fixed.tests, "test");
        writeln!(out, "  of {tests}, {} not among the tests of the version under test", number(fixed.new))?;
    }
    let rejected = fixed.sources.iter().flat_map(|source| &source.rejected);
    listed("not usable", "  ", rejected.map(Rejected::to_string).collect::<Vec<_>>().into_iter(), out)
}

/// Returns a line for each of the first rows without a test of their own, and one for the others: what they
/// stand for did not run, so nothing else may look as if all were well.
pub(crate) fn without_test(import: &Import) -> Vec<String> {
    const TOLD: usize = 3;
    let rows = import.corpus.failures.iter().filter(|failure| !failure.is_executed());
    let count = rows.clone().count();
    let mut lines: Vec<String> = rows
        .take(TOLD)
        .map(|failure| sanitize(&Sentence::of(failure).beside_exception(usize::MAX)).into_owned())
        .collect();
    lines.extend((count > TOLD).then(|| format!("{} more like these are in the list", number(count - TOLD))));
    lines
}

/// The sentence on results without any test, which must not look as if all were well.
pub(crate) const NO_TESTS: &str = "no tests: the results hold none, so nothing failed and nothing passed";

/// Returns a sentence on results in which nothing has failed, or nothing to the end; None if there are failures.
pub(crate) fn nothing_failed(import: &Import) -> Option<String> {
    if !import.corpus.failures.is_empty() {
        return None;
    }
    let flaky = import.others.iter().filter(|other| other.is_flaky).count();
    Some(match flaky {
        _ if !import.has_tests() => NO_TESTS.to_owned(),
        0 => "no failed tests: nothing to rank".to_owned(),
        1 => "1 test failed and then passed: it is flaky, and `fossick check` names it".to_owned(),
        _ => format!(
            "{} tests failed and then passed: they are flaky, and `fossick check` names them",
            number(flaky)
        ),
    })
}

/// Returns a line about the files and records that were left out or repaired, with the first error of each
/// kind; None if there are none. Dropping duplicates is part of the method and does not count.
pub(crate) fn losses(import: &Import) -> Option<String> {
    fn part<'a>(mut lost: impl Iterator<Item = &'a Rejected>, what: [&str; 2]) -> Option<String> {
        let first = lost.next()?;
        let count = 1 + lost.count();
        let which = if count > 1 { format!("the first: {first}") } else { first.to_string() };
        Some(format!("{} {} ({which})", plural(count, what[0]), what[1]))
    }
    let parts = [
        part(
            import.useless.iter().chain(import.read_sources().flat_map(|source| &source.refused)),
            ["file", "left out"],
        ),
        part(import.read_sources().flat_map(|source| &source.rejected), ["record", "could not be used"]),
        part(import.read_sources().flat_map(|source| &source.repaired), ["record", "repaired"]),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().chain(superseded(import)).collect();
    (!parts.is_empty()).then(|| format!("{}; `fossick check` lists them", parts.join(", ")))
}

/// Returns the number of executions that later reports repeat; None if there are none.
pub(crate) fn superseded(import: &Import) -> Option<String> {
    let counts = || import.read_sources().filter_map(|source| source.reports);
    let repeated: usize = counts().map(|counts| counts.superseded).sum();
    let recovered: usize = counts().map(|counts| counts.recovered).sum();
    let failed = if recovered > 0 { format!(" ({recovered} failed before)") } else { String::new() };
    let executions = plural(repeated, "execution");
    (repeated > 0).then(|| format!("{executions} repeated by a later report, which counts{failed}"))
}

fn block(
    source: &Source,
    counts: Counts,
    is_fixed_known: bool,
    mapped: Option<MappingCheck>,
    out: &mut impl Write,
) -> io::Result<()> {
    let path = source.path.as_ref().map(|path| path.display().to_string());
    writeln!(out, "{}", sanitize(&source.run))?;
    writeln!(out, "  {}", source.format.row().description)?;
    writeln!(out, "  {}\n", sanitize(path.as_deref().unwrap_or("not from a file")))?;
    let duplicates = match source.duplicates {
        None => source.format.row().duplicates,
        Some(0) => "",
        Some(_) => "dropped: another test of the group has the same source",
    };
    let negatives = [(counts.true_negatives, "TN"), (counts.false_negatives, "FN")];
    let positives = [(counts.true_positives, "TP"), (counts.false_positives, "FP")];
    let passed = fixed_detail(source.passed, negatives, counts.flaky_passed, is_fixed_known);
    let failed = fixed_detail(source.failed, positives, counts.flaky_failed, is_fixed_known);
    let with_failures = format!("{} with failed tests", number(counts.groups_with_failures));
    let counted = source.reports.unwrap_or_default();
    let repeated = details(&[
        (counted.retries, "of them retries of a test that had failed"),
        (counted.further, "of them further failures of a test"),
        (counted.superseded, "of them repeated by a later report"),
        (counted.cells, "of them in further cells of a matrix"),
    ]);
    if let Some(reports) = source.reports {
        writeln!(out, "  {:<12}{:>12}", "reports", number(reports.files))?;
    }
    let rows: [(&str, Option<usize>, &str); 7] = [
        ("records", Some(source.records), &repeated),
        ("not usable", Some(source.rejected.len()), ""),
        ("duplicates", source.duplicates, duplicates),
        ("not executed", Some(source.not_executed), &not_executed_detail(source)),
        ("passed", Some(source.passed), &passed),
        ("failed", Some(source.failed), &failed),
        ("groups", Some(counts.groups), &with_failures),
    ];
    for (label, count, detail) in rows {
        let count = count.map_or("–".to_owned(), number);
        line(out, &format!("  {label:<12}{count:>12}   {detail}"))?;
    }
    supplied(source, counts, out)?;
    if source.failed > 0 && source.passed > 0 {
        let has_parsed_sources = mapped.is_some() && counts.language != Language::Other;
        let (passed, add) = (number(source.passed), passed_add(counts, has_parsed_sources));
        line(out, &format!("    passed tests  {passed:>8}   {add}"))?;
    }
    if counts.has_whole_tests {
        writeln!(out, "    whole tests: ordered by cause; `--ranker` names another order")?;
    }
    if let Some(mapped) = mapped {
        mapped.text(counts, out)?;
    }
    unjoined(source, out)?;
    listed("not usable", "  ", source.rejected.iter().map(Rejected::to_string), out)?;
    listed("not read", "  ", source.refused.iter().map(Rejected::to_string), out)?;
    listed("repaired", "  ", source.repaired.iter().map(Rejected::to_string), out)
}

/// Writes a line without trailing blanks.
fn line(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "{}", text.trim_end())
}

fn count_line(count: usize, text: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "    {:>7}   {}", number(count), sanitize(text))
}

/// Describes tests that were not executed; those listed in a table's folder need not be rows of the table.
fn not_executed_detail(source: &Source) -> String {
    if source.format.row().is_of_project() && source.not_executed > 0 {
        const SKIPPED: &str = "skipped, disabled or aborted";
        if source.without_test == 0 {
            return SKIPPED.to_owned();
        }
        let skipped = source.not_executed - source.without_test;
        return details(&[
            (skipped, SKIPPED),
            (source.without_test, "in the list: not loaded, not started, or told by a total only"),
        ]);
    }
    let Some(table) = source.path.as_ref().filter(|_| source.format.row().has_list_of_left_out) else {
        return String::new();
    };
    let table = table.display().to_string();
    let rejected = source.rejected.iter().filter(|record| *record.file == table).count();
    let rows = source.records.saturating_sub(source.failed + source.passed + rejected);
    match source.not_executed.saturating_sub(rows) {
        0 => String::new(),
        listed => format!("{} listed in dropped.csv only, no records of the table", number(listed)),
    }
}

/// Returns the benefit of the passed tests for a ranking.
fn passed_add(counts: Counts, has_sources: bool) -> String {
    match counts.passed_of_known_kind {
        0 if has_sources => {
            "`--ranker pass-aware` finds their oracles and focal methods in the sources, and ranks by them"
                .to_owned()
        }
        0 => "without oracle and focal method: `--ranker pass-aware` gives the forest's list".to_owned(),
        known => {
            format!("{} with oracle and focal method: `--ranker pass-aware` ranks by them", number(known))
        }
    }
}

/// Describes the outcomes on the fixed version of tests that passed or failed, by their counts of each verdict.
fn fixed_detail(all: usize, verdicts: [(usize, &str); 2], flaky: usize, is_fixed_known: bool) -> String {
    let unknown = if is_fixed_known { all - verdicts[0].0 - verdicts[1].0 } else { 0 };
    details(&[verdicts[0], verdicts[1], (unknown, "unknown on the fixed version"), (flaky, "flaky")])
}

fn details(parts: &[(usize, &str)]) -> String {
    let known = parts.iter().filter(|(count, _)| *count > 0);
    known.map(|(count, what)| format!("{} {what}", number(*count))).collect::<Vec<_>>().join(", ")
}

/// The number of inputs that are known of tests whose sources are not parsed: the trace and the source.
const KNOWN_UNPARSED: usize = 2;

/// The label for the exceptions of tests with a trace.
const EXCEPTION: &str = "… exception";

/// Prints how many failed tests have each input, and the effect of its absence on the features or on what is known.
fn supplied(source: &Source, counts: Counts, out: &mut impl Write) -> io::Result<()> {
    let Counts { language, flaky_passed: flaky, .. } = counts;
    if source.failed == 0 {
        let rows = plural(source.without_test, "row");
        return match (source.without_test, flaky) {
            _ if !source.has_tests() => writeln!(out, "\n  {NO_TESTS}"),
            (0, 0) => writeln!(out, "\n  no failed tests: nothing to rank"),
            (0, _) => {
                writeln!(out, "\n  no test failed to the end, {} flaky: nothing to rank", number(flaky))
            }
            _ => writeln!(
                out,
                "\n  no executed test failed, but the list has {rows}: not executed, without features"
            ),
        };
    }
    let supplied = &source.supplied;
    let of_project = [
        ("trace", supplied.trace, "their report has only a message"),
        ("source", supplied.generated_test, "their code is not shown"),
        ("expectation", supplied.prediction, "what they expect is not known"),
        ("method", supplied.focal_method, "the method that they test is not known"),
        ("its Javadoc", supplied.docstring, "the expected behaviour is not described"),
    ];
    let without_method = "focal_method_name_count counts them as one method without a name,\n\
                          is_exp_trace_exception looks at the docstring only";
    let without_docstring = "test_doc_sim is 0, is_exp_trace_exception looks at the focal method only";
    let without_test = "test_distinct_code_line and test_doc_sim are 0, duplicates are not recognized";
    let without_exception = "the features of exception and message use the text in its place:\n\
                             below the test's name, or at the beginning of the trace";
    let of_table = [
        ("focal method", supplied.focal_method, without_method),
        ("docstring", supplied.docstring, without_docstring),
        ("test prefix", supplied.test_prefix, "test_prefix_exception is 0"),
        ("generated test", supplied.generated_test, without_test),
        ("prediction", supplied.prediction, "is_exception is 0, is_no_exception is 1"),
        ("trace", supplied.trace, "the features of exception and message are the same for all of them"),
        (EXCEPTION, supplied.exception, without_exception),
        ("truth", supplied.truth, "TP or FP is not known"),
    ];
    let is_of_project = source.format.row().is_of_project();
    let (heading, inputs) = match is_of_project {
        true if language == Language::Other => ("known of the failed tests", &of_project[..KNOWN_UNPARSED]),
        true => ("known of the failed tests", &of_project[..]),
        false => ("the failed tests come with", &of_table[..]),
    };
    writeln!(out, "\n  {heading}")?;
    // The exception has its own line only if some test lacks it.
    let named = supplied.exception == supplied.trace;
    for (label, count, effects) in inputs.iter().filter(|(label, ..)| *label != EXCEPTION || !named) {
        let mut effects = effects.lines();
        let first = match (source.failed - count, effects.next()) {
            (0, _) | (_, None) => String::new(),
            (missing, Some(effect)) => format!("{} without: {effect}", number(missing)),
        };
        let label = language.in_its_words(label);
        line(out, &format!("    {label:<14}{:>8}   {}", number(*count), language.in_its_words(&first)))?;
        if *count < source.failed {
            effects.try_for_each(|effect| writeln!(out, "{:29}{effect}", ""))?;
        }
    }
    if source.passed == 0 && !is_of_project {
        writeln!(out, "    no passed tests: TN, FN and the false positive rate are not known")?;
    }
    Ok(())
}

fn unjoined(source: &Source, out: &mut impl Write) -> io::Result<()> {
    if source.unjoined.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n  what did not join")?;
    for unjoined in &source.unjoined {
        count_line(unjoined.count, unjoined.reason, out)?;
        for example in &unjoined.examples {
            writeln!(out, "              {}", sanitize(example))?;
        }
        let more = unjoined.count - unjoined.examples.len();
        if more > 0 {
            writeln!(out, "              and {} more", number(more))?;
        }
    }
    Ok(())
}

/// Lists records; prints nothing, not even the heading, if there are none.
fn listed(
    label: &str,
    indent: &str,
    records: impl ExactSizeIterator<Item = String>,
    out: &mut impl Write,
) -> io::Result<()> {
    let count = records.len();
    if count == 0 {
        return Ok(());
    }
    writeln!(out, "\n{indent}{label}")?;
    for record in records.take(LISTED) {
        writeln!(out, "{indent}  {}", sanitize(&record))?;
    }
    if count > LISTED {
        writeln!(out, "{indent}  and {} more (--format json lists them all)", number(count - LISTED))?;
    }
    Ok(())
}

/// The reason of all focal methods that are one of several which their tests call.
const UNCLEAR: &str = "the test calls methods of the project; which one is meant is not clear";

/// Counts of a run's failed tests whose test, oracle or focal method was found in the sources.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
struct MappingCheck {
    tests: usize,
    /// The categories of the oracles that failed, or of the only one if the test ended before any was evaluated.
    oracle_categories: BTreeMap<&'static str, usize>,
    /// The number of tests whose source was found but whose oracle category is undecided.
    oracle_undecided: usize,
    focal_methods: usize,
    focal_undecided: BTreeMap<String, usize>,
}

impl MappingCheck {
    /// Counts the run with this index; returns None if the source of none of its failed tests was found.
    fn of(import: &Import, run: usize) -> Option<MappingCheck> {
        let mut counts = MappingCheck::default();
        let groups = import.corpus.groups.iter().filter(|group| group.run == run);
        for &failure in groups.flat_map(|group| import.corpus.tests_of(group)) {
            let failure = &import.corpus.failures[failure];
            if failure.location.is_none() {
                continue;
            }
            counts.tests += 1;
            match failure.category.map(OracleCategory::name) {
                Some(name) => *counts.oracle_categories.entry(name).or_default() += 1,
                None => counts.oracle_undecided += 1,
            }
            match &failure.focal_location {
                FocalLocation::At(_) => counts.focal_methods += 1,
                FocalLocation::Undecided(reason) => {
                    // The text after the colon, and the methods that a test calls, concern a single test.
                    let kind = match reason.split([':', ';']).next().unwrap_or(reason) {
                        kind if kind.starts_with("the test calls ") => UNCLEAR,
                        kind => kind,
                    };
                    *counts.focal_undecided.entry(kind.to_owned()).or_default() += 1;
                }
                FocalLocation::Unknown => {}
            }
        }
        (counts.tests > 0).then_some(counts)
    }

    /// Returns the kinds of the oracles in words and their numbers, the most frequent first. `TOGBench`'s names for
    /// them belong to generated tests.
    fn kinds(&self, are_of_whole_tests: bool) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for category in OracleCategory::ALL {
            let words = match category.words() {
                words if are_of_whole_tests => words.to_owned(),
                words => format!("{words} ({})", category.name()),
            };
            *counts.entry(words).or_default() +=
                self.oracle_categories.get(category.name()).copied().unwrap_or(0);
        }
        let mut kinds: Vec<(String, usize)> = counts.into_iter().filter(|(_, count)| *count > 0).collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        kinds
    }

    fn text(&self, counts: Counts, out: &mut impl Write) -> io::Result<()> {
        let language = counts.language;
        writeln!(out, "\n  found in the sources for the failed tests")?;
        count_line(self.tests, "with the test's own source", out)?;
        if language == Language::Other {
            return writeln!(
                out,
                "\n  what a test expects, and the function that it tests, are known in Java, Python, JavaScript and TypeScript"
            );
        }
        count_line(self.tests - self.oracle_undecided, "with the kind of their oracle", out)?;
        count_line(self.focal_methods, &language.in_its_words("with the focal method"), out)?;
        writeln!(
            out,
            "\n  kinds of their oracles: of the one that failed, or of the only one if the test ended before it"
        )?;
        for (words, count) in self.kinds(counts.has_whole_tests) {
            count_line(count, &language.in_its_words(&words), out)?;
        }
        if self.oracle_undecided > 0 {
            count_line(self.oracle_undecided, "undecided", out)?;
        }
        if !self.focal_undecided.is_empty() {
            let title =
                language.in_its_words("focal methods that are not known: their features count as empty");
            writeln!(out, "\n  {title}")?;
            for (reason, count) in &self.focal_undecided {
                count_line(*count, &language.in_its_words(reason), out)?;
            }
        }
        Ok(())
    }
}
