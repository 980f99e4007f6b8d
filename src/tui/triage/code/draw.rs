//! The panes with code: the generated test, the focal method, the prefix or a source file, with line numbers and
//! marks: `▷` is the line that failed, `•` one that no other test of the group has, `±` one that was changed.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::lang::plain::named_places;
use crate::lang::{Certainty, FailingLine};
use crate::model::{Failure, OracleKind, Phase, text};
use crate::rank::failing_call;
use crate::trace::CLASS_AS_A_WHOLE;
use crate::tui::frame::canvas::{Canvas, FOUND};
use crate::tui::frame::theme::Theme;
use crate::tui::triage::code::rows::Part;
use crate::tui::triage::code::source::SourceMark;
use crate::tui::triage::code::tabs;
use crate::tui::triage::code::thrown::ThrownLine;
use crate::tui::triage::code::{
    CAPTION_GAP, Document, DocumentKey, Footer, failing_words, folded_in_words, no_focal_method,
};
use crate::tui::triage::list::draw::test_name;
use crate::tui::triage::list::names::{class_name, given_name, test_method};
use crate::tui::{CodePane, CodeView, Cx, MISSING, Pane, Triage};

pub(crate) fn draw(code: &CodePane, triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let Some((_, failure)) = cx.lists.shown_failure() else { return };
    if cx.layout().is_some_and(|layout| layout.tabbed() != Some(code.pane)) {
        draw_title(code, triage, cx, failure, canvas, area);
    }
    let Some(document) = &code.document else { return };
    if document.lines.is_empty() {
        let remark = match code.view {
            _ if code.source.open.is_some() => "this file is empty".to_owned(),
            CodeView::FocalMethod => no_focal_method(failure),
            _ if failure.is_reported => no_source(failure, cx),
            _ => "the input has no source of the generated test".to_owned(),
        };
        let remark = failure.language.in_its_words(&remark);
        let room = area.width.saturating_sub(3);
        let lines = text::wrap(&remark, usize::from(room));
        let below = Rect { x: area.x + 1, y: area.y + 1, width: room, height: area.height.saturating_sub(1) };
        canvas.lines(below, &lines, canvas.theme.dim);
        return draw_footer(
            code,
            cx,
            failure,
            canvas,
            Rect { y: (below.y + missing_rows(failure)).min(area.bottom() - 1), ..area },
        );
    }
    let pane = CodeText { code, failure, document, cx, own: code.distinct_lines(cx) };
    let (first, height) = (code.offset, code.code_height(cx));
    let row = |line: usize| {
        let line = u16::try_from(line + 1).unwrap_or(u16::MAX);
        Rect { y: area.y.saturating_add(line), height: 1, ..area }
    };
    for line in 0..height {
        let Some(part) = code.rows.part(first + line, &document.lines) else { break };
        match code.sticky_line(cx).filter(|_| line == 0) {
            Some(above) => pane.draw_sticky(above, canvas, row(line)),
            None => pane.draw_row(part, canvas, row(line)),
        }
    }
    let shown = height.min(code.rows.count().saturating_sub(first));
    draw_footer(code, cx, failure, canvas, row(shown));
}

/// Returns true for a failure whose test is not searched by its name, but where the failure says that it happened.
fn looks_only_where_it_failed(failure: &Failure) -> bool {
    !failure.language.is_parsed() || failure.phase == Phase::Loading
}

/// Returns the name of the first file that a failure names.
fn named_file(failure: &Failure) -> Option<&str> {
    named_places(&failure.trace.0).next().and_then(|named| named.path.rsplit(['/', '\\']).next())
}

/// Returns the rows of a pane for the sentence in place of a test without a source, and a blank one.
pub(crate) fn missing_rows(failure: &Failure) -> u16 {
    let is_one_row = looks_only_where_it_failed(failure) && named_file(failure).is_none();
    if is_one_row { MISSING - 1 } else { MISSING }
}

/// Returns the place where the source of a reported test was looked for, and how to get it.
fn no_source(failure: &Failure, cx: &Cx) -> String {
    // What failed around all tests of a class has no test of its own.
    let is_of_class = test_method(&failure.test) == CLASS_AS_A_WHOLE;
    let class = match class_name(failure) {
        class if class.is_empty() => given_name(failure),
        class => class,
    };
    let sources = cx.lists.current_group().and_then(|(group, _)| cx.lists.corpus.sources_of(group.run));
    let folder = sources.map(|sources| sources.folder().display().to_string());
    let place = match folder.as_deref() {
        Some(".") => "in the current folder".to_owned(),
        Some(folder) => format!("in {}", text::sanitize(folder)),
        None => format!("around {}", text::sanitize(&cx.results.input)),
    };
    if matches!(failure.phase, Phase::SetUp | Phase::TearDown)
        && let Some(hook) = failure.called().first()
    {
        let hook = text::sanitize(&hook.name);
        return format!("No single test failed: {hook} did, outside of them. Its code is shown with it.");
    }
    // Nothing else is looked for: fossick was started in the right folder.
    if looks_only_where_it_failed(failure) && sources.is_some() {
        return match named_file(failure) {
            Some(file) => format!(
                "{} is not {place}: start fossick where its sources are, or put them there.",
                text::sanitize(file)
            ),
            None => "No source of it is known: its failure names no file.".to_owned(),
        };
    }
    if sources.is_some() {
        let what = if is_of_class { format!("{class} failed outside of its tests. ") } else { String::new() };
        return format!(
            "{what}No source file {place} has {class}: start fossick where its sources are, or put them there."
        );
    }
    format!(
        "No source of {class} {place}: its report is in no project. Open the project's folder instead, with the report in it."
    )
}

/// Draws the line below the code: a note, or the line that threw in code that the focal method calls.
fn draw_footer(code: &CodePane, cx: &Cx, failure: &Failure, canvas: &mut Canvas<'_>, area: Rect) {
    let (theme, y) = (canvas.theme, area.y);
    match code.shown_footer(cx) {
        Some(Footer::Remark(remark)) => {
            let remark = format!("  {remark}");
            let style = if code.view == CodeView::Test { theme.accent } else { theme.dim };
            canvas.put(area.x, y, area.width, &text::cut_end(&remark, usize::from(area.width)), style);
        }
        Some(Footer::Thrown) => {
            let Some(ThrownLine { place, source, tested, .. }) = cx.thrown() else { return };
            if source.is_empty() {
                let threw = failure.language.in_its_words("threw");
                let tested = tested.and_then(|failure| cx.lists.rank_and_group(failure).0);
                let tested = |method: &str| {
                    tested.as_ref().map(|rank| format!("; #{rank} tests {method}")).unwrap_or_default()
                };
                let method = place.rsplit('.').next().unwrap_or_default();
                let document = code.document.as_ref();
                let lines = document.map(Document::thrown_in).unwrap_or_default();
                let called = document.and_then(|document| document.called.as_deref()).unwrap_or_default();
                let wordings = match (&*lines, called) {
                    ("", _) => [place, method].map(|method| format!("{method} {threw}{}", tested("it"))),
                    _ if method.trim_start_matches("new ") == called => [place, method]
                        .map(|method| format!("line {lines} calls {method}, which {threw}{}", tested("it"))),
                    _ => [("()", "called "), ("", "")].map(|(it, word)| {
                        let called = format!("{word}through {called}{it} in line {lines}{}", tested("it"));
                        format!("{method}{it} {threw}, {called}")
                    }),
                };
                // The longest one that fits.
                let wordings = wordings.map(|words| format!("  {words}"));
                let fitting = wordings.iter().find(|words| text::width(words) < usize::from(area.width));
                let words = fitting.unwrap_or(&wordings[1]);
                canvas.put(area.x, y, area.width, &text::cut_end(words, usize::from(area.width)), theme.dim);
                return;
            }
            let cells = usize::from(area.width).saturating_sub(text::width(source) + 2);
            let thrown = failure.language.in_its_words("thrown in");
            let whole = format!(" {thrown} {place}  ");
            let place = if text::width(&whole) <= cells { whole } else { format!(" {place}  ") };
            let room = usize::from(area.width).saturating_sub(text::width(&place) + 2);
            let source = text::cut_end(source, room);
            let pieces = [("▶", theme.error), (&*place, theme.dim), (&*source, theme.text)];
            canvas.pieces(area.x, y, area.width, &pieces);
            canvas.tint(area.x + 1, y, area.width - 1, theme.failed_line);
        }
        None => {}
    }
}

fn draw_title(
    code: &CodePane,
    triage: &Triage,
    cx: &Cx,
    failure: &Failure,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let titles = titles(code, failure);
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let rank = cx.lists.current_group().filter(|_| code.pane == Pane::Code).map(|(group, state)| {
        // Its row in the list over all groups has another number.
        let place =
            if cx.lists.is_across() { format!(" in {}", cx.lists.group_title(group)) } else { String::new() };
        let of_failures = (text::number(state.selected + 1), state.list().entries.len());
        let counts_causes = cx.lists.counts_causes() && !cx.lists.is_across();
        let (rank, all) = if counts_causes { cx.lists.selected_of_all() } else { of_failures };
        format!(" #{rank} of {}{place} ", text::number(all))
    });
    let right = [(rank.as_deref().unwrap_or(""), canvas.theme.dim)];
    canvas.title(area, &titles, triage.rows_in_words(code.pane, cx), &right, cx.panes.focus == code.pane);
}

/// Returns the forms of a code pane's title, the longest first.
pub(crate) fn titles(code: &CodePane, failure: &Failure) -> Vec<String> {
    if let Some(open) = &code.source.open {
        return vec![open.title()];
    }
    match code.view {
        CodeView::FocalMethod => {
            let name = code.document.as_ref().map_or("", |document| &document.name);
            let separator = if name.is_empty() { "" } else { " · " };
            let title = failure.language.in_its_words("focal method");
            let title = format!("{title}{separator}{name}");
            let numbered = code.place_of_method(failure).map(|place| format!("{title} · {place}"));
            numbered.into_iter().chain([title]).collect()
        }
        CodeView::Called(_) => {
            let name = code.document.as_ref().map_or("", |document| &document.name);
            let place = code.place_of_method(failure).map_or_else(String::new, |place| format!(" · {place}"));
            let has_failed = code.document.as_ref().is_some_and(|document| document.failed.is_some());
            let title = match (failure.phase, code.view) {
                // Only what a failure passed through is known there.
                _ if !failure.language.is_parsed() => "where it failed",
                (Phase::SetUp, CodeView::Called(0)) if has_failed => "failed set-up",
                (Phase::TearDown, CodeView::Called(0)) if has_failed => "failed tear-down",
                _ => "method that the test calls",
            };
            let title = failure.language.in_its_words(title);
            vec![format!("{title} · {name}{place}"), format!("{name}{place}")]
        }
        CodeView::Test | CodeView::Source => test_titles(failure),
    }
}

/// Returns the forms of a test's title, the longest first. Where its class has no room, its expectation still may have, and that it
/// was not what failed has to.
pub(crate) fn test_titles(failure: &Failure) -> Vec<String> {
    let [whole, name] = [true, false].map(|qualified| test_name(failure, qualified));
    let expected = oracle_words(failure).map(|words| failure.language.in_its_words(words));
    let phase = match failure.phase {
        Phase::SetUp => Some("set-up failed"),
        Phase::TearDown => Some("tear-down failed"),
        Phase::Test | Phase::Loading => None,
    };
    [&whole, &name]
        .into_iter()
        .filter_map(|name| expected.as_ref().map(|words| format!("{name} · {words}")))
        .chain(phase.map(|phase| format!("{name} · {phase}")))
        .chain([whole.clone(), name.clone()])
        .collect()
}

/// Returns `test ▸ focal` with the current tab highlighted, and `source` while a file is open.
pub(crate) fn tabs(triage: &Triage, cx: &Cx, canvas: &Canvas<'_>) -> Vec<(&'static str, Style)> {
    let theme = canvas.theme;
    let mut pieces = Vec::new();
    let is_hidden = cx.layout().is_some_and(|layout| layout.pane(Pane::Code).is_none());
    for (view, is_current) in triage.code.code_tabs(cx) {
        let is_shown = is_current && !is_hidden;
        pieces.push((if pieces.is_empty() { tabs::MARGIN } else { tabs::BETWEEN }, theme.dim));
        pieces.push((view.title(), if is_shown { theme.heading } else { theme.dim }));
    }
    pieces.push((tabs::MARGIN, theme.dim));
    pieces
}

/// Returns the expectation of a test, or the phase that failed in its place; None if its source is unknown.
fn oracle_words(failure: &Failure) -> Option<&'static str> {
    match failure.phase {
        Phase::Test => {}
        Phase::Loading => return Some("its module was not loaded"),
        Phase::SetUp => return Some("did not start: its set-up failed"),
        Phase::TearDown => return Some("it ran, and its tear-down failed"),
    }
    match (failure.category, failure.oracle_kind()) {
        (Some(category), _) => Some(category.words()),
        // The sources exist, but don't show which of the test's oracles failed.
        _ if failure.location.is_some() && failure.language.is_parsed() => {
            Some("the failed oracle is undecided")
        }
        (None, kind) => kind.map(OracleKind::words),
    }
}

pub(crate) fn failed_sign(failed: FailingLine) -> &'static str {
    if failed.certainty == Certainty::Inferred { "▷" } else { "▶" }
}

/// Returns the colours of a line of a text, as far as they are known.
pub(crate) fn code_spans<'a>(
    key: DocumentKey,
    line: usize,
    cx: &'a Cx,
    theme: &'a Theme,
) -> impl Iterator<Item = (Range<usize>, Style)> + 'a {
    let spans = cx.details.highlights.get(key).and_then(|spans| spans.get(line));
    spans.into_iter().flatten().map(|span| (span.start..span.end, theme.code(span.class)))
}

struct CodeText<'a> {
    code: &'a CodePane,
    failure: &'a Failure,
    document: &'a Document,
    cx: &'a Cx,
    /// The lines that no other test of the group has, ascending.
    own: &'a [usize],
}

impl CodeText<'_> {
    fn draw_row(&self, part: Part, canvas: &mut Canvas<'_>, row: Rect) {
        let (document, theme) = (self.document, canvas.theme);
        let index = part.line;
        let Some(source) = document.lines.get(index) else { return };
        let folded = &self.code.rows.folded;
        if folded.contains(&index) {
            canvas.put(row.x + 1, row.y, row.width, &folded_in_words(folded.len()), theme.dim);
            return;
        }
        let failed = document.failed.filter(|failed| failed.line == index);
        let statement = document.failed_lines().filter(|lines| lines.contains(&index));
        let indent = part.indent;
        let (is_first, is_last) = (part.bytes.start == 0, part.bytes.end == source.len());
        // A location opened by the user is not one where something failed.
        let is_place = self.opened().is_some_and(|mark| mark != SourceMark::Failed);
        let call = failed.filter(|_| !is_place).map(|_| failing_call(self.failure));
        let only =
            call.and_then(|call| document.language.answers().failed_statement(source, call.as_deref()));
        let is_marked = only.as_ref().map_or(is_first, |only| part.bytes.contains(&only.start));
        let marker = match failed.filter(|_| is_marked) {
            Some(_) if is_place => ("▸", theme.accent),
            Some(failed) => (failed_sign(failed), theme.error),
            None if is_first && document.words_of_several(index).is_some() => ("▶", theme.error),
            None if is_first && document.may_throw.contains(&index) => ("▷", theme.error),
            None => (" ", theme.error),
        };
        let own = match is_first {
            true if self.own.binary_search(&index).is_ok() => "•",
            true if document.changed.binary_search(&index).is_ok() => "±",
            _ => " ",
        };
        let line = self.draw_gutter([marker, (own, theme.accent)], source, part, canvas, row);
        line.draw(code_spans(document.key, index, self.cx, theme), theme.text, canvas);
        if line.is_caption() {
            let cells = usize::from(line.area.width.saturating_sub(1));
            let case = document.case_below(cells).filter(|case| case.line == index);
            let ((blanks, rows), style) = match case {
                Some(case) => ((case.blanks, case.rows), theme.dim),
                None => (document.caption(index, self.failure, cells), theme.error),
            };
            let caption = rows.get(line.part.bytes.start - source.len()).map_or("", String::as_str);
            let x = line.area.x + u16::try_from(blanks).unwrap_or(0);
            canvas.put(x, row.y, row.right().saturating_sub(x), caption, style);
        } else if is_last {
            let ended = document.failed.filter(|_| statement.as_ref().is_some_and(|it| *it.end() == index));
            self.draw_caption(index, ended, &line, canvas);
        }
        let oracle = document.oracle.binary_search(&index).is_ok();
        let tint = match (&statement, oracle) {
            (Some(_), _) if is_place => Some(theme.selection),
            (Some(_), _) => Some(theme.failed_line),
            (None, _) if document.words_of_several(index).is_some() => Some(theme.failed_line),
            (None, true) => Some(theme.oracle_line),
            (None, false) => None,
        };
        if let (Some(tint), Some(only)) = (tint, &only) {
            line.tint(only, tint, canvas);
        } else if let Some(tint) = tint {
            // A line below text belongs to the code alone.
            let (x, end) = match statement.is_some() && !is_place && tint.bg.is_none() {
                true if line.is_caption() => (0, 0),
                true => {
                    let blanks = if is_first { source.len() - source.trim_start().len() } else { indent };
                    let blanks = u16::try_from(blanks.saturating_sub(self.code.column)).unwrap_or(u16::MAX);
                    (line.area.x + blanks.min(line.end()), line.area.x + line.end())
                }
                false => (line.area.x - 1, row.right()),
            };
            canvas.tint(x, row.y, end.saturating_sub(x), tint);
        }
        self.draw_marks(index, &line, canvas);
    }

    /// Draws the signature of the method that contains the first visible line, with a rule below it.
    fn draw_sticky(&self, index: usize, canvas: &mut Canvas<'_>, row: Rect) {
        let Some(source) = self.document.lines.get(index) else { return };
        let theme = canvas.theme;
        let part = Part { line: index, bytes: 0..source.len(), indent: 0 };
        let line = self.draw_gutter([("↑", theme.dim), (" ", theme.dim)], source, part, canvas, row);
        line.draw(code_spans(self.document.key, index, self.cx, theme), theme.text, canvas);
        let underline = Style::new().add_modifier(Modifier::UNDERLINED);
        let tint = if theme.title_bar.bg.is_some() { theme.title_bar } else { underline };
        canvas.tint(row.x, row.y, row.width, tint);
    }

    /// Draws marks and line number (`↪` for the continuation of a line); returns the layout of its text.
    fn draw_gutter<'a>(
        &self,
        marks: [(&str, Style); 2],
        source: &'a str,
        part: Part,
        canvas: &mut Canvas<'_>,
        row: Rect,
    ) -> SourceLine<'a> {
        let digits = self.document.digits();
        let number = match part.bytes.start {
            0 => format!("{:>digits$} ", self.document.first + part.line),
            start if start == part.bytes.end => " ".repeat(digits + 1),
            _ => format!("{:>digits$} ", "↪"),
        };
        let [marker, own] = marks;
        let used =
            canvas.pieces(row.x, row.y, row.width, &[marker, own, (number.as_str(), canvas.theme.dim)]);
        let area = Rect { x: row.x + used, width: row.width.saturating_sub(used), ..row };
        SourceLine::new(source, part, self.code.column, area)
    }

    fn opened(&self) -> Option<SourceMark> {
        self.code.source.open.as_ref().map(|open| open.place.mark)
    }

    /// Draws the caption of a line at its right: the longest form that fits next to the code.
    fn draw_caption(
        &self,
        index: usize,
        failed: Option<FailingLine>,
        line: &SourceLine<'_>,
        canvas: &mut Canvas<'_>,
    ) {
        let open = self.opened();
        let area = line.area;
        let from = area.x.saturating_add(line.end()).saturating_add(CAPTION_GAP);
        let end = area.right().saturating_sub(1);
        let room = usize::from(end.saturating_sub(from));
        let thrown = failing_words(self.failure, room).unwrap_or_default();
        let several = self.document.words_of_several(index).map(text::sanitize);
        // What has no room here stands below, where there are rows for it.
        let has_rows_below = self.cx.panes.wraps && self.cx.layout().is_some_and(|it| it.tabs.is_none());
        let several = several.filter(|words| !has_rows_below || text::width(words) <= room);
        let several = several.map(|words| text::cut_end(&words, room).into_owned());
        let about = self.about(index);
        let case = self.case(index, usize::from(end.saturating_sub(from)));
        let oracle = self.cx.lists.verdict_words().oracle();
        let should_throw = format!("{oracle}: should throw");
        let should_throw = self.failure.language.in_its_words(&should_throw);
        let captions: &[&str] = match failed {
            Some(_) if open == Some(SourceMark::Frame) => &["◀ this frame"],
            Some(_) if open == Some(SourceMark::Test) => &["◀ the test"],
            Some(_) if open == Some(SourceMark::FocalMethod) => &["◀ the focal method"],
            _ if let Some(words) = &several => &[words],
            Some(_) if self.document.has_words_at_each_line() => &[],
            Some(_) => &[&thrown],
            None if self.document.oracle.first() == Some(&index) => match self.failure.oracle.kind() {
                OracleKind::Exception => &[&should_throw, oracle],
                OracleKind::Assertion => &[oracle, oracle],
                OracleKind::NoException => &[],
            },
            None => &[about[0].as_str(), about[1].as_str(), case.as_str()],
        };
        let style = if failed.is_some() || several.is_some() { canvas.theme.error } else { canvas.theme.dim };
        for caption in captions {
            if canvas.put_right(from, end, area.y, caption, style) < end {
                break;
            }
        }
    }

    /// Returns the values with which a parametrized test failed, cut to fit into `room`, beside one of its
    /// lines; empty beside others.
    fn case(&self, index: usize, room: usize) -> String {
        /// The number of cells that say something of values that are cut.
        const LEAST: usize = 16;
        let values = match &self.document.case {
            Some(case) if case.line == index => &*case.values,
            _ => return String::new(),
        };
        // Otherwise they have a row of their own, unless lines are cut at the edge too.
        let is_below = self.cx.panes.wraps && text::width(values) > room;
        if is_below || room < LEAST.min(text::width(values)) {
            String::new()
        } else {
            text::cut_end(values, room).into_owned()
        }
    }

    /// Returns the forms of a remark beside the first line of a test: on the mark of its failed line, and on its name.
    fn about(&self, index: usize) -> [String; 2] {
        let lines = &self.document.lines[..self.document.lines.len().min(FIRST_LINES)];
        let is_first = index == 0 && self.document.key.is_test();
        let runs_as =
            lines.iter().find_map(|line| self.runs_as(line)).filter(|_| is_first).unwrap_or_default();
        let is_inferred =
            is_first && self.document.failed.is_some_and(|failed| failed.certainty == Certainty::Inferred);
        let inferred = if is_inferred { "▷ inferred line" } else { "" };
        let both = [inferred, &*runs_as].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>();
        [both.join(" · "), inferred.to_owned()]
    }

    /// Explains a name in the signature of a generated test that was split at its assertions: its part has a
    /// number more.
    fn runs_as(&self, source: &str) -> Option<String> {
        let declared = source.split_once('(')?.0.rsplit(' ').next()?;
        let name = test_method(&self.failure.test);
        let part = name.strip_prefix(declared).filter(|_| declared.starts_with(char::is_alphabetic))?;
        (part.parse::<usize>().is_ok()).then(|| format!("runs as {name}"))
    }

    fn draw_marks(&self, index: usize, line: &SourceLine<'_>, canvas: &mut Canvas<'_>) {
        let code = self.code;
        if let Some(finding) = self.cx.search.as_ref().filter(|_| code.source.open.is_none()) {
            let (first, around) = line.around();
            for (start, end) in finding.words.spans(around) {
                line.tint(&(first + start..first + end), Style::new().add_modifier(FOUND), canvas);
            }
        }
        let Some(search) = &code.search.found else { return };
        for found in search.in_line(index) {
            let is_current = search.current() == Some(*found);
            let modifier = if is_current { Modifier::REVERSED } else { FOUND };
            line.tint(&(found.start..found.end), Style::new().add_modifier(modifier), canvas);
        }
    }
}

const FIRST_LINES: usize = 4;
/// The number of bytes on both sides of the visible text in which matches are searched for.
const MARGIN: usize = 4096;

pub(crate) struct SourceLine<'a> {
    pub(crate) source: &'a str,
    pub(crate) part: Part,
    pub(crate) area: Rect,
    visible: Range<usize>,
    /// The number of cells before the first of them: the indentation, and half of a wide character that is cut.
    before: usize,
    /// True if the beginning of the part is hidden at the left edge.
    is_scrolled: bool,
}

impl<'a> SourceLine<'a> {
    /// Lays out a part of a line from its cell `column` on. No text beyond the right edge is read: a line can be huge.
    pub(crate) fn new(source: &'a str, part: Part, column: usize, area: Rect) -> SourceLine<'a> {
        let shown = source.get(part.bytes.clone()).unwrap_or("");
        let (pad, rest) = text::skip_cells(shown, column);
        let before = pad + part.indent;
        let start = part.bytes.end - rest.len();
        let fitting = text::take_cells(rest, usize::from(area.width).saturating_sub(before));
        let is_scrolled = column > 0 && rest.len() < shown.len();
        SourceLine { source, visible: start..start + fitting.len(), part, area, before, is_scrolled }
    }

    /// Draws the line: its spans (bytes of the whole line, ascending) in their styles, the rest as plain text; `‹`
    /// and `›` show that it continues beyond the edges.
    pub(crate) fn draw(
        &self,
        spans: impl Iterator<Item = (Range<usize>, Style)>,
        plain: Style,
        canvas: &mut Canvas<'_>,
    ) {
        let Rect { x, y, width, .. } = self.area;
        let (source, end) = (self.source, self.part.bytes.end);
        let mut used = u16::try_from(self.before).unwrap_or(u16::MAX);
        let mut at = self.visible.start;
        let mut put = |from: usize, to: usize, style: Style| {
            if from < to && used < width {
                used += canvas.put(x + used, y, width - used, source.get(from..to).unwrap_or(""), style);
            }
        };
        for (span, style) in spans.take_while(|(span, _)| span.start < self.visible.end) {
            let (from, to) = (span.start.clamp(at, end), span.end.clamp(at, end));
            put(at, from, plain);
            put(from, to, style);
            at = to;
        }
        put(at, end, plain);
        let accent = canvas.theme.accent;
        if self.is_scrolled {
            canvas.put(x, y, 1, "‹", accent);
        }
        if self.visible.end < end {
            canvas.put(x + width.saturating_sub(1), y, 1, "›", accent);
        }
    }

    pub(crate) fn tint(&self, bytes: &Range<usize>, style: Style, canvas: &mut Canvas<'_>) {
        let here = &self.part.bytes;
        let (start, end) = (self.cell(bytes.start.max(here.start)), self.cell(bytes.end.min(here.end)));
        if bytes.start < here.end && bytes.end > here.start && start < end {
            canvas.tint(self.area.x + start, self.area.y, end - start, style);
        }
    }

    /// Returns true for the empty row below the failed line.
    fn is_caption(&self) -> bool {
        self.part.bytes.is_empty() && self.part.bytes.start > 0
    }

    /// Returns the first cell after the text, at most the first one after the row.
    pub(crate) fn end(&self) -> u16 {
        let shown = self.source.get(self.part.bytes.clone()).unwrap_or("");
        self.cell(self.part.bytes.start + shown.trim_end().len())
    }

    /// Returns the visible text with [`MARGIN`] bytes on both sides, preceded by its position in the line.
    pub(crate) fn around(&self) -> (usize, &'a str) {
        let is_boundary = |&at: &usize| self.source.is_char_boundary(at);
        let first = self.visible.start.saturating_sub(MARGIN);
        let start = (0..=first).rev().find(is_boundary).unwrap_or(0);
        let end =
            (self.visible.end + MARGIN..self.source.len()).find(is_boundary).unwrap_or(self.source.len());
        (start, self.source.get(start..end).unwrap_or(""))
    }

    fn cell(&self, byte: usize) -> u16 {
        if byte > self.visible.end {
            return self.area.width;
        }
        let cells = self.source.get(self.visible.start..byte).map_or(0, text::width);
        u16::try_from(self.before + cells).unwrap_or(u16::MAX).min(self.area.width)
    }
}
