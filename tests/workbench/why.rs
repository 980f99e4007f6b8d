//! The why pane: reasons by ranker and by the order that is shown.

use crate::support::{Player, corpus};
use fossick::rank::Ranker;

fn screen(ranker: Ranker, keys: &str) -> String {
    let mut player = Player::open_ranked_by(ranker, corpus(&[14]), 140, 45);
    player.keys(keys);
    player.screen()
}

#[test]
fn rankers_without_reasons_say_so_in_one_sentence() {
    for (ranker, said) in [
        (Ranker::Random, "Its place is random"),
        (Ranker::InputOrder, "The list is in input order"),
        (Ranker::ExtendedIsolationForest, "No single feature explains its rank"),
    ] {
        let shown = screen(ranker, "");
        assert!(shown.contains(said), "{ranker}: {shown}");
        assert!(shown.contains("lines of its own"), "the features are what they are: {shown}");
        assert!(!shown.contains("ordinary") && !shown.contains("over 10 seeds"), "{ranker}: {shown}");
    }
}

#[test]
fn the_pane_says_what_the_order_shown_goes_by() {
    let diversified = screen(Ranker::IsolationForest, "v");
    assert!(diversified.contains("Diversified: one test of each signature"), "{diversified}");
    let asked_for = screen(Ranker::Diversified, "");
    assert!(asked_for.contains("Diversified: one test of each signature"), "{asked_for}");
    assert!(asked_for.contains("by score") && asked_for.contains("(ordinary 0)"), "{asked_for}");
}

#[test]
fn an_oracle_that_nobody_predicted_is_not_known() {
    let mut corpus = corpus(&[3]);
    for failure in &mut corpus.failures {
        failure.oracle = fossick::model::Oracle::default();
    }
    for text in [0, 1] {
        corpus.failures[text].generated_test = "".into();
        corpus.failures[text].test_prefix = "".into();
    }
    corpus.failures[1].oracle.expects_exception = true;
    let player = Player::open(corpus, 140, 45);
    let row = |test: &str| {
        let screen = player.screen();
        screen.lines().find(|line| line.contains(test) && line.contains('.')).expect("its row").to_owned()
    };
    assert!(
        row("test00 ").contains(" ·      IllegalArgument"),
        "neither code nor prediction: {}",
        row("test00 ")
    );
    assert!(row("test01 ").contains(" throws Assertion"), "it was predicted");
    assert!(row("test02 ").contains(" ∅      Assertion"), "the code has none");
}

#[test]
fn a_feature_of_a_text_that_the_input_lacks_has_no_bar() {
    let mut corpus = corpus(&[14]);
    for failure in corpus.failures.iter_mut().take(7) {
        failure.docstring = "".into();
    }
    let mut player = Player::open(corpus, 140, 45);
    let mut missing = 0;
    for _ in 0..14 {
        let screen = player.screen();
        let row = screen.lines().find(|line| line.contains("Javadoc similarity")).expect("its row");
        if row.contains("not in the input") {
            missing += 1;
            let pane: String = row.chars().take(53).collect();
            assert!(!pane.contains(['█', '▌', '▐']), "{row}");
        }
        player.keys("J");
    }
    assert_eq!(missing, 7);
}
