//! `fossick rank -` as a filter: results that are ranked in parts, on any number of machines, are ranked as in one run.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::program;

const BINARY: &str = env!("CARGO_BIN_EXE_fossick");

/// Some groups of the demo in two runs, lines of different groups in turn.
fn results() -> Vec<String> {
    let demo = fs::read_to_string("assets/demo/demo.jsonl").expect("the demo");
    let mut groups: HashMap<String, usize> = HashMap::new();
    let mut lines = Vec::new();
    for (run, share) in [("second", 2), ("first", 3)] {
        for (number, line) in demo.lines().enumerate().filter(|(number, _)| number % share == 0) {
            let mut test: serde_json::Map<String, Value> = serde_json::from_str(line).expect("JSON");
            test.insert("run".to_owned(), run.into());
            let place = groups.entry(format!("{run}{}", test["bug"])).or_default();
            *place += 1;
            lines.push((*place, number % 7, format!("{}\n", Value::from(test))));
        }
    }
    lines.sort();
    let unordered: String = lines.into_iter().map(|(_, _, line)| line).collect();
    // In the form that the recipes expect.
    let converted = ranked(&["convert", "-"], &unordered);
    converted.split_inclusive('\n').map(str::to_owned).collect()
}

fn ranked(arguments: &[&str], lines: &str) -> String {
    let mut fossick = program::fossick();
    fossick.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut running = fossick.spawn().expect("the program can be started");
    let mut input = running.stdin.take().expect("its input");
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = running.wait_with_output().expect("its output");
    writer.join().expect("no panic").expect("all of it is read");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The lines of each (run, project, bug), in order of first appearance, one run after the other.
fn by_group(lines: &[String]) -> Vec<String> {
    let mut groups: Vec<(String, [String; 3], String)> = Vec::new();
    for line in lines {
        let test: Value = serde_json::from_str(line).expect("JSON");
        let key = ["run", "project", "bug"].map(|name| test[name].to_string());
        match groups.iter_mut().find(|(_, known, _)| *known == key) {
            Some((_, _, lines)) => lines.push_str(line),
            None => groups.push((key[0].clone(), key, line.clone())),
        }
    }
    let runs: Vec<String> = groups.iter().map(|(run, ..)| run.clone()).collect();
    groups.sort_by_key(|(run, ..)| runs.iter().position(|first| first == run));
    groups.into_iter().map(|(_, _, text)| text).collect()
}

#[test]
fn parts_are_ranked_as_in_one_run() {
    let lines = results();
    let groups = by_group(&lines);
    assert!(groups.len() > 12, "{} groups", groups.len());
    for ranker in ["isolation-forest", "diversified", "random", "input-order"] {
        let arguments = ["rank", "--format", "jsonl", "--seeds", "2", "--ranker", ranker, "-"];
        let together = ranked(&arguments, &lines.concat());
        let alone: String = groups.iter().map(|group| ranked(&arguments, group)).collect();
        assert_eq!(alone, together, "{ranker}: a group a shard");
        let backwards: Vec<&str> = groups.iter().rev().map(String::as_str).collect();
        let several = backwards.chunks(5).map(|shard| ranked(&arguments, &shard.concat()));
        assert_eq!(
            sorted(&several.collect::<String>()),
            sorted(&together),
            "{ranker}: several groups a shard"
        );
    }
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

fn written(folder: &TempDir, lines: &[String]) -> PathBuf {
    let path = folder.path().join("results.jsonl");
    fs::write(&path, lines.concat()).expect("written");
    path
}

fn one_run(input: &Path) -> String {
    ranked(&["rank", "--format", "jsonl", "-"], &fs::read_to_string(input).expect("the input"))
}

#[cfg(unix)]
#[test]
fn the_recipe_for_a_shell_ranks_as_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = written(&folder, &results());
    let output = Command::new("tests/distributed/shards.sh")
        .arg(BINARY)
        .arg(&input)
        .args(["3", "2"])
        .output()
        .expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let parts = String::from_utf8(output.stdout).expect("text");
    assert_eq!(parts, one_run(&input), "in the order of the input");
    assert_eq!(ranked(&["rank", "--across", "-"], &parts), across(&input, &[]));
}

/// The list over all groups of one run.
fn across(input: &Path, options: &[&str]) -> String {
    let arguments = [&["rank", "--across", "--format", "jsonl", "-"], options].concat();
    ranked(&arguments, &fs::read_to_string(input).expect("the input"))
}

#[cfg(unix)]
#[test]
fn parts_are_merged_into_one_list_over_all_groups() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = written(&folder, &results());
    for ranker in ["by-cause", "diversified"] {
        let mut shards = Command::new("tests/distributed/shards.sh");
        shards.arg(BINARY).arg(&input).args(["4", "2", "--ranker", ranker, "--top", "3"]);
        let output = shards.output().expect("a shell");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let parts = folder.path().join("parts.jsonl");
        fs::write(&parts, &output.stdout).expect("written");
        let merged = ranked(&["rank", "--across", &parts.to_string_lossy()], "");
        let whole = across(&input, &["--ranker", ranker]);
        let in_top = |line: &&str| {
            let rank = serde_json::from_str::<Value>(line).expect("JSON")["rank"].as_u64();
            rank.is_some_and(|rank| rank <= 3)
        };
        let without_look = |line: &str| line.rsplit_once(",\"look\":").expect("a look").0.to_owned();
        let expected: Vec<String> = whole.lines().filter(in_top).map(without_look).collect();
        assert_eq!(merged.lines().map(without_look).collect::<Vec<_>>(), expected, "{ranker}");
        assert!(merged.lines().last().is_some_and(|line| line.ends_with(&format!("{}}}", expected.len()))));
    }
}

#[test]
fn lines_that_are_no_whole_lists_are_refused() {
    let line = |bug: &str, rank: usize| {
        format!(
            "{{\"project\":\"Ink\",\"bug\":\"{bug}\",\"rank\":{rank},\"test\":\"a::b\",\"ranker\":\"by-cause\",\"group_size\":2,\"cause_size\":1,\"environment\":false}}\n"
        )
    };
    for (lines, reason) in [
        (line("1", 2), "have rank 2 in the place of 1"),
        (line("1", 1).repeat(2), "have rank 1 in the place of 2"),
        (line("-", 1), "line 1: it is of a build"),
        (line("1", 1) + "{\"project\":\"Ink\"}\n", "line 2: missing field"),
    ] {
        let (status, error) = refused(&["rank", "--across", "-"], &lines);
        assert!(status == Some(2) && error.contains(reason), "{error}");
    }
    let (_, error) = refused(&["rank", "--across", "--truth", "-"], &line("1", 1));
    assert!(error.contains("give no option but --across and --top"), "{error}");
}

fn refused(arguments: &[&str], lines: &str) -> (Option<i32>, String) {
    let mut fossick = program::fossick();
    fossick.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = fossick.spawn().expect("the program can be started");
    running.stdin.take().expect("its input").write_all(lines.as_bytes()).expect("a short input");
    let output = running.wait_with_output().expect("its output");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// `PYSPARK_PYTHON` names a Python that has `PySpark`, if it is not `python3`.
#[test]
fn the_recipe_for_spark_ranks_as_one_run() {
    let python = std::env::var("PYSPARK_PYTHON").unwrap_or("python3".to_owned());
    let found = Command::new(&python).args(["-c", "import pyspark, pandas, pyarrow"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: {python} has no PySpark (pip install pyspark pandas pyarrow; PYSPARK_PYTHON=…)");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let input = written(&folder, &results());
    let target = folder.path().join("ranked");
    let output = Command::new(&python)
        .arg("tests/distributed/spark.py")
        .arg(BINARY)
        .args([&input, &target])
        .env("PYSPARK_PYTHON", &python)
        .env("PYSPARK_SUBMIT_ARGS", "--master local[2] --conf spark.sql.shuffle.partitions=4 pyspark-shell")
        .output()
        .expect("Python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = fs::read_dir(&target).expect("the output").map(|entry| entry.expect("a file").path());
    let mut parts: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    parts.sort();
    let ranked: String = parts.iter().map(|path| fs::read_to_string(path).expect("text")).collect();
    assert_eq!(ranked, one_run(&input));
    assert_eq!(self::ranked(&["rank", "--across", "-"], &ranked), across(&input, &[]));
}
