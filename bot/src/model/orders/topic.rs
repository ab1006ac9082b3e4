//! What orders are about: the sheets that the legal ones are sorted into.

use serde::{Deserialize, Serialize};

/// A sheet of orders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// What has to be decided before anything else.
    Decision,
    /// The rebellion's rolls.
    Rebellion,
    /// The hand.
    Cards,
    /// Land movement, and the train.
    Move,
    /// Ships.
    Sail,
    /// Battles.
    Battle,
    /// Sieges.
    Siege,
    /// Replacements.
    Replacements,
}

impl Topic {
    /// All of them, in the order of their buttons.
    pub const ALL: [Self; 8] =
        [Self::Decision, Self::Rebellion, Self::Cards, Self::Move, Self::Sail, Self::Battle, Self::Siege, Self::Replacements];

    /// The word that stands for it in ids.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Decision => "decide",
            Self::Rebellion => "rebellion",
            Self::Cards => "cards",
            Self::Move => "move",
            Self::Sail => "sail",
            Self::Battle => "battle",
            Self::Siege => "siege",
            Self::Replacements => "points",
        }
    }

    /// The slash command that gives its orders, without the slash.
    #[must_use]
    pub const fn command(self) -> &'static str {
        match self {
            Self::Cards => "play",
            Self::Move => "move",
            Self::Sail => "sail",
            Self::Battle => "battle order",
            Self::Siege => "siege",
            Self::Replacements => "replacements",
            Self::Decision | Self::Rebellion => "turn",
        }
    }

    /// The topic of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.word() == word)
    }

    /// What its button says.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Decision => "Decide",
            Self::Rebellion => "Roll place by place",
            Self::Cards => "Play a card",
            Self::Move => "March",
            Self::Sail => "Sail",
            Self::Battle => "Battle",
            Self::Siege => "Siege",
            Self::Replacements => "Replacements",
        }
    }
}
