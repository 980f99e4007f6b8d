//! Themes: chosen with a preview, restored, and readable on every screen.

use std::fs;

use fossick::config::{ThemeChoice, Themes};
use fossick::tui::Action;
use fossick::tui::core::action::MouseKind;
use fossick::tui::core::session_state::SessionChange;
use fossick::tui::frame::color;
use fossick::tui::frame::color::Depth;
use fossick::tui::frame::theme::{BUNDLED, Theme};
use fossick::tui::runtime::Options;
use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};
use tempfile::TempDir;

use crate::support::{Player, corpus, options};

/// White letters on a light page can't be read.
#[test]
fn on_a_painted_background_no_terminal_colours_are_used() {
    for name in ["light", "dark", "nord"] {
        for depth in [Depth::TrueColor, Depth::Palette256] {
            let theme = Theme::bundled(name, depth).expect("bundled").expect("readable").on_its_own_page();
            for keys in ["", "?", "4", "d", "/ x", "<ctrl-t>"] {
                let mut player = Player::open(corpus(&[14, 5]), 120, 45);
                player.theme = Some(theme.clone());
                let buffer = player.keys(keys).buffer();
                let own = buffer.content().iter().filter(|cell| [cell.fg, cell.bg].contains(&Color::Reset));
                assert_eq!(own.count(), 0, "{name} {keys}");
            }
        }
    }
}

#[test]
fn a_theme_that_is_hard_to_read_says_so_in_the_preview() {
    let mut player = Player::open(corpus(&[14]), 100, 30);
    player.keys("<ctrl-t>");
    assert!(!player.screen().contains("hard to read"));
    let faint = BUNDLED[0].1.replace("dim = [\"#969ca7\"", "dim = [\"#555555\"");
    player.theme = Some(Theme::parse(&faint, Depth::TrueColor).expect("a theme"));
    assert!(
        player.screen().contains("`dim` on `selection` is hard to read: contrast"),
        "{}",
        player.screen()
    );
}

/// Checks the WCAG 2 contrast of all text on these screens, in every theme, on the terminal's background and on a painted one.
#[test]
fn every_text_on_every_screen_can_be_read() {
    let themes = BUNDLED.map(|(name, toml)| (name, Theme::parse(toml, Depth::TrueColor).expect("readable")));
    for keys in [
        "t f u R",
        "s g",
        "s",
        "y",
        "v j v",
        "2",
        "1 t f 2",
        "3",
        "4",
        "?",
        ":",
        "<ctrl-t>",
        "d",
        "n x",
        "<tab> / size",
        "<tab> <tab>",
    ] {
        let mut player = Player::open(corpus(&[28, 5]), 140, 45);
        player.keys(keys);
        for (name, theme) in &themes {
            player.theme = Some(theme.clone().on_its_own_page());
            let left_out = |cell: &Cell| cell.fg == Color::Reset || cell.bg == Color::Reset;
            assert!(
                !player.buffer().content().iter().any(left_out),
                "{name}, {keys}: the whole page is painted"
            );
            player.theme = Some(theme.clone());
            let buffer = player.buffer();
            for (at, cell) in buffer.content().iter().enumerate() {
                let contrast = contrast_of(cell, theme);
                let is_text = cell.symbol().chars().any(char::is_alphanumeric);
                let row = at / usize::from(buffer.area.width);
                assert!(
                    !is_text || contrast >= 4.5,
                    "{name}, {keys}: {:?} has {contrast:.2} in\n{}",
                    cell.symbol(),
                    player.screen().lines().nth(row).unwrap_or_default()
                );
            }
        }
    }
}

fn contrast_of(cell: &Cell, theme: &Theme) -> f64 {
    let rgb = |color: Color, own: [u8; 3]| match color {
        Color::Rgb(r, g, b) => [r, g, b],
        _ => own,
    };
    let (mut text, mut page) = (rgb(cell.fg, theme.picture_text), rgb(cell.bg, theme.picture_page));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut text, &mut page);
    }
    color::contrast(text, page)
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
    (folder, Player::open_with(Options { themes, ..options() }, corpus(&[12, 5]), 140, 45))
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
    let mut player = Player::open_with(Options { theme, themes, ..options() }, corpus(&[12, 5]), 60, 15);
    choose(&mut player);
    assert!(player.screen().contains("▌ theme-09 "), "{}", player.screen());
    player.keys("G");
    assert!(player.screen().contains("▌ solarized-light"), "{}", player.screen());
    player.keys("<home>");
    assert!(player.screen().contains("▌ theme-01 "), "{}", player.screen());
}

#[test]
fn themes_are_chosen_on_the_progress_screen_too() {
    let (_folder, mut player) = with_themes();
    player.keys("2");
    choose(&mut player);
    player.keys("j <enter>");
    assert_eq!(player.headless.theme_name(), "light");
}

#[test]
fn a_chosen_theme_is_restored_unless_one_is_configured() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state.json");
    let session = |configured: bool| {
        let theme_configured_in = configured.then(|| "config.toml".to_owned());
        Player::open_with(
            Options { session_state: Some(state.clone()), theme_configured_in, ..options() },
            corpus(&[12, 5]),
            140,
            45,
        )
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
