//! A report as Markdown: headings, paragraphs and pipe tables, then the first failures of each group with their texts.

use std::io::{self, Write};

use super::sections::{Entry, groups, sections, summary, title};
use super::texts::{Budget, CodeLine, Texts};
use super::{QualityReport, texts};
use crate::rank::how_to_read;
use crate::report::layout::{self, Block, escape_markdown};

pub(super) fn write(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    write_sections(report, out)?;
    write_top(report, out)?;
    out.flush()
}

fn write_sections(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut blocks = vec![Block::Title(title(report)), Block::Paragraph(summary(report))];
    blocks.extend(report.ranker.caveat().map(|caveat| Block::Paragraph(caveat.to_owned())));
    for section in sections(report) {
        blocks.push(Block::Heading(section.title));
        blocks.extend(section.table.map(Block::Table));
        blocks.extend(section.notes.into_iter().map(Block::Paragraph));
    }
    layout::markdown(&blocks, out)
}

fn write_top(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n## The top {} of each group", report.quality.top_k)?;
    if let Some(legend) = how_to_read(report.ranker) {
        writeln!(out, "\n{legend}")?;
    }
    let budget = Budget::new();
    for (_, group) in groups(report) {
        writeln!(out, "\n### {}\n", escape_markdown(&group.heading))?;
        for entry in &group.entries {
            let Entry { rank, score, test, label, truth, .. } = entry;
            let remark = [label, truth].into_iter().filter(|remark| !remark.is_empty()).copied();
            let remark: Vec<&str> = remark.collect();
            let remark = if remark.is_empty() {
                String::new()
            } else {
                format!(" — {}", remark.join(", fixed version: "))
            };
            writeln!(out, "{rank}. **{}** ({score:.3}){remark}", escape_markdown(&texts::name(test)))?;
            if let Some(explanation) = entry.explanation {
                writeln!(out, "   {}", escape_markdown(&texts::sentence(&explanation.sentences.join(" "))))?;
            }
            // The texts of an entry are indented by the width of its number.
            let indent = " ".repeat(rank.to_string().len() + 2);
            match budget.texts(entry.failure) {
                Ok(texts) if texts.is_empty() => {}
                Ok(texts) => write_texts(&texts, &indent, out)?,
                Err(Some(remark)) => writeln!(out, "\n{indent}{}\n", escape_markdown(&remark))?,
                Err(None) => {}
            }
        }
    }
    Ok(())
}

/// Writes test and trace, folded away where Markdown is rendered.
fn write_texts(texts: &Texts, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{indent}<details><summary>{}</summary>\n", texts.title())?;
    let comment = |remark: &String| (!remark.is_empty()).then(|| format!("// … {remark}"));
    let line = |line: &CodeLine| match line.failed {
        Some(failed) => format!("{}  // ◀ {failed}", line.text),
        None => line.text.clone(),
    };
    let [above, below] = &texts.cut;
    let test = comment(above).into_iter().chain(texts.test.iter().map(line)).chain(comment(below));
    write_fenced("java", &test.collect::<Vec<_>>(), indent, out)?;
    let trace: Vec<String> = texts.trace.iter().map(|row| row.text.clone()).collect();
    write_fenced("text", &trace, indent, out)?;
    writeln!(out, "{indent}</details>\n")
}

/// Writes lines between fences that are longer than any fence within.
fn write_fenced(language: &str, lines: &[String], indent: &str, out: &mut dyn Write) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let ticks = |line: &String| line.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(lines.iter().map(ticks).max().unwrap_or(0).max(2) + 1);
    writeln!(out, "{indent}{fence}{language}")?;
    for line in lines {
        writeln!(out, "{}", format!("{indent}{line}").trim_end())?;
    }
    writeln!(out, "{indent}{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_ends_its_block() {
        let mut out = Vec::new();
        let lines = ["a", "", "```", "x ````` y", "</details>"].map(str::to_owned);
        write_fenced("java", &lines, "    ", &mut out).expect("memory takes all");
        assert_eq!(
            String::from_utf8(out).expect("text"),
            "    ``````java\n    a\n\n    ```\n    x ````` y\n    </details>\n    ``````\n\n"
        );
    }
}
