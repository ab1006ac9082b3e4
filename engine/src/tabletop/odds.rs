//! Chances of a battle before its dice are thrown, exact, with every modifier: of a shot, a charge, a combat, a recovery.

pub mod exposure;

use smallvec::SmallVec;

use super::position::Position;
use super::roll::Roll;
use super::rules::charging::{self, Charge, Outcome};
use super::rules::combat::{self, Ending, Fighter};
use super::rules::firing::Shot;
use super::rules::recovery::{self, Recovery};
use crate::odds::Spread;
use crate::odds::fraction::Fraction;

/// The playing cards that have not been turned, by colour: red cover does nothing, black cover stops the hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardsLeft {
    /// Hearts and diamonds.
    pub red: u8,
    /// Spades and clubs.
    pub black: u8,
}

impl CardsLeft {
    /// A whole pack, or one of which nothing is known.
    pub const WHOLE: Self = Self { red: 26, black: 26 };
}

/// The chances of a shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShotChances {
    /// That the die hits.
    pub hit: Fraction,
    /// That it hits and cover stops the hit.
    pub stopped: Fraction,
    /// That it hits and takes its effect, if no Leader takes it.
    pub tells: Fraction,
}

/// The chances of a shot, by the cards left for the cover; where none is left a whole pack is shuffled.
#[must_use]
pub fn shot(shot: &Shot, cards: CardsLeft) -> ShotChances {
    let hit = Fraction::new(shot.at_most.min(shot.dice.sides).into(), shot.dice.sides.into());
    let cards = if cards.red == 0 && cards.black == 0 { CardsLeft::WHOLE } else { cards };
    let all = u128::from(cards.red) + u128::from(cards.black);
    let black = if shot.in_cover { Fraction::new(cards.black.into(), all) } else { Fraction::ZERO };
    ShotChances { hit, stopped: hit * black, tells: hit * black.rest() }
}

/// Each difference that two rolls of one die can have, the first less the second, with their modifiers: in how many ways, of how many.
fn differences(one: &Roll, other: &Roll) -> (impl Iterator<Item = (i16, u128)>, u128) {
    let (first, second) = (i16::from(one.sides), i16::from(other.sides));
    let modifiers = one.modifier() - other.modifier();
    // The first die shows `by` more than the second where both faces are on their dice.
    let ways = move |by: i16| (first.min(second + by) - by.max(0)).max(0).cast_unsigned();
    let all = u128::from(one.sides) * u128::from(other.sides);
    ((1 - second..first).map(move |by| (by + modifiers, u128::from(ways(by)))), all)
}

/// How likely each difference of two rolls of one die is: the first less the second, with their modifiers.
#[must_use]
pub fn difference(one: &Roll, other: &Roll) -> Spread<i16> {
    let (differences, all) = differences(one, other);
    differences.map(|(by, ways)| (by, Fraction::new(ways, all))).collect()
}

/// How likely each outcome of a charge is; `None` if one of the two is nothing that fights.
#[must_use]
pub fn charge(position: &Position, charge: &Charge) -> Option<Spread<Outcome>> {
    let [charging, charged] = charging::rolls(position, charge)?;
    let (differences, all) = differences(&charging, &charged);
    let mut together: SmallVec<[(Outcome, u128); 8]> = SmallVec::new();
    for (by, ways) in differences {
        let outcome = charging::outcome(position, charge.target, by)?;
        match together.last_mut() {
            Some((last, sum)) if *last == outcome => *sum += ways,
            _ => together.push((outcome, ways)),
        }
    }
    Some(together.into_iter().map(|(outcome, ways)| (outcome, Fraction::new(ways, all))).collect())
}

/// How likely each ending of a combat is; `None` if one of the two is nothing that fights.
#[must_use]
pub fn combat(position: &Position, fighters: [Fighter; 2]) -> Option<Spread<Ending>> {
    let [one, other] = fighters;
    let by = difference(&combat::roll(position, one)?, &combat::roll(position, other)?);
    Some(by.map(|by| combat::ending(fighters, *by)))
}

/// The chance of a recovery.
#[must_use]
pub fn recovery(recovery: &Recovery) -> Fraction {
    let (good, sides) = recovery::chances(recovery);
    Fraction::new(good.into(), sides.into())
}

#[cfg(test)]
mod tests;
