//! Dates, times and spans of time of Python as people write them.
//!
//! ```text
//! datetime.date(2026, 3, 23)                                                           ──▶  2026-03-23
//! datetime.datetime(2026, 3, 23, 14, 5, tzinfo=zoneinfo.ZoneInfo(key='Europe/Zurich')) ──▶  2026-03-23 14:05 Europe/Zurich
//! datetime.timedelta(days=1, seconds=5400)                                             ──▶  1 day, 1:30:00
//! ```

use std::borrow::Cow;

const MODULE: &str = "datetime.";

/// Returns two values with their dates as people write them; both as they are, if one has a date that is not read.
pub(super) fn with_plain_dates(values: [&str; 2]) -> [Cow<'_, str>; 2] {
    let plain = values.map(plain_dates_in);
    if plain.iter().any(|value| value.contains(MODULE)) { values.map(Cow::Borrowed) } else { plain }
}

fn plain_dates_in(value: &str) -> Cow<'_, str> {
    if !value.contains(MODULE) {
        return Cow::Borrowed(value);
    }
    let mut plain = String::new();
    let mut rest = value;
    while let Some(start) = rest.find(MODULE) {
        let (before, call) = rest.split_at(start);
        plain += before;
        let date = Call::read(&call[MODULE.len()..]);
        let told = date.and_then(|date| Some((date.in_words()?, MODULE.len() + date.length)));
        let (told, length) = told.unwrap_or_else(|| (MODULE.to_owned(), MODULE.len()));
        plain += &told;
        rest = &call[length..];
    }
    plain += rest;
    Cow::Owned(plain)
}

/// A call of Python at the beginning of a text, `date(2026, 3, 23)`.
struct Call<'v> {
    name: &'v str,
    arguments: Vec<&'v str>,
    /// Its length in bytes.
    length: usize,
}

impl<'v> Call<'v> {
    fn read(text: &'v str) -> Option<Call<'v>> {
        let (name, rest) = text.split_once('(')?;
        let (mut depth, mut start) = (0_usize, 0);
        let mut arguments = Vec::new();
        for (at, sign) in rest.match_indices(['(', ')', ',']) {
            match sign {
                "(" => depth += 1,
                ")" if depth > 0 => depth -= 1,
                _ if depth > 0 => {}
                _ => {
                    arguments.push(rest[start..at].trim());
                    start = at + 1;
                }
            }
            if sign == ")" && start == at + 1 {
                arguments.retain(|argument| !argument.is_empty());
                return Some(Call { name, arguments, length: name.len() + at + 2 });
            }
        }
        None
    }

    fn in_words(&self) -> Option<String> {
        match self.name {
            "timedelta" => self.span(),
            "date" | "time" | "datetime" => self.date(),
            _ => None,
        }
    }

    /// Returns `2026-03-23 14:05 UTC` of `datetime(2026, 3, 23, 14, 5, tzinfo=datetime.timezone.utc)`.
    fn date(&self) -> Option<String> {
        let numbers: Vec<u32> = self.arguments.iter().map_while(|argument| argument.parse().ok()).collect();
        let mut behind = String::new();
        for named in &self.arguments[numbers.len()..] {
            behind += &match named.split_once('=')? {
                ("tzinfo", zone) => format!(" {}", zone_in_words(zone)?),
                // The second of two times of one name, when clocks are set back.
                ("fold", "1") => " fold=1".to_owned(),
                _ => return None,
            };
        }
        let time = |parts: &[u32]| match parts {
            [hours, minutes] => Some(format!("{hours:02}:{minutes:02}{behind}")),
            [hours, minutes, seconds] => Some(format!("{hours:02}:{minutes:02}:{seconds:02}{behind}")),
            [hours, minutes, seconds, micros] => {
                Some(format!("{hours:02}:{minutes:02}:{seconds:02}.{micros:06}{behind}"))
            }
            _ => None,
        };
        match (self.name, &*numbers) {
            ("date", [year, month, day]) => Some(format!("{year}-{month:02}-{day:02}")),
            ("time", parts) => time(parts),
            ("datetime", [year, month, day, parts @ ..]) => {
                Some(format!("{year}-{month:02}-{day:02} {}", time(parts)?))
            }
            _ => None,
        }
    }

    /// Returns the words in which Python prints a span: `-1 day, 1:30:00` of `timedelta(days=-1, seconds=5400)`.
    fn span(&self) -> Option<String> {
        let [mut days, mut seconds, mut micros] = [0_i64; 3];
        for argument in self.arguments.iter().filter(|argument| **argument != "0") {
            let (unit, number) = argument.split_once('=')?;
            *match unit {
                "days" => &mut days,
                "seconds" => &mut seconds,
                "microseconds" => &mut micros,
                _ => return None,
            } = number.parse().ok()?;
        }
        let days = match days {
            0 => String::new(),
            1 | -1 => format!("{days} day, "),
            _ => format!("{days} days, "),
        };
        let micros = if micros == 0 { String::new() } else { format!(".{micros:06}") };
        Some(format!("{days}{}:{:02}:{:02}{micros}", seconds / 3600, seconds / 60 % 60, seconds % 60))
    }
}

/// Returns `Europe/Zurich` of `zoneinfo.ZoneInfo(key='Europe/Zurich')`, `+02:00` of a zone that is an offset, and other zones in
/// brackets as they are.
fn zone_in_words(zone: &str) -> Option<String> {
    if zone == "datetime.timezone.utc" {
        return Some("UTC".to_owned());
    }
    let quoted = |text: &'_ str| text.strip_prefix('\'')?.strip_suffix('\'').map(str::to_owned);
    let call = Call::read(zone);
    let Some(Call { name, arguments, .. }) = call else {
        // Zones of other libraries: `<UTC>`.
        return zone.strip_prefix('<')?.strip_suffix('>').map(str::to_owned);
    };
    match (name.rsplit('.').next()?, &*arguments) {
        ("timezone", [offset]) => offset_in_words(offset),
        ("timezone", [offset, name]) => Some(format!("{} {}", offset_in_words(offset)?, quoted(name)?)),
        ("tzutc", []) => Some("UTC".to_owned()),
        (_, [key]) => quoted(key.strip_prefix("key=").unwrap_or(key)),
        _ => None,
    }
}

/// Returns `+02:00` of `datetime.timedelta(seconds=7200)`; one to the west is counted from a day before.
fn offset_in_words(span: &str) -> Option<String> {
    let call = Call::read(span.strip_prefix(MODULE)?)?;
    let number = |unit: &str| {
        let mut named = call.arguments.iter().filter_map(|argument| argument.split_once('='));
        named.find(|(name, _)| *name == unit).map_or(Some(0), |(_, number)| number.parse::<i64>().ok())
    };
    let seconds = number("days")? * 86_400 + number("seconds")?;
    let sign = if seconds < 0 { '-' } else { '+' };
    let minutes = seconds.abs() / 60;
    (call.name == "timedelta").then(|| format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_times_and_spans_are_written_as_people_do() {
        for (value, plain) in [
            ("datetime.date(2026, 3, 23)", "2026-03-23"),
            ("datetime.time(8, 5, 7)", "08:05:07"),
            ("[datetime.date(2026, 3, 23), datetime.time(8, 5)]", "[2026-03-23, 08:05]"),
            ("datetime.datetime(2026, 3, 23, 14, 5, tzinfo=datetime.timezone.utc)", "2026-03-23 14:05 UTC"),
            (
                "Refill(at=datetime.datetime(2026, 3, 23, 14, 5, tzinfo=zoneinfo.ZoneInfo(key='Asia/Tokyo')), ink=3)",
                "Refill(at=2026-03-23 14:05 Asia/Tokyo, ink=3)",
            ),
            (
                "datetime.datetime(2026, 3, 23, 14, 5, tzinfo=datetime.timezone(datetime.timedelta(seconds=20700)))",
                "2026-03-23 14:05 +05:45",
            ),
            (
                "datetime.datetime(2026, 3, 23, 14, 5, tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=68400), 'EST'))",
                "2026-03-23 14:05 -05:00 EST",
            ),
            ("datetime.datetime(2026, 3, 23, 14, 5, fold=1, tzinfo=<UTC>)", "2026-03-23 14:05 fold=1 UTC"),
            (
                "datetime.datetime(2026, 3, 23, 14, 5, tzinfo=tzfile('/zones/Rome'))",
                "2026-03-23 14:05 /zones/Rome",
            ),
            ("datetime.timedelta(seconds=5400)", "1:30:00"),
            ("datetime.timedelta(days=-1, seconds=59, microseconds=20)", "-1 day, 0:00:59.000020"),
            ("datetime.timedelta(0)", "0:00:00"),
            ("datetime.strange(1)", "datetime.strange(1)"),
            ("datetime.date(2026, 3", "datetime.date(2026, 3"),
        ] {
            assert_eq!(plain_dates_in(value), plain);
        }
    }

    #[test]
    fn two_dates_are_told_in_one_writing() {
        let values =
            ["datetime.date(2026, 3, 23)", "datetime.datetime(2026, 3, 23, 1, 2, tzinfo=Moon(1, 2))"];
        assert_eq!(with_plain_dates(values), values.map(Cow::Borrowed));
    }
}
