use super::*;
use crate::model::{Execution, Extent, FormerName, Further, Language, Location};

fn failure(test: &str, language: Language) -> Failure {
    Failure { bug: "-".into(), test: test.into(), language, ..Failure::default() }
}

fn at(file: &str, line: usize, failure: Failure) -> Failure {
    Failure { location: Some(Box::new(Location { file: file.into(), line, failing_line: None })), ..failure }
}

fn line_of(tool: Tool, failures: &[Failure]) -> String {
    let runner = RUNNERS.iter().find(|runner| runner.tool == tool).expect("a runner");
    let tests: Vec<Selected> = failures.iter().filter_map(|failure| (runner.select)(failure)).collect();
    line(runner, &[], &tests[0].place, &tests)
}

#[test]
fn each_runner_has_its_own_names_of_tests() {
    let java = |test: &str| failure(test, Language::Java);
    let pens =
        [java("ink.PenTest$Red::draws"), java("ink.PenTest$Red::fills(int)[2]"), java("ink.CapTest::fits")];
    assert_eq!(
        line_of(Tool::Maven, &pens),
        "mvn test '-Dtest=ink.PenTest$Red#draws+fills*,ink.CapTest#fits'"
    );
    let of_module = Failure { bug: "core/ink".into(), is_reported: true, ..java("ink.CapTest::fits") };
    assert_eq!(
        line_of(Tool::Maven, std::slice::from_ref(&of_module)),
        "mvn test -pl core/ink -am '-Dtest=ink.CapTest#fits' -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false"
    );
    assert_eq!(line_of(Tool::Gradle, &[of_module]), "gradle :core:ink:test --tests ink.CapTest.fits");
    let other = |test: &str| failure(test, Language::Other);
    assert_eq!(
        line_of(
            Tool::Go,
            &[other("example.com/ink::TestPen/red_ink"), other("example.com/ink::TestPen/a.c")]
        ),
        r"go test example.com/ink -run '^TestPen$/^(red_ink|a\.c)$'"
    );
    assert_eq!(
        line_of(Tool::Nextest, &[other("ink::pens::draws#2"), other("ink::bin/nib::draws")]),
        "cargo nextest run -E '(package(=ink) & (test(=pens::draws) + test(=draws))) + (binary_id(=ink::bin/nib) & test(=draws))'"
    );
    assert_eq!(
        line_of(Tool::CargoTest, &[other("ink::src/lib.rs - ink (line 1)")]),
        "cargo test --no-fail-fast --doc -- 'src/lib.rs - ink (line 1)'"
    );
    assert_eq!(
        line_of(Tool::CargoTest, &[other("pens::draws")]),
        "cargo test --no-fail-fast -- --exact pens::draws draws"
    );
    let died = Failure { extent: Extent::Count, ..other("pens::<binary>") };
    assert_eq!(line_of(Tool::CargoTest, &[died]), "cargo test --no-fail-fast");
    assert_eq!(line_of(Tool::CTest, &[other("ink::it's")]), r"ctest --test-dir build -R '^it'\''s$'");
    assert_eq!(
        line_of(Tool::DotNet, &[other("Ink.Pen+Red::Draws(size: 1)"), other("Ink.Cap::fits well")]),
        "dotnet test --filter 'FullyQualifiedName=Ink.Pen+Red.Draws|FullyQualifiedName~Ink.Cap.'"
    );
}

#[test]
fn titles_of_javascript_are_patterns_of_their_runner() {
    let test = |test: &str| failure(test, Language::JavaScript);
    let red = test("tests/pen.test.ts::pen > draws (red)#2");
    assert_eq!(
        line_of(Tool::Vitest, std::slice::from_ref(&red)),
        r"npx vitest run tests/pen.test.ts -t '^ ?pen (> )?draws \(red\)(#2)?$'"
    );
    assert_eq!(
        line_of(Tool::Jest, &[test("a/[id]/x.test.js::a"), test("a/[id]/x.test.js::b")]),
        "npx jest --runTestsByPath 'a/[id]/x.test.js' -t '^a$|^b$'"
    );
    let file = Failure { extent: Extent::Module, ..test("a.test.js::a.test.js") };
    assert_eq!(line_of(Tool::Jest, &[file]), "npx jest --runTestsByPath a.test.js");
    assert_eq!(
        line_of(Tool::Node, &[test("a.test.js::pen > draws")]),
        "node --test --test-name-pattern '^(pen )?(> )?draws$' a.test.js"
    );
    let subtest = Failure {
        generated_test: "await t.test('is dry', () => {\n})".into(),
        ..test("a.test.js::pen > draws > is dry")
    };
    assert_eq!(
        line_of(Tool::Node, &[subtest]),
        "node --test --test-name-pattern '^(pen )?(> )?draws$' a.test.js",
        "the test around it"
    );
    assert_eq!(
        line_of(Tool::Jest, &[test(r"a.test.js::two\nlines")]),
        r"npx jest --runTestsByPath a.test.js -t '^two(\n|\\n)lines$'"
    );
    let hook = |of: &str| test(&format!("a.spec.js::pen > \"before {of}"));
    assert_eq!(
        line_of(Tool::Mocha, &[hook("each\" hook for \"draws\""), hook("all\" hook in \"pen\"")]),
        "npx mocha a.spec.js -g '^pen draws$|^pen'"
    );
}

#[test]
fn tests_of_playwright_have_their_line_and_project() {
    let test = |test: &str| failure(test, Language::JavaScript);
    let former = |name: &str| Further { former_names: vec![FormerName::new(name, 0)], ..Further::default() };
    let located = Failure {
        further: Some(Box::new(former("pen.spec.ts::pen › draws [Desk top]"))),
        ..at("e2e/pen.spec.ts", 7, test("e2e/pen.spec.ts::pen > draws"))
    };
    assert_eq!(
        line_of(Tool::Playwright, &[located]),
        r"npx playwright test 'e2e/pen\.spec\.ts:7' '--project=Desk top'"
    );
    assert_eq!(
        line_of(Tool::Playwright, &[test("pen.spec.ts::pen › draws [mobile]")]),
        r"npx playwright test 'pen\.spec\.ts' -g 'pen (› )?draws$' --project=mobile"
    );
}

#[test]
fn the_tool_of_the_report_counts_before_the_files_of_the_project() {
    let project = |runner: &'static str| RecognizedProject {
        runner,
        file: "package.json",
        reports: "",
        command: String::new(),
    };
    let recognized = vec![project("Vitest"), project("Playwright")];
    let runners = ProjectRunners(vec![RunProject { folder: PathBuf::new(), recognized }]);
    let unknown = failure("a.spec.ts::draws", Language::JavaScript);
    let tool = |tool| Failure {
        execution: Some(Box::new(Execution { tool: Some(tool), ..Execution::default() })),
        ..unknown.clone()
    };
    let of = |failure: &Failure| runners.runner_of(0, failure).map(|runner| RUNNERS[runner].tool);
    assert_eq!(of(&unknown), Some(Tool::Vitest));
    assert_eq!(
        [of(&tool(Tool::Playwright)), of(&tool(Tool::Node))],
        [Some(Tool::Playwright), Some(Tool::Node)]
    );
}

#[test]
fn node_ids_have_files_classes_and_values() {
    let python = |test: &str, file: Option<&str>| {
        let failure = failure(test, Language::Python);
        match file {
            Some(file) => at(file, 3, failure),
            None => failure,
        }
    };
    for (test, file, expected) in [
        ("tests.test_pen::test_draws[red ink]", None, "pytest 'tests/test_pen.py::test_draws[red ink]'"),
        ("tests.test_pen::test_draws[red (x)]", None, "pytest 'tests/test_pen.py::test_draws[red (x)]'"),
        ("tests.test_pen::test_draws[red] (i=1)", None, "pytest 'tests/test_pen.py::test_draws[red]'"),
        ("tests.test_pen.TestInk::test_dry", None, "pytest tests/test_pen.py::TestInk::test_dry"),
        (
            "test_pen.TestInk::test_dry (i=1)",
            Some("lib/tests/test_pen.py"),
            "pytest lib/tests/test_pen.py::TestInk::test_dry",
        ),
        ("open.pen.TestInk::test_dry", Some("open/pen.py"), "pytest open/pen.py::TestInk::test_dry"),
    ] {
        assert_eq!(line_of(Tool::Pytest, &[python(test, file)]), expected);
    }
    let module = Failure { extent: Extent::Module, ..python("::tests.test_import", None) };
    assert_eq!(line_of(Tool::Pytest, &[module]), "pytest tests/test_import.py");
}
