//! `TestEval`'s target branches and lines of a Python program (its Algorithm 2).

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::syntax::parse;
use crate::lang::syntax::{descendants, named};

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
    /// The line of its first statement.
    pub(crate) first: usize,
    pub(crate) is_else: bool,
}

pub(crate) fn targets(program: &str) -> Targets {
    let tree = parse(program);
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
            let inside: Vec<Node<'_>> = named(body).collect();
            // To Python's parser it is the same as an `elif`.
            if is_else
                && let [nested] = *inside
                && nested.kind() == "if_statement"
            {
                if let Some(Branch { end, .. }) = branches.last_mut() {
                    *end = nested.start_position().row;
                }
                continue;
            }
            let start = clause.start_position().row + 1;
            let first = inside.first().map_or(start, |first| first.start_position().row + 1);
            let end = inside.last().map_or(start, |last| last.end_position().row + 1);
            branches.push(Branch { start, end, first, is_else });
        }
    }
    branches.sort_unstable();
    let texts: Vec<&str> = program.lines().collect();
    // The number of branches that begin, less those that end, at each line.
    let mut changes = vec![0_isize; texts.len() + 2];
    for branch in &branches {
        changes[(branch.start + 1).min(texts.len() + 1)] += 1;
        changes[(branch.end + 1).min(texts.len() + 1)] -= 1;
    }
    let (mut lines, mut open) = (BTreeSet::new(), 0);
    for (line, text) in (1..).zip(&texts) {
        open += changes[line];
        if open > 0 && !text.trim().is_empty() {
            lines.insert(line);
        }
    }
    for branch in branches.iter().filter(|branch| branch.is_else) {
        lines.remove(&branch.start);
    }
    Targets { branches, lines }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_those_of_conditions() {
        let program = "def f(a):\n  if a:\n    b\n\n    c\n  elif d:\n    e\n  else:\n    if g:\n      h\n  for i in a:\n    j\n  else:\n    k\n";
        let Targets { branches, lines } = targets(program);
        let branches: Vec<_> =
            branches.iter().map(|branch| (branch.start, branch.end, branch.is_else)).collect();
        assert_eq!(branches, [(2, 5, false), (6, 8, false), (9, 10, false)]);
        assert_eq!(lines.into_iter().collect::<Vec<_>>(), [3, 5, 7, 8, 10]);
        assert_eq!(
            targets("if a:\n  b\nelse:\n  c\n").branches[1],
            Branch { start: 3, end: 4, first: 4, is_else: true }
        );
        assert_eq!(targets("((((("), Targets::default());
    }

    #[test]
    #[ignore = "needs FOSSICK_CORPUS"]
    fn targets_are_those_of_the_data_set() {
        let file = "assess-tests/testeval/programs.jsonl";
        let programs =
            std::fs::read_to_string(crate::corpus_folder::corpus(&[file]).join(file)).expect("the programs");
        let (mut found_branches, mut found_lines) = (0, 0);
        for line in programs.lines() {
            let program: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let Targets { branches, lines } = targets(program["python_solution"].as_str().expect("a text"));
            let blocks = program["blocks"].as_array().expect("branches").iter();
            let mut expected: Vec<_> = blocks
                .map(|block| [block[1].as_u64(), block[2].as_u64(), Some(u64::from(block[0] == "else"))])
                .collect();
            expected.sort_unstable();
            let own = branches
                .iter()
                .map(|branch| [branch.start as u64, branch.end as u64, u64::from(branch.is_else)].map(Some));
            assert_eq!(own.collect::<Vec<_>>(), expected, "{}", program["task_num"]);
            assert_eq!(serde_json::json!(lines), program["target_lines"], "{}", program["task_num"]);
            found_branches += branches.len();
            found_lines += lines.len();
        }
        assert_eq!((found_branches, found_lines), (983, 1340));
    }
}
