//! The door of presses and forms: which custom id is answered by what.
//!
//! Everything needed to answer stands in the custom id; nothing is remembered between the offer and the press. A panic in
//! here is caught like one in a command: it is logged, the asker is told, the umpire goes on.

use crate::doors::data::Data;
use crate::doors::error::{BUSY, CommandError, Outcome};
use crate::presses::asked::{Act, Asked};
use futures_util::FutureExt as _;
use poise::FrameworkContext;
use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Context, CreateInteractionResponse, Interaction, ModalInteraction};

use crate::metrics::Kind;
use crate::model::custom_id::CustomId;
use crate::model::despatch::Despatch;
use crate::presses::here::line_chosen;
use crate::presses::report::{ask_report, report};
use crate::presses::{
    begin_battle, begin_cards, begin_khartoum, correct, group, guide, lifecycle, look, opening, orders, quick, reason, undo,
};
use crate::table::landmarks::BackTo;

/// Answers an interaction that is a press or a form; leaves all others to the commands.
pub async fn handle(framework: FrameworkContext<'_, Data, CommandError>, interaction: &Interaction) {
    let act = match interaction {
        Interaction::Component(press) => Act::Press(press),
        Interaction::Modal(form) => Act::Form(form),
        _ => return,
    };
    let (context, data) = (framework.serenity_context, framework.user_data);
    let mut asked = Asked::new(act, &data.edits);
    if !data.seen.first_time(asked.interaction()) {
        return;
    }
    asked.comes_late = data.lateness.of(asked.interaction(), data.rooms.journal().clock().now_in_milliseconds());
    data.metrics.asked(if matches!(asked.act, Act::Press(_)) { Kind::press } else { Kind::form });
    let Some(_answering) = data.under_way.answering(asked.interaction(), asked.user()) else {
        let busy = CreateInteractionResponse::Message(asked.as_answer(&Despatch::saying(BUSY), true));
        if let Err(error) = asked.respond(context, busy).await {
            tracing::warn!(%error, "a complaint was not taken");
        }
        return;
    };
    if let (Some(channel), Some(roles)) = (asked.channel(), asked.roles()) {
        crate::doors::answer::seat_by_role(data, channel, asked.interaction(), asked.user(), roles).await;
    }
    if let Some(channel) = asked.channel() {
        asked.style = data.rooms.style_in(channel).await;
    }
    let caught = std::panic::AssertUnwindSafe(answer(context, data, &asked)).catch_unwind().await;
    let sentence = match caught {
        Ok(Ok(())) => return,
        Ok(Err(error)) => {
            if let CommandError::Discord(error) = &error {
                tracing::warn!(%error, kind = asked.kind(), "an answer was not taken");
            }
            match error.sentence() {
                Some(sentence) => sentence,
                None => return,
            }
        }
        Err(_) => {
            tracing::error!(kind = asked.kind(), "a press panicked");
            "Something went wrong here that should not: nothing has been done. Try again, and tell whoever runs the umpire.".to_owned()
        }
    };
    let despatch = Despatch::saying(sentence);
    let told = if asked.is_answered() {
        asked.follow_up(context, asked.as_follow_up(&despatch, true)).await
    } else {
        asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&despatch, true))).await
    };
    if let Err(error) = told {
        tracing::warn!(%error, "a complaint was not taken");
    }
}

async fn answer(context: &Context, data: &Data, asked: &Asked<'_>) -> Outcome {
    let Ok(id) = asked.custom_id().parse::<CustomId>() else {
        return Err(CommandError::Say("That button is not one of mine any more: see where the campaign stands with /turn.".to_owned()));
    };
    match asked.act {
        Act::Press(press) => pressed(context, data, asked, press, id).await,
        Act::Form(form) => filled_in(context, data, asked, form, id).await,
    }
}

/// Answers a press of a button, or a choice from a menu.
async fn pressed(context: &Context, data: &Data, asked: &Asked<'_>, press: &ComponentInteraction, id: CustomId) -> Outcome {
    match id {
        CustomId::Order { campaign, revision, key } => orders::ask_or_order(context, data, asked, campaign, revision, &key).await,
        CustomId::Sure { campaign, revision, key } => orders::order(context, data, asked, campaign, revision, &key).await,
        CustomId::OrderMenu { campaign, revision } => orders::order_menu(context, data, asked, press, campaign, revision).await,
        CustomId::Undo { campaign, revision, asked_by } => undo::last(context, data, asked, campaign, revision, asked_by).await,
        CustomId::UndoMenu { campaign } => undo::menu(context, data, asked, press, campaign).await,
        CustomId::UndoTo { campaign, first, last, asked_by } => {
            undo::to(context, data, asked, campaign, BackTo { first, last: Some(last), asked_by }).await
        }
        CustomId::DeclineUndo { campaign, asked_by } => undo::decline(context, data, asked, campaign, asked_by).await,
        CustomId::Reason { campaign, asked_by, proposal } => reason::ask(context, data, asked, campaign, asked_by, proposal).await,
        CustomId::Settle { proposal, approve } => orders::settle(context, data, asked, proposal, approve).await,
        CustomId::Propose { campaign } => orders::propose(context, data, asked, campaign).await,
        CustomId::StartOver { campaign } => orders::start_over(context, data, asked, campaign).await,
        CustomId::SheetMenu { campaign } => look::sheet(context, data, asked, campaign, line_chosen(press)?, 0).await,
        CustomId::Sheet { campaign, topic, page } => look::sheet(context, data, asked, campaign, &topic, page).await,
        CustomId::Log { campaign, page, filter } => look::log(context, data, asked, campaign, page, filter).await,
        CustomId::LogRow { campaign } => look::log_row(context, data, asked, press, campaign).await,
        CustomId::Rolls { campaign, revision } => look::rolls(context, data, asked, campaign, revision).await,
        CustomId::Map { campaign } => look::map(context, data, asked, campaign).await,
        CustomId::Odds { campaign, about } => look::odds(context, data, asked, campaign, about).await,
        CustomId::Board { campaign } => look::board(context, data, asked, campaign).await,
        CustomId::Back { campaign } => look::back(context, data, asked, campaign).await,
        CustomId::Terrain { campaign, battle } => look::terrain(context, data, asked, campaign, battle).await,
        CustomId::Rule { subject } => look::rule(context, data, asked, &subject).await,
        CustomId::Vote { campaign, dismiss } => group::vote(context, data, asked, campaign, dismiss).await,
        CustomId::OptionVote { campaign, agree } => group::vote_on_option(context, data, asked, campaign, agree).await,
        CustomId::Side { campaign, battle, away } => group::side(context, data, asked, campaign, battle, away).await,
        CustomId::Close { campaign } => lifecycle::close(context, data, asked, campaign).await,
        CustomId::Delete { campaign } => lifecycle::delete(context, data, asked, press, campaign).await,
        CustomId::Begin { opening } => opening::begin(context, data, asked, press, opening).await,
        CustomId::CardGame { choices } => begin_cards::begin(context, data, asked, press, choices).await,
        CustomId::Khartoum { choices } => begin_khartoum::begin(context, data, asked, press, choices).await,
        CustomId::Skirmish { skirmish } => begin_battle::begin(context, data, asked, press, skirmish).await,
        CustomId::Join { campaign } => opening::join(context, data, asked, campaign).await,
        CustomId::Forget { campaign, sure } => opening::forget(context, data, asked, press, campaign, sure).await,
        CustomId::ShowMe => guide::show_me(context, data, asked, press).await,
        CustomId::Guide { campaign, revision } => guide::next(context, data, asked, campaign, revision).await,
        CustomId::Correct { campaign, path, page } => correct::step(context, data, asked, campaign, &path, page).await,
        CustomId::CorrectMenu { campaign } => correct::step(context, data, asked, campaign, line_chosen(press)?, None).await,
        CustomId::SendAgain => lifecycle::send_again(context, data, asked, press).await,
        CustomId::Leave => lifecycle::leave(context, asked).await,
        CustomId::AskPursuit { theirs } => quick::ask_pursuit(context, asked, theirs).await,
        CustomId::AskRecovery { field_held } => quick::ask_recovery(context, asked, field_held).await,
        CustomId::Recover { lost, field_held } => quick::recover_once(context, data, asked, press, lost, field_held).await,
        CustomId::Report { campaign, revision, held } => ask_report(context, data, asked, campaign, revision, held).await,
    }
}

/// Answers a form that was filled in.
async fn filled_in(context: &Context, data: &Data, asked: &Asked<'_>, form: &ModalInteraction, id: CustomId) -> Outcome {
    match id {
        CustomId::Report { campaign, revision, held } => report(context, data, asked, form, campaign, revision, held).await,
        CustomId::Reason { campaign, asked_by, proposal } => reason::give(context, data, asked, form, campaign, asked_by, proposal).await,
        CustomId::AskPursuit { theirs } => quick::pursuit_form(context, data, asked, form, theirs).await,
        CustomId::AskRecovery { field_held } => quick::recovery_form(context, data, asked, form, field_held).await,
        // No form has these ids.
        CustomId::Order { .. }
        | CustomId::Sure { .. }
        | CustomId::OrderMenu { .. }
        | CustomId::Undo { .. }
        | CustomId::Settle { .. }
        | CustomId::Propose { .. }
        | CustomId::StartOver { .. }
        | CustomId::Sheet { .. }
        | CustomId::Log { .. }
        | CustomId::LogRow { .. }
        | CustomId::Rolls { .. }
        | CustomId::Map { .. }
        | CustomId::Odds { .. }
        | CustomId::Board { .. }
        | CustomId::Back { .. }
        | CustomId::Terrain { .. }
        | CustomId::Rule { .. }
        | CustomId::Vote { .. }
        | CustomId::OptionVote { .. }
        | CustomId::UndoMenu { .. }
        | CustomId::DeclineUndo { .. }
        | CustomId::UndoTo { .. }
        | CustomId::Side { .. }
        | CustomId::Close { .. }
        | CustomId::Delete { .. }
        | CustomId::SheetMenu { .. }
        | CustomId::Begin { .. }
        | CustomId::Skirmish { .. }
        | CustomId::CardGame { .. }
        | CustomId::Khartoum { .. }
        | CustomId::Join { .. }
        | CustomId::Forget { .. }
        | CustomId::ShowMe
        | CustomId::Guide { .. }
        | CustomId::Correct { .. }
        | CustomId::CorrectMenu { .. }
        | CustomId::SendAgain
        | CustomId::Leave
        | CustomId::Recover { .. } => Err(CommandError::Say("That form is not one of mine any more.".to_owned())),
    }
}
