//! The paper's ranker: scikit-learn's isolation forest, which `rank::forest` computes.

use super::Row;

pub(super) const ROW: Row = Row {
    name: "isolation-forest",
    title: "by score",
    help: "most unusual, as in the paper",
    key: 'p',
    ..Row::FOREST
};
