//! What the one who gave an order sees next.

use crate::despatches::sheet;
use crate::model::despatch::Despatch;
use crate::model::ids::{CampaignId, UserId};
use crate::table::error::TableError;
use crate::table::tables::{Given, Tables};
use engine::campaign::Order;

/// What the one who gave an order sees next: what is asked now, or that it has been proposed.
pub(crate) async fn what_follows(
    tables: &Tables,
    campaign: CampaignId,
    user: UserId,
    order: &Order,
    given: &Given,
) -> Result<Despatch, TableError> {
    let snapshot = tables.seen_by(campaign, user).await?;
    if matches!(given, Given::Proposed(_)) {
        let commander = snapshot.standing().called.map_or_else(|| "the commander".to_owned(), |user| user.mention());
        return Ok(Despatch::saying(format!("It is before {commander} now.")));
    }
    let mut next = sheet::after(&snapshot.state, snapshot.standing(), order);
    sheet::with_draft(&mut next, campaign, &tables.draft_lines(&snapshot).await?);
    if let Some(deed) = snapshot.last_deed.filter(|deed| snapshot.drafted.is_empty() && !deed.threw) {
        next.buttons.push(crate::despatches::undo::button(&deed, campaign));
    }
    Ok(next)
}
