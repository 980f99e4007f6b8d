//! The oracles on the progress screen: stages and figures of the approaches, the instances, and the two oracles of the selected one.
//!
//! ```text
//! tests stopped, % past       syntax    compile     runtime    assertion  passed     n
//! toga                       0 100.0    0 100.0    66  95.9    712  52.0     842  1620
//! duplicates count here, not below; …
//! similarity and accuracy (%)   BLEU   ACC   CB   RL   MT   ES  ChrF  Except  Assert  pass    n
//! toga                           6.2   2.9  2.6 14.6 12.9 27.6  16.0    28.0    29.9  51.3 1620
//!
//! ≈ ███░░░  31  PurseTest.test01        Shop 7 │ toga · shop.PurseTest::test01
//! ✗ ██████  98  PurseTest.test02        Shop 7 │ passes on the correct version (different text, passes)
//!                                               │ reference   assertEquals(2, int0)
//!                                               │ generated   assertNotNull(purse0)
//! ```

use super::canvas::Canvas;
use super::quality::draw_line;
use super::trace::style;
use crate::tui::app::layout::oracle_areas;
use crate::tui::app::oracles::{OracleRow, Oracles};
use crate::tui::app::{Cx, text};
use ratatui::layout::Rect;

/// The number of cells of a bar.
const BAR: usize = 8;

pub(super) fn draw(oracles: &Oracles, cx: &Cx, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let width = cx.panes.size.0.saturating_sub(3);
    if !cx.session.truth_shown {
        let said = cx.keys.fill(
            "A reference oracle tells the truth about a generated one, so it is hidden like the truth: {reveal-truth} shows both, {next-pane} \
             returns to the progress.",
        );
        for (line, y) in text::wrap(&said, usize::from(width.min(80))).iter().zip(2..cx.panes.size.1) {
            canvas.put(2, y, width, line, theme.text);
        }
        return;
    }
    let Some(assessed) = &oracles.assessed else {
        canvas.put(2, 2, width, "measuring …", theme.dim);
        return;
    };
    let [table, list, pair] = oracle_areas(cx.panes.size, oracles.table.len());
    for (index, y) in (0..oracles.table.len()).zip(table.y..table.bottom()) {
        draw_line(&oracles.table, index, canvas, Rect { y, height: 1, ..table });
    }
    let counts = format!(
        "{} instances, those whose similarity and outcome disagree first: ✗ fails, = equal, ≈ differs and passes",
        text::number(assessed.rows.len())
    );
    canvas.put(1, list.y - 1, width, &text::cut_end(&counts, usize::from(width)), theme.heading);
    let rows = assessed.rows.iter().enumerate().skip(oracles.offset);
    for ((index, row), y) in rows.zip(list.y..list.bottom()) {
        draw_row(row, canvas, Rect { y, height: 1, ..list });
        if index == oracles.selected {
            canvas.put(list.x, y, 1, "▌", theme.accent);
            canvas.tint(list.x + 1, y, list.width.saturating_sub(1), theme.selection);
        }
    }
    let mut y = pair.y;
    for (number, fact) in oracles.facts.iter().enumerate() {
        let style = if number == 0 { theme.strong } else { theme.dim };
        if y < pair.bottom() {
            canvas.put(pair.x, y, pair.width, &text::cut_middle(fact, usize::from(pair.width)), style);
        }
        y += 1;
    }
    for (row, y) in oracles.pair.iter().zip(y..pair.bottom()) {
        let mut x = pair.x;
        for (class, piece) in &row.pieces {
            x += canvas.put(x, y, pair.right().saturating_sub(x), piece, style(*class, theme));
        }
    }
}

fn draw_row(row: &OracleRow, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let sign = match row.sign {
        "✗" => theme.error,
        "=" => theme.dim,
        _ => theme.accent,
    };
    let bar: String = match row.chrf {
        Some(share) => {
            (0..BAR).map(|cell| if (cell as f64) + 0.5 < share * BAR as f64 { '█' } else { '░' }).collect()
        }
        None => " ".repeat(BAR),
    };
    let percent = row.chrf.map_or("  –".to_owned(), |share| format!("{:>3.0}", share * 100.0));
    let used = canvas.pieces(
        area.x + 1,
        area.y,
        area.width.saturating_sub(1),
        &[
            (row.sign, sign),
            (" ", theme.text),
            (&bar, theme.dim),
            (" ", theme.text),
            (&percent, theme.text),
            ("  ", theme.text),
        ],
    );
    let (x, end) = (area.x + 1 + used, area.right());
    let room = end.saturating_sub(x);
    let name = canvas.put(x, area.y, room, &text::cut_end(&row.test, usize::from(room)), theme.text);
    canvas.put_right(x + name + 2, end, area.y, &row.bug, theme.dim);
}
