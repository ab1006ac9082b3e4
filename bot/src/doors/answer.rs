//! How a command is answered: at once or deferred, in public or in private, again where Discord stumbles; and what commands read from
//! their options.

use crate::discord::render;
use crate::doors::data::Data;
use crate::doors::error::CommandError;
use crate::doors::error::Context;
use crate::doors::error::Outcome;
pub(crate) use crate::doors::first_answer::{defer, send};
use crate::doors::posting::{self, Asker};
use crate::drawing::plate::Plate;
use crate::model::despatch::Despatch;
use crate::model::ids::{CampaignId, ChannelId, InteractionId, RoleId, UserId};
use crate::model::snapshot::Snapshot;
use crate::table::error::TableError;
use crate::table::room::Room;
use crate::table::tables::Done;
use engine::dice;
use engine::dice::Dice;
use poise::CreateReply;
use std::sync::Arc;
use std::time::Duration;

/// How long what somebody asked for waits for their seat.
const A_SEAT_TAKES: Duration = Duration::from_secs(1);

/// Gives somebody who acts the seat their roles bring with them. What goes wrong is no matter of theirs: the log has it. Where the disk is slow
/// they are answered first, and have the seat when it is written.
pub async fn seat_by_role(data: &Data, channel: ChannelId, interaction: InteractionId, user: UserId, roles: Vec<RoleId>) {
    let (tables, outbox) = (Arc::clone(&data.tables), Arc::clone(&data.outbox));
    let seated = tokio::spawn(async move {
        match tables.seat_by_role(channel, interaction, user, &roles).await {
            Ok(Some(done)) => {
                // What they asked for is answered first.
                tokio::spawn(async move {
                    if let Err(error) = outbox.publish(done.campaign).await {
                        tracing::warn!(campaign = done.campaign.0, %error, "despatches are waiting");
                    }
                });
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a role's seat was not given"),
        }
    });
    let _ = tokio::time::timeout(A_SEAT_TAKES, seated).await;
}

/// The campaign of the channel a command was given in, if there is one.
pub(crate) async fn campaign_here(ctx: Context<'_>) -> Result<Option<Snapshot>, CommandError> {
    if ctx.guild_id().is_none() {
        return Ok(None);
    }
    match ctx.data().tables.in_channel(ctx.channel_id().into()).await {
        Ok(snapshot) => Ok(Some(snapshot)),
        Err(TableError::NoCampaign | TableError::OtherGame) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Answers with a despatch.
pub(crate) async fn answer(ctx: Context<'_>, despatch: &Despatch, private: bool) -> Outcome {
    answer_with(ctx, despatch, None, private).await
}

/// Answers with a despatch and a picture.
pub(crate) async fn answer_with(ctx: Context<'_>, despatch: &Despatch, plate: Option<Plate>, private: bool) -> Outcome {
    let despatch = ctx.data().rooms.style_in(ctx.channel_id().into()).await.of(despatch);
    send(ctx, || render::reply(&despatch, plate.clone(), private)).await
}

/// Answers with a sheet of a game, and its picture as the one who asks may see it, who alone sees either.
pub(crate) async fn answer_with_sheet(ctx: Context<'_>, id: CampaignId, room: &dyn Room, sheet: &Despatch) -> Outcome {
    let Some(picture) = &sheet.picture else { return answer(ctx, sheet, true).await };
    defer(ctx, true).await?;
    let plate = room.plate(&ctx.data().atlas_of(ctx.author().id.into()), id, u32::MAX, picture, Some(ctx.author().id.into())).await;
    let plate = plate.inspect_err(|error| tracing::error!(%error, "no picture for a sheet")).ok();
    answer_with(ctx, sheet, plate, true).await
}

/// Seats the one who asks in a game, and shows it to them.
pub(crate) async fn join(ctx: Context<'_>, id: CampaignId, room: &dyn Room) -> Outcome {
    defer(ctx, true).await?;
    let user = ctx.author().id.into();
    room.join(id, ctx.interaction.id.into(), user, false).await?;
    let seen = async { answer(ctx, &room.seen(id, user).await?, true).await };
    and_post(ctx, id, seen).await
}

/// Answers, and posts what was done, whatever becomes of the answer. Whoever asked is told besides if it could not be posted.
pub(crate) async fn and_post(ctx: Context<'_>, campaign: CampaignId, answer: impl Future<Output = Outcome>) -> Outcome {
    let answered = answer.await;
    posting::post(ctx.data(), Asker::of(ctx), vec![campaign]);
    answered
}

/// Posts what was done. The channel tells of it, so what the asker is told besides is taken back then.
pub(crate) async fn answer_done(ctx: Context<'_>, done: Done) -> Outcome {
    let answered = say(ctx, "Done.").await;
    let is_told = !done.outbox.is_empty() && answered.is_ok();
    posting::post(ctx.data(), Asker { is_told_by_the_channel: is_told, ..Asker::of(ctx) }, vec![done.campaign]);
    answered
}

/// Says something to the asker alone.
pub(crate) async fn say(ctx: Context<'_>, sentence: &str) -> Outcome {
    send(ctx, || CreateReply::default().content(sentence).ephemeral(true)).await
}

/// The players' own dice, if they typed any.
pub(crate) fn faces(dice: Option<&str>) -> Result<Option<Vec<u16>>, CommandError> {
    dice.map(dice::parse_faces).transpose().map_err(CommandError::Say)
}

/// Dice for a roll outside any campaign: the players' own, or fresh ones.
pub(crate) fn loose_dice(faces: Option<Vec<u16>>) -> Dice {
    faces.map_or_else(|| Dice::seeded(rand::random(), 0), Dice::table)
}

/// Checks that the players' dice were the dice wanted.
pub(crate) fn finish(dice: &Dice) -> Outcome {
    dice.finish().map_err(|problem| CommandError::Say(problem.to_string()))
}

/// Place names that go on from what has been typed: those that begin with it, then those that hold it; at most 25.
pub(crate) fn completions<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = typed.trim().to_lowercase();
    let (mut begin, mut hold) = (Vec::new(), Vec::new());
    for name in names {
        let lower = name.to_lowercase();
        if lower.starts_with(&typed) {
            begin.push(name);
        } else if lower.contains(&typed) {
            hold.push(name);
        }
    }
    begin.append(&mut hold);
    begin.truncate(25);
    begin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_put_names_that_begin_with_what_was_typed_first() {
        let names = ["Port Stanley", "Tokar", "Tamai", "Mud Bay"];
        assert_eq!(completions("ta", names.into_iter()), ["Tamai", "Port Stanley"]);
        assert_eq!(completions("", names.into_iter()).len(), 4);
        assert!(completions("Khartoum", names.into_iter()).is_empty());
    }
}
