//! Configured keys, in their effect and in every hint that names them.

use fossick::config::Config;
use fossick::model::Label;
use fossick::tui::core::command::keys::Keys;
use fossick::tui::runtime::Options;
use fossick::tui::{Action, Pane};

use crate::support::{Player, corpus, options};

fn keys(text: &str) -> Keys {
    Config::parse("config.toml", &format!("[keys]\n{text}")).and_then(|config| config.keys()).expect(text)
}

fn open(text: &str, width: u16, height: u16) -> Player {
    Player::open_with(Options { keys: keys(text), ..options() }, corpus(&[12, 5]), width, height)
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

#[test]
fn ctrl_c_cancels_a_prompt_and_otherwise_quits() {
    let mut player = Player::open_with(options(), corpus(&[12, 5]), 140, 45);
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
