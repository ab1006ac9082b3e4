//! What odds can be asked of with one button. It travels in custom ids.

/// What the odds are of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OddsSubject {
    /// The pursuit, should ours leave the field of the battle being fought.
    Pursuit,
    /// The march of the force on the move: every space within its reach.
    March,
    /// Every siege, when the turn ends.
    Sieges,
    /// Every place that may rise next.
    Revolts,
}

impl OddsSubject {
    /// In the order in which they press.
    pub const ALL: [Self; 4] = [Self::Pursuit, Self::March, Self::Sieges, Self::Revolts];

    /// The word of it in a button's id.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pursuit => "pursuit",
            Self::March => "march",
            Self::Sieges => "sieges",
            Self::Revolts => "revolts",
        }
    }

    /// What a word in a button's id is about.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|about| about.word() == word)
    }
}
