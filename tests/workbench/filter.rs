//! The filter line: the filtered list, ranks and K under a filter.

use fossick::model::Label;
use fossick::tui::Pane;

use crate::support::{Player, corpus};

fn top_line(player: &Player) -> String {
    player.screen().lines().next().unwrap_or_default().trim().to_owned()
}

/// The rank of the selected failure, as the title of its test has it.
fn place(player: &Player) -> String {
    let title = player.rows(Pane::Code).swap_remove(0);
    title.trim().rsplit('#').next().unwrap_or_default().to_owned()
}

/// Returns the ranks in the list, each followed by its label; `-` for the line below the top K.
fn listed(player: &Player) -> Vec<String> {
    let screen = player.screen();
    let list = screen.lines().skip(2).map(|line| line.chars().take(52).collect::<String>());
    let rows = list.take_while(|line| !line.trim().is_empty());
    rows.map(|line| {
        if line.contains("top 10") {
            return "-".to_owned();
        }
        let words: Vec<&str> = line.split_whitespace().filter(|word| *word != "▌").collect();
        let label = words.get(1).filter(|word| ["T", "F", "?"].contains(word)).copied().unwrap_or("");
        format!("{}{label}", words[0].trim_start_matches('▌'))
    })
    .collect()
}

#[test]
fn the_list_is_filtered_while_typing_and_ranks_do_not_change() {
    let mut player = Player::of(&[14, 5]);
    player.keys("& exc:ille");
    assert_eq!(listed(&player), ["2", "8", "9", "10", "-", "11"]);
    insta::assert_snapshot!("typing", player.screen());
    player.keys("<enter>");
    assert_eq!(player.selected(), "1/test12", "the next one that passes");
    assert!(
        top_line(&player).contains("5 of 14 · "),
        "K and progress stay what they are: {}",
        top_line(&player)
    );
    player.keys("j j");
    assert_eq!(place(&player), "9 of 14");
    insta::assert_snapshot!("filtered", player.screen());
}

#[test]
fn an_error_in_a_filter_is_marked_and_leaves_the_list_unchanged() {
    let mut player = Player::of(&[14]);
    player.keys("& oracle:throws");
    let before = listed(&player);
    player.keys("<space> ex:Null");
    assert_eq!(listed(&player), before);
    assert!(
        player.screen().contains("unknown field `ex`. Did you mean exc?"),
        "after its colon: {}",
        player.screen()
    );
    player.keys("<enter>");
    let mut other = Player::of(&[14]);
    other.keys("& foo:x");
    assert!(!other.screen().contains("Did you mean"), "focal is no guess: {}", other.screen());
    insta::assert_snapshot!(player.over(), @r#"
    ╭─ filter ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╮
    │ › oracle:throws ex:Null                                                                                                                  │
    │ unknown field `ex`. Did you mean exc?                                                                                                    │
    │ exc:      the exception's name has this text                        kind:     the kind of the oracle, if the sources show it             │
    │ msg:      its message has it                                        label:    tp, fp, unsure, environment, none or any                   │
    │ test:     its name or its cell has it                               is:       top, stale, noted, flaky, not-run, earlier or environment  │
    │ code:     the generated test has it                                 changed:  line, method, file or test, with --changes                 │
    │ trace:    the trace has it                                          judge:    tp, fp, unsure, none or disagrees, with --show-judge       │
    │ focal:    the focal method or its Javadoc has it                    before:   tp, fp, new, changed or as-before, with --before           │
    │ note:     your note has it                                          score>    score, such as score>0.6; also < >= <=                     │
    │ group:    its group or module has it; Lang-1 is not in Lang-10      rank<     rank, such as rank<20; also > >= <= =                      │
    │ oracle:   throw, value or no-throw                                                                                                       │
    ╰──────────────────────────────────────────────────────────────────────────────────────────────── tab completes · ↑ earlier · esc cancels ─╯
    "#);
    player.keys("l");
    assert!(player.prompt().starts_with("oracle:throws ex:Nulll"), "it is still typed");
    player.keys("<tab>");
    assert!(player.prompt().starts_with("oracle:throws exc:Nulll"), "all fields are offered in its place");
    assert!(!player.screen().contains("unknown field"), "{}", player.screen());
    player.keys("<esc>");
    assert_eq!(listed(&player).len(), 15, "all again");
}

#[test]
fn tab_completes_fields_and_values() {
    let mut player = Player::of(&[14]);
    player.keys("& or <tab> thr <tab> <space> exc:ass <tab>");
    assert!(player.prompt().starts_with("oracle:throw exc:AssertionError"), "{}", player.prompt());
    assert_eq!(listed(&player), ["1", "3", "4", "5"]);
    player.keys("<space> label: <tab> <tab> <tab>");
    assert!(player.prompt().contains("label:unsure"), "{}", player.prompt());
    player.keys("<backtab>");
    assert!(player.prompt().contains("label:fp"), "{}", player.prompt());
}

#[test]
fn a_labelled_failure_stays_listed_until_the_selection_moves() {
    let mut player = Player::of(&[14]);
    player.keys("& label:none <enter> f");
    assert_eq!(listed(&player)[..3], ["1F", "2", "3"], "it is still listed, the next one is selected");
    assert_eq!(place(&player), "2 of 14");
    player.keys("t");
    assert_eq!(listed(&player)[..3], ["2T", "3", "4"], "the first is gone");
    assert_eq!(place(&player), "3 of 14");
    player.keys("j");
    assert_eq!(listed(&player)[..3], ["3", "4", "5"]);
    player.keys("z");
    assert_eq!(listed(&player)[..3], ["2", "3", "4"], "an undo brings it back");
    assert_eq!(place(&player), "2 of 14");
    let labels: Vec<_> = player.recorded.iter().map(|(_, judgement)| judgement.label).collect();
    assert_eq!(labels, [Some(Label::FalsePositive), Some(Label::TruePositive), None]);
}

#[test]
fn a_failure_selected_by_name_is_listed_while_it_is_selected() {
    let mut player = Player::of(&[14]);
    player.keys("f & label:tp|none <enter>");
    assert_eq!(listed(&player)[0], "2");
    player.keys("& <bs> <bs> <bs> <bs> <bs> fp <enter>");
    assert_eq!(listed(&player), ["1F"]);
    player.keys("z");
    assert_eq!(listed(&player), ["1"], "the undone label's failure");
}

#[test]
fn groups_without_a_passing_failure_are_skipped() {
    let mut player = Player::of(&[14, 2, 6]);
    player.keys("& test:test05 <enter>");
    assert_eq!(listed(&player), ["4"]);
    player.keys("]");
    assert_eq!(player.selected(), "3/test05");
    player.keys("]");
    assert!(player.message().contains("the last group with a failure that passes"), "{}", player.message());
    player.keys("& nowhere <enter>");
    let shown = "nothing passes test:test05 nowhere: esc shows all 22, & changes it";
    assert!(player.screen().contains(shown), "{}", player.screen());
    assert!(!player.screen().contains("Purse"), "nothing that does not pass is shown\n{}", player.screen());
    player.keys("t");
    assert_eq!(player.recorded, [], "there is nothing to label");
    insta::assert_snapshot!("nothing_here", player.screen());
}

#[test]
fn the_groups_screen_counts_what_is_listed() {
    let mut player = Player::of(&[14, 5]);
    player.keys("& exc:ille <enter> 3");
    let screen = player.screen();
    assert!(screen.contains("7 of 19 · exc:ille") && screen.contains("7 listed"), "{screen}");
    let rows: Vec<String> = screen.lines().skip(3).take(2).map(str::to_owned).collect();
    assert!(rows[0].contains("Shop-1") && rows[0].contains(" 5 ") && !rows[0].contains(" 14 "), "{screen}");
    assert!(screen.contains("esc end filter"), "{screen}");
    player.keys("<esc>");
    let screen = player.screen();
    assert!(screen.contains("19 failures") && !screen.contains("end filter"), "the groups stay:\n{screen}");
}

#[test]
fn esc_removes_the_filter_and_up_recalls_it() {
    let mut player = Player::of(&[14]);
    player.keys("& oracle:throws <enter> <tab> <esc>");
    assert_eq!((player.focus(), listed(&player).len()), (Pane::List, 4), "first to the list");
    player.keys("<esc>");
    assert_eq!(listed(&player).len(), 15);
    assert!(player.message().contains("& ↑ recalls oracle:throws"), "{}", player.message());
    player.keys("& <up> <enter>");
    assert_eq!(listed(&player).len(), 4);
    player.keys("& <home> is:top <space> <enter>");
    player.keys("&");
    assert!(player.prompt().contains("is:top oracle:throws"), "{}", player.prompt());
}

#[test]
fn esc_while_typing_restores_the_list() {
    let mut player = Player::of(&[14, 5]);
    player.keys("j j & oracle:throws <enter> j");
    let before = (player.selected(), player.screen());
    player.keys("& exc:nowhere");
    assert!(player.screen().contains("nothing passes oracle:throws exc:nowhere"));
    player.keys("<esc>");
    assert_eq!((player.selected(), player.screen()), before);
}

#[test]
fn folding_flaky_tests_and_filtering_combine() {
    let mut flaky = corpus(&[14]);
    flaky.failures[11].is_flaky = true;
    let mut player = Player::open(flaky, 160, 45);
    player.keys("& exc:assertion <enter> s g");
    let screen = player.screen();
    assert!(screen.contains("9 of 14 · ") && screen.contains("3 signatures"), "{screen}");
    assert!(screen.contains("×5") && screen.contains("×4"), "{screen}");
    player.keys("& -is:flaky <enter>");
    let screen = player.screen();
    assert!(screen.contains("8 of 14 · ") && screen.contains("1 flaky"), "{screen}");
    assert!(screen.contains("×3"), "{screen}");
    let list = player.rows(Pane::List)[..3].concat();
    assert!(!list.contains("Purse(11)"), "{screen}");
    player.keys("f");
    assert_eq!(player.recorded.len(), 3, "what is hidden is not labelled");
}

#[test]
fn a_filter_stays_with_results_that_are_read_again() {
    let mut player = Player::of(&[14]);
    player.keys("& exc:ille <enter>");
    let mut less = corpus(&[14]);
    less.failures.remove(0);
    less.groups[0].failures.pop();
    player.reload(less, vec![None; 13], &[]);
    assert!(top_line(&player).contains("4 of 13 · "), "{}", top_line(&player));
}

#[test]
fn the_filter_line_on_a_small_screen() {
    let mut player = Player::open(corpus(&[14, 5]), 80, 24);
    player.keys("& oracle:throws <space> la");
    insta::assert_snapshot!(player.over(), @r#"
    ╭─ filter ─────────────────────────────────────────────────────────────────────╮
    │ › oracle:throws la                                       5 of 19 in 2 groups │
    │ label:  tp, fp, unsure, environment, none or any                             │
    ╰──────────────────── tab completes · ↑ earlier · enter filters · esc cancels ─╯
    "#);
    player.keys("bel:x <enter>");
    insta::assert_snapshot!(player.over(), @r#"
    ╭─ filter ─────────────────────────────────────────────────────────────────────╮
    │ › oracle:throws label:x                                                      │
    │ expected one of tp, fp, unsure, none, any, environment                       │
    ╰──────────────────────────────────── tab completes · ↑ earlier · esc cancels ─╯
    "#);
}

#[test]
fn the_next_failure_ends_a_filter_that_nothing_passes() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    player.keys("& zzzz <enter> 2 <enter>");
    assert!(!player.header().contains("filter"), "{}", player.screen());
    assert!(player.message().starts_with("filter removed"), "{}", player.screen());
}

#[test]
fn the_error_of_a_filter_is_shown_completely() {
    for width in [60, 80, 100, 140] {
        let mut player = Player::open(corpus(&[14]), width, 24);
        player.keys("& f o c a l s : x <enter>");
        let said: String = player.screen().lines().rev().take(9).collect::<Vec<_>>().join(" ");
        assert!(
            said.contains("unknown field `focals`")
                && ["Did you mean focal?", "exc:", "rank<"].iter().all(|word| said.contains(word)),
            "{said}"
        );
    }
}

#[test]
fn with_a_filter_the_failures_that_pass_are_judged() {
    let mut player = Player::of(&[14, 2, 6, 1]);
    player.keys("& test:test05 <enter> 3");
    let screen = player.screen();
    assert!(screen.contains("0 of 2 judged · 0 of 2 groups judged"), "{screen}");
    player.keys("2");
    let screen = player.screen();
    assert!(screen.contains("2 to judge with this filter"), "{screen}");
    player.keys("<enter>");
    assert!(player.header().contains("1 of 14 · "), "{}", player.header());
    assert!(player.selection().test.contains("test05"), "{:?}", player.selection().test);
}

#[test]
fn a_filter_by_group_holds_in_triage_too() {
    let mut player = Player::of(&[3, 4, 5, 2, 2, 2, 2, 2, 2, 6]);
    player.keys("& group:shop-1 <enter>");
    assert!(player.selected().starts_with("1/"), "{}", player.selected());
    player.keys("]");
    assert!(player.message().contains("last group with a failure that passes"), "not Shop-10");
    player.keys("& <bs> <bs> 2|Shop-10 <enter> ]");
    assert!(player.selected().starts_with("10/"), "{}", player.selected());
}

#[test]
fn a_filter_by_the_top_follows_the_current_k() {
    let mut player = Player::of(&[14]);
    player.keys("& is:top <enter> + 1 1 <enter>");
    assert!(player.screen().contains("11 of 14 · "), "{}", player.screen());
}
