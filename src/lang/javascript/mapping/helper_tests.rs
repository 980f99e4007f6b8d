//! Tests that a function of the tests declares for what it is given: its check, its act, or the function that is tested.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::{Located, OracleCategory, StackTrace};

const MIXER: &str = "\
export class Mixer {
  mix(a, b) {
    return a + b;
  }
  mixLater(a, b) {
    return Promise.resolve(a + b);
  }
}
export function blend(a, b) {
  return a + b;
}
export function stir(a, b) {
  return a * b;
}
";

/// Returns the code of a test of a file of several, which failed on the lines with `// HERE` and, below it, with `// CALLED`.
fn located(files: &[(&str, &str)], name: &str) -> Located {
    let all: Vec<(&str, &str)> = [("src/mixer.js", MIXER)].iter().chain(files).copied().collect();
    let frames = ["// HERE", "// CALLED"].iter().filter_map(|mark| {
        files.iter().find_map(|(file, text)| {
            let row = text.lines().position(|line| line.contains(mark))?;
            Some(format!("\n\tat test/x.<anonymous>({file}:{})", row + 1))
        })
    });
    let trace = StackTrace(Arc::from(format!("{name}\nAssertionError: m{}", frames.collect::<String>())));
    index(&all).locate(TestName { name, file: None }, &trace).expect("the test is found")
}

#[test]
fn a_check_that_is_given_to_the_helper_that_declares_its_test_is_where_it_failed() {
    let test = "\
import { Mixer } from '../src/mixer.js';
function inBothWays(title, ways, check) {
  it(`${title} (at once)`, () => {
    ways.atOnce();
    check(); // CALLED
  });
  it(`${title} (later)`, async () => {
    await ways.later();
    check();
  });
}
describe('mixer', () => {
  let mixer;
  let mixed;
  beforeEach(() => { mixer = new Mixer(); });
  inBothWays('adds drops', { async later() { mixed = 0; }, atOnce() { mixed = mixer.mix(3, 4); } }, () => {});
  inBothWays(
    'adds',
    {
      atOnce() {
        mixed = mixer.mix(1, 2);
      },
      later: async () => {
        mixed = await mixer.mixLater(1, 2);
      },
    },
    () => {
      expect(mixed).toBe(4); // HERE
    },
  );
});
";
    for (title, function) in [("at once", "Mixer.mix"), ("later", "Mixer.mixLater")] {
        let found =
            located(&[("test/mixer.test.js", test)], &format!("test/mixer.test.js::mixer > adds ({title})"));
        assert_eq!(focal(&found), format!("src/mixer.{function}"));
        assert_eq!(found.category, Some(OracleCategory::AssertionOnly));
        assert_eq!((found.start_line, found.failing_line), (17, Some(11)), "the call of the helper");
        assert!(found.test.trim_start().starts_with("inBothWays(\n") && found.test.ends_with(");"));
        assert_eq!(found.oracle, "expect(mixed).toBe(4);");
    }
    // A check of the helper's own is where it is.
    let own = test
        .replace("check(); // CALLED", "expect(1).toBe(2); // HERE")
        .replace("toBe(4); // HERE", "toBe(4);");
    let found = located(&[("test/mixer.test.js", &own)], "test/mixer.test.js::mixer > adds (at once)");
    assert_eq!((found.start_line, found.failing_line), (3, Some(2)));
}

#[test]
fn a_function_that_is_tested_is_what_the_call_gives_which_declares_the_test() {
    let helper = "\
exports.tests = tests;
function tests(mix) {
  describe('of two', () => {
    it('adds them', () => {
      expect(mix(1, 2)).toBe(4); // HERE
    });
  });
}
";
    let in_file = |name: &str| {
        format!(
            "const {{ {name} }} = require('../src/mixer.js');\nconst shared = require('./shared.js');\ndescribe('{name}', () => {{\n  shared.tests({name});\n}});\n"
        )
    };
    let (blend, stir) = (in_file("blend"), in_file("stir"));
    let files = [("test/shared.js", helper), ("test/blend.test.js", &*blend), ("test/stir.test.js", &*stir)];
    for name in ["blend", "stir"] {
        for between in [" ", " > "] {
            let found = located(
                &files,
                &format!("test/{name}.test.js::{}", [name, "of two", "adds them"].join(between)),
            );
            assert_eq!(focal(&found), format!("src/mixer.{name}"));
            assert_eq!(found.category, Some(OracleCategory::AssertionOnly));
            assert_eq!((&*found.file.to_string_lossy(), found.start_line), ("test/shared.js", 4));
        }
    }
    let same = format!(
        "const {{ blend }} = require('../src/mixer.js');\n{}describe('blend', () => tests(blend));\n",
        helper.replace("exports.tests = tests;\n", "")
    );
    let found = located(&[("test/all.test.js", &same)], "test/all.test.js::blend > of two > adds them");
    assert_eq!(focal(&found), "src/mixer.blend");
    let named = same.replace("tests(mix)", "tests({ mix })").replace("tests(blend)", "tests({ mix: blend })");
    let found = located(&[("test/all.test.js", &named)], "test/all.test.js::blend > of two > adds them");
    assert_eq!(focal(&found), "src/mixer.blend");
}

#[test]
fn a_parameter_of_a_helper_is_what_the_test_gives_it() {
    // `parse` is a method of the language's own objects as well: only the class of the parameter tells whose it is.
    let reader = "\
export class Reader {
  option(flag) {
    this.flags.push(flag);
    return this;
  }
  parse(words) {
    if (words.length > 3) throw new Error('too many');
    this.words = words;
  }
}
";
    let test = "\
import assert from 'node:assert';
import { Reader } from '../src/reader.js';
function mustRead(reader, words) {
  assert.doesNotThrow(() => { // CALLED
    reader.parse(words);
  });
}
describe('reader', () => {
  it('takes an option', () => {
    const reader = new Reader();
    reader.option('-x');
    mustRead(reader, ['-y']); // HERE
  });
});
";
    let files = [("src/reader.js", reader), ("test/reader.test.js", test)];
    let rows = ["// CALLED", "// HERE"]
        .map(|mark| test.lines().position(|line| line.contains(mark)).expect("a line") + 1);
    let [called, here] = rows;
    let trace = format!(
        "t\nAssertionError: m\n\tat test/x.mustRead(test/reader.test.js:{called})\n\tat test/x.<anonymous>(test/reader.test.js:{here})"
    );
    let name = TestName { name: "test/reader.test.js::reader > takes an option", file: None };
    let found = index(&files).locate(name, &StackTrace(Arc::from(trace))).expect("the test is found");
    assert_eq!(focal(&found), "src/reader.Reader.parse");
    assert_eq!(found.category, Some(OracleCategory::MustNotThrow));
}

#[test]
fn what_a_helper_makes_throws_where_nothing_else_runs() {
    let cup = "export class Cup {\n  constructor(size) {\n    this.size = size;\n  }\n  pour(drops) {\n    return drops;\n  }\n}\n";
    for (check, function) in [
        ("expect(() => aCup(0)).toThrow(RangeError);", "src/cup.Cup.constructor"),
        ("expect(() => { aCup(0); }).not.toThrow();", "src/cup.Cup.constructor"),
        ("expect(() => aCup(1).pour(3)).toThrow(RangeError);", "src/cup.Cup.pour"),
        ("expect(() => other.mix(aCup(1), 2)).toThrow(RangeError);", "src/mixer.Mixer.mix"),
    ] {
        let test = format!(
            "import {{ Cup }} from '../src/cup.js';\nconst aCup = (size) => new Cup(size);\nit('x', () => {{\n  {check} // HERE\n}});\n"
        );
        let files = [("src/cup.js", cup), ("test/cup.test.js", &*test)];
        let located = located(&files, "test/cup.test.js::x");
        assert_eq!(focal(&located), function, "{check}");
    }
}
