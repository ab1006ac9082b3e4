//! What players may ask of the campaign: small choices, one step at a time.

use serde::{Deserialize, Serialize};

use super::correction::Correction;
use super::ground_dice::GroundDice;
use super::option_change::OptionChange;
use super::options::Options;
use crate::pack::{CardNumber, LocationId, Nation, SeaAreaId, ShipId, SpaceId, UnitId, UnitKindId};
use crate::tabletop;

/// What a card is played for (*Using the Cards*).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardUse {
    /// Its event.
    Event,
    /// Operations.
    Ops,
    /// Replacement points.
    Replacements,
}

/// Where something can be activated: on land (with the ships in port there), or at sea.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Station {
    /// A location or movement point.
    Space(SpaceId),
    /// A sea area.
    Sea(SeaAreaId),
}

/// How far a withdrawing force is outnumbered, in units not in rout (R15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Odds {
    /// 2:1 or less.
    Even,
    /// More than 2:1, not more than 3:1.
    OverTwoToOne,
    /// More than 3:1.
    OverThreeToOne,
}

/// An order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "fields are named for what they hold; the variant says what is asked")]
pub enum Order {
    /// Set up a scenario (*Set Up*).
    SetUp { scenario: String, options: Options },
    /// Draw cards (*Sequence of Play*, 1).
    DrawCards,
    /// Roll for every location that is still to be rolled for (*How The Rebellion Spreads*), in the order of the Random
    /// Locations table (R06).
    CheckRevolts,
    /// Roll for one of them: players may choose the order.
    CheckRevolt { location: LocationId },
    /// Say where a garrison driven out by a revolt retreats to.
    Retreat { to: LocationId },

    /// Play a card (*Using the Cards*).
    Play { card: CardNumber, r#as: CardUse },
    /// Play no card this action round: one Op.
    Pass,
    /// Place so many of the units that arrive.
    Place { kind: UnitKindId, at: SpaceId, count: u8 },
    /// Say where a ship arrives.
    PlaceShip { at: LocationId },
    /// Build a redoubt.
    BuildRedoubt { at: LocationId },
    /// Say which village a raid takes.
    Raid { location: LocationId },
    /// Leave a unit where the raid went.
    Garrison { unit: UnitId },
    /// Give up a card, for another.
    GiveCard { card: CardNumber },
    /// Take a card for the one given up.
    TakeCard { card: CardNumber },
    /// Say which siege is meant.
    ChooseSiege { location: LocationId },
    /// Say whose replacement points these are (R52).
    ChooseNation { nation: Nation },
    /// Say where the expedition lands.
    #[serde(rename = "land_hicks")]
    LandExpedition { port: LocationId },
    /// Leave what is offered, or what is left of it.
    Decline,

    /// Activate a location for an Op (*Using a card for Ops*).
    Activate { at: Station },
    /// Form a force of everyone at a space who can still move.
    Form { at: SpaceId },
    /// Leave a unit of the force behind.
    Leave { unit: UnitId },
    /// Take along everyone here who can still move.
    Gather,
    /// Take a supply point along (*Advanced Supply System*).
    TakeSupply,
    /// Leave a supply point here.
    LeaveSupply,
    /// Use guides or the night: this march meets nobody (random events 22 and 51).
    MarchUnmet,
    /// March to a space by the shortest way, as far as the enemy allows.
    March { to: SpaceId },
    /// End the force's move.
    Halt,
    /// Form a fleet of all ships here that have functions left (*Naval Movement*).
    FormFleet { at: Station },
    /// Leave a ship of the fleet behind.
    LeaveShip { ship: ShipId },
    /// Sail to a sea area or a friendly port.
    Sail { to: Station },
    /// Run into a Mahdist port and land everyone aboard (*Transporting Units*).
    Land { at: LocationId },
    /// Take a unit aboard: the ship that is named, where more than one could, or whichever is loading already.
    Load {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aboard: Option<ShipId>,
    },
    /// Take aboard as many as there is room for.
    LoadAll,
    /// Put a unit ashore.
    Unload { unit: UnitId },
    /// Put everyone ashore.
    UnloadAll,
    /// Take a supply point aboard.
    LoadSupply,
    /// Put a supply point ashore.
    UnloadSupply,
    /// Take the governor aboard (*Gordon Sent to Friday Harbor*).
    #[serde(rename = "embark_gordon")]
    EmbarkGovernor,
    /// Take the armoured train and its track aboard two transports (*Armored Train Arrives*).
    LoadTrain,
    /// Put it ashore.
    UnloadTrain,
    /// Repair one marker of damage.
    Repair { ship: ShipId },
    /// End the fleet's move.
    Anchor,
    /// Lay a point of track; an Op lays two.
    LayTrack { at: SpaceId },
    /// Put a unit on the train.
    Entrain { unit: UnitId },
    /// Run the train there and back, for an Op.
    RunTrain { to: SpaceId },
    /// Carry a unit by hired transport (card 23).
    Ferry { unit: UnitId },
    /// Say where to.
    FerryTo { to: LocationId },
    /// Fight the battle at a space: no more moves before it (R63).
    Fight { at: SpaceId },
    /// End the action round.
    EndRound,

    /// Report what a unit lost on the table, in steps.
    ReportLoss { unit: UnitId, steps: u8 },
    /// Report that ours held the field.
    HoldField,
    /// Report that ours left the field (*Anglo-Egyptian Withdrawal & Pursuit*).
    Withdraw { cavalry: u8, surrounded: bool, odds: Odds },
    /// Choose who bears losses (R62): a unit with all its steps, or one step of it.
    Lose { unit: UnitId, whole: bool },
    /// Let the umpire share losses out.
    SpreadLosses,
    /// Say where a beaten force retreats to (*Retreat Position*).
    RetreatTo { to: SpaceId },
    /// Take ship with a beaten force.
    RetreatByShip { to: LocationId },
    /// Report what a duel on the water did to a ship: markers of damage; `None` if it was sunk.
    ReportShip { ship: ShipId, damage: Option<u8> },
    /// The duel is over.
    EndDuel,

    /// Choose a unit for a sortie or breakout (*Garrison Sortie/Breakout*).
    Commit { unit: UnitId },
    /// Choose the whole garrison for it.
    CommitAll,
    /// Sally out against the siege.
    Sortie,
    /// Break out.
    BreakOut,
    /// Sit tight.
    SitTight,
    /// Say where those who broke out go.
    BreakOutTo { to: SpaceId },

    /// Spend a replacement point on a unit (*Replacements*).
    Replace { unit: UnitId },
    /// Spend two on raising an eliminated unit again (R52).
    Rebuild { kind: UnitKindId },
    /// Keep what points are left.
    EndReplacements,

    /// Seat a member of the group (*Group Play*); given by the umpire.
    Appoint { member: u8, post: Post },
    /// A member leaves the group, whatever post was held; given by the umpire.
    Discharge { member: u8 },
    /// Begin a vote on dismissing the commander in chief; given by the umpire.
    CallVote,
    /// A member's vote; given by the umpire.
    Vote { member: u8, dismiss: bool },
    /// Begin a vote on an option, with the member's own vote for it; given by the umpire.
    CallOptionVote { member: u8, change: OptionChange },
    /// A member's vote on it; given by the umpire.
    VoteOnOption { member: u8, agree: bool },

    /// Correct the position: a mistake at the table, or a ruling of the house.
    Correct { correction: Correction },

    /// Fight the battle out on the board, whose ground these dice have laid; with none of them it is open but for what the map says.
    FightOut {
        #[serde(default, skip_serializing_if = "GroundDice::is_empty")]
        ground: GroundDice,
    },
    /// The same, fought by the staff on both sides.
    LetStaffFight {
        #[serde(default, skip_serializing_if = "GroundDice::is_empty")]
        ground: GroundDice,
    },
    /// An order on the board.
    Field(tabletop::order::Order),
    /// Fight on at a real table: nothing of the board is reported.
    LeaveBoard,
    /// Report the battle as it was fought on the board.
    ReportFought,
}

impl Order {
    /// Whether it is about the group rather than the war: such orders come from the umpire, and leave what others are legal as it was.
    #[must_use]
    pub const fn is_about_the_group(&self) -> bool {
        matches!(
            self,
            Self::Appoint { .. }
                | Self::Discharge { .. }
                | Self::CallVote
                | Self::Vote { .. }
                | Self::CallOptionVote { .. }
                | Self::VoteOnOption { .. }
        )
    }
}

/// A post of *Group Play*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// A player without office.
    Player,
    /// Commander in chief.
    Commander,
    /// Chief of staff.
    ChiefOfStaff,
}
