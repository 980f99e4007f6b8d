//! Stepping through the disagreements of annotators: all labels and notes are shown with the failure, and a decision
//! can be made.
//!
//! `next disagreement` requests the disagreements; while they are stepped through, `t`, `f` and `u` on one of
//! them decide it and move to the next. A decision is written to this user's journal as such (see
//! [`LabelEvent::decision`](crate::model::LabelEvent::decision)): it counts for everyone, and all independent
//! labels stay, so that agreement can still be measured.

use crate::labels::Opinion;
use crate::model::{Corpus, FailureId, Judgement, Verdict};
use crate::tui::{Cx, Judging, Lists, Request};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreed {
    pub failure: FailureId,
    pub opinions: Vec<Opinion>,
    pub decision: Option<Opinion>,
}

/// The annotator's name for a decision just made by this user.
const YOU: &str = "you";

/// The maximum number of opinions shown in the panel.
const MOST_OPINIONS: usize = 4;

impl Lists {
    /// Returns the position of a failure's group on the screen and of the failure in it.
    pub(in crate::tui) fn place_of(&self, failure: FailureId) -> Option<(usize, usize)> {
        let index = self.group_of(failure)?;
        let group = self.order.iter().position(|&group| group == index)?;
        Some((group, self.groups[index].position_of(failure)?))
    }
}

impl Judging {
    /// Returns the disagreement on the selected failure, and its number, while they are stepped through.
    pub fn disagreement(&self, lists: &Lists) -> Option<(usize, &Disagreed)> {
        let (failure, _) = lists.selected()?;
        self.disagreements.iter().enumerate().find(|(_, disagreed)| disagreed.failure == failure)
    }

    /// Returns the number of rows of the panel at the bottom of the screen: its title and the opinions.
    pub(crate) fn disagreement_rows(&self) -> u16 {
        let most = self.disagreements.iter().map(|disagreed| disagreed.opinions.len()).max().unwrap_or(0);
        let rows = if most == 0 { 0 } else { 1 + most.min(MOST_OPINIONS) };
        u16::try_from(rows).unwrap_or(0)
    }

    pub fn undecided(&self) -> usize {
        self.disagreements.iter().filter(|disagreed| disagreed.decision.is_none()).count()
    }

    /// Updates the disagreements after a reload: those whose failures have not changed are kept.
    pub(in crate::tui) fn keep_disagreements(
        &mut self,
        old: &Corpus,
        new: &Corpus,
        moved: impl Fn(FailureId) -> Option<FailureId>,
    ) {
        self.disagreements = std::mem::take(&mut self.disagreements)
            .into_iter()
            .filter_map(|disagreed| {
                let failure = moved(disagreed.failure)?;
                let is_same = old.failures[disagreed.failure].identity() == new.failures[failure].identity();
                is_same.then_some(Disagreed { failure, ..disagreed })
            })
            .collect();
    }

    /// Shows the result of a decision, an undo or a redo.
    pub(in crate::tui) fn show_decision(&mut self, failure: FailureId, judgement: &Judgement) {
        if let Some(disagreed) = self.disagreements.iter_mut().find(|disagreed| disagreed.failure == failure)
        {
            disagreed.decision =
                judgement.label.map(|_| Opinion { annotator: YOU.to_owned(), judgement: judgement.clone() });
        }
    }
}

impl Cx {
    pub(in crate::tui) fn next_disagreement(&mut self) {
        if self.judging.disagreements.is_empty() {
            self.ask(Request::FindDisagreements);
        } else {
            self.go_on_deciding();
        }
    }

    pub(crate) fn disagreements_found(&mut self, annotators: &[String], mut found: Vec<Disagreed>) {
        if found.is_empty() {
            return self.messages.info(match annotators {
                [] => "no one has judged anything yet".to_owned(),
                [one] => format!("only {one} has judged so far: there is no one to disagree with"),
                several => format!("no disagreement among {}", several.join(", ")),
            });
        }
        found.sort_by_key(|disagreed| self.lists.place_of(disagreed.failure));
        self.judging.disagreements = found;
        self.go_on_deciding();
    }

    /// Goes to the next disagreement that is not decided; if all are decided, to the next one.
    fn go_on_deciding(&mut self) {
        let here = self.judging.disagreement(&self.lists).map(|(number, _)| number);
        let count = self.judging.disagreements.len();
        let after = here.map_or(0, |number| number + 1);
        let all_decided = self.judging.undecided() == 0;
        let next = (0..count)
            .map(|step| (after + step) % count)
            .find(|&number| all_decided || self.judging.disagreements[number].decision.is_none());
        let Some(next) = next else { return };
        if all_decided && here.is_some() {
            self.messages.info(self.keys.fill("every disagreement is decided; {back} ends the pass"));
        }
        let failure = self.judging.disagreements[next].failure;
        self.go_to_failure(failure);
    }

    /// Ends the stepping; returns true if it was active.
    pub(in crate::tui) fn end_pass(&mut self) -> bool {
        let was_on = !self.judging.disagreements.is_empty();
        let left = self.judging.undecided();
        self.judging.disagreements.clear();
        if was_on {
            self.messages.info(self.keys.fill(&match left {
                0 => "every disagreement is decided".to_owned(),
                1 => "1 disagreement is left ({next-disagreement} goes on)".to_owned(),
                left => format!("{left} disagreements are left ({{next-disagreement}} goes on)"),
            }));
        }
        was_on
    }

    /// Decides the disagreement on the selected failure and goes to the next. Returns false if there is none.
    pub(in crate::tui) fn decide(&mut self, verdict: Verdict) -> bool {
        let Some((number, disagreed)) = self.judging.disagreement(&self.lists) else { return false };
        let (failure, earlier) =
            (disagreed.failure, disagreed.decision.as_ref().map(|d| d.judgement.clone()));
        // The user's own note stays visible, and explains the decision.
        let decided = earlier.as_ref().map(|earlier| &*earlier.note).filter(|note| !note.is_empty());
        let note = decided.unwrap_or(self.judging.labels.note(failure)).to_owned();
        let Verdict { label, reason } = verdict;
        let judgement = Judgement { label: Some(label), reason, note, ..Judgement::default() };
        self.record_decision(failure, judgement, earlier);
        let left = self.judging.undecided();
        if left > 0 {
            self.go_on_deciding();
        }
        let ends = self.keys.fill(if left == 0 { "; {back} ends the pass" } else { "" });
        let all = self.judging.disagreements.len();
        self.messages.info(format!(
            "disagreement {} decided: {}; {left} of {all} left{ends}",
            number + 1,
            self.lists.verdict_words().name(verdict)
        ));
        true
    }

    /// Saves a note on a disagreement with its decision. Returns false if there is no disagreement.
    pub(in crate::tui) fn note_on_decision(&mut self, failure: FailureId, note: &str) -> bool {
        let disagreed = self.judging.disagreements.iter().find(|disagreed| disagreed.failure == failure);
        let Some(decision) = disagreed.and_then(|disagreed| disagreed.decision.as_ref()) else {
            return false;
        };
        let earlier = decision.judgement.clone();
        let (label, reason) = (earlier.label, earlier.reason);
        let judgement = Judgement { label, reason, note: note.to_owned(), ..Judgement::default() };
        self.record_decision(failure, judgement, Some(earlier));
        true
    }

    fn record_decision(&mut self, failure: FailureId, judgement: Judgement, earlier: Option<Judgement>) {
        self.judging.show_decision(failure, &judgement);
        let judgements = vec![(failure, judgement)];
        self.judging.labels.judge(failure, judgements.clone(), Some(earlier.unwrap_or_default()));
        self.ask(Request::Record { judgements, is_decision: true });
    }
}
