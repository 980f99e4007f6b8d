//! `fossick report` and `rank --explain` from outside.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::program;

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/demo.jsonl");

fn fossick(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = program::fossick();
    command.args(arguments).current_dir(folder).output().expect("the program can be started")
}

fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = fossick(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn demo() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(DEMO, folder.path().join("demo.jsonl")).expect("the demo can be copied");
    folder
}

/// The first two bugs of the demo.
fn two_bugs() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let demo = fs::read_to_string(DEMO).expect("the demo");
    let is_of_two_bugs = |line: &&str| ["1", "2"].contains(&json(line)["bug"].as_str().expect("a bug"));
    let lines: Vec<&str> = demo.lines().filter(is_of_two_bugs).collect();
    fs::write(folder.path().join("demo.jsonl"), lines.join("\n")).expect("written");
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("it was written")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

#[test]
fn the_figures_of_a_report_are_those_of_evaluate() {
    let folder = demo();
    printed(folder.path(), &["report", "demo.jsonl", "--seeds", "2", "-o", "r.json"]);
    let report = json(&read(folder.path(), "r.json"));
    let evaluated =
        json(&printed(folder.path(), &["evaluate", "demo.jsonl", "--seeds", "2", "--format", "json"]));
    let approach = &evaluated["approaches"][0];
    let of = |name: &str, seeds: &str| {
        let rankings = approach["rankings"].as_array().expect("a list");
        let found = rankings.iter().find(|one| one["ranker"] == name && one["seeds"] == seeds);
        found.unwrap_or_else(|| panic!("{name} by {seeds}")).clone()
    };
    let forest = of("isolation-forest", "one-list");
    let reported = report["rankings"].as_array().expect("a list");
    assert_eq!(reported[0]["ranker"], "isolation-forest");
    for k in ["1", "3", "5", "10"] {
        let (ours, theirs) = (number(&reported[0]["found"][k]["value"]), number(&forest["found"][k]));
        assert!((ours - theirs).abs() < 1e-12, "@{k}: {ours} instead of {theirs}");
    }
    let random = reported.iter().find(|one| one["ranker"] == "random").expect("random");
    assert!(
        (number(&random["found"]["10"]["value"]) - number(&of("random", "per-seed")["found"]["10"])).abs()
            < 1e-12
    );
    assert_eq!(report["figures"]["tp"]["value"], approach["tp"]);
    let of_tests = number(&approach["per_signature"]["failed"]);
    assert!((number(&report["signatures"]["signatures"]) - of_tests).abs() < 1e-12);
}

#[test]
fn the_figures_of_a_random_list_are_those_of_the_list_that_is_shown() {
    let folder = demo();
    let random = ["demo.jsonl", "--ranker", "random", "--seeds", "2"];
    printed(folder.path(), &[&["report"], &random[..], &["-o", "r.json", "-o", "r.md"]].concat());
    let top = ["--top", "10", "--truth", "--format", "json"];
    let listed = json(&printed(folder.path(), &[&["rank"], &random[..], &top[..]].concat()));
    let rows = listed.as_array().expect("a list").iter().filter(|row| row["truth"] == "TP");
    let bugs: std::collections::BTreeSet<_> = rows.map(|row| row["bug"].to_string()).collect();
    let shown = &json(&read(folder.path(), "r.json"))["rankings"][0];
    assert_eq!(
        (&shown["ranker"], number(&shown["found"]["10"]["value"])),
        (&"random".into(), bugs.len() as f64)
    );
    let headline = format!("random: {} of 12 bugs found in the top 10 of each.", bugs.len());
    assert!(read(folder.path(), "r.md").contains(&headline), "{headline}");
}

#[test]
fn a_page_is_self_contained() {
    let folder = demo();
    printed(folder.path(), &["report", "demo.jsonl", "-o", "r.html", "-o", "r.md"]);
    let html = read(folder.path(), "r.html");
    for outside in ["<script", "http://", "https://", "<link", "<img", "url(", "@import", "javascript:"] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert!(html.contains("prefers-color-scheme: dark"));
    assert_eq!((html.matches("<svg").count(), html.matches("</svg>").count()), (1, 1));
    assert_eq!(
        html.matches("<details").count() - html.matches("<details class").count(),
        12,
        "one for each group"
    );
    for element in ["table", "details", "ol", "li", "p", "span", "code", "pre", "polyline"] {
        let opened = [">", " "].map(|end| html.matches(&format!("<{element}{end}")).count());
        let closed = html.matches(&format!("</{element}>")).count() + html.matches("/>").count();
        assert!(opened[0] + opened[1] <= closed, "{element} is closed");
    }
    let markdown = read(folder.path(), "r.md");
    assert!(markdown.contains("| isolation-forest | 5 (42%) |"), "{markdown}");
    assert!(markdown.contains("### Satchel-1, 28 failures"));
}

#[test]
fn each_candidate_shows_its_test_and_its_trace() {
    let folder = two_bugs();
    printed(folder.path(), &["report", "demo.jsonl", "--top", "3", "-o", "r.html", "-o", "r.md"]);
    let (html, markdown) = (read(folder.path(), "r.html"), read(folder.path(), "r.md"));
    let listed = html.matches("<li>").count();
    assert_eq!(html.matches("<details class=\"texts\"><summary>test and trace</summary>").count(), listed);
    assert_eq!(markdown.matches("<details><summary>test and trace</summary>").count(), listed);
    assert_eq!(markdown.matches("```java\n").count(), listed);
    assert!(
        html.contains("<span class=\"failed\">") && html.contains("◀ failed here (inferred)"),
        "the line that failed"
    );
    assert!(
        html.contains("<span class=\"c-keyword\">public</span>")
            && html.contains(".c-keyword { color: var(--keyword); }")
    );
    assert!(html.contains("┄ ") && markdown.contains("// ◀ failed here (inferred)"));
    let themes = ["light", "dark"]
        .map(|name| read(Path::new(env!("CARGO_MANIFEST_DIR")), &format!("themes/{name}.toml")));
    for theme in themes {
        let (_, code) = theme.split_once("[code]").expect("it has colours of code");
        let colours: Vec<&str> = code
            .lines()
            .take_while(|line| !line.starts_with("[page]"))
            .filter(|line| line.contains(" = ["))
            .collect();
        assert_eq!(colours.len(), 9);
        for line in colours {
            let (name, values) = line.split_once(" = [").expect("name and values");
            let full = values.split('"').nth(1).expect("a colour");
            assert!(html.contains(&format!("--{}: {full};", name.replace('_', "-"))), "{line}");
        }
    }
}

#[test]
fn failures_come_first_with_their_reasons_as_bars() {
    let folder = two_bugs();
    printed(folder.path(), &["report", "demo.jsonl", "--top", "3", "-o", "r.html", "-o", "r.md"]);
    let (html, markdown) = (read(folder.path(), "r.html"), read(folder.path(), "r.md"));
    for (text, heading) in [(&html, "<h2>"), (&markdown, "\n## ")] {
        let headings: Vec<&str> =
            text.split(heading).skip(1).map(|rest| rest.split(['<', '\n']).next().unwrap_or("")).collect();
        assert_eq!(headings[..2], ["The top 3 of each group", "Bugs found in the top K"]);
        let headline = "isolation-forest: 1 of 2 bugs found in the top 3 of each; a random order finds";
        let at = text.find(headline).unwrap_or_else(|| panic!("no headline: {text}"));
        assert!(at < text.find(headings[0]).expect("it is there"));
    }
    let listed =
        printed(folder.path(), &["rank", "demo.jsonl", "--top", "3", "--explain", "--format", "jsonl"]);
    let words = json(listed.lines().next().expect("a row"))["explanation"]["words"][0].clone();
    let (statement, _) = words.as_str().expect("a sentence").split_once(" (").expect("its strength");
    assert!(
        markdown.contains(&format!("`▇▇▇▇▇▇▇▇▇▇` {statement}")) || markdown.contains(statement),
        "{statement}: {markdown}"
    );
    assert!(markdown.contains("1. **StringIndexOutOfBoundsException** in split: out of range: 13"));
    assert!(html.contains("<span class=\"bar\" style=\"width:100%\"></span>"), "the strongest of its group");
}

/// Nothing is known, so that every figure would be zero or open.
#[test]
fn without_labels_and_truth_a_report_says_what_to_do_instead_of_zeros() {
    let folder = tempfile::tempdir().expect("a folder");
    let failed = |number: usize| {
        serde_json::json!({"project": "P", "bug": "1", "test": format!("a.B::t{number}"), "outcome": "failed",
            "trace": format!("a.B::t\njava.lang.Error: {number}\n")})
        .to_string()
    };
    let lines: Vec<String> = (0..12).map(failed).collect();
    fs::write(folder.path().join("x.jsonl"), lines.join("\n")).expect("written");
    printed(folder.path(), &["report", "x.jsonl", "-o", "r.html", "-o", "r.md"]);
    for name in ["r.html", "r.md"] {
        let text = read(folder.path(), name);
        assert!(text.contains("label them with"), "{text}");
        // After the style of a page.
        let text = text.rsplit("</style>").next().unwrap_or_default();
        for figure in ["Found@", "Progress", "oracle kind", "<svg", "TP", "labelled"] {
            assert!(!text.contains(figure), "{name} has {figure}: {text}");
        }
    }
}

#[test]
fn hostile_tests_and_traces_are_shown_as_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let test = "@Test void t() {\n\tcall(\"</pre></details><script>alert(1)</script>\u{1b}[2J\u{202e}\");\n```\n# no heading\n````` x\n}";
    let failed = {
        serde_json::json!({"project": "P", "bug": "1", "test": "a.B::t", "outcome": "failed", "generated_test": test,
            "trace": "a.B::t\njava.lang.Error: </span><img src=x onerror=alert(1)> ```\n```\n\tat a.B.<init>(B.java:3)\n"})
    };
    fs::write(folder.path().join("x.jsonl"), failed.to_string()).expect("written");
    printed(folder.path(), &["report", "x.jsonl", "-o", "r.html", "-o", "r.md"]);
    let (html, markdown) = (read(folder.path(), "r.html"), read(folder.path(), "r.md"));
    for acts in ["<script", "<img", "\u{1b}", "\u{202e}"] {
        assert!(!html.contains(acts), "{acts}");
    }
    assert_eq!(html.matches("<pre>").count(), html.matches("</pre>").count());
    assert!(
        html.contains("    call") || html.contains("<span class=\"c-function\">call</span>"),
        "tabs are expanded"
    );
    assert!(!markdown.contains('\u{1b}') && !markdown.contains('\u{202e}'));
    assert_eq!(markdown.matches("   ``````java\n").count(), 1, "longer than any fence within: {markdown}");
    let mut fence: Option<&str> = None;
    for line in markdown.lines() {
        let ticks = line.trim_start();
        match fence {
            Some(open) if ticks == open => fence = None,
            Some(_) => assert!(line.is_empty() || line.starts_with("   "), "{line}"),
            None if ticks.starts_with("```") => fence = Some(ticks.trim_end_matches(char::is_alphabetic)),
            None => {
                let line = line.replace("\\<", "");
                assert!(!line.contains("<script") && !line.contains("<img"), "{line}");
            }
        }
    }
    assert_eq!(fence, None);
}

#[test]
fn the_chart_ends_at_the_largest_group() {
    let folder = tempfile::tempdir().expect("a folder");
    let failed = |number: usize| {
        serde_json::json!({"project": "P", "bug": "1", "test": format!("a.B::t{number}"), "outcome": "failed",
            "generated_test": format!("void t() {{ take({number}); }}"), "trace": "a.B::t\njava.lang.Error\n"}).to_string()
    };
    let lines: Vec<String> = (0..12).map(failed).collect();
    let lines = lines.join("\n").replace("\"outcome\"", "\"fixed_outcome\":\"failed\",\"outcome\"");
    fs::write(folder.path().join("x.jsonl"), lines).expect("written");
    printed(folder.path(), &["report", "x.jsonl", "-o", "r.html"]);
    let html = read(folder.path(), "r.html");
    let ticks: Vec<&str> = html
        .lines()
        .filter(|line| {
            line.starts_with("<text class=\"tick\" text-anchor=\"middle\"") && !line.contains("looked")
        })
        .filter_map(|line| line.split('>').nth(1)?.split('<').next())
        .collect();
    assert_eq!(ticks, ["1", "3", "5", "10", "12"]);
}

#[test]
fn names_from_files_are_not_markup() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "{\"project\":\"<b>&\",\"bug\":\"1\",\"test\":\"a.B::<script>alert(1)</script>\",\"outcome\":\"failed\",\
                \"trace\":\"a.B::t\\njava.lang.Error: <i>\\n\"}\n";
    fs::write(folder.path().join("x.jsonl"), line.to_owned() + &line.replace("<script>", "<SCRIPT>"))
        .expect("written");
    printed(folder.path(), &["report", "x.jsonl", "-o", "r.html"]);
    let html = read(folder.path(), "r.html");
    assert!(html.contains("a.B::&lt;script&gt;alert(1)") && html.contains("&lt;b&gt;&amp;-1"));
    assert!(!html.to_lowercase().contains("<script") && !html.contains("<b>"));
}

#[test]
fn with_missing_labels_figures_have_bounds_and_the_truth_stays_hidden() {
    let folder = two_bugs();
    let first = json(
        printed(folder.path(), &["rank", "demo.jsonl", "--top", "1", "--format", "jsonl"])
            .lines()
            .next()
            .expect("a row"),
    );
    let test = first["test"].as_str().expect("a name");
    let source = fs::read_to_string(DEMO).expect("the demo");
    let of_test = source
        .lines()
        .map(json)
        .find(|one| one["test"] == test && one["bug"] == first["bug"])
        .expect("its record");
    let hash =
        fossick::model::TestIdentity::new("", "", "", of_test["generated_test"].as_str().unwrap_or_default())
            .hash;
    let line = serde_json::json!({
        "project": first["project"], "bug": first["bug"], "test": test, "hash": hash, "label": "FP",
        "annotator": "ada", "time": "2026-01-02T03:04:05Z",
    });
    fs::write(folder.path().join("demo.jsonl.labels.ada.jsonl"), format!("{line}\n")).expect("written");
    printed(folder.path(), &["report", "demo.jsonl", "-o", "r.json", "-o", "r.html"]);
    let report = json(&read(folder.path(), "r.json"));
    assert_eq!(report["truth"], "labels");
    assert_eq!(
        (&report["labels"]["all"]["labelled"], &report["labels"]["all"]["fp"]),
        (&1.into(), &1.into())
    );
    let at_one = &report["rankings"][0]["found"]["1"];
    assert_eq!(
        (number(&at_one["least"]), number(&at_one["most"])),
        (0.0, 1.0),
        "one of two groups can't be found at 1"
    );
    assert_eq!(report["labels"]["all"]["precision"], 0.0);
    let html = read(folder.path(), "r.html");
    assert!(html.contains("class=\"open\"") && !html.contains("fixed version: TP"));
    let fixed = ["report", "demo.jsonl", "--truth", "fixed", "-o", "r.html"];
    printed(folder.path(), &fixed);
    assert!(read(folder.path(), "r.html").contains("fixed version: TP"));
}

#[test]
fn notes_are_in_every_report() {
    let folder = two_bugs();
    let row = printed(folder.path(), &["rank", "demo.jsonl", "--top", "2", "--format", "jsonl"]);
    let journal = row.lines().take(2).zip([Some("TP"), None]).map(|(row, label)| {
        let row = json(row);
        let test = |line: &&str| line.contains(row["test"].as_str().expect("a name"));
        let demo = fs::read_to_string(DEMO).expect("the demo");
        let test = json(demo.lines().find(test).expect("it is there"));
        let said = |key: &str| test[key].as_str().expect("a text").to_owned();
        let identity = fossick::model::TestIdentity::new(
            &said("project"),
            &said("bug"),
            &said("test"),
            &said("generated_test"),
        );
        let mut event = serde_json::to_value(identity).expect("an identity");
        event["label"] = label.into();
        event["note"] = "off by one | <b>seen</b>".into();
        event["annotator"] = "ada".into();
        event["time"] = "2026-01-02T03:04:05Z".into();
        format!("{event}\n")
    });
    fs::write(folder.path().join("demo.jsonl.labels.jsonl"), journal.collect::<String>()).expect("written");
    printed(folder.path(), &["report", "demo.jsonl", "-o", "r.html", "-o", "r.md", "-o", "r.json"]);
    let report = json(&read(folder.path(), "r.json"));
    let judged = report["judged"].as_array().expect("a list");
    assert_eq!(judged.len(), 2);
    assert_eq!((&judged[0]["rank"], &judged[0]["label"]), (&1.into(), &"TP".into()));
    assert_eq!((&judged[1]["rank"], &judged[1]["label"]), (&2.into(), &Value::Null), "a note alone");
    assert_eq!(judged[1]["note"], "off by one | <b>seen</b>");
    let html = read(folder.path(), "r.html");
    assert_eq!(html.matches("off by one | &lt;b&gt;seen&lt;/b&gt;").count(), 2);
    let markdown = read(folder.path(), "r.md");
    assert_eq!(markdown.matches("| off by one \\| \\<b>seen\\</b> |").count(), 2, "{markdown}");
    assert!(markdown.starts_with("# Failed tests of demo\n") && !markdown.contains("\\`"), "{markdown}");
}

#[test]
fn a_diversified_list_has_the_figures_that_evaluate_gives_it() {
    let folder = two_bugs();
    let evaluate = ["evaluate", "demo.jsonl", "--ranker", "diversified", "--format", "json"];
    let evaluated = json(&printed(folder.path(), &evaluate));
    let expected =
        evaluated["approaches"][0]["rankings"].as_array().expect("a list").last().expect("one list");
    printed(folder.path(), &["report", "demo.jsonl", "--ranker", "diversified", "-o", "own.json"]);
    printed(folder.path(), &["report", "demo.jsonl", "-o", "other.json"]);
    for name in ["own.json", "other.json"] {
        let report = json(&read(folder.path(), name));
        let rankings = report["rankings"].as_array().expect("a list");
        let ours = rankings.iter().find(|one| one["ranker"] == "diversified").expect("diversified");
        assert_eq!(ours["first_tp"]["value"], expected["first_tp"], "{name}");
        for k in ["1", "3", "5", "10"] {
            assert_eq!(ours["found"][k]["value"], expected["found"][k], "{name} @{k}");
        }
    }
}

#[test]
fn unwritable_reports_are_refused() {
    let folder = two_bugs();
    let refused = |arguments: &[&str]| {
        let output = fossick(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(
        refused(&["report", "demo.jsonl", "-o", "r.pdf"])
            .contains("expected a name that ends in .html, .md, .json or .sarif")
    );
    assert!(refused(&["report", "demo.jsonl", "-o", "no/such/r.md"]).contains("can't write no/such/r.md"));
}

#[test]
fn the_list_explains_itself_in_every_format() {
    let folder = two_bugs();
    let explain = |format: &str| {
        printed(folder.path(), &["rank", "demo.jsonl", "--top", "3", "--explain", "--format", format])
    };
    let rows: Vec<Value> = explain("jsonl").lines().map(json).collect();
    assert_eq!(rows.len(), 6, "the first three of two groups");
    for row in &rows {
        let explanation = &row["explanation"];
        let credits = explanation["credit"].as_object().expect("by feature");
        assert_eq!(credits.len(), 11);
        let sum: f64 = credits.values().map(number).sum();
        let saved = number(&explanation["root_path"]) - number(&explanation["mean_path"]);
        assert!((sum - saved).abs() < 1e-9, "{sum} instead of {saved}");
        let [best, worst] = ["best_rank", "worst_rank"].map(|end| number(&explanation[end]));
        assert!(best <= worst && best >= 1.0);
        assert!(number(&explanation["neighbours"]) >= 1.0);
        assert!(explanation["words"].as_array().is_some_and(|words| words.len() >= 3));
    }
    let table = explain("table");
    assert!(table.contains("(+") && table.contains(" similar failures: "), "{table}");
    assert!(explain("markdown").contains("1. **satchel."));
    let csv = explain("csv");
    assert!(csv.starts_with("project,bug,rank,score,tie,oracle,exception,frame,message,test,signature,label,credit_focal_method_name_count,"));
    assert_eq!(explain("jsonl"), explain("jsonl"), "the same bytes every time");
}

#[test]
fn each_ranker_gives_its_own_reasons() {
    let folder = two_bugs();
    let explain = |ranker: &str, format: &str| {
        let arguments = ["rank", "demo.jsonl", "--top", "3", "--explain", "--seeds", "3", "--ranker", ranker];
        printed(folder.path(), &[&arguments[..], &["--format", format]].concat())
    };
    let csv = explain("diversified", "csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let columns = reader.headers().expect("a header").len();
    assert!(reader.records().all(|row| row.expect("a row").len() == columns));
    let diversified = explain("diversified", "markdown");
    assert!(diversified.contains("with its signature; rank "), "{diversified}");
    assert!(diversified.contains("(+"), "{diversified}");
    for (ranker, said) in [("random", "Its place is random"), ("input-order", "it is not ranked")] {
        assert_eq!(explain(ranker, "markdown").matches(said).count(), 6, "{ranker}");
    }
}

#[test]
fn a_judged_build_is_reported_by_label_with_what_each_cause_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let failed = |test: &str, message: &str| {
        format!(
            "<testcase classname='tests.test_ink' name='{test}'><failure message='{message}'>def {test}():\n&gt;   check()\nE   {message}\n\ntests/test_ink.py:7: AssertionError</failure></testcase>"
        )
    };
    let colours =
        ["amber", "beige", "coral", "denim", "ebony", "frost", "green", "hazel", "ivory", "khaki", "lilac"];
    let cases: String = colours
        .map(|colour| failed(&format!("test_{colour}"), &format!("AssertionError: no {colour} is left")))
        .concat();
    let spilt = ["test_fill", "test_pour"].map(|test| failed(test, "AssertionError: assert 3 == 4")).concat();
    let report = format!("<testsuite name='pytest'>{spilt}{cases}</testsuite>");
    fs::write(folder.path().join("junit.xml"), report).expect("written");
    for (test, label) in [
        ("test_fill", "bug"),
        ("test_pour", "bug"),
        ("test_amber", "wrong-test"),
        ("test_lilac", "environment"),
    ] {
        printed(folder.path(), &["label", "junit.xml", test, label, "--annotator", "ada"]);
    }
    for name in ["r.html", "r.md"] {
        printed(folder.path(), &["report", "junit.xml", "-o", name]);
        let report = read(folder.path(), name);
        assert!(report.contains("12 causes: 1 bug, 1 wrong test, 1 environment, 9 not judged."), "{report}");
        let places = [
            "Bugs",
            "3 ≠ 4",
            "Wrong tests",
            "no amber is left",
            "Due to the environment",
            "no lilac is left",
            "Not judged",
            "no khaki is left",
        ];
        let mut at = 0;
        for words in places {
            let found = report[at..].find(words).unwrap_or_else(|| panic!("{words} after {at}\n{report}"));
            at += found;
        }
        for words in ["by-cause:", "seeds", "score 1.0", "similar failures", "in the top 10"] {
            assert!(!report.contains(words), "{words}\n{report}");
        }
    }
    // The code that a person goes on with is that of the bug, wherever it is in the list, once.
    let report = read(folder.path(), "r.md");
    let (_, code) = report.split_once("## Code and traces of the bugs").expect("a heading");
    assert!(code.contains("1 bug\n") && code.contains("test_ink.py:7"), "{code}");
    assert_eq!(code.matches("— bug").count(), 1, "{code}");
    assert!(!code.contains("no amber is left") && !code.contains("no lilac is left"), "{code}");
}

#[test]
fn a_bug_that_was_found_and_repaired_stays_in_the_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = |failures: [&str; 2]| {
        let case = |(test, failure): (&str, &str)| {
            let failure = if failure.is_empty() {
                String::new()
            } else {
                format!(
                    "<failure message='assert {failure}'>test_ink.py:7: in {test}\nE   assert {failure}</failure>"
                )
            };
            format!("<testcase classname='tests.test_ink' name='{test}'>{failure}</testcase>")
        };
        let cases: String = ["test_fill", "test_pour"].into_iter().zip(failures).map(case).collect();
        let report = format!("<testsuite name='pytest'>{cases}</testsuite>");
        fs::write(folder.path().join("junit.xml"), report).expect("written");
    };
    written(["3 == 4", "5 == 6"]);
    for (test, label) in [("test_fill", "bug"), ("test_pour", "wrong-test")] {
        printed(
            folder.path(),
            &["label", "junit.xml", test, label, "--annotator", "ada", "--note", "the cap leaks"],
        );
    }
    let report = || {
        printed(folder.path(), &["report", "junit.xml", "-o", "r.md"]);
        read(folder.path(), "r.md")
    };
    assert!(!report().contains("repaired"), "nothing is yet");
    written(["", "5 == 6"]);
    let now = report();
    assert!(now.contains("1 cause: 1 wrong test. 1 test that found a bug passes now."), "{now}");
    let (_, repaired) = now.split_once("## Found and repaired").expect("a section");
    let (repaired, _) = repaired.split_once("## ").expect("others follow");
    assert!(repaired.contains(r"test\_fill") && repaired.contains("the cap leaks"), "{repaired}");
    assert!(!repaired.contains(r"test\_pour"), "it was a wrong test: {repaired}");
}
