//! A question that is asked in one chain, or of what a chain gave, and that ends in a getter.
//!
//! ```text
//! desk.lend('pen').to('ada');                                  arranges
//! expect(desk.ask('ada').mayTake('pen').isGiven).toBe(true);   mayTake: made what isGiven only shows
//! ```
//!
//! An object that none of its methods changes shows what it was made of: the call that made it is the act, and neither its getter nor what was
//! done before to the object with which the chain begins.

use std::iter;

use tree_sitter::Node;

use super::body::Body;
use super::focal::Context;
use super::names::{begins, has_member};
use super::node_at;
use crate::lang::javascript::index::{ClassId, FunctionId, Index, Kind};
use crate::lang::javascript::syntax::{arguments, bare, children, field, is_alone};

impl<'t> Body<'_, 't> {
    /// Returns the function that a check asks by a getter in some nodes: the call that made the getter's object, unless the test is named
    /// for another call of the chain or for the getter. None if that is no such question, or if the `act` that was found without the chain
    /// is what the test is named for.
    pub(super) fn asked(
        &self,
        getter: FunctionId,
        nodes: &[Node<'t>],
        act: Option<FunctionId>,
        context: &Context<'t>,
    ) -> Option<FunctionId> {
        let index = self.code.index;
        let declared = index.function(getter);
        let class = ClassId { file: getter.file, place: declared.class? };
        if declared.kind != Kind::Getter || !index.is_settled(class) {
            return None;
        }
        // A getter that is read for nothing is no look.
        let read = self.call_in(nodes, getter).filter(|read| !is_alone(*read))?;
        let made = bare(self.code.given_as(read.child_by_field_name("object")?)?);
        let chain = iter::successors(Some(made), |call| {
            let called = call.child_by_field_name("function").map(bare)?;
            called.child_by_field_name("object").map(bare)
        });
        let asked =
            chain.map_while(|call| self.function_called(call).filter(|_| !arguments(call).is_empty()));
        let asked: Vec<FunctionId> = asked.collect();
        let maker = *asked.first().filter(|maker| self.makes_answer(**maker))?;
        let titles = &context.parts;
        let class = &index.class(class).name;
        if titles
            .iter()
            .any(|title| begins(&declared.name, title) || has_member(class, &declared.name, title))
        {
            return Some(getter);
        }
        let named = asked.iter().find(|asked| self.is_evident(**asked, context));
        match named {
            Some(named) => Some(*named),
            None => Some(maker).filter(|_| !act.is_some_and(|act| self.is_evident(act, context))),
        }
    }

    /// Returns true for a method that works out the object that it returns, and does not only find it.
    fn makes_answer(&self, function: FunctionId) -> bool {
        let declared = self.code.index.function(function);
        declared.class.is_some() && !declared.is_static && !self.code.index.only_looks_up(function)
    }
}

impl Index {
    /// Returns true for a class without a base none of whose methods changes its objects. What a getter, or a member that only the class knows,
    /// keeps there is upkeep.
    fn is_settled(&self, class: ClassId) -> bool {
        let declared = self.class(class);
        declared.base.is_none()
            && declared.methods.iter().all(|method| {
                let function = FunctionId { file: class.file, place: method.function };
                match self.function(function).kind {
                    Kind::Getter => true,
                    Kind::Setter => false,
                    Kind::Called => self.is_private(function) || !self.changes_state(function),
                }
            })
    }

    /// Returns true for a method that only its own class may call.
    fn is_private(&self, function: FunctionId) -> bool {
        let source = &self.file(function.file).text;
        let tree = self.tree(function.file);
        node_at(tree.root_node(), &self.function(function).node).is_some_and(|node| {
            let mut modifiers = children(node).filter(|child| child.kind() == "accessibility_modifier");
            field(node, "name", source).starts_with(['#', '_'])
                || modifiers.next().is_some_and(|word| &source[word.byte_range()] != "public")
        })
    }
}
