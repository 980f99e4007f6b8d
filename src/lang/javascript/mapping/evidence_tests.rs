//! Tests that do several things to an object: which of them a test is about, by what each does and by what the titles say.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::{Located, OracleCategory, StackTrace};

/// A kiln: acts with conditions, looks that tell, and looks that work something out.
const KILN: &str = "\
export class Kiln {
  constructor(tell, runs) {
    this.pots = [];
    this.tell = tell;
    if (runs) this.start();
  }
  load(pot) {
    if (!pot) throw new Error('no pot');
    this.pots.push(pot);
    return this;
  }
  heat(by) {
    if (by < 0) throw new Error('cold');
    this.last = by;
    this.tell(by);
  }
  start() {
    this.runs = true;
    this.tell(0);
  }
  stop() {
    this.runs = false;
  }
  onHeat(options) {
    this.tell = options.tell;
  }
  state() {
    if (!this.last) return undefined;
    return this.last;
  }
  contents() {
    return this.pots;
  }
  isHot() {
    const last = this.last;
    return last !== undefined && last > 3;
  }
  label() {
    return this.pots.map((pot) => pot.toFixed(1)).join(', ');
  }
  toString() {
    return `${this.last} degrees`;
  }
  shelf(name) {
    return new Shelf(name);
  }
}
export class Shelf {
  nameOf(pot) {
    return pot.name;
  }
  pots() {
    return [1, 2].map((name) => ({ name }));
  }
  turn() {
    return true;
  }
}
export class Oven {
  bake(name) {
    return Promise.resolve(name);
  }
  look(name) {
    return Promise.resolve({ name });
  }
}
";

/// Returns the code of a test with its titles and its body that failed with an exception on the line with `// HERE`.
fn located(titles: &[&str], body: &str, exception: &str) -> Located {
    let title = titles.last().copied().unwrap_or("works");
    let suites: String =
        titles.iter().rev().skip(1).rev().map(|suite| format!("describe('{suite}', () => {{ ")).collect();
    let ends = "}); ".repeat(titles.len().saturating_sub(1));
    let test = format!(
        "import {{ Kiln, Shelf, Oven }} from '../src/kiln.js';\n{suites}it('{title}', async (done) => {{\n  const told = vi.fn();\n  const kiln = new Kiln(told);\n  const oven = new Oven();\n{body}\n}}); {ends}\n"
    );
    let index = index(&[("src/kiln.js", KILN), ("test/any.test.js", &test)]);
    let line = test.lines().position(|line| line.contains("// HERE")).map(|row| row + 1);
    let frame = line.map(|line| format!("\n\tat test/any.test.<anonymous>(test/any.test.js:{line})"));
    let name = format!("test/any.test.js::{}", titles.join(" > "));
    let trace = StackTrace(Arc::from(format!("{name}\n{exception}: m{}", frame.unwrap_or_default())));
    index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found")
}

/// Returns the focal function of a test that failed in a check.
fn focal_of(titles: &[&str], body: &str) -> String {
    name_of(&located(titles, body, "AssertionError"))
}

fn name_of(located: &Located) -> String {
    focal(located).strip_prefix("src/kiln.").unwrap_or_else(|| focal(located)).to_owned()
}

#[test]
fn a_look_that_works_something_out_is_tested_whatever_was_done_before() {
    let with = |look: &str| format!("  kiln.load(3);\n  kiln.heat(2);\n  expect({look}).toBe(1); // HERE");
    for (look, function) in [
        ("kiln.isHot()", "Kiln.isHot"),
        ("kiln.label()", "Kiln.label"),
        ("kiln.toString()", "Kiln.toString"),
        ("`${kiln}`", "Kiln.toString"),
        ("String(kiln)", "Kiln.toString"),
        ("kiln.state()", "Kiln.heat"),
    ] {
        assert_eq!(focal_of(&["works"], &with(look)), function, "{look}");
        assert_eq!(
            focal_of(&["heat(by) heats"], &with(look)),
            "Kiln.heat",
            "the title names the act: {look}"
        );
    }
    assert_eq!(focal_of(&["shows what a load was"], &with("kiln.label()")), "Kiln.label");
}

#[test]
fn a_word_within_a_sentence_names_no_act_that_only_arranged() {
    let body = "  kiln.load(3);\n  kiln.heat(2);\n  expect(kiln.state()).toBe(1); // HERE";
    for title in ["when load is given then it is hot", "handles loads"] {
        assert_eq!(focal_of(&[title], body), "Kiln.heat", "{title}");
        assert_eq!(focal_of(&[title, "works"], body), "Kiln.heat", "{title}");
    }
    for title in [".load() fills", "Kiln.load", "should load a pot", "loads a pot"] {
        assert_eq!(focal_of(&[title], body), "Kiln.load", "{title}");
    }
}

#[test]
fn what_only_tidies_up_before_a_look_is_no_act() {
    let told = "expect(told).toHaveBeenCalledTimes(2); // HERE";
    let started = format!("  kiln.start();\n  vi.advanceTimersByTime(5);\n  kiln.stop();\n  {told}");
    assert_eq!(focal_of(&["runs"], &started), "Kiln.start");
    assert_eq!(focal_of(&["tells nothing after stop"], &started), "Kiln.stop");
    let made =
        format!("  const own = new Kiln(told, true);\n  vi.advanceTimersByTime(5);\n  own.stop();\n  {told}");
    assert_eq!(focal_of(&["runs"], &made), "Kiln.constructor");
    let only = format!("  kiln.stop();\n  {told}");
    assert_eq!(focal_of(&["runs"], &only), "Kiln.stop", "nothing else was done");
    let looked_at = "  kiln.start();\n  kiln.stop();\n  expect(kiln.runs).toBe(true); // HERE";
    assert_eq!(focal_of(&["runs"], looked_at), "Kiln.stop", "it ends what the check looks at");
    let heated = format!("  kiln.heat(3);\n  kiln.start();\n  {told}");
    assert_eq!(focal_of(&["heat", "works"], &heated), "Kiln.heat", "a suite has its name");
}

#[test]
fn a_step_of_promises_that_fails_is_about_what_the_chain_begins_with() {
    let cases = [
        (
            "  oven.bake(1).then(() => done(Error('no'))) // HERE\n    .catch(() => done());",
            "Oven.bake",
            true,
        ),
        (
            "  oven.bake(1).then(() => {\n    throw new Error('no'); // HERE\n  }, () => done());",
            "Oven.bake",
            true,
        ),
        (
            "  oven.bake(1)\n    .then((got) => { expect(got).toBe(1); done(); })\n    .catch(() => {\n      done(Error('no')); // HERE\n    });",
            "Oven.bake",
            false,
        ),
        (
            "  oven.bake(1).then(() => {\n    oven.look(1).then(() => done()).catch(() => {\n      done(new Error('no')); // HERE\n    });\n  });",
            "Oven.look",
            false,
        ),
    ];
    for (body, function, must_throw) in cases {
        let found = located(&["works"], body, "Error");
        assert_eq!(name_of(&found), function, "{body}");
        let category = if must_throw { OracleCategory::MustThrow } else { OracleCategory::MustNotThrow };
        assert_eq!(found.category, Some(category), "{body}");
    }
    let checked = "  oven.bake(1).then(() => {\n    done(Error('no')); // HERE\n  }).catch((err) => {\n    expect(err.code).toBe(2);\n    done();\n  });";
    let found = located(&["works"], checked, "Error");
    assert_eq!(found.failing_line, Some(5), "the line of the frame, not that of the check behind it");
    assert_eq!(found.category, Some(OracleCategory::MustThrowWithProperties));
}

#[test]
fn a_test_that_ran_out_of_time_waited_for_the_first_promise_or_the_named_one() {
    let body = "  oven.bake(1).then(() => {\n    oven.look(1).then((got) => {\n      expect(got.name).toBe(2);\n      expect(got.name).toBe(1);\n      done();\n    });\n  });";
    let found = located(&["works"], body, "TestTimeout");
    assert_eq!(
        (name_of(&found).as_str(), found.category),
        ("Oven.bake", Some(OracleCategory::AssertionOnly))
    );
    assert_eq!(name_of(&located(&["looks at a loaf"], body, "TestTimeout")), "Oven.look");
}

#[test]
fn a_spy_and_a_callback_of_the_arrangement_tell_of_the_act_behind_them() {
    let spied = "  kiln.load(1);\n  const spy = vi.spyOn(kiln.shelf('a'), 'turn');\n  kiln.heat(2);\n  expect(spy).toHaveBeenCalled(); // HERE";
    assert_eq!(focal_of(&["works"], spied), "Kiln.heat");
    let called_back = "  let heat;\n  kiln.onHeat({ tell: (by) => { heat = by; } });\n  kiln.heat(2);\n  expect(heat).toBe(3); // HERE";
    assert_eq!(focal_of(&["works"], called_back), "Kiln.heat");
    let within = "  const own = new Kiln(() => {\n    expect(told).toHaveBeenCalled(); // HERE\n  });";
    assert_eq!(focal_of(&["works"], within), "Kiln.constructor");
    assert_eq!(focal_of(&["works"], &format!("{within}\n  own.start();\n  own.stop();")), "Kiln.start");
}

#[test]
fn a_look_at_an_argument_a_value_of_the_wrong_type_and_a_changed_copy_are_about_what_gave_them() {
    let argument = "  const shelf = new Shelf();\n  const first = shelf.pots()[0];\n  expect(shelf.nameOf(first)).toBe('a'); // HERE";
    assert_eq!(focal_of(&["works"], argument), "Shelf.pots");
    let typed = "  kiln.heat(2);\n  expect(kiln.state().degrees).toBe(1); // HERE";
    assert_eq!(name_of(&located(&["works"], typed, "TypeError")), "Kiln.state");
    assert_eq!(focal_of(&["works"], typed), "Kiln.heat");
    let copied = "  kiln.load(2);\n  const copy = kiln.contents();\n  copy.pop();\n  expect(kiln.contents()).toEqual([2]); // HERE";
    assert_eq!(focal_of(&["works"], copied), "Kiln.contents");
}
