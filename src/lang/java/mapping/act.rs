//! From a method that observes an object to the act: the call that made or last changed the object whose
//! state a check reads.
//!
//! ```text
//! Invoice invoice = billing.bill("ab");          bill: the act, which a developer opens first
//! assertEquals(3, invoice.getTotal());           getTotal: the accessor, which only returns a field
//! ```
//!
//! `accessors` of a method's source are told from its syntax; the act is searched in the test: in the
//! expression that is read, else among the calls that made its object, were made on it or were given it, else
//! among those on the test's subject. A test that calls nothing else is about the accessor. `observe` tells
//! which other methods only observe their object; where one presents or computes, only acts on that object
//! count, and the name of the test decides (`lang::acts`). A helper of the tests observes what it is given,
//! and a method that compares also observes what it is compared with.

use tree_sitter::Node;

use super::code::{Call, Code, arguments, root};
use super::focal::{Decision, FocalSearch, outermost};
use crate::lang::acts::{
    self, Clues, Effect, MOST_BEFORE, Named, Observation, compares, is_about_act, is_generated, looks_up,
    marked_act, picks, words,
};
use crate::lang::java::index::{ClassId, Index, MethodId, Type};
use crate::lang::java::syntax::Snippet;
use crate::lang::syntax::{children, descendants, holds, named};
use crate::model::{OracleCategory, Phase, Undecided};

/// The longest chain of variables, or of accessors that delegate, that is followed.
const DEEPEST: usize = 8;

/// The longest source of an accessor or a setter, in bytes, and the most of a constructor that only sets fields.
const LONGEST: usize = 600;
const LONGEST_CONSTRUCTOR: usize = 4_000;

/// Methods that mostly return what a field holds, beside those that begin with `get` and `is`.
const READERS: &str = "size length name ordinal toString values keySet entrySet iterator stream intValue longValue \
    doubleValue booleanValue floatValue clone copy hasNext peek";

/// A call that does something to an object.
struct FoundAct<'a> {
    method: MethodId,
    effect: Effect,
    call: Node<'a>,
}

/// The number of words of a method's name that the name of the test has; true if its class has them.
type WordsInTest = (usize, bool);

/// A method that observes an object, and the place where it does.
struct Observer<'a> {
    method: MethodId,
    observation: Observation,
    /// The statement that calls it, or the helper of the tests that does.
    statement: Node<'a>,
    is_asked: bool,
    /// True if it only looks up a part of its object.
    is_lookup: bool,
}

impl<'a> FocalSearch<'_, 'a> {
    /// Returns the act behind a decision for an accessor, or that decision.
    pub(super) fn act(&self, decision: Decision) -> Decision {
        let checks_value =
            matches!(self.oracle.category, OracleCategory::AssertionOnly | OracleCategory::FailOnly);
        if checks_value { self.act_of_check(decision) } else { decision }
    }

    /// Does the same for a statement that is known to check a value, maybe in a helper.
    pub(super) fn act_of_check(&self, decision: Decision) -> Decision {
        match &decision {
            Ok(observer) => {
                self.marked_act().or_else(|| self.act_before(*observer, false)).unwrap_or(decision)
            }
            Err(Undecided::Several(_)) => self.marked_act().or_else(|| self.act_of_all()).unwrap_or(decision),
            Err(_) => decision,
        }
    }

    /// Decides by the last call in the lines that the test's own comments call the act: one that does more
    /// than observe, if there is any.
    fn marked_act(&self) -> Option<Decision> {
        let (code, index) = (self.code, self.code.index);
        let first = code.method.start_position().row;
        let checked = self.oracle.statement;
        let rows = marked_act(code.text(code.method), checked.start_position().row.checked_sub(first)?)?;
        let in_act = code.all_calls().iter().filter(|call| {
            let row = call.node.start_position().row.checked_sub(first);
            row.is_some_and(|row| rows.contains(&row))
                && call.node.end_byte() <= checked.start_byte()
                && code.is_production_call(call)
                && !self.is_passed_over(call)
                && code.statement_of(call.node).is_none_or(|statement| code.check(statement).is_none())
        });
        let calls = outermost(&in_act.cloned().collect::<Vec<_>>());
        let is_constructor = |call: &Call<'a>| {
            call.targets().first().is_some_and(|method| index.method(*method).is_constructor)
        };
        let works = calls.iter().rev().find(|call| {
            !is_constructor(call) && call.targets().first().is_some_and(|method| !self.observes(*method))
        });
        let found = works.or_else(|| calls.iter().rev().find(|call| !is_constructor(call))).or(calls.last());
        Some(self.decide(found?)).filter(Decision::is_ok)
    }

    /// Returns the act behind all methods that a check calls, if they observe the same object.
    fn act_of_all(&self) -> Option<Decision> {
        let calls = self.oracle.values.iter().flat_map(|part| self.code.production_calls(*part));
        let mut acts = outermost(&calls.collect::<Vec<_>>())
            .into_iter()
            .map(|call| self.act_before(call.target()?, false));
        let first = acts.next()?.filter(Decision::is_ok)?;
        acts.all(|act| act.as_ref() == Some(&first)).then_some(first)
    }

    /// Returns the act behind a method that observes an object; `is_lookup` if that only picks the part which another one
    /// reads.
    fn act_before(&self, method: MethodId, is_lookup: bool) -> Option<Decision> {
        let index = self.code.index;
        let Some(field) = index.field_read_by(method, DEEPEST) else {
            // What wraps a field says no more than the field.
            let is_wrapped = index.wraps_field(method) && !self.is_of_generator();
            let object = if is_wrapped { self.object_read_by(method) } else { None };
            let made = object.and_then(|(object, statement)| self.changed(object, statement, None, DEEPEST));
            if let Some(made) = made.filter(|made| made.as_ref().is_ok_and(|act| !index.creates(*act))) {
                return Some(made);
            }
            let is_lookup = is_lookup || looks_up(&index.method(method).name);
            return Some(Ok(self.act_observed(method, index.observation(method)?, is_lookup)?));
        };
        let act = self.act_behind(method, &field)?;
        // What was found may itself only look up the object that is read: `shop.find("ink").getPrice()`.
        let is_element = !index.method(method).parameters.is_empty();
        let lookup = act.as_ref().ok().copied().filter(|act| {
            let name = &*index.method(*act).name;
            *act != method
                && (looks_up(name) || is_element && picks(name))
                && index.observation(*act).is_some()
                && !index.returns_new(*act)
        });
        let act = lookup.and_then(|lookup| self.act_before(lookup, true)).unwrap_or(act);
        let handed_out = act.as_ref().ok().copied().filter(|act| *act != method && index.looks_up_key(*act));
        let act = handed_out.and_then(|look| self.act_before_look(look)).unwrap_or(act);
        // What describes an object is tested on one that was only created.
        let is_description = matches!(&*index.method(method).name, "toString" | "hashCode");
        Some(act.map(|act| if is_description && index.creates(act) { method } else { act }))
    }

    /// Decides by the last act on the object that is asked by a key, before that: what the look counts or checks is not what
    /// its handle shows.
    fn act_before_look(&self, look: MethodId) -> Option<Decision> {
        let read = self.read_by(look)?;
        let asked = root(read.child_by_field_name("object")?)?;
        self.last_act_on(self.code.text(asked), self.code.statement_of(read)?)
    }

    /// Decides by the last call before a statement that did something to the object in a variable or field, or gave it; what a
    /// helper of the tests called last counts as well.
    pub(super) fn last_act_on(&self, name: &str, statement: Node<'a>) -> Option<Decision> {
        let (code, index) = (self.code, self.code.index);
        let end = statement.start_byte();
        let parts = self.parts_of(name, end);
        let calls = code.all_calls().iter().rev().filter(|call| call.node.end_byte() <= end);
        for call in calls.take(MOST_BEFORE) {
            let Some(method) = call.targets().first().copied() else { continue };
            let gives = call.node.parent().is_some_and(|around| {
                let to = code
                    .field(around, if around.kind() == "assignment_expression" { "left" } else { "name" });
                to.strip_prefix("this.").unwrap_or(to) == name
            });
            if !code.is_production_call(call) {
                let is_given = arguments(call.node).into_iter().any(|given| code.text(given) == name);
                let is_field = code.variable(name, call.node).is_none();
                let acts = self.last_act_of_helper(method).filter(|_| gives || is_given || is_field);
                if acts.is_some() {
                    return acts.map(Ok);
                }
            } else if gives && index.method(method).is_constructor {
                return None;
            } else if gives {
                return Some(self.decide(call));
            } else if self.is_on_variable(call.node, &[name]) || self.is_on_variable(call.node, &parts) {
                let is_check =
                    code.statement_of(call.node).is_some_and(|statement| code.check(statement).is_some());
                let is_act = is_alone(call.node) || !is_check && !self.looks(method);
                if is_act && !self.is_passed_over(call) {
                    return Some(self.decide(call));
                }
            }
        }
        None
    }

    /// Returns the last production method that a helper of the tests calls and that is more than a look.
    fn last_act_of_helper(&self, helper: MethodId) -> Option<MethodId> {
        let index = self.code.index;
        let helper = self.implemented(helper);
        let snippet = Snippet::parse(index.source(helper));
        let code = Code::of_run(index, helper, &snippet, self.tested.ran)?;
        let search = FocalSearch { code: &code, ..*self };
        let mut calls = code.all_calls().iter().rev().filter(|call| {
            call.node.kind() == "method_invocation"
                && code.is_production_call(call)
                && !call.targets().first().is_none_or(|method| search.looks(*method))
        });
        calls.next()?.target()
    }

    /// Returns true for a method that tells of its object, or hands out what it finds by a key.
    fn looks(&self, method: MethodId) -> bool {
        self.observes(method) || self.code.index.looks_up_key(method)
    }

    /// Returns the variable or field of which a helper of the tests looks something up by a key up to its check, if it does
    /// nothing else with production code.
    pub(super) fn only_looks_up_in(&self) -> Option<&'a str> {
        let (code, index) = (self.code, self.code.index);
        let end = self.oracle.statement.end_byte();
        let mut asked = None;
        for call in code.all_calls().iter().filter(|call| call.node.end_byte() <= end) {
            if !code.is_production_call(call) || code.field(call.node, "name") == "close" {
                continue;
            }
            let method = call.targets().first().copied().filter(|method| self.looks(*method))?;
            if index.looks_up_key(method) {
                asked = Some(root(call.node.child_by_field_name("object")?)?);
            }
        }
        asked.map(|asked| code.text(asked))
    }

    /// Returns true if the test is named for a method.
    pub(super) fn is_named_in_test(&self, method: &str) -> bool {
        Named { name: method, test: &self.test_words() }.is_in_test()
    }

    /// Returns true for a test that a generator wrote.
    pub(super) fn is_of_generator(&self) -> bool {
        let ran = self.code.index.class(self.tested.ran).simple_name();
        is_generated(ran, self.code.field(self.code.method, "name"))
    }

    /// Returns a decision, or the method called up to the check whose whole name stands in the test's name, the one with
    /// the longest name: what a test is named for is what it is about, if it can be.
    pub(super) fn named_in_full(&self, decision: Decision) -> Decision {
        let (code, index) = (self.code, self.code.index);
        let checks_value =
            matches!(self.oracle.category, OracleCategory::AssertionOnly | OracleCategory::FailOnly);
        if !checks_value
            || decision == Err(Undecided::OwnCode)
            || self.is_of_generator()
            || self.marked_act().is_some()
        {
            return decision;
        }
        let decision = self.read_back(decision);
        let called = code.all_calls().iter().filter_map(|call| {
            let method = *call.targets().first()?;
            let is_checked = holds(self.oracle.statement, call.node);
            let length = self.length_in_test(method, is_checked).filter(|_| self.can_be_meant(call))?;
            Some((length, call))
        });
        let mut called: Vec<(WordsInTest, &Call<'a>)> = called.collect();
        let acts: Vec<(WordsInTest, &Call<'a>)> =
            called.iter().copied().filter(|(_, call)| self.made_looked_at(call)).collect();
        let are_acts_and_looks = called.iter().all(|(_, call)| {
            let is_look = holds(self.oracle.statement, call.node) && arguments(call.node).is_empty();
            is_look || self.made_looked_at(call)
        });
        // Of an act and a look at what it made, both named, the act comes first.
        if are_acts_and_looks && !acts.is_empty() {
            called = acts;
        }
        let longest = called.iter().map(|(length, _)| *length).max();
        let name_of = |call: &Call<'a>| call.targets().first().map(|method| &*index.method(*method).name);
        let mut named = called.iter().filter(|(length, _)| Some(*length) == longest).map(|(_, call)| *call);
        let Some(last) = named.next_back() else { return decision };
        let is_only = named.all(|call| name_of(call) == name_of(last));
        let is_kept = decision.as_ref().is_ok_and(|method| {
            name_of(last).is_some_and(|name| acts::extends(&index.method(*method).name, name))
                || self.length_in_test(*method, false) == longest
                || self.only_reads(last) && index.works_on_object(*method)
        });
        if is_only && !is_kept { self.decide(last).or(decision) } else { decision }
    }

    /// Returns a decision, or what made the only thing that the decided method is given, if the test speaks of that alone: a
    /// reader only shows what the other one wrote.
    fn read_back(&self, decision: Decision) -> Decision {
        let (code, index) = (self.code, self.code.index);
        let Ok(reader) = decision else { return decision };
        let end = self.oracle.statement.end_byte();
        let mut calls = code.all_calls().iter().rev().filter(|call| call.node.end_byte() <= end);
        let given = calls.find(|call| call.targets().contains(&reader)).map(|call| arguments(call.node));
        let made = given.filter(|given| given.len() == 1).and_then(|given| match given[0].kind() {
            "identifier" => code.project_call(code.value_before(given[0], self.oracle.statement)?),
            _ => code.project_call(given[0]),
        });
        let Some(maker) = made.filter(|made| code.is_production_call(made)).and_then(|made| made.target())
        else {
            return decision;
        };
        let test = self.test_words();
        let named = |method: MethodId| Named { name: &index.method(method).name, test: &test };
        let is_maker = maker != reader
            && !index.creates(maker)
            && index.field_read_by(maker, DEEPEST).is_none()
            && acts::is_read_back(&named(maker), &named(reader));
        if is_maker { Ok(maker) } else { decision }
    }

    /// Returns true for the call of an accessor whose name the test's own does not begin with: it shows what another call made.
    fn only_reads(&self, call: &Call<'a>) -> bool {
        let index = self.code.index;
        call.targets().first().is_some_and(|method| {
            let name = words(&index.method(*method).name);
            let test = words(self.code.field(self.code.method, "name"));
            let begins = test.iter().position(|word| !matches!(&**word, "test" | "should")).unwrap_or(0);
            arguments(call.node).is_empty()
                && !test[begins..].starts_with(&name)
                && (index.field_read_by(*method, DEEPEST).is_some() || index.wraps_field(*method))
                && index.method(*method).name != "toString"
        })
    }

    /// Returns the number of words of a method's name if the name of the test has all of them; of one that the check calls,
    /// the name of the test's class counts before a single word of the test's.
    fn length_in_test(&self, method: MethodId, is_checked: bool) -> Option<WordsInTest> {
        let (code, index) = (self.code, self.code.index);
        let declared = index.method(method);
        let class = index.class(method.class).simple_name();
        let by_class = Some((words(&declared.name).len(), true)).filter(|_| {
            is_checked && acts::is_class_of(index.class(self.tested.ran).simple_name(), class, &declared.name)
        });
        let test = acts::without_class(&words(code.field(code.method, "name")), class);
        let by_test =
            Named { name: &declared.name, test: &test }.whole_in_test().map(|length| (length, false));
        let length = by_class.max(by_test)?;
        // A property of one word has the name of a thing, of which many tests speak.
        let is_property =
            length.0 == 1 && (index.field_read_by(method, DEEPEST).is_some() || index.wraps_field(method));
        (!declared.is_constructor && !is_property).then_some(length)
    }

    /// Returns true for a call that a test may be about, whatever its name is: of the checked value the outermost one, and
    /// what was done before. Not what the value is compared with, and no call whose result another one works on.
    fn can_be_meant(&self, call: &Call<'a>) -> bool {
        let (code, index) = (self.code, self.code.index);
        let checked = self.oracle.statement;
        let Some((method, statement)) = call.targets().first().copied().zip(code.statement_of(call.node))
        else {
            return false;
        };
        // What an earlier check asked is what it should be.
        let has_passed =
            statement != checked && code.check(statement).is_some() && index.observation(method).is_some();
        let is_reached = call.node.end_byte() <= checked.end_byte();
        if !is_reached || has_passed || !code.is_production_call(call) || self.is_passed_over(call) {
            return false;
        }
        let names = self.names_in_values();
        let is_in_values = self.oracle.values.iter().any(|value| holds(*value, call.node));
        let is_mentioned = |name: &str| names.contains(&name);
        let variable = declared_in(statement).map(|declared| code.field(declared, "name"));
        if statement == checked {
            if !is_in_values && !self.oracle.values.is_empty() {
                return false;
            }
        } else if variable.is_some_and(|name| {
            !is_mentioned(name) && code.within(checked).any(|part| code.text(part) == name)
        }) {
            return false;
        }
        let is_looked_at = is_in_values
            || variable.is_some_and(is_mentioned)
            || root(call.node).is_some_and(|root| is_mentioned(code.text(root)));
        // What a builder was told shows in what it built.
        let declared = index.method(method);
        let is_fluent = is_looked_at
            && !declared.is_static
            && index.type_in(method.class, &declared.returns).class() == Some(method.class);
        let mut around = code.all_calls().iter().filter(|outer| {
            let is_object = outer.node.child_by_field_name("object").is_some_and(|on| holds(on, call.node));
            outer.node != call.node
                && holds(outer.node, call.node)
                && holds(statement, outer.node)
                && (is_object || statement == checked)
                && code.is_production_call(outer)
        });
        is_fluent
            || around.all(|outer| {
                let outer = outer.targets().first().copied();
                outer.is_none_or(|outer| index.field_read_by(outer, DEEPEST).is_some())
            })
    }

    /// Returns the names that the checked values mention: both of two that should differ.
    fn names_in_values(&self) -> Vec<&'a str> {
        let checked = self.oracle.statement;
        let are_both = self.code.text(checked).contains("assertNot");
        let values = if are_both { std::slice::from_ref(&checked) } else { &self.oracle.values };
        let names = values.iter().flat_map(|value| self.code.within(*value));
        names.filter(|node| node.kind() == "identifier").map(|node| self.code.text(node)).collect()
    }

    /// Returns true for a call before the check that made the object which it looks at, or changed it.
    fn made_looked_at(&self, call: &Call<'a>) -> bool {
        let (code, index) = (self.code, self.code.index);
        let Some((method, statement)) = call.targets().first().copied().zip(code.statement_of(call.node))
        else {
            return false;
        };
        let names = self.names_in_values();
        let made = declared_in(statement).map(|declared| code.field(declared, "name"));
        let on = root(call.node).map(|root| code.text(root));
        statement != self.oracle.statement
            && !index.creates(method)
            && (made.is_some_and(|name| names.contains(&name))
                || index.observation(method).is_none() && on.is_some_and(|name| names.contains(&name)))
    }

    fn test_words(&self) -> Vec<String> {
        let class = self.code.index.class(self.tested.ran).simple_name();
        words(&format!("{} {class}", self.code.field(self.code.method, "name")))
    }

    /// Returns true for a method that tells of its object, and does nothing to it.
    fn observes(&self, method: MethodId) -> bool {
        let index = self.code.index;
        index.field_read_by(method, DEEPEST).is_some() || index.observation(method).is_some()
    }

    /// Returns the act behind a method that presents its object or computes something of it: what changed the
    /// object, or made it.
    fn act_observed(&self, method: MethodId, observation: Observation, is_lookup: bool) -> Option<MethodId> {
        let (code, end) = (self.code, self.oracle.statement.end_byte());
        if self.is_of_generator() {
            return None;
        }
        let name = &*code.index.method(method).name;
        let is_asked = !looks_up(name) && !compares(name);
        let mut calls = code.all_calls().iter().rev().filter(|call| call.node.end_byte() <= end);
        let Some(read) = calls.find(|call| call.targets().contains(&method)).map(|call| call.node) else {
            let observer = Observer {
                method,
                observation,
                is_lookup,
                statement: self.oracle.statement,
                is_asked: is_asked && !code.index.method(method).parameters.is_empty(),
            };
            let asked = self.asked_by_check().map(|(_, value)| value);
            let mut given = asked.into_iter().chain(self.given_to_helpers());
            return given.find_map(|given| self.act_on(given, &observer));
        };
        let object = read.child_by_field_name("object").filter(|_| read.kind() == "method_invocation")?;
        let observer = Observer {
            method,
            observation,
            is_lookup,
            statement: code.statement_of(read).unwrap_or(self.oracle.statement),
            is_asked: is_asked && !arguments(read).is_empty(),
        };
        let found = self.act_on(object, &observer);
        if !compares(name) {
            return found.or_else(|| self.act_of_subject(&observer));
        }
        let compared_with = arguments(read)
            .into_iter()
            .find_map(|other| self.act_on(other, &observer).or_else(|| self.inside_helper(other)?.ok()));
        found.or(compared_with).filter(|act| !code.index.creates(*act))
    }

    /// Returns what the helpers of the tests are given that the failed statement calls.
    fn given_to_helpers(&self) -> Vec<Node<'a>> {
        let calls = self.code.project_calls(self.oracle.statement).into_iter();
        let helpers = calls.filter(|call| !self.code.is_production_call(call));
        helpers.flat_map(|call| arguments(call.node)).collect()
    }

    /// Returns a method, or instead of an interface's that of the class of an object that the failed statement gives a helper.
    pub(super) fn in_given(&self, method: MethodId) -> MethodId {
        let (code, index) = (self.code, self.code.index);
        if index.method(method).has_body {
            return method;
        }
        let classes = self.given_to_helpers().into_iter().filter_map(|given| {
            let made = code.made_class(given).or_else(|| code.type_of(given).class())?;
            index.ancestry(made).contains(&method.class).then_some(made)
        });
        let (name, count) = (&index.method(method).name, index.method(method).parameters.len());
        let mut own = classes.flat_map(|class| index.methods(class, &[], name)).map(|found| found.id);
        let own = own.find(|own| {
            let own = index.method(*own);
            own.has_body && own.parameters.len() == count
        });
        own.unwrap_or(method)
    }

    /// Returns the act on an object that the check through an observer is about; None if it is about the observer.
    fn act_on(&self, object: Node<'a>, observer: &Observer<'a>) -> Option<MethodId> {
        let (code, index) = (self.code, self.code.index);
        let class_of = |method: MethodId| index.class(method.class).simple_name();
        let own = class_of(observer.method);
        let own_name = &*index.method(observer.method).name;
        let mut test = acts::without_class(&self.test_words(), own);
        let mut acts = self.acts_on(object, observer.statement, DEEPEST);
        // What the observer is given may be the result of a later act on the class under test:
        // `level.of(parser.parse(text))`.
        let given = object.parent().filter(|read| read.child_by_field_name("object") == Some(object));
        let made = given.into_iter().flat_map(arguments).flat_map(|given| {
            self.acts_on(given, observer.statement, DEEPEST)
                .into_iter()
                .filter(|act| act.effect == Effect::Makes && self.declares_tested(act.method))
        });
        let last = acts.first().map_or(0, |act| act.call.end_byte());
        let made: Vec<FoundAct<'a>> = made.filter(|act| act.call.start_byte() > last).collect();
        acts.splice(0..0, made);
        let is_untouched = acts.is_empty();
        let (mut is_changed, mut is_picked) = (false, false);
        for mut act in acts {
            is_picked |= act.effect == Effect::Finds;
            // What only made the whole, of which the look asks a part, arranged.
            if act.effect == Effect::Makes && is_picked && !observer.is_lookup {
                act.effect = Effect::Creates;
            }
            // What refuses some things only arranges for what is worked out of the others.
            if act.effect == Effect::Changes
                && observer.observation == Observation::Computes
                && index.stores_or_refuses(act.method)
                && index.works_something_out(observer.method)
            {
                act.effect = Effect::Stores;
            }
            test = acts::without_class(&test, class_of(act.method));
            let name = &*index.method(act.method).name;
            // `racks.rack("a")` only gives the object that is changed afterwards.
            let is_only_made = act.effect == Effect::Makes && is_changed;
            is_changed |= matches!(act.effect, Effect::Changes | Effect::Stores);
            if is_only_made && words(name) == words(own) {
                continue;
            }
            let between = act.call.end_byte()..observer.statement.start_byte();
            let clues = Clues {
                is_asked: observer.is_asked,
                is_lookup: observer.is_lookup,
                is_of_subject: self.declares_tested(act.method) && !self.declares_tested(observer.method),
                is_apart: !is_only_made
                    && between.start < between.end
                    && is_parted(code.between(between.start, between.end)),
            };
            let named = |name| Named { name, test: &test };
            // A step of the chain whose end writes the object only arranges, unless the test has its whole name.
            let is_step = observer.observation == Observation::Presents
                && act.effect == Effect::Changes
                && holds(object, act.call)
                && index.returns_itself(act.method)
                && index.works_something_out(observer.method);
            if is_step && named(name).whole_in_test().is_none() {
                continue;
            }
            // `doc.select("p").first()` is checked for what it picks.
            let is_query = act.effect == Effect::Finds && index.field_read_by(act.method, DEEPEST).is_none();
            if is_query && looks_up(own_name) && !looks_up(name) {
                return Some(act.method);
            }
            let observing = named(own_name);
            if is_about_act(observer.observation, &observing, &named(name), act.effect, clues) {
                return Some(act.method);
            }
        }
        let observing = Named { name: &index.method(observer.method).name, test: &test };
        let only_looks_up = is_untouched
            && looks_up(observing.name)
            && !observing.is_in_test()
            && !index.works_something_out(observer.method);
        if only_looks_up { self.working_constructor_of(object, observer.statement) } else { None }
    }

    /// Returns the constructor of an object that does more with what it is given than to set fields.
    fn working_constructor_of(&self, object: Node<'a>, statement: Node<'a>) -> Option<MethodId> {
        let value = match object.kind() {
            "identifier" => self.code.value_before(object, statement)?,
            _ => object,
        };
        let call = self.code.project_call(value).filter(|call| self.code.is_production_call(call))?;
        let works = !arguments(call.node).is_empty() && self.is_working_constructor(&call);
        call.target().filter(|_| works)
    }

    /// Returns the last call before a check on the class that the test is named after, where the check asks
    /// an object of another class to which nothing was done.
    fn act_of_subject(&self, observer: &Observer<'a>) -> Option<MethodId> {
        let index = self.code.index;
        let end = observer.statement.start_byte();
        let test = self.test_words();
        let observing = Named { name: &index.method(observer.method).name, test: &test };
        if observer.is_asked || self.declares_tested(observer.method) || observing.is_in_test() {
            return None;
        }
        let last = self.code.all_calls().iter().rev().find(|call| {
            call.node.end_byte() <= end
                && call.node.kind() == "method_invocation"
                && self.is_under_test(call)
                && !self.is_passed_over(call)
                && call.target().is_some_and(|method| {
                    (is_alone(call.node) || !self.observes(method)) && !index.creates(method)
                })
        });
        last?.target()
    }

    /// Returns what changed an object before a statement, or made it, the last first.
    fn acts_on(&self, object: Node<'a>, statement: Node<'a>, fuel: usize) -> Vec<FoundAct<'a>> {
        let (code, index) = (self.code, self.code.index);
        let Some(fuel) = fuel.checked_sub(1) else { return Vec::new() };
        let mut found: Vec<FoundAct<'a>> = Vec::new();
        // A part of an object is what was done to the object.
        let mut whole = object;
        while let Some(call) = code.project_call(whole)
            && let Some(method) = call.target().filter(|method| self.observes(*method))
            && (arguments(whole).is_empty() || picks(&index.method(method).name))
            && !index.returns_new(method)
            && let Some(inner) = whole.child_by_field_name("object")
        {
            if !arguments(whole).is_empty() {
                found.push(FoundAct { method, effect: Effect::Finds, call: whole });
            }
            whole = inner;
        }
        // What a builder made is what the builder was told.
        let told_to_builder_of = |node: Node<'a>| {
            let builder = self.told_to_builder(node)?;
            Some(self.acts_on(builder, statement, fuel)).filter(|told| !told.is_empty())
        };
        if let Some(told) = told_to_builder_of(whole) {
            found.extend(told);
            return found;
        }
        found.extend(self.made_in(whole));
        let Some(root) = self.variable_of(whole) else { return found };
        let name = code.text(root);
        let value = if root.kind() == "identifier" { code.value_before(root, statement) } else { None };
        let between = value.map_or(0, |value| value.end_byte())..statement.start_byte();
        let mentions = |node: Node<'a>| code.within(node).any(|part| code.text(part) == name);
        let parts = self.parts_of(name, between.end);
        let calls = code.all_calls().iter().rev().filter(|call| {
            let range = call.node.byte_range();
            between.start <= range.start && range.end <= between.end
        });
        for call in calls.take(MOST_BEFORE) {
            if !code.is_production_call(call) || self.is_passed_over(call) {
                continue;
            }
            let Some(method) = call.targets().first().copied() else { continue };
            let is_on = call.node.child_by_field_name("object").is_some_and(mentions);
            let is_given = arguments(call.node).into_iter().any(mentions);
            let is_on_part = self.is_on_variable(call.node, &parts);
            let changes = is_on && index.changes_state(method)
                || is_given && index.changes_given(method)
                || is_alone(call.node) && (is_on || is_given || is_on_part);
            if changes && call.node.kind() == "method_invocation" {
                let effect = if index.field_set_by(method).is_some() {
                    Effect::Creates
                } else if index.only_stores(method) {
                    Effect::Stores
                } else {
                    Effect::Changes
                };
                found.push(FoundAct { method, effect, call: call.node });
            }
        }
        let Some(value) = value else { return found };
        if let Some(told) = told_to_builder_of(value) {
            found.extend(told);
            return found;
        }
        let made = self.made_in(value);
        let is_found = made.as_ref().is_some_and(|made| made.effect == Effect::Finds);
        found.extend(made);
        // What was done to the object of which this one is a part.
        let earlier =
            code.statement_of(value).filter(|earlier| is_found && earlier.end_byte() <= between.end);
        if let Some((earlier, inner)) = earlier.zip(value.child_by_field_name("object")) {
            found.extend(self.acts_on(inner, earlier, fuel));
        }
        found
    }

    /// Returns the builder whose last call an expression is: `pens.colour("red")` of `pens.colour("red").build()`.
    fn told_to_builder(&self, expression: Node<'a>) -> Option<Node<'a>> {
        let call = self.code.project_call(expression)?;
        let method = call.target().filter(|method| self.code.index.builds(*method))?;
        expression.child_by_field_name("object").filter(|_| self.code.index.is_production(method.class))
    }

    /// Returns the local variables that are made from another one before a byte: parts of its object.
    fn parts_of(&self, whole: &str, end: usize) -> Vec<&'a str> {
        let code = self.code;
        let mut names: Vec<&'a str> = Vec::new();
        for declared in code.within(code.body).filter(|node| node.kind() == "variable_declarator") {
            let value = declared.child_by_field_name("value").filter(|value| value.end_byte() <= end);
            let is_part = value.is_some_and(|value| {
                value.kind() != "identifier"
                    && root(value).is_some_and(|root| {
                        let name = code.text(root);
                        name == whole || names.contains(&name)
                    })
            });
            if is_part {
                names.push(code.field(declared, "name"));
            }
        }
        names
    }

    /// Returns true for a call on one of these variables, or on a part of it.
    fn is_on_variable(&self, call: Node<'a>, names: &[&str]) -> bool {
        let root = call.child_by_field_name("object").and_then(root);
        root.is_some_and(|root| names.contains(&self.code.text(root)))
    }

    /// Returns the method whose result an expression is.
    fn made_in(&self, expression: Node<'a>) -> Option<FoundAct<'a>> {
        let index = self.code.index;
        if let Some(method) = self.returned_by_helper(expression) {
            return Some(FoundAct { method, effect: Effect::Makes, call: expression });
        }
        let call = self.code.project_call(expression).filter(|call| self.code.is_production_call(call))?;
        // Overloads that the arguments do not tell apart do the same work.
        let method =
            call.targets().first().copied().filter(|method| !index.method(*method).is_constructor)?;
        let picks = picks(&index.method(method).name) && self.observes(method) && !index.returns_new(method);
        let effect = if index.creates(method) {
            Effect::Creates
        } else if index.returns_itself(method) && index.changes_state(method) {
            Effect::Changes
        } else if picks || index.field_read_by(method, DEEPEST).is_some() {
            Effect::Finds
        } else {
            Effect::Makes
        };
        Some(FoundAct { method, effect, call: call.node })
    }

    /// Returns true for a call that may be the act: it does more than read, or set, a field.
    pub(super) fn is_act(&self, call: &Call<'a>) -> bool {
        self.changes_field(call, None)
    }

    /// Returns the object that the last call of an accessor up to the check reads, and the statement of that call.
    fn object_read_by(&self, accessor: MethodId) -> Option<(Node<'a>, Node<'a>)> {
        let read = self.read_by(accessor)?;
        let statement = self.code.statement_of(read).unwrap_or(self.oracle.statement);
        Some((self.object_of(read)?, statement))
    }

    fn read_by(&self, accessor: MethodId) -> Option<Node<'a>> {
        let end = self.oracle.statement.end_byte();
        let mut calls = self.code.all_calls().iter().rev().filter(|call| call.node.end_byte() <= end);
        calls.find(|call| call.targets().contains(&accessor)).map(|call| call.node)
    }

    fn act_behind(&self, accessor: MethodId, field: &str) -> Option<Decision> {
        let (objects, at): (Vec<Node<'a>>, Node<'a>) = match self.read_by(accessor) {
            Some(call) => (self.object_of(call).into_iter().collect(), call),
            // A helper reads what it is given.
            None => {
                let parts = self.oracle.values.iter().flat_map(|part| self.code.project_calls(*part));
                let given = parts.flat_map(|call| arguments(call.node));
                let asked = self.asked_by_check().map(|(_, value)| value);
                let objects = asked.into_iter().chain(given).chain(self.given_to_helpers());
                (objects.collect(), self.oracle.statement)
            }
        };
        let statement = self.code.statement_of(at).unwrap_or(self.oracle.statement);
        let found = objects
            .into_iter()
            .find_map(|object| self.changed(object, statement, Some(field), DEEPEST))
            .or_else(|| self.last_on_subject(statement, field));
        // A helper, or the set-up, went on with what was made.
        if found.as_ref().is_some_and(|found| found.as_ref().is_ok_and(|act| !self.code.index.creates(*act)))
        {
            return found;
        }
        let helpers = self.code.all_calls().iter().rev().filter(|call| {
            call.node.end_byte() <= statement.start_byte() && !self.code.is_production_call(call)
        });
        let helpers = helpers.filter_map(Call::target).map(|helper| self.implemented(helper));
        let test = words(self.code.field(self.code.method, "name"));
        let is_named = Named { name: &self.code.index.method(accessor).name, test: &test }.is_in_test();
        let set_ups = self.set_ups().into_iter().filter(|_| found.is_none() && !is_named);
        let act = helpers.chain(set_ups).find_map(|own| self.last_act_in(own, accessor, field));
        act.map(Ok).or(found)
    }

    /// Returns the methods that ran before the test, the last first: those of the classes around its own ran first.
    pub(super) fn set_ups(&self) -> Vec<MethodId> {
        let index = self.code.index;
        let around = std::iter::successors(Some(self.tested.ran), |class| index.outer(*class));
        let classes = around.flat_map(|class| index.ancestry(class));
        let methods = classes.flat_map(|class| {
            let declared: Vec<MethodId> = index.declared(class).map(|(method, _)| method).collect();
            declared.into_iter().rev()
        });
        methods
            .filter(|method| {
                !index.is_production(method.class) && index.phase_of(*method) == Some(Phase::SetUp)
            })
            .collect()
    }

    /// Returns the last call in a method of the tests' own that changes an object of the class which declares an accessor.
    fn last_act_in(&self, own: MethodId, accessor: MethodId, field: &str) -> Option<MethodId> {
        let index = self.code.index;
        let snippet = Snippet::parse(index.source(own));
        let code = Code::of_run(index, own, &snippet, self.tested.ran)?;
        let search = FocalSearch { code: &code, ..*self };
        let last = code.all_calls().iter().rev().find(|call| {
            call.node.kind() == "method_invocation"
                && code.is_production_call(call)
                && call.targets().first().is_some_and(|method| {
                    method.class == accessor.class && !index.creates(*method) && !search.observes(*method)
                })
                && search.changes_field(call, Some(field))
        });
        last?.target()
    }

    /// Returns the object on which a call is made; of a method that a stream is given, what the stream is made of.
    fn object_of(&self, call: Node<'a>) -> Option<Node<'a>> {
        let own = call.child_by_field_name("object");
        let root = own.and_then(root);
        let is_given = root.is_some_and(|root| {
            let local = self.code.variable(self.code.text(root), root);
            local.is_some_and(|local| {
                local.value.is_none() && is_in_lambda(local.type_ref.name.is_empty(), root)
            })
        });
        if call.kind() != "method_reference" && !is_given {
            return own;
        }
        let around = std::iter::successors(call.parent(), Node::parent);
        let mut calls = around.filter(|node| node.kind() == "method_invocation");
        calls.find_map(|around| around.child_by_field_name("object").filter(|object| !holds(*object, call)))
    }

    /// Returns the variable or the field that an expression begins with, or the call of the tests' own method that gives the
    /// object; of `Stream.of(pen)`, the variable that is given.
    fn variable_of(&self, object: Node<'a>) -> Option<Node<'a>> {
        let Some(begin) = root(object) else { return self.own_call_of(object) };
        let is_class = self.code.text(begin).starts_with(char::is_uppercase);
        let mut given = self.code.within(object).filter(|node| node.kind() == "identifier");
        if is_class {
            given.find(|node| self.code.variable(self.code.text(*node), *node).is_some())
        } else {
            Some(begin)
        }
    }

    /// Returns the call of a method of the tests' own, without arguments, with which an expression begins.
    fn own_call_of(&self, object: Node<'a>) -> Option<Node<'a>> {
        let chain = std::iter::successors(Some(object), |node| match node.kind() {
            "method_invocation" | "field_access" => node.child_by_field_name("object"),
            "cast_expression" => node.child_by_field_name("value"),
            "parenthesized_expression" => named(*node).next(),
            _ => None,
        });
        let begin = chain.last().filter(|begin| begin.kind() == "method_invocation")?;
        let call = self.code.project_call(begin).filter(|_| arguments(begin).is_empty())?;
        (!self.code.is_production_call(&call)).then_some(begin)
    }

    /// Returns the call that made an object, or last changed it, before a statement.
    fn changed(
        &self,
        object: Node<'a>,
        statement: Node<'a>,
        field: Option<&str>,
        fuel: usize,
    ) -> Option<Decision> {
        let fuel = fuel.checked_sub(1)?;
        let acts = |node: Node<'a>| {
            let calls = self.code.production_calls(node).into_iter().rev();
            calls.filter(|call| {
                (self.changes_field(call, field) || self.is_working_constructor(call))
                    && self.told_to_builder(call.node).is_none()
            })
        };
        if let Some(call) = self.only_setting(acts(object).collect(), field) {
            return Some(self.decide(&call));
        }
        // A builder that was told nothing else only built the object.
        let built = |node: Node<'a>| {
            self.told_to_builder(node)?;
            Some(self.decide(&self.code.project_call(node)?))
        };
        let Some(root) = self.variable_of(object) else {
            return built(object).or_else(|| Some(Ok(self.returned_by_helper(object)?)));
        };
        let name = self.code.text(root);
        let value = match root.kind() {
            "identifier" => self.code.value_before(root, statement),
            _ => None,
        };
        let end = statement.start_byte();
        let begin = value.map_or(0, |value| value.end_byte());
        let mentions = |node: Node<'a>| self.code.within(node).any(|part| self.code.text(part) == name);
        let parts = self.parts_of(name, end);
        // What was done to the object of which a look gave this one.
        let looked = value.and_then(|value| self.code.project_call(value));
        let looked = looked.filter(|look| look.target().is_some_and(|method| self.observes(method)));
        let whole = looked.and_then(|look| self.variable_of(look.node.child_by_field_name("object")?));
        let wholes: Vec<&str> = whole.map(|whole| self.code.text(whole)).into_iter().collect();
        let changes = self.code.all_calls().iter().rev().filter(|call| {
            let range = call.node.byte_range();
            begin <= range.start
                && range.end <= end
                && call.node.kind() == "method_invocation"
                && self.code.is_production_call(call)
                && !self.is_passed_over(call)
                && self.changes_field(call, field)
                && !self.only_asks(call)
                && (call.node.child_by_field_name("object").is_some_and(mentions)
                    || is_alone(call.node)
                        && (self.is_on_variable(call.node, &parts)
                            || self.is_on_variable(call.node, &wholes))
                    || (is_alone(call.node)
                        || call
                            .targets()
                            .first()
                            .is_some_and(|method| self.code.index.changes_given(*method)))
                        && arguments(call.node).into_iter().any(mentions))
        });
        let all: Vec<Call<'a>> = changes.cloned().chain(value.into_iter().flat_map(acts)).collect();
        let found = self.only_setting(all, field).map(|call| self.decide(&call));
        let found = found.or_else(|| Some(Ok(self.returned_by_helper(value?)?)));
        found
            .or_else(|| {
                let value = value.filter(|value| !holds(*value, object))?;
                let earlier = self.code.statement_of(value).filter(|earlier| earlier.start_byte() < end)?;
                let of_builder = field.filter(|_| self.told_to_builder(value).is_some());
                self.changed(value, earlier, of_builder, fuel)
            })
            .or_else(|| built(object))
            .or_else(|| Some(Ok(self.returned_by_helper(object)?)))
    }

    /// Returns the only one of the calls on an object, the last first, that sets the field which is read; otherwise the last.
    fn only_setting(&self, calls: Vec<Call<'a>>, field: Option<&str>) -> Option<Call<'a>> {
        let index = self.code.index;
        let method_of = |call: &Call<'a>| call.targets().first().copied();
        let methods: Vec<MethodId> = calls.iter().filter_map(method_of).collect();
        let are_of_one_class = methods.iter().all(|method| method.class == methods[0].class);
        let mut setting = field.into_iter().filter(|_| are_of_one_class).flat_map(|field| {
            let methods = methods.iter().copied();
            methods.filter(move |method| !index.creates(*method) && index.sets_field(*method, field))
        });
        let first = setting.next();
        let only = first.filter(|first| setting.all(|other| other == *first));
        drop(setting);
        let at = only.and_then(|only| calls.iter().position(|call| method_of(call) == Some(only)));
        calls.into_iter().nth(at.unwrap_or(0))
    }

    /// Returns the last call before a statement on the class that the test is named after, or on a field of
    /// the test's class.
    fn last_on_subject(&self, statement: Node<'a>, field: &str) -> Option<Decision> {
        let end = statement.start_byte();
        let last = self.code.all_calls().iter().rev().find(|call| {
            call.node.end_byte() <= end
                && call.node.kind() == "method_invocation"
                && self.code.is_production_call(call)
                && !self.is_passed_over(call)
                && (self.is_under_test(call) || self.is_on_field(call))
                && self.changes_field(call, Some(field))
                && !self.only_asks(call)
        })?;
        Some(self.decide(last))
    }

    /// Returns true for a call that changes nothing and looks up a part of its object, or stands in another check. Not for one
    /// whose result is dropped: it was made for what it does.
    fn only_asks(&self, call: &Call<'a>) -> bool {
        let (code, index) = (self.code, self.code.index);
        call.targets().first().is_some_and(|method| {
            index.observation(*method).is_some()
                && !is_alone(call.node)
                && (looks_up(&index.method(*method).name)
                    || code.statement_of(call.node).is_some_and(|statement| code.check(statement).is_some()))
        })
    }

    /// Returns true for a call on a field of the test's class.
    fn is_on_field(&self, call: &Call<'a>) -> bool {
        call.node.child_by_field_name("object").and_then(root).is_some_and(|root| {
            let name = self.code.text(root);
            self.code.variable(name, root).is_none()
                && self.code.index.field_type(self.code.class, &[], name).is_some()
        })
    }

    /// Returns true for a method that is more than an accessor, or than a setter of another field.
    fn changes_field(&self, call: &Call<'a>, field: Option<&str>) -> bool {
        let index = self.code.index;
        let Some(method) = call.targets().first().copied() else { return false };
        !index.method(method).is_constructor
            && index.field_read_by(method, DEEPEST).is_none()
            && index.field_set_by(method).is_none_or(|set| field.is_some_and(|field| same_name(field, &set)))
    }

    /// Returns true for the call of a constructor that does more than set fields.
    fn is_working_constructor(&self, call: &Call<'a>) -> bool {
        let index = self.code.index;
        call.targets()
            .first()
            .is_some_and(|method| index.method(*method).is_constructor && index.does_more_than_set(*method))
    }
}

/// Returns true for a text between two statements with a blank line, or a comment on a line of its own.
fn is_parted(between: &str) -> bool {
    let mut lines = between.lines().skip(1).collect::<Vec<_>>();
    // The last one is the beginning of a statement.
    lines.pop();
    lines.iter().any(|line| line.trim().is_empty() || line.trim_start().starts_with("//"))
}

/// Returns the variable that a statement declares.
fn declared_in(statement: Node<'_>) -> Option<Node<'_>> {
    statement.child_by_field_name("declarator").filter(|_| statement.kind() == "local_variable_declaration")
}

/// Returns true for a call whose result is not used: it was made for what it does, whatever it returns.
fn is_alone(call: Node<'_>) -> bool {
    call.parent().is_some_and(|around| around.kind() == "expression_statement")
}

/// Returns true for the names of one field, in an accessor and in a setter.
fn same_name(one: &str, other: &str) -> bool {
    one.trim_matches('_').eq_ignore_ascii_case(other.trim_matches('_'))
}

impl Index {
    /// Returns the name of the field that a method only returns, or that the method to which it delegates
    /// does; None for other methods.
    pub(super) fn field_read_by(&self, method: MethodId, fuel: usize) -> Option<String> {
        let fuel = fuel.checked_sub(1)?;
        let declared = self.method(method);
        let source = self.source(method);
        if declared.is_constructor || declared.is_static {
            return None;
        }
        if !declared.has_body {
            // An interface shows no more than the name, but what implements it may compute with what it is given.
            let is_given = !declared.parameters.is_empty() && !looks_up(&declared.name);
            let is_reader = is_reader_of_field(&declared.name) || self.creates_lazily(method);
            let computes = !declared.parameters.is_empty() && self.works_something_out(method);
            return Some(declared.name.clone()).filter(|_| !is_given && is_reader && !computes);
        }
        if source.len() > LONGEST || !source.contains("return") {
            return None;
        }
        let snippet = Snippet::parse(source);
        let mut statements = named(body(&snippet)?).collect::<Vec<_>>();
        let last = statements.pop().filter(|last| last.kind() == "return_statement")?;
        let parameters = declaration(&snippet)?.child_by_field_name("parameters").into_iter().flat_map(named);
        let given = parameters.map(|parameter| snippet.field(parameter, "name")).collect();
        let name = &*declared.name;
        let reader = Reader { index: self, class: method.class, snippet: &snippet, name, given };
        // A getter may sort, or make, what it returns.
        let is_getter = is_named_as_getter(&declared.name) && declared.parameters.is_empty();
        let is_prepared = statements.iter().all(|statement| match statement.kind() {
            "expression_statement" => true,
            "if_statement" => snippet.field(*statement, "condition").contains("== null"),
            _ => false,
        });
        let is_plain = statements.is_empty() || is_getter && is_prepared || self.creates_lazily(method);
        if !is_plain {
            return None;
        }
        let returned = named(last).next()?;
        if declared.name == "toString" {
            reader.described(returned, fuel)
        } else {
            reader.field(returned, fuel)
        }
    }

    /// Returns true for a method without parameters that returns a field, and creates what that holds if nothing was
    /// asked for it before; also for an abstract one that returns a collection, of which its name is all that is known.
    pub(super) fn creates_lazily(&self, method: MethodId) -> bool {
        let (declared, source) = (self.method(method), self.source(method));
        if !declared.parameters.is_empty() || declared.is_static || source.len() > LONGEST {
            return false;
        }
        let snippet = Snippet::parse(source);
        let Some(body) = body(&snippet) else {
            let Type::Other(name, _) = self.type_in(method.class, &declared.returns) else { return false };
            return !declared.has_body && matches!(&*name, "List" | "Map" | "Set" | "Collection");
        };
        let [decided, returned] = named(body).collect::<Vec<_>>()[..] else { return false };
        let condition = snippet.field(decided, "condition").trim_matches(['(', ')']);
        let field = condition.split_once("==").map_or("", |(field, _)| field.trim());
        let value = named(returned).next().map_or("", |value| snippet.text(value));
        decided.kind() == "if_statement"
            && snippet.text(decided).contains("= new ")
            && !field.is_empty()
            && value == field
    }

    /// Returns the name of the field that a method only sets to what it is given.
    fn field_set_by(&self, method: MethodId) -> Option<String> {
        let declared = self.method(method);
        let source = self.source(method);
        let is_setter = !declared.is_constructor && declared.has_body && declared.parameters.len() == 1;
        if !is_setter || source.len() > LONGEST || !source.contains('=') {
            return None;
        }
        let snippet = Snippet::parse(source);
        let mut statements = named(body(&snippet)?).filter(|node| !node.kind().ends_with("comment"));
        let set = statements.next()?.named_child(0).filter(|node| node.kind() == "assignment_expression")?;
        let is_plain = set.child_by_field_name("right").is_some_and(|right| right.kind() == "identifier");
        let ends =
            statements.all(|next| next.kind() == "return_statement" && snippet.text(next) == "return this;");
        let left = set.child_by_field_name("left").filter(|_| is_plain && ends)?;
        let field = if left.kind() == "field_access" { left.child_by_field_name("field")? } else { left };
        Some(snippet.text(field).to_owned())
    }

    /// Returns true for a constructor that calls something or decides something, or passes what it is given
    /// to one that may.
    fn does_more_than_set(&self, constructor: MethodId) -> bool {
        let works = |method: MethodId| {
            let source = self.source(method);
            let snippet = Snippet::parse(source);
            source.len() > LONGEST_CONSTRUCTOR
                || body(&snippet).is_some_and(|body| {
                    descendants(body).any(|node| {
                        let kind = node.kind();
                        matches!(kind, "method_invocation" | "ternary_expression")
                            || kind.ends_with("_statement")
                                && !matches!(kind, "expression_statement" | "return_statement")
                    })
                })
        };
        let delegates = self.source(constructor).contains("this(");
        works(constructor)
            || delegates
                && self
                    .declared(constructor.class)
                    .any(|(other, method)| method.is_constructor && other != constructor && works(other))
    }

    /// Returns the class of the object that the classes of a test give to one of their fields, if it is only one.
    pub(super) fn made_for_field(&self, class: ClassId, name: &str) -> Option<ClassId> {
        let mut made: Vec<ClassId> = Vec::new();
        for class in self.ancestry(class) {
            for (at, _) in self.file(class).text.match_indices(name) {
                let text = &self.file(class).text;
                let is_whole = !text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
                let value = text[at + name.len()..].trim_start().strip_prefix('=').map(str::trim_start);
                let created = value.and_then(|value| value.strip_prefix("new ")).filter(|_| is_whole);
                let Some(created) = created.map(str::trim_start) else { continue };
                let end = created.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$')));
                made.extend(self.resolve(&created[..end.unwrap_or(created.len())], class));
            }
        }
        made.dedup();
        Some(*made.first()?).filter(|_| made.len() == 1)
    }
}

/// Returns true for `getSum` and `isEmpty`.
fn is_named_as_getter(name: &str) -> bool {
    let rest = name.strip_prefix("get").or_else(|| name.strip_prefix("is"));
    rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Returns true for the name of a method that mostly returns a field, or an element of one.
fn is_reader_of_field(name: &str) -> bool {
    name == "get" || is_named_as_getter(name) || READERS.split(' ').any(|known| known == name)
}

fn declaration(snippet: &Snippet) -> Option<Node<'_>> {
    children(snippet.body()?)
        .find(|member| matches!(member.kind(), "method_declaration" | "constructor_declaration"))
}

pub(super) fn body(snippet: &Snippet) -> Option<Node<'_>> {
    declaration(snippet)?.child_by_field_name("body")
}

/// The expression that a method returns.
struct Reader<'i> {
    index: &'i Index,
    class: ClassId,
    snippet: &'i Snippet,
    /// The name of the method.
    name: &'i str,
    /// The names of its parameters, which are no fields.
    given: Vec<&'i str>,
}

impl Reader<'_> {
    /// Returns the field of which an expression is the value, as it is or copied, negated or compared with a constant.
    fn field(&self, node: Node<'_>, fuel: usize) -> Option<String> {
        let inner = |name: &str| self.field(node.child_by_field_name(name)?, fuel);
        match node.kind() {
            "identifier" => {
                Some(self.snippet.text(node)).filter(|name| !self.given.contains(name)).map(str::to_owned)
            }
            "field_access" => {
                let object = node.child_by_field_name("object")?;
                if object.kind() == "this" {
                    Some(self.snippet.field(node, "field").to_owned())
                } else {
                    self.field(object, fuel)
                }
            }
            "parenthesized_expression" => self.field(named(node).next()?, fuel),
            "cast_expression" => inner("value"),
            "array_access" => inner("array"),
            "unary_expression" => inner("operand"),
            "binary_expression" => {
                let is_equality = matches!(self.snippet.field(node, "operator"), "==" | "!=");
                let (left, right) = (node.child_by_field_name("left")?, node.child_by_field_name("right")?);
                if self.is_constant(right) && is_equality { self.field(left, fuel) } else { None }
            }
            "object_creation_expression" => {
                let is_library = self
                    .index
                    .resolve(self.snippet.field(node, "type").split('<').next()?, self.class)
                    .is_none();
                let [only] = arguments(node)[..] else { return None };
                if is_library { self.field(only, fuel) } else { None }
            }
            "method_invocation" => self.delegated(node, fuel),
            _ => None,
        }
    }

    /// Returns the first field of a text that is put together from fields and constants.
    fn described(&self, node: Node<'_>, fuel: usize) -> Option<String> {
        if node.kind() != "binary_expression" {
            return self.field(node, fuel);
        }
        let sides = ["left", "right"].map(|side| node.child_by_field_name(side));
        let fields: Vec<Option<String>> = sides
            .into_iter()
            .flatten()
            .filter(|side| !self.is_constant(*side))
            .map(|side| self.described(side, fuel))
            .collect();
        fields.into_iter().collect::<Option<Vec<String>>>()?.into_iter().next()
    }

    fn delegated(&self, call: Node<'_>, fuel: usize) -> Option<String> {
        let name = self.snippet.field(call, "name");
        let given = arguments(call);
        let object = call.child_by_field_name("object").filter(|object| object.kind() != "this");
        let own_or_of = |class: ClassId, bound: &[Type]| {
            let methods = self.index.methods(class, bound, name);
            // A record's accessor is not written down.
            methods.first().map_or_else(
                || self.index.field_type(class, bound, name).map(|_| name.to_owned()),
                |method| self.index.field_read_by(method.id, fuel),
            )
        };
        let Some(object) = object else { return own_or_of(self.class, &[]).filter(|_| given.is_empty()) };
        let text = self.snippet.text(object);
        if text.starts_with(char::is_uppercase) && !given.is_empty() {
            // A library's function that wraps or copies it: `Collections.unmodifiableList(lines)`.
            let is_library = self.index.resolve(text, self.class).is_none();
            let mut read = given.iter().filter(|given| !self.is_constant(**given));
            let field = self.field(*read.next()?, fuel)?;
            return (is_library && read.next().is_none()).then_some(field);
        }
        let field = self.field(object, fuel)?;
        // An element of a collection is read by what the method is given.
        let is_element = matches!(name, "get" | "getOrDefault" | "contains" | "containsKey" | "charAt");
        let is_read =
            given.is_empty() || is_element && given.iter().all(|given| given.kind() == "identifier");
        if !is_read {
            return None;
        }
        // A getter that asks a part of its object for the same says nothing of its own, whatever the part does.
        if name == self.name && given.is_empty() && is_named_as_getter(name) {
            return Some(field);
        }
        match self.index.field_type(self.class, &[], &field) {
            Some(Type::Class(class, bound)) => own_or_of(class, &bound).map(|_| field),
            _ => (is_element || is_reader_of_field(name)).then_some(field),
        }
    }

    fn is_constant(&self, node: Node<'_>) -> bool {
        let is_upper = |name: &str| name.contains(char::is_uppercase) && !name.contains(char::is_lowercase);
        match node.kind() {
            "identifier" => is_upper(self.snippet.text(node)),
            "field_access" => is_upper(self.snippet.field(node, "field")),
            "true" | "false" => true,
            kind => kind.ends_with("_literal"),
        }
    }
}

/// Returns true for a node within a lambda whose parameters have no types, if that is asked.
fn is_in_lambda(is_untyped: bool, node: Node<'_>) -> bool {
    is_untyped
        && std::iter::successors(node.parent(), Node::parent).any(|node| node.kind() == "lambda_expression")
}
