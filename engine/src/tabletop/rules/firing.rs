//! *Firing*.
//!
//! A unit fires at an enemy unit within the range of its weapon, counted orthogonally, within its arc and in direct line-of-sight. It hits if
//! its die is no higher than the figures able to fire, a deployed battery's gunners counted twice. A target in cover gives it a card (T20).
//!
//! Nobody fires into or out of hand-to-hand combat (T18), at a Leader who is alone (T43), or at an ambush; of several in a square the firer
//! names the unit (T35). A Square fires one figure in any of its four arcs (T36). Boats are hit by any weapon and have no cover (T45); a
//! gunboat's crews are two for each of its weapons, counted twice (T23), and it does not fire while it carries a unit.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::dice::{Dice, DiceSpec};
use crate::tabletop::formation::{Figures, Formation};
use crate::tabletop::pack::{Arm, Armament};
use crate::tabletop::position::Position;
use crate::tabletop::roll::{Purpose, Roll};
use crate::tabletop::square::{Arc, Facing, Square};
use crate::tabletop::unit::{Place, UnitId};

/// A shot that a unit may fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// Who fires.
    pub firer: UnitId,
    /// With which of its weapons, by its place in the list.
    pub weapon: u8,
    /// At whom.
    pub target: UnitId,
    /// The die.
    pub dice: DiceSpec,
    /// What it must not exceed.
    pub at_most: u8,
    /// Whether the target has cover, so that a hit turns a card (T20).
    pub in_cover: bool,
}

/// Why a unit may not fire so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum WhyNot {
    /// It has no such weapon.
    #[error("it has no such weapon: name one that it has")]
    NoWeapon,
    /// It is not on the board.
    #[error("it is not on the board: name a unit that is")]
    NotOnTheBoard,
    /// It is a boat that carries a unit.
    #[error("a boat that carries a unit does not fire: land the unit first")]
    CarriesAUnit,
    /// It fights hand to hand.
    #[error("it is in hand-to-hand combat, and does not fire out of it: choose another unit")]
    InCombat,
    /// Nobody of it can fire in its formation.
    #[error("nobody can fire in its formation: change that first")]
    NobodyFires,
    /// The target is nothing to fire at: a friend, not there, or a Leader.
    #[error("that is no enemy unit to fire at: choose one on the board; a Leader is never fired at")]
    NoTarget,
    /// The target fights hand to hand.
    #[error("the target is in hand-to-hand combat, and nobody fires into it: choose another")]
    TargetInCombat,
    /// The target is too far.
    #[error("the target is {range} squares away, and the weapon reaches {reach}: choose a nearer one")]
    TooFar {
        /// How far it is.
        range: u8,
        /// How far the weapon reaches.
        reach: u8,
    },
    /// The target is not within the arc of fire.
    #[error("the target is not within the arc of fire: turn first, or choose another")]
    OutOfArc,
    /// The line to the target is blocked.
    #[error("something blocks the line to the target: move first, or choose another")]
    OutOfSight,
}

/// A shot fired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fired {
    /// The roll.
    pub roll: Roll,
    /// What it must not exceed.
    pub at_most: u8,
}

impl Fired {
    /// Whether it hits.
    #[must_use]
    pub fn hits(&self) -> bool {
        self.roll.total() <= i16::from(self.at_most)
    }
}

/// What a hit does to its target, unless cover stops it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// It becomes disorganised.
    Disorganises,
    /// It is disorganised already and loses a figure.
    TakesAFigure,
    /// A boat loses a flotation point.
    TakesAFlotationPoint,
}

/// What a unit's weapon must not exceed, and its arc; `None` if nobody of it can fire.
fn fire_of(position: &Position, firer: UnitId, armament: &Armament) -> Option<(u8, Arc)> {
    let of = position.unit(firer);
    let (figures, arc) = match (armament.crew, of.formation) {
        (Some(crew), _) => (Figures::Double.of(crew), armament.arc),
        (None, Some(Formation::Square)) => (position.pack.formation(Formation::Square).fires.of(of.figures), Arc::Round),
        (None, Some(formation)) => (position.pack.formation(formation).fires.of(of.figures), armament.arc),
        (None, None) => return None,
    };
    (figures > 0).then_some((figures, arc))
}

fn carries_a_unit(position: &Position, boat: UnitId) -> bool {
    position.all().any(|other| position.unit(other).place == Place::Aboard(boat) && position.troop(other).arm != Arm::Leader)
}

/// Whether a unit has a direct line-of-sight from its own square to another; an ambush that it does not see hides nobody (T08, N06).
#[must_use]
pub fn sees(position: &Position, unit: UnitId, to: Square) -> bool {
    let of = position.unit(unit);
    let hides = |other: &UnitId| {
        position.troop(*other).arm != Arm::Leader && (position.unit(*other).side == of.side || !position.unit(*other).hidden)
    };
    let units = |square: Square| position.options.units_hide && position.on(square).any(|other| hides(&other));
    position.board.sees(of.square, to, units)
}

/// A weapon of a unit made ready: the shot without its target.
struct Ready {
    shot: Shot,
    arc: Arc,
    reach: u8,
}

fn ready(position: &Position, firer: UnitId, weapon: u8) -> Result<Ready, WhyNot> {
    let of = position.unit(firer);
    let armament = position.troop(firer).fire.get(usize::from(weapon)).ok_or(WhyNot::NoWeapon)?;
    if !of.is_on_board() {
        return Err(WhyNot::NotOnTheBoard);
    }
    if position.troop(firer).arm.is_boat() && carries_a_unit(position, firer) {
        return Err(WhyNot::CarriesAUnit);
    }
    if position.is_locked(firer) {
        return Err(WhyNot::InCombat);
    }
    let (at_most, arc) = fire_of(position, firer, armament).ok_or(WhyNot::NobodyFires)?;
    let reach = position.pack.tables.ranges.get(armament.weapon.of(of.side)).copied().unwrap_or(0);
    let shot = Shot { firer, weapon, target: firer, dice: *armament.dice.of(of.side), at_most, in_cover: false };
    Ok(Ready { shot, arc, reach })
}

fn aimed(position: &Position, ready: &Ready, target: UnitId) -> Result<Shot, WhyNot> {
    let Some(at) = position.units.get(target.index()) else { return Err(WhyNot::NoTarget) };
    let (of, arm) = (position.unit(ready.shot.firer), position.pack.troop(at.troop).arm);
    if at.side == of.side || !at.is_on_board() || at.hidden || arm == Arm::Leader {
        return Err(WhyNot::NoTarget);
    }
    let range = of.square.range_to(at.square);
    if range > ready.reach {
        return Err(WhyNot::TooFar { range, reach: ready.reach });
    }
    if position.is_locked(target) {
        return Err(WhyNot::TargetInCombat);
    }
    if !of.facing.bears(ready.arc, of.square.way_to(at.square)) {
        return Err(WhyNot::OutOfArc);
    }
    if !sees(position, ready.shot.firer, at.square) {
        return Err(WhyNot::OutOfSight);
    }
    let in_cover = !arm.is_boat() && position.board.covers(at.square, of.square);
    Ok(Shot { target, in_cover, ..ready.shot })
}

/// A shot of a unit with one of its weapons at a target.
///
/// # Errors
///
/// Why it may not fire so.
pub fn shot(position: &Position, firer: UnitId, weapon: u8, target: UnitId) -> Result<Shot, WhyNot> {
    aimed(position, &ready(position, firer, weapon)?, target)
}

/// Every shot that a unit may fire with one of its weapons, by its target.
#[must_use]
pub fn targets(position: &Position, firer: UnitId, weapon: u8) -> SmallVec<[Shot; 8]> {
    let Ok(ready) = ready(position, firer, weapon) else { return SmallVec::new() };
    position.all().filter_map(|target| aimed(position, &ready, target).ok()).collect()
}

/// How often a unit may fire a weapon in a turn, without a card: once; artillery twice, where it is so set (T11).
#[must_use]
pub fn shots_a_turn(position: &Position, firer: UnitId) -> u8 {
    let twice = position.options.artillery_fires_twice && position.troop(firer).arm == Arm::Artillery;
    if twice { 2 } else { 1 }
}

/// In which of its four directions a Square fires at another square: one, or two if that lies on the edge between them (T36).
#[must_use]
pub fn directions(facing: Facing, from: Square, to: Square) -> SmallVec<[Facing; 2]> {
    let four = [0, 2, 4, 6].map(|eighths| facing.turned(eighths));
    four.into_iter().filter(|direction| direction.bears(Arc::Front, from.way_to(to))).take(2).collect()
}

/// In how many directions a Square may fire in a turn: one shot in all, or one in each where it is so set (T36).
#[must_use]
pub fn directions_a_turn(position: &Position) -> u8 {
    if position.options.square_fires_each_way { 4 } else { 1 }
}

/// Fires it: the die is thrown.
#[must_use]
pub fn fire(shot: &Shot, dice: &mut Dice) -> Fired {
    Fired { roll: dice.throw(Roll::new(Purpose::Fire(shot.firer), shot.dice), 1), at_most: shot.at_most }
}

/// What a hit does to a unit as it is now.
#[must_use]
pub fn effect(position: &Position, target: UnitId) -> Effect {
    match position.unit(target) {
        _ if position.troop(target).arm.is_boat() => Effect::TakesAFlotationPoint,
        unit if unit.disorganised => Effect::TakesAFigure,
        _ => Effect::Disorganises,
    }
}

#[cfg(test)]
mod tests;
