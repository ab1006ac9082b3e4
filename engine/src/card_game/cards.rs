//! Cards: which of a side's deck, and how many of each. Cards of one name are alike.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A card by its place in the list of its side's deck, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u8);

/// Rows that a deck has at the most.
pub const MOST_ROWS: usize = 32;

/// So many cards of each name. As JSON a list of cards in the order of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cards {
    counts: [u8; MOST_ROWS],
    all: u8,
}

impl Cards {
    /// None.
    pub const NONE: Self = Self { counts: [0; MOST_ROWS], all: 0 };

    /// One card.
    #[must_use]
    pub fn one(card: CardId) -> Self {
        let mut cards = Self::NONE;
        cards.add(card, 1);
        cards
    }

    /// How many.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.all
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// How many of a name.
    #[must_use]
    pub fn of(&self, card: CardId) -> u8 {
        self.counts.get(usize::from(card.0)).copied().unwrap_or(0)
    }

    /// Adds so many of a name.
    pub fn add(&mut self, card: CardId, count: u8) {
        if let Some(counted) = self.counts.get_mut(usize::from(card.0)) {
            *counted = counted.saturating_add(count);
            self.all = self.all.saturating_add(count);
        }
    }

    /// Takes one away, if there is one; whether there was.
    pub fn take(&mut self, card: CardId) -> bool {
        match self.counts.get_mut(usize::from(card.0)) {
            Some(counted) if *counted > 0 => {
                *counted -= 1;
                self.all = self.all.saturating_sub(1);
                true
            }
            _ => false,
        }
    }

    /// Both together.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        for (own, other) in self.counts.iter_mut().zip(&other.counts) {
            *own = own.saturating_add(*other);
        }
        self.all = self.all.saturating_add(other.all);
        self
    }

    /// Whether all of others are among these.
    #[must_use]
    pub fn has(&self, others: &Self) -> bool {
        self.counts.iter().zip(&others.counts).all(|(own, other)| own >= other)
    }

    /// Each name that is there, with its number, in the order of the deck.
    pub fn each(&self) -> impl Iterator<Item = (CardId, u8)> + '_ {
        (0_u8..).zip(&self.counts).filter(|(_, count)| **count > 0).map(|(place, count)| (CardId(place), *count))
    }

    /// Each card, in the order of the deck.
    pub fn iter(&self) -> impl Iterator<Item = CardId> + '_ {
        self.each().flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count)))
    }
}

impl FromIterator<CardId> for Cards {
    fn from_iter<T: IntoIterator<Item = CardId>>(cards: T) -> Self {
        let mut all = Self::NONE;
        cards.into_iter().for_each(|card| all.add(card, 1));
        all
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<CardId>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_counted_taken_and_written_as_a_list() {
        let mut cards: Cards = [CardId(3), CardId(1), CardId(3)].into_iter().collect();
        assert_eq!((cards.len(), cards.of(CardId(3)), cards.of(CardId(99))), (3, 2, 0));
        assert_eq!(serde_json::to_string(&cards).unwrap(), "[1,3,3]");
        assert_eq!(serde_json::from_str::<Cards>("[3,1,3]").unwrap(), cards);
        assert!(cards.has(&Cards::one(CardId(1))) && !cards.has(&Cards::one(CardId(2))));
        assert!(cards.take(CardId(3)) && cards.take(CardId(3)) && !cards.take(CardId(3)));
        assert_eq!(cards.and(&Cards::one(CardId(1))).iter().collect::<Vec<_>>(), [CardId(1), CardId(1)]);
    }
}
