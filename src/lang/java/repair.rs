//! The structure of Java texts that do not parse, and `TestBench`'s repair, which puts a class around them
//! and adds imports.

use super::syntax_errors::{Parsed, parse};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Snippet,
    Function,
    Class,
}

impl Level {
    /// Returns the level of a text; None if it parses.
    pub(crate) fn of(text: &str) -> Option<Level> {
        (parse(text) == Parsed::Broken).then(|| {
            if text.contains("public class") {
                Level::Class
            } else if text.contains("@Test") || text.contains("public void") {
                Level::Function
            } else {
                Level::Snippet
            }
        })
    }
}

/// The method under test, as far as the repair needs it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Focal<'a> {
    pub(crate) package: &'a str,
    pub(crate) class: &'a str,
    pub(crate) method: &'a str,
    /// The source of the file under test, whose imports are added.
    pub(crate) source: &'a str,
}

/// The imports of `JUnit` 5 that a repaired test has, without their `.*`.
const JUNIT: [&str; 2] = ["import org.junit.jupiter.api", "import static org.junit.jupiter.api.Assertions"];

/// Returns a generated text as `TestBench` repairs it. Its package forgets the `;` with which imports are to
/// end: `ends`.
pub(crate) fn repaired(text: &str, focal: Focal<'_>, ends: &str) -> String {
    let mut repaired = match Level::of(text) {
        None => text.to_owned(),
        Some(Level::Class) => {
            let mut repaired = text.to_owned();
            for import in JUNIT.iter().filter(|import| !holds(text, import)) {
                add_import(&mut repaired, &format!("{import}.*{ends}"));
            }
            let lines = repaired.split('\n').map(|line| {
                // A heading of Markdown.
                let is_heading =
                    line.starts_with('#') && line.trim_start_matches('#').starts_with(char::is_whitespace);
                if is_heading { "" } else { line }
            });
            lines.collect::<Vec<_>>().join("\n")
        }
        Some(Level::Function) if text.contains("@Test") => in_class(text, focal),
        Some(Level::Function) => in_class(&format!("@Test\n{text}"), focal),
        Some(Level::Snippet) => {
            let method = format!("@Test\npublic void {}Test() {{\n{}\n}}", focal.method, indented(text));
            in_class(&method, focal)
        }
    };
    if !repaired.contains("package") {
        repaired.insert_str(0, &format!("package {};\n\n", focal.package));
    }
    for import in imports(focal.source) {
        add_import(&mut repaired, import);
    }
    repaired
}

fn in_class(members: &str, Focal { package, class, .. }: Focal<'_>) -> String {
    let [junit, assertions] = JUNIT;
    let members = indented(members);
    format!("package {package};\n\n{junit}.*;\n{assertions}.*;\n\npublic class {class}Test {{\n{members}\n}}")
}

fn indented(text: &str) -> String {
    text.split('\n').map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

/// Adds an import behind the first line with a package declaration, or in front.
fn add_import(text: &mut String, import: &str) {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1));
    let package = { starts }.find(|start| {
        text[*start..].lines().next().is_some_and(|line| line.starts_with("package ") && line.contains(';'))
    });
    let at = package.map_or(0, |start| text[start..].find('\n').map_or(text.len(), |end| start + end + 1));
    let import = if at == 0 { format!("{import}\n") } else { format!("\n{import}\n") };
    text.insert_str(at, &import);
}

/// Returns true if the text holds an import that begins so; any character stands for a dot.
fn holds(text: &str, import: &str) -> bool {
    text.as_bytes().windows(import.len()).any(|window| {
        window
            .iter()
            .zip(import.as_bytes())
            .all(|(own, other)| own == other || (*other == b'.' && *own != b'\n'))
    })
}

/// Returns the imports of single types at the beginnings of lines.
fn imports(source: &str) -> impl Iterator<Item = &str> {
    source.split('\n').filter_map(|line| {
        let (import, _) = line.split_once(';')?;
        let name = import.strip_prefix("import ")?;
        let is_qualified =
            name.contains('.') && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        is_qualified.then(|| &line[..=import.len()])
    })
}
