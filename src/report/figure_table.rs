//! Figures as one long table: each row fills those columns that it has something to say in. Numbers have every digit; what is
//! not known, or does not apply, is empty.

use std::io::{self, Write};

use super::csv_table::CsvTable;
use crate::evaluate::{Comparison, Estimate};

/// The cells of a row, each with its column.
pub(super) type Cells = Vec<(&'static str, String)>;

/// Writes a header and the rows.
pub(super) fn write(
    columns: &[&'static str],
    rows: impl IntoIterator<Item = Cells>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut table = CsvTable::new(out);
    table.add(columns)?;
    for cells in rows {
        let cell = |column: &&str| {
            cells.iter().find(|(known, _)| known == column).map_or("", |(_, cell)| cell.as_str())
        };
        table.add(columns.iter().map(cell))?;
    }
    table.finish()
}

/// A figure with its value and interval.
pub(super) fn estimate_cells(estimate: &Estimate) -> Cells {
    let [low, high] = ends(estimate.interval);
    vec![
        ("figure", estimate.figure.to_string()),
        ("value", number(estimate.value)),
        ("interval_low", low),
        ("interval_high", high),
    ]
}

/// What a comparison found out; who is compared is told by others.
pub(super) fn comparison_cells(comparison: &Comparison) -> Cells {
    let [difference_low, difference_high] = ends(comparison.interval);
    let [ratio_low, ratio_high] = ends(comparison.ratio_interval);
    vec![
        ("figure", comparison.figure.to_string()),
        ("value", number(comparison.values[0])),
        ("versus_value", number(comparison.values[1])),
        ("difference", number(comparison.difference)),
        ("difference_low", difference_low),
        ("difference_high", difference_high),
        ("ratio", number(comparison.ratio)),
        ("ratio_low", ratio_low),
        ("ratio_high", ratio_high),
        ("wilcoxon_p", number(comparison.test.map(|test| test.p))),
    ]
}

fn ends(interval: Option<[f64; 2]>) -> [String; 2] {
    interval.map_or_else(Default::default, |ends| ends.map(|end| number(Some(end))))
}

/// The shortest text that reads back as the same number; `inf` where a ratio has no upper end.
pub(super) fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
