//! The data flow of Python.

use tree_sitter::Node;

use super::{Edge, Relation, States, Stop, Walk, children, merged, own_edge};

impl Walk<'_> {
    /// Returns the edges of a node with children, in no order, and updates the states according to its code.
    pub(in crate::assess) fn python_edges(
        &mut self,
        node: Node<'_>,
        states: &mut States,
        deeper: usize,
    ) -> Result<Vec<Edge>, Stop> {
        let field = |name| node.child_by_field_name(name);
        let below = children(node);
        match node.kind() {
            "comment" => Ok(Vec::new()),
            "default_parameter" => match field("value") {
                Some(value) => {
                    let (names, values) = (self.variables(field("name"))?, self.variables(Some(value))?);
                    let mut edges = self.edges(value, states, deeper)?;
                    edges.extend(self.assign(&names, &values, Relation::ComesFrom, states)?);
                    Ok(edges)
                }
                None => {
                    let names = self.variables(field("name"))?;
                    self.assign(&names, &[], Relation::ComesFrom, states)?;
                    Ok(names.into_iter().map(|(name, at)| own_edge(name, at)).collect())
                }
            },
            "for_in_clause" => {
                let left = field("left").ok_or(Stop::Broken)?;
                self.unpacked(&[left], &below[below.len() - 1..], states, deeper)
            }
            "assignment" | "augmented_assignment" => match field("right") {
                Some(right) => {
                    let (left, right) = parts(field("left").ok_or(Stop::Broken)?, right);
                    self.unpacked(&left, &right, states, deeper)
                }
                None => Ok(Vec::new()),
            },
            "if_statement" => self.python_branches(&below, states, deeper),
            "for_statement" => {
                let fields = field("left").zip(field("right")).ok_or(Stop::Broken)?;
                let (left, right) = parts(fields.0, fields.1);
                let body = below.last().filter(|last| last.kind() == "block");
                let mut edges = Vec::new();
                for _ in 0..2 {
                    edges.extend(self.unpacked(&left, &right, states, deeper)?);
                    if let Some(body) = body {
                        edges.extend(self.edges(*body, states, deeper)?);
                    }
                }
                Ok(merged(edges, Edge::key))
            }
            "while_statement" => {
                let mut edges = self.sequence(&below, states, deeper)?;
                edges.extend(self.sequence(&below, states, deeper)?);
                Ok(merged(edges, Edge::key))
            }
            _ => {
                // The clauses of a comprehension come before the expression with their names.
                let (clauses, others): (Vec<_>, Vec<_>) =
                    below.into_iter().partition(|child| child.kind() == "for_in_clause");
                let mut edges = self.sequence(&clauses, states, deeper)?;
                edges.extend(self.sequence(&others, states, deeper)?);
                Ok(edges)
            }
        }
    }

    /// Returns the edges of values, and of the names that get them: one edge for each name, from all that its
    /// value contains.
    fn unpacked(
        &mut self,
        left: &[Node<'_>],
        right: &[Node<'_>],
        states: &mut States,
        deeper: usize,
    ) -> Result<Vec<Edge>, Stop> {
        let mut edges = self.sequence(right, states, deeper)?;
        for (left, right) in left.iter().zip(right) {
            let (names, values) = (self.variables(Some(*left))?, self.variables(Some(*right))?);
            self.take(names.len() * values.len())?;
            for (name, at) in names {
                states.insert(name.clone(), vec![at]);
                let (parents, places) = values.iter().cloned().unzip();
                edges.push(Edge { name, at, relation: Relation::ComputedFrom, parents, places });
            }
        }
        Ok(edges)
    }

    /// Walks the branches of an `if`: the condition and the first one, then each other one from the states before them.
    fn python_branches(
        &mut self,
        below: &[Node<'_>],
        states: &mut States,
        deeper: usize,
    ) -> Result<Vec<Edge>, Stop> {
        let has_else = below.iter().any(|child| child.kind().contains("else"));
        let mut edges = Vec::new();
        let (mut current, mut after) = (states.clone(), Vec::new());
        for child in below {
            if matches!(child.kind(), "elif_clause" | "else_clause") {
                let mut own = states.clone();
                edges.extend(self.edges(*child, &mut own, deeper)?);
                after.push(own);
            } else {
                edges.extend(self.edges(*child, &mut current, deeper)?);
            }
        }
        after.push(current);
        if !has_else {
            after.push(states.clone());
        }
        *states = self.unite(after)?;
        Ok(edges)
    }
}

/// Returns the parts of both sides of an assignment that belong together: their children if there are as many
/// on both sides.
fn parts<'t>(left: Node<'t>, right: Node<'t>) -> (Vec<Node<'t>>, Vec<Node<'t>>) {
    let [lefts, rights] = [left, right].map(|side| {
        children(side).into_iter().filter(|child| child.kind() != ",").collect::<Vec<Node<'_>>>()
    });
    if lefts.len() == rights.len() && !lefts.is_empty() { (lefts, rights) } else { (vec![left], vec![right]) }
}
