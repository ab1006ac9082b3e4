//! The commands of the mini-game of the siege, for two.

use engine::khartoum::options::{BreakOff, Options};
use engine::khartoum::order::Order;
use engine::khartoum::state::State;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::commands::turn;
use crate::despatches::khartoum::beginning;
use crate::doors::answer::{self, answer, answer_done, answer_with_sheet, defer, send};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::doors::founding::{Begun, Where};
use crate::doors::khartoum as door;
use crate::doors::place::lacks_permission;
use crate::model::duel_choices::{DuelChoices, DuelOpponent};
use crate::model::ids::{CampaignId, GuildId};
use crate::model::khartoum_command::NEW;
use crate::model::played::Played as _;
use crate::table::error::TableError;
use crate::table::room::Room;
use std::sync::Arc;

/// The mini-game of the siege, for two: begin a game, join, look at your side, give orders.
#[poise::command(
    slash_command,
    rename = "khartoum",
    subcommands("new", "join", "hand", "order", "board", "film", "resign", "end"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[allow(clippy::unused_async, reason = "the framework's signature; Discord never calls a command that has subcommands")]
pub async fn khartoum(_ctx: Context<'_>) -> Outcome {
    Ok(())
}

/// Which side of the siege.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Which {
    /// They hold towns.
    #[name = "The Empire"]
    Ours,
    /// They are hidden.
    #[name = "The Mahdists"]
    Enemy,
}

/// Whom to play against.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Against {
    /// As a sensible player would play.
    #[name = "The plain staff"]
    Plain,
    /// It plays on in its head first.
    #[name = "The searching staff"]
    Searching,
    /// The first who joins.
    #[name = "Whoever joins"]
    Member,
}

/// What a side does when it may break off a battle.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Breaking {
    /// The ruling.
    #[name = "All that can, when outmatched"]
    WhenOutmatched,
    /// Leaders alone.
    #[name = "Leaders alone, when outmatched"]
    Leaders,
    /// Nobody.
    #[name = "Nobody"]
    Stand,
    /// After each round.
    #[name = "Ask after each round"]
    Ask,
}

/// Begin a game of the siege, here or in a thread; without options it asks how.
#[poise::command(slash_command)]
#[allow(clippy::too_many_arguments, reason = "each is an option of the command")]
async fn new(
    ctx: Context<'_>,
    #[description = "The side that you play; usually the first"] side: Option<Which>,
    #[description = "Against whom; usually the plain staff"] opponent: Option<Against>,
    #[description = "A member who is asked to take the other side"] member: Option<serenity::User>,
    #[description = "A card put aside lies face up (K15)"] held_face_up: Option<bool>,
    #[description = "One unit more of a side in a space (K23)"] larger_stacks: Option<bool>,
    #[description = "The number of units in a hidden stack is hidden too (K24)"] hidden_numbers: Option<bool>,
    #[description = "One round more in a battle (13.2)"] more_rounds: Option<bool>,
    #[description = "Who breaks a battle off until its side says otherwise (K29)"] breaking_off: Option<Breaking>,
    #[description = "The umpire chooses where units retreat to (K30)"] umpire_retreats: Option<bool>,
    #[description = "Guides lead all such spaces astray, one die each (K38)"] guides_everywhere: Option<bool>,
    #[description = "Units without supply never die of it (21.4)"] no_attrition: Option<bool>,
) -> Outcome {
    let guild = ctx.guild_id().map_or(GuildId::DIRECT, Into::into);
    lacks_permission(ctx)?;
    if ctx.args.is_empty()
        && let Some(step) = beginning::step(&ctx.data().khartoum_pack, DuelChoices::default(), guild == GuildId::DIRECT)
    {
        return answer(ctx, &step, true).await;
    }
    let opponent = match (opponent, &member) {
        (None, Some(_)) | (Some(Against::Member), _) => DuelOpponent::Member,
        (None | Some(Against::Plain), None) => DuelOpponent::Plain,
        (Some(Against::Searching), None) => DuelOpponent::Searching,
        (Some(_), Some(_)) => {
            return Err(CommandError::Say("Name a member, or another opponent, not both.".to_owned()));
        }
    };
    if member.as_ref().is_some_and(|member| member.id == ctx.author().id) {
        return Err(CommandError::Say(
            "Nobody plays both sides, as one is hidden from the other: name another member, or choose a staff.".to_owned(),
        ));
    }
    let options = Options {
        held_face_up: held_face_up.unwrap_or_default(),
        larger_stacks: larger_stacks.unwrap_or_default(),
        hidden_numbers: hidden_numbers.unwrap_or_default(),
        more_rounds: more_rounds.unwrap_or_default(),
        break_off: match breaking_off {
            None | Some(Breaking::WhenOutmatched) => BreakOff::WhenOutmatched,
            Some(Breaking::Leaders) => BreakOff::LeadersWhenOutmatched,
            Some(Breaking::Stand) => BreakOff::Stand,
            Some(Breaking::Ask) => BreakOff::Ask,
        },
        umpire_retreats: umpire_retreats.unwrap_or_default(),
        guides_everywhere: guides_everywhere.unwrap_or_default(),
        no_attrition: no_attrition.unwrap_or_default(),
    };
    let side = if matches!(side, Some(Which::Enemy)) { Side::Enemy } else { Side::Ours };
    let choices = DuelChoices { side: Some(side), opponent: Some(opponent) };
    defer(ctx, true).await?;
    let is_thread = ctx.interaction.channel.as_ref().is_some_and(|channel| channel.thread_metadata.is_some());
    let place = Where { guild, channel: ctx.channel_id(), is_thread };
    let by = (ctx.interaction.id.into(), ctx.author().id.into());
    let Begun { done, thread } =
        door::begin(ctx.data(), ctx.http(), place, by, (choices, options, member.map(|member| member.id.into()))).await?;
    let Some(thread) = thread else { return answer_done(ctx, done).await };
    let said = match ctx.data().outbox.publish(done.campaign).await {
        Ok(()) => format!("It begins in <#{thread}>."),
        Err(error) => error.sentence(),
    };
    send(ctx, || poise::CreateReply::default().content(said.clone()).ephemeral(true)).await
}

/// The game of the channel.
async fn here(ctx: Context<'_>) -> Result<(CampaignId, Arc<dyn Room>), CommandError> {
    let none = || CommandError::Say(format!("There is no game of the siege in this channel: begin one with {NEW}."));
    match ctx.data().rooms.remembered_in(ctx.channel_id().into()).await {
        Err(TableError::NoCampaign) => Err(none()),
        Ok((id, room)) if room.name() == State::NAME => Ok((id, room)),
        Ok(_) => Err(none()),
        Err(error) => Err(error.into()),
    }
}

/// Answers with a sheet of the game, and its picture as the one who asks may see it.
async fn sheet(ctx: Context<'_>, topic: &str) -> Outcome {
    let (id, room) = here(ctx).await?;
    let sheet = room.sheet(id, ctx.author().id.into(), topic, 0).await?.unwrap_or_default();
    answer_with_sheet(ctx, id, room.as_ref(), &sheet).await
}

/// Take the side of the siege that nobody plays yet.
#[poise::command(slash_command)]
async fn join(ctx: Context<'_>) -> Outcome {
    let (id, room) = here(ctx).await?;
    answer::join(ctx, id, room.as_ref()).await
}

/// Your side, which you alone see, and all that it can do now.
#[poise::command(slash_command)]
async fn hand(ctx: Context<'_>) -> Outcome {
    sheet(ctx, "hand").await
}

/// The map with all that your side sees on it.
#[poise::command(slash_command)]
async fn board(ctx: Context<'_>) -> Outcome {
    sheet(ctx, "map").await
}

async fn complete_order(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    match here(ctx).await {
        Ok(_) => turn::complete(ctx, typed).await,
        Err(_) => CreateAutocompleteResponse::new().set_choices(Vec::<AutocompleteChoice>::new()),
    }
}

/// Give an order in the siege; without one, what you can order is shown.
#[poise::command(slash_command)]
async fn order(
    ctx: Context<'_>,
    #[description = "The order, from those that are legal now; without one, your side is shown"]
    #[autocomplete = "complete_order"]
    #[max_length = 100]
    order: Option<String>,
    #[description = "Your own dice for it, in the order thrown: 4 2 6"]
    #[max_length = 2000]
    dice: Option<String>,
) -> Outcome {
    let (id, room) = here(ctx).await?;
    if order.is_none() {
        return sheet(ctx, "hand").await;
    }
    turn::of_another_game(ctx, id, room.as_ref(), order, dice).await
}

/// The siege as a film: the map turn by turn, as both sides saw it.
#[poise::command(slash_command)]
async fn film(ctx: Context<'_>) -> Outcome {
    let (id, _) = here(ctx).await?;
    let tables = door::tables(ctx.data())?;
    defer(ctx, true).await?;
    let asked = tables.ask_for_film(id, ctx.interaction.id.into(), ctx.author().id.into()).await?;
    ctx.data().outbox.film_asked_for();
    let sentence = if asked {
        "The film is being drawn: it will be posted in the game's channel in a moment."
    } else {
        "A film of this game is being drawn already: it will be posted in the game's channel in a moment."
    };
    send(ctx, || poise::CreateReply::default().content(sentence).ephemeral(true)).await
}

/// Resign; asks before it does.
#[poise::command(slash_command)]
async fn resign(ctx: Context<'_>) -> Outcome {
    let (id, _) = here(ctx).await?;
    let resign = |seat: Seat| seat.side().map(Order::Concede);
    let question = door::tables(ctx.data())?.ask_first(id, ctx.author().id.into(), resign).await?;
    answer(ctx, &question, true).await
}

/// Close a game of the siege that is over: the seed of its dice is revealed; asks before it does.
#[poise::command(slash_command)]
async fn end(ctx: Context<'_>) -> Outcome {
    let (id, room) = here(ctx).await?;
    let question = room.may_close(id, ctx.author().id.into()).await?;
    answer(ctx, &question, true).await
}
