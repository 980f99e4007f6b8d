//! Pictures of the workbench, completions and the manual, from outside.

use std::fs;
use std::path::Path;
use std::process::Output;

use tempfile::TempDir;

use crate::program;

/// Uses a label journal that does not exist: pictures show no labels, and must not create it.
fn snapshot(folder: &Path, arguments: &[&str]) -> Output {
    let labels = folder.join("labels.jsonl");
    let output = program::output(
        &[&["snapshot", "--labels", labels.to_str().expect("a plain path")], arguments].concat(),
    );
    assert!(!labels.exists(), "a picture leaves no labels");
    output
}

#[test]
fn keys_change_what_the_picture_shows() {
    let folder = TempDir::new().expect("a folder");
    let text = |keys: &str| {
        let output = snapshot(folder.path(), &["--size", "80x24", "--keys", keys]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let first = text("");
    assert_eq!(first.lines().count(), 24);
    assert!(first.contains("1–8 of 358"), "{first}");
    assert!(text("j j").contains("\n▌  3 "));
    let judged = text("t f n why? <enter>");
    assert!(judged.contains("2 looks"), "{judged}");
    assert!(judged.contains(" 1 T ") && judged.contains(" 2 F ") && judged.contains(" 3  n"), "{judged}");
    assert_eq!(text("q j j"), text("q"), "after the key that quits nothing moves");
}

#[test]
fn the_workbench_shows_the_list_of_rank_by_every_ranker() {
    const DEMO: &str = "assets/demo/demo.jsonl";
    let folder = TempDir::new().expect("a folder");
    for ranker in ["isolation-forest", "diversified", "random", "input-order"] {
        let list = program::printed(&["rank", DEMO, "--ranker", ranker, "--top", "1", "--format", "csv"]);
        // Of the second group the first: column `test`.
        let mut reader = csv::Reader::from_reader(list.as_bytes());
        let row = reader.records().nth(1).expect("a row").expect("a record");
        let first = &row[9];
        let method = first.rsplit("::").next().expect("a name");
        let output = snapshot(folder.path(), &[DEMO, "--ranker", ranker, "--keys", "3 <home> j <enter>"]);
        let screen = String::from_utf8(output.stdout).expect("text");
        let title = screen.lines().find(|line| line.contains("_ESTest.")).expect("the title of the test");
        assert!(format!("{title} ").contains(&format!("_ESTest.{method} ")), "{ranker}: {first}\n{screen}");
    }
}

#[test]
fn a_picture_of_the_demo_shows_only_labels_of_a_named_journal() {
    let folder = TempDir::new().expect("a folder");
    let own = folder.path().join("fossick");
    fs::create_dir(&own).expect("a folder");
    let test = r#""project":"Satchel","bug":"1","test":"satchel.CsvReader_ESTest::test140","hash":"9b3a75e5c05cec81","way":"java.lang.StringIndexOutOfBoundsException at satchel.CsvReader.split""#;
    let line =
        format!("{{{test},\"label\":\"TP\",\"annotator\":\"ada\",\"time\":\"2026-01-01T00:00:00Z\"}}\n");
    let labels = own.join("demo.labels.jsonl");
    fs::write(&labels, line).expect("labels given in the demo");
    let shown = |arguments: &[&str]| {
        let mut command = program::fossick();
        command.env("XDG_STATE_HOME", folder.path()).current_dir(&own);
        let output = command.arg("snapshot").args(arguments).output().expect("the program can be started");
        String::from_utf8(output.stdout).expect("text")
    };
    assert!(shown(&["--labels", labels.to_str().expect("a plain path")]).contains(" T   Satchel-1"));
    assert!(!shown(&[]).contains(" T   Satchel-1"));
}

#[test]
fn the_extension_selects_the_format_of_a_picture() {
    let folder = TempDir::new().expect("a folder");
    for (name, start) in [("a.svg", "<svg "), ("a.txt", " fossick ")] {
        let path = folder.path().join(name);
        let output =
            snapshot(folder.path(), &["--theme", "nord", "-o", path.to_str().expect("a plain path")]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let picture = fs::read_to_string(&path).expect("it is written");
        assert!(picture.starts_with(start), "{name}: {}", &picture[..40]);
    }
}

#[test]
fn invalid_picture_arguments_are_reported() {
    let folder = TempDir::new().expect("a folder");
    for (arguments, messages) in [
        (["-o", "screen.gif"], "expected a file named .svg or .txt"),
        (["--keys", "j <entr>"], "`<entr>` is not a key"),
        (["--size", "140"], "as in 140x45"),
        (["--theme", "pink"], "expected one of dark, light, high-contrast"),
        (["--labels", "x"], "cannot be used multiple times"),
    ] {
        let output = snapshot(folder.path(), &arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(messages), "{arguments:?}: {message}");
    }
}

#[test]
fn shells_and_the_manual_know_every_subcommand() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = String::from_utf8(program::output(&["completions", shell]).stdout).expect("text");
        assert!(script.contains("evaluate") && script.contains("snapshot"), "{shell}");
        for name in ["solarized-light", "extended-isolation-forest", "teval-plus", "arrows"] {
            // PowerShell and Elvish complete options; the values of those that are explained one by one are in the help.
            let is_known = script.contains(name) || ["powershell", "elvish"].contains(&shell);
            assert!(is_known, "{shell} does not know {name}");
        }
    }
    let manual = String::from_utf8(program::output(&["man"]).stdout).expect("text");
    for subcommand in ["check", "rank", "evaluate", "labels", "snapshot"] {
        assert!(manual.contains(&format!(".SH \"fossick {subcommand}\"")), "{subcommand}");
    }
    assert!(manual.contains(".SH FILES") && manual.contains(".SH \"EXIT STATUS\""), "{manual}");
    assert!(manual.contains("in the column `tie`") && !manual.contains("EXTRA"), "{manual}");
}

#[test]
fn a_session_is_an_animated_picture() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("session.svg");
    let file = path.to_str().expect("a plain path");
    let output =
        snapshot(folder.path(), &["--animate", "--size", "140x45", "--keys", "j <pause> t", "-o", file]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let session = fs::read_to_string(&path).expect("it is written");
    assert!(session.contains("@keyframes f1") && !session.contains("@keyframes f2"), "one change a key");
    assert!(
        session.contains("0 looks · 0 bugs") && session.contains("1 look · 1 bug"),
        "from the first screen to the last"
    );
    assert!(!session.contains("<script"));
    let output = snapshot(folder.path(), &["--animate", "-o", &file.replace(".svg", ".txt")]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("name a file that ends in .svg"));
}
