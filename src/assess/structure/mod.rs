//! The structure of a method by PMD's four metrics, as PMD 7.14 and newer compute them: cyclomatic
//! complexity, cognitive complexity, non-commenting source statements, and the number of paths.
//!
//! Read from syntax trees. Only a recursive call, which PMD finds by types, is found by its name and number
//! of arguments.

mod cognitive;
mod cyclomatic;
mod npath;
mod statements;

use tree_sitter::Node;

use crate::lang::java::Snippet;
use crate::lang::syntax::descendants;

/// The deepest nesting that is measured. Deeper code was not written to be read.
const DEEPEST: usize = 400;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Metrics {
    pub(crate) cyclomatic: u64,
    pub(crate) cognitive: u64,
    pub(crate) ncss: u64,
    /// The number of paths, at most 2⁶³ − 1.
    pub(crate) npath: u64,
}

impl Metrics {
    /// Returns the metrics in the order of the paper's table.
    pub(crate) fn values(self) -> [u64; 4] {
        [self.cyclomatic, self.cognitive, self.ncss, self.npath]
    }
}

/// Measures the first method of a snippet; None if there is none, or it is nested too deep.
pub(super) fn measure_snippet(snippet: &Snippet) -> Option<Metrics> {
    Code { source: snippet.whole_text() }.measure(methods(snippet.root()).next()?)
}

/// Returns the methods and constructors of a file, those of nested types as well.
fn methods(root: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    descendants(root).filter(|node| matches!(node.kind(), "method_declaration" | "constructor_declaration"))
}

/// Measures the method whose name stands on a line of a file, from 1.
#[cfg(test)]
pub(super) fn measure_at(source: &str, line: usize, name: &str) -> Option<Metrics> {
    let tree = crate::lang::java::parse_file(source);
    let code = Code { source };
    let is_wanted = |method: &Node<'_>| {
        let found = method.child_by_field_name("name");
        found.is_some_and(|found| found.start_position().row + 1 == line && code.text(found) == name)
    };
    code.measure(methods(tree.root_node()).find(is_wanted)?)
}

/// Returns true if code is nested too deep to be measured.
pub(super) fn is_too_deep(snippet: &Snippet) -> bool {
    depth(snippet.body().unwrap_or(snippet.root())) > DEEPEST
}

#[derive(Clone, Copy)]
struct Code<'a> {
    source: &'a str,
}

impl<'a> Code<'a> {
    fn measure(self, method: Node<'a>) -> Option<Metrics> {
        (depth(method) <= DEEPEST).then(|| Metrics {
            cyclomatic: cyclomatic::cyclomatic(self, method),
            cognitive: cognitive::cognitive(self, method),
            ncss: statements::ncss(method),
            npath: npath::npath(self, method),
        })
    }

    fn text(self, node: Node<'_>) -> &'a str {
        self.source.get(node.byte_range()).unwrap_or("")
    }

    /// Returns `&&` or `||` if a node is such an operation.
    fn short_circuit(self, node: Node<'_>) -> Option<&'a str> {
        let operation = Some(node).filter(|node| node.kind() == "binary_expression")?;
        let operator = operation.child_by_field_name("operator")?;
        Some(self.text(operator)).filter(|operator| matches!(*operator, "&&" | "||"))
    }

    fn is_not(self, node: Node<'_>) -> bool {
        node.kind() == "unary_expression"
            && node.child_by_field_name("operator").is_some_and(|operator| self.text(operator) == "!")
    }
}

fn depth(node: Node<'_>) -> usize {
    let mut cursor = node.walk();
    let (mut level, mut deepest) = (1, 1);
    loop {
        if cursor.goto_first_child() {
            level += 1;
            deepest = deepest.max(level);
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return deepest;
            }
            level -= 1;
        }
    }
}

/// Returns the named nodes directly below a node, without comments.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    // Most nodes are leaves, and a cursor costs an allocation.
    if node.named_child_count() == 0 {
        return Vec::new();
    }
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

fn bare(mut node: Node<'_>) -> Node<'_> {
    while let Some(inner) = parts(node).first().filter(|_| node.kind() == "parenthesized_expression") {
        node = *inner;
    }
    node
}

/// Returns the parts of a switch: label, statements (with the last of several labels), and true for an arrow.
fn branches(switch: Node<'_>) -> Vec<(Node<'_>, Vec<Node<'_>>, bool)> {
    let mut found = Vec::new();
    for group in switch.child_by_field_name("body").map(parts).unwrap_or_default() {
        let (labels, statements): (Vec<_>, Vec<_>) =
            parts(group).into_iter().partition(|part| part.kind() == "switch_label");
        let last = labels.len().saturating_sub(1);
        for (number, label) in labels.into_iter().enumerate() {
            let own = if number == last { statements.clone() } else { Vec::new() };
            found.push((label, own, group.kind() == "switch_rule"));
        }
    }
    found
}

fn is_default(label: Node<'_>) -> bool {
    let mut cursor = label.walk();
    label.children(&mut cursor).any(|child| child.kind() == "default")
}

/// Returns the number of constants of a switch label, 1 for `default`.
fn alternatives(label: Node<'_>) -> u64 {
    if is_default(label) {
        return 1;
    }
    parts(label)
        .iter()
        .filter(|part| !matches!(part.kind(), "pattern" | "guard" | "type_pattern" | "record_pattern"))
        .count() as u64
}

/// Returns true for a switch that is a statement; the grammar has one kind for both.
fn is_statement_switch(node: Node<'_>) -> bool {
    #[rustfmt::skip]
    const EXPRESSIONS: [&str; 16] = [
        "return_statement", "variable_declarator", "binary_expression", "assignment_expression", "argument_list",
        "parenthesized_expression", "ternary_expression", "yield_statement", "throw_statement",
        "lambda_expression", "cast_expression", "unary_expression", "method_invocation", "field_access",
        "array_access", "array_initializer",
    ];
    node.kind() == "switch_expression"
        && !node.parent().is_some_and(|parent| EXPRESSIONS.contains(&parent.kind()))
}

fn is_anonymous_body(node: Node<'_>) -> bool {
    node.kind() == "class_body"
        && node.parent().is_some_and(|parent| parent.kind() == "object_creation_expression")
}
