//! A report as Markdown: the first failures of each group with their reasons and texts, then the figures as
//! pipe tables.

use std::io::{self, Write};

use super::QualityReport;
use super::sections::{
    Entry, TopOfGroup, first_in_words, first_sections, heading_of_top, headline, legend, listed, sections,
    shown_with_code, summary, title,
};
use crate::model::failed_in_words;
use crate::model::text::plural;
use crate::report::escape::{escape_html_in_markdown, escape_markdown};
use crate::report::layout::{self, fenced};
use crate::report::section::{Heading, Section};
use crate::report::texts::{self, Budget, Texts};

pub(crate) fn write(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let caveat = report.rankers.caveat().map(str::to_owned);
    let beginning = Section { heading: Heading::Title(title(report)), ..Section::default() };
    let paragraphs = [Some(headline(report)), summary(report), caveat].into_iter().flatten();
    let first = [beginning.paragraphs(paragraphs)].into_iter().chain(first_sections(report));
    layout::markdown(&first.collect::<Vec<_>>(), out)?;
    write_top(report, out)?;
    writeln!(out)?;
    layout::markdown(&sections(report), out)
}

/// The maximum size of a brief report in bytes: hosts cut longer summaries of builds.
const MOST_BYTES: usize = 60_000;

/// The room for the remark on groups that are left out.
const REMARK_BYTES: usize = 200;

/// Writes a line of counts, then the top of each group, collapsed, and without the truth: as many groups as
/// there is room for.
pub(crate) fn write_brief(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let groups: Vec<TopOfGroup<'_>> = listed(report).collect();
    let failures = failed_in_words(&report.corpus.failures.iter());
    let compared =
        report.compared.map_or_else(String::new, |counts| format!("{}\n\n", escape_markdown(counts)));
    let order = match report.across {
        Some(_) => "the first of one list over all groups".to_owned(),
        None => format!("in {}, {}", plural(groups.len(), "group"), first_in_words(report)),
    };
    let result = match report.nothing_failed {
        Some(sentence) => sentence.to_owned(),
        None => format!("{failures} {order}"),
    };
    let mut text = format!("{compared}**{}**: {result}\n", escape_markdown(&title(report)));
    for (number, group) in groups.iter().enumerate() {
        let part = brief_group(group);
        if text.len() + part.len() > MOST_BYTES - REMARK_BYTES {
            let left = plural(groups.len() - number, "group");
            text.push_str(&format!("\n{left} more; `fossick report` as HTML has all of them.\n"));
            break;
        }
        text.push_str(&part);
    }
    out.write_all(text.as_bytes())
}

/// Returns the top of a group, of which the heading and the first failure show while it is collapsed.
fn brief_group(group: &TopOfGroup<'_>) -> String {
    let first = group.entries.first().map_or(String::new(), Entry::in_words);
    let [heading, first] = [&*group.heading, &first].map(escape_html_in_markdown);
    let mut text = format!("\n<details><summary>{heading} · {first}</summary>\n\n");
    for entry in &group.entries {
        let label =
            if entry.verdicts[0].is_empty() { String::new() } else { format!(" — {}", entry.verdicts[0]) };
        let parts = [entry.thrown(), entry.error(), entry.name()];
        let [exception, error, name] = parts.map(|part| escape_markdown(&part));
        text.push_str(&format!("{}. **{exception}** {error}{label}<br>{name}\n", entry.rank));
    }
    text.push_str("\n</details>\n");
    text
}

/// The length of the longest bar in characters.
const BAR: f64 = 10.0;

fn write_top(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n## {}", heading_of_top(report))?;
    if let Some(legend) = legend(report) {
        writeln!(out, "\n{legend}")?;
    }
    let budget = Budget::new();
    for group in shown_with_code(report) {
        writeln!(out, "\n### {}\n", escape_markdown(&group.heading))?;
        let strongest = group.strongest();
        for entry in &group.entries {
            write_entry(entry, strongest, &budget, out)?;
        }
    }
    Ok(())
}

fn write_entry(entry: &Entry<'_>, strongest: f64, budget: &Budget, out: &mut dyn Write) -> io::Result<()> {
    let Entry { rank, score, oracle, verdicts, .. } = entry;
    let marks = verdicts.iter().filter(|mark| !mark.is_empty()).copied().collect::<Vec<_>>();
    let marks =
        if marks.is_empty() { String::new() } else { format!(" — {}", marks.join(", fixed version: ")) };
    let [exception, error] = [entry.thrown(), entry.error()].map(|text| escape_markdown(&text));
    writeln!(out, "{}", format!("{rank}. **{exception}** {error}").trim_end())?;
    // Everything that belongs to an entry is indented by the width of its number.
    let indent = " ".repeat(rank.to_string().len() + 2);
    let expected = if oracle.is_empty() { String::new() } else { format!(" · expected: {oracle}") };
    let test = escape_markdown(&entry.name());
    let score = if entry.shows_score { format!(" · score {score:.3}") } else { String::new() };
    writeln!(out, "{indent}{test}{expected}{score}{marks}")?;
    if let Some(explanation) = &entry.explanation {
        for (statement, strength) in entry.statements(strongest) {
            writeln!(out, "{indent}- `{}` {statement}", bar(strength))?;
        }
        let remarks = escape_markdown(&texts::sentence(&explanation.remarks.join(" ")));
        writeln!(out, "\n{indent}{remarks}")?;
    }
    match budget.texts(entry.failure) {
        Ok(texts) if texts.is_empty() => Ok(()),
        Ok(texts) => write_texts(&texts, &indent, out),
        Err(Some(remark)) => writeln!(out, "\n{indent}{}\n", escape_markdown(&remark)),
        Err(None) => Ok(()),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the strength is between 0 and 1"
)]
fn bar(strength: f64) -> String {
    "▇".repeat(((strength * BAR).round() as usize).max(1))
}

/// Writes test and trace, collapsed when Markdown is rendered.
fn write_texts(texts: &Texts, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{indent}<details><summary>{}</summary>\n", texts.title())?;
    fenced(texts.grammar.name(), &texts.marked_test(false), indent, out)?;
    fenced("text", &texts.trace_lines(), indent, out)?;
    writeln!(out, "{indent}</details>\n")
}
