//! Why a failure stands where it does, as each format of the ranked list writes it.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeStruct, Serializer};

use super::printable;
use super::ranking::escaped;
use crate::model::Feature;
use crate::rank::{Account, HOW_TO_READ};

/// Sentences are broken at this width.
const WIDTH: usize = 110;

/// The columns that a CSV gains: the eleven credits, the path, the ranks by seed, and all of it in words.
pub(super) fn csv_columns() -> Vec<String> {
    let credits = Feature::ALL.into_iter().map(|feature| format!("credit_{}", feature.name()));
    let others = ["root_path", "mean_path", "standard_error", "best_rank", "worst_rank", "explanation"];
    credits.chain(others.map(str::to_owned)).collect()
}

/// The cells below [`csv_columns`].
pub(super) fn csv_cells(account: &Account) -> Vec<String> {
    let explanation = &account.explanation;
    let numbers = explanation.credit.into_iter().chain([
        explanation.root,
        explanation.mean_path,
        explanation.standard_error,
    ]);
    let ranks = [explanation.ranks.start().to_string(), explanation.ranks.end().to_string()];
    numbers.map(|number| format!("{number:?}")).chain(ranks).chain([account.sentences().join(" ")]).collect()
}

/// The sentences below a row of a table for the terminal.
pub(super) fn write_indented(account: &Account, out: &mut dyn Write) -> io::Result<()> {
    for sentence in account.sentences() {
        let sentence = printable(&sentence).to_string();
        for (number, line) in super::broken(&sentence, WIDTH - 10).iter().enumerate() {
            writeln!(out, "      {}{line}", if number == 0 { "" } else { "  " })?;
        }
    }
    writeln!(out)
}

/// An item of a list in Markdown, which begins with the number of the rank.
pub(super) fn write_item(rank: usize, test: &str, account: &Account, out: &mut dyn Write) -> io::Result<()> {
    let shown = |text: &str| escaped(&printable(text).to_string());
    let sentences: Vec<String> = account.sentences().iter().map(|sentence| shown(sentence)).collect();
    writeln!(out, "{rank}. **{}** {}", shown(test), sentences.join(" "))
}

/// How to read the sentences, below a list for people.
pub(super) fn legend() -> Vec<String> {
    super::broken(HOW_TO_READ, WIDTH)
}

/// An account as an object of JSON.
pub(super) struct Explained<'a>(pub(super) &'a Account);

impl Serialize for Explained<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Account { explanation, contrast, .. } = self.0;
        let mut object = serializer.serialize_struct("explanation", 11)?;
        object.serialize_field("credit", &ByFeature(|feature| explanation.credit[feature as usize]))?;
        object.serialize_field("values", &ByFeature(|feature| self.0.values[feature as usize].as_str()))?;
        object.serialize_field("root_path", &explanation.root)?;
        object.serialize_field("mean_path", &explanation.mean_path)?;
        object.serialize_field("standard_error", &explanation.standard_error)?;
        object.serialize_field("ranks_by_seed", &[explanation.ranks.start(), explanation.ranks.end()])?;
        object.serialize_field("alike", &contrast.alike)?;
        object.serialize_field("neighbours", &contrast.neighbours)?;
        object.serialize_field("neighbours_share", &contrast.shared)?;
        object.serialize_field("apart", &contrast.apart)?;
        object.serialize_field("words", &self.0.sentences())?;
        object.end()
    }
}

/// Something for each feature, under the features' names.
struct ByFeature<F>(F);

impl<T: Serialize, F: Fn(Feature) -> T> Serialize for ByFeature<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(Feature::ALL.len()))?;
        for feature in Feature::ALL {
            object.serialize_entry(feature.name(), &self.0(feature))?;
        }
        object.end()
    }
}
