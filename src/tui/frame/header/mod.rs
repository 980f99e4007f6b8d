//! The top line: the group, its number of failures, and the progress of judging.
//!
//! ```text
//!  fossick   Lang-7   group 12 of 207   79 failures   FTF······· 3 of 10 judged · 1 TP, 2 FP    1 Triage  2 Progress   ? help
//! ```
//!
//! The names of the screens are always there. The other parts have several forms, from the longest to the shortest; if
//! there is not enough room, they are shortened in the order of `SHORTENED`, as far as needed. While the list
//! is folded by signature, its progress is counted per signature. An order other than that by score is named.
//! With a filter, the number of listed failures is shown.

pub(crate) mod draw;

use std::collections::HashSet;

use strum::VariantArray;

use crate::model::{Group, Label, VerdictWords, rows_without_test};
use crate::rank::Ranker;
use crate::tui::core::reloaded::Freshness;
use crate::tui::triage::judging::{Progress, label_letter};
use crate::tui::{App, Command, GroupState, ListOrder, Phase, Screen, text};

/// The largest top K of which each label is shown.
const MOST_LETTERS: usize = 12;

const GAP: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Heading,
    Strong,
    Text,
    Dim,
    /// A setting that restricts or changes the list.
    Accent,
    Warning,
    Current,
    Label(Label),
    Opens(Command),
}

/// The line as drawn: pieces from the left margin on, and pieces that end at the right margin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub left: Vec<(String, Class)>,
    pub right: Vec<(String, Class)>,
    pub right_start: u16,
}

type Pieces = Vec<(String, Class)>;

/// The parts, from left to right; those from [`Part::Status`] on are at the right margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray)]
enum Part {
    Program,
    Title,
    Position,
    Failed,
    Order,
    Progress,
    /// The freshness of the results; the progress of ranking; the visibility of the truth.
    Status,
    Pages,
}

const PARTS: [Part; Part::VARIANTS.len()] = *Part::VARIANTS.first_chunk().unwrap(); // a constant: the compiler checks it

/// The order in which the parts are shortened, each time to the next form.
#[rustfmt::skip]
const SHORTENED: [Part; 16] = [
    Part::Failed, Part::Pages, Part::Program, Part::Position, Part::Status, Part::Progress, Part::Failed,
    Part::Failed, Part::Failed, Part::Progress, Part::Order, Part::Progress, Part::Position, Part::Status,
    Part::Failed, Part::Failed,
];

impl App {
    pub fn header(&self) -> Header {
        let width = self.cx.panes.size.0;
        let texts = PARTS.map(|part| forms(part, self));
        let mut shown = [0; PARTS.len()];
        let pieces = |part: Part, shown: &[usize]| {
            texts[part as usize].get(shown[part as usize]).map_or(&[][..], Vec::as_slice)
        };
        let fits = |shown: &[usize]| {
            let cells = PARTS.map(|part| cells(pieces(part, shown))).into_iter().filter(|&cells| cells > 0);
            // Between left and right, a cell less is enough.
            cells.map(|cells| cells + GAP).sum::<usize>() <= usize::from(width) + GAP
        };
        // The usual order is the first that nobody misses.
        let usual = self.shows_usual_order().then_some(Part::Order);
        let steps: Vec<Part> = usual.into_iter().chain(SHORTENED).collect();
        let mut count = 0;
        for &part in &steps {
            if fits(&shown) {
                break;
            }
            count += 1;
            let last = texts[part as usize].len().saturating_sub(1);
            shown[part as usize] = (shown[part as usize] + 1).min(last);
        }
        // The last part shortened may have left room for one shortened before.
        for &part in steps[..count].iter().rev() {
            let before = shown;
            shown[part as usize] = shown[part as usize].saturating_sub(1);
            if !fits(&shown) {
                shown = before;
            }
        }
        let parts = PARTS.iter().filter(|&&part| cells(pieces(part, &shown)) > 0);
        let (left, right): (Vec<Part>, Vec<Part>) =
            parts.partition(|part| !matches!(part, Part::Status | Part::Pages));
        let joined = |parts: &[Part]| -> Pieces {
            let gap = [(" ".repeat(GAP), Class::Text)];
            parts.iter().map(|&part| pieces(part, &shown)).collect::<Vec<_>>().join(&gap[..])
        };
        let (left, right) = (joined(&left), joined(&right));
        let right_start = width.saturating_sub(u16::try_from(cells(&right)).unwrap_or(u16::MAX));
        Header { left, right, right_start }
    }

    /// Returns true if the list has the order that whole tests have unless another one is chosen.
    fn shows_usual_order(&self) -> bool {
        let group = self.cx.lists.current_group();
        group.is_some_and(
            |(_, group)| matches!(group.shown, ListOrder::By(ranker) if ranker.is_for_whole_tests()),
        )
    }

    /// Returns the command whose key or name is at a cell of the header.
    pub(in crate::tui) fn header_command(&self, column: u16, row: u16) -> Option<Command> {
        let layout = self.cx.layout().filter(|layout| layout.header.contains((column, row).into()))?;
        let header = self.header();
        let mut end = layout.header.x + header.right_start;
        let (_, class) =
            header.right.into_iter().filter(|_| column >= layout.header.x + header.right_start).find(
                |(text, _)| {
                    end = end.saturating_add(u16::try_from(text::width(text)).unwrap_or(u16::MAX));
                    column < end
                },
            )?;
        if let Class::Opens(command) = class { Some(command) } else { None }
    }
}

fn cells(pieces: &[(String, Class)]) -> usize {
    pieces.iter().map(|(text, _)| text::width(text)).sum()
}

/// Returns the forms of a part, the longest first; none if there is nothing to show.
fn forms(part: Part, app: &App) -> Vec<Pieces> {
    let is_ready = app.cx.results.phase == Phase::Ready;
    // The other screens show all groups.
    let is_across = app.cx.lists.is_across();
    let shows_group = is_ready && app.cx.screen == Screen::Triage && !is_across;
    let group = app.cx.lists.current_group().filter(|_| shows_group);
    match (part, group) {
        (Part::Program, _) => vec![vec![("fossick".to_owned(), Class::Heading)], Vec::new()],
        (Part::Title, Some((group, _))) => {
            vec![vec![(app.cx.lists.group_title(group), Class::Strong)]]
        }
        (Part::Title, None) if is_ready => {
            vec![vec![(text::sanitize(&app.cx.results.input).into_owned(), Class::Strong)]]
        }
        (Part::Position, Some(_)) if app.cx.lists.order.len() > 1 => {
            let (place, all) = (app.cx.lists.current + 1, app.cx.lists.order.len());
            [format!("group {place} of {all}"), format!("{place}/{all}"), String::new()]
                .map(|text| vec![(text, Class::Dim)])
                .to_vec()
        }
        (Part::Position, None) if is_across && app.cx.screen == Screen::Triage => {
            let groups = text::number(app.cx.lists.order.len());
            let key = app.cx.keys.shown(Command::AllGroups);
            let order = match app.cx.lists.listing.order {
                ListOrder::By(ranker) if ranker.is_for_whole_tests() => "by cause",
                _ => "smallest first",
            };
            [
                format!("all {groups} groups, {order} ({key}: one group)"),
                format!("all {groups} groups"),
                "all groups".to_owned(),
            ]
            .map(|text| vec![(text, Class::Dim)])
            .to_vec()
        }
        (Part::Failed, None)
            if is_across
                && app.cx.screen == Screen::Triage
                && app.cx.lists.listing.active_filter.is_none() =>
        {
            vec![vec![(text::plural(app.cx.lists.corpus.failures.len(), "failure"), Class::Text)], Vec::new()]
        }
        (Part::Failed, Some((group, shown))) => failed(app, group, shown),
        (Part::Failed, None) if is_ready && app.cx.lists.listing.active_filter.is_some() => {
            let (listed, all) = app.cx.lists.listed();
            let listed = format!("{} of {} · ", text::number(listed), text::number(all));
            let filter = app.cx.lists.listing.active_filter.as_ref().map_or("", |filter| &filter.text);
            let filter = text::sanitize(filter);
            // Its beginning stays where the whole has no room.
            let short = text::cut_end(&filter, LEAST_OF_FILTER);
            [&*filter, &*short].map(|filter| vec![(format!("{listed}{filter}"), Class::Accent)]).to_vec()
        }
        (Part::Order, _) if is_ready && app.cx.screen != Screen::Groups => {
            // Reports are diversified by default, which says nothing where too few failures are ranked.
            let order = app.cx.lists.current_group().and_then(|(_, group)| match group.shown {
                ListOrder::By(ranker) if ranker == app.cx.lists.listing.ranked_by => None,
                ListOrder::By(ranker) if ranker == Ranker::DIVERSIFIED && group.is_too_small() => None,
                order => Some(order),
            });
            order.map_or_else(Vec::new, |order| {
                let class = if app.shows_usual_order() { Class::Dim } else { Class::Accent };
                vec![vec![(format!("order: {}", order.title()), class)], Vec::new()]
            })
        }
        (Part::Progress, Some((_, shown))) => progress(app, shown),
        (Part::Progress, None) if is_across && app.cx.screen == Screen::Triage => looks(app),
        (Part::Status, _) => status(app),
        (Part::Pages, _) => ["  ", " "].map(|gap| pages(app, gap)).to_vec(),
        _ => Vec::new(),
    }
}

/// The cells of a filter's text that a narrow header shows.
const LEAST_OF_FILTER: usize = 10;

/// The cells of a filter's text beside the number of a group's failures.
const MOST_OF_FILTER: usize = 24;

/// Returns the counts: `79 failures · 2 flaky · 31 signatures`.
fn failed(app: &App, group: &Group, shown: &GroupState) -> Vec<Pieces> {
    let all = text::number(group.failures.len());
    let failed = match &app.cx.lists.listing.active_filter {
        Some(filter) => {
            let filter = text::sanitize(&filter.text);
            let filter = text::cut_end(&filter, MOST_OF_FILTER);
            (format!("{} of {all} · {filter}", text::number(shown.shown_failures())), Class::Accent)
        }
        // Of tests that were not run again nobody knows whether they fail; what does is counted alone.
        None => {
            let run = group.failures.len() - shown.not_run.map_or(0, |tests| tests.count);
            let count = if run == 0 { group.failures.len() } else { run };
            (text::plural(count, "failure"), Class::Text)
        }
    };
    let flaky = flaky(group, shown).map(|words| (format!(" · {words}"), Class::Dim));
    let corpus = &app.cx.lists.corpus;
    let others = &group.failures[corpus.tests_of(group).len()..];
    let failures = others.iter().map(|&failure| &corpus.failures[failure]);
    let rows = rows_without_test(&failures).map(|words| (format!(" · {words}"), Class::Warning));
    // Where all causes are to be judged, the progress names their number.
    let lists = &app.cx.lists;
    let folded = shown
        .folded()
        .filter(|folded| folded.near || !lists.counts_causes() || folded.signatures() > lists.top());
    let signatures = folded.map(|folded| {
        let noun = match app.cx.lists.verdict_words() {
            _ if folded.near => "near signatures",
            VerdictWords::Generated => "signatures",
            VerdictWords::Written => "causes",
        };
        (format!(" · {} {noun}", text::number(folded.signatures())), Class::Accent)
    });
    let not_run = shown.not_run.map(|tests| tests.in_words(app.cx.results.read_at));
    let not_run = not_run.map(|words| (format!(" · {words}"), Class::Text));
    let begun = || std::iter::once(failed.clone()).chain(not_run.clone()).chain(rows.clone());
    let whole = begun().chain(flaky).chain(signatures.clone()).collect();
    let without_flaky = begun().chain(signatures).collect();
    // A filter is always mentioned, if only its beginning.
    let filter = app.cx.lists.listing.active_filter.as_ref();
    let last: Pieces = filter.map(|_| failed.clone()).into_iter().collect();
    let beginning = filter.map(|filter| {
        let beginning = text::sanitize(&filter.text);
        let beginning = text::cut_end(&beginning, LEAST_OF_FILTER).into_owned();
        let listed = text::number(shown.shown_failures());
        vec![(format!("{listed} of {all} · {beginning}"), Class::Accent)]
    });
    // Only what was counted besides failures takes steps of its own: the header gives way in the same steps
    // without it. The number of failures stays longest, and with it that of tests that were not run.
    let with_others: Option<Pieces> = (rows.is_some() || not_run.is_some()).then(|| begun().collect());
    let brief = rows.as_ref().map(|(words, class)| {
        let words = words.replace(" modules not", " not").replace(" module not", " not");
        std::iter::once(failed.clone()).chain(not_run.clone()).chain([(words, *class)]).collect()
    });
    let not_run_in_brief = shown
        .not_run
        .map(|tests| vec![failed.clone(), (format!(", {} not run", text::number(tests.count)), Class::Text)]);
    let alone = (rows.is_some() || not_run.is_some()).then(|| vec![failed.clone()]);
    [whole, without_flaky]
        .into_iter()
        .chain(with_others)
        .chain(brief)
        .chain(not_run_in_brief.or(alone))
        .chain([last])
        .chain(beginning)
        .collect()
}

/// Returns the progress, `FTF······· 3 of 10 judged · 1 TP, 2 FP`, of failures or folded signatures.
fn progress(app: &App, shown: &GroupState) -> Vec<Pieces> {
    let folded = shown.folded().and(app.cx.judging.progress.signatures);
    let progress = folded.unwrap_or(app.cx.judging.progress.here);
    let Progress { judged, total, .. } = progress;
    let noun = match app.cx.lists.verdict_words() {
        _ if folded.is_none() => "",
        VerdictWords::Generated => " signatures",
        VerdictWords::Written if total == 1 => " cause",
        VerdictWords::Written => " causes",
    };
    let mut letters = Vec::new();
    // A signature has no letter of its own.
    if folded.is_none() && total <= MOST_LETTERS {
        for entry in shown.list().entries.iter().take(total) {
            letters.push(match app.cx.judging.labels.verdict(entry.failure) {
                Some(verdict) => (label_letter(verdict).to_owned(), Class::Label(verdict.label)),
                None => ("·".to_owned(), Class::Dim),
            });
        }
        letters.push((" ".to_owned(), Class::Text));
    }
    // Causes are told as failures are counted beside them.
    let end = if app.cx.lists.counts_causes() { " judged" } else { "" };
    let short = format!("{judged} of {total}{end}");
    // The K of a person who chose one is not the number of causes, which stands before it.
    let is_part = folded.is_some() && shown.folded().is_some_and(|folded| total < folded.signatures());
    let first = if is_part && app.cx.lists.counts_causes() { "the first " } else { "" };
    let long = format!("{judged} of {first}{total}{noun} judged");
    let counts = counts(progress, app.cx.lists.verdict_words());
    let [short, long, counts] = [short, long, counts].map(|text| (text, Class::Text));
    letters.extend([long.clone(), counts.clone()]);
    vec![letters, vec![long, counts.clone()], vec![short.clone(), counts], vec![short]]
}

/// Returns what a person has done and found over all groups: `37 looks · 5 bugs`.
fn looks(app: &App) -> Vec<Pieces> {
    let looks = &app.cx.judging.looks;
    let bugs: HashSet<usize> = looks.iter().filter(|look| look.is_bug).map(|look| look.group).collect();
    let (looks, bugs) = (text::plural(looks.len(), "look"), text::plural(bugs.len(), "bug"));
    [format!("{looks} · {bugs}"), looks, String::new()].map(|text| vec![(text, Class::Text)]).to_vec()
}

fn status(app: &App) -> Vec<Pieces> {
    let warning = |forms: [&str; 2]| forms.map(|text| vec![(text.to_owned(), Class::Warning)]).to_vec();
    match app.rereading.freshness {
        // The freshness of the results is more important than anything else in this part.
        Freshness::BeingWritten => return warning(["results are being written", "being written"]),
        Freshness::Broken(_) => {
            let how = app.cx.keys.fill("not up to date   {reload} reload");
            return warning([&how, "not up to date"]);
        }
        Freshness::UpToDate => {}
    }
    if app.cx.results.phase != Phase::Ready || app.cx.lists.order.is_empty() {
        return Vec::new();
    }
    let unranked = app.cx.lists.groups.len() - app.cx.lists.ranked;
    let ranking = (unranked > 0).then(|| format!("ranking, {} to go", text::plural(unranked, "group")));
    let is_judge_shown = app.cx.judging.labels.shown_judge().is_some();
    let shown = match (app.cx.judging.truth_shown, is_judge_shown) {
        (true, true) => Some("truth and judge shown"),
        (true, false) => Some("truth shown"),
        (false, true) => Some("judge shown"),
        (false, false) => None,
    };
    let both: Vec<&str> = shown.into_iter().chain(ranking.as_deref()).collect();
    // The last form stays: a person must not forget that labels are not blind.
    let forms = [&*both.join("   "), shown.unwrap_or_default()];
    let mut forms = forms.map(|text| vec![(text.to_owned(), Class::Dim)]).to_vec();
    forms.dedup();
    forms
}

/// Returns the screens with their keys, the current one marked, and the key of the help: `1 Triage  2 Progress  ? help`.
fn pages(app: &App, gap: &str) -> Pieces {
    let mut pieces = Vec::new();
    let are_there = app.cx.results.phase == Phase::Ready && !app.cx.lists.order.is_empty();
    for page in Screen::ALL.into_iter().filter(|&page| are_there && app.is_offered(page)) {
        let Some(key) = app.cx.keys.of(page.command()).first() else { continue };
        let is_shown = page == app.cx.screen;
        let class = if is_shown { Class::Current } else { Class::Opens(page.command()) };
        let part = if is_shown && app.shows_oracles() { " · oracles" } else { "" };
        pieces.push((format!("{key} {}{part}", page.title()), class));
        pieces.push((gap.to_owned(), Class::Dim));
    }
    // The bottom line has this key, too.
    if gap.len() > 1 {
        pieces.push((format!("{} help ", app.cx.keys.shown(Command::Help)), Class::Opens(Command::Help)));
    }
    pieces
}

/// Returns the number of flaky tests of a group. Those that passed in the end are not failures, and not in the list.
fn flaky(group: &Group, shown: &GroupState) -> Option<String> {
    match (shown.flaky, group.passed.flaky) {
        (0, 0) => None,
        (0, passed) => Some(format!("{} flaky, passed", text::number(passed))),
        (failed, _) => Some(format!("{} flaky", text::number(failed))),
    }
}

fn counts(progress: Progress, words: VerdictWords) -> String {
    let shown = words.counted(progress.verdicts);
    if shown.is_empty() { String::new() } else { format!(" · {}", shown.join(", ")) }
}

/// The minimum width of a title next to the text at its right, in cells.
pub(crate) const LEAST_TITLE: usize = 12;
