//! Syntax trees of Python texts, and what every reader of them asks.

use std::cell::RefCell;

use tree_sitter::{Node, Parser, Tree};

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(python_parser());
}

fn python_parser() -> Parser {
    let mut parser = Parser::new();
    // The grammar is compiled in; its version does not depend on any input, and every test in this module parses with it.
    parser.set_language(&tree_sitter_python::LANGUAGE.into()).expect("the Python grammar fits the parser");
    parser
}

/// Returns the syntax tree of a module, or of a function that was cut out of one with whole lines.
pub(crate) fn parse(text: &str) -> Tree {
    // Parsing fails only without a language or after cancellation; neither happens here.
    PARSER.with_borrow_mut(|parser| parser.parse(text, None)).expect("a parser that can't be cancelled")
}

/// Returns the source of a node.
pub(super) fn text<'s>(node: Node<'_>, source: &'s str) -> &'s str {
    source.get(node.byte_range()).unwrap_or_default()
}

/// Returns the source of a node's field; empty if it has no such field.
pub(super) fn field<'s>(node: Node<'_>, name: &str, source: &'s str) -> &'s str {
    node.child_by_field_name(name).map_or("", |field| text(field, source))
}

/// Returns the named children of a node, except comments.
pub(super) fn children(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> =
        node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    children.into_iter()
}

/// Returns the byte and the row where a node ends, without comments behind its last statement.
pub(super) fn end_of(node: Node<'_>) -> (usize, usize) {
    let mut last = node;
    loop {
        let mut at = last.child_count();
        let inner = std::iter::from_fn(|| {
            at = at.checked_sub(1)?;
            last.child(at)
        })
        .find(|child| !child.is_extra() && child.kind() != ";");
        match inner {
            Some(inner) => last = inner,
            None => return (last.end_byte(), last.end_position().row),
        }
    }
}

/// Returns the string that a definition's body begins with: the statement, and its text without quotes.
pub(super) fn docstring_statement(definition: Node<'_>) -> Option<Node<'_>> {
    let first = children(definition.child_by_field_name("body")?).next()?;
    let value = children(first).next().filter(|_| first.kind() == "expression_statement")?;
    matches!(value.kind(), "string" | "concatenated_string").then_some(first)
}

/// Returns the text of a definition's docstring as written, without quotes; none if it has no docstring.
pub(super) fn docstring(definition: Node<'_>, source: &str) -> Option<String> {
    let string = children(docstring_statement(definition)?).next()?;
    let parts: Vec<Node<'_>> =
        if string.kind() == "string" { vec![string] } else { children(string).collect() };
    let is_text = |start: &str| !start.contains(['b', 'B', 'f', 'F']);
    let mut all = String::new();
    for part in parts {
        let (start, end) = (part.child(0)?, part.child(part.child_count().checked_sub(1)?)?);
        if !is_text(text(start, source)) {
            return None;
        }
        all.push_str(source.get(start.end_byte()..end.start_byte())?);
    }
    Some(all)
}

/// Returns `a.b.c` for a name or attributes of a name, without blanks; none for another expression.
pub(super) fn dotted_name(expression: Node<'_>, source: &str) -> Option<String> {
    let mut node = expression;
    loop {
        match node.kind() {
            "attribute" => node = node.child_by_field_name("object")?,
            "identifier" => return Some(text(expression, source).split_whitespace().collect()),
            _ => return None,
        }
    }
}

/// Returns the first function of a text.
pub(super) fn function(tree: &Tree) -> Option<Node<'_>> {
    let definitions = children(tree.root_node()).filter_map(|node| match node.kind() {
        "decorated_definition" => node.child_by_field_name("definition"),
        _ => Some(node),
    });
    { definitions }.find(|node| node.kind() == "function_definition")
}
