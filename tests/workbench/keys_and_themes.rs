//! Configured keys, in their effect and in every hint that names them; choosing a theme.

use std::fs;

use crate::support::{Player, corpus, options};
use fossick::config::{Config, ThemeChoice, Themes};
use fossick::model::Label;
use fossick::tui::core::action::MouseKind;
use fossick::tui::core::command::keys::Keys;
use fossick::tui::core::effect::Copied;
use fossick::tui::core::session_state::SessionChange;
use fossick::tui::runtime::Options;
use fossick::tui::{Action, Pane};
use tempfile::TempDir;

fn keys(text: &str) -> Keys {
    Config::parse("config.toml", &format!("[keys]\n{text}")).and_then(|config| config.keys()).expect(text)
}

fn open(text: &str, width: u16, height: u16) -> Player {
    open_with(Options { keys: keys(text), ..options() }, width, height)
}

fn open_with(options: Options, width: u16, height: u16) -> Player {
    let mut player = Player::with(options, width, height);
    player.import(corpus(&[12, 5]));
    player
}

#[test]
fn configured_keys_replace_the_default_ones() {
    let mut player = open("true-positive = [\"y\"]\ncopy-menu = []\nundo = [\"backspace\"]", 140, 45);
    player.keys("t z");
    assert!(player.recorded.is_empty(), "neither key means anything now");
    player.keys("y y");
    assert_eq!(player.recorded.last().and_then(|(_, said)| said.label), Some(Label::TruePositive));
    player.keys("<bs>");
    assert_eq!(player.recorded.last().and_then(|(_, said)| said.label), None);
    assert!(player.copied.is_empty());
}

#[test]
fn hints_help_and_messages_name_the_keys_in_effect() {
    let own = "true-positive = [\"y\"]\ncopy-menu = []\nundo = [\"backspace\"]\nhelp = [\"f1\"]\nzoom = [\"Z\"]\nredo = []\n";
    let mut player = open(own, 140, 45);
    let screen = player.screen();
    let status = screen.lines().last().expect("a status line");
    assert!(status.contains("y TP: bug") && status.ends_with("F1 all keys"), "{status}");
    assert!(screen.lines().next().expect("a header").ends_with("F1 help"), "{screen}");
    player.keys("y k f");
    assert!(player.screen().contains("(backspace undoes it)"), "{}", player.screen());
    player.keys("<f1>");
    let help = player.screen();
    assert!(help.contains("backspace  undo"), "{help}");
    assert!(!help.contains(" redo"), "what has no key is not listed: {help}");
    player.keys("/ r e d o");
    assert!(
        player.screen().contains("redo: redo the last undone change"),
        "but it is found: {}",
        player.screen()
    );
}

#[test]
fn help_scrolls_and_groups_open_by_own_keys() {
    let mut player = open("preset = \"arrows\"\nback = [\"esc\", \"f10\"]", 100, 24);
    player.keys("?");
    assert!(player.screen().contains("↓ ↑ scroll"), "{}", player.screen());
    player.keys("<down> <down>");
    assert!(player.screen().contains("3–"), "{}", player.screen());
    player.keys("<esc>");
    player.act(Action::Key("f2".parse().expect("a key")));
    assert!(player.screen().contains("enter open  / search  & filter  s sort"), "{}", player.screen());
    player.keys("<down> <enter>");
    assert_eq!(player.selected().split('/').next(), Some("2"));
}

#[test]
fn with_arrows_letters_do_not_move() {
    let mut player = open("preset = \"arrows\"", 140, 45);
    let first = player.selected();
    player.keys("j J ] G");
    assert_eq!(player.selected(), first);
    player.keys("<down>");
    assert_ne!(player.selected(), first);
}

#[test]
fn the_vim_preset_adds_keys_and_removes_none() {
    let usual = Keys::default();
    let vim = keys("preset = \"vim\"");
    for row in fossick::tui::core::command::table::BINDINGS {
        for key in usual.of(row.command) {
            assert!(vim.of(row.command).contains(key), "{key} of {}", row.command.name());
        }
    }
    assert_eq!(
        vim.command("ctrl-f".parse().expect("a key")),
        usual.command("ctrl-d".parse().expect("a key"))
    );
}

#[test]
fn a_configured_quit_key_cancels_a_prompt_first() {
    let mut player = open("quit = [\"q\", \"ctrl-x\"]", 140, 45);
    player.keys("n q");
    assert!(!player.quit, "a letter is typed");
    player.keys("<ctrl-x>");
    assert!(!player.quit && player.recorded.is_empty());
    player.keys("<ctrl-x>");
    assert!(player.quit);
}

#[test]
fn in_the_folded_list_a_key_may_mean_something_else() {
    let mut player = open("toggle-signature = [\"space\"]", 140, 45);
    player.keys("s g");
    assert!(player.screen().contains('▸') && !player.screen().contains('▾'), "{}", player.screen());
    assert!(!player.screen().contains("space next"), "its key unfolds here: {}", player.screen());
    player.keys("<space>");
    assert!(player.screen().contains('▾'), "unfolded by its own key: {}", player.screen());
    player.keys("<space>");
    assert!(!player.screen().contains('▾'), "and folded: {}", player.screen());
    player.keys("<enter>");
    assert_eq!(player.focus(), Pane::Code, "enter is free there for what it does everywhere");
}

/// The bundled themes, and the files of these names and contents.
fn themes(files: &[(String, &str)]) -> (TempDir, Themes) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        fs::write(folder.path().join(format!("{name}.toml")), content).expect("written");
    }
    let themes = Themes::in_folder(folder.path());
    (folder, themes)
}

/// A workbench with the bundled themes and, before them in the list, one that can't be used.
fn with_themes() -> (TempDir, Player) {
    let (folder, themes) = themes(&[("broken".to_owned(), "accent = 7")]);
    (folder, open_with(Options { themes, ..options() }, 140, 45))
}

fn choose(player: &mut Player) {
    player.act(Action::Key("ctrl-t".parse().expect("a key")));
}

#[test]
fn a_theme_is_previewed_and_esc_restores_the_old_one() {
    let (_folder, mut player) = with_themes();
    let before = player.buffer();
    choose(&mut player);
    assert!(player.screen().contains("▌ dark"), "{}", player.screen());
    player.keys("j");
    assert_eq!(player.headless.theme_name(), "light");
    assert!(
        player.screen().contains("▌ light")
            && player.screen().lines().any(|line| line.contains(" dark ") && line.contains(" now "))
    );
    player.keys("<esc>");
    assert_eq!(player.headless.theme_name(), "dark");
    assert_eq!(player.buffer(), before, "everything is as it was");
    player.keys("t");
    assert_eq!(player.recorded.len(), 1, "keys are for the list of failures again");
}

#[test]
fn enter_selects_a_theme_and_says_how_to_keep_it() {
    let (_folder, mut player) = with_themes();
    choose(&mut player);
    player.keys("G <enter>");
    assert_eq!(player.headless.theme_name(), "solarized-light");
    let kept = "solarized-light, for this session; theme = \"solarized-light\" in ~/.config/fossick/config.toml keeps it";
    assert!(player.screen().contains(kept), "{}", player.screen());
    choose(&mut player);
    assert!(
        player.screen().contains("▌ solarized-light"),
        "the list opens on what is shown: {}",
        player.screen()
    );
    player.keys("<enter>");
    assert!(!player.screen().contains("for this session"), "nothing was chosen");
}

#[test]
fn an_unusable_theme_is_reported_and_not_kept() {
    let (_folder, mut player) = with_themes();
    choose(&mut player);
    player.keys("k");
    assert!(player.message().contains("broken.toml"), "{}", player.message());
    player.keys("<enter>");
    assert!(player.message().contains("broken.toml") && player.screen().contains("▌ broken"));
    player.keys("<esc>");
    assert_eq!(player.headless.theme_name(), "dark");
}

#[test]
fn the_terminals_background_does_not_override_a_chosen_theme() {
    let (_folder, mut player) = with_themes();
    choose(&mut player);
    player.keys("G");
    player.act(Action::ThemeFollows("light".to_owned()));
    assert_eq!(player.headless.theme_name(), "solarized-light", "the preview stays");
    player.keys("<esc>");
    assert_eq!(player.headless.theme_name(), "light", "and light it is afterwards");
    choose(&mut player);
    player.keys("G <enter>");
    player.act(Action::ThemeFollows("light".to_owned()));
    assert_eq!(player.headless.theme_name(), "solarized-light", "what was chosen stays");
}

#[test]
fn the_wheel_moves_through_the_themes() {
    let (_folder, mut player) = with_themes();
    choose(&mut player);
    player.mouse(MouseKind::ScrollDown, 10, 10);
    assert_eq!(player.headless.theme_name(), "light");
    player.mouse(MouseKind::ScrollUp, 10, 10);
    assert_eq!(player.headless.theme_name(), "dark");
    for _ in 0..20 {
        player.mouse(MouseKind::ScrollDown, 10, 10);
    }
    assert_eq!(player.headless.theme_name(), "solarized-light", "it stops at the end");
}

#[test]
fn many_themes_scroll_on_a_small_screen() {
    let names: Vec<_> =
        (1..=30).map(|number| (format!("theme-{number:02}"), "inherits = \"dark\"")).collect();
    let (_folder, themes) = themes(&names);
    let theme = ThemeChoice::One("theme-09".to_owned());
    let mut player = open_with(Options { theme, themes, ..options() }, 60, 15);
    choose(&mut player);
    assert!(player.screen().contains("▌ theme-09 "), "{}", player.screen());
    player.keys("G");
    assert!(player.screen().contains("▌ solarized-light"), "{}", player.screen());
    player.keys("<home>");
    assert!(player.screen().contains("▌ theme-01 "), "{}", player.screen());
}

#[test]
fn themes_are_chosen_on_the_quality_screen_too() {
    let (_folder, mut player) = with_themes();
    player.keys("2");
    choose(&mut player);
    player.keys("j <enter>");
    assert_eq!(player.headless.theme_name(), "light");
}

#[test]
fn ctrl_c_cancels_a_prompt_and_otherwise_quits() {
    let mut player = open_with(options(), 140, 45);
    let first = player.selected();
    player.keys("n draft <ctrl-c>");
    assert!(player.message().contains("no note written"), "{}", player.message());
    for prompt in ["/ test04", "& exc:nowhere", ": quit", "g r 3", "s", "?"] {
        player.keys(prompt).keys("<ctrl-c>");
        assert!(!player.quit, "{prompt}");
        assert_eq!((player.selected(), player.list().len()), (first.clone(), 12), "{prompt}");
    }
    assert!(player.recorded.is_empty());
    player.keys("<ctrl-c>");
    assert!(player.quit);
}

/// Returns the current entry of the open menu, in words.
fn current(player: &Player) -> Vec<String> {
    let screen = player.screen();
    let mut found = Vec::new();
    for line in screen.lines().filter_map(|line| line.strip_prefix("│ ")) {
        let cells: Vec<&str> = line.split("   ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        found.extend(cells.windows(2).filter(|pair| pair[1] == "now").map(|pair| pair[0].to_owned()));
    }
    found
}

#[test]
fn the_sort_menu_offers_orders_folds_and_columns() {
    let mut player = open_with(options(), 140, 45);
    player.keys("s");
    assert_eq!(current(&player), ["p  by rank: the ranker's order", "u  not folded: a row per test"]);
    player.keys("d s g s");
    assert_eq!(
        current(&player),
        ["d  diversified: one of each signature first", "g  by signature"],
        "{}",
        player.screen()
    );
    player.keys("u s e");
    let exceptions = |player: &Player| -> Vec<&str> {
        let rows = player.rows(Pane::Candidates);
        let exception =
            |row: &String| ["Assertion", "IllegalArgument"].into_iter().find(|name| row.contains(name));
        rows.iter().take_while(|row| !row.contains("next groups")).filter_map(exception).collect()
    };
    assert_eq!(exceptions(&player).len(), 12, "{}", player.screen());
    assert!(exceptions(&player).is_sorted(), "{:?}", exceptions(&player));
    player.keys("s e");
    assert!(exceptions(&player).is_sorted_by(|a, b| a >= b), "again: reverse");
    let list = player.list();
    player.keys("s q");
    assert_eq!((player.message(), player.quit), ("q is not in the menu order, fold, sort", false));
    player.keys("s <esc>");
    assert_eq!((player.message(), player.list()), ("", list));
}

#[test]
fn the_copy_menu_copies_the_named_text() {
    let mut player = open_with(options(), 140, 45);
    player.keys("y");
    assert!(player.screen().contains("a  everything as Markdown, for a ticket"), "{}", player.screen());
    player.keys("y y t y a");
    let copied: Vec<Copied> = player.copied.iter().map(|(what, _)| *what).collect();
    assert_eq!(copied, [Copied::Test, Copied::Trace, Copied::Markdown]);
    let [test, trace, all] = [0, 1, 2].map(|copy: usize| player.copied[copy].1.clone());
    assert!(test.contains("public void test11()"), "{test}");
    assert!(trace.contains("\tat shop.Purse_ESTest.test11"), "{trace}");
    assert!(
        all.contains("Expecting exception") && all.contains("```java") && all.contains("test11()"),
        "{all}"
    );
}

#[test]
fn the_go_menu_goes_to_the_top_the_end_and_a_rank() {
    let mut player = open_with(options(), 140, 45);
    player.keys("g e");
    assert_eq!(player.position(), 11);
    player.keys("g g");
    assert_eq!(player.position(), 0);
    player.keys("g r 3 <enter>");
    assert_eq!(player.position(), 2);
    player.keys("<tab> g e");
    assert_eq!(player.position(), 2, "in a pane they are its top and its end");
}

#[test]
fn a_chosen_theme_is_restored_unless_one_is_configured() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state.json");
    let session = |configured: bool| {
        let theme_configured_in = configured.then(|| "config.toml".to_owned());
        open_with(Options { session_state: Some(state.clone()), theme_configured_in, ..options() }, 140, 45)
    };
    let mut player = session(false);
    choose(&mut player);
    player.keys("j <enter>");
    assert_eq!(player.message(), "theme: light");
    assert_eq!(player.remembered, [SessionChange::Theme("light".to_owned())]);
    fs::write(&state, r#"{"theme": "light"}"#).expect("written");
    let mut player = session(false);
    assert_eq!(player.headless.theme_name(), "light");
    choose(&mut player);
    assert!(player.screen().contains("▌ light"), "the list opens on it: {}", player.screen());
    player.keys("<esc>");
    player.act(Action::ThemeFollows("dark".to_owned()));
    assert_eq!(player.headless.theme_name(), "light", "whatever the background");
    assert_eq!(session(true).headless.theme_name(), "dark");
    fs::write(&state, r#"{"theme": "gone"}"#).expect("written");
    assert_eq!(session(false).headless.theme_name(), "dark", "a theme that no longer exists is ignored");
}
