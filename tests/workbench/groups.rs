//! The groups screen: its table, sorting, opening a group.

use std::sync::Arc;

use fossick::lang::MethodNames;
use fossick::model::Truth;
use fossick::tui::Action;
use fossick::tui::core::action::{MouseKind, SignedGroup};
use fossick::tui::core::navigate::Screen;
use fossick::tui::groups::GroupColumn;

use crate::support::{Player, corpus, imported, rank_groups};

fn open(sizes: &[usize], width: u16, height: u16) -> Player {
    Player::open(corpus(sizes), width, height)
}

/// The number of failures in each row, from top to bottom.
fn failures(player: &Player) -> Vec<usize> {
    let group = |name: &String| player.corpus().groups.iter().find(|group| group.name() == *name);
    player.group_rows().iter().filter_map(group).map(|group| group.failures.len()).collect()
}

/// The column of the screen where a heading begins.
fn heading(player: &Player, title: &str) -> u16 {
    let screen = player.screen();
    let line = screen.lines().nth(2).expect("the headings");
    let at = line.find(title).unwrap_or_else(|| panic!("no {title} in {line}"));
    u16::try_from(line[..at].chars().count()).expect("a column")
}

fn is_sorted_by(player: &Player, title: &str) -> bool {
    let screen = player.screen();
    let headings = screen.lines().nth(2).expect("the headings");
    ['▾', '▴'].iter().any(|sign| headings.contains(&format!("{title} {sign}")))
}

#[test]
fn every_group_is_a_row_and_all_together_a_sum() {
    for (name, (width, height)) in [("140x45", (140, 45)), ("80x24", (80, 24)), ("60x15", (60, 15))] {
        let mut player = open(&[14, 5, 1, 0, 23], width, height);
        player.keys("t f ] ] f 3");
        insta::assert_snapshot!(format!("groups_{name}"), player.screen());
    }
}

#[test]
fn values_not_computed_yet_are_shown_as_such_and_filled_in() {
    let corpus = Arc::new(corpus(&[14, 16]));
    let mut player = Player::loading(140, 45);
    let marks = vec![None; 30];
    let input = "purse.jsonl".to_owned();
    player.act(Action::Imported(imported(Arc::clone(&corpus), marks, input)));
    player.keys("3");
    // By best score, of which none is known.
    player.keys("s b");
    // Without the error, which may be cut.
    let row = |player: &Player, line: usize| -> String {
        player.screen().lines().nth(line).expect("a row").chars().take(72).collect()
    };
    assert_eq!(row(&player, 3).matches('…').count(), 2, "{}", player.screen());
    let mut ranked = rank_groups(&corpus);
    // The second group stands out more.
    for entry in &mut Arc::make_mut(&mut ranked[1].ranking).entries {
        entry.score += 0.2;
    }
    let [first, second] = [0, 1]
        .map(|index| Action::Signatures(SignedGroup::new(&corpus, &ranked[index], &MethodNames::default())));
    let mut ranked = ranked.into_iter();
    player.act(Action::Ranked(ranked.next().expect("the first group")));
    player.act(first);
    assert_eq!(row(&player, 3).matches('…').count(), 0, "{}", player.screen());
    assert_eq!(row(&player, 4).matches('…').count(), 2, "{}", player.screen());
    player.act(Action::Ranked(ranked.next().expect("the second group")));
    player.act(second);
    assert_eq!(player.group_rows(), ["Shop-2", "Shop-1"], "sorted when everything is known");
    assert!(row(&player, 4).starts_with('▌'), "the marked group stays marked");
}

#[test]
fn enter_opens_a_group_while_the_list_is_folded() {
    let mut player = open(&[14, 12], 140, 45);
    player.keys("s g 3 <down>");
    let hints = player.screen().lines().last().expect("the bottom line").to_owned();
    assert!(hints.contains("enter open"), "{hints}");
    player.keys("<enter>");
    assert_eq!((player.page(), &*player.selection().bug), (Screen::Triage, "2"), "{}", player.screen());
}

#[test]
fn a_narrow_table_names_what_the_truth_shows() {
    let mut player = open(&[14, 2], 80, 24);
    player.keys("3 R");
    let screen = player.screen();
    assert!(
        screen.contains(" my TP  all TP  first bug") && player.header().contains("  truth shown"),
        "{screen}"
    );
    let (x, y) = player.find("● bug");
    assert_eq!(player.buffer()[(x, y)].fg, player.buffer()[player.find("● #")].fg, "the colour of the dots");
}

#[test]
fn keys_and_clicks_sort_by_every_column() {
    let mut player = open(&[2, 14, 5], 140, 45);
    player.keys("3 s f");
    assert_eq!(failures(&player), [14, 5, 2]);
    assert!(player.screen().contains("failures ▾"));
    player.keys("s f");
    assert_eq!(failures(&player), [2, 5, 14]);
    assert!(player.screen().contains("failures ▴"));
    player.keys("s g s g");
    assert!(player.screen().contains("group ▾"));
    assert_eq!(failures(&player), [5, 14, 2], "by name, the last first");
    let judged = heading(&player, "judged");
    player.mouse(MouseKind::Click, judged + 1, 2);
    assert!(is_sorted_by(&player, "judged"));
    let number = heading(&player, "#");
    player.mouse(MouseKind::Click, number, 2);
    assert_eq!(failures(&player), [2, 14, 5]);
    player.mouse(MouseKind::Click, number, 2);
    assert_eq!(failures(&player), [5, 14, 2], "again: reverse");
    let mut keys = std::collections::HashSet::new();
    for column in GroupColumn::ALL.into_iter().filter(|&column| column != GroupColumn::Error) {
        assert!(keys.insert(column.letter()), "two columns have {}", column.letter());
        if column == GroupColumn::Truth {
            continue;
        }
        player.keys(&format!("s {}", column.letter()));
        assert!(is_sorted_by(&player, column.title()), "{}", player.screen());
    }
    player.keys("s x");
    assert_eq!(player.message(), "x is not in the menu groups");
    player.keys("s r");
    assert_eq!(player.message(), "r is not in the menu groups", "the order would tell the truth");
    player.keys("R s r");
    assert!(is_sorted_by(&player, "all TP"), "{}", player.screen());
    player.keys("R");
    assert!(!player.screen().contains("all TP ▾") && failures(&player) == [2, 14, 5], "{}", player.screen());
    player.keys("s");
    assert!(
        player.screen().contains("#  number") && player.screen().contains("f  failures"),
        "{}",
        player.screen()
    );
    player.keys("<esc> <right>");
    assert_eq!(player.message(), "all columns are visible: s sorts by one");
}

#[test]
fn enter_and_a_second_click_open_a_group() {
    let mut player = open(&[2, 14, 5], 140, 45);
    player.keys("3 j <enter>");
    assert_eq!(player.page(), Screen::Triage);
    assert!(player.selected().starts_with("2/"));
    player.keys("3 s f <esc> ]");
    assert!(player.selected().starts_with("3/"), "the next group is the one in the next row");
    player.keys("3");
    player.mouse(MouseKind::Click, 20, 5);
    assert_eq!(player.page(), Screen::Groups);
    player.mouse(MouseKind::Click, 20, 5);
    assert_eq!(player.page(), Screen::Triage);
    assert!(player.selected().starts_with("1/"));
}

#[test]
fn true_positives_below_the_top_k_are_counted() {
    let mut player = open(&[14, 2], 140, 45);
    player.keys("g r 1 2 <enter> t 3");
    let screen = player.screen();
    assert!(screen.contains("0/10") && screen.contains("· 1 TP"), "{screen}");
}

#[test]
fn screens_lead_to_each_other_and_back() {
    let mut player = open(&[14, 2], 140, 45);
    player.keys("2 3 2 <esc>");
    assert_eq!(player.page(), Screen::Triage);
    player.keys("3 t");
    assert!(player.recorded.is_empty(), "no label without a failure");
    assert!(player.screen().contains("1 opens it"));
    player.keys("3");
    assert_eq!(player.page(), Screen::Triage);
    assert!(player.screen().contains("1 Triage  2 Progress  3 Groups"));
}

#[test]
fn new_results_keep_the_marked_group() {
    let mut player = open(&[3, 3, 3], 140, 45);
    player.keys("3 j j");
    player.reload(corpus(&[4, 3, 3]), vec![None; 10], &[]);
    assert_eq!((player.marked_group().as_str(), player.page()), ("Shop-3", Screen::Groups));
    assert!(player.screen().contains("10 failures"));
}

#[test]
fn the_list_scrolls_with_the_mark() {
    let mut player = open(&[1; 60], 80, 24);
    player.keys("3 <end>");
    assert!(player.screen().contains("Shop-60") && !player.screen().contains("Shop-30 "));
    player.mouse(MouseKind::ScrollUp, 5, 5);
    assert!(!player.screen().contains("Shop-60"));
    player.keys("<home>");
    assert!(player.screen().contains("Shop-1 "));
}

#[test]
fn the_first_failures_of_the_marked_bug_are_below_the_table() {
    let mut player = open(&[14, 5, 1], 140, 45);
    player.keys("t 3");
    let preview = |player: &Player, bug: &str| -> Vec<String> {
        let screen = player.screen();
        let preview = screen.lines().map(|line| line.chars().take(70).collect::<String>());
        preview
            .skip_while(|line| !line.trim_start().starts_with(bug))
            .take_while(|line| !line.trim().is_empty())
            .collect()
    };
    let rows = preview(&player, "Shop-1 · first 10");
    assert_eq!(rows.len(), 12, "a title, headings and the top 10: {rows:?}");
    assert!(rows[2].contains("1 T") && rows[2].contains("put(null) should"), "{rows:?}");
    let whole = "T #1 put(null) should throw, on new Purse(11)\n";
    assert!(player.screen().contains(whole), "no error is cut: {}", player.screen());
    player.keys("j");
    let rows = preview(&player, "Shop-2");
    assert!(rows.len() == 7 && !rows[0].contains("first"), "these are all: {rows:?}");
    player.keys("j");
    assert_eq!(preview(&player, "Shop-3").len(), 3);
    player.keys("<enter>");
    assert!(player.selected().starts_with("3/"));
    let mut many = open(&[14; 40], 140, 45);
    many.keys("3 G");
    let shown = many.screen();
    assert!(shown.contains("▌ 40  Shop-40") && shown.contains("  Shop-40 · first 10"), "{shown}");
    let mut narrow = open(&[14, 5], 129, 45);
    narrow.keys("3");
    assert!(!narrow.screen().contains("first 10"), "the table needs the room");
}

#[test]
fn a_short_list_names_the_next_bugs_and_a_click_opens_one() {
    let mut player = open(&[3, 15, 1, 4], 140, 45);
    let (x, y) = player.find("next groups");
    // The name, the errors of all 15, five of them alike, and a blank row.
    for (below, bug) in [(1, "15 failures"), (14, "1 failure "), (17, "4 failures")] {
        let row = player.screen().lines().nth(usize::from(y + below)).expect("a bug").to_owned();
        assert!(row.contains(bug), "{}", player.screen());
    }
    player.mouse(MouseKind::Click, x, y + 15);
    assert!(player.screen().contains("group 3 of 4"), "{}", player.screen());
    player.keys("]");
    assert!(
        !player.screen().contains("next groups"),
        "after the last group there is none\n{}",
        player.screen()
    );
}

#[test]
fn next_bugs_say_which_failures_are_judged() {
    let mut player = open(&[3, 5], 140, 45);
    player.keys("] t f [");
    let (_, y) = player.find("next groups");
    let row = player.screen().lines().nth(usize::from(y) + 1).expect("a bug").to_owned();
    assert!(row.contains("TF···  5 failures"), "{row}");
}

#[test]
fn one_group_has_no_hint_to_sort_or_search_groups() {
    for (groups, has_hints) in [(&[4][..], false), (&[4, 2], true)] {
        let mut player = Player::of(groups);
        player.keys("3");
        assert_eq!(player.bottom().contains(" sort") && player.bottom().contains(" search"), has_hints);
    }
}

#[test]
fn a_label_that_the_truth_rejects_is_no_bug() {
    let mut corpus = corpus(&[4, 2]);
    for (failure, truth) in
        corpus.failures.iter_mut().zip([Truth::TruePositive, Truth::FalsePositive].iter().cycle())
    {
        failure.truth = Some(*truth);
    }
    let mut player = Player::open(corpus, 140, 45);
    player.keys("t t t t 3");
    assert!(player.screen().contains(" 4  ") && !player.screen().contains('✗'), "{}", player.screen());
    player.keys("R");
    let screen = player.screen();
    assert!(!screen.contains("T○"), "one sign tells both: {screen}");
    for said in ["  my TP  all TP  best score", "2 ○2       2", " 4 TP, 2 wrong", "● bug  ○ T, no bug"]
    {
        assert!(screen.contains(said), "no {said}: {screen}");
    }
}

#[test]
fn groups_are_searched_by_their_names() {
    let mut player = Player::of(&[2; 23]);
    player.keys("3 j / -2");
    assert!(player.prompt().starts_with("-2"), "{}", player.prompt());
    assert!(player.prompt().ends_with("1 of 5"), "from where one is on: {}", player.prompt());
    assert_eq!(player.marked_group(), "Shop-2");
    player.keys("<enter> n n");
    assert_eq!(player.marked_group(), "Shop-21");
    assert!(player.bottom().starts_with("/-2 3 of 5"), "{}", player.bottom());
    insta::assert_snapshot!("groups_searched", player.screen());
    player.keys("N N N");
    assert_eq!(player.marked_group(), "Shop-23", "round and round");
    player.keys("<esc>");
    assert_eq!(player.page(), Screen::Groups, "esc ends the search first");
    player.keys("<home> / <enter>");
    assert_eq!(player.marked_group(), "Shop-2", "what was searched last is searched again");
    player.keys("<esc>");
    player.keys("<end> / ^shop-1$ <esc>");
    assert_eq!(player.marked_group(), "Shop-23", "esc while typing goes back");
    player.keys("/ lang <enter>");
    assert!(player.screen().contains("no group has lang"), "the prompt stays: {}", player.screen());
    player.keys("<esc>");
    assert!(!player.bottom().starts_with('/'), "failures are searched elsewhere");
}

#[test]
fn the_filter_removes_groups_from_the_table() {
    let mut player = Player::of(&[14, 2, 6, 1]);
    player.keys("3 & test:test05");
    assert_eq!(player.group_rows(), ["Shop-1", "Shop-3"], "while one types");
    insta::assert_snapshot!("groups_filtered", player.screen());
    player.keys("<enter> j");
    assert_eq!(player.marked_group(), "Shop-3");
    player.keys("g r 2 <enter>");
    assert_eq!(player.message(), "in group 2 nothing passes the filter");
    player.keys("& <home> - <enter>");
    assert_eq!(player.group_rows().len(), 4, "all have another test");
    player.keys("& <home> group:Shop-1 <space> <enter>");
    assert_eq!(player.group_rows(), ["Shop-1"]);
    player.keys("& nowhere <enter>");
    let screen = player.screen();
    let said = " nowhere: all groups are shown, unfiltered · esc ends the filter";
    assert!(screen.contains(said) && player.bottom().contains("enter open, end filter"), "{screen}");
    let [band, row] = [player.find("fail(\"Expecting"), player.find("Purse purse0")]
        .map(|(x, y)| player.buffer()[(x, y)].bg);
    assert_eq!(band, row, "nothing stands out");
    player.keys("<esc>");
    assert_eq!(player.group_rows().len(), 4, "as the screen says");
    player.keys("& nowhere <enter>");
    let screen = player.screen();
    assert!(screen.contains("& group:nowhere") && screen.contains("Shop-4"), "{screen}");
    assert!(
        screen.contains("▌  1  Shop-1") && screen.contains("  tests of Shop-1, different errors"),
        "all stays: {screen}"
    );
    player.keys("' A j k g g j <enter>");
    let opened = player.screen().contains(" Shop-2   group 2 of 4 ");
    assert!(player.page() == Screen::Triage && opened, "enter ends the filter: {}", player.screen());
}

#[test]
fn few_failures_that_pass_a_filter_all_have_their_traces() {
    let mut player = Player::of(&[8, 4]);
    // Both have the same signature.
    player.keys("3 & group:Shop-1 <space> Expecting <enter>");
    let screen = player.screen();
    let (_, traces) = screen.split_once(" traces").expect("the traces");
    assert!(
        traces.contains("at Purse_ESTest.test02") && traces.contains("at Purse_ESTest.test05"),
        "{screen}"
    );
}

#[test]
fn a_number_goes_to_a_group_or_a_rank() {
    let mut player = Player::of(&[14, 5, 6]);
    player.keys("3 s f g r 3 <enter>");
    assert_eq!(player.marked_group(), "Shop-3", "by its number, in any order");
    player.keys("g r 9 <enter>");
    assert_eq!(player.message(), "a group's number is from 1 to 3");
}
