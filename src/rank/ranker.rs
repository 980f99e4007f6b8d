//! The rankers by name.

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::model::Corpus;

/// The method that orders a group.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = String, parse_err_fn = unknown)]
pub enum Ranker {
    /// The paper's ranker: scikit-learn's isolation forest.
    #[default]
    IsolationForest,
    /// A forest with oblique cuts (Hariri, Kind & Brunner, TKDE 2021), as a second opinion.
    ExtendedIsolationForest,
    /// The isolation forest's list, walked so that every round shows each signature once: `rank::diversified`.
    Diversified,
    /// The isolation forest combined with the outcomes of similar tests: `rank::pass_aware`.
    PassAware,
    /// One failure for each changed method, then the diversified list: `rank::change_aware`.
    ChangeAware,
    /// A random order, which a ranking has to beat.
    Random,
    /// The order of the input.
    InputOrder,
}

impl Ranker {
    /// All rankers, the default first.
    pub const ALL: [Ranker; Self::VARIANTS.len()] = *Self::VARIANTS.first_chunk().unwrap(); // a constant: the compiler checks it

    /// Returns the name on the command line and in outputs.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the ranker whose scores this one starts from: itself, unless it reorders the list of another.
    #[must_use]
    pub(crate) fn starts_from(self) -> Ranker {
        match self {
            Ranker::Diversified | Ranker::PassAware | Ranker::ChangeAware => Ranker::IsolationForest,
            other => other,
        }
    }

    /// Returns true if its list is that of the isolation forest, or made from it.
    pub(crate) fn is_of_forest(self) -> bool {
        self.starts_from() == Ranker::IsolationForest
    }

    /// Returns true if its list takes failures of each signature by turns.
    pub(crate) fn is_by_turns(self) -> bool {
        matches!(self, Ranker::Diversified | Ranker::ChangeAware)
    }

    /// Returns the default ranker of inputs: the paper's; for reports of builds, where several faults occur together, one
    /// failure of each signature first; if changes were asked for, one of each changed method first.
    pub(crate) fn usual_for(corpus: &Corpus, is_of_builds: bool) -> Ranker {
        if corpus.knows_changes {
            Ranker::ChangeAware
        } else if is_of_builds {
            Ranker::Diversified
        } else {
            Ranker::IsolationForest
        }
    }

    /// Returns true if the same input gives the same list every time. The crate used for the extended forest draws
    /// from a generator that the operating system seeds, and it accepts no other generator.
    pub(crate) fn is_reproducible(self) -> bool {
        self != Ranker::ExtendedIsolationForest
    }

    /// Returns why this ranker's list gives no reasons for a failure's place; None if it gives reasons.
    pub(crate) fn why_without_reasons(self) -> Option<&'static str> {
        match self {
            Ranker::IsolationForest | Ranker::Diversified | Ranker::PassAware | Ranker::ChangeAware => None,
            Ranker::ExtendedIsolationForest => Some(
                "No single feature explains its rank: the extended isolation forest splits by all features at once.",
            ),
            Ranker::Random => Some("Its place is random: the list is shuffled."),
            Ranker::InputOrder => Some("The list is in input order: it is not ranked."),
        }
    }

    /// Returns a warning that a reader of this ranker's list must know.
    pub(crate) fn caveat(self) -> Option<&'static str> {
        (!self.is_reproducible()).then_some(
            "this list can't be reproduced: the extended isolation forest can't be seeded, each run gives other scores",
        )
    }
}

fn unknown(name: &str) -> String {
    let names = Ranker::ALL.map(Ranker::name).join(", ");
    match name {
        // Configuration files of earlier versions may still contain it.
        "best" => format!(
            "the ranker `best` was removed, because it showed no gain on unseen projects: use one of {names}"
        ),
        _ => format!("unknown ranker `{name}`: expected {names}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ranker_is_found_by_its_name() {
        for ranker in Ranker::ALL {
            assert_eq!(ranker.name().parse(), Ok(ranker));
        }
        let error = "forest".parse::<Ranker>().expect_err("no such ranker");
        assert_eq!(
            error,
            "unknown ranker `forest`: expected isolation-forest, extended-isolation-forest, diversified, pass-aware, change-aware, random, input-order"
        );
        let error = "best".parse::<Ranker>().expect_err("it was removed");
        assert_eq!(
            error,
            "the ranker `best` was removed, because it showed no gain on unseen projects: use one of isolation-forest, \
             extended-isolation-forest, diversified, pass-aware, change-aware, random, input-order"
        );
    }
}
