//! Several reports, folders and runs read together: repetitions, cells of a matrix, flaky tests. Times of files mean nothing.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use fossick::import::{self, Import, Input, Options};
use proptest::prelude::*;
use serde_json::Value;
use tempfile::TempDir;

use crate::folder::{folder, write};
use crate::junit::fixture;
use crate::support::{fossick, groups, load_paths, tests};
use crate::versions;

/// A suite of the class `a.B` with these attributes and tests; a test whose name begins with `!` fails, as `!name` or `!name why`.
fn suite(attributes: &str, tests: &[&str]) -> String {
    let case = |test: &&str| {
        let failed = test.strip_prefix('!').map(|test| test.split_once(' ').unwrap_or((test, "no ink")));
        let content = failed.map_or(String::new(), |(name, why)| {
            format!("<failure type='x.E' message='{why}'>x.E: {why}\n\tat a.B.{name}(B.java:1)</failure>")
        });
        let name = failed.map_or(*test, |(name, _)| name);
        format!("<testcase name='{name}' classname='a.B'>{content}</testcase>")
    };
    let tests: String = tests.iter().map(case).collect();
    format!("<testsuite name='a.B' {attributes}>{tests}</testsuite>")
}

const EARLY: &str = "timestamp='2026-11-28T10:00:00'";
const LATE: &str = "timestamp='2026-11-28T12:00:00'";

fn load(folder: &Path, inputs: &[&str]) -> Import {
    versions::load(folder, inputs, &[]).expect("all can be read")
}

/// A line for each failure of a folder: its module, its name, what it says and in which cells.
fn rows(folder: &TempDir) -> Vec<String> {
    let import = load(folder.path(), &[""]);
    let row = |failure: &fossick::model::Failure| {
        let cells = failure.cells().map_or(String::new(), |cells| format!(" ({cells})"));
        let flaky = if failure.is_flaky { " flaky" } else { "" };
        format!("{} {}: {}{cells}{flaky}", failure.bug, failure.test, failure.message())
    };
    import.corpus.failures.iter().map(row).collect()
}

/// The flaky tests of each run.
fn flaky(import: &Import) -> Vec<(usize, String)> {
    let groups = import.corpus.groups.iter();
    let failures = groups.flat_map(|group| group.failures.iter().map(|&failure| (group.run, failure)));
    let failed = failures
        .map(|(run, failure)| (run, &import.corpus.failures[failure]))
        .filter(|(_, failure)| failure.is_flaky)
        .map(|(run, failure)| (run, format!("failed {}", failure.test)));
    let others = import.others.iter().filter(|other| other.is_flaky);
    failed.chain(others.map(|other| (other.run(), format!("passed {}", other.test)))).collect()
}

#[test]
fn a_failure_in_one_job_of_a_matrix_is_a_failure_that_says_in_which() {
    let failed = suite("", &["!draws", "writes"]);
    let passed = suite("", &["draws", "writes"]);
    let elsewhere = |attributes: &str| suite(attributes, &["draws", "writes"]);
    for (one, other, row) in [
        (
            ["junit-linux.xml", &passed],
            ["junit-windows.xml", &failed],
            "- a.B::draws: no ink (windows, not linux)",
        ),
        (
            ["linux.xml", &failed],
            ["windows.xml", &elsewhere(LATE)],
            "- a.B::draws: no ink (linux, not windows)",
        ),
        (
            ["reports/linux/r.xml", &failed],
            ["reports/mac/r.xml", &passed],
            "- a.B::draws: no ink (linux, not mac)",
        ),
        (
            ["1.xml", &suite("hostname='ant'", &["!draws"])],
            ["2.xml", &elsewhere("hostname='bee'")],
            "- a.B::draws: no ink (ant, not bee)",
        ),
        (["1.xml", &failed], ["2.xml", &passed], "- a.B::draws: no ink (1, not 2)"),
    ] {
        let folder = folder(&[(one[0], one[1]), (other[0], other[1])]);
        assert_eq!(rows(&folder), [row], "{} {}", one[0], other[0]);
    }
}

#[test]
fn variants_of_a_build_are_cells_whatever_their_times() {
    let build = |debug: &str, release: &str| {
        folder(&[
            ("settings.gradle", "rootProject.name = 'pens'"),
            ("app/build.gradle", ""),
            ("app/build/test-results/testDebugUnitTest/TEST-a.B.xml", debug),
            ("app/build/test-results/testReleaseUnitTest/TEST-a.B.xml", release),
        ])
    };
    let folder = build(&suite(EARLY, &["!draws"]), &suite(LATE, &["draws"]));
    assert_eq!(rows(&folder), ["app a.B::draws: no ink (testDebugUnitTest, not testReleaseUnitTest)"]);
    let folder = build(&suite(EARLY, &["!draws"]), &suite(LATE, &["!draws"]));
    assert_eq!(
        rows(&folder),
        ["app a.B::draws: no ink (testDebugUnitTest, testReleaseUnitTest)"],
        "one failure"
    );
}

#[test]
fn failures_that_differ_are_rows_of_their_own_with_names_of_their_own() {
    let folder = folder(&[
        ("junit-py310.xml", &suite(EARLY, &["!draws dry", "!writes"])),
        ("junit-py311.xml", &suite(LATE, &["!draws empty", "writes"])),
        ("junit-py312.xml", &suite(EARLY, &["!draws dry", "writes"])),
    ]);
    // The latest failure keeps the name of the test, under which version 1.0 showed it.
    let expected = [
        "- a.B::draws: empty (py311)",
        "- a.B::draws [py310]: dry (py310, py312)",
        "- a.B::writes: no ink (py310, not py311, py312)",
    ];
    assert_eq!(rows(&folder), expected);
    let import = load(folder.path(), &[""]);
    let counts = import.sources[0].reports.expect("reports were read");
    assert_eq!((import.sources[0].records, counts.cells, counts.superseded), (6, 3, 0));
}

#[test]
fn two_files_with_a_suite_and_a_test_of_the_same_names_are_both_read() {
    let behave = |file: &str, content: &str| {
        format!(
            "<testsuite name='features.Ink'><testcase classname='Ink' name='It dries' file='{file}'>{content}</testcase></testsuite>"
        )
    };
    let folder = folder(&[
        ("TESTS-blue.xml", &behave("blue.feature", "<failure type='AssertionError' message='wet'/>")),
        ("TESTS-red.xml", &behave("red.feature", "")),
    ]);
    assert_eq!(rows(&folder), ["- Ink::It dries: wet (blue, not red)"]);
}

#[test]
fn of_repetitions_the_later_counts_by_the_times_in_them_and_it_is_told() {
    let build = |first: &str, second: &str| {
        folder(&[
            ("pom.xml", "<project><artifactId>pens</artifactId></project>"),
            ("target/surefire-reports/TEST-a.B.xml", first),
            ("target/failsafe-reports/TEST-a.B.xml", second),
        ])
    };
    let before = suite(EARLY, &["!draws", "writes", "!blots"]);
    let after = suite(LATE, &["draws", "!writes", "!blots new"]);
    let expected = ["- a.B::writes: no ink", "- a.B::blots: new"];
    for folder in [build(&before, &after), build(&after, &before)] {
        assert_eq!(rows(&folder), expected);
        let run = fossick(folder.path(), &["rank"], b"");
        let told = "fossick: 3 executions repeated by a later report, which counts (1 failed before); `fossick check` lists them\n";
        assert_eq!(run.stderr, told);
        let import = load(folder.path(), &[""]);
        assert_eq!(
            flaky(&import),
            [(0, "passed a.B::draws".to_owned())],
            "a failure that is new is not flaky"
        );
        let counts = import.sources[0].reports.expect("reports were read");
        assert_eq!((import.sources[0].records, counts.superseded, counts.cells), (6, 3, 0));
    }
    let cells = ["- a.B::draws: no ink (surefire, not failsafe)"];
    for [before, after] in [
        [suite("", &["!draws"]), suite("", &["draws"])],
        [suite(EARLY, &["!draws"]), suite("", &["draws"])],
        [suite(&format!("{EARLY} hostname='ant'"), &["!draws"]), suite(LATE, &["draws"])],
        [
            suite(EARLY, &["!draws"]),
            suite(LATE, &["draws"]).replace(
                "<testcase",
                "<properties><property name='java.version' value='17'/></properties><testcase",
            ),
        ],
        [
            suite(EARLY, &["!draws"]),
            suite(LATE, &["draws"]).replace("<testsuite name='a.B'", "<testsuite name='Other'"),
        ],
    ] {
        assert_eq!(rows(&build(&before, &after)), cells, "{before}\n{after}");
    }
    let same_time = build(&suite(EARLY, &["!draws"]), &suite(EARLY, &["draws"]));
    assert_eq!(rows(&same_time), ["- a.B::draws: no ink"], "nothing tells which is later: it failed");
    let zones = build(
        &suite("timestamp='2026-11-28T12:00:00+02:00'", &["!draws"]),
        &suite("timestamp='2026-11-28T10:30:00Z'", &["draws"]),
    );
    assert_eq!(rows(&zones), [""; 0]);
}

#[test]
fn a_module_that_was_run_again_alone_stays_beside_the_others() {
    let report =
        |class: &str, attributes: &str, tests: &[&str]| suite(attributes, tests).replace("a.B", class);
    let folder = folder(&[
        (
            "pom.xml",
            "<project><artifactId>pens</artifactId><modules><module>nib</module><module>ink</module></modules></project>",
        ),
        ("nib/pom.xml", "<project><artifactId>nib</artifactId></project>"),
        ("ink/pom.xml", "<project><artifactId>ink</artifactId></project>"),
        ("nib/target/surefire-reports/TEST-a.Nib.xml", &report("a.Nib", EARLY, &["!bends"])),
        ("ink/target/surefire-reports/TEST-a.Ink.xml", &report("a.Ink", LATE, &["!dries", "flows"])),
    ]);
    assert_eq!(rows(&folder), ["ink a.Ink::dries: no ink", "nib a.Nib::bends: no ink"]);
}

#[test]
fn an_old_report_is_told_in_its_rows() {
    let folder = folder(&[
        ("pom.xml", "<project><artifactId>pens</artifactId></project>"),
        ("target/surefire-reports/TEST-a.B.xml", &suite(LATE, &["!draws"])),
        (
            "target/surefire-reports/TEST-a.Gone.xml",
            &suite("timestamp='2026-11-26T09:00:00'", &["!writes"]).replace("a.B", "a.Gone"),
        ),
        (
            "target/surefire-reports/TEST-a.Day.xml",
            &suite("timestamp='2026-11-27T12:00:00'", &["!dries"]).replace("a.B", "a.Day"),
        ),
    ]);
    let import = load(folder.path(), &[""]);
    let old: Vec<&str> = import
        .corpus
        .failures
        .iter()
        .filter(|failure| failure.old_report().is_some())
        .map(|failure| &*failure.test)
        .collect();
    assert_eq!(old, ["a.Gone::writes"]);
    let rank = fossick(folder.path(), &["rank"], b"").stdout;
    assert!(rank.contains("a.Gone::writes · report of 2026-11-26 ·"), "{rank}");
    let show = fossick(folder.path(), &["show", "--test", "a.Gone::writes"], b"").stdout;
    assert!(
        show.contains("- report: of 2026-11-26, more than a day older than the newest of its build"),
        "{show}"
    );
    let check = fossick(folder.path(), &["check"], b"").stdout;
    assert!(check.contains("more than a day older than the newest of its build"), "{check}");
}

#[test]
fn every_output_names_the_cells_and_json_lines_keep_them() {
    let folder = TempDir::new().expect("a folder");
    for name in ["junit-blue.xml", "junit-red.xml"] {
        fs::copy(fixture("node-matrix").join(name), folder.path().join(name)).expect("a copy");
    }
    let run = |arguments: &[&str]| fossick(folder.path(), arguments, b"").stdout;
    let text = "red, not blue";
    for (arguments, expected) in [
        (&["rank"][..], format!("writes · {text} ·")),
        (&["rank", "--format", "markdown"], text.to_owned()),
        (&["rank", "--format", "quickfix"], text.to_owned()),
        (&["show", "--rank", "1"], format!("- fails in: {text}")),
    ] {
        let output = run(arguments);
        assert!(output.contains(&expected), "{arguments:?}: {output}");
    }
    let mut csv = csv::Reader::from_reader(run(&["rank", "--format", "csv"]).into_bytes().leak() as &[u8]);
    let column =
        csv.headers().expect("a header").iter().position(|name| name == "remarks").expect("a column");
    assert_eq!(&csv.records().next().expect("a row").expect("a row")[column], text);
    let shown: Value =
        serde_json::from_str(&run(&["show", "--rank", "1", "--format", "json"])).expect("JSON");
    assert_eq!(shown["cells"], serde_json::json!({ "failed": ["red"], "passed": ["blue"] }));
    for file in ["report.html", "report.md", "report.sarif"] {
        run(&["report", "-o", file]);
        let report = fs::read_to_string(folder.path().join(file)).expect("a report");
        assert!(report.contains(text), "{file}");
    }
    let lines = run(&["convert"]);
    write(folder.path(), "again/all.jsonl", &lines);
    let again = load(folder.path(), &["again/all.jsonl"]);
    let before = load_paths(
        &[&folder.path().join("junit-blue.xml"), &folder.path().join("junit-red.xml")],
        Options::default(),
    );
    assert_eq!(before.expect("two runs").corpus.runs.len(), 2, "named, they are runs");
    let import = import::load_versions(
        &[Input::Path(folder.path().join("again/all.jsonl"))],
        &[],
        Options::default(),
        &|_| {},
    );
    assert_eq!(import.expect("it can be read").corpus.failures, again.corpus.failures);
    assert_eq!(again.corpus.failures[0].cells().map(ToString::to_string).as_deref(), Some(text));
}

/// The same two runs, named in every way: files, folders of the same and of other names, folders of modules, one folder.
#[test]
fn a_test_of_several_runs_is_flaky_however_they_are_named() {
    let first = suite(EARLY, &["!draws", "!writes"]);
    let second = suite(LATE, &["draws", "!writes"]);
    let files = folder(&[
        ("files/run1.xml", &first),
        ("files/run2.xml", &second),
        ("same/monday/app/junit.xml", &first),
        ("same/friday/app/junit.xml", &second),
        ("other/a/junit.xml", &first),
        ("other/b/junit.xml", &second),
        ("gradle/one/build.gradle", ""),
        ("gradle/one/build/test-results/test/TEST-a.B.xml", &first),
        ("gradle/two/build.gradle", ""),
        ("gradle/two/build/test-results/test/TEST-a.B.xml", &second),
    ]);
    let expected = [(0, "failed a.B::draws".to_owned()), (1, "passed a.B::draws".to_owned())];
    for inputs in [
        ["files/run1.xml", "files/run2.xml"],
        ["same/monday/app", "same/friday/app"],
        ["same/monday", "same/friday"],
        ["same/monday/app/junit.xml", "same/friday/app/junit.xml"],
        ["other/a", "other/b"],
        ["gradle/one", "gradle/two"],
    ] {
        let import = load(files.path(), &inputs);
        assert_eq!(flaky(&import), expected, "{inputs:?}");
        assert_eq!(tests(&import), ["a.B::draws", "a.B::writes", "a.B::writes"]);
    }
    let runs: Vec<String> = load(files.path(), &["files/run2.xml", "files/run1.xml"])
        .corpus
        .runs
        .into_iter()
        .map(|run| run.name)
        .collect();
    assert_eq!(runs, ["run1", "run2"], "in the order of their paths");
    // In one folder they are repetitions where their files have the same name, and else cells: the failure stays.
    let one = folder(&[("run-1/junit.xml", &first), ("run-2/junit.xml", &second)]);
    let import = load(one.path(), &[""]);
    assert_eq!(flaky(&import), [(0, "passed a.B::draws".to_owned())]);
    assert_eq!(tests(&import), ["a.B::writes"]);
    let one = folder(&[("run-1.xml", &first), ("run-2.xml", &second)]);
    let expected = ["- a.B::draws: no ink (run-1, not run-2) flaky", "- a.B::writes: no ink (run-1, run-2)"];
    assert_eq!(rows(&one), expected);
    let jobs = folder(&[("node18/junit.xml", &first), ("node20/junit.xml", &second)]);
    assert_eq!(
        rows(&jobs)[0],
        "node18 a.B::draws: no ink (node18, not node20)",
        "a version is no number of a run"
    );
}

#[test]
fn reports_that_are_named_one_by_one_are_runs_only_if_they_hold_the_same_tests() {
    let of = |class: &str, tests: &[&str]| suite("", tests).replace("a.B", class);
    let folder = folder(&[
        ("x/TEST-a.Ink.run1.xml", &of("a.Ink", &["!dries"])),
        ("x/TEST-a.Ink.run2.xml", &of("a.Ink", &["dries"])),
        ("x/TEST-a.Nib.run1.xml", &of("a.Nib", &["bends"])),
        ("x/TEST-a.Nib.run2.xml", &of("a.Nib", &["!bends"])),
    ]);
    let all =
        ["x/TEST-a.Nib.run2.xml", "x/TEST-a.Ink.run1.xml", "x/TEST-a.Nib.run1.xml", "x/TEST-a.Ink.run2.xml"];
    let import = load(folder.path(), &all);
    assert_eq!(groups(&import), [("x", "-", 1, 1), ("x", "-", 1, 1)], "two runs of two reports");
    assert_eq!(flaky(&import).len(), 4);
    let import = load(folder.path(), &[all[1], all[0]]);
    assert_eq!(groups(&import), [("x", "-", 2, 0)], "the expansion of a shell's pattern");
    assert_eq!(import.corpus.runs[0].name, "x");
}

#[test]
fn neighbours_that_have_a_test_of_one_name_are_no_runs_of_one_project() {
    let of = |own: &str, first: &str| {
        suite("", &[first, &format!("{own}1"), &format!("{own}2"), &format!("{own}3")])
    };
    let folder = folder(&[("cart/junit.xml", &of("c", "!renders")), ("bill/junit.xml", &of("b", "renders"))]);
    assert_eq!(flaky(&load(folder.path(), &["cart", "bill"])), []);
}

#[test]
fn a_label_of_version_1_0_counts_for_the_failure_that_it_showed() {
    let folder = folder(&[
        ("junit-linux.xml", &suite(EARLY, &["!draws dry"])),
        ("junit-windows.xml", &suite(LATE, &["!draws empty"])),
    ]);
    let project = folder.path().canonicalize().expect("a folder");
    let project = project.file_name().expect("a name").to_string_lossy().into_owned();
    let line = format!(
        "{{\"project\":\"{project}\",\"bug\":\"-\",\"test\":\"a.B::draws\",\"hash\":\"e3b0c44298fc1c14\",\"way\":\"x.E at a.B.draws\",\"label\":\"TP\",\"annotator\":\"ada\",\"time\":\"2026-11-28T13:00:00Z\"}}\n"
    );
    write(folder.path(), "fossick.labels.jsonl", line);
    let rows = fossick(folder.path(), &["rank", "--format", "jsonl"], b"").stdout;
    let mut labels: Vec<(String, String)> = rows
        .lines()
        .map(|row| serde_json::from_str::<Value>(row).expect("JSON"))
        .map(|row| {
            (
                row["test"].as_str().unwrap_or_default().to_owned(),
                row["label"].as_str().unwrap_or_default().to_owned(),
            )
        })
        .collect();
    let expected = [("a.B::draws", "TP"), ("a.B::draws [linux]", "")];
    labels.sort();
    assert_eq!(labels, expected.map(|(test, label)| (test.to_owned(), label.to_owned())));
}

#[test]
fn a_report_that_cannot_be_read_is_named_also_alone() {
    for (name, content) in [
        ("junit.xml", ""),
        ("app-junit.xml", "Killed\n"),
        ("build/test-results/junit.xml", "<?xml version='1.0'?>\n"),
        ("TEST-a.B.xml", ""),
    ] {
        let folder = folder(&[(name, content)]);
        let run = fossick(folder.path(), &["rank", "."], b"");
        assert_eq!(run.code, Some(2), "{name}: {}", run.stdout);
        assert!(run.stderr.contains(&format!("{name}, line ")), "{}", run.stderr);
    }
    let beside = folder(&[("junit.xml", ""), ("other.xml", &suite("", &["!draws"]))]);
    let run = fossick(beside.path(), &["rank"], b"");
    assert!(run.stderr.contains("1 record could not be used (./junit.xml, line 1: "), "{}", run.stderr);
    let foreign = folder(&[("junit.xml", "<project name='junit'/>")]);
    let run = fossick(foreign.path(), &["rank", "."], b"");
    assert!(run.stderr.contains("found no results in the folder"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_in_a_project_is_neither_read_nor_waited_for() {
    use std::os::unix::fs::symlink;
    let pipe = |path: &Path| {
        drop(fs::remove_file(path));
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        assert!(std::process::Command::new("mkfifo").arg(path).status().expect("a program").success());
    };
    let device = |path: &Path| {
        drop(fs::remove_file(path));
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        symlink("/dev/zero", path).expect("a link");
    };
    let names = [
        ".gitignore",
        "ink/.gitignore",
        "ink/deep/.gitignore",
        ".ignore",
        ".git/info/exclude",
        "pom.xml",
        "settings.gradle",
        "pyproject.toml",
        "setup.cfg",
        "package.json",
        "ink/pom.xml",
        ".defects4j.config",
        "ink/TEST-a.C.xml",
        "target/surefire-reports/TEST-a.C.xml",
        "ink/src/a/B.java",
        "ink/tests/test_pen.py",
    ];
    for make in [&pipe as &dyn Fn(&Path), &device] {
        let folder = folder(&[
            ("build.gradle", ""),
            ("ink/build/test-results/test/TEST-a.B.xml", &suite("", &["!draws"])),
        ]);
        for name in &names {
            make(&folder.path().join(name));
        }
        for arguments in
            [&["rank"][..], &["rank", "ink"], &["rank", "ink/build/test-results/test/TEST-a.B.xml"]]
        {
            let run = fossick(folder.path(), arguments, b"");
            assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
            assert!(run.stdout.contains("a.B::draws"), "{arguments:?}: {}", run.stdout);
        }
        let check = fossick(folder.path(), &["check"], b"").stdout;
        let is_told = |name: &&&str| name.ends_with(".gitignore") || name.contains("TEST-");
        for name in names.iter().filter(is_told) {
            assert!(check.contains(&format!("./{name}, line 1: ")), "{name}: {check}");
        }
        assert_eq!(check.matches("it is not a regular file").count(), names.iter().filter(is_told).count());
        let told = fossick(folder.path(), &["rank"], b"").stderr;
        let expected = "fossick: 3 files left out (the first: ./.gitignore, line 1: it is not a regular file), 2 records could not be used";
        assert!(told.lines().any(|line| line.starts_with(expected)), "{told}");
    }
}

/// Runs the program on a folder, and returns all that it prints.
fn outputs(folder: &Path) -> Vec<String> {
    let commands: [&[&str]; 4] =
        [&["rank", "--format", "json"], &["check"], &["convert"], &["report", "-o", "report.json"]];
    let run = |arguments: &&[&str]| {
        let run = fossick(folder, &[*arguments, &["made"]].concat(), b"");
        format!("{}{}", run.stdout, run.stderr)
    };
    let report = || fs::read_to_string(folder.join("report.json")).unwrap_or_default();
    commands.iter().map(run).chain([report()]).collect()
}

fn set_age(file: &Path, seconds: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + seconds);
    let opened = File::options().write(true).open(file);
    opened.and_then(|file| file.set_modified(time)).expect("its time is set");
}

#[test]
fn the_same_bytes_give_the_same_output_whatever_the_times_of_the_files() {
    let names = [
        "junit-linux.xml",
        "junit-windows.xml",
        "run-1/TEST-a.B.xml",
        "run-2/TEST-a.B.xml",
        "x/TEST-a.B.xml",
    ];
    let reports = [
        suite(EARLY, &["!draws", "writes"]),
        suite(LATE, &["draws", "!writes"]),
        suite("timestamp='2026-11-20T09:00:00'", &["!draws dry", "!writes"]),
        suite(LATE, &["draws", "!writes wet"]),
        suite("", &["!draws", "!writes"]),
    ];
    let mut first: Option<Vec<String>> = None;
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1]] {
        let folder = TempDir::new().expect("a folder");
        for (age, index) in order.into_iter().enumerate() {
            let file = write(folder.path(), &format!("made/{}", names[index]), &reports[index]);
            set_age(&file, 60 * age as u64);
        }
        let printed = outputs(folder.path());
        assert!(printed[0].contains("a.B::draws"), "{}", printed[0]);
        assert_eq!(*first.get_or_insert_with(|| printed.clone()), printed);
    }
}

#[derive(Debug, Clone)]
struct MadeReport {
    folder: &'static str,
    stem: &'static str,
    host: &'static str,
    time: Option<u32>,
    tests: Vec<(u8, bool)>,
    age: u64,
}

impl MadeReport {
    fn path(&self) -> String {
        format!("{}/{}.xml", self.folder, self.stem)
    }

    fn content(&self) -> String {
        let time = self.time.map_or(String::new(), |hour| format!("timestamp='2026-11-28T{hour:02}:00:00'"));
        let named = |(number, failed): &(u8, bool)| format!("{}t{number}", if *failed { "!" } else { "" });
        let tests: Vec<String> = self.tests.iter().map(named).collect();
        let tests: Vec<&str> = tests.iter().map(String::as_str).collect();
        suite(&format!("hostname='{}' {time}", self.host), &tests)
    }
}

fn made_reports() -> impl Strategy<Value = Vec<MadeReport>> {
    let report = (
        prop::sample::select(vec![
            "x",
            "x/linux",
            "x/windows",
            "x/run-1",
            "x/run-2",
            "x/test-results",
            "x/2026-11-28",
        ]),
        prop::sample::select(vec!["junit", "TEST-a.B", "linux-junit"]),
        prop::sample::select(vec!["ant", "bee", ""]),
        prop::option::weighted(0.7, 0..4_u32),
        prop::collection::btree_map(0..4_u8, any::<bool>(), 1..4),
        0..5_u64,
    );
    let report = report.prop_map(|(folder, stem, host, time, tests, age)| MadeReport {
        folder,
        stem,
        host,
        time,
        tests: tests.into_iter().collect(),
        age,
    });
    let unique = |mut reports: Vec<MadeReport>| {
        reports.sort_by_key(MadeReport::path);
        reports.dedup_by_key(|report| report.path());
        reports
    };
    prop::collection::vec(report, 1..6).prop_map(unique)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn neither_the_order_nor_the_times_of_files_decide_and_no_failure_is_lost(
        (reports, shuffled) in made_reports().prop_flat_map(|reports| (Just(reports.clone()), Just(reports).prop_shuffle())),
        is_build in any::<bool>(),
    ) {
        let folder = TempDir::new().expect("a folder");
        let read = |reports: &[MadeReport], reverse: bool| {
            drop(fs::remove_dir_all(folder.path().join("x")));
            // A build's reports are below the folder of its output.
            let output = if is_build { "x/build/test-results" } else { "x" };
            if is_build {
                write(folder.path(), "x/build.gradle", "");
            }
            for report in reports {
                let path = report.path().replacen('x', output, 1);
                let file = write(folder.path(), &path, report.content());
                set_age(&file, if reverse { 9 - report.age } else { report.age });
            }
            load(folder.path(), &["x"])
        };
        let import = read(&reports, false);
        prop_assert!(import == read(&shuffled, true), "the times or the order of the files matter");
        let source = &import.sources[0];
        let counts = source.reports.expect("reports were read");
        let counted = source.failed + source.passed + counts.superseded + counts.cells;
        prop_assert_eq!(source.records, counted);
        // A failed execution is a row, unless a later report of the same environment repeats it.
        for report in &reports {
            for (number, _) in report.tests.iter().filter(|(_, failed)| *failed) {
                let is_repeated = reports.iter().any(|other| {
                    other.time.zip(report.time).is_some_and(|(other, own)| other > own)
                        && (other.stem, other.host) == (report.stem, report.host)
                        && other.tests.iter().any(|(known, _)| known == number)
                });
                let name = format!("a.B::t{number}");
                let is_row = import.corpus.failures.iter().any(|failure| failure.test.split(" [").next() == Some(&*name));
                prop_assert!(is_row || is_repeated, "{} of {} is lost", name, report.path());
            }
        }
        let mut names: Vec<_> = import.corpus.failures.iter().map(|failure| (&failure.bug, &failure.test)).collect();
        names.sort();
        names.dedup();
        prop_assert_eq!(names.len(), import.corpus.failures.len(), "each failure has a name of its own");
    }
}
