//! The time zone by which a group's quiet hours are told: a place's, whose clocks change with the seasons, or so many hours from UTC all
//! year.
//!
//! Places are those of the IANA time zone database, by their names there ("Europe/London") or by their city alone.

use crate::words;
use chrono::{DateTime, Offset, TimeZone as _};
use chrono_tz::{TZ_VARIANTS, Tz};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A time zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TimeZone {
    /// Minutes by which it is ahead of UTC all year; of a place, by which it was when the place was given.
    #[serde(default)]
    pub ahead_of_utc: i16,
    /// The place whose clocks they are.
    #[serde(rename = "zone", default, skip_serializing_if = "Option::is_none", serialize_with = "by_name", deserialize_with = "as_named")]
    pub place: Option<Tz>,
}

#[allow(clippy::ref_option, reason = "serde's signature")]
fn by_name<S: Serializer>(zone: &Option<Tz>, serializer: S) -> Result<S::Ok, S::Error> {
    zone.map(Tz::name).serialize(serializer)
}

/// A place that this build does not know is told by the hours from UTC that are kept beside it.
fn as_named<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Option<Tz>, D::Error> {
    let name: Option<String> = Option::deserialize(deserializer)?;
    Ok(name.and_then(|name| name.parse().ok()))
}

impl TimeZone {
    /// The time zone of a place, as its clocks go at `at`.
    fn of(zone: Tz, at: i64) -> Self {
        let zone_of = Self { ahead_of_utc: 0, place: Some(zone) };
        Self { ahead_of_utc: i16::try_from(zone_of.ahead_at(at) / 60).unwrap_or(0), ..zone_of }
    }

    /// By how many seconds it is ahead of UTC at `at`, in seconds since 1970.
    #[must_use]
    pub fn ahead_at(self, at: i64) -> i64 {
        let of_the_place = self.place.zip(DateTime::from_timestamp(at, 0));
        of_the_place.map_or(i64::from(self.ahead_of_utc) * 60, |(zone, moment)| {
            i64::from(zone.offset_from_utc_datetime(&moment.naive_utc()).fix().local_minus_utc())
        })
    }

    /// The time zone in words: "UTC+1:00", or the place's name.
    #[must_use]
    pub fn in_words(self) -> String {
        match (self.place, self.ahead_of_utc) {
            (Some(zone), _) => format!("in {}", zone.name()),
            (None, 0) => "UTC".to_owned(),
            (None, minutes) => format!("UTC{}{}:{:02}", if minutes < 0 { '-' } else { '+' }, minutes.abs() / 60, minutes.abs() % 60),
        }
    }
}

/// Reads "+5:30", "-8" or "UTC+1" as hours from UTC, and "Europe/London" or "london" as a place; `at` is now, in seconds since 1970.
///
/// # Errors
///
/// A sentence saying what is wrong and what to do.
pub fn parse_time_zone(text: &str, at: i64) -> Result<TimeZone, String> {
    let complaint = || {
        format!(
            "\"{}\" is no time zone I know: give a city, such as Europe/London, or hours from UTC, such as +1, -8 or +5:30.",
            words::typed(text, 20)
        )
    };
    if let Some(zone) = zone_called(text) {
        return Ok(TimeZone::of(zone, at));
    }
    let bare = text.trim().to_uppercase();
    let bare = bare.trim_start_matches("UTC").trim_start_matches("GMT").trim();
    if bare.is_empty() {
        return Ok(TimeZone::default());
    }
    let (sign, bare) = match bare.strip_prefix(['-', '−']) {
        Some(rest) => (-1, rest),
        None => (1, bare.trim_start_matches('+')),
    };
    let (hours, minutes) = bare.split_once(':').unwrap_or((bare, "0"));
    let number = |part: &str, most: i16| part.trim().parse::<i16>().ok().filter(|number| (0..=most).contains(number)).ok_or_else(complaint);
    Ok(TimeZone { ahead_of_utc: sign * (number(hours, 14)? * 60 + number(minutes, 59)?), place: None })
}

/// The names of places whose clocks change, or do not, as the list of zones has them: a region and a city.
fn places() -> impl Iterator<Item = Tz> {
    TZ_VARIANTS.iter().copied().filter(|zone| zone.name().contains('/') && !zone.name().starts_with("Etc/"))
}

/// A name as it is looked for: in small letters, with spaces for what stands for them.
fn plain(name: &str) -> String {
    name.trim().replace('_', " ").to_lowercase()
}

/// The city of a zone's name.
fn city(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn zone_called(text: &str) -> Option<Tz> {
    let asked = plain(text);
    places().find(|zone| plain(zone.name()) == asked).or_else(|| places().find(|zone| plain(city(zone.name())) == asked))
}

/// The names of at most `most` places that hold what was typed, those whose city begins with it first.
#[must_use]
pub fn places_like(typed: &str, most: usize) -> Vec<&'static str> {
    let asked = plain(typed);
    let mut found: Vec<&'static str> = places().map(Tz::name).filter(|name| plain(name).contains(&asked)).collect();
    found.sort_by_key(|name| (!plain(city(name)).starts_with(&asked), *name));
    found.truncate(most);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of January and of July 2026, noon, UTC.
    const WINTER: i64 = 1_767_268_800;
    const SUMMER: i64 = 1_782_907_200;

    #[test]
    fn time_zones_are_read_as_people_write_them() {
        let ahead = |text| parse_time_zone(text, WINTER).map(|zone| zone.ahead_of_utc);
        assert_eq!(
            (ahead("+5:30"), ahead("-8"), ahead("UTC+1"), ahead("utc"), ahead("GMT-2")),
            (Ok(330), Ok(-480), Ok(60), Ok(0), Ok(-120))
        );
        for place in ["Europe/London", "europe/london", " london ", "London"] {
            assert_eq!(parse_time_zone(place, WINTER).unwrap().place, Some(Tz::Europe__London), "{place}");
        }
        assert_eq!(parse_time_zone("new york", WINTER), Ok(TimeZone { ahead_of_utc: -300, place: Some(Tz::America__New_York) }));
        for wrong in ["+15", "x", "+1:99", "--2", "Omdurman", "/"] {
            assert!(parse_time_zone(wrong, WINTER).unwrap_err().contains("such as Europe/London"), "{wrong}");
        }
    }

    #[test]
    fn a_place_changes_its_clocks_with_the_seasons_and_hours_from_utc_do_not() {
        let london = parse_time_zone("London", WINTER).unwrap();
        assert_eq!((london.ahead_at(WINTER), london.ahead_at(SUMMER)), (0, 3_600));
        let fixed = parse_time_zone("+1", WINTER).unwrap();
        assert_eq!((fixed.ahead_at(WINTER), fixed.ahead_at(SUMMER)), (3_600, 3_600));
        assert_eq!((london.in_words(), fixed.in_words()), ("in Europe/London".to_owned(), "UTC+1:00".to_owned()));
    }

    #[test]
    fn a_time_zone_is_written_by_the_name_of_its_place_and_read_back_where_that_name_is_not_known_by_its_hours() {
        let cairo = parse_time_zone("Cairo", SUMMER).unwrap();
        let written = serde_json::to_string(&cairo).unwrap();
        assert_eq!(written, r#"{"ahead_of_utc":180,"zone":"Africa/Cairo"}"#);
        assert_eq!(serde_json::from_str::<TimeZone>(&written).unwrap(), cairo);
        let unknown: TimeZone = serde_json::from_str(r#"{"ahead_of_utc":180,"zone":"Africa/Suakin"}"#).unwrap();
        assert_eq!(unknown, TimeZone { ahead_of_utc: 180, place: None });
        assert_eq!(serde_json::to_string(&unknown).unwrap(), r#"{"ahead_of_utc":180}"#, "as it was always written");
    }

    #[test]
    fn places_are_offered_whose_city_begins_with_what_was_typed_and_then_those_that_hold_it() {
        assert_eq!(places_like("lond", 25), ["Europe/London"]);
        let york = places_like("york", 25);
        assert_eq!(york, ["America/New_York"]);
        let los = places_like("los", 25);
        assert_eq!(los.first(), Some(&"America/Los_Angeles"));
        assert_eq!(places_like("", 25).len(), 25);
        assert!(places_like("nowhere at all", 25).is_empty());
    }
}
