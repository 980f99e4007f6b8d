//! Looks that only show an object, copied, counted or written out, and those that work out what they tell.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::StackTrace;

/// A case with pens, and the ways in which it shows them.
const CASE: &str = "\
export class Case {
  constructor(pens = []) {
    this.pens = [...pens];
    this.inks = new Map();
    this.used = 0;
    this._isFull = false;
  }
  put(pen, ink) {
    const key = keyOf(pen);
    this.inks.set(key, ink);
    this.pens.push(pen);
    this._isFull = this.pens.length > 2;
    return this;
  }
  empty() {
    this.pens = [];
  }
  drop(pen) {
    this.pens = this.pens.filter((own) => own !== pen);
    if (this.pens.length === 0) throw new Error('empty');
  }
  all() {
    const all = [];
    this.pens.forEach((pen) => {
      all.push(pen);
    });
    return all;
  }
  each() {
    const each = [];
    for (const pen of this.pens) each.push({ ...pen });
    return each;
  }
  copies() {
    return this.pens.map((pen) => ({ ...pen }));
  }
  names() {
    return [...this.inks.keys()].sort();
  }
  inOrder() {
    return [...this.inks.keys()].sort();
  }
  lengths() {
    const lengths = [];
    for (const pen of this.pens) lengths.push(pen.length);
    return lengths;
  }
  inkOf(pen) {
    return this.inks.get(keyOf(pen));
  }
  describe() {
    return `${this.used} of ${this.pens.length}`;
  }
  rate() {
    return `${this.used / this.pens.length} of all`;
  }
  get isFull() {
    return this._isFull;
  }
  get free() {
    return 3 - this.pens.length;
  }
}
function keyOf(pen) {
  return pen.trim().toLowerCase();
}
";

/// Returns the focal function of a test with a body that failed on the line with `// HERE`.
fn focal_of(title: &str, body: &str) -> String {
    let file = "test/any.test.js";
    let test = format!("import {{ Case }} from '../src/case.js';\nit('{title}', () => {{\n{body}\n}});\n");
    let index = index(&[("src/case.js", CASE), (file, &test)]);
    let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let name = format!("{file}::{title}");
    let trace = StackTrace(Arc::from(format!("{name}\nError: m\n\tat test/x.<anonymous>({file}:{row})")));
    let found = index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found");
    focal(&found).rsplit('.').next().unwrap_or_default().to_owned()
}

fn focal_of_look(title: &str, look: &str) -> String {
    let put = "  const box = new Case();\n  box.put('a', 'blue');\n";
    focal_of(title, &format!("{put}  expect(box.{look}).toEqual([]); // HERE"))
}

#[test]
fn a_copy_of_what_is_there_is_no_more_than_that() {
    for look in ["all()", "each()", "copies()", "names()", "inkOf('a')", "describe()"] {
        assert_eq!(focal_of_look("keeps the books", look), "put", "{look}");
    }
    for look in ["lengths()", "rate()", "inOrder()"] {
        let own = look.trim_end_matches("()");
        assert_eq!(focal_of_look("keeps the books", look), own, "{look}: it works something out");
    }
    assert_eq!(focal_of_look("describes what is left", "describe()"), "describe");
}

#[test]
fn an_order_is_made_by_what_lists() {
    assert_eq!(focal_of_look("takes names as they are", "names()"), "put");
    for title in ["names are sorted", "lists all names in order", "names come in ascending order"] {
        assert_eq!(focal_of_look(title, "names()"), "names", "{title}");
    }
    assert_eq!(focal_of_look("puts names in order", "names()"), "put", "the test is named for the act");
}

#[test]
fn what_is_left_out_of_a_sum_the_sum_decides() {
    for (title, function) in [
        ("leaves dropped pens out of the lengths", "lengths"),
        ("drop: does not count dropped pens as lengths", "lengths"),
        ("drop: takes one from the lengths", "drop"),
    ] {
        let body = "  const box = new Case(['a', 'b']);\n  box.drop('a');\n  expect(box.lengths()).toEqual([1]); // HERE";
        assert_eq!(focal_of(title, body), function, "{title}");
    }
}

#[test]
fn a_getter_behind_a_verb_of_change_is_what_is_changed() {
    let body = "  const box = new Case();\n  box.put('a', 'blue');\n  box.empty();\n  expect(box.isFull).toBe(false); // HERE";
    assert_eq!(focal_of("should reset isFull", body), "empty");
    assert_eq!(focal_of("should clear the isFull state", body), "empty");
    assert_eq!(focal_of("isFull is false at first", body), "isFull");
}

#[test]
fn an_object_on_which_nothing_acts_shows_what_it_was_made_of() {
    let body = |made: &str, look: &str| {
        format!("  const box = new Case({made});\n  expect(box.{look}).toEqual([]); // HERE")
    };
    assert_eq!(focal_of("takes pens", &body("['a']", "all()")), "constructor");
    assert_eq!(focal_of("all are there", &body("['a']", "all()")), "all", "the test is named for the look");
    assert_eq!(focal_of("takes pens", &body("['a']", "rate()")), "rate", "it works something out");
    assert_eq!(focal_of("has no pens", &body("", "all()")), "all", "it was made of nothing");
}

#[test]
fn what_a_getter_works_out_is_what_a_failed_act_left() {
    let body = |look: &str| {
        format!(
            "  const box = new Case(['a']);\n  expect(() => box.drop('a')).toThrow();\n  expect(box.{look}).toBe(2); // HERE"
        )
    };
    assert_eq!(focal_of("keeps the books", &body("free")), "drop");
    assert_eq!(focal_of("keeps the books", &body("all().length")), "drop");
}
