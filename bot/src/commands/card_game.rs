//! The commands of the card game, for two.

use engine::card_game::options::{Like, Options, WipedOut};
use engine::card_game::order::Order;
use engine::card_game::state::State;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::commands::turn;
use crate::despatches::cards::{beginning, report};
use crate::doors::answer::{self, answer, answer_done, answer_with_sheet, defer, send};
use crate::doors::card_game as door;
use crate::doors::error::{CommandError, Context, Outcome};
use crate::doors::founding::{Begun, Where};
use crate::doors::place::lacks_permission;
use crate::model::card_game_command::NEW;
use crate::model::despatch::Despatch;
use crate::model::duel_choices::{DuelChoices, DuelOpponent};
use crate::model::ids::{CampaignId, GuildId, UserId};
use crate::model::played::Played as _;
use crate::table::error::TableError;
use crate::table::room::Room;
use std::sync::Arc;

/// The card game, for two: begin one, join, look at your hand, give orders.
#[poise::command(
    slash_command,
    rename = "sudan",
    subcommands("new", "join", "hand", "order", "board", "film", "resign", "end", "record"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[allow(clippy::unused_async, reason = "the framework's signature; Discord never calls a command that has subcommands")]
pub async fn card_game(_ctx: Context<'_>) -> Outcome {
    Ok(())
}

/// Which side of the card game.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Which {
    /// A region is theirs from the start.
    #[name = "The Anglo-Egyptians"]
    Ours,
    /// They rise everywhere else.
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

/// Which units are alike when they are laid.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Alike {
    /// The ruling.
    #[name = "Cards of the same name"]
    Name,
    /// By their printed type.
    #[name = "Cards of the same type"]
    Type,
    /// Freely.
    #[name = "None: units are laid freely"]
    Off,
}

/// What comes of a side's last unit falling before a 6.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum LastUnit {
    /// The ruling.
    #[name = "The survivor has control"]
    Survivor,
    /// As it was, if the side with the Advantage fell.
    #[name = "Control stays, if the side with the Advantage fell"]
    NoChange,
    /// Until a 6.
    #[name = "The conflict goes on until a 6"]
    RollOn,
}

/// Begin a card game, here or in a thread; without options it asks how.
#[poise::command(slash_command)]
#[allow(clippy::too_many_arguments, reason = "each is an option of the command")]
async fn new(
    ctx: Context<'_>,
    #[description = "The side that you play; usually the first"] side: Option<Which>,
    #[description = "Against whom; usually the plain staff"] opponent: Option<Against>,
    #[description = "A member who is asked to take the other side"] member: Option<serenity::User>,
    #[description = "Which units are alike, and laid together (C03)"] alike: Option<Alike>,
    #[description = "The Atbara card leads to and from the west, as printed, not the east (C06)"] river_in_the_west: Option<bool>,
    #[description = "Both choose their Tactics at once, face down (C07)"] tactics_at_once: Option<bool>,
    #[description = "What comes of a side's last unit falling before a 6 (C11)"] last_unit: Option<LastUnit>,
    #[description = "A die says which unit is lost, not its owner (C12)"] random_losses: Option<bool>,
    #[description = "The Advantage is counted again after each loss (C13)"] advantage_again: Option<bool>,
) -> Outcome {
    let guild = ctx.guild_id().map_or(GuildId::DIRECT, Into::into);
    lacks_permission(ctx)?;
    if ctx.args.is_empty()
        && let Some(step) = beginning::step(&ctx.data().card_pack, DuelChoices::default(), guild == GuildId::DIRECT)
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
            "Nobody plays both sides of the card game, as each hand is hidden from the other: name another member, or choose a staff."
                .to_owned(),
        ));
    }
    let options = Options {
        like: match alike {
            None | Some(Alike::Name) => Like::Name,
            Some(Alike::Type) => Like::Type,
            Some(Alike::Off) => Like::Off,
        },
        river_in_the_west: river_in_the_west.unwrap_or_default(),
        tactics_at_once: tactics_at_once.unwrap_or_default(),
        wiped_out: match last_unit {
            None | Some(LastUnit::Survivor) => WipedOut::SurvivorControls,
            Some(LastUnit::NoChange) => WipedOut::NoChange,
            Some(LastUnit::RollOn) => WipedOut::RollOn,
        },
        random_losses: random_losses.unwrap_or_default(),
        advantage_again: advantage_again.unwrap_or_default(),
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

/// The card game of the channel.
async fn here(ctx: Context<'_>) -> Result<(CampaignId, Arc<dyn Room>), CommandError> {
    let none = || CommandError::Say(format!("There is no card game in this channel: begin one with {NEW}."));
    match ctx.data().rooms.remembered_in(ctx.channel_id().into()).await {
        Err(TableError::NoCampaign) => Err(none()),
        Ok((id, room)) if room.name() == State::NAME => Ok((id, room)),
        Ok(_) => Err(none()),
        Err(error) => Err(error.into()),
    }
}

/// Answers with a sheet of the card game, and its picture as the one who asks may see it.
async fn sheet(ctx: Context<'_>, topic: &str) -> Outcome {
    let (id, room) = here(ctx).await?;
    let sheet = room.sheet(id, ctx.author().id.into(), topic, 0).await?.unwrap_or_default();
    answer_with_sheet(ctx, id, room.as_ref(), &sheet).await
}

/// Take the side of the card game that nobody plays yet.
#[poise::command(slash_command)]
async fn join(ctx: Context<'_>) -> Outcome {
    let (id, room) = here(ctx).await?;
    answer::join(ctx, id, room.as_ref()).await
}

/// Your hand, which you alone see, and all that you can do with it now.
#[poise::command(slash_command)]
async fn hand(ctx: Context<'_>) -> Outcome {
    sheet(ctx, "hand").await
}

/// The five regions with all that lies open on them.
#[poise::command(slash_command)]
async fn board(ctx: Context<'_>) -> Outcome {
    sheet(ctx, "table").await
}

async fn complete_order(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    match here(ctx).await {
        Ok(_) => turn::complete(ctx, typed).await,
        Err(_) => CreateAutocompleteResponse::new().set_choices(Vec::<AutocompleteChoice>::new()),
    }
}

/// Give an order in the card game; without one, what you can order is shown.
#[poise::command(slash_command)]
async fn order(
    ctx: Context<'_>,
    #[description = "The order, from those that are legal now; without one, your hand is shown"]
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

/// The card game as a film: the table turn by turn, as both sides saw it.
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

/// Close a card game that is over: the seed of its dice is revealed; asks before it does.
#[poise::command(slash_command)]
async fn end(ctx: Context<'_>) -> Outcome {
    let (id, room) = here(ctx).await?;
    let question = room.may_close(id, ctx.author().id.into()).await?;
    answer(ctx, &question, true).await
}

/// How you and another member stand against each other in the card games you have finished here.
#[poise::command(slash_command)]
async fn record(ctx: Context<'_>, #[description = "The other member"] member: serenity::User) -> Outcome {
    let Some(guild) = ctx.guild_id() else {
        return Err(CommandError::Say("Games against a member are played in a server's channel: ask there.".to_owned()));
    };
    let (own, other): (UserId, UserId) = (ctx.author().id.into(), member.id.into());
    if own == other {
        return Err(CommandError::Say("Name another member: nobody plays against themselves.".to_owned()));
    }
    defer(ctx, true).await?;
    let record = door::tables(ctx.data())?.standing_of(guild.into(), [own, other], None).await?;
    let told = match record.games() {
        0 => format!("You and {} have finished no card game here yet.", other.mention()),
        _ => report::told(&record),
    };
    answer(ctx, &Despatch::saying(told), true).await
}
