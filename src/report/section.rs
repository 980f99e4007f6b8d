//! The one model of an output for people: sections of sentences, tables and charts, each below its heading.
//!
//! `evaluate`, `assess`, `labels agreement` and `report` make them; `layout` writes them as text and
//! Markdown, `latex` as LaTeX, `html` as a part of a page.

use crate::model::VerdictWords;

/// A heading, and what is below it, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Section {
    pub(super) heading: Heading,
    pub(super) content: Vec<Content>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Heading {
    /// For content before the first heading, or about everything before it.
    #[default]
    None,
    /// The title of the whole output.
    Title(String),
    Section(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// One or more sentences in one line.
    Paragraph(String),
    Table(Table),
    Chart(Chart),
}

/// A chart, which only HTML shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chart {
    pub(super) svg: String,
    /// A sentence below it; empty if it needs none.
    pub(super) note: &'static str,
}

/// A table; every row has as many cells as the header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Table {
    pub(super) header: Vec<String>,
    /// The number of columns, from the left, that hold names rather than numbers.
    pub(super) names: usize,
    pub(super) rows: Vec<Vec<String>>,
    /// The emphasized cells in Markdown, by row and column.
    pub(super) strong: Vec<(usize, usize)>,
}

impl Section {
    pub(super) fn untitled() -> Section {
        Section::default()
    }

    pub(super) fn titled(heading: impl Into<String>) -> Section {
        Section { heading: Heading::Section(heading.into()), content: Vec::new() }
    }

    #[must_use]
    pub(super) fn paragraph(mut self, text: impl Into<String>) -> Section {
        self.content.push(Content::Paragraph(text.into()));
        self
    }

    #[must_use]
    pub(super) fn paragraphs(mut self, texts: impl IntoIterator<Item = String>) -> Section {
        self.content.extend(texts.into_iter().map(Content::Paragraph));
        self
    }

    #[must_use]
    pub(super) fn table(mut self, table: Table) -> Section {
        self.content.push(Content::Table(table));
        self
    }

    #[must_use]
    pub(super) fn tables(mut self, tables: impl IntoIterator<Item = Table>) -> Section {
        self.content.extend(tables.into_iter().map(Content::Table));
        self
    }

    #[must_use]
    pub(super) fn chart(mut self, chart: Chart) -> Section {
        self.content.push(Content::Chart(chart));
        self
    }

    /// Returns its paragraphs and tables: what every format shows below the heading.
    pub(super) fn without_charts(&self) -> impl Iterator<Item = &Content> {
        self.content.iter().filter(|content| !matches!(content, Content::Chart(_)))
    }

    /// Uses these words for verdicts, where people read; headings, and names in cells, stay as they are.
    pub(super) fn say_in(&mut self, words: VerdictWords) {
        let in_words = |text: &mut String| *text = words.in_its_words(text).into_owned();
        for content in &mut self.content {
            match content {
                Content::Paragraph(text) => in_words(text),
                Content::Table(table) => {
                    let names = table.rows.iter_mut().filter_map(|row| row.first_mut());
                    table.header.iter_mut().chain(names).for_each(in_words);
                }
                Content::Chart(_) => {}
            }
        }
    }
}

impl Table {
    /// Creates a table whose first `names` columns hold names.
    pub(super) fn new<S: Into<String>>(
        header: impl IntoIterator<Item = S>,
        names: usize,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Table {
        let header = header.into_iter().map(Into::into).collect();
        Table { header, names, rows: rows.into_iter().collect(), strong: Vec::new() }
    }
}
