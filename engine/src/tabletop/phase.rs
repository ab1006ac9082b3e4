//! How far a battle has come: the step of the turn, whom it waits for and for what.

use serde::{Deserialize, Serialize};

use super::heroic::Heroic;
use super::options::Options;
use super::side::Side;
use super::square::Square;
use super::unit::UnitId;
use super::unit_set::UnitSet;

/// Where a battle stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing has been set up.
    Unset,
    /// A side is being set up.
    Deploying(Side),
    /// A turn is played, and nobody has been asked anything yet.
    Playing,
    /// A side is asked something.
    Asking(Question),
    /// A unit, or a brigade in square, has been activated.
    Acting(Active),
    /// It is over.
    Over(Outcome),
}

/// What a side is asked in the midst of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Whether it plays a card in the combat in a square (T13, N02).
    CombatCard {
        /// Where.
        square: Square,
        /// Who is asked.
        side: Side,
    },
    /// Which of several enemies equally near an impetuous unit goes for (T09).
    GoFor(UnitId),
    /// Who of those whom a Leader coordinates is next.
    Next(UnitId),
    /// Whether, and where to, a unit pursues (T15).
    Pursuit {
        /// The unit.
        unit: UnitId,
        /// Whom it has forced back.
        pursued: UnitId,
    },
    /// Whether it plays a card for a unit that did not recover (T49).
    Recovery(UnitId),
}

/// A step of the turn sequence in which something happens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// 1 to 3: cards are dealt.
    #[default]
    Deal,
    /// 4: hand-to-hand combats are fought.
    Combats,
    /// 5 and 6: impetuous cavalry and camelry.
    Impetuous,
    /// 7 and 8: units are activated.
    Activation,
    /// 9: disorganised units may recover.
    Recovery,
    /// 10 and 11: the break off limit; the turn's end.
    End,
}

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A unit, a boat, or a Leader alone.
    Unit(UnitId),
    /// A brigade in square, as one.
    Brigade(Side),
}

/// An activation, with what is left of its points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Active {
    /// Who.
    pub actor: Actor,
    /// What the action die gave, less what is always taken from it; never below 0 (T53).
    pub points: i8,
    /// What its formation gains or loses (T10); to a boat, what the stream does (T46).
    pub gain: i8,
    /// What a card has added for movement.
    pub faster: i8,
    /// Points spent on movement.
    pub spent: i8,
    /// Shots paid for.
    pub shots: u8,
    /// Shots that a card gives and that were not fired yet.
    pub free_shots: u8,
    /// A boat's weapons that have fired, and the directions in which a Square has, as bits.
    pub fired: u8,
    /// Units of a brigade that have fired.
    pub volleys: UnitSet,
    /// Whether it has moved, or turned.
    pub moved: bool,
    /// Whether it has entered the square where it stands: it goes on from there through a friend (T50), a boat with its stream judged (T46).
    pub entered: bool,
    /// The kinds of cards played for it this turn, as bits (T49).
    pub played: u8,
}

impl Active {
    /// A new activation.
    #[must_use]
    pub const fn new(actor: Actor, points: i8, gain: i8) -> Self {
        Self {
            actor,
            points,
            gain,
            faster: 0,
            spent: 0,
            shots: 0,
            free_shots: 0,
            fired: 0,
            volleys: UnitSet::NONE,
            moved: false,
            entered: false,
            played: 0,
        }
    }

    /// Points left for movement: a formation's gain or loss counts while the unit has not fired, or always (T10); never below 0 (T53).
    #[must_use]
    pub fn to_move(&self, options: &Options, shot: u8) -> u8 {
        let gain = if self.shots == 0 || options.points_every_turn { self.gain } else { 0 };
        let fire = self.shots.saturating_mul(shot).cast_signed();
        (self.points + self.faster + gain - fire - self.spent).max(0).cast_unsigned()
    }

    /// Points left to pay for shots: without what is given for movement alone.
    #[must_use]
    pub fn to_fire(&self, options: &Options, shot: u8) -> u8 {
        let gain = if options.points_every_turn { self.gain } else { 0 };
        let fire = self.shots.saturating_mul(shot).cast_signed();
        (self.points + gain - fire - (self.spent - self.faster).max(0)).max(0).cast_unsigned()
    }

    /// Whether a card of this kind has been played for it this turn.
    #[must_use]
    pub const fn has_played(&self, card: Heroic) -> bool {
        self.played >> card as u8 & 1 == 1
    }
}

/// How a battle has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Who has won; nobody, if it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Why.
    pub by: EndedBy,
}

/// Why a battle has ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// The other side had to break off.
    BreakOff,
    /// Both had to in the same turn.
    BothBrokeOff,
    /// The last turn is over, and the aim decides.
    Aim,
    /// The last turn is over, and nothing decides.
    Turns,
    /// The other side has given it up.
    Conceded,
}
