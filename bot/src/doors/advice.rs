//! What somebody can do now, for whoever asks, and for whoever has just taken a seat.

use crate::despatches::help::HelpRequest;
use crate::doors::data::Data;
use crate::model::despatch::Despatch;
use crate::model::ids::{CampaignId, UserId};
use crate::table::error::TableError;
use crate::table::room::Room;

/// Looks at a campaign as somebody who needs help with it, and says what it makes of that.
async fn looked_at(
    data: &Data,
    id: CampaignId,
    room: &dyn Room,
    user: UserId,
    say: fn(&HelpRequest<'_>) -> Despatch,
) -> Result<Despatch, TableError> {
    let tables = &data.tables;
    let snapshot = match tables.seen_by(id, user).await {
        Ok(snapshot) => snapshot,
        // Of another game its own board says what can be done.
        Err(TableError::OtherGame) => return room.seen(id, user).await,
        Err(error) => return Err(error),
    };
    let open = tables.open_proposals(id).await?;
    let proposers: Vec<UserId> = open.iter().map(|(proposal, _)| proposal.user).collect();
    let battle = tables.battle_being_fought(id).await?;
    Ok(say(&HelpRequest {
        state: &snapshot.state,
        standing: snapshot.standing(),
        roster: &snapshot.roster,
        orders: &snapshot.campaign.standing_orders,
        user,
        drafting: !snapshot.drafted.is_empty(),
        proposers: &proposers,
        battle: battle.as_ref(),
    }))
}

/// What somebody can do now.
///
/// # Errors
///
/// If the journal cannot be read.
pub(crate) async fn advice(data: &Data, id: CampaignId, room: &dyn Room, user: UserId) -> Result<Despatch, TableError> {
    looked_at(data, id, room, user, |request| request.advice()).await
}

/// The welcome of somebody who has just taken a seat, or looks on.
///
/// # Errors
///
/// If the journal cannot be read.
pub(crate) async fn welcome(data: &Data, id: CampaignId, room: &dyn Room, user: UserId) -> Result<Despatch, TableError> {
    looked_at(data, id, room, user, |request| request.welcome()).await
}
