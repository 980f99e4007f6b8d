//! The checks of JavaScript's libraries: `expect(…).toBe(…)`, `assert.equal(…)`, `….should.equal(…)`, `sinon.assert.…`.

use tree_sitter::Node;

use super::code::{Code, Given};
use crate::lang::javascript::index::{Expr, Meaning};
use crate::lang::javascript::syntax::{arguments, bare, is_function, key_name, named};

/// The check of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckKind {
    Values,
    /// The guarded code must throw; true if more than the class of the error is checked.
    Throws(bool),
    NotThrows,
    /// It fails whenever it is reached.
    Fail,
}

/// A check.
#[derive(Debug, Clone)]
pub(super) struct Check<'t> {
    pub kind: CheckKind,
    /// The checked values, the likeliest first.
    pub values: Vec<Node<'t>>,
    /// The code that must throw, or must not.
    pub guarded: Option<Node<'t>>,
}

/// A part of a chain, `.toBe(3)`: its name, and the arguments if it is called.
struct Step<'t> {
    name: &'t str,
    arguments: Option<Vec<Node<'t>>>,
    /// The expression up to it.
    before: Option<Node<'t>>,
}

/// The matchers that require an exception.
const THROWING: [&str; 11] = [
    "toThrow",
    "toThrowError",
    "toThrowErrorMatchingSnapshot",
    "toThrowErrorMatchingInlineSnapshot",
    "throw",
    "throws",
    "Throw",
    "rejected",
    "rejectedWith",
    "throwError",
    "throwAsync",
];

/// The modules whose functions are checks.
const ASSERTIONS: [&str; 8] = [
    "assert",
    "node:assert",
    "assert/strict",
    "node:assert/strict",
    "chai",
    "vitest",
    "power-assert",
    "uvu/assert",
];

/// The checks of AVA and tap on the test's context.
const ON_CONTEXT: [&str; 35] = [
    "is",
    "not",
    "deepEqual",
    "notDeepEqual",
    "like",
    "throws",
    "throwsAsync",
    "notThrows",
    "notThrowsAsync",
    "truthy",
    "falsy",
    "true",
    "false",
    "regex",
    "notRegex",
    "snapshot",
    "fail",
    "equal",
    "same",
    "ok",
    "notOk",
    "match",
    "rejects",
    "strictSame",
    "error",
    "has",
    "strictEqual",
    "notEqual",
    "notStrictEqual",
    "deepStrictEqual",
    "notDeepStrictEqual",
    "deepLooseEqual",
    "doesNotThrow",
    "doesNotMatch",
    "propEqual",
];

impl<'t> Code<'t> {
    /// Returns the check that an expression makes.
    pub(super) fn check_of(&self, expression: Node<'t>) -> Option<Check<'t>> {
        let expression = self.without_void(expression);
        let (root, steps) = self.steps(expression)?;
        if let Some(at) = steps.iter().position(|step| step.name == "should") {
            let value = steps[at].before?;
            let rest = &steps[at + 1..];
            return if rest.is_empty() { None } else { Some(self.of_matcher(vec![value], rest)) };
        }
        let is_called = root.arguments.is_some();
        match root.name {
            "expect" | "should" if is_called => {
                let values = root.arguments.clone().unwrap_or_default();
                let values: Vec<Node<'t>> = values.into_iter().take(1).collect();
                (!steps.is_empty()).then(|| self.of_matcher(values, &steps))
            }
            "expect" => {
                let first = steps.first()?;
                let given = first.arguments.clone()?;
                match first.name {
                    "soft" | "poll" | "element" => {
                        let values = given.into_iter().take(1).collect();
                        (steps.len() > 1).then(|| self.of_matcher(values, &steps[1..]))
                    }
                    "fail" | "unreachable" => {
                        Some(Check { kind: CheckKind::Fail, values: given, guarded: None })
                    }
                    _ => None,
                }
            }
            "sinon" => (steps.first()?.name == "assert" && steps.len() == 2).then(|| Check {
                kind: CheckKind::Values,
                values: steps[1].arguments.clone().unwrap_or_default(),
                guarded: None,
            }),
            "fail" if is_called && steps.is_empty() && self.is_not_own(root.name, expression) => {
                Some(Check { kind: CheckKind::Fail, values: Vec::new(), guarded: None })
            }
            "done" if steps.len() <= 1 => {
                let is_fail = steps.first().is_some_and(|step| step.name == "fail");
                let given = root.arguments.clone().or_else(|| steps.first()?.arguments.clone())?;
                let is_error = given.first().is_some_and(|given| {
                    let error = ["constructor", "function"].map(|name| self.field(*given, name));
                    given.kind() == "new_expression" || error.iter().any(|name| name.ends_with("Error"))
                });
                (is_fail || is_error).then_some(Check { kind: CheckKind::Fail, values: given, guarded: None })
            }
            _ => self.of_assert(&root, &steps, expression),
        }
    }

    /// Returns the check of an `assert` of Node or Chai, or of a function named like one.
    fn of_assert(&self, root: &Step<'t>, steps: &[Step<'t>], expression: Node<'t>) -> Option<Check<'t>> {
        let imported = self.imported(root.name);
        let is_module = |module: &str| ASSERTIONS.contains(&module);
        let is_assert = root.name == "assert"
            || imported.is_some_and(|(module, name)| {
                is_module(module) && matches!(name, "default" | "*" | "strict" | "assert" | "ok")
            });
        let is_of_chai = imported.is_some_and(|(module, _)| matches!(module, "chai" | "vitest"))
            || imported.is_none() && self.imports_chai();
        let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
        if is_assert && !matches!(root.name, "vi" | "chai" | "test" | "it" | "describe") {
            return match names[..] {
                [] => Some(Check { kind: CheckKind::Values, values: root.arguments.clone()?, guarded: None }),
                [.., last] if names.len() <= 2 => {
                    self.of_function(last, steps.last()?.arguments.clone()?, is_of_chai)
                }
                _ => None,
            };
        }
        if let [first, last] = names[..]
            && first == "assert"
        {
            // `t.assert.equal(…)`, `chai.assert.equal(…)`
            return self.of_function(last, steps[1].arguments.clone()?, root.name == "chai");
        }
        if let [only] = names[..]
            && (matches!(root.name, "t" | "tt" | "st") || self.is_context(root.name, expression))
        {
            return if ON_CONTEXT.contains(&only) {
                self.of_function(only, steps[0].arguments.clone()?, false)
            } else {
                None
            };
        }
        if !steps.is_empty() {
            return None;
        }
        let given = root.arguments.clone()?;
        if let Some((module, name)) =
            imported.filter(|(module, name)| is_module(module) && *module != "vitest" && *name != "expect")
        {
            return self.of_function(name, given, module == "chai");
        }
        let of_package = imported.filter(|(module, _)| !module.starts_with(['.', '/']));
        let is_throwing = of_package.is_some_and(|(module, name)| {
            let module = Expr::Module(module.to_owned());
            matches!(name, "throws" | "rejects") && self.index.resolve(self.file, &module).is_none()
        });
        if is_throwing && given.first().is_some_and(|given| is_function(bare(*given))) {
            return self.of_function("throws", given, false);
        }
        let is_named = ["expect", "assert"].iter().any(|start| {
            root.name
                .strip_prefix(start)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase() || c == '_'))
        });
        let is_check = is_named
            && !matches!(root.name, "expectTypeOf" | "assertType")
            && self.is_not_own(root.name, expression);
        is_check.then_some(Check { kind: CheckKind::Values, values: given, guarded: None })
    }

    /// Returns true for the context that the function of a test is given: `test('draws', (st) => st.equal(…))`.
    fn is_context(&self, name: &str, expression: Node<'t>) -> bool {
        let given = self.given(name, expression.start_byte());
        given.first().is_some_and(|given| match given {
            Given::Parameter(function, None) => {
                let call = function.parent().and_then(|given| given.parent());
                let called = call.map_or("", |call| {
                    let function = self.field(call, "function");
                    function.rsplit('.').next().unwrap_or(function)
                });
                matches!(called, "test" | "it" | "only" | "skip" | "serial" | "todo" | "t")
            }
            _ => false,
        })
    }

    /// Returns true for a name that is neither a production function nor a helper of the tests.
    fn is_not_own(&self, name: &str, expression: Node<'t>) -> bool {
        let called = bare(expression).child_by_field_name("function").map(bare);
        let meant = called.and_then(|called| self.meaning(called));
        !matches!(meant, Some(Meaning::Function(..)))
            && self.local_function(name, expression.start_byte()).is_none()
    }

    fn imports_chai(&self) -> bool {
        self.source.contains("require('chai')")
            || self.source.contains("require(\"chai\")")
            || self.source.contains("from 'chai'")
    }

    fn without_void(&self, expression: Node<'t>) -> Node<'t> {
        let inner = bare(expression);
        let is_void = inner.kind() == "unary_expression" && self.field(inner, "operator") == "void";
        match inner.child_by_field_name("argument").filter(|_| is_void) {
            Some(argument) => self.without_void(argument),
            None => inner,
        }
    }

    /// Returns a chain from its beginning.
    fn steps(&self, expression: Node<'t>) -> Option<(Step<'t>, Vec<Step<'t>>)> {
        let mut steps = Vec::new();
        let mut at = bare(expression);
        let mut given = None;
        loop {
            if steps.len() > 30 {
                return None;
            }
            match at.kind() {
                "call_expression" => {
                    given = Some(arguments(at));
                    at = bare(at.child_by_field_name("function")?);
                }
                "member_expression" => {
                    let before = at.child_by_field_name("object");
                    steps.push(Step { name: self.field(at, "property"), arguments: given.take(), before });
                    at = bare(before?);
                }
                // `st['throws'](…)`
                "subscript_expression"
                    if at.child_by_field_name("index").is_some_and(|index| index.kind() == "string") =>
                {
                    let before = at.child_by_field_name("object");
                    let name = key_name(at.child_by_field_name("index")?, self.source);
                    steps.push(Step { name, arguments: given.take(), before });
                    at = bare(before?);
                }
                "identifier" => {
                    let root = Step { name: self.text(at), arguments: given.take(), before: None };
                    steps.reverse();
                    return Some((root, steps));
                }
                _ => {
                    // Any value has `should`.
                    let root = Step { name: "", arguments: None, before: None };
                    steps.reverse();
                    return Some((root, steps));
                }
            }
        }
    }
}

impl<'t> Code<'t> {
    /// Returns the check of a chain behind a value.
    fn of_matcher(&self, values: Vec<Node<'t>>, steps: &[Step<'t>]) -> Check<'t> {
        let has = |name: &str| steps.iter().any(|step| step.name == name);
        let throwing = steps.iter().find(|step| THROWING.contains(&step.name));
        let guarded = values.first().copied();
        if !has("rejects") && throwing.is_none() {
            return Check { kind: CheckKind::Values, values, guarded: None };
        }
        if has("not") || has("never") {
            return Check { kind: CheckKind::NotThrows, values, guarded };
        }
        let with_properties = match throwing {
            Some(step) => self.throws_with_properties(step),
            None => !has("toBeInstanceOf"),
        };
        Check { kind: CheckKind::Throws(with_properties), values, guarded }
    }

    /// Returns the check of a function of an assertion library.
    fn of_function(&self, name: &str, given: Vec<Node<'t>>, is_of_chai: bool) -> Option<Check<'t>> {
        let guarded = given.first().copied();
        let kind = match name {
            "throws" | "rejects" | "throwsAsync" | "Throw" | "throw" | "isRejected" => {
                let second = given.get(1).map(|second| bare(*second));
                // A variable is what it holds.
                let second = second.map(|second| self.held(second).map_or(second, bare));
                let is_more = second.is_some_and(|second| {
                    matches!(second.kind(), "object" | "regex" | "new_expression")
                        || is_function(second)
                        || is_of_chai && matches!(second.kind(), "string" | "template_string")
                });
                CheckKind::Throws(is_more || is_of_chai && given.len() > 2)
            }
            "doesNotThrow" | "doesNotReject" | "notThrows" | "notThrowsAsync" => CheckKind::NotThrows,
            "fail" => CheckKind::Fail,
            "plan" | "test" | "beforeEach" | "afterEach" | "before" | "after" | "skip" | "todo" => {
                return None;
            }
            _ => CheckKind::Values,
        };
        let runs = matches!(kind, CheckKind::Throws(_) | CheckKind::NotThrows);
        // A call that makes a promise is run before the check.
        let guarded = guarded.filter(|guarded| runs && !self.is_promise(*guarded));
        let values = if runs { given.into_iter().take(1).collect() } else { given };
        Some(Check { kind, values, guarded })
    }

    /// Returns true for a call that a check is given for what it returns; `bind` returns a function.
    fn is_promise(&self, given: Node<'t>) -> bool {
        let given = bare(given);
        let called = given.child_by_field_name("function").map(bare);
        given.kind() == "call_expression"
            && called.is_none_or(|called| self.field(called, "property") != "bind")
    }

    /// Returns the value that a variable is given before it is used.
    fn held(&self, node: Node<'t>) -> Option<Node<'t>> {
        let name = (node.kind() == "identifier").then(|| self.text(node))?;
        match self.given(name, node.start_byte()).first()? {
            Given::Value(value) => Some(*value),
            Given::Type(_) | Given::Member(..) | Given::Parameter(..) => None,
        }
    }

    /// Returns true if a matcher that requires an exception checks more than its class.
    fn throws_with_properties(&self, step: &Step<'t>) -> bool {
        let given = step.arguments.as_deref().unwrap_or_default();
        step.name.ends_with("Snapshot")
            || given.len() > 1
            || given.first().is_some_and(|first| !self.is_class(*first))
    }

    /// Returns true for the name of a class: it begins with a capital letter.
    fn is_class(&self, node: Node<'t>) -> bool {
        let node = bare(node);
        let name = match node.kind() {
            "identifier" => self.text(node),
            "member_expression" => self.field(node, "property"),
            _ => "",
        };
        name.starts_with(char::is_uppercase)
    }
}

/// Returns the statements of guarded code, or its only expression: what a function given runs.
pub(super) fn guarded_code<'t>(code: &Code<'t>, guarded: Node<'t>) -> Vec<Node<'t>> {
    let guarded = bare(guarded);
    let function = match guarded.kind() {
        "identifier" => code.local_function(code.text(guarded), guarded.start_byte()),
        _ => Some(guarded).filter(|guarded| is_function(*guarded)),
    };
    match function.and_then(|function| function.child_by_field_name("body")) {
        Some(body) if body.kind() == "statement_block" => named(body).collect(),
        Some(body) => vec![body],
        None => vec![guarded],
    }
}
