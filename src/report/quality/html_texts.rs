//! A candidate's test and trace in HTML: closed until the reader opens them, in the colours of the themes `light` and `dark`.

use std::io::{self, Write};
use std::ops::Range;

use super::QualityReport;
use super::texts::{CodeLine, RowKind, Texts};
use crate::report::escape::escape_html;

/// The themes whose colours are used, and what each needs in CSS around the colours.
const THEMES: [(&str, &str, &str); 2] = [
    (include_str!("../../../themes/light.toml"), "", ""),
    (include_str!("../../../themes/dark.toml"), "@media (prefers-color-scheme: dark) { ", " }"),
];

/// The colours of code, as the themes have them: `:root { --keyword: #8e2fa0; … }` and `.c-keyword { color: var(--keyword); }`.
pub(super) fn style() -> String {
    let mut style = String::new();
    let mut names = Vec::new();
    for (theme, before, after) in THEMES {
        let theme: toml::Table = theme.parse().unwrap_or_default();
        let colour = |(name, value): (&String, &toml::Value)| {
            let full = value.as_array()?.first()?.as_str()?.to_owned();
            Some((name.replace('_', "-"), full))
        };
        let code = theme.get("code").and_then(toml::Value::as_table);
        let tints = ["failed_line", "oracle_line"].iter().filter_map(|name| theme.get_key_value(*name));
        let colours: Vec<(String, String)> =
            code.iter().flat_map(|code| code.iter()).chain(tints).filter_map(colour).collect();
        let variables: Vec<String> =
            colours.iter().map(|(name, full)| format!("--{name}: {full};")).collect();
        style.push_str(&format!("{before}:root {{ {} }}{after}\n", variables.join(" ")));
        names = colours.into_iter().map(|(name, _)| name).filter(|name| !name.ends_with("-line")).collect();
    }
    for name in names {
        style.push_str(&format!(".c-{name} {{ color: var(--{name}); }}\n"));
    }
    style
}

pub(super) fn write(report: &QualityReport<'_>, texts: &Texts, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<details class=\"texts\"><summary>{}</summary>", texts.title())?;
    if !texts.test.is_empty() {
        let lines: Vec<String> = texts.test.iter().map(|line| line.text.clone()).collect();
        let colours = (report.colours)(&lines);
        let digits = texts.test.last().map_or(0, |line| line.number.to_string().len()).max(2);
        let cut = |said: &str| {
            if said.is_empty() { String::new() } else { format!("<span class=\"dim\">… {said}</span>\n") }
        };
        let [above, below] = &texts.cut;
        write!(out, "<pre>{}", cut(above))?;
        for (index, line) in texts.test.iter().enumerate() {
            write_line(line, colours.get(index).map_or(&[], Vec::as_slice), digits, out)?;
        }
        writeln!(out, "{}</pre>", cut(below))?;
    }
    if !texts.trace.is_empty() {
        write!(out, "<pre>")?;
        for row in &texts.trace {
            let class = match row.kind {
                RowKind::Exception => "exception",
                RowKind::Frame => "frame",
                RowKind::Other => "message",
                RowKind::Fold => "dim",
            };
            writeln!(out, "<span class=\"{class}\">{}</span>", escape_html(&row.text))?;
        }
        writeln!(out, "</pre>")?;
    }
    writeln!(out, "</details>")
}

fn write_line(
    line: &CodeLine,
    colours: &[(Range<usize>, &'static str)],
    digits: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mark, class) = match (line.failed, line.is_oracle) {
        (Some(_), _) => ("▶", "failed"),
        (None, true) => (" ", "oracle"),
        (None, false) => (" ", ""),
    };
    write!(out, "<span class=\"dim\">{mark} {:>digits$}  </span>", line.number)?;
    if !class.is_empty() {
        write!(out, "<span class=\"{class}\">")?;
    }
    let piece = |range: Range<usize>| escape_html(line.text.get(range).unwrap_or(""));
    let mut at = 0;
    for (range, name) in colours {
        let (start, end) = (range.start.max(at), range.end.max(at));
        write!(
            out,
            "{}<span class=\"c-{}\">{}</span>",
            piece(at..start),
            name.replace('_', "-"),
            piece(start..end)
        )?;
        at = end;
    }
    write!(out, "{}", piece(at..line.text.len()))?;
    if !class.is_empty() {
        write!(out, "</span>")?;
    }
    match line.failed {
        Some(failed) => writeln!(out, "<span class=\"dim\">  ◀ {failed}</span>"),
        None => writeln!(out),
    }
}
