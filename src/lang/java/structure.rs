//! The structure of a piece of Java: a method's name and catch clauses for the features, its methods for the code view.

use tree_sitter::Node;

use super::syntax::{METHODS, Snippet, parse_file};
use crate::lang::lexer::{Token, located_tokens};
use crate::lang::located::Structure;
use crate::lang::syntax::{descendants, is_too_long, named};

/// Returns the name of the first method or constructor; empty if there is none, or if the source does not parse.
pub(crate) fn method_name(source: &str) -> String {
    let snippet = Snippet::parse(source);
    if snippet.root().has_error() {
        return String::new();
    }
    let mut members = snippet.body().into_iter().flat_map(named);
    let method = members.find(|member| METHODS.contains(&member.kind()));
    method.map_or("", |method| snippet.field(method, "name")).to_owned()
}

/// Returns true if `source` has a catch clause, even if the source is broken.
pub(super) fn has_catch_clause(source: &str) -> bool {
    // A keyword can't be a name, so the token begins a clause. A search for the word is faster than the lexer.
    source.contains("catch") && located_tokens(source).any(|(token, _)| token == Token::Word("catch"))
}

/// Reads a whole file, or a single method, from its lines. Broken text has what can be recognized, too long
/// text nothing.
pub(super) fn structure(lines: &[String]) -> Structure {
    if is_too_long(lines.iter().map(String::len).sum()) {
        return Structure::default();
    }
    let text = lines.join("\n");
    if lines.iter().any(|line| line.starts_with("package ") || line.starts_with("import ")) {
        return methods_in(parse_file(&text).root_node(), lines.len());
    }
    methods_in(Snippet::parse(&text).root(), lines.len())
}

fn methods_in(root: Node<'_>, lines: usize) -> Structure {
    let methods = descendants(root).filter(|node| {
        !node.is_missing() && METHODS.contains(&node.kind()) && node.child_by_field_name("body").is_some()
    });
    let rows = methods.filter_map(|node| {
        let name = node.child_by_field_name("name")?;
        Some(name.start_position().row..(node.end_position().row + 1).min(lines))
    });
    Structure { methods: rows.collect() }
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
        let found = structure(&lines(FILE));
        let above: Vec<Option<usize>> = (0..17).map(|line| found.signature_above(line)).collect();
        let mut expected = vec![None; 17];
        expected[6..=12].fill(Some(5));
        expected[9..=10].fill(Some(8));
        assert_eq!(above, expected);
        let method = lines("  @Test(timeout = 4000)\n  public void test() {\n    a();\n  }");
        let found = structure(&method);
        assert_eq!(
            (0..4).map(|line| found.signature_above(line)).collect::<Vec<_>>(),
            [None, None, Some(1), Some(1)]
        );
    }

    proptest! {
        #[test]
        fn any_text_has_a_structure_within_its_lines(text in "([(){}\\[\\]\"'/*; \n]|void f\\(\\)|class A|\\PC){0,40}") {
            let lines = lines(&text);
            let found = structure(&lines);
            for line in 0..lines.len() {
                prop_assert!(found.signature_above(line).is_none_or(|above| above < line));
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
