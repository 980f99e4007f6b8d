//! A type as written in a source: `Map<String, int[]>`.

use tree_sitter::Node;

use crate::lang::syntax::children;

/// The deepest nesting of type arguments that is read; deeper ones are omitted.
const DEEPEST: usize = 16;

/// A type by name, whose meaning depends on where it is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::lang::java) struct TypeRef {
    /// `Outer.Inner`, without type arguments; empty if there is none.
    pub name: String,
    /// The arguments of the last part of the name; `?` without a bound has an empty name.
    pub arguments: Vec<TypeRef>,
    /// The number of `[]` after it.
    pub dimensions: usize,
}

impl TypeRef {
    /// Reads the type that a node of the syntax tree represents; `text` returns the source of a node.
    pub(in crate::lang::java) fn of<'t>(node: Node<'_>, text: &impl Fn(Node<'_>) -> &'t str) -> TypeRef {
        read(node, text, DEEPEST)
    }

    /// Returns the array type with this type as its element and the given number of further dimensions.
    pub(in crate::lang::java) fn array(mut self, dimensions: usize) -> TypeRef {
        self.dimensions += dimensions;
        self
    }

    pub(in crate::lang::java) fn simple_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or("")
    }
}

/// Counts the `[]` after a declared name or an array's element.
pub(in crate::lang::java) fn dimensions_of(node: Node<'_>) -> usize {
    let dimensions = node.child_by_field_name("dimensions");
    dimensions.into_iter().flat_map(children).filter(|child| child.kind() == "[").count()
}

/// Returns the types among the named children of a node, in order.
pub(super) fn types_in(node: Node<'_>) -> Vec<Node<'_>> {
    children(node).filter(|child| is_type(*child)).collect()
}

fn is_type(node: Node<'_>) -> bool {
    let kind = node.kind();
    matches!(kind, "type_identifier" | "scoped_type_identifier" | "wildcard") || kind.ends_with("_type")
}

fn read<'t>(node: Node<'_>, text: &impl Fn(Node<'_>) -> &'t str, fuel: usize) -> TypeRef {
    let Some(fuel) = fuel.checked_sub(1) else { return TypeRef::default() };
    let inner = || types_in(node).pop().map(|inner| read(inner, text, fuel)).unwrap_or_default();
    match node.kind() {
        "annotated_type" => inner(),
        "array_type" => {
            let element = node.child_by_field_name("element");
            element.map(|element| read(element, text, fuel)).unwrap_or_default().array(dimensions_of(node))
        }
        "wildcard" => {
            let has_lower_bound = children(node).any(|child| child.is_named() && child.kind() == "super");
            // Reading from `? super Pen` gives an Object.
            if has_lower_bound { TypeRef::default() } else { inner() }
        }
        "generic_type" => {
            let arguments = children(node).filter(|child| child.kind() == "type_arguments");
            let arguments = arguments.flat_map(types_in).map(|argument| read(argument, text, fuel));
            TypeRef { name: qualified_name(node, text), arguments: arguments.collect(), dimensions: 0 }
        }
        _ => TypeRef { name: qualified_name(node, text), ..TypeRef::default() },
    }
}

/// Returns the name of a class without the type arguments of its parts: `Outer<A>.Inner<B>` is `Outer.Inner`.
fn qualified_name<'t>(node: Node<'_>, text: &impl Fn(Node<'_>) -> &'t str) -> String {
    let mut parts = Vec::new();
    let mut at = Some(node);
    while let Some(node) = at {
        let inner = types_in(node);
        match node.kind() {
            "scoped_type_identifier" => {
                parts.extend(inner.get(1).map(|last| text(*last)));
                at = inner.first().copied();
            }
            "generic_type" => at = inner.first().copied(),
            _ => {
                parts.push(text(node));
                break;
            }
        }
    }
    parts.reverse();
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lang::java::syntax::Snippet;
    use crate::lang::syntax::descendants;

    fn parse(written: &str) -> TypeRef {
        let snippet = Snippet::parse(&format!("{written} field;"));
        let text = |node: Node<'_>| snippet.text(node);
        let mut declared = descendants(snippet.root()).filter(|node| node.kind() == "field_declaration");
        let written = declared.next().and_then(|field| field.child_by_field_name("type"));
        written.map(|written| TypeRef::of(written, &text)).unwrap_or_default()
    }

    fn show(read: &TypeRef) -> String {
        let arguments: Vec<String> = read.arguments.iter().map(show).collect();
        let arguments =
            if arguments.is_empty() { String::new() } else { format!("<{}>", arguments.join(",")) };
        format!("{}{arguments}{}", read.name, "[]".repeat(read.dimensions))
    }

    #[test]
    fn types_are_read_as_written() {
        for (text, expected) in [
            ("int", "int"),
            ("java.util.List<String>", "java.util.List<String>"),
            ("Map < String , List<int[]> > [ ][]", "Map<String,List<int[]>>[][]"),
            ("Outer<A>.Inner<B>", "Outer.Inner<B>"),
            ("List<? extends Pen>", "List<Pen>"),
            ("Map<? super Pen, ?>", "Map<,>"),
            ("Map<? super List<Pen>, Ink>", "Map<,Ink>"),
            ("@Nullable @Size(max = 3) Pen @NonNull []", "Pen[]"),
            ("Größe", "Größe"),
            ("", ""),
        ] {
            assert_eq!(show(&parse(text)), expected, "{text}");
        }
        assert_eq!(parse("a.b.Pen").simple_name(), "Pen");
    }

    #[test]
    fn endless_nesting_terminates() {
        parse(&"A<".repeat(100_000));
        parse(&format!("{}B{}", "A<".repeat(5_000), ">".repeat(5_000)));
        assert!(parse(&format!("a{}", ".b".repeat(5_000))).name.len() > 5_000);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[A-Za-z<>,.?@\\[\\]() ]{0,40}") {
            parse(&text);
        }
    }
}
