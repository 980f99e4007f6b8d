//! The sections about oracles: similarity, accuracy under execution, adequacy, and their correlation.

use super::Report;
use super::section::{Row, Section, Value, deviation, mean, median, quartile};
use crate::assess::inputs::adequacy::AdequacyRow;
use crate::assess::{
    ADEQUACY, AccuracyFigures, Correlated, Definition, GroupFigures, Measure, strength_of_rho,
    strength_of_tau,
};
use crate::model::text::plural;

/// A figure of a column: its name, and its function.
type Summary = (&'static str, fn(&[f64]) -> Option<f64>);

/// The most pairs that are named as left out.
const NAMED: usize = 10;

impl Report<'_> {
    /// Returns the rows of all approaches and groups. Those of an approach with several groups are followed by the unweighted
    /// average and standard deviation of the shares of its groups.
    fn grouped(&self, values: impl Fn(&GroupFigures) -> Option<Vec<Value>>) -> Vec<Row> {
        let mut rows = Vec::new();
        for of_approach in self.figures.chunk_by(|one, other| one.approach == other.approach) {
            let known: Vec<_> = of_approach.iter().filter_map(|one| Some((one, values(one)?))).collect();
            rows.extend(known.iter().map(|(figures, values)| Row {
                approach: figures.approach.clone(),
                group: figures.group.clone().unwrap_or_default(),
                values: values.clone(),
            }));
            let groups: Vec<_> = known.iter().filter(|(figures, _)| figures.group.is_some()).collect();
            let summaries: [Summary; 2] = [("average", mean), ("stdev", deviation)];
            for (name, summary) in summaries.into_iter().filter(|_| groups.len() > 1) {
                let of_column = |column: usize| {
                    let shares = groups.iter().filter_map(|(_, values)| match values[column] {
                        Value::Share(share) => share,
                        _ => None,
                    });
                    match groups[0].1[column] {
                        Value::Share(_) => Value::Share(summary(&shares.collect::<Vec<_>>())),
                        _ => Value::Real(None, 0),
                    }
                };
                let values = (0..groups[0].1.len()).map(of_column).collect();
                rows.push(Row { approach: of_approach[0].approach.clone(), group: name.to_owned(), values });
            }
        }
        rows
    }

    pub(super) fn similarity(&self) -> Section {
        let values = |figures: &GroupFigures| {
            let scores = Measure::ALL.map(|measure| Value::Share(figures.means.score(measure)));
            let counts = [figures.means.instances, figures.means.answered].map(Value::mean_count);
            Some(scores.into_iter().chain(counts).collect())
        };
        let columns = Measure::ALL.map(Measure::name).into_iter().chain(["n", "answered"]);
        let notes = self.similarity_notes();
        let names = ["approach", self.grouped_by];
        Section { notes, ..Section::new("similarity", "(%)", names, columns, self.grouped(values)) }
    }

    fn similarity_notes(&self) -> Vec<String> {
        let reading = match self.definition {
            Definition::Paper => "Texts are Java tokens with one blank between.",
            Definition::Package => {
                "As the package of Shin et al. computes them: BLEU is of characters, ChrF the share of equal characters at equal \
                 positions."
            }
        };
        let mut notes = vec![format!(
            "{reading} CB is CodeBLEU of all pairs as one corpus; a single assertion has hardly any data flow, so equal oracles score \
             at most 75%. MT is METEOR without WordNet's synonyms. Missing answers count 0."
        )];
        let without = self.measured.iter().filter(|measured| !measured.has_reference()).count();
        if without > 0 {
            notes.push(format!("Left out: {} without a reference.", plural(without, "instance")));
        }
        let too_long: Vec<_> =
            self.measured.iter().filter_map(|one| Some((&one.instance.test, one.too_long()?))).collect();
        if !too_long.is_empty() {
            let named = too_long.iter().take(NAMED).map(|(test, reason)| format!("{test} ({reason})"));
            let named = named.collect::<Vec<_>>().join(", ");
            let more = if too_long.len() > NAMED { ", …" } else { "" };
            notes.push(format!("Left out: {}: {named}{more}.", plural(too_long.len(), "pair")));
        }
        notes
    }

    pub(super) fn accuracy(&self) -> Section {
        let values = |accuracy: &AccuracyFigures| {
            let shares = accuracy.accuracies.map(Value::Share).into_iter();
            shares.chain(accuracy.counts.map(Value::mean_count)).collect()
        };
        let columns = ["Except", "Assert", "Te", "Tpred", "Ta", "Tce", "Tfp", "Tem", "neither"];
        let rows = self.grouped(|figures| figures.accuracy.as_ref().map(values));
        Section::new("accuracy", "(%)", ["approach", self.grouped_by], columns, rows).with(
            "Except is Tpred/Te: of the references that expect an exception, those for which one is predicted. Assert is the share of \
             Ta, the references that are assertions, without Tce (not executed), Tfp (fails on the correct version) and Tem \
             (nothing generated).",
        )
    }

    pub(super) fn execution(&self) -> Section {
        let values = |accuracy: &AccuracyFigures| {
            let rates = accuracy.rates.map(Value::Share).into_iter();
            rates.chain(accuracy.sizes.map(Value::mean_count)).collect()
        };
        let columns = ["compile", "pass", "false positive", "n", "executed"];
        let rows = self.grouped(|figures| figures.accuracy.as_ref().map(values));
        Section::new("execution", "(%)", ["approach", self.grouped_by], columns, rows).with(
            "compile is the share of tests that were executed; pass and false positive are the shares of executed tests that pass and \
             that fail on the correct version.",
        )
    }

    pub(super) fn correlation(&self, correlated: &[Correlated]) -> Section {
        let rows = correlated.iter().map(|one| {
            let strength =
                |value: Option<f64>, name: fn(f64) -> &'static str| Value::Word(value.map_or("–", name));
            let (rho, tau) = (one.rho.map(|rho| rho.coefficient), one.tau.map(|tau| tau.coefficient));
            Row {
                approach: String::new(),
                group: format!("{} vs {}", one.adequacy, one.measure.name()),
                values: vec![
                    Value::Real(rho, 4),
                    Value::Probability(one.rho.and_then(|rho| rho.p)),
                    strength(rho, strength_of_rho),
                    Value::Real(tau, 4),
                    Value::Probability(one.tau.and_then(|tau| tau.p)),
                    strength(tau, strength_of_tau),
                    Value::Count(one.samples as u64),
                ],
            }
        });
        let is_paper = self.definition == Definition::Paper;
        let sides = if is_paper { "(p two-sided, as scipy's)" } else { "(p one-sided, as in Shin et al.)" };
        let columns = ["ρ", "p of ρ", "strength of ρ", "τ", "p of τ", "strength of τ", "n"];
        Section::new("correlation", sides, ["", "pair"], columns, rows.collect()).with(
            "Correlation of closeness (1 = same adequacy) with similarity, over all approaches and projects. A negative ρ or τ means \
             that the more similar the texts are, the more the adequacy changes. * p < 0.05.",
        )
    }
}

pub(super) fn adequacy(rows: &[AdequacyRow]) -> Section {
    let points = |value| Value::Real(value, 2);
    let mut found = Vec::new();
    for of_approach in rows.chunk_by(|one, other| one.approach == other.approach) {
        let of_row = |row: &AdequacyRow| [row.values[0], row.change(0), row.values[2], row.change(1)];
        let of_rows: Vec<[Option<f64>; 4]> = of_approach.iter().map(of_row).collect();
        let approach = &of_approach[0].approach;
        for (row, values) in of_approach.iter().zip(&of_rows) {
            let values = values.map(points).to_vec();
            found.push(Row { approach: approach.clone(), group: row.project.clone(), values });
        }
        let summaries: [Summary; 5] = [
            ("median", median),
            ("average", mean),
            ("stdev", deviation),
            ("first quartile", |values| quartile(values, 1)),
            ("third quartile", |values| quartile(values, 3)),
        ];
        for (name, summary) in summaries {
            let known =
                |column: usize| of_rows.iter().filter_map(|values| values[column]).collect::<Vec<_>>();
            let values = (0..4).map(|column| points(summary(&known(column)))).collect();
            found.push(Row { approach: approach.clone(), group: name.to_owned(), values });
        }
    }
    let columns = [ADEQUACY[0], "±LC", ADEQUACY[1], "±MS"];
    Section::new("adequacy", "(%)", ["approach", "project"], columns, found).with(
        "LC is line coverage and MS mutation score with the reference oracles; ± is the change with the generated ones.",
    )
}
