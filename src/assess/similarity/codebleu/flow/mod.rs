//! The share of a reference's data flow that also occurs in the generated code: an edge for each variable
//! whose value comes from other variables. Names are numbered in order of occurrence, so that only the flow
//! counts.

mod java;
mod python;

use std::collections::{BTreeSet, HashMap};

use indexmap::IndexSet;
use tree_sitter::Node;

/// The maximum nesting depth, and the most nodes that are followed: loops are walked twice, which each level
/// of nesting doubles.
const DEEPEST: usize = 250;
const MOST_STEPS: usize = 1_000_000;

/// Returns the number of edges of the first tree that also occur in the second, and of all; None if it takes too long.
pub(super) fn shared_edges(
    roots: [Node<'_>; 2],
    sources: [&str; 2],
    edges_of_node: EdgesOfNode,
) -> Option<(usize, usize)> {
    let [wanted, mut there] =
        [flow(roots[0], sources[0], edges_of_node)?, flow(roots[1], sources[1], edges_of_node)?];
    let shared = wanted.iter().filter(|edge| {
        there.iter().position(|other| other == *edge).map(|place| there.swap_remove(place)).is_some()
    });
    Some((shared.count(), wanted.len()))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Relation {
    ComesFrom,
    ComputedFrom,
}

/// A variable and the variables that its value comes from, by name and place. A place is the number of a leaf.
#[derive(Debug, Clone)]
pub(in crate::assess) struct Edge {
    name: String,
    at: usize,
    relation: Relation,
    parents: Vec<String>,
    places: Vec<usize>,
}

impl Edge {
    /// Returns what edges have in common that two walks through a loop give.
    fn key(&self) -> (String, usize, Relation) {
        (self.name.clone(), self.at, self.relation)
    }
}

type NumberedEdge = (usize, Relation, Vec<usize>);

/// The places at which each variable may have got its value.
pub(in crate::assess) type States = HashMap<String, Vec<usize>>;

pub(in crate::assess) enum Stop {
    /// A part that the grammar requires is missing, as in broken code: then there is no flow at all.
    Broken,
    TooLong,
}

fn flow(root: Node<'_>, source: &str, edges_of_node: EdgesOfNode) -> Option<Vec<NumberedEdge>> {
    let mut leaves = Vec::new();
    push_leaves(root, &mut leaves);
    let places = leaves.iter().enumerate().map(|(place, leaf)| (leaf.byte_range(), place)).collect();
    let mut walk = Walk { edges_of_node, source, places, steps: MOST_STEPS };
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
        let names = std::mem::take(&mut first.parents).into_iter().chain(edge.parents);
        first.parents = names.collect::<IndexSet<String>>().into_iter().collect();
        first.places.extend(edge.places);
        first.places.sort_unstable();
        first.places.dedup();
    }
    united
}

fn is_leaf(node: Node<'_>) -> bool {
    node.child_count() == 0 || matches!(node.kind(), "string_literal" | "character_literal" | "string")
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

/// Returns the edges of a node with children, in no order, and updates the states according to its code.
pub(in crate::assess) type EdgesOfNode =
    fn(&mut Walk<'_>, Node<'_>, &mut States, usize) -> Result<Vec<Edge>, Stop>;

/// A walk through a tree.
pub(in crate::assess) struct Walk<'a> {
    edges_of_node: EdgesOfNode,
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
        Ok(pairs
            .map(|((name, at), (value, from))| Edge {
                name: name.clone(),
                at: *at,
                relation,
                parents: vec![value.clone()],
                places: vec![*from],
            })
            .collect())
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
        let mut edges = (self.edges_of_node)(self, node, states, deeper)?;
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

    /// Unites the states behind several branches.
    fn unite(&mut self, branches: Vec<States>) -> Result<States, Stop> {
        self.take(branches.iter().map(States::len).sum())?;
        let mut united = States::new();
        for (name, places) in branches.into_iter().flatten() {
            united.entry(name).or_default().extend(places);
        }
        for places in united.values_mut() {
            places.sort_unstable();
            places.dedup();
        }
        Ok(united)
    }
}

/// The edge of a variable whose value has no known origin.
fn own_edge(name: String, at: usize) -> Edge {
    Edge { name, at, relation: Relation::ComesFrom, parents: Vec::new(), places: Vec::new() }
}
