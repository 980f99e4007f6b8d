//! `fossick assess` on the published formats of `TestBench` and `TestEval`, and the figures of their papers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::generated_tests::{corpus, text};
use crate::program::{self, object};

fn json_of(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON")
}

fn lines_of(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("a file");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The rows of a table without quotes, by column.
fn rows_of(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(path).expect("a table");
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    lines.map(|cells| header.iter().cloned().zip(cells).collect()).collect()
}

fn row<'a>(report: &'a Value, section: &str, approach: &str, group: &str) -> &'a Value {
    let rows = report[section].as_array().unwrap_or_else(|| panic!("the section {section}"));
    let is_meant =
        |row: &&Value| row["approach"] == approach && row["project"].as_str().unwrap_or_default() == group;
    rows.iter().find(is_meant).unwrap_or_else(|| panic!("{approach} {group} in {section}"))
}

/// Syntax, compile, execution errors and successes.
fn outcomes(row: &Value) -> [u64; 4] {
    let count = |name: &str| row[name].as_u64().unwrap_or_default();
    [
        count("syntax"),
        count("compile"),
        count("failed") + count("runtime") + count("assertion"),
        count("passed"),
    ]
}

fn expected_outcomes(row: &Value) -> [u64; 4] {
    ["syntax", "compile", "execution", "success"].map(|name| row[name].as_u64().expect("a count"))
}

fn assert_near(found: &Value, percent: &Value, what: &str) {
    let (found, expected) = (found.as_f64().expect(what) * 100.0, percent.as_f64().expect(what));
    assert!((found - expected).abs() < 1e-9, "{what}: {found} and not {expected}");
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn outcomes_are_figures_6_7_10_and_11_of_testbench() {
    let testbench = corpus("testbench");
    let expected = json_of(&testbench.join("expected.json"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut approaches = Vec::new();
    for (model, repaired) in
        ["CodeLlama", "GPT-3.5", "GPT-4"].into_iter().flat_map(|model| [(model, "0"), (model, "1")])
    {
        let of_model = rows_of(&testbench.join("outcomes.csv")).into_iter();
        let rows = of_model.filter(|row| row["model"] == model && row["repaired"] == repaired).map(|row| {
            let outcomes = row["outcomes"].chars().map(|letter| match letter {
                'S' => "Syntax Error",
                'C' => "Compile Error",
                'E' => "Test Error",
                _ => "Accept",
            });
            let context = row["context"].clone();
            json!({"project_name": row["project"], "class_name": row["class"], "method_name": row["method"],
                   context: outcomes.collect::<Vec<_>>()})
        });
        let name = format!("{model}-{}", if repaired == "1" { "after" } else { "before" });
        let path = folder.path().join(format!("{name}.json"));
        fs::write(&path, json!(rows.collect::<Vec<_>>()).to_string()).expect("written");
        approaches.extend(["--approach".to_owned(), format!("{name}={}", text(&path))]);
    }
    let arguments: Vec<&str> =
        ["assess", "--by", "project"].into_iter().chain(approaches.iter().map(String::as_str)).collect();
    let report = object(&arguments);
    for (model, of_model) in expected["figure7"].as_object().expect("models") {
        let after = format!("{model}-after");
        assert_eq!(
            outcomes(row(&report, "stages", &after, "")),
            expected_outcomes(&expected["figure6"][model])
        );
        for (project, counts) in of_model.as_object().expect("projects") {
            assert_eq!(
                outcomes(row(&report, "stages", &after, project)),
                expected_outcomes(counts),
                "{project}"
            );
        }
        for (context, counts) in expected["figure10"][model].as_object().expect("contexts") {
            let row = row(&report, "stages", &format!("{after} {context}"), "");
            assert_eq!(outcomes(row), expected_outcomes(counts), "{context}");
            let percent = (row["compile%"].as_f64().expect("a share") * 1e6).round() / 1e4;
            assert_eq!(json!(percent), counts["compile_pass_percent"]);
        }
        for (time, counts) in expected["figure11"][model].as_object().expect("before and after") {
            let row = row(&report, "stages", &format!("{model}-{time}"), "");
            assert_eq!(outcomes(row), expected_outcomes(counts), "{model} {time}");
        }
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn coverage_is_table_4_of_testbench() {
    let testbench = corpus("testbench");
    let expected = json_of(&testbench.join("expected.json"));
    let folder = tempfile::tempdir().expect("a folder");
    let rows = rows_of(&testbench.join("coverage.csv"));
    for (model, expected) in expected["table4"].as_object().expect("models") {
        let rows = rows.iter().filter(|row| row["model"] == *model).map(|row| {
            json!({"project_name": row["project"], "class_name": row["class"], "method_name": row["method"],
                   "package_metric": row["package_line"], "class_metric": row["class_line"],
                   "method_metric": row["method_line"], "pitest": row["killed"], "test_code": ""})
        });
        let path = folder.path().join("coverage.json");
        fs::write(&path, json!(rows.collect::<Vec<_>>()).to_string()).expect("written");
        for (definition, of) in [("paper", "tests"), ("package", "projects")] {
            let report = object(&["assess", &text(&path), "--definition", definition]);
            let worth = row(&report, "worth of passed tests", "coverage", "");
            assert_eq!(worth["passed"], expected["successes"]);
            let figures = [
                ("lines%", format!("line_coverage_mean_of_{of}")),
                ("killed%", format!("mutation_mean_of_{of}")),
                ("meaningless%", "meaningless_rate".to_owned()),
            ];
            for (figure, name) in figures {
                let percent = (worth[figure].as_f64().expect("a share") * 1e6).round() / 1e4;
                assert_eq!(json!(percent), expected[&name], "{model} {name}");
            }
        }
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn answers_have_the_structure_of_table_5_of_testbench() {
    let testbench = corpus("testbench");
    let folder = tempfile::tempdir().expect("a folder");
    let samples = lines_of(&testbench.join("tests-sample.jsonl"));
    let (mut before, mut after, mut levels) = (0, 0, BTreeMap::new());
    let answers = samples.iter().enumerate().map(|(number, sample)| {
        let imports: Vec<&str> =
            sample["imports"].as_array().expect("imports").iter().filter_map(Value::as_str).collect();
        let is_error = |when: &str| sample[when]["tree_sitter"] == true;
        if is_error("syntax_error") {
            before += 1;
            after += u64::from(is_error("repaired_syntax_error"));
            // javalang gave the level of what it could not parse itself.
            let level = sample["level"].as_str().unwrap_or("class");
            *levels.entry(level).or_insert(0_u64) += 1;
        }
        // The method's name is only in the name of a repaired test.
        json!({"project_name": sample["project"], "package": sample["package"], "class_name": sample["class"],
               "method_name": format!("m{number}"), "source_code": imports.join("\n"), "docstring": "",
               "generate_test": [sample["test"]]})
    });
    let path = folder.path().join("result.json");
    fs::write(&path, json!(answers.collect::<Vec<_>>()).to_string()).expect("written");
    let report = object(&["assess", &text(&path), "--definition", "package"]);
    let structure = row(&report, "structure of texts that do not parse", "result", "");
    assert_eq!(
        (structure["not parsed"].as_u64(), structure["after repair"].as_u64()),
        (Some(before), Some(after))
    );
    for (level, count) in levels {
        assert_eq!(structure[level], count, "{level}");
    }
    assert_eq!(row(&report, "stages", "result", "")["syntax"], before);
    let mended = object(&["assess", &text(&path)]);
    let of_paper = &row(&mended, "structure of texts that do not parse", "result", "")["after repair"];
    assert!(of_paper.as_u64() < Some(after), "with semicolons more texts parse");
}

/// The results of the programs of the fixture as JSON Lines.
fn results(testeval: &Path) -> String {
    let texts: BTreeMap<u64, Value> = lines_of(&testeval.join("overall.jsonl"))
        .into_iter()
        .map(|program| (program["task_num"].as_u64().expect("a number"), program["tests"].clone()))
        .collect();
    let line = |row: BTreeMap<String, String>| {
        let stage = match row["stage"].as_str() {
            "timeout" => "runtime",
            error if error.starts_with("error:") => "runtime",
            stage => stage,
        };
        let (task, test) = (&row["task_num"], &row["test"]);
        let number: usize = test.parse().expect("a number");
        let mut line = json!({"project": "TestEval", "bug": task, "test": format!("test_{test}"), "stage": stage,
                              "outcome": "not executed",
                              "generated_test": texts[&task.parse::<u64>().expect("a number")][number]});
        let report = testeval.join(format!("p{task}")).join(format!("coverage-test_{test}.json"));
        if report.is_file() {
            let file = json_of(&report)["files"]["under_test.py"].clone();
            line["coverage"] = json!({"lines": file["executed_lines"], "branches": file["executed_branches"],
                                      "statements": file["summary"]["num_statements"],
                                      "branch_count": file["summary"]["num_branches"]});
        }
        format!("{line}\n")
    };
    rows_of(&testeval.join("stages.csv")).into_iter().map(line).collect()
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn figures_of_testeval_equal_the_reference_in_both_readings() {
    let testeval = corpus("testeval");
    let expected = json_of(&testeval.join("expected.json"));
    let folder = tempfile::tempdir().expect("a folder");
    let lines = folder.path().join("results.jsonl");
    fs::write(&lines, results(&testeval)).expect("written");
    let files = ["overall", "line", "branch", "path", "targets", "target-paths", "executed-paths"];
    let mut inputs: Vec<String> =
        files.iter().map(|file| text(&testeval.join(format!("{file}.jsonl")))).collect();
    inputs.push(text(&lines));
    let named: Vec<String> = inputs.iter().map(|path| format!("model={path}")).collect();
    for (definition, suffix) in [("paper", ""), ("package", "_package")] {
        let mut arguments = vec!["assess", "--definition", definition];
        arguments.extend(named.iter().flat_map(|path| ["--approach", path.as_str()]));
        let report = object(&arguments);
        for (context, section) in [
            ("overall", "overall"),
            ("lines", "targeted_line"),
            ("branches", "targeted_branch"),
            ("paths", "targeted_path"),
        ] {
            let stages = row(&report, "stages", &format!("model {context}"), "");
            for figure in ["syntax", "execution", "assertion"] {
                assert_near(
                    &stages[format!("{figure}%")],
                    &expected[section][figure],
                    &format!("{context} {figure}"),
                );
            }
        }
        let coverage = row(&report, "coverage", "model overall", "");
        for what in ["line", "branch"] {
            assert_near(&coverage[what], &expected["overall"][what], what);
            let prefix = if what == "line" { "" } else { "branch " };
            for k in [1, 2, 5] {
                let name = format!("{what}_cov@{k}{suffix}");
                assert_near(&coverage[format!("{prefix}cov@{k}")], &expected["overall"][&name], &name);
            }
        }
        let lines = row(&report, "targeted lines", "model", "");
        assert_near(&lines["recall"], &expected["targeted_line"]["recall"], "recall");
        assert_near(&lines["baseline"], &expected["targeted_line"]["baseline_recall"], "baseline");
        let branches = row(&report, "targeted branches", "model", "");
        for level in ["total", "easy", "medium", "hard"] {
            assert_near(&branches[level], &expected["targeted_branch"][level], level);
            let baseline = &expected["targeted_branch"][format!("baseline_{level}")];
            assert_near(&branches[format!("{level} baseline")], baseline, level);
        }
        let paths = row(&report, "targeted paths", "model", "");
        for (figure, name) in [("path cov", "path_cov"), ("similarity", "path_similarity")] {
            assert_near(&paths[figure], &expected["targeted_path"][name], name);
        }
        assert_near(&paths["cov baseline"], &expected["targeted_path"]["baseline_path_cov"], "baseline");
        assert_near(
            &paths["similarity baseline"],
            &expected["targeted_path"]["baseline_path_similarity"],
            "baseline",
        );
    }
    let all: Vec<&str> = std::iter::once("assess").chain(inputs.iter().map(String::as_str)).collect();
    let gated = [&all[..], &["--gate", "cov@5>=0.9", "--gate", "recall>=30%"]].concat();
    let output = program::output(&gated);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("`cov@5>=0.9` does not hold") && !message.contains("recall"), "{message}");
}

const PROGRAM: &str = "class Solution:\n  def fill(self, n):\n    for a in range(n):\n      if a > 1:\n        return a\n    return 0\n";

/// Targeted paths of a program of two tests: the first follows its target, the second half of it.
#[test]
fn executed_paths_belong_to_the_tests_for_paths_or_to_the_untargeted_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, lines: &[Value]| {
        let path = folder.path().join(format!("{name}.jsonl"));
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&path, lines).expect("written");
        format!("nib={}", text(&path))
    };
    let test = |call: &str| {
        format!("def test_fill():\n  solution = Solution()\n  assert solution.fill({call}) == 1")
    };
    let predicted =
        |tests: [String; 2]| json!({"task_num": 7, "func_name": "fill", "code": PROGRAM, "tests": tests});
    let [first, second, other] = ["3", "1", "0"].map(test);
    let paths = file("paths", &[predicted([first.clone(), second.clone()])]);
    let overall = file("overall", &[predicted([second.clone(), other.clone()])]);
    let targets =
        file("targets", &[json!({"task_num": 7, "sampled_paths": [["LOOP", "IF"], ["LOOP", "ELSE"]]})]);
    let result = |text: &str| {
        json!({"project": "TestEval", "bug": 7, "test": text, "outcome": "passed", "language": "python",
                                     "generated_test": text})
    };
    let results = file("results", &[result(&first), result(&second), result(&other)]);
    let executed = |context: Option<&str>| {
        let paths = [["LOOP", "IF"], ["LOOP", "LOOP"]].into_iter().enumerate();
        let lines = paths.map(|(test, path)| match context {
            Some(context) => json!({"task_num": 7, "test": test, "path": path, "context": context}),
            None => json!({"task_num": 7, "test": test, "path": path}),
        });
        file(&format!("executed-{}", context.unwrap_or_default()), &lines.collect::<Vec<_>>())
    };
    let figures = |inputs: &[&str]| {
        let approaches = inputs.iter().flat_map(|input| ["--approach", input]);
        let report = object(&std::iter::once("assess").chain(approaches).collect::<Vec<_>>());
        let row = &report["targeted paths"][0];
        ["path cov", "similarity", "cov baseline", "similarity baseline"].map(|figure| row[figure].clone())
    };
    let null = Value::Null;
    let own = [json!(0.5), json!(0.75), null.clone(), null.clone()];
    assert_eq!(figures(&[&paths, &targets, &results, &executed(None)]), own, "the only predictions");
    assert_eq!(figures(&[&paths, &targets, &executed(None)]), own, "a path tells that a test ran");
    let unknown = [null.clone(), null.clone(), null.clone(), null.clone()];
    assert_eq!(figures(&[&paths, &targets, &results]), unknown, "without executed paths");
    // The first untargeted test has the text of the second one for paths, and therefore its path.
    let with_baseline = [json!(0.5), json!(0.75), json!(0.0), json!(0.5)];
    assert_eq!(figures(&[&overall, &paths, &targets, &results, &executed(Some("paths"))]), with_baseline);
    let of_overall = [json!(1.0), json!(1.0), json!(0.5), json!(0.75)];
    let found = figures(&[&overall, &paths, &targets, &results, &executed(Some("overall"))]);
    assert_eq!(found[2..], of_overall[2..], "the baseline follows the first path and half of the second");
    assert_eq!(found[..2], [json!(0.0), json!(0.5)], "of the other test nothing is known");
}

fn answers(class: &str, tests: &[&str]) -> Value {
    json!({"project_name": "shop", "file_name": "Pen.java", "package": "shop", "class_name": class, "method_name": "draw",
           "source_code": "public int draw() { return 1; }", "docstring": null, "generate_test": tests})
}

#[test]
fn answers_are_objects_in_a_folder_tree_and_outcomes_are_files_of_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = "public class PenTest { @Test public void draws() { } }";
    for (function, class, tests) in
        [("Pen_draw_0", "Pen", [good, "public void x("]), ("Ink_draw_1", "Ink", [good, good])]
    {
        for context in ["SourceCodeOnly", "SourceCode&Full"] {
            let below = folder.path().join("nib_answers/shop_out").join(function).join(context);
            fs::create_dir_all(&below).expect("a folder");
            let text = serde_json::to_string_pretty(&answers(class, &tests)).expect("JSON");
            fs::write(below.join("result.json"), text).expect("written");
        }
    }
    let answered = text(&folder.path().join("nib_answers"));
    let report = object(&["assess", &answered]);
    let all = row(&report, "stages", "nib_answers", "");
    assert_eq!((&all["n"], &all["syntax"], &all["syntax%"]), (&json!(8), &json!(2), &json!(0.75)));
    assert_eq!(row(&report, "stages", "nib_answers SourceCodeOnly", "")["n"], 4);
    assert_eq!(row(&report, "structure of texts that do not parse", "nib_answers", "")["function"], 2);
    let outcomes = folder.path().join("nib_outcomes");
    fs::create_dir_all(&outcomes).expect("a folder");
    for (project, class, outcome) in
        [("shop", "Pen", ["Test Error", "Syntax Error"]), ("till", "Till", ["Accept"; 2])]
    {
        let rows = json!([{"project_name": project, "class_name": class, "method_name": "draw", "SourceCodeOnly": outcome}]);
        fs::write(outcomes.join(format!("{project}_result.json")), rows.to_string()).expect("written");
    }
    let report = object(&["assess", &text(&outcomes)]);
    assert_eq!(outcomes_of(&report, "nib_outcomes"), [1, 0, 1, 2]);
    let [answered, outcomes] = [answered, text(&outcomes)].map(|path| format!("nib={path}"));
    let report = object(&["assess", "--approach", &answered, "--approach", &outcomes]);
    assert_eq!(outcomes_of(&report, "nib SourceCodeOnly"), [1, 0, 1, 2], "outcomes join their answers");
    let alone = folder.path().join("result.json");
    fs::write(&alone, answers("Pen", &["x"]).to_string()).expect("written");
    assert_eq!(row(&object(&["assess", &text(&alone)]), "stages", "result", "")["syntax"], 1);
}

fn outcomes_of(report: &Value, approach: &str) -> [u64; 4] {
    outcomes(row(report, "stages", approach, ""))
}

#[test]
fn a_broken_file_of_a_benchmark_is_refused_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content, expected) in [
        ("outcomes.json", "[{\"project_name\": \"a\",\n \"class_name\": 1}]", "outcomes.json, line 2: "),
        (
            "tests.jsonl",
            "{\"task_num\": 1, \"tests\": [\"a\"]}\n{\"task_num\": \"x\", \"tests\": []}\n",
            "tests.jsonl, line 2: ",
        ),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("written");
        let output = program::output(&["assess", &text(&path)]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
    }
}
