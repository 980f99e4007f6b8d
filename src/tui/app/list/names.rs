//! Names of failures as the list shows them, and the widths of those of a group: from this the list shares out its columns, once for all its rows, so that
//! nothing moves while one steps through them.

use crate::model::text;
use crate::model::{Failure, Group};
use rayon::prelude::*;

/// Stands before the name of a flaky test.
pub const FLAKY: &str = "≈ ";

/// The method in a test's unique name.
pub fn test_method(test: &str) -> &str {
    test.rsplit("::").next().unwrap_or(test)
}

/// Class and method in a test's unique name: all that follows the package.
pub fn qualified_method(test: &str) -> &str {
    let class_end = test.rfind("::").unwrap_or(test.len());
    test[..class_end].rfind('.').map_or(test, |dot| &test[dot + 1..])
}

/// The exception's name without what all names end in.
pub fn short_exception(failure: &Failure) -> &str {
    let name = failure.trace.exception_name();
    let short = name.strip_suffix("Exception").or_else(|| name.strip_suffix("Error"));
    short.filter(|rest| !rest.is_empty()).unwrap_or(name)
}

/// The widths of many texts, in cells.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Widths {
    /// By width of a column: what it loses.
    loss: Vec<f64>,
}

/// A column is never wider than this: longer texts count as so long.
const LONGEST: usize = 200;

impl Widths {
    fn of(widths: impl ParallelIterator<Item = usize>) -> Widths {
        let counted = widths.fold(Vec::new, |mut texts: Vec<usize>, width| {
            let width = width.min(LONGEST);
            if texts.len() <= width {
                texts.resize(width + 1, 0);
            }
            texts[width] += 1;
            texts
        });
        let texts = counted.reduce(Vec::new, |mut texts, more| {
            texts.resize(texts.len().max(more.len()), 0);
            texts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
            texts
        });
        let loss = |column: usize| {
            let longer = texts.iter().enumerate().skip(column + 1).filter(|(_, count)| **count > 0);
            let share = |width: usize| (width - column) as f64 / width as f64;
            longer.map(|(width, &count)| count as f64 * share(width).powi(2)).sum::<f64>()
        };
        Widths { loss: (0..texts.len().saturating_sub(1)).map(loss).collect() }
    }

    /// Cells of the longest text.
    pub fn longest(&self) -> usize {
        self.loss.len()
    }

    /// Returns the loss of a column of this width: of each text the share that is cut off, squared, so that a little off many weighs less
    /// than much off one.
    pub fn loss_in(&self, column: usize) -> f64 {
        self.loss.get(column).copied().unwrap_or(0.0)
    }
}

/// Cells of a row of the list besides its rank, exception and test: marker, tie, score, oracle, label, and a blank between every two.
pub const BESIDE_NAMES: usize = 1 + 1 + 4 + 6 + 3 + 6;

/// The widths of the names in a group.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NameWidths {
    /// The tests' methods.
    pub method: Widths,
    /// Class and method, without the package.
    pub test: Widths,
    /// The exceptions, as the list shows them.
    pub exception: Widths,
}

impl NameWidths {
    /// Cells that name every failure in full, without its class.
    pub(in crate::tui::app) fn cells(&self) -> usize {
        self.exception.longest() + self.method.longest()
    }

    /// Those of the failures of a group.
    pub(in crate::tui::app) fn of(group: &Group, failures: &[Failure]) -> NameWidths {
        let of = |name: fn(&Failure) -> &str| {
            Widths::of(
                group
                    .failures
                    .par_iter()
                    .with_min_len(4096)
                    .map(|&failure| text::width(name(&failures[failure]))),
            )
        };
        let with_sign = |name: fn(&str) -> &str| {
            Widths::of(group.failures.par_iter().with_min_len(4096).map(|&failure| {
                let failure = &failures[failure];
                let sign = if failure.is_flaky { text::width(FLAKY) } else { 0 };
                sign + text::width(name(&failure.test))
            }))
        };
        NameWidths {
            method: with_sign(test_method),
            test: with_sign(qualified_method),
            exception: of(short_exception),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_column_cuts_off_is_weighed() {
        let widths = Widths::of([4, 5, 0, 5].into_par_iter());
        assert_eq!(widths.longest(), 5);
        let loss = |column: usize| format!("{:.4}", widths.loss_in(column));
        assert_eq!([0, 3, 4, 5, 6].map(loss), ["3.0000", "0.3825", "0.0800", "0.0000", "0.0000"]);
        assert_eq!(Widths::of(rayon::iter::empty()).longest(), 0);
        assert_eq!(Widths::of([usize::MAX].into_par_iter()).longest(), LONGEST);
    }
}
