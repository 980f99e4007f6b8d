//! A test's name: `package.Class::method` with its parameters, identical for every tool as far as the reports allow.

use std::borrow::Cow;

use memchr::memchr;

use crate::import::formats::short_text::trim;
use crate::lang::lexer::is_of_name;
use crate::trace::{CLASS_AS_A_WHOLE, is_identifier};

/// Returns the name of a test with these attributes. JUnit 5 is reported as `parse()`, `parse(String)[3]` or
/// `parse{String}[3]`, a failed class as a test without a name, or with the name of its class in the `suite`
/// of that class. Other tools (Jest, `CTest`, Bazel) give every test its own name as its class: these are
/// ordinary tests.
pub(crate) fn test_name(class: &str, name: &str, suite: &str) -> String {
    let (class, name) = (escaped(trim(class)), escaped(trim(name)));
    let is_class = name == class && suite.trim() == class && class.contains('.') && is_qualified(&class);
    if name.is_empty() || is_class {
        return joined([&class, "::", CLASS_AS_A_WHOLE]);
    }
    // Ant's report of a class that could not be set up.
    if class == "junit.framework.TestSuite" && name.contains('.') && is_qualified(&name) {
        return joined([&name, "::", CLASS_AS_A_WHOLE]);
    }
    let before_class = name
        .strip_suffix(')')
        .and_then(|name| name.strip_suffix(&*class))
        .and_then(|name| name.strip_suffix('('));
    let name = before_class.filter(|method| !method.is_empty()).unwrap_or(&name);
    let (method, rest) = name.split_at(end_of_method(name));
    if method.is_empty() {
        return joined([&class, "::", name]);
    }
    match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        Some((parameters, invocation)) => joined([&class, "::", method, "(", parameters, ")", invocation]),
        None => joined([&class, "::", method, without_brackets(rest)]),
    }
}

/// Joins the parts of a name. A report can have hundreds of thousands of names: each takes no more memory
/// than its length.
fn joined<const N: usize>(parts: [&str; N]) -> String {
    let mut name = String::with_capacity(parts.iter().map(|part| part.len()).sum());
    for part in parts {
        name.push_str(part);
    }
    name
}

/// Returns the end of the method with which the name of a test begins.
fn end_of_method(name: &str) -> usize {
    match name.bytes().position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'$')) {
        // Few names have other letters.
        Some(at) if !name.as_bytes()[at].is_ascii() => {
            name[at..].find(|c: char| !is_of_name(c)).map_or(name.len(), |end| at + end)
        }
        end => end.unwrap_or(name.len()),
    }
}

/// Returns the name by which version 1.0 knew a test whose title goes on behind brackets: it left them out.
pub(crate) fn name_without_brackets(class: &str, name: &str) -> Option<String> {
    // Most titles have none.
    memchr(b'(', name.as_bytes())?;
    let (class, name) = (escaped(class.trim()), escaped(name.trim()));
    let (method, rest) = name.split_once("()")?;
    let is_title = is_identifier(method) && !rest.is_empty() && !rest.starts_with('[');
    is_title.then(|| [&*class, "::", method, rest].concat())
}

/// Returns what follows a method's name without its empty brackets. Those of a title, `draw() of a pen`, stay.
fn without_brackets(rest: &str) -> &str {
    rest.strip_prefix("()").filter(|rest| rest.is_empty() || rest.starts_with('[')).unwrap_or(rest)
}

/// Splits `package.Class.method(…)` at the last dot of the method's name; None for any other name.
pub(crate) fn qualified_name(name: &str) -> Option<(&str, &str)> {
    // Most names have none.
    memchr(b'.', name.as_bytes())?;
    let end = name.find(['(', '[', '{']).unwrap_or(name.len());
    let (class, method) = (&name[..name[..end].rfind('.')?], &name[name[..end].rfind('.')? + 1..]);
    let is_class = class.rsplit('.').next().is_some_and(|simple| simple.starts_with(char::is_uppercase));
    let is_name = name[..end].split('.').all(is_identifier);
    (is_class && is_name).then_some((class, method))
}

fn is_qualified(name: &str) -> bool {
    name.split('.').all(|part| !part.is_empty() && part.chars().all(is_of_name))
}

/// Escapes control characters as Java does, so that a name is one line.
pub(crate) fn escaped(name: &str) -> Cow<'_, str> {
    // Without an end before the last byte, many bytes are compared at a time.
    let is_plain = name.bytes().fold(true, |is_plain, byte| is_plain & (0x20..0x7f).contains(&byte));
    if is_plain || !name.contains(|c: char| c.is_control()) {
        return Cow::Borrowed(name);
    }
    name.chars()
        .map(|c| match c {
            '\n' => "\\n".to_owned(),
            '\r' => "\\r".to_owned(),
            '\t' => "\\t".to_owned(),
            c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_test_has_the_same_name_with_every_tool() {
        for (class, name, expected) in [
            ("a.B", "adds", "a.B::adds"),
            ("a.B", "adds()", "a.B::adds"),
            ("a.B", "adds(a.B)", "a.B::adds"),
            ("a.B", "parse(String)[3]", "a.B::parse(String)[3]"),
            ("a.B", "parse{String}[3]", "a.B::parse(String)[3]"),
            ("a.B", "named{int, String}[2]", "a.B::named(int, String)[2]"),
            ("a.B", "dynamic()[3][1]", "a.B::dynamic[3][1]"),
            ("a.B", "dynamic[3][1]", "a.B::dynamic[3][1]"),
            ("a.B", "holds[1](2)", "a.B::holds[1](2)"),
            ("a.B", "isShort[1: green]", "a.B::isShort[1: green]"),
            ("a.B$C", "[3] input=x", "a.B$C::[3] input=x"),
            ("a.B", "adds two numbers()", "a.B::adds two numbers()"),
            ("a.B", "adds() two numbers", "a.B::adds() two numbers"),
            ("", "adds", "::adds"),
        ] {
            assert_eq!(test_name(class, name, "a.B"), expected);
        }
    }

    #[test]
    fn version_1_left_out_the_brackets_of_titles() {
        let former = |name| name_without_brackets("pen.test.js", name);
        assert_eq!(former("draw() of a pen").as_deref(), Some("pen.test.js::draw of a pen"));
        for name in ["draw()", "draw()[1]", "draws", "of draw() alone"] {
            assert_eq!(former(name), None, "{name}");
        }
    }

    #[test]
    fn a_class_that_failed_as_a_whole_has_a_special_name() {
        for (class, name) in [("a.B", ""), ("a.B", "a.B"), ("junit.framework.TestSuite", "a.B")] {
            assert_eq!(test_name(class, name, "a.B"), "a.B::<class>");
        }
        let warning = test_name("junit.framework.TestSuite", "warning", "a.B");
        assert_eq!(warning, "junit.framework.TestSuite::warning");
    }

    #[test]
    fn a_test_named_like_its_class_keeps_its_name() {
        for (name, suite) in [
            ("Pen draws a line", "Pen draws a line"),
            ("unit_pen", "unit_pen"),
            ("lib/pen.ink", "lib/pen.ink"),
            ("a.B", "All tests"),
        ] {
            assert_eq!(test_name(name, name, suite), format!("{name}::{name}"));
        }
    }

    #[test]
    fn a_qualified_name_is_split_before_the_method() {
        assert_eq!(qualified_name("a.B.adds"), Some(("a.B", "adds")));
        assert_eq!(qualified_name("a.B$C.adds(1.5)[2]"), Some(("a.B$C", "adds(1.5)[2]")));
        for name in
            ["adds", "a.b.adds", "Version 1.2 is read", "Version.2", "B.1.2", "lib/a.B.c", ".adds", "B."]
        {
            assert_eq!(qualified_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_name_is_one_line() {
        assert_eq!(test_name("a.B", "parse[\"x\ny\t\u{1b}\"]", "a.B"), "a.B::parse[\"x\\ny\\t\\u001b\"]");
    }
}
