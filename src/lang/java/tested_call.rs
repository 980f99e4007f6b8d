//! The call that a test checks, so that tests can be told apart: with arguments, and the values of variables in them.
//!
//! ```text
//! String string0 = "--0X";
//! Number number0 = NumberUtils.createNumber(string0);    ──▶  createNumber("--0X")
//! ```
//!
//! A list shows this call for each of its rows, so it is found in tokens, in bounded time.

use std::ops::Range;

use crate::lang::lexer::{Token, declared_name, located_tokens};
use crate::lang::located::TestedCall;
use crate::model::Failure;
use crate::model::text::first_bytes;

/// The length in bytes up to which a test is read: longer ones are data.
const MOST: usize = 16_384;

/// The length in bytes from which nothing is added to a call.
const LONG: usize = 200;

/// The maximum length of a string in a call in bytes; the rest of it is left out.
const QUOTED: usize = 32;

/// The number of variables whose values are written within each other.
const NESTED: usize = 3;

/// Returns the call that a test expected to throw, or whose value it asserted; else the call of the focal method.
pub(super) fn tested_call(failure: &Failure, is_of_assertion: bool) -> Option<TestedCall> {
    let source =
        Some(&*failure.generated_test).filter(|source| !source.is_empty() && source.len() <= MOST)?;
    let code = Code::of(source);
    if !is_of_assertion {
        let end = Code::failed_line(failure).map_or(code.statements.len(), |line| {
            code.statements.partition_point(|statement: &Range<usize>| code.row(statement) <= line)
        });
        let (at, value) = code.call_before(end, declared_name(&failure.focal_method))?;
        return Some(code.call(value, at, ""));
    }
    let at = code.failed(failure)?;
    let assertion = code.statements[at].clone();
    if code.word(assertion.start) == "fail" {
        let (of, value) = code.call_before(at, declared_name(&failure.focal_method))?;
        return Some(code.call(value, of, "should throw"));
    }
    let should = match code.word(assertion.start) {
        "assertTrue" => "should be true",
        "assertFalse" => "should be false",
        "assertNull" => "should be null",
        "assertNotNull" => "should not be null",
        _ => "",
    };
    let arguments = code.arguments(assertion.start + 1);
    // A message or a tolerance is no call.
    let mut last_first = arguments.into_iter().rev();
    let value = last_first.find_map(|argument| Some((argument.clone(), code.value_of(argument, at)?)));
    let Some((argument, (of, value))) = value else {
        let call = code.written(assertion.clone(), at, NESTED);
        return Some(TestedCall { call, should: "", on: String::new() });
    };
    // A call in between may have changed the object.
    let changed = (of + 1..at).rev().find(|&between| code.has_call(&code.statements[between]));
    Some(match changed {
        Some(last) => {
            let value = code.assigned(last).map_or(code.statements[last].clone(), |(_, value)| value);
            let TestedCall { call, on, .. } = code.call(value, last, "");
            TestedCall { call: format!("{call}, then {}", code.written(argument, at, 0)), should, on }
        }
        None => code.call(value, of, should),
    })
}

/// Returns the bytes of the statement that failed in a line that has more than it: the only one, or that with
/// this call, without one an assertion.
pub(super) fn failed_statement(line: &str, call: Option<&str>) -> Option<Range<usize>> {
    let code = Code::of(first_bytes(line, MOST));
    let found = match &code.statements[..] {
        [only] => only,
        statements => statements.iter().find(|statement| {
            (*statement).clone().filter(|&at| code.is_call(at)).any(|at| match (call, code.word(at)) {
                (Some(call), word) => word == call,
                (None, word) => word == "fail" || word.starts_with("assert"),
            })
        })?,
    };
    let bytes = code.tokens[found.start].1.start..code.tokens[found.end].1.end;
    (bytes.len() < line.trim().len()).then_some(bytes)
}

/// Returns false if the test calls only overloads of the focal method: it gives other numbers of arguments,
/// or arrays where a parameter is a primitive or an array of these.
pub(super) fn may_call_focal_method(failure: &Failure) -> bool {
    let [test, focal] =
        [&failure.generated_test, &failure.focal_method].map(|source| Code::of(first_bytes(source, MOST)));
    let name = declared_name(&failure.focal_method);
    let calls = |code: &Code<'_>| -> Vec<Vec<Range<usize>>> {
        (0..code.tokens.len())
            .filter(|&at| code.word(at) == name && code.is(at + 1, '('))
            .map(|at| code.arguments(at + 1))
            .collect()
    };
    let (calls_of_test, declared) = (calls(&test), calls(&focal));
    let Some(parameters) = declared.first() else { return true };
    let types: Vec<String> = parameters.iter().map(|range| focal.type_of(range.clone())).collect();
    // The number of a generic type's or of variable arguments says nothing.
    types.iter().any(|name| name.contains(['.', '<']))
        || calls_of_test.is_empty()
        || calls_of_test.iter().any(|call| {
            let mut given = types.iter().zip(call.iter().map(|argument| test.type_of_argument(argument)));
            call.len() == types.len()
                && given.all(|(parameter, given)| given.is_none_or(|given| may_be_given(parameter, &given)))
        })
}

/// Returns false if a parameter, a primitive or an array of these, has another type than what it is given,
/// and one of them is an array.
fn may_be_given(parameter: &str, given: &str) -> bool {
    given == parameter
        || !parameter.starts_with(char::is_lowercase)
        || !(parameter.ends_with(']') || given.ends_with(']'))
}

struct Code<'a> {
    source: &'a str,
    tokens: Vec<(Token<'a>, Range<usize>)>,
    /// The statements and the heads of blocks, as ranges of tokens.
    statements: Vec<Range<usize>>,
}

impl<'a> Code<'a> {
    fn of(source: &'a str) -> Code<'a> {
        let mut tokens = Vec::with_capacity(source.len() / 4);
        tokens.extend(located_tokens(source));
        let mut statements = Vec::new();
        let (mut start, mut depth) = (0, 0_usize);
        for (at, (token, _)) in tokens.iter().enumerate() {
            let before = tokens[..at].last().map(|(token, _)| token);
            match token {
                Token::Symbol('(' | '[') => depth += 1,
                // The values of an array.
                Token::Symbol('{') if depth > 0 || matches!(before, Some(Token::Symbol('=' | ']'))) => {
                    depth += 1;
                }
                Token::Symbol(')' | ']') => depth = depth.saturating_sub(1),
                Token::Symbol('}') if depth > 0 => depth -= 1,
                Token::Symbol(';' | '{' | '}') if depth == 0 => {
                    // The head of the test's method calls nothing.
                    let is_head = start == 0 && *token == Token::Symbol('{');
                    if start < at && !is_head {
                        statements.push(start..at);
                    }
                    start = at + 1;
                }
                _ => {}
            }
        }
        Code { source, tokens, statements }
    }

    /// Writes the type in a declaration, before the name at its end.
    fn type_of(&self, declaration: Range<usize>) -> String {
        let end = declaration.end.saturating_sub(1);
        let tokens = self.tokens.get(declaration.start..end).unwrap_or_default();
        let texts = tokens.iter().map(|(_, bytes)| &self.source[bytes.clone()]);
        texts.filter(|text| *text != "final").collect()
    }

    /// Returns the type of an argument that is a variable or has a cast.
    fn type_of_argument(&self, argument: &Range<usize>) -> Option<String> {
        let name = Some(self.word(argument.start)).filter(|name| argument.len() == 1 && !name.is_empty());
        match name {
            Some(name) => self.declared_type(name),
            None if self.is(argument.start, '(') => {
                let cast = self.type_of(argument.start + 1..argument.end);
                cast.split_once(')').map(|(type_name, _)| type_name.to_owned())
            }
            None => None,
        }
    }

    /// Returns the type with which a variable is declared where it gets its first value.
    fn declared_type(&self, name: &str) -> Option<String> {
        let mut statements = 0..self.statements.len();
        let at = statements
            .find(|&statement| self.assigned(statement).is_some_and(|(assigned, _)| assigned == name))?;
        let (_, value) = self.assigned(at)?;
        // The name and the sign of the assignment are before the value.
        Some(self.type_of(self.statements[at].start..value.start - 1)).filter(|name| !name.is_empty())
    }

    fn token(&self, at: usize) -> Option<Token<'a>> {
        self.tokens.get(at).map(|(token, _)| *token)
    }

    /// Returns the word at a token; empty if it is none.
    fn word(&self, at: usize) -> &'a str {
        match self.token(at) {
            Some(Token::Word(word)) => word,
            _ => "",
        }
    }

    fn is(&self, at: usize, symbol: char) -> bool {
        self.token(at) == Some(Token::Symbol(symbol))
    }

    fn is_call(&self, at: usize) -> bool {
        let word = self.word(at);
        !word.is_empty()
            && !matches!(word, "catch" | "if" | "for" | "while" | "switch")
            && self.is(at + 1, '(')
    }

    /// Returns the line, from 0, on which a statement begins.
    fn row(&self, statement: &Range<usize>) -> usize {
        self.source[..self.tokens[statement.start].1.start].bytes().filter(|&byte| byte == b'\n').count()
    }

    fn failed_line(failure: &Failure) -> Option<usize> {
        let place = failure.location.as_ref()?;
        place.failing_line?.checked_sub(place.line)
    }

    /// Returns the index of the statement that failed: the one on the line that the trace names, else the
    /// last assertion.
    fn failed(&self, failure: &Failure) -> Option<usize> {
        let line = Code::failed_line(failure);
        self.statements.iter().rposition(|statement| {
            let word = self.word(statement.start);
            (word == "fail" || word.starts_with("assert"))
                && self.is_call(statement.start)
                && line.is_none_or(|line| self.row(statement) == line)
        })
    }

    fn has_call(&self, range: &Range<usize>) -> bool {
        range.clone().any(|token| self.is_call(token))
    }

    /// Returns the call of the method `name` before a statement, or else the last call there, with its statement.
    fn call_before(&self, end: usize, name: &str) -> Option<(usize, Range<usize>)> {
        let last = |fits: &dyn Fn(usize) -> bool| {
            (0..end)
                .rev()
                .find(|at| self.statements[*at].clone().any(|token| self.is_call(token) && fits(token)))
        };
        let of_name = (!name.is_empty()).then(|| last(&|token| self.word(token) == name)).flatten();
        let at = of_name.or_else(|| last(&|_| true))?;
        Some((at, self.assigned(at).map_or(self.statements[at].clone(), |(_, value)| value)))
    }

    /// Returns the expression that an argument is, or that gave its variable the value, and its statement;
    /// None without call.
    fn value_of(&self, argument: Range<usize>, before: usize) -> Option<(usize, Range<usize>)> {
        let value = match (argument.len(), self.word(argument.start)) {
            (1, name) if !name.is_empty() => self.definition(name, before)?,
            _ => (before, argument),
        };
        self.has_call(&value.1).then_some(value)
    }

    /// Describes an expression from its first call on, without casts before it; constructors keep their `new`.
    fn call(&self, range: Range<usize>, before: usize, should: &'static str) -> TestedCall {
        let first = range.clone().find(|&at| self.word(at) == "new" || self.is_call(at));
        let start = first.unwrap_or(range.start);
        let receiver = start.checked_sub(2).filter(|&at| at >= range.start && self.is(at + 1, '.'));
        let made = receiver.and_then(|at| self.definition(self.word(at), before));
        TestedCall {
            call: self.written(start..range.end, before, NESTED),
            should,
            on: made.map_or_else(String::new, |(before, value)| self.written(value, before, NESTED - 1)),
        }
    }

    fn assigned(&self, statement: usize) -> Option<(&'a str, Range<usize>)> {
        let range = self.statements[statement].clone();
        let mut depth = 0_usize;
        for at in range.clone() {
            match self.token(at) {
                Some(Token::Symbol('(' | '[' | '{')) => depth += 1,
                Some(Token::Symbol(')' | ']' | '}')) => depth = depth.saturating_sub(1),
                Some(Token::Symbol('=')) if depth == 0 && at > range.start => {
                    return (!self.is(at + 1, '=')).then(|| (self.word(at - 1), at + 1..range.end));
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the last statement before another one that assigns a variable, and the value. What a field of the test's class
    /// holds is not known once something was called.
    fn definition(&self, name: &str, before: usize) -> Option<(usize, Range<usize>)> {
        let value = |at: usize| self.assigned(at).filter(|(assigned, _)| *assigned == name);
        let (at, (_, value)) = (0..before).rev().find_map(|at| Some((at, value(at)?)))?;
        let is_kept = self.declared_type(name).is_some()
            || !(at + 1..before).any(|between| self.has_call(&self.statements[between]));
        is_kept.then_some((at, value))
    }

    /// Returns the same for a variable that is written as its value; None for an object that was only created, and on which
    /// something was called since then, `pens.add(pen);`: the expression says less of it than the name.
    fn value_to_write(&self, name: &str, before: usize) -> Option<(usize, Range<usize>)> {
        let (at, value) = self.definition(name, before)?;
        let is_changed = self.statements[at + 1..before].iter().any(|between| {
            self.word(between.start) == name
                && self.is(between.start + 1, '.')
                && self.is_call(between.start + 2)
        });
        (self.word(value.start) != "new" || !is_changed).then_some((at, value))
    }

    /// Returns the values that the statements between two others give to the elements of an array.
    fn elements(&self, name: &str, between: Range<usize>) -> Vec<(usize, Range<usize>)> {
        let values = between.filter_map(|at| {
            let (assigned, value) = self.assigned(at)?;
            let start = self.statements[at].start;
            (assigned.is_empty() && self.word(start) == name && self.is(start + 1, '['))
                .then_some((at, value))
        });
        values.collect()
    }

    fn arguments(&self, open: usize) -> Vec<Range<usize>> {
        let (mut depth, mut start) = (0_usize, open + 1);
        let mut found = Vec::new();
        for at in open..self.tokens.len() {
            match self.token(at) {
                Some(Token::Symbol('(' | '[' | '{')) => depth += 1,
                Some(Token::Symbol(')' | ']' | '}')) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 || (depth == 1 && self.is(at, ',')) {
                if start < at {
                    found.push(start..at);
                }
                start = at + 1;
            }
            if depth == 0 {
                break;
            }
        }
        found
    }

    /// Returns the end of a cast that begins at a token, if one does.
    fn cast(&self, at: usize) -> Option<usize> {
        let follows_name =
            matches!(self.tokens[..at].last(), Some((Token::Word(_) | Token::Symbol(')' | ']'), _)));
        if !self.is(at, '(') || follows_name || self.word(at + 1).is_empty() {
            return None;
        }
        let close = at
            + 1
            + self.tokens[at + 1..]
                .iter()
                .take_while(|(token, _)| match token {
                    Token::Symbol(symbol) => ".<>[],?".contains(*symbol),
                    token => matches!(token, Token::Word(_)),
                })
                .count();
        let is_value = self.token(close + 1).is_some_and(|token| match token {
            Token::Symbol(symbol) => matches!(symbol, '(' | '-'),
            Token::Word(_) | Token::Number | Token::Quoted => true,
        });
        // The type of a null shows which of several methods of one name is called; most nulls are strings.
        let shows_method = self.word(close + 1) == "null" && self.word(at + 1) != "String";
        let is_cast = self.is(close, ')') && is_value && !shows_method;
        is_cast.then_some(close + 1)
    }

    /// Writes an expression with the values of its variables, without casts.
    fn written(&self, range: Range<usize>, before: usize, nested: usize) -> String {
        let mut out = String::new();
        let mut at = range.start;
        let mut end = 0;
        while at < range.end && out.len() < LONG {
            if let Some(after) = self.cast(at) {
                at = after;
                // A blank before the cast is written, one behind it is not.
                end = self.tokens.get(at).map_or(0, |(_, bytes)| bytes.start);
                continue;
            }
            let (token, bytes) = &self.tokens[at];
            if !out.is_empty() && end < bytes.start && !out.ends_with([' ', '(']) {
                out.push(' ');
            }
            end = bytes.end;
            match token {
                // A bracketed number is a negative one.
                Token::Symbol('(')
                    if self.is(at + 1, '-') && self.is(at + 3, ')') && !self.is_call(at.wrapping_sub(1)) =>
                {
                    out.push_str(&self.source[self.tokens[at + 1].1.start..self.tokens[at + 2].1.end]);
                    at += 3;
                    end = self.tokens[at].1.end;
                }
                Token::Symbol(',') => out.push_str(", "),
                Token::Quoted => push_quoted(&self.source[bytes.clone()], &mut out),
                Token::Word(word) if nested > 0 => {
                    let is_value =
                        !(self.is(at + 1, '(') || self.is(at + 1, '.') || at > 0 && self.is(at - 1, '.'));
                    match is_value.then(|| self.value_to_write(word, before)).flatten() {
                        Some((of, value)) => {
                            let elements = self.elements(word, of + 1..before);
                            out.push_str(&self.value(value, &elements, of, nested - 1));
                        }
                        None => out.push_str(word),
                    }
                }
                _ => out.push_str(&self.source[bytes.clone()]),
            }
            at += 1;
        }
        if at < range.end {
            out.push('…');
        }
        out
    }

    fn value(
        &self,
        value: Range<usize>,
        elements: &[(usize, Range<usize>)],
        before: usize,
        nested: usize,
    ) -> String {
        if elements.is_empty() {
            return self.written(value, before, nested);
        }
        let mut text = String::new();
        for (at, element) in elements {
            if text.len() > LONG {
                break;
            }
            text.push_str(if text.is_empty() { "{" } else { ", " });
            text.push_str(&self.written(element.clone(), *at, nested.saturating_sub(1)));
        }
        text + "}"
    }
}

fn push_quoted(text: &str, out: &mut String) {
    if text.len() <= QUOTED {
        return out.push_str(text);
    }
    out.push_str(first_bytes(text, QUOTED - 2));
    out.push('…');
    out.push_str(&text[text.len() - 1..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_line_with_more_only_the_failed_statement_is_marked() {
        let marked = |line: &'static str, call| failed_statement(line, call).map(|bytes| &line[bytes]);
        let test =
            "@Test void t() { add(\";\"); run(() -> { a(); }); Item it = cart.get(1); assertNotNull(it); }";
        assert_eq!(marked(test, Some("get")), Some("Item it = cart.get(1);"));
        assert_eq!(marked(test, None), Some("assertNotNull(it);"));
        assert_eq!(marked(test, Some("elsewhere")), None);
        let method = "Item get(int at) { return items.at(at + 1); }";
        assert_eq!(marked(method, Some("get")), Some("return items.at(at + 1);"));
        assert_eq!(marked("    cart.get(1);", Some("get")), None, "it is the whole line");
        assert_eq!(marked("while (it.next() != null) {", Some("next")), None);
    }
}
