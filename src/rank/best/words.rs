//! The reasons of `best` in words that need no knowledge of rankings.

use super::explain::{BestExplanation, SignalCount};
use super::kind::FailureKind;
use super::signal::Signal;
use crate::rank::words::NOT_IN_INPUT;

/// The explanation of the numbers in the sentences.
pub const HOW_TO_READ: &str = "Failures are compared with those of their kind: crashes, missing exceptions, failed assertions. In \
     brackets stands how many of them a sign puts this failure ahead of (+) or behind (−), of how many it could (a guessable value \
     counts three times): these are its points. The score is 1 (a crash), ¾ (a missing exception) or ½ (a failed assertion) divided \
     by the rank among its kind, and ½ divided by the rank in the paper's list, which puts the most unusual first. So the kinds \
     take turns, and the most unusual failures come among them.";

impl Signal {
    /// Returns the name in outputs for programs.
    pub fn name(self) -> &'static str {
        match self {
            Signal::DocLikeness => "doc_likeness",
            Signal::Statements => "statements",
            Signal::FocalMethodLength => "focal_method_length",
            Signal::RarePlace => "rare_place",
            Signal::NullLiteral => "null_literal",
            Signal::NegativeNumber => "negative_number",
            Signal::Accident => "accident",
            Signal::ThrownAtOnce => "thrown_at_once",
            Signal::FocalMethodThrows => "focal_method_throws",
            Signal::DocumentedException => "documented_exception",
            Signal::GuessableValue => "guessable_value",
        }
    }

    /// Returns the signal in words that a developer knows, in up to 18 cells.
    pub fn title(self) -> &'static str {
        match self {
            Signal::DocLikeness => "Javadoc similarity",
            Signal::Statements => "prefix statements",
            Signal::FocalMethodLength => "method tokens",
            Signal::RarePlace => "failed like it",
            Signal::NullLiteral => "null in prefix",
            Signal::NegativeNumber => "negative number",
            Signal::Accident => "thrown by accident",
            Signal::ThrownAtOnce => "by the first call",
            Signal::FocalMethodThrows => "method throws",
            Signal::DocumentedException => "Javadoc @throws",
            Signal::GuessableValue => "asserted value",
        }
    }

    /// Returns the sentence for the signal, in the help.
    pub fn sentence(self) -> &'static str {
        match self {
            Signal::DocLikeness => "test and Javadoc are alike: it tests what is documented",
            Signal::Statements => "a state that takes some building is one that its author may have missed",
            Signal::FocalMethodLength => "more code, more bugs; a getter has none",
            Signal::RarePlace => "what fails in the same way many times is how the project works",
            Signal::NullLiteral => "a method may reject null: a crash on it is no bug, its acceptance may be",
            Signal::NegativeNumber => "… and so with negative numbers",
            Signal::Accident => "nobody wrote a throw for it: the JVM or the Java runtime raised it",
            Signal::ThrownAtOnce => "a method that throws at once checks its arguments, as it should",
            Signal::FocalMethodThrows => "… and so does one with a throw statement",
            Signal::DocumentedException => "the Javadoc says that an exception is to be expected",
            Signal::GuessableValue => {
                "a boolean is guessed right half the time: where a text is asserted, rather the oracle is wrong"
            }
        }
    }
}

impl SignalCount {
    /// Returns the value in a few cells.
    pub fn value_in_words(&self) -> String {
        let Some(value) = self.value else { return NOT_IN_INPUT.to_owned() };
        match self.signal {
            Signal::DocLikeness => crate::rank::words::similarity(value),
            Signal::Statements | Signal::FocalMethodLength => format!("{value:.0}"),
            Signal::RarePlace if value > -1.5 => "no other".to_owned(),
            Signal::RarePlace => counted(-value - 1.0, "other"),
            Signal::GuessableValue if value > 1.5 => "a boolean".to_owned(),
            Signal::GuessableValue if value > 0.5 => "null or not".to_owned(),
            Signal::GuessableValue => "another".to_owned(),
            _ if value > 0.5 => "yes".to_owned(),
            _ => "no".to_owned(),
        }
    }

    /// Returns the value as a fact about the failure; None if the input does not tell.
    fn fact(&self) -> Option<String> {
        let value = self.value?;
        let yes = value > 0.5;
        Some(match self.signal {
            Signal::DocLikeness => format!("test and Javadoc are alike by {}", self.value_in_words()),
            Signal::Statements => format!("the prefix has {}", counted(value, "statement")),
            Signal::FocalMethodLength => format!("the focal method has {}", counted(value, "token")),
            Signal::RarePlace if value > -1.5 => "no other failure ended at its place".to_owned(),
            Signal::RarePlace => format!("{} ended at its place", counted(-value, "failure")),
            Signal::NullLiteral if yes => "the prefix uses null".to_owned(),
            Signal::NullLiteral => "the prefix uses no null".to_owned(),
            Signal::NegativeNumber if yes => "the prefix uses a negative number".to_owned(),
            Signal::NegativeNumber => "the prefix uses no negative number".to_owned(),
            Signal::Accident if yes => {
                "no throw of the project raised it, but the JVM or the Java runtime".to_owned()
            }
            Signal::Accident => "the project threw it on purpose".to_owned(),
            Signal::ThrownAtOnce if yes => "it came out of the first call into the project".to_owned(),
            Signal::ThrownAtOnce => "it came from deeper in the project".to_owned(),
            Signal::FocalMethodThrows if yes => "the focal method has a throw statement".to_owned(),
            Signal::FocalMethodThrows => "the focal method has no throw statement".to_owned(),
            Signal::DocumentedException if yes => "the Javadoc documents an exception".to_owned(),
            Signal::DocumentedException => "the Javadoc documents no exception".to_owned(),
            Signal::GuessableValue if value > 1.5 => "it asserts a boolean, which is one of two".to_owned(),
            Signal::GuessableValue if value > 0.5 => "it asserts null or not null".to_owned(),
            Signal::GuessableValue => "it asserts a value that is hard to guess".to_owned(),
        })
    }

    /// Returns the value as a fact, or that the input does not tell, with the points that it counted.
    pub fn in_words(&self) -> String {
        match self.fact() {
            Some(fact) => format!("{fact} ({} of {})", self.points_in_words(), self.at_most),
            None => unknown(self.signal).to_owned(),
        }
    }

    /// Returns the points with a sign that is as wide as a digit.
    pub fn points_in_words(&self) -> String {
        signed_points(self.points)
    }
}

/// Formats points with a sign in front; zero has none.
fn signed_points(points: i64) -> String {
    match points {
        0 => "0".to_owned(),
        1.. => format!("+{points}"),
        _ => format!("−{}", points.unsigned_abs()),
    }
}

impl BestExplanation {
    /// Returns the explanation in words: the place within the kind, the facts for and against a bug, the data that the input
    /// lacks, and the effect of all these on the score.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = vec![format!("{}.", self.place())];
        let mut signals: Vec<&SignalCount> = self.signals.iter().collect();
        signals.sort_by_key(|signal| -signal.points.abs());
        let facts = |way: i64| -> Vec<String> {
            let pulling = signals.iter().filter(|signal| signal.points.signum() == way);
            pulling.map(|signal| signal.in_words()).collect()
        };
        let [up, down] = [1, -1].map(facts);
        if !up.is_empty() {
            sentences.push(format!("For a bug speaks: {}.", up.join(", ")));
        }
        if !down.is_empty() {
            sentences.push(format!("Against one: {}.", down.join(", ")));
        }
        let mut untold: Vec<&str> = Vec::new();
        for signal in self.signals.iter().filter(|signal| signal.value.is_none()) {
            if !untold.contains(&unknown(signal.signal)) {
                untold.push(unknown(signal.signal));
            }
        }
        if !untold.is_empty() && self.of_kind > 1 {
            sentences.push(format!("Not to be compared: {}.", untold.join(", ")));
        }
        sentences.push(self.turn());
        sentences
    }

    /// Returns the place within the kind: `It is number 3 of 17 crashes, by +42 points`.
    fn place(&self) -> String {
        if self.of_kind == 1 {
            return format!("It is the only {} of its group", self.kind);
        }
        let level = match self.level {
            0 => String::new(),
            1 => ", as many as 1 other".to_owned(),
            others => format!(", as many as {others} others"),
        };
        let (rank, points) = (self.rank_in_kind, signed_points(self.points()));
        format!("It is number {rank} of {} {}, by {points} points{level}", self.of_kind, self.kind.plural())
    }

    /// Returns the sum of the signals, in a few cells: `+42: 3 of 17 crashes`.
    pub fn summary(&self) -> String {
        if self.of_kind == 1 {
            return format!("the only {}", self.kind);
        }
        let (points, rank) = (signed_points(self.points()), self.rank_in_kind);
        format!("sum {points}: {rank} of {} {}", self.of_kind, self.kind.plural())
    }

    /// Returns the words on how the score is computed, and so on the failure's turn in the list.
    pub fn turn(&self) -> String {
        let worth = match self.kind {
            FailureKind::Crash => "1",
            FailureKind::NothingThrown => "¾",
            FailureKind::WrongValue => "½",
        };
        let short = |share: f64| {
            let text = format!("{share:.3}");
            text.strip_prefix('0').map(str::to_owned).unwrap_or(text)
        };
        format!(
            "The kinds take turns: its place among the {} gives it {worth}/{} = {}, its place in the paper's list ½/{} = {}; \
             together {}.",
            self.kind.plural(),
            self.rank_in_kind,
            short(self.share_of_kind),
            self.paper_rank,
            short(self.share_of_paper),
            short(self.share_of_kind + self.share_of_paper),
        )
    }
}

/// Returns the words for data that the input lacks.
fn unknown(signal: Signal) -> &'static str {
    match signal {
        Signal::DocLikeness | Signal::DocumentedException => "there is no Javadoc",
        Signal::Statements | Signal::NullLiteral | Signal::NegativeNumber => "there is no test prefix",
        Signal::FocalMethodLength | Signal::FocalMethodThrows => "there is no focal method",
        Signal::RarePlace | Signal::Accident | Signal::ThrownAtOnce => "the trace shows no call",
        Signal::GuessableValue => "there is no assertion",
    }
}

fn counted(count: f64, thing: &str) -> String {
    format!("{count:.0} {thing}{}", if (count - 1.0).abs() < 0.5 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_fit_their_column() {
        for signal in Signal::ALL {
            assert!(signal.title().chars().count() <= 18, "{}", signal.title());
        }
    }

    #[test]
    fn one_other_is_told_in_the_singular() {
        let others = |value| {
            SignalCount { signal: Signal::RarePlace, value: Some(value), points: 0, at_most: 9 }
                .value_in_words()
        };
        assert_eq!([-1.0, -2.0, -12.0].map(others), ["no other", "1 other", "11 others"]);
    }
}
