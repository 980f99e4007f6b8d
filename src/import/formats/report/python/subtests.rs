//! The descriptions of failed subtests, such as `(colour='red')`. pytest writes all failures of a test's
//! subtests into one `<testcase>`, and the parameters by which its terminal tells them apart nowhere.
//!
//! The printed source of the test shows the `with` statement around the line that failed and the loop around
//! it. A parameter is known if it is a literal, if the text prints the variable's value, or if only one round
//! of the loop fits the printed values. Otherwise nothing is said: a wrong description is worse than none.

use super::super::trace::Problem;
use super::source::{
    Statement, call_arguments, class_around, enclosing_statements, function_around, function_name,
    is_literal, is_name, literal_text, operands, round_values, sides, split_arguments, statement_that_failed,
    statements_around,
};

/// The calls that open a subtest, as unittest and pytest name them.
const CALLS: [&str; 2] = [".subTest(", "subtests.test("];

/// Assertions of unittest, with the words that stand between the values of its arguments in the message.
const ASSERTIONS: [(&str, &str); 9] = [
    ("assertEqual(", " != "),
    ("assertNotEqual(", " == "),
    ("assertIn(", " not found in "),
    ("assertNotIn(", " unexpectedly found in "),
    ("assertIs(", " is not "),
    ("assertGreater(", " not greater than "),
    ("assertLess(", " not less than "),
    ("assertGreaterEqual(", " not greater than or equal to "),
    ("assertLessEqual(", " not less than or equal to "),
];

/// Returns true for the failure with which pytest says only how many subtests failed.
pub(crate) fn is_summary(problem: &Problem<'_>) -> bool {
    let rest = problem.message.as_deref().and_then(|message| message.strip_prefix("contains "));
    let Some((count, what)) = rest.and_then(|rest| rest.split_once(' ')) else { return false };
    !count.is_empty()
        && count.bytes().all(|byte| byte.is_ascii_digit())
        && what.trim_end_matches('s') == "failed subtest"
}

/// Returns true if a line of a source, from 1, is within a subtest.
pub(crate) fn has_subtest_around(source: &str, line: usize) -> bool {
    let statements = statements_around(source, line.saturating_sub(1));
    statements.iter().any(|statement| CALLS.iter().any(|call| statement.text.contains(call)))
}

/// The calls that skip a test or a subtest.
const SKIPS: [&str; 4] = [".skipTest(", "pytest.skip(", "SkipTest(", "importorskip("];

/// Returns true if a test, whose definition is on a line of a source, from 1, can skip nothing but its
/// subtests: neither its decorators, its class nor anything outside of tests skips. pytest names that line
/// for a skip of unittest, wherever it was.
pub(crate) fn skips_only_subtests(source: &str, line: usize) -> bool {
    let lines: Vec<&str> = source.lines().collect();
    let is_decorator = |line: &str| line.trim_start().starts_with('@');
    let Some(first) = line.checked_sub(1).filter(|&first| first < lines.len()) else { return false };
    let Some(own) = (first..lines.len()).find(|&line| function_name(lines[line]).is_some()) else {
        return false;
    };
    let above_class = class_around(&lines, own).map_or(0..0, |class| {
        let above = lines[..class].iter().rposition(|line| line.trim().is_empty());
        above.map_or(0, |blank| blank + 1)..class
    });
    let mut decorators = lines[first..own].iter().chain(&lines[above_class]);
    // Another line than that of a definition or of its decorators is the place of the skip itself.
    if first < own && !is_decorator(lines[first]) || decorators.any(|line| line.contains("skip")) {
        return false;
    }
    let mut is_found = false;
    for (place, line) in lines.iter().enumerate() {
        if is_decorator(line) || !SKIPS.iter().any(|call| line.contains(call)) {
            continue;
        }
        match function_around(&lines, place) {
            Some(function) if function == own && has_subtest_around(source, place + 1) => is_found = true,
            Some(function) if function != own && is_test(lines[function]) => {}
            _ => return false,
        }
    }
    is_found
}

fn is_test(definition: &str) -> bool {
    function_name(definition).is_some_and(|name| name.starts_with("test"))
}

/// Returns the description of each of a test's failed subtests from their printed texts; None where they don't tell it.
pub(crate) fn descriptions(texts: &[&str]) -> Vec<Option<String>> {
    let subtests: Vec<Option<Subtest<'_>>> = texts.iter().map(|text| Subtest::of(text)).collect();
    let mut rounds: Vec<Option<Vec<usize>>> =
        subtests.iter().map(|subtest| subtest.as_ref()?.fitting_rounds()).collect();
    // The rounds of one loop fail in its order, each at most once in the same statement.
    let mut statements = subtests.iter().map(|subtest| subtest.as_ref().map(|subtest| subtest.line));
    let first = statements.next().flatten();
    if first.is_some() && statements.all(|line| line == first) {
        keep_ascending(&mut rounds);
    }
    subtests
        .iter()
        .zip(&rounds)
        .map(|(subtest, rounds)| {
            let round = match rounds.as_deref() {
                Some(&[round]) => Some(round),
                _ => None,
            };
            subtest.as_ref()?.description(round)
        })
        .collect()
}

/// Leaves each failure the rounds that can follow one of the failure before and precede one of the failure after.
fn keep_ascending(rounds: &mut [Option<Vec<usize>>]) {
    if rounds.iter().any(Option::is_none) {
        return;
    }
    let mut least = 0;
    for fitting in rounds.iter_mut().flatten() {
        fitting.retain(|&round| round >= least);
        least = fitting.first().map_or(least, |first| first + 1);
    }
    let mut most = usize::MAX;
    for fitting in rounds.iter_mut().rev().flatten() {
        fitting.retain(|&round| round < most);
        most = fitting.last().copied().unwrap_or(most);
    }
}

/// A failed subtest as its text shows it.
struct Subtest<'t> {
    /// The number of the line of the `with` statement in the printed source.
    line: usize,
    /// The arguments of the call that opened the subtest, those of outer subtests first.
    arguments: Vec<String>,
    /// The loops around it, the innermost first: the variables of each, and their values in every round.
    loops: Vec<(Vec<String>, Vec<Vec<String>>)>,
    /// The values of variables that the text prints.
    known: Vec<(&'t str, String)>,
}

impl<'t> Subtest<'t> {
    fn of(text: &'t str) -> Option<Subtest<'t>> {
        // The entry of the test itself comes first.
        let entries: Vec<&str> = text.split("\n_ _ ").collect();
        let own_entry = entries.first()?;
        let mut subtest = Subtest { line: 0, arguments: Vec::new(), loops: Vec::new(), known: Vec::new() };
        let mut is_open = false;
        for Statement { line, text } in enclosing_statements(own_entry) {
            if let Some(arguments) = CALLS.iter().find_map(|call| call_arguments(&text, call)) {
                if !is_open {
                    (subtest.line, is_open) = (line, true);
                }
                subtest.arguments.splice(0..0, split_arguments(arguments).into_iter().map(str::to_owned));
            } else if let Some(of_loop) = text.strip_prefix("for ") {
                subtest.loops.extend(round_values(of_loop));
            }
        }
        if !is_open {
            return None;
        }
        subtest.known = printed_values(own_entry, &entries[1..]);
        Some(subtest)
    }

    /// Returns the rounds of the one loop around it that fit the printed values; None if there is no such loop.
    fn fitting_rounds(&self) -> Option<Vec<usize>> {
        let [(names, rounds)] = &*self.loops else { return None };
        let fitting = rounds.iter().enumerate().filter(|(_, values)| {
            self.known.iter().all(|(known, value)| {
                names.iter().zip(*values).all(|(name, own)| name != known || own == value)
            })
        });
        Some(fitting.map(|(round, _)| round).collect())
    }

    /// Returns `[message] (name=value)`, as pytest's terminal describes it.
    fn description(&self, round: Option<usize>) -> Option<String> {
        let value = |expression: &str| -> Option<String> {
            if is_literal(expression) {
                return Some(literal_text(expression));
            }
            let known = self.known.iter().find(|(name, _)| *name == expression);
            known.map(|(_, value)| value.clone()).or_else(|| {
                let [(names, rounds)] = &*self.loops else { return None };
                let place = names.iter().position(|name| name == expression)?;
                rounds.get(round?)?.get(place).cloned()
            })
        };
        let (mut message, mut parameters) = (None, Vec::new());
        for argument in &self.arguments {
            match argument.split_once('=').filter(|(name, _)| is_name(name.trim())) {
                Some((name, expression)) if name.trim() == "msg" => {
                    message = Some(value(expression.trim())?);
                }
                Some((name, expression)) => {
                    parameters.push(format!("{}={}", name.trim(), value(expression.trim())?));
                }
                None => message = Some(value(argument.trim())?),
            }
        }
        let message = message.filter(|message| message != "None");
        let message = message.map(|message| format!("[{}]", message.trim_matches(['\'', '"'])));
        let parameters = (!parameters.is_empty()).then(|| format!("({})", parameters.join(", ")));
        let parts: Vec<String> = message.into_iter().chain(parameters).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}

/// Returns the values of the test's variables that the entry of the test prints, or those of the calls below it.
fn printed_values<'t>(test: &'t str, below: &[&'t str]) -> Vec<(&'t str, String)> {
    // Arguments and, if asked for, local variables stand at the margin.
    let at_margin = |line: &'t str| {
        let (name, value) = line.split_once(" = ")?;
        let name = name.trim_end();
        (is_name(name) && is_literal(value.trim())).then(|| (name, literal_text(value.trim())))
    };
    let mut known: Vec<(&str, String)> = test.lines().filter_map(at_margin).collect();
    let Some(failed) = statement_that_failed(test) else { return known };
    let marked: Vec<&str> = test.lines().filter_map(|line| line.strip_prefix("E ")).map(str::trim).collect();
    let mut bind = |expression: &'t str, value: &str| {
        if is_name(expression) && is_literal(value) {
            known.push((expression, literal_text(value)));
        }
    };
    if let Some(first) = marked.first() {
        let message = first.strip_prefix("AssertionError: ").unwrap_or(first);
        let compared = ASSERTIONS.iter().find_map(|(assertion, words)| {
            let arguments = split_arguments(call_arguments(failed, assertion)?);
            let (one, other) = message.split_once(words)?;
            // A message of the test's own follows.
            let other = other.split_once(" : ").map_or(other, |(other, _)| other);
            Some(arguments.into_iter().zip([one, other]).collect::<Vec<_>>())
        });
        let pairs = compared.or_else(|| {
            let [source, shown] = [failed, message].map(|text| sides(text.strip_prefix("assert ")?));
            let pairs = source?.into_iter().zip(shown?);
            Some(pairs.flat_map(|(source, shown)| operands(source, shown)).collect::<Vec<_>>())
        });
        for (expression, value) in pairs.into_iter().flatten() {
            bind(expression.trim(), value.trim());
        }
    }
    // `where 1 = rate('a')` shows the call with the values of its arguments.
    for shown in marked.iter().filter_map(|line| line.trim_start_matches(['+', ' ']).strip_prefix("where ")) {
        let Some((_, call)) = shown.split_once(" = ") else { continue };
        let Some(end) = call.find('(').filter(|&end| call[..end].split('.').all(is_name)) else { continue };
        let name = &call[..=end];
        if let (Some(source), Some(values)) = (call_arguments(failed, name), call_arguments(call, name)) {
            for (expression, value) in split_arguments(source).into_iter().zip(split_arguments(values)) {
                bind(expression, value);
            }
        }
    }
    // The next call prints its own arguments above its definition.
    if let Some(called) = below.first()
        && let Some(definition) = called.lines().find_map(|line| line.trim_start().strip_prefix("def "))
        && let Some((name, parameters)) = definition.split_once('(')
        && let Some(arguments) = call_arguments(failed, &format!("{name}("))
    {
        let parameters = parameters.split(')').next().unwrap_or("").split(',');
        let parameters = parameters.map(|parameter| parameter.split([':', '=']).next().unwrap_or("").trim());
        let parameters = parameters.filter(|name| !matches!(*name, "self" | "cls"));
        let printed: Vec<(&str, String)> = called.lines().filter_map(at_margin).collect();
        for (parameter, expression) in parameters.zip(split_arguments(arguments)) {
            if let Some((_, value)) = printed.iter().find(|(name, _)| *name == parameter) {
                bind(expression, value);
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text that pytest prints for a failure in `marked`, a line of a test with this body.
    fn text(body: &str, marked: &str, below: &str) -> String {
        let mut text =
            "self = <test_pen.PenTest testMethod=test_ink>\n\n    def test_ink(self):\n".to_owned();
        for line in body.lines() {
            if line.trim() == marked {
                return format!("{text}>   {line}\n{below}\n\ntest_pen.py:9: AssertionError");
            }
            text.push_str(&format!("    {line}\n"));
        }
        panic!("{marked} is no line of {body}");
    }

    fn described(body: &str, failures: &[(&str, &str)]) -> Vec<String> {
        let texts: Vec<String> = failures.iter().map(|(marked, below)| text(body, marked, below)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        descriptions(&texts)
            .into_iter()
            .map(|description| description.unwrap_or_else(|| "?".to_owned()))
            .collect()
    }

    const EQUAL: &str = "    for colour, level in [('red', 3), (\"blue\", 2), ('green', 5)]:
        with self.subTest(colour=colour):
            self.assertEqual(ink(colour), level)";

    #[test]
    fn the_values_of_a_comparison_and_of_a_call_tell_the_round() {
        let failed = "self.assertEqual(ink(colour), level)";
        let called = "\ntest_pen.py:9: \n_ _ _ _ _ _\n\ncolour = 'green'\n\n    def ink(colour):\n>       return {}[colour]\nE       KeyError: 'green'";
        assert_eq!(
            described(EQUAL, &[(failed, "E               AssertionError: 1 != 3"), (failed, called)]),
            ["(colour='red')", "(colour='green')"]
        );
    }

    #[test]
    fn pytest_explains_its_own_assertions() {
        let body = "    for colour, level in [('red', 3), ('blue', 2), ('green', 5)]:
        with subtests.test(\"level\", colour=colour):
            assert ink(colour) == level
    for i in range(4):
        with subtests.test(msg='odd', i=i):
            assert i % 2 == 0";
        let failed = "assert ink(colour) == level";
        let shown =
            "E               AssertionError: assert 1 == 9\nE                +  where 1 = ink('blue')";
        let first = "E               AssertionError: assert 1 == 3";
        assert_eq!(
            described(body, &[(failed, first), (failed, shown)]),
            ["[level] (colour='red')", "[level] (colour='blue')"]
        );
        let of_range = [
            ("assert i % 2 == 0", "E   assert (1 % 2) == 0"),
            ("assert i % 2 == 0", "E   assert (3 % 2) == 0"),
        ];
        assert_eq!(described(body, &of_range), ["[odd] (i=1)", "[odd] (i=3)"]);
    }

    #[test]
    fn if_every_round_failed_their_order_tells_them() {
        let failed = "self.assertEqual(ink(colour), level)";
        let below = "E   AssertionError: x";
        assert_eq!(
            described(EQUAL, &[(failed, below); 3]),
            ["(colour='red')", "(colour='blue')", "(colour='green')"]
        );
        assert_eq!(described(EQUAL, &[(failed, below); 2]), ["?", "?"], "any two of three");
        let second = "E   AssertionError: 1 != 2";
        assert_eq!(
            described(EQUAL, &[(failed, below), (failed, second), (failed, below)]),
            ["(colour='red')", "(colour='blue')", "(colour='green')"]
        );
    }

    #[test]
    fn a_skip_is_of_subtests_if_nothing_else_can_skip() {
        const CLASS: &str = "import unittest

class PenTest(unittest.TestCase):
    def test_ink(self):
        for colour in [1, 2]:
            with self.subTest(colour=colour):
                if colour == 1:
                    self.skipTest('no ink')

    def test_other(self):
        self.skipTest('other')
";
        let replaced = |from: &str, to: &str| {
            assert!(CLASS.contains(from));
            CLASS.replacen(from, to, 1)
        };
        assert!(skips_only_subtests(CLASS, 4));
        assert!(!skips_only_subtests(CLASS, 10), "the test itself");
        assert!(
            !skips_only_subtests(CLASS, 1)
                && !skips_only_subtests(CLASS, 0)
                && !skips_only_subtests(CLASS, 99)
        );
        for (from, to) in [
            ("        for", "        if 0: raise unittest.SkipTest()\n        for"),
            ("    def test_other", "    def setUp"),
            ("class", "@unittest.skipIf(1,\n  'x')\nclass"),
        ] {
            let source = replaced(from, to);
            let line = source.lines().position(|line| line.contains("test_ink")).expect("it is there") + 1;
            assert!(!skips_only_subtests(&source, line), "{source}");
        }
        let decorated = replaced("    def test_ink", "    @patch('x')\n    def test_ink");
        assert!(skips_only_subtests(&decorated, 4));
        let skipped = replaced("    def test_ink", "    @unittest.skipUnless(0, 'x')\n    def test_ink");
        assert!(!skips_only_subtests(&skipped, 4));
        let others = replaced("    def test_other", "    @unittest.skip\n    def test_other");
        assert!(skips_only_subtests(&others, 4));
    }

    #[test]
    fn literals_and_printed_variables_are_known_without_a_loop() {
        let body = "    with self.subTest('first'):
        self.assertTrue(ink())
    with self.subTest(colour=\"it's\", level=2):
        self.assertTrue(dry())
    for colour in palette():
        with self.subTest(colour=colour):
            self.assertTrue(wet())";
        assert_eq!(described(body, &[("self.assertTrue(ink())", "E  x")]), ["[first]"]);
        assert_eq!(described(body, &[("self.assertTrue(dry())", "E  x")]), ["(colour=\"it's\", level=2)"]);
        let locals = "E   AssertionError: False is not true\n\ncolour     = 'red'\nself       = <T>";
        assert_eq!(described(body, &[("self.assertTrue(wet())", locals)]), ["(colour='red')"]);
        assert_eq!(described(body, &[("self.assertTrue(wet())", "E  x")]), ["?"]);
    }

    #[test]
    fn what_can_not_be_known_is_not_said() {
        let body = "    for n in [1, 2, 3]:
        with self.subTest(n=n):
            self.assertEqual(twice(n), 10 * n)
    for sub in self.lines([
        'a',
    ]):
        with sub() as spec:
            self.assertEqual(spec, 1)";
        assert_eq!(
            described(body, &[("self.assertEqual(twice(n), 10 * n)", "E  AssertionError: 3 != 20")]),
            ["?"]
        );
        assert_eq!(described(body, &[("self.assertEqual(spec, 1)", "E  AssertionError: 2 != 1")]), ["?"]);
        assert_eq!(
            descriptions(&["", "Traceback (most recent call last):\n  File \"x.py\", line 1, in y"]),
            [None, None]
        );
    }

    #[test]
    fn a_line_is_within_a_subtest_by_its_indentation() {
        let source = "class T:\n    def test(self):\n        with self.subTest(a=1):\n            if x:\n                self.skipTest('no')\n        self.skipTest('at all')\n\n    def other(self):\n        with open(x):\n            self.skipTest('no')\n";
        let within = [1, 2, 3, 4, 5, 6, 10, 11, 0].map(|line| has_subtest_around(source, line));
        assert_eq!(within, [false, false, false, true, true, false, false, false, false]);
    }

    #[test]
    fn the_failure_that_only_counts_is_told_from_others() {
        let of =
            |message: &str| is_summary(&Problem { message: Some(message.to_owned()), ..Problem::default() });
        assert!(of("contains 2 failed subtests") && of("contains 1 failed subtest"));
        assert!(
            !of("contains two failed subtests")
                && !of("contains 2 failed subtests of 3")
                && !of("AssertionError")
        );
    }
}
