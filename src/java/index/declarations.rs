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

/// The code that may call a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::java) enum Visibility {
    /// Code within the same outermost class.
    Private,
    /// Code of the same package.
    Package,
    /// Subclasses, which tests often are, or all code.
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
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the declaration")]
pub(in crate::java) struct Method {
    /// A constructor has the simple name of its class.
    pub name: String,
    pub is_constructor: bool,
    pub visibility: Visibility,
    /// A test framework runs it before each test or before the first.
    pub is_setup: bool,
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
    /// Its source, where the class does not write it out; `source` is what it comes from.
    pub implicit: Option<String>,
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

/// A component of a record.
pub(super) struct Component<'a> {
    pub name: &'a str,
    pub type_ref: TypeRef,
    /// The source of the component: annotations, type and name.
    pub text: &'a str,
    pub written_type: &'a str,
    pub bytes: Range<usize>,
    pub row: usize,
}

impl Class {
    /// Adds the members that a class has without writing them: a default constructor, the constructor and the accessors of a
    /// record. Their sources are those of the Java Language Specification (8.8.9, 8.10.3, 8.10.4); their location is that of
    /// the class's name and of the components.
    pub(super) fn add_implicit_members(
        &mut self,
        access: &str,
        name: (Range<usize>, usize),
        components: Vec<Component<'_>>,
    ) {
        let simple = self.simple_name().to_owned();
        let access = if access.is_empty() { String::new() } else { format!("{access} ") };
        match self.kind {
            ClassKind::Class => {
                let text = format!("{access}{simple}() {{ super(); }}");
                self.methods.push(implicit_method(simple, true, name, text));
            }
            ClassKind::Record => {
                let parameters: Vec<&str> = components.iter().map(|component| component.text).collect();
                let assignments: String =
                    components.iter().map(|component| format!(" this.{0} = {0};", component.name)).collect();
                let text = format!("{access}{simple}({}) {{{assignments} }}", parameters.join(", "));
                let mut constructor = implicit_method(simple, true, name, text);
                constructor.parameters =
                    components.iter().map(|component| component.type_ref.clone()).collect();
                self.methods.push(constructor);
                for component in components {
                    let Component { name, written_type, .. } = component;
                    let text = format!("public {written_type} {name}() {{ return {name}; }}");
                    let location = (component.bytes, component.row);
                    let mut accessor = implicit_method(name.to_owned(), false, location, text);
                    accessor.returns = component.type_ref;
                    self.methods.push(accessor);
                }
            }
            ClassKind::Interface | ClassKind::Enum => {}
        }
    }

    /// Adds a method that the class writes, in place of the implicit one that it stands for.
    pub(super) fn add_written(&mut self, written: Method) {
        let is_record = self.kind == ClassKind::Record;
        self.methods.retain(|method| {
            let is_same = method.name == written.name && method.parameters == written.parameters;
            // Any constructor of a class stands for the default one; a record keeps its own beside others.
            let is_replaced = method.is_constructor == written.is_constructor
                && (is_same || (written.is_constructor && !is_record));
            method.implicit.is_none() || !is_replaced
        });
        self.methods.push(written);
    }
}

fn implicit_method(
    name: String,
    is_constructor: bool,
    (source, row): (Range<usize>, usize),
    text: String,
) -> Method {
    Method {
        name,
        is_constructor,
        // A test that names the class may call its implicit members.
        visibility: Visibility::Open,
        is_setup: false,
        is_annotated: false,
        has_body: true,
        type_parameters: Vec::new(),
        parameters: Vec::new(),
        is_variadic: false,
        returns: TypeRef::default(),
        source,
        implicit: Some(text),
        javadoc: None,
        lines: row..row + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::index;

    /// Returns the sources of a class's methods, in order.
    fn sources(text: &str) -> Vec<String> {
        let index = index(&[("Pen.java", text)]);
        let class = index.classes_named("Pen")[0];
        index.declared(class).map(|(id, _)| index.source(id).to_owned()).collect()
    }

    #[test]
    fn what_is_not_written_is_there_all_the_same() {
        assert_eq!(sources("public class Pen { }"), ["public Pen() { super(); }"]);
        assert_eq!(sources("abstract class Pen { int i; }"), ["Pen() { super(); }"]);
        assert_eq!(sources("class Pen { Pen(int i) { } }"), ["Pen(int i) { }"]);
        assert_eq!(sources("interface Pen { }"), [""; 0]);
        assert_eq!(sources("enum Pen { RED }"), [""; 0]);
        assert_eq!(
            sources("record Pen(int width, java.util.List<String> inks) { }"),
            [
                "Pen(int width, java.util.List<String> inks) { this.width = width; this.inks = inks; }",
                "public int width() { return width; }",
                "public java.util.List<String> inks() { return inks; }"
            ]
        );
        assert_eq!(
            sources("record Pen(int width) { Pen { } public int width() { return 1; } Pen() { this(1); } }"),
            ["Pen { }", "public int width() { return 1; }", "Pen() { this(1); }"]
        );
    }

    #[test]
    fn they_stand_where_they_come_from() {
        let index = index(&[("Pen.java", "\nrecord Pen(\n    int width) { }")]);
        let class = index.classes_named("Pen")[0];
        let rows: Vec<usize> = index.declared(class).map(|(_, method)| method.lines.start).collect();
        assert_eq!(rows, [1, 2]);
    }
}
