//! The quality screen: counts, bounds and curves.

use fossick::model::{Label, Run, StackTrace, Truth};
use fossick::tui::Action;
use fossick::tui::core::navigate::Screen;
use fossick::tui::frame::color::Depth;
use fossick::tui::frame::theme::Theme;

use crate::support;
use crate::support::{Player, corpus};

#[test]
fn bounds_are_shown_while_labels_are_missing() {
    let mut player = Player::open(corpus(&[14, 5]), 140, 45);
    player.keys("f f t 2");
    insta::assert_snapshot!("progress_140x45", player.screen());
    let mut small = Player::open(corpus(&[14, 5]), 80, 24);
    small.keys("f f t 2");
    insta::assert_snapshot!("progress_80x24", small.screen());
    let mut large = Player::open(corpus(&[14, 5]), 200, 60);
    large.keys("f f t 2");
    insta::assert_snapshot!("progress_200x60", large.screen());
}

#[test]
fn lists_are_compared_from_three_bugs_on() {
    let mut player = Player::open(corpus(&[10; 12]), 140, 45);
    player.keys("t ] t 2");
    let screen = player.screen();
    assert!(screen.contains("  2 bugs found; 2 failures judged, 118 still to judge\n"), "{screen}");
    assert!(!screen.contains("bugs in the top K"), "no chart of a flat line: {screen}");
    player.keys("1 ] t 2");
    let screen = player.screen();
    let left: Vec<String> = screen.lines().map(|line| line.chars().take(78).collect()).collect();
    let row = |said: &str| left.iter().position(|line| line.contains(said)).expect("a row");
    let (title, list) = (row("  bugs in the top K"), row("  by score"));
    assert!(list <= title + 3, "the chart has the whole height: {screen}");
    for said in ["found: 3 bugs", "Shop-3 #1 put(null) should throw", "per signature: those that look alike"]
    {
        assert!(screen.contains(said), "no {said}: {screen}");
    }
}

#[test]
fn enter_opens_the_next_failure_to_judge() {
    let mut player = Player::open(corpus(&[14, 5]), 140, 45);
    player.keys("t k");
    let labelled = player.selection().test.clone();
    player.keys("2 <enter>");
    assert_eq!(player.page(), Screen::Triage);
    assert_ne!(player.selection().test, labelled);
}

#[test]
fn the_truth_is_shown_once_it_is_revealed() {
    let mut player = Player::open(corpus(&[14, 5]), 140, 45);
    player.keys("f f t 2");
    assert!(!player.screen().contains("by the truth"), "{}", player.screen());
    player.keys("R");
    let screen = player.screen();
    assert!(
        screen.contains("bugs in the top K, by the truth")
            && screen.contains("labels compared with the truth"),
        "{screen}"
    );
    insta::assert_snapshot!("progress_with_truth", screen);
}

#[test]
fn wrong_labels_are_marked_and_counted_first() {
    for (width, height) in [(80, 24), (140, 45)] {
        let mut player = Player::open(corpus(&[14, 5]), width, height);
        player.keys(&format!("{} 2", "f ".repeat(15)));
        assert!(player.screen().contains("  Top 10 judged: 0 bugs in 15 failures.\n"), "{}", player.screen());
        assert!(!player.screen().contains('✗'), "{}", player.screen());
        assert!(player.screen().contains("next #11 IllegalArgument"), "the next: {}", player.screen());
        let screen = player.screen();
        let at = |said: &str| screen.find(said).unwrap_or_else(|| panic!("no {said}:\n{screen}"));
        assert!(at("R compares with the truth") < at(":top 20"), "{screen}");
        assert!(at(":top 20") < at(":report"), "there is nothing to report yet: {screen}");
        assert!(width < 140 || screen.contains("below the top 10"), "their tests are shown: {screen}");
        player.keys("R");
        let screen = player.screen();
        for said in [
            " You found none and labelled 1 bug FP.",
            "✗ F, a bug",
            "✗ #5 size(): expected:<3>",
            "F✗",
            "R hide truth",
        ] {
            assert!(screen.contains(said), "no {said}:\n{screen}");
        }
        let at = |said: &str| screen.find(said).unwrap_or_else(|| panic!("no {said}:\n{screen}"));
        assert!(at("missed: 1 bug") < at("labels compared"), "{screen}");
    }
}

#[test]
fn a_found_bug_is_counted_once_and_its_wrong_labels_apart() {
    let mut corpus = corpus(&[14]);
    corpus.failures.iter_mut().for_each(|failure| failure.truth = Some(Truth::TruePositive));
    let mut player = Player::open(corpus, 140, 45);
    player.keys("t t f f 2");
    assert!(player.screen().contains("  1 bug found; 4 failures judged, 6 still"), "{}", player.screen());
    assert!(player.screen().contains("found: 1 bug (2 failures; a group is one bug)"), "{}", player.screen());
    assert!(player.screen().contains(" #1 (and #2) "), "both are listed: {}", player.screen());
    player.keys("R");
    for said in [" You judged 4 of 10, found 1.", "more failures of bugs you found, labelled FP: 2"] {
        assert!(player.screen().contains(said), "{}", player.screen());
    }
}

#[test]
fn with_the_truth_a_missed_bug_opens_first() {
    let mut corpus = corpus(&[2, 2]);
    corpus.failures.iter_mut().for_each(|failure| failure.truth = Some(Truth::TruePositive));
    let mut player = Player::open(corpus, 140, 45);
    player.keys("t f f f 2 R <enter>");
    let shown = player.selection();
    assert_eq!(
        (player.page(), &*shown.bug),
        (Screen::Triage, "2"),
        "the first bug is found in another failure"
    );
}

#[test]
fn labels_are_refused_if_no_failure_is_shown() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    player.keys("2 t f u x n D");
    assert_eq!(player.recorded, []);
    assert!(!player.headless.state().is_within_a_prompt());
    assert!(player.message().contains("1 opens it"), "{}", player.message());
    player.keys("1 t");
    assert_eq!(player.recorded.len(), 1);
    assert_eq!(player.recorded[0].1.label, Some(Label::TruePositive));
    player.keys("2 <esc>");
    assert_eq!(player.page(), Screen::Triage);
}

#[test]
fn figures_that_do_not_fit_can_be_scrolled() {
    let mut player = Player::open(corpus(&[14, 5]), 80, 24);
    player.keys("f t R 2");
    let before = player.screen();
    assert!(before.contains(" more lines\n"), "{before}");
    let last = before.lines().rev().skip(2).map(str::trim).find(|line| !line.is_empty()).expect("a line");
    assert_ne!(last, "1 bug", "a section begins with a line of it: {before}");
    player.keys("<end>");
    let after = player.screen();
    assert!(after.contains("failures that look alike") && !after.contains("more"), "{after}");
    assert!(after.lines().any(|line| line.trim_start().starts_with("k ")), "how much is above: {after}");
    player.keys("j j <home>");
    assert_eq!(player.screen(), before);
}

#[test]
fn curves_are_named_at_their_end_and_need_no_colour() {
    let mut player = Player::open(corpus(&[14, 5]), 140, 45);
    player.theme = Some(Theme::bundled("dark", Depth::None).expect("bundled").expect("readable"));
    player.keys("f f t R 2");
    let screen = player.screen();
    let chart: Vec<String> =
        screen.lines().skip(8).map(|line| line.chars().take(78).collect::<String>()).collect();
    let row = |name: &str| {
        let row = chart.iter().position(|line| line.trim_end().ends_with(&format!(" {name}")));
        row.unwrap_or_else(|| panic!("no {name} in\n{screen}"))
    };
    let row = row("by score, diversified, random");
    assert!(chart[row].starts_with(" 2 │"), "on the row where all end: {}", chart[row]);
}

#[test]
fn means_over_runs_are_named_and_ks_end_with_the_largest_group() {
    let mut corpus = corpus(&[12, 5]);
    corpus.runs.push(Run { name: "purse-again".to_owned() });
    corpus.groups[1].run = 1;
    let mut player = Player::open(corpus, 140, 45);
    player.keys("f t 2");
    let screen = player.screen();
    assert!(screen.contains("  1 bug found; 2 failures judged, 13 still to judge\n"), "no mean: {screen}");
    player.keys("R");
    let screen = player.screen();
    assert!(screen.contains("means of 2 runs") && screen.contains(" of 1.0 a run\n"), "{screen}");
    assert!(screen.contains("K=12"), "no group has more failures: {screen}");
    let mut single = Player::open(support::corpus(&[12]), 140, 45);
    single.keys("R 2");
    assert!(!single.screen().contains("means of"), "{}", single.screen());
}

#[test]
fn headings_that_fit_are_not_cut() {
    for (width, height) in [(80, 50), (100, 50), (140, 45), (200, 60)] {
        let mut player = Player::open(corpus(&[14, 5]), width, height);
        player.keys("f f t R 2");
        let screen = player.screen();
        for heads in [["judged", "unsure"], ["by score", "diversified"], ["random", "per signature"]] {
            let line = screen.lines().find(|line| heads.iter().all(|head| line.contains(head)));
            assert!(line.is_some(), "{heads:?} at {width}x{height}:\n{screen}");
        }
    }
}

#[test]
fn every_size_and_an_empty_workbench_can_be_drawn() {
    for (width, height) in [(50, 12), (99, 27), (100, 28), (300, 100), (51, 40), (200, 12)] {
        let mut player = Player::open(corpus(&[3, 2]), width, height);
        player.keys("2 j j j K");
        assert!(!player.screen().is_empty());
    }
    let mut player = Player::open(corpus(&[0]), 80, 24);
    player.keys("2");
    assert_eq!(player.page(), Screen::Triage);
}

#[test]
fn without_labels_the_screen_says_what_to_do() {
    for (width, height) in [(80, 24), (140, 45)] {
        let mut player = Player::open(corpus(&[14, 5]), width, height);
        player.keys("2");
        let screen = player.screen();
        for said in [
            "nothing is judged yet: 19 tests failed, 15 to judge",
            "t TP · f FP · u unsure",
            "R shows which failures are bugs",
            "#1 put(null) should throw",
        ] {
            let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains(said), "no {said} on\n{screen}");
        }
        assert!(!screen.contains("bugs in the top K"), "no walls of zeros: {screen}");
        player.keys("1 t 2");
        assert!(
            player.screen().contains("  1 bug found; 1 failure judged, 14 still to judge\n"),
            "{}",
            player.screen()
        );
        player.keys("R");
        assert!(
            player.screen().contains("1 of 2 bugs in the top 10; random: 1.7. You judged 1 of 15."),
            "{}",
            player.screen()
        );
    }
}

#[test]
fn when_all_is_judged_the_screen_tells_the_results() {
    for (width, height) in [(80, 24), (140, 45), (200, 60)] {
        let mut player = Player::open(corpus(&[14, 5]), width, height);
        player.keys(&format!("n seen <enter> t {} 2", "f ".repeat(14)));
        let screen = player.screen();
        for said in ["done: next steps", ":report writes a report", "found: 1 bug", "note: seen", ":top 20"] {
            assert!(screen.contains(said), "no {said} at {width} x {height}:\n{screen}");
        }
        assert!(!screen.contains("judge next") && !screen.contains("next to judge"), "{screen}");
        assert!(width < 140 || screen.contains("\n  judged tests"), "below the groups: {screen}");
    }
}

#[test]
fn all_judged_failures_are_listed_and_only_groups_that_pass_the_filter() {
    let mut player = Player::open(corpus(&[14, 5, 5]), 140, 45);
    player.keys(&format!("{} 2", "u ".repeat(10)));
    let screen = player.screen();
    assert!(screen.contains("unsure: 10"), "{screen}");
    assert_eq!(screen.matches("Shop-1 #").count(), 10, "each has a row: {screen}");
    player.keys("& label:unsure <enter>");
    assert_eq!(player.page(), Screen::Triage, "where labels are changed");
    assert!(player.screen().contains("10 of 14 · "), "{}", player.screen());
    player.keys("3 <esc> & test:test04 <enter>");
    player.keys("2");
    let screen = player.screen();
    assert!(screen.contains("  listed failures of each group"), "{screen}");
    assert!(screen.contains("  2  Shop-2  ·  1 of 5"), "a sign for each listed one: {screen}");
    let mut low = Player::open(corpus(&[2; 20]), 80, 24);
    low.keys("2");
    assert!(low.screen().contains("more groups: 3 shows all"), "{}", low.screen());
}

#[test]
fn the_chart_ends_with_all_bugs_also_those_that_the_list_has_not_found() {
    let mut player = Player::open(corpus(&[14; 4]), 140, 45);
    player.keys("t ] t ] t ] G t 2");
    let screen = player.screen();
    assert!(screen.contains("4 bugs found;"), "one of them below the top 10: {screen}");
    assert!(screen.lines().any(|line| line.starts_with(" 4 │")), "{screen}");
}

#[test]
fn signs_are_explained_where_they_occur() {
    let mut player = Player::open(corpus(&[14, 5]), 140, 45);
    for (keys, signs) in [
        ("2", "      · to judge "),
        ("1 f u 2", "      F FP  ? unsure  · to judge "),
        ("R", "      F FP  ? unsure  · to judge  ● bug "),
    ] {
        player.keys(keys);
        let screen = player.screen();
        assert!(screen.contains(signs), "no {signs}: {screen}");
    }
}

#[test]
fn after_a_resize_the_progress_screen_is_as_wide_as_a_new_one() {
    let mut long = corpus(&[14, 5]);
    for failure in &mut long.failures {
        failure.trace = StackTrace(format!("a.B::test\na.LongException: {}\n", "word ".repeat(60)).into());
    }
    let open = |width, height| {
        let mut player = Player::open(long.clone(), width, height);
        player.keys("t f f 2");
        player
    };
    for (from, to) in [((200, 60), (140, 45)), ((140, 45), (200, 60))] {
        let mut resized = open(from.0, from.1);
        resized.act(Action::Resize(to.0, to.1));
        assert_eq!(resized.screen(), open(to.0, to.1).screen(), "{from:?} to {to:?}");
    }
}
