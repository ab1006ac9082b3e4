//! The campaign pack: a campaign's data, loaded and checked.
//!
//! Map, cards, units, scenarios, random events, triggers and every table of a campaign are a directory of TOML files that
//! a group may edit; nothing of them is in the rules' code. Loading checks everything a rule will rely on and reports
//! what is wrong with file, key and reason. A pack keeps its sources and has a fingerprint, so that a campaign can be
//! replayed with the very pack it was played with, whatever became of the files.

mod campaign;
mod cards;
mod embedded;
mod entry;
mod error;
mod further;
mod headings;
pub(crate) mod identifiers;
mod leaders;
mod map;
mod named;
mod names;
mod obeyed;
mod parts;
mod random_events;
pub(crate) mod read;
mod setup;
mod shared;
mod shipped;
mod supply;
mod table;
mod tables;
mod triggers;
mod units;
mod words;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

pub use campaign::{CampaignOutline, TurnBonus, Turns, VictoryTrack};
pub use cards::{Card, CardEffect, Choice, Deck, Leader, Obligation, Placement};
pub use error::{PackError, PackErrors};
pub use identifiers::{
    CardNumber, CardSet, IslandId, IslandSet, LocationId, LocationSet, SeaAreaId, SeaAreaSet, ShipId, ShipSet, SpaceId, SpaceSet, UnitId,
    UnitKindId, UnitKindSet, UnitSet,
};
pub use leaders::{Chance, Expedition, FieldForce, Governor, Leaders};
pub use map::{ByLocationKind, Island, Location, LocationKind, Map, MovementPoint, Path, SeaArea};
pub use names::{nearest, nearest_few};
pub use random_events::{Duration, Pile, RandomEffect, RandomEvent, WhichSiege};
pub use setup::{CardsEntering, Garrison, ReplacementPoints, Scenario};
pub use shipped::came_with_an_earlier_umpire;
pub use supply::Supply;
pub use table::{Row, Table};
pub use tables::{
    Assault, BattleRow, BattleType, BoatResult, EncounterModifiers, Encounters, EnemyFlotilla, ForceSize, FortifiedForce, GarrisonFate,
    HourRow, PursuitModifiers, PursuitResult, RandomLocation, Recovery, Revolt, RevoltModifiers, Shore, Siege, SiegeModifiers,
    SiegeOutcome, SiegeResult, SortieModifiers, SortieResult, Storm, SurpriseHour, Tables, Terrain,
};
pub use triggers::{Condition, Consequence, Trigger};
pub use units::{Arm, Nation, Roster, Ship, ShipClass, Unit, UnitKind};
pub use words::{CardRule, LandWords, LeaderNames, Ruling, SetUpWords, Settled, Sides, Topic, Words};

/// The files a pack must have. It may have `words.toml` besides; others (a chart for the map's picture) are kept with it, unread by
/// the rules.
pub const FILES: [&str; 9] =
    [campaign::FILE, map::FILE, units::FILE, cards::FILE, leaders::FILE, random_events::FILE, tables::FILE, triggers::FILE, setup::FILE];

/// The most a pack's files may come to together, in bytes: packs also come from outside, in imported campaigns.
pub const MOST_BYTES: usize = 4 * 1024 * 1024;

/// A campaign's data, checked.
#[derive(Clone, Debug)]
pub struct Pack {
    /// Title, turns, victory track.
    pub outline: CampaignOutline,
    /// The map.
    pub map: Map,
    /// Units and ships.
    pub roster: Roster,
    /// The cards, in the order of the file.
    pub cards: Vec<Card>,
    /// What the leaders oblige to.
    pub leaders: Leaders,
    /// The random events, in the order of their numbers.
    pub random_events: Vec<RandomEvent>,
    /// Every table.
    pub tables: Tables,
    /// Event triggers, in the order in which they are looked at.
    pub triggers: Vec<Trigger>,
    /// The scenarios; at least one.
    pub scenarios: Vec<Scenario>,
    /// The units of the expedition (*Hicks Expedition*).
    pub expedition_units: UnitSet,
    /// What its people are called, and what is told of single cards.
    pub words: Words,
    /// Points of track there are for the armoured train.
    pub track: u8,
    /// Units of infantry or guns that it takes, by its cars.
    pub train_units: usize,
    sources: BTreeMap<String, String>,
    fingerprint: String,
}

/// Two packs are the same if they were read from the same files: all else follows from them. (So two positions of one campaign, which
/// share their pack, are compared without looking into it.)
impl PartialEq for Pack {
    fn eq(&self, other: &Self) -> bool {
        self.sources == other.sources
    }
}

impl Eq for Pack {}

impl Pack {
    /// Loads a pack for new campaigns from its files: names inside the pack and their texts.
    ///
    /// # Errors
    ///
    /// Everything found wrong, each with file, key and reason: also what reading would pass over and, if all else is well, what could not
    /// be obeyed. A file that others rely on is reported before they are read.
    pub fn load(sources: BTreeMap<String, String>) -> Result<Self, PackErrors> {
        let pack = entry::of_a_new_pack(|| Self::load_under_way(sources))?;
        let faults = obeyed::faults(&parts::Parts {
            outline: &pack.outline,
            map: &pack.map,
            roster: &pack.roster,
            cards: &pack.cards,
            leaders: &pack.leaders,
            random_events: &pack.random_events,
            tables: &pack.tables,
            triggers: &pack.triggers,
            scenarios: &pack.scenarios,
            words: &pack.words,
        });
        if faults.is_empty() { Ok(pack) } else { Err(PackErrors(faults)) }
    }

    /// Loads the pack of a campaign that is under way, or was: it was accepted once, perhaps by an umpire that asked less.
    ///
    /// # Errors
    ///
    /// Everything the rules cannot do without, each with file, key and reason.
    pub fn load_under_way(sources: BTreeMap<String, String>) -> Result<Self, PackErrors> {
        let bytes: usize = sources.iter().map(|(name, text)| name.len() + text.len()).sum();
        if bytes > MOST_BYTES {
            return Err(PackError::new("pack", "", format!("its files come to {bytes} bytes; {MOST_BYTES} at most are read")).into());
        }
        let missing: Vec<_> =
            FILES.iter().filter(|file| !sources.contains_key(**file)).map(|file| PackError::new(file, "", "the file is missing")).collect();
        if !missing.is_empty() {
            return Err(PackErrors(missing));
        }
        let text = |file: &str| sources.get(file).map_or("", String::as_str);
        let mut directory = names::Directory::default();
        let outline = campaign::read(text(campaign::FILE));
        let map = map::read(text(map::FILE), &mut directory);
        let roster = units::read(text(units::FILE), &mut directory);
        let (outline, map, mut roster) = match (outline, map, roster) {
            (Ok(outline), Ok(map), Ok(roster)) => (outline, map, roster),
            (outline, map, roster) => {
                return Err(PackErrors([outline.err(), map.err(), roster.err()].into_iter().flatten().flatten().collect()));
            }
        };
        let cards = cards::read(text(cards::FILE), &directory);
        let events = random_events::read(text(random_events::FILE), &directory);
        let tables = tables::read(text(tables::FILE), &directory, &map);
        let leaders = leaders::read(text(leaders::FILE), &directory);
        let (cards, random_events, tables, leaders) = match (cards, events, tables, leaders) {
            (Ok(cards), Ok(events), Ok(tables), Ok(leaders)) => (cards, events, tables, leaders),
            (cards, events, tables, leaders) => {
                let errors = [cards.err(), events.err(), tables.err(), leaders.err()];
                return Err(PackErrors(errors.into_iter().flatten().flatten().collect()));
            }
        };
        let triggers = triggers::read(text(triggers::FILE), &directory, &cards).map_err(PackErrors)?;
        let words = words::read(sources.get(words::FILE).map(String::as_str), &cards, &triggers).map_err(PackErrors)?;
        let keys: Vec<String> = triggers.iter().map(|trigger| trigger.key.clone()).collect();
        let parts = setup::Parts {
            map: &map,
            roster: &roster,
            cards: &cards,
            triggers: &keys,
            highest_siege_level: tables.siege.highest_level,
            last_turn: outline.turns.last,
        };
        let scenarios = setup::read(text(setup::FILE), &directory, &parts).map_err(PackErrors)?;
        let wanted = further::wanted(&roster, &cards, &random_events, &scenarios);
        roster.number_on(&wanted);
        let fingerprint = fingerprint(&sources);
        let effects = || cards.iter().flat_map(|card| &card.effects);
        let expedition_units = effects()
            .filter_map(|effect| if let CardEffect::Expedition { units } = effect { Some(units) } else { None })
            .flatten()
            .fold(UnitSet::EMPTY, |units, kind| units.union(roster.kinds[kind.index()].units));
        let track = effects().fold(0_u8, |points, effect| match effect {
            CardEffect::ArmouredTrain { track, .. } => points.saturating_add(*track),
            CardEffect::Units { .. }
            | CardEffect::Ship { .. }
            | CardEffect::Redoubts { .. }
            | CardEffect::ReplacementsByArm { .. }
            | CardEffect::FreePassage { .. }
            | CardEffect::Raid { .. }
            | CardEffect::LeaderArrives { .. }
            | CardEffect::Ops { .. }
            | CardEffect::Expedition { .. } => points,
        });
        let train_cars = effects().find_map(|effect| if let CardEffect::ArmouredTrain { cars, .. } = effect { Some(*cars) } else { None });
        Ok(Self {
            outline,
            map,
            roster,
            cards,
            leaders,
            random_events,
            tables,
            triggers,
            scenarios,
            expedition_units,
            words,
            track,
            train_units: usize::from(train_cars.unwrap_or(0) / cards::CARS_FOR_A_UNIT),
            sources,
            fingerprint,
        })
    }

    /// The campaign that comes with the umpire: the False Prophet of the San Juans.
    ///
    /// # Errors
    ///
    /// None as shipped: a test loads it. The error is there because it is loaded as any other pack is.
    pub fn embedded() -> Result<Arc<Self>, PackErrors> {
        static EMBEDDED: OnceLock<Result<Arc<Pack>, PackErrors>> = OnceLock::new();
        EMBEDDED.get_or_init(|| Self::load(embedded::sources()).map(Arc::new)).clone()
    }

    /// The files it was loaded from: name and text.
    #[must_use]
    pub const fn sources(&self) -> &BTreeMap<String, String> {
        &self.sources
    }

    /// SHA-256 over its files, in hexadecimal: two packs are the same if and only if this is.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Whether this is the campaign in the program, or was in an earlier one: the bot has its chart.
    #[must_use]
    pub fn is_of_the_program(&self) -> bool {
        came_with_an_earlier_umpire(&self.fingerprint) || Self::embedded().is_ok_and(|embedded| embedded.fingerprint == self.fingerprint)
    }

    /// The scenario of this key.
    #[must_use]
    pub fn scenario(&self, key: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.key == key)
    }

    /// The card of this number.
    #[must_use]
    pub fn card(&self, number: CardNumber) -> Option<&Card> {
        // Most packs number their cards without gaps, from 1.
        let likely = number.index().checked_sub(1).and_then(|index| self.cards.get(index)).filter(|card| card.number == number);
        likely.or_else(|| self.cards.iter().find(|card| card.number == number))
    }

    /// The name of a location.
    #[must_use]
    pub fn location_name(&self, location: LocationId) -> &str {
        &self.map.location(location).name
    }
}

/// The SHA-256 of a pack's files, by their names, in hexadecimal: of a pack of any game.
#[must_use]
pub fn fingerprint(sources: &BTreeMap<String, String>) -> String {
    let mut hasher = Sha256::new();
    for (name, text) in sources {
        // Lengths keep the boundary between files in the hash.
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hexadecimal(&hasher.finalize())
}

/// Bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
