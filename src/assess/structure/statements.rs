//! Non-commenting source statements.

use tree_sitter::Node;

use super::{is_statement_switch, parts};

/// The kinds of nodes that count as one, and so does what is in them.
#[rustfmt::skip]
const COUNTED: [&str; 19] = [
    "class_declaration", "enum_declaration", "interface_declaration", "annotation_type_declaration",
    "field_declaration", "method_declaration", "constructor_declaration", "while_statement", "do_statement",
    "for_statement", "enhanced_for_statement", "synchronized_statement", "catch_clause", "throw_statement",
    "finally_clause", "labeled_statement", "switch_label", "static_initializer", "assert_statement",
];

/// Returns the number of statements and declarations of a method, itself included.
pub(super) fn ncss(method: Node<'_>) -> u64 {
    statements(method, "class_body")
}

/// Returns the number of statements and declarations of a node, itself included, in one of the kind `parent`.
fn statements(node: Node<'_>, parent: &str) -> u64 {
    let kind = node.kind();
    let own = match kind {
        // PMD counts an expression after an arrow as an expression. The content of any other of these does not count.
        "expression_statement"
        | "explicit_constructor_invocation"
        | "continue_statement"
        | "break_statement"
        | "return_statement"
            if parent != "switch_rule" =>
        {
            return 1;
        }
        _ if COUNTED.contains(&kind) => 1,
        // The initializer of a class.
        "block" if parent == "class_body" => 1,
        "if_statement" => 1 + u64::from(node.child_by_field_name("alternative").is_some()),
        "switch_expression" => u64::from(is_statement_switch(node)),
        "local_variable_declaration" => u64::from(parent != "for_statement"),
        "resource" => u64::from(node.child_by_field_name("name").is_some()),
        _ => 0,
    };
    own + parts(node).into_iter().map(|part| statements(part, kind)).sum::<u64>()
}
