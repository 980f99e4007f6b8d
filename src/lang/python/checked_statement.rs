//! The statement of a test in Python that failed, with the calls that gave its variables their values: it
//! tells what a test is about where nothing else does.
//!
//! ```text
//! result = tabulate(table, tablefmt="grid")
//! assert_equal(expected, result)      ──▶  assert_equal(expected, tabulate(table, tablefmt="grid"))
//! ```
//!
//! Lines are read as text, because a report may contain only a part of the function.

use crate::lang::lexer::is_of_name;

/// The maximum length of a statement in bytes.
const LONG: usize = 400;

/// The number of variables whose values are written within each other.
const NESTED: usize = 3;

/// The maximum number of lines of a statement that are joined.
const LINES: usize = 30;

/// Returns the statement on the line `failed`, from 0, of the source lines of a test; None if it says nothing
/// but the names of variables and checks.
pub(crate) fn checked_statement(lines: &[&str], failed: usize) -> Option<String> {
    let mut statement = statement(lines, failed)?;
    let assigned = assignments(&lines[..failed]);
    for _ in 0..NESTED {
        statement = with_values(&statement, &assigned);
    }
    statement.truncate(crate::model::text::first_bytes(&statement, LONG).len());
    says_something(&statement).then_some(statement)
}

/// Returns the statement that begins on a line, in one line and without its comments.
fn statement(lines: &[&str], first: usize) -> Option<String> {
    let mut statement = String::new();
    for line in lines.get(first..)?.iter().take(LINES) {
        let code = without_comment(line).trim();
        let code = code.strip_suffix('\\').map_or(code, str::trim_end);
        let is_spaced =
            statement.is_empty() || statement.ends_with(['(', '[', '{']) || code.starts_with([')', ']', '}']);
        statement.push_str(if is_spaced { "" } else { " " });
        statement.push_str(code);
        let open = statement.matches(['(', '[', '{']).count();
        if open <= statement.matches([')', ']', '}']).count() && !line.trim_end().ends_with('\\') {
            break;
        }
    }
    (!statement.is_empty()).then_some(statement)
}

/// Returns a line of source without the comment at its end.
pub(crate) fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => return line[..at].trim_end(),
            _ => {}
        }
    }
    line.trim_end()
}

/// Returns the variables to which the result of a call is assigned, with that call, the last assignment first.
fn assignments(lines: &[&str]) -> Vec<(String, String)> {
    let mut assigned = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((name, _)) = line.trim().split_once(" = ") else { continue };
        let name = name.split(':').next().unwrap_or("").trim();
        let is_name = !name.is_empty() && name.chars().all(is_of_name);
        let value = statement(lines, at).filter(|_| is_name);
        let value = value.and_then(|value| Some(value.split_once(" = ")?.1.to_owned()));
        if let Some(value) = value.filter(|value| is_call(value)) {
            assigned.push((name.to_owned(), value));
        }
    }
    assigned.reverse();
    assigned
}

/// Returns true for a call of a name, `purse.split(3)` or `Purse[int](3)`; not for that of a literal's method.
fn is_call(value: &str) -> bool {
    let value = value.strip_prefix("await ").unwrap_or(value);
    let name = value.split('(').next().unwrap_or("");
    name.starts_with(is_of_name)
        && name.chars().all(|c| is_of_name(c) || ".[], |".contains(c))
        && name.len() < value.len()
        && value.ends_with(')')
        && value.len() <= LONG
}

/// Writes the values of variables in place of their names; keywords of arguments and attributes are no variables.
fn with_values(statement: &str, assigned: &[(String, String)]) -> String {
    let mut written = String::with_capacity(statement.len());
    let mut rest = statement;
    let mut quote = None;
    while let Some(c) = rest.chars().next() {
        let is_inside = written.ends_with(|last| is_of_name(last) || last == '.');
        let length = match quote {
            None if is_of_name(c) => rest.find(|c| !is_of_name(c)).unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        quote = match quote {
            None if matches!(c, '"' | '\'') => Some(c),
            Some(open) if open == c => None,
            other => other,
        };
        let assigned_to = after.trim_start();
        let is_keyword =
            assigned_to.starts_with('=') && !assigned_to.starts_with("==") || after.starts_with('(');
        let value = assigned.iter().find(|(name, _)| name == word);
        match value.filter(|_| quote.is_none() && !is_inside && !is_keyword && written.len() < LONG) {
            Some((_, value)) => written.push_str(value),
            None => written.push_str(word),
        }
        rest = after;
    }
    written
}

/// Returns true if a statement names more than variables and the check itself: a call, an attribute or an item.
fn says_something(statement: &str) -> bool {
    let checked = statement.strip_prefix("assert ").unwrap_or(statement);
    let called = checked.split('(').next().unwrap_or("");
    let is_check =
        called.split('.').any(|part| part.to_ascii_lowercase().starts_with("assert") || part == "expect");
    let checked = if is_check { checked[called.len()..].trim_start_matches('(') } else { checked };
    let chars: Vec<char> = checked.chars().collect();
    chars
        .windows(2)
        .any(|pair| is_of_name(pair[0]) && !pair[0].is_numeric() && matches!(pair[1], '(' | '.' | '['))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: &str) -> Option<String> {
        let lines: Vec<&str> = source.lines().collect();
        checked_statement(
            &lines,
            lines.iter().position(|line| line.contains("CHECK")).unwrap_or(lines.len() - 1),
        )
    }

    #[test]
    fn the_calls_that_gave_variables_their_values_are_written_in_their_place() {
        for (source, statement) in [
            ("ink = pen.fill(3)\nassert ink == 3  # of the pen", "assert pen.fill(3) == 3"),
            (
                "expected = \"\\n\".join([\"a\"])\nresult = draw(\n    lines,\n    style=\"bold\",\n)\ncheck(expected, result)",
                "check(expected, draw(lines, style=\"bold\",))",
            ),
            ("pen = Pen(1)\npen = Pen[int, str](2)\nassert pen.ink", "assert Pen[int, str](2).ink"),
            ("a = f()\nb = g(a)\nself.assertEqual(b, a)", "self.assertEqual(g(f()), f())"),
            ("ink = f()\ndraw(ink=1, pen.ink, 'ink')", "draw(ink=1, pen.ink, 'ink')"),
            ("ink = f()\nink = g(ink)", "ink = g(f())"),
        ] {
            assert_eq!(of(source).as_deref(), Some(statement), "{source}");
        }
    }

    #[test]
    fn a_statement_of_variables_alone_says_nothing() {
        for source in [
            "assert result == expected",
            "self.assertEqual(expected, result)",
            "assert False",
            "x = 3\nassert x == 4",
        ] {
            assert_eq!(of(source), None, "{source}");
        }
    }
}
