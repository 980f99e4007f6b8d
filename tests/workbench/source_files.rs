//! Source files of a project, opened in the editor from frames and tests; copying a test and a trace.

use crate::support;

use crate::project::{PURSE, PURSE_TEST, TRACE, project, project_with, write};
use crate::support::Player;
use fossick::import::{self, Input};
use fossick::tui::app::Pane;
use fossick::tui::app::detail::source::SourceLocation;
use fossick::tui::app::effect::Copied;
use tempfile::TempDir;

fn open_at(folder: &TempDir, width: u16, height: u16) -> Player {
    let inputs = [Input::Path(folder.path().to_owned())];
    let import = import::load(&inputs, import::Options::default(), &|_| {}).expect("reports");
    Player::open(import.corpus, width, height)
}

fn open(folder: &TempDir) -> Player {
    open_at(folder, 140, 34)
}

/// The last line of the screen, from the message on.
fn places(player: &Player) -> Vec<(String, Option<usize>)> {
    let place = |place: &SourceLocation| (place.file.display().to_string(), place.line);
    player.edited.iter().map(place).collect()
}

#[test]
fn the_cursor_goes_from_frame_to_frame_and_long_messages_can_be_read() {
    let message = "word ".repeat(200);
    let frames = "\tat shop.Purse.take(Purse.java:18)\n\tat lib.Helper.call(Helper.java:3)\n\tat shop.PurseTest.takesTooMany(PurseTest.java:11)\n\tat java.base/java.lang.reflect.Method.invoke(Method.java:580)\n";
    let folder = project_with(&format!("java.lang.IllegalStateException: {message}\n{frames}"));
    let mut player = open_at(&folder, 140, 28);
    player.keys("<tab> <tab> <tab>");
    let chosen = |player: &Player| {
        let trace = player.rows(Pane::Trace);
        let chosen = trace[1..].iter().find(|row| row.starts_with('▌'));
        chosen.map(|row| row.split_whitespace().nth(2).unwrap_or("").to_owned())
    };
    assert_eq!(chosen(&player), None, "no frame is visible");
    let mut seen = Vec::new();
    for _ in 0..40 {
        player.keys("j");
        let now = chosen(&player);
        if now.is_some() && seen.last() != now.as_ref() {
            seen.extend(now);
        }
    }
    assert_eq!(seen, ["Purse.take", "Helper.call", "PurseTest.takesTooMany"]);
    player.keys("a");
    assert_eq!(chosen(&player).as_deref(), Some("PurseTest.takesTooMany"), "unfolding keeps the frame");
    player.keys("j");
    assert_eq!(chosen(&player).as_deref(), Some("Method.invoke"));
    player.keys("<home> G k");
    assert_eq!(chosen(&player).as_deref(), Some("PurseTest.takesTooMany"));
}

#[test]
fn the_editor_opens_the_test_the_focal_method_and_the_frames() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("e <tab> <tab> <tab> e");
    player.keys("j e");
    assert_eq!(player.message(), "no source file is known for this frame", "it is a library's");
    player.keys("j <enter>");
    let file = |name: &str, line| (name.to_owned(), Some(line));
    assert_eq!(places(&player), [file(PURSE_TEST, 11), file(PURSE, 18), file(PURSE_TEST, 11)]);
    let mut small = open_at(&folder, 80, 24);
    small.keys("<tab> <tab> <tab> <enter>");
    assert_eq!(places(&small), [file(PURSE, 18)]);
    assert!(small.screen().contains("▌  at Purse.take"), "{}", small.screen());
}

#[test]
fn only_files_of_the_project_are_opened() {
    let secret = tempfile::tempdir().expect("a folder");
    write(secret.path(), "Secret.java", "class Secret { }");
    let outside = secret.path().join("Secret.java").display().to_string();
    for frame in [
        "shop.Purse.take(../../../../../../etc/passwd:1)".to_owned(),
        "etc.passwd.read(passwd:1)".to_owned(),
        format!("shop.Secret.read({outside}:1)"),
        "../../../etc/passwd.read(passwd:1)".to_owned(),
        format!("{}.x(Purse.java:1)", "shop.Purse$".repeat(9000)),
        "shop.Purse\u{202e}.take(Purse.java:1)".to_owned(),
        "shop.Purse\u{1b}[2J.take(Purse.java:1)".to_owned(),
    ] {
        let folder = project_with(&format!("java.lang.Error: x\n\tat {frame}\n"));
        let mut player = open(&folder);
        player.keys("a");
        while player.focus() != Pane::Trace {
            player.keys("<tab>");
        }
        player.keys("<enter> e");
        assert_eq!(places(&player), Vec::new(), "{frame}");
        assert!(
            player.message().contains("no source file is known") || player.message().contains("no frame")
        );
    }
}

#[test]
fn failures_of_tables_have_no_files() {
    let mut player = Player::open(support::corpus(&[5]), 140, 45);
    player.keys("<tab> <tab> <tab> <enter>");
    assert_eq!(player.message(), "no source file is known for this frame");
    player.keys("e");
    assert_eq!(player.message(), "no source file is known for this frame");
    assert!(!player.screen().contains("e editor"), "nothing is offered that can't be done");
}

#[test]
fn the_test_and_the_trace_are_copied() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("y y y t");
    let test = "// shop.PurseTest::takesTooMany\n    @Test\n    public void takesTooMany() {\n        Purse purse = new Purse();\n        purse.take(7);\n    }\n";
    let trace = format!("shop.PurseTest::takesTooMany\n{TRACE}");
    assert_eq!(player.copied, [(Copied::Test, test.to_owned()), (Copied::Trace, trace)]);

    let mut corpus = support::corpus(&[1]);
    corpus.failures[0].generated_test = "".into();
    corpus.failures[0].trace = fossick::model::StackTrace("".into());
    let mut player = Player::open(corpus, 140, 45);
    player.keys("y y y t");
    assert_eq!(player.copied, [(Copied::Test, "shop.Purse_ESTest::test00\n".to_owned())]);
    assert_eq!(player.message(), "there is no trace to copy");
}
