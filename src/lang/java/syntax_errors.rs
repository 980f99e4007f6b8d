//! Syntax errors of a source file: the grammar accepts more than javac does, so further rules are checked.

use tree_sitter::Node;

use super::index::CLASSES;
use super::syntax::parse_file;
use crate::lang::syntax::{children, descendants};

/// The result of parsing a text as a whole source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parsed {
    Whole,
    /// A file without a type: for `TestBench` an empty answer is a syntax error.
    NothingDeclared,
    Broken,
}

/// Returns true if javac rejects the text as a whole file before it looks at names and types.
pub(super) fn has_syntax_error(text: &str) -> bool {
    parse(text) != Parsed::Whole
}

/// Returns true if a text parses neither as a method nor as a whole file.
pub(crate) fn has_syntax_error_in_method(method: &str) -> bool {
    has_syntax_error(&format!("class Snippet {{\n{method}\n}}")) && has_syntax_error(method)
}

pub(super) fn parse(text: &str) -> Parsed {
    let tree = parse_file(text);
    let root = tree.root_node();
    match declares(root) {
        None => Parsed::Broken,
        _ if root.has_error() || descendants(root).any(|node| is_wrong(node, text)) => Parsed::Broken,
        Some(true) => Parsed::Whole,
        Some(false) => Parsed::NothingDeclared,
    }
}

/// Returns true if a file declares a type or module, and None if its parts are not in their order: a package,
/// imports, types.
fn declares(root: Node<'_>) -> Option<bool> {
    let mut last = 0;
    let in_order = children(root).all(|child| {
        let (place, is_repeatable) = match child.kind() {
            "line_comment" | "block_comment" | ";" => return true,
            "package_declaration" => (1, false),
            "import_declaration" => (2, true),
            kind if CLASSES.contains(&kind) || kind == "module_declaration" => (3, true),
            _ => return false,
        };
        let follows = place > last || (is_repeatable && place == last);
        last = place;
        follows
    });
    in_order.then_some(last == 3)
}

/// Returns true for what the grammar accepts and javac's parser doesn't: a local variable with a modifier
/// other than `final`, and a method without a return type, which reads like the constructor of another class.
fn is_wrong(node: Node<'_>, text: &str) -> bool {
    match node.kind() {
        "local_variable_declaration" => {
            let modifiers = node.child(0).filter(|child| child.kind() == "modifiers");
            modifiers.into_iter().flat_map(children).any(|modifier| {
                !["final", "annotation", "marker_annotation", "line_comment", "block_comment"]
                    .contains(&modifier.kind())
            })
        }
        "object_creation_expression" | "enum_constant" => {
            let body = children(node).find(|child| child.kind() == "class_body");
            body.is_some_and(|body| has_other_constructor(body, None, text))
        }
        kind if CLASSES.contains(&kind) => {
            let name = node.child_by_field_name("name").map(|name| &text[name.byte_range()]);
            node.child_by_field_name("body").is_some_and(|body| has_other_constructor(body, name, text))
        }
        _ => false,
    }
}

fn has_other_constructor(body: Node<'_>, name: Option<&str>, text: &str) -> bool {
    children(body).any(|member| match member.kind() {
        "constructor_declaration" | "compact_constructor_declaration" => {
            member.child_by_field_name("name").map(|own| &text[own.byte_range()]) != name
        }
        "enum_body_declarations" => has_other_constructor(member, name, text),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_parts_in_order() {
        for good in [
            "package a; import b.C; // x\nclass D { }",
            ";class A { A() { } enum B { X; B() { } } record R(int a) { R { } } }",
            "interface A { } @interface B { }",
            "module a.b { requires c; }",
            "class A { void a() { final int b = 1; @X int c; } }",
        ] {
            assert_eq!(parse(good), Parsed::Whole, "{good}");
        }
        for nothing in ["", "// only a comment", "import a.B;"] {
            assert_eq!(parse(nothing), Parsed::NothingDeclared, "{nothing}");
        }
        for bad in [
            "class A { } import a.B;",
            "package a; package b; class C { }",
            "import a.B; package b; class C { }",
            "void a() { }",
            "int a = 1;",
            "class A { void a() { private int b; } }",
            "class A { B() { } }",
            "class A { Object a = new Object() { A() { } }; }",
            "class A { void a() { f(; } }",
            "class A {",
        ] {
            assert_eq!(parse(bad), Parsed::Broken, "{bad}");
        }
    }
}
