//! The meaning of names and chains in a module: what the module declares or imports, and what its calls and
//! attributes give.

use std::collections::HashSet;

use super::chain::{DECLARED, FIXTURE, IMPORTED, LISTED, MADE_CLASS, MAPPED, SLICE};
use super::names::{DEEPEST, Seen};
use super::{Class, ClassId, FileId, FunctionId, Index, Kind, Param};

/// The number of chains that may be followed to find one meaning, so that chains in a circle end.
const MOST: usize = 200;

/// The meaning of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lang::python) enum Meaning {
    Module(FileId),
    Class(ClassId),
    /// A function, and the class of the object whose method it is.
    Function(FunctionId, Option<ClassId>),
    /// An object of a class; true if it is only known to be of this class or of one derived from it.
    Object(ClassId, bool),
    /// A list of objects of a class, or another collection that gives them in an order.
    List(ClassId),
    /// A mapping to objects of a class.
    Mapping(ClassId),
}

impl Meaning {
    /// Returns what a method of a list or of a mapping gives: `pens.__getitem__()` one of the pens.
    fn given_by(self, method: &str) -> Option<Meaning> {
        match (self, method) {
            (Meaning::List(_), SLICE | "__iter__" | "copy") | (Meaning::Mapping(_), "copy") => Some(self),
            (Meaning::Mapping(class), "values") => Some(Meaning::List(class)),
            (Meaning::List(class), "__getitem__" | "__next__" | "pop")
            | (Meaning::Mapping(class), "__getitem__" | "get" | "pop" | "setdefault") => {
                Some(Meaning::Object(class, true))
            }
            _ => None,
        }
    }
}

impl Index {
    /// Returns what a name or a chain means in a module; none for what the project does not declare.
    pub(in crate::lang::python) fn resolve(&self, file: FileId, chain: &str) -> Option<Meaning> {
        self.value(file, chain, None, &mut { MOST })
    }

    /// Returns what a function returns when it is called on an object of a class.
    pub(in crate::lang::python) fn result(
        &self,
        function: FunctionId,
        own: Option<ClassId>,
    ) -> Option<Meaning> {
        self.result_of(function, own, &mut { MOST })
    }

    /// Returns what a fixture gives in a run of a test, `memory` of `test_take[memory]`.
    pub(in crate::lang::python) fn given_in_run(
        &self,
        fixture: FunctionId,
        own: Option<ClassId>,
        run: &str,
    ) -> Option<Meaning> {
        let mut chosen = self.function(fixture).params.iter().filter(|param| is_in_run(&param.id, run));
        match (chosen.next(), chosen.next()) {
            (Some(only), None) => self.result_with(fixture, own, Some(only), &mut { MOST }),
            _ => self.result(fixture, own),
        }
    }

    /// Returns what the rest of a chain, `.b().c`, means behind a meaning.
    pub(in crate::lang::python) fn follow(&self, start: Meaning, rest: &str) -> Option<Meaning> {
        self.steps(start, rest, &mut { MOST })
    }

    /// Returns what a chain means in a module; `own` is the class of `self` and `cls`.
    pub(super) fn value(
        &self,
        file: FileId,
        chain: &str,
        own: Option<ClassId>,
        budget: &mut usize,
    ) -> Option<Meaning> {
        *budget = budget.checked_sub(1)?;
        let (head, rest) = split_head(chain);
        let start = match (head, own) {
            ("self", Some(own)) => Some(Meaning::Object(own, false)),
            ("cls", Some(own)) => Some(Meaning::Class(own)),
            (IMPORTED, _) => return self.of_unknown_module(rest, budget),
            (FIXTURE, _) => {
                let (name, rest) = split_head(rest.strip_prefix('.')?);
                let name = name.strip_prefix('"')?.strip_suffix('"')?;
                let given = self.result_of(self.fixture(file, own, name)?, own, budget)?;
                return self.steps(given, rest, budget);
            }
            _ => self.member(file, head, budget),
        };
        if let Some(start) = start {
            return self.steps(start, rest, budget);
        }
        // A package without a module of its own: `import a.b` makes `a.b` known, and not `a`.
        let imports = self.source_file(file).imports.iter().filter(|import| import.member.is_none());
        let modules = imports.filter(|import| import.alias.is_none()).map(|import| &*import.module);
        let within = modules.filter_map(|module| Some((module, chain.strip_prefix(module)?)));
        let (module, rest) =
            within.filter(|(_, rest)| rest.starts_with('.')).max_by_key(|(module, _)| module.len())?;
        self.steps(Meaning::Module(self.module(module)?), rest, budget)
    }

    /// Returns what a chain behind a module of an unknown name means: the only production function or class of that name.
    fn of_unknown_module(&self, chain: &str, budget: &mut usize) -> Option<Meaning> {
        let (name, rest) = split_head(chain.strip_prefix('.')?);
        let production = self.files().filter(|file| !self.is_test_code(*file));
        let mut named = production.filter_map(|file| {
            let class = self.class_in(file, name).map(Meaning::Class);
            class.or_else(|| Some(Meaning::Function(self.in_effect(file, None, name)?, None)))
        });
        let only = named.next().filter(|_| named.next().is_none())?;
        self.steps(only, rest, budget)
    }

    fn steps(&self, start: Meaning, rest: &str, budget: &mut usize) -> Option<Meaning> {
        let mut found = start;
        for part in rest.split('.') {
            let mut name = part.trim_end_matches("()");
            if let (LISTED | MAPPED, Meaning::Class(class)) = (name, found) {
                found = if name == LISTED { Meaning::List(class) } else { Meaning::Mapping(class) };
                continue;
            }
            if matches!(found, Meaning::List(_) | Meaning::Mapping(_)) && !name.is_empty() {
                found = found.given_by(name)?;
                continue;
            }
            if name == SLICE {
                name = "__getitem__";
            }
            if matches!(name, "__enter__" | "__aenter__") {
                let entered = self.attribute(found, name, budget).and_then(|enter| self.call(enter, budget));
                found = entered.unwrap_or(found);
                continue;
            }
            if let (MADE_CLASS, Meaning::Class(_)) = (name, found) {
                continue;
            }
            if let (DECLARED, Meaning::Class(class)) = (name, found) {
                found = Meaning::Object(class, true);
                continue;
            }
            if !name.is_empty() {
                found = self.attribute(found, name, budget)?;
            }
            for _ in 0..part.matches("()").count() {
                found = self.call(found, budget)?;
            }
        }
        Some(found)
    }

    fn attribute(&self, owner: Meaning, name: &str, budget: &mut usize) -> Option<Meaning> {
        let class = match owner {
            Meaning::Module(file) => {
                return self.member(file, name, budget).or_else(|| {
                    let package = self.source_file(file).name.strip_suffix("__init__.py")?;
                    let names = [format!("{package}{name}.py"), format!("{package}{name}/__init__.py")];
                    names.iter().find_map(|name| self.file_named(name)).map(Meaning::Module)
                });
            }
            Meaning::Class(class) => {
                let nested = self.class_in(class.file, &format!("{}.{name}", self.class_name(class)));
                if nested.is_some() {
                    return nested.map(Meaning::Class);
                }
                class
            }
            Meaning::Object(class, _) if name == "__class__" => return Some(Meaning::Class(class)),
            Meaning::Object(class, _) => class,
            Meaning::Function(..) | Meaning::List(_) | Meaning::Mapping(_) => return None,
        };
        match self.method_of(class, name, budget) {
            Some(method) if self.function(method).kind == Kind::Property => {
                self.result_of(method, Some(class), budget).filter(|_| matches!(owner, Meaning::Object(..)))
            }
            Some(method) => Some(Meaning::Function(method, Some(class))),
            // A class with type arguments, `Field[str]`, is the class.
            None if name == "__getitem__" && owner == Meaning::Class(class) => Some(owner),
            None => {
                let values = |owner: ClassId| {
                    let Class { attributes, fixtures, .. } = self.class(owner);
                    let given = fixtures.iter().rev().filter_map(|fixture| {
                        let file = self.fixture(owner.file, None, fixture)?.file;
                        Some((file, &self.source_file(file).variables, format!("{fixture}.{name}")))
                    });
                    let own = (owner.file, attributes, name.to_owned());
                    std::iter::once(own).chain(given).find_map(|(file, known, name)| {
                        let named = known.iter().filter(|(known, value)| *known == name && !value.is_empty());
                        let values: Vec<&String> = named.map(|(_, value)| value).collect();
                        (!values.is_empty()).then_some((file, values))
                    })
                };
                let Some((file, values)) = self.in_class(class, &values, budget) else {
                    return self
                        .passed_on(class, name, budget)
                        .filter(|_| matches!(owner, Meaning::Object(..)));
                };
                values.iter().find_map(|value| {
                    // An attribute of a test may be what another fixture gives the one that sets it.
                    let (head, rest) = split_head(value);
                    match self.fixture(file, Some(class), head).filter(|_| self.is_test_code(file)) {
                        Some(fixture) => {
                            *budget = budget.checked_sub(1)?;
                            let given = self.result_of(fixture, Some(class), budget)?;
                            self.steps(given, rest, budget)
                        }
                        None => self.value(file, value, Some(class), budget),
                    }
                })
            }
        }
    }

    /// Returns what the `__getattr__` of a class gives for a name: mostly what another object has under it.
    fn passed_on(&self, class: ClassId, name: &str, budget: &mut usize) -> Option<Meaning> {
        let method = self.method_of(class, "__getattr__", budget).filter(|_| !name.starts_with("__"))?;
        let mut others = self.function(method).results.iter().filter_map(|chain| chain.strip_suffix(".?"));
        others.find_map(|other| self.value(method.file, &format!("{other}.{name}"), Some(class), budget))
    }

    fn call(&self, called: Meaning, budget: &mut usize) -> Option<Meaning> {
        match called {
            Meaning::Module(_) | Meaning::List(_) | Meaning::Mapping(_) => None,
            Meaning::Class(class) => Some(Meaning::Object(class, false)),
            Meaning::Function(function, own) => self.result_of(function, own, budget),
            Meaning::Object(class, _) => {
                self.result_of(self.method_of(class, "__call__", budget)?, Some(class), budget)
            }
        }
    }

    /// Returns what the values that a function returns have in common; of a fixture, in all runs.
    fn result_of(&self, function: FunctionId, own: Option<ClassId>, budget: &mut usize) -> Option<Meaning> {
        let mut params = self.function(function).params.iter();
        let Some(first) = params.next() else { return self.result_with(function, own, None, budget) };
        let given = self.result_with(function, own, Some(first), budget)?;
        let is_same = params.all(|param| self.result_with(function, own, Some(param), budget) == Some(given));
        is_same.then_some(given)
    }

    /// Returns the same for a fixture that is made with a value of its list.
    fn result_with(
        &self,
        function: FunctionId,
        own: Option<ClassId>,
        param: Option<&Param>,
        budget: &mut usize,
    ) -> Option<Meaning> {
        let own = own.or_else(|| self.class_of(function));
        let declared = self.function(function);
        let mut known: Vec<Meaning> = Vec::new();
        for chain in &declared.results {
            let with_param = param.map(|param| chain.replace("request.param", &param.value));
            let chain = with_param.as_ref().unwrap_or(chain);
            let (head, rest) = split_head(chain);
            // A fixture may be given another one.
            let fixture = self.fixture(function.file, own, head).filter(|_| declared.is_fixture);
            let found = match fixture.filter(|fixture| *fixture != function) {
                Some(fixture) => {
                    *budget = budget.checked_sub(1)?;
                    self.result_of(fixture, own, budget).and_then(|start| self.steps(start, rest, budget))
                }
                None => self.value(function.file, chain, own, budget).or_else(|| {
                    let within = self.class_within(function, head).map(Meaning::Class);
                    let meant = match within {
                        Some(class) => class,
                        None if declared.is_fixture => {
                            Meaning::Function(self.function_within(function, head)?, None)
                        }
                        None => return None,
                    };
                    self.steps(meant, rest, budget)
                }),
            };
            known.extend(found);
        }
        known.dedup();
        known.pop().filter(|_| known.is_empty())
    }

    /// Returns true if a class has another one among its bases.
    pub(in crate::lang::python) fn is_derived(&self, class: Option<ClassId>, base: ClassId) -> bool {
        class.is_some_and(|class| {
            self.in_class(class, &|found| (found == base).then_some(()), &mut { MOST }).is_some()
        })
    }

    /// Returns true if a class, or a base of it, sets an attribute of this name.
    pub(in crate::lang::python) fn has_attribute(&self, class: ClassId, name: &str) -> bool {
        let found = self.in_class(
            class,
            &|owner| {
                let mut attributes = self.class(owner).attributes.iter();
                attributes.any(|(attribute, _)| attribute == name).then_some(())
            },
            &mut { MOST },
        );
        found.is_some()
    }

    /// Returns the function that a class has under this name: its own, or else that of its bases, depth first.
    pub(in crate::lang::python) fn method(&self, class: ClassId, name: &str) -> Option<FunctionId> {
        self.method_of(class, name, &mut { MOST })
    }

    fn method_of(&self, class: ClassId, name: &str, budget: &mut usize) -> Option<FunctionId> {
        self.in_class(class, &|class: ClassId| self.in_effect(class.file, Some(class), name), budget)
    }

    /// Returns the functions that a class declares under this name, or else those of its bases, depth first.
    pub(super) fn methods(&self, class: ClassId, name: &str) -> Vec<FunctionId> {
        let own = |class: ClassId| {
            let own: Vec<FunctionId> = self.declared(class.file, Some(class), name).collect();
            (!own.is_empty()).then_some(own)
        };
        self.in_class(class, &own, &mut { MOST }).unwrap_or_default()
    }

    /// Returns the first that a class, or else its bases, depth first, gives.
    pub(super) fn in_bases<T>(&self, class: ClassId, find: &impl Fn(ClassId) -> Option<T>) -> Option<T> {
        self.in_class(class, find, &mut { MOST })
    }

    /// Does the same within a number of chains.
    fn in_class<T>(
        &self,
        class: ClassId,
        find: &impl Fn(ClassId) -> Option<T>,
        budget: &mut usize,
    ) -> Option<T> {
        self.search(class, find, &mut HashSet::new(), DEEPEST, budget)
    }

    fn search<T>(
        &self,
        class: ClassId,
        find: &impl Fn(ClassId) -> Option<T>,
        seen: &mut HashSet<ClassId>,
        fuel: usize,
        budget: &mut usize,
    ) -> Option<T> {
        let fuel = fuel.checked_sub(1).filter(|_| seen.insert(class))?;
        if let Some(own) = find(class) {
            return Some(own);
        }
        self.class(class).bases.iter().find_map(|base| {
            // A base with the class's own name is the imported one.
            let found = if base == self.class_name(class) {
                self.imported(class.file, base, &mut Seen::new(), DEEPEST, budget)
            } else {
                self.value(class.file, base, None, budget)
            };
            match found? {
                Meaning::Class(base) => self.search(base, find, seen, fuel, budget),
                _ => None,
            }
        })
    }
}

/// Returns true if the text behind the name of a test, `memory-2` of `test_take[memory-2]`, has that of a value.
pub(in crate::lang::python) fn is_in_run(id: &str, run: &str) -> bool {
    !id.is_empty() && format!("-{run}-").contains(&format!("-{id}-"))
}

/// Splits a chain behind its first name.
pub(in crate::lang::python) fn split_head(chain: &str) -> (&str, &str) {
    chain.split_at(chain.find(['.', '(']).unwrap_or(chain.len()))
}
