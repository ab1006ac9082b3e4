//! *Heroic Leadership cards*.

use serde::Deserialize;

use super::fault::unless;
use crate::pack::PackError;
use crate::pack::read::read_toml;

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

/// Reads the file: titles told apart, enough cards for both hands.
pub(super) fn read(text: &str) -> Result<HeroicPack, Vec<PackError>> {
    let pack: HeroicPack = read_toml(FILE, text).map_err(|error| vec![error])?;
    let mut faults = Vec::new();
    for (index, card) in pack.kinds.iter().enumerate() {
        let twice = pack.kinds[..index].iter().any(|other| other.title == card.title);
        faults.extend(unless(!twice, FILE, format!("card[{index}].title"), "this title is there already"));
        faults.extend(unless(card.cards > 0, FILE, format!("card[{index}].cards"), "there must be one at least"));
    }
    let all: u16 = pack.kinds.iter().map(|card| u16::from(card.cards)).sum();
    let enough = all >= 2 * u16::from(pack.hand);
    faults.extend(unless(enough, FILE, "hand".to_owned(), "there are not so many cards for both players"));
    if faults.is_empty() { Ok(pack) } else { Err(faults) }
}
