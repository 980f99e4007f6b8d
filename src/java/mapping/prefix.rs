//! The part of a test that stands before its oracle.

use tree_sitter::Node;

use super::assertions::Check;
use super::code::{Code, ancestors, named};
use super::oracle::FoundOracle;

impl<'a> Code<'a> {
    /// The test without its oracle and without what comes after it. Code that the oracle guards is part of the prefix: the
    /// oracle only says what that code must do. Where the body has no oracle, the statement that failed is the last.
    pub(super) fn prefix(&self, oracle: &FoundOracle<'a>) -> String {
        let is_whole = oracle.guarded.first() == Some(&self.body);
        let is_kept = is_whole || oracle.node.is_none();
        let mut at = oracle.node.filter(|_| !is_whole).unwrap_or(oracle.statement);
        // Half a call is no code: an oracle in a lambda takes along whom the lambda is given to.
        while let Some(lambda) = ancestors(at).find(|around| around.kind() == "lambda_expression") {
            let Some(around) = self.statement_of(lambda) else { break };
            at = around;
        }
        let end = if is_kept { at.end_byte() } else { at.start_byte() };
        let mut prefix = self.between(self.start(), end).trim_end().to_owned();
        if !is_kept {
            for code in oracle.guarded.iter().map(|guarded| self.guarded_text(*guarded)) {
                prefix.push_str("\n        ");
                prefix.push_str(&code);
            }
        }
        for around in ancestors(at) {
            match around.kind() {
                "block" | "constructor_body" => prefix.push_str("\n    }"),
                // A `try` is no statement without what follows its block.
                "try_statement" | "try_with_resources_statement" => {
                    if let Some(body) = around.child_by_field_name("body") {
                        prefix.push_str(self.between(body.end_byte(), around.end_byte()));
                    }
                }
                _ => {}
            }
        }
        prefix
    }

    /// Where the source begins: its first line is indented as the others are.
    fn start(&self) -> usize {
        self.method.start_byte().saturating_sub(self.indentation())
    }

    /// Guarded code by itself, up to the first statement that fails in any case.
    fn guarded_text(&self, guarded: Node<'a>) -> String {
        let body = match guarded.kind() {
            "lambda_expression" => guarded.child_by_field_name("body").unwrap_or(guarded),
            _ => guarded,
        };
        if body.kind() != "block" {
            return format!("{};", self.text(body));
        }
        let is_fail = |statement: &Node<'a>| {
            self.is_statement(*statement) && matches!(self.check(*statement), Some(Check::Fail))
        };
        let statements: Vec<Node<'a>> =
            named(body).into_iter().take_while(|statement| !is_fail(statement)).collect();
        match (statements.first(), statements.last()) {
            (Some(first), Some(last)) => self.between(first.start_byte(), last.end_byte()).to_owned(),
            _ => String::new(),
        }
    }
}
