//! The nodes of syntax trees, of any language.

use tree_sitter::Node;

/// The size in bytes up to which code is parsed: a tree takes a hundred times the memory of its text.
const LONGEST: usize = 1_000_000;

/// Returns true for code that is not parsed.
pub(crate) fn is_too_long(bytes: usize) -> bool {
    bytes > LONGEST
}

pub(crate) fn children(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut cursor = node.walk();
    let mut is_left = cursor.goto_first_child();
    std::iter::from_fn(move || {
        let child = is_left.then(|| cursor.node());
        is_left = is_left && cursor.goto_next_sibling();
        child
    })
}

/// Returns the named children of a node, except comments.
pub(crate) fn named(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    children(node).filter(|child| child.is_named() && !child.is_extra())
}

pub(crate) fn descendants(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    with_depth(node).map(|(node, _)| node)
}

/// Returns true for a node within another one, or that one.
pub(crate) fn holds(outer: Node<'_>, inner: Node<'_>) -> bool {
    outer.start_byte() <= inner.start_byte() && inner.end_byte() <= outer.end_byte()
}

/// Returns the same nodes, each with the number of those around it.
pub(super) fn with_depth(node: Node<'_>) -> impl Iterator<Item = (Node<'_>, usize)> {
    let mut cursor = node.walk();
    let (mut depth, mut done) = (0, false);
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let current = (cursor.node(), depth);
        if cursor.goto_first_child() {
            depth += 1;
            return Some(current);
        }
        while !done && !cursor.goto_next_sibling() {
            done = !cursor.goto_parent();
            depth -= usize::from(!done);
        }
        Some(current)
    })
}
