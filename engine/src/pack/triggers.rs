//! Event triggers: what happens by itself when the victory points, or the map, reach a point.
//!
//! Rulebook: *Event Triggers*. Each fires once (R26).

use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::cards::{Card, Leader};
use super::entry;
use super::error::PackError;
use super::identifiers::{CardNumber, IslandId, LocationId};
use super::names::{self, Directory, with_directory};
use super::read::read_toml;

/// The file's name inside a pack.
pub(super) const FILE: &str = "triggers.toml";

/// When a trigger fires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Any of these.
    Any {
        /// The conditions.
        any: Vec<Condition>,
    },
    /// All of these.
    All {
        /// The conditions.
        all: Vec<Condition>,
    },
    /// The total is this or more.
    PointsAtLeast {
        /// Victory points.
        points_at_least: i16,
    },
    /// The total is this or less.
    PointsAtMost {
        /// Victory points.
        points_at_most: i16,
    },
    /// All of an island is Mahdist-held but for one place.
    IslandLost {
        /// The island.
        island_lost: IslandId,
        /// The place that may still hold out.
        except: Option<LocationId>,
    },
    /// A place is besieged.
    Besieged {
        /// The place.
        besieged: LocationId,
    },
    /// Another trigger has fired.
    Fired {
        /// Its key.
        fired: String,
    },
    /// A card has been played for its event.
    CardPlayed {
        /// The card.
        card_played: CardNumber,
    },
}

/// The keys of a condition. Each but the last says which condition it is; where a campaign is under way, the first of them counts that
/// can be read.
const KEYS: [&str; 9] = ["any", "all", "points_at_least", "points_at_most", "island_lost", "besieged", "fired", "card_played", "except"];

#[derive(Deserialize)]
struct Island(#[serde(deserialize_with = "names::island")] IslandId);

#[derive(Deserialize)]
struct Place(#[serde(deserialize_with = "names::location")] LocationId);

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ConditionVisitor)
    }
}

struct ConditionVisitor;

impl<'de> Visitor<'de> for ConditionVisitor {
    type Value = Condition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a condition, as { points_at_least = 40 }")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Condition, A::Error> {
        // Each key, and the condition that was read there.
        let mut found: Vec<(String, Result<Condition, A::Error>)> = Vec::new();
        let (mut island, mut except) = (None, None);
        while let Some(key) = fields.next_key::<String>()? {
            match key.as_str() {
                "island_lost" => island = Some(fields.next_value::<Island>()),
                "except" => except = Some(fields.next_value::<Place>()),
                _ => {
                    let condition = condition_at(&key, &mut fields);
                    found.push((key, condition));
                }
            }
        }
        if let Some(island) = island {
            let condition = island.and_then(|Island(island_lost)| {
                let except = except.take().transpose()?.map(|Place(place)| place);
                Ok(Condition::IslandLost { island_lost, except })
            });
            found.push(("island_lost".to_owned(), condition));
        }
        // A key that nobody knows comes first, and so the complaint about it.
        found.sort_by_key(|(key, _)| KEYS.iter().position(|known| known == key));
        if !entry::is_new()
            && let Some(first) = found.iter().position(|(_, condition)| condition.is_ok())
        {
            return found.swap_remove(first).1;
        }
        only_condition(found, except.is_some())
    }
}

/// What stands at one of the keys.
fn condition_at<'de, A: MapAccess<'de>>(key: &str, fields: &mut A) -> Result<Condition, A::Error> {
    Ok(match key {
        "any" => Condition::Any { any: fields.next_value()? },
        "all" => Condition::All { all: fields.next_value()? },
        "points_at_least" => Condition::PointsAtLeast { points_at_least: fields.next_value()? },
        "points_at_most" => Condition::PointsAtMost { points_at_most: fields.next_value()? },
        "besieged" => Condition::Besieged { besieged: fields.next_value::<Place>()?.0 },
        "fired" => Condition::Fired { fired: fields.next_value()? },
        "card_played" => Condition::CardPlayed { card_played: fields.next_value()? },
        unknown => {
            fields.next_value::<IgnoredAny>()?;
            return Err(A::Error::unknown_field(unknown, &KEYS));
        }
    })
}

/// The condition, if there is one and nothing beside it that would be passed over.
fn only_condition<E: Error>(found: Vec<(String, Result<Condition, E>)>, has_except: bool) -> Result<Condition, E> {
    let mut conditions = Vec::new();
    for (key, condition) in found {
        conditions.push((key, condition?));
    }
    let mut conditions = conditions.into_iter();
    let Some((key, condition)) = conditions.next() else {
        return Err(E::custom(format!("a condition has one of these: {}", KEYS[..KEYS.len() - 1].join(", "))));
    };
    if let Some((other, _)) = conditions.next() {
        return Err(E::custom(format!("`{key}` and `{other}` are two conditions: put them into a list, `all = [...]` or `any = [...]`")));
    }
    if has_except {
        return Err(E::custom(format!("`except` goes with `island_lost`, not with `{key}`")));
    }
    if let Condition::Any { any: parts } | Condition::All { all: parts } = &condition
        && parts.is_empty()
    {
        return Err(E::custom(format!("`{key}` is a list of conditions, and has none in it")));
    }
    Ok(condition)
}

/// What a trigger does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consequence {
    /// A card comes to the hand in exchange for another, which goes into the draw pile.
    pub exchange_for: Option<CardNumber>,
    /// Whether the players may decline that exchange.
    #[serde(default)]
    pub may_decline: bool,
    /// Cards are shuffled into the draw pile.
    #[serde(default)]
    pub cards_enter: Vec<CardNumber>,
    /// A leader is recalled.
    pub recall: Option<Leader>,
    /// The Rebellion phase is skipped from now on.
    #[serde(default)]
    pub skip_rebellion: bool,
}

/// An event trigger.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// The word that names it.
    pub key: String,
    /// When it fires.
    pub when: Condition,
    /// What it does.
    #[serde(rename = "then")]
    pub consequence: Consequence,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TriggersFile {
    #[serde(default)]
    trigger: Vec<Trigger>,
}

fn check(condition: &Condition, keys: &[String], cards: &[Card]) -> Result<(), String> {
    match condition {
        Condition::Any { any: parts } | Condition::All { all: parts } => parts.iter().try_for_each(|part| check(part, keys, cards)),
        Condition::Fired { fired } if !keys.contains(fired) => Err(format!("no trigger is named \"{fired}\"")),
        Condition::CardPlayed { card_played } if !cards.iter().any(|card| card.number == *card_played) => {
            Err(format!("there is no card {}", card_played.0))
        }
        Condition::Fired { .. }
        | Condition::CardPlayed { .. }
        | Condition::PointsAtLeast { .. }
        | Condition::PointsAtMost { .. }
        | Condition::IslandLost { .. }
        | Condition::Besieged { .. } => Ok(()),
    }
}

/// Reads and checks `triggers.toml`.
pub(super) fn read(text: &str, directory: &Directory, cards: &[Card]) -> Result<Vec<Trigger>, Vec<PackError>> {
    let file: TriggersFile = with_directory(directory, || read_toml(FILE, text)).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let keys: Vec<String> = file.trigger.iter().map(|trigger| trigger.key.clone()).collect();
    for (index, trigger) in file.trigger.iter().enumerate() {
        let place = format!("trigger[{index}]");
        if keys[..index].contains(&trigger.key) {
            errors.push(PackError::new(FILE, format!("{place}.key"), format!("\"{}\" is there twice", trigger.key)));
        }
        if let Err(reason) = check(&trigger.when, &keys, cards) {
            errors.push(PackError::new(FILE, format!("{place}.when"), reason));
        }
        for card in trigger.consequence.cards_enter.iter().chain(&trigger.consequence.exchange_for) {
            if !cards.iter().any(|known| known.number == *card) {
                errors.push(PackError::new(FILE, format!("{place}.then"), format!("there is no card {}", card.0)));
            }
        }
    }
    if errors.is_empty() { Ok(file.trigger) } else { Err(errors) }
}
