//! Members that other files than its own add to a class: one that imports it, `Pen.prototype.draw = …`, and a plugin, a function
//! that adds them to any class that it is given, and to the function that makes its objects.
//!
//! ```text
//! Pen, "draw" ──files that add to prototypes──▶ members of that name ──import, or a call that gives Pen away──▶ the function
//! ```

use memchr::memmem;

use super::meaning::{Budget, Meaning};
use super::{ClassId, Expr, FileId, Index, may_declare_member};
use crate::lang::javascript::titles::words;

/// The place to which a member is added.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Added {
    ToObjects,
    /// The class or function itself.
    ToItself,
}

impl Index {
    /// Returns the member of a name that another file of production code adds to the objects of a class.
    pub(super) fn added(&self, class: ClassId, name: &str, budget: &mut Budget) -> Option<Meaning> {
        let files = self.adding.get_or_init(|| {
            let files = (0..self.files.len()).map(FileId);
            files
                .filter(|file| self.is_production(*file))
                .filter(|file| memmem::find(self.file(*file).text.as_bytes(), b".prototype").is_some())
                .collect()
        });
        let mut others = files.iter().copied().filter(|file| *file != class.file);
        others.find_map(|file| self.added_by(file, Meaning::Class(class), name, budget))
    }

    /// Returns the member of a name that a plugin gives to the objects of a class, or to a class or a function itself: a function that
    /// does so to any that it is given.
    pub(in crate::lang::javascript) fn given_by_plugin(
        &self,
        plugin: FileId,
        owner: Meaning,
        name: &str,
    ) -> Option<Meaning> {
        if !self.is_production(plugin) {
            return None;
        }
        let mut budget = Budget::new();
        let found = match owner {
            Meaning::Object(class) => self.added_by(plugin, Meaning::Class(class), name, &mut budget)?,
            Meaning::Class(_) | Meaning::Function(..) => {
                let class = self.addition(plugin, owner, name, Added::ToItself, &mut budget)?;
                self.own_static_member(class, name, &mut budget)?
            }
            Meaning::Module(_) => return None,
        };
        match (owner, found) {
            (Meaning::Object(class), Meaning::Function(function, Some(_))) => {
                Some(Meaning::Function(function, Some(class)))
            }
            (_, found) => Some(found),
        }
    }

    /// Returns the member of a name that a file adds to the objects of a class.
    fn added_by(&self, file: FileId, class: Meaning, name: &str, budget: &mut Budget) -> Option<Meaning> {
        let added = self.addition(file, class, name, Added::ToObjects, budget)?;
        self.own_member(added, name, budget)
    }

    /// Returns the members, with one of a name, that a file adds to a class or a function.
    fn addition(
        &self,
        file: FileId,
        owner: Meaning,
        name: &str,
        to: Added,
        budget: &mut Budget,
    ) -> Option<ClassId> {
        if !may_declare_member(&self.file(file).text, name) {
            return None;
        }
        let is_static = to == Added::ToItself;
        let classes = &self.declared(file).classes;
        let added = classes.iter().enumerate().filter(|(_, other)| {
            let mut methods = other.methods.iter();
            let has_method = methods.any(|method| method.name == name && method.is_static == is_static);
            let mut fields = other.fields.iter();
            let has_field = fields.any(|field| field.name == name && field.is_static == is_static);
            other.is_added() && (has_method || has_field || !is_static && !other.spread.is_empty())
        });
        let mut added = added.filter(|(_, other)| match other.parameter {
            Some(place) => self.is_given_away(owner, place, budget),
            None => {
                let meant = self.resolve_in(file, &Expr::Name(other.name.clone()), budget);
                meant == Some(owner) && !is_static
            }
        });
        added.next().map(|(place, _)| ClassId { file, place })
    }

    /// Returns true if production code gives a class or a function to a function that it does not know, as an argument at a place.
    fn is_given_away(&self, owner: Meaning, place: usize, budget: &mut Budget) -> bool {
        let declared = match owner {
            Meaning::Class(class) => &self.class(class).name,
            Meaning::Function(function, _) => &self.function(function).name,
            Meaning::Module(_) | Meaning::Object(_) => return false,
        };
        let files = (0..self.files.len()).map(FileId).filter(|file| self.is_production(*file));
        let mut files = files.filter(|file| words(&self.file(*file).text, declared).next().is_some());
        files.any(|file| {
            let given = self.declared(file).given_away.iter().filter(|(_, at)| *at == place);
            { given }.any(|(name, _)| self.resolve_in(file, &Expr::Name(name.clone()), budget) == Some(owner))
        })
    }
}
