//! The board: where a campaign stands, whom it waits for, and what is legal now.

use engine::campaign::{Decision, Ending, Order, Phase, State};
use engine::game::{Game, Seat};
use engine::pack::{CardNumber, LocationId};

use super::custom_id::order_key;
use super::words;
use super::{Button, ButtonStyle, Choice, CustomId, Despatch, Menu, Tone};
use crate::journal::CampaignId;

/// What a despatch must know of a campaign besides its state.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The campaign.
    pub campaign: CampaignId,
    /// Its revision: what buttons will carry.
    pub revision: u32,
    /// The commander in chief.
    pub commander: u64,
}

/// Small print: the campaign, the turn, the number in the journal.
#[must_use]
pub fn footer(state: &State, revision: u32) -> String {
    format!("{} · turn {} · No. {revision}", state.pack().outline.short_title, state.turn())
}

/// What the order is called in a menu, and what it costs or risks.
#[must_use]
pub fn describe_order(state: &State, order: &Order) -> (String, String) {
    let pack = state.pack();
    match order {
        Order::SetUp { scenario, .. } => (format!("Set up {scenario}"), String::new()),
        Order::DrawCards => ("Draw the cards".to_owned(), format!("the hand is filled up to {}", pack.outline.turns.hand)),
        Order::CheckRevolts => ("Roll the rebellion".to_owned(), "every place in the order of the table".to_owned()),
        Order::CheckRevolt { location } => {
            let roll = engine::campaign::rules::rebellion::revolt_roll(state, *location);
            let chances = roll.chances();
            let risk = match chances {
                0 => "cannot rise now".to_owned(),
                chances if chances == roll.sides => "certain to rise".to_owned(),
                chances => format!("rises on {} or more: {chances} in {}", roll.sides - chances + 1, roll.sides),
            };
            (format!("Roll for {}", pack.location_name(*location)), format!("{risk} · {}", garrison(state, *location)))
        }
        Order::Retreat { to } => {
            let from = state.decision().map(|Decision::Retreat { from, .. }| *from);
            let distance =
                from.and_then(|from| pack.map.distance(from, *to)).map_or_else(|| "by sea".to_owned(), |spaces| format!("{spaces} spaces"));
            let siege = match state.siege_level(*to) {
                0 => String::new(),
                level => format!(" · besieged, level {level}"),
            };
            (
                format!("Retreat to {}", pack.location_name(*to)),
                format!("{} · {distance} · {}{siege}", pack.map.location(*to).kind.word(), garrison(state, *to)),
            )
        }
        Order::Pass => ("Pass: play no card".to_owned(), "this action round ends".to_owned()),
    }
}

fn garrison(state: &State, location: LocationId) -> String {
    match state.garrison(location).len() {
        0 => "nobody there".to_owned(),
        1 => "1 unit there".to_owned(),
        units => format!("{units} units there"),
    }
}

/// The menu and buttons for what is legal now.
#[must_use]
pub fn controls(state: &State, standing: Standing) -> (Option<Menu>, Vec<Button>) {
    let Standing { campaign, revision, .. } = standing;
    let mut orders = Vec::new();
    state.legal_orders(Seat::Commander, &mut orders);
    let mut buttons = Vec::new();
    let mut choices = Vec::new();
    let mut placeholder = "Give an order";
    for order in &orders {
        let Some(key) = order_key(order) else { continue };
        let (label, description) = describe_order(state, order);
        match order {
            Order::CheckRevolt { .. } | Order::Retreat { .. } => {
                placeholder = if matches!(order, Order::Retreat { .. }) { "Where does the garrison go?" } else { "Or roll for one place" };
                choices.push(Choice { label, description: words::shortened(&description, 100), value: key });
            }
            _ => buttons.push(Button { label, style: ButtonStyle::Primary, id: CustomId::Order { campaign, revision, key } }),
        }
    }
    // Discord takes 25 lines; the commands reach the rest.
    choices.truncate(25);
    let menu = (!choices.is_empty()).then(|| Menu {
        placeholder: placeholder.to_owned(),
        id: CustomId::OrderMenu { campaign, revision },
        choices,
    });
    buttons.push(Button { label: "Map".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Map { campaign } });
    (menu, buttons)
}

/// What is next and who does it.
#[must_use]
pub fn next(state: &State, commander: u64) -> String {
    let call = format!("<@{commander}>");
    if state.ending().is_some() {
        return format!("{call}, close it with `/campaign end`: the seed of its dice is then revealed.");
    }
    if let Some(Decision::Retreat { from, units, .. }) = state.decision() {
        return format!(
            "{call}, where does the garrison of {} go ({})?",
            state.pack().location_name(*from),
            words::units(state.pack(), *units)
        );
    }
    match state.phase() {
        Phase::SetUp => format!("{call}, set up the campaign."),
        Phase::Draw => format!("{call}, draw the cards for turn {}.", state.turn()),
        Phase::Rebellion => format!("{call}, roll the rebellion."),
        Phase::Action { round } => format!("{call}, action round {round} of {}.", state.pack().outline.turns.action_rounds),
        Phase::Supply | Phase::Sieges | Phase::Replacements | Phase::Adjust => String::new(),
    }
}

/// A bar of ten for the victory track.
#[must_use]
pub fn track_bar(total: i16, lost_at: i16) -> String {
    let filled = (i32::from(total.max(0)) * 10 / i32::from(lost_at.max(1))).clamp(0, 10) as usize;
    format!("{}{}", "▰".repeat(filled), "▱".repeat(10 - filled))
}

/// A card in a hand: "30 Rallying the Troops (2)".
#[must_use]
pub fn card(state: &State, number: CardNumber) -> String {
    state.pack().card(number).map_or_else(
        || number.0.to_string(),
        |card| format!("{} {} ({}{})", number.0, card.title, card.ops, if card.effects.is_empty() { "" } else { ", event" }),
    )
}

/// The cards in hand, in one line.
#[must_use]
pub fn hand(state: &State) -> String {
    let cards: Vec<String> = state.hand().iter().map(|number| card(state, number)).collect();
    if cards.is_empty() { "no cards".to_owned() } else { cards.join(" · ") }
}

/// The board.
#[must_use]
pub fn board(state: &State, standing: Standing) -> Despatch {
    let pack = state.pack();
    let track = &pack.outline.victory;
    let when = match (state.ending(), state.phase()) {
        (Some(ending), _) => ending_words(ending).to_owned(),
        (None, Phase::Draw) => "cards to be drawn".to_owned(),
        (None, Phase::Rebellion) => "the rebellion".to_owned(),
        (None, Phase::Action { round }) => format!("action round {round} of {}", pack.outline.turns.action_rounds),
        (None, phase) => phase.waits_for(),
    };
    let mut facts = vec![
        format!("Victory points {} of {} {}", state.victory_points(), track.lost_at, track_bar(state.victory_points(), track.lost_at)),
        format!("In revolt: {}", if state.mahdist().is_empty() { "nowhere".to_owned() } else { words::places(pack, state.mahdist()) }),
    ];
    if !state.besieged().is_empty() {
        let sieges: Vec<String> = state
            .besieged()
            .iter()
            .map(|location| format!("{} (level {})", pack.location_name(location), state.siege_level(location)))
            .collect();
        facts.push(format!("Sieges: {}", words::list(&sieges)));
    }
    let pending = engine::campaign::rules::victory::pending(state);
    if pending != 0 {
        facts.push(format!("In the ledger this turn: {pending:+}, counted when it ends"));
    }
    facts.push(format!("Hand: {}", hand(state)));
    let (menu, buttons) = controls(state, standing);
    Despatch {
        sentence: format!("**{} — turn {}, {when}**", pack.outline.short_title, state.turn()),
        facts,
        next: next(state, standing.commander),
        tone: Tone::Staff,
        footer: footer(state, standing.revision),
        menu,
        buttons,
        ..Despatch::default()
    }
}

/// How a campaign ended, in words.
#[must_use]
pub const fn ending_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Victory => "the rebellion is beaten",
        Ending::Defeat => "the campaign is lost",
        Ending::Draw => "the war drags on: a draw",
    }
}
