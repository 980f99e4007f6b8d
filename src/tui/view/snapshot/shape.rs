//! Lines, bars and dots as shapes: a font draws them with gaps between the rows, or lacks them and takes another of another
//! width.

/// What is drawn in a cell, in place of a letter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// Lines from the middle of the cell to its edges, with their thickness (0 for none).
    Lines { up: f64, right: f64, down: f64, left: f64 },
    /// A filled part: from the left, the top, with width and height, all in parts of the cell.
    Bar { x: f64, y: f64, width: f64, height: f64 },
    /// Braille: bit 0 to 7 for dots 1 to 8, as Unicode counts them.
    Dots(u8),
}

const THIN: f64 = 1.0;
const THICK: f64 = 2.0;

/// The shape of a cell's text, if it has one.
pub(super) fn of(symbol: &str) -> Option<Shape> {
    let mut chars = symbol.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else { return None };
    let lines = |up, right, down, left| Some(Shape::Lines { up, right, down, left });
    let bar = |x, y, width, height| Some(Shape::Bar { x, y, width, height });
    match c {
        '─' => lines(0.0, THIN, 0.0, THIN),
        '━' => lines(0.0, THICK, 0.0, THICK),
        '│' => lines(THIN, 0.0, THIN, 0.0),
        '┌' | '╭' => lines(0.0, THIN, THIN, 0.0),
        '┐' | '╮' => lines(0.0, 0.0, THIN, THIN),
        '└' | '╰' => lines(THIN, THIN, 0.0, 0.0),
        '┘' | '╯' => lines(THIN, 0.0, 0.0, THIN),
        '├' => lines(THIN, THIN, THIN, 0.0),
        '┤' => lines(THIN, 0.0, THIN, THIN),
        '┬' => lines(0.0, THIN, THIN, THIN),
        '┴' => lines(THIN, THIN, 0.0, THIN),
        '┼' => lines(THIN, THIN, THIN, THIN),
        '█' => bar(0.0, 0.0, 1.0, 1.0),
        '▀' => bar(0.0, 0.0, 1.0, 0.5),
        '▐' => bar(0.5, 0.0, 0.5, 1.0),
        // One to seven eighths from below, and from seven to one eighth from the left.
        '▁'..='▇' => {
            let height = f64::from(u32::from(c) - 0x2580) / 8.0;
            bar(0.0, 1.0 - height, 1.0, height)
        }
        '▉'..='▏' => bar(0.0, 0.0, f64::from(0x2590 - u32::from(c)) / 8.0, 1.0),
        '\u{2800}'..='\u{28ff}' => Some(Shape::Dots(u32::from(c).to_le_bytes()[0])),
        _ => None,
    }
}

impl Shape {
    /// Whether the shapes of neighbouring cells are one longer shape.
    pub(super) fn joins(self) -> bool {
        match self {
            Shape::Lines { right, left, .. } => right > 0.0 && left > 0.0,
            Shape::Bar { width, .. } => width >= 1.0,
            Shape::Dots(_) => false,
        }
    }
}

/// Where braille dots are: column and row of each bit.
pub(super) const DOTS: [(u8, u8); 8] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_the_part_that_their_names_say() {
        assert_eq!(of("▌"), Some(Shape::Bar { x: 0.0, y: 0.0, width: 0.5, height: 1.0 }));
        assert_eq!(of("▏"), Some(Shape::Bar { x: 0.0, y: 0.0, width: 0.125, height: 1.0 }));
        assert_eq!(of("▂"), Some(Shape::Bar { x: 0.0, y: 0.75, width: 1.0, height: 0.25 }));
        assert_eq!(of("█"), Some(Shape::Bar { x: 0.0, y: 0.0, width: 1.0, height: 1.0 }));
    }

    #[test]
    fn letters_stay_letters() {
        for text in ["a", "é", "e\u{301}", "●", "▶", " ", ""] {
            assert_eq!(of(text), None, "{text:?}");
        }
        assert_eq!(of("⠁"), Some(Shape::Dots(1)));
    }
}
