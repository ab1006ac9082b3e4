//! What the campaign rolls dice for, and the reasons it adds to them.

use serde::{Deserialize, Serialize};

use crate::dice::{self, RollPurpose};
use crate::pack::{IslandId, LocationId, Pack};

/// A roll of the campaign.
pub type Roll = dice::Roll<Purpose, Reason>;

/// What a roll is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Where the rebellion begins (*Optional Rebellion Start*).
    RandomStart,
    /// Which card of the draw pile, counted in the order of their numbers, comes to the hand.
    CardDrawn,
    /// Whether a location rises.
    Revolt(LocationId),
    /// What becomes of its garrison.
    GarrisonFate(LocationId),
    /// Whether the enemy is met.
    Encounter,
    /// Mahdist infantry.
    MahdistFoot,
    /// Mahdist cavalry.
    MahdistHorse,
    /// Mahdists with rifles.
    MahdistRifles,
    /// Whether the Mahdists have guns.
    MahdistGuns,
    /// What kind of gun.
    MahdistGunKind,
    /// The type of battle.
    BattleType,
    /// The hour of an Anglo-Egyptian surprise attack.
    SurpriseHour,
    /// What lies on a square foot of the table.
    Terrain,
    /// The pursuit.
    Pursuit,
    /// Which of the lost come back.
    Recovery,
    /// Anything the players want.
    Free,
}

impl RollPurpose for Purpose {
    fn label(&self) -> &'static str {
        match self {
            Self::RandomStart => "the start of the rebellion",
            Self::CardDrawn => "the card drawn",
            Self::Revolt(_) => "a revolt",
            Self::GarrisonFate(_) => "a garrison's fate",
            Self::Encounter => "meeting the enemy",
            Self::MahdistFoot => "Mahdist foot",
            Self::MahdistHorse => "Mahdist horse",
            Self::MahdistRifles => "Mahdist rifles",
            Self::MahdistGuns => "Mahdist guns",
            Self::MahdistGunKind => "the kind of gun",
            Self::BattleType => "the type of battle",
            Self::SurpriseHour => "the hour of the attack",
            Self::Terrain => "a square's terrain",
            Self::Pursuit => "the pursuit",
            Self::Recovery => "recovery of the lost",
            Self::Free => "the roll",
        }
    }
}

impl Purpose {
    /// What the roll is for, with the names of `pack`: "Tamai", "fate of the garrison at Olga", "pursuit".
    #[must_use]
    pub fn describe(&self, pack: &Pack) -> String {
        match self {
            Self::Revolt(location) => pack.location_name(*location).to_owned(),
            Self::GarrisonFate(location) => format!("garrison of {}", pack.location_name(*location)),
            Self::Encounter => "meeting".to_owned(),
            Self::MahdistFoot => "foot".to_owned(),
            Self::MahdistHorse => "horse".to_owned(),
            Self::MahdistRifles => "rifles".to_owned(),
            Self::MahdistGuns => "guns".to_owned(),
            Self::MahdistGunKind => "kind of gun".to_owned(),
            Self::BattleType => "type of battle".to_owned(),
            Self::SurpriseHour => "hour".to_owned(),
            Self::Terrain => "terrain".to_owned(),
            Self::Pursuit => "pursuit".to_owned(),
            Self::Recovery => "recovery".to_owned(),
            Self::RandomStart => "start of the rebellion".to_owned(),
            Self::CardDrawn => "card".to_owned(),
            Self::Free => "roll".to_owned(),
        }
    }
}

/// Why something is added to a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// An adjacent location is in revolt.
    AdjacentLocation(LocationId),
    /// An adjacent island is in total revolt.
    AdjacentIsland(IslandId),
    /// A fortress whose island is otherwise all in revolt.
    OwnIsland(IslandId),
    /// Every location of the island is Mahdist-held.
    IslandAllMahdist,
    /// A fortified town of the island is Mahdist-held.
    FortifiedTownMahdist,
    /// A movement point between two Anglo-Egyptian locations.
    BetweenTwoHeld,
    /// No cavalry on the board.
    NoCavalry,
    /// Surrounded on all sides.
    Surrounded,
    /// Outnumbered more than 3:1.
    OutnumberedThreeToOne,
    /// Outnumbered more than 2:1.
    OutnumberedTwoToOne,
    /// So many units of cavalry on the board.
    CavalryUnits(u8),
    /// Given by the players for a reason of their own.
    Given,
}

impl Reason {
    /// The reason in words, with the names of `pack`.
    #[must_use]
    pub fn describe(&self, pack: &Pack) -> String {
        match self {
            Self::AdjacentLocation(location) => format!("{} in revolt", pack.location_name(*location)),
            Self::AdjacentIsland(island) => format!("all of {} in revolt", island_name(pack, *island)),
            Self::OwnIsland(island) => format!("rest of {} in revolt", island_name(pack, *island)),
            Self::IslandAllMahdist => "island all Mahdist".to_owned(),
            Self::FortifiedTownMahdist => "Mahdist fortified town on the island".to_owned(),
            Self::BetweenTwoHeld => "between two Anglo-Egyptian places".to_owned(),
            Self::NoCavalry => "no cavalry on the board".to_owned(),
            Self::Surrounded => "surrounded".to_owned(),
            Self::OutnumberedThreeToOne => "outnumbered more than 3:1".to_owned(),
            Self::OutnumberedTwoToOne => "outnumbered more than 2:1".to_owned(),
            Self::CavalryUnits(1) => "cavalry (1 unit)".to_owned(),
            Self::CavalryUnits(units) => format!("cavalry ({units} units)"),
            Self::Given => "as the players say".to_owned(),
        }
    }
}

/// "Orcas Island", but not "Orcas Island Island".
fn island_name(pack: &Pack, island: IslandId) -> String {
    let name = &pack.map.island(island).name;
    if name.ends_with("Island") { name.clone() } else { format!("{name} Island") }
}
