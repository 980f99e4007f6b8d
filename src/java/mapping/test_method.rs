//! The source method of a test that a report names.

use super::stack::Section;
use crate::java::index::{ClassId, Index, MethodId};

impl Index {
    /// The class that a report names, and the method of it or of an ancestor that is the test.
    ///
    /// Where modules have a class of one name, and a class methods of one name, the one that the trace's lines fit is taken,
    /// then one that is marked as a test.
    pub(super) fn test_method(
        &self,
        class: &str,
        method: &str,
        sections: &[Section<'_>],
    ) -> Option<(ClassId, MethodId)> {
        let classes = self.test_classes(class);
        let mut candidates = classes.iter().flat_map(|class| {
            let inherited = self.ancestry(*class).into_iter();
            inherited
                .flat_map(move |above| self.declared(above).map(move |(id, declared)| (*class, id, declared)))
        });
        let mut found: Vec<_> =
            candidates.by_ref().filter(|(_, _, declared)| declared.name == method).collect();
        found.sort_by_key(|(_, id, declared)| {
            let is_marked = self.source(*id).trim_start().starts_with('@');
            let has_body = !self.source(*id).trim_end().ends_with(';');
            let class = &*self.class(id.class).name;
            let fits = sections.iter().any(|section| section.starts_on(class, method, &declared.lines));
            (!has_body, !fits, !is_marked)
        });
        found.first().map(|(class, id, _)| (*class, *id))
    }

    /// Reports write nested classes with a dollar or with a dot.
    fn test_classes(&self, class: &str) -> Vec<ClassId> {
        let mut name = class.to_owned();
        loop {
            let found = self.classes_named(&name);
            if !found.is_empty() {
                return found.to_vec();
            }
            let Some(dot) = name.rfind('.') else { return Vec::new() };
            name.replace_range(dot..=dot, "$");
        }
    }
}
