//! The focal method: the production method that a test's oracle is about, as the code tells it. A call that
//! the trace shows comes first: `focal_of_failed` in `mapping`.
//!
//! For an assertion, it is the call inside it; otherwise the call in the helper that it calls; otherwise the call that
//! the checked variable has its value from; otherwise the last call before it. For an exception oracle, it is the last
//! call inside the guarded code. Of several calls those that do more than read a field are preferred, then
//! those of the class under test; if more than one method is left, the focal method is undecided. If the
//! method only reads a field, `act` goes on to what made or changed its object.

use std::cell::RefCell;
use std::collections::BTreeSet;

use tree_sitter::Node;

use super::DEEPEST;
use super::code::{Call, Code, ancestors, arguments};
use super::oracle::FoundOracle;
use super::stack::NullObject;
use crate::lang::java::index::{ClassId, Index, MethodId, Type};
use crate::lang::java::syntax::Snippet;
use crate::lang::syntax::{holds, named};
use crate::model::{OracleCategory, Undecided};

#[derive(Debug, Clone, Copy)]
pub(super) struct Tested {
    /// The test class that ran; the test itself may be inherited.
    pub ran: ClassId,
    /// The production class that it is named after.
    pub class: Option<ClassId>,
    /// True if the failure's message is about hash codes.
    pub is_about_hash: bool,
    /// True if the failure's message is about what `toString` returns.
    pub is_about_text: bool,
    /// True if the failure's message shows two values that print alike.
    pub prints_alike: bool,
}

pub(super) struct FocalSearch<'c, 'a> {
    pub code: &'c Code<'a>,
    pub oracle: &'c FoundOracle<'a>,
    pub tested: Tested,
    /// The helpers that were already searched, for recursive helpers.
    pub seen: &'c RefCell<BTreeSet<MethodId>>,
}

pub(super) type Decision = Result<MethodId, Undecided>;

impl<'a> FocalSearch<'_, 'a> {
    pub(super) fn inside(&self) -> Option<Decision> {
        if let Some(equality) = self.by_equality_tester() {
            return Some(Ok(equality));
        }
        match self.oracle.category {
            OracleCategory::AssertionOnly => {
                if let Some((asked, _)) = self.asked_by_check() {
                    return Some(Ok(asked));
                }
                let comparison = self.equals_that_failed().or_else(|| self.equals_of_twins());
                let comparison = comparison.or_else(|| self.order_of_made());
                if let Some(comparison) = comparison.or_else(|| self.order_of_sorted()) {
                    return Some(Ok(comparison));
                }
                let decision = self.best(self.calls_in_oracle())?;
                Some(decision.map(|method| self.compared(method)))
            }
            // An exception was caught, and only the trace of its cause would show which call threw it.
            OracleCategory::MustNotThrow | OracleCategory::IfThrownAssert => {
                self.best(self.calls_in_oracle())
            }
            _ => {
                let mut calls = self.calls_in_oracle();
                if self.oracle.category.expects_exception() {
                    if calls.is_empty() {
                        return self.held_by_guarded();
                    }
                    calls.retain(|call| !self.only_reads_made(call));
                }
                // The last call of guarded code is expected to throw; of other code, it may have thrown.
                let last = calls.last().cloned()?;
                match self.best(calls) {
                    Some(Err(Undecided::Several(_))) => Some(self.decide(&last)),
                    decision => decision,
                }
            }
        }
    }

    /// Returns true for a plain look at what another production call made: `parser.parse(text).iterator()`. Of code that must
    /// throw it is not meant.
    fn only_reads_made(&self, call: &Call<'a>) -> bool {
        let made = call.node.child_by_field_name("object").and_then(|made| self.code.project_call(made));
        let is_made =
            made.is_some_and(|made| self.code.is_production_call(&made) && !self.is_accessor(&made));
        is_made && self.is_accessor(call)
    }

    fn is_accessor(&self, call: &Call<'a>) -> bool {
        let method = call.targets().first().copied();
        method.is_some_and(|method| self.code.index.field_read_by(method, DEEPEST).is_some())
    }

    /// Decides by the production call whose result a variable holds on which code that must throw calls a method of a
    /// library: `names.add("c")` of `names = parser.getNames()`.
    fn held_by_guarded(&self) -> Option<Decision> {
        let code = self.code;
        let calls = self.oracle.guarded.iter().flat_map(|part| code.within(*part));
        let held = calls.filter(|node| node.kind() == "method_invocation").filter_map(|call| {
            let variable =
                call.child_by_field_name("object").filter(|object| object.kind() == "identifier")?;
            let made = code.project_call(code.value_before(variable, self.oracle.statement)?)?;
            let is_method = made.node.kind() == "method_invocation" && code.is_production_call(&made);
            is_method.then(|| self.decide(&made))
        });
        held.last()
    }

    /// Returns the production method that gave a variable its value, of which the failed statement asks something: the one
    /// with this name, or else that on which it calls the method.
    pub(super) fn maker_of_null(&self, null: &NullObject<'_>) -> Option<MethodId> {
        let code = self.code;
        let mut variables = code.within(self.oracle.statement).filter(|node| {
            node.kind() == "identifier"
                && match null.variable {
                    Some(name) => code.text(*node) == name,
                    None => node.parent().is_some_and(|call| {
                        call.child_by_field_name("object") == Some(*node)
                            && code.field(call, "name") == null.called
                    }),
                }
        });
        self.given_by(code.value_before(variables.next()?, self.oracle.statement)?)
    }

    /// Returns the production method that gave a field of the test's class its value: in this method before the failed
    /// statement, or else, for the test itself, in its set-up.
    pub(super) fn maker_of_field(&self, field: &str, is_test: bool) -> Option<MethodId> {
        let index = self.code.index;
        let own = self.assigned_to_field(field, self.oracle.statement.start_byte());
        if own.is_some() || !is_test {
            return self.given_by(own?);
        }
        self.set_ups().into_iter().find_map(|set_up| {
            let snippet = Snippet::parse(index.source(set_up));
            let code = Code::of_run(index, set_up, &snippet, self.tested.ran)?;
            let search = FocalSearch { code: &code, oracle: &FoundOracle::none(code.body), ..*self };
            search.given_by(search.assigned_to_field(field, usize::MAX)?)
        })
    }

    /// Returns the value that a field of the test's class was given last before a byte.
    fn assigned_to_field(&self, field: &str, end: usize) -> Option<Node<'a>> {
        let code = self.code;
        let assigned = code.within(code.body).filter(|node| {
            let to = code.field(*node, "left");
            node.kind() == "assignment_expression"
                && node.end_byte() <= end
                && to.strip_prefix("this.").unwrap_or(to) == field
        });
        assigned.last()?.child_by_field_name("right")
    }

    /// Returns the production method whose result a value is, maybe through a helper of the tests.
    fn given_by(&self, value: Node<'a>) -> Option<MethodId> {
        let made = self.code.project_call(value)?;
        let own = made.target().filter(|_| self.code.is_production_call(&made));
        own.or_else(|| self.returned_by_helper(value))
    }

    /// Returns the method of a value that the failed check calls by itself, and the value: `hashCode` and `pen` of
    /// `assertThat(pen).isNotNull().hasSameHashCodeAs(other)`, if the failure's message is about hash codes.
    pub(super) fn asked_by_check(&self) -> Option<(MethodId, Node<'a>)> {
        let (code, index) = (self.code, self.code.index);
        let (name, value) = code.asked_by(self.oracle.node?).into_iter().find(|(name, _)| match *name {
            "hashCode" => self.tested.is_about_hash,
            _ => self.tested.is_about_text,
        })?;
        let methods =
            index.methods(code.type_of(value).class()?, &[], name).into_iter().map(|found| found.id);
        let mut own = methods.filter(|method| {
            index.is_production(method.class) && index.method(*method).parameters.is_empty()
        });
        Some((own.next()?, value))
    }

    /// Decides by the calls inside the helpers that the oracle calls, from their source: no trace leads into them.
    pub(super) fn inside_helpers(&self) -> Option<Decision> {
        self.parts_of_oracle().iter().find_map(|part| self.inside_helper(*part))
    }

    /// Decides by the calls before the oracle.
    pub(super) fn before(&self) -> Decision {
        if let Some(decision) = self.set_before() {
            return decision;
        }
        let is_branch = self.oracle.category == OracleCategory::FailOnly && !self.oracle.values.is_empty();
        let last = self.last_before();
        // Code that must throw, or must not, is not the code before it; nor did that decide to fail in a branch.
        if self.oracle.guarded.is_empty() && !is_branch { last } else { last.and(Err(Undecided::OwnCode)) }
    }

    fn last_before(&self) -> Decision {
        let end = self.oracle.statement.start_byte();
        let before = || {
            let all = self.code.all_calls().iter().rev();
            all.filter(move |call| call.node.end_byte() <= end && self.code.is_production_call(call))
        };
        let candidates = || before().filter(|call| !self.is_passed_over(call));
        // A call that only closes an object is rarely the one checked.
        let last = candidates()
            .find(|call| !matches!(self.code.field(call.node, "name"), "close" | "flush"))
            .or_else(|| candidates().next())
            .or_else(|| before().find(|call| !self.is_in_other_handler(call)));
        let Some(last) = last else {
            let mut helpers = self.code.all_calls().iter().rev().filter(|call| call.node.end_byte() <= end);
            let in_helper = helpers.find_map(|call| self.inside_helper(call.node));
            let decision = in_helper.unwrap_or(Err(Undecided::NoProductionCall));
            // An assertion compares an object with another, both of which the test was given.
            return decision.or_else(|undecided| {
                let values = self.oracle.values.iter();
                let mut classes = values.filter_map(|value| self.code.type_of(*value).class());
                classes.find_map(|class| self.equals_in(class)).ok_or(undecided)
            });
        };
        let decision = self.decide(self.passed_on(last).as_ref().unwrap_or(last));
        decision.map(|method| {
            let class = Some(method.class);
            let is_checked =
                self.oracle.values.iter().any(|value| self.code.type_of(*value).class() == class);
            if is_checked { self.compared(method) } else { method }
        })
    }

    /// Decides by the call that a checked variable of a library's type has its value from, or else the last
    /// one that was given it.
    fn set_before(&self) -> Option<Decision> {
        let (variable, value) = self.checked_variables().pop()?;
        let is_fixed = match self.code.type_of(variable) {
            Type::Other(name, _) => name == "String" || name.starts_with(char::is_lowercase),
            Type::Array(_) => false,
            _ => return None,
        };
        let is_method = |method: &MethodId| !self.code.index.method(*method).is_constructor;
        let handed_on = self.code.project_call(value).and_then(|call| self.passed_on(&call));
        let calls = handed_on.map_or_else(|| self.code.production_calls(value), |call| vec![call]);
        if let Some(Ok(method)) = self.best(calls) {
            return is_method(&method).then_some(Ok(method));
        }
        if is_fixed {
            // Nothing after it can change a text or a number.
            self.code.project_call(value)?;
            return Some(self.inside_helper(value).unwrap_or(Err(Undecided::OwnCode)));
        }
        let end = self.oracle.statement.start_byte();
        let name = self.code.text(variable);
        let before = self.code.all_calls().iter().rev().filter(|call| call.node.end_byte() <= end);
        let mut given = before.filter(|call| {
            self.code.is_production_call(call)
                && !self.is_passed_over(call)
                && arguments(call.node)
                    .into_iter()
                    .any(|argument| self.code.within(argument).any(|node| self.code.text(node) == name))
        });
        given.find_map(Call::target).filter(is_method).map(Ok)
    }

    /// Returns the method of the class under test whose result is a checked variable.
    pub(super) fn result_under_test(&self) -> Option<MethodId> {
        self.checked_variables().iter().find_map(|(_, value)| {
            let call = self.code.project_call(*value).filter(|call| self.is_under_test(call))?;
            call.target().filter(|method| !self.code.index.method(*method).is_constructor)
        })
    }

    /// Returns the checked variables, each with its value at the oracle. Of `list.size()` this is `list`.
    fn checked_variables(&self) -> Vec<(Node<'a>, Node<'a>)> {
        if !matches!(self.oracle.category, OracleCategory::AssertionOnly | OracleCategory::FailOnly) {
            return Vec::new();
        }
        let roots = self.oracle.values.iter().filter_map(|value| {
            std::iter::successors(Some(*value), |node| match node.kind() {
                "parenthesized_expression" | "unary_expression" => named(*node).last(),
                "method_invocation" if self.code.project_call(*node).is_none() => {
                    node.child_by_field_name("object")
                }
                _ => None,
            })
            .last()
            .filter(|root| root.kind() == "identifier")
        });
        roots.filter_map(|root| Some((root, self.code.value_before(root, self.oracle.statement)?))).collect()
    }

    /// Returns true for a call in a catch clause without the oracle: if it had run, the oracle would not have
    /// been reached. And for one that only looks at its object: it is not why a later look sees something else.
    pub(super) fn is_passed_over(&self, call: &Call<'a>) -> bool {
        self.is_look(call) || self.is_in_other_handler(call)
    }

    fn is_in_other_handler(&self, call: &Call<'a>) -> bool {
        let oracle = self.oracle.statement.start_byte();
        ancestors(call.node)
            .any(|around| around.kind() == "catch_clause" && !around.byte_range().contains(&oracle))
    }

    /// Returns true for a statement that calls a method with nothing to work on, which changes nothing: it checks, prints or
    /// raises. A test that is named for it is about it.
    fn is_look(&self, call: &Call<'a>) -> bool {
        let index = self.code.index;
        let is_alone = call.node.parent().is_some_and(|around| around.kind() == "expression_statement");
        is_alone
            && arguments(call.node).is_empty()
            && call.targets().first().is_some_and(|method| {
                index.only_looks(*method) && !self.is_named_in_test(&index.method(*method).name)
            })
    }

    /// Returns the call whose result is the argument of a utility, which only passes it on, even through a variable.
    fn passed_on(&self, call: &Call<'a>) -> Option<Call<'a>> {
        if !self.is_wrapper(call) {
            return None;
        }
        arguments(call.node).into_iter().find_map(|argument| {
            let value = match argument.kind() {
                "identifier" => self.code.variable(self.code.text(argument), argument)?.value?,
                _ => argument,
            };
            let made = self.code.project_call(value).filter(|made| self.code.is_production_call(made))?;
            // Of two utilities, neither is the other's wrapper.
            (made.node.kind() == "method_invocation" && !self.is_wrapper(&made)).then_some(made)
        })
    }

    /// Returns `equals` instead of a constructor whose object an assertion compares, because no other method is called.
    fn compared(&self, method: MethodId) -> MethodId {
        let is_constructor = self.code.index.method(method).is_constructor;
        if is_constructor { self.equals_in(method.class).unwrap_or(method) } else { method }
    }

    /// Returns `equals` if the comparison of two objects is what failed, whoever made them: both print alike, or they should
    /// differ and were only made.
    fn equals_that_failed(&self) -> Option<MethodId> {
        let code = self.code;
        let node = self.oracle.node?;
        let compared = code.compared(node);
        let classes = compared.iter().filter_map(|value| code.type_of(*value).class());
        let mut own = classes.filter_map(|class| self.equals_in(class));
        let equals = own.next()?;
        let are_both = own.next() == Some(equals);
        let should_differ = || {
            code.is_inequality(node)
                && compared.iter().all(|value| {
                    let made = match value.kind() {
                        "identifier" => code.value_before(*value, self.oracle.statement),
                        _ => Some(*value),
                    };
                    let call = made.and_then(|made| code.project_call(made));
                    call.and_then(|call| call.target())
                        .is_some_and(|maker| code.index.creates(maker) || code.index.builds(maker))
                })
        };
        (are_both && (self.tested.prints_alike || should_differ())).then_some(equals)
    }

    /// Returns `compareTo` of the elements of a checked collection that the library sorted last, without a comparator.
    fn order_of_sorted(&self) -> Option<MethodId> {
        let (code, index) = (self.code, self.code.index);
        let end = self.oracle.statement.start_byte();
        let values = self.oracle.values.iter().flat_map(|value| code.within(*value));
        let roots = values.filter(|node| node.kind() == "identifier");
        let sorts: Vec<Node<'a>> = code
            .within(code.body)
            .filter(|node| code.field(*node, "name") == "sort" && node.end_byte() <= end)
            .collect();
        let mut sorted = roots.filter(|variable| {
            let name = code.text(*variable);
            let value = code.value_before(*variable, self.oracle.statement);
            let is_kept_sorted = value.is_some_and(|value| {
                let class = code.field(value, "type").split('<').next().unwrap_or("");
                matches!(class, "TreeSet" | "TreeMap" | "PriorityQueue" | "ConcurrentSkipListSet")
                    && !code.within(value).any(|part| part.kind() == "lambda_expression")
            });
            let sort = sorts.iter().rev().find(|sort| {
                let [given] = arguments(**sort)[..] else { return false };
                match code.field(**sort, "object") {
                    "Collections" | "Arrays" => code.text(given) == name,
                    object => object == name && given.kind() == "null_literal",
                }
            });
            let is_sorted_last = sort.is_some_and(|sort| {
                let between = sort.end_byte()..end;
                let mut later =
                    code.all_calls().iter().filter(|call| between.contains(&call.node.start_byte()));
                !later.any(|call| code.field(call.node, "object") == name)
            });
            is_kept_sorted || is_sorted_last
        });
        let class = match code.type_of(sorted.next()?) {
            Type::Other(_, elements) => elements.first()?.class()?,
            Type::Array(element) => element.class()?,
            _ => return None,
        };
        let mut declared = index.methods(class, &[], "compareTo").into_iter().map(|found| found.id);
        declared.find(|method| index.is_production(method.class))
    }

    /// Returns `equals` if an assertion compares two objects made in the same way: nothing else distinguishes them.
    fn equals_of_twins(&self) -> Option<MethodId> {
        let compared = self.code.compared(self.oracle.node?);
        let made: Vec<MethodId> = compared.iter().filter_map(|value| self.made_by(*value)).collect();
        if let [one, other] = made[..] {
            let is_constructor = |made| self.code.index.method(made).is_constructor;
            let are_alike = one == other
                || is_constructor(one) && is_constructor(other)
                || self.is_named_in_test("equals");
            return (are_alike && one.class == other.class).then(|| self.equals_in(one.class))?;
        }
        // Of a field of the test's class, the set-up or the class's own initializer made the object.
        let given: Vec<ClassId> = compared.iter().filter_map(|value| self.given_by_field(*value)).collect();
        let class = *given.first()?;
        let are_all_known = made.len() + given.len() == 2 && made.iter().all(|made| made.class == class);
        (are_all_known && given.iter().all(|given| *given == class)).then(|| self.equals_in(class))?
    }

    /// Returns `compareTo` if an assertion compares the order of two objects to which nothing was done but to make them.
    fn order_of_made(&self) -> Option<MethodId> {
        let index = self.code.index;
        let ordered = self.code.ordered(self.oracle.node?);
        let classes: Option<Vec<ClassId>> = ordered
            .iter()
            .map(|value| self.made_by(*value).map(|made| made.class).or_else(|| self.given_by_field(*value)))
            .collect();
        let classes = classes?;
        let class = *classes.first()?;
        let mut declared = index.methods(class, &[], "compareTo").into_iter().map(|found| found.id);
        let are_alike = classes.len() > 1 && classes.iter().all(|other| *other == class);
        declared.find(|method| are_alike && index.is_production(method.class))
    }

    /// Returns what a tester of Guava's or of `EqualsVerifier` calls in the failed statement: `equals`, or
    /// `hashCode` if the message says so, of the class of the first object that it is given.
    fn by_equality_tester(&self) -> Option<MethodId> {
        let code = self.code;
        let is_tester = |text: &str| EQUALITY_TESTERS.iter().any(|tester| text.contains(tester));
        let tester = code.within(self.oracle.statement).find(|node| match node.kind() {
            "type_identifier" => is_tester(code.text(*node)),
            "identifier" => {
                let variable = code.variable(code.text(*node), *node);
                is_tester(code.text(*node))
                    || variable.is_some_and(|variable| is_tester(&variable.type_ref.name))
            }
            _ => false,
        })?;
        // What a tester in a variable is given stands in other statements.
        let is_variable = code.variable(code.text(tester), tester).is_some();
        let part = if is_variable { code.body } else { self.oracle.statement };
        let class = code.within(part).find_map(|node| match node.kind() {
            "class_literal" => code.index.resolve(code.text(node.named_child(0)?), code.class),
            "method_invocation" if EXAMPLES.contains(&code.field(node, "name")) => {
                arguments(node).into_iter().find_map(|given| code.type_of(given).class())
            }
            "object_creation_expression" if is_tester(code.field(node, "type")) => {
                arguments(node).into_iter().find_map(|given| code.type_of(given).class())
            }
            _ => None,
        })?;
        let name = if self.tested.is_about_hash { "hashCode" } else { "equals" };
        let methods = code.index.methods(class, &[], name).into_iter().map(|found| found.id);
        { methods }.find(|method| code.index.is_production(method.class))
    }

    /// Returns the class of a field of the test's class on which nothing is called before the oracle.
    fn given_by_field(&self, value: Node<'a>) -> Option<ClassId> {
        let name = Some(self.code.text(value)).filter(|_| value.kind() == "identifier")?;
        let end = self.oracle.statement.start_byte();
        if self.code.variable(name, value).is_some() {
            return None;
        }
        let mut before = self.code.all_calls().iter().filter(|call| call.node.end_byte() <= end);
        if before.any(|call| self.code.field(call.node, "object") == name) {
            return None;
        }
        let class = self.code.type_of(value).class()?;
        Some(self.code.index.made_for_field(self.code.class, name).unwrap_or(class))
    }

    /// Returns what makes an object, if nothing is called on it afterwards.
    fn made_by(&self, value: Node<'a>) -> Option<MethodId> {
        let value = match value.kind() {
            "identifier" => {
                let made = self.code.value_before(value, self.oracle.statement)?;
                let (name, end) = (self.code.text(value), self.oracle.statement.start_byte());
                let between = made.end_byte()..end;
                let is_used = self.code.all_calls().iter().any(|call| {
                    between.contains(&call.node.start_byte()) && self.code.field(call.node, "object") == name
                });
                if is_used {
                    return None;
                }
                made
            }
            _ => value,
        };
        self.code.project_call(value)?.target().filter(|method| self.code.index.creates(*method))
    }

    /// Returns the `equals` of a class if the oracle calls it.
    fn equals_in(&self, class: ClassId) -> Option<MethodId> {
        let index = self.code.index;
        self.oracle.node.filter(|node| !self.code.compared(*node).is_empty())?;
        let declared = index.methods(class, &[], "equals").into_iter().map(|found| found.id);
        let mut own = declared.filter(|equals| index.is_production(equals.class));
        own.find(|equals| index.method(*equals).parameters.len() == 1)
    }

    /// Returns the code that contains the calls of the oracle: the values that it checks, or the code that it guards.
    fn parts_of_oracle(&self) -> &[Node<'a>] {
        match self.oracle.category {
            OracleCategory::AssertionOnly | OracleCategory::FailOnly | OracleCategory::NoException => {
                &self.oracle.values
            }
            _ => &self.oracle.guarded,
        }
    }

    fn calls_in_oracle(&self) -> Vec<Call<'a>> {
        self.parts_of_oracle().iter().flat_map(|part| self.code.production_calls(*part)).collect()
    }

    /// Decides by the last oracle, or else the last statement, of the last helper that `part` calls.
    pub(super) fn inside_helper(&self, part: Node<'a>) -> Option<Decision> {
        let index = self.code.index;
        let called = self.code.project_calls(part).iter().rev().find_map(Call::target)?;
        let helper = self.implemented(called);
        if index.is_production(helper.class) || !self.seen.borrow_mut().insert(helper) {
            return None;
        }
        let snippet = Snippet::parse(index.source(helper));
        let code = Code::of_run(index, helper, &snippet, self.tested.ran)?;
        let last = named(code.body).last()?;
        let oracle = code.all_oracles().pop().unwrap_or_else(|| FoundOracle::none(last));
        let search = FocalSearch { code: &code, oracle: &oracle, ..*self };
        let decision = search.inside().or_else(|| search.inside_helpers()).unwrap_or_else(|| search.before());
        (decision != Err(Undecided::NoProductionCall)).then_some(decision)
    }

    /// Returns the production method whose result the helper of the tests returns that an expression calls, in the last
    /// statement that returns one.
    pub(super) fn returned_by_helper(&self, expression: Node<'a>) -> Option<MethodId> {
        let index = self.code.index;
        let helper = self.implemented(self.code.project_call(expression)?.target()?);
        if index.is_production(helper.class) {
            return None;
        }
        let snippet = Snippet::parse(index.source(helper));
        let code = Code::of_run(index, helper, &snippet, self.tested.ran)?;
        let statements: Vec<Node<'_>> = code.statements_in(code.body).collect();
        let mut returned = statements.iter().rev().filter(|statement| statement.kind() == "return_statement");
        returned.find_map(|statement| {
            let calls = outermost(&code.production_calls(*statement));
            let [call] = &calls[..] else { return None };
            call.targets().first().copied().filter(|method| !index.method(*method).is_constructor)
        })
    }

    /// Returns the method of the test class that ran in place of an abstract one that it inherits.
    pub(super) fn implemented(&self, helper: MethodId) -> MethodId {
        let index = self.code.index;
        let called = index.method(helper);
        let classes = index.ancestry(self.tested.ran).into_iter();
        let mut methods = classes.flat_map(|class| index.declared(class));
        let own = methods.find(|(_, method)| {
            method.has_body
                && method.name == called.name
                && method.parameters.len() == called.parameters.len()
        });
        own.filter(|_| !called.has_body).map_or(helper, |(own, _)| own)
    }

    fn best(&self, mut calls: Vec<Call<'a>>) -> Option<Decision> {
        let checks_value =
            matches!(self.oracle.category, OracleCategory::AssertionOnly | OracleCategory::FailOnly);
        // Of code that should throw, or should not, the last call of a chain is meant: it got that far.
        if !checks_value {
            let objects: Vec<Node<'a>> =
                calls.iter().filter_map(|call| call.node.child_by_field_name("object")).collect();
            calls.retain(|call| !objects.iter().any(|object| holds(*object, call.node)));
        }
        // A method of the class under test is decisive wherever it is called; an instance of it is often just
        // an argument.
        let is_tested_method =
            |call: &Call<'a>| call.node.kind() != "object_creation_expression" && self.is_under_test(call);
        if calls.iter().any(is_tested_method)
            && !outermost(&calls).iter().any(|call| self.is_comparison(call))
        {
            calls.retain(is_tested_method);
        } else if calls.iter().any(|call| !self.is_wrapper(call)) {
            calls.retain(|call| !self.is_wrapper(call));
        }
        calls = outermost(&calls);
        // Any of several calls may throw, also one that reads a field.
        if checks_value && calls.len() > 1 && calls.iter().any(|call| self.is_act(call)) {
            calls.retain(|call| self.is_act(call));
        }
        let first = calls.first()?;
        let distinct: BTreeSet<Vec<MethodId>> = calls.iter().map(Call::targets).collect();
        if distinct.len() == 1 {
            return Some(self.decide(first));
        }
        let mut names: Vec<String> = Vec::new();
        for method in calls.iter().filter_map(|call| call.targets().first().copied()) {
            let name = name(method, self.code.index);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.len() == 1 {
            let methods: BTreeSet<MethodId> = distinct.into_iter().flatten().collect();
            return Some(Err(overloads(methods.iter(), self.code.index)));
        }
        Some(Err(Undecided::Several(names)))
    }

    pub(super) fn decide(&self, call: &Call<'a>) -> Decision {
        call.target().ok_or_else(|| overloads(call.targets().iter(), self.code.index))
    }

    fn is_comparison(&self, call: &Call<'a>) -> bool {
        let name = call.targets().first().map(|method| self.code.index.method(*method).name.as_str());
        matches!(name, Some("equals" | "compareTo"))
    }

    /// Returns true for a method of a utility class that is not under test: it only passes on its arguments.
    fn is_wrapper(&self, call: &Call<'a>) -> bool {
        let index = self.code.index;
        let test = index.class(self.code.class).simple_name();
        let Some(class) = call.targets().first().map(|method| index.class(method.class).simple_name()) else {
            return false;
        };
        UTILITIES.iter().any(|ending| class.ends_with(ending))
            && !test.contains(class)
            && !self.is_under_test(call)
    }

    pub(super) fn declares_tested(&self, method: MethodId) -> bool {
        self.tested.class.is_some_and(|tested| self.code.index.ancestry(tested).contains(&method.class))
    }

    pub(super) fn is_under_test(&self, call: &Call<'a>) -> bool {
        self.tested.class.is_some_and(|tested| {
            call.receiver == Some(tested) || call.targets().iter().any(|method| method.class == tested)
        })
    }
}

/// The classes that test `equals` and `hashCode` of objects that they are given.
const EQUALITY_TESTERS: [&str; 3] = ["EqualsTester", "EqualsVerifier", "EquivalenceTester"];

/// Their methods that are given the objects.
const EXAMPLES: [&str; 5] = [
    "addEqualityGroup",
    "addEquivalenceGroup",
    "forExamples",
    "forRelaxedEqualExamples",
    "andUnequalExamples",
];

const UTILITIES: [&str; 4] = ["Utils", "Util", "Utilities", "Helper"];

pub(super) fn outermost<'a>(calls: &[Call<'a>]) -> Vec<Call<'a>> {
    let outer = calls.iter().filter(|call| {
        let own = call.node.byte_range();
        let mut ranges = calls.iter().map(|other| other.node.byte_range());
        !ranges.any(|other| other != own && other.start <= own.start && own.end <= other.end)
    });
    outer.cloned().collect()
}

fn name(method: MethodId, index: &Index) -> String {
    format!("{}.{}", index.class(method.class).simple_name(), index.method(method).name)
}

fn overloads<'m>(methods: impl Iterator<Item = &'m MethodId>, index: &Index) -> Undecided {
    Undecided::Overloads(
        methods
            .map(|method| {
                let parameters = index.method(*method).parameters.iter();
                let parameters: Vec<String> = parameters
                    .map(|written| format!("{}{}", written.simple_name(), "[]".repeat(written.dimensions)))
                    .collect();
                format!("{}({})", name(*method, index), parameters.join(", "))
            })
            .collect(),
    )
}
