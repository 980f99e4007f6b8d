//! The structure of a piece of Java: the name of a method and its catch clauses for the features, and for the code
//! view its methods with their signatures and its pairs of brackets.

use std::ops::Range;

use tree_sitter::Node;

use super::lexer::{Token, located_tokens};
use super::syntax::{Snippet, descendants, parse_file};

/// Returns the name of the first method or constructor in `source`; a constructor has the name of its class.
///
/// The name is empty if there is none, or if the source as a whole does not parse: such focal methods share the one
/// name `""`.
pub(crate) fn method_name(source: &str) -> String {
    let snippet = Snippet::parse(source);
    if snippet.root().has_error() {
        return String::new();
    }
    let Some(body) = snippet.body() else {
        return String::new();
    };
    let mut cursor = body.walk();
    body.named_children(&mut cursor)
        .filter(|member| {
            matches!(
                member.kind(),
                "method_declaration" | "constructor_declaration" | "compact_constructor_declaration"
            )
        })
        .find_map(|member| member.child_by_field_name("name"))
        .map_or_else(String::new, |name| snippet.text(name).to_owned())
}

/// Returns true if `source` has a catch clause, even if the source is broken.
pub(crate) fn has_catch_clause(source: &str) -> bool {
    // A keyword can't be a name, so the token begins a clause. Most prefixes don't contain the word at all, and a search
    // for it is faster than the lexer.
    source.contains("catch") && located_tokens(source).any(|(token, _)| token == Token::Word("catch"))
}

/// A location in a text: the line from 0, and the byte in it.
pub(crate) type TextPosition = (usize, usize);

/// A pair of matching brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Brackets {
    /// The location of the opening bracket.
    pub opening: TextPosition,
    /// The location of the closing bracket.
    pub closing: TextPosition,
}

/// The structure of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Structure {
    /// The range of each method and constructor with a body, in the order of the text: from the line with its name,
    /// counted from 0, to its last line.
    methods: Vec<Range<usize>>,
    /// Ordered by the opening bracket.
    brackets: Vec<Brackets>,
}

impl Structure {
    /// Reads a whole file, or a single method, from its lines. In broken text, the recognizable structure is found.
    pub(crate) fn of(lines: &[String]) -> Structure {
        let text = lines.join("\n");
        let is_file = lines.iter().any(|line| line.starts_with("package ") || line.starts_with("import "));
        if is_file {
            return Structure::read(parse_file(&text).root_node(), 0, lines.len());
        }
        let snippet = Snippet::parse(&text);
        Structure::read(snippet.root(), Snippet::BEFORE.len(), lines.len())
    }

    /// Reads a tree whose first line begins with `before` bytes that do not belong to the text.
    fn read(root: Node<'_>, before: usize, lines: usize) -> Structure {
        let mut structure = Structure::default();
        let mut open: Vec<(&str, TextPosition)> = Vec::new();
        let position = |node: Node<'_>| {
            let start = node.start_position();
            let column = if start.row == 0 { start.column.checked_sub(before)? } else { start.column };
            (start.row < lines).then_some((start.row, column))
        };
        for node in descendants(root).filter(|node| !node.is_missing()) {
            match node.kind() {
                "method_declaration" | "constructor_declaration" | "compact_constructor_declaration" => {
                    if let (Some(name), Some(_)) =
                        (node.child_by_field_name("name"), node.child_by_field_name("body"))
                    {
                        let end = node.end_position().row + 1;
                        structure.methods.push(name.start_position().row..end.min(lines));
                    }
                }
                kind @ ("(" | "[" | "{") => open.extend(position(node).map(|position| (kind, position))),
                kind @ (")" | "]" | "}") => {
                    let opener = match kind {
                        ")" => "(",
                        "]" => "[",
                        _ => "{",
                    };
                    if let (Some(closing), Some(&(last, opening))) = (position(node), open.last())
                        && last == opener
                    {
                        open.pop();
                        structure.brackets.push(Brackets { opening, closing });
                    }
                }
                _ => {}
            }
        }
        structure.brackets.sort_unstable_by_key(|pair| pair.opening);
        structure
    }

    /// Returns the line with the name of the innermost method that contains a line, from 0, and begins before it.
    pub(crate) fn signature_above(&self, line: usize) -> Option<usize> {
        let before = self.methods.partition_point(|method| method.start < line);
        let within = |method: &&Range<usize>| method.contains(&line);
        self.methods[..before].iter().rev().find(within).map(|method| method.start)
    }

    /// Returns the first bracket at or after a location, with its partner.
    pub(crate) fn brackets_from(&self, from: TextPosition) -> Option<(TextPosition, Brackets)> {
        let ends = self.brackets.iter().flat_map(|&pair| [(pair.opening, pair), (pair.closing, pair)]);
        ends.filter(|(end, _)| *end >= from).min_by_key(|(end, _)| *end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.split('\n').map(str::to_owned).collect()
    }

    const FILE: &str = "package a;\n\n@Deprecated\nclass B {\n    @Test\n    public void first()\n            throws E {\n        f(new R() {\n            public int run() {\n                return 1;\n            }\n        });\n    }\n\n    B() { }\n    abstract int g();\n}";

    #[test]
    fn a_line_belongs_to_the_innermost_method() {
        let structure = Structure::of(&lines(FILE));
        let above: Vec<Option<usize>> = (0..17).map(|line| structure.signature_above(line)).collect();
        let mut expected = vec![None; 17];
        expected[6..=12].fill(Some(5));
        expected[9..=10].fill(Some(8));
        assert_eq!(above, expected);
        let method = lines("  @Test(timeout = 4000)\n  public void test() {\n    a();\n  }");
        let structure = Structure::of(&method);
        assert_eq!(
            (0..4).map(|line| structure.signature_above(line)).collect::<Vec<_>>(),
            [None, None, Some(1), Some(1)]
        );
    }

    #[test]
    fn brackets_are_paired_except_in_literals_and_comments() {
        let structure = Structure::of(&lines("int f(int[] a) {\n  g(\"(\", ')', a[0]); // )\n}"));
        let closing = |from| structure.brackets_from(from).map(|(at, pair)| (at, pair.opening, pair.closing));
        assert_eq!(closing((0, 0)), Some(((0, 5), (0, 5), (0, 13))));
        assert_eq!(closing((0, 6)), Some(((0, 9), (0, 9), (0, 10))));
        assert_eq!(closing((0, 14)), Some(((0, 15), (0, 15), (2, 0))));
        assert_eq!(closing((1, 0)), Some(((1, 3), (1, 3), (1, 18))));
        assert_eq!(closing((1, 19)), Some(((2, 0), (0, 15), (2, 0))));
        assert_eq!(closing((2, 1)), None, "the bracket around the snippet does not belong to the text");
    }

    #[test]
    fn in_broken_text_recognizable_pairs_are_found() {
        let structure = Structure::of(&lines("void f() {\n  g(a[1);\n"));
        assert_eq!(structure.brackets_from((0, 0)).map(|(_, pair)| pair.closing), Some((0, 7)));
        assert_eq!(Structure::of(&[]).brackets_from((0, 0)), None);
    }

    proptest! {
        #[test]
        fn any_text_has_a_structure_within_its_lines(text in "([(){}\\[\\]\"'/*; \n]|void f\\(\\)|class A|\\PC){0,40}") {
            let lines = lines(&text);
            let structure = Structure::of(&lines);
            for pair in &structure.brackets {
                for (line, byte) in [pair.opening, pair.closing] {
                    prop_assert!(lines[line].get(byte..=byte).is_some_and(|sign| "(){}[]".contains(sign)), "{pair:?}");
                }
            }
            for line in 0..lines.len() {
                prop_assert!(structure.signature_above(line).is_none_or(|above| above < line));
            }
        }
    }

    #[test]
    fn methods_are_named_regardless_of_modifiers_and_types() {
        for source in [
            "int size() { return 0; }",
            "    public static <K extends Comparable<? super K>, V> Map<K, V[]> size(final Map<K, V> m) throws IOException { return null; }",
            "/** Javadoc with a { brace and size2(). */\n@Override @SuppressWarnings({\"unchecked\", \"x(y\"})\npublic int size() { return 0; }",
            "protected abstract int size();",
            "default int size() { return 1; }",
            "int size()[] { return null; } // an old way to write int[]",
            "native synchronized int size(int... a);",
            "public <T> @Nullable T size() { Runnable r = () -> { }; return switch (1) { case 1 -> null; default -> null; }; }",
            "int x; int size() { return x; } int other() { return 0; }",
            "int size() {\r\n    return 0;\r\n}\r\n",
        ] {
            assert_eq!(method_name(source), "size", "{source}");
        }
        assert_eq!(method_name("double größe() { return 0; }"), "größe");
        assert_eq!(method_name("void $_1() { }"), "$_1");
    }

    #[test]
    fn a_constructor_has_the_name_of_its_class() {
        for source in [
            "public Fraction(int n, int d) { this.n = n; }",
            "<T> Fraction(T n) { super(n); }",
            "@Inject Fraction() throws E { }",
            "public Fraction { if (d == 0) throw new IllegalArgumentException(); }",
        ] {
            assert_eq!(method_name(source), "Fraction", "{source}");
        }
    }

    #[test]
    fn source_that_does_not_parse_has_no_name() {
        for source in [
            "",
            " \r\n\t",
            "// nothing here",
            "int x = 3;",
            "int size() { return 0;",
            "int size(",
            "int size() { return \"not closed; }",
            "} } }",
            "\u{0}\u{feff}\u{2028}",
            "plain words",
        ] {
            assert_eq!(method_name(source), "", "{source:?}");
        }
    }

    #[test]
    fn endless_nesting_gives_no_name_and_no_crash() {
        for unit in [
            "(",
            "{",
            "[",
            "a(",
            "new A() { int x() { ",
            "if (a) { ",
            "catch (",
            "a<",
            "\"",
            "/*",
            "? :",
            "a -> ",
        ] {
            let source = format!("int size() {{ {}", unit.repeat(2_000));
            assert_eq!(method_name(&source), "");
            has_catch_clause(&source);
        }
    }

    #[test]
    fn a_parser_still_works_after_broken_input() {
        assert_eq!(method_name("int (((("), "");
        assert_eq!(method_name("int size() { return 0; }"), "size");
    }

    #[test]
    fn catch_clauses_are_found_at_any_depth() {
        for source in [
            "@Test\npublic void test0() { try { a.b(); fail(); } catch(IOException e) { } }",
            "void t() { try (A a = b()) { } catch (final E | F e) { } finally { } }",
            "void t() { run(() -> { try { a(); } catch (E e) { } }); }",
            "void t() { new A() { void u() { try { a(); } catch (E e) { } } }; }",
            "void t() { int größe; try { } catch /* why */ (E e) { } }",
            "void t() { catches(); String s = \"catch\"; try { } catch (E e) { } }",
        ] {
            assert!(has_catch_clause(source), "{source}");
        }
    }

    #[test]
    fn the_word_elsewhere_is_not_a_catch_clause() {
        for source in [
            "",
            "void t() { a.b(); }",
            "void t() { try { a.b(); } finally { } }",
            "void t() { a.catchAll(); int catches = 1; dispatcher.dispatch(); }",
            "void t() { /* try { } catch (E e) { } */ // catch (E e)\n }",
            "void t() { a(\"try { } catch (E e) { }\", 'c'); }",
        ] {
            assert!(!has_catch_clause(source), "{source}");
        }
    }

    #[test]
    fn a_catch_clause_before_the_break_counts() {
        assert!(has_catch_clause("void t() { try { a(); } catch (E e) { b(); } c("));
        assert!(has_catch_clause("void t() { try { a(); } catch (E"));
    }
}
