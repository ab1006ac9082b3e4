//! *Set Up*.

use super::rule::{Rule, named, units, whether};
use crate::campaign::options::{MOST_STEPS, Options};
use crate::pack::{Garrison, Leader, LocationSet, Pack, Scenario};

const CHAPTER: &str = "Set Up";

pub(super) fn rules(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    let mut rules = Vec::new();
    if let Some(first) = pack.scenarios.first() {
        rules.extend([starting_forces(pack, first), set_up(pack, first), random_start(pack, first, options)]);
    }
    if let Some(later) = pack.scenarios.get(1) {
        rules.push(reconquest(pack, later));
    }
    rules.push(group_options(options));
    rules
}

fn places(pack: &Pack, locations: LocationSet) -> String {
    named(locations.iter().map(|location| pack.location_name(location)))
}

/// Who stands at a place: "2 Egyptian Regulars; the Kassala".
fn standing(pack: &Pack, garrison: &Garrison) -> String {
    let kinds = pack.roster.kinds.iter().filter_map(|kind| {
        let here = kind.units.intersection(garrison.units).len();
        (here > 0).then(|| format!("{here} {}", kind.name))
    });
    let ships: Vec<&str> = garrison.ships.iter().map(|ship| pack.roster.ships[ship.index()].name.as_str()).collect();
    let ships = if ships.is_empty() { String::new() } else { format!("; the {}", named(ships.into_iter())) };
    format!("{}{ships}", kinds.collect::<Vec<_>>().join(", "))
}

fn starting_forces(pack: &Pack, scenario: &Scenario) -> Rule {
    let strength: usize = scenario.garrisons.iter().map(|garrison| garrison.units.len()).sum();
    let ships: usize = scenario.garrisons.iter().map(|garrison| garrison.ships.len()).sum();
    let mut rule = Rule::new(
        CHAPTER,
        "Starting Forces",
        format!(
            "The campaign opens with {} at {} places, and {ships} ships. Everybody else waits off the map until a card or an event brings them.",
            units(strength as u64),
            scenario.garrisons.len(),
        ),
    )
    .also(["order of battle", "garrisons at the start"])
;
    for garrison in &scenario.garrisons {
        rule = rule.row(pack.location_name(garrison.at), standing(pack, garrison));
    }
    rule
}

fn set_up(pack: &Pack, scenario: &Scenario) -> Rule {
    let title = |card| pack.card(card).map_or("", |card| card.title.as_str());
    let entering: Vec<String> = scenario
        .entering
        .iter()
        .map(|later| format!("{} is shuffled in before turn {}", named(later.cards.iter().map(title)), later.turn))
        .collect();
    let waiting: Vec<String> =
        [pack.words.set_up.waiting.clone(), entering.join(", ")].into_iter().filter(|part| !part.is_empty()).collect();
    Rule::new(
        CHAPTER,
        "Set Up",
        format!(
            "{} alone is in revolt, the victory track stands at {}, and turn {} begins with the draw. {} cards are in the draw pile{}.",
            places(pack, scenario.enemy_held),
            scenario.victory_points,
            scenario.first_turn,
            scenario.draw.len(),
            if waiting.is_empty() { String::new() } else { format!(": {}", waiting.join(", and ")) },
        ),
    )
    .also(["start", "beginning"])
    .ruling(53, "whoever takes the first place back before another falls has won, on turn 1")
    .see(["Starting Forces", "Optional Rebellion Start"])
}

fn random_start(pack: &Pack, scenario: &Scenario, options: Option<Options>) -> Rule {
    let mut rule = Rule::new(
        CHAPTER,
        "Optional Rebellion Start",
        "For a less familiar opening a die says where the rebellion begins. Whoever stands there goes over to it before the first card is drawn.",
    )
    .also(["random start"])
    .here(options, |options| whether(options.random_start, "the die chose.", "it begins where the scenario says."));
    for (index, place) in scenario.random_start.iter().enumerate() {
        rule = rule.row((index + 1).to_string(), pack.location_name(*place));
    }
    rule
}

fn reconquest(pack: &Pack, scenario: &Scenario) -> Rule {
    let held = pack.map.all().without(scenario.enemy_held);
    let siege = scenario.garrisons.iter().find(|garrison| garrison.siege_level > 0).map_or_else(String::new, |garrison| {
        let inside = if garrison.leaders.contains(&Leader::Governor) { ", with [governor] inside" } else { "" };
        format!(" {} is besieged at level {}{inside}.", pack.location_name(garrison.at), garrison.siege_level)
    });
    let hand = named(scenario.hand.iter().map(|card| pack.card(card).map_or("", |card| card.title.as_str())));
    let hand = if hand.is_empty() { String::new() } else { format!("\"{hand}\" is in hand; ") };
    let words = &pack.words.set_up;
    let mut rule = Rule::new(
        CHAPTER,
        words.shorter.as_str(),
        format!(
            "A shorter campaign: it opens on turn {} at {} victory points, with everything lost but {}.{siege} {}{hand}{} [native] replacement points are saved. From there on all rules are as usual.",
            scenario.first_turn,
            scenario.victory_points,
            places(pack, held),
            if words.shorter_says.is_empty() { String::new() } else { format!("{} ", words.shorter_says) },
            scenario.replacements.native,
        ),
    )
    .also(words.shorter_also.iter().map(String::as_str));
    for (number, phrase) in &words.shorter_rulings {
        rule = rule.ruling(*number, phrase.as_str());
    }
    for garrison in &scenario.garrisons {
        rule = rule.row(pack.location_name(garrison.at), standing(pack, garrison));
    }
    rule
}

fn group_options(options: Option<Options>) -> Rule {
    let usual = Options::default();
    Rule::new(
        CHAPTER,
        "Group options",
        format!(
            "The rulebook leaves it to the group what a hit and a replacement point are worth on its table. The umpire counts losses in steps: 1 to {MOST_STEPS} to a unit ({} if nobody says otherwise), and a replacement point brings back 1 to {MOST_STEPS} of them ({}).",
            usual.steps, usual.steps_per_replacement
        ),
    )
    .also(["steps", "losses in steps"])
    .here(options, |options| format!("a unit has {} steps; a replacement point brings back {}.", options.steps, options.steps_per_replacement))
    .see(["Determine Casualties", "Replacements"])
}
