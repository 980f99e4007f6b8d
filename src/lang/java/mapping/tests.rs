//! Tests of the code that is found for a failed test, and of unusual input.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::lang::java::index::tests::index;

const PEN: &str = "package a;\npublic class Pen {\n    /** Draws. */\n    public int draw(int i) { return i; }\n    public Pen fill() { return this; }\n}\n";

/// Locates a test with this body, which begins on line 4, that failed on `line` with an assertion.
fn located(body: &str, line: usize) -> Located {
    let test = format!("package a;\nclass PenTest {{\n    @Test\n    void test() {{\n{body}\n    }}\n}}\n");
    let index = index(&[("src/main/java/a/Pen.java", PEN), ("src/test/java/a/PenTest.java", &test)]);
    index.locate("a.PenTest", "test", &trace(line)).expect("the test")
}

fn trace(line: usize) -> StackTrace {
    StackTrace(Arc::from(format!(
        "a.PenTest::test\njava.lang.AssertionError\n\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.PenTest.test(PenTest.java:{line})\n"
    )))
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).collect()
}

#[test]
fn the_texts_used_by_features() {
    let found = located(
        "        Pen pen = new Pen();\n        int i = pen.draw(1);\n        assertEquals(2, i);\n        pen.fill();",
        7,
    );
    let Focal::Decided(focal) = &found.focal else { panic!("one method: {:?}", found.focal) };
    assert_eq!(focal.source, "    public int draw(int i) { return i; }");
    assert_eq!((focal.docstring.as_str(), focal.start_line), ("/** Draws. */", 4));
    assert_eq!(found.assertion(), "assertEquals(2, i)");
    assert_eq!(
        found.prefix,
        "    @Test\n    void test() {\n        Pen pen = new Pen();\n        int i = pen.draw(1);\n    }"
    );
    assert_eq!(found.test.lines().count(), 7);
    assert_eq!(found.start_line, 3);
    assert_eq!(found.failing_line, Some(4));
}

#[test]
fn a_passed_test_has_met_all_of_its_oracles() {
    let body = "Pen pen = new Pen();\nassertEquals(2, pen.draw(1));\nassertEquals(3, pen.draw(2));\nassertNotNull(pen.fill());";
    let test = format!(
        "package a;\nclass PenTest {{\n@Test\nvoid test() {{\n{body}\n}}\n@Test\nvoid runs() {{\nnew Pen().fill();\n}}\n\
         @Test(expected = E.class)\npublic void throwing() {{\nnew Pen().draw(0);\n}}\n}}\n"
    );
    let index = index(&[("src/main/java/a/Pen.java", PEN), ("src/test/java/a/PenTest.java", &test)]);
    let kinds = |method| -> Vec<(String, String)> {
        let kinds = index.passed_kinds("a.PenTest", method).into_iter();
        kinds.map(|kind| (kind.to_string(), kind.header().to_owned())).collect()
    };
    let kind = |form: &str, header: &str| (form.to_owned(), header.to_owned());
    let (draw, fill) = ("public int draw(int i)", "public Pen fill()");
    assert_eq!(kinds("test"), [kind("assertEquals", draw), kind("assertNotNull", fill)]);
    assert_eq!(kinds("runs"), [kind("throws nothing", fill)]);
    assert_eq!(kinds("throwing"), [kind("throws", draw)]);
    assert_eq!(kinds("unknown"), []);
}

#[test]
fn code_that_an_oracle_guards_is_part_of_the_prefix() {
    let attempt =
        "Pen pen = new Pen();\ntry {\npen.draw(1);\nfail();\n} catch (Exception e) { }\npen.fill();";
    let found = located(attempt, 8);
    assert_eq!(found.category, Some(OracleCategory::MustThrow));
    assert_eq!(lines(&found.prefix), ["@Test", "void test() {", "Pen pen = new Pen();", "pen.draw(1);", "}"]);
    let lambda = located("if (true) {\nassertThrows(E.class, () -> new Pen().draw(1));\n}", 6);
    assert_eq!(
        lines(&lambda.prefix),
        ["@Test", "void test() {", "if (true) {", "new Pen().draw(1);", "}", "}"]
    );
    let within = located("try {\nassertNull(new Pen());\n} finally {\nclean();\n}", 6);
    assert_eq!(
        lines(&within.prefix),
        ["@Test", "void test() {", "try {", "} finally {", "clean();", "}", "}"]
    );
}

#[test]
fn a_line_beyond_the_source_is_not_a_failing_line() {
    let found = located("assertNull(new Pen().fill());", 70);
    assert_eq!(found.failing_line, None);
    assert_eq!(found.category, Some(OracleCategory::AssertionOnly), "the only oracle");
    let several = located("assertNull(new Pen().fill());\nassertEquals(1, new Pen().draw(1));", 70);
    assert_eq!(several.category, None);
    assert_eq!(several.focal, Focal::Undecided(Undecided::NoFailingLine));
}

#[test]
fn modules_that_repeat_a_class_are_distinguished_by_the_line() {
    let test = "package a;\nclass PenTest {\n@Test void test() {\nassertNull(new Pen());\n}\n}";
    let moved = format!("package a;\n{}{}", "\n".repeat(20), &test[10..]);
    let index =
        index(&[("m1/src/test/java/a/PenTest.java", test), ("m2/src/test/java/a/PenTest.java", &moved)]);
    let file =
        |line| index.locate("a.PenTest", "test", &trace(line)).map(|found| found.file.display().to_string());
    assert_eq!(file(4).as_deref(), Some("m1/src/test/java/a/PenTest.java"));
    assert_eq!(file(24).as_deref(), Some("m2/src/test/java/a/PenTest.java"));
    assert_eq!(index.locate("a.PenTest", "other", &trace(4)), None);
    assert_eq!(index.locate("a.InkTest", "test", &trace(4)), None);
}

#[test]
fn a_test_is_not_the_overload_that_it_calls() {
    let test = "package a;\nclass PenTest {\nstatic void test(Pen pen) {\nassertNull(pen.fill());\n}\npublic void test() {\ntest(new Pen());\n} }";
    let index = index(&[("src/main/java/a/Pen.java", PEN), ("src/test/java/a/PenTest.java", test)]);
    let trace = StackTrace(Arc::from(
        "a.PenTest::test\njava.lang.AssertionError\n\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.PenTest.test(PenTest.java:4)\n\tat a.PenTest.test(PenTest.java:7)\n",
    ));
    let found = index.locate("a.PenTest", "test", &trace).expect("it is there");
    assert_eq!(found.location().failing_line, Some(7));
    assert_eq!(found.category, Some(OracleCategory::AssertionOnly));
    let Focal::Decided(focal) = found.focal else { panic!("one method: {:?}", found.focal) };
    assert_eq!(focal.name, "a.Pen.fill");
}

#[test]
fn nested_classes_are_written_with_a_dollar_or_a_dot() {
    let test = "package a;\nclass PenTest { class Dry {\n@Test void test() { }\n} }";
    let index = index(&[("src/test/java/a/PenTest.java", test)]);
    for name in ["a.PenTest$Dry", "a.PenTest.Dry"] {
        assert!(index.locate(name, "test", &StackTrace::default()).is_some(), "{name}");
    }
}

#[test]
fn an_inherited_test_is_found_in_its_superclass() {
    let contract = "package a;\nabstract class CoderContract {\nabstract Coder make();\n@Test void codes() {\nCoder coder = make();\nassertEquals(\"a\", coder.code(\"b\"));\n} }";
    let index = index(&[
        ("src/main/java/a/Coder.java", "package a; interface Coder { String code(String text); }"),
        (
            "src/main/java/a/Pen.java",
            "package a; class Pen implements Coder { public String code(String text) { return text; } }",
        ),
        ("src/test/java/a/CoderContract.java", contract),
        (
            "src/test/java/a/PenTest.java",
            "package a; class PenTest extends CoderContract { Coder make() { return new Pen(); } }",
        ),
    ]);
    let trace = StackTrace(Arc::from(
        "a.PenTest::codes\njava.lang.AssertionError\n\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.CoderContract.codes(CoderContract.java:6)\n",
    ));
    let found = index.locate("a.PenTest", "codes", &trace).expect("it is inherited");
    assert_eq!(found.location().file.as_ref(), "src/test/java/a/CoderContract.java");
    let Focal::Decided(focal) = found.focal else { panic!("one method: {:?}", found.focal) };
    assert_eq!(focal.name, "a.Pen.code", "of what the class that ran makes");
}

#[test]
fn a_failure_in_set_up_has_the_focal_method_called_there() {
    let test = "package a;\nclass PenTest {\nPen first = Pen.make();\n@Before void setUp() {\nfirst.fill();\n}\n@Test void test() {\nassertEquals(1, first.draw(1));\nassertNull(first);\n} }";
    let pen = PEN.replace("}\n}", "}\n public static Pen make() { return null; }\n}");
    let index = index(&[("src/main/java/a/Pen.java", &pen), ("src/test/java/a/PenTest.java", test)]);
    for (frames, focal) in [
        ("\tat a.Pen.fill(Pen.java:5)\n\tat a.PenTest.setUp(PenTest.java:5)\n", "a.Pen.fill"),
        ("\tat a.PenTest.setUp(PenTest.java:5)\n", "a.Pen.fill"),
        ("\tat a.Pen.make(Pen.java:6)\n\tat a.PenTest.<init>(PenTest.java:3)\n", "a.Pen.make"),
    ] {
        let trace = format!(
            "a.PenTest::test\njava.lang.NullPointerException\n{frames}\tat org.junit.R.run(R.java:1)\n"
        );
        let found = index.locate("a.PenTest", "test", &StackTrace(Arc::from(trace))).expect("the test");
        let Focal::Decided(found_focal) = &found.focal else { panic!("{frames}: {:?}", found.focal) };
        assert_eq!(found_focal.name, focal, "{frames}");
        assert_eq!(found.category, Some(OracleCategory::AssertionOnly), "of its first oracle");
        assert_eq!(found.failing_line, None);
        let line = if frames.contains("<init>") { 3 } else { 5 };
        assert_eq!(found.location().failing_line, Some(line), "the line of the set-up");
    }
}

#[test]
fn what_failed_before_or_after_a_test_is_shown_first() {
    let base = "package a;\nabstract class Base {\n@BeforeEach void open() {\nmake().fill();\n}\nabstract Pen make();\n@AfterEach void close() {\nmake().fill();\n} }";
    let test = "package a;\nclass PenTest extends Base {\nPen make() { return new Pen(); }\n@Test void test() {\nassertEquals(1, make().draw(1));\n} }";
    let index = index(&[
        ("src/main/java/a/Pen.java", PEN),
        ("src/test/java/a/Base.java", base),
        ("src/test/java/a/PenTest.java", test),
    ]);
    for (method, line, phase) in [("open", 4, Phase::SetUp), ("close", 8, Phase::TearDown)] {
        let trace = format!(
            "a.PenTest::test\njava.lang.IllegalStateException\n\tat a.Pen.fill(Pen.java:5)\n\tat a.Base.{method}(Base.java:{line})\n\tat org.junit.R.run(R.java:1)\n"
        );
        let found = index.locate("a.PenTest", "test", &StackTrace(Arc::from(trace))).expect("the test");
        assert_eq!((found.phase, found.set_up_line), (phase, None), "it is in another file");
        let names: Vec<&str> = found.called.iter().map(|method| &*method.name).collect();
        assert_eq!(names[..2], [&*format!("a.Base.{method}"), "a.Pen.fill"]);
    }
}

#[test]
fn what_failed_around_all_tests_of_a_class_is_its_hook() {
    let test = "package a;\nclass PenTest {\n@BeforeAll static void open() {\nnew Pen().fill();\n}\n@Test void test() {\nassertEquals(1, 2);\n} }";
    let index = index(&[("src/main/java/a/Pen.java", PEN), ("src/test/java/a/PenTest.java", test)]);
    let trace = "a.PenTest::<class>\njava.net.ConnectException: refused\n\tat java.base/java.net.Socket.connect(Socket.java:633)\n\tat a.PenTest.open(PenTest.java:4)\n\tat org.junit.R.run(R.java:1)\n";
    let sections_of = StackTrace(Arc::from(trace));
    let found = index.locate_hook(&sections(&sections_of)).expect("the hook");
    assert_eq!((found.phase, found.set_up_line, found.start_line), (Phase::SetUp, Some(4), 4));
    assert_eq!(found.called[0].name, "a.PenTest.open");
    let in_test =
        StackTrace(Arc::from(trace.replace("open(PenTest.java:4)", "test(PenTest.java:7)").as_str()));
    assert!(index.locate_hook(&sections(&in_test)).is_none(), "a test is no hook");
}

/// Returns the focal method of a test of the class `Pen` that failed as the frames tell, or why there is none.
fn focal(test: &str, exception: &str, frames: &str) -> Result<String, Undecided> {
    let pen = "package a; public class Pen { public int draw(int i) { return i; } public Pen fill() { return this; }\n public void write(List<String> to) { }\n public Ink ink() { return null; } }";
    let index = index(&[
        ("src/main/java/a/Pen.java", pen),
        (
            "src/main/java/a/Ink.java",
            "package a; public class Ink { public boolean isDry() { return true; } }",
        ),
        ("src/test/java/a/PenTest.java", test),
        (
            "src/test/java/a/RedPenTest.java",
            "package a; class RedPenTest extends PenTest { int drawn() { return new Pen().draw(1); } }",
        ),
    ]);
    let trace = StackTrace(Arc::from(format!("a.RedPenTest::test\n{exception}\n{frames}")));
    match index.locate("a.RedPenTest", "test", &trace).expect("the test").focal {
        Focal::Decided(focal) => Ok(focal.name),
        Focal::Undecided(reason) => Err(reason),
    }
}

#[test]
fn a_checked_variable_leads_to_the_call_that_set_it() {
    for (body, expected) in [
        ("Pen pen = new Pen();\nint i = pen.draw(1);\npen.fill();\nassertEquals(2, i);", Ok("a.Pen.draw")),
        (
            "Pen pen = new Pen();\nint i = 0;\ni = pen.draw(1); pen.fill();\nassertEquals(2, i);",
            Ok("a.Pen.draw"),
        ),
        (
            "List<String> to = new ArrayList<>();\nnew Pen().write(to);\nnew Pen().fill();\nassertEquals(1, to.size());",
            Ok("a.Pen.write"),
        ),
        ("new Pen().fill();\nString s = own();\n\nassertEquals(\"a\", s);", Err(Undecided::OwnCode)),
        (
            "List<Pen> pens = own();\n\nnew Pen().fill();\nassertEquals(1, pens.get(0).draw(1));",
            Ok("a.Pen.draw"),
        ),
        ("Pen pen = new Pen();\n\npen.fill();\nassertEquals(pen.draw(1), 1 + 2);", Ok("a.Pen.draw")),
        ("Pen pen = new Pen();\n\npen.fill();\nassertEquals(2, drawn());", Ok("a.Pen.draw")),
    ] {
        let test = format!(
            "package a;\nabstract class PenTest {{\n@Test void test() {{\n{body}\n}}\nabstract int drawn();\nString own() {{ return text; }}\n}}"
        );
        let found = focal(
            &test,
            "java.lang.AssertionError",
            "\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.PenTest.test(PenTest.java:7)\n",
        );
        assert_eq!(found, expected.map(str::to_owned), "{body}");
    }
}

#[test]
fn a_check_of_the_result_of_the_class_under_test_is_about_the_method_that_returned_it() {
    let test = "package a;\nclass PenTest {\n@Test void test() {\nPen pen = new Pen();\nInk ink = pen.ink();\npen.fill();\nassertInk(ink);\n}\nvoid assertInk(Ink ink) {\nassertTrue(ink.isDry());\n} }";
    let frames = "\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.PenTest.assertInk(PenTest.java:10)\n\tat a.PenTest.test(PenTest.java:7)\n";
    assert_eq!(focal(test, "java.lang.AssertionError", frames), Ok("a.Pen.ink".to_owned()));
}

#[test]
fn a_cause_was_passed_through_the_frames_that_its_trace_omits() {
    let test = "package a;\nclass PenTest {\n@Test void test() {\ncheck();\n}\nvoid check() {\ntry {\nnew Pen().draw(1);\nnew Pen().fill();\n} catch (Exception e) {\nfail(e);\n} } }";
    let frames = "\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.PenTest.check(PenTest.java:11)\n\tat a.PenTest.test(PenTest.java:4)\n\tat org.junit.R.run(R.java:1)\nCaused by: java.io.IOException\n\tat a.Pen.draw(Pen.java:1)\n\tat a.PenTest.check(PenTest.java:8)\n\t... 2 more\n";
    assert_eq!(focal(test, "java.lang.AssertionError", frames), Ok("a.Pen.draw".to_owned()));
}

#[test]
fn a_soft_assertion_failed_at_the_line_that_its_message_names() {
    let body = "Pen pen = new Pen();\nsoftly.assertThat(pen.draw(1)).isEqualTo(2);\nsoftly.assertThat(pen.fill()).isNull();\nsoftly.assertAll();";
    let test = format!("package a;\nclass PenTest {{\n@Test void test() {{\n{body}\n}} }}");
    let index = index(&[("src/main/java/a/Pen.java", PEN), ("src/test/java/a/PenTest.java", &test)]);
    let message = "a.PenTest::test\norg.assertj.core.error.AssertJMultipleFailuresError: \nMultiple Failures (2 failures)\n\
                   -- failure 1 --\nExpecting:\n <1>\nto be equal to:\n <2>\nbut was not.\nat PenTest.test(PenTest.java:5)\n\
                   -- failure 2 --\nExpecting null\nat PenTest.test(PenTest.java:6)\n";
    // A rule or an extension reports the checks after the test.
    for reported in ["\tat a.PenTest.test(PenTest.java:7)\n", "\tat org.junit.R.run(R.java:1)\n", ""] {
        let trace = StackTrace(Arc::from(format!("{message}{reported}")));
        let found = index.locate("a.PenTest", "test", &trace).expect("the test");
        assert_eq!(found.location().failing_line, Some(5), "{reported}");
        assert_eq!(found.assertion(), "softly.assertThat(pen.draw(1)).isEqualTo(2)");
        let Focal::Decided(focal) = found.focal else { panic!("one method: {:?}", found.focal) };
        assert_eq!(focal.name, "a.Pen.draw");
    }
}

#[test]
fn failures_reported_together_are_the_suppressed_ones() {
    let body = "assertAll(() -> assertAll(\n() -> assertNull(new Pen().fill())));";
    let rule = "errors.checkThat(new Pen().draw(1), is(2));\nerrors.checkThat(new Pen().fill(), is(null));";
    for (body, frame, focal, line) in [
        (body, "\t\t\tat a.PenTest.lambda$test$0(PenTest.java:5)", "a.Pen.fill", 5),
        (rule, "\t\t\tat a.PenTest.test(PenTest.java:4)", "a.Pen.draw", 4),
    ] {
        let test = format!("package a;\nclass PenTest {{\n@Test void test() {{\n{body}\n}} }}");
        let index = index(&[("src/main/java/a/Pen.java", PEN), ("src/test/java/a/PenTest.java", &test)]);
        let multiple = "org.opentest4j.MultipleFailuresError: Multiple Failures (1 failure)";
        let trace = format!(
            "a.PenTest::test\n{multiple}\n\tat org.junit.R.run(R.java:1)\n\tSuppressed: {multiple}\n\
             \t\tat a.PenTest.lambda$test$1(PenTest.java:4)\n\t\tSuppressed: java.lang.AssertionError: no\n{frame}\n"
        );
        let found = index.locate("a.PenTest", "test", &StackTrace(Arc::from(trace))).expect("the test");
        assert_eq!(found.location().failing_line, Some(line));
        let Focal::Decided(found) = found.focal else { panic!("one method: {:?}", found.focal) };
        assert_eq!(found.name, focal);
    }
}

#[test]
fn equals_is_decisive_for_two_objects_that_are_made_alike() {
    let pen = "package a; public class Pen { public static Pen of(int i) { return null; } public Pen(int i) { }\n public Pen fill() { return this; }\n";
    let equals = " public boolean equals(Object o) { return false; } }";
    for (body, equals, expected) in [
        ("assertEquals(Pen.of(1), Pen.of(1));", equals, "a.Pen.equals"),
        (
            "Pen a = Pen.of(1), b = Pen.of(1);\nassertThat(a).as(\"pen\").isEqualTo(b);",
            equals,
            "a.Pen.equals",
        ),
        ("assertEquals(Pen.of(1), Pen.of(1));", "}", "a.Pen.of"),
        ("assertEquals(new Pen(1), Pen.of(1));", equals, "a.Pen.of"),
        ("assertEquals(Pen.of(1), Pen.of(1).fill());", equals, "a.Pen.fill"),
        ("Pen a = Pen.of(1), b = Pen.of(1);\nb.fill();\nassertEquals(a, b);", equals, "a.Pen.of"),
    ] {
        let pen = format!("{pen}{equals}");
        let test = format!("package a;\nclass PenTest {{\n@Test void test() {{\n{body}\n}} }}");
        let index = index(&[("src/main/java/a/Pen.java", &pen), ("src/test/java/a/PenTest.java", &test)]);
        let found =
            index.locate("a.PenTest", "test", &trace(4 + body.matches('\n').count())).expect("the test");
        let Focal::Decided(focal) = found.focal else { panic!("{body}: {:?}", found.focal) };
        assert_eq!(focal.name, expected, "{body}");
    }
}

#[test]
fn a_lost_trace_of_the_call_that_threw_leaves_the_focal_method_undecided() {
    let body = |guarded: &str, clause: &str| {
        let test = format!(
            "package a;\nclass PenTest {{\n@Test void test() {{\nIterator<String> it = new Pen().ink().names();\ntry {{\n{guarded}\n}} catch (E e) {{\n{clause}\n}} }} }}"
        );
        let line = if clause.is_empty() { 6 } else { 8 };
        let frames =
            format!("\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.PenTest.test(PenTest.java:{line})\n");
        focal(&test, "java.lang.AssertionError", &frames)
    };
    let several = Undecided::Several(vec!["Pen.draw".to_owned(), "Pen.fill".to_owned()]);
    let two = "new Pen().draw(1); new Pen().fill();";
    assert_eq!(body(two, "fail();"), Err(several), "either may have thrown");
    assert_eq!(
        body(&format!("{two} fail();"), ""),
        Ok("a.Pen.fill".to_owned()),
        "the last should have thrown"
    );
    assert_eq!(
        body("it.remove(); fail();", ""),
        Err(Undecided::OwnCode),
        "no call before it should have thrown"
    );
}

#[test]
fn a_fail_in_a_branch_is_about_its_condition() {
    let frames = "\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.PenTest.test(PenTest.java:6)\n";
    for (condition, expected) in [
        ("drawn != 1 || new Ink().isDry()", Ok("a.Ink.isDry".to_owned())),
        ("!(names.isEmpty())", Ok("a.Pen.write".to_owned())),
        ("own.isEmpty()", Err(Undecided::OwnCode)),
    ] {
        let test = format!(
            "package a;\nclass PenTest {{\n@Test void test() {{\nList<String> names = new ArrayList<>(); List<String> own = new ArrayList<>(); new Pen().write(names);\nint drawn = new Pen().draw(1); if ({condition})\nfail(); }} }}"
        );
        assert_eq!(focal(&test, "java.lang.AssertionError", frames), expected, "{condition}");
    }
}

#[test]
fn code_must_throw_only_if_a_catch_clause_accepts_the_exception() {
    let kind = |clause: &str| {
        let body = format!(
            "try {{\nint i = new Pen().draw(1);\nif (i < 0) {{\nfail();\n}} }} catch (E e) {{ {clause} }}"
        );
        located(&body, 8).category
    };
    assert_eq!(kind(""), Some(OracleCategory::MustThrow));
    assert_eq!(kind("throw new RuntimeException(e);"), Some(OracleCategory::FailOnly));
    assert_eq!(kind("fail(e);"), Some(OracleCategory::FailOnly));
}

#[test]
fn a_helper_asks_the_object_that_a_factory_made() {
    let test = "package a;\nclass PenTest {\n@Test void test() {\nassertInk(Nib.of(1));\n}\nvoid assertInk(Nib nib) {\nassertTrue(nib.isDry());\n} }";
    let nib = "package a; public class Nib { public static Nib of(int i) { return null; } public boolean isDry() { return true; } }";
    let index = index(&[("src/main/java/a/Nib.java", nib), ("src/test/java/a/PenTest.java", test)]);
    let trace = StackTrace(Arc::from(
        "a.PenTest::test\njava.lang.AssertionError\n\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.PenTest.assertInk(PenTest.java:7)\n\tat a.PenTest.test(PenTest.java:4)\n",
    ));
    let found = index.locate("a.PenTest", "test", &trace).expect("the test");
    assert!(matches!(&found.focal, Focal::Decided(focal) if focal.name == "a.Nib.isDry"));
}

#[test]
fn a_helper_that_the_trace_leads_into_failed_at_no_other_check() {
    let test = "package a;\nclass PenTest {\n@Test void test() {\nPen pen = new Pen(); pen.fill();\nassertPen(pen, 1);\n}\nvoid assertPen(Pen pen, int i) {\nassertEquals(0, i);\nassertEquals(2, pen.draw(1));\n} }";
    let frames = "\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.PenTest.assertPen(PenTest.java:8)\n\tat a.PenTest.test(PenTest.java:5)\n";
    assert_eq!(focal(test, "java.lang.AssertionError", frames), Ok("a.Pen.fill".to_owned()));
}

#[test]
fn a_test_that_wraps_an_exception_failed_where_that_was_thrown() {
    let test = "package a;\nclass PenTest {\n@Test void test() {\ntry {\nPen pen = new Pen().fill();\nassertEquals(1, pen.draw(1));\n} catch (Exception e) {\nthrow new RuntimeException(e);\n} } }";
    let index = index(&[("src/main/java/a/Pen.java", PEN), ("src/test/java/a/PenTest.java", test)]);
    let trace = StackTrace(Arc::from(
        "a.PenTest::test\njava.lang.RuntimeException: E\n\tat a.PenTest.test(PenTest.java:8)\n\tat org.junit.R.run(R.java:1)\nCaused by: E\n\tat a.Pen.fill(Pen.java:5)\n\tat a.PenTest.test(PenTest.java:5)\n\t... 1 more\n",
    ));
    let found = index.locate("a.PenTest", "test", &trace).expect("the test");
    assert_eq!(found.location().failing_line, Some(5));
    assert_eq!(found.category, Some(OracleCategory::AssertionOnly));
    assert!(matches!(&found.focal, Focal::Decided(focal) if focal.name == "a.Pen.fill"));
}

#[test]
fn a_test_that_threw_without_a_trace_has_no_known_focal_method() {
    let test = "package a;\nclass PenTest {\n@Test void test() {\nassertEquals(2, new Pen().draw(1));\n} }";
    assert_eq!(focal(test, "java.lang.NullPointerException", ""), Err(Undecided::NoFailingLine));
    let failed = focal(test, "java.lang.AssertionError", "");
    assert_eq!(failed, Ok("a.Pen.draw".to_owned()), "its only oracle");
}

#[test]
fn long_chains_and_deep_nesting_terminate() {
    let chain = format!("assertNull(x{});", ".append(y)".repeat(3_000));
    assert_eq!(located(&chain, 5).category, Some(OracleCategory::AssertionOnly));
    let fills = format!("assertNull(new Pen(){});", ".fill()".repeat(60));
    assert!(matches!(located(&fills, 5).focal, Focal::Decided(_)));
    let nested = format!("assertNull({}x{});", "f(".repeat(2_000), ")".repeat(2_000));
    located(&nested, 5);
    let sum = format!("assertEquals(1, {}1);", "x + ".repeat(2_000));
    located(&sum, 5);
    let helper = "step(1);\n}\nvoid step(int i) {\nother(i);\nstep(i - 1);\nassertTrue(i > 0);\n}\nvoid other(int i) {\nstep(i);\n}\nvoid unused() {";
    assert!(matches!(located(helper, 5).focal, Focal::Undecided(_)), "helpers that call each other");
    let circle = "var a = b;\nvar b = a;\nassertNull(a.draw(b));";
    located(circle, 7);
}

/// Returns the focal method of a test with this body of the class `Till`, whose last line failed.
fn focal_of_till(body: &str) -> Located {
    let till = "package a;\npublic class Till {\n    private List<Bill> bills;\n    public Till(Drawer drawer) { this.drawer = drawer; }\n    \
                public Bill ring(String... names) { Bill bill = new Bill(names.length); bills.add(bill); return bill; }\n    \
                public void settle(Bill bill) { bill.setState(\"SETTLED\"); }\n    public Bill last() { return bills.get(bills.size() - 1); }\n    \
                public List<Bill> getBills() { return Collections.unmodifiableList(bills); }\n    public static Till open(Drawer drawer) { return new Till(drawer); }\n}\n";
    let bill = "package a;\npublic class Bill {\n    private final int sum;\n    private String state;\n    private Note note;\n    \
                public Bill(int sum) { this.sum = sum; }\n    public Bill(String text) { this.sum = Integer.parseInt(text); }\n    \
                public int getSum() { return sum; }\n    public String getState() { return this.state; }\n    \
                public void setState(String state) { this.state = state; }\n    public void setNote(Note note) { this.note = note; }\n    \
                public boolean isSettled() { return state == SETTLED; }\n    public String noted() { return note.words(); }\n    \
                public int doubled() { return sum * 2; }\n    public boolean equals(Object o) { return false; }\n}\n";
    let note = "package a;\npublic record Note(String words, int size) { }\n";
    let line = "package a;\npublic interface Line { int weight(); }\n";
    let ink = "package a;\npublic class Ink implements Line {\n    public int weight() { return 3; }\n}\n";
    let test = format!(
        "package a;\nclass TillTest {{\nprivate Till till;\nprivate Bill old = new Bill(1);\nprivate Line line = new Ink();\n@BeforeEach void setUp() {{ till = new Till(null); }}\n\
         @Test void test() {{\n{body}\n}}\nvoid assertSum(int sum, Bill bill) {{ assertEquals(sum, bill.getSum()); }}\n}}"
    );
    let index = index(&[
        ("src/main/java/a/Till.java", till),
        ("src/main/java/a/Bill.java", bill),
        ("src/main/java/a/Note.java", note),
        ("src/main/java/a/Line.java", line),
        ("src/main/java/a/Ink.java", ink),
        ("src/test/java/a/TillTest.java", &test),
    ]);
    let line = 7 + body.lines().count();
    let trace = format!(
        "a.TillTest::test\njava.lang.AssertionError\n\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.TillTest.test(TillTest.java:{line})\n"
    );
    index.locate("a.TillTest", "test", &StackTrace(Arc::from(trace))).expect("the test")
}

#[test]
fn a_check_through_an_accessor_is_about_the_act_before_it() {
    for (body, expected) in [
        ("Bill bill = till.ring(\"a\");\nassertEquals(1, bill.getSum());", "a.Till.ring"),
        ("assertEquals(1, till.ring(\"a\").getSum());", "a.Till.ring"),
        (
            "Bill bill = till.ring(\"a\");\ntill.settle(bill);\nassertEquals(\"X\", bill.getState());",
            "a.Till.settle",
        ),
        ("Bill bill = till.ring(\"a\");\ntill.settle(bill);\nassertTrue(bill.isSettled());", "a.Till.settle"),
        ("till.ring(\"a\");\nassertEquals(2, till.getBills().size());", "a.Till.ring"),
        ("till.ring(\"a\");\nassertEquals(2, till.last().getSum());", "a.Till.last"),
        ("Bill bill = till.ring(\"a\");\nassertEquals(\"x\", bill.noted());", "a.Till.ring"),
        ("Bill bill = till.ring(\"a\");\nassertSum(1, bill);", "a.Till.ring"),
        (
            "int sum = till.getBills().stream().mapToInt(Bill::getSum).sum();\nassertEquals(1, sum);",
            "a.Till.getBills",
        ),
        (
            "Bill bill = till.ring(\"a\");\nint sum = Stream.of(bill).mapToInt(Bill::getSum).sum();\nassertEquals(1, sum);",
            "a.Till.ring",
        ),
        (
            "int sum = 0;\nfor (Bill bill : till.ring(\"a\").parts()) {\nsum += bill.getSum();\n}\nassertEquals(1, sum);",
            "a.Till.ring",
        ),
        // A setter is the act for the field that it sets, and a constructor only if it does something.
        (
            "Bill bill = till.ring(\"a\");\nbill.setState(\"x\");\nassertEquals(\"y\", bill.getState());",
            "a.Bill.setState",
        ),
        (
            "Bill bill = till.ring(\"a\");\nbill.setState(\"x\");\nassertEquals(1, bill.getSum());",
            "a.Till.ring",
        ),
        ("Bill bill = new Bill(\"1\");\nassertEquals(2, bill.getSum());", "a.Bill.Bill"),
        ("Bill bill = new Bill(1);\nassertEquals(2, bill.getSum());", "a.Bill.getSum"),
        ("Bill bill = till.ring(\"a\");\nassertEquals(2, bill.doubled());", "a.Bill.doubled"),
        // An interface's method is that of the class whose object the test made; objects are compared by
        // their `equals`.
        ("assertEquals(2, line.weight());", "a.Ink.weight"),
        ("Line own = new Ink();\nassertEquals(2, own.weight());", "a.Ink.weight"),
        ("Bill other = new Bill(1);\nAssertions.assertEquals(other, old);", "a.Bill.equals"),
        ("assertThat(old, is(equalTo(new Bill(1))));", "a.Bill.equals"),
    ] {
        let Focal::Decided(focal) = focal_of_till(body).focal else { panic!("no focal method: {body}") };
        assert_eq!(focal.name, expected, "{body}");
    }
}

#[test]
fn the_methods_that_a_test_calls_are_in_the_order_of_their_likelihood() {
    let body = "Bill bill = till.ring(\"a\");\ntill.settle(bill);\nassertEquals(\"X\", bill.getState());\ntill.last();";
    let located = focal_of_till(&body.replace("\ntill.last();", ""));
    let names: Vec<&str> = located.called.iter().map(FocalMethod::short_name).collect();
    assert_eq!(names, ["Till.settle", "Till.ring", "Bill.getState"]);
}

/// Returns the focal method of a test of the class `Rack` with this name and body, whose last line failed
/// with this message.
fn focal_of_rack(name: &str, body: &str, message: &str) -> String {
    let rack = "package a;\npublic class Rack {\n    private final List<Hat> hats = new ArrayList<>();\n    private int width;\n    private int sum;\n    \
                public static Rack of(int width) { return new Rack(); }\n    public static Rack parse(String text) { return new Rack(); }\n    \
                public void setWidth(int width) { this.width = width; }\n    public Rack hang(Hat hat) { hats.add(hat); return this; }\n    \
                public void drop(int at) { if (at < 0) { throw new E(); } shift(at); }\n    private void shift(int at) { hats.remove(at); }\n    \
                public int weight() { int all = 0; for (Hat hat : hats) { all += hat.weigh(); } return all; }\n    \
                public int cached() { if (cached == 0) { cached = hats.size() * 3; } return cached; }\n    \
                public String label() { StringBuilder out = new StringBuilder(); out.append(width); return render(out); }\n    \
                private String render(StringBuilder out) { return out.toString(); }\n    \
                public String toString() { StringBuilder out = new StringBuilder(); for (Hat hat : hats) { out.append(hat); } return out.toString(); }\n    \
                public String show() { return toString(); }\n    public boolean contains(Hat hat) { return hats.stream().anyMatch(own -> own == hat); }\n    \
                public Rack plus(Rack other) { return new Rack(); }\n    public long until(Temporal end, Unit unit) { return 1; }\n    \
                long until(Rack end, Unit unit) { return 2; }\n    public boolean equals(Object o) { return o == this; }\n    \
                public int hashCode() { return 1; }\n}\n";
    let hat = "package a;\npublic class Hat { public int weigh() { return 1; } }\n";
    let test = format!(
        "package a;\nimport com.google.common.testing.EqualsTester;\nclass RackTest {{\n@Test void {name}() {{\n{body}\n}} }}"
    );
    let index = index(&[
        ("src/main/java/a/Rack.java", rack),
        ("src/main/java/a/Hat.java", hat),
        ("src/test/java/a/RackTest.java", &test),
    ]);
    let line = 4 + body.lines().count();
    let trace = format!(
        "a.RackTest::{name}\njava.lang.AssertionError: {message}\n\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.RackTest.{name}(RackTest.java:{line})\n"
    );
    let located = index.locate("a.RackTest", name, &StackTrace(Arc::from(trace))).expect("the test");
    match located.focal {
        Focal::Decided(focal) => {
            let parameters = focal
                .source
                .split_once('(')
                .map_or("", |(_, rest)| rest.split([' ', ')']).next().unwrap_or(""));
            let name = focal.name.rsplit('.').next().unwrap_or_default();
            if name == "until" { format!("{name}({parameters})") } else { name.to_owned() }
        }
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

#[test]
fn a_check_through_what_presents_or_computes_is_about_the_act_on_that_object() {
    for (name, body, focal) in [
        ("works", "Rack r = new Rack();\nr.drop(1);\nassertEquals(\"\", r.toString());", "drop"),
        ("works", "Rack r = new Rack();\nr.drop(1);\nassertEquals(\"\", r.show());", "drop"),
        ("works", "Rack r = new Rack();\nr.drop(1);\nassertEquals(3, r.weight());", "drop"),
        ("works", "Rack r = new Rack();\nr.drop(1);\nint all = r.weight();\nassertEquals(3, all);", "drop"),
        ("works", "Rack r = new Rack();\nr.drop(1);\nassertEquals(3, r.cached());", "drop"),
        ("test12", "Rack r = new Rack();\nr.drop(1);\nassertEquals(3, r.cached());", "cached"),
        (
            "test12",
            "Rack r = new Rack();\nr.drop(1);\nint all = r.weight();\nassertEquals(3, all);",
            "weight",
        ),
        (
            "works",
            "Rack r = new Rack();\nr.drop(1);\nassertTrue(r.weight() == 1 && r.cached() == 2);",
            "drop",
        ),
        ("works", "Rack r = new Rack().hang(hat);\nassertEquals(\"\", r.toString());", "hang"),
        // What was asked before changed nothing, and what only arranges is not what a computed value is about.
        (
            "works",
            "Rack r = new Rack();\nassertEquals(0, r.weight());\nassertEquals(1, r.cached());",
            "cached",
        ),
        ("works", "Rack r = new Rack();\nr.hang(hat);\nassertEquals(3, r.weight());", "weight"),
        ("works", "Rack r = new Rack();\nr.hang(hat);\nassertEquals(\"\", r.toString());", "hang"),
        ("works", "Rack r = new Rack();\nr.setWidth(3);\nassertEquals(\"\", r.toString());", "toString"),
        ("works", "Rack r = Rack.of(3);\nassertEquals(\"\", r.toString());", "toString"),
        ("works", "Rack r = new Rack();\nassertEquals(3, r.weight());", "weight"),
        ("rackWeight", "Rack r = new Rack();\nassertEquals(3, r.weight());", "weight"),
        // The name of the test says which of both.
        ("testWeight", "Rack r = new Rack();\nr.drop(1);\nassertEquals(3, r.weight());", "weight"),
        ("testToString", "Rack r = new Rack();\nr.drop(1);\nassertEquals(\"\", r.toString());", "toString"),
        ("hangsHats", "Rack r = new Rack();\nr.hang(hat);\nassertEquals(3, r.weight());", "hang"),
        ("parsesText", "Rack r = Rack.parse(\"a\");\nassertEquals(\"\", r.toString());", "parse"),
        // A method that is given something is what is asked.
        ("works", "Rack r = new Rack();\nr.drop(1);\nassertEquals(new Rack(), r.plus(r));", "plus"),
    ] {
        assert_eq!(focal_of_rack(name, body, "x"), focal, "{name}: {body}");
    }
}

/// Returns the focal method of a test of the class `Press` with this name and body, whose last line failed
/// below these frames.
fn focal_of_press(name: &str, body: &str, frames: &str) -> String {
    let press = "package a;\npublic class Press {\n    private final List<Page> pages = new ArrayList<>();\n    private final LongAdder sheets = new LongAdder();\n    \
                 public Page print(String text) { return new Page(text); }\n    public void feed(int count) { sheets.add(count); }\n    \
                 public long fed() { return sheets.sum(); }\n    public void move(String name) { if (name == null) { throw new E(); } drop(name); }\n    \
                 private void drop(String name) { pages.remove(name); }\n    \
                 public int depth(String name) { int at = 0; for (Page page : pages) { at += page.letters(); } return at; }\n    \
                 public int ranked(String name) { return depth(name) + 1; }\n    \
                 public Page getPage(String name) { for (Page page : pages) { if (page.has(name)) { return page; } } return null; }\n}\n";
    let page = "package a;\npublic class Page {\n    public Page(String text) { this.text = text; }\n    \
                public int letters() { int all = 0; for (char letter : text) { all += 1; } return all; }\n    \
                public boolean has(String name) { return text.contains(name + 1); }\n    \
                public boolean similar(Page other) { return letters() == other.letters(); }\n}\n";
    let test = format!(
        "package a;\nclass PressTest {{\nvoid compare(Page page, Page other) {{\nassertTrue(page.letters() == 1);\nassertTrue(page.similar(other));\n}}\n\
         void printed(String text) {{\ncompare(new Press().print(text), new Page(text));\n}}\n@Test void {name}() {{\n{body}\n}} }}"
    );
    let index = index(&[
        ("src/main/java/a/Press.java", press),
        ("src/main/java/a/Page.java", page),
        ("src/test/java/a/PressTest.java", &test),
    ]);
    let line = 10 + body.lines().count();
    let trace = format!(
        "a.PressTest::{name}\njava.lang.AssertionError\n{frames}\tat a.PressTest.{name}(PressTest.java:{line})\n"
    );
    match index.locate("a.PressTest", name, &StackTrace(Arc::from(trace))).expect("the test").focal {
        Focal::Decided(focal) => focal.name.rsplit('.').next().unwrap_or_default().to_owned(),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

#[test]
fn what_looks_up_compares_or_is_asked_observes_the_act() {
    let new = "Press press = new Press();\n";
    for (name, body, focal) in [
        // The result of the class that the test is named after.
        ("works", "Page page = press.print(\"a\");\nassertEquals(1, page.letters());", "print"),
        ("works", "assertEquals(1, press.print(\"a\").letters());", "print"),
        ("lettersOfAPage", "Page page = press.print(\"a\");\nassertEquals(1, page.letters());", "letters"),
        ("works", "Page page = press.print(\"a\");\nassertTrue(new Page(\"a\").similar(page));", "print"),
        // A part that is looked up is what was done to the whole.
        ("works", "press.move(\"a\");\nassertEquals(1, press.depth(\"a\"));", "move"),
        (
            "works",
            "press.move(\"a\");\nPage page = press.getPage(\"a\");\nassertEquals(1, page.letters());",
            "move",
        ),
        ("works", "press.move(\"a\");\nassertEquals(1, press.getPage(\"a\").letters());", "move"),
        ("pageOfAName", "Page page = press.getPage(\"a\");\nassertEquals(1, page.letters());", "getPage"),
        ("depth", "press.move(\"a\");\nassertEquals(1, press.depth(\"a\"));", "depth"),
        // A method that is asked for something more is what is tested, unless the test names the act first.
        ("works", "press.move(\"a\");\nassertEquals(1, press.ranked(\"a\"));", "ranked"),
        ("moveChangesRanked", "press.move(\"a\");\nassertEquals(1, press.ranked(\"a\"));", "move"),
        ("rankedAfterMove", "press.move(\"a\");\nassertEquals(1, press.ranked(\"a\"));", "ranked"),
        // A number that is counted up is changed, not kept.
        ("works", "press.feed(2);\nassertEquals(1, press.fed());", "feed"),
        // A check before changed nothing.
        (
            "works",
            "press.feed(2);\nassertEquals(1, press.depth(\"a\"));\nassertEquals(1, press.fed());",
            "feed",
        ),
        // The test's comments say what is the act.
        (
            "letters",
            "// Arrange\nPage page = press.print(\"a\");\n// Act\npress.move(\"a\");\n// Assert\nassertEquals(1, page.letters());",
            "move",
        ),
        (
            "works",
            "// when\nPage page = press.getPage(\"a\");\nint all = page.letters();\n// then\nassertEquals(1, all);",
            "letters",
        ),
    ] {
        assert_eq!(focal_of_press(name, &format!("{new}{body}"), ""), focal, "{name}: {body}");
    }
}

#[test]
fn a_helper_that_compares_observes_what_it_is_given() {
    let body = "Page page = new Press().print(\"a\");\nPage other = new Page(\"a\");\ncompare(page, other);";
    let fail = "\tat org.junit.Assert.fail(Assert.java:1)\n";
    let threw = "\tat a.Page.letters(Page.java:4)\n";
    for (body, frames, focal) in [
        (body, format!("{fail}\tat a.PressTest.compare(PressTest.java:4)\n"), "print"),
        (body, format!("{fail}\tat a.PressTest.compare(PressTest.java:5)\n"), "print"),
        (body, format!("{threw}\tat a.PressTest.compare(PressTest.java:4)\n"), "print"),
        (
            "printed(\"a\");",
            format!(
                "{fail}\tat a.PressTest.compare(PressTest.java:4)\n\tat a.PressTest.printed(PressTest.java:8)\n"
            ),
            "print",
        ),
        (
            "printed(\"a\");",
            format!(
                "{threw}\tat a.PressTest.compare(PressTest.java:4)\n\tat a.PressTest.printed(PressTest.java:8)\n"
            ),
            "print",
        ),
        ("int all = new Page(\"a\").letters();", threw.to_owned(), "letters"),
    ] {
        assert_eq!(focal_of_press("works", body, &frames), focal, "{frames}{body}");
    }
}

#[test]
fn testers_of_equality_are_about_equals_and_hash_code() {
    let all = "EqualsTester tester = new EqualsTester();\nfor (int i = 0; i < 3; i++) {\ntester.addEqualityGroup(Rack.of(i), Rack.of(i));\n}\ntester.testEquals();";
    let chain = "new EqualsTester().addEqualityGroup(Rack.of(5), Rack.of(5)).addEqualityGroup(Rack.of(6)).testEquals();";
    let hash = "the Object#hashCode (3) of X must be equal to the Object#hashCode (4) of Y";
    for (name, body, message, focal) in [
        ("works", chain, "X must not be Object#equals to null", "equals"),
        ("works", chain, hash, "hashCode"),
        ("works", all, "X must be Object#equals to Y", "equals"),
        (
            "works",
            "EqualsVerifier.forClass(Rack.class).verify();",
            "Significant fields: equals does not use width",
            "equals",
        ),
        (
            "works",
            "EqualsVerifier.forClass(Rack.class).verify();",
            "hashCode: hashCodes should be equal",
            "hashCode",
        ),
        ("works", "new EqualsTester(Rack.of(1), Rack.of(1), Rack.of(2), null);", "x", "equals"),
        ("works", "assertEquals(Rack.of(1).hashCode(), Rack.of(1).hashCode());", "x", "hashCode"),
        ("works", "assertTrue(Rack.of(1).equals(Rack.parse(\"1\")));", "x", "equals"),
        ("testEquals", "assertNotEquals(Rack.of(1), Rack.parse(\"2\"));", "x", "equals"),
        ("works", "Rack a = Rack.of(1);\nRack b = Rack.of(1);\nassertEquals(a, b);", "x", "equals"),
        ("adds", "assertEquals(Rack.of(1), Rack.of(2).plus(Rack.of(3)));", "x", "plus"),
    ] {
        assert_eq!(focal_of_rack(name, body, message), focal, "{name}: {body}");
    }
}

#[test]
fn a_value_of_a_library_is_rather_given_to_a_parameter_of_a_library() {
    for (body, focal) in [
        (
            "LocalDate day = LocalDate.of(1, 2, 3);\nassertEquals(0, new Rack().until(day, DAYS));",
            "until(Temporal)",
        ),
        (
            "LocalDate day = LocalDate.of(1, 2, 3);\nassertEquals(0, new Rack().until(day.plusDays(1), DAYS));",
            "until(Temporal)",
        ),
        ("assertEquals(0, new Rack().until(LocalDate.of(1, 2, 3), DAYS));", "until(Temporal)"),
        ("assertEquals(0, new Rack().until(Rack.of(1), DAYS));", "until(Rack)"),
        (
            "assertEquals(0, new Rack().until(Objects.requireNonNull(Rack.of(1)), DAYS));",
            "? the arguments fit several overloads: Rack.until(Temporal, Unit), Rack.until(Rack, Unit)",
        ),
        (
            "assertEquals(0, new Rack().until(given, DAYS));",
            "? the arguments fit several overloads: Rack.until(Temporal, Unit), Rack.until(Rack, Unit)",
        ),
    ] {
        assert_eq!(focal_of_rack("works", body, "x"), focal, "{body}");
    }
}

/// Returns the code of a test of the class `Tray` with this name and body, which begins on line 12, that failed below
/// these frames.
fn test_of_tray(name: &str, body: &str, trace: &str) -> Located {
    let thing = "package a;\npublic abstract class Thing {\n    public String toString() { return text(new Writer()); }\n    \
                 protected String text(Writer to) { write(to); return to.all(); }\n    protected abstract void write(Writer to);\n}\n";
    let tray = "package a;\npublic class Tray extends Thing {\n    private final List<String> pens = new ArrayList<>();\n    \
                private int places;\n    private Lid lid;\n    \
                public static Tray of(int places) { return new Tray(); }\n    \
                public static Tray total(Tray one, Tray other) { return of(one.places + other.places); }\n    \
                public void drop(int at) { if (at < 0) { throw new E(); } pens.remove(at); }\n    \
                public void verify() { for (String pen : pens) { if (pen == null) { throw new E(); } } }\n    \
                public void show() { System.out.println(pens); }\n    \
                public int weight() { int all = 0; for (String pen : pens) { all += 1; } return all; }\n    \
                public int getRawPlaces() { return places; }\n    \
                public int getSum() { return lid.getSum(); }\n    \
                protected void write(Writer to) { to.put(pens); }\n}\n";
    let lid = "package a;\npublic class Lid {\n    public int getSum() { return Math.max(1, 2) * 3; }\n}\n";
    let test = format!(
        "package a;\nclass TrayTest {{\nstatic final Tray FULL = Tray.of(9);\nTray tray = new Tray();\n\
         static void assertRaises(Class<?> type, String text, Runnable code) {{\nThrowable thrown = null;\n\
         try {{ code.run(); }} catch (Exception e) {{ thrown = e; }}\nassertNotNull(text, thrown);\n}}\n\
         \n@Test void {name}() {{\n{body}\n}} }}"
    );
    let index = index(&[
        ("src/main/java/a/Thing.java", thing),
        ("src/main/java/a/Tray.java", tray),
        ("src/main/java/a/Lid.java", lid),
        ("src/test/java/a/TrayTest.java", &test),
    ]);
    index.locate("a.TrayTest", name, &StackTrace(Arc::from(trace))).expect("the test")
}

fn decided(located: &Located) -> &str {
    match &located.focal {
        Focal::Decided(focal) => focal.short_name().rsplit('.').next().unwrap_or_default(),
        Focal::Undecided(_) => "",
    }
}

#[test]
fn what_only_looks_is_no_act_and_a_test_is_about_what_it_is_named_for() {
    for (name, body, focal) in [
        ("works", "tray.drop(1);\ntray.verify();\nassertEquals(1, tray.weight());", "drop"),
        ("works", "tray.drop(1);\ntray.show();\nassertEquals(1, tray.weight());", "drop"),
        ("verifyFindsNothing", "tray.drop(1);\ntray.verify();\nassertEquals(1, tray.weight());", "verify"),
        // A text of the object is a look, also one that a base class makes.
        ("works", "tray.drop(1);\nassertEquals(\"[a]\", tray.toString());", "drop"),
        // A getter that asks a part for the same is a getter.
        ("works", "Tray sum = Tray.total(tray, tray);\nassertEquals(1, sum.getSum());", "total"),
        ("getRawPlaces_one", "Tray one = Tray.of(1);\nassertEquals(1, one.getRawPlaces());", "getRawPlaces"),
    ] {
        let line = 11 + body.lines().count();
        let trace = format!(
            "a.TrayTest::{name}\njava.lang.AssertionError\n\tat a.TrayTest.{name}(TrayTest.java:{line})\n"
        );
        assert_eq!(decided(&test_of_tray(name, body, &trace)), focal, "{name}: {body}");
    }
}

#[test]
fn a_helper_that_is_given_an_exception_and_code_expects_that_it_throws() {
    let body = "assertRaises(IllegalStateException.class, \"x\", new Runnable() {\npublic void run() { tray.drop(1); }\n});";
    let trace = "a.TrayTest::works\njava.lang.AssertionError: x\n\tat a.TrayTest.assertRaises(TrayTest.java:8)\n\tat a.TrayTest.works(TrayTest.java:12)\n";
    let found = test_of_tray("works", body, trace);
    assert!(found.category.is_some_and(OracleCategory::expects_exception), "{:?}", found.category);
    assert_eq!(decided(&found), "drop");
}

#[test]
fn a_failed_static_initializer_shows_what_it_called() {
    let trace = "a.TrayTest::works\njava.lang.NoClassDefFoundError: Could not initialize class a.TrayTest\n\tat org.junit.R.run(R.java:1)\n\
                 Caused by: java.lang.ExceptionInInitializerError: Exception java.lang.ArithmeticException\n\tat a.Tray.of(Tray.java:6)\n\
                 \tat a.TrayTest.<clinit>(TrayTest.java:3)\n";
    let found = test_of_tray("works", "assertEquals(1, tray.weight());", trace);
    assert_eq!((decided(&found), found.set_up_line, found.category), ("of", Some(3), None));
}

proptest! {
    #[test]
    fn any_body_gives_a_result(
        body in "(assert(True|Equals|Throws)?\\(|try \\{|\\} catch \\(E e\\) \\{|pen\\.draw\\(|new Pen\\(|\\)|;|fail\\(\\);|\\(\\) -> |int i = |[{}\n\"]){0,20}",
        line in 0_usize..12,
    ) {
        let test = format!("package a;\nclass PenTest {{\n@Test void test() {{\n{body}\n}} }}");
        let index = index(&[("src/main/java/a/Pen.java", PEN), ("src/test/java/a/PenTest.java", &test)]);
        index.locate("a.PenTest", "test", &trace(line));
    }
}
