//! The skill, `llms.txt`, `AGENTS.md` and the action: what they name exists, their commands run, and a script that knows only the
//! commands of the skill finds bugs with little reading.

#![cfg(unix)]

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{fossick, printed};

const SKILL: &str = include_str!("../../skills/fossick/SKILL.md");

/// Returns the commands of the skill, without the name of the program.
fn commands() -> Vec<Vec<String>> {
    let blocks = SKILL.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).filter_map(|line| line.trim().strip_prefix("fossick "));
    lines.map(|line| shell_words::split(line).expect("words")).collect()
}

/// A project with the results of the demo, as if Maven had run them.
fn project() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo/demo.jsonl");
    fs::create_dir(folder.path().join("before")).expect("a folder");
    fs::copy(&demo, folder.path().join("demo.jsonl")).expect("copied");
    fs::copy(&demo, folder.path().join("before/demo.jsonl")).expect("copied");
    fs::write(folder.path().join("pom.xml"), "<project><artifactId>satchel</artifactId></project>")
        .expect("written");
    folder
}

/// Runs a command of the skill in the project on the results of the demo, with a name in the place of `NAME`.
fn run(project: &TempDir, command: &[String], name: &str, further: &[&str]) -> Output {
    let words = command.iter().map(|word| match &**word {
        "." => "demo.jsonl",
        "NAME" => name,
        "../before" => "before/demo.jsonl",
        word => word,
    });
    let output = fossick().current_dir(project.path()).args(words).args(further).output().expect("it runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn a_script_that_knows_the_skill_alone_finds_three_bugs_in_less_than_20_kb() {
    // A person or a model judges by what `show` prints; the truth of the demo stands for that judgement.
    let truth = printed(&["rank", "assets/demo/demo.jsonl", "--format", "jsonl", "--truth"]);
    let bugs: HashSet<String> = truth
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|row| row["truth"] == "TP")
        .map(|row| format!("{}-{} {}", row["project"], row["bug"], row["test"]))
        .collect();
    let project = project();
    let [rank, show, label, rerun, again] = &commands()[..] else { panic!("five commands") };
    let mut read = 0;
    let mut take = |output: Output| {
        read += output.stdout.len() + output.stderr.len();
        String::from_utf8(output.stdout).expect("text")
    };
    let causes = take(run(&project, rank, "", &[]));
    let mut found = HashSet::new();
    for line in causes.lines() {
        let cause: Value = serde_json::from_str(line).expect("JSON");
        let Some(test) = cause["tests"][0].as_str() else { break };
        let group =
            format!("{}-{}", cause["project"].as_str().expect("text"), cause["bug"].as_str().expect("text"));
        take(run(&project, show, test, &["--group", &group]));
        let key = |test: &Value| format!("{}-{} {test}", cause["project"], cause["bug"]);
        let is_bug = cause["tests"].as_array().expect("names").iter().any(|test| bugs.contains(&key(test)));
        let verdict: Vec<String> = label
            .iter()
            .map(|word| if word == "tp" && !is_bug { "fp" } else { word }.replace("agent-NAME", "agent-x"))
            .collect();
        take(run(&project, &verdict, test, &["--group", &group]));
        if is_bug {
            found.insert(group);
        }
        if found.len() == 3 {
            break;
        }
    }
    assert_eq!(found.len(), 3, "{found:?}");
    let printed = take(run(&project, rerun, "", &[]));
    assert!(printed.starts_with("mvn test "), "{printed}");
    assert!(read < 20_000, "{read} bytes were read");
    let journal =
        fs::read_to_string(project.path().join("demo.jsonl.labels.agent-x.jsonl")).expect("a journal");
    assert_eq!(journal.matches("\"label\":\"TP\"").count(), 3, "{journal}");
    let after: Value = serde_json::from_str(
        String::from_utf8(run(&project, again, "", &[]).stdout)
            .expect("text")
            .lines()
            .next()
            .expect("a line"),
    )
    .expect("JSON");
    assert_eq!(after["since"], "as before");
}

/// Returns the links of a page of Markdown.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

#[test]
fn files_that_agents_are_sent_to_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read_to_string(root.join(name)).expect(name);
    for link in links(&read("llms.txt")) {
        assert!(root.join(link).is_file(), "{link}");
    }
    for name in ["CONTRIBUTING.md", "src/lib.rs", ".ci/run", "CHANGELOG.md", "skills/fossick/SKILL.md"] {
        assert!(read("AGENTS.md").contains(&format!("{name}`")) && root.join(name).is_file(), "{name}");
    }
    for schema in ["causes", "show", "failure"] {
        let text = read(&format!("assets/{schema}.schema.json"));
        assert!(serde_json::from_str::<Value>(&text).expect("JSON").is_object());
    }
    let head: Vec<&str> = SKILL.lines().take(4).collect();
    assert!(
        matches!(head[..], ["---", name, description, "---"] if name == "name: fossick" && description.starts_with("description: "))
    );
}

#[test]
fn the_commands_of_the_action_run() {
    let action = include_str!("../../action.yml");
    let project = project();
    fs::remove_dir_all(project.path().join("before")).expect("removed");
    let mut scripts = 0;
    for step in action.split("run: |\n").skip(1) {
        let script: String = step
            .lines()
            .take_while(|line| line.starts_with("        "))
            .map(|line| format!("{}\n", line.trim()))
            .collect();
        let output = Command::new("bash")
            .args(["-euc", &script])
            .current_dir(project.path())
            .env("FOSSICK", env!("CARGO_BIN_EXE_fossick"))
            .env("RESULTS", "demo.jsonl")
            .env("GITHUB_STEP_SUMMARY", project.path().join("summary.md"))
            .env("XDG_CONFIG_HOME", project.path())
            .output()
            .expect("bash");
        assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
        scripts += 1;
    }
    assert_eq!(scripts, 2);
    let paths = action.split("path: |\n").nth(1).expect("the artefact");
    for path in paths.lines().map(str::trim).chain(["summary.md"]) {
        assert!(project.path().join(path).metadata().expect(path).len() > 0, "{path}");
    }
}
