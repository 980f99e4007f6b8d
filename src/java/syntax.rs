//! Syntax trees of whole files, and of methods that were cut out of their files.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use tree_sitter::{Node, Parser, Tree};

/// The text after a snippet, on a new line, because the source may end in a comment.
const AFTER: &str = "\n}";

thread_local! {
    /// The last snippet: several questions about one test follow each other, and parsing takes longer than answering.
    static LAST: RefCell<Option<Rc<Parsed>>> = const { RefCell::new(None) };
    static PARSER: RefCell<Parser> = RefCell::new(java_parser());
}

fn java_parser() -> Parser {
    let mut parser = Parser::new();
    // The grammar is compiled in; its version does not depend on any input, and every test in this module parses with
    // it.
    parser.set_language(&tree_sitter_java::LANGUAGE.into()).expect("the Java grammar fits the parser");
    parser
}

/// Returns the syntax tree of a whole file.
pub(crate) fn parse_file(text: &str) -> Tree {
    // Parsing fails only without a language or after cancellation; neither happens here.
    PARSER.with_borrow_mut(|parser| parser.parse(text, None)).expect("a parser that can't be cancelled")
}

/// The members of a class as source text, and their syntax tree. Broken text also has a tree, which contains errors.
pub(super) struct Snippet(Rc<Parsed>);

struct Parsed {
    text: String,
    tree: Tree,
}

impl Snippet {
    /// The text before a snippet: the grammar accepts a bare method, but not a bare constructor. It has no line end,
    /// so that the lines of the tree are the lines of the source.
    pub(super) const BEFORE: &str = "class Snippet { ";

    /// Parses `source`, whatever it contains; time and memory are linear in its length.
    pub(super) fn parse(source: &str) -> Snippet {
        let is_source = |last: &&mut Rc<Parsed>| {
            let rest = last.text.strip_prefix(Self::BEFORE).and_then(|rest| rest.strip_suffix(AFTER));
            rest == Some(source)
        };
        LAST.with_borrow_mut(|last| {
            if let Some(parsed) = last.as_mut().filter(is_source) {
                return Snippet(Rc::clone(parsed));
            }
            let text = [Self::BEFORE, source, AFTER].concat();
            let tree = parse_file(&text);
            Snippet(Rc::clone(last.insert(Rc::new(Parsed { text, tree }))))
        })
    }

    /// Returns the whole tree, including the class around the source.
    pub(super) fn root(&self) -> Node<'_> {
        self.0.tree.root_node()
    }

    /// Returns the smallest node that covers these bytes of the source.
    pub(super) fn node_at(&self, bytes: Range<usize>) -> Option<Node<'_>> {
        self.root()
            .descendant_for_byte_range(Self::BEFORE.len() + bytes.start, Self::BEFORE.len() + bytes.end)
    }

    /// Returns the source of `node`.
    pub(super) fn text(&self, node: Node<'_>) -> &str {
        self.0.text.get(node.byte_range()).unwrap_or("")
    }

    /// Returns the text between two byte positions of the tree.
    pub(super) fn between(&self, start: usize, end: usize) -> &str {
        self.0.text.get(start.max(Self::BEFORE.len())..end).unwrap_or("")
    }

    /// Returns the class body that contains the source; none if the text is too broken for one.
    pub(super) fn body(&self) -> Option<Node<'_>> {
        self.root().named_child(0)?.child_by_field_name("body")
    }
}

/// Returns `node` and everything below it, in the order of the source.
pub(crate) fn descendants(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut cursor = node.walk();
    let mut done = false;
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let current = cursor.node();
        if !cursor.goto_first_child() {
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    done = true;
                    break;
                }
            }
        }
        Some(current)
    })
}

/// Returns the item, if there is exactly one.
pub(super) fn only<T>(items: impl IntoIterator<Item = T>) -> Option<T> {
    let mut items = items.into_iter();
    let first = items.next()?;
    items.next().is_none().then_some(first)
}
