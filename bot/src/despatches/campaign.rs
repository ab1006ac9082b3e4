//! What is posted when a campaign's order has been carried out.

use crate::despatches::controls;
use crate::despatches::crop;
use crate::despatches::position;
use crate::model::ids::UserId;
use engine::campaign::rules::naval;
use engine::campaign::{Ending, Event, LedgerReason, Order, State};
use engine::pack::hexadecimal;
use engine::pack::{GarrisonFate, LocationId, LocationSet, Pack, UnitSet};

use crate::despatches::{battle_called, done, labels, ledger, lines};
use crate::model::campaign::{Campaign, Sealed};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Picture, Tone};
use crate::model::played::{Line, Played};
use crate::model::proof::Finding;
use crate::model::standing::Standing;
use crate::words;

/// How many rolls a despatch shows itself; the rest stand behind a button.
const ROLLS_SHOWN: usize = 6;

/// The despatch for an order: `state` is the campaign after it.
#[must_use]
pub fn for_order(state: &State, order: &Order, events: &[Event], standing: Standing) -> Despatch {
    let mut despatch = match order {
        Order::SetUp { .. } => set_up(state, events),
        Order::DrawCards => drawn(state, events),
        Order::CheckRevolts | Order::CheckRevolt { .. } | Order::Retreat { .. } => rebellion(state, events, standing),
        _ => told(state, order, events),
    };
    if let Some(ending) = state.ending() {
        despatch.tone = if ending == Ending::Victory { Tone::Good } else { Tone::Bad };
    }
    let (menu, buttons) = controls::controls(state, standing);
    despatch.menu = menu;
    despatch.buttons.splice(0..0, buttons);
    despatch.next = position::next(state, standing.called.first);
    despatch.footer = position::footer(state, standing.revision);
    despatch.calling(standing.called)
}

fn set_up(state: &State, events: &[Event]) -> Despatch {
    let pack = state.pack();
    let scenario = state.scenario();
    let title = scenario.map_or("", |scenario| scenario.title.as_str());
    let mut facts = vec![pack.outline.summary.clone()];
    facts.extend(scenario.map(|scenario| scenario.summary.clone()));
    let mut dice = Vec::new();
    for event in events {
        if let Event::RebellionBegan { roll, location } = event {
            facts.push(format!("The rebellion begins at {}.", pack.location_name(*location)));
            dice.push(words::roll(pack, roll));
        }
        if let Event::UnitsMutinied { location, units } = event {
            facts.push(format!("At {} the garrison goes over at once: {}.", pack.location_name(*location), words::units(pack, *units)));
        }
    }
    let track = &pack.outline.victory;
    facts.push(format!(
        "Victory points {} of {}: at {} the rebellion is beaten, at {} the campaign is lost.",
        state.victory_points(),
        track.lost_at,
        track.won_at,
        track.lost_at
    ));
    if state.enemy_held().len() == 1
        && state.enemy_held().iter().all(|location| pack.map.value(location) >= state.victory_points() - track.won_at)
    {
        // R53: so be it, but nobody should learn it by accident.
        facts.push(format!(
            "Retaking {} before anything else falls wins when the turn ends, unless victory points are added meanwhile; a card for replacements \
             adds some.",
            words::places(pack, state.enemy_held())
        ));
    }
    Despatch { facts, dice, tone: Tone::Staff, ..Despatch::saying(format!("**{}: {} begins.**", pack.outline.title, lower_first(title))) }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn drawn(state: &State, events: &[Event]) -> Despatch {
    let drawn: Vec<String> = events
        .iter()
        .filter_map(|event| if let Event::CardDrawn { card, .. } = event { Some(position::card(state, *card)) } else { None })
        .collect();
    let mut facts = Vec::new();
    for event in events {
        match event {
            Event::CardsEntered { cards } if cards.len() <= 3 => {
                let names: Vec<String> = cards.iter().map(|card| position::card(state, card)).collect();
                facts.push(format!("Into the draw pile before the draw: {}.", words::list(&names)));
            }
            Event::CardsEntered { cards } => facts.push(format!(
                "{} joined the draw pile before the draw.",
                words::sentence_case(&words::count(cards.len(), "card", "cards"))
            )),
            Event::DiscardsShuffled => facts.push("The draw pile ran out; the discards were shuffled.".to_owned()),
            _ => {}
        }
    }
    facts.extend(drawn.iter().map(|card| format!("· {card}")));
    if drawn.len() != state.hand().len() {
        facts.push(format!("Hand: {}", position::hand(state)));
    }
    facts.push(format!("{} left in the draw pile.", words::sentence_case(&words::count(state.draw_pile().len(), "card", "cards"))));
    let rolls: Vec<String> = events
        .iter()
        .filter_map(|event| {
            if let Event::CardDrawn { card, roll } = event {
                Some(format!("{} by 1D{} [{}]", card.0, roll.sides, roll.sum()))
            } else {
                None
            }
        })
        .collect();
    let dice = if rolls.is_empty() { Vec::new() } else { vec![format!("cards in the order of their numbers: {}", rolls.join(", "))] };
    let sentence = match drawn.len() {
        0 => format!("**Turn {}: no cards to draw.**", state.turn()),
        count => format!("**Turn {}: {} drawn.**", state.turn(), words::count(count, "card", "cards")),
    };
    Despatch { facts, dice, ..Despatch::saying(sentence) }
}

/// Lost places that a headline names; more are counted.
const LOST_NAMED: usize = 2;

/// Besieged places that a headline names; more are counted.
const BESIEGED_NAMED: usize = 3;

/// What a Rebellion phase, or a part of it, came to.
#[derive(Default)]
struct Outcome {
    lost: LocationSet,
    besieged: LocationSet,
    stopped: LocationSet,
    mutinied: UnitSet,
    destroyed: UnitSet,
    facts: Vec<String>,
    rolls: Vec<(bool, String)>,
    points: i32,
    waiting: bool,
}

fn outcome(state: &State, events: &[Event]) -> Outcome {
    let pack = state.pack();
    let besieged = |event: &Event| if let Event::SiegeBegan { location } = event { Some(*location) } else { None };
    let mut outcome = Outcome { besieged: events.iter().filter_map(besieged).collect(), ..Outcome::default() };
    for event in events {
        match event {
            Event::RevoltChecked { roll, rises, .. } => outcome.rolls.push((*rises, words::roll(pack, roll))),
            Event::GarrisonFateRolled { location, roll, fate } => {
                let row = pack.tables.garrison_fate.row(roll.total()).on();
                outcome.rolls.push((true, format!("{}, row {row}: {}", words::roll(pack, roll), fate_word(*fate))));
                if *fate == GarrisonFate::Stopped {
                    outcome.stopped.insert(*location);
                }
            }
            Event::UnitsMutinied { location, units } => {
                outcome.mutinied = outcome.mutinied.union(*units);
                outcome.facts.push(format!(
                    "At {} the garrison goes over to {}: {}.",
                    pack.location_name(*location),
                    pack.words.sides.enemy_leader,
                    words::units(pack, *units)
                ));
            }
            Event::UnitsRetreated { from, to, units } => outcome.facts.push(format!(
                "From {} the garrison gets away to {}: {}.",
                pack.location_name(*from),
                pack.location_name(*to),
                words::units(pack, *units)
            )),
            Event::UnitsDestroyed { location, units } => {
                outcome.destroyed = outcome.destroyed.union(*units);
                outcome.facts.push(format!(
                    "At {} the garrison has nowhere to go and is destroyed: {}.",
                    pack.location_name(*location),
                    words::units(pack, *units)
                ));
            }
            Event::LocationLost { location } => outcome.lost.insert(*location),
            Event::SiegeBegan { location } => outcome.facts.push(shut_in(state, *location, outcome.besieged)),
            Event::ShipsPutToSea { from, to, ships } => {
                let names: Vec<String> = ships.iter().map(|ship| format!("the {}", pack.roster.ships[ship.index()].name)).collect();
                outcome.facts.push(format!(
                    "{} {} to sea from {} into Sea Area {}.",
                    words::sentence_case(&words::list(&names)),
                    if names.len() == 1 { "puts" } else { "put" },
                    pack.location_name(*from),
                    pack.map.sea_areas[to.index()].name
                ));
            }
            Event::LedgerEntered { entry } => outcome.points += i32::from(entry.points),
            Event::DecisionPut { .. } => outcome.waiting = true,
            Event::GovernorMoved { .. } | Event::LeaderFreed { .. } | Event::ExpeditionFreed => {
                if let Some(Line::Fact(_, text)) = lines::line(state, event) {
                    outcome.facts.push(text);
                }
            }
            _ => {}
        }
    }
    outcome
}

/// Who is inside a place whose siege has begun; that it is besieged is said where the headline does not name it.
fn shut_in(state: &State, location: LocationId, besieged: LocationSet) -> String {
    let name = state.pack().location_name(location);
    let garrison = state.garrison(location).len();
    let units = words::count(garrison, "unit", "units");
    if besieged.len() > BESIEGED_NAMED {
        return format!("{name} is besieged, with {units} inside.");
    }
    format!("{} {} inside {name}.", words::sentence_case(&units), if garrison == 1 { "is" } else { "are" })
}

const fn fate_word(fate: GarrisonFate) -> &'static str {
    match fate {
        GarrisonFate::Mutiny => "mutiny",
        GarrisonFate::Retreat => "retreat",
        GarrisonFate::Stopped => "revolt stopped",
    }
}

fn rebellion(state: &State, events: &[Event], standing: Standing) -> Despatch {
    let pack = state.pack();
    let mut outcome = outcome(state, events);
    let rolls = outcome.rolls.len();
    let mut facts = Vec::new();
    if outcome.lost.len() > LOST_NAMED {
        facts.push(format!("Lost: {}.", words::places(pack, outcome.lost)));
    }
    facts.append(&mut outcome.facts);
    // Where nothing spreads it is the headline.
    if !outcome.stopped.is_empty() && !spreading(state, &outcome).is_empty() {
        facts.push(format!("Put down for now at {}.", words::places(pack, outcome.stopped)));
    }
    let units_lost = outcome.mutinied.union(outcome.destroyed);
    let mut sums = Vec::new();
    if outcome.points != 0 {
        sums.push(format!("victory points {:+} when the turn ends", outcome.points));
    }
    if !units_lost.is_empty() {
        sums.push(format!("units lost: {}", units_lost.len()));
    }
    if !sums.is_empty() {
        facts.push(words::sentence_case(&sums.join(" · ")));
    }
    let mut dice: Vec<String> = outcome.rolls.iter().filter(|(rises, _)| *rises).map(|(_, line)| line.clone()).collect();
    if rolls <= ROLLS_SHOWN {
        dice = outcome.rolls.iter().map(|(_, line)| line.clone()).collect();
    }
    dice.truncate(12);
    let shown = dice.len();
    let mut dice = words::together(dice);
    // What is not shown was thrown by somebody too: the despatch says so, whatever stands behind the button.
    if shown == 0 && outcome.rolls.iter().any(|(_, line)| words::is_thrown_by_players(line)) {
        dice.push("all table dice".to_owned());
    }
    let mut buttons = Vec::new();
    if rolls > shown {
        buttons.push(Button {
            label: match outcome.rolls.iter().filter(|(_, line)| words::is_thrown(line)).count() {
                0 => "All checks".to_owned(),
                thrown => format!("All {thrown} rolls"),
            },
            style: ButtonStyle::Secondary,
            id: CustomId::Rolls { campaign: standing.campaign, revision: standing.revision },
        });
    }
    let moved = !outcome.lost.is_empty() || !outcome.besieged.is_empty();
    Despatch {
        facts,
        dice,
        buttons,
        tone: match (moved, lost_before(state, &outcome)) {
            (true, _) => Tone::Bad,
            // That the rest stays quiet is no news beside what was lost.
            (false, true) => Tone::Staff,
            (false, false) => Tone::Good,
        },
        picture: crop::befell(pack, events).map(|befell| {
            let under_way = outcome.waiting || !engine::campaign::rules::rebellion::due_now(state).is_empty();
            let when = if under_way { "the rebellion under way" } else { "after the rebellion" };
            crop::of(pack, format!("Turn {}, {when}", state.turn()), &befell)
        }),
        ..Despatch::saying(headline(state, &outcome, events))
    }
}

/// Whether the rebellion of this turn took something before what came of it now.
fn lost_before(state: &State, outcome: &Outcome) -> bool {
    let lost = state.ledger().iter().filter(|entry| matches!(entry.reason, LedgerReason::LocationLost(_))).count();
    lost > outcome.lost.len()
}

/// Places of which the headline says what they are: few by name, more by their number.
fn befallen(pack: &Pack, places: LocationSet, most_named: usize, what: &str) -> String {
    match places.len() {
        1 => format!("{} is {what}", words::places(pack, places)),
        count if count <= most_named => format!("{} are {what}", words::places(pack, places)),
        count => format!("{} are {what}", words::count(count, "place", "places")),
    }
}

/// How the rebellion spreads, in the parts of its headline; nothing where it does not.
fn spreading(state: &State, outcome: &Outcome) -> Vec<String> {
    let pack = state.pack();
    let mut parts: Vec<String> = [(outcome.lost, LOST_NAMED, "lost"), (outcome.besieged, BESIEGED_NAMED, "besieged")]
        .into_iter()
        .filter(|(places, ..)| !places.is_empty())
        .map(|(places, most_named, what)| befallen(pack, places, most_named, what))
        .collect();
    if outcome.waiting
        && let Some(engine::campaign::Decision::Retreat { from, .. }) = state.decision()
    {
        parts.push(format!("the garrison of {} asks where to go", pack.location_name(*from)));
    }
    parts
}

fn headline(state: &State, outcome: &Outcome, events: &[Event]) -> String {
    let pack = state.pack();
    let parts = spreading(state, outcome);
    if !parts.is_empty() {
        return format!("**Turn {}, the rebellion spreads: {}.**", state.turn(), words::list(&parts));
    }
    if !outcome.stopped.is_empty() {
        return format!("**Turn {}: the rebellion is put down at {}.**", state.turn(), words::places(pack, outcome.stopped));
    }
    match events {
        [Event::RevoltChecked { location, .. }, ..] if outcome.rolls.len() == 1 => {
            format!("**Turn {}: {} stays quiet.**", state.turn(), pack.location_name(*location))
        }
        _ if lost_before(state, outcome) => format!("**Turn {}: all else stays quiet.**", state.turn()),
        _ => format!("**Turn {}: all stays quiet.**", state.turn()),
    }
}

/// Whether a siege that is told to stand at a level stands at another before the order is done.
fn is_overtaken(event: &Event, after: &[Event]) -> bool {
    let Event::SiegeLevelSet { at, .. } = event else { return false };
    after.iter().any(|later| matches!(later, Event::SiegeLevelSet { at: there, .. } if there == at))
}

/// Facts a despatch shows; what is left over is counted.
const FACTS_SHOWN: usize = 14;

/// What an order of the action rounds and after came to: the greatest news first, then the rest as it happened.
fn told(state: &State, order: &Order, events: &[Event]) -> Despatch {
    let mut facts: Vec<(u8, String)> = Vec::new();
    let mut dice = Vec::new();
    // What one order did step by step is told at once: a march, and troops that go aboard or ashore.
    let march = lines::march(state, events);
    let crossing = lines::crossing(state.pack(), events);
    let (mut moved, mut crossed) = (false, false);
    for (index, event) in events.iter().enumerate() {
        if lines::is_idle_trigger(state, event, &events[index + 1..]) || is_overtaken(event, &events[index + 1..]) {
            continue;
        }
        match lines::line(state, event) {
            Some(Line::Fact(weight, _)) if matches!(event, Event::ForceMoved { .. }) => {
                if let (false, Some(march)) = (moved, &march) {
                    facts.push((weight, march.clone()));
                }
                moved = true;
            }
            Some(Line::Fact(weight, text)) if matches!(event, Event::UnitLoaded { .. } | Event::UnitUnloaded { .. }) => match &crossing {
                Some(all) if !crossed => {
                    facts.push((weight, all.clone()));
                    crossed = true;
                }
                Some(_) => {}
                None => facts.push((weight, text)),
            },
            // Whom a raid leaves behind moves there as whoever falls back does: the order says which it is.
            Some(Line::Fact(weight, _)) if matches!((order, event), (Order::Garrison { .. }, Event::UnitsMoved { .. })) => {
                facts.push((weight, done::done(state, order)));
            }
            Some(Line::Fact(weight, text)) => facts.push((weight, text)),
            Some(Line::Roll(roll)) => dice.push(roll),
            None => {}
        }
        if let Event::SupplyReceived { at, roll: Some(_), points } = event {
            facts.push((8, lines::supply_received(state.pack(), *at, *points)));
        }
        if let Event::BoatsRolled { at, roll } = event {
            facts.push(lines::boats_ran(state.pack(), *at, roll));
        }
        // What the die for the governor decides is for the players to act on.
        if let Event::GovernorRolled { leaves: true, .. } = event {
            facts.extend(labels::governor(state).map(|governor| (65, format!("{governor}."))));
        }
        if let Event::PursuitRolled { roll, percent, steps } = event {
            facts.push((90, lines::pursued(state.pack(), roll, *percent, *steps)));
        }
        if let Event::BattleBegan { battle } = event {
            facts.push((0, battle_called::set_up(state.pack(), battle)));
            if !battle.note.is_empty() {
                facts.push((0, battle.note.clone()));
            }
        }
        dice.extend(lines::dice(state, event));
    }
    if matches!(order, Order::LoadAll) {
        let left = naval::loadable(state);
        if !left.is_empty() {
            let stay = if left.len() == 1 { "stays" } else { "stay" };
            let who = words::sentence_case(&words::units(state.pack(), left));
            facts.push((10, format!("{who} {stay} ashore: no ship has room, or a function, left.")));
        }
    }
    // A single loss is the news of its order; those that were shared out are told together.
    if !matches!(order, Order::Lose { .. }) {
        facts.extend(lines::borne(state.pack(), events).map(|borne| (85, borne)));
    }
    if let Some((all, each)) = lines::lost_together(state.pack(), events) {
        let first = facts.iter().position(|(_, text)| each.contains(text)).unwrap_or_default();
        let weight = facts.get(first).map_or(0, |(weight, _)| *weight);
        facts.retain(|(_, text)| !each.contains(text));
        facts.insert(first.min(facts.len()), (weight, all));
    }
    // The first of the greatest news.
    let news = facts.iter().enumerate().max_by_key(|(index, (weight, _))| (*weight, std::cmp::Reverse(*index))).map(|(index, _)| index);
    let sentence = match news {
        Some(index) => facts.remove(index).1,
        // What is borne of a loss shows in no event of its own until all of it is.
        None => match order {
            Order::SitTight => lines::sat_tight(state.pack(), events).unwrap_or_else(|| done::done(state, order)),
            _ => done::done(state, order),
        },
    };
    let mut facts: Vec<String> = facts.into_iter().map(|(_, text)| text).collect();
    if facts.len() > FACTS_SHOWN {
        let more = facts.len() - FACTS_SHOWN + 1;
        facts.truncate(FACTS_SHOWN - 1);
        facts.push(format!("… and {more} more, in the journal."));
    }
    facts.extend(ledger::written(state, events));
    let ended = count(state, events, &mut facts);
    // How the turn ended is above all else; what would have stood there is told below it.
    if ended.is_some() && news.is_some() && sentence != turn_begins(state) {
        facts.insert(0, sentence.clone());
    }
    let won = events.iter().any(|event| matches!(event, Event::LocationRetaken { .. } | Event::BattleEnded { won: true, .. }));
    let lost = events.iter().any(|event| matches!(event, Event::LocationLost { .. } | Event::BattleEnded { won: false, .. }));
    let battle = events.iter().any(|event| matches!(event, Event::BattleBegan { .. }));
    let tone = match (battle, won, lost) {
        (true, _, _) => Tone::Battle,
        (false, true, false) => Tone::Good,
        (false, _, true) => Tone::Bad,
        _ => Tone::Staff,
    };
    Despatch {
        facts,
        dice: words::together(dice),
        tone,
        picture: crop::map(state, events),
        ..Despatch::saying(format!("**{}**", ended.unwrap_or(sentence)))
    }
}

/// What is said of the turn that has begun.
fn turn_begins(state: &State) -> String {
    format!("Turn {} begins.", state.turn())
}

/// The ledger, where a turn ended with it; how the turn ended.
fn count(state: &State, events: &[Event], facts: &mut Vec<String>) -> Option<String> {
    let pack = state.pack();
    let mut total = None;
    for event in events {
        match event {
            Event::LedgerEntered { entry } if entry.reason == LedgerReason::TurnBonus => {
                facts.push(format!("Turn bonus for a high total so late: {:+}.", entry.points));
            }
            Event::PointsAdjusted { from, to } => {
                let most = pack.outline.victory.lost_at;
                let points = if from == to { format!("stay at {to}") } else { format!("{from} → {to}") };
                facts.push(format!("Victory points {points} of {most} {}", position::track_bar(*to, most)));
                total = Some(*to);
            }
            _ => {}
        }
    }
    match (total, state.ending()) {
        (total, Some(ending)) => {
            let total = total.unwrap_or_else(|| state.victory_points());
            Some(format!(
                "{} after turn {}, at {total} victory points.",
                words::sentence_case(position::ending_words(ending)),
                state.turn()
            ))
        }
        (Some(total), None) => {
            facts.retain(|fact| *fact != turn_begins(state));
            // What a trigger brings is settled first: the next turn then waits for that.
            let next = events.iter().find_map(|event| if let Event::TurnBegan { turn } = event { Some(*turn) } else { None });
            Some(match next {
                Some(next) => format!("Turn {} ends at {total} victory points; turn {next} begins.", next.saturating_sub(1)),
                None => format!("Turn {} ends at {total} victory points.", state.turn()),
            })
        }
        (None, None) => None,
    }
}

/// Every roll of a row of the journal, each in a line.
#[must_use]
pub fn every_roll(state: &State, events: &[Event]) -> Vec<String> {
    let of_the_rebellion = outcome(state, events).rolls;
    if of_the_rebellion.is_empty() {
        let roll = |event| if let Some(Line::Roll(roll)) = lines::line(state, event) { Some(roll) } else { None };
        return events.iter().flat_map(|event| lines::dice(state, event).into_iter().chain(roll(event))).collect();
    }
    of_the_rebellion.into_iter().map(|(_, line)| line).collect()
}

/// What the button "All rolls" answers with: every roll of the row that led to this position.
#[must_use]
pub fn all_rolls<G: Played>(state: &G, events: &[G::Event], revision: u32) -> Despatch {
    let rolls = state.every_roll(events);
    let thrown = rolls.iter().filter(|line| words::is_thrown(line)).count();
    let all = |count: usize, one: &str, many: &str| match count {
        1 => format!("The one {one}"),
        count => format!("All {count} {many}"),
    };
    let sentence = match (thrown, rolls.len() - thrown) {
        (thrown, 0) => format!("**{} of No. {revision}.**", all(thrown, "roll", "rolls")),
        (0, settled) => format!("**{} of No. {revision}: no die was needed.**", all(settled, "check", "checks")),
        (thrown, settled) => {
            let checks = words::count(settled, "check", "checks");
            format!("**{} of No. {revision}, and {checks} that no die was needed for.**", all(thrown, "roll", "rolls"))
        }
    };
    Despatch { dice: words::together(rolls), footer: state.footer(revision), ..Despatch::saying(sentence) }
}

/// What came of proving a campaign, for whoever asked.
#[must_use]
pub fn proved<G: Played>(state: &G, finding: &Finding, campaign: &Campaign<G>) -> Despatch {
    let footer = state.footer(campaign.revision);
    let fault = match (&finding.proof, finding.gap) {
        (Err(reason), _) => Some(words::sentence_case(reason)),
        (Ok(_), Some(gap)) => Some(format!("No. {gap} does not take up the stream of dice where it was left")),
        (Ok(_), None) if !finding.announced => Some("The SHA-256 of its seed is not what was announced at the start".to_owned()),
        (Ok(_), None) => None,
    };
    let proof = match (&finding.proof, fault) {
        (Ok(proof), None) => proof,
        (_, fault) => {
            return Despatch {
                facts: vec![
                    format!("{}.", fault.unwrap_or_default()),
                    "Tell whoever runs the umpire, and keep a file of it with `/campaign export`.".to_owned(),
                ],
                tone: Tone::Bad,
                footer,
                ..Despatch::saying(format!("**The {} could not be proved.**", G::NOUN))
            };
        }
    };
    let mut facts: Vec<String> = crate::despatches::proof::corrected(&proof.corrections).into_iter().collect();
    facts.extend(crate::despatches::proof::earlier(&proof.earlier));
    facts.push(crate::despatches::proof::counted(proof));
    if finding.rolls > 0 {
        facts.push(format!(
            "{} at the table besides; what they used of the stream is accounted for.",
            words::sentence_case(&words::count(finding.rolls as usize, "roll was made", "rolls were made"))
        ));
    }
    let mixed = if campaign.sealed.message.is_some() { "; the number of the message that did so is mixed into the dice" } else { "" };
    facts.push(format!("The SHA-256 of the seed is `{}`, as it was announced at the start{mixed}.", campaign.sealed.seal()));
    facts.push(if campaign.closed_at.is_some() {
        "The seed has been revealed: `umpire verify` proves the file of `/campaign export` on any machine.".to_owned()
    } else {
        format!("The seed stays secret until the {} is closed; then anybody can prove it on a machine of their own.", G::NOUN)
    });
    let orders = words::count(proof.orders as usize, "order", "orders");
    Despatch {
        facts,
        tone: Tone::Good,
        footer,
        ..Despatch::saying(if proof.earlier.is_empty() {
            format!("**{}: {orders} run again, and every one came to the same.**", crate::despatches::proof::proved_except(proof))
        } else {
            format!("**{}: {orders} run again, and all the rest came to the same.**", crate::despatches::proof::proved_except(proof))
        })
    }
}

/// What is posted with the film of a game.
#[must_use]
pub fn film<G: Played>(state: &G, asked_by: UserId, revision: u32) -> Despatch {
    Despatch {
        picture: Some(Picture::Film),
        footer: state.footer(revision),
        ..Despatch::saying(format!("**{} on film**, as <@{asked_by}> asked.", G::short_title(state.pack())))
    }
}

/// What is posted when a campaign is closed by its commander.
#[must_use]
pub fn closed<G: Played>(state: &G, by: UserId, revision: u32, sealed: Sealed) -> Despatch {
    let seed = hexadecimal(&sealed.seed.0);
    let mixed = sealed.message.map(|message| format!(", and the number of that message, {message}, is mixed in")).unwrap_or_default();
    Despatch {
        facts: vec![
            format!("Closed by <@{by}>: {}.", words::within(&state.where_it_stands())),
            format!("The seed of its dice was `{seed}`: its SHA-256 was announced at the start{mixed}, so every roll can be checked."),
            format!("`{}` begins another, here or in any channel.", G::COMMANDS.begin),
        ],
        footer: state.footer(revision),
        ..Despatch::saying(format!("**{} is closed.**", G::short_title(state.pack())))
    }
}
