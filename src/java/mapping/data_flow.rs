//! The data flow into an oracle: the test is walked back over the calls and assignments that gave the oracle's variables
//! their state, then the set-up methods, then the initializers of fields.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::calls::Call;
use super::code::{Code, arguments};
use super::focal::{Decision, FocalSearch, Reach};
use super::oracle::FoundOracle;
use crate::java::index::{ClassId, Type};
use crate::java::syntax::{Snippet, descendants};

/// A result of the walk back.
enum Found {
    /// It is a method of the class under test, or there is no such class.
    Best(Decision),
    /// It is a method of another class: one of the class under test may come before it.
    Other(Decision),
}

impl<'a> FocalSearch<'_, 'a> {
    /// Walks back from the oracle over the calls and assignments that changed the variables in `values`.
    pub(super) fn state_of(&self, values: &[Node<'a>], reach: Reach) -> Option<Decision> {
        let names = values.iter().flat_map(|value| self.names_in(*value)).map(str::to_owned).collect();
        self.state_before(names, self.start(), reach)
    }

    fn state_before(&self, mut names: BTreeSet<String>, end: usize, reach: Reach) -> Option<Decision> {
        self.add_wrappers(&mut names, end);
        let mut nodes: Vec<Node<'a>> =
            descendants(self.code.body).filter(|node| node.end_byte() <= end && is_event(*node)).collect();
        nodes.sort_by_key(|node| std::cmp::Reverse((node.end_byte(), std::cmp::Reverse(node.start_byte()))));
        let (mut other, mut ending) = (None, None);
        for node in nodes {
            let found = match self.assigned(node) {
                Some((name, value)) if names.contains(name) => {
                    let made = self.code.production_calls(value);
                    let is_tested = made.iter().any(|call| self.is_tested_method(call));
                    let decision = self.best(made);
                    if decision.is_none() && reach == Reach::Direct && self.through_helpers(value).is_some() {
                        return other.or(ending);
                    }
                    let decision = decision.or_else(|| self.through_helpers(value));
                    names.extend(self.names_in(value).into_iter().map(str::to_owned));
                    self.add_wrappers(&mut names, end);
                    decision.map(|decision| self.found(decision, is_tested))
                }
                Some(_) => None,
                None => self.changes_one_of(node, &names).and_then(|call| {
                    if self.only_ends(call.node) {
                        ending = ending.take().or_else(|| Some(self.decide(&call)));
                        return None;
                    }
                    Some(self.found(self.decide(&call), self.is_tested_method(&call)))
                }),
            };
            match found {
                Some(Found::Best(decision)) => return Some(decision),
                Some(Found::Other(decision)) => other = other.or(Some(decision)),
                None => {}
            }
        }
        other.or_else(|| self.before_the_test(&names)).or(ending)
    }

    /// Ranks a decision: without a class under test, the first found is the best.
    fn found(&self, decision: Decision, is_tested: bool) -> Found {
        if is_tested || self.class_under_test.is_none() {
            Found::Best(decision)
        } else {
            Found::Other(decision)
        }
    }

    fn is_tested_method(&self, call: &Call<'a>) -> bool {
        call.node.kind() != "object_creation_expression" && self.is_under_test(call)
    }

    /// Returns the last call on fields of these names before the test runs.
    fn before_the_test(&self, names: &BTreeSet<String>) -> Option<Decision> {
        if self.is_setup {
            return None;
        }
        let index = self.code.index;
        let around = std::iter::successors(Some(self.code.class), |class| index.outer(*class));
        let classes: Vec<ClassId> = around.flat_map(|class| index.ancestry(class)).collect();
        let is_field = |name: &&String| {
            classes.iter().any(|class| index.class(*class).fields.iter().any(|field| field.name == **name))
        };
        let fields: BTreeSet<String> = names.iter().filter(is_field).cloned().collect();
        if fields.is_empty() {
            return None;
        }
        let setups = classes.iter().flat_map(|class| index.declared(*class));
        for (setup, _) in setups.filter(|(_, method)| method.is_setup) {
            let snippet = Snippet::parse(index.source(setup));
            let Some(code) = Code::of(index, setup, &snippet) else { continue };
            let decision = self.last_in(&code, |search| {
                search.state_before(fields.clone(), code.body.end_byte(), Reach::Helpers)
            });
            if decision.is_some() {
                return decision;
            }
        }
        let initializers = classes.iter().flat_map(|class| {
            let file = index.file(*class);
            let own = index.class(*class).fields.iter().filter(|field| fields.contains(&field.name));
            own.filter_map(move |field| Some((*class, file.text.get(field.value.clone()?)?)))
        });
        for (class, initializer) in initializers {
            let snippet = Snippet::parse(&format!("Object value() {{ return {initializer}; }}"));
            let Some(code) = Code::in_class(index, class, &snippet, 0, 0) else { continue };
            let decision = self.last_in(&code, |search| {
                search.best(code.production_calls(code.body)).or_else(|| search.through_helpers(code.body))
            });
            if decision.is_some() {
                return decision;
            }
        }
        None
    }

    /// Searches code that runs before the test.
    fn last_in<'b>(
        &self,
        code: &Code<'b>,
        search: impl FnOnce(&FocalSearch<'_, 'b>) -> Option<Decision>,
    ) -> Option<Decision> {
        let oracle = FoundOracle::none(code.body);
        search(&FocalSearch {
            code,
            oracle: &oracle,
            class_under_test: self.class_under_test,
            is_setup: true,
        })
    }

    /// Adds the variables that hold what was made around one of `names`, as a printer is around its buffer: what is done to
    /// them changes it. A wrapper can be wrapped itself, and need not be declared before it is.
    fn add_wrappers(&self, names: &mut BTreeSet<String>, end: usize) {
        let made: Vec<(&str, Node<'a>)> = descendants(self.code.body)
            .filter(|node| node.start_byte() < end)
            .filter_map(|node| self.assigned(node))
            .collect();
        loop {
            let known = names.len();
            for (wrapper, value) in &made {
                let is_made = value.kind() == "object_creation_expression";
                let calls = || self.code.production_calls(*value).into_iter().map(|call| call.node);
                if !names.contains(*wrapper)
                    && (is_made.then_some(*value).into_iter().chain(calls()))
                        .any(|call| self.is_given_one_of(call, names))
                {
                    names.insert((*wrapper).to_owned());
                }
            }
            if names.len() == known {
                return;
            }
        }
    }

    /// Returns the variable that `node` assigns to, and the value.
    fn assigned(&self, node: Node<'a>) -> Option<(&'a str, Node<'a>)> {
        let (name, value) = match node.kind() {
            "variable_declarator" | "enhanced_for_statement" | "resource" => ("name", "value"),
            "assignment_expression" => ("left", "right"),
            _ => return None,
        };
        let name = self.code.field(node, name).trim_start_matches("this.");
        Some((name, node.child_by_field_name(value)?))
    }

    /// Returns the production call that `node` is, if it is made on one of these variables or takes one that it can change.
    fn changes_one_of(&self, node: Node<'a>, names: &BTreeSet<String>) -> Option<Call<'a>> {
        let call = self.code.production_calls(node).pop().filter(|call| call.node == node)?;
        let root = node.child_by_field_name("object").map(root_of);
        let on_one = root.is_some_and(|root| {
            // Made for this one use: `new Printer(out).print(x)`.
            names.contains(self.code.text(root))
                || (root.kind() == "object_creation_expression" && self.is_given_one_of(root, names))
        });
        (on_one || self.is_given_one_of(node, names)).then_some(call)
    }

    /// Returns true if a call takes one of these variables as an argument, and its type is a library's mutable one.
    fn is_given_one_of(&self, call: Node<'a>, names: &BTreeSet<String>) -> bool {
        let is_changeable = |argument: &Node<'a>| match self.code.type_of(*argument) {
            Type::Other(name, _) => name.starts_with(char::is_uppercase) && name != "String",
            Type::Array(_) => true,
            _ => false,
        };
        arguments(call)
            .iter()
            .filter(|argument| argument.kind() == "identifier" && names.contains(self.code.text(**argument)))
            .any(is_changeable)
    }

    /// Returns the variables and fields that an expression names.
    fn names_in(&self, value: Node<'a>) -> Vec<&'a str> {
        let is_variable = |node: &Node<'a>| {
            node.kind() == "identifier"
                && node.parent().is_none_or(|parent| match parent.kind() {
                    "method_invocation" => parent.child_by_field_name("name") != Some(*node),
                    "field_access" => {
                        parent.child_by_field_name("field") != Some(*node)
                            || self.code.field(parent, "object") == "this"
                    }
                    _ => true,
                })
        };
        descendants(value).filter(is_variable).map(|node| self.code.text(node)).collect()
    }
}

/// Returns true for a node that can change a variable.
fn is_event(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "variable_declarator"
            | "enhanced_for_statement"
            | "resource"
            | "assignment_expression"
            | "method_invocation"
            | "object_creation_expression"
    )
}

/// Returns the expression that a chain of calls, fields and elements begins with.
fn root_of(node: Node<'_>) -> Node<'_> {
    std::iter::successors(Some(node), |node| below(*node)).last().unwrap_or(node)
}

fn below(node: Node<'_>) -> Option<Node<'_>> {
    let object = node.child_by_field_name("object");
    match node.kind() {
        "field_access" if object.is_some_and(|object| object.kind() == "this") => {
            node.child_by_field_name("field")
        }
        "method_invocation" | "field_access" => object,
        "array_access" => node.child_by_field_name("array"),
        _ => None,
    }
}
