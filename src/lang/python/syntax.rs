//! Syntax trees of Python texts, what every reader of them asks, and the parts of a function: its name, its
//! body, and its `except` clauses.

use std::cell::RefCell;
use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

pub(super) use crate::lang::syntax::named as children;
use crate::lang::syntax::{descendants, is_too_long};

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new({
        let mut parser = Parser::new();
        // The grammar is compiled in and depends on no input, and every test in this module parses with it.
        parser.set_language(&tree_sitter_python::LANGUAGE.into()).expect("the Python grammar fits the parser");
        parser
    });
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
    let mut all = String::new();
    for part in parts {
        let (start, end) = (part.child(0)?, part.child(part.child_count().checked_sub(1)?)?);
        // Bytes, and what is formatted at run time, are no text.
        if text(start, source).contains(['b', 'B', 'f', 'F']) {
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

/// Returns the name of the first function that a source defines, or of the variable that is given one without
/// a name, or of a class without functions; empty if there is none.
pub(super) fn function_name(source: &str) -> &str {
    source
        .lines()
        .find_map(|line| {
            let line = str::trim_start(line);
            let line = line.strip_prefix("async ").map_or(line, str::trim_start);
            let name = line.strip_prefix("def ")?.trim_start();
            Some(word_at_start(name))
        })
        .or_else(|| {
            // `double = lambda x: 2 * x`
            let (name, value) = source.trim_start().split_once('=')?;
            value.contains("lambda").then_some(word_at_start(name)).filter(|name| !name.is_empty())
        })
        .or_else(|| {
            let mut classes = source.lines().filter_map(|line| line.trim_start().strip_prefix("class "));
            classes.next().map(word_at_start)
        })
        .unwrap_or("")
}

fn word_at_start(text: &str) -> &str {
    &text[..text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())]
}

/// Returns the body of the first function in a source, from its first statement behind the docstring; none if
/// it does not parse.
pub(super) fn body(source: &str) -> Option<&str> {
    if is_too_long(source.len()) {
        return None;
    }
    let tree = parse(source);
    let function =
        descendants(tree.root_node()).find(is_function).filter(|function| !function.has_error())?;
    let docstring = docstring_statement(function);
    let mut statements = children(function.child_by_field_name("body")?);
    let first = statements.find(|statement| Some(*statement) != docstring);
    // In Python's own syntax tree a function within begins at its definition, not at its decorators.
    let first = first.map(|first| first.child_by_field_name("definition").unwrap_or(first));
    first.map_or(Some(""), |first| source.get(first.start_byte()..end_of(function).0))
}

/// Returns what follows the first line that ends a signature, of a source that does not parse.
pub(super) fn below_signature(source: &str) -> &str {
    let mut end = 0;
    for line in source.split_inclusive('\n') {
        end += line.len();
        if line.trim_end().ends_with(':') {
            return &source[end..];
        }
    }
    ""
}

/// Returns true if a source has an `except` clause, even if the source is cut off.
pub(super) fn catches(source: &str) -> bool {
    // Most prefixes don't contain the word at all.
    source.contains("except")
        && !is_too_long(source.len())
        && descendants(parse(source).root_node()).any(|node| node.kind() == "except")
}

/// Returns the rows of each function in a text, from the one with its name to its last.
pub(super) fn function_rows(text: &str) -> Vec<Range<usize>> {
    if is_too_long(text.len()) {
        return Vec::new();
    }
    let tree = parse(text);
    let functions = descendants(tree.root_node()).filter(is_function);
    let rows = functions.filter(|function| !field(*function, "name", text).is_empty());
    rows.map(|function| function.start_position().row..end_of(function).1 + 1).collect()
}

fn is_function(node: &Node<'_>) -> bool {
    node.kind() == "function_definition"
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: &str = "    @pytest.mark.parametrize('x', [1])\n    async def test_it(x):\n        \"\"\"except it: says so\n        def no(): pass\n        \"\"\"\n        # why\n        a = x\n\n        if a:\n            b()\n    # after\n";

    #[test]
    fn a_function_has_a_name_and_a_body() {
        assert_eq!(function_name(TEST), "test_it");
        assert_eq!(body(TEST), Some("a = x\n\n        if a:\n            b()"));
        assert_eq!(body("def f():\n    'nothing but this'\n"), Some(""));
        assert_eq!(body("x = 1"), None);
        assert_eq!(function_rows(TEST), [Range { start: 1, end: 10 }]);
        assert_eq!(function_name("defer()\nclass A:\n  def __init__(self): pass"), "__init__");
        assert_eq!(function_name(""), "");
    }

    #[test]
    fn only_a_clause_catches() {
        assert!(!catches(TEST));
        for source in [
            "def f():\n    try:\n        a()\n    except E:\n        pass\n",
            "    def f(self):\n        try:\n            a()\n        except* E as e:\n            pass",
        ] {
            assert!(catches(source), "{source}");
        }
    }
}
