//! `/staff`: the group itself: posts, votes, what is delegated, what the commander alone decides, what waits for their word.

use crate::despatches::position;
use engine::campaign::{Order, Post};
use engine::tabletop::player::Strength;
use poise::serenity_prelude as serenity;
use serenity::{CreateAutocompleteResponse, Permissions};

use crate::commands::places;
use crate::despatches::{calls, group};
use crate::doors::answer::{answer, answer_done, defer};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::calls::Calls;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::enemy_command::Willing;
use crate::model::ids::UserId;
use crate::model::lifecycle::DAY;
use crate::model::played::Played as _;
use crate::model::proposal::Proposal;
use crate::model::roster::{Authority, Delegated};
use crate::model::snapshot::Snapshot;
use crate::model::standing_orders::{Offered, RoleSeat, SeatRole, StandingOrders, SummaryTo};
use crate::model::topic::Topic;
use crate::table::error::TableError;
use crate::words;

/// The group itself: posts, votes, what is delegated, what waits for the commander's word.
#[poise::command(
    slash_command,
    guild_only,
    subcommands(
        "roster", "appoint", "dismiss", "delegate", "decides", "enemies", "willing", "away", "summary", "role", "side", "plain", "calls",
        "battles"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[allow(clippy::unused_async, reason = "the framework's signature; Discord never calls a command that has subcommands")]
pub async fn staff(_ctx: Context<'_>) -> Outcome {
    Ok(())
}

/// Who holds which post, who gives which orders alone, and which proposals wait.
#[poise::command(slash_command)]
async fn roster(ctx: Context<'_>) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    let (state, roster) = (&snapshot.state, &snapshot.roster);
    let journal = ctx.data().tables.journal();
    let (times, now) = (journal.enemy_commands(snapshot.campaign.id).await.map_err(TableError::from)?, journal.now());
    let mut facts = Vec::new();
    for member in roster.members.iter().take(25) {
        let post = if member.spectator { "looking on" } else { words::post(roster.post(state, *member)) };
        let in_hand = roster
            .delegated
            .iter()
            .find(|(user, what)| *user == member.user && !what.is_past(state))
            .map_or_else(String::new, |(_, what)| format!(", who gives the orders for {}", group::delegated_words(state, *what)));
        let enemies = &state.pack().words.sides.enemies;
        let commanded = match (times.get(&member.user).copied().unwrap_or_default(), member.willing) {
            _ if member.spectator => String::new(),
            (0, Willing::Volunteers) => format!(", volunteers for the {enemies}"),
            (0, Willing::InTurn) => String::new(),
            (_, Willing::Never) => format!(", never commands the {enemies}"),
            (times, _) => format!(", given the {enemies} {}", words::times(times as usize)),
        };
        let away = member.away_until.filter(|until| *until > now).map_or_else(String::new, |until| format!(", away until <t:{until}:d>"));
        facts.push(format!("<@{}> — {post}{in_hand}{commanded}{away}", member.user));
    }
    if roster.members.len() > 25 {
        facts.push(format!("… and {} more", roster.members.len() - 25));
    }
    facts.push(group::decided(state, roster, &snapshot.campaign.standing_orders));
    facts.push(format!(
        "The {} are commanded by {}.",
        state.pack().words.sides.enemies,
        group::enemy_players(&snapshot.campaign.standing_orders)
    ));
    facts.push(group::pace(&snapshot.campaign.standing_orders));
    facts.push(group::summary_to(&snapshot.campaign.standing_orders));
    if state.options().boards {
        facts.push(group::offered(&snapshot.campaign.standing_orders));
        if roster.plays_alone() {
            facts.push(group::opponent(&snapshot.campaign.standing_orders));
        }
    }
    facts.extend(group::roles(&snapshot.campaign.standing_orders));
    let (mut buttons, asker) = (Vec::new(), UserId::from(ctx.author().id));
    for (index, (proposal, lines)) in ctx.data().tables.open_proposals(snapshot.campaign.id).await?.into_iter().enumerate() {
        let what = words::shortened(&lines.join("; "), 300);
        facts.push(format!("Proposal {} by <@{}>: {what}", proposal.number, proposal.user));
        if index < 5 {
            for (label, approve, style) in settles(&snapshot, asker, &proposal) {
                buttons.push(Button {
                    label: format!("{label} {}", proposal.number),
                    style,
                    id: CustomId::Settle { proposal: proposal.id, approve },
                });
            }
        }
    }
    let despatch = Despatch {
        facts,
        buttons,
        footer: position::footer(state, snapshot.campaign.revision),
        ..Despatch::saying(format!("**The group: {}.**", words::count(roster.players().count(), "player", "players")))
    };
    answer(ctx, &despatch, true).await
}

/// What somebody may press about a proposal: whoever decides on it approves or declines it, whoever made it takes it back, all others look on.
fn settles(seen: &Snapshot, asker: UserId, proposal: &Proposal) -> Vec<(&'static str, bool, ButtonStyle)> {
    let (roster, own) = (&seen.roster, proposal.user == asker);
    let is_player = roster.member(asker).is_some_and(|member| !member.spectator);
    let gives = |order| roster.authority(&seen.state, &seen.campaign.standing_orders, asker, order) == Authority::Gives;
    // A correction takes a second word, whosever it is.
    let decides = match proposal.orders.iter().any(|order| matches!(order, Order::Correct { .. })) {
        true => roster.plays_alone() || seen.state.undo_agreed(roster, proposal.user, asker),
        false => roster.commanding(&seen.state) == Some(asker) || (!own && proposal.orders.iter().all(gives)),
    };
    match (is_player && decides, own) {
        (true, _) => vec![("Approve", true, ButtonStyle::Primary), ("Decline", false, ButtonStyle::Secondary)],
        (false, true) => vec![("Take back", false, ButtonStyle::Secondary)],
        (false, false) => Vec::new(),
    }
}

/// A post of the group.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum PostChoice {
    /// Has the final say.
    #[name = "commander in chief"]
    Commander,
    /// Keeps the books.
    #[name = "chief of staff"]
    ChiefOfStaff,
    /// No office.
    #[name = "player"]
    Player,
}

/// Give a member a post; the commander appoints, also a successor.
#[poise::command(slash_command)]
async fn appoint(
    ctx: Context<'_>,
    #[description = "Who is appointed"] member: serenity::User,
    #[description = "The office, or none"] post: PostChoice,
) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    let post = match post {
        PostChoice::Commander => Post::Commander,
        PostChoice::ChiefOfStaff => Post::ChiefOfStaff,
        PostChoice::Player => Post::Player,
    };
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.appoint(snapshot.campaign.id, interaction, user, member.id.into(), post).await?;
    answer_done(ctx, done).await
}

/// Call a vote on dismissing the commander in chief; until the allies come.
#[poise::command(slash_command)]
async fn dismiss(ctx: Context<'_>) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    let done = ctx.data().tables.call_vote(snapshot.campaign.id, ctx.interaction.id.into(), ctx.author().id.into()).await?;
    answer_done(ctx, done).await
}

async fn spaces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    places::complete(ctx, typed, |_, _, name| name.to_owned()).await
}

/// What can be put into a member's hands.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum DelegatedChoice {
    /// The action round being played, or the next.
    #[name = "this action round"]
    Round,
    /// The units at a place, wherever they go.
    #[name = "the force at a place"]
    Force,
    /// Nothing any more.
    #[name = "nothing any more"]
    Nothing,
}

/// Put a round or a force into a member's hands: orders about it need nobody's word.
#[poise::command(slash_command)]
async fn delegate(
    ctx: Context<'_>,
    #[description = "Whose hands"] member: serenity::User,
    #[description = "A round, a force, or nothing any more"] what: DelegatedChoice,
    #[description = "Where the force is"]
    #[autocomplete = "spaces"]
    #[max_length = 50]
    at: Option<String>,
) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    let state = &snapshot.state;
    let what = match (what, at) {
        (DelegatedChoice::Nothing, _) => None,
        (DelegatedChoice::Round, _) => Some(Delegated::round_of(state)),
        (DelegatedChoice::Force, None) => {
            return Err(CommandError::Say("Say where the force is, in the option `at`.".to_owned()));
        }
        (DelegatedChoice::Force, Some(at)) => {
            let space = places::find(state.pack(), &at)?;
            let units = state.units_at(space);
            if units.is_empty() {
                let place = state.pack().map.space_name(space);
                return Err(CommandError::Say(format!("Nobody is at {place}: see who is where with /forces.")));
            }
            Some(Delegated::Force(units))
        }
    };
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.delegate(snapshot.campaign.id, interaction, user, member.id.into(), what).await?;
    answer_done(ctx, done).await
}

/// What orders can be about.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Matter {
    /// Everything there is.
    #[name = "everything"]
    Everything,
    /// Cards.
    #[name = "cards"]
    Cards,
    /// Marches.
    #[name = "marches"]
    Marches,
    /// Ships.
    #[name = "ships"]
    Ships,
    /// Battles and their reports.
    #[name = "battles and their reports"]
    Battles,
    /// Sorties and breakouts.
    #[name = "sorties and breakouts"]
    Sieges,
    /// Replacements.
    #[name = "replacements"]
    Replacements,
    /// Decisions that come up.
    #[name = "decisions that come up"]
    Decisions,
    /// The draw and the rebellion's rolls.
    #[name = "the draw and the rebellion's rolls"]
    Rebellion,
}

impl Matter {
    fn topics(self) -> Vec<Topic> {
        match self {
            Self::Everything => Topic::ALL.to_vec(),
            Self::Cards => vec![Topic::Cards],
            Self::Marches => vec![Topic::Move],
            Self::Ships => vec![Topic::Sail],
            Self::Battles => vec![Topic::Battle],
            Self::Sieges => vec![Topic::Siege],
            Self::Replacements => vec![Topic::Replacements],
            Self::Decisions => vec![Topic::Decision],
            Self::Rebellion => vec![Topic::Rebellion],
        }
    }
}

/// Settle what the commander alone decides; about all else everyone's orders are orders.
#[poise::command(slash_command)]
async fn decides(
    ctx: Context<'_>,
    #[description = "What the orders are about"] matter: Matter,
    #[description = "True: only the commander; false: everyone with a seat"] alone: bool,
) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    let change = |mut orders: StandingOrders| {
        let topics = matter.topics();
        orders.commander_decides.retain(|topic| !topics.contains(topic));
        if alone {
            orders.commander_decides.extend(topics);
        }
        orders.commander_decides.sort_unstable();
        orders
    };
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.settle_standing_orders(snapshot.campaign.id, interaction, user, change).await?;
    answer_done(ctx, done).await
}

/// How many players command the enemy in a battle; usually half of those who are there.
#[poise::command(slash_command, rename = "mahdists")]
async fn enemies(
    ctx: Context<'_>,
    #[description = "How many; without a number, half of those who are there"]
    #[min = 1]
    #[max = 20]
    players: Option<u8>,
) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    // One player at least is left to the other side.
    let most = snapshot.roster.players().count().saturating_sub(1).max(1);
    if players.is_some_and(|players| usize::from(players) > most) {
        let there_are = words::sentence_case(&words::count(snapshot.roster.players().count(), "player is", "players are"));
        return Err(CommandError::Say(format!("{there_are} in the campaign: {} at most can command the other side.", words::number(most))));
    }
    let change = |orders| StandingOrders { enemy_players: players, ..orders };
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.settle_standing_orders(snapshot.campaign.id, interaction, user, change).await?;
    answer_done(ctx, done).await
}

/// How somebody feels about commanding the enemy.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum WillingChoice {
    /// Before all others.
    #[name = "I volunteer"]
    Volunteers,
    /// In turn.
    #[name = "when it is my turn"]
    InTurn,
    /// Not at all.
    #[name = "never"]
    Never,
}

/// Say whether you like to command the enemy when a battle comes up.
#[poise::command(slash_command)]
async fn willing(ctx: Context<'_>, #[description = "First of all, in turn, or never"] how: WillingChoice) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    let willing = match how {
        WillingChoice::Volunteers => Willing::Volunteers,
        WillingChoice::InTurn => Willing::InTurn,
        WillingChoice::Never => Willing::Never,
    };
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.say_willing(snapshot.campaign.id, interaction, user, Some(willing), None).await?;
    answer_done(ctx, done).await
}

/// Say that you are away for some days: no battle is given to you meanwhile.
#[poise::command(slash_command)]
async fn away(
    ctx: Context<'_>,
    #[description = "For how many days; 0 when you are back"]
    #[min = 0]
    #[max = 90]
    days: i64,
) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    let until = (days > 0).then(|| ctx.data().tables.journal().now() + days * DAY);
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.say_willing(snapshot.campaign.id, interaction, user, None, Some(until)).await?;
    answer_done(ctx, done).await
}

/// Where the summary of a turn can go.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum SummaryChoice {
    /// The campaign's channel.
    #[name = "this channel"]
    Channel,
    /// A thread.
    #[name = "a thread of its own"]
    Thread,
    /// The chief of staff.
    #[name = "the chief of staff, by direct message"]
    ChiefOfStaff,
    /// Another channel.
    #[name = "another channel"]
    Elsewhere,
}

/// Refuses a channel in which the one who asks may not write: the umpire, which may do more than they, writes nowhere in their place.
fn writes_in(channel: &serenity::PartialChannel) -> Outcome {
    let needed = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
    // What Discord says in an option are the permissions of whoever chose it.
    if channel.permissions.is_some_and(|theirs| theirs.contains(needed)) {
        return Ok(());
    }
    Err(CommandError::Say("You may not write in that channel yourself: name one in which you may.".to_owned()))
}

/// Settle where the chief of staff's summary goes at the end of a turn.
#[poise::command(slash_command)]
async fn summary(
    ctx: Context<'_>,
    #[description = "Where it goes"] to: SummaryChoice,
    #[description = "Which other channel"]
    #[channel_types("Text")]
    channel: Option<serenity::PartialChannel>,
) -> Outcome {
    let campaign = ctx.data().tables.in_channel(ctx.channel_id().into()).await?.campaign;
    let summary_to = match (to, channel) {
        (SummaryChoice::Channel, _) => SummaryTo::Channel,
        (SummaryChoice::Thread, _) => SummaryTo::Thread,
        (SummaryChoice::ChiefOfStaff, _) => SummaryTo::ChiefOfStaff,
        (SummaryChoice::Elsewhere, Some(channel)) => {
            writes_in(&channel)?;
            SummaryTo::Elsewhere(channel.id.into())
        }
        (SummaryChoice::Elsewhere, None) => {
            return Err(CommandError::Say("Say which channel of this server, in the option `channel`.".to_owned()));
        }
    };
    let change = |orders| StandingOrders { summary_to, ..orders };
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.settle_standing_orders(campaign.id, interaction, user, change).await?;
    answer_done(ctx, done).await
}

/// What the members of a role are.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum RoleSeatChoice {
    /// Commands, while nobody else does.
    #[name = "commander in chief"]
    Commander,
    /// Keeps the books, while nobody else does.
    #[name = "chief of staff"]
    ChiefOfStaff,
    /// Plays.
    #[name = "players"]
    Player,
    /// Looks on.
    #[name = "spectators"]
    Spectator,
}

/// Let a role of this server bring a seat with it: its members need not join.
#[poise::command(slash_command)]
async fn role(
    ctx: Context<'_>,
    #[description = "What its members are"] seat: RoleSeatChoice,
    #[description = "The role; without one, seats of that kind are taken by command only"] role: Option<serenity::Role>,
) -> Outcome {
    let campaign = ctx.data().tables.in_channel(ctx.channel_id().into()).await?.campaign;
    let seat = match seat {
        RoleSeatChoice::Commander => RoleSeat::Commander,
        RoleSeatChoice::ChiefOfStaff => RoleSeat::ChiefOfStaff,
        RoleSeatChoice::Player => RoleSeat::Player,
        RoleSeatChoice::Spectator => RoleSeat::Spectator,
    };
    let change = |mut orders: StandingOrders| {
        orders.roles.retain(|settled| settled.seat != seat);
        orders.roles.extend(role.map(|role| SeatRole { role: role.id.into(), seat }));
        orders.roles.sort_unstable_by_key(|settled| settled.seat);
        orders
    };
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.settle_standing_orders(campaign.id, interaction, user, change).await?;
    answer_done(ctx, done).await
}

/// Put a member on the other side of the battle being fought, or let two change places.
#[poise::command(slash_command)]
async fn side(
    ctx: Context<'_>,
    #[description = "Who goes over to the other side"] member: serenity::User,
    #[description = "Who comes over in return"] swap_with: Option<serenity::User>,
) -> Outcome {
    let campaign = ctx.data().tables.in_channel(ctx.channel_id().into()).await?.campaign.id;
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let with = swap_with.map(|user| user.id.into());
    let done = ctx.data().tables.swap_sides(campaign, interaction, user, member.id.into(), with).await?;
    answer_done(ctx, done).await
}

/// How a member is called.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum CallsChoice {
    /// In the channel.
    #[name = "by name in the channel"]
    Ping,
    /// By direct message.
    #[name = "by direct message"]
    Direct,
    /// Not at all.
    #[name = "not at all"]
    Never,
}

/// Say how you want to be called when you are waited for.
#[poise::command(slash_command)]
async fn calls(ctx: Context<'_>, #[description = "In the channel, by direct message, or not at all"] how: CallsChoice) -> Outcome {
    let (campaign, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    let calls = match how {
        CallsChoice::Ping => Calls::Ping,
        CallsChoice::Direct => Calls::Direct,
        CallsChoice::Never => Calls::Never,
    };
    room.choose_calls(campaign, ctx.author().id.into(), calls).await?;
    answer(ctx, &calls::chosen(calls), true).await
}

/// Have everything told in plain messages, for those who have embeds off.
#[poise::command(slash_command)]
async fn plain(ctx: Context<'_>, #[description = "True: without embeds; false: with them"] plain: bool) -> Outcome {
    let campaign = ctx.data().tables.in_channel(ctx.channel_id().into()).await?.campaign;
    let change = |orders| StandingOrders { plain, ..orders };
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.settle_standing_orders(campaign.id, interaction, user, change).await?;
    answer_done(ctx, done).await
}

/// What is offered first when a battle is to be fought.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum OfferedChoice {
    /// The board.
    #[name = "fight it out here, on the board"]
    Board,
    /// The staff.
    #[name = "let the staff settle it"]
    Staff,
    /// The group's own table.
    #[name = "report it from our own table"]
    Table,
}

/// How well a staff plays.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum StrengthChoice {
    /// As a sensible officer would.
    #[name = "plain: as a sensible officer would"]
    Plain,
    /// By playing on in its head.
    #[name = "searching: tries out what it does next"]
    Searching,
}

/// Settle what is offered first in a battle, and how well the staff plays against one who is alone.
#[poise::command(slash_command)]
async fn battles(
    ctx: Context<'_>,
    #[description = "What is offered first"] first: Option<OfferedChoice>,
    #[description = "The staff against which one who plays alone fights on the board"] staff: Option<StrengthChoice>,
) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    if !snapshot.state.options().boards {
        return Err(CommandError::Say(
            "This campaign fights its battles on your own table: `/campaign house_rule` can bring the board in first.".to_owned(),
        ));
    }
    let change = |mut orders: StandingOrders| {
        orders.offered = first.map_or(orders.offered, |first| match first {
            OfferedChoice::Board => Offered::Board,
            OfferedChoice::Staff => Offered::Staff,
            OfferedChoice::Table => Offered::Table,
        });
        orders.opponent = staff.map_or(orders.opponent, |staff| match staff {
            StrengthChoice::Plain => Strength::Plain,
            StrengthChoice::Searching => Strength::Searching,
        });
        orders
    };
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.settle_standing_orders(snapshot.campaign.id, interaction, user, change).await?;
    answer_done(ctx, done).await
}
