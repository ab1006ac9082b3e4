//! The pack of a campaign, read back from the journal.

use crate::journal::columns::unreadable;
use crate::journal::error::JournalError;
use crate::model::played::Played;
use std::collections::BTreeMap;

/// The pack that sources in the journal are.
pub(super) fn load_pack<G: Played>(sources: &str) -> Result<G::Pack, JournalError> {
    let sources: BTreeMap<String, String> = serde_json::from_str(sources).map_err(unreadable("pack"))?;
    G::load(&sources).map_err(|error| JournalError::Unreadable(format!("pack: {error}")))
}
