//! The share of a reference's syntax subtrees that also occur in the generated code. Subtrees are equal if their
//! S-expressions are: kinds of nodes and names of fields count, texts don't.

use std::collections::{HashMap, HashSet};

use tree_sitter::{Node, TreeCursor};

/// Returns the number of subtrees (nodes with children) of the first tree that also occur in the second, and of all.
pub(super) fn shared_subtrees(roots: [Node<'_>; 2], sources: [&str; 2]) -> (usize, usize) {
    let mut expressions = Expressions::default();
    let [wanted, there] = [0, 1].map(|side| expressions.subtrees(&mut roots[side].walk(), sources[side]));
    let there: HashSet<usize> = there.into_iter().collect();
    (wanted.iter().filter(|expression| there.contains(expression)).count(), wanted.len())
}

/// Numbered S-expressions. An expression contains the numbers of its parts, because the full text of a deep tree
/// would take quadratic memory. There is no recursion, because code can be nested arbitrarily deep.
#[derive(Default)]
struct Expressions(HashMap<String, usize>);

impl Expressions {
    /// Returns the expression of the root, and of each node with children, by number.
    fn subtrees(&mut self, cursor: &mut TreeCursor<'_>, source: &str) -> Vec<usize> {
        let mut found = Vec::new();
        // The known parts of the expressions of the open nodes.
        let mut open = vec![head(cursor.node(), source)];
        loop {
            if cursor.goto_first_child() {
                open.push(head(cursor.node(), source));
                continue;
            }
            loop {
                let node = cursor.node();
                let expression = open.pop().unwrap_or_default();
                let next = self.0.len();
                let number = *self.0.entry(expression).or_insert(next);
                if node.child_count() > 0 || open.is_empty() {
                    found.push(number);
                }
                let Some(around) = open.last_mut() else { return found };
                // S-expressions contain keywords and operators only if one is missing.
                if node.is_named() || node.is_missing() {
                    around.push_str(&format!(" {}:{number}", cursor.field_name().unwrap_or_default()));
                }
                if cursor.goto_next_sibling() {
                    open.push(head(cursor.node(), source));
                    break;
                }
                cursor.goto_parent();
            }
        }
    }
}

/// Returns the beginning of a node's expression.
fn head(node: Node<'_>, source: &str) -> String {
    let unexpected =
        source[node.byte_range()].chars().next().filter(|_| node.is_error() && node.child_count() == 0);
    match unexpected {
        Some(c) => format!("(UNEXPECTED {c:?}"),
        None if node.is_missing() => format!("(MISSING {}", node.kind()),
        None => format!("({}", node.kind()),
    }
}
