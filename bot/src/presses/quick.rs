//! Rolls at the table by button and form: pursuit and recovery.

use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::presses::asked::Asked;
use engine::campaign::rules::casualties::{self, MOST_LOST};
use engine::campaign::rules::pursuit;
use engine::campaign::{Options, State};
use engine::dice::Dice;
use poise::serenity_prelude as serenity;

use crate::despatches::quick;
use crate::model::custom_id::CustomId;
use crate::model::despatch::Despatch;
use crate::presses::form::{Reading, field, not_taken, optional_field, typed_before};
use crate::presses::here::answer_done;
use crate::table::error::TableError;
use serde_json::json;
use serenity::{ComponentInteraction, Context, CreateInteractionResponse, CreateInteractionResponseMessage, CreateModal, ModalInteraction};

/// Opens the form of a pursuit.
pub(super) async fn ask_pursuit(context: &Context, asked: &Asked<'_>, theirs: u16) -> Outcome {
    let before = typed_before(asked);
    let was = |id: &str| before.get(id).cloned();
    let modal = CreateModal::new(CustomId::AskPursuit { theirs }.to_string(), "Pursuit").components(vec![
        field("ours", "Our units not in rout", "7", was("ours")),
        field("cavalry", "Of them cavalry", "1", was("cavalry")),
        field("theirs", "Enemy units not in rout", "15", was("theirs").or_else(|| Some(theirs.to_string()))),
        optional_field("surrounded", "Surrounded? yes or no", "no", before.get("surrounded")),
        optional_field("dice", "Your own two dice, if you throw", "5 2", before.get("dice")),
    ]);
    Ok(asked.respond(context, CreateInteractionResponse::Modal(modal)).await?)
}

/// Opens the form of a recovery.
pub(super) async fn ask_recovery(context: &Context, asked: &Asked<'_>, field_held: bool) -> Outcome {
    let before = typed_before(asked);
    let modal = CreateModal::new(CustomId::AskRecovery { field_held }.to_string(), "Recovery of the lost").components(vec![
        field("lost", "Stands, figures or units lost", "6", before.get("lost").cloned()),
        optional_field("dice", "Your own dice, one for each, if you throw", "2 3 4 5 5 6", before.get("dice")),
    ]);
    Ok(asked.respond(context, CreateInteractionResponse::Modal(modal)).await?)
}

/// Rolls a recovery, once for each button.
pub(super) async fn recover_once(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    press: &ComponentInteraction,
    lost: u8,
    field_held: bool,
) -> Outcome {
    // A roll is rolled once, whoever presses how often.
    if !data.rolled.first_time(press.message.id.into()) {
        return Err(CommandError::Say("That has been rolled already: look below.".to_owned()));
    }
    let result = recover(context, data, asked, lost, field_held, None, true).await;
    // Where Discord alone did not take the answer, it is rolled, and told of in the channel.
    if result.as_ref().is_err_and(|error| !matches!(error, CommandError::Discord(_))) {
        data.rolled.forget(press.message.id.into());
    }
    result
}

/// Rolls the pursuit of a form.
pub(super) async fn pursuit_form(context: &Context, data: &Data, asked: &Asked<'_>, form: &ModalInteraction, theirs: u16) -> Outcome {
    let mut reading = Reading::of(form);
    let (situation, faces) = (reading.pursuit(), reading.faces());
    let (situation, faces) = match reading.read(situation.zip(faces)) {
        Ok(read) => read,
        Err(mistakes) => return told_all(context, asked, form, &mistakes, CustomId::AskPursuit { theirs }).await,
    };
    roll(context, data, asked, faces, false, move |pack, options, dice| {
        let result = pursuit::pursuit(&pack.tables, situation, dice).rounded(options);
        (json!({ "pursuit": result }), quick::pursuit(pack, &result))
    })
    .await
}

/// Rolls the recovery of a form.
pub(super) async fn recovery_form(context: &Context, data: &Data, asked: &Asked<'_>, form: &ModalInteraction, field_held: bool) -> Outcome {
    let mut reading = Reading::of(form);
    let (lost, faces) = (reading.number("lost", None, u16::from(MOST_LOST)), reading.faces());
    match reading.read(lost.and_then(|lost| u8::try_from(lost).ok()).zip(faces)) {
        Ok((lost, faces)) => recover(context, data, asked, lost, field_held, faces, false).await,
        Err(mistakes) => told_all(context, asked, form, &mistakes, CustomId::AskRecovery { field_held }).await,
    }
}

/// Says all that is wrong with a form, to the one who filled it in; its button opens it again.
async fn told_all(context: &Context, asked: &Asked<'_>, form: &ModalInteraction, mistakes: &[String], again: CustomId) -> Outcome {
    let told = not_taken(form, "Nothing has been rolled.", mistakes, Some(again));
    Ok(asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&told, true))).await?)
}

async fn recover(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    lost: u8,
    field_held: bool,
    faces: Option<Vec<u16>>,
    spent: bool,
) -> Outcome {
    roll(context, data, asked, faces, spent, move |pack, _, dice| {
        let result = casualties::recovery(&pack.tables, lost, field_held, dice);
        (json!({ "recovery": result }), quick::recovery(pack, &result))
    })
    .await
}

/// Rolls at the table: with the campaign's dice where there is a campaign, with fresh ones elsewhere. A button that was
/// pressed for it goes, so that nothing is rolled twice: `spent` says that it was such a button.
async fn roll<F>(context: &Context, data: &Data, asked: &Asked<'_>, faces: Option<Vec<u16>>, spent: bool, roll: F) -> Outcome
where
    F: FnOnce(&engine::pack::Pack, Options, &mut Dice) -> (serde_json::Value, Despatch) + Send,
{
    let without_buttons = || CreateInteractionResponse::UpdateMessage(CreateInteractionResponseMessage::new().components(Vec::new()));
    if let Some(channel) = asked.channel() {
        match data.tables.in_channel(channel).await {
            Ok(snapshot) => {
                let rolled = data.tables.roll(snapshot.campaign.id, asked.interaction(), asked.user(), faces, |state: &State, dice| {
                    let (written, despatch) = roll(state.pack(), state.options(), dice);
                    (written, quick::at_the_table(despatch))
                });
                let done = asked.doing(context, rolled).await?;
                // The channel tells of it.
                let response = if spent { without_buttons() } else { CreateInteractionResponse::Acknowledge };
                return answer_done(context, data, asked, response, &done).await;
            }
            Err(TableError::NoCampaign | TableError::OtherGame) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut dice = faces.map_or_else(|| Dice::seeded(rand::random(), 0), Dice::table);
    let (_, despatch) = roll(&data.pack, Options::default(), &mut dice);
    dice.finish().map_err(|problem| CommandError::Say(problem.to_string()))?;
    if spent {
        asked.respond(context, without_buttons()).await?;
        return Ok(asked.follow_up(context, asked.as_follow_up(&despatch, false)).await?);
    }
    Ok(asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&despatch, false))).await?)
}
