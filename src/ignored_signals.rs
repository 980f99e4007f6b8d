//! The signals that were ignored when the program started, as `nohup` ignores HUP, and a shell's `&` INT and QUIT.
//!
//! Whoever ignores a signal asks that it does not end the program, and a handler would forget that. No safe
//! function asks the system for it; Linux tells in `/proc`. On other systems all signals are handled.

use std::sync::LazyLock;

/// The line of `/proc/self/status` with the ignored signals: a hexadecimal number, whose lowest bit is signal 1.
const IGNORED: &str = "SigIgn:";

/// Found at the first question, before handlers are registered.
static MASK: LazyLock<u64> = LazyLock::new(|| {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    mask(&status)
});

/// Returns true if the signal of this number was ignored.
pub(crate) fn contain(signal: i32) -> bool {
    u32::try_from(signal - 1).is_ok_and(|bit| MASK.checked_shr(bit).is_some_and(|rest| rest & 1 == 1))
}

fn mask(status: &str) -> u64 {
    let number = status.lines().find_map(|line| line.strip_prefix(IGNORED));
    number.and_then(|number| u64::from_str_radix(number.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mask_is_read_from_the_status() {
        assert_eq!(
            mask("Name:\tpen\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001007\nSigCgt:\t01\n"),
            0x1007
        );
        assert_eq!(mask("Name:\tpen\n"), 0);
        assert_eq!(mask("SigIgn:\tpen\n"), 0);
        assert!(!contain(0) && !contain(65) && !contain(-1));
    }
}
