//! What the features ask of a method: its name, and whether it catches.

use super::syntax::Snippet;

/// The name of the first method or constructor in `source`; a constructor is named as its class.
///
/// Empty where there is none, and where the source as a whole does not parse: such focal methods share the one name
/// `""`.
pub fn method_name(source: &str) -> String {
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

/// Whether `source` has a catch clause. In a broken source, what precedes the break still counts.
pub fn has_catch_clause(source: &str) -> bool {
    let mut places =
        source.match_indices("catch").map(|(start, letters)| start..start + letters.len()).peekable();
    // Most prefixes don't hold the letters, and looking for them is much faster than parsing.
    places.peek().is_some() && {
        let snippet = Snippet::parse(source);
        // The keyword, as opposed to a part of an identifier, a comment or a string, begins a catch clause.
        places.any(|place| snippet.node_at(place).is_some_and(|node| node.kind() == "catch"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_named_whatever_stands_before_the_name() {
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
    fn a_constructor_is_named_as_its_class() {
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
    fn what_does_not_parse_has_no_name() {
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
    fn nesting_without_end_is_no_name_and_no_crash() {
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
    fn a_parser_works_on_after_broken_input() {
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
    fn other_places_of_the_letters_are_no_catch_clause() {
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
