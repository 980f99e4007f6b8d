//! What each action and each command does to the state.

use super::action::{Imported, RankedGroup};
use super::judging::{Mark, Replaced};
use super::keys::key::Key;
use super::keys::keymap::{Command, Context};
use super::layout::Pane;
use super::list::group::{Explanations, GroupState};
use super::page::Page;
use super::reading::beside::BesideText;
use super::reading::code::CodeView;
use super::reading::copy::Copied;
use super::{Action, Effect, Job, Judging, Message, Overlay, Phase, State};
use crate::model::Label;

/// Cells that one key press scrolls sideways.
const SIDEWAYS: isize = 8;

impl State {
    /// Changes the state by an event. Returns what is to be done about it.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        let by_hand = matches!(action, Action::Key(_) | Action::Mouse(_));
        let before = self.selected().map(|(failure, _)| failure).filter(|_| by_hand);
        self.act(action);
        if by_hand {
            self.note_jump(before);
        }
        self.keep_filter(by_hand);
        std::mem::take(&mut self.effects)
    }

    /// Has something done that takes longer than a frame; its answer comes as an event.
    pub(super) fn start(&mut self, job: Job) {
        self.effects.push(Effect::Job(Box::new(job)));
    }

    /// Has something done that only the runtime can do.
    pub(super) fn ask(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Key(key) => {
                self.rereading.wanted = None;
                self.key(key);
                if matches!(self.phase, Phase::Loading(_)) {
                    self.unread.of_results.extend(self.message.clone());
                }
            }
            Action::Mouse(mouse) => {
                self.resuming = false;
                self.rereading.wanted = None;
                self.mouse(mouse)
            }
            Action::Paste(text) => self.paste(&text),
            Action::Resize(width, height) => {
                self.screen = (width, height);
                self.fit()
            }
            Action::Progress(progress) => {
                if let Phase::Loading(shown) = &mut self.phase {
                    *shown = progress;
                }
            }
            Action::Imported(imported) => self.imported(imported),
            Action::Reloaded(reload) => self.reloaded(*reload),
            Action::Ranked(ranked) => self.ranked(ranked),
            Action::Signatures { group, signatures } => self.signed(group, signatures),
            Action::NearSignatures { group, clusters } => self.found_near(group, clusters),
            Action::Ordered { group, order, ranking } => self.ordered(group, order, ranking),
            Action::Explained { group, reasons } => {
                if let Some(state) = self.groups.get_mut(group) {
                    state.explanations = Some(Explanations::new(reasons));
                }
                if self.order.get(self.current) == Some(&group) {
                    self.show_why();
                }
            }
            Action::Projected { features, projection } => {
                self.projected(&features, projection);
            }
            Action::Contrasted { failure, sentences, near } => {
                self.reading.contrast = Some((failure, sentences, near));
                self.show_why();
                self.neighbours_known()
            }
            Action::OwnLines { group, lines } => {
                self.own_lines_found(group, lines);
            }
            Action::Terms { failure, terms } => {
                self.terms_found(failure, terms);
            }
            Action::Found { ticket, found } => self.found(ticket, found),
            Action::Sifted { ticket, found } => self.sifted(ticket, found),
            Action::TextsSorted { ticket, keys } => self.texts_sorted(ticket, keys),
            Action::Measured(measured) => self.measured(measured),
            Action::Highlighted { key, spans } => {
                self.reading.highlights.insert(key, spans);
            }
            Action::CodeRead(read) => {
                self.code_read(*read);
            }
            Action::Disagreements { annotators, found } => self.disagreements_found(&annotators, found),
            Action::Marked(marks) => self.marked(&marks),
            Action::Notice(_)
            | Action::Unsaid(_)
            | Action::ReloadSaid(_)
            | Action::Freshness(_)
            | Action::LookOnly(_) => self.told(action),
            Action::ThemeFollows(name) => self.theme_follows(name),
            Action::ThemeFailed { name, why } => {
                self.theme_failed(name, why);
            }
            Action::SourceRead { ticket, read } => self.source_read(ticket, read),
            Action::Edited => self.edited(),
            Action::Recorded { failure } => {
                self.judging.set_saved(failure, true);
            }
            Action::RecordFailed { failures, message } => {
                for failure in failures {
                    self.judging.set_saved(failure, false);
                }
                self.say(Message::error(message));
            }
        }
    }

    fn ranked(&mut self, ranked: RankedGroup) {
        let Some(group) = self.groups.get_mut(ranked.group) else { return };
        self.ranked += usize::from(!group.is_ranked());
        group.rank(ranked.features, ranked.ranking);
        self.refold(ranked.group);
        self.refresh_group(ranked.group);
        self.reading.contrast = None;
        if self.ranked == self.groups.len() || self.order.get(self.current) == Some(&ranked.group) {
            self.count_progress();
        }
        if self.order.get(self.current) != Some(&ranked.group) {
            return;
        }
        if self.resuming {
            self.resume();
        } else {
            self.show_selected();
        }
        self.follow_on_map();
    }

    /// Takes over labels that somebody else wrote.
    fn marked(&mut self, marks: &[(usize, Option<Mark>)]) {
        let replaced: Vec<Replaced> =
            marks.iter().map(|(failure, mark)| self.judging.replace(*failure, mark)).collect();
        let labels = |what: Replaced, word: &str| {
            let count = replaced.iter().filter(|&&replaced| replaced == what).count();
            let labels = if count == 1 { "label" } else { "labels" };
            (count > 0).then(|| format!("{count} {labels} {word} elsewhere"))
        };
        let words = [labels(Replaced::New, "came from"), labels(Replaced::Gone, "taken away")];
        let words: Vec<String> = words.into_iter().flatten().collect();
        if !words.is_empty() {
            self.count_progress();
            self.say(Message::info(words.join(", ")));
        }
        if self.page == Page::Groups {
            self.sort_groups_again();
        }
        self.make_map();
        self.measure()
    }

    fn imported(&mut self, imported: Imported) {
        self.phase = Phase::Ready;
        self.input = imported.input;
        let corpus = &imported.corpus;
        self.groups = corpus.groups.iter().map(|group| GroupState::new(group, &corpus.failures)).collect();
        self.order = self.groups_to_show();
        // Groups without failures have nothing to rank.
        self.ranked = self.groups.len() - self.order.len();
        self.corpus = imported.corpus;
        self.judging = Judging::new(imported.marks);
        self.reading.contrast = None;
        self.forget_terms();
        self.quality = None;
        self.disagreements.clear();
        for notice in imported.notices {
            self.say(notice);
        }
        self.say_of_results(imported.said_of_results);
        self.resuming = true;
        self.count_progress();
        self.show_selected();
        self.begin_offered_tour();
    }

    fn key(&mut self, key: Key) {
        self.resuming = false;
        self.show_next_message();
        let command = self.keys.command(key);
        // Whatever is open, these two do what they do everywhere, by keys that type nothing.
        match command {
            Some(Command::Quit) if key.ctrl => return self.ask(Effect::Quit),
            Some(Command::Suspend) if key.ctrl => return self.ask(Effect::Suspend),
            _ => {}
        }
        if self.layout().is_none() {
            // What is not seen is not judged either.
            if command == Some(Command::Quit) {
                self.ask(Effect::Quit);
            }
            return;
        }
        if self.tour_command(command) {
            return;
        }
        if self.overlay.is_none() {
            self.stop_waiting_for_match();
        }
        match self.overlay.take() {
            Some(overlay) => self.overlay_key(overlay, key),
            None => {
                let searching =
                    self.keys.command_in(Context::Searching, key).filter(|_| self.shows_matches());
                let in_list =
                    self.keys.command_in(Context::FoldedList, key).filter(|_| self.is_in_folded_list());
                let command = searching.or(in_list).or(command);
                if let Some(command) = command {
                    self.command_here(command);
                }
            }
        }
    }

    pub(super) fn command(&mut self, command: Command) {
        match command {
            Command::Triage => {}
            Command::Quality => return self.turn_to(Page::Quality),
            Command::Groups => return self.turn_to(Page::Groups),
            Command::Map => return self.turn_to(Page::Map),
            Command::Down => return self.move_in_focus(1),
            Command::Up => return self.move_in_focus(-1),
            Command::PageDown => return self.move_in_focus(self.half_page()),
            Command::PageUp => return self.move_in_focus(-self.half_page()),
            Command::First => return self.move_in_focus(isize::MIN),
            Command::Last => return self.move_in_focus(isize::MAX),
            Command::Left => self.scroll_sideways(-SIDEWAYS),
            Command::Right => self.scroll_sideways(SIDEWAYS),
            Command::NextCandidate => return self.step(1),
            Command::PreviousCandidate => return self.step(-1),
            Command::NextUnlabelled => return self.next_unlabelled(),
            Command::NextGroup => return self.next_group(1),
            Command::PreviousGroup => return self.next_group(-1),
            Command::JumpToRank => {
                self.overlay = Some(Overlay::Jump(super::overlay::editor::LineEditor::default()));
            }
            Command::TruePositive => return self.label(Label::TruePositive),
            Command::FalsePositive => return self.label(Label::FalsePositive),
            Command::Unsure => return self.label(Label::Unsure),
            Command::SignatureTruePositive => return self.label_signature(Label::TruePositive),
            Command::SignatureFalsePositive => return self.label_signature(Label::FalsePositive),
            Command::SignatureUnsure => return self.label_signature(Label::Unsure),
            Command::Clear => return self.clear_label(),
            Command::Note => self.open_note(),
            Command::Undo => return self.undo(),
            Command::Redo => return self.redo(),
            Command::ShowTest => return self.show_view(CodeView::Test),
            Command::ShowFocalMethod => return self.show_view(CodeView::FocalMethod),
            Command::ShowPrefix => return self.show_view(CodeView::Prefix),
            Command::UnfoldFrames => self.unfold_frames(),
            Command::OpenOrZoom if self.panes.focus == Pane::Trace => return self.open_source(),
            Command::ShowSource => return self.toggle_source(),
            Command::Search => return self.open_search(),
            Command::Filter => return self.open_filter(),
            Command::SortByColumn => self.overlay = Some(Overlay::Sort),
            Command::Palette => self.open_palette(),
            Command::SetMark => self.overlay = Some(Overlay::Mark { sets: true }),
            Command::GoToMark => self.overlay = Some(Overlay::Mark { sets: false }),
            Command::JumpBack => return self.travel(true),
            Command::JumpForward => return self.travel(false),
            Command::NextMatch | Command::NextFound => return self.step_match(true),
            Command::PreviousMatch | Command::PreviousFound => return self.step_match(false),
            Command::Edit => return self.edit(),
            Command::CopyTest => return self.copy(Copied::Test),
            Command::CopyTrace => return self.copy(Copied::Trace),
            Command::WrapLines => return self.toggle_wrap(),
            Command::MatchBrackets => return self.match_brackets(),
            Command::ShowTerms => return self.toggle_terms(),
            Command::TestBeside => return self.open_beside(BesideText::Tests),
            Command::TraceBeside => return self.open_beside(BesideText::Traces),
            Command::NextFold => return self.next_fold(),
            Command::ToggleSignature | Command::UnfoldSignature | Command::FoldSignature => {
                return self.fold_signature(command);
            }
            Command::NextDisagreement => return self.next_disagreement(),
            Command::NextOrder => return self.next_order(),
            Command::PaperOrder => return self.show_order(self.paper_order()),
            Command::RevealTruth => self.reveal_truth(),
            Command::ToggleFlaky => return self.toggle_flaky(),
            Command::MoreTop => self.change_top(self.top + 1),
            Command::FewerTop => self.change_top(self.top - 1),
            Command::NextPane => return self.focus_next(1),
            Command::PreviousPane => return self.focus_next(Pane::ALL.len() - 1),
            Command::Zoom | Command::OpenOrZoom => {
                self.panes.zoomed = !self.panes.zoomed;
                return self.fit();
            }
            Command::BorderLeft => return self.move_border(-1, 0),
            Command::BorderRight => return self.move_border(1, 0),
            Command::BorderUp => return self.move_border(0, -1),
            Command::BorderDown => return self.move_border(0, 1),
            Command::DefaultLayout => return self.reset_borders(),
            Command::Back => return self.back(),
            Command::Tour => return self.begin_tour(),
            Command::ChooseTheme => self.choose_theme(),
            Command::ToggleMouse => return self.ask(Effect::ToggleMouse),
            Command::Help => self.overlay = Some(Overlay::Help(0)),
            Command::Reload => return self.ask(Effect::Reload),
            Command::Suspend => return self.ask(Effect::Suspend),
            Command::Quit => return self.ask(Effect::Quit),
        }
    }

    /// Closes what was opened last: a source file, the search, the zoom, the pass through disagreements, another pane, the filter.
    fn back(&mut self) {
        if self.detail.source.is_some() {
            return self.close_source();
        }
        if self.finding.is_some() {
            return self.end_search();
        }
        if std::mem::take(&mut self.panes.zoomed) || self.end_pass() {
            return self.fit();
        }
        if self.panes.focus != Pane::Candidates {
            return self.focus(Pane::Candidates);
        }
        self.end_filter();
    }

    fn reveal_truth(&mut self) {
        self.truth_shown = !self.truth_shown;
        let known = self.corpus.failures.iter().any(|failure| failure.truth.is_some());
        self.message = Some(match (known, self.truth_shown) {
            (false, _) => {
                self.truth_shown = false;
                Message::info("nothing is known of a fixed version: start with --fixed and its results")
            }
            (true, true) => Message::warning("the truth is shown: labels given now are no longer blind"),
            (true, false) => Message::info("the truth is hidden"),
        });
    }

    fn change_top(&mut self, top: usize) {
        self.top = top.max(1);
        if self.listing.filtering.is_some() {
            self.refold_all();
        }
        self.count_progress();
        self.message = Some(Message::info(format!("top {}", self.top)));
        self.fit();
    }
}
