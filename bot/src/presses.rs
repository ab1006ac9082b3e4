//! What is pressed, chosen and typed into forms: buttons, menus, modals.
//!
//! Everything needed to answer stands in the custom id; nothing is remembered between the offer and the press. A panic in
//! here is caught like one in a command: it is logged, the asker is told, the umpire goes on.

mod papers;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::campaign::rules::casualties::{self, MOST_LOST};
use engine::campaign::rules::pursuit::{self, Situation};
use engine::campaign::{Order, State};
use engine::dice::{self, Dice};
use futures_util::FutureExt as _;
use poise::FrameworkContext;
use poise::serenity_prelude as serenity;
use serde_json::json;
use serenity::{
    ActionRowComponent, ChannelId, ComponentInteraction, ComponentInteractionDataKind, Context, CreateActionRow, CreateInputText,
    CreateInteractionResponse, CreateInteractionResponseMessage, CreateModal, InputTextStyle, Interaction, ModalInteraction,
};

use crate::commands::orders::what_follows;
use crate::commands::terrain::Field;
use crate::commands::{self, CommandError, Data, FIRST_WAIT, Outcome, TRIES};
use crate::despatches::order_keys::order_from_key;
use crate::despatches::rule::Book;
use crate::despatches::topics::{self, Topic};
use crate::despatches::{CustomId, Despatch, asking, battle_report, board, campaign, group, quick, sheet, words};
use crate::discord;
use crate::journal::{CampaignId, ProposalId};
use crate::render;
use crate::seats::Authority;
use crate::table::{Done, Given, Snapshot, TableError, Undoing, described};

/// What was pressed, or filled in.
#[derive(Clone, Copy)]
enum Act<'a> {
    Press(&'a ComponentInteraction),
    Form(&'a ModalInteraction),
}

/// An act, and whether it has had its first answer: Discord takes one.
struct Asked<'a> {
    act: Act<'a>,
    answered: AtomicBool,
}

impl Asked<'_> {
    const fn interaction(&self) -> u64 {
        match self.act {
            Act::Press(press) => press.id.get(),
            Act::Form(form) => form.id.get(),
        }
    }

    const fn user(&self) -> u64 {
        match self.act {
            Act::Press(press) => press.user.id.get(),
            Act::Form(form) => form.user.id.get(),
        }
    }

    /// The roles of whoever acts in a guild.
    fn roles(&self) -> Option<Vec<u64>> {
        let member = match self.act {
            Act::Press(press) => press.member.as_ref(),
            Act::Form(form) => form.member.as_ref(),
        }?;
        Some(member.roles.iter().map(|role| role.get()).collect())
    }

    /// The channel, if it is a guild's.
    const fn guild_channel(&self) -> Option<u64> {
        match self.act {
            Act::Press(press) if press.guild_id.is_some() => Some(press.channel_id.get()),
            Act::Form(form) if form.guild_id.is_some() => Some(form.channel_id.get()),
            _ => None,
        }
    }

    fn custom_id(&self) -> &str {
        match self.act {
            Act::Press(press) => &press.data.custom_id,
            Act::Form(form) => &form.data.custom_id,
        }
    }

    async fn respond(&self, context: &Context, response: CreateInteractionResponse) -> Result<(), serenity::Error> {
        let outcome = self.respond_until_taken(context, response).await;
        if outcome.is_ok() {
            self.answered.store(true, Ordering::SeqCst);
        }
        outcome
    }

    async fn respond_until_taken(&self, context: &Context, response: CreateInteractionResponse) -> Result<(), serenity::Error> {
        let mut wait = FIRST_WAIT;
        for _ in 1..TRIES {
            match self.respond_once(context, response.clone()).await {
                Err(error) if discord::is_passing(&error) => {
                    tokio::time::sleep(wait).await;
                    wait *= 3;
                }
                // An earlier try arrived, and only its answer was lost on the way.
                Err(error) if wait > FIRST_WAIT && discord::is_answered_already(&error) => return Ok(()),
                other => return other,
            }
        }
        self.respond_once(context, response).await
    }

    async fn respond_once(&self, context: &Context, response: CreateInteractionResponse) -> Result<(), serenity::Error> {
        match self.act {
            Act::Press(press) => press.create_response(context, response).await,
            Act::Form(form) => form.create_response(context, response).await,
        }
    }

    async fn follow_up(&self, context: &Context, response: serenity::CreateInteractionResponseFollowup) -> Result<(), serenity::Error> {
        match self.act {
            Act::Press(press) => press.create_followup(context, response).await.map(|_| ()),
            Act::Form(form) => form.create_followup(context, response).await.map(|_| ()),
        }
    }

    async fn edit(&self, context: &Context, edit: serenity::EditInteractionResponse) -> Result<(), serenity::Error> {
        match self.act {
            Act::Press(press) => press.edit_response(context, edit).await.map(|_| ()),
            Act::Form(form) => form.edit_response(context, edit).await.map(|_| ()),
        }
    }
}

/// Answers an interaction that is a press or a form; leaves all others to the commands.
pub async fn handle(framework: FrameworkContext<'_, Data, CommandError>, interaction: &Interaction) {
    let act = match interaction {
        Interaction::Component(press) => Act::Press(press),
        Interaction::Modal(form) => Act::Form(form),
        _ => return,
    };
    let asked = Asked { act, answered: AtomicBool::new(false) };
    let (context, data) = (framework.serenity_context, framework.user_data);
    if !data.seen.first_time(asked.interaction()) {
        return;
    }
    let _under_way = Arc::clone(&data.work).acquire_owned().await;
    if let (Some(channel), Some(roles)) = (asked.guild_channel(), asked.roles()) {
        commands::seat_by_role(data, channel, asked.interaction(), asked.user(), &roles).await;
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
        asked.follow_up(context, render::follow_up(&despatch, true)).await
    } else {
        asked.respond(context, CreateInteractionResponse::Message(render::response(&despatch, true))).await
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
            let message = render::response(&sheet, true);
            // A sheet turns its own pages; from a message of the channel it opens beside it.
            let response = if is_private(press) {
                CreateInteractionResponse::UpdateMessage(message)
            } else {
                CreateInteractionResponse::Message(message)
            };
            Ok(asked.respond(context, response).await?)
        }
        (Act::Press(_), CustomId::Rolls { campaign, revision }) => rolls(context, data, asked, campaign, revision).await,
        (Act::Press(_), CustomId::Map { campaign }) => map(context, data, asked, campaign).await,
        (Act::Press(_), CustomId::Board { campaign }) => {
            let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
            let despatch = snapshot.board();
            Ok(asked.respond(context, CreateInteractionResponse::Message(render::response(&despatch, true))).await?)
        }
        (Act::Press(_), CustomId::Back { campaign }) => {
            let snapshot = data.tables.seen_by(known_here(data, asked, campaign).await?, asked.user()).await?;
            let mut board = snapshot.board();
            sheet::with_draft(&mut board, campaign, &data.tables.draft_lines(&snapshot).await?);
            Ok(asked.respond(context, CreateInteractionResponse::UpdateMessage(render::response(&board, true))).await?)
        }
        (Act::Press(_), CustomId::Vote { campaign, dismiss }) => {
            known_here(data, asked, campaign).await?;
            let done = data.tables.vote(campaign, asked.interaction(), asked.user(), dismiss).await?;
            let said = Despatch::saying("Your vote is counted; how you voted is in the journal, and is not posted.");
            asked.respond(context, CreateInteractionResponse::Message(render::response(&said, true))).await?;
            publish(context, data, asked, &done).await
        }
        (Act::Press(_), CustomId::Side { campaign, battle, away }) => {
            known_here(data, asked, campaign).await?;
            asked.respond(context, CreateInteractionResponse::Acknowledge).await?;
            let done = data.tables.change_side(campaign, asked.interaction(), asked.user(), battle, away).await?;
            publish(context, data, asked, &done).await
        }
        (Act::Press(_), CustomId::Terrain { campaign, battle }) => {
            let (state, mut dice) = data.tables.terrain_dice(known_here(data, asked, campaign).await?, battle).await?;
            let field = Field::of_battle(&state, &mut dice)?;
            asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new())).await?;
            let (despatch, plate) = field.drawn().await?;
            Ok(asked.edit(context, render::edit(&despatch, Some(plate))).await?)
        }
        (Act::Press(_), CustomId::Settle { proposal, approve }) => settle(context, data, asked, ProposalId(proposal), approve).await,
        (Act::Press(_), CustomId::Propose { campaign }) => {
            known_here(data, asked, campaign).await?;
            let done = data.tables.propose_draft(campaign, asked.interaction(), asked.user()).await?;
            let said = Despatch::saying("It is before the commander now.");
            asked.respond(context, CreateInteractionResponse::UpdateMessage(render::response(&said, true))).await?;
            publish(context, data, asked, &done).await
        }
        (Act::Press(_), CustomId::StartOver { campaign }) => {
            known_here(data, asked, campaign).await?;
            data.tables.drop_draft(campaign, asked.interaction(), asked.user()).await?;
            let snapshot = data.tables.seen_by(campaign, asked.user()).await?;
            let board = snapshot.board();
            Ok(asked.respond(context, CreateInteractionResponse::UpdateMessage(render::response(&board, true))).await?)
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
            let message = render::response(&book.tell(subject), true);
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
    let message = render::response(&question, true);
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
            asked.edit(context, render::edit(&next, None)).await?;
        } else {
            asked.follow_up(context, render::follow_up(&next, true)).await?;
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
            return Ok(asked.respond(context, CreateInteractionResponse::Message(render::response(&despatch, true))).await?);
        }
        Undoing::Asked(done) => (done, Despatch::saying("Dice were thrown for it, so the channel has been asked for a second word.")),
        Undoing::Done(done) => (done, Despatch::saying("Undone.")),
    };
    // The question has its answer; a despatch is never changed but to mark it.
    let response = match asked.act {
        // A step back: what is legal now stands where the step was chosen.
        Act::Press(press) if is_private(press) && asked_by.is_none() => {
            let board = data.tables.snapshot(campaign).await?.board();
            CreateInteractionResponse::UpdateMessage(render::response(&board, true))
        }
        Act::Press(press) if is_private(press) => CreateInteractionResponse::UpdateMessage(render::response(&said, true)),
        Act::Press(_) if asked_by.is_some() => {
            CreateInteractionResponse::UpdateMessage(CreateInteractionResponseMessage::new().components(Vec::new()))
        }
        _ => CreateInteractionResponse::Message(render::response(&said, true)),
    };
    asked.respond(context, response).await?;
    publish(context, data, asked, &done).await
}

/// Opens the form of a battle's report, filled in as things stand.
async fn ask_report(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, revision: u32, held: bool) -> Outcome {
    let snapshot = data.tables.seen_by(known_here(data, asked, campaign).await?, asked.user()).await?;
    if revision < snapshot.last_order || snapshot.state.battle().is_none() {
        return Err(TableError::OutOfDate.into());
    }
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
        rows.push(filled("outnumbered", "Outnumbered? no, over 2:1, over 3:1", outnumbered.to_owned()));
        rows.push(filled("surrounded", "Surrounded? yes or no", "no".to_owned()));
    }
    rows.push(optional_field("dice", "Your own dice, if you throw them", "4 2 6"));
    let title = if held { "We held the field" } else { "We left the field" };
    let modal = CreateModal::new(CustomId::Report { campaign, revision, held }.to_string(), title).components(rows);
    Ok(asked.respond(context, CreateInteractionResponse::Modal(modal)).await?)
}

/// Takes the report of a battle: the losses and how it ended, all of it or nothing.
async fn report(
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
                cavalry: u8::try_from(number_or(form, "cavalry", 0, 80)?).unwrap_or(u8::MAX),
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
            Ok(asked.follow_up(context, render::follow_up(&said, true)).await?)
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
            asked.respond(context, CreateInteractionResponse::Message(render::response(&said, true))).await?;
            let edit = render::edit_message(&message);
            if let Err(error) = ChannelId::new(channel.max(1)).edit_message(context, own.max(1), edit).await {
                tracing::info!(%error, "a settled proposal keeps its buttons");
            }
        }
        _ => asked.respond(context, CreateInteractionResponse::UpdateMessage(render::response(&message, false))).await?,
    }
    match done {
        Some(done) => publish(context, data, asked, &done).await,
        None => Ok(()),
    }
}

/// Whether a message is one that only its reader sees.
fn is_private(press: &ComponentInteraction) -> bool {
    press.message.flags.is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL))
}

async fn publish(context: &Context, data: &Data, asked: &Asked<'_>, done: &Done) -> Outcome {
    match data.outbox.publish(done.campaign).await {
        Ok(()) => Ok(()),
        Err(error) => Ok(asked.follow_up(context, render::follow_up(&Despatch::saying(error.sentence()), true)).await?),
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
    let lines = campaign::every_roll(&state, &events);
    let despatch = Despatch {
        dice: lines.clone(),
        footer: board::footer(&state, revision),
        ..Despatch::saying(format!("**All {} rolls of No. {revision}.**", lines.len()))
    };
    Ok(asked.respond(context, CreateInteractionResponse::Message(render::response(&despatch, true))).await?)
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
    let edit = render::edit(&despatch, Some(plate));
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
                    asked.respond(context, CreateInteractionResponse::Message(render::response(&said, true))).await?;
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
        return Ok(asked.follow_up(context, render::follow_up(&despatch, false)).await?);
    }
    Ok(asked.respond(context, CreateInteractionResponse::Message(render::response(&despatch, false))).await?)
}

fn field(id: &str, label: &str, placeholder: &str, value: Option<String>) -> CreateActionRow {
    let input = CreateInputText::new(InputTextStyle::Short, label, id).placeholder(placeholder).max_length(4).required(true);
    CreateActionRow::InputText(match value {
        Some(value) => input.value(value),
        None => input,
    })
}

fn optional_field(id: &str, label: &str, placeholder: &str) -> CreateActionRow {
    CreateActionRow::InputText(
        CreateInputText::new(InputTextStyle::Short, label, id).placeholder(placeholder).max_length(1_000).required(false),
    )
}

/// What was typed into a field; nothing if it was left empty.
fn typed<'a>(form: &'a ModalInteraction, id: &str) -> Option<&'a str> {
    form.data
        .components
        .iter()
        .flat_map(|row| &row.components)
        .find_map(|component| match component {
            ActionRowComponent::InputText(input) if input.custom_id == id => input.value.as_deref(),
            _ => None,
        })
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

fn number(form: &ModalInteraction, id: &str, most: u16) -> Result<u16, CommandError> {
    let text = typed(form, id).unwrap_or_default();
    text.parse::<u16>().ok().filter(|number| *number <= most).ok_or_else(|| {
        CommandError::Say(format!("\"{}\" will not do for `{id}`: a whole number from 0 to {most}.", words::shortened(text, 20)))
    })
}

fn number_or(form: &ModalInteraction, id: &str, empty: u16, most: u16) -> Result<u16, CommandError> {
    if typed(form, id).is_none() { Ok(empty) } else { number(form, id, most) }
}

fn yes(form: &ModalInteraction, id: &str) -> Result<bool, CommandError> {
    match typed(form, id).map(str::to_lowercase).as_deref() {
        None | Some("no" | "n") => Ok(false),
        Some("yes" | "y") => Ok(true),
        Some(other) => Err(CommandError::Say(format!("\"{}\" will not do for `{id}`: yes or no.", words::shortened(other, 20)))),
    }
}

fn faces(form: &ModalInteraction) -> Result<Option<Vec<u16>>, CommandError> {
    typed(form, "dice").map(dice::parse_faces).transpose().map_err(CommandError::Say)
}

fn pursuit_from(form: &ModalInteraction) -> Result<Situation, CommandError> {
    let ours = number(form, "ours", 999)?;
    let cavalry = number(form, "cavalry", 50)?;
    if cavalry > ours {
        return Err(CommandError::Say("Of our units no more can be cavalry than there are units.".to_owned()));
    }
    let surrounded = yes(form, "surrounded")?;
    Ok(Situation { cavalry: cavalry as u8, surrounded, ours, theirs: number(form, "theirs", 999)?, left: ours, other: 0 })
}
