//! The oracle of a test that failed, its category, and the prefix before it.
//!
//! The categories are those of the `TOGBench` paper (`AIware` 2026). Its script reads a test with one oracle;
//! here the failing line determines it: the one that contains the line, or the next one if the prefix before
//! it threw. `assertThrows` and similar calls, assertions in the script, are exception oracles here: they
//! mean the same as `try`, `fail` and `catch`.

use tree_sitter::Node;

use super::assertions::{Check, lambdas_around};
use super::code::{Code, ancestors, arguments};
use crate::lang::java::index::Type;
use crate::lang::java::syntax::Snippet;
use crate::lang::syntax::{children, named};
use crate::model::OracleCategory;

/// The longest chain of helpers, methods declared by the tests, that is followed without a trace.
const HELPERS: usize = 3;

pub(super) struct FoundOracle<'a> {
    pub category: OracleCategory,
    pub statement: Node<'a>,
    /// The statement that is the oracle: the failing one, or one around it. None if there is no oracle in the body.
    pub node: Option<Node<'a>>,
    /// The code that must throw, or must not throw.
    pub guarded: Vec<Node<'a>>,
    /// The checked actual value, in one or several expressions; without an oracle, the code that runs.
    pub values: Vec<Node<'a>>,
}

impl<'a> FoundOracle<'a> {
    /// Returns the oracle of a test without one: that it does not throw.
    pub(super) fn none(statement: Node<'a>) -> FoundOracle<'a> {
        FoundOracle {
            category: OracleCategory::NoException,
            statement,
            node: None,
            guarded: Vec::new(),
            values: vec![statement],
        }
    }

    fn holds(&self, statement: Node<'a>) -> bool {
        self.node.is_some_and(|node| node.byte_range().contains(&statement.start_byte()))
    }
}

/// Returns true for a call whose arguments are class literals.
fn asks_for_type(call: Node<'_>) -> bool {
    let arguments = arguments(call);
    !arguments.is_empty() && arguments.iter().all(|argument| argument.kind() == "class_literal")
}

/// Returns the code that a statement with a block executes before the block; None for a statement without a block.
fn headers(statement: Node<'_>) -> Option<Vec<Node<'_>>> {
    let fields: &[&str] = match statement.kind() {
        "try_with_resources_statement" => &["resources"],
        "enhanced_for_statement" => &["value"],
        "for_statement" => &["init", "condition", "update"],
        "if_statement" | "while_statement" | "do_statement" | "switch_expression" => &["condition"],
        "try_statement" => &[],
        _ => return None,
    };
    Some(fields.iter().filter_map(|field| statement.child_by_field_name(field)).collect())
}

impl<'a> Code<'a> {
    /// Returns the byte up to which the statement without an oracle was executed when it threw on this row:
    /// maybe its header.
    pub(super) fn reached(&self, found: &mut FoundOracle<'a>, row: Option<usize>) -> usize {
        let statement = found.statement;
        let block = ["body", "consequence"].iter().find_map(|name| statement.child_by_field_name(name));
        match block.zip(headers(statement)) {
            Some((block, headers)) if row.is_some_and(|row| row <= self.row_of(block)) => {
                found.values = headers;
                block.start_byte()
            }
            _ => statement.end_byte(),
        }
    }

    /// Returns the oracle that failed when a statement threw, which makes this check.
    pub(super) fn oracle(&self, statement: Node<'a>, check: Option<Check<'a>>) -> FoundOracle<'a> {
        // A check at the end of a test that should throw before it.
        let is_never_reached =
            matches!(check, Some(Check::Values(_))) && named(self.body).last() == Some(statement);
        self.caught(statement, check.as_ref())
            .or_else(|| self.announced(statement).filter(|_| is_never_reached))
            .or_else(|| self.after_caught(statement, check.as_ref()))
            .or_else(|| check.map(|check| self.checked(statement, check)))
            .or_else(|| self.guarded_by_lambda(statement))
            .or_else(|| self.announced(statement))
            .unwrap_or_else(|| FoundOracle::none(statement))
    }

    /// Returns the oracle that is a `try` around the statement.
    fn caught(&self, statement: Node<'a>, check: Option<&Check<'a>>) -> Option<FoundOracle<'a>> {
        if statement.kind() == "try_with_resources_statement"
            && let Some(attempt) = Attempt::of(statement)
            && self.must_throw(&attempt)
        {
            return Some(found(self.throwing(&attempt), statement, &attempt));
        }
        let mut inner = statement;
        for around in ancestors(statement) {
            match around.kind() {
                // Code that runs at another time.
                "lambda_expression" | "class_body" => return None,
                "catch_clause" => {
                    let attempt = Attempt::of(around.parent()?)?;
                    let category = match check {
                        Some(_) if self.must_throw(&attempt) => self.throwing(&attempt),
                        Some(Check::Fail) => OracleCategory::MustNotThrow,
                        Some(_) => OracleCategory::IfThrownAssert,
                        None => return None,
                    };
                    return Some(found(category, statement, &attempt));
                }
                _ => {}
            }
            if let Some(attempt) = Attempt::of(around)
                && attempt.body == inner
                && matches!(check, Some(Check::Fail) | None)
                && self.must_throw(&attempt)
            {
                return Some(found(self.throwing(&attempt), statement, &attempt));
            }
            inner = around;
        }
        None
    }

    /// Returns a `fail` after a `try` whose exceptions leave the test.
    fn after_caught(&self, statement: Node<'a>, check: Option<&Check<'a>>) -> Option<FoundOracle<'a>> {
        if !matches!(check, Some(Check::Fail)) {
            return None;
        }
        let attempt = Attempt::of(statement.prev_named_sibling()?)?;
        let all_return = !attempt.catches.is_empty()
            && attempt
                .catches
                .iter()
                .all(|clause| last_statement(*clause).is_some_and(|last| last.kind() == "return_statement"));
        all_return.then(|| found(self.throwing(&attempt), statement, &attempt))
    }

    /// Returns true if the block of a `try` fails, and a catch clause accepts what it should throw instead.
    fn must_throw(&self, attempt: &Attempt<'a>) -> bool {
        !attempt.catches.iter().all(|clause| {
            let last = last_statement(*clause);
            last.is_some_and(|last| matches!(self.check(last), Some(Check::Fail)))
        }) && self.has_check(attempt.body, |check| matches!(check, Check::Fail))
    }

    fn throwing(&self, attempt: &Attempt<'a>) -> OracleCategory {
        OracleCategory::throwing(attempt.catches.iter().any(|&clause| {
            self.has_check(clause, |check| !matches!(check, Check::Fail))
                || self
                    .statements_in(clause)
                    .any(|statement| self.checks_elsewhere(statement, HELPERS).is_some())
        }))
    }

    /// Returns true if a block makes such a check itself, even in a branch.
    fn has_check(&self, block: Node<'a>, fits: impl Fn(&Check<'a>) -> bool) -> bool {
        self.statements_in(block)
            .filter(|statement| {
                ancestors(*statement).take_while(|around| *around != block).all(|around| {
                    // Without a catch clause, every exception passes.
                    !matches!(around.kind(), "lambda_expression" | "class_body")
                        && Attempt::of(around).is_none_or(|attempt| attempt.catches.is_empty())
                })
            })
            .any(|statement| self.check(statement).is_some_and(|check| fits(&check)))
    }

    fn checked(&self, statement: Node<'a>, check: Check<'a>) -> FoundOracle<'a> {
        let (category, guarded, values) = match check {
            // In a branch, it checks the branch's condition.
            Check::Fail => {
                let branch = ancestors(statement).find(|around| around.kind() == "if_statement");
                let condition = branch.and_then(|branch| branch.child_by_field_name("condition"));
                (OracleCategory::FailOnly, Vec::new(), condition.into_iter().collect())
            }
            Check::Throws { guarded, with_properties } => {
                let with_properties = with_properties || self.is_checked_later(statement);
                (OracleCategory::throwing(with_properties), guarded, Vec::new())
            }
            Check::DoesNotThrow { guarded } => (OracleCategory::MustNotThrow, guarded, Vec::new()),
            Check::Values(values) => match self.thrown_before(&values) {
                Some(thrown) => (OracleCategory::throwing(!self.is_type_check(statement)), thrown, values),
                None => (OracleCategory::AssertionOnly, Vec::new(), values),
            },
            Check::All(lambdas) => {
                let first = lambdas.first().and_then(|lambda| lambda.child_by_field_name("body"));
                let inner = first.and_then(|body| self.statements_in(body).next());
                match inner.and_then(|inner| self.check(inner)) {
                    Some(Check::Throws { guarded, .. }) if lambdas.len() == 1 => {
                        (OracleCategory::MustThrow, guarded, Vec::new())
                    }
                    _ => (OracleCategory::AssertionOnly, Vec::new(), lambdas),
                }
            }
        };
        FoundOracle { category, statement, node: Some(statement), guarded, values }
    }

    fn guarded_by_lambda(&self, statement: Node<'a>) -> Option<FoundOracle<'a>> {
        lambdas_around(statement).find_map(|lambda| {
            let around = self.statement_of(lambda)?;
            let check = self.check(around)?;
            Some(FoundOracle { statement, ..self.checked(around, check) })
        })
    }

    /// Returns the oracle of an annotation or a rule that requires the test to throw.
    fn announced(&self, statement: Node<'a>) -> Option<FoundOracle<'a>> {
        let (category, node) = match self.rule() {
            Some((first, category)) if first.start_byte() < statement.start_byte() => (category, Some(first)),
            _ => (self.annotated()?, None),
        };
        Some(FoundOracle { category, statement, node, guarded: vec![self.body], values: Vec::new() })
    }

    /// Returns the category required by `@Test(expected = …)` or TestNG's `expectedExceptions`.
    pub(super) fn annotated(&self) -> Option<OracleCategory> {
        let modifiers = self.method.child(0).filter(|child| child.kind() == "modifiers")?;
        let pairs = self.within(modifiers).filter(|node| node.kind() == "element_value_pair");
        let keys: Vec<&str> = pairs.map(|pair| self.field(pair, "key")).collect();
        let expects = keys.iter().any(|key| matches!(*key, "expected" | "expectedExceptions"));
        expects.then(|| OracleCategory::throwing(keys.contains(&"expectedExceptionsMessageRegExp")))
    }

    /// Returns the first call of a JUnit 4 `ExpectedException` rule, and the category it requires.
    pub(super) fn rule(&self) -> Option<(Node<'a>, OracleCategory)> {
        *self.rule.get_or_init(|| self.find_rule())
    }

    fn find_rule(&self) -> Option<(Node<'a>, OracleCategory)> {
        if !self.text(self.body).contains("expect") {
            return None;
        }
        let calls = self.within(self.body).filter(|node| {
            let name = self.field(*node, "name");
            if node.kind() != "method_invocation"
                || !matches!(name, "expect" | "expectMessage" | "expectCause")
            {
                return false;
            }
            match node.child_by_field_name("object").map(|object| self.type_of(object)) {
                // A test without its class does not show the rule: a class literal is what only a rule expects.
                Some(Type::Unknown) => name != "expect" || asks_for_type(*node),
                object => object == Some(Type::other("ExpectedException")),
            }
        });
        let calls: Vec<Node<'a>> = calls.collect();
        let first = self.statement_of(*calls.first()?)?;
        let with_properties =
            calls.iter().any(|call| self.field(*call, "name") != "expect" || !asks_for_type(*call));
        Some((first, OracleCategory::throwing(with_properties)))
    }

    /// Returns all oracles of the method, for a trace without information about it.
    pub(super) fn all_oracles(&self) -> Vec<FoundOracle<'a>> {
        let mut found: Vec<FoundOracle<'a>> = Vec::new();
        for statement in self.statements_in(self.body) {
            if !found.iter().any(|known| known.holds(statement))
                && let Some(check) = self.check(statement)
            {
                found.push(self.oracle(statement, Some(check)));
            }
        }
        found
    }

    /// Returns the oracle that the test was about when a statement of its prefix threw, executed up to the
    /// byte `reached`.
    pub(super) fn oracle_after(&self, statement: Node<'a>, reached: usize) -> Option<FoundOracle<'a>> {
        let is_after = |oracle: &FoundOracle<'a>| {
            let is_after = oracle.node.is_some_and(|node| node.start_byte() >= reached);
            // A `fail` after code that must throw.
            let follows_guarded = oracle.statement.start_byte() >= reached
                && oracle.category != OracleCategory::MustNotThrow
                && oracle
                    .guarded
                    .iter()
                    .any(|guarded| guarded.byte_range().contains(&statement.start_byte()));
            // A checking helper was passed the code that threw as a lambda.
            let is_handed_on =
                lambdas_around(statement).any(|lambda| self.statement_of(lambda) == oracle.node);
            is_after || follows_guarded || is_handed_on
        };
        self.all_checks().into_iter().find(is_after)
    }

    /// Returns all oracles, and the calls of helpers that contain one, in the order of the source.
    pub(super) fn all_checks(&self) -> Vec<FoundOracle<'a>> {
        let mut found = self.all_oracles();
        for statement in self.statements_in(self.body) {
            if !found.iter().any(|known| known.holds(statement))
                && let Some(category) = self.checks_elsewhere(statement, HELPERS)
            {
                found.push(FoundOracle { category, node: Some(statement), ..FoundOracle::none(statement) });
            }
        }
        found.sort_by_key(|oracle| oracle.statement.start_byte());
        found
    }

    /// Returns the category of the first oracle in a helper, for a statement that only calls the helper.
    fn checks_elsewhere(&self, statement: Node<'a>, depth: usize) -> Option<OracleCategory> {
        let depth = depth.checked_sub(1)?;
        let call = statement.named_child(0).filter(|_| statement.kind() == "expression_statement")?;
        if call.kind() != "method_invocation" {
            return None;
        }
        let helper = self.project_call(call)?.target()?;
        if self.index.is_production(helper.class) {
            return None;
        }
        let snippet = Snippet::parse(self.index.source(helper));
        let inner = Code::of(self.index, helper, &snippet)?;
        let first = inner.statements_in(inner.body).find_map(|first| {
            let check = inner.check(first)?;
            Some(inner.oracle(first, Some(check)).category)
        });
        first.or_else(|| {
            inner.statements_in(inner.body).find_map(|statement| inner.checks_elsewhere(statement, depth))
        })
    }

    /// Returns the code that threw the checked exception, which was stored in a variable or is checked immediately.
    fn thrown_before(&self, values: &[Node<'a>]) -> Option<Vec<Node<'a>>> {
        let parts = values.iter().flat_map(|value| self.within(*value));
        parts.into_iter().find_map(|part| {
            let check = match part.kind() {
                "identifier" => {
                    let local = self.variable(self.text(part), part)?;
                    self.check(self.statement_of(local.value?)?)
                }
                "method_invocation" => self.check_in(part),
                _ => None,
            };
            match check? {
                Check::Throws { guarded, .. } => Some(guarded),
                _ => None,
            }
        })
    }

    /// Returns the oracles of the method as a reader counts them: a check of an exception that another one
    /// caught belongs to that.
    pub(super) fn counted_oracles(&self) -> Vec<FoundOracle<'a>> {
        let (mut names, mut checks_thrown) = (Vec::new(), Vec::new());
        for statement in self.statements_in(self.body) {
            let check = self.check(statement);
            let is_about_thrown = !names.is_empty()
                && self
                    .within(statement)
                    .any(|node| node.kind() == "identifier" && names.contains(&self.text(node)));
            match check {
                Some(Check::Throws { .. }) => names.extend(self.assigned(statement)),
                Some(_) if is_about_thrown => checks_thrown.push(statement),
                // Its cause, its message.
                None if is_about_thrown => names.extend(self.assigned(statement)),
                _ => {}
            }
        }
        let mut found = self.all_oracles();
        found.retain(|oracle| !checks_thrown.contains(&oracle.statement));
        found
    }

    /// Returns the variable that a statement declares or assigns.
    fn assigned(&self, statement: Node<'a>) -> Option<&'a str> {
        let name = match statement.child_by_field_name("declarator") {
            Some(declarator) => self.field(declarator, "name"),
            None => statement.named_child(0).map_or("", |expression| self.field(expression, "left")),
        };
        Some(name).filter(|name| !name.is_empty())
    }

    /// Returns true if the exception that a statement stores is checked later.
    fn is_checked_later(&self, statement: Node<'a>) -> bool {
        let Some(name) = self.assigned(statement) else { return false };
        let mut names = vec![name];
        for later in self.statements_in(self.body).filter(|node| node.start_byte() >= statement.end_byte()) {
            let mut nodes = self.within(later);
            if !nodes.any(|node| node.kind() == "identifier" && names.contains(&self.text(node))) {
                continue;
            }
            if self.check(later).is_some() {
                if !self.is_type_check(later) {
                    return true;
                }
            } else if let Some(declarator) = later.child_by_field_name("declarator") {
                // Its cause, its message.
                names.push(self.field(declarator, "name"));
            }
        }
        false
    }

    fn is_type_check(&self, statement: Node<'a>) -> bool {
        let text: String = self.text(statement).split_whitespace().collect();
        let of_type =
            ["isInstanceOf(", "isExactlyInstanceOf(", "instanceof", "assertNotNull(", ".isNotNull()"];
        let has_any = |words: &[&str]| words.iter().any(|word| text.contains(word));
        has_any(&of_type) && !has_any(&["Message", "Cause"])
    }

    /// Returns the test without its oracle and everything after it. Code that the oracle guards is part of
    /// the prefix. If the body has no oracle, the statement that failed is the last.
    pub(super) fn prefix(&self, oracle: &FoundOracle<'a>) -> String {
        let is_whole = oracle.guarded.first() == Some(&self.body);
        let is_kept = is_whole || oracle.node.is_none();
        let mut at = oracle.node.filter(|_| !is_whole).unwrap_or(oracle.statement);
        // A partial call is not valid code, so an oracle in a lambda also removes the call that takes the lambda.
        while let Some(lambda) = ancestors(at).find(|around| around.kind() == "lambda_expression") {
            let Some(around) = self.statement_of(lambda) else { break };
            at = around;
        }
        let end = if is_kept { at.end_byte() } else { at.start_byte() };
        let start = self.method.start_byte().saturating_sub(self.indentation);
        let mut prefix = self.between(start, end).trim_end().to_owned();
        if !is_kept {
            for guarded in &oracle.guarded {
                prefix.extend(["\n        ", &self.guarded_text(*guarded)]);
            }
        }
        for around in ancestors(at) {
            match around.kind() {
                "block" | "constructor_body" => prefix.push_str("\n    }"),
                // A `try` is incomplete without the part after its block.
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

    /// Returns only the guarded code, up to the first statement that always fails.
    fn guarded_text(&self, guarded: Node<'a>) -> String {
        let body = match guarded.kind() {
            "lambda_expression" => guarded.child_by_field_name("body").unwrap_or(guarded),
            _ => guarded,
        };
        if body.kind() != "block" {
            return format!("{};", self.text(body));
        }
        let before_fail = named(body).take_while(|statement| {
            !self.is_statement(*statement) || !matches!(self.check(*statement), Some(Check::Fail))
        });
        let statements: Vec<Node<'a>> = before_fail.collect();
        match (statements.first(), statements.last()) {
            (Some(first), Some(last)) => self.between(first.start_byte(), last.end_byte()).to_owned(),
            _ => String::new(),
        }
    }
}

struct Attempt<'a> {
    node: Node<'a>,
    body: Node<'a>,
    /// The catch clauses, except those that end with a `throw`: they let the exception pass.
    catches: Vec<Node<'a>>,
}

impl<'a> Attempt<'a> {
    fn of(node: Node<'a>) -> Option<Attempt<'a>> {
        if !matches!(node.kind(), "try_statement" | "try_with_resources_statement") {
            return None;
        }
        let clauses = children(node).filter(|child| child.kind() == "catch_clause");
        // The others pass on what they catch.
        let catches = clauses
            .filter(|clause| last_statement(*clause).is_none_or(|last| last.kind() != "throw_statement"));
        Some(Attempt { node, body: node.child_by_field_name("body")?, catches: catches.collect() })
    }
}

fn last_statement(clause: Node<'_>) -> Option<Node<'_>> {
    named(clause.child_by_field_name("body")?).last()
}

fn found<'a>(category: OracleCategory, statement: Node<'a>, attempt: &Attempt<'a>) -> FoundOracle<'a> {
    let (node, guarded) = (Some(attempt.node), vec![attempt.body]);
    FoundOracle { category, statement, node, guarded, values: Vec::new() }
}
