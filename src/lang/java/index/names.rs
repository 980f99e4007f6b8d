//! Name resolution: the scoping rules of the Java Language Specification, section 6.

use super::{ClassId, Index, TypeRef};

/// The deepest nesting of supertypes that is followed; no real program exceeds it.
const DEEPEST: usize = 32;

impl Index {
    /// Returns the class that `name` refers to within `scope`: `Pen`, `Outer.Inner`, `org.acme.Pen`. None for
    /// library classes.
    pub(in crate::lang::java) fn resolve(&self, name: &str, scope: ClassId) -> Option<ClassId> {
        let mut parts = name.split('.');
        let first = parts.next()?;
        if let Some(found) = self.resolve_simple(first, scope, DEEPEST) {
            return parts.try_fold(found, |class, part| self.member_class(class, part, DEEPEST));
        }
        self.resolve_qualified(name)
    }

    /// Returns the supertypes of a class that the index knows, each with its written form.
    pub(in crate::lang::java) fn supertypes(
        &self,
        class: ClassId,
    ) -> impl Iterator<Item = (ClassId, &TypeRef)> {
        self.class(class).supertypes.iter().filter_map(move |written| {
            // A class is not in the scope of its own supertypes, and searching it would not terminate.
            let found = self.resolve_outside(&written.name, class)?;
            (found != class).then_some((found, written))
        })
    }

    /// Returns a class, then its superclasses and interfaces, nearest first, each once.
    pub(in crate::lang::java) fn ancestry(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = vec![class];
        let mut next = 0;
        while let Some(&class) = found.get(next) {
            for (above, _) in self.supertypes(class) {
                if !found.contains(&above) {
                    found.push(above);
                }
            }
            next += 1;
        }
        found
    }

    fn resolve_outside(&self, name: &str, class: ClassId) -> Option<ClassId> {
        let mut parts = name.split('.');
        let first = parts.next()?;
        let found = match self.outer(class) {
            Some(outer) => self.resolve_simple(first, outer, DEEPEST / 2),
            None if self.class(class).simple_name() == first => Some(class),
            None => self.resolve_in_file(first, class),
        };
        match found {
            Some(found) => parts.try_fold(found, |class, part| self.member_class(class, part, DEEPEST / 2)),
            None => self.resolve_qualified(name),
        }
    }

    pub(in crate::lang::java) fn outer(&self, class: ClassId) -> Option<ClassId> {
        Some(ClassId { file: class.file, class: self.class(class).outer? })
    }

    fn resolve_simple(&self, name: &str, scope: ClassId, fuel: usize) -> Option<ClassId> {
        let mut around = std::iter::successors(Some(scope), |class| self.outer(*class));
        let found = around.find_map(|class| {
            let is_itself = self.class(class).simple_name() == name;
            if is_itself { Some(class) } else { self.member_class(class, name, fuel) }
        });
        found.or_else(|| self.resolve_in_file(name, scope))
    }

    /// Resolves a name by the classes of the file, its imports and its package.
    fn resolve_in_file(&self, name: &str, scope: ClassId) -> Option<ClassId> {
        let file = self.file(scope);
        let mut classes = file.classes.iter();
        if let Some(class) = classes.position(|class| class.outer.is_none() && class.simple_name() == name) {
            return Some(ClassId { file: scope.file, class });
        }
        let imported =
            file.imports.iter().find(|import| !import.on_demand && import.owner_of(name).is_some());
        if let Some(import) = imported
            && (!import.is_static || self.resolve_qualified(&import.name).is_some())
        {
            // An imported class of a library hides one of the project.
            return self.resolve_qualified(&import.name);
        }
        self.class_named(&join(&file.package, ".", name)).or_else(|| {
            file.imports.iter().filter(|import| import.on_demand).find_map(|import| {
                self.class_named(&join(&import.name, ".", name))
                    .or_else(|| self.member_class(self.resolve_qualified(&import.name)?, name, DEEPEST))
            })
        })
    }

    fn member_class(&self, class: ClassId, name: &str, fuel: usize) -> Option<ClassId> {
        let declared = self.classes_named(&join(&self.class(class).name, "$", name));
        if let Some(found) = declared.iter().find(|found| found.file == class.file) {
            return Some(*found);
        }
        let fuel = fuel.checked_sub(1)?;
        // To resolve a supertype's name takes the supertypes of enclosing classes, and so on: the depth is limited.
        self.class(class).supertypes.iter().find_map(|written| {
            let above = match self.outer(class) {
                Some(outer) if fuel > 0 => {
                    self.resolve_simple(written.name.split('.').next()?, outer, fuel / 2)
                }
                _ => self.resolve_in_file(&written.name, class),
            };
            self.member_class(above.filter(|above| *above != class)?, name, fuel / 2)
        })
    }

    /// Returns the class with this binary name; of several, the first.
    fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes_named(name).first().copied()
    }

    /// Resolves `org.acme.Outer.Inner`: only the known classes determine where the package ends.
    fn resolve_qualified(&self, name: &str) -> Option<ClassId> {
        if let Some(found) = self.class_named(name) {
            return Some(found);
        }
        let mut nested = name.to_owned();
        while let Some(dot) = nested.rfind('.') {
            nested.replace_range(dot..=dot, "$");
            if let Some(found) = self.class_named(&nested) {
                return Some(found);
            }
        }
        None
    }
}

fn join(package: &str, separator: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { [package, separator, name].concat() }
}
