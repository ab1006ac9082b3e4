//! The commands of the mini-game of the siege, for two.

use engine::khartoum::options::{BreakOff, Options};
use engine::khartoum::order::Order;
use engine::khartoum::state::State;
use engine::tabletop::side::Side;
use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use crate::commands::duel::{self, Against, Duel};
use crate::despatches::khartoum::beginning;
use crate::doors::answer::{answer, defer};
use crate::doors::error::{Context, Outcome};
use crate::doors::founding::refuse_at_once;
use crate::doors::khartoum as door;
use crate::doors::place::lacks_permission;
use crate::model::duel_choices::DuelChoices;
use crate::model::ids::GuildId;
use crate::model::khartoum_command::NEW;

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

/// What a side does when it may break off a battle.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Breaking {
    /// The ruling.
    #[name = "Whoever can, when outmatched"]
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
    #[description = "Guides lead the units of every space that they can astray, one die each (K38)"] guides_everywhere: Option<bool>,
    #[description = "Units without supply never die of it (21.4)"] no_attrition: Option<bool>,
) -> Outcome {
    let guild = ctx.guild_id().map_or(GuildId::DIRECT, Into::into);
    lacks_permission(ctx)?;
    if ctx.args.is_empty() {
        refuse_at_once(ctx.data(), guild, ctx.channel_id().into(), door::TAKEN).await?;
    }
    if ctx.args.is_empty()
        && let Some(step) = beginning::step(&ctx.data().khartoum_pack, DuelChoices::default(), guild == GuildId::DIRECT)
    {
        return answer(ctx, &step, true).await;
    }
    let opponent = duel::opponent(ctx, opponent, member.as_ref())?;
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
    let by = (ctx.interaction.id.into(), ctx.author().id.into());
    let chosen = (choices, options, member.map(|member| member.id.into()));
    duel::begun(ctx, door::begin(ctx.data(), &ctx.data().http, duel::place(ctx), by, chosen).await?).await
}

const DUEL: Duel = Duel { called: "game of the siege", new: NEW };

/// Take the side of the siege that nobody plays yet.
#[poise::command(slash_command)]
async fn join(ctx: Context<'_>) -> Outcome {
    DUEL.join::<State>(ctx).await
}

/// Your side, which you alone see, and all that it can do now.
#[poise::command(slash_command)]
async fn hand(ctx: Context<'_>) -> Outcome {
    DUEL.sheet::<State>(ctx, "hand").await
}

/// The map with all that your side sees on it.
#[poise::command(slash_command)]
async fn board(ctx: Context<'_>) -> Outcome {
    DUEL.sheet::<State>(ctx, "map").await
}

async fn complete_order(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    DUEL.complete::<State>(ctx, typed).await
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
    DUEL.order::<State>(ctx, order, dice).await
}

/// The siege as a film: the map turn by turn, as both sides saw it.
#[poise::command(slash_command)]
async fn film(ctx: Context<'_>) -> Outcome {
    DUEL.film(ctx, door::tables(ctx.data())?).await
}

/// Resign; asks before it does.
#[poise::command(slash_command)]
async fn resign(ctx: Context<'_>) -> Outcome {
    DUEL.resign(ctx, door::tables(ctx.data())?, Order::Concede).await
}

/// Close a game of the siege that is over: the seed of its dice is revealed; asks before it does.
#[poise::command(slash_command)]
async fn end(ctx: Context<'_>) -> Outcome {
    DUEL.end::<State>(ctx).await
}
