//! The sandbox's clock: the machine's, plus whatever a test has moved it ahead.
//!
//! Interaction tokens die after fifteen minutes and unanswered interactions after three seconds;
//! a test that wants to see this moves the clock instead of waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A clock that can be moved ahead, never back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    ahead: Arc<AtomicU64>,
}

impl Clock {
    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        let machine = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        u64::try_from(machine).unwrap_or(u64::MAX) + self.ahead.load(Ordering::Relaxed)
    }

    /// Moves the clock ahead.
    pub(crate) fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.ahead.fetch_add(by, Ordering::Relaxed);
    }
}

/// Microseconds of a second.
const SECOND: i64 = 1_000_000;

/// A time in milliseconds since 1970, written as Discord writes it, always with its fraction of a second.
pub(crate) fn timestamp(milliseconds: u64) -> String {
    let micros = i64::try_from(milliseconds).unwrap_or(i64::MAX).saturating_mul(1000);
    format!("{}.{:06}+00:00", to_the_second(micros), micros.rem_euclid(SECOND))
}

/// Reads a time in ISO 8601, and gives it as Discord keeps it: in UTC, without a fraction of a second if there is none.
pub(crate) fn as_kept(text: &str) -> Option<String> {
    let micros = read(text)?;
    let fraction = match micros.rem_euclid(SECOND) {
        0 => String::new(),
        fraction => format!(".{fraction:06}"),
    };
    Some(format!("{}{fraction}+00:00", to_the_second(micros)))
}

/// A time in microseconds since 1970, as `2024-02-29T12:34:56`.
fn to_the_second(micros: i64) -> String {
    let seconds = micros.div_euclid(SECOND);
    let (days, of_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days to a civil date: eras of 400 years that begin on 1 March, so that the leap day is last.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60)
}

/// The days from 1970 to a date; none if there is no such day.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if year == 0 || !(1..=length).contains(&day) {
        return None;
    }
    // The way back of `to_the_second`.
    let year = year - i64::from(month <= 2);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year - 719_468)
}

/// A number of so many digits and no other sign.
fn digits(text: &str, count: usize) -> Option<i64> {
    let fits = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}

/// Reads a date and a time of day in ISO 8601: `2024-02-29T12:34:56.789Z`. As at Discord a blank may stand for the `T`,
/// the seconds may be left out or have a fraction of any length, and without an offset the time is UTC. Gives
/// microseconds since 1970.
fn read(text: &str) -> Option<i64> {
    let (date, rest) = text.split_once(['T', ' '])?;
    let mut parts = date.split('-');
    let days = days(digits(parts.next()?, 4)?, digits(parts.next()?, 2)?, digits(parts.next()?, 2)?)?;
    let (time, zone) = rest.split_at(rest.find(['Z', '+', '-']).unwrap_or(rest.len()));
    let mut units = time.split(':');
    let (hour, minute) = (digits(units.next()?, 2)?, digits(units.next()?, 2)?);
    let (second, fraction) = match units.next() {
        Some(seconds) => seconds.split_once(['.', ',']).map_or((seconds, None), |(whole, fraction)| (whole, Some(fraction))),
        None => ("00", None),
    };
    let second = digits(second, 2)?;
    let micros = match fraction {
        Some(fraction) if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) => return None,
        Some(fraction) => format!("{fraction:0<6}").get(..6)?.parse().ok()?,
        None => 0,
    };
    if parts.next().is_some() || units.next().is_some() || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let seconds = days * 86_400 + (hour * 60 + minute - offset(zone)?) * 60 + second;
    // From the year 1 to the year 9999, also in UTC.
    (-62_135_596_800..253_402_300_800).contains(&seconds).then_some(seconds * SECOND + micros)
}

/// The minutes of an offset from UTC: `Z`, `+01:00`, `+0100`, `+01`, or nothing.
fn offset(zone: &str) -> Option<i64> {
    if matches!(zone, "" | "Z") {
        return Some(0);
    }
    let (sign, rest) = match zone.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, zone.strip_prefix('+')?),
    };
    let (hours, minutes) = match rest.split_once(':') {
        Some((hours, minutes)) => (hours, minutes),
        None => rest.split_at_checked(2).map(|(hours, minutes)| (hours, if minutes.is_empty() { "00" } else { minutes }))?,
    };
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_discord_writes_them() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(timestamp(1_709_210_096_789), "2024-02-29T12:34:56.789000+00:00");
    }

    #[test]
    fn what_iso_8601_allows_is_read() {
        let cases = [
            ("2024-02-29T12:34:56.7Z", "2024-02-29T12:34:56.700000+00:00"),
            ("2024-02-29T12:34:56,000000999+00", "2024-02-29T12:34:56+00:00"),
            ("2024-02-29 12:34:56.123456", "2024-02-29T12:34:56.123456+00:00"),
            ("2024-02-29T12:34", "2024-02-29T12:34:00+00:00"),
            ("2023-12-31T23:30:00-01:00", "2024-01-01T00:30:00+00:00"),
            ("1884-03-01T00:10:00.25+0030", "1884-02-29T23:40:00.250000+00:00"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:00"),
            ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999+00:00"),
        ];
        for (given, kept) in cases {
            assert_eq!(as_kept(given).as_deref(), Some(kept), "{given}");
        }
    }

    #[test]
    fn nonsense_is_no_time() {
        let cases = "|now|1709210096|2024-02-29|2024-02-29T|2024-2-29T12:34:56Z|2023-02-29T12:34:56Z|2024-13-01T12:34:56Z|2024-00-01T12:34:56Z\
            |2024-01-00T12:34:56Z|2024-01-01T24:00:00Z|2024-01-01T12:60:00Z|2024-01-01T12:34:60Z|2024-01-01T12:34:56.Z\
            |2024-01-01T12:34:56.7xZ|2024-01-01T12:34:56Zulu|2024-01-01T12:34:56+1|2024-01-01T12:34:56+é|2024-01-01T12:34:56+24:00\
            |2024-01-01T12:34:56+01:60|2024-01-01-01T12:34:56Z|2024-01-01T12:34:56:07Z|2024-01-01T+2:34:56Z|+6351130-11-22T20:12:29.056\
            |0000-01-01T00:00:00Z|0001-01-01T00:00:00+01:00|9999-12-31T23:59:59-01:00|2024-01-01T12.5Z|２024-01-01T12:34:56Z";
        for text in cases.split('|') {
            assert_eq!(as_kept(text), None, "{text}");
        }
    }

    #[test]
    fn a_clock_moved_ahead_stays_ahead() {
        let clock = Clock::default();
        let before = clock.now();
        clock.advance(Duration::from_secs(900));
        assert!(clock.now() >= before + 900_000);
    }
}
