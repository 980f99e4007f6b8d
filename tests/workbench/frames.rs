//! A frame never shows what was: whatever happened, it equals the frame for which everything was made again. On triage that is the
//! header and the list; the panes beside it settle their heights over several frames.

use fossick::model::{FailureId, Judgement, Label};
use fossick::tui::frame::layout::Pane;
use fossick::tui::triage::judging::Mark;
use fossick::tui::{Action, MouseKind, Screen};
use proptest::prelude::*;

use crate::support::{Player, corpus};

/// Something that happens to the workbench.
#[derive(Debug, Clone)]
enum Event {
    Keys(String),
    Click(u16, u16),
    /// A label of another program; None removes one.
    LabelElsewhere(usize, Option<Label>),
    Resize(u16, u16),
}

fn event() -> impl Strategy<Value = Event> {
    // All keys but those that leave the program, with words for the prompts.
    let keys = prop_oneof![
        8 => "[a-pr-zA-Z0-9\\[\\]{}()<>/?:;'\"!@#$%&*+=.,~`^_|-]",
        2 => prop::sample::select(vec![
            "<esc>", "<enter>", "<tab>", "<down>", "<up>", "<left>", "<right>", "<pgdn>", "<pgup>", "<home>", "<end>",
        ]).prop_map(str::to_owned),
        1 => prop::sample::select(vec![
            "/ N u l l <enter>", "& f a i l e d <enter>", "& l a b e l : n o n e <enter>", ": t o p <space> 3 <enter>",
            "n h i <enter>", "z M", "z R", "s r", "3 j", "4 <esc>",
        ]).prop_map(str::to_owned),
    ];
    let label = prop::option::of(prop::sample::select(vec![
        Label::TruePositive,
        Label::FalsePositive,
        Label::Unsure,
    ]));
    prop_oneof![
        20 => keys.prop_map(Event::Keys),
        2 => (0..200u16, 0..60u16).prop_map(|(column, row)| Event::Click(column, row)),
        2 => (0..20usize, label).prop_map(|(failure, label)| Event::LabelElsewhere(failure, label)),
        1 => (140..200u16, 45..60u16).prop_map(|(width, height)| Event::Resize(width, height)),
    ]
}

/// Returns the lines of the frame that are compared.
fn compared(player: &Player) -> Vec<String> {
    if player.page() != Screen::Triage {
        return player.screen().lines().map(str::to_owned).collect();
    }
    let list = if player.is_shown(Pane::List) { player.rows(Pane::List) } else { Vec::new() };
    std::iter::once(player.header()).chain(list).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn no_frame_is_stale(
        sizes in prop::collection::vec(1..14usize, 1..5),
        screen in prop::sample::select(vec![(140, 45), (200, 60)]),
        events in prop::collection::vec(event(), 1..25),
    ) {
        let mut size: (u16, u16) = screen;
        let mut player = Player::open(corpus(&sizes), size.0, size.1);
        let failures = player.corpus().failures.len();
        for event in events {
            match &event {
                Event::Keys(keys) => {
                    player.keys(keys);
                }
                &Event::Click(column, row) => player.mouse(MouseKind::Click, column, row),
                &Event::LabelElsewhere(failure, label) => {
                    let judgement = Judgement { label, ..Judgement::default() };
                    let mark = label.is_some().then_some(Mark { judgement, stale: false, saved: true, look: 0 });
                    player.act(Action::Marked(vec![(FailureId::new(failure % failures), mark)]));
                }
                &Event::Resize(width, height) => {
                    size = (width, height);
                    player.act(Action::Resize(width, height));
                }
            }
            if player.quit {
                break;
            }
            let shown = compared(&player);
            // A terminal whose size is told again has its whole frame made again.
            player.act(Action::Resize(size.0, size.1));
            prop_assert_eq!(compared(&player), shown, "after {:?}", event);
        }
    }
}
