//! *Stores*: replacement points, supply, and what became of the cards.

use crate::despatches::position;
use engine::campaign::{CardPlace, CardUse, Event, State, SupplySystem};
use engine::game::Game as _;
use engine::pack::{CardNumber, LocationId};

use crate::despatches::summary::{Account, Section};
use crate::words;

const fn used(r#as: CardUse) -> &'static str {
    match r#as {
        CardUse::Event => "for its event",
        CardUse::Ops => "for Ops",
        CardUse::Replacements => "for replacements",
    }
}

/// The supply points that were lost with each place that fell.
fn lost_with_places(account: &Account) -> Vec<(LocationId, usize)> {
    let mut lost = Vec::new();
    let mut state = account.before.clone();
    for event in &account.events {
        let fallen = if let Event::LocationLost { location } = event { Some(*location) } else { None };
        let stores = |state: &State| fallen.map_or(0, |place| usize::from(state.supply(state.pack().map.space_of(place))));
        let before = stores(&state);
        state.apply(event);
        lost.extend(fallen.map(|place| (place, before.saturating_sub(stores(&state)))));
    }
    lost
}

pub(super) fn section(account: &Account) -> Section {
    let state = &account.after;
    let (pack, map) = (state.pack(), &state.pack().map);
    let title = |card: CardNumber| pack.card(card).map_or_else(|| card.0.to_string(), |found| format!("{} {}", card.0, found.title));
    let (mut full, mut numbers, mut removed) = (vec![position::points_line(state)], Vec::new(), Vec::new());
    for event in &account.events {
        match event {
            Event::CardPlayed { card, r#as, leaves_campaign } => {
                let gone = if *leaves_campaign { "; it leaves the campaign" } else { "" };
                full.push(format!("Card {} played {}{gone}", title(*card), used(*r#as)));
                numbers.push(card.0.to_string());
                if *leaves_campaign {
                    removed.push(title(*card));
                }
            }
            Event::CardMoved { card, to: CardPlace::Removed } => {
                full.push(format!("Card {} removed from the campaign", title(*card)));
                removed.push(title(*card));
            }
            Event::CardsEntered { cards } => {
                let cards: Vec<String> = cards.iter().map(title).collect();
                full.push(format!("Into the draw pile ({}): {}", cards.len(), cards.join(", ")));
            }
            Event::DiscardsShuffled => full.push("The discards were shuffled into a new draw pile".to_owned()),
            Event::RandomEventRolled { number, .. } => {
                let found = pack.random_events.iter().find(|event| event.number == *number);
                full.push(format!("Random event {number}{}", found.map_or_else(String::new, |event| format!(", {}", event.title))));
            }
            _ => {}
        }
    }
    let passed = account.events.iter().filter(|event| matches!(event, Event::RoundPassed { .. })).count();
    if passed > 0 {
        full.push(format!("{} passed", words::sentence_case(&words::count(passed, "round", "rounds"))));
    }
    let (pile, hand, discards) = (state.draw_pile().len(), state.hand().len(), state.discard_pile().len());
    full.push(format!(
        "Cards: {pile} left in the draw pile, {discards} discarded, {hand} in hand, {} out of the campaign",
        state.removed_cards().len()
    ));
    let (mut ashore, mut afloat) = (0_usize, 0_usize);
    // By the simple rules stores feed nobody, and nobody counts them.
    let counted = state.options().supply == SupplySystem::Advanced;
    for space in map.space_ids().filter(|space| counted && state.supply(*space) > 0) {
        let points = usize::from(state.supply(space));
        ashore += points;
        full.push(format!("{}: {}", map.space_name(space), words::count(points, "supply point", "supply points")));
    }
    let mut fell = if counted { lost_with_places(account) } else { Vec::new() };
    fell.retain(|(_, points)| *points > 0);
    let fallen: usize = fell.iter().map(|(_, points)| points).sum();
    for (place, points) in fell {
        full.push(format!("Lost with {}: {}", pack.location_name(place), words::count(points, "supply point", "supply points")));
    }
    for ship in state.fleet_list().iter() {
        afloat += usize::from(state.supply_aboard(ship));
    }
    if !state.unsupplied().is_empty() {
        full.push(format!("Short of supply: {}", words::units(pack, state.unsupplied())));
    }
    let mut parts = vec![position::points_line(state)];
    if counted {
        let at_sea = if afloat > 0 { format!(", {afloat} afloat") } else { String::new() };
        let fallen = if fallen > 0 { format!(", {fallen} lost with their places") } else { String::new() };
        parts.push(format!("{} ashore{at_sea}{fallen}", words::count(ashore, "supply point", "supply points")));
        full.push(format!("Supply points in all: {ashore} ashore, {afloat} afloat"));
    }
    if !state.unsupplied().is_empty() {
        parts.push(format!("{} short of supply", words::count(state.unsupplied().len(), "unit", "units")));
    }
    parts.push(if numbers.is_empty() { "no card played".to_owned() } else { format!("cards played: {}", numbers.join(", ")) });
    if !removed.is_empty() {
        parts.push(format!("{} removed", words::number(removed.len())));
    }
    parts.push(format!("{pile} left in the pile"));
    Section { title: "Stores", brief: parts.join(" · "), full }
}
