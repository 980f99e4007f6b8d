//! The data flow of Java.

use tree_sitter::Node;

use super::{Edge, Relation, States, Stop, Walk, children, merged, own_edge};

impl Walk<'_> {
    /// Returns the edges of a node with children, in no order, and updates the states according to its code.
    pub(in crate::assess) fn java_edges(
        &mut self,
        node: Node<'_>,
        states: &mut States,
        deeper: usize,
    ) -> Result<Vec<Edge>, Stop> {
        let field = |name| node.child_by_field_name(name);
        let below = children(node);
        match node.kind() {
            "variable_declarator" => match field("value") {
                Some(value) => {
                    let mut edges = self.edges(value, states, deeper)?;
                    let (names, values) = (self.variables(field("name"))?, self.variables(Some(value))?);
                    edges.extend(self.assign(&names, &values, Relation::ComesFrom, states)?);
                    Ok(edges)
                }
                None => {
                    let names = self.variables(field("name"))?;
                    self.assign(&names, &[], Relation::ComesFrom, states)?;
                    Ok(names.into_iter().map(|(name, at)| own_edge(name, at)).collect())
                }
            },
            "assignment_expression" => {
                let right = field("right").ok_or(Stop::Broken)?;
                let mut edges = self.edges(right, states, deeper)?;
                let (names, values) = (self.variables(field("left"))?, self.variables(Some(right))?);
                edges.extend(self.assign(&names, &values, Relation::ComputedFrom, states)?);
                Ok(edges)
            }
            "update_expression" => {
                let found = self.variables(Some(node))?;
                self.assign(&found, &found, Relation::ComputedFrom, states)
            }
            "if_statement" => self.java_branches(&below, states, deeper),
            "for_statement" => {
                let declared = below.iter().position(|child| child.kind() == "local_variable_declaration");
                let again = declared.map_or(&[][..], |declared| &below[declared + 1..]);
                let mut edges = self.sequence(&below, states, deeper)?;
                edges.extend(self.sequence(again, states, deeper)?);
                edges.sort_by_key(|edge| edge.at);
                Ok(merged(edges, Edge::key))
            }
            "enhanced_for_statement" => {
                let (value, body) = (field("value").ok_or(Stop::Broken)?, field("body").ok_or(Stop::Broken)?);
                let mut edges = Vec::new();
                for _ in 0..2 {
                    edges.extend(self.edges(value, states, deeper)?);
                    let (names, values) = (self.variables(field("name"))?, self.variables(Some(value))?);
                    edges.extend(self.assign(&names, &values, Relation::ComputedFrom, states)?);
                    edges.extend(self.edges(body, states, deeper)?);
                }
                Ok(merged(edges, Edge::key))
            }
            "while_statement" => {
                let mut edges = self.sequence(&below, states, deeper)?;
                edges.extend(self.sequence(&below, states, deeper)?);
                Ok(merged(edges, Edge::key))
            }
            _ => self.sequence(&below, states, deeper),
        }
    }

    /// Walks the branches of an `if`, each from the states before it, and unites the states after them.
    fn java_branches(
        &mut self,
        below: &[Node<'_>],
        states: &mut States,
        deeper: usize,
    ) -> Result<Vec<Edge>, Stop> {
        let has_else = below.iter().any(|child| child.kind().contains("else"));
        let branch = below.iter().position(|child| matches!(child.kind(), "if_statement" | "else"));
        let (first, others) = below.split_at(branch.unwrap_or(below.len()));
        let mut current = states.clone();
        let mut edges = self.sequence(first, &mut current, deeper)?;
        let mut after = vec![current];
        for child in others {
            let mut own = states.clone();
            edges.extend(self.edges(*child, &mut own, deeper)?);
            after.push(own);
        }
        if !has_else {
            after.push(states.clone());
        }
        *states = self.unite(after)?;
        Ok(edges)
    }
}
