//! The adequacy of test suites before and after their reference oracles are replaced by generated ones: from
//! a table, or from reports of coverage and mutation tests.
//!
//! ```text
//! --before DIR, --after DIR ──coverage──▶ totals of modules ──▶ AdequacyRow of each project
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::coverage::{self, Format, Report, Share};
use crate::evaluate::rounded;
use crate::import::error::{ImportError, Result};
use crate::project::build::{Project, is_build};
use crate::project::walk;
use crate::project::walk::folder_of;

/// The figures of a project's test suite, in percent.
pub(crate) struct AdequacyRow {
    pub(crate) approach: String,
    pub(crate) project: String,
    /// Line coverage before and after, mutation score before and after.
    pub(crate) values: [Option<f64>; 4],
    /// The changes of both, where they are given instead of the figures after.
    pub(crate) changes: [Option<f64>; 2],
    /// PIT's test strength before and after: the mutation score of covered mutants.
    pub(crate) strength: [Option<f64>; 2],
}

impl AdequacyRow {
    /// Returns the change of line coverage or, with 1, of the mutation score, in points; equal changes are
    /// equal numbers.
    pub(crate) fn change(&self, figure: usize) -> Option<f64> {
        self.changes[figure]
            .or_else(|| Some(self.values[2 * figure + 1]? - self.values[2 * figure]?))
            .map(rounded)
    }

    /// Returns the change of the test strength, in points.
    pub(crate) fn change_of_strength(&self) -> Option<f64> {
        Some(rounded(self.strength[1]? - self.strength[0]?))
    }
}

/// The figure of a project with several modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pooling {
    /// The sums of the modules are divided.
    Sums,
    /// The mean of the modules' shares, without those of which nothing is covered or detected.
    MeanOfModules,
}

/// Reads the reports of all projects before, and of each named approach after the replacement.
pub(crate) fn read_reports(
    before: &Path,
    after: &[(String, PathBuf)],
    pooling: Pooling,
) -> Result<Vec<AdequacyRow>> {
    let before_of = Projects::read(before)?;
    let mut rows = Vec::new();
    for (approach, folder) in after {
        let after_of = Projects::read(folder)?;
        if before_of.is_one != after_of.is_one {
            let (one, several) = if before_of.is_one { (before, &**folder) } else { (&**folder, before) };
            let [one, several] = [one, several].map(|folder| folder.display().to_string());
            return Err(ImportError::OneProject { one, several });
        }
        let names: BTreeSet<&String> = before_of.reports.keys().chain(after_of.reports.keys()).collect();
        for name in names {
            let [before, after] = [&before_of, &after_of]
                .map(|side| side.reports.get(name).map_or([None; 3], |reports| scores(reports, pooling)));
            rows.push(AdequacyRow {
                approach: approach.clone(),
                project: if before_of.is_one { before_of.name.clone() } else { name.clone() },
                values: [before[0], after[0], before[1], after[1]],
                changes: [None; 2],
                strength: [before[2], after[2]],
            });
        }
    }
    Ok(rows)
}

struct Projects {
    name: String,
    /// True if the folder is a project, whose name does not count.
    is_one: bool,
    reports: BTreeMap<String, Vec<Report>>,
}

/// The names of folders in a project, none of which is a project.
const OUTPUT: [&str; 6] = ["target", "build", "site", "out", "reports", "pit-reports"];

impl Projects {
    fn read(folder: &Path) -> Result<Projects> {
        let mut found: Vec<(String, Report)> = Vec::new();
        for path in walk::files(&walk::walk(folder)) {
            if let Some(report) = coverage::read(&path)? {
                let within = path.strip_prefix(folder).unwrap_or(&path).parent();
                let first = within.and_then(|folders| folders.iter().next()).unwrap_or_default();
                found.push((first.to_string_lossy().into_owned(), report));
            }
        }
        if found.is_empty() {
            return Err(ImportError::NoCoverage { name: folder.display().to_string() });
        }
        let is_one = is_build(folder)
            || found.iter().any(|(name, _)| name.is_empty() || OUTPUT.contains(&name.as_str()));
        let mut reports: BTreeMap<String, Vec<Report>> = BTreeMap::new();
        for (name, report) in found {
            reports.entry(if is_one { String::new() } else { name }).or_default().push(report);
        }
        Ok(Projects { name: Project::around(folder).name, is_one, reports })
    }
}

/// Returns the line coverage, the mutation score and the test strength of a project, in percent.
fn scores(reports: &[Report], pooling: Pooling) -> [Option<f64>; 3] {
    let written_as = |format: Format| reports.iter().filter(move |report| report.format == format);
    let pages = project_pages(&written_as(Format::PitPage).collect::<Vec<_>>());
    // An aggregated report repeats those of the modules.
    let aggregated = written_as(Format::Jacoco).find(|report| {
        let path = report.path.to_string_lossy().to_lowercase();
        path.contains("aggregat") || path.contains("testcodecoveragereport")
    });
    let jacoco: Vec<&Report> = match aggregated {
        Some(aggregated) => vec![aggregated],
        None => written_as(Format::Jacoco).collect(),
    };
    // Several tools measure the same lines: the first one counts.
    let lines = [jacoco, written_as(Format::CoveragePy).collect(), pages.clone()];
    let lines = lines.iter().find(|reports| !reports.is_empty()).map(Vec::as_slice).unwrap_or_default();
    let mutants = || {
        let without_page = written_as(Format::PitXml)
            .filter(|xml| !pages.iter().any(|page| folder_of(&page.path) == folder_of(&xml.path)));
        pages.iter().copied().chain(without_page)
    };
    [
        score(lines.iter().filter_map(|report| report.lines), pooling),
        score(mutants().filter_map(|report| report.mutants), pooling),
        score(mutants().filter_map(|report| report.strength), pooling),
    ]
}

/// Returns PIT's pages that do not repeat each other: the outermost ones, and the last one of a folder `pit-reports`.
fn project_pages<'a>(pages: &[&'a Report]) -> Vec<&'a Report> {
    let outer = pages.iter().copied().filter(|page| {
        let folder = folder_of(&page.path);
        !pages.iter().any(|other| {
            let above = folder_of(&other.path);
            above != folder && folder.starts_with(above)
        })
    });
    let mut last: BTreeMap<&Path, &Report> = BTreeMap::new();
    for page in outer {
        let of_module = page.path.ancestors().find(|folder| folder.ends_with("pit-reports"));
        last.insert(of_module.unwrap_or(folder_of(&page.path)), page);
    }
    last.into_values().collect()
}

fn score(modules: impl Iterator<Item = Share>, pooling: Pooling) -> Option<f64> {
    let modules: Vec<Share> = modules.collect();
    let percent = |part: u64, whole: u64| (whole > 0).then(|| 100.0 * part as f64 / whole as f64);
    match pooling {
        Pooling::Sums => percent(
            modules.iter().map(|module| module.part).sum(),
            modules.iter().map(|module| module.whole).sum(),
        ),
        Pooling::MeanOfModules => {
            let used = modules.iter().filter(|module| module.part > 0);
            let shares: Vec<f64> = used.filter_map(|module| percent(module.part, module.whole)).collect();
            let is_measured = modules.iter().any(|module| module.whole > 0);
            let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
            is_measured.then_some(mean)
        }
    }
}
