//! Tests that tell an act from a look: what changes a part of an object changes the object, whatever it returns and however it ends; what
//! decides between parts works something out.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::StackTrace;

/// A kitchen with jars, and the ways in which its methods change them, find them and decide between them.
const KITCHEN: &str = "\
export class Kitchen {
  constructor(jars) {
    this.jars = new Map(jars);
    this.rows = [...this.jars.values()];
    this.limit = 3;
  }
  use(name, grams) {
    const jar = this.jars.get(name);
    if (!jar) throw new Error('no jar');
    jar.grams -= grams;
    return jar;
  }
  async useLater(name, grams) {
    const jar = this.find(name);
    jar.grams -= grams;
    return true;
  }
  label(name, text) {
    this.rows.find((jar) => jar.name === name).labels.push(text);
    return text;
  }
  dry() {
    for (const jar of this.rows.filter((jar) => jar.open)) jar.dried++;
    return this;
  }
  seal(jar) {
    jar.open = false;
    return jar;
  }
  copies() {
    const copies = this.rows.map((jar) => ({ ...jar }));
    for (const jar of copies) jar.grams = Math.round(jar.grams);
    return copies;
  }
  find(name) {
    const jar = this.jars.get(name);
    if (!jar) throw new Error('no jar');
    return jar;
  }
  getTouched(name) {
    const jar = this.jars.get(name);
    jar.touched = true;
    return jar;
  }
  grams(name) {
    return this.jars.get(name).grams;
  }
  named(name) {
    for (const jar of this.rows) {
      if (jar.name === name) return jar;
    }
    return undefined;
  }
  fullest() {
    let best;
    for (const jar of this.rows) {
      if (!best || jar.grams > best.grams) best = jar;
    }
    return best;
  }
  firstOpen() {
    return this.rows.find((jar) => jar.state === 'open');
  }
  first() {
    if (this.rows.length === 0) return undefined;
    return this.rows[0];
  }
  capped() {
    return this.total > this.limit ? this.limit : this.total;
  }
  get emptiest() {
    let best = null;
    for (const jar of this.rows) if (!best || jar.grams < best.grams) best = jar;
    return best;
  }
  get opened() {
    return this.rows.filter((jar) => jar.state === 'open');
  }
  all() {
    return this.rows;
  }
  weight(name, unit) {
    const jar = this.jars.get(name);
    if (!jar) return 0;
    return converted(jar.grams, jar.unit, unit || jar.unit);
  }
  release(name) {
    return this.jars.has(name);
  }
}
function converted(amount, from, to) {
  return from === to ? amount : amount * 1000;
}
";

/// Returns the focal function of a test with a body that failed on the line with `// HERE`.
fn focal_of(title: &str, body: &str) -> String {
    let file = "test/any.test.js";
    let test = format!(
        "import assert from 'node:assert';\nimport {{ Kitchen }} from '../src/kitchen.js';\nit('{title}', async () => {{\n  const kitchen = new Kitchen([]);\n{body}\n}});\n"
    );
    let index = index(&[("src/kitchen.js", KITCHEN), (file, &test)]);
    let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let name = format!("{file}::{title}");
    let trace = StackTrace(Arc::from(format!("{name}\nError: m\n\tat test/x.<anonymous>({file}:{row})")));
    let found = index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found");
    focal(&found).rsplit('.').next().unwrap_or_default().to_owned()
}

#[test]
fn what_must_throw_was_run_before_the_next_look() {
    for act in [
        "expect(() => kitchen.use('a', 9)).toThrow('no');",
        "expect(() => {\n    kitchen.use('a', 9);\n  }).to.throw();",
        "assert.throws(() => kitchen.use('a', 9));",
        "await assert.rejects(kitchen.useLater('a', 9));",
        "await expect(kitchen.useLater('a', 9)).rejects.toThrow();",
    ] {
        let body = format!("  {act}\n  expect(kitchen.grams('a')).toBe(3); // HERE");
        let function = if act.contains("useLater") { "useLater" } else { "use" };
        assert_eq!(focal_of("leaves all as it was", &body), function, "{act}");
        let behind = format!("  kitchen.dry();\n{body}");
        assert_eq!(focal_of("leaves all as it was", &behind), function, "{act}");
        let before = body.replace("  expect(kitchen.grams", "  kitchen.dry();\n  expect(kitchen.grams");
        assert_eq!(focal_of("leaves all as it was", &before), "dry", "{act}");
    }
    let titled =
        "  expect(() => kitchen.use('a', 9)).toThrow();\n  expect(kitchen.fullest()).toBe(3); // HERE";
    assert_eq!(focal_of("fullest knows the jar", titled), "fullest");
}

#[test]
fn what_changes_a_part_of_an_object_changes_it_whatever_it_returns() {
    for act in [
        "kitchen.use('a', 1)",
        "await kitchen.useLater('a', 1)",
        "kitchen.label('a', 'x')",
        "kitchen.dry()",
        "const jar = kitchen.use('a', 1)",
        "kitchen.seal(jars[0])",
    ] {
        let body = format!("  {act};\n  expect(kitchen.grams('a')).toBe(3); // HERE");
        let name = act.split('.').nth(1).and_then(|call| call.split('(').next()).unwrap_or_default();
        assert_eq!(focal_of("keeps the books", &body), name, "{act}");
    }
    for look in ["copies()", "getTouched('a')", "find('a')"] {
        let body = format!("  kitchen.use('a', 1);\n  expect(kitchen.{look}).toEqual([]); // HERE");
        let function = if look == "copies()" { "copies" } else { "use" };
        assert_eq!(focal_of("keeps the books", &body), function, "{look}");
    }
}

#[test]
fn what_decides_between_parts_is_no_accessor() {
    for (look, function) in [
        ("fullest()", "fullest"),
        ("fullest()?.name", "fullest"),
        ("firstOpen()", "firstOpen"),
        ("capped()", "capped"),
        ("emptiest", "emptiest"),
        ("opened", "use"),
        ("first()", "use"),
        ("named('a')", "use"),
    ] {
        let body = format!("  kitchen.use('a', 1);\n  expect(kitchen.{look}).toEqual([]); // HERE");
        assert_eq!(focal_of("keeps the books", &body), function, "{look}");
        assert_eq!(focal_of("use: keeps the books", &body), "use", "{look}");
    }
}

#[test]
fn what_a_look_gave_and_the_test_changed_is_looked_at_again() {
    for change in [
        "kitchen.all().pop();",
        "kitchen.all()[0].name = 'x';",
        "kitchen.all().length = 0;",
        "const all = kitchen.all();\n  all.pop();",
        "const [first] = kitchen.all();\n  first.name = 'x';",
    ] {
        let body =
            format!("  kitchen.use('a', 1);\n  {change}\n  expect(kitchen.all()).toHaveLength(1); // HERE");
        assert_eq!(focal_of("keeps its own", &body), "all", "{change}");
    }
    let only = "  kitchen.use('a', 1);\n  kitchen.all().map((jar) => jar.name);\n  expect(kitchen.all()).toHaveLength(1); // HERE";
    assert_eq!(focal_of("keeps its own", only), "use");
}

#[test]
fn what_is_told_in_another_form_is_looked_up() {
    let body = "  kitchen.use('a', 1);\n  expect(kitchen.weight('a')).toBe(3); // HERE";
    assert_eq!(focal_of("keeps the books", body), "use");
    assert_eq!(focal_of("weight is in grams", body), "weight");
}

#[test]
fn an_act_by_its_title_is_one_whatever_is_left_of_it() {
    let body = "  kitchen.use('a', 1);\n  const released = kitchen.release('a');\n  expect(released).toBe(true);\n  expect(kitchen.grams('a')).toBe(3); // HERE";
    assert_eq!(focal_of("gives all back on release", body), "release");
    assert_eq!(focal_of("keeps the books", body), "use");
}
