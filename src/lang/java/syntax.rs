//! Syntax trees of whole files, and of methods that were cut out of their files.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use tree_sitter::{Node, Parser, Tree};

use crate::lang::syntax::{is_too_long, with_depth};

/// The text after a snippet, on a new line, because the source may end in a comment.
const AFTER: &str = "\n}";

thread_local! {
    /// The last snippets, the newest first: several questions about one test follow each other.
    static LAST: RefCell<VecDeque<Rc<Parsed>>> = const { RefCell::new(VecDeque::new()) };
    static PARSER: RefCell<Parser> = RefCell::new({
        let mut parser = Parser::new();
        // The grammar is compiled in and depends on no input, and every test in this module parses with it.
        parser.set_language(&tree_sitter_java::LANGUAGE.into()).expect("the Java grammar fits the parser");
        parser
    });
}

/// The number of snippets whose trees are kept, and the size in bytes up to which more than the last one is kept.
const KEPT: (usize, usize) = (8, 1 << 16);

/// The depth in nodes up to which code is analysed, because the analysis asks nodes for those around them.
const DEEPEST: usize = 10_000;

/// The size in bytes up to which code is analysed, however deep it is.
const SHORT: usize = 1 << 14;

/// The size in bytes up to which a file is parsed; no larger one is read. A tree takes a hundred times the
/// memory of its text, so files longer than other code may be are parsed one at a time.
const LONGEST_FILE: usize = 8 << 20;

static LONG_FILES: Mutex<()> = Mutex::new(());

/// Text that is broken for the parser; its tree stands for those of texts that are too long or too deep.
const UNREAD: &str = "(";

pub(crate) const METHODS: [&str; 3] =
    ["method_declaration", "constructor_declaration", "compact_constructor_declaration"];

/// Hands the syntax tree of a whole file to `read`. Code that is too long or nested too deep has a tree of no
/// text with an error.
pub(super) fn read_file<T>(text: &str, read: impl FnOnce(&Tree) -> T) -> T {
    let alone = is_too_long(text.len()).then(|| LONG_FILES.lock().unwrap_or_else(PoisonError::into_inner));
    let found = read(&if text.len() > LONGEST_FILE { parse(UNREAD) } else { parse_shallow(text) });
    drop(alone);
    found
}

/// Returns the syntax tree of code. If it is too long or nested too deep, that is a tree of no text with an error.
pub(crate) fn parse_file(text: &str) -> Tree {
    if is_too_long(text.len()) { parse(UNREAD) } else { parse_shallow(text) }
}

fn parse(text: &str) -> Tree {
    // Parsing fails only without a language or after cancellation; neither happens here.
    PARSER.with_borrow_mut(|parser| parser.parse(text, None)).expect("it can't be cancelled")
}

fn parse_shallow(text: &str) -> Tree {
    let tree = parse(text);
    if text.len() > SHORT && with_depth(tree.root_node()).any(|(_, depth)| depth > DEEPEST) {
        parse(UNREAD)
    } else {
        tree
    }
}

/// The members of a class as source text, and their syntax tree. Broken text also has a tree, which contains errors.
#[derive(Clone)]
pub(crate) struct Snippet(Rc<Parsed>);

struct Parsed {
    text: String,
    tree: Tree,
}

impl Snippet {
    /// The text before a snippet: the grammar accepts a bare method, but not a bare constructor. It has no line end.
    pub(super) const BEFORE: &str = "class Snippet { ";

    /// Parses `source`, whatever it contains; time and memory are linear in its length, and bounded.
    pub(crate) fn parse(source: &str) -> Snippet {
        let parse = || {
            let text = [Self::BEFORE, source, AFTER].concat();
            let tree = parse_file(&text);
            Rc::new(Parsed { text, tree })
        };
        if is_too_long(source.len()) {
            return Snippet(parse());
        }
        LAST.with_borrow_mut(|last| {
            let parsed = last
                .iter()
                .position(|kept| Snippet(Rc::clone(kept)).source() == source)
                .and_then(|at| last.remove(at))
                .unwrap_or_else(parse);
            last.retain(|kept| kept.text.len() <= KEPT.1);
            last.truncate(KEPT.0 - 1);
            last.push_front(Rc::clone(&parsed));
            Snippet(parsed)
        })
    }

    pub(crate) fn root(&self) -> Node<'_> {
        self.0.tree.root_node()
    }

    pub(crate) fn source(&self) -> &str {
        &self.0.text[Self::BEFORE.len()..self.end()]
    }

    fn end(&self) -> usize {
        self.0.text.len() - AFTER.len()
    }

    /// Returns the text of the tree, including the class around the source.
    pub(crate) fn whole_text(&self) -> &str {
        &self.0.text
    }

    pub(crate) fn text(&self, node: Node<'_>) -> &str {
        self.between(node.start_byte(), node.end_byte())
    }

    /// Returns the text of a node's field; empty if it has no such field.
    pub(crate) fn field(&self, node: Node<'_>, name: &str) -> &str {
        node.child_by_field_name(name).map_or("", |field| self.text(field))
    }

    /// Returns the source between two positions of the tree. In broken text, the brackets around it may be a
    /// part of it.
    pub(super) fn between(&self, start: usize, end: usize) -> &str {
        self.0.text.get(start.max(Self::BEFORE.len())..end.min(self.end())).unwrap_or("")
    }

    /// Returns the class body that contains the source; none if the text is too broken for one.
    pub(crate) fn body(&self) -> Option<Node<'_>> {
        self.root().named_child(0)?.child_by_field_name("body")
    }
}

pub(super) fn only<T>(items: impl IntoIterator<Item = T>) -> Option<T> {
    let mut items = items.into_iter();
    let first = items.next()?;
    items.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::syntax::descendants;

    #[test]
    fn code_that_is_too_long_or_too_deep_is_not_analysed() {
        let of_statements =
            |count: usize| format!("class A {{ void t() {{ {} }} }}", "f(1, 22);".repeat(count));
        let of_lambdas = |count: usize| {
            let (open, close) = ("run(() -> { ".repeat(count), " });".repeat(count));
            format!("class A {{ void t() {{ {open}x();{close} }} }}")
        };
        let is_read = |text: &str| !parse_file(text).root_node().has_error();
        assert!(is_read(&of_statements(100_000)) && is_read(&of_lambdas(20)));
        for unread in [of_statements(120_000), of_lambdas(5_000), "List<".repeat(15_000)] {
            let tree = parse_file(&unread);
            assert!(tree.root_node().has_error());
            assert!(descendants(tree.root_node()).count() < 10, "nothing of it is left to walk through");
            let snippet = Snippet::parse(&unread);
            assert_eq!(snippet.source(), unread, "its text is kept");
        }
    }

    #[test]
    fn a_file_may_be_longer_than_other_code() {
        let of_bytes = |bytes: usize| format!("/*{}*/ class A {{ }}", " ".repeat(bytes));
        let is_read = |text: &str| read_file(text, |tree| !tree.root_node().has_error());
        assert!(is_read(&of_bytes(2_000_000)), "generated code often is");
        assert!(!is_read(&of_bytes(9_000_000)));
    }
}
