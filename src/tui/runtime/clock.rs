//! The time now: in UTC, as labels have it, and of the day where the program runs.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::model::{ClockTime, Timestamp};

/// Returns the time now in UTC, as journals write it.
pub(crate) fn now_utc() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Timestamp::of_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX)).to_string()
}

/// Returns the local time; None if the time zone is not known.
pub(crate) fn local_time() -> Option<ClockTime> {
    let seconds = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs()).ok()?;
    let local = u64::try_from(seconds + offset_at(seconds)?).ok()?;
    ClockTime::parse(&Timestamp::of_millis(local * 1000).to_string())
}

/// Returns how many seconds the local time is ahead of UTC.
#[cfg(unix)]
fn offset_at(seconds: i64) -> Option<i64> {
    let zone = tz::TimeZone::local().ok()?;
    Some(zone.find_local_time_type(seconds).ok()?.ut_offset().into())
}

#[cfg(not(unix))]
fn offset_at(_seconds: i64) -> Option<i64> {
    None
}
