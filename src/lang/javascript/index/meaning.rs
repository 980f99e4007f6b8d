//! The meaning of names, members and calls: what a module, a class or an object of the project has.

use super::declarations::Class;
use super::{ClassId, Expr, FileId, FunctionId, Index, Kind, Target};

/// The number of steps for one question, so that names in a circle end.
const MOST: usize = 300;

/// The steps that are left for a question.
pub(in crate::lang::javascript) struct Budget(usize);

impl Budget {
    pub(in crate::lang::javascript) fn new() -> Budget {
        Budget(MOST)
    }

    pub(super) fn spend(&mut self) -> Option<()> {
        self.0 = self.0.checked_sub(1)?;
        Some(())
    }
}

/// The meaning of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lang::javascript) enum Meaning {
    Module(FileId),
    /// A class itself, or an object with functions.
    Class(ClassId),
    /// A function, and the class of the object whose method it is.
    Function(FunctionId, Option<ClassId>),
    /// An object of a class.
    Object(ClassId),
}

impl Index {
    /// Returns what an expression means in a module.
    pub(in crate::lang::javascript) fn resolve(&self, file: FileId, value: &Expr) -> Option<Meaning> {
        self.resolve_in(file, value, &mut Budget::new())
    }

    pub(super) fn resolve_in(&self, file: FileId, value: &Expr, budget: &mut Budget) -> Option<Meaning> {
        budget.spend()?;
        match value {
            Expr::Name(name) => match self.declared(file).names.get(name) {
                Some(value) if *value == Expr::Name(name.clone()) => None,
                Some(value) => {
                    let meant = self.resolve_in(file, value, budget)?;
                    Some(self.with_own_members(file, name, meant))
                }
                None => self.global(file, name, budget),
            },
            Expr::Module(module) => self.module(file, module).map(Meaning::Module),
            Expr::Import(module, name) => self.export(self.module(file, module)?, name, budget),
            Expr::Member(owner, name) => {
                let owner = self.resolve_in(file, owner, budget)?;
                self.member(owner, name, budget)
            }
            Expr::Call(called) => {
                let called = self.resolve_in(file, called, budget)?;
                self.result_in(called, budget)
            }
            Expr::Wrapped { call, given } => {
                let made = self.resolve_in(file, call, budget);
                match made {
                    Some(Meaning::Object(_) | Meaning::Module(_)) => made,
                    Some(Meaning::Class(class)) if self.class(class).constructor.is_none() => made,
                    _ => {
                        let given = self.resolve_in(file, given, budget);
                        let passed_on = given.filter(|given| match given {
                            Meaning::Function(..) => true,
                            // Options that a maker of functions is given are no class, but for what is named so.
                            Meaning::Class(class) => {
                                !self.class(*class).is_object || made.is_none() || makes_class(call)
                            }
                            Meaning::Module(_) | Meaning::Object(_) => false,
                        });
                        passed_on.or(made)
                    }
                }
            }
            Expr::Either(values) => only_one(values.iter().map(|value| self.resolve_in(file, value, budget))),
            Expr::New(class) => {
                if let Some(implemented) = self.implementing(file, class, budget) {
                    return Some(implemented);
                }
                let class = self.resolve_in(file, class, budget)?;
                self.made(class, budget)
            }
            Expr::Typed { class, value } => {
                let implemented = self.implemented(file, class, budget);
                let declared =
                    if implemented.is_none() { self.resolve_in(file, class, budget) } else { None };
                declared.or_else(|| self.resolve_in(file, value, budget)).or(implemented)
            }
            Expr::Function(place) => Some(Meaning::Function(FunctionId { file, place: *place }, None)),
            Expr::Class(place) => Some(Meaning::Class(ClassId { file, place: *place })),
        }
    }

    /// Returns what a name means that a call made: with members of its own, `pens.blue = penOf('blue')`, it has those as well.
    fn with_own_members(&self, file: FileId, name: &str, meant: Meaning) -> Meaning {
        if !matches!(meant, Meaning::Class(_)) {
            return meant;
        }
        let mut classes = self.declared(file).classes.iter();
        let own = classes.position(|class| {
            class.name == name
                && class.is_added()
                && class.base.is_some()
                && class.fields.iter().any(|field| field.is_static)
        });
        own.map_or(meant, |place| Meaning::Class(ClassId { file, place }))
    }

    /// Returns an object of the class that implements the interface of an annotation.
    fn implemented(&self, file: FileId, annotation: &Expr, budget: &mut Budget) -> Option<Meaning> {
        match annotation {
            Expr::New(interface) => self.implementing(file, interface, budget),
            _ => None,
        }
    }

    /// Returns an object of the only class that implements an interface in the production module of that name: what the module says
    /// of a type is known better than what a value of the same name is.
    fn implementing(&self, file: FileId, interface: &Expr, budget: &mut Budget) -> Option<Meaning> {
        budget.spend()?;
        match interface {
            Expr::Name(name) => {
                let declared = self.declared(file);
                let mut classes = declared.implemented.iter().filter(|(known, _)| known == name);
                match (classes.next(), classes.next()) {
                    (Some((_, place)), None) if self.is_production(file) && !declared.is_class(name) => {
                        Some(Meaning::Object(ClassId { file, place: *place }))
                    }
                    (Some(_), _) => None,
                    (None, _) => match declared.names.get(name)? {
                        imported @ Expr::Import(..) => self.implementing(file, imported, budget),
                        _ => None,
                    },
                }
            }
            Expr::Import(module, name) => {
                let file = self.module(file, module)?;
                let declared = self.declared(file);
                // What a module imports and does not export is nothing that another one gets of it.
                let imports = matches!(declared.names.get(name), Some(Expr::Import(..)));
                let own = match declared.exports.get(name) {
                    Some(exported @ Expr::Import(..)) => Some(exported.clone()),
                    None if imports => None,
                    _ => Some(Expr::Name(name.clone())),
                };
                let own = own.and_then(|own| self.implementing(file, &own, budget));
                own.or_else(|| {
                    declared.spread.iter().find_map(|from| match from {
                        Expr::Module(module) => {
                            self.implementing(file, &Expr::Import(module.clone(), name.clone()), budget)
                        }
                        _ => None,
                    })
                })
            }
            _ => None,
        }
    }

    /// Returns what a module is when it is called or made: what it exports as a whole.
    fn whole(&self, meaning: Meaning, budget: &mut Budget) -> Option<Meaning> {
        let Meaning::Module(file) = meaning else { return Some(meaning) };
        match &self.declared(file).whole {
            Some(whole) => {
                self.resolve_in(file, whole, budget).filter(|whole| !matches!(whole, Meaning::Module(_)))
            }
            None => Some(meaning),
        }
    }

    /// Returns the member of a meaning: what it is, not what a getter gives.
    pub(in crate::lang::javascript) fn member_of(&self, owner: Meaning, name: &str) -> Option<Meaning> {
        self.member(owner, name, &mut Budget::new())
    }

    pub(super) fn member(&self, owner: Meaning, name: &str, budget: &mut Budget) -> Option<Meaning> {
        budget.spend()?;
        match owner {
            Meaning::Module(file) => self.export(file, name, budget),
            Meaning::Class(class) => match name {
                "prototype" => Some(Meaning::Object(class)),
                _ => Some(called_on(class, self.in_class(class, name, true, budget)?)),
            },
            Meaning::Object(class) => match name {
                "constructor" => Some(Meaning::Class(class)),
                _ => Some(called_on(class, self.in_class(class, name, false, budget)?)),
            },
            Meaning::Function(..) => None,
        }
    }

    /// Returns the member of a class, or of an object of it, or else that of its bases.
    fn in_class(&self, class: ClassId, name: &str, is_static: bool, budget: &mut Budget) -> Option<Meaning> {
        budget.spend()?;
        let declared: &Class = self.class(class);
        let functions = &self.declared(class.file).functions;
        // What a call makes of an object may be a class or an object.
        let is_own = |own: bool| own == is_static || declared.is_given;
        let method = declared.methods.iter().rfind(|method| {
            method.name == name && is_own(method.is_static) && functions[method.function].kind != Kind::Setter
        });
        if let Some(method) = method {
            let function = FunctionId { file: class.file, place: method.function };
            return Some(Meaning::Function(function, Some(class)));
        }
        let mut fields = declared.fields.iter();
        if let Some(field) = fields.rfind(|field| field.name == name && is_own(field.is_static)) {
            return self.resolve_in(class.file, field.value.as_ref()?, budget);
        }
        if declared.is_given {
            let inner = declared.fields.iter().filter_map(|field| match field.value {
                Some(Expr::Class(place)) => Some(ClassId { file: class.file, place }),
                _ => None,
            });
            let found = { inner }.find_map(|inner| self.in_class(inner, name, true, budget));
            if found.is_some() {
                return found;
            }
        }
        let spread = declared.spread.iter().rev().find_map(|from| {
            let from = self.resolve_in(class.file, from, budget)?;
            self.member(from, name, budget)
        });
        let inherited = spread.or_else(|| {
            let bases: Vec<&Expr> = match &declared.base {
                // A class that a function makes of another one has the members of both.
                Some(Expr::Wrapped { call, given }) => vec![call, given],
                Some(Expr::Either(bases)) => bases.iter().collect(),
                base => base.iter().collect(),
            };
            bases.into_iter().find_map(|base| {
                let base = self.resolve_in(class.file, base, budget)?;
                match self.whole(base, budget)? {
                    Meaning::Class(base) if base != class => self.in_class(base, name, is_static, budget),
                    Meaning::Object(base) if base != class => self.in_class(base, name, false, budget),
                    _ => None,
                }
            })
        });
        let may_be_added = !is_static && !declared.is_object && !declared.is_added();
        inherited.or_else(|| may_be_added.then(|| self.added(class, name, budget)).flatten())
    }

    /// Returns the function that an assignment to a member calls.
    pub(in crate::lang::javascript) fn setter_of(&self, owner: Meaning, name: &str) -> Option<FunctionId> {
        let (mut at, is_static) = match owner {
            Meaning::Class(class) => (class, true),
            Meaning::Object(class) => (class, false),
            Meaning::Module(_) | Meaning::Function(..) => return None,
        };
        let mut budget = Budget::new();
        loop {
            budget.spend()?;
            let declared = self.class(at);
            let functions = &self.declared(at.file).functions;
            let setter = declared.methods.iter().rfind(|method| {
                method.name == name
                    && (method.is_static == is_static || declared.is_given)
                    && functions[method.function].kind == Kind::Setter
            });
            if let Some(setter) = setter {
                return Some(FunctionId { file: at.file, place: setter.function });
            }
            let base = self.resolve_in(at.file, declared.base.as_ref()?, &mut budget)?;
            at = match self.whole(base, &mut budget)? {
                Meaning::Class(base) | Meaning::Object(base) => base,
                Meaning::Module(_) | Meaning::Function(..) => return None,
            };
        }
    }

    /// Returns the member of a class by what its own file says.
    pub(super) fn own_member(&self, class: ClassId, name: &str, budget: &mut Budget) -> Option<Meaning> {
        self.in_class(class, name, false, budget)
    }

    /// Returns the member of a class itself by what its own file says.
    pub(super) fn own_static_member(
        &self,
        class: ClassId,
        name: &str,
        budget: &mut Budget,
    ) -> Option<Meaning> {
        self.in_class(class, name, true, budget)
    }

    /// Returns the file in which the members of a meaning are declared, if all its bases are of the project: what is not found there
    /// is given at run time.
    pub(in crate::lang::javascript) fn home(&self, meaning: Meaning) -> Option<FileId> {
        let class = match meaning {
            Meaning::Module(file) => return Some(file),
            Meaning::Function(function, _) => return Some(function.file),
            Meaning::Class(class) | Meaning::Object(class) => class,
        };
        let mut budget = Budget::new();
        let mut at = class;
        while let Some(base) = &self.class(at).base {
            budget.spend()?;
            let base = self.resolve_in(at.file, base, &mut budget)?;
            at = match self.whole(base, &mut budget)? {
                Meaning::Class(base) | Meaning::Object(base) if base != at => base,
                _ => return None,
            };
        }
        Some(class.file)
    }

    /// Returns an object of a class, or of a function that makes objects.
    fn made(&self, class: Meaning, budget: &mut Budget) -> Option<Meaning> {
        match self.whole(class, budget)? {
            Meaning::Class(class) if !self.class(class).is_object || self.class(class).is_given => {
                Some(Meaning::Object(class))
            }
            _ => None,
        }
    }

    pub(in crate::lang::javascript) fn object_of(&self, class: Meaning) -> Option<Meaning> {
        self.made(class, &mut Budget::new())
    }

    /// Returns what a call gives.
    pub(in crate::lang::javascript) fn result(&self, called: Meaning) -> Option<Meaning> {
        self.result_in(called, &mut Budget::new())
    }

    fn result_in(&self, called: Meaning, budget: &mut Budget) -> Option<Meaning> {
        budget.spend()?;
        let (function, own) = match self.whole(called, budget)? {
            Meaning::Function(function, own) => (function, own),
            // A function with a prototype may make an object of itself.
            Meaning::Class(class) => {
                let declared = self.class(class);
                // What a call makes of the members that it is given has them, too.
                if declared.is_given {
                    return Some(Meaning::Class(class));
                }
                let Some(place) = declared.constructor else {
                    // What a call made gives what that gives.
                    let base = declared.base.as_ref().filter(|_| declared.is_added())?;
                    let base = self.resolve_in(class.file, base, budget)?;
                    return self.result_in(base, budget);
                };
                (FunctionId { file: class.file, place }, Some(class))
            }
            Meaning::Module(_) | Meaning::Object(_) => return None,
        };
        let declared = self.function(function);
        let own = own.or_else(|| declared.class.map(|place| ClassId { file: function.file, place }));
        let meaning = |value: &Expr, budget: &mut Budget| {
            let is_this = *value == Expr::Name("this".to_owned())
                || *value == Expr::New(Box::new(Expr::Name("this".to_owned())));
            match own {
                Some(own) if is_this && self.class(own).is_object => Some(Meaning::Class(own)),
                Some(own) if is_this => Some(Meaning::Object(own)),
                None if is_this => None,
                _ => self.resolve_in(function.file, value, budget),
            }
        };
        let home = declared.class.map(|place| ClassId { file: function.file, place });
        // What returns the object that it is a member of returns that of a class which inherits it.
        let meaning = |value: &Expr, budget: &mut Budget| match (meaning(value, budget), own, home) {
            (Some(Meaning::Class(made)), Some(own), Some(home)) if made == home => Some(Meaning::Class(own)),
            (made, ..) => made,
        };
        // A type may be one that has no functions of its own.
        let annotation = declared.result_type.as_ref();
        let implemented = annotation.and_then(|class| self.implemented(function.file, class, budget));
        if implemented.is_none()
            && let Some(found) = annotation.and_then(|class| meaning(class, budget))
        {
            return Some(found);
        }
        let results = declared.results.iter().flatten();
        let results: Vec<Option<Meaning>> = results.map(|value| meaning(value, budget)).collect();
        let returned = only_one(results.iter().copied()).or_else(|| {
            // What returns its own object in some case mostly guards against that: `isValid ? new Line(this) : this`.
            let itself = [own.map(Meaning::Object), home.map(Meaning::Object)];
            only_one(results.into_iter().filter(|result| !itself.contains(result)))
        });
        returned.or(implemented)
    }

    /// Returns what is called, or made, by a call or `new` of a meaning, in production code.
    pub(in crate::lang::javascript) fn called(&self, meaning: Meaning) -> Option<Target> {
        let found = match self.whole(meaning, &mut Budget::new())? {
            Meaning::Function(function, _) => Target::Function(function),
            Meaning::Class(class) if self.class(class).is_object => return None,
            Meaning::Class(class) => self.constructor(class)?,
            Meaning::Module(_) | Meaning::Object(_) => return None,
        };
        let file = match found {
            Target::Function(function) => function.file,
            Target::Class(class) => class.file,
        };
        self.is_production(file).then_some(found)
    }

    /// Returns the constructor of a class; a class without one is made itself, and one that a call makes is that of the call.
    fn constructor(&self, class: ClassId) -> Option<Target> {
        let mut budget = Budget::new();
        let mut at = class;
        loop {
            budget.spend()?;
            let declared = self.class(at);
            if let Some(place) = declared.constructor {
                return Some(Target::Function(FunctionId { file: at.file, place }));
            }
            if !declared.source.is_empty() {
                return Some(Target::Class(at));
            }
            let base = self.resolve_in(at.file, declared.base.as_ref()?, &mut budget)?;
            let Meaning::Class(base) = self.whole(base, &mut budget)? else { return None };
            at = base;
        }
    }
}

/// Returns a method as a member of an object of the class on which it is called, which may have inherited it.
fn called_on(class: ClassId, member: Meaning) -> Meaning {
    match member {
        Meaning::Function(function, Some(_)) => Meaning::Function(function, Some(class)),
        member => member,
    }
}

/// Returns true for the call of a function that makes a class of members: `Pen.extend({…})`.
fn makes_class(call: &Expr) -> bool {
    let Expr::Call(called) = call else { return false };
    let (Expr::Name(name) | Expr::Member(_, name)) = &**called else { return false };
    matches!(&**name, "extend" | "createClass" | "subclass" | "derive")
}

/// Returns what all the known ones of several values mean; None if they mean different things.
fn only_one(values: impl Iterator<Item = Option<Meaning>>) -> Option<Meaning> {
    let mut known = values.flatten();
    let first = known.next()?;
    known.all(|other| other == first).then_some(first)
}
