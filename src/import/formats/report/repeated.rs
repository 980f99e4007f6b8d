//! The places of equal keys among many, nearly all of which occur once.
//!
//! A run can have hundreds of thousands of tests, and a map of all their names would take more memory than
//! the names. So their hashes are sorted, and only the keys whose hash occurs again are compared.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;
use indexmap::IndexMap;

/// Returns the places of each key that occurs several times, ascending, in the order of the first ones.
pub(crate) fn repeated<K: Hash + Eq>(keys: impl Iterator<Item = K> + Clone) -> Vec<Vec<usize>> {
    let state = RandomState::default();
    let hashes: Vec<u64> = keys.clone().map(|key| state.hash_one(key)).collect();
    let mut sorted = hashes.clone();
    sorted.sort_unstable();
    let again = sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    let again: HashSet<u64, RandomState> = again.collect();
    if again.is_empty() {
        return Vec::new();
    }
    let mut places: IndexMap<K, Vec<usize>, RandomState> = IndexMap::default();
    let keys_of_hashes = keys.zip(hashes).enumerate().filter(|(_, (_, hash))| again.contains(hash));
    for (place, (key, _)) in keys_of_hashes {
        places.entry(key).or_default().push(place);
    }
    places.into_values().filter(|places| places.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_ascending_in_the_order_of_the_first_ones() {
        let names = ["a", "b", "c", "b", "d", "a", "b"];
        assert_eq!(repeated(names.iter()), [vec![0, 5], vec![1, 3, 6]]);
        assert_eq!(repeated(names[..3].iter()), [] as [Vec<usize>; 0]);
    }
}
