//! Sections as LaTeX: tables with the rules of `booktabs`, as papers have them.
//!
//! The output is to be included in a document, with `\usepackage{booktabs}`; a heading in front of a table is
//! its caption.

use std::io::{self, Write};
use std::mem;

use super::layout::BlankLines;
use super::section::{Content, Heading, Section, Table};
use crate::model::text::sanitize;

/// Writes sections. What fossick writes compiles with every engine that reads UTF-8; names in other scripts
/// need a font that has them.
pub(crate) fn latex(sections: &[Section], out: &mut dyn Write) -> io::Result<()> {
    let mut blank = BlankLines::default();
    for section in sections {
        let mut content = section.without_charts().peekable();
        let mut caption = "";
        match &section.heading {
            Heading::None => {}
            Heading::Title(text) => {
                blank.before(out)?;
                writeln!(out, "\\section*{{{}}}", escaped(text))?;
            }
            Heading::Section(text) if matches!(content.peek(), Some(Content::Table(_))) => caption = text,
            Heading::Section(text) => {
                blank.before(out)?;
                writeln!(out, "\\subsection*{{{}}}", escaped(text))?;
            }
        }
        for content in content {
            blank.before(out)?;
            match content {
                Content::Paragraph(text) => writeln!(out, "{}", escaped(text))?,
                Content::Table(table) => write_table(table, mem::take(&mut caption), out)?,
                Content::Chart(_) => {}
            }
        }
    }
    out.flush()
}

fn write_table(table: &Table, caption: &str, out: &mut dyn Write) -> io::Result<()> {
    let columns: String =
        (0..table.header.len()).map(|column| if column < table.names { 'l' } else { 'r' }).collect();
    writeln!(out, "\\begin{{table}}\n\\centering")?;
    if !caption.is_empty() {
        writeln!(out, "\\caption{{{}}}", escaped(caption))?;
    }
    writeln!(out, "\\begin{{tabular}}{{{columns}}}\n\\toprule")?;
    let header: Vec<String> = table.header.iter().map(|cell| escaped(cell)).collect();
    writeln!(out, "{} \\\\\n\\midrule", header.join(" & "))?;
    for (number, row) in table.rows.iter().enumerate() {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let text = if column < table.names { escaped(cell) } else { signed(&escaped(cell)) };
            // A row below another one, such as its interval.
            let text =
                if column == 0 && cell.starts_with("  ") { format!("\\quad {}", text.trim()) } else { text };
            // The line end above would take these for its own options.
            let is_option = column == 0 && text.starts_with(['[', '*']);
            let text = if is_option { format!("{{}}{text}") } else { text };
            if table.strong.contains(&(number, column)) { format!("\\textbf{{{text}}}") } else { text }
        });
        writeln!(out, "{} \\\\", cells.collect::<Vec<_>>().join(" & "))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{tabular}}\n\\end{{table}}")
}

/// Writes the hyphens in front of numbers as minus signs.
fn signed(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    let mut before = None;
    for (at, c) in cell.char_indices() {
        let is_sign = c == '-'
            && !before.is_some_and(|before: char| before.is_alphanumeric() || before == '-')
            && cell[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        if is_sign {
            text.push_str("$-$");
        } else {
            text.push(c);
        }
        before = Some(c);
    }
    text
}

/// The characters that LaTeX does not print as they are, and those of tables that not every font has.
const COMMANDS: [(char, &str); 36] = [
    ('\\', "\\textbackslash{}"),
    ('&', "\\&"),
    ('%', "\\%"),
    ('$', "\\$"),
    ('#', "\\#"),
    ('_', "\\_"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('~', "\\textasciitilde{}"),
    ('^', "\\textasciicircum{}"),
    ('<', "\\textless{}"),
    ('>', "\\textgreater{}"),
    ('|', "\\textbar{}"),
    ('`', "\\textasciigrave{}"),
    ('–', "--"),
    ('—', "---"),
    ('…', "\\ldots{}"),
    ('“', "``"),
    ('”', "''"),
    ('·', "$\\cdot$"),
    ('×', "$\\times$"),
    ('±', "$\\pm$"),
    ('−', "$-$"),
    ('≈', "$\\approx$"),
    ('≥', "$\\geq$"),
    ('≤', "$\\leq$"),
    ('∞', "$\\infty$"),
    ('→', "$\\rightarrow$"),
    ('↓', "$\\downarrow$"),
    ('ρ', "$\\rho$"),
    ('τ', "$\\tau$"),
    ('σ', "$\\sigma$"),
    ('δ', "$\\delta$"),
    ('␤', "$\\hookleftarrow$"),
    ('◂', "$\\triangleleft$"),
    ('≠', "$\\neq$"),
];

/// Escapes text, so that nothing in it is a command.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in sanitize(text.trim()).chars() {
        let raised = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c);
        match (COMMANDS.iter().find(|(known, _)| *known == c), raised) {
            (Some((_, command)), _) => escaped.push_str(command),
            (None, Some(digit)) => escaped.push_str(&format!("\\textsuperscript{{{digit}}}")),
            // Two hyphens would be a dash.
            (None, None) if c == '-' && escaped.ends_with('-') => escaped.push_str("{}-"),
            (None, None) => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(sections: &[Section]) -> String {
        let mut out = Vec::new();
        latex(sections, &mut out).expect("memory takes all");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn tables_have_rules_and_captions_and_nothing_foreign_is_a_command() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = vec![
            row(["\\input{a_b}", "-0.40", "4.6 × 10¹⁸"]),
            row(["  95% interval", "[-1.00, 2.00]", "–"]),
            row(["[new] --before", "a␤b", "*"]),
        ];
        let mut table = Table::new(["a & b", "ρ", "n"], 1, rows);
        table.strong = vec![(0, 1)];
        let sections = [
            Section::untitled().paragraph("50% of #3"),
            Section::titled("similarity (%)").table(table),
            Section::titled("no table"),
        ];
        assert_eq!(
            written(&sections),
            "50\\% of \\#3\n\n\\begin{table}\n\\centering\n\\caption{similarity (\\%)}\n\\begin{tabular}{lrr}\n\\toprule\n\
             a \\& b & $\\rho$ & n \\\\\n\\midrule\n\
             \\textbackslash{}input\\{a\\_b\\} & \\textbf{$-$0.40} & 4.6 $\\times$ 10\\textsuperscript{1}\\textsuperscript{8} \\\\\n\
             \\quad 95\\% interval & [$-$1.00, 2.00] & -- \\\\\n\
             {}[new] -{}-before & a$\\hookleftarrow$b & * \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n\n\
             \\subsection*{no table}\n"
        );
    }

    proptest::proptest! {
        #[test]
        fn braces_meet_and_no_command_comes_from_a_text(text in "[a\\\\{}$%&#_^~<>|\"`ρ⁵\u{1b}-9 ]{0,20}") {
            let escaped = signed(&escaped(&text));
            let bare = COMMANDS.iter().fold(escaped.clone(), |text, (_, command)| text.replace(command, ""));
            proptest::prop_assert!(!bare.contains(['%', '#', '&', '~', '^']), "{escaped}");
        }
    }
}
