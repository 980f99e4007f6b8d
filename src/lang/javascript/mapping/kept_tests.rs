//! Tests whose callbacks are kept by what is given them, and run by a later call, a timer or a helper of the tests.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::{Located, StackTrace};

const PRESS: &str = "\
export class Stamp {
  constructor(mark, fail) {
    this.mark = mark;
    this.fail = fail || (() => {});
  }
  use(ink) {
    this.mark(ink);
  }
}
export class Eager {
  constructor(mark) {
    this.mark = mark;
    for (const ink of [1, 2]) this.mark(ink);
  }
}
export function stampOf(mark) {
  return new Stamp(mark);
}
export class Sheet {
  constructor(size, stamp) {
    this.size = size;
    this.stamp = stamp;
  }
  begin() {
    this.timer = setInterval(() => this.stamp.use(this.size), 10);
  }
  async beginAsync() {
    this.begin();
  }
  get isOn() {
    return this.timer !== undefined;
  }
  static async once(stamp) {
    stamp.use(1);
    return new Sheet(1, stamp);
  }
}
export class Press {
  constructor() {
    this.sheets = [];
  }
  add(sheet) {
    this.sheets.push(sheet);
    sheet.begin();
  }
  closeAll() {
    for (const sheet of this.sheets) clearInterval(sheet.timer);
  }
}
";

/// Returns the code of a test that fails on its line with `// HERE`; `frames` are those below it.
fn located(title: &str, body: &str, frames: &str) -> Located {
    let file = "test/any.test.ts";
    let test = format!(
        "import {{ Eager, Press, Sheet, Stamp, stampOf }} from '../src/press';\nimport {{ pressed }} from './help';\nit('{title}', async () => {{\n  let count = 0;\n  const press = new Press();\n{body}\n}});\n"
    );
    let help = "import { Sheet } from '../src/press';\nexport function pressed(sheet, mark) {\n  new Sheet(1, null).begin();\n  sheet.begin((ink) => mark(null, ink));\n}\n";
    let index = index(&[("src/press.ts", PRESS), ("test/help.ts", help), (file, &test)]);
    let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let name = format!("{file}::{title}");
    let trace = format!("{name}\nError: m\n\tat test/x.<anonymous>({file}:{row}){frames}");
    let trace = StackTrace(Arc::from(trace));
    index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found")
}

fn focal_of(title: &str, body: &str) -> String {
    focal(&located(title, body, "")).replace("src/press.", "")
}

#[test]
fn what_only_keeps_a_callback_has_not_run_it() {
    let check = "  vi.advanceTimersByTime(20);\n  expect(count).toBe(1); // HERE\n  press.closeAll();";
    for (acts, function) in [
        (
            "const stamp = new Stamp(() => count++);\n  const sheet = new Sheet(2, stamp);\n  press.add(sheet);",
            "Press.add",
        ),
        (
            "const stamp = new Stamp(() => {\n    count++;\n  });\n  press.add(new Sheet(2, stamp));",
            "Press.add",
        ),
        ("const stamp = stampOf(() => count++);\n  press.add(new Sheet(2, stamp));", "Press.add"),
        (
            "const stamp = new Stamp(() => count++);\n  const sheet = new Sheet(2, stamp);\n  sheet.begin();",
            "Sheet.begin",
        ),
        (
            "const stamp = new Stamp(() => count++);\n  const sheet = new Sheet(2, stamp);\n  const begun = sheet.beginAsync();\n  await begun;",
            "Sheet.beginAsync",
        ),
        ("const stamp = new Stamp(() => count++);\n  const sheet = await Sheet.once(stamp);", "Sheet.once"),
        ("const stamp = new Stamp(() => count++);\n  stamp.use(3);", "Stamp.use"),
        (
            "const stamp = new Stamp(() => {}, (error) => {\n    count = error.message;\n  });\n  press.add(new Sheet(2, stamp));",
            "Press.add",
        ),
        ("new Eager(() => count++);", "Eager.constructor"),
        ("const eager = new Eager(() => count++);\n  press.add(new Sheet(2, eager));", "Eager.constructor"),
        ("const stamp = new Stamp(() => count++);", "Stamp.constructor"),
    ] {
        assert_eq!(focal_of("marks", &format!("  {acts}\n{check}")), function, "{acts}");
    }
}

#[test]
fn what_ends_an_object_is_an_act_if_the_test_waits_behind_it() {
    let acts = "  const stamp = new Stamp(() => count++);\n  const sheet = new Sheet(2, stamp);\n  press.add(sheet);\n  press.closeAll();";
    let check = "  expect(count).toBe(1); // HERE";
    assert_eq!(
        focal_of("marks", &format!("{acts}\n  vi.advanceTimersByTime(20);\n{check}")),
        "Press.closeAll"
    );
    assert_eq!(focal_of("marks", &format!("{acts}\n{check}")), "Press.add", "it only tidies up");
}

#[test]
fn a_check_in_a_callback_is_about_what_called_it_back() {
    let check = "(ink) => {\n    expect(ink).toBe(3); // HERE\n  }";
    let called = "\n\tat Stamp.use(src/press.ts:7)";
    let by_timer = format!("{called}\n\tat x.<anonymous>(src/press.ts:26)");
    let kept = format!("  const stamp = new Stamp({check});\n");
    let timed = format!("{kept}  press.add(new Sheet(2, stamp));\n  vi.advanceTimersByTime(20);");
    assert_eq!(focal(&located("marks", &timed, &by_timer)), "src/press.Stamp.use");
    let own = format!("{kept}  stamp.use(2);");
    assert_eq!(
        focal(&located("marks", &own, &format!("{called}\n\tat x(test/any.test.ts:9)"))),
        "src/press.Stamp.use"
    );
    let acts = "  const stamp = new Stamp((ink) => {\n    press.add(ink);\n    expect(press.sheets.length).toBe(3); // HERE\n  });\n  stamp.use(2);";
    assert_eq!(focal(&located("marks", acts, called)), "src/press.Press.add", "it acts itself");
    let in_helper = "  const sheet = new Sheet(2, null);\n  pressed(sheet, (error, ink) => {\n    expect(ink).toBe(3); // HERE\n  });";
    let frames = "\n\tat mark(test/help.ts:4)\n\tat Sheet.begin(src/press.ts:26)\n\tat pressed(test/help.ts:4)\n\tat x(test/any.test.ts:7)";
    assert_eq!(focal(&located("marks", in_helper, frames)), "src/press.Sheet.begin");
}

#[test]
fn a_type_that_a_check_gives_to_an_object_hides_nothing() {
    for object in ["sheet", "(sheet as any)", "(sheet as Sheet)", "(<any>sheet)", "sheet!"] {
        let body = format!(
            "  const sheet = new Sheet(2, null);\n  press.add(sheet);\n  expect({object}.timer).toBe(1); // HERE"
        );
        assert_eq!(focal_of("marks", &body), "Press.add", "{object}");
    }
}
