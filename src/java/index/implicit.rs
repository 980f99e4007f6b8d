//! The members that a class has without writing them: a default constructor, the constructor and the accessors of a record.
//!
//! Their sources are what the Java Language Specification says they are (8.8.9, 8.10.3, 8.10.4). They stand where they come
//! from: at the name of the class, at the component of the record.

use super::declarations::{Class, ClassKind, Method, Visibility};
use super::type_ref::TypeRef;

/// A component of a record.
pub(super) struct Component<'a> {
    pub name: &'a str,
    pub type_ref: TypeRef,
    /// As it is written: annotations, type and name.
    pub text: &'a str,
    pub written_type: &'a str,
    pub bytes: std::ops::Range<usize>,
    pub row: usize,
}

/// Adds what a class has until it is found to write it.
pub(super) fn add(
    class: &mut Class,
    access: &str,
    name: (std::ops::Range<usize>, usize),
    components: Vec<Component<'_>>,
) {
    let simple = class.simple_name().to_owned();
    let (bytes, row) = name;
    match class.kind {
        ClassKind::Class => {
            let text = format!("{access}{simple}() {{ super(); }}");
            class.methods.push(method(simple, true, (bytes, row), text));
        }
        ClassKind::Record => {
            let parameters: Vec<&str> = components.iter().map(|component| component.text).collect();
            let assignments: String =
                components.iter().map(|component| format!(" this.{0} = {0};", component.name)).collect();
            let text = format!("{access}{simple}({}) {{{assignments} }}", parameters.join(", "));
            let mut constructor = method(simple, true, (bytes, row), text);
            constructor.parameters = components.iter().map(|component| component.type_ref.clone()).collect();
            class.methods.push(constructor);
            for component in components {
                let Component { name, written_type, .. } = component;
                let text = format!("public {written_type} {name}() {{ return {name}; }}");
                let place = (component.bytes, component.row);
                let mut accessor = method(name.to_owned(), false, place, text);
                accessor.returns = component.type_ref;
                class.methods.push(accessor);
            }
        }
        ClassKind::Interface | ClassKind::Enum => {}
    }
}

fn method(
    name: String,
    is_constructor: bool,
    place: (std::ops::Range<usize>, usize),
    text: String,
) -> Method {
    let (source, row) = place;
    Method {
        name,
        is_constructor,
        // What is public in its class is not more so than the class, which the test names.
        visibility: Visibility::Open,
        is_setup: false,
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

/// Takes away what `class` turned out to write: its last method was read just now.
pub(super) fn replace(class: &mut Class) {
    let Some(written) = class.methods.pop() else { return };
    let is_record = class.kind == ClassKind::Record;
    class.methods.retain(|method| {
        let is_same = method.name == written.name && method.parameters == written.parameters;
        // Any constructor of a class stands for the default one; a record keeps its own beside others.
        let is_replaced = method.is_constructor == written.is_constructor
            && (is_same || (written.is_constructor && !is_record));
        method.implicit.is_none() || !is_replaced
    });
    class.methods.push(written);
}

#[cfg(test)]
mod tests {
    use super::super::tests::index;

    /// The sources of a class's methods, in order.
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
