//! Syntax trees of texts in JavaScript and TypeScript, and what every reader of them asks.

use std::cell::RefCell;
use std::path::Path;
use std::sync::LazyLock;

use tree_sitter::{Language, Node, Parser, Tree};

use crate::lang::syntax::is_too_long;
pub(super) use crate::lang::syntax::{children, descendants, named};

/// The longest line of a file that a person wrote; bundles have longer ones.
const LONGEST_LINE: usize = 20_000;

/// The deepest nesting of a tree that is read.
pub(super) const DEEPEST: usize = 1_000;

/// The grammar of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// JavaScript, also with elements of JSX.
    JavaScript,
    TypeScript,
    /// TypeScript with elements of JSX, which has no `<T>x`.
    Tsx,
}

impl Dialect {
    /// Returns the grammar of a file.
    pub(super) fn of(file: &Path) -> Dialect {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("ts" | "mts" | "cts") => Dialect::TypeScript,
            Some("tsx") => Dialect::Tsx,
            _ => Dialect::JavaScript,
        }
    }
}

thread_local! {
    static PARSERS: RefCell<[Parser; 3]> = RefCell::new([
        tree_sitter_javascript::LANGUAGE,
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        tree_sitter_typescript::LANGUAGE_TSX,
    ].map(|language| {
        let mut parser = Parser::new();
        // The grammars are compiled in and depend on no input, and every test in this module parses with them.
        parser.set_language(&language.into()).expect("the grammar fits the parser");
        parser
    }));
}

/// Returns the syntax tree of a text.
pub(super) fn parse(text: &str, dialect: Dialect) -> Tree {
    // Parsing fails only without a language or after cancellation; neither happens here.
    PARSERS
        .with_borrow_mut(|parsers| parsers[dialect as usize].parse(text, None))
        .expect("a parser that can't be cancelled")
}

/// Returns the syntax tree of a part of a file whose name is not known: of the grammar that fits it best.
pub(super) fn parse_part(text: &str) -> Tree {
    let dialects = [Dialect::Tsx, Dialect::TypeScript];
    let fitting =
        dialects.into_iter().map(|dialect| parse(text, dialect)).find(|tree| !tree.root_node().has_error());
    fitting.unwrap_or_else(|| parse(text, Dialect::JavaScript))
}

/// Returns true for a text that no person wrote: it is not parsed.
pub(super) fn is_bundle(text: &str) -> bool {
    is_too_long(text.len()) || text.lines().any(|line| line.len() > LONGEST_LINE)
}

/// The nodes that readers of whole files look for: most are none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Function,
    Class,
    Object,
    Call,
    Assignment,
    Variable,
    Other,
}

/// The roles of the kinds of nodes of each grammar, by the numbers of the kinds: their names are compared once, not at each node.
static ROLES: LazyLock<[Vec<Role>; 3]> = LazyLock::new(|| {
    [
        tree_sitter_javascript::LANGUAGE,
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        tree_sitter_typescript::LANGUAGE_TSX,
    ]
    .map(|language| {
        let language = Language::from(language);
        let kinds = (0..language.node_kind_count()).filter_map(|kind| u16::try_from(kind).ok());
        let roles = kinds.map(|kind| match language.node_kind_for_id(kind).unwrap_or("") {
            _ if !language.node_kind_is_named(kind) => Role::Other,
            name if FUNCTIONS.contains(&name) => Role::Function,
            "class_declaration" | "abstract_class_declaration" | "class" => Role::Class,
            "object" => Role::Object,
            "call_expression" => Role::Call,
            "assignment_expression" => Role::Assignment,
            "variable_declarator" => Role::Variable,
            _ => Role::Other,
        });
        roles.collect()
    })
});

/// Returns the roles of a grammar's nodes, for [`role_of`].
pub(super) fn roles(dialect: Dialect) -> &'static [Role] {
    &ROLES[dialect as usize]
}

/// Returns the role of a node of the grammar whose roles are given.
pub(super) fn role_of(node: Node<'_>, roles: &[Role]) -> Role {
    roles.get(usize::from(node.kind_id())).copied().unwrap_or(Role::Other)
}

/// Returns the source of a node.
pub(super) fn text<'s>(node: Node<'_>, source: &'s str) -> &'s str {
    source.get(node.byte_range()).unwrap_or_default()
}

/// Returns the source of a node's field; empty if it has no such field.
pub(super) fn field<'s>(node: Node<'_>, name: &str, source: &'s str) -> &'s str {
    node.child_by_field_name(name).map_or("", |field| text(field, source))
}

/// The kinds of the nodes of functions.
const FUNCTIONS: [&str; 6] = [
    "arrow_function",
    "function_expression",
    "function_declaration",
    "generator_function",
    "generator_function_declaration",
    "method_definition",
];

/// Returns true for a function of any form.
pub(super) fn is_function(node: Node<'_>) -> bool {
    FUNCTIONS.contains(&node.kind())
}

/// Returns true for a call that is a statement: nothing uses what it gives.
pub(super) fn is_alone(call: Node<'_>) -> bool {
    let around = call.parent().filter(|around| around.kind() == "await_expression").unwrap_or(call);
    around.parent().is_some_and(|parent| parent.kind() == "expression_statement")
}

/// Returns an expression without what says nothing of its value: brackets, `await`, types, `!`.
pub(super) fn bare(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    while matches!(
        at.kind(),
        "parenthesized_expression"
            | "await_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
            | "instantiation_expression"
    ) {
        match named(at).next() {
            Some(inner) => at = inner,
            None => break,
        }
    }
    if at.kind() == "type_assertion"
        && let Some(inner) = named(at).last()
    {
        return bare(inner);
    }
    at
}

/// Returns the values one of which an expression is: both sides of `a ? b : c` and `a || b`, the last of `a, b`.
pub(super) fn outcomes<'n>(value: Node<'n>, source: &str) -> Vec<Node<'n>> {
    let mut open = vec![value];
    let mut found = Vec::new();
    while let Some(next) = open.pop() {
        let next = bare(next);
        let sides = match next.kind() {
            "ternary_expression" => ["alternative", "consequence"],
            "binary_expression" => match field(next, "operator", source) {
                "||" | "??" => ["right", "left"],
                "&&" => ["right", "right"],
                _ => {
                    found.push(next);
                    continue;
                }
            },
            "sequence_expression" => {
                open.extend(named(next).last());
                continue;
            }
            _ => {
                found.push(next);
                continue;
            }
        };
        let mut sides: Vec<Node<'n>> =
            sides.into_iter().filter_map(|side| next.child_by_field_name(side)).collect();
        sides.dedup();
        open.extend(sides);
    }
    found
}

/// Returns the arguments of a call.
pub(super) fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    let arguments = call.child_by_field_name("arguments").filter(|arguments| arguments.kind() == "arguments");
    arguments.into_iter().flat_map(named).collect()
}

/// Returns the text of a string, with its escapes resolved as far as titles need it; None for anything else.
pub(super) fn string_text(node: Node<'_>, source: &str) -> Option<String> {
    match node.kind() {
        "string" => {}
        "template_string" if named(node).all(|part| part.kind() != "template_substitution") => {}
        _ => return None,
    }
    let inner = text(node, source);
    let inner = inner.get(1..inner.len().checked_sub(1)?)?;
    Some(unescaped(inner))
}

/// Resolves the escapes of a string.
pub(super) fn unescaped(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            kept.push(c);
            continue;
        }
        match rest.next() {
            Some('n') => kept.push('\n'),
            Some('t') => kept.push('\t'),
            Some('r') => kept.push('\r'),
            Some('b') => kept.push('\u{8}'),
            Some('f') => kept.push('\u{c}'),
            Some('v') => kept.push('\u{b}'),
            Some('0') => kept.push('\0'),
            Some('\n') | None => {}
            Some(kind @ ('u' | 'x')) => {
                let after = rest.as_str();
                let (digits, length) = match after.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
                    Some((digits, _)) if kind == 'u' => (digits, digits.len() + 2),
                    _ => {
                        let count = if kind == 'u' { 4 } else { 2 };
                        (after.get(..count).unwrap_or(""), count)
                    }
                };
                match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
                    Some(c) => {
                        kept.push(c);
                        rest = after[length..].chars();
                    }
                    None => kept.push(kind),
                }
            }
            Some(other) => kept.push(other),
        }
    }
    kept
}

/// Returns the name of a property or a key without quotes.
pub(super) fn key_name<'s>(node: Node<'_>, source: &'s str) -> &'s str {
    let name = text(node, source);
    match node.kind() {
        "string" => name.get(1..name.len().max(2) - 1).unwrap_or(name),
        _ => name,
    }
}

/// Returns the text of the comment for documentation right before a place, without its signs.
pub(super) fn documentation_before(source: &str, place: usize) -> Option<String> {
    let before = source.get(..place)?.trim_end();
    let inner = before.strip_suffix("*/")?;
    let start = inner.rfind("/*")?;
    let comment = inner[start..].strip_prefix("/**")?;
    let lines = comment.trim().lines().map(|line| {
        let line = line.trim();
        line.strip_prefix('*').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest))
    });
    Some(lines.collect::<Vec<_>>().join("\n").trim().to_owned())
}

/// Returns the name of the function, or class, that a source begins with; empty if it has none.
pub(super) fn declared_name(source: &str) -> String {
    let mut rest = without_comments(source);
    loop {
        rest = rest.trim_start();
        // A decorator stands before what it decorates.
        if let Some(decorator) = rest.strip_prefix('@') {
            let end = decorator
                .find(|c: char| !(c.is_alphanumeric() || "_$.".contains(c)))
                .unwrap_or(decorator.len());
            rest = &decorator[end..];
            if rest.starts_with('(') {
                let Some(after) = behind_brackets(rest) else { return String::new() };
                rest = after;
            }
            continue;
        }
        let (word, after) = first_word(rest);
        let next = after.trim_start();
        match word {
            "" => match rest.chars().next() {
                Some('*') => rest = &rest[1..],
                Some(quote @ ('"' | '\'')) => return rest[1..].split(quote).next().unwrap_or("").to_owned(),
                Some('[') => return rest.split_inclusive(']').next().unwrap_or("").to_owned(),
                _ => return String::new(),
            },
            "default" => return default_name(next),
            _ if MODIFIERS.contains(&word)
                && !next.starts_with(['(', '=', ':', ',', '<'])
                && !next.is_empty() =>
            {
                rest = after;
            }
            _ => return assigned_name(word, after),
        }
    }
}

/// The words that may stand before the name of what is declared.
const MODIFIERS: [&str; 20] = [
    "export",
    "declare",
    "abstract",
    "async",
    "function",
    "function*",
    "class",
    "const",
    "let",
    "var",
    "public",
    "private",
    "protected",
    "static",
    "readonly",
    "override",
    "get",
    "set",
    "accessor",
    "return",
];

fn first_word(text: &str) -> (&str, &str) {
    let end =
        text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '#'))).unwrap_or(text.len());
    text.split_at(end)
}

/// Returns the name of what is exported by default.
fn default_name(text: &str) -> String {
    let mut rest = text;
    loop {
        let (word, after) = first_word(rest);
        match word {
            "async" | "function" | "class" | "abstract" => {
                rest = after.trim_start().trim_start_matches('*').trim_start();
            }
            "" | "extends" => return "default".to_owned(),
            name if after.trim_start().starts_with(['(', '{', '<', 'e']) && rest.len() < text.len() => {
                return name.to_owned();
            }
            _ => return "default".to_owned(),
        }
    }
}

/// Returns the last name of `Pen.prototype.draw = …`, or of a plain name.
fn assigned_name(word: &str, after: &str) -> String {
    let mut name = word;
    let mut rest = after;
    while let Some(member) = rest.trim_start().strip_prefix('.') {
        let (next, behind) = first_word(member.trim_start());
        if next.is_empty() {
            break;
        }
        (name, rest) = (next, behind);
    }
    // The name of the function that is the module.
    if name == "exports"
        && let Some(value) = rest.trim_start().strip_prefix('=')
    {
        return default_name(value.trim_start());
    }
    name.trim_start_matches('#').to_owned()
}

/// Returns the text behind the brackets that it begins with.
fn behind_brackets(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(&text[at + 1..]);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns a text behind the comments that it begins with.
fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = match (rest.strip_prefix("//"), rest.strip_prefix("/*")) {
            (Some(line), _) => line.split_once('\n').map(|(_, after)| after),
            (_, Some(block)) => block.split_once("*/").map(|(_, after)| after),
            _ => return rest,
        };
        rest = after.unwrap_or("").trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_source_declares_has_a_name() {
        for (source, name) in [
            ("function draw(a) {}", "draw"),
            ("export async function* draw<T>(a: T) {}", "draw"),
            ("export default function () {}", "default"),
            ("export default async function draw() {}", "draw"),
            ("export default (a) => a;", "default"),
            ("const draw = (a) => a;", "draw"),
            ("export const draw: Draw = async (a) => a;", "draw"),
            ("  Pen.prototype.draw = function add(a) {};", "draw"),
            ("exports.draw = (a) => a;", "draw"),
            ("module.exports.draw = (a) => a;", "draw"),
            ("module.exports = function draw() {};", "draw"),
            ("module.exports = () => 1;", "default"),
            ("  draw: function (a) {},", "draw"),
            ("  'draw-line': (a) => a,", "draw-line"),
            ("  constructor(private readonly a: number) {}", "constructor"),
            ("  get ink(): number { return 1; }", "ink"),
            ("  static async draw(a) {}", "draw"),
            ("  override draw = (a: number): this => this;", "draw"),
            ("  #draw() {}", "draw"),
            ("  get() { return 1; }", "get"),
            ("  set(key: K, value: V): void {}", "set"),
            ("  async *[Symbol.iterator]() {}", "[Symbol.iterator]"),
            ("  @Memo({ a: 1 })\n  draw() {}", "draw"),
            ("class Pen extends Tool {}", "Pen"),
            ("", ""),
            ("{{{", ""),
        ] {
            assert_eq!(declared_name(source), name, "{source}");
        }
    }

    #[test]
    fn documentation_has_no_signs() {
        let source = "/** Draws.\n *\n *   deep\n * @returns {number}\n */\n  draw() {}";
        assert_eq!(
            documentation_before(source, source.find("draw").expect("it")).as_deref(),
            Some("Draws.\n\n  deep\n@returns {number}")
        );
        for other in ["/* no */ draw()", "// no\ndraw()", "draw()"] {
            assert_eq!(documentation_before(other, other.find("draw").expect("it")), None, "{other}");
        }
    }

    #[test]
    fn strings_lose_their_escapes() {
        assert_eq!(unescaped(r#"a\"b\n\u00e9\x41\u{1F600}\q"#), "a\"b\né\u{41}😀q");
        assert_eq!(unescaped("\\u12\\"), "u12");
    }

    #[test]
    fn every_grammar_parses() {
        for (text, dialect) in [
            ("const a = <B c={1} />;", Dialect::JavaScript),
            ("const a = <B>c; type D = E;", Dialect::TypeScript),
            ("const a = <B c={1} /> as D;", Dialect::Tsx),
        ] {
            assert!(!parse(text, dialect).root_node().has_error(), "{text}");
        }
    }
}
