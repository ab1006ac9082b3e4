//! `/help`: what can be done now, in a campaign's channel; what can be asked of the umpire, elsewhere and by topic.

use engine::pack::{ForceSize, Pack, Tables};

use poise::serenity_prelude::InteractionContext;

use crate::doors::advice;
use crate::doors::answer::{answer, campaign_here};
use crate::doors::data::Data;
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::duel_choices::DuelChoices;
use crate::model::opening::Opening;
use crate::model::skirmish::Skirmish;
use crate::table::error::TableError;
use crate::words;

/// What help is asked about.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Topic {
    /// The first steps.
    #[name = "Starting a campaign"]
    Starting,
    /// Posts, proposals, votes.
    #[name = "Playing as a group"]
    Group,
    /// A turn.
    #[name = "Playing a turn"]
    Turn,
    /// Battles on a gridded board.
    #[name = "A battle on a board"]
    Board,
    /// The card game, and the siege.
    #[name = "Cards, and Khartoum"]
    Duels,
    /// Rolls at a table.
    #[name = "Rolls at a table"]
    Table,
    /// The players' own dice.
    #[name = "Your own dice"]
    OwnDice,
    /// Why the dice can be trusted.
    #[name = "Why the dice can be trusted"]
    Trust,
}

/// What each game is, how long it takes, and the command that begins it.
const CAMPAIGN: &str =
    "**A campaign**, months by post or some evenings alone: all players against a rebellion that the umpire plays. `/campaign start`";
const BATTLE: &str = "**A battle** on a gridded board, an hour: for two, or against the staff. `/battle new`";
const CARDS: &str = "**The card game**, half an hour: five regions, and hands that the other side never sees. `/sudan new`";
const KHARTOUM: &str = "**Khartoum**, an hour or two: the Nile on a map, a card a turn, with hidden stacks. `/khartoum new`";

/// The buttons that ask how a game is to begin, a game each; a campaign is played on a server.
fn games(on_server: bool) -> Vec<Button> {
    let button = |label: &str, id: CustomId| Button { label: label.to_owned(), style: ButtonStyle::Secondary, id };
    let mut buttons = vec![
        button("A campaign", CustomId::Begin { opening: Opening::default() }),
        button("A battle", CustomId::Skirmish { skirmish: Skirmish::default() }),
        button("The card game", CustomId::CardGame { choices: DuelChoices::default() }),
        button("Khartoum", CustomId::Khartoum { choices: DuelChoices::default() }),
    ];
    if !on_server {
        buttons.remove(0);
    }
    buttons
}

/// Which dice an encounter takes, in their order.
fn dice_of_an_encounter(tables: &Tables) -> String {
    let ForceSize { foot, horse, rifles, guns, guns_kind, fortified_town, .. } = &tables.force;
    format!(
        "An encounter takes, in this order: meeting {}, foot {foot}, horse {horse}, rifles {rifles}, guns {guns} (kind {guns_kind} if there is \
         one), type of battle {} (hour {} for a surprise of ours). A fortified town is always met, and takes foot {foot}, horse {horse}, \
         rifles {rifles} and {}, guns {}. No die is thrown for what is certain or impossible.",
        tables.encounter.dice, tables.battle.dice, tables.surprise_hour.dice, fortified_town.rifles, fortified_town.guns
    )
}

/// What the umpire says about a topic.
#[must_use]
pub fn text(topic: Option<Topic>, pack: &Pack) -> Despatch {
    let turn = format!(
        "**A turn: draw cards, roll the rebellion, {} action rounds, then supply, sieges, replacements and victory points.**",
        words::number(pack.outline.turns.action_rounds.into())
    );
    let encounter = dice_of_an_encounter(&pack.tables);
    let (sentence, facts): (&str, Vec<&str>) = match topic {
        None => (
            "**The umpire has four games, and rolls for yours at a table.**",
            vec![
                CAMPAIGN,
                BATTLE,
                CARDS,
                KHARTOUM,
                "A button below, then *As usual*, begins one here. `/turn` then shows where it stands and what you can do; `/rule` tells what a rule says.",
                "`/encounter`, `/pursuit` and `/roll` throw dice for a battle at your table; they need no game, and work in direct messages too.",
                "Ask again with a topic: `/help topic:`",
            ],
        ),
        Some(Topic::Starting) => (
            "**A campaign lives in one channel, and one channel has one campaign.**",
            vec![
                "`/campaign start` asks, with buttons: which scenario, plain or full, alone or in a group, to keep or as a trial. Then the first hand is drawn and the first rebellion rolled. With any of its options it begins at once; with `random_start:` a die decides where.",
                "Whoever starts it is the commander in chief. Others take a seat with `/campaign join`.",
                "`/campaign log` has the journal row by row, `/campaign report` the campaign in figures, `/campaign film` the map turn by turn; all three also once it is closed.",
                "`/campaign end` closes it for good, after asking. `/campaign archive` only puts it away, `/campaign resume` takes it up again in any channel that is free, and `/campaign delete` can be taken back for a week.",
                "`/campaign export` gives a campaign as a file, and `/campaign import` goes on from one. `/campaign list` has all campaigns of the server, `/campaign rename` gives one a name of its own.",
            ],
        ),
        Some(Topic::Group) => (
            "**One of you commands, one is chief of staff, and the rest propose.**",
            vec![
                "An order of yours about what the commander alone decides is put before the commander with Approve and Decline. Steps of a march or a voyage are put together first, and go there as one proposal.",
                "`/staff roster` shows who holds which post and what waits for approval. `/staff appoint` gives posts; `/campaign hand_over` hands the command over, also to somebody who is not in it yet; whoever manages the server can do it for a commander who is gone.",
                "`/staff delegate` puts a round or a force into a member's hands; `/staff decides` settles what needs the commander's word at all.",
                "Until the allies come, `/staff dismiss` calls a vote on the commander; more than half of the seats dismiss them.",
                "When a battle comes up among two or more of you it gets a thread of its own, and the enemy's side its commanders: volunteers first, then whoever had it least often, by lot among equals. `/staff willing`, `/staff away` and `/staff mahdists` settle who and how many.",
                "`/pace set` has whoever is waited for reminded, outside quiet hours; `/pace extend` takes more time, `/pace pause` lets the campaign rest, and whoever is `/staff away` is left alone.",
                "`/staff role` lets a role of the server bring a seat with it; `/staff summary` says where the summary of a turn goes. `/campaign join looking_on:True` takes no seat: a spectator is asked nothing.",
            ],
        ),
        Some(Topic::Turn) => (
            &turn,
            vec![
                "The board, one message kept near the bottom, says where the campaign stands and has buttons for what is next; so has every despatch, and `/turn` shows them to you alone.",
                "`Undo`, or `/undo`, takes back what was ordered last: freely where no die was thrown, else with the word of the commander and one other player, and the dice stay spent.",
                "In an action round play a card for its event, Ops or replacements, or pass for one Op (`/play`). An Op activates a place: its force marches (`/move`), its ships sail (`/sail`). When all have moved, fight the battles (`/battle order`), then end the round.",
                "A battle is fought out here on a board, settled by the staff, or fought on your own table; then press whether ours held the field or left it, and a form, filled in with your units, asks what each lost.",
                "At the turn's end besieged garrisons sally out, break out or sit tight (`/siege`), and points refill units (`/replacements`).",
                "Each of these commands opens the sheet of what is legal now, for you alone; `order:` gives an order in one line and completes it as you type. `/forces`, `/supply`, `/ledger` and `/rules` tell how things stand, `/odds` what the dice may bring, for you alone; `/map overlay:` marks it on the map.",
                "When a turn ends the chief of staff's summary is posted, all of it in a file. `/summary turn:` has it again for any turn; `/summary` alone tells what happened since you last asked.",
            ],
        ),
        Some(Topic::Board) => (
            "**A battle on a gridded board is an hour or so for two, or for one against the staff.**",
            vec![
                "`/battle new` asks which battle, which side and against whom; in a channel that has a game already it is fought in a thread of its own. Whoever takes the other side presses *Join*.",
                "The board, one message with a picture, says whose card is up. Its first button is what the staff would do; the others are other targets, with the chance of each, and *Where to?* has every square within reach, what it costs and what it exposes to.",
                "*My side*, or `/battle cards`, shows your Heroic Leadership cards and your units to you alone. `/battle board` draws the whole board.",
                "`/battle orders` tells units, a wing or all what to do until told otherwise: then you are asked once or twice a turn. With `/pace set` whoever is waited for is called.",
                "What no die has decided is undone freely, past a die with the other side's word. `/battle withdraw` gives it up, `/battle film` shows it turn by turn, `/rule` says what the rules say and `/rules` how this battle reads them.",
            ],
        ),
        Some(Topic::Duels) => (
            "**Two games for two, or for one against the staff, in which each side hides something.**",
            vec![
                CARDS,
                KHARTOUM,
                "`/sudan hand` and `/khartoum hand` open your own side, which you alone see: what you have, what the staff would do, and all that you can do. The other side sees the table or the map, and what you have done.",
                "Each has its table: `/sudan board`, `/khartoum board`. What nothing has been revealed by is undone freely, the rest with the other side's word. `/sudan resign` and `/khartoum resign` give up.",
                "Of Khartoum only the scenario's own rules survive; the standard rules, the map and the cards are ours, and say so.",
            ],
        ),
        Some(Topic::Table) => (
            "**Four commands for a table, in any channel and in direct messages.**",
            vec![
                "`/encounter` says whether the enemy is met, in what force, and how the battle is set up. In a campaign's channel its map gives the modifiers; elsewhere you do.",
                "`/pursuit` says what a withdrawal costs, then rolls for the lost who come back.",
                "`/terrain` lays the table, a roll for each square foot, and draws it; for a battle of the campaign with its village and harbour.",
                "`/roll what:2D6+1` throws anything else.",
            ],
        ),
        Some(Topic::OwnDice) => (
            "**Throw your own dice, and type what they show in the order thrown.**",
            vec![
                "Every command that rolls, but for those that begin a battle, a card game or a siege, has the option `dice`: `dice:4 2 6`. The umpire says what it needs if they are too few, too many, or cannot show that.",
                &encounter,
                "They are marked as table dice wherever they are shown.",
            ],
        ),
        Some(Topic::Trust) => (
            "**Every roll shows its dice, every modifier and its reason; and a campaign's dice can be proved.**",
            vec![
                "When a campaign starts, the umpire announces the SHA-256 of a secret seed; from it, and from the number of that message, come all its dice. When `/campaign end` closes it, the umpire reveals the seed: anyone can compute the dice again.",
                "`/campaign verify` runs the campaign again and proves every roll, at any time; the seed stays secret until the end. `umpire verify` proves an exported file on your own machine.",
                "An order that is refused spends no die, and an order delivered twice counts once.",
            ],
        ),
    };
    Despatch { facts: facts.into_iter().map(ToOwned::to_owned).collect(), ..Despatch::saying(sentence) }
}

/// What the asker can do now in the campaign of the channel, if there is one.
async fn now(ctx: Context<'_>) -> Result<Option<Despatch>, CommandError> {
    if ctx.guild_id().is_none() {
        return Ok(None);
    }
    match ctx.data().rooms.in_channel(ctx.channel_id().into()).await {
        Ok((id, room)) => Ok(Some(advice::advice(ctx.data(), id, room.as_ref(), ctx.author().id.into()).await?)),
        Err(TableError::NoCampaign) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The parts of a command that work in direct messages too, where others do not.
fn of_a_battle(command: &poise::Command<Data, CommandError>) -> Option<String> {
    let (not_here, here): (Vec<_>, Vec<_>) = command.subcommands.iter().partition(|part| part.guild_only);
    let names: Vec<String> = here.iter().map(|part| format!("`{}`", part.name)).collect();
    (!not_here.is_empty()).then(|| words::list(&names))
}

/// What somebody is told who asks in direct messages for what is a server's.
#[must_use]
pub fn on_servers_only(commands: &[poise::Command<Data, CommandError>]) -> String {
    let parts = commands.iter().find(|command| command.name == "campaign").and_then(of_a_battle).unwrap_or_default();
    format!(
        "That belongs to a campaign in a server's channel. Here work the quick rolls, `/battle`, `/sudan`, `/khartoum`, and of `/campaign`, for a game played here, {parts}."
    )
}

/// What works in direct messages, command by command.
fn in_direct_messages(commands: &[poise::Command<Data, CommandError>]) -> Despatch {
    let works = |command: &&poise::Command<_, _>| {
        command.interaction_context.as_ref().is_some_and(|contexts| contexts.contains(&InteractionContext::BotDm))
    };
    let line = |command: &poise::Command<_, _>| match of_a_battle(command) {
        // One plays alone there, and no campaign.
        None if command.name == "undo" => "`/undo`: Take back what was ordered last; past a roll it asks first.".to_owned(),
        None => {
            format!("`/{}`: {}", command.name, command.description.as_deref().unwrap_or_default().replace("this campaign", "this game"))
        }
        Some(parts) => format!("`/{}`, for a game played here: {parts}.", command.name),
    };
    let mut facts: Vec<String> = commands.iter().filter(works).map(line).collect();
    facts.push("All else belongs to a campaign, which is played in a channel of a server: `/campaign start` begins one there.".to_owned());
    Despatch {
        facts,
        buttons: games(false),
        ..Despatch::saying(
            "**Here, in direct messages, these work: rolls and rules for a game at your table, and games that you play alone.**",
        )
    }
}

/// The button that shows how a turn is played: the usual next step where nothing else is offered.
fn show_me(offered: &[Button]) -> Button {
    let style = if offered.is_empty() { ButtonStyle::Primary } else { ButtonStyle::Secondary };
    Button { label: "Show me".to_owned(), style, id: CustomId::ShowMe }
}

/// What you can do now, in a campaign's channel; what can be asked of the umpire, elsewhere.
#[poise::command(slash_command, install_context = "Guild|User", interaction_context = "Guild|BotDm|PrivateChannel")]
pub async fn help(ctx: Context<'_>, #[description = "What about"] topic: Option<Topic>) -> Outcome {
    let now = if topic.is_none() { now(ctx).await? } else { None };
    let mut told = match now {
        Some(now) => now,
        None if topic.is_none() && ctx.guild_id().is_none() => in_direct_messages(&ctx.framework().options().commands),
        None => {
            let snapshot = campaign_here(ctx).await?;
            let told = text(topic, snapshot.as_ref().map_or(&ctx.data().pack, |snapshot| snapshot.state.pack()));
            Despatch { buttons: if topic.is_none() { games(true) } else { Vec::new() }, ..told }
        }
    };
    if ctx.guild_id().is_some() && matches!(topic, None | Some(Topic::Starting | Topic::Turn)) {
        told.facts
            .push("*Show me* plays a first turn with you, press by press, in a thread of your own; it is forgotten afterwards.".to_owned());
        let button = show_me(&told.buttons);
        told.buttons.push(button);
    }
    answer(ctx, &told, true).await
}
