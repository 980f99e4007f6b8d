//! Syntax highlighting: the scopes of syntect become a few classes, coloured by the theme.

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxSet};

use crate::lang::Grammar;
use crate::tui::triage::code::{CodeClass, CodeSpan};

/// Lines beyond this number, and those longer than [`LONGEST_LINE`], stay plain: colours would not help.
const MOST_LINES: usize = 5000;
const LONGEST_LINE: usize = 5000;

pub struct Highlighter {
    syntaxes: SyntaxSet,
    classes: Vec<(Scope, CodeClass)>,
}

/// The class of each scope in Sublime Text's syntaxes; the first that matches the innermost scope counts.
const CLASSES: [(&str, CodeClass); 23] = [
    ("keyword.other.documentation", CodeClass::DocTag),
    ("punctuation.definition.keyword.javadoc", CodeClass::DocTag),
    ("entity.name.tag", CodeClass::Comment),
    ("comment", CodeClass::Comment),
    ("text.html.javadoc", CodeClass::Comment),
    ("string", CodeClass::String),
    ("constant.character", CodeClass::String),
    ("constant.numeric", CodeClass::Number),
    ("constant.language", CodeClass::Keyword),
    ("keyword.operator", CodeClass::Operator),
    ("keyword", CodeClass::Keyword),
    ("storage.modifier", CodeClass::Keyword),
    ("storage.type.primitive", CodeClass::Keyword),
    ("storage.type", CodeClass::Keyword),
    ("variable.language", CodeClass::Keyword),
    ("variable.annotation", CodeClass::Annotation),
    ("punctuation.definition.annotation", CodeClass::Annotation),
    ("entity.name.function", CodeClass::Function),
    ("variable.function", CodeClass::Function),
    ("support.function", CodeClass::Function),
    ("support.class", CodeClass::Type),
    ("support.type", CodeClass::Type),
    ("entity.name", CodeClass::Type),
];

impl Default for Highlighter {
    /// Loads the syntaxes, which takes some milliseconds.
    fn default() -> Highlighter {
        let classes =
            CLASSES.iter().filter_map(|&(name, class)| Some((Scope::new(name).ok()?, class))).collect();
        Highlighter { syntaxes: SyntaxSet::load_defaults_newlines(), classes }
    }
}

impl Highlighter {
    /// Returns the spans of each line; a line that can't be parsed has none.
    pub(crate) fn highlight(&self, lines: &[String], grammar: Grammar) -> Vec<Vec<CodeSpan>> {
        let syntax = self.syntaxes.find_syntax_by_extension(grammar.ending);
        let Some(syntax) = syntax else { return vec![Vec::new(); lines.len()] };
        let mut parser = ParseState::new(syntax);
        let mut stack = ScopeStack::new();
        let before = grammar.language.answers().before(lines);
        if !before.is_empty() {
            self.line(before, &mut parser, &mut stack);
        }
        lines
            .iter()
            .enumerate()
            .map(|(number, line)| {
                let is_plain = number >= MOST_LINES || line.len() > LONGEST_LINE;
                if is_plain { Vec::new() } else { self.line(line, &mut parser, &mut stack) }
            })
            .collect()
    }

    fn line(&self, line: &str, parser: &mut ParseState, stack: &mut ScopeStack) -> Vec<CodeSpan> {
        let Ok(operations) = parser.parse_line(&format!("{line}\n"), &self.syntaxes) else {
            return Vec::new();
        };
        let mut spans: Vec<CodeSpan> = Vec::new();
        let mut start = 0;
        let mut push = |start: usize, end: usize, class: Option<CodeClass>| {
            let end = end.min(line.len());
            let Some(class) = class.filter(|_| start < end) else { return };
            match spans.last_mut() {
                Some(last) if last.end == start && last.class == class => last.end = end,
                _ => spans.push(CodeSpan { start, end, class }),
            }
        };
        for (at, operation) in operations {
            push(start, at, self.class(stack));
            start = at;
            if stack.apply(&operation).is_err() {
                return spans;
            }
        }
        push(start, line.len(), self.class(stack));
        spans
    }

    fn class(&self, stack: &ScopeStack) -> Option<CodeClass> {
        stack.scopes.iter().rev().find_map(|scope| {
            self.classes.iter().find(|(prefix, _)| prefix.is_prefix_of(*scope)).map(|(_, class)| *class)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::model::Language;

    fn classes(lines: &[&str]) -> Vec<Vec<(String, CodeClass)>> {
        classes_in(Language::Java, lines)
    }

    fn classes_in(language: Language, lines: &[&str]) -> Vec<Vec<(String, CodeClass)>> {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        Highlighter::default()
            .highlight(&lines, Grammar::of(language, Path::new("")))
            .iter()
            .zip(&lines)
            .map(|(spans, line)| spans.iter().map(|s| (line[s.start..s.end].to_owned(), s.class)).collect())
            .collect()
    }

    #[test]
    fn a_whole_file_is_coloured() {
        let lines = classes(&["package shop;", "import java.util.List;", "class Purse { int coins; }"]);
        assert!(lines[0].contains(&("package".to_owned(), CodeClass::Keyword)), "{lines:?}");
        assert!(lines[1].contains(&("import".to_owned(), CodeClass::Keyword)), "{lines:?}");
        assert!(lines[2].contains(&("Purse".to_owned(), CodeClass::Type)), "{lines:?}");
    }

    #[test]
    fn a_bare_method_is_coloured_like_one_in_a_class() {
        let lines = classes(&[
            "/** Adds. @param a  one */",
            "public int add(int a) throws Throwable {",
            "    return Fraction.of(a, \"x\\n\") + 12; // done",
            "}",
        ]);
        let has = |line: usize, text: &str, class: CodeClass| {
            assert!(
                lines[line].iter().any(|(piece, found)| piece.trim() == text && *found == class),
                "line {line} has no {text:?} as {class:?}: {:?}",
                lines[line]
            );
        };
        has(1, "public", CodeClass::Keyword);
        has(1, "add", CodeClass::Function);
        has(2, "return", CodeClass::Keyword);
        has(2, "12", CodeClass::Number);
        has(2, "// done", CodeClass::Comment);
        assert!(lines[2].iter().any(|(piece, class)| piece.contains("\"x") && *class == CodeClass::String));
        assert!(lines[0].iter().any(|(_, class)| *class == CodeClass::Comment));
    }

    #[test]
    fn a_function_of_python_is_coloured() {
        let lines = classes_in(
            Language::Python,
            &[
                "    @mark",
                "    def test(self):",
                "        \"\"\"Adds",
                "        all.\"\"\"",
                "        assert add(1) is None  # why",
            ],
        );
        let has = |line: usize, text: &str, class: CodeClass| {
            let found = lines[line].iter().any(|(piece, found)| piece.trim() == text && *found == class);
            assert!(found, "line {line} has no {text:?} as {class:?}: {:?}", lines[line]);
        };
        has(1, "def", CodeClass::Keyword);
        has(1, "test", CodeClass::Function);
        has(3, "all.\"\"\"", CodeClass::Comment);
        has(4, "assert", CodeClass::Keyword);
        has(4, "None", CodeClass::Keyword);
        has(4, "# why", CodeClass::Comment);
    }

    #[test]
    fn broken_sources_and_long_lines_give_a_result_per_line() {
        let long = "x".repeat(LONGEST_LINE + 1);
        assert_eq!(classes(&["}}} \" ((( @", "日本語 \u{1f600}", &long]).len(), 3);
    }
}
