//! Event triggers: what happens by itself when the victory points, or the map, reach a point.
//!
//! Rulebook: *Event Triggers*. Each fires once (R26).

use serde::Deserialize;

use super::cards::{Card, Leader};
use super::error::PackError;
use super::identifiers::{CardNumber, IslandId, LocationId};
use super::names::{self, Directory, with_directory};
use super::read::read_toml;

/// The file's name inside a pack.
pub(super) const FILE: &str = "triggers.toml";

/// When a trigger fires.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
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
        #[serde(deserialize_with = "names::island")]
        island_lost: IslandId,
        /// The place that may still hold out.
        #[serde(default, deserialize_with = "names::optional_location")]
        except: Option<LocationId>,
    },
    /// A place is besieged.
    Besieged {
        /// The place.
        #[serde(deserialize_with = "names::location")]
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
