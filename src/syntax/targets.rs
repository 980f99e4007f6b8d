//! `TestEval`'s target branches and lines of a Python program (its Algorithm 2).

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::python;
use crate::java::descendants;

/// The targets of a program; lines count from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Targets {
    /// The branches of `if`, `elif` and `else`, by their first lines.
    pub(crate) branches: Vec<Branch>,
    pub(crate) lines: BTreeSet<usize>,
}

/// A target branch: its first line, which is that of its keyword, and its last line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Branch {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) is_else: bool,
}

/// Returns the targets of a program.
pub(crate) fn targets(program: &str) -> Targets {
    let tree = python::parse(program);
    let mut branches = Vec::new();
    for statement in descendants(tree.root_node()).filter(|node| node.kind() == "if_statement") {
        let mut cursor = statement.walk();
        let first = statement.child_by_field_name("consequence").map(|body| (statement, body, false));
        let others = statement.children_by_field_name("alternative", &mut cursor).filter_map(|clause| {
            let is_else = clause.kind() == "else_clause";
            let body = clause.child_by_field_name(if is_else { "body" } else { "consequence" })?;
            Some((clause, body, is_else))
        });
        for (clause, body, is_else) in first.into_iter().chain(others) {
            let before: Option<&mut Branch> = branches.last_mut();
            // To Python's parser it is the same as an `elif`.
            if is_else
                && let Some(nested) = only_statement(body).filter(|nested| nested.kind() == "if_statement")
                && let Some(before) = before
            {
                before.end = nested.start_position().row;
                continue;
            }
            branches.push(Branch { start: clause.start_position().row + 1, end: last_line(body), is_else });
        }
    }
    branches.sort_unstable();
    let blank = |line: &usize| program.lines().nth(line - 1).is_none_or(|line| line.trim().is_empty());
    let elses: BTreeSet<usize> =
        branches.iter().filter(|branch| branch.is_else).map(|branch| branch.start).collect();
    let inner = branches.iter().flat_map(|branch| branch.start + 1..=branch.end);
    let lines = inner.collect::<BTreeSet<_>>().difference(&elses).copied().filter(|line| !blank(line)).collect();
    Targets { branches, lines }
}

/// Returns the only statement of a block.
fn only_statement(block: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = block.walk();
    let mut statements = block.named_children(&mut cursor).filter(|child| child.kind() != "comment");
    let first = statements.next()?;
    statements.next().is_none().then_some(first)
}

/// Returns the last line of a block, from 1, without comments behind it.
fn last_line(block: Node<'_>) -> usize {
    let mut cursor = block.walk();
    let last = block.named_children(&mut cursor).filter(|child| child.kind() != "comment").last();
    last.unwrap_or(block).end_position().row + 1
}
