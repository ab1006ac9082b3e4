//! Presses that put the position right: question by question, up to the sentence that is then agreed to.

use poise::serenity_prelude as serenity;
use serenity::Context;

use crate::despatches::correcting::{self, Asking};
use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::model::ids::CampaignId;
use crate::presses::asked::Asked;
use crate::presses::here::{known_here, turn_page};
use crate::table::orders::seat_in;

/// Asks what follows from what was chosen so far.
pub(super) async fn step(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    campaign: CampaignId,
    path: &str,
    page: Option<u16>,
) -> Outcome {
    let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
    seat_in(&snapshot, asked.user())?;
    let asking = Asking { state: &snapshot.state, campaign, revision: snapshot.last_order, alone: snapshot.roster.players().count() < 2 };
    let next = correcting::step(asking, path, page).map_err(CommandError::Say)?;
    turn_page(context, asked, asked.as_answer(&next, true)).await
}
