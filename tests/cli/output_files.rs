//! Files that commands write: whole or not at all, and with nothing in them that acts in the host that shows them.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{fossick, printed};
use crate::purse;

/// A folder with some failures in `run.jsonl`.
fn results() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let tests: Vec<Value> =
        (1..40).map(|number| purse::failed("1", number, None, "assertEquals(1, int0)")).collect();
    purse::write(&folder, "run.jsonl", &tests);
    folder
}

/// Runs a line of a shell in a folder, in which `$FOSSICK` is the program.
fn shell(folder: &Path, line: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).env("FOSSICK", env!("CARGO_BIN_EXE_fossick"));
    command.env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.output().expect("sh can be started")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().expect("text")).collect();
    names.sort();
    names
}

#[test]
fn a_full_disk_leaves_the_old_files() {
    let folder = results();
    for (command, file) in [("report", "report.html"), ("report", "report.sarif"), ("snapshot", "screen.svg")]
    {
        let path = folder.path().join(file);
        fs::write(&path, "the old one").expect("written");
        // The shell's limit on the size of a file (blocks of 512 or 1024 bytes) simulates a full disk.
        let line = format!("trap '' XFSZ; ulimit -f 2; exec \"$FOSSICK\" {command} run.jsonl -o {file}");
        let output = shell(folder.path(), &line);
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(&format!("can't write {file}: ")), "{file}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "the old one", "{file}");
        fs::remove_file(path).expect("it is there");
        assert_eq!(names(folder.path()), ["run.jsonl"], "nothing is left beside it");
    }
}

#[test]
fn a_report_goes_where_its_name_leads() {
    let folder = results();
    let (file, link) = (folder.path().join("public/index.md"), folder.path().join("report.md"));
    fs::create_dir(folder.path().join("public")).expect("a folder");
    fs::write(&file, "old").expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o604)).expect("it is ours");
    symlink("public/index.md", &link).expect("a link");
    assert!(shell(folder.path(), "\"$FOSSICK\" report run.jsonl -o report.md").status.success());
    assert!(link.is_symlink() && fs::read_to_string(&file).expect("a file").starts_with("# "));
    assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o604);
    for line in [
        "\"$FOSSICK\" report run.jsonl -o /dev/stdout --format markdown",
        "\"$FOSSICK\" report run.jsonl -o /dev/fd/3 --format markdown 3>&1 | cat",
        "mkfifo pipe.md; cat pipe.md & \"$FOSSICK\" report run.jsonl -o pipe.md; wait; test -p pipe.md",
    ] {
        let output = shell(folder.path(), line);
        assert!(output.status.success() && output.stdout.starts_with(b"# "), "{line}");
    }
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("it is ours");
    if fs::OpenOptions::new().write(true).open(&file).is_err() {
        let output = shell(folder.path(), "\"$FOSSICK\" report run.jsonl -o report.md");
        assert_eq!(output.status.code(), Some(2), "a file that may not be written to");
    }
}

#[test]
fn labels_are_read_from_a_file_or_a_pipe_that_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    purse::write(&folder, "run.jsonl", &[purse::failed("1", 1, None, "assertEquals(1, int0)")]);
    let labelled = |line: &str| {
        let output = shell(folder.path(), line);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, errors) = labelled("\"$FOSSICK\" label run.jsonl --annotator ada --from /dev/zero");
    assert!(code == Some(2) && errors.contains("neither a regular file nor a pipe"), "{errors}");
    let csv = "test,label,note\nshop.Purse_ESTest::test01,tp,\"so\" it fails\n";
    fs::write(folder.path().join("labels.csv"), csv).expect("written");
    let (code, errors) = labelled("\"$FOSSICK\" label run.jsonl --annotator ada --from labels.csv");
    assert!(code == Some(2) && errors.contains("labels.csv:2: "), "{errors}");
    assert!(!folder.path().join("run.jsonl.labels.ada.jsonl").exists());
    let piped = "mkfifo pipe; printf 'test,label\\nshop.Purse_ESTest::test01,tp\\n' > pipe & \
                 \"$FOSSICK\" label run.jsonl --annotator ada --from pipe";
    let (code, errors) = labelled(piped);
    assert!(code == Some(0) && errors.contains("1 label written"), "{errors}");
}

#[test]
fn a_journal_that_is_a_link_to_nothing_creates_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = purse::write(&folder, "run.jsonl", &[purse::failed("1", 1, None, "assertEquals(1, int0)")]);
    symlink("elsewhere", folder.path().join("run.jsonl.labels.ada.jsonl")).expect("a link");
    let arguments = ["label", &results, "shop.Purse_ESTest::test01", "tp", "--annotator", "ada"];
    let output = fossick().args(arguments).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2) && errors.contains("a symbolic link to a file that does not exist"),
        "{errors}"
    );
    assert!(!folder.path().join("elsewhere").exists());
}

#[test]
fn foreign_text_neither_links_nor_notifies_nor_turns_around() {
    let folder = tempfile::tempdir().expect("a folder");
    let hostile = "see http://pen.example [here](https://ink.example) @ada #12 GH-3 \u{202e}www.pen.example";
    let mut test = purse::failed("1", 1, None, "assertEquals(1, int0)");
    test["trace"] = json!(format!("shop.Purse_ESTest::test01\njava.lang.Error: {hostile}\n"));
    test["project"] = json!("@ben http://shop.example");
    let results = purse::write(&folder, "run.jsonl", &[test]);
    let markdown = [
        printed(&["show", &results, "--top", "1"]),
        printed(&["report", &results, "--format", "markdown"]),
        printed(&["report", &results, "--brief"]),
        printed(&["rank", &results, "--format", "markdown"]),
    ];
    for text in markdown {
        // In a fence nothing is a reference.
        let outside: String = text.split("```").step_by(2).collect();
        for acting in ["http://", "https://", "@ada", "@ben", "#12", "GH-3", "www.pen", "\u{202e}"] {
            assert!(!outside.contains(acting), "{acting} in {outside}");
        }
        // A link begins with a bracket that is not escaped; a line of HTML has none.
        let markdown: String = outside.lines().filter(|line| !line.starts_with('<')).collect();
        assert!(!markdown.replace("\\[", "").contains('['), "{outside}");
    }
    let sarif = printed(&["report", &results, "--format", "sarif"]);
    let log: Value = serde_json::from_str(&sarif).expect("JSON");
    let result = &log["runs"][0]["results"][0];
    let plain = result["message"]["text"].as_str().expect("text");
    assert!(plain.contains("[here] (https://ink.example)") && plain.contains("‹U+202E›"), "{plain}");
    assert!(!sarif.contains('\u{202e}'));
    let markdown = result["message"]["markdown"].as_str().expect("Markdown");
    assert!(
        !markdown.replace("\\[", "").contains('[')
            && !markdown.contains("http://")
            && !markdown.contains("@ada"),
        "{markdown}"
    );
}
