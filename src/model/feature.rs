//! The eleven features by name, and their values for one failure.

use strum::{IntoStaticStr, VariantArray};

/// The number of features that a failure has.
pub const FEATURE_COUNT: usize = 11;

/// One of the eleven features of TEval+ (Liu, Liu, Xia, Yang, ISSTA 2023, Table 4), in the order in which
/// they are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[allow(missing_docs, reason = "the names are the paper's; `features` documents how each is computed")]
pub enum Feature {
    FocalMethodNameCount,
    TestDistinctCodeLine,
    IsException,
    IsNoException,
    TestPrefixException,
    TraceExceptionCount,
    TraceExceptionMsgCount,
    IsExpTraceException,
    UnexpTraceECount,
    FocalUnexpTraceECount,
    TestDocSim,
}

impl Feature {
    /// All features, in the order of the columns.
    pub const ALL: [Feature; FEATURE_COUNT] = *Self::VARIANTS.first_chunk().unwrap(); // a constant: the compiler checks it

    /// Returns the paper's name for the feature, as printed in every output.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The eleven values of one failure. Counts and 0/1 values are whole numbers; the similarity is in 0..=1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FeatureVector(pub [f64; FEATURE_COUNT]);

impl std::ops::Index<Feature> for FeatureVector {
    type Output = f64;

    fn index(&self, feature: Feature) -> &f64 {
        &self.0[feature as usize]
    }
}

impl std::ops::IndexMut<Feature> for FeatureVector {
    fn index_mut(&mut self, feature: Feature) -> &mut f64 {
        &mut self.0[feature as usize]
    }
}
