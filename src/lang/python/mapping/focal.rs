//! The focal function: the production function that a test's oracle is about.
//!
//! The trace shows it if the failed statement names a function that the test called. Otherwise it is in the
//! checked value or the guarded code, then in the statements before it, then in the set-ups. If several are
//! equally close, those that the test is named after are preferred; if more than one is left, the focal
//! function is undecided. If the function only reads an attribute, `act` goes on to what made or changed its
//! object.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::calls::{ProductionCalls, SET_UPS, prefer};
use super::code::{Changed, Code, arguments, bare, with_items};
use super::oracle::{FoundOracle, Guarded};
use crate::lang::acts::MOST_BEFORE;
use crate::lang::python::index::{ClassId, FunctionId, Meaning};
use crate::lang::python::syntax::{children, parse};
use crate::lang::syntax::descendants;
use crate::model::{OracleCategory, Undecided};

pub(super) type Decision = Result<FunctionId, Undecided>;

/// The longest chain of variables that is followed.
const DEEPEST: usize = 8;

/// The functions of operators that run before the function which a statement is about, or on its result.
const AROUND: [&str; 7] =
    ["__init__", "__new__", "__call__", "__get__", "__getattr__", "__getattribute__", "__bool__"];

/// The attributes of a mock that tell how it was called.
const TOLD_OF_MOCK: [&str; 10] = [
    "called",
    "call_count",
    "call_args",
    "call_args_list",
    "mock_calls",
    "method_calls",
    "awaited",
    "await_count",
    "await_args",
    "await_args_list",
];

impl<'a> Code<'a> {
    /// Decides by the trace, then by the code. `called` are the production functions below the test, the one
    /// that it called first.
    pub(super) fn focal(&self, oracle: Option<&FoundOracle<'a>>, called: &[FunctionId]) -> Decision {
        let statement = oracle.map(|oracle| self.statements[oracle.statement].node);
        let words = statement.map(|statement| self.names(statement)).unwrap_or_default();
        let calls = statement.map(|statement| self.production_calls(statement)).unwrap_or_default();
        let first = called.first();
        // The statement may call the first one under another name; no statement names that of an operator or
        // a built-in.
        let known = first.filter(|first| calls.named.contains(first));
        let named = called.iter().find(|function| self.is_named_in(**function, &words));
        let named = named.filter(|named| first.is_none_or(|first| self.is_reached(**named, *first)));
        if let Some(named) = known.or(named).or(first.filter(|first| self.is_implicit(**first))) {
            return Ok(*named);
        }
        let is_behind = oracle.is_some_and(|oracle| {
            let failed = &self.statements[oracle.statement];
            oracle.node.is_some_and(|node| self.statements[node].node.start_byte() >= failed.end)
        });
        // The oracle was never reached.
        if let (Some(first), true) = (first, is_behind) {
            return Ok(*first);
        }
        let by_code = oracle.map_or(Err(Undecided::NoFailingLine), |oracle| {
            let by_code = self.focal_by_code(oracle, called);
            if called.is_empty() { self.named_in_full(by_code, oracle) } else { by_code }
        });
        // The trace is surer than what the text suggests, unless the statement itself names the function: its
        // decorator threw.
        let Some(first) = first.copied() else { return by_code };
        let is_sure = by_code.as_ref().is_ok_and(|function| {
            calls.named.contains(function) || called.contains(function) && self.is_reached(*function, first)
        });
        if is_sure { by_code } else { Ok(first) }
    }

    /// Returns the production function that gave a statement the None of which it asks an attribute.
    pub(super) fn maker_of_none(&self, statement: usize, attribute: &str) -> Option<FunctionId> {
        let makers = self.asked_for(statement, attribute).filter_map(|asked| match self.origin(asked)? {
            Meaning::Function(maker, _) if self.index.is_production(maker) => Some(maker),
            _ => None,
        });
        makers.last()
    }

    /// Returns the attribute of the test's own object, `self.pen`, that a statement asks for another attribute.
    pub(super) fn own_asked_for(&self, statement: usize, attribute: &str) -> Option<&'a str> {
        let mut own = self
            .asked_for(statement, attribute)
            .filter(|asked| asked.kind() == "attribute" && self.field(*asked, "object") == "self");
        own.next().map(|asked| self.text(asked))
    }

    /// Returns the objects that a statement asks for an attribute.
    fn asked_for(&self, statement: usize, attribute: &str) -> impl Iterator<Item = Node<'a>> {
        descendants(self.statements[statement].node)
            .filter(move |node| node.kind() == "attribute" && self.field(*node, "attribute") == attribute)
            .filter_map(|node| node.child_by_field_name("object"))
    }

    /// Returns the production function that gave an attribute of the test's own object, `self.pen`, its value before a byte.
    pub(super) fn maker_of_own(&self, attribute: &str, end: usize) -> Option<FunctionId> {
        let before = self.statements.iter().rev().filter(|statement| statement.end <= end);
        let mut given = before.filter_map(|statement| {
            let assigned = children(statement.node).find(|node| node.kind() == "assignment")?;
            assigned.child_by_field_name("right").filter(|_| self.field(assigned, "left") == attribute)
        });
        let calls = self.production_calls(given.next()?);
        if let ([only], false) = (&calls.named[..], calls.is_unsure) { Some(*only) } else { None }
    }

    /// Decides by the calls in and before an oracle. Helpers are not searched if the trace shows what they called.
    pub(super) fn focal_by_code(&self, oracle: &FoundOracle<'a>, called: &[FunctionId]) -> Decision {
        let values = self.checked_values(oracle);
        // Code that must throw is one value of several statements.
        let is_guarded = !matches!(oracle.guarded, Guarded::Nothing);
        let in_helpers = called.is_empty();
        let is_whole_test = is_guarded && oracle.node.is_none();
        let mut guarded = values.iter().filter(|_| is_guarded && !is_whole_test);
        if let Some((_, guarded)) = guarded.find_map(|value| self.ranked(*value, in_helpers)) {
            return guarded;
        }
        let checks_value =
            matches!(oracle.category, OracleCategory::AssertionOnly | OracleCategory::FailOnly);
        if let Some(marked) = self.marked_act(oracle, in_helpers).filter(|_| checks_value && !is_guarded) {
            return marked;
        }
        let changed = self.changed_before(oracle);
        let mut asked = HashMap::new();
        let compared = oracle.node.filter(|_| !is_guarded).and_then(|check| self.check_operator(check));
        if let Some(membership) = compared.filter(|operator| self.computes_membership(*operator))
            && !values.iter().any(|value| self.is_changed_before(*value, oracle, &changed))
        {
            return Ok(membership);
        }
        let comparison = compared.filter(|_| self.prints_alike || self.should_differ(oracle, &changed));
        if let Some(comparison) = comparison {
            return Ok(comparison);
        }
        let is_told =
            values.iter().any(|value| self.tells_of_mock(*value) || self.is_recorded(*value, &changed));
        let compared_by_name = compared.filter(|operator| self.is_named_in_test(*operator)).map(Ok);
        // An object as it was made is what another value is compared with, or its operators are tested.
        let mut made = None;
        for value in values {
            let mut calls = self.production_calls(value);
            if !calls.properties.is_empty() {
                calls.named = calls.properties;
            }
            // An object of a set-up shows its state: the calls before are tested.
            let is_late = is_whole_test || !is_guarded && self.text(value).contains("self.");
            let before =
                if is_told { None } else { self.set_before(value, &changed, &mut asked, in_helpers) };
            let (made_before, set_before) = match before {
                Some((is_made, decision)) if is_made => (Some(decision), None),
                before => (None, before.map(|(_, decision)| decision)),
            };
            let observers = if calls.is_unsure { Vec::new() } else { calls.named.clone() };
            let operator = self.best(calls.operators).map(|operator| match operator {
                Ok(read) if self.hands_out(read, value) => self.act(operator, value, oracle, &changed),
                _ => operator,
            });
            let operator = operator.or_else(|| compared_by_name.clone());
            // The operator counts before what changed the object only in a test that is named for it alone.
            let is_about_operator = operator.as_ref().is_some_and(|operator| {
                let is_named = |decision: &Decision| {
                    decision.as_ref().is_ok_and(|function| self.is_named_in_test(*function))
                };
                is_named(operator) && !set_before.as_ref().is_some_and(is_named)
            });
            let found = self
                .set_by_step(value, &changed)
                .filter(|_| !is_guarded)
                .or_else(|| self.named(calls.is_unsure, calls.named))
                .or_else(|| self.in_helpers(value).filter(|_| in_helpers))
                .or(set_before.filter(|_| !is_about_operator))
                .map(|found| match found {
                    _ if is_guarded => found,
                    Err(Undecided::Several(_)) => {
                        self.act_of_all(&observers, value, oracle, &changed).unwrap_or(found)
                    }
                    _ => self.act(found, value, oracle, &changed),
                })
                .or_else(|| {
                    operator
                        .and_then(|operator| self.named_beside(oracle).or(Some(operator)))
                        .filter(|_| !is_late || is_about_operator)
                });
            let made_now = self.best(calls.makers).or(made_before);
            let (made_alone, made_now) =
                if self.is_object(value) { (made_now, None) } else { (None, made_now) };
            if let Some(found) = found.or(made_now) {
                return found;
            }
            made = made.or(made_alone);
        }
        compared
            .map(Ok)
            .or(made.filter(|_| !is_told))
            .or_else(|| self.last_before(oracle, in_helpers, is_told))
            // The last statement of the set-ups with a production call.
            .or_else(|| {
                let mut set_ups = SET_UPS.iter().rev().filter_map(|name| self.index.method(self.own?, name));
                set_ups.find_map(|set_up| self.last_in(set_up, self.own, None))
            })
            .unwrap_or(Err(Undecided::NoProductionCall))
    }

    /// Returns true for a check that two objects differ which were only made: if they don't, their comparison failed.
    fn should_differ(&self, oracle: &FoundOracle<'a>, changed: &Changed<'a>) -> bool {
        let Some(check) = oracle.node else { return false };
        let values = self.checked_values(oracle);
        self.is_inequality(check)
            && values
                .iter()
                .take(2)
                .all(|value| self.is_only_made(*value) && !self.is_changed_before(*value, oracle, changed))
    }

    /// Returns true for an object as a constructor, or a function that is no method of an object, made it.
    fn is_only_made(&self, value: Node<'a>) -> bool {
        let chain = self.chain(value);
        let maker = chain.as_deref().and_then(|chain| chain.strip_suffix("()"));
        match maker.and_then(|maker| self.meaning(maker.to_owned())) {
            Some(Meaning::Class(_)) => true,
            Some(Meaning::Function(maker, _)) => {
                self.index.class_of(maker).is_none() || self.index.is_of_class(maker)
            }
            _ => false,
        }
    }

    /// Returns true for an operator that only hands out a part of its object, of which a value reads something.
    fn hands_out(&self, operator: FunctionId, value: Node<'a>) -> bool {
        match (&*self.index.function(operator).name, bare(value).kind()) {
            ("__getattr__", _) => true,
            ("__getitem__" | "__iter__", "attribute" | "list_comprehension" | "generator_expression") => {
                self.index.only_reads(operator)
            }
            _ => false,
        }
    }

    /// Decides by the only step of the chain which made an object that sets the attribute that is read of it:
    /// `tuesday` for `job.day` of `job = every().tuesday.at("9:00")`.
    fn set_by_step(&self, value: Node<'a>, changed: &Changed<'a>) -> Option<Decision> {
        let read = bare(value);
        let object = read.child_by_field_name("object").filter(|_| read.kind() == "attribute").map(bare)?;
        let made = match object.kind() {
            "call" => object,
            "identifier" => {
                let last = changed.get(self.text(object))?.last()?;
                children(*last).find(|node| node.kind() == "assignment")?.child_by_field_name("right")?
            }
            _ => return None,
        };
        let attribute = self.field(read, "attribute");
        let mut setters: Vec<FunctionId> = Vec::new();
        for step in descendants(made) {
            let mut found = ProductionCalls::default();
            match step.kind() {
                "call" => drop(self.called(step.child_by_field_name("function")?, &mut found)),
                "attribute" => drop(self.read(step, false, &mut found)),
                _ => continue,
            }
            setters.extend(found.named.into_iter().filter(|step| self.index.sets(*step, attribute)));
        }
        setters.dedup();
        if let [only] = setters[..] { Some(Ok(only)) } else { None }
    }

    /// Returns true for a value that tells how a mock was called, maybe as one of the calls that a loop goes through: what
    /// called it ran last, what was given the mock only arranged.
    fn tells_of_mock(&self, value: Node<'a>) -> bool {
        let is_told = |node: Node<'a>| {
            node.kind() == "attribute"
                && TOLD_OF_MOCK.contains(&self.field(node, "attribute"))
                && node.child_by_field_name("object").is_some_and(|mock| self.value(mock).is_none())
        };
        let loops = std::iter::successors(value.parent(), Node::parent)
            .filter(|around| around.kind() == "for_statement")
            .filter(|around| {
                let variables = around.child_by_field_name("left").into_iter().flat_map(descendants);
                let names: Vec<&str> = variables.map(|variable| self.text(variable)).collect();
                descendants(value).any(|part| part.kind() == "identifier" && names.contains(&self.text(part)))
            })
            .filter_map(|around| around.child_by_field_name("right"));
        std::iter::once(value).chain(loops).flat_map(descendants).any(is_told)
    }

    /// Returns true for what an object of a class of the tests has kept that was only given to others: they told it later.
    fn is_recorded(&self, value: Node<'a>, changed: &Changed<'a>) -> bool {
        let begin = std::iter::successors(Some(bare(value)), |part| match part.kind() {
            "subscript" => part.child_by_field_name("value"),
            "attribute" => part.child_by_field_name("object"),
            _ => None,
        });
        let recorder = begin.last().filter(|begin| begin.kind() == "identifier" && *begin != value);
        recorder.is_some_and(|recorder| {
            let name = self.text(recorder);
            let is_of_tests = matches!(self.value(recorder), Some(Meaning::Object(class, _)) if self.index.is_test_code(class.file));
            let mut statements = changed.get(name).into_iter().flatten().rev();
            let last = statements.next().filter(|_| is_of_tests && name != "self");
            last.is_some_and(|last| self.given_to(*last).contains(&name))
        })
    }

    /// Decides by the only function of all checked values that the test is named for.
    fn named_beside(&self, oracle: &FoundOracle<'a>) -> Option<Decision> {
        let values = self.checked_values(oracle).into_iter();
        let mut named: Vec<FunctionId> =
            values.flat_map(|value| self.production_calls(value).named).collect();
        named.retain(|function| self.is_named_in_test(*function));
        named.dedup();
        Some(Ok(*named.first()?)).filter(|_| named.len() == 1)
    }

    /// Decides by the calls of a node: by name, of helpers, of operators, then those that create objects;
    /// true for the last, and for a function that stands for one of them.
    pub(super) fn ranked(&self, node: Node<'a>, in_helpers: bool) -> Option<(bool, Decision)> {
        let calls = self.production_calls(node);
        let found = self
            .named(calls.is_unsure, calls.named)
            .or_else(|| self.in_helpers(node).filter(|_| in_helpers))
            .or_else(|| self.best(calls.operators));
        match found {
            Some(found) => {
                let only_makes = found.as_ref().is_ok_and(|maker| self.index.only_makes(*maker));
                Some((only_makes, found))
            }
            None => Some((true, self.best(calls.makers)?)),
        }
    }

    /// Returns the checked or guarded expressions of an oracle, the likeliest first.
    pub(super) fn checked_values(&self, oracle: &FoundOracle<'a>) -> Vec<Node<'a>> {
        let node = |statement: usize| self.statements[statement].node;
        match (&oracle.guarded, oracle.category) {
            (Guarded::Call(call), _) => vec![*call],
            (Guarded::Statements(guarded), _) => guarded.iter().rev().map(|guarded| node(*guarded)).collect(),
            (Guarded::Nothing, OracleCategory::FailOnly) => Vec::new(),
            (Guarded::Nothing, _) => match oracle.node {
                Some(statement) => self.actual_values(statement),
                None => vec![node(oracle.statement)],
            },
        }
    }

    /// Returns the values that a statement checks, the actual one first.
    pub(super) fn actual_values(&self, statement: usize) -> Vec<Node<'a>> {
        let node = self.statements[statement].node;
        if node.kind() == "assert_statement" {
            let value = children(node).next().and_then(|value| self.failed_operand(value));
            return match value {
                Some(value) if self.kept_answer(value).is_some() => {
                    self.kept_answer(value).into_iter().chain([value]).collect()
                }
                Some(value) if value.kind() == "comparison_operator" => {
                    let mut sides: Vec<Node<'a>> = children(value).collect();
                    let is_contained = descendants(value)
                        .any(|part| part.parent() == Some(value) && matches!(part.kind(), "in" | "not in"));
                    // What is looked for is mostly expected.
                    if is_contained {
                        sides.reverse();
                    }
                    sides
                }
                value => value.into_iter().collect(),
            };
        }
        let call = self.call_of(statement).filter(|(call, _)| self.own_helper(*call).is_none());
        let Some((call, _)) = call else { return vec![node] };
        let (positional, named) = arguments(call);
        let function = call.child_by_field_name("function");
        let object = function.and_then(|function| function.child_by_field_name("object"));
        match (positional.is_empty(), named.is_empty()) {
            (false, _) if matches!(self.called_name(call), "assertIn" | "assertNotIn") => {
                positional.into_iter().take(2).rev().collect()
            }
            (false, _) => {
                let kept = positional.iter().find_map(|value| self.kept_answer(*value));
                kept.into_iter().chain(positional).collect()
            }
            (true, false) => named,
            (true, true) => object.into_iter().collect(),
        }
    }

    /// Returns the call that gave a variable the answer of which a checked value subtracts, or which it subtracts from, that of
    /// another production function, called by the check itself: that is what it should be, as in `==`. None if the test is named for that other one alone.
    fn kept_answer(&self, value: Node<'a>) -> Option<Node<'a>> {
        let difference = descendants(value)
            .find(|node| node.kind() == "binary_operator" && self.field(*node, "operator") == "-")?;
        let sides = [difference.child_by_field_name("left")?, difference.child_by_field_name("right")?];
        let maker = |side: Node<'a>| {
            let begin = std::iter::successors(Some(bare(side)), |part| match part.kind() {
                "subscript" => part.child_by_field_name("value"),
                "attribute" => part.child_by_field_name("object"),
                _ => None,
            });
            let variable = begin.last().filter(|begin| begin.kind() == "identifier")?;
            let made = self.assigned_before(variable)?;
            let calls = self.production_calls(made);
            if let ([only], false) = (&calls.named[..], calls.is_unsure) { Some((made, *only)) } else { None }
        };
        let (kept, asked) = match sides.map(maker) {
            [Some(kept), None] => (kept, sides[1]),
            [None, Some(kept)] => (kept, sides[0]),
            _ => return None,
        };
        let asked = self.production_calls(asked).named;
        let is_only_asked_named =
            asked.iter().any(|asked| self.is_named_in_test(*asked)) && !self.is_named_in_test(kept.1);
        (!asked.is_empty() && !asked.contains(&kept.1) && !is_only_asked_named).then_some(kept.0)
    }

    /// Returns what the last assignment before a variable gives it, in part or as a whole, through other variables.
    pub(super) fn assigned_before(&self, variable: Node<'a>) -> Option<Node<'a>> {
        let values = std::iter::successors(Some(variable), |variable| {
            let name = self.text(*variable);
            let before = self.statements.iter().rev().filter(|other| other.end <= variable.start_byte());
            let mut set =
                before.filter_map(|other| children(other.node).find(|node| node.kind() == "assignment"));
            let set = set.find(|set| {
                set.child_by_field_name("left").is_some_and(|left| {
                    descendants(left).any(|target| target.kind() == "identifier" && self.text(target) == name)
                })
            })?;
            let right = bare(set.child_by_field_name("right")?);
            Some(match right.kind() {
                "subscript" => right.child_by_field_name("value").unwrap_or(right),
                _ => right,
            })
        });
        values.skip(1).take(DEEPEST).find(|value| value.kind() != "identifier")
    }

    /// Returns the part of a checked condition that failed, without `not`: of `and` and `or` the last operand
    /// that was evaluated, if that is known and decided.
    fn failed_operand(&self, condition: Node<'a>) -> Option<Node<'a>> {
        let (mut value, mut is_negated) = (bare(condition), false);
        loop {
            match value.kind() {
                "not_operator" => {
                    value = bare(value.child_by_field_name("argument")?);
                    is_negated = !is_negated;
                }
                "boolean_operator" => {
                    let operator = self.field(value, "operator");
                    // All others are false, or true, as well where it did not decide.
                    let decides = (operator == "and") != is_negated;
                    let operands = self.operands(value, operator);
                    let last = self.last_operand.filter(|_| decides).and_then(|last| operands.get(last));
                    match last {
                        Some(last) => (value, is_negated) = (bare(*last), false),
                        None => return Some(value),
                    }
                }
                _ => return Some(value),
            }
        }
    }

    /// Returns the operands of an operator in a row: of `a and b and c` all three.
    fn operands(&self, node: Node<'a>, operator: &str) -> Vec<Node<'a>> {
        let (mut left, mut operands) = (node, Vec::new());
        while left.kind() == "boolean_operator" && self.field(left, "operator") == operator {
            operands.extend(left.child_by_field_name("right"));
            let Some(next) = left.child_by_field_name("left") else { break };
            left = next;
        }
        operands.push(left);
        operands.reverse();
        operands
    }

    /// Returns the statements before an oracle that assign a variable, or call something on it.
    pub(super) fn changed_before(&self, oracle: &FoundOracle<'a>) -> Changed<'a> {
        let before = self.simple_statements_before(oracle);
        let mut changed: Changed<'a> = HashMap::new();
        for statement in before {
            let mut names: Vec<&str> = descendants(statement).flat_map(|node| self.changes(node)).collect();
            names.extend(self.given_to(statement));
            names.sort_unstable();
            names.dedup();
            for name in names {
                changed.entry(name).or_default().push(statement);
            }
        }
        let end = self.start_of(oracle);
        // What a `with` did when it ended.
        for with in self.statements.iter().filter(|statement| statement.end <= end).map(|with| with.node) {
            for (value, variable) in with_items(with) {
                let names = variable.into_iter().chain([value]).filter(|node| node.kind() == "identifier");
                for name in names {
                    let clause = children(with).filter(|part| part.kind() == "with_clause");
                    changed.entry(self.text(name)).or_default().extend(clause);
                }
            }
        }
        for (statement, wholes) in self.acts_on_parts(end) {
            for whole in wholes {
                changed.entry(whole).or_default().push(statement);
            }
        }
        for statements in changed.values_mut() {
            statements.sort_by_key(Node::start_byte);
        }
        // A function of the test's own is what it does.
        for definition in self.statements.iter().filter(|statement| statement.end <= end) {
            let node = definition.node;
            if node.kind() == "function_definition" {
                let body = node.child_by_field_name("body").into_iter().flat_map(children);
                changed.entry(self.field(node, "name")).or_default().extend(body);
            }
        }
        changed
    }

    /// Decides by the last statement that changed a variable of a value; true if it only created an object.
    /// `asked` has all decisions.
    fn set_before(
        &self,
        value: Node<'a>,
        changed: &Changed<'a>,
        asked: &mut HashMap<&'a str, Option<(bool, Decision)>>,
        in_helpers: bool,
    ) -> Option<(bool, Decision)> {
        let variables = descendants(value).filter(|node| node.kind() == "identifier");
        let variables: Vec<&str> = variables.map(|node| self.text(node)).collect();
        // A value as it is compared is what made it; what is read of it, what was given it may have changed.
        let returned = children(value).next().filter(|_| value.kind() == "return_statement");
        let read = bare(returned.unwrap_or(value));
        let is_whole = read.kind() == "identifier";
        let is_attribute = read.kind() == "attribute";
        let decisions = variables.iter().filter_map(|&variable| {
            let decision = asked.entry(variable).or_insert_with(|| {
                let before = changed.get(variable).into_iter().flatten().rev();
                before
                    .filter(|statement| !is_whole || !self.given_to(**statement).contains(&variable))
                    .find_map(|statement| {
                        let on_whole = self.act_on_whole(*statement, value.start_byte(), changed);
                        let on_whole = on_whole.filter(|_| is_attribute).map(|act| (false, act));
                        on_whole
                            .or_else(|| self.ranked(*statement, in_helpers))
                            .or_else(|| self.made_of(*statement, changed, in_helpers, DEEPEST))
                    })
            });
            decision.clone()
        });
        // The first that is more than created, or else the first.
        decisions.reduce(|first, next| if first.0 && !next.0 { next } else { first })
    }

    /// Decides by what made the variables of which a statement without a production call makes a value of another form:
    /// `length = rounded(parts[0])`.
    fn made_of(
        &self,
        statement: Node<'a>,
        changed: &Changed<'a>,
        in_helpers: bool,
        fuel: usize,
    ) -> Option<(bool, Decision)> {
        let fuel = fuel.checked_sub(1)?;
        let assigned = children(statement).find(|node| node.kind() == "assignment")?;
        let given = self.converted(bare(assigned.child_by_field_name("right")?))?;
        let mut variables = descendants(given).filter(|node| node.kind() == "identifier");
        variables.find_map(|variable| {
            let before = changed.get(self.text(variable))?.iter().rev();
            let mut before = before.filter(|earlier| earlier.end_byte() <= statement.start_byte());
            before.find_map(|earlier| {
                self.ranked(*earlier, in_helpers)
                    .or_else(|| self.made_of(*earlier, changed, in_helpers, fuel))
            })
        })
    }

    /// Returns the variables that a node assigns or deletes, also in part, or on which it calls something.
    fn changes(&self, node: Node<'a>) -> Vec<&'a str> {
        let mut open: Vec<Node<'a>> = match node.kind() {
            "assignment" | "augmented_assignment" => node.child_by_field_name("left").into_iter().collect(),
            "delete_statement" => children(node).collect(),
            "call" => {
                let function = node.child_by_field_name("function");
                function.filter(|function| function.kind() == "attribute").into_iter().collect()
            }
            _ => Vec::new(),
        };
        let mut names = Vec::new();
        while let Some(target) = open.pop() {
            match target.kind() {
                "identifier" => names.push(self.text(target)),
                "attribute" | "subscript" => open.extend(target.named_child(0)),
                kind if kind.contains("pattern") || kind.ends_with("_list") => open.extend(children(target)),
                _ => {}
            }
        }
        names
    }

    /// Decides by the last statement before an oracle with a production call; of a value that was told to a mock, by the last
    /// that does more than create an object, which may be what the value should be.
    fn last_before(&self, oracle: &FoundOracle<'a>, in_helpers: bool, is_told: bool) -> Option<Decision> {
        let before = self.simple_statements_before(oracle).into_iter().rev();
        let mut found = before.filter_map(|statement| self.ranked(statement, in_helpers));
        let first = found.next()?;
        let act = if is_told && first.0 { found.find(|(only_makes, _)| !only_makes) } else { None };
        Some(act.unwrap_or(first).1)
    }

    /// Returns the statements without blocks that end before an oracle, without those that only look at an object: they
    /// are not why the oracle sees something else.
    pub(super) fn simple_statements_before(&self, oracle: &FoundOracle<'a>) -> Vec<Node<'a>> {
        let end = self.start_of(oracle);
        let before = self.statements.iter().filter(|statement| statement.end <= end);
        let mut simple: Vec<Node<'a>> =
            before.map(|statement| statement.node).filter(|node| !has_block(*node)).collect();
        simple.extend(self.headers().filter(|header| header.end_byte() <= end));
        simple.sort_by_key(Node::start_byte);
        let last = simple.len().saturating_sub(MOST_BEFORE);
        let last: HashSet<usize> = simple[last..].iter().map(Node::id).collect();
        let (looks, others): (Vec<_>, Vec<_>) = simple.into_iter().partition(|statement| {
            self.is_look(*statement) || last.contains(&statement.id()) && self.is_passed_look(*statement)
        });
        let acts = others.iter().any(|statement| self.ranked(*statement, false).is_some());
        if acts || looks.is_empty() { others } else { looks }
    }

    /// Returns the statements without blocks, and the headers of the others that may act.
    pub(super) fn simple_statements(&self) -> impl Iterator<Item = Node<'a>> {
        let simple = self.statements.iter().map(|statement| statement.node);
        simple.filter(|node| !has_block(*node)).chain(self.headers())
    }

    /// Returns what `with` and `for` call before their blocks, and the decorators of functions within the function; what a
    /// `for` asks only tells something of an object.
    fn headers(&self) -> impl Iterator<Item = Node<'a>> {
        let headers = self.statements.iter().flat_map(|statement| {
            let part =
                |wanted: &'static str| children(statement.node).filter(move |part| part.kind() == wanted);
            match statement.node.kind() {
                "with_statement" => part("with_clause").take(1).collect(),
                "for_statement" => statement.node.child_by_field_name("right").into_iter().collect(),
                "decorated_definition" => part("decorator").collect::<Vec<_>>(),
                _ => Vec::new(),
            }
        });
        headers.filter(|header| {
            let calls = self.production_calls(*header);
            let is_manager = header.kind() == "with_clause";
            let mut named = calls.named.iter();
            // A function without an object only wraps another one, whose calls say more.
            let wraps = header.kind() == "decorator"
                && calls.named.iter().any(|named| self.index.class_of(*named).is_none());
            !calls.is_unsure
                && !wraps
                && named.any(|named| is_manager || self.index.observation(*named).is_none())
        })
    }

    pub(super) fn start_of(&self, oracle: &FoundOracle<'a>) -> usize {
        self.statements[oracle.node.unwrap_or(oracle.statement)].node.start_byte()
    }

    /// Returns the variables that a statement gives production functions which change them, or which it only calls: they may.
    pub(super) fn given_to(&self, statement: Node<'a>) -> Vec<&'a str> {
        let mut names = self.given_to_only(statement);
        for call in descendants(statement).filter(|node| node.kind() == "call") {
            let variables = arguments(call).0.into_iter().filter(|argument| argument.kind() == "identifier");
            let names_given: Vec<&str> = variables.map(|name| self.text(name)).collect();
            if !names_given.is_empty() && self.changes_given(call) {
                names.extend(names_given);
            }
        }
        names
    }

    /// Returns true for the call of a production function that changes an object which it is given.
    pub(super) fn changes_given(&self, call: Node<'a>) -> bool {
        let mut found = ProductionCalls::default();
        call.child_by_field_name("function").is_some_and(|function| self.called(function, &mut found))
            && matches!(found.named[..], [only] if self.index.changes_given(only))
    }

    fn given_to_only(&self, statement: Node<'a>) -> Vec<&'a str> {
        let call = children(statement).next().map(bare).filter(|node| node.kind() == "call");
        let Some(call) = call.filter(|_| statement.kind() == "expression_statement") else {
            return Vec::new();
        };
        let calls_production = call.child_by_field_name("function").is_some_and(|function| {
            let mut found = ProductionCalls::default();
            self.called(function, &mut found) && !found.named.is_empty()
        });
        let given = if calls_production { arguments(call).0 } else { Vec::new() };
        let variables = given.into_iter().filter(|argument| argument.kind() == "identifier");
        variables.map(|name| self.text(name)).collect()
    }

    /// Decides by the last statement with a production call of a function that the tests declare themselves
    /// and that a value calls.
    fn in_helpers(&self, value: Node<'a>) -> Option<Decision> {
        let mut calls = descendants(value).filter(|node| node.kind() == "call");
        calls.find_map(|call| {
            let (helper, own) = self.own_helper(call)?;
            self.last_in(helper, own, Some(call))
        })
    }

    fn last_in(&self, helper: FunctionId, own: Option<ClassId>, call: Option<Node<'a>>) -> Option<Decision> {
        let tree = parse(self.index.source(helper));
        self.of_helper(helper, own, call, &tree)?.last_of_all()
    }

    /// Decides by what the function returns, or else by its last production call; undecided if it calls an
    /// unknown parameter.
    fn last_of_all(&self) -> Option<Decision> {
        if self.calls_parameter() {
            return Some(Err(Undecided::NoProductionCall));
        }
        let body = self.block(None);
        let last = *body.last()?;
        if self.statements[last].node.kind() == "return_statement" {
            let returned = FoundOracle::new(OracleCategory::AssertionOnly, last);
            return Some(self.focal_by_code(&returned, &[]))
                .filter(|found| *found != Err(Undecided::NoProductionCall));
        }
        let mut body = body.into_iter().rev().map(|statement| self.statements[statement].node);
        body.find_map(|statement| Some(self.ranked(statement, true)?.1))
    }

    /// Decides between functions that are called by name; undecided if it is not sure which function a call means.
    pub(super) fn named(&self, is_unsure: bool, functions: Vec<FunctionId>) -> Option<Decision> {
        match functions[..] {
            _ if !is_unsure => self.best(functions),
            [] | [_] => Some(Err(Undecided::NoProductionCall)),
            _ => Some(Err(self.several(&functions))),
        }
    }

    fn several(&self, functions: &[FunctionId]) -> Undecided {
        Undecided::Several(
            functions.iter().map(|function| self.index.function(*function).qualified.clone()).collect(),
        )
    }

    /// Decides between functions that are equally close; none if there is no function.
    pub(super) fn best(&self, mut functions: Vec<FunctionId>) -> Option<Decision> {
        let mut known = HashSet::new();
        functions.retain(|function| known.insert(*function));
        if functions.len() > 1 {
            let tested = self.index.tested_file_name(self.file());
            prefer(&mut functions, |function| self.index.file_name(function.file) == tested);
            let words = self.words();
            prefer(&mut functions, |function| self.is_named_for_class_of(function));
            prefer(&mut functions, |function| {
                let name = &*self.index.function(function).name;
                name != "__init__" && words.contains(&plain(name))
            });
        }
        match functions[..] {
            [] => None,
            [only] => Some(Ok(only)),
            _ => Some(Err(self.several(&functions))),
        }
    }

    /// Returns the names of the test and its class.
    fn words(&self) -> String {
        let class = self.own.map_or("", |class| self.index.class_name(class));
        plain(&format!("{} {class}", self.index.function(self.function).name))
    }

    /// Returns true if the test is named for the class of a method.
    pub(super) fn is_named_for_class_of(&self, method: FunctionId) -> bool {
        let class = self.index.class_of(method).map_or("", |class| self.index.class_name(class));
        !class.is_empty() && self.words().contains(&plain(class))
    }

    /// Returns the names in a statement that may be those of what it calls.
    fn names(&self, statement: Node<'a>) -> HashSet<&'a str> {
        let mut keywords = HashSet::new();
        let mut names = HashSet::new();
        for node in descendants(statement) {
            match node.kind() {
                "keyword_argument" => keywords.extend(node.child_by_field_name("name").map(|name| name.id())),
                "identifier" if !keywords.contains(&node.id()) => drop(names.insert(self.text(node))),
                _ => {}
            }
        }
        names
    }

    /// Returns true for `__repr__` and others that a test calls without their name; not for what runs around
    /// the function meant.
    fn is_implicit(&self, function: FunctionId) -> bool {
        let name = &*self.index.function(function).name;
        name.starts_with("__") && name.ends_with("__") && !AROUND.contains(&name)
    }

    /// Returns false for a method that another class's method calls: what the test called only has the same name.
    fn is_reached(&self, named: FunctionId, first: FunctionId) -> bool {
        let class = |function: FunctionId| self.index.class_of(function);
        let is_around = self.index.function(first).name.starts_with("__");
        is_around
            || class(first).is_none()
            || class(named).is_none_or(|own| self.index.is_derived(class(first), own))
    }

    fn is_named_in(&self, function: FunctionId, names: &HashSet<&str>) -> bool {
        let declared = self.index.function(function);
        let name = &*declared.name;
        let creates = matches!(name, "__init__" | "__new__");
        let class = self.index.class_of(function).map(|class| self.index.class_name(class));
        names.contains(name)
            || names.contains(declared.known_as())
            || creates
                && class.and_then(|class| class.rsplit('.').next()).is_some_and(|class| names.contains(class))
    }
}

fn has_block(statement: Node<'_>) -> bool {
    let mut cursor = statement.walk();
    statement.kind().ends_with("_definition")
        || statement.children(&mut cursor).any(|child| child.kind() == "block")
}

/// Returns a name as it may stand in the name of a test.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "")
}
