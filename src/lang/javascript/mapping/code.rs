//! A file of tests as a tree: its variables with the values that they are given, and what its expressions mean.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::iter;
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::names::has_word;
use super::node_at;
use crate::lang::javascript::index::declarations::{destructured, returns, typed};
use crate::lang::javascript::index::{
    Expr, FileId, FunctionId, Index, Kind, Meaning, Target, Wanted, is_built_in,
};
use crate::lang::javascript::syntax::{
    self, arguments, bare, descendants, field, is_function, key_name, named, outcomes, string_text,
};
use crate::lang::javascript::titles::Title;
use crate::lang::syntax::with_depth;

/// The number of steps for the meaning of one expression, so that variables in a circle end.
const MOST: usize = 200;

/// The number of calls of a function that are asked what they give.
const MOST_CALLS: usize = 8;

/// A file with its variables.
pub(super) struct Code<'t> {
    pub index: &'t Index,
    pub file: FileId,
    pub source: &'t str,
    pub root: Node<'t>,
    variables: HashMap<&'t str, Vec<Variable<'t>>>,
    steps: Cell<usize>,
    /// The variables whose maker is being looked for: `pen = pen.refilled()` is made by itself.
    looked_for: RefCell<Vec<&'t str>>,
    /// The functions around a test that declare it for what they are given, the innermost first.
    declaring: Vec<Declaring<'t>>,
    /// The calls of functions without an object, by the name of the function.
    calls_by_name: OnceCell<HashMap<&'t str, Vec<Node<'t>>>>,
    /// The files of the functions that the file hands over, the last one first.
    pub plugins: OnceCell<Vec<FileId>>,
}

/// A function that declares tests for what it is given, as the call that declared a test called it: `testsOf(Pen, 'Pen')`.
pub(super) struct Declaring<'t> {
    function: Node<'t>,
    /// The meanings of its parameters, by their names.
    meanings: Vec<(&'t str, Meaning)>,
    /// The call, if the same file has it.
    pub call: Option<Node<'t>>,
    /// The titles of the suites around the call.
    pub suites: Vec<Title>,
    /// The longest text that the call gives and the test's name has.
    pub title: String,
}

/// A call that may have declared a test.
struct DeclaringCall<'c> {
    call: Node<'c>,
    suites: Vec<Title>,
    title: String,
}

impl DeclaringCall<'_> {
    /// Returns the length of what the test's name has of it.
    fn fit(&self) -> usize {
        self.title.len() + self.suites.iter().map(|suite| suite.text().len()).sum::<usize>()
    }
}

/// A variable in the part of the file in which it is known.
struct Variable<'t> {
    scope: Range<usize>,
    /// The values that it is given, each with the bytes behind which it is.
    values: Vec<(usize, Given<'t>)>,
}

/// The value of a variable.
#[derive(Clone, Copy)]
pub(super) enum Given<'t> {
    Value(Node<'t>),
    Type(Node<'t>),
    /// A part of a value.
    Member(Node<'t>, Option<&'t str>),
    /// A parameter of a function, or the named part of it.
    Parameter(Node<'t>, Option<&'t str>),
}

/// The production functions that are called and lie in no other such call, in the order of the source.
#[derive(Default)]
pub(super) struct Calls {
    pub named: Vec<Target>,
    /// The classes whose objects are made.
    pub makers: Vec<Target>,
}

/// A production function that a node calls.
#[derive(Clone, Copy)]
pub(super) struct CalledTarget {
    pub target: Target,
    /// True for a class whose object is made.
    pub is_made: bool,
    /// True for a getter.
    pub is_read: bool,
}

impl Calls {
    /// Returns the called functions, or else the classes that are made.
    pub(super) fn best(self) -> Vec<Target> {
        if self.named.is_empty() { self.makers } else { self.named }
    }
}

impl<'t> Code<'t> {
    pub(super) fn of(index: &'t Index, file: FileId, tree: &'t Tree) -> Code<'t> {
        let root = tree.root_node();
        let mut code = Code {
            index,
            file,
            source: &index.file(file).text,
            root,
            variables: HashMap::new(),
            steps: Cell::new(MOST),
            looked_for: RefCell::default(),
            declaring: Vec::new(),
            calls_by_name: OnceCell::new(),
            plugins: OnceCell::new(),
        };
        code.read_variables();
        code
    }

    /// Returns the same file as a test of a name sees it: a function around the test, which declares tests for what it is given, was
    /// called by the call that has the test's titles, in this file or in another one; `named` is the one that the report names.
    pub(super) fn seen_by(self, test: Node<'t>, name: &str, named: Option<FileId>) -> Code<'t> {
        let around = iter::successors(test.parent(), Node::parent).filter(|node| is_function(*node));
        let declaring = around.filter_map(|function| self.declaring(function, name, named)).collect();
        Code { declaring, ..self }
    }

    /// Returns a function around a test as the call that declared the test called it.
    fn declaring(&self, function: Node<'t>, name: &str, named: Option<FileId>) -> Option<Declaring<'t>> {
        let holder = function.parent().filter(|parent| parent.kind() == "variable_declarator");
        let own = self.field(holder.unwrap_or(function), "name");
        let found = self.call_declaring(&|call| !own.is_empty() && self.field(call, "function") == own, name);
        if let Some(DeclaringCall { call, suites, title }) = found {
            let meanings = self.given_meanings(function, self, call);
            return Some(Declaring { function, meanings, call: Some(call), suites, title });
        }
        let functions = &self.index.declared(self.file).functions;
        let place = functions.iter().position(|own| own.node == function.byte_range())?;
        let helper = FunctionId { file: self.file, place };
        let file = named.filter(|file| *file != self.file)?;
        let tree = self.index.tree(file);
        let code = Code::of(self.index, file, &tree);
        let declaring = code.call_declaring(
            &|call| {
                let called = call.child_by_field_name("function");
                called.and_then(|called| code.helper_called(called)) == Some(helper)
            },
            name,
        );
        let DeclaringCall { call, suites, title } = declaring?;
        let meanings = self.given_meanings(function, &code, call);
        Some(Declaring { function, meanings, call: None, suites, title })
    }

    /// Returns the call among some of the file of whose suites and texts the name of a test has most; all its suites are in the name.
    fn call_declaring(&self, is_called: &dyn Fn(Node<'t>) -> bool, name: &str) -> Option<DeclaringCall<'t>> {
        let calls = descendants(self.root).filter(|node| node.kind() == "call_expression");
        let suites = self.index.tests(self.file).iter().filter(|call| call.is_suite);
        let fitting = calls.filter(|call| is_called(*call)).filter_map(|call| {
            let around = suites
                .clone()
                .rfind(|suite| suite.bytes.start <= call.start_byte() && call.end_byte() <= suite.bytes.end);
            let suites = around.map_or_else(Vec::new, |suite| suite.titles.clone());
            let titles = arguments(call).into_iter().filter_map(|given| string_text(given, self.source));
            let title = titles.filter(|title| has_word(name, title)).max_by_key(String::len);
            let is_in_name =
                suites.iter().all(|suite| suite.text().is_empty() || has_word(name, &suite.text()));
            is_in_name.then(|| DeclaringCall { call, suites, title: title.unwrap_or_default() })
        });
        fitting.max_by_key(DeclaringCall::fit).filter(|best| best.fit() > 0)
    }

    /// Returns what the parameters of a function mean where a call of another file, or the same, gives them.
    fn given_meanings<'c>(
        &self,
        function: Node<'t>,
        caller: &Code<'c>,
        call: Node<'c>,
    ) -> Vec<(&'t str, Meaning)> {
        let mut found = Vec::new();
        for (parameter, given) in parameters_of(function).into_iter().zip(arguments(call)) {
            if parameter.kind() == "identifier" {
                found.extend(caller.meaning(given).map(|meaning| (self.text(parameter), meaning)));
                continue;
            }
            for (name, key) in destructured(parameter, self.source) {
                if let (Some(name), Some(key)) = (self.own(&name, parameter), key) {
                    found.extend(caller.part_or_member(given, &key).map(|meaning| (name, meaning)));
                }
            }
        }
        found
    }

    /// Returns the member of a value, of a literal as well.
    fn part_or_member(&self, object: Node<'t>, key: &str) -> Option<Meaning> {
        self.steps.set(MOST);
        let owner = self.value(object);
        owner.and_then(|owner| self.member_of(owner, key)).or_else(|| self.part(object, key))
    }

    /// Returns what a parameter of a function that declares tests stands for.
    fn of_declaring(&self, function: Node<'t>, parameter: &str) -> Option<Meaning> {
        let declaring = self.declaring.iter().find(|declaring| declaring.function == function)?;
        let mut meanings = declaring.meanings.iter();
        meanings.find(|(name, _)| *name == parameter).map(|(_, meaning)| *meaning)
    }

    /// Returns the meaning of a helper's parameter: that of the argument in the first call of the helper in this file of which it is known.
    fn of_calls(&self, function: Node<'t>, parameter: &str) -> Option<Meaning> {
        let holder = function.parent().filter(|parent| parent.kind() == "variable_declarator");
        let name = self.field(holder.unwrap_or(function), "name");
        let place = parameters_of(function).iter().position(|own| self.text(*own) == parameter)?;
        let calls = self.calls_by_name().get(name)?.iter().filter(|call| {
            let is_within =
                function.start_byte() <= call.start_byte() && call.end_byte() <= function.end_byte();
            !is_within && self.local_function(name, call.start_byte()) == Some(function)
        });
        calls.take(MOST_CALLS).find_map(|call| self.value(*arguments(*call).get(place)?))
    }

    fn calls_by_name(&self) -> &HashMap<&'t str, Vec<Node<'t>>> {
        self.calls_by_name.get_or_init(|| {
            let mut calls: HashMap<&str, Vec<Node<'t>>> = HashMap::new();
            for call in descendants(self.root).filter(|node| node.kind() == "call_expression") {
                let called = call.child_by_field_name("function").filter(|it| it.kind() == "identifier");
                if let Some(called) = called {
                    calls.entry(self.text(called)).or_default().push(call);
                }
            }
            calls
        })
    }

    /// Returns the innermost function that declares a test for what it is given.
    pub(super) fn declared_by(&self) -> Option<&Declaring<'t>> {
        self.declaring.first()
    }

    /// Returns the functions given to the function that declares a test which the test calls, in the order of its calls: `draw` and
    /// the last one of `penTest('ink', { draw() {…} }, () => {…})`.
    pub(super) fn run_by(&self, test: Node<'t>, declaring: &Declaring<'t>) -> Vec<Node<'t>> {
        let given = declaring.call.map_or_else(Vec::new, arguments);
        let parameters = parameters_of(declaring.function);
        let given_as = |name: Node<'t>| {
            let place = parameters.iter().position(|own| self.text(*own) == self.text(name))?;
            given.get(place).copied().map(bare)
        };
        let calls = descendants(test).filter(|node| node.kind() == "call_expression");
        let run = calls.filter_map(|call| {
            let called = call.child_by_field_name("function").map(bare)?;
            if called.kind() == "identifier" {
                return given_as(called);
            }
            let object = given_as(called.child_by_field_name("object")?)?;
            let name = self.field(called, "property");
            named(object).find_map(|member| match member.kind() {
                "method_definition" => (self.field(member, "name") == name).then_some(member),
                "pair" => {
                    let key = member.child_by_field_name("key")?;
                    let value = member.child_by_field_name("value").map(bare);
                    value.filter(|_| key_name(key, self.source) == name)
                }
                _ => None,
            })
        });
        run.filter(|function| is_function(*function)).collect()
    }

    pub(super) fn text(&self, node: Node<'_>) -> &'t str {
        syntax::text(node, self.source)
    }

    pub(super) fn field(&self, node: Node<'_>, name: &str) -> &'t str {
        field(node, name, self.source)
    }

    fn read_variables(&mut self) {
        // The functions and blocks around, with their depths.
        let mut around: Vec<(usize, Node<'t>)> = vec![(0, self.root)];
        let mut assigned: Vec<(&'t str, Node<'t>, Node<'t>)> = Vec::new();
        for (node, depth) in with_depth(self.root) {
            while around.len() > 1 && around.last().is_some_and(|(last, _)| *last >= depth) {
                around.pop();
            }
            let scope = around.last().map_or(0..self.source.len(), |(_, node)| node.byte_range());
            match node.kind() {
                "variable_declarator" => {
                    // What `var` declares is known in the whole function.
                    let is_var = node.parent().is_some_and(|parent| parent.kind() == "variable_declaration");
                    let of_function =
                        around.iter().rev().find(|(depth, node)| *depth == 0 || is_function(*node));
                    let scope = of_function.filter(|_| is_var).map_or(scope, |(_, node)| node.byte_range());
                    self.declarator(node, scope);
                }
                "function_declaration" | "generator_function_declaration" => {
                    self.add(self.field(node, "name"), scope, node.end_byte(), Given::Value(node));
                }
                "assignment_expression" => {
                    if let (Some(left), Some(right)) =
                        (node.child_by_field_name("left"), node.child_by_field_name("right"))
                    {
                        let is_own =
                            left.kind() == "member_expression" && self.field(left, "object") == "this";
                        if left.kind() == "identifier" || is_own {
                            assigned.push((self.text(left), node, right));
                        } else if left.kind().ends_with("_pattern") {
                            for (name, key) in destructured(left, self.source) {
                                if let Some(name) = self.own(&name, left) {
                                    let key = key.and_then(|key| self.own(&key, left));
                                    self.add(
                                        name,
                                        0..self.source.len(),
                                        node.end_byte(),
                                        Given::Member(right, key),
                                    );
                                }
                            }
                        }
                    }
                }
                "for_in_statement" => {
                    if let Some(left) =
                        node.child_by_field_name("left").filter(|left| left.kind() == "identifier")
                    {
                        let name = self.text(left);
                        self.variables
                            .entry(name)
                            .or_default()
                            .push(Variable { scope: node.byte_range(), values: Vec::new() });
                    }
                }
                "catch_clause" => {
                    if let Some(parameter) = node
                        .child_by_field_name("parameter")
                        .filter(|parameter| parameter.kind() == "identifier")
                    {
                        let name = self.text(parameter);
                        self.variables
                            .entry(name)
                            .or_default()
                            .push(Variable { scope: node.byte_range(), values: Vec::new() });
                    }
                }
                _ => {}
            }
            if is_function(node) {
                self.parameters(node);
            }
            if is_function(node) || node.kind() == "statement_block" {
                around.push((depth, node));
            }
        }
        for (name, node, right) in assigned {
            if name.starts_with("this.") {
                self.add(name, 0..self.source.len(), node.end_byte(), Given::Value(right));
            } else if let Some(known) = self.innermost(name, node.start_byte())
                && let Some(variable) =
                    self.variables.get_mut(name).and_then(|variables| variables.get_mut(known))
            {
                variable.values.push((node.end_byte(), Given::Value(right)));
            }
        }
        for variables in self.variables.values_mut() {
            for variable in variables {
                variable.values.sort_by_key(|(at, _)| *at);
            }
        }
    }

    /// Returns a text as a part of a node's source.
    fn own(&self, text: &str, node: Node<'_>) -> Option<&'t str> {
        let source: &'t str = self.text(node);
        source.find(text).and_then(|at| source.get(at..at + text.len()))
    }

    fn add(&mut self, name: &'t str, scope: Range<usize>, at: usize, given: Given<'t>) {
        let variables = self.variables.entry(name).or_default();
        match variables.iter_mut().find(|variable| variable.scope == scope) {
            Some(variable) => variable.values.push((at, given)),
            None => variables.push(Variable { scope, values: vec![(at, given)] }),
        }
    }

    fn declarator(&mut self, node: Node<'t>, scope: Range<usize>) {
        let Some(name) = node.child_by_field_name("name") else { return };
        let value = node.child_by_field_name("value");
        if name.kind() == "identifier" {
            let name = self.text(name);
            let variables = self.variables.entry(name).or_default();
            let mut values = Vec::new();
            values.extend(
                node.child_by_field_name("type").map(|class| (node.start_byte(), Given::Type(class))),
            );
            values.extend(value.map(|value| (node.end_byte(), Given::Value(value))));
            variables.push(Variable { scope, values });
            return;
        }
        let Some(value) = value else { return };
        for (variable, key) in destructured(name, self.source) {
            if let Some(variable) = self.own(&variable, name) {
                let key = key.and_then(|key| self.own(&key, name));
                self.add(variable, scope.clone(), node.end_byte(), Given::Member(value, key));
            }
        }
    }

    fn parameters(&mut self, function: Node<'t>) {
        let scope = function.byte_range();
        if let Some(only) = function.child_by_field_name("parameter") {
            self.add(self.text(only), scope, function.start_byte(), Given::Parameter(function, None));
            return;
        }
        for parameter in function.child_by_field_name("parameters").into_iter().flat_map(named) {
            let pattern = match parameter.kind() {
                "required_parameter" | "optional_parameter" => parameter.child_by_field_name("pattern"),
                "assignment_pattern" => parameter.child_by_field_name("left"),
                _ => Some(parameter),
            };
            let Some(pattern) = pattern else { continue };
            if pattern.kind() == "identifier" {
                let name = self.text(pattern);
                self.add(name, scope.clone(), function.start_byte(), Given::Parameter(function, None));
                if let Some(class) = parameter.child_by_field_name("type") {
                    self.add(name, scope.clone(), function.start_byte(), Given::Type(class));
                }
            } else {
                for (variable, key) in destructured(pattern, self.source) {
                    if let Some(variable) = self.own(&variable, pattern) {
                        let key = key.and_then(|key| self.own(&key, pattern));
                        self.add(
                            variable,
                            scope.clone(),
                            function.start_byte(),
                            Given::Parameter(function, key),
                        );
                    }
                }
            }
        }
    }

    /// Returns the place of the innermost variable of a name that is known at a byte.
    fn innermost(&self, name: &str, at: usize) -> Option<usize> {
        let variables = self.variables.get(name)?.iter().enumerate();
        let known = variables.filter(|(_, variable)| variable.scope.contains(&at));
        known.min_by_key(|(_, variable)| variable.scope.len()).map(|(place, _)| place)
    }

    fn variable(&self, name: &str, at: usize) -> Option<&Variable<'t>> {
        self.variables.get(name)?.get(self.innermost(name, at)?)
    }

    /// Returns what a variable is given, the likeliest first: the last before its use, then the others from the end.
    pub(super) fn given(&self, name: &str, at: usize) -> Vec<Given<'t>> {
        let Some(variable) = self.variable(name, at) else { return Vec::new() };
        let before = variable.values.partition_point(|(behind, _)| *behind <= at);
        let (first, later) = variable.values.split_at(before);
        first.iter().rev().chain(later.iter().rev()).map(|(_, given)| *given).collect()
    }

    /// Returns true if a name means the same variable at two bytes.
    pub(super) fn is_same_variable(&self, name: &str, at: usize, other: usize) -> bool {
        self.innermost(name, at) == self.innermost(name, other)
    }

    /// Returns true if a name is a variable at a byte that is declared within a part of the file.
    pub(super) fn is_declared_in(&self, name: &str, at: usize, part: &Range<usize>) -> bool {
        self.variable(name, at)
            .is_some_and(|variable| part.start <= variable.scope.start && variable.scope.end <= part.end)
    }

    /// Returns the function that a name means where the file itself declares it.
    pub(super) fn local_function(&self, name: &str, at: usize) -> Option<Node<'t>> {
        self.given(name, at).into_iter().find_map(|given| match given {
            Given::Value(value) if is_function(bare(value)) => Some(bare(value)),
            _ => None,
        })
    }

    /// Returns what an expression means, as far as the sources show it.
    pub(super) fn meaning(&self, node: Node<'t>) -> Option<Meaning> {
        self.steps.set(MOST);
        self.value(node)
    }

    /// Returns what the value of an expression is: of a getter, what it gives.
    fn value(&self, node: Node<'t>) -> Option<Meaning> {
        let meant = self.meant(node)?;
        match meant {
            Meaning::Function(function, _) if self.index.function(function).kind == Kind::Getter => {
                self.index.result(meant)
            }
            meant => Some(meant),
        }
    }

    /// Returns what an expression names: of a getter, the getter itself.
    fn meant(&self, node: Node<'t>) -> Option<Meaning> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        if node.kind() == "as_expression"
            && let Some(class) = named(node).nth(1)
            && let Some(found) = self.of_type(class)
        {
            return Some(found);
        }
        if self.awaits_thenable(node) {
            return None;
        }
        let inner = bare(node);
        if inner != node {
            // A type may lie deeper.
            let next = named(node).next().filter(|next| node.kind() != "type_assertion" && *next != node);
            return self.value(next.unwrap_or(inner));
        }
        match node.kind() {
            "identifier" => self.name(self.text(node), node.start_byte()),
            "member_expression" => {
                let object = node.child_by_field_name("object")?;
                let name = self.field(node, "property");
                if object.kind() == "this" {
                    return self.of_variable(self.text(node), node.start_byte());
                }
                let Some(owner) = self.value(object) else { return self.part(object, name) };
                let member = self.member_of(owner, name.trim_start_matches('#'));
                member.or_else(|| self.part(object, name))
            }
            // `pens['blue']`
            "subscript_expression" => {
                let key = string_text(node.child_by_field_name("index")?, self.source)?;
                let owner = self.value(node.child_by_field_name("object")?)?;
                self.member_of(owner, &key)
            }
            "call_expression" => {
                let function = bare(node.child_by_field_name("function")?);
                let called = self.text(function);
                if matches!(
                    called,
                    "require"
                        | "import"
                        | "jest.requireActual"
                        | "vi.importActual"
                        | "jest.requireMock"
                        | "vi.importMock"
                ) {
                    let names = outcomes(*arguments(node).first()?, self.source);
                    let mut modules = names.into_iter().filter_map(|name| self.string_in(name));
                    return modules.find_map(|module| self.index.resolve(self.file, &Expr::Module(module)));
                }
                if matches!(called, "vi.mocked" | "jest.mocked" | "Object.freeze") {
                    return self.value(*arguments(node).first()?);
                }
                if function.kind() == "identifier"
                    && let Some(local) = self.local_function(called, function.start_byte())
                {
                    return self.returned(local);
                }
                if is_function(function) {
                    return self.returned(function);
                }
                self.index.result(self.meant(function)?)
            }
            "new_expression" => self.index.object_of(self.value(node.child_by_field_name("constructor")?)?),
            _ => None,
        }
    }

    /// Returns true if an expression waits for an object with a method `then`: what that gives is not known, and seldom the object.
    fn awaits_thenable(&self, node: Node<'t>) -> bool {
        let awaited = named(node).next().filter(|_| node.kind() == "await_expression");
        let awaited = awaited.and_then(|awaited| self.value(awaited));
        awaited.is_some_and(|awaited| {
            matches!(awaited, Meaning::Object(_)) && self.member_of(awaited, "then").is_some()
        })
    }

    fn name(&self, name: &'t str, at: usize) -> Option<Meaning> {
        if self.variable(name, at).is_some() {
            if let Some(found) = self.of_variable(name, at) {
                return Some(found);
            }
            // At the margin, the index knows functions and classes.
            let is_at_margin = self.variable(name, at).is_some_and(|variable| {
                variable.scope == (0..self.source.len()) || variable.scope == self.root.byte_range()
            });
            if !is_at_margin {
                return None;
            }
        }
        self.index.resolve(self.file, &Expr::Name(name.to_owned()))
    }

    fn of_variable(&self, name: &str, at: usize) -> Option<Meaning> {
        self.given(name, at).into_iter().find_map(|given| match given {
            Given::Value(value) if is_function(bare(value)) => None,
            Given::Value(value) => self.value(value),
            Given::Type(class) => self.of_type(class),
            Given::Member(object, Some(key)) => {
                let Some(owner) = self.value(object) else { return self.part(object, key) };
                let Some(member) = self.member_of(owner, key) else { return self.part(object, key) };
                match member {
                    Meaning::Function(function, _) if self.index.function(function).kind == Kind::Getter => {
                        self.index.result(member)
                    }
                    member => Some(member),
                }
            }
            Given::Parameter(function, Some(key)) => {
                self.of_fixture(key).or_else(|| self.of_declaring(function, name))
            }
            Given::Parameter(function, None) => {
                self.of_declaring(function, name).or_else(|| self.of_calls(function, name))
            }
            Given::Member(_, None) => None,
        })
    }

    /// Returns the text that an expression is: a string, or a variable that is given one.
    fn string_in(&self, node: Node<'t>) -> Option<String> {
        let node = bare(node);
        if node.kind() != "identifier" {
            return string_text(node, self.source);
        }
        self.given(self.text(node), node.start_byte()).into_iter().find_map(|given| match given {
            Given::Value(value) => {
                let texts = outcomes(value, self.source);
                let mut texts = texts.into_iter().filter_map(|text| string_text(bare(text), self.source));
                texts.find(|text| self.index.resolve(self.file, &Expr::Module(text.clone())).is_some())
            }
            _ => None,
        })
    }

    /// Returns the member of an object without functions of its own: that of a literal, which a helper of the tests may return,
    /// `const { store } = setUp()`.
    fn part(&self, object: Node<'t>, key: &str) -> Option<Meaning> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        let object = bare(object);
        match object.kind() {
            "object" => named(object).find_map(|member| match member.kind() {
                "shorthand_property_identifier" if self.text(member) == key => {
                    self.name(self.text(member), member.start_byte())
                }
                "pair" => {
                    let name = member.child_by_field_name("key")?;
                    let value = member.child_by_field_name("value")?;
                    (key_name(name, self.source) == key).then(|| self.value(value))?
                }
                _ => None,
            }),
            "identifier" => {
                self.given(self.text(object), object.start_byte()).into_iter().find_map(|given| match given {
                    Given::Value(value) if bare(value) != object => self.part(value, key),
                    _ => None,
                })
            }
            "call_expression" => {
                let called = bare(object.child_by_field_name("function")?);
                self.with_helper(called, &mut |code, helper| {
                    returned_by(helper).into_iter().find_map(|value| code.part(value, key))
                })?
            }
            _ => None,
        }
    }

    /// Returns what is asked of a function of the tests that an expression names, and of the file in which it is.
    pub(super) fn with_helper<T>(
        &self,
        function: Node<'t>,
        asked: &mut dyn for<'c> FnMut(&Code<'c>, Node<'c>) -> T,
    ) -> Option<T> {
        if function.kind() == "identifier"
            && let Some(local) = self.local_function(self.text(function), function.start_byte())
        {
            return Some(asked(self, local));
        }
        let Some(Meaning::Function(helper, _)) = self.meant(function) else { return None };
        if self.index.is_production(helper.file) || helper.file == self.file {
            return None;
        }
        let tree = self.index.tree(helper.file);
        let code = Code::of(self.index, helper.file, &tree);
        code.steps.set(self.steps.get() / 2);
        let node = node_at(code.root, &self.index.function(helper).node)?;
        Some(asked(&code, node))
    }

    /// Returns the production functions whose results the helpers of the tests return that an expression calls, in any file.
    pub(super) fn returned_by_helpers(&self, node: Node<'t>, depth: usize) -> Vec<Target> {
        let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
        let calls = descendants(node).filter(|node| node.kind() == "call_expression");
        let functions = calls.flat_map(|call| {
            let called = call.child_by_field_name("function").map(bare);
            let is_given = called.is_some_and(|called| CALLING.contains(&self.field(called, "property")));
            called.into_iter().chain(if is_given { arguments(call) } else { Vec::new() })
        });
        let found = functions.filter_map(|function| {
            self.steps.set(MOST);
            self.with_helper(function, &mut |code, helper| {
                let values = returned_by(helper)
                    .into_iter()
                    .flat_map(|value| code.given_as(value).into_iter().chain(code.put_into(value, helper)));
                values.flat_map(|value| code.made_by(value, helper.byte_range(), depth)).collect::<Vec<_>>()
            })
        });
        found.flatten().collect()
    }

    /// Returns what a variable is given last; any other expression is itself.
    pub(super) fn given_as(&self, value: Node<'t>) -> Option<Node<'t>> {
        let value = bare(value);
        if value.kind() != "identifier" {
            return Some(value);
        }
        self.given(self.text(value), value.start_byte()).into_iter().find_map(|given| match given {
            Given::Value(value) => Some(value),
            _ => None,
        })
    }

    fn made_by(&self, value: Node<'t>, within: Range<usize>, depth: usize) -> Vec<Target> {
        // An object that a helper makes is what is tested, not how it is made.
        let called = self.calls(value, &within, None).named;
        if called.is_empty() { self.returned_by_helpers(value, depth) } else { called }
    }

    fn of_type(&self, class: Node<'t>) -> Option<Meaning> {
        self.index.resolve(self.file, &typed(class, self.source)?)
    }

    /// Returns what the `return` statements of a function have in common.
    fn returned(&self, function: Node<'t>) -> Option<Meaning> {
        if let Some(declared) = function.child_by_field_name("return_type")
            && let Some(found) = self.of_type(declared)
        {
            return Some(found);
        }
        let body = function.child_by_field_name("body")?;
        if body.kind() != "statement_block" {
            return self.value(body);
        }
        // Of what is not known, nothing is said.
        let mut known = returns(body).flatten().filter_map(|value| self.value(value));
        let first = known.next()?;
        known.all(|other| other == first).then_some(first)
    }

    /// Returns the function of a fixture: the pair of this key in `test.extend({…})`.
    pub(super) fn fixture(&self, key: &str) -> Option<Node<'t>> {
        let mut calls = descendants(self.root).filter(|node| node.kind() == "call_expression");
        calls.find_map(|call| {
            let function = call
                .child_by_field_name("function")
                .filter(|function| self.field(*function, "property") == "extend")?;
            let object = arguments(call)
                .into_iter()
                .next()
                .filter(|given| given.kind() == "object" && function.kind() == "member_expression")?;
            let pair = named(object).filter(|pair| pair.kind() == "pair").find(|pair| {
                pair.child_by_field_name("key").is_some_and(|name| key_name(name, self.source) == key)
            })?;
            let value = bare(pair.child_by_field_name("value")?);
            // `[async ({}, use) => {…}, { auto: true }]`
            if is_function(value) {
                Some(value)
            } else {
                named(value).map(bare).find(|part| is_function(*part))
            }
        })
    }

    /// Returns true for an object whose class is known, or that comes from outside of the project.
    pub(super) fn is_known(&self, object: Node<'t>) -> bool {
        self.steps.set(MOST);
        object.kind() == "this" || self.value(object).is_some() || self.is_foreign(object, 4)
    }

    /// Returns the function of test code that a call of an expression calls, where another file declares it.
    pub(super) fn helper_called(&self, function: Node<'t>) -> Option<FunctionId> {
        self.steps.set(MOST);
        match self.meant(function)? {
            Meaning::Function(found, _) if !self.index.is_production(found.file) => Some(found),
            _ => None,
        }
    }

    /// Returns what a fixture gives to a test: the argument of `use`.
    fn of_fixture(&self, key: &str) -> Option<Meaning> {
        let fixture = self.fixture(key)?;
        let mut calls = descendants(fixture)
            .filter(|node| node.kind() == "call_expression" && self.field(*node, "function") == "use");
        self.value(*arguments(calls.next()?).first()?)
    }

    /// Returns the name that a chain of members and calls begins with, and where.
    pub(super) fn chain_root(&self, node: Node<'t>) -> Option<(&'t str, usize)> {
        let mut at = bare(node);
        loop {
            at = match at.kind() {
                "identifier" => return Some((self.text(at), at.start_byte())),
                "member_expression" | "subscript_expression" => bare(at.child_by_field_name("object")?),
                "call_expression" => bare(at.child_by_field_name("function")?),
                _ => return None,
            };
        }
    }

    /// Returns true for a node that assigns a variable, counts it, or calls something on it.
    pub(super) fn changes(&self, node: Node<'t>, variable: &str) -> bool {
        let changed = match node.kind() {
            "assignment_expression" | "augmented_assignment_expression" => node.child_by_field_name("left"),
            "update_expression" => node.child_by_field_name("argument"),
            "call_expression" => {
                let called = node.child_by_field_name("function").map(bare);
                called.and_then(|called| called.child_by_field_name("object"))
            }
            _ => None,
        };
        changed.and_then(|changed| self.chain_root(changed)).is_some_and(|(root, _)| root == variable)
    }

    /// Returns true for a value that comes from outside of the project, or that the language itself makes.
    fn is_foreign(&self, node: Node<'t>, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let inner = bare(node);
        if matches!(
            inner.kind(),
            "string" | "template_string" | "array" | "object" | "number" | "regex" | "true" | "false"
        ) || is_function(inner)
        {
            return true;
        }
        if inner.kind() == "new_expression" {
            // A class of the language or of the runtime has a plain name; a member of something is as foreign as that.
            let class = inner.child_by_field_name("constructor").map(bare);
            return class.is_some_and(|class| match class.kind() {
                "member_expression" => self.value(class).is_none() && self.is_foreign(class, fuel),
                _ => self.value(class).is_none(),
            });
        }
        let Some((name, at)) = self.chain_root(inner) else { return false };
        if self.variable(name, at).is_none() {
            return GLOBALS.contains(&name) || self.index.is_foreign(self.file, name);
        }
        self.given(name, at).first().is_some_and(|given| match given {
            Given::Value(value) | Given::Member(value, _) => *value != inner && self.is_foreign(*value, fuel),
            _ => false,
        })
    }

    /// Returns the production function that a call of an expression calls.
    pub(super) fn called(&self, function: Node<'t>) -> Option<Target> {
        self.steps.set(MOST);
        let function = bare(function);
        match self.meant(function) {
            Some(meant) => return self.index.called(meant),
            None if function.kind() == "identifier" => return self.maker(function),
            None if function.kind() != "member_expression" => return None,
            None => {}
        }
        let object = function.child_by_field_name("object")?;
        let name = self.field(function, "property");
        self.steps.set(MOST);
        if let Some(owner) = self.value(object) {
            // A function is bound to what it is called on.
            let is_bound = matches!(name, "bind" | "call" | "apply")
                && matches!(owner, Meaning::Function(..) | Meaning::Class(_));
            if is_bound {
                return self.index.called(owner);
            }
        }
        self.member_near(object, name, Kind::Called).map(Target::Function)
    }

    /// Returns the function that the member of an object may be, of which the sources do not show it: the nearest one to where the
    /// object is made, or else the only one of the project.
    fn member_near(&self, object: Node<'t>, name: &str, kind: Kind) -> Option<FunctionId> {
        self.steps.set(MOST);
        let value = self.value(object);
        let home = match value {
            Some(owner) => self.index.home(owner),
            None => self.home_of(object, 4),
        };
        let is_of_module = matches!(value, Some(Meaning::Module(_)));
        let is_unknown = value.is_none() && is_built_in(name);
        if let Some(home) = home.filter(|home| self.index.is_production(*home) && !is_unknown)
            && let Some(found) = self.index.nearest(home, name, Wanted { kind, is_of_module })
        {
            return Some(found);
        }
        if value.is_some() || object.kind() == "this" || self.is_foreign(object, 4) {
            return None;
        }
        self.index.only_method(name, kind)
    }

    /// Returns the file of the production function that made an object of which nothing else is known.
    fn home_of(&self, object: Node<'t>, fuel: usize) -> Option<FileId> {
        let fuel = fuel.checked_sub(1)?;
        let object = bare(object);
        match object.kind() {
            "identifier" => {
                let name = self.text(object);
                if self.looked_for.borrow().contains(&name) {
                    return None;
                }
                self.looked_for.borrow_mut().push(name);
                let home = self.given(name, object.start_byte()).into_iter().find_map(|given| match given {
                    Given::Value(value) | Given::Member(value, _) => self.home_of(value, fuel),
                    _ => None,
                });
                self.looked_for.borrow_mut().pop();
                home
            }
            "call_expression" | "new_expression" => {
                let called = self.target_of(object)?.target;
                Some(self.index.target_place(called).0)
            }
            _ => None,
        }
    }

    /// Returns the production function that made a function of which nothing else is known: `const mix = mixerOf(…)`.
    fn maker(&self, name: Node<'t>) -> Option<Target> {
        let made =
            self.given(self.text(name), name.start_byte()).into_iter().find_map(|given| match given {
                Given::Value(value) => Some(bare(value)).filter(|value| value.kind() == "call_expression"),
                _ => None,
            })?;
        self.index.called(self.meant(made.child_by_field_name("function")?)?)
    }

    /// Returns the getter of production code that reading a member calls.
    fn read(&self, member: Node<'t>) -> Option<Target> {
        self.steps.set(MOST);
        let object = member.child_by_field_name("object")?;
        let name = self.field(member, "property");
        let found = match self.value(object) {
            Some(owner) => match self.member_of(owner, name)? {
                Meaning::Function(function, _) if self.index.function(function).kind == Kind::Getter => {
                    Some(function)
                }
                _ => None,
            },
            None => self.member_near(object, name, Kind::Getter),
        };
        found.filter(|function| self.index.is_production(function.file)).map(Target::Function)
    }

    /// Returns the setter of production code that an assignment to a member calls.
    fn assigned(&self, member: Node<'t>) -> Option<Target> {
        let member = Some(bare(member)).filter(|member| member.kind() == "member_expression")?;
        self.steps.set(MOST);
        let object = member.child_by_field_name("object").filter(|object| object.kind() != "this")?;
        let name = self.field(member, "property");
        let found = match self.value(object) {
            Some(owner) => self.index.setter_of(owner, name),
            None => self.member_near(object, name, Kind::Setter),
        };
        found.filter(|function| self.index.is_production(function.file)).map(Target::Function)
    }

    /// Returns true for an object of which the project has no class.
    pub(super) fn is_of_others(&self, object: Node<'t>) -> bool {
        self.steps.set(MOST);
        object.kind() == "this" || self.is_foreign(object, 4)
    }

    /// Returns the production methods of which one is meant by the calls in an expression on objects of which nothing is known, and
    /// those objects.
    pub(super) fn unknown_calls(&self, node: Node<'t>) -> Vec<(Vec<FunctionId>, Node<'t>)> {
        let calls = descendants(node).filter(|node| node.kind() == "call_expression");
        let members = calls.filter_map(|call| call.child_by_field_name("function").map(bare));
        let unknown = members.filter(|member| member.kind() == "member_expression").filter_map(|member| {
            let object = member.child_by_field_name("object").map(bare)?;
            let is_resolved = self.called(member).is_some() || self.is_of_others(object);
            let methods = if is_resolved {
                Vec::new()
            } else {
                self.index.may_be_meant(self.field(member, "property"))
            };
            (!methods.is_empty()).then_some((methods, object))
        });
        unknown.collect()
    }

    /// Returns the production function that a node itself calls: a call, `new`, a member that is a getter, an element of JSX.
    pub(super) fn target_of(&self, node: Node<'t>) -> Option<CalledTarget> {
        let of_value = |field: &str| {
            self.steps.set(MOST);
            let value = node.child_by_field_name(field).and_then(|value| self.value(value));
            value.and_then(|value| self.index.called(value))
        };
        let (target, is_made, is_read) = match node.kind() {
            "call_expression" => (self.called(node.child_by_field_name("function")?), false, false),
            "new_expression" => (of_value("constructor"), true, false),
            // What is assigned is not read.
            "member_expression" if is_assigned(node) => return None,
            "member_expression" => (self.read(node), false, true),
            "assignment_expression" | "augmented_assignment_expression" => {
                (self.assigned(node.child_by_field_name("left")?), false, false)
            }
            "jsx_self_closing_element" | "jsx_opening_element" => (of_value("name"), false, false),
            _ => return None,
        };
        target.map(|target| CalledTarget { target, is_made, is_read })
    }

    /// Returns the production functions that a node calls. Functions that `own`, a part of the file, declares are looked into where
    /// they are called; `skipped` is left out.
    pub(super) fn calls(&self, node: Node<'t>, own: &Range<usize>, skipped: Option<Node<'t>>) -> Calls {
        let mut found = Calls::default();
        let mut looked_into: Vec<usize> = Vec::new();
        let mut open = vec![node];
        while let Some(next) = open.pop() {
            if Some(next) == skipped {
                continue;
            }
            let target = self.target_of(next);
            if let Some(argument) = self.argument_read(next, target) {
                open.push(argument);
                continue;
            }
            match target {
                Some(CalledTarget { target, is_made: true, .. }) => found.makers.push(target),
                Some(CalledTarget { target, .. }) => found.named.push(target),
                None => {
                    let function = next.child_by_field_name("function");
                    if let Some(local) = function.and_then(|function| self.own_function(function, own))
                        && !looked_into.contains(&local.id())
                    {
                        looked_into.push(local.id());
                        open.extend(local.child_by_field_name("body"));
                    }
                }
            }
            if target.is_none() {
                if let Some(given) = self.given_to_built_in(next) {
                    found.named.push(given);
                    continue;
                }
                let inner: Vec<Node<'t>> = if self.is_on_production(next) {
                    // What makes the arguments of production code is not what is tested.
                    let given = arguments(next).into_iter().filter(|given| is_function(bare(*given)));
                    next.child_by_field_name("function").into_iter().chain(given).collect()
                } else {
                    named(next).collect()
                };
                // What is called says nothing by itself: only what it is called on.
                let skips_callee = next.kind() == "call_expression";
                for child in inner.into_iter().rev() {
                    let is_callee = skips_callee && next.child_by_field_name("function") == Some(child);
                    match is_callee.then(|| bare(child)) {
                        Some(callee) if callee.kind() == "member_expression" => {
                            open.extend(callee.child_by_field_name("object"));
                        }
                        Some(callee) if callee.kind() == "identifier" => {}
                        _ => open.push(child),
                    }
                }
            }
        }
        found
    }

    /// Returns what a call is given, if production code made that and the call only gives a field of it.
    fn argument_read(&self, call: Node<'t>, target: Option<CalledTarget>) -> Option<Node<'t>> {
        let Target::Function(function) = target?.target else { return None };
        let [argument] = arguments(call)[..] else { return None };
        let made = self.given_as(argument).filter(|_| self.index.reads_argument(function))?;
        descendants(made).any(|part| self.target_of(part).is_some()).then_some(argument)
    }

    /// Returns true for the call of a member whose chain of calls begins with a name or an object of production code.
    fn is_on_production(&self, call: Node<'t>) -> bool {
        let called = call.child_by_field_name("function").map(bare);
        let member = called.filter(|called| {
            call.kind() == "call_expression"
                && called.kind() == "member_expression"
                && !CALLING.contains(&self.field(*called, "property"))
        });
        let Some((name, at)) = member.and_then(|member| self.chain_root(member)) else { return false };
        self.steps.set(MOST);
        let home = match self.name(name, at) {
            Some(Meaning::Module(file)) => Some(file),
            Some(Meaning::Class(class) | Meaning::Object(class)) => Some(class.file),
            Some(Meaning::Function(function, _)) => Some(function.file),
            None => None,
        };
        home.is_some_and(|home| self.index.is_production(home))
    }

    /// Returns the production function by whose name a method of the language calls it: `pens.map(draw)`.
    fn given_to_built_in(&self, call: Node<'t>) -> Option<Target> {
        let called = call.child_by_field_name("function").map(bare)?;
        let [only] = arguments(call)[..] else { return None };
        if called.kind() != "member_expression"
            || !CALLING.contains(&self.field(called, "property"))
            || !matches!(only.kind(), "identifier" | "member_expression")
        {
            return None;
        }
        self.steps.set(MOST);
        self.index.called(self.meant(only)?)
    }

    /// Returns the function that a part of the file declares and a call calls.
    fn own_function(&self, function: Node<'t>, own: &Range<usize>) -> Option<Node<'t>> {
        let function = bare(function);
        let name = (function.kind() == "identifier").then(|| self.text(function))?;
        let at = function.start_byte();
        self.local_function(name, at).filter(|_| self.is_declared_in(name, at, own))
    }

    /// Returns the module from which a name is imported, and the name there; None if it is not imported.
    pub(super) fn imported(&self, name: &str) -> Option<(&'t str, &'t str)> {
        match self.index.declared(self.file).names.get(name)? {
            Expr::Module(module) => Some((module, "*")),
            Expr::Import(module, name) => Some((module, name)),
            Expr::Member(owner, name) => match &**owner {
                Expr::Module(module) | Expr::Import(module, _) => Some((module, name)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns the names or patterns of the parameters of a function.
pub(super) fn parameters_of(function: Node<'_>) -> Vec<Node<'_>> {
    let parameters = function.child_by_field_name("parameters").into_iter().flat_map(named);
    let patterns = parameters.map(|own| {
        let pattern = own.child_by_field_name("pattern").or_else(|| own.child_by_field_name("left"));
        pattern.unwrap_or(own)
    });
    patterns.chain(function.child_by_field_name("parameter")).collect()
}

/// Returns true for a member that an assignment sets and does not read.
fn is_assigned(member: Node<'_>) -> bool {
    let assignment = member.parent().filter(|parent| parent.kind() == "assignment_expression");
    assignment.is_some_and(|assignment| assignment.child_by_field_name("left") == Some(member))
}

/// Returns the values that a function returns.
pub(super) fn returned_by(function: Node<'_>) -> Vec<Node<'_>> {
    match function.child_by_field_name("body") {
        Some(body) if body.kind() == "statement_block" => returns(body).flatten().collect(),
        body => body.into_iter().collect(),
    }
}

/// The methods of lists and promises that call what they are given.
const CALLING: [&str; 13] = [
    "map",
    "filter",
    "forEach",
    "flatMap",
    "some",
    "every",
    "find",
    "findIndex",
    "findLast",
    "reduce",
    "sort",
    "toSorted",
    "then",
];

/// The objects that a runtime or runner gives to every file.
const GLOBALS: [&str; 34] = [
    "Array",
    "Buffer",
    "Date",
    "Error",
    "JSON",
    "Map",
    "Math",
    "Number",
    "Object",
    "Promise",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "assert",
    "cy",
    "console",
    "document",
    "expect",
    "global",
    "globalThis",
    "jest",
    "navigator",
    "performance",
    "process",
    "sinon",
    "vi",
    "window",
    "Reflect",
    "page",
    "t",
    "chai",
    "screen",
    "userEvent",
];
