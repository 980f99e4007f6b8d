//! Tests of what failed before the test, of what was None, of looks that give a handle, and of operators that no name shows.

use std::sync::Arc;

use super::tests::index;
use crate::model::{Focal, StackTrace};

/// A purse of coins, a drawer of purses, and a slip that says what lies where.
const SHOP: &str = "class Coin:
    def __init__(self, worth):
        self.worth = worth

    def __add__(self, other):
        return Coin(self.worth + other.worth)

    def __lt__(self, other):
        return self.worth < other.worth

    def __eq__(self, other):
        return self.worth == other.worth

    def to_words(self):
        return ' '.join(['coin'] * self.worth)

    @classmethod
    def from_words(cls, words):
        return cls(len(words.split()))


class Slip:
    def __init__(self, purse):
        self._weight = purse['weight']

    def weight(self):
        return self._weight


class Drawer:
    def __init__(self, purses):
        self._purses = purses
        self.asked = 0

    @classmethod
    def unpack(cls, words):
        return cls({word: {'weight': len(word)} for word in words})

    def tidy(self):
        self._purses = {name: purse for name, purse in self._purses.items() if purse}

    def get(self, name):
        self.asked += 1
        return Slip(self._purses[name])

    def put(self, name):
        self._purses[name] = self._weighed(name)

    def _weighed(self, name):
        return {'weight': len(name)}

    def names(self):
        return iter(self._purses)

    def fullness(self):
        return sum(purse['weight'] for purse in self._purses.values()) + 1
";

/// The fixtures, the set-up and the helper of the tests.
const HEAD: &str = "import pytest
from shop import Coin, Drawer


@pytest.fixture
def filled():
    drawer = Drawer({})
    drawer.put('a')
    yield drawer
    drawer.tidy()


class TestShop:
    def setup_method(self):
        self.drawer = Drawer.unpack([])

    def fill(self, *names):
        for name in names:
            self.drawer.put(name)

    def check(self, drawer, full):
        assert drawer.fullness() == full

    def check_names(self, drawer):
        assert next(drawer.names()) == 'a'

";

/// Returns the focal function of a test whose trace has these frames; `{last}` in them is the last line of its body.
fn focal_below(name: &str, body: &str, exception: &str, frames: &str) -> String {
    let lines: String = body.lines().map(|line| format!("        {line}\n")).collect();
    let test = format!("{HEAD}    def {name}(self, filled=None):\n{lines}");
    let last = format!("\tat test_shop.TestShop.{name}(test_shop.py:{})\n", test.lines().count());
    let trace = format!("t\n{exception}\n{}", frames.replace("{last}", &last));
    let index = index(&[("shop.py", SHOP), ("test_shop.py", &test)]);
    let located = index.locate("test_shop.TestShop", name, None, &StackTrace(Arc::from(trace)));
    match located.expect("the test").focal {
        Focal::Decided(focal) => focal.name.trim_start_matches("shop.").to_owned(),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

fn are_found(cases: &[(&str, &str, &str)]) {
    for (name, body, focal) in cases {
        assert_eq!(focal_below(name, body, "AssertionError: x", "{last}"), *focal, "{name}: {body}");
    }
}

#[test]
fn what_failed_behind_a_test_is_none_of_its_own_calls() {
    let row = |text: &str| {
        let at = SHOP.lines().position(|line| line.contains(text)).expect("a line of the source");
        at + 2
    };
    let deep =
        format!("\tat shop.Drawer.put(shop.py:{})\n\tat test_shop.filled(test_shop.py:8)\n", row("def put"));
    let found = focal_below("test_fullness", "assert filled.fullness() == 2", "TypeError: x", &deep);
    assert_eq!(found, "Drawer.fullness", "of a set-up the test's own calls say what it is about");
    let ended = format!(
        "\tat shop.Drawer.tidy(shop.py:{})\n\tat test_shop.filled(test_shop.py:10)\n",
        row("def tidy")
    );
    let found = focal_below("test_fullness", "assert filled.fullness() == 2", "TypeError: x", &ended);
    assert_eq!(found, "Drawer.tidy");
}

#[test]
fn what_was_none_is_what_gave_the_attribute_its_value() {
    let asked = "AttributeError: 'NoneType' object has no attribute 'put'";
    let in_helper = "\tat test_shop.TestShop.fill(test_shop.py:19)\n{last}";
    for (body, frames) in [
        ("self.drawer = Drawer.unpack(['a'])\nself.drawer.put('b')", "{last}"),
        ("self.drawer = Drawer.unpack(['a'])\nself.fill('b')", in_helper),
        ("self.fill('b')", in_helper),
    ] {
        assert_eq!(focal_below("test_fill", body, asked, frames), "Drawer.unpack", "{body}");
    }
    assert_eq!(focal_below("test_put", "filled.put('b')", asked, "{last}"), "Drawer.put");
}

#[test]
fn a_look_by_a_key_gives_what_was_put_there() {
    let unpacked = "drawer = Drawer.unpack(['ab'])\n";
    let looked = "slip = drawer.get('ab')\nassert slip.weight() == 3";
    are_found(&[
        ("test_it", &format!("{unpacked}{looked}"), "Drawer.unpack"),
        ("test_it", &format!("{unpacked}drawer.tidy()\n{looked}"), "Drawer.tidy"),
        ("test_it", &format!("drawer = Drawer({{}})\n{looked}"), "Drawer.get"),
        ("test_get_counts", &format!("{unpacked}{looked}"), "Drawer.get"),
    ]);
}

#[test]
fn a_constant_is_told_from_an_object_by_its_operator() {
    are_found(&[
        ("test_it", "coin = Coin(1)\nassert coin != None", "Coin.__eq__"),
        ("test_it", "coin = Coin(1)\nassert not (coin == 0)", "Coin.__eq__"),
        ("test_it", "coin = Coin(1)\nassert {} != coin", "Coin.__eq__"),
        ("test_it", "coin = Coin(1)\nself.assertNotEqual(coin, 'coin')", "Coin.__eq__"),
        ("test_it", "coin = Coin(1)\nassert coin == 1", "Coin.__init__"),
        ("test_it", "coin = Coin.from_words('a')\nassert coin != None", "Coin.from_words"),
    ]);
}

#[test]
fn a_built_in_function_calls_operators_of_the_elements() {
    are_found(&[
        ("test_it", "assert sum([Coin(1), Coin(2)]) == Coin(3)", "Coin.__add__"),
        ("test_it", "assert sum([Coin(1), Coin(2)], Coin(0)) == Coin(3)", "Coin.__add__"),
        ("test_it", "assert sorted([Coin(2), Coin(1)]) == [Coin(1), Coin(2)]", "Coin.__lt__"),
        ("test_it", "assert max(Coin(1), Coin(2)) == Coin(2)", "Coin.__lt__"),
        ("test_it", "assert min((Coin(1), Coin(2))) == Coin(1)", "Coin.__lt__"),
        ("test_it", "assert min([Coin(1)], key=id) == Coin(1)", "Coin.__init__"),
        ("test_it", "assert max([1, 2]) == 3", "Drawer.unpack"),
    ]);
}

#[test]
fn there_and_back_is_about_the_way_back() {
    let two = "words = coin.to_words()\nassert Coin.from_words(words) == coin";
    let one = "assert Coin.from_words(coin.to_words()) == coin";
    for body in [two, one].map(|check| format!("coin = Coin(2)\n{check}")) {
        are_found(&[
            ("test_words", &body, "Coin.from_words"),
            ("test_it", &body, "Coin.from_words"),
            ("test_to_words", &body, "Coin.to_words"),
        ]);
    }
}

#[test]
fn a_helper_that_asks_an_object_shows_what_was_done_to_it() {
    let in_helper = "\tat test_shop.TestShop.check(test_shop.py:22)\n{last}";
    let checked = "drawer = Drawer({})\ndrawer.put('a')\nself.check(drawer, 2)";
    for (name, body, focal) in [
        ("test_it", checked, "Drawer.put"),
        ("test_fullness", checked, "Drawer.fullness"),
        ("test_it", "drawer = Drawer({})\nself.check(drawer, 2)", "Drawer.fullness"),
    ] {
        assert_eq!(focal_below(name, body, "AssertionError: x", in_helper), focal, "{name}: {body}");
    }
    let named = "drawer = Drawer({})\ndrawer.put('a')\nself.check_names(drawer)";
    let in_names = "\tat test_shop.TestShop.check_names(test_shop.py:25)\n{last}";
    assert_eq!(focal_below("test_it", named, "StopIteration", in_names), "Drawer.put");
    assert_eq!(focal_below("test_names", named, "StopIteration", in_names), "Drawer.names");
}
