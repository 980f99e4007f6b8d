//! The check that a text of Java or Python parses. tree-sitter's grammars accept more than a compiler does, so `java` and
//! `python` check further rules.

mod java;
mod python;
mod repair;
mod targets;

use std::ops::Range;

use tree_sitter::Node;

use crate::lang::java::{METHODS, descendants, parse_file};
use crate::model::Language;
pub(crate) use repair::{Focal, Level, repaired};
pub(crate) use targets::targets;

/// The result of parsing a text as a whole source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parsed {
    Whole,
    /// A Java file without a type: for `TestBench` an empty answer is a syntax error.
    NothingDeclared,
    Broken,
}

/// Returns true if a compiler or interpreter rejects the text as a whole file before it looks at names and types.
pub(crate) fn has_syntax_error(text: &str, language: Language) -> bool {
    match language {
        Language::Java => java::parse(text) != Parsed::Whole,
        Language::Python => python::has_syntax_error(text),
    }
}

/// Returns true if a text parses neither as a Java method nor as a whole Java file.
pub(crate) fn has_syntax_error_in_method(method: &str) -> bool {
    java::parse(&format!("class Snippet {{\n{method}\n}}")) != Parsed::Whole
        && java::parse(method) != Parsed::Whole
}

/// Returns the lines of each method, from 1, with annotations and decorators; the end is exclusive. Nested ones follow.
pub(crate) fn method_lines(text: &str, language: Language) -> Vec<Range<usize>> {
    let (tree, is_method): (_, fn(&str) -> bool) = match language {
        Language::Java => (parse_file(text), |kind| METHODS.contains(&kind) || kind == "static_initializer"),
        Language::Python => (crate::lang::python::parse(text), |kind| kind == "function_definition"),
    };
    let lines = |node: Node<'_>| {
        let decorated = node.parent().filter(|parent| parent.kind() == "decorated_definition");
        let start = decorated.unwrap_or(node).start_position().row + 1;
        start..node.end_position().row + 2
    };
    descendants(tree.root_node()).filter(|node| is_method(node.kind())).map(lines).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn everything(text: &str) {
        let focal = Focal { package: "a", class: "B", method: "c", source: text };
        let _ = has_syntax_error(text, Language::Java) | has_syntax_error(text, Language::Python);
        let _ = has_syntax_error_in_method(text);
        let _ = (Level::of(text), repaired(text, focal, ";"), targets(text));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_text_has_an_answer(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "class A ", "{", "}", "(", ")", "\"", "'", "\"\"\"", "\n", "  ", "\t", "\\\n", "if a:", "else:", "elif b:", "def f():",
                    "try:", "#", "//", "/*", "import a.B;", "package p;", "public void", "@Test", "é", "\u{0}", "\u{feff}", "x = 1", ";",
                ]),
                0..60,
            ),
        ) {
            everything(&pieces.concat());
        }
    }

    #[test]
    fn deep_nesting_is_no_problem() {
        for (piece, end) in
            [("class A { ", "} "), ("f(", ")"), ("if a:\n ", ""), ("[", ""), ("new A() { A() { ", "")]
        {
            everything(&[piece.repeat(3_000), end.repeat(3_000)].concat());
        }
        let ifs: String = (0..300).map(|depth| format!("{}if a:\n", " ".repeat(depth))).collect();
        assert_eq!(targets(&format!("{ifs}{}b\n", " ".repeat(300))).branches.len(), 300);
    }

    #[test]
    fn annotations_and_decorators_belong_to_their_method() {
        let java = "class A {\n  int x;\n\n  @Override\n  int b() {\n    return 1;\n  }\n  A() { }\n}\n";
        assert_eq!(method_lines(java, Language::Java), [4..8, 8..9]);
        let python = "x = 1\n@cache\ndef f():\n    def g():\n        return 1\n    return g\n";
        assert_eq!(method_lines(python, Language::Python), [2..7, 4..6]);
    }
}
