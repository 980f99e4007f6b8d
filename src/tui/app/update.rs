//! The update function: changes the state by an event.

use super::action::Effect;
use super::commands::{Command, Context};
use super::inputs::{Imported, RankedGroup};
use super::keys::key::Key;
use super::labelling::{Mark, Replaced};
use super::layout::Pane;
use super::lazy::Lazy;
use super::list::group::{Explanations, GroupState};
use super::{Action, App, Job, Labels, Message, Phase, Request};
use crate::model::FailureId;
use crate::tui::app::Screen;

impl App {
    /// Changes the state by an event. Returns what is to be done about it.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        let by_hand = matches!(action, Action::Key(_) | Action::Mouse(_));
        let before = self.session.selected().map(|(failure, _)| failure).filter(|_| by_hand);
        self.act(action);
        if by_hand {
            self.note_jump(before);
        }
        self.keep_filter(by_hand);
        self.derive();
        std::mem::take(&mut self.effects)
    }

    /// Has something done that takes longer than a frame; its answer comes as an event.
    pub(super) fn start(&mut self, job: Job) {
        self.effects.push(Effect::Job(Box::new(job)));
    }

    /// Has something done that only the runtime can do.
    pub(super) fn ask(&mut self, request: Request) {
        self.effects.push(Effect::Request(request));
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Key(key) => {
                self.rereading.wanted = None;
                self.key(key);
                if matches!(self.session.phase, Phase::Loading(_)) {
                    self.messages.of_results.extend(self.messages.current.clone());
                }
            }
            Action::Mouse(mouse) => {
                self.rereading.resuming = false;
                self.rereading.wanted = None;
                self.mouse(mouse);
            }
            Action::Paste(text) => self.paste(&text),
            Action::Resize(width, height) => {
                self.panes.size = (width, height);
                self.dirty.layout = true;
            }
            Action::Progress(progress) => {
                if let Phase::Loading(shown) = &mut self.session.phase {
                    *shown = progress;
                }
            }
            Action::Imported(imported) => self.imported(imported),
            Action::Reloaded(reload) => self.reloaded(*reload),
            Action::Ranked(ranked) => self.ranked(ranked),
            Action::Signatures { group, signatures } => self.signatures_found(group, signatures),
            Action::NearSignatures { group, clusters } => self.found_near(group, clusters),
            Action::Ordered { group, order, ranking } => self.ordered(group, order, ranking),
            Action::Explained { group, reasons } => {
                if let Some(state) = self.session.groups.get_mut(group) {
                    state.explanations = Lazy::Ready(Explanations::new(reasons));
                }
                self.dirty.reasons = true;
            }
            Action::Projected { features, projection } => {
                self.projected(&features, projection);
            }
            Action::Contrasted { failure, sentences, near } => {
                self.triage.viewer.contrast = Some((failure, sentences, near));
                self.dirty.reasons = true;
                self.neighbours_known();
            }
            Action::DistinctLines { group, lines } => {
                self.distinct_lines_found(group, lines);
            }
            Action::Terms { failure, terms } => {
                self.terms_found(failure, terms);
            }
            Action::Found { ticket, found } => self.found(ticket, found),
            Action::Filtered { ticket, found } => self.filtered(ticket, found),
            Action::TextsSorted { ticket, keys } => self.texts_sorted(ticket, keys),
            Action::Measured(measured) => self.measured(measured),
            Action::Highlighted { key, spans } => {
                self.triage.viewer.highlights.insert(key, spans);
            }
            Action::CodeAnalysed(read) => {
                self.code_read(*read);
            }
            Action::Disagreements { annotators, found } => self.disagreements_found(&annotators, found),
            Action::Marked(marks) => self.marked(&marks),
            Action::Notice(_)
            | Action::Unsaid(_)
            | Action::ReloadSaid(_)
            | Action::Freshness(_)
            | Action::LookOnly(_) => self.show_message_of(action),
            Action::ThemeFollows(name) => self.theme_follows(name),
            Action::ThemeFailed { name, why } => {
                self.theme_failed(name, why);
            }
            Action::SourceRead { ticket, read } => self.source_read(ticket, read),
            Action::Edited => self.edited(),
            Action::Recorded { failure } => {
                self.session.labels.set_saved(failure, true);
            }
            Action::RecordFailed { failures, message } => {
                for failure in failures {
                    self.session.labels.set_saved(failure, false);
                }
                self.say(Message::error(message));
            }
        }
    }

    fn ranked(&mut self, ranked: RankedGroup) {
        let Some(group) = self.session.groups.get_mut(ranked.group) else { return };
        self.session.ranked += usize::from(!group.is_ranked());
        group.rank(ranked.features, ranked.ranking);
        self.refold(ranked.group);
        self.refresh_group(ranked.group);
        let is_shown = self.session.order.get(self.session.current) == Some(&ranked.group);
        self.dirty.group |= is_shown || self.session.ranked == self.session.groups.len();
        if !is_shown {
            return;
        }
        self.triage.viewer.contrast = None;
        self.dirty.selection = true;
        if self.rereading.resuming {
            self.resume();
        }
    }

    /// Takes over labels that somebody else wrote.
    fn marked(&mut self, marks: &[(FailureId, Option<Mark>)]) {
        let replaced: Vec<Replaced> =
            marks.iter().map(|(failure, mark)| self.session.labels.replace(*failure, mark)).collect();
        let labels = |what: Replaced, word: &str| {
            let count = replaced.iter().filter(|&&replaced| replaced == what).count();
            let labels = if count == 1 { "label" } else { "labels" };
            (count > 0).then(|| format!("{count} {labels} {word} elsewhere"))
        };
        let words = [labels(Replaced::New, "came from"), labels(Replaced::Gone, "taken away")];
        let words: Vec<String> = words.into_iter().flatten().collect();
        if !words.is_empty() {
            self.say(Message::info(words.join(", ")));
        }
        self.dirty.labels = true;
    }

    fn imported(&mut self, imported: Imported) {
        self.session.phase = Phase::Ready;
        self.session.input = imported.input;
        let corpus = &imported.corpus;
        self.session.groups =
            corpus.groups.iter().map(|group| GroupState::new(group, &corpus.failures)).collect();
        self.session.order = self.groups_to_show();
        // Groups without failures have nothing to rank.
        self.session.ranked = self.session.groups.len() - self.session.order.len();
        self.session.corpus = imported.corpus;
        self.session.labels = Labels::new(imported.marks);
        self.triage.viewer.contrast = None;
        self.forget_terms();
        self.quality.measured = None;
        self.triage.disagreements.clear();
        for notice in imported.notices {
            self.say(notice);
        }
        self.say_of_results(imported.said_of_results);
        self.rereading.resuming = true;
        (self.dirty.lists, self.dirty.selection) = (true, true);
        self.begin_offered_tour();
    }

    fn key(&mut self, key: Key) {
        self.rereading.resuming = false;
        self.show_next_message();
        let command = self.keys.command(key);
        // Whatever is open, these two do what they do everywhere, by keys that type nothing.
        match command {
            Some(Command::Quit) if key.ctrl => return self.ask(Request::Quit),
            Some(Command::Suspend) if key.ctrl => return self.ask(Request::Suspend),
            _ => {}
        }
        if self.layout().is_none() {
            // What is not seen is not judged either.
            if command == Some(Command::Quit) {
                self.ask(Request::Quit);
            }
            return;
        }
        if self.tour_command(command) {
            return;
        }
        if self.modal.is_none() {
            self.stop_waiting_for_match();
        }
        match self.modal.take() {
            Some(overlay) => self.modal_key(overlay, key),
            None => {
                let searching =
                    self.keys.command_in(Context::Searching, key).filter(|_| self.shows_matches());
                let in_list =
                    self.keys.command_in(Context::FoldedList, key).filter(|_| self.is_in_folded_list());
                let command = searching.or(in_list).or(command);
                if let Some(command) = command {
                    self.run(command);
                }
            }
        }
    }

    /// Closes what was opened last: a source file, the search, the zoom, the pass through disagreements, another pane, the filter.
    /// On another screen than triage the search, or else the screen.
    pub(super) fn back(&mut self) {
        if self.screen != Screen::Triage {
            return if self.is_searching() { self.end_search() } else { self.turn_to(Screen::Triage) };
        }
        if self.triage.detail.source.is_some() {
            return self.close_source();
        }
        if self.session.search.is_some() {
            return self.end_search();
        }
        if std::mem::take(&mut self.panes.zoomed) || self.end_pass() {
            self.dirty.layout = true;
            return;
        }
        if self.panes.focus != Pane::Candidates {
            return self.focus(Pane::Candidates);
        }
        self.end_filter();
    }

    /// Gives the focused pane the whole screen, or takes it back.
    pub(super) fn toggle_zoom(&mut self) {
        self.panes.zoomed = !self.panes.zoomed;
        self.dirty.layout = true;
    }

    /// Leads from the list into the code, opens the source of a frame, and zooms any other pane.
    pub(super) fn open_or_zoom(&mut self) {
        match self.panes.focus {
            Pane::Candidates => self.focus(Pane::Code),
            Pane::Trace => self.open_source(),
            Pane::Code | Pane::Why => self.toggle_zoom(),
        }
    }

    /// Hides what the fixed version says, or shows it.
    pub(super) fn reveal_truth(&mut self) {
        self.session.truth_shown = !self.session.truth_shown;
        self.dirty.labels = true;
        let known = self.session.corpus.failures.iter().any(|failure| failure.truth.is_some());
        self.messages.current = Some(match (known, self.session.truth_shown) {
            (false, _) => {
                self.session.truth_shown = false;
                Message::info("nothing is known of a fixed version: start with --fixed and its results")
            }
            (true, true) => Message::warning("the truth is shown: labels given now are no longer blind"),
            (true, false) => Message::info("the truth is hidden"),
        });
    }

    pub(super) fn change_top(&mut self, top: usize) {
        self.session.list.top = top.max(1);
        if self.session.list.active_filter.is_some() {
            self.refold_all();
        }
        (self.dirty.lists, self.dirty.layout) = (true, true);
        self.messages.current = Some(Message::info(format!("top {}", self.session.list.top)));
    }
}
