//! The last deed: what one interaction ordered last, and what taking it back would need.

use crate::model::ids::UserId;

/// What was ordered last: the rows of one interaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastDeed {
    /// Who gave the order, or approved it.
    pub user: UserId,
    /// Its rows in the journal.
    pub rows: Vec<u32>,
    /// What was ordered, each in the words of its menu.
    pub labels: Vec<String>,
    /// Whether dice were thrown.
    pub threw: bool,
    /// Whether something was shown that had been hidden from somebody.
    pub showed: bool,
    /// Whether it was only steps of a choice, of which the channel was told nothing.
    pub quiet: bool,
}

impl LastDeed {
    pub(crate) const fn begun(user: UserId) -> Self {
        Self { user, rows: Vec::new(), labels: Vec::new(), threw: false, showed: false, quiet: true }
    }

    pub(crate) fn takes(&mut self, revision: u32, label: String, threw: bool, quiet: bool) {
        self.rows.push(revision);
        self.labels.push(label);
        self.threw |= threw;
        self.quiet &= quiet;
    }

    /// Takes a row that followed by itself from what was ordered.
    pub(crate) fn goes_on(&mut self, revision: u32, threw: bool) {
        self.rows.push(revision);
        self.threw |= threw;
        self.quiet = false;
    }

    /// Whether it is taken back as if it had never been: nothing was thrown, and nothing shown.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        !self.threw && !self.showed
    }

    /// Its first row: by it a button knows whether it is still the last.
    #[must_use]
    pub fn first(&self) -> u32 {
        self.rows.first().copied().unwrap_or_default()
    }
}
