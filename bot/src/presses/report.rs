//! The report of a battle: its form, and what is done with it.

use engine::campaign::Order;
use poise::serenity_prelude as serenity;
use serenity::{Context, CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, InputTextStyle, ModalInteraction};

use crate::despatches::battle_report;
use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::model::custom_id::CustomId;
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::presses::asked::Asked;
use crate::presses::form::{faces, number_or, optional_field, typed, yes};
use crate::presses::here::{known_here, publish};
use crate::table::error::TableError;
use crate::table::tables::Given;
use crate::words;

/// Opens the form of a battle's report, filled in as things stand.
pub(super) async fn ask_report(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    campaign: CampaignId,
    revision: u32,
    held: bool,
) -> Outcome {
    let snapshot = data.tables.seen_by(known_here(data, asked, campaign).await?, asked.user()).await?;
    if revision < snapshot.last_order || snapshot.state.battle().is_none() {
        return Err(TableError::OutOfDate.into());
    }
    // Who gives no order fills in no form.
    crate::table::orders::seat_in(&snapshot, asked.user())?;
    let losses = CreateInputText::new(InputTextStyle::Paragraph, "Steps lost: change the 0s", "losses")
        .value(words::shortened(&battle_report::losses(&snapshot.state), usize::from(battle_report::MOST_TYPED)))
        .max_length(battle_report::MOST_TYPED)
        .required(false);
    let mut rows = vec![CreateActionRow::InputText(losses)];
    if !held {
        let (cavalry, outnumbered) = battle_report::withdrawal(&snapshot.state);
        let filled = |id: &str, label: &str, value: String| {
            CreateActionRow::InputText(CreateInputText::new(InputTextStyle::Short, label, id).value(value).max_length(20).required(false))
        };
        rows.push(filled("cavalry", "Our cavalry on the board", cavalry.to_string()));
        rows.push(filled("outnumbered", "Outnumbered then? no, over 2:1, over 3:1", outnumbered.to_owned()));
        rows.push(filled("surrounded", "Surrounded? yes or no", "no".to_owned()));
    }
    rows.push(optional_field("dice", "Your own dice, if you throw them", "4 2 6"));
    let title = format!("{} {} the field", snapshot.state.pack().words.sides.army, if held { "held" } else { "left" });
    let modal = CreateModal::new(CustomId::Report { campaign, revision, held }.to_string(), title).components(rows);
    Ok(asked.respond(context, CreateInteractionResponse::Modal(modal)).await?)
}

/// Takes the report of a battle: the losses and how it ended, all of it or nothing.
pub(super) async fn report(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    form: &ModalInteraction,
    campaign: CampaignId,
    revision: u32,
    held: bool,
) -> Outcome {
    let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
    let text = typed(form, "losses").unwrap_or_default();
    let read = || -> Result<(Vec<Order>, Option<Vec<u16>>), CommandError> {
        let mut orders = battle_report::parse_losses(&snapshot.state, text).map_err(CommandError::Say)?;
        orders.push(if held {
            Order::HoldField
        } else {
            Order::Withdraw {
                cavalry: battle_report::cavalry_left(
                    &snapshot.state,
                    &orders,
                    u8::try_from(number_or(form, "cavalry", 0, 80)?).unwrap_or(u8::MAX),
                )
                .map_err(CommandError::Say)?,
                surrounded: yes(form, "surrounded")?,
                odds: battle_report::parse_odds(typed(form, "outnumbered").unwrap_or_default()).map_err(CommandError::Say)?,
            }
        });
        Ok((orders, faces(form)?))
    };
    let given = async {
        let (orders, faces) = read()?;
        asked.respond(context, CreateInteractionResponse::Acknowledge).await?;
        Ok::<_, CommandError>(data.tables.orders(campaign, asked.interaction(), asked.user(), &orders, faces, revision).await?)
    };
    match given.await {
        Ok(Given::Done(done)) => publish(context, data, asked, &done).await,
        Ok(Given::Proposed(done)) => {
            publish(context, data, asked, &done).await?;
            let said = Despatch::saying("It is before the commander now.");
            Ok(asked.follow_up(context, asked.as_follow_up(&said, true)).await?)
        }
        Ok(Given::Drafted) => Ok(()),
        // Nothing typed is lost: it can be copied into the form again.
        Err(error) => match error.sentence() {
            Some(sentence) if !text.is_empty() => Err(CommandError::Say(format!(
                "{sentence} Nothing has been reported. You had typed:\n```\n{}\n```",
                words::shortened(text, 1_500)
            ))),
            _ => Err(error),
        },
    }
}
