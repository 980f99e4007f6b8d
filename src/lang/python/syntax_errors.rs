//! Syntax errors of a Python module.
//!
//! The grammar forgives wrong indentation, the most frequent fault of a cut-off text; so it is looked at
//! here, as Python does.

use tree_sitter::{Node, TreeCursor};

use super::syntax::parse;
use crate::lang::syntax::children;

/// Returns true for a text that Python does not compile.
pub(super) fn has_syntax_error(text: &str) -> bool {
    let tree = parse(text);
    if tree.root_node().has_error() {
        return true;
    }
    let mut lines = Lines { text, open: vec![0], brackets: 0, statement: None, last: None, comment: None };
    let mut cursor = tree.walk();
    // Every node in the order of the source, but nothing inside of strings.
    loop {
        let node = cursor.node();
        if is_wrong(node) {
            return true;
        }
        // Such a node may stand at the beginning of a logical line.
        if ["_statement", "_definition", "_clause", "decorator"].iter().any(|end| node.kind().ends_with(end))
        {
            lines.statement = Some(node.start_byte());
        }
        let is_leaf = node.child_count() == 0 || node.kind() == "string";
        if is_leaf && !lines.token(node) {
            return true;
        }
        if (is_leaf || !cursor.goto_first_child()) && !next(&mut cursor) {
            return lines.last.is_some_and(|last| last.is_colon);
        }
    }
}

/// Moves to the next node that is not below this one.
fn next(cursor: &mut TreeCursor<'_>) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

/// Returns true for what the grammar accepts and Python 3 doesn't.
fn is_wrong(node: Node<'_>) -> bool {
    match node.kind() {
        "print_statement" | "exec_statement" => true,
        "try_statement" => !children(node)
            .any(|child| ["except_clause", "except_group_clause", "finally_clause"].contains(&child.kind())),
        _ => false,
    }
}

/// The indentation of the lines so far.
struct Lines<'a> {
    text: &'a str,
    /// The columns of the blocks that are open, ascending.
    open: Vec<usize>,
    brackets: usize,
    /// The start of the last statement, or clause of one.
    statement: Option<usize>,
    last: Option<LastToken>,
    comment: Option<usize>,
}

#[derive(Clone, Copy)]
struct LastToken {
    row: usize,
    is_colon: bool,
}

impl Lines<'_> {
    /// Adds the next token; returns false if it begins a line with a wrong indentation.
    fn token(&mut self, node: Node<'_>) -> bool {
        let (row, end) = (node.start_position().row, node.end_position().row);
        match node.kind() {
            "comment" => {
                self.comment = Some(row);
                return true;
            }
            "line_continuation" => return true,
            // Tokens without text, such as the end of a block.
            _ if node.byte_range().is_empty() => return true,
            _ => {}
        }
        let begins_line = self.brackets == 0
            && self.last.is_none_or(|last| last.row < row)
            && !self.is_continued(row, node.start_byte());
        // The grammar also forgives a statement that goes on in the next line.
        let is_statement = self.statement == Some(node.start_byte());
        if begins_line && !(is_statement && self.begin_line(node.start_byte())) {
            return false;
        }
        match node.kind() {
            "(" | "[" | "{" => self.brackets += 1,
            ")" | "]" | "}" => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
        self.last = Some(LastToken { row: end, is_colon: node.kind() == ":" });
        true
    }

    /// Returns true if the line before this one ends in a `\`.
    fn is_continued(&self, row: usize, start: usize) -> bool {
        let mut lines = self.text[..start].rsplit('\n');
        let before = lines.nth(1).unwrap_or_default();
        before.trim_end_matches('\r').ends_with('\\') && self.comment.is_none_or(|comment| comment + 1 != row)
    }

    fn begin_line(&mut self, start: usize) -> bool {
        let before = &self.text[..start];
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        let mut column = 0;
        for character in line.chars() {
            match character {
                '\t' => column = (column / 8 + 1) * 8,
                '\u{c}' => column = 0,
                // `;` may stand before the first token that the tree has.
                ' ' | '\u{feff}' => column += usize::from(character == ' '),
                _ => return true,
            }
        }
        let deepest = self.open.last().copied().unwrap_or_default();
        if self.last.is_some_and(|last| last.is_colon) {
            self.open.push(column);
            return column > deepest;
        }
        while self.open.pop_if(|open| *open > column).is_some() {}
        self.open.last() == Some(&column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indentation_counts() {
        for good in [
            "",
            "def f():\n    x = 1\n\n    # y\n  # z\n    return (x +\n      1)\n",
            "if a:\n\tb\nelse:\n        c\n",
            "s = '''\n  a\n b\n'''\nt = 'a' \\\n   'b' + \\\n  c\n# \\\nu = 1\n",
            "def f(): return 1\nclass A: pass\n",
            "f(\n  lambda: 1,\n)\nx = {1: 2,\n   3: f'{a:\n  }'}\n",
            "try:\n    a\nfinally:\n    b",
            "if a: # why\n    b\n",
        ] {
            assert!(!has_syntax_error(good), "{good}");
        }
        for bad in [
            "  x = 1\n",
            "def f():\nreturn 1\n",
            "def f():\n    x = 1\n     y = 2\n",
            "def f():\n        x = 1\n    y = 2\n",
            "def f():",
            "def f():\n    # nothing\n",
            "try:\n    a\nb\n",
            "print 'a'\n",
            "exec 'a'\n",
            "assert f(1) == 1,\n",
            "x = 'a\n",
            "x =\ny = 1\n",
        ] {
            assert!(has_syntax_error(bad), "{bad}");
        }
    }
}
