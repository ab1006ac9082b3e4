//! Chances of a battle before its dice are thrown, exact, with every modifier: of a shot, a charge, a combat, a recovery.

use super::position::Position;
use super::roll::Roll;
use super::rules::charging::{self, Charge, Outcome};
use super::rules::combat::{self, Ending, Fighter};
use super::rules::firing::Shot;
use super::rules::recovery::{self, Recovery};
use crate::dice::DiceSpec;
use crate::odds::Spread;
use crate::odds::fraction::Fraction;
use crate::odds::spread::sums;

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

/// How likely each difference of two rolls of one die is: the first less the second, with their modifiers.
#[must_use]
pub fn difference(one: &Roll, other: &Roll) -> Spread<i16> {
    let die = |roll: &Roll| sums(DiceSpec { count: 1, sides: roll.sides });
    let modifiers = one.modifier() - other.modifier();
    let second = die(other);
    die(one).then(|face| second.map(|less| face.cast_signed() - less.cast_signed() + modifiers))
}

/// How likely each outcome of a charge is; `None` if one of the two is nothing that fights.
#[must_use]
pub fn charge(position: &Position, charge: &Charge) -> Option<Spread<Outcome>> {
    let [charging, charged] = charging::rolls(position, charge)?;
    let outcomes = difference(&charging, &charged);
    outcomes.iter().map(|(by, chance)| Some((charging::outcome(position, charge.target, *by)?, chance))).collect()
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
