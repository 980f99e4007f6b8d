//! The ways in which a method observes its object: it presents it as a text, or computes something of it. A
//! method that changes the object observes nothing; those that only return a field are in `act`. And what else the source of a
//! method tells: whether it makes what it returns, works something out, sets a field, or hands on what a builder was told.
//!
//! Only the sources are read: the statements of the method, and those of the methods of its own object that it calls.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::act::body;
use super::code::{arguments, root};
use crate::lang::acts::{Observation, is_text, looks_up, presents, words};
use crate::lang::java::index::{ClassId, Index, MethodId, Type};
use crate::lang::java::syntax::Snippet;
use crate::lang::syntax::{descendants, named};

/// The longest source, in bytes, of a method that is read for what it changes.
const LONGEST_READ: usize = 20_000;

/// The longest chain of methods that is followed, and the number of methods that are read for one question.
const DEEPEST: usize = 4;
const MOST: usize = 30;

/// The methods of the library's collections, builders, atomic numbers and streams that change what they are called on.
const CHANGING: &str = "add addAll addFirst addLast put putAll putIfAbsent remove removeAll removeIf removeFirst removeLast retainAll clear \
    set push pop poll pollFirst pollLast offer insert append delete deleteCharAt setLength reverse sort replaceAll computeIfAbsent \
    computeIfPresent compute merge increment incrementAndGet decrementAndGet getAndIncrement getAndDecrement addAndGet getAndAdd getAndSet \
    compareAndSet updateAndGet accumulateAndGet write print println close next nextInt read readLine skip reset flip rewind";

/// The methods of texts that give another form of them.
const CONVERTING: [&str; 7] =
    ["toUpperCase", "toLowerCase", "trim", "strip", "toCharArray", "getBytes", "toString"];

/// The library's numbers that are changed in place: what is added to one is not kept.
const COUNTERS: [&str; 6] =
    ["LongAdder", "DoubleAdder", "LongAccumulator", "DoubleAccumulator", "AtomicInteger", "AtomicLong"];

/// The functions of the library that change what they are given.
const CHANGING_GIVEN: [&str; 6] = ["sort", "reverse", "shuffle", "swap", "addAll", "fill"];

/// The code of a method of an object.
struct Method<'i> {
    index: &'i Index,
    snippet: &'i Snippet,
    class: ClassId,
    /// The name of the method.
    name: &'i str,
    /// The names that are no fields: parameters and variables.
    locals: BTreeSet<&'i str>,
}

impl Index {
    /// Returns the way in which a method observes its object; None for one that may change it, and for
    /// another function.
    pub(super) fn observation(&self, method: MethodId) -> Option<Observation> {
        let declared = self.method(method);
        let is_unlike = declared.is_constructor
            || declared.is_static
            || !declared.has_body && !looks_up(&declared.name) && !presents(&declared.name);
        // What every object has looks at it, wherever it is declared.
        let is_look = matches!(
            (&*declared.name, declared.parameters.len()),
            ("toString" | "hashCode", 0) | ("equals" | "compareTo", 1)
        );
        if is_unlike || declared.returns.name == "void" {
            return None;
        }
        if !is_look && (self.changes_state(method) || self.changes_given(method)) {
            return None;
        }
        // What is given something works on that, unless its name says that it writes the object.
        let is_text = if declared.parameters.is_empty() {
            presents(&declared.name) || self.returns_text(method)
        } else {
            is_text(&declared.name)
        };
        Some(if is_text { Observation::Presents } else { Observation::Computes })
    }

    /// Returns true for a method that may change its object, by itself or by another method of it.
    pub(super) fn changes_state(&self, method: MethodId) -> bool {
        self.changes_object(method, &mut BTreeSet::new(), DEEPEST)
    }

    /// Returns true for a method that changes an object of the project which it is given: it sets a field of it, or calls
    /// what does.
    pub(super) fn changes_given(&self, method: MethodId) -> bool {
        let (declared, source) = (self.method(method), self.source(method));
        if !declared.has_body || declared.parameters.is_empty() || source.len() > LONGEST_READ {
            return false;
        }
        let snippet = Snippet::parse(source);
        let Some(body) = body(&snippet) else { return false };
        let list = body.parent().and_then(|around| around.child_by_field_name("parameters"));
        let names = list.into_iter().flat_map(named).map(|parameter| snippet.field(parameter, "name"));
        let given: Vec<(&str, ClassId)> = names
            .zip(&declared.parameters)
            .filter_map(|(name, written)| Some((name, self.type_in(method.class, written).class()?)))
            .collect();
        let class_of = |node: Option<Node<'_>>| {
            let name = node.filter(|node| node.kind() == "identifier").map(|node| snippet.text(node));
            given.iter().find(|(given, _)| Some(*given) == name).map(|(_, class)| *class)
        };
        let is_field = |target: Option<Node<'_>>| {
            let target = target.filter(|target| target.kind() == "field_access");
            class_of(target.and_then(|target| target.child_by_field_name("object"))).is_some()
        };
        descendants(body).any(|node| match node.kind() {
            "assignment_expression" => is_field(node.child_by_field_name("left")),
            "update_expression" => is_field(named(node).next()),
            "method_invocation" => class_of(node.child_by_field_name("object")).is_some_and(|class| {
                let methods = self.methods(class, &[], snippet.field(node, "name"));
                let count = arguments(node).len();
                let mut fitting =
                    methods.iter().filter(|found| self.method(found.id).parameters.len() == count);
                fitting.next().is_some_and(|found| self.changes_state(found.id))
            }),
            _ => false,
        })
    }

    /// Returns true for a method that only looks at its object, to check or print something: as far as its source shows,
    /// it changes nothing, and no call in it is made for what it does.
    pub(super) fn only_looks(&self, method: MethodId) -> bool {
        !self.method(method).is_static
            && !self.changes_state(method)
            && self.does_nothing(method, &mut BTreeSet::new(), DEEPEST)
    }

    fn does_nothing(&self, method: MethodId, seen: &mut BTreeSet<MethodId>, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let (declared, source) = (self.method(method), self.source(method));
        if !seen.insert(method) {
            return true;
        }
        if declared.is_constructor || seen.len() > MOST || source.len() > LONGEST_READ {
            return false;
        }
        let snippet = Snippet::parse(source);
        // A method without statements tells nothing.
        let Some(body) = body(&snippet).filter(|body| named(*body).next().is_some()) else { return false };
        descendants(body).filter(|node| node.kind() == "expression_statement").all(|statement| {
            let Some(inner) = named(statement).next() else { return true };
            match inner.kind() {
                "method_invocation" => {
                    let name = snippet.field(inner, "name");
                    if name == declared.name || is_printing(snippet.field(inner, "object"), name) {
                        return true;
                    }
                    let own =
                        inner.child_by_field_name("object").is_none_or(|object| object.kind() == "this");
                    if !own {
                        return is_of_new_object(inner, body, &snippet);
                    }
                    let count = arguments(inner).len();
                    let methods = self.methods(method.class, &[], name);
                    let mut fitting =
                        methods.iter().filter(|found| self.method(found.id).parameters.len() == count);
                    fitting.next().is_some_and(|found| self.does_nothing(found.id, seen, fuel))
                }
                // A field of another object.
                "assignment_expression" => {
                    inner.child_by_field_name("left").is_none_or(|left| left.kind() != "field_access")
                }
                _ => true,
            }
        })
    }

    /// Returns true for a method with a name of one word, `get`, that looks something up by the key which it is given, whatever
    /// else it counts or checks.
    pub(super) fn looks_up_key(&self, method: MethodId) -> bool {
        let (declared, source) = (self.method(method), self.source(method));
        let is_look = words(&declared.name).len() == 1 && looks_up(&declared.name);
        if !is_look || declared.is_static || declared.parameters.is_empty() || source.len() > LONGEST_READ {
            return false;
        }
        let snippet = Snippet::parse(source);
        let Some(body) = body(&snippet) else { return false };
        let list = body.parent().and_then(|around| around.child_by_field_name("parameters"));
        let key = list.and_then(|list| named(list).next()).map_or("", |key| snippet.field(key, "name"));
        descendants(body).any(|node| {
            node.kind() == "method_invocation"
                && looks_up(snippet.field(node, "name"))
                && node.child_by_field_name("object").is_some_and(|object| object.kind() != "this")
                && arguments(node).first().is_some_and(|given| snippet.text(*given) == key)
        })
    }

    /// Returns true for a method that only puts what it is given into its object: `pens.add(pen); return this;`.
    pub(super) fn only_stores(&self, method: MethodId) -> bool {
        let snippet = Snippet::parse(self.source(method));
        let statements: Vec<Node<'_>> = body(&snippet).into_iter().flat_map(named).collect();
        self.are_of_store(&statements, &snippet, method.class)
    }

    /// Returns true for a method that only puts what it is given into its object, or refuses it first:
    /// `if (pens.contains(pen)) throw new IllegalStateException(); pens.add(pen);`.
    pub(super) fn stores_or_refuses(&self, method: MethodId) -> bool {
        let snippet = Snippet::parse(self.source(method));
        let statements = body(&snippet).into_iter().flat_map(named);
        let accepting: Vec<Node<'_>> = statements.skip_while(|first| only_refuses(*first)).collect();
        let mut parts = accepting.iter().flat_map(|part| descendants(*part));
        let takes_out = parts.any(|part| {
            part.kind() == "method_invocation" && snippet.field(part, "name").starts_with("remove")
        });
        !accepting.is_empty() && !takes_out && self.are_of_store(&accepting, &snippet, method.class)
    }

    /// Returns true for statements of a class's method that only put what it is given into its object.
    fn are_of_store(&self, statements: &[Node<'_>], snippet: &Snippet, class: ClassId) -> bool {
        let is_call = |node: &Node<'_>| node.kind() == "method_invocation";
        statements.len() <= 2
            && statements.iter().all(|statement| {
                let Some(inner) = named(*statement).next() else {
                    return statement.kind() == "return_statement";
                };
                match (statement.kind(), inner.kind()) {
                    ("expression_statement", "assignment_expression") => {
                        let given = inner.child_by_field_name("right");
                        given.is_some_and(|given| !descendants(given).any(|node| is_call(&node)))
                    }
                    ("expression_statement" | "return_statement", "method_invocation") => {
                        let is_own =
                            inner.child_by_field_name("object").is_some_and(|object| object.kind() != "this");
                        let is_plain =
                            !arguments(inner).into_iter().flat_map(descendants).any(|node| is_call(&node));
                        let object = snippet.field(inner, "object").trim_start_matches("this.");
                        let counts = self.field_type(class, &[], object).is_some_and(
                            |field| matches!(field, Type::Other(name, _) if COUNTERS.contains(&&*name)),
                        );
                        is_own && is_plain && !counts && is_changing(snippet.field(inner, "name"))
                    }
                    ("return_statement", kind) => matches!(kind, "this" | "identifier" | "true"),
                    _ => false,
                }
            })
    }

    /// Returns true for a method that returns an object which it creates, itself or through another own method: it made that
    /// object, whatever its name is.
    pub(super) fn returns_new(&self, method: MethodId) -> bool {
        self.returns_created(method, DEEPEST)
    }

    fn returns_created(&self, method: MethodId, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let (declared, source) = (self.method(method), self.source(method));
        if declared.is_constructor || !declared.has_body || source.len() > LONGEST_READ {
            return false;
        }
        let snippet = Snippet::parse(source);
        let Some(body) = body(&snippet) else { return false };
        let creation = Creation { index: self, snippet: &snippet, class: method.class, body };
        descendants(body)
            .filter(|node| node.kind() == "return_statement")
            .filter_map(|returned| named(returned).next())
            // A getter may return a new object as well, `new Label()`; one that is made without arguments tells nothing of its own.
            .filter(|value| {
                value.kind() != "object_creation_expression"
                    || !arguments(*value).is_empty()
                    || named(body).nth(1).is_some()
            })
            .any(|value| creation.is_made_by(value, fuel))
    }

    /// Returns true for a method of an object that changes something, or makes an object of it: no look, and no constructor.
    pub(super) fn works_on_object(&self, method: MethodId) -> bool {
        !self.creates(method) && (self.observation(method).is_none() || self.returns_new(method))
    }

    /// Returns true for the last call on a builder, which hands on what the builder was told: `build()`. It decides nothing.
    pub(super) fn builds(&self, method: MethodId) -> bool {
        let declared = self.method(method);
        matches!(&*declared.name, "build" | "create" | "done" | "get")
            && !declared.is_static
            && declared.parameters.is_empty()
            && !self.loops(method)
            && !self.changes_state(method)
            && self.returns_new(method)
    }

    /// Returns true for a method without parameters that only wraps fields of its object, maybe as a text: `Optional.of(name)`,
    /// `Optional.ofNullable(joined(words))`, where `joined` may decide something, but loops over nothing.
    pub(super) fn wraps_field(&self, method: MethodId) -> bool {
        let declared = self.method(method);
        let source = self.source(method);
        if !declared.parameters.is_empty() || !declared.returns.name.starts_with("Optional") {
            return false;
        }
        let snippet = Snippet::parse(source);
        let mut statements = body(&snippet).into_iter().flat_map(named);
        let only =
            statements.next().filter(|only| only.kind() == "return_statement" && statements.next().is_none());
        let Some(value) = only.and_then(|only| named(only).next()) else { return false };
        let (mut wraps, mut is_plain) = (false, true);
        for node in descendants(value) {
            match node.kind() {
                "method_invocation" if snippet.field(node, "object").starts_with("Optional") => wraps = true,
                "method_invocation" if node.child_by_field_name("object").is_none() => {
                    let methods = self.methods(method.class, &[], snippet.field(node, "name"));
                    is_plain &= methods.iter().all(|found| !self.loops(found.id));
                }
                "lambda_expression" | "method_reference" | "object_creation_expression" => is_plain = false,
                _ => {}
            }
        }
        wraps && is_plain && self.observation(method).is_some()
    }

    /// Returns true for a method with a loop, or a function that a stream runs, in it.
    fn loops(&self, method: MethodId) -> bool {
        let snippet = Snippet::parse(self.source(method));
        body(&snippet).is_some_and(|body| descendants(body).any(is_loop))
    }

    /// Returns true for a method that loops, recurs or decides by more than one condition, or only hands on to one of a part
    /// of its object that does: it computes what it returns, and a constructor did not.
    pub(super) fn works_something_out(&self, method: MethodId) -> bool {
        self.works_out(method, DEEPEST)
    }

    fn works_out(&self, method: MethodId, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let (declared, source) = (self.method(method), self.source(method));
        if source.len() > LONGEST_READ {
            return true;
        }
        let snippet = Snippet::parse(source);
        let Some(body) = body(&snippet) else {
            return self.implementations(method).iter().any(|own| self.works_out(*own, fuel));
        };
        let works = descendants(body).any(|node| match node.kind() {
            "binary_expression" => matches!(snippet.field(node, "operator"), "&&" | "||"),
            "method_invocation" => {
                snippet.field(node, "name") == declared.name && declared.returns.name != "void" && {
                    let object = node.child_by_field_name("object");
                    object.is_some_and(|object| {
                        self.class_of_part(method.class, object, &snippet) == Some(method.class)
                    })
                }
            }
            _ => is_loop(node),
        });
        if works {
            return true;
        }
        let mut statements = named(body);
        let only =
            statements.next().filter(|only| only.kind() == "return_statement" && statements.next().is_none());
        let Some(call) = only.and_then(|only| named(only).next()) else { return false };
        let handed_on = call.child_by_field_name("object").filter(|_| call.kind() == "method_invocation");
        let class = handed_on.and_then(|part| self.class_of_part(method.class, part, &snippet));
        let methods = class.map(|class| self.methods(class, &[], snippet.field(call, "name")));
        let count = arguments(call).len();
        methods.is_some_and(|methods| {
            let mut fitting = methods.iter().filter(|found| self.method(found.id).parameters.len() == count);
            fitting.next().is_some_and(|found| found.id != method && self.works_out(found.id, fuel))
        })
    }

    /// Returns the project's class of a part of an object: of a field, an element of one, or what an own method returns.
    fn class_of_part(&self, class: ClassId, part: Node<'_>, snippet: &Snippet) -> Option<ClassId> {
        let object = part.child_by_field_name("object").filter(|object| object.kind() != "this");
        match (part.kind(), object) {
            ("identifier", _) => self.field_type(class, &[], snippet.text(part))?.class(),
            ("field_access", None) => self.field_type(class, &[], snippet.field(part, "field"))?.class(),
            ("method_invocation", None) => {
                let own = self.methods(class, &[], snippet.field(part, "name")).into_iter().next()?;
                self.type_in(own.id.class, &self.method(own.id).returns).class()
            }
            // An element of a collection, or what a part returns.
            ("method_invocation", Some(object)) if object.kind() == "identifier" => {
                match self.field_type(class, &[], snippet.text(object))? {
                    Type::Other(_, elements) => elements.last()?.class(),
                    Type::Class(owner, _) => {
                        let given =
                            self.methods(owner, &[], snippet.field(part, "name")).into_iter().next()?;
                        self.type_in(given.id.class, &self.method(given.id).returns).class()
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns true for a method that gives another value to a field of its object, or changes what that holds, by itself or
    /// through its own methods.
    pub(super) fn sets_field(&self, method: MethodId, field: &str) -> bool {
        self.sets(method, field, DEEPEST)
    }

    fn sets(&self, method: MethodId, field: &str, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let source = self.source(method);
        if source.len() > LONGEST_READ {
            return true;
        }
        let snippet = Snippet::parse(source);
        let Some(body) = body(&snippet) else { return true };
        let is_field =
            |node: Option<Node<'_>>| node.and_then(root).is_some_and(|root| snippet.text(root) == field);
        descendants(body).any(|node| match node.kind() {
            "assignment_expression" => is_field(node.child_by_field_name("left")),
            "update_expression" => is_field(named(node).next()),
            // A method that is given the object may change it.
            "method_invocation" if arguments(node).iter().any(|given| given.kind() == "this") => true,
            "method_invocation" => match node.child_by_field_name("object") {
                Some(object) if !matches!(object.kind(), "this" | "super") => {
                    is_field(Some(object))
                        && (is_changing(snippet.field(node, "name"))
                            || self.class_of_part(method.class, object, &snippet).is_some())
                }
                _ => {
                    let methods = self.methods(method.class, &[], snippet.field(node, "name"));
                    methods.iter().any(|found| found.id != method && self.sets(found.id, field, fuel))
                }
            },
            _ => false,
        })
    }

    /// Returns the project's class of the iterator that a method returns: it creates it, or a field of that class holds it.
    pub(super) fn iterator_given_by(&self, method: MethodId) -> Option<ClassId> {
        let declared = self.method(method);
        if declared.returns.simple_name() != "Iterator" {
            return None;
        }
        let snippet = Snippet::parse(self.source(method));
        let mut returned = descendants(body(&snippet)?)
            .filter(|node| node.kind() == "return_statement")
            .map(|node| named(node).next());
        let value = returned.next()??;
        if returned.next().is_some() {
            return None;
        }
        match value.kind() {
            "object_creation_expression" => {
                self.resolve(snippet.field(value, "type").split('<').next()?, method.class)
            }
            "identifier" => self.field_type(method.class, &[], snippet.text(value))?.class(),
            "field_access" => self.field_type(method.class, &[], snippet.field(value, "field"))?.class(),
            _ => None,
        }
    }

    /// Returns true for a method that returns its own object.
    pub(super) fn returns_itself(&self, method: MethodId) -> bool {
        self.source(method).contains("return this;")
    }

    /// Returns true for a method that only returns a text that it puts together, or what a method that
    /// presents the object does.
    fn returns_text(&self, method: MethodId) -> bool {
        let snippet = Snippet::parse(self.source(method));
        let mut statements = body(&snippet).into_iter().flat_map(named);
        let only =
            statements.next().filter(|only| only.kind() == "return_statement" && statements.next().is_none());
        let Some(value) = only.and_then(|only| named(only).next()) else {
            return self.method(method).parameters.is_empty() && self.returns_put_together(method, &snippet);
        };
        match value.kind() {
            "string_literal" => true,
            "binary_expression" => descendants(value).any(|node| node.kind() == "string_literal"),
            "method_invocation" => {
                let object =
                    value.child_by_field_name("object").map_or("this", |object| snippet.text(object));
                let name = snippet.field(value, "name");
                CONVERTING.contains(&name) && arguments(value).is_empty()
                    || object == "String" && matches!(name, "format" | "join" | "valueOf")
                    || object == "this" && presents(name)
            }
            _ => false,
        }
    }

    /// Returns true for a method whose last statement returns the text that it put together in a builder of the library.
    fn returns_put_together(&self, method: MethodId, snippet: &Snippet) -> bool {
        let last = body(snippet).into_iter().flat_map(named).last();
        let value = last.filter(|last| last.kind() == "return_statement").and_then(|last| named(last).next());
        let builder = value.filter(|value| snippet.field(*value, "name") == "toString");
        let builder = builder.map_or("", |value| snippet.field(value, "object"));
        self.method(method).returns.name == "String"
            && body(snippet).into_iter().flat_map(descendants).any(|node| {
                let class = snippet.field(node, "type");
                let declared = node.child_by_field_name("declarator");
                matches!(class, "StringBuilder" | "StringBuffer" | "StringJoiner" | "StringWriter")
                    && declared.is_some_and(|declared| snippet.field(declared, "name") == builder)
            })
    }

    fn changes_object(&self, method: MethodId, seen: &mut BTreeSet<MethodId>, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let source = self.source(method);
        if !seen.insert(method) || seen.len() > MOST || self.creates_lazily(method) {
            return false;
        }
        if source.len() > LONGEST_READ {
            return true;
        }
        let snippet = Snippet::parse(source);
        let Some(body) = body(&snippet) else {
            // Of an interface's method, the name is all that is known.
            return is_changing(&self.method(method).name);
        };
        let nodes = || body.parent().into_iter().flat_map(descendants);
        let locals = nodes().filter_map(|node| match node.kind() {
            "formal_parameter" | "resource" | "catch_formal_parameter" | "enhanced_for_statement" => {
                node.child_by_field_name("name")
            }
            "variable_declarator" => node.child_by_field_name("name").filter(|_| !is_part_of(node, &snippet)),
            "inferred_parameters" => named(node).next(),
            "lambda_expression" => {
                node.child_by_field_name("parameters").filter(|parameter| parameter.kind() == "identifier")
            }
            _ => None,
        });
        let locals = locals.map(|name| snippet.text(name)).collect();
        let name = &self.method(method).name;
        let code = Method { index: self, snippet: &snippet, class: method.class, name, locals };
        nodes().any(|node| code.is_change(node, seen, fuel))
    }
}

impl Method<'_> {
    /// Returns true for a node that changes the object.
    fn is_change(&self, node: Node<'_>, seen: &mut BTreeSet<MethodId>, fuel: usize) -> bool {
        match node.kind() {
            "assignment_expression" => {
                node.child_by_field_name("left").is_some_and(|left| self.is_own(left) && !self.is_cache(left))
            }
            "update_expression" => named(node).next().is_some_and(|operand| self.is_own(operand)),
            "method_invocation" => self.calls_change(node, seen, fuel),
            _ => false,
        }
    }

    fn calls_change(&self, call: Node<'_>, seen: &mut BTreeSet<MethodId>, fuel: usize) -> bool {
        let name = self.snippet.field(call, "name");
        if CHANGING_GIVEN.contains(&name) && arguments(call).into_iter().any(|given| self.is_own(given)) {
            return true;
        }
        let object = call.child_by_field_name("object");
        let count = arguments(call).len();
        let owner = match object {
            None => Some(self.class),
            Some(object) if matches!(object.kind(), "this" | "super") => Some(self.class),
            Some(object) if self.is_own(object) => self.class_of_part(object),
            Some(object) => match self.looked_up(object).and_then(|part| self.class_of_part(part)) {
                Some(class) => Some(class),
                None => return false,
            },
        };
        let Some(owner) = owner else { return is_changing(name) };
        let methods = self.index.methods(owner, &[], name);
        let mut fitting =
            methods.iter().filter(|found| self.index.method(found.id).parameters.len() == count);
        match fitting.next() {
            Some(method) => self.index.changes_object(method.id, seen, fuel),
            None => object.is_some() && is_changing(name),
        }
    }

    /// Returns the project's class of a part of the object.
    fn class_of_part(&self, part: Node<'_>) -> Option<ClassId> {
        self.index.class_of_part(self.class, part, self.snippet)
    }

    /// Returns the expression that gives a part of the object, which is called on directly or through a variable:
    /// `pens.get(name)` of `Pen pen = pens.get(name); pen.fill();`, `find(name)` of `find(name).fill()`.
    fn looked_up<'n>(&self, object: Node<'n>) -> Option<Node<'n>> {
        let value = match object.kind() {
            "identifier" => {
                let name = self.snippet.text(object);
                let around = std::iter::successors(object.parent(), Node::parent).last()?;
                descendants(around)
                    .filter(|node| node.kind() == "variable_declarator")
                    .find(|declared| self.snippet.field(*declared, "name") == name)?
                    .child_by_field_name("value")?
            }
            _ => object,
        };
        let is_call = value.kind() == "method_invocation";
        let whole = value.child_by_field_name("object").filter(|whole| whole.kind() != "this");
        let owner = whole.map_or(Some(self.class), |whole| self.class_of_part(whole));
        let methods = owner
            .map(|owner| self.index.methods(owner, &[], self.snippet.field(value, "name")))
            .unwrap_or_default();
        let is_new = methods.iter().any(|found| self.index.returns_new(found.id));
        let is_part = whole.map_or(!methods.is_empty(), |whole| self.is_own(whole));
        Some(value).filter(|_| is_call && is_part && !is_new)
    }

    /// Returns true for a field of the own object, or an element or a part of one.
    fn is_own(&self, node: Node<'_>) -> bool {
        let Some(root) = root(node) else { return self.is_part_given(node) };
        let name = self.snippet.text(root);
        let is_class = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
        let of_this = root.parent().is_some_and(|around| {
            around.kind() == "field_access" && around.child_by_field_name("field") == Some(root)
        });
        of_this || !is_class && !self.locals.contains(name)
    }

    /// Returns true for the call of an own method that returns a field which it creates if there is none.
    fn is_part_given(&self, call: Node<'_>) -> bool {
        let is_own = call.kind() == "method_invocation" && call.child_by_field_name("object").is_none();
        let methods = self.index.methods(self.class, &[], self.snippet.field(call, "name"));
        is_own && methods.first().is_some_and(|method| self.index.creates_lazily(method.id))
    }

    /// Returns true for a field in which a method keeps what it has computed.
    fn is_cache(&self, target: Node<'_>) -> bool {
        let field = root(target).map_or("", |root| self.snippet.text(root)).to_lowercase();
        let own = self.name.trim_start_matches("get").to_lowercase();
        let field = field.trim_matches('_');
        field == own
            || field.contains("cache")
            || field.contains("memo")
            || own == "hashcode" && field.contains("hash")
    }
}

/// A method's code, in which it is asked whether a value is an object that the method creates.
struct Creation<'i> {
    index: &'i Index,
    snippet: &'i Snippet,
    class: ClassId,
    body: Node<'i>,
}

impl Creation<'_> {
    fn is_made_by(&self, value: Node<'_>, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let (index, snippet) = (self.index, self.snippet);
        let is_made =
            |part: &str| value.child_by_field_name(part).is_some_and(|part| self.is_made_by(part, fuel));
        match value.kind() {
            "object_creation_expression" => {
                let class = snippet.field(value, "type").split('<').next().unwrap_or("");
                index.resolve(class, self.class).is_some_and(|class| index.is_production(class))
            }
            "parenthesized_expression" => named(value).any(|inner| self.is_made_by(inner, fuel)),
            "ternary_expression" => is_made("consequence") || is_made("alternative"),
            "cast_expression" => is_made("value"),
            "identifier" => {
                let name = snippet.text(value);
                descendants(self.body)
                    .filter(|node| {
                        node.kind() == "variable_declarator" && snippet.field(*node, "name") == name
                    })
                    .filter_map(|declared| declared.child_by_field_name("value"))
                    .any(|declared| self.is_made_by(declared, fuel))
            }
            "method_invocation" => {
                let owner = match value.child_by_field_name("object").filter(|object| object.kind() != "this")
                {
                    None => Some(self.class),
                    Some(object) => index.resolve(snippet.text(object), self.class),
                };
                let count = arguments(value).len();
                owner.is_some_and(|owner| {
                    let methods = index.methods(owner, &[], snippet.field(value, "name"));
                    let fitting =
                        methods.iter().filter(|found| index.method(found.id).parameters.len() == count);
                    { fitting }.any(|found| index.creates(found.id) || index.returns_created(found.id, fuel))
                })
            }
            _ => false,
        }
    }
}

/// Returns true for a loop, and for a function that is given to a stream or a collection.
fn is_loop(node: Node<'_>) -> bool {
    matches!(node.kind(), "for_statement" | "enhanced_for_statement" | "while_statement" | "do_statement")
        || matches!(node.kind(), "lambda_expression" | "method_reference")
}

/// Returns true for a variable that is declared with a field of the own object: it stands for that.
fn is_part_of(declarator: Node<'_>, snippet: &Snippet) -> bool {
    let value = declarator.child_by_field_name("value");
    value.is_some_and(|value| value.kind() == "field_access" && snippet.text(value).starts_with("this."))
}

/// Returns true for a call that prints or logs, or that raises if something is wrong with what it is given.
fn is_printing(object: &str, name: &str) -> bool {
    let prints = matches!(object, "System.out" | "System.err") || object.to_lowercase().starts_with("log");
    let is_library = object.starts_with(char::is_uppercase);
    prints
        || is_library
            && ["require", "check", "assert", "validate"].iter().any(|start| name.starts_with(start))
}

/// Returns true for a call on a variable of a method's body that holds an object which that body created.
fn is_of_new_object(call: Node<'_>, body: Node<'_>, snippet: &Snippet) -> bool {
    let Some(root) = root(call).map(|root| snippet.text(root)) else { return false };
    let mut declared = descendants(body).filter(|node| node.kind() == "variable_declarator");
    declared.any(|variable| {
        let value = variable.child_by_field_name("value");
        snippet.field(variable, "name") == root
            && value.is_some_and(|value| value.kind() == "object_creation_expression")
    })
}

/// Returns true for the name of a method that changes what it is called on.
fn is_changing(name: &str) -> bool {
    CHANGING.split_whitespace().any(|known| known == name)
        || ["set", "add", "remove", "clear"]
            .iter()
            .any(|start| name.strip_prefix(start).is_some_and(|rest| rest.starts_with(char::is_uppercase)))
}

/// Returns true for a condition behind which a method only throws: `if (pens.contains(pen)) throw new IllegalStateException();`.
fn only_refuses(statement: Node<'_>) -> bool {
    let branch = statement.child_by_field_name("consequence").filter(|_| statement.kind() == "if_statement");
    let only = branch.map(|branch| {
        if branch.kind() == "block" && branch.named_child_count() == 1 {
            branch.named_child(0)
        } else {
            Some(branch)
        }
    });
    only.flatten().is_some_and(|only| only.kind() == "throw_statement")
        && statement.child_by_field_name("alternative").is_none()
}
