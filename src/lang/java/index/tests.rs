//! Tests of the index.

use super::overloads::fitting;
use super::*;

/// Returns an index of files by path and text.
pub(in crate::lang::java) fn index(files: &[(&str, &str)]) -> Index {
    let source = |(path, text): &(&str, &str)| Some(Source { path: path.into(), text: (*text).to_owned() });
    Index::build(files, source)
}

fn class(index: &Index, name: &str) -> ClassId {
    *index.classes_named(name).first().unwrap_or_else(|| panic!("{name} is declared"))
}

const PEN: &str = "package org.acme;\n\nimport java.util.*;\n\n/** A pen. */\npublic class Pen<I extends Ink> extends Tool implements Comparable<Pen<I>> {\n    /** Its cap. */\n    static class Cap { }\n\n    I ink, spare[];\n\n    /**\n     * Draws.\n     */\n    @Deprecated\n    public <T> List<T> draw(final int[] a, T... more) { return null; }\n    // no Javadoc\n    Pen(int width) { }\n    enum Tip { ROUND, FLAT { void x() { } }; Tip other() { return ROUND; } }\n    record Line(int from, Pen<?> pen) { Line { } }\n    interface Fill { int amount(); }\n}\n";

#[test]
fn members_are_found_with_their_javadoc() {
    let index = index(&[("src/org/acme/Pen.java", PEN)]);
    let names: Vec<&str> = index.files[0].classes.iter().map(|class| &*class.name).collect();
    assert_eq!(
        names,
        ["org.acme.Pen", "org.acme.Pen$Cap", "org.acme.Pen$Tip", "org.acme.Pen$Line", "org.acme.Pen$Fill"]
    );
    let pen = index.class(class(&index, "org.acme.Pen"));
    let draw = &pen.methods[0];
    let text = &index.files[0].text;
    assert_eq!(
        &text[draw.source.clone()],
        "    @Deprecated\n    public <T> List<T> draw(final int[] a, T... more) { return null; }"
    );
    assert_eq!(draw.javadoc.clone().map(|doc| &text[doc]), Some("/**\n     * Draws.\n     */"));
    assert_eq!(draw.lines, 14..16);
    assert!(draw.is_variadic);
    assert_eq!(draw.parameters.iter().map(|written| written.dimensions).collect::<Vec<_>>(), [1, 1]);
    assert!(pen.methods[1].is_constructor);
    assert_eq!(pen.methods[1].javadoc, None);
    let fields: Vec<(&str, usize)> =
        pen.fields.iter().map(|field| (&*field.name, field.type_ref.dimensions)).collect();
    assert_eq!(fields, [("ink", 0), ("spare", 1)]);
    let tip = index.class(class(&index, "org.acme.Pen$Tip"));
    assert_eq!(tip.fields.len(), 2);
    assert_eq!(tip.methods[0].name, "other");
    let line = index.class(class(&index, "org.acme.Pen$Line"));
    assert_eq!(line.methods[0].parameters.len(), 2, "a compact constructor has the components");
    assert_eq!(index.class(class(&index, "org.acme.Pen$Fill")).methods[0].name, "amount");
}

#[test]
fn in_broken_files_recognizable_members_are_found() {
    let index = index(&[("A.java", "class A { void a() { } int b( }"), ("B.java", "\u{0}}}}{{{ class")]);
    assert_eq!(index.files.len(), 2);
    assert_eq!(index.class(class(&index, "A")).methods[0].name, "a");
    let deep = ["class A { ".repeat(2_000), "}".repeat(2_000)].concat();
    assert!((1..100).contains(&super::tests::index(&[("A.java", &deep)]).files[0].classes.len()));
}

#[test]
fn names_are_resolved_in_their_scope() {
    let index = index(&[
        (
            "a/A.java",
            "package a; import b.B; import c.*; import static d.D.Inner; import java.util.List; class A extends B { class In { } }",
        ),
        ("a/Same.java", "package a; class Same { class Deep { class Deeper { } } }"),
        ("a/List.java", "package a; class List { }"),
        ("b/B.java", "package b; public class B { protected class FromB { } }"),
        ("c/C.java", "package c; public class C { }"),
        ("d/D.java", "package d; public class D { public static class Inner { } }"),
        ("z/Same.java", "package z; class Same { }"),
    ]);
    let scope = class(&index, "a.A$In");
    let found = |name: &str| index.resolve(name, scope).map(|found| index.class(found).name.to_string());
    for (name, expected) in [
        ("A", Some("a.A")),
        ("In", Some("a.A$In")),
        ("A.In", Some("a.A$In")),
        ("B", Some("b.B")),
        ("FromB", Some("b.B$FromB")),
        ("Same", Some("a.Same")),
        ("Same.Deep.Deeper", Some("a.Same$Deep$Deeper")),
        ("a.Same.Deep", Some("a.Same$Deep")),
        ("C", Some("c.C")),
        ("Inner", Some("d.D$Inner")),
        ("List", None),
        ("String", None),
        ("", None),
    ] {
        assert_eq!(found(name).as_deref(), expected, "{name}");
    }
}

#[test]
fn circular_supertypes_terminate() {
    let index = index(&[
        ("A.java", "class A extends B { X x; }"),
        ("B.java", "class B extends A implements A, C { }"),
        ("C.java", "interface C extends C.D { interface D extends C { } }"),
    ]);
    let a = class(&index, "A");
    assert_eq!(index.resolve("Nothing", a), None);
    assert_eq!(index.ancestry(a).len(), 4);
    assert!(index.methods(a, &[], "x").is_empty());
}

#[test]
fn type_parameters_are_bound_in_inherited_methods() {
    let index = index(&[
        (
            "Box.java",
            "class Box<E> { E get() { return null; } Box<E> self() { return this; } void put(E e) { } }",
        ),
        ("Pens.java", "class Pens extends Box<Pen> { void put(Pen pen) { } }"),
        ("Pen.java", "class Pen { }"),
    ]);
    let pens = class(&index, "Pens");
    let pen = Type::Class(class(&index, "Pen"), Vec::new());
    let result = |name| index.common_result(&index.methods(pens, &[], name)[..1]);
    assert_eq!(result("get"), pen);
    assert_eq!(result("self"), Type::Class(class(&index, "Box"), vec![pen.clone()]));
    let put = fitting(index.methods(pens, &[], "put"), &[pen], &index);
    assert_eq!(put.len(), 1, "the overridden one does not count");
}

#[test]
fn overloads_are_distinguished_by_their_arguments() {
    let index = index(&[(
        "Pen.java",
        "class Pen { void a(int i) { } void a(long l) { } void a(String s) { } void a(Object o) { } void a(int i, int j) { } void a(char... c) { } void b(Object o) { } void b(String s) { } void c(String s) { } void c(Pen p) { } }",
    )]);
    let pen = class(&index, "Pen");
    let line = |name: &str, arguments: &[Type]| {
        let found = fitting(index.methods(pen, &[], name), arguments, &index);
        let all: Vec<String> = found
            .iter()
            .map(|method| {
                format!(
                    "{:?}",
                    index.method(method.id).parameters.iter().map(|p| &p.name).collect::<Vec<_>>()
                )
            })
            .collect();
        all.join(" ")
    };
    let other = Type::other;
    for (name, arguments, expected) in [
        ("a", vec![other("int")], r#"["int"]"#),
        ("a", vec![other("long")], r#"["long"]"#),
        ("a", vec![other("String")], r#"["String"]"#),
        ("a", vec![other("char"), other("char"), other("char")], r#"["char"]"#),
        ("a", vec![other("int"), other("int")], r#"["int", "int"]"#),
        ("a", vec![], r#"["char"]"#),
        ("a", vec![other("boolean")], r#"["Object"]"#),
        ("b", vec![other("null")], r#"["String"]"#),
        ("c", vec![other("null")], r#"["String"] ["Pen"]"#),
        ("c", vec![Type::Class(pen, Vec::new())], r#"["Pen"]"#),
        ("c", vec![other("int")], ""),
        ("c", vec![], ""),
    ] {
        assert_eq!(line(name, &arguments), expected, "{name} {arguments:?}");
    }
}

#[test]
fn type_parameters_of_one_name_are_distinguished_by_their_bounds() {
    let index = index(&[(
        "Pen.java",
        "class Pen { <T extends Iterable<?>> T a(T t) { } <T extends CharSequence> T a(T t) { } <T> T[] a(T[] t) { } }",
    )]);
    let pen = class(&index, "Pen");
    let row = |argument: Type| {
        let found = fitting(index.methods(pen, &[], "a"), &[argument], &index);
        found.iter().map(|method| index.method(method.id).source.start).collect::<Vec<_>>()
    };
    let all: Vec<usize> =
        index.methods(pen, &[], "a").iter().map(|found| index.method(found.id).source.start).collect();
    assert_eq!(all.len(), 3);
    assert_eq!(row(Type::Array(Box::new(Type::other("String")))), [all[2]]);
}
