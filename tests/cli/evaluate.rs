//! `fossick evaluate` from outside, on results made by hand whose figures are worked out on paper.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program;
use crate::purse::{failed, write};

const TP: Option<&str> = Some("passed");
const FP: Option<&str> = Some("failed");

/// Two bugs: of the first's four failed tests the third is the TP, the second has two failed tests and no TP. Three tests
/// passed on both versions, one on the first only.
fn run_one() -> Vec<Value> {
    let passed = |number: usize, fixed: &str| json!({"project": "Shop", "bug": "2", "test": format!("shop.T::p{number}"), "outcome": "passed", "fixed_outcome": fixed});
    vec![
        failed("1", 0, FP, ""),
        failed("1", 1, FP, "assertEquals(1, int0)"),
        failed("1", 2, TP, "assertEquals(2, int0)"),
        failed("1", 3, FP, ""),
        failed("2", 0, FP, ""),
        failed("2", 1, FP, ""),
        passed(0, "passed"),
        passed(1, "passed"),
        passed(2, "passed"),
        passed(3, "failed"),
    ]
}

/// The second bug is found, too: its first test is a TP.
fn run_two() -> Vec<Value> {
    let mut tests = run_one();
    tests[4] = failed("2", 0, TP, "");
    tests
}

fn evaluate(arguments: &[&str]) -> Output {
    program::output(&[&["evaluate"], arguments].concat())
}

fn printed(arguments: &[&str]) -> String {
    program::printed(&[&["evaluate"], arguments].concat())
}

fn report(arguments: &[&str]) -> Value {
    program::object(&[&["evaluate"], arguments].concat())
}

/// Exit code and message of a run that must not succeed.
fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = evaluate(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

/// Numbers equal to the last digits that matter.
fn assert_close(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"));
    assert!((value - expected).abs() < 1e-12, "{value} instead of {expected}");
}

#[test]
fn counts_and_orders_equal_the_hand_computed_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = write(&folder, "one.jsonl", &run_one());
    let report = report(&[&one, "--ranker", "input-order", "--ranker", "random", "--k", "1,2,3"]);
    let approach = &report["approaches"][0];
    assert_eq!(approach["name"], "one");
    assert_eq!(approach["runs"], 1);
    for (name, expected) in [
        ("failed", 6.0),
        ("groups", 2.0),
        ("bugs_found", 1.0),
        ("tp", 1.0),
        ("fp", 5.0),
        ("precision", 1.0 / 6.0),
        ("fpr", 5.0 / 8.0),
    ] {
        assert_close(&approach[name], expected);
    }
    let [input, random] = [0, 1].map(|index| &approach["rankings"][index]);
    assert_eq!((&input["ranker"], &input["seeds"]), (&json!("input-order"), &json!("one-list")));
    assert_eq!(input["found"], json!({"1": 0.0, "2": 0.0, "3": 1.0}));
    assert_eq!(input["found_rate"], json!({"1": 0.0, "2": 0.0, "3": 1.0}));
    assert_close(&input["first_tp"], 3.0);
    // 1 − C(3, K)/C(4, K), and (4+1)/(1+1).
    assert_eq!((&random["ranker"], &random["seeds"]), (&json!("random"), &json!("per-seed")));
    for (k, expected) in [("1", 0.25), ("2", 0.5), ("3", 0.75)] {
        assert_close(&random["found"][k], expected);
    }
    assert_close(&random["first_tp"], 2.5);
}

#[test]
fn per_seed_and_one_list_figures_are_equal_with_one_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = write(&folder, "one.jsonl", &run_one());
    let report = report(&[&one, "--seeds", "1"]);
    let rankings = report["approaches"][0]["rankings"].as_array().expect("a list");
    let names: Vec<_> = rankings.iter().map(|ranking| (&ranking["ranker"], &ranking["seeds"])).collect();
    let [forest, random] = [json!("isolation-forest"), json!("random")];
    let [per_seed, one_list] = [json!("per-seed"), json!("one-list")];
    assert_eq!(names, [(&forest, &per_seed), (&forest, &one_list), (&random, &per_seed)]);
    assert_eq!(rankings[0]["found"], rankings[1]["found"]);
    assert_eq!(
        rankings[0]["found"].as_object().expect("by K").keys().collect::<Vec<_>>(),
        ["1", "10", "3", "5"]
    );
}

#[test]
fn figures_by_kind_use_the_reduced_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = write(&folder, "two.jsonl", &run_two());
    let report = report(&[&two, "--ranker", "input-order", "--k", "1,2"]);
    let approach = &report["approaches"][0];
    let kinds = approach["oracle_kinds"].as_array().expect("a list");
    let counts: Vec<_> =
        kinds.iter().map(|kind| (&kind["oracle"], &kind["bugs_found"], &kind["fp"])).collect();
    assert_eq!(
        counts,
        [
            (&json!("expect_no_exception"), &json!(1.0), &json!(3.0)),
            (&json!("assertion"), &json!(1.0), &json!(1.0))
        ]
    );
    // In the whole list the first bug's TP is third, among its assertions second.
    let ranking = &approach["rankings"][0];
    assert_eq!(ranking["found"], json!({"1": 1.0, "2": 1.0}));
    assert_eq!(ranking["oracle_kinds"][0]["found"], json!({"1": 1.0, "2": 1.0}));
    assert_eq!(ranking["oracle_kinds"][1]["found"], json!({"1": 0.0, "2": 1.0}));
}

#[test]
fn runs_are_averaged_and_approaches_compared_run_by_run() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, tests) in [("a1", run_one()), ("a2", run_two()), ("b1", run_one()), ("b2", run_one())] {
        write(&folder, &format!("{name}.jsonl"), &tests);
    }
    let pattern = |name: &str| format!("{name}={}/{name}*.jsonl", folder.path().display());
    let report =
        report(&["--approach", &pattern("a"), "--approach", &pattern("b"), "--ranker", "input-order"]);
    let [a, b] = [0, 1].map(|index| &report["approaches"][index]);
    assert_eq!((&a["name"], &a["runs"], &b["name"]), (&json!("a"), &json!(2), &json!("b")));
    assert_close(&a["bugs_found"], 1.5);
    assert_close(&a["precision"], 0.25);
    // The first TP is third in one run, third and first in the other: 3 and 2.
    assert_close(&a["rankings"][0]["first_tp"], 2.5);
    let comparisons = report["comparisons"].as_array().expect("a list");
    let found = comparisons.iter().find(|comparison| comparison["figure"] == "bugs_found").expect("compared");
    assert_eq!((&found["a"]["approach"], &found["b"]["approach"]), (&json!("a"), &json!("b")));
    assert_eq!(
        (&found["over"], &found["pairs"], &found["alternative"]),
        (&json!("runs"), &json!(2), &json!("two-sided"))
    );
    assert_close(&found["difference"], 0.5);
    // Of the values {1, 2} and {1, 1} two pairs are greater, none is less; one difference that is not zero has p = 1.
    assert_close(&found["cliffs_delta"], 0.5);
    assert_close(&found["wilcoxon_p"], 1.0);
    let of_lists = |comparison: &&Value| comparison["figure"] == "first_tp";
    let first = comparisons.iter().find(of_lists).expect("the same ranking of both");
    assert_eq!(first["a"]["ranker"], "input-order");
    assert_close(&first["difference"], -0.5);
}

#[test]
fn a_converted_run_folder_gives_the_same_approaches() {
    let folder = tempfile::tempdir().expect("a folder");
    for (approach, truth) in [("naive", "True,"), ("toga", ",True")] {
        let results = folder.path().join(format!("run/{approach}_generated/merged_results"));
        fs::create_dir_all(&results).expect("a folder");
        let header = "project,bug_num,unique_test_name,failed_buggy,TP,FP";
        let table =
            format!("{header}\nLang,7,a.B_ESTest::test1,True,,True\nLang,7,a.B_ESTest::test2,True,{truth}\n");
        fs::write(results.join("failed_test_data.csv"), table).expect("a table");
    }
    let run_folder = folder.path().join("run").display().to_string();
    let mut fossick = program::fossick();
    let lines = fossick.args(["convert", &run_folder]).output().expect("the program can be started").stdout;
    let file = folder.path().join("all.jsonl");
    fs::write(&file, &lines).expect("written");
    let file = file.display().to_string();
    let of_folder = report(&[&run_folder]);
    assert_eq!(report(&[&file]), of_folder);
    let names: Vec<&Value> = of_folder["approaches"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|approach| &approach["name"])
        .collect();
    assert_eq!(names, ["naive", "toga"]);
    let toga = &report(&["--approach", &format!("toga={file}")])["approaches"];
    assert_eq!((toga.as_array().map(Vec::len), &toga[0]["name"]), (Some(1), &json!("toga")));
    let (code, message) = refused(&["--approach", &format!("mine={file}")]);
    assert!(code == Some(2) && message.contains("(naive, toga), none named mine"), "{message}");
}

/// The same tests, the bugs in another order and once more in a second run: nothing differs, bug by bug.
#[test]
fn approaches_with_different_numbers_of_runs_are_compared_by_bug() {
    let folder = tempfile::tempdir().expect("a folder");
    let a = write(&folder, "a.jsonl", &run_two());
    let mut reversed = run_two();
    reversed.rotate_left(4);
    let [b1, b2] = ["b1.jsonl", "b2.jsonl"].map(|name| write(&folder, name, &reversed));
    let [of_a, of_b] = [format!("a={a}"), format!("b={b1}")];
    let both = report(&["--approach", &of_a, "--approach", &of_b, &b2, "--ranker", "input-order"]);
    let alone = report(&["--approach", &of_a, "--ranker", "input-order"]);
    assert_eq!(both["approaches"][0], alone["approaches"][0], "its figures don't depend on the company");
    let comparisons = both["comparisons"].as_array().expect("a list");
    assert_eq!(comparisons.len(), 10, "five figures of the approaches, five of their rankings");
    for comparison in comparisons {
        assert_eq!((&comparison["over"], &comparison["pairs"]), (&json!("bugs"), &json!(2)));
        assert_eq!(comparison["interval"], json!([0.0, 0.0]), "{comparison}");
        assert_close(&comparison["ratio"], 1.0);
        assert_close(&comparison["wilcoxon_p"], 1.0);
    }
}

/// The number of pairs grows with the approaches, not with their square.
#[test]
fn the_first_approach_is_compared_with_each_other_and_pairwise_every_two() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = write(&folder, "a.jsonl", &run_two());
    let approaches: Vec<String> =
        ["a", "b", "c", "d"].map(|name| format!("--approach={name}={input}")).into();
    let approaches = [approaches, vec!["--ranker=input-order".to_owned()]].concat();
    let compared = |options: &[&str]| {
        let arguments: Vec<&str> =
            approaches.iter().map(String::as_str).chain(options.iter().copied()).collect();
        let report = report(&arguments);
        let name = |side: &Value| side["approach"].as_str().expect("a name").to_owned();
        let comparisons = report["comparisons"].as_array().expect("a list").iter();
        let mut pairs: Vec<String> = comparisons.map(|pair| name(&pair["a"]) + &name(&pair["b"])).collect();
        pairs.dedup();
        pairs
    };
    assert_eq!(compared(&[]), ["ab", "ac", "ad"]);
    assert_eq!(compared(&["--pairwise"]), ["ab", "ac", "ad", "bc", "bd", "cd"]);
    let arguments: Vec<&str> = approaches.iter().map(String::as_str).collect();
    let table = printed(&arguments);
    assert!(table.contains("a, the first approach, is compared with each other one"), "{table}");
    let table = printed(&[&arguments[..], &["--pairwise"]].concat());
    assert!(!table.contains("the first approach"), "{table}");
}

#[test]
fn the_first_line_states_the_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = write(&folder, "one.jsonl", &run_one());
    for format in ["table", "markdown"] {
        let printed = printed(&[
            &one,
            "--k",
            "1,2",
            "--ranker",
            "input-order",
            "--ranker",
            "random",
            "--format",
            format,
        ]);
        let first = printed.lines().next().map(str::trim);
        let expected = "input-order: 0 of 1 bug found in the top 2 of each; a random order finds 0.5.";
        assert_eq!(first, Some(expected), "{printed}");
    }
    let [a, b] = ["a", "b"].map(|name| format!("{name}={one}"));
    let two = printed(&["--approach", &a, "--approach", &b, "--ranker", "random"]);
    assert!(two.starts_with("  a: random: 1 of 1 bug found in the top 10 of each."), "{two}");
    let text = printed(&["--approach", &a, "--format", "csv"]);
    assert!(text.starts_with("approach,ranker,"), "programs get figures alone");
}

#[test]
fn intervals_contain_their_figure_and_are_reproducible() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = write(&folder, "two.jsonl", &run_two());
    let first = printed(&[&two, "--format", "json"]);
    let again = program::fossick()
        .args(["evaluate", &two, "--format", "json"])
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .expect("the program can be started");
    assert_eq!(first.as_bytes(), again.stdout);
    let report: Value = serde_json::from_str(&first).expect("JSON");
    for ranking in report["approaches"][0]["rankings"].as_array().expect("a list") {
        for (k, value) in ranking["found"].as_object().expect("by K") {
            let ends = [0, 1].map(|end| ranking["interval"][k][end].as_f64().expect("an end"));
            let value = value.as_f64().expect("a number");
            assert!(ends[0] <= value && value <= ends[1], "{k}: {value} not in {ends:?}");
        }
    }
}

#[test]
fn a_single_bug_has_no_interval() {
    let folder = tempfile::tempdir().expect("a folder");
    let one_bug = write(&folder, "bug.jsonl", &run_one()[..4]);
    let approach = &report(&[&one_bug])["approaches"][0];
    assert_close(&approach["tp"], 1.0);
    assert_eq!(approach["interval"]["tp"], Value::Null);
    let ranking = &approach["rankings"][0];
    for figure in ["1", "3", "first_tp"] {
        assert_eq!(ranking["interval"][figure], Value::Null, "{figure}");
    }
    for format in ["table", "markdown"] {
        let table = printed(&[&one_bug, "--format", format]);
        assert!(!table.contains('['), "{table}");
        let row = table.lines().find(|line| line.contains("95% interval")).expect("its row");
        assert_eq!(row.matches('–').count(), 4, "BugFound, TP, FP and precision: {row}");
    }
    // Two bugs, but one with a TP: how soon a TP is found is known of that one alone.
    let two_bugs = write(&folder, "bugs.jsonl", &run_one());
    let ranking = &report(&[&two_bugs])["approaches"][0]["rankings"][0];
    assert_eq!(ranking["interval"]["first_tp"], Value::Null);
    assert!(ranking["interval"]["10"].is_array(), "{ranking}");
}

/// Labels for the tests of bug 1 in input order; none leaves one out.
fn label(folder: &TempDir, labels: &[Option<&str>]) {
    use fossick::model::TestIdentity;
    let mut journal = String::new();
    for (number, label) in labels.iter().enumerate().filter_map(|(number, label)| Some((number, (*label)?))) {
        let test = failed("1", number, None, "");
        let field = |key: &str| test[key].as_str().expect("a text").to_owned();
        let identity = TestIdentity::new("Shop", "1", &field("test"), &field("generated_test"));
        let mut event = serde_json::to_value(identity).expect("an identity");
        event["label"] = json!(label);
        event["annotator"] = json!("ada");
        event["time"] = json!("2026-01-02T03:04:05Z");
        journal.push_str(&format!("{event}\n"));
    }
    fs::write(folder.path().join("mine.jsonl.labels.jsonl"), journal).expect("a journal");
}

#[test]
fn missing_labels_are_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests: Vec<Value> = (0..4).map(|number| failed("1", number, None, "")).collect();
    let mine = write(&folder, "mine.jsonl", &tests);
    let evaluated = || report(&[&mine, "--truth", "labels", "--ranker", "input-order", "--k", "1,2,3,4"]);

    // FP, not looked at, TP, unsure.
    label(&folder, &[Some("FP"), None, Some("TP"), Some("unsure")]);
    let partly = evaluated();
    let approach = &partly["approaches"][0];
    assert_close(&approach["unlabelled"], 2.0);
    assert_close(&approach["precision"], 0.5);
    assert_eq!(approach["bounds"]["tp"], json!([1.0, 3.0]));
    assert_eq!(approach["bounds"]["precision"], json!([0.25, 0.75]));
    let ranking = &approach["rankings"][0];
    assert_eq!(ranking["found"], json!({"1": 0.0, "2": 0.0, "3": 1.0, "4": 1.0}));
    // The unlabelled second could be a TP; the first can't, and from the third on it makes no difference.
    assert_eq!(
        ranking["bounds"],
        json!({"1": [0.0, 0.0], "2": [0.0, 1.0], "3": [1.0, 1.0], "4": [1.0, 1.0], "first_tp": [2.0, 3.0]})
    );
    // Of one bug with a TP, the share found is the number found.
    assert_eq!(
        ranking["found_rate_bounds"],
        json!({"1": [0.0, 0.0], "2": [0.0, 1.0], "3": [1.0, 1.0], "4": [1.0, 1.0]})
    );
    // Not before it holds however the second turns out.
    let gated = |gate: &str| {
        evaluate(&[&mine, "--truth", "labels", "--ranker", "input-order", "--gate", gate]).status.code()
    };
    assert_eq!(gated("found@3>=100%"), Some(0));
    assert_eq!(gated("found@2<=0%"), Some(1));
    let table = printed(&[&mine, "--truth", "labels", "--ranker", "input-order"]);
    assert!(table.contains("2 of 4 failed tests have no label"), "{table}");
    assert!(table.contains("1 to 3"), "{table}");

    label(&folder, &[Some("FP"), Some("FP"), Some("TP"), Some("FP")]);
    let wholly = evaluated();
    assert_eq!(wholly["approaches"][0]["bounds"], Value::Null);
    assert_eq!(wholly["approaches"][0]["rankings"][0]["bounds"], Value::Null);
    assert_eq!(wholly["settings"]["truth"], "labels");
}

#[test]
fn without_truth_the_message_says_where_to_get_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mine = write(&folder, "mine.jsonl", &[failed("1", 0, None, "")]);
    let (code, message) = refused(&[&mine]);
    assert_eq!(code, Some(2));
    assert!(message.contains("--truth labels") && message.contains("--fixed"), "{message}");
    let (code, message) = refused(&[&mine, "--truth", "labels"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("label some in the workbench"), "{message}");
    let (code, message) = refused(&[&mine, "--labels", "somewhere"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("--truth labels"), "{message}");
}

#[test]
fn a_label_of_a_changed_test_does_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    label(&folder, &[Some("TP"), Some("FP")]);
    let mut tests = [failed("1", 0, None, ""), failed("1", 1, None, "")];
    tests[0]["generated_test"] = json!("another");
    let mine = write(&folder, "mine.jsonl", &tests);
    let output = evaluate(&[&mine, "--truth", "labels", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_close(&report["approaches"][0]["tp"], 0.0);
    assert_close(&report["approaches"][0]["unlabelled"], 1.0);
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("1 test has changed since it was labelled"), "{message}");
}

/// As every command says it: once, and with the command that lists the records.
#[test]
fn unusable_records_are_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write(&folder, "results.jsonl", &run_one());
    fs::write(&path, fs::read_to_string(&path).expect("results") + "{}\n").expect("written");
    let told = |command: &str| {
        let output = program::output(&[command, &path]);
        assert!(output.status.success());
        String::from_utf8(output.stderr).expect("text")
    };
    assert!(told("evaluate").contains("1 record could not be used"), "{}", told("evaluate"));
    assert_eq!(told("evaluate"), told("rank"));
}

#[test]
fn a_gate_decides_the_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = write(&folder, "two.jsonl", &run_two());
    let with = |gates: &[&str]| {
        let mut arguments = vec![two.as_str(), "--ranker", "input-order", "--ranker", "random"];
        arguments.extend(gates.iter().flat_map(|gate| ["--gate", gate]));
        evaluate(&arguments)
    };
    let holds = [
        "found@3>=2",
        "found@2 < 1.5",
        "first_tp<=2",
        "bugs_found==2",
        "precision>=33.3%",
        "random:found@4>1.99",
    ];
    assert_eq!(with(&holds).status.code(), Some(0));
    let output = with(&["found@3>=2", "found@2>=2", "tp>2"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(
        message.lines().collect::<Vec<_>>(),
        [
            "fossick: `found@2>=2` does not hold: found@2 of two/input-order is 1",
            "fossick: `tp>2` does not hold: tp of two is 2"
        ]
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("Found@2"), "the report is there all the same");
    let (code, message) = refused(&[&two, "--gate", "recall@5>=1"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("unknown figure `recall@5`"), "{message}");
    let (code, message) = refused(&[&two, "--gate", "toga:found@5>=1"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("expected one of two, isolation-forest, random"), "{message}");
}

#[test]
fn every_format_has_the_same_figures() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = write(&folder, "two|x.jsonl", &run_two());
    let arguments =
        |format| [two.as_str(), "--ranker", "input-order", "--ranker", "random", "--format", format];
    let table = printed(&arguments("table"));
    assert!(table.contains("two|x\n"), "{table}");
    let row = table.lines().find(|line| line.trim_start().starts_with("input-order ")).expect("a row");
    assert_eq!(
        row.split_whitespace().collect::<Vec<_>>().join(" "),
        "input-order 1.00 (50%) 2.00 (100%) 2.00 (100%) 2.00 (100%) 2.00"
    );
    let markdown = printed(&arguments("markdown"));
    assert!(markdown.contains("\n## two\\|x\n"), "{markdown}");
    assert!(markdown.contains("| input-order | 1.00 (50%) | 2.00 (100%) |"), "{markdown}");
    let csv = printed(&arguments("csv"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headers = reader.headers().expect("a header").clone();
    let records: Vec<Vec<String>> = reader
        .records()
        .map(|record| record.expect("a record").iter().map(str::to_owned).collect())
        .collect();
    let cell = |record: &[String], column: &str| {
        record[headers.iter().position(|header| header == column).expect(column)].clone()
    };
    let figure = records.iter().find(|record| {
        cell(record, "ranker") == "input-order"
            && cell(record, "figure") == "found@1"
            && cell(record, "oracle").is_empty()
    });
    assert_eq!(cell(figure.expect("a row"), "value"), "1");
    let compared: Vec<_> =
        records.iter().filter(|record| !cell(record, "versus_approach").is_empty()).collect();
    assert_eq!(compared.len(), 5, "four Ks and the first TP of one pair");
    assert_eq!(cell(compared[4], "pairs"), "2");
}

#[test]
fn a_random_list_finds_the_expected_number_in_the_demo() {
    assert!(Path::new("assets/demo/demo.jsonl").exists());
    let report = report(&["assets/demo/demo.jsonl", "--k", "100000"]);
    let approach = &report["approaches"][0];
    for ranking in approach["rankings"].as_array().expect("a list") {
        assert_eq!(
            ranking["found"]["100000"], approach["bugs_found"],
            "looking at all failures finds all bugs"
        );
    }
}

#[test]
fn a_judge_is_measured_against_the_truth_and_its_list_beside_that_of_the_ranker() {
    let folder = tempfile::tempdir().expect("a folder");
    let truth = [[FP, FP, TP, FP], [FP, TP, FP, FP]];
    let tests = truth.iter().enumerate().flat_map(|(bug, truth)| {
        truth.iter().enumerate().map(move |(number, fixed)| {
            let mut test = failed(&format!("{bug}"), number, *fixed, "");
            test["test"] = json!(format!("shop.T{bug}::t{number}"));
            test
        })
    });
    let results = write(&folder, "results.jsonl", &tests.collect::<Vec<_>>());
    let label = |annotator: &str, labels: &[(&str, &str)]| {
        for (test, label) in labels {
            let output = program::output(&["label", &results, test, label, "--annotator", annotator]);
            assert!(output.status.success(), "{output:?}");
        }
    };
    label(
        "rules",
        &[("T0::t0", "tp"), ("T0::t2", "unsure"), ("T0::t3", "fp"), ("T1::t0", "fp"), ("T1::t1", "tp")],
    );
    label("ada", &[("T0::t0", "fp"), ("T0::t2", "tp")]);
    let arguments = [&*results, "--judge", "rules", "--ranker", "input-order", "--k", "1,2"];
    let by_truth = report(&arguments);
    let [list, judged] = [0, 1].map(|index| &by_truth["approaches"][0]["rankings"][index]);
    assert_eq!((&list["ranker"], &judged["ranker"]), (&json!("input-order"), &json!("judge:rules")));
    assert_eq!(list["judge"], Value::Null);
    // It calls T0::t0 and T1::t1 TP, and the second is one; it is unsure of T0::t2, which is another.
    for (figure, expected) in [
        ("judged", 5.0),
        ("bugs_found", 1.0),
        ("tp", 1.0),
        ("fp", 1.0),
        ("missed", 1.0),
        ("precision", 0.5),
        ("recall", 0.5),
        ("looks_saved", 1.0),
    ] {
        assert_close(&judged["judge"][figure], expected);
    }
    assert_eq!(judged["judge"]["seconds"], Value::Null, "nobody measured it");
    assert_eq!(judged["judge"]["interval"]["recall"], json!([0.0, 1.0]), "over the two bugs");
    // t0, t2, then t1 and t3; and t1, then t0, t2 and t3.
    assert_eq!(
        (&list["found"], &judged["found"]),
        (&json!({"1": 0.0, "2": 1.0}), &json!({"1": 1.0, "2": 2.0}))
    );
    assert_close(&list["first_tp"], 2.5);
    assert_close(&judged["first_tp"], 1.5);

    // Ada knows two of the eight. What the judge calls TP may still be one, and so may what it does not.
    let by_ada = report(&[&arguments[..], &["--truth", "labels", "--annotator", "ada"]].concat());
    let judge = &by_ada["approaches"][0]["rankings"][1]["judge"];
    assert_eq!((&judge["tp"], &judge["missed"]), (&json!(0.0), &json!(1.0)));
    for (figure, bounds) in
        [("tp", [0.0, 1.0]), ("missed", [1.0, 3.0]), ("precision", [0.0, 0.5]), ("recall", [0.0, 0.5])]
    {
        assert_eq!(judge["bounds"][figure], json!(bounds), "{figure}");
    }

    let table = printed(&arguments);
    let line = |words: &str| table.lines().position(|line| line.contains(words)).expect(words);
    assert!(line("looks saved") < line("failed "), "the judge comes first: {table}");
    let (code, _) = refused(&[&arguments[..], &["--gate", "judge:rules:recall>=60%"]].concat());
    assert_eq!(code, Some(1));
    let (code, error) = refused(&[&results, "--judge", "ben"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("ben") && error.contains("ada, rules"), "{error}");
}

#[test]
fn one_group_is_evaluated_as_if_the_others_were_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = write(&folder, "two.jsonl", &run_two());
    let report = report(&[&two, "--group", "Shop-1", "--ranker", "input-order", "--k", "3"]);
    let approach = &report["approaches"][0];
    assert_eq!((&approach["failed"], &approach["tp"]), (&json!(4.0), &json!(1.0)));
    let (code, error) = refused(&[&two, "--group", "Shop-9"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("no group `Shop-9`: the groups are Shop-1, Shop-2"), "{error}");
}

#[test]
fn tables_speak_of_bugs_and_wrong_tests_where_people_wrote_the_tests() {
    let folder = tempfile::tempdir().expect("a folder");
    let people = [("adds", FP), ("rejectsZero", TP)].map(|(test, fixed)| {
        json!({"project": "Shop", "bug": "1", "test": format!("shop.TillTest::{test}"), "outcome": "failed", "fixed_outcome": fixed})
    });
    let results = write(&folder, "build.jsonl", &people);
    let table = printed(&[&results, "--ranker", "by-cause"]);
    assert!(table.contains("wrong tests") && table.contains("first bug"), "{table}");
    assert!(!table.contains("TP") && !table.contains("FP "), "{table}");
    let csv = printed(&[&results, "--ranker", "by-cause", "--format", "csv"]);
    assert!(csv.contains(",tp,"), "files keep the field's terms: {csv}");
    let others = evaluate(&[&results, "--ranker", "isolation-forest"]);
    let said = String::from_utf8_lossy(&others.stderr);
    assert!(said.contains("isolation-forest puts first what fails alone; these are whole tests"), "{said}");
}

#[test]
fn projects_have_figures_of_their_own_and_two_approaches_an_overlap() {
    let folder = tempfile::tempdir().expect("a folder");
    let of_project = |project: &str, truth: [Option<&str>; 2]| {
        let mut tests = vec![failed("1", 0, truth[0], ""), failed("2", 0, truth[1], "")];
        for test in &mut tests {
            test["project"] = json!(project);
        }
        tests
    };
    let one =
        write(&folder, "one.jsonl", &[of_project("Pen", [TP, FP]), of_project("Nib", [TP, TP])].concat());
    let other =
        write(&folder, "other.jsonl", &[of_project("Pen", [FP, TP]), of_project("Nib", [TP, FP])].concat());
    let [one, other] = [format!("one={one}"), format!("other={other}")];
    let arguments = ["--approach", &one, "--approach", &other, "--ranker", "input-order", "--k", "1"];
    let report = report(&[&arguments[..], &["--by", "project"]].concat());
    let overlap = &report["overlaps"][0];
    assert_eq!(
        (&overlap["both"], &overlap["only_a"]),
        (&json!([["Nib", "1"]]), &json!([["Nib", "2"], ["Pen", "1"]]))
    );
    assert_eq!((&overlap["only_b"], &overlap["neither"]), (&json!([["Pen", "2"]]), &json!(0)));
    let projects = report["projects"].as_array().expect("a list");
    let figures = projects.iter().map(|row| {
        (
            &row["approach"],
            &row["project"],
            row["bugs_found"].as_f64(),
            row["rankings"][0]["found"]["1"].as_f64(),
        )
    });
    let (one_name, other_name, pen, nib) = (json!("one"), json!("other"), json!("Pen"), json!("Nib"));
    let expected =
        [(&one_name, &nib, 2.0), (&one_name, &pen, 1.0), (&other_name, &nib, 1.0), (&other_name, &pen, 1.0)];
    assert_eq!(
        figures.collect::<Vec<_>>(),
        expected.map(|(approach, project, found)| (approach, project, Some(found), Some(found)))
    );
    let text = printed(&[&arguments[..], &["--by", "project"]].concat());
    assert!(text.contains("By project") && text.contains("one and other"), "{text}");
    let csv = printed(&[&arguments[..], &["--by", "project", "--format", "csv"]].concat());
    assert!(
        csv.starts_with("approach,") && csv.lines().next().is_some_and(|header| header.ends_with(",project")),
        "{csv}"
    );
    assert!(csv.lines().any(|line| line.starts_with("one,") && line.ends_with(",Nib")), "{csv}");
    let latex = printed(&[&arguments[..], &["--format", "latex"]].concat());
    assert!(latex.contains("\\bottomrule") && !latex.contains("By project"), "{latex}");
}
