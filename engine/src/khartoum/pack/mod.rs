//! The data of the game, loaded and checked: the map, the counters, the cards, the numbers of the rules.
//!
//! It stands in a folder of its own, apart from every campaign's pack, and is part of the program. A group may put its own in its place.

pub mod cards;
pub mod counters;
pub mod map;
pub mod tables;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use cards::{Card, Deck};
use counters::{Counters, Unit};
use map::{Map, Space};
use tables::Tables;

use super::ids::{CardId, SpaceId, UnitId};
use crate::pack::{PackError, PackErrors, fingerprint};
pub use crate::tabletop::pack::Paragraph;
use crate::tabletop::pack::rulebook;

/// The data of the game.
#[derive(Clone, Debug)]
pub struct Pack {
    /// The numbers of the rules.
    pub tables: Tables,
    /// The map.
    pub map: Map,
    /// The counters.
    pub counters: Counters,
    /// The cards.
    pub deck: Deck,
    /// What the rules say, heading by heading.
    pub rulebook: Vec<Paragraph>,
    sources: BTreeMap<String, String>,
    fingerprint: String,
}

/// Two packs are the same if they were read from the same files: all else follows from them.
impl PartialEq for Pack {
    fn eq(&self, other: &Self) -> bool {
        self.sources == other.sources
    }
}

impl Eq for Pack {}

/// What the rules say, in words. It is no part of what a game is played with: journals neither keep nor mark it, and it may be put better.
const RULEBOOK: &str = include_str!("../../../../config/khartoum/rulebook.toml");

/// What comes with the umpire.
const EMBEDDED: [(&str, &str); 4] = [
    ("cards.toml", include_str!("../../../../config/khartoum/cards.toml")),
    ("counters.toml", include_str!("../../../../config/khartoum/counters.toml")),
    ("map.toml", include_str!("../../../../config/khartoum/map.toml")),
    ("tables.toml", include_str!("../../../../config/khartoum/tables.toml")),
];

impl Pack {
    /// Loads the data from files by their names.
    ///
    /// # Errors
    ///
    /// Everything found wrong with a file, with key and reason, or the name of a file that is not there.
    pub fn load(files: &BTreeMap<String, String>) -> Result<Self, PackErrors> {
        let of = |name: &'static str| {
            let text = files.get(name).map(String::as_str);
            text.ok_or_else(|| PackErrors(vec![PackError::new(name, "", "there is no such file")]))
        };
        let tables = tables::read(of("tables.toml")?).map_err(PackErrors)?;
        let map = map::read(of("map.toml")?).map_err(PackErrors)?;
        let counters = counters::read(of("counters.toml")?, &map).map_err(PackErrors)?;
        let deck = cards::read(of("cards.toml")?, &map, &counters).map_err(PackErrors)?;
        let rulebook = rulebook::read(RULEBOOK, of("tables.toml")?).map_err(PackErrors)?;
        Ok(Self { tables, map, counters, deck, rulebook, sources: files.clone(), fingerprint: fingerprint(files) })
    }

    /// Loads the data from files by their names, as a journal keeps them; those of the program give what comes with it.
    ///
    /// # Errors
    ///
    /// As [`Self::load`].
    pub fn load_files(files: &BTreeMap<String, String>) -> Result<Arc<Self>, PackErrors> {
        if let Ok(embedded) = Self::embedded()
            && embedded.sources == *files
        {
            return Ok(embedded);
        }
        Self::load(files).map(Arc::new)
    }

    /// What comes with the umpire.
    ///
    /// # Errors
    ///
    /// None as shipped: a test loads it. The error is there because it is loaded as any other data are.
    pub fn embedded() -> Result<Arc<Self>, PackErrors> {
        static EMBEDDED_PACK: OnceLock<Result<Arc<Pack>, PackErrors>> = OnceLock::new();
        let files = || EMBEDDED.map(|(name, text)| (name.to_owned(), text.to_owned())).into_iter().collect();
        EMBEDDED_PACK.get_or_init(|| Self::load(&files()).map(Arc::new)).clone()
    }

    /// The texts of its files, by their names.
    #[must_use]
    pub const fn sources(&self) -> &BTreeMap<String, String> {
        &self.sources
    }

    /// The SHA-256 of its files, in hexadecimal.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// What the rules say under a heading.
    #[must_use]
    pub fn paragraph(&self, heading: &str) -> Option<&Paragraph> {
        self.rulebook.iter().find(|paragraph| paragraph.heading == heading)
    }

    /// A space, if there is such a one.
    #[must_use]
    pub fn space(&self, space: SpaceId) -> Option<&Space> {
        self.map.spaces.get(space.index())
    }

    /// A unit, if there is such a one.
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> Option<&Unit> {
        self.counters.units.get(unit.index())
    }

    /// A card, if there is such a one.
    #[must_use]
    pub fn card(&self, card: CardId) -> Option<&Card> {
        self.deck.cards.get(card.index())
    }

    /// The space of a key.
    #[must_use]
    pub fn space_keyed(&self, key: &str) -> Option<SpaceId> {
        map::space(&self.map.spaces, key)
    }

    /// The unit of a key.
    #[must_use]
    pub fn unit_keyed(&self, key: &str) -> Option<UnitId> {
        self.counters.units.iter().position(|unit| unit.key == key).map(UnitId::at)
    }

    /// The card of a number.
    #[must_use]
    pub fn card_keyed(&self, key: &str) -> Option<CardId> {
        self.deck.cards.iter().position(|card| card.key == key).map(CardId::at)
    }

    /// The name of a space.
    #[must_use]
    pub fn space_name(&self, space: SpaceId) -> &str {
        self.space(space).map_or("", |space| &space.name)
    }

    /// The name of a unit.
    #[must_use]
    pub fn unit_name(&self, unit: UnitId) -> &str {
        self.unit(unit).map_or("", |unit| &unit.name)
    }
}

#[cfg(test)]
mod tests;
