//! The lines of the methods in a source file.

use std::ops::Range;

use tree_sitter::Node;

use crate::java::{descendants, parse_file};
use crate::model::Language;
use crate::python;

/// Returns the lines of each method of a file, from 1, with annotations and decorators; the end is exclusive. A nested
/// method follows the one around it.
pub(crate) fn method_lines(text: &str, language: Language) -> Vec<Range<usize>> {
    let (tree, kinds): (_, &[&str]) = match language {
        Language::Java => (
            parse_file(text),
            &[
                "method_declaration",
                "constructor_declaration",
                "compact_constructor_declaration",
                "static_initializer",
            ],
        ),
        Language::Python => (python::parse(text), &["function_definition"]),
    };
    let lines = |node: Node<'_>| {
        let decorated = node.parent().filter(|parent| parent.kind() == "decorated_definition");
        let start = decorated.unwrap_or(node).start_position().row + 1;
        start..node.end_position().row + 2
    };
    descendants(tree.root_node()).filter(|node| kinds.contains(&node.kind())).map(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_and_decorators_belong_to_their_method() {
        let java = "class A {\n  int x;\n\n  @Override\n  int b() {\n    return 1;\n  }\n  A() { }\n}\n";
        assert_eq!(method_lines(java, Language::Java), [4..8, 8..9]);
        let python = "x = 1\n@cache\ndef f():\n    def g():\n        return 1\n    return g\n";
        assert_eq!(method_lines(python, Language::Python), [2..7, 4..6]);
    }
}
