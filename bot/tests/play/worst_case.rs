//! The worst cases fit Discord's limits: everything lost at once, everybody in one place, names as long as packs may have.
//!
//! Each despatch is rendered in every way the umpire sends it, and what would go over the wire is held against the limits

//! twice: by twilight's validators, and by hand for what they do not look at.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};
use umpire::despatches::position;

use crate::table::Table;
use engine::campaign::Seat;
use engine::campaign::odds::{self, march, revolt, siege, sortie};
use engine::campaign::rules::casualties::{MOST_LOST, recovery};
use engine::campaign::rules::encounter::{Ground, Situation, encounter};
use engine::campaign::rules::pursuit::{self, pursuit};
use engine::campaign::rules::rebellion;
use engine::campaign::{
    CardUse, Decision, Event, LedgerEntry, LedgerReason, LossCause, Options, Order, Phase, Purpose, Reason, Refusal, Roll, Source, State,
};
use engine::dice::Dice;
use engine::dice::DiceSpec;
use engine::game::Game;
use engine::pack::{GarrisonFate, IslandId, LocationId, Pack, ShipId, UnitId};
use pictures::Extent;
use pictures::odds::{alt_text, odds_sheet};
use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::sync::RwLock;
use twilight_model::channel::message::{Component, Embed};
use umpire::despatches::board;
use umpire::despatches::odds as told;
use umpire::despatches::odds::Told;
use umpire::despatches::summary::{Account, Span, ends_a_turn, summary};
use umpire::despatches::{campaign, guide, opening, quick, sheet};
use umpire::discord::render;
use umpire::drawing::overlays;
use umpire::drawing::plate::Plate;
use umpire::drawing::situation;
use umpire::model::campaign::{Sealed, Seed};
use umpire::model::despatch::Despatch;
use umpire::model::ids::{CampaignId, MessageId, UserId};
use umpire::model::opening::Opening;
use umpire::model::orders::is_listed;
use umpire::model::standing::Standing;

/// Numbers as long as they come.
const STANDING: Standing = Standing::commanded(CampaignId(i64::MAX), u32::MAX, Some(UserId(u64::MAX)));

/// The sandbox waits for answers as long as Discord does: what plays there has the processors to itself, and is not late
/// because campaigns are played by the hundred beside it.
static ALONE: RwLock<()> = RwLock::const_new(());

/// A text of exactly so many characters that begins as it did. The letters are not of one byte each, so that a length
/// counted in bytes shows.
fn stretched(text: &str, to: usize) -> String {
    text.chars().chain(std::iter::repeat('ö')).take(to.max(text.chars().count())).collect()
}

/// The embedded pack with every name as long as its checks allow, and a hand of twenty cards. Where a pack's checks set no
/// limit, the longest that a group may reasonably write: 60 characters for a kind of unit, a ship, a card.
fn longest_names() -> Arc<Pack> {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    Arc::clone(PACK.get_or_init(|| {
        let own = Pack::embedded().unwrap();
        let mut sources = own.sources().clone();
        let places = own.map.locations.iter().map(|place| (&place.name, 40));
        let islands = own.map.islands.iter().map(|island| (&island.name, 40));
        let seas = own.map.sea_areas.iter().map(|sea| (&sea.name, 40));
        let units = own.roster.units.iter().map(|unit| (&unit.name, 60));
        let kinds = own.roster.kinds.iter().map(|kind| (&kind.name, 60));
        let ships = own.roster.ships.iter().map(|ship| (&ship.name, 60));
        let cards = own.cards.iter().map(|card| (&card.title, 60));
        let scenarios = own.scenarios.iter().flat_map(|scenario| [(&scenario.title, 60), (&scenario.summary, 1_000)]);
        let outline = [(&own.outline.title, 100), (&own.outline.short_title, 50), (&own.outline.summary, 1_000)];
        let mut done = HashSet::new();
        for (name, to) in
            places.chain(islands).chain(seas).chain(units).chain(kinds).chain(ships).chain(cards).chain(scenarios).chain(outline)
        {
            if done.insert(name) {
                let (old, new) = (format!("\"{name}\""), format!("\"{}\"", stretched(name, to)));
                sources.values_mut().for_each(|text| *text = text.replace(&old, &new));
            }
        }
        sources.values_mut().for_each(|text| *text = text.replace("\nhand = 7\n", "\nhand = 20\n"));
        let pack = Pack::load(sources).unwrap_or_else(|errors| panic!("{errors}"));
        assert!(pack.map.locations.iter().all(|place| place.name.chars().count() == 40), "every place has the longest name");
        assert!(pack.roster.units.iter().all(|unit| unit.name.chars().count() >= 40), "so has every unit");
        assert_eq!(pack.outline.turns.hand, 20);
        Arc::new(pack)
    }))
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Holds the JSON of a message against Discord's limits.
#[track_caller]
fn fits(message: &Value) {
    let content = message["content"].as_str().unwrap_or_default();
    twilight_validate::message::content(content).unwrap_or_else(|error| panic!("{error}: {content}"));
    let embeds: Vec<Embed> = serde_json::from_value(message.get("embeds").cloned().unwrap_or_else(|| json!([]))).unwrap();
    twilight_validate::message::embeds(&embeds).unwrap_or_else(|error| panic!("{error}: {message:#}"));
    assert!(!content.is_empty() || !embeds.is_empty(), "an empty message is refused");
    let components: Vec<Component> = serde_json::from_value(message.get("components").cloned().unwrap_or_else(|| json!([]))).unwrap();
    twilight_validate::message::components(&components, false).unwrap_or_else(|error| panic!("{error}: {message:#}"));
    for embed in list(&message["embeds"]) {
        assert!(characters(embed["description"].as_str().unwrap_or_default()) <= 4_096);
        assert!(characters(embed["footer"]["text"].as_str().unwrap_or_default()) <= 2_048);
    }
    let rows = list(&message["components"]);
    assert!(rows.len() <= 5, "{} rows", rows.len());
    let mut ids = HashSet::new();
    for part in rows.iter().flat_map(|row| list(&row["components"])) {
        let id = part["custom_id"].as_str().unwrap();
        assert!((1..=100).contains(&characters(id)), "{id}");
        assert!(ids.insert(id), "{id} is there twice");
        if let Some(label) = part["label"].as_str() {
            assert!((1..=80).contains(&characters(label)), "{label}");
        }
        assert!(characters(part["placeholder"].as_str().unwrap_or_default()) <= 150);
        let mut values = HashSet::new();
        for option in list(&part["options"]) {
            let (label, value) = (option["label"].as_str().unwrap(), option["value"].as_str().unwrap());
            assert!((1..=100).contains(&characters(label)) && (1..=100).contains(&characters(value)), "{option}");
            assert!(option["description"].as_str().is_none_or(|words| (1..=100).contains(&characters(words))), "{option}");
            assert!(values.insert(value), "{value} is offered twice");
        }
        assert!(part.get("options").is_none() || (1..=25).contains(&values.len()), "{} options", values.len());
    }
    for attachment in list(&message["attachments"]) {
        let words = attachment["description"].as_str().unwrap_or_default();
        twilight_validate::message::attachment_description(words).unwrap_or_else(|error| panic!("{error}: {words}"));
    }
}

#[test]
fn what_is_past_a_limit_is_found_out() {
    let button = |id: &str, label: &str| json!({ "type": 2, "style": 1, "custom_id": id, "label": label });
    let row = |parts: Vec<Value>| json!({ "content": "x", "components": [{ "type": 1, "components": parts }] });
    let menu = |options: Vec<Value>| row(vec![json!({ "type": 3, "custom_id": "m", "options": options })]);
    let option = |value: &str| json!({ "label": "a", "value": value, "description": "b" });
    fits(&row(vec![button("a", "A"), button("b", "B")]));
    fits(&menu((0..25).map(|number| option(&number.to_string())).collect()));
    for past in [
        json!({}),
        json!({ "content": "x".repeat(2_001) }),
        json!({ "embeds": [{ "type": "rich", "description": "x".repeat(4_097) }] }),
        json!({ "embeds": [{ "type": "rich", "description": "x".repeat(4_000), "footer": { "text": "x".repeat(2_001) } }] }),
        json!({ "content": "x", "components": vec![json!({ "type": 1, "components": [button("a", "A")] }); 6] }),
        row(vec![button("a", "A"), button("a", "B")]),
        row(vec![button("a", &"A".repeat(81))]),
        row(vec![button(&"a".repeat(101), "A")]),
        row((0..6).map(|number| button(&number.to_string(), "A")).collect()),
        menu(vec![]),
        menu((0..26).map(|number| option(&number.to_string())).collect()),
        menu(vec![option("a"), option("a")]),
        menu(vec![option(&"a".repeat(101))]),
        json!({ "content": "x", "attachments": [{ "id": 0, "filename": "map.png", "description": "x".repeat(1_025) }] }),
    ] {
        assert!(std::panic::catch_unwind(|| fits(&past)).is_err(), "{past:#} fits?");
    }
}

/// Holds a despatch against Discord's limits, in every way it can be sent. It may be shortened, but never in what is next.
#[track_caller]
fn despatch_fits(despatch: &Despatch, alt_text: &str) {
    let plate = || Some(Plate { name: "map.png", bytes: vec![0], alt_text: alt_text.to_owned() });
    let sent = [
        serde_json::to_value(render::message(despatch, None, "umpire-1")).unwrap(),
        serde_json::to_value(render::message(despatch, plate(), "umpire-1")).unwrap(),
        serde_json::to_value(render::response(despatch, true)).unwrap(),
        serde_json::to_value(render::edit(despatch, plate())).unwrap(),
        serde_json::to_value(render::follow_up(despatch, true)).unwrap(),
    ];
    for message in &sent {
        fits(message);
        if !despatch.next.is_empty() {
            let description = message["embeds"][0]["description"].as_str().unwrap();
            assert!(description.ends_with(&despatch.next), "what is next is cut off: {description}");
        }
        let offered: usize = list(&message["components"]).iter().map(|row| list(&row["components"]).len()).sum();
        assert_eq!(offered, despatch.buttons.len() + usize::from(despatch.menu.is_some()), "a button fell off the message");
    }
    // For those who have embeds off all of it stands in the message, or in a file beside it.
    let plain = Despatch { plain: true, ..despatch.clone() };
    for message in [
        serde_json::to_value(render::message(&plain, plate(), "umpire-1")).unwrap(),
        serde_json::to_value(render::response(&plain, true)).unwrap(),
        serde_json::to_value(render::edit_message(&plain).message).unwrap(),
    ] {
        fits(&message);
        let content = message["content"].as_str().unwrap();
        assert!(message["embeds"].as_array().is_none_or(Vec::is_empty), "{content}");
        // Where even what is next is longer than a message, it is in the file.
        assert!(content.contains(&despatch.next) || characters(&despatch.next) > 1_000, "{content}");
    }
    let file = usize::from(despatch.attachment.is_some());
    assert_eq!(list(&sent[1]["attachments"]).len(), 1 + file, "the picture and the file go with it");
}

/// The map in words, of all of it and of each island.
fn alt_texts(state: &State) -> Vec<String> {
    let ground = situation::ground(state.pack()).unwrap();
    let situation = situation::situation(state.pack(), &state.view(Seat::Player), "Turn 20, the rebellion under way");
    let islands = state.pack().map.islands.iter().map(|island| Extent::Island(island.name.clone()));
    std::iter::once(Extent::Whole).chain(islands).map(|extent| pictures::alt_text(&ground, &situation, &extent)).collect()
}

/// Whatever can be said of a state as it stands: the board, and the map in words.
#[track_caller]
fn state_fits(state: &State) {
    let words = alt_texts(state);
    assert!(words.iter().all(|words| (1..=1_024).contains(&characters(words))), "{words:#?}");
    let longest = words.iter().max_by_key(|words| characters(words)).unwrap();
    despatch_fits(&board::board(state, STANDING), longest);
}

/// Every sheet of a state, and the step that is shown in it.
#[track_caller]
fn sheets_fit(state: &State) {
    let orders = sheet::legal(state);
    let listed: Vec<&Order> = orders.iter().filter(|order| is_listed(order)).collect();
    let questions = sheet::questions(&listed);
    for word in sheet::topics(&orders).iter().map(|topic| topic.word()).chain(questions.iter().map(|question| question.word())) {
        let mut sheet = sheet::of_word(state, STANDING, word, 0).unwrap();
        sheet::with_draft(&mut sheet, STANDING.campaign, &["x".repeat(100)]);
        despatch_fits(&sheet, "the map");
    }
    guide::step(state, STANDING).iter().for_each(|step| despatch_fits(step, "the map"));
}

#[test]
fn the_questions_before_a_campaign_fit_a_message_with_the_longest_names_and_many_packs() {
    let packs = vec![longest_names(); 30];
    let mut opening = Opening::default();
    despatch_fits(&opening::step(&packs, opening).unwrap(), "the map");
    opening = Opening { pack: 29, scenario: Some(1), ..opening };
    for answer in [
        |opening: Opening| opening,
        |opening: Opening| Opening { full: Some(true), ..opening },
        |opening: Opening| Opening { alone: Some(false), ..opening },
    ] {
        opening = answer(opening);
        despatch_fits(&opening::step(&packs, opening).unwrap(), "the map");
    }
}

/// Whatever is posted for an order.
#[track_caller]
fn order_fits(state: &State, order: &Order, events: &[Event]) {
    despatch_fits(&campaign::for_order(state, order, events, STANDING), "the map");
    despatch_fits(&all_rolls(state, events), "the map");
    state_fits(state);
    if ends_a_turn(events) {
        summary_fits(&Account {
            span: Span::Turn(u8::MAX),
            before: state.clone(),
            events: events.to_vec(),
            after: state.clone(),
            taken_back: Vec::new(),
            commands: every_commander(),
        });
    }
}

/// The summary of an account, as it is posted and as it is told: nothing of it falls off the message, and the file has no limit.
#[track_caller]
fn summary_fits(account: &Account) {
    let state = &account.after;
    let told = summary(account).despatch(state, STANDING.revision);
    let (_, buttons) = umpire::despatches::controls::controls(state, STANDING);
    let posted = Despatch { next: position::next(state, STANDING.commander), mention: STANDING.commander, buttons, ..told.clone() };
    let body = posted.body();
    assert!(!body.contains("more roll"), "small print is left out: {body}");
    let headings = ["Ground", "Forces", "Losses and returns", "The ledger", "Stores", "Ships", "Next turn's dangers"];
    for heading in headings.into_iter().take(if state.ending().is_some() { 6 } else { 7 }) {
        assert!(body.contains(&format!("**{heading}:** ")), "{heading} is left out: {body}");
    }
    despatch_fits(&told, "the map");
    despatch_fits(&posted, "the map");
    let text = &told.attachment.as_ref().unwrap().text;
    for unit in (0..state.pack().roster.units.len()).map(UnitId::at).filter(|unit| state.steps(*unit) > 0) {
        assert!(text.contains(&state.pack().roster.unit(unit).name), "everybody is in the file");
    }
}

#[test]
fn the_summary_of_the_worst_of_turns_fits_a_message_and_its_file_leaves_nobody_out() {
    for pack in [Pack::embedded().unwrap(), longest_names()] {
        let before = in_rebellion(&pack);
        let port = pack.map.location_ids().find(|location| pack.map.location(*location).is_port()).unwrap();
        let units = (0..pack.roster.units.len()).map(UnitId::at).collect();
        let ledger = |location| Event::LedgerEntered { entry: LedgerEntry { reason: LedgerReason::LocationLost(location), points: 1_000 } };
        let mut gathered = vec![Event::UnitsArrived { units, at: pack.map.space_of(port), source: Source::Rebuilt }];
        gathered.extend((0..pack.roster.ships.len()).map(|ship| Event::ShipArrived { ship: ShipId::at(ship), at: port }));
        gathered.extend((0..pack.roster.ships.len()).map(|ship| Event::ShipDamaged { ship: ShipId::at(ship), damage: 1 }));
        let cards = pack.cards.iter().map(|card| Event::CardPlayed { card: card.number, r#as: CardUse::Event, leaves_campaign: true });
        gathered.extend(cards);
        gathered.extend(pack.map.location_ids().flat_map(|location| [Event::LocationRetaken { location, allied: None }, ledger(location)]));
        let besieged: Vec<Event> = pack.map.location_ids().map(|location| Event::SiegeBegan { location }).collect();
        let lost = pack.map.location_ids().filter(|location| *location != port).flat_map(|location| {
            [Event::UnitsDestroyed { location, units: before.garrison(location) }, Event::LocationLost { location }, ledger(location)]
        });
        let lost: Vec<Event> = lost.collect();
        for events in [gathered.clone(), [gathered.clone(), besieged].concat(), [lost, gathered].concat()] {
            let mut after = before.clone();
            after.replay(&events);
            for span in [Span::Turn(u8::MAX), Span::SinceLastLook] {
                summary_fits(&Account {
                    span,
                    before: before.clone(),
                    events: events.clone(),
                    after: after.clone(),
                    taken_back: Vec::new(),
                    commands: every_commander(),
                });
            }
        }
        let garrisons: Vec<Event> =
            pack.map.location_ids().map(|at| Event::UnitsLost { units: before.garrison(at), cause: LossCause::Siege }).collect();
        let mut after = before.clone();
        after.replay(&garrisons);
        summary_fits(&Account {
            span: Span::Turn(1),
            before,
            events: garrisons,
            after,
            taken_back: Vec::new(),
            commands: every_commander(),
        });
    }
}

/// What the button "All rolls" answers with.
fn all_rolls(state: &State, events: &[Event]) -> Despatch {
    campaign::all_rolls(state, events, STANDING.revision)
}

/// More commanders of the Mahdists than are named.
fn every_commander() -> Vec<(UserId, u32)> {
    (0..40).map(|user| (UserId(u64::MAX - user), 99)).collect()
}

/// A campaign in its Rebellion phase, nothing rolled for yet.
fn in_rebellion(pack: &Arc<Pack>) -> State {
    let mut state = State::new(Arc::clone(pack));
    let mut dice = Dice::seeded([0; 32], 0);
    let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    for order in [set_up, Order::DrawCards] {
        let events = state.give(Seat::Commander, &order, &mut dice).unwrap();
        order_fits(&state, &order, &events);
    }
    state
}

/// A roll with every modifier a place can have, and some more.
fn heavy_roll(state: &State, location: LocationId) -> Roll {
    let mut roll = Roll::new(Purpose::Revolt(location), DiceSpec { count: 1, sides: 6 }).needing(8);
    for other in state.pack().map.location_ids().take(8) {
        roll = roll.with(Reason::AdjacentLocation(other), 1);
    }
    roll = roll.with(Reason::AdjacentIsland(IslandId(0)), 1).with(Reason::OwnIsland(IslandId(1)), 1);
    Dice::table(vec![6]).throw(roll, 1)
}

#[test]
fn all_places_lost_in_one_phase_with_every_roll_and_every_garrison_gone_over() {
    for pack in [Pack::embedded().unwrap(), longest_names()] {
        let mut state = in_rebellion(&pack);
        let mut events = Vec::new();
        for location in pack.map.location_ids() {
            let fate = Roll::new(Purpose::GarrisonFate(location), DiceSpec { count: 1, sides: 6 });
            let roll = Dice::table(vec![1]).throw(fate, 1);
            events.extend([
                Event::RevoltChecked { location, roll: heavy_roll(&state, location), rises: true },
                Event::GarrisonFateRolled { location, roll, fate: GarrisonFate::Mutiny },
                Event::UnitsMutinied { location, units: state.garrison(location) },
                Event::LocationLost { location },
                Event::LedgerEntered { entry: LedgerEntry { reason: LedgerReason::LocationLost(location), points: 1_000 } },
            ]);
            if let Some(to) = pack.map.location(location).port_on.first() {
                let ships = (0..pack.roster.ships.len()).map(ShipId::at).collect();
                events.push(Event::ShipsPutToSea { from: location, to: *to, ships });
            }
        }
        state.replay(&events);
        assert_eq!(state.enemy_held().len(), 25);
        order_fits(&state, &Order::CheckRevolts, &events);
    }
}

#[test]
fn all_places_besieged_and_all_revolts_stopped() {
    for pack in [Pack::embedded().unwrap(), longest_names()] {
        let mut state = in_rebellion(&pack);
        let events: Vec<Event> = pack.map.location_ids().map(|location| Event::SiegeBegan { location }).collect();
        state.replay(&events);
        order_fits(&state, &Order::CheckRevolts, &events);
        let mut state = in_rebellion(&pack);
        let stopped: Vec<Event> = pack
            .map
            .location_ids()
            .map(|location| Event::GarrisonFateRolled { location, roll: heavy_roll(&state, location), fate: GarrisonFate::Stopped })
            .collect();
        state.replay(&stopped);
        order_fits(&state, &Order::CheckRevolts, &stopped);
    }
}

#[test]
fn every_unit_and_every_ship_in_one_place_that_asks_where_to_go_and_is_lost() {
    for pack in [Pack::embedded().unwrap(), longest_names()] {
        let mut state = in_rebellion(&pack);
        let from = pack.map.location_ids().find(|location| pack.map.location(*location).is_port()).unwrap();
        let units = (0..pack.roster.units.len()).map(UnitId::at).collect();
        let gathered = [Event::UnitsRetreated { from, to: from, units }];
        state.replay(&gathered);
        assert!(state.garrison(from).len() > 80, "{}", state.garrison(from).len());
        order_fits(&state, &Order::Retreat { to: from }, &gathered);
        let besieged = [Event::SiegeBegan { location: from }];
        state.replay(&besieged);
        order_fits(&state, &Order::CheckRevolts, &besieged);
        let choices = pack.map.location_ids().filter(|to| *to != from).collect();
        let asked = [Event::DecisionPut { decision: Decision::Retreat { from, units, choices } }];
        state.replay(&asked);
        order_fits(&state, &Order::CheckRevolts, &asked);
        let destroyed = [Event::DecisionMade, Event::UnitsDestroyed { location: from, units }, Event::LocationLost { location: from }];
        state.replay(&destroyed);
        order_fits(&state, &Order::CheckRevolts, &destroyed);
    }
}

#[test]
fn a_campaign_set_up_closed_and_ended_with_the_longest_names() {
    let pack = longest_names();
    for (scenario, random_start) in [("uprising", false), ("uprising", true), ("reconquest", false)] {
        let mut state = State::new(Arc::clone(&pack));
        let order = Order::SetUp { scenario: scenario.to_owned(), options: Options { random_start, ..Options::default() } };
        let events = state.give(Seat::Commander, &order, &mut Dice::seeded([6; 32], 0)).unwrap();
        order_fits(&state, &order, &events);
        despatch_fits(
            &campaign::closed(&state, UserId(u64::MAX), u32::MAX, Sealed { seed: Seed([255; 32]), message: Some(MessageId(u64::MAX)) }),
            "the map",
        );
        state.apply(&Event::PointsAdjusted { from: 0, to: pack.outline.victory.lost_at });
        state.apply(&Event::PhaseBegan { phase: Phase::Action { round: 7 } });
        state.give(Seat::Commander, &Order::Pass, &mut Dice::scripted(&[])).unwrap();
        // What the end of the turn still asks (a siege, points to spend) is answered with the first thing that is legal.
        let mut dice = Dice::seeded([6; 32], 0);
        let mut order = Order::EndRound;
        for _ in 0..100 {
            let events = state.give(Seat::Commander, &order, &mut dice).unwrap();
            order_fits(&state, &order, &events);
            let mut orders = Vec::new();
            state.legal_orders(Seat::Commander, &mut orders);
            let Some(next) = orders.iter().find(|order| matches!(order, Order::SitTight | Order::EndReplacements)).or(orders.first())
            else {
                break;
            };
            order = next.clone();
        }
        assert!(state.ending().is_some());
    }
}

#[test]
fn quick_rolls_at_the_ends_of_what_can_be_asked() {
    for pack in [Pack::embedded().unwrap(), longest_names()] {
        let longest = pack.map.space_ids().map(|space| pack.map.space_name(space)).max_by_key(|name| characters(name)).unwrap();
        for ground in [Ground::MovementPoint, Ground::Village, Ground::Town, Ground::FortifiedTown] {
            for other in [-10, 10] {
                let situation = Situation { ground, island_all_enemy: true, fortified_town_enemy: true, between_two_held: true, other };
                for place in [None, Some(longest.as_str())] {
                    for seed in 0..20 {
                        let met = encounter(&pack.tables, situation, &mut Dice::seeded([seed; 32], 0));
                        despatch_fits(&quick::encounter(&pack, place, &met), "the map");
                    }
                }
            }
        }
        for (cavalry, ours, theirs, left) in [(0, 0, 0, 0), (u8::MAX, u16::MAX, 0, u16::MAX), (0, 1, u16::MAX, 999), (50, 999, 999, 500)] {
            for other in [-10, 0, 10] {
                let situation = pursuit::Situation { cavalry, surrounded: true, ours, theirs, left, other };
                let result = pursuit(&pack.tables, situation, &mut Dice::seeded([1; 32], 0));
                despatch_fits(&quick::pursuit(&pack, &result), "the map");
            }
        }
        for lost in [0, 1, MOST_LOST, u8::MAX] {
            let result = recovery(&pack.tables, lost, false, &mut Dice::seeded([2; 32], 0));
            despatch_fits(&quick::recovery(&pack, &result), "the map");
        }
        for most in ["100D100-99", "20D100+20D99+20D98-20D97-20D96-99"] {
            let throw = umpire::commands::roll::parse(most).unwrap();
            despatch_fits(&throw.thrown(&mut Dice::seeded([2; 32], 0)).told(&pack, &throw), "the map");
        }
    }
}

/// Holds told odds against Discord's limits, with the words of their picture.
#[track_caller]
fn odds_fit(told: &Told) {
    let alt_text = alt_text(&told.sheet);
    assert!((1..=1_024).contains(&characters(&alt_text)), "{alt_text}");
    despatch_fits(&told.despatch, &alt_text);
    let body = told.despatch.body();
    assert_eq!(body.matches("```").count() % 2, 0, "a table that does not end: {body}");
    // With names as long as packs may have, the end of the small print may be left out, and said to be.
    assert!(!body.contains("more roll") || body.contains("öööö"), "small print is left out: {body}");
    let svg = odds_sheet(&told.sheet);
    assert!((100..=4_000).contains(&svg.height), "{}", svg.height);
}

/// Every odds that can be asked for in a position.
fn all_odds_fit(state: &State) {
    odds_fit(&told::revolt::revolts(state, STANDING, &revolt::revolts(state)));
    let sieges: Vec<siege::SiegeOdds> = state.besieged().iter().filter_map(|place| siege::siege(state, place)).collect();
    odds_fit(&told::siege::sieges(state, STANDING, &sieges));
    let force = odds::encounter::force(&state.pack().tables, false);
    for one in sieges {
        odds_fit(&told::siege::sieges(state, STANDING, std::slice::from_ref(&one)));
        let at = one.location;
        let sizes = sortie::sizes(state, at).into_iter();
        let sorties: Vec<_> = sizes.filter_map(|size| sortie::sortie(state, at, sortie::told_off(state, at, size))).collect();
        let breakout = told::sortie::Breakout { force: force.clone(), ways: sortie::ways_out(state, at, state.garrison(at)) };
        odds_fit(&told::sortie::garrison(state, STANDING, &one, &sorties, &breakout));
    }
    for space in state.pack().map.space_ids() {
        let units = state.units_at(space);
        odds_fit(&told::encounter::encounter(state, STANDING, space, &odds::encounter::encounter(state, space, units)));
        let reach = march::reach(state, space, units).iter();
        let marches: Vec<_> = reach.filter_map(|to| march::march(state, space, to, units).map(|odds| (to, odds))).collect();
        odds_fit(&told::march::reach(state, STANDING, space, units, &marches));
        for to in state.pack().map.space_ids() {
            if let Some(march) = march::march(state, space, to, units) {
                odds_fit(&told::march::way(state, STANDING, space, to, &march));
            }
        }
    }
}

#[test]
fn odds_of_every_sort_fit_a_message_in_quiet_and_in_the_worst_of_times() {
    for pack in [Pack::embedded().unwrap(), longest_names()] {
        let quiet = in_rebellion(&pack);
        all_odds_fit(&quiet);
        let mut risen = quiet.clone();
        let half: Vec<Event> = pack.map.location_ids().step_by(2).map(|location| Event::LocationLost { location }).collect();
        risen.replay(&half);
        all_odds_fit(&risen);
        let mut besieged = quiet.clone();
        let all: Vec<Event> = pack.map.location_ids().map(|location| Event::SiegeBegan { location }).collect();
        besieged.replay(&all);
        let units = (0..pack.roster.units.len()).map(UnitId::at).collect();
        let port = pack.map.location_ids().find(|location| pack.map.location(*location).is_port()).unwrap();
        besieged.apply(&Event::UnitsRetreated { from: port, to: port, units });
        all_odds_fit(&besieged);
        for (cavalry, ours, theirs, left) in [(0, 1, 999, 999), (50, 999, 1, 999), (0, 0, 0, 0)] {
            let situation = pursuit::Situation { cavalry, surrounded: true, ours, theirs, left, other: 0 };
            let odds = odds::pursuit::pursuit(&pack.tables, quiet.options(), situation, 999);
            odds_fit(&told::pursuit::pursuit(&pack, position::footer(&quiet, u32::MAX), &odds, 999, "units"));
        }
    }
}

#[test]
fn maps_with_overlays_are_told_within_discords_letters() {
    for pack in [Pack::embedded().unwrap(), longest_names()] {
        let before = in_rebellion(&pack);
        let mut now = before.clone();
        now.replay(&pack.map.location_ids().step_by(3).map(|location| Event::SiegeBegan { location }).collect::<Vec<_>>());
        let to = pack.map.location_ids().last().unwrap();
        for from in pack.map.location_ids() {
            let units = now.garrison(from);
            now.apply(&Event::UnitsRetreated { from, to, units });
        }
        let ground = situation::ground(&pack).unwrap();
        for overlay in [overlays::revolts(&now), overlays::supplies(&now), overlays::sieges(&now), overlays::moves(&before, &now)] {
            assert!(!overlay.badges.is_empty() || !overlay.movements.is_empty());
            let situation = pictures::Situation { overlay, ..situation::situation(&pack, &now.view(Seat::Player), "Turn 20") };
            let words = pictures::alt_text(&ground, &situation, &Extent::Whole);
            assert!((1..=1_024).contains(&characters(&words)), "{words}");
        }
    }
}

#[test]
fn refusals_with_the_longest_names_fit_a_message() {
    let state = in_rebellion(&longest_names());
    let choices = state.pack().map.location_ids().collect();
    for refusal in [
        Refusal::CannotRetreatTo { to: LocationId(0), choices },
        Refusal::NotRolledFor(LocationId(0)),
        Refusal::NoSuchScenario("x".repeat(6_000)),
    ] {
        despatch_fits(&Despatch::saying(refusal.sentence(state.pack())), "the map");
    }
}

#[test]
fn every_space_with_the_longest_names_can_be_a_choice_of_a_completed_option() {
    let pack = longest_names();
    for space in pack.map.space_ids() {
        let name = pack.map.space_name(space);
        assert!(characters(&name) <= 100, "{name}");
        assert_eq!(pack.map.find_space(&name), Some(space), "what is chosen is found again");
    }
}

/// Plays a campaign by choosing among the legal orders, and shows each despatch.
fn play(pack: &Arc<Pack>, seed: [u8; 32], choices: &[u8], mut look: impl FnMut(&State, &Order, &[Event])) {
    let mut state = State::new(Arc::clone(pack));
    let mut dice = Dice::seeded(seed, 0);
    let mut choices = choices.iter().cycle();
    for _ in 0..5_000 {
        let mut orders = Vec::new();
        state.legal_orders(Seat::Commander, &mut orders);
        if orders.is_empty() {
            return;
        }
        let order = orders[usize::from(*choices.next().unwrap()) % orders.len()].clone();
        let events = state.give(Seat::Commander, &order, &mut dice).unwrap();
        look(&state, &order, &events);
    }
}

proptest! {
    // Each case plays a whole campaign of up to two hundred despatches.
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_despatch_of_any_campaign_fits_with_the_longest_names(seed in any::<[u8; 32]>(), choices in prop::collection::vec(any::<u8>(), 1..20)) {
        not_beside!("no umpire is started", Ok(()));
        let _alone = ALONE.blocking_read();
        let mut told = 0;
        play(&longest_names(), seed, &choices, |state, order, events| {
            order_fits(state, order, events);
            // Sheets have the odds of every line, which takes its time.
            told += 1;
            if told % 20 == 0 {
                sheets_fit(state);
            }
        });
    }

    #[test]
    fn the_rolls_of_a_whole_phase_of_our_own_campaign_are_all_shown_behind_the_button(seed in any::<[u8; 32]>()) {
        let _alone = ALONE.blocking_read();
        play(&Pack::embedded().unwrap(), seed, &[0], |state, _, events| {
            let despatch = all_rolls(state, events);
            let body = despatch.body();
            for line in &despatch.dice {
                assert!(body.contains(line.as_str()), "{line} is left out of:\n{body}");
            }
        });
    }
}

#[test]
fn the_menu_of_places_to_roll_for_names_every_place_that_can_be_rolled_for() {
    let state = in_rebellion(&longest_names());
    let due = rebellion::due_now(&state).len();
    let menu = board::board(&state, STANDING).menu.unwrap();
    assert_eq!(menu.choices.len(), due, "all of this map's places go into one menu");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_status_of_a_campaign_with_more_members_than_are_named() {
    let _alone = ALONE.write().await;
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run("/campaign start scenario:uprising").await;
    for number in 1..=26 {
        table.member(&format!("officer{number}")).run("/campaign join").await;
    }
    let status = rich.run("/campaign status").await;
    assert!(status.text().contains(" and 2 more"), "{}", status.text());
    fits(status.message().json());
    table.sandbox.assert_nothing_refused();
}
