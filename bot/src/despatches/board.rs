//! The board: where a campaign stands, whom it waits for, and what is legal now.

use engine::campaign::{Decision, Ending, LossIn, Phase, State, Step};
use engine::pack::CardNumber;

use super::topics::{has_a_button, is_listed};
use super::{Button, ButtonStyle, CustomId, Despatch, Menu, Tone, labels, sheet, words};
use crate::journal::CampaignId;

/// What a despatch must know of a campaign besides its state.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The campaign.
    pub campaign: CampaignId,
    /// Its revision: what buttons will carry.
    pub revision: u32,
    /// Who commands, if anybody does.
    pub commander: Option<u64>,
    /// Who is to act, and is called: the commander, or into whose hands he has put the round.
    pub called: Option<u64>,
}

impl Standing {
    /// Where whoever commands is to act himself.
    #[must_use]
    pub const fn commanded(campaign: CampaignId, revision: u32, commander: Option<u64>) -> Self {
        Self { campaign, revision, commander, called: commander }
    }
}

/// Small print: the campaign, the turn, the number in the journal.
#[must_use]
pub fn footer(state: &State, revision: u32) -> String {
    format!("{} · turn {} · No. {revision}", state.pack().outline.short_title, state.turn())
}

/// The menu and buttons for what is legal now: short lists stand in the message itself, long ones open as sheets.
#[must_use]
pub fn controls(state: &State, standing: Standing) -> (Option<Menu>, Vec<Button>) {
    let Standing { campaign, revision, .. } = standing;
    let orders = sheet::legal(state);
    let mut buttons: Vec<Button> =
        orders.iter().filter(|order| has_a_button(order)).filter_map(|order| sheet::button(state, order, standing)).take(10).collect();
    buttons.extend(sheet::withdrawal_button(&orders, standing));
    let listed: Vec<_> = orders.iter().filter(|order| is_listed(order)).collect();
    let topics = sheet::topics(&orders.iter().filter(|order| is_listed(order)).cloned().collect::<Vec<_>>());
    let mut menu = None;
    if topics.len() == 1 && listed.len() <= 25 {
        let choices = listed.iter().filter_map(|order| sheet::choice(state, order)).collect();
        menu = Some(Menu { placeholder: placeholder(state).to_owned(), id: CustomId::OrderMenu { campaign, revision }, choices });
    } else {
        buttons.extend(topics.into_iter().map(|topic| sheet::topic_button(topic, standing)));
    }
    buttons.push(Button { label: "Map".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Map { campaign } });
    (menu, buttons)
}

fn placeholder(state: &State) -> &'static str {
    match (state.decision(), state.phase()) {
        (Some(Decision::Retreat { .. }), _) => "Where does the garrison go?",
        (Some(Decision::Battle { .. }), _) => "What did it cost, or who left the field?",
        (Some(_), _) => "Decide",
        (None, Phase::Rebellion) => "Or roll for one place",
        (None, Phase::Action { .. }) if matches!(state.round().step(), Step::Choose) => "Play a card",
        (None, _) => "Give an order",
    }
}

/// Replacement points at hand, in words.
#[must_use]
pub fn points_line(state: &State) -> String {
    let points = state.replacements();
    let parts: Vec<String> = [
        (points.egyptian, "Egyptian"),
        (points.british, "British"),
        (points.british_infantry, "British infantry"),
        (points.british_cavalry, "British cavalry"),
        (points.british_guns, "British guns"),
    ]
    .iter()
    .filter(|(points, _)| *points > 0)
    .map(|(points, whose)| format!("{points} {whose}"))
    .collect();
    format!("Replacement points: {}", if parts.is_empty() { "none".to_owned() } else { words::list(&parts) })
}

/// What is next and who does it.
#[must_use]
pub fn next(state: &State, called: Option<u64>) -> String {
    let call = called.map_or_else(|| "Whoever acts".to_owned(), |user| format!("<@{user}>"));
    if state.ending().is_some() {
        return format!("{call}, close it with `/campaign end`: the seed of its dice is then revealed.");
    }
    if let Some(decision) = state.decision() {
        return format!("{call}, {}", question(state, decision));
    }
    match state.phase() {
        Phase::SetUp => format!("{call}, set up the campaign."),
        Phase::Draw => format!("{call}, draw the cards for turn {}.", state.turn()),
        Phase::Rebellion => format!("{call}, roll the rebellion."),
        Phase::Action { round } => {
            let of = state.pack().outline.turns.action_rounds;
            match state.round().step() {
                Step::Choose => format!("{call}, action round {round} of {of}: play a card, or pass."),
                Step::Operations => {
                    let ops = words::count(state.round().ops().into(), "Op", "Ops");
                    let fights = state.round().battles_to_fight().len();
                    let fights =
                        if fights == 0 { String::new() } else { format!(", {} to fight", words::count(fights, "battle", "battles")) };
                    format!("{call}, action round {round} of {of}: {ops} left{fights}.")
                }
                Step::Fighting => format!("{call}, action round {round} of {of}: battles, and what the victors do next."),
                Step::RandomEvent { .. } | Step::CardEvent { .. } => String::new(),
            }
        }
        Phase::Replacements => format!("{call}, spend replacement points, or keep them."),
        Phase::Supply | Phase::Sieges | Phase::Adjust => String::new(),
    }
}

/// What a decision asks.
fn question(state: &State, decision: &Decision) -> String {
    let pack = state.pack();
    let place = |location| pack.location_name(location);
    match decision {
        Decision::Retreat { from, units, .. } => {
            format!("where does the garrison of {} go ({})?", place(*from), words::units(pack, *units))
        }
        Decision::Reinforce { count, kinds, .. } => {
            let kinds: Vec<&str> = kinds.iter().map(|kind| pack.roster.kinds[kind.index()].name.as_str()).collect();
            let verb = if *count == 1 { "does" } else { "do" };
            format!("where {verb} {} go ({})?", words::count((*count).into(), "unit", "units"), kinds.join(", "))
        }
        Decision::PlaceShip { ship, .. } => format!("where does the {} arrive?", pack.roster.ships[ship.index()].name),
        Decision::Redoubts { count, .. } => {
            format!("where {} built?", if *count == 1 { "is a redoubt".to_owned() } else { format!("are {count} redoubts") })
        }
        Decision::Raid { kind, .. } => format!("which {} is raided?", kind.word()),
        Decision::RaidGarrison { at, units } => format!("who is left at {} (up to {units})?", place(*at)),
        Decision::ExchangeCard { .. } => "which card is given up, for another?".to_owned(),
        Decision::TakeCard { .. } => "which card is taken for it?".to_owned(),
        Decision::ExchangeFor { card, .. } => format!("which card is given up for {}?", self::card(state, *card)),
        Decision::EaseSiege { .. } => "which siege is eased?".to_owned(),
        Decision::Replacements { points } => format!("whose are the {points} replacement points?"),
        Decision::ExpeditionLands { .. } => "where does the Hicks Expedition land?".to_owned(),
        Decision::Ferry { units, .. } => format!("where is {} carried?", words::units(pack, *units)),
        Decision::Battle { at } => {
            format!("fight it out at {}, report what each unit lost in steps, then who held the field.", pack.map.space_name(*at))
        }
        Decision::Duel { .. } => "fight it out at sea, then report what each ship took.".to_owned(),
        Decision::Casualties { owed, counted, .. } => {
            let what = match counted {
                LossIn::Steps => words::count((*owed).into(), "step", "steps"),
                LossIn::Units => words::count((*owed).into(), "unit", "units"),
            };
            format!("who bears the loss of {what}?")
        }
        Decision::RetreatFrom { at, .. } => format!("where do the beaten of {} go?", pack.map.space_name(*at)),
        Decision::Garrison { location } => {
            format!(
                "does the garrison of {} sally out, break out or sit tight? Siege level {}.",
                place(*location),
                state.siege_level(*location)
            )
        }
        Decision::BreakOut { from, .. } => format!("which way do they break out of {}?", place(*from)),
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
    facts.extend(labels::governor(state));
    if state.replacements() != engine::pack::ReplacementPoints::default() {
        facts.push(points_line(state));
    }
    facts.push(format!("Hand: {}", hand(state)));
    let (menu, buttons) = controls(state, standing);
    Despatch {
        sentence: format!("**{} — turn {}, {when}**", pack.outline.short_title, state.turn()),
        facts,
        next: next(state, standing.called),
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
