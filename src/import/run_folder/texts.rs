//! The texts of a run folder's tests: row i of `inputs.csv`, of `meta.csv` and of the predictions belongs to row i of
//! `uniq_test_names.csv`. Each row is checked to do so: by the names of the tests ([`super::numbering`]), and where a file
//! has none by the method that the test prefix declares.

use std::borrow::Cow;
use std::sync::Arc;

use super::super::cell::boolean;
use super::super::error::ImportError;
use super::super::input::Meter;
use super::super::source::Notes;
use super::RunFolder;
use super::class_file::declared_method;
use super::join::TestName;
use super::numbering::{Numbering, is_any_number, is_numbered_from};
use super::part::{Part, PartRow};

/// The files of texts, read side by side; none for one that is not there.
pub(super) struct Texts<'a> {
    inputs: Option<Part<'a, 3>>,
    meta: Option<Part<'a, 3>>,
    predictions: Option<Part<'a, 6>>,
    meta_numbering: Numbering,
    predictions_numbering: Numbering,
    /// The baseline predicts the same for every test, and needs no file for it.
    baseline: bool,
}

/// A row of each file that is there.
pub(super) struct TextRow<'r> {
    inputs: Option<PartRow<'r, 3>>,
    meta: Option<PartRow<'r, 3>>,
    predictions: Option<PartRow<'r, 6>>,
    meta_numbering: &'r mut Numbering,
    predictions_numbering: &'r mut Numbering,
    predictions_file: Option<Arc<str>>,
    baseline: bool,
}

/// What belongs to one test; empty where nothing does.
#[derive(Default)]
pub(super) struct TestTexts<'r> {
    pub focal_method: Cow<'r, str>,
    pub docstring: Cow<'r, str>,
    pub test_prefix: Cow<'r, str>,
    /// Whether an exception is expected, and the assertion.
    pub oracle: Option<(bool, Cow<'r, str>)>,
    /// What the test's method was called before the tests of a class were numbered.
    pub original_method: Option<String>,
    /// A file that carries names has the row of another test here.
    denied: bool,
}

impl<'a> Texts<'a> {
    pub(super) fn open(folder: &RunFolder, meter: &'a Meter<'a>) -> Result<Texts<'a>, ImportError> {
        let inputs = folder
            .inputs()
            .map(|path| Part::open(&path, ["focal_method", "test_prefix", "docstring"], 0, meter));
        let meta = folder.meta().map(|path| Part::open(&path, ["project", "bug_num", "test_name"], 3, meter));
        let columns = ["project", "bug_num", "test_name", "test_prefix", "except_pred", "assert_pred"];
        let predictions = folder.predictions().map(|path| Part::open(&path, columns, 0, meter));
        let any_number = is_any_number(folder)?;
        Ok(Texts {
            meta_numbering: Numbering::new(any_number),
            predictions_numbering: Numbering::new(any_number),
            inputs: inputs.transpose()?,
            meta: meta.transpose()?,
            predictions: predictions.transpose()?,
            baseline: folder.is_baseline(),
        })
    }

    /// The next row of each file. To be called once per row of `uniq_test_names.csv`.
    pub(super) fn next(&mut self, notes: &mut Notes) -> Result<TextRow<'_>, ImportError> {
        Ok(TextRow {
            baseline: self.baseline && self.predictions.is_none(),
            predictions_file: self.predictions.as_ref().map(Part::file),
            inputs: self.inputs.as_mut().map(|part| part.next(notes)).transpose()?,
            meta: self.meta.as_mut().map(|part| part.next(notes)).transpose()?,
            predictions: self.predictions.as_mut().map(|part| part.next(notes)).transpose()?,
            meta_numbering: &mut self.meta_numbering,
            predictions_numbering: &mut self.predictions_numbering,
        })
    }
}

impl<'r> TextRow<'r> {
    /// The file that has a row here, if there is one.
    pub(super) fn file(&self) -> Option<&'static str> {
        let rows = [
            ("inputs.csv", matches!(self.inputs, None | Some(PartRow::End))),
            ("meta.csv", matches!(self.meta, None | Some(PartRow::End))),
            ("the predictions", matches!(self.predictions, None | Some(PartRow::End))),
        ];
        rows.into_iter().find(|(_, ended)| !ended).map(|(file, _)| file)
    }

    /// What of the row belongs to the test. What does not is noted down and left out.
    pub(super) fn of_test(
        mut self,
        name: TestName<'_>,
        notes: &mut Notes,
    ) -> Result<TestTexts<'r>, ImportError> {
        let mut texts = TestTexts::default();
        self.take_meta(name, &mut texts, notes);
        self.take_predictions(name, &mut texts, notes)?;
        self.take_inputs(name, &mut texts, notes);
        Ok(texts)
    }

    fn take_meta(&mut self, name: TestName<'_>, texts: &mut TestTexts<'r>, notes: &mut Notes) {
        match self.meta.take() {
            Some(PartRow::End) => notes.unjoined("meta.csv has no row for a test", || name.test.to_owned()),
            Some(PartRow::Cells { cells: [project, bug, original], .. }) => {
                if self.meta_numbering.is_next(name, &project, &bug, &original) {
                    texts.original_method = Some(method_of(&original));
                } else {
                    texts.denied = true;
                    notes.unjoined("a row of meta.csv belongs to another test", || name.test.to_owned());
                }
            }
            Some(PartRow::Broken) | None => {}
        }
    }

    fn take_predictions(
        &mut self,
        name: TestName<'_>,
        texts: &mut TestTexts<'r>,
        notes: &mut Notes,
    ) -> Result<(), ImportError> {
        let (line, cells) = match self.predictions.take() {
            Some(PartRow::Cells { line, cells }) => (line, cells),
            Some(PartRow::End) => {
                notes.unjoined("the predictions have no row for a test", || name.test.to_owned());
                return Ok(());
            }
            Some(PartRow::Broken) => return Ok(()),
            None => {
                texts.oracle = self.baseline.then_some((false, Cow::Borrowed("")));
                return Ok(());
            }
        };
        let [project, bug, original, prefix, except_pred, assert_pred] = cells;
        if !original.is_empty() {
            if !self.predictions_numbering.is_next(name, &project, &bug, &original) {
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
                texts.oracle = Some((expected.unwrap_or(false), assert_pred));
                Ok(())
            }
            Err(()) => {
                let file = self.predictions_file.take().unwrap_or_default();
                notes.reject(&file, line, format!("except_pred is {except_pred:?}, expected 1 or 0"))
            }
        }
    }

    /// Comes last: rows of `inputs.csv` carry no name, those beside them speak for them.
    fn take_inputs(&mut self, name: TestName<'_>, texts: &mut TestTexts<'r>, notes: &mut Notes) {
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
            (None, Some(declared)) => is_numbered_from(&method_of(name.test), declared),
        };
        if !fits || !same_words(&texts.test_prefix, &prefix) {
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

/// Equal but for blanks, which a program that predicts may have changed. An empty prefix says nothing.
fn same_words(a: &str, b: &str) -> bool {
    a.trim().is_empty() || b.trim().is_empty() || a.split_whitespace().eq(b.split_whitespace())
}

fn method_of(test: &str) -> String {
    test.trim().rsplit("::").next().unwrap_or_default().to_owned()
}
