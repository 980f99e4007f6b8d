//! The similarity of two stacks by `TraceSim` (Vasiliev et al., 2020, arXiv 2009.12590).
//!
//! A frame weighs more the higher it is and the rarer it is. The distance of two stacks is the Levenshtein distance in
//! which inserting or removing a frame costs its weight, and replacing one costs both weights; the similarity is 1 −
//! distance / total weight: 1 for equal stacks, 0 for stacks that share nothing.
//!
//! w(f at position i) = i^−α · sigmoid(β·(IDF(f) − γ)), IDF(f) = ln(stacks / stacks with f). The paper fits α, β and
//! γ to labelled crash reports, which do not exist for failed tests: here α = β = 1 and γ = 0, without a fit.

/// A stack as numbers of frames, topmost first, with the weight of each.
pub(super) struct WeightedStack {
    frames: Vec<(usize, f64)>,
    total: f64,
}

impl WeightedStack {
    /// Weighs a stack. `idf` returns the inverse document frequency of a frame, at least 0.
    pub(super) fn new(frames: &[usize], idf: impl Fn(usize) -> f64) -> WeightedStack {
        let frames = frames.iter().enumerate().map(|(position, &frame)| {
            let sigmoid = 1.0 / (1.0 + libm::exp(-idf(frame)));
            (frame, 1.0 / (position + 1) as f64 * sigmoid)
        });
        let frames: Vec<(usize, f64)> = frames.collect();
        let total = frames.iter().map(|(_, weight)| weight).sum();
        WeightedStack { frames, total }
    }

    /// Returns the frames, topmost first.
    pub(super) fn frames(&self) -> Vec<usize> {
        self.frames.iter().map(|(frame, _)| *frame).collect()
    }

    /// Returns its rarest frames, as many as weigh this share of it. `holders` returns the number of stacks
    /// with a frame.
    pub(super) fn rarest(&self, share: f64, holders: impl Fn(usize) -> usize) -> Vec<usize> {
        let mut frames = self.frames.clone();
        frames.sort_by_key(|(frame, _)| holders(*frame));
        // A billionth is added, because sums in another order have other rounding errors.
        let enough = share * self.total * (1.0 + 1e-9);
        let mut weight = 0.0;
        let rarest = frames.iter().take_while(|(_, of_frame)| {
            let is_wanted = weight < enough;
            weight += of_frame;
            is_wanted
        });
        rarest.map(|(frame, _)| *frame).collect()
    }
}

/// Returns the similarity of two stacks in 0..=1; two empty ones are equal.
pub(super) fn similarity(one: &WeightedStack, other: &WeightedStack) -> f64 {
    let total = one.total + other.total;
    if total > 0.0 { 1.0 - distance(&one.frames, &other.frames) / total } else { 1.0 }
}

/// Computes Levenshtein's table by rows; `row[j]` is the distance of `one` so far and the first j frames of `other`.
fn distance(one: &[(usize, f64)], other: &[(usize, f64)]) -> f64 {
    let mut row = vec![0.0];
    for (j, (_, weight)) in other.iter().enumerate() {
        row.push(row[j] + weight);
    }
    for &(frame, weight) in one {
        let mut diagonal = row[0];
        row[0] += weight;
        for (j, &(other_frame, other_weight)) in other.iter().enumerate() {
            let replaced = if frame == other_frame { diagonal } else { diagonal + weight + other_weight };
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + weight).min(row[j] + other_weight);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    /// Returns a stack with an IDF of 0 everywhere: the sigmoid is 1/2 and the weights are 1/2, 1/4, 1/6.
    fn common(frames: &[usize]) -> WeightedStack {
        WeightedStack::new(frames, |_| 0.0)
    }

    #[test]
    fn hand_worked() {
        let stack = common(&[1, 2, 3]);
        assert!(close(stack.total, 11.0 / 12.0));
        assert!(close(similarity(&stack, &stack), 1.0));
        assert!(close(similarity(&stack, &common(&[4, 5, 6])), 0.0));
        // Only the lowest frame differs: 1/6 removed and 1/6 inserted, of 11/12 twice.
        assert!(close(similarity(&stack, &common(&[1, 2, 4])), 1.0 - (1.0 / 3.0) / (11.0 / 6.0)));
        // One more frame on top: 1/2 inserted; the others match although their places and weights differ.
        assert!(close(
            similarity(&common(&[1, 2]), &common(&[9, 1, 2])),
            1.0 - 0.5 / (3.0 / 4.0 + 11.0 / 12.0)
        ));
        assert!(close(similarity(&common(&[]), &stack), 0.0));
        assert!(close(similarity(&common(&[]), &common(&[])), 1.0));
    }

    #[test]
    fn a_rare_frame_weighs_more() {
        let idf = |frame| if frame == 7 { 3.0_f64.ln() } else { 0.0 };
        // sigmoid(ln 3) = 3/4: the stack weighs 1/2 + 3/8, the difference weighs 3/8 and 1/4.
        let (rare, usual) = (WeightedStack::new(&[1, 7], idf), WeightedStack::new(&[1, 2], idf));
        assert!(close(rare.total, 0.875));
        assert!(close(similarity(&rare, &usual), 1.0 - 0.625 / 1.625));
        assert!(close(similarity(&usual, &rare), similarity(&rare, &usual)));
    }
}
