//! The judged failures on the progress screen: what was found, what is unsure, what the truth says, and what
//! to do next.

use std::collections::{HashMap, HashSet};

use super::words::ProgressLine;
use crate::model::{FailureId, Label, Truth, VerdictWords, text};
use crate::tui::triage::list::names::{error_in_words, given_name};
use crate::tui::{Cx, GroupState, Judging, Lists};

/// The advice for the time when all failures of whole tests are judged.
pub(in crate::tui) const RUN_AGAIN: &str = "run the tests again: this list updates itself";

/// The maximum width of a message in cells; only one line of it is shown.
pub(in crate::tui) const MESSAGE: usize = 400;

/// The judged failures by verdict, in lines.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct JudgedResults {
    /// The lines above the figures: the missed bugs, what to do if all is judged, and wrong labels.
    pub(super) first: Vec<ProgressLine>,
    pub(super) others: Vec<ProgressLine>,
    /// The labels compared with the truth, bug by bug, in a sentence; empty while that is hidden.
    pub(super) found_and_missed: String,
}

/// The room for the lines of judged failures.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) width: usize,
    /// True if all groups have a row above. On a low screen, the rows are for more failures.
    pub(super) has_rows: bool,
}

/// A judged failure, or several of one bug.
pub(in crate::tui) struct JudgedFailure {
    /// The first one.
    pub(in crate::tui) id: FailureId,
    /// The place in its list: `Satchel-1 #2`, and those of the others: `Satchel-1 #2 (and #5)`.
    pub(in crate::tui) place: String,
    pub(in crate::tui) error: String,
}

impl Judging {
    /// Iterates over the failures with a label, by group and rank, with their errors in words.
    fn labelled_in_words(&self, lists: &Lists, label: Label) -> impl Iterator<Item = JudgedFailure> {
        let has_groups = lists.corpus.groups.len() > 1;
        lists.corpus.groups.iter().zip(&lists.groups).flat_map(move |(group, state)| {
            let head = if has_groups { format!("{} ", lists.group_title(group)) } else { String::new() };
            let listed = state.list().entries.iter().enumerate();
            let judged = listed.filter(move |(_, entry)| self.labels.label(entry.failure) == Some(label));
            judged.map(move |(position, entry)| {
                let number = lists.number(state, position);
                let place = text::sanitize(&format!("{head}#{number}")).into_owned();
                JudgedFailure {
                    id: entry.failure,
                    place,
                    error: lists.error_in_words(entry.failure, MESSAGE),
                }
            })
        })
    }

    /// Returns the bugs that are labelled, and their number in words; with the truth, only those that are bugs.
    pub(in crate::tui) fn found_bugs(&self, lists: &Lists) -> (String, Vec<JudgedFailure>) {
        let all = self.labelled_in_words(lists, Label::TruePositive).filter(|judged| {
            !self.truth_shown || lists.corpus.failures[judged.id].truth == Some(Truth::TruePositive)
        });
        let all: Vec<_> = all.collect();
        let (count, found) = (all.len(), lists.by_bug(all));
        let mut words = text::plural(found.len(), "bug");
        if count > found.len() {
            let bug = match lists.verdict_words() {
                VerdictWords::Generated => "a group",
                VerdictWords::Written => "what fails alike",
            };
            words += &format!(" ({count} failures; {bug} is one bug)");
        }
        (words, found)
    }

    /// Returns the comparison with earlier runs as lines: the counts, the tests that are fixed, and a blank line.
    fn before_in_lines(&self) -> Vec<ProgressLine> {
        use ProgressLine::{Heading, Text};
        /// The tests that are named.
        const MOST: usize = 8;
        let Some(before) = &self.labels.marks.before else { return Vec::new() };
        let fixed = before.fixed();
        let named = fixed.iter().take(MOST).map(|test| format!("✓ {}", text::sanitize(test)));
        let left_out = fixed.len().saturating_sub(MOST);
        let more = (left_out > 0).then(|| format!("… {} more", text::number(left_out)));
        let lines = named.chain(more).chain([String::new()]).map(Text);
        [Heading(before.counts().to_owned())].into_iter().chain(lines).collect()
    }

    /// Returns true if something is judged, and nothing of the top K is left.
    pub(crate) fn is_all_judged(&self) -> bool {
        let all = self.progress.all;
        all.judged > 0 && all.judged == all.total
    }

    /// Returns true if the rows of the groups tell their bugs, and not only the next failures to judge.
    pub(in crate::tui) fn rows_tell_bugs(&self, lists: &Lists) -> bool {
        (self.truth_shown || self.is_all_judged()) && lists.verdict_words() == VerdictWords::Generated
    }

    /// Lists judged failures, below a title and above a blank line: many have a row each.
    fn judged_in_lines(
        &self,
        lists: &Lists,
        title: String,
        failures: Vec<JudgedFailure>,
        room: Room,
    ) -> Vec<ProgressLine> {
        use ProgressLine::{Heading, Text};
        const MANY: usize = 8;
        if failures.is_empty() {
            return Vec::new();
        }
        // A message of many rows would hide the other failures.
        let most = if failures.len() > MANY || !room.has_rows { 1 } else { 2 };
        let mut lines = vec![Heading(title)];
        for JudgedFailure { id, place, .. } in failures {
            let note = self.labels.note(id);
            let note = (!note.is_empty()).then(|| format!("note: {}", text::sanitize(note)));
            // Lines end between words.
            let cells = (most * room.width).saturating_sub(text::width(&place) + 12 * most - 11);
            let line = format!("{place} {}", lists.error_in_words(id, cells));
            let mut rows = text::wrap_into(&line, room.width, most).into_iter();
            lines.extend(rows.next().map(Text));
            lines.extend(rows.chain(note).map(|row| Text(format!("   {row}"))));
        }
        lines.push(Text(String::new()));
        lines
    }

    /// Returns the failures to judge that have no label: down the list over all groups and then from its top,
    /// or group by group, from the selected one on.
    pub(super) fn next_to_judge<'l>(&self, lists: &'l Lists) -> impl Iterator<Item = FailureId> {
        let from_here = |here: usize, count: usize| (0..count).map(move |step| (here + step) % count);
        let next: Box<dyn Iterator<Item = FailureId> + 'l> = if lists.is_across() {
            let rows = from_here(lists.selected_across(), lists.list_rows().count());
            Box::new(rows.filter_map(|row| lists.failure_in_list(row)))
        } else {
            let groups = from_here(lists.current, lists.order.len());
            let groups = groups.filter_map(|place| lists.groups.get(*lists.order.get(place)?));
            Box::new(groups.flat_map(|group| lists.to_judge(group)))
        };
        next.filter(|&failure| self.labels.label(failure).is_none())
    }

    /// Returns the failures that are shown when all is judged: bugs first, with the truth the missed ones
    /// before others; without a bug, the first one below the top K of each group. None while something is
    /// left to judge.
    pub(super) fn judged_tests(&self, lists: &Lists) -> Option<Vec<FailureId>> {
        if !self.is_all_judged() {
            return None;
        }
        let (_, bugs) = self.found_bugs(lists);
        let found: HashSet<_> = bugs.iter().map(|bug| lists.group_of(bug.id)).collect();
        let below = |group: &GroupState| Some(group.list().entries.get(lists.top())?.failure);
        let below: Vec<_> = lists.groups.iter().filter_map(below).collect();
        if found.is_empty() && !self.truth_shown && !below.is_empty() {
            return Some(below);
        }
        let listed = lists.groups.iter().flat_map(|group| lists.looks_at(group));
        let judged = listed.filter_map(|failure| Some((self.labels.label(failure)?, failure)));
        let mut judged: Vec<_> = judged.collect();
        let is_bug = |id: FailureId| lists.corpus.failures[id].truth == Some(Truth::TruePositive);
        judged.sort_by_key(|&(label, id)| match label {
            _ if !self.truth_shown => (false, label as usize),
            Label::TruePositive => (!is_bug(id), 2),
            // Another failure of a bug that is found is not missed.
            _ => (!is_bug(id), usize::from(found.contains(&lists.group_of(id)))),
        });
        Some(judged.into_iter().map(|(_, id)| id).collect())
    }
}

impl Lists {
    /// Returns the error of a failure in about `room` cells, after the name that a person gave to its test.
    fn error_in_words(&self, id: FailureId, room: usize) -> String {
        let failure = &self.corpus.failures[id];
        let is_named = self.group_of(id).is_some_and(|group| self.groups[group].is_hand_written);
        let test = if is_named { format!("{} · ", given_name(failure)) } else { String::new() };
        let room = room.saturating_sub(text::width(&test));
        text::sanitize(&format!("{test}{}", error_in_words(failure, room))).into_owned()
    }

    /// Joins the failures of each bug, whose errors may differ: `Satchel-1 #2 (and #5)` and the error of the first.
    fn by_bug(&self, failures: Vec<JudgedFailure>) -> Vec<JudgedFailure> {
        /// The failures of a bug that are named.
        const MOST: usize = 5;
        let mut bugs: Vec<JudgedFailure> = Vec::new();
        // By bug: its index among them, and the number of its failures.
        let mut known: HashMap<Option<usize>, (usize, usize)> = HashMap::new();
        for failure in failures {
            let (index, count) = known.entry(self.bug_of(failure.id)).or_insert((bugs.len(), 0));
            *count += 1;
            let Some(JudgedFailure { place, .. }) = bugs.get_mut(*index) else {
                bugs.push(failure);
                continue;
            };
            if self.counts_causes() {
                continue;
            }
            if *count > MOST {
                place.truncate(place.trim_end_matches([')', '…', ' ', ',']).len());
                place.push_str(", …)");
            } else {
                let before = if place.ends_with(')') { ", " } else { " (and " };
                place.truncate(place.trim_end_matches(')').len());
                let rank = &failure.place[failure.place.rfind('#').unwrap_or_default()..];
                *place += &format!("{before}{rank})");
            }
        }
        // A row of causes has a number, whatever those of its tests are.
        let of_causes = known.into_values().filter(|(_, count)| *count > 1 && self.counts_causes());
        for (index, count) in of_causes {
            bugs[index].place += &format!(" ×{}", text::number(count));
        }
        bugs
    }
}

impl Cx {
    /// Returns the judged failures by verdict.
    pub(super) fn results(&self, room: Room) -> JudgedResults {
        let [bug, wrong] = self.lists.verdict_words().names();
        let labelled = |label| self.judging.labelled_in_words(&self.lists, label);
        let list = |title: String, failures| self.judging.judged_in_lines(&self.lists, title, failures, room);
        // What the row of its group tells is not told again, unless there is a note to it.
        let is_told = room.has_rows && self.judging.rows_tell_bugs(&self.lists);
        let has_truth =
            |truth| move |judged: &JudgedFailure| self.lists.corpus.failures[judged.id].truth == Some(truth);
        let (count_of_bugs, found) = self.judging.found_bugs(&self.lists);
        let mut next = Vec::new();
        if self.judging.is_all_judged() {
            next.push(ProgressLine::Heading("done: next steps".to_owned()));
            let steps = self.what_is_next().into_iter();
            next.extend(
                steps.map(|(key, what)| ProgressLine::Step(self.keys.fill(&key), self.keys.fill(&what))),
            );
            if self.lists.verdict_words() == VerdictWords::Written {
                next.push(ProgressLine::Text(RUN_AGAIN.to_owned()));
            }
            next.push(ProgressLine::Text(String::new()));
        }
        let known: HashSet<_> = found.iter().map(|bug| self.lists.bug_of(bug.id)).collect();
        let bugs = found.len();
        let is_hidden = is_told && found.iter().all(|bug| self.judging.labels.note(bug.id).is_empty());
        let mut lines = self.reruns.fixed_in_lines();
        lines.extend(self.judging.before_in_lines());
        if !is_hidden {
            lines.extend(list(format!("found: {count_of_bugs}"), found));
        }
        let mut unsure: Vec<_> = labelled(Label::Unsure).collect();
        if self.lists.counts_causes() {
            unsure = self.lists.by_bug(unsure);
        }
        lines.extend(list(format!("unsure: {}", unsure.len()), unsure));
        if !self.judging.truth_shown {
            return JudgedResults { first: next, others: lines, found_and_missed: String::new() };
        }
        let alarms: Vec<_> = labelled(Label::TruePositive).filter(has_truth(Truth::FalsePositive)).collect();
        let others = labelled(Label::FalsePositive).filter(has_truth(Truth::TruePositive));
        let (more, missed): (Vec<_>, Vec<_>) =
            others.partition(|judged| known.contains(&self.lists.bug_of(judged.id)));
        let missed = self.lists.by_bug(missed);
        let found_and_missed = match (bugs, missed.len()) {
            (0, 0) => String::new(),
            (0, missed) => format!("found none and labelled {} {wrong}", text::plural(missed, "bug")),
            (found, 0) => format!("found {found}"),
            (found, missed) => {
                format!("found {found} and labelled {} {wrong}", text::plural(missed, "other"))
            }
        };
        let title_of_more = format!("more failures of bugs you found, labelled {wrong}: {}", more.len());
        let title_of_alarms = format!("labelled {bug}, but no bug: {}", alarms.len());
        let title_of_missed = format!("missed: {}", text::plural(missed.len(), "bug"));
        let mistakes = [(title_of_missed, missed), (title_of_more, more), (title_of_alarms, alarms)];
        let mut mistakes = mistakes.into_iter().map(|(title, failures)| list(title, failures));
        let missed = mistakes.next().unwrap_or_default();
        let first = [missed, next, mistakes.flatten().collect()].concat();
        JudgedResults { first, others: lines, found_and_missed }
    }

    /// Returns the commands for the time when all is judged, and what they do.
    pub(crate) fn what_is_next(&self) -> Vec<(String, String)> {
        let top = self.lists.top();
        let of_each = if self.lists.order.len() > 1 { " of each group" } else { "" };
        let rows = self.lists.groups.iter().map(|group| match group.folded() {
            Some(folded) => folded.signatures(),
            None => group.list().entries.len(),
        });
        let left = rows.max().unwrap_or(0).saturating_sub(top).min(top);
        let more =
            (format!("{{palette}}top {}", top.saturating_mul(2)), format!("adds {left} more{of_each}"));
        let export = [("report", "writes a report"), ("export", "writes the labels as CSV")];
        let export = export.map(|(name, what)| (format!("{{palette}}{name}"), what.to_owned()));
        let mut next: Vec<_> = export.into_iter().chain((left > 0).then_some(more)).collect();
        // Without a bug, there is nothing to report yet.
        next.rotate_right(usize::from(left > 0 && self.judging.found_bugs(&self.lists).1.is_empty()));
        let truth = (self.results.knows_truth() && !self.judging.truth_shown)
            .then(|| ("{reveal-truth}".to_owned(), "compares with the truth".to_owned()));
        let unsure = self.judging.progress.all.verdicts.unsure;
        let unsure =
            (unsure > 0).then(|| ("{filter} label:unsure".to_owned(), format!("lists the {unsure} unsure")));
        unsure.into_iter().chain(truth).chain(next).collect()
    }
}
