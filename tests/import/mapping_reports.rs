//! A project's reports and its sources, read together.

use std::fs;
use std::path::Path;

use fossick::import::{Import, Input, Options, load_versions};
use fossick::model::{FocalLocation, OracleCategory};
use fossick::report::check;

const REPORT: &str = r#"<testsuite name="a.PenTest" tests="3">
<testcase classname="a.PenTest" name="draws(int)[1]"><failure type="java.lang.AssertionError">java.lang.AssertionError
	at org.junit.jupiter.api.Assertions.fail(Assertions.java:1)
	at a.PenTest.draws(PenTest.java:7)
</failure></testcase>
<testcase classname="a.PenTest" name="draws(int)[2]"><failure type="java.lang.AssertionError">java.lang.AssertionError
	at org.junit.jupiter.api.Assertions.fail(Assertions.java:1)
	at a.PenTest.draws(PenTest.java:7)
</failure></testcase>
<testcase classname="a.Elsewhere" name="test"><error type="java.lang.Error">java.lang.Error
	at a.Elsewhere.test(Elsewhere.java:7)
</error></testcase>
</testsuite>"#;

const TEST: &str = "package a;\nimport static org.junit.jupiter.api.Assertions.*;\nclass PenTest {\n    @ParameterizedTest\n    void draws(int i) {\n        Pen pen = new Pen();\n        assertEquals(1, pen.draw(i));\n    }\n}\n";

const PEN: &str = "package a;\nclass Pen {\n    /** Draws. */\n    int draw(int i) { return i; }\n}\n";

fn read(with_build: bool) -> Import {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
        fs::write(path, text).expect("written");
    };
    if with_build {
        write("pom.xml", "<project><artifactId>pens</artifactId></project>");
    }
    write("src/main/java/a/Pen.java", PEN);
    write("src/test/java/a/PenTest.java", TEST);
    write("target/surefire-reports/TEST-a.PenTest.xml", REPORT);
    load_versions(&[Input::Path(folder.path().to_owned())], &[], Options::default(), &|_| {})
        .expect("a project")
}

#[test]
fn failures_of_a_project_come_with_their_code() {
    for with_build in [true, false] {
        let failures = read(with_build).corpus.failures;
        let names: Vec<&str> = failures.iter().map(|failure| &*failure.test).collect();
        assert_eq!(
            names,
            ["a.PenTest::draws(int)[1]", "a.PenTest::draws(int)[2]", "a.Elsewhere::test"],
            "invocations of one source are no duplicates"
        );
        let draws = &failures[1];
        assert_eq!(&*draws.focal_method, "    int draw(int i) { return i; }");
        assert_eq!(&*draws.docstring, "/** Draws. */");
        assert_eq!(&*draws.oracle.assertion, "assertEquals(1, pen.draw(i))");
        assert!(draws.generated_test.ends_with("assertEquals(1, pen.draw(i));\n    }"));
        assert!(draws.test_prefix.ends_with("Pen pen = new Pen();\n    }"));
        let place = draws.location.as_ref().expect("its source is there");
        assert_eq!(
            (&*place.file, place.line, place.failing_line),
            ("src/test/java/a/PenTest.java", 4, Some(7))
        );
        let FocalLocation::At(focal) = &draws.focal_location else { panic!("there is but one method") };
        assert_eq!((&*focal.file, focal.line), ("src/main/java/a/Pen.java", 4));
        assert_eq!(draws.category, Some(OracleCategory::AssertionOnly));
        assert_eq!(failures[2].location, None);
        assert_eq!(&*failures[2].generated_test, "", "a test without source is there all the same");
    }
}

#[test]
fn check_counts_the_sources_found() {
    let import = read(true);
    let supplied = import.sources[0].supplied;
    assert_eq!((supplied.generated_test, supplied.focal_method, supplied.trace), (2, 2, 3));
    assert_eq!(import.sources[0].duplicates, Some(0));
}

#[test]
fn check_shows_the_information_from_the_sources() {
    let import = read(true);
    let mut text = Vec::new();
    check::text(&import, &mut text).expect("memory can be written");
    let text = String::from_utf8(text).expect("it is text");
    for line in [
        "      2   with the test's own source",
        "      2   with the focal method",
        "      2   expects a value",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let mut json = Vec::new();
    check::json(&import, &mut json).expect("memory can be written");
    let json: serde_json::Value = serde_json::from_slice(&json).expect("it is JSON");
    let sources = &json["runs"][0]["sources"];
    assert_eq!((&sources["tests"], &sources["oracle_categories"]["ASSERTION_ONLY"]), (&2.into(), &2.into()));
}

/// A project with a class of the same name in the modules `first` and `second`; the test of `module` failed.
fn read_modules(module: &str) -> Import {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
        fs::write(path, text).expect("written");
    };
    let pom = |artifact: &str, dependency: &str| {
        format!(
            "<project><artifactId>{artifact}</artifactId><dependencies><dependency><artifactId>{dependency}\
             </artifactId></dependency></dependencies></project>"
        )
    };
    for (module, dependency) in
        [("first", "junit"), ("second", "junit"), ("user", "second"), ("other", "junit")]
    {
        write(&format!("{module}/pom.xml"), &pom(module, dependency));
    }
    write("pom.xml", "<project><artifactId>pens</artifactId></project>");
    for (module, javadoc) in [("first", "/** The first. */"), ("second", "/** The second. */")] {
        write(&format!("{module}/src/main/java/a/Pen.java"), &PEN.replace("/** Draws. */", javadoc));
        write(
            &format!("{module}/src/test/java/a/PenTest.java"),
            &TEST.replace("1, pen", &format!("{}, pen", module.len())),
        );
    }
    write("user/src/test/java/a/UserTest.java", &TEST.replace("PenTest", "UserTest"));
    let report = if module == "user" { REPORT.replace("PenTest", "UserTest") } else { REPORT.to_owned() };
    write(&format!("{module}/target/surefire-reports/TEST-a.xml"), &report);
    load_versions(&[Input::Path(folder.path().to_owned())], &[], Options::default(), &|_| {})
        .expect("a project")
}

#[test]
fn of_classes_with_one_name_the_one_in_the_reports_module_is_shown() {
    for (module, assertion, javadoc) in [
        ("first", "assertEquals(5, pen.draw(i))", "/** The first. */"),
        ("second", "assertEquals(6, pen.draw(i))", "/** The second. */"),
    ] {
        let import = read_modules(module);
        let failure = &import.corpus.failures[0];
        assert_eq!((&*failure.oracle.assertion, &*failure.docstring), (assertion, javadoc));
        let place = failure.location.as_ref().expect("its source is there");
        assert_eq!(&*place.file, format!("{module}/src/test/java/a/PenTest.java"));
        let FocalLocation::At(focal) = &failure.focal_location else { panic!("there is but one method") };
        assert_eq!(&*focal.file, format!("{module}/src/main/java/a/Pen.java"));
        let reasons: Vec<_> = import.sources[0].unjoined.iter().map(|unjoined| unjoined.reason).collect();
        assert!(matches!(reasons[..], [reason] if reason.contains("no .java file")), "{reasons:?}");
    }
}

#[test]
fn of_classes_with_one_name_the_one_in_a_dependency_is_shown() {
    let import = read_modules("user");
    assert_eq!(&*import.corpus.failures[0].docstring, "/** The second. */");
}

#[test]
fn if_two_sources_are_possible_none_is_shown_and_the_reason_is_given() {
    let import = read_modules("other");
    let failure = &import.corpus.failures[0];
    assert_eq!((&*failure.generated_test, &failure.location), ("", &None));
    let FocalLocation::Undecided(reason) = &failure.focal_location else { panic!("it can't be known") };
    assert!(reason.contains("several source files"), "{reason}");
    assert_eq!(import.sources[0].unjoined[0].count, 2, "{:?}", import.sources[0].unjoined);
}

/// Reads a report of failed tests, each with class, name and trace, in a project with these files.
fn read_project(files: &[(&str, &str)], tests: &[(&str, &str, &str)]) -> Import {
    let folder = tempfile::tempdir().expect("a folder");
    let cases: String = tests
        .iter()
        .map(|(class, name, trace)| {
            format!("<testcase classname='{class}' name='{name}'><error type='x.E'>x.E: m\n{trace}</error></testcase>")
        })
        .collect();
    let report = format!("<testsuite name='s'>{cases}</testsuite>");
    let all = files
        .iter()
        .copied()
        .chain([("pom.xml", "<project/>"), ("target/surefire-reports/TEST-s.xml", &*report)]);
    for (path, text) in all {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
        fs::write(path, text).expect("written");
    }
    load_versions(&[Input::Path(folder.path().to_owned())], &[], Options::default(), &|_| {})
        .expect("a project")
}

#[test]
fn a_test_of_another_class_than_the_reports_is_found_by_its_trace() {
    let bulk = "package a;\npublic abstract class AbstractPenTest extends BulkTest {\n    public void testDraws() {\n        assertEquals(1, pen().draw(1));\n    }\n    @org.junit.Test\n    public void fills() { pen().draw(2); }\n}\n";
    let files = [
        ("src/main/java/a/Pen.java", PEN),
        ("src/test/java/a/AbstractPenTest.java", bulk),
        (
            "src/test/java/a/BlackPenTest.java",
            "package a;\nclass BlackPenTest { Pen pen() { return new Pen(); } }\n",
        ),
    ];
    let draws = "\tat a.Pen.draw(Pen.java:4)\n\tat a.AbstractPenTest.testDraws(AbstractPenTest.java:4)\n\tat a.BlackPenTest.run(BlackPenTest.java:2)\n";
    let inks = "\tat a.Pen.draw(Pen.java:4)\n\tat a.AbstractPenTest.fills(AbstractPenTest.java:7)\n";
    let import = read_project(
        &files,
        &[
            ("a.BlackPenTest", "BlackPenTest.bulkTestInk.testDraws", draws),
            ("a.Generated", "testDraws", draws),
            ("Pens, all of them", "[1] black", inks),
        ],
    );
    let found: Vec<_> = import
        .corpus
        .failures
        .iter()
        .map(|failure| {
            let place = failure.location.as_ref().expect("the trace shows it");
            (&*place.file, place.failing_line, failure.focal_method.trim())
        })
        .collect();
    let file = "src/test/java/a/AbstractPenTest.java";
    let focal = "int draw(int i) { return i; }";
    assert_eq!(found, [(file, Some(4), focal), (file, Some(4), focal), (file, Some(7), focal)]);
    assert!(import.sources[0].unjoined.is_empty());
}

#[test]
fn check_says_why_a_source_is_missing() {
    let frame = "\tat lib.Other.run(Other.java:1)\n";
    let import = read_project(
        &[("src/test/java/a/PenTest.java", TEST), ("src/test/kotlin/a/InkTest.kt", "class InkTest")],
        &[
            ("a.InkTest", "dries", "\tat a.InkTest.dries(InkTest.kt:3)\n"),
            ("a.InkTest", "flows", frame),
            ("a.Nowhere", "test", frame),
            ("a.PenTest", "erases", frame),
            ("a.PenTest", "initializationError", frame),
        ],
    );
    let mut text = Vec::new();
    check::text(&import, &mut text).expect("memory can be written");
    let text = String::from_utf8(text).expect("it is text");
    for line in [
        "      1   the source of a failed test is in a .kt file, and its trace names no line of it",
        "      2   the source of a failed test is not known: no .java file of the project declares its class",
        "      1   the source of a failed test is not known: its class declares no method of this name, and its trace shows none",
        "      1   the source of a failed test is not known: its class failed before any of its tests ran",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}
