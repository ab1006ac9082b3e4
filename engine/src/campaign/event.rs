//! What happened: facts with their dice in them.
//!
//! A state is changed by nothing else. An event holds all that [`super::State`] needs to make it true, so that replaying
//! a journal gives the same state also after a rule has been mended.

use serde::{Deserialize, Serialize};

use super::correction::Correction;
pub(super) use super::counters::{CardPlace, Purse};
use super::decision::{Decision, LossCause, Source};
use super::field::{FieldBattle, FieldStage};
use super::leaders::GovernorPlace;
use super::option_change::OptionChange;
use super::options::Options;
use super::order::{CardUse, Post, Station};
use super::phase::Phase;
use super::roll::Roll;
use super::round::{Met, Step};
use crate::pack::{
    BattleType, CardNumber, CardSet, GarrisonFate, Leader, LocationId, LocationSet, ReplacementPoints, SeaAreaId, ShipId, ShipSet,
    SiegeOutcome, SpaceId, UnitId, UnitSet,
};
use crate::tabletop;

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
    /// A location was won back.
    LocationRetaken(LocationId),
    /// A battle was won.
    BattleWon(SpaceId),
    /// A battle was lost.
    BattleLost(SpaceId),
    /// A battle cost half the units or more.
    HeavyLosses(SpaceId),
    /// A card was played for replacements.
    ReplacementsCard(CardNumber),
    /// The governor was killed.
    #[serde(rename = "gordon_killed")]
    GovernorKilled,
    /// The total was still high this late in the campaign.
    TurnBonus,
    /// What the turn comes to was corrected.
    Corrected,
}

/// A line of the victory ledger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// Why.
    pub reason: LedgerReason,
    /// Victory points added; negative to deduct.
    pub points: i16,
}

/// What a random event changes for a while.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Modifier {
    /// Meeting the enemy, this round.
    EncountersThisRound(i8),
    /// Meeting the enemy, this turn.
    EncountersThisTurn(i8),
    /// Every rate of march, this round.
    Movement(i8),
    /// What every ship carries, this round.
    Capacity(u8),
    /// Ops of a card played for Ops, this round.
    MoreOps(u8),
    /// No card may be played for Ops in the next round.
    NoOpsNextRound,
    /// Ops of the next card played for Ops.
    NextOps(i8),
    /// The next card played for Ops must attack.
    NextOpsAttack,
    /// A march of this round meets nobody.
    UnmetMarch,
    /// The type of the next battle of this round, or of every one.
    Battle {
        /// The type.
        battle: BattleType,
        /// Whether for one battle only.
        once: bool,
    },
    /// The roll for a siege, this turn.
    Siege {
        /// Where.
        at: LocationId,
        /// What is added.
        add: i8,
    },
    /// Units that may be carried by hired ships, this turn.
    Passage(u8),
}

/// An event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "fields are named for what they hold; the variant says what happened")]
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

    /// A card was chosen, and the dice say whether a random event happens.
    RandomEventChecked { card: CardNumber, roll: Roll, happens: bool },
    /// Which random event happens.
    RandomEventRolled { roll: Roll, number: u8 },
    /// It does not apply now.
    RandomEventIgnored { number: u8 },
    /// A card was played; its Ops are counted after every modifier.
    CardPlayed { card: CardNumber, r#as: CardUse, leaves_campaign: bool },
    /// An action round went on to its next step.
    StepBegan { step: Step },
    /// Ops may be spent.
    OpsGained { ops: u8 },
    /// An Op was spent on something else than activation.
    OpSpent,
    /// A card went somewhere else than by being drawn or played.
    CardMoved { card: CardNumber, to: CardPlace },
    /// A card is to come to the hand, as soon as there is one to exchange for it (R50).
    ExchangeOwed { card: CardNumber },
    /// It came, or was declined.
    ExchangeSettled { card: CardNumber },
    /// Units joined the campaign, at full strength.
    UnitsArrived { units: UnitSet, at: SpaceId, source: Source },
    /// A ship joined the campaign.
    ShipArrived { ship: ShipId, at: LocationId },
    /// A redoubt was built.
    RedoubtBuilt { at: LocationId },
    /// The armoured train was landed.
    TrainArrived { at: LocationId },
    /// A leader arrived.
    LeaderArrived { leader: Leader, at: LocationId },
    /// The expedition landed.
    #[serde(rename = "hicks_landed")]
    ExpeditionLanded { at: LocationId, units: UnitSet },
    /// Replacement points came in.
    ReplacementsGained { points: ReplacementPoints },
    /// A die of the replacement points was thrown.
    ReplacementsRolled { roll: Roll },
    /// Something is different for a while.
    ModifierSet { modifier: Modifier },
    /// A siege was picked by a die.
    SiegePicked { roll: Roll, at: LocationId },
    /// A ship was picked by a die.
    ShipPicked { roll: Roll, ship: ShipId },
    /// A unit was picked by a die.
    UnitPicked { roll: Roll, unit: UnitId },
    /// A place was picked by the Random Locations table; `None` where the table's place does not serve and is rolled again.
    PlacePicked { roll: Roll, at: Option<LocationId> },
    /// A place's troops are too sick to march this round.
    PlaceSick { at: LocationId },
    /// What a rock did to a ship.
    RockStruck { ship: ShipId, roll: Roll },
    /// A ship gained markers of damage.
    ShipDamaged { ship: ShipId, damage: u8 },
    /// A ship was lost, with everyone aboard.
    ShipSunk { ship: ShipId },
    /// A ship was repaired by a marker, for a function.
    ShipRepaired { ship: ShipId },
    /// A siege's level changed.
    SiegeLevelSet { at: LocationId, level: u8 },
    /// A siege was broken.
    SiegeLifted { at: LocationId },
    /// A place was won back, or came back; `british` says whose mark it bears, if any.
    LocationRetaken {
        location: LocationId,
        #[serde(rename = "british")]
        allied: Option<bool>,
    },
    /// Units are lost for good, but may be raised again.
    UnitsLost { units: UnitSet, cause: LossCause },
    /// Units left the campaign for good.
    UnitsRecalled { units: UnitSet },
    /// A unit lost steps, but not all.
    StepsLost { unit: UnitId, steps: u8, cause: LossCause },

    /// Units and ships somewhere can act: units by the spaces they can go.
    Activated { at: Station, rates: Vec<(u8, UnitSet)>, ships: ShipSet, functions: u8 },
    /// A force was formed.
    ForceFormed { units: UnitSet, at: SpaceId, column: u8 },
    /// Units were left behind.
    UnitsLeft { units: UnitSet, ended: bool },
    /// Units joined the force.
    UnitsJoined { units: UnitSet },
    /// A supply point was taken along.
    SupplyTaken,
    /// A supply point was left.
    SupplyLeft,
    /// Guides or the night hide the force.
    GuidesTaken,
    /// The force entered a space.
    ForceMoved { units: UnitSet, from: SpaceId, to: SpaceId },
    /// The force's move ended; with `ended`, also that of its units.
    ForceHalted { ended: bool },
    /// A force that entered a space met the enemy, or did not.
    EnemySought { at: SpaceId, roll: Option<Roll>, met: bool },
    /// A battle waits for the end of all moves.
    BattleMet { met: Met },
    /// Supply points without escort met the enemy.
    ColumnLost { at: SpaceId, supply: u8 },
    /// The expedition has made its attempt of this turn.
    #[serde(rename = "hicks_attempted")]
    ExpeditionAttempted,
    /// What had to be attacked was attacked, or cannot be.
    AttackMade,

    /// Ships move together.
    FleetFormed { ships: ShipSet },
    /// A ship left the fleet.
    ShipLeft { ship: ShipId },
    /// The fleet's move ended.
    FleetAnchored,
    /// Ships went somewhere, for so many functions each.
    ShipsSailed { ships: ShipSet, to: Station, functions: u8 },
    /// Ships can do no more this round.
    FunctionsEnded { ships: ShipSet },
    /// A unit went aboard.
    UnitLoaded { unit: UnitId, ship: ShipId, spends: bool },
    /// A unit came ashore.
    UnitUnloaded { unit: UnitId, ship: ShipId, at: LocationId, spends: bool },
    /// A supply point went aboard.
    SupplyLoaded { ship: ShipId, spends: bool },
    /// A supply point came ashore.
    SupplyUnloaded { ship: ShipId, spends: bool },
    /// The governor went aboard, or found safety, or death.
    #[serde(rename = "gordon_moved")]
    GovernorMoved { to: GovernorPlace, spends: bool },
    /// The train went aboard two transports.
    TrainLoaded { ships: ShipSet },
    /// The train came ashore.
    TrainUnloaded { at: LocationId, ships: ShipSet },
    /// Boats tried to run into a besieged port.
    BoatsRolled { at: LocationId, roll: Roll },
    /// Ships that entered a sea area met the enemy, or did not.
    WatersSearched { area: SeaAreaId, roll: Roll, met: bool },
    /// The Mahdist ships they met.
    FlotillaRolled {
        roll: Roll,
        light: u8,
        heavy: u8,
        #[serde(rename = "dhows")]
        boats: u8,
    },
    /// A ship's part in a duel was reported.
    ShipReported { ship: ShipId },
    /// Track was laid; `paid` is left of the Op that paid for it.
    TrackLaid { at: SpaceId, paid: u8 },
    /// A unit boarded the train.
    UnitEntrained { unit: UnitId },
    /// The train ran there and back.
    TrainRan { to: SpaceId, units: UnitSet },
    /// A unit was carried by hired ships.
    UnitFerried { unit: UnitId, to: LocationId },

    /// The moves are over.
    MovesEnded,
    /// A battle began.
    BattleBegan { battle: Box<FieldBattle> },
    /// A unit's losses on the table were reported.
    LossReported { unit: UnitId, steps: u8 },
    /// A unit lost steps in the pursuit.
    FieldStepLost { unit: UnitId, steps: u8 },
    /// Units can move no more this round.
    MovementEnded { units: UnitSet },
    /// The battle went on to its next stage.
    FieldStageBegan { stage: FieldStage },
    /// The pursuit was rolled for.
    PursuitRolled { roll: Roll, percent: u8, steps: u16 },
    /// The lost were rolled for.
    RecoveryRolled { roll: Roll, needs: u8, recovered: u8 },
    /// Steps came back to a unit.
    StepsReturned { unit: UnitId, steps: u8 },
    /// A battle was over.
    BattleEnded { at: SpaceId, won: bool, heavy: bool },
    /// Units went to a space otherwise than by a march.
    UnitsMoved { units: UnitSet, to: SpaceId },
    /// Units took ship otherwise than by loading, and landed.
    UnitsTookShip { units: UnitSet, to: LocationId },

    /// The sieges of this turn.
    SiegesDue { locations: LocationSet },
    /// A siege is being resolved.
    SiegeTaken { at: LocationId },
    /// Units were chosen for a sortie or breakout.
    GarrisonCommitted { units: UnitSet },
    /// The garrison sits tight, or has done what it chose.
    GarrisonReady { sortie: bool },
    /// A sortie was rolled for.
    SortieRolled { at: LocationId, roll: Roll, modifier: i8 },
    /// Whether the besiegers storm the defences.
    StormRolled { at: LocationId, roll: Roll, storms: bool },
    /// A storm was beaten.
    StormBeaten { at: LocationId },
    /// A storm carried the walls.
    StormCarried { at: LocationId },
    /// The Siege Table was rolled on.
    SiegeRolled { at: LocationId, roll: Roll, result: SiegeOutcome, levels: u8 },
    /// What a siege did to a gunboat.
    GunboatRolled { ship: ShipId, roll: Roll },
    /// A siege was resolved for this turn.
    SiegeResolved { at: LocationId },
    /// Whether the governor decides to leave.
    #[serde(rename = "gordon_rolled")]
    GovernorRolled { roll: Roll, leaves: bool },

    /// Supply points came in.
    SupplyReceived { at: LocationId, roll: Option<Roll>, points: u8 },
    /// Supply points were used up.
    SupplySpent { at: SpaceId, points: u8 },
    /// Supply was looked to: these have none.
    SupplyChecked { unsupplied: UnitSet },
    /// A unit without supply was rolled for.
    AttritionRolled { unit: UnitId, roll: Roll, dies: bool },

    /// A replacement point was spent on a unit.
    UnitReplaced { unit: UnitId, steps: u8, purse: Purse },
    /// A replacement point was spent on raising a unit again.
    PointSpent { purse: Purse },
    /// The rest of the points is kept.
    ReplacementsEnded,
    /// A trigger fired.
    TriggerFired { key: String },
    /// Whether a unit leaves with its leader.
    RecallRolled { unit: UnitId, roll: Roll, goes: bool },
    /// A leader was recalled.
    LeaderRecalled { leader: Leader },
    /// What a leader had to do is done.
    LeaderFreed { leader: Leader },

    /// Half of the expedition's units are gone: the rest may do as others do.
    #[serde(rename = "hicks_freed")]
    ExpeditionFreed,
    /// Victory points changed at once (R61).
    PointsChangedAtOnce { from: i16, to: i16 },

    /// A member of the group took a post.
    Appointed { member: u8, post: Post },
    /// A member left the group.
    Discharged { member: u8 },
    /// A vote on the commander in chief began.
    VoteCalled,
    /// A member voted.
    Voted { member: u8, dismiss: bool },
    /// The vote was counted.
    VoteCounted { dismissed: bool },

    /// The position was corrected.
    Corrected {
        /// What is so from now on.
        correction: Correction,
    },
    /// A vote on an option began.
    OptionVoteCalled {
        /// What is to be changed.
        change: OptionChange,
    },
    /// A member voted on it.
    OptionVoted { member: u8, agree: bool },
    /// The vote on an option was counted.
    OptionVoteCounted { carried: bool },
    /// An option is another from now on.
    OptionChanged {
        /// What it is now.
        change: OptionChange,
    },

    /// A battle is to be fought on the board: units of ours are its first ones, and after them come the ships, in this order.
    BoardOpened {
        units: Vec<UnitId>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ships: Vec<ShipId>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_staff: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        headlong: bool,
    },
    /// What happened on the board.
    Field(Box<tabletop::event::Event>),
    /// The board was left: the battle is fought on at a real table.
    BoardLeft,
    /// The battle was reported as it was fought on the board.
    BoardReported {
        /// How it ended there.
        outcome: tabletop::phase::Outcome,
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
