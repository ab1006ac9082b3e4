//! `/campaign`: start one, join it, leave it, see how it stands, end it. What becomes of it besides is in `lifecycle.rs`.

use crate::words;
use engine::campaign::{Options, Order, SupplySystem};
use engine::pack::Scenario;
use poise::CreateReply;
use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::commands::correct::correct;
use crate::commands::house_rule::house_rule;
use crate::commands::lifecycle::{
    archive, delete, despatches, hand_over, import, list, not_deleted, one_of_theirs, rename, restore, resume,
};
use crate::commands::log::log;
use crate::despatches::opening;
use crate::doors::advice;
use crate::doors::answer::{and_post, answer, answer_done, answer_with, completions, defer, faces, send};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::doors::place::lacks_permission;
use crate::doors::seal;
use crate::journal::error::JournalError;
use crate::model::lifecycle::Terms;
use crate::model::opening::Opening;
use crate::table::error::TableError;
use crate::table::room::ExportedFile;
use crate::table::tables::Founding;

/// Start a campaign in this channel, join it, see how it stands, end it.
#[poise::command(
    slash_command,
    subcommands(
        "start",
        "join",
        "leave",
        "status",
        "export",
        "film",
        "report",
        "log",
        "verify",
        "correct",
        "house_rule",
        "end",
        "import",
        "list",
        "rename",
        "archive",
        "resume",
        "hand_over",
        "delete",
        "restore",
        "despatches"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[allow(clippy::unused_async, reason = "the framework's signature; Discord never calls a command that has subcommands")]
pub async fn campaign(_ctx: Context<'_>) -> Outcome {
    Ok(())
}

async fn campaigns(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let titles = ctx.data().packs.iter().map(|pack| pack.outline.title.as_str());
    let choices =
        completions(typed, titles).into_iter().map(|title| AutocompleteChoice::new(words::shortened(title, 100), title)).collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

async fn scenarios(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    // Whichever campaign is meant: Discord does not say which was chosen.
    let scenarios: Vec<&Scenario> = ctx.data().packs.iter().flat_map(|pack| &pack.scenarios).collect();
    let choices = completions(typed, scenarios.iter().map(|scenario| scenario.title.as_str()))
        .into_iter()
        .filter_map(|title| scenarios.iter().find(|scenario| scenario.title == title))
        .map(|scenario| AutocompleteChoice::new(scenario.title.clone(), scenario.key.clone()))
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Start a campaign in this channel, with you as its commander in chief; without options it asks how.
#[poise::command(slash_command, guild_only)]
#[allow(clippy::too_many_arguments, reason = "each is an option of the command")]
async fn start(
    ctx: Context<'_>,
    #[description = "Which campaign, where this umpire has several"]
    #[autocomplete = "campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
    #[description = "Where it begins; usually the uprising"]
    #[autocomplete = "scenarios"]
    #[max_length = 50]
    scenario: Option<String>,
    #[description = "Let a die decide where the rebellion begins"] random_start: Option<bool>,
    #[description = "Besiegers may storm"] storming: Option<bool>,
    #[description = "Boats run into besieged ports at a risk"] siege_reinforcement: Option<bool>,
    #[description = "Gunboats help at sieges, at a risk"] gunboats_at_sieges: Option<bool>,
    #[description = "Ships may meet the enemy's"] gunboat_encounters: Option<bool>,
    #[description = "Advanced supply: capacities, supply points, columns"] advanced_supply: Option<bool>,
    #[description = "The field force clears what the text of its card names"]
    #[rename = "graham_by_card"]
    field_force_by_card: Option<bool>,
    #[description = "A victor stops where it fought"] victor_stops: Option<bool>,
    #[description = "Fractions of losses are dropped instead of rounded up"] fractions_down: Option<bool>,
    #[description = "The earlier row of the Siege Table where two overlap"] earlier_siege_rows: Option<bool>,
    #[description = "A relief that wins joins the besieged instead of lifting the siege"] relief_joins_siege: Option<bool>,
    #[description = "What a fortified town is worth, by another reading than the campaign's"]
    #[min = 0]
    #[max = 50]
    fortified_town_value: Option<u8>,
    #[description = "Steps of a full unit: losses are kept in them"]
    #[min = 1]
    #[max = 12]
    steps: Option<u8>,
    #[description = "Steps that a replacement point brings back"]
    #[min = 1]
    #[max = 12]
    steps_per_replacement: Option<u8>,
    #[description = "Battles can be fought out on a gridded board; usually they can"] boards: Option<bool>,
    #[description = "The enemy's units that are one on the board; usually three"]
    #[min = 1]
    #[max = 3]
    units_to_a_rub: Option<u8>,
    #[description = "On the board nobody holds the field when both sides break off"] both_broken_is_drawn: Option<bool>,
    #[description = "Gunboats in the harbour are on the board"] gunboats_on_board: Option<bool>,
    #[description = "Your own dice for the start and the rebellion, in the order thrown: 4 2 6"]
    #[max_length = 2000]
    dice: Option<String>,
) -> Outcome {
    let Some(guild) = ctx.guild_id() else { return Err(CommandError::Say("A campaign is played in a server's channel.".to_owned())) };
    lacks_permission(ctx)?;
    if ctx.data().rooms.journal().campaign_in(ctx.channel_id().into()).await.map_err(TableError::from)?.is_some() {
        return Err(TableError::from(JournalError::ChannelTaken).into());
    }
    let packs = &ctx.data().packs;
    // Whoever types an option knows what they want; all others are asked.
    if ctx.args.is_empty()
        && let Some(step) = opening::step(packs, Opening::default())
    {
        return answer(ctx, &step, true).await;
    }
    let pack = match campaign.as_deref().map(|typed| typed.trim().to_lowercase()) {
        None => &ctx.data().pack,
        Some(typed) => packs.iter().find(|pack| pack.outline.title.to_lowercase() == typed).ok_or_else(|| {
            let titles: Vec<&str> = packs.iter().map(|pack| pack.outline.title.as_str()).collect();
            CommandError::Say(format!("This umpire has no such campaign; it has {}.", words::list(&titles)))
        })?,
    };
    let scenario = match scenario {
        Some(typed) => {
            let typed = typed.trim().to_lowercase();
            pack.scenarios
                .iter()
                .find(|scenario| scenario.key.to_lowercase() == typed || scenario.title.to_lowercase() == typed)
                .map_or(typed, |scenario| scenario.key.clone())
        }
        None => pack.scenarios.first().map(|scenario| scenario.key.clone()).unwrap_or_default(),
    };
    let random_start = random_start.unwrap_or_default();
    let usual = Options::default();
    let options = Options {
        random_start,
        storming: storming.unwrap_or_default(),
        siege_reinforcement: siege_reinforcement.unwrap_or_default(),
        gunboats_at_sieges: gunboats_at_sieges.unwrap_or_default(),
        gunboat_encounters: gunboat_encounters.unwrap_or_default(),
        supply: if advanced_supply.unwrap_or_default() { SupplySystem::Advanced } else { SupplySystem::Simple },
        field_force_by_card: field_force_by_card.unwrap_or_default(),
        victor_stops: victor_stops.unwrap_or_default(),
        fractions_down: fractions_down.unwrap_or_default(),
        earlier_siege_rows: earlier_siege_rows.unwrap_or_default(),
        relief_joins_siege: relief_joins_siege.unwrap_or_default(),
        fortified_town_value,
        steps: steps.unwrap_or(usual.steps),
        steps_per_replacement: steps_per_replacement.unwrap_or(usual.steps_per_replacement),
        boards: boards.unwrap_or(true),
        rubs: units_to_a_rub.unwrap_or(usual.rubs),
        both_broken_is_drawn: both_broken_is_drawn.unwrap_or_default(),
        gunboats_on_board: gunboats_on_board.unwrap_or_default(),
    };
    let (start_die, rebellion_dice) = match faces(dice.as_deref())? {
        Some(faces) if random_start => {
            let rest = faces.get(1..).unwrap_or_default().to_vec();
            (Some(faces.into_iter().take(1).collect()), Some(rest))
        }
        other => (None, other),
    };
    defer(ctx, true).await?;
    let orders = vec![(Order::SetUp { scenario, options }, start_die), (Order::DrawCards, None), (Order::CheckRevolts, rebellion_dice)];
    let founding = Founding { guild: guild.into(), channel: ctx.channel_id().into(), pack: std::sync::Arc::clone(pack), orders };
    let who = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = seal::begin(&ctx.data().http, &ctx.data().tables, Terms::default(), founding, who).await?;
    answer_done(ctx, done).await
}

/// Join the campaign of this channel.
#[poise::command(slash_command, guild_only)]
async fn join(ctx: Context<'_>, #[description = "Only look on: no orders, no votes, nothing asked"] looking_on: Option<bool>) -> Outcome {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    let user = ctx.author().id.into();
    room.join(id, ctx.interaction.id.into(), user, looking_on.unwrap_or_default()).await?;
    let welcome = async { answer(ctx, &advice::welcome(ctx.data(), id, room.as_ref(), user).await?, true).await };
    and_post(ctx, id, welcome).await
}

/// Leave the campaign of this channel.
#[poise::command(slash_command, guild_only)]
async fn leave(ctx: Context<'_>) -> Outcome {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    let done = room.leave(id, ctx.interaction.id.into(), ctx.author().id.into()).await?;
    answer_done(ctx, done).await
}

/// How the campaign of this channel stands, and who plays.
#[poise::command(slash_command)]
async fn status(ctx: Context<'_>) -> Outcome {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    let despatch = room.status(id, ctx.author().id.into()).await?;
    answer(ctx, &despatch, true).await
}

/// The campaign of this channel as a file, to keep or to run again.
#[poise::command(slash_command)]
async fn export(
    ctx: Context<'_>,
    #[description = "Another one of yours: one that is archived or closed, or in another channel"]
    #[autocomplete = "not_deleted"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Outcome {
    let (id, room) = match campaign {
        Some(typed) => one_of_theirs(ctx, &typed).await?,
        None => ctx.data().rooms.remembered_in(ctx.channel_id().into()).await?,
    };
    defer(ctx, true).await?;
    let ExportedFile { name, text, orders: count, reveals_the_seed, hidden } = room.file(id).await?;
    let sentence = if reveals_the_seed {
        format!(
            "**{count} orders, in a file with the seed of their dice: `umpire replay {name}` runs them again, `umpire verify {name}` proves them.**"
        )
    } else if hidden > 0 {
        format!(
            "**{count} orders so far, in a file to read: {} left out: what one side alone may know.** Once the game is closed, its file has them all.",
            words::count(hidden as usize, "row is", "rows are")
        )
    } else {
        format!(
            "**{count} orders so far, in a file: `umpire replay {name}` runs them again, and `/campaign import` goes on from it.** Once the campaign is closed, `--seed` with its seed proves every roll."
        )
    };
    let file = text.into_bytes();
    send(ctx, || {
        CreateReply::default()
            .content(sentence.clone())
            .attachment(serenity::CreateAttachment::bytes(file.clone(), name.clone()))
            .ephemeral(true)
    })
    .await
}

/// The campaign of this channel as a film: the map turn by turn.
#[poise::command(slash_command, guild_only)]
async fn film(ctx: Context<'_>) -> Outcome {
    let snapshot = ctx.data().tables.remembered_in(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    let asked = ctx.data().tables.ask_for_film(snapshot.campaign.id, ctx.interaction.id.into(), ctx.author().id.into()).await?;
    ctx.data().outbox.film_asked_for(snapshot.campaign.id);
    let sentence = if asked {
        "The film is being drawn: it will be posted in the campaign's channel in a moment."
    } else {
        "A film of this campaign is being drawn already: it will be posted in the campaign's channel in a moment."
    };
    send(ctx, || CreateReply::default().content(sentence).ephemeral(true)).await
}

/// The campaign of this channel in figures: points, losses, and whether the dice were fair.
#[poise::command(slash_command, guild_only)]
async fn report(ctx: Context<'_>) -> Outcome {
    let snapshot = ctx.data().tables.remembered_in(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    let revision = snapshot.campaign.revision;
    let report = ctx.data().tables.report(snapshot.campaign.id, revision).await?;
    let plate = crate::drawing::charts::report(&ctx.data().atlas_of(ctx.author().id.into()), report.sheet()).await?;
    let despatch = report.despatch(revision);
    answer_with(ctx, &despatch, Some(plate), true).await
}

/// Run the campaign of this channel again, and prove its dice.
#[poise::command(slash_command)]
async fn verify(ctx: Context<'_>) -> Outcome {
    let (id, room) = ctx.data().rooms.remembered_in(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    let despatch = room.proved(id).await?;
    answer(ctx, &despatch, true).await
}

/// End the campaign of this channel for good; asks before it does.
#[poise::command(slash_command)]
async fn end(ctx: Context<'_>) -> Outcome {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    let despatch = room.may_close(id, ctx.author().id.into()).await?;
    answer(ctx, &despatch, true).await
}
