//! What holds a piece of Java together for the eye: its methods with their signatures, and its brackets in pairs.

use std::ops::Range;

use tree_sitter::Node;

use super::syntax::{Snippet, parse_file};
use super::test_code::descendants;

/// A place in a text: the line from 0, and the byte in it.
pub type TextPlace = (usize, usize);

/// Two brackets that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Brackets {
    /// Where the opening one stands.
    pub opening: TextPlace,
    /// Where the closing one stands.
    pub closing: TextPlace,
}

/// The structure of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Structure {
    /// For each method and constructor with a body, in the order of the text: the line with its name, from 0, to before the line
    /// behind it.
    methods: Vec<Range<usize>>,
    /// By their opening bracket.
    brackets: Vec<Brackets>,
}

impl Structure {
    /// Reads a whole file, or a method on its own, from its lines. Broken text has the structure that can be told.
    pub fn of(lines: &[String]) -> Structure {
        let text = lines.join("\n");
        let is_file = lines.iter().any(|line| line.starts_with("package ") || line.starts_with("import "));
        if is_file {
            return Structure::read(parse_file(&text).root_node(), 0, lines.len());
        }
        let snippet = Snippet::parse(&text);
        Structure::read(snippet.root(), Snippet::BEFORE.len(), lines.len())
    }

    /// Reads a tree whose first line begins with so many bytes that are not the text's.
    fn read(root: Node<'_>, before: usize, lines: usize) -> Structure {
        let mut structure = Structure::default();
        let mut open: Vec<(&str, TextPlace)> = Vec::new();
        let place = |node: Node<'_>| {
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
                kind @ ("(" | "[" | "{") => open.extend(place(node).map(|place| (kind, place))),
                kind @ (")" | "]" | "}") => {
                    let opener = match kind {
                        ")" => "(",
                        "]" => "[",
                        _ => "{",
                    };
                    if let (Some(closing), Some(&(last, opening))) = (place(node), open.last())
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

    /// The line with the name of the innermost method that a line, from 0, belongs to and that begins before it.
    pub fn signature_above(&self, line: usize) -> Option<usize> {
        let before = self.methods.partition_point(|method| method.start < line);
        let within = |method: &&Range<usize>| method.contains(&line);
        self.methods[..before].iter().rev().find(within).map(|method| method.start)
    }

    /// The first bracket at a place or behind it, with its partner.
    pub fn brackets_from(&self, from: TextPlace) -> Option<(TextPlace, Brackets)> {
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
    fn brackets_belong_together_but_for_those_in_texts_and_comments() {
        let structure = Structure::of(&lines("int f(int[] a) {\n  g(\"(\", ')', a[0]); // )\n}"));
        let closing = |from| structure.brackets_from(from).map(|(at, pair)| (at, pair.opening, pair.closing));
        assert_eq!(closing((0, 0)), Some(((0, 5), (0, 5), (0, 13))));
        assert_eq!(closing((0, 6)), Some(((0, 9), (0, 9), (0, 10))));
        assert_eq!(closing((0, 14)), Some(((0, 15), (0, 15), (2, 0))));
        assert_eq!(closing((1, 0)), Some(((1, 3), (1, 3), (1, 18))));
        assert_eq!(closing((1, 19)), Some(((2, 0), (0, 15), (2, 0))));
        assert_eq!(closing((2, 1)), None, "the bracket around the snippet is not the text's");
    }

    #[test]
    fn broken_text_has_the_pairs_that_can_be_told() {
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
}
