//! What a move exposes a unit to: the fire and the charges of the enemy as they stand and face now, if the unit ends in a square, facing so.
//!
//! Whoever moves is seen from then on (N06). Of the enemy those in ambush are not seen, those who are disorganised do not act, and who has
//! no shot left does not fire.

use smallvec::SmallVec;

use super::{CardsLeft, LeadersThere, shot};
use crate::odds::fraction::Fraction;
use crate::odds::spread::at_least;
use crate::tabletop::position::Position;
use crate::tabletop::rules::charging::{can_charge, charges_at};
use crate::tabletop::rules::firing::{Shot, targets};
use crate::tabletop::square::{Aspect, Facing, Square};
use crate::tabletop::unit::UnitId;

/// An enemy who could charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charger {
    /// Who.
    pub unit: UnitId,
    /// The points that they need.
    pub points: u8,
    /// The chance that their action die gives so many, with their formation's.
    pub chance: Fraction,
    /// The side that they would strike; of several the first.
    pub struck: Aspect,
}

/// What a unit is exposed to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exposure {
    /// The shots that may be fired at it.
    pub shots: SmallVec<[Shot; 8]>,
    /// The chance that one of them tells, at least, if all are fired, nothing is known of the cards, and no Leader takes a hit.
    pub hit: Fraction,
    /// Who could charge it, by unit.
    pub chargers: SmallVec<[Charger; 8]>,
}

/// What a unit would be exposed to in a square, facing so.
#[must_use]
pub fn exposure(position: &Position, unit: UnitId, square: Square, facing: Facing) -> Exposure {
    let mut there = position.clone();
    if let Some(of) = there.units.get_mut(unit.index()) {
        (of.square, of.facing, of.place) = (square, facing, crate::tabletop::unit::Place::Board);
        of.hidden = false;
    }
    let mut exposure = Exposure { shots: SmallVec::new(), hit: Fraction::ZERO, chargers: SmallVec::new() };
    let mut spared = Fraction::ONE;
    for enemy in there.of(there.unit(unit).side.other()).filter(|enemy| acts(&there, *enemy)) {
        let weapons = if there.unit(enemy).shots == Some(0) { 0 } else { there.troop(enemy).fire.len() as u8 };
        for weapon in 0..weapons {
            let found = targets(&there, enemy, weapon).into_iter().find(|shot| shot.target == unit);
            if let Some(found) = found {
                spared = spared * shot(&found, CardsLeft::WHOLE, LeadersThere::default()).tells.rest();
                exposure.shots.push(found);
            }
        }
        if can_charge(&there, enemy) {
            exposure.chargers.extend(charger(&there, enemy, unit));
        }
    }
    exposure.hit = spared.rest();
    exposure
}

fn acts(position: &Position, enemy: UnitId) -> bool {
    let of = position.unit(enemy);
    !of.disorganised && !of.hidden
}

fn charger(position: &Position, enemy: UnitId, unit: UnitId) -> Option<Charger> {
    let (of, troop) = (position.unit(enemy), position.troop(enemy));
    let die = troop.action.of(of.side).sides;
    let gain = of.formation.map_or(0, |formation| position.pack.formation(formation).points);
    let added = i16::from(gain) - i16::from(troop.action_less);
    let most = (i16::from(die) + added).clamp(0, i16::from(u8::MAX)) as u8;
    let charge = charges_at(position, enemy, unit, most).into_iter().next()?;
    let face = (i16::from(charge.way.points) - added).clamp(1, i16::from(u8::MAX)) as u8;
    Some(Charger { unit: enemy, points: charge.way.points, chance: at_least(face, die), struck: charge.struck })
}

#[cfg(test)]
mod tests;
