//! The interactive program: its core and its screens as pure state, the frame around them, and the runtime that has the
//! terminal. A screen is one folder: its state, and beside it in `draw.rs` its drawing.
//!
//! ```text
//! key, mouse, answer ──Action──▶ App::update ──Command──▶ its row of the table ──▶ a screen, with a Cx ──▶ App::derive
//!                                      └──Job, Request──▶ runtime ──Action──▶ App::update …            └──▶ frame draws it
//! ```
//!
//! The Elm architecture: the runtime passes [`Action`]s to [`App::update`], which changes the state and returns
//! [`Effect`]s; the frame draws the state and changes nothing. Everything that a frame needs (the lines of the code,
//! the rows of the trace, the sentences of the why pane) is computed by `derive` after each event, so that drawing
//! only copies it to the screen. There is no clock, no disk and no terminal: the same actions give the same state.
//!
//! ```text
//! App ── Cx ── results, lists, judging, search, details: each owns its part of the state; a function takes those it needs
//!  │      └─── current screen, panes, keys, messages, what was fixed, requested effects
//!  ├── Triage, GroupTable, ProgressScreen: the state of each screen, kept while another one is shown
//!  └── modal, tour, themes, reloading, jump list
//! ```
//!
//! A screen sees its own state and a [`Cx`], never the whole program; anything that concerns several screens is a
//! method of [`App`].

#![allow(missing_docs, reason = "no library: a comment says what a name and its type do not")]

pub mod core;
pub mod frame;
pub mod groups;
pub mod modal;
pub mod oracles;
pub mod progress;
pub mod reruns;
pub mod runtime;
pub mod search;
pub mod triage;

pub use self::groups::{GroupColumn, GroupTable};
use self::oracles::Oracles;
pub(crate) use crate::model::text;
pub use crate::tui::core::action::{Action, Effect, Imported, Mouse, MouseKind, RankedGroup, SignedGroup};
use crate::tui::core::command::keys::Keys;
use crate::tui::core::command::own::CommandOutput;
pub use crate::tui::core::command::table::Command;
use crate::tui::core::derive::{Basis, ScrollRequest};
pub use crate::tui::core::details::Details;
pub(crate) use crate::tui::core::direction::Direction;
pub use crate::tui::core::effect::{Job, Lazy, Request, Ticket};
use crate::tui::core::jump_list::JumpList;
pub use crate::tui::core::lists::Lists;
pub use crate::tui::core::messages::{Message, Messages};
pub use crate::tui::core::navigate::Screen;
use crate::tui::core::reloaded::Rereading;
pub use crate::tui::core::results::{Phase, Results};
use crate::tui::core::session_state::SessionState;
pub use crate::tui::frame::layout::{Layout, Pane, Panes};
use crate::tui::modal::tour::Tour;
pub use crate::tui::modal::{Modal, ThemeList};
pub use crate::tui::progress::ProgressScreen;
pub use crate::tui::reruns::Reruns;
use crate::tui::search::failures::FailureSearch;
pub(crate) use crate::tui::triage::MISSING;
pub use crate::tui::triage::Triage;
pub use crate::tui::triage::code::CodePane;
pub use crate::tui::triage::code::{CodeView, Document};
pub use crate::tui::triage::compare::ComparePane;
pub use crate::tui::triage::judging::{Judging, Labels};
pub use crate::tui::triage::list::fold::Fold;
pub use crate::tui::triage::list::group::GroupState;
pub use crate::tui::triage::list::order::ListOrder;
pub use crate::tui::triage::trace::TracePane;
pub use crate::tui::triage::why::WhyPane;

/// The part of the state that every screen and pane can access besides its own.
#[derive(Debug, Default)]
pub struct Cx {
    pub results: Results,
    pub lists: Lists,
    pub judging: Judging,
    /// The search over the failures, until it ends.
    pub search: Option<FailureSearch>,
    pub details: Details,
    pub screen: Screen,
    pub panes: Panes,
    pub messages: Messages,
    pub keys: Keys,
    pub reruns: Reruns,
    /// The output of the last command of the user's own in the background.
    pub output: Option<CommandOutput>,
    pub(in crate::tui) last_session: SessionState,
    /// The key of these results in the session state.
    pub(in crate::tui) place: String,
    pub(in crate::tui) scroll_request: ScrollRequest,
    effects: Vec<Effect>,
    /// The number of the latest request whose answer may come too late.
    tickets: Ticket,
}

/// The whole state of the workbench. Each screen keeps its state while another one is shown.
#[derive(Debug, Default)]
pub struct App {
    pub cx: Cx,
    pub triage: Triage,
    /// The table of groups, which also defines their order.
    pub table: GroupTable,
    pub progress: ProgressScreen,
    pub oracles: Oracles,
    pub modal: Option<Modal>,
    pub tour: Tour,
    pub themes: ThemeList,
    pub rereading: Rereading,
    jump_list: JumpList,
    /// The state that the derived state was made from.
    basis: Basis,
}

impl Cx {
    pub fn layout(&self) -> Option<Layout> {
        Layout::new(&self.panes, self.last_session.borders, self.needs())
    }

    /// Returns the number of content rows of a pane; 0 if it is not shown.
    pub(crate) fn content_height(&self, pane: Pane) -> usize {
        self.layout().map_or(0, |layout| layout.content_height(pane))
    }
}

impl App {
    /// Creates an empty workbench before loading. `top` is the K of the top K, at least 1; `ranker`
    /// describes the ranking for the help.
    pub fn new(size: (u16, u16), top: Option<usize>, ranker: String) -> App {
        let cx = Cx { lists: Lists::new(top, ranker), panes: Panes::new(size), ..Cx::default() };
        App { cx, triage: Triage::new(), ..App::default() }
    }
}
