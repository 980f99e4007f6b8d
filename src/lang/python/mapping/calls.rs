//! The production functions that a test's expressions call, as far as the sources show them.

use std::collections::HashMap;

use tree_sitter::Node;

use super::code::{Code, arguments, bare};
use crate::lang::python::index::{
    ClassId, FunctionId, Kind, Meaning, binary, is_built_in, is_in_run, run_id, split_head, unary,
};
use crate::lang::python::syntax::{children, dotted_name};
use crate::lang::syntax::descendants;

/// The functions that run before a test, in their order.
pub(super) const SET_UPS: [&str; 10] = [
    "setUpModule",
    "setup_module",
    "setUpClass",
    "asyncSetUpClass",
    "setup_class",
    "setUp",
    "asyncSetUp",
    "setup_method",
    "setup_function",
    "setup",
];

/// The names of methods that run after a test.
pub(super) const TEAR_DOWNS: [&str; 10] = [
    "tearDownModule",
    "teardown_module",
    "tearDownClass",
    "asyncTearDownClass",
    "teardown_class",
    "tearDown",
    "asyncTearDown",
    "teardown_method",
    "teardown_function",
    "teardown",
];

/// The operators that plain values, which tests are mostly given, seldom have.
const ARITHMETIC: [&str; 11] = [
    "__sub__",
    "__and__",
    "__or__",
    "__xor__",
    "__invert__",
    "__matmul__",
    "__lt__",
    "__le__",
    "__gt__",
    "__ge__",
    "__rshift__",
];

const ITER: &[&str] = &["__iter__", "__getitem__"];
const BOOL: &[&str] = &["__bool__", "__len__"];

/// The production functions that the expressions of a node call and that lie in no other such call, in the
/// order of the source.
#[derive(Default)]
pub(super) struct ProductionCalls {
    pub named: Vec<FunctionId>,
    /// The methods that operators and built-in functions call on objects of known classes: `len(pens)`, `pens[0]`.
    pub operators: Vec<FunctionId>,
    /// The functions that create objects.
    pub makers: Vec<FunctionId>,
    /// The only properties of their names.
    pub properties: Vec<FunctionId>,
    /// True if another call may be the one that is tested: of a method that several classes have, or of a variable.
    pub is_unsure: bool,
}

impl<'a> Code<'a> {
    /// Returns the meanings of the parameters, what their fixtures return or what the test is run with, and of the
    /// variables of loops over written lists.
    pub(super) fn parameters(&self) -> HashMap<&'a str, Meaning> {
        let fixtures = self.parameter_names().filter(|name| *name != "self").filter_map(|name| {
            let fixture = self.index.fixture(self.file(), self.own, name)?;
            Some((name, self.index.given_in_run(fixture, self.own, self.run)?))
        });
        let loops = self.statements.iter().map(|statement| statement.node).filter_map(|node| {
            let left = node.child_by_field_name("left").filter(|left| left.kind() == "identifier")?;
            let values = node.child_by_field_name("right").filter(|_| node.kind() == "for_statement")?;
            Some((self.text(left), is_list(values).then(|| children(values).collect())?))
        });
        let given = loops.chain(self.parametrized());
        let mut meanings: HashMap<&'a str, Meaning> = given
            .filter_map(|(name, values): (&str, Vec<Node<'a>>)| Some((name, self.class_of_all(&values)?)))
            .collect();
        meanings.extend(fixtures);
        meanings
    }

    /// Returns what the fixture gives that a parameter of the test names in this run, or in all.
    pub(super) fn fixture_named_by(&self, parameter: &str) -> Option<Meaning> {
        let (_, values) = self.parametrized().into_iter().find(|(name, _)| *name == parameter)?;
        let mut given = values.iter().map(|value| {
            let name = self.text(*value).trim_matches(['"', '\'']);
            self.index.given_in_run(self.index.fixture(self.file(), self.own, name)?, self.own, self.run)
        });
        let first = given.next()??;
        given.all(|next| next == Some(first)).then_some(first)
    }

    /// Returns the parameters for which a decorator, `@pytest.mark.parametrize("pen, ink", [(Pen(), 1)])`, writes down the
    /// values, with these, or only with that of this run.
    fn parametrized(&self) -> Vec<(&'a str, Vec<Node<'a>>)> {
        let around = self.definition.parent().filter(|around| around.kind() == "decorated_definition");
        let decorators = around.into_iter().flat_map(children).filter(|part| part.kind() == "decorator");
        let mut found: Vec<(&'a str, Vec<Node<'a>>)> = Vec::new();
        for call in decorators.filter_map(|decorator| children(decorator).next()) {
            let [names, values, ..] = arguments(call).0[..] else { continue };
            if self.called_name(call) != "parametrize" || !is_list(values) {
                continue;
            }
            let words = self.text(names).split(|c: char| !c.is_alphanumeric() && c != '_');
            let names: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
            let cells = |value: Node<'a>| match value.kind() {
                "call" if self.called_name(value) == "param" => arguments(value).0,
                "tuple" | "list" if names.len() > 1 => children(value).collect(),
                _ => vec![value],
            };
            let ids = arguments(call).1.into_iter().find(|given| self.field(*given, "name") == "ids");
            let ids = ids.and_then(|ids| ids.child_by_field_name("value")).filter(|ids| is_list(*ids));
            let ids: Vec<Node<'a>> = ids.into_iter().flat_map(children).collect();
            let id_of = |(at, value): (usize, Node<'a>)| match names[..] {
                [only] => run_id(only, at, value, ids.get(at).copied(), self.source),
                _ => {
                    let cells = names.iter().zip(cells(value));
                    let cells = cells.map(|(name, cell)| run_id(name, at, cell, None, self.source));
                    cells.collect::<Vec<_>>().join("-")
                }
            };
            let mut in_run = children(values).enumerate().filter(|row| is_in_run(&id_of(*row), self.run));
            let only = in_run.next().filter(|_| in_run.next().is_none()).map(|(_, value)| value);
            let rows: Vec<Vec<Node<'a>>> = match only {
                Some(only) => vec![cells(only)],
                None => children(values).map(cells).collect(),
            };
            found.extend(names.into_iter().enumerate().map(|(at, name)| {
                let column = rows.iter().filter_map(|row| row.get(at).copied());
                (name, column.collect())
            }));
        }
        found
    }

    /// Returns an object of the class of all values, if it is one; None if one of them is something else.
    fn class_of_all(&self, values: &[Node<'a>]) -> Option<Meaning> {
        let mut meanings = values.iter().map(|value| match self.value(*value)? {
            Meaning::Object(class, _) => Some(Meaning::Object(class, false)),
            _ => None,
        });
        let first = meanings.next()??;
        meanings.all(|next| next == Some(first)).then_some(first)
    }

    /// Returns the production functions that a node calls.
    pub(super) fn production_calls(&self, node: Node<'a>) -> ProductionCalls {
        let mut found = ProductionCalls::default();
        let mut targets: HashMap<usize, &str> = HashMap::new();
        let mut open = vec![node];
        while let Some(next) = open.pop() {
            let kind = next.kind();
            if next != node && matches!(kind, "function_definition" | "class_definition") {
                continue;
            }
            if kind == "assignment" {
                targets.extend(next.child_by_field_name("left").map(|left| (left.id(), "__setitem__")));
            } else if kind == "delete_statement" {
                targets.extend(children(next).map(|deleted| (deleted.id(), "__delitem__")));
            }
            let target = targets.get(&next.id()).copied();
            let is_found = match kind {
                "call" => {
                    // The callable that a check is given.
                    let given = self.throws(next).and_then(|(call, _)| arguments(call).0.get(1).copied());
                    let mut functions = next.child_by_field_name("function").into_iter().chain(given);
                    self.converted(next).is_none()
                        && functions.any(|function| self.called(function, &mut found))
                }
                "attribute" => self.read(next, target == Some("__setitem__"), &mut found),
                _ => false,
            };
            if !is_found {
                let operator = self.operator(next, target);
                let is_named =
                    kind == "call" && operator.is_some_and(|operator| self.is_named_in_test(operator));
                if operator.is_some() && is_arithmetic(next) || is_named {
                    // What arithmetic gives is new, like what a function returns; a test that is named for `repr` calls it.
                    found.named.extend(operator);
                    continue;
                }
                found.operators.extend(operator);
                let inner: Vec<Node<'a>> = children(next).collect();
                open.extend(inner.into_iter().rev());
            }
        }
        found
    }

    /// Returns what a call gives to a production function that only gives it another form, if another production function
    /// made it: that one is tested, unless the test is named for the form.
    pub(super) fn converted(&self, call: Node<'a>) -> Option<Node<'a>> {
        let function = call.child_by_field_name("function").filter(|_| call.kind() == "call")?;
        let Meaning::Function(converter, _) = self.value(function)? else { return None };
        let [given] = arguments(call).0[..] else { return None };
        let is_made = descendants(given).any(|part| match (part.kind(), self.origin(part)) {
            ("identifier", Some(Meaning::Function(maker, _))) => {
                self.index.is_production(maker) && self.chain(part).is_some_and(|chain| chain.contains('('))
            }
            ("identifier", Some(Meaning::Object(class, _))) => !self.index.is_test_code(class.file),
            ("call", _) => part.child_by_field_name("function").is_some_and(|function| {
                matches!(self.value(function), Some(Meaning::Function(maker, _)) if self.index.is_production(maker))
            }),
            _ => false,
        });
        let only_converts = is_made
            && self.index.is_production(converter)
            && !self.is_named_in_test(converter)
            && self.index.only_converts(converter);
        only_converts.then_some(given)
    }

    /// Adds the production functions that a call of this expression may mean. Returns false if there is none.
    pub(super) fn called(&self, function: Node<'a>, found: &mut ProductionCalls) -> bool {
        let method = |class, name| self.index.method(class, name);
        let (called, to) = match self.value(function) {
            Some(Meaning::Function(called, _)) => {
                let called = self.in_effect(function, called);
                found.is_unsure |= called.is_none();
                (called, &mut found.named)
            }
            Some(Meaning::Class(class)) => {
                // A data class runs no other code of its own.
                let made = ["__init__", "__new__", "__post_init__", "__attrs_post_init__"];
                let mut makers = made.into_iter().filter_map(|name| method(class, name));
                let first = makers.next();
                // A constructor without statements only documents what another one does.
                let works = first.filter(|first| !self.index.is_stub(*first)).or_else(|| makers.next());
                (works.or(first), &mut found.makers)
            }
            Some(Meaning::Object(class, _)) => (method(class, "__call__"), &mut found.named),
            Some(Meaning::Module(_) | Meaning::List(_) | Meaning::Mapping(_)) => return false,
            None if self.is_given(self.text(function)) || self.is_of_tests(function) => {
                found.is_unsure = true;
                return true;
            }
            // A function, or a class, that a production function made.
            None if matches!(function.kind(), "identifier" | "call") => match self.origin(function) {
                Some(Meaning::Function(maker, _)) => (Some(maker), &mut found.named),
                _ => return false,
            },
            None => return function.kind() == "attribute" && self.by_name(function, Kind::Called, found),
        };
        let called = called.filter(|called| self.index.is_production(*called));
        to.extend(called);
        called.is_some()
    }

    /// Adds the property or setter that an attribute means.
    pub(super) fn read(&self, attribute: Node<'a>, is_set: bool, found: &mut ProductionCalls) -> bool {
        let kind = if is_set { Kind::Setter } else { Kind::Property };
        let object = attribute.child_by_field_name("object").filter(|object| !self.is_made(*object));
        let Some(object) = object else { return false };
        let name = self.field(attribute, "attribute");
        let class = match self.value(object) {
            Some(Meaning::Object(class, _)) => class,
            Some(_) => return false,
            None => return self.by_name(attribute, kind, found),
        };
        let Some(method) = self.index.method(class, name) else {
            let is_known = self.index.has_attribute(class, name);
            let made = self.method_named(class, if is_set { "__setattr__" } else { "__getattr__" });
            found.operators.extend(made.filter(|_| !is_known));
            return false;
        };
        let method = if is_set { self.index.setter(method) } else { Some(method) };
        let method = method
            .filter(|method| self.index.function(*method).kind == kind && self.index.is_production(*method));
        found.named.extend(method);
        method.is_some()
    }

    /// Adds the production methods that an attribute may mean by its name: all that can be called, but the
    /// only property.
    fn by_name(&self, attribute: Node<'a>, kind: Kind, found: &mut ProductionCalls) -> bool {
        let Some(object) = attribute.child_by_field_name("object") else { return false };
        let value = self.value(object);
        // Its class passes on what it does not have.
        let is_passed_on = matches!(value, Some(Meaning::Object(class, _)) if self.method_named(class, "__getattr__").is_some());
        let is_outside = match value {
            // Its class has it from outside of the project, if at all.
            Some(Meaning::Object(..) | Meaning::Class(_) | Meaning::Module(_)) => !is_passed_on,
            Some(Meaning::List(_) | Meaning::Mapping(_)) => true,
            Some(Meaning::Function(..)) => false,
            None => {
                let chain = self.chain(object).filter(|_| self.origin(object).is_none());
                chain.is_some_and(|chain| self.index.is_foreign(self.file(), split_head(&chain).0))
            }
        };
        let name = self.field(attribute, "attribute");
        if kind == Kind::Property && (self.index.is_attribute(name) || self.is_of_foreign_attribute(object)) {
            return false;
        }
        let package = |file| self.index.module_name(file).split('.').next().map(str::to_owned);
        let used: Vec<_> = self.index.imported_modules(self.file()).map(package).collect();
        let methods = self.index.methods_named(name, kind);
        let mut methods: Vec<FunctionId> =
            methods.filter(|method| used.contains(&package(method.file))).collect();
        // A base's stub only says that the others have the method.
        prefer(&mut methods, |method| !self.index.is_stub(method));
        if is_passed_on && methods.is_empty() && kind == Kind::Called {
            found.is_unsure = true;
            return true;
        }
        if is_outside || methods.is_empty() || kind == Kind::Setter && methods.len() > 1 {
            return false;
        }
        let are_several = kind == Kind::Property && methods.len() > 1;
        if is_built_in(name) && !is_passed_on || are_several {
            // Either one of Python's own types, on the result of a function under test, or one of that result's class.
            let is_unsure = match self.origin(object) {
                Some(Meaning::Function(maker, _)) => {
                    self.index.is_production(maker) && (kind == Kind::Called || are_several)
                }
                Some(Meaning::Object(class, _)) => are_several && !self.index.is_test_code(class.file),
                _ => false,
            };
            found.is_unsure |= is_unsure;
            return is_unsure;
        }
        if kind == Kind::Property {
            found.properties.extend(methods);
            return false;
        }
        found.is_unsure |= methods.len() > 1;
        found.named.extend(methods);
        true
    }

    /// Returns true for an attribute of a known object that has something of another project: what that has is no property of this one.
    fn is_of_foreign_attribute(&self, expression: Node<'a>) -> bool {
        let Some(chain) = self.chain(expression) else { return false };
        let Some((holder, name)) = chain.rsplit_once('.') else { return false };
        match self.meaning(holder.to_owned()) {
            Some(Meaning::Object(class, _)) => self.index.is_foreign_attribute(class, name),
            _ => false,
        }
    }

    /// Returns the method that an operator calls on an object of a known class; `target` is that of an
    /// assigned or deleted subscript.
    fn operator(&self, node: Node<'a>, target: Option<&str>) -> Option<FunctionId> {
        let part = |name| node.child_by_field_name(name);
        match node.kind() {
            "subscript" => self.method_of(part("value")?, &[target.unwrap_or("__getitem__")]),
            "binary_operator" => {
                let (left, right) = binary(self.field(node, "operator"));
                self.method_of(part("left")?, &[left]).or_else(|| self.method_of(part("right")?, &[right]))
            }
            // `pen += ink` is `pen = pen + ink` where the class has nothing of its own.
            "augmented_assignment" => {
                let (left, right) = binary(self.field(node, "operator"));
                let in_place = left.replacen("__", "__i", 1);
                self.method_of(part("left")?, &[&in_place, left])
                    .or_else(|| self.method_of(part("right")?, &[right]))
                    .or_else(|| self.method_of(part("left")?.child_by_field_name("value")?, &["__setitem__"]))
            }
            "unary_operator" => self.method_of(part("argument")?, &[unary(self.field(node, "operator"))]),
            "interpolation" => self.method_of(part("expression")?, &["__format__", "__str__", "__repr__"]),
            // It stands for the whole statement where that has ended.
            "with_item" => {
                let value = part("value")?;
                let managed = if value.kind() == "as_pattern" { value.named_child(0)? } else { value };
                self.method_of(managed, &["__exit__", "__aexit__"])
            }
            "not_operator" => self.method_of(part("argument")?, BOOL),
            "comparison_operator" => {
                let sides: Vec<Node<'a>> = children(node).collect();
                let [left, right] = sides[..] else { return None };
                self.comparison(left, self.source.get(left.end_byte()..right.start_byte())?.trim(), right)
            }
            "for_statement" | "for_in_clause" => self.method_of(part("right")?, ITER),
            "call" => {
                let function = dotted_name(part("function")?, self.source)?;
                self.method_of(*arguments(node).0.first()?, built_in(&function))
                    .or_else(|| self.operator_of_elements(&function, node))
            }
            _ => None,
        }
    }

    /// Returns the operator that a built-in function calls on the elements of what it is given, objects of one class:
    /// `__add__` for `sum([Pen(1), Pen(2)])`, `__lt__` for `sorted(pens)`.
    fn operator_of_elements(&self, function: &str, call: Node<'a>) -> Option<FunctionId> {
        let names: &[&str] = match function {
            "sum" => &["__add__", "__radd__"],
            "sorted" | "min" => &["__lt__", "__gt__"],
            "max" => &["__gt__", "__lt__"],
            _ => return None,
        };
        let (given, by_keyword) = arguments(call);
        // With a key, not the elements are compared.
        if by_keyword.iter().any(|argument| self.field(*argument, "name") == "key") {
            return None;
        }
        let of_all = |elements: &[Node<'a>]| match self.class_of_all(elements)? {
            Meaning::Object(class, _) => Some(class),
            _ => None,
        };
        let class = match (&given[..], function) {
            ([list], _) | ([list, ..], "sum") if is_list(*list) => {
                of_all(&children(*list).collect::<Vec<_>>())?
            }
            ([list], _) | ([list, ..], "sum") => match self.value(*list)? {
                Meaning::List(class) => class,
                _ => return None,
            },
            (elements, _) => of_all(elements)?,
        };
        names.iter().find_map(|name| self.method_named(class, name))
    }

    /// Returns the method that compares two values.
    fn comparison(&self, left: Node<'a>, operator: &str, right: Node<'a>) -> Option<FunctionId> {
        let (of_left, of_right): (&[&str], &[&str]) = match operator {
            "==" | "!=" => {
                // Only of two objects the comparison is tested; else the compared value itself is.
                let is_object = |value| matches!(self.value(value), Some(Meaning::Object(..)));
                if !(is_object(left) && is_object(right)) {
                    return None;
                }
                if operator == "!=" { (&["__ne__", "__eq__"], &[]) } else { (&["__eq__"], &["__eq__"]) }
            }
            // With `functools.total_ordering` one of them stands for all.
            "<" => (&["__lt__", "__gt__", "__le__"], &["__gt__"]),
            "<=" => (&["__le__", "__lt__"], &["__ge__"]),
            ">" => (&["__gt__", "__lt__"], &["__lt__"]),
            ">=" => (&["__ge__", "__lt__"], &["__le__"]),
            "in" | "not in" => (&[], &["__contains__", "__iter__", "__getitem__"]),
            _ => return None,
        };
        self.method_of(left, of_left).or_else(|| self.method_of(right, of_right))
    }

    /// Returns true for a check that two values are not equal.
    pub(super) fn is_inequality(&self, statement: usize) -> bool {
        let node = self.statements[statement].node;
        if node.kind() != "assert_statement" {
            return self.call_of(statement).is_some_and(|(call, _)| {
                matches!(self.called_name(call), "assertNotEqual" | "assertNotEquals" | "assert_not_equal")
            });
        }
        let mut is_negated = false;
        let mut value = children(node).next().map(bare);
        while let Some(inner) = value.filter(|value| value.kind() == "not_operator") {
            is_negated = !is_negated;
            value = inner.child_by_field_name("argument").map(bare);
        }
        let sides: Vec<Node<'a>> = value
            .into_iter()
            .filter(|value| value.kind() == "comparison_operator")
            .flat_map(children)
            .collect();
        let [left, right] = sides[..] else { return false };
        let operator = self.source.get(left.end_byte()..right.start_byte()).map_or("", str::trim);
        operator == if is_negated { "==" } else { "!=" }
    }

    /// Returns the method that a check itself calls on the values that it compares.
    pub(super) fn check_operator(&self, statement: usize) -> Option<FunctionId> {
        self.operator_of_check(statement).or_else(|| self.tells_from_constant(statement))
    }

    /// Returns the method that should tell an object from a constant: `pen != None`, `not pen == 0`. What the object was made
    /// of does not show in that.
    fn tells_from_constant(&self, statement: usize) -> Option<FunctionId> {
        let values = self.actual_values(statement);
        let [one, other, ..] = values[..] else { return None };
        let object = match (is_constant(one), is_constant(other)) {
            (false, true) => one,
            (true, false) => other,
            _ => return None,
        };
        let written = self.source.get(one.end_byte()..other.start_byte())?;
        let names: &[&str] = if written.contains("==") { &["__eq__"] } else { &["__ne__", "__eq__"] };
        self.method_of(object, names).filter(|_| self.is_inequality(statement))
    }

    fn operator_of_check(&self, statement: usize) -> Option<FunctionId> {
        let node = self.statements[statement].node;
        if node.kind() == "assert_statement" {
            let mut value = children(node).next().map(bare)?;
            while value.kind() == "not_operator" {
                value = value.child_by_field_name("argument").map(bare)?;
            }
            return self.operator(value, None).or_else(|| self.method_of(value, BOOL));
        }
        let (call, _) = self.call_of(statement)?;
        let operator = match self.called_name(call).trim_start_matches("assert").trim_start_matches('_') {
            "Equal" | "Equals" | "equal" | "DictEqual" | "ListEqual" | "SequenceEqual" | "SetEqual" => "==",
            "NotEqual" | "NotEquals" | "not_equal" => "!=",
            "Less" => "<",
            "LessEqual" => "<=",
            "Greater" => ">",
            "GreaterEqual" => ">=",
            "In" | "NotIn" => "in",
            "True" | "False" => return self.method_of(*arguments(call).0.first()?, BOOL),
            _ => return None,
        };
        let values = arguments(call).0;
        self.comparison(*values.first()?, operator, *values.get(1)?)
    }

    /// Returns true for a `__contains__` that computes something of its object.
    pub(super) fn computes_membership(&self, operator: FunctionId) -> bool {
        self.index.function(operator).name == "__contains__" && !self.index.is_membership_of_part(operator)
    }

    /// Returns the first of some production methods that the class of a value has; if its class is unknown, the only one
    /// of an operator.
    fn method_of(&self, value: Node<'a>, names: &[&str]) -> Option<FunctionId> {
        if names.is_empty() || self.is_made(value) {
            return None;
        }
        let class = match self.value(value) {
            Some(Meaning::Object(class, _)) => class,
            Some(_) => return None,
            None => return self.only_operator(value, names.first()?),
        };
        let method = names.iter().find_map(|name| self.index.method(class, name));
        method.filter(|method| self.index.is_production(*method))
    }

    /// Returns the method of an operator that only one class of the production code defines, if the test is given the value
    /// and no list says that it is a plain one.
    fn only_operator(&self, value: Node<'a>, name: &str) -> Option<FunctionId> {
        let mut at = bare(value);
        while matches!(at.kind(), "unary_operator" | "binary_operator") {
            at = bare(at.child_by_field_name("argument").or_else(|| at.child_by_field_name("left"))?);
        }
        let given = Some(self.text(at)).filter(|given| at.kind() == "identifier" && self.is_given(given))?;
        let is_plain = self
            .parametrized()
            .iter()
            .any(|(name, values)| *name == given && values.iter().any(|value| self.chain(*value).is_none()));
        if !ARITHMETIC.contains(&name) || is_plain {
            return None;
        }
        let mut methods: Vec<FunctionId> = self.index.methods_named(name, Kind::Called).collect();
        let used: Vec<_> = self.index.imported_modules(self.file()).collect();
        prefer(&mut methods, |method| used.contains(&method.file));
        if let [only] = methods[..] { Some(only) } else { None }
    }

    /// Returns a method, or that of the derived class which the test is named for; none if another module
    /// that the test uses has one.
    fn in_effect(&self, function: Node<'a>, method: FunctionId) -> Option<FunctionId> {
        let object = function.child_by_field_name("object").and_then(|object| self.value(object));
        let Some(Meaning::Object(class, true)) = object else { return Some(method) };
        let methods = self.index.methods_named(&self.index.function(method).name, Kind::Called);
        let others = methods
            .filter(|other| *other != method && self.index.is_derived(self.index.class_of(*other), class));
        let others: Vec<FunctionId> = others.collect();
        let named = others.iter().rfind(|other| self.is_named_for_class_of(**other)).copied();
        named.or_else(|| {
            let mut modules = self.index.imported_modules(self.file());
            let is_used = modules
                .any(|module| module != method.file && others.iter().any(|other| other.file == module));
            (!is_used).then_some(method)
        })
    }

    /// Returns true for a variable with what a function of the tests' own made of it, of which nothing is known.
    fn is_of_tests(&self, function: Node<'a>) -> bool {
        let origin = self.origin(function).filter(|_| function.kind() == "identifier");
        matches!(origin, Some(Meaning::Function(maker, _)) if !self.index.is_production(maker))
    }

    fn method_named(&self, class: ClassId, name: &str) -> Option<FunctionId> {
        self.index.method(class, name).filter(|method| self.index.is_production(*method))
    }

    /// Returns true for an expression that is an object as it was made, or a list of them, and nothing of it.
    pub(super) fn is_object(&self, value: Node<'a>) -> bool {
        let value = bare(value);
        let is_made = |value: Node<'a>| {
            let function = value.child_by_field_name("function").and_then(|function| self.value(function));
            value.kind() == "identifier" || matches!(function, Some(Meaning::Class(_)))
        };
        if is_list(value) { children(value).all(is_made) } else { is_made(value) }
    }
}

/// Returns true for a list, a tuple or a set that is written down.
fn is_list(node: Node<'_>) -> bool {
    matches!(node.kind(), "list" | "tuple" | "set")
}

/// Returns true for a value that is written down and no object of the project.
fn is_constant(node: Node<'_>) -> bool {
    let kind = node.kind();
    is_list(node) || matches!(kind, "none" | "true" | "false" | "integer" | "float" | "string" | "dictionary")
}

/// Returns true for `a + b` and `-a`.
fn is_arithmetic(node: Node<'_>) -> bool {
    matches!(node.kind(), "binary_operator" | "unary_operator")
}

/// Returns the methods of which a built-in function calls the first that its argument has.
fn built_in(name: &str) -> &'static [&'static str] {
    match name {
        "len" => &["__len__"],
        "str" | "print" => &["__str__", "__repr__"],
        "repr" => &["__repr__"],
        "format" => &["__format__", "__str__"],
        "iter" | "list" | "tuple" | "set" | "frozenset" | "sorted" | "sum" | "min" | "max" | "any"
        | "all" | "enumerate" | "zip" => ITER,
        "reversed" => &["__reversed__", "__len__"],
        "bool" => BOOL,
        "hash" => &["__hash__"],
        "next" => &["__next__"],
        "abs" => &["__abs__"],
        "int" => &["__int__", "__index__"],
        "float" => &["__float__", "__index__"],
        "round" => &["__round__"],
        "bytes" => &["__bytes__"],
        "divmod" => &["__divmod__"],
        "pow" => &["__pow__"],
        "dir" => &["__dir__"],
        "dict" => &["keys", "__iter__"],
        "copy" | "copy.copy" => &["__copy__"],
        "deepcopy" | "copy.deepcopy" => &["__deepcopy__"],
        "os.fspath" | "fspath" => &["__fspath__"],
        _ => &[],
    }
}

/// Keeps the functions that fit, unless none does.
pub(super) fn prefer(functions: &mut Vec<FunctionId>, fits: impl Fn(FunctionId) -> bool) {
    if functions.iter().any(|function| fits(*function)) {
        functions.retain(|function| fits(*function));
    }
}
