//! The interactive program as pure state.
//!
//! ```text
//! key, mouse, answer ──Action──▶ App::update ──Command──▶ its row in `commands` ──▶ a screen, with a Cx ──▶ App::derive
//!                                      └──Job, Request──▶ runtime ──Action──▶ App::update …            └──▶ view draws it
//! ```
//!
//! The Elm architecture: the runtime feeds [`Action`]s to [`App::update`], which changes the state and answers with
//! [`Effect`]s; the view draws the state and changes nothing. Everything that a frame needs (the lines of the code, the rows of
//! the trace, the sentences of the why pane) is made by `derive` after each event, so that drawing only copies it to the screen.
//! No clock, no disk, no terminal: the same actions give the same state.
//!
//! ```text
//! App ── Cx ── Session: failures, groups, selection, list, labels, search
//!  │      └─── screen that is shown, panes, keys, messages, changes since the last `derive`, effects asked for
//!  ├── Triage, GroupTable, Map, QualityScreen: the state of each screen, kept while another one is shown
//!  └── modal, tour, themes, reloading, jump list
//! ```
//!
//! A screen sees its own state and a [`Cx`], never the whole program; what crosses screens is a method of [`App`].
//!
//! - `action`: events; `effect`: jobs and requests; `update`: the effect of each event on the state, and what follows from it
//! - `session`: the state that all screens share; `commands`: the command table; `command_words`: its titles; `keys`: keys in effect, and hints
//! - `list`: the candidates, filtered, folded and sorted; `search`: the incremental search
//! - `detail`: code, trace, reasons and comparison of the selected failure; `labelling`: labels, notes, undo
//! - `quality`, `groups`, `map`: the other screens; `modal`: help, prompts, palette, themes, tour; `layout`: areas of the panes
//! - `navigate`: moving between failures, groups, panes and screens; `jump_list`: marks, and going back; `messages`: the bottom line
//! - `reload`: results that were read again; `session_state`: state that the next session begins with

pub mod action;
mod command_words;
pub mod commands;
pub mod detail;
pub mod effect;
pub mod groups;
mod jump_list;
pub mod keys;
pub mod labelling;
pub mod layout;
pub mod list;
pub mod map;
mod messages;
pub mod modal;
pub mod navigate;
pub mod quality;
pub mod reload;
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
use self::layout::Arrangement;
pub use self::layout::{Layout, Pane, Panes};
pub use self::list::fold::Fold;
pub use self::list::group::GroupState;
pub use self::list::order::ListOrder;
pub use self::map::Map;
pub use self::messages::{Message, Messages};
pub use self::modal::Modal;
pub use self::modal::ThemeList;
use self::modal::tour::Tour;
pub use self::navigate::Screen;
pub use self::quality::QualityScreen;
use self::reload::Rereading;
pub use self::session::{Phase, Session};
use self::session_state::SessionState;
use self::update::Dirty;
pub(crate) use crate::model::text;
pub use detail::code::{CodeView, Document};
pub use detail::{CodePane, ComparePane, TracePane, WhyPane};

/// The state of the triage screen: of its panes, but for the list, which is part of the session.
#[derive(Debug)]
pub struct Triage {
    /// The code pane.
    pub code: CodePane,
    /// The focal method; the test while the code pane shows the focal method.
    pub focal: CodePane,
    /// The trace pane.
    pub trace: TracePane,
    /// The why pane.
    pub why: WhyPane,
    /// Two failures side by side, over all panes.
    pub compare: ComparePane,
}

impl Triage {
    fn new() -> Triage {
        Triage {
            code: CodePane::new(Pane::Code),
            focal: CodePane::new(Pane::Focal),
            trace: TracePane::default(),
            why: WhyPane::default(),
            compare: ComparePane::default(),
        }
    }

    /// Returns the rows of the content of each of [`Pane::DETAILS`].
    fn content_rows(&self) -> [usize; 4] {
        /// Rows of a sentence in place of a text that the input does not have.
        const MISSING: usize = 3;
        let of_code = |pane: &CodePane| match pane.rows.count() {
            0 => MISSING,
            rows => rows + usize::from(pane.terms.shown),
        };
        let trace = self.trace.content.rows.len().max(1);
        let why = if self.why.shows_features { self.why.lines(0) } else { self.why.content.first_lines() };
        [of_code(&self.code), of_code(&self.focal), trace, why]
    }
}

/// The part of the state that every screen and pane sees besides its own.
#[derive(Debug)]
pub struct Cx {
    /// Failures, groups, labels, selection and list.
    pub session: Session,
    /// The screen that is shown.
    pub screen: Screen,
    /// The size of the screen, the focused pane, and the sizes of all panes.
    pub panes: Panes,
    /// The bottom line.
    pub messages: Messages,
    /// The keys in effect.
    pub keys: Keys,
    /// The state that earlier sessions left.
    last_session: SessionState,
    /// The key of these results in the session state.
    place: String,
    /// The changes since the derived state was made.
    dirty: Dirty,
    /// Effects that were asked for since the last event.
    effects: Vec<Effect>,
}

/// The whole state of the workbench. Each screen keeps its own while another one is shown.
#[derive(Debug)]
pub struct App {
    /// The part that all screens share.
    pub cx: Cx,
    /// The selected failure in detail.
    pub triage: Triage,
    /// The groups as a table, by which their order came about.
    pub table: GroupTable,
    /// The failures of the current group as points.
    pub map: Map,
    /// The quality of the lists.
    pub quality: QualityScreen,
    /// The modal over the screen.
    pub modal: Option<Modal>,
    /// The tour's cards.
    pub tour: Tour,
    /// The themes that can be chosen.
    pub themes: ThemeList,
    /// Results that are read again, and what has become of the selection meanwhile.
    pub rereading: Rereading,
    /// The jump list.
    jump_list: JumpList,
    /// The group that the derived state is of.
    derived_group: Option<usize>,
}

impl Cx {
    /// Returns the layout of the screen; None when it is too small for anything.
    pub fn layout(&self) -> Option<Layout> {
        let arrangement = Arrangement {
            focus: self.panes.focus,
            detail: self.panes.detail,
            zoomed: self.panes.zoomed,
            panel: self.panes.panel,
            borders: self.last_session.borders,
            needs: self.needs(),
        };
        Layout::new(self.panes.size.0, self.panes.size.1, arrangement)
    }
}

impl App {
    /// An empty workbench that is about to load. `top` is the K of the top K, at least 1.
    pub fn new(size: (u16, u16), top: usize, ranker: String) -> App {
        let cx = Cx {
            session: Session::new(top, ranker),
            screen: Screen::default(),
            panes: Panes::new(size),
            messages: Messages::default(),
            keys: Keys::default(),
            last_session: SessionState::default(),
            place: String::new(),
            dirty: Dirty::default(),
            effects: Vec::new(),
        };
        App {
            cx,
            triage: Triage::new(),
            table: GroupTable::default(),
            map: Map::default(),
            quality: QualityScreen::default(),
            modal: None,
            tour: Tour::default(),
            themes: ThemeList::default(),
            rereading: Rereading::default(),
            jump_list: JumpList::default(),
            derived_group: None,
        }
    }
}
