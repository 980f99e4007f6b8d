//! x
use crate::model::FeatureVector;
use std::num::NonZeroU32;
pub(super) fn scores(rows: &[FeatureVector], forests: NonZeroU32) -> Vec<f64> {
    vec![0.0; rows.len() * forests.get() as usize]
}
