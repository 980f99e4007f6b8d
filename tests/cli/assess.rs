//! `fossick assess` from outside: figures worked out on paper, the list of pairs, and input that can't be used.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{self, object, printed};

/// Two projects of an approach. The second pair is equal but for its text's blanks, the fourth has no answer, the last no
/// reference.
const PAIRS: &str = "\
approach,project,test,reference,generated,outcome,exception_lbl,except_pred
toga,Shop,t1,\"assertEquals(2, x)\",\"assertEquals(2, x)\",failed,False,False
toga,Shop,t2,assertTrue ( b );,assertTrue(b),not executed,False,False
toga,Till,t3,\"assertEquals(0, size)\",assertNotNull(list),passed,False,False
toga,Till,t4,assertTrue(b),,passed,False,False
toga,Till,t5,,,passed,True,True
";

fn file(folder: &TempDir, name: &str, content: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, content).expect("written");
    path.to_str().expect("a plain path").to_owned()
}

fn refused(arguments: &[&str]) -> String {
    let output = program::output(arguments);
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

fn row<'a>(report: &'a Value, section: &str, group: &str) -> &'a Value {
    let rows = report[section].as_array().expect("rows");
    rows.iter().find(|row| row["project"] == group).expect("a row")
}

#[test]
fn similarity_and_accuracy_are_those_worked_out_on_paper() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = object(&["assess", &file(&folder, "pairs.csv", PAIRS), "--by", "project"]);
    let all = row(&report, "similarity", "");
    assert_eq!((&all["n"], &all["answered"], &all["ACC"]), (&json!(4), &json!(3), &json!(0.5)));
    assert_eq!(row(&report, "similarity", "Shop")["ACC"], 1.0);
    assert_eq!(row(&report, "similarity", "average")["ACC"], 0.5);
    assert_eq!(row(&report, "similarity", "average")["n"], Value::Null);
    let accuracy = row(&report, "accuracy", "");
    let counts = ["Te", "Tpred", "Ta", "Tce", "Tfp", "Tem"].map(|name| accuracy[name].as_u64());
    assert_eq!(counts, [1, 1, 4, 1, 1, 1].map(Some));
    assert_eq!((&accuracy["Except"], &accuracy["Assert"]), (&json!(1.0), &json!(0.25)));
}

#[test]
fn all_formats_have_the_same_figures() {
    let folder = tempfile::tempdir().expect("a folder");
    let pairs = file(&folder, "pairs.csv", PAIRS);
    let csv = printed(&["assess", &pairs, "--format", "csv"]);
    assert!(
        csv.starts_with("approach,group,figure,value,section\n")
            && csv.contains("\ntoga,,ACC,0.5,similarity\n"),
        "{csv}"
    );
    let table = printed(&["assess", &pairs]);
    assert!(table.contains("toga: 3 of 4 oracles answered; 50.00% equal their reference"), "{table}");
    let markdown = printed(&["assess", &pairs, "--format", "markdown", "--by", "kind"]);
    assert!(markdown.contains("| toga | ASSERTION\\_ONLY |") && markdown.contains("| 50.00 |"), "{markdown}");
}

#[test]
fn pairs_whose_similarity_and_outcome_disagree_come_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = object(&["assess", &file(&folder, "pairs.csv", PAIRS), "--pairs"]);
    let disagreements: Vec<_> =
        list.as_array().expect("a list").iter().map(|pair| (&pair["test"], &pair["disagreement"])).collect();
    let (similar, none) = (json!("similar text, fails"), Value::Null);
    let expected = [
        (&json!("t3"), &json!("different text, passes")),
        (&json!("t1"), &similar),
        (&json!("t2"), &similar),
        (&json!("t4"), &none),
        (&json!("t5"), &none),
    ];
    assert_eq!(disagreements, expected);
    assert_eq!((&list[3]["BLEU"], &list[4]["BLEU"]), (&json!(0.0), &Value::Null), "no answer, no reference");
}

#[test]
fn lines_of_text_files_belong_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let reference = file(&folder, "true.txt", "assertTrue(a)\nassertTrue(b)\n");
    let [toga, atlas] = ["assertTrue(a)\nassertNull(b)\n", "asserttrue(A)\n\n"]
        .map(|text| file(&folder, &format!("{}.txt", text.len()), text));
    let [named, other] = [format!("toga={toga}"), format!("atlas={atlas}")];
    let arguments = ["assess", "--reference", &reference, "--approach", &named, "--approach", &other];
    let accuracies = |definition: &str| -> Vec<Value> {
        let report = object(&[&arguments[..], &["--definition", definition]].concat());
        report["similarity"].as_array().expect("rows").iter().map(|row| row["ACC"].clone()).collect()
    };
    assert_eq!(accuracies("paper"), [0.5, 0.0]);
    assert_eq!(accuracies("package"), [0.5, 0.5], "without regard to case");
    let short = file(&folder, "short.txt", "assertTrue(a)\n");
    let message = refused(&["assess", "--reference", &reference, &short]);
    assert!(
        message.contains("short.txt, line 2: the file ends after 1 lines")
            && message.contains("true.txt has 2"),
        "{message}"
    );
}

#[test]
fn whole_tests_have_structure_and_kinds() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = "id,test_prefix\n1,void a() { assertTrue(b); if (c && d) fail(); }\n2,void b() { try { f(); fail(); } catch (E e) { } }\n";
    let inputs = file(&folder, "inputs.csv", tests);
    file(&folder, "meta.csv", "id,oracle_type\n1,ASSERTION_ONLY\n2,ASSERTION_ONLY\n");
    let report = object(&["assess", &inputs]);
    let structure = &report["structure"][0];
    let greatest =
        ["CC max", "Cog. max", "NCSS max", "NPath max", "tests"].map(|name| structure[name].as_u64());
    assert_eq!(greatest, [3, 2, 4, 3, 2].map(Some));
    let kinds = ["ASSERTION_ONLY", "FAIL_ONLY", "MUST_THROW"].map(|kind| report["kinds"][0][kind].as_u64());
    assert_eq!(kinds, [1, 1, 1].map(Some));
    let table = printed(&["assess", &inputs]);
    assert!(
        table.contains("1 of 2 tests (50.00%) have an oracle of the kind that the data set says"),
        "{table}"
    );
}

#[test]
fn adequacy_is_correlated_with_similarity() {
    let folder = tempfile::tempdir().expect("a folder");
    let adequacy =
        "approach,project,lc_before,lc_after,ms_before,ms_after\ntoga,Shop,50,49,20,\ntoga,Till,50,40,20,\n";
    let arguments =
        ["assess", &file(&folder, "pairs.csv", PAIRS), "--adequacy", &file(&folder, "a.csv", adequacy)];
    let report = object(&arguments);
    assert_eq!(row(&report, "adequacy", "average")["±LC"], -5.5);
    let correlation = &report["correlation"][1];
    assert_eq!(
        (&correlation["pair"], &correlation["ρ"], &correlation["n"]),
        (&json!("LC vs ACC"), &json!(1.0), &json!(2))
    );
    assert_eq!(report["correlation"][8]["ρ"], Value::Null, "nothing is known of the mutation score after");
}

#[test]
fn hostile_texts_are_left_out_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let nested = "while(a)".repeat(2_000);
    let rows =
        [("t1", "x".repeat(20_001)), ("t2", nested), ("t3", "(".repeat(19_000)), ("t4", "f(a)".to_owned())];
    let rows = rows.map(|(test, text)| format!("{test},{text},{text}\n")).concat();
    let table =
        printed(&["assess", &file(&folder, "pairs.csv", &format!("test,reference,generated\n{rows}"))]);
    assert!(
        table.contains("t1 (a text has more than 20,000 characters)") && table.contains("t2 (the texts"),
        "{table}"
    );
    assert!(
        table.contains("pairs: 1 of 1 oracles answered") || table.contains("pairs: 2 of 2 oracles answered"),
        "{table}"
    );
}

#[test]
fn hostile_tests_have_no_kind_and_no_structure() {
    let folder = tempfile::tempdir().expect("a folder");
    let tries = format!("{}f();{}", "try { ".repeat(4_000), "} catch (E e) { fail(); }".repeat(4_000));
    let calls = format!("{}1{};", "f(".repeat(9_000), ")".repeat(9_000));
    let rows =
        [tries, calls, "assertTrue(b);".to_owned()].map(|body| format!("void t() {{ {body} }}\n")).concat();
    let report = object(&["assess", &file(&folder, "inputs.csv", &format!("test_prefix\n{rows}"))]);
    let counts = [&report["structure"][0]["tests"], &report["kinds"][0]["ASSERTION_ONLY"]];
    assert_eq!(counts, [&json!(1), &json!(1)]);
}

#[test]
fn a_wrong_table_is_refused_with_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let unknown = file(&folder, "unknown.csv", "project,oracle\nShop,assertTrue(b)\n");
    let message = refused(&["assess", &unknown]);
    assert!(message.contains("unknown.csv, line 1: the column reference (or ground_truth,"), "{message}");
    assert!(message.contains("(there are: project, oracle)"), "{message}");
    let outcome = file(&folder, "outcome.csv", "reference,generated,outcome\na,b,passed\na,b,green\n");
    assert!(refused(&["assess", &outcome]).contains("outcome.csv, line 3: outcome is \"green\""));
    let cells = file(&folder, "cells.csv", "reference,generated\na\n");
    assert!(refused(&["assess", &cells]).contains("cells.csv, line 2: the row has 1 cells"));
    let adequacy =
        file(&folder, "adequacy.csv", "approach,project,lc_before,lc_after,ms_before,ms_after\na,b,1,x,,\n");
    let pairs = file(&folder, "pairs.csv", PAIRS);
    let message = refused(&["assess", &pairs, "--adequacy", &adequacy]);
    assert!(message.contains("adequacy.csv, line 2: lc_after is \"x\", expected a number"), "{message}");
    assert!(refused(&["assess", &pairs, "--format", "jsonl"]).contains("--pairs"));
    let test = r#"{"project":"P","bug":"1","test":"a.BTest::c","outcome":"failed","trace":"java.lang.Error\n\tat a.B.c(B.java:1)"}"#;
    let tests = file(&folder, "tests.jsonl", test);
    assert!(refused(&["assess", &tests, "--pairs", "--format", "jsonl"]).contains("no references"));
}

/// A run folder with references of one generator: the first test fails on both versions, the second is equal to its
/// reference and passes on the fixed version only, the third expects the exception that its reference expects, the fourth
/// was dropped, and the fifth has the source of the second.
fn run_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let generated = folder.path().join("toga_generated");
    fs::create_dir_all(generated.join("merged_results")).expect("a folder");
    let mut files = [
        ("inputs.csv", "focal_method,test_prefix,docstring\n".to_owned()),
        ("meta.csv", "project,bug_num,test_name,exception_lbl,assertion_lbl\n".to_owned()),
        ("oracle_preds.csv", "project,bug_num,test_name,test_prefix,except_pred,assert_pred\n".to_owned()),
        ("toga_generated/uniq_test_names.csv", "project,bug_num,test_id,unique_test_name\n".to_owned()),
    ];
    let tests = [
        ("assertEquals(2, x)", "False", "\"assertEquals(3, x)\"", "0", "a();"),
        ("assertTrue(b)", "False", "assertTrue(b)", "0", "b();"),
        ("", "True", "", "1", "c();"),
        ("assertNull(n)", "False", "assertNull(n)", "0", "d();"),
        ("assertFalse(b)", "False", "assertTrue(b)", "0", "b();"),
    ];
    for (number, (reference, throws, predicted, expects, code)) in tests.iter().enumerate() {
        let prefix = format!("void test0() {{ {code} }}");
        let rows = [
            format!("void m() {{ }},{prefix},\n"),
            format!("Lang,7,a.B::test0,{throws},\"{reference}\"\n"),
            format!("Lang,7,a.B::test0,{prefix},{expects},{predicted}\n"),
            format!("Lang,7,0,a.B::test0{}\n", number + 1),
        ];
        files.iter_mut().zip(rows).for_each(|((_, content), row)| content.push_str(&row));
    }
    for (name, content) in files {
        fs::write(folder.path().join(name), content).expect("written");
    }
    let dropped = "project,bug_num,unique_test_name,reason,detail\nLang,7,a.B::test04,compile,\n";
    fs::write(generated.join("dropped.csv"), dropped).expect("written");
    let trace = "java.lang.AssertionError";
    let outcomes = format!(
        "project,bug_num,test_name,failed_buggy,failed_fixed,buggy_test_trace\nLang,7,a.B::test01,True,True,{trace}\n\
         Lang,7,a.B::test02,True,False,{trace}\nLang,7,a.B::test03,False,False,\nLang,7,a.B::test05,True,False,{trace}\n"
    );
    fs::write(generated.join("merged_results/test_data.csv"), outcomes).expect("written");
    let table = "project,bug_num,unique_test_name,failed_buggy\nLang,7,a.B::test01,True\n";
    fs::write(generated.join("merged_results/failed_test_data.csv"), table).expect("written");
    folder
}

#[test]
fn references_come_from_run_folders_with_duplicates_and_from_json_lines() {
    let folder = run_folder();
    let path = folder.path().to_str().expect("a plain path");
    let counts = |report: &Value| {
        let [accuracy, similarity] = ["accuracy", "similarity"].map(|section| report[section][0].clone());
        assert_eq!(accuracy["approach"], "toga");
        let counts = ["Te", "Tpred", "Ta", "Tce", "Tfp", "Tem"].map(|name| accuracy[name].as_u64());
        (counts.map(Option::unwrap_or_default), similarity["ACC"].as_f64())
    };
    let report = object(&["assess", path]);
    assert_eq!(counts(&report), ([1, 1, 4, 1, 1, 0], Some(0.5)));
    assert_eq!(report["kinds"][0]["ASSERTION_ONLY"], 3, "of the executed tests");
    let output = program::output(&["convert", path, "--rebuild"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 record dropped as duplicates"));
    let lines = String::from_utf8(output.stdout).expect("text");
    assert!(lines.contains(r#""reference":{"expects_exception":true,"assertion":""}"#), "{lines}");
    let converted = file(&folder, "toga.jsonl", &lines);
    let report = object(&["assess", &format!("--approach=toga={converted}")]);
    assert_eq!(counts(&report), ([1, 1, 3, 1, 1, 0], Some(2.0 / 3.0)), "convert drops duplicates");
    let again = printed(&["convert", &converted]);
    assert_eq!(again, lines);
}

#[test]
fn results_without_references_have_structure_and_kinds_and_a_line_about_the_rest() {
    let folder = run_folder();
    let test = "{\"project\":\"Lang\",\"bug\":7,\"test\":\"a.B::c\",\"outcome\":\"failed\",\
                \"generated_test\":\"void c() { assertTrue(b); }\"}\n";
    let table = printed(&["assess", &file(&folder, "lines.jsonl", test)]);
    assert!(table.contains("no test has a reference oracle") && table.contains("\nstructure"), "{table}");
    assert!(!table.contains("\nsimilarity") && !table.contains("\naccuracy"), "{table}");
}

#[test]
fn several_runs_of_an_approach_are_averaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let run =
        |name: &str, rows: &str| file(&folder, name, &format!("project,reference,generated,outcome\n{rows}"));
    let first = run("1.csv", "Shop,a,a,passed\nShop,b,b,passed\n");
    let second = run("2.csv", "Shop,a,x,failed\nTill,b,b,passed\nTill,c,y,failed\nTill,d,,passed\n");
    let report = object(&["assess", "--by=project", "--approach", &format!("toga={first}"), &second]);
    let all = row(&report, "similarity", "");
    assert_eq!([&all["ACC"], &all["n"]], [&json!(0.625), &json!(3)], "(2/2 + 1/4) / 2, (2 + 4) / 2");
    assert_eq!(row(&report, "similarity", "")["answered"], 2.5);
    assert_eq!(row(&report, "accuracy", "")["Assert"], 0.625);
    assert_eq!(row(&report, "execution", "")["pass"], 0.75);
    assert_eq!(row(&report, "similarity", "Till")["n"], 3, "only the runs with this project count");
    assert_eq!(row(&report, "execution", "average")["pass"], f64::midpoint(0.5, 2.0 / 3.0));
}

#[test]
fn a_folder_tree_has_approaches_and_projects() {
    let folder = tempfile::tempdir().expect("a folder");
    for (project, text) in [("toga/shop", "a\nb\n"), ("toga/till", "c\n"), ("atlas/shop", "a\nx\n")] {
        let project = folder.path().join("data").join(project);
        fs::create_dir_all(&project).expect("a folder");
        fs::write(project.join("true_new.txt"), if text.len() > 2 { "a\nb\n" } else { "c\n" })
            .expect("written");
        fs::write(project.join("gen_new.txt"), text).expect("written");
    }
    let data = folder.path().join("data");
    let report = object(&["assess", data.to_str().expect("a plain path"), "--by", "project"]);
    let rows: Vec<_> = report["similarity"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (row["approach"].clone(), row["project"].clone(), row["ACC"].clone()))
        .take(5)
        .collect();
    let expected = [
        (json!("atlas"), json!(""), json!(0.5)),
        (json!("atlas"), json!("shop"), json!(0.5)),
        (json!("toga"), json!(""), json!(1.0)),
        (json!("toga"), json!("shop"), json!(1.0)),
        (json!("toga"), json!("till"), json!(1.0)),
    ];
    assert_eq!(rows, expected);
    fs::write(data.join("toga/till/gen_new.txt"), "c\nd\n").expect("written");
    let message = refused(&["assess", data.to_str().expect("a plain path")]);
    assert!(message.contains("true_new.txt, line 2: the file ends after 1 lines"), "{message}");
    assert!(message.contains("gen_new.txt has 2"), "{message}");
}

#[test]
fn variants_are_counted_beside_what_the_data_set_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = "id,test_prefix,dataset_type\n1,void a() { assertTrue(b); assertTrue(c); },multiple\n\
                 2,void b() { try { f(); fail(); } catch (E e) { } assertSorted(x); },multiple\n";
    let data_set = folder.path().join("OE25");
    fs::create_dir(&data_set).expect("a folder");
    fs::write(data_set.join("inputs.csv"), tests).expect("written");
    let path = data_set.to_str().expect("a plain path");
    let report = object(&["assess", path]);
    let counts =
        ["single", "multiple", "mixed", "custom", "tests"].map(|name| report["variants"][0][name].as_u64());
    assert_eq!(counts, [0, 1, 1, 1, 2].map(Some));
    let table = printed(&["assess", path]);
    assert!(table.contains("OE25: 1 of 2 tests (50.00%) are of the variant"), "{table}");
}

#[test]
fn adequacy_comes_from_reports_before_and_after() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, content: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, content).expect("written");
    };
    let page = |lines: &str, mutants: &str| {
        let cell = |legend: &str| format!("<td>1% <div class=\"coverage_legend\">{legend}</div></td>");
        format!(
            "<html><h1>Pit Test Coverage Report</h1><h3>Project Summary</h3><table><tbody><tr><td>1</td>{}{}</tr></tbody></table>",
            cell(lines),
            cell(mutants)
        )
    };
    let jacoco = |counter: &str| {
        format!(
            "<!DOCTYPE report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" \"report.dtd\">\n<report name=\"x\"><package name=\"p\"><counter \
             type=\"LINE\" missed=\"9\" covered=\"1\"/></package>{counter}</report>"
        )
    };
    let lines = jacoco("<counter type=\"LINE\" missed=\"1\" covered=\"3\"/>");
    for (side, mutants) in [("before", "1/4"), ("after", "2/4")] {
        write(&format!("{side}/Shop/a/pit-reports/2025/index.html"), &page("4/8", "4/4"));
        write(&format!("{side}/Shop/a/pit-reports/2026/index.html"), &page("4/8", mutants));
        write(&format!("{side}/Shop/a/pit-reports/2026/shop/index.html"), &page("1/1", "1/1"));
        write(&format!("{side}/Shop/b/index.html"), &page("8/8", "n/a"));
        write(&format!("{side}/Till/jacoco.xml"), &lines);
        write(
            &format!("{side}/Till/m/mutations.xml"),
            "<mutations><mutation detected='true'/><mutation detected='false'><a/></mutation></mutations>",
        );
        let totals = "{\"meta\": {\"branch_coverage\": false}, \"files\": {}, \"totals\": {\"covered_lines\": 3, \"num_statements\": 12}}";
        write(&format!("{side}/py/coverage.json"), totals);
    }
    let pairs = file(&folder, "pairs.csv", PAIRS);
    let [before, after] = ["before", "after"].map(|side| folder.path().join(side).display().to_string());
    let arguments = ["assess", &pairs, "--before", &before, "--after", &after];
    let report = object(&arguments);
    let figures = |project: &str| {
        let row = row(&report, "adequacy", project);
        assert_eq!(row["approach"], "toga", "the only approach");
        ["LC", "±LC", "MS", "±MS"].map(|name| row[name].as_f64())
    };
    assert_eq!(figures("Shop"), [Some(75.0), Some(0.0), Some(25.0), Some(25.0)]);
    assert_eq!(figures("Till"), [Some(75.0), Some(0.0), Some(50.0), Some(0.0)]);
    assert_eq!(figures("py"), [Some(25.0), Some(0.0), None, None]);
    assert_eq!(figures("third quartile")[0], Some(75.0));
    let message = refused(&["assess", &pairs, "--before", &format!("{before}/Till"), "--after", &after]);
    assert!(message.contains("the folder of one project"), "{message}");
    write("after/Till/jacoco.xml", &jacoco(""));
    let message = refused(&arguments);
    assert!(message.contains("jacoco.xml, line 1: the report has no counter of lines"), "{message}");
    write("after/Till/jacoco.xml", &lines[..lines.len() - 9]);
    assert!(
        refused(&arguments).contains("jacoco.xml, line 2: the document ends within"),
        "a truncated report"
    );
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).expect("a folder");
    let message =
        refused(&["assess", &pairs, "--before", &before, "--after", empty.to_str().expect("plain")]);
    assert!(message.contains("found no report of coverage"), "{message}");
}

#[test]
fn tests_in_python_have_kinds_and_a_note_on_what_is_for_java() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = "id,test_prefix\n1,\"def test_a(self):\n    with pytest.raises(E):\n        f()\n    assert g() == 1\"\n2,\"@Test void a() { assertTrue(b); // def\n}\"\n";
    let inputs = file(&folder, "inputs.csv", tests);
    let report = object(&["assess", &inputs]);
    let kinds = &report["kinds"][0];
    assert_eq!((&kinds["ASSERTION_ONLY"], &kinds["MUST_THROW"]), (&json!(2), &json!(1)), "{report}");
    assert_eq!(report["structure"][0]["tests"], 1, "{report}");
    let text = printed(&["assess", &inputs, "--format", "table"]);
    assert!(text.contains("1 of 2 tests (50.00%) are in Python; PMD's metrics are for Java."), "{text}");
}

#[test]
fn equal_changes_of_adequacy_have_no_correlation() {
    let folder = tempfile::tempdir().expect("a folder");
    let pairs = "approach,project,reference,generated\n\
        inkwell,Pen,\"assertEquals(2, ink)\",\"assertEquals(2, ink)\"\ninkwell,Nib,\"assertEquals(2, ink)\",assertNull(ink)\n\
        inkwell,Cap,\"assertEquals(2, ink)\",\"assertEquals(3, ink)\"\n";
    // All change by −0.40 and −1; as binary fractions the differences are not the same.
    let adequacy = "approach,project,lc_before,lc_after,ms_before,ms_after\n\
        inkwell,Pen,39.28,38.88,50,49\ninkwell,Nib,44.2,43.8,60,59\ninkwell,Cap,35.8,35.4,70,69\n";
    let [pairs, adequacy] =
        [("pairs.csv", pairs), ("a.csv", adequacy)].map(|(name, text)| file(&folder, name, text));
    let report = object(&["assess", &pairs, "--adequacy", &adequacy]);
    let rows = report["correlation"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["ρ"].is_null() && row["τ"].is_null() && row["n"] == 3), "{rows:?}");
    assert_eq!(row(&report, "adequacy", "Pen")["±LC"], -0.4);
    let alone =
        object(&["assess", "--adequacy", &adequacy, &file(&folder, "empty.csv", "reference,generated\n")]);
    assert_eq!(alone["adequacy"].as_array().map(Vec::len), Some(8), "three projects and five summaries");
}

/// Oracles in Python: the values are those of nltk, rouge-score, sacrebleu, difflib and the package codebleu (with `CodeXGLUE`'s
/// keywords) on the tokens of Python's `tokenize`.
#[test]
fn oracles_in_python_are_read_with_pythons_tokens() {
    let folder = tempfile::tempdir().expect("a folder");
    let pairs = [
        ("assert ink // 2 == 3", "assert ink // 4 == 9"),
        ("assert nib.width == 'fine'  # as sold", "assert nib.width == 'fine'"),
        (
            "level = pen.fill(3)\nif level:\n    level = level + 1\nassert level == 4",
            "level = pen.fill(3)\nif level:\n    level = level - 1\nassert level == 4",
        ),
        (
            "with pytest.raises(EmptyPen) as e:\n    pen.draw()\nassert e.value.pen is pen",
            "with pytest.raises(EmptyPen):\n    pen.draw()",
        ),
    ];
    let rows = pairs.map(|(reference, generated)| format!("\"{reference}\",\"{generated}\"\n")).concat();
    let lines = pairs.map(|(reference, generated)| {
        let oracle = |text: &str| json!({"expects_exception": false, "assertion": text});
        let test = json!({"project": "Shop", "bug": 1, "test": format!("test_pen::{}", reference.len()), "outcome": "passed",
                          "language": "python", "reference": oracle(reference), "oracle": oracle(generated)});
        format!("{test}\n")
    });
    let table = file(&folder, "pairs.csv", &format!("reference,generated\n{rows}"));
    let named = rows.lines().count();
    assert!(named > 4, "oracles have several lines");
    for path in [table.clone(), file(&folder, "tests.jsonl", &lines.concat())] {
        let report = object(&["assess", &path]);
        let figures = &report["similarity"][0];
        for (measure, expected) in [
            ("BLEU", 0.617_359_698_565_234_2),
            ("ACC", 0.25),
            ("CB", 0.675_522_454_151_284_2),
            ("RL", 0.775),
            ("MT", 0.779_228_327_375_168_3),
            ("ES", 0.906_664_058_424_621_7),
            ("ChrF", 0.807_314_153_738_754_5),
        ] {
            let found = figures[measure].as_f64().expect(measure);
            assert!((found - expected).abs() < 1e-9, "{measure} is {found} in {path}");
        }
        assert_eq!(figures["data flow"], 2);
    }
    let kinds = object(&["assess", &table, "--by", "kind"]);
    let groups: Vec<&Value> =
        kinds["similarity"].as_array().expect("rows").iter().map(|row| &row["kind"]).collect();
    assert_eq!(groups[1..3], ["ASSERTION_ONLY", "MUST_THROW_WITH_PROPERTIES"]);
    let converted = printed(&["convert", &file(&folder, "again.jsonl", &lines.concat())]);
    assert_eq!(converted.matches("\"language\":\"python\"").count(), 4, "{converted}");
    let java = "language,reference,generated\njava,assertTrue(x // 2),assertTrue(x // 3)\n";
    assert_eq!(object(&["assess", &file(&folder, "java.csv", java)])["similarity"][0]["ACC"], 1.0);
    let wrong = file(&folder, "wrong.csv", "language,reference,generated\nrust,a,b\n");
    assert!(
        refused(&["assess", &wrong])
            .contains("wrong.csv, line 2: language is \"rust\", expected java or python")
    );
}

#[test]
fn texts_tell_which_exceptions_are_expected_if_no_column_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let throws = "\"assertThrows(EmptyPen.class, () -> pen.draw())\"";
    let attempt = "\"try { pen.draw(); fail(); } catch (EmptyPen e) { }\"";
    let array = "\"assertArrayEquals(new int[] { 1, 2 }, pen.levels())\"";
    let rows = [
        (throws, throws, "passed"),
        (attempt, throws, "failed"),
        (throws, "assertTrue(b)", "failed"),
        (array, array, "passed"),
        ("assertTrue(b)", throws, "failed"),
        ("assertTrue(c)", "assertTrue(c)", ""),
    ];
    let rows =
        rows.map(|(reference, generated, outcome)| format!("{reference},{generated},{outcome}\n")).concat();
    let path = file(&folder, "pairs.csv", &format!("reference,generated,outcome\n{rows}"));
    let report = object(&["assess", &path, "--by", "kind"]);
    let accuracy = &report["accuracy"][0];
    let counts = ["Te", "Tpred", "Ta", "Tce", "Tfp", "Tem"].map(|name| accuracy[name].as_u64());
    assert_eq!(counts, [3, 2, 2, 0, 1, 0].map(Some), "an unknown outcome is in no count");
    assert_eq!((&report["execution"][0]["n"], &report["execution"][0]["compile"]), (&json!(5), &json!(1.0)));
    let kinds = report["similarity"].as_array().expect("rows").iter().map(|row| (&row["kind"], &row["n"]));
    let kinds: Vec<_> = kinds.skip(1).take(2).collect();
    assert_eq!(kinds, [(&json!("MUST_THROW"), &json!(3)), (&json!("ASSERTION_ONLY"), &json!(3))]);
    let text = printed(&["assess", &path]);
    for note in ["Left out: 1 instance whose outcome is not known.", "the texts do: assertThrows"] {
        assert!(text.contains(note), "{text}");
    }
    let told = format!(
        "exception_lbl,{}",
        "reference,generated,outcome\nFalse,assertThrows(a),assertThrows(a),passed\n"
    );
    let told = object(&["assess", &file(&folder, "told.csv", &told)]);
    assert_eq!(told["accuracy"][0]["Te"], 0, "the column counts");
}

#[test]
fn each_figure_of_a_csv_names_its_section() {
    let folder = tempfile::tempdir().expect("a folder");
    let csv = printed(&["assess", &file(&folder, "pairs.csv", PAIRS), "--format", "csv"]);
    assert!(csv.contains("\ntoga,,n,4,similarity\n") && csv.contains("\ntoga,,n,5,execution\n"), "{csv}");
    assert!(csv.lines().all(|line| line.matches(',').count() == 4), "{csv}");
}

/// Two approaches on five tests of two projects: the second answers two of them otherwise.
const TWO: &str = "\
approach,project,test,reference,generated,outcome
inkwell,Pen,t1,assertTrue(a),assertTrue(a),passed
inkwell,Pen,t2,assertTrue(b),assertTrue(b),passed
inkwell,Nib,t3,assertTrue(c),assertTrue(c),passed
inkwell,Nib,t4,assertTrue(d),assertTrue(d),failed
inkwell,Nib,t5,assertTrue(e),,failed
satchel,Pen,t1,assertTrue(a),assertNull(a),failed
satchel,Pen,t2,assertTrue(b),assertNull(b),failed
satchel,Nib,t3,assertTrue(c),assertTrue(c),passed
satchel,Nib,t4,assertTrue(d),assertTrue(d),failed
satchel,Nib,t9,assertTrue(e),assertTrue(e),passed
";

fn compared<'a>(report: &'a Value, figure: &str) -> &'a Value {
    let rows = report["comparison"].as_array().expect("rows");
    rows.iter().find(|row| row["figure"] == figure).expect("the figure")
}

#[test]
fn approaches_are_compared_over_the_tests_or_projects_of_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "two.csv", TWO);
    let report = object(&["assess", &path]);
    let accuracy = compared(&report, "ACC");
    assert_eq!(accuracy["approaches"], "inkwell vs satchel");
    // Four tests are common: 1, 1, 1, 1 against 0, 0, 1, 1. Two differences that tie have p = 2/4.
    let figures =
        ["first", "second", "difference", "pairs", "p", "Cliff's delta"].map(|name| accuracy[name].clone());
    assert_eq!(figures, [json!(1.0), json!(0.5), json!(0.5), json!(4), json!(0.5), json!(0.5)]);
    assert_eq!(
        (&accuracy["low"], &accuracy["high"], &accuracy["size"]),
        (&json!(0.0), &json!(1.0), &json!("large"))
    );
    assert_eq!((&accuracy["p (Holm)"], &accuracy["method"]), (&json!(1.0), &json!("exact")));
    assert_eq!(
        (&compared(&report, "Assert")["pairs"], &compared(&report, "pass")["difference"]),
        (&json!(4), &json!(0.5))
    );
    let projects = object(&["assess", &path, "--paired", "project", "--alternative", "greater"]);
    let accuracy = compared(&projects, "ACC");
    // Pen: 1 against 0; Nib: 2/3 against 1.
    assert_eq!((&accuracy["pairs"], &accuracy["p"]), (&json!(2), &json!(0.5)));
    assert!((accuracy["difference"].as_f64().expect("a number") - 1.0 / 3.0).abs() < 1e-12);
    let alone = object(&["assess", &file(&folder, "pairs.csv", PAIRS)]);
    assert_eq!(alone["comparison"], Value::Null, "one approach has nothing to be compared with");
}

#[test]
fn published_figures_stand_in_the_place_of_pairs() {
    let folder = tempfile::tempdir().expect("a folder");
    let figures = "approach,project,BLEU,ChrF\ninkwell,Pen,10.5,20\ninkwell,Nib,30,40%\ninkwell,Cap,20,30\nsatchel,Pen,50,\n";
    let adequacy = "approach,project,lc_before,lc_change,ms_before,ms_change\n\
        inkwell,Pen,50,-1.5,20,-1\ninkwell,Nib,50,0,20,-2\ninkwell,Cap,50,-0.5,20,-3\nsatchel,Pen,50,-9,20,0\n";
    let [figures, adequacy] =
        [("figures.csv", figures), ("adequacy.csv", adequacy)].map(|(name, text)| file(&folder, name, text));
    let report = object(&["assess", &figures, "--adequacy", &adequacy]);
    let pen = row(&report, "similarity", "Pen");
    assert_eq!((&pen["BLEU"], &pen["ACC"], &pen["n"]), (&json!(0.105), &Value::Null, &Value::Null));
    let average = row(&report, "similarity", "average")["ChrF"].as_f64().expect("a number");
    assert!((average - 0.3).abs() < 1e-12, "{average}");
    assert_eq!(row(&report, "adequacy", "Nib")["±LC"], 0.0);
    // The closer the coverage, the higher BLEU, in the three projects of the first approach.
    let of = |section: &str, place: usize| report[section][place].clone();
    let by_approach = of("correlation by approach", 0);
    assert_eq!(
        (&by_approach["approach"], &by_approach["ρ"], &by_approach["n"]),
        (&json!("inkwell"), &json!(1.0), &json!(3))
    );
    assert_eq!((&of("correlation", 0)["n"], &of("correlation", 6)["n"]), (&json!(4), &json!(3)));
    let table = printed(&["assess", &figures]);
    assert!(
        !table.contains("No similarity") && table.contains("The figures are those of the input."),
        "{table}"
    );
    let wrong = file(&folder, "wrong.csv", "approach,project,BLEU\ninkwell,Pen,much\n");
    assert!(refused(&["assess", &wrong]).contains("wrong.csv, line 2: BLEU is \"much\", expected a number"));
}

#[test]
fn latex_has_the_tables_of_markdown_with_the_rules_of_booktabs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "two.csv", TWO);
    let latex = printed(&["assess", &path, "--format", "latex"]);
    let markdown = printed(&["assess", &path, "--format", "markdown"]);
    assert_eq!(latex.matches("\\toprule").count(), markdown.matches("\n| --- |").count());
    assert_eq!(latex.matches("\\begin{table}").count(), latex.matches("\\end{table}").count());
    assert!(latex.contains("\\caption{similarity (\\%)}") && latex.contains("\\textbf{"), "{latex}");
    let pairs = printed(&["assess", &path, "--pairs", "--format", "latex"]);
    assert!(pairs.contains("inkwell & Pen &  & t1 &"), "{pairs}");
}
