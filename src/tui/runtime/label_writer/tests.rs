use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::labels::{Journal, JournalPaths, read_events};
use crate::model::{Failure, Group, Label, Passed, Run};

/// Two runs with one failure each.
fn corpus() -> Corpus {
    let mut corpus = Corpus::default();
    for (run, test) in ["a.A::one", "a.B::two"].into_iter().enumerate() {
        let source = Arc::from(format!("@Test void t() {{ {run}; }}"));
        corpus.failures.push(Failure {
            project: "Shop".into(),
            bug: "1".into(),
            test: test.into(),
            generated_test: source,
            ..Failure::default()
        });
        corpus.runs.push(Run { name: format!("run{run}") });
        let (project, bug, failures) = ("Shop".into(), "1".into(), vec![FailureId::new(run)]);
        corpus.groups.push(Group {
            is_predicted: false,
            run,
            project,
            bug,
            failures,
            passed: Passed::default(),
        });
    }
    corpus
}

fn open(folder: &Path, corpus: &Corpus, names: [&str; 2]) -> LabelWriter {
    let places = names.map(|name| JournalPaths::only(&folder.join(name)));
    LabelWriter::open(&places, "ada", corpus).expect("the folder can be written to").writer
}

fn judged(failure: usize, label: Label) -> Vec<(FailureId, Judgement)> {
    vec![(FailureId::new(failure), Judgement { label: Some(label), ..Judgement::default() })]
}

fn has_failed(actions: &[Action]) -> bool {
    actions.iter().any(|action| matches!(action, Action::RecordFailed { .. }))
}

/// The labels in a journal, in the order of its lines.
fn labels(path: &Path) -> Vec<(String, Option<Label>)> {
    let (events, _) = read_events(path).expect("a journal");
    events.into_iter().map(|event| (event.identity.key.test, event.judgement.label)).collect()
}

#[test]
fn unsaved_labels_go_to_the_right_journal_after_a_reload() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("old");
    fs::create_dir(&old).expect("a folder");
    let corpus = corpus();
    let mut label_writer = open(&old, &corpus, ["a.jsonl", "b.jsonl"]);
    fs::remove_dir(&old).expect("it is empty");
    let (fp, tp, unsure) = (Label::FalsePositive, Label::TruePositive, Label::Unsure);
    for (failure, label) in [(0, fp), (1, tp), (0, unsure), (1, unsure)] {
        assert!(has_failed(&label_writer.record(&corpus, judged(failure, label), false)));
    }
    // The results are reloaded from inputs that keep their journals elsewhere.
    let mut new = open(folder.path(), &corpus, ["c.jsonl", "d.jsonl"]);
    let mut marks = HashMap::new();
    new.take_over(label_writer, &corpus, &mut marks);
    let shown = [0, 1].map(|failure| marks.get(&FailureId::new(failure))?.judgement.label);
    assert_eq!(shown, [Some(unsure), Some(unsure)], "the last label given");
    fs::create_dir(&old).expect("the folder is there again");
    assert!(!has_failed(&new.record(&corpus, judged(0, tp), false)));
    let [one, two] = ["a.A::one", "a.B::two"].map(str::to_owned);
    assert_eq!(labels(&old.join("a.jsonl")), [(one.clone(), Some(fp)), (one.clone(), Some(unsure))]);
    assert_eq!(labels(&old.join("b.jsonl")), [(two.clone(), Some(tp)), (two, Some(unsure))]);
    assert_eq!(labels(&folder.path().join("c.jsonl")), [(one, Some(tp))]);
}

#[test]
fn a_label_counts_after_one_from_a_clock_that_is_ahead() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = corpus();
    let mut label_writer = open(folder.path(), &corpus, ["a.jsonl", "b.jsonl"]);
    let identity = corpus.failures[0].identity();
    let ahead = LabelEvent {
        identity: identity.clone(),
        judgement: Judgement { label: Some(Label::TruePositive), ..Judgement::default() },
        annotator: "ben".to_owned(),
        time: "2099-01-01T00:00:00Z".to_owned(),
        decision: false,
        by: None,
    };
    let path = folder.path().join("a.jsonl");
    let (mut journal, _) = Journal::open(&path).expect("a journal");
    journal.append(&ahead).expect("it can be written");
    for label in [Label::FalsePositive, Label::Unsure] {
        label_writer.record(&corpus, judged(0, label), false);
        let (read, _) = Journal::look(&path).expect("a journal");
        assert_eq!(read.judgements().get(&identity).and_then(|event| event.judgement.label), Some(label));
    }
}

#[test]
fn a_decision_without_a_note_does_not_hide_the_users_own_note() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = corpus();
    let said =
        |label, note: &str| Judgement { label: Some(label), note: note.to_owned(), ..Judgement::default() };
    let mut label_writer = open(folder.path(), &corpus, ["ada.jsonl", "b.jsonl"]);
    label_writer.record(&corpus, vec![(FailureId::new(0), said(Label::FalsePositive, "rounding"))], false);
    let others = |decided: Judgement, annotator: &str, time: &str| {
        let path = folder.path().join("ben.jsonl");
        let (mut journal, _) = Journal::open(&path).expect("a journal");
        let (identity, annotator, time) =
            (corpus.failures[0].identity(), annotator.to_owned(), time.to_owned());
        let event = LabelEvent { identity, judgement: decided, annotator, time, decision: true, by: None };
        journal.append(&event).expect("it can be written");
        let own = folder.path().join("ada.jsonl");
        let places = JournalPaths { own, shared: None, others: vec![path] };
        let OpenedJournals { marks, .. } =
            LabelWriter::open(&[places.clone(), places], "ada", &corpus).expect("journals");
        marks[&FailureId::new(0)].judgement.clone()
    };
    let tp = Label::TruePositive;
    assert_eq!(others(said(tp, ""), "ben", "2099-01-01T00:00:00Z"), said(tp, "rounding"));
    assert_eq!(others(said(tp, "no"), "ben", "2099-01-02T00:00:00Z"), said(tp, "no"));
    assert_eq!(others(said(tp, ""), "ada", "2099-01-03T00:00:00Z"), said(tp, ""), "she removed hers herself");
}

#[test]
fn a_label_does_not_apply_to_the_same_test_in_another_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut corpus = corpus();
    corpus.failures[1] = corpus.failures[0].clone();
    let mut label_writer = open(folder.path(), &corpus, ["a.jsonl", "b.jsonl"]);
    label_writer.record(&corpus, judged(0, Label::TruePositive), false);
    let shown = |names: [&str; 2]| -> Vec<Option<Label>> {
        let places = names.map(|name| JournalPaths::only(&folder.path().join(name)));
        let OpenedJournals { marks, .. } = LabelWriter::open(&places, "ada", &corpus).expect("journals");
        (0..corpus.failures.len())
            .map(|failure| marks.get(&FailureId::new(failure))?.judgement.label)
            .collect()
    };
    let tp = Some(Label::TruePositive);
    assert_eq!(shown(["a.jsonl", "b.jsonl"]), [tp, None]);
    assert_eq!(shown(["b.jsonl", "a.jsonl"]), [None, tp]);
    assert_eq!(shown(["a.jsonl", "a.jsonl"]), [tp, tp], "two runs of one input are judged together");
    let actions = label_writer.record(&corpus, judged(1, Label::FalsePositive), false);
    assert!(!has_failed(&actions));
    assert_eq!(shown(["a.jsonl", "b.jsonl"]), [tp, Some(Label::FalsePositive)]);
}

#[test]
fn an_invalid_journal_of_another_annotator_is_skipped() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = corpus();
    let path = |name: &str| folder.path().join(name);
    for name in ["shared.jsonl", "zed.jsonl"] {
        fs::write(path(name), "{\"a\":1}\nnot\n").expect("a file");
    }
    let places = JournalPaths {
        own: path("ada.jsonl"),
        shared: Some(path("shared.jsonl")),
        others: vec![path("zed.jsonl")],
    };
    let both = [places.clone(), places];
    let OpenedJournals { writer: mut label_writer, marks, notices } =
        LabelWriter::open(&both, "ada", &corpus).expect("her own is fine");
    assert!(marks.is_empty());
    let said: Vec<String> = notices.iter().map(|notice| notice.text.clone()).collect();
    assert_eq!(said.len(), 2);
    assert!(
        said[1].starts_with("skipped the labels in ") && said[1].contains("zed.jsonl: it is no"),
        "{said:?}"
    );
    assert!(!has_failed(&label_writer.record(&corpus, judged(0, Label::Unsure), false)));
    assert!(matches!(label_writer.inputs.find(&corpus), Action::Disagreements { .. }));
    fs::write(path("ada.jsonl"), "not\n").expect("a file");
    assert!(LabelWriter::open(&both, "ada", &corpus).is_err(), "one's own is not left out");
}

#[test]
fn labels_of_a_removed_journal_disappear_and_are_not_written_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = corpus();
    let a = folder.path().join("a.jsonl");
    let mut label_writer = open(folder.path(), &corpus, ["a.jsonl", "b.jsonl"]);
    for failure in [0, 1] {
        label_writer.record(&corpus, judged(failure, Label::TruePositive), false);
    }
    fs::remove_file(&a).expect("it is there");
    let actions = label_writer.refresh(&corpus);
    let said = actions.iter().find_map(|action| match action {
        Action::Notice(message) => Some(message.text.clone()),
        _ => None,
    });
    assert_eq!(said, Some(format!("1 label was removed by another program from {}", a.display())));
    assert!(
        actions.iter().any(
            |action| matches!(action, Action::Marked(marks) if marks.contains(&(FailureId::new(0), None)))
        )
    );
    assert!(!a.exists());
    // A label that can't be written is not lost.
    fs::create_dir(&a).expect("a folder in its place");
    assert!(has_failed(&label_writer.record(&corpus, judged(0, Label::Unsure), false)));
    let unsaved = label_writer.close().expect("a message");
    assert!(unsaved.starts_with("1 label could not be written"), "{unsaved}");
}
