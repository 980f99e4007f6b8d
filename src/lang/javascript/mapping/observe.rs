//! The ways in which a member of an object observes it: it reads a field, presents the object, or computes something of it. A function
//! that changes the object observes nothing.
//!
//! Only the sources are read: the statements of the function, and those of the members of its own object that it calls. What a function
//! that makes objects keeps in its variables is as much their state as what a class keeps in fields. A change that is taken back
//! (`restored`) is none, and neither is upkeep before a look (`upkeep`), nor what a call without values leaves out.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::conversions::is_value;
use super::copies::{copied, copied_in_loop, told_by_member};
use super::decides::{decides, searches};
use super::names::says_order;
use super::node_at;
use super::parts::Parts;
use super::restored::is_restored;
use crate::lang::acts::{Observation, is_text, looks_up, presents};
use crate::lang::javascript::index::declarations::returns;
use crate::lang::javascript::index::{ClassId, Expr, FunctionId, Index, Kind, Meaning};
use crate::lang::javascript::syntax::{arguments, bare, descendants, field, is_function, named, text};

/// The longest source, in bytes, of a function that is read for what it changes.
const LONGEST_READ: usize = 20_000;

/// The longest file, in bytes, whose tree is asked several times: that of a longer one may not be kept.
const LONGEST_FILE: usize = 200_000;

/// The longest chain of functions that is followed, and the number of functions that are read for one question.
const DEEPEST: usize = 4;
const MOST: usize = 30;

/// The methods of the language's own classes that change what they are called on.
const CHANGING: &str = "push pop shift unshift splice sort reverse fill copyWithin set add delete clear append prepend remove insert write";

/// The methods that copy or count what they are called on.
const READERS: &str = "slice values keys entries toString valueOf concat";

/// The methods that find a part of what they are called on, or tell of one.
const FINDING: &str = "get has at values entries keys filter includes indexOf lastIndexOf find findIndex findLast findLastIndex some charAt charCodeAt hasOwnProperty \
    startsWith endsWith toLowerCase toUpperCase trim toString";

/// The methods of texts and lists that give another form of them.
const CONVERTING: [&str; 7] =
    ["join", "toUpperCase", "toLowerCase", "trim", "toISOString", "replace", "split"];

/// The code of a function that is a member of an object.
pub(super) struct Member<'i> {
    pub index: &'i Index,
    pub source: &'i str,
    class: ClassId,
    name: &'i str,
    /// The names of its parameters and variables, which are no state.
    locals: HashSet<&'i str>,
    /// Its variables that stand for a part of the object: what they hold is state, they themselves are not.
    parts: Parts<'i, 'i>,
    /// The names of the parameters for which a call has no values.
    missing: HashSet<&'i str>,
    /// True if it gives something.
    pub gives: bool,
}

/// A call of a member, as far as it says what the member does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Called {
    WithValues,
    /// A member that sets what it is given and gives what it has only does the latter.
    WithoutValues,
}

impl Index {
    /// Returns the way in which a function observes the object of which it is a member; None for one that may change it, and for
    /// another function.
    pub(super) fn observation(&self, function: FunctionId) -> Option<Observation> {
        self.observation_of(function, Called::WithValues)
    }

    /// Returns the way in which a call of a function observes its object.
    pub(super) fn observation_of(&self, function: FunctionId, called: Called) -> Option<Observation> {
        let declared = self.function(function);
        let class = ClassId { file: function.file, place: declared.class? };
        // The functions of an object are none of a class itself.
        let is_of_class = declared.is_static && !self.class(class).is_object;
        if is_of_class || declared.name == "constructor" {
            return None;
        }
        let is_too_long = self.file(function.file).text.len() > LONGEST_FILE;
        if is_too_long
            || self.changes_object(function, called, &mut HashMap::new(), DEEPEST)
            || self.changes_given(function)
        {
            return None;
        }
        let is_copy = self.gives_copy(function);
        let returned = self.only_returned(function, |value, source, given| {
            (reads(value, source, given), presents_by(value, source))
        });
        match returned {
            _ if is_copy => Some(Observation::Reads),
            Some((true, _)) => Some(Observation::Reads),
            Some((_, true)) => Some(Observation::Presents),
            _ if !self.gives(function) => None,
            _ if presents(&declared.name) || is_value(&declared.name) => Some(Observation::Presents),
            _ => Some(Observation::Computes),
        }
    }

    /// Returns true for a function that only gives a list of its object's parts. One that is named for an order gives that.
    fn gives_copy(&self, function: FunctionId) -> bool {
        let source: &str = &self.file(function.file).text;
        let is_copy = self.only_returned(function, |value, source, given| {
            copied(value, source).is_some_and(|list| reads(list, source, given))
        });
        let in_loop = self.with_node(function, |node| {
            let body = node.child_by_field_name("body")?;
            let all = copied_in_loop(body, source)?;
            Some(Shown::of(node, body, source).is_state(all, DEEPEST))
        });
        !says_order(&self.function(function).name)
            && (is_copy.unwrap_or(false) || in_loop.flatten().unwrap_or(false))
    }

    /// Returns true for a function that works out what it tells of its object: it compares, counts, sums or formats. One that gives a part
    /// of it as it is somewhere only tells, and so does one that gives all of it as a plain value.
    pub(super) fn works_out(&self, function: FunctionId) -> bool {
        let source: &str = &self.file(function.file).text;
        let observes =
            matches!(self.observation(function), Some(Observation::Computes | Observation::Presents));
        let is_promised = is_text(&self.function(function).name);
        let works_out = self.with_node(function, |node| {
            let Some(body) = node.child_by_field_name("body") else { return false };
            let shown = Shown { kept_up: self.kept_up_by(function, node), ..Shown::of(node, body, source) };
            let is_worked_out = returned(body).all(|value| {
                // A name such as `toString` promises the text, whatever that is put together of.
                let is_listed =
                    told_by_member(value, source).is_some_and(|list| reads(list, source, &shown.given));
                is_promised && bare(value).kind() == "template_string"
                    || !shown.is_state(value, DEEPEST) && !is_converted(bare(value), source) && !is_listed
            });
            is_worked_out || decides(node, source, &shown.given)
        });
        observes && !is_value(&self.function(function).name) && works_out.unwrap_or(false)
    }

    /// Returns true for a function that decides which one of several parts of its object it tells of.
    pub(super) fn searches(&self, function: FunctionId) -> bool {
        let source: &str = &self.file(function.file).text;
        let searches = self.with_node(function, |node| {
            let body = node.child_by_field_name("body");
            body.is_some_and(|body| searches(node, source, &Shown::of(node, body, source).given))
        });
        searches.unwrap_or(false)
    }

    /// Returns true for a function that only gives a field of what it is given: the look is at that.
    pub(super) fn reads_argument(&self, function: FunctionId) -> bool {
        let is_read = self.only_returned(function, |value, source, given| {
            let object = value.child_by_field_name("object").filter(|_| value.kind() == "member_expression");
            object.is_some_and(|object| object.kind() == "identifier" && given.contains(text(object, source)))
        });
        is_read.unwrap_or(false)
    }

    /// Returns true for a function that gives a field of its object, or an element of one, as it is: not for one that counts or copies.
    pub(super) fn gives_field(&self, function: FunctionId) -> bool {
        let given = self.only_returned(function, |value, source, given| {
            let is_element = value.kind() == "subscript_expression" && reads(value, source, given);
            let field = value.child_by_field_name("object").filter(|_| is_element).map_or(value, bare);
            match field.kind() {
                "member_expression" => {
                    field.child_by_field_name("object").is_some_and(|object| object.kind() == "this")
                }
                "identifier" => !given.contains(text(field, source)),
                _ => false,
            }
        });
        given.unwrap_or(false)
    }

    /// Returns true for a function that tells how much is in a field of its object: `this.pens.length`.
    pub(super) fn gives_count(&self, function: FunctionId) -> bool {
        let given = self.only_returned(function, |value, source, _| {
            let field_of =
                value.child_by_field_name("object").filter(|_| value.kind() == "member_expression");
            matches!(field(value, "property", source), "length" | "size")
                && field_of.is_some_and(|object| field(object, "object", source) == "this")
        });
        given.unwrap_or(false)
    }

    /// Returns true for a function that only looks up a part of its object by what it is given, and tells of it: it has no loop but one
    /// over the parts, computes nothing of what it is given, decides by no rule of its own, and calls nothing but what finds a part.
    pub(super) fn only_looks_up(&self, function: FunctionId) -> bool {
        self.is_lookup(function, DEEPEST)
    }

    fn is_lookup(&self, function: FunctionId, fuel: usize) -> bool {
        let declared = self.function(function);
        let (Some(fuel), Some(place)) = (fuel.checked_sub(1), declared.class) else { return false };
        if declared.node.len() > LONGEST_READ {
            return false;
        }
        let source: &str = &self.file(function.file).text;
        let class = ClassId { file: function.file, place };
        let is_lookup = self.with_node(function, |node| {
            let Some(body) = node.child_by_field_name("body") else { return false };
            let given = node.child_by_field_name("parameters").into_iter().flat_map(descendants);
            let given: HashSet<&str> =
                given.filter(|node| node.kind() == "identifier").map(|node| text(node, source)).collect();
            does_little(body, source, &|call| self.finds(call, class, source, fuel))
                && !decides(node, source, &given)
                && returned(body).all(|value| !is_computed_of(value, source, &given))
        });
        is_lookup.unwrap_or(false)
    }

    /// Returns true for a call that only finds a part of the object of a class, or of a value of the language.
    fn finds(&self, call: Node<'_>, class: ClassId, source: &str, fuel: usize) -> bool {
        let Some(called) = call.child_by_field_name("function").map(bare) else { return false };
        if called.kind() == "identifier" {
            let meaning = self.resolve(class.file, &Expr::Name(text(called, source).to_owned()));
            return matches!(meaning, Some(Meaning::Function(function, _)) if self.converts(function));
        }
        let Some(object) = called.child_by_field_name("object").map(bare) else { return false };
        let name = field(called, "property", source);
        if object.kind() != "this" {
            return FINDING.split(' ').any(|known| known == name)
                || matches!(text(object, source), "Math" | "Date" | "Object" | "Number");
        }
        let owner = if self.class(class).is_object { Meaning::Class(class) } else { Meaning::Object(class) };
        match self.member_of(owner, name.trim_start_matches('#')) {
            Some(Meaning::Function(function, _)) => {
                self.is_lookup(function, fuel) || self.brings_up_to_date(function, None, fuel)
            }
            _ => false,
        }
    }

    /// Returns true for a function of no object that only gives what it is given in another form, `name.trim()`: it repeats nothing.
    fn converts(&self, function: FunctionId) -> bool {
        let declared = self.function(function);
        let source = &self.file(function.file).text;
        let converts = self.with_node(function, |node| {
            let body = node.child_by_field_name("body");
            let is_form = |call: Node<'_>| {
                let called = call
                    .child_by_field_name("function")
                    .map_or("", |called| field(called, "property", source));
                CONVERTING.contains(&called) || FINDING.split_whitespace().any(|known| known == called)
            };
            body.is_some_and(|body| does_little(body, source, &is_form))
        });
        declared.class.is_none() && converts.unwrap_or(false)
    }

    /// Returns true for a function that may change the object of which it is a member, by itself or by another member.
    pub(super) fn changes_state(&self, function: FunctionId) -> bool {
        self.changes_object(function, Called::WithValues, &mut HashMap::new(), DEEPEST)
            || self.changes_given(function)
    }

    /// Returns true for a method that changes what it is given, unless that is where it writes what it tells.
    fn changes_given(&self, function: FunctionId) -> bool {
        let declared = self.function(function);
        declared.class.is_some()
            && declared.node.len() <= LONGEST_READ
            && !presents(&declared.name)
            && self.changes_argument(function, is_changing)
    }

    /// Returns true for a function that gives a part of its object, whatever finds it, or what stands for one that is missing:
    /// `this.notes[this.key()] ?? []`.
    pub(super) fn shows_part(&self, function: FunctionId) -> bool {
        let source = &self.file(function.file).text;
        let shows = self.with_node(function, |node| {
            let Some(body) = node.child_by_field_name("body") else { return false };
            let shown = Shown::of(node, body, source);
            does_little(body, source, &|_| true) && returned(body).all(|value| shown.is_part(value, DEEPEST))
        });
        shows.unwrap_or(false)
    }

    /// Returns true for a function that only puts what it is given into its object: `this.pens.push(pen)`.
    pub(super) fn only_stores(&self, function: FunctionId) -> bool {
        let source = &self.file(function.file).text;
        let only = self.with_node(function, |node| {
            let statements: Vec<Node<'_>> =
                node.child_by_field_name("body").into_iter().flat_map(named).collect();
            let is_call = |node: Node<'_>| node.kind() == "call_expression";
            statements.len() <= 2
                && statements.into_iter().all(|statement| {
                    let Some(inner) = named(statement).next() else {
                        return statement.kind() == "return_statement";
                    };
                    match (statement.kind(), inner.kind()) {
                        ("return_statement", kind) => matches!(kind, "this" | "identifier"),
                        ("expression_statement", "assignment_expression") => {
                            let given = inner.child_by_field_name("right");
                            given.is_some_and(|given| !descendants(given).any(is_call))
                        }
                        ("expression_statement", "call_expression") => {
                            let called = inner.child_by_field_name("function");
                            let is_plain = !arguments(inner).into_iter().flat_map(descendants).any(is_call);
                            is_plain
                                && called.is_some_and(|called| is_changing(field(called, "property", source)))
                        }
                        _ => false,
                    }
                })
        });
        only.unwrap_or(false)
    }

    /// Returns true for a function that returns its own object.
    pub(super) fn returns_itself(&self, function: FunctionId) -> bool {
        self.function(function)
            .results
            .iter()
            .flatten()
            .any(|result| *result == Expr::Name("this".to_owned()))
    }

    /// Returns what is asked of the node of a function.
    pub(super) fn with_node<T>(&self, function: FunctionId, asked: impl FnOnce(Node<'_>) -> T) -> Option<T> {
        let tree = self.tree(function.file);
        node_at(tree.root_node(), &self.function(function).node).map(asked)
    }

    /// Returns what is asked of the expression that is all that a function returns, of its source and its parameters.
    fn only_returned<T>(
        &self,
        function: FunctionId,
        asked: impl FnOnce(Node<'_>, &str, &HashSet<&str>) -> T,
    ) -> Option<T> {
        let source = &self.file(function.file).text;
        self.with_node(function, |node| {
            let body = node.child_by_field_name("body")?;
            let value = if body.kind() == "statement_block" {
                let mut statements = named(body);
                let only = statements.next().filter(|only| only.kind() == "return_statement")?;
                named(only).next().filter(|_| statements.next().is_none())?
            } else {
                body
            };
            let given = node.child_by_field_name("parameters").into_iter().flat_map(descendants);
            let given =
                given.filter(|node| node.kind() == "identifier").map(|node| text(node, source)).collect();
            Some(asked(bare(value), source, &given))
        })?
    }

    /// Returns true for a function that returns something, or gives it to a function that it is given, behind an error: `done(null, pens)`.
    pub(super) fn gives(&self, function: FunctionId) -> bool {
        let source = &self.file(function.file).text;
        let gives = self.with_node(function, |node| {
            let given = node.child_by_field_name("parameters").into_iter().flat_map(descendants);
            let given: HashSet<&str> =
                given.filter(|node| node.kind() == "identifier").map(|node| text(node, source)).collect();
            node.child_by_field_name("body").is_some_and(|body| {
                body.kind() != "statement_block"
                    || descendants(body).any(|node| match node.kind() {
                        "return_statement" => named(node).next().is_some(),
                        "yield_expression" => true,
                        "call_expression" => {
                            given.contains(field(node, "function", source)) && arguments(node).len() == 2
                        }
                        _ => false,
                    })
            })
        });
        gives.unwrap_or(false)
    }

    /// Returns true for a function that may change its object for good. `known` has what was found of those that were asked before;
    /// of one that calls itself, only its other statements count.
    fn changes_object(
        &self,
        function: FunctionId,
        called: Called,
        known: &mut HashMap<FunctionId, bool>,
        fuel: usize,
    ) -> bool {
        let declared = self.function(function);
        let Some(fuel) = fuel.checked_sub(1).filter(|_| declared.class.is_some()) else { return false };
        if let Some(known) = known.get(&function) {
            return *known;
        }
        if known.len() == MOST {
            return false;
        }
        known.insert(function, false);
        let changes =
            declared.node.len() > LONGEST_READ || self.changes_for_good(function, called, known, fuel);
        known.insert(function, changes);
        changes
    }

    fn changes_for_good(
        &self,
        function: FunctionId,
        called: Called,
        known: &mut HashMap<FunctionId, bool>,
        fuel: usize,
    ) -> bool {
        let changes = self.with_node(function, |node| {
            let Some(member) = Member::of(self, function, called, node, fuel) else { return false };
            let changes: Vec<Node<'_>> = descendants(node)
                .filter(|part| member.is_change(*part, known, fuel) && !member.lacks_value(*part, node))
                .collect();
            changes.iter().any(|change| !is_restored(*change, &changes, &member.parts.names, member.source))
        });
        changes.unwrap_or(false)
    }
}

impl<'i> Member<'i> {
    /// Reads a function as a member of its object; None for a function that is none.
    pub(super) fn of(
        index: &'i Index,
        function: FunctionId,
        called: Called,
        node: Node<'_>,
        fuel: usize,
    ) -> Option<Member<'i>> {
        let declared = index.function(function);
        let class = ClassId { file: function.file, place: declared.class? };
        let source: &str = &index.file(function.file).text;
        let mut parts = Parts::of(index, class, node, source, fuel);
        if looks_up(&declared.name) {
            // What marks a part that it finds, `entry.usedAt = now`, still only finds it.
            parts.names.retain(|_, part| part.starts_with("this") && !part.contains('('));
        }
        let is_without_values = called == Called::WithoutValues;
        Some(Member {
            index,
            source,
            class,
            name: &declared.name,
            locals: parts.locals(),
            parts,
            missing: if is_without_values { without_default(node, source) } else { HashSet::new() },
            gives: index.gives(function),
        })
    }

    /// Returns true for a node that changes the object.
    pub(super) fn is_change(
        &self,
        node: Node<'_>,
        known: &mut HashMap<FunctionId, bool>,
        fuel: usize,
    ) -> bool {
        let part = |name| node.child_by_field_name(name);
        match node.kind() {
            "assignment_expression" | "augmented_assignment_expression" => {
                part("left").is_some_and(|left| self.is_set(left) && !self.is_cache(left))
            }
            "update_expression" => part("argument").is_some_and(|argument| self.is_set(argument)),
            "unary_expression" => {
                field(node, "operator", self.source) == "delete"
                    && part("argument").is_some_and(|argument| self.is_own(argument))
            }
            "call_expression" => self.calls_change(node, known, fuel),
            _ => false,
        }
    }

    fn calls_change(&self, call: Node<'_>, known: &mut HashMap<FunctionId, bool>, fuel: usize) -> bool {
        let Some(called) = call.child_by_field_name("function").map(bare) else { return false };
        let source = self.source;
        if text(called, source) == "Object.assign" {
            return arguments(call).first().is_some_and(|first| self.is_own(*first));
        }
        let Some(object) = called.child_by_field_name("object").map(bare) else { return false };
        let name = field(called, "property", source);
        if object.kind() == "super" {
            return is_changing(name);
        }
        if !self.is_own(object) {
            return false;
        }
        let own = if self.index.class(self.class).is_object {
            Meaning::Class(self.class)
        } else {
            Meaning::Object(self.class)
        };
        let owner = match object.kind() {
            "this" => Some(own),
            // What changes an object that is a part of this one changes this one: `this.store.close(pen)`.
            "member_expression" if field(object, "object", source) == "this" => {
                self.index.member_of(own, field(object, "property", source).trim_start_matches('#'))
            }
            _ => None,
        };
        match owner.and_then(|owner| self.index.member_of(owner, name.trim_start_matches('#'))) {
            Some(Meaning::Function(function, _)) => {
                let given = arguments(call);
                let has_values = !given.is_empty();
                let called = if has_values { Called::WithValues } else { Called::WithoutValues };
                let gives_part =
                    given.into_iter().any(|given| self.is_own(given) && !is_function(bare(given)));
                !self.keeps_up(call, function, fuel)
                    && (self.index.changes_object(function, called, known, fuel)
                        || gives_part && self.index.changes_given(function))
            }
            _ => {
                // `account.withdraw(amount)` of an account that was found
                let is_part =
                    object.kind() == "identifier" && self.parts.names.contains_key(text(object, source));
                let method = self.index.only_method(name, Kind::Called).filter(|_| is_part);
                is_changing(name)
                    || method.is_some_and(|method| {
                        self.index.changes_object(method, Called::WithValues, known, fuel)
                    })
            }
        }
    }

    /// Returns true for a part of a function that does nothing in a call without values: it sets or counts what is not given.
    fn lacks_value(&self, part: Node<'_>, function: Node<'_>) -> bool {
        if self.missing.is_empty() {
            return false;
        }
        let mut at = part;
        let mut lacks = self.has_missing(part);
        while let Some(around) = at.parent().filter(|_| !lacks && at != function) {
            lacks = match around.kind() {
                "for_in_statement" => {
                    around.child_by_field_name("right").is_some_and(|right| self.has_missing(right))
                }
                "if_statement" => {
                    around.child_by_field_name("consequence") == Some(at)
                        && around.child_by_field_name("condition").is_some_and(|condition| {
                            self.has_missing(condition) && !is_met_by_nothing(condition, self.source)
                        })
                }
                "call_expression" => {
                    let called = around.child_by_field_name("function").map(bare);
                    let object = called.and_then(|called| called.child_by_field_name("object"));
                    object.is_some_and(|object| self.has_missing(object))
                }
                _ => false,
            };
            at = around;
        }
        lacks
    }

    /// Returns true for code with what a call does not give, unless something else stands for it then.
    fn has_missing(&self, code: Node<'_>) -> bool {
        let mut open = vec![code];
        while let Some(next) = open.pop() {
            let is_replaced = next.kind() == "binary_expression"
                && matches!(field(next, "operator", self.source), "??" | "||");
            if next.kind() == "identifier" && self.missing.contains(text(next, self.source)) {
                return true;
            }
            if !is_replaced {
                open.extend(named(next));
            }
        }
        false
    }

    /// Returns true for what is a part of the object, and no variable of the function that only stands for one.
    fn is_set(&self, target: Node<'_>) -> bool {
        let is_variable =
            target.kind() == "identifier" && self.parts.names.contains_key(text(target, self.source));
        !is_variable && self.is_own(target)
    }

    /// Returns true for the object itself, a part of it, or a variable around the function.
    fn is_own(&self, node: Node<'_>) -> bool {
        let mut at = bare(node);
        loop {
            let inner = match at.kind() {
                "this" => return true,
                "identifier" => return !self.locals.contains(text(at, self.source)),
                "call_expression" => return self.parts.is_part(at),
                "member_expression" | "subscript_expression" => at.child_by_field_name("object"),
                _ => None,
            };
            let Some(inner) = inner.map(bare) else { return false };
            at = inner;
        }
    }

    /// Returns true for a field in which a function keeps what it has computed.
    fn is_cache(&self, target: Node<'_>) -> bool {
        let name = text(target, self.source)
            .rsplit('.')
            .next()
            .unwrap_or("")
            .trim_matches(['_', '#'])
            .to_lowercase();
        name == self.name.to_lowercase() || name.contains("cache") || name.contains("memo")
    }
}

/// A function by what it may show of its object: its parameters, and the variables that it declares with their values.
struct Shown<'s, 't> {
    source: &'s str,
    given: HashSet<&'s str>,
    own: HashMap<&'s str, Node<'t>>,
    /// Its calls that bring the object up to date and give a part of it.
    kept_up: HashSet<&'s str>,
}

impl<'s, 't> Shown<'s, 't> {
    /// Reads a function.
    fn of(function: Node<'t>, body: Node<'t>, source: &'s str) -> Shown<'s, 't> {
        let given = function.child_by_field_name("parameters").into_iter().flat_map(descendants);
        let given = given.filter(|node| node.kind() == "identifier").map(|node| text(node, source));
        let own = descendants(body).filter(|node| node.kind() == "variable_declarator");
        let own = own.filter_map(|own| Some((field(own, "name", source), own.child_by_field_name("value")?)));
        Shown { source, given: given.collect(), own: own.collect(), kept_up: HashSet::new() }
    }

    /// Returns true for a part of the object, or what it is kept in: not for what stands for a missing one alone.
    fn is_state(&self, value: Node<'t>, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let value = bare(value);
        match value.kind() {
            "null" | "undefined" | "true" | "false" | "number" | "string" => false,
            // `{ hits: this.hits, misses: this.misses }`
            "array" | "object" => named(value).any(|part| self.is_state(part, fuel)),
            "pair" => value.child_by_field_name("value").is_some_and(|part| self.is_state(part, fuel)),
            // `${this.name}: ${this.left}`
            "template_string" => {
                let parts = named(value).filter(|part| part.kind() == "template_substitution");
                let mut parts = parts.filter_map(|part| named(part).next()).peekable();
                parts.peek().is_some() && parts.all(|part| self.is_state(part, fuel))
            }
            "identifier" => match self.own.get(text(value, self.source)) {
                Some(own) => self.is_state(*own, fuel),
                None => !self.given.contains(text(value, self.source)),
            },
            "binary_expression" | "ternary_expression" => {
                named(value).any(|side| self.is_state(side, fuel)) && self.is_part(value, fuel)
            }
            _ => self.is_part(value, fuel),
        }
    }

    /// Returns true for a part of the object, as it is or copied, and for what stands for a missing one.
    fn is_part(&self, value: Node<'t>, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let value = bare(value);
        let part = |name| value.child_by_field_name(name);
        match value.kind() {
            "null" | "undefined" | "true" | "false" | "number" | "string" => true,
            "array" | "object" if named(value).next().is_none() => true,
            "identifier" => match self.own.get(text(value, self.source)) {
                Some(own) => self.is_part(*own, fuel),
                None => !self.given.contains(text(value, self.source)),
            },
            "binary_expression" if matches!(field(value, "operator", self.source), "??" | "||") => {
                ["left", "right"].into_iter().filter_map(part).all(|side| self.is_part(side, fuel))
            }
            "ternary_expression" => ["consequence", "alternative"]
                .into_iter()
                .filter_map(part)
                .all(|side| self.is_part(side, fuel)),
            "subscript_expression" => part("object").is_some_and(|object| self.is_part(object, fuel)),
            "member_expression" => {
                part("object").is_some_and(|object| object.kind() == "this" || self.is_part(object, fuel))
            }
            "call_expression" => {
                let called = part("function").map(bare);
                let object = called.and_then(|called| called.child_by_field_name("object"));
                let is_found = called.is_some_and(|called| {
                    matches!(field(called, "property", self.source), "get" | "at" | "find")
                });
                let is_own = object.is_some_and(|object| object.kind() == "this");
                let given = arguments(value);
                // `Math.floor(this.ink)`
                let is_rounded = called.is_some_and(|called| ROUNDING.contains(&text(called, self.source)));
                self.kept_up.contains(text(value, self.source))
                    || is_rounded && given.iter().all(|given| self.is_part(*given, fuel))
                    || is_found && !is_own && object.is_some_and(|object| self.is_part(object, fuel))
                    || reads(value, self.source, &self.given)
            }
            _ => reads(value, self.source, &self.given),
        }
    }
}

/// The functions that round a number.
const ROUNDING: [&str; 4] = ["Math.floor", "Math.ceil", "Math.round", "Math.trunc"];

/// Returns the names of the parameters of a function that have no value of their own.
fn without_default<'s>(function: Node<'_>, source: &'s str) -> HashSet<&'s str> {
    let parameters = function.child_by_field_name("parameters").into_iter().flat_map(named);
    let plain = parameters.filter(|parameter| {
        parameter.kind() != "assignment_pattern" && parameter.child_by_field_name("value").is_none()
    });
    let names = plain.filter_map(|parameter| {
        let pattern = parameter.child_by_field_name("pattern").unwrap_or(parameter);
        let name = if pattern.kind() == "rest_pattern" { named(pattern).next()? } else { pattern };
        (name.kind() == "identifier").then(|| text(name, source))
    });
    names.collect()
}

/// Returns true for a condition that what is missing meets: `value === undefined`, `!value`.
pub(super) fn is_met_by_nothing(condition: Node<'_>, source: &str) -> bool {
    descendants(condition).any(|node| match node.kind() {
        "binary_expression" => matches!(field(node, "operator", source), "===" | "=="),
        "unary_expression" => field(node, "operator", source) == "!",
        _ => false,
    })
}

/// Returns true for code without a loop, a new object or a function of its own, but for what tells which element is found; `finds`
/// knows the calls that may be in it. What it throws does not count.
fn does_little(body: Node<'_>, source: &str, finds: &dyn Fn(Node<'_>) -> bool) -> bool {
    let mut open = vec![body];
    while let Some(next) = open.pop() {
        let is_little = match next.kind() {
            "throw_statement" => continue,
            // Which part is meant, a loop may find as well: `if (pen.colour === colour) return pen;`
            "for_in_statement" => returns_part(next),
            "for_statement" | "while_statement" | "do_statement" | "try_statement" | "new_expression"
            | "yield_expression" => false,
            "call_expression" => finds(next),
            _ if is_function(next) => tells_element(next, source),
            _ => true,
        };
        if !is_little {
            return false;
        }
        open.extend(named(next));
    }
    true
}

/// Returns true for a loop that does nothing but return the part that a condition tells.
fn returns_part(loop_over: Node<'_>) -> bool {
    let condition = loop_over.child_by_field_name("body").and_then(only_statement);
    let condition = condition.filter(|only| only.kind() == "if_statement");
    let found = condition.and_then(|condition| condition.child_by_field_name("consequence"));
    found.and_then(only_statement).is_some_and(|found| found.kind() == "return_statement")
}

/// Returns the only statement of a block, or the one in its place.
fn only_statement(block: Node<'_>) -> Option<Node<'_>> {
    if block.kind() != "statement_block" {
        return Some(block);
    }
    block.named_child(0).filter(|_| block.named_child_count() == 1)
}

/// Returns true for a function that tells which element of a list is meant: `(pen) => pen.colour === colour`.
fn tells_element(function: Node<'_>, source: &str) -> bool {
    let call = function.parent().and_then(|given| given.parent());
    let called = call.and_then(|call| call.child_by_field_name("function"));
    let name = called.map_or("", |called| field(called, "property", source));
    matches!(name, "find" | "findIndex" | "findLast" | "some" | "filter")
}

/// Returns the values that a body returns, or the one that it is.
fn returned(body: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let is_block = body.kind() == "statement_block";
    let values = is_block.then(|| returns(body).flatten()).into_iter().flatten();
    values.chain((!is_block).then_some(body))
}

/// Returns true for a value in which something given is a part of a sum, a text or a call's own object: not which element is meant, or
/// what is compared.
fn is_computed_of(value: Node<'_>, source: &str, given: &HashSet<&str>) -> bool {
    let value = bare(value);
    match value.kind() {
        "identifier" => given.contains(text(value, source)),
        "subscript_expression" | "member_expression" => {
            value.child_by_field_name("object").is_some_and(|object| is_computed_of(object, source, given))
        }
        "call_expression" => {
            value.child_by_field_name("function").is_some_and(|called| is_computed_of(called, source, given))
        }
        "ternary_expression" => ["consequence", "alternative"].into_iter().any(|side| {
            value.child_by_field_name(side).is_some_and(|side| is_computed_of(side, source, given))
        }),
        "binary_expression" if COMPARING.contains(&field(value, "operator", source)) => false,
        _ => named(value).any(|part| is_computed_of(part, source, given)),
    }
}

/// The operators that compare.
const COMPARING: [&str; 10] = ["===", "!==", "==", "!=", "<", ">", "<=", ">=", "in", "instanceof"];

/// Returns true for a field of `this`, or a variable around the function, as it is, copied, negated or counted.
fn reads(value: Node<'_>, source: &str, given: &HashSet<&str>) -> bool {
    let value = bare(value);
    let part = |name| value.child_by_field_name(name);
    let inner = |node: Option<Node<'_>>| node.is_some_and(|node| reads(node, source, given));
    match value.kind() {
        "identifier" => !given.contains(text(value, source)),
        "member_expression" => {
            part("object").is_some_and(|object| object.kind() == "this") || inner(part("object"))
        }
        "unary_expression" => inner(part("argument")),
        // `this.history[this.history.length - 1]`; what it is given says which part is meant.
        "subscript_expression" => {
            let at = part("index").into_iter().flat_map(descendants);
            inner(part("object")) && { at }.all(|node| {
                node.kind() != "call_expression"
                    && !(node.kind() == "identifier" && given.contains(text(node, source)))
            })
        }
        "array" | "object" => {
            let mut elements = named(value);
            let only = elements.next().filter(|only| only.kind() == "spread_element");
            only.is_some_and(|only| elements.next().is_none() && inner(named(only).next()))
        }
        "call_expression" => {
            let called = part("function");
            let given_values = arguments(value);
            let name = called.map_or("", |called| field(called, "property", source));
            let is_copied = called.is_some_and(|called| text(called, source) == "Array.from");
            match given_values[..] {
                [] => {
                    READERS.split(' ').any(|known| known == name)
                        && inner(called.and_then(|called| called.child_by_field_name("object")))
                }
                [only] => is_copied && reads(only, source, given),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Returns true for a field of the object, or all of it, in another form: `this.pens.join()`, `JSON.stringify(this)`, `new Rows(this)`.
fn is_converted(value: Node<'_>, source: &str) -> bool {
    let called = value.child_by_field_name("function").filter(|_| value.kind() == "call_expression");
    value.kind() == "new_expression"
        || called.is_some_and(|called| {
            let object = called.child_by_field_name("object").map_or("", |object| text(object, source));
            text(called, source) == "JSON.stringify"
                || CONVERTING.contains(&field(called, "property", source))
                    && object.starts_with("this.")
                    && !object.contains('(')
        })
}

/// Returns true for a text that is put together, and for the call of a member of the same object that presents it.
fn presents_by(value: Node<'_>, source: &str) -> bool {
    match value.kind() {
        "template_string" | "string" => true,
        "binary_expression" => {
            descendants(value).any(|node| matches!(node.kind(), "string" | "template_string"))
        }
        "call_expression" => {
            let called = value.child_by_field_name("function").map_or("", |called| text(called, source));
            called == "JSON.stringify"
                || value.child_by_field_name("function").is_some_and(|called| {
                    let is_known = CONVERTING.contains(&field(called, "property", source));
                    let object = called.child_by_field_name("object").filter(|_| is_known);
                    object.is_some_and(|object| text(object, source).starts_with("this."))
                })
                || called.strip_prefix("this.").is_some_and(|name| !name.contains('.') && presents(name))
        }
        _ => false,
    }
}

/// Returns true for the name of a method that changes what it is called on.
pub(super) fn is_changing(name: &str) -> bool {
    CHANGING.split(' ').any(|known| known == name)
        || ["set", "add", "remove", "delete", "clear"]
            .iter()
            .any(|start| name.strip_prefix(start).is_some_and(|rest| rest.starts_with(char::is_uppercase)))
}
