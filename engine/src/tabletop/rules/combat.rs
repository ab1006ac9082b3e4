//! *Hand-to-hand combat*.
//!
//! Two opposing units in one square throw a die each and add 1 for every figure able to fight, 1 for every friend in an adjacent rear
//! square, and take off 2 if disorganised; a card played for a unit counts too (T13). The difference says what befalls the loser; a tie
//! goes on. A unit struck in flank or rear fights with the figures that its formation leaves it there.

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, DiceSpec};
use crate::tabletop::options::MoreFigures;
use crate::tabletop::pack::{HandToHand, Toll};
use crate::tabletop::position::Position;
use crate::tabletop::roll::{Purpose, Reason, Roll};
use crate::tabletop::square::Aspect;
use crate::tabletop::unit::UnitId;

/// A unit in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fighter {
    /// The unit.
    pub unit: UnitId,
    /// Where the enemy strikes it; a unit that charged fights to its front.
    pub struck: Aspect,
    /// What cards add to its score.
    pub cards: i8,
}

/// How a combat ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Nobody has won; it goes on next turn.
    GoesOn,
    /// A unit has lost, by so much.
    Lost {
        /// The loser.
        loser: UnitId,
        /// The difference of the scores.
        by: i16,
    },
}

/// A combat fought: both rolls and how it ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Combat {
    /// Each side's roll.
    pub rolls: [Roll; 2],
    /// How it ends.
    pub ending: Ending,
}

/// How many figures of a unit fight when struck there, with those beside it (T03).
#[must_use]
pub fn figures(position: &Position, unit: UnitId, struck: Aspect) -> u8 {
    figures_with(position, unit, struck, position.figures_beside(unit))
}

/// How many figures of a unit fight when struck there, with so many beside it (T03).
#[must_use]
pub fn figures_with(position: &Position, unit: UnitId, struck: Aspect, beside: u8) -> u8 {
    let of = position.unit(unit);
    let Some(formation) = of.formation else { return 0 };
    let limit = position.pack.formation(formation).fights(struck);
    match position.options.more_figures {
        MoreFigures::WithinTheLimit => limit.of(of.figures.saturating_add(beside)),
        MoreFigures::Never => limit.of(of.figures),
        MoreFigures::Always if limit.of(u8::MAX) == 0 => 0,
        MoreFigures::Always => limit.of(of.figures).saturating_add(beside),
    }
}

/// Whether a unit counts as disorganised in contact: by its marker, or because it always does.
#[must_use]
pub fn is_disorganised(position: &Position, unit: UnitId) -> bool {
    position.unit(unit).disorganised || position.troop(unit).shaky
}

/// The die that a unit throws in contact (T02); none for boats and Leaders, who are in no combat.
#[must_use]
pub fn die(position: &Position, unit: UnitId) -> Option<DiceSpec> {
    let troop = position.troop(unit);
    let contact = troop.contact.as_ref()?;
    let greater = troop.greater_contact.as_ref().filter(|_| position.options.horse_throws_its_greater_die);
    Some(*greater.unwrap_or(contact).of(position.unit(unit).side))
}

/// A unit's roll with its modifiers, not thrown yet.
#[must_use]
pub fn roll(position: &Position, fighter: Fighter) -> Option<Roll> {
    let modifiers = position.pack.tables.hand_to_hand.modifiers;
    let (figures, friends) = (figures(position, fighter.unit, fighter.struck), position.friends_behind(fighter.unit));
    let mut roll = Roll::new(Purpose::HandToHand(fighter.unit), die(position, fighter.unit)?)
        .with(Reason::Figures(figures), times(figures, modifiers.figure))
        .with(Reason::FriendsBehind(friends), times(friends, modifiers.friend_behind))
        .with(Reason::HeroicCard, fighter.cards);
    if is_disorganised(position, fighter.unit) {
        roll = roll.with(Reason::Disorganised, modifiers.disorganised);
    }
    Some(roll)
}

/// Fights it: both throw, in the order given. `None` if one of them is nothing that fights.
#[must_use]
pub fn fight(position: &Position, fighters: [Fighter; 2], dice: &mut Dice) -> Option<Combat> {
    let [one, other] = fighters;
    let (first, second) = (roll(position, one)?, roll(position, other)?);
    let rolls = [dice.throw(first, 1), dice.throw(second, 1)];
    let ending = ending(fighters, rolls[0].total() - rolls[1].total());
    Some(Combat { rolls, ending })
}

/// How a combat ends by what the first score is higher.
#[must_use]
pub fn ending(fighters: [Fighter; 2], difference: i16) -> Ending {
    match difference {
        0 => Ending::GoesOn,
        1.. => Ending::Lost { loser: fighters[1].unit, by: difference },
        _ => Ending::Lost { loser: fighters[0].unit, by: -difference },
    }
}

/// What befalls a loser by this difference: a figure more from 3 on if it was disorganised already.
#[must_use]
pub fn toll(table: &HandToHand, by: i16, was_disorganised: bool) -> Toll {
    let mut toll = table.loser(by).unwrap_or_default();
    if was_disorganised && by >= table.further_figure_from {
        toll.figures += 1;
    }
    toll
}

fn times(count: u8, each: i8) -> i8 {
    (i16::from(count) * i16::from(each)).clamp(i16::from(i8::MIN), i16::from(i8::MAX)) as i8
}

#[cfg(test)]
mod tests;
