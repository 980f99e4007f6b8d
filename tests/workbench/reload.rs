//! Reloading results while the workbench is open: selection, labels, layout and search are kept.

use std::sync::Arc;

use fossick::model::{Corpus, Failure, FailureId, Group, Judgement, Label, Passed, Run, StackTrace};
use fossick::tui::core::action::Message;
use fossick::tui::core::reloaded::Freshness;
use fossick::tui::triage::judging::Mark;
use fossick::tui::{Action, Pane};
use proptest::prelude::*;

use crate::support::{Player, failure};

/// For each group the numbers of the tests that fail.
fn corpus(groups: &[&[usize]]) -> Corpus {
    let mut corpus = Corpus { runs: vec![Run { name: "purse".to_owned() }], ..Corpus::default() };
    for (index, numbers) in groups.iter().enumerate() {
        let bug = (index + 1).to_string();
        let start = corpus.failures.len();
        corpus.failures.extend(numbers.iter().map(|&number| failure(&bug, number)));
        corpus.groups.push(Group {
            is_predicted: false,
            run: 0,
            project: "Shop".into(),
            bug: bug.as_str().into(),
            failures: (start..corpus.failures.len()).map(FailureId::new).collect(),
            passed: Passed { true_negatives: 5, ..Passed::default() },
        });
    }
    corpus
}

fn all(count: usize) -> Vec<usize> {
    (0..count).collect()
}

fn all_but(count: usize, left_out: &[usize]) -> Vec<usize> {
    (0..count).filter(|number| !left_out.contains(number)).collect()
}

fn open(groups: &[&[usize]]) -> Player {
    Player::open(corpus(groups), 140, 45)
}

/// The marks of failures by the judgements that were recorded.
fn journal(player: &Player, of: &Corpus) -> Vec<Option<Mark>> {
    let mut marks = vec![None; of.failures.len()];
    for (identity, judgement) in &player.journal {
        if let Some(place) = of.failures.iter().position(|failure| failure.identity() == *identity) {
            let mark = Mark { judgement: judgement.clone(), stale: false, saved: true, look: 0 };
            marks[place] = (mark.judgement != Judgement::default()).then_some(mark);
        }
    }
    marks
}

/// Reads these failures again, with the labels that the journal has by now.
fn reload(player: &mut Player, to: Corpus, passed: &[usize]) {
    let marks = journal(player, &to);
    player.reload(to, marks, passed);
}

/// Returns the screen row of the selection.
fn row_of_selection(player: &Player) -> usize {
    // After the header and the heading.
    2 + player.screen().lines().skip(2).position(|line| line.starts_with('▌')).expect("a selection")
}

#[test]
fn changes_are_summarized_in_one_line_and_the_selection_stays() {
    let mut player = open(&[&all(14)]);
    player.keys("j j j f");
    let selected = player.selected();
    let fixed: Vec<usize> =
        all(14).into_iter().filter(|n| !selected.ends_with(&format!("test{n:02}"))).take(2).collect();
    let labelled = player.recorded[0].0;
    assert!(!fixed.contains(&labelled.index()), "the numbers are the indices here");
    let mut numbers = all_but(14, &fixed);
    numbers.splice(0..0, [20, 21, 22]);
    reload(&mut player, corpus(&[&numbers]), &fixed);
    assert_eq!(player.message(), "2 fixed, 3 new");
    assert_eq!(player.selected(), selected);
    assert_eq!(player.judged(), 1, "the label is where its test is");
    insta::assert_snapshot!(player.screen());
}

#[test]
fn the_selection_stays_on_its_screen_row() {
    let mut player = Player::open(corpus(&[&all(60)]), 140, 30);
    player.keys("g r 3 0 <enter> k k k");
    let (selected, row) = (player.selected(), row_of_selection(&player));
    let numbers: Vec<usize> = (60..70).chain(all(60)).collect();
    reload(&mut player, corpus(&[&numbers]), &[]);
    assert_eq!((player.selected(), row_of_selection(&player)), (selected, row));
    assert!(row > 3, "it is not only at an end of the list that it stays");
}

#[test]
fn reloading_the_same_results_changes_no_cell() {
    let mut player = open(&[&all(30), &all(4)]);
    player.keys("j j f + 1 3 <enter> o <tab> j j <tab> a");
    let before = player.buffer();
    let same = (*player.corpus()).clone();
    reload(&mut player, same, &[]);
    assert_eq!(player.buffer(), before);
    assert_eq!(player.message(), "", "it was not requested");
    player.keys("r");
    assert_eq!(player.reloads, 1);
    let same = (*player.corpus()).clone();
    reload(&mut player, same, &[]);
    assert_eq!(player.message(), "reloaded: nothing has changed");
}

#[test]
fn top_zoom_focus_view_and_scrolling_are_kept() {
    let mut player = Player::open(corpus(&[&all(40), &all(4)]), 100, 20);
    player.keys("3 s f <esc> g r 1 2 <enter> + 8 <enter> <tab> <tab> <tab> a Z j");
    let shown = |player: &Player| {
        (player.focus(), player.is_shown(Pane::Code), player.selected(), player.rows(Pane::Trace))
    };
    let before = shown(&player);
    assert_eq!((before.0, before.1), (Pane::Trace, false));
    assert!(player.header().contains("0 of 8 judged"), "{}", player.header());
    let numbers: Vec<usize> = (50..70).chain(all(40)).collect();
    reload(&mut player, corpus(&[&numbers, &all(4)]), &[]);
    assert_eq!(shown(&player), before);
    assert!(player.header().contains("0 of 8 judged"), "{}", player.header());
    player.keys("3");
    assert!(player.screen().contains("failures ▾"), "{}", player.screen());
}

#[test]
fn a_fixed_selected_failure_is_replaced_by_the_nearest_until_it_is_back() {
    let mut player = open(&[&all(12)]);
    player.keys("j j j");
    let selected = player.selected();
    let number: usize = selected.rsplit("test").next().and_then(|n| n.parse().ok()).expect("a number");
    let next = player.corpus().failures[player.list()[4]].test.to_string();
    reload(&mut player, corpus(&[&all_but(12, &[number])]), &[number]);
    assert_eq!(*player.selection().test, next);
    reload(&mut player, corpus(&[&all(12)]), &[]);
    assert_eq!(player.selected(), selected, "the selection was not moved");
    assert_eq!(player.message(), "1 new");

    reload(&mut player, corpus(&[&all_but(12, &[number])]), &[number]);
    player.keys("j");
    let moved = player.selected();
    reload(&mut player, corpus(&[&all(12)]), &[]);
    assert_eq!(player.selected(), moved);
}

#[test]
fn when_a_group_is_fixed_the_nearest_group_is_shown() {
    let mut player = open(&[&all(3), &all(3), &all(3)]);
    player.keys("]");
    reload(&mut player, corpus(&[&all(3), &[], &all(3)]), &[]);
    assert!(player.selected().starts_with("3/"));
    reload(&mut player, corpus(&[&[], &[], &[]]), &[0, 1, 2]);
    assert!(player.screen().contains("all 3 fixed, 6 gone"), "{}", player.screen());
    player.keys("j f z ] 3 <esc> <tab> Z");
    reload(&mut player, corpus(&[&all(3), &all(3)]), &[]);
    assert!(player.selected().starts_with("1/"));
}

#[test]
fn changes_are_counted_from_the_shown_state() {
    let mut player = open(&[&all(6)]);
    reload(&mut player, corpus(&[&all_but(6, &[0, 1])]), &[0, 1]);
    assert_eq!(player.message(), "2 fixed");
    reload(&mut player, corpus(&[&all_but(8, &[0, 2])]), &[0, 2]);
    assert_eq!(player.message(), "1 fixed, 3 new", "changes are counted from what was shown");
    player.keys("j");
    assert_eq!(player.message(), "");
    reload(&mut player, corpus(&[&all_but(8, &[0, 2, 3])]), &[0, 2, 3]);
    assert_eq!(player.message(), "1 fixed");
}

#[test]
fn a_label_is_stale_when_its_failure_has_changed() {
    let mut player = open(&[&all(6)]);
    player.keys("f f f");
    let labelled: Vec<usize> = player.recorded.iter().map(|(failure, _)| failure.index()).collect();
    let mut to = corpus(&[&all_but(6, &labelled[..1])]);
    let changed =
        to.failures.iter().position(|f| *f.test == *failure("1", labelled[1]).test).expect("it fails");
    let other = |failure: &Failure| failure.trace.0.replace("java.lang.", "java.io.");
    to.failures[changed].trace = StackTrace(other(&to.failures[changed]).into());
    let mut marks = journal(&player, &to);
    marks[changed] =
        Some(Mark { judgement: player.recorded[1].1.clone(), stale: true, saved: true, look: 0 });
    player.reload(to, marks, &labelled[..1]);
    assert_eq!(player.message(), "1 fixed, 1 changed, 1 label stale");
    assert_eq!(player.judged(), 1);
    assert!(player.screen().contains("F~"));
}

#[test]
fn undo_finds_its_failure_again_or_waits_for_it() {
    let mut player = open(&[&all(6)]);
    player.keys("t f u");
    let names: Vec<String> =
        player.recorded.iter().map(|(index, _)| player.corpus().failures[*index].test.to_string()).collect();
    let numbers: Vec<usize> = player.recorded.iter().map(|(index, _)| index.index()).collect();
    // The last one that was labelled is gone, and all others have another index.
    let fewer: Vec<usize> = [9].into_iter().chain(all_but(6, &numbers[2..])).collect();
    reload(&mut player, corpus(&[&fewer]), &[]);
    player.keys("z");
    let undone = |player: &Player| {
        let (index, judgement) = player.recorded.last().expect("a judgement");
        (player.corpus().failures[*index].test.to_string(), judgement.label)
    };
    assert_eq!(undone(&player), (names[1].clone(), None));
    reload(&mut player, corpus(&[&all(6)]), &[]);
    player.keys("z");
    assert_eq!(undone(&player), (names[2].clone(), None), "it is back, and so is its change");
    player.keys("z z");
    assert_eq!(undone(&player), (names[0].clone(), None));
    player.keys("<ctrl-r> <ctrl-r> <ctrl-r>");
    assert_eq!(undone(&player), (names[1].clone(), Some(Label::FalsePositive)), "the first that was undone");
    assert_eq!(player.judged(), 3);
}

#[test]
fn a_changed_test_is_not_labelled_by_undo() {
    let mut player = open(&[&all(3)]);
    player.keys("t f");
    let second = player.recorded[1].0;
    let mut to = corpus(&[&all(3)]);
    to.failures[second].generated_test = "@Test public void other() { }".into();
    reload(&mut player, to, &[]);
    player.keys("z");
    let (undone, _) = player.recorded.last().expect("a judgement");
    assert_eq!(*undone, player.recorded[0].0, "the label of the other text stays in the journal");
}

#[test]
fn changes_are_not_shown_while_typing() {
    let mut player = open(&[&all(3)]);
    for (keys, is_within) in
        [("n", true), ("half <enter>", false), ("g r", true), ("<esc>", false), ("?", false)]
    {
        player.keys(keys);
        assert_eq!(player.headless.state().is_within_a_prompt(), is_within, "{keys}");
    }
}

#[test]
fn the_state_of_the_disk_is_shown_as_long_as_it_holds() {
    let mut player = open(&[&all(3)]);
    let broken = || Freshness::Broken("results.csv, line 7: the row has 3 cells".to_owned());
    player.act(Action::Freshness(Freshness::BeingWritten));
    assert!(player.screen().contains("results are being written"));
    player.act(Action::Freshness(broken()));
    assert!(player.screen().contains("not up to date"));
    assert!(player.screen().contains("results.csv, line 7"));
    player.keys("j");
    assert!(!player.screen().contains("line 7"), "it was read");
    assert!(player.screen().contains("r reload"));
    player.act(Action::Freshness(broken()));
    assert!(player.screen().contains("line 7"), "it was requested again");
    player.act(Action::Freshness(Freshness::UpToDate));
    assert!(!player.screen().contains("line 7") && !player.screen().contains("not up to date"));
    player.act(Action::Resize(60, 20));
    player.act(Action::Freshness(Freshness::BeingWritten));
    assert!(player.screen().contains("being written"), "{}", player.screen());
}

#[test]
fn the_message_of_a_key_replaces_the_previous_one() {
    let mut player = open(&[&all(3)]);
    player.keys("r");
    player.act(Action::ReloadSaid(Message::info("reading again")));
    assert_eq!(player.message(), "reading again");
    reload(&mut player, corpus(&[&all(2)]), &[2]);
    assert_eq!(player.message(), "1 fixed");
    player.keys("j");
    assert_eq!(player.message(), "", "no message waits");
}

fn name_of_selected(player: &Player) -> Option<(Arc<str>, Arc<str>)> {
    let failure = &player.corpus().failures[player.failure()?];
    Some((failure.bug.clone(), failure.test.clone()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// For any failures before and after, in any order, every position stays in bounds and every test keeps its label.
    #[test]
    fn any_results_can_follow_any_others(
        before in prop::collection::vec(prop::collection::btree_set(0..14usize, 0..10), 1..4),
        after in prop::collection::vec(
            prop::collection::btree_set(0..14usize, 0..10).prop_map(|set| set.into_iter().collect::<Vec<_>>())
                .prop_shuffle(), 0..4),
        keys in "[jkft\\]\\[oasz+-]{0,12}",
        keys_after in "[jkftz\\]\\[sZ]{0,8}",
    ) {
        let before: Vec<Vec<usize>> = before.into_iter().map(|set| set.into_iter().collect()).collect();
        let groups = |numbers: &[Vec<usize>]| corpus(&numbers.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let mut player = Player::open(groups(&before), 100, 14);
        player.keys(&keys);
        let selected = name_of_selected(&player);
        let labels = |player: &Player| -> Vec<_> {
            let failures = player.corpus().failures.iter().enumerate();
            let label = |(index, failure): (usize, &Failure)| {
                Some((failure.identity(), player.label(FailureId::new(index))?))
            };
            failures.filter_map(label).collect()
        };
        let labelled = labels(&player);
        let to = groups(&after);
        let is_there = |(bug, test): &(Arc<str>, Arc<str>)| {
            to.failures.iter().any(|failure| failure.bug == *bug && failure.test == *test)
        };
        let is_kept = selected.as_ref().is_some_and(is_there);
        let mut expected: Vec<_> = labelled
            .into_iter()
            .filter(|(identity, _)| to.failures.iter().any(|failure| failure.identity() == *identity))
            .collect();
        reload(&mut player, to, &[]);
        let now = name_of_selected(&player);
        if is_kept {
            prop_assert_eq!(now, selected);
        } else {
            prop_assert_eq!(now.is_some(), after.iter().any(|numbers| !numbers.is_empty()));
        }
        let mut kept = labels(&player);
        kept.sort_by(|a, b| a.0.cmp(&b.0));
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        prop_assert_eq!(kept, expected);
        player.screen();
        player.keys(&keys_after);
        player.screen();
    }
}

#[test]
fn messages_about_results_disappear_with_them() {
    let mut player = open(&[&all(5)]);
    let broken = Message::warning("1 record could not be used, the first: a.csv, line 3: no JSON");
    let unknown = Message::info("of 5 failed tests, the fixed results don't contain 1");
    let says = |player: &mut Player, said: &[&Message]| {
        player.said_of_results = said.iter().map(|&message| message.clone()).collect();
        reload(player, corpus(&[&all(5)]), &[]);
    };
    says(&mut player, &[&broken, &unknown]);
    assert_eq!(player.message(), broken.text);
    says(&mut player, &[&unknown]);
    assert_eq!(player.message(), unknown.text, "the record is whole again, the rest is still unread");
    player.keys("j");
    says(&mut player, &[&unknown]);
    assert_eq!(player.message(), "", "it was read");
    says(&mut player, &[&broken]);
    assert_eq!(player.message(), broken.text);
    says(&mut player, &[]);
    assert_eq!(player.message(), "");
}

#[test]
fn messages_about_missing_results_disappear_when_results_appear() {
    let mut player = Player::loading(140, 45);
    player.keys("e");
    assert!(player.message().contains("no failure"), "{}", player.message());
    player.act(Action::Notice(Message::info("changes made on other machines are not noticed")));
    player.import_marked(corpus(&[&all(5)]), vec![None; 5]);
    assert_eq!(player.message(), "changes made on other machines are not noticed", "this holds still");
}
