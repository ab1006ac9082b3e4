//! The pace of a campaign played by post: how long one is given to act, and when nobody is to be woken.
//!
//! Pure arithmetic on seconds since 1970. Quiet hours are those of one time zone that the group agrees on.

use crate::model::time_zone::TimeZone;
use crate::words;
use serde::{Deserialize, Serialize};

/// Seconds of an hour, and of a day.
const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// How often somebody is reminded of the same thing before they are left alone.
pub const MOST_REMINDERS: u32 = 3;

/// The hours in which nobody is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QuietHours {
    /// The hour they begin, from 0 to 23.
    pub from: u8,
    /// The hour they end, from 0 to 23; before `from`, if they go past midnight.
    pub to: u8,
    /// By which clocks.
    #[serde(flatten)]
    pub zone: TimeZone,
}

impl QuietHours {
    /// The first moment from `at` on that is not quiet.
    #[must_use]
    pub fn after(self, at: i64) -> i64 {
        let ahead = self.zone.ahead_at(at);
        let of_day = (at + ahead).rem_euclid(DAY);
        let (from, to) = (i64::from(self.from) * HOUR, i64::from(self.to) * HOUR);
        let quiet = if from <= to { (from..to).contains(&of_day) } else { of_day >= from || of_day < to };
        if !quiet {
            return at;
        }
        // In the night in which the clocks are changed, they end by how those stand then; an hour that is left out ends with the next.
        let ends = at + (to - of_day).rem_euclid(DAY);
        let changed = ends + ahead - self.zone.ahead_at(ends);
        if (changed + self.zone.ahead_at(changed)).rem_euclid(DAY) == to { changed } else { ends }
    }
}

/// How long one is given to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pace {
    /// Hours after which whoever is waited for is reminded, and again as many later.
    pub hours: u16,
    /// When nobody is called.
    #[serde(default)]
    pub quiet: Option<QuietHours>,
    /// Whether the campaign rests: nobody is reminded.
    #[serde(default)]
    pub paused: bool,
}

impl Pace {
    /// When the next reminder is due, if the campaign has waited since `since`, the last of `sent` reminders went out at `sent_at`, and more
    /// time was given until `not_before`; `None` where there is none any more.
    #[must_use]
    pub fn due(self, since: i64, sent: u32, sent_at: Option<i64>, not_before: Option<i64>) -> Option<i64> {
        if self.paused || sent >= MOST_REMINDERS {
            return None;
        }
        let due = (sent_at.unwrap_or(since) + i64::from(self.hours) * HOUR).max(not_before.unwrap_or(i64::MIN));
        Some(self.quiet.map_or(due, |quiet| quiet.after(due)))
    }

    /// The pace in words.
    #[must_use]
    pub fn in_words(self) -> String {
        if self.paused {
            return "The game rests: nobody is reminded.".to_owned();
        }
        let quiet = self
            .quiet
            .map_or_else(String::new, |quiet| format!("; nobody between {}:00 and {}:00 {}", quiet.from, quiet.to, quiet.zone.in_words()));
        format!("Whoever is waited for is reminded after {}{quiet}.", hours(self.hours))
    }
}

fn hours(hours: u16) -> String {
    match hours {
        1 => "an hour".to_owned(),
        hours if hours % 24 == 0 && hours > 24 => format!("{} days", hours / 24),
        hours => format!("{hours} hours"),
    }
}

/// Reads "22-7" as the hours from 22 to 7.
///
/// # Errors
///
/// A sentence saying what is wrong and what to do.
pub fn parse_quiet(text: &str) -> Result<(u8, u8), String> {
    let complaint = || format!("\"{}\" are no quiet hours: give two hours of the day, such as 22-7.", words::typed(text, 20));
    let (from, to) = text.split_once(['-', '–']).ok_or_else(complaint)?;
    let hour = |part: &str| {
        let part = part.trim().trim_end_matches(":00");
        part.parse::<u8>().ok().filter(|hour| *hour < 24).ok_or_else(complaint)
    };
    let (from, to) = (hour(from)?, hour(to)?);
    if from == to { Err(complaint()) } else { Ok((from, to)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::time_zone::parse_time_zone;

    fn at(day: i64, hour: i64) -> i64 {
        day * DAY + hour * HOUR
    }

    #[test]
    fn a_reminder_is_due_after_the_pace_again_after_as_long_and_three_times_in_all() {
        let pace = Pace { hours: 24, quiet: None, paused: false };
        assert_eq!(pace.due(at(1, 12), 0, None, None), Some(at(2, 12)));
        assert_eq!(pace.due(at(1, 12), 1, Some(at(2, 13)), None), Some(at(3, 13)));
        assert_eq!(pace.due(at(1, 12), 3, Some(at(4, 13)), None), None, "whoever was called three times is left alone");
        assert_eq!(Pace { paused: true, ..pace }.due(at(1, 12), 0, None, None), None);
        assert_eq!(pace.due(at(1, 12), 0, None, Some(at(5, 0))), Some(at(5, 0)), "more time was given");
    }

    #[test]
    fn in_quiet_hours_nobody_is_called_also_past_midnight_and_in_other_time_zones() {
        let night = QuietHours { from: 22, to: 7, zone: TimeZone::default() };
        for (hour, calls) in [(21, at(3, 21)), (22, at(4, 7)), (23, at(4, 7))] {
            assert_eq!(night.after(at(3, hour)), calls, "{hour}");
        }
        assert_eq!((night.after(at(3, 3)), night.after(at(3, 7))), (at(3, 7), at(3, 7)));
        let siesta = QuietHours { from: 13, to: 15, zone: TimeZone { ahead_of_utc: -480, place: None } };
        assert_eq!(siesta.after(at(3, 22)), at(3, 23), "13 and 14 o'clock on the Pacific coast are 21 and 22 UTC");
        assert_eq!(siesta.after(at(3, 13)), at(3, 13));
        let pace = Pace { hours: 12, quiet: Some(night), paused: false };
        assert_eq!(pace.due(at(1, 12), 0, None, None), Some(at(2, 7)));
    }

    #[test]
    fn quiet_hours_are_read_as_people_write_them() {
        assert_eq!((parse_quiet("22-7"), parse_quiet("22:00 – 7:00")), (Ok((22, 7)), Ok((22, 7))));
        for wrong in ["", "22", "24-7", "7-7", "a-b", "22-7-8"] {
            assert!(parse_quiet(wrong).unwrap_err().contains("such as 22-7"), "{wrong}");
        }
    }

    #[test]
    fn quiet_hours_of_a_place_follow_its_clocks_through_summer_winter_and_the_nights_between() {
        let moment = |text: &str| text.parse::<chrono::DateTime<chrono::Utc>>().unwrap().timestamp();
        let london = parse_time_zone("Europe/London", 0).unwrap();
        let night = QuietHours { from: 22, to: 7, zone: london };
        for (at, calls) in [
            ("2026-07-01T21:30:00Z", "2026-07-02T06:00:00Z"),
            ("2026-01-01T21:30:00Z", "2026-01-01T21:30:00Z"),
            ("2026-01-01T22:30:00Z", "2026-01-02T07:00:00Z"),
            // The clocks go forward at 1:00 UTC on 29 March 2026, and back at 1:00 UTC on 25 October.
            ("2026-03-28T23:00:00Z", "2026-03-29T06:00:00Z"),
            ("2026-10-24T22:00:00Z", "2026-10-25T07:00:00Z"),
        ] {
            assert_eq!(night.after(moment(at)), moment(calls), "{at}");
        }
        // 1 o'clock is left out on 29 March: an hour that would end then ends at 2, which is the same moment.
        let late = QuietHours { from: 22, to: 1, zone: london };
        assert_eq!(late.after(moment("2026-03-29T00:30:00Z")), moment("2026-03-29T01:00:00Z"));
        for hour in 0..48 {
            let at = moment("2026-03-28T12:00:00Z") + hour * HOUR;
            for quiet in [night, late] {
                let free = quiet.after(at);
                assert!(free >= at && quiet.after(free) == free, "nobody is called in quiet hours, {hour} hours on");
            }
        }
    }

    #[test]
    fn the_pace_is_told_in_words() {
        let quiet = Some(QuietHours { from: 22, to: 7, zone: TimeZone { ahead_of_utc: -210, place: None } });
        let pace = Pace { hours: 48, quiet, paused: false };
        assert_eq!(pace.in_words(), "Whoever is waited for is reminded after 2 days; nobody between 22:00 and 7:00 UTC-3:30.");
        let london = Some(QuietHours { from: 22, to: 7, zone: parse_time_zone("London", 0).unwrap() });
        let pace = Pace { hours: 48, quiet: london, paused: false };
        assert_eq!(pace.in_words(), "Whoever is waited for is reminded after 2 days; nobody between 22:00 and 7:00 in Europe/London.");
        assert_eq!(Pace { hours: 24, quiet: None, paused: false }.in_words(), "Whoever is waited for is reminded after 24 hours.");
    }
}
