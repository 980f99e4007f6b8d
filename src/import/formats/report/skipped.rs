//! Tests of pytest of which only subtests were skipped. Its XML has the same `<skipped>` for a test and for a
//! subtest; if there is only one, the source at the place that it names tells them apart: the call that
//! skips, or, in unittest, the test.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::python::subtests::{has_subtest_around, skips_only_subtests};
use super::tests::{Report, Reported};
use crate::regular_file;

/// The number of bytes of a source in which the place is looked up: no test is farther down.
const MOST: u64 = 8 * 1024 * 1024;

/// Turns such tests into passed ones. `sources` is the folder of the project's sources.
pub(crate) fn pass_partly_skipped(report: &mut Report, sources: &Path) {
    let mut texts: HashMap<String, Option<String>> = HashMap::new();
    for test in &mut report.tests {
        let Some(place) = test.rare.as_mut().and_then(|rare| rare.skipped_at.take()) else { continue };
        let Some((path, line)) = place.rsplit_once(':') else { continue };
        let text = texts.entry(path.to_owned()).or_insert_with(|| {
            let text = read(&file_below(sources, path)?)?;
            // Most files have no subtests.
            (text.contains("subTest(") || text.contains("subtests.test(")).then_some(text)
        });
        if let (Some(text), Ok(line)) = (text, line.parse())
            && (has_subtest_around(text, line) || skips_only_subtests(text, line))
        {
            test.reported = Reported::Passed;
        }
    }
}

fn read(file: &Path) -> Option<String> {
    let bytes = regular_file::read_head(file, MOST).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the file of the project that a path of any machine names: the longest end of the path that is one.
fn file_below(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.replace('\\', "/");
    let parts = Path::new(&path).components();
    let names: Vec<Component<'_>> = parts.filter(|part| matches!(part, Component::Normal(_))).collect();
    (0..names.len())
        .map(|start| folder.join(names[start..].iter().collect::<PathBuf>()))
        .find(|file| fs::metadata(file).is_ok_and(|metadata| metadata.is_file()))
}
