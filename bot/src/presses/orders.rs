//! Presses that give orders, or say what becomes of them: orders, proposals. Which game they are for, its room knows.

use crate::discord::render;
use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::model::despatch::Despatch;
use crate::model::ids::{CampaignId, ProposalId};
use crate::presses::asked::{Act, Asked, is_private};
use crate::presses::here::{answer_done, lines_chosen, post, private_plate, room_here};
use crate::presses::reason;
use crate::table::error::TableError;
use crate::table::room::{Ordered, Room};
use crate::table::tables::Given;
use poise::serenity_prelude::{ComponentInteraction, Context, CreateInteractionResponse};

/// Asks once before what cannot be undone freely and is worth a second thought, naming the consequence; whether it has asked.
async fn ask(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    campaign: CampaignId,
    revision: u32,
    key: &str,
) -> Result<bool, CommandError> {
    let room = room_here(data, asked, campaign).await?;
    let Some(question) = room.question(campaign, asked.user(), Some(revision), key).await? else { return Ok(false) };
    let message = asked.as_answer(&question, true);
    let response = match asked.act {
        Act::Press(press) if is_private(&press.message) => CreateInteractionResponse::UpdateMessage(message),
        _ => CreateInteractionResponse::Message(message),
    };
    asked.respond(context, response).await?;
    Ok(true)
}

/// Gives the order of a button, or asks once before it.
pub(super) async fn ask_or_order(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    campaign: CampaignId,
    revision: u32,
    key: &str,
) -> Outcome {
    if ask(context, data, asked, campaign, revision, key).await? {
        return Ok(());
    }
    order(context, data, asked, campaign, revision, key).await
}

/// Gives the order of a menu's line, or of several that are chosen together, or asks once before it.
pub(super) async fn order_menu(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    press: &ComponentInteraction,
    campaign: CampaignId,
    revision: u32,
) -> Outcome {
    ask_or_order(context, data, asked, campaign, revision, &lines_chosen(press)?.join("+")).await
}

/// Gives an order.
pub(super) async fn order(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, revision: u32, key: &str) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    if !room.is_key(key) {
        return Err(TableError::UnknownOrder.into());
    }
    asked.respond(context, CreateInteractionResponse::Acknowledge).await?;
    let ordered = room.order(campaign, asked.interaction(), asked.user(), key, None, Some(revision)).await?;
    let answered = follow(context, data, asked, room.as_ref(), campaign, key, &ordered).await;
    if let Given::Done(done) | Given::Proposed(done) = &ordered.given {
        post(context, data, asked, [done.campaign]);
    }
    answered
}

/// Says what follows on an order, where something is to be said.
async fn follow(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    room: &dyn Room,
    campaign: CampaignId,
    key: &str,
    ordered: &Ordered,
) -> Outcome {
    let private = matches!(asked.act, Act::Press(press) if is_private(&press.message));
    // What the channel is told of needs no answer besides; a step it is not told of does.
    if private || ordered.quiet || !matches!(ordered.given, Given::Done(_)) {
        let next = room.follows(campaign, asked.user(), key, &ordered.given).await?;
        if private {
            // What is only theirs to see may have another picture now.
            let plate = private_plate(data, room, asked, campaign, &next).await;
            asked.edit(context, asked.as_edit(&next, plate)).await?;
        } else {
            asked.follow_up(context, asked.as_follow_up(&next, true)).await?;
        }
    }
    Ok(())
}

/// Settles a proposal. Its message then offers nothing any more, and says what became of it.
pub(super) async fn settle(context: &Context, data: &Data, asked: &Asked<'_>, id: ProposalId, approve: bool) -> Outcome {
    let campaign = data.rooms.journal().proposed_in(id).await.map_err(TableError::from)?.ok_or(TableError::Settled)?;
    let room = room_here(data, asked, campaign).await?;
    let settled = asked.doing(context, room.settle(id, asked.interaction(), asked.user(), approve)).await?;
    let answered = match (asked.act, settled.own) {
        // Pressed elsewhere, on a reminder or the roster: its own message says what became of it, the other stays as it is.
        (Act::Press(press), Some((channel, own))) if own != press.message.id.into() => {
            let said = Despatch::saying(settled.fate);
            let answered = asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&said, true))).await;
            if let Err(error) =
                data.edits.edit((channel.into(), own), render::edit_message(&settled.message), data.rooms.journal().now()).await
            {
                tracing::info!(%error, "a settled proposal keeps its buttons");
            }
            answered
        }
        _ => asked.respond(context, CreateInteractionResponse::UpdateMessage(asked.as_answer(&settled.message, false))).await,
    };
    let offered = match settled.declined {
        // Declining is one press; who likes to say why can.
        Some((asked_by, number)) if answered.is_ok() => reason::offer(context, asked, campaign, asked_by, number).await,
        _ => Ok(()),
    };
    // Where nothing is to be posted, the board still does not show it any more.
    post(context, data, asked, [settled.done.map_or(campaign, |done| done.campaign)]);
    answered?;
    offered
}

/// Puts what has been put together before the commander.
pub(super) async fn propose(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    let (done, carried_out) = asked.doing(context, room.propose_draft(campaign, asked.interaction(), asked.user())).await?;
    let said = Despatch::saying(if carried_out { "It is in your hands by now, and done." } else { "It is before the commander now." });
    answer_done(context, data, asked, CreateInteractionResponse::UpdateMessage(asked.as_answer(&said, true)), &done).await
}

/// Drops what has been put together.
pub(super) async fn start_over(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    asked.doing(context, room.drop_draft(campaign, asked.interaction(), asked.user())).await?;
    let board = room.seen(campaign, asked.user()).await?;
    Ok(asked.respond(context, CreateInteractionResponse::UpdateMessage(asked.as_answer(&board, true))).await?)
}
