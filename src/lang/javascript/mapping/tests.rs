//! The mapping of tests to their code, by sources of each runner and library.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;

use crate::lang::Source;
use crate::lang::index::TestName;
use crate::lang::javascript::index::Index;
use crate::model::{Focal, Located, OracleCategory, Phase, StackTrace};

const PEN: &str = "export class Pen {\n  left = 1;\n  draw(line) {\n    return line.length;\n  }\n  get ink() {\n    return 2;\n  }\n  static filled() {\n    return new Pen();\n  }\n}\nexport function mix(a, b) {\n  return a + b;\n}\nexport const dry = (pen) => {\n  throw new Error('dry');\n};\n";

pub(super) fn index(files: &[(&str, &str)]) -> Index {
    let files: Vec<(&str, &str)> = files.to_vec();
    let source = |(path, text): &(&str, &str)| Some(Source { path: path.into(), text: (*text).to_owned() });
    Index::build(&files, source, &|_: &Path| None)
}

fn trace(frames: &[&str]) -> StackTrace {
    let frames: String = frames.iter().map(|frame| format!("\n\tat {frame}")).collect();
    StackTrace(Arc::from(format!("test/pen.test.js::x\nError: m{frames}")))
}

/// Returns the code of the only test of a file, which failed on the line with `// HERE`.
fn located(test: &str) -> Located {
    let line = test.lines().position(|line| line.contains("// HERE")).map(|at| at + 1);
    let frame = line.map(|line| format!("test/pen.test.<anonymous>(test/pen.test.js:{line})"));
    let frames: Vec<&str> = frame.iter().map(String::as_str).collect();
    let index = index(&[("src/pen.js", PEN), ("test/pen.test.js", test)]);
    let name = TestName { name: "test/pen.test.js::x", file: None };
    index.locate(name, &trace(&frames)).expect("the test is found")
}

pub(super) fn focal(located: &Located) -> &str {
    match &located.focal {
        Focal::Decided(focal) => focal.name.strip_prefix("src/pen.").unwrap_or(&focal.name),
        Focal::Undecided(_) => "?",
    }
}

/// Returns a test with these lines in its body.
fn test_with(body: &str) -> String {
    format!(
        "import {{ Pen, mix, dry }} from '../src/pen.js';\nlet shared;\nbeforeEach(() => {{ shared = new Pen(); }});\nit('x', async () => {{\n{body}\n}});\n"
    )
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is a table")]
fn oracles_of_every_library_are_known() {
    use OracleCategory::{
        AssertionOnly, FailOnly, IfThrownAssert, MustNotThrow, MustThrow, MustThrowWithProperties,
        NoException,
    };
    for (body, category, oracle, function) in [
        ("expect(mix(1, 2)).toBe(3); // HERE", AssertionOnly, "expect(mix(1, 2)).toBe(3);", "mix"),
        (
            "expect(shared.ink).not.toBe(3); // HERE",
            AssertionOnly,
            "expect(shared.ink).not.toBe(3);",
            "Pen.ink",
        ),
        ("mix(1, 2).should.equal(3); // HERE", AssertionOnly, "mix(1, 2).should.equal(3);", "mix"),
        ("mix(1, 2)[0].should.equal(3); // HERE", AssertionOnly, "mix(1, 2)[0].should.equal(3);", "mix"),
        ("expect(mix(1, 2)).to.be.true; // HERE", AssertionOnly, "expect(mix(1, 2)).to.be.true;", "mix"),
        ("assert.equal(3, mix(1, 2)); // HERE", AssertionOnly, "assert.equal(3, mix(1, 2));", "mix"),
        ("assert(mix(1, 2) === 3); // HERE", AssertionOnly, "assert(mix(1, 2) === 3);", "mix"),
        ("sinon.assert.calledOnce(spy); // HERE", AssertionOnly, "sinon.assert.calledOnce(spy);", "Pen"),
        (
            "const pen = new Pen();\npen.draw('a');\nexpect(pen.left).toBe(3); // HERE",
            AssertionOnly,
            "expect(pen.left).toBe(3);",
            "Pen.draw",
        ),
        (
            "expect(() => dry(1)).toThrow(RangeError); // HERE",
            MustThrow,
            "expect(() => dry(1)).toThrow(RangeError);",
            "dry",
        ),
        (
            "expect(() => dry(1)).toThrow('wet'); // HERE",
            MustThrowWithProperties,
            "expect(() => dry(1)).toThrow('wet');",
            "dry",
        ),
        (
            "await expect(dry(1)).rejects.toMatchObject({}); // HERE",
            MustThrowWithProperties,
            "await expect(dry(1)).rejects.toMatchObject({});",
            "dry",
        ),
        ("await assert.rejects(dry(1)); // HERE", MustThrow, "await assert.rejects(dry(1));", "dry"),
        (
            "assert.throws(() => dry(1), /wet/); // HERE",
            MustThrowWithProperties,
            "assert.throws(() => dry(1), /wet/);",
            "dry",
        ),
        (
            "expect(dry.bind(null, 1)).to.throw(RangeError); // HERE",
            MustThrow,
            "expect(dry.bind(null, 1)).to.throw(RangeError);",
            "dry",
        ),
        (
            "expect(() => dry(1)).not.toThrow(); // HERE",
            MustNotThrow,
            "expect(() => dry(1)).not.toThrow();",
            "dry",
        ),
        (
            "try {\n  dry(1);\n  expect.unreachable();\n} catch (e) {\n  expect(e.code).toBe(1); // HERE\n}",
            MustThrowWithProperties,
            "expect(e.code).toBe(1);",
            "dry",
        ),
        (
            "try {\n  dry(1);\n} catch (e) {\n  throw new Error('no', { cause: e }); // HERE\n}",
            MustNotThrow,
            "throw new Error('no', { cause: e });",
            "dry",
        ),
        (
            "try {\n  dry(1);\n} catch (e) {\n  expect(e.code).toBe(1); // HERE\n}",
            IfThrownAssert,
            "expect(e.code).toBe(1);",
            "dry",
        ),
        ("if (mix(1, 2) > 3) throw new Error('no'); // HERE", FailOnly, "throw new Error('no');", "mix"),
        ("mix(1, 2); // HERE", NoException, "", "mix"),
        (
            "const ink = mix(1, 2); // HERE\nexpect(ink).toBe(1);",
            AssertionOnly,
            "expect(ink).toBe(1);",
            "mix",
        ),
        (
            "const run = () => dry(1);\nexpect(run).toThrow(RangeError); // HERE",
            MustThrow,
            "expect(run).toThrow(RangeError);",
            "dry",
        ),
        (
            "return shared.draw('a').then((ink) => {\n  expect(ink).toBe(2); // HERE\n});",
            AssertionOnly,
            "expect(ink).toBe(2);",
            "Pen.draw",
        ),
        (
            "expect(Pen.filled().ink).toBe(3); // HERE",
            AssertionOnly,
            "expect(Pen.filled().ink).toBe(3);",
            "Pen.ink",
        ),
        ("expect(1).toBe(2); // HERE", AssertionOnly, "expect(1).toBe(2);", "Pen"),
        ("expect(true).toBe(false);", AssertionOnly, "expect(true).toBe(false);", "Pen"),
    ] {
        let located = located(&test_with(body));
        assert_eq!(located.category, Some(category), "{body}");
        assert_eq!(located.oracle, oracle, "{body}");
        assert_eq!(focal(&located), function, "{body}");
    }
}

#[test]
fn a_failed_hook_tells_its_line_and_what_it_called() {
    let test = "import { dry } from '../src/pen.js';\nbeforeEach(() => {\n  dry(1); // HERE\n});\nit('x', () => {\n  expect(1).toBe(1);\n});\n";
    let located = located(test);
    assert_eq!((located.set_up_line, located.failing_line), (Some(3), None));
    assert_eq!(
        (located.category, &*located.oracle),
        (Some(OracleCategory::AssertionOnly), "expect(1).toBe(1);")
    );
    assert_eq!(focal(&located), "dry");
}

#[test]
fn a_hook_that_runs_after_tests_tears_down() {
    let in_hook = |hook: &str| {
        let test = format!(
            "import {{ dry }} from '../src/pen.js';\n{hook}(() => {{\n  dry(1); // HERE\n}});\nit('x', () => {{}});\n"
        );
        let located = located(&test);
        (located.set_up_line, located.phase)
    };
    for hook in ["afterEach", "after", "afterAll", "teardown"] {
        assert_eq!(in_hook(hook), (Some(3), Phase::TearDown), "{hook}");
    }
    for hook in ["beforeEach", "before", "beforeAll", "setup"] {
        assert_eq!(in_hook(hook), (Some(3), Phase::SetUp), "{hook}");
    }
}

/// Returns the name, the place and the source of the hook that a failed test shows first, and its phase.
fn hook(files: &[(&str, &str)], frames: &[&str]) -> (Phase, String) {
    let index = index(files);
    let name = TestName { name: "test/pen.test.js::x", file: None };
    let located = index.locate(name, &trace(frames)).expect("the test is found");
    let first = located.called.first().expect("the hook");
    let file = first.file.to_string_lossy();
    (located.phase, format!("{} {file}:{} {}", first.name, first.start_line, first.source))
}

#[test]
fn a_failed_hook_is_shown_first_wherever_it_is_declared() {
    let test =
        |before: &str| format!("import {{ dry }} from '../src/pen.js';\n{before}\nit('x', () => {{}});\n");
    let fill = "import { dry } from '../src/pen.js';\nexport function fill() {\n  dry(1);\n}\n";
    let given = test("import { fill } from './fill.js';\nbeforeEach(fill);");
    let in_suite = "import { dry } from '../src/pen.js';\ndescribe('x', () => {\n  beforeAll(async () => {\n    dry(1);\n  });\n  it('y', () => {});\n});\n";
    let set_up = "import { beforeEach } from 'vitest';\nbeforeEach(() => {\n  dry(1);\n});\n";
    let of_mocha = "exports.mochaHooks = {\n  afterEach() {\n    dry(1);\n  },\n};\n";
    let fixture = "export const test = base.extend({\n  ink: async ({}, use) => {\n    dry(1);\n    await use(2);\n    dry(3);\n  },\n});\n";
    for (file, text, line, expected) in [
        (
            "test/pen.test.js",
            &*test("beforeEach(function () {\n  dry(1);\n});"),
            3,
            "beforeEach test/pen.test.js:2 beforeEach(function () {\n  dry(1);\n});",
        ),
        ("test/set-up.js", set_up, 3, "beforeEach test/set-up.js:2 beforeEach(() => {\n  dry(1);\n});"),
        ("test/set-up.js", of_mocha, 3, "afterEach test/set-up.js:2   afterEach() {\n    dry(1);\n  },"),
        (
            "test/fixtures.js",
            fixture,
            3,
            "ink test/fixtures.js:2   ink: async ({}, use) => {\n    dry(1);\n    await use(2);\n    dry(3);\n  },",
        ),
        (
            "test/fixtures.js",
            fixture,
            5,
            "ink test/fixtures.js:2   ink: async ({}, use) => {\n    dry(1);\n    await use(2);\n    dry(3);\n  },",
        ),
    ] {
        let own = test("");
        let mut files = vec![("src/pen.js", PEN), (file, text)];
        files.extend((file != "test/pen.test.js").then_some(("test/pen.test.js", &*own)));
        let frame = format!("{}.<anonymous>({file}:{line})", file.trim_end_matches(".js"));
        let (phase, shown) = hook(&files, &["src/pen.dry(src/pen.js:17)", &frame]);
        assert_eq!(shown, expected);
        let is_after = shown.starts_with("afterEach") || line == 5;
        assert_eq!(phase, if is_after { Phase::TearDown } else { Phase::SetUp }, "{shown}");
    }
    let files = [("src/pen.js", PEN), ("test/fill.js", fill), ("test/pen.test.js", &*given)];
    let frames = ["src/pen.dry(src/pen.js:17)", "test/fill.fill(test/fill.js:3)"];
    let (phase, shown) = hook(&files, &frames);
    assert_eq!(
        (phase, &*shown),
        (Phase::SetUp, "fill test/fill.js:2 export function fill() {\n  dry(1);\n}")
    );
    // A suite of which no test ran.
    let files = [("src/pen.js", PEN), ("test/pen.test.js", in_suite)];
    let (phase, shown) = hook(&files, &["test/pen.test.<anonymous>(test/pen.test.js:4)"]);
    assert_eq!(
        (phase, &*shown),
        (Phase::SetUp, "beforeAll test/pen.test.js:3   beforeAll(async () => {\n    dry(1);\n  });")
    );
}

#[test]
fn a_hook_that_is_of_no_test_is_found_by_the_trace() {
    let test = "import { dry } from '../src/pen.js';\nafterAll(() => {\n  dry(1);\n});\nit('x', () => {});\n";
    let index = index(&[("src/pen.js", PEN), ("test/pen.test.js", test)]);
    let frames = ["src/pen.dry(src/pen.js:17)", "test/pen.test.<anonymous>(test/pen.test.js:3)"];
    let located = index.locate_hook(&trace(&frames)).expect("the hook");
    assert_eq!((located.phase, located.set_up_line, focal(&located)), (Phase::TearDown, Some(3), "dry"));
    assert_eq!(located.called.first().map(|hook| &*hook.name), Some("afterAll"));
    assert!(index.locate_hook(&trace(&frames[..1])).is_none());
}

/// What a helper applies to both sides of its check is no subject of a test.
#[test]
fn a_helper_that_compares_in_another_form_is_about_what_it_is_given() {
    let pen = "exports.draw = (a) => a;\nexports.show = (a) => `${a}`;\n";
    let same = "const pen = require('../pen');\nmodule.exports = function same(actual, expected) {\n  assert.equal(pen.show(actual), pen.show(expected));\n};\n";
    let test = "const pen = require('../pen');\nconst same = require('./same');\nit('x', () => {\n  same(pen.draw(1), 2);\n  const drawn = pen.draw(3);\n  same(drawn, 4);\n});\n";
    let index = index(&[("pen.js", pen), ("test/same.js", same), ("test/pen.test.js", test)]);
    for line in [4, 6] {
        let frames = [
            "test/same.same(test/same.js:3)",
            &format!("test/pen.test.<anonymous>(test/pen.test.js:{line})"),
        ];
        let name = TestName { name: "test/pen.test.js::x", file: None };
        let located = index.locate(name, &trace(&frames)).expect("the test is found");
        assert_eq!(
            (located.category, focal(&located)),
            (Some(OracleCategory::AssertionOnly), "pen.draw"),
            "{line}"
        );
    }
}

#[test]
fn checks_of_a_context_of_any_name_are_known() {
    for check in ["cut.equal(mix(1, 2), 3);", "cut['deepEqual'](mix(1, 2), 3);"] {
        let test = format!(
            "import test from 'tape';\nimport {{ mix }} from '../src/pen.js';\ntest('x', (cut) => {{\n  {check} // HERE\n}});\n"
        );
        let located = located(&test);
        assert_eq!(
            (located.category, focal(&located)),
            (Some(OracleCategory::AssertionOnly), "mix"),
            "{check}"
        );
    }
}

/// Reports of node-tap name each check, behind the titles of the tests around it.
#[test]
fn a_point_of_a_test_is_about_what_its_line_checks() {
    let test = "import t from 'tap';\nimport { mix } from '../src/pen.js';\nt.test('x', (t) => {\n  t.equal(mix(1, 2), 3);\n  t.end();\n});\n";
    let index = index(&[("src/pen.js", PEN), ("test/pen.test.js", test)]);
    let locate = |frame: &str| {
        let name = TestName { name: "test/pen.test.js::x > should be equal", file: None };
        index.locate(name, &trace(&[frame]))
    };
    let found = locate("test/pen.test.<anonymous>(test/pen.test.js:4)").expect("the frame shows it");
    assert_eq!((found.failing_line, focal(&found)), (Some(1), "mix"));
    assert!(locate("test/pen.test.<anonymous>(test/pen.test.js:1)").is_none(), "no line of it is told");
}

#[test]
fn a_test_in_a_suite_whose_title_is_a_variable_is_shown_by_a_frame() {
    let test = "import { mix } from '../src/pen.js';\nfor (const title of titles) {\n  describe(title, () => {\n    it('x', () => {\n      expect(mix(1, 2)).toBe(3);\n    });\n  });\n}\n";
    let index = index(&[("src/pen.js", PEN), ("test/pen.test.js", test)]);
    let name = TestName { name: "test/pen.test.js::blue > x", file: None };
    let found =
        index.locate(name, &trace(&["test/pen.test.<anonymous>(test/pen.test.js:5)"])).expect("it is found");
    assert_eq!((found.failing_line, focal(&found)), (Some(1), "mix"));
}

#[test]
fn a_test_whose_title_is_computed_is_shown_by_a_frame() {
    let test = "import { mix, dry } from '../src/pen.js';\ndescribe('mix', () => {\n  for (const input of inputs) {\n    test(input, () => {\n      expect(mix(input, 2)).toBe(3);\n    });\n    test(input.toString(), () => {\n      expect(dry(input)).toBe(3);\n    });\n  }\n});\ndescribe('else', () => {\n  test(`${inputs[0]}`, () => {});\n});\n";
    let index = index(&[("src/pen.js", PEN), ("test/pen.test.js", test)]);
    let name = TestName { name: "test/pen.test.js::mix > ../a", file: None };
    for (line, function) in [(5, "mix"), (8, "dry")] {
        let frame = format!("test/pen.test.<anonymous>(test/pen.test.js:{line})");
        let found = index.locate(name, &trace(&[&frame])).expect("a frame shows it");
        assert_eq!((found.failing_line, focal(&found)), (Some(1), function));
    }
    assert!(index.locate(name, &trace(&[])).is_none(), "a title that any text fits is of its own suite");
}

#[test]
fn a_computed_title_in_a_report_without_files_is_known_by_its_suites() {
    let test = "import { mix } from '../src/pen.js';\ndescribe('mix', function () {\n  [{ title: 'of two', ink: 1 }].forEach(({ title, ink }) => {\n    it(title, function () {\n      expect(mix(ink, 2)).toBe(3);\n    });\n  });\n});\n";
    let index = index(&[("src/pen.js", PEN), ("test/pen.test.js", test)]);
    let trace = trace(&["test/pen.test.<anonymous>(test/pen.test.js:5)"]);
    let name = TestName { name: "::mix of two", file: None };
    let found = index.locate(name, &trace).expect("a frame shows it");
    assert_eq!((found.failing_line, focal(&found)), (Some(1), "mix"));
    assert_eq!(index.name_of_test(name, &trace).as_deref(), Some("test/pen.test.js::mix > of two"));
    let other = TestName { name: "::dry of two", file: None };
    assert!(index.locate(other, &trace).is_none(), "it is in no suite of that name");
}

/// `DateTime#endOf goes to the end` checks the result by its getters.
#[test]
fn the_function_that_a_test_is_named_for_comes_before_a_getter_of_its_result() {
    let line = "export class Line {\n  constructor(length) {\n    this.length = length;\n  }\n  get width() {\n    return this.length ? this.length * 2 : 0;\n  }\n  join(other) {\n    return this.length ? new Line(this.length + other.length) : this;\n  }\n  equals(other) {\n    return this.length === other.length;\n  }\n}\n";
    let test = |title: &str, check: &str| {
        let test = format!(
            "import {{ Line }} from '../src/line.js';\nit('{title}', () => {{\n  const line = new Line(1).join(new Line(2));\n  {check}\n}});\n"
        );
        let index = index(&[("src/line.js", line), ("test/line.test.js", &*test)]);
        let name = format!("test/line.test.js::{title}");
        let frame = "test/line.test.<anonymous>(test/line.test.js:4)";
        let found = index.locate(TestName { name: &name, file: None }, &trace(&[frame])).expect("the test");
        focal(&found).to_owned()
    };
    let checks = ["expect(line.width).toBe(3);", "expect(line.equals(new Line(3))).toBe(true);"];
    assert_eq!(test("join adds both", checks[0]), "src/line.Line.join");
    assert_eq!(test("join adds both", checks[1]), "src/line.Line.join");
    assert_eq!(test("width is doubled", checks[0]), "src/line.Line.width");
    assert_eq!(test("equals compares", checks[1]), "src/line.Line.equals");
}

#[test]
fn a_frame_on_the_first_line_is_that_of_the_call() {
    let late = located("import { mix } from '../src/pen.js';\nit('x', () => { // HERE\n  mix(1, 2);\n});\n");
    assert_eq!(
        (late.failing_line, late.category, focal(&late)),
        (None, Some(OracleCategory::NoException), "mix")
    );
    let alone =
        located("import { mix } from '../src/pen.js';\nit('x', () => expect(mix(1, 2)).toBe(4)); // HERE\n");
    assert_eq!((alone.failing_line, &*alone.oracle), (Some(0), "expect(mix(1, 2)).toBe(4)"));
}

#[test]
fn names_lead_through_modules_of_every_kind() {
    for (exports, import) in [
        ("export function mix() {\n}", "import { mix } from '../src/pen';"),
        ("export default function mix() {\n}", "import mix from '../src/pen';"),
        ("function mix() {\n}\nexport { mix as other };", "import { other as mix } from '../src/pen';"),
        ("function mix() {\n}\nmodule.exports = { mix };", "const { mix } = require('../src/pen');"),
        ("function mix() {\n}\nmodule.exports = mix;", "const mix = require('../src/pen');"),
        ("exports.mix = () => 1;", "const mix = require('../src/pen').mix;"),
        (
            "function mix() {\n}\nconst all = { mix };\nmodule.exports = { ...all };",
            "import { mix } from '../src/pen';",
        ),
        (
            "module.exports.mix = function () {\n};",
            "import * as pen from '../src/pen';\nconst { mix } = pen;",
        ),
    ] {
        let test = format!("{import}\nit('x', () => {{\n  expect(mix(1)).toBe(1);\n}});\n");
        let again = test.replace("'../src/pen'", "'../src/index'");
        let through = "export * from './pen';\nexport { default } from './pen';\n";
        let has_again = import.starts_with("import {");
        for (test, files) in [
            (&test, vec![("src/pen.js", exports)]),
            (&again, vec![("src/pen.js", exports), ("src/index.ts", through)]),
        ] {
            if files.len() > 1 && !has_again {
                continue;
            }
            let index = index(&[files, vec![("test/pen.test.js", test)]].concat());
            let name = TestName { name: "test/pen.test.js::x", file: None };
            let located = index.locate(name, &trace(&[])).expect("the test is found");
            let Focal::Decided(focal) = &located.focal else { panic!("{exports}: {:?}", located.focal) };
            assert!(focal.name.starts_with("src/pen."), "{exports}: {}", focal.name);
        }
    }
}

#[test]
fn a_circle_of_modules_and_classes_ends() {
    let index = index(&[
        (
            "src/a.js",
            "export * from './b';\nimport { B } from './b';\nexport class A extends B {}\nexport const x = y;\nexport const y = x;",
        ),
        ("src/b.js", "export * from './a';\nimport { A } from './a';\nexport class B extends A {}"),
        (
            "test/a.test.js",
            "import { A, none } from '../src/a';\nit('x', () => {\n  const a = new A();\n  let b = c;\n  let c = b;\n  expect(a.draw().ink, b.d, none()).toBe(1);\n});",
        ),
    ]);
    let name = TestName { name: "test/a.test.js::x", file: None };
    assert!(index.locate(name, &trace(&["test/a.test.<anonymous>(test/a.test.js:6)"])).is_some());
}

#[test]
fn a_module_that_only_imports_a_name_does_not_hand_it_on() {
    let index = index(&[
        ("src/index.js", "export * from './bell';\nexport * from './tower';\n"),
        (
            "src/bell.js",
            "import { Tower } from './index';\nexport class Bell {\n  hang() {\n    return new Tower(this);\n  }\n}\n",
        ),
        (
            "src/tower.js",
            "import { Bell } from './index';\nexport class Tower {\n  strike(hour) {\n    return new Bell().toll + hour;\n  }\n}\n",
        ),
        (
            "test/any.test.js",
            "import { Tower } from '../src/index';\nit('x', () => {\n  expect(new Tower().strike(3)).toBe(1);\n});\n",
        ),
    ]);
    let name = TestName { name: "test/any.test.js::x", file: None };
    let trace = trace(&["test/any.test.<anonymous>(test/any.test.js:3)"]);
    let located = index.locate(name, &trace).expect("the test is found");
    assert_eq!(focal(&located), "src/tower.Tower.strike");
}

/// Returns the focal function of a test with this title and body, the last line of which failed.
fn focal_of_cart(title: &str, body: &str) -> String {
    let cart = "export class Cart {\n  #items = [];\n  label = '';\n  add(item) {\n    this.#items.push(item);\n  }\n  drop(name) {\n    const at = this.#items.indexOf(name);\n    \
                if (at < 0) throw new RangeError(name);\n    this.#items.splice(at, 1);\n    return this;\n  }\n  get size() {\n    return this.#items.length;\n  }\n  \
                all() {\n    return [...this.#items];\n  }\n  count() {\n    return this.#items.length;\n  }\n  total() {\n    return this.#items.reduce((all, item) => all + item.price, 0);\n  }\n  \
                toString() {\n    return `${this.#items.join(', ')}`;\n  }\n  static of(...items) {\n    return new Cart();\n  }\n}\n\
                export class Till {\n  close(cart) {\n    cart.label = 'paid';\n  }\n  open(name) {\n    return new Cart();\n  }\n}\n\
                export function createCounter() {\n  let count = 0;\n  return {\n    increment() {\n      count += 1;\n    },\n    value() {\n      return count;\n    },\n  };\n}\n";
    let test = format!(
        "import {{ Cart, Till, createCounter }} from '../src/cart.js';\nit('{title}', () => {{\nconst till = new Till();\n{body}\n}});\n"
    );
    let index = index(&[("src/cart.js", cart), ("test/cart.test.js", &test)]);
    let line = 3 + body.lines().count();
    let frame = format!("test/cart.test.<anonymous>(test/cart.test.js:{line})");
    let name = format!("test/cart.test.js::{title}");
    let trace = StackTrace(Arc::from(format!("{name}\nAssertionError: m\n\tat {frame}")));
    let located = index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found");
    focal(&located).rsplit("cart.").next().unwrap_or_default().to_owned()
}

#[test]
fn a_check_through_what_observes_is_about_the_act_on_that_object() {
    for (title, body, focal) in [
        ("works", "const cart = new Cart();\ncart.add(1);\nexpect(cart.count()).toBe(2);", "Cart.add"),
        ("works", "const cart = new Cart();\ncart.add(1);\nexpect(cart.all()).toEqual([2]);", "Cart.add"),
        ("works", "const cart = new Cart();\ncart.drop(1);\nexpect(cart.total()).toBe(2);", "Cart.total"),
        (
            "works",
            "const cart = new Cart();\ncart.drop(1);\nconst total = cart.total();\nexpect(total).toBe(2);",
            "Cart.total",
        ),
        (
            "works",
            "const cart = new Cart();\ncart.drop(1);\nexpect(cart.toString()).toBe('');",
            "Cart.toString",
        ),
        ("works", "const cart = till.open('a');\nexpect(cart.count()).toBe(2);", "Till.open"),
        ("works", "const cart = till.open('a');\nexpect(cart.total()).toBe(2);", "Cart.total"),
        (
            "works",
            "const cart = till.open('a');\ntill.close(cart);\nexpect(cart.label).toBe('x');",
            "Till.close",
        ),
        ("works", "const cart = new Cart();\nexpect(cart.size).toBe(2);", "Cart.size"),
        ("works", "const cart = Cart.of(1);\nexpect(cart.size).toBe(2);", "Cart.size"),
        ("works", "const cart = new Cart();\ncart.add(1);\nexpect(cart.total()).toBe(2);", "Cart.total"),
        ("works", "const cart = new Cart();\ncart.total();\nexpect(cart.size).toBe(2);", "Cart.size"),
        ("adds items", "const cart = new Cart();\ncart.add(1);\nexpect(cart.total()).toBe(2);", "Cart.add"),
        (
            "total of what is left",
            "const cart = new Cart();\ncart.drop(1);\nexpect(cart.total()).toBe(2);",
            "Cart.total",
        ),
        (
            "tostring",
            "const cart = new Cart();\ncart.drop(1);\nexpect(cart.toString()).toBe('');",
            "Cart.toString",
        ),
        (
            "works",
            "const counter = createCounter();\ncounter.increment();\nexpect(counter.value()).toBe(2);",
            "createCounter.increment",
        ),
        (
            "works",
            "const counter = createCounter();\nexpect(counter.value()).toBe(2);",
            "createCounter.value",
        ),
    ] {
        let found = focal_of_cart(title, body);
        assert_eq!(found.rsplit('.').next(), focal.rsplit('.').next(), "{title}: {body}: {found}");
    }
}

proptest! {
    #[test]
    fn any_source_is_read(text in "([a-z]{1,2}|[(){};,.=>'`$\\[\\]<>:/*\n @!]|it\\(|expect\\(|class |=> |function |import |export |try |catch |new |await |beforeEach\\(|'x'|\\.toBe\\(){0,80}") {
        let test = format!("it('x', () => {{\n{text}\n}});\n{text}");
        let index = index(&[("src/pen.ts", &text), ("test/pen.test.js", &test)]);
        let name = TestName { name: "test/pen.test.js::x", file: None };
        for row in 1..4 {
            let frame = format!("test/pen.test.<anonymous>(test/pen.test.js:{row})");
            let _ = index.locate(name, &trace(&[&frame, "src/pen.ink(src/pen.ts:1)"]));
        }
        let _ = index.kinds_of("test/pen.test.js::x");
    }
}

/// Returns the focal function of a test that failed on the line with `// HERE`, and its prefix, in a project with this production code.
fn found_in(production: &str, test: &str) -> (String, String) {
    found_of("src/pen.js", production, test)
}

/// Does the same for a file of production code of this path.
fn found_of(path: &str, production: &str, test: &str) -> (String, String) {
    let line = test.lines().position(|line| line.contains("// HERE")).expect("a line") + 1;
    let frame = format!("test/pen.test.<anonymous>(test/pen.test.js:{line})");
    let index = index(&[(path, production), ("test/pen.test.js", test)]);
    let name = TestName { name: "test/pen.test.js::x", file: None };
    let located = index.locate(name, &trace(&[&frame])).expect("the test is found");
    (focal(&located).to_owned(), located.prefix)
}

#[test]
fn functions_of_objects_are_found_however_the_objects_are_made() {
    let factory = "export function createPot() {\n  const drops = [];\n  function stir() { return drops; }\n  return {\n    add(drop) { drops.push(drop); return this; },\n    get size() { return drops.length; },\n    remove: () => drops.pop(),\n    stir,\n  };\n}\nexport const jar = () => ({ add(lid) { return lid; } });\n";
    let with = |body: &str| {
        format!(
            "import {{ createPot, jar }} from '../src/pen.js';\nit('x', () => {{\n  const pot = createPot();\n  {body}\n}});\n"
        )
    };
    for (body, function) in [
        ("expect(pot.add(1)).toBe(pot); // HERE", "createPot.add"),
        ("expect(createPot().add(1).add(2)).toBe(1); // HERE", "createPot.add"),
        ("expect(pot.size).toBe(1); // HERE", "createPot.size"),
        ("expect(pot.remove()).toBe(1); // HERE", "createPot.remove"),
        ("expect(pot.stir()).toBe(1); // HERE", "createPot.stir"),
        ("expect(jar().add(1)).toBe(2); // HERE", "jar.add"),
        ("expect(() => pot.add(1)).toThrow(); // HERE", "createPot.add"),
    ] {
        assert_eq!(found_in(factory, &with(body)).0, function, "{body}");
    }
    let prototype = "function Pot(size) {\n  if (!(this instanceof Pot)) {\n    return new Pot(size);\n  }\n  this.size = size;\n}\nPot.prototype.find = function find(drop) { return drop; };\nPot.prototype.add = function (drop) { return this; };\nmodule.exports = Pot;\n";
    let with = |body: &str| {
        format!(
            "const Pot = require('../src/pen');\nit('x', () => {{\n  const pot = Pot(3);\n  {body}\n}});\n"
        )
    };
    for (body, function) in [
        ("assert.ok(pot.find('red')); // HERE", "Pot.find"),
        ("assert.throws(() => pot.add(1)); // HERE", "Pot.add"),
        ("assert.ok(new Pot(1).find(2)); // HERE", "Pot.find"),
    ] {
        assert_eq!(found_in(prototype, &with(body)).0, function, "{body}");
    }
    let members = "module.exports = ink;\nfunction ink(colour) { return ink.mix(colour); }\nink.mix = function mix(colour) { return colour; };\nink.get = (colour) => colour;\n";
    let with = |body: &str| {
        format!(
            "if (typeof ink === 'undefined') {{\n  var ink = require('../src/pen'),\n    chai = require('chai');\n}}\nit('x', () => {{\n  {body}\n}});\n"
        )
    };
    for (body, function) in [
        ("expect(ink.get('red')).to.equal(1); // HERE", "ink.get"),
        ("expect(ink.mix.bind(ink, 'red')).to.throw(Error); // HERE", "ink.mix"),
        ("expect(ink['get']('red')).to.equal(1); // HERE", "ink.get"),
        ("expect(ink('red')).to.equal(1); // HERE", "ink"),
    ] {
        assert_eq!(found_in(members, &with(body)).0, function, "{body}");
    }
}

#[test]
fn what_a_function_makes_by_name_is_what_a_test_calls() {
    let wrapper = "export function caching(work) {\n  const cached = function (key) {\n    return work(key);\n  };\n  cached.clear = function clear(key) {\n    return key;\n  };\n  return Object.freeze(cached);\n}\nexport function caller() {\n  function call(key) {}\n  call.all = function all(key) {\n    return key;\n  };\n  return call as Caller;\n}\n";
    let with = |body: &str| {
        format!(
            "import {{ caching, caller }} from '../src/pen';\nit('x', () => {{\n  const draw = caching((a) => a);\n  const ask = caller();\n  {body}\n}});\n"
        )
    };
    for (body, function) in [
        ("expect(draw.clear(1)).toBe(2); // HERE", "cached.clear"),
        ("expect(draw(1)).toBe(2); // HERE", "caching.cached"),
        ("ask.all(1);\n  expect(seen).toBe(2); // HERE", "call.all"),
    ] {
        assert_eq!(found_of("src/pen.ts", wrapper, &with(body)).0, function, "{body}");
    }
    let errors = "function text() {\n  return `${this.code}`;\n}\nfunction makeError(code) {\n  function OwnError() {\n    if (!new.target) {\n      return new OwnError();\n    }\n    this.code = code;\n  }\n  OwnError.prototype = Object.create(Error.prototype);\n  OwnError.prototype.text = text;\n  return OwnError;\n}\nfunction makeDetailed(code) {\n  const Detailed = makeError(code);\n  Detailed.prototype.details = function () {\n    return {};\n  };\n  return Detailed;\n}\nmodule.exports = { makeError, makeDetailed };\n";
    let with = |body: &str| {
        format!(
            "const {{ makeError, makeDetailed }} = require('../src/pen');\nit('x', () => {{\n  const Dry = makeError('dry');\n  const Wet = makeDetailed('wet');\n  {body}\n}});\n"
        )
    };
    for (body, function) in [
        ("const dry = new Dry();\n  expect(dry.code).toBe(1); // HERE", "makeError.OwnError"),
        ("const dry = Dry();\n  expect(dry.code).toBe(1); // HERE", "makeError.OwnError"),
        ("const wet = new Wet();\n  expect(wet.code).toBe(1); // HERE", "makeError.OwnError"),
        ("expect(new Dry().text()).toBe('a'); // HERE", "text"),
        ("expect(new Wet().text()).toBe('a'); // HERE", "text"),
        ("expect(new Wet().details()).toEqual(1); // HERE", "Detailed.details"),
    ] {
        assert_eq!(found_in(errors, &with(body)).0, function, "{body}");
    }
}

#[test]
fn a_function_of_the_test_that_checks_is_about_what_came_before_its_call() {
    let test = "import { Pen, mix } from '../src/pen.js';\nit('x', () => {\n  const pen = new Pen();\n  let seen = 0;\n  function check(count) {\n    expect(seen).toBe(count);\n  }\n  pen.draw('a');\n  check(1);\n  mix(1, 2);\n});\n";
    let index = index(&[("src/pen.js", PEN), ("test/pen.test.js", test)]);
    let name = TestName { name: "test/pen.test.js::x", file: None };
    let trace =
        trace(&["test/pen.test.check(test/pen.test.js:6)", "test/pen.test.<anonymous>(test/pen.test.js:9)"]);
    let located = index.locate(name, &trace).expect("the test is found");
    assert_eq!((located.failing_line, focal(&located)), (Some(4), "Pen.draw"));
    let body = "  function refuses(act) {\n    try {\n      act();\n      throw new Error('it did not');\n    } catch (e) {\n      expect(e.message).toBe('dry'); // HERE\n    }\n  }\n  refuses(() => dry(shared));";
    assert_eq!(self::located(&test_with(body)).category, Some(OracleCategory::MustThrowWithProperties));
}

#[test]
fn a_time_out_of_a_test_on_one_line_has_no_failing_line() {
    let test = "it('x', async () => { await mix(1, 2); }, 10);\n";
    let index = index(&[("src/pen.js", PEN), ("test/pen.test.js", test)]);
    let name = TestName { name: "test/pen.test.js::x", file: None };
    for (exception, line) in [("TestTimeout", None), ("UnexpectedPass", None), ("AssertionError", Some(0))] {
        let trace = format!("t\n{exception}: m\n\tat test/pen.test.<module>(test/pen.test.js:1)");
        let located = index.locate(name, &StackTrace(Arc::from(trace))).expect("the test is found");
        assert_eq!(located.failing_line, line, "{exception}");
    }
}

#[test]
fn a_title_with_brackets_is_found_without_them() {
    let test = "it('draw()', () => {});\nit('mix() of two', () => {});\n";
    let index = index(&[("test/pen.test.js", test)]);
    for (name, line) in [("test::draw", 1), ("test::draw()", 1), ("test::mix() of two", 2)] {
        let located = index.locate(TestName { name, file: None }, &trace(&[])).expect(name);
        assert_eq!(located.start_line, line, "{name}");
    }
    let known = index.name_of_test(TestName { name: "test::draw", file: None }, &trace(&[]));
    assert_eq!(known.as_deref(), Some("test/pen.test.js::draw()"));
}

#[test]
fn what_must_throw_is_in_the_prefix_once() {
    let prefix = |body: &str| located(&test_with(body)).prefix;
    let start = "it('x', async () => {\n";
    assert_eq!(
        prefix(
            "try {\n  dry(1);\n  expect.unreachable();\n} catch (e) {\n  expect(e.code).toBe(1); // HERE\n}"
        ),
        format!("{start}try {{\n  dry(1);\n}} catch (e) {{\n  expect(e.code).toBe(1); // HERE\n}}")
    );
    assert_eq!(
        prefix("await assert.rejects(dry(1), { code: 1 }); // HERE"),
        format!("{start}await assert.rejects(dry(1), {{ code: 1 }});"),
        "the promise is made by the statement"
    );
    assert_eq!(prefix("assert.throws(() => dry(1)); // HERE"), format!("{start}dry(1)"));
    assert_eq!(prefix("assert.rejects(() => dry(1)); // HERE"), format!("{start}dry(1)"));
}

#[test]
fn an_expected_error_in_a_variable_says_more_than_its_class() {
    let kind = |body: &str| located(&test_with(body)).category;
    let with = Some(OracleCategory::MustThrowWithProperties);
    assert_eq!(kind("const wet = new Error('wet');\nassert.throws(() => dry(1), wet); // HERE"), with);
    assert_eq!(kind("const wet = /wet/;\nassert.throws(() => dry(1), wet); // HERE"), with);
    assert_eq!(
        kind("const wet = 'it is wet';\nassert.throws(() => dry(1), wet); // HERE"),
        Some(OracleCategory::MustThrow),
        "that is a message"
    );
}

#[test]
fn the_functions_that_a_test_calls_are_listed_from_the_failed_line_upwards() {
    let called = |body: &str| {
        let located = located(&test_with(body));
        let names: Vec<String> =
            located.called.iter().map(|called| called.short_name().replace("src/", "")).collect();
        names.join(" ")
    };
    for (body, names) in [
        (
            "  const pen = new Pen();\n  mix(1, 2);\n  pen.draw(mix);\n  expect(pen.left).toBe(3); // HERE",
            "Pen.draw pen.mix pen.Pen",
        ),
        ("  expect(shared.ink).toBe(mix(1, shared.draw('a'))); // HERE", "Pen.ink pen.mix Pen.draw"),
        (
            "  const pen = Pen.filled();\n  expect(pen.ink).toBe(3); // HERE\n  mix(1, 2);\n  dry(pen);",
            "Pen.ink Pen.filled pen.mix pen.dry",
        ),
        ("  const act = () => dry(shared);\n  expect(act).toThrow('wet'); // HERE", "pen.dry"),
        ("  const made = make();\n  made.draw(1);\n  expect(made).toBe(3); // HERE", "Pen.draw"),
        ("  expect([1].map(String)).toEqual(['2']); // HERE", "pen.Pen"),
    ] {
        assert_eq!(called(body), names, "{body}");
    }
}

#[test]
fn what_helpers_of_tests_call_comes_behind_what_the_test_itself_calls() {
    let helpers = "import { Pen, mix } from '../../src/pen.js';\nexport function filled(ink) {\n  const pen = new Pen();\n  pen.draw(mix(ink, 1));\n  return pen;\n}\n";
    let test = "import { dry } from '../src/pen.js';\nimport { filled } from './support/pens.js';\nfunction dried(pen) {\n  return dry(pen);\n}\nit('x', () => {\n  const pen = filled('blue');\n  expect(pen.ink).toBe(dried(pen));\n});\n";
    let index = index(&[("src/pen.js", PEN), ("test/support/pens.js", helpers), ("test/pen.test.js", test)]);
    let name = TestName { name: "test/pen.test.js::x", file: None };
    let trace = trace(&[
        "src/pen.dry(src/pen.js:17)",
        "test/pen.test.dried(test/pen.test.js:4)",
        "test/pen.test.<anonymous>(test/pen.test.js:8)",
    ]);
    let located = index.locate(name, &trace).expect("the test is found");
    let names: Vec<&str> = located.called.iter().map(crate::model::FocalMethod::short_name).collect();
    assert_eq!(names, ["Pen.ink", "src/pen.dry", "Pen.draw", "src/pen.mix", "src/pen.Pen"]);
}

/// Returns the focal function of a test in `test/pen.test.js`, which failed on the line with `// HERE`.
fn focal_in(files: &[(&str, &str)], test: &str) -> String {
    let line = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let files: Vec<(&str, &str)> = files.iter().copied().chain([("test/pen.test.js", test)]).collect();
    let name = TestName { name: "test/pen.test.js::x", file: None };
    let frame = format!("test/pen.test.<anonymous>(test/pen.test.js:{line})");
    let located = index(&files).locate(name, &trace(&[&frame])).expect("the test is found");
    focal(&located).to_owned()
}

#[test]
fn a_module_within_a_function_that_runs_at_once_is_understood() {
    let inner = "  var ink, INKS = 3;\n  function Ink(colour) {\n    this._colour = colour;\n  }\n  ink = function (colour) {\n    return new Ink(colour);\n  };\n  ink.mix = function (one, two) {\n    return one + two;\n  };\n  ink.fn = Ink.prototype = {\n    draw: function (line) {\n      return line + this._colour;\n    },\n    colour: function () {\n      return this._colour;\n    },\n  };\n";
    let by_condition = format!(
        "(function (root, make) {{\n  if (typeof define === 'function' && define.amd) {{\n    define(make);\n  }} else if (typeof module === 'object' && module.exports) {{\n    module.exports = make();\n  }} else {{\n    root.ink = make();\n  }}\n}})(this, function () {{\n{inner}  return ink;\n}});\n"
    );
    let by_expression = format!(
        "!(function (root, make) {{\n  typeof exports === 'object' ? (module.exports = make()) : (root.ink = make());\n}})(this, (function () {{\n{inner}  return ink;\n}}));\n"
    );
    let within = format!(
        "(function () {{\n{inner}  if (typeof exports !== 'undefined') {{\n    exports = module.exports = ink;\n  }} else {{\n    this.ink = ink;\n  }}\n}}).call(this);\n"
    );
    let as_value =
        format!("const made = (function () {{\n{inner}  return ink;\n}})();\nmodule.exports = made;\n");
    for module in [&by_condition, &by_expression, &within, &as_value] {
        for (body, function) in [
            ("expect(ink('red').draw(1)).to.equal(2); // HERE", "Ink.draw"),
            ("expect(ink.mix(1, 2)).to.equal(2); // HERE", "ink.mix"),
            ("expect(ink('red').colour()).to.equal(2); // HERE", "<anonymous>.ink"),
        ] {
            let test = format!("var ink = require('../src/pen');\nit('x', function () {{\n  {body}\n}});\n");
            assert_eq!(focal_in(&[("src/pen.js", module)], &test), function, "{body}\n{module}");
        }
    }
}

#[test]
fn what_a_helper_sets_for_all_files_is_known_in_a_test_that_runs_it() {
    let pen = "const pen = { draw: undefined };\npen.draw = function draw(line) {\n  return line;\n};\nexport class Brush {\n  draw() {}\n}\nexport default pen;\n";
    for helper in [
        "pen = require('../src/pen');\n",
        "global.pen = require('../src/pen');\n",
        "globalThis.pen = require('../src/pen').default;\n",
    ] {
        for start in ["require('./helper');\n", "import './helper';\n", "import './all';\n"] {
            let test =
                format!("{start}it('x', function () {{\n  assert.equal(pen.draw(1), 2); // HERE\n}});\n");
            let files =
                [("src/pen.js", pen), ("test/helper.js", helper), ("test/all.js", "import './helper.js';\n")];
            assert_eq!(focal_in(&files, &test), "pen.draw", "{start}{helper}");
        }
    }
    let test = "it('x', function () {\n  assert.equal(pen.draw(1), 2); // HERE\n});\n";
    assert_eq!(
        focal_in(&[("src/pen.js", pen), ("test/helper.js", "pen = require('../src/pen');\n")], test),
        "?"
    );
}

#[test]
fn a_function_that_a_call_makes_is_known_by_its_maker() {
    let makers = "export const draw = drawing({ ink: 1 });\nexport const wash = drawing({ ink: 0 });\nexport function drawing(options) {\n  const width = options.ink;\n  return drawn({ width });\n}\nfunction drawn({ width }: Options): Draw {\n  if (width > 1) {\n    return function wide(line) {\n      return line + width;\n    };\n  }\n  return (line) => line;\n}\n";
    let with = |body: &str| {
        format!(
            "import {{ draw, drawing }} from '../src/pen';\nconst own = drawing({{ ink: 2 }});\nit('x', () => {{\n  const here = drawing({{ ink: 3 }});\n  {body}\n}});\n"
        )
    };
    for body in [
        "expect(draw(1)).toBe(2); // HERE",
        "expect(own(1)).toBe(2); // HERE",
        "expect(here(1)).toBe(2); // HERE",
    ] {
        assert_eq!(focal_in(&[("src/pen.ts", makers)], &with(body)), "drawn", "{body}");
    }
    let unknown = "export function drawing(options) {\n  return tools.get(options);\n}\n";
    assert_eq!(focal_in(&[("src/pen.ts", unknown)], &with("expect(own(1)).toBe(2); // HERE")), "drawing");
}

#[test]
fn a_method_that_only_returns_a_field_is_about_the_act_before_it() {
    let pen = "export class Pen {\n  #ink = 1;\n  draw(line) {\n    this.#ink -= line;\n  }\n  getInk() {\n    return this.#ink;\n  }\n  get left() {\n    return this.#ink;\n  }\n}\n";
    for (body, function) in [
        ("const pen = new Pen();\n  pen.draw(1);\n  expect(pen.getInk()).toBe(2); // HERE", "Pen.draw"),
        ("const pen = new Pen();\n  expect(pen.getInk()).toBe(2); // HERE", "Pen.getInk"),
        ("const pen = new Pen();\n  pen.draw(1);\n  expect(pen.left).toBe(2); // HERE", "Pen.draw"),
        ("const pen = new Pen();\n  expect(pen.left).toBe(2); // HERE", "Pen.left"),
    ] {
        let test = format!("import {{ Pen }} from '../src/pen';\nit('x', () => {{\n  {body}\n}});\n");
        assert_eq!(focal_in(&[("src/pen.js", pen)], &test), function, "{body}");
    }
}

/// A shelf, and a library that keeps books on shelves.
const SHELF: &str = "export class Shelf {\n  #books = [];\n  put(book) {\n    if (!book) throw new Error('nothing');\n    this.#books.push(book);\n    this.last = book;\n    return this;\n  }\n  get books() {\n    return [...this.#books];\n  }\n  get pages() {\n    return this.#books.reduce((all, book) => all + book.pages, 0);\n  }\n  holds(title) {\n    const book = this.#books.find((book) => book.title === title);\n    return book !== undefined && !book.lent;\n  }\n  nearest(pages) {\n    let best;\n    for (const book of this.#books) {\n      if (!best || book.pages < pages) best = book;\n    }\n    return best;\n  }\n  widthIn(unit) {\n    return this.#books.length * unit;\n  }\n  sorted() {\n    return [...this.#books].sort();\n  }\n  getLast() {\n    return this.last;\n  }\n  toJSON() {\n    return this.#books.map((book) => book.title);\n  }\n}\nexport function shuffle(list) {\n  list.sort(() => Math.random());\n}\n";
const LIBRARY: &str = "import { Shelf } from './shelf.js';\nexport class Library {\n  constructor(shelf) {\n    this.shelf = shelf;\n  }\n  async lend(title) {\n    this.lent = title;\n    this.shelf.put(title);\n  }\n  open() {\n    this.isOpen = true;\n  }\n}\n";

/// Returns the focal function of a test of a file with a title; its body failed on the line with `// HERE`.
fn focal_titled(file: &str, title: &str, body: &str) -> String {
    let test = format!(
        "import {{ Shelf, shuffle }} from '../src/shelf.js';\nimport {{ Library }} from '../src/library.js';\nit('{title}', async () => {{\n{body}\n}});\n"
    );
    let line = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let index = index(&[("src/shelf.js", SHELF), ("src/library.js", LIBRARY), (file, &test)]);
    let name = format!("{file}::{title}");
    let frame = format!("test/x.<anonymous>({file}:{line})");
    let trace = StackTrace(Arc::from(format!("{name}\nError: m\n\tat {frame}")));
    let located = index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found");
    focal(&located).rsplit('/').next().unwrap_or_default().to_owned()
}

#[test]
fn what_only_tells_of_an_object_gives_way_to_its_last_change() {
    for (title, check, function) in [
        ("works", "expect(shelf.books[0]).toBe('a');", "put"),
        ("works", "expect(shelf.pages).toBe(2);", "put"),
        ("works", "expect(shelf.holds('a')).toBe(true);", "put"),
        ("works", "expect(shelf.nearest(3)).toBe('a');", "nearest"),
        ("works", "expect(shelf.widthIn(3)).toBe(3);", "widthIn"),
        ("holds what it is given", "expect(shelf.holds('a')).toBe(true);", "holds"),
        ("pages are added", "expect(shelf.pages).toBe(2);", "pages"),
        ("puts a book", "expect(shelf.nearest(3)).toBe('a');", "put"),
    ] {
        let body = format!(
            "  const shelf = new Shelf();\n  expect(shelf.put('b')).toBe(shelf);\n  expect(shelf.getLast()).toBe('b');\n  {check} // HERE"
        );
        let found = focal_titled("test/shelf.test.js", title, &body);
        assert_eq!(found, format!("shelf.Shelf.{function}"), "{title}: {check}");
    }
    for (before, check, function) in [
        ("shelf.holds('a');\n  shelf.put('b');", "expect(shelf.holds('a')).toBe(true);", "holds"),
        ("expect(() => shelf.put()).toThrow();", "expect(shelf.books[0]).toBe('a');", "books"),
        (
            "const last = shelf.put('b').getLast();",
            "expect({ last, books: shelf.books }).toEqual({});",
            "books",
        ),
        ("shelf.put('b');", "throw new Error(shelf.holds('a'));", "holds"),
    ] {
        let body = format!("  const shelf = new Shelf();\n  {before}\n  {check} // HERE");
        let found = focal_titled("test/shelf.test.js", "works", &body);
        assert_eq!(found, format!("shelf.Shelf.{function}"), "{before} {check}");
    }
    let untouched = "  const shelf = new Shelf();\n  expect(shelf.holds('a')).toBe(true); // HERE";
    assert_eq!(focal_titled("test/shelf.test.js", "works", untouched), "shelf.Shelf.holds");
}

#[test]
fn a_reader_of_another_class_is_about_the_last_call_on_the_subject() {
    for (file, title, act, function) in [
        ("test/library.test.js", "works", "await library.lend('a');", "library.Library.lend"),
        (
            "test/library.test.js",
            "works",
            "await expect(library.lend('a')).rejects.toThrow();",
            "library.Library.lend",
        ),
        (
            "test/library.test.js",
            "lends a book",
            "await library.lend('a');\n  library.open();",
            "library.Library.lend",
        ),
        ("test/other.test.js", "Library keeps books", "await library.lend('a');", "library.Library.lend"),
        ("test/shelf.test.js", "works", "await library.lend('a');", "shelf.Shelf.put"),
    ] {
        let body = format!(
            "  const shelf = new Shelf();\n  shelf.put('b');\n  const library = new Library(shelf);\n  {act}\n\n  expect(shelf.getLast()).toBe('a'); // HERE"
        );
        assert_eq!(focal_titled(file, title, &body), function, "{file}: {title}: {act}");
    }
}

#[test]
fn a_test_names_its_function_in_any_form() {
    let sorting = "  const shelf = new Shelf();\n  shelf.put('b');\n  const books = shelf.sorted().map(String);\n  expect(books).toEqual([]); // HERE";
    assert_eq!(focal_titled("test/shelf.test.js", "sorts books", sorting), "shelf.Shelf.sorted");
    assert_eq!(focal_titled("test/shelf.test.js", "puts books", sorting), "shelf.Shelf.put");
    assert_eq!(focal_titled("test/shelf.test.js", "works", sorting), "shelf.Shelf.sorted");
    let shuffled = "  const list = [2, 1];\n  shuffle(list);\n  const shelf = new Shelf();\n  const near = shelf.nearest(list);\n  expect(near).toEqual([]); // HERE";
    assert_eq!(focal_titled("test/shelf.test.js", "shuffles lists", shuffled), "shelf.shuffle");
    assert_eq!(focal_titled("test/shelf.test.js", "works", shuffled), "shelf.Shelf.nearest");
    let apart = sorting.replace("  const books", "\n  const books").replace("  expect", "\n  expect");
    assert_eq!(
        focal_titled("test/shelf.test.js", "works", &apart),
        "shelf.Shelf.sorted",
        "a paragraph of its own"
    );
}

#[test]
fn what_makes_a_text_of_an_object_calls_its_method() {
    let body = "  const shelf = new Shelf();\n  shelf.put('b');\n  expect(JSON.stringify(shelf)).toBe('[]'); // HERE";
    assert_eq!(focal_titled("test/shelf.test.js", "toJSON gives titles", body), "shelf.Shelf.toJSON");
    assert_eq!(focal_titled("test/shelf.test.js", "works", body), "shelf.Shelf.put");
    let test = "import { Shelf } from '../src/shelf.js';\nit('x', () => {\n  const shelf = new Shelf();\n  shelf.put('b');\n  expect(JSON.stringify(shelf)).toBe('[]');\n});\n";
    let index = index(&[("src/shelf.js", SHELF), ("test/pen.test.js", test)]);
    let frames = ["src/shelf.Shelf.toJSON(src/shelf.js:37)", "test/pen.test.<anonymous>(test/pen.test.js:5)"];
    let name = TestName { name: "test/pen.test.js::x", file: None };
    let located = index.locate(name, &trace(&frames)).expect("the test is found");
    assert_eq!(focal(&located), "src/shelf.Shelf.toJSON");
}

#[test]
fn what_called_back_a_function_that_fails_by_itself_is_what_its_caller_names() {
    let pen = "export class Pen {\n  static of(hash) {\n    return new Pen(hash);\n  }\n  constructor(hash) {\n    this.hash = hash;\n  }\n  find(line) {\n    return this.hash(line);\n  }\n}\n";
    let test = "import { Pen } from '../src/pen.js';\nfunction hash(line) {\n  return line.colour.length;\n}\nit('x', () => {\n  const own = (line) => {\n    return line.colour.length;\n  };\n  const pen = Pen.of(own);\n  expect(pen.find(null)).toBe(1);\n});\n";
    let index = index(&[("src/pen.js", pen), ("test/pen.test.js", test)]);
    let name = TestName { name: "test/pen.test.js::x", file: None };
    let frames = [
        "test/pen.test.own(test/pen.test.js:7)",
        "src/pen.Pen.find(src/pen.js:9)",
        "test/pen.test.<anonymous>(test/pen.test.js:10)",
    ];
    let located = index.locate(name, &trace(&frames)).expect("the test is found");
    assert_eq!(focal(&located), "Pen.find");
}

#[test]
fn a_time_out_is_of_the_only_function_that_its_test_calls() {
    let with = |more: &str| {
        let test = format!(
            "import {{ Pen, mix }} from '../src/pen.js';\nit('x', async () => {{\n  const pen = new Pen();\n  await pen.draw('a');\n  {more}\n  expect(1).toBe(1);\n  expect(2).toBe(2);\n}});\n"
        );
        let index = index(&[("src/pen.js", PEN), ("test/pen.test.js", &test)]);
        let name = TestName { name: "test/pen.test.js::x", file: None };
        let trace =
            StackTrace(Arc::from("t\nTestTimeout: m\n\tat test/pen.test.<module>(test/pen.test.js:2)"));
        focal(&index.locate(name, &trace).expect("the test is found")).to_owned()
    };
    assert_eq!(with(""), "Pen.draw");
    assert_eq!(with("mix(1, 2);"), "?");
}

#[test]
fn a_function_that_declares_tests_is_given_what_their_suite_is_named_for() {
    let pens = "export class Quill {\n  dip() {}\n  left() {\n    return this.ink;\n  }\n}\nexport class Brush {\n  dip() {}\n  left() {\n    return this.paint;\n  }\n}\n";
    let test = "import { Quill, Brush } from '../src/pens.js';\nfunction testsOf(Tool, name) {\n  describe(name, () => {\n    it('x', () => {\n      const tool = new Tool();\n      expect(tool.left()).toBe(1);\n    });\n  });\n}\ntestsOf(Quill, 'Quill');\ntestsOf(Brush, 'Brush');\n";
    let index = index(&[("src/pens.js", pens), ("test/pen.test.js", test)]);
    for tool in ["Quill", "Brush"] {
        let name = format!("test/pen.test.js::{tool} > x");
        let frames = ["test/pen.test.<anonymous>(test/pen.test.js:6)"];
        let located = index.locate(TestName { name: &name, file: None }, &trace(&frames)).expect("the test");
        assert_eq!(focal(&located), format!("src/pens.{tool}.left"));
    }
}

#[test]
fn what_called_back_into_a_test_is_likelier_than_its_hooks() {
    let pen = "export class Pen extends EventEmitter {\n  constructor(ink) {\n    super();\n    this.ink = ink;\n  }\n  draw(line) {\n    this.emit('drawn', line);\n  }\n}\n";
    let test = "import { Pen } from '../src/pen.js';\nlet pen;\nbeforeEach(() => {\n  pen = new Pen(1);\n});\nit('x', () => {\n  pen.once('drawn', (line) => {\n    expect(line.length).toBe(1);\n  });\n  pen.draw('a');\n});\n";
    let index = index(&[("src/pen.js", pen), ("test/pen.test.js", test)]);
    let name = TestName { name: "test/pen.test.js::x", file: None };
    let frames = [
        "test/pen.test.<anonymous>(test/pen.test.js:8)",
        "node/events.Pen.emit(node:events:519)",
        "src/pen.Pen.draw(src/pen.js:7)",
        "test/pen.test.<anonymous>(test/pen.test.js:10)",
    ];
    let located = index.locate(name, &trace(&frames)).expect("the test is found");
    assert_eq!((located.failing_line, focal(&located)), (Some(2), "Pen.draw"));
}

#[test]
fn a_fixture_of_another_file_that_fails_shows_what_it_called() {
    let fixtures = "import { test as base } from '@playwright/test';\nimport { dry } from '../src/pen.js';\nexport const test = base.extend({\n  pen: async ({}, use) => {\n    await use(dry(1));\n  },\n});\n";
    let test = "import { test } from './fixtures';\nimport { mix } from '../src/pen.js';\ntest('x', async ({ pen }) => {\n  expect(mix(pen, 1)).toBe(2);\n});\n";
    let index = index(&[("src/pen.js", PEN), ("test/fixtures.ts", fixtures), ("test/pen.test.js", test)]);
    let name = TestName { name: "test/pen.test.js::x", file: None };
    let frames = ["src/pen.dry(src/pen.js:17)", "test/fixtures.test.pen(test/fixtures.ts:5)"];
    let located = index.locate(name, &trace(&frames)).expect("the test is found");
    assert_eq!((located.failing_line, focal(&located)), (None, "dry"));
}

#[test]
fn a_title_made_of_values_does_not_take_in_the_project_of_playwright() {
    let with = |module: &str| {
        format!(
            "import {{ test }} from '{module}';\nfor (const ink of ['a']) {{\n  test(`draws ${{ink}}`, () => {{}});\n}}\n"
        )
    };
    let fixtures = "import { test as base } from '@playwright/test';\nexport const test = base.extend({});\n";
    for (module, name) in [
        ("@playwright/test", "test/pen.test.js::draws a"),
        ("./fixtures", "test/pen.test.js::draws a"),
        ("vitest", "test/pen.test.js::draws a [desk]"),
    ] {
        let test = with(module);
        let index = index(&[("test/fixtures.js", fixtures), ("test/pen.test.js", &test)]);
        let known = index.name_of_test(
            TestName { name: "test/pen.test.js::draws a [desk]", file: Some("pen.test.js") },
            &trace(&[]),
        );
        assert_eq!(known.as_deref(), Some(name), "{module}");
    }
}

#[test]
fn a_variable_that_is_made_of_itself_ends_the_search() {
    for body in [
        "let text = shared.unknown();\ntext = text.trim();",
        "let list = shared.unknown();\nlist = list.filter(Boolean).map(String);",
        "let one = shared.unknown();\nlet other = one.next();\none = other.next();\nother = one.next();",
        "let pen = shared.unknown();\nfor (let at = 0; at < 3; at++) pen = await pen.next();",
    ] {
        let test = test_with(&format!("{body}\nshared.draw('a');\nexpect(shared.left).toBe(2); // HERE"));
        assert_eq!(focal(&located(&test)), "Pen.draw", "{body}");
    }
}
