//! Which rows of the log are shown: by member, by subject, by place, by turn. It travels in custom ids.

use crate::model::ids::UserId;

/// What rows are about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LogSubject {
    /// Marches by land, and the train.
    Marches,
    /// Ships.
    Voyages,
    /// Battles.
    Battles,
    /// Cards, and what they bring.
    Cards,
    /// The rebellion.
    Rebellion,
    /// Sieges.
    Sieges,
    /// Replacements.
    Replacements,
    /// The group's own business.
    Group,
    /// Rolls at the table.
    Rolls,
    /// Corrections.
    Corrections,
}

impl LogSubject {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Marches,
        Self::Voyages,
        Self::Battles,
        Self::Cards,
        Self::Rebellion,
        Self::Sieges,
        Self::Replacements,
        Self::Group,
        Self::Rolls,
        Self::Corrections,
    ];

    /// The word that stands for it, in ids and for readers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Marches => "marches",
            Self::Voyages => "voyages",
            Self::Battles => "battles",
            Self::Cards => "cards",
            Self::Rebellion => "rebellion",
            Self::Sieges => "sieges",
            Self::Replacements => "replacements",
            Self::Group => "group",
            Self::Rolls => "rolls",
            Self::Corrections => "corrections",
        }
    }

    /// What a word stands for.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|about| about.word() == word)
    }
}

/// Which rows are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LogFilter {
    /// Those of a member.
    pub member: Option<UserId>,
    /// Those about something.
    pub about: Option<LogSubject>,
    /// Those that tell of a place, by the place's number on the map.
    pub place: Option<u16>,
    /// Those of a turn.
    pub turn: Option<u8>,
}
