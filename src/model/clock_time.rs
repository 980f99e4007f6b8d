//! Times as people read them on a clock.

use toml::value::Datetime;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A date and a time of day, to the minute, in the time zone of the person who reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockTime {
    year: u16,
    /// From 1.
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
}

impl ClockTime {
    /// Reads a date and a time in the form of RFC 3339. An offset is not applied.
    pub fn parse(text: &str) -> Option<ClockTime> {
        let Datetime { date: Some(date), time: Some(time), .. } = text.parse().ok()? else { return None };
        let (year, month, day) = (date.year, date.month, date.day);
        Some(ClockTime { year, month, day, hour: time.hour, minute: time.minute })
    }

    /// Returns the time in words for somebody who reads them at the time `now`: without a date on the same day.
    pub fn in_words(self, now: ClockTime) -> String {
        let ClockTime { year, month, day, hour, minute } = self;
        let time = format!("{hour:02}:{minute:02}");
        let month_name = MONTHS.get(usize::from(month).wrapping_sub(1)).unwrap_or(&"");
        match (year == now.year, (month, day) == (now.month, now.day)) {
            (true, true) => time,
            (true, false) => format!("{day} {month_name} {time}"),
            (false, _) => format!("{day} {month_name} {year}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> ClockTime {
        ClockTime::parse(text).expect(text)
    }

    #[test]
    fn the_date_is_said_on_another_day() {
        let now = at("2031-05-04T17:00:00Z");
        assert_eq!(at("2031-05-04T07:22:59.5+02:00").in_words(now), "07:22");
        assert_eq!(at("2031-05-03T23:59:00").in_words(now), "3 May 23:59");
        assert_eq!(at("2030-05-04T17:00:00").in_words(now), "4 May 2030");
    }

    #[test]
    fn a_time_without_a_date_is_none() {
        assert_eq!(["07:22:00", "yesterday", "2031-05-04"].map(ClockTime::parse), [None; 3]);
    }
}
