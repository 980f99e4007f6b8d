//! Tests that wait: by `await`, by a promise or in a function that an act calls when it is done.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::{Located, OracleCategory, StackTrace};

/// A purse whose methods take a function, or give a promise, or an object that can be waited for.
const PURSE: &str = "\
export class Search {
  constructor(purse) {
    this.purse = purse;
  }
  sort(by) {
    this.by = by;
    return this;
  }
  then(kept, broken) {
    return Promise.resolve(this.purse.coins).then(kept, broken);
  }
}
export class Purse {
  constructor() {
    this.coins = [];
    this.pockets = { left: [] };
  }
  async _put(coin) {
    if (!coin.worth) throw new Error('no worth');
    this.coins.push({ ...coin });
    return coin;
  }
  putAsync(coin) {
    return this._put(coin);
  }
  put(coin, done) {
    this.coins.push(coin);
    this.pockets.left.push(coin);
    done(null, coin);
  }
  async takeAsync(worth) {
    this.coins = this.coins.filter((coin) => coin.worth !== worth);
  }
  take(worth, done) {
    this.coins = this.coins.filter((coin) => coin.worth !== worth);
    done(null);
  }
  seekAsync(query) {
    return new Search(this, query);
  }
  seek(query, done) {
    done(null, this.coins.filter((coin) => coin.worth === query.worth));
  }
  all() {
    return [...this.coins];
  }
}
";

/// Returns the code of a test with a body that failed on the line with `// HERE`; `thrown` is the frame of what it called.
fn located(title: &str, body: &str, thrown: &str) -> Located {
    let file = "test/any.test.js";
    let test = format!(
        "import {{ Purse }} from '../src/purse.js';\nit('{title}', async (done) => {{\n  const purse = new Purse();\n{body}\n}});\n"
    );
    let index = index(&[("src/purse.js", PURSE), (file, &test)]);
    let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let name = format!("{file}::{title}");
    let trace = format!("{name}\nError: m{thrown}\n\tat test/x.<anonymous>({file}:{row})");
    let trace = StackTrace(Arc::from(trace));
    index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found")
}

fn focal_of(title: &str, body: &str) -> String {
    focal(&located(title, body, "")).rsplit('.').next().unwrap_or_default().to_owned()
}

#[test]
fn nothing_behind_what_threw_is_meant() {
    let row = PURSE.lines().position(|line| line.contains("no worth")).expect("it throws") + 1;
    let thrown = format!("\n\tat src/purse.Purse._put(src/purse.js:{row})");
    for (call, function) in [
        ("await purse.putAsync({});", "putAsync"),
        ("await Promise.all(waiting);", "_put"),
        ("await purse._put({});", "_put"),
    ] {
        let body = format!(
            "  {call} // HERE\n  const coins = await purse.seekAsync({{ worth: 1 }});\n  expect(coins).toEqual([]);"
        );
        let found = located("seeks coins", &body, &thrown);
        assert_eq!(focal(&found).rsplit('.').next(), Some(function), "{call}");
    }
}

#[test]
fn what_only_tells_which_part_is_meant_made_no_part() {
    let body = |act: &str| {
        format!(
            "  const first = await purse.putAsync({{ worth: 2 }});\n  {act}\n  const all = purse.all();\n  const found = all.find((coin) => coin.id === first.id);\n  expect(found).toEqual({{ id: first.id, worth: 2 }}); // HERE"
        )
    };
    assert_eq!(focal_of("keeps the books", &body("await purse.takeAsync(1);")), "takeAsync");
    assert_eq!(focal_of("keeps the books", &body("")), "putAsync", "nothing else acted");
}

#[test]
fn a_query_behind_the_act_that_the_test_is_named_for_is_a_look() {
    let awaited = |query: &str| {
        format!(
            "  await purse.putAsync({{ worth: 1 }});\n  await purse.takeAsync(1);\n  const coins = await purse.seekAsync({query});\n  expect(coins.length).toBe(0); // HERE"
        )
    };
    assert_eq!(focal_of("takes coins", &awaited("{ worth: 1 }")), "takeAsync");
    assert_eq!(focal_of("seeks coins that were taken", &awaited("{ worth: 1 }")), "seekAsync");
    assert_eq!(focal_of("keeps the books", &awaited("{}")), "takeAsync", "it asks for nothing");
    let called_back = "  purse.put({ worth: 1 }, () => {\n    purse.take(1, () => {\n      purse.seek({ worth: 1 }, (error, coins) => {\n        expect(coins.length).toBe(0); // HERE\n        done();\n      });\n    });\n  });";
    assert_eq!(focal_of("takes coins", called_back), "take");
    assert_eq!(focal_of("seeks coins that were taken", called_back), "seek");
}

#[test]
fn what_a_query_gave_and_the_test_changed_is_asked_for_again() {
    let body = "  purse.put({ worth: 1 }, () => {\n    purse.seek({ worth: 1 }, (error, first) => {\n      CHANGE\n      purse.seek({ worth: 1 }, (error, second) => {\n        expect(second.ink).toBe(0); // HERE\n        done();\n      });\n    });\n  });";
    let changed = body.replace("CHANGE", "first.ink = 2;");
    assert_eq!(focal_of("puts coins that stay as they are", &changed), "seek");
    assert_eq!(focal_of("puts coins that stay as they are", &body.replace("CHANGE", "")), "put");
}

#[test]
fn what_calls_a_function_back_has_acted() {
    let body = "  purse.take(2, () => {});\n  purse.put({ worth: 1 }, () => {\n    LATER\n    expect(purse.pockets.left.length).toBe(1); // HERE\n    done();\n  });";
    assert_eq!(focal_of("keeps the books", &body.replace("LATER", "")), "put");
    let later = body.replace("LATER", "purse.take(1, () => {});");
    assert_eq!(focal_of("keeps the books", &later), "take");
    let part =
        body.replace("LATER", "const left = purse.pockets.left;").replace("purse.pockets.left.l", "left.l");
    assert_eq!(focal_of("keeps the books", &part), "put", "what changes the whole changes the part");
}

#[test]
fn an_error_of_the_tests_own_is_a_check_wherever_the_test_goes_on() {
    let category = |body: &str| located("keeps the books", body, "").category;
    let fails = "if (!purse.all().length) throw new Error('empty'); // HERE";
    let goes_on = format!("  purse.put({{}}, () => {{\n    {fails}\n    done();\n  }});");
    assert_eq!(category(&goes_on), Some(OracleCategory::FailOnly));
    let given = format!("  purse.put({{}}, () => {{\n    {fails}\n  }});");
    assert_eq!(category(&given), Some(OracleCategory::NoException), "production code is given what throws");
    let again = "  purse.put({}, (error) => {\n    if (error) throw error; // HERE\n    done();\n  });";
    assert_eq!(category(again), Some(OracleCategory::NoException), "it is none of the test's own");
}

#[test]
fn what_was_waited_for_is_no_longer_there() {
    let sorted = "  const coins = await purse.seekAsync({ worth: 1 });\n  coins.sort((a, b) => a.worth - b.worth);\n  expect(coins.length).toBe(1); // HERE";
    assert_eq!(focal_of("keeps the books", sorted), "seekAsync");
    let before = "  const coins = await purse.seekAsync({ worth: 1 }).sort('worth');\n  expect(coins.length).toBe(1); // HERE";
    assert_eq!(focal_of("keeps the books", before), "sort");
}

#[test]
fn what_a_maker_keeps_is_state_of_what_it_returns() {
    let maker = "export function createPurse(load, most) {\n  const coins = new Map();\n  let asked = 0;\n  async function worthOf(coin) {\n    asked++;\n    const worth = await load(coin);\n    coins.set(coin, worth);\n    return worth;\n  }\n  const clear = () => coins.clear();\n  return { worthOf, clear, has: (coin) => coins.has(coin), asked: () => asked };\n}\n";
    for (act, look, function) in [
        ("await purse.worthOf('a');", "has('a')", "worthOf"),
        ("for (const coin of ['a', 'b']) await purse.worthOf(coin);", "asked()", "worthOf"),
        ("await purse.worthOf('a');\n  purse.clear();", "has('a')", "clear"),
    ] {
        let file = "test/any.test.js";
        let test = format!(
            "import {{ createPurse }} from '../src/purse.js';\nit('keeps the books', async () => {{\n  const purse = createPurse(String, 2);\n  {act}\n  expect(purse.{look}).toBe(1); // HERE\n}});\n"
        );
        let index = index(&[("src/purse.js", maker), (file, &test)]);
        let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
        let name = format!("{file}::keeps the books");
        let trace = StackTrace(Arc::from(format!("{name}\nError: m\n\tat test/x.<anonymous>({file}:{row})")));
        let found = index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found");
        assert_eq!(focal(&found).rsplit('.').next(), Some(function), "{act} {look}");
    }
}
