//! The code that runs in one frame of a test, and the exceptions that it can throw without a call.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::syntax::{Snippet, only};
use crate::lang::java::index::overloads::BOXES;
use crate::lang::syntax::{children, named};
use crate::model::is_named_like_assertion_error;

const PRIMITIVES: [&str; 3] = ["integral_type", "floating_point_type", "boolean_type"];

const USES_A_CLASS: [&str; 6] = [
    "method_invocation",
    "object_creation_expression",
    "array_creation_expression",
    "field_access",
    "class_literal",
    "cast_expression",
];

/// The nodes that run in one frame of a test: its method's own, or those of the lambdas in it.
pub(super) struct TestCode<'s> {
    snippet: &'s Snippet,
    nodes: Vec<Node<'s>>,
}

impl<'s> TestCode<'s> {
    /// Finds the method `test`, or the only method, because aggregating tests renames them. None if the
    /// source is broken: the parser may miss a call there, so a single match may not be the only one.
    pub(super) fn of(snippet: &'s Snippet, test: &str, in_lambda: bool) -> Option<TestCode<'s>> {
        if snippet.root().has_error() {
            return None;
        }
        let members = named(snippet.body()?);
        let methods: Vec<Node<'_>> = members.filter(|member| member.kind() == "method_declaration").collect();
        let method = match methods[..] {
            [method] => method,
            _ => only(methods.into_iter().filter(|method| snippet.field(*method, "name") == test))?,
        };
        let nodes = executed(method.child_by_field_name("body")?, in_lambda);
        Some(TestCode { snippet, nodes })
    }

    pub(super) fn text(&self, node: Node<'_>) -> &'s str {
        self.snippet.text(node)
    }

    pub(super) fn field(&self, node: Node<'_>, name: &str) -> &'s str {
        self.snippet.field(node, name)
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'s>> {
        self.nodes.iter().copied()
    }

    /// Returns the lines, from 0, of the nodes for which `fits` returns true; a call is on the line of its name.
    pub(super) fn lines(&self, fits: impl Fn(Node<'s>) -> bool) -> BTreeSet<usize> {
        self.nodes().filter(|&node| fits(node)).map(line_of).collect()
    }
}

/// Returns the line that a JVM assigns to a node: chained calls may be on consecutive lines.
pub(super) fn line_of(node: Node<'_>) -> usize {
    let name = if node.kind() == "method_invocation" { node.child_by_field_name("name") } else { None };
    name.unwrap_or(node).start_position().row
}

/// Returns the nodes below `body` that run in its own frame or, with `in_lambda`, in a lambda's; never in
/// inner classes.
fn executed(body: Node<'_>, in_lambda: bool) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open = vec![(body, false)];
    while let Some((node, lambda)) = open.pop() {
        if lambda == in_lambda {
            found.push(node);
        }
        let lambda = lambda || node.kind() == "lambda_expression";
        open.extend(
            children(node)
                .filter(|child| !matches!(child.kind(), "class_body" | "interface_body" | "enum_body"))
                .map(|child| (child, lambda)),
        );
    }
    found
}

/// Returns true if `node` itself can throw the qualified `exception`, or if that depends on types of other files.
pub(super) fn can_throw(node: Node<'_>, exception: &str, code: &TestCode<'_>) -> bool {
    let kind = node.kind();
    if kind == "throw_statement" {
        return true;
    }
    match exception {
        "java.lang.NullPointerException" => needs_an_object(node, code) || may_unbox(node, code),
        "java.lang.ClassCastException" => kind == "cast_expression" || is_value_from_elsewhere(node, code),
        "java.lang.ArrayIndexOutOfBoundsException" => kind == "array_access",
        "java.lang.ArrayStoreException" => kind == "assignment_expression" || kind == "array_initializer",
        "java.lang.NegativeArraySizeException" => kind == "dimensions_expr",
        "java.lang.ArithmeticException" => matches!(code.field(node, "operator"), "/" | "%" | "/=" | "%="),
        _ if is_named_like_assertion_error(exception) => is_assertion(node, code),
        // Classes that can't be loaded, initialized or linked; stack overflow; lack of memory.
        _ if exception.starts_with("java.lang.") && exception.ends_with("Error") => {
            USES_A_CLASS.contains(&kind)
        }
        _ => false,
    }
}

/// Returns true for an assertion: some reports omit the frames of assertion libraries.
fn is_assertion(node: Node<'_>, code: &TestCode<'_>) -> bool {
    let name = code.field(node, "name");
    node.kind() == "assert_statement"
        || node.kind() == "method_invocation" && (name == "fail" || name.starts_with("assert"))
}

fn needs_an_object(node: Node<'_>, code: &TestCode<'_>) -> bool {
    let object = match node.kind() {
        "field_access" if is_qualifier(node, code) => None,
        "method_invocation" | "field_access" => node.child_by_field_name("object"),
        "array_access" => node.child_by_field_name("array"),
        "enhanced_for_statement" | "synchronized_statement" | "switch_expression" => return true,
        _ => None,
    };
    object.is_some_and(|object| match object.kind() {
        "this" | "super" | "string_literal" | "class_literal" | "object_creation_expression" => false,
        "identifier" => !is_never_null(code.text(object), code),
        "field_access" => !is_qualifier(object, code),
        _ => true,
    })
}

/// Returns true if `node` is a possibly null value of a boxed type used where a primitive is needed.
fn may_unbox(node: Node<'_>, code: &TestCode<'_>) -> bool {
    if node.kind() == "identifier" {
        let name = code.text(node);
        let declared = declarator(name, code).and_then(|found| found.parent());
        let is_boxed = declared.is_some_and(|found| BOXES.contains(&code.field(found, "type")));
        return is_boxed && is_read(node, code) && !is_never_null(name, code);
    }
    is_value_from_elsewhere(node, code) && becomes_an_object(node) != Some(true)
}

/// Returns true for the value of a variable that is declared as an object; None for any other value.
fn becomes_an_object(value: Node<'_>) -> Option<bool> {
    let declaration = value.parent().filter(|parent| parent.kind() == "variable_declarator")?.parent()?;
    Some(!PRIMITIVES.contains(&declaration.child_by_field_name("type")?.kind()))
}

/// Returns true if the value of `node` is used: a declared name, the target of an assignment and a
/// statement's result are not.
fn is_read(node: Node<'_>, code: &TestCode<'_>) -> bool {
    let is_field = |parent: Node<'_>, name| parent.child_by_field_name(name) == Some(node);
    node.parent().is_some_and(|parent| match parent.kind() {
        "variable_declarator" => !is_field(parent, "name"),
        "assignment_expression" => !is_field(parent, "left") || code.field(parent, "operator") != "=",
        "method_invocation" => is_field(parent, "object"),
        "expression_statement" => false,
        _ => true,
    })
}

/// Returns true if `node` is a used value whose actual type is known only in other files.
fn is_value_from_elsewhere(node: Node<'_>, code: &TestCode<'_>) -> bool {
    matches!(node.kind(), "method_invocation" | "field_access" | "array_access")
        && !is_qualifier(node, code)
        && is_read(node, code)
}

/// Returns true if `name` is a class, or a variable that is assigned once, to a new object.
fn is_never_null(name: &str, code: &TestCode<'_>) -> bool {
    let Some(declarator) = declarator(name, code) else { return names_a_class(name) };
    let value = declarator.child_by_field_name("value").map_or("", |value| value.kind());
    let is_new = matches!(value, "object_creation_expression" | "array_creation_expression");
    is_new
        && !code
            .nodes()
            .any(|node| node.kind() == "assignment_expression" && code.field(node, "left") == name)
}

fn names_a_class(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// Returns true if `node` is a qualified class or a part of one, as in `java.util.Arrays.sort(…)`, or a constant.
fn is_qualifier(node: Node<'_>, code: &TestCode<'_>) -> bool {
    node.kind() == "field_access"
        && (names_a_class(code.field(node, "field"))
            || node.parent().is_some_and(|parent| is_qualifier(parent, code)))
}

fn declarator<'s>(name: &str, code: &TestCode<'s>) -> Option<Node<'s>> {
    code.nodes().find(|node| node.kind() == "variable_declarator" && code.field(*node, "name") == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of a test, from 1, that can throw `exception` by themselves.
    fn lines(body: &str, exception: &str) -> Vec<usize> {
        let snippet = Snippet::parse(&format!("void test(Pen given) {{\n{body}\n}}"));
        let code = TestCode::of(&snippet, "test", false).expect("a method");
        code.lines(|node| can_throw(node, exception, &code)).into_iter().collect()
    }

    const NULL: &str = "java.lang.NullPointerException";

    #[test]
    fn a_null_used_as_an_object() {
        let body = "Pen pen = new Pen();\nPen other = Pens.find(1);\npen.draw();\njava.util.Arrays.sort(x);\nother.draw();\ngiven.draw();";
        assert_eq!(lines(body, NULL), [5, 6]);
        assert_eq!(lines("Pen pen = new Pen();\npen = null;\npen.draw();", NULL), [3], "it was set again");
        assert_eq!(
            lines("int[] a = new int[3];\na[0] = 1;\nint[][] b = Pens.all();\nb[0][0] = 2;", NULL),
            [4]
        );
        assert_eq!(lines("int i = 1;\nthrow error;", NULL), [2]);
    }

    #[test]
    fn a_null_used_as_a_number() {
        let body = "Integer five = new Integer(5);\nBoolean found = Pens.has(five);\nassertTrue(found);";
        assert_eq!(lines(body, NULL), [3]);
        assert_eq!(lines("Integer i = Pens.count();\ni += 1;", NULL), [2]);
        assert_eq!(lines("int i = Pens.count();\nPens.clear();", NULL), [1], "count may return an Integer");
    }

    #[test]
    fn exceptions_of_operators() {
        assert_eq!(
            lines("Pen p = Pens.get();\nPens.clear();\nint i = (int) 2;", "java.lang.ClassCastException"),
            [1, 3]
        );
        let arrays = "int[] a = new int[n];\na[1] = 2;\nint b = a[0] / 2;\nb %= 3;\nPens.clear();";
        assert_eq!(lines(arrays, "java.lang.ArrayIndexOutOfBoundsException"), [2, 3]);
        assert_eq!(lines(arrays, "java.lang.ArrayStoreException"), [2, 4]);
        assert_eq!(lines(arrays, "java.lang.NegativeArraySizeException"), [1]);
        assert_eq!(lines(arrays, "java.lang.ArithmeticException"), [3, 4]);
    }

    #[test]
    fn errors() {
        assert_eq!(lines("int i = 1;\nPens.clear();", "java.lang.ExceptionInInitializerError"), [2]);
        let body = "pen.draw();\nassert dry;\nassertTrue(dry);\nfail();";
        assert_eq!(lines(body, "java.lang.AssertionError"), [2, 3, 4]);
        assert_eq!(lines(body, "org.junit.ComparisonFailure"), [2, 3, 4]);
    }

    #[test]
    fn exceptions_that_the_test_itself_can_not_throw() {
        assert_eq!(lines("pen.draw();", "org.acme.InkException"), [0; 0]);
        assert_eq!(lines("if (dry)\n  throw new InkException();", "org.acme.InkException"), [2]);
    }
}
