//! Tests of the code that is found for a failed test, and of unusual input.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::lang::Source;

pub(super) fn index(files: &[(&str, &str)]) -> Index {
    let source = |(path, text): &(&str, &str)| Some(Source { path: path.into(), text: (*text).to_owned() });
    Index::build(files, source)
}

const PEN: &str = "\"\"\"Pens.\"\"\"\n\nclass Pen:\n    \"\"\"A pen.\"\"\"\n\n    def __init__(self, ink=3):\n        self.left = ink\n\n    \
                   def draw(self, line):\n        \"\"\"Draws a line.\"\"\"\n        return line\n\n    @property\n    def dry(self):\n        return not self.left\n\n    \
                   @classmethod\n    def full(cls):\n        return cls(9)\n\n\ndef mix(*pens):\n    return Pen()\n\n\ndef ink_of(pen) -> int:\n    return pen.left\n\n\n\
                   class Ink:\n    @property\n    def colour(self):\n        return 1\n\n    @colour.setter\n    def colour(self, value):\n        pass\n\n    \
                   def __repr__(self):\n        return 1\n";

/// Locates a test with this body, which begins on line 5, that failed on `line` of its file, with these
/// frames below it.
fn located(body: &str, line: usize, below: &str) -> Located {
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let test = format!(
        "import pytest\nfrom pens.pen import Pen, Ink, mix, ink_of\n\ndef test_pen(self=None):\n{body}\ndef check_ink(pen):\n    assert ink_of(pen) == 3\n"
    );
    let index = index(&[("src/pens/pen.py", PEN), ("tests/test_pen.py", &test)]);
    let trace = format!(
        "tests.test_pen::test_pen\nAssertionError: x\n{below}\tat tests.test_pen.test_pen(tests/test_pen.py:{line})\n"
    );
    index.locate("tests.test_pen", "test_pen[a-1]", None, &StackTrace(Arc::from(trace))).expect("the test")
}

fn focal(located: &Located) -> Result<&str, &Undecided> {
    match &located.focal {
        Focal::Decided(focal) => Ok(focal.name.strip_prefix("pens.pen.").expect("in the module")),
        Focal::Undecided(undecided) => Err(undecided),
    }
}

/// The kind of the oracle, its assertion, the last lines of the prefix, and the focal function of a test that
/// failed on a line of its body, from 1.
fn found(body: &str, line: usize) -> (OracleCategory, String, String, String) {
    let located = located(body, line + 4, "");
    let focal = focal(&located).map_or_else(|undecided| format!("? {undecided}"), str::to_owned);
    let prefix: Vec<&str> = located.prefix.lines().skip(1).map(str::trim).collect();
    (located.category.expect("a kind"), located.assertion().to_owned(), prefix.join("|"), focal)
}

#[test]
fn setters_operators_and_what_threw_before_the_oracle_are_tested() {
    let setter = located("ink = Ink()\nink.colour = 2\nassert ink in [2]", 7, "");
    let Focal::Decided(focal_function) = &setter.focal else { panic!("one function: {:?}", setter.focal) };
    assert_eq!((&*focal_function.name, focal_function.start_line), ("pens.pen.Ink.colour", 35));
    let operator = "\tat pens.pen.Ink.__repr__(src/pens/pen.py:40)\n";
    assert_eq!(focal(&located("ink = Ink()\nassert str(ink) == 2", 6, operator)), Ok("Ink.__repr__"));
    let before = "\tat pens.pen.mix(src/pens/pen.py:23)\n";
    assert_eq!(focal(&located("pen = self.pen\nassert ink_of(pen) == 1", 5, before)), Ok("mix"));
}

#[test]
fn the_texts_used_by_features() {
    let found = located("pen = Pen()\nline = pen.draw(1)\nassert line == 2, \"x\"\npen.draw(3)", 7, "");
    assert_eq!((found.start_line, found.failing_line, found.location().failing_line), (4, Some(3), Some(7)));
    assert_eq!(found.test.lines().count(), 5);
    assert_eq!(found.prefix, "def test_pen(self=None):\n    pen = Pen()\n    line = pen.draw(1)");
    assert_eq!(found.assertion(), "assert line == 2, \"x\"");
    let Focal::Decided(focal) = &found.focal else { panic!("one function: {:?}", found.focal) };
    assert_eq!((focal.name.as_str(), focal.start_line), ("pens.pen.Pen.draw", 9));
    assert_eq!(focal.docstring, "Draws a line.");
    assert!(focal.source.starts_with("    def draw(self, line):\n") && focal.source.ends_with("return line"));
}

/// A body, the line of it that failed, the kind of the oracle, its assertion, the prefix and the focal function.
type Case<'a> = (&'a str, usize, OracleCategory, &'a str, &'a str, &'a str);

fn are_found(cases: &[Case<'_>]) {
    for (body, line, kind, assertion, prefix, focal) in cases {
        let expected = (*kind, (*assertion).to_owned(), (*prefix).to_owned(), (*focal).to_owned());
        assert_eq!(found(body, *line), expected, "{body}");
    }
}

#[test]
fn assertions_check_values() {
    use OracleCategory::{AssertionOnly, FailOnly, NoException};
    are_found(&[
        ("assert ink_of(Pen()) == 3", 1, AssertionOnly, "assert ink_of(Pen()) == 3", "", "ink_of"),
        ("p = Pen()\nassert not p.dry", 2, AssertionOnly, "assert not p.dry", "p = Pen()", "Pen.dry"),
        (
            "p = Pen()\nself.assertEqual(p.draw(1), 2)",
            2,
            AssertionOnly,
            "self.assertEqual(p.draw(1), 2)",
            "p = Pen()",
            "Pen.draw",
        ),
        (
            "assert False, \"never\"",
            1,
            FailOnly,
            "assert False, \"never\"",
            "",
            "? the test shows no call of the project's production code",
        ),
        ("Pen.full().draw(1)\nassert 1", 1, AssertionOnly, "assert 1", "Pen.full().draw(1)", "Pen.draw"),
        ("Pen.full()", 1, NoException, "", "Pen.full()", "Pen.full"),
    ]);
}

#[test]
fn exceptions_are_required_in_several_forms() {
    use OracleCategory::{AssertionOnly, IfThrownAssert, MustNotThrow, MustThrow, MustThrowWithProperties};
    are_found(&[
        (
            "p = Pen()\nwith pytest.raises(ValueError):\n    p.draw(\n        1)\n    # why\n\np.dry",
            2,
            MustThrow,
            "",
            "p = Pen()|p.draw(|1)",
            "Pen.draw",
        ),
        (
            "with pytest.raises(ValueError, match=\"x\"):\n    mix()",
            2,
            MustThrowWithProperties,
            "",
            "mix()",
            "mix",
        ),
        (
            "with pytest.raises(ValueError) as e:\n    mix()\nassert e.value",
            1,
            MustThrowWithProperties,
            "",
            "mix()",
            "mix",
        ),
        (
            "with pytest.raises(ValueError) as e:\n    mix()\nerror = e.value\nassert error.code == 1",
            2,
            MustThrowWithProperties,
            "",
            "mix()",
            "mix",
        ),
        (
            "self.assertRaises(ValueError, Pen().draw, 1, x=2)",
            1,
            MustThrow,
            "",
            "Pen().draw(1, x=2)",
            "Pen.draw",
        ),
        (
            "try:\n    mix()\n    pytest.fail(\"x\")\nexcept ValueError:\n    pass",
            3,
            MustThrow,
            "",
            "mix()",
            "mix",
        ),
        (
            "try:\n    mix()\nexcept ValueError as e:\n    assert str(e)\nelse:\n    self.fail()",
            6,
            MustThrowWithProperties,
            "",
            "mix()",
            "mix",
        ),
        ("try:\n    mix()\nexcept ValueError:\n    pytest.fail(\"x\")", 4, MustNotThrow, "", "mix()", "mix"),
        (
            "try:\n    mix()\nexcept ValueError as e:\n    assert str(e)",
            4,
            IfThrownAssert,
            "assert str(e)",
            "mix()",
            "mix",
        ),
        (
            "try:\n    assert run(Pen(), mix())\nfinally:\n    mix()",
            2,
            AssertionOnly,
            "assert run(Pen(), mix())",
            "try:|finally:|mix()",
            "mix",
        ),
    ]);
}

#[test]
fn a_helper_of_the_tests_says_what_failed() {
    let below = "\tat tests.test_pen.check_ink(tests/test_pen.py:9)\n";
    let found = located("pen = Pen()\ncheck_ink(pen)", 6, below);
    assert_eq!(found.category, Some(OracleCategory::AssertionOnly));
    assert_eq!((found.assertion(), focal(&found)), ("check_ink(pen)", Ok("ink_of")));
    assert_eq!(found.prefix.lines().last().map(str::trim), Some("pen = Pen()"));
}

#[test]
fn what_python_calls_indirectly() {
    let pen = "class Pen(Tool[int]):\n    def __call__(self, line):\n        return line\n\nclass Tool:\n    def fill(self):\n        pass\n";
    let test = "from pen import Pen\n\nclass TestPen:\n    def test(self):\n        pen = Pen()\n        assert pen(1) == 2\n        assert Pen()(2)\n        \
                assert pen.fill()\n        assert self.drawn(pen)\n\n    def drawn(self, pen):\n        return Pen()(3)\n";
    let index = index(&[("pen.py", pen), ("test_pen.py", test)]);
    let focal_of = |line: usize| {
        let trace = format!("t\nAssertionError\n\tat test_pen.TestPen.test(test_pen.py:{line})\n");
        match index
            .locate("test_pen.TestPen", "test", None, &StackTrace(Arc::from(trace)))
            .expect("the test")
            .focal
        {
            Focal::Decided(focal) => focal.name,
            Focal::Undecided(undecided) => undecided.to_string(),
        }
    };
    let call = "pen.Pen.__call__";
    assert_eq!([6, 7, 8, 9].map(focal_of), [call, call, "pen.Tool.fill", call].map(str::to_owned));
}

#[test]
fn values_are_followed_and_operators_call_methods() {
    let pens = "from abc import ABC\n\nclass Box(ABC):\n    size = 3\n\n    def __init__(self, *pens):\n        self.first = Pen()\n\n    \
                def __len__(self):\n        return 1\n\n    def __getitem__(self, at):\n        return self.first\n\n    \
                def __eq__(self, other):\n        return True\n\n    def __contains__(self, pen):\n        return True\n\n    \
                def add(self, pen):\n        self.pens = pen\n        return self\n\n\nclass Pen:\n    def add(self, ink):\n        pass\n\n    \
                def __add__(self, other):\n        return Pen()\n\n    def get(self):\n        pass\n\n\n\
                def box(*pens):\n    new = Box(*pens)\n    return new if pens else EMPTY\n\n\nEMPTY = Box()\nBlue = Pen\n\n\n\
                def pens(text):\n    return text and eval(text)\n";
    let focal_of = |statements: &str| {
        let body: String = statements.lines().map(|line| format!("    {line}\n")).collect();
        let test = format!(
            "import json\nfrom pens import pens, box, Box, Pen, Blue, EMPTY\n\ndef test(p: object):\n{body}\ndef made(pen):\n    return pens(pen)\n"
        );
        let index = index(&[("pens.py", pens), ("test_x.py", &test)]);
        let line = 4 + statements.lines().count();
        let trace = format!("t\nAssertionError\n\tat test_x.test(test_x.py:{line})\n");
        let located = index.locate("test_x", "test", None, &StackTrace(Arc::from(trace))).expect("the test");
        match located.focal {
            Focal::Decided(focal) => focal.name.trim_start_matches("pens.").to_owned(),
            Focal::Undecided(undecided) => format!("? {undecided}"),
        }
    };
    let unsure = "? the test calls";
    for (statements, focal) in [
        ("assert len(Box(1)) == 1", "Box.__len__"),
        ("b = Box(1)\nassert b[0] == 1", "Box.__getitem__"),
        ("b = Box(1)\nb.add(2)\nassert len(b) == 2", "Box.add"),
        ("assert 1 in box(1)", "box"),
        ("assert 1 in Box(1)", "Box.__contains__"),
        ("assert Box(1) == box(1)", "box"),
        ("assert Box(1) == Box(2)", "Box.__eq__"),
        ("assert Box(1) == 1", "Box.__init__"),
        ("assert Box(1).size == 1", "Box.__init__"),
        ("assert Blue() + Pen()", "Pen.__add__"),
        ("assert EMPTY.add(1).add(2) == 3", "Box.add"),
        ("assert box(1)[0].add(2)", "Pen.add"),
        ("assert Box(1) == pens('1')", "pens"),
        ("x = made(Pen())\nassert x == 1", "pens"),
        ("assert json.add(pens('1')) == 1", "pens"),
        ("assert pens('1').strip() == 1", "pens"),
        ("assert pens('1').add(2) == 1", unsure),
        ("assert pens('1').get() == 1", unsure),
        ("assert Box(1).strip() == 1", "Box.__init__"),
    ] {
        let found = focal_of(statements);
        let is_found = found == focal || focal == unsure && found.starts_with(unsure);
        assert!(is_found, "{statements}: {found}");
    }
}

#[test]
fn helpers_know_what_they_are_given_and_objects_what_they_pass_on() {
    let pens = "class Table:\n    def insert(self, row):\n        pass\n\n\nclass Pens:\n    def table(self) -> Table:\n        pass\n\n    \
                def __getattr__(self, name):\n        return getattr(self.table(), name)\n\n    def __enter__(self):\n        return self\n\n    \
                def text(self):\n        pass\n\n    __str__ = shown = text\n    size = property(text, table)\n\n    def __eq__(self, other):\n        pass\n\n    \
                def __ne__(self, other):\n        pass\n\n    def __call__(self, line):\n        pass\n\n\n\
                def mix(*pens):\n    return eval(pens)\n\n\ndef where(pen):\n    return eval(pen)\n";
    let helpers = "import pytest\nfrom pens import Pens, mix, where\n\ndef run(function, given=1):\n    found = function(given)\n    \
                   assert len(found) == 1\n\ndef outer(pens):\n    def again():\n        pass\n    run(pens)\n\ndef made():\n    pens = mix(1)\n    \
                   where(pens)\n    return pens\n\n\n@pytest.fixture\ndef drawn(request):\n    request.cls.drawn = Pens()\n\n\ndef check(pens):\n    assert pens.size == 1\n    \
                   assert pens.table()\n\n\n@pytest.mark.usefixtures(\"drawn\")\nclass TestPens:\n    @pytest.fixture\n    def factory(self):\n        return Pens\n\n    \
                   @pytest.fixture\n    def pens(self, factory):\n        return factory(1)\n\n    def test(self, pens, given):\n";
    let focal_of = |statements: &str, below: &str| {
        let body: String = statements.lines().map(|line| format!("        {line}\n")).collect();
        let test = format!("{helpers}{body}");
        let line = test.lines().count();
        let index = index(&[("pens.py", pens), ("test_x.py", &test)]);
        let trace = format!("t\nAssertionError\n{below}\tat test_x.TestPens.test(test_x.py:{line})\n");
        let located = index.locate("test_x.TestPens", "test", None, &StackTrace(Arc::from(trace)));
        match located.expect("the test").focal {
            Focal::Decided(focal) => focal.name.trim_start_matches("pens.").to_owned(),
            Focal::Undecided(undecided) => format!("? {undecided}"),
        }
    };
    let none = "? the test shows no call of the project's production code";
    for (statements, focal) in [
        ("run(mix)", "mix"),
        ("outer(Pens())", "Pens.__call__"),
        ("run(given=where(1), function=mix)", "where"),
        ("run(given)", none),
        ("run(mix, given)", "mix"),
        ("assert made() == 1", "mix"),
        ("def own():\n    return where(1)\nassert own() == 1", "where"),
        ("assert given(Pens()) == 1", none),
        ("for cast in (mix, where):\n    assert cast(Pens()) == 1", none),
        ("assert pens.text() == 1", "Pens.text"),
        ("assert Pens().insert(where(1)) == 1", "Table.insert"),
        (
            "assert Pens().drop(where(1)) == 1",
            "? the test calls `where` of the project, but it is not clear that it checks that",
        ),
        ("assert str(pens) == 1", "Pens.text"),
        ("x = eval(1)\nassert x.shown() == 1", "Pens.text"),
        ("assert pens.size == 1", "Pens.text"),
        ("pens.size = 3\nassert pens in [1]", "Pens.table"),
        ("assert self.drawn.text() == 1", "Pens.text"),
        ("check(eval(mix(1)))", "mix"),
        ("assert eval(1).size == 1", "Pens.text"),
        ("assert pens != Pens()", "Pens.__ne__"),
        ("assert not (pens != Pens())", "Pens.__ne__"),
        ("with pytest.raises(E):\n    with Pens() as found:\n        pass", none),
        ("first = mix(1)\nwhere(1)\nsecond = first + 1\nassert second == 1", "where"),
    ] {
        assert_eq!(focal_of(statements, ""), focal, "{statements}");
    }
    let below = "\tat pens.Table.insert(pens.py:3)\n\tat pens.Pens.text(pens.py:17)\n";
    assert_eq!(focal_of("pens.insert(1)\nassert pens", below), "Pens.text", "it only has the same name");
    let below = "\tat pens.mix(pens.py:33)\n\tat pens.Pens.__call__(pens.py:29)\n";
    assert_eq!(
        focal_of("mix = Pens()\nmix(1)", below),
        "Pens.__call__",
        "what it calls only has the same name"
    );
    let below = "\tat pens.Table.insert(pens.py:3)\n\tat pens.Pens.__getattr__(pens.py:11)\n";
    assert_eq!(focal_of("pens.insert(1)\nassert pens", below), "Table.insert", "it is passed on");
}

#[test]
fn what_could_be_another_function_is_undecided() {
    let pens = "class Pen:\n    def draw(self):\n        pass\n\n    def split(self):\n        pass\n\n\nclass BluePen(Pen):\n    \
                def draw(self):\n        pass\n\n\ndef pen(klass=Pen) -> Pen:\n    return klass()\n\n\ndef read(text):\n    return eval(text)\n";
    let ink = "from pens import Pen\n\nclass InkPen(Pen):\n    def draw(self):\n        pass\n";
    let focal_of = |statements: &str, imports: &str, class: &str| {
        let body: String = statements.lines().map(|line| format!("        {line}\n")).collect();
        let test = format!(
            "import pytest\nfrom mock import Mock\nfrom pens import pen, read\n{imports}\n\ndef made():\n    return type('X', (), {{}})\n\n\n\
             class {class}:\n    def test(self):\n{body}"
        );
        let line = test.lines().count();
        let index = index(&[("pens.py", pens), ("ink.py", ink), ("test_x.py", &test)]);
        let trace = format!("t\nAssertionError\n\tat test_x.{class}.test(test_x.py:{line})\n");
        let located = index.locate(&format!("test_x.{class}"), "test", None, &StackTrace(Arc::from(trace)));
        match located.expect("the test").focal {
            Focal::Decided(focal) => focal.name,
            Focal::Undecided(_) => "?".to_owned(),
        }
    };
    let draw = "assert pen().draw() == 1";
    assert_eq!(focal_of(draw, "", "TestPens"), "pens.Pen.draw");
    assert_eq!(focal_of(draw, "", "TestBluePen"), "pens.BluePen.draw", "the test names the class");
    assert_eq!(focal_of(draw, "from ink import InkPen", "TestPens"), "?", "it may be either");
    assert_eq!(focal_of("x = read(1)\nassert x.split() == 1", "", "TestPens"), "?", "it may be a string");
    assert_eq!(focal_of("made = made()\nx = made(read(1))\nassert x == 1", "", "TestPens"), "?");
    let mock = "x = Mock()\nread(x)\nassert x.draw() == 1";
    assert_eq!(focal_of(mock, "", "TestPens"), "pens.read", "it is no pen");
    let given = "pytest.raises(E, read, 1)\nx = 1\nassert x == 1";
    assert_eq!(focal_of(given, "", "TestPens"), "pens.read");
}

#[test]
fn a_message_that_raises_must_match_is_a_property() {
    let kind = |body: &str| located(body, 5, "").category;
    let with = Some(OracleCategory::MustThrowWithProperties);
    assert_eq!(kind("pytest.raises(ValueError, mix, 1).match(\"x\")"), with);
    assert_eq!(kind("with pytest.raises(ValueError) as e:\n    mix()\ne.match(\"x\")"), with);
}

#[test]
fn the_trace_shows_the_function_that_the_statement_names() {
    let below = "\tat pens.pen.Pen.draw(src/pens/pen.py:11)\n\tat pens.pen.mix(src/pens/pen.py:23)\n";
    let focal_of = |body: &str| {
        let found = located(body, 5, below);
        focal(&found).map(str::to_owned).map_err(Clone::clone)
    };
    assert_eq!(focal_of("Pen().draw(1)"), Ok("Pen.draw".to_owned()));
    assert_eq!(focal_of("mix(Pen())"), Ok("mix".to_owned()));
    assert_eq!(focal_of("run()"), Ok("mix".to_owned()), "the first that was called");
}

#[test]
fn inherited_tests_and_fixtures_are_found_through_imports() {
    let index = index(&[
        ("src/pens/__init__.py", "from .pen import *\n"),
        ("src/pens/pen.py", PEN),
        (
            "tests/conftest.py",
            "import pytest\nfrom pens import Pen\n\n@pytest.fixture\ndef pen():\n    p = Pen()\n    yield p\n",
        ),
        (
            "tests/base.py",
            "class PenTests:\n    def test_draw(self, pen):\n        assert pen.draw(1) == 2\n",
        ),
        (
            "tests/test_pen.py",
            "from .base import PenTests, PenTests as Others\n\nclass PenTests(PenTests):\n    pass\n\nclass Loop(Loop):\n    pass\n",
        ),
    ]);
    let trace = "t\nAssertionError\n\tat tests.base.PenTests.test_draw(tests/base.py:3)\n";
    let locate = |class: &str| index.locate(class, "test_draw", None, &StackTrace(Arc::from(trace)));
    let found = locate("tests.test_pen.PenTests").expect("it is inherited");
    assert_eq!((found.file.display().to_string(), found.start_line), ("tests/base.py".to_owned(), 2));
    assert_eq!(focal(&found), Ok("Pen.draw"));
    assert!(locate("tests.test_pen.Others").is_some(), "it is imported");
    assert_eq!(locate("tests.test_pen.Loop"), None);
    assert_eq!(locate("elsewhere.PenTests"), None);
}

#[test]
fn without_a_failing_line_the_only_oracle_counts() {
    let only = located("mix()\nassert ink_of(Pen())", 99, "");
    assert_eq!((only.failing_line, only.category), (None, Some(OracleCategory::AssertionOnly)));
    let several = located("assert mix()\nassert ink_of(Pen())", 99, "");
    assert_eq!((several.category, focal(&several)), (None, Err(&Undecided::NoFailingLine)));
    assert_eq!(several.prefix, several.test);
}

#[test]
fn a_passed_test_has_met_all_of_its_oracles() {
    let test = "from pens.pen import mix\n\ndef test_mix():\n    assert mix()\n    with raises(E):\n        mix(1)\n";
    let index = index(&[("src/pens/pen.py", PEN), ("tests/test_pen.py", test)]);
    let kinds: Vec<String> =
        index.passed_kinds("tests.test_pen", "test_mix").iter().map(ToString::to_string).collect();
    assert_eq!(kinds, ["assert", "throws"]);
}

#[test]
fn hostile_sources_end() {
    let star = |at: usize| {
        let all: String = (0..30).map(|other| format!("from m{other} import *\n")).collect();
        (format!("m{at}.py"), format!("{all}class A(A, B{at}, m1.A):\n    pass\n"))
    };
    let stars: Vec<(String, String)> = (0..30).map(star).collect();
    let mut files: Vec<(&str, &str)> =
        stars.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let deep =
        ["def test_a():\n    ", &"f(".repeat(50_000), &")".repeat(50_000), "\n    assert a\n"].concat();
    let blocks: String = (1..300).map(|depth| format!("{}if a:\n", " ".repeat(depth))).collect();
    let nested = format!("def test_b():\n{blocks}{}assert a.b\n", " ".repeat(300));
    let long = format!("def test_c():\n{}", "    assert f(x)\n".repeat(10_000));
    files.extend([("test_a.py", &*deep), ("test_b.py", &*nested), ("test_c.py", &*long)]);
    let index = index(&files);
    for (class, name, line) in
        [("test_a", "test_a", 3), ("test_b", "test_b", 301), ("test_c", "test_c", 7_000)]
    {
        let trace = format!("t\nAssertionError\n\tat {class}.{name}({class}.py:{line})\n");
        assert!(index.locate(class, name, None, &StackTrace(Arc::from(trace))).is_some(), "{name}");
    }
    assert_eq!(index.locate("m0.A", "test_x", None, &StackTrace::default()), None);
}

proptest! {
    #[test]
    fn any_source_gives_a_result(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "def test_a():\n", "    ", "assert ", "mix(", ")", ":", "\n", "with pytest.raises(E) as e:\n", "        ", "try:\n",
                "    except E:\n", "else:\n", "self.", "Pen", "class A(A):\n", "@", "\"\"\"", "'", "é", "\u{0}", "\\\n", "\t", "pass", ";",
                "assertRaises(", ", ", "lambda: ", "from a import *\n", "return ", "yield ", " = ", "\r\n", "raise AssertionError", "fail()",
            ]),
            0..40,
        ),
        line in 1_usize..12,
    ) {
        let text = pieces.concat();
        let index = index(&[("src/pens/pen.py", PEN), ("test_a.py", &text)]);
        let trace = StackTrace(Arc::from(format!("t\nE\n\tat test_a.test_a(test_a.py:{line})\n")));
        let file = index.file_of("test_a.py").expect("the file");
        prop_assert!(index.function_at(file, 3).starts_with("test_a."));
        let _ = index.passed_kinds("test_a", "test_a");
        if let Some(located) = index.locate("test_a", "test_a", None, &trace) {
            prop_assert!(text.contains(&located.test));
            prop_assert!(located.failing_line.is_none_or(|row| row < located.test.split('\n').count()));
        }
    }
}

#[test]
fn a_check_through_an_accessor_is_about_the_act_before_it() {
    let till = "class Bill:\n    def __init__(self, total):\n        self._total = total\n        self.state = \"OPEN\"\n\n    \
                @property\n    def total(self):\n        \"\"\"The sum.\"\"\"\n        return self._total\n\n    \
                @property\n    def taxed(self):\n        return self._total * 2\n\n    def get_total(self):\n        return self._total\n\n\n\
                class Till:\n    def ring(self, *names) -> Bill:\n        return Bill(len(names))\n\n    def settle(self, bill):\n        bill.state = \"SETTLED\"\n\n\n\
                def void(bill):\n    bill.state = None\n";
    let focal_of = |statements: &str| {
        let body: String = statements.lines().map(|line| format!("    {line}\n")).collect();
        let test =
            format!("from till import Bill, Till, void\n\ndef test_till():\n    till = Till()\n{body}");
        let index = index(&[("till.py", till), ("test_till.py", &test)]);
        let line = 4 + statements.lines().count();
        let trace = format!("t\nAssertionError\n\tat test_till.test_till(test_till.py:{line})\n");
        let located = index.locate("test_till", "test_till", None, &StackTrace(Arc::from(trace)));
        let located = located.expect("the test");
        let called: Vec<&str> = located.called.iter().map(crate::model::FocalMethod::short_name).collect();
        match located.focal {
            Focal::Decided(focal) => (focal.name, called.join(" ")),
            Focal::Undecided(undecided) => (undecided.to_string(), called.join(" ")),
        }
    };
    for (statements, focal) in [
        ("bill = till.ring(1)\nassert bill.total == 2", "till.Till.ring"),
        ("assert till.ring(1).total == 2", "till.Till.ring"),
        ("bill = till.ring(1)\nassert bill.get_total() == 2", "till.Till.ring"),
        ("bill = till.ring(1)\ntill.settle(bill)\nassert bill.state == 2", "till.Till.settle"),
        ("bill = till.ring(1)\nvoid(bill)\nassert bill.state == 2", "till.void"),
        ("bill = till.ring(1)\ntotal = bill.total\nassert total == 2", "till.Till.ring"),
        // The test is named after the class that made the bill.
        ("bill = till.ring(1)\nassert bill.taxed == 2", "till.Till.ring"),
        ("bill = Bill(1)\nassert bill.taxed == 2", "till.Bill.taxed"),
        ("bill = Bill(1)\nassert bill.total == 2", "till.Bill.total"),
    ] {
        assert_eq!(focal_of(statements).0, focal, "{statements}");
    }
    let (_, called) = focal_of("bill = till.ring(1)\ntill.settle(bill)\nassert bill.total == 2");
    assert_eq!(called, "Till.settle Till.ring Bill.total");
}

#[test]
fn the_trace_decides_before_the_text_suggests() {
    let hub = "class Hub:\n    def __init__(self, role):\n        self.role = role\n\n    def take(self):\n        return self._read()\n\n    \
               def _read(self):\n        assert self.role == 1\n\n\nclass Mark:\n    def __init__(self, at):\n        self.at = at\n";
    let test = "from hub import Hub, Mark\n\n\ndef all_of(hub):\n    try:\n        return [hub.take()]\n    except ValueError as e:\n        raise RuntimeError() from e\n\n\n\
                def test_all():\n    hub = Hub(2)\n    assert all_of(hub) == [Mark(1)]\n";
    let index = index(&[("hub.py", hub), ("test_hub.py", test)]);
    let below = "\tat hub.Hub._read(hub.py:9)\n\tat hub.Hub.take(hub.py:6)\n";
    let own = "\tat test_hub.all_of(test_hub.py:LINE)\n";
    for trace in [
        format!(
            "AssertionError\n{below}{}\tat test_hub.test_all(test_hub.py:13)\n",
            own.replace("LINE", "6")
        ),
        format!(
            "RuntimeError\n{}\tat test_hub.test_all(test_hub.py:13)\nCaused by: ValueError\n{below}{}",
            own.replace("LINE", "8"),
            own.replace("LINE", "6")
        ),
    ] {
        let trace = StackTrace(Arc::from(format!("t\n{trace}")));
        let located = index.locate("test_hub", "test_all", None, &trace).expect("the test");
        let Focal::Decided(focal) = located.focal else { panic!("{:?}", located.focal) };
        assert_eq!(focal.name, "hub.Hub.take", "{}", trace.0);
    }
}

#[test]
fn a_stub_of_a_check_is_no_helper() {
    let test = "import unittest\nfrom typing import Any, Protocol\nfrom pen import Pen\n\n\nclass Checks(Protocol):\n    \
                def assertEqual(self, first: Any, second: Any) -> None: ...\n\n\nclass Mixin(Checks):\n    def test(self):\n        \
                self.assertEqual(1, Pen().draw())\n\n\nclass TestPen(unittest.TestCase, Mixin):\n    pass\n";
    let index =
        index(&[("pen.py", "class Pen:\n    def draw(self):\n        return 2\n"), ("test_pen.py", test)]);
    let trace =
        StackTrace(Arc::from("t\nAssertionError: 1 != 2\n\tat test_pen.TestPen.test(test_pen.py:12)\n"));
    let located = index.locate("test_pen.TestPen", "test", None, &trace).expect("the test");
    assert_eq!(located.category, Some(OracleCategory::AssertionOnly));
    assert!(matches!(located.focal, Focal::Decided(focal) if focal.name == "pen.Pen.draw"));
}

/// Returns the name of the focal function of a test with this name and body, which failed on its last line
/// with this message.
fn focal_in(sources: &[(&str, &str)], imports: &str, name: &str, body: &str, message: &str) -> String {
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let test = format!("{imports}\n\ndef {name}():\n{body}");
    let line = test.lines().count();
    let mut files = sources.to_vec();
    files.push(("test_own.py", &test));
    let trace = format!("t\nAssertionError: {message}\n\tat test_own.{name}(test_own.py:{line})\n");
    let located = index(&files).locate("test_own", name, None, &StackTrace(Arc::from(trace)));
    match located.expect("the test").focal {
        Focal::Decided(focal) => focal.name.split_once('.').map_or("", |(_, name)| name).to_owned(),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

const BASKET: &str = "class Basket:
    def __init__(self, *names):
        self._names = list(names)
        self._label = None

    @classmethod
    def from_text(cls, text):
        return cls(*text.split())

    def add(self, name):
        self._names.append(name)

    def drop(self, name, strict=False):
        if name not in self._names and strict:
            raise KeyError(name)
        self._names = [own for own in self._names if own != name]
        return self

    def sort(self):
        self._order()

    def _order(self):
        self._names.sort()

    def copy(self):
        return Basket(*self._names)

    @property
    def label(self):
        return self.as_label()

    def as_label(self, mark='+'):
        return mark.join(sorted(self._names))

    @property
    def longest(self):
        if self._longest is None:
            self._longest = max(self._names, key=len)
        return self._longest

    @property
    def shout(self):
        return self._label.strip().upper()

    def letters(self):
        return sum(len(name) for name in self._names)

    def get_all(self, start):
        found = [name for name in self._names if name.startswith(start)]
        return found

    @property
    def count(self):
        return len(self._names)

    def __len__(self):
        return len(self._names) + 0

    def __truediv__(self, name):
        new = self.copy()
        new.add(name)
        return new

    def __iadd__(self, names):
        for name in names:
            self.add(name)
        return self

    def __setitem__(self, at, name):
        self._names[at] = name.strip()

    def __delitem__(self, at):
        del self._names[at]

    def __getitem__(self, at):
        return self._names[at]

    def __contains__(self, name):
        return name.lower() in self._names

    def __neg__(self):
        return Basket()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._names.clear()

    def __next__(self):
        return self._names.pop()

    def __format__(self, how):
        return how


class Shop:
    def pack(self, text) -> Basket:
        return Basket(text)
";

#[test]
fn a_check_through_what_presents_or_computes_is_about_the_act_on_that_object() {
    let imports = "from basket import Basket, Shop";
    let focal_of = |name: &str, body: &str| focal_in(&[("basket.py", BASKET)], imports, name, body, "x");
    for (name, body, focal) in [
        // What changed the object last, whether its result was used or not.
        ("test_it", "b = Basket('a')\nb.drop('a')\nassert b.label == ''", "Basket.drop"),
        ("test_it", "b = Basket('a')\nassert b is b.drop('a')\nassert b.label == ''", "Basket.drop"),
        ("test_it", "b = Basket('a')\nb.add('c')\nassert b.label == ''", "Basket.add"),
        ("test_it", "b = Basket('b', 'a')\nb.sort()\nassert b.longest == 'b'", "Basket.sort"),
        ("test_it", "assert Basket('a').drop('a').letters() == 0", "Basket.drop"),
        ("test_it", "b = Basket('a')\nb.drop('a')\nleft = b.letters()\nassert left == 0", "Basket.drop"),
        (
            "test_it",
            "b = Basket('a')\nb.drop('a')\nassert b.letters() == 0 and b.longest == ''",
            "Basket.drop",
        ),
        ("test_it", "b = Basket('a')\nb.drop('a')\nassert b.get_all('a') == []", "Basket.drop"),
        // What was only asked before changed nothing.
        ("test_it", "b = Basket('a')\nassert b.letters() == 1\nassert b.label == 'a'", "Basket.as_label"),
        ("test_it", "b = Basket('a')\nassert b.longest == 'a'\nassert b.letters() == 1", "Basket.letters"),
        // Nothing acted.
        ("test_it", "b = Basket('a')\nassert b.letters() == 2", "Basket.letters"),
        ("test_it", "b = Basket.from_text('a')\nassert b.letters() == 2", "Basket.letters"),
        // What only arranges is not what a computed value is about.
        ("test_it", "b = Basket()\nb.add('a')\nassert b.letters() == 2", "Basket.letters"),
        // What was made is presented, not computed.
        ("test_it", "b = Shop().pack('a')\nassert b.label == 'b'", "Shop.pack"),
        ("test_it", "b = Shop().pack('a')\nassert b.letters() == 2", "Basket.letters"),
        ("test_it", "b = Shop().pack('a')\nassert b.shout == 'b'", "Shop.pack"),
        // The name of the test says which of both.
        ("test_letters", "b = Basket('a')\nb.drop('a')\nassert b.letters() == 0", "Basket.letters"),
        ("test_letters_after_drop", "b = Basket('a')\nb.drop('a')\nassert b.letters() == 0", "Basket.drop"),
        ("test_adding", "b = Basket()\nb.add('a')\nassert b.letters() == 2", "Basket.add"),
        ("test_from_text", "b = Basket.from_text('a')\nassert b.get_all('a') == 2", "Basket.from_text"),
        ("test_label", "b = Basket('a')\nb.drop('a')\nassert b.label == ''", "Basket.label"),
        ("test_len", "b = Basket('a')\nb.drop('a')\nassert len(b) == 0", "Basket.__len__"),
        ("test_drop", "b = Basket('a')\nb.drop('a')\nassert len(b) == 0", "Basket.drop"),
        ("test_drop", "b = Basket('a')\nassert len(b) == len(b.drop('a')) == 0", "Basket.drop"),
        ("test_contains", "b = Basket('a')\nb.drop('a')\nassert 'a' in b", "Basket.__contains__"),
        ("test_it", "b = Basket('a')\nb.drop('a')\nassert 'a' in b", "Basket.drop"),
        ("test_it", "b = Basket('a')\nassert len(b) == len(b.drop('a')) == 0", "Basket.__len__"),
    ] {
        let found = focal_of(name, body);
        let is_alias = focal == "Basket.as_label" && found == "Basket.label";
        assert!(found == focal || is_alias, "{name}: {body}: {found}");
    }
}

#[test]
fn what_looks_up_or_is_asked_observes_the_act() {
    let tree = "from typing import TypeVar, cast

T = TypeVar('T')


class Leaf:
    def __init__(self, name, tag=None):
        self._tag = name if tag is None else tag

    @property
    def tag(self):
        return cast(str, self._tag)


class BoughTree:
    def __init__(self):
        self._leaves = {}

    @classmethod
    def planted(cls: type[T], count: int) -> T:
        new = super().__new__(cls)
        return new

    def move(self, name, to):
        self._shift(name, to)

    def _shift(self, name, to):
        self._leaves[to] = self._leaves.pop(name)

    def level(self, name):
        return sum(1 for own in self._leaves if own != name)

    def rank(self, name):
        return self.level(name) + 1

    def find(self, name):
        return next(own for own in self._leaves.values() if own.tag == name)

    def grafted(self, other):
        return BoughTree()

    @property
    def bough(self):
        return list(self._leaves.keys())

    def total(self):
        return sum(self._leaves)

    def __lt__(self, other):
        return NotImplemented

    def __add__(self: T, other) -> T:
        return self


class Open:
    def __init__(self, text):
        self._text = text.strip()

    def turn(self):
        self._text = self._text[::-1]

    def __getattr__(self, name):
        return self._text[name]

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
";
    let imports = "import pytest\nfrom tree import BoughTree, Leaf, Open";
    let focal_of = |name: &str, body: &str| focal_in(&[("tree.py", tree)], imports, name, body, "x");
    let new = "t = BoughTree()\n";
    for (name, body, focal) in [
        ("test_it", "t.move('a', 'b')\nassert t.level('b') == 2", "BoughTree.move"),
        ("test_level", "t.move('a', 'b')\nassert t.level('b') == 2", "BoughTree.level"),
        ("test_it", "t.move('a', 'b')\nassert t.find('b').tag == 2", "BoughTree.move"),
        ("test_it", "t.move('a', 'b')\nleaf = t.find('b')\nassert leaf.tag == 2", "BoughTree.move"),
        ("test_it", "leaf = t.find('b')\nassert leaf.tag == 2", "BoughTree.find"),
        ("test_it", "t.move('a', 'b')\nassert t.rank('b') == 2", "BoughTree.rank"),
        ("test_move_changes_rank", "t.move('a', 'b')\nassert t.rank('b') == 2", "BoughTree.move"),
        ("test_rank_after_move", "t.move('a', 'b')\nassert t.rank('b') == 2", "BoughTree.rank"),
        // The words of a class are none of a method.
        ("test_bough_tree_moves_leaves", "t.move('a', 'b')\nassert t.bough == []", "BoughTree.move"),
        // What was made before a blank line.
        ("test_it", "u = t.grafted(t)\n\nassert u.total() == 3", "BoughTree.grafted"),
        ("test_it", "u = t.grafted(t)\nassert u.total() == 3", "BoughTree.total"),
        ("test_total", "u = t.grafted(t)\n\nassert u.total() == 3", "BoughTree.total"),
        // The test's comments say what is the act.
        ("test_total", "# Act\nt.move('a', 'b')\n\n# Assert\nassert t.total() == 3", "BoughTree.move"),
        (
            "test_it",
            "# When\nt.move('a', 'b')\nrank = t.rank('b')\n# Then\nassert rank == 3",
            "BoughTree.move",
        ),
        // A constructor that does something is what a check of a new object is about.
        ("test_it", "leaf = Leaf('a')\nassert leaf.tag == 'b'", "Leaf.__init__"),
        // Attributes that are made when they are asked for.
        ("test_it", "o = Open('a')\nassert o.first == 'b'", "Open.__init__"),
        ("test_it", "assert Open('a').first == 'b'", "Open.__getattr__"),
        ("test_it", "o = Open('a')\no.turn()\nassert o.first == 'b'", "Open.turn"),
        ("test_it", "o = Open('a')\no.turn()\nfirst = o.first\nassert first == 'b'", "Open.turn"),
        ("test_it", "o = Open('a')\no.first = 'b'\nassert o.first == 'b'", "Open.__setattr__"),
        // Operators of an object that a method returns by the type of its own.
        (
            "test_it",
            "u = BoughTree.planted(1)\nwith pytest.raises(TypeError):\n    _ = u < t",
            "BoughTree.__lt__",
        ),
        ("test_addition_total", "u = BoughTree.planted(1) + t\nassert u.total() == 3", "BoughTree.__add__"),
    ] {
        assert_eq!(focal_of(name, &format!("{new}{body}")), focal, "{name}: {body}");
    }
    for body in ["assert t not in u.bough", "self.assertNotIn(t, u.bough)"] {
        let body = format!("t = Leaf('a')\nu = BoughTree()\nu.move('a', 'b')\n{body}");
        assert_eq!(focal_of("test_it", &body), "BoughTree.move", "what is looked for is no act: {body}");
    }
}

#[test]
fn operators_are_acts() {
    let imports = "from basket import Basket, Shop";
    let focal_of = |body: &str| focal_in(&[("basket.py", BASKET)], imports, "test_it", body, "x");
    for (body, focal) in [
        ("b = Basket('a')\nc = b / 'c'\nassert c.label == 'ac'", "Basket.__truediv__"),
        ("b = Basket('a')\nb /= 'c'\nassert b.label == 'ac'", "Basket.__truediv__"),
        ("b = Basket('a')\nb += ['c']\nassert b.label == 'ac'", "Basket.__iadd__"),
        ("assert (Basket('a') / 'c').label == 'ac'", "Basket.__truediv__"),
        ("b = Basket('a')\nb[0] = 'c'\nassert b.label == 'c'", "Basket.__setitem__"),
        ("b = Basket('a')\nb[0] = 'c'\nassert b.count == 1", "Basket.__setitem__"),
        ("b = Basket('a')\nb[0] = 'c'\nassert b[0] == 'c'", "Basket.__setitem__"),
        ("b = Basket('a')\ndel b[0]\nassert b.count == 0", "Basket.__delitem__"),
        ("b = Basket('a')\ndel b[0]\nassert b.label == ''", "Basket.__delitem__"),
        ("b = Basket('a')\nassert b[0] == 'c'", "Basket.__getitem__"),
        ("b = Basket('a')\nassert 'A' in b", "Basket.__contains__"),
        ("assert -Basket('a') == 3", "Basket.__neg__"),
        ("b = -Basket('a').drop('a')\nassert b.label == 'c'", "Basket.__neg__"),
        ("b = Basket('a').drop('a') / 'c'\nassert b.label == 'c'", "Basket.__truediv__"),
        ("assert Basket('a').drop('a') / 'c' == 3", "Basket.__truediv__"),
        ("assert next(Basket('a')) == 'b'", "Basket.__next__"),
        ("assert f'{Basket(1):x}' == 'b'", "Basket.__format__"),
        ("with Basket('a') as b:\n    pass\nassert b.count == 0", "Basket.__exit__"),
    ] {
        assert_eq!(focal_of(body), focal, "{body}");
    }
}

#[test]
fn the_message_shows_which_part_of_a_condition_failed() {
    let sheet = "class Sheet:\n    def __init__(self, name):\n        self.name = name\n\n    @property\n    def is_wide(self):\n        \
                 return len(self.name) > 3\n\n    @property\n    def is_blank(self):\n        return not self.name.strip()\n\n    \
                 def holds(self, word):\n        return word in self.name\n";
    let focal_of = |check: &str, message: &str| {
        let body = format!("s = Sheet('a')\nassert {check}");
        focal_in(&[("sheet.py", sheet)], "from sheet import Sheet", "test_it", &body, message)
    };
    let (both, three) = ("s.is_wide and s.is_blank", "s.is_wide and s.holds('x') and s.is_blank");
    for (check, message, focal) in [
        (both, "assert (False)\n +  where False = <Sheet>.is_wide", "Sheet.is_wide"),
        (both, "assert (True and False)\n +  where True = <Sheet>.is_wide", "Sheet.is_blank"),
        (three, "assert (True and False)\n +  where", "Sheet.holds"),
        (three, "wrong\nassert (True and ' and (' and False)", "Sheet.is_blank"),
        ("not (s.is_wide or s.is_blank)", "assert not (False or True)", "Sheet.is_blank"),
        ("s.is_wide and s.holds('x') == 3", "assert (True and False == 3)", "Sheet.holds"),
    ] {
        assert_eq!(focal_of(check, message), focal, "{check}: {message}");
    }
    for (check, message) in
        [(both, "False is not true"), ("s.is_wide or s.is_blank", "assert (False or False)")]
    {
        assert_eq!(
            focal_of(check, message),
            "? several methods are checked together: Sheet.is_wide, Sheet.is_blank"
        );
    }
}

#[test]
fn attributes_made_by_descriptors_and_functions_without_a_name_are_known() {
    let stats = "from dataclasses import dataclass\nfrom functools import cached_property, partial\n\n\nclass Statistic:\n    \
                 def __init__(self, name, compute):\n        self.compute = compute\n\n    def __get__(self, owner, kind):\n        \
                 return self.compute(owner)\n\n\nclass Sample:\n    def __init__(self, data):\n        self.data = data\n\n    \
                 def _middle(self):\n        return sorted(self.data)[len(self.data) // 2]\n    middle = Statistic('middle', _middle)\n    \
                 span = property(lambda self: max(self.data) - min(self.data))\n    twice = lambda self: self.data * 2\n\n    \
                 @cached_property\n    def total(self):\n        return sum(self.data)\n\n    def scale(self, by=2, up=True):\n        \
                 return by\n    def _make(data):\n        return Sample(data)\n    make = staticmethod(_make)\n\n\n\
                 @dataclass(frozen=True)\nclass Line:\n    \"\"\"A line.\"\"\"\n    start: int = 2\n\n    def end(self):\n        return self.start + 1\n\n\n\
                 @dataclass\nclass Point:\n    x: int\n\n    def __post_init__(self):\n        self.x = abs(self.x)\n\n\n\
                 half = lambda number: number / 2\n\ndef power(base, exponent):\n    return base ** exponent\n\nsquare = partial(power, exponent=2)\n";
    let imports = "from stats import Sample, Point, Line, half, square";
    let focal_of =
        |check: &str| focal_in(&[("stats.py", stats)], imports, "test_it", &format!("assert {check}"), "x");
    for (check, focal) in [
        ("Sample([1]).middle == 2", "Sample._middle"),
        ("Sample([1]).span == 2", "Sample.span"),
        ("Sample([1]).twice() == 2", "Sample.twice"),
        ("Sample([1]).total == 2", "Sample.total"),
        ("Sample.make([1]) == 2", "Sample._make"),
        ("half(3) == 2", "half"),
        ("square(3) == 2", "power"),
        ("Point(-1).x == 2", "Point.__post_init__"),
        ("Line().start == 1", "Line.__init__"),
        ("Line() == Line(2)", "Line.__init__"),
        ("Line().end() == 1", "Line.end"),
    ] {
        assert_eq!(focal_of(check), focal, "{check}");
    }
    assert_eq!(
        crate::lang::method_name("half = lambda number: number / 2", crate::model::Language::Python),
        "half"
    );
}

#[test]
fn a_failed_set_up_is_shown() {
    let conftest = "import pytest\nfrom pens.pen import Pen\n\n\n@pytest.fixture\ndef full_pen():\n    pen = Pen.full()\n    \
                    yield pen\n    pen.draw(1)\n";
    let test = "import pytest\nfrom pens.pen import Pen, mix\n\n\n@pytest.fixture\ndef mixed():\n    return mix(Pen())['ink']\n\n\n\
                def test_ink(mixed, full_pen):\n    assert mixed == 1\n";
    let index =
        index(&[("src/pens/pen.py", PEN), ("tests/conftest.py", conftest), ("tests/test_ink.py", test)]);
    let located = |frames: &str| {
        let trace = StackTrace(Arc::from(format!("t\nKeyError: 'ink'\n{frames}")));
        index.locate("tests.test_ink", "test_ink", None, &trace).expect("the test")
    };
    let names = |found: &Located| -> Vec<String> {
        found.called.iter().map(|method| method.short_name().to_owned()).collect()
    };
    let own = located("\tat tests.test_ink.mixed(tests/test_ink.py:7)\n");
    assert_eq!((own.failing_line, own.set_up_line), (None, Some(7)));
    assert_eq!(own.location().failing_line, Some(7));
    assert_eq!((focal(&own), &*names(&own)[0]), (Ok("mix"), "test_ink.mixed"));
    assert!(own.called[0].source.starts_with("@pytest.fixture\ndef mixed"));
    let shared = located("\tat tests.conftest.full_pen(tests/conftest.py:7)\n");
    assert_eq!((shared.set_up_line, focal(&shared)), (None, Ok("Pen.full")));
    assert_eq!(names(&shared)[0], "conftest.full_pen");
    let ended = located("\tat tests.conftest.full_pen(tests/conftest.py:9)\n");
    assert_eq!(names(&ended)[0], "conftest.full_pen", "its end failed");
}

#[test]
fn what_only_looks_is_no_act_and_a_test_is_about_what_it_is_named_for() {
    let source = "class Box:\n    def __init__(self):\n        self.items = []\n        self._lines = {}\n\n    \
                  def press(self):\n        self.items = [sum(self.items)]\n\n    \
                  def verify(self):\n        for item in self.items:\n            if item is None:\n                raise ValueError(item)\n\n    \
                  def show(self):\n        print(self.items)\n\n    \
                  def total(self):\n        return sum(self.items)\n\n    \
                  def lines(self, key):\n        return self._lines[key]\n\n    \
                  def take(self, key):\n        return self.lines(key).pop()\n\n    \
                  def flat(self):\n        return Box()\n";
    for (name, body, focal) in [
        ("test_it", "box.press()\nbox.verify()\nassert box.total() == 3", "Box.press"),
        ("test_it", "box.press()\nbox.show()\nassert box.total() == 3", "Box.press"),
        ("test_verify", "box.press()\nbox.verify()\nassert box.total() == 3", "Box.verify"),
        // It takes from what a method that reads the object returns.
        ("test_it", "box.take(1)\nassert box.total() == 3", "Box.take"),
        ("test_flat_twice", "flat = box.flat()\nflat.press()\nassert flat.items == [3]", "Box.flat"),
    ] {
        let body = format!("box = Box()\n{body}");
        assert_eq!(
            focal_in(&[("box.py", source)], "from box import Box", name, &body, "x"),
            focal,
            "{name}: {body}"
        );
    }
}
