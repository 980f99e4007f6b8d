//! The oracles on the progress screen: the stages of the tests, the instances, and of the selected one its two oracles,
//! its test and its measures.
//!
//! ```text
//! tests that end at      syntax    compile    runtime    assertion    passed      all
//! toga                        0          0         66          712       842     1,620
//!
//! ━ 1,256 oracles, … ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
//!   similarity      test                 bug     reference               generated
//! ≈ ━━━───  31  PurseTest.test01     Shop 7  assertEquals(2, int0)   assertNotNull(purse0)
//! ✗ ━━━━━━  98  PurseTest.test02     Shop 7  …
//! ━ PurseTest.test01 · toga ━━━━━━━━━━━━━━━━━━━━━━━━━━     ━ similarity and accuracy ━━━━━━━━━
//! passes on the correct version
//! reference   assertEquals(2, int0)                       in %        this oracle  Shop 7  toga
//! generated   assertNotNull(purse0)                       word sequences …    6.2     9.1  28.1
//! ```

use super::canvas::Canvas;
use super::quality::draw_line;
use super::trace::style;
use super::{fitted_end, similar};
use crate::model::Language;
use crate::tui::app::detail::expected_actual::in_words;
use crate::tui::app::layout::oracle_areas;
use crate::tui::app::oracles::{OracleRow, Oracles};
use crate::tui::app::{Cx, text};
use ratatui::layout::Rect;

/// The number of cells of a bar.
const BAR: usize = 8;

pub(super) fn draw(oracles: &Oracles, cx: &Cx, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let width = cx.panes.size.0.saturating_sub(3);
    let Some(assessed) = &oracles.assessed else {
        canvas.put(2, 2, width, "measuring …", theme.dim);
        return;
    };
    let [table, list, pair, measures] = oracle_areas(cx.panes.size, oracles.table.len());
    for (index, y) in (0..oracles.table.len()).zip(table.y..table.bottom()) {
        draw_line(&oracles.table, index, canvas, Rect { y, height: 1, ..table });
    }
    if !cx.session.truth_shown {
        let bottom = cx.panes.size.1.saturating_sub(1);
        let below = Rect { y: list.y - 2, height: (bottom + 2).saturating_sub(list.y), ..list };
        return draw_without_references(&assessed.rows, cx, canvas, below);
    }
    let count = text::number(assessed.rows.len());
    let title = format!(
        "{count} oracles with their references: first those that look wrong and pass, or look right and fail"
    );
    let bar = Rect { y: list.y - 2, height: 1, ..list };
    let signs = [(" ✗ fails  = equal  ≈ differs and passes ", theme.dim)];
    let short = format!("{count} oracles with their references, the surprising ones first");
    canvas.title(bar, &[&title, &short, &format!("{count} oracles")], None, &signs, false);
    let columns = Columns::of(&assessed.rows, usize::from(list.width));
    draw_headings(&columns, canvas, Rect { y: list.y - 1, height: 1, ..list });
    let rows = assessed.rows.iter().enumerate().skip(oracles.offset);
    for ((index, row), y) in rows.zip(list.y..list.bottom()) {
        draw_row(row, cx, &columns, canvas, Rect { y, height: 1, ..list });
        if index == oracles.selected {
            canvas.put(list.x, y, 1, "▌", theme.accent);
            canvas.tint(list.x, y, list.width, theme.selection);
        }
    }
    draw_selected(oracles, cx, canvas, pair);
    canvas.title(
        Rect { height: 1, ..measures },
        &["similarity (the list shows chrF) and accuracy", "similarity and accuracy"],
        None,
        &[],
        false,
    );
    for (index, y) in (0..oracles.measures.len()).zip(measures.y + 1..measures.bottom()) {
        let row = Rect { x: measures.x + 1, y, width: measures.width - 1, height: 1 };
        draw_line(&oracles.measures, index, canvas, row);
    }
}

/// Draws the generated oracles in input order, as any other order would tell which are right, and how to see the rest.
fn draw_without_references(rows: &[OracleRow], cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let title = format!("{} generated oracles, without their references", text::number(rows.len()));
    canvas.title(Rect { height: 1, ..area }, &[&title], None, &[], false);
    let said = "References would give away which failures are bugs. {reveal-truth} shows them: each beside its generated oracle, \
                how similar the two are, and how the test ends on the fixed version. {next-pane} returns to the progress.";
    let said = text::wrap(&cx.keys.fill(said), usize::from(area.width).saturating_sub(4));
    for (line, y) in said.iter().zip(area.y + 1..area.bottom()) {
        canvas.put(area.x + 1, y, area.width, line, theme.text);
    }
    // The title, the sentences and a blank row are above.
    let used = u16::try_from(said.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let below = Rect { y: area.y + used, height: area.height - used, ..area };
    let columns = Columns::of(rows, usize::from(area.width));
    let columns = Columns { oracles: [0, columns.oracles.iter().sum()], ..columns };
    draw_headings(&columns, canvas, Rect { height: 1, ..below });
    for row in rows.iter().filter(|row| row.index + 1 < usize::from(below.height)) {
        let y = below.y + 1 + u16::try_from(row.index).unwrap_or(0);
        draw_row(&row.without_reference(), cx, &columns, canvas, Rect { y, height: 1, ..below });
    }
}

/// Draws the selected oracle next to its reference, and its test.
fn draw_selected(oracles: &Oracles, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let row = oracles.assessed.as_ref().and_then(|assessed| assessed.rows.get(oracles.selected));
    let Some((row, instance)) = row.and_then(|row| Some((row, row.instance(&cx.session)?))) else { return };
    if area.height == 0 {
        return;
    }
    let title = format!("{} · {}", row.test, text::sanitize(&instance.approach));
    canvas.title(Rect { height: 1, ..area }, &[&title, &row.test], None, &[], false);
    canvas.put(area.x + 1, area.y + 1, area.width - 1, &oracles.outcome, theme.dim);
    for (row, y) in oracles.pair.iter().zip(area.y + 2..area.bottom()) {
        let mut x = area.x + 1;
        for (class, piece) in &row.pieces {
            x += canvas.put(x, y, area.right().saturating_sub(x), piece, style(*class, theme));
        }
    }
    // A blank row below them.
    let used = u16::try_from(oracles.pair.len() + 3).unwrap_or(u16::MAX).min(area.height);
    let below = Rect { y: area.y + used, height: area.height - used, ..area };
    similar::draw_tests(&oracles.test, cx, canvas, below);
    if oracles.test.is_empty() && below.height > 0 {
        let said = "This test did not fail: its code is not in the results.";
        canvas.put(below.x + 1, below.y, below.width - 1, said, canvas.theme.dim);
    }
}

/// The widths of the columns of the list, in cells.
struct Columns {
    test: usize,
    bug: usize,
    /// The widths of the two oracles; 0 for one without room.
    oracles: [usize; 2],
}

/// The width of sign, bar and percentage, with the blanks around them, in cells.
const BEFORE_TEST: usize = 1 + 2 + BAR + 1 + 3 + 2;
/// The maximum width of a test's name, and the minimum width of an oracle, in cells.
const WIDTHS: (usize, usize) = (40, 16);

impl Columns {
    fn of(rows: &[OracleRow], width: usize) -> Columns {
        // Names are of similar length; a look at some of them is enough.
        let longest = |name: fn(&OracleRow) -> &str| {
            rows.iter().take(1000).map(|row| text::width(name(row))).max().unwrap_or(0)
        };
        let (test, bug) = (longest(|row| &row.test).min(WIDTHS.0), longest(|row| &row.bug));
        let rest = width.saturating_sub(BEFORE_TEST + test + 2 + bug + 1);
        let both = (rest / 2).saturating_sub(2);
        let oracles = if both >= WIDTHS.1 { [both; 2] } else { [0, rest.saturating_sub(2)] };
        Columns { test, bug, oracles }
    }
}

fn draw_headings(columns: &Columns, canvas: &mut Canvas<'_>, row: Rect) {
    let Columns { test, bug, oracles } = *columns;
    let before = BEFORE_TEST - 1;
    let mut said = format!(" {:before$}{:test$}  {:bug$}", "similarity in %", "test", "group");
    for (title, width) in ["reference", "generated"].iter().zip(oracles).filter(|(_, width)| *width > 0) {
        said += &format!("  {title:width$}");
    }
    canvas.put(row.x, row.y, row.width, &said, canvas.theme.dim);
}

fn draw_row(row: &OracleRow, cx: &Cx, columns: &Columns, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let sign = match row.sign {
        "✗" => theme.error,
        "=" => theme.dim,
        _ => theme.text,
    };
    let (filled, rest) = row.similarity().map_or((String::new(), " ".repeat(BAR)), |share| line(share, BAR));
    let percent = row.similarity().map_or("  –".to_owned(), |share| format!("{:>3.0}", share * 100.0));
    let used = canvas.pieces(
        area.x + 1,
        area.y,
        area.width.saturating_sub(1),
        &[
            (row.sign, sign),
            (" ", theme.text),
            (&filled, theme.text),
            (&rest, theme.border),
            (" ", theme.text),
            (&percent, theme.text),
            ("  ", theme.text),
        ],
    );
    let x = area.x + 1 + used;
    let named = [
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
