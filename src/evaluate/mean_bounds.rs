//! The least and the greatest value of a mean for which some values may or may not count.
//!
//! "First TP" is a mean over the groups that have a TP. As long as labels are missing, a group without a TP may still turn
//! out to have one. Its value, which may be far from the others, then counts in the mean.

/// A value of such a mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Part {
    /// A value that is part of the mean in every case.
    Certain(f64),
    /// A value that may or may not be part of the mean.
    Possible(f64),
}

impl Part {
    pub(super) fn value(self) -> f64 {
        match self {
            Part::Certain(value) | Part::Possible(value) => value,
        }
    }

    fn negated(self) -> Part {
        match self {
            Part::Certain(value) => Part::Certain(-value),
            Part::Possible(value) => Part::Possible(-value),
        }
    }
}

/// Returns the greatest possible mean; `None` without parts. The result is certain if at least one of the parts is.
pub(super) fn most(parts: impl IntoIterator<Item = Part>) -> Option<Part> {
    let (mut sum, mut count, mut possible) = (0.0, 0_u32, Vec::new());
    for part in parts {
        match part {
            Part::Certain(value) => {
                sum += value;
                count += 1;
            }
            Part::Possible(value) => possible.push(value),
        }
    }
    let is_certain = count > 0;
    // Every value above the mean raises it, so the highest values are added first.
    possible.sort_by(|a, b| b.total_cmp(a));
    for value in possible {
        if count > 0 && value <= sum / f64::from(count) {
            break;
        }
        sum += value;
        count += 1;
    }
    let mean = sum / f64::from(count);
    (count > 0).then_some(if is_certain { Part::Certain(mean) } else { Part::Possible(mean) })
}

/// Returns the least possible mean, in the same way as [`most`].
pub(super) fn least(parts: impl IntoIterator<Item = Part>) -> Option<Part> {
    most(parts.into_iter().map(Part::negated)).map(Part::negated)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Enumerates every choice among the possible values.
    fn by_enumeration(parts: &[Part]) -> Vec<f64> {
        let is_taken =
            |choice: u32, index: usize| matches!(parts[index], Part::Certain(_)) || choice >> index & 1 == 1;
        let mean = |choice: u32| {
            let taken: Vec<f64> = (0..parts.len())
                .filter(|&index| is_taken(choice, index))
                .map(|index| parts[index].value())
                .collect();
            (!taken.is_empty()).then(|| taken.iter().sum::<f64>() / taken.len() as f64)
        };
        (0..1 << parts.len()).filter_map(mean).collect()
    }

    proptest! {
        #[test]
        fn no_choice_goes_beyond_the_ends_and_one_reaches_each(
            parts in prop::collection::vec((1_u32..50, any::<bool>()), 0..8)
        ) {
            let part = |(value, is_certain): (u32, bool)| {
                if is_certain { Part::Certain(f64::from(value)) } else { Part::Possible(f64::from(value)) }
            };
            let parts: Vec<Part> = parts.into_iter().map(part).collect();
            let all = by_enumeration(&parts);
            let ends = [least(parts.clone()), most(parts.clone())].map(|end| end.map(Part::value));
            let expected = [all.iter().copied().reduce(f64::min), all.iter().copied().reduce(f64::max)];
            for (end, expected) in ends.into_iter().zip(expected) {
                prop_assert!(
                    end.zip(expected).map_or(end == expected, |(end, expected)| (end - expected).abs() < 1e-9),
                    "{end:?} beside {expected:?}"
                );
            }
        }
    }
}
