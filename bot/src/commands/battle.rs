//! `/battle`: battles on the gridded board, by themselves; and the battles of a campaign.

use engine::campaign::State as Campaign;
use engine::tabletop::options::{MoreFigures, Options, Turns};
use engine::tabletop::order::Order;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::commands::{orders, turn};
use crate::despatches::field::beginning::{self, TYPICAL};
use crate::despatches::field::nested::ON_BOARD;
use crate::doors::answer::{self, and_post, answer, answer_done, answer_with_sheet, completions, defer, say, send};
use crate::doors::battle;
use crate::doors::error::{CommandError, Context, Outcome};
use crate::doors::founding::{Begun, Where, refuse_at_once};
use crate::doors::place::lacks_permission;
use crate::model::ids::{CampaignId, GuildId};
use crate::model::played::Played as _;
use crate::model::skirmish::{Opponent, Skirmish};
use crate::model::topic::Topic;
use crate::table::error::TableError;
use crate::table::room::Room;
use std::sync::Arc;

/// Battles on a gridded board: begin one, join, look, give orders; and those of a campaign.
#[poise::command(
    slash_command,
    subcommands("new", "order", "join", "board", "cards", "orders_", "withdraw", "film", "end"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[allow(clippy::unused_async, reason = "the framework's signature; Discord never calls a command that has subcommands")]
pub async fn battle(_ctx: Context<'_>) -> Outcome {
    Ok(())
}

/// Which side of a battle.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Which {
    /// The few, with drill and guns.
    #[name = "The brigade"]
    Brigade,
    /// The many.
    #[name = "Its enemy"]
    Enemy,
}

/// Whom to fight against.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Against {
    /// As a sensible officer would play.
    #[name = "The plain staff"]
    Plain,
    /// It plays on in its head first.
    #[name = "The searching staff"]
    Searching,
    /// The first who joins.
    #[name = "Whoever joins"]
    Member,
    /// One plays both.
    #[name = "Myself: I play both sides"]
    Oneself,
}

/// Leaders and gun crews in a contact.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Beside {
    /// The ruling.
    #[name = "Within the limit of the formation"]
    WithinTheLimit,
    /// On top of it.
    #[name = "Always, on top of the limit"]
    Always,
    /// Not at all.
    #[name = "Never"]
    Never,
}

async fn scenarios(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let titles = ctx.data().battle_pack.scenarios.iter().map(|scenario| scenario.plan.title.as_str()).chain([TYPICAL]);
    let choices = completions(typed, titles).into_iter().map(|title| AutocompleteChoice::new(title, title)).collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Begin a battle on a gridded board, here or in a thread; without options it asks how.
#[poise::command(slash_command)]
#[allow(clippy::too_many_arguments, reason = "each is an option of the command")]
async fn new(
    ctx: Context<'_>,
    #[description = "Which battle: a scenario, or typical armies on ground that dice lay out"]
    #[autocomplete = "scenarios"]
    #[max_length = 100]
    scenario: Option<String>,
    #[description = "The side that you play; usually the brigade"] side: Option<Which>,
    #[description = "Against whom; usually the plain staff"] opponent: Option<Against>,
    #[description = "A member who is asked to take the other side"] member: Option<serenity::User>,
    #[description = "The last turn; usually 15"]
    #[min = 1]
    #[max = 40]
    turns: Option<u8>,
    #[description = "How Leaders and gun crews count in a contact"] leaders_and_crews: Option<Beside>,
    #[description = "Enemy horse throws a D12 in contact too"] horse_throws_d12: Option<bool>,
    #[description = "Units block the line of sight"] units_hide: Option<bool>,
    #[description = "A formation's points count in every turn, also in one of firing"] points_every_turn: Option<bool>,
    #[description = "Artillery may fire twice a turn"] artillery_fires_twice: Option<bool>,
    #[description = "A Square fires one shot in each direction"] square_fires_each_way: Option<bool>,
    #[description = "The board's edge lets those go who fall back over it"] edge_lets_go: Option<bool>,
    #[description = "Any wound of a Leader takes the hit for the unit"] any_wound_takes_the_hit: Option<bool>,
    #[description = "Gendarmerie may form Square"] irregulars_form_square: Option<bool>,
    #[description = "Dashed Hard Luck! stays in the hand, and cannot be thrown away"] hard_luck_stays: Option<bool>,
) -> Outcome {
    let guild = ctx.guild_id().map_or(GuildId::DIRECT, Into::into);
    lacks_permission(ctx)?;
    let pack = &ctx.data().battle_pack;
    if ctx.args.is_empty() {
        refuse_at_once(ctx.data(), guild, ctx.channel_id().into(), battle::TAKEN).await?;
    }
    if ctx.args.is_empty()
        && let Some(step) = beginning::step(pack, Skirmish::default(), guild == GuildId::DIRECT)
    {
        return answer(ctx, &step, true).await;
    }
    let typed = scenario.as_deref().map(|typed| typed.trim().to_lowercase());
    let battle = match typed {
        None => 0,
        Some(typed) if typed == TYPICAL.to_lowercase() || typed == "typical" => pack.scenarios.len(),
        Some(typed) => pack
            .scenarios
            .iter()
            .position(|scenario| scenario.plan.title.to_lowercase() == typed || scenario.key.to_lowercase() == typed)
            .ok_or_else(|| {
                let titles: Vec<&str> = pack.scenarios.iter().map(|scenario| scenario.plan.title.as_str()).chain([TYPICAL]).collect();
                CommandError::Say(format!("There is no such battle here; there are {}.", crate::words::list(&titles)))
            })?,
    };
    let opponent = match (opponent, &member) {
        (None, Some(_)) | (Some(Against::Member), _) => Opponent::Member,
        (None | Some(Against::Plain), None) => Opponent::Plain,
        (Some(Against::Searching), None) => Opponent::Searching,
        (Some(Against::Oneself), None) => Opponent::Oneself,
        (Some(_), Some(_)) => {
            return Err(CommandError::Say("Name a member, or another opponent, not both.".to_owned()));
        }
    };
    let options = Options {
        more_figures: match leaders_and_crews {
            None | Some(Beside::WithinTheLimit) => MoreFigures::WithinTheLimit,
            Some(Beside::Always) => MoreFigures::Always,
            Some(Beside::Never) => MoreFigures::Never,
        },
        horse_throws_its_greater_die: horse_throws_d12.unwrap_or_default(),
        units_hide: units_hide.unwrap_or_default(),
        points_every_turn: points_every_turn.unwrap_or_default(),
        artillery_fires_twice: artillery_fires_twice.unwrap_or_default(),
        square_fires_each_way: square_fires_each_way.unwrap_or_default(),
        edge_lets_go: edge_lets_go.unwrap_or_default(),
        any_wound_takes_the_hit: any_wound_takes_the_hit.unwrap_or_default(),
        irregulars_form_square: irregulars_form_square.unwrap_or_default(),
        hard_luck_stays: hard_luck_stays.unwrap_or_default(),
        turns: turns.map_or_else(Turns::default, Turns),
    };
    let side = if matches!(side, Some(Which::Enemy)) { Side::Enemy } else { Side::Ours };
    let skirmish = Skirmish { battle: u8::try_from(battle).ok(), side: Some(side), opponent: Some(opponent) };
    defer(ctx, true).await?;
    let is_thread = ctx.interaction.channel.as_ref().is_some_and(|channel| channel.thread_metadata.is_some());
    let place = Where { guild, channel: ctx.channel_id(), is_thread };
    let by = (ctx.interaction.id.into(), ctx.author().id.into());
    let Begun { done, thread } =
        battle::begin(ctx.data(), &ctx.data().http, place, by, (skirmish, options, member.map(|member| member.id.into()))).await?;
    let Some(thread) = thread else { return answer_done(ctx, done).await };
    and_post(ctx, done.campaign, say(ctx, &format!("It begins in <#{thread}>."))).await
}

async fn complete_order(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    match ctx.data().rooms.in_channel(ctx.channel_id().into()).await {
        Ok((id, room)) if room.name() != Campaign::NAME || turn::is_on_a_board(ctx, id).await => turn::complete(ctx, typed).await,
        _ => orders::complete(ctx, typed, Some(Topic::Battle)).await,
    }
}

/// Give an order in this battle; in a campaign fight a battle that waits, and report how it went.
#[poise::command(slash_command)]
async fn order(
    ctx: Context<'_>,
    #[description = "The order, from those that are legal now; without one, all of them are shown"]
    #[autocomplete = "complete_order"]
    #[max_length = 100]
    order: Option<String>,
    #[description = "Your own dice for it, in the order thrown: 4 2 6"]
    #[max_length = 2000]
    dice: Option<String>,
) -> Outcome {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    if room.name() != Campaign::NAME || turn::is_on_a_board(ctx, id).await {
        return turn::of_another_game(ctx, id, room.as_ref(), order, dice).await;
    }
    orders::give(ctx, Topic::Battle, order, dice).await
}

/// The battle of the channel, by itself or a campaign's.
async fn here(ctx: Context<'_>) -> Result<(CampaignId, Arc<dyn Room>), CommandError> {
    let none = || CommandError::Say("There is no battle on a board in this channel: begin one with /battle new.".to_owned());
    let (id, room) = match ctx.data().rooms.remembered_in(ctx.channel_id().into()).await {
        Err(TableError::NoCampaign) => return Err(none()),
        other => other?,
    };
    if room.name() == State::NAME {
        return Ok((id, room));
    }
    let fought = room.name() == Campaign::NAME && ctx.data().tables.snapshot(id).await?.state.board().is_some();
    if fought { Ok((id, room)) } else { Err(none()) }
}

/// The battle of the channel, which is no campaign's.
async fn alone_here(ctx: Context<'_>) -> Result<(CampaignId, Arc<dyn Room>), CommandError> {
    let (id, room) = here(ctx).await?;
    if room.name() != State::NAME {
        return Err(CommandError::Say(
            "This is a battle of the campaign: `/battle board` shows it, `/campaign join` takes a seat, and it ends with the battle's report, `/battle order`.".to_owned(),
        ));
    }
    Ok((id, room))
}

/// Answers with a sheet of the battle, and its picture as the one who asks may see it.
async fn sheet(ctx: Context<'_>, topic: &str) -> Outcome {
    let (id, room) = here(ctx).await?;
    let user = ctx.author().id.into();
    let topic = if room.name() == State::NAME { topic.to_owned() } else { format!("{ON_BOARD}{topic}") };
    let Some(sheet) = room.sheet(id, user, &topic, 0).await? else {
        return Err(CommandError::Say("Only those who command a side have its sheet: look at /battle board.".to_owned()));
    };
    answer_with_sheet(ctx, id, room.as_ref(), &sheet).await
}

/// Take the side of the battle that nobody plays yet.
#[poise::command(slash_command)]
async fn join(ctx: Context<'_>) -> Outcome {
    let (id, room) = alone_here(ctx).await?;
    answer::join(ctx, id, room.as_ref()).await
}

/// The whole board as you may see it, with every unit on it.
#[poise::command(slash_command)]
async fn board(ctx: Context<'_>) -> Outcome {
    sheet(ctx, "board").await
}

/// Your side: its Heroic Leadership cards, its units, what they are told to do.
#[poise::command(slash_command)]
async fn cards(ctx: Context<'_>) -> Outcome {
    sheet(ctx, "mine").await
}

/// Tell units, a wing or all what to do until told otherwise, so that you are asked less.
#[poise::command(slash_command, rename = "orders")]
async fn orders_(ctx: Context<'_>) -> Outcome {
    sheet(ctx, "instruct").await
}

/// Give the battle up; asks before it does.
#[poise::command(slash_command)]
async fn withdraw(ctx: Context<'_>) -> Outcome {
    let (id, room) = here(ctx).await?;
    let user = ctx.author().id.into();
    let question = if room.name() == State::NAME {
        let tables = battle::tables(ctx.data())?;
        tables.ask_first(id, user, |seat: Seat| seat.side().map(Order::Concede)).await?
    } else {
        ctx.data().tables.ask_withdrawal_on_board(id, user).await?
    };
    answer(ctx, &question, true).await
}

/// The battle as a film: the board turn by turn.
#[poise::command(slash_command)]
async fn film(ctx: Context<'_>) -> Outcome {
    let (id, _) = alone_here(ctx).await?;
    let tables = battle::tables(ctx.data())?;
    defer(ctx, true).await?;
    let asked = tables.ask_for_film(id, ctx.interaction.id.into(), ctx.author().id.into()).await?;
    ctx.data().outbox.film_asked_for(id);
    let sentence = if asked {
        "The film is being drawn: it will be posted in the battle's channel in a moment."
    } else {
        "A film of this battle is being drawn already: it will be posted in the battle's channel in a moment."
    };
    send(ctx, || poise::CreateReply::default().content(sentence).ephemeral(true)).await
}

/// Close a battle that is over: the seed of its dice is revealed; asks before it does.
#[poise::command(slash_command)]
async fn end(ctx: Context<'_>) -> Outcome {
    let (id, room) = alone_here(ctx).await?;
    let question = room.may_close(id, ctx.author().id.into()).await?;
    answer(ctx, &question, true).await
}
