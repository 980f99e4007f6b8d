//! JUnit XML: the reports of every tool, found where the tool puts them.

use std::fs;
use std::path::{Path, PathBuf};

use fossick::import::{Import, Options, Outcome, discover};
use fossick::report;
use fossick::trace::{TraceLineKind, source_method};
use insta::assert_snapshot;
use tempfile::TempDir;

use crate::support::{fossick, groups, load, load_paths, rejected, tests, write};

const STRICT: Options = Options { strict: true, rebuild: false, all_tests: false, keep_indexes: false };

pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/junit").join(name)
}

fn load_strictly(path: impl AsRef<Path>) -> Import {
    load_paths(&[path.as_ref()], STRICT).expect("the reports are in order")
}

/// A suite with these tests.
fn report(class: &str, tests: &[(&str, &str)]) -> String {
    let tests: String = tests
        .iter()
        .map(|(name, content)| format!("<testcase name='{name}' classname='{class}'>{content}</testcase>\n"))
        .collect();
    format!("<?xml version='1.0' encoding='UTF-8'?>\n<testsuite name='{class}'>\n{tests}</testsuite>\n")
}

const FAILURE: &str = "<failure type='x.E' message='m'>x.E: m\n\tat a.B.c(B.java:1)</failure>";

/// A line for each test: what it did, its module, its name, what it threw, and whether it printed anything.
fn outcomes(import: &Import) -> String {
    let mut lines = Vec::new();
    for failure in &import.corpus.failures {
        let printed = if failure.output().is_empty() { "" } else { " | printed" };
        let thrown = failure.trace.exception_line();
        lines.push(format!("failed  {} {} | {thrown}{printed}", failure.bug, failure.test));
    }
    for other in &import.others {
        let what = match (other.outcome, other.is_flaky) {
            (Outcome::Passed, true) => "flaky ",
            (Outcome::Passed, false) => "passed",
            _ => "skipped",
        };
        lines.push(format!("{what} {} {}", other.group.bug, other.test));
    }
    lines.sort();
    format!("{}\n{}\n", import.corpus.runs[0].name, lines.join("\n"))
}

#[test]
fn surefires_reports_of_a_maven_build_with_two_modules() {
    assert_snapshot!("maven", outcomes(&load_strictly(fixture("maven"))));
}

#[test]
fn gradles_reports_of_junit_4_and_testng() {
    assert_snapshot!("gradle", outcomes(&load_strictly(fixture("gradle"))));
}

#[test]
fn reports_of_ants_tasks_junit_and_junitlauncher() {
    assert_snapshot!("ant", outcomes(&load_strictly(fixture("ant"))));
}

#[test]
fn reports_of_junits_console_launcher() {
    assert_snapshot!("console", outcomes(&load_strictly(fixture("console"))));
}

#[test]
fn testngs_reports() {
    assert_snapshot!("testng", outcomes(&load_strictly(fixture("testng"))));
}

#[test]
fn bazels_reports_with_shards_and_attempts() {
    assert_snapshot!("bazel", outcomes(&load_strictly(fixture("bazel"))));
}

#[test]
fn gradles_reports_with_display_names_and_retries() {
    let import = load_strictly(fixture("gradle8"));
    assert_snapshot!("gradle8", outcomes(&import));
    let counts = import.sources[0].reports.expect("reports were read");
    assert_eq!((counts.files, counts.retries, counts.superseded), (2, 4, 0));
}

#[test]
fn failsafes_reports_with_reruns() {
    assert_snapshot!("failsafe", outcomes(&load_strictly(fixture("failsafe"))));
}

/// The sums over the suites of all reports below a folder: tests, failures and errors, skipped.
pub(crate) fn announced(folder: &Path) -> [usize; 3] {
    let mut sums = [0; 3];
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            let below = announced(&path);
            sums.iter_mut().zip(below).for_each(|(sum, below)| *sum += below);
        } else if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("TEST-")) {
            let text = fs::read_to_string(path).expect("a report");
            let tag =
                text.split("<testsuite").nth(1).and_then(|rest| rest.split('>').next()).expect("a suite");
            let number = |attribute: &str| -> usize {
                let value =
                    tag.split(&format!(" {attribute}=\"")).nth(1).and_then(|rest| rest.split('"').next());
                value.and_then(|value| value.parse().ok()).unwrap_or(0)
            };
            sums[0] += number("tests");
            sums[1] += number("failures") + number("errors");
            sums[2] += number("skipped") + number("aborted");
        }
    }
    sums
}

#[test]
fn the_counts_of_the_tools_agree_with_ours() {
    // Surefire counts every rerun, Ant only tests that were started, TestNG skipped tests as errors.
    for folder in ["maven/nib", "gradle", "console"] {
        let import = load_strictly(fixture(folder));
        let source = &import.sources[0];
        let counted = [source.records, source.failed, source.not_executed];
        assert_eq!(counted, announced(&fixture(folder)), "{folder}");
        assert_eq!(source.format.name(), "junit-xml");
    }
}

#[test]
fn a_test_has_the_same_name_whichever_tool_reports_it() {
    let names = |path: &str| -> Vec<String> {
        let import = load_strictly(fixture(path));
        let failed = import.corpus.failures.iter().map(|failure| failure.test.to_string());
        let others = import.others.iter().map(|other| other.test.to_string());
        let mut names: Vec<String> = failed.chain(others).filter(|name| name.contains("NibTest")).collect();
        names.sort();
        names
    };
    let surefires = names("maven");
    assert_eq!(surefires.len(), 20);
    assert_eq!(names("ant"), surefires);
    assert_eq!(names("console"), surefires);
}

#[test]
fn every_failure_leads_to_its_source() {
    for folder in ["maven", "gradle", "ant", "console", "testng", "gradle8", "failsafe"] {
        for failure in &load_strictly(fixture(folder)).corpus.failures {
            let source = source_method(&failure.test, &failure.trace);
            let test = &failure.test;
            let (class, name) = test.split_once("::").expect("a name has two parts");
            assert_eq!(source.class, class, "{folder}: {test}");
            let expected = match name {
                "<class>" | "classMethod" => None,
                "[2] broad" => Some("parse"),
                "1#2" => Some("named"),
                "a nib scratches: paper & ink" => Some("scratches"),
                name => name.split(['(', '[', '#']).next(),
            };
            assert_eq!(source.method.as_deref(), expected, "{folder}: {test}");
        }
    }
}

#[test]
fn a_trace_begins_with_the_test_and_its_exception() {
    let import = load_strictly(fixture("maven"));
    let wrapped = import.corpus.failures.iter().find(|failure| failure.test.ends_with("::wrapped"));
    let wrapped = wrapped.expect("it failed");
    let begin = "org.inkwell.pen.PenTest::wrapped\njava.lang.RuntimeException: first line\n\tat second line\nthird: line\n\tat org.inkwell.pen.PenTest.wrapped(PenTest.java:34)\nCaused by: java.lang.IllegalStateException: no ink for <x> & more\n";
    assert!(wrapped.trace.0.starts_with(begin), "{}", wrapped.trace.0);
    let runs_out = import.corpus.failures.iter().find(|failure| failure.test.ends_with("::runsOut"));
    assert_eq!(runs_out.expect("it failed").trace.message(), "no ink for <ink\u{1}😀> & more");
    for failure in &import.corpus.failures {
        let lines = failure.trace.parse();
        assert_eq!(lines[0].kind, TraceLineKind::Test, "{}", failure.test);
        assert!(matches!(lines[1].kind, TraceLineKind::Exception(_)), "{}", failure.test);
    }
}

#[test]
fn the_output_of_a_test_is_kept_with_its_failure() {
    let output = |folder: &str, test: &str| -> String {
        let import = load_strictly(fixture(folder));
        let failure = import.corpus.failures.iter().find(|failure| failure.test.ends_with(test));
        failure.expect("it failed").output().to_string()
    };
    let printed = "before <keepsBlanks> & after \u{1b}[31mred\u{1b}[0m ]]> end";
    let by_test = format!("system-out:\n{printed}\nsystem-err:\na warning\n");
    assert_eq!(output("maven", "::keepsBlanks"), by_test);
    assert_eq!(output("maven", "::withoutMessage"), "");
    let by_class = output("gradle", "::withoutMessage");
    assert!(by_class.starts_with("system-out of the whole suite:\nbefore <keepsBlanks>"), "{by_class}");
    assert_eq!(output("console", "::bends"), "", "the launcher's own remarks are no output");
    assert_eq!(output("failsafe", "::ships(String)[2]"), "", "nor is that of a rerun");
}

#[test]
fn a_project_is_the_same_from_its_root_a_module_and_a_report() {
    let whole = load_strictly(fixture("maven"));
    assert_eq!(groups(&whole), [("inkwell", "nib", 13, 6), ("inkwell", "pen", 7, 3)]);
    for part in ["maven/nib", "maven/nib/target", "maven/nib/target/surefire-reports"] {
        let import = load_strictly(fixture(part));
        let expected: Vec<_> =
            whole.corpus.failures.iter().filter(|failure| &*failure.bug == "nib").collect();
        assert_eq!(import.corpus.failures.iter().collect::<Vec<_>>(), expected, "{part}");
        assert_eq!(import.corpus.runs[0].name, "inkwell");
    }
    let file = fixture("maven/nib/target/surefire-reports/TEST-org.inkwell.nib.RustyTest.xml");
    assert_eq!(groups(&load_strictly(file)), [("inkwell", "nib", 1, 0)]);
}

#[test]
fn a_project_folder_is_found_as_a_whole() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "pom.xml", "<project><artifactId>p</artifactId></project>");
    write(folder.path(), "made-from-it.csv", "project,bug_num,unique_test_name,failed_buggy\n");
    assert_eq!(discover(folder.path()), [folder.path().join("made-from-it.csv")]);
    write(folder.path(), "core/target/surefire-reports/TEST-a.B.xml", report("a.B", &[("c", FAILURE)]));
    assert_eq!(discover(folder.path()), [folder.path()]);
    let elsewhere = TempDir::new().expect("a folder");
    write(elsewhere.path(), "some/project/target/surefire-reports/TEST-a.B.xml", report("a.B", &[("c", "")]));
    assert_eq!(discover(elsewhere.path()), [] as [PathBuf; 0], "a home folder is not searched unasked");
    assert_eq!(load_strictly(elsewhere.path()).sources[0].passed, 1, "but when it is named");
    write(elsewhere.path(), "rep/junit.xml", report("a.B", &[("c", "")]));
    assert_eq!(
        discover(elsewhere.path()),
        [elsewhere.path()],
        "a report directly below is one of this folder"
    );
}

#[test]
fn reports_of_one_project_are_one_run_however_they_are_specified() {
    let folder = TempDir::new().expect("a folder");
    for (file, class) in [("a/x/TEST-a.B.xml", "a.B"), ("a/x/TEST-a.C.xml", "a.C"), ("b/x/all.xml", "a.D")] {
        write(folder.path(), file, report(class, &[("c", FAILURE)]));
    }
    let runs = |args: &[&str]| -> Vec<String> {
        let run = fossick(folder.path(), &[&["check", "--format", "json"], args].concat(), b"");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        let runs = report["runs"].as_array().expect("a list of runs").iter();
        runs.map(|run| format!("{} {}", run["reports"]["files"], run["failed"])).collect()
    };
    assert_eq!(runs(&["*/x/*.xml"]), ["3 3"]);
    assert_eq!(runs(&["**/x"]), ["3 3"]);
    assert_eq!(runs(&["a/x/TEST-a.B.xml", "b/x/all.xml"]), ["1 1", "1 1"], "no build holds the two together");
    assert_eq!(runs(&["a/x/TEST-a.C.xml", "b/x/all.xml", "a/x/TEST-a.B.xml"]), ["2 2", "1 1"]);
    assert_eq!(runs(&["a/x", "a/x/TEST-a.B.xml"]), ["2 2", "1 1"], "a folder is an input of its own");
    write(folder.path(), "pom.xml", "<project><artifactId>p</artifactId></project>");
    assert_eq!(runs(&["a/x/TEST-a.B.xml", "b/x/all.xml"]), ["2 2"]);
    let twice = fossick(folder.path(), &["check", "b/x/all.xml", "b/x/all.xml"], b"");
    assert_eq!(twice.code, Some(2));
    assert!(twice.stderr.contains("b/x/all.xml is given twice"), "{}", twice.stderr);
    let none = fossick(folder.path(), &["check", "c/*.xml"], b"");
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains("no file or folder matches the pattern c/*.xml"), "{}", none.stderr);
}

#[test]
fn reports_named_one_by_one_are_read_as_their_folder_is() {
    let reports = fixture("maven/nib/target/surefire-reports");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&reports).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "xml"));
    files.sort_by(|a, b| b.cmp(a));
    assert_eq!(files.len(), 2, "{files:?}");
    let named =
        load_paths(&files.iter().map(PathBuf::as_path).collect::<Vec<_>>(), STRICT).expect("in order");
    let whole = load_strictly(&reports);
    assert_eq!(named.corpus, whole.corpus);
    assert_eq!(named.sources, whole.sources);
}

#[test]
fn a_piped_report_belongs_to_no_project() {
    let folder = TempDir::new().expect("a folder");
    let report = report("a.B", &[("c", FAILURE), ("d", "<skipped/>")]);
    let run = fossick(folder.path(), &["convert", "-", "--to", "jsonl"], report.as_bytes());
    assert!(
        run.stdout.starts_with(r#"{"project":"unknown","bug":"-","test":"a.B::c","outcome":"failed""#),
        "{}",
        run.stdout
    );
}

#[test]
fn tests_named_like_their_class_keep_their_names() {
    let jest = "<testsuites name='jest tests'><testsuite name='a pen'>\
        <testcase classname='a pen draws a line' name='a pen draws a line'><failure>Error: no ink</failure></testcase>\
        <testcase classname='a pen is empty' name='a pen is empty'/></testsuite></testsuites>";
    let ctest = "<testsuite name='Linux-c++'>\
        <testcase name='unit_pen' classname='unit_pen' status='fail'><failure message='Failed'/></testcase>\
        <testcase name='unit_ink' classname='unit_ink' status='run'/></testsuite>";
    let bazel = "<testsuites><testsuite name='lib.pen'><testcase name='lib.pen'><error message='exited'/></testcase></testsuite>\
        <testsuite name='lib.ink'><testcase name='lib.ink'/></testsuite></testsuites>";
    for (report, failed, passed) in [
        (jest, "a pen draws a line", "a pen is empty"),
        (ctest, "unit_pen", "unit_ink"),
        (bazel, "lib.pen", "lib.ink"),
    ] {
        let import = load(report).expect("a report");
        assert_eq!(tests(&import), [format!("{failed}::{failed}")]);
        assert_eq!(&*import.others[0].test, format!("{passed}::{passed}"));
        let first = import.corpus.failures[0].trace.0.lines().next().unwrap_or_default();
        assert!(first.ends_with(&format!("::{failed}")) && !first.contains("<class>"), "{first}");
    }
}

#[test]
fn a_report_without_a_class_is_named_by_its_suite_or_its_file() {
    let folder = TempDir::new().expect("a folder");
    let file = write(
        folder.path(),
        "TEST-a.File.xml",
        "<testsuites><testsuite name='a.Suite'><testcase name='c'><error/></testcase><error message='all'/></testsuite><testcase name='d'><failure message='x.E: m'/></testcase></testsuites>",
    );
    let import = load_strictly(file);
    assert_eq!(tests(&import), ["a.Suite::c", "a.Suite::<class>", "a.File::d"]);
    let thrown: Vec<&str> =
        import.corpus.failures.iter().map(|failure| failure.trace.exception_line()).collect();
    assert_eq!(thrown, ["failure", "failure: all", "x.E: m"]);
}

#[test]
fn converting_a_report_to_json_lines_loses_nothing() {
    for folder in ["maven", "gradle", "bazel", "failsafe"] {
        let first = load_strictly(fixture(folder));
        let mut lines = Vec::new();
        report::jsonl::write(&first, &mut lines).expect("memory can be written");
        let second = load(&lines).expect("what was written can be read");
        assert_eq!(second.corpus.failures, first.corpus.failures, "{folder}");
        assert_eq!(second.others, first.others, "{folder}");
        assert_eq!(second.corpus.groups, first.corpus.groups, "{folder}");
        assert!(second.sources[0].known_by_name, "{folder}");
    }
}

#[test]
fn check_counts_reports_and_names_the_flaky() {
    let run = fossick(&fixture("failsafe"), &["check", "."], b"");
    for line in [
        "inkwell-it\n  JUnit XML reports\n  .\n",
        "  reports                1\n",
        "  records                5\n",
        "  not executed           1   skipped, disabled or aborted\n",
        "  passed                 2   1 flaky\n",
        "\n  flaky: failed and passed on one version\n    inkwell-it - org.inkwell.shop.OrderIT::pays (passed)\n",
    ] {
        assert!(run.stdout.contains(line), "{line:?} is missing in\n{}", run.stdout);
    }
}

#[test]
fn a_project_without_reports_lists_the_searched_folders() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "build.gradle", "");
    let run = fossick(folder.path(), &["check", "."], b"");
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("found no reports of tests in the project .")
            && run.stderr.contains("looked for in build/test-results of each module")
            && run.stderr.contains("`gradle test --continue` writes them"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_checkout_with_the_name_of_an_output_folder_is_searched_as_a_project() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "build/.git", "gitdir: ../clone");
    write(
        folder.path(),
        "build/tests/fixtures/many/a.xml",
        "<testsuite><testcase name='a'><failure/></testcase></testsuite>",
    );
    let run = fossick(&folder.path().join("build"), &["check"], b"");
    assert_eq!(run.code, Some(2), "{}", run.stdout);
}

#[test]
fn other_xml_files_are_named() {
    for (content, expected) in [
        ("<testng-results/>", "TestNG's own format"),
        ("<coverage/>", "a report of coverage"),
        ("<ink/>", "its root is <ink>"),
        ("<?xml version='1.0'?>", "it looks like XML"),
    ] {
        let error = load(content).expect_err("it is no report").to_string();
        assert!(error.contains(expected), "{error}");
    }
    let error = load("<testsuite/>").map(|import| rejected(&import).len());
    assert_eq!(error.ok(), Some(0), "a suite without tests has nothing wrong with it");
}

#[test]
fn a_report_with_only_skipped_tests_is_not_an_error() {
    let folder = TempDir::new().expect("a folder");
    let skipped = report("a.B", &[("adds", "<skipped/>"), ("divides", "<skipped/>")]);
    write(folder.path(), "TEST-a.B.xml", &skipped);
    for input in ["TEST-a.B.xml", "."] {
        let run = fossick(folder.path(), &["check", input], b"");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains("2   skipped, disabled or aborted"), "{}", run.stdout);
        assert!(run.stdout.contains("no failed tests: nothing to rank"), "{}", run.stdout);
        assert_eq!(fossick(folder.path(), &["rank", input], b"").code, Some(0), "{input}");
    }
}

#[test]
fn a_test_case_without_a_class_is_split_at_the_last_dot_of_its_name() {
    let report = format!(
        "<testsuite name='all'><testcase name='a.B.adds'>{FAILURE}</testcase><testcase name='two words'>{FAILURE}</testcase></testsuite>"
    );
    let import = load(report).expect("a report");
    assert_eq!(tests(&import), ["a.B::adds", "all::two words"]);
}

#[test]
fn all_failures_of_a_test_case_are_kept() {
    let content = "<failure type='x.E' message='m'>x.E: m\n\tat a.B.c(B.java:1)</failure><error type='x.F' message='in the teardown'/>";
    let import = load(report("a.B", &[("c", content)])).expect("a report");
    let failure = &import.corpus.failures[0];
    assert_eq!((failure.trace.exception(), failure.further().len()), ("x.E", 1));
    let further = &failure.further()[0].trace;
    assert_eq!((further.exception(), further.message()), ("x.F", "in the teardown"));
    assert!(import.sources[0].unjoined[0].reason.contains("several failures"));
}

#[test]
fn a_report_of_eclipse_is_read() {
    let content = "<?xml version='1.0'?>\n<testrun name='PenTest' project='pens' tests='4' started='3' failures='1' errors='0' ignored='1'>\n\
        <testsuite name='pens.PenTest' time='0.1'>\n<testcase name='draws' classname='pens.PenTest' time='0.0'>\n\
        <failure>java.lang.AssertionError: dry\n\tat pens.PenTest.draws(PenTest.java:3)</failure>\n</testcase>\n\
        <testcase name='fills' classname='pens.PenTest' time='0.0'/>\n\
        <testcase name='later' classname='pens.PenTest' time='0.0' ignored='true'/>\n\
        <testcase name='never' classname='pens.PenTest' incomplete='true'/>\n</testsuite>\n</testrun>\n";
    let import = load(content).expect("it is a report");
    assert_eq!(tests(&import), ["pens.PenTest::draws"]);
    assert_eq!(import.corpus.groups[0].passed.total(), 1);
    let counted = content.replace("failures='1'", "failures='2'");
    let import = load(counted).expect("it is a report");
    assert_eq!(tests(&import).len(), 2, "what it counts beyond its tests has a row");
}

#[test]
fn a_report_below_what_a_program_printed_is_read_when_it_is_named() {
    let report = report("a.B", &[("c", FAILURE), ("d", "")]);
    let (declaration, suite) = report.split_once('\n').expect("two lines");
    let printed = "ready, 1 < 2 & 3 > 2\nsee <testsuite>\n";
    for content in [
        format!("{declaration}\n{printed}{suite}"),
        format!("{declaration}{printed}{suite}"),
        format!("{printed}{report}"),
        format!("{printed}{suite}"),
    ] {
        let import = load(&content).expect("it is a report");
        assert_eq!(
            (tests(&import), import.corpus.groups[0].passed.total()),
            (vec!["a.B::c"], 1),
            "{content}"
        );
        let folder = TempDir::new().expect("a folder");
        write(folder.path(), "target/surefire-reports/TEST-a.B.xml", &content);
        assert_eq!(tests(&load_strictly(folder.path())), ["a.B::c"], "{content}");
    }
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "README.md", format!("# Pens\n\nA report:\n\n{report}"));
    assert_eq!(discover(folder.path()), Vec::<PathBuf>::new(), "a text that shows a report is none");
}

#[test]
fn tests_of_one_title_have_the_names_that_their_runner_gives_them() {
    let codeception = "<testsuites><testsuite name='acceptance'>\
        <testcase name='draws' class='PenCest'><failure type='X'>a</failure></testcase>\
        <testcase name='draws' class='InkCest'><failure type='X'>b</failure></testcase>\
        <testcase name='draws' class='Pens\\WellTest' classname='Pens.WellTest'><failure type='X'>c</failure></testcase>\
        </testsuite></testsuites>";
    assert_eq!(
        tests(&load(codeception).expect("it is a report")),
        ["PenCest::draws", "InkCest::draws", "Pens.WellTest::draws"]
    );
    let suite = |project: &str| {
        format!(
            "<testsuite name='pen.spec.ts' timestamp='2026-11-22T21:58:09Z' hostname='{project}' tests='1' failures='1' skipped='0' \
             time='0.3' errors='0'><testcase name='Pen › draws' classname='pen.spec.ts'><failure message='m'/></testcase></testsuite>"
        )
    };
    let playwright = |projects: &[&str]| {
        format!("<testsuites>{}</testsuites>", projects.iter().map(|of| suite(of)).collect::<String>())
    };
    for (projects, names) in [
        (&["chromium", "Mobile Safari"][..], &["Pen › draws [chromium]", "Pen › draws [Mobile Safari]"][..]),
        (&["firefox"], &["Pen › draws [firefox]"]),
        (&[""], &["Pen › draws"]),
    ] {
        let import = load(playwright(projects)).expect("it is a report");
        let names: Vec<String> = names.iter().map(|name| format!("pen.spec.ts::{name}")).collect();
        assert_eq!(tests(&import), names);
    }
    let host =
        suite("desk").replace("skipped='0' time='0.3' errors='0'", "errors='0' skipped='0' time='0.3'");
    assert_eq!(
        tests(&load(host).expect("it is a report")),
        ["pen.spec.ts::Pen › draws"],
        "a host is no project"
    );
}

#[test]
fn the_address_of_a_page_is_part_of_the_message() {
    for problem in [
        "<failure message='see http://pen.example/1'/>",
        "<failure>see http://pen.example/1</failure>",
        "<failure type='see http://pen.example/1'/>",
        "<failure message='see http://pen.example/1'>see http://pen.example/1\n\tat a.B.c(B.java:3)</failure>",
        "<failure>see http://pen.example/1\n\tat a.B.c(B.java:3)</failure>",
    ] {
        let import = load(report("a.B", &[("c", problem)])).expect("it is a report");
        let failure = &import.corpus.failures[0];
        assert!(["failure", ""].contains(&failure.trace.exception()), "{problem}: {}", failure.trace.0);
        assert_eq!(failure.message(), "see http://pen.example/1", "{problem}");
    }
}

#[test]
fn a_report_that_breaks_off_within_the_tag_of_a_failure_is_red() {
    for tag in ["<failure", "<error type='x.E' message='half of", "<rerunFailure type='x.E'"] {
        let content = format!(
            "<testsuite name='a.B'>\n<testcase name='c' classname='a.B'/>\n<testcase name='d' classname='a.B'>{tag}"
        );
        let import = load(&content).expect("it is a report");
        assert_eq!(tests(&import), ["a.B::d", "input::<rest>"], "{tag}");
    }
    for tag in ["<failur", "<skipped message='x", "<system-out"] {
        let content = format!(
            "<testsuite name='a.B'>\n<testcase name='c' classname='a.B'/>\n<testcase name='d' classname='a.B'>{tag}"
        );
        assert_eq!(tests(&load(&content).expect("it is a report")), ["input::<rest>"], "{tag}");
    }
}
