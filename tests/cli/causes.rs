//! `fossick rank --by signature`: one object per cause, and errors as JSON.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{output, printed};
use crate::schema::check;

const DEMO: &str = "assets/demo/demo.jsonl";

fn objects(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn every_failure_is_of_one_cause_and_the_schema_describes_them() {
    let schema: Value = serde_json::from_str(include_str!("../../assets/causes.schema.json")).expect("JSON");
    let lines = printed(&["rank", DEMO, "--by", "signature", "--format", "jsonl", "--truth"]);
    let causes = objects(&lines);
    for cause in &causes {
        check(&schema, cause).expect("as described");
    }
    let sum = |field: &str| causes.iter().map(|cause| cause[field].as_u64().expect("a number")).sum::<u64>();
    assert_eq!((sum("count"), sum("true_positives")), (358, 16));
    let list: Vec<Value> =
        serde_json::from_str(&printed(&["rank", DEMO, "--by", "signature", "--format", "json", "--truth"]))
            .expect("JSON");
    assert_eq!(list, causes);
    let first = objects(&printed(&["rank", DEMO, "--across", "--top", "1", "--format", "jsonl"]));
    assert_eq!(causes[0]["tests"][0], first[0]["test"], "the order is that over all groups");
    assert_eq!(causes[0]["signature"], first[0]["signature"]);
}

#[test]
fn whole_objects_are_left_out_and_counted() {
    let all = objects(&printed(&["rank", DEMO, "--by", "signature", "--format", "jsonl"]));
    for (bytes, format) in
        [("0", "jsonl"), ("900", "jsonl"), ("5000", "jsonl"), ("5000", "json"), ("5000", "table")]
    {
        let text = printed(&["rank", DEMO, "--by", "signature", "--format", format, "--max-bytes", bytes]);
        let most: usize = bytes.parse().expect("a number");
        assert!(text.len() <= most.max(20), "{} bytes for {bytes}", text.len());
        let shown: Vec<Value> = match format {
            "jsonl" => objects(&text),
            "json" => serde_json::from_str(&text).expect("JSON"),
            _ => {
                assert!(text.contains("causes left out"), "{text}");
                continue;
            }
        };
        let (last, shown) = shown.split_last().expect("an object");
        assert_eq!(last["left_out"].as_u64(), Some((all.len() - shown.len()) as u64));
        assert_eq!(shown, &all[..shown.len()]);
    }
    let whole = printed(&["rank", DEMO, "--by", "signature", "--format", "jsonl", "--max-bytes", "10000000"]);
    assert_eq!(objects(&whole), all);
}

#[test]
fn rows_name_the_time_the_tool_and_the_command() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("package.json"), "{}").expect("written");
    let report = folder.path().join("junit.xml");
    fs::write(
        &report,
        "<testsuites name='vitest tests'><testsuite name='pen.test.js' timestamp='2026-11-28T10:00:00Z' tests='1' failures='1'>\
         <testcase classname='pen.test.js' name='pen &gt; draws'><failure message='no ink' type='Error'>Error: no ink</failure></testcase>\
         </testsuite></testsuites>",
    )
    .expect("written");
    let path = report.display().to_string();
    let rerun = "npx vitest run pen.test.js -t '^ ?pen (> )?draws$'";
    for arguments in [
        &["rank", &path, "--format", "jsonl"][..],
        &["rank", &path, "--by", "signature", "--format", "jsonl"],
    ] {
        let row = &objects(&printed(arguments))[0];
        assert_eq!(row["rerun"], rerun);
        assert_eq!([&row["executed"], &row["tool"]], ["2026-11-28T10:00:00Z", "Vitest"]);
    }
    assert!(
        printed(&["show", &path, "--rank", "1"]).contains("- results: of 2026-11-28T10:00:00Z, by Vitest")
    );
    let table = printed(&["rank", &path, "--by", "signature"]);
    assert!(table.starts_with("1 failure by 1 cause\n") && table.contains(rerun), "{table}");
}

#[test]
fn errors_of_commands_that_print_json_are_json() {
    let error = |arguments: &[&str]| -> Value {
        let output = output(arguments);
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{arguments:?}");
        let text = String::from_utf8(output.stderr).expect("text");
        assert_eq!(text.lines().count(), 1, "{text}");
        serde_json::from_str(&text).expect("JSON")
    };
    let missing = error(&["rank", "no such file", "--format", "json"]);
    assert_eq!(missing["file"], "no such file");
    assert_eq!(missing["hint"], "check the spelling and the current folder");
    assert!(missing["error"].as_str().expect("text").starts_with("can't find no such file: expected"));
    let folder = TempDir::new().expect("a folder");
    let lines = folder.path().join("lines.jsonl");
    fs::write(
        &lines,
        "{\"project\":\"ink\",\"bug\":\"1\",\"test\":\"a.B::c\",\"outcome\":\"failed\"}\n{\"project\":7}\n",
    )
    .expect("written");
    let path = lines.display().to_string();
    let broken = error(&["show", &path, "--strict", "--rank", "1", "--format=json"]);
    assert_eq!((&broken["file"], broken["line"].as_u64()), (&Value::from(path), Some(2)));
    let option = error(&["rank", DEMO, "--formatt", "x", "--format", "jsonl"]);
    assert!(
        option["error"].as_str().expect("text").contains("--formatt") && option["hint"].is_string(),
        "{option}"
    );
    let usual = output(&["rank", "no such file"]);
    assert!(String::from_utf8_lossy(&usual.stderr).starts_with("fossick: can't find"));
}
