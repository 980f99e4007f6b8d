//! The why pane: the reasons for the rank of the selected failure, in terms of the ranker that made the list.
//!
//! The isolation forest, and the diversified list based on it, give reasons: what is rare about the failure, strongest
//! first; on demand, all features are shown, each with the counts of the group and its contribution. If a ranker
//! gives no reasons, the features are shown without bars, and a sentence says so. A group with few failures has only
//! its signatures.

pub(crate) mod draw;

use crate::lang::has_catch_clause;
use crate::message::case_values;
use crate::model::{Failure, FailureId, Feature};
use crate::rank::{
    Criterion, PathCredit, RankStability, ReasonRow, ReasonsInWords, Signature, Statement, Values,
    of_its_kind, of_row_without_test,
};
use crate::tui::frame::layout::{Needs, Pane, scrolled};
use crate::tui::triage::compare::{Alike, function_of_case};
use crate::tui::triage::judging::before;
use crate::tui::triage::list::names::{cut_name, error_in_words, given_name};
use crate::tui::triage::list::order::ListOrder;
use crate::tui::{Cx, GroupState, Judging, Lists, text};

#[derive(Debug, Default)]
pub struct WhyPane {
    /// The statements or rows; empty until the group is ranked.
    pub content: Why,
    /// True if all features are shown instead of the statements.
    pub shows_features: bool,
    pub offset: usize,
    /// The focus and the detail pane before the features were asked for, if they needed this pane to be shown.
    left: Option<(Pane, Pane)>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Why {
    /// The failure's rank in the ranker's own list, in any order of the shown list; 0 if there is no failure.
    pub rank: usize,
    /// The reasons that moved the failure up, strongest first.
    pub statements: Vec<Statement>,
    /// The width of the longest share of the group, `28 of 28`, in cells.
    pub share_width: usize,
    /// The sentences below them, in lines of the pane: everything else, the stability of the rank, and the
    /// effect of the order shown.
    pub sentences: Vec<String>,
    /// The other tests of its cause, and those like it, each in a line of the pane.
    pub members: Vec<Member>,
    /// One row per feature of which the input has the texts, in order.
    pub rows: Vec<ReasonRow>,
    /// The sentences below these, in lines of the pane: the other features, the sum of the pulls, and the
    /// differences from the most similar failures.
    pub compared: Vec<String>,
    /// The pull that fills a side: the largest of all failures in the group.
    pub scale: f64,
    /// True if the ranker gives reasons, and therefore statements and bars.
    pub has_bars: bool,
    /// True if the input has the texts of most features.
    pub knows_most: bool,
    /// True if the features are shown only on request: there are too few failures for reasons, or the order
    /// does not depend on them.
    pub hides_features: bool,
}

/// A line on a test that fails like the selected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub line: String,
    /// The failure whose test follows where there is room; None for a line on what those below it share.
    pub failure: Option<FailureId>,
}

impl WhyPane {
    pub(in crate::tui) fn scroll(&mut self, by: isize, cx: &Cx) {
        let height = cx.content_height(Pane::Why);
        self.offset = scrolled(self.offset, by, self.lines(height), height);
    }

    /// Returns true if all features are shown: because they were requested, nothing else is known, or the
    /// input has most of them and there is room.
    pub(crate) fn shows_all(&self, height: usize) -> bool {
        let fits = !self.content.has_bars
            || (self.content.knows_most && self.content.lines_with_features() <= height);
        self.shows_features || (fits && !self.content.hides_features)
    }

    pub fn lines(&self, height: usize) -> usize {
        if self.shows_all(height) {
            self.content.lines_with_features() + below_a_blank(self.content.compared.len())
        } else {
            self.content.first_lines()
        }
    }

    pub(in crate::tui) fn toggle_features(&mut self, cx: &mut Cx) {
        let height = cx.content_height(Pane::Why);
        if cx.lists.selected().is_some_and(|(_, failure)| !failure.is_executed()) {
            return cx.messages.info("its tests were not executed: there are no features");
        }
        if height > 0 && !self.shows_features && self.shows_all(height) {
            cx.messages.info("all eleven features are shown already");
        } else {
            self.shows_features = height == 0 || !self.shows_features;
            cx.panes.content[3] = self.lines(height);
        }
        // Where the other panes leave too few rows, it comes first, and the features replace the reasons.
        if self.shows_features && cx.content_height(Pane::Why) < self.content.lines_with_features() {
            self.left = Some((cx.panes.focus, cx.panes.detail)).filter(|(focus, _)| *focus != Pane::Why);
            cx.focus(Pane::Why);
            self.offset = if height > 0 { self.content.first_lines() + 1 } else { 0 };
        } else if let Some((focus, detail)) = self.left.take().filter(|_| cx.panes.focus == Pane::Why) {
            // The next key is for the list again, if that had the focus.
            (cx.panes.focus, cx.panes.detail) = (focus, detail);
            self.offset = 0;
        }
    }
}

/// The sentences of the pane while they are collected: those below the statements, and those below the features.
#[derive(Default)]
struct Remarks {
    sentences: Vec<String>,
    compared: Vec<String>,
}

/// A ranked failure with what the pane says of it.
struct Explained<'e> {
    cx: &'e Cx,
    state: &'e GroupState,
    id: FailureId,
    failure: &'e Failure,
    rank: usize,
    values: Values<'e>,
    reasons: Option<&'e PathCredit>,
    remarks: Remarks,
}

impl Why {
    /// Explains the selected failure.
    pub(in crate::tui) fn of_selected(cx: &Cx) -> Option<Why> {
        let (group, state) = cx.lists.current_group()?;
        let id = state.failure_at(state.selected)?;
        let rank = state.rank_by_score(id)?;
        let failure = &cx.lists.corpus.failures[id];
        if !failure.is_executed() {
            let sentences = wrapped(&[of_row_without_test(failure)], cx);
            return Some(Why { rank, sentences, ..Why::default() });
        }
        let (Some(features), Ok(row)) = (&state.features, group.failures.binary_search(&id)) else {
            return Some(Why { rank, ..Why::default() });
        };
        let explanations = state.explanations.ready();
        let values = Values { rows: features, counts: state.counts.as_ref(), row };
        let reasons = explanations.and_then(|explanations| explanations.reasons.get(row)?.as_ref());
        let (rows, missing): (Vec<ReasonRow>, Vec<ReasonRow>) =
            values.reason_rows(reasons, failure).into_iter().partition(ReasonRow::is_in_input);
        let is_too_small = cx.lists.corpus.is_too_small(group);
        let why = Why {
            rank,
            share_width: 2 * features.len().to_string().len() + " of ".len(),
            knows_most: rows.len() > missing.len(),
            rows,
            scale: explanations.map_or(0.0, |explanations| explanations.largest_credit),
            has_bars: cx.lists.listing.ranked_by.why_without_reasons().is_none(),
            hides_features: is_too_small || state.is_by_cause(),
            ..Why::default()
        };
        let mut explained =
            Explained { cx, state, id, failure, rank, values, reasons, remarks: Remarks::default() };
        explained.remark_on_features(&missing);
        explained.remark_on_run();
        let statements = if state.is_by_cause() {
            explained.remark_on_cause();
            Vec::new()
        } else if is_too_small {
            explained.remark_on_few();
            Vec::new()
        } else {
            explained.remark_on_rank()
        };
        explained.remark_on_opinions();
        explained.remark_on_signature(why.hides_features);
        let Remarks { sentences, compared } = explained.remarks;
        // Sentences follow each other; the signature of a small group has a line of its own.
        let sentences = if why.hides_features { sentences } else { vec![sentences.join(" ")] };
        let sentences: Vec<String> = sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect();
        let (sentences, compared) = (wrapped(&sentences, cx), wrapped(&compared, cx));
        let mut members =
            if cx.lists.is_by_cause() { cx.lists.others_of_cause(id, cells(cx)) } else { Vec::new() };
        let contrast = cx.details.contrast.as_ref().filter(|contrast| contrast.failure == id);
        let alike = contrast.map_or(&[][..], |contrast| &contrast.near.alike);
        members.extend(cx.lists.alike_in_lines(alike, failure, cells(cx)));
        Some(Why { statements, sentences, members, compared, ..why })
    }
}

impl Explained<'_> {
    /// Says which features are not those of the order, or not those of the code that is shown.
    fn remark_on_features(&mut self, missing: &[ReasonRow]) {
        let compared = &mut self.remarks.compared;
        if self.state.is_by_cause() {
            compared.push("These features have no part in the order by cause.".to_owned());
        }
        if !missing.is_empty() {
            let titles = missing.iter().map(|row| match row.pull {
                Some(pull) if pull.abs() >= 0.005 => format!("{} ({pull:+.2})", row.title),
                _ => row.title.to_string(),
            });
            compared.push(format!("Not in the input: {}.", titles.collect::<Vec<_>>().join(", ")));
        }
        if self.values.rows[self.values.row][Feature::TestPrefixException] > 0.0
            && !has_catch_clause(&self.failure.generated_test, self.failure.language)
        {
            let remark = "The input's test prefix has a catch block; the code shown here has none.";
            compared.push(self.failure.language.in_its_words(remark).into_owned());
        }
    }

    /// Says when the test ran, and what was changed since.
    fn remark_on_run(&mut self) {
        let sentences = &mut self.remarks.sentences;
        sentences.extend(self.failure.not_run().map(|not_run| {
            let since = not_run.in_words(self.cx.results.read_at);
            format!("This test was {since}: it is not in the last results.")
        }));
        let changes = &self.failure.changes;
        sentences.extend(changes.iter().flat_map(|changes| changes.sentences()));
    }

    /// Explains the order by cause, in which the forest's scores have no part.
    fn remark_on_cause(&mut self) {
        self.remarks.sentences.extend(self.cx.lists.order_in_words(self.id));
    }

    /// Explains a group that is too small to rank.
    fn remark_on_few(&mut self) {
        let lists = &self.cx.lists;
        self.remarks.sentences.push(lists.too_few_in_words(self.id));
        let comes_first = self.state.criterion().is_some_and(Criterion::comes_first);
        self.remarks.sentences.extend(lists.order_in_words(self.id).filter(|_| comes_first));
    }

    /// Explains the rank, and returns the statements that moved the failure up.
    fn remark_on_rank(&mut self) -> Vec<Statement> {
        let Remarks { sentences, compared } = &mut self.remarks;
        let mut statements = Vec::new();
        sentences.extend(self.cx.lists.order_in_words(self.id));
        if self.state.explanations.ready().is_some() {
            let stability = self
                .reasons
                .map(|reasons| RankStability::of(&self.state.ranking, self.rank - 1, reasons.ranks));
            if stability.is_none_or(|stability| !stability.leaves_nothing_to_rank()) {
                let words = ReasonsInWords::new(self.reasons, self.failure, &self.values);
                statements = words.statements;
                sentences.extend(Some(words.rest).filter(|rest| !rest.is_empty()));
            }
            sentences.extend(stability.map(RankStability::sentence));
            sentences.extend(self.cx.lists.listing.ranked_by.why_without_reasons().map(str::to_owned));
            let of_reasons = match statements[..] {
                [] => "",
                _ => " A number beside a bar is the sum of one or two rows.",
            };
            compared.extend(self.reasons.map(|reasons| reasons.sum() + of_reasons));
        }
        let contrast = self.cx.details.contrast.iter().filter(|contrast| contrast.failure == self.id);
        let similar = contrast.flat_map(|contrast| &contrast.sentences);
        compared.extend(similar.map(|sentence| text::sanitize(sentence).into_owned()));
        statements
    }

    /// Adds the place among all groups, and what a judge and earlier runs say.
    fn remark_on_opinions(&mut self) {
        let (lists, judging) = (&self.cx.lists, &self.cx.judging);
        let sentences = &mut self.remarks.sentences;
        sentences.extend(lists.place_across_in_words());
        sentences.extend(judging.judge_in_words(lists, self.id));
        let known = judging.labels.marks.known_before(self.id);
        sentences.extend(known.map(|known| before::in_words(known, lists.verdict_words())));
    }

    /// Adds the signature where the features are hidden. It is no sentence, and comes last. Of whole tests it
    /// is a third copy of the message, below the features.
    fn remark_on_signature(&mut self, hides_features: bool) {
        let signature = self.cx.lists.signature(self.id).filter(|_| hides_features);
        let signature = signature.map(|(signature, _)| text::sanitize(&signature.to_string()).into_owned());
        if self.state.is_by_cause() {
            self.remarks.compared.extend(signature);
        } else {
            self.remarks.sentences.extend(signature);
        }
    }
}

/// Returns the width of a line of the pane; where it is not shown, none is too long.
fn cells(cx: &Cx) -> usize {
    let area = cx.layout().and_then(|layout| layout.pane(Pane::Why));
    area.map_or(usize::MAX, |area| usize::from(area.width).saturating_sub(2).max(20))
}

/// Returns sentences in lines of the pane. A summary wraps them again.
fn wrapped(sentences: &[String], cx: &Cx) -> Vec<String> {
    let cells = cells(cx);
    sentences.iter().flat_map(|sentence| text::wrap(sentence, cells)).collect()
}

/// Returns the name of a test, or of another case of a test only its values, if they fit in `room`: cut, those of all
/// cases look alike.
fn told_apart(test: &Failure, other: &Failure, room: usize) -> String {
    let is_case = function_of_case(&test.test).filter(|it| Some(*it) == function_of_case(&other.test));
    let case = is_case.map(|function| test.test[function.len()..].to_owned());
    let values = case_values(test).filter(|values| text::width(values) <= room);
    case.map_or_else(|| given_name(test), |case| values.unwrap_or(case))
}

/// Returns the names of two tests, told apart in the same way: two cases by their values only if those of both fit in `room`.
pub(in crate::tui) fn names_of_two([one, other]: [&Failure; 2], room: usize) -> [String; 2] {
    let have_values =
        [one, other].iter().all(|test| case_values(test).is_some_and(|values| text::width(&values) <= room));
    let room = if have_values { room } else { 0 };
    [told_apart(one, other, room), told_apart(other, one, room)]
}

/// Formats a score in four cells: three digits below one, fewer above.
pub fn score(value: f64) -> String {
    let rounded = |digits: usize| {
        let text = format!("{value:.digits$}");
        text.strip_prefix("0.").map_or_else(|| text.clone(), |digits| format!(".{digits}"))
    };
    (1..=3).rev().map(rounded).find(|text| text.len() <= 4).unwrap_or_else(|| rounded(0))
}

impl Why {
    pub(crate) fn first_lines(&self) -> usize {
        (self.statements.len() + self.sentences.len() + self.members.len()).max(1)
    }

    pub(crate) fn is_unknown(&self) -> bool {
        self.statements.is_empty() && self.sentences.is_empty() && self.rows.is_empty()
    }

    fn lines_with_features(&self) -> usize {
        self.first_lines() + below_a_blank(self.rows.len())
    }
}

/// Returns the number of lines plus a blank one above them; 0 without lines.
fn below_a_blank(lines: usize) -> usize {
    if lines == 0 { 0 } else { lines + 1 }
}

impl Lists {
    /// Returns a line for each other test with the cause of a failure: its number, its case or its name, and what it
    /// says unless that is the same.
    fn others_of_cause(&self, failure: FailureId, cells: usize) -> Vec<Member> {
        /// The most lines.
        const MOST: usize = 12;
        let Some((_, state)) = self.current_group() else { return Vec::new() };
        let others: Vec<usize> = (0..state.list().entries.len())
            .filter(|&position| {
                state.failure_at(position).is_some_and(|id| id != failure && self.have_one_cause(id, failure))
            })
            .collect();
        let left_out = others.len().saturating_sub(MOST);
        let selected = &self.corpus.failures[failure];
        let lines = others.iter().take(MOST).filter_map(|&position| {
            let id = state.failure_at(position)?;
            Some(Member { line: self.member_in_words(id, selected, cells)?, failure: Some(id) })
        });
        let mut lines: Vec<Member> = lines.collect();
        if left_out > 0 {
            lines.push(Member { line: format!("… {} more", text::number(left_out)), failure: None });
        }
        lines
    }

    /// Returns the number of a failure, its case or its name, and what it says unless the selected one says it too.
    fn member_in_words(&self, id: FailureId, selected: &Failure, cells: usize) -> Option<String> {
        let (_, state) = self.current_group()?;
        let (other, number) = (self.corpus.failure(id)?, self.number(state, state.position_of(id)?));
        let error = error_in_words(other, cells);
        let says = if error == error_in_words(selected, cells) { "" } else { &*error };
        let room = cells.saturating_sub(text::width(&number) + 2);
        // A name that many tests begin alike is cut before what they say.
        let most = room.saturating_sub(text::width(says) + 2).max(room / 3);
        let name = told_apart(other, selected, if says.is_empty() { room } else { most });
        let name = format!("{number}  {}", cut_name(&name, if says.is_empty() { room } else { most }));
        let room = cells.saturating_sub(text::width(&name) + 2);
        let says = if says.is_empty() { String::new() } else { format!("  {}", error_in_words(other, room)) };
        Some(text::cut_end(&text::sanitize(&format!("{name}{says}")), cells).into_owned())
    }

    /// Returns lines on failures of other causes: what some of them have in common with the selected one, and below it
    /// a line for each of these.
    fn alike_in_lines(&self, alike: &[Alike], selected: &Failure, cells: usize) -> Vec<Member> {
        /// The most failures.
        const MOST: usize = 5;
        let mut lines = Vec::new();
        if self.current_group().is_none_or(|(_, state)| !state.is_by_cause()) {
            return lines;
        }
        for those in alike[..alike.len().min(MOST)].chunk_by(|one, other| one.likeness == other.likeness) {
            let line = text::sanitize(&text::capitalized(&those[0].likeness.to_string())).into_owned();
            lines.push(Member { line: text::cut_end(&line, cells).into_owned(), failure: None });
            lines.extend(those.iter().filter_map(|Alike { failure, .. }| {
                let line = self.member_in_words(*failure, selected, cells)?;
                Some(Member { line, failure: Some(*failure) })
            }));
        }
        lines
    }

    /// Explains the order of the list and the position of a failure in it; None if the order is by these
    /// scores or a judge's.
    fn order_in_words(&self, failure: FailureId) -> Option<String> {
        let (group, state) = self.current_group()?;
        let base = self.listing.ranked_by;
        match state.shown {
            ListOrder::By(ranker) if ranker.starts_from() != base => Some(format!(
                "The list is in the order {ranker}, with its scores; these reasons are those of the list by {base}."
            )),
            _ => {
                let words = state.criterion()?.words(&self.corpus.failures[failure], group.row_of(failure)?);
                Some(format!("{}.", text::sanitize(&text::capitalized(&words))))
            }
        }
    }

    /// Explains the place of the selected failure in the list over all groups; None in a group's own list.
    fn place_across_in_words(&self) -> Option<String> {
        let (_, state) = self.current_group().filter(|_| self.is_across())?;
        let look = self.across.look_of(self.selected_across());
        let first = if state.is_by_cause() { "what most tests share" } else { "small groups" };
        let rank = state.selected + 1;
        Some(format!(
            "Look {look} is rank {rank} of its group: the list takes one of each group in turn, {first} first."
        ))
    }

    /// Returns the number of the signature of a failure of the current group; None while it is unknown.
    pub(crate) fn signature_number(&self, failure: FailureId) -> Option<usize> {
        let (group, state) = self.current_group()?;
        state.signatures.exact.as_ref()?.of_failure.get(group.row_of(failure)?).copied()
    }

    /// Returns the signature of a failure of the current group, and the number of failures that have it; None while it
    /// is unknown.
    fn signature(&self, failure: FailureId) -> Option<(&Signature, usize)> {
        let (_, state) = self.current_group()?;
        let signatures = state.signatures.exact.as_ref()?;
        let signature = self.signature_number(failure)?;
        let count = signatures.of_failure.iter().filter(|other| **other == signature).count();
        Some((signatures.all.get(signature)?, count))
    }

    /// Returns the sentences on a failure of a group that is too small for reasons.
    fn too_few_in_words(&self, failure: FailureId) -> String {
        let all = self.current_group().map_or(0, |(group, _)| group.failures.len());
        let are = if all == 1 { "is" } else { "are" };
        let few = format!("{} {are} too few to rank.", text::plural(all, "failure"));
        let Some((_, count)) = self.signature(failure) else { return few };
        let kind = match count {
            2.. if count == all => format!("All {all} have the same signature."),
            _ => format!("{}.", of_its_kind(count)),
        };
        format!("{few} {kind}")
    }
}

impl Judging {
    /// Returns the verdict of the judge that is shown, with its reason, which is foreign text.
    fn judge_in_words(&self, lists: &Lists, failure: FailureId) -> Option<String> {
        let judge = self.labels.shown_judge()?;
        let judged = judge.judgements.get(&failure)?;
        let opinion =
            format!("{} says {}: {}", judge.name, lists.verdict_words().name(judged.label?), judged.note);
        // It follows the reasons, and is none of them.
        Some(format!("({})", text::sanitize(opinion.trim_end_matches(": "))))
    }
}

impl Cx {
    pub(in crate::tui) fn needs(&self) -> Needs {
        let cells = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let group = self.lists.current_group().map(|(_, group)| group);
        // The heading and the line below the top K. Fixed tests keep their rows until the next key, and the
        // panes their sizes.
        let list = match group {
            _ if self.lists.is_across() => self.lists.across.all() + 2,
            Some(group) if group.is_hand_written => self.panes.list,
            group => group.map_or(0, |group| group.list().entries.len() + group.fixed_rows.len()) + 2,
        };
        let is_few = self.lists.all_groups.are_too_small;
        // Below the list of few failures: a blank row, a title and the other groups.
        let others = self.lists.order.len().saturating_sub(1);
        let below = if others > 0 && is_few && !self.lists.is_across() { others + 2 } else { 0 };
        Needs {
            list: cells(list.saturating_add(below)),
            details: self.panes.content.map(|rows| if rows == 0 { 0 } else { cells(rows.saturating_add(1)) }),
            is_whole_list: (self.lists.order.len() == 1 || is_few)
                && self.lists.listing.active_filter.is_none(),
            has_code: group.is_none_or(|group| group.knows_code),
            counts_lines: group.is_some_and(|group| group.is_hand_written) && !self.lists.is_across(),
            list_width: cells(self.panes.list_width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_rounded_to_four_cells() {
        for (value, shown) in [
            (0.7116, ".712"),
            (1.1667, "1.17"),
            (0.9996, "1.00"),
            (0.0, ".000"),
            (12.345, "12.3"),
            (1234.5, "1234"),
        ] {
            assert_eq!(score(value), shown);
        }
    }
}
