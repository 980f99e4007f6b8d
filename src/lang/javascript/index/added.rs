//! Members that other files than its own add to a class: one that imports it, `Pen.prototype.draw = …`, and a plugin, a function
//! that adds them to any class that it is given.
//!
//! ```text
//! Pen, "draw" ──files that add to prototypes──▶ members of that name ──import, or a call that gives Pen away──▶ the function
//! ```

use memchr::memmem;

use super::meaning::{Budget, Meaning};
use super::{ClassId, Expr, FileId, Index, may_declare_member};
use crate::lang::javascript::titles::words;

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
        files.iter().copied().filter(|file| *file != class.file).find_map(|file| {
            if !may_declare_member(&self.file(file).text, name) {
                return None;
            }
            let classes = &self.declared(file).classes;
            let added = classes.iter().enumerate().filter(|(_, other)| {
                let has_method = other.methods.iter().any(|method| method.name == name && !method.is_static);
                let has_field = other.fields.iter().any(|field| field.name == name && !field.is_static);
                other.is_added() && (has_method || has_field || !other.spread.is_empty())
            });
            let mut added = added.filter(|(_, other)| match other.parameter {
                Some(place) => self.is_given_away(class, place, budget),
                None => {
                    let meant = self.resolve_in(file, &Expr::Name(other.name.clone()), budget);
                    meant == Some(Meaning::Class(class))
                }
            });
            let (place, _) = added.next()?;
            self.own_member(ClassId { file, place }, name, budget)
        })
    }

    /// Returns true if production code gives a class to a function that it does not know, as an argument at a place.
    fn is_given_away(&self, class: ClassId, place: usize, budget: &mut Budget) -> bool {
        let declared = &self.class(class).name;
        let files = (0..self.files.len()).map(FileId).filter(|file| self.is_production(*file));
        let mut files = files.filter(|file| words(&self.file(*file).text, declared).next().is_some());
        files.any(|file| {
            let given = self.declared(file).given_away.iter().filter(|(_, at)| *at == place);
            { given }.any(|(name, _)| {
                self.resolve_in(file, &Expr::Name(name.clone()), budget) == Some(Meaning::Class(class))
            })
        })
    }
}
