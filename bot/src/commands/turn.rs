//! `/turn`: where the turn stands, and the orders that are legal now.

use engine::campaign::State;
use engine::game::Game as _;
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::commands::orders;
use crate::commands::orders::Meant;
use crate::doors::answer::{and_post, answer, answer_done, completions, defer, faces};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::ids::CampaignId;
use crate::model::played::Played as _;
use crate::table::room::Room;
use crate::table::tables::Given;
use crate::words;

pub(super) async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    match ctx.data().rooms.in_channel(ctx.channel_id().into()).await {
        Ok((id, room)) if room.name() != State::NAME || is_on_a_board(ctx, id).await => {
            let legal = room.legal(id, ctx.author().id.into()).await.unwrap_or_default();
            let labels = completions(typed, legal.iter().map(|(label, _)| label.as_str()));
            let choices =
                labels.into_iter().map(|label| AutocompleteChoice::new(words::shortened(label, 100), words::shortened(label, 100)));
            CreateAutocompleteResponse::new().set_choices(choices.collect())
        }
        _ => orders::complete(ctx, typed, None).await,
    }
}

/// Whether a battle of a campaign is fought on the board now: its orders are those of its sides, not of the turn. Once it is decided there,
/// the campaign's orders report it.
pub(super) async fn is_on_a_board(ctx: Context<'_>, id: CampaignId) -> bool {
    let snapshot = ctx.data().tables.snapshot(id).await;
    snapshot.is_ok_and(|snapshot| snapshot.state.board().is_some_and(|board| !board.battle().is_over()))
}

/// The turn of a game that is no campaign: its board as the one who asks sees it, or their order.
pub(super) async fn of_another_game(
    ctx: Context<'_>,
    id: CampaignId,
    room: &dyn Room,
    order: Option<String>,
    dice: Option<String>,
) -> Outcome {
    let user = ctx.author().id.into();
    let Some(typed) = order else { return answer(ctx, &room.seen(id, user).await?, true).await };
    let legal = room.legal(id, user).await?;
    let typed = typed.trim().to_lowercase();
    let meant: Vec<&(String, String)> = legal.iter().filter(|(label, _)| words::shortened(label, 100).to_lowercase() == typed).collect();
    let [(_, key)] = meant.as_slice() else {
        return Err(CommandError::Say(
            "That is no order you can give now: choose one that Discord offers as you type, or see /turn.".to_owned(),
        ));
    };
    let faces = faces(dice.as_deref())?;
    if faces.is_none()
        && let Some(question) = room.question(id, user, None, key).await?
    {
        return answer(ctx, &question, true).await;
    }
    defer(ctx, true).await?;
    let ordered = room.order(id, ctx.interaction.id.into(), user, key, faces, None).await?;
    match ordered.given {
        Given::Done(done) if !ordered.quiet => answer_done(ctx, done).await,
        given => {
            let next = async { answer(ctx, &room.follows(id, user, key, &given).await?, true).await };
            and_post(ctx, id, next).await
        }
    }
}

/// Where the turn stands; with an order, give it.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn turn(
    ctx: Context<'_>,
    #[description = "An order, from those that are legal now"]
    #[autocomplete = "complete"]
    #[max_length = 100]
    order: Option<String>,
    #[description = "Your own dice for it, in the order thrown: 4 2 6"]
    #[max_length = 2000]
    dice: Option<String>,
) -> Outcome {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    if room.name() != State::NAME {
        return of_another_game(ctx, id, room.as_ref(), order, dice).await;
    }
    let snapshot = ctx.data().tables.seen_by(id, ctx.author().id.into()).await?;
    let Some(asked) = order else {
        if dice.is_some() {
            return Err(CommandError::Say("Dice are thrown for an order: name it in the option `order`.".to_owned()));
        }
        answer(ctx, &crate::despatches::board::of(&snapshot), true).await?;
        return Ok(());
    };
    let order = match orders::find(&snapshot, None, &asked) {
        Meant::Order(order) => order,
        meant => {
            return answer(ctx, &orders::unclear(crate::despatches::board::of(&snapshot), &snapshot, &asked, meant), true).await;
        }
    };
    let faces = faces(dice.as_deref())?;
    let (campaign, user) = (snapshot.campaign.id, ctx.author().id.into());
    if let Some(question) = orders::asked_about(&snapshot, user, &order, faces.as_ref()) {
        return answer(ctx, &question, true).await;
    }
    defer(ctx, true).await?;
    let given = ctx.data().tables.order(campaign, ctx.interaction.id.into(), user, &order, faces, None).await?;
    match given {
        Given::Done(done) => answer_done(ctx, done).await,
        Given::Drafted => answer(ctx, &ctx.data().tables.what_follows(campaign, user, &order, &given).await?, true).await,
        Given::Proposed(ref done) => {
            let next = async { answer(ctx, &ctx.data().tables.what_follows(campaign, user, &order, &given).await?, true).await };
            and_post(ctx, done.campaign, next).await
        }
    }
}
