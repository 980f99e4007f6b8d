//! A method that was cut out of its file, parsed.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use tree_sitter::{Node, Parser, Tree};

/// A line of its own, as the source may end in a comment.
const AFTER: &str = "\n}";

thread_local! {
    /// The last snippet: several questions about one test come one after the other, and parsing takes longer than answering.
    static LAST: RefCell<Option<Rc<Parsed>>> = const { RefCell::new(None) };
    static PARSER: RefCell<Parser> = RefCell::new(java_parser());
}

fn java_parser() -> Parser {
    let mut parser = Parser::new();
    // The grammar is compiled in; its version doesn't depend on any input, and every test here parses with it.
    parser.set_language(&tree_sitter_java::LANGUAGE.into()).expect("the Java grammar fits the parser");
    parser
}

/// The syntax tree of a whole file.
pub(super) fn parse_file(text: &str) -> Tree {
    // A parser gives no tree only when it has no language or was cancelled; neither happens here.
    PARSER.with_borrow_mut(|parser| parser.parse(text, None)).expect("a parser that can't be cancelled")
}

/// The members of a class as source text, and their syntax tree. Broken text has a tree as well, with errors in it.
pub(super) struct Snippet(Rc<Parsed>);

struct Parsed {
    text: String,
    tree: Tree,
}

impl Snippet {
    /// What stands before a snippet: the grammar takes a bare method, but not a bare constructor. No line end, so that the
    /// lines of the tree are the lines of the source.
    pub(super) const BEFORE: &str = "class Snippet { ";

    /// Parses `source`, of whatever kind: time and memory grow with its length alone.
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

    /// The whole tree, the class around the source included.
    pub(super) fn root(&self) -> Node<'_> {
        self.0.tree.root_node()
    }

    /// The smallest node that holds these bytes of the source.
    pub(super) fn node_at(&self, bytes: Range<usize>) -> Option<Node<'_>> {
        self.root()
            .descendant_for_byte_range(Self::BEFORE.len() + bytes.start, Self::BEFORE.len() + bytes.end)
    }

    /// The source of `node`.
    pub(super) fn text(&self, node: Node<'_>) -> &str {
        self.0.text.get(node.byte_range()).unwrap_or("")
    }

    /// What stands between two places of the tree.
    pub(super) fn between(&self, start: usize, end: usize) -> &str {
        self.0.text.get(start.max(Self::BEFORE.len())..end).unwrap_or("")
    }

    /// The class body that holds the source: `None` when the text is too broken for one.
    pub(super) fn body(&self) -> Option<Node<'_>> {
        self.root().named_child(0)?.child_by_field_name("body")
    }
}
