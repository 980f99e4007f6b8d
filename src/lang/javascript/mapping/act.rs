//! From a function that observes an object to the act: the call that made or last changed the object whose state a check reads.
//!
//! ```text
//! cart.add('pen');                      add: the act, which a developer opens first
//! expect(cart.size()).toBe(1);          size: a method that only returns a field
//! ```
//!
//! `observe` tells how a function observes, `lang::acts` decides between it and what was done to its object before. A test that does
//! nothing to it is about the function that observes.

use std::cell::Cell;
use std::iter;

use tree_sitter::Node;

use super::body::Body;
use super::checks::CheckKind;
use super::code::{Given, parameters_of};
use super::conversions::{is_value, says_value};
use super::focal::{Context, DEEPEST, Decision};
use super::helper_acts::ActedOn;
use super::names::{
    are_pair, has_word, is_all, is_counted_in, is_evident, is_helper_named_for, is_named_for, is_said,
    is_told, only_tells_of, says_order, spoken, stem_of, tested_stem, topic,
};
use super::observe::{Called, is_changing};
use crate::lang::acts::{self, Clues, Effect, MOST_BEFORE, Named, Observation, is_about_act};
use crate::lang::javascript::index::{ClassId, FileId, FunctionId, Kind, Meaning, Target};
use crate::lang::javascript::syntax::{arguments, bare, descendants, is_alone, is_function, named};

/// A function that does something to an object.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that other rules ask for")]
#[derive(Clone, Copy)]
struct FoundAct {
    function: FunctionId,
    effect: Effect,
    /// True if the object is its result.
    is_maker: bool,
    /// True if it is the constructor of the object.
    is_new: bool,
    /// True if it is given values.
    has_values: bool,
    /// True if it makes the object of what the body is given: what a helper checks.
    is_of_input: bool,
    /// True if a check that passed has told of its result.
    is_checked: bool,
    /// True if a title says its name as that.
    is_said: bool,
    /// True if the test is named for it.
    is_named: bool,
}

impl FoundAct {
    fn done(function: FunctionId, effect: Effect) -> FoundAct {
        FoundAct {
            function,
            effect,
            is_maker: false,
            is_new: false,
            has_values: false,
            is_of_input: false,
            is_checked: false,
            is_said: false,
            is_named: false,
        }
    }
}

/// A function that observes an object, as a check calls it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that other rules ask for")]
struct Observer<'o> {
    function: FunctionId,
    observation: Observation,
    /// The words of the test's titles.
    test: &'o [String],
    /// The words of its own title, if that names the observer.
    own_title: Option<Vec<String>>,
    /// True if the test is named for it.
    is_titled: bool,
    /// True if a title is its name.
    is_subject: bool,
    /// True for a method that is given nothing.
    is_plain: bool,
    /// True if it is given something.
    is_asked: bool,
    /// True if it works out what it tells.
    works_out: bool,
    /// True if it only tells of its object: a getter, or a method that looks up a part of it.
    only_tells: bool,
}

impl Observer<'_> {
    /// Returns it as the test names it: not at all if only a noun of the test has its name.
    fn named<'n>(&'n self, name: &'n str) -> Named<'n> {
        Named { name, test: if self.is_titled { self.test } else { &[] } }
    }
}

/// A look at an object by a function that observes it.
struct Look<'t> {
    observer: FunctionId,
    observation: Observation,
    /// True if the observer is given something.
    is_asked: bool,
    /// The object of the look.
    object: Node<'t>,
    /// True for one of several parts of a checked value.
    is_one_of_several: bool,
}

/// A look that stands in a helper of the tests, as a test that calls the helper sees it.
pub(super) struct HelperLook {
    observer: FunctionId,
    observation: Observation,
    is_asked: bool,
    /// The name of the helper.
    helper: String,
    object: LookedAt,
}

/// The object of a helper's look.
enum LookedAt {
    /// The argument at a place.
    Argument(usize),
    /// A variable around the helper.
    Variable(String),
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
        let act = self.act_behind(observer, nodes, end, context);
        let act = act.or_else(|| {
            let is_own = self.is_changed_copy(observer, end);
            if is_own { None } else { self.named_effect(observer, nodes, end, context) }
        });
        let act = self.asked(observer, nodes, act, context).or(act);
        act.map_or(decision, |act| Ok(Target::Function(act)))
    }

    /// Returns the function that a test is named for and that a statement before a byte calls for what some nodes then look at: on a
    /// variable of them, `board.put(pen)`, for nothing but what it does to one, `shuffle(pens)`, or for the value of one,
    /// `const pens = parse(text)`.
    fn named_effect(
        &self,
        decided: FunctionId,
        nodes: &[Node<'t>],
        end: usize,
        context: &Context<'t>,
    ) -> Option<FunctionId> {
        let test = acts::words(&context.titles);
        if self.is_titled(decided, &test) {
            return None;
        }
        let used =
            nodes.iter().flat_map(|node| descendants(*node)).filter(|node| node.kind() == "identifier");
        let used: Vec<(&str, usize)> = used.map(|node| (self.code.text(node), node.start_byte())).collect();
        let is_used = |(name, at): (&str, usize)| {
            let mut same = used.iter().filter(|(used, _)| *used == name);
            same.any(|(_, used)| self.code.is_same_variable(name, *used, at))
        };
        let is_own = |(name, at): (&str, usize)| self.code.is_declared_in(name, at, &self.bytes);
        let works_out = self.code.index.works_out(decided);
        let is_followed = Cell::new(false);
        let is_named = |function: &FunctionId| {
            let name = &*self.code.index.function(*function).name;
            *function != decided
                && (self.is_evident(*function, context)
                    || !is_followed.get() && self.is_mentioned(*function, works_out, context)
                    || context.helper.as_deref().is_some_and(|helper| is_helper_named_for(name, helper)))
        };
        let call = self.call_in(nodes, decided);
        let receiver = call.and_then(|call| call.child_by_field_name("function").map(bare));
        let receiver =
            receiver.and_then(|called| self.code.chain_root(called.child_by_field_name("object")?));
        // What is done for nothing but its effect is no look.
        let is_look = call.is_none_or(|call| !is_alone(call));
        let mut is_checked = false;
        self.ran_before(end).into_iter().rev().take(MOST_BEFORE).find_map(|ran| {
            let statement = ran.statement;
            let checked = self.check(statement).map(|check| check.values).unwrap_or_default();
            let mut checked = checked.into_iter().flat_map(descendants);
            is_checked |= checked.any(|node| {
                let place = (self.code.text(node), node.start_byte());
                node.kind() == "identifier" && is_own(place) && is_used(place)
            });
            if let Some(call) = self.alone_in(statement) {
                let function = self.function_called(call)?;
                let on = call.child_by_field_name("function").map(bare);
                let on = on.and_then(|on| self.code.chain_root(on.child_by_field_name("object")?));
                let given = arguments(call).into_iter().filter(|given| given.kind() == "identifier");
                let mut given = given.map(|given| (self.code.text(given), given.start_byte()));
                let is_shared =
                    is_look && on.is_some_and(is_used) || given.any(|given| is_own(given) && is_used(given));
                let named = Some(function).filter(|function| is_shared && is_named(function));
                is_followed.set(is_followed.get() || is_shared);
                return named;
            }
            // A check that passed has told of what was made; what is called on an object is about more than its maker.
            let made = ran.parts(self.statements[statement].node).take_while(|_| is_look && !is_checked);
            let declared = made
                .filter(|node| node.kind() == "variable_declarator")
                .filter(|node| receiver.is_none_or(|(root, _)| root != self.code.field(*node, "name")))
                .find(|node| is_used((self.code.field(*node, "name"), node.end_byte())))?;
            let value = declared.child_by_field_name("value")?;
            descendants(value).filter_map(|part| self.function_called(part)).find(is_named)
        })
    }

    /// Returns the function that a node itself calls, not by reading a getter.
    pub(super) fn function_called(&self, node: Node<'t>) -> Option<FunctionId> {
        match self.code.target_of(node).filter(|call| !call.is_read && !call.is_made)?.target {
            Target::Function(function) => Some(function),
            Target::Class(_) => None,
        }
    }

    fn act_behind(
        &self,
        observer: FunctionId,
        nodes: &[Node<'t>],
        end: usize,
        context: &Context<'t>,
    ) -> Option<FunctionId> {
        let read = self.call_in(nodes, observer)?;
        let member = read.child_by_field_name("function").map_or(read, bare);
        let look = Look {
            observer,
            observation: self.observation_by(read, observer)?,
            is_asked: self.asks(read),
            object: member.child_by_field_name("object")?,
            is_one_of_several: is_one_of_several(read, nodes),
        };
        self.act_before(&look, end, context)
    }

    /// Returns true for a call that is given something by which it tells: not `{}`, which asks for everything, nor what goes on behind it.
    fn asks(&self, call: Node<'t>) -> bool {
        arguments(call).into_iter().map(bare).any(|given| {
            let is_everything = given.kind() == "object" && named(given).next().is_none();
            !is_everything && !self.goes_on_in(given)
        })
    }

    /// Returns true for a function in which the test goes on, as it calls what it was given itself: `done()`.
    pub(super) fn goes_on_in(&self, function: Node<'t>) -> bool {
        let body = function.child_by_field_name("body").filter(|_| is_function(function));
        let called =
            body.into_iter().flat_map(descendants).filter_map(|part| part.child_by_field_name("function"));
        { called }.any(|called| self.is_input(called))
    }

    /// Returns the look by which this body, a helper of the tests, decided for a function: its first call here.
    pub(super) fn look_of_helper(&self, helper: Node<'t>, decided: Target, name: &str) -> Option<HelperLook> {
        let Target::Function(observer) = decided else { return None };
        let nodes: Vec<Node<'t>> =
            self.statements.iter().flat_map(|statement| statement.expressions_or_self()).collect();
        let read = self.call_in(&nodes, observer)?;
        let member = read.child_by_field_name("function").map_or(read, bare);
        let (root, at) = self.code.chain_root(member.child_by_field_name("object")?)?;
        let parameters = parameters_of(helper);
        let place = parameters.iter().position(|parameter| self.code.text(*parameter) == root);
        let object = match place {
            Some(place) => LookedAt::Argument(place),
            None if self.code.is_declared_in(root, at, &self.bytes) => return None,
            None => LookedAt::Variable(root.to_owned()),
        };
        Some(HelperLook {
            observer,
            observation: self.observation_by(read, observer)?,
            is_asked: self.asks(read),
            helper: name.to_owned(),
            object,
        })
    }

    /// Returns the act before a statement that calls a helper of the tests, which looks at an object.
    pub(super) fn act_before_helper(
        &self,
        look: &HelperLook,
        statement: usize,
        context: &Context<'t>,
    ) -> Option<FunctionId> {
        let parts = self.statements[statement].expressions_or_self().into_iter().flat_map(descendants);
        let call = { parts }.find(|call| {
            let called = self.code.field(*call, "function");
            call.kind() == "call_expression" && called.rsplit('.').next() == Some(&*look.helper)
        })?;
        let object = match &look.object {
            LookedAt::Argument(place) => *arguments(call).get(*place)?,
            LookedAt::Variable(name) => {
                let parts = self.statements.iter().flat_map(|statement| descendants(statement.node));
                { parts }.find(|part| part.kind() == "identifier" && self.code.text(*part) == name)?
            }
        };
        let look = Look {
            observer: look.observer,
            observation: look.observation,
            is_asked: look.is_asked,
            object,
            is_one_of_several: false,
        };
        self.act_before(&look, self.statements[statement].node.start_byte(), context)
    }

    /// Returns the act before a look that a helper of the tests returns what it gives: `expect(sizeOf(pens))`.
    pub(super) fn act_behind_helper(
        &self,
        decision: Decision,
        nodes: &[Node<'t>],
        end: usize,
        context: &Context<'t>,
    ) -> Decision {
        let Ok(Target::Function(observer)) = decision else { return decision };
        let calls = nodes.iter().flat_map(|node| descendants(*node));
        let given = calls.filter(|node| node.kind() == "call_expression").flat_map(arguments);
        let object = { given }.find(|given| given.kind() == "identifier");
        let observation = self.code.index.observation_of(observer, Called::WithoutValues);
        let act = object.zip(observation).and_then(|(object, observation)| {
            let look = Look { observer, observation, is_asked: false, object, is_one_of_several: false };
            self.act_before(&look, end, context)
        });
        act.map_or(decision, |act| Ok(Target::Function(act)))
    }

    fn act_before(&self, look: &Look<'t>, end: usize, context: &Context<'t>) -> Option<FunctionId> {
        let index = self.code.index;
        let Look { observer, observation, is_asked, object, is_one_of_several } = *look;
        let declared = index.function(observer);
        let works_out = index.works_out(observer);
        // What a sum leaves out, the sum decides, whatever the suite is named for; so it does if its own title only says that there is one.
        let is_of_sum = |title: &String| is_counted_in(&declared.name, title);
        let only_tells = context.parts.last().is_some_and(|title| only_tells_of(&declared.name, title));
        if works_out && (only_tells || context.parts.iter().any(is_of_sum)) {
            return None;
        }
        let titled = self.titled_before(Some(observer), end, context);
        if titled.is_some() {
            return titled;
        }
        if self.is_changed_copy(observer, end) {
            return None;
        }
        let test = acts::words(&context.titles);
        let mut found = self.acts_on(object, observer, end, context);
        for at in 0..found.len() {
            let act = &found[at];
            let name = &*index.function(act.function).name;
            // What something else is done behind has only arranged for that, whatever words a sentence has.
            let is_last = !found[..at].iter().any(|later| later.function != act.function && !later.is_maker);
            let is_named = self.is_evident(act.function, context)
                || is_last && self.is_mentioned(act.function, works_out, context);
            let is_said = context.parts.iter().any(|title| is_said(name, title));
            found[at] = FoundAct { is_said, is_named, ..*act };
        }
        let is_getter = declared.kind == Kind::Getter;
        let is_half_of_pair = index.shows_part(observer)
            && found
                .iter()
                .any(|act| !act.is_maker && are_pair(&declared.name, &index.function(act.function).name));
        let observation = if is_half_of_pair { Observation::Reads } else { observation };
        let is_told = context.parts.iter().any(|title| is_told(&declared.name, title));
        // A noun of a title is seldom the getter of that name: what is counted, or what was set.
        let is_reader = (is_getter || !is_asked) && observation == Observation::Reads;
        let is_noun = (is_reader || is_half_of_pair) && !is_told;
        let is_accessor = matches!(&*declared.name, "get" | "has" | "at" | "peek");
        let own_title = acts::words(&context.own_title);
        // In which order something is told, what tells it decides.
        let is_of_order = says_order(&context.own_title) && is_named_for(&declared.name, &own_title);
        if is_of_order && !found.iter().any(|act| act.is_named) {
            return None;
        }
        let mut observer = Observer {
            function: observer,
            observation,
            test: &test,
            own_title: Some(own_title).filter(|title| !is_noun && is_named_for(&declared.name, title)),
            is_titled: !is_noun && is_named_for(&declared.name, &test)
                || is_value(&declared.name) && context.parts.iter().any(|title| says_value(title)),
            is_subject: context.parts.iter().any(|title| is_all(&declared.name, title)),
            is_plain: !is_asked && !is_getter,
            is_asked,
            works_out,
            only_tells: is_getter && !index.searches(observer)
                || is_asked && (is_accessor || is_half_of_pair || index.only_looks_up(observer)),
        };
        if observer.only_tells && (is_one_of_several || self.is_done(observer.function, end)) {
            // What is checked with other values, or done by itself before, is tested as well.
            found.retain(|act| act.is_maker);
            observer.only_tells = false;
        }
        let only_made = found.iter().all(|act| act.is_maker);
        let counts = is_getter && only_made && !observer.is_titled && index.gives_count(observer.function);
        let set = found.iter().find(|act| {
            is_getter && self.is_set_by(act, &observer) || counts && act.effect != Effect::Creates
        });
        if set.is_some() {
            return set.map(|act| act.function);
        }
        let last = found.iter().find(|act| !act.is_maker).filter(|last| {
            let sets = are_pair(&declared.name, &index.function(last.function).name);
            sets && is_half_of_pair && is_noun && !found.iter().any(|act| act.is_said)
        });
        if last.is_some() {
            return last.map(|act| act.function);
        }
        let by_subject = found.first().filter(|act| {
            // What the tested module makes is the act, however its parts are looked at.
            only_made && !act.is_new && !is_told && self.is_of_subject(act.function, context)
        });
        if by_subject.is_some() && !self.is_of_subject(observer.function, context) {
            return by_subject.map(|act| act.function);
        }
        if (observer.only_tells || observer.is_plain) && !observer.is_titled {
            let is_of_subject = match self.code.meaning(object) {
                // What a class inherits from another module, or gets of it, is its own.
                Some(Meaning::Object(class)) if self.is_subject(class.file, Some(class), context) => true,
                _ => self.is_of_subject(observer.function, context),
            };
            let of_subject = self.act_on_subject(&observer, is_of_subject, end, context);
            if of_subject.is_some() {
                return of_subject;
            }
        }
        let acts = found.iter().enumerate().filter(|(at, act)| {
            !act.is_new && self.is_act(act, &observer) && !self.is_past(act, &found[..*at], &observer)
        });
        let acts: Vec<&FoundAct> = acts.map(|(_, act)| act).collect();
        let of_title = acts.iter().find(|act| !act.is_maker && act.is_named);
        let act = of_title.or(acts.first()).map(|act| act.function);
        let act = act.filter(|act| !self.is_moved_on(*act, observer.function, end));
        act.or_else(|| self.made_for(&found, &observer))
    }

    /// Returns what made the object of a look of values on which nothing else acts, if the look shows those.
    fn made_for(&self, found: &[FoundAct], observer: &Observer<'_>) -> Option<FunctionId> {
        let index = self.code.index;
        let name = &*index.function(observer.function).name;
        if !observer.is_plain {
            return None;
        }
        if is_value(name) {
            let maker = converted_by(found).filter(|maker| !index.only_stores(*maker));
            return maker.filter(|_| !observer.is_titled);
        }
        let is_shown = observer.observation == Observation::Reads && !is_named_for(name, observer.test);
        made_of_values(found).filter(|_| is_shown)
    }

    /// Returns the method that was called last, behind the statement that made some variables and before a byte, on what had made them, if
    /// it was given one of them, a part of it, or nothing, and may have changed it: `garage.pay(ticket.id)`. None if the test is named
    /// for what made them.
    pub(super) fn changed_since(
        &self,
        statement: usize,
        variables: &[Node<'t>],
        end: usize,
        context: &Context<'t>,
    ) -> Option<FunctionId> {
        let made = self.changed(statement);
        let is_made = |name: &str| {
            made.contains(&name) && variables.iter().any(|variable| self.code.text(*variable) == name)
        };
        let calls = self.statements[statement].expressions_or_self().into_iter().flat_map(descendants);
        let (maker, owner) =
            { calls }.find_map(|call| Some((self.function_called(call)?, self.object_of(call)?)))?;
        let behind = self.statements[statement].node.end_byte();
        let later = self.ran_before(end).into_iter().rev();
        let later = later.take_while(|later| self.statements[later.statement].node.start_byte() >= behind);
        let last = { later }.flat_map(|later| self.parts_run(later)).find_map(|part| {
            let function = self.function_called(part).filter(|function| *function != maker)?;
            let given = arguments(part);
            let is_about = given.is_empty()
                || given
                    .iter()
                    .any(|given| self.code.chain_root(*given).is_some_and(|(root, _)| is_made(root)));
            let is_act =
                is_about && self.object_of(part) == Some(owner) && self.code.index.changes_state(function);
            is_act.then_some(function)
        })?;
        let is_about_maker = self.is_evident(maker, context) && !self.is_evident(last, context);
        (!is_about_maker).then_some(last)
    }

    /// Returns the method that is a title by its name, if a statement before a byte calls it and no title says the observer: a suite
    /// named `post` says more than a word of a sentence.
    pub(super) fn titled_before(
        &self,
        observer: Option<FunctionId>,
        end: usize,
        context: &Context<'t>,
    ) -> Option<FunctionId> {
        let name_of_observer = observer.map(|observer| &*self.code.index.function(observer).name);
        if context.parts.iter().any(|title| name_of_observer.is_some_and(|name| is_said(name, title))) {
            return None;
        }
        context.parts.iter().rev().find_map(|title| {
            let statements = self.ran_before(end).into_iter().rev().take(MOST_BEFORE);
            let statements = statements.filter(|ran| !self.is_undone(ran.statement, observer));
            let mut parts = statements.flat_map(|ran| self.parts_run(ran));
            parts.find_map(|part| {
                let function = self.function_called(part)?;
                let declared = self.code.index.function(function);
                // What makes the object is no act on it.
                let is_act = is_alone(part) || declared.class.is_some() && !declared.is_static;
                (is_act && Some(function) != observer && is_all(&declared.name, title)).then_some(function)
            })
        })
    }

    /// Returns the first call of a function in some nodes.
    pub(super) fn call_in(&self, nodes: &[Node<'t>], function: FunctionId) -> Option<Node<'t>> {
        nodes.iter().flat_map(|node| descendants(*node)).find(|node| {
            let call = self.code.target_of(*node);
            call.is_some_and(|call| call.target == Target::Function(function))
        })
    }

    /// Returns the way in which a call of a function observes its object.
    fn observation_by(&self, call: Node<'t>, function: FunctionId) -> Option<Observation> {
        let called = if arguments(call).is_empty() { Called::WithoutValues } else { Called::WithValues };
        self.code.index.observation_of(function, called)
    }

    /// Returns true for a decision for a function that observes its object where some nodes call it.
    pub(super) fn observes(&self, nodes: &[Node<'t>], decision: &Decision) -> bool {
        let Ok(Target::Function(function)) = decision else { return false };
        self.call_in(nodes, *function).is_some_and(|call| self.observation_by(call, *function).is_some())
    }

    /// Returns the expression that a statement is, as a call whose result nothing uses.
    pub(super) fn alone_in(&self, statement: usize) -> Option<Node<'t>> {
        let node = self.statements[statement].node;
        named(node).next().map(bare).filter(|_| node.kind() == "expression_statement")
    }

    /// Returns true for a function that a statement before a byte calls, with no use for its result.
    fn is_done(&self, function: FunctionId, end: usize) -> bool {
        self.before(end).into_iter().any(|statement| {
            let call = self.alone_in(statement);
            let target = call.and_then(|call| self.code.target_of(call)).map(|call| call.target);
            target == Some(Target::Function(function))
        })
    }

    /// Returns true for a statement that must throw, before a look by a getter of a field: that reads what was there before. What a method
    /// tells, or a getter works out, is what the act has left behind, though it threw.
    fn is_undone(&self, statement: usize, observer: Option<FunctionId>) -> bool {
        let index = self.code.index;
        observer.is_some_and(|observer| {
            index.function(observer).kind == Kind::Getter
                && index.observation(observer) == Some(Observation::Reads)
        }) && self.oracle(statement).is_some_and(|oracle| oracle.category.expects_exception())
    }

    /// Returns true if a title is evidence that the test is about a function.
    pub(super) fn is_evident(&self, function: FunctionId, context: &Context<'t>) -> bool {
        let name = &*self.code.index.function(function).name;
        context.parts.iter().any(|title| is_evident(name, title))
    }

    /// Returns true if a word of a title may mean a function. Before a look that works something out, a word of the title's condition
    /// only says what was arranged.
    fn is_mentioned(&self, function: FunctionId, is_worked_out: bool, context: &Context<'t>) -> bool {
        let is_titled = context.parts.iter().any(|title| {
            let all = if is_worked_out { topic(title) } else { acts::words(title) };
            self.is_titled(function, &all)
        });
        is_titled || !is_worked_out && self.is_titled(function, &acts::words(&context.titles))
    }

    /// Returns true if what a function gave was changed before a byte, in a variable or at once: the check asks whether that has changed
    /// the object.
    fn is_changed_copy(&self, observer: FunctionId, end: usize) -> bool {
        let before = self.before(end);
        let parts = || before.iter().flat_map(|statement| descendants(self.statements[*statement].node));
        let is_given = |value: Node<'t>| {
            let called = self.code.target_of(bare(value));
            called.is_some_and(|called| called.target == Target::Function(observer))
        };
        let copies = parts().filter(|part| {
            part.kind() == "variable_declarator" && part.child_by_field_name("value").is_some_and(is_given)
        });
        let copies = copies.filter_map(|copy| copy.child_by_field_name("name"));
        // `pens.first((pen) => { pen.ink = 2; … })`
        let running = self.ran_before(end).into_iter().filter_map(|ran| ran.running);
        let running = running.filter(|function| self.call_given(*function).is_some_and(is_given));
        let is_changed_later = copies.chain(running.flat_map(parameters_of)).any(|copy| {
            let names: Vec<&str> = descendants(copy).map(|name| self.code.text(name)).collect();
            before.iter().any(|statement| {
                self.statements[*statement].node.start_byte() > copy.end_byte()
                    && self.check(*statement).is_none()
                    && self.changed(*statement).iter().any(|changed| names.contains(changed))
            })
        });
        let part_of = |node: Node<'t>| {
            let inner = node.child_by_field_name("object").or_else(|| node.child_by_field_name("function"));
            inner.map(bare)
        };
        // `pens.list().pop()`, `pens.list()[0].ink = 2`
        is_changed_later
            || parts().any(|part| {
                let changed = match part.kind() {
                    "assignment_expression" | "augmented_assignment_expression" => {
                        part.child_by_field_name("left")
                    }
                    "call_expression" => part
                        .child_by_field_name("function")
                        .filter(|called| is_changing(self.code.field(*called, "property"))),
                    _ => None,
                };
                let chain = iter::successors(changed.map(bare).and_then(part_of), |node| part_of(*node));
                { chain }.any(is_given)
            })
    }

    fn is_titled(&self, function: FunctionId, test: &[String]) -> bool {
        is_named_for(&self.code.index.function(function).name, test)
    }

    /// Returns true for what gave a getter its value: an assignment, and of one that gives a field what changed or made its object.
    fn is_set_by(&self, act: &FoundAct, getter: &Observer<'_>) -> bool {
        let index = self.code.index;
        let function = index.function(act.function);
        let name = &*index.function(getter.function).name;
        match function.kind {
            Kind::Setter => {
                let own = Named { name: &function.name, test: getter.test };
                let getter_named = getter.named(name);
                function.name == name
                    || is_about_act(getter.observation, &getter_named, &own, act.effect, Clues::default())
            }
            _ => !getter.is_titled && index.gives_field(getter.function),
        }
    }

    /// Returns true for what a check is not about because of what was done `since`: another change, if a check has told of this one, or
    /// what sets what the observer gives, if only a word of a title names this one.
    fn is_past(&self, act: &FoundAct, since: &[FoundAct], observer: &Observer<'_>) -> bool {
        let name = |function: FunctionId| &*self.code.index.function(function).name;
        let sets = |act: &FoundAct| are_pair(name(observer.function), name(act.function));
        let mut others = since.iter().filter(|other| other.function != act.function && !other.is_maker);
        others.any(|other| act.is_checked && !other.is_checked || sets(other) && !sets(act) && !act.is_said)
    }

    /// Returns true for what was done to an object if the check through an observer is about that.
    fn is_act(&self, act: &FoundAct, observer: &Observer<'_>) -> bool {
        let name = |function: FunctionId| spoken(&self.code.index.function(function).name);
        let own = Named { name: name(act.function), test: observer.test };
        let is_about = |observation, clues| {
            is_about_act(observation, &observer.named(name(observer.function)), &own, act.effect, clues)
        };
        let is_change = !act.is_maker && matches!(act.effect, Effect::Changes | Effect::Stores);
        // A suite says less than the title of the test.
        let own_title = observer.own_title.as_ref().filter(|_| !observer.is_plain);
        if own_title.is_some_and(|title| !self.is_titled(act.function, title)) {
            return false;
        }
        if observer.is_subject && !act.is_said {
            return false;
        }
        if act.is_named {
            // What is given something may be what the test is named for as well.
            let clues = Clues { is_asked: observer.is_asked, ..Clues::default() };
            return act.effect == Effect::Makes && !observer.is_titled
                || (is_change || observer.is_plain) && is_about(Observation::Computes, clues);
        }
        if observer.is_titled {
            return observer.is_plain && observer.observation == Observation::Reads;
        }
        if observer.is_plain && observer.works_out && is_change {
            return false;
        }
        if observer.is_plain {
            // What only makes an object is the act of no check of its state.
            let only_makes = act.effect == Effect::Creates
                && observer.observation == Observation::Reads
                && !act.is_of_input;
            return !only_makes && is_about(observer.observation, Clues::default());
        }
        // What only puts something in arranges for what a getter computes.
        let arranges = !observer.is_asked
            && act.effect == Effect::Stores
            && observer.observation == Observation::Computes;
        is_change && observer.only_tells && !arranges
    }

    /// Returns the last call that changes something and for which a test is named, or else, where a check asks an object of another
    /// class, the last one on what the test is named after: `bank.transfer(…)` before `account.balance()`.
    fn act_on_subject(
        &self,
        observer: &Observer<'_>,
        is_of_subject: bool,
        end: usize,
        context: &Context<'t>,
    ) -> Option<FunctionId> {
        let before = self.ran_before(end).into_iter().rev().take(MOST_BEFORE);
        let before =
            before.filter(|ran| !is_of_subject || !self.is_undone(ran.statement, Some(observer.function)));
        let parts = before.flat_map(|ran| self.parts_run(ran));
        let acts: Vec<FunctionId> = parts.filter_map(|part| self.changing_call(part)).collect();
        let of_title = acts.iter().enumerate().find(|(at, act)| {
            let class = |function: FunctionId| (function.file, self.code.index.function(function).class);
            let is_last = !acts[..*at].iter().any(|later| later != *act && class(*later) == class(**act));
            self.is_evident(**act, context)
                || is_last && self.is_mentioned(**act, observer.works_out, context)
        });
        let of_title = of_title.map(|(_, act)| act);
        let mut of_subject = acts.iter().filter(|act| !is_of_subject && self.is_of_subject(**act, context));
        of_title.or_else(|| of_subject.next()).copied()
    }

    /// Returns the method that a node calls if it may change something: also one that reads its object, where nothing uses what it gives.
    fn changing_call(&self, node: Node<'t>) -> Option<FunctionId> {
        let index = self.code.index;
        let call = self.code.target_of(node).filter(|call| !call.is_made && !call.is_read)?;
        let Target::Function(function) = call.target else { return None };
        let declared = index.function(function);
        let is_method = declared.class.is_some() && !declared.is_static;
        (is_method && (is_alone(node) || index.observation(function).is_none())).then_some(function)
    }

    /// Returns true for a function of the module, or the class, that a test is named after.
    fn is_of_subject(&self, function: FunctionId, context: &Context<'t>) -> bool {
        let class = self.code.index.function(function).class;
        let class = class.map(|place| ClassId { file: function.file, place });
        self.is_subject(function.file, class, context)
    }

    /// Returns true if a test is named after a file, or a class.
    fn is_subject(&self, file: FileId, class: Option<ClassId>, context: &Context<'t>) -> bool {
        let index = self.code.index;
        stem_of(&index.file(file).name).to_lowercase() == tested_stem(&index.file(self.code.file).name)
            || class.is_some_and(|class| has_word(&context.titles, &index.class(class).name.to_lowercase()))
    }

    /// Returns what was done to an object before a byte, the last first, and what made it.
    fn acts_on(
        &self,
        object: Node<'t>,
        observer: FunctionId,
        end: usize,
        context: &Context<'t>,
    ) -> Vec<FoundAct> {
        let index = self.code.index;
        let mut found: Vec<FoundAct> = self.done_to_result(object).chain(self.made_in(object)).collect();
        let Some((root, at)) = self.code.chain_root(object) else { return found };
        let wholes = self.wholes_of(root, at);
        for ran in self.ran_before(end).into_iter().rev().take(MOST_BEFORE) {
            let statement = ran.statement;
            if self.is_undone(statement, Some(observer)) {
                continue;
            }
            let node = self.statements[statement].node;
            let is_check =
                self.check(statement).is_some_and(|check| !matches!(check.kind, CheckKind::Throws(_)));
            let is_same = |node: Node<'t>| {
                let own = self.code.chain_root(node);
                own.is_some_and(|(name, own)| {
                    let mut wholes = wholes.iter();
                    wholes.any(|(whole, at)| name == *whole && self.code.is_same_variable(name, own, *at))
                })
            };
            for part in self.parts_run(ran) {
                let Some(Target::Function(function)) = self.code.target_of(part).map(|call| call.target)
                else {
                    let acts = self.acts_of_helper(part).into_iter().filter(|act| match &act.on {
                        ActedOn::Given(given) => is_same(*given),
                        ActedOn::Around(name) => wholes.iter().any(|(whole, _)| whole == name),
                        ActedOn::Own => false,
                    });
                    found.extend(acts.map(|act| FoundAct::done(act.function, Effect::Changes)));
                    continue;
                };
                let called = ["function", "left"].into_iter().find_map(|name| part.child_by_field_name(name));
                let is_on = called
                    .map(bare)
                    .and_then(|called| called.child_by_field_name("object"))
                    .is_some_and(is_same);
                let is_given =
                    arguments(part).into_iter().any(|given| given.kind() == "identifier" && is_same(given));
                // What a title says was done was to change something, whatever is left of that.
                let is_said = function != observer
                    && index.function(function).kind == Kind::Called
                    && !acts::looks_up(&index.function(function).name)
                    && self.is_evident(function, context);
                if is_on && (is_said || index.changes_state(function))
                    || is_alone(part)
                        && (is_on && index.function(function).class.is_some() || is_given)
                        && index.observation(function).is_none()
                {
                    let begins = arguments(part).is_empty() && is_beginning(&index.function(function).name);
                    let only_arranges = begins || index.only_stores(function);
                    let effect = if only_arranges { Effect::Stores } else { Effect::Changes };
                    found.push(FoundAct { is_checked: is_check, ..FoundAct::done(function, effect) });
                }
            }
            let whole = wholes.last().map_or(root, |(whole, _)| whole);
            if let Some(value) = self.given_in(node, whole) {
                found.extend(self.done_to_result(value));
                found.extend(self.made_in(value));
                break;
            }
        }
        found
    }

    /// Returns what a helper of the tests whose result a value is does to that: to what it has made, or to what it is given.
    fn done_to_result(&self, value: Node<'t>) -> impl Iterator<Item = FoundAct> {
        let acts = self.acts_of_helper(value).into_iter().filter(|act| act.is_returned);
        acts.map(|act| FoundAct::done(act.function, Effect::Changes))
    }

    /// Returns a variable, and those of whose parts it is one: `index` and `store` of `const index = store.indexes[key]`. What changes
    /// the whole changes the part.
    fn wholes_of(&self, name: &'t str, at: usize) -> Vec<(&'t str, usize)> {
        let wholes = iter::successors(Some((name, at)), |(name, at)| {
            let Some(Given::Value(value)) = self.code.given(name, *at).into_iter().next() else {
                return None;
            };
            let value = bare(value);
            let is_part = matches!(value.kind(), "member_expression" | "subscript_expression")
                && !descendants(value).any(|part| part.kind() == "call_expression");
            if is_part { self.code.chain_root(value) } else { None }
        });
        wholes.take(DEEPEST).collect()
    }

    /// Returns the expressions of a statement without those of its block.
    fn head_of(&self, statement: Node<'t>) -> Vec<Node<'t>> {
        let own = self.statements.iter().find(|own| own.node == statement);
        own.map_or_else(Vec::new, |own| own.expressions_or_self())
    }

    /// Returns the value that a statement gives to a variable.
    pub(super) fn given_in(&self, statement: Node<'t>, variable: &str) -> Option<Node<'t>> {
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
        let Some(call) = self.code.target_of(bare(expression)) else {
            return self.made_by_helper(expression);
        };
        let Target::Function(function) = call.target else { return None };
        if call.is_read {
            return None;
        }
        let declared = index.function(function);
        // A function of no object that makes one stands for its constructor: one that is named as a class is it.
        let is_alone = declared.class.is_none();
        let is_new = call.is_made || is_alone && declared.name.starts_with(char::is_uppercase);
        // One of a class stands for a constructor, too, unless its name says of what it makes the object.
        let creates = is_new || (declared.is_static || is_alone) && is_maker(&declared.name);
        let effect = if creates {
            Effect::Creates
        } else if index.returns_itself(function) && index.changes_state(function) {
            Effect::Changes
        } else {
            Effect::Makes
        };
        let given = arguments(bare(expression));
        let has_values = !given.is_empty();
        let is_of_input = given.into_iter().flat_map(descendants).any(|given| self.is_input(given));
        Some(FoundAct { is_maker: true, is_new, has_values, is_of_input, ..FoundAct::done(function, effect) })
    }

    /// Returns the only function whose result a helper of the tests returns that an expression calls.
    fn made_by_helper(&self, expression: Node<'t>) -> Option<FoundAct> {
        let call = Some(bare(expression)).filter(|call| call.kind() == "call_expression")?;
        match self.code.returned_by_helpers(call, DEEPEST)[..] {
            [Target::Function(function)] => {
                Some(FoundAct { is_maker: true, ..FoundAct::done(function, Effect::Makes) })
            }
            _ => None,
        }
    }

    /// Returns true for a parameter of the body: what a helper is given, or a row of a table of tests.
    pub(super) fn is_input(&self, node: Node<'t>) -> bool {
        if node.kind() != "identifier" {
            return false;
        }
        let mut given = self.code.given(self.code.text(node), node.start_byte()).into_iter();
        given.any(|given| match given {
            Given::Parameter(function, _) => {
                self.bytes.start <= function.start_byte()
                    && function.end_byte() <= self.bytes.end
                    && self.call_given(function).is_none()
            }
            _ => false,
        })
    }
}

/// Returns the constructor of an object on which nothing else acts, if it is given values: what the object shows is what it was made of.
fn made_of_values(found: &[FoundAct]) -> Option<FunctionId> {
    match found {
        [only] if only.is_new && only.has_values => Some(only.function),
        _ => None,
    }
}

/// Returns what made an object on which nothing else acts of values, whatever that is called: a plain value of the object tells of it.
fn converted_by(found: &[FoundAct]) -> Option<FunctionId> {
    match found {
        [only] if only.is_maker && only.has_values => Some(only.function),
        _ => None,
    }
}

/// Returns true for a part of a literal with other values.
fn is_one_of_several(read: Node<'_>, nodes: &[Node<'_>]) -> bool {
    nodes.iter().map(|node| bare(*node)).any(|node| {
        matches!(node.kind(), "object" | "array")
            && named(node).nth(1).is_some()
            && (node.start_byte()..node.end_byte()).contains(&read.start_byte())
    })
}

/// Returns true for the name of a function that begins what an object does later: `start`, `openGate`. Given nothing, it only arranges.
fn is_beginning(name: &str) -> bool {
    acts::words(name).first().is_some_and(|first| {
        matches!(&**first, "start" | "begin" | "open" | "init" | "connect" | "launch" | "activate" | "resume")
    })
}

/// Returns true for the name of a function that only makes an object: `createCart`, `newPen`, `useCounter`.
fn is_maker(name: &str) -> bool {
    let words = acts::words(name);
    words.first().is_some_and(|first| {
        matches!(&**first, "create" | "make" | "new" | "build" | "init" | "setup" | "use" | "of")
    })
}
