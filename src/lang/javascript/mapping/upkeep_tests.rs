//! Tests that look at an object by a member that first brings it up to date.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::StackTrace;

/// Purses whose coins come back with time: a look that brings one up to date, as what spends does.
const PURSES: &str = "\
export class Purses {
  purses = new Map();
  constructor(clock) {
    this.clock = clock;
  }
  spend(name, coins) {
    const purse = this.filled(name);
    if (purse.coins < coins) return false;
    purse.coins -= coins;
    return true;
  }
  left(name) {
    return Math.floor(this.filled(name).coins);
  }
  put(name, coins) {
    return this.kept(name, coins).coins;
  }
  swap(name, coins) {
    this.kept(name, coins);
  }
  filled(name) {
    const now = this.clock.now();
    let purse = this.purses.get(name);
    if (!purse) {
      purse = { coins: 5, at: now };
      this.purses.set(name, purse);
    }
    purse.coins = Math.min(5, purse.coins + now - purse.at);
    purse.at = now;
    return purse;
  }
  kept(name, coins) {
    const purse = this.purses.get(name);
    purse.coins = coins;
    return purse;
  }
}
export class Purse {
  coins = 5;
  spend(coins) {
    this.refilled();
    this.coins -= coins;
  }
  left() {
    return this.refilled().coins;
  }
  told() {
    this.refilled();
    return `${this.coins} coins`;
  }
  refilled() {
    this.coins = Math.min(5, this.coins + now());
    return this;
  }
}
";

/// Returns the focal function of a test with a title and a body that fails on its line with `// HERE`.
fn focal_of(title: &str, body: &str) -> String {
    let file = "test/any.test.js";
    let test = format!(
        "import {{ Purse, Purses }} from '../src/purses.js';\nimport {{ clock }} from './clock.js';\nit('{title}', () => {{\n  const purses = new Purses(clock);\n  const purse = new Purse();\n{body}\n}});\n"
    );
    let index = index(&[("src/purses.js", PURSES), (file, &test)]);
    let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let name = format!("{file}::{title}");
    let trace = StackTrace(Arc::from(format!("{name}\nError: m\n\tat test/x.<anonymous>({file}:{row})")));
    let found = index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found");
    focal(&found).rsplit('.').next().unwrap_or_default().to_owned()
}

#[test]
fn a_look_that_brings_its_object_up_to_date_is_about_the_act_before_it() {
    let spent = "  purses.spend('ada', 2);\n";
    let left = "  expect(purses.left('ada')).toBe(1); // HERE";
    for (title, body, function) in [
        ("pays what is dear", format!("{spent}{left}"), "spend"),
        ("pays what is dear", format!("{spent}\n  expect(purses.purses.size).toBe(1);\n{left}"), "spend"),
        ("gets it back with time", format!("{spent}  clock.tick(100);\n{left}"), "left"),
        ("has some from the start", left.to_owned(), "left"),
        ("left counts whole coins", format!("{spent}{left}"), "left"),
    ] {
        assert_eq!(focal_of(title, &body), function, "{title}\n{body}");
    }
    let own = "  purse.spend(2);\n  expect(purse.left()).toBe(1); // HERE";
    assert_eq!(focal_of("pays what is dear", own), "spend");
    // What it gives may be of no use.
    let told = "  expect(purse.told()).toBe('3 coins'); // HERE";
    assert_eq!(focal_of("pays what is dear", &format!("  purse.spend(2);\n{told}")), "spend");
    assert_eq!(focal_of("has some from the start", told), "told");
}

#[test]
fn what_writes_what_it_is_given_is_no_upkeep() {
    let body = "  purses.spend('ada', 2);\n  expect(purses.put('ada', 3)).toBe(3); // HERE";
    assert_eq!(focal_of("has another sum", body), "put");
}
