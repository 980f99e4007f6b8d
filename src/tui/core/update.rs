//! The update function: handles an event, then recomputes the derived state.
//!
//! ```text
//! command, answer ──changes the state, sets a flag of Dirty──▶ App::derive ──▶ progress, panes, table, figures
//! ```
//!
//! A flag says what has changed; only `derive` knows what depends on it. A command that needs derived state
//! immediately calls `derive` itself. Further jobs are started here as well: reasons, neighbours, near signatures,
//! distinct lines and colours of the current selection.

use super::action::Effect;
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::core::command::table::{Command, Context};
use crate::tui::frame::layout::Pane;
use crate::tui::search::failures::ViewPosition;
use crate::tui::triage::judging::{Mark, Replaced};
use crate::tui::triage::list::fold::Fold;
use crate::tui::triage::list::group::Explanations;
use crate::tui::triage::panes;
use crate::tui::{
    Action, App, Cx, Imported, Job, Labels, Lazy, Message, MouseKind, Oracles, Phase, RankedGroup, Request,
    Screen, Triage, WhyPane,
};
use std::sync::Arc;

use crate::lang::Grammar;
use crate::model::FailureId;
use crate::tui::triage::code::{CodeView, DocumentKey};
use crate::tui::triage::compare::TestText;

impl Cx {
    /// Starts work that takes longer than a frame; its result arrives as an event.
    pub(crate) fn start(&mut self, job: Job) {
        self.effects.push(Effect::Job(Box::new(job)));
    }

    /// Requests the colours of a document, unless they are known or already requested.
    pub(crate) fn highlight(&mut self, key: DocumentKey, lines: impl FnOnce() -> Arc<Vec<String>>) {
        let failure = key.failure().and_then(|failure| self.lists.corpus.failure(failure));
        self.highlight_as(failure.map_or_else(Grammar::default, Grammar::of_failure), key, lines);
    }

    pub(crate) fn highlight_tests(&mut self, tests: &[TestText]) {
        for test in tests {
            self.highlight(test.key(), || Arc::clone(&test.lines));
        }
    }

    /// Requests the colours of a document by a grammar, as [`highlight`](Cx::highlight) does.
    pub(crate) fn highlight_as(
        &mut self,
        grammar: Grammar,
        key: DocumentKey,
        lines: impl FnOnce() -> Arc<Vec<String>>,
    ) {
        if self.details.highlights.request(key) {
            self.start(Job::Highlight { key, grammar, lines: lines() });
        }
    }

    pub(crate) fn ask(&mut self, request: Request) {
        self.effects.push(Effect::Request(request));
    }

    fn marked(&mut self, marks: &[(FailureId, Option<Mark>)]) {
        let replaced: Vec<Replaced> =
            marks.iter().map(|(failure, mark)| self.judging.labels.replace(*failure, mark)).collect();
        let labels = |what: Replaced, word: &str| {
            let count = replaced.iter().filter(|&&replaced| replaced == what).count();
            let labels = if count == 1 { "label" } else { "labels" };
            (count > 0).then(|| format!("{count} {labels} {word} elsewhere"))
        };
        let words = [labels(Replaced::New, "came from"), labels(Replaced::Gone, "removed")];
        let words: Vec<String> = words.into_iter().flatten().collect();
        if !words.is_empty() {
            self.messages.say(Message::info(words.join(", ")));
        }
        self.dirty.labels = true;
    }

    pub(crate) fn toggle_zoom(&mut self) {
        self.panes.zoomed = !self.panes.zoomed;
        self.dirty.layout = true;
    }

    pub(crate) fn reveal_truth(&mut self) {
        let known = self.results.knows_truth();
        self.judging.truth_shown = known && !self.judging.truth_shown;
        // A reference takes a row of the code pane.
        (self.dirty.labels, self.dirty.layout) = (true, true);
        self.judging.counted.all_stale = true;
        // While it is shown, the header says so.
        let hidden = if known {
            "the truth is hidden"
        } else {
            "The truth is unknown. Give results of a fixed version: --fixed PATH"
        };
        self.messages.current = (!self.judging.truth_shown).then(|| Message::info(hidden));
    }

    pub(crate) fn change_top(&mut self, top: usize) {
        self.lists.listing.top = top.max(1);
        self.judging.counted.all_stale = true;
        if self.lists.listing.active_filter.is_some() {
            self.refold_all();
        }
        (self.dirty.lists, self.dirty.layout) = (true, true);
        self.messages.info(format!("top {}", self.lists.listing.top));
    }
}

impl Triage {
    fn lay_code(&mut self, cx: &mut Cx) {
        self.code.lay_code(cx);
        self.focal.lay_code(cx);
    }

    /// Makes stacked panes as tall as their content. Returns true if that changes their heights.
    fn fit_panes(&mut self, cx: &mut Cx) -> bool {
        /// The attempts: a pane that was not shown had no width, and what is laid out needs other heights.
        const MOST: usize = 4;
        let mut changes = false;
        for _ in 0..MOST {
            let content = self.content_rows(cx);
            if std::mem::replace(&mut cx.panes.content, content) == content {
                break;
            }
            self.lay_code(cx);
            changes = true;
        }
        changes
    }

    /// Moves from the list into the code, opens the source of a frame, or zooms any other pane.
    pub(crate) fn open_or_zoom(&mut self, cx: &mut Cx) {
        (panes::row_of(cx.panes.focus).enter)(self, cx);
    }
}

impl App {
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        let by_hand = matches!(action, Action::Key(_) | Action::Mouse(_));
        let before = self.cx.lists.selected_id().filter(|_| by_hand);
        self.act(action);
        if by_hand {
            self.note_jump(before);
        }
        self.cx.freshen_current();
        self.cx.keep_filter(by_hand);
        self.derive();
        std::mem::take(&mut self.cx.effects)
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Key(key) => {
                self.rereading.wanted = None;
                self.key(key);
                if matches!(self.cx.results.phase, Phase::Loading(_)) {
                    self.cx.messages.of_results.extend(self.cx.messages.current.clone());
                }
            }
            Action::Mouse(mouse) => {
                self.rereading.resuming = false;
                self.rereading.wanted = None;
                self.mouse(mouse);
                if mouse.kind == MouseKind::Click {
                    self.cx.drop_fixed_rows();
                }
            }
            Action::Paste(text) => self.paste(&text),
            Action::Resize(width, height) => {
                self.cx.panes.size = (width, height);
                self.cx.dirty = Dirty::everything();
            }
            Action::Progress(progress) => {
                if let Phase::Loading(shown) = &mut self.cx.results.phase {
                    *shown = progress;
                }
            }
            Action::Imported(imported) => self.imported(imported),
            Action::Reloaded(reload) => self.reloaded(*reload),
            Action::Ranked(ranked) => self.ranked(ranked),
            Action::Signatures(signed) => self.table.signatures_found(signed, &mut self.cx),
            Action::NearSignatures { group, clusters } => self.cx.found_near(group, clusters),
            Action::PassedFound(ordered) => self.cx.passed_found(ordered),
            Action::Ordered { group, order, ordered } => self.cx.ordered(group, order, ordered),
            Action::Explained { group, reasons } => {
                if let Some(state) = self.cx.lists.groups.get_mut(group) {
                    state.explanations = match reasons {
                        Some(reasons) => Lazy::Ready(Explanations::new(reasons)),
                        None => Lazy::NotAsked,
                    };
                }
                // The user may have returned to a group for which that was cancelled.
                self.cx.ask_why();
                self.cx.dirty.reasons = true;
            }
            Action::Contrasted { failure, sentences, near } => {
                self.cx.contrasted(failure, sentences, near);
                self.triage.compare.neighbours_known(&mut self.cx);
            }
            Action::DistinctLines { group, lines } => self.cx.distinct_lines_found(group, lines),
            Action::Found { ticket, found } => self.found(ticket, found),
            Action::Filtered { ticket, found } => self.triage.filtered(ticket, found, &mut self.cx),
            Action::ExceptionsCounted(counts) => self.exceptions_counted(counts),
            Action::TextsSorted { ticket, keys } => self.cx.texts_sorted(ticket, keys),
            Action::OrderedAcross(ordered) => {
                self.cx.ordered_across(ordered);
                if self.rereading.resuming {
                    self.resume();
                }
            }
            Action::AllRowsMade(rows) => self.cx.all_rows_made(rows),
            Action::RowsMade(rows) => self.cx.rows_made(*rows),
            Action::RowsCounted(counts) => {
                self.cx.rows_counted(counts);
                self.cx.count_matches();
                self.end_vain_search();
            }
            Action::Measured(measured) => self.quality.measured = Some(measured),
            Action::Assessed(assessed) => self.oracles.assessed(assessed, &mut self.cx),
            Action::Highlighted { key, spans } => self.cx.details.highlights.insert(key, spans),
            Action::CodeAnalysed(read) => {
                self.triage.focal.code_read(&read, &mut self.cx);
                self.triage.code.code_read(&read, &mut self.cx);
            }
            Action::Disagreements { annotators, found } => self.cx.disagreements_found(&annotators, found),
            Action::Marked(marks) => self.cx.marked(&marks),
            Action::ProgramWrote { ticket, lines } => self.command_wrote(ticket, lines),
            Action::ProgramEnded { ticket, how, is_well } => self.command_ended(ticket, how, is_well),
            Action::Written(message) => self.cx.messages.current = Some(message),
            Action::Notice(message) => self.cx.messages.say(message),
            Action::ReloadSaid(message) => self.cx.messages.say_of_reload(message),
            Action::Freshness(freshness) => self.set_freshness(freshness),
            Action::LookOnly(why) => self.cx.only_look(&why),
            Action::ThemeFollows(name) => self.theme_follows(name),
            Action::ThemeFailed { name, why } => {
                self.cx.messages.error(why.clone());
                self.themes.failed = Some((name, why));
            }
            Action::SourceRead { ticket, read } => {
                self.cx.thrown_read(ticket, read.as_ref());
                self.triage.code.source_read(ticket, read, &mut self.cx);
            }
            Action::Edited => self.triage.code.read_again(&mut self.cx),
            Action::Recorded { failure } => self.cx.judging.labels.set_saved(failure, true),
            Action::RecordFailed { failures, message } => {
                for failure in failures {
                    self.cx.judging.labels.set_saved(failure, false);
                }
                self.cx.messages.say(Message::error(message));
            }
        }
    }

    fn ranked(&mut self, mut ranked: RankedGroup) {
        self.cx.put_new_first(ranked.ranker, Arc::make_mut(&mut ranked.ranking));
        let Some(group) = self.cx.lists.groups.get_mut(ranked.group) else { return };
        self.cx.lists.ranked += usize::from(!group.is_ranked());
        self.cx.judging.counted.stale.push(ranked.group);
        let index = ranked.group;
        group.rank(ranked);
        self.cx.refold(index);
        self.cx.order_by_judge(index);
        self.table.refresh_group(index, &mut self.cx);
        self.cx.ask_passed();
        let is_shown = self.cx.lists.current_index() == Some(index);
        self.cx.dirty.group |= is_shown || self.cx.lists.ranked == self.cx.lists.groups.len();
        if !is_shown {
            return;
        }
        self.cx.details.contrast = None;
        self.cx.dirty.arrived = true;
        if self.rereading.resuming {
            self.resume();
        }
    }

    fn imported(&mut self, mut imported: Imported) {
        self.cx.take_results(&mut imported);
        // Groups without failures have nothing to rank.
        self.cx.lists.ranked = self.cx.lists.groups.len() - self.cx.lists.order.len();
        self.cx.lists.listing.order = imported.order.unwrap_or(self.cx.lists.listing.order);
        if let Some(across) = imported.across {
            self.cx.take_across(across);
        }
        // What fails for one reason in many modules is one row, and so is what fell with one fixture.
        if self.cx.lists.groups.iter().any(|group| group.module_width > 0 || group.falls_together) {
            self.cx.lists.listing.fold = Fold::Signatures;
        }
        self.cx.judging.labels = Labels::new(imported.marks);
        self.cx.judging.labels.marks.judge = imported.judge;
        self.cx.judging.labels.marks.before = imported.before;
        self.quality.measured = None;
        self.oracles = Oracles::default();
        self.cx.judging.disagreements.clear();
        self.cx.judging.marked_rows.clear();
        for notice in imported.notices {
            self.cx.messages.say(notice);
        }
        self.cx.messages.say_of_results(imported.said_of_results);
        self.rereading.resuming = true;
        (self.cx.dirty.lists, self.cx.dirty.selection) = (true, true);
        if std::mem::take(&mut self.tour.offered) {
            self.begin_tour();
        }
    }

    fn key(&mut self, key: Key) {
        self.rereading.resuming = false;
        self.cx.drop_fixed_rows();
        let is_summary = self.cx.messages.summary().is_some();
        self.cx.messages.show_next_message();
        let command = self.cx.keys.command(key);
        // These two have the same effect everywhere, with keys that type nothing.
        match command {
            Some(Command::Quit) if key.ctrl => {
                return match self.modal.take() {
                    // While the user is typing, the key refers to the typed text, not to the program.
                    Some(modal) => self.modal_key(modal, Key::plain(KeyCode::Esc)),
                    None => self.cx.ask(Request::Quit),
                };
            }
            Some(Command::Suspend) if key.ctrl => return self.cx.ask(Request::Suspend),
            // The keys that close a card do nothing else.
            Some(Command::OpenOrZoom | Command::Back) if is_summary => return,
            _ => {}
        }
        if self.cx.layout().is_none() {
            // Without a visible screen, nothing can be labelled.
            if command == Some(Command::Quit) {
                self.cx.ask(Request::Quit);
            }
            return;
        }
        if self.tour_command(command) {
            return;
        }
        if self.modal.is_none() {
            self.cx.stop_waiting_for_match();
        }
        match self.modal.take() {
            Some(overlay) => self.modal_key(overlay, key),
            None => {
                let contexts = [Context::Comparing, Context::Searching, Context::FoldedList];
                let mut held = contexts.into_iter().filter(|&context| self.holds(context));
                let special = held.find_map(|context| self.cx.keys.command_in(context, key));
                if let Some(command) = special.or(command) {
                    self.run(command);
                } else if let Some(own) = self.cx.keys.own_with(key) {
                    self.run_own(own);
                }
            }
        }
    }

    /// Closes the first of these that is open: marked rows, a source file, the search, the zoom, the disagreements,
    /// another pane, the filter. On another screen than triage, closes the search, the filter of groups, or else the screen.
    pub(crate) fn back(&mut self) {
        if self.cx.screen != Screen::Triage {
            return if self.is_searching() {
                self.end_search();
            } else if self.ends_filter() {
                self.triage.end_filter(&mut self.cx);
            } else if self.shows_oracles() {
                self.toggle_oracles();
            } else {
                self.turn_to(Screen::Triage);
            };
        }
        if !self.cx.judging.marked_rows.is_empty() {
            self.cx.judging.marked_rows.clear();
            return self.cx.messages.info("no row is marked");
        }
        if self.triage.code.source.open.is_some() {
            return self.triage.code.close_source(&mut self.cx);
        }
        if self.cx.search.is_some() {
            return self.end_search();
        }
        if std::mem::take(&mut self.cx.panes.zoomed) || self.cx.end_pass() {
            self.cx.dirty.layout = true;
            return;
        }
        if self.cx.panes.focus != Pane::Candidates {
            return self.cx.focus(Pane::Candidates);
        }
        self.triage.end_filter(&mut self.cx);
    }
}

/// The changes since the derived state was computed.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is an independent change, in any combination")]
pub(crate) struct Dirty {
    /// Another failure was selected, or the same one again: its panes start at their tops.
    pub(crate) selection: bool,
    /// Results of the shown group have arrived. Unless they select another failure, the panes keep their texts and positions.
    pub(crate) arrived: bool,
    /// The lists of all groups have changed: their order, their rows, or the top K.
    pub(crate) lists: bool,
    /// The list of one group has changed because of a background result; or another group is shown.
    pub(crate) group: bool,
    /// Labels, or the visibility of the truth, have changed.
    pub(crate) labels: bool,
    pub(crate) search: bool,
    pub(crate) reveal: bool,
    pub(crate) code: bool,
    pub(crate) trace: bool,
    pub(crate) reasons: bool,
    pub(crate) layout: bool,
    pub(crate) scroll: Option<ViewPosition>,
}

impl Dirty {
    /// Everything that a frame is made of has changed, though nothing has arrived: the selection and the positions stay.
    fn everything() -> Dirty {
        Dirty {
            lists: true,
            group: true,
            labels: true,
            search: true,
            trace: true,
            reasons: true,
            layout: true,
            ..Dirty::default()
        }
    }
}

impl App {
    pub(crate) fn derive(&mut self) {
        let mut dirty = std::mem::take(&mut self.cx.dirty);
        let changes_rows = dirty.lists || dirty.group || dirty.arrived;
        let group = self.cx.lists.current_index();
        let changes_group = group != std::mem::replace(&mut self.derived_group, group);
        dirty.group |= changes_group;
        let selected = self.cx.lists.pictured().map(|(failure, _)| failure);
        dirty.selection |= dirty.arrived && selected != self.derived_failure;
        dirty.arrived |= dirty.selection;
        if dirty.selection {
            self.derived_failure = selected;
        }
        // Another selection is another row of the same list.
        if changes_rows {
            self.cx.derive_across();
        }
        self.cx.panes.panel = self.cx.judging.disagreement_rows();
        if dirty.lists || dirty.labels || dirty.group {
            self.cx.judging.count_progress(&mut self.cx.lists);
        }
        if dirty.arrived || dirty.lists || dirty.layout {
            self.cx.scroll_list_to_selection();
        }
        self.derive_panes(&dirty);
        let height = self.cx.content_height(Pane::Candidates);
        let first = self.cx.lists.list_offset();
        self.cx.lists.make_sentences(first, height);
        if dirty.arrived || dirty.lists || dirty.search {
            self.cx.count_matches();
        }
        if dirty.arrived {
            // The missing details of the selected failure.
            self.cx.ask_why();
            self.cx.ask_near();
            self.cx.ask_contrast();
            self.cx.ask_distinct_lines();
            self.cx.ask_order();
        }
        self.derive_screen(&dirty);
        if dirty.reveal {
            self.show_found();
        }
    }

    fn derive_panes(&mut self, dirty: &Dirty) {
        if dirty.selection {
            self.triage.trace.begin();
            self.triage.why.offset = 0;
            self.cx.ask_thrown();
        }
        if dirty.selection || dirty.code {
            // Each failure has other methods.
            let pictured = self.cx.lists.pictured();
            let method = pictured.and_then(|(_, failure)| CodeView::beside_test(failure).next());
            let method = method.unwrap_or(CodeView::FocalMethod);
            let shows_method = matches!(self.triage.code.view, CodeView::FocalMethod | CodeView::Called(_));
            if dirty.selection && shows_method {
                self.triage.code.view = method;
            }
            self.triage.code.show_code(&mut self.cx);
            self.triage.focal.view = if shows_method { CodeView::Test } else { method };
            self.triage.focal.show_code(&mut self.cx);
        }
        if dirty.arrived || dirty.layout || dirty.reasons {
            self.triage.why.content = WhyPane::why(&self.cx).unwrap_or_default();
        }
        // The rows that the reasons leave free are for folded frames.
        if dirty.selection || dirty.layout || dirty.reasons || dirty.search || dirty.trace {
            self.triage.trace.show_trace(&mut self.cx);
        }
        if dirty.layout {
            self.triage.lay_code(&mut self.cx);
            self.triage.compare.lay_compare(&mut self.cx);
        }
        let resized = self.triage.fit_panes(&mut self.cx);
        if resized && self.triage.trace.content.left_out > 0 {
            self.triage.trace.show_trace(&mut self.cx);
        }
        self.triage.trace.fit(&mut self.cx);
        if self.cx.panes.focus == Pane::Focal && !self.cx.has_focal_pane() {
            self.cx.panes.focus = Pane::Code;
        }
        for pane in [&mut self.triage.code, &mut self.triage.focal] {
            if (resized || dirty.layout) && !pane.is_scrolled && pane.source.open.is_none() {
                pane.show_failed_line(&mut self.cx);
            }
        }
        let selected = self.cx.lists.selected_id();
        if let Some(position) = dirty.scroll.as_ref().filter(|position| position.failure == selected) {
            (self.triage.code.offset, self.triage.code.column) = position.code;
            self.triage.code.is_scrolled = true;
            self.triage.trace.offset = position.trace_offset;
        }
        if dirty.arrived {
            self.triage.compare.show_compare_selected(&mut self.cx);
        }
        if resized || dirty.layout || dirty.search || dirty.trace || dirty.scroll.is_some() {
            for pane in Pane::DETAILS {
                self.triage.scroll(pane, 0, &mut self.cx);
            }
        }
    }

    fn derive_screen(&mut self, dirty: &Dirty) {
        match self.cx.screen {
            Screen::Triage => {}
            Screen::Quality => {
                // The lines of the results are as wide as their column.
                if dirty.lists || dirty.group || dirty.labels || dirty.layout {
                    self.quality.measure(&mut self.cx);
                }
                self.quality.scroll_quality(0, &mut self.cx);
                if dirty.layout || dirty.group {
                    self.oracles.lay(&mut self.cx);
                }
            }
            Screen::Groups => {
                if dirty.lists || dirty.labels {
                    self.table.sort_groups_again(&mut self.cx);
                }
                if dirty.layout {
                    self.table.fit_groups(&mut self.cx);
                }
            }
        }
    }
}
