//! What a pack says and the rules could not obey.
//!
//! Nothing of a pack is read and then forgotten: what would change nothing, or has no rule to carry it out, is refused here, when a
//! campaign is to be begun with it. A pack that a campaign is under way with is read without this: it was accepted once.

use super::cards::{self, CARS_FOR_A_UNIT, Card, CardEffect, Leader, Placement};
use super::error::PackError;
use super::map::{self, Map};
use super::parts::Parts;
use super::random_events::{self, Duration, RandomEffect, WhichSiege};
use super::setup::{self, Scenario};
use super::table::Table;
use super::tables::{self, SiegeResult};
use super::{campaign, leaders, named, triggers, units, words};

/// A key, and why what stands there could not be obeyed.
type Fault = (&'static str, &'static str);

/// Why several redoubts do not go to one place of the players' choice.
const ASKED_FOR_EACH: &str = "where each redoubt goes is asked: write `any`";

/// Why a ship, or a train that comes by ship, does not come.
const NO_PORT: &str = "no ship comes there: it is no port";

/// Everything in a pack that could not be obeyed.
pub(super) fn faults(pack: &Parts<'_>) -> Vec<PackError> {
    let mut errors = Vec::new();
    of_the_outline(pack, &mut errors);
    of_the_map(pack, &mut errors);
    of_the_roster(pack, &mut errors);
    of_the_cards(pack, &mut errors);
    of_the_leaders(pack, &mut errors);
    of_the_events(pack, &mut errors);
    of_the_tables(pack, &mut errors);
    of_the_sieges(pack, &mut errors);
    of_the_triggers(pack, &mut errors);
    of_the_scenarios(pack, &mut errors);
    of_the_words(pack, &mut errors);
    errors.extend(named::faults(pack));
    errors
}

fn of_the_outline(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    let last = pack.outline.turns.last;
    for (index, bonus) in pack.outline.victory.bonus.iter().enumerate() {
        let mut fault =
            |key: &str, reason: &str| errors.push(PackError::new(campaign::FILE, format!("victory.bonus[{index}].{key}"), reason));
        if bonus.from_turn == 0 || bonus.from_turn > bonus.to_turn {
            fault("from_turn", "a bonus goes from a turn to a later one or the same");
        }
        if bonus.to_turn > last {
            fault("to_turn", "the campaign has no such turn");
        }
        if bonus.points == 0 {
            fault("points", "nought changes nothing");
        }
    }
}

fn of_the_map(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    let map = &pack.map;
    for (index, location) in map.locations.iter().enumerate() {
        let doubled = location.port_on.iter().enumerate().any(|(place, area)| location.port_on[..place].contains(area));
        if doubled {
            errors.push(PackError::new(map::FILE, format!("location[{index}].port_on"), "a sea area is there twice"));
        }
    }
    for (index, area) in map.sea_areas.iter().enumerate() {
        if area.waters.trim().is_empty() || area.waters.chars().count() > 200 {
            errors.push(PackError::new(map::FILE, format!("sea_area[{index}].waters"), "1 to 200 characters"));
        }
        if area.name.trim().is_empty() {
            errors.push(PackError::new(map::FILE, format!("sea_area[{index}].name"), "a name has 1 to 40 characters"));
        }
    }
}

fn of_the_roster(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    for (index, kind) in pack.roster.kinds.iter().enumerate() {
        if kind.quality.trim().is_empty() || kind.quality.chars().count() > 100 {
            errors.push(PackError::new(units::FILE, format!("unit[{index}].quality"), "1 to 100 characters"));
        }
        let drawn = |pool: &String| {
            pack.cards
                .iter()
                .flat_map(|card| &card.effects)
                .any(|effect| matches!(effect, CardEffect::Units { pool: Some(from), .. } if from == pool))
        };
        if kind.pool.as_ref().is_some_and(|pool| !drawn(pool)) {
            errors.push(PackError::new(units::FILE, format!("unit[{index}].pool"), "no card brings units from this pool"));
        }
    }
}

fn of_the_cards(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    for (index, card) in pack.cards.iter().enumerate() {
        let mut fault = |key: String, reason: &str| errors.push(PackError::new(cards::FILE, format!("card[{index}].{key}"), reason));
        if card.text.trim().is_empty() || card.text.chars().count() > 500 {
            fault("text".to_owned(), "a card tells 1 to 500 characters");
        }
        let only_adds = |effect: &CardEffect| matches!(effect, CardEffect::LeaderArrives { .. } | CardEffect::Ops { .. });
        if !card.effects.is_empty() && card.effects.iter().all(only_adds) {
            fault("effects".to_owned(), "a leader and Ops come with something else: such an event could never be played");
        }
        if card.effects.is_empty() && card.must_be_played.is_some() {
            fault("must_be_played".to_owned(), "a card without effects is never played as an event");
        }
        for (place, effect) in card.effects.iter().enumerate() {
            if let Err((key, reason)) = check_card(pack.map, card, effect, &card.effects[..place]) {
                fault(format!("effects[{place}].{key}"), reason);
            }
        }
    }
}

/// What of a card's effect the rules could not obey, after those before it: which key, and why.
fn check_card(map: &Map, card: &Card, effect: &CardEffect, before: &[CardEffect]) -> Result<(), Fault> {
    let brings = |who: Leader| card.effects.iter().any(|other| matches!(other, CardEffect::LeaderArrives { leader, .. } if *leader == who));
    match effect {
        CardEffect::Units { count: 0, .. } | CardEffect::Redoubts { count: 0, .. } => Err(("count", "nought brings nothing")),
        CardEffect::Units { with: Some(Leader::Governor | Leader::Successor), .. } => {
            Err(("with", "only the field force's units are its commander's"))
        }
        CardEffect::Units { with: Some(Leader::FieldForce), .. } if !brings(Leader::FieldForce) => {
            Err(("with", "the commander comes with another card"))
        }
        CardEffect::ArmouredTrain { cars, .. } if *cars == 0 || cars % CARS_FOR_A_UNIT != 0 => {
            Err(("cars", "a unit of infantry fills three cars: the train has a multiple of that"))
        }
        CardEffect::LeaderArrives { at: Placement::One(_) | Placement::Any(_), .. } => {
            Err(("at", "a leader comes to a place that is named"))
        }
        // A redoubt that comes with a unit stands where the unit went, and nothing is asked.
        CardEffect::Redoubts { count: 2.., at: Placement::One(_) }
            if !before.iter().any(|other| matches!(other, CardEffect::Units { .. })) =>
        {
            Err(("at", ASKED_FOR_EACH))
        }
        CardEffect::ArmouredTrain { at: Placement::One(_) | Placement::Any(_), .. } => {
            Err(("at", "the train is landed at a port that is named"))
        }
        CardEffect::Ship { at, .. } | CardEffect::ArmouredTrain { at, .. } if is_inland(map, *at) => Err(("at", NO_PORT)),
        CardEffect::FreePassage { units: 0 } => Err(("units", "nought carries nobody")),
        CardEffect::FreePassage { units: 101.. } => Err(("units", "100 units at most")),
        CardEffect::Expedition { units } if units.is_empty() => Err(("units", "an expedition has units")),
        CardEffect::Ops { points: 0 } => Err(("points", "nought gives nothing")),
        CardEffect::Units { .. }
        | CardEffect::Ship { .. }
        | CardEffect::Redoubts { .. }
        | CardEffect::ArmouredTrain { .. }
        | CardEffect::ReplacementsByArm { .. }
        | CardEffect::FreePassage { .. }
        | CardEffect::Raid { .. }
        | CardEffect::LeaderArrives { .. }
        | CardEffect::Ops { .. }
        | CardEffect::Expedition { .. } => Ok(()),
    }
}

/// Whether it is one place, and no ship can come there.
fn is_inland(map: &Map, at: Placement) -> bool {
    matches!(at, Placement::Location(location) if !map.location(location).is_port())
}

/// Whether a leader comes, by a card or a scenario.
fn comes(cards: &[Card], scenarios: &[Scenario], who: Leader) -> bool {
    cards.iter().flat_map(|card| &card.effects).any(|effect| matches!(effect, CardEffect::LeaderArrives { leader, .. } if *leader == who))
        || scenarios.iter().flat_map(|scenario| &scenario.garrisons).any(|garrison| garrison.leaders.contains(&who))
}

fn of_the_leaders(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    let mut fault = |key: &str, reason: &str| errors.push(PackError::new(leaders::FILE, key, reason));
    let marches = pack.cards.iter().flat_map(|card| &card.effects).any(|effect| matches!(effect, CardEffect::Expedition { .. }));
    for (key, described, comes) in [
        ("governor", pack.leaders.governor.is_some(), comes(pack.cards, pack.scenarios, Leader::Governor)),
        ("field_force", pack.leaders.field_force.is_some(), comes(pack.cards, pack.scenarios, Leader::FieldForce)),
        ("expedition", pack.leaders.expedition.is_some(), marches),
    ] {
        match (described, comes) {
            (true, false) => fault(key, "no card or scenario brings this leader: leave the section out"),
            (false, true) => fault(key, "a card or scenario brings this leader: the section is missing"),
            (true, true) | (false, false) => {}
        }
    }
    if let Some(governor) = &pack.leaders.governor {
        if governor.guard == 0 || governor.guard_kinds.is_empty() {
            fault("governor.guard", "a guard has units, and kinds they may be of");
        }
        let there_are: usize = governor.guard_kinds.iter().map(|kind| pack.roster.kinds[kind.index()].units.len()).sum();
        if usize::from(governor.guard) > there_are {
            fault("governor.guard", "there are not so many units of these kinds");
        }
    }
    if let Some(force) = &pack.leaders.field_force
        && force.clears == force.or_clears
    {
        fault("field_force.or_clears", "the other reading names another island");
    }
    if let Some(expedition) = pack.leaders.expedition {
        if !(1..=pack.outline.turns.last).contains(&expedition.turns) {
            fault("expedition.turns", "on the first turns, from 1 to the last of the campaign");
        }
        if expedition.encounter_add == 0 {
            fault("expedition.encounter_add", "nought changes nothing");
        }
    }
}

fn of_the_events(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    for event in pack.random_events {
        let at = format!("event {}", event.number);
        if let Err((key, reason)) = check_event(pack.map, &event.effect) {
            errors.push(PackError::new(random_events::FILE, format!("{at}, effect.{key}"), reason));
        }
        for (key, text, most) in [("title", &event.title, 60), ("text", &event.text, 500)] {
            if text.trim().is_empty() || text.chars().count() > most {
                errors.push(PackError::new(random_events::FILE, format!("{at}, {key}"), format!("1 to {most} characters")));
            }
        }
    }
}

/// What of an effect the rules could not obey: which key, and why.
fn check_event(map: &Map, effect: &RandomEffect) -> Result<(), Fault> {
    match effect {
        RandomEffect::EncounterModifier { add: 0, .. }
        | RandomEffect::SiegeModifier { add: 0, .. }
        | RandomEffect::SiegeLevel { add: 0, .. }
        | RandomEffect::VictoryPoints { add: 0 }
        | RandomEffect::MovementModifier { add: 0 }
        | RandomEffect::NextOpsCard { add: 0 }
        | RandomEffect::MoreOps { add: 0, .. }
        | RandomEffect::ShipCapacity { add: 0 } => Err(("add", "nought changes nothing")),
        RandomEffect::ShipDamaged { damage: 0 } => Err(("damage", "nought changes nothing")),
        RandomEffect::GarrisonDeserts { units: 0 } => Err(("units", "nought changes nothing")),
        RandomEffect::Units { count: 0, .. } | RandomEffect::Redoubts { count: 0, .. } | RandomEffect::LocationsCannotMove { count: 0 } => {
            Err(("count", "nought changes nothing"))
        }
        RandomEffect::Replacements { points: 0 } => Err(("points", "nought changes nothing")),
        RandomEffect::VictoryPoints { add } if !(-1_000..=1_000).contains(add) => Err(("add", "within 1,000")),
        RandomEffect::EncounterModifier { add, .. }
        | RandomEffect::SiegeModifier { add, .. }
        | RandomEffect::MovementModifier { add }
        | RandomEffect::NextOpsCard { add }
            if add.unsigned_abs() > 100 =>
        {
            Err(("add", "within 100"))
        }
        RandomEffect::MoreOps { add: 101.., .. } | RandomEffect::ShipCapacity { add: 101.. } => Err(("add", "100 at most")),
        RandomEffect::MoreOps { lasts: Duration::Turn, .. } => Err(("lasts", "more Ops are for the card of this round")),
        RandomEffect::SiegeLevel { add: 1.., at: WhichSiege::Chosen } => Err(("add", "a siege of the players' choice is only eased")),
        RandomEffect::SiegeModifier { at: WhichSiege::Chosen, .. } => Err(("at", "a siege roll is modified for a random siege")),
        RandomEffect::ReplacementsByRoll { sides: 0 | 1 | 101.., .. } => Err(("sides", "a die has 2 to 100 sides")),
        RandomEffect::ReplacementsByRoll { add: 101.., .. } => Err(("add", "100 points at most")),
        RandomEffect::Redoubts { count: 2.., at: Placement::One(_) } => Err(("at", ASKED_FOR_EACH)),
        RandomEffect::LostShipReplaced { at: Placement::One(_) | Placement::Any(_) } => {
            Err(("at", "a lost ship is replaced at a port that is named"))
        }
        RandomEffect::LostShipReplaced { at } if is_inland(map, *at) => Err(("at", NO_PORT)),
        RandomEffect::ShipStrikesRock { sunk_on: 0 | 1 | 8.., .. } => Err(("sunk_on", "a die shows 2 to 6, and 7 is never")),
        RandomEffect::EncounterModifier { .. }
        | RandomEffect::ShipDamaged { .. }
        | RandomEffect::GarrisonDeserts { .. }
        | RandomEffect::SiegeModifier { .. }
        | RandomEffect::VictoryPoints { .. }
        | RandomEffect::Units { .. }
        | RandomEffect::NoOpsNextRound
        | RandomEffect::UnmetMarch
        | RandomEffect::SiegeLevel { .. }
        | RandomEffect::Replacements { .. }
        | RandomEffect::ReplacementsByRoll { .. }
        | RandomEffect::MoreOps { .. }
        | RandomEffect::MovementModifier { .. }
        | RandomEffect::NextOpsCard { .. }
        | RandomEffect::Redoubts { .. }
        | RandomEffect::NextOpsCardMustAttack
        | RandomEffect::SiegeBetrayed
        | RandomEffect::VillageReturns
        | RandomEffect::ExchangeCard { .. }
        | RandomEffect::LocationsCannotMove { .. }
        | RandomEffect::ShipCapacity { .. }
        | RandomEffect::BattleType { .. }
        | RandomEffect::ShipStrikesRock { .. }
        | RandomEffect::LostShipReplaced { .. } => Ok(()),
    }
}

fn of_the_tables(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    let mut fault = |key: &str, reason: &str| errors.push(PackError::new(tables::FILE, key, reason));
    let supply = &pack.tables.supply;
    match supply.bases.as_slice() {
        [home, overseas] if home != overseas => {}
        [_, _] => fault("supply.bases", "the bases are two places"),
        _ => fault("supply.bases", "two bases: the one at home, then the one overseas"),
    }
    if supply.units_per_point == 0 {
        fault("supply.units_per_point", "a supply point feeds one unit at least");
    }
    if supply.attrition_from_turn == 0 {
        fault("supply.attrition_from_turn", "turns are counted from 1");
    }
    if supply.attrition.count != 1 {
        fault("supply.attrition", "one die is thrown for each unit");
    }
    for (key, dice) in
        [("supply.overseas_points", supply.overseas_points), ("supply.overseas_points_with_allies", supply.overseas_points_with_allies)]
    {
        if dice.most() > 100 {
            fault(key, "100 points at most come in at once");
        }
    }
    if pack.tables.force.guns_kind.most() > i16::from(u8::MAX)
        || i16::from(pack.tables.force.machine_gun_from) > pack.tables.force.guns_kind.most() + 1
    {
        fault("force.machine_gun_from", "the die for the kind of gun cannot show that");
    }
}

/// Sorties, sieges, storms, and boats at a siege.
fn of_the_sieges(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    let mut fault = |key: &str, reason: &str| errors.push(PackError::new(tables::FILE, key, reason));
    let (sortie, siege, storm) = (&pack.tables.sortie, &pack.tables.siege, &pack.tables.storm);
    if storm.dice.count != 1 {
        fault("storm.dice", "one die is thrown for each siege");
    }
    for (key, add) in [
        ("sortie.modifiers.each_four_units", pack.tables.sortie_modifiers.each_four_units),
        ("siege.modifiers.gunboat", siege.modifiers.gunboat),
        ("storm.each_level_past_first", storm.each_level_past_first),
    ] {
        if add.unsigned_abs() > 20 {
            fault(key, "what is added for each of several is within 20");
        }
    }
    let of_sorties: Vec<u8> = sortie.rows().iter().map(|row| row.result.loses_percent).collect();
    let of_sieges = |table: &Table<SiegeResult>| -> Vec<u8> { table.rows().iter().map(|row| row.result.loses_percent).collect() };
    for (key, percents) in
        [("sortie.rows", of_sorties), ("siege.rows", of_sieges(&siege.table)), ("siege.earlier_rows", of_sieges(&siege.earlier_rows))]
    {
        for (index, percent) in percents.into_iter().enumerate().filter(|(_, percent)| *percent > 100) {
            fault(&format!("{key}[{index}].loses_percent"), &format!("{percent} percent cannot be lost"));
        }
    }
    // Which row it is goes by its place: boats are turned back by the first, a gunboat is sunk by the last.
    let (boats, gunboats) = (pack.tables.boats_into_siege.rows(), pack.tables.gunboat_at_siege.rows());
    for (table, rows, place, result, reason) in [
        ("boats_into_siege", boats, 0, "turned back", "the first row turns boats back, and no other does"),
        ("gunboat_at_siege", gunboats, gunboats.len().saturating_sub(1), "sunk", "the last row sinks a gunboat, and no other does"),
    ] {
        for (index, row) in rows.iter().enumerate() {
            if index == place && row.result.damage > 0 {
                fault(&format!("{table}.rows[{index}].damage"), &format!("{reason}: damage would change nothing"));
            }
            if index != place && row.result.result.to_lowercase().contains(result) {
                fault(&format!("{table}.rows[{index}].result"), reason);
            }
        }
    }
}

fn of_the_triggers(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    for (index, trigger) in pack.triggers.iter().enumerate() {
        let then = &trigger.consequence;
        let mut fault =
            |key: &str, reason: &str| errors.push(PackError::new(triggers::FILE, format!("trigger[{index}].then.{key}"), reason));
        if then.may_decline && then.exchange_for.is_none() {
            fault("may_decline", "there is no exchange to decline");
        }
        match then.recall {
            Some(Leader::Governor | Leader::Successor) => fault("recall", "only the field force's commander is recalled"),
            Some(Leader::FieldForce) if pack.leaders.field_force.is_none() => fault("recall", "the campaign has no field force"),
            Some(Leader::FieldForce) | None => {}
        }
    }
}

fn of_the_words(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    for key in pack.words.triggers.keys().filter(|key| !pack.triggers.iter().any(|trigger| trigger.key == **key)) {
        errors.push(PackError::new(words::FILE, format!("triggers.{key}"), "no trigger has this key"));
    }
}

fn of_the_scenarios(pack: &Parts<'_>, errors: &mut Vec<PackError>) {
    for (index, scenario) in pack.scenarios.iter().enumerate() {
        let mut fault = |key: String, reason: &str| errors.push(PackError::new(setup::FILE, format!("scenario[{index}].{key}"), reason));
        let track = &pack.outline.victory;
        if scenario.victory_points <= track.won_at || scenario.victory_points >= track.lost_at {
            let reason =
                format!("a campaign begins between {} points, where it is won, and {}, where it is lost", track.won_at, track.lost_at);
            fault("victory_points".to_owned(), &reason);
        }
        let is_like = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
        for other in &pack.scenarios[..index] {
            if is_like(&scenario.key, &other.key) {
                fault("key".to_owned(), "another scenario has this key, letter case aside");
            }
            if is_like(&scenario.title, &other.title) {
                fault("title".to_owned(), "another scenario has this title, letter case aside");
            }
        }
        for (place, enters) in scenario.entering.iter().enumerate() {
            if !(scenario.first_turn..=pack.outline.turns.last).contains(&enters.turn) {
                fault(format!("cards.enters[{place}].turn"), "the scenario has no such turn");
            }
        }
        for (place, garrison) in scenario.garrisons.iter().enumerate() {
            if garrison.leaders.contains(&Leader::Successor) {
                fault(format!("garrison[{place}].leaders"), "a successor comes by a card");
            }
        }
    }
}
