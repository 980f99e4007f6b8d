//! A report as one HTML page with inline style and charts, without scripts or external resources, light or dark.

use std::io::{self, Write};
use std::ops::Range;

use super::QualityReport;
use super::sections::{
    Entry, first_sections, heading_of_top, headline, legend, sections, shown_with_code, summary, title,
};
use crate::report::escape::escape_html;
use crate::report::html::write_section;
use crate::report::texts::{self, Budget, CodeLine, RowKind, Texts};

/// The number of groups that are expanded initially.
const OPEN_GROUPS: usize = 3;

pub(crate) fn write(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let title = escape_html(&title(report));
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p class=\"headline\">{}</p>\n",
        include_str!("report.css"),
        style(),
        escape_html(&headline(report).replace('`', "")),
    )?;
    if let Some(summary) = summary(report) {
        writeln!(out, "<p>{}</p>", escape_html(&summary))?;
    }
    if let Some(caveat) = report.rankers.caveat() {
        writeln!(out, "<p><strong>{}</strong></p>", escape_html(caveat))?;
    }
    for section in first_sections(report) {
        write_section(&section, out)?;
    }
    write_top(report, out)?;
    for section in sections(report) {
        write_section(&section, out)?;
    }
    writeln!(
        out,
        "<p class=\"dim\">Made by fossick. The method: Liu et al., Towards More Realistic Evaluation for Neural Test Oracle \
         Generation, ISSTA 2023.</p>\n</body>\n</html>"
    )?;
    out.flush()
}

fn write_top(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<h2>{}</h2>", escape_html(&heading_of_top(report)))?;
    if let Some(legend) = legend(report) {
        writeln!(out, "<p class=\"dim\">{}</p>", escape_html(legend))?;
    }
    let budget = Budget::new();
    for (place, group) in shown_with_code(report).iter().enumerate() {
        let open = if place < OPEN_GROUPS { " open" } else { "" };
        writeln!(out, "<details{open}><summary>{}</summary>\n<ol>", escape_html(&group.heading))?;
        let strongest = group.strongest();
        for entry in &group.entries {
            write_entry(report, entry, strongest, &budget, out)?;
        }
        writeln!(out, "</ol>\n</details>")?;
    }
    Ok(())
}

fn write_entry(
    report: &QualityReport<'_>,
    entry: &Entry<'_>,
    strongest: f64,
    budget: &Budget,
    out: &mut dyn Write,
) -> io::Result<()> {
    let [exception, error] = [entry.thrown(), entry.error()].map(|text| escape_html(&text));
    write!(out, "<li><strong>{exception}</strong> {error}")?;
    let [label, truth] = entry.verdicts;
    if !label.is_empty() {
        write!(out, "<span class=\"mark {}\">{label}</span>", entry.label)?;
    }
    if !truth.is_empty() {
        write!(out, "<span class=\"mark {}\">fixed version: {truth}</span>", entry.truth)?;
    }
    let expected = match entry.oracle {
        "" => String::new(),
        oracle => format!(" · expected: {}", entry.failure.language.in_its_words(oracle)),
    };
    let test = escape_html(&entry.name());
    let score = if entry.shows_score { format!(" · score {:.3}", entry.score) } else { String::new() };
    write!(out, "<br><code>{test}</code><span class=\"dim\">{expected}{score}</span>")?;
    if let Some(explanation) = &entry.explanation {
        writeln!(out, "<div class=\"why\">")?;
        for (statement, strength) in entry.statements(strongest) {
            let [share, words] = [&statement.share, &statement.text].map(|part| escape_html(part));
            let width = (strength * 100.0).max(2.0);
            writeln!(
                out,
                "<span class=\"share\">{share}</span><span>{words}</span><span class=\"bar\" style=\"width:{width:.0}%\"></span>"
            )?;
        }
        let remarks = escape_html(&texts::sentence(&explanation.remarks.join(" ")));
        write!(out, "</div><span class=\"dim\">{remarks}</span>")?;
    }
    match budget.texts(entry.failure) {
        Ok(texts) if texts.is_empty() => {}
        Ok(texts) => {
            writeln!(out)?;
            write_texts(report, &texts, out)?;
        }
        Err(Some(remark)) => writeln!(out, "<p class=\"dim\">{}</p>", escape_html(&remark))?,
        Err(None) => {}
    }
    writeln!(out, "</li>")
}

/// The themes whose colours are used, with the CSS before and after the colours of each.
const THEMES: [(&str, &str, &str); 2] = [
    (include_str!("../../../themes/light.toml"), "", ""),
    (include_str!("../../../themes/dark.toml"), "@media (prefers-color-scheme: dark) { ", " }"),
];

/// Returns the colours of code from the themes: `:root { --keyword: #8e2fa0; … }` and `.c-keyword { color: var(--keyword); }`.
fn style() -> String {
    let mut style = String::new();
    let mut names = Vec::new();
    for (theme, before, after) in THEMES {
        let theme: toml::Table = theme.parse().unwrap_or_default();
        let code = theme.get("code").and_then(toml::Value::as_table);
        let tints = ["failed_line", "oracle_line"].iter().filter_map(|name| theme.get_key_value(*name));
        let colours: Vec<(String, String)> = code
            .iter()
            .flat_map(|code| code.iter())
            .chain(tints)
            .filter_map(|(name, value)| {
                let full = value.as_array()?.first()?.as_str()?.to_owned();
                Some((name.replace('_', "-"), full))
            })
            .collect();
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

fn write_texts(report: &QualityReport<'_>, texts: &Texts, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<details class=\"texts\"><summary>{}</summary>", texts.title())?;
    if !texts.test.is_empty() {
        let lines: Vec<String> = texts.test.iter().map(|line| line.text.clone()).collect();
        let colours = (report.colours)(&lines, texts.grammar);
        let digits = texts.test.last().map_or(0, |line| line.number.to_string().len()).max(2);
        let cut = |remark: &str| match remark {
            "" => String::new(),
            remark => format!("<span class=\"dim\">… {remark}</span>\n"),
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
        let (before, coloured, class) = (piece(at..start), piece(start..end), name.replace('_', "-"));
        write!(out, "{before}<span class=\"c-{class}\">{coloured}</span>")?;
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
