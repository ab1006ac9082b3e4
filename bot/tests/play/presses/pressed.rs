//! A press without Discord: a button's text is read, and done at the tables, as the doors do it.

use umpire::model::custom_id::CustomId;
use umpire::model::ids::{CampaignId, InteractionId, UserId};
use umpire::table::error::TableError;
use umpire::table::landmarks::BackTo;
use umpire::table::lifecycle::OnServer;
use umpire::table::tables::{Done, Given};
use umpire::table::undo::Undoing;

use crate::presses::House;
use crate::presses::offers::Offer;

/// What came of a press that was not refused.
#[derive(Debug)]
pub(super) enum Came {
    /// Something was shown, asked, proposed or put together: the game stands as it stood.
    Shown,
    /// Something was done.
    Done(Done),
}

impl From<Given> for Came {
    fn from(given: Given) -> Self {
        match given {
            Given::Done(done) => Self::Done(done),
            Given::Drafted | Given::Proposed(_) => Self::Shown,
        }
    }
}

impl From<Undoing> for Came {
    fn from(undoing: Undoing) -> Self {
        match undoing {
            Undoing::Done(done) => Self::Done(done),
            Undoing::Confirm(_) | Undoing::Asked(_) => Self::Shown,
        }
    }
}

/// The game that a button is of, as it says itself.
pub(super) fn campaign_of(id: &CustomId) -> Option<CampaignId> {
    // Every text of a button of a game has its number second.
    let text = id.to_string();
    let of_no_game = ["ask-pursuit", "ask-recovery", "recover", "settle", "rule", "begin", "skirmish", "cards", "siege"];
    let mut parts = text.split(':');
    if of_no_game.contains(&parts.next()?) {
        return None;
    }
    parts.next()?.parse().ok().map(CampaignId)
}

/// Reads a button's text and does what it says.
pub(super) async fn pressed(house: &House, offer: &Offer, at: OnServer, user: UserId, interaction: InteractionId) -> Result<Came, String> {
    let id = offer.id.parse::<CustomId>().map_err(|_| "That button is not one of mine any more.".to_owned())?;
    done(house, id, &offer.values, at, user, interaction).await.map_err(|error| error.sentence())
}

/// The one line chosen in a menu.
fn line(values: &[String]) -> Result<&str, TableError> {
    values.first().map(String::as_str).ok_or(TableError::UnknownOrder)
}

async fn done(
    house: &House,
    id: CustomId,
    values: &[String],
    at: OnServer,
    user: UserId,
    interaction: InteractionId,
) -> Result<Came, TableError> {
    let OnServer { channel, .. } = at;
    let rooms = &house.rooms;
    let order = async |campaign: CampaignId, revision: u32, key: &str, is_asked: bool| {
        let room = rooms.here(campaign, channel).await?;
        if is_asked && room.question(campaign, user, Some(revision), key).await?.is_some() {
            return Ok(Came::Shown);
        }
        if !room.is_key(key) {
            return Err(TableError::UnknownOrder);
        }
        let ordered = room.order(campaign, interaction, user, key, None, Some(revision)).await?;
        // Whoever ordered something sees what follows from it.
        room.follows(campaign, user, key, &ordered.given).await?;
        Ok(Came::from(ordered.given))
    };
    let sheet = async |campaign: CampaignId, topic: &str, page: u16| {
        rooms.here(campaign, channel).await?.sheet(campaign, user, topic, usize::from(page)).await?;
        Ok(Came::Shown)
    };
    match id {
        CustomId::Order { campaign, revision, key } => order(campaign, revision, &key, true).await,
        CustomId::Sure { campaign, revision, key } => order(campaign, revision, &key, false).await,
        CustomId::OrderMenu { campaign, revision } => order(campaign, revision, &values.join("+"), true).await,
        CustomId::Undo { campaign, revision, asked_by } => {
            let room = rooms.here(campaign, channel).await?;
            Ok(room.undo(campaign, interaction, user, Some(revision), asked_by).await?.into())
        }
        CustomId::UndoMenu { campaign } => {
            let room = rooms.here(campaign, channel).await?;
            let first = line(values)?.parse().map_err(|_| TableError::UnknownOrder)?;
            Ok(room.undo_to(campaign, interaction, user, BackTo { first, last: None, asked_by: None }).await?.into())
        }
        CustomId::UndoTo { campaign, first, last, asked_by } => {
            let room = rooms.here(campaign, channel).await?;
            Ok(room.undo_to(campaign, interaction, user, BackTo { first, last: Some(last), asked_by }).await?.into())
        }
        CustomId::DeclineUndo { campaign, asked_by } => {
            let room = rooms.here(campaign, channel).await?;
            room.decline_undo(campaign, interaction, user, asked_by).await?;
            Ok(Came::Shown)
        }
        CustomId::Settle { proposal, approve } => {
            let campaign = rooms.journal().proposed_in(proposal).await?.ok_or(TableError::Settled)?;
            let room = rooms.here(campaign, channel).await?;
            Ok(room.settle(proposal, interaction, user, approve).await?.done.map_or(Came::Shown, Came::Done))
        }
        CustomId::Propose { campaign } => {
            rooms.here(campaign, channel).await?.propose_draft(campaign, interaction, user).await?;
            Ok(Came::Shown)
        }
        CustomId::StartOver { campaign } => {
            rooms.here(campaign, channel).await?.drop_draft(campaign, interaction, user).await?;
            Ok(Came::Shown)
        }
        CustomId::SheetMenu { campaign } => sheet(campaign, line(values)?, 0).await,
        CustomId::Sheet { campaign, topic, page } => sheet(campaign, &topic, page).await,
        CustomId::Log { campaign, page, filter } => {
            rooms.here(campaign, channel).await?.log_page(campaign, user, filter, page).await?;
            Ok(Came::Shown)
        }
        CustomId::LogRow { campaign } => {
            let room = rooms.here(campaign, channel).await?;
            let row = room.log_row(campaign, user, line(values)?.parse().unwrap_or(0)).await?;
            row.map(|_| Came::Shown).map_err(|_| TableError::UnknownOrder)
        }
        CustomId::Rolls { campaign, revision } => {
            rooms.here(campaign, channel).await?.rolls(campaign, user, revision).await?.ok_or(TableError::UnknownOrder)?;
            Ok(Came::Shown)
        }
        CustomId::Board { campaign } | CustomId::Back { campaign } => {
            rooms.here(campaign, channel).await?.seen(campaign, user).await?;
            Ok(Came::Shown)
        }
        CustomId::Vote { campaign, dismiss } => {
            rooms.here(campaign, channel).await?;
            Ok(Came::Done(house.campaigns.vote(campaign, interaction, user, dismiss).await?))
        }
        CustomId::OptionVote { campaign, agree } => {
            rooms.here(campaign, channel).await?;
            Ok(Came::Done(house.campaigns.vote_on_option(campaign, interaction, user, agree).await?))
        }
        CustomId::Side { campaign, battle, away } => {
            rooms.here(campaign, channel).await?;
            Ok(Came::Done(house.campaigns.change_side(campaign, interaction, user, battle, away).await?))
        }
        CustomId::Close { campaign } => Ok(Came::Done(rooms.here(campaign, channel).await?.close(campaign, interaction, user).await?)),
        CustomId::Delete { campaign } => Ok(Came::Done(rooms.known(campaign).await?.delete(campaign, interaction, user, at).await?)),
        CustomId::Join { campaign } => Ok(Came::Done(rooms.here(campaign, channel).await?.join(campaign, interaction, user, false).await?)),
        CustomId::Forget { campaign, sure } => {
            let room = rooms.here(campaign, channel).await?;
            if !sure {
                return Ok(Came::Shown);
            }
            Ok(Came::Done(room.forget(campaign, interaction, user, at).await?))
        }
        CustomId::Guide { campaign, revision } => {
            Ok(rooms.here(campaign, channel).await?.take_step(campaign, interaction, user, revision).await?.into())
        }
        // What is only looked at, and asks no table but which game it is.
        CustomId::Map { campaign }
        | CustomId::Odds { campaign, .. }
        | CustomId::Terrain { campaign, .. }
        | CustomId::Correct { campaign, .. }
        | CustomId::CorrectMenu { campaign }
        | CustomId::Reason { campaign, .. }
        | CustomId::Report { campaign, .. } => {
            rooms.here(campaign, channel).await?;
            Ok(Came::Shown)
        }
        // Of no game.
        CustomId::Rule { .. }
        | CustomId::Begin { .. }
        | CustomId::Skirmish { .. }
        | CustomId::CardGame { .. }
        | CustomId::Khartoum { .. }
        | CustomId::ShowMe
        | CustomId::SendAgain
        | CustomId::Leave
        | CustomId::AskPursuit { .. }
        | CustomId::AskRecovery { .. }
        | CustomId::Recover { .. } => Ok(Came::Shown),
    }
}
