//! The names at the margin of a file: what it imports, declares and exports.

use std::iter;

use tree_sitter::Node;

use super::holder::{member_of, name_of};
use super::{Class, Expr, Field, Reader, destructured, returns};
use crate::lang::javascript::syntax::{
    arguments, bare, children, descendants, field, is_function, key_name, named, outcomes, string_text, text,
};

impl Reader<'_> {
    /// Reads the names and exports of the module.
    pub(super) fn module(&mut self, root: Node<'_>) {
        for statement in named(root) {
            self.statement(statement, false);
        }
        // What `var` declares in a block is known at the margin, too.
        for statement in in_blocks(root) {
            self.statement(statement, false);
        }
        for run in run_at_once(root) {
            self.run_at_once(&run);
        }
        for call in named(root).filter_map(|statement| named(statement).next()).filter(|node| {
            node.kind() == "call_expression" && field(*node, "function", self.source) == "define"
        }) {
            self.defined_module(call);
        }
    }

    /// Reads a module of AMD: `define(['./ink'], function (ink) { return {…}; })`, `define(function (require, exports) {…})`.
    fn defined_module(&mut self, call: Node<'_>) {
        let given = arguments(call);
        let Some(last) = given.last().map(|last| bare(*last)) else { return };
        if !is_function(last) {
            self.file.whole = self.of_node.get(&last.id()).cloned();
            return;
        }
        let modules = given.iter().find(|given| given.kind() == "array");
        let modules = modules.into_iter().flat_map(|modules| named(*modules).collect::<Vec<_>>());
        let parameters = last.child_by_field_name("parameters").into_iter().flat_map(named);
        for (parameter, module) in parameters.zip(modules) {
            let module = string_text(module, self.source).map(Expr::Module);
            let name = self.text(parameter);
            self.name(name, module, false);
        }
        self.run_at_once(&RunAtOnce { function: last, given: Vec::new() });
        if self.file.whole.is_none() {
            self.file.whole = self.returned_last(last);
        }
    }

    /// Reads the names and exports of a function that runs at once, and of those that it is given: they are a module's, too.
    fn run_at_once(&mut self, run: &RunAtOnce<'_>) {
        let margin = self.file.names.clone();
        let parameters = run.function.child_by_field_name("parameters").into_iter().flat_map(named);
        let names: Vec<String> = parameters.map(|parameter| self.text(parameter)).collect();
        let functions = run.given.iter().map(|given| bare(*given)).filter(|given| is_function(*given));
        let functions: Vec<Node<'_>> = iter::once(run.function).chain(functions).collect();
        for body in functions.iter().filter_map(|function| function.child_by_field_name("body")) {
            for statement in named(body).chain(in_blocks(body)) {
                self.statement(statement, false);
            }
        }
        // What the margin itself declares counts.
        self.file.names.extend(margin);
        for (name, given) in names.into_iter().zip(&run.given) {
            let made = functions.contains(&bare(*given)).then(|| self.returned_last(bare(*given))).flatten();
            self.made.extend(made.map(|made| (name, made)));
        }
        // `typeof module === 'object' ? module.exports = make() : …`
        let assignments: Vec<Node<'_>> =
            descendants(run.function).filter(|node| node.kind() == "assignment_expression").collect();
        for assignment in assignments {
            if matches!(field(assignment, "left", self.source), "module.exports" | "exports") {
                self.exported_by_assignment(assignment);
            }
        }
    }

    /// Returns what the last `return` of a function gives.
    fn returned_last(&self, function: Node<'_>) -> Option<Expr> {
        let body = function.child_by_field_name("body")?;
        let value = if body.kind() == "statement_block" { returns(body).last()?? } else { body };
        self.of_node.get(&bare(value).id()).cloned().or_else(|| self.expr(value))
    }

    fn statement(&mut self, statement: Node<'_>, is_exported: bool) {
        match statement.kind() {
            "import_statement" => self.import(statement),
            "export_statement" => self.export(statement),
            "lexical_declaration" | "variable_declaration" => {
                for declarator in named(statement).filter(|child| child.kind() == "variable_declarator") {
                    for (name, value) in self.declared(declarator) {
                        self.name(name, value, is_exported);
                    }
                }
            }
            "expression_statement" => {
                if let Some(expression) = named(statement).next() {
                    if expression.kind() == "internal_module" {
                        self.namespace(expression, is_exported);
                    }
                    self.exported_by_assignment(expression);
                    self.file.executed.extend(required(expression, self.source));
                }
            }
            "ambient_declaration" => {
                for inner in named(statement) {
                    self.statement(inner, is_exported);
                }
            }
            "internal_module" | "module" => self.namespace(statement, is_exported),
            _ => {
                if let Some(value) = self.of_node.get(&statement.id()).cloned() {
                    let name = name_of(statement, self.source).to_owned();
                    self.name(name, Some(value), is_exported);
                }
            }
        }
    }

    /// Reads a namespace as an object with what it exports.
    fn namespace(&mut self, namespace: Node<'_>, is_exported: bool) {
        let name = name_of(namespace, self.source).to_owned();
        let mut fields = Vec::new();
        for statement in namespace.child_by_field_name("body").into_iter().flat_map(named) {
            let Some(declaration) = statement.child_by_field_name("declaration") else { continue };
            let members = match declaration.kind() {
                "lexical_declaration" | "variable_declaration" => {
                    let declarators =
                        named(declaration).filter(|child| child.kind() == "variable_declarator");
                    declarators.flat_map(|declarator| self.declared(declarator)).collect()
                }
                _ => {
                    let name = name_of(declaration, self.source).to_owned();
                    vec![(name, self.of_node.get(&declaration.id()).cloned())]
                }
            };
            fields.extend(members.into_iter().map(|(name, value)| Field { name, value, is_static: true }));
        }
        // A class or function of the same name counts.
        if !self.known.contains(&name) {
            self.file.classes.push(Class { name: name.clone(), is_object: true, fields, ..Class::default() });
            let class = Expr::Class(self.file.classes.len() - 1);
            self.name(name, Some(class), is_exported);
        }
    }

    fn name(&mut self, name: String, value: Option<Expr>, is_exported: bool) {
        self.known.insert(name.clone());
        if is_exported {
            self.file.exports.insert(name.clone(), Expr::Name(name.clone()));
        }
        if let Some(value) = value {
            self.file.names.insert(name, value);
        }
    }

    /// Returns the names that a declaration gives, with their values.
    fn declared(&self, declarator: Node<'_>) -> Vec<(String, Option<Expr>)> {
        let Some(name) = declarator.child_by_field_name("name") else { return Vec::new() };
        let value = declarator.child_by_field_name("value").and_then(|value| self.expr(value));
        if name.kind() == "identifier" {
            let declared =
                declarator.child_by_field_name("type").and_then(|annotation| self.typed(annotation));
            let value = match (declared, value) {
                (_, Some(value @ (Expr::Function(_) | Expr::Class(_)))) => Some(value),
                (Some(class), Some(value)) => {
                    Some(Expr::Typed { class: Box::new(class), value: Box::new(value) })
                }
                (declared, value) => declared.or(value),
            };
            return vec![(self.text(name), value)];
        }
        destructured(name, self.source)
            .into_iter()
            .map(|(variable, key)| {
                let member = value.clone().map(|value| match (value, &key) {
                    (Expr::Module(module), Some(key)) => Expr::Import(module, key.clone()),
                    (value, Some(key)) => Expr::Member(Box::new(value), key.clone()),
                    (value, None) => Expr::Member(Box::new(value), String::new()),
                });
                (variable, member)
            })
            .collect()
    }

    fn import(&mut self, statement: Node<'_>) {
        if let Some(required) = named(statement).find(|child| child.kind() == "import_require_clause") {
            let module = self.module_named(required);
            let name = named(required).next().map(|name| self.text(name));
            self.file.names.extend(name.zip(module.map(Expr::Module)));
            return;
        }
        let Some(module) = self.module_named(statement) else { return };
        if !named(statement).any(|child| child.kind() == "import_clause") {
            self.file.executed.push(module.clone());
        }
        for clause in named(statement)
            .filter(|child| child.kind() == "import_clause")
            .flat_map(|clause| named(clause).collect::<Vec<_>>())
        {
            match clause.kind() {
                "identifier" => {
                    let name = self.text(clause);
                    self.file.names.insert(name, Expr::Import(module.clone(), "default".to_owned()));
                }
                "namespace_import" => {
                    if let Some(name) = named(clause).next() {
                        let name = self.text(name);
                        self.file.names.insert(name, Expr::Module(module.clone()));
                    }
                }
                "named_imports" => {
                    for specifier in named(clause).filter(|child| child.kind() == "import_specifier") {
                        let Some(name) = specifier.child_by_field_name("name") else { continue };
                        let alias = specifier.child_by_field_name("alias").unwrap_or(name);
                        let (name, alias) = (key_name(name, self.source).to_owned(), self.text(alias));
                        self.file.names.insert(alias, Expr::Import(module.clone(), name));
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the module that an import or an export names.
    fn module_named(&self, statement: Node<'_>) -> Option<String> {
        statement.child_by_field_name("source").and_then(|source| string_text(source, self.source))
    }

    fn export(&mut self, statement: Node<'_>) {
        let module = self.module_named(statement);
        let is_default = children(statement).any(|child| child.kind() == "default");
        if let Some(declaration) = statement.child_by_field_name("declaration") {
            if is_default {
                let name = name_of(declaration, self.source).to_owned();
                let value = self.of_node.get(&declaration.id()).cloned();
                if !name.is_empty() {
                    self.name(name, value.clone(), false);
                }
                self.file.exports.extend(value.map(|value| ("default".to_owned(), value)));
            } else {
                self.statement(declaration, true);
            }
            return;
        }
        if is_default {
            let value = statement.child_by_field_name("value").or_else(|| named(statement).next());
            let value =
                value.and_then(|value| self.of_node.get(&value.id()).cloned().or_else(|| self.expr(value)));
            self.file.exports.extend(value.map(|value| ("default".to_owned(), value)));
            return;
        }
        for child in named(statement) {
            match child.kind() {
                "export_clause" => {
                    for specifier in named(child).filter(|child| child.kind() == "export_specifier") {
                        let Some(name) = specifier.child_by_field_name("name") else { continue };
                        let alias = specifier.child_by_field_name("alias").unwrap_or(name);
                        let (name, alias) =
                            (key_name(name, self.source).to_owned(), key_name(alias, self.source).to_owned());
                        let value = match &module {
                            Some(module) => Expr::Import(module.clone(), name),
                            None => Expr::Name(name),
                        };
                        self.file.exports.insert(alias, value);
                    }
                }
                "namespace_export" => {
                    let name = named(child).next().map(|name| key_name(name, self.source).to_owned());
                    self.file.exports.extend(name.zip(module.clone().map(Expr::Module)));
                }
                // `export = x`
                "identifier" if children(statement).any(|child| child.kind() == "=") => {
                    self.file.whole = Some(Expr::Name(self.text(child)));
                }
                _ => {}
            }
        }
        if children(statement).any(|child| child.kind() == "*") {
            self.file.spread.extend(module.map(Expr::Module));
        }
    }

    /// Reads `module.exports = …`, `exports.a = …`, and assignments to names at the margin.
    fn exported_by_assignment(&mut self, expression: Node<'_>) {
        let mut at = expression;
        let mut targets = Vec::new();
        while at.kind() == "assignment_expression" {
            targets.extend(at.child_by_field_name("left"));
            match at.child_by_field_name("right") {
                Some(right) => at = right,
                None => return,
            }
        }
        let value = self.of_node.get(&at.id()).cloned().or_else(|| self.expr(at));
        let value = value.map(|value| match called_name(&value).and_then(|name| self.made.get(name)) {
            Some(made) => made.clone(),
            None => value,
        });
        for target in targets {
            let path = text(target, self.source);
            let global = path.split_once('.').filter(|(owner, _)| self.is_global_object(owner, 4));
            let global = global.map(|(_, name)| name);
            if let Some(global) = global.or_else(|| (!self.known.contains(path)).then_some(path))
                && is_name(global)
            {
                self.file.globals.extend(value.clone().map(|value| (global.to_owned(), value)));
                continue;
            }
            if target.kind() == "identifier" {
                if let Some(value) = &value {
                    self.file.names.entry(path.to_owned()).or_insert_with(|| value.clone());
                }
                continue;
            }
            if path == "module.exports" || path == "exports" {
                self.file.whole = value.clone().or_else(|| self.file.whole.take());
            } else if let Some(member) = member_of(target, self.source)
                && matches!(member.owner, "module.exports" | "exports")
            {
                self.file.exports.extend(value.clone().map(|value| (member.name, value)));
            }
        }
    }

    /// Returns true for a name of the global object, and for a variable that may be it: `typeof window === 'undefined' ? global :
    /// window`.
    fn is_global_object(&self, name: &str, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let is_global = |value: &Expr| matches!(value, Expr::Name(name) if self.is_global_object(name, fuel));
        match self.file.names.get(name) {
            Some(Expr::Either(values)) => values.iter().any(is_global),
            Some(value) => is_global(value),
            None => GLOBAL_OBJECTS.contains(&name) && !self.known.contains(name),
        }
    }
}

/// The names of the object whose members all files know.
const GLOBAL_OBJECTS: [&str; 4] = ["global", "globalThis", "window", "self"];

/// Returns the name that an expression calls.
fn called_name(value: &Expr) -> Option<&str> {
    match value {
        Expr::Call(called) => match &**called {
            Expr::Name(name) => Some(name),
            _ => None,
        },
        Expr::Wrapped { call, .. } => called_name(call),
        _ => None,
    }
}

/// A function that runs while its module is loaded, and the functions that it is given.
struct RunAtOnce<'n> {
    function: Node<'n>,
    given: Vec<Node<'n>>,
}

/// Returns the functions that statements call where they are written: `(function (root, make) {…})(this, function () {…})`.
fn run_at_once(root: Node<'_>) -> Vec<RunAtOnce<'_>> {
    let mut found = Vec::new();
    for statement in named(root) {
        let values: Vec<Node<'_>> = match statement.kind() {
            "expression_statement" => named(statement).collect(),
            "lexical_declaration" | "variable_declaration" => {
                named(statement).filter_map(|declarator| declarator.child_by_field_name("value")).collect()
            }
            _ => continue,
        };
        for mut value in values {
            // `!function () {…}()`, `pens = function () {…}()`
            while let Some(inner) = match value.kind() {
                "unary_expression" => value.child_by_field_name("argument"),
                "assignment_expression" => value.child_by_field_name("right"),
                _ => None,
            } {
                value = inner;
            }
            let call = bare(value);
            if call.kind() != "call_expression" {
                continue;
            }
            let given = arguments(call);
            let called = call.child_by_field_name("function").map(bare);
            // `(function () {…}).call(this)`
            let called = called.and_then(|called| match called.kind() {
                "member_expression" => called.child_by_field_name("object").map(bare),
                _ => Some(called),
            });
            if let Some(function) = called.filter(|called| is_function(*called)) {
                found.push(RunAtOnce { function, given });
            }
        }
    }
    found
}

/// Returns the declarations with `var`, and the expressions, in the blocks of statements at the margin.
fn in_blocks(root: Node<'_>) -> Vec<Node<'_>> {
    let mut open: Vec<Node<'_>> = named(root)
        .filter(|statement| matches!(statement.kind(), "if_statement" | "try_statement"))
        .collect();
    let mut found = Vec::new();
    while let Some(next) = open.pop() {
        for inner in named(next) {
            match inner.kind() {
                "variable_declaration" | "expression_statement" => found.push(inner),
                "if_statement" | "try_statement" | "statement_block" | "else_clause" | "catch_clause" => {
                    open.push(inner);
                }
                _ => {}
            }
        }
    }
    found
}

/// Returns true for a plain name.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
        && text != "exports"
}

/// Returns the modules one of which a statement requires, for nothing but that it is executed.
fn required(expression: Node<'_>, source: &str) -> Vec<String> {
    let call = Some(bare(expression)).filter(|call| call.kind() == "call_expression");
    let call = call.filter(|call| field(*call, "function", source) == "require");
    let given = call.and_then(|call| arguments(call).first().copied());
    given.map_or_else(Vec::new, |given| {
        let names = outcomes(given, source);
        names.into_iter().filter_map(|name| string_text(bare(name), source)).collect()
    })
}
