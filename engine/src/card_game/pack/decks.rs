//! The decks.

use serde::Deserialize;

use crate::card_game::cards::MOST_ROWS;
use crate::card_game::region::Region;
use crate::pack::PackError;
use crate::pack::read::read_toml;

/// What kind of card it is: the printed types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
pub enum Arm {
    /// Infantry.
    #[serde(rename = "UI")]
    Infantry,
    /// Shock troops.
    #[serde(rename = "US")]
    Shock,
    /// Cavalry and camelry.
    #[serde(rename = "UC")]
    Cavalry,
    /// Artillery.
    #[serde(rename = "UA")]
    Artillery,
    /// Machine guns.
    #[serde(rename = "UM")]
    MachineGun,
    /// Rifles.
    #[serde(rename = "UR")]
    Rifle,
    /// Boats.
    #[serde(rename = "UB")]
    Boat,
    /// A Leader.
    #[serde(rename = "UL")]
    Leader,
    /// A Flag.
    #[serde(rename = "UF")]
    Flag,
    /// Tactics that either side of a conflict may play.
    #[serde(rename = "TT")]
    Tactics,
    /// Tactics of who does not control the region.
    #[serde(rename = "AT")]
    Attack,
    /// Tactics of who controls the region.
    #[serde(rename = "DT")]
    Defence,
    /// A Movement card.
    #[serde(rename = "M")]
    Movement,
}

impl Arm {
    /// Whether it is a unit.
    #[must_use]
    pub const fn is_unit(self) -> bool {
        !self.is_tactics() && !matches!(self, Self::Movement)
    }

    /// Whether it is a Tactics card, of whatever kind.
    #[must_use]
    pub const fn is_tactics(self) -> bool {
        matches!(self, Self::Tactics | Self::Attack | Self::Defence)
    }

    /// Whether it is deployed with its like: all units but Leaders and Flags (C03).
    #[must_use]
    pub const fn is_like_with_like(self) -> bool {
        self.is_unit() && !matches!(self, Self::Leader | Self::Flag)
    }

    /// Whether it moves for free (C15).
    #[must_use]
    pub const fn moves_free(self) -> bool {
        matches!(self, Self::Cavalry | Self::Boat)
    }
}

/// Which units must be in the region for a Tactics card to be played (C08).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// A card of the allies' name.
    Allied,
    /// A card of type UI.
    Infantry,
}

/// A border that a Movement card leads over.
pub type Way = [Region; 2];

/// The cards of one name.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The printed name.
    pub name: String,
    /// How many the deck has.
    pub count: u8,
    /// Of which type.
    #[serde(rename = "type")]
    pub arm: Arm,
    /// Its force, as a unit or as Tactics.
    #[serde(default)]
    pub force: u8,
    /// The printed note.
    #[serde(default)]
    pub note: Option<String>,
    /// Whether it is of the allies' name.
    #[serde(default)]
    pub allied: bool,
    /// Whose units must be there for it to be played.
    #[serde(default)]
    pub needs: Option<Needs>,
    /// Where alone it may be played.
    #[serde(default)]
    pub region: Option<Region>,
    /// How many units more it moves.
    #[serde(default)]
    pub moves: u8,
    /// Over which borders.
    #[serde(default)]
    pub ways: Vec<Way>,
    /// Over which where the game is so set (C06).
    #[serde(default)]
    pub ways_if_west: Option<Vec<Way>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    card: Vec<Card>,
}

/// Reads a deck: names told apart, and each type with what it needs.
pub(super) fn read(file: &str, text: &str, borders: &[Way]) -> Result<Vec<Card>, Vec<PackError>> {
    let cards = read_toml::<File>(file, text).map_err(|error| vec![error])?.card;
    let mut faults = Vec::new();
    if cards.is_empty() || cards.len() > MOST_ROWS {
        faults.push(PackError::new(file, "card", format!("a deck has 1 to {MOST_ROWS} names")));
    }
    if cards.iter().map(|card| u32::from(card.count)).sum::<u32>() > 200 {
        faults.push(PackError::new(file, "card", "a deck has 200 cards at the most"));
    }
    let known = |way: &Way| borders.iter().any(|border| border == way || [border[1], border[0]] == *way);
    for (place, card) in cards.iter().enumerate() {
        let mut fault = |holds: bool, key: &str, reason: &str| {
            if !holds {
                faults.push(PackError::new(file, format!("card[{place}].{key}"), reason));
            }
        };
        let movement = card.arm == Arm::Movement;
        fault(cards[..place].iter().all(|other| other.name != card.name), "name", "this name is there already");
        fault(card.count > 0, "count", "there is one card at least");
        fault(movement != (card.force > 0), "force", "units and Tactics have a force, Movement cards have none");
        fault(movement == (card.moves > 0 && !card.ways.is_empty()), "moves", "Movement cards, and no others, move units over ways");
        fault(card.ways.iter().chain(card.ways_if_west.iter().flatten()).all(known), "ways", "a way leads over a border that there is");
        fault(card.arm.is_tactics() || (card.needs.is_none() && card.region.is_none()), "needs", "conditions are for Tactics");
    }
    if faults.is_empty() { Ok(cards) } else { Err(faults) }
}
