//! What one source file declares: its package, imports, classes and their members, with Javadoc.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::Source;
use super::conventions::{Root, root};
use super::parse::Reader;
use super::type_ref::TypeRef;
use crate::java::syntax::parse_file;

/// How deep classes may be nested; those in deeper ones are left out.
const DEEPEST: usize = 64;

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
    /// A nested class stands behind the one around it.
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
    pub kind: ClassKind,
    /// Index of the class around it, in the same file.
    pub outer: Option<usize>,
    pub type_parameters: Vec<TypeParameter>,
    /// The superclass, if there is one, and then the interfaces.
    pub supertypes: Vec<TypeRef>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::java) enum ClassKind {
    Class,
    /// Annotations are interfaces.
    Interface,
    Enum,
    Record,
}

/// Who may call a method, as far as it is told from the text of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::java) enum Visibility {
    /// Within the outermost class.
    Private,
    /// Within the package.
    Package,
    /// Subclasses, which tests often are, or anyone.
    Open,
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
    /// The class that its initializer makes an instance of, where it is `new …`.
    pub made: Option<TypeRef>,
    /// Its initializer.
    pub value: Option<Range<usize>>,
}

/// A method or constructor.
#[derive(Debug)]
pub(in crate::java) struct Method {
    /// A constructor has the simple name of its class.
    pub name: String,
    pub is_constructor: bool,
    pub visibility: Visibility,
    /// A test framework runs it before each test or before the first.
    pub is_setup: bool,
    pub type_parameters: Vec<TypeParameter>,
    pub parameters: Vec<TypeRef>,
    /// The last parameter stands for any number of arguments; it is an array here.
    pub is_variadic: bool,
    /// Empty for a constructor.
    pub returns: TypeRef,
    /// Annotations and declaration, from the start of the first line if only blanks stand there.
    pub source: Range<usize>,
    /// Its source, where the class does not write it out; `source` is what it comes from.
    pub implicit: Option<String>,
    pub javadoc: Option<Range<usize>>,
    /// The lines of `source`, from 0.
    pub lines: Range<usize>,
}

impl Import {
    /// The class that this import, a static one, may take the member `name` from.
    pub(in crate::java) fn owner_of(&self, name: &str) -> Option<&str> {
        if self.on_demand { Some(&self.name) } else { self.name.strip_suffix(name)?.strip_suffix('.') }
    }
}

impl Class {
    pub(in crate::java) fn simple_name(&self) -> &str {
        self.name.rsplit(['.', '$']).next().unwrap_or("")
    }
}

impl SourceFile {
    /// Reads a file. A broken one has the members that the parser could make out.
    pub(super) fn parse(Source { path, text }: Source) -> SourceFile {
        let tree = parse_file(&text);
        let mut file = SourceFile {
            path: Arc::from(path),
            text: Arc::from(text),
            root: Root::Main,
            package: String::new(),
            imports: Vec::new(),
            classes: Vec::new(),
        };
        let text = file.text.clone();
        let reader = Reader { text: &text };
        let mut open = vec![(tree.root_node(), None, 0)];
        while let Some((node, outer, depth)) = open.pop() {
            let mut cursor = node.walk();
            let mut javadoc = None;
            let mut inner = Vec::new();
            for child in node.named_children(&mut cursor) {
                match child.kind() {
                    "package_declaration" => file.package = reader.name_in(child),
                    "import_declaration" => file.imports.push(reader.import(child)),
                    "block_comment" if reader.text(child).starts_with("/**") => {
                        javadoc = Some(child.byte_range());
                        continue;
                    }
                    "block_comment" | "line_comment" => continue,
                    // Members of an enum stand in a part of their own.
                    "enum_body_declarations" | "ERROR" => inner.push((child, outer, depth)),
                    _ => {
                        if let Some(class) = reader.class(child, outer, &file) {
                            file.classes.push(class);
                            if let Some(body) = child.child_by_field_name("body")
                                && depth < DEEPEST
                            {
                                inner.push((body, Some(file.classes.len() - 1), depth + 1));
                            }
                        } else if let Some(class) = outer.and_then(|class| file.classes.get_mut(class)) {
                            reader.member(child, javadoc.take(), class);
                        }
                    }
                }
                javadoc = None;
            }
            open.extend(inner.into_iter().rev());
        }
        for class in &mut file.classes {
            class.methods.sort_by_key(|method| method.implicit.is_some());
        }
        let imports = file.imports.iter().map(|import| import.name.as_str());
        file.root = root(&file.path, &file.package, imports);
        file
    }
}
