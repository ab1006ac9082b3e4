//! The commands of the card game, for two.

use engine::card_game::options::{Like, Options, WipedOut};
use engine::card_game::order::Order;
use engine::card_game::state::State;
use engine::tabletop::side::Side;
use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use crate::commands::duel::{self, Against, Duel};
use crate::despatches::cards::{beginning, report};
use crate::doors::answer::{answer, defer};
use crate::doors::card_game as door;
use crate::doors::error::{CommandError, Context, Outcome};
use crate::doors::founding::refuse_at_once;
use crate::doors::place::lacks_permission;
use crate::model::card_game_command::NEW;
use crate::model::despatch::Despatch;
use crate::model::duel_choices::DuelChoices;
use crate::model::ids::{GuildId, UserId};

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
    if ctx.args.is_empty() {
        refuse_at_once(ctx.data(), guild, ctx.channel_id().into(), door::TAKEN).await?;
    }
    if ctx.args.is_empty()
        && let Some(step) = beginning::step(&ctx.data().card_pack, DuelChoices::default(), guild == GuildId::DIRECT)
    {
        return answer(ctx, &step, true).await;
    }
    let opponent = duel::opponent(ctx, opponent, member.as_ref())?;
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
    let by = (ctx.interaction.id.into(), ctx.author().id.into());
    let chosen = (choices, options, member.map(|member| member.id.into()));
    duel::begun(ctx, door::begin(ctx.data(), &ctx.data().http, duel::place(ctx), by, chosen).await?).await
}

const DUEL: Duel = Duel { called: "card game", new: NEW };

/// Take the side of the card game that nobody plays yet.
#[poise::command(slash_command)]
async fn join(ctx: Context<'_>) -> Outcome {
    DUEL.join::<State>(ctx).await
}

/// Your hand, which you alone see, and all that you can do with it now.
#[poise::command(slash_command)]
async fn hand(ctx: Context<'_>) -> Outcome {
    DUEL.sheet::<State>(ctx, "hand").await
}

/// The five regions with all that lies open on them.
#[poise::command(slash_command)]
async fn board(ctx: Context<'_>) -> Outcome {
    DUEL.sheet::<State>(ctx, "table").await
}

async fn complete_order(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    DUEL.complete::<State>(ctx, typed).await
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
    DUEL.order::<State>(ctx, order, dice).await
}

/// The card game as a film: the table turn by turn, as both sides saw it.
#[poise::command(slash_command)]
async fn film(ctx: Context<'_>) -> Outcome {
    DUEL.film(ctx, door::tables(ctx.data())?).await
}

/// Resign; asks before it does.
#[poise::command(slash_command)]
async fn resign(ctx: Context<'_>) -> Outcome {
    DUEL.resign(ctx, door::tables(ctx.data())?, Order::Concede).await
}

/// Close a card game that is over: the seed of its dice is revealed; asks before it does.
#[poise::command(slash_command)]
async fn end(ctx: Context<'_>) -> Outcome {
    DUEL.end::<State>(ctx).await
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
