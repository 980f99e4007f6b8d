//! A run folder's texts: row i of `inputs.csv`, `meta.csv` and the predictions belongs to row i of
//! `uniq_test_names.csv`.
//!
//! Each row is checked: a sorted or truncated file must not mix up texts. The package numbers the tests of a
//! bug in the order of the rows: the first `a.B::test0` of `meta.csv` becomes `a.B::test01` in
//! `uniq_test_names.csv`, the second `a.B::test02`. Rows without a name are checked by the method that the
//! test prefix declares.

use std::borrow::Cow;
use std::collections::HashMap;

use super::RunFolder;
use super::test_source::declared_method;
use crate::import::account::Notes;
use crate::import::error::Result;
use crate::import::input::Meter;
use crate::import::record::RecordedOracle;
use crate::import::rows::{Part, PartRow, boolean, bug_name};
use crate::model::TestKey;
use crate::model::text::is_number;

/// The files of texts, read in parallel; none for a missing file.
pub(super) struct Texts<'a> {
    inputs: Option<Part<'a, 3>>,
    meta: Option<Part<'a, 5>>,
    predictions: Option<Part<'a, 6>>,
    state: State,
}

#[derive(Default)]
struct State {
    meta_numbering: Numbering,
    predictions_numbering: Numbering,
    /// True for the baseline, whose prediction is the same for every test and needs no file.
    baseline: bool,
    /// True if the rows of `meta.csv` have references.
    has_references: bool,
}

pub(super) struct TextRow<'r> {
    inputs: Option<PartRow<'r, 3>>,
    meta: Option<PartRow<'r, 5>>,
    predictions: Option<PartRow<'r, 6>>,
    state: &'r mut State,
}

#[derive(Default)]
pub(super) struct TestTexts<'r> {
    pub focal_method: Cow<'r, str>,
    pub docstring: Cow<'r, str>,
    pub test_prefix: Cow<'r, str>,
    pub oracle: Option<RecordedOracle<'r>>,
    pub reference: Option<RecordedOracle<'r>>,
    /// The name of the test's method before the tests of a class were numbered.
    pub original_method: Option<String>,
    /// True if the row of a file with names belongs to another test.
    denied: bool,
}

impl<'a> Texts<'a> {
    pub(super) fn open(folder: &RunFolder, meter: &'a Meter<'a>) -> Result<Texts<'a>> {
        let columns = ["focal_method", "test_prefix", "docstring"];
        let inputs = folder.shared("inputs.csv").map(|path| Part::open(&path, columns, 0, meter));
        let columns = ["project", "bug_num", "test_name", "exception_lbl", "assertion_lbl"];
        let meta = folder.shared("meta.csv").map(|path| Part::open(&path, columns, 3, meter));
        let columns = ["project", "bug_num", "test_name", "test_prefix", "except_pred", "assert_pred"];
        let predictions = folder.predictions().map(|path| Part::open(&path, columns, 0, meter));
        let (inputs, meta, predictions) = (inputs.transpose()?, meta.transpose()?, predictions.transpose()?);
        let state = State {
            baseline: folder.is_baseline(),
            has_references: meta.as_ref().is_some_and(|meta| meta.has(3) || meta.has(4)),
            ..State::default()
        };
        Ok(Texts { inputs, meta, predictions, state })
    }

    /// Returns the next row of each file. Must be called once per row of `uniq_test_names.csv`.
    pub(super) fn next(&mut self, notes: &mut Notes) -> Result<TextRow<'_>> {
        Ok(TextRow {
            inputs: self.inputs.as_mut().map(|part| part.next(notes)).transpose()?,
            meta: self.meta.as_mut().map(|part| part.next(notes)).transpose()?,
            predictions: self.predictions.as_mut().map(|part| part.next(notes)).transpose()?,
            state: &mut self.state,
        })
    }
}

impl<'r> TextRow<'r> {
    pub(super) fn file(&self) -> Option<&'static str> {
        let rows = [
            ("inputs.csv", matches!(self.inputs, None | Some(PartRow::End))),
            ("meta.csv", matches!(self.meta, None | Some(PartRow::End))),
            ("the predictions", matches!(self.predictions, None | Some(PartRow::End))),
        ];
        rows.into_iter().find(|(_, ended)| !ended).map(|(file, _)| file)
    }

    /// Returns the texts of the row that belong to the test. Others are skipped with a note.
    pub(super) fn of_test(mut self, name: TestKey<&str>, notes: &mut Notes) -> Result<TestTexts<'r>> {
        let mut texts = TestTexts::default();
        self.take_meta(name, &mut texts, notes)?;
        self.take_predictions(name, &mut texts, notes)?;
        self.take_inputs(name, &mut texts, notes);
        Ok(texts)
    }

    fn take_meta(&mut self, name: TestKey<&str>, texts: &mut TestTexts<'r>, notes: &mut Notes) -> Result<()> {
        match self.meta.take() {
            Some(PartRow::End) => notes.unjoined("meta.csv has no row for a test", || name.test.to_owned()),
            Some(PartRow::Cells { file, line, cells: [project, bug, original, expects, assertion] }) => {
                if !self.state.meta_numbering.is_next(name, &project, &bug, &original) {
                    texts.denied = true;
                    notes.unjoined("a row of meta.csv belongs to another test", || name.test.to_owned());
                    return Ok(());
                }
                texts.original_method = Some(method_of(&original));
                let Ok(expects_exception) = boolean(&expects) else {
                    let reason = format!("exception_lbl is {expects:?}, expected True or False");
                    return notes.reject(file, line, reason);
                };
                let expects_exception = expects_exception.unwrap_or(false);
                let reference = RecordedOracle { expects_exception, assertion };
                texts.reference = self.state.has_references.then_some(reference);
            }
            Some(PartRow::Broken) | None => {}
        }
        Ok(())
    }

    fn take_predictions(
        &mut self,
        name: TestKey<&str>,
        texts: &mut TestTexts<'r>,
        notes: &mut Notes,
    ) -> Result<()> {
        let (file, line, cells) = match self.predictions.take() {
            Some(PartRow::Cells { file, line, cells }) => (file, line, cells),
            Some(PartRow::End) => {
                notes.unjoined("the predictions have no row for a test", || name.test.to_owned());
                return Ok(());
            }
            Some(PartRow::Broken) => return Ok(()),
            None => {
                texts.oracle = self.state.baseline.then(RecordedOracle::default);
                return Ok(());
            }
        };
        let [project, bug, original, prefix, except_pred, assert_pred] = cells;
        if !original.is_empty() {
            if !self.state.predictions_numbering.is_next(name, &project, &bug, &original) {
                texts.denied = true;
                let reason = "a row of the predictions belongs to another test: it has no oracle";
                notes.unjoined(reason, || name.test.to_owned());
                return Ok(());
            }
            texts.original_method = Some(method_of(&original));
        }
        texts.test_prefix = prefix;
        match boolean(&except_pred) {
            Ok(None) if assert_pred.trim().is_empty() => Ok(()),
            Ok(expected) => {
                let expects_exception = expected.unwrap_or(false);
                texts.oracle = Some(RecordedOracle { expects_exception, assertion: assert_pred });
                Ok(())
            }
            Err(()) => notes.reject(file, line, format!("except_pred is {except_pred:?}, expected 1 or 0")),
        }
    }

    /// Reads `inputs.csv` after the other files: its rows have no names and are checked by theirs.
    fn take_inputs(&mut self, name: TestKey<&str>, texts: &mut TestTexts<'r>, notes: &mut Notes) {
        let [focal_method, prefix, docstring] = match self.inputs.take() {
            Some(PartRow::Cells { cells, .. }) => cells,
            Some(PartRow::End) => {
                return notes.unjoined("inputs.csv has no row for a test", || name.test.to_owned());
            }
            Some(PartRow::Broken) | None => return,
        };
        let declared = declared_method(&prefix).map(|range| &prefix[range]);
        let fits = match (&texts.original_method, declared) {
            (None, _) if texts.denied => false,
            (_, None) => true,
            (Some(original), Some(declared)) => declared == original,
            (None, Some(declared)) => method_of(name.test).strip_prefix(declared).is_some_and(is_number),
        };
        // A model's program may change the blanks in a prefix.
        let (own, other) = (texts.test_prefix.trim(), prefix.trim());
        let is_same =
            own.is_empty() || other.is_empty() || own.split_whitespace().eq(other.split_whitespace());
        if !fits || !is_same {
            let reason = "a row of inputs.csv belongs to another test: it has no texts";
            return notes.unjoined(reason, || name.test.to_owned());
        }
        if let Some(declared) = declared {
            texts.original_method = Some(declared.to_owned());
        }
        (texts.focal_method, texts.docstring) = (focal_method, docstring);
        if !prefix.trim().is_empty() {
            texts.test_prefix = prefix;
        }
    }
}

fn method_of(test: &str) -> String {
    test.trim().rsplit("::").next().unwrap_or_default().to_owned()
}

/// The numbers of the rows of each original name so far, in one file.
#[derive(Default)]
struct Numbering(HashMap<TestKey<String>, usize>);

impl Numbering {
    /// Returns true if the next row, of the test `original` of a bug, became the test `name`.
    fn is_next(&mut self, name: TestKey<&str>, project: &str, bug: &str, original: &str) -> bool {
        let (project, bug, original) = (project.trim(), bug_name(bug), original.trim());
        let count = self.0.entry(TestKey::owned(project, bug, original)).or_default();
        *count += 1;
        (project, bug) == (name.project, name.bug)
            && name.test.strip_prefix(original) == Some(&*count.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(numbering: &mut Numbering, test: &str, original: &str) -> bool {
        numbering.is_next(TestKey { project: "p", bug: "7", test }, "p", "7.0", original)
    }

    #[test]
    fn rows_are_counted_by_name() {
        let mut numbering = Numbering::default();
        assert!(fits(&mut numbering, "a::test11", "a::test1"));
        assert!(fits(&mut numbering, "a::test111", "a::test11"));
        assert!(!fits(&mut numbering, "a::test13", "a::test1"), "this is the second test with its name");
        assert!(fits(&mut numbering, "a::test13", "a::test1"));
        assert!(!fits(&mut numbering, "a::test1", "a::test1"));
        assert!(!numbering.is_next(TestKey { project: "p", bug: "8", test: "b1" }, "p", "7", "b"));
    }
}
