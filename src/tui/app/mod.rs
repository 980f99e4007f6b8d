//! The interactive program as pure state.
//!
//! ```text
//! key, mouse, answer ──Action──▶ App::update ──Command──▶ its row in `commands` ──▶ a screen, with a Cx ──▶ App::derive
//!                                      └──Job, Request──▶ runtime ──Action──▶ App::update …            └──▶ view draws it
//! ```
//!
//! The Elm architecture: the runtime passes [`Action`]s to [`App::update`], which changes the state and returns
//! [`Effect`]s; the view draws the state and changes nothing. Everything that a frame needs (the lines of the code,
//! the rows of the trace, the sentences of the why pane) is computed by `derive` after each event, so that drawing
//! only copies it to the screen. There is no clock, no disk and no terminal: the same actions give the same state.
//!
//! ```text
//! App ── Cx ── Session: failures, groups, selection, list, labels, search
//!  │      └─── current screen, panes, keys, messages, changes since the last `derive`, requested effects
//!  ├── Triage, GroupTable, QualityScreen: the state of each screen, kept while another one is shown
//!  └── modal, tour, themes, reloading, jump list
//! ```
//!
//! A screen sees its own state and a [`Cx`], never the whole program; anything that concerns several screens is a
//! method of [`App`].

pub mod action;
mod command_conditions;
mod command_words;
pub mod commands;
mod copied;
pub mod curves;
pub mod detail;
pub mod effect;
mod group_errors;
pub mod groups;
mod jump_list;
pub mod keys;
pub mod labelling;
pub mod layout;
pub mod list;
mod messages;
pub mod modal;
pub mod navigate;
pub mod oracles;
pub mod quality;
pub mod reload;
pub mod reruns;
pub mod search;
pub mod session;
pub mod session_state;
mod update;

pub use self::action::{
    Action, Effect, Imported, Mouse, MouseKind, PassAwareGroup, RankedGroup, SignedGroup,
};
pub use self::commands::Command;
pub use self::effect::{Job, Lazy, Request, Ticket};
pub use self::groups::{GroupColumn, GroupTable};
use self::jump_list::JumpList;
use self::keys::Keys;
pub use self::labelling::Labels;
pub use self::layout::{Layout, Pane, Panes};
pub use self::list::fold::Fold;
pub use self::list::group::GroupState;
pub use self::list::order::ListOrder;
pub use self::messages::{Message, Messages};
use self::modal::tour::Tour;
pub use self::modal::{Modal, ThemeList};
pub use self::navigate::Screen;
use self::oracles::Oracles;
pub use self::quality::QualityScreen;
use self::reload::Rereading;
use self::reruns::Reruns;
pub use self::session::{Phase, Session};
use self::session_state::SessionState;
use self::update::Dirty;
pub(crate) use crate::model::text;
pub use detail::code::{CodeView, Document};
pub use detail::{CodePane, ComparePane, TracePane, WhyPane};

/// The state of the triage screen: of its panes, except the list, which is part of the session.
#[derive(Debug, Default)]
pub struct Triage {
    pub code: CodePane,
    /// The pane of the focal method; it shows the test while the code pane shows the focal method.
    pub focal: CodePane,
    pub trace: TracePane,
    pub why: WhyPane,
    /// Two failures side by side, covering all panes.
    pub compare: ComparePane,
}

/// The number of rows of the sentence that replaces a missing test.
pub(crate) const MISSING: u16 = 3;
/// The usual number of rows of reasons.
const AWAITED: usize = 6;

impl Triage {
    fn new() -> Triage {
        let of = |pane| CodePane { pane, ..CodePane::default() };
        Triage { code: of(Pane::Code), focal: of(Pane::Focal), ..Triage::default() }
    }

    /// Returns the number of content rows of each of [`Pane::DETAILS`].
    fn content_rows(&self, cx: &Cx) -> [usize; 4] {
        // A missing test is a sentence below its title; a missing focal method has no pane.
        let of_code = |pane: &CodePane| match (pane.rows.count(), pane.pane) {
            (0, Pane::Code) => usize::from(MISSING) + usize::from(pane.footer(cx).is_some()),
            (0, _) => 0,
            (rows, _) => rows + pane.rows.hidden + usize::from(pane.footer(cx).is_some()),
        };
        let trace = (self.trace.content.rows.len() + self.trace.content.left_out).max(1);
        let why = if self.why.shows_features { self.why.lines(0) } else { self.why.content.first_lines() };
        // Reasons that are still computed will need about as much.
        let why = if self.why.content.is_unknown() { AWAITED } else { why.max(1) };
        [of_code(&self.code), of_code(&self.focal), trace, why]
    }
}

/// The part of the state that every screen and pane can access besides its own.
#[derive(Debug, Default)]
pub struct Cx {
    pub session: Session,
    pub screen: Screen,
    pub panes: Panes,
    pub messages: Messages,
    pub keys: Keys,
    pub reruns: Reruns,
    pub(in crate::tui) last_session: SessionState,
    /// The key of these results in the session state.
    pub(in crate::tui) place: String,
    /// The changes since the derived state was computed.
    dirty: Dirty,
    effects: Vec<Effect>,
}

/// The whole state of the workbench. Each screen keeps its state while another one is shown.
#[derive(Debug, Default)]
pub struct App {
    pub cx: Cx,
    pub triage: Triage,
    /// The table of groups, which also defines their order.
    pub table: GroupTable,
    pub quality: QualityScreen,
    pub oracles: Oracles,
    pub modal: Option<Modal>,
    pub tour: Tour,
    pub themes: ThemeList,
    pub rereading: Rereading,
    jump_list: JumpList,
    derived_group: Option<usize>,
    /// The failure in the panes.
    derived_failure: Option<crate::model::FailureId>,
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
    pub fn new(size: (u16, u16), top: usize, ranker: String) -> App {
        let cx = Cx { session: Session::new(top, ranker), panes: Panes::new(size), ..Cx::default() };
        App { cx, triage: Triage::new(), ..App::default() }
    }
}
