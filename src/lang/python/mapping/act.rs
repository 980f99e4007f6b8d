//! From a method that observes an object to the act: the call that made or last changed the object whose
//! state a check reads.
//!
//! ```text
//! billing.pay(invoice)                 pay: the act, which a developer opens first
//! assert invoice.status == "PAID"      status: a property that only returns an attribute
//! ```
//!
//! The act is searched in the expression that is read, then in the statements that made or changed a variable
//! of it, then in those that call what the test is named after. A test that calls nothing else is about the
//! method that observes. `observe` tells how a method observes; where it presents or computes, only acts on
//! that object count, and the name of the test decides (`lang::acts`).

use std::collections::HashMap;

use tree_sitter::Node;

use super::calls::{ProductionCalls, SET_UPS};
use super::code::{Changed, Code, arguments, bare};
use super::focal::Decision;
use super::oracle::FoundOracle;
use crate::lang::acts::{
    self, Clues, Effect, MOST_BEFORE, Named, Observation, is_about_act, is_generated, looks_up, marked_act,
    picks,
};
use crate::lang::python::index::{ClassId, FunctionId, Kind, Meaning};
use crate::lang::python::syntax::{children, parse};
use crate::lang::syntax::descendants;
use crate::model::OracleCategory;

/// The longest chain of variables that is followed.
const DEEPEST: usize = 8;

/// A function that does something to an object, and the byte at which it has done it.
struct FoundAct {
    function: FunctionId,
    effect: Effect,
    end: usize,
}

/// The number of words of a function's name that the name of the test has; true if its class has them.
type WordsInTest = (usize, bool);

/// The object that a method observes.
struct Observed<'a> {
    object: Node<'a>,
    /// The byte at which it is observed.
    at: usize,
    /// True if the method is given more than which part of the object is looked up.
    is_asked: bool,
}

impl<'a> Code<'a> {
    /// Returns the act behind a decision for a method that observes an object of a value, or that decision.
    pub(super) fn act(
        &self,
        decision: Decision,
        value: Node<'a>,
        oracle: &FoundOracle<'a>,
        changed: &Changed<'a>,
    ) -> Decision {
        let checks_value =
            matches!(oracle.category, OracleCategory::AssertionOnly | OracleCategory::FailOnly);
        let observer = decision.as_ref().ok().copied().filter(|_| checks_value);
        let found = observer.and_then(|observer| self.act_behind(observer, value, oracle, changed));
        // What was found may itself only look up the object that is read: `shop.find("ink").price`.
        let inner = found.as_ref().and_then(|found| found.as_ref().ok()).copied().filter(|inner| {
            let name = self.index.function(*inner).known_as();
            Some(*inner) != observer && looks_up(name)
        });
        let behind_inner = inner.and_then(|inner| {
            let act = self.act_behind(inner, value, oracle, changed);
            act.or_else(|| self.act_before_look(inner, oracle, changed))
        });
        behind_inner.or(found).unwrap_or(decision)
    }

    /// Decides by the last statement before a look by a key that did something to the object which is asked, or gave it: what
    /// the look counts or checks is not what its handle shows.
    fn act_before_look(
        &self,
        look: FunctionId,
        oracle: &FoundOracle<'a>,
        changed: &Changed<'a>,
    ) -> Option<Decision> {
        let end = self.statements[oracle.node.unwrap_or(oracle.statement)].end;
        let calls = descendants(self.definition)
            .filter(|node| node.kind() == "call" && node.end_byte() <= end)
            .filter(|call| {
                let called = call.child_by_field_name("function").and_then(|function| self.value(function));
                matches!(called, Some(Meaning::Function(called, _)) if called == look)
            });
        let call = calls.last().filter(|_| self.index.looks_up_key(look))?;
        let asked = self.root_of(object_of(call)?)?;
        let before = changed.get(asked)?.iter().rev();
        let acts = before
            .filter(|statement| statement.end_byte() <= call.start_byte())
            .filter_map(|statement| self.acts(*statement)?.ok());
        { acts }.find(|act| !self.index.looks_up_key(*act)).map(Ok)
    }

    /// Decides by the last statement in the lines that the test's own comments call the act.
    pub(super) fn marked_act(&self, oracle: &FoundOracle<'a>, in_helpers: bool) -> Option<Decision> {
        let check = self.statements[oracle.node.unwrap_or(oracle.statement)].node;
        let rows = marked_act(self.source, check.start_position().row)?;
        let checks: Vec<usize> = (0..self.statements.len())
            .filter(|statement| self.check(*statement).is_some())
            .map(|statement| self.statements[statement].node.id())
            .collect();
        let mut statements = self.simple_statements_before(oracle);
        statements.retain(|statement| {
            rows.contains(&statement.start_position().row) && !checks.contains(&statement.id())
        });
        let acts = statements.iter().rev().find_map(|statement| {
            let mut calls = self.production_calls(*statement);
            calls.named.retain(|named| self.index.observation(*named).is_none());
            calls.operators.retain(|operator| self.index.observation(*operator).is_none());
            self.named(calls.is_unsure, calls.named).or_else(|| self.best(calls.operators))
        });
        let mut any = statements.iter().rev().filter_map(|statement| self.ranked(*statement, in_helpers));
        acts.or_else(|| Some(any.next()?.1)).filter(Decision::is_ok)
    }

    /// Returns the act behind several methods that observe the same object.
    pub(super) fn act_of_all(
        &self,
        observers: &[FunctionId],
        value: Node<'a>,
        oracle: &FoundOracle<'a>,
        changed: &Changed<'a>,
    ) -> Option<Decision> {
        let mut acts = observers.iter().map(|observer| self.act_behind(*observer, value, oracle, changed));
        let first = acts.next()?.filter(Decision::is_ok)?;
        acts.all(|act| act.as_ref() == Some(&first)).then_some(first)
    }

    /// Returns true if the test is named for a function.
    pub(super) fn is_named_in_test(&self, function: FunctionId) -> bool {
        let test = self.test_words();
        Named { name: self.index.function(function).known_as(), test: &test }.is_in_test()
    }

    /// Returns a decision, or the function called up to the check whose whole name stands in the test's name, the one
    /// with the longest name: what a test is named for is what it is about, if it can be.
    pub(super) fn named_in_full(&self, decision: Decision, oracle: &FoundOracle<'a>) -> Decision {
        let index = self.index;
        let checks_value =
            matches!(oracle.category, OracleCategory::AssertionOnly | OracleCategory::FailOnly);
        let class = self.own.map_or("", |class| index.class_name(class));
        let name = &*index.function(self.function).name;
        if !checks_value || is_generated(class, name) || self.marked_act(oracle, true).is_some() {
            return decision;
        }
        let decision = self.read_back(decision, oracle);
        let mut called: Vec<(WordsInTest, FunctionId)> = Vec::new();
        for (is_look, function) in self.can_be_meant(&decision, oracle) {
            if let Some(length) = self.length_in_test(function) {
                // Of an act and a look at what it made, both named, the act comes first.
                if !is_look || called.is_empty() {
                    called.push((length, function));
                }
            }
        }
        let longest = called.iter().map(|(length, _)| *length).max();
        let mut named = called.iter().filter(|(length, _)| Some(*length) == longest);
        let Some((_, last)) = named.next_back() else { return decision };
        let name = index.function(*last).known_as();
        let is_only = named.all(|(_, function)| index.function(*function).known_as() == name);
        let is_kept = decision.as_ref().is_ok_and(|function| {
            let known_as = index.function(*function).known_as();
            // A test names an operator by other words: `test_addition_total`.
            let is_operator = known_as.starts_with("__") && self.is_named_in_test(*function);
            is_operator || acts::extends(known_as, name) || self.length_in_test(*function) == longest
        });
        if is_only && !is_kept { Ok(*last) } else { decision }
    }

    /// Returns a decision, or what made the only thing that the decided function is given, if the test speaks of that alone: a
    /// reader only shows what the other one wrote.
    fn read_back(&self, decision: Decision, oracle: &FoundOracle<'a>) -> Decision {
        let Ok(reader) = decision else { return decision };
        let end = self.statements[oracle.node.unwrap_or(oracle.statement)].end;
        let calls =
            descendants(self.definition).filter(|node| node.kind() == "call" && node.end_byte() <= end);
        let of_reader = calls.filter(|call| {
            let called = call.child_by_field_name("function").and_then(|function| self.value(function));
            matches!(called, Some(Meaning::Function(called, _)) if called == reader)
        });
        let given = of_reader.last().map(arguments);
        let made = given.and_then(|(given, by_keyword)| match (&given[..], &by_keyword[..]) {
            ([given], []) if given.kind() == "identifier" => self.assigned_before(*given),
            ([given], []) => Some(*given),
            _ => None,
        });
        let called =
            made.filter(|made| made.kind() == "call").and_then(|made| made.child_by_field_name("function"));
        let Some(Meaning::Function(maker, _)) = called.and_then(|called| self.value(called)) else {
            return decision;
        };
        let test = self.test_words();
        let named = |function| Named { name: self.index.function(function).known_as(), test: &test };
        let is_maker = maker != reader
            && self.index.is_production(maker)
            && !self.index.only_reads(maker)
            && !self.index.only_makes(maker)
            && !self.is_constant_maker(maker)
            && acts::is_read_back(&named(maker), &named(reader));
        if is_maker { Ok(maker) } else { decision }
    }

    /// Returns the number of words of a function's name if the name of the test has all of them; the name of the test's
    /// class counts before a single word of it.
    fn length_in_test(&self, function: FunctionId) -> Option<WordsInTest> {
        let index = self.index;
        let known_as = index.function(function).known_as();
        let class = index.class_of(function).map_or("", |class| index.class_name(class));
        let test = acts::without_class(&acts::words(&index.function(self.function).name), class);
        let by_test = Named { name: known_as, test: &test }.whole_in_test().map(|length| (length, false));
        let length = self.length_in_class(function).max(by_test)?;
        // A property of one word has the name of a thing, of which many tests speak; but a test that is called by nothing else
        // is about what takes an argument.
        if length.0 > 1 || !index.only_reads(function) {
            return Some(length);
        }
        let mut own = acts::words(&index.function(self.function).name);
        own.retain(|word| word != "test");
        (own == acts::words(known_as) && index.takes_argument(function)).then_some(length)
    }

    /// Returns the number of words of a function's name if the test's class is named after it, and it is no property of one
    /// word, which has the name of a thing: `TestPens` of `pens`.
    fn length_in_class(&self, function: FunctionId) -> Option<WordsInTest> {
        let index = self.index;
        let known_as = index.function(function).known_as();
        let class = index.class_of(function).map_or("", |class| index.class_name(class));
        let own = self.own.map_or("", |class| index.class_name(class));
        let length = acts::words(known_as).len();
        let is_thing = length == 1 && index.function(function).kind == Kind::Property;
        Some((length, true)).filter(|_| !is_thing && acts::is_class_of(own, class, known_as))
    }

    /// Returns the functions that a test may be about, whatever its name is, in their order: those called before the check
    /// and by the checked value, not by what that is compared with; true for a look of the check.
    fn can_be_meant(&self, decision: &Decision, oracle: &FoundOracle<'a>) -> Vec<(bool, FunctionId)> {
        let index = self.index;
        let checked = self.statements[oracle.node.unwrap_or(oracle.statement)].node;
        let checks: Vec<usize> = (0..self.statements.len())
            .filter(|statement| self.check(*statement).is_some())
            .map(|statement| self.statements[statement].node.id())
            .collect();
        let names_in = |node: Node<'a>| {
            let names = descendants(node).filter(|node| node.kind() == "identifier");
            names.map(|name| self.text(name)).collect::<Vec<_>>()
        };
        let values = self.checked_values(oracle);
        let actual = values.iter().copied().find(|value| {
            names_in(*value)
                .iter()
                .any(|name| name.contains(char::is_lowercase) && !name.starts_with("expected"))
        });
        let in_actual = actual.map(names_in).unwrap_or_default();
        let in_check = names_in(checked);
        let mut found: Vec<(bool, FunctionId)> = Vec::new();
        for statement in self.simple_statements_before(oracle) {
            let assigned = children(statement).next().map_or("", |inner| self.field(inner, "left"));
            // What the value is compared with.
            if in_check.contains(&assigned) && !in_actual.contains(&assigned) {
                continue;
            }
            // What an earlier check asked is what it should be.
            let has_passed = checks.contains(&statement.id());
            let calls = self.production_calls(statement);
            let meant = calls.named.into_iter().filter(|function| {
                !(calls.is_unsure
                    || has_passed && self.only_asks(*function)
                    || decision.is_ok() && self.is_constant_maker(*function))
            });
            found.extend(meant.map(|function| (false, function)));
        }
        // The operands of an operator are what it works on.
        let is_operator = decision.as_ref().is_ok_and(|function| {
            let name = index.function(*function).known_as();
            name.starts_with("__") && name.ends_with("__") && name != "__init__"
        });
        let calls = self.production_calls(actual.unwrap_or(checked));
        let in_check = self.production_calls(checked).named.into_iter();
        let by_class = in_check.filter(|function| self.length_in_class(*function).is_some());
        if !calls.is_unsure && !is_operator {
            let named = calls.named.into_iter().chain(by_class);
            found.extend(named.map(|function| {
                let declared = index.function(function);
                let is_asked = declared.kind == Kind::Property
                    || self.text(checked).contains(&format!("{}()", declared.known_as()));
                (is_asked && index.observation(function).is_some(), function)
            }));
        }
        found
    }

    /// Returns true for a function that only returns an object which it makes of constants: it arranges, as a constructor.
    fn is_constant_maker(&self, function: FunctionId) -> bool {
        let index = self.index;
        index.class_of(function).is_none()
            && matches!(index.result(function, None), Some(Meaning::Object(..)))
            && index.only_makes_constant(function)
    }

    /// Returns true for a statement that only calls a method with nothing to work on, which changes nothing: it checks,
    /// prints or raises. A test that is named for it is about it.
    pub(super) fn is_look(&self, statement: Node<'a>) -> bool {
        let call = children(statement).next().map(bare).filter(|call| {
            statement.kind() == "expression_statement"
                && call.kind() == "call"
                && arguments(*call) == (Vec::new(), Vec::new())
        });
        call.is_some_and(|call| {
            let calls = self.production_calls(call);
            !calls.is_unsure
                && matches!(calls.named[..], [only] if self.index.only_looks(only) && !self.is_named_in_test(only))
        })
    }

    /// Returns true for a check that asked objects something and did nothing to them: it passed, and is not why a later
    /// look sees something else.
    pub(super) fn is_passed_look(&self, statement: Node<'a>) -> bool {
        if statement.kind() != "assert_statement" && !self.text(statement).starts_with("self.assert") {
            return false;
        }
        let calls = self.production_calls(statement);
        let called = || calls.named.iter().chain(&calls.operators).chain(&calls.properties);
        !calls.is_unsure
            && called().any(|called| self.only_asks(*called))
            && called().all(|called| {
                // A function without an object made what the value is compared with.
                self.only_asks(*called)
                    || self.index.class_of(*called).is_none() && !self.index.changes_given(*called)
            })
    }

    /// Returns true for a function that tells something of an object, or gives a part of it.
    fn only_asks(&self, function: FunctionId) -> bool {
        let name = self.index.function(function).known_as();
        self.index.observation(function).is_some()
            || self.index.class_of(function).is_some() && looks_up(name)
    }

    /// Returns the variables that are made from another one before a byte, parts of its object, with that one.
    pub(super) fn parts(&self, end: usize) -> HashMap<&'a str, &'a str> {
        let before = self.statements.partition_point(|statement| statement.node.start_byte() < end);
        let statements = (0..before).rev().filter(|at| self.statements[*at].end <= end).take(MOST_BEFORE);
        let made = statements.filter_map(|at| {
            let (call, _) = self.call_of(at).filter(|(_, is_assigned)| *is_assigned)?;
            let whole = self.root_of(object_of(call)?)?;
            Some((self.assigned(at)?, whole))
        });
        made.filter(|(part, whole)| part != whole).collect()
    }

    /// Returns the statements before a byte that only call something on a part of an object, which is not only a look, each
    /// with the names of the wholes.
    pub(super) fn acts_on_parts(&self, end: usize) -> Vec<(Node<'a>, Vec<&'a str>)> {
        let parts = self.parts(end);
        let before = self.statements.partition_point(|statement| statement.node.start_byte() < end);
        let statements = (0..before).rev().filter(|at| self.statements[*at].end <= end).take(MOST_BEFORE);
        let acts = statements.filter_map(|at| {
            let (call, _) = self.call_of(at).filter(|(_, is_assigned)| !is_assigned)?;
            let wholes = wholes_of(self.root_of(object_of(call)?)?, &parts);
            let mut found = ProductionCalls::default();
            let is_act = !wholes.is_empty()
                && self.called(call.child_by_field_name("function")?, &mut found)
                && matches!(found.named[..], [only] if self.index.observation(only).is_none());
            Some((self.statements[at].node, wholes)).filter(|_| is_act)
        });
        acts.collect()
    }

    /// Returns true if something was done to an object before a check, beside making it.
    pub(super) fn is_changed_before(
        &self,
        object: Node<'a>,
        oracle: &FoundOracle<'a>,
        changed: &Changed<'a>,
    ) -> bool {
        let acts = self.acts_on(object, self.start_of(oracle), changed, DEEPEST);
        acts.iter().any(|act| matches!(act.effect, Effect::Changes | Effect::Stores))
    }

    fn test_words(&self) -> Vec<String> {
        let class = self.own.map_or("", |class| self.index.class_name(class));
        acts::words(&format!("{} {class}", self.index.function(self.function).name))
    }

    fn act_behind(
        &self,
        observer: FunctionId,
        value: Node<'a>,
        oracle: &FoundOracle<'a>,
        changed: &Changed<'a>,
    ) -> Option<Decision> {
        let observation = self.index.observation(observer)?;
        let end = self.start_of(oracle);
        if observation == Observation::Reads {
            return self
                .act_within(value, observer)
                .or_else(|| self.last_change(value, end, changed, DEEPEST))
                .or_else(|| self.last_on_subject(oracle))
                .or_else(|| self.act_in_helpers(observer, oracle))
                .or_else(|| self.working_maker(observer, value, end, changed))
                .or_else(|| self.act_in_set_ups(observer));
        }
        let class = self.own.map_or("", |class| self.index.class_name(class));
        if is_generated(class, &self.index.function(self.function).name) {
            return None;
        }
        let read = self.observed(observer, value, end, changed, DEEPEST)?;
        if let Some(act) = self.act_observed(observer, observation, &read, changed) {
            return Some(Ok(act));
        }
        let class_of =
            |function| self.index.class_of(function).map_or("", |class| self.index.class_name(class));
        let test = acts::without_class(&self.test_words(), class_of(observer));
        let name = self.index.function(observer).known_as();
        let is_untouched = self.acts_on(read.object, read.at, changed, DEEPEST).is_empty();
        let only_looks_up = is_untouched
            && looks_up(name)
            && !(Named { name, test: &test }).is_in_test()
            && !self.index.works_something_out(observer);
        if only_looks_up { self.working_maker(observer, value, end, changed) } else { None }
    }

    /// Returns what changed or made the object that a function observes, if the check through it is about that.
    fn act_observed(
        &self,
        observer: FunctionId,
        observation: Observation,
        read: &Observed<'a>,
        changed: &Changed<'a>,
    ) -> Option<FunctionId> {
        let class_of =
            |function| self.index.class_of(function).map_or("", |class| self.index.class_name(class));
        let mut test = acts::without_class(&self.test_words(), class_of(observer));
        let acts = self.acts_on(read.object, read.at, changed, DEEPEST);
        let tested = self.index.tested_file_name(self.file());
        let is_of_tested = |function: FunctionId| self.index.file_name(function.file) == tested;
        let name = self.index.function(observer).known_as();
        let own_words = acts::words(&self.index.function(self.function).name);
        let of_test = |function| Named { name: self.index.function(function).known_as(), test: &own_words };
        // A class of tests has the name of a thing, which its tests look at.
        let is_named_by_class = Named { name, test: &test }.is_in_test() && !of_test(observer).is_in_test();
        let (mut is_changed, mut is_picked) = (false, false);
        for mut act in acts {
            is_picked |= act.effect == Effect::Finds;
            let is_about_class_alone = is_named_by_class && act.effect == Effect::Changes;
            // What only made the whole, of which the look asks a part, arranged.
            if act.effect == Effect::Makes && is_picked && !looks_up(name) {
                act.effect = Effect::Creates;
            }
            test = acts::without_class(&test, class_of(act.function));
            let named = |function| Named { name: self.index.function(function).known_as(), test: &test };
            // A step of the chain whose end writes the object only arranges, unless the test has its whole name.
            let is_step = observation == Observation::Presents
                && act.effect == Effect::Changes
                && read.object.start_byte() < act.end
                && act.end <= read.object.end_byte()
                && self.index.returns_itself(act.function)
                && self.index.works_something_out(observer);
            if is_step && named(act.function).whole_in_test().is_none() {
                continue;
            }
            if is_about_class_alone && acts::is_read_back(&of_test(act.function), &of_test(observer)) {
                return Some(act.function);
            }
            let clues = Clues {
                is_asked: read.is_asked,
                is_lookup: looks_up(name),
                is_of_subject: self.is_named_for_class_of(act.function)
                    && !self.is_named_for_class_of(observer)
                    || is_of_tested(act.function) && !is_of_tested(observer),
                is_apart: !is_changed && self.is_parted(act.end, read.at),
            };
            is_changed |= matches!(act.effect, Effect::Changes | Effect::Stores);
            if is_about_act(observation, &named(observer), &named(act.function), act.effect, clues) {
                return Some(act.function);
            }
        }
        None
    }

    /// Decides by the last act on an object before it is given to a helper that only asks it something, unless the test is named
    /// for that.
    pub(super) fn act_on_given(
        &self,
        observer: FunctionId,
        call: Node<'a>,
        oracle: &FoundOracle<'a>,
    ) -> Option<FunctionId> {
        if self.is_named_for(observer) {
            return None;
        }
        let observation = self.index.observation(observer)?;
        let class = self.index.class_of(observer)?;
        let changed = self.changed_before(oracle);
        let given = arguments(call).0.into_iter().filter(|given| {
            let is_of_class = |own| own == class || self.index.is_derived(Some(own), class);
            given.kind() == "identifier"
                && matches!(self.value(*given), Some(Meaning::Object(own, _)) if is_of_class(own))
        });
        { given }.find_map(|object| {
            if observation == Observation::Reads {
                return self.last_change(object, call.start_byte(), &changed, DEEPEST)?.ok();
            }
            let read = Observed { object, at: call.start_byte(), is_asked: false };
            self.act_observed(observer, observation, &read, &changed)
        })
    }

    /// Decides by the last act on an object of the observer's class in the helpers that are called before an oracle.
    fn act_in_helpers(&self, observer: FunctionId, oracle: &FoundOracle<'a>) -> Option<Decision> {
        let end = self.start_of(oracle);
        let calls =
            descendants(self.definition).filter(|node| node.kind() == "call" && node.end_byte() <= end);
        let mut calls: Vec<Node<'a>> = calls.collect();
        calls.reverse();
        calls.into_iter().find_map(|call| {
            let (helper, own) = self.own_helper(call)?;
            self.act_in(helper, own, Some(call), observer)
        })
    }

    /// Returns true if the name of the test has that of a function.
    fn is_named_for(&self, function: FunctionId) -> bool {
        let test = acts::words(&self.index.function(self.function).name);
        Named { name: self.index.function(function).known_as(), test: &test }.is_in_test()
    }

    /// Decides by the last act on an object of the observer's class in the fixtures of the test and the functions that ran
    /// before it, unless the test is named for the observer.
    fn act_in_set_ups(&self, observer: FunctionId) -> Option<Decision> {
        if self.is_named_for(observer) {
            return None;
        }
        let mut fixtures: Vec<FunctionId> = self
            .parameter_names()
            .filter_map(|name| self.index.fixture(self.file(), self.own, name))
            .collect();
        fixtures.reverse();
        let set_ups = SET_UPS.iter().rev().filter_map(|name| self.index.method(self.own?, name));
        fixtures.into_iter().chain(set_ups).find_map(|own| self.act_in(own, self.own, None, observer))
    }

    /// Decides by the last statement of a function of the tests' own that calls a method of the observer's class which does
    /// something to its object.
    fn act_in(
        &self,
        function: FunctionId,
        own: Option<ClassId>,
        call: Option<Node<'a>>,
        observer: FunctionId,
    ) -> Option<Decision> {
        let index = self.index;
        let class = index.class_of(observer)?;
        let tree = parse(index.source(function));
        let code = self.of_helper(function, own, call, &tree)?;
        let mut statements: Vec<Node<'_>> = code.simple_statements().collect();
        statements.sort_by_key(Node::start_byte);
        statements.into_iter().rev().find_map(|statement| {
            let mut calls = code.production_calls(statement);
            calls.named.retain(|named| {
                index.class_of(*named) == Some(class)
                    && index.observation(*named).is_none()
                    && !index.is_of_class(*named)
                    && index.function(*named).kind == Kind::Called
            });
            code.best(calls.named).filter(|_| !calls.is_unsure)
        })
    }

    /// Returns true if a blank line, or a comment on a line of its own, is between two bytes of the source.
    fn is_parted(&self, start: usize, end: usize) -> bool {
        let mut lines: Vec<&str> = self.source.get(start..end).unwrap_or("").lines().skip(1).collect();
        // The last one is the beginning of a statement.
        lines.pop();
        lines.iter().any(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
    }

    /// Decides by what created the object of a value, if it does more than set attributes to what it is given.
    fn working_maker(
        &self,
        observer: FunctionId,
        value: Node<'a>,
        end: usize,
        changed: &Changed<'a>,
    ) -> Option<Decision> {
        let made = |node: Node<'a>| {
            let mut makers = self.production_calls(node).makers;
            makers.retain(|maker| self.index.does_more_than_set(*maker));
            self.best(makers)
        };
        let assigned = descendants(value).filter(|node| node.kind() == "identifier").find_map(|variable| {
            let before = changed.get(self.text(variable))?.iter().rev();
            let last = { before }.find(|statement| statement.start_byte() < end)?;
            children(*last).find(|node| node.kind() == "assignment")?.child_by_field_name("right")
        });
        // An attribute that an object makes when it is asked says something of what created that object, but
        // not of another one.
        if self.index.function(observer).name == "__getattr__" {
            return assigned.filter(|assigned| self.is_object(*assigned)).and_then(made);
        }
        made(value).or_else(|| made(assigned?))
    }

    /// Returns the object that a method observes in a value, or in what a variable of the value was given.
    fn observed(
        &self,
        observer: FunctionId,
        value: Node<'a>,
        end: usize,
        changed: &Changed<'a>,
        fuel: usize,
    ) -> Option<Observed<'a>> {
        let fuel = fuel.checked_sub(1)?;
        let name = self.index.function(observer).known_as();
        let read = descendants(value)
            .find(|node| node.kind() == "attribute" && self.field(*node, "attribute") == name);
        if let Some(read) = read {
            let call = read.parent().filter(|call| call.child_by_field_name("function") == Some(read));
            let is_given = call.is_some_and(|call| arguments(call) != (Vec::new(), Vec::new()));
            let object = read.child_by_field_name("object")?;
            return Some(Observed { object, at: end, is_asked: is_given && !looks_up(name) });
        }
        let mut variables = descendants(value).filter(|node| node.kind() == "identifier");
        variables.find_map(|variable| {
            let name = self.text(variable);
            let mut before = changed.get(name)?.iter().rev().filter(|node| node.start_byte() < end);
            before.find_map(|statement| {
                let assigned = children(*statement)
                    .find(|node| node.kind() == "assignment" && self.field(*node, "left") == name)?;
                self.observed(
                    observer,
                    assigned.child_by_field_name("right")?,
                    statement.start_byte(),
                    changed,
                    fuel,
                )
            })
        })
    }

    /// Returns what made or changed an object before a byte, the last first.
    fn acts_on(&self, object: Node<'a>, end: usize, changed: &Changed<'a>, fuel: usize) -> Vec<FoundAct> {
        let Some(fuel) = fuel.checked_sub(1) else { return Vec::new() };
        let mut found: Vec<FoundAct> = self.made_in(object).into_iter().collect();
        let Some(root) = self.root_of(object) else { return found };
        let variable = root.split('.').next().unwrap_or(root);
        let parts = self.parts(end);
        let before = changed.get(variable).into_iter().flatten().rev();
        for statement in before.filter(|statement| statement.start_byte() < end).take(MOST_BEFORE) {
            let on = object_of(children(*statement).next().unwrap_or(*statement));
            let part = on.and_then(|on| self.root_of(on)).filter(|on| wholes_of(on, &parts).contains(&root));
            if let Some(part) = part.filter(|_| statement.kind() == "expression_statement") {
                self.add_acts(*statement, part, &mut found);
                continue;
            }
            let is_assigned = self.add_acts(*statement, root, &mut found);
            if is_assigned {
                // What was done to the object of which this one is a part.
                let assigned = children(*statement).find(|node| node.kind() == "assignment");
                let value = assigned.and_then(|assigned| assigned.child_by_field_name("right"));
                let whole = value.filter(|_| found.last().is_some_and(|last| last.effect == Effect::Finds));
                if let Some(whole) = whole.and_then(object_of) {
                    found.extend(self.acts_on(whole, statement.start_byte(), changed, fuel));
                }
                break;
            }
        }
        found
    }

    /// Returns the function whose result an expression is.
    fn made_in(&self, expression: Node<'a>) -> Option<FoundAct> {
        let calls = self.production_calls(expression);
        let [function] = calls.named[..] else { return None };
        if calls.is_unsure
            || self.index.function(function).kind == Kind::Property
            || self.is_constant_maker(function)
        {
            return None;
        }
        let name = self.index.function(function).known_as();
        let effect = if self.index.is_of_class(function) {
            Effect::Creates
        } else if picks(name) && self.index.observation(function).is_some() {
            Effect::Finds
        } else if self.index.changes_state(function) && self.index.returns_itself(function) {
            Effect::Changes
        } else {
            Effect::Makes
        };
        Some(FoundAct { function, effect, end: expression.end_byte() })
    }

    /// Adds what a statement does to the variable or attribute `root`. Returns true if it gives it another value.
    fn add_acts(&self, statement: Node<'a>, root: &str, found: &mut Vec<FoundAct>) -> bool {
        let inner = children(statement).next().map_or(statement, bare);
        let part = |name| inner.child_by_field_name(name);
        let is_on = |node: Node<'a>| self.root_of(node) == Some(root);
        let index = self.index;
        let stored = |function: &FunctionId| {
            let effect = if index.only_stores(*function) { Effect::Stores } else { Effect::Changes };
            FoundAct { function: *function, effect, end: statement.end_byte() }
        };
        let target = part("left").filter(|left| is_on(*left));
        match (inner.kind(), target) {
            ("assignment", Some(left)) if self.text(left) == root => {
                let right = part("right");
                found.extend(right.and_then(|right| self.made_in(right)));
                // `pen = pen.filled()` goes on with the same object.
                return right.and_then(|right| self.root_of(right)) != Some(root);
            }
            ("assignment" | "augmented_assignment", Some(_)) => {
                let calls = self.production_calls(inner);
                let setters = calls.named.iter().filter(|named| index.function(**named).kind == Kind::Setter);
                let operators = calls.operators.iter().filter(|function| {
                    inner.kind() == "augmented_assignment"
                        || ["__setitem__", "__setattr__"].contains(&&*index.function(**function).name)
                });
                found.extend(setters.chain(operators).map(stored));
            }
            _ if matches!(statement.kind(), "delete_statement" | "with_clause") => {
                found.extend(self.production_calls(statement).operators.iter().map(stored));
            }
            _ => {}
        }
        let call =
            Some(inner).filter(|call| statement.kind() == "expression_statement" && call.kind() == "call");
        let is_given = call.is_some() && self.given_to(statement).contains(&root);
        for node in descendants(statement).filter(|node| node.kind() == "call") {
            let Some(function) = node.child_by_field_name("function") else { continue };
            let is_outermost = Some(node) == call;
            let is_method =
                function.kind() == "attribute" && function.child_by_field_name("object").is_some_and(is_on);
            let changes_given = !is_method
                && arguments(node).0.iter().any(|given| self.text(*given) == root)
                && self.changes_given(node);
            if !(is_method || is_outermost && is_given || changes_given) {
                continue;
            }
            let mut calls = ProductionCalls::default();
            self.called(function, &mut calls);
            let [called] = calls.named[..] else { continue };
            // A call that stands alone is made for what it does, whatever it returns.
            if is_outermost || index.changes_state(called) || changes_given {
                found.push(stored(&called));
            }
        }
        false
    }

    /// Returns the variable, or the attribute of the own object, with which an expression begins.
    fn root_of(&self, node: Node<'a>) -> Option<&'a str> {
        let (mut at, mut attribute) = (node, None);
        loop {
            let part = |name| at.child_by_field_name(name);
            at = match at.kind() {
                "identifier" if self.text(at) == "self" => {
                    return attribute.map(|attribute| self.text(attribute));
                }
                "identifier" => return Some(self.text(at)),
                "attribute" => {
                    attribute = Some(at);
                    part("object")?
                }
                "call" => part("function")?,
                "subscript" => part("value")?,
                "binary_operator" => part("left")?,
                "parenthesized_expression" | "await" => children(at).next()?,
                _ => return None,
            };
        }
    }

    /// Decides by the call in the expression whose result is read: `billing.bill("ab").total`.
    fn act_within(&self, value: Node<'a>, accessor: FunctionId) -> Option<Decision> {
        let name = self.index.function(accessor).known_as();
        let mut reads = descendants(value)
            .filter(|node| node.kind() == "attribute" && self.field(*node, "attribute") == name);
        let object = reads.next()?.child_by_field_name("object")?;
        self.acts(object)
    }

    /// Decides by the functions that a node calls by name, without accessors, or else by operators that
    /// change an object.
    fn acts(&self, node: Node<'a>) -> Option<Decision> {
        let mut calls = self.production_calls(node);
        let read: Vec<FunctionId> =
            calls.named.iter().copied().filter(|named| self.index.only_reads(*named)).collect();
        calls.named.retain(|named| !read.contains(named));
        if node.kind() == "assert_statement" {
            // What another check asks changes nothing.
            calls.named.retain(|named| self.index.observation(*named).is_none());
        }
        if calls.named.is_empty() {
            calls.operators.retain(|operator| self.index.observation(*operator).is_none());
            let within = read.iter().find_map(|accessor| self.act_within(node, *accessor));
            return within.or_else(|| self.best(calls.operators));
        }
        self.named(calls.is_unsure, calls.named)
    }

    /// Decides by the last statement before a byte that made or changed a variable of a value.
    fn last_change(
        &self,
        value: Node<'a>,
        end: usize,
        changed: &Changed<'a>,
        fuel: usize,
    ) -> Option<Decision> {
        let fuel = fuel.checked_sub(1)?;
        let variables = descendants(value).filter(|node| node.kind() == "identifier");
        { variables }.find_map(|variable| {
            let statements = changed.get(self.text(variable)).into_iter().flatten().rev();
            let mut before = statements.filter(|statement| statement.start_byte() < end);
            before.find_map(|statement| {
                let on_whole = self.act_on_whole(*statement, end, changed);
                // What a variable was made of may have been changed itself.
                on_whole.or_else(|| self.acts(*statement)).or_else(|| {
                    let assigned = children(*statement).find(|node| node.kind() == "assignment")?;
                    let right = assigned.child_by_field_name("right")?;
                    self.last_change(right, statement.start_byte(), changed, fuel)
                })
            })
        })
    }

    /// Decides by the last statement before a byte that calls something on an object, after another statement looked up a part of
    /// that object: what was done to the whole shows in the part.
    pub(super) fn act_on_whole(&self, look: Node<'a>, end: usize, changed: &Changed<'a>) -> Option<Decision> {
        let assigned = children(look).find(|node| node.kind() == "assignment")?;
        let asked = bare(assigned.child_by_field_name("right")?);
        let whole = self.root_of(object_of(asked)?)?;
        let looked = self.made_in(asked).filter(|made| self.index.observation(made.function).is_some())?;
        let later = changed.get(whole)?.iter().rev().filter(|statement| {
            let on = children(**statement).next().and_then(object_of).and_then(|on| self.root_of(on));
            statement.kind() == "expression_statement"
                && looked.end <= statement.start_byte()
                && statement.end_byte() <= end
                && on == Some(whole)
        });
        { later }.find_map(|statement| self.acts(*statement))
    }

    /// Decides by the last statement before an oracle that calls a method of the class that the test is named
    /// for, or of its own object.
    fn last_on_subject(&self, oracle: &FoundOracle<'a>) -> Option<Decision> {
        let mut before = self.simple_statements_before(oracle).into_iter().rev();
        before.find_map(|statement| {
            let is_own = self.text(statement).contains("self.");
            let mut named = self.production_calls(statement).named;
            named.retain(|named| {
                !self.index.only_reads(*named) && (is_own || self.is_named_for_class_of(*named))
            });
            self.best(named)
        })
    }
}

/// Returns the variables that a variable is a part of, directly or not.
fn wholes_of<'a>(part: &str, parts: &HashMap<&'a str, &'a str>) -> Vec<&'a str> {
    std::iter::successors(parts.get(part), |whole| parts.get(**whole)).take(DEEPEST).copied().collect()
}

/// Returns the object on which a method is called.
fn object_of(call: Node<'_>) -> Option<Node<'_>> {
    bare(call).child_by_field_name("function")?.child_by_field_name("object")
}
