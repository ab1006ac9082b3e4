//! How a member wants to be called when they are waited for.

/// How a member is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Calls {
    /// By name in the channel, which Discord notifies them of.
    #[default]
    Ping,
    /// By direct message; the channel names them without notifying.
    Direct,
    /// Not at all.
    Never,
}

impl Calls {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ping, Self::Direct, Self::Never];

    /// The word the journal keeps for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ping => "ping",
            Self::Direct => "direct",
            Self::Never => "never",
        }
    }

    /// That which a word stands for; one that is not known is taken for the usual.
    #[must_use]
    pub fn of_word(word: &str) -> Self {
        Self::ALL.into_iter().find(|calls| calls.word() == word).unwrap_or_default()
    }
}
