//! Finds the method to look for in the sources from the name of a test.

use crate::model::StackTrace;
use crate::trace::{Origin, TraceLineKind};

/// The text that replaces the method in a test's name if its class failed as a whole, before any of its tests ran.
pub(crate) const CLASS_AS_A_WHOLE: &str = "<class>";

/// The names that JUnit and Gradle use for the same case.
const NOT_METHODS: [&str; 4] = [CLASS_AS_A_WHOLE, "classMethod", "initializationError", "executionError"];

/// The class and the method in which to look for the source of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceMethod {
    /// The class as the JVM names it, `package.Outer$Inner`. The method may be inherited from one of its superclasses.
    pub class: String,
    /// The method; None for a class that failed as a whole, or if only a display name is known.
    pub method: Option<String>,
}

/// Returns true if a test's name represents its class as a whole, which failed before any of its tests ran.
pub(crate) fn is_class_as_a_whole(test: &str) -> bool {
    test.trim().split_once("::").is_none_or(|(_, name)| NOT_METHODS.contains(&name))
}

/// Returns the method of the test named `package.Class::method`, which parameters or the number of an
/// invocation may follow. A name without a method (`[3] input=x`, a sentence) has that of the trace.
///
/// `a.Outer.Inner` is read as `a.Outer$Inner`: packages begin with a lower-case letter, classes with a capital.
pub fn source_method(test: &str, trace: &StackTrace) -> SourceMethod {
    let (class, name) = test.trim().split_once("::").unwrap_or((test.trim(), ""));
    let class = binary_name(class);
    if NOT_METHODS.contains(&name) {
        return SourceMethod { class, method: None };
    }
    let end = name.find(['(', '[', '{', '#']).unwrap_or(name.len());
    let method = match &name[..end] {
        method if is_identifier(method) => Some(method.to_owned()),
        _ => method_in_trace(&class, name, trace),
    };
    SourceMethod { class, method }
}

fn binary_name(class: &str) -> String {
    let mut name = String::with_capacity(class.len());
    let mut within_class = false;
    for (index, part) in class.split('.').enumerate() {
        if index > 0 {
            name.push(if within_class { '$' } else { '.' });
        }
        name.push_str(part);
        within_class |= part.starts_with(char::is_uppercase);
    }
    name
}

/// Returns true for a possible name of a class or a method, or a part of a qualified one.
pub(crate) fn is_identifier(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

/// Returns the method of the first call of the test class: the last of its frames above any cause.
fn method_in_trace(class: &str, name: &str, trace: &StackTrace) -> Option<String> {
    let mut found = None;
    for (index, line) in trace.parse_on().enumerate() {
        match &line.kind {
            TraceLineKind::Frame(frame)
                if Origin::of(frame.class, frame.module, class) == Origin::Test
                    && !matches!(frame.method, "<init>" | "<clinit>") =>
            {
                let method = frame.lambda_within().unwrap_or(frame.method);
                // Kotlin and Groovy allow sentences as method names.
                if method == name.trim_end_matches("()") {
                    return Some(method.to_owned());
                }
                found = Some(method.to_owned());
            }
            TraceLineKind::Exception(_) if index > 1 => break,
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn source(test: &str, trace: &str) -> (String, Option<String>) {
        let SourceMethod { class, method } = source_method(test, &StackTrace(Arc::from(trace)));
        (class, method)
    }

    #[test]
    fn the_method_precedes_parameters_and_numbers() {
        for (test, class, method) in [
            ("a.B::adds", "a.B", Some("adds")),
            ("a.B::parse(String)[3]", "a.B", Some("parse")),
            ("a.B::holds[1](2)", "a.B", Some("holds")),
            ("a.B::isShort[1: green]#2", "a.B", Some("isShort")),
            ("a.B::dynamic[3][1]", "a.B", Some("dynamic")),
            ("a.B$C$D::opens", "a.B$C$D", Some("opens")),
            ("a.b.Outer.Inner.Deep::opens", "a.b.Outer$Inner$Deep", Some("opens")),
            ("Plain::opens", "Plain", Some("opens")),
            ("a.B::<class>", "a.B", None),
            ("a.B::classMethod", "a.B", None),
            ("a.B::[3] input=x", "a.B", None),
            ("a.B", "a.B", None),
        ] {
            assert_eq!(source(test, ""), (class.to_owned(), method.map(str::to_owned)), "{test}");
        }
    }

    #[test]
    fn a_display_name_is_looked_up_in_the_trace() {
        let trace = "a.B$C::[3] x\nx.E: m\n\tat a.D.run(D.java:1)\n\tat a.B$C.check(B.java:7)\n\tat a.B$C.lambda$parse$0(B.java:5)\n\tat org.junit.X.run(X.java:1)\nCaused by: x.F\n\tat a.B$C.other(B.java:3)\n";
        assert_eq!(source("a.B$C::[3] x", trace).1.as_deref(), Some("parse"));
        let kotlin =
            "a.B::adds two numbers()\nx.E\n\tat a.B.adds two numbers(B.kt:3)\n\tat a.B.around(B.kt:9)\n";
        assert_eq!(source("a.B::adds two numbers()", kotlin).1.as_deref(), Some("adds two numbers"));
        assert_eq!(source("a.B::[3] x", "a.B::[3] x\nx.E: m\n\tat a.D.run(D.java:1)\n").1, None);
    }
}
