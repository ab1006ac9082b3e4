//! *Heroic Leadership cards*.

use serde::Deserialize;

use super::fault::unless;
use crate::pack::PackError;
use crate::pack::read::read_toml;
use crate::tabletop::heroic::Heroic;

const FILE: &str = "heroic.toml";

/// What a card does for the unit the Leader is with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HeroicEffect {
    /// Nothing.
    Nothing,
    /// It fires again, at no cost.
    #[serde(rename = "fire again")]
    FireAgain,
    /// So many action points more for movement.
    Points(i8),
    /// So much more in hand-to-hand combat (T13).
    Combat(i8),
    /// It recovers from disorganisation.
    Recover,
}

/// A kind of card.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroicCard {
    /// Its title.
    pub title: String,
    /// What it says.
    pub text: String,
    /// How many of it there are.
    pub cards: u8,
    /// What it does.
    pub effect: HeroicEffect,
}

/// The Heroic Leadership cards.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroicPack {
    /// How many a player is dealt, and may hold at the most.
    pub hand: u8,
    /// The kinds.
    #[serde(rename = "card")]
    pub kinds: Vec<HeroicCard>,
}

impl HeroicPack {
    /// The card of a kind; every kind has one, which is checked when the file is read.
    #[must_use]
    pub fn card(&self, kind: Heroic) -> Option<&HeroicCard> {
        self.kinds.iter().find(|card| card.effect.kind() == kind)
    }

    /// How many cards there are of each kind.
    #[must_use]
    pub fn counts(&self) -> [u8; 5] {
        Heroic::ALL.map(|kind| self.card(kind).map_or(0, |card| card.cards))
    }

    /// What cards of a kind add: points to move, or to a combat; nothing for the others.
    #[must_use]
    pub fn adds(&self, kind: Heroic) -> i8 {
        match self.card(kind).map(|card| card.effect) {
            Some(HeroicEffect::Points(add) | HeroicEffect::Combat(add)) => add,
            Some(HeroicEffect::Nothing | HeroicEffect::FireAgain | HeroicEffect::Recover) | None => 0,
        }
    }
}

impl HeroicEffect {
    /// The kind of card that does it.
    #[must_use]
    pub const fn kind(self) -> Heroic {
        match self {
            Self::Nothing => Heroic::HardLuck,
            Self::FireAgain => Heroic::Firepower,
            Self::Points(_) => Heroic::Movement,
            Self::Combat(_) => Heroic::Fighting,
            Self::Recover => Heroic::Recover,
        }
    }
}

/// Reads the file: titles told apart, enough cards for both hands.
pub(super) fn read(text: &str) -> Result<HeroicPack, Vec<PackError>> {
    let pack: HeroicPack = read_toml(FILE, text).map_err(|error| vec![error])?;
    let mut faults = Vec::new();
    for (index, card) in pack.kinds.iter().enumerate() {
        let twice = pack.kinds[..index].iter().any(|other| other.title == card.title);
        faults.extend(unless(!twice, FILE, format!("card[{index}].title"), "this title is there already"));
        faults.extend(unless(card.cards > 0, FILE, format!("card[{index}].cards"), "there must be one at least"));
    }
    for kind in Heroic::ALL {
        let once = pack.kinds.iter().filter(|card| card.effect.kind() == kind).count() == 1;
        faults.extend(unless(once, FILE, "card".to_owned(), "each effect needs one kind of card"));
    }
    let all: u16 = pack.kinds.iter().map(|card| u16::from(card.cards)).sum();
    let enough = all >= 2 * u16::from(pack.hand);
    faults.extend(unless(enough, FILE, "hand".to_owned(), "there are not so many cards for both players"));
    if faults.is_empty() { Ok(pack) } else { Err(faults) }
}
