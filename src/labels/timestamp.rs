//! The times of labels: RFC 3339 as text, instants for comparison.

use std::fmt;

use toml::value::{Datetime, Offset};

const SECONDS_OF_A_DAY: i64 = 24 * 60 * 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timestamp {
    /// The seconds since the beginning of the year 1970.
    seconds: i64,
    nanos: u32,
}

impl Timestamp {
    /// An instant before all others, for times that can't be read.
    pub(crate) const MIN: Timestamp = Timestamp { seconds: i64::MIN, nanos: 0 };
    /// The last instant, 9999-12-30T22:00:00.999999999Z: in every time zone its year has four digits.
    pub(crate) const MAX: Timestamp = Timestamp { seconds: 253_402_207_200, nanos: 999_999_999 };

    /// Returns the instant that is so many milliseconds after the beginning of 1970.
    pub(crate) fn of_millis(millis: u64) -> Timestamp {
        let seconds = i64::try_from(millis / 1000).unwrap_or(i64::MAX);
        let nanos = u32::try_from(millis % 1000).unwrap_or(0) * 1_000_000;
        Timestamp { seconds, nanos }.min(Timestamp::MAX)
    }

    /// Parses a time with its offset. Instants past the last one become the last one.
    pub(crate) fn parse(text: &str) -> Option<Timestamp> {
        let Datetime { date: Some(date), time: Some(time), offset: Some(offset) } = text.parse().ok()? else {
            return None;
        };
        let ahead = match offset {
            Offset::Z => 0,
            Offset::Custom { minutes } => i64::from(minutes),
        };
        let days = day_number(i64::from(date.year), date.month) + i64::from(date.day) - 1;
        let minutes = i64::from(time.hour) * 60 + i64::from(time.minute) - ahead;
        let seconds = days * SECONDS_OF_A_DAY + minutes * 60 + i64::from(time.second?);
        Some(Timestamp { seconds, nanos: time.nanosecond.unwrap_or(0) }.min(Timestamp::MAX))
    }

    /// Returns the instant a microsecond later, at most the last one.
    pub(crate) fn just_after(self) -> Timestamp {
        const NANOS: u32 = 1_000_000_000;
        let nanos = self.nanos + 1000;
        Timestamp { seconds: self.seconds + i64::from(nanos / NANOS), nanos: nanos % NANOS }
            .min(Timestamp::MAX)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.seconds.div_euclid(SECONDS_OF_A_DAY);
        let second = self.seconds.rem_euclid(SECONDS_OF_A_DAY);
        // A year that is not too early.
        let mut year = 1971 + days.div_euclid(365);
        while day_number(year, 1) > days {
            year -= 1;
        }
        let month = (1..=12).rev().find(|&month| day_number(year, month) <= days).unwrap_or(1);
        let day = days - day_number(year, month) + 1;
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        if self.nanos > 0 {
            write!(f, ".{}", format!("{:09}", self.nanos).trim_end_matches('0'))?;
        }
        f.write_str("Z")
    }
}

/// Returns the number of days from the beginning of 1970 to that of a month, in the Gregorian calendar.
fn day_number(year: i64, month: u8) -> i64 {
    const BEFORE_MONTH: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    const BEFORE_1970: i64 = 719_527;
    let leap_days = |year: i64| year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    // The day is inserted before March.
    let inserted = leap_days(if month > 2 { year } else { year - 1 });
    365 * year + inserted + BEFORE_MONTH[usize::from(month - 1)] - BEFORE_1970
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("it is a time")
    }

    #[test]
    fn times_are_read_with_their_offset_and_written_in_utc() {
        for (text, seconds, written) in [
            ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
            ("2000-02-29T23:59:59.5-00:30", 951_870_599, "2000-03-01T00:29:59.5Z"),
            ("2026-01-02t05:04:05.000001z", 1_767_330_245, "2026-01-02T05:04:05.000001Z"),
            ("1900-03-01 00:00:00+01:00", -2_203_894_800, "1900-02-28T23:00:00Z"),
            ("9999-12-31T23:59:59-12:00", 253_402_207_200, "9999-12-30T22:00:00.999999999Z"),
        ] {
            assert_eq!((parsed(text).seconds, &*parsed(text).to_string()), (seconds, written), "{text}");
        }
        for text in [
            "",
            "yesterday",
            "2026-01-02",
            "2026-01-02T03:04:05",
            "2026-02-30T00:00:00Z",
            "2026-13-01T00:00:00Z",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
        assert_eq!(Timestamp::of_millis(1_767_330_245_120).to_string(), "2026-01-02T05:04:05.12Z");
    }

    #[test]
    fn every_day_of_four_centuries_is_written_as_it_is_read() {
        for days in 0..146_097 {
            let midnight = Timestamp { seconds: days * SECONDS_OF_A_DAY, nanos: 0 };
            assert_eq!(parsed(&midnight.to_string()), midnight);
        }
        assert_eq!(parsed("2370-01-01T00:00:00Z").seconds, 146_097 * SECONDS_OF_A_DAY);
    }
}
