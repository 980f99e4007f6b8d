//! The why pane: statements and features, by ranker and by the order that is shown; the summary of a low screen.

use fossick::model::{Failure, StackTrace};
use fossick::rank::Ranker;
use fossick::tui::Pane;

use crate::support::{Player, corpus};

fn screen(ranker: Ranker, keys: &str) -> String {
    let mut player = Player::open_ranked_by(ranker, corpus(&[14]), 140, 45);
    player.keys(keys);
    player.screen()
}

#[test]
fn rankers_without_reasons_say_so_in_one_sentence() {
    for (ranker, said) in [
        (Ranker::RANDOM, "Its place is random"),
        (Ranker::INPUT_ORDER, "The list is in input order"),
        (Ranker::EXTENDED_ISOLATION_FOREST, "No single feature explains its rank"),
    ] {
        let shown = screen(ranker, "");
        assert!(shown.contains(said), "{ranker}: {shown}");
        assert!(shown.contains("lines of its own"), "the features are what they are: {shown}");
        assert!(!shown.contains("ordinary") && !shown.contains(" seeds"), "{ranker}: {shown}");
    }
}

#[test]
fn the_why_pane_names_the_order_of_the_list() {
    let diversified = screen(Ranker::ISOLATION_FOREST, "s d");
    assert!(diversified.contains("failures with its signature."), "{diversified}");
    let asked_for = screen(Ranker::DIVERSIFIED, "");
    assert!(asked_for.contains("failures with its signature."), "{asked_for}");
    assert!(asked_for.contains("Rank 1 with all 10 random"), "{asked_for}");
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
    let list = Player::open(corpus, 200, 60).rows(Pane::List);
    for (failed, expected) in [
        ("take: not enough", "  take          ·  "),
        ("expected:<3>", "  size          throw  "),
        ("should throw", "  put           no throw  "),
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
        let row = why.iter().find(|line| line.contains("Javadoc similarity")).expect("its name");
        if row.contains("Not in the input: Javadoc similarity") {
            missing += 1;
            assert!(!row.contains(['█', '▌', '▐']), "{row}");
            assert!(!why.concat().contains("Javadoc share"), "nor a sentence: {}", why.join("\n"));
        }
        player.keys("J");
    }
    assert_eq!(missing, 7);
}

/// The reasons of the why pane, each with the column and the length of its bar.
fn reasons(player: &Player) -> Vec<(String, usize, usize)> {
    let reason = |row: &String| {
        let (words, bar) = row.split_at(row.find(['█', '▌'])?);
        Some((words.trim().to_owned(), words.chars().count(), bar.trim_end().chars().count()))
    };
    // The bars of features have an axis.
    player.rows(Pane::Why).iter().filter(|row| !row.contains('│')).filter_map(reason).collect()
}

#[test]
fn reasons_are_rare_traits_strongest_first_with_bars_that_begin_at_one_column() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    let mut columns = Vec::new();
    for _ in 0..14 {
        let reasons = reasons(&player);
        assert!(reasons.len() <= 5 && reasons.is_sorted_by(|one, next| one.2 >= next.2), "{reasons:?}");
        for (said, column, _) in reasons {
            let share: usize = said.split(' ').next().and_then(|count| count.parse().ok()).expect("a share");
            assert!(share <= 5, "of 14: {said}");
            columns.push(column);
        }
        player.keys("J");
    }
    assert!(columns.len() > 10 && columns.iter().all(|column| *column == columns[0]), "{columns:?}");
    player.keys("g r 2 <enter>");
    let said: Vec<String> = reasons(&player).into_iter().map(|(said, ..)| said).collect();
    let said = said.iter().map(|said| said.split_whitespace().collect::<Vec<_>>().join(" "));
    let said = said.collect::<Vec<_>>();
    let javadoc = "5 of 14 read so much like their Javadoc +1.08";
    assert_eq!(said, [javadoc, "5 of 14 fail with this exception +0.38", "5 of 14 expect no throw +0.32"]);
    // A reason is the sum of its features.
    let why = player.rows(Pane::Why).join("\n");
    let effect = |of: &str| {
        let row =
            why.lines().find(|row| row.trim_start().starts_with(of)).unwrap_or_else(|| panic!("{of}: {why}"));
        row.split_whitespace().last().and_then(|effect| effect.parse::<f64>().ok()).expect("an effect")
    };
    assert!((effect("expects a throw") + effect("expects no throw") - 0.32).abs() < 0.011, "{why}");
    assert!(player.screen().contains("Nothing else is unusual."), "{}", player.screen());
}

#[test]
fn a_group_of_few_failures_has_signatures_in_place_of_scores_and_reasons() {
    let mut player = Player::open(corpus(&[9]), 140, 45);
    player.keys("s d");
    let screen = player.screen();
    let said = "9 failures are too few to rank. One of 3 failures with its signature.";
    let why = player.rows(Pane::Why).join(" ");
    assert!(why.split_whitespace().collect::<Vec<_>>().join(" ").contains(said), "{why}");
    assert!(screen.contains(" IllegalArgumentException: not enough: # · Purse.take\n"), "{screen}");
    assert!(
        reasons(&player).is_empty() && !screen.contains("score") && !screen.contains("Found@"),
        "{screen}"
    );
    player.keys("t 2");
    let progress = player.screen();
    assert!(progress.contains("  1 bug found; 1 failure judged, 8 still to judge\n"), "{progress}");
    assert!(!progress.contains("in the top") && !progress.contains("random"), "{progress}");
}

#[test]
fn all_features_are_shown_below_if_there_is_room_or_after_a_key() {
    let features = |player: &Player| player.rows(Pane::Why).concat().matches("same focal method").count();
    for (size, has_room) in [((140, 45), true), ((200, 60), true), ((100, 30), false), ((120, 32), false)] {
        let mut player = Player::open(corpus(&[14]), size.0, size.1);
        for _ in 0..14 {
            assert_eq!(features(&player) == 1, has_room, "{}", player.screen());
            assert_eq!(player.screen().contains("W: all features"), !has_room, "{}", player.screen());
            player.keys("J");
        }
        player.keys("W");
        assert_eq!(features(&player), 1, "in sight at once: {}", player.screen());
        // Where they have no room, they have the focus.
        player.keys(if has_room { "<tab> <tab> <tab> <tab> G" } else { "G" });
        assert!(player.screen().contains("(0 is ordinary)"), "{}", player.screen());
        player.keys("W");
        assert_eq!(features(&player) == 1, has_room, "{}", player.screen());
    }
}

#[test]
fn hiding_the_features_gives_the_keys_back_to_the_list() {
    for size in [(80, 24), (100, 30)] {
        let mut player = Player::open(corpus(&[14]), size.0, size.1);
        let (focus, first) = (player.focus(), player.failure());
        player.keys("W");
        assert_eq!(player.focus(), Pane::Why, "there is no room for them otherwise: {}", player.screen());
        player.keys("W");
        assert_eq!(player.focus(), focus, "{}", player.screen());
        player.keys("j");
        assert_ne!(player.failure(), first, "the list moves again: {}", player.screen());
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
        assert!(words.contains("5 of 14 read so much like their Javadoc"), "{screen}");
        assert!(!words.contains('…'), "no statement is cut: {screen}");
        player.keys("<tab>");
    }
}

#[test]
fn a_low_screen_reports_unknown_values_in_whole_sentences() {
    let mut corpus = corpus(&[12]);
    for failure in &mut corpus.failures {
        *failure = Failure { trace: StackTrace::default(), ..crate::support::failure("1", 0) };
    }
    let screen = Player::open(corpus, 80, 24).screen();
    assert!(screen.contains("\n the input has no trace of this failure\n"), "{screen}");
    assert!(
        screen.contains("\n All failures of the group have the same score: there is nothing to rank by.\n"),
        "{screen}"
    );
}

#[test]
fn the_list_shows_the_reason_of_a_null_pointer_exception() {
    let mut corpus = corpus(&[12]);
    let trace = corpus.failures[0].trace.0.replace(
        "java.lang.IllegalArgumentException: not enough: 7",
        "java.lang.NullPointerException: Cannot invoke \"java.util.List.size()\" because \"list2\" is null",
    );
    corpus.failures[0].trace = StackTrace(trace.into());
    let player = Player::open(corpus, 100, 45);
    let list = player.rows(Pane::List).join("\n");
    assert!(list.contains("NullPointer") && list.contains("take: \"list2\" is null"), "{list}");
    let trace = player.rows(Pane::Trace).join("\n");
    assert!(trace.contains("Cannot invoke"), "the trace has all of it: {trace}");
}
