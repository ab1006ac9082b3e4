//! What happens in a battle, with its dice: facts, each of which is made true by itself.

use serde::{Deserialize, Serialize};

use super::cards::PlayingCard;
use super::formation::Formation;
use super::heroic::Heroic;
use super::instruction::Instruction;
use super::options::Options;
use super::order::CombatCards;
use super::pack::TroopId;
use super::phase::{Outcome, Question, Step};
use super::plan::Plan;
use super::player::Player;
use super::roll::Roll;
use super::rules::combat::Combat;
use super::rules::recovery::Recovery;
use super::side::Side;
use super::square::{Aspect, Facing, Square};
use super::unit::{Unit, UnitId};

/// A few units.
pub type Units = smallvec::SmallVec<[UnitId; 4]>;

/// A fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The battle is set up, with its units where the default lays them.
    SetUp {
        /// What is fought.
        plan: Box<Plan>,
        /// The settings.
        options: Options,
        /// All units.
        units: Vec<Unit>,
    },
    /// A side is dealt a Heroic Leadership card. The other side sees neither the card nor its die.
    HeroicDealt {
        /// Whose hand.
        side: Side,
        /// Which, for those who may know.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Heroic>,
        /// The die that drew it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        roll: Option<Roll>,
    },
    /// The discarded Heroic Leadership cards are shuffled and dealt from again.
    HeroicShuffled,
    /// A unit is set up, or is to come on, there. Of a hidden one the other side sees nothing.
    Placed {
        /// The unit.
        unit: UnitId,
        /// Where.
        square: Square,
        /// Facing which way.
        facing: Facing,
        /// Its formation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        formation: Option<Formation>,
    },
    /// A side is set up; the other is next.
    Deploys(Side),
    /// A turn begins: all playing cards are shuffled, a second pack among them if there are more units than cards (T44).
    TurnBegan {
        /// Which, from 1.
        turn: u8,
        /// How many packs.
        packs: u8,
    },
    /// The first turn of a unit that wakes slowly: whether it acts (N07).
    Roused {
        /// The unit.
        unit: UnitId,
        /// The die.
        roll: Roll,
    },
    /// A card is dealt.
    Dealt {
        /// To whom.
        unit: UnitId,
        /// Which.
        card: PlayingCard,
        /// The die that drew it.
        roll: Roll,
        /// Those whom a Leader coordinates with it.
        #[serde(default, skip_serializing_if = "Units::is_empty")]
        with: Units,
    },
    /// A side knows that it is attacked.
    Woke(Side),
    /// Whether the alarm is given (N07).
    Alarm {
        /// The die.
        roll: Roll,
    },
    /// A step of the turn begins.
    StepBegan(Step),
    /// Somebody is asked.
    Asked(Question),
    /// No card is played.
    CardPassed(Side),
    /// A Heroic Leadership card is played for a unit, or thrown away.
    CardPlayed {
        /// Whose.
        side: Side,
        /// Which.
        card: Heroic,
        /// For whom.
        unit: UnitId,
    },
    /// A combat is fought.
    Fought {
        /// Where.
        square: Square,
        /// Both rolls, and how it ends.
        combat: Combat,
    },
    /// The top card of those undealt is turned: for cover, or for a Leader.
    Turned {
        /// Which.
        card: PlayingCard,
        /// The die that drew it.
        roll: Roll,
        /// For whom.
        unit: UnitId,
    },
    /// The cards turned this turn are shuffled and turned from again (T44).
    TurnedShuffled,
    /// A unit becomes disorganised; its card goes.
    Disorganised(UnitId),
    /// A unit is in order again.
    Recovered(UnitId),
    /// A unit tries to recover.
    Tried {
        /// The unit.
        unit: UnitId,
        /// The roll.
        recovery: Recovery,
    },
    /// Figures, or flotation points, are lost.
    FiguresLost {
        /// The unit.
        unit: UnitId,
        /// How many.
        figures: u8,
    },
    /// A boat has a flotation point again (T24).
    Refloated(UnitId),
    /// A unit, boat or Leader is lost.
    Lost {
        /// Who.
        unit: UnitId,
        /// How.
        how: Loss,
    },
    /// A unit falls back, with those who share its square.
    FellBack {
        /// The unit.
        unit: UnitId,
        /// Where it stops.
        to: Square,
        /// Facing which way.
        facing: Facing,
        /// Those with it.
        #[serde(default, skip_serializing_if = "Units::is_empty")]
        with: Units,
    },
    /// A unit goes off the board, with those who share its square.
    Left {
        /// The unit.
        unit: UnitId,
        /// Those with it.
        #[serde(default, skip_serializing_if = "Units::is_empty")]
        with: Units,
    },
    /// A Leader left alone gets to a friend (T43).
    LeaderEscaped {
        /// Who.
        leader: UnitId,
        /// Where to.
        to: Square,
    },
    /// A hidden unit shows itself.
    Revealed(UnitId),
    /// A unit becomes impetuous: its card goes.
    BecameImpetuous(UnitId),
    /// Action dice are thrown for a unit, a boat, a Leader alone.
    Activated {
        /// Who.
        unit: UnitId,
        /// The dice, with what is always taken from them.
        roll: Roll,
        /// What its formation gains or loses.
        #[serde(default, skip_serializing_if = "is_zero")]
        gain: i8,
    },
    /// The action die of a brigade in square is thrown.
    BrigadeActivated {
        /// Whose.
        side: Side,
        /// The die.
        roll: Roll,
        /// What a Square gains or loses.
        #[serde(default, skip_serializing_if = "is_zero")]
        gain: i8,
    },
    /// A unit moves or turns; a Leader who accompanies it comes along.
    Moved {
        /// The unit.
        unit: UnitId,
        /// Where it stops.
        to: Square,
        /// Facing which way.
        facing: Facing,
        /// Points spent.
        cost: u8,
        /// What the stream has given a boat (T46).
        #[serde(default, skip_serializing_if = "is_zero")]
        stream: i8,
        /// Leaders who come along.
        #[serde(default, skip_serializing_if = "Units::is_empty")]
        with: Units,
    },
    /// A unit changes formation, mounts or dismounts.
    Formed {
        /// The unit.
        unit: UnitId,
        /// The formation.
        formation: Formation,
        /// What it is now, if camelry has mounted or dismounted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        troop: Option<TroopId>,
        /// Points spent.
        cost: u8,
    },
    /// A brigade has formed square, each unit in its place.
    BrigadeFormed {
        /// Whose.
        side: Side,
        /// The square in its middle.
        centre: Square,
        /// Who goes where, facing which way.
        units: Vec<(UnitId, Square, Facing)>,
        /// Points spent.
        cost: u8,
    },
    /// A brigade in square moves a square that way, with all in it.
    BrigadeMarched {
        /// Whose.
        side: Side,
        /// Which way.
        way: Facing,
        /// Points spent.
        cost: u8,
        /// Who goes along.
        units: Vec<UnitId>,
    },
    /// A brigade is in square no longer.
    BrigadeBroken(Side),
    /// A shot.
    Fired {
        /// Who fires.
        unit: UnitId,
        /// With which weapon.
        #[serde(default, skip_serializing_if = "is_none")]
        weapon: u8,
        /// At whom.
        target: UnitId,
        /// The die.
        roll: Roll,
        /// What it must not exceed to hit.
        at_most: u8,
        /// The directions of a Square that have fired now, as a bit.
        #[serde(default, skip_serializing_if = "is_none")]
        direction: u8,
        /// Whether a card has paid for it, or it costs nothing.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        free: bool,
    },
    /// A charge: both dice.
    Charged {
        /// Who charges.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// The square from which it enters the enemy's.
        from: Square,
        /// Where it strikes.
        struck: Aspect,
        /// Points spent.
        cost: u8,
        /// The charging unit's roll, then the charged unit's.
        rolls: Box<[Roll; 2]>,
        /// Leaders who come along.
        #[serde(default, skip_serializing_if = "Units::is_empty")]
        with: Units,
    },
    /// A charging unit is in the enemy's square; with an enemy left in it, they are locked.
    Entered {
        /// Who.
        unit: UnitId,
        /// Where.
        square: Square,
        /// Whom it fights there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<UnitId>,
        /// Where it has struck.
        struck: Aspect,
        /// The way it came.
        way: Facing,
        /// Leaders who come along.
        #[serde(default, skip_serializing_if = "Units::is_empty")]
        with: Units,
    },
    /// Troops that plead for mercy are tried for (T62).
    PleaTried {
        /// The unit.
        unit: UnitId,
        /// The die.
        roll: Roll,
    },
    /// A unit pursues, or stays where it is.
    Pursued {
        /// Who.
        unit: UnitId,
        /// Where it stands then.
        to: Square,
        /// Facing which way.
        facing: Facing,
        /// Leaders who come along.
        #[serde(default, skip_serializing_if = "Units::is_empty")]
        with: Units,
    },
    /// A unit has acted.
    Done(UnitId),
    /// A brigade has acted, and so have all in it.
    BrigadeDone {
        /// Whose.
        side: Side,
        /// Who.
        units: Vec<UnitId>,
    },
    /// A unit goes aboard.
    Embarked {
        /// The unit.
        unit: UnitId,
        /// The boat.
        boat: UnitId,
    },
    /// A unit comes ashore, or on to the board.
    Landed {
        /// The unit.
        unit: UnitId,
        /// Where.
        to: Square,
        /// Facing which way.
        facing: Facing,
        /// Points spent.
        cost: u8,
    },
    /// A side must break off: at the end of the turn so many of its units were disorganised or lost.
    BreaksOff {
        /// Which.
        side: Side,
        /// Disorganised.
        disorganised: u8,
        /// Lost, or gone.
        lost: u8,
        /// Of how many.
        of: u8,
    },
    /// The battle is over.
    Ended(Outcome),
    /// A unit's card: its Leader's or its own.
    Coordinated {
        /// The unit.
        unit: UnitId,
        /// Whether its Leader coordinates it.
        with_leader: bool,
    },
    /// A boat is to lie still, or not.
    LiesStill {
        /// The boat.
        boat: UnitId,
        /// Whether it is.
        still: bool,
    },
    /// What a side does when asked for a card in a combat.
    CombatCards {
        /// Whose.
        side: Side,
        /// What.
        play: CombatCards,
    },
    /// Units are told what to do.
    Instructed {
        /// Who.
        units: Vec<UnitId>,
        /// What.
        instruction: Instruction,
    },
    /// Typical armies, and their ground, are made from dice; the battle is set up with them.
    Mustered {
        /// The dice.
        rolls: Vec<Roll>,
    },
    /// A side gives the battle up, which ends with this turn (N10).
    GivesUp(Side),
    /// Who plays a side.
    Seated {
        /// Which.
        side: Side,
        /// Who, if anybody does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Player>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_zero(number: &i8) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_none(number: &u8) -> bool {
    *number == 0
}

/// How somebody is lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// No figure is left.
    Destroyed,
    /// Taken by the enemy.
    Captured,
    /// Sunk, or lost with the boat.
    Sunk,
    /// Has thrown down its arms (T62).
    Pleaded,
    /// A Leader killed.
    Killed,
    /// A Leader wounded and carried off.
    Wounded,
}
