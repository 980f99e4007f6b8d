//! The source of a test as its tool printed it with the failure, which is all that is known of it without the project.
//!
//! pytest prints the function up to the line that failed, which it marks with `>`; Python's own traces have a
//! line of source below each call.

use crate::model::{Failure, Language};

/// The line above the text that a tool printed for a failure, in the output of the test.
pub(crate) const REPORT: &str = "--- report ---";

/// The maximum number of lines of a report that are read.
const MAX_LINES: usize = 2_000;

/// Lines of a test's source, and the place of the one that failed among them, from 0.
pub(crate) struct PrintedTest<'a> {
    /// The lines, without what the tool writes before them.
    pub lines: Vec<&'a str>,
    /// The place of the line that failed.
    pub failed: usize,
}

/// Returns the source lines of a test that the text of its failure shows; None if it shows none.
pub(crate) fn printed_test(failure: &Failure) -> Option<PrintedTest<'_>> {
    if failure.language != Language::Python {
        return None;
    }
    let (_, report) = failure.output().rsplit_once(REPORT)?;
    let lines: Vec<&str> = report.lines().skip(1).take(MAX_LINES).collect();
    marked(&lines).or_else(|| below_call(&lines, failure))
}

/// Returns the first function of pytest's long style, which is the test or what was set up for it.
fn marked<'a>(lines: &[&'a str]) -> Option<PrintedTest<'a>> {
    let end = lines.iter().position(|line| line.starts_with("_ _ ")).unwrap_or(lines.len());
    let failed = lines[..end].iter().position(|line| line.starts_with('>'))?;
    let start = lines[..failed]
        .iter()
        .rposition(|line| {
            let code = line.trim_start_matches('>').trim_start();
            code.starts_with("def ") || code.starts_with("async def ")
        })
        .map_or(failed, |definition| definition + 1);
    let last =
        lines[failed + 1..end].iter().position(|line| !line.starts_with("    ") || line.starts_with("E "));
    let end = last.map_or(end, |last| failed + 1 + last);
    let lines = lines[start..end].iter().map(|line| line.strip_prefix('>').unwrap_or(line)).collect();
    Some(PrintedTest { lines, failed: failed - start })
}

/// Returns the line of source below the last call in the file of the test.
fn below_call<'a>(lines: &[&'a str], failure: &Failure) -> Option<PrintedTest<'a>> {
    let class = failure.test.split("::").next().unwrap_or("");
    let call = lines.iter().rposition(|line| {
        let path = match line.trim_start().strip_prefix("File \"") {
            Some(rest) => rest.split('"').next(),
            None => line.split_once(".py:").filter(|(path, _)| !path.starts_with(' ')).map(|(path, _)| path),
        };
        let stem =
            path.and_then(|path| path.rsplit(['/', '\\']).next()).map(|file| file.trim_end_matches(".py"));
        stem.is_some_and(|stem| class.split('.').any(|part| part == stem))
    })?;
    let code = lines.get(call + 1).filter(|code| code.starts_with("    ") && !code.trim().is_empty())?;
    Some(PrintedTest { lines: vec![code], failed: 0 })
}
