//! The kinds of a test's oracles: by its syntax tree, or by the rule of `TOGBench`'s own script (Tasnim,
//! Dwyer, Hossain, `AIware` 2026). The script reads text, ignores the difference between code, strings and
//! comments, and gives a whole test one kind; it is here to compare counts with that paper's.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::similarity::{Definition, MAX_CHARACTERS};
use super::structure::is_too_deep;
use crate::lang::java::Snippet;
use crate::lang::java::mapping::oracle_kinds;
use crate::lang::python;
use crate::model::OracleCategory;

/// Calls of `fail`, calls of assertions, and the heads of blocks.
static PATTERNS: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    // Constant, and compiled by every test here.
    [r"\bfail\s*\(", r"\bassert\w*\s*\(", r"\btry\b", r"\}\s*catch\b"]
        .map(|pattern| Regex::new(pattern).expect("a correct pattern"))
});

/// Returns the kinds of a test's oracles: none for a text without a test, or for one too long or too deep to be a test.
pub(super) fn kinds(test: &Snippet, definition: Definition) -> Vec<OracleCategory> {
    match definition {
        Definition::Package => vec![togbench_kind(test.source())],
        Definition::Paper if test.source().len() > MAX_CHARACTERS || is_too_deep(test) => Vec::new(),
        Definition::Paper => oracle_kinds(test),
    }
}

pub(super) fn kind_in_java(oracle: &str) -> Option<OracleCategory> {
    let alone = Snippet::parse(oracle);
    // An oracle without a test around it may look like one: an array's braces are those of a method.
    let in_test = Snippet::parse(&format!("void test() {{\n{oracle};\n}}"));
    let mut snippets = [in_test, alone];
    snippets.sort_by_key(|snippet| snippet.root().has_error());
    snippets.iter().find_map(|snippet| kinds(snippet, Definition::Paper).first().copied())
}

pub(super) fn kind_in_python(oracle: &str) -> Option<OracleCategory> {
    let kinds = python::oracle_kinds(oracle).or_else(|| {
        let lines = oracle.lines().map(|line| format!("    {line}\n"));
        python::oracle_kinds(&format!("def test():\n{}", lines.collect::<String>()))
    });
    kinds?.first().copied()
}

pub(super) fn togbench_kind(test: &str) -> OracleCategory {
    let code = without_lambda_bodies(test);
    let [fail, assertion, attempt, catch] = &*PATTERNS;
    let partners = partners(&code);
    let blocks = |head: &Regex| -> Vec<Range<usize>> {
        head.find_iter(&code).filter_map(|head| block(&code, head.end(), &partners)).collect()
    };
    let calls =
        |call: &Regex| -> Vec<Range<usize>> { call.find_iter(&code).map(|found| found.range()).collect() };
    let holds = |block: &Range<usize>, calls: &[Range<usize>]| {
        let first = calls.partition_point(|call| call.start < block.start);
        calls.get(first).is_some_and(|call| call.end <= block.end)
    };
    let (tries, catches, fails) = (blocks(attempt), blocks(catch), calls(fail));
    let assertions = calls(assertion);
    let asserts = catches.iter().any(|block| holds(block, &assertions));
    if catches.iter().any(|block| holds(block, &fails)) {
        OracleCategory::MustNotThrow
    } else if tries.iter().any(|block| holds(block, &fails)) && !catches.is_empty() {
        OracleCategory::throwing(asserts)
    } else if asserts {
        OracleCategory::IfThrownAssert
    } else if fails.is_empty() {
        OracleCategory::AssertionOnly
    } else {
        OracleCategory::FailOnly
    }
}

/// Cuts out the bodies `{…}` of lambdas. One inside another is cut with it.
fn without_lambda_bodies(test: &str) -> String {
    let mut kept = String::with_capacity(test.len());
    let (mut depth, mut lambda) = (0_i64, None);
    let mut at = 0;
    while let Some(c) = test[at..].chars().next() {
        if lambda.is_none()
            && let Some(body) = test[at..].strip_prefix("->")
            && let Some(body) = body.trim_start_matches([' ', '\t', '\n']).strip_prefix('{')
        {
            depth += 1;
            lambda = Some(depth);
            kept.push_str("->{");
            at = test.len() - body.len();
            continue;
        }
        depth += i64::from(c == '{') - i64::from(c == '}');
        if lambda.is_some_and(|lambda| depth < lambda) {
            lambda = None;
        }
        if lambda.is_none() {
            kept.push(c);
        }
        at += c.len_utf8();
    }
    kept
}

/// Returns for each opening bracket the place of the one that closes it: the end of the text where none does.
fn partners(code: &str) -> Vec<usize> {
    let mut partners = vec![code.len(); code.len()];
    let (mut braces, mut parentheses) = (Vec::new(), Vec::new());
    for (at, c) in code.bytes().enumerate() {
        let open = if matches!(c, b'{' | b'}') { &mut braces } else { &mut parentheses };
        match c {
            b'{' | b'(' => open.push(at),
            b'}' | b')' => {
                if let Some(opening) = open.pop() {
                    partners[opening] = at;
                }
            }
            _ => {}
        }
    }
    partners
}

/// Returns the inside of the block behind the head of a `try` or `catch`, with or without parentheses between.
fn block(code: &str, head_end: usize, partners: &[usize]) -> Option<Range<usize>> {
    let skip = |at: usize| {
        let rest = code.get(at..).unwrap_or("").trim_start_matches([' ', '\t', '\n']);
        code.len() - rest.len()
    };
    let mut at = skip(head_end);
    if code[at..].starts_with('(') {
        at = skip(partners[at] + 1);
    }
    code[at..].starts_with('{').then(|| at + 1..partners[at].max(at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_kind_stands_for_a_test() {
        let cases = [
            ("try { f(); fail(); } catch (E e) { }", OracleCategory::MustThrow),
            ("try { f(); } catch (E e) { fail(); }", OracleCategory::MustNotThrow),
            ("try { f(); } catch (E e) { assertNull(e.getCause()); }", OracleCategory::IfThrownAssert),
            ("try { f(); fail(); } catch (E e) { assertNull(e); }", OracleCategory::MustThrowWithProperties),
            ("if (f()) fail (\"no\");", OracleCategory::FailOnly),
            ("run(() -> { fail(); });", OracleCategory::AssertionOnly),
            ("try (R r = open()) { fail(", OracleCategory::FailOnly),
            ("", OracleCategory::AssertionOnly),
        ];
        for (test, expected) in cases {
            assert_eq!(togbench_kind(test), expected, "{test}");
        }
    }
}
