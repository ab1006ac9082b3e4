//! The eight tactical formations, and how many figures of a unit count in each.

use serde::{Deserialize, Serialize};

/// A tactical formation. What each does stands in the pack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    /// Line.
    Line,
    /// March Column.
    #[serde(alias = "march column")]
    MarchColumn,
    /// Column.
    Column,
    /// Square.
    Square,
    /// *En masse*.
    #[serde(alias = "en masse")]
    EnMasse,
    /// A battery's guns in action.
    Deployed,
    /// A battery's guns on the move.
    Limbered,
    /// Wagons and pack animals.
    Transport,
}

impl Formation {
    /// All eight, in the order of the charts.
    pub const ALL: [Self; 8] =
        [Self::Line, Self::MarchColumn, Self::Column, Self::Square, Self::EnMasse, Self::Deployed, Self::Limbered, Self::Transport];
}

/// How many figures of a unit count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figures {
    /// All of them.
    All,
    /// All of them, each twice.
    Double,
    /// So many at most.
    Most(u8),
}

impl Figures {
    /// How many count of those that are left.
    #[must_use]
    #[inline]
    pub const fn of(self, left: u8) -> u8 {
        match self {
            Self::All => left,
            Self::Double => left.saturating_mul(2),
            Self::Most(most) => {
                if left < most {
                    left
                } else {
                    most
                }
            }
        }
    }
}

impl<'de> Deserialize<'de> for Figures {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words;

        impl serde::de::Visitor<'_> for Words {
            type Value = Figures;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("\"all\", \"double\", \"none\" or a number of figures")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Figures, E> {
                match word {
                    "all" => Ok(Figures::All),
                    "double" => Ok(Figures::Double),
                    "none" => Ok(Figures::Most(0)),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Figures, E> {
                u8::try_from(number).map(Figures::Most).map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(number), &self))
            }
        }

        deserializer.deserialize_any(Words)
    }
}
