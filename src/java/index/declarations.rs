//! The declarations of one source file: its package, imports, classes and their members, with Javadoc.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::conventions::Root;
use super::type_ref::TypeRef;

/// A source file, read.
#[derive(Debug)]
pub(in crate::java) struct SourceFile {
    /// Relative to the project's root.
    pub path: Arc<Path>,
    pub text: Arc<str>,
    pub root: Root,
    /// Empty for the unnamed package.
    pub package: String,
    pub imports: Vec<Import>,
    /// A nested class comes after the class that contains it.
    pub classes: Vec<Class>,
}

/// One import declaration.
#[derive(Debug)]
pub(in crate::java) struct Import {
    /// Without the `.*`.
    pub name: String,
    pub is_static: bool,
    /// Everything in `name` is imported.
    pub on_demand: bool,
}

/// A class, interface, enum, record or annotation.
#[derive(Debug)]
pub(in crate::java) struct Class {
    /// The binary name: `package.Outer$Inner`.
    pub name: Arc<str>,
    /// Index of the class around it, in the same file.
    pub outer: Option<usize>,
    pub type_parameters: Vec<TypeParameter>,
    /// The superclass, if there is one, and then the interfaces.
    pub supertypes: Vec<TypeRef>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
}

#[derive(Debug)]
pub(in crate::java) struct TypeParameter {
    pub name: String,
    /// Empty if it has none.
    pub bound: TypeRef,
}

/// A field, an enum constant or a component of a record.
#[derive(Debug)]
pub(in crate::java) struct Field {
    pub name: String,
    pub type_ref: TypeRef,
}

/// A method or constructor.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the declaration")]
pub(in crate::java) struct Method {
    /// A constructor has the simple name of its class.
    pub name: String,
    pub is_constructor: bool,
    pub is_annotated: bool,
    pub has_body: bool,
    pub type_parameters: Vec<TypeParameter>,
    pub parameters: Vec<TypeRef>,
    /// The last parameter stands for any number of arguments; it is an array here.
    pub is_variadic: bool,
    /// Empty for a constructor.
    pub returns: TypeRef,
    /// Annotations and declaration, from the start of the first line if only blanks stand there.
    pub source: Range<usize>,
    pub javadoc: Option<Range<usize>>,
    /// The lines of `source`, from 0.
    pub lines: Range<usize>,
}

impl Import {
    /// Returns the class that this static import may take the member `name` from.
    pub(in crate::java) fn owner_of(&self, name: &str) -> Option<&str> {
        if self.on_demand { Some(&self.name) } else { self.name.strip_suffix(name)?.strip_suffix('.') }
    }
}

impl Class {
    pub(in crate::java) fn simple_name(&self) -> &str {
        self.name.rsplit(['.', '$']).next().unwrap_or("")
    }
}
