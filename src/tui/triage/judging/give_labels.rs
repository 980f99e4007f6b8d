//! Giving labels and notes, undoing them, and moving to the next failure that needs one.

use super::{Changed, Mark, NewJudgements, Replaced};
use crate::model::{FailureId, Judgement, Verdict};
use crate::tui::core::action::Effect;
use crate::tui::core::messages::MessageKind;
use crate::tui::modal::prompt::LineEditor;
use crate::tui::triage::list::fold::Fold;
use crate::tui::triage::list::group::ListRows;
use crate::tui::{App, Command, Cx, GroupState, Judging, Lists, Message, Modal, Request, Screen, text};

/// The end of a search for unlabelled rows that goes to the end of the top K.
const TOP: Option<usize> = Some(usize::MAX);

impl Judging {
    /// Returns the judgements that the person makes now, of those failures for which they change anything.
    fn judgements(&self, failures: Vec<FailureId>, verdict: Verdict, by_signature: bool) -> NewJudgements {
        let labels = &self.labels;
        let informed = self.truth_shown || labels.shown_judge().is_some();
        failures
            .into_iter()
            .filter(|&failure| {
                labels.verdict(failure) != Some(verdict) || labels.is_by_signature(failure) != by_signature
            })
            .map(|failure| {
                let (note, Verdict { label, reason }) = (labels.note(failure).to_owned(), verdict);
                (failure, Judgement { label: Some(label), reason, note, by_signature, informed })
            })
            .collect()
    }

    /// Returns the first unlabelled row of this group, from the index `from` to the end of the top K, or of the list if
    /// the index `here` is below the top K; and then from the beginning of the top K.
    fn unlabelled_in_group(&self, lists: &Lists, here: usize, from: usize) -> Option<usize> {
        let rows = lists.list_rows();
        let is_in_top = rows.position(here).is_some_and(|position| rows.is_in_top(position));
        let below = self.unlabelled(lists, lists.current, from, TOP.filter(|_| is_in_top));
        below.or_else(|| self.unlabelled(lists, lists.current, 0, Some(here)))
    }

    /// Returns true if the failure in a row of a group's list has a label that counts, and so have all tests of
    /// its folded signature.
    pub(crate) fn is_done(&self, group: &GroupState, rows: ListRows<'_>, index: usize) -> bool {
        let has_label = |position: usize| {
            group.failure_at(position).is_none_or(|failure| self.labels.label(failure).is_some())
        };
        match rows.folded {
            Some(folded) => folded
                .is_judged(index)
                .unwrap_or_else(|| folded.represented(index).iter().all(|&position| has_label(position))),
            None => rows.position(index).is_none_or(has_label),
        }
    }

    /// Returns the position of the first row from the index `from` on whose failure has no label that counts,
    /// in the top K and above the index `before`, or in the whole list; a folded signature is done when all its
    /// tests have one.
    fn unlabelled(&self, lists: &Lists, group: usize, from: usize, before: Option<usize>) -> Option<usize> {
        let group = &lists.groups[*lists.order.get(group)?];
        let rows = ListRows::of(group, lists.top());
        let to = before.map_or(rows.shown(), |index| rows.in_top().min(index));
        (from..to)
            .filter(|index| {
                before.is_none() || rows.position(*index).is_some_and(|position| rows.is_in_top(position))
            })
            .find(|&index| !self.is_done(group, rows, index))
            .and_then(|index| rows.position(index))
    }
}

impl Lists {
    fn judged_in_words(&self, group: usize) -> String {
        let (looks, top) = (self.looks_at(&self.groups[group]).count(), self.top());
        let causes = if self.counts_causes() { " causes" } else { "" };
        if self.listing.active_filter.is_some() {
            "no failure that passes the filter is left to judge".to_owned()
        } else if looks <= top {
            format!("all {looks}{causes} are judged")
        } else if causes.is_empty() {
            format!("the top {top} is judged")
        } else {
            format!("the first {top} causes are judged")
        }
    }

    fn nothing_left(&self) -> String {
        if self.listing.active_filter.is_some() {
            return format!("no failure that passes the filter is left to judge in the top {}", self.top());
        }
        let groups = match self.order.len() {
            1 => String::new(),
            2 => " of both groups".to_owned(),
            n => format!(" of all {n} groups"),
        };
        let top = self.top();
        let (all, first) = if self.counts_causes() {
            ("all causes", format!("first {top} causes"))
        } else {
            ("all failures", format!("top {top}"))
        };
        if self.is_across() || self.groups.iter().all(|group| self.looks_at(group).nth(top).is_none()) {
            return format!("{all}{groups} are judged");
        }
        format!("{first}{groups} judged · {{quality}}: what is next")
    }
}

impl Cx {
    /// Rejects labels for the given reason, because they can't be saved.
    pub(in crate::tui) fn only_look(&mut self, why: &str) {
        let why = format!("read-only; start with --labels PATH to label: {why}");
        self.messages.say(Message::warning(why.clone()));
        self.judging.look_only = Some(why);
    }

    /// Labels the tests of the selected signature, but those with a label of their own: a person read them.
    fn label_signature(&mut self, verdict: Verdict) {
        let Some((selected, _)) = self.lists.selected() else { return };
        let Some(tests) = self.lists.signature_of_selected() else { return };
        let labels = &self.judging.labels;
        let (own, free): (Vec<FailureId>, Vec<FailureId>) = tests
            .into_iter()
            .partition(|&failure| labels.label(failure).is_some() && !labels.is_by_signature(failure));
        let is_judged = !free.is_empty();
        let judgements = self.judging.judgements(free, verdict, true);
        let kept = match own.len() {
            0 => String::new(),
            1 => "; 1 keeps its individual label".to_owned(),
            n => format!("; {n} keep their individual labels"),
        };
        let tests = match judgements.len() {
            0 if is_judged => {
                let name = self.lists.verdict_words().name(verdict);
                return self.messages.info(format!("already judged: {name}{kept}"));
            }
            0 => return self.messages.info(format!("there is nothing to label{kept}")),
            1 => "1 test".to_owned(),
            n => format!("{n} tests"),
        };
        self.record(selected, judgements);
        let undo = self.keys.shown(Command::Undo);
        let name = self.lists.verdict_words().name(verdict);
        let alike = if self.lists.counts_causes() { "cause" } else { "signature" };
        let message = format!("{tests} of the {alike} judged {name}{kept} ({undo} undoes it)");
        let goes_on = self.move_on();
        self.say(message, goes_on);
    }

    /// Saves judgements, given while `at` is selected: one undo reverts all of them.
    fn record(&mut self, at: FailureId, judgements: NewJudgements) {
        self.judging.labels.judge(at, judgements.clone(), None);
        self.ask(Request::Record { judgements, is_decision: false });
    }

    pub(in crate::tui) fn go_to_failure(&mut self, failure: FailureId) {
        self.keep_listed(failure);
        // A hidden failure can't be selected.
        let Some((group, position)) = self.lists.place_of(failure) else { return };
        self.lists.current = group;
        self.select(position);
    }

    /// Moves on in this group, from the selection to the end of the top K, then from its beginning. Below the top K,
    /// it moves further down and not back up. Then follow the groups after this one, and those before it.
    /// Returns false if nothing is left.
    fn move_on(&mut self) -> bool {
        let looks = self.judging.looks.len();
        self.judging.count_progress(&mut self.lists);
        if self.lists.is_across() {
            if self.judging.looks.len() > looks {
                self.say_what_is_usual();
            }
            return self.move_on_across();
        }
        let here = self.lists.list_rows().index_of(self.lists.selected_position());
        if let Some(position) = self.judging.unlabelled_in_group(&self.lists, here, here + 1) {
            self.select(position);
            return true;
        }
        let groups = self.lists.order.len();
        for step in 1..groups {
            let group = (self.lists.current + step) % groups;
            self.update_rows(self.lists.order[group]);
            if let Some(position) = self.judging.unlabelled(&self.lists, group, 0, TOP) {
                self.lists.current = group;
                self.select(position);
                return true;
            }
        }
        false
    }

    /// Says what was done; if that ended the work, a card summarizes it, unless there is more behind a filter.
    fn say(&mut self, text: String, goes_on: bool) {
        let ends =
            !goes_on && self.lists.listing.active_filter.is_none() && self.judging.labels_file.is_some();
        let kind = if ends { MessageKind::Summary } else { MessageKind::Info };
        let text = if ends { self.keys.fill(&self.lists.nothing_left()) } else { text };
        self.messages.current = Some(Message { kind, text });
    }

    /// Labels the marked rows; without any, the selected failure, or all tests of the selected folded signature.
    pub(in crate::tui) fn judge(&mut self, verdict: impl Into<Verdict>) {
        let verdict = verdict.into();
        if !self.judging.marked_rows.is_empty() {
            self.label_marked_rows(verdict);
        } else if self.lists.is_on_folded_row() && self.judging.disagreement(&self.lists).is_none() {
            self.label_signature(verdict);
        } else {
            self.label(verdict);
        }
    }

    /// Marks the selected row and goes to the next one, or removes its mark.
    pub(in crate::tui) fn toggle_row(&mut self) {
        let failures = if self.lists.is_on_folded_row() {
            self.lists.signature_of_selected().unwrap_or_default()
        } else {
            self.lists.selected_id().into_iter().collect()
        };
        let marked = &mut self.judging.marked_rows;
        let is_marked = failures.iter().all(|failure| marked.contains(failure));
        if is_marked {
            marked.retain(|failure| !failures.contains(failure));
        } else {
            marked.extend(failures);
        }
        let message = match marked.len() {
            0 => "no row is marked".to_owned(),
            count => format!(
                "{} marked: {{true-positive}} {{false-positive}} {{unsure}} label all of them, {{back}} clears the marks",
                text::plural(count, "failure")
            ),
        };
        self.messages.info(self.keys.fill(&message));
        if !is_marked {
            self.step(1);
        }
    }

    /// Labels all marked failures, and goes to the next unlabelled one unless one is already selected.
    fn label_marked_rows(&mut self, verdict: Verdict) {
        let marked: Vec<FailureId> = std::mem::take(&mut self.judging.marked_rows).into_iter().collect();
        let Some(&first) = marked.first() else { return };
        let judgements = self.judging.judgements(marked, verdict, false);
        let name = self.lists.verdict_words().name(verdict);
        if judgements.is_empty() {
            return self.messages.info(format!("they are already judged {name}"));
        }
        let count = text::plural(judgements.len(), "failure");
        self.record(first, judgements);
        let selected = self.lists.selected().and_then(|(failure, _)| self.judging.labels.label(failure));
        let message = self.keys.fill(&format!("{count} judged {name} ({{undo}} undoes it)"));
        let goes_on = selected.is_none() || self.move_on();
        self.say(message, goes_on);
    }

    /// Labels the selected failure and moves on to the next unlabelled one.
    fn label(&mut self, verdict: Verdict) {
        if self.decide(verdict) {
            return;
        }
        let Some((failure, _)) = self.lists.selected() else { return };
        let before = self.judging.labels.verdict(failure);
        let words = self.lists.verdict_words();
        let judgements = self.judging.judgements(vec![failure], verdict, false);
        if judgements.is_empty() {
            return self.messages.info(format!("already judged: {}", words.name(verdict)));
        }
        self.record(failure, judgements);
        if let Some(before) = before.filter(|&before| before != verdict) {
            // After correcting a label, the selection stays.
            let (from, to) = (words.name(before), words.name(verdict));
            let undo = self.keys.shown(Command::Undo);
            return self.messages.info(format!("changed from {from} to {to} ({undo} undoes it)"));
        }
        let group = self.lists.current;
        if !self.move_on() {
            self.say(self.keys.fill(&self.lists.nothing_left()), false);
        } else if self.lists.current != group && !self.lists.is_across() {
            let [from, to] = [self.lists.order[group], self.lists.order[self.lists.current]];
            let [left, now] =
                [from, to].map(|index| self.lists.group_title(&self.lists.corpus.groups[index]));
            let judged = self.lists.judged_in_words(from);
            let undo = self.keys.shown(Command::Undo);
            self.messages.info(format!("{left}: {judged}; now {now} ({undo} takes the label back)"));
        }
    }

    /// Removes the selected failure's label; its note stays.
    pub(in crate::tui) fn clear_label(&mut self) {
        let Some((failure, _)) = self.lists.selected() else { return };
        if self.judging.disagreement(&self.lists).is_some() {
            return self.messages.info(self.keys.fill(
                "{true-positive}, {false-positive} and {unsure} decide, {undo} undoes it; all individual labels stay",
            ));
        }
        match self.judging.labels.mark(failure) {
            Some(mark) if mark.stale => {
                self.messages
                    .info("this label was given to another text of the test; a new label replaces it");
            }
            Some(mark) if mark.judgement.label.is_some() => {
                let judgement = Judgement { note: mark.judgement.note.clone(), ..Judgement::default() };
                self.record(failure, vec![(failure, judgement)]);
            }
            _ => self.messages.info("there is no label to clear"),
        }
    }

    /// Saves a note; the label does not change.
    pub(in crate::tui) fn keep_note(&mut self, failure: FailureId, note: &str) {
        let note = note.trim().to_owned();
        if self.judging.labels.note(failure) == note || self.note_on_decision(failure, &note) {
            return;
        }
        // A note does not change a label that counts.
        let mark = self.judging.labels.mark(failure).filter(|mark| !mark.stale);
        let judgement = mark.map(|mark| mark.judgement.clone()).unwrap_or_default();
        self.record(failure, vec![(failure, Judgement { note, ..judgement })]);
    }

    pub(in crate::tui) fn undo(&mut self) {
        let changed = self.judging.labels.undo();
        self.show_changed(changed, "undo", "undone");
    }

    pub(in crate::tui) fn redo(&mut self) {
        let changed = self.judging.labels.redo();
        self.show_changed(changed, "redo", "redone");
    }

    fn show_changed(&mut self, changed: Option<Changed>, what: &str, done: &str) {
        let Some(Changed { at, judgements, decision, note_only, is_earlier }) = changed else {
            return self.messages.info(format!("nothing to {what}"));
        };
        // On the row of a signature only one of its tests may have changed.
        let failure = if let [(failure, _)] = judgements[..] { failure } else { at };
        let state = match self.judging.labels.label(failure) {
            _ if note_only && judgements.len() == 1 => match self.judging.labels.note(failure) {
                "" => "now without a note".to_owned(),
                note => format!("the note is now \u{201c}{note}\u{201d}"),
            },
            _ if judgements.len() > 1 => format!("the labels of {} tests", judgements.len()),
            Some(label) => format!("now {}", self.lists.verdict_words().name(label)),
            None => "now without a label".to_owned(),
        };
        for (failure, judgement) in judgements.iter().filter(|_| decision) {
            self.judging.show_decision(*failure, judgement);
        }
        self.ask(Request::Record { judgements, is_decision: decision });
        self.go_to_failure(at);
        let done = if is_earlier {
            format!("{done} the label before, because the test of the last one is no longer in the list")
        } else {
            done.to_owned()
        };
        self.messages.info(format!("{done}: {state}"));
    }

    /// Takes over labels that another program has changed, and says how many.
    pub(in crate::tui) fn take_marks(&mut self, marks: &[(FailureId, Option<Mark>)]) {
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
    }

    pub(in crate::tui) fn reveal_truth(&mut self) {
        let known = self.results.knows_truth();
        self.judging.truth_shown = known && !self.judging.truth_shown;
        self.judging.counted.all_stale = true;
        // While it is shown, the header says so.
        let hidden = if known {
            "the truth is hidden"
        } else {
            "The truth is unknown. Give results of a fixed version: --fixed PATH"
        };
        self.messages.current = (!self.judging.truth_shown).then(|| Message::info(hidden));
    }
}

impl App {
    pub(in crate::tui) fn open_note(&mut self) {
        if let Some((failure, _)) = self.cx.lists.selected() {
            let editor = LineEditor::new(self.cx.judging.labels.note(failure));
            self.modal = Some(Modal::Note { failure, editor });
        }
    }

    /// Saves the typed part of a note when the program is about to end.
    pub(crate) fn keep_open_note(&mut self) -> Vec<Effect> {
        if let Some(Modal::Note { failure, editor }) = self.modal.take() {
            self.cx.keep_note(failure, editor.text());
        }
        std::mem::take(&mut self.cx.effects)
    }

    /// Goes to the next unlabelled failure of the top K, in this or the next group, and shows it.
    pub(in crate::tui) fn next_unlabelled(&mut self) {
        if !self.cx.move_on() {
            match self.cx.judging.unlabelled(&self.cx.lists, self.cx.lists.current, 0, TOP) {
                Some(_) => self.cx.messages.info("this is the last one to judge"),
                None => self.cx.say(self.cx.keys.fill(&self.cx.lists.nothing_left()), false),
            }
        }
        self.turn_to(Screen::Triage);
    }

    /// Resumes at the first unlabelled failure of all groups, until the order over them is known and its
    /// group is ranked.
    fn resume_across(&mut self) {
        self.cx.derive_across();
        if let Some(row) = self.cx.judging.unlabelled_across(&self.cx.lists, 0, usize::MAX) {
            self.cx.select_across(row);
        } else if self.cx.lists.is_across() {
            self.cx.messages.say(Message::info(self.cx.keys.fill(&self.cx.lists.nothing_left())));
            self.cx.select_across(0);
        }
        self.rereading.resuming = self.cx.lists.waits_for_order_across();
    }

    /// Resumes at the first unlabelled failure of the top K; waits at a group that is not ranked yet, or whose rows are not known,
    /// because it is to be folded.
    pub(in crate::tui) fn resume(&mut self) {
        if self.cx.lists.across.is_wanted && self.cx.lists.order.len() > 1 {
            return self.resume_across();
        }
        let folds = self.cx.lists.listing.fold != Fold::Off;
        while let Some((_, group)) = self.cx.lists.current_group() {
            let has_rows = group.is_ranked() && (!folds || group.signatures.exact.is_some());
            if !has_rows {
                return;
            }
            self.cx.update_current_rows();
            if let Some(position) = self.cx.judging.unlabelled(&self.cx.lists, self.cx.lists.current, 0, TOP)
            {
                self.rereading.resuming = false;
                return self.cx.select(position);
            }
            if self.cx.lists.current + 1 == self.cx.lists.order.len() {
                self.rereading.resuming = false;
                let message = self.cx.keys.fill(&self.cx.lists.nothing_left());
                self.cx.messages.say(Message::info(message));
                return self.cx.go_to_group(0);
            }
            self.cx.lists.current += 1;
        }
    }
}
