//! The result of an evaluation in one sentence.

use crate::evaluate::{ApproachResult, Figure};
use crate::model::text::plural;
use crate::rank::Ranker;

/// Returns `isolation-forest: 9 of 12 bugs found in the top 10 of each; a random order finds 5.2.`, based on the
/// first ranker, and on its one list if it has one.
pub(in crate::report) fn headline(approach: &ApproachResult, k: usize) -> String {
    let figure = |figure| approach.overall.value(figure).unwrap_or_default();
    let failed = figure(Figure::Failed);
    if failed < 0.5 {
        return "No test failed: there is nothing to measure.".to_owned();
    }
    let bugs = figure(Figure::BugsFound);
    if bugs <= 0.0 {
        let unknown = figure(Figure::Unlabelled);
        return match unknown {
            0.0 => "No failure reveals a bug: no order can find one.".to_owned(),
            _ => format!(
                "No failure is known to reveal a bug; {} of {} are not known.",
                short(unknown),
                short(failed)
            ),
        };
    }
    let first = approach.rankings.first();
    let Some(list) = first.and_then(|first| approach.list_of(&first.ranker)) else { return String::new() };
    let found = list.overall.get(Figure::Found(k));
    let value = found.and_then(|found| found.value).unwrap_or_default();
    let random = Ranker::Random.name();
    let of_random = approach.rankings.iter().find(|ranking| ranking.ranker == random);
    let of_random = of_random
        .filter(|_| list.ranker != random)
        .and_then(|ranking| ranking.overall.value(Figure::Found(k)))
        .map_or_else(String::new, |value| format!("; a random order finds {}", short(value)));
    let so_far = match found.and_then(|found| found.bounds) {
        Some([least, most]) if least != most => " so far",
        _ => "",
    };
    let mean = match approach.runs.len() {
        1 => String::new(),
        runs => format!(", as the mean of {}", plural(runs, "run")),
    };
    let found = if bugs <= 1.0 { "bug" } else { "bugs" };
    format!(
        "{}: {} of {} {found} found in the top {k} of each{so_far}{of_random}{mean}.",
        list.ranker,
        short(value),
        short(bugs),
    )
}

/// Formats a number with one digit, or without any if it is whole.
fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}
