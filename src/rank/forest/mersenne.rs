//! The Mersenne Twister MT19937 (Matsumoto & Nishimura, 1998) as numpy's `RandomState` seeds and reads it.
//!
//! Every decision of the forest that is not made inside a tree comes from one of these generators.

const SIZE: usize = 624;
const SHIFT: usize = 397;

pub(super) struct MersenneTwister {
    state: [u32; SIZE],
    read: usize,
}

impl MersenneTwister {
    pub(super) fn new(seed: u32) -> MersenneTwister {
        let mut state = [seed; SIZE];
        for i in 1..SIZE {
            state[i] = following_word(state[i - 1], i);
        }
        MersenneTwister { state, read: SIZE }
    }

    pub(super) fn next(&mut self) -> u32 {
        if self.read == SIZE {
            self.twist_all();
            self.read = 0;
        }
        let word = self.state[self.read];
        self.read += 1;
        temper(word)
    }

    /// Uses three loops, so that the compiler sees no index that wraps around.
    fn twist_all(&mut self) {
        let state = &mut self.state;
        for k in 0..SIZE - SHIFT {
            state[k] = twist(state[k], state[k + 1], state[k + SHIFT]);
        }
        for k in SIZE - SHIFT..SIZE - 1 {
            state[k] = twist(state[k], state[k + 1], state[k + SHIFT - SIZE]);
        }
        state[SIZE - 1] = twist(state[SIZE - 1], state[0], state[SHIFT - 1]);
    }

    /// Returns a number uniform in `0..=max`: outputs are masked to the bits of `max`, and those above it are rejected.
    pub(super) fn up_to(&mut self, max: u32) -> u32 {
        if max == 0 {
            return 0;
        }
        let mask = bits_of(max);
        loop {
            let value = self.next() & mask;
            if value <= max {
                return value;
            }
        }
    }

    /// Returns a number uniform in `[0, 1)` with 53 bits.
    pub(super) fn unit(&mut self) -> f64 {
        let high = f64::from(self.next() >> 5);
        let low = f64::from(self.next() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }
}

/// Returns the first numbers in `0..=max` of several fresh generators, one per seed. Such a number depends on
/// three words of the state (0, 1 and 397), so the others are neither kept nor twisted; a whole generator is
/// needed only if the number is rejected. Each word depends on the one before, so it is faster to make
/// several generators side by side.
pub(super) fn first_up_to<const N: usize>(seeds: [u32; N], max: u32) -> [u32; N] {
    let second = seeds.map(|seed| following_word(seed, 1));
    let mut far = second;
    for i in 2..=SHIFT {
        for word in &mut far {
            *word = following_word(*word, i);
        }
    }
    std::array::from_fn(|i| {
        let value = temper(twist(seeds[i], second[i], far[i])) & bits_of(max);
        if value <= max { value } else { MersenneTwister::new(seeds[i]).up_to(max) }
    })
}

/// Returns the smallest number of the form 2^b − 1 that is not below `max`.
fn bits_of(max: u32) -> u32 {
    u32::MAX.checked_shr(max.leading_zeros()).unwrap_or(0)
}

#[expect(clippy::cast_possible_truncation, reason = "the index is below 624")]
fn following_word(word: u32, index: usize) -> u32 {
    1_812_433_253_u32.wrapping_mul(word ^ (word >> 30)).wrapping_add(index as u32)
}

fn twist(word: u32, after: u32, far: u32) -> u32 {
    let mixed = (word & 0x8000_0000) | (after & 0x7fff_ffff);
    far ^ (mixed >> 1) ^ (0x9908_b0df & (mixed & 1).wrapping_neg())
}

fn temper(mut word: u32) -> u32 {
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c_5680;
    word ^= (word << 15) & 0xefc6_0000;
    word ^ (word >> 18)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "that numbers are the very same is what is tested")]
mod tests {
    use super::*;

    #[test]
    fn gives_the_published_sequence() {
        let mut generator = MersenneTwister::new(5489);
        let outputs: Vec<u32> = (0..10_000).map(|_| generator.next()).collect();
        assert_eq!(outputs[0], 3_499_211_612, "first output for the default seed");
        assert_eq!(outputs[9_999], 4_123_659_995, "the 10,000th, as the C++ standard requires");
    }

    #[test]
    fn reads_uniform_numbers_as_numpy_does() {
        // numpy.random.RandomState(42): random_sample(2), then the same seed with randint(0, 11, size=8).
        let mut generator = MersenneTwister::new(42);
        assert_eq!([generator.unit(), generator.unit()], [0.374_540_118_847_362_5, 0.950_714_306_409_916_2]);
        let mut generator = MersenneTwister::new(42);
        let draws: Vec<u32> = (0..8).map(|_| generator.up_to(10)).collect();
        assert_eq!(draws, [6, 3, 10, 7, 4, 6, 9, 2]);
    }

    #[test]
    fn first_number_alone_equals_that_of_a_whole_generator() {
        // With max = 4 three of eight outputs are rejected, so the slow path is tested, too.
        for seed in 0..1_000_u32 {
            for max in [0, 1, 4, 1_000, 0x7fff_fffe, u32::MAX] {
                let seeds = [seed, !seed];
                let whole = seeds.map(|seed| MersenneTwister::new(seed).up_to(max));
                assert_eq!(first_up_to(seeds, max), whole, "seeds {seeds:?}, max {max}");
            }
        }
    }
}
