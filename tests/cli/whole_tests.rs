//! Whole tests, which people or models wrote, from outside: their default order, and a build as one list over its modules.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program;
use crate::purse::{failed, write};

fn rows(arguments: &[&str]) -> Vec<Value> {
    let output = program::output(&[&["rank", "--format", "jsonl"], arguments].concat());
    let lines = String::from_utf8(output.stdout).expect("text");
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The values of some columns, one text for each row.
fn columns(rows: &[Value], names: &[&str]) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let of_row = |row: &Value| names.iter().map(|name| text(&row[*name])).collect::<Vec<_>>().join(" ");
    rows.iter().map(of_row).collect()
}

/// A failed test of a report: its class, its name, what was thrown, and the frame of the project in which it was.
type Case<'a> = [&'a str; 4];

fn report(class: &str, cases: &[Case<'_>]) -> String {
    let case = |[class, name, exception, frame]: &Case<'_>| {
        let frame = if frame.is_empty() { String::new() } else { format!("\tat {frame}\n") };
        format!(
            "<testcase classname='{class}' name='{name}'><error type='{exception}' message='no'>{exception}: no\n{frame}\tat {class}.{name}(T.java:9)\n</error></testcase>"
        )
    };
    format!("<testsuite name='{class}'>{}</testsuite>", cases.iter().map(case).collect::<String>())
}

/// A build of Maven: three modules of people, and one of a generator. One cause breaks tests of two modules.
fn reactor() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let dry = ["ink.Dry", "ink.Well.take(Well.java:3)"];
    let file = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    file("pom.xml", "<project><artifactId>inkwell</artifactId></project>");
    for (module, class, cases) in [
        (
            "nib",
            "ink.NibTest",
            vec![
                ["ink.NibTest", "bends", "org.junit.ComparisonFailure", ""],
                ["ink.NibTest", "dips", dry[0], dry[1]],
            ],
        ),
        (
            "pen",
            "ink.PenTest",
            vec![
                ["ink.PenTest", "draws", dry[0], dry[1]],
                ["ink.PenTest", "connects", "java.net.ConnectException", ""],
                ["ink.PenTest", "writes", dry[0], dry[1]],
            ],
        ),
        ("cap", "ink.CapTest", vec![["ink.CapTest", "closes", "ink.Stuck", "ink.Cap.close(Cap.java:5)"]]),
        (
            "made",
            "ink.Pen_ESTest",
            vec![
                ["ink.Pen_ESTest", "test00", "ink.Spilt", "ink.Pen.tip(Pen.java:7)"],
                ["ink.Pen_ESTest", "test01", dry[0], dry[1]],
            ],
        ),
    ] {
        file(&format!("{module}/pom.xml"), "<project/>");
        file(&format!("{module}/target/surefire-reports/TEST-{class}.xml"), &report(class, &cases));
    }
    folder
}

#[test]
fn a_build_is_one_list_by_cause_over_all_modules() {
    let folder = reactor();
    let build = folder.path().to_str().expect("a plain path");
    let all = rows(&[build]);
    let (people, generator): (Vec<Value>, Vec<Value>) =
        all.into_iter().partition(|row| row["ranker"] == "by-cause");
    let shared = columns(&people, &["rank", "group_size", "cause_size", "environment"]);
    assert_eq!(shared[0], "1 6 3 false", "three tests of two modules fail alike");
    assert_eq!(
        shared[1..].iter().map(|row| &row[2..]).collect::<Vec<_>>(),
        ["6 1 false", "6 1 false", "6 1 true", "6 3 false", "6 3 false"],
        "one of each cause, the environment last, then the others"
    );
    assert_eq!(columns(&people, &["rank"]), (1..=6).map(|rank: usize| rank.to_string()).collect::<Vec<_>>());
    let name = columns(&people, &["project", "bug", "test"]);
    assert!(name.contains(&"inkwell cap ink.CapTest::closes".to_owned()), "the module stays: {name:?}");
    assert_eq!(
        columns(&generator, &["bug", "rank", "ranker"]),
        ["made 1 diversified", "made 2 diversified"],
        "the tests of a generator keep their module"
    );

    let top = rows(&[build, "--top", "2"]);
    assert_eq!(columns(&top, &["test"]).len(), 4, "two of the build, two of the generated module");
    let across = rows(&[build, "--across"]);
    let of_people: Vec<Value> = across.iter().filter(|row| row["ranker"] == "by-cause").cloned().collect();
    assert_eq!(columns(&of_people, &["test"]), columns(&people, &["test"]));
    assert_eq!(across[0]["ranker"], "diversified", "in each round generated tests come first");

    let table = program::printed(&["rank", build]);
    assert!(
        table.contains("Whole tests are ordered by cause, what most tests share first; those of a generator by diversified.")
            && table.contains("inkwell, 6 failures of 3 modules. Ordered by cause.")
            && table.contains("ink.CapTest::closes · inkwell-cap · signature"),
        "{table}"
    );
    let check = program::printed(&["check", build]);
    assert!(check.contains("whole tests: ordered by cause"), "{check}");
}

#[test]
fn features_compare_the_modules_of_a_build_with_each_other() {
    let folder = reactor();
    let build = folder.path().to_str().expect("a plain path");
    let table = program::printed(&["features", build, "--format", "jsonl"]);
    let rows: Vec<Value> = table.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let counts = columns(&rows, &["bug", "trace_exception_count"]);
    // Of the people's six failures three threw the same; the generator's module is compared with itself.
    for row in ["nib 3", "pen 3", "cap 1", "made 1"] {
        assert!(counts.contains(&row.to_owned()), "{row}: {counts:?}");
    }
}

#[test]
fn commands_agree_on_the_list_of_a_build() {
    let folder = reactor();
    let build = folder.path().to_str().expect("a plain path");
    let expected: Vec<Value> =
        rows(&[build]).into_iter().filter(|row| row["ranker"] == "by-cause").take(3).collect();
    let expected = columns(&expected, &["bug", "test"]);
    let of_people =
        |rows: Vec<Value>| -> Vec<Value> { rows.into_iter().filter(|row| row["bug"] != "made").collect() };
    let shown = program::printed(&["show", build, "--top", "3", "--format", "json"]);
    let shown = shown.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(columns(&of_people(shown), &["bug", "test"]), expected);
    let report: Value =
        serde_json::from_str(&program::printed(&["report", build, "--across", "--format", "json"]))
            .expect("JSON");
    let listed = of_people(report["across"].as_array().expect("a list").clone());
    assert_eq!(columns(&listed[..3], &["bug", "test"]), expected);
    let sarif: Value =
        serde_json::from_str(&program::printed(&["report", build, "--top", "3", "--format", "sarif"]))
            .expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results").iter();
    let properties: Vec<Value> = results.map(|result| result["properties"].clone()).collect();
    let named = columns(&properties, &["group", "test"]);
    let expected: Vec<String> = expected.iter().map(|name| format!("inkwell-{name}")).collect();
    assert_eq!(named[..3], expected);
    let one_module = rows(&[build, "--group", "inkwell-nib"]);
    assert_eq!(columns(&one_module, &["rank", "group_size"]), ["1 2", "2 2"]);
}

#[test]
fn the_list_of_a_build_survives_conversion_and_a_named_ranker_is_used() {
    let folder = reactor();
    let build = folder.path().to_str().expect("a plain path");
    let converted = folder.path().join("build.jsonl");
    fs::write(&converted, program::printed(&["convert", build])).expect("written");
    let converted = converted.to_str().expect("a plain path");
    let names = ["bug", "test", "rank", "ranker", "cause_size"];
    assert_eq!(columns(&rows(&[converted]), &names), columns(&rows(&[build]), &names));
    let forest = rows(&[build, "--ranker", "isolation-forest"]);
    assert!(forest.iter().all(|row| row["ranker"] == "isolation-forest"), "{forest:?}");
    let table = program::printed(&["rank", build, "--ranker", "isolation-forest"]);
    assert!(!table.contains("by cause"), "{table}");
}

/// A whole test that fails with this exception.
fn whole(bug: &str, name: &str, exception: &str) -> Value {
    let test = format!("shop.PurseTest::{name}");
    json!({
        "project": "Shop",
        "bug": bug,
        "test": test,
        "outcome": "failed",
        "fixed_outcome": if exception == "shop.Lost" { "passed" } else { "failed" },
        "generated_test": format!("@Test\npublic void {name}() {{\n  purse.{name}();\n}}"),
        "trace": format!("{test}\n{exception}: no\n\tat shop.Purse.take(Purse.java:3)\n"),
    })
}

#[test]
fn each_group_has_the_default_of_its_tests() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = [
        failed("1", 1, Some("failed"), "assertTrue(b)"),
        failed("1", 2, Some("passed"), "assertTrue(b)"),
        whole("2", "opens", "shop.Torn"),
        whole("2", "pays", "shop.Lost"),
        whole("2", "saves", "shop.Lost"),
    ];
    let mixed = write(&folder, "mixed.jsonl", &tests);
    let list = rows(&[&mixed]);
    assert_eq!(
        columns(&list, &["bug", "ranker", "cause_size"]),
        ["1 isolation-forest 2", "1 isolation-forest 2", "2 by-cause 2", "2 by-cause 1", "2 by-cause 2"]
    );
    let alone = rows(&[&write(&folder, "whole.jsonl", &tests[2..])]);
    assert_eq!(columns(&alone, &["test", "rank"]), columns(&list[2..], &["test", "rank"]), "as in parts");
    let across = rows(&[&mixed, "--across"]);
    assert_eq!(columns(&across, &["bug", "rank"]), ["1 1", "2 1", "1 2", "2 2", "2 3"]);

    let evaluation = program::output(&["evaluate", &mixed, "--format", "csv"]);
    let figures = String::from_utf8_lossy(&evaluation.stdout).into_owned();
    for ranker in ["isolation-forest", "by-cause", "random"] {
        assert!(figures.contains(&format!(",{ranker},")), "{ranker}: {figures}");
    }
    let said = String::from_utf8_lossy(&evaluation.stderr).into_owned();
    assert!(said.contains("whole tests are ordered by cause"), "{said}");
    let named = program::output(&["evaluate", &mixed, "--ranker", "diversified", "--format", "csv"]);
    assert!(!String::from_utf8_lossy(&named.stdout).contains("by-cause"));
    let page = program::printed(&["report", &mixed, "--format", "markdown"]);
    assert!(page.contains("5 failed tests in 2 groups"), "{page}");
}

/// A failed set-up comes last whatever it is; that it is the environment is said only of what the machine causes.
#[test]
fn only_what_the_machine_causes_is_said_to_look_like_the_environment() {
    let folder = TempDir::new().expect("a folder");
    let case = |name: &str, thrown: &str, message: &str| {
        format!(
            "<testcase classname=\"tests.test_pen\" name=\"{name}\"><error message=\"failed on setup with &quot;{thrown}: {message}&quot;\">@pytest.fixture\n    def pen():\n>       fill()\nE       {thrown}: {message}\n\ntests/test_pen.py:4: {thrown}</error></testcase>"
        )
    };
    let cases = [
        case("test_draws", "KeyError", "'ink'"),
        case("test_sends", "ConnectionRefusedError", "[Errno 111] Connection refused"),
    ];
    let report = folder.path().join("junit.xml");
    fs::write(&report, format!("<testsuite name=\"pytest\" tests=\"2\">{}</testsuite>", cases.concat()))
        .expect("written");
    let report = report.to_str().expect("a path");
    let shown = program::printed(&["show", report, "--top", "2", "--format", "json"]);
    for reason in [
        "Its set-up failed; another test fails in the same line.",
        "Looks like the environment: its set-up failed; another test fails in the same line.",
    ] {
        assert!(shown.contains(reason), "{shown}");
    }
}
