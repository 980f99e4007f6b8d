//! The interactive program as pure state.
//!
//! ```text
//! key, mouse, answer ──Action──▶ State::update ──Command──▶ its row in `commands` ──▶ State ──▶ view draws it
//!                                      └──Effect, Job──▶ runtime ──Action──▶ State::update …
//! ```
//!
//! The Elm architecture: the runtime feeds [`Action`]s to [`State::update`], which changes the state and answers with
//! [`Effect`]s; the view draws the state and changes nothing. Everything that a frame needs (the lines of the code, the rows of
//! the trace, the sentences of the why pane) is made here when the selection moves, so that drawing only copies it to the screen.
//! No clock, no disk, no terminal: the same actions give the same state.
//!
//! - `action`, `job`, `inputs`, `mouse`: events and effects; `update`: the effect of each event on the state
//! - `commands`: the command table; `keys`: keys in effect, and hints; `messages`: the bottom line
//! - `list`: the candidates, filtered, folded and sorted; `search`: searching failures and documents
//! - `detail`: code, trace, reasons and comparison of the selected failure; `labelling`: labels, notes, undo
//! - `screen`: triage, quality, groups and map; `modal`: help, prompts, palette, themes, tour; `layout`: areas of the panes
//! - `navigate`: moving between failures, groups and panes; `jump_list`: marks, and going back
//! - `reload`, `corpus_diff`: results that were read again; `session_state`: state that the next session begins with
//! - `lazy`: values that are computed once they are needed

pub mod action;
pub mod commands;
pub mod corpus_diff;
pub mod detail;
pub mod inputs;
pub mod job;
mod jump_list;
pub mod keys;
pub mod labelling;
pub mod layout;
pub mod lazy;
pub mod list;
mod messages;
pub mod modal;
pub mod mouse;
mod navigate;
pub mod reload;
pub mod screen;
pub mod search;
pub mod session_state;
mod update;

use std::sync::Arc;

pub use action::{Action, Effect, Message};
pub use commands::Command;
pub use detail::code::{CodeView, Document};
pub use job::{Job, Ticket};
pub use labelling::Labels;
pub use layout::{Layout, Pane};
pub use list::fold::Fold;
pub use list::group::GroupState;
pub use list::order::ListOrder;
pub use modal::Modal;
pub use screen::Screen;

use crate::java::Structure;
pub(crate) use crate::model::text;
use crate::model::{Corpus, Failure, FailureId, Group};
use crate::rank::Ranker;

use action::Progress as LoadProgress;
use detail::Viewer;
use detail::brackets::MarkedBrackets;
use detail::code::DocumentKey;
use detail::code_rows::CodeRows;
use detail::frames::Frames;
use detail::source::OpenSource;
use detail::trace::TracePane;
use detail::why::Why;
use jump_list::JumpList;
use keys::Keys;
use labelling::disagreements::Disagreed;
use labelling::progress::Progress;
use layout::{Arrangement, Panes};
use list::Listing;
use list::group::ListRows;
use messages::Unread;
use modal::prompt::History;
use modal::theme_chooser::ThemeList;
use reload::Rereading;
use screen::groups::GroupTable;
use screen::map::Map;
use screen::quality::Measured;
use search::document::Search;
use search::failures::FailureSearch;
use search::query::Query;
use session_state::SessionState;

/// The phase of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    /// Reading the inputs.
    Loading(LoadProgress),
    /// The failures are there; their ranking may still be on its way.
    Ready,
}

/// The details of the selected failure, made when the selection moves.
#[derive(Debug, Default)]
pub struct Detail {
    /// The code pane's text; None while there is no failure.
    pub document: Option<Document>,
    /// The trace pane's rows.
    pub trace: TracePane,
    /// Words of the search that stand in frames which are shown only for them; none if no frames are.
    pub(super) unfolding_query: Query,
    /// The why pane's rows; empty until the group is ranked.
    pub why: Why,
    /// The rows in which its lines stand.
    pub code_rows: CodeRows,
    /// Methods and brackets of a document, once they were needed.
    structure: Option<(DocumentKey, Structure)>,
    /// Two brackets that belong together.
    pub brackets: Option<MarkedBrackets>,
    /// First row shown of the code.
    pub code_offset: usize,
    /// First cell shown of each line of code.
    pub code_column: usize,
    /// First row shown of the trace.
    pub trace_offset: usize,
    /// First row shown of the why pane.
    pub why_offset: usize,
    /// The trace's frames, and which of them is chosen.
    pub frames: Frames,
    /// The source file that the code pane shows in place of the failure's code.
    pub source: Option<OpenSource>,
    /// The search in the source file.
    pub search: Option<Search>,
}

/// The whole state of the workbench.
#[derive(Debug)]
pub struct State {
    /// The phase of the program.
    pub phase: Phase,
    /// Width and height of the screen in cells.
    pub size: (u16, u16),
    /// The name of the inputs.
    pub input: String,
    /// The failures, in groups.
    pub corpus: Arc<Corpus>,
    /// One per group of the corpus.
    pub groups: Vec<GroupState>,
    /// The groups that have failures to show, as they stand on the screen: indices into `groups`.
    pub order: Vec<usize>,
    /// The groups as a table, by which `order` came about.
    pub table: GroupTable,
    /// The failures of the current group as points.
    pub map: Map,
    /// Position of the current group in `order`.
    pub current: usize,
    /// Groups that are ranked.
    pub ranked: usize,
    /// The K of the top K.
    pub top: usize,
    /// The failures that are listed, and their order.
    pub listing: Listing,
    /// Settings of the detail panes, which stay when the selection moves.
    pub viewer: Viewer,
    /// Messages that wait, and those about the results.
    pub unread: Unread,
    /// Results that are read again, and what has become of the selection meanwhile.
    pub rereading: Rereading,
    /// The focused pane, and the sizes of all panes.
    pub panes: Panes,
    /// True while the verdicts of the fixed version are shown.
    pub truth_shown: bool,
    /// Labels and notes.
    pub labels: Labels,
    /// Progress in the current group and over all groups.
    pub progress: (Progress, Progress),
    /// Progress in the current group, per signature; None while its list is not folded.
    pub signature_progress: Option<Progress>,
    /// Why labels can't be kept, where the results are only looked at.
    look_only: Option<String>,
    /// The place to go on from is still looked for, until a key says otherwise.
    resuming: bool,
    /// The screen that is shown.
    pub screen: Screen,
    /// The quality of the lists; None until measured.
    pub quality: Option<Box<Measured>>,
    /// First row shown of the figures on the quality screen.
    pub quality_offset: usize,
    /// Disagreements of annotators, in the order of the screen, while one goes through them; empty otherwise.
    pub disagreements: Vec<Disagreed>,
    /// The modal over the screen.
    pub modal: Option<Modal>,
    /// The card of the tour that is shown, from 0.
    pub tour: Option<usize>,
    /// The tour begins when the results are there.
    tour_offered: bool,
    /// A line for the person, until the next key.
    pub message: Option<Message>,
    /// The details of the selected failure.
    pub detail: Detail,
    /// The keys in effect.
    pub keys: Keys,
    /// The themes that can be chosen.
    pub themes: ThemeList,
    /// In words, how the list came about ("isolation forest, 10 seeds").
    pub ranker: String,
    /// The ranker of the lists.
    pub ranked_by: Ranker,
    /// The search in the failures, while it is shown.
    pub failure_search: Option<FailureSearch>,
    /// Queries of earlier searches.
    searches: History,
    /// The jump list.
    jump_list: JumpList,
    /// The state that earlier sessions left.
    last_session: SessionState,
    /// The key of these results in the session state.
    place: String,
    /// The ticket of the newest request.
    tickets: Ticket,
    /// Effects that were asked for since the last event.
    effects: Vec<Effect>,
}

impl State {
    /// An empty workbench that is about to load. `top` is the K of the top K, at least 1.
    pub fn new(size: (u16, u16), top: usize, ranker: String) -> State {
        State {
            phase: Phase::Loading(LoadProgress::default()),
            size,
            input: String::new(),
            corpus: Arc::default(),
            groups: Vec::new(),
            order: Vec::new(),
            table: GroupTable::default(),
            map: Map::default(),
            current: 0,
            ranked: 0,
            top: top.max(1),
            truth_shown: false,
            labels: Labels::default(),
            progress: (Progress::default(), Progress::default()),
            signature_progress: None,
            look_only: None,
            resuming: false,
            screen: Screen::default(),
            quality: None,
            quality_offset: 0,
            disagreements: Vec::new(),
            modal: None,
            tour: None,
            tour_offered: false,
            message: None,
            detail: Detail::default(),
            keys: Keys::default(),
            themes: ThemeList::default(),
            ranker,
            ranked_by: Ranker::default(),
            failure_search: None,
            searches: History::default(),
            jump_list: JumpList::default(),
            last_session: SessionState::default(),
            place: String::new(),
            tickets: Ticket::default(),
            effects: Vec::new(),
            listing: Listing::default(),
            viewer: Viewer::default(),
            unread: Unread::default(),
            rereading: Rereading::default(),
            panes: Panes { focus: Pane::Candidates, detail: Pane::Code, dragged: None, zoomed: false },
        }
    }

    /// Returns the layout of the screen; None when it is too small for anything.
    pub fn layout(&self) -> Option<Layout> {
        let arrangement = Arrangement {
            focus: self.panes.focus,
            detail: self.panes.detail,
            zoomed: self.panes.zoomed,
            panel: self.disagreement_rows(),
            borders: self.last_session.borders,
            needs: self.needs(),
        };
        Layout::new(self.size.0, self.size.1, arrangement)
    }

    /// The current group, with its name and its state; None while there is none with a failure.
    pub fn current_group(&self) -> Option<(&Group, &GroupState)> {
        let index = *self.order.get(self.current)?;
        Some((self.corpus.groups.get(index)?, self.groups.get(index)?))
    }

    /// A group's name as it stands on the screen: project and bug, and the run where there are several.
    pub fn group_title(&self, group: &Group) -> String {
        let name = group.name();
        let name = text::sanitize(&name);
        match self.corpus.runs.get(group.run) {
            Some(run) if self.corpus.runs.len() > 1 => format!("{name} · {}", text::sanitize(&run.name)),
            _ => name.into_owned(),
        }
    }

    /// The selected failure and its index.
    pub fn selected(&self) -> Option<(FailureId, &Failure)> {
        let (_, group) = self.current_group()?;
        let index = group.selected_failure()?;
        Some((index, self.corpus.failure(index)?))
    }

    /// The rows of the candidates list.
    pub fn list_rows(&self) -> ListRows<'_> {
        let rows = self.current_group().map(|(_, group)| ListRows::of(group, self.top));
        rows.unwrap_or(ListRows { failures: 0, top: self.top, folded: None, view: None })
    }
}
