//! Checks for CI: `found@5>=9`, `toga/isolation-forest/per-seed:found@1>12.5`, `precision>=0.5%`.
//!
//! A gate is `[CONTESTANT:]FIGURE RELATION NUMBER`. The contestant is an approach, a ranker, or
//! `APPROACH/RANKER`. A ranker can be followed by `/per-seed` or `/one-list` to select its averaging over
//! seeds. Without a contestant the gate applies to every approach, with the first ranker of each; without
//! `/per-seed` or `/one-list` it applies to the one list that the user sees. If labels are missing, a gate
//! holds only if it holds for all possible values of these labels.

use std::str::FromStr;

use super::figure::{Estimate, Figure, Figures};
use super::{ApproachResult, Evaluation, RankingResult};

/// Returns true if a value, a number and the slack between equal ones are in a relation.
type Relation = fn(f64, f64, f64) -> bool;

const RELATIONS: [(&str, Relation); 5] = [
    (">=", |value, number, slack| value >= number - slack),
    (">", |value, number, slack| value > number + slack),
    ("<=", |value, number, slack| value <= number + slack),
    ("<", |value, number, slack| value < number - slack),
    ("==", |value, number, slack| (value - number).abs() <= slack),
];

/// A condition as a user writes it, whatever its figure is.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    text: String,
    pub(crate) contestant: Option<String>,
    pub(crate) figure: String,
    relation: Relation,
    /// The number; a percentage as a share.
    number: f64,
    is_percent: bool,
}

/// A check of one figure.
#[derive(Debug, Clone)]
pub struct Gate {
    condition: Condition,
    figure: Figure,
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Condition, String> {
        let is_relation = |c: char| "<>=!≤≥".contains(c);
        let (left, number) = text.rsplit_once(is_relation).ok_or_else(|| {
            format!(
                "`{text}` compares nothing: expected [CONTESTANT:]FIGURE>=NUMBER, with >=, >, <=, < or =="
            )
        })?;
        let compared = left.trim_end_matches(is_relation);
        let relation = text[compared.len()..text.len() - number.len()].trim();
        let known = RELATIONS.into_iter().find(|(name, _)| *name == relation);
        let (_, relation) =
            known.ok_or_else(|| format!("unknown comparison `{relation}`: expected >=, >, <=, < or =="))?;
        let (contestant, figure) = match compared.rsplit_once(':') {
            Some((contestant, figure)) => (Some(contestant.trim().to_owned()), figure),
            None => (None, compared),
        };
        let (digits, is_percent) = match number.trim().strip_suffix('%') {
            Some(digits) => (digits.trim_end(), true),
            None => (number.trim(), false),
        };
        let number = digits.parse().ok().filter(|number: &f64| number.is_finite());
        let number = number.ok_or_else(|| {
            let digits = if digits.is_empty() { "nothing" } else { digits };
            format!("`{digits}` is not a number: expected one such as 9, 8.5 or 40%")
        })?;
        let number = if is_percent { number / 100.0 } else { number };
        let figure = figure.trim().to_owned();
        Ok(Condition { text: text.to_owned(), contestant, figure, relation, number, is_percent })
    }
}

impl Condition {
    /// Compares a value with the number. Because figures are means, a difference of at most a billionth
    /// counts as equality; it is relative to the number if the number's absolute value is greater than 1.
    pub(crate) fn holds(&self, value: f64) -> bool {
        (self.relation)(value, self.number, 1e-9 * self.number.abs().max(1.0))
    }

    pub(crate) fn violated(&self, figure: &str, contestant: &str, value: Option<f64>) -> String {
        let result = value.map_or("is not known".to_owned(), |value| format!("is {}", self.shown(value)));
        format!("`{}` does not hold: {figure} of {contestant} {result}", self.text)
    }

    /// Returns the message of a condition for which there is no value at all.
    pub(crate) fn violated_by_none(&self, reason: &str) -> String {
        format!("`{}` does not hold: {reason}", self.text)
    }

    /// Formats a number with only the digits that decide a comparison.
    fn shown(&self, value: f64) -> String {
        let (value, unit) = if self.is_percent { (value * 100.0, "%") } else { (value, "") };
        let digits = format!("{value:.9}");
        format!("{}{unit}", digits.trim_end_matches('0').trim_end_matches('.'))
    }

    /// Returns the error of a contestant that is none of the known ones.
    pub(crate) fn unknown_contestant(&self, known: &[&str]) -> String {
        let (gate, contestant) = (&self.text, self.contestant.as_deref().unwrap_or_default());
        format!("the gate `{gate}` is about `{contestant}`: expected one of {}", known.join(", "))
    }
}

impl FromStr for Gate {
    type Err = String;

    fn from_str(text: &str) -> Result<Gate, String> {
        let condition: Condition = text.parse()?;
        let figure: Figure = condition.figure.parse()?;
        let figure = match figure {
            Figure::Found(k) if condition.is_percent => Figure::FoundRate(k),
            figure if condition.is_percent && !figure.is_share() => {
                return Err(format!("{figure} is not a share: expected a plain number, not a percentage"));
            }
            figure => figure,
        };
        Ok(Gate { condition, figure })
    }
}

impl Gate {
    /// Returns the K of the gate's figure, if it has one; this K must be among those that are evaluated.
    pub(crate) fn k(&self) -> Option<usize> {
        self.figure.k()
    }

    /// Returns the number of looks of the gate's figure, if it has one, which must be among those that are evaluated.
    pub(crate) fn looks(&self) -> Option<usize> {
        self.figure.looks()
    }

    /// Returns a message for each contestant for which the gate does not hold; it never holds for a figure
    /// without a value.
    pub(crate) fn check(&self, evaluation: &Evaluation) -> Result<Vec<String>, String> {
        let meant: Vec<(&ApproachResult, Option<&RankingResult>)> =
            evaluation.approaches.iter().filter_map(|approach| self.meant(approach)).collect();
        if meant.is_empty() && !evaluation.approaches.is_empty() {
            let mut known: Vec<&str> =
                evaluation.approaches.iter().map(|approach| approach.name.as_str()).collect();
            for ranking in evaluation.approaches.iter().flat_map(|approach| &approach.rankings) {
                if !known.contains(&&*ranking.ranker) {
                    known.push(&ranking.ranker);
                }
            }
            return Err(self.condition.unknown_contestant(&known));
        }
        let violations = meant.into_iter().filter_map(|(approach, ranking)| {
            let ranking = ranking.filter(|ranking| ranking.overall.get(self.figure).is_some());
            let figures: &Figures = ranking.map_or(&approach.overall, |ranking| &ranking.overall);
            let estimate = figures.get(self.figure);
            let holds = estimate.is_some_and(|estimate| self.holds(estimate));
            (!holds).then(|| self.violated(&contestant(approach, ranking), estimate))
        });
        Ok(violations.collect())
    }

    fn violated(&self, contestant: &str, estimate: Option<&Estimate>) -> String {
        let value = estimate.and_then(|estimate| estimate.value);
        let message = self.condition.violated(&self.figure.to_string(), contestant, value);
        match estimate.and_then(|estimate| estimate.bounds) {
            Some([Some(least), Some(most)]) => {
                let [least, most] = [least, most].map(|end| self.condition.shown(end));
                format!("{message} so far, from {least} to {most} once everything is labelled")
            }
            _ => message,
        }
    }

    fn holds(&self, estimate: &Estimate) -> bool {
        let ends = estimate.bounds.into_iter().flatten();
        ends.chain([estimate.value]).all(|value| value.is_some_and(|value| self.condition.holds(value)))
    }

    /// Returns the approach and the ranking that the gate applies to, or `None` if it does not apply to this approach.
    fn meant<'a>(
        &self,
        approach: &'a ApproachResult,
    ) -> Option<(&'a ApproachResult, Option<&'a RankingResult>)> {
        let first = approach.rankings.first().and_then(|first| approach.list_of(&first.ranker));
        let Some(contestant) = &self.condition.contestant else { return Some((approach, first)) };
        if *contestant == approach.name {
            return Some((approach, first));
        }
        let ranking = contestant.strip_prefix(&approach.name).and_then(|rest| rest.strip_prefix('/'));
        let ranking = ranking.unwrap_or(contestant);
        let exact = approach.rankings.iter().find(|known| {
            ranking.strip_prefix(&*known.ranker).and_then(|rest| rest.strip_prefix('/'))
                == Some(known.averaged.name())
        });
        Some((approach, Some(exact.or_else(|| approach.list_of(ranking))?)))
    }
}

/// Returns the name of a contestant as written in a gate, with the averaging over seeds if the ranker has several.
fn contestant(approach: &ApproachResult, ranking: Option<&RankingResult>) -> String {
    let Some(RankingResult { ranker, averaged, .. }) = ranking else { return approach.name.clone() };
    match approach.rankings.iter().filter(|other| other.ranker == *ranker).count() {
        1 => format!("{}/{ranker}", approach.name),
        _ => format!("{}/{ranker}/{}", approach.name, averaged.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Averaged;

    fn estimate(figure: Figure, value: Option<f64>) -> Estimate {
        Estimate { figure, value, interval: None, bounds: None }
    }

    fn ranking(ranker: &str, averaged: Averaged, found: f64) -> RankingResult {
        let figures = [
            estimate(Figure::Found(5), Some(found)),
            estimate(Figure::FoundRate(5), Some(found / 12.0)),
            estimate(Figure::FirstTruePositive, None),
        ];
        RankingResult {
            ranker: ranker.to_owned(),
            averaged,
            overall: Figures(figures.into()),
            per_signature: Figures::default(),
            kinds: Vec::new(),
        }
    }

    /// Returns an evaluation of two approaches; the second finds one more with each ranking.
    fn evaluation() -> Evaluation {
        let approaches = [("naive", 0.0), ("a/b: c", 1.0)].map(|(name, more)| ApproachResult {
            name: name.to_owned(),
            runs: vec!["run".to_owned()],
            overall: Figures(vec![
                estimate(Figure::Precision, Some(0.0071)),
                Estimate {
                    bounds: Some([Some(3.0), Some(9.0)]),
                    ..estimate(Figure::FalsePositives, Some(3.0))
                },
            ]),
            per_signature: Figures::default(),
            kinds: Vec::new(),
            rankings: vec![
                ranking("isolation-forest", Averaged::Metrics, 8.8 + more),
                ranking("isolation-forest", Averaged::Scores, 9.0 + more),
                ranking("random", Averaged::Metrics, 6.69 + more),
            ],
        });
        Evaluation {
            approaches: approaches.into(),
            comparisons: Vec::new(),
            overlaps: Vec::new(),
            projects: Vec::new(),
        }
    }

    fn violations(gate: &str) -> Vec<String> {
        let gate: Gate = gate.parse().expect("a gate");
        gate.check(&evaluation()).expect("a known contestant")
    }

    #[test]
    fn without_a_contestant_a_gate_applies_to_the_one_list_of_every_approach() {
        assert_eq!(violations("found@5>=9"), [] as [&str; 0]);
        assert_eq!(
            violations("found@5 > 9"),
            ["`found@5 > 9` does not hold: found@5 of naive/isolation-forest/one-list is 9"]
        );
        assert_eq!(violations("found@5<9").len(), 2);
    }

    #[test]
    fn a_contestant_is_an_approach_a_ranker_or_both() {
        for (holds, contestant) in [
            (true, "naive:"),
            (false, "a/b: c:"),
            (true, "naive/isolation-forest:"),
            (true, "naive/isolation-forest/one-list:"),
            (false, "naive/isolation-forest/per-seed:"),
            (false, "a/b: c/isolation-forest/per-seed:"),
            (false, "naive/random:"),
            (false, "isolation-forest:"),
        ] {
            assert_eq!(violations(&format!("{contestant}found@5==9")).is_empty(), holds, "{contestant}");
        }
        assert_eq!(
            violations("random:found@5==6.69"),
            ["`random:found@5==6.69` does not hold: found@5 of a/b: c/random is 7.69"]
        );
        for unknown in ["toga:tp>1", "naive/ecod:found@5>1", "random/one-list:found@5>1", "naive/:found@5>1"]
        {
            let gate: Gate = unknown.parse().expect("a gate");
            let error = gate.check(&evaluation()).expect_err(unknown);
            assert!(error.ends_with("expected one of naive, a/b: c, isolation-forest, random"), "{error}");
        }
    }

    #[test]
    fn percentages_require_a_share() {
        assert_eq!(violations("naive:found@5>=75%"), [] as [&str; 0]);
        assert_eq!(
            violations("naive:found@5>75%"),
            ["`naive:found@5>75%` does not hold: found_rate@5 of naive/isolation-forest/one-list is 75%"]
        );
        assert_eq!(violations("naive:precision>=0.71%"), [] as [&str; 0]);
        assert_eq!(violations("naive:precision>=0.71").len(), 1);
    }

    #[test]
    fn a_gate_on_an_unknown_figure_does_not_hold() {
        let unknown = violations("naive:first_tp<=5");
        assert!(unknown[0].ends_with("is not known"), "{unknown:?}");
        assert_eq!(violations("naive:fpr>=0").len(), 1);
        assert_eq!(violations("naive:fp<=9"), [] as [&str; 0]);
        let bounded = violations("naive:fp<=8");
        assert!(bounded[0].ends_with("is 3 so far, from 3 to 9 once everything is labelled"), "{bounded:?}");
    }

    #[test]
    fn an_invalid_gate_says_why() {
        for (text, reason) in [
            ("found@5", "compares nothing"),
            ("", "compares nothing"),
            ("accuracy>=3", "unknown figure `accuracy`"),
            ("naive:Found@5>=3", "unknown figure `Found@5`"),
            ("found@0>=3", "unknown figure `found@0`"),
            ("found@5=3", "unknown comparison `=`"),
            ("found@5=>3", "unknown comparison `=>`"),
            ("found@5≥3", "unknown comparison `≥`"),
            ("found@5>=", "`nothing` is not a number"),
            ("found@5>=x%", "`x` is not a number"),
            ("found@5>=inf", "`inf` is not a number"),
            ("tp>=50%", "tp is not a share"),
        ] {
            let error = text.parse::<Gate>().expect_err(text);
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
