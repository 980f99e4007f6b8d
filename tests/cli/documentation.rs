//! The README and the book in `docs` are up to date: keys, commands and pictures are generated, commands and options exist,
//! links have targets, figures are those of the program.
//!
//! After an intended change, `FOSSICK_UPDATE=1 cargo test --test cli documentation` writes what is generated again.

use std::fs;
use std::path::PathBuf;

use fossick::import::InputFormat;
use fossick::report::ranking::columns_in_markdown;
use fossick::tui::core::command::keys::Keys;

use crate::program;

/// Compares a file's content, or writes it when asked to.
fn is_up_to_date(path: &str, content: &str) {
    if std::env::var_os("FOSSICK_UPDATE").is_some() {
        // Written in one step, because the other tests here read the README meanwhile.
        let new = format!("{path}.new");
        fs::write(&new, content)
            .and_then(|()| fs::rename(&new, path))
            .expect("the repository can be written");
        return;
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == content, "{path} is out of date: FOSSICK_UPDATE=1 cargo test --test cli documentation");
}

/// Replaces the generated part of a page, between the comments `<!-- NAME: … -->` and `<!-- /NAME -->`.
fn generated_part_is_up_to_date(path: &str, name: &str, content: &str) {
    let page = fs::read_to_string(path).expect("the page");
    let (before, rest) = page.split_once(&format!("<!-- {name}:")).expect("the part has a beginning");
    let (note, rest) = rest.split_once("-->\n").expect("the note ends");
    let (_, after) = rest.split_once(&format!("<!-- /{name} -->")).expect("the part has an end");
    is_up_to_date(path, &format!("{before}<!-- {name}:{note}-->\n{content}<!-- /{name} -->{after}"));
}

/// The keys that the README shows: those of a first session.
const FIRST_KEYS: [&str; 33] = [
    "t", "f", "u", "i", "x", "n", "z", "R", "v", "j", "k", "space", "g", "]", "[", "A", "o", "a", "/", "&",
    "e", "y", "d", "W", "s", "tab", "enter", "1", "2", "3", ":", "?", "q",
];

#[test]
fn the_key_tables_are_up_to_date() {
    let table = Keys::default().markdown();
    generated_part_is_up_to_date("docs/src/guide/keys.md", "keys", &table);
    let mut left = FIRST_KEYS.to_vec();
    let is_first = |row: &&str| {
        let Some(row) = row.strip_prefix("| `") else { return true };
        // A command without a key has its title there.
        let Some(keys) = row.split(" | ").next().and_then(|keys| keys.strip_suffix('`')) else {
            return false;
        };
        let key = keys.split('`').next().unwrap_or_default();
        let place = left.iter().position(|first| *first == key);
        place.map(|place| left.remove(place)).is_some()
    };
    let first: Vec<&str> = table.lines().filter(is_first).collect();
    assert_eq!(left, [] as [&str; 0], "these keys have no row");
    generated_part_is_up_to_date("README.md", "keys", &(first.join("\n") + "\n"));
}

#[test]
fn the_tables_of_formats_are_up_to_date() {
    let table = InputFormat::markdown();
    generated_part_is_up_to_date("docs/src/formats.md", "formats", &table);
    generated_part_is_up_to_date("README.md", "formats", &table.replace("](", "](docs/src/"));
}

#[test]
fn the_table_of_columns_is_up_to_date() {
    generated_part_is_up_to_date("docs/src/ranking.md", "columns", &columns_in_markdown());
}

/// The help of a command and of those below it, as sections of a page.
fn help_of(command: &[&str], page: &mut String) {
    let output =
        program::fossick().args(command).arg("--help").env("COLUMNS", "80").output().expect("it runs");
    let help = String::from_utf8(output.stdout).expect("text");
    page.push_str(&format!(
        "\n## {}\n\n```text\n{}\n```\n",
        ["fossick"].iter().chain(command).copied().collect::<Vec<_>>().join(" "),
        help.trim_end()
    ));
    let commands = help
        .split_once("\nCommands:\n")
        .and_then(|(_, rest)| rest.split_once("\n\n"))
        .map_or("", |(list, _)| list);
    for line in commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
        let name = line.split_whitespace().next().expect("a name");
        if name != "help" {
            help_of(&[command, &[name]].concat(), page);
        }
    }
}

#[test]
fn the_reference_of_commands_is_up_to_date() {
    let mut page = String::new();
    help_of(&[], &mut page);
    generated_part_is_up_to_date("docs/src/commands.md", "commands", &format!("{page}\n"));
}

/// The pictures of the book: name, size, and keys or the file that holds them.
const PICTURES: [(&str, &str, &str); 5] = [
    ("session", "140x42", "assets/session.keys"),
    ("compare", "140x42", "<esc> d"),
    ("groups", "140x30", "<esc> t f f t f ] t f f 3"),
    ("progress", "140x42", "<esc> R 2"),
    ("small", "80x24", "<esc>"),
];

#[test]
fn the_pictures_are_up_to_date() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, size, keys) in PICTURES {
        let (picture, labels) =
            (folder.path().join(format!("{name}.svg")), folder.path().join("labels.jsonl"));
        let script = fs::read_to_string(keys).ok();
        let mut command = program::fossick();
        command.env_remove("FOSSICK_ACROSS").args([
            "snapshot",
            "assets/demo/demo.jsonl",
            "--size",
            size,
            "--keys",
            script.as_deref().unwrap_or(keys),
        ]);
        if script.is_some() {
            command.arg("--animate");
        }
        let status = command.arg("-o").arg(&picture).arg("--labels").arg(&labels).status();
        assert!(status.expect("it runs").success());
        is_up_to_date(
            &format!("docs/src/pictures/{name}.svg"),
            &fs::read_to_string(&picture).expect("written"),
        );
        assert!(!labels.exists(), "a picture leaves no labels");
    }
}

#[test]
fn the_ranking_that_a_release_is_compared_with_is_up_to_date() {
    let ranking = program::printed(&["rank", "assets/demo/demo.jsonl", "--top", "10", "--format", "csv"]);
    is_up_to_date("assets/demo/ranking.csv", &ranking);
}

#[test]
fn the_numbers_in_the_readme_are_the_figures_of_the_demo() {
    let readme = fs::read_to_string("README.md").expect("the README");
    let printed = program::printed(&["evaluate", "assets/demo/demo.jsonl", "--looks", "25"]);
    let (_, looks) = printed.split_once("bugs within").expect("the table of looks");
    let figure = |row: &str| {
        let row = looks.lines().find_map(|line| line.trim().strip_prefix(row)).expect("a row of that table");
        let figure = row.split_whitespace().next().expect("its first figure");
        figure.trim_end_matches(".0").to_owned()
    };
    let (across, by_group) =
        (figure("isolation-forest (one list), across"), figure("group by group, top 10"));
    let random = figure("random (exact), across");
    let sentence = format!(
        "**{across} of the 12 bugs; list by list, the first 10 of each, they would find {by_group}, in random order \
         {random}.**"
    );
    assert!(readme.contains(&sentence), "{sentence}");
    let counts = printed.lines().find(|line| line.starts_with("  all ")).expect("the counts");
    let counts: Vec<&str> = counts.split_whitespace().collect();
    let [_, failed, _, _, _, false_alarms, ..] = counts[..] else { panic!("six columns: {counts:?}") };
    let [all, false_ones] = [failed, false_alarms].map(|count| count.parse::<usize>().expect("a number"));
    let all = format!(
        "{all} failed tests in 12 lists, one list per bug: {} tests reveal a bug, {false_ones} are",
        all - false_ones
    );
    assert!(readme.contains(&all), "{counts:?}");
}

/// The pages that people read, with their texts.
pub(crate) fn pages() -> Vec<(PathBuf, String)> {
    let mut paths = vec![PathBuf::from("README.md"), PathBuf::from("CONTRIBUTING.md")];
    for folder in ["docs/src", "docs/src/guide"] {
        let entries = fs::read_dir(folder).expect("the book's pages");
        let files = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file());
        paths.extend(files);
    }
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn the_examples_of_evaluate_and_rank_are_their_output() {
    for (page, command) in [
        ("docs/src/evaluate.md", "evaluate assets/demo/demo.jsonl"),
        ("docs/src/ranking.md", "rank assets/demo/demo.jsonl --group Satchel-1 --top 2"),
    ] {
        let text = fs::read_to_string(page).expect("the page");
        let (_, shown) = text.split_once(&format!("$ fossick {command}\n")).expect("the example");
        let (shown, _) = shown.split_once("```").expect("its end");
        let output = program::printed(&command.split(' ').collect::<Vec<_>>());
        let mut printed = output.lines();
        for line in shown.lines().filter(|line| line.trim() != "…") {
            assert!(
                printed.any(|found| found == line),
                "{command} does not print this here: {line}\n{output}"
            );
        }
    }
}

/// The command lines of a page's shell blocks that run fossick, without comments.
pub(crate) fn command_lines(text: &str) -> Vec<String> {
    let mut is_shell = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_shell = matches!(line, "```sh" | "```console");
        } else if let Some(rest) = line.trim_start_matches("$ ").strip_prefix("fossick ").filter(|_| is_shell)
        {
            found.push(rest.split(" #").next().unwrap_or_default().trim().to_owned());
        }
    }
    found
}

#[test]
fn commands_and_options_of_the_pages_exist() {
    let help = |command: &str| {
        let arguments: &[&str] = if command.is_empty() { &["--help"] } else { &[command, "--help"] };
        let output = program::fossick().args(arguments).output().expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let general = help("");
    let mut checked = 0;
    for (path, text) in pages() {
        for line in command_lines(&text) {
            let first = line.split_whitespace().next().unwrap_or_default();
            let is_command =
                first.chars().all(char::is_alphabetic) && general.contains(&format!("  {first} "));
            let is_input = first.contains(['.', '/']) || first == "purse";
            assert!(is_command || is_input, "{}: `fossick {line}`: no such command", path.display());
            let mut words = line.split_whitespace();
            let command = if is_command { words.next().unwrap_or_default() } else { "" };
            let mut options = help(command);
            if command == "labels" {
                let inner = words.next().unwrap_or_default();
                let output = program::fossick().args(["labels", inner, "--help"]).output().expect("it runs");
                options = String::from_utf8(output.stdout).expect("text");
            }
            for option in words.filter(|word| word.starts_with("--")) {
                assert!(options.contains(option), "{}: `fossick {line}`: no {option}", path.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 10, "the pages show options: {checked}");
}

#[test]
fn links_between_pages_lead_somewhere() {
    for (path, text) in pages() {
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let file = path.parent().expect("a folder").join(target);
            assert!(file.exists(), "{}: there is no {target}", path.display());
        }
    }
    let summary = fs::read_to_string("docs/src/SUMMARY.md").expect("the book's table of contents");
    for (path, _) in pages().iter().filter(|(path, _)| path.starts_with("docs/src")) {
        let name = path.strip_prefix("docs/src").expect("below it").display().to_string();
        let is_listed = name == "SUMMARY.md" || summary.contains(&format!("({name})"));
        assert!(is_listed, "SUMMARY.md does not list {name}");
    }
}

#[test]
fn files_that_the_pages_name_exist() {
    let mut checked = 0;
    for (page, text) in pages() {
        for name in text.split('`').skip(1).step_by(2) {
            let is_path =
                ["src/", "tests/", "assets/", "docs/"].iter().any(|folder| name.starts_with(folder));
            if is_path && !name.contains(char::is_whitespace) {
                assert!(PathBuf::from(name).exists(), "{}: there is no {name}", page.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 15, "CONTRIBUTING.md names the files of each kind of change: {checked}");
}
