//! The reasons for a failure's place, in words: what is rare about it, and how many failures of its group share that.
//!
//! The isolation forest credits a feature whatever its value is, but a person can judge a trait only if it is clear in
//! which direction it speaks. So a reason is a trait that few failures have and that moved the failure up: `3 of 28 fail
//! with this exception`. One sentence sums up the rest; the credits themselves are in the rows of all features.

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

/// A trait is rare if at most this share of the failures has it: two of five.
pub(super) const RARE: (usize, usize) = (2, 5);

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
pub(crate) struct Spoken {
    /// The reasons, strongest first.
    pub statements: Vec<Statement>,
    /// The sentence on everything else: `Nothing else is unusual.`
    pub rest: String,
}

impl Spoken {
    /// Puts reasons into words; none if there are none.
    pub(crate) fn new(reasons: Option<&PathCredit>, failure: &Failure, values: &Values<'_>) -> Spoken {
        let Some(credit) = reasons else { return Spoken::default() };
        let sum: f64 = credit.credit.iter().filter(|credit| **credit > 0.0).sum();
        let all = values.rows.len();
        let (mut statements, mut unspoken) = (Vec::new(), Vec::new());
        for (features, words, _) in values.traits(failure) {
            let pull: f64 = features.iter().map(|&feature| credit.credit[feature as usize]).sum();
            if pull < LEAST_PULL
                || pull < NAMED_SHARE * sum
                || features.iter().any(|&feature| is_not_in_input(feature, failure))
            {
                continue;
            }
            let is_rare = |count: usize| count * RARE.1 <= all * RARE.0;
            let words = words.map(|(count, text)| (count, text.to_owned())).filter(|words| is_rare(words.0));
            let words = words.or_else(|| values.at_an_end(features[0]));
            match (words, features) {
                (Some((count, text)), _) if is_rare(count) => {
                    let text =
                        if count == 1 { with_singular_verb(&text).replace("their", "its") } else { text };
                    let text = failure.language.in_its_words(&text).into_owned();
                    statements.push(Statement { share: format!("{count} of {all}"), text, pull });
                }
                (_, [Feature::TestDistinctCodeLine]) => unspoken.push("the number of its own lines"),
                (_, [Feature::TestDocSim]) => unspoken.push("its similarity to the Javadoc"),
                _ => {}
            }
        }
        statements.sort_by(|a, b| b.pull.total_cmp(&a.pull));
        statements.truncate(MOST_NAMED);
        let rest = match (&statements[..], &unspoken[..]) {
            ([], []) => "Nothing about it is unusual.".to_owned(),
            (_, []) => "Nothing else is unusual.".to_owned(),
            ([], unspoken) => format!("Unusual: {}.", unspoken.join(", ")),
            (_, unspoken) => format!("Also unusual: {}.", unspoken.join(", ")),
        };
        let rest = failure.language.in_its_words(&rest).into_owned();
        Spoken { statements, rest }
    }
}

/// The features that give a trait, how many failures have it, in words (None if its direction can't be told), and the name of
/// the value that is counted: others can have another value as often.
type Trait = (&'static [Feature], Option<(usize, &'static str)>, Option<&'static str>);

impl Values<'_> {
    /// Returns the number of failures with the value of this failure or a more extreme one, in words; None without a scale.
    fn at_an_end(&self, feature: Feature) -> Option<(usize, String)> {
        let value = self.rows[self.row][feature];
        let (below, up_to) = self.below_and_up_to(feature, value);
        let above = self.rows.len() - below;
        let [more, much] = if above <= up_to { ["more", "much"] } else { ["fewer", "little"] };
        let text = match feature {
            Feature::TestDistinctCodeLine => format!("have {value:.0} or {more} lines of their own"),
            Feature::TestDocSim => format!("read so {much} like their Javadoc"),
            _ => return None,
        };
        Some((above.min(up_to), text))
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
            (throws, "expect a throw")
        } else if value(Feature::IsNoException) > 0.0 {
            (throws_nothing, "expect no throw")
        } else {
            (self.rows.len() - throws - throws_nothing, "expect a value")
        };
        let unexpected = (all_with(Feature::IsExpTraceException, 0.0), "fail with an unexpected exception");
        let in_method = (counted(Feature::FocalUnexpTraceECount), "fail like this in this method");
        let has_message = !failure.message().is_empty();
        let message = if has_message { "have this message" } else { "have no message" };
        let message = (counted(Feature::TraceExceptionMsgCount), message);
        let method = (counted(Feature::FocalMethodNameCount), "test this method");
        let catches = value(Feature::TestPrefixException);
        let catching = all_with(Feature::TestPrefixException, catches);
        let catch = match catches > 0.0 {
            true if has_catch_clause(&failure.generated_test, failure.language) => "have a catch block",
            true => "have a catch block in the input",
            false => "have no catch block",
        };
        let without_own_lines = all_with(Feature::TestDistinctCodeLine, 0.0);
        // In a group either lines of its own are rare or their absence is, never both.
        let own_lines = if value(Feature::TestDistinctCodeLine) > 0.0 {
            (self.rows.len() - without_own_lines, "have a line that no other test has")
        } else {
            (without_own_lines, "share every line with other tests")
        };
        let unlike_javadoc = (all_with(Feature::TestDocSim, 0.0), "share no word with their Javadoc");
        let exceptions = &[Feature::TraceExceptionCount, Feature::UnexpTraceECount];
        [
            (&[Feature::IsExpTraceException], is_unexpected.then_some(unexpected), None),
            (exceptions, Some((counted(of_exception), "fail with this exception")), Some("exception")),
            (&[Feature::FocalUnexpTraceECount], is_unexpected.then_some(in_method), None),
            (&[Feature::TraceExceptionMsgCount], Some(message), has_message.then_some("message")),
            (&[Feature::FocalMethodNameCount], Some(method), Some("method")),
            (&[Feature::IsException, Feature::IsNoException], Some(expectation), None),
            (&[Feature::TestPrefixException], Some((catching, catch)), None),
            (&[Feature::TestDistinctCodeLine], Some(own_lines), None),
            (&[Feature::TestDocSim], (value(Feature::TestDocSim) == 0.0).then_some(unlike_javadoc), None),
        ]
    }
}

/// Returns the words for one failure: `fails with this exception`.
pub(super) fn with_singular_verb(text: &str) -> String {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let verb = if verb == "have" { "has".to_owned() } else { format!("{verb}s") };
    format!("{verb} {rest}")
}
