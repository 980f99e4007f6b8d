//! The cells of a matrix of jobs: several reports of one run hold the same test, each from another
//! environment or variant.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The cells in which a test failed, and those in which it passed, by the names that tell their reports apart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(expecting = "an object with `failed` and `passed`")]
pub struct Cells {
    /// The cells in which it failed; at least one.
    pub failed: Vec<Arc<str>>,
    /// The cells in which it passed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<Arc<str>>,
}

/// The number of cells that are named; others are counted.
const NAMED: usize = 3;

impl fmt::Display for Cells {
    /// Writes `windows, not linux`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(&self.failed))?;
        if self.passed.is_empty() { Ok(()) } else { write!(f, ", not {}", listed(&self.passed)) }
    }
}

fn listed(names: &[Arc<str>]) -> String {
    let shown = if names.len() > NAMED { NAMED - 1 } else { names.len() };
    let list = names[..shown].join(", ");
    if shown < names.len() { format!("{list} and {} more", names.len() - shown) } else { list }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_cells_are_named_and_many_counted() {
        let cells = |failed: &[&str], passed: &[&str]| {
            let names = |names: &[&str]| names.iter().map(|&name| Arc::from(name)).collect();
            Cells { failed: names(failed), passed: names(passed) }.to_string()
        };
        assert_eq!(cells(&["windows"], &["linux"]), "windows, not linux");
        assert_eq!(cells(&["a", "b", "c"], &[]), "a, b, c");
        assert_eq!(cells(&["a"], &["b", "c", "d", "e"]), "a, not b, c and 2 more");
    }
}
