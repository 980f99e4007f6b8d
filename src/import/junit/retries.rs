//! Tests that stand several times in one report: retries of a test that failed (Gradle), of which the last counts, or invocations
//! without names of their own (TestNG), which are numbered.

use std::collections::HashMap;

use super::report::{Report, Reported, ReportedTest};
use crate::model::{StackTrace, TraceLineKind};

/// Packages of JUnit's runners, whose frames in a trace prove that the name is that of a method, which is executed once.
const JUNIT_RUNNERS: [&str; 4] =
    ["org.junit.runners.", "org.junit.platform.", "org.junit.jupiter.engine.", "junit.framework.TestCase"];

/// Gives every test of a report a unique name: executions of one test become one, invocations are numbered. Returns the number
/// of executions that were retries.
pub(super) fn make_unique(report: &mut Report) -> usize {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, test) in report.tests.iter().enumerate() {
        by_name.entry(&test.name).or_default().push(index);
    }
    let repeated: Vec<Vec<usize>> = by_name.into_values().filter(|indices| indices.len() > 1).collect();
    let mut is_retry = vec![false; report.tests.len()];
    for indices in repeated {
        let executions: Vec<&ReportedTest> = indices.iter().map(|&index| &report.tests[index]).collect();
        if are_retries(&executions) {
            let passed = executions.last().is_some_and(|last| last.reported == Reported::Passed);
            indices[1..].iter().for_each(|&index| is_retry[index] = true);
            if passed {
                let test = &mut report.tests[indices[0]];
                test.reported = Reported::Passed;
                test.is_flaky = true;
            }
        } else {
            for (number, &index) in indices.iter().enumerate().skip(1) {
                report.tests[index].name.push_str(&format!("#{}", number + 1));
            }
        }
    }
    let mut retries = is_retry.iter();
    report.tests.retain(|_| retries.next().is_some_and(|is_retry| !is_retry));
    is_retry.into_iter().filter(|&is_retry| is_retry).count()
}

/// Returns true for executions of one test that was tried until it passed: all but the last failed, and the first trace shows
/// that JUnit called the method of that name. Without such proof they may be invocations with different parameters, and none of
/// those that failed must be lost.
fn are_retries(executions: &[&ReportedTest]) -> bool {
    let Some((last, earlier)) = executions.split_last() else { return false };
    let failed = |test: &&ReportedTest| matches!(test.reported, Reported::Failed { .. });
    if last.reported == Reported::Skipped || !earlier.iter().all(failed) {
        return false;
    }
    match &executions[0].reported {
        Reported::Failed { trace, .. } => shows_method(&executions[0].name, trace),
        Reported::Passed | Reported::Skipped => false,
    }
}

fn shows_method(test: &str, trace: &str) -> bool {
    let Some((class, method)) = test.split_once("::") else { return false };
    let trace = StackTrace(trace.into());
    let (mut is_called, mut is_junit) = (false, false);
    for line in trace.parse_on() {
        if let TraceLineKind::Frame(frame) = line.kind {
            is_called |= frame.class == class && frame.method == method;
            is_junit |= JUNIT_RUNNERS.iter().any(|runner| frame.class.starts_with(runner));
            if frame.class.starts_with("org.testng.") {
                return false;
            }
        }
    }
    is_called && is_junit
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn failed(name: &str, runner: &str) -> ReportedTest {
        let trace = format!("{name}\nx.E: m\n\tat a.B.adds(B.java:1)\n\tat {runner}.run(R.java:2)");
        test(name, Reported::Failed { trace, output: Arc::from("") })
    }

    fn test(name: &str, reported: Reported) -> ReportedTest {
        ReportedTest { name: name.to_owned(), line: 1, reported, is_flaky: false, has_more: false }
    }

    /// Names with what became of them, and the retries.
    fn unique(tests: Vec<ReportedTest>) -> (Vec<String>, usize) {
        let mut report = Report { tests, ..Report::default() };
        let retries = make_unique(&mut report);
        let shown = report.tests.iter().map(|test| {
            let what = match (&test.reported, test.is_flaky) {
                (Reported::Failed { .. }, _) => "failed",
                (Reported::Skipped, _) => "skipped",
                (Reported::Passed, true) => "flaky",
                (Reported::Passed, false) => "passed",
            };
            format!("{} {what}", test.name)
        });
        (shown.collect(), retries)
    }

    const JUNIT: &str = "org.junit.runners.ParentRunner";

    #[test]
    fn retries_are_one_test() {
        let passed = || test("a.B::adds", Reported::Passed);
        let failed = || failed("a.B::adds", JUNIT);
        let other = || test("a.B::other", Reported::Passed);
        let expected = vec!["a.B::adds flaky".to_owned(), "a.B::other passed".to_owned()];
        assert_eq!(unique(vec![failed(), other(), failed(), passed()]), (expected, 2));
        assert_eq!(unique(vec![failed(), failed()]), (vec!["a.B::adds failed".to_owned()], 1));
    }

    #[test]
    fn what_may_be_invocations_is_numbered_and_none_is_lost() {
        let passed = || test("a.B::adds", Reported::Passed);
        let testng = || failed("a.B::adds", "org.testng.internal.Invoker");
        let expected = ["a.B::adds failed", "a.B::adds#2 passed", "a.B::adds#3 failed"].map(str::to_owned);
        assert_eq!(unique(vec![testng(), passed(), testng()]), (expected.to_vec(), 0));
        let expected = ["a.B::adds failed", "a.B::adds#2 passed"].map(str::to_owned).to_vec();
        assert_eq!(unique(vec![failed("a.B::adds", "x.Trimmed"), passed()]), (expected.clone(), 0));
        assert_eq!(unique(vec![testng(), passed()]), (expected, 0));
        let after_pass = unique(vec![passed(), failed("a.B::adds", JUNIT)]).0;
        assert_eq!(after_pass, ["a.B::adds passed", "a.B::adds#2 failed"], "nobody retries what passed");
        let parameter = unique(vec![failed("a.B::adds[x]", JUNIT), test("a.B::adds[x]", Reported::Passed)]).0;
        assert_eq!(parameter, ["a.B::adds[x] failed", "a.B::adds[x]#2 passed"]);
    }
}
