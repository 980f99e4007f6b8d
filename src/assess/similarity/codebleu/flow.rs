//! The share of a reference's data flow that also occurs in the generated code: an edge for each variable whose value comes
//! from other variables. Names are numbered in order of occurrence, so that only the flow counts.

use std::collections::{BTreeSet, HashMap};

use indexmap::IndexSet;
use tree_sitter::Node;

/// The maximum nesting depth, and the most nodes that are followed: loops are walked twice, which each level of nesting doubles.
const DEEPEST: usize = 250;
const MOST_STEPS: usize = 1_000_000;

/// Returns the number of edges of the first tree that also occur in the second, and of all; None if it takes too long.
pub(super) fn shared_edges(roots: [Node<'_>; 2], sources: [&str; 2]) -> Option<(usize, usize)> {
    let [wanted, mut there] = [flow(roots[0], sources[0])?, flow(roots[1], sources[1])?];
    let is_shared = |edge: &&NumberedEdge| {
        there.iter().position(|other| other == *edge).map(|place| there.swap_remove(place)).is_some()
    };
    Some((wanted.iter().filter(is_shared).count(), wanted.len()))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Relation {
    ComesFrom,
    ComputedFrom,
}

/// A variable and the variables that its value comes from, by name and place. A place is the number of a leaf.
#[derive(Debug, Clone)]
struct Edge {
    name: String,
    at: usize,
    relation: Relation,
    parents: Vec<String>,
    places: Vec<usize>,
}

type NumberedEdge = (usize, Relation, Vec<usize>);

/// The places at which each variable may have got its value.
type States = HashMap<String, Vec<usize>>;

enum Stop {
    /// A part that the grammar requires is missing, as in broken code: then there is no flow at all.
    Broken,
    TooLong,
}

fn flow(root: Node<'_>, source: &str) -> Option<Vec<NumberedEdge>> {
    let mut leaves = Vec::new();
    push_leaves(root, &mut leaves);
    let places = leaves.iter().enumerate().map(|(place, leaf)| (leaf.byte_range(), place)).collect();
    let mut walk = Walk { source, places, steps: MOST_STEPS };
    match walk.edges(root, &mut States::new(), DEEPEST) {
        Ok(edges) => Some(numbered(edges)),
        Err(Stop::Broken) => Some(Vec::new()),
        Err(Stop::TooLong) => None,
    }
}

/// Keeps the edges between places, one per place, and numbers their names.
fn numbered(mut edges: Vec<Edge>) -> Vec<NumberedEdge> {
    edges.sort_by_key(|edge| edge.at);
    let with_parents = edges.iter().filter(|edge| !edge.places.is_empty());
    let used: BTreeSet<usize> =
        with_parents.flat_map(|edge| edge.places.iter().copied().chain([edge.at])).collect();
    edges.retain(|edge| used.contains(&edge.at));
    let edges = merged(edges, |edge| edge.at);
    let mut names: IndexSet<&str> = IndexSet::new();
    let mut number = |name| names.insert_full(name).0;
    let numbered = edges.iter().map(|edge| {
        let parents = edge.parents.iter().map(|name| number(name)).collect();
        (number(&edge.name), edge.relation, parents)
    });
    numbered.collect()
}

/// Merges the parents of edges with equal keys; the other data and the order are those of the first edge.
fn merged<K: std::hash::Hash + Eq>(edges: Vec<Edge>, key: impl Fn(&Edge) -> K) -> Vec<Edge> {
    let mut found: HashMap<K, usize> = HashMap::new();
    let mut united: Vec<Edge> = Vec::new();
    for edge in edges {
        let next = united.len();
        let place = *found.entry(key(&edge)).or_insert(next);
        let Some(first) = united.get_mut(place) else {
            united.push(edge);
            continue;
        };
        for name in edge.parents {
            if !first.parents.contains(&name) {
                first.parents.push(name);
            }
        }
        first.places.extend(edge.places);
        first.places.sort_unstable();
        first.places.dedup();
    }
    united
}

fn is_leaf(node: Node<'_>) -> bool {
    node.child_count() == 0 || matches!(node.kind(), "string_literal" | "character_literal")
}

fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

fn push_leaves<'a>(node: Node<'a>, leaves: &mut Vec<Node<'a>>) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if is_leaf(node) {
            leaves.push(node);
        } else {
            open.extend(children(node).into_iter().rev());
        }
    }
}

struct Walk<'a> {
    source: &'a str,
    places: HashMap<std::ops::Range<usize>, usize>,
    steps: usize,
}

impl Walk<'_> {
    fn text(&self, node: Node<'_>) -> String {
        self.source[node.byte_range()].replace('\n', "")
    }

    fn place(&self, leaf: Node<'_>) -> Result<usize, Stop> {
        self.places.get(&leaf.byte_range()).copied().ok_or(Stop::Broken)
    }

    fn take(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps = self.steps.checked_sub(steps).ok_or(Stop::TooLong)?;
        Ok(())
    }

    /// Returns the variables and literals below a node, by text and place.
    fn variables(&mut self, node: Option<Node<'_>>) -> Result<Vec<(String, usize)>, Stop> {
        let mut leaves = Vec::new();
        push_leaves(node.ok_or(Stop::Broken)?, &mut leaves);
        self.take(leaves.len())?;
        let texts = leaves.into_iter().map(|leaf| (leaf, self.text(leaf)));
        texts
            .filter(|(leaf, text)| leaf.kind() != text)
            .map(|(leaf, text)| Ok((text, self.place(leaf)?)))
            .collect()
    }

    /// Returns an edge for each pair of a name and a value, and stores the new places of the names.
    fn assign(
        &mut self,
        names: &[(String, usize)],
        values: &[(String, usize)],
        relation: Relation,
        states: &mut States,
    ) -> Result<Vec<Edge>, Stop> {
        self.take(names.len() * values.len())?;
        for (name, at) in names {
            states.insert(name.clone(), vec![*at]);
        }
        let pairs = names.iter().flat_map(|name| values.iter().map(move |value| (name, value)));
        let edge = |((name, at), (value, from)): (&(String, usize), &(String, usize))| Edge {
            name: name.clone(),
            at: *at,
            relation,
            parents: vec![value.clone()],
            places: vec![*from],
        };
        Ok(pairs.map(edge).collect())
    }

    fn sequence(
        &mut self,
        nodes: &[Node<'_>],
        states: &mut States,
        deeper: usize,
    ) -> Result<Vec<Edge>, Stop> {
        let mut edges = Vec::new();
        for node in nodes {
            edges.extend(self.edges(*node, states, deeper)?);
        }
        Ok(edges)
    }

    /// Returns the edges of a node, and updates the states according to its code.
    fn edges(&mut self, node: Node<'_>, states: &mut States, deepest: usize) -> Result<Vec<Edge>, Stop> {
        self.take(1)?;
        let deeper = deepest.checked_sub(1).ok_or(Stop::TooLong)?;
        if is_leaf(node) {
            return Ok(self.leaf(node, states)?.into_iter().collect());
        }
        let field = |name| node.child_by_field_name(name);
        let below = children(node);
        let by_all = |edge: &Edge| (edge.name.clone(), edge.at, edge.relation);
        let mut edges = match node.kind() {
            "variable_declarator" => match field("value") {
                Some(value) => {
                    let mut edges = self.edges(value, states, deeper)?;
                    let (names, values) = (self.variables(field("name"))?, self.variables(Some(value))?);
                    edges.extend(self.assign(&names, &values, Relation::ComesFrom, states)?);
                    edges
                }
                None => {
                    let names = self.variables(field("name"))?;
                    self.assign(&names, &[], Relation::ComesFrom, states)?;
                    names.into_iter().map(|(name, at)| own_edge(name, at)).collect()
                }
            },
            "assignment_expression" => {
                let right = field("right").ok_or(Stop::Broken)?;
                let mut edges = self.edges(right, states, deeper)?;
                let (names, values) = (self.variables(field("left"))?, self.variables(Some(right))?);
                edges.extend(self.assign(&names, &values, Relation::ComputedFrom, states)?);
                edges
            }
            "update_expression" => {
                let found = self.variables(Some(node))?;
                self.assign(&found, &found, Relation::ComputedFrom, states)?
            }
            "if_statement" => self.branches(&below, states, deeper)?,
            "for_statement" => {
                let declared = below.iter().position(|child| child.kind() == "local_variable_declaration");
                let again = declared.map_or(&[][..], |declared| &below[declared + 1..]);
                let mut edges = self.sequence(&below, states, deeper)?;
                edges.extend(self.sequence(again, states, deeper)?);
                edges.sort_by_key(|edge| edge.at);
                merged(edges, by_all)
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
                merged(edges, by_all)
            }
            "while_statement" => {
                let mut edges = self.sequence(&below, states, deeper)?;
                edges.extend(self.sequence(&below, states, deeper)?);
                merged(edges, by_all)
            }
            _ => self.sequence(&below, states, deeper)?,
        };
        self.take(edges.len())?;
        edges.sort_by_key(|edge| edge.at);
        Ok(edges)
    }

    /// Returns the edge of a leaf; None for a keyword or operator.
    fn leaf(&self, leaf: Node<'_>, states: &mut States) -> Result<Option<Edge>, Stop> {
        let (text, at) = (self.text(leaf), self.place(leaf)?);
        if leaf.kind() == text {
            return Ok(None);
        }
        if let Some(places) = states.get(&text) {
            let parents = vec![text.clone()];
            return Ok(Some(Edge { parents, places: places.clone(), ..own_edge(text, at) }));
        }
        if leaf.kind() == "identifier" {
            states.insert(text.clone(), vec![at]);
        }
        Ok(Some(own_edge(text, at)))
    }

    /// Walks the branches of an `if`, each from the states before it, and merges the states after them.
    fn branches(
        &mut self,
        below: &[Node<'_>],
        states: &mut States,
        deeper: usize,
    ) -> Result<Vec<Edge>, Stop> {
        let has_else = below.iter().any(|child| child.kind().contains("else"));
        let branch = below.iter().position(|child| matches!(child.kind(), "if_statement" | "else"));
        let (first, others) = below.split_at(branch.unwrap_or(below.len()));
        self.take(states.len() * (others.len() + 1))?;
        let mut current = states.clone();
        let mut edges = self.sequence(first, &mut current, deeper)?;
        let mut after = vec![current];
        for child in others {
            let mut own = states.clone();
            edges.extend(self.edges(*child, &mut own, deeper)?);
            after.push(own);
        }
        if has_else {
            states.clear();
        }
        for (name, places) in after.into_iter().flatten() {
            states.entry(name).or_default().extend(places);
        }
        for places in states.values_mut() {
            places.sort_unstable();
            places.dedup();
        }
        Ok(edges)
    }
}

/// The edge of a variable whose value has no known origin.
fn own_edge(name: String, at: usize) -> Edge {
    Edge { name, at, relation: Relation::ComesFrom, parents: Vec::new(), places: Vec::new() }
}
