//! The dice that laid the table of a battle, as the order that opens the board carries them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The faces of six-sided dice, in the order thrown; none for a table that nothing was rolled for. Written as digits: `346125`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GroundDice(pub Vec<u8>);

impl GroundDice {
    /// Whether nothing was rolled.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for GroundDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|face| write!(f, "{face}"))
    }
}

/// What are no such faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("faces of six-sided dice are digits from 1 to 6")]
pub struct NoGroundDice;

impl TryFrom<String> for GroundDice {
    type Error = NoGroundDice;

    fn try_from(text: String) -> Result<Self, NoGroundDice> {
        let face = |letter: u8| if (b'1'..=b'6').contains(&letter) { Ok(letter - b'0') } else { Err(NoGroundDice) };
        text.bytes().map(face).collect::<Result<_, _>>().map(Self)
    }
}

impl From<GroundDice> for String {
    fn from(dice: GroundDice) -> Self {
        dice.to_string()
    }
}
