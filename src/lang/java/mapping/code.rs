//! A method's source as a tree: its statements with their lines, its calls and its local variables.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use tree_sitter::Node;

use crate::lang::java::index::{ClassId, FoundMethod, Index, MethodId, Type, TypeRef, dimensions_of};
use crate::lang::java::syntax::Snippet;
use crate::lang::syntax::{children, descendants, named};
use crate::model::OracleCategory;

/// A call in a method's source, with the methods of the project that it may refer to.
#[derive(Clone)]
pub(super) struct Call<'a> {
    pub node: Node<'a>,
    /// The possible methods; none if the arguments fit no method.
    pub overloads: Vec<FoundMethod>,
    /// The class of the value that the method is called on.
    pub receiver: Option<ClassId>,
}

impl Call<'_> {
    /// Returns the method, if there is only one.
    pub(super) fn target(&self) -> Option<MethodId> {
        match &*self.overloads {
            [method] => Some(method.id),
            _ => None,
        }
    }

    pub(super) fn targets(&self) -> Vec<MethodId> {
        self.overloads.iter().map(|method| method.id).collect()
    }
}

pub(super) struct Code<'a> {
    pub index: &'a Index,
    /// The class in whose scope names are resolved.
    pub class: ClassId,
    /// The class of the tests that ran: of an inherited method, the one that inherits it.
    pub ran: ClassId,
    snippet: &'a Snippet,
    pub method: Node<'a>,
    pub body: Node<'a>,
    /// The declaration and everything below it, in the order of the source: many questions walk through the
    /// same few nodes.
    nodes: Vec<Node<'a>>,
    locals: Vec<Local<'a>>,
    statements: Vec<Node<'a>>,
    /// The types of expressions by node, cached because each is part of many others.
    pub types: RefCell<HashMap<usize, Type>>,
    /// The classes of the objects that methods give, true for one called on `super`; cached because each is asked for with
    /// every call on such an object.
    pub given: RefCell<HashMap<(MethodId, bool), Option<ClassId>>>,
    /// The first call of a rule and its category, found once for all oracles.
    pub rule: OnceCell<Option<(Node<'a>, OracleCategory)>>,
    /// The calls in the body, found once for all oracles.
    pub calls: OnceCell<Vec<Call<'a>>>,
    /// The row of the file where the source begins.
    first_row: usize,
    pub indentation: usize,
}

/// A local variable, a parameter, or a variable declared by a `for`, `catch`, `try` or lambda.
pub(super) struct Local<'a> {
    pub name: &'a str,
    /// The declared type; empty if the compiler infers it.
    pub type_ref: TypeRef,
    pub value: Option<Node<'a>>,
    /// True if the variable holds one element of its value at a time.
    pub is_element: bool,
    declared: usize,
    /// The byte range in which its name is visible.
    scope: std::ops::Range<usize>,
}

impl<'a> Code<'a> {
    /// Returns the code of a method as a class of tests ran it, maybe an inherited one.
    pub(super) fn of_run(
        index: &'a Index,
        method: MethodId,
        snippet: &'a Snippet,
        ran: ClassId,
    ) -> Option<Code<'a>> {
        Some(Code { ran, ..Code::of(index, method, snippet)? })
    }

    /// Returns the code of a method whose source is `snippet`; none if it has no body.
    pub(super) fn of(index: &'a Index, method: MethodId, snippet: &'a Snippet) -> Option<Code<'a>> {
        let source = index.source(method);
        let declaration = children(snippet.body()?)
            .find(|member| matches!(member.kind(), "method_declaration" | "constructor_declaration"))?;
        let body = declaration.child_by_field_name("body")?;
        let mut code = Code {
            index,
            class: method.class,
            ran: method.class,
            snippet,
            method: declaration,
            body,
            nodes: descendants(declaration).collect(),
            locals: Vec::new(),
            statements: Vec::new(),
            types: RefCell::default(),
            given: RefCell::default(),
            rule: OnceCell::new(),
            calls: OnceCell::new(),
            first_row: index.method(method).lines.start,
            indentation: source.len() - source.trim_start_matches([' ', '\t']).len(),
        };
        code.statements = code.within(body).filter_map(statement).collect();
        code.locals = code.within(declaration).flat_map(|node| code.declared(node)).collect();
        Some(code)
    }

    /// Returns a node of the method and everything below it, in the order of the source.
    pub(super) fn within(&self, node: Node<'a>) -> impl Iterator<Item = Node<'a>> {
        let first = self.nodes.partition_point(|other| other.start_byte() < node.start_byte());
        let own = self.nodes[first..].iter().position(|other| *other == node);
        let size = own.map_or(0, |_| node.descendant_count());
        self.nodes[first + own.unwrap_or(0)..].iter().take(size).copied()
    }

    pub(super) fn text(&self, node: Node<'_>) -> &'a str {
        self.snippet.text(node)
    }

    pub(super) fn type_ref(&self, node: Node<'a>) -> TypeRef {
        TypeRef::of(node, &|node| self.text(node))
    }

    pub(super) fn between(&self, start: usize, end: usize) -> &'a str {
        self.snippet.between(start, end)
    }

    pub(super) fn field(&self, node: Node<'_>, name: &str) -> &'a str {
        self.snippet.field(node, name)
    }

    /// Returns the innermost first statement on a row of the file, in the method's own frame or in those of
    /// its lambdas; the first that makes a check, if any does.
    pub(super) fn statement_at(&self, row: usize, in_lambda: bool) -> Option<Node<'a>> {
        let row = row.checked_sub(self.first_row)?;
        let covering: Vec<Node<'a>> = self
            .statements_in(self.body)
            .filter(|node| node.start_position().row <= row && row <= node.end_position().row)
            .filter(|node| ancestors(*node).any(|around| around.kind() == "lambda_expression") == in_lambda)
            .collect();
        let mut innermost = covering
            .iter()
            .copied()
            .filter(|outer| !covering.iter().any(|inner| inner.id() != outer.id() && holds(*outer, *inner)));
        let first = innermost.clone().next();
        innermost.find(|statement| self.check(*statement).is_some()).or(first)
    }

    /// Returns the row of the file where a node begins.
    pub(super) fn row_of(&self, node: Node<'_>) -> usize {
        self.first_row + node.start_position().row
    }

    pub(super) fn variable(&self, name: &str, at: Node<'_>) -> Option<&Local<'a>> {
        self.locals
            .iter()
            .filter(|local| {
                local.name == name
                    && local.scope.contains(&at.start_byte())
                    && local.declared <= at.start_byte()
            })
            .max_by_key(|local| local.declared)
    }

    /// Returns a local variable's value before a statement: that of the last assignment, or of its declaration.
    pub(super) fn value_before(&self, variable: Node<'a>, statement: Node<'a>) -> Option<Node<'a>> {
        let name = self.text(variable);
        let declared = self.variable(name, variable)?.value;
        let set = self
            .within(self.body)
            .filter(|node| {
                node.kind() == "assignment_expression"
                    && node.end_byte() <= statement.start_byte()
                    && self.field(*node, "left") == name
            })
            .last();
        set.and_then(|set| set.child_by_field_name("right")).or(declared)
    }

    /// Returns the code that is executed as a whole within `node`: statements except blocks, and the
    /// expressions of lambdas.
    pub(super) fn statements_in(&self, node: Node<'a>) -> impl Iterator<Item = Node<'a>> {
        self.statements.iter().copied().filter(move |statement| holds(node, *statement))
    }

    pub(super) fn statement_of(&self, node: Node<'a>) -> Option<Node<'a>> {
        self.statements.iter().copied().rfind(|statement| holds(*statement, node))
    }

    pub(super) fn is_statement(&self, node: Node<'a>) -> bool {
        self.statements.contains(&node)
    }

    fn declared(&self, node: Node<'a>) -> Vec<Local<'a>> {
        let parameters =
            node.child_by_field_name("parameters").filter(|_| node.kind() == "lambda_expression");
        let names = match parameters {
            Some(name) if name.kind() == "identifier" => vec![name],
            Some(list) if list.kind() == "inferred_parameters" => named(list).collect(),
            Some(_) => Vec::new(),
            None => return self.local(node).into_iter().collect(),
        };
        names
            .into_iter()
            .map(|name| Local {
                name: self.text(name),
                type_ref: TypeRef::default(),
                value: None,
                is_element: false,
                declared: name.start_byte(),
                scope: node.byte_range(),
            })
            .collect()
    }

    fn local(&self, node: Node<'a>) -> Option<Local<'a>> {
        let (written, scope) = match node.kind() {
            "variable_declarator" => {
                let declaration =
                    node.parent().filter(|above| above.kind() == "local_variable_declaration")?;
                (declaration.child_by_field_name("type"), declaration.parent()?)
            }
            "enhanced_for_statement" => (node.child_by_field_name("type"), node),
            // Both are in a list before the code they belong to.
            "resource" | "formal_parameter" => (node.child_by_field_name("type"), node.parent()?.parent()?),
            "catch_formal_parameter" => {
                let caught = children(node).find(|child| child.kind() == "catch_type");
                (caught.and_then(|caught| caught.named_child(0)), node.parent()?)
            }
            "instanceof_expression" => {
                node.child_by_field_name("name")?;
                (node.child_by_field_name("right"), self.body)
            }
            _ => return None,
        };
        let written = written.map(|written| self.type_ref(written)).unwrap_or_default();
        Some(Local {
            name: self.field(node, "name"),
            type_ref: written.array(dimensions_of(node)),
            value: node.child_by_field_name("value"),
            is_element: node.kind() == "enhanced_for_statement",
            declared: node.start_byte(),
            scope: scope.byte_range(),
        })
    }
}

/// Returns `node` if it is a statement; for a lambda, the expression that is its body.
fn statement(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "lambda_expression" => node.child_by_field_name("body").filter(|body| body.kind() != "block"),
        "local_variable_declaration" | "explicit_constructor_invocation" => Some(node),
        "labeled_statement" => None,
        kind => kind.ends_with("_statement").then_some(node),
    }
}

fn holds(outer: Node<'_>, inner: Node<'_>) -> bool {
    outer.start_byte() <= inner.start_byte() && inner.end_byte() <= outer.end_byte()
}

/// Iterates over the nodes around `node`, nearest first, up to the method.
pub(super) fn ancestors(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(node.parent(), |node| {
        (node.kind() != "method_declaration").then(|| node.parent()).flatten()
    })
}

pub(super) fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    call.child_by_field_name("arguments").into_iter().flat_map(named).collect()
}

/// Returns the variable or the field of the test at which a chain of calls and accesses begins.
pub(super) fn root(node: Node<'_>) -> Option<Node<'_>> {
    let inner = match node.kind() {
        "identifier" => return Some(node),
        "field_access" => {
            let object = node.child_by_field_name("object")?;
            return if object.kind() == "this" { node.child_by_field_name("field") } else { root(object) };
        }
        "method_invocation" => node.child_by_field_name("object"),
        "array_access" => node.child_by_field_name("array"),
        "cast_expression" => node.child_by_field_name("value"),
        "parenthesized_expression" => named(node).next(),
        _ => None,
    };
    root(inner?)
}
