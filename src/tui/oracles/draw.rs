//! The oracles on the progress screen: stages of tests, instances, and the oracles, test and measures of the
//! selected one.

use ratatui::layout::Rect;

use crate::import::Outcome;
use crate::tui::frame::canvas::fitted_end;
use crate::tui::frame::canvas::{Canvas, below};
use crate::tui::frame::layout::rows_in_words;
use crate::tui::oracles::{ListedOracle, OracleRow, Oracles};
use crate::tui::progress::draw::draw_line;
use crate::tui::triage;
use crate::tui::triage::trace::draw::style;
use crate::tui::{Cx, text};

pub(crate) fn draw(oracles: &Oracles, cx: &Cx, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let width = cx.panes.size.0.saturating_sub(3);
    let Some(assessed) = &oracles.assessed else {
        canvas.put(2, 2, width, "measuring …", theme.dim);
        return;
    };
    let [table, list, pair, measures] = oracles.areas(cx);
    let columns = Columns::of(oracles, usize::from(list.width), cx.judging.truth_shown);
    let title = if cx.judging.truth_shown {
        "Each oracle beside its reference, and how its test ends on the fixed version."
    } else {
        "How each generated oracle ends on the tested version. {reveal-truth} adds the right ones, and reveals the bugs."
    };
    let narrow = "How each ends when tested. {reveal-truth} adds the right ones, and reveals the bugs.";
    let title = if cx.judging.truth_shown || width >= 100 { title } else { narrow };
    canvas.put(2, 1, width, &cx.keys.fill(title), theme.strong);
    for (index, y) in (0..oracles.table.len()).zip(table.y..table.bottom()) {
        draw_line(&oracles.table, index, canvas, Rect { y, height: 1, ..table });
    }
    let bar = Rect { y: list.y - 2, height: 1, ..list };
    let all = text::plural(assessed.rows.len(), "oracle");
    let position = rows_in_words(oracles.offset, usize::from(list.height), oracles.listed.len());
    let position = position.map(|position| format!("rows {position}"));
    let order = if cx.judging.truth_shown { "surprising first" } else { "failures first" };
    let titles = [format!("{all}, alike ones in one row · {order}"), format!("{all}, alike ones in one row")];
    let titles = titles.each_ref().map(|title| &**title);
    canvas.title(bar, &titles, position, &[], false);
    draw_list(oracles, &columns, canvas, list);
    draw_selected(oracles, cx, canvas, pair);
    if !cx.judging.truth_shown {
        return;
    }
    canvas.title(Rect { height: 1, ..measures }, &["similarity and accuracy"], None, &[], false);
    let below = measures.rows().skip(1).map(|row| Rect { x: row.x + 1, width: row.width - 1, ..row });
    for (index, y) in (0..oracles.measures.len()).zip(below) {
        draw_line(&oracles.measures, index, canvas, y);
    }
}

/// Draws the list with its headings; without what the references tell while they are hidden.
fn draw_list(oracles: &Oracles, columns: &Columns, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    draw_headings(columns, canvas, Rect { y: area.y - 1, height: 1.min(area.height), ..area });
    for ((place, listed), y) in oracles.listed.iter().enumerate().skip(oracles.offset).zip(area.rows()) {
        let Some(row) = oracles.measured(listed) else { continue };
        draw_row(row, *listed, columns, canvas, y);
        if place == oracles.selected {
            canvas.put(area.x, y.y, 1, "▌", theme.accent);
            canvas.tint(area.x, y.y, area.width, theme.selection);
        }
    }
}

fn draw_selected(oracles: &Oracles, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let row = oracles.row();
    let Some((row, instance)) = row.and_then(|row| Some((row, row.instance(&cx.results)?))) else { return };
    if area.height == 0 {
        return;
    }
    let named = format!("{} · {}", row.bug, row.test);
    let title = format!("{named} · {}", text::sanitize(&instance.approach));
    let folded = oracles.folded().map_or(String::new(), |listed| match listed.others {
        0 => format!(" {} alike ", listed.count),
        others => format!(" {} alike, in {} groups ", listed.count, others + 1),
    });
    let bar = Rect { height: 1, ..area };
    canvas.title(bar, &[&title, &named, &row.test], None, &[(&folded, theme.dim)], false);
    let is_measured = !cx.judging.truth_shown || row.similarity.is_some();
    let unmeasured = if is_measured { "" } else { " · unmeasured: not two assertions" };
    let outcome = [(oracles.outcome, theme.dim), (unmeasured, theme.dim)];
    canvas.pieces(area.x + 1, area.y + 1, area.width - 1, &outcome);
    let pair = if cx.judging.truth_shown { &*oracles.pair } else { &[] };
    if pair.is_empty() {
        let oracle = format!("generated   {}", row.words[1]);
        let oracle = text::cut_end(&text::sanitize(&oracle), usize::from(area.width - 1)).into_owned();
        canvas.put(area.x + 1, area.y + 2, area.width - 1, &oracle, theme.text);
    }
    for (row, y) in pair.iter().zip(area.y + 2..area.bottom()) {
        let mut x = area.x + 1;
        for (class, piece) in &row.pieces {
            x += canvas.put(x, y, area.right().saturating_sub(x), piece, style(*class, theme));
        }
    }
    let below = below(area, pair.len().max(1) + 2);
    triage::draw_tests::draw_tests(&oracles.tests, cx, canvas, below);
    if !oracles.tests.is_empty() || below.height == 0 {
        return;
    }
    let rows: Vec<_> = oracles.chosen().collect();
    let remark = "the results have code of failed tests only";
    canvas.put(below.x + 1, below.y, below.width - 1, remark, theme.dim);
    let longest =
        |name: fn(&OracleRow) -> &str| rows.iter().map(|row| text::width(name(row))).max().unwrap_or(0);
    let whole: fn(&OracleRow) -> &str = |row| &row.test;
    let has_room = longest(whole) + ORACLE + 3 <= usize::from(below.width);
    let test = if has_room { whole } else { method_of };
    let name = longest(test).min(TEST);
    let last = below.bottom() - 1;
    for (index, (row, y)) in rows.iter().filter(|_| rows.len() > 1).zip(below.y + 1..=last).enumerate() {
        if y == last && index + 1 < rows.len() {
            canvas.put(below.x + 1, y, below.width - 1, &format!("… {} more", rows.len() - index), theme.dim);
            return;
        }
        let room = usize::from(below.width).saturating_sub(name + 3);
        let oracle = text::first_bytes(&row.words[1], 4 * room);
        let oracle = text::cut_end(&text::sanitize(oracle), room).into_owned();
        let pieces = [(&*fitted_end(test(row), name), theme.text), ("  ", theme.text), (&*oracle, theme.dim)];
        canvas.pieces(below.x + 1, y, below.width - 1, &pieces);
    }
}

struct Columns {
    result: usize,
    /// The width of the percentage; 0 while the references are hidden.
    similarity: usize,
    /// The width of the number of oracles of a kind; 0 if each is alone.
    count: usize,
    /// The widths of the names, which the title below the list has too; 0 where both oracles need the room.
    group: usize,
    test: usize,
    /// The widths of the two oracles; 0 for a hidden one.
    oracles: [usize; 2],
}

/// The headings of the result and of the percentage; on a narrow screen, the latter has its name in the table below.
const HEADINGS: [[&str; 2]; 2] = [["when fixed", "similar %"], ["fixed", "chrF %"]];
const RESULT: usize = 9;
/// The maximum width of a test's name, and the minimum width of an oracle, in cells.
const TEST: usize = 40;
const ORACLE: usize = 16;

impl Columns {
    fn of(oracles: &Oracles, width: usize, has_references: bool) -> Columns {
        // Names are of similar length; a look at some of them is enough.
        let longest = |name: fn(&OracleRow) -> &str| {
            let rows = oracles.listed.iter().take(1000).filter_map(|listed| oracles.measured(listed));
            rows.map(|row| text::width(name(row))).max().unwrap_or(0)
        };
        let group = longest(|row| &row.bug).max(5);
        let most = oracles.listed.iter().map(|listed| listed.count).max().unwrap_or(1);
        let count = if most > 1 { (most.to_string().len() + 3).max(7) } else { 0 };
        let test = longest(method_of).clamp(4, TEST);
        let columns_of = |[title, percent]: [&str; 2], [group, test]: [usize; 2]| {
            let result = title.len().max(RESULT) + 2;
            let similarity = if has_references { percent.len() + 2 } else { 0 };
            let names = if test > 0 { group + 2 + test } else { 0 };
            let rest = width.saturating_sub(1 + result + similarity + count + names + 1);
            let both = (rest / 2).saturating_sub(2);
            let oracles = if has_references { [both; 2] } else { [0, rest.saturating_sub(2)] };
            Columns { result, similarity, count, group, test, oracles }
        };
        let [wide, narrow] = HEADINGS;
        let columns = columns_of(wide, [group, test]);
        if has_references && columns.oracles[0] < ORACLE { columns_of(narrow, [0; 2]) } else { columns }
    }
}

/// Returns the name of a test without that of its class, which the title below the list has.
fn method_of(row: &OracleRow) -> &str {
    row.test.split_once('.').map_or(&row.test, |(_, method)| method)
}

fn draw_headings(columns: &Columns, canvas: &mut Canvas<'_>, row: Rect) {
    let Columns { result: wide, similarity, count, group, test, oracles } = *columns;
    let [result, percent] = HEADINGS[usize::from(test == 0)];
    let [result, percent] = if similarity > 0 { [result, percent] } else { ["result", ""] };
    let alike = if count > 0 { "alike  " } else { "" };
    let mut headings = format!(" {result:wide$}{percent:similarity$}{alike:>count$}");
    if test > 0 {
        headings += &format!("{:group$}  {:test$}", "group", "test");
    }
    for (title, width) in ["reference", "generated"].iter().zip(oracles).filter(|(_, width)| *width > 0) {
        headings += &format!("  {title:width$}");
    }
    canvas.put(row.x, row.y, row.width, &headings, canvas.theme.dim);
}

fn draw_row(row: &OracleRow, listed: ListedOracle, columns: &Columns, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let (result, style) = match (columns.similarity > 0, row.sign) {
        (false, _) => match listed.outcome {
            Outcome::Failed => ("fails", theme.error),
            Outcome::Passed => ("passes", theme.dim),
            Outcome::NotExecuted => ("not run", theme.dim),
        },
        (true, "✗") => ("fails", theme.error),
        (true, "·") => ("not run", theme.dim),
        (true, "=") => ("same text", theme.dim),
        (true, "≈") => ("passes", theme.text),
        (true, _) => ("", theme.dim),
    };
    let percent = row.similarity.map_or("–".to_owned(), |share| format!("{:.0}", share * 100.0));
    let percent = if columns.similarity > 0 {
        format!("{percent:>0$}  ", columns.similarity - 2)
    } else {
        String::new()
    };
    let alike = match listed.count {
        0 => "┄  ".to_owned(),
        1 => String::new(),
        count => format!("{count}×  "),
    };
    let named = [
        (&*format!("{result:0$}", columns.result), style),
        (&*percent, theme.text),
        (&*format!("{alike:>0$}", columns.count), theme.dim),
        (&*fitted_end(&row.bug, columns.group), theme.dim),
        (if columns.test > 0 { "  " } else { "" }, theme.text),
        (&*fitted_end(method_of(row), columns.test), theme.text),
    ];
    let mut x = area.x + 1 + canvas.pieces(area.x + 1, area.y, area.width - 1, &named);
    let texts = row.words.iter().zip([theme.dim, theme.text]).zip(columns.oracles);
    for ((words, style), width) in texts.filter(|(_, width)| *width > 0) {
        let oracle = fitted_end(&text::sanitize(text::first_bytes(words, 4 * width)), width);
        x += 2 + canvas.put(x + 2, area.y, area.right().saturating_sub(x + 2), &oracle, style);
    }
}
