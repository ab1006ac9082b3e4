//! The Heroic Leadership cards: their pack, the discards, and the hand of each side, which the other may not see.

use serde::{Deserialize, Serialize};

/// A kind of Heroic Leadership card. What it is called, what it adds and how many there are stands in the pack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heroic {
    /// 'Dashed Hard Luck!': nothing.
    HardLuck,
    /// 'Enhanced firepower!': the unit fires again.
    Firepower,
    /// 'Faster movement!': points to move.
    Movement,
    /// 'Hand-to-hand fighting!': more in a combat (T13).
    Fighting,
    /// 'Recover!': out of disorganisation, or a flotation point (T24).
    Recover,
}

impl Heroic {
    /// All five, in the order of the text.
    pub const ALL: [Self; 5] = [Self::HardLuck, Self::Firepower, Self::Movement, Self::Fighting, Self::Recover];
}

/// Cards by kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HeroicCounts([u8; 5]);

impl HeroicCounts {
    /// So many of each kind, in their order.
    #[must_use]
    pub const fn new(counts: [u8; 5]) -> Self {
        Self(counts)
    }

    /// How many of a kind.
    #[must_use]
    pub const fn of(self, kind: Heroic) -> u8 {
        self.0[kind as usize]
    }

    /// How many together.
    #[must_use]
    pub fn len(self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The kind of the card at a place, from 0, in the order of the kinds.
    #[must_use]
    pub fn nth(self, place: u8) -> Option<Heroic> {
        let mut left = place;
        for kind in Heroic::ALL {
            match left.checked_sub(self.of(kind)) {
                Some(rest) => left = rest,
                None => return Some(kind),
            }
        }
        None
    }

    /// The kinds of which there is one at least.
    pub fn kinds(self) -> impl Iterator<Item = Heroic> {
        Heroic::ALL.into_iter().filter(move |kind| self.of(*kind) > 0)
    }

    /// One more of a kind.
    pub const fn add(&mut self, kind: Heroic) {
        self.0[kind as usize] += 1;
    }

    /// One less of a kind, if there is one.
    pub const fn take(&mut self, kind: Heroic) {
        self.0[kind as usize] = self.0[kind as usize].saturating_sub(1);
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind] + other.0[kind]))
    }
}

/// A side's hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HeroicHand {
    /// The cards, by kind; nobody but their side sees them.
    pub cards: HeroicCounts,
    /// Cards whose kind is not to be seen: of the other side's hand, in what a side sees.
    pub unseen: u8,
}

impl HeroicHand {
    /// How many cards; everybody sees that.
    #[must_use]
    pub fn len(self) -> u8 {
        self.cards.len() + self.unseen
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// The Heroic Leadership cards of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HeroicCards {
    /// Not dealt yet; to a side, those of the other's hand are among them.
    pub undealt: HeroicCounts,
    /// Played and thrown away, face up.
    pub discards: HeroicCounts,
    /// Each side's hand.
    pub hands: [HeroicHand; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_at_each_place_is_of_the_kind_whose_cards_lie_there() {
        let counts = HeroicCounts::new([2, 0, 1, 0, 3]);
        let kinds: Vec<_> = (0..=6).map(|place| counts.nth(place)).collect();
        let (luck, movement, recover) = (Some(Heroic::HardLuck), Some(Heroic::Movement), Some(Heroic::Recover));
        assert_eq!(kinds, [luck, luck, movement, recover, recover, recover, None]);
        assert_eq!((counts.len(), counts.kinds().count()), (6, 3));
    }
}
