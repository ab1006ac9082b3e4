//! `/play`, `/move`, `/sail`, `/battle order`, `/siege`, `/replacements`: the orders of a turn, each command the sheet of its topic.
//!
//! Without an order the command opens the sheet, for the asker alone; with one it gives the order, completed as it is typed. Where what
//! was typed could be several orders or none, the sheet opens and says so, rather than an error.

use engine::campaign::Order;
use engine::pack::nearest;
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::despatches::sheet;
use crate::doors::answer::{and_post, answer, completions, defer, faces};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Despatch, Menu};
use crate::model::ids::UserId;
use crate::model::orders::{self, order_from_key, order_key};
use crate::model::snapshot::Snapshot;
use crate::model::topic::Topic;
use crate::table::tables::Given;
use crate::words;

/// The legal orders, or those of a topic and what has to be decided, each with what it is called.
pub(super) fn legal(snapshot: &Snapshot, topic: Option<Topic>) -> Vec<(String, Order)> {
    let all = sheet::legal(&snapshot.state);
    let orders = match topic {
        None => all.iter().collect(),
        Some(Topic::Decision) => sheet::about(&snapshot.state, &all, Topic::Decision),
        Some(topic) => {
            let decisions = sheet::about(&snapshot.state, &all, Topic::Decision);
            [sheet::about(&snapshot.state, &all, topic), decisions].concat()
        }
    };
    orders.into_iter().map(|order| (orders::describe_order(&snapshot.state, order).0, order.clone())).collect()
}

/// What was typed, gone on with to legal orders.
pub(super) async fn complete(ctx: Context<'_>, typed: &str, topic: Option<Topic>) -> CreateAutocompleteResponse {
    let Ok(snapshot) = ctx.data().tables.seen_in(ctx.channel_id().into(), ctx.author().id.into()).await else {
        return CreateAutocompleteResponse::new();
    };
    let legal = legal(&snapshot, topic);
    let choices = completions(typed, legal.iter().map(|(label, _)| label.as_str()))
        .into_iter()
        .filter_map(|label| legal.iter().find(|(known, _)| known == label))
        .filter_map(|(_, order)| {
            let named = orders::completion(&snapshot.state, order);
            Some(AutocompleteChoice::new(words::shortened(&named, 100), order_key(order)?))
        })
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// What was meant by an option: a key, or the words of a menu.
pub(super) enum Meant {
    /// This order.
    Order(Order),
    /// One of these; or nothing that is legal.
    OneOf(Vec<Order>),
    /// Nothing that is legal, but this comes nearest, or holds what was typed.
    Perhaps(Order),
}

/// What order was meant.
pub(super) fn find(snapshot: &Snapshot, topic: Option<Topic>, asked: &str) -> Meant {
    if let Some(order) = order_from_key(asked.trim()) {
        return Meant::Order(order);
    }
    // What stands behind it where it is completed is no part of its name.
    let asked = asked.split(orders::ASIDE).next().unwrap_or(asked);
    let legal = legal(snapshot, topic);
    // Named in full it is that one, also where others begin with it.
    if let Some((_, order)) = legal.iter().find(|(label, _)| label.to_lowercase() == asked.trim().to_lowercase()) {
        return Meant::Order(order.clone());
    }
    let labels = || legal.iter().map(|(label, _)| label.as_str());
    let named = completions(asked, labels());
    let mut orders: Vec<Order> =
        legal.iter().filter(|(label, _)| named.contains(&label.as_str())).map(|(_, order)| order.clone()).collect();
    // A word from the middle of an order is too little to give it by: it is asked for once more.
    let begun = named.first().is_some_and(|label| label.to_lowercase().starts_with(&asked.trim().to_lowercase()));
    match (orders.len(), nearest(asked.trim(), labels())) {
        (1, _) => orders.pop().map_or_else(|| Meant::OneOf(Vec::new()), if begun { Meant::Order } else { Meant::Perhaps }),
        (0, near) => {
            // A name with a slip in it, or without the number before it and the use after it: every use is offered.
            let near = near.map(bare).or_else(|| nearest(asked.trim(), labels().map(bare)));
            let mut meant: Vec<Order> =
                legal.iter().filter(|(label, _)| near == Some(bare(label))).map(|(_, order)| order.clone()).collect();
            match meant.len() {
                1 => meant.pop().map_or_else(|| Meant::OneOf(Vec::new()), Meant::Perhaps),
                _ => Meant::OneOf(meant),
            }
        }
        _ => Meant::OneOf(orders),
    }
}

/// What an order is about: "35 Reinforcements: event" without its number and its use.
fn bare(label: &str) -> &str {
    let named = label.split_once(':').map_or(label, |(named, _)| named);
    named.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ' ')
}

/// A sheet for an order that was not clear: it says so, and offers what could have been meant, or else everything.
pub(super) fn unclear(mut sheet: Despatch, snapshot: &Snapshot, asked: &str, meant: Meant) -> Despatch {
    let said = words::typed(asked.trim(), 40);
    let (sentence, offered) = match meant {
        Meant::Perhaps(order) => {
            (format!("\"{said}\" is not the beginning of an order that can be given now; perhaps this was meant."), vec![order])
        }
        Meant::OneOf(orders) if orders.is_empty() => (format!("\"{said}\" is nothing that can be ordered now; this is."), Vec::new()),
        Meant::OneOf(orders) => (format!("\"{said}\" could be several orders; choose one."), orders),
        Meant::Order(order) => (format!("\"{said}\" is this order."), vec![order]),
    };
    sheet.sentence = sentence;
    if !offered.is_empty() {
        let standing = snapshot.standing();
        sheet.menu = Some(Menu {
            placeholder: "Which is meant?".to_owned(),
            id: CustomId::OrderMenu { campaign: standing.campaign, revision: standing.revision },
            choices: offered.iter().filter_map(|order| sheet::choice(&snapshot.state, order)).collect(),
            most: 1,
        });
    }
    sheet
}

/// What is asked before an order that was typed, as before one that is pressed. Who throws their own dice for it has thought of it already.
pub(super) fn asked_about(snapshot: &Snapshot, user: UserId, order: &Order, faces: Option<&Vec<u16>>) -> Option<Despatch> {
    snapshot.question(user, order, None).filter(|_| faces.is_none())
}

/// Opens a sheet, or gives an order.
pub(super) async fn give(ctx: Context<'_>, topic: Topic, order: Option<String>, dice: Option<String>) -> Outcome {
    let snapshot = ctx.data().tables.seen_in(ctx.channel_id().into(), ctx.author().id.into()).await?;
    let mut opened = sheet::sheet(&snapshot.state, snapshot.standing(), topic, 0);
    sheet::with_draft(&mut opened, snapshot.campaign.id, &ctx.data().tables.draft_lines(&snapshot).await?);
    let Some(asked) = order else {
        if dice.is_some() {
            return Err(CommandError::Say("Dice are thrown for an order: name it in the option `order`.".to_owned()));
        }
        return answer(ctx, &opened, true).await;
    };
    match find(&snapshot, Some(topic), &asked) {
        Meant::Order(order) => {
            let faces = faces(dice.as_deref())?;
            let (campaign, user) = (snapshot.campaign.id, ctx.author().id.into());
            if let Some(question) = asked_about(&snapshot, user, &order, faces.as_ref()) {
                return answer(ctx, &question, true).await;
            }
            defer(ctx, true).await?;
            let given = ctx.data().tables.order(campaign, ctx.interaction.id.into(), user, &order, faces, None).await?;
            let next = async { answer(ctx, &ctx.data().tables.what_follows(campaign, user, &order, &given).await?, true).await };
            match &given {
                Given::Done(done) | Given::Proposed(done) => and_post(ctx, done.campaign, next).await,
                Given::Drafted => next.await,
            }
        }
        meant => answer(ctx, &unclear(opened, &snapshot, &asked, meant), true).await,
    }
}

macro_rules! order_command {
    ($(#[$doc:meta])* $command:ident, $complete:ident, $completes:literal, $topic:expr, $name:literal) => {
        async fn $complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
            complete(ctx, typed, Some($topic)).await
        }

        $(#[$doc])*
        #[poise::command(slash_command, guild_only, rename = $name, install_context = "Guild", interaction_context = "Guild")]
        pub async fn $command(
            ctx: Context<'_>,
            #[description = "The order, from those that are legal now; without one, all of them are shown"]
            #[autocomplete = $completes]
            #[max_length = 100]
            order: Option<String>,
            #[description = "Your own dice for it, in the order thrown: 4 2 6"]
            #[max_length = 2000]
            dice: Option<String>,
        ) -> Outcome {
            give(ctx, $topic, order, dice).await
        }
    };
}

order_command!(
    /// Play a card for its event, Ops or replacements; or pass.
    play,
    complete_play,
    "complete_play",
    Topic::Cards,
    "play"
);
order_command!(
    /// Activate a place, march, split and join forces, use the train.
    march,
    complete_march,
    "complete_march",
    Topic::Move,
    "move"
);
order_command!(
    /// Move ships, embark and land troops, repair.
    sail,
    complete_sail,
    "complete_sail",
    Topic::Sail,
    "sail"
);
order_command!(
    /// What a besieged garrison does: a sortie, a breakout, or nothing.
    siege,
    complete_siege,
    "complete_siege",
    Topic::Siege,
    "siege"
);
order_command!(
    /// Spend replacement points, or keep them.
    replacements,
    complete_replacements,
    "complete_replacements",
    Topic::Replacements,
    "replacements"
);
