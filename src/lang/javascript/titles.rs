//! The calls that declare tests and suites in a file, and the titles that reports give them.
//!
//! ```text
//! source ──test_calls──▶ TestCall: titles, bytes ──matches──▶ the test that a report names
//! ```
//!
//! A title of a source may have parts that any text fits: expressions of a template, the places for the values of a table.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::ops::Range;

use memchr::memmem;
use tree_sitter::Node;

use super::syntax::{
    DEEPEST, Role, arguments, bare, field, is_function, named, outcomes, role_of, string_text, text,
    unescaped,
};
use crate::lang::syntax::with_depth;

/// The functions that declare a test, and those that declare a suite.
const TESTS: [&str; 8] = ["it", "test", "specify", "fit", "xit", "xtest", "bench", "xspecify"];
const SUITES: [&str; 7] = ["describe", "context", "suite", "xdescribe", "fdescribe", "xcontext", "fcontext"];

/// The members of these functions that declare a test or a suite as well.
const MEMBERS: [&str; 22] = [
    "only",
    "skip",
    "todo",
    "concurrent",
    "sequential",
    "fails",
    "failing",
    "fail",
    "each",
    "for",
    "runIf",
    "skipIf",
    "serial",
    "parallel",
    "fixme",
    "slow",
    "shuffle",
    "describe",
    "suite",
    "test",
    "it",
    "prop",
];

/// Those that change only how a test runs.
const MODES: [&str; 8] = ["only", "skip", "todo", "concurrent", "sequential", "fails", "failing", "serial"];

/// The functions that run before or after tests.
pub(super) const HOOKS: [&str; 8] =
    ["beforeEach", "before", "beforeAll", "afterEach", "after", "afterAll", "setup", "teardown"];

/// The characters between titles, as reports join them.
const BETWEEN: [&str; 4] = [" > ", " ", " › ", "."];

/// A call that declares a test or a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TestCall {
    /// The titles from the outermost suite to its own.
    pub titles: Vec<Title>,
    pub is_suite: bool,
    /// True if its own title is computed: what a report names it is not in the source.
    pub is_computed: bool,
    /// The bytes of the call.
    pub bytes: Range<usize>,
    /// The rows of the call, from 0.
    pub rows: Range<usize>,
}

/// A title: its texts, between which any text fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Title {
    texts: Vec<String>,
}

impl Title {
    fn exact(text: String) -> Title {
        Title { texts: vec![text] }
    }

    /// Returns a title that any text fits.
    fn any() -> Title {
        Title { texts: vec![String::new(), String::new()] }
    }

    /// Returns its texts, joined.
    pub(super) fn text(&self) -> String {
        self.texts.join(" ")
    }

    /// Returns a title that fits nothing.
    fn unknown() -> Title {
        Title { texts: Vec::new() }
    }
}

/// Returns false for a source in which no function for tests can have a call, or another name.
pub(super) fn may_have_tests(source: &str) -> bool {
    TESTS.iter().chain(&SUITES).any(|name| {
        words(source, name).any(|at| {
            let mut behind = source[at + name.len()..].chars();
            let is_prose = behind.next() == Some(' ')
                && behind.as_str().starts_with(char::is_alphabetic)
                && !behind.as_str().starts_with("as ");
            !is_prose
        })
    })
}

/// Returns the places at which a text has a word.
pub(super) fn words<'s>(text: &'s str, word: &'s str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let is_of_word = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
    };
    memmem::find_iter(bytes, word).filter(move |at| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        !is_of_word(before) && !is_of_word(bytes.get(at + word.len()))
    })
}

/// Returns true if a source surely declares a test by these titles, as tools of tests and formatters write it: the call of the first
/// one is at the margin, those of the others are further in, and each title is a whole string. What it is not sure of, the tree of
/// the source tells.
pub(super) fn declares_titles(source: &str, titles: &[&str]) -> bool {
    let Some((own, suites)) = titles.split_last() else { return false };
    let declares = |title: &str, functions: &[&str], is_at_margin: bool| {
        memmem::find_iter(source.as_bytes(), title).any(|at| {
            let quotes = ['\'', '"', '`'];
            let (before, behind) = (&source[..at], &source[at + title.len()..]);
            let quote =
                quotes.into_iter().find(|quote| before.ends_with(*quote) && behind.starts_with(*quote));
            let call = quote.and_then(|quote| before.strip_suffix(quote)?.strip_suffix('('));
            call.is_some_and(|call| {
                let line = call.rsplit('\n').next().unwrap_or(call);
                let function = line.trim_start();
                let name = function.split('.').next().unwrap_or(function);
                let members = function.split('.').skip(1);
                functions.contains(&name)
                    && { members }.all(|member| MODES.contains(&member))
                    && (function.len() == line.len()) == is_at_margin
            })
        })
    };
    let is_plain = titles.iter().all(|title| !title.is_empty() && !title.contains(['\\', '\n', '$', '%']));
    is_plain
        && suites.iter().enumerate().all(|(at, title)| declares(title, &SUITES, at == 0))
        && declares(own, &TESTS, suites.is_empty())
}

/// Returns the calls that declare tests and suites, in the order of the source; `roles` are those of its grammar. None if the tree is
/// nested too deeply.
pub(super) fn test_calls(root: Node<'_>, source: &str, roles: &[Role]) -> Option<Vec<TestCall>> {
    let mut aliases = aliases(root, source);
    let functions = functions_at_margin(root, source);
    let mut helpers: Vec<Helper<'_>> = Vec::new();
    let mut others: Vec<Node<'_>> = Vec::new();
    let mut found: Vec<TestCall> = Vec::new();
    // The suites and tests around, with their depths in the tree.
    let mut around: Vec<(usize, Title)> = Vec::new();
    // The suites that are given no function: `QUnit.module('pens')`.
    let mut open_suites: Vec<(usize, Title)> = Vec::new();
    for (node, depth) in with_depth(root) {
        if depth > DEEPEST {
            return None;
        }
        while around.last().is_some_and(|(last, _)| *last >= depth) {
            around.pop();
        }
        let role = role_of(node, roles);
        if role == Role::Variable {
            aliases.extend(chosen(node, source, &aliases));
        }
        if role != Role::Call {
            continue;
        }
        let Some((is_suite, is_table)) = declares(node, source, &aliases) else {
            others.push(node);
            continue;
        };
        let given = arguments(node);
        let Some(first) = given.first().copied() else { continue };
        helpers.extend(Helper::around(node, source).filter(|_| !is_suite));
        let has_function = callback(node).is_some();
        let is_computed = !is_suite && is_computed(first) && has_function;
        let title = if is_suite && has_function && is_value(first, source, &functions) {
            Some(Title::any())
        } else {
            title_of(first, source, is_table).or_else(|| is_computed.then(Title::unknown))
        };
        let Some(title) = title else { continue };
        if is_suite && given.len() == 1 {
            // The suite is that of the tests behind it.
            open_suites.retain(|(last, _)| *last < depth);
            open_suites.push((depth, title));
            continue;
        }
        // A suite with a function of its own begins anew.
        open_suites.retain(|(last, _)| *last < depth || !is_suite && *last == depth);
        let mut outer: Vec<&(usize, Title)> = open_suites.iter().chain(&around).collect();
        outer.sort_by_key(|(depth, _)| *depth);
        let titles = outer.into_iter().map(|(_, title)| title.clone()).chain([title.clone()]).collect();
        found.push(TestCall {
            titles,
            is_suite,
            is_computed,
            bytes: node.byte_range(),
            rows: node.start_position().row..node.end_position().row + 1,
        });
        around.push((depth, title));
    }
    let by_helpers =
        others.into_iter().filter(|call| helpers.iter().any(|helper| helper.declares(*call, source)));
    let by_helpers: Vec<TestCall> = by_helpers.map(|call| given_to_helper(call, &found)).collect();
    if !by_helpers.is_empty() {
        found.extend(by_helpers);
        found.sort_by_key(|call| call.bytes.start);
    }
    Some(found)
}

/// Returns the function that a call of a test or suite is given: its body.
pub(super) fn callback(call: Node<'_>) -> Option<Node<'_>> {
    arguments(call).into_iter().rev().map(unbound).find(|argument| is_function(*argument))
}

/// Returns what is bound: of `function () {…}.bind(this)` the function.
fn unbound(value: Node<'_>) -> Node<'_> {
    let value = bare(value);
    let called = value.child_by_field_name("function").filter(|_| value.kind() == "call_expression");
    let object = called.and_then(|called| called.child_by_field_name("object")).map(bare);
    object.filter(|object| is_function(*object)).unwrap_or(value)
}

/// A function of the file that declares a test whose body it is given: `function draws(ink, body) { test(`of ${ink}`, body); }`.
struct Helper<'s> {
    name: &'s str,
    /// The place of the test's body among its parameters.
    place: usize,
}

impl<'s> Helper<'s> {
    /// Returns the function around a call that declares a test, if the test's body is one of its parameters.
    fn around(test: Node<'_>, source: &'s str) -> Option<Helper<'s>> {
        let given = arguments(test);
        let body = match callback(test) {
            // `test(title, () => body(ink))`
            Some(function) => called_alone(function)?,
            None => bare(*given.last()?),
        };
        let body = text(body, source);
        let mut around = iter::successors(test.parent(), Node::parent).filter(|node| is_function(*node));
        around.find_map(|function| {
            let mut parameters = function.child_by_field_name("parameters").into_iter().flat_map(named);
            let place = parameters.position(|parameter| {
                let pattern = parameter.child_by_field_name("pattern").unwrap_or(parameter);
                text(pattern, source) == body
            })?;
            let holder = function.parent().filter(|holder| holder.kind() == "variable_declarator");
            let name = field(holder.unwrap_or(function), "name", source);
            (!name.is_empty()).then_some(Helper { name, place })
        })
    }

    /// Returns true for a call of it that is given the body of a test.
    fn declares(&self, call: Node<'_>, source: &str) -> bool {
        let body = arguments(call).get(self.place).map(|body| unbound(*body));
        field(call, "function", source) == self.name && body.is_some_and(is_function)
    }
}

/// Returns what is called by a function that does nothing else.
fn called_alone(function: Node<'_>) -> Option<Node<'_>> {
    let body = function.child_by_field_name("body")?;
    let only = if body.kind() == "statement_block" {
        let mut statements = named(body);
        let only = statements.next().filter(|_| statements.next().is_none())?;
        named(only).next()?
    } else {
        body
    };
    let call = Some(bare(only)).filter(|only| only.kind() == "call_expression")?;
    let called = call.child_by_field_name("function")?;
    // `body.call(this, ink)`
    Some(called.child_by_field_name("object").unwrap_or(called))
}

/// Returns the test that a call of a helper declares: its title is in the helper.
fn given_to_helper(call: Node<'_>, known: &[TestCall]) -> TestCall {
    let suites = known.iter().filter(|suite| suite.is_suite);
    let around = { suites }
        .rfind(|suite| suite.bytes.start <= call.start_byte() && call.end_byte() <= suite.bytes.end);
    let outer = around.map_or(&[][..], |suite| &suite.titles);
    TestCall {
        titles: outer.iter().cloned().chain([Title::unknown()]).collect(),
        is_suite: false,
        is_computed: true,
        bytes: call.byte_range(),
        rows: call.start_position().row..call.end_position().row + 1,
    }
}

/// The names of a file that mean a function for tests, with true for suites.
type Aliases = Vec<(String, bool)>;

/// Returns the names that a file gives to functions for tests: of an import with another name, of an extended test.
fn aliases(root: Node<'_>, source: &str) -> Aliases {
    let mut aliases: Aliases = Vec::new();
    for statement in named(root) {
        let statement = match statement.kind() {
            "export_statement" => statement.child_by_field_name("declaration").unwrap_or(statement),
            _ => statement,
        };
        if statement.kind() == "import_statement" {
            for (node, _) in with_depth(statement) {
                if node.kind() == "import_specifier"
                    && let Some(alias) = node.child_by_field_name("alias")
                {
                    let name = field(node, "name", source);
                    let meant =
                        TESTS.contains(&name).then_some(false).or(SUITES.contains(&name).then_some(true));
                    aliases.extend(meant.map(|is_suite| (text(alias, source).to_owned(), is_suite)));
                }
            }
        } else if matches!(statement.kind(), "lexical_declaration" | "variable_declaration") {
            for declarator in named(statement).filter(|child| child.kind() == "variable_declarator") {
                let value = declarator.child_by_field_name("value").map(bare);
                let Some(value) = value else { continue };
                let function = if value.kind() == "call_expression" {
                    value.child_by_field_name("function")
                } else {
                    Some(value)
                };
                let Some(function) = function else { continue };
                let (root, members) = chain(function, source);
                let is_extended = members.last() == Some(&"extend") || value.kind() != "call_expression";
                let kind = kind_of(root, &aliases).filter(|_| is_extended && !root.is_empty());
                aliases.extend(kind.map(|is_suite| (field(declarator, "name", source).to_owned(), is_suite)));
            }
        }
    }
    aliases
}

/// Returns the name of a variable anywhere in a file that is a function for tests, or one of several: `only ? test.only : test`.
fn chosen(variable: Node<'_>, source: &str, aliases: &Aliases) -> Option<(String, bool)> {
    let value = variable.child_by_field_name("value")?;
    let kind = kind_of_choice(value, source, aliases)?;
    let name = variable.child_by_field_name("name").filter(|name| name.kind() == "identifier")?;
    Some((text(name, source).to_owned(), kind))
}

/// Returns true for an expression each of whose values declares suites, false for one whose values declare tests.
fn kind_of_choice(value: Node<'_>, source: &str, aliases: &Aliases) -> Option<bool> {
    let mut kinds = outcomes(value, source).into_iter().map(|side| {
        let (root, members) = chain(side, source);
        let is_function = side.kind() != "call_expression" && members.iter().all(|name| MODES.contains(name));
        kind_of(root, aliases).filter(|_| is_function)
    });
    let first = kinds.next()??;
    kinds.all(|other| other == Some(first)).then_some(first)
}

/// Returns the functions that a file declares or imports at its margin: a suite that is given one is named as it is.
fn functions_at_margin<'s>(root: Node<'_>, source: &'s str) -> HashSet<&'s str> {
    let mut names = HashSet::new();
    for statement in named(root) {
        match statement.kind() {
            "import_statement" => {
                let parts = with_depth(statement).map(|(node, _)| node);
                names.extend(parts.filter(|node| node.kind() == "identifier").map(|node| text(node, source)));
            }
            "function_declaration" => drop(names.insert(field(statement, "name", source))),
            "lexical_declaration" | "variable_declaration" => {
                for variable in named(statement) {
                    let value = variable.child_by_field_name("value").map(bare);
                    if value.is_some_and(|value| {
                        is_function(value) || field(value, "function", source) == "require"
                    }) {
                        let name = variable.child_by_field_name("name").into_iter().flat_map(with_depth);
                        names.extend(name.map(|(node, _)| text(node, source)));
                    }
                }
            }
            _ => {}
        }
    }
    names
}

/// Returns true for a title that is a value: one of a variable, or one that is computed. Of a class or a function it is the name.
fn is_value(title: Node<'_>, source: &str, functions: &HashSet<&str>) -> bool {
    let title = bare(title);
    match title.kind() {
        "identifier" => {
            let name = text(title, source);
            !name.starts_with(char::is_uppercase) && !functions.contains(name)
        }
        "call_expression" | "subscript_expression" | "ternary_expression" => true,
        _ => false,
    }
}

/// Returns the name that a chain of members and calls begins with, and the names of its members.
fn chain<'s>(function: Node<'_>, source: &'s str) -> (&'s str, Vec<&'s str>) {
    let mut members = Vec::new();
    let mut at = function;
    loop {
        match at.kind() {
            "identifier" => {
                members.reverse();
                return (text(at, source), members);
            }
            "member_expression" if members.len() < 8 => {
                members.push(field(at, "property", source));
                match at.child_by_field_name("object") {
                    Some(object) => at = object,
                    None => return ("", Vec::new()),
                }
            }
            "call_expression" => match at.child_by_field_name("function") {
                Some(called) => at = called,
                None => return ("", Vec::new()),
            },
            _ => return ("", Vec::new()),
        }
    }
}

fn kind_of(name: &str, aliases: &Aliases) -> Option<bool> {
    if TESTS.contains(&name) {
        return Some(false);
    }
    if SUITES.contains(&name) {
        return Some(true);
    }
    aliases.iter().rfind(|(alias, _)| alias == name).map(|(_, is_suite)| *is_suite)
}

/// Returns true for a call that declares a suite, false for one that declares a test, and true if it has a table of values; None
/// for any other call.
fn declares(call: Node<'_>, source: &str, aliases: &Aliases) -> Option<(bool, bool)> {
    let function = bare(call.child_by_field_name("function")?);
    // The call with a title is the outermost: `it.each(table)('title', …)`.
    if call.child_by_field_name("arguments")?.kind() != "arguments" {
        return None;
    }
    // `(only ? test.only : test)('title', …)`
    if matches!(function.kind(), "ternary_expression" | "binary_expression") {
        return kind_of_choice(function, source, aliases).map(|is_suite| (is_suite, false));
    }
    let is_called_twice = function.kind() == "call_expression";
    let (root, members) = chain(function, source);
    let has_table = members.iter().any(|member| matches!(*member, "each" | "for"));
    let needs_table = members.iter().any(|member| matches!(*member, "each" | "for" | "runIf" | "skipIf"));
    if needs_table != is_called_twice {
        return None;
    }
    let known = kind_of(root, aliases).filter(|_| members.iter().all(|member| MEMBERS.contains(member)));
    if let Some(is_suite) = known {
        let is_of_suite = members.iter().any(|member| matches!(*member, "describe" | "suite"));
        return Some((is_suite || is_of_suite, has_table));
    }
    if root == "QUnit" {
        let is_suite = members.first() == Some(&"module");
        let is_test = matches!(members.first(), Some(&"test" | &"only" | &"skip" | &"todo"));
        return (is_suite || is_test).then_some((is_suite, has_table));
    }
    // The context of a test of Node declares tests within it: `t.test('title', …)`.
    let is_subtest = matches!(members[..], ["test" | "it"]) && root.len() <= 3
        || matches!(members[..], ["describe"]) && root.len() <= 3;
    if !is_subtest {
        return None;
    }
    let has_title =
        arguments(call).first().is_some_and(|first| matches!(first.kind(), "string" | "template_string"));
    has_title.then(|| (members == ["describe"], false))
}

/// Returns true for a title of which the source has no text: a variable, a member, a call.
fn is_computed(title: Node<'_>) -> bool {
    let kinds =
        ["identifier", "member_expression", "subscript_expression", "call_expression", "ternary_expression"];
    kinds.contains(&bare(title).kind())
}

/// Returns the title that an expression is.
fn title_of(expression: Node<'_>, source: &str, is_table: bool) -> Option<Title> {
    let mut texts = vec![String::new()];
    let mut open = vec![bare(expression)];
    let mut add = |text: &str, is_any: bool| {
        if is_any {
            texts.push(String::new());
        } else if let Some(last) = texts.last_mut() {
            last.push_str(text);
        }
    };
    let mut is_known = false;
    while let Some(part) = open.pop() {
        match part.kind() {
            "string" => {
                is_known = true;
                add(&string_text(part, source)?, false);
            }
            "template_string" => {
                is_known = true;
                let mut at = part.start_byte() + 1;
                for inner in named(part).filter(|inner| inner.kind() == "template_substitution") {
                    add(&unescaped(source.get(at..inner.start_byte())?), false);
                    add("", true);
                    at = inner.end_byte();
                }
                add(&unescaped(source.get(at..part.end_byte().checked_sub(1)?).unwrap_or("")), false);
            }
            "binary_expression" if field(part, "operator", source) == "+" => {
                let sides = [part.child_by_field_name("right")?, part.child_by_field_name("left")?];
                open.extend(sides.map(bare));
            }
            "identifier" if part == bare(expression) => {
                return Some(Title::exact(text(part, source).to_owned()));
            }
            "member_expression" if part == bare(expression) => {
                let name = if field(part, "property", source) == "name" { "object" } else { "property" };
                return Some(Title::exact(field(part, name, source).to_owned()));
            }
            "class" | "function_expression" if part == bare(expression) => {
                return Some(Title::exact(field(part, "name", source).to_owned()));
            }
            "arrow_function" => return None,
            _ => {
                is_known |= part != bare(expression);
                add("", true);
            }
        }
    }
    if !is_known {
        return None;
    }
    if is_table {
        texts = texts.iter().flat_map(|text| without_places(text)).collect();
    }
    Some(Title { texts })
}

/// Splits a title at the places for the values of a table: `%s`, `$name`, `$#`.
fn without_places(title: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut rest = title;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '%' => {
                let after = &rest[1..];
                if after.starts_with('%') {
                    if let Some(last) = texts.last_mut() {
                        last.push('%');
                    }
                    rest = &rest[2..];
                    continue;
                }
                usize::from(after.starts_with(['s', 'd', 'i', 'f', 'j', 'o', 'O', 'p', 'c', '#', '$'])) * 2
            }
            '$' => {
                let name = &rest[1..];
                let end = name
                    .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '#')))
                    .unwrap_or(name.len());
                let name = name[..end].trim_end_matches('.');
                if name.is_empty() { 0 } else { name.len() + 1 }
            }
            _ => 0,
        };
        if length > 0 {
            texts.push(String::new());
            rest = &rest[length..];
        } else {
            if let Some(last) = texts.last_mut() {
                last.push(c);
            }
            rest = &rest[c.len_utf8()..];
        }
    }
    texts
}

/// The quality of a fit of titles and a name: a better one is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fit {
    /// True if all titles are in the name, not only the last ones.
    is_whole: bool,
    /// True if no part of them fits any text.
    is_exact: bool,
    /// The number of titles in the name.
    titles: usize,
    /// The length of the texts that are the same.
    length: usize,
}

impl Fit {
    /// Returns what decides before the frames of a trace do: whether all titles fit, and exactly.
    pub(super) fn rank(self) -> (bool, bool, usize) {
        (self.is_whole, self.is_exact, self.titles)
    }

    /// Returns true if all titles are in the name.
    pub(super) fn is_of_all(self) -> bool {
        self.is_whole
    }
}

impl TestCall {
    /// Returns the texts of all titles.
    pub(super) fn words(&self) -> String {
        self.titles.iter().flat_map(|title| &title.texts).map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Returns the text of each title, the outermost first.
    pub(super) fn title_texts(&self) -> Vec<String> {
        self.titles.iter().map(Title::text).collect()
    }

    /// Returns the text of its own title.
    pub(super) fn own_words(&self) -> String {
        self.titles.last().map_or_else(String::new, Title::text)
    }

    /// Returns the same test with the titles that it has where a call in some suites declares it by a text: a part of its own title if
    /// that is made of values, or else of the suites in which it is declared.
    pub(super) fn declared_in(&self, suites: &[Title], text: &str) -> TestCall {
        let (Some(own), outer) = (self.titles.last(), &self.titles[..self.titles.len().saturating_sub(1)])
        else {
            return self.clone();
        };
        let given = Title::exact(text.to_owned());
        let own = if own.texts.len() == 1 {
            vec![given, own.clone()]
        } else {
            vec![Title::exact(format!("{text} {}", own.text()).trim().to_owned())]
        };
        let titles = suites.iter().chain(outer).cloned().chain(own).collect();
        TestCall { titles, ..self.clone() }
    }

    /// Returns the same test with a title that any text fits in place of a computed one.
    pub(super) fn with_any_title(&self) -> TestCall {
        let outer = &self.titles[..self.titles.len().saturating_sub(1)];
        let titles = outer.iter().cloned().chain([Title::any()]);
        let titles = if self.is_computed { titles.collect() } else { self.titles.clone() };
        TestCall { titles, ..self.clone() }
    }

    /// Returns true if its own title is one that any text fits.
    pub(super) fn has_any_title(&self) -> bool {
        self.titles.last().is_some_and(|title| title.texts.iter().all(String::is_empty))
    }

    /// Returns how well the titles fit a name in which a report joined them, or the last of them; None if they don't.
    pub(super) fn fit(&self, name: &str) -> Option<Fit> {
        let count = self.titles.len();
        (1..=count).rev().find_map(|titles| {
            let own = &self.titles[count - titles..];
            if own.iter().any(|title| title.texts.is_empty()) || !may_begin(name, own) {
                return None;
            }
            let fits = BETWEEN
                .iter()
                .take(if titles == 1 { 1 } else { BETWEEN.len() })
                .find_map(|between| fitting(joined(own, between), name))
                .or_else(|| joined_by_signs(own, name).filter(|_| titles == count))?;
            let length = fits.iter().map(String::len).sum();
            // Any text fits a title without a word of its own: then the suites around it have to fit as well.
            let is_any = length == 0 && titles < count;
            let is_exact = own.iter().all(|title| title.texts.len() == 1);
            (!is_any).then_some(Fit { is_whole: titles == count, is_exact, titles, length })
        })
    }
}

/// The calls of a project's tests by their titles.
#[derive(Debug, Default)]
pub(super) struct ByTitle<C> {
    /// Tests whose titles have no values, by all their titles: thousands of files can have a test of one title of its own.
    whole: HashMap<String, Vec<C>>,
    /// Calls by their own titles, with which the names in reports end.
    exact: HashMap<String, Vec<C>>,
    /// Those whose titles have values, by their first word.
    by_word: HashMap<String, Vec<C>>,
    /// Those whose titles begin with a value.
    others: Vec<C>,
}

impl<C: Copy> ByTitle<C> {
    pub(super) fn of<'c>(calls: impl Iterator<Item = (C, &'c TestCall)>) -> ByTitle<C> {
        let mut by_title = ByTitle {
            whole: HashMap::new(),
            exact: HashMap::new(),
            by_word: HashMap::new(),
            others: Vec::new(),
        };
        for (id, call) in calls {
            let Some(title) = call.titles.last() else { continue };
            if !call.is_suite && call.titles.iter().all(|title| title.texts.len() == 1) {
                let titles = joined(&call.titles, " ").concat();
                by_title.whole.entry(with_blanks(&titles)).or_default().push(id);
                if let Some(titles) = without_line_ends(&titles) {
                    by_title.whole.entry(with_blanks(&titles)).or_default().push(id);
                }
            }
            let first = title.texts.first().map_or(String::new(), |text| plain(text));
            if title.texts.len() == 1 {
                by_title.exact.entry(first.trim().to_owned()).or_default().push(id);
                if let Some(first) = without_line_ends(&first) {
                    by_title.exact.entry(first.trim().to_owned()).or_default().push(id);
                }
            } else if let Some((word, _)) = first.trim_start().split_once(' ') {
                by_title.by_word.entry(word.to_owned()).or_default().push(id);
            } else {
                by_title.others.push(id);
            }
        }
        by_title
    }

    /// Returns the tests of which a name may be with all titles; most tests are found by it.
    pub(super) fn named_whole(&self, name: &str) -> Vec<C> {
        self.whole.get(&with_blanks(name)).cloned().unwrap_or_default()
    }

    /// Returns the calls of which a name may be, in no order.
    pub(super) fn named(&self, name: &str) -> Vec<C> {
        let name = name.trim();
        let starts = name.match_indices([' ', '.']).map(|(at, between)| at + between.len());
        let mut found = self.others.clone();
        for start in std::iter::once(0).chain(starts) {
            let rest = name[start..].trim_start();
            found.extend(self.exact.get(rest).into_iter().flatten());
            let word = rest.split(' ').next().unwrap_or(rest);
            found.extend(self.by_word.get(word).into_iter().flatten());
        }
        found
    }
}

impl TestCall {
    /// Returns all titles as a name in a report gives them, joined by ` > `; None if it does not have those with values.
    pub(super) fn named(&self, name: &str) -> Option<String> {
        let count = self.titles.len();
        let (titles, texts) = (1..=count).rev().find_map(|titles| {
            let own = &self.titles[count - titles..];
            if own.iter().any(|title| title.texts.is_empty()) || !may_begin(name, own) {
                return None;
            }
            let texts = BETWEEN.iter().find_map(|between| fitting(joined(own, between), name));
            Some((titles, texts.or_else(|| joined_by_signs(own, name).filter(|_| titles == count))?))
        })?;
        let outer = &self.titles[..count - titles];
        if outer.iter().any(|title| title.texts.len() > 1) {
            return None;
        }
        let mut values = values_in(&texts, name.trim()).into_iter();
        let own = self.titles[count - titles..].iter().map(|title| {
            let mut named = title.texts.first().map_or(String::new(), |text| plain(text));
            for text in title.texts.iter().skip(1) {
                named.push_str(values.next().unwrap_or(""));
                named.push_str(&plain(text));
            }
            named
        });
        let outer = outer.iter().map(|title| plain(&title.texts.concat()));
        Some(outer.chain(own).collect::<Vec<_>>().join(" > "))
    }
}

/// Returns what stands in a name between texts that it has in order.
fn values_in<'n>(texts: &[String], name: &'n str) -> Vec<&'n str> {
    let Some((first, others)) = texts.split_first() else { return Vec::new() };
    let mut rest = name.get(first.trim_start().len()..).unwrap_or("");
    let mut values = Vec::new();
    for (at, text) in others.iter().enumerate() {
        let end = if at + 1 == others.len() {
            rest.len().saturating_sub(text.trim_end().len())
        } else {
            rest.find(text.as_str()).unwrap_or(rest.len())
        };
        values.push(rest.get(..end).unwrap_or(""));
        rest = rest.get(end + text.len()..).unwrap_or("");
    }
    values
}

/// Returns a name whose titles are joined by blanks, however a report joins them.
fn with_blanks(name: &str) -> String {
    name.trim().replace(" > ", " ").replace(" › ", " ")
}

/// Returns false if a name does not begin with the first of these titles. Thousands of files can have a test of one title: they are
/// told apart before their titles are joined.
fn may_begin(name: &str, titles: &[Title]) -> bool {
    let first = titles.first().and_then(|title| title.texts.first()).map_or("", |text| text.trim());
    name.trim_start().starts_with(first) || first.contains(['\r', '\n', '\t'])
}

/// Joins titles to one.
fn joined(titles: &[Title], between: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for (at, title) in titles.iter().enumerate() {
        if let Some(last) = all.last_mut() {
            if at > 0 {
                last.push_str(between);
            }
            let mut texts = title.texts.iter();
            last.push_str(texts.next().map_or("", String::as_str));
            all.extend(texts.cloned());
        }
    }
    // A name in a report is one line, without blanks around it.
    all.iter().map(|text| plain(text)).collect()
}

/// The number of signs and blanks that a report may put between two titles.
const BETWEEN_SIGNS: usize = 3;

/// Joins titles to one by the signs that stand between them in a name, as settings of jest-junit make them differ within one name:
/// `Pen › nib-draws`. None if the titles are not all in the name, or only one.
fn joined_by_signs(titles: &[Title], name: &str) -> Option<Vec<String>> {
    if titles.len() < 2 {
        return None;
    }
    let texts = |title: &Title| title.texts.iter().map(|text| plain(text)).collect::<Vec<_>>();
    let all: Vec<String> = titles.iter().flat_map(texts).collect();
    if !fits(&all, name) {
        return None;
    }
    let gaps = values_in(&all, name.trim());
    let mut joined = vec![String::new()];
    let mut gaps = gaps.into_iter();
    for (at, title) in titles.iter().enumerate() {
        if at > 0 {
            let between = gaps.next()?;
            if between.is_empty()
                || between.contains(char::is_alphanumeric)
                || between.chars().count() > BETWEEN_SIGNS
            {
                return None;
            }
            joined.last_mut()?.push_str(between);
        }
        let mut own = texts(title).into_iter();
        joined.last_mut()?.push_str(&own.next()?);
        for text in own {
            gaps.next()?;
            joined.push(text);
        }
    }
    fits(&joined, name).then_some(joined)
}

/// Returns a title as a name in a report has it: blanks for ends of lines, escaped signs.
fn plain(text: &str) -> String {
    text.replace('\r', "\\r").replace('\n', "\\n").replace('\t', "\\t")
}

/// Returns a title without the ends of its lines, which older versions of node leave out of a name; None if it has none.
fn without_line_ends(plain: &str) -> Option<String> {
    plain.contains("\\n").then(|| plain.replace("\\r", "").replace("\\n", ""))
}

/// Returns the texts, with or without the ends of their lines, if a name has them.
fn fitting(texts: Vec<String>, name: &str) -> Option<Vec<String>> {
    if fits(&texts, name) {
        return Some(texts);
    }
    if !texts.iter().any(|text| text.contains("\\n")) {
        return None;
    }
    let texts: Vec<String> = texts.into_iter().map(|text| without_line_ends(&text).unwrap_or(text)).collect();
    fits(&texts, name).then_some(texts)
}

/// Returns true if a name begins with the first text, ends with the last, and has the others between them in order.
fn fits(texts: &[String], name: &str) -> bool {
    let (Some(first), Some(last)) = (texts.first(), texts.last()) else { return false };
    if texts.len() == 1 {
        return first.trim() == name.trim();
    }
    let Some(mut rest) = name.strip_prefix(first.trim_start()) else { return false };
    for text in &texts[1..texts.len() - 1] {
        match rest.find(text.as_str()) {
            Some(at) => rest = &rest[at + text.len()..],
            None => return false,
        }
    }
    rest.ends_with(last.trim_end())
}

#[cfg(test)]
mod tests {
    use super::super::syntax::{Dialect, parse, roles};
    use super::*;

    fn calls(source: &str) -> Vec<TestCall> {
        let tree = parse(source, Dialect::TypeScript);
        test_calls(tree.root_node(), source, roles(Dialect::TypeScript)).expect("it is not deep")
    }

    /// Returns the row of the best test for a name.
    fn row(source: &str, name: &str) -> Option<usize> {
        let calls = calls(source);
        let best = calls.iter().filter_map(|call| Some((call.fit(name)?, call))).max_by_key(|(fit, _)| *fit);
        best.map(|(_, call)| call.rows.start)
    }

    #[test]
    fn a_test_is_found_by_its_titles_however_they_are_joined() {
        let source = "describe('Pen', () => {\n  describe('ink > full', () => {\n    it('is \"blue\"', () => {});\n  });\n  it('draws', () => {});\n});\nit('draws', () => {});\n";
        for name in [
            "Pen > ink > full > is \"blue\"",
            "Pen ink > full is \"blue\"",
            "Pen › ink > full › is \"blue\"",
            "is \"blue\"",
        ] {
            assert_eq!(row(source, name), Some(2), "{name}");
        }
        assert_eq!(row(source, "Pen > draws"), Some(4));
        assert_eq!(row(source, "draws"), Some(6), "the whole path comes first");
        assert_eq!(row(source, "Pen > dries"), None);
    }

    #[test]
    fn a_name_may_lack_the_ends_of_lines() {
        let source = "describe('Pen', () => {\n  it('draws\\na line', () => {});\n  it.each([1])('fills\\n%i times', () => {});\n});";
        let calls = calls(source);
        let by_title = ByTitle::of(calls.iter().map(|call| (call.rows.start, call)));
        for name in ["Pen > drawsa line", "Pen > draws\\na line"] {
            assert_eq!(row(source, name), Some(1), "{name}");
            assert_eq!(by_title.named_whole(name), [1], "{name}");
            assert_eq!(calls[1].named(name).as_deref(), Some("Pen > draws\\na line"));
        }
        assert_eq!(calls[2].named("Pen > fills3 times").as_deref(), Some("Pen > fills\\n3 times"));
    }

    #[test]
    fn tests_of_one_title_are_told_apart_by_all_titles() {
        let source = "describe('Pen', () => {\n  it('draws', () => {});\n});\ndescribe('Cap', () => {\n  it('draws', () => {});\n  it.each([1])('fits %i', () => {});\n});";
        let calls = calls(source);
        let by_title = ByTitle::of(calls.iter().map(|call| (call.rows.start, call)));
        for name in ["Cap > draws", " Cap draws", "Cap › draws"] {
            assert_eq!(by_title.named_whole(name), [4], "{name}");
        }
        for name in ["draws", "Cap", "Cap > fits 1", "Pens > draws"] {
            assert_eq!(by_title.named_whole(name), [0_usize; 0], "{name}");
        }
        let mut own = by_title.named("Cap > draws");
        own.sort_unstable();
        assert_eq!(own, [1, 4]);
    }

    #[test]
    fn a_suite_without_a_function_is_that_of_the_tests_behind_it() {
        let source = "QUnit.module('Pen');\nQUnit.test('draws', () => {});\nQUnit.module('Cap');\nQUnit.test('draws', () => {});\nQUnit.module('Ink', () => {\n  QUnit.test('dries', () => {});\n});\n";
        for (name, at) in [("Pen > draws", 1), ("Cap > draws", 3), ("Ink > dries", 5)] {
            assert_eq!(row(source, name), Some(at), "{name}");
        }
        let tdd = "suite('Pen');\ntest('draws', () => {});\nsuite('Cap');\ntest('draws', () => {});\n";
        assert_eq!(row(tdd, "Cap draws"), Some(3));
    }

    #[test]
    fn titles_with_values_fit_any() {
        let source = "describe(Pen, () => {\n  it.each([[1]])('draws %i of %s %%', () => {});\n  test.each`a\n${1}\n`('has $ink.name left', () => {});\n  for (const a of b) it(`of ${a} pens`, () => {});\n  it('of ' + a + ' caps', () => {});\n  it(`of ${a} pens now`, () => {});\n});";
        for (name, at) in [
            ("Pen > draws 3 of ink %", 1),
            ("Pen > has blue left", 2),
            ("Pen > of 3 pens", 5),
            ("Pen > of 3 caps", 6),
            ("Pen > of 3 pens now", 7),
        ] {
            assert_eq!(row(source, name), Some(at), "{name}");
        }
    }

    #[test]
    fn calls_of_every_runner_are_known() {
        let source = "import { test as base, it as check } from 'x';\nconst own = base.extend({});\nown('a', () => {});\ncheck('b', () => {});\ntest.describe('c', () => {});\nt.test('d', () => {});\nit.skipIf(x)('e', () => {});\nit.todo('f');\nxit('g', () => {});\ntest.step('no', () => {});\ntest.beforeEach(() => {});\nfoo('no', () => {});\nit(() => {});";
        let found: Vec<String> = calls(source).iter().map(|call| call.titles[0].texts[0].clone()).collect();
        assert_eq!(found, ["a", "b", "c", "d", "e", "f", "g"]);
        assert_eq!(calls(source).iter().filter(|call| call.is_suite).count(), 1);
    }
    #[test]
    fn a_source_without_calls_of_tests_is_told_by_its_words() {
        for source in [
            "it('a', () => {});",
            "import { test as own } from 'x';",
            "const check = it\ncheck('a');",
            "t.test('a');",
            "describe.each`a`('b');",
        ] {
            assert!(may_have_tests(source), "{source}");
        }
        for source in
            ["// If it is dry, the test fails.\nexport const a = split(b);", "exit(1); latest.it_();", ""]
        {
            assert!(!may_have_tests(source), "{source}");
        }
    }

    #[test]
    fn titles_that_stand_in_a_source_as_a_report_names_them_are_told_without_its_tree() {
        let source = "describe('Pen', () => {\n  describe(\"ink\", () => {\n    it.only(`is blue`, () => {});\n    it(`has ${a}`, () => {});\n    it.each([1])('of %i', () => {});\n  });\n  test('it\\'s dry', () => {});\n});\ntest('draws', () => {});\n";
        for titles in [&["Pen", "ink", "is blue"][..], &["draws"]] {
            assert!(declares_titles(source, titles), "{titles:?}");
            assert_eq!(
                calls(source)
                    .iter()
                    .filter(|call| call.named(&titles.join(" > ")) == Some(titles.join(" > ")))
                    .count(),
                1
            );
        }
        for titles in [
            &["ink", "is blue"][..],
            &["Pen", "draws"],
            &["is blue"],
            &["Pen", "ink"],
            &["Pen", "ink", "has ${a}"],
            &["Pen", "ink", "of %i"],
            &["Pen", "it's dry"],
            &["Pen", ""],
            &[],
        ] {
            assert!(!declares_titles(source, titles), "{titles:?}");
        }
    }
}
