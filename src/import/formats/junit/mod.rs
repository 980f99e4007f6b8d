//! JUnit XML (format 4): the reports of Surefire, Failsafe, Gradle, Ant, JUnit's console launcher, TestNG and Bazel,
//! and of the test runners of other languages.
//!
//! ```text
//! file ──xml──▶ pieces ──parser──▶ tests and suites ──▶ Builder
//! ```

mod case_name;
mod element;
mod node_totals;
mod parser;
mod scenarios;

use super::head::{Content, Head};
use super::report::Document;
use super::report::beside::read_summary;
use super::report::tests::Report;
use super::xml;
use super::{Reader, Recognized, Row};

pub(super) const ROW: Row = Row {
    name: "junit-xml",
    input: "JUnit XML, a project with reports of its tests",
    in_folder: "JUnit XML",
    description: "JUnit XML reports",
    record: "tests in <testcase> elements in a <testsuite>",
    guide: &[
        [
            "JUnit XML",
            "reports, a folder of reports, or a project (Maven, Gradle, Ant, JUnit 5, TestNG, Bazel, \
             [pytest](guide/python.md), unittest, [Vitest](guide/javascript.md), Jest, Mocha), with the code of its tests from the sources next to them",
        ],
        [
            "JUnit XML of [other languages](formats.md#junit-xml-of-other-languages), with the lines around a failure",
            "Go, Jest, Vitest, Playwright, GoogleTest, Catch2, CTest, PHPUnit, RSpec, minitest, nextest, Robot Framework, Behave",
        ],
    ],
    recognize,
    reader: Reader::Report(read),
    may_be_all_skipped: true,
    ..Row::FILE
};

fn recognize(head: &Head<'_>) -> Recognized {
    match &head.content {
        Content::Xml(root) if xml::is_root_of_report(root) || root == "failsafe-summary" => {
            Recognized::Certainly
        }
        // Below what a program printed; a text that only shows a report has it too.
        Content::Text { text, .. } if xml::below_output(text).is_some() => Recognized::IfNamed,
        _ => Recognized::No,
    }
}

fn read(document: &Document<'_>) -> Report {
    if xml::is_summary(document.text) {
        let beside = Some(read_summary(document.text.as_bytes()));
        return Report { beside, ..Report::default() };
    }
    parser::read(document.text, document.class)
}
