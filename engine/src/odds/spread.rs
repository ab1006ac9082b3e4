//! How likely each outcome is: every one that can come about, with its exact chance.

use std::collections::BTreeMap;

use super::fraction::Fraction;
use crate::dice::DiceSpec;
use crate::dice::Roll;
use crate::pack::Table;

/// Outcomes in ascending order, each once, with their chances, which come to one together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread<T> {
    outcomes: Vec<(T, Fraction)>,
}

impl<T: Ord> FromIterator<(T, Fraction)> for Spread<T> {
    /// Equal outcomes are put together, impossible ones left out.
    fn from_iter<I: IntoIterator<Item = (T, Fraction)>>(outcomes: I) -> Self {
        let mut together: BTreeMap<T, Fraction> = BTreeMap::new();
        for (outcome, chance) in outcomes {
            if !chance.is_zero() {
                let so_far = together.entry(outcome).or_insert(Fraction::ZERO);
                *so_far = *so_far + chance;
            }
        }
        Self { outcomes: together.into_iter().collect() }
    }
}

impl<T: Ord + Clone> Spread<T> {
    /// One outcome, certain.
    #[must_use]
    pub fn certain(outcome: T) -> Self {
        Self { outcomes: vec![(outcome, Fraction::ONE)] }
    }

    /// The outcomes with their chances, in ascending order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&T, Fraction)> {
        self.outcomes.iter().map(|(outcome, chance)| (outcome, *chance))
    }

    /// The chance of the outcomes that `wanted` says.
    #[must_use]
    pub fn chance(&self, wanted: impl Fn(&T) -> bool) -> Fraction {
        self.iter().filter(|(outcome, _)| wanted(outcome)).map(|(_, chance)| chance).sum()
    }

    /// The least and the greatest outcome that can come about.
    #[must_use]
    pub fn range(&self) -> Option<(&T, &T)> {
        Some((&self.outcomes.first()?.0, &self.outcomes.last()?.0))
    }

    /// What each outcome comes to.
    #[must_use]
    pub fn map<U: Ord>(&self, to: impl Fn(&T) -> U) -> Spread<U> {
        self.iter().map(|(outcome, chance)| (to(outcome), chance)).collect()
    }

    /// What each outcome leads to, where that has chances of its own.
    #[must_use]
    pub fn then<U: Ord + Clone>(&self, to: impl Fn(&T) -> Spread<U>) -> Spread<U> {
        self.iter().flat_map(|(outcome, chance)| to(outcome).outcomes.into_iter().map(move |(next, also)| (next, chance * also))).collect()
    }
}

impl Spread<u16> {
    /// The mean.
    #[must_use]
    pub fn mean(&self) -> Fraction {
        self.iter().map(|(outcome, chance)| chance * Fraction::whole(u128::from(*outcome))).sum()
    }

    /// Both counted together, where neither bears on the other.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.then(|outcome| other.map(|more| outcome.saturating_add(*more)))
    }

    /// Of so many tries with the same chance: how many come about.
    #[must_use]
    pub fn successes(tries: u8, chance: Fraction) -> Self {
        let once: Self = [(0, chance.rest()), (1, chance)].into_iter().collect();
        (0..tries).fold(Self::certain(0), |sum, _| sum.plus(&once))
    }
}

/// What dice come to together.
#[must_use]
pub fn sums(dice: DiceSpec) -> Spread<u16> {
    // Ways are counted as whole numbers; a hundred dice of a hundred sides would not fit, and are counted in coarser steps.
    const MOST: u128 = 1 << 112;
    let sides = usize::from(dice.sides);
    let mut ways: Vec<u128> = vec![1];
    for _ in 0..dice.count {
        let mut next = vec![0; ways.len() + sides];
        for (sum, count) in ways.iter().enumerate() {
            next.iter_mut().skip(sum + 1).take(sides).for_each(|here| *here += count);
        }
        if next.iter().sum::<u128>() > MOST {
            next.iter_mut().for_each(|count| *count >>= 8);
        }
        ways = next;
    }
    let of = ways.iter().sum();
    ways.iter().enumerate().map(|(sum, count)| (sum as u16, Fraction::new(*count, of))).collect()
}

/// The chance that one die of a roll reaches what it needs, with every modifier; one that is settled takes no die (R55).
#[must_use]
pub fn success<P, R>(roll: &Roll<P, R>) -> Fraction {
    Fraction::new(roll.chances().into(), roll.sides.into())
}

/// The chance that a die by itself shows `face` or more.
#[must_use]
pub fn at_least(face: u8, sides: u8) -> Fraction {
    Fraction::new(sides.saturating_add(1).saturating_sub(face).min(sides).into(), sides.into())
}

/// Which row of a table is hit, by its place among the rows, when `modifier` is added to the dice.
#[must_use]
pub fn rows<R>(table: &Table<R>, modifier: i16) -> Spread<usize> {
    sums(table.dice).map(|sum| table.row_index(i16::try_from(*sum).unwrap_or(i16::MAX).saturating_add(modifier)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_come_to_seven_in_six_ways_of_thirty_six() {
        let two = sums(DiceSpec { count: 2, sides: 6 });
        assert_eq!(two.chance(|sum| *sum == 7), Fraction::new(6, 36));
        assert_eq!(two.chance(|sum| *sum == 12), Fraction::new(1, 36));
        assert_eq!(two.range(), Some((&2, &12)));
        assert_eq!(two.mean(), Fraction::whole(7));
        assert!(two.chance(|_| true).is_one());
    }

    #[test]
    fn dice_added_one_by_one_come_to_what_they_do_together() {
        let one = sums(DiceSpec { count: 1, sides: 8 });
        assert_eq!(one.plus(&one).plus(&one), sums(DiceSpec { count: 3, sides: 8 }));
    }

    #[test]
    fn three_dice_show_a_six_as_often_as_is_counted_by_hand() {
        let sixes = Spread::successes(3, at_least(6, 6));
        assert_eq!(sixes.chance(|sixes| *sixes == 0), Fraction::new(125, 216));
        assert_eq!(sixes.chance(|sixes| *sixes == 3), Fraction::new(1, 216));
        assert_eq!(sixes.mean(), Fraction::new(1, 2));
    }

    #[test]
    fn a_hundred_dice_of_a_hundred_sides_are_counted_too() {
        let many = sums(DiceSpec { count: 100, sides: 100 });
        let total: f64 = many.iter().map(|(_, chance)| chance.value()).sum();
        assert!((total - 1.0).abs() < 1e-6, "{total}");
    }
}
