//! The reasons for a failure's place, in words: what is rare about it, and how many failures of its group share that.
//!
//! The isolation forest credits a feature whatever its value is, but a person can judge a trait only if it is clear in
//! which direction it speaks. So a reason is a trait that few failures have and that moved the failure up: `3 of 28 fail with this exception`. One sentence sums up the rest; the credits themselves are in the rows of
//! all features.

use std::borrow::Cow;
use std::fmt;

use super::feature_words::Values;
use super::path_credit::PathCredit;
use crate::features::is_not_in_input;
use crate::lang::has_catch_clause;
use crate::model::{Failure, Feature};

/// The smallest share of all that raises a failure's score for which a trait is a reason.
const NAMED_SHARE: f64 = 0.1;

/// The smallest credit of a reason, in steps of a path.
const LEAST_PULL: f64 = 0.05;

const MOST_NAMED: usize = 5;

/// A rare trait of a failure that moved it up in its list.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// The share of the group that has the trait: `3 of 28`.
    pub share: String,
    /// The trait, as the rest of the sentence: `fail with this exception`.
    pub text: String,
    /// The credit, above 0.
    pub pull: f64,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.share.strip_prefix("1 of ") {
            Some(_) => write!(f, "It alone {}", self.text),
            None => write!(f, "Only {} {}", self.share, self.text),
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ReasonsInWords {
    /// The reasons, strongest first.
    pub statements: Vec<Statement>,
    /// The sentence on everything else: `Nothing else is unusual.`
    pub rest: String,
}

impl ReasonsInWords {
    /// Puts reasons into words; none if there are none.
    pub(crate) fn new(
        reasons: Option<&PathCredit>,
        failure: &Failure,
        values: &Values<'_>,
    ) -> ReasonsInWords {
        let Some(credit) = reasons else { return ReasonsInWords::default() };
        let sum: f64 = credit.credit.iter().filter(|credit| **credit > 0.0).sum();
        let all = values.rows.len();
        let (mut statements, mut without_count) = (Vec::new(), Vec::new());
        for Trait { features, counted, .. } in values.traits(failure) {
            let pull: f64 = features.iter().map(|&feature| credit.credit[feature as usize]).sum();
            if pull < LEAST_PULL
                || pull < NAMED_SHARE * sum
                || features.iter().any(|&feature| is_not_in_input(feature, failure))
            {
                continue;
            }
            let rare = counted.filter(|counted| counted.is_rare(all));
            let rare = rare.or_else(|| values.at_an_end(features[0]).filter(|counted| counted.is_rare(all)));
            match (rare, features) {
                (Some(Counted { count, text }), _) => {
                    let text = match count {
                        1 => with_singular_verb(&text).replace("their", "its"),
                        _ => text.into_owned(),
                    };
                    let text = failure.language.in_its_words(&text).into_owned();
                    statements.push(Statement { share: format!("{count} of {all}"), text, pull });
                }
                (_, [Feature::TestDistinctCodeLine]) => without_count.push("the number of its own lines"),
                (_, [Feature::TestDocSim]) => without_count.push("its similarity to the Javadoc"),
                _ => {}
            }
        }
        statements.sort_by(|a, b| b.pull.total_cmp(&a.pull));
        statements.truncate(MOST_NAMED);
        let rest = match (&statements[..], &without_count[..]) {
            ([], []) => "Nothing about it is unusual.".to_owned(),
            (_, []) => "Nothing else is unusual.".to_owned(),
            ([], without_count) => format!("Unusual: {}.", without_count.join(", ")),
            (_, without_count) => format!("Also unusual: {}.", without_count.join(", ")),
        };
        let rest = failure.language.in_its_words(&rest).into_owned();
        ReasonsInWords { statements, rest }
    }
}

/// A trait of a failure that others may share.
#[derive(Debug, PartialEq)]
pub(super) struct Trait {
    /// The features that give it.
    pub(super) features: &'static [Feature],
    /// None if its direction can't be told.
    pub(super) counted: Option<Counted>,
    /// The name of the value that is counted: others can have another value as often.
    pub(super) value: Option<&'static str>,
}

impl Trait {
    fn of(features: &'static [Feature], counted: Option<Counted>) -> Trait {
        Trait { features, counted, value: None }
    }

    fn of_value(features: &'static [Feature], counted: Counted, value: Option<&'static str>) -> Trait {
        Trait { features, counted: Some(counted), value }
    }
}

/// A trait in words, with the number of failures that have it.
#[derive(Debug, PartialEq)]
pub(super) struct Counted {
    pub(super) count: usize,
    pub(super) text: Cow<'static, str>,
}

impl Counted {
    fn new(count: usize, text: &'static str) -> Counted {
        Counted { count, text: text.into() }
    }

    /// Returns true if at most two of five failures have the trait.
    pub(super) fn is_rare(&self, all: usize) -> bool {
        self.count * 5 <= all * 2
    }
}

impl Values<'_> {
    /// Returns the number of failures with the value of this failure or a more extreme one, in words; None
    /// without a scale.
    fn at_an_end(&self, feature: Feature) -> Option<Counted> {
        let value = self.rows[self.row][feature];
        let (below, up_to) = self.below_and_up_to(feature, value);
        let above = self.rows.len() - below;
        let [more, much] = if above <= up_to { ["more", "much"] } else { ["fewer", "little"] };
        let text = match feature {
            Feature::TestDistinctCodeLine => format!("have {value:.0} or {more} lines of their own"),
            Feature::TestDocSim => format!("read so {much} like their Javadoc"),
            _ => return None,
        };
        Some(Counted { count: above.min(up_to), text: text.into() })
    }

    pub(super) fn traits(&self, failure: &Failure) -> [Trait; 9] {
        let value = |feature: Feature| self.rows[self.row][feature];
        let all_with = |feature: Feature, value: f64| {
            let (below, up_to) = self.below_and_up_to(feature, value);
            up_to - below
        };
        // The value of a feature that counts failures, all of them.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it counts failures")]
        let counted = |feature: Feature| value(feature) as usize;
        let is_unexpected = value(Feature::IsExpTraceException) == 0.0;
        let of_exception =
            if is_unexpected { Feature::UnexpTraceECount } else { Feature::TraceExceptionCount };
        let [throws, throws_nothing] =
            [Feature::IsException, Feature::IsNoException].map(|kind| all_with(kind, 1.0));
        let expectation = if value(Feature::IsException) > 0.0 {
            Counted::new(throws, "expect a throw")
        } else if value(Feature::IsNoException) > 0.0 {
            Counted::new(throws_nothing, "expect no throw")
        } else {
            Counted::new(self.rows.len() - throws - throws_nothing, "expect a value")
        };
        let unexpected =
            Counted::new(all_with(Feature::IsExpTraceException, 0.0), "fail with an unexpected exception");
        let exception = Counted::new(counted(of_exception), "fail with this exception");
        let in_method =
            Counted::new(counted(Feature::FocalUnexpTraceECount), "fail like this in this method");
        let has_message = !failure.message().is_empty();
        let message = if has_message { "have this message" } else { "have no message" };
        let message = Counted::new(counted(Feature::TraceExceptionMsgCount), message);
        let method = Counted::new(counted(Feature::FocalMethodNameCount), "test this method");
        let catches = value(Feature::TestPrefixException);
        let catching = all_with(Feature::TestPrefixException, catches);
        let has_catch = match catches > 0.0 {
            true if has_catch_clause(&failure.generated_test, failure.language) => "have a catch block",
            true => "have a catch block in the input",
            false => "have no catch block",
        };
        let without_own_lines = all_with(Feature::TestDistinctCodeLine, 0.0);
        // In a group either lines of its own are rare or their absence is, never both.
        let own_lines = if value(Feature::TestDistinctCodeLine) > 0.0 {
            Counted::new(self.rows.len() - without_own_lines, "have a line that no other test has")
        } else {
            Counted::new(without_own_lines, "share every line with other tests")
        };
        let unlike_javadoc =
            Counted::new(all_with(Feature::TestDocSim, 0.0), "share no word with their Javadoc");
        let is_unlike_javadoc = value(Feature::TestDocSim) == 0.0;
        [
            Trait::of(&[Feature::IsExpTraceException], is_unexpected.then_some(unexpected)),
            Trait::of_value(
                &[Feature::TraceExceptionCount, Feature::UnexpTraceECount],
                exception,
                Some("exception"),
            ),
            Trait::of(&[Feature::FocalUnexpTraceECount], is_unexpected.then_some(in_method)),
            Trait::of_value(&[Feature::TraceExceptionMsgCount], message, has_message.then_some("message")),
            Trait::of_value(&[Feature::FocalMethodNameCount], method, Some("method")),
            Trait::of(&[Feature::IsException, Feature::IsNoException], Some(expectation)),
            Trait::of(&[Feature::TestPrefixException], Some(Counted::new(catching, has_catch))),
            Trait::of(&[Feature::TestDistinctCodeLine], Some(own_lines)),
            Trait::of(&[Feature::TestDocSim], is_unlike_javadoc.then_some(unlike_javadoc)),
        ]
    }
}

/// Returns the words for one failure: `fails with this exception`.
pub(super) fn with_singular_verb(text: &str) -> String {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let verb = if verb == "have" { "has".to_owned() } else { format!("{verb}s") };
    format!("{verb} {rest}")
}
