//! A table of figures, the source of every format: names of rows, columns with a unit, notes below.

use serde::{Serialize, Serializer};

use crate::report::section::{Section, Table};

/// The probability below which a correlation is marked.
const SIGNIFICANT: f64 = 0.05;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// A share in 0..=1; shown in percent.
    Share(Option<f64>),
    /// A share of which less is better, so that the greatest is not emphasized.
    Loss(Option<f64>),
    /// A number, with the number of digits shown.
    Real(Option<f64>, usize),
    /// The probability of a significance test; shown with an asterisk if it is below 0.05.
    Probability(Option<f64>),
    Count(u64),
    Word(&'static str),
}

impl Value {
    /// Returns a count that may be a mean over runs.
    pub(super) fn mean_count(count: f64) -> Value {
        if count.fract() == 0.0 { Value::Count(rounded(count) as u64) } else { Value::Real(Some(count), 2) }
    }

    /// Returns the text for programs, with every digit; empty for an undefined value.
    pub(super) fn exact(&self) -> String {
        match self {
            Value::Share(value) | Value::Loss(value) | Value::Real(value, _) | Value::Probability(value) => {
                value.map_or_else(String::new, |value| value.to_string())
            }
            Value::Count(count) => count.to_string(),
            Value::Word(word) => (*word).to_owned(),
        }
    }

    fn shown(&self) -> String {
        match *self {
            Value::Share(Some(share)) | Value::Loss(Some(share)) => format!("{:.2}", share * 100.0),
            Value::Probability(Some(p)) if p < SIGNIFICANT => format!("{p:.4}*"),
            Value::Probability(Some(p)) => format!("{p:.4}"),
            Value::Share(None) | Value::Loss(None) | Value::Real(None, _) | Value::Probability(None) => {
                "–".to_owned()
            }
            Value::Word(word) => word.to_owned(),
            Value::Real(Some(number), _) if number.abs() >= 1e6 => scientific(number),
            Value::Real(Some(number), digits) => format!("{number:.digits$}"),
            Value::Count(count) if count >= 1_000_000 => scientific(count as f64),
            Value::Count(count) => count.to_string(),
        }
    }
}

/// Formats a large number in scientific notation: `4.6 × 10¹⁸`.
fn scientific(number: f64) -> String {
    let text = format!("{number:.1e}");
    let (factor, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!(
        "{factor} × 10{}",
        exponent
            .chars()
            .filter_map(|digit| digit.to_digit(10).and_then(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize)))
            .collect::<String>()
    )
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Share(value) | Value::Loss(value) | Value::Real(value, _) | Value::Probability(value) => {
                value.serialize(serializer)
            }
            Value::Count(count) => count.serialize(serializer),
            Value::Word(word) => word.serialize(serializer),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) approach: String,
    /// The group; empty for all of an approach.
    pub(super) group: String,
    pub(super) values: Vec<Value>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct FigureTable {
    /// The key in JSON, and the beginning of the heading.
    pub(super) name: &'static str,
    /// The rest of the heading: the unit, or a remark such as the table of a paper.
    pub(super) unit: &'static str,
    /// The headings of the columns of approaches and groups; an empty one is omitted.
    pub(super) names: [&'static str; 2],
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Row>,
    pub(super) notes: Vec<String>,
}

impl FigureTable {
    pub(super) fn new<C: Into<String>>(
        name: &'static str,
        unit: &'static str,
        names: [&'static str; 2],
        columns: impl IntoIterator<Item = C>,
        rows: Vec<Row>,
    ) -> FigureTable {
        let columns = columns.into_iter().map(Into::into).collect();
        FigureTable { name, unit, names, columns, rows, notes: Vec::new() }
    }

    pub(super) fn with(mut self, note: impl Into<String>) -> FigureTable {
        self.notes.push(note.into());
        self
    }

    /// Returns the table for people, below its heading. In each column of shares the best of several
    /// approaches is emphasized.
    pub(super) fn section(&self) -> Section {
        let has = [
            self.rows.iter().any(|row| !row.approach.is_empty()),
            self.rows.iter().any(|row| !row.group.is_empty()),
        ];
        let names = self.names.into_iter().zip(has).filter(|(_, has)| *has).map(|(name, _)| name.to_owned());
        // The key of it in CSV and JSON is promised.
        let column = |name: &String| if name == "unknown" { "not run".to_owned() } else { name.clone() };
        let header: Vec<String> = names.chain(self.columns.iter().map(column)).collect();
        let count = header.len() - self.columns.len();
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| {
                let names = [&row.approach, &row.group].into_iter().zip(has).filter(|(_, has)| *has);
                names.map(|(name, _)| name.clone()).chain(row.values.iter().map(Value::shown)).collect()
            })
            .collect();
        let mut table = Table::new(header, count, rows);
        let whole: Vec<usize> = (0..self.rows.len()).filter(|row| self.rows[*row].group.is_empty()).collect();
        for column in 0..self.columns.len() {
            let share = |row: &usize| match self.rows[*row].values[column] {
                Value::Share(share) => share,
                _ => None,
            };
            let best = whole.iter().filter_map(share).max_by(f64::total_cmp);
            if whole.len() > 1 {
                table.strong.extend(
                    whole
                        .iter()
                        .filter(|row| best.is_some() && share(row) == best)
                        .map(|row| (*row, count + column)),
                );
            }
        }
        let heading = format!("{} {}", self.name, self.unit);
        Section::titled(heading.trim_end()).table(table).paragraphs(self.notes.iter().cloned())
    }
}

pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the standard deviation with n − 1; None for fewer than two values.
pub(super) fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Returns the median, the mean of the two middle values if their number is even; None for no values.
pub(super) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(if sorted.len() % 2 == 1 { upper } else { f64::midpoint(sorted[middle - 1], upper) })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are small and not negative"
)]
pub(super) fn rounded(count: f64) -> usize {
    count.round() as usize
}

/// Returns the first or third quartile, with linear interpolation; None for no values.
pub(super) fn quartile(values: &[f64], quarter: usize) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let quarters = quarter * sorted.len().checked_sub(1)?;
    let (below, above) = (sorted[quarters / 4], sorted[quarters.div_ceil(4)]);
    Some(below + (above - below) * (quarters % 4) as f64 / 4.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_short() {
        assert_eq!(Value::Count(i64::MAX.unsigned_abs() / 2).shown(), "4.6 × 10¹⁸");
        assert_eq!(Value::Count(999_999).shown(), "999999");
        assert_eq!(Value::Real(Some(3.732e16), 2).shown(), "3.7 × 10¹⁶");
    }

    #[test]
    fn spreads_divide_by_one_less() {
        assert_eq!(deviation(&[2.0, 4.0]), Some(2.0_f64.sqrt()));
        assert_eq!((deviation(&[2.0]), mean(&[]), median(&[])), (None, None, None));
        assert_eq!(quartile(&[4.0, 1.0, 2.0, 3.0], 1), Some(1.75));
        assert_eq!((median(&[3.0, 1.0, 2.0]), median(&[1.0, 4.0])), (Some(2.0), Some(2.5)));
    }
}
