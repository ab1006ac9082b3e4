//! Playing cards: who acts when, whether cover saves, what becomes of a Leader.
//!
//! A pack is a set: its order is decided only as cards are drawn, by a die with as many sides as it has cards left, so that nothing of
//! what is to come is in a position.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A suit, in the order of precedence of the turn sequence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// Hearts, red.
    Hearts,
    /// Clubs, black.
    Clubs,
    /// Diamonds, red.
    Diamonds,
    /// Spades, black.
    Spades,
}

impl Suit {
    const ALL: [Self; 4] = [Self::Hearts, Self::Clubs, Self::Diamonds, Self::Spades];

    const fn letter(self) -> char {
        match self {
            Self::Hearts => 'H',
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Spades => 'S',
        }
    }
}

/// A playing card. Cards are ordered as they act: the lowest number first, the ace as 1, then by suit; of a second pack after the first.
///
/// Written `AH`, `10S`, `KC`; of a second pack with a `+` behind; the joker is `joker`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayingCard(u8);

/// The number of cards of a standard pack.
const PACK: u8 = 52;

impl PlayingCard {
    /// The joker.
    pub const JOKER: Self = Self(2 * PACK);

    /// The number, from 1 for the ace to 13 for the King; the joker has none.
    #[must_use]
    pub const fn number(self) -> Option<u8> {
        if self.0 == Self::JOKER.0 { None } else { Some(self.0 / 8 + 1) }
    }

    /// The suit; the joker has none.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        if self.0 == Self::JOKER.0 { None } else { Some(Suit::ALL[(self.0 / 2 % 4) as usize]) }
    }

    /// Hearts and diamonds.
    #[must_use]
    pub const fn is_red(self) -> bool {
        matches!(self.suit(), Some(Suit::Hearts | Suit::Diamonds))
    }

    /// Clubs and spades.
    #[must_use]
    pub const fn is_black(self) -> bool {
        matches!(self.suit(), Some(Suit::Clubs | Suit::Spades))
    }

    /// King, Queen and Jack.
    #[must_use]
    pub const fn is_court(self) -> bool {
        matches!(self.number(), Some(11..=13))
    }

    const fn of_second_pack(self) -> bool {
        self.0 < Self::JOKER.0 && self.0 % 2 == 1
    }
}

impl fmt::Display for PlayingCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(number), Some(suit)) = (self.number(), self.suit()) else { return f.write_str("joker") };
        match number {
            1 => f.write_str("A")?,
            11 => f.write_str("J")?,
            12 => f.write_str("Q")?,
            13 => f.write_str("K")?,
            number => write!(f, "{number}")?,
        }
        write!(f, "{}{}", suit.letter(), if self.of_second_pack() { "+" } else { "" })
    }
}

/// What is no playing card.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no playing card: write AH, 10S or KC")]
pub struct NoPlayingCard(String);

impl FromStr for PlayingCard {
    type Err = NoPlayingCard;

    fn from_str(text: &str) -> Result<Self, NoPlayingCard> {
        if text == "joker" {
            return Ok(Self::JOKER);
        }
        let wrong = || NoPlayingCard(text.chars().take(12).collect());
        let (first, second) = text.strip_suffix('+').map_or((text, 0), |first| (first, 1));
        let suit = Suit::ALL.into_iter().find(|suit| first.ends_with(suit.letter())).ok_or_else(wrong)?;
        let number = match first.strip_suffix(suit.letter()).unwrap_or_default() {
            "A" => 1,
            "J" => 11,
            "Q" => 12,
            "K" => 13,
            digits => digits.parse().ok().filter(|number| (2..=10).contains(number)).ok_or_else(wrong)?,
        };
        Ok(Self((number - 1) * 8 + suit as u8 * 2 + second))
    }
}

impl TryFrom<String> for PlayingCard {
    type Error = NoPlayingCard;

    fn try_from(text: String) -> Result<Self, NoPlayingCard> {
        text.parse()
    }
}

impl From<PlayingCard> for String {
    fn from(card: PlayingCard) -> Self {
        card.to_string()
    }
}

/// A set of playing cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cards(u128);

impl Cards {
    /// No card.
    pub const NONE: Self = Self(0);

    /// One or two standard packs, with the joker or without.
    #[must_use]
    pub fn packs(packs: u8, joker: bool) -> Self {
        let both = (1_u128 << (2 * PACK)) - 1;
        let first = both / 3;
        let joker = if joker { 1 << PlayingCard::JOKER.0 } else { 0 };
        Self(if packs > 1 { both } else { first } | joker)
    }

    /// How many.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is among them.
    #[must_use]
    pub const fn has(self, card: PlayingCard) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// With a card.
    #[must_use]
    pub const fn with(self, card: PlayingCard) -> Self {
        Self(self.0 | 1 << card.0)
    }

    /// Without a card.
    #[must_use]
    pub const fn without(self, card: PlayingCard) -> Self {
        Self(self.0 & !(1 << card.0))
    }

    /// The cards that are in either set.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The cards, in their order.
    pub fn iter(self) -> impl Iterator<Item = PlayingCard> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| PlayingCard(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(next)
        })
    }

    /// The card at a place in their order, from 0.
    #[must_use]
    pub fn nth(self, place: usize) -> Option<PlayingCard> {
        self.iter().nth(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_number_acts_first_and_then_hearts_clubs_diamonds_spades() {
        let order: Vec<String> = Cards::packs(1, true).iter().map(|card| card.to_string()).collect();
        assert_eq!(order.len(), 53);
        assert_eq!(order[..6], ["AH", "AC", "AD", "AS", "2H", "2C"]);
        assert_eq!(order[48..], ["KH", "KC", "KD", "KS", "joker"]);
    }

    #[test]
    fn a_second_pack_acts_in_the_same_order_t44() {
        let order: Vec<String> = Cards::packs(2, false).iter().map(|card| card.to_string()).collect();
        assert_eq!((order.len(), &order[..4]), (104, &["AH", "AH+", "AC", "AC+"].map(str::to_owned)[..]));
    }

    #[test]
    fn every_card_is_written_and_read_again() {
        for card in Cards::packs(2, true).iter() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        for wrong in ["", "1H", "11H", "AX", "H", "10", "AH++", "joker+", "é"] {
            assert!(wrong.parse::<PlayingCard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn hearts_and_diamonds_are_red_and_twelve_cards_are_kings_queens_and_jacks() {
        let pack = Cards::packs(1, true);
        assert_eq!(pack.iter().filter(|card| card.is_red()).count(), 26);
        assert_eq!(pack.iter().filter(|card| card.is_black()).count(), 26);
        assert_eq!(pack.iter().filter(|card| card.is_court()).count(), 12);
        assert!(pack.has(PlayingCard::JOKER) && !pack.without(PlayingCard::JOKER).has(PlayingCard::JOKER));
        assert_eq!(pack.nth(52), Some(PlayingCard::JOKER));
    }
}
