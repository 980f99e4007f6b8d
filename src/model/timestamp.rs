//! The times of labels and of reports: text in RFC 3339, and as some tools write it, and instants for comparison.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

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
        let datetime: Datetime = text.parse().ok()?;
        Timestamp::of_datetime(datetime, datetime.offset?)
    }

    fn of_datetime(datetime: Datetime, offset: Offset) -> Option<Timestamp> {
        let (date, time) = (datetime.date?, datetime.time?);
        let ahead = match offset {
            Offset::Z => 0,
            Offset::Custom { minutes } => i64::from(minutes),
        };
        let days = day_number(i64::from(date.year), date.month) + i64::from(date.day) - 1;
        let minutes = i64::from(time.hour) * 60 + i64::from(time.minute) - ahead;
        let seconds = days * SECONDS_OF_A_DAY + minutes * 60 + i64::from(time.second?);
        Some(Timestamp { seconds, nanos: time.nanosecond.unwrap_or(0) }.min(Timestamp::MAX))
    }

    /// Returns true if this instant is more than so many hours before another one.
    pub(crate) fn is_hours_before(self, other: Timestamp, hours: i64) -> bool {
        (self.seconds.saturating_add(hours * 60 * 60), self.nanos) < (other.seconds, other.nanos)
    }

    /// Returns the microseconds since the beginning of 1970; 0 for an earlier instant.
    pub(crate) fn micros(self) -> u64 {
        let micros = i128::from(self.seconds) * 1_000_000 + i128::from(self.nanos / 1000);
        u64::try_from(micros).unwrap_or(0)
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

/// The time that a report states for its tests. Most tools write no offset: some mean UTC, some the time of
/// their machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct ReportTime {
    /// The instant; without an offset as if it were UTC.
    pub(crate) at: Timestamp,
    pub(crate) has_offset: bool,
}

impl ReportTime {
    /// Returns the day, as the report states it.
    pub(crate) fn day(self) -> String {
        self.at.to_string().chars().take_while(|&c| c != 'T').collect()
    }
}

impl fmt::Display for ReportTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.at.to_string();
        f.write_str(if self.has_offset { &text } else { text.trim_end_matches('Z') })
    }
}

impl From<ReportTime> for String {
    fn from(time: ReportTime) -> String {
        time.to_string()
    }
}

impl TryFrom<String> for ReportTime {
    type Error = NoTime;

    fn try_from(text: String) -> Result<ReportTime, NoTime> {
        text.parse()
    }
}

/// The error of a text that is no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a time such as 2026-11-28T10:00:00Z")]
pub struct NoTime;

impl FromStr for ReportTime {
    type Err = NoTime;

    /// Parses RFC 3339 with or without an offset, which may lack its colon, and the dates of HTTP that Mocha writes.
    fn from_str(text: &str) -> Result<ReportTime, NoTime> {
        let text = text.trim();
        let datetime = [text.to_owned(), with_colon(text), of_http(text).unwrap_or_default()];
        let datetime = datetime.iter().find_map(|text| text.parse::<Datetime>().ok()).ok_or(NoTime)?;
        let at = Timestamp::of_datetime(datetime, datetime.offset.unwrap_or(Offset::Z)).ok_or(NoTime)?;
        Ok(ReportTime { at, has_offset: datetime.offset.is_some() })
    }
}

/// Returns `2026-11-28T10:00:00+01:00` of `2026-11-28T10:00:00+0100`; other texts unchanged.
fn with_colon(text: &str) -> String {
    let end = text.rfind(['+', '-']).filter(|&sign| text.len() == sign + 5);
    match end.and_then(|sign| text.split_at_checked(sign + 3)) {
        Some((hours, minutes)) => format!("{hours}:{minutes}"),
        None => text.to_owned(),
    }
}

/// Returns `2026-11-28T10:00:00Z` of `Sat, 28 Nov 2026 10:00:00 GMT`.
fn of_http(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, date) = text.split_once(", ")?;
    let [day, month, year, time, "GMT"] = date.split(' ').collect::<Vec<_>>()[..] else { return None };
    let month = 1 + MONTHS.iter().position(|name| *name == month)?;
    Some(format!("{year}-{month:02}-{day:0>2}T{time}Z"))
}

/// Returns the number of days from the beginning of 1970 to that of a month, in the Gregorian calendar.
fn day_number(year: i64, month: u8) -> i64 {
    const BEFORE_MONTH: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    const BEFORE_1970: i64 = 719_527;
    // A leap year's day is inserted before March.
    let last = if month > 2 { year } else { year - 1 };
    let leap_days = last.div_euclid(4) - last.div_euclid(100) + last.div_euclid(400);
    365 * year + leap_days + BEFORE_MONTH[usize::from(month - 1)] - BEFORE_1970
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
    fn the_times_of_reports_have_several_forms() {
        for (text, written) in [
            ("2026-11-28T10:00:00", "2026-11-28T10:00:00"),
            (" 2026-11-28T10:00:00.250000 ", "2026-11-28T10:00:00.25"),
            ("2026-11-28 10:00:00Z", "2026-11-28T10:00:00Z"),
            ("2026-11-28T10:00:00.123+02:00", "2026-11-28T08:00:00.123Z"),
            ("2026-11-28T10:00:00-0130", "2026-11-28T11:30:00Z"),
            ("Sat, 28 Nov 2026 10:00:00 GMT", "2026-11-28T10:00:00Z"),
        ] {
            let time: ReportTime = text.parse().expect(text);
            assert_eq!(time.to_string(), written, "{text}");
            assert_eq!(written.parse(), Ok(time), "it reads back");
            assert_eq!(time.day(), "2026-11-28");
        }
        for text in
            ["", "10:00:00", "2026-11-28", "28/11/2026 10:00:00", "Sat, 28 Nov", "1", "+0100", "é+0100"]
        {
            assert_eq!(text.parse::<ReportTime>(), Err(NoTime), "{text}");
        }
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
