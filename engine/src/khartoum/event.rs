//! What happens in a game, with its dice: facts, each of which is made true by itself.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::battle::Step;
use super::ids::{CardId, SpaceId, Spaces, UnitId, Units};
use super::options::{BreakOff, Options};
use super::pack::cards::Activation;
use super::phase::{Outcome, Phase, Place};
use super::roll::{Modifier, Roll};
use crate::tabletop::player::Player;
use crate::tabletop::side::Side;

/// A fact. Where a card, units, or a roll may be left out, they are for those who may not know them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "side, card, unit, space and roll are what they say")]
pub enum Event {
    /// The game is set up with these settings.
    SetUp(Options),
    /// The game goes on to this phase.
    Went(Phase),
    /// A turn begins.
    TurnBegan(u8),
    /// A player turn begins.
    PlayerTurnBegan(Side),
    /// A unit is placed on the map. The other side does not see it of the enemy's before all are placed.
    Placed { side: Side, unit: Option<UnitId>, at: SpaceId, why: Placing },
    /// A side draws a card. The other side sees no hold card, nor a die that would tell what is held.
    Drew { side: Side, card: Option<CardId>, roll: Option<Roll> },
    /// A hold card is put to one side. The other side does not see which.
    PutAside { side: Side, card: Option<CardId> },
    /// A card is played: whether its criteria are met, and the towns its side occupies then.
    Played { side: Side, card: CardId, holds: bool, towns: Spaces },
    /// A side skips its turn.
    Skipped { side: Side, why: Skip },
    /// A card goes back from the discards by lot (29.1).
    Reshuffled { side: Side, card: CardId, roll: Option<Roll> },
    /// A played card goes to the discards, or out of play.
    Disposed { side: Side, card: CardId, removed: bool },
    /// A garrison goes to the box.
    Converting(UnitId),
    /// A unit takes its place.
    Converted { garrison: UnitId, unit: UnitId, at: SpaceId },
    /// A garrison is invited to come over, and does or does not.
    Summoned { unit: UnitId, roll: Roll, goes: bool },
    /// Nobody is left to be summoned or misled.
    EffectDone,
    /// The spaces of which guides lead units astray.
    Misleading { spaces: Spaces, units: Units },
    /// How far guides lead the units of a space.
    GuidesRolled { space: SpaceId, units: Units, roll: Roll },
    /// They are led there.
    Led { units: Units, from: SpaceId, to: SpaceId },
    /// The enemy draws recruits by lot; the other side sees neither them nor their dice.
    DrewRecruit { unit: Option<UnitId>, roll: Option<Roll> },
    /// A recruit without a lawful space stays in its box.
    StayedInBox { unit: Option<UnitId> },
    /// Units of ours come by name; a number if as many of them as they like come again (28.0).
    Named { units: Units, again: u8 },
    /// So many native units may be chosen.
    NativesOffered(u8),
    /// A unit that is to be placed next is chosen.
    Chose { side: Side, unit: UnitId },
    /// A unit of ours without a space goes to the eliminated (K18).
    Forwent(UnitId),
    /// No more recruits are taken.
    RecruitsDone(Side),
    /// Who moves and attacks.
    Activated(Activation),
    /// Units move along a way. Of the enemy's the other side sees their number, and where they end.
    Moved { side: Side, units: Option<Units>, number: u8, from: SpaceId, way: SmallVec<[SpaceId; 4]> },
    /// Battles are fought in map order from now on.
    BattlesInOrder,
    /// A battle begins; the units without supply in it (21.3).
    BattleBegan { space: SpaceId, attacker: Side, landing: bool, unsupplied: Units },
    /// Tactical superiority: by dice of ours and of the enemy, or without.
    Superiority { side: Side, rolls: Option<Box<[Roll; 2]>>, tie: bool },
    /// A round begins.
    RoundBegan(u8),
    /// The battle goes on with this step.
    Fought(Step),
    /// A unit fires.
    Fired(Box<Shot>),
    /// A unit panics.
    Panicked(UnitId),
    /// These units break the battle off, or none.
    BrokeOff { side: Side, units: Units },
    /// A side has lost the battle.
    Lost(Side),
    /// A unit retreats.
    Retreated { unit: UnitId, to: SpaceId },
    /// A battle has ended.
    BattleEnded { space: SpaceId, winner: Side },
    /// The die for the chief's return; nobody returns after the last turn (29.5).
    ReturnRolled { roll: Roll, turn: Option<u8> },
    /// A unit is lost, and goes there.
    Died { unit: UnitId, from: SpaceId, to: Place, cause: Cause },
    /// A unit without supply is tried.
    Attrition { unit: UnitId, roll: Roll, dies: bool },
    /// A unit is on top of its stack.
    Topped { unit: UnitId, at: SpaceId },
    /// The enemy's stacks are as they shall be.
    StacksDone,
    /// A standing order.
    Stands { side: Side, what: BreakOff },
    /// Who plays a side.
    Seated { side: Side, player: Option<Player> },
    /// It is over.
    Ended(Outcome),
}

/// Why a unit is placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    /// The set-up.
    SetUp,
    /// A recruit.
    Recruit,
    /// A recruit lands on an enemy (29.13).
    Landing,
    /// The chief returns (29.5).
    Return,
}

/// Why a turn is skipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Skip {
    /// A hold card is put aside (29.1).
    Held,
    /// The card's criteria are not met (29.1).
    Criteria,
    /// There is no card.
    NoCard,
}

/// What a unit is lost by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Fire.
    Fire,
    /// Panic that eliminates (29.7).
    Panic,
    /// No space to retreat to (K30), or a garrison forced to (29.3).
    Retreat,
    /// A landing that failed (29.13).
    Landing,
    /// It went over (K37).
    Defection,
    /// Attrition (21.4).
    Attrition,
}

/// A unit's fire.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shot {
    /// Who fires.
    pub unit: UnitId,
    /// Its fire value, from its strength and what is added.
    pub value: u8,
    /// What is added to its strength.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub modifiers: SmallVec<[Modifier; 2]>,
    /// The die.
    pub roll: Roll,
    /// What is hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit: Option<Hit>,
}

/// What a hit does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hit {
    /// Whom it strikes.
    pub unit: UnitId,
    /// The lot, where there was more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lot: Option<Roll>,
    /// The die of an elite unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elite: Option<Roll>,
    /// What comes of it.
    pub effect: Effect,
}

/// What comes of a hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Nothing: it is elite.
    Stands,
    /// Nothing: panic is ignored there.
    Ignored,
    /// It panics.
    Panics,
    /// It dies.
    Dies,
    /// It dies of panic (29.7).
    Breaks,
}
