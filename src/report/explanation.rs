//! Why a failure stands where it does, as each format of the ranked list writes it.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::escape::escape_markdown;
use super::json::Object;
use super::layout::paragraph;
use crate::model::Feature;
use crate::model::text::sanitize;
use crate::rank::best::{Signal, SignalCount};
use crate::rank::{Account, Ranker, Reason, Turn, how_to_read};

/// Sentences are broken at this width.
const WIDTH: usize = 110;

/// The columns that a CSV gains: what the ranker counted, the ranks by seed, and all of it in words.
pub(super) fn csv_columns(ranker: Ranker) -> Vec<String> {
    let counted: Vec<String> = match ranker {
        Ranker::IsolationForest | Ranker::Diversified => {
            let credits = Feature::ALL.map(|feature| format!("credit_{}", feature.name()));
            credits
                .into_iter()
                .chain(["root_path", "mean_path", "standard_error"].map(str::to_owned))
                .collect()
        }
        Ranker::Best => {
            let points = Signal::ALL.map(|signal| format!("points_{}", signal.name()));
            let others = ["kind", "of_kind", "rank_in_kind", "paper_rank", "share_of_kind", "share_of_paper"];
            points.into_iter().chain(others.map(str::to_owned)).collect()
        }
        Ranker::ExtendedIsolationForest | Ranker::Random | Ranker::InputOrder => Vec::new(),
    };
    let ranks: &[&str] = if counted.is_empty() { &[] } else { &["best_rank", "worst_rank"] };
    counted.into_iter().chain(ranks.iter().chain(&["explanation"]).map(|&name| name.to_owned())).collect()
}

/// The cells below [`csv_columns`].
pub(super) fn csv_cells(account: &Account) -> Vec<String> {
    let counted: Vec<String> = match &account.reason {
        Reason::Forest(forest) => {
            let numbers =
                forest.credit.into_iter().chain([forest.root, forest.mean_path, forest.standard_error]);
            numbers.map(|number| format!("{number:?}")).collect()
        }
        Reason::Best(best) => {
            let points = Signal::ALL.map(|signal| {
                let count = best.signals.iter().find(|count| count.signal == signal);
                count.map_or_else(String::new, |count| count.points.to_string())
            });
            let shares = [best.rank_in_kind, best.paper_rank, best.share_of_kind, best.share_of_paper];
            let others = [best.kind.to_string(), best.of_kind.to_string()];
            points.into_iter().chain(others).chain(shares.map(|share| format!("{share:?}"))).collect()
        }
        Reason::None(_) => Vec::new(),
    };
    let ranks =
        account.reason.ranks_by_seed().map(|(best, worst)| [best, worst].map(|rank| rank.to_string()));
    counted.into_iter().chain(ranks.into_iter().flatten()).chain([account.sentences().join(" ")]).collect()
}

/// The sentences below a row of a table for the terminal.
pub(super) fn write_indented(account: &Account, out: &mut dyn Write) -> io::Result<()> {
    for sentence in account.sentences() {
        let sentence = sanitize(&sentence);
        for (number, line) in paragraph(&sentence, WIDTH - 10).iter().enumerate() {
            writeln!(out, "      {}{line}", if number == 0 { "" } else { "  " })?;
        }
    }
    writeln!(out)
}

/// An item of a list in Markdown, which begins with the number of the rank.
pub(super) fn write_item(rank: usize, test: &str, account: &Account, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{rank}. **{}** {}", escape_markdown(test), escape_markdown(&account.sentences().join(" ")))
}

/// Returns the legend of the sentences, below a list for people; no lines where they hold no numbers.
pub(super) fn legend(ranker: Ranker) -> Vec<String> {
    how_to_read(ranker).map_or_else(Vec::new, |said| paragraph(said, WIDTH))
}

/// An account as an object of JSON.
pub(super) struct Explained<'a>(pub(super) &'a Account);

impl Serialize for Explained<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Account { reason, contrast, .. } = self.0;
        let mut object = serializer.serialize_map(None)?;
        match reason {
            Reason::Forest(forest) => {
                object.serialize_entry(
                    "credit",
                    &Object::by_feature(|feature| forest.credit[feature as usize]),
                )?;
                object.serialize_entry("root_path", &forest.root)?;
                object.serialize_entry("mean_path", &forest.mean_path)?;
                object.serialize_entry("standard_error", &forest.standard_error)?;
            }
            Reason::Best(best) => {
                object.serialize_entry("kind", &best.kind.to_string())?;
                object.serialize_entry("of_kind", &best.of_kind)?;
                object.serialize_entry("points", &best.points())?;
                object.serialize_entry("rank_in_kind", &best.rank_in_kind)?;
                object.serialize_entry("paper_rank", &best.paper_rank)?;
                object.serialize_entry("share_of_kind", &best.share_of_kind)?;
                object.serialize_entry("share_of_paper", &best.share_of_paper)?;
                let signals: Vec<Counted> = best.signals.iter().map(Counted::of).collect();
                object.serialize_entry("signals", &signals)?;
            }
            Reason::None(_) => {}
        }
        if let Some((best, worst)) = reason.ranks_by_seed() {
            object.serialize_entry("best_rank", &best)?;
            object.serialize_entry("worst_rank", &worst)?;
        }
        if let Some(Turn { number, of, rank_by_score }) = self.0.turn {
            object.serialize_entry("number_of_signature", &number)?;
            object.serialize_entry("of_signature", &of)?;
            object.serialize_entry("rank_by_score", &rank_by_score)?;
        }
        object.serialize_entry(
            "values",
            &Object::by_feature(|feature| self.0.values[feature as usize].as_str()),
        )?;
        object.serialize_entry("alike", &contrast.alike)?;
        object.serialize_entry("neighbours", &contrast.neighbours)?;
        object.serialize_entry("neighbours_share", &contrast.shared)?;
        object.serialize_entry("apart", &contrast.apart)?;
        object.serialize_entry("words", &self.0.sentences())?;
        object.end()
    }
}

/// A signal of `best` with its value and points.
#[derive(Serialize)]
struct Counted {
    signal: &'static str,
    /// Null where the input does not tell.
    value: Option<f64>,
    points: i64,
    at_most: i64,
}

impl Counted {
    fn of(count: &SignalCount) -> Counted {
        let SignalCount { signal, value, points, at_most } = *count;
        Counted { signal: signal.name(), value, points, at_most }
    }
}
