//! Plugins that a file of tests hands over: functions of the project that give a class other methods, and its maker other members.
//!
//! ```text
//! import shiny from '../src/shiny.js';   export default (Pen) => { Pen.prototype.draw = function (line) {…}; };
//! penOf.extend(shiny);
//! expect(penOf('red').draw('a'))…        draw of src/shiny.js, not of the class
//! ```

use tree_sitter::Node;

use super::code::Code;
use crate::lang::javascript::index::{Expr, FileId, Meaning};
use crate::lang::javascript::syntax::{arguments, bare, descendants};

impl Code<'_> {
    /// Returns the member of a meaning as this file has it: what the plugin gives that was handed over last, or else what the class has.
    pub(super) fn member_of(&self, owner: Meaning, name: &str) -> Option<Meaning> {
        let mut plugins = self.plugins().iter();
        plugins
            .find_map(|plugin| self.index.given_by_plugin(*plugin, owner, name))
            .or_else(|| self.index.member_of(owner, name))
    }

    /// Returns the files of the functions that the file calls, or gives to calls, by their names alone.
    fn plugins(&self) -> &[FileId] {
        self.plugins.get_or_init(|| {
            let calls = descendants(self.root).filter(|node| node.kind() == "call_expression");
            let handed = calls
                .flat_map(|call| call.child_by_field_name("function").into_iter().chain(arguments(call)));
            let mut names: Vec<Node<'_>> =
                handed.map(bare).filter(|name| name.kind() == "identifier").collect();
            // A chain of calls begins with its first one.
            names.sort_by_key(Node::start_byte);
            let mut files = Vec::new();
            for name in
                names.into_iter().map(|name| self.text(name)).filter(|name| self.imported(name).is_some())
            {
                let file = match self.index.resolve(self.file, &Expr::Name(name.to_owned())) {
                    Some(Meaning::Function(function, _)) => function.file,
                    Some(Meaning::Module(file)) => file,
                    _ => continue,
                };
                files.retain(|known| *known != file);
                files.insert(0, file);
            }
            files
        })
    }
}
