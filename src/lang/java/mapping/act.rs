//! From a method that observes an object to the act: the call that made or last changed the object whose state a check reads.
//!
//! ```text
//! Invoice invoice = billing.bill("ab");          bill: the act, which a developer opens first
//! assertEquals(3, invoice.getTotal());           getTotal: the accessor, which only returns a field
//! ```
//!
//! `accessors` of a method's source are told from its syntax; the act is searched in the test: in the expression that is read, else
//! among the calls that made its object, were made on it or were given it, else among those on the test's subject. A test that
//! calls nothing else is about the accessor. `observe` tells which other methods only observe their object; where one presents or
//! computes, only acts on that object count, and the name of the test decides (`lang::acts`).

use tree_sitter::Node;

use super::code::{Call, arguments};
use super::focal::{Decision, FocalSearch, outermost};
use crate::lang::acts::{
    self, Effect, MOST_BEFORE, Named, Observation, is_about_act, is_generated, looks_up,
};
use crate::lang::java::index::{ClassId, Index, MethodId, Type};
use crate::lang::java::syntax::Snippet;
use crate::lang::syntax::{children, descendants, named};
use crate::model::{OracleCategory, Undecided};

/// The longest chain of variables, or of accessors that delegate, that is followed.
const DEEPEST: usize = 8;

/// The longest source of an accessor or a setter, in bytes, and the most of a constructor that only sets fields.
const LONGEST: usize = 600;
const LONGEST_CONSTRUCTOR: usize = 4_000;

/// Methods that mostly return what a field holds, beside those that begin with `get` and `is`.
const READERS: &str = "size length name ordinal toString values keySet entrySet iterator stream intValue longValue \
    doubleValue booleanValue floatValue clone copy hasNext peek";

impl<'a> FocalSearch<'_, 'a> {
    /// Returns the act behind a decision for an accessor, or that decision.
    pub(super) fn act(&self, decision: Decision) -> Decision {
        let checks_value =
            matches!(self.oracle.category, OracleCategory::AssertionOnly | OracleCategory::FailOnly);
        match &decision {
            Ok(observer) if checks_value => self.act_before(*observer).unwrap_or(decision),
            Err(Undecided::Several(_)) if checks_value => self.act_of_all().unwrap_or(decision),
            _ => decision,
        }
    }

    /// Returns the act behind all methods that a check calls, if they observe the same object.
    fn act_of_all(&self) -> Option<Decision> {
        let calls = self.oracle.values.iter().flat_map(|part| self.code.production_calls(*part));
        let mut acts =
            outermost(&calls.collect::<Vec<_>>()).into_iter().map(|call| self.act_before(call.target()?));
        let first = acts.next()?.filter(Decision::is_ok)?;
        acts.all(|act| act.as_ref() == Some(&first)).then_some(first)
    }

    fn act_before(&self, method: MethodId) -> Option<Decision> {
        let index = self.code.index;
        let Some(field) = index.field_read_by(method, DEEPEST) else {
            return Some(Ok(self.act_observed(method, index.observation(method)?)?));
        };
        let act = self.act_behind(method, &field)?;
        // What describes an object is tested on one that was only created.
        let is_description = index.method(method).name == "toString";
        Some(act.map(|act| if is_description && index.creates(act) { method } else { act }))
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

    fn test_words(&self) -> Vec<String> {
        let class = self.code.index.class(self.tested.ran).simple_name();
        acts::words(&format!("{} {class}", self.code.field(self.code.method, "name")))
    }

    /// Returns the act behind a method that presents its object or computes something of it: what changed the object, or made it.
    fn act_observed(&self, observer: MethodId, observation: Observation) -> Option<MethodId> {
        let (index, end) = (self.code.index, self.oracle.statement.end_byte());
        if self.is_of_generator() {
            return None;
        }
        let mut calls = self.code.all_calls().iter().rev().filter(|call| call.node.end_byte() <= end);
        let read = calls.find(|call| call.targets().contains(&observer))?.node;
        let name = &*index.method(observer).name;
        if read.kind() != "method_invocation" || !arguments(read).is_empty() && !looks_up(name) {
            return None;
        }
        let statement = self.code.statement_of(read).unwrap_or(self.oracle.statement);
        let test = self.test_words();
        let named = |name| Named { name, test: &test };
        let mut found = self.acts_on(read.child_by_field_name("object")?, statement).into_iter();
        let act = found.find(|(act, effect)| {
            is_about_act(observation, &named(name), &named(&*index.method(*act).name), *effect)
        });
        act.map(|(act, _)| act)
    }

    /// Returns what changed an object before a statement, or made it, the last first.
    fn acts_on(&self, object: Node<'a>, statement: Node<'a>) -> Vec<(MethodId, Effect)> {
        let index = self.code.index;
        let is_observing =
            |method| index.field_read_by(method, DEEPEST).is_some() || index.observation(method).is_some();
        // A part of an object is what was done to the object.
        let within = std::iter::successors(Some(object), |node| {
            let call = self.code.project_call(*node).filter(|call| arguments(call.node).is_empty())?;
            call.target()
                .filter(|method| is_observing(*method))
                .and_then(|_| node.child_by_field_name("object"))
        });
        let object = within.last().unwrap_or(object);
        let mut found: Vec<(MethodId, Effect)> = self.made_in(object).into_iter().collect();
        let Some(root) = self.variable_of(object) else { return found };
        let name = self.code.text(root);
        let value = if root.kind() == "identifier" { self.code.value_before(root, statement) } else { None };
        let between = value.map_or(0, |value| value.end_byte())..statement.start_byte();
        let mentions = |node: Node<'a>| self.code.within(node).any(|part| self.code.text(part) == name);
        let calls = self.code.all_calls().iter().rev().filter(|call| {
            let range = call.node.byte_range();
            between.start <= range.start && range.end <= between.end
        });
        for call in calls.take(MOST_BEFORE) {
            if !self.code.is_production_call(call) || self.is_passed_over(call) {
                continue;
            }
            let Some(method) = call.targets().first().copied() else { continue };
            let is_on = call.node.child_by_field_name("object").is_some_and(mentions);
            let is_given = arguments(call.node).into_iter().any(mentions);
            let is_alone = call.node.parent().is_some_and(|around| around.kind() == "expression_statement");
            let changes = is_on && index.changes_state(method)
                || is_alone && (is_on || is_given) && !is_observing(method);
            if changes && call.node.kind() == "method_invocation" {
                let effect = if index.field_set_by(method).is_some() {
                    Effect::Creates
                } else if index.only_stores(method) {
                    Effect::Stores
                } else {
                    Effect::Changes
                };
                found.push((method, effect));
            }
        }
        found.extend(value.and_then(|value| self.made_in(value)));
        found
    }

    /// Returns the method whose result an expression is.
    fn made_in(&self, expression: Node<'a>) -> Option<(MethodId, Effect)> {
        let index = self.code.index;
        let call = self.code.project_call(expression).filter(|call| self.code.is_production_call(call))?;
        let method = call.target().filter(|method| !index.method(*method).is_constructor)?;
        let effect = if index.creates(method) {
            Effect::Creates
        } else if index.returns_itself(method) && index.changes_state(method) {
            Effect::Changes
        } else {
            Effect::Makes
        };
        Some((method, effect))
    }

    /// Returns true for a call that may be the act: it does more than read, or set, a field.
    pub(super) fn is_act(&self, call: &Call<'a>) -> bool {
        self.changes_field(call, None)
    }

    fn act_behind(&self, accessor: MethodId, field: &str) -> Option<Decision> {
        let end = self.oracle.statement.end_byte();
        let mut calls = self.code.all_calls().iter().rev().filter(|call| call.node.end_byte() <= end);
        let reads = calls.find(|call| call.targets().contains(&accessor));
        let (objects, at) = match reads {
            Some(call) => (self.object_of(call.node).into_iter().collect(), call.node),
            // A helper reads what it is given.
            None => {
                let parts = self.oracle.values.iter().flat_map(|part| self.code.project_calls(*part));
                let given = parts.flat_map(|call| arguments(call.node)).collect::<Vec<_>>();
                (given, self.oracle.statement)
            }
        };
        let statement = self.code.statement_of(at).unwrap_or(self.oracle.statement);
        objects
            .into_iter()
            .find_map(|object| self.changed(object, statement, Some(field), DEEPEST))
            .or_else(|| self.last_on_subject(statement, field))
    }

    /// Returns the object on which a call is made; of a method that a stream is given, what the stream is made of.
    fn object_of(&self, call: Node<'a>) -> Option<Node<'a>> {
        let own = call.child_by_field_name("object");
        let root = own.and_then(root);
        let is_given = |root: Node<'a>| {
            let local = self.code.variable(self.code.text(root), root);
            local.is_some_and(|local| {
                local.value.is_none() && is_in_lambda(local.type_ref.name.is_empty(), root)
            })
        };
        if call.kind() != "method_reference" && !root.is_some_and(is_given) {
            return own;
        }
        let around = std::iter::successors(call.parent(), Node::parent);
        let mut calls = around.filter(|node| node.kind() == "method_invocation");
        calls.find_map(|around| around.child_by_field_name("object").filter(|object| !holds(*object, call)))
    }

    /// Returns the variable or the field that an expression begins with; of `Stream.of(pen)`, the one that is given.
    fn variable_of(&self, object: Node<'a>) -> Option<Node<'a>> {
        let begin = root(object)?;
        let is_class = self.code.text(begin).starts_with(char::is_uppercase);
        let mut given = self.code.within(object).filter(|node| node.kind() == "identifier");
        let is_local = |node: &Node<'a>| self.code.variable(self.code.text(*node), *node).is_some();
        if is_class { given.find(is_local) } else { Some(begin) }
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
            { calls }.find(|call| self.changes_field(call, field) || self.is_working_constructor(call))
        };
        if let Some(call) = acts(object) {
            return Some(self.decide(&call));
        }
        let root = self.variable_of(object)?;
        let name = self.code.text(root);
        let value = match root.kind() {
            "identifier" => self.code.value_before(root, statement),
            _ => None,
        };
        let made = value.and_then(&acts);
        let end = statement.start_byte();
        let begin = value.map_or(0, |value| value.end_byte());
        let mentions = |node: Node<'a>| self.code.within(node).any(|part| self.code.text(part) == name);
        let changes = self.code.all_calls().iter().rev().find(|call| {
            let range = call.node.byte_range();
            begin <= range.start
                && range.end <= end
                && call.node.kind() == "method_invocation"
                && self.code.is_production_call(call)
                && !self.is_passed_over(call)
                && self.changes_field(call, field)
                && (call.node.child_by_field_name("object").is_some_and(mentions)
                    || arguments(call.node).into_iter().any(mentions))
        });
        let found = changes.cloned().or(made).map(|call| self.decide(&call));
        found.or_else(|| {
            let value = value.filter(|value| !holds(*value, object))?;
            let earlier = self.code.statement_of(value).filter(|earlier| earlier.start_byte() < end)?;
            self.changed(value, earlier, None, fuel)
        })
    }

    /// Returns the last call before a statement on the class that the test is named after, or on a field of the test's class.
    fn last_on_subject(&self, statement: Node<'a>, field: &str) -> Option<Decision> {
        let end = statement.start_byte();
        let is_field = |call: &Call<'a>| {
            let root = call.node.child_by_field_name("object").and_then(root);
            root.is_some_and(|root| {
                let name = self.code.text(root);
                self.code.variable(name, root).is_none()
                    && self.code.index.field_type(self.code.class, &[], name).is_some()
            })
        };
        let last = self.code.all_calls().iter().rev().find(|call| {
            call.node.end_byte() <= end
                && call.node.kind() == "method_invocation"
                && self.code.is_production_call(call)
                && !self.is_passed_over(call)
                && (self.is_under_test(call) || is_field(call))
                && self.changes_field(call, Some(field))
        })?;
        Some(self.decide(last))
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

/// Returns the variable or the field of the test at which a chain of calls and accesses begins.
pub(super) fn root(node: Node<'_>) -> Option<Node<'_>> {
    let inner = match node.kind() {
        "identifier" => return Some(node),
        "field_access" => {
            let object = node.child_by_field_name("object")?;
            return if object.kind() == "this" { node.child_by_field_name("field") } else { root(object) };
        }
        "method_invocation" => node.child_by_field_name("object"),
        "array_access" => node.child_by_field_name("array"),
        "cast_expression" => node.child_by_field_name("value"),
        "parenthesized_expression" => named(node).next(),
        _ => None,
    };
    root(inner?)
}

fn holds(outer: Node<'_>, inner: Node<'_>) -> bool {
    outer.start_byte() <= inner.start_byte() && inner.end_byte() <= outer.end_byte()
}

/// Returns true for the names of one field, in an accessor and in a setter.
fn same_name(one: &str, other: &str) -> bool {
    one.trim_matches('_').eq_ignore_ascii_case(other.trim_matches('_'))
}

impl Index {
    /// Returns the name of the field that a method only returns, or that the method to which it delegates does; None for other methods.
    pub(super) fn field_read_by(&self, method: MethodId, fuel: usize) -> Option<String> {
        let fuel = fuel.checked_sub(1)?;
        let declared = self.method(method);
        let source = self.source(method);
        if declared.is_constructor || declared.is_static {
            return None;
        }
        if !declared.has_body {
            // An interface shows no more than the name.
            return Some(declared.name.clone()).filter(|name| is_reader_of_field(name));
        }
        if source.len() > LONGEST || !source.contains("return") {
            return None;
        }
        let snippet = Snippet::parse(source);
        let mut statements = named(body(&snippet)?).collect::<Vec<_>>();
        let last = statements.pop().filter(|last| last.kind() == "return_statement")?;
        let parameters = declaration(&snippet)?.child_by_field_name("parameters").into_iter().flat_map(named);
        let given = parameters.map(|parameter| snippet.field(parameter, "name")).collect();
        let reader = Reader { index: self, class: method.class, snippet: &snippet, given };
        // A getter may sort, or make, what it returns.
        let is_getter = is_named_as_getter(&declared.name) && declared.parameters.is_empty();
        let is_prepared = statements.iter().all(|statement| match statement.kind() {
            "expression_statement" => true,
            "if_statement" => snippet.field(*statement, "condition").contains("== null"),
            _ => false,
        });
        let is_plain = statements.is_empty() || is_getter && is_prepared;
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

    /// Returns true for a constructor that calls something or decides something, or passes what it is given to one that may.
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
