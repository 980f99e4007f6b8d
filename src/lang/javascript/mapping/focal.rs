//! The focal function: the production function that a test's oracle is about.
//!
//! The trace shows it if the failed statement names a function that the test called. Otherwise it is in the checked value or the
//! guarded code, then in the statements before it, then in the hooks. If several are equally close, those that the test is named
//! after are preferred; if more than one is left, the focal function is undecided. If the function only observes an object, `act` goes
//! on to what made or changed the object.

use std::collections::HashSet;
use std::iter;

use tree_sitter::Node;

use super::body::{Around, Body};
use super::code::{CalledTarget, Calls, Given};
use super::hook_name;
use super::names::{has_word, is_named_for, is_tidying, only_compares, stem_of, tested_stem};
use super::oracle::FoundOracle;
use crate::lang::acts::{self, Observation};
use crate::lang::javascript::index::{FunctionId, Kind, Target};
use crate::lang::javascript::syntax::{arguments, bare, descendants, is_function};
use crate::lang::javascript::titles::HOOKS;
use crate::model::{OracleCategory, StackTrace, Undecided};
use crate::trace::javascript::TEST_TIMEOUT;

/// The depth to which helpers of tests that call each other are looked into for what they return.
pub(super) const DEEPEST: usize = 3;

pub(super) type Decision = Result<Target, Undecided>;

/// The way in which a test ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Check,
    /// The test itself used a value that is not what it should be.
    TypeError,
    /// Production code that the test called threw.
    Thrown,
    TimeOut,
}

impl Fault {
    /// Returns the fault of a trace; `called` are the production functions that it shows, and `is_below` is true if those ran below the test.
    pub(super) fn of(trace: &StackTrace, called: &[Target], is_below: bool) -> Fault {
        match trace.exception() {
            TEST_TIMEOUT => Fault::TimeOut,
            "TypeError" if called.is_empty() => Fault::TypeError,
            _ if is_below => Fault::Thrown,
            _ => Fault::Check,
        }
    }
}

/// A call of production code back into a test.
#[derive(Clone, Copy)]
pub(super) struct CalledBack {
    /// The function that called, or that the test called to have it done.
    pub by: Target,
    /// The row on which the test's function that it called was.
    pub row: usize,
}

/// The facts that a decision may use beside a body.
pub(super) struct Context<'t> {
    /// The titles of the test, in small letters.
    pub titles: String,
    /// Its own title, without those of its suites.
    pub own_title: String,
    /// The titles one by one, as they are written.
    pub parts: Vec<String>,
    /// The name of the helper of the tests that is looked at in place of the test.
    pub helper: Option<String>,
    /// The bodies of the hooks that run before the test, the one that runs first at the front.
    pub hooks: Vec<Node<'t>>,
    /// The rows of the test at which it called its own function that failed, the innermost first.
    pub callers: Vec<usize>,
    /// The call of production code back into the function of the test that failed.
    pub called_back: Option<CalledBack>,
    pub fault: Fault,
    /// The text that was called and is no function, as the test writes it.
    pub missing: Option<String>,
}

/// The call that runs a function of the test's own, and the byte at which that begins.
struct Runner {
    decision: Decision,
    start: usize,
}

/// A variable that a check uses.
#[derive(Clone, Copy)]
struct Setting<'t> {
    name: &'t str,
    /// The byte at which it is used.
    at: usize,
    /// True if a member of it is read: what it was given to may have changed that.
    is_read: bool,
}

impl<'t> Body<'_, 't> {
    /// Decides by the trace, then by the code. `called` are the production functions below the test, the one that it called first.
    pub(super) fn focal(
        &self,
        oracle: Option<&FoundOracle<'t>>,
        called: &[Target],
        context: &Context<'t>,
    ) -> Decision {
        let failed = oracle.and_then(|oracle| oracle.statement);
        if called.is_empty()
            && let (Some(failed), Some(missing)) = (failed, &context.missing)
            && self.calls_missing(failed, missing)
        {
            return Err(Undecided::MissingFunction);
        }
        if let Some(failed) = failed {
            let named_at = |statement| {
                let words = self.words(statement);
                called.iter().find(|target| {
                    let names = self.names(**target);
                    names.iter().any(|name| words.contains(name) || self.converts_by(statement, name))
                })
            };
            if let Some(named) = named_at(failed) {
                return Ok(*named);
            }
            if let Some(caller) = self.heard_from(failed, context) {
                return Ok(caller);
            }
            // A function of the test's own that fails without a call was called back by what its caller called.
            let expressions = self.statements[failed].expressions_or_self();
            let is_own = self.check(failed).is_none() && self.decided(&expressions, context).is_none();
            let mut callers = context.callers.iter().filter_map(|row| self.statement_at(*row));
            if is_own && let Some(named) = { callers }.find_map(named_at) {
                return Ok(*named);
            }
            let is_own_line = self.decided(&expressions, context).is_none()
                && self.given_by_helpers(&expressions, context).is_none();
            // Nothing behind what threw ran: a trace across an `await` has lost the call that the test made, not its line.
            let is_before = oracle.and_then(|oracle| oracle.node).is_none_or(|node| failed < node);
            if let Some(thrown) = called.first().filter(|_| context.fault == Fault::Thrown && is_before) {
                let of_line = self.decided(&expressions, context).and_then(Result::ok);
                return Ok(of_line.unwrap_or(*thrown));
            }
            // A call that the code of the line does not show is the one that the trace does, not one before it.
            if let Some(thrown) = called.first().filter(|_| context.fault == Fault::Thrown && is_own_line) {
                return Ok(*thrown);
            }
        }
        if context.fault == Fault::TimeOut
            && let Some(awaited) = self.awaited(context)
        {
            return Ok(awaited);
        }
        let by_code = match oracle {
            Some(oracle) => self.focal_by_code(oracle, called, context),
            None => self.only_called().ok_or(Undecided::NoFailingLine),
        };
        by_code.or_else(|undecided| match undecided {
            Undecided::Several(_) => Err(undecided),
            undecided => called.first().copied().ok_or(undecided),
        })
    }

    /// Returns the production function whose promise a test that ran out of time waited for: the one that it is named for, or else the one
    /// with which its first chain of promises begins. A check within a chain that nobody waits for is lost, and the look before it with it.
    fn awaited(&self, context: &Context<'t>) -> Option<Target> {
        let parts: Vec<Node<'t>> =
            self.statements.iter().flat_map(|statement| descendants(statement.node)).collect();
        let functions = parts.iter().filter(|part| is_function(**part));
        let heads = functions.filter_map(|function| self.step_of(*function)).map(|step| step.head);
        let heads = heads.filter_map(|head| self.code.target_of(head)).map(|call| call.target);
        let heads: Vec<Target> = heads.collect();
        let first = heads.first()?;
        let evident = parts.iter().filter_map(|part| self.function_called(*part));
        let evident = { evident }.find(|function| self.is_evident(*function, context)).map(Target::Function);
        let named = heads.iter().find(|target| self.is_named_for(&Ok(**target), context));
        Some(evident.unwrap_or(*named.unwrap_or(first)))
    }

    /// Returns the only function of production code that the body calls, beside constructors and getters.
    fn only_called(&self) -> Option<Target> {
        let statements = self.statements.iter();
        let parts = statements.flat_map(|statement| statement.expressions_or_self()).flat_map(descendants);
        let calls = parts.filter_map(|part| self.code.target_of(part));
        let mut called = calls.filter(|call| !call.is_made && !call.is_read).map(|call| call.target);
        let first = called.next()?;
        called.all(|other| other == first).then_some(first)
    }

    /// Returns true for a statement that blank lines part from what is before and behind it.
    fn is_paragraph(&self, statement: usize) -> bool {
        let node = self.statements[statement].node;
        let is_blank = |line: Option<&str>| line.is_some_and(|line| line.trim().is_empty());
        let before = &self.code.source[..node.start_byte()];
        let behind = &self.code.source[node.end_byte()..];
        is_blank(before.lines().rev().nth(1)) && is_blank(behind.lines().nth(1))
    }

    /// Returns true for a decision for a function that computes something of its object.
    fn computes(&self, decision: &Decision) -> bool {
        let Ok(Target::Function(function)) = decision else { return false };
        let index = self.code.index;
        index.function(*function).kind == Kind::Called
            && !index.only_looks_up(*function)
            && index.observation(*function) == Some(Observation::Computes)
    }

    /// Returns true for a class, and for its constructor.
    fn makes(&self, target: Target) -> bool {
        match target {
            Target::Class(_) => true,
            Target::Function(function) => self.code.index.function(function).name == "constructor",
        }
    }

    /// Returns true for a decision for a function that the test is named for.
    fn is_named_for(&self, decision: &Decision, context: &Context<'t>) -> bool {
        let Ok(target) = decision else { return false };
        let test = acts::words(&context.titles);
        self.names(*target).iter().any(|name| is_named_for(name, &test))
    }

    /// Returns the names by which code calls a target: of a constructor that of its class.
    pub(super) fn names(&self, target: Target) -> Vec<&str> {
        let qualified = self.code.index.target_name(target);
        let mut parts = qualified.rsplit('.');
        let name = parts.next().unwrap_or(qualified);
        if name == "constructor" { parts.next().into_iter().collect() } else { vec![name] }
    }

    /// Decides by the calls in and before an oracle; `called` are the production functions that the trace shows.
    pub(super) fn focal_by_code(
        &self,
        oracle: &FoundOracle<'t>,
        called: &[Target],
        context: &Context<'t>,
    ) -> Decision {
        let exchanged = self.exchanged(oracle, context).or_else(|| self.compared(oracle, context));
        let oracle = exchanged.as_ref().unwrap_or(oracle);
        let searched = self.searched(oracle);
        let checks_value =
            matches!(oracle.category, OracleCategory::AssertionOnly | OracleCategory::FailOnly);
        // What a failure says is no value that is checked, and one of the wrong type comes from what gave it.
        let may_observe =
            oracle.category == OracleCategory::AssertionOnly && context.fault != Fault::TypeError;
        let end = match oracle.node.or(oracle.statement) {
            Some(node) => self.statements[node].node.start_byte(),
            None => self.bytes.end,
        };
        let end = if may_observe { self.end_of_acts(&searched, end, context) } else { end };
        for nodes in &searched {
            if let Some(converting) = self.converting(nodes, context) {
                return Ok(converting);
            }
            let found = self.decided(nodes, context);
            if let Some(found) = found.or_else(|| self.worked_out_text(nodes).map(Ok)) {
                return if may_observe { self.last_act(found, nodes, end, context) } else { found };
            }
        }
        if !checks_value && let Some(found) = self.ran_by_helpers(oracle, &searched, context) {
            return found;
        }
        if checks_value && let Some(found) = self.given_by_helpers(&searched.concat(), context) {
            let nodes = searched.concat();
            return if may_observe { self.act_behind_helper(found, &nodes, end, context) } else { found };
        }
        let mut variables = self.variables(&searched.concat());
        let unknown = searched.iter().flatten().flat_map(|node| self.code.unknown_calls(*node));
        let unknown: Vec<(Vec<FunctionId>, Node<'t>)> = unknown.collect();
        if !unknown.is_empty() {
            // What such a call is given says less than the object that it is called on.
            let objects = unknown.iter().filter_map(|(_, object)| self.code.chain_root(*object));
            let objects: Vec<(&str, usize)> = objects.collect();
            variables
                .retain(|variable| objects.contains(&(self.code.text(*variable), variable.start_byte())));
        }
        variables.retain(|variable| !self.is_spy(*variable));
        if checks_value && let Some(titled) = self.titled_before(None, end, context) {
            return Ok(Target::Function(titled));
        }
        if let Some((found, statement)) = self.set_before(&variables, end, context) {
            if let Some(statement) = statement.filter(|_| may_observe)
                && let Some(last) = self.changed_since(statement, &variables, end, context)
            {
                return Ok(Target::Function(last));
            }
            return match statement.filter(|_| may_observe) {
                Some(statement) => {
                    let start = self.statements[statement].node.start_byte();
                    let nodes = self.statements[statement].expressions_or_self();
                    let act = self.act(found.clone(), &nodes, start, context);
                    let is_act = self.is_paragraph(statement) && self.computes(&found);
                    if is_act && !self.is_named_for(&act, context) { found } else { act }
                }
                None => found,
            };
        }
        // Nothing farther off is likelier than a method of which only the object is not known.
        if !unknown.is_empty() && called.is_empty() {
            let methods =
                unknown.into_iter().flat_map(|(methods, _)| methods).map(Target::Function).collect();
            return self.best(methods, context).unwrap_or(Err(Undecided::NoProductionCall));
        }
        if may_observe && let Some(subject) = self.subject_of_given(&variables, end, context) {
            return Ok(Target::Function(subject));
        }
        let groups = self.groups_before(oracle, end, context);
        // What a mock was given is no matter of a check that only looked at an object and passed.
        let mut looked_at = None;
        let runner = oracle.node.or(oracle.statement).and_then(|node| self.runner(node, context));
        for statement in groups.iter().flat_map(|statements| statements.iter().rev()) {
            if let Some(runner) = &runner
                && self.statements[*statement].node.start_byte() < runner.start
            {
                return runner.decision.clone();
            }
            if self.declares_spy(*statement) {
                continue;
            }
            let nodes = self.statements[*statement].expressions_or_self();
            let Some(found) = self.done_in(*statement, &nodes, context) else { continue };
            if self.check(*statement).is_some() && self.observes(&nodes, &found) {
                looked_at = looked_at.or(Some(found));
                continue;
            }
            let only_makes = matches!(&found, Ok(target) if self.makes(*target));
            return looked_at.filter(|_| only_makes).unwrap_or(found);
        }
        if let Some(found) = looked_at.or(runner.map(|runner| runner.decision)) {
            return found;
        }
        // What ran when the test failed is likelier than what ran before it.
        if let Some(first) = called.first() {
            return Ok(*first);
        }
        self.decided_by_hooks(context).unwrap_or(Err(Undecided::NoProductionCall))
    }

    /// Decides by what helpers of the tests call in the code that an oracle guards or, where nothing else runs in it, by the object that
    /// they make: making that is what throws.
    fn ran_by_helpers(
        &self,
        oracle: &FoundOracle<'t>,
        searched: &[Vec<Node<'t>>],
        context: &Context<'t>,
    ) -> Option<Decision> {
        let guarded: Vec<Node<'t>> = searched.concat();
        let ran = guarded.iter().flat_map(|node| self.code.calls_of_helpers(*node, 1));
        let (made, called): (Vec<CalledTarget>, Vec<CalledTarget>) = ran.partition(|call| call.is_made);
        let called = self.best(called.iter().map(|call| call.target).collect(), context);
        let may_throw = matches!(
            oracle.category,
            OracleCategory::MustThrow
                | OracleCategory::MustThrowWithProperties
                | OracleCategory::MustNotThrow
        );
        called.or_else(|| {
            let is_all = guarded.iter().all(|node| self.code.unknown_calls(*node).is_empty());
            let made = self.best(made.iter().map(|call| call.target).collect(), context);
            made.filter(|made| may_throw && is_all && made.is_ok())
        })
    }

    /// Decides by what a statement does: by the call that it makes, or else by the last act of a helper that it calls. A statement that
    /// only reads a member of a call's result, `bell.ring('low').tone;`, is that call.
    fn done_in(&self, statement: usize, nodes: &[Node<'t>], context: &Context<'t>) -> Option<Decision> {
        let found = match self.decided(nodes, context) {
            Some(decided) => decided,
            None => Ok(Target::Function(self.acted_by_helper(nodes)?)),
        };
        let alone = self.called_alone(statement).map(|done| Ok(Target::Function(done.function)));
        Some(alone.unwrap_or(found))
    }

    /// Returns the act behind a decision for a function that observes an object: one before the look or, where a function of the test's
    /// own looks, before its call.
    fn last_act(
        &self,
        decision: Decision,
        nodes: &[Node<'t>],
        end: usize,
        context: &Context<'t>,
    ) -> Decision {
        let callers = context.callers.iter().filter_map(|row| self.statement_at(*row));
        let ends = callers.map(|caller| self.statements[caller].node.start_byte());
        let mut acts = iter::once(end).chain(ends).map(|end| self.act(decision.clone(), nodes, end, context));
        acts.find(|act| *act != decision).unwrap_or(decision)
    }

    /// Returns an oracle with what is compared as its value, if it asks a function that only compares two: `expect(equals(pen.lines(),
    /// ['a'])).toBe(true)` checks `pen.lines()`. Not where the test is named for that function, nor where both sides, or none, come
    /// from production code.
    fn compared(&self, oracle: &FoundOracle<'t>, context: &Context<'t>) -> Option<FoundOracle<'t>> {
        let [value] = oracle.values[..] else { return None };
        let call = Some(bare(value)).filter(|_| oracle.category == OracleCategory::AssertionOnly)?;
        let function = self.function_called(call).filter(|function| self.only_compares(*function))?;
        let decision = Ok(Target::Function(function));
        if self.is_named_for(&decision, context) {
            return None;
        }
        let object = call.child_by_field_name("function").map(bare)?.child_by_field_name("object");
        let is_member = self.code.index.function(function).class.is_some();
        let sides = object.filter(|_| is_member).into_iter().chain(arguments(call));
        let end = self.statements[oracle.node?].node.start_byte();
        let is_made = |side: &Node<'t>| {
            let calls = self.code.calls(*side, &self.bytes, None);
            let set = || self.set_before(&self.variables(&[*side]), end, context);
            !calls.named.is_empty() || calls.makers.is_empty() && set().is_some_and(|(_, by)| by.is_some())
        };
        let made: Vec<Node<'t>> = { sides }.filter(is_made).collect();
        let [made] = made[..] else { return None };
        Some(oracle.clone().about(made))
    }

    /// Returns true for a function that only compares two values, by its name.
    pub(super) fn only_compares(&self, function: FunctionId) -> bool {
        only_compares(&self.code.index.function(function).name)
    }

    /// Returns the function whose result a hook gives to a variable that a statement finds undefined when it reads a member: the hook
    /// failed, or that function gave nothing.
    pub(super) fn unset_by_hook(&self, statement: usize, member: &str) -> Option<Target> {
        let parts = self.statements[statement].expressions_or_self().into_iter().flat_map(descendants);
        let objects = parts.filter(|part| {
            part.kind() == "member_expression" && self.code.field(*part, "property") == member
        });
        let object = { objects }.find_map(|part| part.child_by_field_name("object").map(bare))?;
        if object.kind() != "identifier"
            || self.code.is_declared_in(self.code.text(object), object.start_byte(), &self.bytes)
        {
            return None;
        }
        let given = self.code.given(self.code.text(object), object.start_byte());
        let values = given.into_iter().map(|given| match given {
            Given::Value(value) if self.is_in_hook(value) => Some(bare(value)),
            _ => None,
        });
        let values: Vec<Node<'t>> = values.collect::<Option<_>>()?;
        values.first().and_then(|value| self.code.target_of(*value)).map(|call| call.target)
    }

    /// Returns true for a node in a hook.
    fn is_in_hook(&self, node: Node<'t>) -> bool {
        let mut around = iter::successors(node.parent(), Node::parent);
        around.any(|around| {
            around.kind() == "call_expression" && HOOKS.contains(&hook_name(around, self.code.source))
        })
    }

    /// Returns the statements before an oracle in groups, the nearest first: those of its function, then those before the
    /// calls of that function, then all.
    fn groups_before(&self, oracle: &FoundOracle<'t>, end: usize, context: &Context<'t>) -> Vec<Vec<usize>> {
        let callers: Vec<usize> = context.callers.iter().filter_map(|row| self.statement_at(*row)).collect();
        // A function of the test's own is about its own statements, then about those before its call.
        let start = oracle
            .node
            .or(oracle.statement)
            .filter(|_| !callers.is_empty())
            .map_or(0, |node| self.start_of_function(self.statements[node].node));
        let before = self.before(end);
        let inner = before.iter().filter(|statement| self.statements[**statement].node.start_byte() >= start);
        let of_callers = callers.iter().map(|caller| self.before(self.statements[*caller].node.start_byte()));
        let mut groups = vec![inner.copied().collect::<Vec<_>>()];
        groups.extend(of_callers);
        if !callers.is_empty() {
            groups.push(before);
        }
        groups
    }

    /// Decides by the hooks that ran before the test, the last one first.
    fn decided_by_hooks(&self, context: &Context<'t>) -> Option<Decision> {
        context.hooks.iter().rev().find_map(|hook| {
            let body = Body::of(self.code, *hook, hook.byte_range());
            let statements = body.statements.iter().rev();
            statements
                .map(|statement| statement.expressions_or_self())
                .find_map(|nodes| body.decided(&nodes, context))
        })
    }

    /// Returns the byte at which the acts before a look end: before the calls that only tidy up, directly before it. What the test is named
    /// for, what nothing was done before, and what ends the object that is looked at, is an act.
    fn end_of_acts(&self, looks: &[Vec<Node<'t>>], end: usize, context: &Context<'t>) -> usize {
        let test = acts::words(&context.titles);
        let looked_at: Vec<&str> = looks
            .iter()
            .flatten()
            .flat_map(|node| descendants(*node))
            .map(|node| self.code.text(node))
            .collect();
        let before = self.before(end);
        let called = |statement: usize| {
            let call = self.alone_in(statement).filter(|call| call.kind() == "call_expression")?;
            call.child_by_field_name("function").map(bare).filter(|_| self.check(statement).is_none())
        };
        let last_act = before.iter().rposition(|statement| {
            !called(*statement).is_some_and(|member| {
                let name = self.code.field(member, "property");
                let root = self.code.chain_root(member).map_or("", |(root, _)| root);
                is_tidying(name) && !is_named_for(name, &test) && !looked_at.contains(&root)
            })
        });
        let acts = last_act.map_or(0, |last| last + 1);
        let has_acted = before[..acts].iter().any(|statement| called(*statement).is_some());
        match before.get(acts) {
            Some(first) if has_acted => self.statements[*first].node.start_byte(),
            _ => end,
        }
    }

    /// Returns true for a variable that holds a spy on a member of an object: it only tells what was called.
    fn is_spy(&self, variable: Node<'t>) -> bool {
        let given = self.code.given(self.code.text(variable), variable.start_byte());
        given.iter().any(|given| match given {
            Given::Value(value) => self.makes_spy(bare(*value)),
            _ => false,
        })
    }

    /// Returns true for a statement that only declares a spy: what it calls finds the object whose member is spied on.
    fn declares_spy(&self, statement: usize) -> bool {
        let parts = self.statements[statement].expressions_or_self().into_iter().flat_map(descendants);
        { parts }.any(|part| self.makes_spy(part))
    }

    fn makes_spy(&self, call: Node<'t>) -> bool {
        let called = self.code.field(call, "function");
        matches!(
            called.split_once('.'),
            Some(
                ("vi" | "jest", "spyOn")
                    | ("sinon", "spy" | "stub")
                    | ("mock" | "t", "method" | "mock.method")
            )
        )
    }

    /// Returns what runs the function around a statement: what was last called on the object that the function is given to, or else the
    /// call that it is given to. None for a statement in no such function.
    fn runner(&self, statement: usize, context: &Context<'t>) -> Option<Runner> {
        self.around(statement).into_iter().find_map(|around| {
            let Around::Given(function) = around else { return None };
            let call = self.call_given(function)?;
            let holder = self.statement_of(call)?;
            let later = self.called_later(holder, call, self.bytes.end);
            let later = later.or_else(|| self.ran_later(holder, call, self.bytes.end, context));
            if let Some((later, _)) = later {
                return Some(Runner { decision: Ok(Target::Function(later)), start: function.start_byte() });
            }
            let calls = self.code.calls(call, &self.bytes, Some(function));
            let decision = self.best(calls.best(), context)?;
            Some(Runner { decision, start: function.start_byte() })
        })
    }

    /// Returns an oracle with what it expects as its value, if production code made only that in the test: received and expected are
    /// exchanged, as in `expect(pen.ink).toEqual(copy.ink)`.
    fn exchanged(&self, oracle: &FoundOracle<'t>, context: &Context<'t>) -> Option<FoundOracle<'t>> {
        let [received] = oracle.values[..] else { return None };
        if oracle.category != OracleCategory::AssertionOnly || self.decided(&[received], context).is_some() {
            return None;
        }
        let end = self.statements[oracle.node?].node.start_byte();
        let variable = |value: Node<'t>| {
            let is_plain = matches!(bare(value).kind(), "identifier" | "member_expression");
            self.code.chain_root(value).filter(|_| is_plain)
        };
        let (model, at) = variable(received)?;
        if self.code.is_declared_in(model, at, &self.bytes) {
            return None;
        }
        // `expect(received).toEqual(expected)`
        let chain = iter::successors(received.parent(), Node::parent).skip(1);
        let chain = chain.take_while(|node| matches!(node.kind(), "call_expression" | "member_expression"));
        let expected = *arguments(chain.last()?).first().filter(|expected| **expected != received)?;
        let (product, at) = variable(expected)?;
        let is_made = self.code.is_declared_in(product, at, &self.bytes)
            && self.before(end).into_iter().any(|statement| {
                let value = self.given_in(self.statements[statement].node, product);
                let call = value.and_then(|value| self.code.target_of(bare(value)));
                call.is_some_and(|call| !call.is_made && !call.is_read)
            });
        is_made.then(|| oracle.clone().about(expected))
    }

    /// Returns the function whose result a statement gives to a helper that checks it: `same(draw(pen), 3)`.
    pub(super) fn given_to_helper(&self, statement: usize, context: &Context<'t>) -> Option<Target> {
        let node = self.statements[statement].node;
        let call = self.statements[statement].expressions_or_self().into_iter().map(bare).next()?;
        let given: Vec<Node<'t>> =
            if call.kind() == "call_expression" { arguments(call) } else { return None };
        let mut calls =
            given.iter().filter(|node| self.code.calls(**node, &self.bytes, None).named.len() == 1);
        if let Some((first, found)) =
            calls.next().and_then(|first| Some((*first, self.decided(&[*first], context)?)))
        {
            return self.act(found, &[first], node.start_byte(), context).ok();
        }
        // A value that was made before; what is changed by a helper is what the helper is about.
        let value =
            given.first().filter(|given| matches!(bare(**given).kind(), "identifier" | "member_expression"));
        let variables = self.variables(value.map_or(&[], std::slice::from_ref));
        let (found, statement) = self.set_before(&variables, node.start_byte(), context)?;
        let made = &self.statements[statement?];
        self.act(found, &made.expressions_or_self(), made.node.start_byte(), context).ok()
    }

    /// Returns true for a function that a check applies to each of its values, to compare them in another form.
    pub(super) fn is_applied_to_all(&self, oracle: &FoundOracle<'t>, function: Target) -> bool {
        let calls = oracle
            .values
            .iter()
            .filter(|value| self.code.target_of(bare(**value)).is_some_and(|call| call.target == function));
        calls.count() > 1
    }

    /// Returns the byte at which the innermost function around a node begins.
    pub(super) fn start_of_function(&self, node: Node<'t>) -> usize {
        let mut at = node;
        while let Some(parent) = at.parent().filter(|parent| parent.start_byte() >= self.bytes.start) {
            if is_function(parent) {
                return parent.start_byte();
            }
            at = parent;
        }
        self.bytes.start
    }

    /// Returns the statements that end before a byte.
    pub(super) fn before(&self, end: usize) -> Vec<usize> {
        (0..self.statements.len()).filter(|statement| self.statements[*statement].end <= end).collect()
    }

    /// Decides between the production functions that nodes call; None if they call none.
    pub(super) fn decided(&self, nodes: &[Node<'t>], context: &Context<'t>) -> Option<Decision> {
        let mut all = Calls::default();
        for node in nodes {
            let calls = self.code.calls(*node, &self.bytes, None);
            all.named.extend(calls.named);
            all.makers.extend(calls.makers);
        }
        self.best(all.best(), context)
    }

    /// Decides between the production functions whose results helpers of the tests return that nodes call; None if they call none.
    pub(super) fn given_by_helpers(&self, nodes: &[Node<'t>], context: &Context<'t>) -> Option<Decision> {
        let called = nodes.iter().flat_map(|node| self.code.returned_by_helpers(*node, DEEPEST));
        self.best(called.collect(), context)
    }

    /// Decides by the last statement before a byte that sets one of some variables, or calls something on it: by a call, or else by
    /// the object that is made. Returns the statement as well where a call in it decided.
    fn set_before(
        &self,
        variables: &[Node<'t>],
        end: usize,
        context: &Context<'t>,
    ) -> Option<(Decision, Option<usize>)> {
        let mut made = None;
        for variable in variables {
            let set = Setting {
                name: self.code.text(*variable),
                at: variable.start_byte(),
                is_read: is_read(variable),
            };
            if let Some(found) = self.set_by_call(set, end, context, &mut made, DEEPEST) {
                return Some(found);
            }
        }
        made.map(|made| (made, None))
    }

    /// Decides by the last call before a byte that sets a variable, or is made on it; `made` gets the object that is made without one.
    fn set_by_call(
        &self,
        set: Setting<'t>,
        end: usize,
        context: &Context<'t>,
        made: &mut Option<Decision>,
        fuel: usize,
    ) -> Option<(Decision, Option<usize>)> {
        let fuel = fuel.checked_sub(1)?;
        let Setting { name, at, is_read } = set;
        // What a function is given comes from the call that it is given to.
        for given in self.code.given(name, at) {
            if let Given::Parameter(function, _) = given
                && let Some(call) = self.call_given(function)
            {
                let given_to = self.statement_of(call);
                let ran = given_to.and_then(|given_to| self.ran_later(given_to, call, end, context));
                if let Some((ran, later)) = ran {
                    return Some((Ok(Target::Function(ran)), Some(later)));
                }
                let calls = self.code.calls(call, &self.bytes, Some(function));
                if let Some(found) = self.best(calls.best(), context) {
                    return Some((found, given_to));
                }
            }
        }
        for ran in self.ran_before(end).into_iter().rev() {
            let statement = ran.statement;
            if is_read && let Some(acted) = self.acted_on(statement, name) {
                return Some((Ok(Target::Function(acted)), Some(statement)));
            }
            let is_given = is_read && self.given_to(statement).contains(&name);
            if !is_given && !self.changed_by(ran).contains(&name) && self.records(statement, name).is_none() {
                continue;
            }
            if let Some((called, later)) = self.called_back_by(statement, name, end, context) {
                let called = self.subject_before(end, context).unwrap_or(called);
                return Some((Ok(Target::Function(called)), Some(later)));
            }
            let nodes = self.statements[statement].expressions_or_self();
            let mut all = Calls::default();
            for node in &nodes {
                let calls = self.code.calls(*node, &self.bytes, ran.running);
                all.named.extend(calls.named);
                all.makers.extend(calls.makers);
            }
            if !all.named.is_empty() {
                return self.best(all.named, context).map(|found| (found, Some(statement)));
            }
            if all.makers.is_empty()
                && let Some(found) = self.given_by_helpers(&nodes, context)
            {
                return Some((found, None));
            }
            // `const pen = pens.find((pen) => pen.id === first.id)` is a part of what `pens` holds.
            let value = self.given_in(self.statements[statement].node, name);
            let whole =
                value.and_then(|value| self.code.chain_root(value)).filter(|(whole, _)| *whole != name);
            if let Some((whole, at)) = whole.filter(|_| all.makers.is_empty()) {
                let of_whole = Setting { name: whole, at, is_read: true };
                let found = self.set_by_call(of_whole, end, context, &mut None, fuel);
                if found.is_some() {
                    return found;
                }
            }
            if made.is_none() {
                *made = self.best(all.makers, context);
            }
        }
        None
    }

    /// Returns the variables in expressions, without the names of what is called.
    fn variables(&self, nodes: &[Node<'t>]) -> Vec<Node<'t>> {
        let mut found: Vec<Node<'t>> = Vec::new();
        for node in nodes.iter().flat_map(|node| descendants(*node)) {
            let is_own = node.kind() == "member_expression" && self.code.field(node, "object") == "this";
            if (matches!(node.kind(), "identifier" | "shorthand_property_identifier") || is_own)
                && found.iter().all(|known| self.code.text(*known) != self.code.text(node))
            {
                found.push(node);
            }
        }
        found
    }

    /// Decides between functions that are equally close; None if there is no function.
    fn best(&self, mut targets: Vec<Target>, context: &Context<'t>) -> Option<Decision> {
        let mut known = HashSet::new();
        targets.retain(|target| known.insert(*target));
        if targets.len() > 1 {
            let tested = tested_stem(&self.code.index.file(self.code.file).name);
            prefer(&mut targets, |target| {
                let (file, _) = self.code.index.target_place(target);
                stem_of(&self.code.index.file(file).name).to_lowercase() == tested
            });
        }
        if targets.len() > 1 {
            prefer(&mut targets, |target| {
                self.names(target).iter().any(|name| has_word(&context.titles, &name.to_lowercase()))
            });
        }
        match targets[..] {
            [] => None,
            [only] => Some(Ok(only)),
            _ => {
                let names = targets.iter().map(|target| self.code.index.target_name(*target).to_owned());
                Some(Err(Undecided::Several(names.collect())))
            }
        }
    }
}

impl<'t> super::body::Statement<'t> {
    /// Returns the expressions of a statement, or the expression that it is.
    pub(super) fn expressions_or_self(self) -> Vec<Node<'t>> {
        if self.node.kind().ends_with("_statement") || self.node.kind().ends_with("_declaration") {
            self.expressions()
        } else {
            vec![self.node]
        }
    }
}

/// Returns true for a variable of which a check reads a member, whatever type it gives it before: what the variable was given to may have
/// changed that.
fn is_read(variable: &Node<'_>) -> bool {
    let mut around = iter::successors(variable.parent(), Node::parent);
    around
        .find(|around| bare(*around) != *variable)
        .is_some_and(|around| around.kind() == "member_expression")
}

/// Keeps the targets that fit, unless none does.
fn prefer(targets: &mut Vec<Target>, fits: impl Fn(Target) -> bool) {
    if targets.iter().any(|target| fits(*target)) {
        targets.retain(|target| fits(*target));
    }
}
