//! The source index of a project: its classes, their members, and the resolution of names.
//!
//! ```text
//! source texts ──declarations──▶ SourceFile (classes, members, Javadoc) ──▶ Index ──names, members──▶ a class, a method
//! ```
//!
//! `declarations` reads one file, `type_ref` a type as it is written, `conventions` tells main code from tests, `names`
//! finds the class that a name stands for in its scope, `members` the methods and fields of a class, inherited ones
//! included, `overloads` those that fit a call. Files are handed in as text: nothing here reads the disk.

mod conventions;
mod declarations;
mod members;
mod names;
mod overloads;
mod type_ref;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::model::Distance;

pub use conventions::Root;

pub(super) use declarations::{Class, Method, SourceFile};
pub(super) use members::{FoundMethod, Type};
pub(super) use overloads::Overloads;
pub(super) use type_ref::{TypeRef, dimensions_of};

/// A source file as it is handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Below the project's root, and relative to it: its folders say whether it is a test.
    pub path: PathBuf,
    /// The whole file.
    pub text: String,
}

/// A class, as an index into the files and into the classes of that file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ClassId {
    file: usize,
    class: usize,
}

/// A method or constructor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MethodId {
    /// The class that declares it.
    pub class: ClassId,
    method: usize,
}

/// The classes of a project, by qualified name.
///
/// Files are shared between an index and what modules see of it.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// Ascending by path.
    files: Vec<Arc<SourceFile>>,
    /// Binary names, `package.Outer$Inner`; of classes with one name, ascending by path.
    by_name: HashMap<Arc<str>, Vec<ClassId>>,
}

impl Index {
    /// Parses `sources` in parallel. The order in which they come makes no difference.
    pub fn build(sources: impl ParallelIterator<Item = Source>) -> Index {
        let mut files: Vec<Arc<SourceFile>> =
            sources.map(|source| Arc::new(SourceFile::parse(source))).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let mut index = Index { files, ..Index::default() };
        for (file, source) in index.files.iter().enumerate() {
            for (class, declared) in source.classes.iter().enumerate() {
                let id = ClassId { file, class };
                index.by_name.entry(declared.name.clone()).or_default().push(id);
            }
        }
        index
    }

    /// Returns true if several files declare classes of one name.
    pub fn repeats_classes(&self) -> bool {
        self.by_name.values().any(|classes| is_ambiguous(classes))
    }

    /// Returns the index as the code of one module sees it: of classes with one name, only that of the nearest file. Where
    /// several files are equally near, nothing tells which class was executed, and there is none of that name.
    #[must_use]
    pub fn seen_from(&self, distance: impl Fn(&Path) -> Distance) -> Index {
        let mut seen = self.clone();
        for classes in seen.by_name.values_mut().filter(|classes| is_ambiguous(classes)) {
            let distance = |class: &ClassId| distance(&self.file(*class).path);
            let nearest = classes.iter().map(distance).min();
            classes.retain(|class| Some(distance(class)) == nearest);
            if is_ambiguous(classes) {
                classes.clear();
            }
        }
        seen
    }

    /// Returns the file of a class; none if the project does not declare it. `name` is its binary name, `package.Outer$Inner`.
    pub fn file_of(&self, name: &str) -> Option<&Path> {
        let class = *self.by_name.get(name)?.first()?;
        Some(&self.file(class).path)
    }

    /// Returns all files, ascending by path: each with its text, and the binary names of the classes that it declares.
    pub fn files(&self) -> impl Iterator<Item = (&Arc<Path>, &str, impl Iterator<Item = &Arc<str>>)> {
        self.files.iter().map(|file| (&file.path, &*file.text, file.classes.iter().map(|class| &class.name)))
    }

    pub(super) fn file(&self, class: ClassId) -> &SourceFile {
        &self.files[class.file]
    }

    pub(super) fn class(&self, class: ClassId) -> &Class {
        &self.files[class.file].classes[class.class]
    }

    pub(super) fn method(&self, method: MethodId) -> &Method {
        &self.class(method.class).methods[method.method]
    }

    /// Returns the source of a method, annotations included, with the blanks in front of its first line.
    pub(super) fn source(&self, method: MethodId) -> &str {
        self.file(method.class).text.get(self.method(method).source.clone()).unwrap_or("")
    }

    /// Returns the Javadoc comment of a method; empty if it has none.
    pub(super) fn javadoc(&self, method: MethodId) -> &str {
        let javadoc = self.method(method).javadoc.clone();
        javadoc.and_then(|javadoc| self.file(method.class).text.get(javadoc)).unwrap_or("")
    }

    /// Returns all classes of this binary name: modules can repeat each other's.
    pub(super) fn classes_named(&self, name: &str) -> &[ClassId] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the methods that a class itself declares.
    pub(super) fn declared(&self, class: ClassId) -> impl Iterator<Item = (MethodId, &Method)> {
        let methods = self.class(class).methods.iter().enumerate();
        methods.map(move |(method, declared)| (MethodId { class, method }, declared))
    }

    /// Returns true if a class is the project's own code and no test.
    pub(super) fn is_production(&self, class: ClassId) -> bool {
        self.file(class).root == Root::Main
    }
}

fn is_ambiguous(classes: &[ClassId]) -> bool {
    classes.windows(2).any(|pair| pair[0].file != pair[1].file)
}

#[cfg(test)]
pub(in crate::java) mod tests;
