//! What sheets ask: one thing at a time, what takes several answers at once, and what a garrison is offered.

use engine::campaign::rules::{duties, play};
use engine::campaign::{CardUse, Decision, Event, GovernorPlace, Options, Order, Phase, Seat, Source, State, Station, Step};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{Leader, LocationId, Pack, SpaceId, UnitId, UnitSet};
use umpire::despatches::{board, garrison, guide, position, sheet};
use umpire::model::custom_id::CustomId;
use umpire::model::despatch::ButtonStyle;
use umpire::model::ids::{CampaignId, UserId};
use umpire::model::orders::question::{LINES, Question};
use umpire::model::orders::{asked_by, is_listed, order_from_key};
use umpire::model::standing::Standing;
use umpire::model::topic::Topic;

const STANDING: Standing = Standing::commanded(CampaignId(1), 7, Some(UserId(4_242)));

fn begun(seed: [u8; 32]) -> (State, Dice) {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut dice = Dice::seeded(seed, 0);
    let scenario = state.pack().scenarios[0].key.clone();
    state.give(Seat::Commander, &Order::SetUp { scenario, options: Options::default() }, &mut dice).unwrap();
    (state, dice)
}

/// Positions of campaigns played at random, until one is looked at for the last time.
fn at_every_turning(mut look: impl FnMut(&State) -> bool) {
    for seed in 1..40_u64 {
        let (mut state, mut dice) = begun([seed as u8; 32]);
        let mut choice = seed;
        while state.ending().is_none() {
            if look(&state) {
                return;
            }
            let orders = sheet::legal(&state);
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let order = orders[(choice >> 33) as usize % orders.len()].clone();
            state.give(Seat::Commander, &order, &mut dice).unwrap();
        }
    }
}

#[test]
fn a_garrisons_ways_stand_side_by_side_with_their_odds_and_none_is_put_forward() {
    let (mut state, mut dice) = begun(guide::SEED);
    while !matches!(state.decision(), Some(Decision::Garrison { .. })) {
        for order in guide::orders(&state) {
            state.give(Seat::Commander, &order, &mut dice).unwrap();
        }
    }
    let ways = garrison::ways(&state, STANDING).unwrap();
    reads!("garrison", ways.facts.join("\n"));
    let sheet = sheet::of_word(&state, STANDING, "siege", 0).unwrap();
    for way in &ways.buttons {
        assert_eq!(way.style, ButtonStyle::Secondary, "{}", way.label);
        assert!(board::board(&state, STANDING).buttons.contains(way) && sheet.buttons.contains(way), "{}", way.label);
        let CustomId::Order { key, .. } = &way.id else { panic!("{way:?}") };
        let (mut after, mut dice) = (state.clone(), Dice::seeded([9; 32], 0));
        for key in key.split('+') {
            after.give(Seat::Commander, &order_from_key(key).unwrap(), &mut dice).unwrap();
        }
        assert_ne!(after.decision(), state.decision(), "{} is one press", way.label);
    }
    let starts = |with: &str| ways.buttons.iter().any(|way| way.label.starts_with(with));
    assert!(starts("Sit tight: falls ") && starts("Sally out with ") && starts("Break out with "));
    // Told off already, those are who sally.
    let all = sheet::legal(&state);
    let some = all.iter().find(|order| matches!(order, Order::Commit { .. })).unwrap();
    state.give(Seat::Commander, some, &mut dice).unwrap();
    let ways = garrison::ways(&state, STANDING).unwrap();
    assert!(ways.buttons.iter().any(|way| way.label.starts_with("Sally out with 1 of ")), "{:?}", ways.buttons);
}

/// Friday Harbor besieged with the governor in it, and so many Sudanese with him, when its garrison is asked.
fn besieged_with_the_governor(sudanese: usize) -> (State, LocationId) {
    let (mut state, _) = begun(guide::SEED);
    let location = state.pack().map.find_location("Friday Harbor").unwrap();
    let all = state.pack().roster.units.iter().enumerate().filter(|(_, unit)| unit.name.contains("Sudanese"));
    let units = all.take(sudanese).map(|(index, _)| UnitId::at(index)).collect();
    state.replay(&[
        Event::UnitsRetreated { from: location, to: location, units },
        Event::GovernorMoved { to: GovernorPlace::At(location), spends: false },
        Event::SiegeBegan { location },
        Event::PhaseBegan { phase: Phase::Sieges },
        Event::SiegeTaken { at: location },
        Event::DecisionPut { decision: Decision::Garrison { location } },
    ]);
    (state, location)
}

#[test]
fn with_the_governor_in_a_besieged_place_all_may_break_out_but_his_guard_and_no_way_is_offered_that_is_refused() {
    let (state, location) = besieged_with_the_governor(3);
    let all = state.garrison(location).len();
    let ways = garrison::ways(&state, STANDING).unwrap();
    let out = format!("Break out with {} of {all}: ", all - 2);
    assert!(ways.buttons.iter().any(|way| way.label.starts_with(&out)), "{:?}", ways.buttons);
    for way in &ways.buttons {
        let CustomId::Order { key, .. } = &way.id else { panic!("{way:?}") };
        let (mut after, mut dice) = (state.clone(), Dice::seeded([9; 32], 0));
        for key in key.split('+') {
            after.give(Seat::Commander, &order_from_key(key).unwrap(), &mut dice).unwrap();
        }
    }
}

#[test]
fn where_more_may_break_out_than_one_press_has_room_for_it_is_told_how() {
    let (state, location) = besieged_with_the_governor(12);
    let all = state.garrison(location).len();
    let ways = garrison::ways(&state, STANDING).unwrap();
    assert!(ways.buttons.iter().all(|way| !way.label.starts_with("Break out")), "{:?}", ways.buttons);
    let told = ways.facts.last().unwrap();
    assert!(told.starts_with(&format!("**Break out with {} of {all}**: ", all - 2)), "{told}");
    assert!(told.ends_with(". Tell them off in the menu first."), "{told}");
}

#[test]
fn who_has_to_attack_first_is_told_where_orders_are_waited_for_and_on_the_sheet_of_marches() {
    let mut found = false;
    at_every_turning(|state| {
        if duties::duty_spaces(state).is_empty() || state.decision().is_some() {
            return false;
        }
        let duty = position::duty(state).unwrap();
        assert!(position::next(state, None).ends_with(&format!("; {duty}.")), "{duty}");
        let sheet = sheet::of_word(state, STANDING, "move", 0).unwrap();
        assert!(sheet.facts.iter().any(|fact| fact.eq_ignore_ascii_case(&format!("{duty}."))), "{:?}", sheet.facts);
        found = true;
        true
    });
    assert!(found, "no campaign came to it");
}

#[test]
fn whoever_moves_grahams_troops_is_told_where_they_may_go() {
    let (state, _) = begun(guide::SEED);
    let units = state.pack().roster.units.iter().enumerate().filter(|(_, unit)| unit.name.starts_with("Berkshires"));
    let units: UnitSet = units.map(|(index, _)| UnitId::at(index)).collect();
    let suakin = state.pack().map.find_location("Suakin").unwrap();
    assert_eq!(position::bond(&state, units), None, "he has not come");
    let shore = state.pack().map.space_of(suakin);
    let mut landed = state;
    landed.replay(&[
        Event::UnitsArrived { units, at: shore, source: Source::WithFieldForce },
        Event::LeaderArrived { leader: Leader::FieldForce, at: suakin },
    ]);
    let told = position::bond(&landed, units).unwrap();
    assert_eq!(told, "Graham's troops go only to Lopez and to ports of ours, until all of Lopez is held and garrisoned");
}

#[test]
fn where_ships_can_land_troops_on_the_enemy_that_stands_first() {
    let mut found = false;
    at_every_turning(|state| {
        if state.decision().is_some() || !sheet::legal(state).iter().any(|order| matches!(order, Order::Land { .. })) {
            return false;
        }
        let lines = sheet::of_word(state, STANDING, "course", 0).unwrap().menu.unwrap().choices;
        assert!(lines[0].label.starts_with("Land at "), "{lines:?}");
        found = true;
        true
    });
    assert!(found, "no campaign came to it");
}

#[test]
fn where_no_ship_is_under_way_the_sheet_of_ships_sets_those_in_port_in_motion() {
    let mut found = false;
    at_every_turning(|state| {
        let legal = sheet::legal(state);
        let is_under_way = !state.round().fleet().is_empty() || legal.iter().any(|order| matches!(order, Order::FormFleet { .. }));
        if state.decision().is_some() || is_under_way {
            return false;
        }
        let has_ships = |at: SpaceId| state.pack().map.location_at(at).is_some_and(|port| !state.ships_in(port).is_empty());
        let ports = legal.iter().filter(|order| matches!(order, Order::Activate { at: Station::Space(at) } if has_ships(*at)));
        let ports: Vec<String> = ports.filter_map(|order| Some(sheet::choice(state, order)?.label)).collect();
        if ports.is_empty() {
            return false;
        }
        let lines = sheet::of_word(state, STANDING, "sail", 0).unwrap().menu.unwrap().choices;
        assert!(ports.iter().all(|port| lines.iter().any(|line| line.label == *port)), "{ports:?}: {lines:?}");
        // Not only where no other order is about ships.
        if !legal.iter().any(|order| Topic::of(order) == Topic::Sail) {
            return false;
        }
        found = true;
        true
    });
    assert!(found, "no campaign came to it");
}

#[test]
fn a_card_that_has_to_be_played_first_is_told_where_cards_are_chosen_and_who_is_waited_for() {
    let mut found = false;
    at_every_turning(|state| {
        let first = play::must_be_first(state).filter(|_| matches!(state.phase(), Phase::Action { .. }));
        let Some(card) = first.filter(|_| state.decision().is_none() && matches!(state.round().step(), Step::Choose)) else { return false };
        let title = &state.pack().card(card).unwrap().title;
        let sheet = sheet::of_word(state, STANDING, "cards", 0).unwrap();
        assert!(sheet.facts.iter().any(|fact| fact.contains(title.as_str()) && fact.contains("has to be played first")), "{sheet:?}");
        assert!(sheet.next.contains(title.as_str()), "{}", sheet.next);
        found = true;
        true
    });
    assert!(found, "no campaign came to it");
}

#[test]
fn every_order_of_a_menu_is_a_line_of_one_question_and_as_many_answers_as_it_takes_can_be_given() {
    let mut places = 0;
    at_every_turning(|state| {
        let orders = sheet::legal(state);
        for question in Question::ALL {
            let lines: Vec<&Order> = orders.iter().filter(|order| is_listed(order) && asked_by(order) == Some(question)).collect();
            if lines.is_empty() {
                continue;
            }
            let sheet = sheet::of_word(state, STANDING, question.word(), 0).unwrap();
            let menu = sheet.menu.unwrap();
            if let CustomId::SheetMenu { .. } = menu.id {
                places += 1;
                // Each place opens a sheet of its own, and together they have every line.
                let sheets = menu.choices.iter().map(|choice| sheet::of_word(state, STANDING, &choice.value, 0).unwrap().menu.unwrap());
                let there: usize = sheets.map(|menu| menu.choices.len()).sum();
                assert_eq!(there, lines.len(), "{question:?}");
                continue;
            }
            assert_eq!(menu.choices.len(), lines.len().min(LINES), "{question:?}");
            assert!(menu.most >= 1 && sheet.buttons.len() <= 20, "{question:?}: {}", sheet.buttons.len());
            if matches!(question, Question::Leave | Question::LeaveShips | Question::Garrison) {
                let (mut after, mut dice) = (state.clone(), Dice::table(Vec::new()));
                for order in lines.iter().take(menu.most.into()) {
                    assert!(after.give(Seat::Commander, order, &mut dice).is_ok(), "{question:?}: {order:?}");
                }
            }
        }
        false
    });
    assert!(places > 0, "nobody could arrive in many places");
}

#[test]
fn where_several_ships_could_take_somebody_it_is_asked_which_and_then_who() {
    let mut found = false;
    at_every_turning(|state| {
        let orders = sheet::legal(state);
        let Some(Order::Load { aboard: Some(ship), .. }) = orders.iter().find(|order| asked_by(order) == Some(Question::Aboard)) else {
            return false;
        };
        let sail = sheet::of_word(state, STANDING, "sail", 0).unwrap();
        assert!(sail.buttons.iter().any(|button| button.label == "Choose the ship"), "{}", sail.plain());
        let ships = sheet::of_word(state, STANDING, Question::Aboard.word(), 0).unwrap().menu.unwrap();
        assert_eq!(ships.placeholder, "Which ship takes them?");
        let name = &state.pack().roster.ships[ship.index()].name;
        let line = ships.choices.iter().find(|line| line.label == format!("The {name}")).unwrap();
        assert!(line.description.contains("for a function · room for ") || line.description.contains("which is loading · room for "));
        let units = sheet::of_word(state, STANDING, &line.value, 0).unwrap().menu.unwrap();
        assert!(units.placeholder.starts_with(&format!("Who goes aboard the {name}?")), "{}", units.placeholder);
        assert!(usize::from(units.most) <= state.room(*ship));
        assert!(units.choices[0].label.starts_with("Embark ") && units.choices[0].label.ends_with(&format!(" on the {name}")));
        let (mut after, mut dice) = (state.clone(), Dice::table(Vec::new()));
        for line in units.choices.iter().take(units.most.into()) {
            let order = order_from_key(&line.value).unwrap();
            let Order::Load { unit, aboard: Some(on) } = order else { panic!("{order:?}") };
            after.give(Seat::Commander, &order, &mut dice).unwrap();
            assert!(on == *ship && after.aboard(*ship).contains(unit));
        }
        found = true;
        true
    });
    assert!(found, "no fleet had the choice");
}

#[test]
fn ships_of_which_the_same_is_to_be_said_have_one_line_together_and_each_is_named_once() {
    let mut found = false;
    at_every_turning(|state| {
        let fleet = state.round().fleet();
        let Some(sail) = sheet::of_word(state, STANDING, "sail", 0).filter(|_| fleet.len() > 1) else { return false };
        let lines: Vec<&String> = sail.facts.iter().filter(|fact| fact.contains(" left, room for ")).collect();
        for ship in fleet.iter() {
            let name = format!("he {}", state.pack().roster.ships[ship.index()].name);
            let told = lines.iter().filter(|line| line.split(':').next().unwrap().contains(&name)).count();
            assert_eq!(told, 1, "{name}: {lines:?}");
        }
        let mut tails: Vec<&str> = lines.iter().filter_map(|line| line.split_once(": ")).map(|(_, tail)| tail).collect();
        tails.sort_unstable();
        tails.dedup();
        assert_eq!(tails.len(), lines.len(), "{lines:?}");
        found |= lines.iter().any(|line| line.contains(": each with "));
        found
    });
    assert!(found, "no fleet had two ships alike");
}

#[test]
fn whoever_has_played_a_card_is_shown_at_once_what_its_ops_can_be_spent_on() {
    let mut found = false;
    at_every_turning(|state| {
        let orders = sheet::legal(state);
        let Some(play) = orders.iter().find(|order| matches!(order, Order::Play { r#as: CardUse::Ops, .. })) else { return false };
        let mut after = state.clone();
        after.give(Seat::Commander, play, &mut Dice::seeded([3; 32], 0)).unwrap();
        if after.decision().is_some() || after.round().ops() == 0 {
            return false;
        }
        let shown = sheet::after(&after, STANDING, play);
        let menu = shown.menu.unwrap();
        assert!(menu.choices.iter().all(|choice| choice.label.starts_with("Activate ")), "{:?}", menu.choices);
        assert!(shown.buttons.iter().any(|button| button.label == "End the round"));
        found = true;
        true
    });
    assert!(found, "no card gave Ops");
}
