//! The ways in which a method observes its object: it reads an attribute, presents the object, or computes
//! something of it. A method that changes the object observes nothing.
//!
//! Only the sources are read: the statements of the method, and those of the methods of its own object that it calls.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::lang::acts::{Observation, looks_up, presents, words};
use crate::lang::python::index::{Assigned, ClassId, FunctionId, Index, Kind, Meaning, split_head};
use crate::lang::python::syntax::{self, children, docstring_statement, parse};
use crate::lang::syntax::descendants;

/// The longest source of an accessor, in bytes, without its docstring.
const LONGEST: usize = 400;

/// The longest source, in bytes, of a method that is read for what it changes.
const LONGEST_READ: usize = 20_000;

/// The longest chain of methods that is followed, and the number of methods that are read for one question.
const DEEPEST: usize = 4;
const MOST: usize = 30;

/// The built-in functions that only read or copy an attribute.
const READERS: [&str; 9] = ["len", "list", "tuple", "dict", "set", "frozenset", "bool", "str", "iter"];

/// The operators that only look at an object.
const OBSERVING: [&str; 17] = [
    "__str__",
    "__repr__",
    "__len__",
    "__bool__",
    "__contains__",
    "__getitem__",
    "__eq__",
    "__ne__",
    "__lt__",
    "__le__",
    "__gt__",
    "__ge__",
    "__hash__",
    "__iter__",
    "__format__",
    "__bytes__",
    "__reversed__",
];

/// The methods of Python's own types, and of objects like them, that change what they are called on.
const CHANGING: &str = "append appendleft extend extendleft insert add update setdefault pop popleft popitem remove discard clear sort \
    reverse rotate write writelines put put_nowait push close truncate seek acquire release subtract intersection_update \
    difference_update __setitem__ __delitem__ __setattr__ __delattr__ __init__";

/// The methods of texts, bytes, times and collections that give another form of them.
const CONVERTING: &str = "decode encode strip lstrip rstrip replace lower upper title capitalize casefold splitlines split join format \
    copy keys values items isoformat strftime hex tolist to_bytes";

/// Functions that change what they are given.
const CHANGING_GIVEN: [&str; 9] = [
    "setattr",
    "delattr",
    "heappush",
    "heappop",
    "heapify",
    "heapreplace",
    "insort",
    "shuffle",
    "__setattr__",
];

/// The code of a method of an object.
struct Method<'i> {
    index: &'i Index,
    source: &'i str,
    class: ClassId,
    /// The name by which it is called.
    name: &'i str,
    /// The variables that stand for the object, or for a part of it.
    own: Vec<&'i str>,
}

impl Index {
    /// Returns the way in which a method observes its object; None for one that may change it, and for
    /// another function.
    pub(super) fn observation(&self, function: FunctionId) -> Option<Observation> {
        let declared = self.function(function);
        self.class_of(function)?;
        let name = declared.known_as();
        // Attributes that are made when they are asked for are read like others.
        if self.only_reads(function) || name == "__getattr__" {
            return Some(Observation::Reads);
        }
        let is_operator = name.starts_with("__") && name.ends_with("__");
        let is_unlike = is_operator && !OBSERVING.contains(&name) || self.is_of_class(function);
        if is_unlike || !self.gives(function) || self.changes_state(function) || self.changes_given(function)
        {
            return None;
        }
        let is_text = presents(name) || presents(&declared.name) || self.returns_text(function);
        Some(if is_text { Observation::Presents } else { Observation::Computes })
    }

    /// Returns true for a function that only returns an attribute of its object, as it is, copied, negated or counted.
    pub(super) fn only_reads(&self, function: FunctionId) -> bool {
        let source = self.source(function);
        if !source.contains("return") || self.class_of(function).is_none() {
            return false;
        }
        let tree = parse(source);
        let Some(statements) = statements(&tree) else { return false };
        let only = statements.first().copied().filter(|_| statements.len() == 1);
        // A lock around it changes nothing.
        let locked = only.filter(|only| only.kind() == "with_statement").and_then(|with| {
            let mut inner = children(with.child_by_field_name("body")?);
            inner.next().filter(|_| inner.next().is_none())
        });
        let returned = locked
            .or(only)
            .filter(|only| only.kind() == "return_statement" && only.byte_range().len() < LONGEST)
            .and_then(|only| children(only).next());
        returned.is_some_and(|value| reads(value, source))
    }

    /// Returns true for a function without a body of its own: only a docstring, `...`, `pass` or `raise NotImplementedError`.
    pub(super) fn is_stub(&self, function: FunctionId) -> bool {
        let source = self.source(function);
        let tree = parse(source);
        let Some(statements) = statements(&tree) else { return false };
        statements.into_iter().all(|statement| {
            let text = syntax::text(statement, source);
            matches!(text, "..." | "pass") || text.starts_with("raise NotImplementedError")
        })
    }

    /// Returns true for a method with a name of one word, `get`, that looks something up by the key which it is given, whatever
    /// else it counts or checks.
    pub(super) fn looks_up_key(&self, function: FunctionId) -> bool {
        let (name, source) = (self.function(function).known_as(), self.source(function));
        if words(name).len() != 1 || !looks_up(name) || source.len() > LONGEST_READ {
            return false;
        }
        let tree = parse(source);
        let Some(definition) = syntax::function(&tree).filter(|_| self.class_of(function).is_some()) else {
            return false;
        };
        let parameters = definition.child_by_field_name("parameters").into_iter().flat_map(children);
        let key = parameters.skip(1).find_map(|parameter| match parameter.kind() {
            "identifier" => Some(parameter),
            "typed_parameter" => parameter.named_child(0),
            _ => None,
        });
        let Some(key) = key.map(|key| syntax::text(key, source)) else { return false };
        descendants(definition).any(|node| match node.kind() {
            "subscript" => {
                syntax::field(node, "value", source).starts_with("self.")
                    && syntax::field(node, "subscript", source) == key
            }
            "call" => {
                let asked = syntax::field(node, "function", source);
                let given = node.child_by_field_name("arguments").and_then(|given| given.named_child(0));
                asked.starts_with("self.")
                    && asked.rsplit_once('.').is_some_and(|(_, name)| name == "get")
                    && given.is_some_and(|given| syntax::text(given, source) == key)
            }
            _ => false,
        })
    }

    /// Returns true for a method that only puts what it is given into its object: `self.pens.append(pen)`,
    /// `self.ink = ink`.
    pub(super) fn only_stores(&self, function: FunctionId) -> bool {
        let source = self.source(function);
        let tree = parse(source);
        let Some(statements) = statements(&tree).filter(|statements| statements.len() <= 2) else {
            return false;
        };
        let is_of_self = |node: Node<'_>| syntax::text(node, source).starts_with("self");
        statements.into_iter().all(|statement| {
            let Some(inner) = children(statement).next() else { return statement.kind() == "pass_statement" };
            match (statement.kind(), inner.kind()) {
                ("return_statement", kind) => matches!(kind, "identifier" | "none"),
                ("expression_statement", "assignment") => {
                    let given = inner.child_by_field_name("right");
                    inner.child_by_field_name("left").is_some_and(is_of_self)
                        && given.is_some_and(|given| !descendants(given).any(|node| node.kind() == "call"))
                }
                ("expression_statement", "call") => {
                    let called =
                        inner.child_by_field_name("function").filter(|called| called.kind() == "attribute");
                    called.is_some_and(|called| {
                        let is_part = called
                            .child_by_field_name("object")
                            .is_some_and(|object| object.kind() == "attribute" && is_of_self(object));
                        is_part && is_changing(syntax::field(called, "attribute", source))
                    })
                }
                _ => false,
            }
        })
    }

    /// Returns true for a function that creates an object and calls or decides something, beside what its
    /// base classes do.
    pub(super) fn does_more_than_set(&self, maker: FunctionId) -> bool {
        let source = self.source(maker);
        let tree = parse(source);
        let body = syntax::function(&tree).and_then(|definition| definition.child_by_field_name("body"));
        body.into_iter().flat_map(descendants).any(|node| match node.kind() {
            "call" => {
                let called = syntax::field(node, "function", source);
                !called.starts_with("super(") && called != "super"
            }
            kind => matches!(
                kind,
                "if_statement"
                    | "for_statement"
                    | "conditional_expression"
                    | "boolean_operator"
                    | "binary_operator"
            ),
        })
    }

    /// Returns true for a function of a module that only gives its single parameter another form, by one call of a library,
    /// maybe behind a guard: `return None if length is None else round(length, 2)`.
    pub(super) fn only_converts(&self, function: FunctionId) -> bool {
        let source = self.source(function);
        if self.function(function).class.is_some() || source.len() > LONGEST {
            return false;
        }
        let tree = parse(source);
        let parameters =
            syntax::function(&tree).and_then(|function| function.child_by_field_name("parameters"));
        let parameters: Vec<Node<'_>> = parameters.into_iter().flat_map(children).collect();
        let [parameter] = parameters[..] else { return false };
        let given = match parameter.kind() {
            "identifier" => syntax::text(parameter, source),
            "typed_parameter" => parameter.named_child(0).map_or("", |name| syntax::text(name, source)),
            _ => return false,
        };
        let Some(statements) = statements(&tree) else { return false };
        let Some((last, guards)) = statements.split_last() else { return false };
        let is_guard = |statement: &Node<'_>| {
            let mut inner =
                descendants(*statement).skip(1).filter(|node| node.kind().ends_with("_statement"));
            statement.kind() == "if_statement" && inner.all(|inner| inner.kind() == "return_statement")
        };
        let returned = children(*last).next().filter(|_| last.kind() == "return_statement");
        let form = returned.and_then(|value| match value.kind() {
            "conditional_expression" => children(value).find(|part| part.kind() == "call"),
            _ => Some(value),
        });
        let Some(form) = form.filter(|_| guards.iter().all(is_guard)) else { return false };
        let inner: Vec<Node<'_>> = descendants(form).filter(Node::is_named).collect();
        let works = |node: &&Node<'_>| {
            let kind = node.kind();
            kind.ends_with("_operator")
                || kind.ends_with("_comprehension")
                || matches!(kind, "generator_expression" | "lambda")
        };
        let calls = descendants(form).chain(guards.iter().copied().flat_map(descendants));
        let mut calls = calls.filter(|node| node.kind() == "call");
        let of_project =
            calls.any(|call| self.resolve(function.file, syntax::field(call, "function", source)).is_some());
        form.kind() == "call"
            && !of_project
            && inner.iter().filter(|node| node.kind() == "call").count() == 1
            && inner.iter().any(|node| syntax::text(*node, source) == given)
            && !inner.iter().any(|node| works(&node))
    }

    /// Returns true for a function of a class that is called without an object of it.
    pub(super) fn is_of_class(&self, function: FunctionId) -> bool {
        let head = self.source(function).split("def ").next().unwrap_or("");
        head.contains("@classmethod") || head.contains("@staticmethod")
    }

    /// Returns true for a method that may change its object, by itself or by another method of it.
    pub(super) fn changes_state(&self, function: FunctionId) -> bool {
        self.changes_object(function, &mut HashSet::new(), DEEPEST)
    }

    /// Returns true for a function that changes an object which it is given: it sets a part of it, or calls what does.
    pub(super) fn changes_given(&self, function: FunctionId) -> bool {
        let source = self.source(function);
        if source.len() > LONGEST_READ {
            return false;
        }
        let tree = parse(source);
        let Some(definition) = syntax::function(&tree) else { return false };
        let parameters = definition.child_by_field_name("parameters").into_iter().flat_map(children);
        let names = parameters.map(|parameter| match parameter.kind() {
            "typed_parameter" => parameter.named_child(0).map_or("", |name| syntax::text(name, source)),
            "identifier" => syntax::text(parameter, source),
            _ => syntax::field(parameter, "name", source),
        });
        let given: Vec<&str> = names.skip(usize::from(self.class_of(function).is_some())).collect();
        let is_part = |target: Node<'_>| {
            let of_object = target.kind() == "attribute";
            let object = target.child_by_field_name("object").filter(|_| of_object);
            object.is_some_and(|object| given.contains(&syntax::text(object, source)))
        };
        descendants(definition).any(|node| match node.kind() {
            "assignment" | "augmented_assignment" => node.child_by_field_name("left").is_some_and(is_part),
            "call" => {
                let called = node.child_by_field_name("function").filter(|called| is_part(*called));
                called.is_some_and(|called| {
                    let mut methods =
                        self.methods_named(syntax::field(called, "attribute", source), Kind::Called);
                    methods.next().is_some_and(|only| methods.next().is_none() && self.changes_state(only))
                })
            }
            _ => false,
        })
    }

    /// Returns true for a function without parameters, beside those that have a value, that only returns an object which it
    /// makes of constants: `return Range(1, 0)`.
    pub(super) fn only_makes_constant(&self, function: FunctionId) -> bool {
        let source = self.source(function);
        let tree = parse(source);
        let parameters =
            syntax::function(&tree).and_then(|function| function.child_by_field_name("parameters"));
        let mut needed = parameters.into_iter().flat_map(children).filter(|parameter| {
            matches!(parameter.kind(), "identifier" | "typed_parameter" | "list_splat_pattern")
        });
        let Some(statements) = statements(&tree).filter(|_| needed.next().is_none()) else { return false };
        let [only] = statements[..] else { return false };
        let made =
            children(only).next().filter(|made| made.kind() == "call" && only.kind() == "return_statement");
        let given = made.and_then(|made| made.child_by_field_name("arguments"));
        given.is_some_and(|given| !descendants(given).any(|node| node.kind() == "call"))
    }

    /// Returns true for a function of a module that stands for a constructor: it only returns what a class makes, or what an
    /// object of a variable of its module gives of the same class.
    pub(super) fn only_makes(&self, function: FunctionId) -> bool {
        let declared = self.function(function);
        if declared.class.is_some() || self.source(function).len() > LONGEST || declared.results.is_empty() {
            return false;
        }
        let Some(Meaning::Object(class, _)) = self.result(function, None) else { return false };
        let tree = parse(self.source(function));
        let Some(statements) = statements(&tree) else { return false };
        let [only] = statements[..] else { return false };
        // What it makes of what it is given, it may have worked out.
        let source = self.source(function);
        let works = descendants(only).any(|node| match node.kind() {
            "call" => {
                let is_given = node.parent().is_some_and(|around| around.kind() == "argument_list");
                is_given && !READERS.contains(&syntax::field(node, "function", source))
            }
            kind => {
                kind.ends_with("_comprehension")
                    || matches!(kind, "generator_expression" | "conditional_expression" | "lambda")
            }
        });
        let begins = |result: &String| {
            let head = split_head(result).0;
            match self.resolve(function.file, head) {
                Some(Meaning::Class(made)) => result == &format!("{head}()") && made == class,
                Some(Meaning::Object(begin, _)) => {
                    begin == class
                        || self.is_derived(Some(begin), class)
                        || self.is_derived(Some(class), begin)
                }
                _ => false,
            }
        };
        only.kind() == "return_statement" && !works && declared.results.iter().all(begins)
    }

    /// Returns true for a `__contains__` that only asks a collection which its object holds, or asks nothing.
    pub(super) fn is_membership_of_part(&self, contains: FunctionId) -> bool {
        let source = self.source(contains);
        let tree = parse(source);
        let Some(statements) = statements(&tree) else { return false };
        let [only] = statements[..] else { return false };
        let Some(asked) = children(only).next().filter(|_| only.kind() == "return_statement") else {
            return false;
        };
        match asked.kind() {
            "true" | "false" => true,
            "comparison_operator" => {
                let sides: Vec<Node<'_>> = children(asked).collect();
                matches!(sides[..], [_, part] if reads(part, source))
            }
            _ => false,
        }
    }

    /// Returns true for a method that only looks at its object, to check or print something: as far as its source shows,
    /// it changes nothing, and no call in it is made for what it does.
    pub(super) fn only_looks(&self, function: FunctionId) -> bool {
        !self.is_of_class(function)
            && !self.changes_state(function)
            && self.does_nothing(function, &mut HashSet::new(), DEEPEST)
    }

    fn does_nothing(&self, function: FunctionId, seen: &mut HashSet<FunctionId>, fuel: usize) -> bool {
        let (Some(fuel), Some(class)) = (fuel.checked_sub(1), self.class_of(function)) else { return false };
        if !seen.insert(function) {
            return true;
        }
        let source = self.source(function);
        // A function without a body tells nothing.
        if seen.len() > MOST || source.len() > LONGEST_READ || self.is_stub(function) {
            return false;
        }
        let tree = parse(source);
        let Some(definition) = syntax::function(&tree) else { return false };
        let own_name = self.function(function).known_as();
        let mut statements = descendants(definition).filter(|node| node.kind() == "expression_statement");
        statements.all(|statement| {
            let Some(inner) = children(statement).next() else { return true };
            let called = inner.child_by_field_name("function").filter(|_| inner.kind() == "call");
            // An attribute of another object.
            let Some(called) = called else {
                return inner.child_by_field_name("left").is_none_or(|left| left.kind() != "attribute");
            };
            let object =
                called.child_by_field_name("object").map_or("", |object| syntax::text(object, source));
            let name = if object.is_empty() {
                syntax::text(called, source)
            } else {
                syntax::field(called, "attribute", source)
            };
            // A part of the object is treated as the object is.
            if !object.is_empty() && name == own_name || prints(object, name) {
                return true;
            }
            match self.method(class, name).filter(|_| object == "self") {
                Some(method) => self.does_nothing(method, seen, fuel),
                None => is_of_new_object(object, definition, source),
            }
        })
    }

    /// Returns true for a method that loops, or hands on to one of its own object that does: it computes what it returns, and a
    /// constructor did not.
    pub(super) fn works_something_out(&self, function: FunctionId) -> bool {
        self.works_out(function, DEEPEST)
    }

    fn works_out(&self, function: FunctionId, fuel: usize) -> bool {
        let (Some(fuel), Some(class)) = (fuel.checked_sub(1), self.class_of(function)) else { return false };
        let source = self.source(function);
        if source.len() > LONGEST_READ {
            return true;
        }
        let tree = parse(source);
        let Some(definition) = syntax::function(&tree) else { return false };
        descendants(definition).any(|node| match node.kind() {
            "for_statement" | "while_statement" | "generator_expression" => true,
            "call" => {
                let own = syntax::field(node, "function", source).strip_prefix("self.");
                let method = own.and_then(|own| self.method(class, own)).filter(|own| *own != function);
                method.is_some_and(|method| self.works_out(method, fuel))
            }
            kind => kind.ends_with("_comprehension"),
        })
    }

    /// Returns true for a method that has a parameter beside its object.
    pub(super) fn takes_argument(&self, function: FunctionId) -> bool {
        let tree = parse(self.source(function));
        let parameters =
            syntax::function(&tree).and_then(|definition| definition.child_by_field_name("parameters"));
        parameters.is_some_and(|parameters| children(parameters).nth(1).is_some())
    }

    /// Returns true for a method that sets an attribute of its object itself.
    pub(super) fn sets(&self, function: FunctionId, attribute: &str) -> bool {
        let source = self.source(function);
        let tree = parse(source);
        let definition = syntax::function(&tree);
        definition.is_some_and(|definition| {
            Assigned::read(definition, source).attributes().any(|(name, _)| name == attribute)
        })
    }

    /// Returns true for a function that returns its own object.
    pub(super) fn returns_itself(&self, function: FunctionId) -> bool {
        self.function(function).results.iter().any(|result| result == "self")
    }

    /// Returns true for a function that returns, or yields, a value.
    fn gives(&self, function: FunctionId) -> bool {
        let tree = parse(self.source(function));
        let Some(definition) = syntax::function(&tree) else { return true };
        descendants(definition).filter(Node::is_named).any(|node| match node.kind() {
            "return_statement" => children(node).next().is_some_and(|value| value.kind() != "none"),
            "yield" => true,
            _ => false,
        })
    }

    /// Returns true for a method that returns only a text that it puts together, or what a method that
    /// presents the object does.
    fn returns_text(&self, function: FunctionId) -> bool {
        let source = self.source(function);
        let tree = parse(source);
        let Some(statements) = statements(&tree) else { return false };
        let only =
            statements.first().filter(|only| statements.len() == 1 && only.kind() == "return_statement");
        let Some(value) = only.and_then(|only| children(*only).next()) else { return false };
        match value.kind() {
            "string" | "concatenated_string" => true,
            "binary_operator" => {
                value.child_by_field_name("left").is_some_and(|left| left.kind().ends_with("string"))
            }
            "call" if converts(value, source) => true,
            "call" => {
                let called = value.child_by_field_name("function");
                let of_text = called.and_then(|called| called.child_by_field_name("object"));
                of_text.is_some_and(|object| object.kind().ends_with("string"))
                    || called.is_some_and(|called| match syntax::text(called, source).strip_prefix("self.") {
                        Some(name) => presents(name),
                        None => ["str", "repr", "format"].contains(&syntax::text(called, source)),
                    })
            }
            _ => false,
        }
    }

    fn changes_object(&self, function: FunctionId, seen: &mut HashSet<FunctionId>, fuel: usize) -> bool {
        let (Some(fuel), Some(class)) = (fuel.checked_sub(1), self.class_of(function)) else { return false };
        if !seen.insert(function) || seen.len() > MOST {
            return false;
        }
        let source = self.source(function);
        if source.len() > LONGEST_READ {
            return true;
        }
        let tree = parse(source);
        let Some(definition) = syntax::function(&tree) else { return false };
        let parameters = definition.child_by_field_name("parameters").into_iter().flat_map(children);
        let own = parameters.take(1).map(|first| syntax::text(first, source)).collect();
        let mut method = Method { index: self, source, class, name: self.function(function).known_as(), own };
        descendants(definition).any(|node| method.is_change(node, seen, fuel))
    }
}

impl Method<'_> {
    /// Returns true for a node that changes the object.
    fn is_change(&mut self, node: Node<'_>, seen: &mut HashSet<FunctionId>, fuel: usize) -> bool {
        let part = |name| node.child_by_field_name(name);
        match node.kind() {
            "assignment" | "augmented_assignment" | "for_statement" => {
                let Some(left) = part("left") else { return false };
                let is_list = left.kind().ends_with("_list") || left.kind() == "tuple_pattern";
                let targets: Vec<Node<'_>> = if is_list { children(left).collect() } else { vec![left] };
                if targets.iter().any(|target| self.is_part(*target) && !self.is_cache(*target)) {
                    return true;
                }
                // A variable with a part of the object stands for it.
                if part("right").is_some_and(|right| self.is_part(right)) {
                    let variables = targets.into_iter().filter(|target| target.kind() == "identifier");
                    self.own.extend(variables.map(|target| syntax::text(target, self.source)));
                }
                false
            }
            "delete_statement" => children(node).any(|deleted| self.is_part(deleted)),
            "call" => part("function").is_some_and(|called| self.calls_change(called, node, seen, fuel)),
            _ => false,
        }
    }

    fn calls_change(
        &self,
        called: Node<'_>,
        call: Node<'_>,
        seen: &mut HashSet<FunctionId>,
        fuel: usize,
    ) -> bool {
        let last = if called.kind() == "attribute" {
            syntax::field(called, "attribute", self.source)
        } else {
            syntax::text(called, self.source)
        };
        let mut given = call.child_by_field_name("arguments").into_iter().flat_map(children);
        if CHANGING_GIVEN.contains(&last) && given.any(|given| self.is_own(given)) {
            return true;
        }
        let Some(object) = called.child_by_field_name("object").filter(|_| called.kind() == "attribute")
        else {
            return false;
        };
        let text = syntax::text(object, self.source);
        if text.starts_with("super(") {
            return is_changing(last);
        }
        if !self.is_own(object) {
            return false;
        }
        let owner = match self.own.first() {
            Some(own) if *own == text => Some(self.class),
            own => own.and_then(|own| text.strip_prefix(own)).and_then(|rest| {
                match self.index.follow(Meaning::Object(self.class, false), rest)? {
                    Meaning::Object(class, _) => Some(class),
                    _ => None,
                }
            }),
        };
        match owner.and_then(|owner| self.index.method(owner, last)) {
            Some(method) => self.index.changes_object(method, seen, fuel),
            None => is_changing(last),
        }
    }

    /// Returns true for the object itself, or a part of it.
    fn is_own(&self, node: Node<'_>) -> bool {
        self.is_part(node)
            || node.kind() == "identifier" && self.own.contains(&syntax::text(node, self.source))
    }

    /// Returns true for an attribute or an element of the object.
    fn is_part(&self, node: Node<'_>) -> bool {
        let inner = match node.kind() {
            "attribute" => node.child_by_field_name("object"),
            "subscript" => node.child_by_field_name("value"),
            // What a method that reads a part of the object returns.
            "call" => node.child_by_field_name("function").filter(|called| self.reads_part(*called)),
            _ => None,
        };
        inner.is_some_and(|inner| self.is_own(inner))
    }

    /// Returns true for a method of the object itself that returns a part of it.
    fn reads_part(&self, called: Node<'_>) -> bool {
        let object =
            called.child_by_field_name("object").map_or("", |object| syntax::text(object, self.source));
        let name = syntax::field(called, "attribute", self.source);
        let method = self.index.method(self.class, name).filter(|_| self.own.first() == Some(&object));
        method.is_some_and(|method| {
            let source = self.index.source(method);
            let tree = parse(source);
            syntax::function(&tree).into_iter().flat_map(descendants).any(|node| {
                let returned = children(node).next().filter(|_| node.kind() == "return_statement");
                returned.is_some_and(|value| {
                    matches!(value.kind(), "attribute" | "subscript")
                        && syntax::text(value, source).starts_with("self.")
                })
            })
        })
    }

    /// Returns true for an attribute in which a method keeps what it has computed.
    fn is_cache(&self, target: Node<'_>) -> bool {
        let text = syntax::text(target, self.source).to_lowercase();
        let mut names = text.split(['.', '[']).skip(1).map(|name| name.trim_matches('_'));
        let own = self.name.trim_matches('_').to_lowercase();
        names.any(|name| name == own || name.contains("cache") || name.contains("memo"))
    }
}

/// Returns true for a call that prints, logs or warns.
fn prints(object: &str, name: &str) -> bool {
    object.is_empty() && matches!(name, "print" | "pprint" | "warn")
        || object.to_lowercase().trim_start_matches("self.").trim_start_matches('_').starts_with("log")
        || matches!(object, "warnings" | "sys.stdout" | "sys.stderr" | "pprint")
}

/// Returns true for a variable of a function that holds a collection which the function made.
fn is_of_new_object(variable: &str, definition: Node<'_>, source: &str) -> bool {
    let mut assigned = descendants(definition).filter(|node| node.kind() == "assignment");
    assigned.any(|assignment| {
        let value = assignment.child_by_field_name("right");
        syntax::field(assignment, "left", source) == variable
            && value.is_some_and(|value| {
                matches!(value.kind(), "list" | "dictionary" | "set")
                    || value.kind().ends_with("_comprehension")
            })
    })
}

/// Returns true for the name of a method that changes what it is called on.
fn is_changing(name: &str) -> bool {
    CHANGING.split_whitespace().any(|known| known == name)
        || ["set_", "add_", "remove_", "append_", "delete_"].iter().any(|start| name.starts_with(start))
}

/// Returns true for an attribute of `self` on which only methods of texts and collections are called that
/// give it another form.
fn converts(value: Node<'_>, source: &str) -> bool {
    let mut at = value;
    while at.kind() == "call" {
        let Some(called) = at.child_by_field_name("function").filter(|called| called.kind() == "attribute")
        else {
            return false;
        };
        let is_known =
            CONVERTING.split_whitespace().any(|name| name == syntax::field(called, "attribute", source));
        let Some(object) = called.child_by_field_name("object").filter(|_| is_known) else { return false };
        at = object;
    }
    at.kind() == "attribute" && reads(at, source)
}

/// Returns the statements of a function, without its docstring.
fn statements(tree: &tree_sitter::Tree) -> Option<Vec<Node<'_>>> {
    let definition = syntax::function(tree)?;
    let docstring = docstring_statement(definition);
    let body = definition.child_by_field_name("body").into_iter().flat_map(children);
    Some(body.filter(|statement| Some(*statement) != docstring).collect())
}

/// Returns true for an attribute of `self`, as it is, copied, negated or counted.
fn reads(value: Node<'_>, source: &str) -> bool {
    let part = |name: &str| value.child_by_field_name(name);
    let inner = |node: Option<Node<'_>>| node.is_some_and(|node| reads(node, source));
    match value.kind() {
        "attribute" => {
            let object = part("object");
            object.is_some_and(|object| syntax::text(object, source) == "self") || inner(object)
        }
        "not_operator" => inner(part("argument")),
        // An element, by what the method is given.
        "subscript" => part("subscript").is_some_and(|at| at.kind() == "identifier") && inner(part("value")),
        "parenthesized_expression" => inner(children(value).next()),
        "comparison_operator" => {
            let sides: Vec<Node<'_>> = children(value).collect();
            let [left, right] = sides[..] else { return false };
            reads(left, source) && matches!(right.kind(), "none" | "true" | "false" | "string" | "integer")
        }
        "call" => {
            let function = part("function").map_or("", |function| syntax::text(function, source));
            let given: Vec<Node<'_>> = part("arguments").into_iter().flat_map(children).collect();
            let of_collection = part("function").filter(|called| {
                let name = syntax::field(*called, "attribute", source);
                matches!(name, "keys" | "values" | "items" | "copy")
            });
            match given[..] {
                [] => of_collection.is_some_and(|called| inner(called.child_by_field_name("object"))),
                [only] => READERS.contains(&function) && reads(only, source),
                [_, value] => matches!(function, "cast" | "typing.cast") && reads(value, source),
                _ => false,
            }
        }
        _ => false,
    }
}
