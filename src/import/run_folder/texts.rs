//! The texts of a run folder's tests: row i of `inputs.csv`, of `meta.csv` and of the predictions belongs to row i of
//! `uniq_test_names.csv`. A file that was sorted or cut would give tests the texts of others, so each row is checked:
//! a test `a.B::test012` was numbered from `a.B::test01`, and its prefix declares `test01`.

use std::borrow::Cow;
use std::sync::Arc;

use super::super::cell::{boolean, bug_name};
use super::super::error::ImportError;
use super::super::input::Meter;
use super::super::source::Notes;
use super::RunFolder;
use super::class_file::declared_method;
use super::join::TestName;
use super::part::{Part, PartRow};

/// The files of texts, read side by side; none for one that is not there.
pub(super) struct Texts<'a> {
    inputs: Option<Part<'a, 3>>,
    meta: Option<Part<'a, 3>>,
    predictions: Option<Part<'a, 6>>,
    /// The baseline predicts the same for every test, and needs no file for it.
    baseline: bool,
}

/// A row of each file that is there.
pub(super) struct TextRow<'r> {
    inputs: Option<PartRow<'r, 3>>,
    meta: Option<PartRow<'r, 3>>,
    predictions: Option<PartRow<'r, 6>>,
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
}

impl<'a> Texts<'a> {
    pub(super) fn open(folder: &RunFolder, meter: &'a Meter<'a>) -> Result<Texts<'a>, ImportError> {
        let inputs = folder
            .inputs()
            .map(|path| Part::open(&path, ["focal_method", "test_prefix", "docstring"], 0, meter));
        let meta = folder.meta().map(|path| Part::open(&path, ["project", "bug_num", "test_name"], 3, meter));
        let columns = ["project", "bug_num", "test_name", "test_prefix", "except_pred", "assert_pred"];
        let predictions = folder.predictions().map(|path| Part::open(&path, columns, 0, meter));
        Ok(Texts {
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
    pub(super) fn of_test(self, name: TestName<'_>, notes: &mut Notes) -> Result<TestTexts<'r>, ImportError> {
        let method = name.test.rsplit("::").next().unwrap_or(name.test);
        let mut texts = TestTexts::default();
        let example = || name.test.to_owned();
        match self.meta {
            Some(PartRow::End) => notes.unjoined("meta.csv has no row for a test", example),
            Some(PartRow::Cells { cells: [project, bug, original], .. }) => {
                if is_of(name, &project, &bug, &original) {
                    texts.original_method = Some(method_of(&original));
                } else {
                    notes.unjoined("a row of meta.csv belongs to another test", example);
                }
            }
            Some(PartRow::Broken) | None => {}
        }
        let mut predicted_prefix = None;
        match self.predictions {
            Some(PartRow::End) => notes.unjoined("the predictions have no row for a test", example),
            Some(PartRow::Cells {
                line,
                cells: [project, bug, original, prefix, except_pred, assert_pred],
            }) => {
                let named = !original.is_empty();
                if named && !is_of(name, &project, &bug, &original) {
                    notes.unjoined(
                        "a row of the predictions belongs to another test: it has no oracle",
                        example,
                    );
                } else {
                    if named {
                        texts.original_method = Some(method_of(&original));
                    }
                    predicted_prefix = Some(prefix);
                    match boolean(&except_pred) {
                        Ok(None) if assert_pred.trim().is_empty() => {}
                        Ok(expected) => texts.oracle = Some((expected.unwrap_or(false), assert_pred)),
                        Err(()) => {
                            let file = self.predictions_file.unwrap_or_default();
                            notes.reject(
                                &file,
                                line,
                                format!("except_pred is {except_pred:?}, expected 1 or 0"),
                            )?;
                        }
                    }
                }
            }
            Some(PartRow::Broken) => {}
            None => texts.oracle = self.baseline.then_some((false, Cow::Borrowed(""))),
        }
        match self.inputs {
            Some(PartRow::End) => notes.unjoined("inputs.csv has no row for a test", example),
            Some(PartRow::Cells { cells: [focal_method, prefix, docstring], .. }) => {
                let declared = declared_method(&prefix).map(|range| prefix[range].to_owned());
                if declared.as_ref().is_none_or(|declared| is_numbered_from(method, declared)) {
                    texts.original_method = declared.or(texts.original_method);
                    (texts.focal_method, texts.docstring) = (focal_method, docstring);
                    texts.test_prefix = prefix;
                } else {
                    notes.unjoined("a row of inputs.csv belongs to another test: it has no texts", example);
                }
            }
            Some(PartRow::Broken) | None => {}
        }
        if texts.test_prefix.is_empty() {
            texts.test_prefix = predicted_prefix.unwrap_or_default();
        }
        Ok(texts)
    }
}

fn is_of(name: TestName<'_>, project: &str, bug: &str, original: &str) -> bool {
    project.trim() == name.project
        && bug_name(bug) == name.bug
        && is_numbered_from(name.test, original.trim())
}

/// `test012` is numbered from `test01`; a name that was unique may also have been kept.
fn is_numbered_from(unique: &str, original: &str) -> bool {
    unique.strip_prefix(original).is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn method_of(test: &str) -> String {
    test.trim().rsplit("::").next().unwrap_or_default().to_owned()
}
