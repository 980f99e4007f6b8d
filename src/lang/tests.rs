//! Every language answers every question about any text.

use proptest::prelude::*;

use super::*;
use crate::model::Location;

fn everything(text: &str) {
    let focal = java::Focal { package: "a", class: "B", method: "c", source: text };
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for language in TABLE.map(Language::answers) {
        let _ = (language.has_syntax_error(text), language.method_lines(text), language.structure(&lines));
        let _ = (language.method_name(text), language.has_catch_clause(text), language.body(text));
    }
    let _ = (java::has_syntax_error_in_method(text), java::Level::of(text), java::repaired(text, focal, ";"));
    let _ = (python::targets(text), plain::lines_around(text, 3), plain::named_places(text).count());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_text_has_an_answer(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "class A ", "{", "}", "(", ")", "\"", "'", "\"\"\"", "\n", "  ", "\t", "\\\n", "if a:", "else:", "elif b:", "def f():",
                "try:", "#", "//", "/*", "import a.B;", "package p;", "public void", "@Test", "é", "\u{0}", "\u{feff}", "x = 1", ";", "a.ts:3",
            ]),
            0..60,
        ),
    ) {
        everything(&pieces.concat());
    }
}

#[test]
fn deep_nesting_is_no_problem() {
    for (piece, end) in
        [("class A { ", "} "), ("f(", ")"), ("if a:\n ", ""), ("[", ""), ("new A() { A() { ", "")]
    {
        everything(&[piece.repeat(3_000), end.repeat(3_000)].concat());
    }
    let ifs: String = (0..300).map(|depth| format!("{}if a:\n", " ".repeat(depth))).collect();
    assert_eq!(python::targets(&format!("{ifs}{}b\n", " ".repeat(300))).branches.len(), 300);
}

#[test]
fn annotations_and_decorators_belong_to_their_method() {
    let source = "class A {\n  int x;\n\n  @Override\n  int b() {\n    return 1;\n  }\n  A() { }\n}\n";
    assert_eq!(Language::Java.answers().method_lines(source), [4..8, 8..9]);
    let source = "x = 1\n@cache\ndef f():\n    def g():\n        return 1\n    return g\n";
    assert_eq!(Language::Python.answers().method_lines(source), [2..7, 4..6]);
}

#[test]
fn each_file_has_one_language_and_other_code_has_none_of_java() {
    let mut endings: Vec<&str> =
        TABLE.iter().flat_map(|language| language.answers().endings()).copied().collect();
    let count = endings.len();
    endings.sort_unstable();
    endings.dedup();
    assert_eq!(endings.len(), count, "{endings:?}");
    for (file, language) in [
        ("a/Pen.java", Some(Language::Java)),
        ("pen.py", Some(Language::Python)),
        ("pen.test.ts", Some(Language::JavaScript)),
        ("pen.go", Some(Language::Other)),
        ("pen", None),
        ("pen.xml", None),
    ] {
        assert_eq!(Language::of_file(Path::new(file)), language, "{file}");
    }
    let other = Language::Other.answers();
    let (test, lines) = ("@Test\nvoid a() {\n  try { b(); } catch (E e) { }\n}", ["void a() {".to_owned()]);
    assert!(
        other.method_name(test).is_empty()
            && !other.has_catch_clause(test)
            && other.before(&lines).is_empty()
    );
    assert_eq!(body_lines(test, Language::Other).count(), 0);
}

#[test]
fn without_a_location_the_only_call_of_what_threw_is_marked() {
    let line = |method: &str, body: &str| {
        let mut failure = Failure::with_trace(&format!(
            "a.Pen_ESTest::test01\njava.lang.IllegalStateException: empty\n\tat a.Ink.take(Ink.java:9)\n\tat a.Pen.{method}(Pen.java:5)\n\tat a.Pen_ESTest.test01(Pen_ESTest.java:90)\n"
        ));
        failure.focal_method = format!("void draw() {{\n    // take()\n    {body}\n}}").into();
        focal_lines(&failure, "draw").map(|(lines, called)| (lines, called.map(str::to_owned)))
    };
    let inferred = |lines: &[usize]| {
        let inferred = |&line| FailingLine { line, certainty: Certainty::Inferred };
        Some((lines.iter().map(inferred).collect(), Some("take".to_owned())))
    };
    assert_eq!(line("draw", "ink.take();"), inferred(&[2]));
    assert_eq!(line("draw", "ink.take();\n    ink.take();"), inferred(&[2, 3]), "either of two");
    assert_eq!(line("draw", "ink.forEach(this);"), inferred(&[]));
    assert_eq!(line("fill", "ink.take();"), None, "the trace does not lead through it");
    let overload = |test: &str, parameters: &str| {
        let mut failure = Failure::with_trace(
            "a.Pen_ESTest::test01\njava.lang.Error\n\tat a.Pen.check(Pen.java:9)\n\tat a.Pen.min(Pen.java:5)\n\tat a.Pen_ESTest.test01(Pen_ESTest.java:90)\n",
        );
        failure.focal_method = format!("long min({parameters}) {{\n    check(a);\n}}").into();
        failure.generated_test = format!("void test01() {{\n{test}\n}}").into();
        focal_lines(&failure, "min").map(|(lines, _)| lines[0].line)
    };
    let test = "double[] inks0 = new double[0];\nPen.min(inks0);";
    assert_eq!(overload(test, "final long[] a"), None, "the test calls min(double[])");
    assert_eq!(overload(test, "long a, long b"), None);
    assert_eq!(overload("Pen.min((float[]) null);", "long[] a"), None, "the cast tells which one");
    assert_eq!(
        [overload(test, "double[] a"), overload(test, "double... a"), overload(test, "Object a")],
        [Some(1); 3]
    );
}

#[test]
fn the_trace_marks_the_line_of_a_focal_method_at_a_known_location() {
    let at = |line: u32, class: &str| {
        let mut failure = Failure::with_trace(&format!(
            "java.lang.IllegalStateException: empty\n\tat {class}.draw(Pen.java:{line})\n\tat org.acme.Pen_ESTest.test01(Pen_ESTest.java:90)\n"
        ));
        failure.focal_method = "void draw() {\n    use();\n}".into();
        let file = "src/main/java/org/acme/Pen.java".into();
        failure.focal_location = FocalLocation::At(Location { file, line: 40, failing_line: None }.into());
        focal_lines(&failure, "draw").map(|(lines, _)| lines[0].line)
    };
    assert_eq!(at(41, "org.acme.Pen"), Some(1));
    assert_eq!(at(41, "org.acme.Pen$Ink"), Some(1), "a nested class has the same file");
    assert_eq!(at(41, "org.other.Pen"), None, "a class of the same name");
    assert_eq!([at(39, "org.acme.Pen"), at(43, "org.acme.Pen")], [None, None], "another method");
}

#[test]
fn a_function_of_python_is_known_by_its_path() {
    let trace = "t.test_pen::test\nValueError: m\n\tat shop.pen.draw(src/shop/pen.py:41)\n\tat t.test_pen.test(t/test_pen.py:3)";
    let file =
        |file: &str| FocalLocation::At(Location { file: file.into(), line: 40, failing_line: None }.into());
    let failure = |path| Failure {
        language: Language::Python,
        focal_method: "def draw():\n    use()".into(),
        focal_location: file(path),
        ..Failure::with_trace(trace)
    };
    let focal_line = |failure| focal_lines(&failure, "draw").map(|(lines, _)| lines[0].line);
    assert_eq!(focal_line(failure("src/shop/pen.py")), Some(1));
    assert_eq!(focal_line(failure("src/ink/pen.py")), None);
}
