//! The sentence of a failure in a list: what failed, in the words of its message; and of a generated test, whose name says
//! nothing, what was tested.
//!
//! ```text
//! failed call of the project ─┐
//! message ────────────────────┼──▶ "split: out of range: 13 · skip(1)"
//! source of the test ─────────┘    "min((int[]) null) should throw"    "max: expected:<4> but was:<3> · max(3, 4)"
//! ```
//!
//! The tested call is found by its text, without parsing: this is made for every visible row. Constants that the test
//! keeps in variables are put in their place, because the variables of all generated tests have the same names.

use crate::model::text::first_bytes;
use crate::model::{Failure, OracleKind};

/// The size of a test in bytes up to which its calls are searched.
const MOST_OF_TEST: usize = 16 * 1024;

/// The maximum length of arguments in bytes.
const MOST_OF_ARGUMENTS: usize = 60;

/// The number of variables that lead from an argument to its constant.
const MOST_STEPS: usize = 4;

/// The beginning of the message of a test of EvoSuite in which nothing was thrown.
const EXPECTING: &str = "Expecting exception";

/// Returns what failed, as in `split: out of range: 13`; `call` is the method of the project that was running, None if it
/// was the test itself. Of a generated test it names the tested call, `with_arguments` if the row is for this test alone.
pub fn what_failed(failure: &Failure, call: Option<&str>, with_arguments: bool) -> String {
    let message = failure.trace.headline();
    let Some(tested) = TestedCall::of(failure) else {
        return match call {
            Some(call) => said_in(call, &message),
            None if message.is_empty() => "no message".to_owned(),
            None => message.into_owned(),
        };
    };
    let said = match (call, failure.oracle.kind()) {
        (Some(call), _) => said_in(call, &message),
        (None, OracleKind::Exception) if message.starts_with(EXPECTING) => {
            let expected = message[EXPECTING.len()..].trim_start_matches([':', ' ']);
            let between = if expected.is_empty() { "" } else { " " };
            return format!("{} should throw{between}{expected}", tested.text(with_arguments));
        }
        (None, OracleKind::Assertion) if message.is_empty() => {
            failure.oracle.assertion.trim().trim_end_matches(';').to_owned()
        }
        (None, _) => said_in(&tested.text(false), &message),
    };
    // At the end, where it may be cut.
    if with_arguments { format!("{said} · {}", tested.text(true)) } else { said }
}

fn said_in(call: &str, message: &str) -> String {
    if message.is_empty() { format!("in {call}") } else { format!("{call}: {message}") }
}

/// The call that a generated test is about.
struct TestedCall<'a> {
    /// True for a constructor.
    creates: bool,
    name: &'a str,
    arguments: &'a str,
    test: &'a str,
}

impl<'a> TestedCall<'a> {
    /// Finds the last call of the focal method, or without one the last call before the oracle. None for a test that
    /// people wrote, whose name says more.
    fn of(failure: &'a Failure) -> Option<TestedCall<'a>> {
        let test =
            Some(&*failure.generated_test).filter(|test| !test.is_empty()).unwrap_or(&failure.test_prefix);
        if failure.location.is_some() || test.len() > MOST_OF_TEST {
            return None;
        }
        let focal = focal_name(&failure.focal_method);
        let of_focal = focal.and_then(|name| {
            let last = test.rmatch_indices(name).find(|(at, _)| is_call(test, *at, name.len()));
            last.map(|(at, _)| TestedCall::at(test, at, name.len()))
        });
        of_focal.or_else(|| TestedCall::before_oracle(test))
    }

    fn at(test: &'a str, start: usize, length: usize) -> TestedCall<'a> {
        let (name, rest) = test[start..].split_at(length);
        TestedCall {
            creates: test[..start].trim_end().ends_with("new"),
            name,
            arguments: arguments(rest),
            test,
        }
    }

    /// Finds the last call of the last statement before the test's oracle.
    fn before_oracle(test: &'a str) -> Option<TestedCall<'a>> {
        let is_oracle =
            |line: &str| ["fail(", "assert", "verifyException("].iter().any(|check| line.starts_with(check));
        let mut end = 0;
        let lines = test.split_inclusive('\n').map(|line| {
            let start = end + line.len() - line.trim_start().len();
            end += line.len();
            (start, line.trim())
        });
        let statements =
            lines.filter(|(_, line)| line.ends_with(';')).take_while(|(_, line)| !line.starts_with("fail("));
        let (offset, statement) = statements.filter(|(_, line)| !is_oracle(line)).last()?;
        let names = Outside::of(statement).filter(|(.., c)| *c == '(').filter_map(|(end, ..)| {
            let name = statement[..end].trim_end();
            let start = name.rfind(|c: char| !is_of_name(c)).map_or(0, |before| before + 1);
            (start < name.len()).then_some((offset + start, name.len() - start))
        });
        let (start, length) = names.last()?;
        Some(TestedCall::at(test, start, length))
    }

    /// Returns `name(arguments)`, or the name alone.
    fn text(&self, with_arguments: bool) -> String {
        let new = if self.creates { "new " } else { "" };
        if !with_arguments {
            return format!("{new}{}", self.name);
        }
        let arguments: Vec<String> = split(self.arguments).map(|argument| self.resolved(argument)).collect();
        let arguments = arguments.join(", ");
        let cut = first_bytes(&arguments, MOST_OF_ARGUMENTS);
        let rest = if cut.len() < arguments.len() { "…" } else { "" };
        format!("{new}{}({cut}{rest})", self.name)
    }

    /// Returns an argument with its variable replaced by the value that the test gives it, below its cast if it has one.
    fn resolved(&self, argument: &str) -> String {
        let mut value = argument.trim();
        let mut cast = "";
        for _ in 0..MOST_STEPS {
            let behind = value.starts_with('(').then(|| value.find(')')).flatten().map(|end| end + 1);
            if let Some(end) =
                behind.filter(|&end| cast.is_empty() && value[end..].trim_start().starts_with(is_of_name))
            {
                cast = &value[..end];
                value = value[end..].trim_start();
            }
            match self.initial_value(value) {
                Some(initial) => value = initial,
                None => break,
            }
        }
        if cast.is_empty() { value.to_owned() } else { format!("{cast} {value}") }
    }

    /// Returns the value with which the test declares a variable.
    fn initial_value(&self, variable: &str) -> Option<&'a str> {
        if !variable.starts_with(|c: char| c.is_lowercase()) || !variable.chars().all(is_of_name) {
            return None;
        }
        let declared = |line: &'a str| {
            let (left, value) = line.trim().strip_suffix(';')?.split_once(" = ")?;
            let (_, name) = left.rsplit_once(' ')?;
            (name == variable).then_some(value.trim())
        };
        self.test.lines().find_map(declared).filter(|value| *value != variable)
    }
}

/// Returns the name of a method from its head: the word before the first parenthesis.
fn focal_name(method: &str) -> Option<&str> {
    let mut lines = first_bytes(method, MOST_OF_TEST).lines().map(str::trim);
    let head = lines.find(|line| !line.starts_with(['@', '/', '*']) && line.contains('('))?;
    let before = head.split('(').next()?.trim_end();
    let name = before.rsplit(|c: char| !is_of_name(c)).next()?;
    (!name.is_empty()).then_some(name)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Returns true if the name at this place is a whole one, and called.
fn is_call(text: &str, start: usize, length: usize) -> bool {
    !text[..start].ends_with(is_of_name) && text[start + length..].trim_start().starts_with('(')
}

/// Returns the text in the parentheses with which `rest` begins.
fn arguments(rest: &str) -> &str {
    let inside = rest.trim_start().strip_prefix('(').unwrap_or("");
    let end = Outside::of(inside)
        .find(|(_, depth, c)| *depth == 0 && *c == ')')
        .map_or(inside.len(), |(at, ..)| at);
    inside[..end].trim()
}

/// Splits arguments at their commas.
fn split(arguments: &str) -> impl Iterator<Item = &str> {
    let commas = Outside::of(arguments).filter(|(_, depth, c)| *depth == 0 && *c == ',').map(|(at, ..)| at);
    let mut start = 0;
    commas.chain([arguments.len()]).filter_map(move |comma| {
        let argument = arguments[start..comma].trim();
        start = (comma + 1).min(arguments.len());
        (!argument.is_empty()).then_some(argument)
    })
}

/// The characters outside quotes, each with its place and the number of brackets that are open around it.
struct Outside<'a> {
    characters: std::str::CharIndices<'a>,
    depth: usize,
}

impl Outside<'_> {
    fn of(text: &str) -> Outside<'_> {
        Outside { characters: text.char_indices(), depth: 0 }
    }
}

impl Iterator for Outside<'_> {
    type Item = (usize, usize, char);

    fn next(&mut self) -> Option<(usize, usize, char)> {
        let (at, c) = self.characters.next()?;
        let depth = self.depth;
        match c {
            '(' | '[' | '{' => self.depth += 1,
            ')' | ']' | '}' => self.depth = depth.saturating_sub(1),
            '"' | '\'' => {
                while let Some((_, quoted)) = self.characters.next().filter(|(_, quoted)| *quoted != c) {
                    if quoted == '\\' {
                        self.characters.next();
                    }
                }
            }
            _ => {}
        }
        Some((at, depth, c))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Oracle;

    const TEST: &str = "@Test\npublic void test1() {\n  String string0 = \"a, )\";\n  Pen pen0 = new Pen(string0);\n  int int0 = (-3);\n  \
                        int int1 = pen0.write((long) int0, string0);\n  assertEquals(4, int1);\n}";

    fn failure(focal: &str, test: &str, trace: &str, oracle: Oracle) -> Failure {
        let trace = format!("a.B::test1\n{trace}\n\tat a.B.test1(B.java:3)\n");
        Failure {
            focal_method: focal.into(),
            generated_test: test.into(),
            oracle,
            ..Failure::with_trace(&trace)
        }
    }

    fn asserted() -> Oracle {
        Oracle { expects_exception: false, assertion: "assertEquals(4, int1);".into() }
    }

    #[test]
    fn a_generated_test_names_the_tested_call_with_its_constants() {
        let focal = "public int write(long times,\n    String text) {}";
        let of = |trace: &str, oracle: Oracle, call: Option<&str>| {
            let failure = failure(focal, TEST, trace, oracle);
            [true, false].map(|with_arguments| what_failed(&failure, call, with_arguments))
        };
        let throws = Oracle { expects_exception: true, ..Oracle::default() };
        let call = "write((long) (-3), \"a, )\")";
        for (trace, oracle, called, [long, short]) in [
            (
                "x.AssertionFailedError: expected:<4> but was:<0>",
                asserted(),
                None,
                [
                    format!("write: expected:<4> but was:<0> · {call}"),
                    "write: expected:<4> but was:<0>".to_owned(),
                ],
            ),
            (
                "x.AssertionError",
                asserted(),
                None,
                [format!("assertEquals(4, int1) · {call}"), "assertEquals(4, int1)".to_owned()],
            ),
            (
                "x.AssertionFailedError: Expecting exception: IOException",
                throws,
                None,
                [format!("{call} should throw IOException"), "write should throw IOException".to_owned()],
            ),
            (
                "x.E: dry",
                Oracle::default(),
                Some("write"),
                [format!("write: dry · {call}"), "write: dry".to_owned()],
            ),
            (
                "x.E: dry",
                Oracle::default(),
                Some("fill"),
                [format!("fill: dry · {call}"), "fill: dry".to_owned()],
            ),
        ] {
            assert_eq!(of(trace, oracle, called), [long, short]);
        }
    }

    #[test]
    fn without_a_call_of_the_focal_method_the_last_one_before_the_oracle_counts() {
        let test = "void test1() {\n  Pen pen0 = new Pen(7);\n  try {\n    pen0.fill().write(\"(\");\n    fail(\"Expecting exception\");\n  } catch (E e) {\n  }\n}";
        let throws = Oracle { expects_exception: true, ..Oracle::default() };
        for focal in ["", "int draw() {}"] {
            let failure = failure(focal, test, "x.AssertionFailedError: Expecting exception", throws.clone());
            assert_eq!(what_failed(&failure, None, true), "write(\"(\") should throw");
        }
        let created =
            failure("", "void t() {\n  Pen pen0 = new Pen((String) null);\n}", "x.E: m", Oracle::default());
        assert_eq!(what_failed(&created, None, true), "new Pen: m · new Pen((String) null)");
    }

    #[test]
    fn other_tests_have_the_failed_call_and_the_message() {
        let written = failure("", "", "x.E: m", Oracle::default());
        assert_eq!(what_failed(&written, None, true), "m");
        assert_eq!(what_failed(&written, Some("take"), true), "take: m");
        let silent = failure("", "", "x.E", Oracle::default());
        assert_eq!(what_failed(&silent, None, true), "no message");
        assert_eq!(what_failed(&silent, Some("take"), true), "in take");
        let hostile = failure("int f(", "f(\"\\", "x.E: m", Oracle::default());
        assert_eq!(what_failed(&hostile, None, true), "f: m · f(\"\\)");
    }
}
