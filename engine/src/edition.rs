//! Editions of a game's rules: what was mended with which, so that journals of earlier days can still be proved.
//!
//! A rule that is mended keeps its earlier reading: an order of an earlier day is given anew by the rules of its own edition, and by those
//! of today, and where the two differ it is known which rule made the difference.

use serde::{Deserialize, Serialize};

/// An edition of a game's rules, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Edition(pub u16);

impl Edition {
    /// The first: what says nothing of its edition is of this one.
    pub const FIRST: Self = Self(1);

    /// Whether it is the first.
    #[must_use]
    pub const fn is_first(&self) -> bool {
        self.0 == Self::FIRST.0
    }
}

impl Default for Edition {
    fn default() -> Self {
        Self::FIRST
    }
}

/// A rule that reads otherwise from an edition on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mending {
    /// The first edition that reads it as it reads now.
    pub since: Edition,
    /// The ruling it follows: "R26".
    pub ruling: &'static str,
    /// What it says now, in a sentence.
    pub says: &'static str,
}

/// Some of a game's mendings, by their places in its list: those that are left out when an order is given by earlier rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOut(u64);

impl LeftOut {
    /// None: the rules as they read now.
    pub const NONE: Self = Self(0);

    /// Those of a list that came after an edition.
    #[must_use]
    pub fn after(edition: Edition, mendings: &[Mending]) -> Self {
        let later = (0_u32..).zip(mendings).filter(|(_, mending)| mending.since > edition);
        later.fold(Self::NONE, |all, (place, _)| Self(all.0 | 1_u64.checked_shl(place).unwrap_or(0)))
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the mending at this place is left out.
    #[must_use]
    pub fn contains(self, place: usize) -> bool {
        u32::try_from(place).ok().and_then(|place| self.0.checked_shr(place)).is_some_and(|bits| bits & 1 == 1)
    }

    /// All but the one at this place.
    #[must_use]
    pub fn without(self, place: usize) -> Self {
        let bit = u32::try_from(place).ok().and_then(|place| 1_u64.checked_shl(place)).unwrap_or(0);
        Self(self.0 & !bit)
    }
}

/// What an order came to, and which mendings made the difference to the rules as they read now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained<T> {
    /// What it came to by the rules of its edition.
    pub came_to: T,
    /// The rulings without whose mending it came to that; none if it comes to the same now.
    pub rulings: Vec<&'static str>,
}

/// Gives an order anew by the rules of its edition, and by those that read now, to see which mendings make a difference; `give` says what
/// it comes to without some mendings, or nothing where that is not what was written. Nothing if its own edition does not come to it,
/// whatever the rules that read now do: of two readings nobody has the choice.
pub fn explain<T>(edition: Edition, mendings: &[Mending], mut give: impl FnMut(LeftOut) -> Option<T>) -> Option<Explained<T>> {
    let mut left_out = LeftOut::after(edition, mendings);
    let came_to = give(left_out)?;
    if left_out.is_empty() || give(LeftOut::NONE).is_some() {
        return Some(Explained { came_to, rulings: Vec::new() });
    }
    // Only those are named that make a difference here.
    for place in 0..mendings.len() {
        let fewer = left_out.without(place);
        if fewer != left_out && give(fewer).is_some() {
            left_out = fewer;
        }
    }
    let named = mendings.iter().enumerate().filter(|(place, _)| left_out.contains(*place));
    Some(Explained { came_to, rulings: named.map(|(_, mending)| mending.ruling).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MENDINGS: [Mending; 3] = [
        Mending { since: Edition(2), ruling: "R90", says: "" },
        Mending { since: Edition(2), ruling: "R91", says: "" },
        Mending { since: Edition(3), ruling: "R92", says: "" },
    ];

    #[test]
    fn what_comes_to_the_same_by_the_rules_of_today_names_no_mending() {
        let explained = explain(Edition(1), &MENDINGS, |_| Some(7));
        assert_eq!(explained, Some(Explained { came_to: 7, rulings: Vec::new() }));
        let explained = explain(Edition(3), &MENDINGS, |left_out| left_out.is_empty().then_some(7));
        assert_eq!(explained, Some(Explained { came_to: 7, rulings: Vec::new() }));
    }

    #[test]
    fn what_its_own_edition_does_not_come_to_is_not_excused_by_the_rules_of_today() {
        assert_eq!(explain(Edition(1), &MENDINGS, |left_out| left_out.is_empty().then_some(7)), None);
    }

    #[test]
    fn only_the_mendings_that_make_the_difference_are_named() {
        let explained = explain(Edition(1), &MENDINGS, |left_out| left_out.contains(1).then_some(()));
        assert_eq!(explained.map(|explained| explained.rulings), Some(vec!["R91"]));
        let explained = explain(Edition(1), &MENDINGS, |left_out| (left_out.contains(0) && left_out.contains(2)).then_some(()));
        assert_eq!(explained.map(|explained| explained.rulings), Some(vec!["R90", "R92"]));
    }

    #[test]
    fn an_edition_is_not_excused_by_what_had_been_mended_before_it() {
        assert_eq!(explain(Edition(2), &MENDINGS, |left_out| left_out.contains(1).then_some(())), None);
        assert!(explain(Edition(2), &MENDINGS, |left_out| left_out.contains(2).then_some(())).is_some());
        assert_eq!(explain(Edition(3), &MENDINGS, |left_out| (!left_out.is_empty()).then_some(())), None);
    }
}
