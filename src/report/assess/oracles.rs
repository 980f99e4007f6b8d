//! The tables about oracles: similarity, accuracy under execution, adequacy, and their correlation.

use super::Report;
use super::figure_table::{FigureTable, Row, Value, deviation, mean, median, quartile, rounded};
use crate::assess::inputs::adequacy::AdequacyRow;
use crate::assess::{
    ADEQUACY, Correlated, Definition, GroupFigures, Means, Measure, Unit, strength_of_rho, strength_of_tau,
};
use crate::evaluate::{Alternative, magnitude};
use crate::model::text::{number, plural};

/// A figure of a column: its name, and its function.
type Summary = (&'static str, fn(&[f64]) -> Option<f64>);

/// The most pairs that are named as left out.
const NAMED: usize = 10;

impl Report<'_> {
    /// Returns the rows of all approaches and groups. Those of an approach with several groups are followed
    /// by the unweighted average and standard deviation of the shares of its groups.
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
                let values = (0..groups[0].1.len()).map(|column| {
                    let shares = groups.iter().filter_map(|(_, values)| match values[column] {
                        Value::Share(share) => share,
                        _ => None,
                    });
                    match groups[0].1[column] {
                        Value::Share(_) => Value::Share(summary(&shares.collect::<Vec<_>>())),
                        _ => Value::Real(None, 0),
                    }
                });
                rows.push(Row {
                    approach: of_approach[0].approach.clone(),
                    group: name.to_owned(),
                    values: values.collect(),
                });
            }
        }
        rows
    }

    pub(super) fn similarity(&self) -> FigureTable {
        let rows = self.grouped(|figures| {
            let scores = Measure::ALL.map(|measure| Value::Share(figures.means.score(measure)));
            let Means { instances, answered, with_flow, is_given, .. } = figures.means;
            let counts = [instances, answered, with_flow]
                .map(|count| if is_given { Value::Real(None, 0) } else { Value::mean_count(count) });
            Some(scores.into_iter().chain(counts).collect())
        });
        let columns = Measure::ALL.map(Measure::name).into_iter().chain(["n", "answered", "data flow"]);
        let notes = self.similarity_notes();
        let names = ["approach", self.grouped_by];
        FigureTable { notes, ..FigureTable::new("similarity", "(%)", names, columns, rows) }
    }

    fn similarity_notes(&self) -> Vec<String> {
        if self.measured.is_empty() {
            return vec!["The figures are those of the input.".to_owned()];
        }
        let reading = match self.definition {
            Definition::Paper => "Texts are tokens of their language with one blank between.",
            Definition::Package => {
                "As the package of Shin et al. computes them: BLEU is of characters, ChrF the share of equal characters at equal \
                 positions."
            }
        };
        let mut notes = vec![
            format!(
                "{reading} CB is CodeBLEU of all pairs as one corpus. MT is METEOR without WordNet's synonyms. Missing answers count 0."
            ),
            self.flow_note(),
        ];
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

    /// Returns a note on the data flow of references, which most single assertions do not have.
    fn flow_note(&self) -> String {
        let all =
            || self.figures.iter().filter(|figures| figures.group.is_none()).map(|figures| &figures.means);
        let [with_flow, answered] =
            [all().map(|means| means.with_flow).sum(), all().map(|means| means.answered).sum()].map(rounded);
        let of_pairs = format!("{} of {}", number(with_flow), plural(answered, "pair"));
        if with_flow == 0 {
            return "No reference has data flow, which is a quarter of CodeBLEU: CB is at most 75%, also of equal oracles.".to_owned();
        }
        format!(
            "Data flow is a quarter of CodeBLEU, and {of_pairs} have any in their reference. A group without one has a CB of at most 75%, also \
             for equal oracles, and a single one moves the CB of its group by up to 25 points: compare the CB of groups only where the \
             column data flow is alike."
        )
    }

    /// Returns notes on the instances whose outcome, or whose expectation, no input tells.
    fn accuracy_notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let unknown = self.measured.iter().filter(|one| one.instance.outcome.is_none()).count();
        if unknown > 0 {
            notes.push(format!("Left out: {} whose outcome is not known.", plural(unknown, "instance")));
        }
        if self.measured.iter().any(|one| !one.instance.is_told) {
            notes.push(
                "Where the input does not say whether an exception is expected (columns exception_lbl, except_pred), the texts do: \
                 assertThrows, try with fail and catch, pytest.raises and the like."
                    .to_owned(),
            );
        }
        notes
    }

    pub(super) fn accuracy(&self) -> FigureTable {
        let columns = ["Except", "Assert", "Te", "Tpred", "Ta", "Tce", "Tfp", "Tem", "neither"];
        let rows = self.grouped(|figures| {
            let accuracy = figures.accuracy.as_ref()?;
            let shares = accuracy.accuracies.map(Value::Share).into_iter();
            Some(shares.chain(accuracy.counts.map(Value::mean_count)).collect())
        });
        let mut table = FigureTable::new("accuracy", "(%)", ["approach", self.grouped_by], columns, rows).with(
            "Except is Tpred/Te: of the references that expect an exception, those for which one is predicted. Assert is the share of \
             Ta, the references that are assertions, without Tce (not executed), Tfp (fails on the correct version) and Tem \
             (nothing generated).",
        );
        table.notes.extend(self.accuracy_notes());
        table
    }

    pub(super) fn execution(&self) -> FigureTable {
        let columns = ["compile", "pass", "false positive", "n", "executed"];
        let rows = self.grouped(|figures| {
            let accuracy = figures.accuracy.as_ref()?;
            let rates = accuracy.rates.map(Value::Share).into_iter();
            Some(rates.chain(accuracy.sizes.map(Value::mean_count)).collect())
        });
        FigureTable::new("execution", "(%)", ["approach", self.grouped_by], columns, rows).with(
            "compile is the share of tests that were executed; pass and false positive are the shares of executed tests that pass and \
             that fail on the correct version.",
        )
    }

    /// Returns the comparisons of approaches; None if there is only one.
    pub(super) fn comparison(&self) -> Option<FigureTable> {
        let (compared, unit) = self.compared;
        if compared.is_empty() {
            return None;
        }
        let rows = compared.iter().map(|one| {
            let [first, second] = one.found.values.map(Some);
            let [low, high] = one.found.interval.map_or([None; 2], |ends| ends.map(Some));
            let values = vec![
                Value::Share(first),
                Value::Share(second),
                Value::Share(Some(one.found.difference)),
                Value::Share(low),
                Value::Share(high),
                Value::Count(one.found.pairs as u64),
                Value::Probability(Some(one.found.test.p)),
                Value::Probability(Some(one.corrected)),
                Value::Word(one.found.test.method.name()),
                Value::Real(one.found.cliffs_delta, 2),
                Value::Word(one.found.cliffs_delta.map_or("–", magnitude)),
            ];
            Row { approach: one.approaches.join(" vs "), group: one.figure.to_owned(), values }
        });
        let columns = [
            "first",
            "second",
            "difference",
            "low",
            "high",
            "pairs",
            "p",
            "p (Holm)",
            "method",
            "Cliff's delta",
            "size",
        ];
        let side = match self.alternative {
            Alternative::TwoSided => "two-sided",
            Alternative::Greater => "one-sided, the first greater",
            Alternative::Less => "one-sided, the first less",
        };
        let (units, of_project) = match unit {
            Unit::Test => ("tests", ""),
            Unit::Project => ("projects", ", of a project the mean over its tests"),
        };
        let table = FigureTable::new("comparison", "(%)", ["approaches", "figure"], columns, rows.collect());
        Some(table.with(format!(
            "Over the {units} that both approaches have{of_project}; CB is that of each pair alone. low and high: 95% interval of the \
             difference, by bootstrap over {units}. p: Wilcoxon's signed-rank test ({side}); p (Holm) is corrected for all {} \
             comparisons of the table. Cliff's delta compares every value with every other.",
            compared.len()
        )))
    }

    /// Returns the correlations of each approach alone.
    pub(super) fn correlation_by_approach(&self, by_approach: &[(String, Vec<Correlated>)]) -> FigureTable {
        let known = by_approach.iter().filter(|(_, pairs)| pairs.iter().any(|pair| pair.samples > 0));
        let rows = known.flat_map(|(approach, correlated)| {
            let rows = self.correlation(correlated).rows.into_iter();
            rows.map(|row| Row { approach: approach.clone(), ..row })
        });
        let rows: Vec<Row> = rows.collect();
        let whole = self.correlation(&[]);
        FigureTable {
            name: "correlation by approach",
            names: ["approach", "pair"],
            rows,
            notes: Vec::new(),
            ..whole
        }
    }

    pub(super) fn correlation(&self, correlated: &[Correlated]) -> FigureTable {
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
        FigureTable::new("correlation", sides, ["", "pair"], columns, rows.collect()).with(
            "Correlation of closeness (1 = same adequacy) with similarity, over all approaches and projects. A negative ρ or τ means \
             that the more similar the texts are, the more the adequacy changes. * p < 0.05.",
        )
    }
}

pub(super) fn adequacy(rows: &[AdequacyRow]) -> FigureTable {
    let points = |value| Value::Real(value, 2);
    // PIT reports it only in newer versions, and other tools not at all.
    let has_strength = rows.iter().any(|row| row.strength != [None; 2]);
    let columns = if has_strength { 6 } else { 4 };
    let mut found = Vec::new();
    for of_approach in rows.chunk_by(|one, other| one.approach == other.approach) {
        let of_rows: Vec<[Option<f64>; 6]> = of_approach
            .iter()
            .map(|row| {
                let strength = [row.strength[0], row.change_of_strength()];
                [row.values[0], row.change(0), row.values[2], row.change(1), strength[0], strength[1]]
            })
            .collect();
        let approach = &of_approach[0].approach;
        for (row, values) in of_approach.iter().zip(&of_rows) {
            let values = values.iter().take(columns).copied().map(points).collect();
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
            let values = (0..columns).map(|column| {
                let known: Vec<f64> = of_rows.iter().filter_map(|values| values[column]).collect();
                points(summary(&known))
            });
            found.push(Row { approach: approach.clone(), group: name.to_owned(), values: values.collect() });
        }
    }
    let names = [ADEQUACY[0], "±LC", ADEQUACY[1], "±MS", "TS", "±TS"].into_iter().take(columns);
    let table = FigureTable::new("adequacy", "(%)", ["approach", "project"], names, found).with(
        "LC is line coverage and MS mutation score with the reference oracles; ± is the change with the generated ones.",
    );
    if has_strength {
        table.with("TS is PIT's test strength: the mutation score of the mutants that a test covers.")
    } else {
        table
    }
}
