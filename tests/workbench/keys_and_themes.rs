//! Configured keys, in their effect and in every hint that names them; choosing a theme.

use std::fs;

use crate::support::{Player, corpus, options};
use fossick::config::{Config, ThemeChoice, Themes};
use fossick::model::Label;
use fossick::tui::app::action::MouseKind;
use fossick::tui::app::keys::Keys;
use fossick::tui::app::{Action, Pane, Screen};
use fossick::tui::runtime::Options;
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
fn own_keys_do_what_they_say_and_the_old_ones_nothing() {
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
    assert!(status.contains("y real bug") && status.ends_with("F1 all keys"), "{status}");
    assert!(screen.lines().next().expect("a header").ends_with("F1 help"), "{screen}");
    player.keys("y k f");
    assert!(player.screen().contains("(backspace takes it back)"), "{}", player.screen());
    let rows = fossick::tui::app::modal::help::rows(&keys(own), Screen::Triage, "", 100, "");
    let text = format!("{rows:?}");
    assert!(text.contains("Entry(\"backspace\", \"undo the last label or note"), "{text}");
    assert!(text.contains("elsewhere as `Z`"), "{text}");
    assert!(
        text.contains("Entry(\"\", \"redo what was undone\")"),
        "an action without a key keeps its line: {text}"
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
    assert!(player.screen().contains("enter open  / search  & filter  F4 sort"), "{}", player.screen());
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
fn vim_has_its_keys_and_loses_none() {
    let usual = Keys::default();
    let vim = keys("preset = \"vim\"");
    for row in fossick::tui::app::commands::BINDINGS {
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
fn the_key_that_leaves_leaves_from_within_a_prompt_as_well() {
    let mut player = open("quit = [\"q\", \"ctrl-x\"]", 140, 45);
    player.keys("n q");
    assert!(!player.quit, "a letter is typed");
    player.act(Action::Key("ctrl-x".parse().expect("a key")));
    assert!(player.quit);
}

#[test]
fn in_the_folded_list_a_key_may_mean_something_else() {
    let mut player = open("toggle-signature = [\"space\"]", 140, 45);
    player.keys("<f5>");
    assert!(player.screen().contains('▸') && !player.screen().contains('▾'), "{}", player.screen());
    assert!(!player.screen().contains("space next"), "its key unfolds here: {}", player.screen());
    player.keys("<space>");
    assert!(player.screen().contains('▾'), "unfolded by its own key: {}", player.screen());
    player.keys("<left>");
    assert!(!player.screen().contains('▾'), "folded by the usual one: {}", player.screen());
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
fn a_theme_is_shown_while_one_moves_and_esc_brings_the_old_one_back() {
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
fn enter_keeps_a_theme_and_says_how_it_lasts() {
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
fn a_theme_that_can_not_be_used_is_told_and_not_kept() {
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
fn what_the_terminal_says_of_its_background_takes_nothing_out_of_ones_hands() {
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
