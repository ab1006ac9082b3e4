//! What the campaign rolls dice for, and the reasons it adds to them.

use serde::{Deserialize, Serialize};

use crate::dice::{self, RollPurpose};
use crate::pack::{CardNumber, IslandId, LocationId, Pack, ShipId, UnitId};

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
    #[serde(rename = "mahdist_foot")]
    EnemyFoot,
    /// Mahdist cavalry.
    #[serde(rename = "mahdist_horse")]
    EnemyHorse,
    /// Mahdists with rifles.
    #[serde(rename = "mahdist_rifles")]
    EnemyRifles,
    /// Whether the Mahdists have guns.
    #[serde(rename = "mahdist_guns")]
    EnemyGuns,
    /// What kind of gun.
    #[serde(rename = "mahdist_gun_kind")]
    EnemyGunKind,
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
    /// Whether a card played brings a random event.
    RandomEventCheck(CardNumber),
    /// Which random event: the first die the tens.
    RandomEvent,
    /// How many replacement points.
    ReplacementPoints,
    /// What a rock does to a ship.
    Rock(ShipId),
    /// Which siege.
    WhichSiege,
    /// Which ship.
    WhichShip,
    /// Which unit.
    WhichUnit,
    /// A place, by the Random Locations table.
    RandomPlace,
    /// Whether ships meet the enemy's.
    GunboatEncounter,
    /// The enemy's ships.
    Flotilla,
    /// Whether boats get into a besieged port.
    BoatsIntoSiege(LocationId),
    /// A sortie.
    Sortie(LocationId),
    /// Whether the besiegers storm.
    Storm(LocationId),
    /// The Siege Table.
    Siege(LocationId),
    /// What a siege does to a gunboat.
    GunboatAtSiege(ShipId),
    /// Whether the governor leaves.
    #[serde(rename = "gordon")]
    Governor,
    /// Supply points that come in.
    SupplyPoints(LocationId),
    /// Whether a unit without supply is lost.
    Attrition(UnitId),
    /// Whether a unit leaves with its leader.
    Recall(UnitId),
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
            Self::EnemyFoot => "enemy foot",
            Self::EnemyHorse => "enemy horse",
            Self::EnemyRifles => "enemy rifles",
            Self::EnemyGuns => "enemy guns",
            Self::EnemyGunKind => "the kind of gun",
            Self::BattleType => "the type of battle",
            Self::SurpriseHour => "the hour of the attack",
            Self::Terrain => "a square's terrain",
            Self::Pursuit => "the pursuit",
            Self::Recovery => "recovery of the lost",
            Self::RandomEventCheck(_) => "the check for a random event",
            Self::RandomEvent => "the random event",
            Self::ReplacementPoints => "replacement points",
            Self::Rock(_) => "the rock",
            Self::WhichSiege => "which siege",
            Self::WhichShip => "which ship",
            Self::WhichUnit => "which unit",
            Self::RandomPlace => "the random place",
            Self::GunboatEncounter => "meeting the enemy at sea",
            Self::Flotilla => "the enemy's ships",
            Self::BoatsIntoSiege(_) => "the boats",
            Self::Sortie(_) => "the sortie",
            Self::Storm(_) => "the storm",
            Self::Siege(_) => "the siege",
            Self::GunboatAtSiege(_) => "the gunboat",
            Self::Governor => "the governor's decision",
            Self::SupplyPoints(_) => "supply points",
            Self::Attrition(_) => "attrition",
            Self::Recall(_) => "the recall",
            Self::Free => "the roll",
        }
    }
}

/// Whom high dice serve.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Favours {
    /// The Anglo-Egyptian side.
    Ours,
    /// The Mahdists.
    Enemies,
}

impl Purpose {
    /// Whom high dice of this roll serve; `None` where they serve neither, or now one and now the other.
    #[must_use]
    pub const fn high_favours(&self) -> Option<Favours> {
        match self {
            Self::GarrisonFate(_)
            | Self::BattleType
            | Self::Recovery
            | Self::ReplacementPoints
            | Self::BoatsIntoSiege(_)
            | Self::Sortie(_)
            | Self::SupplyPoints(_) => Some(Favours::Ours),
            Self::Revolt(_)
            | Self::Encounter
            | Self::EnemyFoot
            | Self::EnemyHorse
            | Self::EnemyRifles
            | Self::EnemyGuns
            | Self::Pursuit
            | Self::Rock(_)
            | Self::GunboatEncounter
            | Self::Storm(_)
            | Self::Siege(_)
            | Self::GunboatAtSiege(_)
            | Self::Attrition(_) => Some(Favours::Enemies),
            Self::RandomStart
            | Self::CardDrawn
            | Self::EnemyGunKind
            | Self::SurpriseHour
            | Self::Terrain
            | Self::RandomEventCheck(_)
            | Self::RandomEvent
            | Self::WhichSiege
            | Self::WhichShip
            | Self::WhichUnit
            | Self::RandomPlace
            | Self::Flotilla
            | Self::Governor
            | Self::Recall(_)
            | Self::Free => None,
        }
    }

    /// What the roll is for, with the names of `pack`: "Tamai", "fate of the garrison at Olga", "pursuit".
    #[must_use]
    pub fn describe(&self, pack: &Pack) -> String {
        pack.words.fill(&self.unfilled(pack)).into_owned()
    }

    fn unfilled(&self, pack: &Pack) -> String {
        match self {
            Self::Revolt(location) => pack.location_name(*location).to_owned(),
            Self::GarrisonFate(location) => format!("garrison of {}", pack.location_name(*location)),
            Self::Encounter => "meeting".to_owned(),
            Self::EnemyFoot => "foot".to_owned(),
            Self::EnemyHorse => "horse".to_owned(),
            Self::EnemyRifles => "rifles".to_owned(),
            Self::EnemyGuns => "guns".to_owned(),
            Self::EnemyGunKind => "kind of gun".to_owned(),
            Self::BattleType => "type of battle".to_owned(),
            Self::SurpriseHour => "hour".to_owned(),
            Self::Terrain => "terrain".to_owned(),
            Self::Pursuit => "pursuit".to_owned(),
            Self::Recovery => "recovery".to_owned(),
            Self::RandomStart => "start of the rebellion".to_owned(),
            Self::CardDrawn => "card".to_owned(),
            Self::RandomEventCheck(_) => "random event?".to_owned(),
            Self::RandomEvent => "random event".to_owned(),
            Self::ReplacementPoints => "replacement points".to_owned(),
            Self::Rock(ship) => pack.roster.ships[ship.index()].name.clone(),
            Self::WhichSiege => "which siege".to_owned(),
            Self::WhichShip => "which ship".to_owned(),
            Self::WhichUnit => "which unit".to_owned(),
            Self::RandomPlace => "random place".to_owned(),
            Self::GunboatEncounter => "meeting at sea".to_owned(),
            Self::Flotilla => "the enemy's ships".to_owned(),
            Self::BoatsIntoSiege(location) => format!("boats into {}", pack.location_name(*location)),
            Self::Sortie(location) => format!("sortie from {}", pack.location_name(*location)),
            Self::Storm(location) => format!("storm of {}", pack.location_name(*location)),
            Self::Siege(location) => format!("siege of {}", pack.location_name(*location)),
            Self::GunboatAtSiege(ship) => pack.roster.ships[ship.index()].name.clone(),
            Self::Governor => "[governor]".to_owned(),
            Self::SupplyPoints(location) => format!("supply for {}", pack.location_name(*location)),
            Self::Attrition(unit) => pack.roster.unit(*unit).name.clone(),
            Self::Recall(unit) => pack.roster.unit(*unit).name.clone(),
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
    #[serde(rename = "island_all_mahdist")]
    IslandAllEnemy,
    /// A fortified town of the island is Mahdist-held.
    #[serde(rename = "fortified_town_mahdist")]
    FortifiedTownEnemy,
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
    /// A random event.
    RandomEvent,
    /// The expedition's first turns.
    #[serde(rename = "hicks")]
    Expedition,
    /// The level of the siege.
    SiegeLevel,
    /// Too few to man the walls.
    FewUnits,
    /// What the sortie did.
    Sortie,
    /// Two units of artillery in the place.
    Artillery,
    /// Gunboats in the port.
    Gunboats,
    /// The governor is there.
    #[serde(rename = "gordon")]
    Governor,
    /// Units without supply.
    OutOfSupply,
    /// A storm was beaten this turn.
    StormBeaten,
    /// For each four units of the sortie.
    EachFourUnits,
    /// Two units of cavalry or more in the sortie.
    TwoCavalry,
    /// Turns past the third without supply.
    TurnsUnsupplied,
    /// Given by the players for a reason of their own.
    Given,
}

impl Reason {
    /// The reason in words, with the names of `pack`.
    #[must_use]
    pub fn describe(&self, pack: &Pack) -> String {
        pack.words.fill(&self.unfilled(pack)).into_owned()
    }

    fn unfilled(&self, pack: &Pack) -> String {
        match self {
            Self::AdjacentLocation(location) => format!("{} in revolt", pack.location_name(*location)),
            Self::AdjacentIsland(island) => format!("all of {} in revolt", island_name(pack, *island)),
            Self::OwnIsland(island) => format!("rest of {} in revolt", island_name(pack, *island)),
            Self::IslandAllEnemy => "[island] all [enemy]".to_owned(),
            Self::FortifiedTownEnemy => "[enemy] fortified town on the [island]".to_owned(),
            Self::BetweenTwoHeld => "between two [ours] places".to_owned(),
            Self::NoCavalry => "no cavalry on the board".to_owned(),
            Self::Surrounded => "surrounded".to_owned(),
            Self::OutnumberedThreeToOne => "outnumbered more than 3:1".to_owned(),
            Self::OutnumberedTwoToOne => "outnumbered more than 2:1".to_owned(),
            Self::CavalryUnits(1) => "cavalry (1 unit)".to_owned(),
            Self::CavalryUnits(units) => format!("cavalry ({units} units)"),
            Self::RandomEvent => "random event".to_owned(),
            Self::Expedition => "[expedition]'s first turns".to_owned(),
            Self::SiegeLevel => "level of the siege".to_owned(),
            Self::FewUnits => "few units left".to_owned(),
            Self::Sortie => "the sortie".to_owned(),
            Self::Artillery => "artillery in the place".to_owned(),
            Self::Gunboats => "gunboats in the port".to_owned(),
            Self::Governor => "[governor] is there".to_owned(),
            Self::OutOfSupply => "out of supply".to_owned(),
            Self::StormBeaten => "storm beaten".to_owned(),
            Self::EachFourUnits => "for fours of units".to_owned(),
            Self::TwoCavalry => "two or more cavalry".to_owned(),
            Self::TurnsUnsupplied => "long without supply".to_owned(),
            Self::Given => "as the players say".to_owned(),
        }
    }
}

/// An island's name, with what islands are called in this war.
pub(super) fn island_name(pack: &Pack, island: IslandId) -> String {
    pack.words.island_name(&pack.map.island(island).name)
}
