//! The oracles on the progress screen: the stages of the tests, the instances, and of the selected one its two oracles,
//! its test and its measures.

use super::canvas::Canvas;
use super::quality::draw_line;
use super::trace::style;
use super::{fitted_end, similar};
use crate::model::Language;
use crate::tui::app::detail::expected_actual::in_words;
use crate::tui::app::layout::rows_in_words;
use crate::tui::app::oracles::{ListedOracle, OracleRow, Oracles};
use crate::tui::app::{Cx, text};
use ratatui::layout::Rect;

/// The number of cells of a bar.
const BAR: usize = 8;
/// The width from which on signs are explained in full.
const WIDE: u16 = 160;

pub(super) fn draw(oracles: &Oracles, cx: &Cx, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let width = cx.panes.size.0.saturating_sub(3);
    let Some(assessed) = &oracles.assessed else {
        canvas.put(2, 2, width, "measuring …", theme.dim);
        return;
    };
    let [table, list, pair, measures] = oracles.areas(cx);
    for (index, y) in (0..oracles.table.len()).zip(table.y..table.bottom()) {
        draw_line(&oracles.table, index, canvas, Rect { y, height: 1, ..table });
    }
    let bar = Rect { y: list.y - 2, height: 1, ..list };
    let count = format!("{} oracles", text::number(assessed.rows.len()));
    let kinds = oracles.listed.iter().filter(|listed| listed.count > 0).count();
    let alike = format!("{count}, alike ones in {}", text::plural(kinds, "row"));
    let position = rows_in_words(oracles.offset, usize::from(list.height), oracles.listed.len());
    let (titles, signs) = if cx.session.truth_shown {
        let surprises = "surprises first: unlike but passes, or alike but fails";
        let signs = if list.width < WIDE {
            " ✗ fails  = equal  ≈ differs and passes "
        } else {
            " ✗ fails on the fixed version  = same text  ≈ other text, passes "
        };
        ([format!("{alike}; {surprises}"), format!("{count}; {surprises}")], signs)
    } else {
        ([format!("{alike}, in the order of the input"), alike.clone()], "")
    };
    let titles = [&*titles[0], &*titles[1], &*alike, &*count];
    canvas.title(bar, &titles, position, &[(signs, theme.dim)], false);
    draw_list(oracles, cx, canvas, list);
    draw_selected(oracles, cx, canvas, pair);
    let title: &[&str] = if cx.session.truth_shown {
        &["similarity (the list shows chrF) and accuracy", "similarity and accuracy"]
    } else {
        &["the references are hidden"]
    };
    canvas.title(Rect { height: 1, ..measures }, title, None, &[], false);
    let below = Rect {
        x: measures.x + 1,
        y: measures.y + 1,
        width: measures.width - 1,
        height: measures.height.saturating_sub(1),
    };
    if !cx.session.truth_shown {
        let said = cx.keys.fill(HIDDEN);
        return canvas.lines(below, &text::wrap(&said, usize::from(below.width)), theme.text);
    }
    for (index, y) in (0..oracles.measures.len()).zip(below.rows()) {
        draw_line(&oracles.measures, index, canvas, y);
    }
}

/// The way to the references while they are hidden.
const HIDDEN: &str = "They would give away which failures are bugs. {reveal-truth} shows them: each beside its generated oracle, \
                      how similar the two are, and how the test ends on the fixed version.";

/// Draws the list with its headings; without what the references tell while they are hidden.
fn draw_list(oracles: &Oracles, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let columns = Columns::of(oracles, usize::from(area.width), cx.session.truth_shown);
    draw_headings(&columns, canvas, Rect { y: area.y - 1, height: 1.min(area.height), ..area });
    for ((place, listed), y) in oracles.listed.iter().enumerate().skip(oracles.offset).zip(area.rows()) {
        let Some(row) = oracles.measured(listed) else { continue };
        draw_row(row, *listed, cx, &columns, canvas, y);
        if place == oracles.selected {
            canvas.put(area.x, y.y, 1, "▌", theme.accent);
            canvas.tint(area.x, y.y, area.width, theme.selection);
        }
    }
}

fn draw_selected(oracles: &Oracles, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let row = oracles.row();
    let Some((row, instance)) = row.and_then(|row| Some((row, row.instance(&cx.session)?))) else { return };
    if area.height == 0 {
        return;
    }
    let title = format!("{} · {}", row.test, text::sanitize(&instance.approach));
    let folded = oracles.folded().map_or(String::new(), |listed| {
        let does = if oracles.is_unfolded() { "folds" } else { "shows" };
        cx.keys.fill(&format!(" {{open-or-zoom}} {does} the {} alike ", listed.count))
    });
    canvas.title(Rect { height: 1, ..area }, &[&title, &row.test], None, &[(&folded, theme.dim)], false);
    canvas.put(area.x + 1, area.y + 1, area.width - 1, oracles.outcome, theme.dim);
    let pair = if cx.session.truth_shown { &*oracles.pair } else { &[] };
    if pair.is_empty() {
        let said = format!("generated   {}", in_words(&instance.generated, Language::Java));
        let said = text::cut_end(&text::sanitize(&said), usize::from(area.width - 1)).into_owned();
        canvas.put(area.x + 1, area.y + 2, area.width - 1, &said, theme.text);
    }
    for (row, y) in pair.iter().zip(area.y + 2..area.bottom()) {
        let mut x = area.x + 1;
        for (class, piece) in &row.pieces {
            x += canvas.put(x, y, area.right().saturating_sub(x), piece, style(*class, theme));
        }
    }
    // A blank row below them.
    let used = u16::try_from(pair.len().max(1) + 3).unwrap_or(u16::MAX).min(area.height);
    let below = Rect { y: area.y + used, height: area.height - used, ..area };
    similar::draw_tests(&oracles.tests, cx, canvas, below);
    if !oracles.tests.is_empty() || below.height == 0 {
        return;
    }
    let rows: Vec<_> = oracles.chosen().collect();
    let subject =
        if rows.len() == 1 { "This test".to_owned() } else { format!("These {}", text::number(rows.len())) };
    let said = format!("{subject} did not fail: the results have no code.");
    canvas.put(below.x + 1, below.y, below.width - 1, &said, theme.dim);
    let name = rows.iter().map(|row| text::width(&row.test)).max().unwrap_or(0).min(WIDTHS.0);
    for (row, y) in rows.iter().filter(|_| rows.len() > 1).zip(below.y + 1..below.bottom()) {
        let Some(instance) = row.instance(&cx.session) else { continue };
        let room = usize::from(below.width).saturating_sub(name + 3);
        let words = in_words(&instance.generated, Language::Java);
        let said = text::cut_end(&text::sanitize(text::first_bytes(&words, 4 * room)), room).into_owned();
        let pieces = [(&*fitted_end(&row.test, name), theme.text), ("  ", theme.text), (&*said, theme.dim)];
        canvas.pieces(below.x + 1, y, below.width - 1, &pieces);
    }
}

struct Columns {
    /// The width of sign, bar and percentage; while the references are hidden, of what the test does.
    first: usize,
    /// The width of the number of oracles of a kind; 0 if each is alone.
    count: usize,
    test: usize,
    bug: usize,
    /// The widths of the two oracles; 0 for one without room.
    oracles: [usize; 2],
}

/// The width of sign, bar and percentage, with the blanks around them, in cells.
const SIMILARITY: usize = 2 + BAR + 1 + 3 + 2;
/// The width of `no failure`, with the blanks behind it, in cells.
const FAILS: usize = 12;
/// The maximum width of a test's name, and the minimum width of an oracle, in cells.
const WIDTHS: (usize, usize) = (40, 16);

impl Columns {
    fn of(oracles: &Oracles, width: usize, has_references: bool) -> Columns {
        let first = if has_references { SIMILARITY } else { FAILS };
        // Names are of similar length; a look at some of them is enough.
        let rows = || oracles.listed.iter().take(1000).filter_map(|listed| oracles.measured(listed));
        let longest =
            |name: fn(&OracleRow) -> &str| rows().map(|row| text::width(name(row))).max().unwrap_or(0);
        let (test, bug) = (longest(|row| &row.test).min(WIDTHS.0), longest(|row| &row.bug));
        let most = oracles.listed.iter().map(|listed| listed.count).max().unwrap_or(1);
        let count = if most > 1 { most.to_string().len() + 3 } else { 0 };
        let rest = width.saturating_sub(1 + first + count + test + 2 + bug + 1);
        let both = (rest / 2).saturating_sub(2);
        let oracles =
            if has_references && both >= WIDTHS.1 { [both; 2] } else { [0, rest.saturating_sub(2)] };
        Columns { first, count, test, bug, oracles }
    }
}

fn draw_headings(columns: &Columns, canvas: &mut Canvas<'_>, row: Rect) {
    let Columns { first, count, test, bug, oracles } = *columns;
    let title = if first == SIMILARITY { "similarity %" } else { "result" };
    let mut said = format!(" {title:first$}{:count$}{:test$}  {:bug$}", "", "test", "group");
    for (title, width) in ["reference", "generated"].iter().zip(oracles).filter(|(_, width)| *width > 0) {
        said += &format!("  {title:width$}");
    }
    canvas.put(row.x, row.y, row.width, &said, canvas.theme.dim);
}

fn draw_row(
    row: &OracleRow,
    listed: ListedOracle,
    cx: &Cx,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let sign = match row.sign {
        "✗" => theme.error,
        "=" => theme.dim,
        _ => theme.text,
    };
    let (filled, rest) = row.similarity.map_or_else(Default::default, |share| line(share, BAR));
    let words = |oracle| in_words(oracle, Language::Java);
    let joined = |oracle| words(oracle).split_whitespace().collect::<String>();
    let differ_in_blanks = row.instance(&cx.session).is_some_and(|it| {
        words(&it.reference) != words(&it.generated) && joined(&it.reference) == joined(&it.generated)
    });
    let percent = row.similarity.map(|share| format!(" {:>3.0}", share * 100.0));
    let shown = [
        (row.sign, sign),
        (" ", theme.text),
        (&*filled, theme.text),
        (&*rest, theme.border),
        percent.as_deref().map_or(("not measured", theme.dim), |percent| (percent, theme.text)),
    ];
    let x = area.x + 1;
    let first = u16::try_from(columns.first).unwrap_or(0);
    match (columns.first, listed.fails) {
        (SIMILARITY, _) if differ_in_blanks && row.sign == "✗" => {
            canvas.pieces(x, area.y, first, &[shown[0], (" blanks differ", theme.text)]);
        }
        (SIMILARITY, _) => drop(canvas.pieces(x, area.y, first, &shown)),
        (_, true) => drop(canvas.put(x, area.y, first, "fails", theme.error)),
        (_, false) => drop(canvas.put(x, area.y, first, "no failure", theme.dim)),
    }
    let x = x + first;
    let alike = match listed.count {
        0 => "┄  ".to_owned(),
        1 => String::new(),
        count => format!("{count}×  "),
    };
    let named = [
        (&*format!("{alike:>0$}", columns.count), theme.dim),
        (&*fitted_end(&row.test, columns.test), theme.text),
        ("  ", theme.text),
        (&*fitted_end(&row.bug, columns.bug), theme.dim),
    ];
    let x = x + canvas.pieces(x, area.y, area.right().saturating_sub(x), &named);
    let Some(instance) = row.instance(&cx.session) else { return };
    let texts = [(&instance.reference, theme.dim), (&instance.generated, theme.text)];
    let mut x = x;
    for ((oracle, style), width) in texts.into_iter().zip(columns.oracles).filter(|(_, width)| *width > 0) {
        let words = in_words(oracle, Language::Java);
        let said = fitted_end(&text::sanitize(text::first_bytes(&words, 4 * width)), width);
        x += 2 + canvas.put(x + 2, area.y, area.right().saturating_sub(x + 2), &said, style);
    }
}

/// Returns a bar of `cells` cells: its filled part and its rest. Any share fills at least one cell, and
/// only a full one fills all.
fn line(share: f64, cells: usize) -> (String, String) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is at most 1")]
    let done = (share.clamp(0.0, 1.0) * cells as f64) as usize;
    let done = if share > 0.0 { done.max(1) } else { 0 };
    ("━".repeat(done), "─".repeat(cells - done))
}
