//! The pack of a campaign, read back from the journal.

use crate::journal::columns::unreadable;
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::played::Played;
use std::collections::BTreeMap;

/// The pack that sources in the journal are.
pub(super) fn load_pack<G: Played>(sources: &str) -> Result<G::Pack, JournalError> {
    let sources: BTreeMap<String, String> = serde_json::from_str(sources).map_err(unreadable("pack"))?;
    G::load(&sources).map_err(|error| JournalError::Unreadable(format!("pack: {error}")))
}

impl Journal {
    /// A pack that games are played with, by its fingerprint.
    ///
    /// # Errors
    ///
    /// If there is none, it cannot be loaded any more, or the journal cannot be read.
    pub async fn pack<G: Played>(&self, fingerprint: &str) -> Result<G::Pack, JournalError> {
        let sources = sqlx::query_scalar!("SELECT sources AS \"sources!: String\" FROM packs WHERE fingerprint = ?", fingerprint)
            .fetch_optional(&self.pool)
            .await?;
        load_pack::<G>(&sources.ok_or_else(|| JournalError::Unreadable("pack".to_owned()))?)
    }
}
