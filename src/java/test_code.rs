//! What a test's method does, node by node: what [`failing_line`](super::failing_line()) searches.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::syntax::Snippet;

/// The nodes that run in one frame of a test: its method's own, or those of the lambdas in it.
pub(super) struct TestCode<'s> {
    snippet: &'s Snippet,
    nodes: Vec<Node<'s>>,
}

impl<'s> TestCode<'s> {
    /// Finds the method `test`, or the only one whatever its name: aggregating tests renames them.
    ///
    /// None if the source is broken: a call may hide from the parser there, and the only one found need not be the only
    /// one.
    pub(super) fn of(snippet: &'s Snippet, test: &str, in_lambda: bool) -> Option<TestCode<'s>> {
        if snippet.root().has_error() {
            return None;
        }
        let members = snippet.body()?;
        let mut cursor = members.walk();
        let methods: Vec<Node<'_>> = members
            .named_children(&mut cursor)
            .filter(|member| member.kind() == "method_declaration")
            .collect();
        let method = match methods[..] {
            [method] => method,
            _ => only(methods.into_iter().filter(|method| {
                method.child_by_field_name("name").is_some_and(|name| snippet.text(name) == test)
            }))?,
        };
        let nodes = executed(method.child_by_field_name("body")?, in_lambda);
        Some(TestCode { snippet, nodes })
    }

    pub(super) fn text(&self, node: Node<'_>) -> &'s str {
        self.snippet.text(node)
    }

    /// The text of a node's field; empty if it has no such field.
    pub(super) fn field(&self, node: Node<'_>, name: &str) -> &'s str {
        node.child_by_field_name(name).map_or("", |field| self.text(field))
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'s>> {
        self.nodes.iter().copied()
    }

    /// The lines, from 0, of the nodes that `fits`; a call stands where its name does.
    pub(super) fn lines(&self, fits: impl Fn(Node<'s>) -> bool) -> BTreeSet<usize> {
        self.nodes().filter(|&node| fits(node)).map(line_of).collect()
    }
}

/// Where a JVM sees a node: chained calls stand one below the other.
pub(super) fn line_of(node: Node<'_>) -> usize {
    let name = if node.kind() == "method_invocation" { node.child_by_field_name("name") } else { None };
    name.unwrap_or(node).start_position().row
}

/// The nodes below `body` that run in its own frame or, if so asked, in that of a lambda; never those of inner classes.
fn executed(body: Node<'_>, in_lambda: bool) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open = vec![(body, false)];
    let mut cursor = body.walk();
    while let Some((node, lambda)) = open.pop() {
        if lambda == in_lambda {
            found.push(node);
        }
        let lambda = lambda || node.kind() == "lambda_expression";
        let outside =
            |child: &Node<'_>| !matches!(child.kind(), "class_body" | "interface_body" | "enum_body");
        open.extend(node.children(&mut cursor).filter(outside).map(|child| (child, lambda)));
    }
    found
}

/// `node` and everything below it, in the order of the source.
pub(super) fn descendants(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut cursor = node.walk();
    let mut done = false;
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let current = cursor.node();
        if !cursor.goto_first_child() {
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    done = true;
                    break;
                }
            }
        }
        Some(current)
    })
}

/// The item, if there is exactly one.
pub(super) fn only<T>(items: impl IntoIterator<Item = T>) -> Option<T> {
    let mut items = items.into_iter();
    let first = items.next()?;
    items.next().is_none().then_some(first)
}
