//! `--changes`: the failures whose code was changed, in real git repositories.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program;

/// Three methods, each with the failure of a test of its own.
const PEN: &str = "package a;\n\npublic class Pen {\n    int draw(int a) {\n        return check(a);\n    }\n\n    int check(int a) {\n        \
                   if (a > 3) throw new IllegalStateException(\"dry\");\n        return a;\n    }\n\n    int clean(int a) {\n        \
                   return a / 0;\n    }\n\n    int sell(int a) {\n        throw new IllegalArgumentException(\"gone\");\n    }\n}\n";

const TEST: &str = "package a;\n\npublic class PenTest {\n    @Test\n    public void draws() {\n        new Pen().draw(4);\n    }\n\n    \
                    @Test\n    public void cleans() {\n        new Pen().clean(1);\n    }\n\n    @Test\n    public void sells() {\n        \
                    new Pen().sell(1);\n    }\n}\n";

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"];
    let output =
        Command::new("git").args(identity).args(arguments).current_dir(folder).output().expect("git");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for below in ["src/main/java/a", "src/test/java/a", "target/surefire-reports"] {
        fs::create_dir_all(root.join(below)).expect("a folder");
    }
    fs::write(root.join(".gitignore"), "target\n").expect("written");
    fs::write(root.join("pom.xml"), "<project><artifactId>shop</artifactId></project>").expect("written");
    fs::write(root.join("src/main/java/a/Pen.java"), PEN).expect("written");
    fs::write(root.join("src/test/java/a/PenTest.java"), TEST).expect("written");
    let case = |test: &str, error: &str, frames: &str| {
        format!(
            "<testcase classname=\"a.PenTest\" name=\"{test}\"><error type=\"{error}\">{error}\n{frames}</error></testcase>"
        )
    };
    let cases = [
        case(
            "draws",
            "java.lang.IllegalStateException",
            "\tat a.Pen.check(Pen.java:9)\n\tat a.Pen.draw(Pen.java:5)\n\tat a.PenTest.draws(PenTest.java:6)\n",
        ),
        case(
            "cleans",
            "java.lang.ArithmeticException",
            "\tat a.Pen.clean(Pen.java:14)\n\tat a.PenTest.cleans(PenTest.java:11)\n",
        ),
        case(
            "sells",
            "java.lang.IllegalArgumentException",
            "\tat a.Pen.sell(Pen.java:18)\n\tat a.PenTest.sells(PenTest.java:16)\n",
        ),
    ];
    let report = format!("<testsuite name=\"a.PenTest\">{}</testsuite>", cases.concat());
    fs::write(root.join("target/surefire-reports/TEST-a.PenTest.xml"), report).expect("written");
    git(root, &["init", "-q"]);
    git(root, &["add", "."]);
    git(root, &["commit", "-q", "-m", "first"]);
    folder
}

fn replace(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("a file");
    assert!(text.contains(from));
    fs::write(path, text.replace(from, to)).expect("written");
}

/// Returns test and change of each row, in order.
fn ranked(folder: &Path, arguments: &[&str]) -> Vec<(String, String)> {
    let arguments = [&["rank", ".", "--format", "json"], arguments].concat();
    let output = program::fossick().args(&arguments).current_dir(folder).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |row: &serde_json::Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    rows.iter().map(|row| (text(row, "test").replace("a.PenTest::", ""), text(row, "changed"))).collect()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = program::fossick()
        .args(["rank", "."])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn failures_whose_code_was_changed_come_first() {
    let folder = project();
    let root = folder.path();
    assert!(refused(root, &["--changes"]).contains("fetch more of the history"), "there is one commit");
    // A line of the trace of `draws`; `clean`, but not its line; nothing of `sell`.
    replace(root, "src/main/java/a/Pen.java", "a > 3", "a > 2");
    replace(root, "src/main/java/a/Pen.java", "int clean(int a) {", "int clean(int a)  {");
    let expected = [("draws", "line"), ("cleans", "method"), ("sells", "file")];
    let expected = expected.map(|(test, change)| (test.to_owned(), change.to_owned()));
    assert_eq!(ranked(root, &["--changes"]), expected);
    git(root, &["commit", "-q", "-a", "-m", "second"]);
    assert_eq!(ranked(root, &["--changes"]), expected, "the last commit");
    assert_eq!(ranked(root, &["--changes", "HEAD~1"]), expected, "a named one");
    replace(root, "src/test/java/a/PenTest.java", "sell(1)", "sell(2)");
    let sells = ("sells".to_owned(), "test".to_owned());
    assert!(ranked(root, &["--changes"]).contains(&sells), "the test itself");
    assert!(refused(root, &["--changes", "v9"]).contains("no version `v9`"));
}

#[test]
fn programs_that_a_repository_names_are_not_run() {
    let folder = project();
    let root = folder.path();
    let trap = root.join("trap");
    fs::write(&trap, format!("#!/bin/sh\ntouch {}\ncat\n", root.join("sprung").display())).expect("written");
    Command::new("chmod").args(["+x"]).arg(&trap).status().expect("chmod");
    let trap = trap.display().to_string();
    fs::write(root.join(".gitattributes"), "*.java diff=x filter=x\n").expect("written");
    git(root, &["add", "."]);
    git(root, &["commit", "-q", "-m", "attributes"]);
    for name in [
        "core.fsmonitor",
        "diff.external",
        "diff.x.command",
        "diff.x.textconv",
        "filter.x.clean",
        "filter.x.process",
        "core.pager",
    ] {
        git(root, &["config", name, &trap]);
    }
    git(root, &["config", "filter.x.required", "true"]);
    fs::create_dir_all(root.join(".git/hooks")).expect("a folder");
    fs::copy(root.join("trap"), root.join(".git/hooks/post-index-change")).expect("copied");
    let _ = fs::remove_file(root.join("sprung"));
    replace(root, "src/main/java/a/Pen.java", "a > 3", "a > 2");
    assert_eq!(ranked(root, &["--changes"])[0].1, "line");
    assert!(!root.join("sprung").exists());
}

#[test]
fn another_owners_repository_says_why_and_is_read_if_the_user_trusts_it() {
    let folder = project();
    replace(folder.path(), "src/main/java/a/Pen.java", "a > 3", "a > 2");
    let ranked = |trusted: &[(&str, &str)]| {
        let mut rank = program::fossick();
        rank.args(["rank", ".", "--changes"]).current_dir(folder.path());
        // Git's own tests use it.
        rank.env("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        rank.env("GIT_CONFIG_NOSYSTEM", "1").envs(trusted.iter().copied()).output().expect("it starts")
    };
    let refused = ranked(&[]);
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{errors}");
    assert!(errors.contains("dubious ownership") && errors.contains("--add safe.directory"), "{errors}");
    let trusted =
        [("GIT_CONFIG_COUNT", "1"), ("GIT_CONFIG_KEY_0", "safe.directory"), ("GIT_CONFIG_VALUE_0", "*")];
    assert!(ranked(&trusted).status.success(), "{}", String::from_utf8_lossy(&ranked(&trusted).stderr));
}

#[cfg(unix)]
#[test]
fn git_is_not_asked_where_it_would_wait_for_a_pipe() {
    let folder = project();
    let root = folder.path();
    replace(root, "src/main/java/a/Pen.java", "a > 3", "a > 2");
    for name in [".gitattributes", "src/.gitignore", ".git/info/exclude"] {
        let pipe = root.join(name);
        let _ = fs::remove_file(&pipe);
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let said = refused(root, &["--changes"]);
        assert!(said.contains(name) && said.contains("not a regular file: remove it"), "{said}");
        fs::remove_file(&pipe).expect("removed");
    }
    assert_eq!(ranked(root, &["--changes"])[0].1, "line");
}
