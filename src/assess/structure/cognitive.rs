//! Cognitive complexity (Campbell, "Cognitive Complexity: A New Way of Measuring Understandability",
//! `SonarSource`): each break in the flow counts, with a weight that grows with its nesting.

use tree_sitter::Node;

use super::{Code, parts};

pub(super) fn cognitive(code: Code<'_>, method: Node<'_>) -> u64 {
    let around = std::iter::successors(method.parent(), Node::parent);
    let methods = around.filter(|node| node.kind() == "method_declaration").collect();
    let mut walk = Walk { code, total: 0, nesting: 0, operator: None, methods };
    walk.visit(method);
    walk.total
}

struct Walk<'a> {
    code: Code<'a>,
    total: u64,
    nesting: u64,
    /// The `&&` or `||` that is continued from the code before.
    operator: Option<&'a str>,
    methods: Vec<Node<'a>>,
}

impl<'a> Walk<'a> {
    fn visit_parts(&mut self, node: Node<'a>) {
        for part in parts(node) {
            self.visit(part);
        }
    }

    fn deeper(&mut self, visit: impl FnOnce(&mut Self)) {
        self.nesting += 1;
        visit(self);
        self.nesting -= 1;
    }

    fn visit(&mut self, node: Node<'a>) {
        match node.kind() {
            "if_statement" => return self.visit_if(node),
            "for_statement"
            | "enhanced_for_statement"
            | "while_statement"
            | "do_statement"
            | "catch_clause"
            | "ternary_expression"
            | "switch_expression" => {
                self.total += 1 + self.nesting;
                return self.deeper(|walk| walk.visit_parts(node));
            }
            "lambda_expression" | "class_body" | "enum_body" | "interface_body" | "annotation_type_body" => {
                return self.deeper(|walk| walk.visit_parts(node));
            }
            "block" | "constructor_body" => {
                for statement in parts(node) {
                    self.operator = None;
                    self.visit(statement);
                }
                return;
            }
            "method_declaration" => {
                self.methods.push(node);
                self.visit_parts(node);
                self.methods.pop();
                return;
            }
            // A jump with a label.
            "break_statement" | "continue_statement" if !parts(node).is_empty() => self.total += 1,
            "method_invocation" if self.is_recursive(node) => self.total += 1,
            _ if self.code.is_not(node) => self.operator = None,
            _ => {
                if let Some(operator) = self.code.short_circuit(node).filter(|own| self.operator != Some(own))
                {
                    self.total += 1;
                    self.operator = Some(operator);
                }
            }
        }
        self.visit_parts(node);
    }

    fn visit_if(&mut self, node: Node<'a>) {
        let continues = node.parent().is_some_and(|parent| parent.kind() == "if_statement");
        let part = |name| node.child_by_field_name(name);
        if let Some(condition) = part("condition") {
            self.visit(condition);
        }
        if !continues {
            self.total += 1 + self.nesting;
            self.nesting += 1;
        }
        if let Some(consequence) = part("consequence") {
            self.visit(consequence);
        }
        if !continues {
            self.nesting -= 1;
        }
        if let Some(alternative) = part("alternative") {
            self.total += 1;
            self.deeper(|walk| walk.visit(alternative));
        }
    }

    /// Returns true if a call is a call of an enclosing method. Methods with the same name and number of parameters
    /// can't be distinguished without types: then the call does not count.
    fn is_recursive(&self, call: Node<'a>) -> bool {
        if call.child_by_field_name("object").is_some_and(|receiver| receiver.kind() != "this") {
            return false;
        }
        let count = |node: Node<'a>, field| {
            node.child_by_field_name(field).map(parts).unwrap_or_default().into_iter()
        };
        let name = |node: Node<'a>| node.child_by_field_name("name").map(|name| self.code.text(name));
        let arguments = count(call, "arguments").count();
        let is_called = |method: &Node<'a>| {
            let parameters = count(*method, "parameters").filter(|part| part.kind() != "receiver_parameter");
            name(*method) == name(call) && parameters.count() == arguments
        };
        let called = self.methods.iter().find(|method| is_called(method));
        let members = called.and_then(Node::parent).map(parts).unwrap_or_default();
        members.iter().filter(|member| member.kind() == "method_declaration" && is_called(member)).count()
            == 1
    }
}
