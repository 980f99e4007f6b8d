//! Tests that call a member on what another call gives: a maker's object, which its members return again, and questions that are asked in
//! one chain.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::StackTrace;

/// Returns the focal function of a test with a title and a body that fails on its line with `// HERE`.
fn focal_of(source: &str, title: &str, body: &str) -> String {
    let file = "test/any.test.js";
    let test = format!(
        "import {{ createPurse, Desk }} from '../src/purse.js';\nit('{title}', () => {{\n{body}\n}});\n"
    );
    let index = index(&[("src/purse.js", source), (file, &test)]);
    let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let name = format!("{file}::{title}");
    let trace = StackTrace(Arc::from(format!("{name}\nError: m\n\tat test/x.<anonymous>({file}:{row})")));
    let found = index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found");
    focal(&found).rsplit('.').next().unwrap_or_default().to_owned()
}

/// A maker whose object is in a variable that its members know, as `OBJECT` and what follows it declare it.
const MAKER: &str = "export function createPurse(parent) {\n  const coins = new Map();\n  function keep(name, coin) {\n    coins.set(name, coin);\n    return purse;\n  }\n  function count(name) {\n    return coins.get(name)?.count(purse) ?? parent?.count(name);\n  }\n  OBJECT\n  return purse;\n}\nexport function coinOf(worth) {\n  return { count: () => worth };\n}\n";

#[test]
fn a_maker_that_returns_the_variable_of_its_object_makes_that() {
    for object in [
        "const purse = { keep, count };",
        "const purse = { keep: keep, count };",
        "let purse = { keep, count };",
        "const purse = Object.freeze({ keep, count });",
        "const purse = { keep, count(name) { return load(name); } };",
    ] {
        let source = MAKER.replace("OBJECT", object);
        for body in [
            "  const purse = createPurse();\n  purse.keep('a', 1);\n  expect(purse.count('a')).toBe(2); // HERE",
            "  const purse = createPurse().keep('a', 1).keep('b', 2);\n  const count = purse.count('a');\n  expect(count).toBe(2); // HERE",
            "  expect(createPurse().keep('a', 1).count('a')).toBe(2); // HERE",
        ] {
            assert_eq!(focal_of(&source, "x", body), "count", "{object}\n{body}");
        }
    }
}

#[test]
fn a_maker_that_may_return_something_else_makes_nothing_that_is_known() {
    let again = MAKER.replace("OBJECT", "let purse = { keep, count };\n  purse = wrapped(purse);");
    let body = "  const purse = createPurse();\n  expect(purse.keep('a', 1)).toBe(2); // HERE";
    assert_eq!(focal_of(&again, "x", body), "createPurse");
    let given = MAKER
        .replace("OBJECT", "const purse = { keep, count };")
        .replace("keep(name, coin)", "keep(name, purse)");
    let chain =
        "  const coin = createPurse().keep('a', new Map());\n  expect(coin.count('a')).toBe(2); // HERE";
    assert_eq!(focal_of(&given, "x", chain), "keep", "what a member returns is what it was given");
}

/// A class of questions, whose answers nothing changes.
const DESK: &str = "export class Desk {\n  constructor() {\n    this.loans = new Map();\n  }\n  lend(name, pen) {\n    this.loans.set(pen, name);\n    return this;\n  }\n  ask(name) {\n    return new Asked(this.loans, name);\n  }\n}\nclass Asked {\n  constructor(loans, name) {\n    this.loans = loans;\n    this.name = name;\n  }\n  mayTake(pen) {\n    return this.answer('take', pen);\n  }\n  lend(pen) {\n    return this.answer('lend', pen);\n  }\n  answer(verb, pen) {\n    return new Answer(verb, this.loans.get(pen) === this.name);\n  }\n}\nclass Answer {\n  constructor(verb, is) {\n    this.verb = verb;\n    this.is = is;\n  }\n  get isGiven() {\n    return this.isTold();\n  }\n  get verbs() {\n    return this.verb.split(':');\n  }\n  isTold() {\n    return this.is;\n  }\n}\n";

#[test]
fn a_question_that_ends_in_a_getter_is_about_the_call_that_made_the_answer() {
    let lent = "  const desk = new Desk();\n  desk.lend('ada', 'pen');\n";
    let asked = format!("{lent}  expect(desk.ask('ada').mayTake('pen').isGiven).toBe(true); // HERE");
    for (title, function) in [
        ("tells who has it", "mayTake"),
        ("ask knows who has it", "ask"),
        ("isGiven is true for what was lent", "isGiven"),
        ("Answer#verbs / #isGiven", "isGiven"),
        ("lends a pen", "lend"),
    ] {
        assert_eq!(focal_of(DESK, title, &asked), function, "{title}");
    }
    let kept = format!(
        "{lent}  const answer = desk.ask('ada').mayTake('pen');\n  expect(answer.isGiven).toBe(true); // HERE"
    );
    assert_eq!(focal_of(DESK, "tells who has it", &kept), "mayTake");
    let of_other = format!("{lent}  expect(desk.ask('ada').mayTake('pen').verbs).toEqual([]); // HERE");
    assert_eq!(focal_of(DESK, "tells who has it", &of_other), "mayTake");
    let changes = DESK.replace("  isTold() {\n", "  take() {\n    this.is = false;\n  }\n  isTold() {\n");
    assert_eq!(focal_of(&changes, "isGiven is true for what was lent", &asked), "isGiven");
}
