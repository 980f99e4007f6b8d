//! The why pane: statements and features, by ranker and by the order that is shown; the summary of a low screen.

use crate::support::{Player, corpus};
use fossick::model::{Failure, StackTrace};
use fossick::rank::Ranker;
use fossick::tui::app::Pane;

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
fn the_why_pane_names_the_order_of_the_list() {
    let diversified = screen(Ranker::IsolationForest, "s d");
    assert!(diversified.contains("The list shows one test of each signature first"), "{diversified}");
    let asked_for = screen(Ranker::Diversified, "");
    assert!(asked_for.contains("The list shows one test of each signature first"), "{asked_for}");
    assert!(asked_for.contains("why it is suspicious · #1 by score"), "{asked_for}");
}

#[test]
fn an_oracle_without_prediction_is_unknown() {
    let mut corpus = corpus(&[3]);
    for failure in &mut corpus.failures {
        failure.oracle = fossick::model::Oracle::default();
    }
    for text in [0, 1] {
        corpus.failures[text].generated_test = "".into();
        corpus.failures[text].test_prefix = "".into();
    }
    corpus.failures[1].oracle.expects_exception = true;
    let list = Player::open(corpus, 200, 60).rows(Pane::Candidates);
    for (failed, expected) in [
        ("take: not enough", "  ·         IllegalArgument"),
        ("expected:<3>", "  throw     AssertionError"),
        ("should throw", "  no throw  AssertionError"),
    ] {
        let row = list.iter().find(|row| row.contains(failed)).expect("its row");
        assert!(row.contains(expected), "neither code nor prediction; predicted; of the code: {row}");
    }
}

#[test]
fn a_feature_of_a_missing_text_has_no_bar() {
    let mut corpus = corpus(&[14]);
    for failure in corpus.failures.iter_mut().take(7) {
        failure.docstring = "".into();
    }
    let mut player = Player::open(corpus, 140, 45);
    player.keys("<tab> <tab> <tab> <tab> W");
    let mut missing = 0;
    for _ in 0..14 {
        let why = player.rows(Pane::Why);
        let row = why.iter().find(|line| line.contains("Javadoc similarity")).expect("its row");
        if row.contains("not in the input") {
            missing += 1;
            assert!(!row.contains(['█', '▌', '▐']), "{row}");
            assert!(!why.concat().contains("Javadoc share"), "nor a sentence: {}", why.join("\n"));
        }
        player.keys("J");
    }
    assert_eq!(missing, 7);
}

/// The statements of the why pane, each with its share of the group and the cells of its bar.
fn statements(player: &Player) -> Vec<(String, String, usize)> {
    let rows = player.rows(Pane::Why);
    let statement = |row: &String| {
        let bar = row.matches('▇').count();
        let words: Vec<&str> = row.trim().trim_end_matches('▇').trim().split("  ").collect();
        (words[0].to_owned(), words.last().map_or("", |share| share).trim().to_owned(), bar)
    };
    rows.iter().filter(|row| row.contains('▇')).map(statement).collect()
}

#[test]
fn the_reasons_are_listed_strongest_first_and_counter_arguments_last() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    for _ in 0..14 {
        let statements = statements(&player);
        let against = statements.iter().position(|(text, ..)| text.starts_with("Against: "));
        let (up, down) = statements.split_at(against.unwrap_or(statements.len()));
        assert!(up.len() <= 4 && down.len() <= 2, "{statements:?}");
        assert!(down.iter().all(|(text, ..)| text.starts_with("Against: ")), "{statements:?}");
        for some in [up, down] {
            assert!(some.is_sorted_by(|one, next| one.2 >= next.2), "{statements:?}");
        }
        player.keys("J");
    }
    player.keys("g r 2 <enter>");
    let said: Vec<String> =
        statements(&player).into_iter().map(|(text, share, _)| format!("{text}: {share}")).collect();
    assert_eq!(
        said,
        [
            "Closer to its Javadoc than most: 9 of 14",
            "Few throw this exception: 5 of 14",
            "\"should throw nothing\" is rare: 5 of 14",
            "Against: 5 have this message: 5 of 14",
            "Against: 5 failures test this method: 5 of 14",
        ]
    );
}

#[test]
fn all_features_are_shown_below_if_there_is_room_or_after_a_key() {
    let features = |player: &Player| player.rows(Pane::Why).concat().matches("same focal method").count();
    for (size, has_room) in [((140, 45), true), ((200, 60), true), ((100, 30), false), ((120, 32), false)] {
        let mut player = Player::open(corpus(&[14]), size.0, size.1);
        for _ in 0..14 {
            assert_eq!(features(&player) == 1, has_room, "{}", player.screen());
            assert_eq!(player.screen().contains("all eleven features: W"), !has_room, "{}", player.screen());
            player.keys("J");
        }
        player.keys("W <tab> <tab> <tab> <tab> G");
        assert!(player.screen().contains("The bars sum to"), "{}", player.screen());
        player.keys("W");
        assert_eq!(features(&player) == 1, has_room, "{}", player.screen());
    }
}

#[test]
fn a_low_screen_summarizes_the_failure_and_its_reason_in_every_pane() {
    let mut player = Player::open(corpus(&[14]), 80, 24);
    player.keys("g r 2 <enter>");
    for _ in 0..4 {
        let screen = player.screen();
        let (_, after) =
            screen.split_once("\n IllegalArgumentException: not enough: 7 · in take\n").expect("the error");
        let words: Vec<&str> = after.lines().take(2).flat_map(str::split_whitespace).collect();
        let words = words.join(" ");
        assert!(words.starts_with("Closer to its Javadoc than most "), "{screen}");
        assert!(words.contains("9 of 14") && words.contains("Few throw"), "{screen}");
        assert!(!words.contains('…'), "no statement is cut: {screen}");
        player.keys("<tab>");
    }
}

#[test]
fn a_low_screen_reports_unknown_values_in_whole_sentences() {
    let mut corpus = corpus(&[2]);
    for failure in &mut corpus.failures {
        *failure = Failure { trace: StackTrace::default(), ..crate::support::failure("1", 0) };
    }
    let screen = Player::open(corpus, 80, 24).screen();
    assert!(screen.contains("\n the input has no trace of this failure\n"), "{screen}");
    assert!(screen.contains("\n all tied: nothing to rank by\n"), "{screen}");
}

#[test]
fn the_list_shows_the_reason_of_a_null_pointer_exception() {
    let mut corpus = corpus(&[3]);
    let trace = corpus.failures[0].trace.0.replace(
        "java.lang.IllegalArgumentException: not enough: 7",
        "java.lang.NullPointerException: Cannot invoke \"java.util.List.size()\" because \"list2\" is null",
    );
    corpus.failures[0].trace = StackTrace(trace.into());
    let player = Player::open(corpus, 100, 45);
    let list = player.rows(Pane::Candidates).join("\n");
    assert!(list.contains("NullPointer") && list.contains("take: \"list2\" is null"), "{list}");
    let trace = player.rows(Pane::Trace).join("\n");
    assert!(trace.contains("Cannot invoke"), "the trace has all of it: {trace}");
}
