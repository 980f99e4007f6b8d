//! Coverage and mutants of single tests: coverage.py with contexts, `JaCoCo` and PIT of one test, PIT's full matrix.
//!
//! A report belongs to the test that the id of `JaCoCo`'s session names, else its file, else its folder; the
//! name may be that of the test, its method or its class. Reports that name no test are about all together,
//! and only their totals count.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::cases::{Case, GeneratedTests};
use super::coverage::{self, Format, Jacoco, Mutant, Report, format, read, read_json};
use crate::import::error::Result;
use crate::model::Coverage;
use crate::project::walk::{files, name_of, stem, walk};
use crate::trace::test_code::tested_name;

/// Returns the reports in a folder, by name: those that tools write by default, and those of single tests.
pub(crate) fn find(folder: &Path) -> Vec<PathBuf> {
    files(walk(folder).filter_entry(|entry| entry.file_name() != "node_modules"))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let [is_xml, is_json] = [".xml", ".json"].map(|ending| name.ends_with(ending));
            is_xml && (name.starts_with("jacoco") || name.starts_with("mutations"))
                || is_json && name.starts_with("coverage")
        })
        .collect()
}

pub(crate) fn is_report(path: &Path) -> bool {
    path.is_file() && matches!(format(path), Some(Format::Jacoco | Format::CoveragePy | Format::PitXml))
}

impl GeneratedTests {
    pub(crate) fn add_reports(&mut self, reports: &BTreeSet<PathBuf>) -> Result<()> {
        if reports.is_empty() {
            return Ok(());
        }
        let names = Names::of(&self.cases);
        let mut of_cases: Vec<(usize, Found)> = Vec::new();
        let mut whole: Vec<Report> = Vec::new();
        for path in reports {
            let found = match format(path) {
                Some(Format::CoveragePy) => coverage_py(path, &names)?,
                Some(Format::Jacoco) => jacoco(path, &self.cases, &names)?,
                Some(Format::PitXml) => mutations(path, &self.cases, &names)?,
                Some(Format::PitPage) | None => continue,
            };
            if found.is_empty() {
                whole.extend(read(path)?);
            }
            of_cases.extend(found);
        }
        // The figures of a report of one test replace those of a report of several.
        of_cases.sort_by_key(|(_, found)| found.is_of_one);
        for (place, found) in of_cases {
            let case = &mut self.cases[place];
            case.coverage = found.coverage.or(case.coverage.take());
            case.lines = found.lines.or(case.lines);
            case.killed = found.killed.or(case.killed);
        }
        self.notes.extend(whole.iter().map(Report::describe));
        Ok(())
    }
}

/// The figures of a report for one case; the case is an index.
type FoundOfCases = Result<Vec<(usize, Found)>>;

#[derive(Debug, Default)]
struct Found {
    is_of_one: bool,
    coverage: Option<Coverage>,
    lines: Option<f64>,
    killed: Option<f64>,
}

/// The tests by what a report can call them; None for a name of several.
struct Names(HashMap<String, Option<usize>>);

impl Names {
    fn of(cases: &[Case]) -> Names {
        let mut names: HashMap<String, Option<usize>> = HashMap::new();
        for (place, case) in cases.iter().enumerate() {
            let (class, method) = case.test.split_once("::").unwrap_or((&case.test, ""));
            let simple = class.rsplit(['.', '$']).next().unwrap_or_default();
            let mut of_case: BTreeSet<String> =
                [method, class, simple, &*case.test].into_iter().map(str::to_owned).collect();
            of_case.insert(format!("{class}.{method}"));
            for name in of_case {
                names.entry(name).and_modify(|known| *known = None).or_insert(Some(place));
            }
        }
        Names(names)
    }

    fn get(&self, name: &str) -> Option<usize> {
        let cut =
            ["coverage-", "jacoco-", "mutations-", "s-"].iter().find_map(|prefix| name.strip_prefix(prefix));
        self.0.get(cut.unwrap_or(name)).copied().flatten()
    }

    fn of_report(&self, path: &Path, id: Option<&str>) -> Option<usize> {
        id.and_then(|id| self.get(id))
            .or_else(|| self.get(&stem(path)))
            .or_else(|| self.get(&path.parent().and_then(name_of)?))
    }

    /// Returns the test of a context, `path/test_a.py::Class::test_b[x]|run`, or of a whole context.
    fn of_context(&self, context: &str) -> Option<usize> {
        let context = context.split('|').next().unwrap_or_default();
        let Some((file, test)) = context.split_once("::") else { return self.get(context) };
        let module = file.trim_end_matches(".py").replace(['/', '\\'], ".");
        let (class, method) = match test.rsplit_once("::") {
            Some((class, method)) => (format!("{module}.{}", class.replace("::", ".")), method),
            None => (module, test),
        };
        let names = [format!("{class}::{method}"), method.to_owned()];
        names.iter().find_map(|name| self.get(name))
    }
}

#[derive(Deserialize)]
struct CoveredFile {
    executed_lines: Vec<u64>,
    /// None in reports of older versions, which only count branches.
    executed_branches: Option<Vec<(i64, i64)>>,
    summary: Summary,
    #[serde(default)]
    contexts: HashMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Summary {
    num_statements: usize,
    num_branches: Option<usize>,
}

fn coverage_py(path: &Path, names: &Names) -> FoundOfCases {
    #[derive(Deserialize)]
    struct Document {
        files: BTreeMap<String, CoveredFile>,
    }
    let document: Document = read_json(path, "the report of `coverage json`, format 2 or 3")?;
    let of_programs = document.files.into_iter().filter(|(path, _)| {
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let is_module_of_tests = name.strip_suffix(".py").is_some_and(|stem| names.0.contains_key(stem));
        // Not the wider rule for code of tests: the program of a benchmark may be named `under_test.py`.
        !(is_module_of_tests || name.starts_with("test_") || name == "conftest.py")
    });
    let files: Vec<(u64, CoveredFile)> = of_programs.map(|(name, file)| (file_key(&name), file)).collect();
    let statements = files.iter().map(|(_, file)| file.summary.num_statements).sum();
    let branches =
        files.iter().map(|(_, file)| file.summary.num_branches.filter(|_| file.executed_branches.is_some()));
    let branch_count = branches.sum::<Option<usize>>();
    if let Some(place) = names.of_report(path, None) {
        let lines =
            files.iter().flat_map(|(key, file)| file.executed_lines.iter().map(move |line| key + line));
        let branches = files.iter().flat_map(|(key, file)| {
            let key = i64::try_from(*key).unwrap_or_default();
            file.executed_branches.iter().flatten().map(move |(from, to)| (key + from, *to))
        });
        let coverage = Coverage {
            lines: lines.collect(),
            branches: branches.collect(),
            statements,
            branch_count: branch_count.filter(|count| *count > 0),
        };
        return Ok(vec![(place, Found { is_of_one: true, coverage: Some(coverage), ..Found::default() })]);
    }
    let mut by_case: BTreeMap<usize, BTreeSet<u64>> = BTreeMap::new();
    // Lines of the empty context were executed when the module was loaded, for every test.
    let mut at_import = BTreeSet::new();
    for (key, file) in &files {
        let executed: BTreeSet<u64> = file.executed_lines.iter().copied().collect();
        for (line, contexts) in &file.contexts {
            let Some(line) = line.parse().ok().filter(|line| executed.contains(line)) else { continue };
            for context in contexts {
                if context.is_empty() {
                    at_import.insert(key + line);
                } else if let Some(place) = names.of_context(context) {
                    by_case.entry(place).or_default().insert(key + line);
                }
            }
        }
    }
    let found = by_case.into_iter().map(|(place, mut lines)| {
        lines.extend(&at_import);
        let coverage = Coverage { lines, statements, ..Coverage::default() };
        (place, Found { coverage: Some(coverage), ..Found::default() })
    });
    Ok(found.collect())
}

/// Returns a number that distinguishes the lines of one file from those of another.
fn file_key(name: &str) -> u64 {
    let mut hasher = foldhash::fast::FixedState::with_seed(0).build_hasher();
    hasher.write(name.as_bytes());
    (hasher.finish() >> 32) << 24
}

/// Returns the class that a test class is named after, as `JaCoCo` and PIT write it, with dots.
fn class_under_test(case: &Case) -> String {
    let class = case.test.split("::").next().unwrap_or_default();
    let (package, simple) = class.split_at(class.rfind('.').map_or(0, |dot| dot + 1));
    format!("{package}{}", tested_name(simple).unwrap_or(simple))
}

/// Reads the lines of the class under test; of the whole report if it has no such class.
fn jacoco(path: &Path, cases: &[Case], names: &Names) -> FoundOfCases {
    let Jacoco { id, whole, classes } = coverage::jacoco(path)?;
    let Some(place) = names.of_report(path, id.as_deref()) else { return Ok(Vec::new()) };
    let own = classes.get(&class_under_test(&cases[place])).copied().or(whole);
    let share = own.filter(|lines| lines.whole > 0).map(|lines| lines.part as f64 / lines.whole as f64);
    Ok(vec![(place, Found { is_of_one: true, lines: share, ..Found::default() })])
}

/// Reads the mutants of the class under test: all detected by one test, or each by the tests that its
/// `killingTests` name.
fn mutations(path: &Path, cases: &[Case], names: &Names) -> FoundOfCases {
    let mutants = coverage::mutants(path)?;
    let share = |place: usize, is_killed: &dyn Fn(&Mutant) -> bool| {
        let class = class_under_test(&cases[place]);
        let mut own: Vec<&Mutant> = mutants.iter().filter(|mutant| mutant.class == class).collect();
        if own.is_empty() {
            own = mutants.iter().collect();
        }
        let killed = own.iter().filter(|mutant| is_killed(mutant)).count();
        (!own.is_empty()).then(|| killed as f64 / own.len() as f64)
    };
    if let Some(place) = names.of_report(path, None) {
        let killed = share(place, &|mutant| mutant.is_detected);
        return Ok(vec![(place, Found { is_of_one: true, killed, ..Found::default() })]);
    }
    if !mutants.iter().any(|mutant| mutant.has_matrix) {
        return Ok(Vec::new());
    }
    // In a full matrix, a test that no mutant names detects none.
    let found = (0..cases.len()).map(|place| {
        let killed =
            share(place, &|mutant| mutant.killed_by.iter().any(|test| names.get(test) == Some(place)));
        (place, Found { killed, ..Found::default() })
    });
    Ok(found.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_that_breaks_off_is_an_error_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mutations.xml");
        let whole = "<mutations>\n<mutation detected='true'><killingTests>a.BTest.c(a.BTest)</killingTests></mutation>\n";
        for (text, found) in [
            (format!("{whole}</mutations>"), Ok(1)),
            (whole.to_owned(), Err("mutations.xml, line 3: the document ends within an element")),
            (format!("{whole}<mutation"), Err("mutations.xml, line 3: ")),
        ] {
            std::fs::write(&path, &text).expect("written");
            match (coverage::mutants(&path), found) {
                (Ok(mutants), Ok(count)) => assert_eq!(mutants.len(), count),
                (Err(error), Err(said)) => assert!(error.to_string().contains(said), "{error}"),
                (read, _) => panic!("{text}: {read:?}"),
            }
        }
    }

    #[test]
    fn the_class_under_test_is_the_one_that_the_test_class_is_named_after() {
        for (test, class) in [
            ("shop.Purse_ESTest::test0", "shop.Purse"),
            ("shop.PurseTests::empty", "shop.Purse"),
            ("TestPurse::empty", "Purse"),
            ("shop.Checks::empty", "shop.Checks"),
        ] {
            assert_eq!(class_under_test(&Case { test: test.into(), ..Case::default() }), class);
        }
    }
}
