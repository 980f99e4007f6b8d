//! From a function that observes an object to the act: the call that made or last changed the object whose state a check reads.
//!
//! ```text
//! cart.add('pen');                      add: the act, which a developer opens first
//! expect(cart.size()).toBe(1);          size: a method that only returns a field
//! ```
//!
//! `observe` tells how a function observes, `lang::acts` decides between it and what was done to its object before. A test that does
//! nothing to it is about the function that observes.

use tree_sitter::Node;

use super::body::Body;
use super::focal::{Context, Decision, has_word};
use crate::lang::acts::{self, Clues, Effect, MOST_BEFORE, Named, Observation, is_about_act};
use crate::lang::javascript::index::{FunctionId, Kind, Target};
use crate::lang::javascript::syntax::{arguments, bare, descendants};

/// A function that does something to an object.
#[derive(Clone, Copy)]
struct FoundAct {
    function: FunctionId,
    effect: Effect,
    /// True if the object is its result.
    is_maker: bool,
    /// True if it is the constructor of the object.
    is_new: bool,
}

impl<'t> Body<'_, 't> {
    /// Returns the act behind a decision for a function that observes an object in some nodes, before a byte; or that decision.
    pub(super) fn act(
        &self,
        decision: Decision,
        nodes: &[Node<'t>],
        end: usize,
        context: &Context<'t>,
    ) -> Decision {
        let Ok(Target::Function(observer)) = decision else { return decision };
        self.act_behind(observer, nodes, end, context).map_or(decision, |act| Ok(Target::Function(act)))
    }

    fn act_behind(
        &self,
        observer: FunctionId,
        nodes: &[Node<'t>],
        end: usize,
        context: &Context<'t>,
    ) -> Option<FunctionId> {
        let index = self.code.index;
        let observation = index.observation(observer)?;
        let read = nodes.iter().flat_map(|node| descendants(*node)).find(|node| {
            let call = self.code.target_of(*node);
            call.is_some_and(|call| call.target == Target::Function(observer))
        })?;
        let name = &*index.function(observer).name;
        let member = read.child_by_field_name("function").map_or(read, bare);
        let object = member.child_by_field_name("object")?;
        let test = acts::words(&context.titles);
        let named = |name| Named { name, test: &test };
        let found = self.acts_on(object, end).into_iter();
        let is_getter = index.function(observer).kind == Kind::Getter;
        // A getter observes what an assignment has set, and one that gives a field what has made the object.
        if is_getter {
            let is_accessor = index.gives_field(observer) && !named(name).is_in_test();
            let set = found.clone().find(|act| {
                let function = index.function(act.function);
                let own = named(&*function.name);
                match function.kind {
                    Kind::Setter => {
                        function.name == name
                            || is_about_act(observation, &named(name), &own, act.effect, Clues::default())
                    }
                    _ => is_accessor && act.is_maker,
                }
            });
            if let Some(set) = set {
                return Some(set.function);
            }
        }
        let mut found = found.filter(|act| !act.is_new);
        // A getter is what its test checks, as a call with arguments is, unless the test is named for the function that made its object.
        if is_getter || !arguments(read).is_empty() {
            let is_named = |function: FunctionId| {
                has_word(&context.titles, &index.function(function).name.to_lowercase())
            };
            let made = found.filter(|act| act.effect == Effect::Makes).map(|act| act.function);
            return { made }.find(|act| is_named(*act) && !is_named(observer));
        }
        let act = found.find(|act| {
            let function = named(&*index.function(act.function).name);
            // What only makes an object is the act of no check of its state, unless the test is named for it.
            let only_makes = act.effect == Effect::Creates && observation == Observation::Reads;
            is_about_act(observation, &named(name), &function, act.effect, Clues::default())
                && (!only_makes || function.is_in_test())
        });
        act.map(|act| act.function)
    }

    /// Returns what was done to an object before a byte, the last first, and what made it.
    fn acts_on(&self, object: Node<'t>, end: usize) -> Vec<FoundAct> {
        let index = self.code.index;
        let mut found: Vec<FoundAct> = self.made_in(object).into_iter().collect();
        let Some((root, at)) = self.code.chain_root(object) else { return found };
        for statement in self.before(end).into_iter().rev().take(MOST_BEFORE) {
            let node = self.statements[statement].node;
            let is_same = |node: Node<'t>| {
                let own = self.code.chain_root(node);
                own.is_some_and(|(name, own)| name == root && self.code.is_same_variable(name, own, at))
            };
            for part in self.statements[statement].expressions_or_self().into_iter().flat_map(descendants) {
                let Some(Target::Function(function)) = self.code.target_of(part).map(|call| call.target)
                else {
                    continue;
                };
                let called = ["function", "left"].into_iter().find_map(|name| part.child_by_field_name(name));
                let is_on = called
                    .map(bare)
                    .and_then(|called| called.child_by_field_name("object"))
                    .is_some_and(is_same);
                let around =
                    part.parent().filter(|around| around.kind() == "await_expression").or(Some(part));
                let is_alone = around.and_then(|around| around.parent()) == Some(node)
                    && node.kind() == "expression_statement";
                let is_given =
                    arguments(part).into_iter().any(|given| given.kind() == "identifier" && is_same(given));
                if is_on && index.changes_state(function)
                    || is_alone && (is_on || is_given) && index.observation(function).is_none()
                {
                    let effect = if index.only_stores(function) { Effect::Stores } else { Effect::Changes };
                    found.push(FoundAct { function, effect, is_maker: false, is_new: false });
                }
            }
            if let Some(value) = self.given_in(node, root) {
                found.extend(self.made_in(value));
                break;
            }
        }
        found
    }

    /// Returns the expressions of a statement without those of its block.
    fn head_of(&self, statement: Node<'t>) -> Vec<Node<'t>> {
        let own = self.statements.iter().find(|own| own.node == statement);
        own.map_or_else(Vec::new, |own| own.expressions_or_self())
    }

    /// Returns the value that a statement gives to a variable.
    fn given_in(&self, statement: Node<'t>, variable: &str) -> Option<Node<'t>> {
        // Of a loop, the condition may give it: `while ((pen = pens.next()))`.
        let parts = self.head_of(statement).into_iter().flat_map(descendants);
        let mut given = parts.filter_map(|part| {
            let (name, value) = match part.kind() {
                "variable_declarator" => ("name", "value"),
                "assignment_expression" => ("left", "right"),
                _ => return None,
            };
            (self.code.field(part, name) == variable).then(|| part.child_by_field_name(value))?
        });
        given.next()
    }

    /// Returns the function whose result an expression is.
    fn made_in(&self, expression: Node<'t>) -> Option<FoundAct> {
        let index = self.code.index;
        let call = self.code.target_of(bare(expression)).filter(|call| !call.is_read)?;
        let Target::Function(function) = call.target else { return None };
        let declared = index.function(function);
        // A function of no object that makes one stands for its constructor.
        let creates =
            call.is_made || declared.is_static || declared.class.is_none() && is_maker(&declared.name);
        let effect = if creates {
            Effect::Creates
        } else if index.returns_itself(function) && index.changes_state(function) {
            Effect::Changes
        } else {
            Effect::Makes
        };
        Some(FoundAct { function, effect, is_maker: true, is_new: call.is_made })
    }
}

/// Returns true for the name of a function that only makes an object: `createCart`, `newPen`, `useCounter`.
fn is_maker(name: &str) -> bool {
    let words = acts::words(name);
    words.first().is_some_and(|first| {
        matches!(&**first, "create" | "make" | "new" | "build" | "init" | "setup" | "use" | "of")
    })
}
