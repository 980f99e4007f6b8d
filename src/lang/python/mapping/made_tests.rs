//! Tests over objects whose maker the test does not name: classes that a call makes, modules that a run imports, and what a
//! `with` does around its block.

use std::sync::Arc;

use super::tests::index;
use crate::model::{Focal, StackTrace};

/// A press that prints sheets, and the forms that are filled in.
const PRESS: &str = "from abc import abstractmethod
from contextlib import contextmanager
from functools import reduce


class Sheet:
    def __init__(self, *lines):
        self.lines = list(lines)

    @abstractmethod
    def index(self, line):
        pass

    def fold(self, line):
        return Sheet(*self.lines, line)

    def __eq__(self, other):
        return self.lines[:1] == other.lines[:1]

    def __getitem__(self, at):
        return self.lines[at] if at else None

    def __str__(self):
        return ', '.join(line.upper() for line in self.lines)


class Letter(Sheet):
    def index(self, line):
        return self.lines.index(line)

    def split(self, at):
        return self.lines[:at], self.lines[at:]


class Roll(Sheet):
    def fold(self, line):
        raise NotImplementedError(line)


BLANK = Letter()


def letter(*lines):
    return Letter(*lines)


def letter_of(lines):
    return reduce(lambda all, line: all.fold(line), lines, BLANK)


def parsed(text):
    return Letter(*[line for line in text.split() if line])


class Entry:
    def __init__(self, default=None):
        self.default = default

    def __call__(self):
        return '<%s>' % self.default


class Entries:
    def __init__(self, count):
        self.entries = [Entry() for _ in range(count)]

    def __getitem__(self, at):
        return self.entries[at]

    def __iter__(self):
        return iter(self.entries)


class FormType(type):
    def __call__(cls, *given):
        cls.made = True
        return type.__call__(cls, *given)


class Form(metaclass=FormType):
    def __init__(self, *given):
        self.given = [one.strip() for one in given]

    def check(self):
        return all(self.given)


class Other:
    def check(self):
        return False


class Press:
    def __init__(self, *sheets):
        self.sheets = list(sheets)

    @contextmanager
    def without(self, sheet):
        self.sheets.remove(sheet)
        yield sheet
        self.sheets.append(sheet)

    def drained(self):
        while self.sheets:
            yield self.sheets.pop()

    def listed(self):
        return [sheet for sheet in self.sheets if sheet]
";

/// The helpers and the fixture of the tests.
const HELPERS: &str = "import pytest
from press import *


@pytest.fixture
def make(request):
    return pytest.importorskip(request.param).letter


def form_with(name='F', **fields):
    return type(str(name), (Form,), fields)


def local_form():
    class F(Form):
        pass

    return F
";

/// Returns the focal function of a test that failed on the last line of its body, with frames below it.
fn focal_below(name: &str, body: &str, message: &str, frames: &str) -> String {
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let test = format!("{HELPERS}\n\ndef {name}(make):\n{body}");
    let line = test.lines().count();
    let trace = format!(
        "test_own::{name}\nAssertionError: {message}\n{frames}\tat test_own.{name}(test_own.py:{line})\n"
    );
    let index = index(&[("press.py", PRESS), ("test_own.py", &test)]);
    let located = index.locate("test_own", name, None, &StackTrace(Arc::from(trace))).expect("the test");
    match located.focal {
        Focal::Decided(focal) => focal.name.trim_start_matches("press.").to_owned(),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

fn are_found(cases: &[(&str, &str)]) {
    for (body, focal) in cases {
        assert_eq!(focal_below("test_it", body, "x", ""), *focal, "{body}");
    }
}

#[test]
fn a_class_that_a_call_makes_has_the_methods_of_its_base() {
    are_found(&[
        ("F = form_with(a=Entry())\nform = F('x')\nassert form.check()", "Form.check"),
        ("F = local_form()\nassert F('x').check()", "Form.check"),
        ("F = type('F', (Form,), dict(a=Entry()))\nassert F('x').check()", "Form.check"),
        ("F = form_with(a=Entry('q'))\nform = F()\nassert '<q>' in form.a()", "Entry.__call__"),
        ("form = type('F', (Form,), {'a': Entry('q')})()\nassert '<q>' in form.a()", "Entry.__call__"),
    ]);
}

#[test]
fn what_a_module_has_that_a_run_imports_is_known_by_its_name() {
    are_found(&[
        ("sheet = make('a')\nassert sheet.fold('b') is sheet", "Sheet.fold"),
        ("sheet = make('a')\nwith pytest.raises(ValueError):\n    sheet.index('b')", "Letter.index"),
        ("sheet = make('a')\nassert sheet[-1] == 'a'", "Sheet.__getitem__"),
        // What that name gives is from outside of the project.
        (
            "numbers = pytest.importorskip('numbers').array(1)\nletter('a')\nassert numbers.fold(2) == 3",
            "letter",
        ),
    ]);
}

#[test]
fn an_operator_is_tested_on_what_was_only_made() {
    are_found(&[
        ("sheet = letter('a')\nassert sheet[-1] == 'a'", "Sheet.__getitem__"),
        ("sheet = letter('a')\nassert str(sheet) == 'A'", "Sheet.__str__"),
        ("sheet = parsed('a b')\nassert str(sheet) == 'A'", "parsed"),
        ("sheet = letter('a').fold('b')\nassert str(sheet) == 'A'", "Sheet.fold"),
    ]);
    // What only hands out a part says nothing of its own.
    are_found(&[
        ("entries = Entries(2)\nassert entries[0].default == 'a'", "Entries.__init__"),
        ("entries = Entries(2)\nassert [entry.default for entry in entries] == []", "Entries.__init__"),
    ]);
}

#[test]
fn a_comparison_fails_if_what_differs_counts_as_equal_or_prints_alike() {
    are_found(&[
        ("assert letter('a') != letter('a', 'b')", "Sheet.__eq__"),
        ("one, two = letter('a'), letter('a', 'b')\nassert not one == two", "Sheet.__eq__"),
        ("one = letter('a').fold('b')\nassert one != letter('a')", "Sheet.fold"),
        ("assert parsed('a b') == letter('a')", "parsed"),
    ]);
    let alike = "assert Letter('a') == Letter('a')";
    let equal = "assert parsed('a') == letter('a')";
    assert_eq!(focal_below("test_it", equal, alike, ""), "Sheet.__eq__");
}

#[test]
fn what_was_made_step_by_step_is_no_plain_value() {
    are_found(&[
        ("sheet = letter_of('ab')\nleft, right = sheet.fold('c'), 1\nassert left is sheet", "Sheet.fold"),
        ("text = parsed('a b')\nleft, right = text.split(1)\nassert left is text", "Letter.split"),
    ]);
}

#[test]
fn a_with_and_a_for_call_what_is_in_their_headers() {
    are_found(&[
        (
            "press = Press('a')\nwith pytest.raises(KeyError):\n    with press.without('a'):\n        raise KeyError\nassert 'a' in press.sheets",
            "Press.without",
        ),
        ("press = Press('a')\nwith press.without('a'):\n    assert 'a' in press.sheets", "Press.without"),
        (
            "press = Press('a')\nfor sheet in press.drained():\n    pass\nassert press.sheets == ['a']",
            "Press.drained",
        ),
        // A header that only looks is no act.
        (
            "press = Press('a')\nwith press.without('a'):\n    pass\nfor sheet in press.listed():\n    pass\nassert 'a' in press.sheets",
            "Press.without",
        ),
    ]);
}

#[test]
fn the_call_of_a_metaclass_is_passed_through() {
    let frames = "\tat press.Form.__init__(press.py:82)\n\tat press.FormType.__call__(press.py:77)\n";
    assert_eq!(focal_below("test_it", "form = form_with()(1)", "x", frames), "Form.__init__");
    let alone = "\tat press.FormType.__call__(press.py:76)\n";
    assert_eq!(focal_below("test_it", "form = form_with()(1)", "x", alone), "FormType.__call__");
}
