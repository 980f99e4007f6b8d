//! Tests whose look stands in a helper, compares by a function that only compares, or is at what an earlier call gave; and hooks that fail
//! without a frame.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::{Located, Phase, StackTrace};

const STALL: &str = "\
export class Crate {
  constructor(fruit) {
    if (!fruit) throw new Error('no fruit');
    this.fruit = fruit;
  }
}
export class Stall {
  constructor() {
    this.crates = [];
    this.orders = new Map();
  }
  stack(fruit) {
    this.crates.push(new Crate(fruit));
  }
  size() {
    return this.crates.length;
  }
  order(fruit) {
    const order = { id: this.orders.size, fruit, paid: false };
    this.orders.set(order.id, order);
    return order;
  }
  pay(id) {
    const order = this.orders.get(id);
    order.paid = true;
    return order;
  }
  payAll() {
    for (const order of this.orders.values()) order.paid = true;
  }
  open(hours) {
    this.hours = hours;
  }
  fruits() {
    const all = [];
    for (const crate of this.crates) if (!all.includes(crate.fruit)) all.push(crate.fruit);
    return all;
  }
}
export function listEquals(one, other) {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
export function fits(fruits, cart) {
  return fruits.length < cart.room;
}
export async function opened(text) {
  return read(text);
}
function read(text) {
  if (text.includes('(')) throw new Error('brackets');
  return new Stall();
}
export default function stallOf() {
  return new Stall();
}
";

/// Returns the code of a test with a title in a file whose lines with `// INNER` and `// HERE` the trace has, behind `frames`.
fn located(body: &str, title: &str, frames: &[&str]) -> Located {
    let file = "test/any.test.js";
    let test = format!(
        "import {{ Stall, fits, listEquals, opened }} from '../src/stall.js';\nimport stallOf from '../src/index.js';\n{body}"
    );
    let own = ["// INNER", "// HERE"].into_iter().filter_map(|mark| {
        let row = test.lines().position(|line| line.contains(mark))?;
        Some(format!("test/x.<anonymous>({file}:{})", row + 1))
    });
    let frames = frames.iter().map(|frame| (*frame).to_owned()).chain(own);
    let frames: String = frames.map(|frame| format!("\n\tat {frame}")).collect();
    let index = index(&[
        ("src/stall.js", STALL),
        ("src/index.js", "module.exports = require('./stall.js');\n"),
        (file, &test),
    ]);
    let name = format!("{file}::{title}");
    let error = if body.contains("// UNSET") {
        "TypeError: Cannot read properties of undefined (reading 'size')"
    } else {
        "Error: m"
    };
    let trace = StackTrace(Arc::from(format!("{name}\n{error}{frames}")));
    index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found")
}

fn focal_of(body: &str, title: &str) -> String {
    focal(&located(body, title, &[])).rsplit('.').next().unwrap_or_default().to_owned()
}

#[test]
fn a_look_in_a_helper_gives_way_to_the_act_of_the_test() {
    for helper in [
        "function check(stall, n) {\n  expect(stall.size()).toBe(n); // INNER\n}",
        "const check = async (stall, n) => {\n  const size = await stall.size();\n  expect(size).toBe(n); // INNER\n};",
        "function check(size, n) {\n  expect(size).toBe(n); // INNER\n}",
    ] {
        let given = if helper.contains("(size") { "stall.size()" } else { "stall" };
        let test = |act: &str| {
            format!(
                "{helper}\nit('x', async () => {{\n  const stall = new Stall();\n{act}  await check({given}, 2); // HERE\n}});\n"
            )
        };
        assert_eq!(focal_of(&test("  stall.stack('plum');\n"), "x"), "stack", "{helper}");
        assert_eq!(focal_of(&test(""), "x"), "size", "{helper}");
    }
    let around = "it('x', () => {\n  const stall = new Stall();\n  const check = (n) => {\n    expect(stall.size()).toBe(n); // INNER\n  };\n  stall.stack('plum');\n  check(2); // HERE\n});\n";
    assert_eq!(focal_of(around, "x"), "stack");
    let gives = "const sizeOf = (stall) => stall.size();\nit('x', () => {\n  const stall = new Stall();\n  stall.stack('plum');\n  expect(sizeOf(stall)).toBe(2); // HERE\n});\n";
    assert_eq!(focal_of(gives, "x"), "stack");
}

#[test]
fn what_only_compares_is_no_more_than_a_check() {
    let helper =
        "function same(value, other) {\n  expect(listEquals(value, other)).toBe(true); // INNER\n}\n";
    let by_helper = format!(
        "{helper}it('x', () => {{\n  const stall = new Stall();\n  const all = stall.fruits();\n  same(all, ['plum']); // HERE\n}});\n"
    );
    assert_eq!(focal_of(&by_helper, "x"), "fruits");
    let test = |title: &str, call: &str| {
        format!(
            "it('{title}', () => {{\n  const stall = new Stall();\n  expect({call}).toBe(true); // HERE\n}});\n"
        )
    };
    for (title, call, function) in [
        ("x", "listEquals(stall.fruits(), ['plum'])", "fruits"),
        ("x", "listEquals(['plum'], ['plum'])", "listEquals"),
        ("listEquals compares", "listEquals(stall.fruits(), ['plum'])", "listEquals"),
        ("x", "fits(stall.fruits(), { room: 1 })", "fits"),
    ] {
        assert_eq!(focal_of(&test(title, call), title), function, "{title}: {call}");
    }
}

#[test]
fn what_changed_the_result_of_an_earlier_call_is_the_act() {
    for (act, function) in [
        ("stall.pay(order.id);", "pay"),
        ("stall.payAll();", "payAll"),
        ("const paid = stall.pay(order.id);", "pay"),
        ("stall.open('all day');", "order"),
        ("", "order"),
    ] {
        let test = |title: &str| {
            format!(
                "it('{title}', () => {{\n  const stall = new Stall();\n  const order = stall.order('plum');\n  {act}\n  expect(order.paid).toBe(false); // HERE\n}});\n"
            )
        };
        assert_eq!(focal_of(&test("x"), "x"), function, "{act}");
        assert_eq!(focal_of(&test("order is not paid"), "order is not paid"), "order", "{act}");
    }
}

#[test]
fn what_a_helper_called_and_threw_comes_before_what_never_ran() {
    let test = "let stall;\nfunction fill(fruit) {\n  stall = new Stall();\n  stall.stack(fruit); // INNER\n}\nit('x', () => {\n  fill(''); // HERE\n  stall.payAll();\n  expect(stall.size()).toBe(1);\n});\n";
    let frames = ["src/stall.Crate.constructor(src/stall.js:3)", "src/stall.Stall.stack(src/stall.js:13)"];
    assert_eq!(focal(&located(test, "x", &frames)), "src/stall.Stall.stack");
}

#[test]
fn a_hook_that_called_what_threw_failed_though_no_frame_shows_it() {
    let test = "describe('s', () => {\n  let stall;\n  beforeAll(async () => {\n    stall = await opened('a,(b');\n  });\n  it('x', () => {\n    expect(stall.size()).toBe(1);\n  });\n});\n";
    for frames in [
        &["src/stall.read(src/stall.js:50)", "src/stall.opened(src/stall.js:47)"][..],
        &["src/stall.read(src/stall.js:50)"],
    ] {
        let found = located(test, "s > x", frames);
        assert_eq!((found.phase, focal(&found)), (Phase::SetUp, "src/stall.opened"), "{frames:?}");
    }
    let own = test.replace("expect(stall.size())", "expect(opened(stall.size()))");
    assert_eq!(located(&own, "s > x", &["src/stall.opened(src/stall.js:47)"]).phase, Phase::Test);
    let unset = test.replace("toBe(1);", "toBe(1); // HERE // UNSET");
    assert_eq!(focal(&located(&unset, "s > x", &[])), "src/stall.opened");
}

#[test]
fn a_module_that_is_passed_on_as_a_whole_has_its_default() {
    let test = "it('x', () => {\n  const stall = stallOf();\n  stall.stack('plum');\n  expect(stall.size()).toBe(2); // HERE\n});\n";
    assert_eq!(focal_of(test, "x"), "stack");
}
