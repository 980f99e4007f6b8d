//! The agreement of annotators, for people and for programs.
//!
//! Text and Markdown contain a table of pairs, the labels of each pair as a table, and the disagreements;
//! JSON everything.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::layout;
use super::section::{Section, Table};
use super::writers;
use crate::evaluate::{
    Agreement, AgreementWithReasons, CountsByLabel, Undefined, fleiss_kappa, krippendorffs_alpha,
};
use crate::labels::{Disagreement, Opinion, Opinions};
use crate::model::text::{self, plural};
use crate::model::{Label, TestKey};

pub(crate) struct AgreementReport<'a> {
    /// The annotators, each with the number of labelled tests.
    pub(crate) annotators: Vec<(&'a str, usize)>,
    /// Every two of them, with the labels of the tests that both labelled.
    pairs: Vec<Pair<'a>>,
    /// The labels of each test by kind, if there are three annotators or more.
    of_many: Option<Vec<CountsByLabel>>,
    disagreements: Vec<Disagreement>,
}

/// Two annotators, with their labels of the tests that both labelled.
struct Pair<'a> {
    names: [&'a str; 2],
    labels: Agreement,
    verdicts: AgreementWithReasons,
}

impl<'a> AgreementReport<'a> {
    /// Compares every two of `annotators`, or, if none are given, of all annotators with a label.
    pub(crate) fn new(opinions: &'a Opinions, annotators: &'a [String]) -> AgreementReport<'a> {
        let names = if annotators.is_empty() {
            opinions.annotators()
        } else {
            annotators.iter().map(String::as_str).collect()
        };
        let mut pairs = Vec::new();
        for (place, &one) in names.iter().enumerate() {
            for &other in &names[place + 1..] {
                let verdicts = opinions.pairs(one, other);
                let labels = verdicts.iter().map(|pair| pair.map(|verdict| verdict.label));
                let labels = Agreement::of(labels);
                let verdicts = AgreementWithReasons::of(verdicts);
                pairs.push(Pair { names: [one, other], labels, verdicts });
            }
        }
        let mut disagreements = opinions.disagreements();
        disagreements.retain_mut(|Disagreement { opinions, .. }| {
            opinions.retain(|opinion| names.contains(&opinion.annotator.as_str()));
            opinions.windows(2).any(|pair| pair[0].judgement.label != pair[1].judgement.label)
        });
        let of_many = (names.len() > 2).then(|| opinions.counts(&names));
        let annotators: Vec<(&str, usize)> =
            names.into_iter().map(|name| (name, opinions.labelled_by(name))).collect();
        AgreementReport { annotators, pairs, of_many, disagreements }
    }

    pub(crate) fn sections(&self) -> [Section; 2] {
        let people = self
            .annotators
            .iter()
            .map(|(name, labels)| format!("{name} ({})", plural(*labels, "test")))
            .collect::<Vec<_>>()
            .join(", ");
        let in_common = self.pairs.iter().filter(|pair| pair.labels.total() > 0);
        let mut agreement = Section::titled("Agreement")
            .paragraph(format!("Labelled by {people}."))
            .table(self.pairs_table())
            .paragraph(
                "Kappa: agreement beyond chance (Cohen 1960); 1 is full agreement, 0 is agreement by chance. The second kappa \
                 leaves out tests that one of the two marked as unsure. Labels of different texts of a test are not compared.",
            )
            .tables(in_common.map(|pair| confusion(pair.names, pair.labels)));
        if let Some(of_many) = self.of_many() {
            agreement = agreement.table(of_many.table()).paragraph(
                "Fleiss' kappa (1971) is over the tests that all have labelled, Krippendorff's alpha (nominal) over those with two \
                 labels or more.",
            );
        }
        let disagreements = Section::titled(plural(self.disagreements.len(), "disagreement"));
        let table = (!self.disagreements.is_empty()).then(|| self.disagreements_table());
        [agreement, disagreements.tables(table)]
    }

    fn pairs_table(&self) -> Table {
        let has_reasons = self.pairs.iter().any(|pair| pair.verdicts.has_reasons());
        let header =
            ["annotators", "tests of both", "agree", "percent", "kappa", "TP/FP only", "kappa of these"];
        let header = header.into_iter().chain(has_reasons.then_some("kappa with reasons"));
        let rows = self.pairs.iter().map(|pair| {
            let all = pair.labels;
            let decided = all.decided();
            let with_reasons = layout::or_dash(pair.verdicts.kappa(), |kappa| format!("{kappa:.3}"));
            let cells = [
                pair.names.join(" and "),
                all.total().to_string(),
                all.agreed().to_string(),
                percent(all),
                kappa(all),
                decided.total().to_string(),
                kappa(decided),
            ];
            cells.into_iter().chain(has_reasons.then_some(with_reasons)).collect()
        });
        Table::new(header, 1, rows)
    }

    fn disagreements_table(&self) -> Table {
        let header = ["project", "bug", "test", "said", "decided"];
        let rows = self.disagreements.iter().map(|disagreement| {
            let opinions = disagreement.opinions.iter().map(|opinion| {
                let label = opinion.judgement.label.map_or("", Label::name);
                match &*opinion.judgement.note {
                    "" => format!("{}: {label}", opinion.annotator),
                    note => format!("{}: {label}, “{note}”", opinion.annotator),
                }
            });
            let decided = disagreement.decision.as_ref().map_or_else(String::new, |decision| {
                format!("{} by {}", decision.judgement.label.map_or("", Label::name), decision.annotator)
            });
            let TestKey { project, bug, test } = disagreement.identity.key.clone();
            vec![project, bug, test, opinions.collect::<Vec<String>>().join("; "), decided]
        });
        Table::new(header, header.len(), rows)
    }

    /// Writes one object with everything; an undefined kappa is null, and `undefined` gives the reason.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let pair = |pair: &Pair<'_>| {
            json!({
                "annotators": pair.names,
                "categories": Label::ALL.map(Label::name),
                "all": figures_object(pair.labels),
                "decided": figures_object(pair.labels.decided()),
                "with_reasons": { "agreed": pair.verdicts.agreed(), "kappa": pair.verdicts.kappa() },
            })
        };
        let of_many = self.of_many().map(|of_many| {
            json!({
                "annotators": of_many.annotators,
                "fleiss_kappa": of_many.kappa.0,
                "tests_of_all": of_many.kappa.1,
                "krippendorffs_alpha": of_many.alpha.0,
                "tests_of_two_or_more": of_many.alpha.1,
            })
        });
        let mut object = json!({
            "annotators": self.annotators.iter().map(|&(name, labelled)| json!({ "name": name, "labelled": labelled })).collect::<Vec<_>>(),
            "pairs": self.pairs.iter().map(pair).collect::<Vec<_>>(),
            "disagreements": self.disagreements.iter().map(disagreement_object).collect::<Vec<_>>(),
        });
        if let (Some(of_many), Some(object)) = (of_many, object.as_object_mut()) {
            object.insert("together".to_owned(), of_many);
        }
        writers::write_json(&object, out)
    }

    fn of_many(&self) -> Option<OfMany> {
        let tests = self.of_many.as_deref()?;
        let annotators = self.annotators.len();
        Some(OfMany { annotators, kappa: fleiss_kappa(tests, annotators), alpha: krippendorffs_alpha(tests) })
    }
}

/// The agreement of three annotators or more: each figure with the number of tests that it is over.
struct OfMany {
    annotators: usize,
    kappa: (Option<f64>, usize),
    alpha: (Option<f64>, usize),
}

impl OfMany {
    fn table(&self) -> Table {
        let header =
            ["together", "Fleiss' kappa", "tests of all", "Krippendorff's alpha", "tests of two or more"];
        let shown = |value: Option<f64>| layout::or_dash(value, |value| format!("{value:.3}"));
        let row = vec![
            format!("all {}", self.annotators),
            shown(self.kappa.0),
            self.kappa.1.to_string(),
            shown(self.alpha.0),
            self.alpha.1.to_string(),
        ];
        Table::new(header, 1, [row])
    }
}

fn figures_object(agreement: Agreement) -> Value {
    json!({
        "tests": agreement.total(),
        "agreed": agreement.agreed(),
        "observed": agreement.observed(),
        "expected": agreement.expected(),
        "kappa": agreement.kappa().ok(),
        "undefined": agreement.kappa().err().map(why),
        "table": agreement.0,
    })
}

fn disagreement_object(Disagreement { identity, opinions, decision }: &Disagreement) -> Value {
    let opinion = |Opinion { annotator, judgement }: &Opinion| json!({ "annotator": annotator, "label": judgement.label.map(Label::name), "note": judgement.note });
    json!({
        "project": identity.key.project,
        "bug": identity.key.bug,
        "test": identity.key.test,
        "hash": identity.hash,
        "opinions": opinions.iter().map(opinion).collect::<Vec<_>>(),
        "decision": decision.as_ref().map(opinion),
    })
}

/// Returns the table of pairs of labels, the first person's in rows.
fn confusion([one, other]: [&str; 2], agreement: Agreement) -> Table {
    let header =
        std::iter::once(format!("{one} ↓  {other} →")).chain(Label::ALL.map(|label| label.name().to_owned()));
    let rows = Label::ALL.into_iter().zip(agreement.0).map(|(label, row)| {
        std::iter::once(label.name().to_owned()).chain(row.map(|count| count.to_string())).collect()
    });
    Table::new(header, 1, rows)
}

pub(super) fn percent(agreement: Agreement) -> String {
    agreement.observed().map_or("–".to_owned(), text::percent)
}

/// Formats kappa, or the reason for its absence.
pub(super) fn kappa(agreement: Agreement) -> String {
    agreement.kappa().map_or_else(why, |kappa| format!("{kappa:.3}"))
}

fn why(undefined: Undefined) -> String {
    match undefined {
        Undefined::NothingInCommon => "undefined: no test in common".to_owned(),
        Undefined::OneLabel(label) => format!("undefined: both gave only the label {}", label.name()),
    }
}
