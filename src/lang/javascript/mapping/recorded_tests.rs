//! Tests whose callbacks or mocks record what was called, helpers that act for a test, and traces through functions without names.

use std::sync::Arc;

use super::Target;
use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::{Focal, Located, OracleCategory, StackTrace, Undecided};

const BELL: &str = "export class Bell {\n  #ringers = new Map();\n  #tones = [];\n  on(name, ringer) {\n    this.#ringers.set(name, [...(this.#ringers.get(name) ?? []), ringer]);\n    return this;\n  }\n  once(name, ringer) {\n    return this.on(name, (tone) => ringer(tone));\n  }\n  ring(tone) {\n    this.#tones.push(tone);\n    for (const ringer of this.#ringers.get('rung') ?? []) ringer(tone);\n    return new Ring(tone);\n  }\n  mute() {\n    this.#tones = [];\n  }\n  rungTones() {\n    const all = [];\n    for (const tone of this.#tones) if (tone !== 'none') all.push(tone.trim());\n    return all;\n  }\n}\nexport class Ring {\n  constructor(tone) {\n    this.tone = tone;\n  }\n  get name() {\n    return this.tone;\n  }\n}\nexport class Tower {\n  constructor(bell) {\n    this.bell = bell;\n  }\n  strike(hour) {\n    this.bell.ring(String(hour));\n    this.hour = hour;\n  }\n}\nexport function createScroll(text) {\n  let at = 0;\n  return {\n    next() {\n      at += 1;\n      return { word: text.split(' ')[at - 1], isLast: at === text.length };\n    },\n  };\n}\nexport function createChest() {\n  const lids = {};\n  const front = new Proxy(\n    {},\n    {\n      get: (_, name) => take(name),\n    },\n  );\n  return { put, front, take };\n  function put(name, lid) {\n    lids[name] = lid;\n    return front;\n  }\n  function take(name) {\n    return lids[name]();\n  }\n}\n";

/// Returns the code of a test with a title, whose file begins with some helpers and which fails on its line with `// HERE`, behind `frames`.
fn located(helpers: &str, title: &str, body: &str, frames: &str) -> Located {
    let file = "test/any.test.js";
    let test = format!(
        "import {{ Bell, Tower, createChest, createScroll }} from '../src/bell.js';\nimport {{ throws }} from 'tossed';\n{helpers}\nit('{title}', async () => {{\n{body}\n}});\n"
    );
    let index = index(&[("src/bell.js", BELL), (file, &test)]);
    let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let name = format!("{file}::{title}");
    let trace =
        StackTrace(Arc::from(format!("{name}\nError: m{frames}\n\tat test/x.<anonymous>({file}:{row})")));
    index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found")
}

fn focal_of(helpers: &str, title: &str, body: &str) -> String {
    focal(&located(helpers, title, body, "")).rsplit('.').next().unwrap_or_default().to_owned()
}

#[test]
fn what_a_callback_records_is_recorded_by_what_was_called_last() {
    let bell = "  const bell = new Bell();\n  const tower = new Tower(bell);\n  const heard = [];\n  let times = 0;\n";
    for on in [
        "bell.on('rung', (tone) => heard.push(tone));",
        "bell.on('rung', (tone) => {\n    heard[tone] = true;\n  });",
        "bell.on('rung', () => {\n    times++;\n  });",
        "const listen = () => {\n    times++;\n    heard.push(times);\n  };\n  bell.on('rung', listen);",
    ] {
        let seen = if on.contains("times++") { "times" } else { "heard" };
        for (act, function) in [
            ("bell.ring('low').name;", "ring"),
            ("bell.ring('low');\n  bell.mute();", "mute"),
            ("tower.strike(3);", "strike"),
            ("strikeAll(tower);", "strike"),
            ("", "on"),
        ] {
            let body = format!("{bell}  {on}\n  {act}\n  expect({seen}).toEqual(1); // HERE");
            let helper =
                "const strikeAll = (tower) => {\n  for (const hour of [1, 2]) tower.strike(hour);\n};";
            assert_eq!(focal_of(helper, "x", &body), function, "{on}\n{act}");
        }
    }
}

#[test]
fn the_function_with_which_a_title_begins_comes_before_what_lets_it_happen() {
    let body = "  const bell = new Bell();\n  const ringer = vi.fn();\n  bell.once('rung', ringer);\n  bell.ring('low');\n  bell.ring('low');\n  expect(ringer).toHaveBeenCalledTimes(1); // HERE";
    for (title, function) in [
        ("once stops after the first ring", "once"),
        ("calls a once listener a single time", "once"),
        ("rings whoever listens once", "ring"),
        ("stays quiet", "ring"),
    ] {
        assert_eq!(focal_of("", title, body), function, "{title}");
    }
    let looked = "  const bell = new Bell();\n  bell.mute();\n  bell.ring('low');\n  expect(bell.rungTones()).toEqual([]); // HERE";
    assert_ne!(focal_of("", "once stops after the first ring", looked), "once");
}

#[test]
fn a_helper_that_acts_counts_as_the_calls_in_it() {
    let look = "  expect(bell.rungTones().length).toBe(2); // HERE";
    for (helper, act) in [
        (
            "function ringAll(bell, ...tones) {\n  for (const tone of tones) bell.ring(tone);\n}",
            "const bell = new Bell();\n  ringAll(bell, 'low', 'high');",
        ),
        (
            "const ringAll = (bell) => {\n  bell.ring('low');\n  return bell;\n};",
            "const bell = ringAll(new Bell());",
        ),
        (
            "function rung(tone) {\n  const bell = new Bell();\n  bell.ring(tone);\n  return bell;\n}",
            "const bell = rung('low');",
        ),
    ] {
        assert_eq!(focal_of(helper, "rings low", &format!("  {act}\n{look}")), "ring", "{helper}");
    }
    let of_suite = "let bell;\nlet printed;\nbeforeEach(() => {\n  printed = vi.fn();\n  bell = new Bell().on('rung', printed);\n});\nfunction ringSome() {\n  bell.ring('low');\n}";
    let body = "  ringSome();\n  expect(printed).toHaveBeenCalledTimes(2); // HERE";
    assert_eq!(focal_of(of_suite, "x", body), "ring");
    let looks = "function look(bell) {\n  return bell.rungTones();\n}";
    let body = "  const bell = new Bell();\n  bell.ring('low');\n  look(bell);\n  expect(bell.rungTones().length).toBe(2); // HERE";
    assert_eq!(focal_of(looks, "rings low", body), "ring", "a helper that only looks does nothing");
}

#[test]
fn a_list_that_a_helper_fills_is_about_what_gave_its_parts() {
    let helper = "function wordsOf(text) {\n  const scroll = createScroll(text);\n  const words = [];\n  let next;\n  do {\n    next = scroll.next();\n    words.push(next);\n  } while (!next.isLast);\n  return words;\n}";
    for value in ["wordsOf('a b')", "wordsOf('a b').map((next) => next.word)"] {
        let body = format!("  expect({value}).toEqual(['a']); // HERE");
        assert_eq!(focal_of(helper, "reads words", &body), "next", "{value}");
    }
}

#[test]
fn a_function_without_a_name_is_no_call_of_its_maker() {
    let row = |part: &str| BELL.lines().position(|line| line.contains(part)).expect("a line has it") + 1;
    let frames = format!(
        "\n\tat src/bell.take(src/bell.js:{})\n\tat src/bell.createChest(src/bell.js:{})",
        row("return lids[name]()"),
        row("get: (_, name)")
    );
    let body = "  const chest = createChest();\n  chest.put('pen', () => 1);\n  expect(chest.front.pen).toBe(1); // HERE";
    assert_eq!(focal(&located("", "opens", body, &frames)).rsplit('.').next(), Some("take"));
    let body = "  expect(createChest().front.pen).toBe(1); // HERE";
    assert_eq!(focal(&located("", "opens", body, &frames)).rsplit('.').next(), Some("createChest"));
}

#[test]
fn a_function_of_a_package_that_is_named_for_it_expects_a_throw() {
    let body = "  const bell = new Bell();\n  const error = throws(() => bell.ring('')); // HERE\n  expect(error.message).toMatch('empty');";
    let found = located("", "x", body, "");
    assert_eq!(
        (found.category, focal(&found)),
        (Some(OracleCategory::MustThrowWithProperties), "src/bell.Bell.ring")
    );
    let later = body.replace(" // HERE", "").replace("'empty');", "'empty'); // HERE");
    assert_eq!(located("", "x", &later, "").category, Some(OracleCategory::AssertionOnly));
    let own = "function thrown(run) {\n  return run();\n}";
    let category = located(own, "x", &body.replace("throws(", "thrown("), "").category;
    assert_eq!(category, Some(OracleCategory::AssertionOnly));
}

#[test]
fn a_test_that_calls_something_does_not_say_that_it_calls_nothing() {
    let index = index(&[("src/bell.js", BELL)]);
    let file = index.file_of("src/bell.js").expect("a file");
    let at = |part: &str| BELL.lines().position(|line| line.contains(part)).expect("a line has it") + 1;
    let function = |part: &str| Target::Function(index.function_at(file, at(part)).expect("a function"));
    let says = |called: &[Target]| match index.focal_of(Err(Undecided::NoProductionCall), called) {
        Focal::Undecided(undecided) => undecided.to_string(),
        Focal::Decided(focal) => panic!("{focal:?}"),
    };
    assert!(says(&[]).contains("shows no call"));
    assert!(says(&[function("this.tone = tone;")]).contains("shows no call"), "it only makes an object");
    let called = says(&[function("this.tone = tone;"), function("strike(hour)")]);
    assert!(called.contains("strike") && !called.contains("shows no call"), "{called}");
}
