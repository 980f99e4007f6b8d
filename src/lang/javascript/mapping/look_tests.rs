//! Tests that act on an object and then look at it: the act is what a developer opens first, however the look is written.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::{Located, OracleCategory, StackTrace};

/// Beds with seeds: acts, and looks that change something for a moment, keep up, or set what they are given.
const GARDEN: &str = "\
export class Garden {
  #beds = [];
  #labels = {};
  season = 'spring';
  depth = 0;
  plant(bed, seed) {
    if (!seed) throw new Error('no seed');
    this.#beds[bed] = seed;
    return true;
  }
  seeds() {
    return this.#beds.map((bed) => bed.seed);
  }
  note() {
    return this.#beds.map((bed) => bed.seed).sort().join(', ');
  }
  doubled() {
    return this.#beds.map((bed) => bed.seed * 2);
  }
  worth() {
    return this.#beds.reduce((sum, bed) => sum + bed.worth, 1);
  }
  harvest() {
    const all = this.#beds;
    this.#beds = [];
    return all;
  }
  yields() {
    const season = this.season;
    this._turnTo('autumn');
    const all = this.#beds.map((seed) => seed + this.season);
    this._turnTo(season);
    return all;
  }
  forecast() {
    const found = [];
    for (const bed of this.#beds) {
      this._makeTurn(bed);
      found.push(this.season);
      this._undoTurn();
    }
    return found;
  }
  paths() {
    this.depth++;
    const all = this.#beds.map((seed) => seed + this.depth);
    this.depth--;
    return all;
  }
  quiet() {
    const season = this.season;
    this.season = 'winter';
    const all = this.#beds.filter((seed) => seed !== this.season);
    this.season = season;
    return all;
  }
  ripe() {
    this._prune();
    return this.#beds.filter((seed) => seed > 'a');
  }
  labels(...names) {
    for (let i = 0; i < names.length; i += 2) {
      this.#labels[names[i]] = names[i + 1];
    }
    return this.#labels;
  }
  soil(kind) {
    if (kind === undefined) return this.kind + this.season;
    this.kind = kind;
    return this;
  }
  toggle(seed) {
    if (this.open.has(seed)) {
      this.open.delete(seed);
    } else {
      this.open.add(seed);
    }
    if (this.open.size) this.depth++;
    else this.depth--;
    return this.open.size > 0;
  }
  visit(visitor) {
    for (const bed of this.#beds) visitor(bed);
  }
  setLabel(bed, name) {
    this.#labels[bed] = name.replace(' ', '');
  }
  getLabels(bed) {
    const key = bed ?? this.paths().length;
    return this.#labels[key] ?? [];
  }
  get beds() {
    return this.#beds.length;
  }
  _turnTo(season) {
    this.season = season;
  }
  _makeTurn(bed) {
    this.season = bed;
  }
  _undoTurn() {
    this.season = 'spring';
  }
  _prune() {
    this.#beds = this.#beds.filter((seed) => seed);
  }
}
export function sow(text) {
  return text.split('');
}
export function findSeedAt(text, at) {
  return sow(text)[at];
}
export function weigh(seeds) {
  return seeds.length * 2;
}
export function createSeeder(text) {
  let last = '';
  return {
    run: text ? sow : weigh,
    last: () => last,
  };
}
";

/// Returns the code of a test that failed on the line with `// HERE`, in its helper on the one with `// IN HELPER`, and if it has
/// `// THROWN` in `sow`.
fn located(file: &str, test: &str, title: &str) -> Located {
    let index = index(&[("src/garden.js", GARDEN), (file, test)]);
    let row = |mark: &str| test.lines().position(|line| line.contains(mark)).map(|row| row + 1);
    let thrown = test.contains("// THROWN").then(|| "\n\tat src/garden.sow(src/garden.js:97)".to_owned());
    let frames = ["// IN HELPER", "// HERE"].into_iter().filter_map(row);
    let frames = frames.map(|line| format!("\n\tat test/x.<anonymous>({file}:{line})"));
    let frames: String = thrown.into_iter().chain(frames).collect();
    let name = format!("{file}::{title}");
    let trace = StackTrace(Arc::from(format!("{name}\nError: m{frames}")));
    index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found")
}

/// Returns the focal function of a test with a title whose body failed on the line with `// HERE`.
fn focal_of(title: &str, body: &str) -> String {
    let test = format!(
        "import {{ Garden, createSeeder, sow, weigh }} from '../src/garden.js';\nit('{title}', () => {{\n  const garden = new Garden();\n  const told = jest.fn();\n{body}\n}});\n"
    );
    let found = located("test/any.test.js", &test, title);
    focal(&found).rsplit('.').next().unwrap_or_default().to_owned()
}

#[test]
fn what_changes_its_object_only_for_a_moment_looks_at_it() {
    for look in ["yields()", "forecast()", "paths()", "quiet()", "ripe()", "labels()", "soil()"] {
        let body = format!("  garden.plant(0, 'a');\n  expect(garden.{look}).toEqual([]); // HERE");
        let is_told = matches!(look, "labels()" | "soil()");
        let function = if is_told { "plant" } else { look.trim_end_matches("()") };
        assert_eq!(focal_of("works", &body), function, "{look}");
        assert_eq!(focal_of("plant - fills a bed", &body), "plant", "{look}");
    }
    for act in ["harvest()", "labels(0, 'a')", "soil('clay')"] {
        let body = format!("  garden.plant(0, 'a');\n  expect(garden.{act}).toEqual([]); // HERE");
        let name = act.split('(').next().unwrap_or_default();
        assert_eq!(focal_of("works", &body), name, "{act}");
    }
    let toggled = "  garden.plant(0, 'a');\n  expect(garden.toggle('a')).toBe(true); // HERE";
    assert_eq!(focal_of("works", toggled), "toggle", "one call does only one of both");
    let named = "  garden.plant(0, 'a');\n  expect(garden.forecast()).toEqual([]); // HERE";
    assert_eq!(focal_of("forecast of a bed", named), "forecast");
}

#[test]
fn what_lists_one_member_of_each_part_only_tells() {
    for (look, function) in
        [("seeds", "plant"), ("note", "plant"), ("doubled", "doubled"), ("worth", "worth")]
    {
        let body = format!("  garden.plant(0, 'a');\n  expect(garden.{look}()).toEqual(['a']); // HERE");
        assert_eq!(focal_of("fills beds", &body), function, "{look}");
    }
    let listed = "  garden.plant(0, 'a');\n  expect(garden.seeds()).toEqual(['a']); // HERE";
    assert_eq!(focal_of("seeds of each bed", listed), "seeds");
}

#[test]
fn a_title_that_only_says_what_is_told_comes_before_the_suite() {
    for (title, function) in
        [("has a worth", "worth"), ("returns the worth", "worth"), ("raises the worth of a bed", "plant")]
    {
        let test = format!(
            "import {{ Garden }} from '../src/garden.js';\ndescribe('plant', () => {{\n  it('{title}', async () => {{\n    const garden = new Garden();\n    garden.plant(0, 'a');\n    await expect(garden.worth()).resolves.toBe(2); // HERE\n  }});\n}});\n"
        );
        let found = located("test/any.test.js", &test, &format!("plant > {title}"));
        assert_eq!(focal(&found).rsplit('.').next(), Some(function), "{title}");
    }
}

#[test]
fn what_sets_is_the_act_of_what_gives_the_same() {
    let body = "  garden.setLabel(0, 'a b');\n  expect(garden.getLabels(0)).toBe('ab'); // HERE";
    assert_eq!(focal_of("labels with blanks", body), "setLabel");
    assert_eq!(focal_of("getLabels finds a name", body), "getLabels");
    let other = body.replace("setLabel(0, 'a b')", "plant(0, 'a')");
    assert_eq!(focal_of("labels with blanks", &other), "getLabels");
}

#[test]
fn a_noun_of_a_title_is_no_getter_of_that_name() {
    let body = "  garden.plant(0, 'a');\n  expect(garden.beds).toBe(2); // HERE";
    assert_eq!(focal_of("changes the number of beds", body), "plant");
    assert_eq!(focal_of("beds are counted", body), "beds");
    let suite = |name: &str| {
        let test = format!(
            "import {{ Garden }} from '../src/garden.js';\ndescribe('{name}', () => {{\n  it('has more beds', () => {{\n    const garden = new Garden();\n    garden.plant(0, 'a');\n    expect(garden.beds).toBe(2); // HERE\n  }});\n}});\n"
        );
        let found = located("test/any.test.js", &test, &format!("{name} > has more beds"));
        focal(&found).rsplit('.').next().unwrap_or_default().to_owned()
    };
    assert_eq!([suite("plant"), suite("#beds"), suite("planting")], ["plant", "beds", "plant"]);
}

#[test]
fn a_look_that_passed_is_not_what_a_mock_was_given() {
    for look in ["yields()", "labels()", "beds"] {
        let body = format!(
            "  garden.plant(0, 'a');\n  expect(garden.{look}).toEqual([]);\n  expect(told).toHaveBeenCalledWith(1); // HERE"
        );
        assert_eq!(focal_of("works", &body), "plant", "{look}");
    }
    let only = "  expect(garden.yields()).toEqual([]);\n  expect(told).toHaveBeenCalledWith(1); // HERE";
    assert_eq!(focal_of("works", only), "yields");
}

#[test]
fn what_a_callback_collects_is_of_the_call_that_called_it_back() {
    let body = "  const seen = [];\n  garden.visit((bed) => seen.push(bed));\n  garden.plant(0, 'a');\n  expect(seen).toEqual([]); // HERE";
    assert_eq!(focal_of("works", body), "plant");
    let at_once = body.replace("  garden.plant(0, 'a');\n", "");
    assert_eq!(focal_of("works", &at_once), "visit");
}

#[test]
fn what_a_check_has_told_of_is_past_where_more_was_done() {
    let body = "  expect(garden.harvest()).toEqual([]);\n  garden.plant(0, 'a');\n  expect(garden.labels()).toEqual([]); // HERE";
    assert_eq!(focal_of("works", body), "plant");
    assert_eq!(focal_of("harvest", body), "harvest", "the title is its name");
    let only = body.replace("  garden.plant(0, 'a');\n", "");
    assert_eq!(focal_of("harvest", &only), "harvest");
    let named = "  garden.plant(0, 'a');\n  garden.setLabel(0, 'a');\n  expect(garden.getLabels(0)).toEqual([]); // HERE";
    assert_eq!(focal_of("labels the first plant", named), "setLabel");
    assert_eq!(focal_of("plant: has no labels", named), "plant");
}

#[test]
fn a_title_names_what_made_the_checked_value() {
    let body = "  const row = sow('ab');\n  expect(weigh(row)).toBe(2); // HERE";
    assert_eq!(focal_of("sow takes letters", body), "sow");
    let told = body.replace("  expect", "  expect(row).toHaveLength(2);\n  expect");
    assert_eq!(focal_of("sow takes letters", &told), "weigh", "a check has told of what it gave");
    assert_eq!(focal_of("works", body), "weigh");
    assert_eq!(focal_of("weighs what sow takes", body), "weigh");
    let of_object = "  const seeder = createSeeder('ab');\n  expect(seeder.last()).toBe('b'); // HERE";
    assert_eq!(focal_of("createSeeder keeps the last", of_object), "createSeeder");
    let done = "  garden.plant(0, 'a');\n  garden.setLabel(0, 'b');\n  expect(garden.named).toBe(1); // HERE";
    assert_eq!(focal_of("plants are named", done), "setLabel");
}

#[test]
fn a_helper_is_about_what_it_is_named_for_and_what_it_makes_of_its_input() {
    let of_helper = |helper: &str, call: &str| {
        let test = format!(
            "import {{ createSeeder, findSeedAt, sow, weigh }} from '../src/garden.js';\n{helper}\nit('works', () => {{\n  {call}; // HERE\n}});\n"
        );
        let found = located("test/any.test.js", &test, "works");
        let name = focal(&found).rsplit('.').next().unwrap_or_default().to_owned();
        (name, found.category)
    };
    let named = "function assertSeedAt(text, expected) {\n  const found = text && findSeedAt(text, 1);\n  expect(found ? weigh(found) : 0).toBe(expected); // IN HELPER\n}";
    let values = Some(OracleCategory::AssertionOnly);
    assert_eq!(of_helper(named, "assertSeedAt('ab', 2)"), ("findSeedAt".to_owned(), values));
    let plain = named.replace("assertSeedAt", "assertTwice");
    assert_eq!(of_helper(&plain, "assertTwice('ab', 2)").0, "weigh");
    let made = "function checks(text, expected) {\n  const seeder = createSeeder(text);\n  seeder.run();\n  expect(seeder.last()).toBe(expected); // IN HELPER\n}";
    assert_eq!(of_helper(made, "checks('ab', 2)"), ("createSeeder".to_owned(), values));
    let of_nothing = made.replace("createSeeder(text)", "createSeeder('a')");
    assert_eq!(of_helper(&of_nothing, "checks('ab', 2)").0, "last");
}

#[test]
fn what_throws_before_a_check_is_of_its_kind_wherever_the_check_stands() {
    let helper = "function has(row, length) {\n  expect(row).toHaveLength(length);\n}\nfunction sows(text, length) {\n  const row = sow(text); // IN HELPER\n  expect(row).toHaveLength(length);\n}\nfunction quietly(text) {\n  return text;\n}";
    let kind = |body: &str, helpers: &str| {
        let test = format!(
            "import {{ sow }} from '../src/garden.js';\n{helpers}\nit('works', () => {{\n{body}\n}});\n// THROWN\n"
        );
        let found = located("test/any.test.js", &test, "works");
        assert_eq!(focal(&found), "src/garden.sow", "{body}");
        found.category
    };
    let outside = helper.replace(" // IN HELPER", "");
    let values = Some(OracleCategory::AssertionOnly);
    assert_eq!(kind("  const row = sow('a'); // HERE\n  expect(row).toHaveLength(1);", &outside), values);
    assert_eq!(kind("  const row = sow('a'); // HERE\n  has(row, 1);", &outside), values);
    assert_eq!(kind("  has(sow('a'), 1); // HERE", &outside), values);
    assert_eq!(kind("  sows('a', 1); // HERE", helper), values);
    let nothing = Some(OracleCategory::NoException);
    assert_eq!(kind("  const row = sow('a'); // HERE\n  quietly(row);", &outside), nothing);
}

#[test]
fn an_error_that_is_made_for_a_mock_is_not_where_a_test_failed() {
    let line = |body: &str| {
        let test =
            format!("import {{ sow }} from '../src/garden.js';\nit('works', async () => {{\n{body}\n}});\n");
        located("test/any.test.js", &test, "works").failing_line
    };
    let mock = "  const dig = vi\n    .fn()\n    .mockRejectedValueOnce(new Error('a')) // HERE\n    .mockResolvedValue(1);\n\n  const row = await sow(dig);\n  expect(row).toBe(1);";
    assert_eq!(line(mock), Some(6));
    assert_eq!(
        line("  const wet = new WetError('a'); // HERE\n  await sow(() => Promise.reject(wet));"),
        Some(2)
    );
    assert_eq!(line("  await Promise.reject(new Error('a')); // HERE\n  sow('a');"), Some(1));
    assert_eq!(line("  sow(new Error('a')); // HERE\n  sow('b');"), Some(1));
    assert_eq!(line("  expect(sow('a')).toEqual(new Error('a')); // HERE\n  sow('b');"), Some(1));
}
