//! The agreement of annotators, for people and for programs.
//!
//! Text and Markdown contain a table of pairs, the labels of each pair as a table, and the disagreements; JSON everything.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::layout::{self, Block, Table};
use super::writers;
use crate::evaluate::{Agreement, CATEGORIES, Undefined};
use crate::labels::{Disagreement, Opinion, Opinions};
use crate::model::Label;
use crate::model::text::{self, plural};

#[derive(Debug, Clone, PartialEq, Eq)]
struct Pair<'a> {
    annotators: [&'a str; 2],
    agreement: Agreement,
}

/// The labels of several people, compared with each other.
#[derive(Debug)]
pub(crate) struct AgreementReport<'a> {
    /// The annotators, each with the number of labelled tests.
    annotators: Vec<(&'a str, usize)>,
    pairs: Vec<Pair<'a>>,
    disagreements: Vec<Disagreement>,
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
                let agreement = Agreement::of(opinions.pairs(one, other));
                pairs.push(Pair { annotators: [one, other], agreement });
            }
        }
        let mut disagreements = opinions.disagreements();
        for disagreement in &mut disagreements {
            disagreement.opinions.retain(|opinion| names.contains(&opinion.annotator.as_str()));
        }
        disagreements.retain(|disagreement| {
            let mut labels = disagreement.opinions.iter().map(|opinion| opinion.judgement.label);
            let first = labels.next();
            labels.any(|label| Some(label) != first)
        });
        let annotators = names.into_iter().map(|name| (name, opinions.labelled_by(name))).collect();
        AgreementReport { annotators, pairs, disagreements }
    }

    pub(crate) fn annotators(&self) -> usize {
        self.annotators.len()
    }

    pub(crate) fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        layout::text(&self.blocks(), out)
    }

    pub(crate) fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        layout::markdown(&self.blocks(), out)
    }

    fn blocks(&self) -> Vec<Block> {
        let people: Vec<String> = self
            .annotators
            .iter()
            .map(|(name, labels)| format!("{name} ({})", plural(*labels, "test")))
            .collect();
        let mut blocks = vec![
            Block::Heading("Agreement".to_owned()),
            Block::Paragraph(format!("Labelled by {}.", people.join(", "))),
            Block::Table(self.pairs_table()),
            Block::Paragraph(
                "Kappa: agreement beyond chance (Cohen 1960); 1 is full agreement, 0 is agreement by chance. The second kappa \
                 leaves out tests that one of the two marked as unsure. Labels of different texts of a test are not compared."
                    .to_owned(),
            ),
        ];
        for pair in &self.pairs {
            if pair.agreement.total() > 0 {
                blocks.push(Block::Table(confusion(pair)));
            }
        }
        blocks.push(Block::Heading(plural(self.disagreements.len(), "disagreement")));
        if !self.disagreements.is_empty() {
            blocks.push(Block::Table(self.disagreements_table()));
        }
        blocks
    }

    fn pairs_table(&self) -> Table {
        let header =
            ["annotators", "tests of both", "agree", "percent", "kappa", "TP/FP only", "kappa of these"];
        let row = |pair: &Pair<'_>| {
            let (all, decided) = (pair.agreement, pair.agreement.decided());
            vec![
                pair.annotators.join(" and "),
                all.total().to_string(),
                all.agreed().to_string(),
                percent(all),
                kappa(all),
                decided.total().to_string(),
                kappa(decided),
            ]
        };
        Table::new(header, 1, self.pairs.iter().map(row))
    }

    fn disagreements_table(&self) -> Table {
        let header = ["project", "bug", "test", "said", "decided"];
        let row = |disagreement: &Disagreement| {
            let said = disagreement.opinions.iter().map(|opinion| {
                let label = opinion.judgement.label.map_or("", Label::name);
                match &*opinion.judgement.note {
                    "" => format!("{}: {label}", opinion.annotator),
                    note => format!("{}: {label}, “{note}”", opinion.annotator),
                }
            });
            let decided = disagreement.decision.as_ref().map_or_else(String::new, |decision| {
                format!("{} by {}", decision.judgement.label.map_or("", Label::name), decision.annotator)
            });
            let identity = &disagreement.identity;
            let said = said.collect::<Vec<String>>().join("; ");
            vec![
                identity.key.project.clone(),
                identity.key.bug.clone(),
                identity.key.test.clone(),
                said,
                decided,
            ]
        };
        Table::new(header, header.len(), self.disagreements.iter().map(row))
    }

    /// Writes one object with everything; an undefined kappa is null, and `undefined` gives the reason.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let annotator = |&(name, labelled): &(&str, usize)| json!({ "name": name, "labelled": labelled });
        let pair = |Pair { annotators, agreement }: &Pair<'_>| {
            json!({
                "annotators": annotators,
                "categories": CATEGORIES.map(Label::name),
                "all": figures_object(*agreement),
                "decided": figures_object(agreement.decided()),
            })
        };
        let object = json!({
            "annotators": self.annotators.iter().map(annotator).collect::<Vec<_>>(),
            "pairs": self.pairs.iter().map(pair).collect::<Vec<_>>(),
            "disagreements": self.disagreements.iter().map(disagreement_object).collect::<Vec<_>>(),
        });
        writers::write_json(&object, out)
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
fn confusion(pair: &Pair<'_>) -> Table {
    let [one, other] = pair.annotators;
    let header =
        std::iter::once(format!("{one} ↓  {other} →")).chain(CATEGORIES.map(|label| label.name().to_owned()));
    let rows = CATEGORIES.into_iter().zip(pair.agreement.0).map(|(label, row)| {
        std::iter::once(label.name().to_owned()).chain(row.map(|count| count.to_string())).collect()
    });
    Table::new(header, 1, rows)
}

/// Formats the share of equal labels.
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
