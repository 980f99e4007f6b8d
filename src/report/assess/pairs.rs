//! The list of pairs: reference and generated oracle, all measures, and contradictions of similarity and outcome.

use std::io::{self, Write};

use serde::Serialize;

use crate::assess::{Disagreement, Measure, MeasuredInstance};
use crate::report::List;
use crate::report::layout::{self, or_dash};
use crate::report::section::{Section, Table};
use crate::report::writers::Object;

/// The pairs, contradictory ones first: the least similar that pass, then the most similar that fail.
pub(crate) struct Pairs<'a>(Vec<&'a MeasuredInstance<'a>>);

impl<'a> Pairs<'a> {
    pub(crate) fn of(measured: &'a [MeasuredInstance<'a>]) -> Pairs<'a> {
        let mut pairs: Vec<_> = measured.iter().collect();
        pairs.sort_by(|one, other| one.reading_order(other));
        Pairs(pairs)
    }
}

#[derive(Serialize)]
pub(crate) struct PairRow<'a> {
    approach: &'a str,
    project: &'a str,
    bug: &'a str,
    test: &'a str,
    disagreement: Option<&'static str>,
    reference: &'a str,
    generated: &'a str,
    #[serde(flatten)]
    scores: Object<&'static str, Option<f64>>,
}

impl<'p> List for Pairs<'p> {
    type Row = PairRow<'p>;

    fn columns(&self) -> Vec<String> {
        let names = ["approach", "project", "bug", "test", "disagreement", "reference", "generated"];
        names.into_iter().chain(Measure::ALL.map(Measure::name)).map(str::to_owned).collect()
    }

    fn rows(&self) -> impl Iterator<Item = PairRow<'p>> {
        self.0.iter().map(|measured| PairRow {
            approach: &measured.instance.approach,
            project: &measured.instance.project,
            bug: &measured.instance.bug,
            test: &measured.instance.test,
            disagreement: measured.disagreement().map(Disagreement::name),
            reference: &measured.instance.reference.assertion,
            generated: &measured.instance.generated.assertion,
            scores: Object(Measure::ALL.map(|measure| (measure.name(), measured.score(measure))).to_vec()),
        })
    }

    fn cells(&self, row: &PairRow<'p>) -> Vec<String> {
        let PairRow { approach, project, bug, test, disagreement, reference, generated, scores } = row;
        let names = [approach, project, bug, test, disagreement.unwrap_or_default(), reference, generated];
        names
            .into_iter()
            .map(str::to_owned)
            .chain(
                scores.0.iter().map(|(_, score)| score.map_or_else(String::new, |score| score.to_string())),
            )
            .collect()
    }

    /// Writes the columns that fit on a screen.
    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = self.0.iter().map(|measured| {
            let chrf = measured.score(Measure::Chrf);
            let instance = measured.instance;
            vec![
                measured.disagreement().map_or("", Disagreement::name).to_owned(),
                instance.test.clone(),
                instance.reference.assertion.to_string(),
                instance.generated.assertion.to_string(),
                or_dash(chrf, |score| format!("{:.0}", score * 100.0)),
            ]
        });
        let header = ["disagreement", "test", "reference", "generated", "ChrF"];
        layout::text(&[Section::untitled().table(Table::new(header, 4, rows))], out)
    }
}
