//! The files that imports name, and the names that modules export.

use std::collections::BTreeSet;
use std::iter;

use super::meaning::{Budget, Meaning};
use super::{Expr, FileId, FunctionId, Index, Kind, is_built_in, may_declare_member};

/// The endings that an import may leave out, in the order in which they are tried.
const ENDINGS: [&str; 8] = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];

/// The endings that an import may write for those of the source.
const COMPILED: [(&str, &[&str]); 4] =
    [("js", &["ts", "tsx", "jsx"]), ("mjs", &["mts"]), ("cjs", &["cts"]), ("jsx", &["tsx"])];

/// The folders of what was built, and those of its sources.
const BUILT: [&str; 9] = ["dist", "build", "out", "lib", "es", "esm", "cjs", "umd", "module"];
const SOURCES: [&str; 3] = ["src", "source", "lib"];

/// The words of a module that loads files by names that it computes.
const COMPUTED: [&str; 3] = ["exports[", "readdir", "glob"];

/// The number of imports that lead to a member of a name, and of the files that are looked at for it at once.
const DEEPEST_NEAR: usize = 3;
const MOST_NEAR: usize = 50;

/// The functions among which the nearest is searched.
#[derive(Debug, Clone, Copy)]
pub(in crate::lang::javascript) struct Wanted {
    pub kind: Kind,
    /// True where a function that is no member counts as well.
    pub is_of_module: bool,
}

impl Index {
    /// Returns the file that an import names in a file.
    pub(in crate::lang::javascript) fn module(&self, from: FileId, specifier: &str) -> Option<FileId> {
        let name = &self.file(from).name;
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        if specifier.starts_with('.') {
            return self.file_at(&joined(folder, specifier)?);
        }
        self.config.paths(folder, specifier).iter().find_map(|path| self.file_at(path))
    }

    /// Returns the file at a path that may lack its ending, be a folder, or be what was built of a source.
    pub(super) fn file_at(&self, path: &str) -> Option<FileId> {
        self.source_at(path)
            .or_else(|| sources_of_built(path).into_iter().find_map(|source| self.source_at(&source)))
            .or_else(|| {
                let start = if path.is_empty() { String::new() } else { format!("{path}/") };
                self.config.is_package(path).then(|| {
                    SOURCES.iter().find_map(|folder| self.source_at(&format!("{start}{folder}/index")))
                })?
            })
    }

    /// Returns the file at a path that may lack its ending, or be a folder.
    fn source_at(&self, path: &str) -> Option<FileId> {
        let file = |name: &str| self.by_name.get(name).copied();
        if let Some(found) = file(path) {
            return Some(found);
        }
        let compiled = path.rsplit_once('.').and_then(|(stem, ending)| {
            let (_, sources) = COMPILED.iter().find(|(compiled, _)| *compiled == ending)?;
            sources.iter().find_map(|source| file(&format!("{stem}.{source}")))
        });
        let with_ending = || ENDINGS.iter().find_map(|ending| file(&format!("{path}.{ending}")));
        compiled.or_else(with_ending).or_else(|| {
            let main = self.config.mains(path).into_iter().find_map(|main| {
                let built = sources_of_built(&main);
                iter::once(main).chain(built).find_map(|main| {
                    let stem = main.rsplit_once('.').map_or(&*main, |(stem, _)| stem);
                    let with_ending =
                        |start: &str| ENDINGS.iter().find_map(|ending| file(&format!("{start}.{ending}")));
                    file(&main).or_else(|| with_ending(&main)).or_else(|| with_ending(stem))
                })
            });
            let start = if path.is_empty() { String::new() } else { format!("{path}/") };
            main.or_else(|| ENDINGS.iter().find_map(|ending| file(&format!("{start}index.{ending}"))))
        })
    }

    /// Returns what a module exports under a name.
    pub(super) fn export(&self, file: FileId, name: &str, budget: &mut Budget) -> Option<Meaning> {
        budget.spend()?;
        let module = self.declared(file);
        if let Some(exported) = module.exports.get(name) {
            return self.resolve_in(file, exported, budget);
        }
        if let Some(whole) = &module.whole {
            let whole = self.resolve_in(file, whole, budget);
            // `module.exports` is what a default import gets.
            if name == "default" {
                // Of a module that is passed on as a whole, `module.exports = require('./pen')`, it is what that exports as its own.
                return match whole {
                    Some(Meaning::Module(from)) if self.declared(from).exports.contains_key("default") => {
                        self.export(from, name, budget)
                    }
                    _ => whole,
                };
            }
            if let Some(found) = whole.and_then(|whole| self.member(whole, name, budget)) {
                return Some(found);
            }
        } else if name == "default"
            && module.exports.keys().all(|name| name != "default")
            && !module.exports.is_empty()
        {
            return Some(Meaning::Module(file));
        }
        let spread = module.spread.iter().find_map(|from| {
            let from = self.resolve_in(file, from, budget)?;
            self.member(from, name, budget)
        });
        if spread.is_some() {
            return spread;
        }
        // What `require` gives of a module with a default export may be that.
        if name != "default"
            && let Some(default) = module.exports.get("default")
            && let Some(default @ Meaning::Class(_)) = self.resolve_in(file, default, budget)
            && let Some(found) = self.member(default, name, budget)
        {
            return Some(found);
        }
        self.only_of_name(file, name).or_else(|| self.loaded_by_name(file, name, budget))
    }

    /// Returns what the only file of a name exports as a whole, for a module that loads files by names that it computes.
    fn loaded_by_name(&self, file: FileId, name: &str, budget: &mut Budget) -> Option<Meaning> {
        let module = self.file(file);
        let is_computed = COMPUTED.iter().any(|word| module.text.contains(word));
        if !is_computed || name == "default" {
            return None;
        }
        let folder = module.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let of_name = ENDINGS.iter().filter_map(|ending| self.by_last.get(&format!("{name}.{ending}")));
        let mut below = of_name.flatten().filter(|other| {
            self.is_production(**other)
                && **other != file
                && (folder.is_empty() || self.file(**other).name.starts_with(&format!("{folder}/")))
        });
        let only = below.next().filter(|_| below.next().is_none())?;
        self.export(*only, "default", budget).filter(|found| !matches!(found, Meaning::Module(_)))
    }

    /// Returns the member of a name that is nearest to a file: in it, or else in the modules that it imports; None if several are
    /// equally near, or one of them is no function.
    pub(in crate::lang::javascript) fn nearest(
        &self,
        near: FileId,
        name: &str,
        wanted: Wanted,
    ) -> Option<FunctionId> {
        let mut level = vec![near];
        let mut seen: BTreeSet<FileId> = BTreeSet::from([near]);
        for _ in 0..DEEPEST_NEAR {
            let mut found: Option<FunctionId> = None;
            for file in level.iter().copied().filter(|file| self.is_production(*file)) {
                if !may_declare_member(&self.file(file).text, name) {
                    continue;
                }
                let declared = self.declared(file);
                let mut fields = declared.classes.iter().flat_map(|class| &class.fields);
                if fields.any(|field| field.name == name) {
                    return None;
                }
                let functions = declared.functions.iter().enumerate().filter(|(_, function)| {
                    function.name == name
                        && function.kind == wanted.kind
                        && (function.class.is_some() || wanted.is_of_module)
                });
                for (place, _) in functions {
                    if found.is_some() {
                        return None;
                    }
                    found = Some(FunctionId { file, place });
                }
            }
            if found.is_some() {
                return found;
            }
            let imported: Vec<FileId> = level
                .iter()
                .flat_map(|file| {
                    self.imports(*file).filter_map(|module| self.module(*file, module)).collect::<Vec<_>>()
                })
                .collect();
            level = imported.into_iter().filter(|file| seen.insert(*file)).collect();
            if level.len() > MOST_NEAR {
                return None;
            }
        }
        None
    }

    /// Returns what a file knows by a name that it does not declare: a module that it executes, or a file that runs before tests, has
    /// set it for all.
    pub(super) fn global(&self, file: FileId, name: &str, budget: &mut Budget) -> Option<Meaning> {
        let is_production = self.is_production(file);
        // Production code may take what a module sets that it executes itself.
        if is_production && self.declared(file).executed.is_empty() {
            return None;
        }
        let mut executed: Vec<FileId> = Vec::new();
        let mut open = vec![file];
        while let Some(next) = open.pop() {
            if !executed.contains(&next) {
                executed.push(next);
                open.extend(self.declared(next).executed.iter().filter_map(|name| self.module(next, name)));
            }
        }
        executed
            .iter()
            .chain(self.set_ups.iter().filter(|_| !is_production))
            .find_map(|from| self.resolve_in(*from, self.declared(*from).globals.get(name)?, budget))
    }

    /// Returns the only function of a name in a module whose exports aren't understood.
    fn only_of_name(&self, file: FileId, name: &str) -> Option<Meaning> {
        let module = self.declared(file);
        if !module.exports.is_empty() || module.whole.is_some() || !module.spread.is_empty() {
            return None;
        }
        let mut functions = module.functions.iter().enumerate().filter(|(_, function)| function.name == name);
        let (place, _) = functions.next().filter(|_| functions.next().is_none())?;
        Some(Meaning::Function(FunctionId { file, place }, None))
    }

    /// Returns the production methods of a name in the modules that a file imports, in the order of the files.
    pub(in crate::lang::javascript) fn methods_imported(&self, file: FileId, name: &str) -> Vec<FunctionId> {
        if is_built_in(name) {
            return Vec::new();
        }
        let imported = self.declared(file).names.values().filter_map(|value| {
            let (Expr::Module(module) | Expr::Import(module, _)) = value else { return None };
            self.module(file, module).filter(|module| self.is_production(*module))
        });
        let methods = imported.collect::<BTreeSet<_>>().into_iter().flat_map(|file| {
            let functions = self.declared(file).functions.iter().enumerate();
            let named = functions.filter(|(_, function)| {
                function.name == name && function.class.is_some() && function.kind == Kind::Called
            });
            named.map(move |(place, _)| FunctionId { file, place })
        });
        methods.collect()
    }

    /// Returns the modules that a file imports, as it names them.
    pub(in crate::lang::javascript) fn imports(&self, file: FileId) -> impl Iterator<Item = &str> {
        let declared = self.declared(file);
        declared.names.values().chain(declared.exports.values()).filter_map(|value| match value {
            Expr::Module(module) | Expr::Import(module, _) => Some(&**module),
            _ => None,
        })
    }

    /// Returns true for a name that a file imports from outside of the project.
    pub(in crate::lang::javascript) fn is_foreign(&self, file: FileId, name: &str) -> bool {
        let mut value = self.declared(file).names.get(name);
        for _ in 0..8 {
            match value {
                Some(Expr::Module(module) | Expr::Import(module, _)) => {
                    return self.module(file, module).is_none() && !module.starts_with('.');
                }
                Some(Expr::Member(inner, _) | Expr::Call(inner) | Expr::New(inner)) => value = Some(&**inner),
                Some(Expr::Wrapped { call, .. }) => value = Some(&**call),
                Some(Expr::Name(other)) if other != name => value = self.declared(file).names.get(other),
                _ => return false,
            }
        }
        false
    }
}

/// Returns the paths of the sources of which a file was built: `src/pen` for `dist/cjs/pen`, which has no source of its own.
fn sources_of_built(path: &str) -> Vec<String> {
    let parts: Vec<&str> = path.split('/').collect();
    let Some(at) = parts.iter().position(|part| BUILT.contains(part)) else { return Vec::new() };
    let rest: Vec<&str> = parts[at..].iter().copied().skip_while(|part| BUILT.contains(part)).collect();
    if rest.is_empty() {
        return Vec::new();
    }
    let before = parts[..at].iter().copied();
    SOURCES
        .iter()
        .map(|source| {
            before.clone().chain([*source]).chain(rest.iter().copied()).collect::<Vec<_>>().join("/")
        })
        .collect()
}

/// Joins a folder and a relative path; None for a path out of the project.
pub(super) fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
