//! The signatures of a corpus, group by group: each group's are found when they are first asked for, and once.
//!
//! The order of a list, the list over all groups, explanations and rows all need them. A signature reads a
//! whole trace, and all of them together take more memory than the failures: what is kept is a number per
//! failure, and two texts per number.

use std::sync::OnceLock;

use super::Numbered;
use crate::lang::MethodNames;
use crate::model::{Corpus, FailureId};

/// The signatures of a corpus's failures.
///
/// Jobs that run side by side must not ask for the same group: one that waits for the other could have to run it.
#[derive(Debug)]
pub(crate) struct CorpusSignatures<'c> {
    corpus: &'c Corpus,
    names: MethodNames<'c>,
    groups: Vec<OnceLock<Box<GroupSignatures>>>,
}

/// The signatures of the failures of a group.
#[derive(Debug)]
pub(crate) struct GroupSignatures {
    /// The number of each failure's signature, in the order of the group's failures: an index into `texts`.
    pub of_row: Vec<u32>,
    /// True for each failure whose exception has another one behind it, in the same order.
    pub has_root: Vec<bool>,
    /// The texts of the distinct signatures, in order of first appearance.
    pub texts: Vec<SignatureTexts>,
}

/// The texts of a signature.
#[derive(Debug)]
pub(crate) struct SignatureTexts {
    /// The project's method that was running; empty if it was the test itself.
    pub call: Box<str>,
    /// The whole signature in words.
    pub whole: Box<str>,
}

impl<'c> CorpusSignatures<'c> {
    pub(crate) fn new(corpus: &'c Corpus) -> CorpusSignatures<'c> {
        let groups = corpus.groups.iter().map(|_| OnceLock::new()).collect();
        CorpusSignatures { corpus, names: MethodNames::default(), groups }
    }

    pub(crate) fn corpus(&self) -> &'c Corpus {
        self.corpus
    }

    /// Returns the names of focal methods, as far as they are known by now.
    pub(crate) fn names(&self) -> &MethodNames<'c> {
        &self.names
    }

    /// Returns the signatures of a group, given by its index.
    pub(crate) fn of_group(&self, group: usize) -> &GroupSignatures {
        self.groups[group].get_or_init(|| {
            let failures = self.corpus.failures_of(&self.corpus.groups[group]);
            Box::new(GroupSignatures::from(Numbered::of(&failures, &self.names)))
        })
    }

    /// Returns the number of the signature of a failure of this group.
    pub(crate) fn number(&self, group: usize, failure: FailureId) -> usize {
        let row = self.corpus.groups[group].row_of(failure);
        row.map_or(0, |row| self.of_group(group).of_row[row] as usize)
    }

    /// Returns the number of the signature of each failure; the numbers are comparable only within a group.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        let mut numbers = vec![0; self.corpus.failures.len()];
        for (index, group) in self.corpus.groups.iter().enumerate() {
            for (&failure, &number) in group.failures.iter().zip(&self.of_group(index).of_row) {
                numbers[failure] = number as usize;
            }
        }
        numbers
    }
}

impl From<Numbered> for GroupSignatures {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a group has fewer failures than memory has bytes for"
    )]
    fn from(signatures: Numbered) -> GroupSignatures {
        let texts = signatures.distinct.into_iter().map(|signature| SignatureTexts {
            call: signature.call().unwrap_or_default().into(),
            whole: signature.to_string().into(),
        });
        GroupSignatures {
            of_row: signatures.of_failure.into_iter().map(|number| number as u32).collect(),
            has_root: signatures.has_root,
            texts: texts.collect(),
        }
    }
}
