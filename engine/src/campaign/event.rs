//! What happened: facts with their dice in them.
//!
//! A state is changed by nothing else. An event holds all that [`super::State`] needs to make it true, so that replaying
//! a journal gives the same state also after a rule has been mended.

use serde::{Deserialize, Serialize};

use super::decision::Decision;
use super::order::Options;
use super::roll::Roll;
use super::state::Phase;
use crate::pack::{CardNumber, CardSet, GarrisonFate, LocationId, LocationSet, SeaAreaId, ShipSet, UnitSet};

/// How a campaign ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The rebellion is beaten.
    Victory,
    /// The governments withdraw.
    Defeat,
    /// The war drags on.
    Draw,
}

/// Why victory points changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LedgerReason {
    /// A location was lost to the rebellion.
    LocationLost(LocationId),
    /// The total was still high this late in the campaign.
    TurnBonus,
}

/// A line of the victory ledger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// Why.
    pub reason: LedgerReason,
    /// Victory points added; negative to deduct.
    pub points: i16,
}

/// An event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A scenario was set up.
    SetUp {
        /// Its key.
        scenario: String,
        /// The group's options.
        options: Options,
    },
    /// The rebellion begins elsewhere than the scenario says.
    RebellionBegan {
        /// The die.
        roll: Roll,
        /// The only location in revolt.
        location: LocationId,
    },
    /// A turn began.
    TurnBegan {
        /// Its number.
        turn: u8,
    },
    /// A phase began.
    PhaseBegan {
        /// Which.
        phase: Phase,
    },
    /// Cards set aside were shuffled into the draw pile.
    CardsEntered {
        /// Which.
        cards: CardSet,
    },
    /// The discard pile was shuffled and became the draw pile.
    DiscardsShuffled,
    /// A card was drawn.
    CardDrawn {
        /// Which.
        card: CardNumber,
        /// The die: its face counts the cards of the draw pile in the order of their numbers.
        roll: Roll,
    },
    /// These locations are to be rolled for in this Rebellion phase.
    RevoltsDue {
        /// Which.
        locations: LocationSet,
    },
    /// A location was rolled for.
    RevoltChecked {
        /// Which.
        location: LocationId,
        /// The die, its modifiers and what it needed.
        roll: Roll,
        /// Whether the roll succeeded.
        rises: bool,
    },
    /// A small garrison's fate was rolled for.
    GarrisonFateRolled {
        /// Where.
        location: LocationId,
        /// The die.
        roll: Roll,
        /// Its fate.
        fate: GarrisonFate,
    },
    /// Units went over to the enemy and left the campaign.
    UnitsMutinied {
        /// Where.
        location: LocationId,
        /// Which.
        units: UnitSet,
    },
    /// Units retreated from one location to another.
    UnitsRetreated {
        /// From where.
        from: LocationId,
        /// To where.
        to: LocationId,
        /// Which.
        units: UnitSet,
    },
    /// Units with nowhere to go were destroyed.
    UnitsDestroyed {
        /// Where.
        location: LocationId,
        /// Which.
        units: UnitSet,
    },
    /// A location came under Mahdist control; redoubts there are lost.
    LocationLost {
        /// Which.
        location: LocationId,
    },
    /// Ships left a port that fell (R64).
    ShipsPutToSea {
        /// The port.
        from: LocationId,
        /// The sea area they are in now.
        to: SeaAreaId,
        /// Which.
        ships: ShipSet,
    },
    /// A siege began, at level 1.
    SiegeBegan {
        /// Where.
        location: LocationId,
    },
    /// A decision was put to the players.
    DecisionPut {
        /// Which.
        decision: Decision,
    },
    /// The decision last put was made.
    DecisionMade,
    /// No card was played in an action round.
    RoundPassed {
        /// The round.
        round: u8,
    },
    /// A line was written in the victory ledger, to be counted when victory points are adjusted.
    LedgerEntered {
        /// The line.
        entry: LedgerEntry,
    },
    /// The ledger was counted.
    PointsAdjusted {
        /// The total before.
        from: i16,
        /// The total after.
        to: i16,
    },
    /// The campaign ended.
    Ended {
        /// How.
        ending: Ending,
    },
}
