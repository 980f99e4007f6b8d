//! Changes that a function makes to its object and takes back before it returns: it only looks at the object.
//!
//! ```text
//! this._makeMove(move);                 const turn = this.turn;
//! const isLegal = !this.isCheck();      this.turn = other;    …
//! this._undoMove();                     this.turn = turn;
//! ```

use std::collections::HashMap;
use std::iter;

use tree_sitter::Node;

use crate::lang::acts::words;
use crate::lang::javascript::syntax::{arguments, bare, field, text};

/// The first words of names of methods, and of those that take back what they did.
const TAKEN_BACK: [(&str, &str); 20] = [
    ("make", "undo"),
    ("make", "unmake"),
    ("do", "undo"),
    ("apply", "undo"),
    ("apply", "revert"),
    ("push", "pop"),
    ("unshift", "shift"),
    ("add", "delete"),
    ("add", "remove"),
    ("set", "delete"),
    ("set", "unset"),
    ("enter", "leave"),
    ("enter", "exit"),
    ("begin", "end"),
    ("start", "end"),
    ("save", "restore"),
    ("lock", "unlock"),
    ("mark", "unmark"),
    ("open", "close"),
    ("acquire", "release"),
];

/// The names of methods that take back whatever was done last.
const UNDOING: [&str; 4] = ["undo", "restore", "revert", "rollback"];

/// A change by what is changed and what changes it: `this.turn` by `=`, `this` by `_makeMove`.
#[derive(PartialEq, Eq)]
struct Change<'s> {
    target: &'s str,
    by: &'s str,
}

impl<'s> Change<'s> {
    fn of(node: Node<'_>, source: &'s str) -> Change<'s> {
        let part = |name: &str| node.child_by_field_name(name).map_or("", |part| text(part, source));
        match node.kind() {
            "assignment_expression" => Change { target: part("left"), by: "=" },
            "call_expression" => {
                let called = node.child_by_field_name("function").map(bare);
                let of_called = |name: &str| called.map_or("", |called| field(called, name, source));
                Change { target: of_called("object"), by: of_called("property") }
            }
            "augmented_assignment_expression" => Change { target: part("left"), by: part("operator") },
            _ => Change { target: part("argument"), by: part("operator") },
        }
    }
}

/// Returns true for a change that a function takes back. `changes` are all that it makes, in their order; `parts` are its variables
/// that keep what a part of the object was.
pub(super) fn is_restored(
    change: Node<'_>,
    changes: &[Node<'_>],
    parts: &HashMap<&str, &str>,
    source: &str,
) -> bool {
    let own = Change::of(change, source);
    let mut of_target = changes.iter().filter(|other| Change::of(**other, source).target == own.target);
    let keeps = |value: Node<'_>| parts.get(text(bare(value), source));
    match change.kind() {
        "assignment_expression" | "augmented_assignment_expression" => {
            let last = of_target.next_back().and_then(|last| last.child_by_field_name("right"));
            last.and_then(keeps).is_some_and(|part| *part == own.target)
        }
        "update_expression" => {
            let other = if own.by == "++" { "--" } else { "++" };
            of_target
                .any(|paired| Change::of(*paired, source).by == other && !are_alternatives(change, *paired))
        }
        "call_expression" => {
            let is_own = own.target == "this";
            let by = |node: Node<'_>| Change::of(node, source).by;
            let given = |node: Node<'_>| arguments(node).first().map(|given| text(*given, source));
            let mut others = of_target.clone();
            let is_paired = others.any(|other| {
                // What a list or map is given, it is only rid of by that: `seen.add(pen)`, `seen.delete(pen)`.
                let is_same = is_own || given(*other).is_none_or(|other| given(change) == Some(other));
                let is_later = other.start_byte() > change.start_byte();
                is_same
                    && !are_alternatives(change, *other)
                    && ((is_later || is_own) && takes_back(by(*other), own.by)
                        || (!is_later || is_own) && takes_back(own.by, by(*other)))
            });
            // `this.turnTo(turn)`
            let last = of_target.rfind(|other| is_own && by(**other) == own.by);
            let last = last.map(|last| arguments(*last)).unwrap_or_default();
            is_paired
                || !last.is_empty()
                    && last.into_iter().all(|given| keeps(given).is_some_and(|part| !part.contains('(')))
        }
        _ => false,
    }
}

/// Returns true for parts of a function of which one call runs only one: the branches of a condition.
fn are_alternatives(one: Node<'_>, other: Node<'_>) -> bool {
    let mut around_one = iter::successors(one.parent(), Node::parent);
    let around = around_one
        .find(|node| node.start_byte() <= other.start_byte() && other.end_byte() <= node.end_byte());
    around.is_some_and(|around| {
        matches!(around.kind(), "if_statement" | "ternary_expression" | "switch_body" | "switch_statement")
    })
}

/// Returns true for the name of a method that takes back what another one did: `_undoMove` after `_makeMove`.
fn takes_back(undoing: &str, done: &str) -> bool {
    let (undoing, done) = (words(undoing), words(done));
    match (&undoing[..], &done[..]) {
        ([only], _) if UNDOING.contains(&only.as_str()) => undoing != done,
        ([undoing, of_undoing @ ..], [done, of_done @ ..]) => {
            of_undoing == of_done && TAKEN_BACK.contains(&(done.as_str(), undoing.as_str()))
        }
        _ => false,
    }
}
