//! The class of the object that a method gives under a type of a library, `Set` or `InputStream`: only its source tells whose
//! methods are called on the object.

use tree_sitter::Node;

use super::act::body;
use super::code::arguments;
use crate::lang::java::index::{ClassId, Index, MethodId};
use crate::lang::java::syntax::Snippet;
use crate::lang::syntax::{descendants, named};

/// The longest chain of methods and fields that is followed.
const DEEPEST: usize = 8;

/// The code of a method that gives an object, and the class of the tests that ran it.
struct Giver<'i> {
    index: &'i Index,
    snippet: &'i Snippet,
    method: MethodId,
    ran: ClassId,
}

impl Index {
    /// Returns the project's class of the object that a method gives: it creates the object, or a field of the tests holds it
    /// for which one was created.
    pub(super) fn class_given_by(&self, method: MethodId, ran: ClassId) -> Option<ClassId> {
        self.given_by(method, ran, DEEPEST)
    }

    fn given_by(&self, method: MethodId, ran: ClassId, fuel: usize) -> Option<ClassId> {
        let fuel = fuel.checked_sub(1)?;
        let iterator = self.iterator_given_by(method).filter(|_| self.is_production(method.class));
        if iterator.is_some() {
            return iterator;
        }
        let snippet = Snippet::parse(self.source(method));
        let returned = descendants(body(&snippet)?).filter(|node| node.kind() == "return_statement");
        let mut values = returned.map(|returned| named(returned).next());
        let value = values.next()??;
        if values.next().is_some() {
            return None;
        }
        Giver { index: self, snippet: &snippet, method, ran }.class_of(value, fuel)
    }

    /// Returns the method that runs in place of one that a class of tests inherits, or of an abstract one of the class around it
    /// that only one class implements.
    pub(super) fn in_run(&self, method: MethodId, ran: ClassId) -> MethodId {
        let called = self.method(method);
        if self.is_production(method.class) || called.is_static {
            return method;
        }
        let around = std::iter::successors(Some(ran), |class| self.outer(*class));
        let mut methods =
            around.flat_map(|class| self.ancestry(class)).flat_map(|class| self.declared(class));
        let own = methods.find(|(_, own)| {
            own.has_body && own.name == called.name && own.parameters.len() == called.parameters.len()
        });
        match (own, &self.implementations(method)[..]) {
            (Some((own, _)), _) => own,
            (None, [only]) => *only,
            _ => method,
        }
    }

    /// Returns the only class of the objects that the methods of a class of tests give to a field.
    fn class_kept_in(&self, field: &str, ran: ClassId, fuel: usize) -> Option<ClassId> {
        let classes = self.ancestry(ran).into_iter();
        let methods = classes.flat_map(|class| self.declared(class)).map(|(method, _)| method);
        let mut kept: Vec<ClassId> = self.made_for_field(ran, field).into_iter().collect();
        for method in methods.filter(|method| may_assign(self.source(*method), field)) {
            let snippet = Snippet::parse(self.source(method));
            let giver = Giver { index: self, snippet: &snippet, method, ran };
            let nodes = body(&snippet).into_iter().flat_map(descendants);
            let assigned = nodes.filter(|node| {
                let to = snippet.field(*node, "left");
                node.kind() == "assignment_expression" && to.strip_prefix("this.").unwrap_or(to) == field
            });
            let values = assigned.filter_map(|assigned| assigned.child_by_field_name("right"));
            kept.extend(values.filter_map(|value| giver.class_of(value, fuel)));
        }
        kept.sort_unstable();
        kept.dedup();
        if let [only] = kept[..] { Some(only) } else { None }
    }
}

/// Returns true for a source in which a name stands before a sign of assignment.
fn may_assign(source: &str, name: &str) -> bool {
    source.match_indices(name).any(|(at, _)| {
        let value = source[at + name.len()..].trim_start().strip_prefix('=');
        value.is_some_and(|value| !value.starts_with('='))
    })
}

impl Giver<'_> {
    /// Returns the class of the object that an expression is.
    fn class_of(&self, value: Node<'_>, fuel: usize) -> Option<ClassId> {
        let fuel = fuel.checked_sub(1)?;
        let (index, snippet, own) = (self.index, self.snippet, self.method.class);
        let is_of_tests = !index.is_production(own);
        match value.kind() {
            "object_creation_expression" => {
                index.resolve(snippet.field(value, "type").split('<').next()?, own)
            }
            "cast_expression" => self.class_of(value.child_by_field_name("value")?, fuel),
            "parenthesized_expression" => self.class_of(named(value).next()?, fuel),
            "identifier" => {
                let name = snippet.text(value);
                let mut nodes = descendants(body(snippet)?);
                let local = nodes.find(|node| {
                    node.kind() == "variable_declarator" && snippet.field(*node, "name") == name
                });
                match local {
                    Some(local) => self.class_of(local.child_by_field_name("value")?, fuel),
                    None if is_of_tests => index.class_kept_in(name, self.ran, fuel),
                    None => None,
                }
            }
            "field_access" if is_of_tests && snippet.field(value, "object") == "this" => {
                index.class_kept_in(snippet.field(value, "field"), self.ran, fuel)
            }
            "method_invocation" if is_of_tests => self.class_of_call(value, fuel),
            _ => None,
        }
    }

    /// Returns the class of the object that a call in the tests gives.
    fn class_of_call(&self, call: Node<'_>, fuel: usize) -> Option<ClassId> {
        let (index, own) = (self.index, self.method.class);
        let object = call.child_by_field_name("object").filter(|object| object.kind() != "this");
        let is_of_super = object.is_some_and(|object| object.kind() == "super");
        let classes: Vec<ClassId> = match object {
            None => std::iter::successors(Some(own), |class| index.outer(*class)).collect(),
            Some(_) if is_of_super => index.supertypes(own).map(|(above, _)| above).collect(),
            Some(object) => vec![self.class_of(object, fuel)?],
        };
        let (name, count) = (self.snippet.field(call, "name"), arguments(call).len());
        let mut methods = classes.into_iter().flat_map(|class| index.methods(class, &[], name));
        let method = methods.find(|found| index.method(found.id).parameters.len() == count)?.id;
        let method = if is_of_super { method } else { index.in_run(method, self.ran) };
        index.given_by(method, self.ran, fuel)
    }
}
