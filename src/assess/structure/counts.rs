//! Counts over the syntax tree. Cyclomatic complexity (McCabe, "A Complexity Measure", TSE SE-2(4), 1976): 1, and one more for
//! each branch, loop, `catch` and `throw`, and for each `&&` and `||` of a condition. Non-commenting source statements.

use tree_sitter::Node;

use super::{Code, alternatives, bare, branches, is_anonymous_body, is_default, is_statement_switch, parts};

pub(super) fn cyclomatic(code: Code<'_>, method: Node<'_>) -> u64 {
    1 + parts(method).into_iter().map(|part| code.decisions(part)).sum::<u64>()
}

/// Returns true for code that is executed separately: lambdas, and types in a method.
fn is_boundary(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "lambda_expression"
            | "class_declaration"
            | "record_declaration"
            | "enum_declaration"
            | "interface_declaration"
            | "annotation_type_declaration"
    ) || is_anonymous_body(node)
}

impl Code<'_> {
    fn decisions(self, node: Node<'_>) -> u64 {
        if is_boundary(node) {
            return 0;
        }
        let in_condition =
            || node.child_by_field_name("condition").map_or(0, |node| self.boolean_paths(node));
        let own = match node.kind() {
            "switch_expression" => {
                let labels = branches(node).into_iter().map(|(label, ..)| label);
                in_condition() + labels.filter(|label| !is_default(*label)).map(alternatives).sum::<u64>()
            }
            "if_statement" | "while_statement" | "do_statement" | "for_statement" | "ternary_expression" => {
                1 + in_condition()
            }
            "enhanced_for_statement" | "catch_clause" | "throw_statement" => 1,
            _ => 0,
        };
        own + parts(node).into_iter().map(|part| self.decisions(part)).sum::<u64>()
    }

    fn boolean_paths(self, condition: Node<'_>) -> u64 {
        let condition = bare(condition);
        if condition.kind() == "ternary_expression" {
            let parts =
                ["condition", "consequence", "alternative"].map(|name| condition.child_by_field_name(name));
            return 2 + parts.into_iter().flatten().map(|part| self.boolean_paths(part)).sum::<u64>();
        }
        self.short_circuits(condition)
    }

    fn short_circuits(self, node: Node<'_>) -> u64 {
        if is_boundary(node) {
            return 0;
        }
        u64::from(self.short_circuit(node).is_some())
            + parts(node).into_iter().map(|part| self.short_circuits(part)).sum::<u64>()
    }
}

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
