//! The pack of a campaign, read back from the journal.

use crate::journal::columns::unreadable;
use crate::journal::error::JournalError;
use engine::pack::Pack;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The pack of a campaign: the one in the program if it is that, else from its sources.
pub(super) fn load_pack(fingerprint: &str, sources: &str) -> Result<Arc<Pack>, JournalError> {
    if let Ok(embedded) = Pack::embedded()
        && embedded.fingerprint() == fingerprint
    {
        return Ok(embedded);
    }
    let sources: BTreeMap<String, String> = serde_json::from_str(sources).map_err(unreadable("pack"))?;
    Pack::load_under_way(sources).map(Arc::new).map_err(|errors| JournalError::Unreadable(format!("pack: {errors}")))
}
