//! The eleven features of a failed test, which measure how much it differs from the other failed tests of its group.
//!
//! The input is the failures of a group; the output is a [`FeatureVector`] for each, in the same order.
//! Source: Liu, Liu, Xia, Yang, "Towards More Realistic Evaluation for Neural Test Oracle Generation", ISSTA
//! 2023, Table 4 and section 4.3.
//!
//! | feature | value | where |
//! |---|---|---|
//! | `focal_method_name_count` | tests whose focal method has the same name | here, [`code`](crate::lang) |
//! | `test_distinct_code_line` | code lines that no other test has | `code_lines` |
//! | `is_exception`, `is_no_exception` | the kind of oracle | here |
//! | `test_prefix_exception` | 1 if the prefix has a catch clause | [`code`](crate::lang) |
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
use std::mem;

use foldhash::fast::RandomState;

pub(crate) use code_lines::distinct_code_rows;
use code_lines::distinct_line_counts;
pub use definition::Definition;
pub(crate) use missing::is_not_in_input;

use self::expected::is_expected;
use self::masked_addresses::masked_addresses;
use self::similarity::test_doc_similarities;
use crate::lang::{MethodNames, has_catch_clause};
use crate::model::{Corpus, Failure, Feature, FeatureVector, OracleKind, simple_exception_name};
use crate::parallel;

/// Computes the features of all failures, indexed like [`Corpus::failures`]. Each group is counted
/// separately, on all cores. A row without a test of its own is counted nowhere, and its features are 0.
/// `names` is shared with the signatures.
pub fn corpus_features<'c>(
    corpus: &'c Corpus,
    names: &MethodNames<'c>,
    definition: Definition,
) -> Vec<FeatureVector> {
    let mut groups =
        parallel::map(&corpus.groups, |group| group_features(&corpus.executed_of(group), names, definition));
    // A single group is not copied, because it can be huge.
    if let [group] = &mut *groups
        && group.len() == corpus.failures.len()
    {
        return mem::take(group);
    }
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
    // A group can be as large as its corpus: all of this is parallel or quick, and of each step only numbers are kept.
    let rows = failures.len();
    let similarities = test_doc_similarities(failures);
    let distinct_lines = distinct_line_counts(failures);
    let catches = parallel::map(failures, |failure| has_catch_clause(&failure.test_prefix, failure.language));
    // Each look at a trace costs as much as all that is done with the exception that it names.
    let exceptions: Vec<(&str, bool)> = failures
        .iter()
        .map(|failure| (failure.trace.exception(), is_expected(failure, definition)))
        .collect();
    let focal_names = names.of_all(failures);
    let same_focal_name = counts(rows, |row| (&*focal_names[row], true));
    drop(focal_names);
    let same_exception = counts(rows, |row| (exceptions[row].0, true));
    let message = |row: usize| {
        let (failure, language) = (failures[row], failures[row].language.answers());
        match definition {
            Definition::TevalPlus if language.has_rules_of_package() => {
                Cow::Borrowed(failure.trace.message())
            }
            _ if language.prints_addresses() => masked_addresses(failure.message()),
            _ => Cow::Borrowed(failure.message()),
        }
    };
    let same_message = counts(rows, |row| (message(row), true));
    let unexpected = |row: usize| (simple_exception_name(exceptions[row].0), !exceptions[row].1);
    let same_unexpected = counts(rows, unexpected);
    let same_unexpected_and_focal = counts(rows, |row| {
        let (name, is_unexpected) = unexpected(row);
        ((name, &failures[row].focal_method), is_unexpected)
    });
    let vector = |row: usize| {
        let kind = failures[row].oracle.kind();
        let mut vector = FeatureVector::default();
        vector[Feature::FocalMethodNameCount] = f64::from(same_focal_name[row]);
        vector[Feature::TestDistinctCodeLine] = f64::from(distinct_lines[row]);
        vector[Feature::IsException] = f64::from(kind == OracleKind::Exception);
        vector[Feature::IsNoException] = f64::from(kind == OracleKind::NoException);
        vector[Feature::TestPrefixException] = f64::from(catches[row]);
        vector[Feature::TraceExceptionCount] = f64::from(same_exception[row]);
        vector[Feature::TraceExceptionMsgCount] = f64::from(same_message[row]);
        vector[Feature::IsExpTraceException] = f64::from(exceptions[row].1);
        if !exceptions[row].1 {
            vector[Feature::UnexpTraceECount] = f64::from(same_unexpected[row]);
        }
        let is_counted =
            definition == Definition::TevalPlus && failures[row].language.answers().has_rules_of_package();
        if !exceptions[row].1 || is_counted {
            vector[Feature::FocalUnexpTraceECount] = f64::from(same_unexpected_and_focal[row]);
        }
        vector[Feature::TestDocSim] = similarities[row];
        vector
    };
    (0..rows).map(vector).collect()
}

/// Returns for each of so many rows the number of rows that are counted and have the same key.
fn counts<K: Hash + Eq>(rows: usize, key_and_is_counted: impl Fn(usize) -> (K, bool)) -> Vec<u32> {
    let mut numbers: HashMap<K, usize, RandomState> = HashMap::default();
    let mut counts = Vec::new();
    let number = |row: usize| {
        let (key, is_counted) = key_and_is_counted(row);
        let number = *numbers.entry(key).or_insert(counts.len());
        if number == counts.len() {
            counts.push(0);
        }
        counts[number] += u32::from(is_counted);
        number
    };
    let of_rows: Vec<usize> = (0..rows).map(number).collect();
    of_rows.into_iter().map(|number| counts[number]).collect()
}
