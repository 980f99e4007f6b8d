//! Upkeep: what a member does to its object only for what is told of it, `this.prune()` or `this.filled(key).drops`.
//!
//! ```text
//! purse.spend('ada', 2);                  spend: the act, which brings the coins up to date as well
//! expect(purse.left('ada')).toBe(1);      left: finds the coins of that name, brought up to date
//!
//! purse.spend('ada', 2);
//! clock.tick(1000);
//! expect(purse.left('ada')).toBe(3);      left: what it brings up to date is what is checked
//! ```
//!
//! Upkeep finds or makes a part by what it is given, writes nothing of that into it, and is what several members do.

use std::collections::{HashMap, HashSet};
use std::iter;

use tree_sitter::Node;

use super::body::Body;
use super::observe::{Called, Member, is_met_by_nothing};
use crate::lang::acts::words;
use crate::lang::javascript::index::{ClassId, FunctionId, Index, Kind, Meaning};
use crate::lang::javascript::syntax::{arguments, bare, descendants, field, is_function, named, text};

/// The first words of names of members that bring an object up to date before it is looked at, in any form.
const NAMES: &str = "prune refill refresh expire evict clean cleanup purge sweep sync ensure trim compact tidy settle update recompute \
    recalculate rebuild reindex normalize replenish decay leak";

/// The deepest chain of members that is read.
const DEEPEST: usize = 3;

/// The operators that tell which of two values is greater.
const RELATIONS: [&str; 4] = ["<", ">", "<=", ">="];

impl Member<'_> {
    /// Returns true for a call of a member that only brings the object up to date for what is told of it.
    pub(super) fn keeps_up(&self, call: Node<'_>, function: FunctionId, fuel: usize) -> bool {
        let is_alone = call.parent().is_some_and(|around| around.kind() == "expression_statement");
        let is_plain = is_alone && arguments(call).is_empty() && !self.index.gives(function);
        self.gives
            && (is_plain && is_named_for_upkeep(&self.index.function(function).name)
                || self.index.brings_up_to_date(function, Some(call), fuel))
    }
}

impl Index {
    /// Returns true for a member that finds a part of its object, or makes the one that is missing, and brings it up to date. A `call` tells
    /// which of its parameters are given what its caller is given; without one, all are.
    pub(super) fn brings_up_to_date(
        &self,
        function: FunctionId,
        call: Option<Node<'_>>,
        fuel: usize,
    ) -> bool {
        let declared = self.function(function);
        let Some(fuel) = fuel.checked_sub(1).filter(|_| declared.kind == Kind::Called) else { return false };
        let source: &str = &self.file(function.file).text;
        let is_shared = source.matches(&format!("this.{}(", declared.name)).count()
            + source.matches(&format!("this.#{}(", declared.name)).count()
            > 1;
        if !is_shared || !self.gives(function) || declared.is_static {
            return false;
        }
        let is_upkeep = self.with_node(function, |node| {
            let Some(member) = Member::of(self, function, Called::WithValues, node, fuel) else {
                return false;
            };
            let upkeep = Upkeep {
                source,
                given: keys(node, call, source),
                is_named: is_named_for_upkeep(&declared.name),
            };
            let changes = descendants(node).filter(|part| member.is_change(*part, &mut HashMap::new(), fuel));
            let changes: Vec<Node<'_>> = changes.collect();
            !changes.is_empty() && changes.into_iter().all(|change| upkeep.is_upkeep(change, node))
        });
        is_upkeep.unwrap_or(false)
    }

    /// Returns the calls of a function that bring its object up to date and give a part of it, as they are written.
    pub(super) fn kept_up_by(&self, function: FunctionId, node: Node<'_>) -> HashSet<&str> {
        let source: &str = &self.file(function.file).text;
        let Some(place) = self.function(function).class else { return HashSet::new() };
        let class = ClassId { file: function.file, place };
        let own = if self.class(class).is_object { Meaning::Class(class) } else { Meaning::Object(class) };
        let calls = descendants(node).filter(|part| part.kind() == "call_expression");
        let kept_up = calls.filter(|call| {
            let called = call.child_by_field_name("function").map(bare);
            let name = called.filter(|called| field(*called, "object", source) == "this");
            let name = name.map(|called| field(called, "property", source).trim_start_matches('#'));
            match name.and_then(|name| self.member_of(own, name)) {
                Some(Meaning::Function(member, _)) => self.brings_up_to_date(member, Some(*call), DEEPEST),
                _ => false,
            }
        });
        kept_up.map(|call| text(call, source)).collect()
    }
}

/// The effects of a member that may be upkeep.
struct Upkeep<'s> {
    source: &'s str,
    /// The parameters that tell which part is meant.
    given: HashSet<&'s str>,
    /// True if its name says that it is upkeep.
    is_named: bool,
}

impl Upkeep<'_> {
    /// Returns true for a change by which a part is made that is missing, or brought up to date.
    fn is_upkeep(&self, change: Node<'_>, function: Node<'_>) -> bool {
        let part = |name| change.child_by_field_name(name);
        let (target, values) = match change.kind() {
            "assignment_expression" | "augmented_assignment_expression" => {
                (part("left"), part("right").into_iter().collect())
            }
            "call_expression" => {
                let called = part("function").map(bare);
                let is_set = called.is_some_and(|called| field(called, "property", self.source) == "set");
                if !is_set && !self.is_named {
                    return false;
                }
                (called, arguments(change).into_iter().skip(1).collect::<Vec<_>>())
            }
            _ => return self.is_named,
        };
        if self.is_made_of_missing(change, function) {
            return true;
        }
        let is_own_field = change.kind() != "call_expression"
            && target.is_some_and(|target| field(bare(target), "object", self.source) == "this")
            && target.is_some_and(|target| target.kind() == "member_expression");
        let is_of_time = self.is_compared(change, function);
        let is_literal = values.iter().any(|value| {
            matches!(bare(*value).kind(), "number" | "string" | "true" | "false" | "null" | "undefined")
        });
        let is_given = values.iter().any(|value| self.has_given(*value));
        !is_given && (self.is_named || !is_own_field && (!is_literal || is_of_time))
    }

    /// Returns true for what is done only if something is missing.
    fn is_made_of_missing(&self, change: Node<'_>, function: Node<'_>) -> bool {
        conditions(change, function).any(|condition| is_met_by_nothing(condition, self.source))
            || matches!(field(change, "operator", self.source), "??=" | "||=")
    }

    /// Returns true for what is done only if one value is greater than another, as the time is.
    fn is_compared(&self, change: Node<'_>, function: Node<'_>) -> bool {
        conditions(change, function).flat_map(descendants).any(|part| {
            part.kind() == "binary_expression" && RELATIONS.contains(&field(part, "operator", self.source))
        })
    }

    /// Returns true for a value with what tells which part is meant, but for where that only finds one: `this.purses.get(name).coins`.
    fn has_given(&self, value: Node<'_>) -> bool {
        let mut open = vec![value];
        while let Some(next) = open.pop() {
            let is_name = matches!(next.kind(), "identifier" | "shorthand_property_identifier");
            if is_name && self.given.contains(text(next, self.source)) {
                return true;
            }
            let called = next.child_by_field_name("function");
            let finds = called.is_some_and(|called| field(called, "property", self.source) == "get");
            match next.kind() {
                "call_expression" if finds => open.extend(called),
                "subscript_expression" => open.extend(next.child_by_field_name("object")),
                _ => open.extend(named(next)),
            }
        }
        false
    }
}

/// Returns the conditions on which a part of a function is done.
fn conditions<'t>(part: Node<'t>, function: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let around = iter::successors(Some(part), Node::parent).take_while(move |around| *around != function);
    around.filter(|around| around.kind() == "if_statement").filter_map(move |around| {
        let is_done = around
            .child_by_field_name("consequence")
            .is_some_and(|done| done.byte_range().contains(&part.start_byte()));
        around.child_by_field_name("condition").filter(|_| is_done)
    })
}

/// Returns the parameters of a member that a call gives what its caller is given; without a call, all.
fn keys<'s>(function: Node<'_>, call: Option<Node<'_>>, source: &'s str) -> HashSet<&'s str> {
    let parameters = function.child_by_field_name("parameters").into_iter().flat_map(named);
    let around = call.into_iter().flat_map(|call| iter::successors(call.parent(), Node::parent));
    let of_caller: HashSet<&str> =
        around.filter(|around| is_function(*around)).flat_map(|caller| names_of(caller, source)).collect();
    let given = call.map(arguments);
    let keys = parameters.enumerate().filter(|(place, _)| {
        given.as_ref().is_none_or(|given| {
            let given = given.get(*place).copied().into_iter().flat_map(descendants);
            { given }.any(|part| of_caller.contains(text(part, source)))
        })
    });
    keys.flat_map(|(_, parameter)| identifiers(parameter, source)).collect()
}

/// Returns the names of a function's parameters.
fn names_of<'s>(function: Node<'_>, source: &'s str) -> Vec<&'s str> {
    let parameters =
        function.child_by_field_name("parameters").or_else(|| function.child_by_field_name("parameter"));
    parameters.map_or_else(Vec::new, |parameters| identifiers(parameters, source))
}

fn identifiers<'s>(node: Node<'_>, source: &'s str) -> Vec<&'s str> {
    let names = descendants(node).filter(|name| name.kind() == "identifier");
    names.map(|name| text(name, source)).collect()
}

fn is_named_for_upkeep(name: &str) -> bool {
    words(name).first().is_some_and(|first| {
        NAMES.split_whitespace().any(|known| first.starts_with(known.trim_end_matches('e')))
    })
}

impl Body<'_, '_> {
    /// Returns true if something that is no act of the project was done between an act and a look that brings its object up to date, as a
    /// clock that was put forward: then the look is about that.
    pub(super) fn is_moved_on(&self, act: FunctionId, observer: FunctionId, end: usize) -> bool {
        let is_kept_up = self
            .code
            .index
            .with_node(observer, |node| !self.code.index.kept_up_by(observer, node).is_empty());
        if !is_kept_up.unwrap_or(false) {
            return false;
        }
        let behind = self.before(end).into_iter().rev().take_while(|statement| {
            self.call_in(&self.statements[*statement].expressions_or_self(), act).is_none()
        });
        { behind }.any(|statement| {
            let is_check = self.check(statement).is_some();
            self.alone_in(statement).is_some_and(|done| {
                !is_check && !descendants(done).any(|part| self.code.target_of(part).is_some())
            })
        })
    }
}
