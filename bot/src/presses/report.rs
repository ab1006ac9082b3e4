//! The report of a battle: its form, and what is done with it.

use engine::campaign::{Order, State};
use poise::serenity_prelude as serenity;
use serenity::{Context, CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, InputTextStyle, ModalInteraction};

use crate::despatches::battle_report;
use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::model::custom_id::CustomId;
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::presses::asked::Asked;
use crate::presses::form::{Reading, not_taken, optional_field, typed, typed_before};
use crate::presses::here::{known_here, post};
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
    let before = typed_before(asked);
    let was = |id: &str, usual: String| before.get(id).cloned().unwrap_or(usual);
    let losses = CreateInputText::new(InputTextStyle::Paragraph, "Steps lost: change the 0s", "losses")
        .value(words::shortened(&was("losses", battle_report::losses(&snapshot.state)), usize::from(battle_report::MOST_TYPED)))
        .max_length(battle_report::MOST_TYPED)
        .required(false);
    let mut rows = vec![CreateActionRow::InputText(losses)];
    if !held {
        let (cavalry, outnumbered) = battle_report::withdrawal(&snapshot.state);
        let filled = |id: &str, label: &str, value: String| {
            let value = words::shortened(&was(id, value), 20);
            CreateActionRow::InputText(CreateInputText::new(InputTextStyle::Short, label, id).value(value).max_length(20).required(false))
        };
        rows.push(filled("cavalry", "Our cavalry on the board", cavalry.to_string()));
        rows.push(filled("outnumbered", "Outnumbered then? no, over 2:1, over 3:1", outnumbered.to_owned()));
        rows.push(filled("surrounded", "Surrounded? yes or no", "no".to_owned()));
    }
    rows.push(optional_field("dice", "Your own dice, if you throw them", "4 2 6", before.get("dice")));
    let title = title(&snapshot.state.pack().words.sides.army, held);
    let modal = CreateModal::new(CustomId::Report { campaign, revision, held }.to_string(), title).components(rows);
    Ok(asked.respond(context, CreateInteractionResponse::Modal(modal)).await?)
}

/// Characters of a form's title: Discord's limit.
const MOST_TITLE: usize = 45;

/// What the form is called; a long name of the army is shortened, so that it still says what is reported.
fn title(army: &str, held: bool) -> String {
    let rest = if held { " held the field" } else { " left the field" };
    words::shortened(army, MOST_TITLE - rest.len()) + rest
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
    let mut reading = Reading::of(form);
    let read = read(&mut reading, form, &snapshot.state, held);
    let again = CustomId::Report { campaign, revision, held };
    let (orders, faces) = match reading.read(read) {
        Ok(read) => read,
        Err(mistakes) => {
            let told = not_taken(form, NOTHING, &mistakes, Some(again));
            return Ok(asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&told, true))).await?);
        }
    };
    asked.respond(context, CreateInteractionResponse::Acknowledge).await?;
    match data.tables.orders(campaign, asked.interaction(), asked.user(), &orders, faces, revision).await.map_err(CommandError::from) {
        Ok(Given::Done(done)) => {
            post(context, data, asked, [done.campaign]);
            Ok(())
        }
        Ok(Given::Proposed(done)) => {
            let said = Despatch::saying("It is before the commander now.");
            let answered = asked.follow_up(context, asked.as_follow_up(&said, true)).await;
            post(context, data, asked, [done.campaign]);
            Ok(answered?)
        }
        Ok(Given::Drafted) => Ok(()),
        // Nothing typed is lost: the form opens again with it, unless the battle has gone on.
        Err(error) => match error.sentence() {
            Some(sentence) => {
                let again = (!matches!(error, CommandError::Table(TableError::OutOfDate))).then_some(again);
                let told = not_taken(form, NOTHING, &[sentence], again);
                Ok(asked.follow_up(context, asked.as_follow_up(&told, true)).await?)
            }
            None => Err(error),
        },
    }
}

/// What is said above the mistakes of a report.
const NOTHING: &str = "Nothing has been reported.";

/// The orders of a report, the losses first, and the players' dice; every mistake goes to the reading.
fn read(reading: &mut Reading<'_>, form: &ModalInteraction, state: &State, held: bool) -> Option<(Vec<Order>, Option<Vec<u16>>)> {
    let losses = reading.take(battle_report::parse_losses(state, typed(form, "losses").unwrap_or_default()));
    let ended = if held {
        Some(Order::HoldField)
    } else {
        let cavalry = reading.number("cavalry", Some(0), 80).and_then(|typed| {
            let typed = u8::try_from(typed).unwrap_or(u8::MAX);
            reading.take(battle_report::cavalry_left(state, losses.as_deref().unwrap_or_default(), typed).map_err(|mistake| vec![mistake]))
        });
        let odds = battle_report::parse_odds(typed(form, "outnumbered").unwrap_or_default());
        let odds = reading.take(odds.map_err(|mistake| vec![mistake]));
        let surrounded = reading.yes("surrounded");
        cavalry.zip(odds).zip(surrounded).map(|((cavalry, odds), surrounded)| Order::Withdraw { cavalry, surrounded, odds })
    };
    let faces = reading.faces();
    let mut orders = losses?;
    orders.push(ended?);
    Some((orders, faces?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_the_form_stays_within_discords_limit_however_long_the_armys_name_is() {
        assert_eq!(title("Anglo-Egyptians", true), "Anglo-Egyptians held the field");
        let long = title(&"é".repeat(40), false);
        assert_eq!(long.chars().count(), MOST_TITLE);
        assert!(long.ends_with("é… left the field"), "{long}");
    }
}
