//! What an order is called in a menu, and what it costs or risks.

use engine::campaign::odds::march;
use engine::campaign::rules::{encounter, movement, play, rebellion, sieges};
use engine::campaign::{BattleKind, CardUse, Decision, GovernorPlace, Odds, Order, Roll, State, Station};
use engine::pack::{CardNumber, LocationId, Nation, ShipId, SpaceId, UnitId, UnitSet};

use crate::despatches::{group, odds};
use crate::model::topic::Topic;
use crate::words;

/// What the order is called in a menu, and what it costs or risks.
#[must_use]
pub fn describe_order(state: &State, order: &Order) -> (String, String) {
    let (called, costs) = unfilled(state, order);
    (words::told(state.pack(), &called), words::told(state.pack(), &costs))
}

/// The same, people by a word in brackets.
fn unfilled(state: &State, order: &Order) -> (String, String) {
    match order {
        Order::Play { card, r#as } => of_a_card(state, *card, *r#as),
        Order::Pass => ("Pass: 1 Op".to_owned(), "no card is played this round".to_owned()),
        Order::EndRound => ("End the round".to_owned(), left_over(state)),
        Order::Activate { .. } => of_a_march(state, order),
        Order::Retreat { .. } => of_the_rebellion(state, order),
        _ => match Topic::of(order) {
            Topic::Rebellion => of_the_rebellion(state, order),
            Topic::Move => of_a_march(state, order),
            Topic::Sail => of_a_fleet(state, order),
            Topic::Battle | Topic::Siege => of_a_battle(state, order),
            Topic::Cards | Topic::Decision | Topic::Replacements => of_a_decision(state, order),
        },
    }
}

fn of_the_rebellion(state: &State, order: &Order) -> (String, String) {
    let pack = state.pack();
    match order {
        Order::DrawCards => ("Draw the cards".to_owned(), format!("the hand is filled up to {}", pack.outline.turns.hand)),
        Order::CheckRevolts => ("Roll the rebellion".to_owned(), "every place in the order of the table".to_owned()),
        Order::CheckRevolt { location } => {
            let risk = chance(&rebellion::revolt_roll(state, *location), "rises");
            (format!("Roll for {}", pack.location_name(*location)), format!("{risk} · {}", garrison(state, *location)))
        }
        Order::Retreat { to } => {
            let from = state.decision().and_then(|decision| if let Decision::Retreat { from, .. } = decision { Some(*from) } else { None });
            let distance =
                from.and_then(|from| pack.map.distance(from, *to)).map_or_else(|| "by sea".to_owned(), |spaces| format!("{spaces} spaces"));
            (
                format!("Retreat to {}", pack.location_name(*to)),
                format!("{} · {distance} · {}{}", pack.map.location(*to).kind.word(), garrison(state, *to), siege(state, *to)),
            )
        }
        _ => (String::new(), String::new()),
    }
}

/// The chance of a roll of one die: "rises on 5 or more: 2 in 6".
fn chance(roll: &Roll, does: &str) -> String {
    match roll.chances() {
        0 => format!("never {does}, as things are"),
        chances if chances == roll.sides => format!("certainly {does}"),
        chances => format!("{does} on {} or more: {chances} in {}", roll.sides - chances + 1, roll.sides),
    }
}

fn garrison(state: &State, location: LocationId) -> String {
    match state.garrison(location).len() {
        0 => "nobody there".to_owned(),
        1 => "1 unit there".to_owned(),
        units => format!("{units} units there"),
    }
}

fn siege(state: &State, location: LocationId) -> String {
    match state.siege_level(location) {
        0 => String::new(),
        level => format!(" · besieged, level {level}"),
    }
}

fn of_a_card(state: &State, number: CardNumber, r#as: CardUse) -> (String, String) {
    let Some(card) = state.pack().card(number) else { return (format!("Card {}", number.0), String::new()) };
    let event = format!("random event on {}: {} in 36", card.random_event, 6 - u8::abs_diff(card.random_event, 7));
    match r#as {
        CardUse::Event => {
            let gone = if card.leaves_campaign { " · the card leaves the campaign" } else { "" };
            (format!("{} {}: event", number.0, card.title), format!("{}{gone}", words::shortened(&card.text, 66)))
        }
        CardUse::Ops => {
            let ops = play::ops_of(state, card);
            (format!("{} {}: {ops} {}", number.0, card.title, if ops == 1 { "Op" } else { "Ops" }), event)
        }
        CardUse::Replacements => {
            let cost = state.pack().outline.victory.replacements_card;
            let points = if card.ops == 1 { "replacement" } else { "replacements" };
            (format!("{} {}: {} {points}", number.0, card.title, card.ops), format!("{cost:+} victory points · {event}"))
        }
    }
}

fn left_over(state: &State) -> String {
    match state.round().ops() {
        0 => "no Ops are left".to_owned(),
        ops => format!("{} unspent", words::count(ops.into(), "Op is", "Ops are")),
    }
}

/// A space, as it stands: "Mahdist village · met there on 5 or more: 2 in 6".
fn space(state: &State, at: SpaceId) -> String {
    let pack = state.pack();
    let Some(location) = pack.map.location_at(at) else {
        return encounter::Situation::on_map(state, at)
            .and_then(|situation| situation.roll(&pack.tables))
            .map_or_else(String::new, |roll| chance(&roll, "met there"));
    };
    let kind = pack.map.location(location).kind.word();
    if state.control(location).is_held() {
        return format!("ours, {kind} · {}{}", garrison(state, location), siege(state, location));
    }
    let risk = match encounter::Situation::on_map(state, at).and_then(|situation| situation.roll(&pack.tables)) {
        Some(roll) => chance(&roll, "met there"),
        None => "certainly met".to_owned(),
    };
    format!("[enemy] {kind} · {risk}")
}

/// What a unit is: "Militia 3 (2 of 4)".
fn unit(state: &State, unit: UnitId) -> String {
    let name = &state.pack().roster.unit(unit).name;
    let (steps, full) = (state.steps(unit), state.options().steps);
    if steps == full || steps == 0 { name.clone() } else { format!("{name} ({steps} of {full})") }
}

fn kind(state: &State, unit: UnitId) -> String {
    state.pack().roster.kind_of(unit).quality.clone()
}

/// A station's name.
#[must_use]
pub fn station(state: &State, at: Station) -> String {
    match at {
        Station::Space(space) => state.pack().map.space_name(space),
        Station::Sea(area) => format!("Sea Area {}", state.pack().map.sea_areas[area.index()].name),
    }
}

fn strength(units: UnitSet) -> String {
    words::count(units.len(), "unit", "units")
}

fn of_a_march(state: &State, order: &Order) -> (String, String) {
    let pack = state.pack();
    match order {
        Order::Activate { at } => {
            let there = match at {
                Station::Space(space) => {
                    let ships = pack.map.location_at(*space).map_or(0, |port| state.ships_in(port).len());
                    let sail = if ships == 0 { String::new() } else { format!(", {}", words::count(ships, "ship", "ships")) };
                    format!("{}{sail}", strength(state.units_at(*space)))
                }
                Station::Sea(area) => words::count(state.ships_at_sea(*area).len(), "ship", "ships"),
            };
            (format!("Activate {}", station(state, *at)), format!("1 Op · {there}"))
        }
        Order::Form { at } => {
            (format!("Move from {}", pack.map.space_name(*at)), format!("{} can still move", strength(movement::movable(state, *at))))
        }
        Order::Leave { unit: left } => (format!("Leave {} behind", unit(state, *left)), kind(state, *left)),
        Order::Gather => ("Take everyone along".to_owned(), String::new()),
        Order::TakeSupply => ("Take a supply point".to_owned(), String::new()),
        Order::LeaveSupply => ("Leave a supply point".to_owned(), String::new()),
        Order::MarchUnmet => ("March unmet".to_owned(), "guides, or the night: nobody is rolled for".to_owned()),
        Order::March { to } => {
            let from = state.round().force().map(|force| force.at);
            let spaces = from.and_then(|from| state.spaces_to(from, engine::pack::SpaceSet::of(*to))).unwrap_or_default();
            let far = words::count(spaces.into(), "space", "spaces");
            let fight = if state.is_besieged(*to) { " · a relief battle" } else { "" };
            // Of a way of several spaces the last is only the last risk.
            let unmet = state
                .round()
                .force()
                .filter(|_| spaces > 1)
                .and_then(|force| march::march(state, force.at, *to, force.units))
                .filter(|odds| !odds.arrives.is_one())
                .map_or_else(String::new, |odds| format!(", unmet {}", odds::chance(odds.arrives)));
            (format!("March to {}", pack.map.space_name(*to)), format!("{far}{unmet} · {}{fight}", space(state, *to)))
        }
        Order::Halt => ("Halt".to_owned(), "the force stays where it is".to_owned()),
        Order::LayTrack { at } => (format!("Lay track at {}", pack.map.space_name(*at)), "an Op lays two points".to_owned()),
        Order::Entrain { unit: boards } => (format!("Entrain {}", unit(state, *boards)), kind(state, *boards)),
        Order::RunTrain { to } => (format!("Run the train to {}", pack.map.space_name(*to)), "1 Op, there and back".to_owned()),
        Order::Ferry { unit: goes } => {
            let at = state.space_of_unit(*goes).map_or_else(String::new, |space| format!("from {}", pack.map.space_name(space)));
            (format!("Carry {}", unit(state, *goes)), at)
        }
        _ => (String::new(), String::new()),
    }
}

fn ship_name(state: &State, ship: ShipId) -> String {
    state.pack().roster.ships[ship.index()].name.clone()
}

fn of_a_fleet(state: &State, order: &Order) -> (String, String) {
    let pack = state.pack();
    match order {
        Order::FormFleet { at } => (format!("Ships at {}", station(state, *at)), "those with functions left".to_owned()),
        Order::LeaveShip { ship } => (format!("Leave the {} behind", ship_name(state, *ship)), String::new()),
        Order::Sail { to } => {
            let what = match to {
                Station::Space(space) => pack
                    .map
                    .location_at(*space)
                    .map_or_else(String::new, |port| format!("friendly port · {}{}", garrison(state, port), siege(state, port))),
                Station::Sea(area) => pack.map.sea_areas[area.index()].waters.clone(),
            };
            (format!("Sail to {}", station(state, *to)), what)
        }
        Order::Land { at } => (format!("Land at {}", pack.location_name(*at)), space(state, pack.map.space_of(*at))),
        Order::Load { unit: boards } => (format!("Embark {}", unit(state, *boards)), kind(state, *boards)),
        Order::LoadAll => ("Embark all".to_owned(), "as many as there is room for".to_owned()),
        Order::Unload { unit: lands } => (format!("Put {} ashore", unit(state, *lands)), kind(state, *lands)),
        Order::UnloadAll => ("Put all ashore".to_owned(), String::new()),
        Order::LoadSupply => ("Embark a supply point".to_owned(), String::new()),
        Order::UnloadSupply => ("Land a supply point".to_owned(), String::new()),
        Order::EmbarkGovernor => ("Take [governor] aboard".to_owned(), "safe once he lands at another open port".to_owned()),
        Order::LoadTrain => ("Embark the train".to_owned(), "two transports, one function each".to_owned()),
        Order::UnloadTrain => ("Land the train".to_owned(), "one function of both transports".to_owned()),
        Order::Repair { ship } => {
            let markers = words::count(state.damage(*ship).into(), "marker of damage", "markers of damage");
            (format!("Repair the {}", ship_name(state, *ship)), format!("one of {markers}, for a function"))
        }
        Order::Anchor => ("Anchor".to_owned(), "the ships stay where they are".to_owned()),
        _ => (String::new(), String::new()),
    }
}

/// Why a battle is fought, in words.
#[must_use]
pub const fn battle_kind(kind: BattleKind) -> &'static str {
    match kind {
        BattleKind::Encounter => "met on the march",
        BattleKind::Landing => "a landing",
        BattleKind::Relief => "a relief",
        BattleKind::Breakout => "a breakout",
        BattleKind::Storm => "a storm of the walls",
    }
}

fn of_a_battle(state: &State, order: &Order) -> (String, String) {
    let pack = state.pack();
    match order {
        Order::Fight { at } => {
            let met = state.round().battle_at(*at);
            let what = met.map_or_else(String::new, |met| format!("{}, {}", battle_kind(met.kind), strength(met.units)));
            (format!("Fight at {}", pack.map.space_name(*at)), what)
        }
        Order::ReportLoss { unit: hurt, steps } => {
            let has = state.steps(*hurt);
            let all = if *steps == has { "all it had".to_owned() } else { format!("{} left", has.saturating_sub(*steps)) };
            (format!("{} lost {}", unit(state, *hurt), words::count((*steps).into(), "step", "steps")), all)
        }
        Order::HoldField => ("[army] held the field".to_owned(), "the lost come back on 5 and 6".to_owned()),
        Order::Withdraw { cavalry, surrounded, odds } => {
            let odds = match odds {
                Odds::Even => "not outnumbered 2:1",
                Odds::OverTwoToOne => "outnumbered over 2:1",
                Odds::OverThreeToOne => "outnumbered over 3:1",
            };
            let horse = words::count((*cavalry).into(), "unit of cavalry", "units of cavalry");
            let surrounded = if *surrounded { ", surrounded" } else { "" };
            (format!("[army] left the field: {odds}{surrounded}, {horse}"), "a pursuit follows".to_owned())
        }
        Order::Commit { unit: told } => (format!("Tell off {}", unit(state, *told)), kind(state, *told)),
        Order::CommitAll => ("Tell off everyone".to_owned(), String::new()),
        Order::Sortie => {
            let units = sieges::committed(state);
            let at =
                state.decision().and_then(|decision| if let Decision::Garrison { location } = decision { Some(*location) } else { None });
            let add = at.map_or(0, |at| sieges::sortie_roll(state, at, units).modifier());
            ("Sally out".to_owned(), format!("{}, {add:+} on two dice", strength(units)))
        }
        Order::BreakOut => ("Break out".to_owned(), format!("{}: a battle on the table", strength(sieges::committed(state)))),
        Order::SitTight => ("Sit tight".to_owned(), "the Siege Table is rolled on".to_owned()),
        _ => (String::new(), String::new()),
    }
}

fn of_a_decision(state: &State, order: &Order) -> (String, String) {
    let pack = state.pack();
    let place = |location: LocationId| (pack.location_name(location).to_owned(), space(state, pack.map.space_of(location)));
    match order {
        Order::Place { kind, at, count } => {
            let kind = &pack.roster.kinds[kind.index()];
            (format!("{count} {} to {}", kind.name, pack.map.space_name(*at)), space(state, *at))
        }
        Order::PlaceShip { at } => place(*at),
        Order::BuildRedoubt { at } => (format!("A redoubt at {}", pack.location_name(*at)), format!("{} there now", state.redoubts(*at))),
        Order::Raid { location } => (format!("Raid {}", pack.location_name(*location)), "it comes under the [allied] flag".to_owned()),
        Order::Garrison { unit: stays } => (format!("Leave {} there", unit(state, *stays)), kind(state, *stays)),
        Order::GiveCard { card } => (format!("Give up {}", card_title(state, *card)), String::new()),
        Order::TakeCard { card } => (format!("Take {}", card_title(state, *card)), String::new()),
        Order::ChooseSiege { location } => {
            (pack.location_name(*location).to_owned(), siege(state, *location).trim_start_matches(" · ").to_owned())
        }
        Order::ChooseNation { nation } => {
            let whose = if *nation == Nation::British { "[allied]" } else { "[native]" };
            (format!("{whose} replacements"), String::new())
        }
        Order::LandExpedition { port } => {
            (format!("Land at {}", pack.location_name(*port)), siege(state, *port).trim_start_matches(" · ").to_owned())
        }
        Order::Decline => ("No, thank you".to_owned(), "nothing more of it".to_owned()),
        Order::FerryTo { to } => place(*to),
        Order::Lose { unit: lost, whole: true } => (format!("Lose {}", unit(state, *lost)), kind(state, *lost)),
        Order::Lose { unit: lost, whole: false } => (format!("A step of {}", unit(state, *lost)), kind(state, *lost)),
        Order::SpreadLosses => ("Share the losses out".to_owned(), "steps from the strongest, units from the weakest".to_owned()),
        Order::RetreatTo { to } => (format!("Fall back to {}", pack.map.space_name(*to)), space(state, *to)),
        Order::RetreatByShip { to } => (format!("Take ship to {}", pack.location_name(*to)), "as many as the ships carry".to_owned()),
        Order::ReportShip { ship, damage } => {
            let what =
                damage.map_or_else(|| "sunk".to_owned(), |damage| words::count(damage.into(), "marker of damage", "markers of damage"));
            (format!("{}: {what}", ship_name(state, *ship)), String::new())
        }
        Order::EndDuel => ("The duel is over".to_owned(), "ships not reported are unhurt".to_owned()),
        Order::BreakOutTo { to } => (format!("Out to {}", pack.map.space_name(*to)), space(state, *to)),
        Order::Replace { unit: filled } => {
            let (steps, full) = (state.steps(*filled), state.options().steps);
            (format!("A point for {}", pack.roster.unit(*filled).name), format!("{steps} of {full} steps now"))
        }
        Order::Rebuild { kind } => (format!("Raise {} again", pack.roster.kinds[kind.index()].name), "2 points".to_owned()),
        Order::EndReplacements => ("Keep what points are left".to_owned(), "the turn ends".to_owned()),
        Order::Appoint { member, post } => (format!("Member {member} is made {}", group::post_word(*post)), String::new()),
        Order::Discharge { member } => (format!("Member {member} leaves"), String::new()),
        Order::CallVote => ("A vote on the commander in chief".to_owned(), String::new()),
        Order::Vote { member, dismiss } => {
            (format!("Member {member} votes to {} the commander", if *dismiss { "dismiss" } else { "keep" }), String::new())
        }
        _ => (String::new(), String::new()),
    }
}

fn card_title(state: &State, number: CardNumber) -> String {
    state.pack().card(number).map_or_else(|| format!("card {}", number.0), |card| format!("{} {}", number.0, card.title))
}

/// Where the governor is, in words, if he matters.
#[must_use]
pub fn governor(state: &State) -> Option<String> {
    let governor = state.governor();
    let name = &state.pack().words.leaders.governor;
    match governor.place {
        GovernorPlace::At(at) if governor.leaves => Some(format!("{name} wants to leave {}", state.pack().location_name(at))),
        GovernorPlace::At(at) => Some(format!("{name} is at {}", state.pack().location_name(at))),
        GovernorPlace::Aboard(ship) => Some(format!("{name} is aboard the {}", ship_name(state, ship))),
        GovernorPlace::Absent | GovernorPlace::Safe | GovernorPlace::Dead => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::campaign::Options;
    use engine::campaign::Seat;
    use engine::dice::Dice;
    use engine::game::Game;
    use engine::pack::Pack;

    use super::*;

    /// Discord takes no two completions of one name, and nobody could choose between them.
    #[test]
    fn no_two_orders_that_are_legal_together_are_called_the_same() {
        for seed in 1..12_u64 {
            let mut state = State::new(Pack::embedded().unwrap());
            let mut dice = Dice::seeded([seed as u8; 32], 0);
            let options = Options { gunboat_encounters: seed.is_multiple_of(2), ..Options::default() };
            let scenario = if seed.is_multiple_of(3) { "reconquest" } else { "uprising" };
            state.give(Seat::Commander, &Order::SetUp { scenario: scenario.to_owned(), options }, &mut dice).unwrap();
            let mut choice = seed;
            while state.ending().is_none() {
                let mut orders = Vec::new();
                state.legal_orders(Seat::Commander, &mut orders);
                let mut names = BTreeSet::new();
                for order in &orders {
                    let (name, _) = describe_order(&state, order);
                    assert!(!name.is_empty() && name.chars().count() <= 100, "{order:?}: {name}");
                    assert!(names.insert(name.to_lowercase()), "{order:?}: {name}");
                }
                choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let order = orders[(choice >> 33) as usize % orders.len()].clone();
                state.give(Seat::Commander, &order, &mut dice).unwrap();
            }
        }
    }
}
