//! Charts as inline SVG. They use the colours of the page through classes, and so follow its light or dark setting.

use super::words::{name_of, value};
use crate::evaluate::{LabelCounts, Quality, View};
use crate::report::escape::escape_html;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 340.0;
/// The margins of the plot: for the numbers on the left and below, and for the names of the curves on the right.
const LEFT: f64 = 48.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 44.0;

const LINE_HEIGHT: f64 = 17.0;

struct Scale {
    last_k: f64,
    most: f64,
}

impl Scale {
    fn x(&self, k: f64) -> f64 {
        let share = if self.last_k > 1.0 { (k - 1.0) / (self.last_k - 1.0) } else { 0.5 };
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, found: f64) -> f64 {
        HEIGHT - BOTTOM - found / self.most * (HEIGHT - TOP - BOTTOM)
    }

    fn points(&self, curve: &[(f64, f64)]) -> String {
        curve
            .iter()
            .map(|&(k, found)| format!("{:.1},{:.1}", self.x(k), self.y(found)))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Draws Found@K of every ranking, and a band around the first one for the missing labels.
pub(super) fn found(quality: &Quality) -> String {
    let ks = &quality.reachable_ks();
    let rankings = &quality.result.rankings;
    let curves: Vec<Vec<(f64, f64)>> =
        rankings.iter().map(|ranking| ranking.overall.found_curve(ks, View::Known)).collect();
    let Some(list) = rankings.first() else { return String::new() };
    let [least, most] = [View::Least, View::Most].map(|view| list.overall.found_curve(ks, view));
    let highest = curves.iter().flatten().chain(&most).map(|point| point.1).fold(0.0, f64::max);
    let step = step(highest);
    let scale = Scale {
        last_k: ks.last().map_or(1.0, |&k| k as f64),
        most: ((highest / step).ceil() * step).max(step),
    };
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Bugs found in the top K, by K\">\n"
    );
    axes(&mut svg, &scale, step);
    if most.iter().zip(&least).any(|(most, least)| most.1 > least.1) {
        let back: Vec<(f64, f64)> = least.iter().rev().copied().collect();
        let (most, least) = (scale.points(&most), scale.points(&back));
        svg.push_str(&format!("<polygon class=\"open\" points=\"{most} {least}\"/>\n"));
    }
    let mut names: Vec<(f64, usize)> = Vec::new();
    for (number, curve) in curves.iter().enumerate().rev() {
        let class = class(number, &rankings[number].ranker);
        svg.push_str(&format!("<polyline class=\"curve {class}\" points=\"{}\"/>\n", scale.points(curve)));
        let name = escape_html(&name_of(number, &rankings[number].ranker));
        for &(k, found) in curve {
            let (x, y, found) = (scale.x(k), scale.y(found), value(Some(found)));
            svg.push_str(&format!(
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{name}, Found@{k}: {found}</title></circle>\n"
            ));
        }
        if let Some(&(_, found)) = curve.last() {
            names.push((scale.y(found), number));
        }
    }
    // Names are placed from top to bottom, each below the previous one.
    names.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut free = TOP;
    let lowest = HEIGHT - BOTTOM - LINE_HEIGHT * names.len() as f64;
    for (place, (y, number)) in names.into_iter().enumerate() {
        let y = y.max(free).min(lowest + LINE_HEIGHT * (place + 1) as f64);
        free = y + LINE_HEIGHT;
        let ranker = &rankings[number].ranker;
        let (class, name) = (class(number, ranker), escape_html(&name_of(number, ranker)));
        let (x, y) = (WIDTH - RIGHT + 12.0, y + 4.0);
        svg.push_str(&format!("<text class=\"name {class}\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>\n"));
    }
    svg.push_str("</svg>\n");
    svg
}

fn class(number: usize, ranker: &str) -> String {
    if ranker == "random" { "chance".to_owned() } else { format!("ranking{}", number.min(5)) }
}

/// Returns the distance of the grid lines: 1, 2 or 5 times a power of ten, for about six lines.
fn step(highest: f64) -> f64 {
    let rough = (highest / 6.0).max(0.2);
    let power = 10_f64.powf(rough.log10().floor());
    let times =
        [1.0, 2.0, 5.0, 10.0].into_iter().find(|times| times * power >= rough - 1e-12).unwrap_or(10.0);
    // Bugs are counted in whole numbers.
    (times * power).max(1.0)
}

fn axes(svg: &mut String, scale: &Scale, step: f64) {
    let (left, right) = (LEFT, WIDTH - RIGHT);
    let mut at = 0.0;
    while at <= scale.most + step / 2.0 {
        let (y, base, x) = (scale.y(at), scale.y(at) + 4.0, left - 8.0);
        svg.push_str(&format!(
            "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"tick\" text-anchor=\"end\" x=\"{x:.1}\" y=\"{base:.1}\">{at}</text>\n"
        ));
        at += step;
    }
    let ks = [1.0, 3.0, 5.0, 10.0, 15.0, 20.0].into_iter().filter(|&k| k < scale.last_k);
    let mut tick = |x: f64, y: f64, text: &str| {
        svg.push_str(&format!(
            "<text class=\"tick\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>\n"
        ));
    };
    for k in ks.chain([scale.last_k]) {
        tick(scale.x(k), HEIGHT - BOTTOM + 18.0, &k.to_string());
    }
    tick(f64::midpoint(left, right), HEIGHT - 6.0, "K, failures looked at per bug");
}

/// Draws a bar for each oracle kind: TP, FP, unsure, not labelled.
pub(super) fn kinds(quality: &Quality) -> String {
    const ROW: f64 = 30.0;
    const NAME: f64 = 130.0;
    let most = quality.kinds.iter().map(|(_, judged)| judged.failures).max().unwrap_or(0).max(1) as f64;
    let height = ROW * quality.kinds.len() as f64 + 26.0;
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"Labels by oracle kind\">\n");
    let width = WIDTH - NAME - 90.0;
    for (row, (kind, judged)) in quality.kinds.iter().enumerate() {
        let y = ROW * row as f64 + 4.0;
        let (base, name) = (y + 15.0, kind.words());
        svg.push_str(&format!("<text class=\"label\" x=\"0\" y=\"{base:.1}\">{name}</text>\n"));
        let mut x = NAME;
        for (class, name, count) in parts(*judged) {
            let cells = width * count as f64 / most;
            if count > 0 {
                svg.push_str(&format!(
                    "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{cells:.1}\" height=\"20\"><title>{name}: {count}</title></rect>\n"
                ));
            }
            x += cells;
        }
        let (x, all) = (x + 8.0, judged.failures);
        svg.push_str(&format!("<text class=\"tick\" x=\"{x:.1}\" y=\"{base:.1}\">{all}</text>\n"));
    }
    let y = height - 6.0;
    let mut x = NAME;
    for (class, name, _) in parts(LabelCounts::default()) {
        svg.push_str(&format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"11\" height=\"11\"/><text class=\"tick\" x=\"{:.1}\" y=\"{y:.1}\">{name}</text>\n",
            y - 10.0,
            x + 16.0
        ));
        x += 120.0;
    }
    svg.push_str("</svg>\n");
    svg
}

fn parts(judged: LabelCounts) -> [(&'static str, &'static str, usize); 4] {
    [
        ("tp", "true positive", judged.true_positives),
        ("fp", "false positive", judged.false_positives),
        ("unsure", "unsure", judged.unsure),
        ("unjudged", "not labelled", judged.failures - judged.labelled()),
    ]
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "whole numbers and powers of ten are exact")]
mod tests {
    use super::*;

    #[test]
    fn grid_steps_are_whole_and_round() {
        for (highest, expected) in [
            (0.0, 1.0),
            (1.0, 1.0),
            (4.0, 1.0),
            (7.0, 2.0),
            (11.0, 2.0),
            (23.0, 5.0),
            (62.0, 20.0),
            (500.0, 100.0),
        ] {
            assert_eq!(step(highest), expected, "{highest}");
        }
    }

    #[test]
    fn points_are_within_the_plot() {
        let scale = Scale { last_k: 20.0, most: 10.0 };
        assert_eq!((scale.x(1.0), scale.y(0.0)), (LEFT, HEIGHT - BOTTOM));
        assert_eq!((scale.x(20.0), scale.y(10.0)), (WIDTH - RIGHT, TOP));
    }
}
