//! The parts of a function's source: its name, its body, and its `except` clauses.

use std::ops::Range;

use tree_sitter::Node;

use super::syntax::{children, docstring_statement, end_of, field, parse};
use crate::java::{descendants, is_too_long};

/// Returns the name of the first function that a source defines; empty if there is none.
pub(crate) fn function_name(source: &str) -> &str {
    let name = |line| {
        let line = str::trim_start(line);
        let line = line.strip_prefix("async ").map_or(line, str::trim_start);
        let name = line.strip_prefix("def ")?.trim_start();
        Some(&name[..name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len())])
    };
    source.lines().find_map(name).unwrap_or("")
}

/// Returns the body of the first function in a source, from its first statement behind the docstring; none if it does not parse.
pub(crate) fn body(source: &str) -> Option<&str> {
    if is_too_long(source.len()) {
        return None;
    }
    let tree = parse(source);
    let function =
        descendants(tree.root_node()).find(is_function).filter(|function| !function.has_error())?;
    let docstring = docstring_statement(function);
    let mut statements = children(function.child_by_field_name("body")?);
    let first = statements.find(|statement| Some(*statement) != docstring);
    // In Python's own syntax tree a function within begins at its definition, not at its decorators.
    let first = first.map(|first| first.child_by_field_name("definition").unwrap_or(first));
    first.map_or(Some(""), |first| source.get(first.start_byte()..end_of(function).0))
}

/// Returns true if a source has an `except` clause, even if the source is cut off.
pub(crate) fn catches(source: &str) -> bool {
    // Most prefixes don't contain the word at all.
    source.contains("except")
        && !is_too_long(source.len())
        && descendants(parse(source).root_node()).any(|node| node.kind() == "except")
}

/// Returns the rows of each function in a text, from the one with its name to its last.
pub(crate) fn function_rows(text: &str) -> Vec<Range<usize>> {
    if is_too_long(text.len()) {
        return Vec::new();
    }
    let tree = parse(text);
    let functions = descendants(tree.root_node()).filter(is_function);
    let rows = functions.filter(|function| !field(*function, "name", text).is_empty());
    rows.map(|function| function.start_position().row..end_of(function).1 + 1).collect()
}

fn is_function(node: &Node<'_>) -> bool {
    node.kind() == "function_definition"
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: &str = "    @pytest.mark.parametrize('x', [1])\n    async def test_it(x):\n        \"\"\"except it: says so\n        def no(): pass\n        \"\"\"\n        # why\n        a = x\n\n        if a:\n            b()\n    # after\n";

    #[test]
    fn a_function_has_a_name_and_a_body() {
        assert_eq!(function_name(TEST), "test_it");
        assert_eq!(body(TEST), Some("a = x\n\n        if a:\n            b()"));
        assert_eq!(body("def f():\n    'nothing but this'\n"), Some(""));
        assert_eq!(body("x = 1"), None);
        assert_eq!(function_rows(TEST), [Range { start: 1, end: 10 }]);
        assert_eq!(function_name("defer()\nclass A:\n  def __init__(self): pass"), "__init__");
        assert_eq!(function_name(""), "");
    }

    #[test]
    fn only_a_clause_catches() {
        assert!(!catches(TEST));
        for source in [
            "def f():\n    try:\n        a()\n    except E:\n        pass\n",
            "    def f(self):\n        try:\n            a()\n        except* E as e:\n            pass",
        ] {
            assert!(catches(source), "{source}");
        }
    }
}
