//! Chances of a battle before its dice are thrown, exact, with every modifier: of a shot, a charge, a combat, a recovery.

pub mod exposure;

use smallvec::SmallVec;

use super::cards::Cards;
use super::position::Position;
use super::roll::Roll;
use super::rules::charging::{self, Charge, Outcome};
use super::rules::combat::{self, Ending, Fighter};
use super::rules::firing::Shot;
use super::rules::recovery::{self, Recovery};
use super::state::State;
use super::unit::UnitId;
use crate::odds::Spread;
use crate::odds::fraction::Fraction;

/// Playing cards by what they do when they are turned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Colours {
    /// Hearts, diamonds and the joker: they stop nothing.
    pub red: u8,
    /// Spades and clubs from ace to ten: they stop a hit for cover.
    pub black: u8,
    /// The Kings, Queens and Jacks of these: so do they, and turned for a Leader they strike them instead.
    pub court: u8,
}

impl Colours {
    const fn all(self) -> u8 {
        self.red + self.black + self.court
    }

    fn of(cards: Cards) -> Self {
        cards.iter().fold(Self::default(), |counted, card| match (card.is_black(), card.is_court()) {
            (false, _) => Self { red: counted.red + 1, ..counted },
            (true, false) => Self { black: counted.black + 1, ..counted },
            (true, true) => Self { court: counted.court + 1, ..counted },
        })
    }
}

/// The playing cards that a hit may turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardsLeft {
    /// Those that are turned from.
    pub left: Colours,
    /// Those turned this turn, from which it goes on when none is left (T44).
    pub turned: Colours,
}

impl CardsLeft {
    /// A whole pack, or one of which nothing is known.
    pub const WHOLE: Self = Self { left: Colours { red: 26, black: 20, court: 6 }, turned: Colours { red: 0, black: 0, court: 0 } };

    /// Those of a battle as it stands.
    #[must_use]
    pub fn of(state: &State) -> Self {
        Self { left: Colours::of(state.undealt), turned: Colours::of(state.turned) }
    }

    /// What the next card may be: each kind with its chance and the cards that are left after it. Nothing if there are no cards.
    fn turns(self) -> impl Iterator<Item = (Colours, Fraction, Self)> {
        let shuffled = Self { left: self.turned, turned: Colours::default() };
        let from = if self.left.all() == 0 { shuffled } else { self };
        let kinds = [
            Colours { red: 1, ..Colours::default() },
            Colours { black: 1, ..Colours::default() },
            Colours { court: 1, ..Colours::default() },
        ];
        kinds.into_iter().filter_map(move |kind| {
            let Colours { red, black, court } = from.left;
            let ways = red * kind.red + black * kind.black + court * kind.court;
            let left = Colours { red: red - kind.red.min(red), black: black - kind.black.min(black), court: court - kind.court.min(court) };
            let turned =
                Colours { red: from.turned.red + kind.red, black: from.turned.black + kind.black, court: from.turned.court + kind.court };
            (ways > 0).then(|| (kind, Fraction::new(ways.into(), from.left.all().into()), Self { left, turned }))
        })
    }
}

/// The Leaders with whoever is fired at, who may take a hit for them (T19).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeadersThere {
    /// How many.
    pub count: usize,
    /// Whether any black card takes the hit, as it may be set, not a court card alone.
    pub any_wound: bool,
}

impl LeadersThere {
    /// Those with a unit.
    #[must_use]
    pub fn with(state: &State, unit: UnitId) -> Self {
        Self { count: state.leaders_with(unit).count(), any_wound: state.options().any_wound_takes_the_hit }
    }
}

/// The chances of a shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShotChances {
    /// That the die hits.
    pub hit: Fraction,
    /// That it hits and cover stops the hit.
    pub stopped: Fraction,
    /// That it hits and a Leader takes the hit.
    pub taken: Fraction,
    /// That it hits and takes its effect.
    pub tells: Fraction,
}

/// The chances of a shot, by the cards that may be turned for cover and for Leaders.
#[must_use]
pub fn shot(shot: &Shot, cards: CardsLeft, leaders: LeadersThere) -> ShotChances {
    let hit = Fraction::new(shot.at_most.min(shot.dice.sides).into(), shot.dice.sides.into());
    let [stopped, taken] = saved(cards, shot.in_cover, leaders);
    ShotChances { hit, stopped: hit * stopped, taken: hit * taken, tells: hit * (stopped + taken).rest() }
}

/// How likely a hit is stopped by cover, and how likely a Leader takes it: a card is turned for the cover, and if it does not stop the hit one
/// for each Leader.
fn saved(cards: CardsLeft, in_cover: bool, leaders: LeadersThere) -> [Fraction; 2] {
    if !in_cover && leaders.count == 0 {
        return [Fraction::ZERO; 2];
    }
    let fewer = LeadersThere { count: if in_cover { leaders.count } else { leaders.count - 1 }, ..leaders };
    let mut saves = [Fraction::ZERO; 2];
    for (kind, chance, after) in cards.turns() {
        let black = kind.red == 0;
        let [stopped, taken] = match (in_cover, black) {
            (true, true) => [Fraction::ONE, Fraction::ZERO],
            (false, true) if kind.court > 0 || leaders.any_wound => [Fraction::ZERO, Fraction::ONE],
            _ => saved(after, false, fewer),
        };
        saves = [saves[0] + chance * stopped, saves[1] + chance * taken];
    }
    saves
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
