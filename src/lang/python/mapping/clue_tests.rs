//! Tests of what an annotation, a dropped result, a form, a difference and the words of a test tell of what failed.

use std::sync::Arc;

use super::tests::index;
use crate::model::{Focal, Located, StackTrace};

/// A desk of drawers with pens, its ledger, and a function that only rounds.
const DESK: &str = "from typing import Dict, List


class Drawer:
    def __init__(self):
        self.pens: List[str] = []

    def split(self, at):
        self.pens.insert(at, '')

    def join(self, at):
        del self.pens[at]


class Desk:
    def __init__(self):
        self.drawers: List[Drawer] = []
        self.named: Dict[str, Drawer] = {}
        self.sold = []

    def sell(self, name):
        self.sold.append(name)
        return len(self.sold)

    def drop(self, name):
        return self.place(name)

    def place(self, name):
        for at, own in enumerate(self.sold):
            if own == name:
                return at
        return -1

    def pens_left(self):
        return sum(1 for _ in self.sold)

    def get_lengths(self):
        return [len(name) for name in self.sold]

    def length(self):
        return sum(len(name) for name in self.sold)


def rounded(length):
    if length is None:
        return None
    return round(length, 2)


def doubled(length):
    return length * 2


def desk_of(text) -> Desk:
    return Desk()


def join_texts(texts):
    return ';'.join(sorted(texts))


def parse(text):
    return [part for part in text.split(';') if part]
";

/// Locates a test with this body that failed on this line of it, from 1.
fn located(name: &str, body: &str, line: usize) -> Located {
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let test = format!("from desk import *\n\ndef {name}():\n{body}");
    let trace = format!("t\nAssertionError: x\n\tat test_shop.{name}(test_shop.py:{})\n", line + 3);
    let index = index(&[("desk.py", DESK), ("test_shop.py", &test)]);
    index.locate("test_shop", name, None, &StackTrace(Arc::from(trace))).expect("the test")
}

/// Asserts the focal functions of tests that failed on the last line of their bodies.
fn are_found(cases: &[(&str, &str, &str)]) {
    for (name, body, expected) in cases {
        let focal = match located(name, body, body.lines().count()).focal {
            Focal::Decided(focal) => focal.name.trim_start_matches("desk.").to_owned(),
            Focal::Undecided(undecided) => format!("? {undecided}"),
        };
        assert_eq!(focal, *expected, "{name}: {body}");
    }
}

#[test]
fn a_call_whose_result_is_dropped_is_an_act_whatever_it_returns() {
    let sold = "desk = Desk()\nat = desk.sell('a')\n";
    let dropped = format!("{sold}desk.drop('a')\nassert desk.length() == 0");
    let kept = format!("{sold}was = desk.drop('a')\nassert desk.length() == 0");
    are_found(&[("test_it", &dropped, "Desk.drop"), ("test_it", &kept, "Desk.sell")]);
}

#[test]
fn an_annotation_tells_the_class_of_the_elements() {
    let looked = "\nassert len(drawer.pens) == 2";
    let by = |given: &str| format!("desk = desk_of('a')\ndrawer = {given}\ndrawer.split(0){looked}");
    for given in [
        "desk.drawers[1]",
        "desk.drawers[1:][0]",
        "next(iter(desk.drawers))",
        "desk.named['a']",
        "desk.named.get('a')",
        "next(iter(desk.named.values()))",
    ] {
        are_found(&[("test_it", &by(given), "Drawer.split")]);
    }
    let each = "desk = desk_of('a')\nfor drawer in desk.drawers:\n    drawer.split(0)\n    assert len(drawer.pens) == 2";
    are_found(&[("test_it", each, "Drawer.split")]);
}

#[test]
fn what_only_converts_is_looked_through() {
    let made = "desk = Desk()\nlengths = desk.get_lengths()\n";
    let kept = format!("{made}first = rounded(lengths[0])\nassert first == 1");
    let in_check = format!("{made}assert rounded(lengths[0]) == 1");
    let worked = format!("{made}first = doubled(lengths[0])\nassert first == 1");
    are_found(&[
        ("test_it", &kept, "Desk.get_lengths"),
        ("test_it", &in_check, "Desk.get_lengths"),
        ("test_rounded", &kept, "rounded"),
        ("test_it", &worked, "doubled"),
        ("test_it", "length = 1.234\nassert rounded(length) == 1.2", "rounded"),
    ]);
}

#[test]
fn of_two_answers_the_kept_one_is_checked() {
    let kept = "desk = Desk()\nlengths = desk.get_lengths()\n";
    let part = format!("{kept}assert lengths[-1] - desk.length() == 0");
    let unpacked = format!("{kept}at, last = lengths[0]\nassert abs(last - desk.length()) < 0.1");
    let alone = "desk = Desk()\nsold = desk.sold\nassert abs(desk.length() - sum(sold)) < 0.1";
    are_found(&[
        ("test_it", &part, "Desk.get_lengths"),
        ("test_it", &unpacked, "Desk.get_lengths"),
        ("test_length", &part, "Desk.length"),
        ("test_it", alone, "Desk.length"),
    ]);
}

#[test]
fn what_is_read_back_is_what_the_test_speaks_of() {
    let kept = "text = join_texts(['a'])\nread = parse(text)\nassert len(read) == 1";
    let inline = "read = parse(join_texts(['a']))\nassert len(read) == 1";
    are_found(&[
        ("test_joined_pages_are_kept", kept, "join_texts"),
        ("test_joined_pages_are_kept", inline, "join_texts"),
        ("test_parses_joined_pages", kept, "parse"),
        ("test_pages", kept, "parse"),
    ]);
}

#[test]
fn what_is_behind_the_failed_line_was_not_called() {
    let called = |body: &str, line: usize| {
        let called = located("test_it", body, line).called.into_iter();
        called.map(|function| function.name.rsplit('.').next().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    let body = "desk = Desk()\nassert desk.place('a') == 1\ndesk.sell('a')";
    assert!(!called(body, 2).contains(&"sell".to_owned()));
    let again = "desk = Desk()\nfor at in range(2):\n    assert desk.place('a') == 1\n    desk.sell('a')";
    assert!(called(again, 3).contains(&"sell".to_owned()));
    let at_last = "desk = Desk()\ntry:\n    assert desk.place('a') == 1\nfinally:\n    desk.sell('a')";
    assert!(called(at_last, 3).contains(&"sell".to_owned()));
}

#[test]
fn a_look_that_loops_says_more_than_what_created_its_object() {
    let source = "class Base:\n    def get_next(self, after):\n        for at in self.times:\n            if at > after:\n                return at\n\n    \
                  def get_last(self, before):\n        return self.get_next(0) + before\n\n    \
                  def get_first(self):\n        return self.times[0] + 1\n\n\n\
                  class Clock(Base):\n    def __init__(self, text):\n        self.times = sorted(text.split())\n";
    let index_of = |body: &str| {
        let test =
            format!("from clock import Clock\n\n\ndef test_it():\n    clock = Clock('1 2')\n    {body}\n");
        index(&[("clock.py", source), ("test_clock.py", &test)])
    };
    let trace = StackTrace(Arc::from("t\nAssertionError: x\n\tat test_clock.test_it(test_clock.py:6)\n"));
    for (body, focal) in [
        ("assert clock.get_next(1) == 2", "clock.Base.get_next"),
        ("assert clock.get_last(1) == 2", "clock.Base.get_last"),
        ("assert clock.get_first() == 2", "clock.Clock.__init__"),
    ] {
        let found = index_of(body).locate("test_clock", "test_it", None, &trace).expect("the test");
        let Focal::Decided(found) = found.focal else { panic!("{body}: {:?}", found.focal) };
        assert_eq!(found.name, focal, "{body}");
    }
}

#[test]
fn the_name_of_a_run_chooses_the_fixture() {
    let source = "class Purse:\n    def drain(self):\n        self.coins = sorted(self.coins)\n        return 1\n\n\n\
                  class Till:\n    def drain(self):\n        self.coins = sorted(self.notes)\n        return 2\n";
    let fixtures = "import pytest\nfrom shop import Purse, Till\n\n\n@pytest.fixture\ndef purse():\n    yield Purse()\n\n\n\
                    @pytest.fixture\ndef till(tmp_path):\n    return Till()\n\n\n\
                    @pytest.fixture(params=[\"purse\", pytest.param(\"till\", id=\"big\")], ids=[\"small\", None])\n\
                    def box(request):\n    return request.getfixturevalue(request.param)\n\n\n\
                    @pytest.fixture(params=[Purse, Till])\ndef made(request):\n    return request.param()\n\n\n\
                    @pytest.fixture\ndef make():\n    def create(**coins):\n        own = Till()\n        return own\n\n    return create\n";
    let focal_of = |run: &str, head: &str, body: &str| {
        let test = format!("import pytest\n\n{head}\n    {body}\n");
        let line = test.lines().count();
        let trace =
            format!("t\nAssertionError: x\n\tat tests.test_shop.test_it(tests/test_shop.py:{line})\n");
        let index =
            index(&[("shop.py", source), ("tests/conftest.py", fixtures), ("tests/test_shop.py", &test)]);
        let trace = StackTrace(Arc::from(trace));
        match index.locate("tests.test_shop", run, None, &trace).expect("the test").focal {
            Focal::Decided(focal) => focal.name.trim_start_matches("shop.").to_owned(),
            Focal::Undecided(_) => "?".to_owned(),
        }
    };
    let by_name = "@pytest.mark.parametrize('name', ['purse', 'till'])\ndef test_it(request, name):";
    let asked = "box = request.getfixturevalue(name)\n    assert box.drain() == 3";
    let written = "box = request.getfixturevalue('till')\n    assert box.drain() == 3";
    let two = "@pytest.mark.parametrize('name, count', [('purse', 1), ('till', 2)])\ndef test_it(request, name, count):";
    for (run, head, body, focal) in [
        ("test_it[small]", "def test_it(box):", "assert box.drain() == 3", "Purse.drain"),
        ("test_it[2-big]", "def test_it(box):", "assert box.drain() == 3", "Till.drain"),
        ("test_it[other]", "def test_it(box):", "assert box.drain() == 3", "?"),
        ("test_it[Till]", "def test_it(made):", "assert made.drain() == 3", "Till.drain"),
        ("test_it[purse]", by_name, asked, "Purse.drain"),
        ("test_it[till-2]", two, asked, "Till.drain"),
        ("test_it", "def test_it(request):", written, "Till.drain"),
        ("test_it", "def test_it(make):", "assert make(a=1).drain() == 3", "Till.drain"),
    ] {
        assert_eq!(focal_of(run, head, body), focal, "{run}: {head} {body}");
    }
}

/// A chest of boxes, a bell that rings what it was given, and a ring that is told of it.
const CHEST: &str = "class Box:
    def __init__(self, name):
        self._name = name
        self._pens = []

    @property
    def name(self):
        return self._name

    @property
    def pens(self):
        return sorted(self._pens)

    @property
    def kept(self):
        return tuple(self._pens)

    def fill(self, pen):
        self._pens.append(pen.strip())
        return self

    def to_text(self):
        return ', '.join(pen for pen in self._pens)

    def count(self, pen):
        return len(self._pens)


class Chest:
    def __init__(self, *names):
        self._boxes = {name: Box(name) for name in names}

    def box_of(self, name):
        try:
            return self._boxes[name]
        except KeyError:
            raise ValueError(name)

    @property
    def names(self):
        return sorted(self._boxes)

    def turn_box(self, old, new):
        if old in self._boxes:
            self._boxes[new] = self._boxes.pop(old)


class Ring:
    def __init__(self, tone):
        if tone < 0:
            raise ValueError(tone)
        self.tone = tone


class Bell:
    def __init__(self):
        self.heard = []

    def tell(self, listener):
        self.heard.append(listener)

    def ring(self):
        for listener in self.heard:
            listener.hear(Ring(2))

    def on(self, tone):
        def register(function):
            self.heard.append(function)
            return function

        return register
";

/// Returns the focal function of a test of the chest, which stands behind `head` and failed on the last line.
fn focal_in_chest(head: &str, class: &str, name: &str, body: &str) -> String {
    let body: String = body.lines().map(|line| format!("        {line}\n")).collect();
    let test = format!(
        "import pytest\nfrom unittest.mock import MagicMock\nfrom chest import *\n\n{head}\n\n\nclass {class}:\n    def {name}:\n{body}"
    );
    let line = test.lines().count();
    let name = name.split('(').next().unwrap_or(name);
    let trace = format!("t\nAssertionError: x\n\tat test_chest.{class}.{name}(test_chest.py:{line})\n");
    let index = index(&[("chest.py", CHEST), ("test_chest.py", &test)]);
    let found = index.locate(&format!("test_chest.{class}"), name, None, &StackTrace(Arc::from(trace)));
    match found.expect("the test").focal {
        Focal::Decided(focal) => focal.name.trim_start_matches("chest.").to_owned(),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

#[test]
fn what_was_done_to_the_whole_shows_in_a_part() {
    let looked = "chest = Chest('a')\nbox = chest.box_of('a')\n";
    let turned = "chest.turn_box('a', 'b')\nassert 'b' in chest.names";
    for (class, name, body, focal) in [
        ("TestIt", "test_it(self)", "chest.turn_box('a', 'b')\nassert box.name == 'b'", "Chest.turn_box"),
        ("TestIt", "test_it(self)", "assert box.name == 'b'", "Chest.box_of"),
        // The class of the tests has the name of a thing.
        ("TestNames", "test_turn_appears(self)", turned, "Chest.turn_box"),
        ("TestNames", "test_names_are_sorted(self)", turned, "Chest.names"),
    ] {
        let body = format!("{looked}{body}");
        assert_eq!(focal_in_chest("", class, name, &body), focal, "{class}.{name}: {body}");
    }
}

#[test]
fn a_helper_and_a_fixture_act_on_what_a_property_reads() {
    let helper = "def filled(box, *pens):\n    for pen in pens:\n        box.fill(pen)";
    let fixture = "@pytest.fixture\ndef box():\n    box = Box('a')\n    box.fill('b')\n    return box";
    let filled = "box = Box('a')\nfilled(box, 'b', 'c')\nassert box.kept == ()";
    for (head, name, body, focal) in [
        (helper, "test_it(self)", filled, "Box.fill"),
        (fixture, "test_it(self, box)", "assert box.kept == ()", "Box.fill"),
        (fixture, "test_kept_in_order(self, box)", "assert box.kept == ()", "Box.kept"),
    ] {
        assert_eq!(focal_in_chest(head, "TestIt", name, body), focal, "{name}: {body}");
    }
}

#[test]
fn a_step_before_a_text_arranges_and_a_test_may_be_called_by_a_look_alone() {
    for (name, body, focal) in [
        ("test_it(self)", "assert Box('a').fill('b').fill('c').to_text() == 'b'", "Box.to_text"),
        ("test_fill_strips(self)", "assert Box('a').fill('b').to_text() == 'b'", "Box.fill"),
        ("test_it(self)", "box = Box('a')\nbox.fill('b')\nassert box.to_text() == 'b'", "Box.fill"),
        ("test_count(self)", "box = Box('a')\nbox.fill('b')\nassert box.count('c') == 0", "Box.count"),
        ("test_count_after(self)", "box = Box('a')\nbox.fill('b')\nassert box.count('c') == 0", "Box.fill"),
    ] {
        assert_eq!(focal_in_chest("", "TestIt", name, body), focal, "{name}: {body}");
    }
}

#[test]
fn what_was_told_to_a_mock_is_compared_with_what_it_should_be() {
    let told = "listener = MagicMock()\nbell = Bell()\nbell.tell(listener)\nbell.ring()\n";
    let recorder = "class Recorder:\n    def __init__(self):\n        self.seen = []\n\n    def hear(self, ring):\n        self.seen.append(ring)";
    let kept = "recorder = Recorder()\nbell = Bell()\nbell.tell(recorder)\nbell.ring()\nassert recorder.seen[0] == Ring(3)";
    let each = "wanted = [Ring(3)]\nfor call, ring in zip(listener.hear.call_args_list, wanted):\n    assert call[0][0] == ring";
    for body in
        [&*format!("{told}assert listener.hear.call_args[0][0] == Ring(3)"), &format!("{told}{each}"), kept]
    {
        assert_eq!(focal_in_chest(recorder, "TestIt", "test_it(self)", body), "Bell.ring", "{body}");
    }
}

#[test]
fn a_decorator_within_a_test_is_called() {
    let body =
        "bell = Bell()\n\n@bell.on(2)\ndef heard(ring):\n    pass\n\nbell.ring()\nassert callable(heard)";
    assert_eq!(focal_in_chest("", "TestIt", "test_on_keeps_the_function(self)", body), "Bell.on");
    assert_eq!(focal_in_chest("", "TestIt", "test_it(self)", body), "Bell.ring");
}
