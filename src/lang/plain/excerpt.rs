//! The lines around a place in a file that is not parsed: those of the block in which it stands, by their indentation.

use std::ops::Range;

/// The number of lines of a block up to which it is shown whole.
const LONGEST_BLOCK: usize = 40;

/// The number of lines that are shown above and below a place in a longer block.
const AROUND: usize = 12;

/// The number of lines above a place in which the beginning of a block is searched for.
const LOOK: usize = 400;

/// Returns the lines, from 0, to show around a line: the largest block around it that is short enough, or
/// else so many lines. None if the text has no such line.
pub(crate) fn lines_around(text: &str, line: usize) -> Option<Range<usize>> {
    let lines: Vec<&str> = text.lines().collect();
    let place = lines.get(line)?;
    let mut indentation = indentation_of(place);
    let mut shown = if indentation == 0 { paragraph(&lines, line) } else { None };
    let mut above = line;
    // Each line with less indentation than those below it begins the next larger block.
    while let Some(start) =
        (above.saturating_sub(LOOK)..above).rev().find(|&at| begins(lines[at], indentation))
    {
        (above, indentation) = (start, indentation_of(lines[start]));
        let end = end_of_block(&lines, line, indentation);
        if end - start > LONGEST_BLOCK {
            break;
        }
        shown = Some(start..end);
        if indentation == 0 {
            break;
        }
    }
    Some(shown.unwrap_or_else(|| line.saturating_sub(AROUND)..(line + AROUND + 1).min(lines.len())))
}

/// Returns the lines without a blank one around a line that is in no block; None if it stands alone, or if
/// they are many.
fn paragraph(lines: &[&str], line: usize) -> Option<Range<usize>> {
    let start = (0..line).rev().take_while(|&at| !is_blank(lines[at])).last().unwrap_or(line);
    let end = (line..lines.len()).take_while(|&at| !is_blank(lines[at])).last()? + 1;
    (2..=LONGEST_BLOCK).contains(&(end - start)).then_some(start..end)
}

/// Returns true for a line with text and with less indentation.
fn begins(line: &str, indentation: usize) -> bool {
    !is_blank(line) && indentation_of(line) < indentation && !is_label(line)
}

/// Returns true for a preprocessor's line, which stands at the margin within any block.
fn is_label(line: &str) -> bool {
    line.starts_with('#')
}

/// Returns the end of the block that began with this indentation: behind the line that closes it, or before
/// the next one that does not belong to it.
fn end_of_block(lines: &[&str], line: usize, indentation: usize) -> usize {
    let Some(next) = (line + 1..lines.len()).find(|at| {
        !is_blank(lines[*at]) && indentation_of(lines[*at]) <= indentation && !is_label(lines[*at])
    }) else {
        return lines.len();
    };
    let closes = lines[next].trim_start().starts_with(['}', ')', ']'])
        || ["end", "fi", "done"].contains(&lines[next].trim());
    if closes {
        next + 1
    } else {
        (line..next).rev().find(|&at| !is_blank(lines[at])).map_or(next, |last| last + 1)
    }
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// Returns the width of the blanks before a line; a tab counts as four.
fn indentation_of(line: &str) -> usize {
    let blanks = line.chars().take_while(|c| c.is_whitespace());
    blanks.map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str, line: usize) -> Vec<&str> {
        let lines: Vec<&str> = text.lines().collect();
        lines_around(text, line).map(|range| lines[range].to_vec()).unwrap_or_default()
    }

    #[test]
    fn a_block_is_shown_whole() {
        let test = "import { pen } from './pen';\n\ntest('draws', () => {\n  const drawn = pen.draw(3);\n\n  if (drawn) {\n    expect(drawn).toBe(2);\n  }\n});\n\ntest('fills', () => {\n  pen.fill();\n});\n";
        assert_eq!(shown(test, 6).first(), Some(&"test('draws', () => {"));
        assert_eq!(shown(test, 6).last(), Some(&"});"));
        assert_eq!(shown(test, 11), ["test('fills', () => {", "  pen.fill();", "});"]);
        let ruby = "class PenTest\n  def test_draws\n    pen = Pen.new\n    assert_equal 2, pen.draw\n  end\n\n  def test_fills\n  end\nend\n";
        assert_eq!(shown(ruby, 3).len(), 9, "a short class is shown whole");
        let go = "package pen\n\nfunc TestDraws(t *testing.T) {\n\tfor _, c := range cases {\n\t\tif draw(c) != 2 {\n\t\t\tt.Errorf(\"draw\")\n\t\t}\n\t}\n}\n\nfunc TestFills(t *testing.T) {}\n";
        assert_eq!(shown(go, 5).first(), Some(&"func TestDraws(t *testing.T) {"));
        assert_eq!(shown(go, 5).len(), 7);
    }

    #[test]
    fn of_a_long_block_the_short_ones_within_or_the_lines_around_are_shown() {
        let before = "  it('other', () => {\n    a();\n  });\n".repeat(20);
        let text =
            format!("describe('pen', () => {{\n{before}  it('draws', () => {{\n    draw();\n  }});\n}});\n");
        let line = text.lines().position(|line| line.contains("draw()")).expect("the line");
        assert_eq!(shown(&text, line), ["  it('draws', () => {", "    draw();", "  });"]);
        let short =
            "package pen\n\nfunc Fill() {\n\tink()\n}\n\n// Draw draws.\nfunc Draw() int { return 2 }\n";
        assert_eq!(shown(short, 7), ["// Draw draws.", "func Draw() int { return 2 }"]);
        let long = (0..100).map(|at| format!("  step({at});\n")).collect::<String>();
        let text = format!("void draws() {{\n{long}}}\n");
        assert_eq!(shown(&text, 50).len(), 2 * AROUND + 1);
        assert_eq!(lines_around(&text, 500), None);
    }

    proptest! {
        #[test]
        fn any_line_of_any_text_is_among_those_shown(text in "([ \t]{0,4}[a#}{)]?\n){0,60}", line in 0_usize..80) {
            let count = text.lines().count();
            let shown = lines_around(&text, line);
            prop_assert_eq!(shown.is_some(), line < count);
            if let Some(shown) = shown {
                prop_assert!(shown.contains(&line) && shown.end <= count);
            }
        }
    }
}
