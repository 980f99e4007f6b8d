//! The eleven features of a failed test, which measure how much it differs from the other failed tests of its group.
//!
//! The input is the failures of a group; the output is a [`FeatureVector`] for each, in the same order. Source: Liu, Liu,
//! Xia, Yang, "Towards More Realistic Evaluation for Neural Test Oracle Generation", ISSTA 2023, Table 4 and section 4.3.
//!
//! | feature | value | where |
//! |---|---|---|
//! | `focal_method_name_count` | tests whose focal method has the same name | here, [`code`](crate::code) |
//! | `test_distinct_code_line` | code lines that no other test has | `code_lines` |
//! | `is_exception`, `is_no_exception` | the kind of oracle | here |
//! | `test_prefix_exception` | 1 if the prefix has a catch clause | [`code`](crate::code) |
//! | `trace_exception_count` | tests with the same qualified exception | here |
//! | `trace_exception_msg_count` | tests with the same message | here, `masked_addresses` |
//! | `is_exp_trace_exception` | 1 if the exception is expected | `expected` |
//! | `unexp_trace_e_count` | tests with the same unexpected exception | here |
//! | `focal_unexp_trace_e_count` | … and the same focal method | here |
//! | `test_doc_sim` | similarity of test and Javadoc | `similarity`, `tokens` |

mod code_lines;
mod definition;
mod expected;
mod masked_addresses;
mod missing;
mod similarity;
#[cfg(test)]
mod tests;
mod tokens;

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use foldhash::fast::RandomState;
use rayon::prelude::*;

use code_lines::distinct_code_lines;
pub(crate) use code_lines::distinct_code_rows;
pub use definition::Definition;
pub(crate) use missing::is_not_in_input;

use self::expected::is_expected;
use self::masked_addresses::masked_addresses;
use self::similarity::test_doc_similarities;
use crate::code::{MethodNames, has_catch_clause, method_name};
use crate::model::{Cancel, Corpus, Failure, Feature, FeatureVector, Language, OracleKind};

/// Computes the features of all failures, indexed like [`Corpus::failures`]. Each group is counted separately, on all cores.
pub fn corpus_features(corpus: &Corpus, definition: Definition) -> Vec<FeatureVector> {
    let names = MethodNames::default();
    let groups: Vec<Vec<FeatureVector>> = corpus
        .groups
        .par_iter()
        .map(|group| {
            let failures: Vec<&Failure> =
                group.failures.iter().map(|&index| &corpus.failures[index]).collect();
            group_features(&failures, &names, definition)
        })
        .collect();
    let mut features = vec![FeatureVector::default(); corpus.failures.len()];
    for (group, vectors) in corpus.groups.iter().zip(groups) {
        for (&index, vector) in group.failures.iter().zip(vectors) {
            features[index] = vector;
        }
    }
    features
}

/// Computes the features of one group's failures, in the order given. `names` is shared by all groups of a corpus.
pub fn group_features<'a>(
    failures: &[&'a Failure],
    names: &MethodNames<'a>,
    definition: Definition,
) -> Vec<FeatureVector> {
    // These two need the most memory, so they come before anything else is kept.
    let similarities = test_doc_similarities(failures);
    let generated_tests: Vec<(&str, Language)> =
        failures.iter().map(|failure| (&*failure.generated_test, failure.language)).collect();
    let distinct_lines: Vec<usize> =
        distinct_code_lines(&generated_tests, &Cancel::default()).iter().map(Vec::len).collect();
    // This is parallel here as well, because a group can be as large as its corpus.
    let catches: Vec<bool> =
        failures.par_iter().map(|failure| has_catch_clause(&failure.test_prefix, failure.language)).collect();
    let tests: Vec<Test<'_>> = failures
        .iter()
        .zip(names.of_all(failures))
        .map(|(failure, focal_name)| Test {
            focal_method: &failure.focal_method,
            focal_name,
            exception: failure.trace.exception(),
            exception_name: failure.trace.exception_name(),
            message: match (failure.language, definition) {
                (Language::Python, _) => masked_addresses(failure.message()),
                (Language::Java, Definition::Paper) => Cow::Borrowed(failure.message()),
                (Language::Java, Definition::TevalPlus) => Cow::Borrowed(failure.trace.message()),
            },
            expected: is_expected(failure, definition),
        })
        .collect();
    let unexpected = || tests.iter().filter(|test| !test.expected);

    let same_focal_name = Tally::of(tests.iter().map(|test| &*test.focal_name));
    let same_exception = Tally::of(tests.iter().map(|test| test.exception));
    let same_message = Tally::of(tests.iter().map(|test| &*test.message));
    let same_unexpected = Tally::of(unexpected().map(|test| test.exception_name));
    let same_unexpected_and_focal =
        Tally::of(unexpected().map(|test| (test.exception_name, test.focal_method)));

    tests
        .iter()
        .enumerate()
        .map(|(row, test)| {
            let kind = failures[row].oracle.kind();
            let mut vector = FeatureVector::default();
            vector[Feature::FocalMethodNameCount] = same_focal_name.count(&&*test.focal_name);
            vector[Feature::TestDistinctCodeLine] = distinct_lines[row] as f64;
            vector[Feature::IsException] = f64::from(kind == OracleKind::Exception);
            vector[Feature::IsNoException] = f64::from(kind == OracleKind::NoException);
            vector[Feature::TestPrefixException] = f64::from(catches[row]);
            vector[Feature::TraceExceptionCount] = same_exception.count(&test.exception);
            vector[Feature::TraceExceptionMsgCount] = same_message.count(&&*test.message);
            vector[Feature::IsExpTraceException] = f64::from(test.expected);
            if !test.expected {
                vector[Feature::UnexpTraceECount] = same_unexpected.count(&test.exception_name);
            }
            let is_counted = definition == Definition::TevalPlus && failures[row].language == Language::Java;
            if !test.expected || is_counted {
                vector[Feature::FocalUnexpTraceECount] =
                    same_unexpected_and_focal.count(&(test.exception_name, test.focal_method));
            }
            vector[Feature::TestDocSim] = similarities[row];
            vector
        })
        .collect()
}

/// The values by which the tests of a group are counted.
struct Test<'a> {
    focal_method: &'a str,
    focal_name: Arc<str>,
    exception: &'a str,
    exception_name: &'a str,
    message: Cow<'a, str>,
    expected: bool,
}

/// Returns the name of a failure's focal method, as `focal_method_name_count` counts it; empty if there is none.
pub(crate) fn focal_method_name(failure: &Failure) -> String {
    method_name(&failure.focal_method, failure.language)
}

/// The number of occurrences of each key.
struct Tally<K>(HashMap<K, u32, RandomState>);

impl<K: Hash + Eq> Tally<K> {
    fn of(keys: impl Iterator<Item = K>) -> Tally<K> {
        let mut counts = HashMap::default();
        for key in keys {
            *counts.entry(key).or_insert(0) += 1;
        }
        Tally(counts)
    }

    fn count(&self, key: &K) -> f64 {
        self.0.get(key).map_or(0.0, |&count| f64::from(count))
    }
}
