//! Discord: the client, how it is started and ended, and which of its errors mean what.

use crate::discord::client::{answering, bound_rate_limiter, http, line, nothing_remembered};
use crate::discord::edits::Edits;
use crate::discord::errors::is_of_an_unknown_token;
use crate::discord::known::Known;
use crate::discord::lateness::Lateness;
use crate::discord::retry::{self, WITH_THE_COMMANDS};
use crate::discord::sight::Sights;
use crate::metrics::{Kind, Metrics};
use crate::model::ids::{GuildId, InteractionId, RoleId};
use crate::model::shards::Shards;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use engine::campaign::State;
use engine::card_game::pack::CardPack;
use engine::card_game::state::State as CardGame;
use engine::khartoum::pack::Pack as KhartoumPack;
use engine::khartoum::state::State as Khartoum;
use engine::pack::Pack;
use engine::tabletop::pack::BattlePack;
use engine::tabletop::state::State as Battle;
use poise::serenity_prelude as serenity;
use serenity::{ClientBuilder, FullEvent, GatewayError, GatewayIntents, Http};

use crate::commands;
use crate::doors::data::{Data, Seen};
use crate::doors::error::{BUSY, CommandError};
use crate::doors::first_answer::{self, Invocation};
use crate::doors::ration::{self, Rations};
use crate::doors::sheets::Sheets;
use crate::doors::under_way::UnderWay;
use crate::drawing::atlas::Atlas;
use crate::files::import::turns::Turns;
use crate::journal::backup_names::BackupNames;
use crate::journal::clock::Clock;
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::presses::answer as presses;
use crate::settings::{Settings, Token};
use crate::table::room::Room;
use crate::table::rooms::Rooms;
use crate::table::tables::Tables;
use crate::workers::backups;
use crate::workers::board::Noticeboard;
use crate::workers::departures::Departures;
use crate::workers::films;
use crate::workers::kept_up::kept_up;
use crate::workers::monitoring::Monitoring;
use crate::workers::outbox::Outbox;
use crate::workers::pruning;
use crate::workers::purge;
use crate::workers::reminders;

/// How long work in flight has to finish when the umpire is told to stop. With what is closed before and after it, that is less than the ten
/// seconds after which Docker and others kill what does not end.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long the line to Discord has to be closed when the umpire is told to stop, and how long the journal has.
const CLOSING: Duration = Duration::from_secs(1);

/// Why the umpire stopped by itself.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The data of battles.
    #[error("the data of battles cannot be read: {0}")]
    Battles(String),
    /// The data of the card game.
    #[error("the data of the card game cannot be read: {0}")]
    Cards(String),
    /// The data of the mini-game of the siege.
    #[error("the data of the mini-game of the siege cannot be read: {0}")]
    Siege(String),
    /// What supervises the umpire cannot be answered.
    #[error("metrics.listen: nothing can be heard at {0} ({1}): another program may use that port")]
    Metrics(SocketAddr, std::io::Error),
    /// The network client could not be made.
    #[error("the network client could not be made: {0}")]
    Network(#[from] reqwest::Error),
    /// Discord.
    #[error("{}", discord_sentence(.0))]
    Discord(Box<serenity::Error>),
}

impl From<serenity::Error> for RunError {
    fn from(error: serenity::Error) -> Self {
        Self::Discord(Box::new(error))
    }
}

fn discord_sentence(error: &serenity::Error) -> String {
    if is_of_an_unknown_token(error) {
        return "Discord does not know the token in DISCORD_TOKEN: copy it anew from the bot's page in the developer portal".to_owned();
    }
    if matches!(error, serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents)) {
        return "Discord does not let this bot hear of what it asks for (its gateway intents), though it asks for none that need permission: see whether \
                the bot is restricted in the developer portal"
            .to_owned();
    }
    format!("Discord: {error}")
}

/// Runs the umpire against Discord, or a stand-in, until `stop` is done; then finishes what is under way.
///
/// # Errors
///
/// If the journal cannot be opened, or Discord refuses the umpire.
pub async fn run(
    settings: &Settings,
    token: &Token,
    api: Option<&str>,
    atlas: Arc<Atlas>,
    clock: Clock,
    stop: impl Future<Output = ()>,
) -> Result<(), RunError> {
    let house = House { atlas, clock, games: games(), under_way: UnderWay::default() };
    run_with(settings, token, api, house, stop).await
}

/// A game beside the campaign: what plays it, and the commands that begin it.
pub struct AnotherGame {
    /// All that are played of it, on the house's journal.
    pub room: fn(Journal) -> Arc<dyn Room>,
    /// Its own commands.
    pub commands: fn() -> Vec<poise::Command<Data, CommandError>>,
}

/// The games of the house beside the campaign.
#[must_use]
pub const fn games() -> Vec<AnotherGame> {
    Vec::new()
}

/// What an umpire runs with, besides its settings.
pub struct House {
    /// What draws maps.
    pub atlas: Arc<Atlas>,
    /// What time it is.
    pub clock: Clock,
    /// The games beside the campaign.
    pub games: Vec<AnotherGame>,
    /// What is under way: who started the umpire can wait for its end.
    pub under_way: UnderWay,
}

/// The same in a house of the caller's.
///
/// # Errors
///
/// As [`run`].
pub async fn run_with(
    settings: &Settings,
    token: &Token,
    api: Option<&str>,
    house: House,
    stop: impl Future<Output = ()>,
) -> Result<(), RunError> {
    let House { atlas, clock, games, under_way } = house;
    let mut journal = Journal::open_by(&settings.database, clock).await?;
    // A supervisor is answered from here on: who waits for Discord works, and does not play.
    let monitoring = match settings.metrics {
        Some(address) => {
            let begun = Monitoring::begin(address, journal.clone()).await;
            Some(begun.map_err(|error| RunError::Metrics(address, error))?)
        }
        None => None,
    };
    let line = line()?;
    let poster = Arc::new(http(&line, token, api));
    let mut stop = pin!(stop);
    let reached = tokio::select! {
        gateway = retry::reached(|| poster.get_bot_gateway()) => gateway.map(Some),
        () = &mut stop => Ok(None),
    };
    let shards = match reached {
        Ok(Some(gateway)) => {
            let shards = settings.shards.unwrap_or_else(|| Shards::all(gateway.shards));
            if gateway.shards > shards.total() {
                tracing::warn!(recommended = gateway.shards, %shards, "Discord recommends more shards than the range reckons with");
            }
            shards
        }
        other => {
            close(&journal).await;
            return Ok(other.map(|_| ())?);
        }
    };
    journal = journal.serving(shards).await?;
    tell_of_those_elsewhere(&journal, shards);
    let tables = Arc::new(Tables::<State>::new(journal.clone()).with_packs(campaign_packs(settings)));
    let campaigns: Arc<dyn Room> = Arc::clone(&tables) as Arc<dyn Room>;
    let battle_pack = BattlePack::embedded().map_err(|errors| RunError::Battles(errors.to_string()))?;
    let battles: Arc<dyn Room> = Arc::new(Tables::<Battle>::new(journal.clone()).with_packs(vec![Arc::clone(&battle_pack)]));
    let card_pack = CardPack::embedded().map_err(|errors| RunError::Cards(errors.to_string()))?;
    let card_games: Arc<dyn Room> = Arc::new(Tables::<CardGame>::new(journal.clone()).with_packs(vec![Arc::clone(&card_pack)]));
    let khartoum_pack = KhartoumPack::embedded().map_err(|errors| RunError::Siege(errors.to_string()))?;
    let sieges: Arc<dyn Room> = Arc::new(Tables::<Khartoum>::new(journal.clone()).with_packs(vec![Arc::clone(&khartoum_pack)]));
    let others = games.iter().map(|game| (game.room)(journal.clone()));
    let rooms = Rooms::new(journal.clone(), [campaigns, battles, card_games, sieges].into_iter().chain(others).collect());
    let mut commands = commands::all();
    commands.extend(games.iter().flat_map(|game| (game.commands)()));
    // The first picture of a map costs far more than those after it: it is made before anybody asks.
    tokio::spawn(Arc::clone(&atlas).prepare(Arc::clone(&settings.pack)));
    // Whoever asks for a picture waits for none of those that are to be posted.
    let behind = Arc::new(atlas.behind());
    let edits = Arc::new(Edits::new(Arc::clone(&poster), answering(&line, token, api), shards));
    let noticeboard = Arc::new(Noticeboard::new(rooms.clone(), Arc::clone(&behind), Arc::clone(&poster), Arc::clone(&edits)));
    let outbox = Arc::new(Outbox::new(rooms.clone(), behind, Arc::clone(&noticeboard), Arc::clone(&poster), Arc::clone(&edits)));
    let posting = tokio::spawn(Arc::clone(&outbox).run());
    let boards = tokio::spawn(noticeboard.run());
    let reminding = {
        let (rooms, outbox) = (rooms.clone(), Arc::clone(&outbox));
        kept_up("reminders", move || reminders::run(rooms.clone(), Arc::clone(&outbox)))
    };
    let filming = {
        let outbox = Arc::clone(&outbox);
        kept_up("films", move || films::run(Arc::clone(&outbox)))
    };
    let departures = Arc::new(Departures::new(journal.clone(), Arc::clone(&outbox), shards, settings.kept_after_departure));
    let noting = {
        let (departures, poster) = (Arc::clone(&departures), Arc::clone(&poster));
        kept_up("departures", move || Arc::clone(&departures).run(Arc::clone(&poster)))
    };
    let graces = {
        let (rooms, outbox, departures, poster) = (rooms.clone(), Arc::clone(&outbox), Arc::clone(&departures), Arc::clone(&poster));
        kept_up("what is deleted for good", move || {
            purge::run(rooms.clone(), Arc::clone(&outbox), Arc::clone(&departures), Arc::clone(&poster))
        })
    };
    let prunings = {
        let journal = journal.clone();
        kept_up("pruning", move || pruning::run(journal.clone()))
    };
    let metrics = Arc::new(Metrics::of_shards(shards.count()));
    let backing_up = settings.backups.clone().map(|backups| {
        let names = BackupNames::of(&settings.database, settings.shards);
        let (database, clock, metrics) = (settings.database.clone(), journal.clock().clone(), Arc::clone(&metrics));
        kept_up("backups", move || backups::run(database.clone(), names.clone(), backups.clone(), clock.clone(), Arc::clone(&metrics)))
    });
    if let Some(monitoring) = &monitoring {
        monitoring.plays(journal.clone(), Arc::clone(&metrics));
    }
    let data = Data {
        tables,
        rooms,
        departures,
        outbox,
        edits,
        http: Arc::clone(&poster),
        atlas,
        pack: Arc::clone(&settings.pack),
        battle_pack,
        card_pack,
        khartoum_pack,
        packs: settings.packs.clone(),
        seen: Seen::default(),
        lateness: Lateness::default(),
        rolled: Seen::default(),
        metrics,
        sheets: Sheets::default(),
        rations: Rations::default(),
        sights: Sights::default(),
        imports: Turns::default(),
        under_way: under_way.clone(),
    };

    let framework = poise::Framework::builder()
        .options(options(commands))
        .initialize_owners(false)
        .setup(move |_, ready, framework| {
            Box::pin(async move {
                let shard = ready.shard.map_or(0, |shard| shard.id.0);
                tracing::info!(user = %ready.user.name, guilds = ready.guilds.len(), shard, "connected to Discord");
                let http = Arc::clone(&data.http);
                http.set_application_id(ready.application.id);
                let commands = poise::builtins::create_application_commands(&framework.options().commands);
                tokio::spawn(register(http, commands));
                Ok(data)
            })
        })
        .build();
    // Slash commands need no more than the guilds' ids: no member lists, no messages.
    let mut client = ClientBuilder::new_with_http(answering(&line, token, api), GatewayIntents::GUILDS)
        .cache_settings(nothing_remembered())
        .framework(Known(framework))
        .await?;
    let manager = Arc::clone(&client.shard_manager);
    let limiter = tokio::spawn(bound_rate_limiter(poster));

    let outcome = tokio::select! {
        // serenity takes the end of the range for its last.
        outcome = client.start_shard_range(shards.first()..shards.last(), shards.total()) => outcome,
        () = &mut stop => {
            tracing::info!("stopping: no new orders are taken");
            if tokio::time::timeout(CLOSING, manager.shutdown_all()).await.is_err() {
                tracing::warn!("the line to Discord could not be closed in time: it is cut");
            }
            Ok(())
        }
    };
    limiter.abort();
    posting.abort();
    boards.abort();
    reminding.abort();
    filming.abort();
    noting.abort();
    graces.abort();
    prunings.abort();
    if let Some(task) = backing_up {
        task.abort();
    }
    drop(monitoring);
    // What has been begun is finished: answered, and what was done posted.
    if tokio::time::timeout(PATIENCE, under_way.all_over()).await.is_err() {
        tracing::warn!("something is still under way; what it had committed is kept");
    }
    close(&journal).await;
    Ok(outcome?)
}

/// Says in the log that some of the journal is left alone, because another process has to serve it.
fn tell_of_those_elsewhere(journal: &Journal, shards: Shards) {
    let servers = journal.elsewhere().servers.len();
    if servers > 0 {
        tracing::warn!(
            servers,
            %shards,
            "the journal has games of servers on other shards: they are left alone here, and have to be moved to the journal of the process that serves those"
        );
    }
}

/// Closes the journal. What is not committed by then never was.
async fn close(journal: &Journal) {
    if tokio::time::timeout(CLOSING, journal.close()).await.is_err() {
        tracing::warn!("somebody still reads the journal or writes in it: what is not committed is given up");
    }
    tracing::info!("stopped");
}

/// The packs of new campaigns; and the one in the program, with which files may have been made that are taken up here.
fn campaign_packs(settings: &Settings) -> Vec<Arc<Pack>> {
    let mut packs = settings.packs.clone();
    packs.extend(Pack::embedded().ok().filter(|embedded| packs.iter().all(|pack| pack.fingerprint() != embedded.fingerprint())));
    packs
}

/// Registers the commands with Discord, again while it stumbles. Those registered by an earlier start go on working
/// meanwhile, so nobody has to wait for this.
async fn register(http: Arc<Http>, commands: Vec<serenity::CreateCommand>) {
    let registration = || serenity::Command::set_global_commands(&http, commands.clone());
    match retry::again(&WITH_THE_COMMANDS, "the commands", registration).await {
        Ok(registered) => tracing::info!(commands = registered.len(), "commands registered"),
        Err(error) => tracing::error!(%error, "Discord refuses the commands: only those registered before can be used"),
    }
}

fn options(commands: Vec<poise::Command<Data, CommandError>>) -> poise::FrameworkOptions<Data, CommandError> {
    poise::FrameworkOptions {
        commands,
        allowed_mentions: Some(serenity::CreateAllowedMentions::new()),
        command_check: Some(|context| {
            Box::pin(async move {
                // A second delivery of the same interaction goes no further. Completion asks again and again, and may.
                let poise::Context::Application(application) = context else { return Ok(false) };
                if application.interaction_type == poise::CommandInteractionType::Autocomplete {
                    return Ok(true);
                }
                // The framework checks a subcommand once for itself and once for each parent: what it is counted by tells that it is
                // the same invocation.
                if context.invocation_data::<Invocation>().await.is_some() {
                    return Ok(true);
                }
                // Before it is carried out: what is not taken after it waits for another sign.
                if let Some(guild) = context.guild_id() {
                    context.data().outbox.sign(Some(guild.into()));
                }
                let interaction = InteractionId::from(application.interaction.id);
                if !context.data().seen.first_time(interaction) {
                    return Ok(false);
                }
                context.data().metrics.asked(Kind::command);
                let comes_late = context.data().lateness.of(interaction, context.data().rooms.journal().clock().now_in_milliseconds());
                if ration::is_long(&context.command().name) {
                    let now = context.data().rooms.journal().now();
                    let taken = context.data().rations.take(context.author().id.into(), now);
                    taken.map_err(|again| CommandError::Say(ration::sentence(again)))?;
                }
                match context.data().under_way.answering(interaction, context.author().id.into()) {
                    Some(answering) => context.set_invocation_data(Invocation::new(answering, comes_late)).await,
                    None => return Err(CommandError::Say(BUSY.to_owned())),
                }
                if let Some(member) = &application.interaction.member {
                    let roles: Vec<RoleId> = member.roles.iter().map(|role| (*role).into()).collect();
                    let (channel, user) = (application.interaction.channel_id.into(), context.author().id.into());
                    crate::doors::answer::seat_by_role(context.data(), channel, interaction, user, roles).await;
                }
                Ok(true)
            })
        }),
        on_error: |error| Box::pin(report(error)),
        event_handler: |framework, event| {
            Box::pin(async move {
                match event {
                    FullEvent::Ready { .. } | FullEvent::Resume { .. } => {
                        framework.user_data.metrics.is_connected(framework.serenity_context.shard_id, true);
                    }
                    FullEvent::ShardStageUpdate { event } => {
                        framework.user_data.metrics.is_connected(event.shard_id, event.new == serenity::ConnectionStage::Connected);
                    }
                    _ => {}
                }
                framework.user_data.departures.heed(event);
                if let Some(server) = changed_on(event) {
                    framework.user_data.outbox.sign(server);
                }
                if let FullEvent::InteractionCreate { interaction } = event {
                    presses::handle(framework, interaction).await;
                }
                Ok(())
            })
        },
        initialize_owners: false,
        ..poise::FrameworkOptions::default()
    }
}

/// The server on which something happened that is a sign that Discord may take now what it did not take before, or all of them (`None`): a
/// member asked for something, its channels or permissions were changed, or the line to Discord was made anew.
fn changed_on(event: &FullEvent) -> Option<Option<GuildId>> {
    let guild = match event {
        FullEvent::Ready { .. } | FullEvent::Resume { .. } => return Some(None),
        FullEvent::InteractionCreate { interaction } => match interaction {
            serenity::Interaction::Component(press) => press.guild_id?,
            serenity::Interaction::Modal(form) => form.guild_id?,
            // Those of commands are signs before they are carried out, and of these it is heard only afterwards.
            _ => return None,
        },
        FullEvent::ChannelCreate { channel: new }
        | FullEvent::ChannelUpdate { new, .. }
        | FullEvent::ChannelDelete { channel: new, .. }
        | FullEvent::ThreadUpdate { new, .. } => new.guild_id,
        FullEvent::ThreadDelete { thread, .. } => thread.guild_id,
        FullEvent::GuildRoleCreate { new } | FullEvent::GuildRoleUpdate { new, .. } => new.guild_id,
        FullEvent::GuildRoleDelete { guild_id, .. } => *guild_id,
        FullEvent::GuildMemberUpdate { event, .. } => event.guild_id,
        FullEvent::GuildUpdate { new_data, .. } => new_data.id,
        FullEvent::GuildCreate { guild, .. } => guild.id,
        _ => return None,
    };
    Some(Some(guild.into()))
}

/// Tells the one who asked what went wrong, in one sentence; and the log, what is not theirs to know.
async fn report(error: poise::FrameworkError<'_, Data, CommandError>) {
    use poise::FrameworkError;
    let (context, sentence) = match error {
        FrameworkError::Setup { error, .. } => {
            tracing::error!(%error, "the commands could not be registered");
            return;
        }
        FrameworkError::Command { error, ctx, .. } => {
            if let CommandError::Discord(error) = &error {
                tracing::warn!(%error, command = %ctx.command().qualified_name, "an answer was not taken");
            }
            match error.sentence() {
                Some(sentence) => (ctx, sentence),
                None => return,
            }
        }
        FrameworkError::CommandPanic { payload, ctx, .. } => {
            tracing::error!(command = %ctx.command().qualified_name, payload, "a command panicked");
            (
                ctx,
                "Something went wrong here that should not: nothing has been done. Try again, and tell whoever runs the umpire.".to_owned(),
            )
        }
        FrameworkError::ArgumentParse { error, input, ctx, .. } => {
            let input = input.map_or_else(String::new, |input| format!(" \"{}\"", crate::words::typed(&input, 40)));
            (ctx, format!("I cannot read{input}: {error}."))
        }
        FrameworkError::CommandStructureMismatch { ctx, .. } => (
            poise::Context::Application(ctx),
            "That command has changed since your Discord last looked: reload Discord and try again.".to_owned(),
        ),
        FrameworkError::GuildOnly { ctx, .. } => (ctx, crate::commands::help::on_servers_only(&ctx.framework().options().commands)),
        FrameworkError::SubcommandRequired { ctx } => {
            (ctx, "That command has several parts: say which, from the list that Discord shows.".to_owned())
        }
        // The second delivery of an interaction; or one that is told why it goes no further.
        FrameworkError::CommandCheckFailed { error, ctx, .. } => match error.and_then(|error| error.sentence()) {
            Some(sentence) => (ctx, sentence),
            None => return,
        },
        other => {
            tracing::warn!(error = %other, "a command could not be read");
            return;
        }
    };
    let poise::Context::Application(context) = context else { return };
    if let Err(error) = first_answer::send(context, || poise::CreateReply::default().content(&*sentence).ephemeral(true)).await {
        tracing::warn!(%error, "a complaint was not taken");
    }
}
