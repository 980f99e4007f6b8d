//! The update function: handles an event, then makes again what the next frame needs.
//!
//! ```text
//! key, mouse, answer ──App::update──▶ a command or an owner changes the state ──▶ App::derive ──▶ effects for the runtime
//! ```
//!
//! No command says what it has changed: `derive` compares the state with that of the last frame. Colours of the current
//! selection are requested here as well.

use std::sync::Arc;

use super::action::{Effect, SignedGroup};
use crate::lang::Grammar;
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::core::command::table::{Command, Context};
use crate::tui::frame::layout::Pane;
use crate::tui::triage::code::DocumentKey;
use crate::tui::triage::compare::TestText;
use crate::tui::triage::list::group::Explanations;
use crate::tui::triage::panes;
use crate::tui::{
    Action, App, Cx, Imported, Job, Labels, Lazy, Message, MouseKind, Oracles, Phase, RankedGroup, Request,
    Screen, Triage,
};

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
}

impl Triage {
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
        self.cx.update_current_rows();
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
                self.basis.forget();
            }
            Action::Progress(progress) => {
                if let Phase::Loading(shown) = &mut self.cx.results.phase {
                    *shown = progress;
                }
            }
            Action::Imported(imported) => self.imported(imported),
            Action::Reloaded(reload) => self.reloaded(*reload),
            Action::Ranked(ranked) => self.ranked(ranked),
            Action::Signatures(signed) => self.signatures_found(signed),
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
            }
            Action::Contrasted { failure, sentences, near } => {
                self.cx.contrasted(failure, sentences, near);
                self.triage.compare.neighbours_known(&mut self.cx);
            }
            Action::DistinctLines { group, lines } => self.cx.distinct_lines_found(group, lines),
            Action::Found { ticket, found } => self.found(ticket, found),
            Action::Filtered { ticket, found } => self.cx.filtered(ticket, found),
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
            Action::Measured(measured) => self.progress.measured = Some(measured),
            Action::Assessed(assessed) => self.oracles.assessed(assessed, &mut self.cx),
            Action::Highlighted { key, spans } => self.cx.details.highlights.insert(key, spans),
            Action::CodeAnalysed(read) => {
                self.triage.focal.code_read(&read, &mut self.cx);
                self.triage.code.code_read(&read, &mut self.cx);
            }
            Action::Disagreements { annotators, found } => self.cx.disagreements_found(&annotators, found),
            Action::Marked(marks) => self.cx.take_marks(&marks),
            Action::ProgramWrote { ticket, lines } => self.command_wrote(ticket, lines),
            Action::ProgramEnded { ticket, how, is_well } => self.command_ended(ticket, how, is_well),
            Action::Written(message) => self.cx.messages.current = Some(message),
            Action::LabelsFileCreated(message) => self.cx.messages.add(message),
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

    fn signatures_found(&mut self, signed: SignedGroup) {
        self.table.signatures_found(signed, &mut self.cx);
        if self.rereading.resuming {
            self.resume();
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
        if !is_shown {
            return;
        }
        self.cx.details.contrast = None;
        if self.rereading.resuming {
            self.resume();
        }
    }

    fn imported(&mut self, mut imported: Imported) {
        self.cx.lists.listing.order = imported.order.unwrap_or(self.cx.lists.listing.order);
        self.cx.take_results(&mut imported);
        // Groups without failures have nothing to rank.
        self.cx.lists.ranked = self.cx.lists.groups.len() - self.cx.lists.order.len();
        if let Some(across) = imported.across {
            self.cx.take_across(across);
        }
        self.cx.judging.labels = Labels::new(imported.marks);
        self.cx.judging.labels.marks.judge = imported.judge;
        self.cx.judging.labels.marks.before = imported.before;
        self.progress.measured = None;
        self.oracles = Oracles::default();
        self.cx.judging.disagreements.clear();
        self.cx.judging.marked_rows.clear();
        for notice in imported.notices {
            self.cx.messages.say(notice);
        }
        self.cx.messages.say_of_results(imported.said_of_results);
        self.rereading.resuming = true;
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
    /// another pane, the filter. On another screen than triage, closes the search, the filter of groups, or
    /// else the screen.
    pub(crate) fn back(&mut self) {
        if self.cx.screen != Screen::Triage {
            return if self.is_searching() {
                self.end_search();
            } else if self.ends_filter() {
                self.cx.end_filter();
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
            return;
        }
        if self.cx.panes.focus != Pane::List {
            return self.cx.focus(Pane::List);
        }
        self.cx.end_filter();
    }
}
