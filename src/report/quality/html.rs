//! A report as one HTML page: style and charts inside, no script, nothing from elsewhere. Light or dark as the reader has it.

use std::io::{self, Write};

use super::sections::{Chart, Section, sections, summary, title};
use super::texts::Room;
use super::top::{Entry, TopOfGroup, groups};
use super::{QualityReport, chart, html_texts};
use crate::evaluate::Figure;
use crate::report::escape::escape_html;
use crate::report::explanation;
use crate::report::layout::Table;

/// Groups up to this many are open from the start.
const OPEN_GROUPS: usize = 3;

pub(super) fn write(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let title = escape_html(&title(report));
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n",
        include_str!("report.css"),
        html_texts::style(),
        escape_html(&summary(report))
    )?;
    if let Some(caveat) = report.ranker.caveat() {
        writeln!(out, "<p><strong>{}</strong></p>", escape_html(caveat))?;
    }
    for section in sections(report) {
        write_section(report, &section, out)?;
    }
    write_top(report, out)?;
    writeln!(
        out,
        "<p class=\"dim\">Made by fossick. The method: Liu et al., Towards More Realistic Evaluation for Neural Test Oracle \
         Generation, ISSTA 2023.</p>\n</body>\n</html>"
    )?;
    out.flush()
}

fn write_section(report: &QualityReport<'_>, section: &Section, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<h2>{}</h2>", escape_html(&section.title))?;
    match section.chart {
        Chart::None => {}
        Chart::Found => {
            out.write_all(chart::found(report.quality).as_bytes())?;
            let is_open = report.quality.result.rankings.first().is_some_and(|list| {
                list.overall
                    .0
                    .iter()
                    .filter(|estimate| matches!(estimate.figure, Figure::Found(_)))
                    .any(|estimate| estimate.bounds.is_some_and(|[least, most]| least != most))
            });
            if is_open {
                writeln!(
                    out,
                    "<p class=\"dim\">The band is what the missing labels could still make of the list.</p>"
                )?;
            }
        }
        Chart::Kinds => out.write_all(chart::kinds(report.quality).as_bytes())?,
    }
    if let Some(table) = &section.table {
        write_table(table, out)?;
    }
    for said in &section.said {
        writeln!(out, "<p class=\"dim\">{}</p>", escape_html(said))?;
    }
    Ok(())
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let class = |column: usize| if column < table.names { " class=\"text\"" } else { "" };
    write!(out, "<table>\n<tr>")?;
    for (column, cell) in table.header.iter().enumerate() {
        write!(out, "<th{}>{}</th>", class(column), escape_html(cell))?;
    }
    writeln!(out, "</tr>")?;
    for row in &table.rows {
        write!(out, "<tr>")?;
        for (column, cell) in row.iter().enumerate() {
            let class = if cell.starts_with("  ") { " class=\"text below\"" } else { class(column) };
            write!(out, "<td{class}>{}</td>", escape_html(cell.trim()))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</table>")
}

fn write_top(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<h2>The top {} of each group</h2>", report.quality.top_k)?;
    let legend = explanation::legend(report.ranker);
    if !legend.is_empty() {
        writeln!(out, "<p class=\"dim\">{}</p>", escape_html(&legend.join(" ")))?;
    }
    let room = Room::new();
    for (place, (_, TopOfGroup { heading, entries })) in groups(report).enumerate() {
        let open = if place < OPEN_GROUPS { " open" } else { "" };
        writeln!(out, "<details{open}><summary>{}</summary>\n<ol>", escape_html(&heading))?;
        for entry in &entries {
            write_entry(report, entry, &room, out)?;
        }
        writeln!(out, "</ol>\n</details>")?;
    }
    Ok(())
}

fn write_entry(
    report: &QualityReport<'_>,
    entry: &Entry<'_>,
    room: &Room,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "<li><code>{}</code>", escape_html(entry.test))?;
    if !entry.exception.is_empty() {
        write!(out, " {}", escape_html(&entry.exception))?;
    }
    write!(out, " <span class=\"dim\">{:.3}</span>", entry.score)?;
    if !entry.label.is_empty() {
        write!(out, "<span class=\"mark {}\">{}</span>", entry.label, entry.label)?;
    }
    if !entry.truth.is_empty() {
        write!(out, "<span class=\"mark {}\">fixed version: {}</span>", entry.truth, entry.truth)?;
    }
    if let Some(account) = entry.account {
        write!(out, "<br><span class=\"dim\">{}</span>", escape_html(&account.sentences().join(" ")))?;
    }
    match room.texts(entry.failure) {
        Ok(texts) if texts.is_empty() => {}
        Ok(texts) => {
            writeln!(out)?;
            html_texts::write(report, &texts, out)?;
        }
        Err(Some(said)) => writeln!(out, "<p class=\"dim\">{}</p>", escape_html(&said))?,
        Err(None) => {}
    }
    writeln!(out, "</li>")
}
