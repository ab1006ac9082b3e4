//! What waits for a player.
//!
//! Decisions stand in the state as a stack: the last is the one to be made now, and no other order is allowed before.

use serde::{Deserialize, Serialize};

use crate::pack::{CardNumber, LocationId, LocationKind, LocationSet, Pile, ShipId, ShipSet, SpaceId, SpaceSet, UnitKindSet, UnitSet};

/// Why units or steps are lost to the players' choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossCause {
    /// On the table.
    Battle,
    /// In a pursuit.
    Pursuit,
    /// Left behind for want of ships.
    LeftBehind,
    /// In a sortie.
    Sortie,
    /// In a siege.
    Siege,
    /// By desertion.
    Desertion,
    /// For want of supply.
    Unsupplied,
    /// With a ship.
    Drowned,
    /// With nowhere to go.
    CutOff,
    /// With a place that fell.
    PlaceFell,
}

/// In what losses are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossIn {
    /// Steps.
    Steps,
    /// Whole units.
    Units,
}

/// Where arriving units come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// They have not been in the campaign yet.
    Reserve,
    /// They come with the field force, and may go with it.
    #[serde(rename = "with_graham")]
    WithFieldForce,
    /// They were destroyed, and are raised again.
    Rebuilt,
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "fields are named for what they hold; the variant says what is decided")]
pub enum Decision {
    /// Where a garrison driven out by a revolt goes (*Occupied Spaces*, R44); more than one choice.
    Retreat { from: LocationId, units: UnitSet, choices: LocationSet },
    /// Where arriving units are placed, and of which kind.
    Reinforce { kinds: UnitKindSet, count: u8, at: SpaceSet, together: bool, source: Source },
    /// Where a ship arrives.
    PlaceShip { ship: ShipId, at: LocationSet },
    /// Where redoubts are built.
    Redoubts { count: u8, at: LocationSet },
    /// Which place a raid takes, and how many units may be left there.
    Raid { kind: LocationKind, units: u8 },
    /// Who is left where the raid went.
    RaidGarrison { at: LocationId, units: u8 },
    /// A card of the hand may be given for one of a pile (random events 46 and 65).
    ExchangeCard { pile: Pile },
    /// Which card of the pile is taken for the one given up.
    TakeCard { given: CardNumber, pile: Pile },
    /// A card comes to the hand for another of it (*Event Triggers*).
    ExchangeFor { card: CardNumber, may_decline: bool },
    /// Which siege is eased by a random event, and by how many levels.
    EaseSiege { levels: u8 },
    /// Whose replacement points these are.
    Replacements { points: u8 },
    /// Where the expedition lands.
    #[serde(rename = "hicks_lands")]
    ExpeditionLands { ports: LocationSet },
    /// Where a ferried unit goes.
    Ferry { units: UnitSet, choices: LocationSet },
    /// A battle is being fought on the table: the report is awaited.
    Battle { at: SpaceId },
    /// Ships have met the enemy: the report is awaited.
    Duel { ships: ShipSet, reported: ShipSet },
    /// Who bears losses.
    Casualties { among: UnitSet, owed: u16, counted: LossIn, cause: LossCause },
    /// Where a beaten force retreats to: spaces, and ports by ship.
    RetreatFrom { at: SpaceId, units: UnitSet, spaces: SpaceSet, ports: LocationSet },
    /// What a besieged garrison does.
    Garrison { location: LocationId },
    /// Where those who broke out go.
    BreakOut { from: LocationId, units: UnitSet, choices: SpaceSet },
}
