//! Python source as pytest prints it around a failure, read as far as the parameters of subtests need it: the
//! statements around the line that failed, the arguments of calls, literals, and the values of a loop over
//! literals.

/// A statement that encloses another, on one line, from its first word.
pub(crate) struct Statement {
    /// Its first line in the text, from 0.
    pub line: usize,
    pub text: String,
}

/// Returns the compound statements around the line that a text marks as failed, the innermost first, up to
/// the function.
pub(crate) fn enclosing_statements(text: &str) -> Vec<Statement> {
    let Some(failed) = text.lines().position(|line| line.starts_with('>')) else { return Vec::new() };
    statements_around(text, failed)
}

/// Returns the compound statements around a line, from 0, the innermost first, up to the function.
pub(crate) fn statements_around(text: &str, failed: usize) -> Vec<Statement> {
    let lines: Vec<&str> = text.lines().take(failed + 1).collect();
    if lines.len() <= failed {
        return Vec::new();
    }
    let code =
        |line: usize| lines[line].strip_prefix('>').map_or(lines[line].to_owned(), |rest| format!(" {rest}"));
    let mut indent = indentation(&code(failed));
    let mut found = Vec::new();
    let mut line = failed;
    while line > 0 {
        line -= 1;
        let own = code(line);
        if own.trim().is_empty() || indentation(&own) >= indent {
            continue;
        }
        // The last line of a statement over several lines closes brackets that an earlier one opens.
        let mut statement = own.trim().to_owned();
        while depth(&statement) < 0 && line > 0 {
            line -= 1;
            statement.insert_str(0, code(line).trim());
        }
        indent = indentation(&code(line)).min(indentation(&own));
        if statement.starts_with("def ") || statement.starts_with("async def ") {
            break;
        }
        found.push(Statement { line, text: statement });
    }
    found
}

/// Returns the line, from 0, with the definition of the function around a line; None if it is in none.
pub(crate) fn function_around(lines: &[&str], line: usize) -> Option<usize> {
    let mut indent = indentation(lines.get(line)?);
    (0..line).rev().find(|&above| {
        let is_around = !lines[above].trim().is_empty() && indentation(lines[above]) < indent;
        if is_around {
            indent = indentation(lines[above]);
        }
        is_around && function_name(lines[above]).is_some()
    })
}

/// Returns the name of the function whose definition begins on a line.
pub(crate) fn function_name(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let definition = code.strip_prefix("async ").unwrap_or(code).trim_start().strip_prefix("def ")?;
    definition.split('(').next().map(str::trim)
}

/// Returns the line, from 0, with the head of the class around a line; None if it is in none.
pub(crate) fn class_around(lines: &[&str], line: usize) -> Option<usize> {
    let indent = indentation(lines.get(line)?);
    (0..line)
        .rev()
        .find(|&above| lines[above].trim_start().starts_with("class ") && indentation(lines[above]) < indent)
}

/// Returns the statement that a text marks as failed, as far as it stands on one line.
pub(crate) fn statement_that_failed(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix('>')).map(str::trim)
}

fn indentation(line: &str) -> usize {
    let blanks = line.chars().take_while(|c| c.is_whitespace());
    blanks.fold(0, |width, c| if c == '\t' { width / 8 * 8 + 8 } else { width + 1 })
}

/// Returns the number of brackets that a text opens and does not close, quotes left out.
fn depth(text: &str) -> isize {
    let mut depth = 0;
    for_each_outside_quotes(text, |_, c| match c {
        '(' | '[' | '{' => depth += 1,
        ')' | ']' | '}' => depth -= 1,
        _ => {}
    });
    depth
}

/// Calls a function with each character that is not within quotes, and its place.
fn for_each_outside_quotes(text: &str, mut visit: impl FnMut(usize, char)) {
    let (mut quote, mut is_escaped) = (None, false);
    for (place, c) in text.char_indices() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if c == '\\' => is_escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '\'' | '"') => quote = Some(c),
            None => visit(place, c),
        }
    }
}

/// Returns the arguments of the first call of `name`, which ends with an opening bracket.
pub(crate) fn call_arguments<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let is_continued = |c: char| c.is_alphanumeric() || c == '_';
    let (place, _) = text.match_indices(name).find(|(place, _)| {
        !name.starts_with(is_continued) || !text[..*place].chars().next_back().is_some_and(is_continued)
    })?;
    let start = place + name.len();
    let (mut open, mut end) = (1, None);
    for_each_outside_quotes(&text[start..], |place, c| match c {
        '(' | '[' | '{' => open += 1,
        ')' | ']' | '}' => {
            open -= 1;
            if open == 0 && end.is_none() {
                end = Some(start + place);
            }
        }
        _ => {}
    });
    Some(&text[start..end?])
}

/// Splits arguments at the commas between them.
pub(crate) fn split_arguments(arguments: &str) -> Vec<&str> {
    let (mut parts, mut start, mut open) = (Vec::new(), 0, 0);
    for_each_outside_quotes(arguments, |place, c| match c {
        '(' | '[' | '{' => open += 1,
        ')' | ']' | '}' => open -= 1,
        ',' if open == 0 => {
            parts.push(arguments[start..place].trim());
            start = place + 1;
        }
        _ => {}
    });
    let last = arguments[start..].trim();
    parts.extend(Some(last).filter(|last| !last.is_empty()));
    parts
}

/// Returns the two sides of a comparison.
pub(crate) fn sides(expression: &str) -> Option<[&str; 2]> {
    const COMPARISONS: [&str; 10] =
        [" == ", " != ", " <= ", " >= ", " < ", " > ", " is not ", " is ", " not in ", " in "];
    let (place, word) = COMPARISONS.iter().find_map(|word| Some((expression.find(word)?, *word)))?;
    Some([&expression[..place], &expression[place + word.len()..]].map(str::trim))
}

/// Returns the operands of an expression beside those of the same expression with its values: `i % 2` and `(3 % 2)` have `i` with `3` and `2` with `2`. Empty if their forms differ.
pub(crate) fn operands<'t>(source: &'t str, shown: &'t str) -> Vec<(&'t str, &'t str)> {
    if is_name(source) || is_literal(shown) {
        return vec![(source, shown)];
    }
    let [source, shown] = [source, shown].map(|side| -> Vec<&str> {
        let parts = side.split(['+', '-', '*', '/', '%']);
        parts.map(|part| part.trim_matches([' ', '(', ')'])).collect()
    });
    if source.len() == shown.len() { source.into_iter().zip(shown).collect() } else { Vec::new() }
}

pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !matches!(text, "None" | "True" | "False")
}

/// Returns true for a number, a plain string, a truth value, None, or a tuple or list of these.
pub(crate) fn is_literal(text: &str) -> bool {
    if matches!(text, "None" | "True" | "False")
        || text.parse::<f64>().is_ok() && text.ends_with(|c: char| c.is_ascii_digit())
    {
        return true;
    }
    if let Some(items) = within(text, '(', ')').or_else(|| within(text, '[', ']')) {
        return split_arguments(items).into_iter().all(is_literal);
    }
    string_content(text).is_some()
}

/// Returns what stands between brackets that close at the end of a text.
fn within(text: &str, open: char, close: char) -> Option<&str> {
    let inner = text.strip_prefix(open)?.strip_suffix(close)?;
    let mut lowest = 0;
    let mut depth = 0;
    for_each_outside_quotes(inner, |_, c| {
        depth += isize::from(c == open) - isize::from(c == close);
        lowest = lowest.min(depth);
    });
    (lowest == 0).then_some(inner)
}

/// Returns the content of a string without escapes.
fn string_content(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let content = text.get(1..)?.strip_suffix(quote)?;
    (!content.contains([quote, '\\'])).then_some(content)
}

/// Returns a literal as Python prints it.
pub(crate) fn literal_text(literal: &str) -> String {
    match string_content(literal) {
        Some(content) if !content.contains('\'') => format!("'{content}'"),
        Some(content) => format!("\"{content}\""),
        None if literal.starts_with(['(', '[']) && literal.len() > 1 => {
            let items = split_arguments(&literal[1..literal.len() - 1]).into_iter().map(literal_text);
            let items: Vec<String> = items.collect();
            let comma = if literal.starts_with('(') && items.len() == 1 { "," } else { "" };
            format!("{}{}{comma}{}", &literal[..1], items.join(", "), &literal[literal.len() - 1..])
        }
        None => literal.to_owned(),
    }
}

/// The greatest number of rounds of a loop whose values are made.
const MOST_ROUNDS: usize = 10_000;

/// Returns the variables of a loop, `a, b in [(1, 2)]:`, and their values in each round; None if they are not literals.
pub(crate) fn round_values(of_loop: &str) -> Option<(Vec<String>, Vec<Vec<String>>)> {
    let (targets, values) = of_loop.split_once(" in ")?;
    let values = values.trim().strip_suffix(':')?.trim();
    let targets = targets.trim().trim_matches(['(', ')']);
    let names: Vec<String> = split_arguments(targets).into_iter().map(str::to_owned).collect();
    let rounds: Vec<String> = match values.strip_suffix(')').and_then(|call| call.split_once('(')) {
        Some(("range", arguments)) => numbers_in_range(arguments)?,
        Some(("enumerate", list)) => {
            let numbered = literals_of(list)?.into_iter().enumerate();
            numbered.map(|(number, item)| format!("({number}, {item})")).collect()
        }
        _ => literals_of(values)?,
    };
    let rounds: Option<Vec<_>> = rounds.iter().map(|item| values_of_round(item, names.len())).collect();
    names.iter().all(|name| is_name(name)).then_some((names, rounds?))
}

/// Returns the numbers of a `range` with these arguments.
fn numbers_in_range(arguments: &str) -> Option<Vec<String>> {
    let numbers: Option<Vec<usize>> =
        split_arguments(arguments).into_iter().map(|number| number.parse().ok()).collect();
    let range = match *numbers? {
        [end] => 0..end,
        [start, end] => start..end,
        _ => return None,
    };
    (range.len() <= MOST_ROUNDS).then(|| range.map(|number| number.to_string()).collect())
}

/// Returns the items of a list or tuple; None if one is no literal.
fn literals_of(list: &str) -> Option<Vec<String>> {
    let items = within(list, '[', ']').or_else(|| within(list, '(', ')'))?;
    let items = split_arguments(items);
    items.iter().all(|item| is_literal(item)).then(|| items.into_iter().map(str::to_owned).collect())
}

/// Returns the values that the variables of a loop have in a round; None if there are not as many.
fn values_of_round(item: &str, variables: usize) -> Option<Vec<String>> {
    if variables == 1 {
        return Some(vec![literal_text(item)]);
    }
    let parts = within(item, '(', ')').or_else(|| within(item, '[', ']'))?;
    let parts: Vec<String> = split_arguments(parts).into_iter().map(literal_text).collect();
    (parts.len() == variables).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_told_from_other_expressions() {
        for literal in ["1", "-2.5", "'a'", "\"it's\"", "None", "True", "(1, 'b')", "[]", "[(1, 2), (3, 4)]"]
        {
            assert!(is_literal(literal), "{literal}");
        }
        for other in
            ["", "a", "f(1)", "'a' + 'b'", "'a\\n'", "(1) + (2)", "[x]", "inf", "1.", "nan", "(a)", "'"]
        {
            assert!(!is_literal(other), "{other}");
        }
        assert_eq!(literal_text("(\"a\",)"), "('a',)");
        assert_eq!(literal_text("[1,  \"b\"]"), "[1, 'b']");
    }

    #[test]
    fn loops_over_literals_have_values() {
        let values = |of_loop: &str| round_values(of_loop).map(|(_, rounds)| rounds);
        let rows = |rows: &[&[&str]]| {
            Some(
                rows.iter()
                    .map(|row| row.iter().map(|&value| value.to_owned()).collect())
                    .collect::<Vec<Vec<String>>>(),
            )
        };
        assert_eq!(values("a in ['x', \"y\"]:"), rows(&[&["'x'"], &["'y'"]]));
        assert_eq!(values("(a, b) in [(1, 2), (3, 4)]:"), rows(&[&["1", "2"], &["3", "4"]]));
        assert_eq!(values("i in range(1, 3):"), rows(&[&["1"], &["2"]]));
        assert_eq!(values("i, a in enumerate(['x']):"), rows(&[&["0", "'x'"]]));
        for unknown in [
            "a in rows:",
            "a in ['x', y]:",
            "a, b in [1, 2]:",
            "i in range(n):",
            "i in range(99999999):",
            "a.b in [1]:",
        ] {
            assert_eq!(values(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn arguments_end_with_their_own_bracket() {
        assert_eq!(call_arguments("self.subTest(a=f(1), b=')')", ".subTest("), Some("a=f(1), b=')'"));
        assert_eq!(call_arguments("operate(x) + rate(y)", "rate("), Some("y"));
        assert_eq!(call_arguments("rate(y", "rate("), None);
        assert_eq!(split_arguments("a, (b, c), 'd, e',"), ["a", "(b, c)", "'d, e'"]);
    }

    #[test]
    fn operands_stand_beside_their_values() {
        assert_eq!(sides("i % 2 == 0"), Some(["i % 2", "0"]));
        assert_eq!(sides("a not in b"), Some(["a", "b"]));
        assert_eq!(sides("not a"), None);
        assert_eq!(operands("i % 2", "(3 % 2)"), [("i", "3"), ("2", "2")]);
        assert_eq!(operands("level", "'a - b'"), [("level", "'a - b'")]);
        assert_eq!(operands("ink(colour)", "1"), [("ink(colour)", "1")]);
        assert_eq!(operands("a + f(b)", "((1 + 2) + 3)"), []);
    }
}
