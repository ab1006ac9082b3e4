//! The data of the card game, loaded and checked: both decks, the regions, the numbers of the rules.
//!
//! It stands in `config/card-game/`, apart from every campaign's pack, and is part of the program.

mod decks;
mod regions;
mod tables;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub use decks::{Arm, Card, Needs, Way};
pub use regions::RegionRow;
pub use tables::{CombinedArms, Conflict, Face, SideNames, Tables};

use super::cards::{CardId, Cards};
use super::region::Region;
use crate::pack::{PackError, PackErrors, fingerprint};
pub use crate::tabletop::pack::Paragraph;
use crate::tabletop::pack::rulebook;
use crate::tabletop::side::Side;

/// The data of the card game.
#[derive(Clone, Debug)]
pub struct CardPack {
    /// The numbers of the rules.
    pub tables: Tables,
    /// What the rules say, heading by heading.
    pub rulebook: Vec<Paragraph>,
    decks: [Vec<Card>; 2],
    regions: [RegionRow; 5],
    borders: Vec<[Region; 2]>,
    sources: BTreeMap<String, String>,
    fingerprint: String,
}

/// Two packs are the same if they were read from the same files: all else follows from them.
impl PartialEq for CardPack {
    fn eq(&self, other: &Self) -> bool {
        self.sources == other.sources
    }
}

impl Eq for CardPack {}

/// What the rules say, in words. It is no part of what a game is played with: journals neither keep nor mark it, and it may be put better.
const RULEBOOK: &str = include_str!("../../../../config/card-game/rulebook.toml");

/// What comes with the umpire.
const EMBEDDED: [(&str, &str); 4] = [
    ("ours.toml", include_str!("../../../../config/card-game/ours.toml")),
    ("enemy.toml", include_str!("../../../../config/card-game/enemy.toml")),
    ("regions.toml", include_str!("../../../../config/card-game/regions.toml")),
    ("tables.toml", include_str!("../../../../config/card-game/tables.toml")),
];

impl CardPack {
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
        let (regions, borders) = regions::read(of("regions.toml")?).map_err(PackErrors)?;
        let decks = [
            decks::read("ours.toml", of("ours.toml")?, &borders).map_err(PackErrors)?,
            decks::read("enemy.toml", of("enemy.toml")?, &borders).map_err(PackErrors)?,
        ];
        let rulebook = rulebook::read(RULEBOOK, of("tables.toml")?).map_err(PackErrors)?;
        Ok(Self { tables, rulebook, decks, regions, borders, sources: files.clone(), fingerprint: fingerprint(files) })
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
        static EMBEDDED_PACK: OnceLock<Result<Arc<CardPack>, PackErrors>> = OnceLock::new();
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

    /// The cards of a side, by name, in the printed order.
    #[must_use]
    pub fn deck(&self, side: Side) -> &[Card] {
        &self.decks[side as usize]
    }

    /// All cards of a side.
    #[must_use]
    pub fn all(&self, side: Side) -> Cards {
        let mut all = Cards::NONE;
        (0_u8..).zip(self.deck(side)).for_each(|(place, card)| all.add(CardId(place), card.count));
        all
    }

    /// A card of a side, if it has such a one.
    #[must_use]
    pub fn card(&self, side: Side, card: CardId) -> Option<&Card> {
        self.deck(side).get(usize::from(card.0))
    }

    /// The card of a side of this name.
    #[must_use]
    pub fn card_named(&self, side: Side, name: &str) -> Option<CardId> {
        (0_u8..).zip(self.deck(side)).find(|(_, card)| card.name == name).map(|(place, _)| CardId(place))
    }

    /// What is known of a region.
    #[must_use]
    pub const fn region(&self, region: Region) -> &RegionRow {
        &self.regions[region as usize]
    }

    /// The borders, in the order of the file.
    #[must_use]
    pub fn borders(&self) -> &[[Region; 2]] {
        &self.borders
    }

    /// The place of the border between two regions in the list of borders.
    #[must_use]
    pub fn border(&self, one: Region, other: Region) -> Option<usize> {
        self.borders.iter().position(|border| *border == [one, other] || *border == [other, one])
    }

    /// Whether a unit card may ever be in a region: boats are not everywhere.
    #[must_use]
    pub fn may_enter(&self, arm: Arm, region: Region) -> bool {
        arm != Arm::Boat || !self.region(region).no_boats
    }
}

#[cfg(test)]
mod tests;
