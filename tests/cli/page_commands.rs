//! Every command line of fossick in the README and the book runs, in a folder with the files that the pages name.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::documentation::{command_lines, pages};
use crate::folder::folder;
use crate::program;

const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy,TP,FP,buggy_test_trace\n\
    Lang,7,a.B::t1,True,,True,java.lang.Error: 1\n\
    Lang,7,a.B::t2,True,True,,java.lang.IllegalStateException: 2\n\
    Lang,8,a.B::t1,True,True,,java.lang.Error: 1\n\
    Lang,8,a.B::t2,True,,True,java.lang.Error: 2\n";

const PAIRS: &str = "approach,project,reference,generated,outcome,exception_lbl,except_pred\n\
    toga,Shop,assertTrue(b),assertTrue(b),failed,False,False\n\
    toga,Till,assertTrue(b),assertTrue(a),passed,False,False\n";

const ADEQUACY: &str = "approach,project,lc_before,lc_after,ms_before,ms_after\n\
    toga,Shop,50,60,40,50\ntoga,Till,50,70,40,45\n";

const LABEL: &str = "{\"project\":\"Lang\",\"bug\":\"7\",\"test\":\"a.B::t1\",\"hash\":\"00\",\"label\":\"FP\",\"annotator\":\"NAME\",\
    \"time\":\"2026-01-02T03:04:05Z\"}\n";

const WHOLE_TESTS: &str = "test_prefix\n\"public void test0() { assertTrue(a()); }\"\n";

const LINE: &str = "{\"project\":\"Lang\",\"bug\":\"7\",\"test\":\"a.B::t1\",\"outcome\":\"failed\",\"fixed_outcome\":\"passed\",\
    \"trace\":\"java.lang.Error: 1\",\"coverage\":{\"lines\":[1],\"statements\":2}}\n";

const RANKED: &str = "{\"project\":\"Lang\",\"bug\":\"7\",\"rank\":1,\"test\":\"a.B::t1\",\"ranker\":\"by-cause\",\"group_size\":1,\
    \"cause_size\":1,\"environment\":false}\n";

const LOG: &str =
    "[ERROR] /elsewhere/src/test/java/a/BadTest.java:[1,60] cannot find symbol\n  symbol: method y()\n";

/// A folder with every file that a command of the pages reads, by the name that it has there.
fn files_of_the_pages() -> TempDir {
    let report = |body: &str| {
        format!(
            "<testsuite name='a.PenTest'><testcase name='draws' classname='a.PenTest'>{body}</testcase></testsuite>"
        )
    };
    let (failed, passed) = (report("<failure type='a.E' message='m'>a.E: m</failure>"), report(""));
    let [ada, ben] = ["ada", "ben"].map(|name| LABEL.replace("NAME", name));
    let pom = "<project><artifactId>purse</artifactId></project>";
    let demo_file = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo/demo.jsonl");
    let demo_text = fs::read_to_string(&demo_file).expect("the demo");
    let files = [
        ("results/failed_test_data.csv", TABLE),
        ("results/run1.csv", TABLE),
        ("toga/run1.csv", TABLE),
        ("naive/run1.csv", TABLE),
        ("results.csv", TABLE),
        ("results.csv.labels.ada.jsonl", &ada),
        ("results.csv.labels.ben.jsonl", &ben),
        ("results.jsonl", &(demo_text + LINE)),
        ("part.jsonl", LINE),
        ("ranked.jsonl", RANKED),
        ("pairs.csv", PAIRS),
        ("table5.csv", "approach,project,BLEU,CB\nm,Lang,40.5,41.0\nm,Math,30.5,33.0\nm,Csv,20.5,29.0\n"),
        (
            "table9.csv",
            "approach,project,lc_before,lc_after,ms_before,ms_after\nm,Lang,80,79,60,58\nm,Math,70,66,50,45\nm,Csv,60,51,40,30\n",
        ),
        ("runs/failed_test_data.csv", TABLE),
        ("adequacy.csv", ADEQUACY),
        ("true.txt", "assertTrue(b)\n"),
        ("toga.txt", "assertTrue(b)\n"),
        ("atlas.txt", "assertTrue(a)\n"),
        ("OE25/inputs.csv", WHOLE_TESTS),
        ("build.log", LOG),
        ("pom.xml", pom),
        (
            "src/test/java/a/BadTest.java",
            "package a; public class BadTest { @Test public void x() { y(); } }",
        ),
        ("target/surefire-reports/TEST-a.PenTest.xml", &failed),
        ("purse/pom.xml", pom),
        ("purse/target/surefire-reports/TEST-a.PenTest.xml", &failed),
        ("purse-before/pom.xml", pom),
        ("purse-before/target/surefire-reports/TEST-a.PenTest.xml", &failed),
        ("purse-fixed/pom.xml", pom),
        ("purse-fixed/target/surefire-reports/TEST-a.PenTest.xml", &passed),
    ];
    let folder = folder(&files);
    let demo = folder.path().join("assets/demo");
    fs::create_dir_all(&demo).expect("a folder");
    symlink(demo_file, demo.join("demo.jsonl")).expect("linked");
    let results = folder.path().join("results.jsonl");
    for annotator in ["ada", "rules", "qwen3-coder"] {
        let results = results.to_str().expect("a plain path");
        let labelled = program::output(&["label", results, "a.B::t1", "tp", "--annotator", annotator]);
        assert!(labelled.status.success(), "{labelled:?}");
    }
    folder
}

/// A page with a session in a project, and the report that its first command writes.
struct Session {
    page: &'static str,
    /// The project, in the folder of fixtures.
    project: &'static str,
    mark: &'static str,
    report: &'static str,
}

const SESSIONS: [Session; 2] = [
    Session {
        page: "guide/python.md",
        project: "python",
        mark: "pyproject.toml",
        report: "pytest9-auto.xml",
    },
    Session {
        page: "guide/javascript.md",
        project: "javascript",
        mark: "package.json",
        report: "vitest3-junit.xml",
    },
];

impl Session {
    fn project(&self) -> TempDir {
        let folder = folder(&[]);
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(self.project);
        let files = [self.mark, "src", "tests"].map(|name| fixture.join(name));
        let copied = Command::new("cp").arg("-r").args(files).arg(folder.path()).status().expect("it runs");
        assert!(copied.success());
        if let Ok(settings) = fs::read(fixture.join("tsconfig.json")) {
            fs::write(folder.path().join("tsconfig.json"), settings).expect("written");
        }
        fs::copy(fixture.join("reports").join(self.report), folder.path().join("junit.xml")).expect("copied");
        folder
    }
}

/// Returns the lines that a page shows as printed by a command, but for those that it leaves out.
fn printed_on_page<'a>(page: &'a str, command: &str) -> impl Iterator<Item = &'a str> {
    let behind = page.split_once(&format!("$ {command}\n")).map_or("", |(_, behind)| behind);
    behind.lines().take_while(|line| !line.starts_with(['$', '`'])).filter(|line| line.trim() != "…")
}

/// Returns a command line that can run here: a picture takes the place of the workbench, and judges, which may be programs
/// that are not installed, are not asked.
fn without_a_terminal(line: &str) -> String {
    let general = program::printed(&["--help"]);
    let first = line.split_whitespace().next().unwrap_or_default();
    match line.strip_prefix("demo") {
        Some("") => "fossick snapshot".to_owned(),
        _ if first == "judge" => format!("fossick {line} --dry-run"),
        _ if !first.is_empty() && general.contains(&format!("\n  {first} ")) => format!("fossick {line}"),
        _ => format!("fossick snapshot {line}"),
    }
}

#[test]
fn every_command_of_the_pages_runs() {
    let (mut run, mut failed) = (0, String::new());
    for (page, text) in pages() {
        let lines = command_lines(&text);
        if lines.is_empty() {
            continue;
        }
        let session = SESSIONS.iter().find(|session| page.ends_with(session.page));
        let folder = session.map_or_else(files_of_the_pages, Session::project);
        fs::create_dir(folder.path().join("bin")).expect("a folder");
        symlink(env!("CARGO_BIN_EXE_fossick"), folder.path().join("bin/fossick")).expect("linked");
        for line in lines {
            let mut shell = Command::new("sh");
            let path = format!("{}:/usr/bin:/bin", folder.path().join("bin").display());
            shell.args(["-c", &without_a_terminal(&line)]).current_dir(folder.path()).env("PATH", path);
            let output = shell.env("XDG_CONFIG_HOME", folder.path()).output().expect("a shell");
            // A gate that does not hold is an answer as well.
            let asks = line.contains("--gate") || line.contains("--only");
            let is_fine = output.status.success() || asks && output.status.code() == Some(1);
            if !is_fine {
                let said = String::from_utf8_lossy(&output.stderr);
                failed.push_str(&format!("{}: `fossick {line}`: {said}", page.display()));
            }
            let said = String::from_utf8_lossy(&output.stdout);
            for shown in printed_on_page(&text, &format!("fossick {line}")).filter(|_| session.is_some()) {
                assert!(said.lines().any(|own| own == shown), "{shown:?} is not in\n{said}");
            }
            run += 1;
        }
    }
    assert!(failed.is_empty(), "{failed}");
    assert!(run > 30, "the pages show commands: {run}");
}
