//! What is pressed, chosen and typed into forms: buttons, menus, modals.
//!
//! Everything needed to answer stands in the custom id; nothing is remembered between the offer and the press. A panic in
//! here is caught like one in a command: it is logged, the asker is told, the umpire goes on.

mod papers;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::campaign::State;
use engine::campaign::rules::casualties::{self, MOST_LOST};
use engine::campaign::rules::pursuit;
use engine::dice::Dice;
use futures_util::FutureExt as _;
use poise::FrameworkContext;
use poise::serenity_prelude as serenity;
use serde_json::json;
use serenity::{
    ChannelId, ComponentInteraction, ComponentInteractionDataKind, Context, CreateInteractionResponse, CreateInteractionResponseMessage,
    CreateModal, Interaction,
};

use crate::commands::orders::what_follows;
use crate::commands::{self, CommandError, Data, Outcome};
use crate::despatches::order_keys::order_from_key;
use crate::despatches::rule::Book;
use crate::despatches::topics::{self, Topic};
use crate::despatches::{CustomId, Despatch, asking, board, campaign, group, log, odds, quick, sheet};
use crate::gauge;
use crate::journal::{CampaignId, ProposalId};
use crate::render;
use crate::seats::Authority;
use crate::survey::Survey;
use crate::table::{Done, Given, Snapshot, TableError, Undoing, described};

mod asked;
mod form;
mod report;

use asked::{Act, Asked};
use form::{faces, field, number, optional_field, pursuit_from};
use report::{ask_report, report};

/// Answers an interaction that is a press or a form; leaves all others to the commands.
pub async fn handle(framework: FrameworkContext<'_, Data, CommandError>, interaction: &Interaction) {
    let act = match interaction {
        Interaction::Component(press) => Act::Press(press),
        Interaction::Modal(form) => Act::Form(form),
        _ => return,
    };
    let (context, data) = (framework.serenity_context, framework.user_data);
    let mut asked = Asked { act, answered: AtomicBool::new(false), plain: false };
    if !data.seen.first_time(asked.interaction()) {
        return;
    }
    let _under_way = Arc::clone(&data.work).acquire_owned().await;
    if let (Some(channel), Some(roles)) = (asked.guild_channel(), asked.roles()) {
        commands::seat_by_role(data, channel, asked.interaction(), asked.user(), &roles).await;
    }
    if let Some(channel) = asked.guild_channel() {
        asked.plain = data.tables.is_plain_in(channel).await;
    }
    let caught = std::panic::AssertUnwindSafe(answer(context, data, &asked)).catch_unwind().await;
    let sentence = match caught {
        Ok(Ok(())) => return,
        Ok(Err(error)) => {
            if let CommandError::Discord(error) = &error {
                tracing::warn!(%error, id = asked.custom_id(), "an answer was not taken");
            }
            match error.sentence() {
                Some(sentence) => sentence,
                None => return,
            }
        }
        Err(_) => {
            tracing::error!(id = asked.custom_id(), "a press panicked");
            "Something went wrong here that should not: nothing has been done. Try again, and tell whoever runs the umpire.".to_owned()
        }
    };
    let despatch = Despatch::saying(sentence);
    let told = if asked.answered.load(Ordering::SeqCst) {
        asked.follow_up(context, asked.told_besides(&despatch, true)).await
    } else {
        asked.respond(context, CreateInteractionResponse::Message(asked.shown(&despatch, true))).await
    };
    if let Err(error) = told {
        tracing::warn!(%error, "a complaint was not taken");
    }
}

async fn answer(context: &Context, data: &Data, asked: &Asked<'_>) -> Outcome {
    let Ok(id) = asked.custom_id().parse::<CustomId>() else {
        return Err(CommandError::Say("That button is not one of mine any more: see where the campaign stands with /turn.".to_owned()));
    };
    match (asked.act, id) {
        (Act::Press(_), CustomId::Order { campaign, revision, key }) => {
            if ask(context, data, asked, campaign, revision, &key).await? {
                Ok(())
            } else {
                order(context, data, asked, campaign, revision, &key).await
            }
        }
        (Act::Press(_), CustomId::Sure { campaign, revision, key }) => order(context, data, asked, campaign, revision, &key).await,
        (Act::Press(press), CustomId::OrderMenu { campaign, revision }) => {
            let ComponentInteractionDataKind::StringSelect { values } = &press.data.kind else {
                return Err(CommandError::Say("Choose a line of the menu.".to_owned()));
            };
            let [key] = values.as_slice() else { return Err(CommandError::Say("Choose one line of the menu.".to_owned())) };
            if ask(context, data, asked, campaign, revision, key).await? {
                return Ok(());
            }
            order(context, data, asked, campaign, revision, key).await
        }
        (Act::Press(press), CustomId::Sheet { campaign, topic, page }) => {
            let snapshot = data.tables.seen_by(known_here(data, asked, campaign).await?, asked.user()).await?;
            let topic = Topic::of_word(&topic)
                .ok_or_else(|| CommandError::Say("That is no sheet I know: see what can be done with /turn.".to_owned()))?;
            let mut sheet = sheet::sheet(&snapshot.state, snapshot.standing(), topic, usize::from(page));
            sheet::with_draft(&mut sheet, campaign, &data.tables.draft_lines(&snapshot).await?);
            let message = asked.shown(&sheet, true);
            // A sheet turns its own pages; from a message of the channel it opens beside it.
            let response = if is_private(press) {
                CreateInteractionResponse::UpdateMessage(message)
            } else {
                CreateInteractionResponse::Message(message)
            };
            Ok(asked.respond(context, response).await?)
        }
        (Act::Press(press), CustomId::Log { campaign, page, filter }) => {
            let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
            let rows = data.tables.log(campaign).await?;
            let message = asked.shown(&log::page(&snapshot.state, campaign, &rows, filter, page), true);
            let response = if is_private(press) {
                CreateInteractionResponse::UpdateMessage(message)
            } else {
                CreateInteractionResponse::Message(message)
            };
            Ok(asked.respond(context, response).await?)
        }
        (Act::Press(press), CustomId::LogRow { campaign }) => {
            let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
            let ComponentInteractionDataKind::StringSelect { values } = &press.data.kind else {
                return Err(CommandError::Say("Choose a line of the menu.".to_owned()));
            };
            let number = values.first().and_then(|value| value.parse::<u32>().ok());
            let rows = data.tables.log(campaign).await?;
            let Some(told) = rows.iter().find(|row| Some(row.revision) == number) else {
                return Err(CommandError::Say("The journal has no row of that number: open it again with /campaign log.".to_owned()));
            };
            Ok(asked.respond(context, CreateInteractionResponse::Message(asked.shown(&log::row(&snapshot.state, told), true))).await?)
        }
        (Act::Press(_), CustomId::Rolls { campaign, revision }) => rolls(context, data, asked, campaign, revision).await,
        (Act::Press(_), CustomId::Map { campaign }) => map(context, data, asked, campaign).await,
        (Act::Press(_), CustomId::Odds { campaign, about }) => {
            let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
            let told = odds::now::told(&snapshot.state, snapshot.standing(), about).ok_or_else(|| {
                CommandError::Say("There is nothing to reckon with here any more: see where the turn stands with /turn.".to_owned())
            })?;
            asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))).await?;
            let plate = if told.sheet.is_empty() { None } else { Some(gauge::plate(&data.atlas, told.sheet).await?) };
            Ok(asked.edit(context, asked.told_instead(&told.despatch, plate)).await?)
        }
        (Act::Press(_), CustomId::Board { campaign }) => {
            let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
            let despatch = snapshot.board();
            Ok(asked.respond(context, CreateInteractionResponse::Message(asked.shown(&despatch, true))).await?)
        }
        (Act::Press(_), CustomId::Back { campaign }) => {
            let snapshot = data.tables.seen_by(known_here(data, asked, campaign).await?, asked.user()).await?;
            let mut board = snapshot.board();
            sheet::with_draft(&mut board, campaign, &data.tables.draft_lines(&snapshot).await?);
            Ok(asked.respond(context, CreateInteractionResponse::UpdateMessage(asked.shown(&board, true))).await?)
        }
        (Act::Press(_), CustomId::Vote { campaign, dismiss }) => {
            known_here(data, asked, campaign).await?;
            let done = data.tables.vote(campaign, asked.interaction(), asked.user(), dismiss).await?;
            let said = Despatch::saying("Your vote is counted; how you voted is in the journal, and is not posted.");
            asked.respond(context, CreateInteractionResponse::Message(asked.shown(&said, true))).await?;
            publish(context, data, asked, &done).await
        }
        (Act::Press(_), CustomId::Side { campaign, battle, away }) => {
            known_here(data, asked, campaign).await?;
            asked.respond(context, CreateInteractionResponse::Acknowledge).await?;
            let done = data.tables.change_side(campaign, asked.interaction(), asked.user(), battle, away).await?;
            publish(context, data, asked, &done).await
        }
        (Act::Press(_), CustomId::Terrain { campaign, battle }) => {
            let state = data.tables.while_fought(known_here(data, asked, campaign).await?, battle).await?;
            let mut dice = data.tables.terrain_dice(campaign, battle).await?;
            let survey = Survey::of_battle(&state, &mut dice)?;
            asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))).await?;
            let plate = survey.plate(&data.atlas).await?;
            Ok(asked.edit(context, asked.told_instead(&survey.told(), Some(plate))).await?)
        }
        (Act::Press(_), CustomId::Settle { proposal, approve }) => settle(context, data, asked, ProposalId(proposal), approve).await,
        (Act::Press(_), CustomId::Propose { campaign }) => {
            known_here(data, asked, campaign).await?;
            let done = data.tables.propose_draft(campaign, asked.interaction(), asked.user()).await?;
            let said = Despatch::saying("It is before the commander now.");
            asked.respond(context, CreateInteractionResponse::UpdateMessage(asked.shown(&said, true))).await?;
            publish(context, data, asked, &done).await
        }
        (Act::Press(_), CustomId::StartOver { campaign }) => {
            known_here(data, asked, campaign).await?;
            data.tables.drop_draft(campaign, asked.interaction(), asked.user()).await?;
            let snapshot = data.tables.seen_by(campaign, asked.user()).await?;
            let board = snapshot.board();
            Ok(asked.respond(context, CreateInteractionResponse::UpdateMessage(asked.shown(&board, true))).await?)
        }
        (Act::Press(_), CustomId::Undo { campaign, revision, asked_by }) => undo(context, data, asked, campaign, revision, asked_by).await,
        (Act::Press(press), CustomId::Rule { subject }) => {
            let snapshot = match asked.guild_channel() {
                Some(channel) => data.tables.in_channel(channel).await.map(Some).or_else(none_here)?,
                None => None,
            };
            let pack = Arc::clone(snapshot.as_ref().map_or(&data.pack, |snapshot| snapshot.state.pack()));
            let book = Book::of(&pack, snapshot.as_ref().map(|snapshot| &snapshot.state));
            let subject =
                book.of_key(&subject).ok_or_else(|| CommandError::Say("That is no rule I know: ask for it with /rule.".to_owned()))?;
            let message = asked.shown(&book.tell(subject), true);
            let response = if is_private(press) {
                CreateInteractionResponse::UpdateMessage(message)
            } else {
                CreateInteractionResponse::Message(message)
            };
            Ok(asked.respond(context, response).await?)
        }
        (Act::Press(_), CustomId::Close { campaign }) => close(context, data, asked, campaign).await,
        (Act::Press(press), CustomId::Delete { campaign }) => papers::delete(context, data, asked, press, campaign).await,
        (Act::Press(_), CustomId::Leave) => {
            let message =
                CreateInteractionResponseMessage::new().content("The campaign goes on.").embeds(Vec::new()).components(Vec::new());
            Ok(asked.respond(context, CreateInteractionResponse::UpdateMessage(message)).await?)
        }
        (Act::Press(_), CustomId::AskPursuit { theirs }) => {
            let modal = CreateModal::new(CustomId::AskPursuit { theirs }.to_string(), "Pursuit").components(vec![
                field("ours", "Our units not in rout", "7", None),
                field("cavalry", "Of them cavalry", "1", None),
                field("theirs", "Mahdist units not in rout", "15", Some(theirs.to_string())),
                optional_field("surrounded", "Surrounded? yes or no", "no"),
                optional_field("dice", "Your own two dice, if you throw", "5 2"),
            ]);
            Ok(asked.respond(context, CreateInteractionResponse::Modal(modal)).await?)
        }
        (Act::Press(_), CustomId::AskRecovery { field_held }) => {
            let modal = CreateModal::new(CustomId::AskRecovery { field_held }.to_string(), "Recovery of the lost").components(vec![
                field("lost", "Stands, figures or units lost", "6", None),
                optional_field("dice", "Your own dice, one for each, if you throw", "2 3 4 5 5 6"),
            ]);
            Ok(asked.respond(context, CreateInteractionResponse::Modal(modal)).await?)
        }
        (Act::Press(press), CustomId::Recover { lost, field_held }) => {
            // A roll is rolled once, whoever presses how often.
            if !data.seen.first_time(press.message.id.get()) {
                return Err(CommandError::Say("That has been rolled already: look below.".to_owned()));
            }
            let result = recover(context, data, asked, lost, field_held, None, true).await;
            if result.is_err() {
                data.seen.forget(press.message.id.get());
            }
            result
        }
        (Act::Press(_), CustomId::Report { campaign, revision, held }) => ask_report(context, data, asked, campaign, revision, held).await,
        (Act::Form(form), CustomId::Report { campaign, revision, held }) => {
            report(context, data, asked, form, campaign, revision, held).await
        }
        (Act::Form(form), CustomId::AskPursuit { .. }) => {
            let situation = pursuit_from(form)?;
            let faces = faces(form)?;
            roll(context, data, asked, faces, false, move |state, dice| {
                let result = pursuit::pursuit(&state.tables, situation, dice);
                (json!({ "pursuit": result }), quick::pursuit(state, &result))
            })
            .await
        }
        (Act::Form(form), CustomId::AskRecovery { field_held }) => {
            let lost = number(form, "lost", u16::from(MOST_LOST))?;
            recover(context, data, asked, lost as u8, field_held, faces(form)?, false).await
        }
        _ => Err(CommandError::Say("That form is not one of mine any more.".to_owned())),
    }
}

/// A channel without a campaign is nothing that went wrong.
fn none_here(error: TableError) -> Result<Option<Snapshot>, TableError> {
    if matches!(error, TableError::NoCampaign) { Ok(None) } else { Err(error) }
}

/// The campaign, if it is the one of this channel: a button of another is not answered.
async fn known_here(data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Result<CampaignId, CommandError> {
    let Some(channel) = asked.guild_channel() else { return Err(TableError::NoCampaign.into()) };
    data.tables.takes_orders(campaign, channel).await?;
    let here = data.tables.journal().campaign_in(channel).await.map_err(TableError::from)?;
    match data.tables.snapshot(campaign).await {
        Ok(snapshot) if snapshot.campaign.channel == channel || here == Some(campaign) => Ok(campaign),
        Ok(_) | Err(TableError::NoCampaign) => {
            Err(CommandError::Say("That button belongs to another campaign: use those of this channel, or /turn.".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Asks once before what cannot be undone freely and is worth a second thought, naming the consequence; whether it has asked.
async fn ask(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    campaign: CampaignId,
    revision: u32,
    key: &str,
) -> Result<bool, CommandError> {
    let Some(order) = order_from_key(key) else { return Ok(false) };
    let snapshot = data.tables.seen_by(known_here(data, asked, campaign).await?, asked.user()).await?;
    // What is refused, or only proposed, is told so without a question before it.
    let gives = snapshot.authority(asked.user(), &order) == Some(Authority::Gives);
    let Some(question) = asking::question(&snapshot.state, &order, campaign, revision).filter(|_| gives) else { return Ok(false) };
    let message = asked.shown(&question, true);
    let response = match asked.act {
        Act::Press(press) if is_private(press) => CreateInteractionResponse::UpdateMessage(message),
        _ => CreateInteractionResponse::Message(message),
    };
    asked.respond(context, response).await?;
    Ok(true)
}

async fn order(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, revision: u32, key: &str) -> Outcome {
    let order =
        order_from_key(key).ok_or_else(|| CommandError::Say("That is no order I know: see what can be done with /turn.".to_owned()))?;
    known_here(data, asked, campaign).await?;
    asked.respond(context, CreateInteractionResponse::Acknowledge).await?;
    let given = data.tables.order(campaign, asked.interaction(), asked.user(), &order, None, Some(revision)).await?;
    if let Given::Done(done) | Given::Proposed(done) = &given {
        publish(context, data, asked, done).await?;
    }
    let private = matches!(asked.act, Act::Press(press) if is_private(press));
    // What the channel is told of needs no answer besides; a step it is not told of does.
    if private || topics::is_quiet(&order) || !matches!(given, Given::Done(_)) {
        let next = what_follows(&data.tables, campaign, asked.user(), &order, &given).await?;
        if private {
            asked.edit(context, asked.told_instead(&next, None)).await?;
        } else {
            asked.follow_up(context, asked.told_besides(&next, true)).await?;
        }
    }
    Ok(())
}

/// Undoes what was ordered last, asks for the second word that it takes, or gives it.
async fn undo(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, revision: u32, asked_by: u64) -> Outcome {
    known_here(data, asked, campaign).await?;
    let asked_by = (asked_by != 0).then_some(asked_by);
    let undoing = data.tables.undo(campaign, asked.interaction(), asked.user(), Some(revision), asked_by).await?;
    let (done, said) = match undoing {
        Undoing::Confirm(despatch) => {
            return Ok(asked.respond(context, CreateInteractionResponse::Message(asked.shown(&despatch, true))).await?);
        }
        Undoing::Asked(done) => (done, Despatch::saying("Dice were thrown for it, so the channel has been asked for a second word.")),
        Undoing::Done(done) => (done, Despatch::saying("Undone.")),
    };
    // The question has its answer; a despatch is never changed but to mark it.
    let response = match asked.act {
        // A step back: what is legal now stands where the step was chosen.
        Act::Press(press) if is_private(press) && asked_by.is_none() => {
            let board = data.tables.snapshot(campaign).await?.board();
            CreateInteractionResponse::UpdateMessage(asked.shown(&board, true))
        }
        Act::Press(press) if is_private(press) => CreateInteractionResponse::UpdateMessage(asked.shown(&said, true)),
        Act::Press(_) if asked_by.is_some() => {
            CreateInteractionResponse::UpdateMessage(CreateInteractionResponseMessage::new().components(Vec::new()))
        }
        _ => CreateInteractionResponse::Message(asked.shown(&said, true)),
    };
    asked.respond(context, response).await?;
    publish(context, data, asked, &done).await
}

/// Settles a proposal. Its message then offers nothing any more, and says what became of it.
async fn settle(context: &Context, data: &Data, asked: &Asked<'_>, id: ProposalId, approve: bool) -> Outcome {
    let proposal = data.tables.journal().proposal(id).await.map_err(TableError::from)?.ok_or(TableError::Settled)?;
    let before = data.tables.snapshot(known_here(data, asked, proposal.campaign).await?).await?;
    let (settled, done) = data.tables.settle(id, asked.interaction(), asked.user(), approve).await?;
    let lines = described(&before.state, &settled.orders);
    let message = group::settled(&before.state, id, settled.user, asked.user(), settled.standing, &lines);
    let own = data.tables.journal().proposal_message(&proposal).await.map_err(TableError::from)?;
    match (asked.act, own) {
        // Pressed elsewhere, on a reminder or the roster: its own message says what became of it, the other stays as it is.
        (Act::Press(press), Some((channel, own))) if press.message.id.get() != own => {
            let said = Despatch::saying(group::fate(settled.user, asked.user(), settled.standing));
            asked.respond(context, CreateInteractionResponse::Message(asked.shown(&said, true))).await?;
            let edit = render::edit_message(&message);
            if let Err(error) = ChannelId::new(channel.max(1)).edit_message(context, own.max(1), edit).await {
                tracing::info!(%error, "a settled proposal keeps its buttons");
            }
        }
        _ => asked.respond(context, CreateInteractionResponse::UpdateMessage(asked.shown(&message, false))).await?,
    }
    match done {
        Some(done) => publish(context, data, asked, &done).await,
        // Nothing is to be posted, but the board does not show it any more.
        None => {
            if let Err(error) = data.outbox.publish(proposal.campaign).await {
                tracing::info!(error = %error.sentence(), "a settled proposal");
            }
            Ok(())
        }
    }
}

/// Whether a message is one that only its reader sees.
fn is_private(press: &ComponentInteraction) -> bool {
    press.message.flags.is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL))
}

async fn publish(context: &Context, data: &Data, asked: &Asked<'_>, done: &Done) -> Outcome {
    match data.outbox.publish(done.campaign).await {
        Ok(()) => Ok(()),
        Err(error) => Ok(asked.follow_up(context, asked.told_besides(&Despatch::saying(error.sentence()), true)).await?),
    }
}

async fn close(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    known_here(data, asked, campaign).await?;
    let message = CreateInteractionResponseMessage::new().content("The campaign is closed.").embeds(Vec::new()).components(Vec::new());
    let done = data.tables.close(campaign, asked.interaction(), asked.user()).await?;
    asked.respond(context, CreateInteractionResponse::UpdateMessage(message)).await?;
    publish(context, data, asked, &done).await
}

async fn rolls(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, revision: u32) -> Outcome {
    known_here(data, asked, campaign).await?;
    let Some((state, events)) = data.tables.row(campaign, revision).await? else {
        return Err(CommandError::Say("There are no rolls under that number.".to_owned()));
    };
    let despatch = campaign::all_rolls(&state, &events, revision);
    Ok(asked.respond(context, CreateInteractionResponse::Message(asked.shown(&despatch, true))).await?)
}

async fn map(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
    asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))).await?;
    let caption = format!("Turn {}", snapshot.state.turn());
    let plate = data.atlas.plate(&snapshot.state, None, &caption).await?;
    let despatch = Despatch {
        footer: board::footer(&snapshot.state, snapshot.campaign.revision),
        ..Despatch::saying(format!("**{}: turn {}.**", snapshot.state.pack().outline.short_title, snapshot.state.turn()))
    };
    let edit = asked.told_instead(&despatch, Some(plate));
    Ok(asked.edit(context, edit).await?)
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
    roll(context, data, asked, faces, spent, move |pack, dice| {
        let result = casualties::recovery(&pack.tables, lost, field_held, dice);
        (json!({ "recovery": result }), quick::recovery(pack, &result))
    })
    .await
}

/// Rolls at the table: with the campaign's dice where there is a campaign, with fresh ones elsewhere. A button that was
/// pressed for it goes, so that nothing is rolled twice: `spent` says that it was such a button.
async fn roll<F>(context: &Context, data: &Data, asked: &Asked<'_>, faces: Option<Vec<u16>>, spent: bool, roll: F) -> Outcome
where
    F: FnOnce(&engine::pack::Pack, &mut Dice) -> (serde_json::Value, Despatch) + Send,
{
    let without_buttons = || CreateInteractionResponse::UpdateMessage(CreateInteractionResponseMessage::new().components(Vec::new()));
    if let Some(channel) = asked.guild_channel() {
        match data.tables.in_channel(channel).await {
            Ok(snapshot) => {
                let done = data
                    .tables
                    .roll(snapshot.campaign.id, asked.interaction(), asked.user(), faces, |state: &State, dice| roll(state.pack(), dice))
                    .await?;
                if spent {
                    asked.respond(context, without_buttons()).await?;
                } else {
                    let said = Despatch::saying(format!("Done: No. {} in the journal.", done.revision));
                    asked.respond(context, CreateInteractionResponse::Message(asked.shown(&said, true))).await?;
                }
                return publish(context, data, asked, &done).await;
            }
            Err(TableError::NoCampaign) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut dice = faces.map_or_else(|| Dice::seeded(rand::random(), 0), Dice::table);
    let (_, despatch) = roll(&data.pack, &mut dice);
    dice.finish().map_err(|problem| CommandError::Say(problem.to_string()))?;
    if spent {
        asked.respond(context, without_buttons()).await?;
        return Ok(asked.follow_up(context, asked.told_besides(&despatch, false)).await?);
    }
    Ok(asked.respond(context, CreateInteractionResponse::Message(asked.shown(&despatch, false))).await?)
}
