//! Measured instances, and the figures of their groups.

use std::cmp::Ordering;
use std::hash::Hash;

use indexmap::IndexMap;

use super::accuracy::{Accuracy, AccuracyFigures};
use super::languages::{kind_of, row_of};
use super::similarity::{Definition, Means, Measure, Similarity, TooLong};
use crate::assess::inputs::instances::{GivenFigures, Instance};
use crate::import::Outcome;
use crate::model::{Cancel, OracleCategory};
use crate::parallel;

pub(crate) struct MeasuredInstance<'a> {
    pub(crate) instance: &'a Instance,
    /// None without a reference, or if nothing was generated.
    similarity: Option<Result<Similarity, TooLong>>,
}

/// A contradiction between similarity and outcome, to be read first. It is a hint: the meaning of the texts decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Disagreement {
    /// The generated oracle differs from its reference, and passes on the correct version.
    DifferentPasses,
    /// The generated oracle is similar to its reference, and fails or does not compile.
    SimilarFails,
}

impl Disagreement {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Disagreement::DifferentPasses => "different text, passes",
            Disagreement::SimilarFails => "similar text, fails",
        }
    }
}

const SIMILAR: f64 = 0.5;

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

impl MeasuredInstance<'_> {
    pub(crate) fn has_reference(&self) -> bool {
        !is_blank(&self.instance.reference.assertion)
    }

    /// Returns the score by a measure: 0 if nothing was generated, None without a reference or if the texts
    /// are too long.
    pub(crate) fn score(&self, measure: Measure) -> Option<f64> {
        match &self.similarity {
            Some(similarity) => Some(similarity.as_ref().ok()?.score(measure)),
            None => self.has_reference().then_some(0.0),
        }
    }

    pub(crate) fn too_long(&self) -> Option<TooLong> {
        self.similarity.as_ref()?.as_ref().err().copied()
    }

    /// Compares two instances by the order in which a person should read them: first those with a different text that
    /// pass, the least similar first, then those with a similar text that fail, the most similar first, then
    /// all others.
    pub(crate) fn reading_order(&self, other: &MeasuredInstance<'_>) -> Ordering {
        let place = |measured: &MeasuredInstance<'_>| {
            let chrf = measured.score(Measure::Chrf).unwrap_or_default();
            match measured.disagreement() {
                Some(Disagreement::DifferentPasses) => (0, chrf),
                Some(Disagreement::SimilarFails) => (1, -chrf),
                None => (2, 0.0),
            }
        };
        let ((kind, chrf), (other_kind, other_chrf)) = (place(self), place(other));
        kind.cmp(&other_kind).then(chrf.total_cmp(&other_chrf))
    }

    pub(crate) fn disagreement(&self) -> Option<Disagreement> {
        let similarity = self.similarity.as_ref()?.as_ref().ok()?;
        let is_similar = similarity.score(Measure::Chrf) >= SIMILAR;
        let is_equal = similarity.score(Measure::Accuracy) > 0.0;
        match self.instance.outcome? {
            Outcome::Passed => (!is_similar && !is_equal).then_some(Disagreement::DifferentPasses),
            Outcome::Failed | Outcome::NotExecuted => is_similar.then_some(Disagreement::SimilarFails),
        }
    }
}

/// Measures all instances. If that is cancelled, the rest has no similarity.
pub(crate) fn measure<'a>(
    instances: &'a [Instance],
    definition: Definition,
    cancel: &Cancel,
) -> Vec<MeasuredInstance<'a>> {
    parallel::map(instances, |instance| {
        let (reference, generated) = (&instance.reference.assertion, &instance.generated.assertion);
        let similarity = (!is_blank(reference) && !is_blank(generated) && !cancel.is_requested())
            .then(|| Similarity::of(reference, generated, row_of(instance.language), definition));
        MeasuredInstance { instance, similarity }
    })
}

/// A division of instances into groups with their own figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Grouping {
    /// A group for each project.
    Project,
    /// A group for each bug of a project.
    Bug,
    /// A group for each kind of reference.
    Kind,
}

impl Grouping {
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }

    pub(crate) fn bug_name(project: &str, bug: &str) -> String {
        format!("{project} {bug}")
    }

    fn group(self, instance: &Instance, definition: Definition) -> String {
        match self {
            Grouping::Project => instance.project.clone(),
            Grouping::Bug => Grouping::bug_name(&instance.project, &instance.bug),
            Grouping::Kind => kind(instance, definition).name().to_owned(),
        }
    }
}

fn kind(instance: &Instance, definition: Definition) -> OracleCategory {
    let reference = &instance.reference;
    let kind = kind_of(&reference.assertion, instance.language, definition);
    if reference.expects_exception && !kind.expects_exception() { OracleCategory::MustThrow } else { kind }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GroupFigures {
    pub(crate) approach: String,
    /// None for all instances of the approach.
    pub(crate) group: Option<String>,
    pub(crate) means: Means,
    pub(crate) accuracy: Option<AccuracyFigures>,
}

/// Computes the figures of each approach, all of it first, then of its groups: both in the order of their
/// first instances.
pub(crate) fn figures(
    measured: &[MeasuredInstance<'_>],
    by: Option<Grouping>,
    definition: Definition,
) -> Vec<GroupFigures> {
    let mut found = Vec::new();
    for (approach, all) in in_order(measured, |measured| measured.instance.approach.clone()) {
        found.push(group_figures(&approach, None, &all, definition));
        if let Some(by) = by {
            for (group, members) in in_order(all, |measured| by.group(measured.instance, definition)) {
                found.push(group_figures(&approach, Some(group), &members, definition));
            }
        }
    }
    found
}

/// Returns figures of projects that an input gives.
pub(crate) fn given_figures(rows: &[GivenFigures]) -> Vec<GroupFigures> {
    let of_approaches = in_order(rows, |row| row.approach.clone());
    of_approaches
        .into_iter()
        .flat_map(|(_, rows)| {
            rows.into_iter()
                .map(|row| GroupFigures {
                    approach: row.approach.clone(),
                    group: Some(row.project.clone()),
                    means: Means::given(row.scores),
                    accuracy: None,
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Groups items by a key, in the order in which the keys first occur.
pub(super) fn in_order<T, K: Eq + Hash>(
    items: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> Vec<(K, Vec<T>)> {
    let mut groups: IndexMap<K, Vec<T>> = IndexMap::new();
    for item in items {
        groups.entry(key(&item)).or_default().push(item);
    }
    groups.into_iter().collect()
}

/// Computes the figures of instances of an approach: the means over its runs, if there are several.
fn group_figures(
    approach: &str,
    group: Option<String>,
    members: &[&MeasuredInstance<'_>],
    definition: Definition,
) -> GroupFigures {
    let runs = in_order(members, |measured| measured.instance.run);
    let means: Vec<Means> = runs.iter().map(|(_, members)| means(members, definition)).collect();
    let accuracies: Vec<AccuracyFigures> = runs.iter().filter_map(|(_, members)| accuracy(members)).collect();
    GroupFigures {
        approach: approach.to_owned(),
        group,
        means: Means::over_runs(&means),
        accuracy: (!accuracies.is_empty()).then(|| AccuracyFigures::over_runs(&accuracies)),
    }
}

fn means(members: &[&&MeasuredInstance<'_>], definition: Definition) -> Means {
    let counted = members.iter().filter(|measured| measured.has_reference() && measured.too_long().is_none());
    let similarities =
        counted.map(|measured| measured.similarity.as_ref().and_then(|similarity| similarity.as_ref().ok()));
    Means::of(similarities, definition)
}

fn accuracy(members: &[&&MeasuredInstance<'_>]) -> Option<AccuracyFigures> {
    // An instance of which no outcome is known is in no count.
    let known = || members.iter().filter_map(|one| Some((one.instance, one.instance.outcome?)));
    known().next()?;
    let mut accuracy = Accuracy::default();
    for (Instance { reference, generated, .. }, outcome) in known() {
        accuracy.add(reference, generated, outcome);
    }
    Some(accuracy.figures())
}
