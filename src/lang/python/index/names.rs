//! The meaning of names in a module: its own declarations, and what it imports from other modules of the project.

use std::collections::HashSet;

use super::declarations::{Function, Import};
use super::{ClassId, FileId, FunctionId, Index, Kind, Meaning, ends_with, module_path};

/// The longest chain of re-exports, or of base classes, that is followed.
pub(super) const DEEPEST: usize = 8;

/// The names that a search has asked for already, so that imports and bases in a circle end.
pub(super) type Seen<'n> = HashSet<(FileId, &'n str)>;

impl Index {
    /// Returns the file with exactly this path.
    pub(in crate::lang::python) fn file_named(&self, name: &str) -> Option<FileId> {
        self.files.binary_search_by(|file| (*file.name).cmp(name)).ok().map(FileId)
    }

    /// Returns the module `a.b`: of several whose paths end so, the one with the fewest folders above it.
    pub(super) fn module(&self, dotted: &str) -> Option<FileId> {
        let path = dotted.replace('.', "/");
        let last = path.rsplit('/').next()?;
        let files_at = |file_name: &str, path: String| {
            let named = self.by_file_name.get(file_name).map_or(&[][..], Vec::as_slice);
            named.iter().copied().filter(move |file| ends_with(&self.source_file(*file).name, &path))
        };
        let modules = files_at(&format!("{last}.py"), format!("{path}.py"));
        let packages = files_at("__init__.py", format!("{path}/__init__.py"));
        modules.chain(packages).min_by_key(|file| {
            let name = &*self.source_file(*file).name;
            (module_path(name).matches('/').count(), name)
        })
    }

    /// Returns the class of a module with this name; of several the last, which is the one in effect.
    pub(super) fn class_in(&self, file: FileId, name: &str) -> Option<ClassId> {
        let class = self.source_file(file).classes.iter().rposition(|class| class.name == name)?;
        Some(ClassId { file, class })
    }

    /// Returns the class that a function declares under this name.
    pub(in crate::lang::python) fn class_within(&self, function: FunctionId, name: &str) -> Option<ClassId> {
        self.class_in(function.file, &format!("{}.{name}", self.function(function).qualified))
    }

    /// Returns the function that a function declares under this name.
    pub(super) fn function_within(&self, function: FunctionId, name: &str) -> Option<FunctionId> {
        let qualified = format!("{}.{name}", self.function(function).qualified);
        let functions = &self.source_file(function.file).functions;
        let within = functions.iter().rposition(|inner| inner.is_nested && inner.qualified == qualified)?;
        Some(FunctionId { file: function.file, function: within })
    }

    /// Returns the functions of a class itself, or of a module's top level, with this name.
    pub(super) fn declared(
        &self,
        file: FileId,
        class: Option<ClassId>,
        name: &str,
    ) -> impl Iterator<Item = FunctionId> {
        let class = class.map(|class| class.class);
        let functions = self.source_file(file).functions.iter().enumerate();
        let named = functions.filter(move |(_, function)| {
            function.known_as() == name
                && function.class == class
                && !function.is_nested
                && !matches!(function.kind, Kind::Part | Kind::Setter)
        });
        named.map(move |(function, _)| FunctionId { file, function })
    }

    /// Returns the function of a class itself, or of a module's top level, that has this name last.
    pub(super) fn in_effect(&self, file: FileId, class: Option<ClassId>, name: &str) -> Option<FunctionId> {
        self.declared(file, class, name).max_by_key(|function| self.function(*function).named_at)
    }

    /// Returns what a name means at the top level of a module.
    pub(super) fn member(&self, file: FileId, name: &str, budget: &mut usize) -> Option<Meaning> {
        self.own_member(file, name, budget)
            .or_else(|| self.imported(file, name, &mut Seen::new(), DEEPEST, budget))
    }

    fn own_member(&self, file: FileId, name: &str, budget: &mut usize) -> Option<Meaning> {
        let declared = self
            .class_in(file, name)
            .map(Meaning::Class)
            .or_else(|| Some(Meaning::Function(self.in_effect(file, None, name)?, None)));
        declared.or_else(|| {
            let mut variables = self.source_file(file).variables.iter().rev();
            let (_, value) = variables.find(|(variable, _)| variable == name)?;
            self.value(file, value, None, budget)
        })
    }

    /// Returns what an imported name means.
    pub(super) fn imported<'n>(
        &'n self,
        file: FileId,
        name: &'n str,
        seen: &mut Seen<'n>,
        fuel: usize,
        budget: &mut usize,
    ) -> Option<Meaning> {
        let fuel = fuel.checked_sub(1).filter(|_| seen.insert((file, name)))?;
        let mut imports = self.source_file(file).imports.iter();
        imports.find_map(|import| match import.member.as_deref() {
            Some(member) if member == "*" || import.alias.as_deref().unwrap_or(member) == name => {
                let wanted = if member == "*" { name } else { member };
                let from = self.relative(file, import, None);
                let known = from.filter(|from| *from != file).and_then(|from| {
                    self.own_member(from, wanted, budget)
                        .or_else(|| self.imported(from, wanted, seen, fuel, budget))
                });
                known.or_else(|| {
                    self.relative(file, import, Some(wanted)).filter(|_| member != "*").map(Meaning::Module)
                })
            }
            Some(_) => None,
            None => match &import.alias {
                Some(alias) => (alias == name).then(|| self.module(&import.module))?.map(Meaning::Module),
                None => {
                    let top = import.module.split('.').next().filter(|top| *top == name)?;
                    self.module(top).map(Meaning::Module)
                }
            },
        })
    }

    /// Returns the modules that a file imports, or of which it imports something.
    pub(in crate::lang::python) fn imported_modules(&self, file: FileId) -> impl Iterator<Item = FileId> {
        self.source_file(file).imports.iter().filter_map(move |import| {
            let member =
                import.member.as_deref().and_then(|member| self.relative(file, import, Some(member)));
            member.or_else(|| self.relative(file, import, None))
        })
    }

    /// Returns the module that a `from` import names, or the one of this name that it takes from a package.
    fn relative(&self, file: FileId, import: &Import, name: Option<&str>) -> Option<FileId> {
        let parts = import.module.split('.').chain(name).filter(|part| !part.is_empty());
        if import.level == 0 {
            return self.module(&parts.collect::<Vec<_>>().join("."));
        }
        let mut folders: Vec<&str> = self.source_file(file).name.split('/').collect();
        folders.truncate(folders.len().checked_sub(import.level)?);
        folders.extend(parts);
        let path = folders.join("/");
        let package = format!("{path}/__init__.py");
        let names = [format!("{path}.py"), package.trim_start_matches('/').to_owned()];
        names.iter().find_map(|name| self.file_named(name))
    }

    /// Returns what an assignment to a property calls.
    pub(in crate::lang::python) fn setter(&self, property: FunctionId) -> Option<FunctionId> {
        let FunctionId { file, function } = property;
        let functions = &self.source_file(file).functions;
        functions
            .iter()
            .position(|other: &Function| {
                other.kind == Kind::Setter
                    && other.known_as() == functions[function].known_as()
                    && other.class == functions[function].class
            })
            .map(|function| FunctionId { file, function })
    }

    /// Returns the candidates for a test: functions of this name in the class that a report names, in all
    /// files that `classname` may mean, the likeliest first; and that class. `file` is the path that the
    /// report gives.
    pub(in crate::lang::python) fn tests(
        &self,
        classname: &str,
        name: &str,
        file: Option<&str>,
    ) -> (Vec<FunctionId>, Option<ClassId>) {
        let parts: Vec<&str> = classname.split('.').collect();
        let reported = file.and_then(|file| self.file_of(file));
        for known in (1..=parts.len()).rev() {
            let (module, class) = parts.split_at(known);
            let class = class.join(".");
            let named =
                self.by_file_name.get(&format!("{}.py", module[known - 1])).map_or(&[][..], Vec::as_slice);
            let path = format!("{}.py", module.join("/"));
            let mut files: Vec<FileId> = named.to_vec();
            files.retain(|file| ends_with(&self.source_file(*file).name, &path));
            files.sort_by_key(|file| {
                let name = &*self.source_file(*file).name;
                (Some(*file) != reported, name.matches('/').count(), name)
            });
            let mut in_files = files.into_iter().filter_map(|file| {
                if !class.is_empty() {
                    let class = match self.class_in(file, &class) {
                        Some(class) => class,
                        None => match self.resolve(file, &class)? {
                            Meaning::Class(imported) => imported,
                            _ => return None,
                        },
                    };
                    return Some((self.methods(class, name), Some(class)));
                }
                let own: Vec<FunctionId> = self.declared(file, None, name).collect();
                match self.resolve(file, name) {
                    Some(Meaning::Function(imported, _)) if own.is_empty() => Some((vec![imported], None)),
                    _ => Some((own, None)),
                }
            });
            if let Some(found) = in_files.find(|(tests, _)| !tests.is_empty()) {
                return found;
            }
        }
        (Vec::new(), None)
    }
}
