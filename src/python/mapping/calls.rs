//! The production functions that a test's expressions call, and the classes of its variables, as far as the sources show them.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::code::{Code, bare, with_items};
use crate::java::descendants;
use crate::python::index::{ClassId, FileId, FunctionId, Index, Kind, Meaning};
use crate::python::syntax::{self, children, dotted_name, parse};

/// The functions that run before a test, in their order.
const SET_UPS: [&str; 5] = ["setUpClass", "setup_class", "setUp", "setup_method", "setup"];

/// The classes of variables and attributes by their text, without blanks.
type Variables = HashMap<String, ClassId>;

impl<'a> Code<'a> {
    /// Returns the functions that run before the test, in their order.
    pub(super) fn set_ups(&self) -> Vec<FunctionId> {
        let class = self.index.class_of(self.function);
        let found = |name: &&str| self.index.method(class?, name);
        SET_UPS.iter().filter_map(found).collect()
    }

    /// Returns the classes of the variables, from the fixtures and set-ups of the test and from its own assignments.
    pub(super) fn classes_of_variables(&self) -> Variables {
        let mut known = Variables::new();
        for parameter in self.definition.child_by_field_name("parameters").into_iter().flat_map(children) {
            let name = match parameter.kind() {
                "identifier" => self.text(parameter),
                "typed_parameter" => children(parameter).next().map_or("", |name| self.text(name)),
                _ => continue,
            };
            known.extend(self.class_of_fixture(name).map(|class| (name.to_owned(), class)));
        }
        for set_up in self.set_ups() {
            let source = self.index.source(set_up);
            let scope = Scope { index: self.index, file: set_up.file, source };
            scope.read_assignments(parse(source).root_node(), &mut known);
        }
        self.scope().read_assignments(self.definition, &mut known);
        if let Some(own) = self.index.class_of(self.function) {
            known.entry("self".to_owned()).or_insert(own);
        }
        known
    }

    /// Returns the class of what a fixture returns or yields: one of the same file, or else of a `conftest.py`, the nearest first.
    fn class_of_fixture(&self, name: &str) -> Option<ClassId> {
        let fixture = self.index.fixture(self.file(), name)?;
        let source = self.index.source(fixture);
        let tree = parse(source);
        let scope = Scope { index: self.index, file: fixture.file, source };
        let mut known = Variables::new();
        scope.read_assignments(tree.root_node(), &mut known);
        let results = descendants(tree.root_node())
            .filter(|node| node.is_named() && matches!(node.kind(), "return_statement" | "yield"));
        let values = results.filter_map(|result| children(result).next());
        values.filter_map(|value| scope.class_of(value, &known)).last()
    }

    fn scope(&self) -> Scope<'a> {
        Scope { index: self.index, file: self.file(), source: self.source }
    }

    /// Returns the production functions that the calls in a node mean which lie in no other such call, in the order of the source.
    pub(super) fn production_calls(&self, node: Node<'a>) -> Vec<FunctionId> {
        let mut found = Vec::new();
        let mut assigned = HashSet::new();
        let mut open = vec![node];
        while let Some(next) = open.pop() {
            if next.kind().ends_with("assignment") {
                assigned.extend(next.child_by_field_name("left").map(|left| left.id()));
            }
            if next != node && matches!(next.kind(), "function_definition" | "class_definition") {
                continue;
            }
            let called = match next.kind() {
                "call" => next.child_by_field_name("function").and_then(|function| self.called(function)),
                "attribute" if assigned.contains(&next.id()) => self.attribute(next, Kind::Setter),
                "attribute" => self.attribute(next, Kind::Property),
                _ => None,
            };
            match called {
                Some(called) => found.push(called),
                None => {
                    let inner: Vec<Node<'a>> = children(next).collect();
                    open.extend(inner.into_iter().rev());
                }
            }
        }
        found
    }

    /// Returns the production function that a call of this expression means; none if that is unknown.
    pub(super) fn called(&self, function: Node<'a>) -> Option<FunctionId> {
        match self.resolve(function) {
            Some(Meaning::Function(called)) => {
                Some(called).filter(|called| self.index.is_production(*called))
            }
            Some(Meaning::Class(class)) => {
                let made = ["__init__", "__new__"].iter().find_map(|name| self.index.method(class, name));
                made.filter(|made| self.index.is_production(*made))
            }
            Some(Meaning::Module(_)) => None,
            None => {
                let method = Some(function).filter(|function| function.kind() == "attribute");
                let method = method.and_then(|function| self.attribute(function, Kind::Called));
                method.or_else(|| {
                    // An object that is called.
                    let class = self.scope().class_of(function, &self.variables)?;
                    self.index.method(class, "__call__").filter(|called| self.index.is_production(*called))
                })
            }
        }
    }

    /// Returns the production method, property or setter that an attribute means.
    fn attribute(&self, attribute: Node<'a>, kind: Kind) -> Option<FunctionId> {
        let object = attribute.child_by_field_name("object")?;
        let name = self.field(attribute, "attribute");
        let class = match self.resolve(object) {
            Some(Meaning::Class(class)) => Some(class),
            Some(Meaning::Module(_)) => return None,
            Some(Meaning::Function(_)) | None => self.scope().class_of(object, &self.variables),
        };
        let Some(class) = class else { return self.index.only_method(name, kind) };
        let method = self.index.method(class, name)?;
        let method = if kind == Kind::Setter { self.index.setter(method)? } else { method };
        (self.index.function(method).kind == kind && self.index.is_production(method)).then_some(method)
    }
}

/// The source in which expressions are read, and the module in which their names are resolved.
struct Scope<'a> {
    index: &'a Index,
    file: FileId,
    source: &'a str,
}

impl Scope<'_> {
    /// Reads the classes that the assignments below a node show.
    fn read_assignments(&self, node: Node<'_>, known: &mut Variables) {
        for node in descendants(node) {
            let assigned: Vec<(Node<'_>, Node<'_>)> = match node.kind() {
                "assignment" => {
                    let left = node.child_by_field_name("left");
                    left.zip(node.child_by_field_name("right")).into_iter().collect()
                }
                "with_statement" => {
                    with_items(node).filter_map(|(value, variable)| Some((variable?, value))).collect()
                }
                _ => continue,
            };
            for (variable, value) in assigned {
                if let Some(class) = self.class_of(value, known) {
                    known.insert(self.compact(variable), class);
                }
            }
        }
    }

    /// Returns the class of an expression's value.
    fn class_of(&self, expression: Node<'_>, known: &Variables) -> Option<ClassId> {
        let expression = bare(expression);
        match expression.kind() {
            "identifier" | "attribute" => known.get(&self.compact(expression)).copied(),
            "call" => self.class_of_call(expression.child_by_field_name("function")?, known),
            _ => None,
        }
    }

    fn class_of_call(&self, function: Node<'_>, known: &Variables) -> Option<ClassId> {
        let resolve = |node| self.index.resolve(self.file, &dotted_name(node, self.source)?);
        let called = match resolve(function) {
            Some(Meaning::Class(class)) => return Some(class),
            Some(Meaning::Function(called)) => Some(called),
            _ => None,
        };
        let of_class = || {
            let object = function.child_by_field_name("object").filter(|_| function.kind() == "attribute")?;
            let owner = match resolve(object) {
                Some(Meaning::Class(class)) => class,
                _ => *known.get(&self.compact(object))?,
            };
            let method = self.index.method(owner, syntax::field(function, "attribute", self.source))?;
            Some((method, owner))
        };
        let (called, owner) = match called {
            Some(called) => (called, None),
            None => of_class().map(|(method, owner)| (method, Some(owner)))?,
        };
        let declared = self.index.function(called);
        match &declared.returns {
            None => owner.filter(|_| declared.is_classmethod),
            Some(class) => match self.index.resolve(called.file, class)? {
                Meaning::Class(class) => Some(class),
                Meaning::Module(_) | Meaning::Function(_) => None,
            },
        }
    }

    /// Returns an expression's text without blanks.
    fn compact(&self, node: Node<'_>) -> String {
        syntax::text(node, self.source).split_whitespace().collect()
    }
}
