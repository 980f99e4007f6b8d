//! Tests over fluent objects: steps of a chain, attributes of other projects, mocks and fixtures that set up.

use std::sync::Arc;

use super::tests::index;
use crate::model::{Focal, StackTrace};

/// A kitchen that cooks dishes at times.
const KITCHEN: &str = "import datetime
from contextlib import contextmanager


class Dish:
    def __init__(self, kitchen):
        self.kitchen = kitchen
        self.weekday = None
        self.ready_at: datetime.datetime | None = None

    @property
    def hour(self):
        self.unit = 'hour'
        return self

    @property
    def monday(self):
        self.weekday = 'monday'
        return self

    def at(self, time):
        self.start = time
        return self

    def serve(self, cook):
        self.cook = cook
        self.ready_at = datetime.datetime.now()
        self.kitchen.dishes.append(self)
        return self

    def __repr__(self):
        return f'Dish {self.start or self.weekday}'

    def __str__(self):
        parts = [str(self.start), self.weekday]
        return ', '.join(part for part in parts if part)


class Kitchen:
    def __init__(self):
        self.dishes = []

    def every(self):
        return Dish(self)

    def work(self):
        for dish in self.dishes:
            dish.cook()

    def empty(self, tag=None):
        self.dishes = [dish for dish in self.dishes if tag and dish.weekday != tag]

    def next_ready(self):
        return min(dish.ready_at for dish in self.dishes)

    ready_at = property(next_ready)

    @property
    def idle(self):
        return len(self.dishes) - sum(1 for dish in self.dishes if dish.start)


@contextmanager
def raises(error):
    try:
        yield
    except error:
        return
    raise AssertionError('nothing was raised')
";

/// Returns the focal function of the test `name` of a module that begins with `head`, and which failed on its last line.
fn focal_of(head: &str, name: &str, body: &str) -> String {
    focal_below(head, name, body, "")
}

/// Returns the same where the trace has frames below the test.
fn focal_below(head: &str, name: &str, body: &str, frames: &str) -> String {
    let body: String = body.lines().map(|line| format!("        {line}\n")).collect();
    let test = format!(
        "import pytest\nfrom unittest import mock\nimport kitchen\nfrom kitchen import Kitchen, raises\n\n{head}\n    def {name}(self):\n{body}"
    );
    let line = test.lines().count();
    let trace = format!(
        "t\nAssertionError: x\n{frames}\tat test_kitchen.TestKitchen.{name}(test_kitchen.py:{line})\n"
    );
    let index = index(&[("kitchen.py", KITCHEN), ("test_kitchen.py", &test)]);
    let located = index
        .locate("test_kitchen.TestKitchen", name, None, &StackTrace(Arc::from(trace)))
        .expect("the test");
    match located.focal {
        Focal::Decided(focal) => focal.name.trim_start_matches("kitchen.").to_owned(),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

const PLAIN: &str = "class TestKitchen:";

#[test]
fn an_attribute_of_another_projects_object_is_no_property() {
    let direct = "assert Kitchen().every().hour.at('9').serve(print).ready_at.hour == 12";
    assert_eq!(focal_of(PLAIN, "test_the_hour", direct), "Dish.serve");
    let kept = "moment = Kitchen().every().hour.at('9').serve(print).ready_at\nassert moment.hour == 12";
    assert_eq!(focal_of(PLAIN, "test_the_hour", kept), "Dish.serve");
    // Of a dish whose class is not known, `ready_at` is not the property that only a kitchen has.
    let unknown = "dish = getattr(Kitchen().every(), 'hour').serve(print)\nassert dish.ready_at == 5";
    assert_eq!(focal_of(PLAIN, "test_ready_at", unknown), "Dish.serve");
}

#[test]
fn a_field_is_set_by_the_only_step_that_sets_it() {
    let kept = "dish = Kitchen().every().monday.at('9').serve(print)\nassert dish.weekday == 'monday'";
    assert_eq!(focal_of(PLAIN, "test_it", kept), "Dish.monday");
    assert_eq!(
        focal_of(PLAIN, "test_it", "assert Kitchen().every().at('9').serve(print).start == 9"),
        "Dish.at"
    );
}

#[test]
fn a_test_that_is_named_for_a_text_is_about_what_makes_it() {
    let inline = "text = repr(Kitchen().every().at('9').serve(print))\nassert text == 'Dish 9'";
    assert_eq!(focal_of(PLAIN, "test_repr", inline), "Dish.__repr__");
    assert_eq!(focal_of(PLAIN, "test_to_string", &inline.replace("repr(", "str(")), "Dish.__str__");
    assert_eq!(focal_of(PLAIN, "test_serve_keeps_the_time", inline), "Dish.serve");
}

#[test]
fn what_a_mock_was_given_to_only_arranges() {
    let arranged =
        "kitchen = Kitchen()\ncook = mock.Mock()\nkitchen.every().hour.serve(cook)\nkitchen.work()\n";
    for told in
        ["cook.call_count == 2", "not cook.called", "cook.call_args[0] == 1", "len(cook.mock_calls) == 1"]
    {
        assert_eq!(focal_of(PLAIN, "test_it", &format!("{arranged}assert {told}")), "Kitchen.work", "{told}");
    }
}

#[test]
fn an_attribute_of_the_test_is_what_a_fixture_is_given() {
    let head = "@pytest.fixture
def kitchen():
    return Kitchen()


class TestKitchen:
    @pytest.fixture(autouse=True)
    def set_up(self, kitchen):
        self.kitchen = kitchen
        self.kitchen.every().hour.serve(print)
";
    assert_eq!(focal_of(head, "test_it", "assert self.kitchen.idle == 3"), "Kitchen.idle");
    let emptied = "self.kitchen.empty('monday')\nassert self.kitchen.dishes == [3]";
    assert_eq!(focal_of(head, "test_it", emptied), "Kitchen.empty");
}

#[test]
fn a_context_manager_of_the_project_that_expects_an_error_is_a_check() {
    let line = KITCHEN.lines().position(|line| line.contains("raise AssertionError")).expect("a line") + 1;
    let frame = format!("\tat kitchen.raises(kitchen.py:{line})\n");
    let body = "with raises(ValueError): Kitchen().empty()";
    assert_eq!(focal_below(PLAIN, "test_it", body, &frame), "Kitchen.empty");
}
