//! The cards, with their effects as a typed vocabulary.
//!
//! Rulebook: *The Cards*, *Using the Cards*, *Card Explanations*, and the cards themselves. What an effect does when a card
//! is played is the engine's; which card has which effect is the pack's.

use serde::Deserialize;

use super::error::PackError;
use super::identifiers::{CardNumber, CardSet, LocationId, ShipId, UnitKindId};
use super::map::LocationKind;
use super::names::{self, Directory, with_directory};
use super::read::read_toml;

/// Cars of the armoured train that a unit of infantry or a battery fills; a unit of cavalry fills the train.
pub(super) const CARS_FOR_A_UNIT: u8 = 3;

/// The file's name inside a pack.
pub(super) const FILE: &str = "cards.toml";

/// Whose deck a card belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
pub enum Deck {
    /// In the deck from the start.
    #[serde(rename = "egyptian", alias = "native")]
    Native,
    /// Set aside until the British take a hand.
    #[serde(rename = "british", alias = "allied")]
    Allied,
}

/// How a card must be played, where the choice is not the players'.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
pub enum Obligation {
    /// As the first card of the turn.
    #[serde(rename = "first")]
    First,
    /// For its event.
    #[serde(rename = "as event")]
    AsEvent,
}

/// A leader whose coming, going or death the campaign follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
pub enum Leader {
    /// He governs a place and stays in it with his guard (*Gordon Sent to Friday Harbor*).
    #[serde(rename = "gordon", alias = "governor")]
    Governor,
    /// He brings a field force that has an island to clear first (*General Graham Arrives*).
    #[serde(rename = "graham", alias = "field force")]
    FieldForce,
    /// He takes over from the field force (*Lord Kitchener Arrives*).
    #[serde(rename = "kitchener", alias = "successor")]
    Successor,
}

/// A group of locations from which the players choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
pub enum Choice {
    /// Anglo-Egyptian locations; inland ones only while they are not besieged (R40).
    #[serde(rename = "location")]
    Location,
    /// Such villages only.
    #[serde(rename = "village")]
    Village,
    /// Locations in British hands.
    #[serde(rename = "british location", alias = "allied location")]
    AlliedLocation,
    /// Where there is an Egyptian garrison or force.
    #[serde(rename = "garrison")]
    Garrison,
}

/// Where what a card brings is placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub enum Placement {
    /// At this place.
    Location(#[serde(deserialize_with = "names::location")] LocationId),
    /// All at one place of the players' choice.
    One(Choice),
    /// At places of the players' choice, split as they like.
    Any(Choice),
}

/// What a card's event does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", deny_unknown_fields)]
pub enum CardEffect {
    /// Units arrive: of one kind or chosen from a pool.
    #[serde(rename = "units")]
    Units {
        /// Their kind...
        #[serde(default, deserialize_with = "optional_unit_kind")]
        of: Option<UnitKindId>,
        /// ...or the pool they are chosen from.
        #[serde(default, deserialize_with = "optional_pool")]
        pool: Option<String>,
        /// How many.
        count: u8,
        /// Where.
        at: Placement,
        /// The leader they came with, who may take them away again.
        #[serde(default)]
        with: Option<Leader>,
    },
    /// A ship arrives.
    #[serde(rename = "ship")]
    Ship {
        /// Which.
        #[serde(deserialize_with = "names::ship")]
        ship: ShipId,
        /// Where.
        at: Placement,
    },
    /// Redoubts are built.
    #[serde(rename = "redoubts")]
    Redoubts {
        /// How many.
        count: u8,
        /// Where.
        at: Placement,
    },
    /// An armoured train is landed, with its track.
    #[serde(rename = "armoured train")]
    ArmouredTrain {
        /// Cars behind the engine.
        cars: u8,
        /// Points of track.
        track: u8,
        /// Where.
        at: Placement,
    },
    /// British replacement points, by arm (R49).
    #[serde(rename = "replacements by arm")]
    ReplacementsByArm {
        /// For infantry.
        infantry: u8,
        /// For cavalry.
        cavalry: u8,
        /// For artillery or machine guns.
        guns: u8,
    },
    /// Units may be carried anywhere for the rest of the turn.
    #[serde(rename = "free passage")]
    FreePassage {
        /// How many units at most.
        units: u8,
    },
    /// A Mahdist location comes under British control.
    #[serde(rename = "raid")]
    Raid {
        /// What kind of location.
        location: LocationKind,
        /// How many units may be left there.
        units: u8,
    },
    /// A leader arrives.
    #[serde(rename = "leader")]
    LeaderArrives {
        /// Who.
        leader: Leader,
        /// Where.
        at: Placement,
    },
    /// The card gives Ops besides its event.
    #[serde(rename = "ops")]
    Ops {
        /// How many.
        points: u8,
    },
    /// An expedition arrives and marches (*Hicks Expedition*).
    #[serde(rename = "expedition", alias = "hicks expedition")]
    Expedition {
        /// The kinds of unit that make it up, all their counters.
        #[serde(deserialize_with = "names_of_kinds")]
        units: Vec<UnitKindId>,
    },
}

fn optional_unit_kind<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<UnitKindId>, D::Error> {
    names::unit_kind(deserializer).map(Some)
}

fn optional_pool<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    names::unit_pool(deserializer).map(Some)
}

fn names_of_kinds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<UnitKindId>, D::Error> {
    names::unit_kinds(deserializer)
}

/// A card.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its printed number.
    pub number: CardNumber,
    /// Its title.
    pub title: String,
    /// Whose deck it belongs to.
    pub deck: Deck,
    /// The Operations it gives, or replacement points.
    pub ops: u8,
    /// What 2D6 must show for a random event when it is played: the red number.
    pub random_event: u8,
    /// What it tells, in our words.
    pub text: String,
    /// What its event does; nothing for a card that is a story only (R59).
    #[serde(default)]
    pub effects: Vec<CardEffect>,
    /// Whether it leaves the campaign when played as an event.
    #[serde(default)]
    pub leaves_campaign: bool,
    /// How it must be played, if it must.
    #[serde(default)]
    pub must_be_played: Option<Obligation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsFile {
    card: Vec<Card>,
}

/// Reads and checks `cards.toml`.
pub(super) fn read(text: &str, directory: &Directory) -> Result<Vec<Card>, Vec<PackError>> {
    let file: CardsFile = with_directory(directory, || read_toml(FILE, text)).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut seen = CardSet::EMPTY;
    for (index, card) in file.card.iter().enumerate() {
        let mut fault = |key: &str, reason: String| errors.push(PackError::new(FILE, format!("card[{index}].{key}"), reason));
        if card.number.0 == 0 || card.number.index() >= CardSet::CAPACITY {
            fault("number", format!("card numbers go from 1 to {}", CardSet::CAPACITY - 1));
            continue;
        }
        if seen.contains(card.number) {
            fault("number", format!("card {} is there twice", card.number.0));
        }
        seen.insert(card.number);
        if !(2..=12).contains(&card.random_event) {
            fault("random_event", format!("two dice cannot show {}", card.random_event));
        }
        if card.ops == 0 || card.ops > 9 {
            fault("ops", "a card gives 1 to 9 Ops".to_owned());
        }
        for (place, effect) in card.effects.iter().enumerate() {
            if let CardEffect::Units { of, pool, .. } = effect
                && of.is_some() == pool.is_some()
            {
                fault(&format!("effects[{place}]"), "units are either `of` a kind or from a `pool`".to_owned());
            }
        }
        if card.title.trim().is_empty() || card.title.chars().count() > 60 {
            fault("title", "a title has 1 to 60 characters".to_owned());
        }
        if card.effects.is_empty() && card.leaves_campaign {
            fault("leaves_campaign", "a card without effects is never played as an event".to_owned());
        }
    }
    if errors.is_empty() { Ok(file.card) } else { Err(errors) }
}
