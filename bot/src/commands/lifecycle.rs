//! A campaign's lifecycle, under `/campaign`: taken up from a file, listed, called something, put away, handed over, deleted.

use crate::doors::place::{MANAGERS_ONLY, lacks_permission, on_server};
use crate::files::import;
use crate::table::error::LifecycleError;
use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;
use tokio::time::{Instant, timeout_at};

use crate::despatches::{lifecycle, set_aside};
use crate::discord::sight::Sight;
use crate::doors::answer::{and_post, answer, answer_done, defer, say};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::doors::seal;
use crate::files::import::ImportError;
use crate::journal::error::JournalError;
use crate::model::campaign_name::CampaignName;
use crate::model::ids::{CampaignId, GuildId};
use crate::model::listed::Listed;
use crate::table::error::TableError;
use crate::table::lifecycle::OnServer;
use crate::table::room::Room;
use crate::table::tables::Done;
use crate::words;

/// Campaigns that a list shows.
const LISTED: usize = 20;

/// The most that Discord offers for choice.
const OFFERED: usize = 25;

/// How long it may take to find what is offered: Discord waits three seconds, and then offers nothing.
const IN_TIME: Duration = Duration::from_secs(2);

fn here(ctx: Context<'_>) -> OnServer {
    on_server(ctx.guild_id(), ctx.channel_id(), ctx.interaction.member.as_deref())
}

/// The games that can be named where somebody asks: those of the server; in direct messages those that were played there. None of them is read
/// for that.
async fn games_here(ctx: Context<'_>, place: OnServer) -> Result<Vec<Listed>, JournalError> {
    let (journal, reader) = (ctx.data().rooms.journal(), ctx.author().id.into());
    if place.guild == GuildId::DIRECT {
        journal.games_played_in(place.channel, reader).await
    } else {
        journal.games_of(place.guild, reader).await
    }
}

/// Posts what was done with a campaign's lifecycle, and tells the asker so.
async fn answer_filed(ctx: Context<'_>, done: Done, sentence: &str) -> Outcome {
    and_post(ctx, done.campaign, say(ctx, sentence)).await
}

/// The one who asks, and what they see of the server: Discord is asked for that once, and only if a game is played in another channel.
struct Asker<'a> {
    ctx: Context<'a>,
    place: OnServer,
    sight: OnceCell<Option<Arc<Sight>>>,
}

impl<'a> Asker<'a> {
    fn of(ctx: Context<'a>) -> Self {
        Self { ctx, place: here(ctx), sight: OnceCell::new() }
    }

    /// Whether they may know of a campaign: whoever can see its channel, or manages the server.
    async fn may_know(&self, listed: &Listed) -> bool {
        if self.place.manages || listed.channel == self.place.channel {
            return true;
        }
        let Some(member) = self.ctx.interaction.member.as_deref() else { return false };
        let (http, sights) = (&self.ctx.data().http, &self.ctx.data().sights);
        let completing = self.ctx.interaction_type == poise::CommandInteractionType::Autocomplete;
        let asked =
            || async { if completing { sights.lately(http, self.place.guild).await } else { sights.now(http, self.place.guild).await } };
        match self.sight.get_or_init(asked).await {
            Some(sight) => sight.shows(http, listed.channel, member, listed.is_member).await,
            None => false,
        }
    }
}

/// The campaigns of the server that fit, as choices: as many as are found in time.
async fn choices(ctx: Context<'_>, typed: &str, fits: impl Fn(&Listed) -> bool) -> CreateAutocompleteResponse {
    let until = Instant::now() + IN_TIME;
    let mut choices = Vec::new();
    let (asker, typed) = (Asker::of(ctx), typed.trim().to_lowercase());
    for listed in games_here(ctx, asker.place).await.unwrap_or_default() {
        if !fits(&listed) {
            continue;
        }
        let offered = async {
            let choice = lifecycle::choice(&ctx.data().rooms.title(&listed).await?, &listed);
            (choice.to_lowercase().contains(&typed) && asker.may_know(&listed).await).then_some(choice)
        };
        let Ok(offered) = timeout_at(until, offered).await else { break };
        choices.extend(offered.map(|choice| AutocompleteChoice::new(choice, listed.id.0.to_string())));
        if choices.len() == OFFERED {
            break;
        }
    }
    CreateAutocompleteResponse::new().set_choices(choices)
}

async fn archived(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    choices(ctx, typed, |listed| listed.is_archived() && listed.closed_at.is_none()).await
}

async fn deleted(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    choices(ctx, typed, |listed| listed.is_deleted() && listed.trial.is_none()).await
}

pub(super) async fn not_deleted(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    choices(ctx, typed, |listed| !listed.is_deleted()).await
}

/// The campaign that was meant: by its number, as Discord offers it, or by its name, if only one fitting has it.
async fn meant(ctx: Context<'_>, typed: &str, fits: impl Fn(&Listed) -> bool) -> Result<(Listed, Arc<dyn Room>), CommandError> {
    let (asker, rooms) = (Asker::of(ctx), &ctx.data().rooms);
    let typed = typed.trim();
    let mut games = games_here(ctx, asker.place).await.map_err(TableError::from)?;
    let of_this_number = games.iter().position(|listed| typed == listed.id.0.to_string());
    let found = match of_this_number {
        Some(at) => games.swap_remove(at),
        None => {
            let mut named = Vec::new();
            for listed in games {
                if !fits(&listed) {
                    continue;
                }
                let Some(title) = rooms.title(&listed).await else { continue };
                if title.eq_ignore_ascii_case(typed) && asker.may_know(&listed).await {
                    named.push(listed);
                }
            }
            let found = named.pop().ok_or(TableError::from(LifecycleError::Unknown))?;
            if !named.is_empty() {
                return Err(CommandError::Say("Several campaigns are called so: choose one that Discord offers as you type.".to_owned()));
            }
            found
        }
    };
    let room = rooms.known(found.id).await?;
    Ok((found, room))
}

/// The campaign that was meant, if the one who asks is in it, or manages the server.
pub(super) async fn one_of_theirs(ctx: Context<'_>, typed: &str) -> Result<(CampaignId, Arc<dyn Room>), CommandError> {
    let place = here(ctx);
    let (listed, room) = meant(ctx, typed, |listed| !listed.is_deleted()).await?;
    if let Some(gone_at) = listed.gone_at {
        return Err(TableError::from(LifecycleError::Deleted(gone_at)).into());
    }
    if !place.manages && !listed.is_member {
        return Err(CommandError::Say(
            "You are not in that campaign: only its members, and whoever manages this server, can export it from elsewhere than its channel.".to_owned(),
        ));
    }
    Ok((listed.id, room))
}

/// Take a campaign up from the file that an export gave, in this channel, with you in command.
#[poise::command(slash_command, guild_only, rename = "import")]
pub(super) async fn import(ctx: Context<'_>, #[description = "The file that /campaign export gave"] file: serenity::Attachment) -> Outcome {
    let place = here(ctx);
    lacks_permission(ctx)?;
    if u64::from(file.size) > import::MOST_BYTES {
        return Err(import_error(&ImportError::TooLarge(file.size.into())));
    }
    let rooms = &ctx.data().rooms;
    if rooms.journal().campaign_in(place.channel).await.map_err(TableError::from)?.is_some() {
        return Err(TableError::from(JournalError::ChannelTaken).into());
    }
    let imports = &ctx.data().imports;
    let own = imports.of_server(place.guild, place.channel).map_err(|why| import_error(&why.into()))?;
    defer(ctx, true).await?;
    let turn = imports.turn(own).await.map_err(|why| import_error(&why.into()))?;
    let bytes = import::fetch(&file.url).await.map_err(|error| import_error(&error))?;
    let game = import::game_of(&bytes).map_err(|error| import_error(&error))?;
    let room = rooms.named(&game).ok_or_else(|| import_error(&ImportError::OtherGame(game)))?;
    let asked = (ctx.interaction.id.into(), ctx.author().id.into());
    let checked = seal::take_up(&ctx.data().http, room.as_ref(), (bytes, turn), place, asked).await?;
    answer_done(ctx, checked.map_err(|error| import_error(&error))?).await
}

fn import_error(error: &ImportError) -> CommandError {
    tracing::info!(%error, "a file was not taken up");
    CommandError::Say(words::shortened(&error.sentence(), 1_500))
}

/// The campaigns of this server: where each is played, how it stands, who commands, what waits.
#[poise::command(slash_command)]
pub(super) async fn list(ctx: Context<'_>) -> Outcome {
    let asker = Asker::of(ctx);
    defer(ctx, true).await?;
    let (mut lines, mut more) = (Vec::new(), 0);
    for listed in games_here(ctx, asker.place).await.map_err(TableError::from)? {
        let Some(room) = ctx.data().rooms.named(&listed.game) else { continue };
        if !asker.may_know(&listed).await {
            continue;
        }
        if lines.len() == LISTED {
            more += 1;
            continue;
        }
        // One that is destroyed meanwhile is left out.
        lines.extend(room.listed(listed.id).await.ok());
    }
    let list = if asker.place.guild == GuildId::DIRECT { lifecycle::list_of_direct_messages } else { lifecycle::list };
    answer(ctx, &list(lines, more), true).await
}

/// Call the campaign of this channel something; for its commander.
#[poise::command(slash_command)]
pub(super) async fn rename(
    ctx: Context<'_>,
    #[description = "What it is called from now on: plain text"]
    #[max_length = 60]
    name: String,
) -> Outcome {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    let name = CampaignName::read(&name).map_err(CommandError::Say)?;
    defer(ctx, true).await?;
    let done = room.rename(id, ctx.interaction.id.into(), ctx.author().id.into(), name).await?;
    answer_filed(ctx, done, "Done: it is called so now.").await
}

/// Put the campaign of this channel away: the channel is free, nobody is reminded; for its commander.
#[poise::command(slash_command)]
pub(super) async fn archive(ctx: Context<'_>) -> Outcome {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    let done = room.archive(id, ctx.interaction.id.into(), ctx.author().id.into()).await?;
    answer_filed(ctx, done, "Done: it is archived.").await
}

/// Take an archived campaign up again, in this channel.
#[poise::command(slash_command)]
pub(super) async fn resume(
    ctx: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "archived"]
    #[max_length = 100]
    campaign: String,
) -> Outcome {
    let place = here(ctx);
    lacks_permission(ctx)?;
    let (listed, room) = meant(ctx, &campaign, Listed::is_archived).await?;
    defer(ctx, true).await?;
    let done = room.take_up(listed.id, ctx.interaction.id.into(), ctx.author().id.into(), place).await?;
    answer_filed(ctx, done, "Done: it goes on in this channel.").await
}

/// Hand the command over to a member; for the commander, and for whoever manages the server.
#[poise::command(slash_command, guild_only)]
pub(super) async fn hand_over(ctx: Context<'_>, #[description = "Who commands from now on"] member: serenity::User) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    if member.bot {
        return Err(TableError::from(LifecycleError::Bot).into());
    }
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.hand_over(snapshot.campaign.id, interaction, user, member.id.into(), here(ctx)).await?;
    answer_done(ctx, done).await
}

/// Delete a campaign; asks first, and it can be brought back for a week.
#[poise::command(slash_command)]
pub(super) async fn delete(
    ctx: Context<'_>,
    #[description = "Which one; usually that of this channel"]
    #[autocomplete = "not_deleted"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Outcome {
    let place = here(ctx);
    let (id, room) = match campaign {
        Some(typed) => meant(ctx, &typed, |listed| !listed.is_deleted()).await.map(|(listed, room)| (listed.id, room))?,
        None => ctx.data().rooms.in_channel(place.channel).await?,
    };
    answer(ctx, &room.ask_delete(id, ctx.author().id.into(), place, ctx.data().rooms.journal().now()).await?, true).await
}

/// Bring a deleted campaign back, until it is gone for good.
#[poise::command(slash_command)]
pub(super) async fn restore(
    ctx: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "deleted"]
    #[max_length = 100]
    campaign: String,
) -> Outcome {
    let place = here(ctx);
    let (listed, room) = meant(ctx, &campaign, Listed::is_deleted).await?;
    defer(ctx, true).await?;
    let done = room.restore(listed.id, ctx.interaction.id.into(), ctx.author().id.into(), place).await?;
    answer_filed(ctx, done, "Done: it is back.").await
}

/// What Discord did not take on this server, and why, to be sent again; for whoever manages it.
#[poise::command(slash_command, guild_only)]
pub(super) async fn despatches(ctx: Context<'_>) -> Outcome {
    let place = here(ctx);
    if !place.manages {
        return Err(CommandError::Say(MANAGERS_ONLY.to_owned()));
    }
    let journal = ctx.data().rooms.journal();
    let rows = journal.set_aside(place.guild).await.map_err(TableError::from)?;
    let waiting = journal.how_many_wait(place.guild).await.map_err(TableError::from)?;
    answer(ctx, &set_aside::list(&rows, waiting), true).await
}
