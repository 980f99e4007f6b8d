//! The configuration file, by running the program with one in a temporary folder.

use std::fs;
use std::process::Output;

use tempfile::TempDir;

use crate::program;

/// A folder with this configuration.
fn folder(config: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("fossick");
    fs::create_dir(&own)
        .and_then(|()| fs::write(own.join("config.toml"), config))
        .expect("it can be written");
    folder
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    program::fossick_in(folder.path()).args(arguments).output().expect("the program can be started")
}

/// Runs the program with this configuration.
fn printed(config: &str, arguments: &[&str]) -> String {
    let output = run(&folder(config), arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The one line of complaint, without the folder.
fn message_of(config: &str, arguments: &[&str]) -> String {
    let folder = folder(config);
    let output = run(&folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(message.lines().count(), 1, "{message}");
    message.replace(&folder.path().display().to_string(), "FOLDER")
}

#[test]
fn the_printed_keys_are_those_in_effect() {
    let config = "[keys]\nundo = [\"backspace\", \"ctrl-z\"]\nsuspend = []\n";
    let table = printed(config, &["keys"]);
    assert!(table.contains("  backspace ctrl-z  "), "{table}");
    assert!(table.lines().any(|line| line.starts_with("  – ") && line.contains(" suspend ")), "{table}");
    let markdown = printed(config, &["keys", "--format", "markdown"]);
    assert!(markdown.contains("| `backspace` `ctrl-z` | undo"), "{markdown}");
}

#[test]
fn the_printed_file_is_a_configuration_with_the_same_keys() {
    let config = "[keys]\npreset = \"arrows\"\nquality = []\nundo = [\"\\\"\", \"\\\\\"]\n";
    let file = printed(config, &["keys", "--format", "toml"]);
    assert_eq!(printed(&file, &["keys", "--format", "toml"]), file);
    assert_eq!(printed(&file, &["keys"]), printed(config, &["keys"]));
}

#[test]
fn without_a_configuration_the_keys_are_those_of_the_guide() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(&folder, &["keys", "--format", "markdown"]);
    let table = String::from_utf8(output.stdout).expect("text");
    assert!(fs::read_to_string("docs/src/guide/keys.md").expect("the page").contains(&table));
}

#[test]
fn an_invalid_configuration_stops_the_workbench_before_it_starts() {
    for arguments in [&["keys"][..], &["assets/demo/demo.jsonl"], &["demo"]] {
        let message = message_of("[keys]\n\nundo = [\"z\", \"u\"]\n", arguments);
        assert_eq!(
            message,
            "fossick: FOLDER/fossick/config.toml:3:14: the key `u` does `unsure` already: give that another key, as in `unsure = \
             \"alt-x\"`, or none: `unsure = []`\n"
        );
    }
}

#[test]
fn each_value_is_shown_with_its_origin() {
    let folder = folder("top = 20\nwatch = false\nmouse = false\n\n[keys]\nundo = [\"z\", \"backspace\"]\n");
    let mut command = program::fossick_in(folder.path());
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").current_dir(folder.path());
    command.env("USER", "ada").env_remove("VISUAL").env("EDITOR", "ed");
    command.env("FOSSICK_TOP", "30").env("FOSSICK_SEEDS", "5").env("FOSSICK_THEME", "");
    let output = command.args(["config", "show", "--seeds", "7", "--mouse"]).output().expect("it runs");
    let shown = String::from_utf8(output.stdout).expect("text");
    let file = format!("{}/fossick/config.toml", folder.path().display());
    let rows: Vec<(&str, String)> = shown
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, rest)| (name, rest.trim().replace(&file, "FILE")))
        .collect();
    let row = |name: &str| rows.iter().find(|row| row.0 == name).map(|row| row.1.as_str()).expect(name);
    assert!(row("top").starts_with("30 ") && row("top").ends_with(" FOSSICK_TOP"));
    assert!(row("seeds").starts_with("7 ") && row("seeds").ends_with(" --seeds"));
    assert!(row("watch").starts_with("false ") && row("watch").ends_with(" FILE:2"));
    assert!(row("mouse").starts_with("true ") && row("mouse").ends_with(" --mouse"));
    assert!(
        row("theme").starts_with("{ dark = \"dark\", light = \"light\" } "),
        "an empty variable says nothing"
    );
    assert!(row("ranker").ends_with(" default") && row("keys.preset").starts_with("\"default\" "));
    assert!(row("annotator").starts_with("\"ada\" ") && row("editor").ends_with("default (EDITOR)"));
    assert!(row("keys.undo").starts_with("[\"z\", \"backspace\"] ") && row("keys.undo").ends_with(" FILE:6"));
    assert!(row("across").starts_with("false ") && row("across").ends_with(" FOSSICK_ACROSS"));
    assert_eq!(rows.len(), 12, "{shown}");
}

#[test]
fn the_default_file_changes_nothing() {
    let begin = printed("", &["config", "default"]);
    let values = |text: &str| -> Vec<String> {
        let shown = printed(text, &["config", "show"]);
        shown.lines().map(|line| line.rsplit_once("  ").expect("an origin").0.trim_end().to_owned()).collect()
    };
    assert_eq!(values(&begin), values(""));
    assert_eq!(printed(&begin, &["keys"]), printed("", &["keys"]));
}

#[test]
fn the_path_of_the_file_is_printed_whether_it_exists_or_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = String::from_utf8(run(&folder, &["config", "path"]).stdout).expect("text");
    assert_eq!(path, format!("{}/fossick/config.toml\n", folder.path().display()));
}

#[test]
fn commands_that_print_lists_and_figures_ignore_the_configuration() {
    let broken = folder("ranker = \"random\"\ntop = 0\ntheme = \"none\"\n");
    // Some failures of the demo are as good as all of them, and quicker.
    let demo = fs::read_to_string("assets/demo/demo.jsonl").expect("the demo");
    let some = demo.lines().take(40).collect::<Vec<_>>().join("\n");
    let results = broken.path().join("some.jsonl");
    fs::write(&results, some).expect("it can be written");
    let results = results.to_str().expect("a plain path");
    let themes = broken.path().join("fossick/themes");
    fs::create_dir(&themes)
        .and_then(|()| fs::write(themes.join("mine.toml"), "x"))
        .expect("it can be written");
    for arguments in [
        &["rank", results][..],
        &["check", results],
        &["features", results],
        &["evaluate", results, "--ranker", "random", "--ranker", "input-order"],
        &["convert", results],
        &["snapshot", results, "--size", "80x24", "--keys", "j ?"],
    ] {
        let mut command = program::fossick_in(broken.path());
        command.env("FOSSICK_SEEDS", "x").env("FOSSICK_TOP", "3").env("FOSSICK_RANKER", "random");
        let with = command.args(arguments).output().expect("it runs");
        let without = program::fossick().args(arguments).output().expect("it runs");
        assert_eq!(with.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&with.stderr));
        assert!(with.stdout == without.stdout, "{arguments:?} asks the configuration");
    }
}

#[test]
fn an_unknown_theme_is_reported_with_the_available_ones() {
    let folder = folder("top = 3\ntheme = \"nrod\"\n");
    let themes = folder.path().join("fossick/themes");
    fs::create_dir(&themes)
        .and_then(|()| fs::write(themes.join("mine.toml"), "accent = 1"))
        .expect("it can be written");
    let message_of = |arguments: &[&str]| {
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr)
            .expect("text")
            .replace(&folder.path().display().to_string(), "FOLDER")
    };
    let message = message_of(&["config", "show"]);
    let expected =
        "fossick: FOLDER/fossick/config.toml:2:9: there is no theme `nrod`: expected one of mine, dark, ";
    assert!(message.starts_with(expected), "{message}");
    let message = message_of(&["demo", "--theme", "dark=nord,light=x"]);
    assert!(
        message.starts_with("fossick: --theme: there is no theme `x`: expected one of mine, "),
        "{message}"
    );
    let message = message_of(&["demo", "--theme", "mine"]);
    assert!(
        message.starts_with("fossick: FOLDER/fossick/themes/mine.toml:1:10: expected two colours"),
        "{message}"
    );
}

#[test]
fn a_users_own_theme_is_drawn() {
    let folder = folder("");
    let themes = folder.path().join("fossick/themes");
    let theme = "inherits = \"nord\"\naccent = [\"#a1b2c3\", \"red\"]\n";
    fs::create_dir(&themes)
        .and_then(|()| fs::write(themes.join("mine.toml"), theme))
        .expect("it can be written");
    let picture = folder.path().join("x.svg");
    let output = run(
        &folder,
        &["snapshot", "--theme", "mine", "--size", "80x24", "-o", picture.to_str().expect("plain")],
    );
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read_to_string(&picture).expect("written").contains("#a1b2c3"));
}

#[test]
fn another_configuration_file_can_be_selected() {
    let folder = folder("[keys]\nundo = [\"f9\"]\n");
    let named = |file: &str, arguments: &[&str]| {
        let mut command = program::fossick();
        command.env("FOSSICK_CONFIG", folder.path().join(file)).args(arguments);
        command.output().expect("the program can be started")
    };
    assert!(String::from_utf8_lossy(&named("fossick/config.toml", &["keys"]).stdout).contains("  f9 "));
    let place = named("gone.toml", &["config", "path"]);
    assert_eq!(place.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&place.stdout).ends_with("gone.toml\n"), "it says where it would lie");
    let missing = named("gone.toml", &["keys"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("gone.toml, which does not exist"));
}

#[test]
fn a_theme_that_is_hard_to_read_is_used_with_a_warning() {
    let folder = folder("theme = \"faint\"\n");
    let themes = folder.path().join("fossick/themes");
    fs::create_dir(&themes).expect("a folder");
    let write = |grey: &str| {
        let theme = format!("inherits = \"dark\"\ndim = [\"{grey}\", \"bright black\"]\n");
        fs::write(themes.join("faint.toml"), theme).expect("it can be written");
        let output = run(&folder, &["config", "show"]);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).expect("text")
    };
    let shown = write("#666666");
    let note = "\ntheme `faint`: `dim` on `selection` is hard to read: contrast 2.1, text needs 4.5\n";
    assert!(shown.ends_with(note), "{shown}");
    assert!(!write("#a0a0a0").contains("hard to read"));
}

#[cfg(unix)]
#[test]
fn a_named_pipe_as_configuration_does_not_block() {
    let folder = folder("");
    let file = folder.path().join("fossick/config.toml");
    fs::remove_file(&file).expect("it is there");
    assert!(std::process::Command::new("mkfifo").arg(&file).status().expect("a program").success());
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(run(&folder, &["config", "show"])));
    let output = receiver.recv_timeout(std::time::Duration::from_secs(20)).expect("the program ends");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("config.toml: it is not a regular file"), "{message}");
}
