//! Conversions of an object: the language calls a method of it for a text, `${pen}`, or a test calls one for the plain value that it
//! compares, `pen.valueOf()`.
//!
//! ```text
//! expect(inkOf('red', 3).valueOf()).toBe(300);   inkOf: made what valueOf only converts
//! expect(`${pen}`).toBe('red');                  toString, if the test is named for that
//! ```

use tree_sitter::Node;

use super::body::Body;
use super::code::Code;
use super::focal::Context;
use crate::lang::acts;
use crate::lang::javascript::index::Target;
use crate::lang::javascript::syntax::{arguments, descendants, named};

/// The methods by which the language, or a date, gives an object as a plain value to compare.
const VALUES: [&str; 2] = ["valueOf", "getTime"];

/// An object of which the language makes a text, and the method by which the object says how.
pub(super) struct Conversion<'t> {
    pub object: Node<'t>,
    pub method: &'static str,
}

/// Returns true for the name of a method that gives its object as a plain value.
pub(super) fn is_value(name: &str) -> bool {
    VALUES.contains(&name)
}

/// Returns true if a title says that something becomes a plain value: `coerces to a number`, `as a primitive`.
pub(super) fn says_value(title: &str) -> bool {
    let mut words = acts::words(title);
    words.retain(|word| !matches!(&**word, "a" | "an" | "the" | "its" | "plain"));
    let is_form = |pair: &[String]| {
        matches!(&*pair[0], "to" | "as" | "into") && matches!(&*pair[1], "number" | "numeric" | "primitive")
    };
    words.iter().any(|word| word.starts_with("coerc")) || words.windows(2).any(is_form)
}

impl<'t> Code<'t> {
    /// Returns the conversion of an object to a text that a node makes: `JSON.stringify(pen)`, `String(pen)`, `${pen}`.
    pub(super) fn conversion(&self, node: Node<'t>) -> Option<Conversion<'t>> {
        match node.kind() {
            "call_expression" => {
                let method = match self.field(node, "function") {
                    "JSON.stringify" => "toJSON",
                    "String" => "toString",
                    _ => return None,
                };
                Some(Conversion { object: *arguments(node).first()?, method })
            }
            "template_substitution" => Some(Conversion { object: named(node).next()?, method: "toString" }),
            _ => None,
        }
    }
}

impl<'t> Body<'_, 't> {
    /// Returns true if a statement makes a text of an object, for which the language calls a method of this name.
    pub(super) fn converts_by(&self, statement: usize, name: &str) -> bool {
        let parts = self.statements[statement].expressions_or_self().into_iter().flat_map(descendants);
        { parts }.any(|part| self.code.conversion(part).is_some_and(|conversion| conversion.method == name))
    }

    /// Returns the method that the language calls to make a text of an object in some nodes, if the test is named for it.
    pub(super) fn converting(&self, nodes: &[Node<'t>], context: &Context<'t>) -> Option<Target> {
        let test = acts::words(&context.titles);
        self.conversions(nodes).into_iter().find(|target| {
            let words = self.names(*target).into_iter().next().map(acts::words).unwrap_or_default();
            test.contains(&words.concat()) || test.windows(words.len()).any(|part| part == words)
        })
    }

    /// Returns the method `toString` of an object in some nodes that works its text out.
    pub(super) fn worked_out_text(&self, nodes: &[Node<'t>]) -> Option<Target> {
        let index = self.code.index;
        self.conversions(nodes).into_iter().find(|target| match target {
            Target::Function(function) => {
                index.function(*function).name == "toString" && index.works_out(*function)
            }
            Target::Class(_) => false,
        })
    }

    /// Returns the methods that the language calls to make texts of objects in some nodes.
    fn conversions(&self, nodes: &[Node<'t>]) -> Vec<Target> {
        let parts = nodes.iter().flat_map(|node| descendants(*node));
        let conversions = parts.filter_map(|part| self.code.conversion(part));
        let called = conversions.filter_map(|conversion| {
            let owner = self.code.meaning(conversion.object)?;
            self.code.index.called(self.code.member_of(owner, conversion.method)?)
        });
        called.collect()
    }
}
