//! The variables of a function that stand for parts of its object: what changes one of them changes the object.
//!
//! ```text
//! const item = this.items.get(name);               item
//! for (const row of this.rows.values()) {…}        row
//! this.rows.forEach((row) => {…});                 row
//! const copies = this.rows.map((row) => ({…}));    nothing: what is made here is no part of the object
//! ```

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::node_at;
use crate::lang::javascript::index::declarations::returns;
use crate::lang::javascript::index::{ClassId, FunctionId, Index, Meaning};
use crate::lang::javascript::syntax::{arguments, bare, descendants, field, is_function, named, text};

/// The methods that give a part of what they are called on.
const PICKING: [&str; 6] = ["get", "at", "find", "findLast", "pop", "shift"];

/// The methods that give a list of the parts of what they are called on.
const LISTING: [&str; 8] =
    ["values", "entries", "filter", "slice", "concat", "toSorted", "toReversed", "reverse"];

/// The methods that run a function for each part of what they are called on.
const RUNNING: [&str; 2] = ["forEach", "map"];

/// The variables of a function that stand for parts of its object.
pub(super) struct Parts<'i, 's> {
    index: &'i Index,
    class: ClassId,
    source: &'s str,
    /// The names that the function declares.
    declared: HashSet<&'s str>,
    /// Those that stand for a part, with what it is.
    pub names: HashMap<&'s str, &'s str>,
    /// Those that hold a list of parts.
    lists: HashSet<&'s str>,
    /// The number of the object's own methods that are still asked what they give.
    fuel: usize,
}

impl<'i, 's> Parts<'i, 's> {
    /// Reads a function of a class.
    pub(super) fn of(
        index: &'i Index,
        class: ClassId,
        function: Node<'_>,
        source: &'s str,
        fuel: usize,
    ) -> Parts<'i, 's> {
        let declared = descendants(function).flat_map(|part| declared_names(part, source)).collect();
        let mut parts =
            Parts { index, class, source, declared, names: HashMap::new(), lists: HashSet::new(), fuel };
        for node in descendants(function) {
            parts.read(node);
        }
        parts
    }

    /// Returns the names that the function declares and that stand for no part of the object.
    pub(super) fn locals(&self) -> HashSet<&'s str> {
        self.declared.iter().filter(|name| !self.names.contains_key(*name)).copied().collect()
    }

    /// Keeps what a node says of variables.
    fn read(&mut self, node: Node<'_>) {
        let part = |name| node.child_by_field_name(name);
        match node.kind() {
            "variable_declarator" => self.keep(part("name"), part("value")),
            "assignment_expression" => {
                self.keep(part("left").filter(|left| left.kind() == "identifier"), part("right"));
            }
            "for_in_statement" if field(node, "operator", self.source) == "of" => {
                let is_over_parts =
                    part("right").is_some_and(|list| self.is_part(list) || self.is_list(list));
                if is_over_parts && let Some(left) = part("left") {
                    self.keep_names(left, text(node, self.source));
                }
            }
            "call_expression" => {
                let called = part("function").map(bare);
                let is_run =
                    called.is_some_and(|called| RUNNING.contains(&field(called, "property", self.source)));
                let object =
                    called.filter(|_| is_run).and_then(|called| called.child_by_field_name("object"));
                if object.is_some_and(|object| self.is_part(object) || self.is_list(object))
                    && let Some(first) = first_parameter(node)
                {
                    self.keep_names(first, text(node, self.source));
                }
            }
            _ => {}
        }
    }

    fn keep(&mut self, name: Option<Node<'_>>, value: Option<Node<'_>>) {
        let (Some(name), Some(value)) = (name, value.map(bare)) else { return };
        if self.is_part(value) {
            self.keep_names(name, text(value, self.source));
        } else if self.is_list(value) {
            if name.kind() == "identifier" {
                self.lists.insert(text(name, self.source));
            } else {
                self.keep_names(name, text(value, self.source));
            }
        }
    }

    /// Keeps the variables of a pattern as parts.
    fn keep_names(&mut self, pattern: Node<'_>, part: &'s str) {
        for name in descendants(pattern).filter(|node| is_name(*node)) {
            let name = text(name, self.source);
            if self.declared.contains(name) {
                self.names.entry(name).or_insert(part);
            }
        }
    }

    /// Returns true for the object, or a part of it, as it is.
    pub(super) fn is_part(&self, value: Node<'_>) -> bool {
        let value = bare(value);
        let part = |name| value.child_by_field_name(name);
        match value.kind() {
            "this" => true,
            "identifier" => {
                let name = text(value, self.source);
                // What begins with a capital letter is a class of the language, or of the project.
                self.names.contains_key(name)
                    || !self.declared.contains(name) && !name.starts_with(char::is_uppercase)
            }
            "member_expression" => part("object").is_some_and(|object| self.is_part(object)),
            "subscript_expression" => {
                part("object").is_some_and(|object| self.is_part(object) || self.is_list(object))
            }
            "call_expression" => part("function").is_some_and(|called| self.gives_part(bare(called))),
            "binary_expression" => {
                matches!(field(value, "operator", self.source), "??" | "||")
                    && ["left", "right"].into_iter().filter_map(part).any(|side| self.is_part(side))
            }
            "ternary_expression" => {
                ["consequence", "alternative"].into_iter().filter_map(part).any(|side| self.is_part(side))
            }
            _ => false,
        }
    }

    /// Returns true for a new list of parts of the object.
    fn is_list(&self, value: Node<'_>) -> bool {
        let value = bare(value);
        match value.kind() {
            "identifier" => self.lists.contains(text(value, self.source)),
            "array" | "spread_element" => named(value).next().is_some_and(|first| match value.kind() {
                "array" => first.kind() == "spread_element" && self.is_list(first),
                _ => self.is_part(first) || self.is_list(first),
            }),
            "call_expression" => {
                let Some(called) = value.child_by_field_name("function").map(bare) else { return false };
                if matches!(text(called, self.source), "Object.values" | "Object.entries" | "Array.from") {
                    let given = arguments(value).first().copied();
                    return given.is_some_and(|given| self.is_part(given) || self.is_list(given));
                }
                let object = called.child_by_field_name("object");
                LISTING.contains(&field(called, "property", self.source))
                    && object.is_some_and(|object| self.is_part(object) || self.is_list(object))
            }
            _ => false,
        }
    }

    /// Returns true for what a call calls if that gives a part of the object.
    fn gives_part(&self, called: Node<'_>) -> bool {
        let Some(object) = called.child_by_field_name("object").map(bare) else { return false };
        let name = field(called, "property", self.source);
        if object.kind() != "this" {
            return PICKING.contains(&name) && (self.is_part(object) || self.is_list(object));
        }
        let is_object = self.index.class(self.class).is_object;
        let own = if is_object { Meaning::Class(self.class) } else { Meaning::Object(self.class) };
        match self.index.member_of(own, name.trim_start_matches('#')) {
            Some(Meaning::Function(function, _)) => self.index.gives_part(function, self.fuel),
            _ => false,
        }
    }
}

impl Index {
    /// Returns true for a method that gives a part of its object, or nothing: `find(name)`, which a method calls for what it changes.
    fn gives_part(&self, function: FunctionId, fuel: usize) -> bool {
        let declared = self.function(function);
        let (Some(fuel), Some(place)) = (fuel.checked_sub(1), declared.class) else { return false };
        let source = &self.file(function.file).text;
        let tree = self.tree(function.file);
        let Some(node) = node_at(tree.root_node(), &declared.node) else { return false };
        let Some(body) = node.child_by_field_name("body") else { return false };
        let parts = Parts::of(self, ClassId { file: function.file, place }, node, source, fuel);
        let mut values =
            returns(body).flatten().filter(|value| !matches!(value.kind(), "null" | "undefined"));
        values.next().is_some_and(|first| parts.is_part(first)) && values.all(|value| parts.is_part(value))
    }

    /// Returns true for a method that changes what it is given: `ticket.paid = true`.
    pub(super) fn changes_argument(&self, function: FunctionId, is_changing: impl Fn(&str) -> bool) -> bool {
        let source = &self.file(function.file).text;
        let tree = self.tree(function.file);
        let Some(node) = node_at(tree.root_node(), &self.function(function).node) else { return false };
        let parameters = node.child_by_field_name("parameters").into_iter().flat_map(named);
        // What stands for an argument that is missing is made here.
        let given = parameters.filter(|parameter| {
            parameter.kind() != "assignment_pattern" && parameter.child_by_field_name("value").is_none()
        });
        let given = given.flat_map(descendants).filter(|name| name.kind() == "identifier");
        let given: HashSet<&str> = given.map(|name| text(name, source)).collect();
        let is_of_given = |target: Option<Node<'_>>| {
            let mut at = target.map(bare);
            let mut is_member = false;
            while let Some(member) =
                at.filter(|at| matches!(at.kind(), "member_expression" | "subscript_expression"))
            {
                is_member = true;
                at = member.child_by_field_name("object").map(bare);
            }
            let root = at.filter(|at| is_member && at.kind() == "identifier");
            root.is_some_and(|root| given.contains(text(root, source)))
        };
        descendants(node).any(|part| match part.kind() {
            "assignment_expression" | "augmented_assignment_expression" => {
                is_of_given(part.child_by_field_name("left"))
            }
            "update_expression" => is_of_given(part.child_by_field_name("argument")),
            "call_expression" => {
                let called = part.child_by_field_name("function").map(bare);
                let is_changing = called.is_some_and(|called| is_changing(field(called, "property", source)));
                is_changing && is_of_given(called)
            }
            _ => false,
        })
    }
}

/// Returns the names that a node declares in a function.
fn declared_names<'s>(node: Node<'_>, source: &'s str) -> Vec<&'s str> {
    let declared = match node.kind() {
        "variable_declarator" => node.child_by_field_name("name"),
        "for_in_statement" => node.child_by_field_name("left"),
        "catch_clause" => node.child_by_field_name("parameter"),
        _ if is_function(node) => {
            node.child_by_field_name("parameters").or_else(|| node.child_by_field_name("parameter"))
        }
        _ => None,
    };
    let names = declared.into_iter().flat_map(descendants).filter(|node| is_name(*node));
    names.map(|node| text(node, source)).collect()
}

fn is_name(node: Node<'_>) -> bool {
    matches!(node.kind(), "identifier" | "shorthand_property_identifier_pattern")
}

/// Returns the first parameter of the function that a call is given first.
fn first_parameter(call: Node<'_>) -> Option<Node<'_>> {
    let function = arguments(call).first().copied().map(bare).filter(|given| is_function(*given))?;
    let parameters = function.child_by_field_name("parameters");
    parameters
        .and_then(|parameters| named(parameters).next())
        .or_else(|| function.child_by_field_name("parameter"))
}
