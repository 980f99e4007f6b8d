//! Cyclomatic complexity (McCabe, "A Complexity Measure", TSE SE-2(4), 1976): 1, and one more for each
//! branch, loop, `catch` and `throw`, and for each `&&` and `||` of a condition.

use tree_sitter::Node;

use super::{Code, alternatives, bare, branches, is_anonymous_body, is_default, parts};

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
