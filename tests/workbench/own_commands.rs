//! Commands of the user's own: run by a key or from the palette, with the values of the selected failure.

use fossick::config::Config;
use fossick::import::{Input, Reading};
use fossick::tui::Action;
use fossick::tui::core::command::own::{OwnProgram, RunsIn};
use fossick::tui::runtime::{Headless, Options};
use tempfile::TempDir;

use crate::project::project;
use crate::support::{Player, options};

const COMMANDS: &str = "[commands.rerun]\nkey = \"alt-r\"\nrun = \"{rerun} --quiet\"\nin = \"background\"\n\
     [commands.blame]\nrun = \"git blame -L {line},{line} {file}\"\n";

fn open(folder: &TempDir) -> Player {
    let keys = Config::parse("config.toml", COMMANDS).and_then(|config| config.keys()).expect("valid");
    let inputs = vec![Input::from(folder.path())];
    let options = Options { reading: Reading { inputs, ..Reading::default() }, keys, ..options() };
    let mut player = Player::with(options.clone(), 140, 34);
    player.headless = Headless::open(options, (140, 34)).expect("reports");
    player
}

fn last(player: &Player) -> &OwnProgram {
    player.programs.last().expect("a program")
}

#[test]
fn a_key_runs_a_command_and_a_pane_shows_its_output() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("<alt-r>");
    let program = last(&player).clone();
    assert_eq!((&*program.name, program.runs_in), ("rerun", RunsIn::Background));
    assert_eq!(program.program, "mvn");
    assert_eq!(program.arguments.last().map(String::as_str), Some("--quiet"));
    assert!(program.arguments.iter().any(|argument| argument.starts_with("-Dtest=")), "{program:?}");
    let lines = (1..=40).map(|line| format!("line {line} \u{1b}[31mred\u{1b}[0m")).collect();
    player.act(Action::ProgramWrote { ticket: program.ticket, lines });
    let screen = player.screen();
    assert!(screen.contains("line 40") && !screen.contains("line 2 "), "the end is shown: {screen}");
    assert!(!screen.contains('\u{1b}'));
    player.keys("k k");
    player.act(Action::ProgramWrote { ticket: program.ticket, lines: vec!["line 41".to_owned()] });
    assert!(!player.screen().contains("line 41"), "who scrolled back stays there: {}", player.screen());
    player.keys("<alt-r>");
    assert_eq!(player.programs.len(), 1, "the key closes the pane first");
    player.keys("<alt-r>");
    assert_eq!(player.message(), "rerun is still running");
    player.keys("<esc>");
    let how = "ended with exit status: 1".to_owned();
    player.act(Action::ProgramEnded { ticket: program.ticket, how, is_well: false });
    assert_eq!(player.message(), "rerun ended with exit status: 1");
    player.keys(": o u t p u t <enter>");
    assert!(player.screen().contains("line 41"), "{}", player.screen());
    player.keys("<esc> <alt-r>");
    assert_eq!(player.programs.len(), 2);
}

#[test]
fn the_palette_help_and_values_of_a_failure() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("?");
    assert!(player.screen().contains("Your commands"), "{}", player.screen());
    player.keys("<esc> : b l a m e");
    assert!(player.screen().contains("git blame -L {line},{line} {file}"), "{}", player.screen());
    player.keys("<enter>");
    let program = last(&player);
    assert_eq!((&*program.program, program.runs_in), ("git", RunsIn::Terminal));
    let [blame, option, line, file] = &program.arguments[..] else { panic!("{program:?}") };
    assert_eq!([&**blame, &**option], ["blame", "-L"]);
    let number = line.split_once(',').expect("two lines").0;
    assert!(number.parse::<usize>().is_ok() && file.ends_with("Test.java"), "{program:?}");
}
